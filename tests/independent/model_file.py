"""Model files as plain dictionaries, written from the formats alone: text (.mdl) and packages (.slx).

load(path) -> (system, defaults, settings). A system is (blocks, lines): blocks by name, each a dictionary of its parameters
with '_inside' (a system or None) and '_mask' (its variables as texts, or None if it has code or there is none to read);
lines are pairs ((block, port), (block, port)).
"""
import re
import xml.etree.ElementTree as xml
import zipfile


class NotUnderstood(Exception):
    """what this reader does not know: the model is left out, nothing is guessed"""


def parse_text(text):
    """nested sections of a .mdl file: (key, text) or (key, list)"""
    stack, lines, at = [("", [])], text.split("\n"), 0
    while at < len(lines):
        line = lines[at].strip()
        at += 1
        if not line or line[0] == "#":
            continue
        if line == "}":
            if len(stack) < 2:
                raise NotUnderstood("brackets")
            name, items = stack.pop()
            stack[-1][1].append((name, items))
            continue
        found = re.match(r"([\w.$-]+)\s*(.*)$", line)
        if not found:
            continue
        key, value = found.groups()
        if value == "{":
            stack.append((key, []))
            continue
        if value[:1] == '"':
            value = value[1:-1]
            while at < len(lines) and lines[at].strip()[:1] == '"':
                value += lines[at].strip()[1:-1]
                at += 1
            value = value.replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")
        stack[-1][1].append((key, value))
    return stack[0][1]


def sections(items, name):
    return [v for k, v in items if k == name and isinstance(v, list)]


def texts(items):
    return {k: v for k, v in items if not isinstance(v, list)}


def old_mask(block):
    """MaskVariables "a=@1;b=@2;" with MaskValueString "1|2": each an expression; None with code or other ways of reading"""
    if block.get("MaskInitialization") or "&" in block.get("MaskVariables", ""):
        return None
    found = re.findall(r"(\w+)\s*=\s*@(\d+)", block.get("MaskVariables", ""))
    values = block.get("MaskValueString", "").split("|")
    if any(int(place) > len(values) for _, place in found):
        return None
    return {name: values[int(place) - 1] for name, place in found}


def new_mask(mask):
    if mask is None:
        return {}
    if mask.find("Initialization") is not None and (mask.find("Initialization").text or "").strip():
        return None
    found = {}
    for parameter in mask.findall("MaskParameter"):
        if parameter.get("Evaluate", "on") != "on":
            return None
        found[parameter.get("Name")] = parameter.findtext("Value") or ""
    return found


def text_system(items):
    blocks, lines = {}, []
    for section in sections(items, "Block"):
        block = texts(section)
        inside = sections(section, "System")
        block["_inside"] = text_system(inside[0]) if inside else None
        block["_mask"] = None if sections(section, "Object") else old_mask(block)
        blocks[block["Name"]] = block

    def walk(line, source):
        about = texts(line)
        if "DstBlock" in about:
            lines.append((source, (about["DstBlock"], about.get("DstPort", "1"))))
        for branch in sections(line, "Branch"):
            walk(branch, source)

    for line in sections(items, "Line"):
        about = texts(line)
        if "SrcBlock" in about:
            walk(line, (about["SrcBlock"], about.get("SrcPort", "1")))
    return blocks, lines


def load_text(data):
    text = data.decode("latin1")
    root = parse_text(text)
    models = sections(root, "Model")
    if not models:
        raise NotUnderstood("no model")
    defaults = {}
    for part in sections(models[0], "BlockParameterDefaults"):
        for block in sections(part, "Block"):
            about = texts(block)
            defaults[about.get("BlockType")] = about
    settings = {name: value for name, value in re.findall(r'^\s*(StopTime|StartTime)\s+"([^"]*)"', text, re.M)}
    settings["callback"] = bool(re.search(r'^\s*(PreLoadFcn|PostLoadFcn|InitFcn|StartFcn)\s+"[^"]', text, re.M))
    return text_system(sections(models[0], "System")[0]), defaults, settings


def values(element):
    return {p.get("Name"): p.text or "" for p in element.findall("P")}


def load_package(path):
    package = zipfile.ZipFile(path)
    names = package.namelist()
    root = xml.fromstring(package.read("simulink/blockdiagram.xml"))
    defaults = {}
    for part in ["simulink/blockdiagram.xml", "simulink/bddefaults.xml"]:
        if part in names:
            for group in xml.fromstring(package.read(part)).iter("BlockParameterDefaults"):
                for block in group.findall("Block"):
                    defaults[block.get("BlockType")] = values(block)

    def read_system(element):
        if element.get("Ref"):
            element = xml.fromstring(package.read("simulink/systems/%s.xml" % element.get("Ref")))
        blocks, lines, by_number = {}, [], {}
        for part in element.findall("Block"):
            block = values(part)
            for p in part.findall("InstanceData/P"):
                block[p.get("Name")] = p.text or ""
            block.update(BlockType=part.get("BlockType"), Name=part.get("Name"))
            inside = part.find("System")
            block["_inside"] = read_system(inside) if inside is not None else None
            block["_mask"] = old_mask(block) if "MaskVariables" in block else new_mask(part.find("Mask"))
            blocks[block["Name"]] = block
            by_number[part.get("SID")] = block["Name"]

        def end(text):
            number, port = text.split("#")
            return by_number[number], port.split(":")[-1] if port.startswith(("in:", "out:")) else port

        def walk(line, source):
            target = [p.text for p in line.findall("P") if p.get("Name") == "Dst"]
            if target:
                lines.append((source, end(target[0])))
            for branch in line.findall("Branch"):
                walk(branch, source)

        for line in element.findall("Line"):
            source = [p.text for p in line.findall("P") if p.get("Name") == "Src"]
            if source:
                walk(line, end(source[0]))
        return blocks, lines

    system = root.find("Model/System")
    if system is None:
        raise NotUnderstood("no model")
    text = "".join(package.read(n).decode("utf8", "replace") for n in names
                   if n.endswith(".xml") and ("configSet" in n or n == "simulink/blockdiagram.xml"))
    settings = dict(re.findall(r'Name="(StopTime|StartTime)">([^<]*)<', text))
    settings["callback"] = bool(re.search(r'Name="(PreLoadFcn|PostLoadFcn|InitFcn|StartFcn)">[^<]', text))
    return read_system(system), defaults, settings


def load(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:2] == b"PK":
        return load_package(path)
    if b"__MWOPC_PACKAGE_BEGIN__" in data:
        raise NotUnderstood("text package")
    return load_text(data)
