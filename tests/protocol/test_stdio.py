#!/usr/bin/env python3
"""MCP on standard input and output: in one process, and through the daemon."""
import sys

from harness import *

PLACE = Place({**FIXTURE, "binary.bin": b"\x00\x01\xff\xfe"})
VERSION = program_version()


# ---- transcripts ----

def conversing(server):
    """Sends steps of a transcript; gives what comes back, up to the answer."""
    def converse(entry):
        raw = entry["raw"].encode("latin-1") + b"\n" if "raw" in entry else None
        sent = entry.get("to")
        server.send(raw if raw is not None else sent)
        is_silent = isinstance(sent, dict) and "id" not in sent
        if is_silent:
            return []
        messages = [server.receive()]
        while isinstance(messages[-1], dict) and "method" in messages[-1]:
            messages.append(server.receive())
        return messages
    return converse


def transcript(name, direct):
    def run():
        server = Stdio(PLACE, direct=direct)
        Transcript(name).play(conversing(server), PLACE, VERSION)
        same(server.end(), [], "at the end")
    return run


for path in sorted(TRANSCRIPTS.glob("*.jsonl")):
    for suffix, direct in BOTH:
        add_case(f"transcript_{path.stem}{suffix}", transcript(path.stem, direct))


# ---- the surface ----

@case
def surface_is_small():
    server = Stdio(PLACE)
    tools = server.modern("tools/list")["result"]["tools"]
    size = len(json.dumps(tools, separators=(",", ":"), ensure_ascii=False).encode())
    assert len(tools) <= 12, f"{len(tools)} tools are listed"
    assert size / 4 <= 3000, f"the list has {size / 4:.0f} tokens"
    server.end()


@case
def schemas_are_plain():
    def walk(schema, path):
        assert isinstance(schema.get("type", "object"), str), f"{path}: a type array"
        for word in ("anyOf", "oneOf", "allOf", "$ref"):
            assert word not in schema, f"{path}: {word}"
        for name, inner in schema.get("properties", {}).items():
            walk(inner, f"{path}.{name}")
        if isinstance(schema.get("items"), dict):
            walk(schema["items"], path + "[]")

    server = Stdio(PLACE, "--profile", "full", "--structured")
    tools = server.modern("tools/list")["result"]["tools"]
    names = [tool["name"] for tool in tools]
    same(names, sorted(names), "order")
    for tool in tools:
        assert re.fullmatch(r"[A-Za-z0-9_.-]{1,64}", tool["name"]), tool["name"]
        same(tool["inputSchema"]["type"], "object", tool["name"])
        walk(tool["inputSchema"], tool["name"])
        assert tool["description"] and tool["title"], tool["name"]
        hints = sorted(tool["annotations"])
        if not tool["annotations"]["readOnlyHint"] or "destructiveHint" in hints:  # else without meaning
            same(hints, ["destructiveHint", "idempotentHint", "openWorldHint", "readOnlyHint"], tool["name"])
        else:
            same(hints, ["openWorldHint", "readOnlyHint"], tool["name"])
        if re.match("kart_|codegraph_", tool["name"]):
            edits = tool["name"] in ("kart_insert_after", "kart_insert_before", "kart_rename", "kart_replace")
            same(tool["annotations"], {"readOnlyHint": not edits and tool["name"] != "kart_restart", "destructiveHint": False,
                                       "idempotentHint": not edits, "openWorldHint": False}, tool["name"])
        if "outputSchema" in tool:
            walk(tool["outputSchema"], tool["name"])
    server.end()


@case
def structured_content_only_when_asked_for():
    plain = Stdio(PLACE)
    assert "structuredContent" not in plain.modern("tools/call", {"name": "find", "arguments": {"query": "main"}})["result"]
    assert not any("outputSchema" in tool for tool in plain.modern("tools/list")["result"]["tools"])
    plain.end()
    server = Stdio(PLACE, "--structured")
    result = server.modern("tools/call", {"name": "find", "arguments": {"query": "main"}})["result"]
    same(result["structuredContent"]["matches"][0],
         {"name": "main", "kind": "function", "path": "src/main.c", "line": 4, "endLine": 6,
          "signature": "int main(void)", "exported": True})
    same(json.loads(result["content"][0]["text"]), result["structuredContent"], "the text is a copy")
    assert all("outputSchema" in tool for tool in server.modern("tools/list")["result"]["tools"]
               if tool["name"] in ("find", "files", "status"))
    server.end()


