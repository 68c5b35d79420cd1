"""What the fault tests share: a place of their own with all of fathom's
directories, clients on lines and on raw sockets, and a look at every process
that belongs to the place. Everything started is found again through /proc by
the place's name in its environment, so nothing outlives a test."""
import concurrent.futures
import contextlib
import json
import os
import pathlib
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

FATHOM = os.environ.get("FATHOM") or str(pathlib.Path(__file__).resolve().parents[2] / "build/fathom")
SOAK = os.environ.get("FATHOM_SOAK") == "1"
SLOW = 6 if os.environ.get("FATHOM_CONFIG") in ("asan", "tsan", "coverage") else 1

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


class Skip(Exception):
    """This machine cannot show the fault."""


# ---- messages ----


def modern(number, method, **params):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": {**params, "_meta": META}}


def legacy(number, method, **params):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def initialize(number, version="2025-11-25"):
    return legacy(number, "initialize", protocolVersion=version, capabilities={},
                  clientInfo={"name": "faults", "version": "1"})


INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}


# ---- what sanitizers say ----

REPORTS = []


def note_report(text):
    """Keeps a sanitizer's report or a failed assertion found in this text."""
    found = re.search(r"((ERROR|WARNING): \w+Sanitizer|runtime error:|Assertion).*(\n.*){0,12}", text)
    if found:
        REPORTS.append(found.group(0))


# ---- processes ----


def processes_with(mark):
    """Pid -> command line of every process with these bytes in its environment."""
    found = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        with contextlib.suppress(OSError):
            if mark in pathlib.Path("/proc", entry, "environ").read_bytes():
                line = pathlib.Path("/proc", entry, "cmdline").read_bytes()
                if line:  # a zombie has none
                    found[int(entry)] = line.replace(b"\0", b" ").decode().strip()
    return found


def is_alive(pid):
    try:
        return "Z" not in pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False


def resident_mb(pid):
    text = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"^VmRSS:\s*(\d+)", text, re.M).group(1)) / 1024


def copy_program(target):
    """By a process of its own: a descriptor open for writing here would be
    inherited by whatever another thread starts, and the program be busy."""
    target.parent.mkdir(exist_ok=True)
    subprocess.run(["cp", "-p", FATHOM, str(target)], check=True)


def kill(pid, number=signal.SIGKILL):
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


def wait_until(what, seconds, condition):
    """The condition's first true value; fails with words after some seconds."""
    end = time.monotonic() + seconds * SLOW
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"after {seconds * SLOW} s still not: {what}")
        time.sleep(0.01)


