#!/usr/bin/env python3
"""A hostile repository against every tool of every profile: in one process,
through the daemon, and over HTTP with a key.

Whatever a repository holds and whatever a client asks: outside the workspace
not one byte changes, no process but git is started, no file of the home or
beside the workspace is opened, nobody is connected to; every call is answered
in time, with valid messages, and neither words of files outside nor symbols
that a delivered index invented are in an answer.

CI runs all tricks in as few repositories as possible. FATHOM_SOAK=1 runs each
trick alone, the three ways in turn, then those few repositories with hostile
arguments, each with a share of the words, so that together every argument of
every tool has been given every word: all ways with all words for every trick
would take a day. Without strace, or where it
may not trace, files are compared before and after, and the rest is skipped.
FATHOM_KIT=name,name runs those tricks together."""
import itertools
import os
import pathlib
import resource
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "protocol"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import hostile  # noqa: E402
import hostile_kept  # noqa: E402
import watch  # noqa: E402
from harness import *  # noqa: E402,F403

SOAK = os.environ.get("FATHOM_SOAK") == "1"
CALL_SECONDS = 120 if SLOW else 70 if SOAK else 25  # most take no time at all
ROUND_SECONDS = 600 if SLOW or SOAK else 100
FILE_BYTES = 1 << 30  # no file that the program writes becomes larger
SHARES = len(hostile.rounds())
WAYS = ("stdio", "daemon", "http")
GIT = shutil.which("git")

# ---- arguments ----

PLAIN = {"symbol": "genuine_function_a", "query": "genuine_function_a", "name": "genuine_function_a", "target": "src/lib.c", "file": "src/lib.c",
         "file_path": "src/lib.c", "path": "src/app.c", "paths": ["src/app.c", "py/model.py"], "line": 3, "column": 5, "from": "main",
         "to": "lib_close", "pattern": "genuine_\\w+", "glob": "*.c", "task": "change genuine_function_a", "changed_files": ["src/lib.c"],
         "symbol_path": "genuine_function_a", "symbol_file": "src/lib.c", "start_line": 1, "start_column": 1, "end_line": 2, "end_column": 2,
         "new_name": "renamed", "newName": "renamed", "range": "HEAD~1..HEAD", "consumer_roots": ["."], "command": "x", "connect": "127.0.0.1:1",
         "dest_path": "kit-export.cache", "src_path": "kit-export.cache", "text": "int x;\n", "ready_timeout_seconds": 0}

# Optional arguments that are worth naming although a tool works without them.
ALSO = {"impact": [{"diff": True}, {"staged": True}, {"range": "HEAD~1"}, {"target": "src/lib.c"}],
        "detect_changes": [{"scope": "committed"}, {"scope": "staged"}, {"scope": "unstaged"}, {}],
        "cochange": [{"path": "src/app.c", "min_commits": 1}], "kart_cochange": [{"path": "src/app.c"}], "search": [{"pattern": "DECOY"}, {"pattern": "int"}],
        "find": [{"query": "*"}, {"query": "SYSTEM_NOTE"}], "files": [{}, {"format": "flat"}], "status": [{}], "hotspots": [{}], "kart_list": [{}, {"recursive": True}],
        "kart_search": [{"pattern": "DECOY"}], "kart_find": [{"name": "genuine_function_a"}], "explore": [{"query": "genuine_function_a main"}]}


def arguments_of(tool):
    """From the schema: what it requires, by name, else by type."""
    schema = tool["inputSchema"]
    return {name: value_of(name, schema["properties"][name]) for name in schema.get("required", [])}


def value_of(name, schema):
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    if name in PLAIN and (kind != "array") == (not isinstance(PLAIN[name], list)):
        return PLAIN[name]
    if kind == "array":
        return [value_of(name.rstrip("s"), schema.get("items", {"type": "string"}))]
    if kind == "object":
        return {key: value_of(key, schema["properties"][key]) for key in schema.get("required", [])}
    return {"integer": schema.get("minimum", 1), "number": schema.get("minimum", 1), "boolean": True}.get(kind, "src/app.c")


