#!/usr/bin/env python3
"""Writes blockdiagram/src/file/release_table.c: the sections of a model file and their keys, as
releases write them.

usage: tools/make_release_table.py text-defaults.json > blockdiagram/src/file/release_table.c

The JSON file holds what was counted in public model files: release -> section -> keys ->
{value, of, present}. A key counts if nearly every file has it; its value is the commonest one.
What belongs to one file alone (names, dates, counters) is left out: the writer fills it in.
"""
import json
import sys

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


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        releases = json.load(file)
    print("/* keys of the sections of a model file and their usual values, by release; a value in quotes is a\n"
          " * text. Made by tools/make_release_table.py */")
    print('#include "file/release.h"\n\n/* clang-format off */')
    for version, sections in releases.items():
        print("const bd_release_section bd_release_%s[] = {" % version.replace(".", "_"))
        done = set()
        for name, section in sorted(sections.items(), key=lambda s: section_name(s[0])):
            name = section_name(name)
            if name in done:
                continue
            done.add(name)
            line = "    {\"%s\"," % name
            for key, value in rows(section):
                piece = literal(key + " " + value)
                if len(line) + len(piece) > 98:
                    print(line)
                    line = "       "
                line += " " + piece
            if line.endswith(","):
                line += ' ""'
            print(line + "},")
        print("    {0}};\n")
    print("/* clang-format on */")


main()
