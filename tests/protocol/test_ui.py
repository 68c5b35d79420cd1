#!/usr/bin/env python3
"""The dashboard in a real terminal (tmux), driven by keys."""
import json
import os
import shutil
import signal
import subprocess
import sys
import time

from harness import FATHOM, SLOW, Place, Stdio, case, cpu_seconds, has, lacks, main, same, until

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


def with_terminal(function, **env):
    def run():
        with Place(FILES) as place:
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
    terminal.shows("Take back")
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


@with_terminal
def looking_costs_little(place, terminal):
    terminal.shows("pid ")
    client = Stdio(place, direct=False)
    client.initialize()
    client.call("find", {"query": "one"})
    terminal.keys("3")
    terminal.shows("done   find")
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
    same(busy <= (4 if SLOW else 0.05 * seconds), True, f"with {count} calls {busy} s of CPU in {seconds} s")
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