def hostile_words(ground):
    home, outside = str(ground.home), str(ground.outside)
    return ["../../outside/secret.c", f"{outside}/secret.c", f"{home}/.ssh/id_rsa", "/etc/passwd", "linked/secret.c", "dirs/out/secret.c", "dirs/home/.netrc",
            "dirs/proc/etc/passwd", "src/app.c\0.txt", "\0", "", "x" * 9000, "/" * 4000, "../" * 300 + "etc/passwd", "--help", "-c", "--output=pwned", "HEAD --output=pwned",
            "--upload-pack=touch pwned", "-O/dev/null", f"--no-index {home}/.netrc {outside}/secret.txt", "$(touch pwned)", "`touch pwned`", "; touch pwned", "| touch pwned",
            "(a+)+$", "(" * 900, "(?:a?){60}a{60}", "[" * 500, "*" * 500, "**/" * 200, "(?R)", "\\", "%s%n%p", "{{7*7}}", "'; DROP TABLE files; --",
            "file:///etc/passwd", f"file://{home}/.ssh/id_rsa", "http://127.0.0.1:1/", "\u202e\x1b[2J", "~/.ssh/id_rsa", "$HOME/.netrc", "pipe.c", "zero.c",
            ".fathom/config.json", ".git/config", "./.", "..", ".", "/", home, outside]


def calls_of(tools, ground, with_hostile, turn=None):
    """(name, arguments) of everything that is asked. `turn`: the round, whose
    share of the hostile words it is; in CI each tool gets two of all."""
    words = hostile_words(ground)
    share = words[turn or 0::SHARES]
    calls = []
    for tool in tools:
        plain = arguments_of(tool)
        calls.append((tool["name"], plain))
        properties = tool["inputSchema"].get("properties", {})
        calls += [(tool["name"], {**plain, **more}) for more in ALSO.get(tool["name"], [])]
        if not with_hostile:
            continue
        names = [name for name, schema in properties.items() if schema.get("type") in ("string", "array") and "enum" not in schema]
        chosen = share if SOAK else [words[(len(calls) * 7 + i * 11) % len(words)] for i in range(2)]
        for i, word in enumerate(chosen):
            for name in names if SOAK else names[i % len(names):][:1] if names else []:
                is_list = properties[name].get("type") == "array"
                calls.append((tool["name"], {**plain, name: [word] if is_list else word}))
    return calls


# ---- a run ----

