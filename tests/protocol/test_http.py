#!/usr/bin/env python3
"""Streamable HTTP: both eras on one endpoint, sessions, event streams, status
codes, and how the listener starts and stops."""
from harness import *

PLACE = Place({**FIXTURE, "binary.bin": b"\x00\x01\xff\xfe"})
VERSION = program_version()
_shared = []


def shared():
    """One listener for all cases that do not stop it."""
    if not _shared or _shared[0].process.poll() is not None:
        _shared[:] = [Http(PLACE)]
    server = _shared[0]
    server.session = server.version = None
    return server


# ---- transcripts ----

def transcript(name):
    def run():
        server = shared()
        played = Transcript(name)
        if name.startswith("legacy"):
            played.steps = played.steps[1:]  # a ping before there is a session
        played.play(lambda entry: server.exchange(entry["to"]).messages(), PLACE, VERSION)
    return run


for name in [*("legacy-" + version for version in LEGACY), "modern-tools", "modern-rest", "modern-envelope"]:
    if not ACCEPT:
        add_case("transcript_" + name, transcript(name))


# ---- status codes ----

def status_and_code(reply):
    code = reply.json().get("error", {}).get("code") if reply.body else None
    return reply.status, code


@case
def statuses_of_the_new_era():
    server = shared()
    for method, params, wanted in (
            ("tools/list", modern(), (200, None)),
            ("tools/call", modern({"name": "find", "arguments": {"query": "main"}}), (200, None)),
            ("tools/call", modern({"name": "find", "arguments": {"query": 5}}), (200, None)),
            ("tools/call", modern({"name": "nosuch"}), (200, -32602)),
            ("resources/read", modern({"uri": "fathom://nope"}), (200, -32602)),
            ("no/such/method", modern(), (404, -32601)),
            ("ping", modern(), (404, -32601)),
            ("logging/setLevel", modern({"level": "info"}), (404, -32601)),
            ("resources/subscribe", modern({"uri": "x"}), (404, -32601)),
            ("initialize", modern(), (404, -32601)),
            ("server/discover", None, (400, -32602)),
            ("tools/list", {"_meta": {META + "clientCapabilities": {}}}, (400, -32602)),
            ("tools/list", {"_meta": {META + "protocolVersion": MODERN}}, (400, -32602)),
            ("tools/list", modern(version="2099-01-01"), (400, -32022)),
            ("tools/list", modern(version="2025-11-25"), (400, -32022))):
        reply = server.exchange(message(1, method, params))
        same(status_and_code(reply), wanted, f"{method} {show(params)}")
        same(reply.headers["content-type"], "application/json")


@case
def a_session_begins_whatever_the_header_says():
    """However its name is spelled: the method exists in one era."""
    server = shared()
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    text = json.dumps(message(1, "initialize", params))
    for body in (text, text.replace('"initialize"', '"\\u0069nitialize"'), " " + text):
        reply = server.post(body.encode(), {"MCP-Protocol-Version": MODERN, "Mcp-Method": "initialize"})
        same((reply.status, reply.json()["result"]["protocolVersion"]), (200, "2025-11-25"), show(body))
        assert reply.headers["mcp-session-id"]


@case
def headers_must_agree_with_the_body():
    server = shared()
    body = message(1, "tools/call", modern({"name": "find", "arguments": {"query": "main"}}))
    right = {"MCP-Protocol-Version": MODERN, "Mcp-Method": "tools/call", "Mcp-Name": "find"}
    same(server.post(body, right).status, 200)
    for wrong in ({"Mcp-Method": "tools/list"}, {"Mcp-Method": None}, {"Mcp-Name": "files"}, {"Mcp-Name": None},
                  {"Mcp-Name": "Find"}, {"MCP-Protocol-Version": "2025-11-25"}, {"MCP-Protocol-Version": None},
                  {"Mcp-Name": "=?base64?ZmluZA?="}, {"Mcp-Name": "=?base64?%%%%?="}, {"Mcp-Method": "tools/call, x"}):
        reply = server.post(body, {**right, **wrong})
        same(status_and_code(reply), (400, -32020), show(wrong))
        same(reply.json()["id"], 1)
    same(server.post(body, {**right, "Mcp-Name": "=?base64?ZmluZA==?="}).status, 200)
    same(server.post(body, {name.lower(): value for name, value in right.items()}).status, 200)
    # The name is mirrored only where there is one, the URI of a resource too.
    listing = message(2, "tools/list", modern())
    same(server.post(listing, {"MCP-Protocol-Version": MODERN, "Mcp-Method": "tools/list"}).status, 200)
    read = message(3, "resources/read", modern({"uri": "fathom://status"}))
    same(server.post(read, {**right, "Mcp-Method": "resources/read", "Mcp-Name": "fathom://status"}).status, 200)
    same(status_and_code(server.post(read, {**right, "Mcp-Method": "resources/read"})), (400, -32020))


