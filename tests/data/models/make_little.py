#!/usr/bin/env python3
"""Writes one small model in every layout that releases have used, for the tests of the reader.

usage: tests/data/models/make_little.py    (in any folder; the files are written beside this script)
"""
import os
import zipfile
from xml.sax.saxutils import escape, quoteattr

HERE = os.path.dirname(os.path.abspath(__file__))
NAME = "little"

MASK = {
    "type": "Plant",
    "init": "b = 2*a;\nc = b + 1;",
    "parameters": [  # name, prompt, type, options, value, evaluate
        ("a", "Gain a", "edit", [], "2+k", True),
        ("mode", "Mode", "popup", ["slow", "fast", "very fast"], "fast", True),
        ("flag", "Use it", "checkbox", [], "on", True),
        ("label", "Label", "edit", [], "p|q", False),
    ],
}

# number, type, name, ports, parameters, inside, more
ROOT = {
    "blocks": [
        (1, "Step", "step", [0, 1], {"Time": "0.5"}, None, {"port": (1, "r")}),
        (2, "Sum", "sum", [2, 1], {"Inputs": "|+-"}, None, {}),
        (3, "Gain", "k\n1", [1, 1], {"Gain": "3"}, None, {}),
        (4, "Integrator", "x", [1, 1, 0, 0, 1],
         {"ShowStatePort": "on", "InitialCondition": "x0"}, None, {}),
        (5, "SubSystem", "plant", [1, 1], {}, {
            "blocks": [
                (6, "Inport", "u", [0, 1], {}, None, {}),
                (7, "Gain", "a", [1, 1], {"Gain": "a*mode"}, None, {}),
                (8, "Outport", "y", [1], {}, None, {}),
            ],
            "lines": [(("u", 1), [("a", 1)], ""), (("a", 1), [("y", 1)], "")],
        }, {"mask": MASK}),
        (9, "SubSystem", "gate", [2, 1, 1, 1], {}, {
            "blocks": [
                (10, "Inport", "u", [0, 1], {}, None, {}),
                (11, "Inport", "v", [0, 1], {"Port": "2"}, None, {}),
                (12, "EnablePort", "Enable", [], {"StatesWhenEnabling": "reset"}, None, {}),
                (13, "TriggerPort", "Trigger", [], {"TriggerType": "either"}, None, {}),
                (14, "UnitDelay", "d", [1, 1], {"InitialCondition": "2", "SampleTime": "-1"},
                 None, {}),
                (15, "Product", "times", [2, 1], {"Inputs": "*/"}, None, {}),
                (16, "Outport", "y", [1], {}, None, {}),
            ],
            "lines": [(("u", 1), [("times", 1)], ""), (("v", 1), [("times", 2)], ""),
                      (("times", 1), [("d", 1)], ""), (("d", 1), [("y", 1)], "")],
        }, {}),
        (17, "If", "if", [1, 2], {"IfExpression": "u1 > 0.5"}, None, {}),
        (18, "SubSystem", "then", [1, 1, 0, 0, 0, 0, 0, 1], {}, {
            "blocks": [
                (19, "Inport", "u", [0, 1], {}, None, {}),
                (20, "ActionPort", "Action Port", [], {}, None, {}),
                (21, "Outport", "y", [1], {}, None, {}),
            ],
            "lines": [(("u", 1), [("y", 1)], "")],
        }, {}),
        (22, "Goto", "go", [1], {"GotoTag": "T"}, None, {}),
        (23, "From", "from", [0, 1], {"GotoTag": "T"}, None, {}),
        (24, "Terminator", "end", [1], {}, None, {}),
        (25, "Saturate", "limit", [1, 1], {"UpperLimit": "[1, 2]"}, None, {"commented": "through"}),
        (26, "Terminator", "loose", [1], {}, None, {"commented": "on"}),
        (27, "Outport", "out/1", [1], {}, None, {}),
    ],
    "lines": [
        (("step", 1), [("sum", 1), ("gate", "trigger"), ("if", 1)], "r"),
        (("sum", 1), [("k\n1", 1)], ""),
        (("k\n1", 1), [("x", 1)], ""),
        # a branch within a branch
        (("x", 1), [("plant", 1), [("sum", 2), [("go", 1), ("gate", 1)]]], "x"),
        (("x", "state"), [("end", 1)], ""),
        (("plant", 1), [("gate", 2), ("then", 1)], ""),
        (("from", 1), [("gate", "enable")], ""),
        (("if", 1), [("then", "ifaction")], ""),
        (("gate", 1), [("limit", 1)], ""),
        (("limit", 1), [("out/1", 1)], ""),
        # loose ends: neither must be kept
        (("then", 1), [], ""),
    ],
}

