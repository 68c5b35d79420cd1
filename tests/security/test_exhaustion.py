#!/usr/bin/env python3
"""One call, one client or one repository against everybody else: other
programs' databases that never end, calls that are not wanted any more, clients
that were killed, and many calls at once. The bounds in seconds are those
between "at once" and "never", wide enough for a machine that is busy."""
import pathlib
import sqlite3
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "protocol"))
from harness import *

SOON = 60 if SLOW else 20  # seconds; what is attacked here takes minutes or for ever
REMEDY = "; remove the file, and what git tells is used instead"
TABLES = ("create table artifacts(id integer primary key, path text);"
          "create table co_change_edges(artifact_a integer, artifact_b integer, weight real);"
          "insert into artifacts values(1, 'src/main.c'), (2, 'src/store.c');")
EDGES = "insert into co_change_edges values(1, 2, 0.5), (1, 2, 0.25);"
GOOD = "Changed together with src/main.c, heaviest first:\nsrc/store.c  2 commits, weight 0.75\nFrom .varp/cochange.db.\n"
ENDLESS = "with recursive n(x) as (select 1 union all select x + 1 from n) "
# One step of the library's machine that takes longer than anybody waits.
STUCK = "instr(zeroblob(20000000), zeroblob(10000000) || x'01')"


def database(path, script):
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    db = sqlite3.connect(path)
    db.executescript(script)
    db.commit()
    db.close()


def foreign(place, script):
    database(place.repo / ".varp" / "cochange.db", script)


def cochange(server, path="src/main.c"):
    result = server.call("cochange", {"path": path})["result"]
    return result["content"][0]["text"], result["isError"]


def within(seconds, function):
    """What it gives, in time."""
    box = []
    thread = threading.Thread(target=lambda: box.append(function()), daemon=True)
    thread.start()
    thread.join(seconds)
    assert box, f"not over after {seconds} s"
    return box[0]


def seconds_of_cpu(pid, while_s=1.5):
    before = cpu_seconds(pid)
    time.sleep(while_s)
    return cpu_seconds(pid) - before


# ---- databases that a repository brings ----

OTHER = "'.varp/cochange.db' is not read: only an ordinary table is, and it has something else by the name of '%s'" + REMEDY
VIEW = "create view co_change_edges as "
NO_EDGES = "create table artifacts(id integer primary key, path text); insert into artifacts values(1, 'src/main.c');"
HOSTILE = {
    "a_view_without_end": (NO_EDGES + VIEW + ENDLESS + "select 1 as artifact_a, 1 as artifact_b, x as weight from n;",
                           OTHER % "co_change_edges"),
    "a_view_of_one_endless_step": (NO_EDGES + VIEW + f"select 1 as artifact_a, 1 as artifact_b, {STUCK} as weight;",
                                   OTHER % "co_change_edges"),
    "views_of_views": (NO_EDGES + "create view v0 as select 1 as artifact_a, 1 as artifact_b, 1 as weight;" +
                       "".join(f"create view v{i} as select a.* from v{i - 1} a, v{i - 1} b;" for i in range(1, 24)) +
                       VIEW + "select * from v23;", OTHER % "co_change_edges"),
    "a_view_of_files": ("create table co_change_edges(artifact_a integer, artifact_b integer, weight real);"
                        "create view artifacts as " + ENDLESS + "select x as id, 'src/main.c' as path from n;",
                        OTHER % "artifacts"),
    "a_computed_column": (NO_EDGES + "create table co_change_edges(artifact_a integer, artifact_b integer);"
                          "insert into co_change_edges values(1, 1);"
                          f"alter table co_change_edges add column weight real generated always as ({STUCK}) virtual;",
                          "'.varp/cochange.db' is not read: some columns are missing or computed in its table "
                          "'co_change_edges'" + REMEDY),
    "a_virtual_table": (NO_EDGES + "create virtual table co_change_edges using fts5(artifact_a, artifact_b, weight);",
                        OTHER % "co_change_edges"),
    "no_such_table": (NO_EDGES, "'.varp/cochange.db' is not read: it has no table 'co_change_edges'" + REMEDY),
}


