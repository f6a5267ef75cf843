"""The small changes that one can make to a C file: where they are, and what the line becomes.

Works on tokens, not on a syntax tree: the sources are formatted by clang-format, so a star between blanks is a product and
any other one a pointer. Comments, strings, the preprocessor, assertions and the arguments of messages are left alone.
"""

import dataclasses
import re

TOKEN = re.compile(
    r"(?P<skip>/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|^[ \t]*\#(?:\\\n|[^\n])*)"
    r"|(?P<number>0[xX][0-9a-fA-F]+[uUlL]*|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?[uUlLfF]*)"
    r"|(?P<word>[A-Za-z_]\w*)"
    r"|(?P<operator>->|\+\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\s\w])",
    re.S | re.M)

# what these say is read by people; a changed sentence is no changed result
MESSAGES = re.compile(
    r"(_Static_assert|static_assert|assert|v?s?n?printf|f?printf|fputs|\w*(message|error)_(set|prefix)|"
    r"\w*(_fail|complain|_warn|_lacks|_log_add|_refuse)|fail|refuse|explain|MR_RUN_TEST)$")
# what happens where there is no memory is the matter of the torture suites
NO_MEMORY = re.compile(r"\)\s*\{?\s*return\b[^;]*(_MEMORY|no_memory)")
# memory that is not given back is the matter of the sanitizers
RELEASES = re.compile(r"\w*(free|FREE|close|release|destroy|unload|delete|drop|discard|munmap|unlink|flush|clear)\w*$")
KEYWORDS = set("return break continue goto case default if else for while do switch typedef static const struct enum "
               "union extern volatile register sizeof inline unsigned signed void int double float char long short "
               "size_t bool".split())
SWAPS = {
    "+": ("sign", "-"), "-": ("sign", "+"), "*": ("sign", "/"), "/": ("sign", "*"),
    "+=": ("sign", "-="), "-=": ("sign", "+="), "*=": ("sign", "/="), "/=": ("sign", "*="),
    "<": ("comparison", "<="), "<=": ("comparison", "<"), ">": ("comparison", ">="), ">=": ("comparison", ">"),
    "==": ("comparison", "!="), "!=": ("comparison", "=="), "&&": ("logic", "||"), "||": ("logic", "&&"),
}
STATEMENT = re.compile(r"^[ ]+((?:[A-Za-z_]\w*)(?:[^;\"]|\"[^\"]*\")*);$")


@dataclasses.dataclass(frozen=True)
class Change:
    file: str
    line: int
    kind: str
    before: str  # the lines, without blanks at their ends
    after: str
    column: int = 0
    old: str = ""
    new: str = ""

    def key(self):
        return self.file, self.before, self.after

    def text(self):
        return f"{self.file}:{self.line}: {self.kind}\n- {self.before}\n+ {self.after}"

    def apply(self, source):
        """the changed source"""
        lines = source.split("\n")
        line = lines[self.line - 1]
        assert line[self.column:].startswith(self.old), f"{self.file}:{self.line} is another line now"
        lines[self.line - 1] = line[:self.column] + self.new + line[self.column + len(self.old):]
        return "\n".join(lines)


def other_number(text):
    """another value of the same type"""
    digits = text.rstrip("uUlLfF") if not text.startswith(("0x", "0X")) else text.rstrip("uUlL")
    suffix = text[len(digits):]
    if re.search(r"[.eE]", digits) and not digits.startswith(("0x", "0X")):
        value = float(digits)
        return "constant", repr(1.0 if value == 0.0 else 2.0 * value) + suffix
    value = int(digits, 0) if not re.fullmatch(r"0\d+", digits) else int(digits, 8)
    return ("constant", "0" + suffix) if value == 1 else ("off by one", str(value + 1) + suffix)


def closing(tokens, at):
    """index of the parenthesis that closes the one at this index"""
    depth = 0
    for i in range(at, len(tokens)):
        depth += (tokens[i].group() == "(") - (tokens[i].group() == ")")
        if depth == 0:
            return i
    return len(tokens) - 1