class Place:
    """Directories, environment and a workspace of one test."""

    def __init__(self, name="faults"):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix=f"fathom-{name}-"))
        self.env = {key: value for key, value in os.environ.items()
                    if not key.startswith(("FATHOM", "XDG_", "MCP"))}
        for variable, folder in (("XDG_CONFIG_HOME", "config"), ("XDG_CACHE_HOME", "cache"),
                                 ("XDG_STATE_HOME", "state"), ("XDG_RUNTIME_DIR", "run"),
                                 ("HOME", "home")):
            (self.path / folder).mkdir(mode=0o700)
            self.env[variable] = str(self.path / folder)
        self.env["FAULTS_PLACE"] = str(self.path)
        self.mark = b"FAULTS_PLACE=" + str(self.path).encode() + b"\0"
        self.runtime = self.path / "run" / "fathom"
        self.state = self.path / "state" / "fathom"
        self.config = self.path / "config" / "fathom"
        self.work = self.make_workspace("work")

    def make_workspace(self, name):
        work = self.path / name
        (work / ".git").mkdir(parents=True)
        (work / "src").mkdir()
        for i in range(20):
            (work / "src" / f"part{i}.c").write_text(
                f"/* part {i} */\nint answer_{i}(int question) {{ return question + {i}; }}\n")
        (work / "src" / "main.c").write_text("int main(void) { return 0; }\n")
        line = "/* " + "padding " * 12 + "*/\n"
        (work / "large.txt").write_text(line * (900_000 // len(line)))
        return work

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        for _ in range(100):
            left = self.processes()
            if not left:
                break
            for pid in left:
                kill(pid)
            time.sleep(0.02)
        with contextlib.suppress(OSError):
            note_report((self.state / "daemon.log").read_text(errors="replace"))
        subprocess.run(["chmod", "-R", "u+rwX", str(self.path)], check=False, capture_output=True)
        shutil.rmtree(self.path, ignore_errors=True)

    def processes(self):
        return processes_with(self.mark)

    def daemons(self):
        return [pid for pid, line in self.processes().items() if line.endswith(" daemon run")]

    def run(self, *words, program=FATHOM, env=None, cwd=None, seconds=30, **options):
        done = subprocess.run([program, *words], env=env or self.env, cwd=cwd or self.work, text=True,
                              capture_output=True, timeout=seconds * SLOW, stdin=subprocess.DEVNULL,
                              **options)
        note_report(done.stderr)
        return done

    def daemon_status(self):
        done = self.run("daemon", "status", "--json")
        return json.loads(done.stdout) if done.returncode == 0 else None

    def stop_daemon(self):
        done = self.run("daemon", "stop")
        assert done.returncode == 0, f"daemon stop: {done.returncode} {done.stderr}"

    def assert_empty(self):
        """Nobody is left, and nothing of theirs."""
        wait_until(f"no process left: {self.processes()}", 8, lambda: not self.processes())
        sockets = [p.name for p in self.runtime.glob("*") if p.is_socket()]
        assert not sockets, f"sockets left: {sockets}"

    def assert_files_whole(self):
        """Each of our JSON files parses; a temporary one is all a kill may leave."""
        for base in ("config", "state", "cache", "run"):
            for path in (self.path / base).rglob("*"):
                if path.suffix == ".json" and not path.name.startswith(".fathom-tmp-"):
                    try:
                        json.loads(path.read_text())
                    except ValueError as error:
                        raise AssertionError(f"half-written: {path}: {error}") from error


# ---- a client on lines ----


class LineClient:
    """A front end and its client. Keeps every line it gets; `answers` counts
    them by id. With `shell`, a shell is the parent and can be killed while
    the pipes stay open here."""

    def __init__(self, place, *words, shell=False, reads=True, cwd=None, env=None, program=FATHOM):
        command = [program, "serve", *words]
        if shell:
            command = ["sh", "-c", '"$@"; true', "sh", *command]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env=env or place.env,
                                        cwd=cwd or place.work)
        self.place = place
        self.shell = shell
        self.lines = []
        self.arrived = threading.Condition()
        self.answers = {}
        self.problems = []
        self.sent = {}
        self.ended = False
        self.threads = [threading.Thread(target=self._read_errors, daemon=True)]
        self.errors = ""
        self.unread = [] if reads else [self.process.stdout]
        if reads:
            self.threads.append(threading.Thread(target=self._read, daemon=True))
        for thread in self.threads:
            thread.start()

    def _read_errors(self):
        with contextlib.suppress(ValueError, OSError):
            with self.process.stderr:
                self.errors = self.process.stderr.read().decode(errors="replace")
            note_report(self.errors)

    def _read(self):
        with contextlib.suppress(ValueError, OSError):
            with self.process.stdout:
                for line in self.process.stdout:
                    self._take(line)
        with self.arrived:
            self.ended = True
            self.arrived.notify_all()

    def _take(self, line):
        try:
            if not line.endswith(b"\n"):
                raise ValueError("no line end")
            value = json.loads(line)
        except ValueError as error:
            value = None
            self.problems.append(f"not a message ({error}): {line[:80]!r} ... {len(line)} bytes")
        with self.arrived:
            self.lines.append(value)
            for item in value if isinstance(value, list) else [value]:
                if isinstance(item, dict) and "id" in item and "method" not in item:
                    self.answers.setdefault(json.dumps(item["id"]), []).append(item)
            self.arrived.notify_all()

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        if isinstance(message, dict) and "id" in message and "method" in message:
            self.sent[json.dumps(message["id"])] = message
        self.send_bytes(json.dumps(message).encode() + b"\n")

    def wait(self, number, seconds=10):
        key = json.dumps(number)
        with self.arrived:
            if not self.arrived.wait_for(lambda: key in self.answers or self.ended, seconds * SLOW):
                raise AssertionError(f"no answer to {number} within {seconds} s")
            if key not in self.answers:
                raise AssertionError(f"ended without an answer to {number}; stderr: {self.errors!r}")
            return self.answers[key][0]

    def ask(self, message, seconds=10):
        self.send(message)
        return self.wait(message["id"], seconds)

    def unanswered(self):
        return [key for key in self.sent if key not in self.answers]

    def assert_each_once(self, seconds=15):
        """Every request has exactly one answer, and no line was broken."""
        with self.arrived:
            self.arrived.wait_for(lambda: not self.unanswered() or self.ended, seconds * SLOW)
        assert not self.unanswered(), (
            f"unanswered: {[self.sent[k]['method'] for k in self.unanswered()]} "
            f"(ended: {self.ended}, stderr {self.errors!r})")
        twice = [key for key, got in self.answers.items() if len(got) > 1]
        assert not twice, f"answered more than once: {twice}"
        assert not self.problems, self.problems[0]

    def front_pid(self):
        if not self.shell:
            return self.process.pid
        for pid in self.place.processes():
            with contextlib.suppress(OSError):
                stat = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
                if int(stat[1]) == self.process.pid:
                    return pid
        return None

    def finish(self, seconds=10):
        """Ends the input; gives the exit status."""
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        status = self.process.wait(seconds * SLOW)
        for thread in self.threads:
            thread.join(5)
        return status

    def drop(self):
        kill(self.process.pid)
        self.process.wait()
        # What a thread reads it closes: elsewhere that would wait for the reader.
        for stream in (self.process.stdin, *self.unread):
            with contextlib.suppress(OSError):
                stream.close()


# ---- a client on HTTP ----


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class HttpServer:
    """`fathom serve --http` in one process, or a front end of the daemon's."""

    def __init__(self, place, *words, port=None):
        self.port = port or free_port()
        self.process = subprocess.Popen(
            [FATHOM, "serve", "--http", "--no-auth", "--port", str(self.port), *words],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env=place.env, cwd=place.work)
        self.pid = self.process.pid
        self.errors = []
        threading.Thread(target=self._read_errors, daemon=True).start()

    def _read_errors(self):
        with contextlib.suppress(ValueError, OSError):
            for line in self.process.stderr:
                self.errors.append(line.decode(errors="replace"))
        note_report("".join(self.errors))

    def is_healthy(self):
        with contextlib.suppress(OSError, AssertionError):
            return self.get("/health")[0] == 200
        return False

    def wait_healthy(self, seconds=8):
        wait_until("the listener answers /health", seconds, lambda: self.is_healthy() or self._gone())
        assert self.process.poll() is None, f"the listener ended: {''.join(self.errors)}"

    def _gone(self):
        return self.process.poll() is not None

    def connect(self, seconds=10):
        sock = socket.create_connection(("127.0.0.1", self.port), seconds * SLOW)
        return sock

    def get(self, path, seconds=5):
        with self.connect(seconds) as sock:
            sock.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
            return read_answer(sock)

    def post_bytes(self, message, headers=None):
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        head = {
            "Host": f"127.0.0.1:{self.port}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            "Content-Length": str(len(body)),
        }
        if isinstance(message, dict) and "_meta" in message.get("params", {}):
            head["MCP-Protocol-Version"] = "2026-07-28"
            head["Mcp-Method"] = message["method"]
            name = message["params"].get("name") or message["params"].get("uri")
            if name:
                head["Mcp-Name"] = name
        head.update(headers or {})
        lines = "".join(f"{key}: {value}\r\n" for key, value in head.items())
        return f"POST /mcp HTTP/1.1\r\n{lines}\r\n".encode() + body

    def post(self, message, headers=None, seconds=10):
        with self.connect(seconds) as sock:
            sock.sendall(self.post_bytes(message, headers))
            return read_answer(sock)

    def stop(self, seconds=10):
        self.process.terminate()
        return self.process.wait(seconds * SLOW)


def read_head(sock, data=b""):
    while b"\r\n\r\n" not in data:
        more = sock.recv(65536)
        if not more:
            raise AssertionError(f"the connection ended in an answer's head: {data[:80]!r}")
        data += more
    head, rest = data.split(b"\r\n\r\n", 1)
    lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, value in
               (line.split(":", 1) for line in lines[1:])}
    return int(lines[0].split()[1]), headers, rest