SOLVER = {"StartTime": "0.0", "StopTime": "5*T", "SolverName": "ode4", "FixedStep": "0.01",
          "RelTol": "1e-4"}
DATA = {"SaveFormat": "StructureWithTime", "SaveTime": "on"}
DEBUG = {"AlgebraicLoopMsg": "error"}
MODEL = {"PreLoadFcn": "k = 3;\nx0 = 1;", "InitFcn": "T = 1;"}
DEFAULTS = {
    "Gain": {"Gain": "1", "Multiplication": "Element-wise(K.*u)"},
    "Saturate": {"UpperLimit": "0.5", "LowerLimit": "-0.5"},
    "UnitDelay": {"InitialCondition": "0", "SampleTime": "1"},
    "Step": {"Time": "1", "Before": "0", "After": "1"},
}


def mdl_quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


class Mdl:
    """the text format; old: no SIDs, masks as strings, X0 for the unit delay"""

    def __init__(self, version, old):
        self.version, self.old, self.out = version, old, []
        self.next_object = 10

    def put(self, depth, text):
        self.out.append("  " * depth + text)

    def keys(self, depth, keys):
        for key, value in keys.items():
            # long texts are continued on the next line, as the format does
            if len(value) > 8 and self.old and "\n" in value:
                cut = value.index("\n") + 1
                self.put(depth, key + "\t" + mdl_quote(value[:cut]))
                self.put(depth, mdl_quote(value[cut:]))
            else:
                self.put(depth, key + "\t" + mdl_quote(value))

    def old_mask(self, depth, mask):
        rows = mask["parameters"]
        styles = [t if t != "popup" else "popup(" + "|".join(o) + ")" for _, _, t, o, _, _ in rows]
        variables = "".join(f"{r[0]}={'@' if r[5] else '&'}{i + 1};" for i, r in enumerate(rows))
        self.keys(depth, {
            "MaskType": mask["type"],
            "MaskPromptString": "|".join(r[1] for r in rows),
            "MaskStyleString": ",".join(styles),
            "MaskVariables": variables,
            "MaskInitialization": mask["init"],
            "MaskValueString": "|".join(r[4].replace("|", "\\|") for r in rows),
        })

    def object_mask(self, depth, mask):
        self.put(depth, "Object {")
        self.put(depth + 1, '$PropName\t"MaskObject"')
        self.put(depth + 1, f"$ObjectID\t{self.next_object}")
        self.put(depth + 1, '$ClassName\t"Simulink.Mask"')
        self.keys(depth + 1, {"Type": mask["type"], "Initialization": mask["init"]})
        self.put(depth + 1, "Array {")
        self.put(depth + 2, 'Type\t"Simulink.MaskParameter"')
        self.put(depth + 2, f"Dimension\t{len(mask['parameters'])}")
        for name, prompt, kind, options, value, evaluate in mask["parameters"]:
            self.next_object += 1
            self.put(depth + 2, "Object {")
            self.put(depth + 3, f"$ObjectID\t{self.next_object}")
            self.keys(depth + 3, {"Type": kind, "Name": name, "Prompt": prompt, "Value": value})
            if not evaluate:
                self.keys(depth + 3, {"Evaluate": "off"})
            if options:
                self.put(depth + 3, "Array {")
                self.put(depth + 4, 'Type\t"Cell"')
                self.put(depth + 4, f"Dimension\t{len(options)}")
                for option in options:
                    self.put(depth + 4, "Cell\t" + mdl_quote(option))
                self.put(depth + 4, 'PropName\t"TypeOptions"')
                self.put(depth + 3, "}")
            self.put(depth + 2, "}")
        self.put(depth + 2, 'PropName\t"Parameters"')
        self.put(depth + 1, "}")
        self.put(depth, "}")
        self.next_object += 1

    def block(self, depth, block):
        number, kind, name, ports, parameters, inside, more = block
        self.put(depth, "Block {")
        self.put(depth + 1, f"BlockType\t{kind}")
        self.keys(depth + 1, {"Name": name})
        if not self.old:
            self.keys(depth + 1, {"SID": str(number)})
        if ports != [1, 1] and kind not in ("Inport", "Outport", "Terminator", "Step", "From"):
            self.put(depth + 1, f"Ports\t{ports}")
        self.put(depth + 1, f"Position\t[{10 * number}, 20, {10 * number + 30}, 50]")
        if "commented" in more:
            self.keys(depth + 1, {"Commented": more["commented"]})
        for key, value in parameters.items():
            if self.old and kind == "UnitDelay" and key == "InitialCondition":
                key = "X0"
            self.keys(depth + 1, {key: value})
        if "mask" in more:
            (self.old_mask if self.old else self.object_mask)(depth + 1, more["mask"])
        if "port" in more:
            self.put(depth + 1, "Port {")
            self.put(depth + 2, f"PortNumber\t{more['port'][0]}")
            self.keys(depth + 2, {"Name": more["port"][1]})
            self.put(depth + 1, "}")
        if inside:
            self.system(depth + 1, name, inside)
        self.put(depth, "}")

    def destinations(self, depth, ends):
        if len(ends) == 1 and not isinstance(ends[0], list):
            self.put(depth, "DstBlock\t" + mdl_quote(ends[0][0]))
            self.put(depth, f"DstPort\t{ends[0][1]}")
            return
        for end in ends:
            self.put(depth, "Branch {")
            self.put(depth + 1, "Points\t[0, 10]")
            self.destinations(depth + 1, end if isinstance(end, list) else [end])
            self.put(depth, "}")

    def system(self, depth, name, system):
        self.put(depth, "System {")
        self.keys(depth + 1, {"Name": name})
        self.put(depth + 1, "Location\t[10, 10, 500, 400]")
        self.put(depth + 1, "Open\ton")
        for block in system["blocks"]:
            self.block(depth + 1, block)
        for (block, port), ends, label in system["lines"]:
            self.put(depth + 1, "Line {")
            if label:
                self.keys(depth + 2, {"Name": label})
            self.put(depth + 2, "SrcBlock\t" + mdl_quote(block))
            self.put(depth + 2, f"SrcPort\t{port}")
            self.destinations(depth + 2, ends)
            self.put(depth + 1, "}")
        self.put(depth + 1, "Annotation {")
        self.put(depth + 2, 'Name\t"not a \\"block\\""')
        self.put(depth + 1, "}")
        self.put(depth, "}")

    def component(self, number, kind, keys):
        if self.old:
            self.put(4, f"{kind} {{")
        else:
            self.put(4, "Object {")
            self.put(5, f'$ClassName\t"{kind}"')
        self.put(5, f"$ObjectID\t{number}")
        self.put(5, 'Version\t"1.6.0"')
        self.keys(5, keys)
        self.put(4, "}")

    def configuration(self):
        # a set that is not active comes first: it must not be taken
        self.put(1, "Array {")
        self.put(2, 'Type\t"Handle"')
        self.put(2, "Dimension\t2")
        for number, solver in ((1, dict(SOLVER, StopTime="99", SolverName="ode15s")), (5, SOLVER)):
            self.put(2, "Simulink.ConfigSet {" if self.old else "Object {")
            if not self.old:
                self.put(3, '$ClassName\t"Simulink.ConfigSet"')
            self.put(3, f"$ObjectID\t{number}")
            self.put(3, "Array {")
            self.put(4, 'Type\t"Handle"')
            self.put(4, "Dimension\t3")
            self.component(number + 1, "Simulink.SolverCC", solver)
            self.component(number + 2, "Simulink.DataIOCC", DATA)
            self.component(number + 3, "Simulink.DebuggingCC", DEBUG)
            self.put(4, 'PropName\t"Components"')
            self.put(3, "}")
            self.put(3, 'Name\t"Configuration"')
            self.put(2, "}")
        self.put(2, 'PropName\t"ConfigurationSets"')
        self.put(1, "}")
        self.put(1, "Simulink.ConfigSet {" if self.old else "Object {")
        self.put(2, '$PropName\t"ActiveConfigurationSet"')
        self.put(2, "$ObjectID\t5")
        self.put(1, "}")

    def text(self):
        self.put(0, "# made by make_little.py")
        self.put(0, "Model {")
        self.put(1, f'Name\t"{NAME}"')
        self.put(1, f"Version\t{self.version}")
        self.put(1, 'SavedCharacterEncoding\t"windows-1252"')
        self.keys(1, MODEL)
        self.configuration()
        self.put(1, "BlockDefaults {")
        self.put(2, 'FontName\t"Arial"')
        self.put(1, "}")
        self.put(1, "BlockParameterDefaults {")
        for kind, keys in DEFAULTS.items():
            self.put(2, "Block {")
            self.put(3, f"BlockType\t{kind}")
            for key, value in keys.items():
                if self.old and kind == "UnitDelay" and key == "InitialCondition":
                    key = "X0"
                self.keys(3, {key: value})
            self.put(2, "}")
        self.put(1, "}")
        self.system(1, NAME, ROOT)
        self.put(0, "}")
        self.put(0, "MatData {")
        self.put(1, "NumRecords\t1")
        self.put(0, "}")
        return "\n".join(self.out) + "\n"


