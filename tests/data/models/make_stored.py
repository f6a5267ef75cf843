#!/usr/bin/env python3
"""One model with a Signal Builder and a model workspace, whose data are binary, in three layouts.

Writes stored/drawing.mdl, stored/drawing.slx and stored/drawing_package.mdl beside this file. The
arrays are MAT files, level 5, with the short header; .mdl text codes three bytes as four characters.
"""
import base64, pathlib, struct, zipfile

DOUBLE, INT32, UINT32, INT8, UINT16, ARRAY = 9, 5, 6, 1, 4, 14


def element(kind, data):
    if 0 < len(data) <= 4:
        return struct.pack("<HH", kind, len(data)) + data.ljust(4, b"\0")
    return struct.pack("<II", kind, len(data)) + data + b"\0" * (-len(data) % 8)


def array(value):
    def head(code, dims):
        flags = element(UINT32, struct.pack("<II", code, 0))
        return flags + element(INT32, struct.pack("<%di" % len(dims), *dims)) + element(INT8, b"")

    if isinstance(value, str):
        body = head(4, (1, len(value))) + element(UINT16, value.encode("utf-16-le"))
    elif isinstance(value, tuple):  # cell row
        body = head(1, (1, len(value))) + b"".join(map(array, value))
    elif isinstance(value, dict) or (isinstance(value, list) and value and isinstance(value[0], dict)):
        items = [value] if isinstance(value, dict) else value
        names = list(items[0])
        body = head(2, (1, len(items))) + element(INT32, struct.pack("<i", 32))
        body += element(INT8, b"".join(n.encode().ljust(32, b"\0") for n in names))
        body += b"".join(array(item[n]) for item in items for n in names)
    else:
        rows = value if isinstance(value, list) and isinstance(value[0], list) else [value if isinstance(value, list) else [value]]
        numbers = [row[j] for j in range(len(rows[0])) for row in rows]
        body = head(6, (len(rows), len(rows[0]))) + element(DOUBLE, struct.pack("<%dd" % len(numbers), *numbers))
    return struct.pack("<II", ARRAY, len(body)) + body


def stored(value):
    return b"\x00\x01IM\0\0\0\0" + array(value)


def coded(data):
    text = ""
    for i in range(0, len(data), 3):
        word = int.from_bytes(data[i : i + 3].ljust(3, b"\0"), "big")
        text += "".join(chr(32 + (word >> s & 63)) for s in (18, 12, 6, 0))
    return text


drawing = stored({
    "gridSetting": "on",
    "channels": [
        {"label": "ramp", "xData": [0, 9], "yData": [8, 8],
         "allXData": ([0, 9], [0, 1, 3]), "allYData": ([8, 8], [0, 1, 1])},
        {"label": "jump", "xData": [0, 9], "yData": [9, 9],
         "allXData": ([0, 9], [0, 2, 2, 3]), "allYData": ([9, 9], [5, 5, 7, 7])},
    ],
    "dataSet": [{"name": "first"}, {"name": "second"}],
    "dataSetIdx": 2,
})
workspace = stored([{"Name": "K", "Value": [[1, 2], [3, 4]]}, {"Name": "word", "Value": "abc"}])

blocks = [
    ("Signal Builder", "SubSystem", "1", {"Ports": "[0, 2]", "MaskType": "Sigbuilder block"}),
    ("a", "Outport", "6", {}),
    ("b", "Outport", "7", {"Port": "2"}),
    ("K", "Constant", "8", {"Value": "K", "VectorParams1D": "off"}),
    ("c", "Outport", "9", {"Port": "3"}),
]
inside = [
    ("FromWs", "FromWorkspace", "2", {"VariableName": "tuvar", "SampleTime": "0", "ZeroCross": "on",
                                      "OutputAfterFinalValue": "Setting to zero"}),
    ("Demux", "Demux", "3", {"Ports": "[1, 2]", "Outputs": "2"}),
    ("ramp", "Outport", "4", {}),
    ("jump", "Outport", "5", {"Port": "2"}),
]
lines = [("1", 1, "6", 1), ("1", 2, "7", 1), ("8", 1, "9", 1)]
inside_lines = [("2", 1, "3", 1), ("3", 1, "4", 1), ("3", 2, "5", 1)]
names = {sid: name for name, _, sid, _ in blocks + inside}


