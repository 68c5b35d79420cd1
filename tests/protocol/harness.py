"""What the protocol and security tests share: a private place with a fixture
repository, servers on stdio and HTTP, transcripts, and the list of cases.

Every server gets HOME and all XDG directories in a temporary directory, so
that nothing of the user's is read or written. Nothing here knows what the
right answers are.
"""
import atexit
import http.client
import json
import os
import pathlib
import queue
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback

ROOT = pathlib.Path(__file__).resolve().parents[2]
FATHOM = os.environ.get("FATHOM", str(ROOT / "build" / "release" / "fathom"))
CONFORMANCE = os.environ.get("FATHOM_CONFORMANCE", FATHOM + "-conformance")
TRANSCRIPTS = pathlib.Path(__file__).resolve().parent / "transcripts"
ACCEPT = os.environ.get("FATHOM_ACCEPT") == "1"
CONFIG = os.environ.get("FATHOM_CONFIG", "release")
SLOW = CONFIG in ("asan", "tsan", "coverage")
WAIT = 120 if SLOW else 40  # seconds until a missing answer is a failure

LEGACY = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
MODERN = "2026-07-28"
META = "io.modelcontextprotocol/"

# ---- cases ----

_cases = []


def case(function):
    """Registers a test; its name is the function's."""
    _cases.append((function.__name__, function))
    return function


def add_case(name, function):
    _cases.append((name, function))


BOTH = [("", True), ("_through_the_daemon", False)]


def both_ways(function):
    """A case that is told to use a server in one process, then the daemon."""
    for suffix, direct in BOTH:
        add_case(function.__name__ + suffix, lambda direct=direct: function(direct))
    return function


def main():
    """Runs the cases (those named on the command line, or all)."""
    if not os.access(FATHOM, os.X_OK):
        print(f"FAIL setup: there is no program {FATHOM}")
        sys.exit(1)
    wanted = sys.argv[1:]
    failed = 0
    for name, function in _cases:
        if wanted and not any(word in name for word in wanted):
            continue
        started = time.monotonic()
        try:
            function()
            took = time.monotonic() - started
            print(f"ok {name}" + (f" ({took:.1f} s)" if took > 2 else ""), flush=True)
        except Exception as problem:  # every case runs
            failed += 1
            words = str(problem) or type(problem).__name__
            print(f"FAIL {name}: {words}", flush=True)
            if not isinstance(problem, AssertionError) or os.environ.get("FATHOM_TRACE"):
                traceback.print_exc()
    for place in list(_places):
        said = place.close()
        if said:
            failed += 1
            print(f"FAIL daemon: {said}")
    sys.exit(1 if failed else 0)


def show(value):
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) < 1500 else text[:1500] + " ..."


def same(got, wanted, what=""):
    assert got == wanted, f"{what}{': ' if what else ''}got {show(got)}, wanted {show(wanted)}"


def has(text, *parts):
    for part in parts:
        assert part in text, f"'{part}' is not in {show(text)}"


def lacks(text, *parts):
    for part in parts:
        assert part not in text, f"'{part}' is in {show(text)}"


def until(condition, what, seconds=None):
    """Waits for something to become true."""
    end = time.monotonic() + (seconds or WAIT)
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f"waited in vain: {what}")


# ---- places ----

FIXTURE = {
    "src/main.c": "/* Entry. */\n#include \"store.h\"\n\nint main(void) {\n  return store_open(\"x\");\n}\n",
    "src/store.h": "int store_open(const char *path);\nvoid store_close(int id);\n",
    "src/store.c": "#include \"store.h\"\n\nstatic int opened;\n\nint store_open(const char *path) {\n"
                   "  opened++;\n  return path ? opened : -1;\n}\n\nvoid store_close(int id) {\n"
                   "  opened -= id > 0;\n}\n",
    "include/shape.h": "struct shape {\n  int sides;\n};\n\nenum color { RED, GREEN };\n\n#define MAX_SIDES 12\n",
    "docs/notes.md": "# Notes\n\nNothing of note.\n",
    "AGENTS.md": "# For agents\n\nUse the tools.\n",
    ".gitignore": "ignored/\n",
    "ignored/skip.c": "int skipped(void) { return 0; }\n",
}

