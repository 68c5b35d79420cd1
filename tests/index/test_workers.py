#!/usr/bin/env python3
"""The number of workers makes no difference to what is in the index.
usage: test_workers.py [TREE...]"""
import os
import pathlib
import sys
import tempfile

from trees import Tree, differences, sources


def play(source):
    with tempfile.TemporaryDirectory(prefix="fathom-workers-") as base:
        tree = Tree(pathlib.Path(base), source, 0)
        dumps = {}
        for workers in ("1", "2", "7"):
            os.environ["FATHOM_WORKERS"] = workers
            dumps[workers] = tree.dump("with" + workers, "--full")
        del os.environ["FATHOM_WORKERS"]
        for workers in ("2", "7"):
            if dumps[workers] != dumps["1"]:
                print(f"FAIL {source.name}: " + differences(dumps["1"], dumps[workers], ("one", workers)))
                return 1
    print(f"ok {source.name}: {len(dumps['1'])} rows", flush=True)
    return 0


sys.exit(1 if sum(play(tree) for tree in sources(sys.argv[1:])) else 0)
