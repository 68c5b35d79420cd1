#!/usr/bin/env python3
"""The dashboard in a real terminal (tmux), driven by keys."""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from harness import FATHOM, SLOW, Place, Stdio, case, cpu_seconds, has, lacks, main, message, same, until

FILES = {"a.c": "int one(void) { return 1; }\nint two(void) { return one(); }\n"}

if not shutil.which("tmux"):
    print("skipped: tmux is not installed")
    sys.exit(77)


class Terminal:
    """A tmux of its own with fathom ui in it."""

    def __init__(self, place, columns=80, rows=24, **env):
        self.socket = str(place.root / "tmux")
        env = {**place.env(LC_ALL="C.UTF-8", TERM="xterm-256color", **env)}
        exports = " ".join(f"{name}='{env[name]}'" for name in env if name.startswith(("XDG", "HOME", "LC_", "NO_", "FATHOM")))
        self.run("-f", "/dev/null", "new-session", "-d", "-s", "ui", "-x", str(columns), "-y", str(rows),
                 f"cd {place.repo} && {exports} {FATHOM} ui; echo ended $?; sleep 100")

    def run(self, *words):
        return subprocess.run(["tmux", "-S", self.socket, *words], check=True, stdout=subprocess.PIPE).stdout.decode()

    def keys(self, *keys):
        for key in keys:
            self.run("send-keys", "-t", "ui", key)

    def text(self):
        return self.run("capture-pane", "-p", "-t", "ui")

    def colors(self):
        return self.run("capture-pane", "-p", "-e", "-t", "ui")

    def shows(self, *parts):
        return until(lambda: all(part in self.text() for part in parts) and self.text(), f"{parts}: {self.text()}")

    def pid(self):
        panes = self.run("list-panes", "-t", "ui", "-F", "#{pane_pid}").split()[0]
        children = open(f"/proc/{panes}/task/{panes}/children").read().split()
        return int(children[0])

    def close(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], check=False)


def with_terminal(function, prepare=None, **env):
    def run():
        with Place(FILES) as place:
            if prepare:
                prepare(place)
            terminal = Terminal(place, **env)
            try:
                function(place, terminal)
            finally:
                terminal.close()
    run.__name__ = function.__name__
    return case(run)


@with_terminal
def calls_appear_and_can_be_opened(place, terminal):
    terminal.shows("1 Workspaces", "none is open", "pid ")
    client = Stdio(place, direct=False)
    client.initialize()
    client.call("find", {"query": "one"})
    terminal.shows(str(place.repo)[-20:], "ready")
    terminal.keys("2")
    terminal.shows("test ", "stdio", "1 ")
    terminal.keys("3")
    terminal.shows("done   find", '{"query":"one"}')
    terminal.keys("Enter")
    text = terminal.shows("find  done", "a.c:1")
    has(text, "int one(void)")
    terminal.keys("Escape")
    terminal.shows("1 calls")
    client.end()


@with_terminal
def source_is_found_and_walked(place, terminal):
    terminal.shows("pid ")
    terminal.keys("5", "/", "two", "Enter")
    terminal.shows("> two", "a.c:2", "int two(void) { return one(); }")
    terminal.keys("Right")
    terminal.shows("0 callers of two", "1 it calls", "> one", "int one(void) { return 1; }")
    terminal.keys("Right")
    terminal.shows("1 callers of one", "0 it calls", "> two")
    terminal.keys("BSpace")
    terminal.shows("0 callers of two")
    terminal.keys("/", "BSpace", "BSpace", "BSpace", "nowhere", "Enter")
    terminal.shows("nothing was found")
    terminal.keys("/", "Tab", "Tab", "Enter")
    lacks(terminal.shows("question: nowhere"), '{"')


@with_terminal
def an_edit_is_taken_back(place, terminal):
    terminal.shows("pid ")
    same(place.run("edit", "rename", "--symbol", "one", "--new-name", "uno").status, 0)
    terminal.keys("7")
    terminal.shows("rename")
    terminal.keys("u")
    terminal.shows("Take back 'rename one'?", "-int uno(void) { return 1; }", "+int one(void) { return 1; }")
    terminal.keys("y")
    until(lambda: (place.repo / "a.c").read_text() == FILES["a.c"], "the file is as it was")
    terminal.shows("none")


@with_terminal
def a_dead_daemon_is_said_and_replaced(place, terminal):
    terminal.shows("pid ")
    pid = place.daemon_pid()
    os.kill(pid, signal.SIGKILL)
    terminal.shows("the daemon has ended")
    until(lambda: place.daemon_pid() not in (None, pid), "another daemon")
    terminal.shows(f"pid {place.daemon_pid()}")


@with_terminal
def the_size_may_change(place, terminal):
    terminal.shows("pid ")
    for columns, rows in ((40, 10), (200, 50), (20, 5), (80, 24)):
        terminal.run("resize-window", "-t", "ui", "-x", str(columns), "-y", str(rows))
        until(lambda: "1 Workspaces"[:columns - 2] in terminal.text().split("\n")[0], f"{columns}x{rows}")
    terminal.shows("7 Advanced", "pid ")


