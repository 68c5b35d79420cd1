#!/usr/bin/env python3
"""Functions of live sessions as tools of the server: what is listed and to whom,
what is checked before a call, when they come and go, and what a hostile gate
can make of it."""
import shutil

from live import *
from rscript import has_r

LAB = r'''
import dataclasses, enum, sys, typing
sys.path.insert(0, %r)
import fathom_gate

class Kind(enum.Enum):
    LINE = "line"
    CURVE = "curve"

@dataclasses.dataclass
class Point:
    x: float
    y: float = 0.0

def fit(steps: int, kind: Kind = Kind.LINE, start: typing.Optional[Point] = None, tags: list[str] = ()) -> str:
    """Fits a model.

    Slowly."""
    print("fitting")
    return f"{steps} {kind.name} {start} {tags}"

def fail(words: str, much: typing.Union[int, str] = 1):
    raise ValueError(words)

def __inner(): "Not for others."

fathom_gate.serve(name="lab", tools=[fit, fail, __inner], namespace="lab")
sys.stdin.read()
'''
NODE = r'''
/**
 * Mixes two colours.
 * @param {string} first - of both
 * @param {'much'|'little'} [amount='little'] of the second
 */
function mix(first, amount = 'little') { return `${first} ${amount}` }
const area = {name: 'area', description: 'Of a field.', parameters: {sides: {type: 'array', items: {type: 'number'}}},
              run: ({sides}) => sides.reduce((a, b) => a * b)}
require(%s).serve({name: 'paint', namespace: 'paint', tools: [mix, area]})
process.stdin.resume()
'''
R = r"""
options(keep.source = TRUE)
source(%s)
source(textConnection("
#' Fits a model.
#' @param steps how often
fit <- function(steps, kind = c('line', 'curve'), rate = 0.5, deep = FALSE, data) {
  cat('fitting\\n')
  paste(steps, match.arg(kind), rate, deep, if (missing(data)) 'none' else sum(data))
}"), keep.source = TRUE)
lacks <- function() stop('no')
attr(lacks, "description") <- "Fails."
fathom_serve(name = "r", namespace = "rlab", tools = list(fit = fit, lacks = lacks), block = TRUE)
"""
CHANGED = "notifications/tools/list_changed"


def lab(place):
    return place.start([sys.executable, "-c", LAB % str(GATES / "python")])


def paint(place):
    program = place.root / "paint.js"
    program.write_text(NODE % json.dumps(str(GATES / "javascript/fathom-gate.js")))
    return place.start(["node", str(program)])


def listed(server):
    """The tools of sessions, by name."""
    return {tool["name"]: tool for tool in server.request("tools/list", others=[])["result"]["tools"] if "." in tool["name"]}


def until_listed(server, names):
    until(lambda: sorted(listed(server)) == sorted(names), f"{names} are listed")
    return listed(server)


def opened(place, **more):
    server = Stdio(place, env=ON, **more)
    server.initialize()
    return server


# ---- what is listed ----

@case
def schema_of_a_python_function():
    with Sessions() as place:
        key = lab(place).card["id"]
        server = opened(place)
        tool = until_listed(server, ["lab.fit", "lab.fail"])["lab.fit"]
        same(tool["description"], f"In the live python session {key} (lab): Fits a model. Slowly.")
        same(tool["inputSchema"], {
            "type": "object",
            "properties": {
                "steps": {"type": "integer"}, "kind": {"enum": ["line", "curve"]},
                "start": {"type": "object", "properties": {"x": {"type": "number"}, "y": {"type": "number"}}, "required": ["x"],
                          "additionalProperties": False},
                "tags": {"type": "array", "items": {"type": "string"}}},
            "required": ["steps"], "additionalProperties": False})
        same((tool["annotations"]["destructiveHint"], tool["annotations"]["openWorldHint"]), (True, True))
        same(text_of(server.call("lab.fit", {"steps": 3}, [])), "fitting\n=> '3 LINE None ()'\n")
        same(text_of(server.call("lab.fit", {"steps": 3.0, "kind": "curve", "start": {"x": 1}, "tags": ["a"]}, [])),
             "fitting\n=> \"3.0 CURVE Point(x=1, y=0.0) ['a']\"\n")
        same(text_of(server.call("lab.fit", {"steps": 1, "start": None}, [])), "fitting\n=> '1 LINE None ()'\n", "a null is absent")
        same(listed(server)["lab.fail"]["inputSchema"]["properties"], {"words": {"type": "string"}, "much": {"default": 1}},
             "some clients take no unions")
        answer = server.call("lab.fail", {"words": "\x1b[31mred"}, [])
        has(text_of(answer), "ValueError: \\x1B[31mred")
        server.end()


