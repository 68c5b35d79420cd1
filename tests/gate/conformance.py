#!/usr/bin/env python3
"""Whether a gate keeps to docs/gate.md.

usage: conformance.py LANGUAGE COMMAND [ARG...]

COMMAND starts an interpreter that loads the gate, serves with the tools of
TOOLS below in the namespace "lab", and stays until it is killed. One line a
check: `ok name` or `FAIL name: why`."""
import json
import os
import stat
import sys
import time

import gate_client

# What each language writes for: a text on both streams and a value; no value;
# a failure inside of a function f; an endless loop; a sleep of a second after
# a text; a progress report; N characters on stdout; a variable set, and read.
SNIPPETS = {
    "python": {
        "print": "import sys\nprint('out')\nprint('err', file=sys.stderr)\n6 * 7",
        "value": "42", "nothing": "unset = 1",
        "fail": "def f():\n    raise ValueError('broken')\nf()", "type": "ValueError",
        "loop": "while True:\n    pass", "slow": "import time\nprint('first', flush=True)\ntime.sleep(1)\n'end'", "end": "'end'",
        "progress": "import fathom_gate\nfathom_gate.progress(0.4, 'fitting')",
        "flood": "print('x' * 10000000)", "set": "kept_name = 17", "get": "kept_name", "got": "17",
        "syntax": "1 +", "prefix": "kept_na", "completed": "kept_name",
    },
    "javascript": {
        "print": "console.log('out'); console.error('err'); 6 * 7",
        "value": "42", "nothing": "var unset = 1",
        "fail": "function f() { throw new RangeError('broken') }\nf()", "type": "RangeError",
        "loop": "for (;;) {}", "slow": "console.log('first'); await new Promise(r => setTimeout(r, 1000)); 'end'", "end": "'end'",
        "progress": "fathomGate.progress(0.4, 'fitting')",
        "flood": "console.log('x'.repeat(10000000))", "set": "var kept_name = 17", "get": "kept_name", "got": "17",
        "syntax": "1 +", "prefix": "kept_na", "completed": "kept_name",
    },
    "r": {
        "print": "cat('out\\n'); message('err'); 6 * 7",
        "value": "[1] 42", "nothing": "invisible(NULL)",
        "fail": "f <- function() stop('broken')\nf()", "type": "simpleError",
        "loop": "repeat {}", "slow": "cat('first\\n'); Sys.sleep(1); 'end'", "end": '[1] "end"',
        "progress": "fathom_progress(0.4, 'fitting')",
        "flood": "cat(strrep('x', 10000000))", "set": "kept_name <- 17", "get": "kept_name", "got": "[1] 17",
        "syntax": "1 +", "prefix": "kept_na", "completed": "kept_name", "added": "[1] 42",
    },
    "julia": { # of a gate that nobody ran yet
        "print": "println(\"out\"); println(stderr, \"err\"); 6 * 7",
        "value": "42", "nothing": "unset = 1; nothing",
        "fail": "f() = error(\"broken\")\nf()", "type": "ErrorException",
        "loop": "while true; yield(); end", "slow": "println(\"first\"); sleep(1); \"end\"", "end": '"end"',
        "progress": "FathomGate.progress(0.4, \"fitting\")",
        "flood": "print(\"x\" ^ 10000000)", "set": "kept_name = 17", "get": "kept_name", "got": "17",
        "syntax": "1 +", "prefix": "kept_na", "completed": "kept_name",
    },
}
# A tool `add` with two integers, the second optional and 2 by default.
TOOLS = "add"


class Failed(Exception):
    pass


def expect(got, wanted, what=""):
    if got != wanted:
        raise Failed(f"{what}: {got!r} instead of {wanted!r}")


def wait_result(session, name, seconds=10):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = session.ask("result", eval=name)
        if answer["state"] not in ("queued", "running"):
            return answer
        time.sleep(0.02)
    raise Failed(f"{name} did not end")


def events_until_done(session, name):
    found = []
    while True:
        got = session.event()
        if not got:
            raise Failed("no event came")
        topic, event = got
        if event["eval"] != name:
            continue
        expect(topic, name, "topic")
        expect(event["v"], 1, "version")
        found.append((time.monotonic(), event))
        if event["event"] == "done":
            return found


def check_card(session, text):
    card = session.card
    expect(sorted(set(card) & {"gate", "id", "name", "language", "version", "project", "pid"}),
           ["gate", "id", "language", "name", "pid", "project", "version"], "members")
    expect(card["gate"], 1, "gate")
    expect(len(card["id"]), 8, "length of the id")
    expect(card["project"], os.getcwd(), "project")
    expect(stat.S_IMODE(os.lstat(session.path("json")).st_mode), 0o600, "mode of the card")
    expect(stat.S_IMODE(os.lstat(session.path("sock").parent).st_mode), 0o700, "mode of the folder")