@with_terminal
def leaving_gives_the_terminal_back(place, terminal):
    terminal.shows("pid ")
    terminal.keys("q")
    terminal.shows("ended 0")
    lacks(terminal.text(), "Workspaces")


def no_color(place, terminal):
    terminal.shows("pid ")
    lacks(terminal.colors(), "\x1b[36m", "\x1b[32m")


no_color_case = with_terminal(no_color, NO_COLOR="1")


def has_a_client(place):
    (place.root / "home" / ".cursor").mkdir(parents=True)


def a_new_user_connects_clients(place, terminal):
    """What is written is what was shown, and nothing before it was agreed to."""
    written = place.root / "home" / ".cursor" / "mcp.json"
    terminal.shows("Connect your coding agents", "> [x] Cursor", "[ ] Claude Code")
    terminal.keys("Enter")
    text = terminal.shows("This would change:", "+++ ", ".cursor/mcp.json", '+    "fathom": {', "Write this?")
    lacks(text, ".claude.json")
    same(written.exists(), False)
    terminal.keys("n")
    terminal.shows("not done")
    same(written.exists(), False)
    terminal.keys("Down")
    terminal.shows(">   Cursor              found here, not connected")
    terminal.keys("Enter")
    terminal.shows("Write this?")
    terminal.keys("y")
    terminal.shows("Cursor: added to")
    same(json.loads(written.read_text())["mcpServers"]["fathom"]["args"], ["serve"])
    terminal.keys("Escape")
    terminal.shows("Cursor              connected")
    terminal.keys("d")
    terminal.shows("Take it out?", '-    "fathom": {')
    terminal.keys("y")
    terminal.shows("Cursor: removed")
    same(written.exists(), False)


a_new_user_case = with_terminal(a_new_user_connects_clients, prepare=has_a_client)


def choose(terminal, row):
    """Goes down in the tab Config until that row is chosen."""
    terminal.keys("Home")
    for _ in range(60):
        chosen = [line for line in terminal.text().split("\n") if line.startswith("> ")]
        if chosen and row in chosen[0]:
            return
        terminal.keys("Down")
        until(lambda: [line for line in terminal.text().split("\n") if line.startswith("> ")] != chosen, "the next row")
    raise AssertionError(f"no row {row}: {terminal.text()}")


@with_terminal
def the_configuration_is_changed(place, terminal):
    config = place.root / "config" / "fathom" / "config.json"
    config.parent.mkdir(mode=0o700, exist_ok=True)
    config.write_text('{"http.port": 4000, "tools": {"profile": "full"}, "mine": [1]}')
    terminal.shows("pid ")
    terminal.keys("6")
    terminal.shows("What clients may do")
    choose(terminal, "http.auth")
    terminal.keys("Enter")
    terminal.shows("Set http.auth to 'lax'?", '+    "auth": "lax"')
    same(config.read_text()[:18], '{"http.port": 4000')
    terminal.keys("y")
    terminal.shows("http.auth = lax, in ", "user config")
    same(json.loads(config.read_text()), {"http.port": 4000, "tools": {"profile": "full"}, "mine": [1], "http": {"auth": "lax"}})
    choose(terminal, "http.port")
    terminal.keys("Enter", "9", "9", "9", "Enter")
    terminal.shows("'http.port' takes a whole number from 0 to 65535, not '4000999'")
    terminal.keys("Enter", "BSpace", "1", "Enter")
    terminal.shows("Set http.port to '4001'?", '-  "http.port": 4000,')
    terminal.keys("y")
    terminal.shows("http.port = 4001, in ")
    choose(terminal, "http.auth")
    until(lambda: re.search(r"http\.auth +lax +user config", terminal.text()), "the new value in the list")
    terminal.keys("d")
    terminal.shows("Take http.auth out of your config.json?", '-    "auth": "lax"')
    terminal.keys("y")
    terminal.shows("http.auth = relaxed, in ")
    same(json.loads(config.read_text()), {"http.port": 4001, "tools": {"profile": "full"}, "mine": [1], "http": {}})


@with_terminal
def permissions_are_given_and_taken(place, terminal):
    terminal.shows("pid ")
    terminal.keys("6")
    terminal.shows("Trusted workspaces")
    choose(terminal, "Trusted workspaces")
    terminal.keys("Enter")
    terminal.shows("Directory to trust: ")
    terminal.keys("Enter")
    terminal.shows("with your rights.", "(y: yes, any other key: no)")
    same(place.run("trust", "--list").out, "no workspace is trusted\n")
    terminal.keys("y")
    terminal.shows("trusted: ")
    same(place.run("trust", "--list").out, f"{place.repo}\n")
    choose(terminal, "Keys for HTTP")
    terminal.keys("Enter", "l", "a", "p", "Enter")
    terminal.shows("Make a key called 'lap'?")
    terminal.keys("y")
    text = terminal.shows("Shown once")
    key = next(line for line in text.split("\n") if line.startswith("fathom_")).strip()
    terminal.keys("Escape")
    listed = place.run("key", "list").out.split()
    same(listed[2], "lap")
    lacks(terminal.shows(listed[0], "lap"), key)
    choose(terminal, listed[0])
    terminal.keys("d")
    terminal.shows(f"Revoke the key {listed[0]}?")
    terminal.keys("y")
    terminal.shows(f"revoked {listed[0]}")
    same(place.run("key", "list").out, "no keys; 'fathom key create' makes one\n")