@case
def lists_do_not_vary_between_connections():
    lists = []
    for _ in range(2):
        server = Stdio(PLACE)
        lists.append(server.modern("tools/list")["result"]["tools"])
        server.end()
    same(lists[0], lists[1])


# ---- limits of one line ----

@both_ways
def long_text_is_refused(direct):
    server = Stdio(PLACE, direct=direct)
    has(failure_of(server.modern("tools/call", {"name": "find", "arguments": {"query": "x" * 10001}})),
        "'query'", "10,000")
    has(failure_of(server.modern("tools/call", {"name": "files", "arguments": {"path": "x" * 4097}})),
        "'path'", "4,096")
    server.end()


@both_ways
def oversized_line_is_refused_and_the_next_one_served(direct):
    server = Stdio(PLACE, direct=direct)
    server.send(b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"' + b"x" * (17 << 20) + b'"}}\n')
    same(server.receive(), {"jsonrpc": "2.0", "id": None, "error": {
        "code": -32600, "message": "the message is longer than 16 MB"}})
    same(server.request("ping"), {"jsonrpc": "2.0", "id": 1, "result": {}})
    same(server.end(), [])


@both_ways
def large_line_is_served(direct):
    server = Stdio(PLACE, direct=direct)
    answer = server.request("ping", {"_meta": {"filler": "x" * (15 << 20)}})
    same(answer, {"jsonrpc": "2.0", "id": 1, "result": {}})
    server.end()


