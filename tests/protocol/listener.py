"""A server that is talked to over HTTP."""
import http.client
import json
import queue
import re
import signal
import socket
import subprocess
import threading
import time

from checks import FATHOM, WAIT, same, show
from messages import META, message, modern
from stdio import Stdio


class Reply:
    def __init__(self, status, headers, body):
        self.status = status
        self.headers = {name.lower(): value for name, value in headers}
        self.body = body

    def json(self):
        try:
            return json.loads(self.body)
        except ValueError:
            raise AssertionError(f"no JSON in {self}") from None

    def messages(self):
        """What the answer holds, whether it came as one body or as events."""
        if self.headers.get("content-type", "").startswith("text/event-stream"):
            return [json.loads(data) for _, data in parse_events(self.body) if data]
        return [self.json()] if self.body else []

    def __repr__(self):
        return f"{self.status} {self.headers} {show(self.body.decode('utf-8', 'replace'))}"


def parse_events(body):
    """(id, data) of each event in a whole text/event-stream body."""
    events = []
    for block in body.decode().split("\n\n"):
        id, data = None, None
        for line in block.split("\n"):
            if line.startswith("id:"):
                id = line[3:].strip()
            elif line.startswith("data:"):
                data = (data + "\n" if data else "") + line[5:].lstrip(" ")
        if id is not None or data is not None:
            events.append((id, data))
    return events


class Events:
    """An event stream that stays open, read in the background."""

    def __init__(self, server, method="GET", path="/mcp", headers=None, body=None):
        self.socket = socket.create_connection((server.host, server.port), timeout=WAIT)
        self.socket.sendall(raw_request(server, method, path, headers or {}, body))
        self.file = self.socket.makefile("rb")
        status_line = self.file.readline().decode()
        self.status = int(status_line.split()[1])
        self.headers = {}
        while True:
            line = self.file.readline().decode().rstrip("\r\n")
            if not line:
                break
            name, value = line.split(":", 1)
            self.headers[name.strip().lower()] = value.strip()
        self.events = queue.Queue()
        self.comments = []
        self.last_id = None
        threading.Thread(target=self._read, daemon=True).start()

    def _lines(self):
        if self.headers.get("transfer-encoding") != "chunked":
            yield from self.file
            return
        pending = b""
        while True:
            size_line = self.file.readline()
            size = int(size_line.split(b";")[0], 16) if size_line.strip() else 0
            if not size:
                break
            pending += self.file.read(size)
            self.file.readline()
            *whole, pending = pending.split(b"\n")
            yield from (line + b"\n" for line in whole)

    def _read(self):
        id, data = None, None
        try:
            for line in self._lines():
                line = line.decode().rstrip("\r\n")
                if line.startswith(":"):
                    self.comments.append((time.monotonic(), line))
                elif line.startswith("id:"):
                    id = line[3:].strip()
                elif line.startswith("data:"):
                    data = line[5:].lstrip(" ")
                elif not line:
                    if data:
                        self.last_id = id
                        self.events.put((id, json.loads(data)))
                    id, data = None, None
        except (OSError, ValueError):
            pass
        self.events.put(None)

    def next(self, timeout=None):
        """(id, message), or None when the stream ended."""
        try:
            return self.events.get(timeout=timeout or WAIT)
        except queue.Empty:
            raise AssertionError("no event came") from None

    def message(self, timeout=None):
        event = self.next(timeout)
        assert event is not None, "the stream ended"
        return event[1]

    def silent(self, seconds=0.2):
        try:
            event = self.events.get(timeout=seconds)
        except queue.Empty:
            return
        raise AssertionError(f"unexpected: {show(event)}")

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()


def raw_request(server, method, path, headers, body):
    headers = {"Host": f"{server.host}:{server.port}", **server.default_headers(), **headers}
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body).encode()
    if body is not None:
        headers.setdefault("Content-Type", "application/json")
        headers["Content-Length"] = str(len(body))
    head = f"{method} {path} HTTP/1.1\r\n" + "".join(
        f"{name}: {value}\r\n" for name, value in headers.items() if value is not None)
    return head.encode() + b"\r\n" + (body or b"")


