#!/usr/bin/env python3
"""One model with a Variant Source, a For Each and a Resettable Subsystem, as text and as package.

Writes parts/parts.mdl and parts/parts.slx beside this file. Lists of texts are arrays of cells.
Also parts/scenarios.mat (level 5): structures of signals as a Signal Editor could read them.
"""
import pathlib, struct, zipfile

settings = {"PreLoadFcn": "MODE = 2;", "Solver": "FixedStepDiscrete", "FixedStep": "1", "StopTime": "3"}
# name: (type, parameters, inside); a list is an array of cells
for_each = (
    {"part": ("Inport", {}, None), "each": ("ForEach", {
        "InputPartition": ["on"], "InputPartitionDimension": ["1"], "InputPartitionWidth": ["1"],
        "OutputConcatenationDimension": ["1"]}, None),
     "twice": ("Gain", {"Gain": "2"}, None), "whole": ("Outport", {}, None)},
    [("part", "twice", "1"), ("twice", "whole", "1")])
counter = (
    {"reset": ("ResetPort", {"ResetTriggerType": "rising"}, None), "one": ("Constant", {}, None),
     "sum": ("Sum", {"Inputs": "++", "Ports": "[2, 1]"}, None), "delay": ("UnitDelay", {"SampleTime": "1"}, None),
     "count": ("Outport", {}, None)},
    [("one", "sum", "1"), ("delay", "sum", "2"), ("sum", "delay", "1"), ("delay", "count", "1")])
root = (
    {"single": ("Constant", {"Value": "7"}, None), "three": ("Constant", {"Value": "[1 2 3]"}, None),
     "variant": ("VariantSource", {"Ports": "[2, 1]", "VariantControls": ["MODE == 1", "MODE == 2"]}, None),
     "f": ("SubSystem", {"Ports": "[1, 1]"}, for_each),
     "event": ("Step", {"Time": "2", "SampleTime": "1"}, None),
     "r": ("SubSystem", {"Ports": "[0, 1, 0, 0, 0, 0, 0, 0, 1]"}, counter),
     "chosen": ("Outport", {}, None), "doubled": ("Outport", {"Port": "2"}, None),
     "counted": ("Outport", {"Port": "3"}, None)},
    [("single", "variant", "1"), ("three", "variant", "2"), ("variant", "chosen", "1"), ("variant", "f", "1"),
     ("f", "doubled", "1"), ("event", "r", "Reset"), ("r", "counted", "1")])


def branches(lines):
    sources = {}
    for source, block, port in lines:
        sources.setdefault(source, []).append((block, port))
    return sources.items()


def mdl(system):
    text = "System {\n"
    for name, (kind, parameters, inside) in system[0].items():
        text += f'Block {{\nBlockType {kind}\nName "{name}"\n'
        for key, value in parameters.items():
            if isinstance(value, list):
                text += f'Array {{\nType "Cell"\nDimension {len(value)}\n'
                text += "".join(f'Cell "{v}"\n' for v in value) + f'PropName "{key}"\n}}\n'
            else:
                text += f"{key} {value}\n" if key == "Ports" else f'{key} "{value}"\n'
        text += (mdl(inside) if inside else "") + "}\n"
    for source, ends in branches(system[1]):
        text += f'Line {{\nSrcBlock "{source}"\nSrcPort 1\n'
        wrap = len(ends) > 1
        for block, port in ends:
            end = f'DstBlock "{block}"\nDstPort {port}\n'
            text += f"Branch {{\n{end}}}\n" if wrap else end
        text += "}\n"
    return text + "}\n"


def xml(system, first):
    sids = {name: f"{first}{i + 1}" for i, name in enumerate(system[0])}
    text = "<System>\n"
    for name, (kind, parameters, inside) in system[0].items():
        text += f'<Block BlockType="{kind}" Name="{name}" SID="{sids[name]}">\n'
        for key, value in parameters.items():
            if isinstance(value, list):
                text += f'<Array PropName="{key}" Type="Cell" Dimension="1*{len(value)}">\n'
                text += "".join(f'<Cell Class="char">{v}</Cell>\n' for v in value) + "</Array>\n"
            else:
                text += f'<P Name="{key}">{value}</P>\n'
        text += (xml(inside, sids[name] + "0") if inside else "") + "</Block>\n"
    for source, ends in branches(system[1]):
        text += f'<Line>\n<P Name="Src">{sids[source]}#out:1</P>\n'
        for block, port in ends:
            end = port if port == "Reset" else "in:" + port
            end = f'<P Name="Dst">{sids[block]}#{end}</P>\n'
            text += f"<Branch>\n{end}</Branch>\n" if len(ends) > 1 else end
        text += "</Line>\n"
    return text + "</System>\n"


folder = pathlib.Path(__file__).parent / "parts"
folder.mkdir(exist_ok=True)
text = 'Model {\nName "parts"\nVersion 8.5\n' + "".join(f'{k} "{v}"\n' for k, v in settings.items()) + mdl(root) + "}\n"
(folder / "parts.mdl").write_text(text)
text = '<?xml version="1.0" encoding="utf-8"?>\n<ModelInformation Version="1.0">\n<Model>\n<P Name="Name">parts</P>\n'
text += "".join(f'<P Name="{k}">{v}</P>\n' for k, v in settings.items()) + xml(root, "") + "</Model>\n</ModelInformation>\n"
with zipfile.ZipFile(folder / "parts.slx", "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr(zipfile.ZipInfo("simulink/blockdiagram.xml", (2020, 1, 1, 0, 0, 0)), text)


def element(kind, data):
    return struct.pack("<II", kind, len(data)) + data + b"\0" * (-len(data) % 8)


def array(value, name=""):
    rows = len(value) if isinstance(value, list) else 1
    columns = len(value[0]) if isinstance(value, list) else 1
    head = element(6, struct.pack("<II", 2 if isinstance(value, dict) else 6, 0))
    head += element(5, struct.pack("<ii", rows, columns)) + element(1, name.encode())
    if isinstance(value, dict):
        head += struct.pack("<HHi", 5, 4, 32) + element(1, b"".join(k.encode().ljust(32, b"\0") for k in value))
        head += b"".join(map(array, value.values()))
    else:
        numbers = [value[i][j] for j in range(columns) for i in range(rows)]
        head += element(9, struct.pack("<%dd" % len(numbers), *numbers))
    return struct.pack("<II", 14, len(head)) + head


day = {"slope": {"Time": [[0], [2]], "Data": [[0], [4]]}, "jump": [[0, 5], [1, 5], [1, 7], [3, 7]]}
both = {"time": [[0], [2]], "signals": {"values": [[1], [3]]}}
text = b"MATLAB 5.0 MAT-file, written by make_parts.py".ljust(116) + b"\0" * 8 + struct.pack("<H", 0x0100) + b"IM"
(folder / "scenarios.mat").write_bytes(text + array(day, "Day") + array(both, "Both"))
