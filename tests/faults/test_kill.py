#!/usr/bin/env python3
"""kill -9 of the daemon, a front end, a client or the HTTP front end at random
moments, while several clients of both eras work. Whoever is left answers
every request exactly once; afterwards there is no orphan, no socket that
blocks the next start and no half-written file.
usage: test_kill.py [SEED [ROUND]]     (a seed is printed; a round alone repeats it)"""
import contextlib
import random
import socket
import sqlite3
import subprocess
import sys
import threading
import time

import faults
from faults import (INITIALIZED, HttpServer, LineClient, Place, initialize, kill,
                    legacy, modern, wait_until)

ROUNDS = 100 if faults.SOAK else 10
VICTIMS = ("daemon", "front end", "client", "daemon", "HTTP front end", "daemon twice")


def requests_of(chance, era, first):
    """An endless mixture of requests; the large ones take many writes."""
    make = modern if era == "modern" else legacy
    number = first
    while True:
        kind = chance.randrange(6)
        if kind == 0:
            yield make(number, "tools/list")
        elif kind == 1:
            yield make(number, "tools/call", name="find",
                       arguments={"query": f"answer_{chance.randrange(20)}"})
        elif kind == 2:
            yield make(number, "tools/call", name="files", arguments={})
        elif kind == 3:
            yield make(number, "tools/call", name="status", arguments={})
        elif kind == 4:
            yield make(number, "resources/read", uri="fathom://file/large.txt")
        else:
            yield make(number, "tools/call", name="call", arguments={"name": "status"})
        number += 1


class Worker(threading.Thread):
    """Keeps one line client busy until told to stop or the pipe breaks."""

    def __init__(self, client, era, seed):
        super().__init__(daemon=True)
        self.client, self.era, self.chance = client, era, random.Random(seed)
        self.stop = threading.Event()

    def run(self):
        with contextlib.suppress(OSError, ValueError, AssertionError):  # told by assert_each_once
            if self.era == "legacy":
                self.client.send(initialize(1))
                if self.chance.random() < 0.5:  # the other half sends on without waiting
                    self.client.wait(1)
                self.client.send(INITIALIZED)
            for message in requests_of(self.chance, self.era, 100):
                while len(self.client.unanswered()) > 8 and not self.stop.is_set():
                    time.sleep(0.002)
                if self.stop.is_set():
                    return
                self.client.send(message)
                time.sleep(self.chance.random() * 0.01)


class HttpWorker(threading.Thread):
    """Asks over HTTP in both eras. A killed server breaks connections; every
    answer that does come must be whole and right."""

    def __init__(self, server, session):
        super().__init__(daemon=True)
        self.server, self.session = server, session
        self.stop = threading.Event()
        self.wrong = []
        self.right = 0

    def run(self):
        number = 0
        while not self.stop.is_set():
            number += 1
            old = number % 2 == 0
            message = (legacy if old else modern)(number, "tools/list")
            try:
                status, _, body = self.server.post(
                    message, {"Mcp-Session-Id": self.session} if old else None)
                if status != 200 or body.get("id") != number or "result" not in body:
                    self.wrong.append((status, str(body)[:200]))
                self.right += 1
            except (OSError, AssertionError, ValueError):
                time.sleep(0.01)


