#!/usr/bin/env python3
"""files: three layouts, pages, and the cap of 5,000 entries; the workspace a
call may name with repo."""
from trees import *

PLACE = Place(TREE)


def files(*words, **more):
    return ask(PLACE, "files", *words, **more)


@case
def a_tree():
    same(files(), """.gitignore
ignored/  (ignored directory)
include/  1 files, 4 symbols
  it.h  4  Opens.
notes.txt
py/  1 files, 5 symbols
  model.py  5  Models.
srv/  1 files, 6 symbols
  run.go  6  T, Run
web/  7 files, 15 symbols
  app.ts  0
  bare.ts  1
  index.ts  0
  inner/  1 files, 1 symbols
    deep.ts  1  deep
  token.test.ts  0
  token.ts  11  Session, validate, LIMIT
  util.ts  2  x, unused
12 files, 30 symbols.
""")
    has(files("--depth", 1), "web/  7 files, 15 symbols\n12 files, 30 symbols.\n")


@case
def flat_and_grouped():
    same(files("web", "--format", "flat"), "web/app.ts  0\nweb/bare.ts  1\nweb/index.ts  0\nweb/inner/deep.ts  1  deep\n"
         "web/token.test.ts  0\nweb/token.ts  11  Session, validate, LIMIT\nweb/util.ts  2  x, unused\n7 files, 15 symbols.\n")
    has(files("--format", "grouped"), "c:\ninclude/it.h  4  Opens.\n\ngo:\nsrv/run.go  6  T, Run\n\npython:\npy/model.py  5  Models.\n\ntypescript:\nweb/app.ts  0\n")


@case
def what_files_are_for():
    """The first sentence of a file's head; licences and words for programs are none."""
    licence = "/* Copyright 2020 Somebody. Permission is\n * granted. */\n\n"
    heads = {"a.c": licence + "/* Counts things.\n * More. */\n#include <x.h>\nint a;\n", "b.py": "#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n\"\"\"Reads it. Then more.\"\"\"\n",
             "c.go": "//go:build linux\n\n// Package c waits.\npackage c\n", "d.h": "#ifndef D_H\n#define D_H\nint d(void);\n#endif\n", "e.js": "'use strict'\n// eslint-disable\n\n// Says\n// hello\nexport const e = 1\n",
             "f.lua": "-- Finds paths.\nreturn {}\n", "g.py": "def _inner():\n    pass\n", "h.c": "/* never ends", "i.c": ""}
    with Place(heads) as place:
        found = {one["path"]: one.get("purpose") for one in fields(place, "files")["entries"] if one["path"] in heads}
        same(found, {"a.c": "Counts things.", "b.py": "Reads it.", "c.go": "Package c waits.", "d.h": "d", "e.js": "Says hello", "f.lua": "Finds paths.",
                     "g.py": "_inner", "h.c": "never ends", "i.c": None})
        has(ask(place, "zoom", "."), "\na.c  c, 7 lines; 1 of 1 symbols  // Counts things.\n")


@case
def a_purpose_does_not_repeat_the_name_of_its_file():
    heads = {"a.c": "/* a.c - Counts things. */\nint a;\n", "b.h": "/**\n * b.h\n *\n * Handles what is\n * pasted. More.\n */\nint b;\n",
             "c.c": "// c.c: waits\nint c;\n", "d.c": "/* d.c-like files are odd. */\nint d;\n"}
    with Place(heads) as place:
        same({one["path"]: one.get("purpose") for one in fields(place, "files")["entries"] if one["path"] in heads},
             {"a.c": "Counts things.", "b.h": "Handles what is pasted.", "c.c": "waits", "d.c": "d.c-like files are odd."})


@case
def a_level_of_a_large_tree_says_what_its_files_are_for():
    """Only what is listed counts: above many files there are few."""
    with Place({"main.py": "\"\"\"Starts.\"\"\"\n", **{f"many/m{number}.py": "\"\"\"One.\"\"\"\n" for number in range(151)}}) as place:
        text = ask(place, "files", "--depth", 1)
        has(text, "main.py  0  Starts.\n", "many/  151 files", "152 files, 0 symbols.\n")
        text = ask(place, "files")
        lacks(text, "Starts.")
        has(text, "152 files, 0 symbols. A list of at most 150 files says what each is for.\n")


