#!/usr/bin/env python3
"""The number of workers makes no difference to what is in the index, nor does
making it twice.
usage: test_workers.py [TREE...]"""
import pathlib
import sys
import tempfile

from trees import Tree, differences, sources


def play(source):
    with tempfile.TemporaryDirectory(prefix="fathom-workers-") as base:
        tree = Tree(pathlib.Path(base), source)
        try:
            first = tree.full(FATHOM_WORKERS="1")
            for workers in ("1", "2", "2", "7", "7"):
                again = tree.full(FATHOM_WORKERS=workers)
                for left, right, what in zip(first, again, ("rows", "export")):
                    assert left == right, f"{what}, {workers} workers\n" + differences(left, right, ("one", workers))
                assert first[2] == again[2], f"report, {workers} workers\n{first[2]}\n{again[2]}"
        except AssertionError as error:
            print(f"FAIL {source.name}: {error}", flush=True)
            return 1
        finally:
            tree.close()
    print(f"ok {source.name}: {len(first[0])} rows, 6 builds", flush=True)
    return 0


sys.exit(1 if sum(play(tree) for tree in sources(sys.argv[1:])) else 0)
