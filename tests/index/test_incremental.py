#!/usr/bin/env python3
"""Whatever is done to a tree, the index that followed it holds row for row what
one made from scratch holds: files and why some are left out, symbols with
their places, edges of every kind in both directions, words, counts. Steps are
made at random (changes.py) to made trees, or to copies of what FATHOM_TREES
names; after each the index is refreshed, half of the time by a process that
begins anew, half of the time by one that stays.
usage: test_incremental.py [SEED [STEPS [TREE...]]]     (a seed is printed)"""
import pathlib
import random
import sys
import tempfile
import time

from changes import Changes
from trees import SOAK, Tree, sources

STEPS = 500 if SOAK else 50
EVERY = 5 if SOAK else 25 # steps between comparisons
BRANCH_FILES = 2500 if SOAK else 150


class Play:
    def __init__(self, source, seed, base):
        self.tree = Tree(pathlib.Path(base), source)
        self.changes = Changes(self.tree.root, seed, BRANCH_FILES)
        self.done = []
        self.compared = self.largest = 0

    def step(self):
        self.done.append(self.changes.step())
        stays = self.changes.chance.random() < 0.5
        if stays:
            self.tree.ask_server()
        else:
            self.tree.refresh("followed")
        return stays

    def run(self, steps):
        self.changes.make_branches()
        self.tree.refresh("followed")
        while len(self.done) < steps:
            stays = self.step()
            if len(self.done) % EVERY == 0 or len(self.done) == steps:
                rows = self.tree.check(f"after {len(self.done)} steps", not stays)
                self.compared += 1
                self.largest = max(self.largest, rows)


def play(source, seed, steps):
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="fathom-incremental-") as base:
        one = Play(source, seed, base)
        try:
            one.run(steps)
        except AssertionError as error:
            print(f"FAIL {source.name}: kept in {one.tree.keep('incremental-' + source.name)}: {error}")
            print("".join(f"#   {number + 1} {words}\n" for number, words in enumerate(one.done))[-4000:], flush=True)
            return 1
        finally:
            one.tree.close()
    kinds = ", ".join(f"{name} {count}" for name, count in sorted(one.changes.counts.items()))
    print(f"ok {source.name}: {steps} steps, {one.compared} comparisons of up to {one.largest} rows"
          f" ({time.monotonic() - began:.0f} s)\n# {kinds}", flush=True)
    return 0


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else random.SystemRandom().randrange(10**6)
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else STEPS
    trees = sources(sys.argv[3:])
    print(f"# seed {seed}, {steps} steps each, compared every {EVERY}", flush=True)
    return 1 if sum(play(tree, f"{seed} {tree.name}", steps) for tree in trees) else 0


if __name__ == "__main__":
    sys.exit(main())
