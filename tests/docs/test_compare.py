"""what counts as the same as a page shows, and what does not"""
import sys

import compare
import pages

cases = [
    (["a 0.61 %"], "a 0.6108 %", True), (["a 0.61 %"], "a 0.616 %", False), (["a 3 steps"], "a 3.0 steps", False),
    (["a 3 steps"], "a 4 steps", False), (["x …"], "x 1 2 3", True), (["…", "end"], "1\n2\nend", True), (["…", "end"], "1\n2", False),
    (["1e-3"], "0.0012", True), (["1e-3"], "0.0018", False), (["a   b"], "a b", True), (["one"], "one\ntwo", False), (["a … c"], "a c", True), (["a … c"], "a bc", False), (["-1.5"], "1.5", False),
]
failed = [x for x in cases if compare.agrees(x[0], x[1].split("\n")) != x[2]]
block = pages.blocks("p", "```console exit=2 long\n$ a \\\n  b\nout\n$ cat <<E\nx\nE\n```\n")[0]
wanted = [("$", "a \\\n  b", ["out"]), ("$", "cat <<E\nx\nE", [])]
if pages.steps(block) != wanted or block.exit != 2 or not block.long:
    failed.append(pages.steps(block))
for text, good in (("    multirate run\n", False), ("```text\n$ multirate\n```", False), ("```text instead: why\n$ multirate\n```", True)):
    if (pages.blocks("p", text)[0].mistake() is None) != good:
        failed.append(text)
print(*failed, sep="\n")
print(f"docs_compare: {len(cases) + 4 - len(failed)} passed, {len(failed)} failed")
sys.exit(bool(failed))
