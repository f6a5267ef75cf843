"""What a page shows against what came out: blanks in any number, `…` stands for anything, a line of `…` for any lines, and a
number for all that are it when rounded to the digits shown."""
import re
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

NUMBER = r"[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?"


def agrees(shown, lines):
    """whether the lines are what is shown, one after the other"""
    shown = [x for x in shown if x.strip()]
    lines = [x for x in lines if x.strip()]
    return match(shown, lines)


def match(shown, lines):
    if not shown:
        return not lines
    if shown[0].strip() == "…":
        return any(match(shown[1:], lines[skip:]) for skip in range(len(lines) + 1))
    return bool(lines) and line_agrees(shown[0], lines[0]) and match(shown[1:], lines[1:])


def line_agrees(shown, line):
    numbers, pattern = [], ""
    for token in re.findall(rf" … |^… | …$|…|{NUMBER}|\s+|[^\s…]", " ".join(shown.split())):
        if "…" in token:  # between blanks it stands for words, which may be none
            pattern += {" … ": r"\s(?:.*?\s)?", "… ": r"(?:.*?\s)?", " …": r"(?:\s.*)?", "…": ".*?"}[token]
        elif token.isspace():
            pattern += r"\s+"
        elif re.fullmatch(NUMBER, token):
            pattern += rf"({NUMBER})"
            numbers.append(token)
        else:
            pattern += re.escape(token)
    found = re.fullmatch(pattern, " ".join(line.split()))
    return bool(found) and all(same(a, b) for a, b in zip(numbers, found.groups()))


def same(shown, number):
    """the number, rounded to the digits that are shown"""
    if shown == number:
        return True
    if "." not in shown and "e" not in shown.lower():
        return False  # counts are exact
    try:
        shown, number = Decimal(shown), Decimal(number)
        return number.quantize(Decimal((0, (1,), shown.as_tuple().exponent)), ROUND_HALF_UP) == shown
    except InvalidOperation:
        return False