@case
def schema_of_a_javascript_function():
    if not shutil.which("node"):
        return
    with Sessions() as place:
        key = paint(place).card["id"]
        server = opened(place)
        tools = until_listed(server, ["paint.area", "paint.mix"])
        same(tools["paint.mix"]["description"], f"In the live javascript session {key} (paint): Mixes two colours.")
        same(tools["paint.mix"]["inputSchema"], {
            "type": "object",
            "properties": {"first": {"type": "string", "description": "of both"},
                           "amount": {"enum": ["much", "little"], "default": "little", "description": "of the second"}},
            "required": ["first"], "additionalProperties": False})
        same(text_of(server.call("paint.mix", {"first": "red"}, [])), "=> 'red little'\n")
        same(text_of(server.call("paint.mix", {"first": "red", "amount": "much"}, [])), "=> 'red much'\n")
        same(text_of(server.call("paint.area", {"sides": [2, 3]}, [])), "=> 6\n")
        server.end()


@case
def schema_of_an_r_function():
    if not has_r():
        return
    with Sessions() as place:
        script = place.root / "lab.R"
        script.write_text(R % json.dumps(str(GATES / "r/fathom_gate.R")))
        key = place.start(["Rscript", str(script)]).card["id"]
        server = opened(place)
        tools = until_listed(server, ["rlab.fit", "rlab.lacks"])
        same(tools["rlab.fit"]["description"], f"In the live r session {key} (r): Fits a model.")
        same(tools["rlab.lacks"]["description"], f"In the live r session {key} (r): Fails.")
        same(tools["rlab.fit"]["inputSchema"], {
            "type": "object",
            "properties": {"steps": {"description": "how often"}, "kind": {"enum": ["line", "curve"], "default": "line"},
                           "rate": {"type": "number", "default": 0.5}, "deep": {"type": "boolean", "default": False}, "data": {}},
            "required": ["steps", "data"], "additionalProperties": False})
        same(text_of(server.call("rlab.fit", {"steps": 3, "data": [1, 2]}, [])), 'fitting\n=> [1] "3 line 0.5 FALSE 3"\n')
        same(failure_of(server.call("rlab.fit", {"steps": 3, "data": [], "rate": "fast"}, [])),
             "argument 'rate' must be a number, not \"fast\"")
        has(text_of(server.call("rlab.lacks", {}, [])), "simpleError: no")
        server.end()


# ---- what is checked before a session hears of it ----

WRONG = [
    ({}, "argument 'steps' is missing"),
    ({"steps": "many"}, "argument 'steps' must be a whole number, not \"many\""),
    ({"steps": 1.5}, "argument 'steps' must be a whole number, not 1.5"),
    ({"steps": None}, "argument 'steps' must be a whole number, not null"),
    ({"steps": 1, "kind": "square"}, "argument 'kind' must be one of [\"line\",\"curve\"], not \"square\""),
    ({"steps": 1, "start": {"y": 1}}, "argument 'start.x' is missing"),
    ({"steps": 1, "start": {"x": "1"}}, "argument 'start.x' must be a number, not \"1\""),
    ({"steps": 1, "tags": ["a", 2]}, "argument 'tags[1]' must be a text, not 2"),
    ({"steps": 1, "speed": 1}, "there is no argument 'speed'"),
]


@case
def arguments_are_checked_before_the_call():
    with Sessions() as place:
        session = lab(place)
        server = opened(place)
        until_listed(server, ["lab.fit", "lab.fail"])
        for arguments, words in WRONG:
            same(failure_of(server.call("lab.fit", arguments, [])), words)
        same(failure_of(server.call("lab.fail", {"words": "a", "much": []}, [])),
             "argument 'much' must be of one of the types that it takes, not []")
        lacks(session.seen(), "[fathom]", "fitting")
        server.end()


# ---- coming and going ----

@case
def old_clients_hear_of_changes():
    with Sessions() as place:
        server = opened(place)
        until_listed(server, [])
        session = lab(place)
        same(server.receive()["method"], CHANGED)
        until_listed(server, ["lab.fit", "lab.fail"])
        session.process.kill()  # nothing tells of this: it is looked for
        session.process.wait()
        until_listed(server, [])
        others = []
        answer = server.call("lab.fit", {"steps": 1}, others)
        has(json.dumps(answer), "lab.fit")
        assert "error" in answer, answer
        server.end()