@both_ways
def half_messages_are_put_together(direct):
    server = Stdio(PLACE, direct=direct)
    whole = b'{"jsonrpc":"2.0","id":"h\xc3\xa9","method":"ping"}\r\n\n\n'
    for i in range(len(whole)):
        server.send(whole[i:i + 1])
        time.sleep(0.002)
    same(server.receive(), {"jsonrpc": "2.0", "id": "h\u00e9", "result": {}})
    server.send(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n{"jsonrpc":"2.0","id":2,"method":"ping"}\n')
    same([server.receive()["id"], server.receive()["id"]], [1, 2])
    server.end()


@both_ways
def last_line_needs_no_end(direct):
    server = Stdio(PLACE, direct=direct)
    server.send(b'{"jsonrpc":"2.0","id":1,"method":"ping"}')
    same(server.end(), [{"jsonrpc": "2.0", "id": 1, "result": {}}])


# ---- the end of input ----

@both_ways
def everything_received_is_answered_before_the_end(direct):
    with Place() as place:
        server = Stdio(place, direct=direct)
        calls = [message(i, "tools/call", modern({"name": "find", "arguments": {"query": "store_open"}}))
                 for i in range(200)]
        server.send(b"".join(json.dumps(call).encode() + b"\n" for call in calls))
        answers = server.end()
        same(sorted(answer["id"] for answer in answers), list(range(200)))
        for answer in answers:
            has(text_of(answer), "src/store.c:5 function store_open")


@both_ways
def broken_lines_are_answered_before_the_end(direct):
    server = Stdio(PLACE, direct=direct)
    server.send(b"{\n[]\n5")
    same([answer["error"]["code"] for answer in server.end()], [-32700, -32600, -32600])


@both_ways
def batch_is_answered_before_the_end(direct):
    server = Stdio(PLACE, direct=direct)
    server.initialize("2025-03-26")
    server.send([message(i, "tools/call", {"name": "files"}) for i in (11, 12)])
    answers = server.end()
    same(len(answers), 1)
    same(sorted(answer["id"] for answer in answers[0]), [11, 12])


@both_ways
def end_without_a_word(direct):
    same(Stdio(PLACE, direct=direct).end(), [])


@both_ways
def open_subscription_does_not_hold_up_the_end(direct):
    server = Stdio(PLACE, direct=direct)
    server.send(message(1, "subscriptions/listen", modern({"notifications": {"toolsListChanged": True}})))
    same(server.receive()["method"], "notifications/subscriptions/acknowledged")
    started = time.monotonic()
    rest = server.end()
    assert time.monotonic() - started < 10, "it took long"
    same([m.get("method", m.get("id")) for m in rest], ["notifications/cancelled", 1])
    same(rest[1]["result"]["resultType"], "complete")
    same(rest[1]["result"]["_meta"][META + "subscriptionId"], 1)


@both_ways
def nothing_but_json_on_stdout(direct):
    server = Stdio(PLACE, "--log-level", "debug", direct=direct)
    server.initialize()
    server.call("find", {"query": "main"})
    server.call("nosuch")
    server.send(b"garbage\n")
    server.end()
    assert server.raw
    for line in server.raw:
        assert line.endswith(b"\n"), line
        assert isinstance(json.loads(line), dict), line


@both_ways
def starting_makes_no_index(direct):
    with Place() as place:
        server = Stdio(place, direct=direct)
        server.initialize()
        server.request("tools/list")
        server.request("prompts/list")
        server.request("resources/list")
        server.modern("server/discover")
        server.end()
        assert not (place.repo / ".fathom").exists(), "an index was begun"


# ---- subscriptions ----

@both_ways
def listening_is_acknowledged_and_tagged(direct):
    server = Stdio(PLACE, direct=direct)
    server.send(message("sub", "subscriptions/listen", modern({"notifications": {
        "toolsListChanged": True, "resourcesListChanged": False, "resourceSubscriptions": ["fathom://file/AGENTS.md"]}})))
    same(server.receive(), {
        "jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged", "params": {
            "_meta": {META + "subscriptionId": "sub"},
            "notifications": {"toolsListChanged": True, "resourceSubscriptions": ["fathom://file/AGENTS.md"]}}})
    # It is in progress, and does not hold up others.
    has(error_of(server.request("subscriptions/listen", modern({"notifications": {"toolsListChanged": 1}})),
                 -32602), "toolsListChanged")
    server.notify("notifications/cancelled", {"requestId": "sub"})
    same(server.modern("server/discover")["result"]["supportedVersions"], [MODERN])
    same(server.end(), [])


@case
def same_id_twice_at_once_is_refused():
    server = Stdio(PLACE)
    listen = message("sub", "subscriptions/listen", modern({"notifications": {"toolsListChanged": True}}))
    server.send(listen)
    server.receive()
    server.send(listen)
    has(error_of(server.receive(), -32600), "still in progress")
    server.end()


def updated(uri, **params):
    return {"jsonrpc": "2.0", "method": "notifications/resources/updated", "params": {**params, "uri": uri}}


def put(place, path, text):
    """Replaces a file in one step: one change, not an empty file first."""
    temporary = place.root / "temporary"
    temporary.write_text(text)
    os.replace(temporary, place.repo / path)


def settled(server, place):
    """Waits until the subscription has seen the files as they are."""
    text_of(server.modern("tools/call", {"name": "status"}, []))
    try:
        while True:
            server.incoming.get(timeout=1.5 if SLOW else 0.5)
    except queue.Empty:
        pass


@both_ways
def subscribers_hear_of_their_files(direct):
    with Place() as place:
        server = Stdio(place, direct=direct)
        server.initialize()
        uris = ["fathom://file/src/main.c", "fathom://file/not_yet.c"]
        for uri in uris:
            same(server.request("resources/subscribe", {"uri": uri})["result"], {})
        settled(server, place)
        put(place, "src/store.c", "int other;\n")
        server.silent(0.5)
        put(place, "src/main.c", "int changed;\n")
        same(server.receive(), updated(uris[0]))
        put(place, "not_yet.c", "int made;\n")
        same(server.receive(), updated(uris[1]))
        (place.repo / "not_yet.c").unlink()
        same(server.receive(), updated(uris[1]))
        for uri in uris:
            same(server.request("resources/unsubscribe", {"uri": uri})["result"], {})
        put(place, "src/main.c", "int changed_again;\n")
        server.silent(0.5)
        server.end()


@both_ways
def listeners_hear_of_their_files(direct):
    with Place() as place:
        server = Stdio(place, direct=direct)
        server.send(message(5, "subscriptions/listen", modern({"notifications": {
            "resourceSubscriptions": ["fathom://file/docs/notes.md", "fathom://status"]}})))
        same(server.receive()["method"], "notifications/subscriptions/acknowledged")
        settled(server, place)
        put(place, "docs/notes.md", "# New\n")
        same(server.receive(), updated("fathom://file/docs/notes.md", _meta={META + "subscriptionId": 5}))
        put(place, "new.c", "int counted;\n")
        same(server.receive(), updated("fathom://status", _meta={META + "subscriptionId": 5}))
        server.end()


@case
def subscriptions_outlive_the_daemon():
    with Place() as place:
        server = Stdio(place, direct=False)
        server.initialize()
        server.request("resources/subscribe", {"uri": "fathom://file/src/main.c"})
        os.kill(place.daemon_pid(), signal.SIGKILL)
        server.request("ping")
        settled(server, place)
        put(place, "src/main.c", "int changed;\n")
        same(server.receive(), updated("fathom://file/src/main.c"))
        server.end()


@case
def subscribers_in_other_workspaces_are_left_alone():
    with Place() as place:
        other = place.repository("other", FIXTURE)
        servers = [Stdio(place, direct=False), Stdio(place, direct=False, cwd=other)]
        for server in servers:
            server.initialize()
            server.request("resources/subscribe", {"uri": "fathom://file/src/main.c"})
            settled(server, place)
        put(place, "src/main.c", "int changed;\n")
        same(servers[0].receive(), updated("fathom://file/src/main.c"))
        servers[1].silent(0.5)
        for server in servers:
            server.end()


# ---- eras on one connection ----

@both_ways
def both_eras_on_one_connection(direct):
    server = Stdio(PLACE, direct=direct)
    same(server.modern("server/discover")["result"]["resultType"], "complete")
    same(server.initialize("2025-06-18")["result"]["protocolVersion"], "2025-06-18")
    assert "resultType" not in server.call("files")["result"]
    same(server.modern("tools/call", {"name": "files"})["result"]["resultType"], "complete")
    error_of(server.modern("ping"), -32601)
    same(server.request("ping")["result"], {})
    server.end()


@case
def arguments_of_prompts_can_be_completed():
    server = Stdio(PLACE)
    answer = server.modern("completion/complete", {"ref": {"type": "ref/prompt", "name": "locate"},
                                                   "argument": {"name": "name", "value": "store_o"}})
    assert "result" in answer, show(answer)
    assert all(value.startswith("store_o") for value in answer["result"]["completion"]["values"]), show(answer)
    error_of(server.modern("completion/complete", {"ref": {"type": "ref/prompt", "name": "nosuch"},
                                                   "argument": {"name": "name", "value": ""}}), -32602)
    server.end()


@case
def every_modern_result_has_what_the_era_asks_for():
    server = Stdio(PLACE)
    cached = {"server/discover": {}, "tools/list": {}, "resources/list": {}, "resources/templates/list": {},
              "prompts/list": {}, "resources/read": {"uri": "fathom://status"}}
    plain = {"tools/call": {"name": "status"}, "prompts/get": {"name": "orient"},
             "completion/complete": {"ref": {"type": "ref/resource", "uri": "fathom://file/{+path}"},
                                     "argument": {"name": "path", "value": ""}}}
    for method, params in {**cached, **plain}.items():
        result = server.modern(method, params)["result"]
        same(result["resultType"], "complete", method)
        same(result["_meta"][META + "serverInfo"]["name"], "fathom", method)
        same("ttlMs" in result and "cacheScope" in result, method in cached, method)
        if method in cached:
            assert result["ttlMs"] >= 0 and result["cacheScope"] in ("public", "private"), show(result)
    server.end()


@case
def legacy_results_have_nothing_of_the_new_era():
    for version in LEGACY:
        server = Stdio(PLACE)
        server.initialize(version)
        for answer in (server.request("tools/list"), server.call("files"), server.request("prompts/list")):
            for name in ("resultType", "ttlMs", "cacheScope", "_meta"):
                assert name not in answer["result"], f"{version}: {name}"
        server.end()


# ---- roots of an old-era client ----

@both_ways
def roots_of_the_client_are_asked_for_and_used(direct):
    with Place() as place:
        other = place.repository("other", {"only_here.c": "int only_here;\n"})
        server = Stdio(place, direct=direct, cwd=place.root / "home")
        server.initialize("2025-11-25", {"roots": {"listChanged": True}})
        server.send(message("call", "tools/call", {"name": "find", "arguments": {"query": "only_here"}}))
        asked = server.receive()
        same(asked["method"], "roots/list")
        server.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"roots": [{"uri": f"file://{other}"}]}})
        has(text_of(server.answer("call")), "only_here.c:1")
        # Kept until the client says that they changed.
        has(text_of(server.call("find", {"query": "only_here"})), "only_here.c:1")
        server.notify("notifications/roots/list_changed")
        server.send(message("again", "tools/call", {"name": "find", "arguments": {"query": "main"}}))
        asked = server.receive()
        same(asked["method"], "roots/list")
        server.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"roots": [{"uri": f"file://{place.repo}"}]}})
        has(text_of(server.answer("again")), "src/main.c:4")
        server.end()


