#!/usr/bin/env python3
"""Every language there is against files made to hurt: brackets 200,000 deep, noise,
a line of 10 MB, and its own cases over and over as one line and cut in the middle.
Each is indexed or left out with a reason, within the bounds of test_hostile, and
the good file beside it is indexed. All of them in one tree a shape; long texts of
a language's own only with FATHOM_SOAK.
usage: test_hostile_languages.py [WORD...]     (only cases whose name has the word)"""
import random
import re
import subprocess
import sys
import time

from test_hostile import HERE, SOAK, one_tree

LANGUAGES = HERE.parent.parent / "src" / "languages"
LONG = 10 * 1024 * 1024
OWN = 3 * 1024 * 1024   # just below what is read at all
LINE = 400              # bytes: longer ones on average are taken for generated
READ = {"too deeply nested", "took too long or too much memory to parse", "minified", "binary", "generated",
        "unsupported language"}  # what a header is, its text tells


def endings():
    """One file name for each language, by the first extension or name that it lists."""
    found = {}
    for path in sorted(LANGUAGES.glob("*/*.c")):
        for text in path.read_text().split("\nconst Language language_")[1:]:
            name = re.match(r"\w+", text)[0]
            extensions = re.search(r'\.extensions = "(\S+?)[ "]', text)
            names = re.search(r'\.filenames = "(\S+?)[ "]', text)
            found[name] = (f"x.{extensions[1]}" if extensions else names[1], path.parent / "cases")
    return found


FILES = endings()


def put_all(tree, make):
    for language, (file, cases) in FILES.items():
        (tree / language).mkdir()
        (tree / language / file).write_bytes(make(cases))


def all_of(make, check=None):
    return one_tree(lambda tree: put_all(tree, make), len(FILES), check)


def too_large(report):
    assert report["skipped"].get("too large") == len(FILES), report


def was_looked_at(report):
    assert not set(report["skipped"]) - READ, report


def own_text(cases):
    return b" ".join(path.read_bytes() for path in sorted(cases.iterdir()) if path.suffix != ".facts" and path.is_file())


def own_lines(cases):
    """Its cases as lines as long as are still read, again and again."""
    text = b" ".join(own_text(cases).split())
    line = b"\n".join(text[at:at + LINE] for at in range(0, len(text), LINE))
    return (line + b"\n") * max(1, OWN // (len(line) + 1))


def own_cut(cases):
    """Its cases, each cut off somewhere: what is open is never closed."""
    chance = random.Random(5)
    texts = [path.read_bytes() for path in sorted(cases.iterdir()) if path.suffix != ".facts" and path.is_file()]
    return b"\n".join(text[:chance.randrange(len(text) + 1)] for text in texts * 20 if text)


# What languages look for among all names of a file, thousands of times: with a table, or
# only among those that can be meant.
MANY = {
    "generic.f90": lambda count: "module m\n interface abs\n" + "".join(
        f"  module procedure {', '.join(f'p{k}' for k in range(at, at + 10))}\n" for at in range(0, count, 10)) +
        " end interface\ncontains\n" + "".join(
        f" subroutine p{k}(x)\n integer :: x\n end subroutine\n" for k in range(count)) + "end module\n",
    "added.fs": lambda count: "module M\nopen System.Runtime.CompilerServices\n[<Extension>]\ntype E =\n" + "".join(
        f"  [<Extension>]\n  static member P{k}(x: int, y: string) = x + {k}\n" for k in range(count // 2)),
    "types.rs": lambda count: "".join(f"use a{k}::B{k};\npub struct T{k} {{ x: i32 }}\n" for k in range(count * 2 // 3)) + "".join(
        f"impl T{k} {{ pub fn m(&self) -> i32 {{ 1 }} }}\n" for k in range(count * 2 // 3)),
}
MANY_SECONDS = 12  # of CPU, for all of them; each that looks at every name every time takes more alone


def thousands():
    def put(tree):
        for name, text in MANY.items():
            (tree / name).write_text(text(60000))

    def was_quick(report):
        assert report["cpuSeconds"] < MANY_SECONDS, f"{report['cpuSeconds']:.1f} s of CPU"
    return one_tree(put, len(MANY), was_quick)


def main():
    noise = random.Random(3).randbytes(50_000).replace(b"\0", b"x")
    cases = [("brackets", lambda: all_of(lambda _: b"(" * 19 + b"\n" + (b"([{" * 20 + b"\n") * 3400, was_looked_at)),
             ("line of 10 MB", lambda: all_of(lambda _: b"word, " * (LONG // 6), too_large)),
             ("noise", lambda: all_of(lambda _: noise, was_looked_at)),
             ("thousands of one name", thousands),
             ("own text cut off", lambda: all_of(own_cut, was_looked_at))]
    if SOAK:
        cases.append(("own text in 3 MB", lambda: all_of(own_lines, was_looked_at)))
    failed = 0
    for title, case in cases:
        if len(sys.argv) > 1 and not all(word in title.split() for word in sys.argv[1:]):
            continue
        began = time.monotonic()
        try:
            print(f"ok {title}, {len(FILES)} languages: {case()} ({time.monotonic() - began:.1f} s)", flush=True)
        except (AssertionError, subprocess.TimeoutExpired) as error:
            failed += 1
            print(f"FAIL {title}: {error}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
