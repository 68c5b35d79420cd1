#!/usr/bin/env python3
"""Looking at the daemon: what a watcher is told of it, when, and what never."""
import glob
import json
import socket
import time

from harness import SLOW, Place, Stdio, case, cpu_seconds, lacks, main, same, until

FILES = {"a.c": "int one(void) { return 1; }\nint two(void) { return one(); }\n"}


class Watcher:
    """A connection in mode watch; keeps what it was told."""

    def __init__(self, place):
        status = json.loads(place.run("daemon", "status", "--json").out)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(30)
        self.socket.connect(glob.glob(str(place.root / "run" / "fathom" / "*.sock"))[0])
        self.lines = self.socket.makefile("rb")
        self.send({"fathom": "hello", "build": status["build"], "mode": "watch", "directory": str(place.repo),
                   "flags": {}, "env": {}})
        self.welcome = json.loads(self.lines.readline())
        self.snapshot = None
        self.calls = {}

    def send(self, message):
        self.socket.sendall(json.dumps(message).encode() + b"\n")

    def hear(self):
        """One line; what it brought is kept."""
        line = self.lines.readline()
        assert line, "the daemon closed"
        told = json.loads(line)
        self.snapshot = told.get("snapshot", self.snapshot)
        self.calls.update({call["number"]: call for call in told.get("calls", [])})
        return told

    def wait(self, condition, what):
        end = time.monotonic() + 30
        while not condition():
            assert time.monotonic() < end, f"waited in vain: {what}"
            self.hear()

    def ended(self, number):
        return self.calls.get(number, {}).get("state") in ("done", "failed")

    def detail(self, number):
        self.send({"call": number})
        while True:
            told = self.hear()
            if "call" in told:
                return told["call"]

    def close(self):
        self.lines.close()
        self.socket.close()


def with_daemon(function):
    """The case gets a place, a client of its daemon and a watcher."""
    def run():
        with Place(FILES) as place:
            client = Stdio(place, direct=False)
            client.initialize()
            watcher = Watcher(place)
            function(place, client, watcher)
            watcher.close()
            client.end()
    run.__name__ = function.__name__
    return case(run)


def shape(call):
    return {key: value for key, value in call.items() if key not in ("client", "timeMs", "ms")}


@with_daemon
def a_call_is_told_with_its_end(place, client, watcher):
    text = client.call("find", {"query": "one"})["result"]["content"][0]["text"]
    watcher.wait(lambda: watcher.ended(1), "the first call")
    same(shape(watcher.calls[1]), {
        "number": 1, "answered": len(text), "changed": 0, "tool": "find", "root": str(place.repo),
        "args": '{"query":"one"}', "state": "done", "words": "", "text": "", "fraction": -1})
    same(watcher.detail(1)["text"], text, "the whole answer")
    same(watcher.detail(99), {**watcher.detail(99), "number": 99, "state": "", "tool": ""}, "one that is not there")


@with_daemon
def a_refused_call_is_told_with_its_words(place, client, watcher):
    client.call("find", {"query": ""})
    watcher.wait(lambda: watcher.ended(1), "the call")
    same(watcher.calls[1]["state"], "failed")
    same("query" in watcher.calls[1]["words"], True, watcher.calls[1]["words"])


@with_daemon
def the_snapshot_has_what_is_open(place, client, watcher):
    client.call("find", {"query": "one"})
    watcher.wait(lambda: watcher.snapshot and watcher.snapshot["workspaces"] and watcher.snapshot["workspaces"][0]["files"],
                 "a workspace that was counted")
    state = watcher.snapshot
    same(sorted(state), ["clients", "edits", "grants", "languageServers", "log", "options", "server", "sessions", "workspaces"])
    one = state["workspaces"][0]
    same({key: one[key] for key in ("root", "phase", "percent", "files", "symbols", "edges", "languages", "trusted", "behind")},
         {"root": str(place.repo), "phase": "", "percent": 100, "files": 1, "symbols": 2, "edges": 1, "languages": "c 1",
          "trusted": False, "behind": False})
    same([{**who, "number": 0} for who in state["clients"]],
         [{"number": 0, "name": "test", "root": str(place.repo), "mode": "stdio", "calls": 1, "active": 0}])
    same(state["server"]["pid"], watcher.welcome["pid"])
    same(state["log"], [], "nothing was worth a line")


@with_daemon
def an_edit_is_listed_until_it_is_taken_back(place, client, watcher):
    client.call("edit", {"op": "rename", "symbol": "one", "new_name": "uno"})
    watcher.wait(lambda: watcher.snapshot and watcher.snapshot["edits"], "the edit")
    edit = watcher.snapshot["edits"][0]
    same((edit["files"], edit["root"]), (1, str(place.repo)))
    client.call("edit", {"op": "undo", "id": edit["id"]})
    watcher.wait(lambda: not watcher.snapshot["edits"], "the edit is gone")


