#!/usr/bin/env python3
"""index.memory_mb holds, and what is in the index does not depend on it: a tree
of thousands of files that all know each other, and one with more names than fit,
with the usual memory and with little.
usage: test_memory.py"""
import json
import pathlib
import subprocess
import sys
import tempfile
import time

from trees import FATHOM, Source, Tree, differences, rows_of

FILES, HEADERS, FUNCTIONS = 2000, 60, 16
LITTLE = 64
# So much more the tree must want usually, or it shows nothing.
MARGIN = 16


def header(n):
    lines = [f"#ifndef H{n}\n#define H{n}\n"]
    lines += [f'#include "h{(n * 7 + k) % HEADERS}.h"\n' for k in (1, 2)]
    lines += [f"struct ops{n} {{\n  int (*run)(int);\n  int (*stop)(int);\n  int state{n};\n}};\n"]
    lines += [f"#define LIMIT_{n}_{k} ({k} + {n})\n" for k in range(40)]
    lines += [f"int part{f}_make{k}(int first, int second);\n" for f in range(n, FILES, HEADERS) for k in range(2)]
    return "".join(lines) + "#endif\n"


def source(n):
    own = n % HEADERS
    lines = [f'#include "../h{(own + k) % HEADERS}.h"\n' for k in range(4)]
    for k in range(FUNCTIONS):
        other = (n * 31 + k * 17) % FILES
        lines.append(f"static int part{n}_step{k}(int value) {{\n  struct ops{own} *ops = part{n}_ops(value);\n"
                     f"  int local{n}_{k} = value > LIMIT_{own}_{k} ? ops->run(value) : ops->state{own};\n"
                     f"  return part{other}_make{k % 2}(local{n}_{k}, LIMIT_{own}_{k});\n}}\n")
    lines += [f"int part{n}_make{k}(int first, int second) {{ return part{n}_step{k}(first) + second; }}\n" for k in range(2)]
    lines.append(f"static struct ops{own} table{n} = {{ .run = part{n}_step0, .stop = part{n}_step1 }};\n"
                 f"struct ops{own} *part{n}_ops(int value) {{ return value ? &table{n} : 0; }}\n")
    return "".join(lines)


def make(to):
    for n in range(HEADERS):
        (to / f"h{n}.h").parent.mkdir(parents=True, exist_ok=True)
        (to / f"h{n}.h").write_text(header(n))
    for n in range(FILES):
        path = to / f"d{n % 50}" / f"part{n}.c"
        path.parent.mkdir(exist_ok=True)
        path.write_text(source(n))


def anonymous_mb(pid):
    try:
        for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass  # it has ended
    return 0


def build(tree, name, **environment):
    """Rows, report and the most anonymous memory that was seen."""
    most = 0
    with subprocess.Popen([FATHOM, "index", str(tree.root), "--full", "--json"], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, env={**tree.environment(name), **environment}) as process:
        while process.poll() is None:
            most = max(most, anonymous_mb(process.pid))
            time.sleep(0.005)
        report = json.loads(process.stdout.read())
    assert process.returncode == 0
    return rows_of(tree.database(name)), report, most


# A tree whose names and keys take so much that they must go to a file.
WIDE_FILES, WIDE_NAMES, WIDE_LITTLE = 1200, 500, 80


def make_wide(to):
    """Functions of many names, some of which are called from the next file."""
    for n in range(WIDE_FILES):
        path = to / f"d{n % 40}" / f"wide{n}.c"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(
            f"int part_{n}_of_the_wide_tree_{k}(void) {{ return part_{(n + 1) % WIDE_FILES}_of_the_wide_tree_{k}(); }}\n"
            if k % 10 == 0 else f"int part_{n}_of_the_wide_tree_{k};\n" for k in range(WIDE_NAMES)))


def compare(source, base, ceiling):
    """Both builds give the same rows, one of them beneath the ceiling."""
    tree = Tree(pathlib.Path(base), source)
    try:
        usual, report, usual_mb = build(tree, "usual", FATHOM_WORKERS="2")
        little, _, little_mb = build(tree, "little", FATHOM_WORKERS="2", FATHOM_MEMORY_MB=str(ceiling))
    finally:
        tree.close()
    said = f"{report['files']} files, {report['edges']} edges: {usual_mb:.0f} MB usually, {little_mb:.0f} MB of {ceiling}"
    assert usual == little, "rows\n" + differences(usual, little, ("usual", "little"))
    assert usual_mb > ceiling + MARGIN, f"the tree is too small to tell: {said}"
    assert little_mb <= ceiling, said
    return said, report


def main():
    for source, files, ceiling in ((Source("many", make), FILES + HEADERS, LITTLE),
                                   (Source("wide", make_wide), WIDE_FILES, WIDE_LITTLE)):
        with tempfile.TemporaryDirectory(prefix="fathom-memory-") as base:
            said, report = compare(source, base, ceiling)
        assert report["files"] == files, said
        print(f"ok {said}", flush=True)


sys.exit(main())