_places = []


class Place:
    """A temporary directory with home, XDG directories and a repository."""

    def __init__(self, files=None, name="repo"):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="fathom-proto-")).resolve()
        self.home = self.root / "home"
        for directory in ("home", "config", "cache", "state", "run"):
            (self.root / directory).mkdir(mode=0o700)
        self.repo = self.repository(name, FIXTURE if files is None else files)
        self.started = []
        _places.append(self)

    def repository(self, name, files):
        repo = self.root / name
        repo.mkdir()
        self.write(repo, files)
        subprocess.run(["git", "init", "-q", str(repo)], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, env={"PATH": os.environ["PATH"], "HOME": str(self.home)})
        return repo

    @staticmethod
    def write(repo, files):
        for path, text in files.items():
            target = repo / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text if isinstance(text, bytes) else text.encode())

    def env(self, **more):
        env = {name: value for name, value in os.environ.items()
               if not name.startswith(("FATHOM", "XDG_")) and name not in ("HOME",)}
        env.update(HOME=str(self.home), XDG_CONFIG_HOME=str(self.root / "config"),
                   XDG_CACHE_HOME=str(self.root / "cache"), XDG_STATE_HOME=str(self.root / "state"),
                   XDG_RUNTIME_DIR=str(self.root / "run"))
        env.update({name: str(value) for name, value in more.items()})
        return env

    def user_config(self, config):
        directory = self.root / "config" / "fathom"
        directory.mkdir(mode=0o700, exist_ok=True)
        path = directory / "config.json"
        path.write_text(config if isinstance(config, str) else json.dumps(config))
        path.chmod(0o600)

    def project_config(self, config, repo=None):
        directory = (repo or self.repo) / ".fathom"
        directory.mkdir(mode=0o700, exist_ok=True)
        (directory / "config.json").write_text(config if isinstance(config, str) else json.dumps(config))

    def run(self, *words, cwd=None, input=b"", env=None, program=FATHOM, prefix=(), timeout=None):
        """Runs the program to its end."""
        done = subprocess.run([*prefix, program, *map(str, words)], cwd=cwd or self.repo, input=input,
                              env=self.env(**(env or {})), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=timeout or WAIT)
        return Done(done.returncode, done.stdout.decode("utf-8", "replace"),
                    done.stderr.decode("utf-8", "replace"))

    def key(self, label=None):
        done = self.run("key", "create", *(["--label", label] if label else []))
        same(done.status, 0, done.err)
        return done.out.split()[0]

    def daemon_pid(self):
        done = self.run("daemon", "status", "--json")
        return json.loads(done.out)["pid"] if done.status == 0 else None

    def close(self):
        programs = {FATHOM, *(server.process.args[0] for server in self.started)}
        for server in self.started:
            server.kill()
        self.started = []
        for program in programs:
            try:
                if any((self.root / "run").rglob("*.sock")):
                    self.run("daemon", "stop", cwd=self.root, program=program)
            except subprocess.TimeoutExpired:
                print(f"a daemon of {program} does not stop", file=sys.stderr)
        said = self.sanitizers_said()
        shutil.rmtree(self.root, ignore_errors=True)
        if self in _places:
            _places.remove(self)
        return said

    def sanitizers_said(self):
        """What a sanitizer found in a daemon, whose exit nobody sees."""
        for log in (self.root / "state").rglob("*.log*"):
            text = log.read_text(errors="replace")
            found = re.search(r".*(Sanitizer|runtime error:)(.*\n){0,12}", text)
            if found:
                return found[0]
        return None

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        said = self.close()
        assert kind or not said, f"in the daemon: {said}"


class Done:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    def __repr__(self):
        return f"status {self.status}\nout: {show(self.out)}\nerr: {show(self.err)}"


@atexit.register
def _clean_up():
    for place in list(_places):
        place.close()


# ---- lines: stdio ----

