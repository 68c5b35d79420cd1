#!/usr/bin/env python3
"""A person's Python, Node and R, each with a gate and a tool of its own, driven
in both eras over stdio and HTTP: tests/gate/eras has what is said.

Left out of it: what concerns no session (other tools, the server's greeting),
and when news of the list come, which is a matter of time."""
import shutil

from live import *
from rscript import has_r

if not shutil.which("node") or not has_r():
    print("skipped: Node and R with pbdZMQ and jsonlite are needed")
    sys.exit(77)

ERAS = pathlib.Path(__file__).parent / "eras"
VERSION = program_version()
PROGRAMS = {
    "pypypypy": ([sys.executable, "-c"], """
import sys; sys.path.insert(0, %r)
import fathom_gate
def grow(plants: int, kind: str = "fern") -> str:
    "Grows plants."
    print("watering")
    return f"{plants} {kind}"
fathom_gate.serve(name="garden", namespace="garden", tools=[grow])
sys.stdin.read()""" % str(GATES / "python")),
    "jsjsjsjs": (["node", "-e"], """
require(%s).serve({name: 'kitchen', namespace: 'kitchen', tools: [{name: 'cook', description: 'Cooks a dish.',
  parameters: {dish: 'string', minutes: {type: 'integer', default: 5}}, run: ({dish, minutes}) => { console.log('stirring'); return `${dish} in ${minutes}` }}]})
process.stdin.resume()""" % json.dumps(str(GATES / "javascript/fathom-gate.js"))),
    "rrrrrrrr": (["Rscript", "-e"], """
source(%s)
cure <- function(dose, days = 7L) { cat('waiting\\\\n'); dose * days }
attr(cure, 'description') <- 'Cures.'
fathom_serve(name = 'clinic', namespace = 'clinic', tools = list(cure = cure), block = TRUE)""" % json.dumps(str(GATES / "r/fathom_gate.R"))),
}
TOOLS = ["clinic.cure", "garden.grow", "kitchen.cook"]


class Shared(Sessions):
    """All three, under keys that stay the same."""

    def __init__(self):
        super().__init__()
        for key, (argv, program) in PROGRAMS.items():
            os.environ["FATHOM_GATE_ID"] = key
            try:
                if argv[0] == "Rscript":
                    script = self.root / "clinic.R"
                    script.write_text(program.replace("\\\\", "\\"))
                    self.start(["Rscript", str(script)])
                else:
                    self.start([*argv, program])
            finally:
                del os.environ["FATHOM_GATE_ID"]


def own(message):
    """What of an answer concerns sessions."""
    result = message.get("result", {})
    if "instructions" in result:
        return {**message, "result": {name: result[name] for name in ("protocolVersion", "supportedVersions") if name in result}}
    if "tools" in result:
        return {**message, "result": {**result, "tools": [tool for tool in result["tools"] if "." in tool["name"]]}}
    return message


def played(name, place, exchange):
    """`exchange(message)` gives what comes back for it."""
    def converse(entry):
        sent = entry["to"]
        while True:
            came = [own(one) for one in exchange(sent) if "method" not in one]
            if sent["method"] != "tools/list" or [tool["name"] for tool in came[-1]["result"]["tools"]] == TOOLS:
                return came
            time.sleep(0.1)
    Transcript(name, ERAS).play(converse, place, VERSION)


def over_stdio(server):
    def exchange(sent):
        server.send(sent)
        others = []
        return [server.answer(sent["id"], others)] if "id" in sent else []
    return exchange


PLACE = Shared()


def add_transcript(name):
    def stdio():
        server = Stdio(PLACE, env=ON)
        played(name, PLACE, over_stdio(server))
        server.kill()

    def http():
        server = Http(PLACE, env=ON)
        played(name, PLACE, lambda sent: server.exchange(sent).messages())
        server.kill()
    add_case(f"{name}_over_stdio", stdio)
    add_case(f"{name}_over_http", http)


for path in sorted(ERAS.glob("*.jsonl")):
    add_transcript(path.stem)

main()