def check_ping(session, text):
    answer = session.ask("ping")
    expect((answer["v"], answer["ok"], answer["id"]), (1, True, session.card["id"]), "answer")
    expect(answer["running"], [], "running")
    expect(answer["namespace"], "lab", "namespace")
    expect([tool["name"] for tool in answer["tools"]], ["add"], "tools")
    schema = answer["tools"][0]["schema"]
    expect(sorted(schema["properties"]), ["a", "b"], "properties")
    expect(schema["required"], ["a"], "required")


def check_eval(session, text):
    answer = session.ask("eval", code=text["print"], id="one")
    expect((answer["state"], answer["stdout"], answer["stderr"], answer["value"]), ("done", "out\n", "err\n", text["value"]), "result")
    expect((answer["eval"], answer["cut"], answer["display"]), ("one", 0, []), "the rest")


def check_no_value(session, text):
    answer = session.ask("eval", code=text["nothing"])
    expect((answer["state"], "value" in answer), ("done", False), "result")


def check_state_stays(session, text):
    session.ask("eval", code=text["set"])
    expect(session.ask("eval", code=text["get"])["value"], text["got"], "value")


def check_failure(session, text):
    answer = session.ask("eval", code=text["fail"])
    expect(answer["state"], "failed", "state")
    expect((answer["error"]["type"], "broken" in answer["error"]["message"]), (text["type"], True), "error")
    expect(any("f" in line for line in answer["error"]["trace"]), True, f"f in {answer['error']['trace']}")


def check_syntax_error(session, text):
    expect(session.ask("eval", code=text["syntax"])["state"], "failed", "state")


def check_async(session, text):
    expect(session.ask("eval_async", code=text["get"], id="later")["eval"], "later", "id")
    expect(wait_result(session, "later")["value"], text["got"], "value")
    answer = session.ask("result", eval="later")
    expect((answer["ok"], answer["error"]["code"]), (False, "unknown"), "asked for twice")


def check_streams(session, text):
    began = time.monotonic()
    session.ask("eval_async", code=text["slow"], id="slow")
    events = events_until_done(session, "slow")
    first, output = next((at, event) for at, event in events if event["event"] == "output")
    expect((output["stream"], output["text"]), ("stdout", "first\n"), "output")
    if first - began > 0.5:
        raise Failed(f"output came after {first - began:.2f} s")
    done = events[-1][1]
    expect((done["state"], done["value"]), ("done", text["end"]), "result")
    wait_result(session, "slow")


def check_progress(session, text):
    session.ask("eval_async", code=text["progress"], id="progress")
    events = [event for _, event in events_until_done(session, "progress")]
    told = next(event for event in events if event["event"] == "progress")
    expect((told["fraction"], told["text"]), (0.4, "fitting"), "progress")
    wait_result(session, "progress")


def check_busy_answers(session, text):
    session.ask("eval_async", code=text["slow"], id="busy")
    began = time.monotonic()
    answer = session.ask("ping")
    if time.monotonic() - began > 0.5:
        raise Failed("ping waited for the code")
    expect(answer["running"], ["busy"], "running")
    expect(session.ask("result", eval="busy")["state"] in ("queued", "running"), True, "state")
    expect(wait_result(session, "busy")["state"], "done", "state")


def check_interrupt(session, text):
    session.ask("eval_async", code=text["loop"], id="loop")
    session.ask("eval_async", code=text["get"], id="behind")
    time.sleep(0.3)
    expect(session.ask("interrupt", eval="behind")["interrupted"], ["behind"], "queued code")
    expect(session.ask("interrupt", eval="loop")["interrupted"], ["loop"], "running code")
    expect(wait_result(session, "loop")["state"], "interrupted", "state")
    expect(wait_result(session, "behind")["state"], "interrupted", "state of the queued one")
    expect(session.ask("eval", code=text["get"])["value"], text["got"], "afterwards")


def check_bounded(session, text):
    answer = session.ask("eval", code=text["flood"])
    expect(answer["state"], "done", "state")
    if len(answer["stdout"]) > 300000 or answer["cut"] < 9000000:
        raise Failed(f"{len(answer['stdout'])} characters kept, {answer['cut']} cut")


def check_tool(session, text):
    session.ask("tool_call", tool="add", arguments={"a": 40}, id="t1")
    expect(wait_result(session, "t1")["value"], text.get("added", "42"), "value")
    session.ask("tool_call", tool="add", arguments={"b": 1}, id="t2")
    expect(wait_result(session, "t2")["state"], "failed", "without a required argument")
    session.ask("tool_call", tool="add", arguments={"a": 1, "c": 1}, id="t3")
    expect(wait_result(session, "t3")["state"], "failed", "with one that is not there")
    expect(session.ask("tool_call", tool="nothing", arguments={})["error"]["code"], "unknown", "a tool that is not there")


def check_complete(session, text):
    answer = session.ask("complete", code=text["prefix"], cursor=len(text["prefix"]))
    expect((answer["from"], answer["to"], answer["matches"]), (0, len(text["prefix"]), [text["completed"]]), "matches")


