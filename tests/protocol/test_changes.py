#!/usr/bin/env python3
"""What needs tools that change something: list changes on every channel,
resuming the GET stream, read-only. Uses the build with fixtures."""
from harness import *

if not os.access(CONFORMANCE, os.X_OK):
    print(f"there is no program {CONFORMANCE}")
    sys.exit(77)

PLACE = Place()
TOOLS_CHANGED = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}


def stdio(*options, **more):
    return Stdio(PLACE, *options, program=CONFORMANCE, **more)


def http(*options, **more):
    return Http(PLACE, *options, program=CONFORMANCE, **more)


def change(server):
    others = []
    text_of(server.modern("tools/call", {"name": "test_trigger_tool_change"}, others))
    return others


# ---- list changes ----

@both_ways
def session_on_lines_is_told(direct):
    server = stdio(direct=direct)
    server.initialize()
    for _ in range(2):
        others = []
        text_of(server.call("test_trigger_tool_change", {}, others))
        if not others:
            others.append(server.receive())
        same(others, [TOOLS_CHANGED])
    names = [tool["name"] for tool in server.request("tools/list")["result"]["tools"]]
    lacks(names, "fixture.extra")
    server.end()


@case
def nobody_is_told_before_the_handshake():
    server = stdio()
    same(change(server), [])
    server.silent()
    server.end()


@both_ways
def listeners_hear_what_they_asked_for(direct):
    server = stdio(direct=direct)
    server.send(message("tools", "subscriptions/listen", modern({"notifications": {"toolsListChanged": True}})))
    server.send(message("prompts", "subscriptions/listen", modern({"notifications": {"promptsListChanged": True}})))
    same([server.receive()["method"] for _ in range(2)], ["notifications/subscriptions/acknowledged"] * 2)
    others = change(server)
    if not others:
        others.append(server.receive())
    same(others, [{"jsonrpc": "2.0", "method": "notifications/tools/list_changed",
                   "params": {"_meta": {META + "subscriptionId": "tools"}}}])
    server.notify("notifications/cancelled", {"requestId": "tools"})
    same(change(server), [])
    server.silent()
    same([m.get("id") for m in server.end() if "id" in m], ["prompts"])


@case
def extra_tool_is_listed_and_callable_while_it_is_there():
    server = stdio()
    has(failure_or_error(server.modern("tools/call", {"name": "fixture.extra"})), "fixture.extra")
    change(server)
    names = [tool["name"] for tool in server.modern("tools/list")["result"]["tools"]]
    assert "fixture.extra" in names, names
    same(text_of(server.modern("tools/call", {"name": "fixture.extra"})), "Here for now.")
    change(server)
    has(failure_or_error(server.modern("tools/call", {"name": "fixture.extra"})), "fixture.extra")
    server.end()


def failure_or_error(answer):
    return answer["error"]["message"] if "error" in answer else failure_of(answer)


# ---- the GET stream ----

@case
def get_stream_tells_and_is_resumed():
    server = http()
    server.initialize()
    stream = server.stream()
    change(server)
    id, told = stream.next()
    same(told, TOOLS_CHANGED)
    assert id, "events carry ids"
    stream.close()
    change(server)
    change(server)
    resumed = server.stream(last=id)
    ids = [resumed.next()[0] for _ in range(2)]
    assert len({id, *ids}) == 3, f"{id}, then {ids}"
    resumed.silent()
    again = server.stream(last=ids[0])
    same(again.next()[0], ids[1])
    again.silent()
    again.close()
    server.stop()


@case
def what_happened_before_the_stream_is_told_on_it():
    server = http()
    server.initialize()
    change(server)
    stream = server.stream()
    same(stream.message(), TOOLS_CHANGED)
    stream.silent()
    stream.close()
    server.stop()


