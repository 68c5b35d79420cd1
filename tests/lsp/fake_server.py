#!/usr/bin/env python3
"""A language server that does what a scenario says, and keeps what it is told.

usage: fake_server.py SCENARIO.json [free arguments, kept in the log's first line]

The scenario is an object; every member may be absent:
  log            file that gets each message received, one per line, as it came
  pid            file that gets our process id
  capabilities   of the answer to initialize; serverInfo likewise
  start          actions before anything is read
  on             {method: actions} or {method: [[actions], [actions], ...]}, the
                 lists one after another, the last one again and again
  answer         actions once the client answers one of our requests
  deaf           true: ignores SIGTERM, shutdown, exit and the end of its input
  listen         path of a Unix socket, or 0 for a TCP port that goes to `port`

Actions are objects with one member:
  {"result": any} {"error": {...}}     answers the request at hand
  {"result_of_size": bytes}            answers with an array of about so many
  {"notify": [method, params]} {"ask": [method, params]}
  {"hold": n}                          keeps the request; the n-th one kept lets
                                       all be answered with their params, last first
  {"raw": text} {"raw_cut": [message, bytes]}   bytes that are no whole message
  {"stderr": [text, times]} {"sleep": seconds} {"spawn": file}
  {"exit": status} {"kill": true} {"close": true}
  {"swallow": seconds}                 reads nothing for so long
  {"complain": word}                   publishes an error for each such word of the
                                       document that was opened or changed
  {"mutter": word}                     the same without a version, and nothing of a
                                       document without one after another without
  {"blame": [word, path]}              publishes that all is well with the document
                                       that was opened or changed, but an error for
                                       the one at `path` while another has the word:
                                       then, and when that one is told itself
"""
import json
import os
import signal
import socket
import subprocess
import sys
import time


