"""What a page names in its sentences is there: links and their headings, files of the tree, commands with their options, tests."""
import functools
import os
import re
import subprocess

import pages

# first folders of the tree: a word in backticks that begins with one is a file
ROOMS = ("analysis", "block", "blockdiagram", "cli", "common", "docs", "libmultirate", "mbs_slave", "models", "octave", "pages",
         "python", "remote", "sfun", "system", "tests", "tools", "xcos", "cmake", ".github", ".ci")


def slug(heading):
    """the anchor that a heading has on the usual sites"""
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
    return re.sub(r"[^\w\- ]", "", plain.lower()).strip().replace(" ", "-")


@functools.lru_cache(None)
def anchors(path):
    with open(path, encoding="utf-8") as file:
        text = pages.prose(file.read())
    return {slug(x) for x in re.findall(r"^#+ (.*)$", text, flags=re.M)}


@functools.lru_cache(None)
def options_of(program, command):
    """the options of a command (or of a study) as its help lists them; None: there is no such command"""
    done = subprocess.run([program, *command.split(), "--help"], capture_output=True, text=True)
    return set(re.findall(r"--[a-z][\w-]*", done.stdout)) if done.returncode == 0 else None


@functools.lru_cache(None)
def tests_of(build):
    done = subprocess.run(["ctest", "-N"], cwd=build, capture_output=True, text=True)
    return re.findall(r"Test\s+#\d+: (\S+)", done.stdout)


def check(page, text, build, source, count):
    folder = os.path.dirname(os.path.join(source, page))
    for target in re.findall(r"\]\(([^)\s]+)\)", pages.prose(text)):
        check_link(page, target, folder, count)
    for words in re.findall(r"`([^`\n]+)`", pages.prose(text)):
        check_words(page, words, build, source, folder, count)


def check_link(page, target, folder, count):
    if re.match(r"\w+:", target) or "build/" in target:  # elsewhere, or made by a command of the page
        return
    name, _, anchor = target.partition("#")
    path = os.path.normpath(os.path.join(folder, name)) if name else os.path.join(folder, os.path.basename(page))
    count.check(os.path.exists(path), page, f"the link to {target} leads nowhere")
    if anchor and path.endswith(".md") and os.path.exists(path):
        count.check(anchor in anchors(path), page, f"there is no heading for {target}")


def check_words(page, words, build, source, folder, count):
    if re.fullmatch(r"[\w.-]+(/[\w.-]+)+/?", words) and words.split("/")[0] in ROOMS and not re.search(r"\b[A-Z]{3,}\b|NAME", words):
        there = any(os.path.exists(os.path.join(x, words)) for x in places(source, folder, words))
        count.check(there, page, f"there is no {words}")
    call = re.match(r"(?:build/bin/)?multirate (study [a-z][\w-]*|[a-z][\w-]*)( .*)?$", words)
    if call:
        options = options_of(os.path.join(build, "bin", "multirate"), call.group(1))
        count.check(options is not None, page, f"`{words}`: there is no command {call.group(1)}")
        for option in re.findall(r"(?<![\w-])--[a-z][\w-]*", (call.group(2) or "").split(" | ")[0]):
            count.check(options is None or option in options or option == "--help", page, f"`{words}`: there is no {option}")
    for name in re.findall(r"ctest -R (\S+)", words):
        count.check(any(re.search(name, x) for x in tests_of(build)), page, f"`{words}`: no test has such a name")



def places(source, folder, words):
    """where a name may be looked for: the tree, the page's folder, and what compilers look through"""
    return [source, folder] + [os.path.join(x, "include") for x in (folder, *(os.path.join(source, x) for x in ROOMS))]
