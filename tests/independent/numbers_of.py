"""Numbers of block parameters, and variables of parameter scripts: the plain part of M code."""
import math
import re

from model_file import NotUnderstood

FUNCTIONS = {name: getattr(math, name) for name in
             "sqrt exp sin cos tan asin acos atan atan2 sinh cosh tanh log10 floor ceil".split()}
FUNCTIONS.update(log=math.log, abs=abs, pi=math.pi, inf=math.inf, Inf=math.inf, true=1.0, false=0.0, eps=2.0**-52, deg2rad=math.radians)


def scalar(text, variables):
    names = dict(FUNCTIONS)
    names.update(variables)
    if not re.fullmatch(r"[\w\s.,+\-*/^()]*", text):
        raise NotUnderstood("expression " + text[:40])
    for word in re.findall(r"[A-Za-z_]\w*", text):
        if word not in names and not re.fullmatch(r"[eE]\d*", word):
            raise NotUnderstood("variable " + word)
    plain = re.sub(r"\.(?=[*/^])", "", text).replace("^", "**")
    # a power binds more than a sign before it in both languages, but 2^-1 and a^b^c are read differently here
    if plain.count("**") > 1 and re.search(r"\*\*[^+\-*/,()]*\*\*", plain):
        raise NotUnderstood("power of a power")
    try:
        value = eval(plain, {"__builtins__": {}}, names)
        return float(value)
    except Exception:
        raise NotUnderstood("expression " + text[:40])


def matrix(text, variables):
    """rows of numbers"""
    text = str(text).strip().rstrip(";").strip()
    if text in variables and isinstance(variables[text], list):
        return variables[text]
    if not text:
        raise NotUnderstood("empty parameter")
    turned = text.endswith("'")
    found = re.fullmatch(r"\[([^\[\]]*)\]", text.rstrip("'").strip(), re.S)
    if not found:
        return [[scalar(text, {k: v for k, v in variables.items() if not isinstance(v, list)})]]
    rows = [r for r in re.split(r"[;\n]", found.group(1)) if r.strip()]
    plain = {k: v for k, v in variables.items() if not isinstance(v, list)}
    # blanks divide, unless an operator stands between
    split = [[x for x in re.split(r"\s*,\s*|(?<![-+*/^(\s])\s+(?![*/^)]|[-+]\s)", r.strip()) if x] for r in rows]
    result = [[scalar(x, plain) for x in row] for row in split]
    if len({len(r) for r in result}) > 1:
        raise NotUnderstood("ragged matrix")
    return [list(r) for r in zip(*result)] if turned else result


def vector(text, variables):
    rows = matrix(text, variables)
    if len(rows) > 1 and len(rows[0]) > 1:
        raise NotUnderstood("matrix for a vector")
    return [x for r in rows for x in r]


def variables_of(script):
    """what a script assigns in plain lines; a name that is assigned in any other way has no value"""
    found = {}
    with open(script, errors="replace") as file:
        text = re.sub(r"\.\.\.[^\n]*\n", " ", file.read())
    for line in text.splitlines():
        line = line.split("%")[0]
        for statement in re.split(r";(?![^\[]*\])|,(?![^\[(]*[\])])", line):
            hit = re.fullmatch(r"\s*([A-Za-z_]\w*)\s*=([^=].*)", statement)
            if not hit:
                continue
            name = hit.group(1)
            found.pop(name, None)
            try:
                rows = matrix(hit.group(2), found)
                found[name] = rows[0][0] if len(rows) == 1 and len(rows[0]) == 1 else rows
            except NotUnderstood:
                pass
    return found