@case
def client_that_cannot_tell_its_roots():
    with Place() as place:
        server = Stdio(place)
        server.initialize("2025-11-25", {"roots": {}})
        server.send(message(7, "tools/call", {"name": "find", "arguments": {"query": "main"}}))
        asked = server.receive()
        server.send({"jsonrpc": "2.0", "id": asked["id"], "error": {"code": -32601, "message": "no"}})
        has(text_of(server.answer(7)), "src/main.c:4")
        server.end()


@case
def home_is_no_workspace():
    with Place() as place:
        server = Stdio(place, cwd=place.home)
        words = failure_of(server.modern("tools/call", {"name": "files"}))
        has(words, "home directory", "--repo DIR", "FATHOM_REPO")
        assert not (place.home / ".fathom").exists()
        server.end()


@case
def given_repository_is_used_from_anywhere():
    with Place() as place:
        for options, env in ((["--repo", str(place.repo)], {}), ([], {"FATHOM_REPO": str(place.repo)})):
            server = Stdio(place, *options, cwd=place.home, env=env)
            has(text_of(server.modern("tools/call", {"name": "find", "arguments": {"query": "main"}})), "src/main.c:4")
            server.end()


# ---- what is refused is refused everywhere ----

@both_ways
def disabled_tools_are_refused_on_every_path(direct):
    server = Stdio(PLACE, "--disable", "find", direct=direct)
    names = [tool["name"] for tool in server.modern("tools/list")["result"]["tools"]]
    assert "find" not in names and "files" in names, names
    has(failure_of(server.modern("tools/call", {"name": "find", "arguments": {"query": "main"}})), "disabled")
    has(failure_of(server.modern("tools/call", {"name": "core.find", "arguments": {"query": "main"}})), "disabled")
    has(failure_of(server.modern("tools/call", {"name": "call", "arguments": {
        "name": "find", "arguments": {"query": "main"}}})), "disabled")
    lacks(text_of(server.modern("tools/call", {"name": "call", "arguments": {"query": "find"}})), "find ")
    # A prompt that would run it says so too.
    has(error_of(server.modern("prompts/get", {"name": "locate", "arguments": {"name": "main"}}), -32602), "disabled")
    server.end()