@case
def patterns():
    same(files("--format", "flat", "--pattern", "*.go"), "srv/run.go  6  T, Run\n1 files, 6 symbols.\n")
    same(files("--format", "flat", "--pattern", "web/**/d*"), "web/inner/deep.ts  1  deep\n1 files, 1 symbols.\n")
    same(files("none"), "There is no 'none' in the workspace.\n")
    same(files("--pattern", "*.rs"), "No file matches *.rs. Ignored files are not listed.\n")
    has(files("--pattern", "x" * 4097, status=2), "4,096")


@case
def limits():
    for words, part in ((["--limit", 0], "1 to 5000"), (["--limit", 5001], "1 to 5000"), (["--depth", 65], "0 to 64"),
                        (["--max-chars", 999], "1000 to 200000")):
        has(files(*words, status=2), part)
    files("--limit", 1)
    files("--limit", 5000)
    has(files("--limit", 3), "12 files, 30 symbols. Of 18 entries the first 3 are listed; narrow by path, pattern or depth, "
        "or raise limit (at most 5000).")


@case
def five_thousand_entries_and_pages():
    with Place({"a.c": "int a;\n"}) as place:
        (place.repo / "many").mkdir()
        for i in range(4998):
            (place.repo / "many" / f"f{i:04}.txt").touch()
        text = ask(place, "files", "--format", "flat", "--max-chars", "200000")
        has(text, "4999 files, 1 symbols. A list of at most 150 files says what each is for.\n")  # with a.c
        lacks(text, "entries the first")
        (place.repo / "many" / "g.txt").touch()
        lacks(ask(place, "files", "--format", "flat"), "entries the first")
        (place.repo / "many" / "h.txt").touch()
        text = ask(place, "files", "--format", "flat", "--max-chars", "200000")
        has(text, "5001 files, 1 symbols. A list of at most 150 files says what each is for. Of 5001 entries the first 5000 are listed; narrow by path, pattern or depth.\n")
        pages = all_pages(place, "files", "--format", "flat")
        assert all(len(page) <= 15000 for page in pages), [len(page) for page in pages]
        same(len(re.findall(r"\.txt$", "".join(pages), re.M)), 4999)
        tree = all_pages(place, "files")
        has(tree[1], "(in many/)\n")
        answer = fields(place, "files", "--format", "flat", "--limit", "3")
        same((len(answer["entries"]), answer["total"], answer["truncated"]), (3, 5001, True))


# ---- another workspace ----

def other_place():
    place = Place({"own.c": "int own;\n"})
    place.other = place.repository("other", {"their.c": "int theirs;\n", "sub/x.c": "int x;\n"})
    return place


@case
def another_workspace_needs_the_users_word():
    with other_place() as place:
        server = Stdio(place)
        server.initialize()
        words = failure_of(server.call("files", {"repo": str(place.other)}))
        has(words, "another workspace", "roots", "--roots")
        lacks(words, "their.c")
        has(text_of(server.call("files", {"repo": str(place.repo)})), "own.c")
        server.end()
        for how in ({"options": ["--roots", str(place.other)]}, {"env": {"FATHOM_ROOTS": str(place.other)}}):
            server = Stdio(place, *how.get("options", []), env=how.get("env"))
            server.initialize()
            has(text_of(server.call("files", {"repo": str(place.other)})), "their.c")
            has(text_of(server.call("find", {"query": "theirs", "repo": str(place.other)})), "their.c:1")
            has(text_of(server.call("zoom", {"target": "sub", "repo": str(place.other / "sub")})), "int x")
            has(text_of(server.call("status", {"repo": str(place.other)})), str(place.other))
            lacks(text_of(server.call("files", {})), "their.c")
            failure_of(server.call("files", {"repo": str(place.root / "home")}))
            server.end()


@case
def roots_in_the_users_config_but_not_the_projects():
    with other_place() as place:
        place.project_config({"roots": [str(place.other)]})
        server = Stdio(place)
        server.initialize()
        failure_of(server.call("files", {"repo": str(place.other)}))
        server.end()
        place.user_config({"roots": [str(place.other)]})
        server = Stdio(place)
        server.initialize()
        has(text_of(server.call("files", {"repo": str(place.other)})), "their.c")
        server.end()


main()
