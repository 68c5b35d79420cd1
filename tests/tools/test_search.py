#!/usr/bin/env python3
"""`fathom search` on a small tree: exact answers, as text and as fields.
Prints one line per case."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

FATHOM = os.path.abspath(os.environ.get("FATHOM", "build/fathom"))
FILES = {
    ".gitignore": "ignored/\n*.log\n",
    "src/lock.c": """#include "lock.h"

/* Takes the lock. */
int lock_take(struct lock *lock, int timeout) {
  if (!lock) return -1;
  return wait_for(lock, timeout);
}

int lock_give(struct lock *lock) {
  return wake_one(lock, 0);
}
""",
    "src/lock.h": "struct lock { int owner; };\nint lock_take(struct lock *lock, int timeout);\nint lock_give(struct lock *lock);\n",
    "src/use.c": "#include \"lock.h\"\nvoid use(struct lock *lock) {\n  lock_take(lock, 10);\n  work(lock);\n  lock_give(lock);\n}\n",
    "tests/test_lock.c": "#include \"../src/lock.h\"\nvoid test_lock(void) { lock_take(0, 1); }\n",
    "notes.txt": "lock_take may time out.\r\nLOCK_TAKE in capitals\r\n",
    "ignored/x.c": "lock_take\n",
    "x.log": "lock_take\n",
    "data.bin": b"lock_take\0\1\2",
}


def make(root):
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())


class Tree:
    def __init__(self, base):
        self.root = base / "tree"
        self.env = {**os.environ, "HOME": str(base), "FATHOM_INDEX_LOCATION": "cache"}
        for name in ("CACHE_HOME", "CONFIG_HOME", "STATE_HOME", "RUNTIME_DIR"):
            self.env[f"XDG_{name}"] = str(base)
        make(self.root)

    def run(self, *words, status=0):
        done = subprocess.run([FATHOM, *words], capture_output=True, cwd=self.root, env=self.env)
        assert done.returncode == status, f"{words}: {done.returncode} {done.stderr.decode()}"
        return (done.stdout if status == 0 else done.stderr).decode()

    def fields(self, *words):
        return json.loads(self.run(*words, "--json"))


CASES = []


def case(function):
    CASES.append(function)
    return function


def same(got, expected):
    assert got == expected, f"got\n{got}\nexpected\n{expected}"


@case
def definitions_come_first_and_tests_last(tree):
    same(tree.run("search", "lock_take", "--case", "sensitive"), """\
src/lock.c
 in function lock_take (4-7)