def check_inspect(session, text):
    answer = session.ask("inspect", code=text["completed"], cursor=3)
    expect((answer["found"], bool(answer["text"])), (True, True), "found")
    expect(session.ask("inspect", code="no_such_name_at_all", cursor=3)["found"], False, "an unknown name")


def check_refusals(session, text):
    for name, frame, code in (
            ("no JSON", b"\xff{", "bad"), ("an array", b"[1]", "bad"), ("nested", b"[" * 200000, "bad"),
            ("version 2", b'{"v": 2, "do": "ping"}', "version"), ("no version", b'{"do": "ping"}', "version"),
            ("unknown", b'{"v": 1, "do": "fly"}', "unknown"), ("a number", b'{"v": 1, "do": 7}', "unknown"),
            ("inner name", b'{"v": 1, "do": "__class__"}', "unknown"), ("no code", b'{"v": 1, "do": "eval"}', "bad"),
            ("code 1", b'{"v": 1, "do": "eval", "code": 1}', "bad"),
            ("id", b'{"v": 1, "do": "eval_async", "code": "1", "id": "a b"}', "bad"),
            ("no eval", b'{"v": 1, "do": "result", "eval": "never"}', "unknown")):
        answer = session.raw(frame)
        if not answer:
            raise Failed(f"{name}: no answer")
        expect((answer["ok"], answer["error"]["code"]), (False, code), name)
    expect(session.ask("ping")["ok"], True, "afterwards")


def check_twice(session, text):
    session.ask("eval_async", code=text["slow"], id="same")
    expect(session.ask("eval_async", code=text["get"], id="same")["error"]["code"], "bad", "the same id again")
    wait_result(session, "same")


def check_order(session, text):
    for number in range(50):
        session.ask("eval_async", code=text["get"], id=f"n{number}")
    expect([wait_result(session, f"n{number}")["value"] for number in range(50)], [text["got"]] * 50, "values")


def check_many(session, text):
    """Results that nobody asks for are kept, however many were begun since."""
    for number in range(300):
        expect(session.ask("eval_async", code=text["get"], id=f"m{number}")["ok"], True, f"number {number}")
    expect([wait_result(session, f"m{number}")["value"] for number in range(300)], [text["got"]] * 300, "values")


def fill(session, text, code, most):
    """Begins code behind code that runs until the gate refuses more; nothing of what it took is lost."""
    session.ask("eval_async", code=text["loop"], id="ahead")
    taken, answer = [], {"ok": True}
    while answer["ok"] and len(taken) <= most:
        answer = session.ask("eval_async", code=code, id=f"f{len(taken)}")
        taken += [f"f{len(taken)}"] if answer["ok"] else []
    for name in [*taken, "ahead"]:
        session.ask("interrupt", eval=name)
    states = {wait_result(session, name)["state"] for name in [*taken, "ahead"]}
    expect(states, {"interrupted"}, "states")
    expect(answer.get("error", {}).get("code"), "busy", f"after {len(taken)}")
    expect(session.ask("eval", code=text["get"])["value"], text["got"], "afterwards")


def check_full(session, text):
    fill(session, text, text["get"], 2000)


def check_full_of_bytes(session, text):
    fill(session, text, text["get"] + "\n" * 1500000, 60)


def check_restart(session, text):
    before = session.card["id"]
    expect(session.ask("restart")["ok"], True, "answer")
    time.sleep(0.2)
    deadline = time.monotonic() + 15
    while not session.path("json").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    answer = session.ask("ping")
    if not answer:
        raise Failed("nobody answers after a restart")
    expect(answer["id"], before, "id")
    expect(session.ask("eval", code=text["get"])["state"], "failed", "what was set before")


def check_shutdown(session, text):
    expect(session.ask("shutdown")["ok"], True, "answer")
    session.process.wait(timeout=10)
    expect([path.name for path in session.path("sock").parent.iterdir()], [], "what is left")


CHECKS = [check_card, check_ping, check_eval, check_no_value, check_state_stays, check_failure, check_syntax_error, check_async,
          check_streams, check_progress, check_busy_answers, check_interrupt, check_bounded, check_tool, check_complete,
          check_inspect, check_refusals, check_twice, check_order, check_many, check_full,
          check_full_of_bytes, check_restart, check_shutdown]


def run(language, argv, env=None):
    session, failed = gate_client.Session(argv, env=env), 0
    try:
        for check in CHECKS:
            name = f"{language}/{check.__name__[6:]}"
            try:
                check(session, SNIPPETS[language])
                print(f"ok {name}", flush=True)
            except (Failed, KeyError, TypeError, AttributeError, StopIteration, OSError) as error:
                failed += 1
                print(f"FAIL {name}: {type(error).__name__} {error}", flush=True)
    finally:
        session.close()
    return failed


if __name__ == "__main__":
    sys.exit(1 if run(sys.argv[1], sys.argv[2:]) else 0)