class Stdio:
    """A server that is talked to through pipes."""

    def __init__(self, place, *options, cwd=None, env=None, direct=True, read=True, program=FATHOM):
        words = ["serve", *(["--no-daemon"] if direct else []), *options]
        self.process = subprocess.Popen([program, *words], cwd=cwd or place.repo, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=place.env(**(env or {})))
        place.started.append(self)
        self.incoming = queue.Queue()
        self.raw = []  # every line as it came
        self.errors = []
        self.next_id = 1
        self.threads = [threading.Thread(target=self._read_errors, daemon=True)]
        if read:
            self.threads.append(threading.Thread(target=self._read, daemon=True))
        for thread in self.threads:
            thread.start()

    def _read(self):
        for line in self.process.stdout:
            self.raw.append(line)
            try:
                self.incoming.put(json.loads(line))
            except ValueError:
                self.incoming.put({"not json": line.decode("utf-8", "replace")})
        self.incoming.put(None)

    def _read_errors(self):
        for line in self.process.stderr:
            self.errors.append(line.decode("utf-8", "replace"))

    def send(self, message):
        if not isinstance(message, bytes):
            message = json.dumps(message, ensure_ascii=False).encode() + b"\n"
        self.process.stdin.write(message)
        self.process.stdin.flush()

    def receive(self, timeout=None):
        """The next message; None at the end."""
        try:
            return self.incoming.get(timeout=timeout or WAIT)
        except queue.Empty:
            raise AssertionError("no answer came" + self.last_words()) from None

    def last_words(self):
        return "".join("\n  stderr: " + line.rstrip() for line in self.errors[-20:])

    def silent(self, seconds=0.2):
        try:
            message = self.incoming.get(timeout=seconds)
        except queue.Empty:
            return
        raise AssertionError(f"unexpected: {show(message)}")

    def answer(self, id, others=None):
        """The answer to a request; what comes before it is put into `others`."""
        while True:
            message = self.receive()
            assert message is not None, f"the server ended before it answered {id}" + self.last_words()
            if isinstance(message, dict) and message.get("id") == id and "method" not in message:
                return message
            if others is None:
                raise AssertionError(f"unexpected before the answer to {id}: {show(message)}")
            others.append(message)

    def request(self, method, params=None, others=None):
        id = self.next_id
        self.next_id += 1
        self.send(message(id, method, params))
        return self.answer(id, others)

    def notify(self, method, params=None):
        self.send(message(None, method, params))

    def initialize(self, version="2025-11-25", capabilities=None):
        answer = self.request("initialize", {"protocolVersion": version, "capabilities": capabilities or {},
                                             "clientInfo": {"name": "test", "version": "1"}})
        self.notify("notifications/initialized")
        return answer

    def call(self, tool, arguments=None, others=None, **more):
        params = {"name": tool, **more}
        if arguments is not None:
            params["arguments"] = arguments
        return self.request("tools/call", params, others)

    def modern(self, method, params=None, others=None, **meta):
        return self.request(method, modern(params, **meta), others)

    def end(self):
        """Ends the input and waits; what came until then."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        messages = []
        while True:
            message = self.receive()
            if message is None:
                break
            messages.append(message)
        status = self.process.wait(WAIT)
        for thread in self.threads:
            thread.join(5)
        assert status == 0, f"exit status {status}" + self.last_words()
        return messages

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except (OSError, ValueError):
                pass

    def resident_mb(self):
        return resident_mb(self.process.pid)


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cpu_until_quiet(pid):
    """Seconds of CPU that it uses from now on until it rests. They are the same
    on a busy machine, where all else takes longer."""
    began = last = cpu_seconds(pid)
    quiet_since, end = time.monotonic(), time.monotonic() + WAIT
    while time.monotonic() - quiet_since < 1:
        assert time.monotonic() < end, f"process {pid} does not rest"
        time.sleep(0.1)
        now = cpu_seconds(pid)
        if now > last + 0.011:  # more than a tick
            last, quiet_since = now, time.monotonic()
    return cpu_seconds(pid) - began


def resident_mb(pid):
    with open(f"/proc/{pid}/status") as status:
        for line in status:
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) / 1024
    return 0


def message(id, method, params=None):
    whole = {"jsonrpc": "2.0"}
    if id is not None:
        whole["id"] = id
    whole["method"] = method
    if params is not None:
        whole["params"] = params
    return whole


def modern(params=None, version=MODERN, capabilities=None, **meta):
    """Parameters with what the new era puts into every request."""
    whole = dict(params or {})
    whole["_meta"] = {META + "protocolVersion": version, META + "clientCapabilities": capabilities or {},
                      **whole.get("_meta", {}), **meta}
    return whole


def text_of(answer):
    """The text of a tool's result; fails when it is an error."""
    assert "result" in answer, f"no result: {show(answer)}"
    result = answer["result"]
    assert result.get("isError") is not True, f"an error: {show(result)}"
    return result["content"][0]["text"]


