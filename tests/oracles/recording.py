"""What goes into a block of a model and what comes out of it, in a run by `multirate`.

The model is written out as text by `multirate convert`; the lines at the blocks that are asked for get names there, so that
`multirate run --signals` has them among its results."""
import csv
import os
import re
import subprocess


def text_of(value):
    return value.strip().strip('"').replace("\\n", "\n").replace("\\\\", "\\").replace('\\"', '"')


def quoted(text):
    return '"%s"' % text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


class Line:
    def __init__(self, system, at):
        self.system, self.at = system, at
        self.source, self.ports, self.name, self.name_at = None, [], None, None


def lines_of(rows):
    """lines of all systems of a .mdl text: where they begin, their source, and the ports they lead to"""
    found, stack, owner = [], [], []
    for at, row in enumerate(rows):
        word = row.split()
        if row.rstrip().endswith("{") and len(word) == 2:
            if word[0] == "Line":
                found.append(Line("/".join(owner), at))
            stack.append(word[0])
            if word[0] == "Block":
                owner.append("?")
        elif word == ["}"] and stack:
            if stack.pop() == "Block":
                owner.pop()
        elif stack and stack[-1] == "Block" and word and word[0] == "Name":
            owner[-1] = " ".join(text_of(row.split(None, 1)[1]).split())
        elif found and stack and stack[-1] in ("Line", "Branch") and len(word) > 1:
            line, value = found[-1], text_of(row.split(None, 1)[1])
            if word[0] == "SrcBlock":
                line.source = [" ".join(value.split()), 1]
            elif word[0] == "SrcPort":
                line.source[1] = value
            elif word[0] == "DstBlock":
                line.ports.append([" ".join(value.split()), 1])
            elif word[0] == "DstPort":
                line.ports[-1][1] = value
            elif word[0] == "Name" and stack[-1] == "Line":
                line.name, line.name_at = value, at
    return found


def without_port_names(rows):
    """a name that is stored at a port counts more than that of its line"""
    stack = []
    for row in rows:
        word = row.split()
        if row.rstrip().endswith("{") and len(word) == 2:
            stack.append(word[0])
        elif word == ["}"] and stack:
            stack.pop()
        yield "" if stack and stack[-1] == "Port" and word and word[0] == "Name" else row


def label(text, blocks):
    """the text with names on the lines at these blocks ('Sub/Block'), and name -> (block, 'in' or 'out', port)"""
    rows, places, inside = list(without_port_names(text.split("\n"))), {}, {}
    inserted = {}
    for number, line in enumerate(lines_of(rows)):
        ends = [(line.source, "out")] if line.source else []
        ends += [(port, "in") for port in line.ports]
        mine = []
        for (block, port), way in ends:
            path = (line.system + "/" if line.system else "") + block
            if path in blocks:
                mine.append((path, way, int(port) if str(port).isdigit() else str(port)))
        of_chart = line.system in blocks and line.source and line.source[0] == "SFunction" and int(line.source[1]) > 1
        if of_chart:  # the name inside hides the one outside
            mine.append((line.system, "out", int(line.source[1]) - 1))
        if not mine:
            continue
        name = line.name if line.name and re.fullmatch(r"\w+", line.name) else "oracle_%d" % number
        if name in places or of_chart:
            name = "oracle_%d" % number
        places[name] = mine
        if of_chart:
            inside[mine[-1]] = name
        if line.name != name and line.name_at is not None:
            rows[line.name_at] = "Name %s" % quoted(name)
        elif line.name != name:
            inserted[line.at] = "Name %s" % quoted(name)
    for ends in list(places.values()):
        for name in {inside[end] for end in ends if end in inside}:
            places[name] = list(dict.fromkeys(places[name] + ends))
    out = []
    for at, row in enumerate(rows):
        out.append(row)
        if at in inserted:
            out.append(inserted[at])
    return "\n".join(out), places


def number(text):
    return float(text) if text not in ("", "NaN", "nan") else float("nan")


class Recording:
    """rows of a run: time, and by block the inputs and outputs as lists of elements"""

    def __init__(self, columns, rows, places):
        self.time = [r[0] for r in rows]
        self.columns = {name: [r[i] for r in rows] for i, name in enumerate(columns)}
        self.signals = {}
        for name, ends in places.items():
            wanted = [i for i, c in enumerate(columns) if c == name or re.fullmatch(re.escape(name) + r"\([\d,]+\)", c)]
            if wanted:
                for end in ends:
                    self.signals[end] = [[r[i] for i in wanted] for r in rows]

    def __call__(self, block, way, port=1):
        return self.signals[block, way, port]


def convert(program, model, folder):
    target = os.path.join(folder, "converted.mdl")
    if os.path.exists(target):
        os.remove(target)
    subprocess.run([program, "convert", model, target], check=True, capture_output=True, timeout=60)
    with open(target, encoding="utf8", errors="replace") as file:
        return file.read()


def with_inputs(text):
    """root Inports read the variable oracle_inputs"""
    text = re.sub(r"^(\s*)LoadExternalInput\s.*$", r'\1LoadExternalInput "on"', text, flags=re.M)
    return re.sub(r"^(\s*)ExternalInput\s.*$", r'\1ExternalInput "oracle_inputs"', text, flags=re.M)


def inputs_script(rows, classes):
    """a structure with time; classes: of the Inports in turn"""
    columns = [[repr(float(x)) for x in c] for c in zip(*rows)]
    text = "oracle_inputs.time = [%s];\n" % "; ".join(columns[0])
    for k, column in enumerate(columns[1:]):
        text += "oracle_inputs.signals(%d).values = %s([%s]);\n" % (k + 1, classes[k], "; ".join(column))
        text += "oracle_inputs.signals(%d).dimensions = 1;\n" % (k + 1)
    return text


def record(program, model, folder, blocks=(), inputs=None, classes=None, options=()):
    """inputs: rows of time and values of the root Inports"""
    text, places = label(convert(program, model, folder), set(blocks))
    command = [program, "run", os.path.join(folder, "oracle_model.mdl"), "--signals", "--quiet",
               "--out", os.path.join(folder, "results.csv"), "--path", os.path.dirname(model)]
    if inputs is not None:
        text = with_inputs(text)
        with open(os.path.join(folder, "oracle_inputs.m"), "w") as file:
            file.write(inputs_script(inputs, classes or ["double"] * len(inputs[0])))
        command += ["--params", os.path.join(folder, "oracle_inputs.m")]
    with open(os.path.join(folder, "oracle_model.mdl"), "w", encoding="utf8") as file:
        file.write(text)
    done = subprocess.run(command + list(options), capture_output=True, text=True, timeout=120, cwd=folder)
    if done.returncode:
        raise RuntimeError((done.stderr.strip() or "no message").splitlines()[0])
    with open(os.path.join(folder, "results.csv"), newline="") as file:
        table = list(csv.reader(file))
    return Recording(table[0], [[number(x) for x in r] for r in table[1:]], places)