class Xml:
    """the parts of a package; year decides where things are"""

    def __init__(self, year):
        self.year, self.parts = year, {}

    @staticmethod
    def p(name, value, depth):
        return "  " * depth + f"<P Name={quoteattr(name)}>{escape(value)}</P>\n"

    def mask(self, mask, d):
        pad = "  " * d
        rows = mask["parameters"]
        if self.year >= 2018:
            out = f"{pad}<Mask>\n{pad}  <Type>{mask['type']}</Type>\n"
            out += f"{pad}  <Initialization>{escape(mask['init'])}</Initialization>\n"
            for name, prompt, kind, options, value, evaluate in rows:
                off = "" if evaluate else ' Evaluate="off"'
                out += f'{pad}  <MaskParameter Name="{name}" Type="{kind}"{off}>\n'
                if options:
                    items = "".join(f"<Option>{escape(o)}</Option>" for o in options)
                    out += f"{pad}    <TypeOptions>{items}</TypeOptions>\n"
                out += f"{pad}    <Prompt>{prompt}</Prompt>\n"
                out += f"{pad}    <Value>{escape(value)}</Value>\n{pad}  </MaskParameter>\n"
            return out + f"{pad}</Mask>\n"
        out = f'{pad}<Object PropName="MaskObject" ObjectID="20" ClassName="Simulink.Mask">\n'
        out += self.p("Type", mask["type"], d + 1) + self.p("Initialization", mask["init"], d + 1)
        out += f'{pad}  <Array PropName="Parameters" Type="Simulink.MaskParameter" Dimension="1*{len(rows)}">\n'
        for i, (name, prompt, kind, options, value, evaluate) in enumerate(rows):
            out += f'{pad}    <Object ObjectID="{21 + i}">\n'
            for key, text in (("Type", kind), ("Name", name), ("Prompt", prompt), ("Value", value)):
                out += self.p(key, text, d + 3)
            if not evaluate:
                out += self.p("Evaluate", "off", d + 3)
            if options:
                out += f'{pad}      <Array PropName="TypeOptions" Type="Cell" Dimension="1*{len(options)}">\n'
                out += "".join(f"{pad}        <Cell>{escape(o)}</Cell>\n" for o in options)
                out += f"{pad}      </Array>\n"
            out += f"{pad}    </Object>\n"
        return out + f"{pad}  </Array>\n{pad}</Object>\n"

    def block(self, block, d):
        number, kind, name, ports, parameters, inside, more = block
        pad = "  " * d
        label = escape(name, {'"': "&quot;", "\n": "&#xA;"})
        out = f'{pad}<Block BlockType="{kind}" Name="{label}" SID="{number}">\n'
        if self.year >= 2024:
            names = ["in", "out", "enable", "trigger", "state", "lconn", "rconn", "ifaction"]
            counts = " ".join(f'{n}="{c}"' for n, c in zip(names, ports) if c)
            out += f"{pad}  <PortCounts {counts}/>\n" if counts else ""
        elif ports != [1, 1] and kind not in ("Inport", "Outport", "Terminator", "Step", "From"):
            out += self.p("Ports", str(ports), d + 1)
        out += self.p("Position", f"[{10 * number}, 20, {10 * number + 30}, 50]", d + 1)
        if "commented" in more:
            out += self.p("Commented", more["commented"], d + 1)
        for key, value in parameters.items():
            out += self.p(key, value, d + 1)
        if "mask" in more:
            out += self.mask(more["mask"], d + 1)
        if "port" in more and self.year >= 2024:
            out += f'{pad}  <PortProperties>\n{pad}    <Port Type="out" Index="{more["port"][0]}">\n'
            out += self.p("Name", more["port"][1], d + 3) + f"{pad}    </Port>\n{pad}  </PortProperties>\n"
        elif "port" in more:
            out += f"{pad}  <Port>\n" + self.p("PortNumber", str(more["port"][0]), d + 2)
            out += self.p("Name", more["port"][1], d + 2) + f"{pad}  </Port>\n"
        if inside and self.year >= 2020:
            self.parts[f"simulink/systems/system_{number}.xml"] = self.head() + self.system(inside, 0)
            out += f'{pad}  <System Ref="system_{number}"/>\n'
        elif inside:
            out += self.system(inside, d + 1)
        return out + f"{pad}</Block>\n"

    def destinations(self, numbers, ends, d):
        def text(end):
            port = end[1] if isinstance(end[1], str) else f"in:{end[1]}"
            return f"{numbers[end[0]]}#{port}"
        if len(ends) == 1 and not isinstance(ends[0], list):
            return self.p("Dst", text(ends[0]), d)
        out = ""
        for end in ends:
            out += "  " * d + "<Branch>\n" + self.p("ZOrder", "3", d + 1)
            out += self.destinations(numbers, end if isinstance(end, list) else [end], d + 1)
            out += "  " * d + "</Branch>\n"
        return out

    def system(self, system, d):
        pad = "  " * d
        numbers = {block[2]: block[0] for block in system["blocks"]}
        out = f"{pad}<System>\n" + self.p("Location", "[10, 10, 500, 400]", d + 1)
        for block in system["blocks"]:
            out += self.block(block, d + 1)
        for (block, port), ends, label in system["lines"]:
            source = port if isinstance(port, str) else f"out:{port}"
            out += f"{pad}  <Line>\n"
            if label:
                out += self.p("Name", label, d + 2)
            out += self.p("Src", f"{numbers[block]}#{source}", d + 2)
            out += self.destinations(numbers, ends, d + 2) + f"{pad}  </Line>\n"
        return out + f"{pad}</System>\n"

    @staticmethod
    def head():
        return '<?xml version="1.0" encoding="utf-8"?>\n'

    def config_set(self, number, solver, d):
        pad = "  " * d
        out = f'{pad}<Object Version="1.14.3" ObjectID="{number}" ClassName="Simulink.ConfigSet">\n'
        out += f'{pad}  <P Name="DisabledProps" Class="double">[]</P>\n'
        out += f'{pad}  <Array PropName="Components" Type="Handle" Dimension="1*3">\n'
        for i, (kind, keys) in enumerate((("SolverCC", solver), ("DataIOCC", DATA),
                                          ("DebuggingCC", DEBUG))):
            out += f'{pad}    <Object ObjectID="{number + 1 + i}" ClassName="Simulink.{kind}">\n'
            out += "".join(self.p(k, v, d + 3) for k, v in keys.items()) + f"{pad}    </Object>\n"
        return out + f"{pad}  </Array>\n" + self.p("Name", "Configuration", d + 1) + f"{pad}</Object>\n"

    def defaults(self, d):
        pad = "  " * d
        out = f"{pad}<BlockParameterDefaults>\n"
        for kind, keys in DEFAULTS.items():
            out += f'{pad}  <Block BlockType="{kind}">\n'
            out += "".join(self.p(k, v, d + 2) for k, v in keys.items()) + f"{pad}  </Block>\n"
        return out + f"{pad}</BlockParameterDefaults>\n"

    def build(self, version):
        wrong = dict(SOLVER, StopTime="99", SolverName="ode15s")
        body = self.head() + '<ModelInformation Version="1.0">\n'
        body += f"  <Model Name={quoteattr(NAME)}>\n" if self.year < 2018 else "  <Model>\n"
        if self.year < 2024:
            body += self.p("Version", version, 2)
        body += "".join(self.p(k, v, 2) for k, v in MODEL.items())
        body += '    <P Name="SavedData" Ref="bdmxdata:SavedData"/>\n'
        if self.year < 2015:
            body += '    <Array PropName="ConfigurationSets" Type="Handle" Dimension="1*2">\n'
            body += self.config_set(1, wrong, 3) + self.config_set(5, SOLVER, 3) + "    </Array>\n"
            body += '    <Object PropName="ActiveConfigurationSet" ObjectID="5"/>\n'
        else:
            for i, solver in enumerate((wrong, SOLVER)):
                self.parts[f"simulink/configSet{i}.xml"] = (
                    self.head() + "<ConfigSet>\n" + self.config_set(1, solver, 1) + "</ConfigSet>\n")
            self.parts["simulink/configSetInfo.xml"] = (
                self.head() + '<ConfigSetInfo>\n  <ConfigSet Ref="configSet0" Active="false"/>\n'
                '  <ConfigSet Ref="configSet1" Active="true"/>\n</ConfigSetInfo>\n')
        if self.year < 2018:
            body += self.defaults(2)
        elif self.year < 2024:
            self.parts["simulink/bddefaults.xml"] = (
                self.head() + "<BlockDiagramDefaults>\n" + self.defaults(1) + "</BlockDiagramDefaults>\n")
        if self.year >= 2020:
            self.parts["simulink/systems/system_root.xml"] = self.head() + self.system(ROOT, 0)
            body += '    <System Ref="system_root"/>\n'
        else:
            body += self.system(ROOT, 2)
        self.parts["simulink/blockdiagram.xml"] = body + "  </Model>\n</ModelInformation>\n"
        self.parts["metadata/coreProperties.xml"] = (
            self.head() + '<cp:coreProperties xmlns:cp="urn:cp">\n'
            f"  <cp:version>{version}</cp:version>\n</cp:coreProperties>\n")
        self.parts["[Content_Types].xml"] = self.head() + "<Types/>\n"
        return self.parts