4: int lock_take(struct lock *lock, int timeout) {

src/lock.h
 in function lock_take
2: int lock_take(struct lock *lock, int timeout);

src/use.c
 in function use (2-6)
3:   lock_take(lock, 10);

notes.txt
1: lock_take may time out.

tests/test_lock.c
 in function test_lock
2: void test_lock(void) { lock_take(0, 1); }
5 lines in 5 files.
""")


@case
def tests_may_be_left_out(tree):
    for mode in ("text", "symbol"):
        paths = [one["path"] for one in tree.fields("search", "lock", "--mode", mode)["matches"]]
        without = [one["path"] for one in tree.fields("search", "lock", "--mode", mode, "--no-tests")["matches"]]
        assert "tests/test_lock.c" in paths, paths
        same(without, [path for path in paths if path != "tests/test_lock.c"])


@case
def smart_case_ignores_it(tree):
    found = tree.fields("search", "lock_take", "--path", "notes.txt")
    same([(hit["line"], hit["column"], hit["text"]) for hit in found["matches"]],
         [(1, 1, "lock_take may time out."), (2, 1, "LOCK_TAKE in capitals")])
    same(tree.fields("search", "Lock_take", "--path", "notes.txt")["total"], 0)


@case
def fields_say_all(tree):
    found = tree.fields("search", "lock_give", "--glob", "*.c")
    same(found, {
        "matches": [
            {"path": "src/lock.c", "line": 9, "endLine": 9, "column": 5, "text": "int lock_give(struct lock *lock) {",
             "symbol": "lock_give", "kind": "function", "definition": True},
            {"path": "src/use.c", "line": 5, "endLine": 5, "column": 3, "text": "  lock_give(lock);",
             "symbol": "use", "kind": "function", "definition": False}],
        "total": 2, "files": 2, "leftOut": 0, "truncated": False, "mode": "text", "usedIndex": False, "filesRead": 3})


@case
def what_is_no_text_is_tried_as_a_regular_expression(tree):
    same(tree.run("search", r"wa\w+\(lock, \d", "--context", "1"), """\
src/lock.c
 in function lock_give (9-11)
9- int lock_give(struct lock *lock) {
10:   return wake_one(lock, 0);
11- }
1 line in 1 file (as a regular expression; as text it is nowhere).
""")


@case
def text_is_not_taken_for_a_regular_expression(tree):
    same(tree.fields("search", "owner; }")["total"], 1)
    same(tree.fields("search", "lock_take(lock")["matches"][0]["line"], 3)
    same(tree.fields("search", "l.ck_take", "--mode", "text")["total"], 0)


@case
def ends_of_lines_may_have_carriage_returns(tree):
    same(tree.fields("search", "(out\\.|capitals)$", "--mode", "regex")["total"], 2)


@case
def matches_may_cross_lines(tree):
    found = tree.fields("search", r"use\([^)]*\) \{\s+lock_take", "--mode", "regex", "--multiline")
    same([(hit["path"], hit["line"], hit["endLine"]) for hit in found["matches"]], [("src/use.c", 2, 3)])
    assert "\n1 match in 1 file.\n" in tree.run("search", r"use\([^)]*\) \{\s+lock_take", "--mode", "regex", "--multiline")


@case
def patterns_match_syntax(tree):
    same(tree.run("search", "lock_take($A, $$$)", "--mode", "pattern"), """\
src/use.c
 in function use (2-6)
3:   lock_take(lock, 10);

tests/test_lock.c
 in function test_lock
2: void test_lock(void) { lock_take(0, 1); }
2 matches in 2 files.
""")
    (tree.root / "twice.c").write_text("void twice(void) {\n  one(1), one(2);\n  one(3);\n}\n")
    same(tree.run("search", "one($A)", "--mode", "pattern", "--context", "1"), """\
twice.c (3)
 in function twice (1-4)
1- void twice(void) {
2:   one(1), one(2);
3:   one(3);
4- }
3 matches in 1 file.
""")
    (tree.root / "twice.c").unlink()


@case
def names_are_found(tree):
    found = tree.fields("search", "lock_g", "--mode", "symbol")
    same([(hit["path"], hit["line"]) for hit in found["matches"]], [("src/lock.c", 9), ("src/lock.h", 3)])
    # where they must be is asked before how many there may be
    found = tree.fields("search", "lock_g", "--mode", "symbol", "--path", "src/lock.h", "--limit", "1")
    same([(hit["path"], hit["line"]) for hit in found["matches"]], [("src/lock.h", 3)])
    found = tree.fields("search", "lock_g", "--mode", "symbol", "--glob", "*.h", "--limit", "1")
    same(([(hit["path"], hit["line"]) for hit in found["matches"]], found["total"]), ([("src/lock.h", 3)], 1))
    same(tree.run("search", "lock", "--mode", "symbol", "--limit", "2").splitlines()[-1],
         "6 symbols. The first 2 are listed; narrow by path, glob or language, or raise limit.")
    same(tree.run("search", "lock", "--mode", "symbol").splitlines()[-1], "6 symbols in 3 files.")
    same(tree.run("search", "lock_g", "--mode", "symbol", "--glob", "*.py").splitlines()[0], "No symbol 'lock_g' matching *.py.")


@case
def lines_of_tests_are_shorter_than_those_of_source(tree):
    (tree.root / "src/wide.c").write_text("int wide(void) { return lock_wide; } // " + "s" * 150 + "\n")
    (tree.root / "tests/test_wide.c").write_text("void test_wide(void) {\n      use(lock_wide); // " + "t" * 150 + "\n}\n")
    text = tree.run("search", "lock_wide")
    assert "s" * 150 + "\n" in text and "\n2: use(lock_wide); // " + "t" * 101 + "...\n" in text, text
    (tree.root / "src/wide.c").unlink()
    text = tree.run("search", "lock_wide")
    assert "\n2:       use(lock_wide); // " + "t" * 150 + "\n" in text, text
    (tree.root / "tests/test_wide.c").unlink()


@case
def pages_go_on(tree):
    words = ["search", "lock", "--limit", "13", "--context", "2", "--max-chars", "1000"]
    first = tree.fields(*words)
    seen = len(first["matches"])
    same(first["truncated"], True)
    pages = [first]
    while "cursor" in pages[-1]:
        pages.append(tree.fields(*words, "--cursor", pages[-1]["cursor"]))
        seen += len(pages[-1]["matches"])
    same(seen, 13)
    assert len(pages) > 1, "one page held it all"


@case
def a_page_may_begin_inside_of_a_symbol(tree):
    (tree.root / "long.c").write_text("void many(void) {\n" + "  needle(1), needle(2); /* some words to fill the line */\n" * 40 + "}\n")
    words = ["search", "needle($A)", "--mode", "pattern", "--max-chars", "1500"]
    first = tree.fields(*words)
    same(first["total"], 80)
    text = tree.run(*words, "--cursor", first["cursor"])
    same(text.splitlines()[:2], ["long.c (80)", " in function many (1-42)"])
    same(text.splitlines()[2].split(":")[0], str(2 + len(first["matches"]) // 2))
    (tree.root / "long.c").unlink()


@case
def files_take_turns(tree):
    found = tree.fields("search", "lock", "--limit", "6")
    same(sorted({hit["path"] for hit in found["matches"]}),
         ["notes.txt", "src/lock.c", "src/lock.h", "src/use.c", "tests/test_lock.c"])


@case
def nothing_is_told_apart(tree):
    same(tree.run("search", "lock", "--path", "none"), "There is no 'none' in the workspace.\n")
    same(tree.run("search", "no such thing"), "No match for 'no such thing' in 7 files, as text.\n")
    same(tree.run("search", "no.such", "--glob", "*.{c,h}"),
         "No match for 'no.such' in 4 files matching *.{c,h}, neither as text nor as a regular expression.\n")


@case
def errors_say_what_to_do(tree):
    same(tree.run("search", "a(", "--mode", "regex", status=1),
         "fathom: 'a(' is no regular expression: missing closing parenthesis, at character 3; mode=text takes it as it is\n")
    same(tree.run("kart_search", "a(", status=1),
         "fathom: Error: 'a(' is no regular expression: missing closing parenthesis, at character 3\n")
    assert "no language 'pyton' is known: did you mean 'python'; status" in tree.run("search", "a", "--language", "pyton", status=1)


@case
def changes_are_seen_at_once(tree):
    (tree.root / "notes.txt").write_text("brand_new\n")
    same(tree.fields("search", "brand_new")["total"], 1)
    same(tree.fields("search", "capitals")["total"], 0)


@case
def several_patterns_at_once(tree):
    """Each is what it would be alone: text, or a regular expression; what is
    nowhere is said."""
    same(tree.run("search", "wake_one(lock", "--or", "wait_f\\w+", "--or", "no_such", "--path", "src"), """\
src/lock.c (2)
 in function lock_take (4-7)
6:   return wait_for(lock, timeout);
 in function lock_give (9-11)
10:   return wake_one(lock, 0);
2 lines in 1 file.
No match for 'no_such'.
""")
    has_none = tree.run("search", "no_such", "--or", "nor(this")
    assert has_none.startswith("No match for 'no_such' or 'nor(this' in 7 files"), has_none
    assert "is searched for alone" in tree.run("search", "f($A)", "--or", "g($A)", "--mode", "pattern", status=2)


@case
def what_is_not_listed_of_a_file_is_counted(tree):
    (tree.root / "src/many.c").write_text("int many(int x) {\n" + "  x = lock_take(0, x);\n" * 9 + "  return x;\n}\n")
    last = tree.run("search", "lock_take", "--case", "sensitive", "--limit", "8").splitlines()[-1]
    same(last, "14 lines in 6 files. +6 more in src/many.c. Narrow by path, glob or language, or raise limit.")
    last = tree.run("search", "lock_take", "--case", "sensitive", "--limit", "3").splitlines()[-1]
    same(last, "14 lines in 6 files. +8 more in src/many.c, 3 files not listed. Narrow by path, glob or language, or raise limit.")


@case
def what_is_said_below_a_full_page_is_never_cut(tree):
    """Files of which there is more are named as far as there is room, the others counted."""
    for number in range(60):
        path = tree.root / f"src/a_folder_with_a_long_name/another_one_of_these/file_{number:02}_of_many.c"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("int wanted_here;\n" * 40)
    for words in (["--limit", "300"], ["--limit", "1000", "--max-chars", "1000"], ["--limit", "70", "--max-chars", "15000"]):
        text = tree.run("search", "wanted_here", *words)
        lines = text.splitlines()
        assert "[cut:" not in text and "2,400 lines in 60 files. +" in lines[-1] and " other" in lines[-1] and len(lines[-1]) < 400, text[-600:]


def write_all(tree, texts):
    for path, text in texts.items():
        (tree.root / path).parent.mkdir(parents=True, exist_ok=True)
        (tree.root / path).write_text(text)


def headings(text):
    return [line for line in text.splitlines() if line[:1].isalpha() and "." in line.split(" ")[0]]


@case
def tests_and_data_are_counted_where_they_take_the_room(tree):
    write_all(tree, {f"src/zap{i:02}.c": f"int use{i}(int x) {{\n  zap_it(x);\n  zap_it(x);\n}}\n" for i in range(50)})
    write_all(tree, {f"tests/test_zap{i}.c": "void test_it(void) {\n" + "  zap_it(0);\n" * 30 + "}\n" for i in range(2)})
    write_all(tree, {"oracle.json": '[\n' + '"zap_it",\n' * 30 + '""\n]\n', "few.json": '["zap_it"]\n'})
    lines = tree.run("search", "zap_it").splitlines()
    same(lines[-3:], ["191 lines in 54 files.",
                      "Tests: 60 lines in 2 files, not listed: tests=true lists them.",
                      "Data: 30 lines in 1 file, not listed: give a path or glob to list them."])
    assert "few.json" in lines and not [line for line in lines if line.startswith(("tests/", "oracle"))], lines
    found = tree.fields("search", "zap_it")
    same((found["total"], found["leftOut"], found["truncated"], len(found["matches"])), (191, 90, True, 101))
    assert [line for line in tree.run("search", "zap_it", "--tests").splitlines() if line.startswith("tests/test_zap0.c")]
    assert "Tests:" not in tree.run("search", "zap_it", "--no-tests")
    # What is all there is, and what fits, is listed.
    same(tree.fields("search", "zap_it", "--path", "tests")["leftOut"], 0)
    same(tree.fields("search", "zap_it", "--glob", "{oracle.json,src/zap0*}")["leftOut"], 0)
    for path in [*(tree.root / "src").glob("zap*"), *(tree.root / "tests").glob("test_zap*"), tree.root / "oracle.json", tree.root / "few.json"]:
        path.unlink()


@case
def tests_that_are_listed_can_be_left_out(tree):
    write_all(tree, {f"src/zip{i}.c": f"int use{i}(int x) {{\n" + "  zip_it(x); /* and it takes a while until this line is at its end, which it will be at last */\n" * 75 + "}\n" for i in range(2)})
    write_all(tree, {"tests/test_zip.c": "void test_it(void) {\n" + "  zip_it(0);\n" * 39 + "}\n"})
    same(tree.run("search", "zip_it").splitlines()[-1], "39 of them in 1 test: tests=false leaves these out.")
    for path in [*(tree.root / "src").glob("zip*"), tree.root / "tests/test_zip.c"]:
        path.unlink()


@case
def a_file_comes_once_on_a_page(tree):
    write_all(tree, {f"src/zoo{i}.c": f"int use{i}(int x) {{\n" + "  zoo(x);\n" * (100 if i else 40) + "}\n" for i in range(3)})
    words, cursor, seen = ["search", "zoo(x)", "--limit", "300"], [], 0
    for _ in range(10):
        paths = headings(tree.run(*words, *cursor))
        same(len(paths), len(set(paths)))
        page = tree.fields(*words, *cursor)
        seen += len(page["matches"])
        if "cursor" not in page:
            break
        cursor = ["--cursor", page["cursor"]]
    same(seen, 240)
    for path in (tree.root / "src").glob("zoo*"):
        path.unlink()


@case
def patterns_have_their_share_each(tree):
    write_all(tree, {f"src/many{i:03}.c": f"int many{i} = common_word;\n" for i in range(150)})
    write_all(tree, {"src/zz_rare.c": "int rare = seldom_word;\n", "src/zz_both.c": "int both = seldom_word + common_word;\n"})
    text = tree.run("search", "common_word", "--or", "seldom_word", "--limit", "20")
    names = headings(text)
    same(len([name for name in names if name.startswith("src/many")]), 18)
    same(names[0], "src/many000.c for 'common_word'")
    same([name for name in names if name.startswith("src/zz")], ["src/zz_both.c", "src/zz_rare.c for 'seldom_word'"])
    # Where the same files are hit, they are one question.
    assert " for '" not in tree.run("search", "int", "--or", "common_word", "--limit", "20", "--glob", "many*")
    for path in [*(tree.root / "src").glob("many*"), *(tree.root / "src").glob("zz*")]:
        path.unlink()


@case
def imports_and_comments_give_way(tree):
    """Of a file that shows one hit, the first is seldom the one that matters."""
    write_all(tree, {f"src/late{i:03}.py": "from things import widget\n\n# A widget is made here.\n\n\ndef make():\n    return widget(1)\n" for i in range(60)})
    found = tree.fields("search", "widget", "--limit", "60")
    same({(hit["line"], hit.get("symbol")) for hit in found["matches"]}, {(7, "make")})
    for path in (tree.root / "src").glob("late*"):
        path.unlink()


@case
def a_glob_may_stand_for_a_path(tree):
    same(tree.run("search", "lock_give", "--path", "src/*.h").splitlines()[-1], "1 line in 1 file.")


@case
def kart_search_has_kart_s_fields(tree):
    found = tree.fields("kart_search", "lock_(take|give)\\(lock", "--paths", "src")
    duration = found.pop("durationMs")
    assert isinstance(duration, int)
    same(found, {"matches": [{"path": "src/use.c", "line": 3, "column": 3, "text": "  lock_take(lock, 10);"},
                             {"path": "src/use.c", "line": 5, "column": 3, "text": "  lock_give(lock);"}],
                 "truncated": False})


def main():
    failed = 0
    for one in CASES:
        base = pathlib.Path(tempfile.mkdtemp(prefix="fathom-search-"))
        try:
            tree = Tree(base)
            tree.run("index", str(tree.root))
            one(tree)
            print(f"ok {one.__name__}", flush=True)
        except AssertionError as error:
            failed += 1
            print(f"FAIL {one.__name__}: {error}", flush=True)
        finally:
            shutil.rmtree(base)
    return 1 if failed else 0


sys.exit(main())
