"""MATLAB Function blocks of a public model, called once more by Octave on the inputs that a run has recorded."""
import os
import re
import subprocess

from model_file import parse_text, sections, texts
from recording import convert, record

# functions of Octave's that mean something else, or are not there
OTHERS = re.compile(r"\b(persistent|global|coder|eml|rand|randn|tic|toc|assert|evalin|assignin)\b")


def scripts_of(text):
    """path of a block -> its script"""
    found, charts = {}, {}
    for machine in sections(parse_text(text), "Stateflow"):
        for state in sections(machine, "state"):
            for eml in sections(state, "eml"):
                if "script" in texts(eml) and "eML_blk_kernel" in texts(state).get("labelString", ""):
                    charts[texts(state).get("chart")] = texts(eml)["script"]
        for instance in sections(machine, "instance"):
            about = texts(instance)
            if about.get("chart") in charts:
                found[" ".join(about["name"].split())] = charts[about["chart"]]
    return found


def ports_of(script):
    """names of outputs and inputs in the signature"""
    body = re.sub(r"\.\.\.[^\n]*\n", " ", re.sub(r"%[^\n]*", "", script))
    head = re.search(r"\bfunction\s+(?:\[?([^\]=]*?)\]?\s*=\s*)?(\w+)\s*(?:\(([^)]*)\))?", body)
    outputs, name, inputs = head.group(1) or "", head.group(2), head.group(3) or ""
    return name, re.findall(r"\w+", outputs), re.findall(r"[\w~]+", inputs)


def literal(rows):
    return "[%s]" % ";\n".join(" ".join(repr(x).replace("nan", "NaN").replace("inf", "Inf") for x in row) for row in rows)


def call_in_octave(script, inputs, folder):
    """outputs of the function for each row of the inputs: lists of rows"""
    name, outputs, _ = ports_of(script)
    source = os.path.join(folder, "oracle_call.m")
    with open(source, "w", encoding="utf8") as file:
        file.write("1;\n" + script + "\n")
        for k, rows in enumerate(inputs):
            file.write("u%d = %s;\n" % (k + 1, literal(rows)))
        arguments = ", ".join("u%d(k, :).'" % (k + 1) for k in range(len(inputs)))
        results = ", ".join("y%d" % (k + 1) for k in range(len(outputs)))
        shown = "".join("printf('%%.17g ', y%d); printf('|');" % (k + 1) for k in range(len(outputs)))
        count = len(inputs[0]) if inputs else 1
        file.write("for k = 1:%d\n[%s] = %s(%s);\n%s printf('\\n');\nend\n" % (count, results, name, arguments, shown))
    done = subprocess.run(["octave-cli", "--no-gui", "--quiet", "--no-init-file", source], capture_output=True, text=True,
                          timeout=120, cwd=folder)
    if done.returncode:
        raise RuntimeError("Octave: " + done.stderr.strip()[:150])
    rows = [line.split("|")[:-1] for line in done.stdout.splitlines() if "|" in line]
    return [[[float(x) for x in row[k].split()] for row in rows] for k in range(len(outputs))]


def worst_of(ours, theirs):
    size = max([abs(x) for row in theirs for x in row if x == x] + [1e-300])
    if len(ours) != len(theirs) or any(len(a) != len(b) for a, b in zip(ours, theirs)):
        raise RuntimeError("sizes differ")
    return max(abs(a - b) / size if a != b and (a == a or b == b) else 0.0 for x, y in zip(ours, theirs) for a, b in zip(x, y))


def check(program, model, folder, options=()):
    scripts = scripts_of(convert(program, model, folder))
    wanted = {path: script for path, script in scripts.items() if not OTHERS.search(script)}
    run = record(program, model, folder, wanted, options=options)
    worst, compared = 0.0, 0
    for path, script in wanted.items():
        _, outputs, inputs = ports_of(script)
        there = [(path, "in", k + 1) for k in range(len(inputs))]
        results = [(path, "out", k + 1) for k in range(len(outputs)) if (path, "out", k + 1) in run.signals]
        if not results or any(port not in run.signals for port in there):
            continue
        theirs = call_in_octave(script, [run.signals[port] for port in there], folder)
        worst = max([worst] + [worst_of(run.signals[port], theirs[port[2] - 1]) for port in results])
        compared += 1
    if not compared:
        raise RuntimeError("no function could be compared")
    return worst, "%d of %d functions, %d rows" % (compared, len(scripts), len(run.time))


SELF = "01_自吸方案/"
BENCH = SELF + "02_台架测试_10kW/01_模型/CEGR_TestBench_10kW_v01"
CAR = SELF + "01_车载系统_10kW_GZS60_v3/"
BEFORE = CAR + "05_历史归档/2026-06-04_no_egr_calibration_process/01_模型/CEGR_Vehicle_10kW_GZS60_v03_"
NOW = CAR + "01_模型/CEGR_Vehicle_10kW_GZS60_v03_"
MODELS = [("huajijihua/CEGR-PEMFC-simulinkmodel", file + ".slx", check) for file in (
    BENCH, BENCH + "_pO2_DQ60", BEFORE + "calibrated_stage1", BEFORE + "stage2_steadyfit", NOW + "noEGR_frozen",
    NOW + "stage1_pressurefix")]
