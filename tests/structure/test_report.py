#!/usr/bin/env python3
"""The ten longest files and functions, for people to look at. Never fails on length."""
import pathlib
import re
import tempfile

import structure


def functions(path):
    """(lines, name) of each function: from its name line to the brace in column 0."""
    lines = structure.code(path).split("\n")
    begin = name = None
    for number, line in enumerate(lines):
        line = re.sub(r"__attribute__\s*\(\(.*?\)\)\s*", "", line)
        if begin is None:
            match = re.match(r"^(?=[A-Za-z_])[^;={}(]*?\b(\w+)\s*\(", line)
            if match and not re.match(r"^(struct|enum|union|typedef)\b[^(]*\{", line):
                begin, name = number, match[1]
        if begin is not None:
            if line.startswith("}") or (begin == number and line.rstrip().endswith("}")):
                yield number - begin + 1, name
                begin = None
            elif re.search(r";\s*$", line) and "{" not in "".join(lines[begin:number + 1]):
                begin = None


def report(root):
    files, bodies = [], []
    for path in structure.sources(root):
        where = path.relative_to(root)
        files.append((path.read_text(errors="replace").count("\n"), str(where)))
        if path.suffix == ".c":
            bodies += [(length, f"{name} in {where}") for length, name in functions(path)]
    return sorted(files, reverse=True)[:10], sorted(bodies, reverse=True)[:10]


def report_of(root_files):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        structure.tree(root, root_files)
        return report(root)


files, bodies = report_of({"src/a/a.c": "int declared(int x);\nstruct S {\n  int a;\n};\n"
                                    "__attribute__((noinline)) int first(void) {\n  return 1;\n}\n"
                                    "int tiny(void) { return 0; }\n"
                                    "static int\nsecond(int a,\n       int b)\n{\n  return a + b;\n}\n"})
assert files == [(14, "src/a/a.c")], files
assert bodies == [(5, "second in src/a/a.c"), (3, "first in src/a/a.c"), (1, "tiny in src/a/a.c")], bodies

files, bodies = report(structure.ROOT)
for title, rows in (("longest files", files), ("longest functions", bodies)):
    print(title)
    for length, what in rows:
        print(f"{length:7} {what}")
