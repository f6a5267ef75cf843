#!/usr/bin/env python3
"""Writes packages/two_mass_force.slx: our model file of that name, the way a release with packages would save it.

The systems are parts of their own, and what a library block is told is its instance data.
"""
import html, pathlib, re, zipfile

here = pathlib.Path(__file__).parent
own = {"BlockType", "Name", "SID", "Ports", "Position", "LibraryVersion", "SourceBlock", "SourceType"}


def parse(words):
    """sections of a text file: a list of (name, text or list)"""
    entries = []
    while words and words[0] != "}":
        name = words.pop(0)
        if words[0] == "{":
            words.pop(0)
            entries.append((name, parse(words)))
            words.pop(0)
        else:
            text = words.pop(0)
            while words and words[0].startswith('"') and text.startswith('"'):
                text = text[:-1] + words.pop(0)[1:]
            if text.startswith('"'):
                text = text[1:-1].replace("\\n", "\n").replace('\\"', '"').replace("\\\\", "\\")
            entries.append((name, text))
    return entries


def p(name, text):
    return f'<P Name="{name}">{html.escape(text, quote=False)}</P>\n'


def block(entries):
    value = dict(entries)
    text = f'<Block BlockType="{value["BlockType"]}" Name="{html.escape(value["Name"])}" SID="{value["SID"]}">\n'
    library = value["BlockType"] == "Reference"
    plain = [(n, t) for n, t in entries if n not in ("BlockType", "Name", "SID") and isinstance(t, str)]
    text += "".join(p(n, t) for n, t in plain if not library or n in own)
    if library:
        text += "<InstanceData>\n" + "".join(p(n, t) for n, t in plain if n not in own) + "</InstanceData>\n"
    return text + "</Block>\n"


def ends(entries, sids):
    value = dict(entries)
    text = ""
    if "SrcBlock" in value:
        text += p("Src", f'{sids[value["SrcBlock"]]}#out:{value["SrcPort"]}')
    if "DstBlock" in value:
        text += p("Dst", f'{sids[value["DstBlock"]]}#in:{value["DstPort"]}')
    for name, inside in entries:
        if name == "Branch":
            text += f"<Branch>\n{ends(inside, sids)}</Branch>\n"
    return text


def system(entries):
    sids = {dict(inside)["Name"]: dict(inside)["SID"] for name, inside in entries if name == "Block"}
    text = '<?xml version="1.0" encoding="utf-8"?>\n<System>\n'
    for name, inside in entries:
        if name == "Block":
            text += block(inside)
        elif name == "Line":
            text += f"<Line>\n{ends(inside, sids)}</Line>\n"
    return text + "</System>\n"


source = here.parents[2] / "models/two_mass/two_mass_force.mdl"
words = re.findall(r'"(?:[^"\\]|\\.)*"|\[[^\]]*\]|[{}]|[^\s{}]+', source.read_text())
model = dict(parse(words))["Model"]
value = dict(model)
solver = re.search(r"SolverCC \{(.*?)\}", source.read_text(), re.S).group(1)
settings = re.findall(r'(\w+)\s+"([^"]*)"', solver.replace("Version", "#"))
text = '<?xml version="1.0" encoding="utf-8"?>\n<ModelInformation Version="1.0">\n<Model>\n'
text += "".join(p(n, value[n]) for n in ("Name", "PreLoadFcn", "InitFcn"))
text += "".join(p(n, t) for n, t in settings) + '<System Ref="system_root"/>\n</Model>\n</ModelInformation>\n'
(here / "packages").mkdir(exist_ok=True)
with zipfile.ZipFile(here / "packages/two_mass_force.slx", "w", zipfile.ZIP_DEFLATED) as archive:
    for name, content in (("blockdiagram", text), ("systems/system_root", system(value["System"]))):
        archive.writestr(zipfile.ZipInfo(f"simulink/{name}.xml", (2020, 1, 1, 0, 0, 0)), content)
