"""Copies of repositories that things are done to, and what their index holds.
For the tests beside it."""
import contextlib
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile
import time

import made

HERE = pathlib.Path(__file__).resolve().parent
FATHOM = os.path.abspath(os.environ.get("FATHOM", "build/fathom"))
SOAK = bool(os.environ.get("FATHOM_SOAK"))
SETTLES = 300 # seconds within which an index is up to date, however slow the machine
META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}


class Source:
    """Where a tree comes from: a folder, or a function that makes one."""

    def __init__(self, name, put):
        self.name = name
        self.put = put

    @staticmethod
    def folder(path):
        ignored = shutil.ignore_patterns(".git", ".fathom", "node_modules")
        return Source(path.name, lambda to: shutil.copytree(path, to, symlinks=True, ignore=ignored))


def graphs(to):
    """All golden repositories side by side: every construct there is."""
    for path in sorted((HERE.parent / "graphs").iterdir()):
        if path.is_dir():
            shutil.copytree(path, to / path.name, symlinks=True)


def sources(words=()):
    """The repositories to take: named, those of FATHOM_TREES, or made ones."""
    words = list(words) or [word for word in os.environ.get("FATHOM_TREES", "").split(":") if word]
    if words:
        return [Source.folder(pathlib.Path(word)) for word in words]
    return [Source("graphs", graphs)] + [Source(name, make) for name, make in made.TREES.items()]


def differences(left, right, names):
    """The first rows that only one of two dumps has, in words."""
    text = ""
    for name, rows in zip(names, (sorted(set(left) - set(right)), sorted(set(right) - set(left)))):
        text += f"only {name} ({len(rows)}):\n" + "".join(f"  {row[:400]}\n" for row in rows[:5])
    return text if "(0)" not in text.replace("\n", "") or left == right else text + "(or a row is there twice)"


def own_folders(base):
    """Variables that keep what a program writes beneath `base`."""
    return {name: str(base / "home") for name in
            ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")}


def run_cases(cases, *given):
    """Each with a line that tells how it went; 1 if one of them failed."""
    failed = 0
    for case in cases:
        try:
            case(*given)
            print(f"ok {case.__name__}")
        except AssertionError as error:
            failed = 1
            print(f"FAIL {case.__name__}: {error}")
    return failed


# ---- the store's rows, without the ids that depend on history ----

# A symbol's number in its file is that of its definition until the file changes.
DEF = "coalesce({s}.def, {s}.id & 1048575)"
OWN = DEF.format(s="s")
LABEL = f"coalesce(f.path, '?') || '#' || coalesce({OWN}, CASE WHEN {{id}} & 1048575 THEN 'lost' ELSE 'file' END)"
TABLES = {
    "file": "SELECT path, language, skip, size, hash, surface, flags & 7, symbols, edges, resolved, external,"
            " unresolved FROM files WHERE skip = ''",
    "skip": "SELECT path, skip FROM files WHERE skip <> ''",
    "content": "SELECT f.path, hex(c.data), hex(c.keys) FROM content c LEFT JOIN files f ON f.id = c.file",
    "asks": "SELECT f.path, hex(l.asks) FROM links l LEFT JOIN files f ON f.id = l.file",
    "name": "SELECT text FROM names",
    "word": "SELECT w.word, n.text FROM words w LEFT JOIN names n ON n.id = w.name",
    "symbol": f"SELECT f.path, n.text, s.kind, s.flags, {OWN}, hex(s.place), s.signature, {DEF.format(s='c')}"
              " FROM symbols s LEFT JOIN files f ON f.id = s.id >> 20 LEFT JOIN names n ON n.id = s.name"
              " LEFT JOIN symbols c ON s.container AND c.id = (s.id & ~1048575) | s.container",
    "source": f"SELECT {LABEL.format(id='e.source')} FROM edges e LEFT JOIN files f ON f.id = e.source >> 20"
              " LEFT JOIN symbols s ON s.id = e.source",
}
REVERSE = (f"SELECT {LABEL.format(id='r.target')}, r.file, g.path, r.sources FROM reverse r"
           " LEFT JOIN files f ON f.id = r.target >> 20 LEFT JOIN symbols s ON s.id = r.target"
           " LEFT JOIN files g ON g.id = r.file")


def numbers(data):
    """Seven bits a byte, the last with a zero above them."""
    found, value, shift = [], 0, 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            found.append(value)
            value = shift = 0
    return found


def rows_of(path):
    """Every row, as text; the database is only read."""
    rows = []
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30)) as db:
        db.text_factory = lambda text: text.decode(errors="backslashreplace")
        db.execute("BEGIN")
        for table, sql in TABLES.items():
            rows += [f"{table} {row!r}" for row in db.execute(sql)]
        defs = dict(db.execute(f"SELECT id, {OWN} FROM symbols s"))
        for target, file, source, packed in db.execute(REVERSE):
            local, pairs = 0, numbers(packed)
            for step, kinds in zip(pairs[::2], pairs[1::2]):
                local += step
                label = defs.get(file << 20 | local, "lost") if local else "file"
                rows.append(f"reverse {target} <- {source}#{label} {kinds:x}")
    return sorted(rows)


