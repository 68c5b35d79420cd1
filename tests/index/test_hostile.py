#!/usr/bin/env python3
"""Files made to hurt: nesting 200,000 deep, closed and not, in every language;
50 MB on one line; every seed of every fuzzer under every extension. Each is
indexed, or left out with a reason, within bounds of time and memory, and the
good file beside it is indexed.
usage: test_hostile.py [WORD...]     (only cases whose name has the word)"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from trees import FATHOM, HERE, SOAK

DEEP = 200_000
MEMORY_MB = 1024   # the ceiling while indexing
SECONDS = 120      # of CPU, for one tree
CORPUS = HERE.parent / "fuzz" / "corpus"
# extension: name -> (before, opened, middle, closed, after)
SHAPES = {
    "c": {"bracket": ("int x = ", "(", "1", ")", ";\n"), "block": ("void f(void) {", "{", "", "}", "}\n"),
          "expression": ("int x = ", "-", "1", "", ";\n"), "class": ("", "struct s {", "int x;", "};", "\n")},
    "go": {"bracket": ("package p\nvar x = ", "(", "1", ")", "\n"), "block": ("package p\nfunc f() {", "{", "", "}", "}\n"),
           "expression": ("package p\nvar x = ", "-", "1", "", "\n"), "class": ("package p\ntype T ", "struct {\nx ", "int", "}", "\n")},
    "java": {"bracket": ("class A { int x = ", "(", "1", ")", "; }\n"), "block": ("class A { void f() {", "{", "", "}", "} }\n"),
             "expression": ("class A { int x = ", "-", "1", "", "; }\n"), "class": ("", "class A {", "", "}", "\n")},
    "lua": {"bracket": ("x = ", "(", "1", ")", "\n"), "block": ("", "do ", "", " end", "\n"),
            "expression": ("x = ", "not ", "1", "", "\n"), "class": ("x = ", "{", "1", "}", "\n")},
    "py": {"bracket": ("x = ", "(", "1", ")", "\n"), "block": ("x = ", "[", "1", "]", "\n"),
           "expression": ("x = (", "not ", "1", "", ")\n"), "class": ("x = ", "lambda: (", "1", ")", "\n")},
    "ts": {"bracket": ("let x = ", "(", "1", ")", ";\n"), "block": ("", "{", "", "}", "\n"),
           "expression": ("let x = ", "!", "1", "", ";\n"), "class": ("let x = ", "class { y = ", "1", "}", ";\n")},
}
SHAPES["js"] = SHAPES["ts"]
SHAPES["tsx"] = {**SHAPES["ts"], "element": ("let x = ", "<a>", "1", "</a>", ";\n")}
CI = {"bracket"}  # unclosed and closed, each language


def index(base, tree):
    """(report, skips) of a build from scratch."""
    env = {**os.environ, **{name: str(base) for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME",
                                                         "XDG_RUNTIME_DIR")}, "FATHOM_INDEX_LOCATION": "cache"}
    done = subprocess.run([FATHOM, "index", str(tree), "--full", "--json"], env=env, cwd=base, capture_output=True,
                          text=True, timeout=1800)
    assert done.returncode == 0, f"{done.returncode} {done.stderr[-500:]}"
    report = json.loads(done.stdout)
    assert report["peakBytes"] < MEMORY_MB << 20, f"{report['peakBytes'] >> 20} MB"
    assert report["cpuSeconds"] < SECONDS, f"{report['cpuSeconds']} s of CPU"
    return report


def one_tree(files, expected, check=None):
    with tempfile.TemporaryDirectory(prefix="fathom-hostile-") as base:
        base = pathlib.Path(base)
        tree = base / "tree"
        tree.mkdir()
        (tree / "good.c").write_text("int good(void) { return 1; }\n")
        files(tree)
        report = index(base, tree)
        seen = report["files"] + sum(report["skipped"].values())
        assert seen == expected + 1 and report["symbols"] >= 1, report
        if check:
            check(report)
        return f"{report['files'] - 1} indexed, {report['skipped'] or 'none'} left out, " \
               f"{report['cpuSeconds']:.1f} s of CPU, {report['peakBytes'] >> 20} MB"


def was_read(report):
    assert not set(report["skipped"]) - {"too deeply nested", "took too long or too much memory to parse"}, report


def nesting(extension, name, closed):
    before, opened, middle, end, after = SHAPES[extension][name]
    # In lines, or it would be left out unread; in Go a line cannot end behind a bracket or name.
    line = opened * 20 + ("" if opened.endswith("x ") else "\n")
    ends = end * 20 + ("" if (extension, name) == ("go", "bracket") else "\n")
    return before + line * (DEEP // 20) + middle + (ends * (DEEP // 20) + after if closed else "")


def nested(extension, name, closed):
    text = nesting(extension, name, closed)
    return one_tree(lambda tree: (tree / f"deep.{extension}").write_text(text), 1, was_read)


SHAPES_SLOW = {  # time with the square of their size: by the grammar's own code, or the parser's
    "go": "package p\n" + ("\n".join(["struct{" * 8] * 600) + "}" * 4800 + "\n") * 4,
    "lua": "x = 1\n" + "--[==\n" * 30000,
}
ALL_SECONDS = 30  # of CPU: 10 s that slow files may take, and what their bytes cost


def many(count):
    """What one such file may take, many together may not."""
    def put(tree):
        for extension, text in SHAPES_SLOW.items():
            for number in range(count):
                (tree / f"slow{number}.{extension}").write_text(text)

    def check(report):
        assert report["files"] >= 1 and report["cpuSeconds"] < ALL_SECONDS + 0.4 * count, report
    return one_tree(put, count * len(SHAPES_SLOW), check)


def fourteen_and_more(copies):
    """Each language's nesting, closed and not, and copies of the worst."""
    def put(tree):
        for extension in SHAPES:
            for closed in (True, False):
                (tree / f"deep{closed}.{extension}").write_text(nesting(extension, "bracket", closed))
        for number in range(copies):
            (tree / f"worst{number}.go").write_text("package p\n" + ("struct{" * 8 + "\n") * 3500)

    def check(report):
        assert report["skipped"] == {"too deeply nested": 2 * len(SHAPES) + copies}, report
        assert report["cpuSeconds"] < 5, report
    return one_tree(put, 2 * len(SHAPES) + copies, check)