def mdl_blocks(which, wires, indent):
    text = ""
    for name, kind, sid, parameters in which:
        text += f'{indent}Block {{\n{indent}  BlockType\t{kind}\n{indent}  Name\t"{name}"\n{indent}  SID\t"{sid}"\n'
        for key, value in parameters.items():
            text += f"{indent}  {key}\t" + (value if key == "Ports" else f'"{value}"') + "\n"
        if name == "FromWs":
            text += f"{indent}  SigBuilderData\tDataTag0\n"
        if name == "Signal Builder":
            text += f'{indent}  MaskInitialization\t"tuvar = sigbuilder_block(\'maskInit\');"\n'
            text += f'{indent}  System {{\n{indent}    Name\t"{name}"\n'
            text += mdl_blocks(inside, inside_lines, indent + "    ") + f"{indent}  }}\n"
        text += f"{indent}}}\n"
    for source, output, destination, number in wires:
        text += f'{indent}Line {{\n{indent}  SrcBlock\t"{names[source]}"\n{indent}  SrcPort\t{output}\n'
        text += f'{indent}  DstBlock\t"{names[destination]}"\n{indent}  DstPort\t{number}\n{indent}}}\n'
    return text


def record(tag, data):
    text = coded(data)
    pieces = [text[i : i + 80].replace("\\", "\\\\").replace('"', '\\"') for i in range(0, len(text), 80)]
    return f"  DataRecord {{\n    Tag\t{tag}\n    Data\t" + "\n    ".join(f'"{p}"' for p in pieces) + "\n  }\n"


mdl = 'Model {\n  Name\t"drawing"\n  Version\t7.9\n  WSDataSource\t"MDL-File"\n  WSMdlFileData\t"DataTag1"\n'
mdl += '  System {\n    Name\t"drawing"\n' + mdl_blocks(blocks, lines, "    ") + "  }\n}\n"
mdl += "MatData {\n  NumRecords\t2\n" + record("DataTag1", workspace) + record("DataTag0", drawing) + "}\n"


def xml_blocks(which, wires):
    text = "<System>\n"
    for name, kind, sid, parameters in which:
        text += f'<Block BlockType="{kind}" Name="{name}" SID="{sid}">\n'
        text += "".join(f'<P Name="{k}">{v}</P>\n' for k, v in parameters.items() if k != "MaskType")
        if name == "FromWs":
            text += '<P Name="SigBuilderData" Ref="bdmxdata:DataTag0"/>\n'
        if name == "Signal Builder":
            text += xml_blocks(inside, inside_lines)
        text += "</Block>\n"
    for source, output, destination, number in wires:
        text += f'<Line><P Name="Src">{source}#out:{output}</P><P Name="Dst">{destination}#in:{number}</P></Line>\n'
    return text + "</System>\n"


xml = '<?xml version="1.0" encoding="utf-8"?>\n<ModelInformation Version="1.0">\n<Model>\n<P Name="Name">drawing</P>\n'
xml += xml_blocks(blocks, lines) + "</Model>\n</ModelInformation>\n"
parts = {"simulink/bdmxdata/DataTag0.mxarray": drawing, "simulink/modelWorkspace.mxarray": workspace}

folder = pathlib.Path(__file__).parent / "stored"
folder.mkdir(exist_ok=True)
(folder / "drawing.mdl").write_text(mdl)
with zipfile.ZipFile(folder / "drawing.slx", "w", zipfile.ZIP_DEFLATED) as archive:
    for name, data in {"simulink/blockdiagram.xml": xml.encode(), **parts}.items():
        archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data)
package = "# package\nModel {\n  Version\t24.1\n}\n__MWOPC_PACKAGE_BEGIN__ R2024a\n"
package += "__MWOPC_PART_BEGIN__ /simulink/blockdiagram.xml\n" + xml
for name, data in parts.items():
    package += f"__MWOPC_PART_BEGIN__ /{name} BASE64\n" + base64.encodebytes(data).decode() + "\n"
(folder / "drawing_package.mdl").write_text(package + "__MWOPC_PACKAGE_END__\n")