def limits():
    """A trick that still works must not fill the disk of whoever runs this."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_BYTES, FILE_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Lines:
    """A server on pipes, watched."""

    def __init__(self, ground, *words, log=None, cwd=None):
        self.process = subprocess.Popen([*(watch.prefix(log) if log else []), FATHOM, *words], cwd=cwd or ground.work, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ground.env(), start_new_session=True, preexec_fn=limits)
        self.incoming, self.errors, self.next_id = queue.Queue(), [], 1
        for target in (self._read, self._read_errors):
            threading.Thread(target=target, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.incoming.put(line)
        self.incoming.put(None)

    def _read_errors(self):
        for line in self.process.stderr:
            self.errors.append(line.decode("utf-8", "replace"))

    def request(self, method, params, seconds):
        """The answer, or words that say why there is none."""
        id = self.next_id
        self.next_id += 1
        try:
            self.process.stdin.write(json.dumps(message(id, method, params)).encode() + b"\n")
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError):
            return "the server is gone: " + "".join(self.errors[-3:])
        until = time.monotonic() + seconds
        while True:
            try:
                line = self.incoming.get(timeout=max(0.01, until - time.monotonic()))
            except queue.Empty:
                return f"no answer within {seconds:.0f} s"
            if line is None:
                return "the server ended: " + "".join(self.errors[-3:])
            try:
                answer = json.loads(line.decode("utf-8"))
            except ValueError:
                return f"not JSON: {line[:200]}"
            if answer.get("id") == id and "method" not in answer:
                return answer

    def close(self):
        try:
            self.process.stdin.close()
        except (BrokenPipeError, ValueError):
            pass
        watch.end(self.process)


class Web:
    """The same over HTTP with a key."""

    def __init__(self, ground, log=None, at=None):
        """`at`: it is started there and told of no repository."""
        key = subprocess.run([FATHOM, "key", "create"], cwd=ground.work, env=ground.env(), stdout=subprocess.PIPE, check=True).stdout.decode().split()[0]
        self.process = subprocess.Popen([*(watch.prefix(log) if log else []), FATHOM, "serve", "--http", "--port", "0", "--no-daemon", "--profile", "full",
                                         *([] if at else ["--repo", str(ground.work)])],
                                        cwd=at or ground.work, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ground.env(),
                                        start_new_session=True, preexec_fn=limits)
        self.key, self.session, self.next_id, self.errors, self.roots = key, None, 1, [], ground.outside
        self.listening = threading.Event()
        threading.Thread(target=self._read_errors, daemon=True).start()
        self.listening.wait(WAIT)
        assert self.listening.is_set() and self.process.poll() is None, "no listener: " + "".join(self.errors)

    def _read_errors(self):
        for line in self.process.stderr:
            self.errors.append(line.decode("utf-8", "replace"))
            found = re.match(r"fathom: listening on http://([^:/]+):(\d+)/mcp", self.errors[-1])
            if found:
                self.host, self.port = found[1], int(found[2])
                self.listening.set()

    def post(self, whole, seconds):
        """The messages that come back, one after another."""
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "Authorization": "Bearer " + self.key}
        if self.session:
            headers.update({"Mcp-Session-Id": self.session, "MCP-Protocol-Version": "2025-11-25"})
        connection = http.client.HTTPConnection(self.host, self.port, timeout=seconds)
        try:
            connection.request("POST", "/mcp", json.dumps(whole), headers)
            response = connection.getresponse()
            self.session = self.session or response.getheader("Mcp-Session-Id")
            if "event-stream" not in response.getheader("Content-Type", ""):
                body = response.read()
                yield from [json.loads(body)] if body else []
                return
            while line := response.readline():
                if line.startswith(b"data:") and line[5:].strip():
                    yield json.loads(line[5:])
        finally:
            connection.close()

    def request(self, method, params, seconds):
        id = self.next_id
        self.next_id += 1
        try:
            for answer in self.post(message(id, method, params), seconds):
                if answer.get("method") == "roots/list":
                    list(self.post({"jsonrpc": "2.0", "id": answer["id"], "result": {"roots": [{"uri": f"file://{self.roots}"}]}}, seconds))
                elif answer.get("id") == id and "method" not in answer:
                    return answer
        except TimeoutError:
            return f"no answer within {seconds:.0f} s"
        except (OSError, http.client.HTTPException) as problem:
            return f"the server is gone: {problem!r} " + "".join(self.errors[-3:])
        except ValueError as problem:
            return f"not JSON: {problem}"
        return "the stream ended without an answer"

    def close(self):
        if self.process.poll() is None:
            stop_all(self.process)
        watch.end(self.process)


def stop_all(process):
    """TERM for what runs under a tracer, which passes none on."""
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            if os.getpgid(int(entry.name)) == process.pid and os.path.realpath(entry / "exe") == os.path.realpath(FATHOM):
                os.kill(int(entry.name), signal.SIGTERM)
        except (OSError, ProcessLookupError):
            continue


class Run:
    """One ground, one way to talk, everything judged."""

    def __init__(self, ground, way):
        self.ground, self.way, self.problems = ground, way, []
        self.logs = ground.root / "logs"  # one for every process that was started
        self.kept = [*ground.own(), ground.work / ".fathom", ground.repo / ".fathom", ground.root / "tmp", self.logs]
        self.logs.mkdir()
        self.before = watch.snapshot([ground.root], self.kept)
        self.answered = 0  # calls that gave something else than an error
        self.daemon = None
        self.is_polite = False  # arguments are as they should be
        self.told = {f"made: {ground.work}"}

    def say(self, words):
        if words not in self.problems:
            self.problems.append(words)

    def log(self):
        return self.logs / str(len(os.listdir(self.logs))) if watch.WORKS else None

    def open(self):
        if self.way == "http":
            self.server = Web(self.ground, self.log())
        elif self.way == "daemon":
            if not self.daemon or self.daemon.process.poll() is not None:
                self.daemon = Lines(self.ground, "daemon", "run", log=self.log(), cwd="/")
                until(lambda: any(self.ground.run.rglob("*.sock")), "the daemon's socket")
            self.server = Lines(self.ground, "serve", "--profile", "full", "--repo", str(self.ground.work), log=self.log())
        else:
            self.server = Lines(self.ground, "serve", "--no-daemon", "--profile", "full", "--repo", str(self.ground.work), log=self.log())
        answer = self.server.request("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "kit", "version": "1"}}, WAIT)
        assert isinstance(answer, dict) and "result" in answer, f"initialize: {answer}"
        if self.way != "http":
            self.server.process.stdin.write(json.dumps(message(None, "notifications/initialized")).encode() + b"\n")

    def close(self):
        self.server.close()
        if self.daemon:
            stop_all(self.daemon.process)
            self.daemon.close()

    def ask(self, calls):
        """All of them, one after another; a server that is lost is replaced."""
        start, lost = time.monotonic(), 0
        for name, arguments in calls:
            left = ROUND_SECONDS - (time.monotonic() - start)
            if left < 1 or lost > 3:
                self.say(f"given up before {name}: " + ("the server was lost too often" if lost > 3 else f"more than {ROUND_SECONDS} s in all"))
                return
            # And the folders above it.
            parts = os.path.normpath(str(arguments.get("dest_path"))).split("/")
            self.told |= {f"made: {self.ground.work}/{'/'.join(parts[:count])}" for count in range(1, len(parts) + 1)}
            answer = self.server.request("tools/call", {"name": name, "arguments": arguments}, min(left, CALL_SECONDS))
            if isinstance(answer, str):
                self.say(f"{name} {show(arguments)[:120]}: {answer}")
                lost += 1
                self.server.close()
                self.open()
                continue
            self.hear(name, arguments, answer)
        self.check_use()

    def check_use(self):
        """A refusal may stay as long as its cause does; what is only damaged is made anew."""
        for _ in range(2):
            answer = self.server.request("tools/call", {"name": "find", "arguments": {"query": hostile.GENUINE}}, CALL_SECONDS)
        text = answer if isinstance(answer, str) else json.dumps(answer.get("result", answer))
        if "src/lib.c:3" not in text and not re.search(r"\b(link|pipe|fifo|folder|directory|regular file|device|socket)\b", text):
            self.say(f"find does not work any more: {text[:300]}")

    def hear(self, name, arguments, answer):
        if answer.get("jsonrpc") != "2.0" or ("result" in answer) == ("error" in answer):
            self.say(f"{name}: no JSON-RPC answer: {show(answer)[:200]}")
        text = json.dumps(answer, ensure_ascii=False)
        self.answered += "result" in answer and not answer["result"].get("isError")
        if self.is_polite and re.search(r"(unknown|missing) argument '", text):
            self.say(f"{name} {show(arguments)} is not understood: {text[:300]}")
        asked = json.dumps(arguments, ensure_ascii=False)
        for word in self.ground.words:
            if word in text:
                self.say(f"{name} {show(arguments)[:120]} tells what is outside: {text[max(0, text.index(word) - 60):][:120]}")
        if hostile.INVENTED in text and hostile.INVENTED not in asked:
            self.say(f"{name} {show(arguments)[:120]} tells an invented symbol: {text[max(0, text.index(hostile.INVENTED) - 60):][:120]}")
        for block in answer.get("result", {}).get("content", []):
            for hidden in "\u202e\u2066\x1b\x9b\u2028":
                if hidden in block.get("text", ""):
                    self.say(f"{name} {show(arguments)[:120]}: U+{ord(hidden):04X} is in the text")

    def judge(self):
        ground = self.ground
        for marker in sorted(os.listdir(ground.markers)):
            self.say(f"a command of the repository was run: {marker}")
        after = watch.snapshot([ground.root], self.kept)
        for words in watch.changes(self.before, after):
            # A tool that writes a file where it was told to, in the workspace, may.
            if "/markers" not in words and words not in self.told and words != f"changed: {ground.work}":
                self.say(words)
        if any((ground.root / "tmp").iterdir()):
            self.say(f"temporary files: {os.listdir(ground.root / 'tmp')[:5]}")
        if not watch.WORKS:
            return
        # Git looks for its user's settings; that is not ours to forbid.
        # A linked working tree is known by one file beside its data, which names it.
        reads = [ground.home / ".gitconfig", ground.home / ".config/git", ground.outside / "main/.git/worktrees/tree/gitdir"]
        forbidden = [ground.home, ground.outside, ground.markers, "/etc/shadow", "/root/.ssh"]
        judge = watch.Judge(ground.repo, [*ground.own(), ground.root / "tmp"], forbidden, [FATHOM, GIT], reads, listens=self.way == "http")
        for log in sorted(self.logs.iterdir()):
            calls = watch.read_log(log)
            assert any(call.name in ("openat", "openat2") for call in calls), f"strace saw nothing: {log.read_text('latin-1')[:300]}"
            ground.seen.update(names_below(calls, ground))
            for words in judge.judge(calls):
                self.say(words)


def names_below(calls, ground):
    """Names in .fathom that were asked for, existing or not."""
    folder = f"{ground.work}/.fathom/"
    for call in calls:
        for path in call.paths() if call.name in ("open", "openat", "openat2", "creat", "rename", "renameat", "renameat2", "linkat") else []:
            if path.startswith(folder):
                yield path[len(folder):]


# ---- what is learned from the program itself ----

_learned = {}


def learn():
    """The tools, and every name in .fathom, from a harmless repository."""
    if _learned:
        return _learned
    ground = hostile.build([])
    ground.seen = set()
    try:
        run = Run(ground, "stdio")
        run.is_polite = True
        run.open()
        answer = run.server.request("tools/list", {}, WAIT)
        _learned["tools"] = answer["result"]["tools"]
        run.ask(calls_of(_learned["tools"], ground, False))
        run.close()
        run.judge()
        found = {os.path.relpath(os.path.join(at, name), ground.work / ".fathom")
                 for at, _, files in os.walk(ground.work / ".fathom") for name in files}
        _learned["problems"] = run.problems
    finally:
        ground.close()
    found |= ground.seen
    # What is made for a moment has a number in its name.
    _learned["names"] = {name for name in found if not re.search(r"\.(tmp|new)|[0-9a-f]{12}|~", name)}
    stores = [name for name in found if name.endswith(".sqlite")]
    _learned["names"] |= {store + end for store in stores for end in ("-wal", "-shm", "-journal", ".lock", ".parsing", ".strikes", ".roots", ".world", ".broken")}
    return _learned


def index_of_another(ground):
    """What somebody else's program made of these very files."""
    home = ground.root / "other-home"
    home.mkdir(exist_ok=True)
    env = {**ground.env(), "HOME": str(home), "XDG_RUNTIME_DIR": str(home)}
    for words in (["index", "--no-daemon"], ["search", "int", "--no-daemon"], ["cochange", "src/app.c", "--no-daemon"], ["explore", "main", "--no-daemon"]):
        subprocess.run([FATHOM, *words], cwd=ground.work, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=WAIT)
    shutil.rmtree(home)
    folder = ground.work / ".fathom"
    made = {os.path.relpath(os.path.join(at, name), folder): pathlib.Path(at, name).read_bytes() for at, _, files in os.walk(folder) for name in files}
    return made


