"""What is tortured: a command, the files that it makes, and how one tells that they are whole."""

import os
import pathlib


class Case:
    """A command in a folder of its own.

    files: what it makes there; whole(): is a file whole although it is not the same to the bit (archives have times)?
    resume: words that finish the work after a failure, with the same result; again: those after a kill.
    compare: what of the print must be right, where no file is made.
    excused: kinds of failure in which a library of others may crash, with the reason.
    only: the name of the program that is tortured, if the command is a script around it.
    memory: False if requests for memory are tried elsewhere.
    deaf: it prints by a program of others that does not tell when its own print is lost.
    """

    def __init__(self, name, words, files, kinds, whole=None, resume=None, old=None, prefix=False, environment=None,
                 server=None, memory_of=None, slow=1, again=None, excused=None, only=None, memory=True, deaf=False,
                 compare=lambda printed: printed):
        self.name, self.words, self.files, self.kinds = name, words, files, kinds
        self.whole, self.resume, self.old, self.prefix = whole, resume, old, prefix
        self.compare, self.only, self.memory, self.deaf = compare, only, memory, deaf
        self.again, self.excused = again or resume or words, excused or {}
        self.environment, self.server, self.memory_of, self.slow = environment or {}, server, memory_of, slow

    def command(self, program):
        return [program if word == "@" else word for word in self.words]


def starts_with(begin, least):
    return lambda data: data[:len(begin)] == begin and len(data) >= least


def is_table(lines):
    """its times are never the same"""
    return lambda data: data.startswith(b"fr,") and data.count(b"\n") == lines and data.endswith(b"\n")


def is_archive(data):
    """every member of the archive has its check sum"""
    import io
    import zipfile
    try:
        return zipfile.ZipFile(io.BytesIO(data)).testzip() is None
    except zipfile.BadZipFile:
        return False


FILES = ["space", "sync", "open", "read", "writes"]
ALL = FILES + ["resources", "streams", "waits"]


