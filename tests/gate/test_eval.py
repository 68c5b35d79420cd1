#!/usr/bin/env python3
"""Code in live sessions through the tool `eval`: what is allowed, what is told,
what happens when a session or the server dies, and what a hostile gate can do."""
import signal

from live import *

# ---- who may ----

@case
def refused_without_permission():
    with Sessions("one") as place:
        done = place.eval("1 + 1", on=False)
        same((done.status, done.out), (3, ""), done.err)
        has(done.err, "running code in live sessions is off", "FATHOM_REPL=1")
        place.project_config({"repl": {"allow": True}})
        same(place.eval("1 + 1", on=False).status, 3, "a project allowed itself")


@case
def refused_without_trust():
    with Sessions("one", trusted=False) as place:
        done = place.eval("1 + 1")
        same((done.status, done.out), (3, ""), done.err)
        has(done.err, "is not trusted", "fathom trust")
        same(place.open[0].seen().count("[fathom]"), 0, "it ran all the same")


@case
def listed_only_when_allowed():
    with Sessions() as place:
        for env, listed in ((None, False), (ON, True)):
            server = Stdio(place, env=env)
            server.initialize()
            names = [tool["name"] for tool in server.request("tools/list")["result"]["tools"]]
            same("eval" in names, listed, str(names))
            same(len([name for name in names if name != "eval"]), 12)
            server.end()


# ---- what is told ----

@case
def output_and_value():
    with Sessions("one") as place:
        same(place.eval("import sys\nprint('a')\nprint('b', file=sys.stderr)\n[1, 2]").out, "a\nstderr\nb\n=> [1, 2]\n")
        same(place.eval("x = 5").out, "done, without output or value\n")
        same(place.eval("x * 2").out, "=> 10\n", "what was set is still there")
        fields = json.loads(place.eval("print('a'); 3", "--json").out)
        same({name: fields[name] for name in ("state", "stdout", "value")}, {"state": "done", "stdout": "a\n", "value": "3"})
        has(place.open[0].seen(), "[fathom] >>> x = 5")


@case
def failure_with_trace():
    with Sessions("one") as place:
        done = place.eval("def f():\n    raise ValueError('broken')\nf()")
        same(done.status, 0, "the call itself went well")
        lines = done.out.splitlines()
        same((lines[0], len(lines)), ("ValueError: broken", 3), done.out)
        has(lines[1], "line 3, in <module>")
        has(lines[2], "line 2, in f")


@case
def what_it_prints_is_data():
    with Sessions("one") as place:
        done = place.eval("print('\\x1b[31mred\\x07\\u202e')\n'\\x1b]0;title\\x07'")
        lacks(done.out, "\x1b", "\x07", "\u202e")
        has(done.out, "red")
        place.eval("'''\x1b[2J'''")
        lacks(place.open[0].seen(), "\x1b[2J")


@case
def sessions_are_told_apart():
    with Sessions("one", "two") as place:
        keys = sorted(session.card["id"] for session in place.open)
        done = place.eval("1")
        same((done.status, done.err), (2, f"fathom: several sessions could be meant: give one of "
                               + ", ".join(f"{key} ({s.card['name']}, python, {place.repo})" for key, s in
                                           sorted((s.card["id"], s) for s in place.open)) + " as session\n"))
        place.open[0].ask("eval", code="who = 'first'")
        same(place.eval("--session", place.open[0].card["id"], "who").out, "=> 'first'\n")
        same(place.eval("--session", place.open[1].card["id"], "1").out, "=> 1\n")
        same([line.split()[0] for line in place.eval().out.splitlines()], keys, "all are listed")
        same(place.eval("--session", "nosuch00", "1").status, 1)


@case
def the_projects_own_session_comes_first():
    with Sessions("here") as place:
        place.python("elsewhere", cwd=place.home)
        place.open[0].ask("eval", code="who = 'here'")
        same(place.eval("who").out, "=> 'here'\n")


@case
def nobody_there():
    with Sessions() as place:
        done = place.eval("1")
        same(done.status, 1)
        has(done.err, "no interpreter is open to fathom", "fathom gate python")
        has(place.eval().out, "no interpreter is open")


# ---- what takes long ----

@case
def long_code_is_asked_for_again():
    with Sessions("one") as place:
        done = place.eval("--wait", "0", "import time\nprint('begun', flush=True)\ntime.sleep(1.5)\n'end'")
        handle = re.search(r"handle=(\S+),", done.out)[1]
        has(done.out, "still ")
        same(place.eval("--handle", handle).out, "begun\n=> 'end'\n")
        again = place.eval("--handle", handle)
        same(again.status, 1)
        has(again.err, "asked for before")