def some_of(tools, turn):
    """Half of them, each time the other, and those that have most to do with files."""
    return [tool for i, tool in enumerate(tools) if i % 2 == turn % 2 or tool["name"] in ALSO]


def attack(tricks, way, with_hostile=False, turn=None):
    learned = learn()
    tools = learned["tools"] if turn is None or SOAK else some_of(learned["tools"], turn)
    ground = hostile.build(tricks, learned["names"], index_of_another)
    ground.seen = set()
    try:
        run = Run(ground, way)
        try:
            run.open()
            run.ask(calls_of(tools, ground, with_hostile, turn))
        finally:
            run.close()
        run.judge()
    finally:
        if os.environ.get("FATHOM_KEEP"):
            print(f"kept: {ground.root}")
        else:
            ground.close()
    print(f"# {way}: {len(tricks)} tricks, {run.answered} calls answered", flush=True)
    assert not run.problems, f"{len(run.problems)} doors:\n    " + "\n    ".join(show(words)[:300] for words in run.problems[:40])


# ---- cases ----

@case
def tracing():
    if not watch.WORKS:
        print("skipped tracing: strace is missing or may not trace; files are compared before and after all the same")


@case
def a_harmless_repository():
    """The judges find nothing where there is nothing."""
    learned = learn()
    assert len(learned["tools"]) > 80, len(learned["tools"])
    assert any(name.endswith(".sqlite") for name in learned["names"]), sorted(learned["names"])
    assert not learned["problems"], "\n    ".join(learned["problems"][:40])


