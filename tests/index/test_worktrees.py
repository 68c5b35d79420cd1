#!/usr/bin/env python3
"""A second working tree of a repository begins with the first one's index: what it
then holds is what an index made from nothing holds, the other one's files stay as
they are, and only an index that this user made counts."""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

FATHOM = os.environ["FATHOM"]
FILES = {
    "p/__init__.py": "",
    "p/a.py": "from p.b import helper\n\n\ndef work(x):\n    return helper(x)\n",
    "p/b.py": "def helper(a):\n    return a\n",
    "u.py": "from p.a import work\n\nwork(2)\n",
    "w/a.ts": "import { k } from './k'\n\nexport function f() {\n  return k()\n}\n",
    "w/k.ts": "export function k() {\n  return 1\n}\n",
}


class Place:
    """A repository `main` with a commit, and a linked working tree `other` in which
    one file is changed, one is new and one is gone."""

    def __init__(self):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="fathom-worktrees-")).resolve()
        self.main, self.other = self.path / "main", self.path / "other"
        self.env = {name: value for name, value in os.environ.items() if not name.startswith(("FATHOM", "GIT_", "XDG_"))}
        self.env.update(HOME=str(self.path / "home"), FATHOM_LOG="info", GIT_CONFIG_NOSYSTEM="1")
        (self.path / "home").mkdir(mode=0o700)
        for name, text in FILES.items():
            (self.main / name).parent.mkdir(parents=True, exist_ok=True)
            (self.main / name).write_text(text)
        self.git("init", "-q")
        self.git("add", ".")
        self.git("-c", "user.name=a", "-c", "user.email=a@b.invalid", "commit", "-qm", "one")
        self.git("worktree", "add", "-q", str(self.other))
        (self.other / "p/b.py").write_text("def other(a):\n    return a\n\n\ndef helper(a):\n    return other(a)\n")
        (self.other / "p/c.py").write_text("from p.b import other\n\nother(1)\n")
        (self.other / "u.py").unlink()

    def git(self, *words):
        subprocess.run(["git", *words], cwd=self.main, env=self.env, check=True, capture_output=True)

    def index(self, root, **more):
        done = subprocess.run([FATHOM, "index"], cwd=root, env={**self.env, **more}, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        lines = [line for line in done.stderr.splitlines() if "begins with" in line]
        return lines[0].split("the index of ", 1)[1] if lines else ""

    def graph(self, root):
        done = subprocess.run([FATHOM, "export"], cwd=root, env=self.env, capture_output=True, text=True, timeout=120, check=True)
        told = subprocess.run([FATHOM, "index"], cwd=root, env=self.env, capture_output=True, text=True, timeout=120, check=True)
        return sorted(done.stdout.splitlines()) + [line for line in told.stdout.splitlines() if line.startswith("calls:")]

    def said(self, root, other):
        return f"'{root}' begins with that of '{other}'"

    def close(self):
        shutil.rmtree(self.path, ignore_errors=True)


def sums(folder):
    """Of what lies there but the lock and memory that readers share."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir() if path.suffix in (".sqlite", ".roots", ".world")}


def from_scratch(place, root):
    aside = place.path / "aside"
    aside.mkdir()
    for tree in (place.main, place.other):
        if (tree / ".fathom").exists():
            (tree / ".fathom").rename(aside / tree.name)
    assert place.index(root) == ""
    graph = place.graph(root)
    shutil.rmtree(root / ".fathom")
    for tree in (place.main, place.other):
        if (aside / tree.name).exists():
            (aside / tree.name).rename(tree / ".fathom")
    aside.rmdir()
    return graph


def the_second_begins_with_the_first(place):
    assert place.index(place.main) == ""
    before, graph = sums(place.main / ".fathom"), place.graph(place.main)
    assert place.index(place.other) == place.said(place.other, place.main)
    mine = place.graph(place.other)
    assert any('"name":"other"' in line for line in mine) and not any("u.py" in line for line in mine), mine
    assert mine == from_scratch(place, place.other), mine
    assert sums(place.main / ".fathom") == before
    assert place.graph(place.main) == graph


def the_first_begins_with_the_second(place):
    assert place.index(place.other) == ""
    assert place.index(place.main) == place.said(place.main, place.other)
    assert place.graph(place.main) == from_scratch(place, place.main)


def it_goes_on_by_itself(place):
    place.index(place.main)
    place.index(place.other)
    assert place.index(place.other) == ""
    (place.main / "w/k.ts").write_text("export function k() {\n  return g()\n}\n\nfunction g() {\n  return 2\n}\n")
    (place.other / "w/a.ts").write_text("import { k } from './k'\n\nexport const v = k()\n")
    place.index(place.main)
    place.index(place.other)
    assert place.graph(place.other) == from_scratch(place, place.other)
    assert place.graph(place.main) == from_scratch(place, place.main)


def one_that_is_lost_begins_again(place):
    place.index(place.main)
    place.index(place.other)
    (place.other / "p/b.py").write_text("def helper(a):\n    return 3\n")
    place.index(place.other)
    for path in (place.other / ".fathom").glob("*.sqlite"):
        path.unlink()
    assert place.index(place.other) == place.said(place.other, place.main)
    assert place.graph(place.other) == from_scratch(place, place.other)


def dependencies_are_asked_again(place):
    """Answers about them come along, and are looked at again: only with the
    dependency, which one of them lacks, it can be told whose method is called."""
    (place.main / "node_modules/dep").mkdir(parents=True)
    (place.main / "node_modules/dep/package.json").write_text('{"name": "dep", "main": "i.js", "types": "i.d.ts"}')
    (place.main / "node_modules/dep/i.d.ts").write_text("export declare function same<T>(x: T): T\n")
    for tree in (place.main, place.other):
        (tree / "package.json").write_text('{"name": "x", "dependencies": {"dep": "1"}}')
        (tree / "w/d.ts").write_text("import { same } from 'dep'\n\nclass A {\n  run() {}\n}\n\nclass B {\n  run() {}\n}\n\n"
                                    "export function g() {\n  same(new A()).run()\n}\n")
    place.index(place.main)
    assert any('"callee":{"file":"w/d.ts","line":4,' in line for line in place.graph(place.main))
    assert place.index(place.other) == place.said(place.other, place.main)
    mine = place.graph(place.other)
    assert mine == from_scratch(place, place.other) and not any('"callee":{"file":"w/d.ts","line":4,' in line for line in mine), mine


def strangers_do_not_count(place):
    """An index under another key, one that was touched, and things that are none."""
    place.index(place.main, HOME=str(place.path / "stranger"))
    assert place.index(place.other) == ""
    shutil.rmtree(place.main / ".fathom")
    shutil.rmtree(place.other / ".fathom")
    place.index(place.main)
    with next((place.main / ".fathom").glob("*.sqlite")).open("ab") as file:
        file.write(b"x")
    assert place.index(place.other) == ""
    assert place.graph(place.other) == from_scratch(place, place.other)


def git_data_lead_nowhere(place):
    """What names working trees comes with a repository: pipes, links, folders that
    are not there, other people's."""
    place.index(place.main)
    outside = place.path / "outside"
    outside.mkdir()
    (outside / ".fathom").symlink_to(place.main / ".fathom")
    (place.main / ".fathom").rename(place.path / "kept")
    (outside / ".fathom").unlink()
    (outside / ".fathom").symlink_to(place.path / "kept")
    for i, text in enumerate((f"{outside}/.git\n", "/nowhere/.git\n", "\0\n", "", "../" * 2000, f"{place.path}/fifo/.git\n")):
        folder = place.main / ".git/worktrees" / f"a{i}"
        folder.mkdir()
        (folder / "gitdir").write_text(text)
    (place.path / "fifo").mkdir()
    os.mkfifo(place.path / "fifo/.fathom")
    (place.main / ".git/worktrees/b").mkdir()
    os.mkfifo(place.main / ".git/worktrees/b/gitdir")
    assert place.index(place.other) == ""
    assert not (place.main / ".fathom").exists()  # nothing is made there either
    assert place.graph(place.other) == from_scratch(place, place.other)


def main():
    if not shutil.which("git"):
        print("nothing to test: there is no git")
        return 77
    failed = 0
    for case in (the_second_begins_with_the_first, the_first_begins_with_the_second, it_goes_on_by_itself, one_that_is_lost_begins_again,
                 dependencies_are_asked_again, strangers_do_not_count, git_data_lead_nowhere):
        place = Place()
        try:
            case(place)
            print(f"ok {case.__name__}", flush=True)
        except Exception as error:  # noqa: BLE001
            failed += 1
            print(f"FAIL {case.__name__}: {type(error).__name__}: {error}", flush=True)
        place.close()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