@with_daemon
def secrets_are_not_shown(place, client, watcher):
    secret = "hunter2hunter2"
    client.call("search", {"query": f"password = {secret}"})
    watcher.wait(lambda: watcher.ended(1), "the call")
    lacks(json.dumps(watcher.calls[1]), secret)
    lacks(json.dumps(watcher.detail(1)), secret)


@with_daemon
def what_taking_back_would_change_is_shown(place, client, watcher):
    client.call("edit", {"op": "rename", "symbol": "one", "new_name": "uno"})
    renamed = (place.repo / "a.c").read_text()
    text = client.call("edit", {"op": "undo", "dry_run": True})["result"]["content"][0]["text"]
    same(text, "--- a/a.c\n+++ b/a.c\n@@ -1,2 +1,2 @@\n-int uno(void) { return 1; }\n-int two(void) { return uno(); }\n"
               "+int one(void) { return 1; }\n+int two(void) { return one(); }\nNothing was written: dry_run.\n")
    same((place.repo / "a.c").read_text(), renamed, "nothing was written")
    (place.repo / "a.c").write_text(renamed + "int three;\n")
    same("was changed since" in client.call("edit", {"op": "undo", "dry_run": True})["result"]["content"][0]["text"], True)


@with_daemon
def permissions_are_told_and_keys_are_not(place, client, watcher):
    key = place.run("key", "create", "--label", "lap\x1b[2J").out.split("\n")[0]
    place.run("trust")
    watcher.wait(lambda: watcher.snapshot and len(watcher.snapshot["grants"]) == 2, "both")
    grants = {grant["kind"]: grant for grant in watcher.snapshot["grants"]}
    same(grants["trust"], {"kind": "trust", "name": str(place.repo), "note": ""})
    same(grants["key"]["note"][12:], "lap\x1b[2J")
    lacks(json.dumps(watcher.snapshot), key)
    place.run("untrust")
    watcher.wait(lambda: len(watcher.snapshot["grants"]) == 1, "it is gone")


@with_daemon
def a_client_sees_its_own_calls_alone(place, client, watcher):
    client.call("search", {"query": "of another one"})
    other = Stdio(place, "--profile", "kaimon", direct=False)
    other.initialize()
    other.call("find", {"query": "of my own"})
    text = other.call("tui_screenshot", {})["result"]["content"][0]["text"]
    same(("of my own" in text, "of another one" in text, "you " in text), (True, False, True), text)
    other.end()


@with_daemon
def who_cancels_what_does_not_run_is_passed_over(place, client, watcher):
    for number in (0, -1, 99, 2 ** 62):
        watcher.send({"cancel": number})
    watcher.send({"cancel": {"a": 1}})
    client.call("find", {"query": "one"})
    watcher.wait(lambda: watcher.ended(1), "the call")
    watcher.send({"cancel": 1})
    same(watcher.detail(1)["state"], "done")


@with_daemon
def nonsense_is_passed_over(place, client, watcher):
    watcher.socket.sendall(b"nonsense\n" + b"[" * 5000 + b"\n" + b'{"call":"x"}\n' + b'{"call":-3}\n')
    client.call("find", {"query": "one"})
    watcher.wait(lambda: watcher.ended(1), "the call")


@with_daemon
def who_does_not_read_harms_nobody(place, client, watcher):
    for _ in range(300):
        client.call("find", {"query": "one"})
    watcher.wait(lambda: watcher.ended(300), "the last call")
    same(sorted(watcher.calls), list(range(1, 301)))


@case
def nothing_moves_when_nobody_looks():
    with Place(FILES) as place:
        client = Stdio(place, direct=False)
        client.initialize()
        client.call("find", {"query": "one"})
        watcher = Watcher(place)
        watcher.wait(lambda: watcher.snapshot, "a snapshot")
        watcher.close()
        pid = place.daemon_pid()
        time.sleep(2)
        switches = lambda: sum(int(line.split()[1]) for line in open(f"/proc/{pid}/status") if "ctxt_switches" in line)
        before = switches()
        time.sleep(2.5)
        same(switches() - before <= 2, True, "the daemon's own thread sleeps")
        client.end()


@case
def looking_costs_next_to_nothing():
    with Place(FILES) as place:
        client = Stdio(place, direct=False)
        client.initialize()
        client.call("find", {"query": "one"})
        watcher = Watcher(place)
        watcher.wait(lambda: watcher.snapshot, "a snapshot")
        pid = place.daemon_pid()
        before = cpu_seconds(pid)
        end = time.monotonic() + 5
        while time.monotonic() < end:
            watcher.hear()
        same(cpu_seconds(pid) - before < (1.0 if SLOW else 0.1), True, f"{cpu_seconds(pid) - before} s of CPU in 5 s")
        watcher.close()
        client.end()


main()
