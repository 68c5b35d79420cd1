#!/usr/bin/env python3
"""kill -9 at random moments of the daemon, of interpreters that it started and of one
that a person opened, while code runs in all of them. After each: nobody is left
whose owner is gone, jobs are reported as interrupted or have their result, and
sessions are there again under the keys they had.

    test_kills.py [SEED]      FATHOM_SOAK=1: 100 rounds instead of 8"""
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from live import *

SOAK = os.environ.get("FATHOM_SOAK") == "1"
ROUNDS = 100 if SOAK else 8
SEED = int(sys.argv.pop()) if len(sys.argv) > 1 and sys.argv[-1].isdigit() else random.randrange(1000000)
QUICK = {**ON, "FATHOM_REPL_RESTART_SECONDS": "1"}
LANGUAGES = ["python"] + (["javascript"] if shutil.which("node") else [])
WORK = {"python": "import time\nfor _ in range(3000): time.sleep(0.01)", "javascript": "await new Promise(done => setTimeout(done, 30000))"}


class Rounds:
    def __init__(self, place):
        self.place, self.random, self.person = place, random.Random(SEED), place.open[0]
        self.server, self.keys, self.counts = None, {}, {}

    def words(self, arguments):
        """What a call says; a daemon that was killed under it is one more answer."""
        answer = self.server.call("eval", arguments, [])
        return answer["result"]["content"][0]["text"]

    def connect(self):
        if self.server is None:
            self.server = Stdio(self.place, env=QUICK, direct=False)
            self.server.initialize()

    def begin(self, language):
        """A job in a managed session, which is there under its key, sooner or later."""
        def begun():
            self.words({"language": language, "code": "0"})
            session = next((one for one in self.sessions() if one["language"] == language and one["pid"] != self.person.card["pid"]), None)
            return session and re.search(r"handle=(\S+),", self.words({"session": session["key"], "code": WORK[language], "wait": 0}))
        handle = until(begun, f"{language} works")[1]
        key = handle.split(".")[0]
        same(self.keys.setdefault(language, key), key, f"the key of {language}")
        return handle

    def sessions(self):
        return json.loads(self.place.run("sessions", "--json").out)

    def pid_of(self, key):
        return next((one["pid"] for one in self.sessions() if one["key"] == key), None)

    def ended(self, handle):
        return "was interrupted by that" in self.words({"handle": handle, "wait": 0})

    def no_orphans(self):
        """Each managed interpreter hangs on a supervisor that hangs on the daemon there is."""
        def left():
            daemon = self.place.daemon_pid()
            found = []
            for path in pathlib.Path("/proc").glob("[0-9]*"):
                try:
                    is_one = b"FATHOM_GATE_ID=" in (path / "environ").read_bytes() and os.readlink(path / "cwd") == str(self.place.repo)
                    if is_one and daemon not in ancestors(int(path.name)):
                        found.append(int(path.name))
                except OSError:
                    continue
            return found
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
        else:
            os.kill(self.pid_of(jobs[what].split(".")[0]), signal.SIGKILL)

    def round(self, number):
        what = self.random.choice(["daemon", "person", "supervisor", *LANGUAGES])
        self.counts[what] = self.counts.get(what, 0) + 1
        self.connect()
        jobs = {language: self.begin(language) for language in LANGUAGES}
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
        elif what in LANGUAGES:
            until(lambda: self.ended(jobs[what]), "the job of the dead interpreter is reported as interrupted")
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


@case
def rounds_of_kills():
    with Sessions() as place:
        place.python("person", cwd=place.home)
        same(place.run("sessions", "allow").status, 0)
        rounds = Rounds(place)
        for number in range(ROUNDS):
            try:
                rounds.round(number)
            except Exception as problem:
                raise AssertionError(f"seed {SEED}, round {number}: {problem}") from problem
        rounds.server.kill()
        os.kill(place.daemon_pid(), signal.SIGKILL)
        until(lambda: not [path for path in pathlib.Path("/proc").glob("[0-9]*") if is_left(path, place)], "nothing is left at the end")
        print(f"seed {SEED}: {ROUNDS} rounds: " + ", ".join(f"{what} {count}" for what, count in sorted(rounds.counts.items())))


def is_left(path, place):
    try:
        return b"FATHOM_GATE_ID=" in (path / "environ").read_bytes() and os.readlink(path / "cwd") == str(place.repo)
    except OSError:
        return False


main()
