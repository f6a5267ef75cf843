"""Programs that take one command after the other and tell what came of it."""
import os
import re
import shutil
import signal
import subprocess
import threading

PYTHON = "/usr/bin/python3"  # that of the packages, whatever else is installed
PATIENCE = 600  # s for a command
END = "=== end of a command ==="


class Shell:
    """bash in the folder of the page; what is exported, and what runs in the background, lasts to the page's end"""

    def __init__(self, folder, environment):
        self.process = subprocess.Popen(
            ["bash", "--norc"], cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)

    def run(self, command):
        self.process.stdin.write(f"{{ {command}\n}} </dev/null\nended=$?; echo; echo '{END}' $ended\n")
        self.process.stdin.flush()
        lines = []
        watch = threading.Timer(PATIENCE, lambda: os.killpg(self.process.pid, signal.SIGKILL))
        watch.start()
        for line in self.process.stdout:
            if line.startswith(END):
                watch.cancel()
                return int(line.split()[-1]), "".join(lines)
            lines.append(line)
        watch.cancel()
        return self.process.wait(), "".join(lines) + f"(ended, perhaps after {PATIENCE} s)\n"

    def close(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


def script(folder, environment, arguments, text):
    """one process for a whole script"""
    done = subprocess.run(arguments, cwd=folder, env=environment, input=text, text=True, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE)
    return done.returncode, done.stdout


def parts(output, count):
    """the output of a script, cut at the ends of its commands"""
    found = re.split(rf"^.*{END}.*\n?", output, flags=re.M)
    return (found + [""] * count)[:count]


def octave(folder, environment, commands):
    """the package as the tests have installed it; pictures are drawn without a screen"""
    prefix = environment["OCTAVE_PREFIX"]
    head = (f"pkg ('prefix', '{prefix}', '{prefix}'); pkg ('local_list', '{prefix}/list');\n"
            "set (0, 'defaultfigurevisible', 'off'); graphics_toolkit ('gnuplot'); page_screen_output (false);\n")
    if not any("pkg load" in x for x in commands):
        head += "pkg load multirate\n"
    path = os.path.join(folder, ".session.m")
    with open(path, "w", encoding="utf-8") as file:
        file.write(head + "".join(x + f"\ndisp ('{END}')\n" for x in commands))
    code, output = script(folder, environment, ["octave-cli", "-q", "--norc", path], "")
    return code, parts(output, len(commands)), output


def scilab(folder, environment, commands):
    path = os.path.join(folder, ".session.sce")
    with open(path, "w", encoding="utf-8") as file:
        file.write("mode(0); lines(0);\n" + "".join(x + f"\nmprintf('{END}\\n')\n" for x in commands) + "exit(0)\n")
    home = {**environment, "HOME": folder}  # it keeps a history of commands there
    code, output = script(folder, home, ["scilab-cli", "-nb", "-quit", "-f", path], "")
    code = code or int("!--error" in output or "at line" in output)
    return code, parts(output, len(commands)), output


def python(folder, environment, commands):
    text = "".join(x + f"\nprint({END!r})\n" for x in commands)
    code, output = script(folder, environment, [PYTHON, "-"], text)
    return code, parts(output, len(commands)), output


SCRIPTS = {">>": octave, "-->": scilab, ">>>": python}
PROGRAMS = {">>": "octave-cli", "-->": "scilab-cli", ">>>": "numpy"}


def available(prompt, environment):
    if prompt == ">>" and not os.path.isdir(environment.get("OCTAVE_PREFIX", "")):
        return False
    if prompt == ">>>":
        return subprocess.run([PYTHON, "-c", "import numpy"], stderr=subprocess.DEVNULL).returncode == 0
    return prompt == "$" or shutil.which(PROGRAMS[prompt]) is not None
