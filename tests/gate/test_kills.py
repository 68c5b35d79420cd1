#!/usr/bin/env python3
"""kill -9 at random moments of the daemon, of interpreters and Jupyter kernels that it
started, of what serves those, and of an interpreter that a person opened, while code
runs in all of them. After each: nobody is left whose owner is gone, jobs are reported
as interrupted or have their result, and sessions are there again under the keys they
had.

    test_kills.py [SEED]      FATHOM_SOAK=1: 100 rounds instead of 8"""
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import kernels
from live import *

SOAK = os.environ.get("FATHOM_SOAK") == "1"
ROUNDS = 100 if SOAK else 8
SEED = int(sys.argv.pop()) if len(sys.argv) > 1 and sys.argv[-1].isdigit() else random.randrange(1000000)
QUICK = {**ON, "FATHOM_REPL_RESTART_SECONDS": "1"}
LANGUAGES = ["python"] + (["javascript"] if shutil.which("node") else [])
WORK = {"python": "import time\nfor _ in range(3000): time.sleep(0.01)", "javascript": "await new Promise(done => setTimeout(done, 30000))"}
KERNEL_WORK = {"python3": WORK["python"], "deno": WORK["javascript"], "ir": "for (i in 1:3000) Sys.sleep(0.01)"}


class Rounds:
    def __init__(self, place):
        self.kernels, self.where = kernels.real_kernels(place.root / "specs")
        self.place, self.random, self.person = place, random.Random(SEED), place.open[0]
        self.server, self.keys, self.counts = None, {}, {}

    def words(self, arguments):
        """What a call says; a daemon that was killed under it is one more answer."""
        return self.text("eval", arguments)

    def text(self, tool, arguments):
        answer = self.server.call(tool, arguments, [])
        return answer["result"]["content"][0]["text"]

    def connect(self):
        if self.server is None:
            self.server = Stdio(self.place, env={**QUICK, **self.where, "FATHOM_ROOTS": str(self.place.root / "other")}, direct=False)
            self.server.initialize()

    def begin(self, language):
        """A job in a managed session, which is there under its key, sooner or later."""
        def begun():
            self.words({"language": language, "code": "0"})
            session = next((one for one in self.sessions() if one["language"] == language and one["project"] == str(self.place.repo)), None)
            return session and re.search(r"handle=(\S+),", self.words({"session": session["key"], "code": WORK[language], "wait": 0}))
        handle = until(begun, f"{language} works")[1]
        key = handle.split(".")[0]
        same(self.keys.setdefault(language, key), key, f"the key of {language}")
        return handle

    def begin_kernel(self, name):
        """The same in a kernel, which a client has to start again; it has the key it had."""
        def begun():
            session = next((one for one in self.sessions() if one["name"] == name), None)
            if not session:
                self.text("kernels", {"action": "start", "kernel": name, "repo": str(self.place.root / "other")})
            return session and re.search(r"handle=(\S+),", self.words({"session": session["key"], "code": KERNEL_WORK[name], "wait": 0}))
        handle = until(begun, f"{name} works", 90)[1]
        same(self.keys.setdefault(name, handle.split(".")[0]), handle.split(".")[0], f"the key of {name}")
        return handle

    def sessions(self):
        return json.loads(self.place.run("sessions", "--json").out)

    def pid_of(self, key):
        return next((one["pid"] for one in self.sessions() if one["key"] == key), None)

    def ended(self, handle):
        return "was interrupted by that" in self.words({"handle": handle, "wait": 0})

    def no_orphans(self):
        """Each interpreter and kernel hangs on a supervisor that hangs on the daemon there is."""
        def left():
            daemon = self.place.daemon_pid()
            return [pid for pid in ours(self.place) if daemon not in ancestors(pid)]
        until(lambda: not left(), "no orphan is left", 20)

    def kill(self, what, jobs):
        if what == "daemon":
            os.kill(self.place.daemon_pid(), signal.SIGKILL)
        elif what == "person":
            self.person.process.kill()
            self.person.process.wait()
        elif what == "supervisor":
            pid = self.pid_of(jobs[self.random.choice(LANGUAGES)].split(".")[0])
            os.kill(ancestors(pid)[0], signal.SIGKILL)
        elif what.startswith("server of "):
            os.kill(self.pid_of(jobs[what[10:]].split(".")[0]), signal.SIGKILL)
        elif what in self.kernels:
            served_by = self.pid_of(jobs[what].split(".")[0])
            os.kill(next(pid for pid in ours(self.place) if served_by in ancestors(pid) and is_kernel(pid)), signal.SIGKILL)
        else:
            os.kill(self.pid_of(jobs[what].split(".")[0]), signal.SIGKILL)

    def round(self, number):
        kernel = self.random.choice(self.kernels) if self.kernels else None
        what = self.random.choice(["daemon", "person", "supervisor", *LANGUAGES, *([kernel, f"server of {kernel}"] if kernel else [])])
        self.counts[what] = self.counts.get(what, 0) + 1
        self.connect()
        jobs = {language: self.begin(language) for language in LANGUAGES}
        if kernel:
            jobs[kernel] = self.begin_kernel(kernel)
        mark = f"round-{number}"
        kept = re.search(r"handle=(\S+),", self.words({"session": self.person.card["id"], "wait": 0,
                                                      "code": f"import time\ntime.sleep(1.5)\n'{mark}'"}))[1]
        time.sleep(self.random.random() * 0.3)
        self.kill(what, jobs)
        if what == "person":
            until(lambda: self.ended(kept), "the person's job is reported as interrupted")
            self.person = self.place.python("again", cwd=self.place.home)
        else:
            same(self.words({"handle": kept, "wait": 30}), f"=> '{mark}'\n", "the person's session outlives all of it")
        if what == "daemon":
            for handle in jobs.values():
                until(lambda: self.ended(handle), "jobs of the dead daemon are reported as interrupted")
        elif what not in ("person", "supervisor"):
            until(lambda: self.ended(jobs[what.removeprefix("server of ")]), f"the job of the dead {what} is reported as interrupted")
        self.no_orphans()
        for handle in jobs.values():
            self.words({"handle": handle, "cancel": True, "wait": 5})