def cases(source, build):
    pol = f"{source}/models/van_der_pol/van_der_pol.mdl"
    mass = f"{source}/models/two_mass/two_mass.mdl"
    force = f"{source}/models/two_mass/two_mass_force.mdl"
    cart = f"{source}/mbs_slave/multibody/examples/cart.mbs"
    sweep = ["@", "sweep", force, "--vary", "fr=5,10,20,30", "--measure", "last=x1(end)", "--stop-time", "1", "--jobs", "2",
             "--out", "s"]
    study = ["@", "study", "two-mass", "--fr", "5", "--orders", "2", "--brief", "--jobs", "2", "--out", "s"]
    advise = ["@", "advise", force, "--pilots", "0", "--stop-time", "5", "--apply", "best.mdl"]
    slave = ["--set", "Multirate:slave='two_mass isolate=%s timeout=5'"]
    found = [
        Case("run_csv", ["@", "run", mass, "--stop-time", "1", "--out", "r.csv"], ["r.csv"], ALL, prefix=True,
             old=b"time,x\n0,1\n"),
        Case("run_mat", ["@", "run", pol, "--stop-time", "0.1", "--out", "r.mat"], ["r.mat"], FILES,
             whole=starts_with(b"MATLAB 5.0", 1000),
             excused={"memory": "libmatio uses memory that it did not get; a real lack is noticed before (mat.c)"}),
        Case("run_standard", ["@", "run", pol, "--stop-time", "0.1", "--out", "-"], [], ["streams", "waits", "writes"]),
        Case("run_params", ["@", "run", pol, "--params", f"{source}/tests/torture/parameters.m", "--stop-time", "0.1", "--out",
                            "r.csv"], ["r.csv"], ["open", "read"], prefix=True),
        Case("run_report", ["@", "run", pol, "--stop-time", "0.1", "--report", "page"], ["page/report.html"], FILES,
             whole=lambda data: data.rstrip().endswith(b"</html>")),
        Case("run_isolated", ["@", "run", mass, "--stop-time", "1", "--out", "r.csv", slave[0], slave[1] % "yes"], ["r.csv"],
             ALL, prefix=True, memory_of="multirate-slave-host"),
        Case("run_sandbox", ["@", "run", mass, "--stop-time", "1", "--out", "r.csv", slave[0], slave[1] % "sandbox"],
             ["r.csv"], ["open", "read", "resources", "streams", "waits"], prefix=True),
        Case("run_remote", ["@", "run", mass, "--stop-time", "1", "--out", "r.csv", "--set",
                            "Multirate:slave='@server timeout=30'"], ["r.csv"], ["resources", "streams", "waits", "read"],
             prefix=True, server="two_mass"),
        Case("serve", [f"{source}/tests/torture/serve_once", "@", mass, "r.csv"], ["r.csv"],
             ["open", "read", "resources", "streams", "waits", "space"], prefix=True, only="multirate", slow=2,
             excused={"memory": "libzmq aborts when it gets no memory, as its authors want it",
                      "streams": "libzmq aborts when its own sockets are closed", "resources": "or when it gets none",
                      "waits": "and when a call that does not block is interrupted, which a system never does"}),
        Case("sweep", sweep, ["s/results.csv"], ALL, resume=sweep + ["--resume"]),
        Case("study", study, ["s/results.csv"], ["space", "sync", "writes", "waits"], slow=4, resume=study + ["--resume"],
             whole=is_table(3)),
        Case("convert", ["@", "convert", force, "c.slx"], ["c.slx"], FILES, whole=is_archive,
             again=["@", "convert", force, "c.slx", "--replace"]),
        Case("convert_text", ["@", "convert", force, "c.mdl"], ["c.mdl"], FILES,
             again=["@", "convert", force, "c.mdl", "--replace"]),
        Case("export", ["@", "export-fmu", cart, "--out", "c.fmu"], ["c.fmu"], FILES, whole=is_archive,
             excused={"memory": "libzip uses memory that it did not get"}),
        # degrees of freedom, in the first line, are told if there was memory to count them
        Case("slave", ["@", "slave", cart], [], ["open", "read", "streams"], compare=lambda printed: printed.split(b"\n")[1:]),
        Case("draw", ["@", "draw", pol, "--out", "d.svg"], ["d.svg"], FILES),
        Case("stability", ["@", "stability", "--x", "wH=0.1:1:3", "--out", "chart"], ["chart/chart.csv"],
             ["space", "sync", "writes"], slow=2),
        Case("advise", advise, ["best.mdl"], ["space", "sync", "writes"], slow=2, again=advise + ["--replace"]),
    ]
    fmu = pathlib.Path(build) / "tests/mbs_slave/fmu/fmus/full2.fmu"
    if fmu.exists():
        found.append(Case("slave_fmu", ["@", "slave", str(fmu)], [], ["space", "open", "read", "sync"]))
    return found


def octave_cases(source):
    """the package inside Octave: what is counted begins when the script says so (fail_memory.c), behind Octave's own start"""
    slaves = f"{source}/tests/sfun/two_slaves.mdl"

    def script(text):
        begin = f"addpath ('{source}/tests/octave'); load_package (); warning ('off', 'all'); setenv ('TORTURE_NOW', '0');"
        return [os.environ["OCTAVE"], "-q", "--norc", "--no-history", "--eval", f"{begin} {text}"]

    def octave(name, text, files, kinds, **more):
        return Case(name, script(text), files, kinds, environment={"TORTURE_NOW": "wait"}, memory=False, deaf=True, **more)

    run = (f"r = mr_sim ('{slaves}', 'stop_time', 0.1, 'params', struct ('slave', 'accumulator isolate=yes timeout=20'));"
           "printf ('%s\\n', num2hex ([r.time; r.signals.y(:)])'); fflush (stdout);")
    save = ("load_system ('van_der_pol'); set_param ('van_der_pol', 'StopTime', '3');"
            "save_system ('van_der_pol', fullfile (pwd (), 'c.mdl'));")
    return [octave("octave_run", run, [], ["open", "read", "resources", "streams", "waits"]),
            octave("octave_save", save, ["c.mdl"], FILES, old=None)]
