#!/usr/bin/env python3
"""The gates that come with fathom, against the protocol they must keep."""
import json
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import gate_client
from rscript import has_r

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

R = """
source(%s)
add <- function(a, b = 2) a + b
fathom_serve(name = "conformance", tools = list(add = add), namespace = "lab", block = TRUE)
""" % json.dumps(str(GATES / "r/fathom_gate.R"))


def commands():
    """Language and command of every gate whose interpreter is here."""
    yield "python", [sys.executable, "-c", PYTHON]
    if shutil.which("node"):
        yield "javascript", ["node", "-e", JAVASCRIPT]
    if has_r():
        script = tempfile.NamedTemporaryFile("w", suffix=".R")
        script.write(R)
        script.flush()
        yield "r", ["Rscript", script.name]
        script.close()
    else:
        print("skipped r: R with pbdZMQ and jsonlite is not installed")


def main():
    if not gate_client.LIB:
        print("skipped: libzmq is not installed")
        return 77
    import conformance
    return 1 if sum([conformance.run(language, argv) for language, argv in commands()]) else 0


sys.exit(main())
