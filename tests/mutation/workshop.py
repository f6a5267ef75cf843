"""Where changed sources are built and tried: a copy of the tree and a build folder of its own, so that nothing of the real
ones is ever touched. Built with -O1 and without debugging information, because it is built often."""

import fcntl
import functools
import json
import os
import pathlib
import re
import resource
import shlex
import shutil
import signal
import subprocess
import tempfile
import time

FLAGS = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_C_FLAGS=-O1 -w", "-DMR_STRICT=OFF",
         "-DCMAKE_C_COMPILER_LAUNCHER=",
         # archives that name their members instead of copying them
         "-DCMAKE_C_ARCHIVE_CREATE=<CMAKE_AR> qcT <TARGET> <LINK_FLAGS> <OBJECTS>"]
if shutil.which("ld.lld"):  # every change is linked into many suites
    FLAGS += [f"-DCMAKE_{kind}_LINKER_FLAGS=-fuse-ld=lld" for kind in ("EXE", "MODULE", "SHARED")]


# as ./test builds: what the compiler refuses there is noticed
STRICT = "-O2 -Wall -Wextra -Wconversion -Wshadow -Werror -Wstrict-prototypes -Wmissing-prototypes -Wno-format-truncation"
PATIENCE = 10  # a busy machine gives a program a part of its time


@functools.lru_cache
def fence():
    """a changed program may end every process that it can name (kill with -1): it sees its own only, where that is allowed"""
    # the first process of its own is a shell, because the kernel lets no signal end that one
    words = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c", '"$@"; exit $?', "sh"]
    try:
        allowed = subprocess.run([*words, "true"], capture_output=True).returncode == 0
    except OSError:
        allowed = False
    return words if allowed else []


def limits(seconds, sanitize):
    """a changed program may ask for anything; its time is that of the processor, whoever else wants it"""
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if not sanitize:  # the shadow of AddressSanitizer counts as data: it has a limit of its own, see run()
        resource.setrlimit(resource.RLIMIT_DATA, (3 << 30, 3 << 30))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))


