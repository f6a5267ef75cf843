#!/usr/bin/env python3
"""Writes blockdiagram/src/file/release_table.c: the sections of a model file and their keys, as
releases write them.

usage: tools/make_release_table.py text-defaults.json > blockdiagram/src/file/release_table.c

The JSON file holds what was counted in public model files: release -> section -> keys ->
{value, of, present}. A key counts if nearly every file has it; its value is the commonest one.
What belongs to one file alone (names, dates, counters) is left out: the writer fills it in.
"""
import difflib
import json
import sys

SHARED_LEAST = 5  # keys in a row

OWN = {"Name", "Created", "Creator", "LastModifiedBy", "LastModifiedDate", "RTWModifiedTimeStamp",
       "ModelVersionFormat", "ComputedModelVersion", "BlockType", "SIDHighWatermark", "Location", "$ObjectID",
       "Version", "SavedCharacterEncoding", "NumRootInports", "NumRootOutports", "$BackupClass"}


def section_name(name):
    name = name.replace("BlockParameterDefaults/", "Block ").replace('"', "")
    return {"System(root)": "System"}.get(name, name)


def rows(section):
    for key, found in section["keys"].items():
        if key in OWN or found["present"] < 0.75 * section["files"]:
            continue
        yield key, found["value"]


def literal(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '\\n"'


def print_texts(begin, pieces, end):
    line = begin
    for piece in pieces:
        if len(line) + len(piece) + len(end) > 98:
            print(line + ("" if end.startswith("}") else " \\"))
            line = "       "
        line += " " + piece
    print(line + (' ""' if not pieces else "") + end)


def print_sections(identifier, sections):
    print("const bd_release_section bd_release_%s[] = {" % identifier)
    for name, pieces in sections.items():
        print_texts("    {\"%s\"," % name, pieces, "},")
    print("    {0}};\n")


def share(one, other, shared):
    """long runs that two lists have in common become macros"""
    for run in reversed(difflib.SequenceMatcher(a=one, b=other, autojunk=False).get_matching_blocks()):
        if run.size >= SHARED_LEAST:
            shared.append(one[run.a:run.a + run.size])
            one[run.a:run.a + run.size] = other[run.b:run.b + run.size] = ["SHARED_%d" % len(shared)]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        releases = json.load(file)
    lists = {}
    for version, sections in releases.items():
        lists[version] = {}
        for name, section in sorted(sections.items(), key=lambda s: section_name(s[0])):
            pieces = [literal(key + " " + value) for key, value in rows(section)]
            lists[version].setdefault(section_name(name), pieces)
    old, new = lists.values()
    both = {name: pieces for name, pieces in old.items() if new.get(name) == pieces}
    shared = []
    for name in old:
        if name not in both and name in new:
            share(old[name], new[name], shared)
    print("/* keys of the sections of a model file and their usual values, by release and in all of them; a\n"
          " * value in quotes is a text. Made by tools/make_release_table.py */")
    print('#include "file/release.h"\n\n/* clang-format off */')
    for number, pieces in enumerate(shared, 1):
        print_texts("#define SHARED_%d" % number, pieces, "")
    print()
    print_sections("any", both)
    for version, sections in lists.items():
        print_sections(version.replace(".", "_"), {n: p for n, p in sections.items() if n not in both})
    print("/* clang-format on */")


main()
