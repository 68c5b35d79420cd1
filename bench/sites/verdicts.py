"""The exported graph of a directory by places, and files of verdicts.

A file of verdicts has a row a site, between tabs: the draw (its seed), the
place (path:line:column), the called name, and what is true:
  path:line           the definition that is called; |path:line: or that one
  outside             something that is not in the directory: library, language
  value               what a parameter, field or variable holds at run time
  unknown             cannot be told by reading
  no-call             not a call at all
and after it, written by `score`, the verdict on what fathom says. A call that
reads a property (getX(), [x y]) has an edge of that kind, which counts where
the truth is a definition of the directory and nothing is said to be called."""
import collections
import json
import os
import pathlib
import subprocess

HOME = pathlib.Path(__file__).resolve().parent.parent.parent
FATHOM = os.environ.get("FATHOM", str(HOME / "build/fathom"))


class Graph:
    def __init__(self, directory):
        self.files, self.calls, self.open = {}, collections.defaultdict(list), collections.defaultdict(list)
        self.reads = collections.defaultdict(set)
        self.named = collections.defaultdict(list)
        run = subprocess.run([FATHOM, "export", "--all", "--unresolved"], cwd=directory, capture_output=True, check=True)
        for line in run.stdout.splitlines():
            self.take(json.loads(line))

    def take(self, row):
        if row["kind"] == "file":
            self.files[row["file"]] = row
        elif row["kind"] == "def":
            self.named[row["name"]].append(f"{row['file']}:{row['line']}")
        elif row["kind"] == "call" or row.get("edge") == "expands":  # a macro is called as a function is
            site = row["site"]
            self.calls[site["file"], site["line"], site["column"]].append(row)
        elif row.get("edge") == "reads":
            site = row["site"]
            self.reads[site["file"], site["line"], site["column"]].add(f"{row['callee']['file']}:{row['callee']['line']}")
        elif row["kind"] == "unresolved":
            self.open[row["site"]["file"], row["site"]["line"]].append(row.get("name"))

    def said(self, *place):
        """The definitions that the call at (path, line, column) leads to."""
        return sorted({f"{row['callee']['file']}:{row['callee']['line']}" for row in self.calls.get(place, [])})

    def rules(self, *place):
        return sorted({f"{row['rule']}/{row['confidence']}" for row in self.calls.get(place, [])})

    def silence(self, path, line, name):
        """What a call without an edge is: told apart by line and name alone."""
        names = self.open.get((path, line), [])
        return "unresolved" if name in names or (None in names and name not in self.named) else "outside"


def read(path):
    """Comments, and rows of (draw, place, name, truth, verdict)."""
    comments, rows = [], []
    for line in pathlib.Path(path).read_text().splitlines():
        if line.startswith("#"):
            comments.append(line)
        elif line:
            rows.append((line.split("\t") + [""])[:5])
    return comments, rows


def judge(graph, place, truth):
    """right, nowhere, several (the right one among others), wrong; nothing
    where there is nothing to find and nothing was said."""
    path, line, column = place.rsplit(":", 2)
    said = set(graph.said(path, int(line), int(column)))
    if ":" not in truth:
        return "wrong" if said else "nothing"
    true = set(truth.split("|"))
    said = said or graph.reads.get((path, int(line), int(column)), set())
    if not said:
        return "nowhere"
    return "right" if said <= true else "several" if said & true else "wrong"
