#!/usr/bin/env python3
"""Requests that take a while: progress, cancellation, clients that go away or
never read."""
from harness import *

COUNT = {"tsan": 160, "asan": 250}.get(CONFIG, 500)  # whole within the 15 s that a call waits for an index
BIG = Place({f"d{i % 50}/f{i}.c": "".join(f"int fn_{i}_{j}(int a) {{ return a + {j}; }}\n" for j in range(100))
             for i in range(COUNT)})


def unindexed():
    """The large repository as if nobody had looked at it yet."""
    if any((BIG.root / "run").rglob("*.sock")):
        same(BIG.run("daemon", "stop").status, 0)
    shutil.rmtree(BIG.repo / ".fathom", ignore_errors=True)
    return BIG


def check_progress(others, token):
    assert others, "no progress was reported"
    last = 0
    for note in others:
        same(note["method"], "notifications/progress")
        same(note["params"]["progressToken"], token)
        assert note["params"]["progress"] > last, f"{note['params']['progress']} after {last}"
        last = note["params"]["progress"]
        assert last <= note["params"].get("total", last), show(note)


@both_ways
def progress_is_strictly_increasing(direct):
    place = unindexed()
    server = Stdio(place, direct=direct)
    others = []
    answer = server.modern("tools/call", {"name": "find", "arguments": {"query": "fn_7_7"}}, others,
                           progressToken="token \u00e9")
    has(text_of(answer), "d7/f7.c:8 function fn_7_7")
    check_progress(others, "token \u00e9")
    server.silent()
    server.end()


@case
def progress_only_when_asked_for():
    place = unindexed()
    server = Stdio(place)
    server.initialize()
    has(text_of(server.call("find", {"query": "fn_7_7"})), "fn_7_7")  # anything else would be unexpected
    others = []
    (place.repo / "d7" / "new.c").write_text("int brand_new;\n")
    has(text_of(server.call("find", {"query": "brand_new"}, others, _meta={"progressToken": 5})), "brand_new")
    server.end()


def cancel_midway(server):
    """Cancels a request that is at work; it must stay silent from then on."""
    server.send(message("work", "tools/call", {"name": "find", "arguments": {"query": "fn_1_1"},
                                               "_meta": {"progressToken": 1}}))
    first = server.receive()
    same(first.get("method"), "notifications/progress", show(first))
    server.notify("notifications/cancelled", {"requestId": "work", "reason": "enough"})
    server.send(message("ping", "ping"))
    others = []
    server.answer("ping", others)
    for other in others:  # what was under way when the cancellation was sent
        same(other.get("method"), "notifications/progress", show(other))


@both_ways
def cancelled_request_gets_no_answer(direct):
    place = unindexed()
    server = Stdio(place, direct=direct)
    server.initialize()
    cancel_midway(server)
    # The next one has it all, and the first stays silent.
    has(text_of(server.call("find", {"query": "fn_1_1"})), "d1/f1.c:2")
    same(server.end(), [])


@case
def cancelling_stops_the_work():
    whole = Stdio(unindexed())
    has(text_of(whole.modern("tools/call", {"name": "find", "arguments": {"query": "fn_1_1"}})), "d1/f1.c:2")
    limit = cpu_seconds(whole.process.pid) / 2
    whole.end()
    server = Stdio(unindexed())
    server.initialize()
    cancel_midway(server)
    used = cpu_until_quiet(server.process.pid)
    assert used < limit, f"{used:.2f} s of CPU were used after it had been stopped; all of the work takes {2 * limit:.2f} s"
    server.kill()


@case
def cancelling_nothing_changes_nothing():
    server = Stdio(BIG)
    server.initialize()
    for params in ({"requestId": 99}, {"requestId": "x"}, {}, {"requestId": None}, {"requestId": {}}):
        server.notify("notifications/cancelled", params)
    same(server.request("ping")["result"], {})
    same(server.end(), [])


@both_ways
def client_that_dies_midway_leaves_a_sound_index(direct):
    place = unindexed()
    server = Stdio(place, direct=direct, read=False)
    server.send(message(1, "tools/call", modern({"name": "find", "arguments": {"query": "fn_1_1"}}, progressToken=1)))
    has(server.process.stdout.readline().decode(), "notifications/progress")
    server.process.stdout.close()
    server.process.stdin.close()
    until(lambda: server.process.poll() is not None, "the end of the server")
    done = place.run("find", "fn_1_1", *(["--no-daemon"] if direct else []))
    has(done.out, "d1/f1.c:2 ")


# ---- clients that do not read ----

@both_ways
def client_that_never_reads_bounds_itself(direct):
    """It may fill its own pipe, not our memory, and others are served."""
    files = {f"src/{'long_directory_name_' * 3}{i}/{'file_name_' * 5}.c": "int x;\n" for i in range(400)}
    with Place(files) as place:
        deaf = Stdio(place, direct=direct, read=False)
        call = json.dumps(message(0, "tools/call", modern({"name": "files", "arguments": {"format": "flat"}})))
        sent = threading.Event()
        count = 4000

        def flood():
            try:
                for i in range(count):
                    deaf.send(call.replace('"id": 0', f'"id": {i}').encode() + b"\n")
            except (OSError, ValueError):
                pass
            sent.set()

        threading.Thread(target=flood, daemon=True).start()
        time.sleep(5 if SLOW else 3)
        limit = 1500 if SLOW else 400
        watched = [deaf.process.pid] + ([] if direct else [place.daemon_pid()])
        for pid in watched:
            assert resident_mb(pid) < limit, f"{resident_mb(pid):.0f} MB"
        if not direct:
            other = Stdio(place, direct=False)
            same(other.request("ping")["result"], {})
            has(text_of(other.modern("tools/call", {"name": "files", "arguments": {"format": "flat"}})), "400 files")
            other.end()
        deaf.kill()
        if not direct:
            same(place.run("find", "x", "--limit", "1").status, 0)


if __name__ == "__main__":
    main()