def hostile_database(name):
    script, words = HOSTILE[name]
    with Place() as place:
        foreign(place, script)
        server = Stdio(place)
        server.initialize()
        same(within(SOON, lambda: cochange(server)), (words, True))
        # And the same door of another tool, whose own answer does not suffer.
        text = within(SOON, lambda: text_of(server.call("impact", {"target": "src/main.c"})))
        has(text, "\nWhat changes together with it is not known: " + words + "\n")
        foreign(place, TABLES + EDGES)
        same(cochange(server), (GOOD, False))
        server.end()


for _name in HOSTILE:
    add_case("hostile_database_" + _name, lambda name=_name: hostile_database(name))


@case
def unused_views_and_triggers_do_no_harm():
    with Place() as place:
        foreign(place, TABLES + EDGES + f"create view other as {ENDLESS} select x from n;"
                "create trigger t after insert on artifacts begin delete from artifacts; end;"
                "create index e on co_change_edges(instr(artifact_a, 1)) where instr(weight, 1);")
        server = Stdio(place)
        server.initialize()
        same(within(SOON, lambda: cochange(server)), (GOOD, False))
        server.end()


@case
def a_database_with_a_log_beside_it_is_read_as_it_lies():
    with Place() as place:
        foreign(place, "pragma journal_mode=wal;" + TABLES + EDGES)
        before = (place.repo / ".varp/cochange.db").read_bytes()
        same(before[18:20], b"\2\2")
        server = Stdio(place)
        server.initialize()
        same(cochange(server), (GOOD, False))
        same((place.repo / ".varp/cochange.db").read_bytes() == before, True)
        same(os.listdir(place.repo / ".varp"), ["cochange.db"])
        server.end()


@case
def a_tree_of_pages_that_leads_nowhere_ends():
    """Ten levels of inner pages, all children of each being the next one: few
    pages, and more rows than anybody can count."""
    with Place() as place:
        rows = "insert into co_change_edges select 1, 3, 1.0 from (" + ENDLESS + "select x from n limit 60000);"
        path = place.repo / ".varp" / "cochange.db"
        foreign(place, TABLES + rows)
        db = sqlite3.connect(path)
        root = db.execute("select rootpage from sqlite_master where name = 'co_change_edges'").fetchone()[0]
        db.close()
        data = path.read_bytes()
        size = int.from_bytes(data[16:18], "big")
        pages = [bytearray(data[i:i + size]) for i in range(0, len(data), size)]
        inner, leaf = bytes(pages[root - 1]), int.from_bytes(pages[root - 1][8:12], "big")
        same(inner[0], 5, "kind of the root page")
        cells = [int.from_bytes(inner[12 + 2 * i:14 + 2 * i], "big") for i in range(int.from_bytes(inner[3:5], "big"))]
        chain = [root - 1] + list(range(len(pages), len(pages) + 9))
        for i, number in enumerate(chain):
            page, child = bytearray(inner), (chain[i + 1] + 1 if i + 1 < len(chain) else leaf).to_bytes(4, "big")
            for offset in [8, *cells]:
                page[offset:offset + 4] = child
            pages[number:number + 1] = [page]
        pages[0][28:32] = len(pages).to_bytes(4, "big")
        path.write_bytes(b"".join(pages))
        server = Stdio(place)
        server.initialize()
        text, is_error = within(SOON, lambda: cochange(server))
        same((is_error, text), (True, "'.varp/cochange.db' is not read: it has too many rows" + REMEDY))
        server.end()