def read_answer(sock, data=b""):
    """(status, headers, body) of one answer; `body` of JSON is decoded."""
    status, headers, rest = read_head(sock, data)
    length = int(headers.get("content-length", "0"))
    while len(rest) < length:
        more = sock.recv(1 << 20)
        if not more:
            raise AssertionError("the connection ended in an answer's body")
        rest += more
    body = rest[:length]
    if headers.get("content-type", "").startswith("application/json"):
        body = json.loads(body)
    return status, headers, body


def reads_end(sock):
    """True when the server closed the connection; what it said is dropped."""
    with contextlib.suppress(ConnectionError):
        while sock.recv(65536):
            pass
    return True


# ---- watching others meanwhile ----


class MemoryWatch:
    """The most memory some processes had, above what they began with."""

    def __init__(self, *pids):
        self.first = {pid: resident_mb(pid) for pid in pids}
        self.most = dict(self.first)
        self.done = threading.Event()
        self.thread = threading.Thread(target=self._watch, daemon=True)

    def _watch(self):
        while not self.done.wait(0.02):
            for pid in self.most:
                with contextlib.suppress(OSError, AttributeError):
                    self.most[pid] = max(self.most[pid], resident_mb(pid))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.done.set()
        self.thread.join()

    def growth(self, pid=None):
        if pid is not None:
            return self.most[pid] - self.first[pid]
        return max(self.most[p] - self.first[p] for p in self.most)


