#!/usr/bin/env python3
"""kill -9 of a language server, its supervisor or the daemon at random moments
while clients ask it. Every request is answered exactly once, with the server's
answer or with words about its end; afterwards neither the server nor anything
it started is left. A server that ignores every polite word ends as well.
usage: test_lsp.py [SEED]     (the seed is printed)"""
import contextlib
import json
import os
import pathlib
import random
import signal
import sys
import threading
import time

import faults
from faults import LineClient, Place, kill, modern, wait_until

KILLS = 100
CLIENTS = 3
FAKE = pathlib.Path(__file__).resolve().parents[1] / "lsp" / "fake_server.py"
POINT = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 3}}
SYMBOL = {"name": "answer", "kind": 12, "range": POINT, "selectionRange": POINT}
ENDS = ("ended", "was stopped", "being stopped", "is not started again", "interrupted")


def processes_of(text):
    """Pid -> command line of all processes that have this text in theirs."""
    found = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit() and int(entry) != os.getpid():
            with contextlib.suppress(OSError):
                line = pathlib.Path("/proc", entry, "cmdline").read_bytes().replace(b"\0", b" ").decode()
                if text in line:
                    found[int(entry)] = line
    return found


class LspPlace(Place):
    """A trusted workspace whose .toy files have a server."""

    def __init__(self):
        super().__init__("lsp")
        self.scenario = self.path / "scenario.json"
        self.play()
        self.config.mkdir(mode=0o700, exist_ok=True)
        self.config.chmod(0o700)
        (self.config / "config.json").write_text(json.dumps({"servers": [
            {"extensions": ["toy"], "language_id": "toy",
             "command": [sys.executable, "-SB", str(FAKE), str(self.scenario)]}]}))
        (self.work / "a.toy").write_text("answer\n")
        done = self.run("trust", str(self.work))
        assert done.returncode == 0, done.stderr

    def play(self, **scenario):
        self.scenario.write_text(json.dumps({
            "capabilities": {"documentSymbolProvider": True},
            "on": {"textDocument/documentSymbol": [{"result": [SYMBOL]}]}, **scenario}))

    def servers(self):
        """The servers, and their supervisors."""
        lines = processes_of(str(self.scenario))
        supervisors = [pid for pid, line in lines.items() if " supervise " in line]
        return [pid for pid in lines if pid not in supervisors], supervisors

    def assert_no_server(self):
        wait_until("no server is left", 15, lambda: not processes_of(str(self.scenario)))


class Worker(threading.Thread):
    """Asks until told to stop; what was asked is checked at the end."""

    def __init__(self, client):
        super().__init__(daemon=True)
        self.client = client
        self.stop = threading.Event()
        self.number = 0

    def run(self):
        with contextlib.suppress(OSError, ValueError):
            while not self.stop.is_set():
                if len(self.client.unanswered()) > 4:
                    time.sleep(0.002)
                    continue
                self.number += 1
                self.client.send(modern(self.number, "tools/call", name="list_symbols",
                                        arguments={"file_path": "a.toy"}))


def text_of(answer):
    if "error" in answer:
        return True, answer["error"]["message"]
    result = answer["result"]
    return result.get("isError", False), "".join(part.get("text", "") for part in result["content"])


def check_answers(client):
    """How many were answered by the server, and how many told of an end."""
    good = ended = 0
    for (answer,) in client.answers.values():
        is_error, text = text_of(answer)
        if is_error:
            assert any(word in text for word in ENDS), f"neither an answer nor an end: {text}"
            ended += 1
        else:
            good += "answer" in text
    return good, ended


def served(clients):
    """Answers of the server itself so far."""
    return sum(not text_of(got[0])[0] for client in clients for key, got in list(client.answers.items())
               if int(key) < 1_000_000)


def victim(place, chance):
    servers, supervisors = place.servers()
    kind = chance.randrange(20)  # a front end starts only so many daemons a minute
    candidates = place.daemons() if kind == 0 else supervisors if kind < 7 else servers
    return chance.choice(candidates) if candidates else None