@case
def new_clients_hear_of_changes():
    with Sessions() as place:
        server = Http(place, env=ON)
        stream = server.post_stream(message("sub", "subscriptions/listen", modern({"notifications": {"toolsListChanged": True}})))
        stream.message()
        lab(place)
        told = stream.message()
        same((told["method"], told["params"]["_meta"][META + "subscriptionId"]), (CHANGED, "sub"))
        names = lambda: [tool["name"] for tool in server.modern("tools/list")["result"]["tools"] if "." in tool["name"]]
        until(lambda: names() == ["lab.fail", "lab.fit"], "both are listed")
        answer = server.modern("tools/call", {"name": "lab.fit", "arguments": {"steps": 2}}, [])
        same(answer["result"]["content"][0]["text"], "fitting\n=> '2 LINE None ()'\n")
        stream.close()
        server.stop()


@case
def a_namespace_belongs_to_its_first_session():
    with Sessions() as place:
        first = lab(place)
        server = opened(place)
        until_listed(server, ["lab.fit", "lab.fail"])
        second = lab(place)
        key = second.card["id"]
        tools = until_listed(server, ["lab.fit", "lab.fail", f"lab_{key}.fit", f"lab_{key}.fail"])
        has(tools["lab.fit"]["description"], first.card["id"])
        has(tools[f"lab_{key}.fit"]["description"], key)
        server.call(f"lab_{key}.fit", {"steps": 1}, [])
        has(second.seen(), "fitting")
        lacks(first.seen(), "fitting")
        server.end()


@case
def a_restarted_session_keeps_its_tools():
    with Sessions() as place:
        session = lab(place)
        server = opened(place)
        until_listed(server, ["lab.fit", "lab.fail"])
        session.ask("restart")
        until(lambda: "result" in server.call("lab.fit", {"steps": 1}, []) and not session.process.poll(), "it answers again")
        until_listed(server, ["lab.fit", "lab.fail"])
        server.end()


@case
def looking_for_tools_is_nobodys_call():
    with Sessions() as place:
        lab(place)
        server = opened(place)
        until_listed(server, ["lab.fit", "lab.fail"])
        before = server.call("eval", {}, [])["result"]["content"][0]["text"]
        lacks(before, "running")
        time.sleep(3.5)  # it was looked at once more
        said = Stdio(place, "--structured", env=ON)
        said.initialize()
        until_listed(said, ["lab.fit", "lab.fail"])
        time.sleep(3.5)
        same([one["calls"] for one in said.call("eval", {}, [])["result"]["structuredContent"]["sessions"]], [0])
        said.end()
        server.end()


# ---- who may ----

@case
def nobody_without_permission_sees_or_calls_them():
    with Sessions() as place:
        session = lab(place)
        allowed = opened(place, direct=False)
        until_listed(allowed, ["lab.fit", "lab.fail"])
        other = Stdio(place, direct=False)  # the same daemon
        other.initialize()
        same(listed(other), {})
        has(failure_of(other.call("lab.fit", {"steps": 1}, [])), "running code in live sessions is off")
        lacks(session.seen(), "[fathom]")
        same(len(other.request("tools/list")["result"]["tools"]), 12)
        other.end()
        allowed.end()


@case
def an_untrusted_workspace_calls_nothing():
    with Sessions(trusted=False) as place:
        session = lab(place)
        server = opened(place)
        until_listed(server, ["lab.fit", "lab.fail"])
        has(failure_of(server.call("lab.fit", {"steps": 1}, [])), "is not trusted")
        lacks(session.seen(), "[fathom]")
        server.end()


@case
def disabled_and_read_only():
    with Sessions() as place:
        lab(place)
        for options, words in ((["--disable", "eval"], "is a form of 'eval', which is disabled"),
                               (["--read-only"], "only read-only tools are allowed")):
            server = Stdio(place, *options, env=ON)
            server.initialize()
            until(lambda: "no tool" not in json.dumps(server.call("lab.fit", {"steps": 1}, [])), "it is there")
            has(json.dumps(server.call("lab.fit", {"steps": 1}, [])), words)
            same(listed(server), {})
            server.end()


# ---- hostile gates ----

def offering(tools, space="lab"):
    ping = json.dumps({"v": 1, "ok": True, "id": "fakefake", "namespace": space, "tools": tools}).encode()
    return lambda request: ping if request["do"] == "ping" else b'{"v":1,"ok":true,"state":"done","value":"\\u001b[2Jx"}'


GOOD = {"name": "good", "description": "Fine.", "schema": {"type": "object"}}
DEEP = {"type": "object"}
for _ in range(20):
    DEEP = {"type": "object", "properties": {"a": DEEP}}
