#!/usr/bin/env python3
"""fathom index, export and library on a tiny repository: exactly what they say."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from trees import FATHOM, own_folders, run_cases

FILES = {
    "a.py": "from b import helper, Thing\n\n\ndef run(x):\n    t = Thing(x)\n    helper(t)\n    return t.size()\n\n\nrun(1)\n",
    "b.py": "class Thing:\n    def __init__(self, n):\n        self.n = n\n\n    def size(self):\n        return len(self.n)\n"
            "\n\ndef helper(thing):\n    missing(thing)\n",
    "notes.txt": "words\n",
}


def run(base, *words, status=0):
    done = subprocess.run([FATHOM, *words], capture_output=True, text=True, cwd=base, env={**os.environ, **own_folders(base)})
    assert done.returncode == status, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout if not status else done.stderr


def rows(base, *words):
    return [json.loads(line) for line in run(base, "export", "tree", *words).splitlines()]


def export_says_what_is_there(base):
    found = rows(base, "--format", "jsonl")
    defs = [(row["file"], row["line"], row["name"], row["symkind"]) for row in found if row["kind"] == "def"]
    assert defs == [("a.py", 4, "run", "function"), ("b.py", 1, "Thing", "class"), ("b.py", 2, "__init__", "constructor"),
                    ("b.py", 5, "size", "method"), ("b.py", 9, "helper", "function")], defs
    calls = {(row["caller"]["name"], row["caller"]["line"], row["callee"]["file"], row["callee"]["name"],
              row["site"]["line"]) for row in found if row["kind"] == "call"}
    wanted = {("run", 4, "b.py", "Thing", 5), ("run", 4, "b.py", "helper", 6), ("run", 4, "b.py", "size", 7),
              ("<module>", 0, "a.py", "run", 10)}
    assert wanted <= calls and {call[3] for call in calls} <= {"Thing", "__init__", "helper", "size", "run"}, calls
    assert all(row["rule"] and row["confidence"] in ("exact", "inferred", "candidate")
               for row in found if row["kind"] == "call")


def export_follows_the_disk(base):
    (base / "tree" / "b.py").write_text(FILES["b.py"].replace("helper", "other"))
    calls = {row["callee"]["name"] for row in rows(base) if row["kind"] == "call"}
    assert "helper" not in calls and "other" not in calls and "size" in calls, calls
    (base / "tree" / "b.py").write_text(FILES["b.py"])


def export_of_what_is_not_resolved(base):
    tree = base / "tree"
    (tree / "c.py").write_text("def use(x):\n    x.size(); missing(x)\n    x.size()\n    x.nowhere()\n")
    found = [row for row in rows(base, "--unresolved") if row["kind"] == "unresolved"]
    (tree / "c.py").unlink()
    own = [(row["site"]["line"], row.get("name")) for row in found if row["site"]["file"] == "c.py"]
    assert sorted(own, key=str) == [(2, "size"), (2, None), (3, "size"), (4, None)], found
    assert [line for line, _ in own] == [2, 2, 3, 4], found
    assert [row["site"] for row in found if row["site"]["file"] == "b.py"] == [{"file": "b.py", "line": 10}], found
    assert not [row for row in rows(base) if row["kind"] == "unresolved"]


def export_of_everything(base):
    found = rows(base, "--all")
    files = {row["file"]: row for row in found if row["kind"] == "file"}
    assert sorted(files) == ["a.py", "b.py"] and files["b.py"]["unresolved"] == 1, files
    kinds = {row["edge"] for row in found if row["kind"] in ("edge", "call")}
    assert {"calls", "imports"} <= kinds, kinds
    assert all(row["site"]["column"] for row in found if row["kind"] == "call")


def index_counts(base):
    report = json.loads(run(base, "index", "tree", "--full", "--json"))
    assert report["files"] == 2 and report["symbols"] == 5, report
    assert report["sourceBytes"] == sum(len(FILES[name]) for name in ("a.py", "b.py")), report
    assert report["skipped"] == {"unsupported language": 1}, report
    assert report["calls"]["unresolved"] == 1 and report["calls"]["resolved"] >= 4, report
    assert sum(report["edgesByKind"].values()) == sum(report["edgesByRule"].values()) == report["edges"], report
    assert report["seconds"] >= 0 and report["cpuSeconds"] > 0 and report["peakBytes"] > 1e6, report
    assert report["databaseBytes"] == os.path.getsize(report["location"]), report
    text = run(base, "index", "tree")
    assert text.startswith("2 files, 0.0 MB of source, 5 symbols,"), text


def library_is_made_and_used(base):
    source = base / "declarations"
    source.mkdir()
    (source / "thing.py").write_text("def one() -> int: ...\n")
    (source / "skipped_test.py").write_text("def two(): ...\n")
    said = run(base, "library", "python", "made.facts", "declarations", "--exclude", "*_test.py")
    assert said == f"python: 1 files, {os.path.getsize(base / 'made.facts') / 1e6:.1f} MB\n", said
    assert "no language is called" in run(base, "library", "klingon", "made.facts", "declarations", status=2)
    assert "no python files" in run(base, "library", "python", "made.facts", "home", status=1)
    assert "library" not in run(base, "--help").split("commands:")[1]


def wrong_words_are_told(base):
    assert "one directory at most" in run(base, "index", "a", "b", status=2)
    assert "only jsonl is known" in run(base, "export", "tree", "--format", "xml", status=2)
    assert "no directory" in run(base, "export", "nowhere", status=2)


def main():
    with tempfile.TemporaryDirectory(prefix="fathom-commands-") as folder:
        base = pathlib.Path(folder)
        (base / "home").mkdir(mode=0o700)
        (base / "tree").mkdir()
        for name, text in FILES.items():
            (base / "tree" / name).write_text(text)
        return run_cases((export_says_what_is_there, export_follows_the_disk, export_of_what_is_not_resolved, export_of_everything, index_counts,
                          library_is_made_and_used, wrong_words_are_told), base)


if __name__ == "__main__":
    sys.exit(main())