def waits_long(place):
    """A test that runs for a minute."""
    config = place.root / "config" / "fathom"
    config.mkdir(mode=0o700, exist_ok=True)
    (config / "checkers.tsv").write_text("mine\ttest\tpython\tpy\t.\tpython3|python -m unittest {some}\t{file}\t-\tunittest\t0,1,5\ttested\tnothing\n")
    (place.repo / "test_slow.py").write_text("import time, unittest\n\n\nclass Slow(unittest.TestCase):\n    def test_slow(self):\n"
                                             "        open('began', 'w').close()\n        time.sleep(60)\n")
    same(place.run("trust").status, 0)


def a_call_is_cancelled(place, terminal):
    """Its client gets an answer that says so."""
    terminal.shows("pid ")
    client = Stdio(place, direct=False)
    client.initialize()
    client.send(message(7, "tools/call", {"name": "check", "arguments": {"tests": "all", "wait": 50}}))
    until(lambda: (place.repo / "began").exists(), "the test began")
    terminal.keys("3")
    terminal.shows("runs   check")
    terminal.keys("x")
    terminal.shows("Cancel the call of check?")
    terminal.keys("y")
    answer = client.receive()
    while answer.get("id") != 7:
        answer = client.receive()
    same(answer["result"]["isError"], True)
    has(answer["result"]["content"][0]["text"], "cancelled")
    terminal.shows("failed check")
    terminal.keys("x")
    terminal.shows("only one that runs can be cancelled")
    client.end()


cancel_case = with_terminal(a_call_is_cancelled, prepare=waits_long)


GATE = """import sys, time
sys.path.insert(0, sys.argv[1])
import fathom_gate
fathom_gate.serve(name="lab\\x1b[31m")
time.sleep(100)
"""


@with_terminal
def an_interpreter_is_ended(place, terminal):
    gates = Path(__file__).resolve().parents[2] / "data" / "gates" / "python"
    child = subprocess.Popen([sys.executable, "-c", GATE, str(gates)], cwd=place.repo, env=place.env(),
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        terminal.shows("pid ")
        terminal.keys("2")
        terminal.shows("lab\\x1B[31m")
        terminal.keys("End", "s")
        terminal.shows("End the interpreter", "(lab\\x1B[31m)?")
        terminal.keys("y")
        terminal.shows("ended: ")
        until(lambda: child.poll() is not None, "it has ended")
        terminal.shows("none is open")
    finally:
        child.kill()
        child.wait()


@with_terminal
def the_mouse_chooses(place, terminal):
    terminal.shows("pid ")
    terminal.run("send-keys", "-t", "ui", "-l", "\x1b[M \\!")  # the left button in column 60 of row 1
    terminal.shows("What clients may do")


@with_terminal
def looking_costs_little(place, terminal):
    terminal.shows("pid ")
    client = Stdio(place, direct=False)
    client.initialize()
    client.call("find", {"query": "one"})
    terminal.keys("3", "/", "fin", "Enter")
    terminal.shows("done   find")
    for _ in range(500 if SLOW else 10000):
        client.call("find", {"query": "one"})
    # The oldest go a tenth at a time, and a burst may outrun the daemon's own 1,024.
    kept = lambda: int(re.search(r"([\d,]+) calls", terminal.text())[1].replace(",", ""))
    until(lambda: kept() > (400 if SLOW else 8500), "they were told")
    pid, seconds = terminal.pid(), 4
    before = cpu_seconds(pid)
    time.sleep(seconds)
    rest = cpu_seconds(pid) - before
    same(rest <= (1 if SLOW else 0.02 * seconds), True, f"at rest {rest} s of CPU in {seconds} s")
    before, began, count = cpu_seconds(pid), time.monotonic(), 0
    while time.monotonic() < began + seconds:
        client.call("find", {"query": "one"})
        count += 1
        time.sleep(max(0, began + count / 100 - time.monotonic()))
    busy = cpu_seconds(pid) - before
    same(busy <= (4 if SLOW else 0.02 * seconds), True, f"with {count} calls {busy} s of CPU in {seconds} s")
    client.end()


@case
def without_a_terminal_it_says_so_and_gives_data():
    with Place(FILES) as place:
        done = place.run("ui")
        same((done.status, "this needs a terminal" in done.err), (2, True), done.err)
        done = place.run("ui", "--json")
        same(sorted(json.loads(done.out)), ["calls", "snapshot"])
        same(json.loads(done.out)["snapshot"]["server"]["pid"], place.daemon_pid())


main()
