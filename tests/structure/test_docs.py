#!/usr/bin/env python3
"""Generated documents are in step with the program that they are made from."""
import os
import pathlib
import subprocess

import structure


def problems(root, program=None):
    if not (root / "src/app/shell/docs.c").exists():
        return []
    program = program or root / "fathom"
    result = subprocess.run([str(program), "docs", "--check"], cwd=root, capture_output=True,
                            text=True, stdin=subprocess.DEVNULL)
    if result.returncode == 0:
        return []
    return [f"documents out of step (make accept rewrites them): {result.stdout}{result.stderr}"]


def program(status):
    def write(root):
        (root / "fathom").write_text(f'#!/bin/sh\n[ "$1 $2" = "docs --check" ] && exit {status}\n')
        (root / "fathom").chmod(0o755)
    return {"fathom": write}


SOUND = {"src/app/shell/docs.c": "", **program(0)}
BROKEN = [("out of step", program(1))]

structure.main(problems, SOUND, BROKEN,
               program=pathlib.Path(os.environ.get("FATHOM", structure.BUILD / "fathom")))
