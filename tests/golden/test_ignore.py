#!/usr/bin/env python3
"""Random trees with random ignore files: fathom lists what git would take."""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FATHOM = os.environ["FATHOM"]
ROUNDS = 60
NAMES = ["a", "b", "ab", "a.c", "b.h", "x.o", "foo", "foo.c", "a b", "[x]", "log"]
PIECES = ["a", "b", "*", "?", "*.c", "*.o", "foo", "foo*", "**", "[ab]", "[!a]", "a.c", "x.?", "lo*", "\\[x]", "[a-f]oo"]


def pattern(chance):
    body = "/".join(chance.choice(PIECES) for _ in range(chance.choice([1, 1, 1, 2, 2, 3])))
    return (chance.choice(["", "", "", "!"]) + chance.choice(["", "", "/"]) + body + chance.choice(["", "", "/"])
            + chance.choice(["", "", "", " "]))


def make_tree(chance, root):
    places = [root]
    for _ in range(chance.randint(3, 10)):
        place = chance.choice(places) / chance.choice(NAMES)
        if not place.exists():
            place.mkdir()
            places.append(place)
    for _ in range(30):
        file = chance.choice(places) / chance.choice(NAMES)
        if not file.exists():
            file.write_text("x")
    for place in chance.sample(places, min(len(places), 3)):
        rules = "".join(pattern(chance) + "\n" for _ in range(chance.randint(1, 5)))
        (place / ".gitignore").write_text(rules)
    (root / ".git/info/exclude").write_text(pattern(chance) + "\n")


def by_git(root):
    out = subprocess.run(["git", "-C", root, "ls-files", "-z", "-o", "--exclude-standard"], check=True,
                         capture_output=True, env={**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null"}).stdout
    return {name for name in out.decode().split("\0") if name and not name.startswith(".fathom/")}


def by_fathom(root):
    out = subprocess.run([FATHOM, "files", "--format", "flat", "--limit", "5000", "--json", "--no-daemon", "--repo", root],
                         check=True, capture_output=True).stdout
    return {entry["path"] for entry in json.loads(out)["entries"] if not entry["directory"]}


def check(seed, folder):
    root = Path(folder) / str(seed)
    root.mkdir()
    subprocess.run(["git", "init", "-q", root], check=True)
    make_tree(random.Random(seed), root)
    wanted, found = by_git(root), by_fathom(root)
    if wanted == found:
        return None
    rules = {str(path.relative_to(root)): path.read_text() for path in root.rglob(".gitignore") if ".fathom" not in path.parts}
    return f"too many {sorted(found - wanted)}, missing {sorted(wanted - found)}, rules {rules}"


def main():
    if not shutil.which("git"):
        return 77
    problems = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(ROUNDS):
            problem = check(seed, folder)
            problems += problem is not None
            print(f"FAIL tree {seed}: {problem}" if problem else f"ok tree {seed}")
    return 1 if problems else 0


sys.exit(main())