def long_line():
    def put(tree):
        first = tree / "line.c"
        first.write_bytes(b"x = 1; " * (50 * 1024 * 1024 // 7))
        for extension in SHAPES:
            if extension != "c":
                os.link(first, tree / f"line.{extension}")

    def check(report):
        assert report["skipped"].get("too large") == len(SHAPES), report
    return one_tree(put, len(SHAPES), check)


def seeds():
    paths = sorted(path for path in CORPUS.rglob("*") if path.is_file())

    def put(tree):
        for number, path in enumerate(paths):
            for extension in SHAPES:
                (tree / f"seed{number}.{extension}").write_bytes(path.read_bytes())
    return f"{len(paths)} seeds: " + one_tree(put, len(paths) * len(SHAPES))


def main():
    cases = [("one line of 50 MB", long_line), ("seeds of the fuzzers", seeds),
             ("fourteen and 200 more", lambda: fourteen_and_more(200)), ("many slow ones", lambda: many(100 if SOAK else 10))]
    for extension, shapes in SHAPES.items():
        for name in shapes:
            for closed in (True, False):
                if SOAK or name in CI:
                    title = f"{extension} {name} {'closed' if closed else 'unclosed'}"
                    cases.append((title, lambda e=extension, n=name, c=closed: nested(e, n, c)))
    failed = 0
    for title, case in cases:
        if len(sys.argv) > 1 and not all(word in title.split() for word in sys.argv[1:]):
            continue
        began = time.monotonic()
        try:
            print(f"ok {title}: {case()} ({time.monotonic() - began:.1f} s)", flush=True)
        except (AssertionError, subprocess.TimeoutExpired) as error:
            failed += 1
            print(f"FAIL {title}: {error}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