@case
def things_that_are_no_file_are_not_waited_for():
    with Place() as place:
        path = place.repo / ".varp" / "cochange.db"
        path.parent.mkdir()
        server = Stdio(place)
        server.initialize()
        os.mkfifo(path)
        text, is_error = within(SOON, lambda: cochange(server))
        same((is_error, ".varp/cochange.db" in text), (True, True), text)
        path.unlink()
        path.mkdir()
        text, is_error = within(SOON, lambda: cochange(server))
        same((is_error, ".varp/cochange.db" in text), (True, True), text)
        path.rmdir()
        # What lies outside is not read: as if there were none.
        database(place.root / "elsewhere.db", TABLES + EDGES)
        path.symlink_to(place.root / "elsewhere.db")
        lacks(within(SOON, lambda: cochange(server))[0], "0.75")
        path.unlink()
        with open(path, "wb") as file:
            file.truncate(10 << 30)
        text, is_error = within(SOON, lambda: cochange(server))
        same((is_error, "limit of 67108864 bytes" in text), (True, True), text)
        server.end()


# ---- calls that nobody wants any more ----
#
# From here on a build with tools that stay at work is asked: test_waiting until
# it is stopped, test_computing the same on a processor, test_stubborn for ever.

def worker(place, **more):
    server = Stdio(place, program=CONFORMANCE, **more)
    server.initialize()
    return server


def at_work(server, others=None):
    return int(text_of(server.call("test_at_work", {}, others)))


def start(server, count, tool="test_waiting", prefix="w"):
    for i in range(count):
        server.send(message(f"{prefix}{i}", "tools/call", {"name": tool}))


@both_ways
def every_call_has_a_deadline(direct):
    words = "the time allowed for this ran out; ask for less at once or allow more time"
    with Place() as place:
        server = worker(place, direct=direct)
        same(failure_of(within(SOON, lambda: server.call("test_short"))), words)
        # The client may ask for less, not for more.
        same(failure_of(within(SOON, lambda: server.call("test_waiting", _meta={"fathom/timeoutMs": 50}))), words)
        same(failure_of(within(SOON, lambda: server.call("test_computing", _meta={"fathom/timeoutMs": 50}))), words)
        same(failure_of(within(SOON, lambda: server.call("test_short", _meta={"fathom/timeoutMs": 900000}))), words)
        for wrong in (0, -1, "5", 1.5, None):
            same(error_of(server.call("test_short", _meta={"fathom/timeoutMs": wrong}), -32602),
                 "params._meta.fathom/timeoutMs must be a whole number of milliseconds, 1 or more")
        same(at_work(server), 0)
        same(server.end(), [])


@both_ways
def cancelling_ends_what_waits_and_what_computes(direct):
    with Place() as place:
        server = worker(place, direct=direct)
        start(server, 3)
        start(server, 3, "test_computing", "c")
        time.sleep(0.3)  # some of them are at work, some may still wait for a processor
        for name in ("w0", "w1", "w2", "c0", "c1", "c2"):
            server.notify("notifications/cancelled", {"requestId": name})
        until(lambda: at_work(server) == 0, "the end of cancelled calls", SOON)
        same(server.end(), [])


def watched_by_another(place, leave, first=None):
    """Calls of a client that goes away end; another one sees it."""
    other = worker(place, direct=False)
    server = first or worker(place, direct=False)
    start(server, 3)
    until(lambda: at_work(other) == 3, "calls at work", SOON)
    start(server, 2, "test_computing", "c")
    until(lambda: at_work(other) >= 4, "calls that compute", SOON)  # as many as there are cores
    leave(server)
    until(lambda: at_work(other) == 0, "the end of a dead client's calls", SOON)
    same(other.end(), [])


@case
def a_killed_front_end_ends_its_calls():
    with Place() as place:
        watched_by_another(place, lambda server: server.process.kill())