HOSTILE = {
    "names": [{**GOOD, "name": name} for name in ("", "../up", "a.b", "a b", "a\n", "\x1b[2J", "x" * 100, "ü", 7, None)],
    "twice": [GOOD, {**GOOD, "description": "Again."}],
    "hidden": [{**GOOD, "name": "__own"}],
    "no_schema": [{"name": "bare"}, {**GOOD, "name": "array", "schema": {"type": "array"}}, 7, None, "x"],
    "deep": [{**GOOD, "name": "deep", "schema": DEEP}],
    "huge": [{**GOOD, "name": "huge", "schema": {"type": "object", "properties": {f"p{n}": {"description": "y" * 500} for n in range(150)}}}],
    "enum": [{**GOOD, "name": "enum", "schema": {"type": "object", "properties": {"a": {"enum": list(range(1000))}}}}],
    "argument": [{**GOOD, "name": "argument", "schema": {"type": "object", "properties": {"a b\n": {}}}}],
}


def add_hostile(name, tools):
    def check():
        with Sessions() as place:
            gate = FakeGate(place, offering([*tools, GOOD]))
            try:
                server = opened(place)
                until_listed(server, ["lab.good"])
                server.end()
            finally:
                gate.close()
    add_case(f"hostile_{name}", check)


for name, tools in HOSTILE.items():
    add_hostile(name, tools)


@case
def hostile_words_are_shown():
    with Sessions() as place:
        gate = FakeGate(place, offering([{**GOOD, "description": "\x1b[2J\u202e" + "long " * 1000, "schema": {
            "type": "object", "properties": {"a": {"type": "string", "description": "\x07bell", "pattern": "(a+)+$", "$ref": "file:///etc/passwd"}},
            "$defs": {}}}]))
        try:
            server = opened(place)
            tool = until_listed(server, ["lab.good"])["lab.good"]
            lacks(json.dumps(tool, ensure_ascii=False), "\x1b", "\u202e", "\x07", "$ref", "pattern", "$defs")
            assert len(tool["description"]) < 800, len(tool["description"])
            lacks(text_of(server.call("lab.good", {"a": "b"}, [])), "\x1b")
            server.end()
        finally:
            gate.close()


@case
def hostile_namespaces():
    for space in ("core", "kaimon", "../x", "Lab", "", "a.b", 7, "x" * 60):
        with Sessions() as place:
            gate = FakeGate(place, offering([GOOD], space))
            try:
                server = opened(place)
                until(lambda: gate.pid and server.request("tools/list", others=[]), "listed")
                time.sleep(0.5)
                same(listed(server), {}, str(space))
                same(server.call("status", {}, [])["result"].get("isError", False), False)
                server.end()
            finally:
                gate.close()


@case
def many_tools_are_bounded():
    with Sessions() as place:
        gate = FakeGate(place, offering([{**GOOD, "name": f"t{n}", "description": "d" * 500} for n in range(2000)]))
        try:
            server = opened(place)
            until(lambda: len(listed(server)) == 64, "64 of them are listed")
            server.end()
        finally:
            gate.close()


@case
def nothing_is_asked_while_nothing_happens():
    """No pings go to a session that is there; one whose tools change says so by writing its card anew."""
    with Sessions() as place:
        pings, tools = place.root / "pings", place.root / "tools.json"
        pings.write_text("")
        tools.write_text(json.dumps([GOOD]))

        def answer(request):
            with pings.open("a") as file:
                file.write(request["do"] + "\n")
            return offering(json.loads(tools.read_text()))(request)
        gate = FakeGate(place, answer)
        try:
            server = opened(place)
            until_listed(server, ["lab.good"])
            time.sleep(0.5)  # what its own files cause is over
            before = pings.read_text()
            time.sleep(4)
            same(pings.read_text(), before)
            tools.write_text(json.dumps([GOOD, {**GOOD, "name": "new"}]))
            card = gate.base.with_suffix(".json")
            card.with_suffix(".json.new").write_text(card.read_text())
            card.with_suffix(".json.new").rename(card)
            until_listed(server, ["lab.good", "lab.new"])
            server.end()
        finally:
            gate.close()


@case
def a_gate_that_hangs_hinders_nobody():
    with Sessions() as place:
        gate = FakeGate(place, lambda request: None)
        try:
            lab(place)
            server = opened(place)
            until_listed(server, ["lab.fit", "lab.fail"])
            server.end()
        finally:
            gate.close()


main()