def write_slx(path, parts):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(parts):
            archive.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), parts[name],
                             zipfile.ZIP_DEFLATED)


def text_package(parts):
    out = "# text package, made by make_little.py\nModel {\n  Version  10.4\n}\n"
    out += "__MWOPC_PACKAGE_BEGIN__ R2021b\n"
    for name in sorted(parts):
        out += f"__MWOPC_PART_BEGIN__ /{name}\n{parts[name]}\n"
    out += "__MWOPC_PART_BEGIN__ /simulink/bdmxdata/SavedData.mxarray BASE64\nAAFJTQAAAAA=\n\n"
    return out + "__MWOPC_PACKAGE_END__\n"


def write(name, text, newline="\n"):
    with open(os.path.join(HERE, name), "w", encoding="ascii", newline=newline) as file:
        file.write(text)


def main():
    os.makedirs(os.path.join(HERE, "layouts"), exist_ok=True)
    write("layouts/little_7.0.mdl", Mdl("7.0", True).text(), "\r\n")
    write("layouts/little_8.5.mdl", Mdl("8.5", False).text())
    write("layouts/little_10.4.mdl", text_package(Xml(2021).build("R2021b")))
    for year, version in ((2012, "8.0"), (2015, "8.6"), (2018, "9.1"), (2020, "10.1"),
                          (2024, "24.1")):
        write_slx(os.path.join(HERE, f"layouts/little_R{year}.slx"), Xml(year).build(version))


main()