@case
def a_killed_client_behind_a_shell_ends_its_calls():
    """The front end's parent lives on; only the pipes tell."""
    with Place() as place:
        def leave(server):
            server.process.stdin.close()
            server.process.stdout.close()
        server = Stdio(place, program=CONFORMANCE, direct=False, read=False)
        server.send(message(1, "initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                              "clientInfo": {"name": "test", "version": "1"}}))
        server.process.stdout.readline()
        watched_by_another(place, leave, server)
        until(lambda: server.process.poll() is not None, "the end of the front end", SOON)


@case
def a_client_that_ends_its_input_still_gets_its_answers():
    with Place() as place:
        for direct in (True, False):
            server = worker(place, direct=direct)
            server.send(message("s", "tools/call", {"name": "test_short"}))
            same([answer["id"] for answer in server.end()], ["s"])


@case
def without_a_daemon_the_process_ends_with_its_client():
    with Place() as place:
        server = Stdio(place, program=CONFORMANCE, read=False)
        server.send(message(1, "initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                              "clientInfo": {"name": "test", "version": "1"}}))
        server.process.stdout.readline()
        start(server, 3)
        start(server, 2, "test_computing", "c")
        time.sleep(0.3)
        server.process.stdin.close()
        server.process.stdout.close()
        until(lambda: server.process.poll() is not None, "the end of the process", SOON)


@case
def leaving_over_http_ends_calls():
    with Place() as place:
        server = Http(place, program=CONFORMANCE)
        call = message("w", "tools/call", modern({"name": "test_waiting"}))
        count = message("n", "tools/call", modern({"name": "test_at_work"}))

        def seen():
            return int(text_of(server.post(count, server.era_headers(count)).json()))

        sockets = []
        for _ in range(3):
            sockets.append(socket.create_connection((server.host, server.port)))
            sockets[-1].sendall(raw_request(server, "POST", "/mcp", server.era_headers(call), call))
        until(lambda: seen() == 3, "calls at work", SOON)
        for one in sockets:
            one.close()
        until(lambda: seen() == 0, "the end of calls whose client left", SOON)
        # In a session leaving is no cancelling, says the protocol: ending it is.
        opened = server.post(message(1, "initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                                       "clientInfo": {"name": "test", "version": "1"}}))
        session = {"Mcp-Session-Id": opened.headers["mcp-session-id"]}
        left = socket.create_connection((server.host, server.port))
        left.sendall(raw_request(server, "POST", "/mcp", session, message("w", "tools/call", {"name": "test_waiting"})))
        until(lambda: seen() == 1, "a call at work", SOON)
        left.close()
        same(server.send("DELETE", headers=session).status, 204)
        until(lambda: seen() == 0, "the end of a session's calls", SOON)


# ---- every tool obeys ----

LATE = "the time allowed for this ran out; ask for less at once or allow more time"
PARTS, FUNCTIONS = (60, 30) if SLOW else (250, 40)
COSTLY = "**/" * 400 + "*a" * 400 + "*b"  # as many steps for each path as a glob may take
SOME = "d1/f1.c"
# By the name of the argument; of tools that need other ones, by the tool's.
VALUES = {"path": SOME, "file_path": SOME, "changed_files": [SOME], "line": 3, "column": 5, "symbol": "fn_1_1",
          "task": "words of part", "query": "fn", "from": "fn_1_1", "to": "fn_7_7", "workspace_dir": ".",
          "name": "fn_1_1", "pattern": "fn_1", "target": "fn_1_1", "paths": [SOME], "start_line": 1, "end_line": 50,
          "start_column": 1, "end_column": 1, "new_name": "other", "newName": "other", "symbol_path": "fn_1_1",
          "language_id": "c", "symbol_file": SOME, "consumer_roots": ["."], "session_id": "sim_nobody", "tool_name": "find", "agent_id": "nobody"}
MORE = {"hierarchy": [{"name": "C0", "depth": 10}],
        "search": [{"pattern": "(a|b|fn_[0-9]+)+x", "mode": "regex"}, {"pattern": "return $A;", "mode": "pattern", "language": "c"},
                   {"pattern": "a", "limit": 1000, "context": 10}, {"pattern": "fn", "mode": "symbol"}, {"pattern": "a", "glob": COSTLY}],
        "impact": [{"target": "fn_1_1", "depth": 10}, {"diff": True}, {"target": "all.h"}],
        "trace": [{"from": "fn_1_1", "to": "fn_7_7"}], "zoom": [{"target": "."}, {"target": "all.h"}],
        "find": [{"query": "fn"}, {"query": "f*"}, {"query": "x" * 9000}, {"query": "a", "path": COSTLY}],
        "files": [{}, {"pattern": COSTLY}], "dead_code": [{}, {"path": COSTLY}], "kart_list": [{"path": ".", "recursive": True}],
        "kart_search": [{"pattern": "a", "glob": COSTLY}], "codegraph_files": [{"pattern": COSTLY}],
        "codegraph_node": [{"symbol": "fn_1_1"}], "call": [{"name": "clusters"}]}


def large_repository():
    """Functions that call each other across files, declared in one header, and
    classes in a row."""
    files = {}
    for i in range(PARTS):
        body = "".join(f"/* Word{j} of part {i}. */\nint fn_{i}_{j}(int a) {{ return " +
                       " + ".join(f"fn_{(i * 7 + k * 131 + j) % PARTS}_{(j + k) % FUNCTIONS}(a)" for k in range(1, 4)) + "; }\n"
                       for j in range(FUNCTIONS))
        files[f"d{i % 40}/f{i}.c"] = '#include "../all.h"\n' + body
        files[f"p{i % 20}/m{i}.py"] = (f"from p{i // 2 % 20}.m{i // 2} import C{i // 2}\n" if i else "") + \
            f"class C{i}({f'C{i // 2}' if i else 'object'}):\n    def m(self):\n        return self.m()\n"
    files["all.h"] = "".join(f"int fn_{i}_{j}(int a);\n" for i in range(PARTS) for j in range(FUNCTIONS))
    return files


def told(answer):
    """What was said, but for how long it took."""
    result = answer["result"]
    return result["isError"], re.sub(r'Ms":[0-9.]+', 'Ms":0', result["content"][0]["text"])


@case
def every_reading_tool_obeys_its_deadline():
    """Started, stopped early on and half-way: it ends with exactly that, or had
    its answer already; asked again it has it all."""
    with Place(large_repository()) as place:
        server = Stdio(place, "--profile", "full")
        server.initialize()
        tools, cursor = [], None
        while True:
            page = server.request("tools/list", {"cursor": cursor} if cursor else {})["result"]
            tools += page["tools"]
            cursor = page.get("nextCursor")
            if not cursor:
                break
        reading = [tool for tool in tools if tool["annotations"].get("readOnlyHint")]
        assert len(reading) > 60, len(reading)
        server.call("find", {"query": "fn_1_1"})
        until(lambda: "fn_1_1" in text_of(server.call("find", {"query": "fn_1_1"})), "the index")
        stopped = 0
        for tool in reading:
            name = tool["name"]
            wanted = tool["inputSchema"].get("required", [])
            for arguments in MORE.get(name) or [{key: VALUES[key] for key in wanted}]:
                server.call(name, arguments)  # what is kept from then on is kept now
                began = time.monotonic()
                whole = server.call(name, arguments)
                took = time.monotonic() - began
                for ms in (1, max(1, int(took * 500))):
                    began = time.monotonic()
                    answer = server.call(name, arguments, _meta={"fathom/timeoutMs": ms})
                    late = time.monotonic() - began - ms / 1000
                    assert late < SOON, f"{name} {arguments}: {late:.1f} s after its deadline"
                    is_late = LATE in json.dumps(answer)
                    stopped += is_late
                    assert is_late or answer["result"]["isError"] == whole["result"]["isError"], f"{name}: {show(answer)}"
                    if took > 1:
                        assert is_late, f"{name} {arguments} goes on for {took:.1f} s although it may take {ms} ms"
                if name not in ("explore", "search_code", "status", "tui_screenshot"):  # which tell of earlier calls
                    same(told(server.call(name, arguments)), told(whole), name)
        assert stopped > 20, f"only {stopped} were stopped"
        server.end()


@case
def a_costly_glob_is_stopped():
    """Each path takes as long as one may; there are many."""
    with Place({f"{'a' * 100}/{'a' * 100}{i}.c": "int a;\n" for i in range(3000)}) as place:
        server = Stdio(place)
        server.initialize()
        server.call("find", {"query": "a"})
        for name, arguments in (("files", {"pattern": COSTLY}), ("search", {"pattern": "int", "glob": COSTLY}),
                                ("dead_code", {"path": COSTLY}), ("find", {"query": "a", "path": COSTLY})):
            same(failure_of(server.call(name, arguments, _meta={"fathom/timeoutMs": 20})), LATE, name)
        server.end()


# ---- many calls at once ----

@case
def calls_of_one_workspace_do_not_keep_out_another():
    """70 of one client wait and 70 compute, 40 more clients of the workspace
    do the same; another workspace is served meanwhile as if nothing were."""
    with Place() as place:
        elsewhere = place.repository("elsewhere", {"a.c": "int alone(void) { return 1; }\n"})
        other = worker(place, direct=False, cwd=elsewhere)
        greedy = worker(place, direct=False)
        start(greedy, 70)
        start(greedy, 70, "test_computing", "c")
        more = [worker(place, direct=False) for _ in range(8)]
        for i, server in enumerate(more):
            start(server, 30, "test_computing" if i % 2 else "test_waiting")
        until(lambda: at_work(other) >= 33, "calls at work", SOON)
        for _ in range(5):
            began = time.monotonic()
            same(text_of(within(SOON, lambda: other.call("find", {"query": "alone"}))), "a.c:1 function alone  int alone(void)\n")
            took = time.monotonic() - began
            assert took < SOON / 2, f"{took:.1f} s"
        # And a client of the same workspace has its turn too.
        same(within(SOON, lambda: text_of(worker(place, direct=False).call("test_simple_text"))),
             "This is a simple text response for testing.")
        assert at_work(other) <= 56, at_work(other)  # an eighth of the threads is left
        for server in [greedy, *more]:
            server.kill()
        until(lambda: at_work(other) == 0, "the end of dead clients' calls", SOON)
        same(other.end(), [])


@case
def the_queue_of_one_is_not_everybodys():
    with Place() as place:
        elsewhere = place.repository("elsewhere", {"a.c": "int alone;\n"})
        greedy = [worker(place, direct=False) for _ in range(20)]
        for server in greedy:
            start(server, 64)
        other = worker(place, direct=False, cwd=elsewhere)
        same(text_of(within(SOON, lambda: other.call("test_simple_text"))), "This is a simple text response for testing.")
        for server in greedy:
            server.kill()
        same(other.end(), [])


# ---- the end ----

@case
def daemon_stop_does_not_wait_for_ever():
    for tool in ("test_waiting", "test_computing", "test_stubborn"):
        with Place() as place:
            server = worker(place, direct=False)
            start(server, 40, tool)
            other = worker(place, direct=False)
            until(lambda: at_work(other) >= 1, "calls at work", SOON)
            status = json.loads(place.run("daemon", "status", "--json", program=CONFORMANCE).out)
            other.kill()
            server.kill()
            done = within(SOON, lambda: place.run("daemon", "stop", program=CONFORMANCE))
            same((done.status, done.out), (0, f"stopped, pid was {status['pid']}\n"), tool)
            same(is_running(status["pid"]), False)
            log = "".join(path.read_text() for path in (place.root / "state").rglob("*.log"))
            said = "fathom: some calls did not end when told to; ending without them\n" in log
            same(said, tool == "test_stubborn", tool)


if __name__ == "__main__":
    main()
