#!/usr/bin/env python3
"""The gates that come with fathom, against the protocol they must keep."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import gate_client

GATES = pathlib.Path(__file__).resolve().parents[2] / "data/gates"
PYTHON = """
import sys
sys.path.insert(0, %r)
import fathom_gate
def add(a: int, b: int = 2) -> int:
    "Adds two numbers."
    return a + b
fathom_gate.serve(name="conformance", tools=[add], namespace="lab")
sys.stdin.read()
""" % str(GATES / "python")


def commands():
    """Language and command of every gate whose interpreter is here."""
    yield "python", [sys.executable, "-c", PYTHON]


def main():
    if not gate_client.LIB:
        print("skipped: libzmq is not installed")
        return 77
    import conformance
    return 1 if sum([conformance.run(language, argv) for language, argv in commands()]) else 0


sys.exit(main())
