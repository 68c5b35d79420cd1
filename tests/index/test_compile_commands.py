#!/usr/bin/env python3
"""compile_commands.json: which of two headers an include means, wherever the list
lies; after a change of it the graph is the one that a fresh index gives; and a list
that is made to hurt says nothing, opens nothing and runs nothing."""
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import threading

from trees import FATHOM

NAME = "compile_commands.json"


def export(base, tree, home="home"):
    """The header that each function's call leads to. Another home is a fresh index."""
    (base / home).mkdir(exist_ok=True)
    places = {name: str(base / home) for name in
              ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")}
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([FATHOM, "export", "--format", "jsonl", str(tree)], capture_output=True, text=True, timeout=300,
                          env={**os.environ, **places, "FATHOM_INDEX_LOCATION": "cache"})
    assert done.returncode == 0, done.stderr
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    assert used < 60, f"{used:.0f} s of CPU"
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {row["caller"]["name"]: row["callee"]["file"] for row in rows if row["kind"] == "call"}


def make(base, ignored=("build/", "/" + NAME)):
    tree = base / "tree"
    for folder in ("a", "b", "src", "src/deep", "build"):
        (tree / folder).mkdir(parents=True)
    (tree / ".git").mkdir()
    (tree / ".gitignore").write_text("\n".join(ignored) + "\n")
    for folder in "ab":
        (tree / folder / "pick.h").write_text("static int pick(void) { return 1; }\n")
    (tree / "src/one.c").write_text('#include "pick.h"\nint one(void) { return pick(); }\n')
    (tree / "src/two.c").write_text("#include <pick.h>\nint two(void) { return pick(); }\n")
    (tree / "src/deep/helper.h").write_text('#include "pick.h"\nstatic int helper(void) { return pick(); }\n')
    return tree


PLAIN = {"one": "a/pick.h", "two": "a/pick.h", "helper": "a/pick.h"}  # without any list: the first of equals


def entry(file, *words, root="/made/elsewhere", **more):
    return {"directory": f"{root}/build", "file": file, "arguments": ["cc", *words, "-c", file], **more}


def write(tree, entries, path="build/" + NAME):
    (tree / path).write_text(entries if isinstance(entries, str) else json.dumps(entries))


def every_way_of_naming_a_folder(base):
    tree = make(base)
    both = {"one": "b/pick.h", "two": "b/pick.h", "helper": "b/pick.h"}
    ways = {
        "-I in the next word": (["-I", "../b"], both), "-I in one word": (["-I../b"], both),
        "an absolute path": (["-I/made/elsewhere/b"], both), "-isystem": (["-isystem", "../b"], both),
        "-idirafter": (["-idirafter../b"], both), "-I before -isystem": (["-isystem", "../a", "-I../b"], both),
        "-iquote is for quotes alone": (["-iquote", "../b", "-I../a"], {**PLAIN, "one": "b/pick.h", "helper": "b/pick.h"}),
        "the first of several": (["-I../missing", "-I../b", "-I../a"], both),
    }
    for number, (name, (words, expected)) in enumerate(ways.items()):
        write(tree, [entry("../src/one.c", *words), entry("/made/elsewhere/src/two.c", *words)])
        found = export(base, tree, f"home{number}")
        assert found == expected, f"{name}: {found}"
    write(tree, [{"directory": "/made/elsewhere/build", "file": "../src/one.c",
                  "command": "cc \"-I../b\" '-DX=\"a b\"' -DY=\\\"c\\\" -c ../src/one.c"}])
    assert export(base, tree, "command") == both


def a_list_is_found_where_builds_put_it(base):
    tree = make(base)
    for number, folder in enumerate(("", "build/", "out/", "builddir/", "cmake-build-debug/", "build/Release/")):
        (tree / folder).mkdir(parents=True, exist_ok=True)
        write(tree, [entry("../src/one.c", "-I../b")], folder + NAME)
        found = export(base, tree, f"home{number}")
        assert found["one"] == "b/pick.h", f"{folder}: {found}"
        (tree / folder / NAME).unlink()


def a_change_is_seen(base):
    tree = make(base)
    assert export(base, tree) == PLAIN
    steps = [[entry("../src/one.c", "-I../b")], [entry("../src/one.c", "-I../a"), entry("../src/two.c", "-I../b")], None,
             [entry("../src/two.c", "-I../b")]]
    for number, entries in enumerate(steps):
        if entries is None:
            (tree / "build" / NAME).unlink()
        else:
            write(tree, entries)
        found = export(base, tree)
        assert found == export(base, tree, f"fresh{number}"), f"step {number}: {found}"
        assert (found == PLAIN) == (entries is None), f"step {number}: {found}"


def broken_lists_say_nothing(base):
    tree = make(base)
    good = entry("../src/one.c", "-I../b")
    lists = {
        "empty": "", "no list": json.dumps(good), "cut short": json.dumps([good])[:-5], "not JSON": "{]",
        "deep": "[" * 200_000, "deep entries": '[{"a":' * 5000, "words that are none": json.dumps([{**good, "arguments": [1, None, {}]}]),
        "no paths": json.dumps([{"directory": 1, "file": 2}, None, 3, "x", []]),
        "of others": json.dumps([entry("/other/place/x.c", "-I../b", root="/other/place")]),
        "too large": json.dumps([good]) + " " * (5 << 20),
        "too many": "[" + ",".join(["0"] * 500_000) + "]",
    }
    for number, (name, text) in enumerate(lists.items()):
        write(tree, text)
        found = export(base, tree, f"home{number}")
        assert found == PLAIN, f"{name}: {found}"


def large_lists_are_read_in_time(base):
    tree = make(base)
    many = [entry("../src/one.c", *[f"-I../x{n}" for n in range(30)], "-I../b")] * 3000
    write(tree, many)
    assert export(base, tree)["one"] == "b/pick.h"
    write(tree, [{"directory": "/made/elsewhere/build", "file": "../src/one.c", "command": "a " * 100_000 + "-I../b"}])
    assert export(base, tree, "long") == PLAIN  # more words than are looked at
    deep = "/" + "d/" * 2000
    write(tree, [{"directory": deep, "file": "../" * 2000 + "made/elsewhere/src/one.c", "arguments": ["-I" + "x/../" * 700]}] * 500
          + [entry("/made/elsewhere/src/one.c", f"-I/made/elsewhere/y{n}", f"-I../z{n}") for n in range(8000)])
    export(base, tree, "deep")


def nothing_outside_is_opened(base):
    outside = base / "outside"
    outside.mkdir()
    (outside / "pick.h").write_text("static int pick(void) { return 3; }\n")
    tree = make(base)
    words = [f"-I{outside}", "-I../../outside", "-I../../../../../../../../etc", "-I../b/../../outside", "@../response"]
    write(tree, [entry("../src/one.c", *words), entry("../../outside/x.c", "-I../b"), entry("../src/../../../x.c", "-I../b")])
    assert export(base, tree) == PLAIN
    (outside / NAME).write_text(json.dumps([entry("../src/one.c", "-I../b")]))
    for number, path in enumerate((NAME, "build/" + NAME)):
        (tree / path).unlink(missing_ok=True)
        (tree / path).symlink_to(outside / NAME)
        found = export(base, tree, f"link{number}")
        assert found == PLAIN, f"a link that leaves the tree, {path}: {found}"
        (tree / path).unlink()
    (tree / "build").rmdir()
    (tree / "build").symlink_to(outside)
    assert export(base, tree, "folder") == PLAIN


def a_link_inside_the_tree_is_followed(base):
    tree = make(base)
    write(tree, [entry("../src/one.c", "-I../b")], "build/inner.json")
    (tree / NAME).symlink_to("build/inner.json")
    assert export(base, tree)["one"] == "b/pick.h"
    (tree / "build/inner.json").write_text(json.dumps([entry("../src/one.c", "-I../a")]))
    assert export(base, tree)["one"] == "a/pick.h", "what the link leads to has changed"


def nothing_is_run_and_nothing_waits(base):
    tree = make(base)
    mark = base / "mark"
    write(tree, [{"directory": "/made/elsewhere/build", "file": "../src/one.c",
                  "command": f"cc $(touch {mark}) `touch {mark}` ; touch {mark} ; -I../b"}])
    assert export(base, tree)["one"] == "b/pick.h"
    assert not mark.exists(), "a command was run"
    (tree / "build" / NAME).unlink()
    os.mkfifo(tree / "build" / NAME)
    found = []
    waiting = threading.Thread(target=lambda: found.append(export(base, tree, "pipe")), daemon=True)
    waiting.start()
    waiting.join(120)
    assert found == [PLAIN], "a pipe in place of the list"


CASES = [every_way_of_naming_a_folder, a_list_is_found_where_builds_put_it, a_change_is_seen, broken_lists_say_nothing,
         large_lists_are_read_in_time, nothing_outside_is_opened, a_link_inside_the_tree_is_followed,
         nothing_is_run_and_nothing_waits]


def main():
    failed = False
    for case in CASES:
        name = case.__name__.replace("_", " ")
        with tempfile.TemporaryDirectory(prefix="fathom-commands-") as base:
            try:
                case(pathlib.Path(base))
                print(f"ok {name}", flush=True)
            except (AssertionError, subprocess.TimeoutExpired, KeyError) as error:
                failed = True
                print(f"FAIL {name}: {error!r}", flush=True)
    return 1 if failed else 0


sys.exit(main())
