"""Collections of public models: folders OWNER+NAME with the files of github.com/OWNER/NAME, or its git directory in OWNER+NAME/repo."""
import os
import subprocess


class Collections:
    def __init__(self, top, folder):
        self.top, self.folder, self.known = top, folder, {}

    def find(self, name):
        """the folder with the files of a collection, or None"""
        if name not in self.known:
            self.known[name] = self.open(os.path.join(self.top, name.replace("/", "+")), name)
        return self.known[name]

    def open(self, path, name):
        git = os.path.join(path, "repo")
        if not os.path.isdir(path):
            return None
        if not os.path.isdir(git):
            return path
        target = os.path.join(self.folder, name.replace("/", "+"))
        git = os.path.join(git, ".git") if os.path.isdir(os.path.join(git, ".git")) else git
        write_out(["git", "--git-dir", git], target)
        return target


def write_out(git, target):
    """models, M code and data of a git directory; a file that is listed but absent is left out"""
    listed = subprocess.run(git + ["ls-tree", "-r", "-z", "HEAD"], capture_output=True).stdout.decode("utf8", "replace")
    pipe = subprocess.Popen(git + ["cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for entry in listed.split("\0"):
        about, _, path = entry.partition("\t")
        if not path.lower().endswith((".m", ".mdl", ".slx", ".mat", ".sldd")):
            continue
        pipe.stdin.write(about.split()[2].encode() + b"\n")
        pipe.stdin.flush()
        head = pipe.stdout.readline().split()
        if len(head) == 3:
            data = pipe.stdout.read(int(head[2]))
            pipe.stdout.read(1)
            os.makedirs(os.path.dirname(os.path.join(target, path)), exist_ok=True)
            with open(os.path.join(target, path), "wb") as file:
                file.write(data)
    pipe.stdin.close()
    pipe.wait()