class Workshop:
    def __init__(self, tree, folder, jobs, sanitize, full=False):
        self.tree, self.folder, self.jobs, self.sanitize, self.full = tree, folder, str(jobs), sanitize, full
        self.source, self.build = folder / "source", folder / "build"
        self.scratch = folder / "tmp"
        self.history_file = folder / "history.json"
        folder.mkdir(parents=True, exist_ok=True)
        self.lock = (folder / "lock").open("w")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise SystemExit(f"Another run works in {folder}; give a folder of its own by --build.")
        self.history = json.loads(self.history_file.read_text()) if self.history_file.exists() else {}
        self.kills = self.history.setdefault("kills", {})  # file -> suite -> number
        self.seconds = self.history.setdefault("seconds", {})  # suite -> its time when nothing is changed

    def save(self):
        self.history_file.write_text(json.dumps(self.history, indent=1))

    def copy_tree(self):
        """files whose contents are the same keep their times, so that little is built again"""
        shutil.rmtree(self.scratch, ignore_errors=True)
        names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=self.tree, check=True,
                               capture_output=True, text=True).stdout.splitlines()
        wanted = {n for n in names if (self.tree / n).is_file()}
        for name in wanted:
            there, here = self.tree / name, self.source / name
            if not here.exists() or here.read_bytes() != there.read_bytes():
                here.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(there, here)
        for here in [p for p in self.source.rglob("*") if p.is_file()]:
            if here.relative_to(self.source).as_posix() not in wanted and here.suffix in (".c", ".h"):
                here.unlink()
        # always: suites may have come or gone
        subprocess.run(["cmake", "-S", self.source, "-B", self.build, *FLAGS, f"-DMR_SANITIZE={'ON' if self.sanitize else 'OFF'}",
                        f"-DMR_SHORT_TESTS={'OFF' if self.full else 'ON'}"],
                       check=True, stdout=subprocess.DEVNULL)

    def suites(self, pattern):
        """the suites whose names match: name -> (command, folder, environment, what must be built)"""
        found = {}
        for path in self.build.rglob("CTestTestfile.cmake"):
            text = path.read_text()
            properties = {name: dict(re.findall(r'(\w+) "((?:\\.|[^"\\])*)"', rest)) for name, rest
                          in re.findall(r"^set_tests_properties\(\[=\[(.*?)\]=\] PROPERTIES (.*)\)$", text, re.M)}
            for name, rest in re.findall(r"^add_test\(\[=\[(.*?)\]=\] (.*)\)$", text, re.M):
                has = properties.get(name, {})
                if not re.search(pattern, name) or re.search("valgrind|long", has.get("LABELS", "")):
                    continue
                command = [re.sub(r"\\(.)", r"\1", a) for a in re.findall(r'"((?:\\.|[^"\\])*)"', rest)]
                files = [*command, *has.get("REQUIRED_FILES", "").split(";")]
                inside = [os.path.relpath(f, self.build) for f in files if f.startswith(str(self.build) + "/")]
                environment = dict(e.split("=", 1) for e in has.get("ENVIRONMENT", "").split(";") if e)
                found[name] = (command, has.get("WORKING_DIRECTORY", str(self.build)), environment,
                               [i for i in inside if self.is_target(i)])
        return found

    def is_target(self, name):
        if not hasattr(self, "targets"):
            text = (self.build / "build.ninja").read_text()
            self.targets = {w for line in re.findall(r"^build (.*?):", text, re.M) for w in line.replace("|", " ").split()}
        return name in self.targets

    def make(self, targets):
        """True, or what the compiler said"""
        assert targets
        ninja = subprocess.run(["ninja", "-C", self.build, "-j", self.jobs, *sorted(set(targets))], capture_output=True,
                               text=True)
        return True if ninja.returncode == 0 else ninja.stdout[-3000:]

    def objects(self, file):
        """object files of one source; of its own room, not those that a test builds from it with other flags"""
        text = json.loads((self.build / "compile_commands.json").read_text())
        own = [self.build / re.search(r" -o (\S+)", c["command"]).group(1) for c in text
               if c["file"] == str(self.source / file)]
        room = self.build / file.split("/")[0]
        return [o for o in own if o.exists() and o.is_relative_to(room)] or [o for o in own if o.exists()]

    def is_refused(self, file):
        """by the compiler, with the warnings of the house"""
        text = json.loads((self.build / "compile_commands.json").read_text())
        commands = [shlex.split(c["command"]) for c in text if c["file"] == str(self.source / file)]
        if not commands:
            return False
        words = [w for w in commands[0] if w not in ("-w", "-O1")]
        words[words.index("-o") + 1] = os.devnull
        compiler = subprocess.run([*words, *STRICT.split()], cwd=self.build, capture_output=True)
        return compiler.returncode != 0

    def run(self, suite, seconds):
        """'' when the suite passes, else how it ended"""
        command, folder, environment, _ = suite
        self.scratch.mkdir(exist_ok=True)
        scratch = tempfile.mkdtemp(dir=self.scratch)
        environment = {**os.environ, **environment, "TMPDIR": scratch}
        if self.sanitize:
            given = environment.get("ASAN_OPTIONS")
            environment["ASAN_OPTIONS"] = (given + ":" if given else "") + "hard_rss_limit_mb=3072"
        process = subprocess.Popen([*fence(), *command], cwd=folder, env=environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                                   start_new_session=True, preexec_fn=lambda: limits(seconds, self.sanitize))
        try:
            code = process.wait(timeout=min(PATIENCE * seconds, seconds + 120))
            if fence() and code > 128:  # as a shell tells signals
                code = 128 - code
            ended = "endless" if code in (-signal.SIGXCPU, -signal.SIGKILL) else f"signal {-code}"
            return "" if code == 0 else ended if code < 0 else f"exit {code}"
        except subprocess.TimeoutExpired:
            return "endless"
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)  # only the session that was started here
            except ProcessLookupError:
                pass
            process.wait()
            shutil.rmtree(scratch, ignore_errors=True)  # of a child that still writes: left for the next start

    def measure(self, suites, names, slowest=0):
        """times of the unchanged suites; those that do not pass here, or take longer than wanted, are left out, by name"""
        failing = []
        for name in names:
            begin = time.monotonic()
            how = self.run(suites[name], slowest or 600)
            self.seconds[name] = time.monotonic() - begin
            how = f"longer than {slowest:g} s" if slowest and how == "endless" else how
            if how:
                failing.append(f"{name} ({how})")
                del suites[name]
        return failing

    def order(self, suites, file):
        """those that noticed most per second first, and of those the ones that noticed something in this file"""
        here = self.kills.get(file, {})
        everywhere = {}
        for kills in self.kills.values():
            for suite, number in kills.items():
                everywhere[suite] = everywhere.get(suite, 0) + number
        return sorted(suites, key=lambda s: -(10 * here.get(s, 0) + everywhere.get(s, 0) + 0.2)
                      / (self.seconds.get(s, 1.0) + 0.05))

    def hunt(self, file, suites):
        """(name of the suite that noticed, how) for the present sources; None if none did; or ('build', text)"""
        order = self.order(suites, file)
        for stage in (order[:2], order[2:6], order[6:]):
            if stage:
                built = self.make([t for s in stage for t in suites[s][3]])
                if built is not True:
                    return "build", built
            for name in stage:
                how = self.run(suites[name], 5 + 6 * self.seconds.get(name, 10))
                if how:
                    kills = self.kills.setdefault(file, {})
                    kills[name] = kills.get(name, 0) + 1
                    return name, how
        return None