@case
def the_judges_see():
    """Each thing that is forbidden, done on purpose, is noticed."""
    ground = hostile.build([])
    try:
        before = watch.snapshot([ground.root])
        log = ground.root.parent / (ground.root.name + ".log")
        script = (f"cat {ground.home}/.netrc; echo x > {ground.outside}/made; echo x >> {ground.home}/.bashrc; ln -s x {ground.home}/link; mv {ground.outside}/ignore "
                  f"{ground.outside}/moved; chmod 777 {ground.home}/notes.txt; {hostile.RUNS} {ground.markers}/x; (exec 3<>/dev/tcp/127.0.0.1/9) 2>/dev/null; true")
        subprocess.run([*watch.prefix(log), "bash", "-c", script], stdout=subprocess.DEVNULL, check=True)
        said = watch.changes(before, watch.snapshot([ground.root]))
        for words in (f"made: {ground.outside}/made", f"changed: {ground.home}/.bashrc", f"made: {ground.home}/link", f"removed: {ground.outside}/ignore",
                      f"changed: {ground.home}/notes.txt", f"made: {ground.markers}/x"):
            assert words in said, f"{words} is not in {said}"
        if watch.WORKS:
            said = watch.Judge(ground.work, ground.own(), [ground.home, ground.outside], [FATHOM]).judge(watch.read_log(log))
            log.unlink()
            for words in (f"opened: {ground.home}/.netrc", f"opened for writing: {ground.outside}/made", f"opened for writing: {ground.home}/.bashrc",
                          "started: /", "connect: ", "symlinkat: ", "fchmodat: ", "rename"):
                assert any(one.startswith(words) for one in said), f"{words} is not in {said}"
    finally:
        ground.close()


