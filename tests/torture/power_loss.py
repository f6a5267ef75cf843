"""What the power's loss may leave on a disk: a trace of what a program did to files, replayed up to any moment.

A file that was not synchronised (fsync) may have all, none or half of what was written since, or zeros in its place; a name
(of a new or renamed file) that was not synchronised (fsync of its folder) may be there or not.
"""

import json
import pathlib


class File:
    def __init__(self):
        self.now, self.safe = bytearray(), b""

    def write(self, at, data):
        at = len(self.now) if at < 0 else at
        if len(self.now) < at:
            self.now.extend(bytes(at - len(self.now)))
        self.now[at:at + len(data)] = data


class Disk:
    def __init__(self, root, files):
        self.root = str(root)
        self.names, self.safe_names = {}, {}
        for name, data in files.items():
            file = File()
            file.now, file.safe = bytearray(data), data
            self.names[name] = self.safe_names[name] = file

    def inside(self, path):
        return path[len(self.root) + 1:] if path.startswith(self.root + "/") else None

    def do(self, step):
        path = self.inside(step.get("path", ""))
        what = step["do"]
        if what == "sync" and step["path"].rstrip("/").startswith(self.root) and path not in self.names:
            folder = "" if not path else path.rstrip("/") + "/"
            self.safe_names = {n: f for n, f in self.safe_names.items() if not self.is_in(n, folder)}
            self.safe_names.update({n: f for n, f in self.names.items() if self.is_in(n, folder)})
        elif path is None:
            return False
        elif what in ("make", "empty"):
            file = self.names.setdefault(path, File())
            if what == "empty":
                file.now = bytearray()
        elif what == "write":
            self.names[path].write(step["at"], bytes.fromhex(step["bytes"]))
        elif what == "cut":
            del self.names[path].now[step["at"]:]
        elif what == "sync":
            self.names[path].safe = bytes(self.names[path].now)
        elif what == "rename":
            self.names[self.inside(step["to"])] = self.names.pop(path)
        elif what == "remove":
            self.names.pop(path, None)
        return True

    @staticmethod
    def is_in(name, folder):
        return name.startswith(folder) and "/" not in name[len(folder):]

    def states(self):
        """name and files of each state that the disk may be in"""
        yield "all of it", {n: bytes(f.now) for n, f in self.names.items()}
        yield "names without data", {n: f.safe for n, f in self.names.items()}
        yield "names with zeros", {n: f.safe[:len(f.now)] + bytes(max(0, len(f.now) - len(f.safe)))
                                   for n, f in self.names.items()}
        yield "names with half", {n: bytes(f.now[:len(f.safe) + max(0, len(f.now) - len(f.safe)) // 2])
                                  for n, f in self.names.items()}
        yield "data without names", {n: bytes(f.now) for n, f in self.safe_names.items()}
        yield "neither", {n: f.safe for n, f in self.safe_names.items()}


def moments(trace, root, files):
    """after each step: its number, and the states of the disk"""
    disk = Disk(root, files)
    yield 0, list(disk.states())
    for number, line in enumerate(pathlib.Path(trace).read_text().splitlines(), 1):
        if disk.do(json.loads(line)):
            yield number, list(disk.states())