@case
def project_may_disable_but_not_enable():
    with Place() as place:
        place.project_config({"tools": {"disabled": ["files"], "profile": "full"}})
        server = Stdio(place, "--disable", "find")
        has(failure_of(server.modern("tools/call", {"name": "files"})), "disabled")
        has(failure_of(server.modern("tools/call", {"name": "find", "arguments": {"query": "x"}})), "disabled")
        server.end()


@case
def listing_exactly_these():
    server = Stdio(PLACE, "--tools", "status")
    same([tool["name"] for tool in server.modern("tools/list")["result"]["tools"]], ["status"])
    # Unlisted is still callable.
    has(text_of(server.modern("tools/call", {"name": "find", "arguments": {"query": "main"}})), "src/main.c:4")
    server.end()


@case
def unknown_names_in_options_are_told():
    for options, words in ((["--disable", "fnd"], "did you mean 'find'"), (["--profile", "cor"], "core"),
                           (["--toolsets", "nosuch"], "nosuch"), (["--tools", "nosuch"], "nosuch")):
        done = PLACE.run("serve", "--no-daemon", *options)
        same(done.status, 2, repr(done))
        has(done.err, words)
        same(done.out, "")


# ---- files change ----

@both_ways
def answers_reflect_the_disk(direct):
    with Place() as place:
        server = Stdio(place, direct=direct)
        find = {"name": "find", "arguments": {"query": "moving_target"}}
        lacks(text_of(server.modern("tools/call", find)), "src/")
        for i in range(10):
            (place.repo / "src" / f"new{i}.c").write_text("\n" * i + "int moving_target;\n")
            has(text_of(server.modern("tools/call", find)), f"src/new{i}.c:{i + 1}")
            (place.repo / "src" / f"new{i}.c").unlink()
            lacks(text_of(server.modern("tools/call", find)), "src/new")
        server.end()


if __name__ == "__main__":
    main()