class Tree:
    """A repository of its own, with indexes outside of it, each under a name."""

    def __init__(self, base, source):
        self.base = base
        self.root = base / "tree"
        source.put(self.root)
        self.server = None
        self.asked = 0
        # Waiting for a disk shows nothing here; what ends a process does not
        # take the system's memory along.
        fast = pathlib.Path("/dev/shm")
        self.indexes = pathlib.Path(tempfile.mkdtemp(prefix="fathom-index-", dir=fast if os.access(fast, os.W_OK) else base))

    def environment(self, name):
        place = self.indexes / name
        place.mkdir(exist_ok=True, mode=0o700)
        places = {one: str(place) for one in
                  ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "HOME")}
        return {**os.environ, **places, "FATHOM_INDEX_LOCATION": "cache"}

    def database(self, name):
        """The index's file; None: there is none yet."""
        return max((self.indexes / name).rglob("index-v*.sqlite"), default=None, key=lambda path: path.stat().st_mtime)

    def run(self, name, *words, **environment):
        done = subprocess.run([FATHOM, *words], capture_output=True, cwd=self.base,
                              env={**self.environment(name), **environment})
        assert done.returncode == 0, f"{words}: {done.returncode} {done.stderr.decode(errors='replace')[-2000:]}"
        return done.stdout.decode(errors="backslashreplace")

    def refresh(self, name, *words, **environment):
        """By a process that begins anew; its report without what varies."""
        report = json.loads(self.run(name, "index", str(self.root), "--json", *words, **environment))
        for key in ("location", "databaseBytes", "seconds", "cpuSeconds", "peakBytes"):
            report.pop(key, None)
        return report

    def ask_server(self):
        """A refresh by the process that stays, to its end."""
        if not self.server:
            self.server = subprocess.Popen([FATHOM, "serve", "--no-daemon", "--structured", "--repo", str(self.root)],
                                           stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=self.base,
                                           env=self.environment("followed"))
        until = time.monotonic() + SETTLES
        while True:
            state = self.ask_status()
            # The rows are whole when nothing is under way any more.
            if not state["provisional"] and not state["behind"]:
                return state
            assert time.monotonic() < until, f"not up to date within {SETTLES} s: {state}"
            time.sleep(0.05)

    def ask_status(self):
        """What the process that stays says of its index."""
        return self.ask_tool("status", {})

    def ask_tool(self, name, arguments):
        """A call that the process that stays does not refuse."""
        self.asked += 1
        request = {"jsonrpc": "2.0", "id": self.asked, "method": "tools/call",
                   "params": {"name": name, "arguments": arguments, "_meta": META}}
        self.server.stdin.write(json.dumps(request).encode() + b"\n")
        self.server.stdin.flush()
        while (answer := json.loads(self.server.stdout.readline())).get("id") != self.asked or "method" in answer:
            pass
        assert "result" in answer and not answer["result"].get("isError"), answer
        return answer["result"]["structuredContent"]

    def exported(self, name):
        return sorted(self.run(name, "export", str(self.root), "--all").splitlines())

    def full(self, **environment):
        """What an index made from scratch holds: (rows, export, report)."""
        report = self.refresh("fresh", "--full", **environment)
        return rows_of(self.database("fresh")), self.exported("fresh"), report

    def check(self, what="", is_fresh=True):
        """The followed index against one from scratch. `is_fresh`: a new process
        looks first; else what is stored must be right as it is."""
        if is_fresh:
            self.refresh("followed")
        stored = rows_of(self.database("followed"))
        rows, export, report = self.full()
        assert stored == rows, f"{what}: rows of the {'new' if is_fresh else 'staying'} process\n" + \
            differences(stored, rows, ("followed", "fresh"))
        followed = self.exported("followed")
        assert followed == export, f"{what}: export\n" + differences(followed, export, ("followed", "fresh"))
        counted = self.refresh("followed")
        assert counted == report, f"{what}: report\n{counted}\n{report}"
        return len(rows)

    def keep(self, name):
        """A copy to look at afterwards."""
        kept = pathlib.Path(tempfile.gettempdir()) / f"fathom-failed-{name}"
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(self.base, kept, symlinks=True, ignore=shutil.ignore_patterns("fathom-index-*"))
        shutil.copytree(self.indexes, kept / "indexes", symlinks=True)
        return kept

    def close(self):
        if self.server:
            self.server.stdin.close()
            try:
                self.server.wait(30)
            except subprocess.TimeoutExpired:
                self.server.kill()
                self.server.wait()
        shutil.rmtree(self.indexes, ignore_errors=True)