def ancestors(pid):
    found = []
    while pid > 1:
        try:
            pid = int(pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            break
        found.append(pid)
    return found


def ours(place):
    """Processes of the place's managed interpreters, kernels, and what serves those."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            is_interpreter = b"FATHOM_GATE_ID=" in (path / "environ").read_bytes() and os.readlink(path / "cwd") in (
                str(place.repo), str(place.root / "other"))
            if is_interpreter or f"{place.root}/run/fathom/kernels/".encode() in (path / "cmdline").read_bytes():
                found.append(int(path.name))
        except OSError:
            continue
    return found


def is_kernel(pid):
    """And no supervisor, nor the process that serves it."""
    words = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
    return b"/run/fathom/kernels/" in words and not words.startswith(FATHOM.encode())


@case
def rounds_of_kills():
    with Sessions() as place:
        place.python("person", cwd=place.home)
        same(place.run("sessions", "allow").status, 0)
        (place.root / "other").mkdir()  # a project of its own: with two sessions of a language in one, none would be started
        same(place.run("trust", str(place.root / "other")).status, 0)
        rounds = Rounds(place)
        for number in range(ROUNDS):
            try:
                rounds.round(number)
            except Exception as problem:
                raise AssertionError(f"seed {SEED}, round {number}: {problem}") from problem
        rounds.server.kill()
        os.kill(place.daemon_pid(), signal.SIGKILL)
        until(lambda: not ours(place), "nothing is left at the end")
        print(f"seed {SEED}: {ROUNDS} rounds: " + ", ".join(f"{what} {count}" for what, count in sorted(rounds.counts.items())))


main()