class Http:
    """A listener of its own, on a port the system chose."""

    def __init__(self, place, *options, env=None, direct=True, key=None, auth=False, port=0, cwd=None,
                 program=FATHOM):
        self.place = place
        self.key = key
        words = ["serve", "--http", "--port", str(port), *(["--no-daemon"] if direct else []),
                 *([] if auth else ["--no-auth"]), *options]
        self.process = subprocess.Popen([program, *words], cwd=cwd or place.repo, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=place.env(**(env or {})))
        place.started.append(self)
        self.errors = []
        self.url = None
        self.ready = threading.Event()
        threading.Thread(target=self._read_errors, daemon=True).start()
        self.ready.wait(WAIT)
        if not self.url:
            self.kill()
            raise AssertionError("the listener did not start:\n" + "".join(self.errors))
        match = re.match(r"http://(\[[^]]+\]|[^:/]+):(\d+)/mcp$", self.url)
        assert match, self.url
        self.host, self.port = match[1].strip("[]"), int(match[2])
        self.session = None
        self.version = None
        self.next_id = 1

    def _read_errors(self):
        with self.process.stderr:  # closed here, as Stdio explains
            for line in self.process.stderr:
                line = line.decode("utf-8", "replace")
                self.errors.append(line)
                match = re.match(r"fathom: listening on (\S+)", line)
                if match:
                    self.url = match[1]
                    self.ready.set()
        self.ready.set()

    def default_headers(self):
        headers = {"Accept": "application/json, text/event-stream"}
        if self.key:
            headers["Authorization"] = "Bearer " + self.key
        return headers

    def send(self, method, path="/mcp", body=None, headers=None, source=None):
        """One exchange on a connection of its own."""
        connection = socket.create_connection((self.host, self.port), timeout=WAIT,
                                              source_address=(source, 0) if source else None)
        # A stream that is kept alive and never answers is no answer.
        end = threading.Timer(3 * WAIT, connection.shutdown, [socket.SHUT_RDWR])
        end.daemon = True
        end.start()
        with connection:
            try:
                connection.sendall(raw_request(self, method, path, {"Connection": "close", **(headers or {})}, body))
                return read_reply(connection, method)
            finally:
                end.cancel()

    def post(self, body, headers=None, path="/mcp"):
        return self.send("POST", path, body, headers)

    def era_headers(self, body):
        """What a proper client says beside the message."""
        if not isinstance(body, dict):
            return self.session_headers()
        params = body.get("params") or {}
        version = (params.get("_meta") or {}).get(META + "protocolVersion")
        if version is None:
            return self.session_headers() if body.get("method") != "initialize" else {}
        headers = {"MCP-Protocol-Version": str(version), "Mcp-Method": body.get("method", "")}
        name = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}.get(body.get("method"))
        if name and isinstance(params.get(name), str):
            headers["Mcp-Name"] = params[name]
        return headers

    def session_headers(self):
        headers = {}
        if self.session:
            headers["Mcp-Session-Id"] = self.session
        if self.version and self.version >= "2025-06-18":
            headers["MCP-Protocol-Version"] = self.version
        return headers

    def exchange(self, body, headers=None):
        reply = self.post(body, {**self.era_headers(body), **(headers or {})})
        if isinstance(body, dict) and body.get("method") == "initialize" and reply.status == 200:
            self.session = reply.headers.get("mcp-session-id")
            self.version = reply.json().get("result", {}).get("protocolVersion")
        return reply

    def request(self, method, params=None, others=None):
        id = self.next_id
        self.next_id += 1
        reply = self.exchange(message(id, method, params))
        messages = reply.messages()
        answers = [m for m in messages if m.get("id") == id and "method" not in m]
        assert len(answers) == 1, f"no single answer in {reply}"
        if others is not None:
            others.extend(m for m in messages if m is not answers[0])
        return answers[0]

    def notify(self, method, params=None):
        reply = self.exchange(message(None, method, params))
        same(reply.status, 202, repr(reply))

    def initialize(self, version="2025-11-25", capabilities=None):
        self.session = self.version = None
        answer = self.request("initialize", {"protocolVersion": version, "capabilities": capabilities or {},
                                             "clientInfo": {"name": "test", "version": "1"}})
        self.notify("notifications/initialized")
        return answer

    def call(self, tool, arguments=None, others=None, **more):
        return Stdio.call(self, tool, arguments, others, **more)

    def modern(self, method, params=None, others=None, **meta):
        return self.request(method, modern(params, **meta), others)

    def stream(self, headers=None, last=None):
        """The session's GET stream."""
        extra = {"Last-Event-ID": last} if last else {}
        return Events(self, headers={"Accept": "text/event-stream", **self.session_headers(), **extra,
                                     **(headers or {})})

    def post_stream(self, body, headers=None):
        return Events(self, "POST", "/mcp", {**self.era_headers(body), **(headers or {})}, body)

    def stop(self):
        """Asks it to end and waits."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(WAIT)
        assert status == 0, f"exit status {status}: " + "".join(self.errors[-20:])

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


def read_reply(connection, method="POST"):
    response = http.client.HTTPResponse(connection, method=method)
    response.begin()
    return Reply(response.status, response.getheaders(), response.read())
