#!/usr/bin/env python3
"""There is room at the top: a tree of five times Linux stays beneath
index.memory_mb, because what grows with each file goes to files without names,
and it is the same graph that comes out as with four times the memory.

Linux 6.1 has 55,375 files with 92 symbols and 320 edges each, and is indexed with
1,024 MB. Here the least ceiling that can be set gets a tree of five times as many
files for each of its megabytes, of the same shape: a third of them are headers
with little in them but includes of others, sources include a dozen of them, and
each sees some two hundred in the end; nearly every source is a program of its own,
and a few call what all of them have. FATHOM_SOAK=1 makes the whole of it, 276,875
files for 1,024 MB (some 10 GB of disk and half an hour).
usage: test_scale.py [CEILING_MB]"""
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from trees import FATHOM, SOAK

LINUX_FILES, LINUX_MB, TIMES = 55375, 1024, 5
CEILING = LINUX_MB if SOAK else 64
AMPLE = 4 # times the ceiling, for the graph to compare with
# What a file holds: structures' fields, macros, functions others call, functions of its own.
FIELDS, MACROS, PUBLIC, OWN = 38, 38, 38, 28
FOLDER, HEADERS = 64, 24 # files of a folder, those of them that are headers
CHAIN = 16 # folders whose headers lead to each other
NEXT, INCLUDED = 6, 12 # headers that a header and a source include
CALLERS = 512 # one source of so many has no main and calls one
STEPS = (1, 7, 61, 499) # how far away the files are whose functions are called


def header(folder, count):
    """Declares what the folder's files share, and includes the header before it."""
    before = f'#include "../d{folder - 1}/all.h"\n' if folder % CHAIN else ""
    shared = "".join(f"extern int shared_{folder}_value_{k};\n" for k in range(count))
    return f"#ifndef FOLDER_{folder}\n#define FOLDER_{folder}\n{before}{shared}#endif\n"


def thin(folder, at):
    """Next to nothing but includes, of headers behind it and of the folder before."""
    last = f'#include "../d{folder - 1}/thin{at}.h"\n' if folder % CHAIN else ""
    more = "".join(f'#include "thin{k}.h"\n' for k in range(at + 1, min(at + 1 + NEXT, HEADERS)))
    return f"#pragma once\n{more}{last}int thin_{folder}_{at}(void);\n"


def called(n, step, files):
    """A source so far behind."""
    there = (n + step) % files
    if there % FOLDER < HEADERS:
        there += HEADERS
    return there if there < files else n


def source(n, files):
    """Names that no other file has, calls that lead to others, near and far."""
    more = "".join(f"#include <d{n // FOLDER}/thin{(n + k) % HEADERS}.h>\n" for k in range(INCLUDED))
    fields = "".join(f"  int field_{n}_{k};\n" for k in range(FIELDS))
    macros = "".join(f"#define LIMIT_{n}_{k} {k}\n" for k in range(MACROS))
    own = "".join(f"static int own_{n}_{k}(struct state_{n} *s) {{ return s->field_{n}_{k} + LIMIT_{n}_{k}; }}\n"
                  for k in range(OWN))
    public = "".join(f"int part_{n}_{k}(struct state_{n} *s) {{ return own_{n}_{k % OWN}(s) + "
                     f"part_{called(n, STEPS[k % 4], files)}_{k}(0) + shared_{n // FOLDER}_value_{k % 8}; }}\n"
                     for k in range(PUBLIC))
    calls = n % CALLERS == HEADERS
    main = f"int start_{n}(void) {{ return main(); }}\n" if calls else "int main(void) { return 0; }\n"
    return f'#include "all.h"\n{more}struct state_{n} {{\n{fields}}};\n{macros}{own}{public}{main}'


def make(to, files):
    for n in range(files):
        folder, at = to / f"d{n // FOLDER}", n % FOLDER
        if at == 0:
            folder.mkdir(parents=True)
            (to / "include" / folder.name).mkdir(parents=True)
            (folder / "all.h").write_text(header(n // FOLDER, 8))
        if at < HEADERS:
            (to / "include" / folder.name / f"thin{at}.h").write_text(thin(n // FOLDER, at))
        else:
            (folder / f"part{n}.c").write_text(source(n, files))


def memory_of(pid):
    """Anonymous megabytes, and those that lie in files without names."""
    anonymous = outside = 0
    try:
        for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                anonymous = int(line.split()[1]) / 1024
        for line in pathlib.Path(f"/proc/{pid}/maps").read_text().splitlines():
            if line.endswith("(deleted)") and "/#" in line:
                first, end = line.split()[0].split("-")
                outside += (int(end, 16) - int(first, 16)) / 2**20
    except OSError:
        pass  # it has ended
    return anonymous, outside


def build(base, ceiling):
    """The report, the most of both kinds of memory that was seen, and the graph's
    hash. On the disk that the tree is on: what is in memory there shows nothing."""
    place = base / "index"
    place.mkdir(mode=0o700)
    names = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "HOME")
    environment = {**os.environ, **{name: str(place) for name in names}, "FATHOM_INDEX_LOCATION": "cache",
                   "FATHOM_MEMORY_MB": str(ceiling), "FATHOM_WORKERS": "2"}
    most = (0, 0)
    with subprocess.Popen([FATHOM, "index", str(base / "tree"), "--full", "--json"], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, env=environment) as process:
        while process.poll() is None:
            most = tuple(map(max, most, memory_of(process.pid)))
            time.sleep(0.02)
        report = json.loads(process.stdout.read())
    assert process.returncode == 0
    graph = hashlib.sha256()
    with subprocess.Popen([FATHOM, "export", str(base / "tree"), "--all"], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, env=environment) as process:
        for part in iter(lambda: process.stdout.read(1 << 20), b""):
            graph.update(part)
    assert process.returncode == 0
    shutil.rmtree(place) # two of the large ones would take too much of a disk
    return report, most, graph.hexdigest()


def main():
    ceiling = int(sys.argv[1]) if len(sys.argv) > 1 else CEILING
    files = LINUX_FILES * TIMES * ceiling // LINUX_MB
    with tempfile.TemporaryDirectory(prefix="fathom-scale-") as base:
        base = pathlib.Path(base)
        make(base / "tree", files)
        report, (anonymous, outside), graph = build(base, ceiling)
        said = (f"{report['files']} files, {report['symbols']} symbols, {report['edges']} edges,"
                f" {report['cpuSeconds']:.0f} s of CPU: {anonymous:.0f} MB of {ceiling}, {outside:.0f} in files")
        print(f"# {said}", flush=True)
        _, (ample, _), other = build(base, ceiling * AMPLE)
    said += f", {ample:.0f} with {ceiling * AMPLE}"
    assert graph == other, f"another graph: {said}"
    assert anonymous <= ceiling, said
    assert outside > ceiling / 4, f"nothing was moved: {said}"
    assert ample > ceiling, f"the tree is too small to tell: {said}"
    print(f"ok {said}", flush=True)


sys.exit(main())