@case
def a_key_opens_no_other_folder():
    """A client with a key names folders as its roots, then searches them."""
    ground = hostile.build([])
    try:
        kept = [*ground.own(), ground.work / ".fathom"]
        before = watch.snapshot([ground.root], kept)
        problems = []
        folders = (ground.home / ".ssh", ground.outside, ground.home, ground.home / "project", ground.root / "nowhere")
        for folder, at in itertools.product(folders, (None, ground.run)):
            server = Web(ground, at=at)
            server.roots = folder
            server.request("initialize", {"protocolVersion": "2025-11-25", "capabilities": {"roots": {}}, "clientInfo": {"name": "kit", "version": "1"}}, WAIT)
            for arguments in ({"pattern": "DECOY"}, {"pattern": "DECOY", "repo": str(folder)}, {"pattern": "DECOY", "path": str(folder)}):
                answer = server.request("tools/call", {"name": "search", "arguments": arguments}, CALL_SECONDS)
                assert isinstance(answer, dict), answer
                lacks(json.dumps(answer), " argument '")
                problems += [f"{folder} {sorted(arguments)} tells {word}" for word in ground.words if word in json.dumps(answer)]
            server.close()
        problems += watch.changes(before, watch.snapshot([ground.root], kept))
        assert not problems, "\n    ".join(["", *problems[:20]])
    finally:
        ground.close()


def every_kind_at_every_name():
    """One name at a time: what refuses one thing must not hide what follows another."""
    for name in sorted(learn()["names"]):
        for kind in hostile_kept.KINDS:
            plants = hostile.Trick(lambda ground: hostile_kept.plant_at(ground, kind, [name]), "fathom")
            try:
                attack([plants], "stdio", False, 0)
            except AssertionError as problem:
                raise AssertionError(f"{kind} at {name}: {problem}") from None


def add_cases():
    chosen = os.environ.get("FATHOM_KIT")
    if chosen:
        tricks = [one for one in hostile.TRICKS if one.name in chosen.split(",")]
        for way in WAYS:
            add_case(f"chosen_{way}", lambda way=way: attack(tricks, way))
        return
    groups = hostile.rounds()
    if SOAK:
        for one, way in zip(hostile.TRICKS, itertools.cycle(WAYS)):
            add_case(f"{one.name}_{way}", lambda one=one, way=way: attack([one], way))
        for i, (group, way) in enumerate(zip(groups, itertools.cycle(WAYS))):
            add_case(f"round_{i}_{way}_with_hostile_arguments", lambda group=group, way=way, i=i: attack(group, way, True, i))
        add_case("every_kind_at_every_name", every_kind_at_every_name)
        return
    for i, group in enumerate(groups):
        way = "stdio" if i else "stdio_with_hostile_arguments"
        add_case(f"round_{i}_{way}", lambda group=group, i=i: attack(group, "stdio", i == 0, i or None))
    for way in ("daemon", "http"):
        add_case(f"round_0_{way}", lambda way=way: attack(groups[0], way))


add_cases()
if __name__ == "__main__":
    main()
