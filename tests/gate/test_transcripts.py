#!/usr/bin/env python3
"""Whole conversations with live sessions, word for word: a person's Python prompt and
a Node program, each with a gate and a tool of its own, driven as a client of today
drives them: on stdio in one process, through the daemon, and over HTTP."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from live import *

KEPT = pathlib.Path(__file__).parent / "transcripts"
VOLATILE += [(re.compile(r"\.f[0-9a-f]{12}-\d+-[0-9a-f]+"), ".<eval>"), (re.compile(r"<eval f[0-9a-f]{12}-\d+-[0-9a-f]+>"), "<eval>"),
             (re.compile(r"(python|javascript) \d+\.\d+\.\d+"), r"\1 <version>"), (re.compile(r"still (queued|running) after \d+\.\d s"), "still running after <n> s")]
VERSION = program_version()

PYTHON = """import sys
sys.path.insert(0, %r)
import fathom_gate
def add(a: int, b: int = 2) -> int:
    "Adds two numbers."
    return a + b
fathom_gate.serve(name="lab", tools=[add], namespace="lab")
""" % str(GATES / "python")
NODE = """require(%s).serve({name: 'shop', namespace: 'shop', tools: [
  {name: 'price', description: 'What a thing costs.', parameters: {thing: {type: 'string', enum: ['cup', 'pot']}}, run: ({thing}) => ({cup: 3, pot: 7})[thing]}]})
setInterval(() => {}, 1000)
""" % json.dumps(str(GATES / "javascript/fathom-gate.js"))


def sessions(place, language):
    """A prompt that a person sits at, or a program that does its own work meanwhile."""
    os.environ["FATHOM_GATE_ID"] = f"{language[:4]}0001"
    try:
        if language == "python":  # -i: the prompt itself, its input a person's
            return place.start([sys.executable, "-i", "-q", "-c", PYTHON])
        return place.start(["node", "-e", NODE])
    finally:
        del os.environ["FATHOM_GATE_ID"]


def is_news(message):
    return message.get("method") == "notifications/tools/list_changed"


def converse_lines(server):
    def converse(entry):
        server.send(entry["to"])
        messages = []
        while "id" in entry["to"] and not (messages and "id" in messages[-1]):
            message = server.receive()
            if not is_news(message):
                messages.append(message)
        return messages
    return converse


def over_stdio(language, direct):
    with Sessions() as place:
        session = sessions(place, language)
        server = Stdio(place, env=ON, direct=direct)
        played = Transcript(language, KEPT)
        time.sleep(1)  # what the session offers is found a moment after the first client came
        played.play(converse_lines(server), place, VERSION)
        server.end()
        session.close()


def over_http(language):
    with Sessions() as place:
        session = sessions(place, language)
        server = Http(place, env=ON)
        played = Transcript(language, KEPT)
        time.sleep(1)
        played.play(lambda entry: [message for message in server.exchange(entry["to"]).messages() if not is_news(message)], place, VERSION)
        server.stop()
        session.close()


for language in ("python", "javascript"):
    if language == "javascript" and not shutil.which("node"):
        continue
    add_case(f"{language}_on_stdio", lambda language=language: over_stdio(language, True))
    if not ACCEPT:
        add_case(f"{language}_through_the_daemon", lambda language=language: over_stdio(language, False))
        add_case(f"{language}_over_http", lambda language=language: over_http(language))

main()
