"""One run of a command in which one thing fails, and the judgement about what it did."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SECONDS = 40


class Tools:
    def __init__(self, program, calls, memory, sanitized):
        self.program, self.calls, self.memory, self.sanitized = program, calls, memory, sanitized

    def environment(self, folder, more):
        kept = dict(os.environ, TMPDIR=str(folder / "tmp"), OPENBLAS_NUM_THREADS="1", LD_PRELOAD=self.memory, LC_ALL="C.UTF-8")
        if self.sanitized:
            kept["ASAN_OPTIONS"] = "verify_asan_link_order=0:detect_leaks=0:abort_on_error=1"
        kept.update(more)
        return kept


def skip_if_impossible(tools):
    """a container may forbid the filter that stops the calls"""
    tried = subprocess.run([tools.calls, "changes", "--report", "/dev/null", "--", "true"], stderr=subprocess.PIPE, text=True)
    if tried.returncode != 0:
        print(f"calls of the system cannot be stopped here, nothing is tortured: {tried.stderr.strip()}")
        sys.exit(77)


class Fault:
    """kind and at: which call; ever, half, kill, only: see torture_calls.c. kind "memory" is fail_memory.c"""

    def __init__(self, kind, at, ever=False, half=False, kill=False, only=None):
        self.kind, self.at, self.ever, self.half, self.kill, self.only = kind, at, ever, half, kill, only

    def __str__(self):
        words = [w for w in ("ever", "half", "kill") if getattr(self, w)]
        return " ".join([self.kind, str(self.at), *words, *([self.only] if self.only else [])])


class Outcome:
    def __init__(self, folder, code, signal, hung, left, hit, what, calls, said):
        self.folder, self.code, self.signal, self.hung, self.left = folder, code, signal, hung, left
        self.hit, self.what, self.calls, self.said = hit, what, calls, said


def fresh_folder():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="torture-"))
    (folder / "work").mkdir()
    (folder / "tmp").mkdir()
    return folder


def run(tools, case, fault, server=None, folder=None, words=None, trace=None):
    """the command with this fault; fault None: with none"""
    folder = folder or fresh_folder()
    command = [word.replace("@server", server or "") for word in (words or case.words)]
    command = [tools.program if word == "@" else word for word in command]
    more = dict(case.environment)
    report = folder / "report"
    report.unlink(missing_ok=True)
    if fault and fault.kind == "memory":
        more.update(TORTURE_MEMORY=f"{fault.at}{'+' if fault.ever else ''}", TORTURE_REPORT=str(report),
                    TORTURE_PROGRAM=fault.only or "multirate")
    elif fault or trace:
        kind = fault.kind if fault else "changes"
        options = ["--at", str(fault.at if fault else 0), "--report", str(report), "--seconds", str(SECONDS)]
        for word in ("ever", "half", "kill"):
            options += [f"--{word}"] if fault and getattr(fault, word) else []
        options += ["--only", fault.only] if fault and fault.only else []
        options += ["--trace", str(trace)] if trace else []
        command = [tools.calls, kind, *options, "--", *command]
    hung, signal = False, 0
    # torture_calls is not tortured itself: it hands the library on
    environment = tools.environment(folder, more)
    try:
        done = subprocess.run(command, cwd=folder / "work", env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=SECONDS + 20)
        code, said, printed = done.returncode, done.stderr, done.stdout
    except subprocess.TimeoutExpired as late:
        code, said, printed, hung = -1, late.stderr or b"", late.stdout or b"", True
    hit, what, calls, left = False, "", 0, 0
    if fault and fault.kind == "memory":
        hit, signal = report.exists(), -code if code < 0 and not hung else 0
    elif report.exists():
        told = json.loads(report.read_text(errors="replace"))
        hit, what, calls, left = told["hit"], told["what"], told["calls"], told["left"]
        code, signal, hung = told["code"], told["signal"], told["hung"]
    elif fault or trace:
        raise RuntimeError(f"torture_calls failed: {said.decode(errors='replace')}")
    outcome = Outcome(folder, code, signal, hung, left, hit, what, calls, said.decode(errors="replace"))
    outcome.printed = printed
    return outcome


def read_files(case, folder):
    return {name: (folder / "work" / name).read_bytes() if (folder / "work" / name).exists() else None for name in case.files}


def leftovers(outcome, case, allowed):
    """files that nobody asked for"""
    names = {str(p.relative_to(outcome.folder / "work")) for p in (outcome.folder / "work").rglob("*") if p.is_file()}
    found = sorted(name for name in names - allowed - set(case.files) if not case.resume or not name.startswith("s/"))
    found += sorted(str(p.relative_to(outcome.folder)) for p in (outcome.folder / "tmp").rglob("*") if p.is_file())
    return found


def is_right(case, name, data, good):
    return data == good[name] or (case.whole is not None and data is not None and case.whole(data))


def whole_rows(data, good):
    """results so far: the first rows of the good ones"""
    return data.endswith(b"\n") and good.startswith(data)


def judge(case, fault, outcome, good, good_printed, allowed):
    """what is wrong with it, in words; None: nothing"""
    if outcome.hung:
        return "it hangs"
    if fault.kill:
        return None
    if (outcome.signal == 11 or "it crashed" in outcome.said) and fault.kind in case.excused:
        return None
    # what a shell makes of an abort of a C++ library, which has told where
    if outcome.code == 134 and fault.kind in case.excused and re.search(r"\(src/\w+\.[ch]pp:\d+\)|bad_alloc", outcome.said):
        return None
    if outcome.signal:
        return f"signal {outcome.signal}"
    if outcome.left:
        return "a process outlives it"
    if outcome.code not in (0, 1, 2):
        return f"exit code {outcome.code}"
    files = read_files(case, outcome.folder)
    call = outcome.what.split(" ")[0]  # number(descriptor)
    if outcome.code == 0:
        for name in case.files:
            if not is_right(case, name, files[name], good):
                return f"exit code 0, but {name} is not right"
        if case.deaf and call.endswith("(1)"):
            return None
        if not case.files and case.whole is None and case.compare(outcome.printed) != case.compare(good_printed):
            return "exit code 0, but what is printed is not right"
    else:
        if not outcome.said.strip() and not call.endswith("(2)"):
            return "it fails and says nothing"
        for name in case.files:
            data = files[name]
            fine = data is None or data == case.old or is_right(case, name, data, good) or (
                case.prefix and whole_rows(data, good[name]))
            if not fine and case.resume is None:
                return f"it fails, and half of {name} has its name"
    more = leftovers(outcome, case, allowed)
    if fault.ever:  # who can open nothing cannot remove it either; the next one does
        more = [name for name in more if "/multirate-fmu-" not in name]
    if more:
        return f"it leaves {', '.join(more[:3])}"
    return None


def forget(folder):
    shutil.rmtree(folder, ignore_errors=True)