@case
def session_header_means_nothing_to_the_new_era():
    server = shared()
    body = message(1, "tools/list", modern())
    same(server.exchange(body, {"Mcp-Session-Id": "nonsense"}).status, 200)


@case
def statuses_of_the_old_era():
    server = shared()
    ping = message(1, "ping")
    same(status_and_code(server.post(ping)), (400, -32600))
    has(server.post(ping).json()["error"]["message"], "Mcp-Session-Id", "initialize")
    same(status_and_code(server.post(ping, {"Mcp-Session-Id": "0" * 32})), (404, -32600))
    same(server.send("GET", headers={"Accept": "text/event-stream"}).status, 400)
    same(server.send("GET", headers={"Accept": "text/event-stream", "Mcp-Session-Id": "nope"}).status, 404)
    same(server.send("DELETE").status, 400)
    same(server.send("DELETE", headers={"Mcp-Session-Id": "nope"}).status, 404)
    server.initialize()
    same(server.exchange(ping).status, 200)
    same(server.exchange(ping, {"MCP-Protocol-Version": "1999-01-01"}).status, 400)
    same(status_and_code(server.exchange(message(1, "no/such/method"))), (200, -32601))
    same(status_and_code(server.exchange(message(1, "tools/call", {"name": "nosuch"}))), (200, -32602))
    # A missing version header is that of 2025-03-26.
    same(server.post(ping, {"Mcp-Session-Id": server.session}).status, 200)


@case
def messages_without_answer_are_accepted():
    server = shared()
    server.initialize()
    for body in (message(None, "notifications/initialized"), message(None, "notifications/unknown"),
                 {"jsonrpc": "2.0", "id": 5, "result": {}}):
        reply = server.exchange(body)
        same((reply.status, reply.body), (202, b""), show(body))
    modern_note = message(None, "notifications/cancelled", modern({"requestId": 1}))
    same(server.exchange(modern_note).status, 202)


