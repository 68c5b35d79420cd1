#!/usr/bin/env python3
"""Sessions as their person sees them (`fathom sessions`), and code that runs long:
jobs are listed, outlive the client, tell how far they are, and are reported as
interrupted when their session began anew."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from live import *

SLEEP = "import time\nprint('begun', flush=True)\ntime.sleep({})\n'end'"


def begin(place, code, *words):
    """A job that runs on: its handle."""
    done = place.eval("--wait", "0", *words, code)
    same(done.status, 0, done.err)
    return re.search(r"handle=(\S+),", done.out)[1]


def jobs(place, *words):
    return json.loads(place.eval("--json", "--jobs", *(words or ("all",))).out)["jobs"]


# ---- fathom sessions ----

@case
def sessions_are_shown():
    with Sessions() as place:
        same(place.run("sessions").out, "no interpreter is open; 'fathom gate python' tells how to open one\n")
        session = place.python("one")
        card = session.card
        line = place.run("sessions").out
        assert re.fullmatch(rf"{card['id']}  python {card['version']}  one  {place.repo}  pid {card['pid']}  up \d+ s\n", line), line
        begin(place, SLEEP.format(30))
        shown, = json.loads(place.run("sessions", "--json").out)
        answer_ms, uptime = shown.pop("answer_ms"), shown.pop("uptime_s")
        assert 0 < answer_ms < 5000 and uptime >= 0, (answer_ms, uptime)
        same(shown, {"key": card["id"], "name": "one", "language": "python", "version": card["version"], "project": str(place.repo),
                     "pid": card["pid"], "health": "answers", "running": 1})


@case
def sessions_obey_their_person():
    with Sessions("one") as place:
        key = place.open[0].card["id"]
        handle = begin(place, "while True: pass")
        same(place.run("sessions", "interrupt").out, f"what ran is interrupted: {key} (one, python)\n")
        has(place.eval("--handle", handle).out, "interrupted after")
        same(place.run("sessions", "restart", key).out, f"begins anew: {key} (one, python)\n")
        until(lambda: place.eval("'x' in globals()").out == "=> False\n", "it is there again under its key")
        same([one["key"] for one in json.loads(place.run("sessions", "--json").out)], [key])
        same(place.run("sessions", "stop").out, f"ended: {key} (one, python)\n")
        place.open[0].process.wait(20)
        same([path.name for path in place.gates.iterdir()], [])
        same(place.run("sessions", "stop").status, 1)
        same(place.run("sessions", "fly").status, 2)


@case
def a_hanging_session_is_listed_as_such():
    with Sessions() as place:
        gate = FakeGate(place, lambda request: None)
        try:
            shown, = json.loads(place.run("sessions", "--json").out)
            has(shown["health"], "does not answer")
        finally:
            gate.close()


# ---- jobs ----

@case
def jobs_are_listed_and_filtered():
    with Sessions("one", "two") as place:
        one, two = (session.card["id"] for session in place.open)
        same(place.eval("--jobs", "all").out.strip(), "no such job")
        long = begin(place, "print('begun')\nwhile True: pass", "--session", one)
        short = begin(place, "import time; time.sleep(1)\n'short'", "--session", two)
        until(lambda: [job["state"] for job in jobs(place, "all", "--session", two)] == ["ended"], "the short one ended")
        listed = jobs(place)
        same([(job["handle"], job["state"], job["session"], job["name"], job["language"], job["project"]) for job in listed],
             [(short, "ended", two, "two", "python", str(place.repo)), (long, "running", one, "one", "python", str(place.repo))])
        has(listed[0]["code"], "import time; time.sleep(1)")
        same([job["handle"] for job in jobs(place, "running")], [long])
        same([job["handle"] for job in jobs(place, "ended")], [short])
        same([job["handle"] for job in jobs(place, "all", "--session", one)], [long])
        same(len(jobs(place, "all", "--since", "1")), 2)
        same(place.eval("--jobs", "flying").status, 2)
        same(place.eval("--jobs", "all", "1 + 1").status, 2)
        same(place.eval("--handle", short).out, "=> 'short'\n")
        same([job["handle"] for job in jobs(place)], [long], "what was given is no job any more")
        has(place.eval("--handle", long, "--cancel").out, "begun\n", "interrupted after")
        same(jobs(place), [])


@case
def short_code_is_no_job():
    with Sessions("one") as place:
        same(place.eval("1 + 1").out, "=> 2\n")
        assert not (place.root / "run/fathom/jobs").exists()


@case
def a_job_tells_how_far_it_is():
    with Sessions("one") as place:
        code = "import fathom_gate, time\nfathom_gate.progress(0.4, 'fitting')\ntime.sleep(2)\nfathom_gate.progress(0.9, 'almost')\n1"
        handle = begin(place, code)
        has(until(lambda: (lambda out: "fitting" in out and out)(place.eval("--handle", handle, "--wait", "0").out), "it told"), "40% fitting")
        same(json.loads(place.eval("--handle", handle, "--wait", "0", "--json").out)["progress"], "40% fitting")
        server, told = Stdio(place, env=ON), []
        server.initialize()
        same(text_of(server.call("eval", {"handle": handle}, told, _meta={"progressToken": "p"})), "=> 1\n")
        has(str([note["params"]["message"] for note in told]), "90% almost")
        server.end()


@both_ways
def a_job_outlives_its_client(direct):
    with Sessions("one") as place:
        server = Stdio(place, env=ON, direct=direct)
        server.initialize()
        server.send(message(7, "tools/call", {"name": "eval", "arguments": {"code": SLEEP.format(4)}, "_meta": {"progressToken": "p"}}))
        note = server.receive()
        handle = note["params"]["message"].split()[1]
        server.kill()
        done = place.eval("--handle", handle)
        same(done.out, "begun\n=> 'end'\n", done.err)


@case
def a_job_is_interrupted_by_a_new_beginning():
    with Sessions("one") as place:
        handle = begin(place, SLEEP.format(60))
        time.sleep(0.2)
        same(place.run("sessions", "restart").status, 0)
        until(lambda: place.eval("1").status == 0, "it is there again")
        same([(job["handle"], job["state"]) for job in jobs(place)], [(handle, "interrupted")])
        done = place.eval("--handle", handle)
        same(done.status, 5, str(done))
        has(done.err, "began anew since, and what ran there was interrupted by that")
        place.open[0].process.kill()


@case
def a_job_is_interrupted_by_the_end():
    with Sessions("one") as place:
        handle = begin(place, SLEEP.format(60))
        place.open[0].process.kill()
        place.open[0].process.wait()
        same([(job["handle"], job["state"]) for job in jobs(place)], [(handle, "interrupted")])
        same(place.eval("--handle", handle).status, 5)
        same(jobs(place), [], "told once")


@case
def foreign_and_broken_notes_are_no_jobs():
    with Sessions("one") as place:
        handle = begin(place, SLEEP.format(60))
        folder = place.root / "run/fathom/jobs"
        same(oct(folder.stat().st_mode & 0o777), "0o700")
        note = json.loads((folder / f"{handle}.json").read_text())
        key = place.open[0].card["id"]
        for name, text in ((f"{key}.x1", json.dumps(note)), (f"{key}.x2", "{"), (f"{key}.x3", "[]"), ("nokey", json.dumps({**note, "handle": "nokey"}))):
            (folder / f"{name}.json").write_text(text)
        (folder / f"{key}.x4.json").symlink_to(folder / f"{handle}.json")
        os.mkfifo(folder / f"{key}.x5.json")
        same([job["handle"] for job in jobs(place)], [handle])
        folder.chmod(0o777)
        done = place.eval("--jobs", "all")
        same(done.status, 3)
        has(done.err, "not a folder of this user alone")


main()