class Server:
    def __init__(self, scenario, reader, writer):
        self.scenario = scenario
        self.reader, self.writer = reader, writer
        self.turns = {}
        self.held = []
        self.asked = 0
        self.complaints = 0
        self.shown = {}  # uri: (version, text)

    def log(self, text):
        if "log" in self.scenario:
            with open(self.scenario["log"], "a", encoding="utf-8") as log:
                log.write(text + "\n")

    def write(self, data):
        self.writer.write(data)
        self.writer.flush()

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False,
                          separators=(",", ":")).encode("utf-8", "surrogatepass")
        self.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def read(self):
        length = None
        while True:
            line = self.reader.readline()
            if not line:
                return None
            if line in (b"\r\n", b"\n"):
                break
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        body = b""
        while len(body) < length:
            part = self.reader.read(length - len(body))
            if not part:
                return None
            body += part
        return body.decode("utf-8")

    def answer(self, message, **what):
        self.send({"id": message["id"], **what})

    def hold(self, message, count):
        self.held.append(message)
        if len(self.held) == count:
            for each in reversed(self.held):
                self.answer(each, result=each.get("params"))
            self.held = []

    def spawn(self, path):
        """A child of a session of its own that wants to outlive us."""
        child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(600)"],
                                 start_new_session=True)
        with open(path + ".new", "w", encoding="utf-8") as file:
            file.write(f"{child.pid}\n")
        os.rename(path + ".new", path)

    def complain(self, params, word, silently):
        document = params["textDocument"]
        text = params["contentChanges"][-1]["text"] if "contentChanges" in params else document["text"]
        found = [(number, at) for number, line in enumerate(text.split("\n")) for at in range(len(line)) if line.startswith(word, at)]
        if silently and not found and not self.complaints:
            return
        self.complaints = len(found)
        version = {} if silently else {"version": document["version"]}
        self.send({"method": "textDocument/publishDiagnostics", "params": {
            "uri": document["uri"], **version, "diagnostics": [
                {"range": {"start": {"line": line, "character": at}, "end": {"line": line, "character": at + len(word)}},
                 "severity": 1, "message": f"{word} word", "source": "fake", "code": "B1"} for line, at in found]}})

    def publish(self, uri, found):
        self.send({"method": "textDocument/publishDiagnostics", "params": {
            "uri": uri, "version": self.shown[uri][0], "diagnostics": [
                {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}, "severity": 1,
                 "message": "another is to blame"}] if found else []}})

    def blame(self, params, word, path):
        document = params["textDocument"]
        text = params["contentChanges"][-1]["text"] if "contentChanges" in params else document["text"]
        self.shown[document["uri"]] = (document["version"], text)
        is_blamed = any(word in text for uri, (_, text) in self.shown.items() if not uri.endswith(path))
        for uri in list(self.shown):
            if uri == document["uri"] or (uri.endswith(path) and is_blamed):
                self.publish(uri, uri.endswith(path) and is_blamed)

    def act(self, action, message):
        (kind, value), = action.items()
        if kind in ("result", "error"):
            self.answer(message, **{kind: value})
        elif kind == "result_of_size":
            self.answer(message, result=["x" * 100] * (value // 103))
        elif kind == "notify":
            self.send({"method": value[0], "params": value[1]})
        elif kind == "ask":
            self.asked += 1
            self.send({"id": f"ask-{self.asked}", "method": value[0], "params": value[1]})
        elif kind == "hold":
            self.hold(message, value)
        elif kind == "raw":
            self.write(value.encode())
        elif kind == "raw_cut":
            body = json.dumps(value[0]).encode()
            self.write((b"Content-Length: %d\r\n\r\n" % len(body) + body)[:-value[1]])
        elif kind == "stderr":
            sys.stderr.write(value[0] * value[1])
            sys.stderr.flush()
        elif kind in ("sleep", "swallow"):
            time.sleep(value)
        elif kind == "spawn":
            self.spawn(value)
        elif kind in ("complain", "mutter"):
            self.complain(message["params"], value, kind == "mutter")
        elif kind == "blame":
            self.blame(message["params"], *value)
        elif kind == "exit":
            sys.exit(value)
        elif kind == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        elif kind == "close":
            os.close(self.writer.fileno())
        else:
            sys.exit(f"no such action: {kind}")

    def actions_for(self, method):
        actions = self.scenario.get("on", {}).get(method)
        if actions and isinstance(actions[0], list):
            turn = self.turns.get(method, 0)
            self.turns[method] = turn + 1
            actions = actions[min(turn, len(actions) - 1)]
        return actions

    def by_default(self, message):
        method = message["method"]
        if self.scenario.get("deaf") and method in ("shutdown", "exit"):
            return
        if method == "initialize":
            result = {"capabilities": self.scenario.get("capabilities", {})}
            if "serverInfo" in self.scenario:
                result["serverInfo"] = self.scenario["serverInfo"]
            self.answer(message, result=result)
        elif method == "exit":
            sys.exit(0)
        elif "id" in message:
            self.answer(message, result=None)

    def handle(self, message):
        actions = self.scenario.get("answer", [])
        if "method" in message:
            actions = self.actions_for(message["method"])
            if actions is None:
                self.by_default(message)
                return
        for action in actions:
            self.act(action, message)

    def run(self):
        for action in self.scenario.get("start", []):
            self.act(action, {})
        while True:
            body = self.read()
            if body is None:
                break
            self.log(body)
            self.handle(json.loads(body))
        self.log("end of input")
        while self.scenario.get("deaf"):
            time.sleep(1)


def listen(scenario):
    """Serves one client after another, and stays."""
    where = scenario["listen"]
    server = socket.socket(socket.AF_UNIX if isinstance(where, str) else socket.AF_INET)
    server.bind(where if isinstance(where, str) else ("127.0.0.1", where))
    server.listen()
    with open(scenario["port"] + ".new", "w", encoding="utf-8") as file:
        file.write(f"{0 if isinstance(where, str) else server.getsockname()[1]}\n")
    os.rename(scenario["port"] + ".new", scenario["port"])
    while True:
        client, _ = server.accept()
        with client, client.makefile("rb") as reader, client.makefile("wb") as writer:
            try:
                Server(scenario, reader, writer).run()
            except OSError:
                pass


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        scenario = json.load(file)
    if scenario.get("deaf"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if "pid" in scenario:
        with open(scenario["pid"], "w", encoding="utf-8") as file:
            file.write(f"{os.getpid()}\n")
    if "listen" in scenario:
        listen(scenario)
    server = Server(scenario, sys.stdin.buffer, sys.stdout.buffer)
    try:
        server.run()
    except BrokenPipeError:
        os._exit(1)


main()