@case
def broken_bodies():
    server = shared()
    for body, wanted in ((b"{", (400, -32700)), (b"", (400, -32700)), (b"5", (400, -32600)), (b"{}", (400, -32600)),
                         (b'{"jsonrpc":"2.0","id":1,"method":"p\xff"}', (400, -32700)),
                         (b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', (400, -32700)),
                         (b"[" * 100 + b"]" * 100, (400, -32700))):
        reply = server.post(body)
        same(status_and_code(reply), wanted, repr(body))
    reply = server.post(b'{"jsonrpc":"2.0","id":1,"method":"ping"}', {"Content-Type": "text/plain"})
    same(reply.status, 415)
    same(server.post(message(1, "tools/list", modern()),
                     {"Content-Type": "Application/JSON; charset=utf-8", "MCP-Protocol-Version": MODERN,
                      "Mcp-Method": "tools/list"}).status, 200)


@case
def batches_in_a_session_of_2025_03_26():
    server = shared()
    server.initialize("2025-03-26")
    reply = server.exchange([message(1, "ping"), message(None, "notifications/x"), message(2, "ping")])
    same(reply.status, 200)
    same(sorted(answer["id"] for answer in reply.messages()[0]), [1, 2])
    same(server.exchange([message(None, "notifications/x")]).status, 202)
    same(status_and_code(server.exchange([])), (400, -32600))
    server.initialize("2025-11-25")
    same(status_and_code(server.exchange([message(1, "ping")])), (400, -32600))


@case
def methods_and_paths():
    server = shared()
    for method in ("GET", "DELETE"):
        reply = server.send(method, headers={"MCP-Protocol-Version": MODERN, "Accept": "text/event-stream"})
        same(reply.status, 405, method)
        has(reply.headers["allow"], "POST")
    same(server.send("GET", headers={"Accept": "application/json"}).status, 405)
    for method in ("PUT", "PATCH", "OPTIONS", "HEAD"):
        reply = server.send(method)
        same(reply.status, 405, method)
        has(reply.headers["allow"], "POST", "GET", "DELETE")
    for path in ("/nope", "/mcp/", "/mcp/x", "//mcp", "/health/", "/../mcp"):
        reply = server.send("POST", path, message(1, "ping"))
        assert reply.status in (400, 404), f"{path}: {reply}"
    # "/" is the endpoint as well; a query changes nothing.
    body = message(1, "tools/list", modern())
    same(server.send("POST", "/", body, server.era_headers(body)).status, 200)
    same(server.send("POST", "/mcp?x=1", body, server.era_headers(body)).status, 200)


@case
def limits_of_a_request():
    server = shared()
    filler = b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"' + b"x" * (5 << 20) + b'"}}'
    same(server.post(filler).status, 413)
    same(server.send("GET", "/health", headers={"X-Filler": "x" * 40000}).status, 431)
    with socket.create_connection((server.host, server.port), timeout=WAIT) as connection:
        connection.sendall(b"this is not HTTP\r\n\r\n")
        has(connection.recv(100).decode(), "HTTP/1.1 400")
    with socket.create_connection((server.host, server.port), timeout=WAIT) as connection:
        connection.sendall(b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n")
        has(connection.recv(100).decode(), "HTTP/1.1 400")
    same(server.send("GET", "/health").status, 200)


@case
def several_requests_on_one_connection():
    server = shared()
    body = message(1, "tools/list", modern())
    one = raw_request(server, "POST", "/mcp", server.era_headers(body), body)
    with socket.create_connection((server.host, server.port), timeout=WAIT) as connection:
        for _ in range(3):
            connection.sendall(one)
            response = http.client.HTTPResponse(connection)
            response.begin()
            same(response.status, 200)
            same(json.loads(response.read())["id"], 1)
        # Sent at once, answered in order.
        ids = [json.loads(json.dumps(message(i, "tools/list", modern()))) for i in (7, 8, 9)]
        connection.sendall(b"".join(raw_request(server, "POST", "/mcp", server.era_headers(b), b) for b in ids))
        file = connection.makefile("rb")
        for wanted in (7, 8, 9):
            length = 0
            same(file.readline().split()[1], b"200")
            while (line := file.readline().strip()):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            same(json.loads(file.read(length))["id"], wanted)


@case
def chunked_body_is_read():
    server = shared()
    body = json.dumps(message(1, "tools/list", modern())).encode()
    head = (f"POST /mcp HTTP/1.1\r\nHost: {server.host}:{server.port}\r\nContent-Type: application/json\r\n"
            f"MCP-Protocol-Version: {MODERN}\r\nMcp-Method: tools/list\r\nConnection: close\r\n"
            "Transfer-Encoding: chunked\r\n\r\n").encode()
    with socket.create_connection((server.host, server.port), timeout=WAIT) as connection:
        connection.sendall(head)
        for i in range(0, len(body), 50):
            part = body[i:i + 50]
            connection.sendall(b"%x\r\n%s\r\n" % (len(part), part))
        connection.sendall(b"0\r\n\r\n")
        same(read_reply(connection).status, 200)


# ---- other paths ----

@case
def health_and_agents():
    server = shared()
    reply = server.send("GET", "/health")
    same((reply.status, reply.body), (200, b'{"status":"ok"}'))
    reply = server.send("GET", "/.well-known/agents.md")
    same((reply.status, reply.body), (200, FIXTURE["AGENTS.md"].encode()))
    has(reply.headers["content-type"], "text/markdown")
    same(server.send("POST", "/health", b"{}").status, 404)
    with Place({"a.c": "int a;\n"}) as place:
        bare = Http(place)
        same(bare.send("GET", "/.well-known/agents.md").status, 404)
        # Read at each request.
        (place.repo / "AGENTS.md").write_text("now\n")
        same(bare.send("GET", "/.well-known/agents.md").body, b"now\n")
        bare.stop()


@case
def every_answer_has_the_security_headers():
    server = shared()
    body = message(1, "tools/list", modern())
    replies = [server.send("GET", "/health"), server.send("GET", "/nope"), server.send("PUT"), server.post(b"{"),
               server.post(body, server.era_headers(body)), server.send("GET", "/.well-known/agents.md"),
               server.send("GET", "/health", headers={"Host": "evil.example"})]
    for reply in replies:
        same(reply.headers.get("x-content-type-options"), "nosniff", repr(reply))
        has(reply.headers.get("cache-control", ""), "no-store")
        lacks(str(reply.headers).lower(), "access-control-allow-origin")
    stream = server.post_stream(message(1, "subscriptions/listen", modern({"notifications": {}})))
    same(stream.headers["x-content-type-options"], "nosniff")
    has(stream.headers["content-type"], "text/event-stream")
    has(stream.headers["cache-control"], "no-")
    same(stream.headers["x-accel-buffering"], "no")
    stream.close()


# ---- sessions ----

@case
def sessions_are_separate():
    server = shared()
    server.initialize("2025-06-18")
    first = server.session
    assert re.fullmatch(r"[\x21-\x7e]{16,}", first), first
    server.initialize("2025-11-25")
    second = server.session
    assert first != second
    same(server.exchange(message(1, "ping")).status, 200)
    same(server.send("DELETE", headers={"Mcp-Session-Id": second}).status, 204)
    same(server.exchange(message(1, "ping")).status, 404)
    same(server.send("DELETE", headers={"Mcp-Session-Id": second}).status, 404)
    server.session, server.version = first, "2025-06-18"
    same(server.exchange(message(1, "ping")).status, 200)


@case
def refused_initialize_opens_no_session():
    server = shared()
    reply = server.exchange(message(1, "initialize", {"protocolVersion": 5}))
    same(status_and_code(reply), (200, -32602))
    assert "mcp-session-id" not in reply.headers, repr(reply)


@case
def sessions_survive_a_restart():
    with Place() as place:
        server = Http(place)
        server.initialize("2025-06-18")
        same(server.request("logging/setLevel", {"level": "debug"})["result"], {})
        kept = place.root / "state" / "fathom"
        until(lambda: [path for path in kept.glob("sessions*.json") if '"debug"' in path.read_text()], "it is written soon, not at once")
        files = list(kept.glob("sessions*"))
        same(len(files), 1, str(files))
        same(oct(files[0].stat().st_mode & 0o777), "0o600")
        for how in ("kill", "stop"):
            getattr(server, how)()
            again = Http(place, port=server.port)
            again.session, again.version = server.session, server.version
            has(text_of(again.call("find", {"query": "main"})), "src/main.c:4")
            same(again.exchange(message(1, "ping"), {"Mcp-Session-Id": "0" * 32}).status, 404)
            server = again
        # One that was ended stays so.
        same(server.send("DELETE", headers={"Mcp-Session-Id": server.session}).status, 204)
        server.stop()
        again = Http(place, port=server.port)
        again.session, again.version = server.session, server.version
        same(again.exchange(message(1, "ping")).status, 404)
        again.stop()


@case
def damaged_session_file_is_survived():
    with Place() as place:
        server = Http(place)
        server.initialize()
        server.stop()
        path = next((place.root / "state" / "fathom").glob("sessions*"))
        for text in ("", "{", "[]", '{"sessions":[1,{"id":5},{"id":"' + "0" * 32 + '","used":9999999999,"peer":{}}]}',
                     '{"sessions":"no"}'):
            path.write_text(text)
            again = Http(place, port=server.port)
            same(again.send("GET", "/health").status, 200, text)
            same(again.post(message(1, "ping"), {"Mcp-Session-Id": "0" * 32}).status, 404, text)
            again.stop()


# ---- event streams ----

@case
def get_stream_opens_and_is_taken_over():
    server = shared()
    server.initialize()
    first = server.stream()
    same(first.status, 200)
    has(first.headers["content-type"], "text/event-stream")
    second = server.stream()
    same(first.next(), None, "the first one ends")
    second.silent()
    same(server.send("DELETE", headers=server.session_headers()).status, 204)
    same(second.next(), None, "it ends with its session")


@case
def listening_over_http():
    server = shared()
    stream = server.post_stream(message("sub", "subscriptions/listen", modern({
        "notifications": {"toolsListChanged": True, "promptsListChanged": True}})))
    same(stream.status, 200)
    same(stream.message(), {
        "jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged", "params": {
            "_meta": {META + "subscriptionId": "sub"},
            "notifications": {"toolsListChanged": True, "promptsListChanged": True}}})
    # Others are served meanwhile, and may use the same id.
    same(server.exchange(message("sub", "tools/list", modern())).status, 200)
    stream.close()


BIG = Place({f"d{i % 50}/f{i}.c": "".join(f"int fn_{i}_{j}(int a) {{ return a + {j}; }}\n" for j in range(100))
             for i in range({"tsan": 120, "asan": 200}.get(CONFIG, 400))})  # seen at work, and done in time
WORK = {"name": "find", "arguments": {"query": "fn_1_1"}}


def unindexed():
    shutil.rmtree(BIG.repo / ".fathom", ignore_errors=True)
    return BIG


def check_work(messages, id, token):
    last = 0
    for note in messages[:-1]:
        same(note["method"], "notifications/progress")
        same(note["params"]["progressToken"], token)
        assert note["params"]["progress"] > last
        last = note["params"]["progress"]
    assert last, "no progress"
    same(messages[-1]["id"], id)
    has(text_of(messages[-1]), "d1/f1.c:2")


@case
def progress_makes_the_answer_a_stream():
    server = Http(unindexed())
    reply = server.exchange(message(1, "tools/call", modern(WORK, progressToken="t")))
    same(reply.status, 200)
    has(reply.headers["content-type"], "text/event-stream")
    check_work(reply.messages(), 1, "t")
    # Nothing to tell on the way: one JSON body.
    reply = server.exchange(message(2, "tools/call", modern(WORK, progressToken="t")))
    same(reply.headers["content-type"], "application/json")
    server.stop()


@case
def answer_is_resumed_after_the_connection_was_lost():
    server = Http(unindexed())
    server.initialize()
    stream = server.post_stream(message("work", "tools/call", {**WORK, "_meta": {"progressToken": 7}}))
    same(stream.status, 200)
    id, first = stream.next()
    assert id, "events of the old era carry ids"
    stream.close()  # is no cancellation
    resumed = server.stream(last=id)
    messages = [first]
    while (event := resumed.next()) is not None:
        assert event[0] != id, "an event came twice"
        messages.append(event[1])
    check_work(messages, "work", 7)
    # From the very beginning, when it is all over.
    stream_number = id.split(".")[0]
    again = server.stream(last=f"{stream_number}.0")
    same(again.message()["method"], "notifications/progress")
    again.close()
    for nonsense in ("nonsense", "999.1", "-1.-1", "1"):
        other = server.stream(last=nonsense)
        same(other.status, 200, nonsense)
        other.close()
    server.stop()


@case
def leaving_cancels_in_the_new_era():
    whole = Http(unindexed())
    has(text_of(whole.modern("tools/call", WORK)), "d1/f1.c:2")
    limit = cpu_seconds(whole.process.pid) / 2
    whole.stop()
    server = Http(unindexed())
    stream = server.post_stream(message(1, "tools/call", modern(WORK, progressToken=1)))
    same(stream.message()["method"], "notifications/progress")
    stream.close()
    used = cpu_until_quiet(server.process.pid)
    assert used < limit, f"{used:.2f} s of CPU were used after the client had left; all of the work takes {2 * limit:.2f} s"
    has(text_of(server.modern("tools/call", WORK)), "d1/f1.c:2")
    server.stop()


@case
def cancellation_ends_the_stream_without_an_answer():
    server = Http(unindexed())
    server.initialize()
    stream = server.post_stream(message("work", "tools/call", {**WORK, "_meta": {"progressToken": 7}}))
    same(stream.message()["method"], "notifications/progress")
    server.notify("notifications/cancelled", {"requestId": "work"})
    while (event := stream.next()) is not None:
        if event[1]:
            same(event[1].get("method"), "notifications/progress", show(event))
    has(text_of(server.call(WORK["name"], WORK["arguments"])), "d1/f1.c:2")
    server.stop()


@case
def deleting_a_session_ends_its_work():
    server = Http(unindexed())
    server.initialize()
    stream = server.post_stream(message("work", "tools/call", {**WORK, "_meta": {"progressToken": 7}}))
    same(stream.message()["method"], "notifications/progress")
    same(server.send("DELETE", headers=server.session_headers()).status, 204)
    while (event := stream.next()) is not None:
        same(event[1].get("method"), "notifications/progress", show(event))
    server.stop()


@case
def roots_are_asked_for_on_the_stream_of_the_call():
    with Place() as place:
        server = Http(place, "--roots", str(place.repo), cwd=place.home)
        server.initialize("2025-11-25", {"roots": {}})
        stream = server.post_stream(message("call", "tools/call", {"name": "find", "arguments": {"query": "main"}}))
        asked = stream.message()
        same(asked["method"], "roots/list")
        reply = server.exchange({"jsonrpc": "2.0", "id": asked["id"], "result": {"roots": [{"uri": f"file://{place.repo}"}]}})
        same(reply.status, 202)
        has(text_of(stream.message()), "src/main.c:4")
        same(stream.next(), None)
        server.stop()


@case
def heartbeat_every_five_seconds():
    server = shared()
    started = time.monotonic()
    stream = server.post_stream(message(1, "subscriptions/listen", modern({"notifications": {}})))
    same(stream.message()["method"], "notifications/subscriptions/acknowledged")
    until(lambda: stream.comments, "a heartbeat")
    took = stream.comments[0][0] - started
    assert 4 < took < 15, f"it came after {took:.1f} s"
    stream.close()


@case
def client_that_never_reads_bounds_itself():
    files = {f"src/{'long_directory_name_' * 3}{i}/{'file_name_' * 5}.c": "int x;\n" for i in range(400)}
    with Place(files) as place:
        server = Http(place)
        body = message(1, "tools/call", modern({"name": "files", "arguments": {"format": "flat"}}))
        one = raw_request(server, "POST", "/mcp", server.era_headers(body), body)
        deaf = [socket.create_connection((server.host, server.port), timeout=WAIT) for _ in range(4)]
        for connection in deaf:
            connection.setblocking(False)
        end = time.monotonic() + 3
        while time.monotonic() < end:  # as much as it takes, on all of them
            for connection in deaf:
                try:
                    connection.send(one * 20)
                except OSError:
                    pass
        assert resident_mb(server.process.pid) < (1500 if SLOW else 300), f"{resident_mb(server.process.pid):.0f} MB"
        has(text_of(server.modern("tools/call", body["params"])), "400 files")
        for connection in deaf:
            connection.close()
        server.stop()


# ---- starting and stopping ----

DRAIN = 5  # seconds that answers are given to finish


@case
def stopping_lets_answers_finish():
    for attempt in range(5):
        took = stop_at_work(attempt == 4)
        if took is not None:
            break


def stop_at_work(is_last):
    """How long the end took; None: work that goes on for longer than answers are
    given was broken off, as it should be, because the machine is that busy."""
    server = Http(unindexed())
    stream = server.post_stream(message(1, "tools/call", modern(WORK, progressToken=1)))
    messages = [stream.message()]  # the only news of its progress, if the answer is next
    same(messages[0]["method"], "notifications/progress")
    listening = server.post_stream(message("sub", "subscriptions/listen", modern({"notifications": {}})))
    listening.message()
    started = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    while (event := stream.next()) is not None:
        messages.append(event[1])
    if time.monotonic() - started > DRAIN and not is_last and "id" not in messages[-1]:
        same(server.process.wait(WAIT), 0)
        return None
    check_work(messages, 1, 1)
    # Streams that would never end are ended in order.
    ends = []
    while (event := listening.next()) is not None:
        ends.append(event[1])
    same([end.get("method", end.get("id")) for end in ends], ["notifications/cancelled", "sub"])
    same(server.process.wait(WAIT), 0)
    try:
        socket.create_connection((server.host, server.port), timeout=2).close()
        raise AssertionError("it still accepts connections")
    except OSError:
        pass
    return time.monotonic() - started


@case
def stopping_does_not_wait_for_idle_connections():
    server = Http(PLACE)
    idle = socket.create_connection((server.host, server.port), timeout=WAIT)
    server.initialize()
    stream = server.stream()
    started = time.monotonic()
    server.stop()
    assert time.monotonic() - started < (8 if SLOW else 4), "it waited"
    same(stream.next(), None)
    idle.close()


@case
def port_in_use_is_told():
    server = shared()
    done = PLACE.run("serve", "--http", "--no-daemon", "--no-auth", "--port", server.port)
    same(done.status, 5, repr(done))
    has(done.err, str(server.port))


@case
def through_the_daemon():
    with Place() as place:
        front = Http(place, direct=False)
        same(front.send("GET", "/health").body, b'{"status":"ok"}')
        has(text_of(front.modern("tools/call", {"name": "find", "arguments": {"query": "main"}})), "src/main.c:4")
        front.initialize()
        status = json.loads(place.run("daemon", "status", "--json").out)
        same(status["listeners"], 1)
        # A second one on the same port is told why not.
        done = place.run("serve", "--http", "--no-auth", "--port", front.port)
        assert done.status != 0, repr(done)
        has(done.err, str(front.port))
        # It lasts as long as whoever asked for it.
        front.stop()
        until(lambda: json.loads(place.run("daemon", "status", "--json").out)["listeners"] == 0, "the listener's end")
        # The session is there when it listens again.
        again = Http(place, direct=False, port=front.port)
        again.session, again.version = front.session, front.version
        same(again.exchange(message(1, "ping")).status, 200)
        again.stop()


@case
def listener_comes_back_when_the_daemon_died():
    with Place() as place:
        front = Http(place, direct=False)
        pid = place.daemon_pid()
        os.kill(pid, signal.SIGKILL)
        until(lambda: len([line for line in front.errors if "listening" in line]) == 2, "the second start")
        front.port = int(re.search(r":(\d+)/mcp", front.errors[-1])[1])
        same(front.send("GET", "/health").status, 200)
        assert place.daemon_pid() != pid


@case
def ipv6_loopback():
    if not os.path.exists("/proc/net/if_inet6") or "00000000000000000000000000000001" not in open("/proc/net/if_inet6").read():
        return
    server = Http(PLACE, "--listen", "::1")
    same(server.url, f"http://[::1]:{server.port}/mcp")
    with socket.create_connection(("::1", server.port), timeout=WAIT) as connection:
        connection.sendall(f"GET /health HTTP/1.1\r\nHost: [::1]:{server.port}\r\nConnection: close\r\n\r\n".encode())
        same(read_reply(connection).status, 200)
    server.stop()


@case
def a_change_of_the_configuration_counts_for_the_next_call():
    """Configuration is read when its files change: in one step or in place, at
    once after another change, of the same length, after a pause, by its end."""
    with Place() as place:
        server = Http(place)
        path = pathlib.Path(place.repo, ".fathom", "config.json")
        path.parent.mkdir(exist_ok=True)

        def is_allowed():
            answer = server.modern("tools/call", {"name": "find", "arguments": {"query": "main"}})
            return not answer["result"].get("isError", False)

        def write(disabled, in_place):
            text = json.dumps({"tools": {"disabled": [disabled]}})
            where = path if in_place else path.with_name("new.json")
            where.write_text(text)
            if not in_place:
                where.rename(path)

        same(is_allowed(), True)
        for i in range(200):
            name = ("find", "zoom")[i % 2]
            write(name, in_place=i % 4 < 2)
            same(is_allowed(), name != "find", f"call {i}")
            if i in (40, 120):  # long enough for what is kept to be believed
                time.sleep(2.5)
                same([is_allowed() for _ in range(3)], [name != "find"] * 3, f"after a pause, {i}")
        write("find", in_place=True)
        time.sleep(2.5)
        same([is_allowed() for _ in range(3)], [False] * 3)
        path.unlink()
        same(is_allowed(), True)
        time.sleep(2.5)
        same(is_allowed(), True)
        write("find", in_place=True)
        same(is_allowed(), False)
        server.stop()


@case
def a_project_that_comes_or_goes_is_seen_by_the_next_call():
    """The root of calls that name none is kept, and found again when what made
    it the root changed."""
    with Place({"sub/Makefile": "all:\n", "sub/go.mod": "module m\n", "sub/a.go": "package m\n\nfunc Inner() {}\n",
                "b.c": "int outer_one(void) { return 1; }\n"}) as place:
        shutil.rmtree(pathlib.Path(place.repo, ".git"), ignore_errors=True)
        sub = pathlib.Path(place.repo, "sub")
        (sub / ".git").mkdir()
        server = Http(place, cwd=str(sub))

        def root():
            return text_of(server.modern("tools/call", {"name": "status", "arguments": {}}))

        has(root(), f"{sub}")
        time.sleep(2.5)
        has(root(), f"{sub}")
        has(root(), f"{sub}")
        (sub / ".git").rename(pathlib.Path(place.repo, ".git"))
        lacks(root(), f"{sub}")
        pathlib.Path(place.repo, ".git").rename(sub / ".git")
        has(root(), f"{sub}")
        server.stop()


if __name__ == "__main__":
    main()