@case
def long_code_is_cancelled():
    with Sessions("one") as place:
        handle = re.search(r"handle=(\S+),", place.eval("--wait", "0", "while True: pass").out)[1]
        has(place.eval("--handle", handle, "--cancel").out, "interrupted after")
        same(place.eval("7").out, "=> 7\n")


@case
def handles_are_checked():
    with Sessions("one") as place:
        for handle in ("x", "one", "../../etc.x", "abcdefgh", "abcdefgh.a/b", "abcdefgh." + "x" * 70):
            done = place.eval("--handle", handle)
            same(done.status, 2, handle)
            has(done.err, "is no handle")
        same(place.eval("--handle", "abcdefgh.x1").status, 5, "of a session that is gone")
        same(place.eval("--handle", "abcdefgh.x1", "1").status, 2, "code and handle")


@case
def progress_and_cancellation_over_the_protocol():
    with Sessions("one") as place:
        server, others = Stdio(place, env=ON), []
        server.initialize()
        answer = server.call("eval", {"code": "import fathom_gate, time\nfathom_gate.progress(0.4, 'fitting')\ntime.sleep(0.3)\n1"},
                             others, _meta={"progressToken": "p"})
        same(text_of(answer), "=> 1\n")
        told = [note["params"]["message"] for note in others]
        assert re.fullmatch(rf"handle {place.open[0].card['id']}\.\S+", told[0]), told
        has(str(told), "40% fitting")
        server.send(message(900, "tools/call", {"name": "eval", "arguments": {"code": "mark = 1\nwhile True: pass"}}))
        until(lambda: place.open[0].ask("ping")["running"], "the loop runs")
        server.notify("notifications/cancelled", {"requestId": 900})
        until(lambda: not place.open[0].ask("ping")["running"], "the loop ended with the call")
        server.end()


@case
def a_job_outlives_the_daemon():
    with Sessions("one") as place:
        server = Stdio(place, env=ON, direct=False)
        server.initialize()
        answer = server.call("eval", {"code": "import time\ntime.sleep(2)\n'kept'", "wait": 0})
        handle = re.search(r"handle=(\S+),", text_of(answer))[1]
        os.kill(place.daemon_pid(), signal.SIGKILL)
        same(text_of(server.call("eval", {"handle": handle}, [])), "=> 'kept'\n")
        server.end()


@case
def a_session_dies_while_it_works():
    with Sessions("one") as place:
        handle = re.search(r"handle=(\S+),", place.eval("--wait", "0", "import time; time.sleep(60)").out)[1]
        place.open[0].process.kill()
        place.open[0].process.wait()
        done = place.eval("--handle", handle)
        same(done.status, 5)
        has(done.err, "is gone, and what ran there was interrupted")
        has(place.eval().out, "no interpreter is open")
        same([path.name for path in place.gates.iterdir()], [], "what it left is removed")


@case
def a_session_dies_under_a_waiting_call():
    with Sessions("one") as place:
        began = time.monotonic()
        done = place.eval("import os, signal, time\ntime.sleep(0.3)\nos.kill(os.getpid(), signal.SIGKILL)")
        same(done.status, 5, str(done))
        assert time.monotonic() - began < 15, "noticed late"


@case
def many_at_once():
    with Sessions("a", "b", "c") as place:
        server = Stdio(place, env=ON)
        server.initialize()
        wanted = {}
        for number in range(100):
            session = place.open[number % 3]
            wanted[1000 + number] = f"=> ('{session.card['id']}', {number})\n"
            server.send(message(1000 + number, "tools/call", {"name": "eval", "arguments": {
                "session": session.card["id"], "code": f"print(end='')\nimport fathom_gate\n(fathom_gate._gate.id, {number})"}}))
        got = {}
        while len(got) < 100:
            answer = server.receive()
            got[answer["id"]] = text_of(answer)
        same(got, wanted)
        server.end()


@case
def many_at_once_in_one_session():
    """More than wait for one session anywhere else: each has its own answer, none is dropped for a later one."""
    with Sessions("one") as place:
        server = Stdio(place, env=ON)
        server.initialize()
        for number in range(200):
            server.send(message(1000 + number, "tools/call", {"name": "eval", "arguments": {"code": f"print(end='{number} ')\n{number}"}}))
        got = {}
        while len(got) < 200:
            answer = server.receive()
            got[answer["id"]] = text_of(answer)
        same(got, {1000 + number: f"{number} \n=> {number}\n" for number in range(200)})
        server.end()