def error_of(answer, code):
    assert "error" in answer, f"no error: {show(answer)}"
    same(answer["error"]["code"], code, show(answer))
    return answer["error"]["message"]


def failure_of(answer):
    """The text of a tool's error result."""
    assert answer.get("result", {}).get("isError") is True, f"no error result: {show(answer)}"
    return answer["result"]["content"][0]["text"]


# ---- HTTP ----

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
        with connection:
            connection.sendall(raw_request(self, method, path, {"Connection": "close", **(headers or {})}, body))
            return read_reply(connection, method)

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
        for stream in (self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except (OSError, ValueError):
                pass


def read_reply(connection, method="POST"):
    response = http.client.HTTPResponse(connection, method=method)
    response.begin()
    return Reply(response.status, response.getheaders(), response.read())


# ---- transcripts ----

class Transcript:
    """A conversation in a file: {"to": message} or {"raw": line} is sent, the
    {"from": message} lines after it are what must come back, in order. Values
    that change from run to run are replaced before they are compared."""

    def __init__(self, name):
        self.path = TRANSCRIPTS / (name + ".jsonl")
        self.steps = []
        for line in self.path.read_text().split("\n"):
            if not line:
                continue
            entry = json.loads(line)
            if "from" in entry:
                self.steps[-1][1].append(entry["from"])
            else:
                self.steps.append((entry, []))

    def play(self, converse, place, version):
        """`converse(entry)` sends a step and gives the messages that came."""
        played = [(entry, [settle(m, place, version) for m in converse(unsettle(entry, place))])
                  for entry, _ in self.steps]
        if ACCEPT:
            lines = []
            for entry, messages in played:
                lines.append(entry)
                lines.extend({"from": m} for m in messages)
            self.path.write_text("".join(json.dumps(e) + "\n" for e in lines))
            return
        for (entry, wanted), (_, got) in zip(self.steps, played):
            assert got == wanted, (f"after {show(entry)}\n{difference(got, wanted)}\n"
                                   f"  (FATHOM_ACCEPT=1 rewrites {self.path.name})")


def difference(got, wanted):
    """The two around the place where they part."""
    texts = [json.dumps(value, ensure_ascii=False) for value in (got, wanted)]
    at = next((i for i, (a, b) in enumerate(zip(*texts)) if a != b), min(map(len, texts)))
    start = max(0, at - 60)
    return "\n".join(f"  {name} ...{text[start:at + 100]}" for name, text in zip(("got   ", "wanted"), texts))


def program_version():
    return subprocess.run([FATHOM, "--version"], stdout=subprocess.PIPE).stdout.decode().split()[-1]


def replace_strings(value, change):
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [replace_strings(item, change) for item in value]
    if isinstance(value, dict):
        return {name: replace_strings(item, change) for name, item in value.items()}
    return value


VOLATILE = [
    (re.compile(r"handle=[0-9a-f]{24}"), "handle=<handle>"),
    (re.compile(r"data:image/[^\"]+"), "<icon>"),
    (re.compile(r"server: .*"), "server: <server>"),
    (re.compile(r"; \d+(\.\d+)? MB in "), "; <n> MB in "),
    (re.compile(r"took \d+ ms\b"), "took <n> ms"),
]


def settle(value, place, version):
    def change(text):
        text = text.replace(str(place.repo), "<repo>").replace(str(place.root), "<place>")
        for pattern, replacement in VOLATILE:
            text = pattern.sub(replacement, text)
        return "<version>" if text == version else text
    return replace_strings(value, change)


def unsettle(value, place):
    return replace_strings(value, lambda text: text.replace("<repo>", str(place.repo)))
