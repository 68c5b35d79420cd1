#!/usr/bin/env python3
"""Whatever is done to a tree, the index that followed it holds row for row what
one made from scratch holds: files, symbols with their places, edges of every
kind, counts. Changes are made at random to copies of small repositories (and
of what FATHOM_TREES names): lines, functions, names that other files use,
files, directories, configuration. Half of the refreshes are made by processes
that begin anew, half by one that stays.
usage: test_incremental.py [SEED [STEPS [TREE...]]]     (a seed is printed)"""
import pathlib
import random
import shutil
import sys
import tempfile

from trees import SOAK, Tree, sources


def play(source, seed, steps):
    with tempfile.TemporaryDirectory(prefix="fathom-incremental-") as base:
        tree = Tree(pathlib.Path(base), source, seed)
        done = []
        try:
            tree.dump("followed")
            while len(done) < steps:
                for _ in range(tree.chance.randrange(1, 4)):
                    done.append(tree.step())
                if tree.chance.random() < 0.5:
                    tree.ask_server()
                tree.check()
        except AssertionError as error:
            kept = pathlib.Path(tempfile.gettempdir()) / f"fathom-incremental-failed-{source.name}"
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(base, kept, symlinks=True)
            print(f"FAIL {source.name}: after {len(done)} steps ({'; '.join(done[-3:])}), kept in {kept}: {error}")
            return 1
        finally:
            tree.close()
    print(f"ok {source.name}: {steps} steps", flush=True)
    return 0


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else random.SystemRandom().randrange(10**6)
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else 1500 if SOAK else 150
    trees = sources(sys.argv[3:])
    each = max(4, steps // len(trees))
    print(f"# seed {seed}, {each} steps each", flush=True)
    return 1 if sum(play(tree, f"{seed} {tree.name}", each) for tree in trees) else 0


if __name__ == "__main__":
    sys.exit(main())
