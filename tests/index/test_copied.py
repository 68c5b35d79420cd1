#!/usr/bin/env python3
"""A program that was copied without its grammars says what it cannot read, where it
looked and what to do; where it could read nothing at all, `index` fails."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from trees import FATHOM, own_folders, run_cases

SHELL, DATA, CODE = "f() { g; }\ng() { :; }\n", "a: 1\n", "int f(void) { return 1; }\n"


def run(base, tree, *words, status=0):
    env = {name: value for name, value in {**os.environ, **own_folders(base)}.items() if not name.startswith("FATHOM")}
    done = subprocess.run([base / "bin" / "fathom", *words], capture_output=True, text=True, cwd=base / tree, env=env)
    assert done.returncode == status, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def note(base):
    beside, share = base / "bin/grammars/bash.so", base / "share/fathom/grammars/bash.so"
    return (f"not read: bash, yaml: the grammar of bash is neither at {beside} nor at {share}; the folder 'grammars' belongs to the program: "
            "copy it along, install both ('make install'), or let FATHOM_SHARE name the folder that holds it")


def what_is_missing_is_said(base):
    out = run(base, "mixed", "index")
    assert out.startswith("1 files, "), out
    assert "not indexed: 1 no grammar found: bash, 1 no grammar found: yaml\n" in out, out
    assert out.count(f"note: {note(base)}\n") == 1, out
    assert f"note: {note(base)}\n" in run(base, "mixed", "status")


def nothing_read_is_a_failure(base):
    found = json.loads(run(base, "unread", "index", "--json", status=1))
    assert (found["files"], found["skipped"]) == (0, {"no grammar found: bash": 1, "no grammar found: yaml": 1}), found
    assert found["notes"] == [note(base)], found


def nothing_to_read_is_none(base):
    assert "note:" not in run(base, "words", "index")


def grammars_that_came_later(base):
    (base / "bin/grammars").symlink_to(pathlib.Path(FATHOM).resolve().parent / "grammars")
    again = "there was no grammar when they were looked at; 'fathom index --full' looks again"
    out = run(base, "unread", "index", status=1)
    assert f"note: not read: bash, yaml: {again}\n" in out, out
    assert run(base, "unread", "index", "--full").startswith("2 files, ")


def main():
    with tempfile.TemporaryDirectory() as folder:
        base = pathlib.Path(folder).resolve()
        for path, text in {"mixed/a.sh": SHELL, "mixed/b.yaml": DATA, "mixed/c.c": CODE, "unread/a.sh": SHELL, "unread/b.yaml": DATA,
                           "words/a.txt": "words\n"}.items():
            (base / path).parent.mkdir(exist_ok=True)
            (base / path).write_text(text)
        (base / "bin").mkdir()
        shutil.copy(FATHOM, base / "bin/fathom")
        return run_cases((what_is_missing_is_said, nothing_read_is_a_failure, nothing_to_read_is_none, grammars_that_came_later), base)


if __name__ == "__main__":
    sys.exit(main())
