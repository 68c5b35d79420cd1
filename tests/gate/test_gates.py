#!/usr/bin/env python3
"""The gates that come with fathom, against the protocol they must keep."""
import json
import pathlib
import shutil
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

JAVASCRIPT = """
require(%s).serve({name: 'conformance', namespace: 'lab', tools: [
  {name: 'add', description: 'Adds two numbers.', parameters: {a: 'integer', b: {type: 'integer', default: 2}}, run: ({a, b}) => a + b}]})
process.stdin.resume()
""" % json.dumps(str(GATES / "javascript/fathom-gate.js"))


def commands():
    """Language and command of every gate whose interpreter is here."""
    yield "python", [sys.executable, "-c", PYTHON]
    if shutil.which("node"):
        yield "javascript", ["node", "-e", JAVASCRIPT]


def main():
    if not gate_client.LIB:
        print("skipped: libzmq is not installed")
        return 77
    import conformance
    return 1 if sum([conformance.run(language, argv) for language, argv in commands()]) else 0


sys.exit(main())