def is_declared_size(tokens, i):
    """an array's length: too large is no change of the result"""
    texts = [t.group() for t in tokens[max(0, i - 3):i + 3]]
    if len(texts) < 6 or texts[2] != "[" or texts[4] != "]" or not re.match(r"[A-Za-z_]", texts[1]):
        return False
    if texts[0] == ",":  # int a[3], b[3];
        return texts[5] in (",", ";", "=")
    return texts[0] == "*" or bool(re.match(r"[A-Za-z_]", texts[0])) and texts[0] not in ("return", "sizeof", "else")


def token_change(source, tokens, i):
    """(kind, new text) of the token, or nothing"""
    token, text = tokens[i], tokens[i].group()
    before = tokens[i - 1].group() if i else ""
    after = tokens[i + 1].group() if i + 1 < len(tokens) else ""
    spaced = source[token.start() - 1] in " \n" and source[token.end():token.end() + 1] in (" ", "\n")
    if token.lastgroup == "number":
        if before == "{" and after == "}" or is_declared_size(tokens, i):
            return None
        return other_number(text)
    if text in ("true", "false"):
        return "constant", "false" if text == "true" else "true"
    if text == "-" and not spaced and (before in "(,=<>?:{[*/+-&&||" or before == "return" or before in SWAPS):
        return "sign", ""
    if text == "!" and after != "=" and not spaced:
        return "negation", ""
    if text in SWAPS and spaced:
        return SWAPS[text]
    return None


def statement_changes(name, source, tokens, skipped):
    """whole lines that are one statement and can be left out"""
    code = {source.count("\n", 0, t.start()) + 1 for i, t in enumerate(tokens) if i not in skipped}
    lines = source.split("\n")
    for number, line in enumerate(lines, 1):
        found = STATEMENT.match(line)
        if not found or number not in code or "/*" in line or number == 1:
            continue
        words = re.findall(r"[A-Za-z_]\w*", found.group(1))
        first = words[0]
        function = re.match(r"([A-Za-z_]\w*)\(", found.group(1))
        declaration = re.match(r"(const |struct )?[A-Za-z_]\w* \**[A-Za-z_]\w*( =|\[|;|,|$)", found.group(1))
        before = lines[number - 2].strip()
        ends = before.endswith((";", "{", "}", ")", "else", ":", "*/")) or before == ""
        if (first in KEYWORDS or declaration or not ends or line.count("(") != line.count(")")
                or function and (RELEASES.match(function.group(1)) or MESSAGES.match(function.group(1)))):
            continue
        column = len(line) - len(line.lstrip())
        yield Change(name, number, "statement", line.strip(), ";", column, line[column:], ";")


def changes_in(name, source):
    """every possible change of the file, in order"""
    every = [t for t in TOKEN.finditer(source)]
    tokens = [t for t in every if t.lastgroup != "skip"]
    skipped = set()
    for i, token in enumerate(tokens[:-1]):
        if token.lastgroup == "word" and MESSAGES.match(token.group()) and tokens[i + 1].group() == "(":
            skipped.update(range(i, closing(tokens, i + 1) + 1))
        elif token.group() == "if" and tokens[i + 1].group() == "(":
            end = closing(tokens, i + 1)
            if NO_MEMORY.match(source, tokens[end].start()):
                skipped.update(k for k in range(i, end) if tokens[k].group() in ("!", "||", "&&"))
    lines = source.split("\n")
    found = []
    for i, token in enumerate(tokens):
        change = None if i in skipped else token_change(source, tokens, i)
        if not change:
            continue
        number = source.count("\n", 0, token.start()) + 1
        column = token.start() - (source.rfind("\n", 0, token.start()) + 1)
        line = lines[number - 1]
        kind, new = change
        after = line[:column] + new + line[column + len(token.group()):]
        found.append(Change(name, number, kind, line.strip(), after.strip(), column, token.group(), new))
    found.extend(statement_changes(name, source, tokens, skipped))
    return sorted(found, key=lambda c: (c.line, c.column, c.kind))