class Round:
    def __init__(self, place, number, seed):
        self.place = place
        self.chance = random.Random(f"{seed} {number}")
        self.victim = VICTIMS[number % len(VICTIMS)]
        self.clients = []
        self.workers = []
        self.server = None
        self.http_worker = None

    def start(self):
        for era, shell in (("modern", False), ("legacy", True), ("modern", True)):
            client = LineClient(self.place, shell=shell)
            self.clients.append(client)
            self.workers.append(Worker(client, era, self.chance.random()))
        for worker in self.workers:
            worker.start()
        if self.victim != "HTTP front end" and self.chance.random() < 0.6:
            return
        self.server = HttpServer(self.place)
        self.server.wait_healthy()
        status, headers, _ = self.server.post(initialize(1))
        assert status == 200, f"initialize over HTTP: {status}"
        self.session = headers["mcp-session-id"]
        self.server.post(INITIALIZED, {"Mcp-Session-Id": self.session})
        wait_until("the session is written, soon, not at once", 10, self.session_is_kept)
        self.http_worker = HttpWorker(self.server, self.session)
        self.http_worker.start()
        wait_until("a request over HTTP is answered", 10, lambda: self.http_worker.right)

    def session_is_kept(self):
        return any(self.session in path.read_text() for path in self.place.path.rglob("sessions*.json"))

    def kill_daemon(self):
        for pid in wait_until("a daemon runs", 5, self.place.daemons):
            kill(pid)
        return pid

    def strike(self):
        """Kills the victim at a random moment."""
        time.sleep(self.chance.random() * 0.4)
        if self.victim == "daemon":
            self.kill_daemon()
        elif self.victim == "daemon twice":
            first = self.kill_daemon()
            wait_until("another daemon runs", 5, lambda: set(self.place.daemons()) - {first})
            time.sleep(self.chance.random() * 0.05)
            self.kill_daemon()
        elif self.victim == "front end":
            client = self.chance.choice(self.clients)
            self.clients.remove(client)
            pid = client.front_pid()
            if pid:
                kill(pid)
            wait_until("the killed front end's client ended", 5,
                       lambda: client.process.poll() is not None)
            client.drop()
        elif self.victim == "client":
            client = self.chance.choice([c for c in self.clients if c.shell])
            self.clients.remove(client)
            pid = client.front_pid()
            kill(client.process.pid)
            client.process.wait()
            wait_until("the front end dies with its client", 5,
                       lambda: not pid or not faults.is_alive(pid))
            client.drop()
        else:
            kill(self.server.pid)
            self.server.process.wait()

    def check_http(self):
        if not self.server:
            return
        if self.victim == "HTTP front end":
            self.http_worker.stop.set()
            self.http_worker.join(15)
            wait_until("the listener closes with its front end", 8, self.port_is_closed)
        else:
            self.server.wait_healthy()
            status, _, body = self.server.post(legacy(7, "tools/list"),
                                               {"Mcp-Session-Id": self.session})
            assert status == 200 and "result" in body, f"the session did not survive: {status} {body}"
            self.http_worker.stop.set()
            self.http_worker.join(15)
        assert not self.http_worker.wrong, self.http_worker.wrong[0]
        assert self.http_worker.right, "no HTTP request was ever answered"

    def port_is_closed(self):
        try:
            socket.create_connection(("127.0.0.1", self.server.port), 1).close()
            return False
        except ConnectionRefusedError:
            return True

    def finish(self):
        time.sleep(0.1)
        for worker in self.workers:
            worker.stop.set()
        for worker in self.workers:
            worker.join(15)
        self.check_http()
        for client in self.clients:
            client.assert_each_once()
            fresh = legacy(10**6, "ping")
            assert client.ask(fresh)["id"] == 10**6
            status = client.finish()
            assert status == 0, f"a front end ended with {status}: {client.errors}"
        if self.server and self.victim != "HTTP front end":
            assert self.server.stop() == 0, "the HTTP front end did not stop cleanly"

    def close(self):
        for worker in self.workers:
            worker.stop.set()
        for client in self.clients:
            client.drop()
        if self.server:
            if self.http_worker:
                self.http_worker.stop.set()
            kill(self.server.pid)
            self.server.process.wait()


def check_index(place):
    done = place.run("find", "answer_3", "--no-daemon")
    assert done.returncode == 0 and "part3.c" in done.stdout, f"find: {done.stdout} {done.stderr}"
    for path in (place.work / ".fathom").glob("*.sqlite"):
        with contextlib.closing(sqlite3.connect(path)) as db:
            verdict = db.execute("PRAGMA integrity_check").fetchone()[0]
        assert verdict == "ok", f"{path.name}: {verdict}"
    assert set(path.name for path in (place.work / "src").iterdir()) == \
        {f"part{i}.c" for i in range(20)} | {"main.c"}, "the sources changed"


def change_sources(place, chance):
    """Something new to index, so that kills hit the writer too."""
    for i in chance.sample(range(20), 5):
        path = place.work / "src" / f"part{i}.c"
        path.write_text(f"/* {chance.random()} */\nint answer_{i}(int q) {{ return q + {i}; }}\n")


def play(place, number, seed):
    change_sources(place, random.Random(number))
    this = Round(place, number, seed)
    try:
        this.start()
        this.strike()
        this.finish()
        place.stop_daemon()
        place.assert_empty()
        place.assert_files_whole()
        check_index(place)
    finally:
        this.close()


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else random.SystemRandom().randrange(10**6)
    numbers = [int(sys.argv[2])] if len(sys.argv) > 2 else range(ROUNDS)
    print(f"# seed {seed}, {len(numbers)} rounds", flush=True)
    failed = 0
    place = Place("kill")  # one for all rounds: what a kill leaves meets the next start
    try:
        for number in numbers:
            began = time.monotonic()
            victim = VICTIMS[number % len(VICTIMS)]
            try:
                play(place, number, seed)
                print(f"ok round {number}: killed the {victim} ({time.monotonic() - began:.1f} s)",
                      flush=True)
            except (AssertionError, OSError, subprocess.SubprocessError, KeyError) as error:
                failed += 1
                print(f"FAIL round {number}: killed the {victim}: {error}", flush=True)
                place.close()
                place = Place("kill")
    finally:
        place.close()
    return 0 if not failed and faults.no_reports() else 1


if __name__ == "__main__":
    sys.exit(main())
