"""Pages as blocks: what stands between fences, with the words behind the language, which no renderer shows.

    ```console                     a session: `$ ` shell, `>> ` Octave, `--> ` Scilab, `>>> ` Python; other lines are output
    ```console long                only under ./test --long
    ```console exit=1              the last command ends with this code
    ```console needs=scilab        only where this program is
    ```yaml file=car.yaml          is written into the folder of the page
    ```yaml file=a.yaml same=models/a.yaml   and is that file of the tree
    ```octave, ```python, ```sh    run as a script
    ```text                        a picture, a message, a sketch: not run, and may not look like a command
    ```text instead: REASON        a command that cannot be run here, and why
"""
import re

RUN = ("console", "octave", "python", "sh")


class Block:
    def __init__(self, page, line, info, lines):
        words = info.split()
        self.page, self.line, self.lines = page, line, lines
        self.kind = words[0] if words else ""
        self.info = info
        self.file = next((w[5:] for w in words[1:] if w.startswith("file=")), None)
        self.same = next((w[5:] for w in words[1:] if w.startswith("same=")), None)
        self.needs = [w[6:] for w in words[1:] if w.startswith("needs=")]
        self.exit = next((int(w[5:]) for w in words[1:] if w.startswith("exit=")), 0)
        self.long = "long" in words[1:]
        self.instead = info.split("instead:", 1)[1].strip() if "instead:" in info else None

    def place(self):
        return f"{self.page}:{self.line}"

    def mistake(self):
        """why the block can neither be run nor be left, or None"""
        commands = [x for x in self.lines if re.match(r"\s*(\$ |>> |--> |multirate |build/bin/)", x)]
        if self.kind == "indented" or not self.kind:
            return "a block says what it is: ```console, ```yaml file=NAME, ```text …"
        if self.kind == "text" and self.instead is None and commands:
            return f"a command stands in a text: {commands[0].strip()}"
        if self.kind not in RUN + ("text",) and not self.file and self.instead is None:
            return f"a block of {self.kind} has a file=NAME, or a reason (instead: …)"
        return None


def blocks(page, text):
    """all blocks of a page, fenced and indented"""
    lines, found, i = text.split("\n"), [], 0
    in_list = False
    while i < len(lines):
        fence = re.match(r"(\s*)```+(.*)", lines[i])
        if fence:
            end = i + 1
            while end < len(lines) and not lines[end].strip().startswith("```"):
                end += 1
            indent = len(fence.group(1))
            found.append(Block(page, i + 1, fence.group(2).strip(), [x[indent:] for x in lines[i + 1 : end]]))
            i = end + 1
            continue
        if lines[i].strip():
            in_list = bool(re.match(r"\s*([-*]|\d+\.) ", lines[i])) or (in_list and lines[i].startswith(" "))
        if lines[i].startswith("    ") and lines[i].strip() and not in_list and (i == 0 or not lines[i - 1].strip()):
            end = i
            while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
                end += 1
            found.append(Block(page, i + 1, "indented", [x[4:] for x in lines[i:end]]))
            i = end
            continue
        i += 1
    return found


def prose(text):
    """the page without its blocks"""
    return re.sub(r"^\s*```.*?^\s*```", "", text, flags=re.M | re.S)


def steps(block):
    """a session as (prompt, command, lines of output shown)"""
    if block.kind in ("octave", "python", "sh"):
        prompt = {"octave": ">>", "python": ">>>", "sh": "$"}[block.kind]
        return [(prompt, "\n".join(block.lines), [])]
    found = []
    for line in block.lines:
        start = re.match(r"(\$|>>>|>>|-->) (.*)", line)
        if start:
            found.append([start.group(1), start.group(2), []])
        elif found and (found[-1][1].endswith("\\") and found[-1][0] == "$" or unfinished(found[-1])) and not found[-1][2]:
            found[-1][1] += "\n" + line
        elif found:
            found[-1][2].append(line)
    return [tuple(x) for x in found]


def unfinished(step):
    """a here-document whose end has not come, or a quote that is open"""
    prompt, command, _ = step
    if prompt != "$":
        return False
    here = re.search(r"<<-?\s*['\"]?(\w+)", command)
    return bool(here and here.group(1) not in command.split("\n")[1:])