# ---- running cases ----


def run_each(cases, at_once=1):
    """Runs functions named by what they show; one line each. True when all
    went well. Words on the command line choose among them."""
    failed = []
    lock = threading.Lock()

    def one(case):
        name = getattr(case, "title", case.__name__)
        began = time.monotonic()
        try:
            case()
            line = f"ok {name} ({time.monotonic() - began:.1f} s)"
        except Skip as why:
            line = f"ok {name} # skipped: {why}"
        except Exception as error:  # every failure is one line and a place
            failed.append(name)
            where = traceback.extract_tb(error.__traceback__)[-1]
            words = " ".join(str(error).split()) or type(error).__name__
            line = f"FAIL {name}: {words} ({os.path.basename(where.filename)}:{where.lineno})"
        with lock:
            print(line, flush=True)

    chosen = [case for case in cases
              if len(sys.argv) < 2 or getattr(case, "title", case.__name__) in sys.argv[1:]]
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        list(pool.map(one, chosen))
    return not failed and no_reports()


def no_reports():
    for report in REPORTS:
        print("FAIL sanitizer: " + report.replace("\n", "\n# "), flush=True)
    return not REPORTS


def run_cases(cases, at_once=1):
    sys.exit(0 if run_each(cases, at_once) else 1)


def titled(function, title):
    function.title = title
    return function