def kills(chance):
    with LspPlace() as place:
        clients = [LineClient(place, "--toolsets", "lsp") for _ in range(CLIENTS)]
        workers = [Worker(client) for client in clients]
        for worker in workers:
            worker.start()
        killed = 0
        number = 1_000_000
        while killed < KILLS:
            time.sleep(chance.random() * 0.05)
            pid = victim(place, chance)
            if pid is None:
                continue
            kill(pid)
            killed += 1
            number += 1  # forgets the crashes, so that the next life begins at once
            clients[0].send(modern(number, "tools/call", name="restart_lsp_server", arguments={}))
            if killed % 10 == 0:  # now and then it lives long enough to be of use
                before = served(clients)
                wait_until("the server answers again", 60, lambda: served(clients) > before)
        for worker in workers:
            worker.stop.set()
            worker.join(10)
        good = ended = 0
        for client in clients:
            client.assert_each_once(60)
            client.answers = {key: got for key, got in client.answers.items() if int(key) < 1_000_000}
            found = check_answers(client)
            good, ended = good + found[0], ended + found[1]
            assert client.finish() == 0
        assert good and ended, f"{good} answered, {ended} told of an end: not what was to be seen"
        place.run("daemon", "stop")
        place.assert_no_server()
        place.assert_empty()
        print(f"ok {killed} kills: {good} answered, {ended} told of an end")


def deaf():
    """It ignores shutdown, exit, SIGTERM and the end of its input, and has a
    child in a session of its own."""
    with LspPlace() as place:
        grandchild = place.path / "grandchild"
        place.play(deaf=True, start=[{"spawn": str(grandchild)}])
        for end in ("stop", "kill"):
            client = LineClient(place, "--toolsets", "lsp")
            is_error, text = text_of(client.ask(modern(1, "tools/call", name="list_symbols",
                                                       arguments={"file_path": "a.toy"}), 30))
            assert not is_error, text
            child = int(grandchild.read_text())
            assert faults.is_alive(child)
            if end == "stop":
                place.stop_daemon()
            else:
                for pid in place.daemons():
                    kill(pid)
            client.finish()
            wait_until("the grandchild is gone", 15, lambda: not faults.is_alive(child))
            place.assert_no_server()
    print("ok a deaf server and its child end with the daemon, however that ends")


def no_supervisor():
    """The supervisor is killed, alone or together with the daemon, and cannot
    end the server's child, which has a session of its own."""
    with LspPlace() as place:
        grandchild = place.path / "grandchild"
        place.play(start=[{"spawn": str(grandchild)}])
        ask = modern(1, "tools/call", name="list_symbols", arguments={"file_path": "a.toy"})
        client = LineClient(place, "--toolsets", "lsp")
        assert not text_of(client.ask(ask, 30))[0]
        child = int(grandchild.read_text())
        for pid in place.servers()[1]:
            kill(pid)
        wait_until("the grandchild is gone without anybody asking", 15, lambda: not faults.is_alive(child))
        is_error, text = text_of(client.ask({**ask, "id": 2}, 30))  # it runs again
        assert not is_error or any(words in text for words in ENDS), text
        if is_error:
            assert not text_of(client.ask({**ask, "id": 3}, 30))[0]
        child = int(grandchild.read_text())
        daemons = place.daemons()
        for pid in daemons:
            os.kill(pid, signal.SIGSTOP)
        for pid in [*place.servers()[1], *daemons]:
            kill(pid)
        client.finish()
        # Not looked at between: a daemon that another test starts may have found it.
        other = LineClient(place)  # starts the next daemon
        other.ask(modern(4, "tools/call", name="status", arguments={}), 30)
        wait_until("a next daemon found the grandchild", 15, lambda: not faults.is_alive(child))
        other.finish()
        place.stop_daemon()
        place.assert_no_server()
    print("ok what a killed supervisor leaves ends at once, or with the next daemon")


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else random.SystemRandom().randrange(10**6)
    print(f"# seed {seed}", flush=True)
    kills(random.Random(seed))
    deaf()
    no_supervisor()
    return 0 if faults.no_reports() else 1


if __name__ == "__main__":
    sys.exit(main())