@case
def a_session_that_is_full_says_so():
    with Sessions() as place:
        gate = FakeGate(place, b'{"v": 1, "ok": false, "error": {"code": "busy", "message": "1000 are held"}}')
        done = place.eval("1")
        same((done.status != 0, "the session refuses: 1000 are held" in done.err), (True, True), done.err)
        gate.close()


@case
def a_gate_whose_events_are_not_heard_is_asked_soon():
    """A subscription takes a moment to arrive: what ends before that is asked for, not waited for."""
    with Sessions() as place:
        asked = []

        def answer(request):
            asked.append(request["do"])
            count = asked.count("result")
            return spell(eval="x", state="done" if count > 4 else "running", value=str(count))
        gate = FakeGate(place, answer)
        has(place.eval("--wait", "1", "1").out, "=> 5")  # asked once a second it would not be known yet
        gate.close()


# ---- hostile gates ----

def spell(**members):
    return json.dumps({"v": 1, "ok": True, **members}).encode()


HOSTILE = {
    "no_json": (b"\xff\xfe", "what is no answer"),
    "an_array": (b"[]", "another version"),
    "version_2": (b'{"v": 2, "ok": true}', "another version"),
    "no_state": (spell(eval="x"), "without a state"),
    "odd_state": (spell(state="flying"), "without a state"),
    "deep": (b'{"v":1,"ok":true,"state":' + b"[" * 100000, "what is no answer"),
    "huge": (b'{"v":1,"ok":true,"state":"done","stdout":"' + b"x" * (4 << 20) + b'"}', None),
    "refuses": (b'{"v":1,"ok":false,"error":{"code":"\\u001b[31m","message":"\\u001b[31mno"}}', "the session refuses"),
}


def add_hostile(name, reply, words):
    def check():
        with Sessions() as place:
            gate = FakeGate(place, reply)
            try:
                done = place.eval("1")
                assert done.status not in (0, 70, 134, 139), str(done)
                has(done.err, words or "does not answer")
                lacks(done.err, "\x1b")
            finally:
                gate.close()
    add_case(f"hostile_{name}", check)


for name, (reply, words) in HOSTILE.items():
    add_hostile(name, reply, words)


@case
def hostile_types_everywhere():
    with Sessions() as place:
        gate = FakeGate(place, spell(state="done", stdout=7, stderr=[], value={}, error=[1], trace=3, ms="x", cut="y",
                                     display=[1, {"type": 1}, {"type": "image/png", "data": "!"}] * 50))
        try:
            same(place.eval("1").status, 0)
        finally:
            gate.close()


@case
def hostile_silence():
    with Sessions() as place:
        gate = FakeGate(place, lambda request: None)
        try:
            done = place.eval("1")
            same(done.status, 5)
            has(done.err, "does not answer")
        finally:
            gate.close()


@case
def hostile_flood():
    with Sessions() as place:
        event = json.dumps({"v": 1, "eval": "x", "event": "output", "stream": "stdout", "text": "y" * 50000}).encode()
        gate = FakeGate(place, lambda request: spell(state="running" if request["do"] != "result" else "done", eval="x"), events=event)
        try:
            server = Stdio(place, env=ON)
            server.initialize()
            server.call("eval", {"code": "1"}, [])
            assert server.resident_mb() < 300, f"{server.resident_mb()} MB"
            server.end()
        finally:
            gate.close()


@case
def hostile_folder_and_cards():
    with Sessions("one") as place:
        key = place.open[0].card["id"]
        place.gates.chmod(0o777)
        done = place.eval("1")
        same(done.status, 3, str(done))
        has(done.err, "not a folder of this user alone")
        place.gates.chmod(0o700)
        for name, text in (("aaaaaaaa", json.dumps({**place.open[0].card})), ("bbbbbbbb", "{"), ("cccccccc", "[]"),
                           ("dddddddd", json.dumps({**place.open[0].card, "id": "dddddddd", "gate": 2})), ("../up", None)):
            if text is not None:
                (place.gates / f"{name}.json").write_text(text)
        (place.gates / "eeeeeeee.json").symlink_to(place.open[0].path("json"))
        (place.gates / "ffffffff.json").mkdir()
        os.mkfifo(place.gates / "gggggggg.json")
        same([line.split()[0] for line in place.eval().out.splitlines()], [key])


@case
def foreign_card():
    if os.geteuid() != 0:
        return
    with Sessions() as place:
        gate = FakeGate(place, spell(state="done", value="1"))
        try:
            same(place.eval("1").out, "=> 1\n")
            os.chown(gate.base.with_suffix(".json"), 65534, 65534)
            has(place.eval("1").err, "no interpreter is open")
        finally:
            gate.close()


main()