@case
def new_stream_does_not_repeat_what_was_told():
    """Without Last-Event-ID nothing that was delivered comes again."""
    server = http()
    server.initialize()
    stream = server.stream()
    change(server)
    same(stream.message(), TOOLS_CHANGED)
    stream.close()
    time.sleep(0.2)
    fresh = server.stream()
    fresh.silent(0.5)
    change(server)
    same(fresh.message(), TOOLS_CHANGED)
    fresh.close()
    server.stop()


@case
def ids_of_an_earlier_run_are_not_mistaken():
    """Event numbers begin anew with the server; an old one names nothing."""
    server = http()
    server.initialize()
    stream = server.stream()
    for _ in range(5):
        change(server)
    for _ in range(5):
        last, _ = stream.next()
    stream.close()
    time.sleep(0.3)
    server.stop()
    again = http(port=server.port)
    again.session, again.version = server.session, server.version
    again.request("ping")
    resumed = again.stream(last=last)
    change(again)
    same(resumed.message(), TOOLS_CHANGED)
    resumed.close()
    again.stop()


@case
def listening_over_http_is_told():
    server = http()
    stream = server.post_stream(message("sub", "subscriptions/listen", modern({"notifications": {"toolsListChanged": True}})))
    same(stream.message()["method"], "notifications/subscriptions/acknowledged")
    change(server)
    same(stream.message(), {"jsonrpc": "2.0", "method": "notifications/tools/list_changed",
                            "params": {"_meta": {META + "subscriptionId": "sub"}}})
    stream.close()
    change(server)
    server.stop()


# ---- read-only ----

@both_ways
def read_only_refuses_on_every_path(direct):
    server = stdio("--read-only", direct=direct)
    names = [tool["name"] for tool in server.modern("tools/list")["result"]["tools"]]
    assert "find" in names and "test_simple_text" not in names, names
    for answer in (server.modern("tools/call", {"name": "test_simple_text"}),
                   server.modern("tools/call", {"name": "core.test_simple_text"}),
                   server.modern("tools/call", {"name": "call", "arguments": {"name": "test_simple_text"}}),
                   server.modern("tools/call", {"name": "call", "arguments": {"name": "test_simple_text", "arguments": {}}})):
        has(failure_of(answer), "read-only")
    lacks(text_of(server.modern("tools/call", {"name": "call", "arguments": {"query": "simple text"}})), "test_simple_text")
    has(text_of(server.modern("tools/call", {"name": "find", "arguments": {"query": "main"}})), "src/main.c:4")
    server.end()


@case
def read_only_by_the_project():
    with Place() as place:
        place.project_config({"tools": {"read_only": True}})
        server = Stdio(place, program=CONFORMANCE)
        has(failure_of(server.modern("tools/call", {"name": "test_simple_text"})), "read-only")
        server.end()
        # It cannot be taken back from there.
        place.project_config({"tools": {"read_only": False}})
        server = Stdio(place, "--read-only", program=CONFORMANCE)
        has(failure_of(server.modern("tools/call", {"name": "test_simple_text"})), "read-only")
        server.end()


@case
def call_runs_read_only_tools_only():
    """Clients grant permission by name: `call` must not stand for others."""
    server = stdio("--tools", "call,find")
    words = failure_of(server.modern("tools/call", {"name": "call", "arguments": {"name": "test_simple_text", "arguments": {}}}))
    has(words, "test_simple_text", "list")
    has(text_of(server.modern("tools/call", {"name": "call", "arguments": {"name": "files", "arguments": {}}})), "src/")
    server.end()


@case
def fixtures_are_not_in_the_program_itself():
    server = Stdio(PLACE, "--profile", "full")
    names = [tool["name"] for tool in server.modern("tools/list")["result"]["tools"]]
    assert not [name for name in names if name.startswith("test") or "fixture" in name], names
    error_of(server.modern("tools/call", {"name": "test_simple_text"}), -32602)
    server.end()


if __name__ == "__main__":
    main()
