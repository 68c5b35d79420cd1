#!/usr/bin/env python3
"""Tests of a project as jobs: they go on when the call ends, one run at a time, with how
long they will take by earlier runs, and end with the server."""
from harness import *

FILES = {"pkg/__init__.py": "", "test_slow.py": "import os, time, unittest\n\n\nclass Slow(unittest.TestCase):\n    def test_slow(self):\n"
         "        open('began', 'w').close()\n        time.sleep(float(open('seconds').read()))\n",
         "seconds": "3"}
ROW = "mine\ttest\tpython\tpy\t.\tpython3|python -m unittest {some}\t{file}\t-\tunittest\t0,1,5\ttested\tnothing\n"


def opened(**more):
    place = Place(FILES)
    config = place.root / "config/fathom"
    config.mkdir(mode=0o700, exist_ok=True)
    (config / "checkers.tsv").write_text(ROW)
    same(place.run("trust").status, 0)
    return place


def words_of(answer):
    return answer["result"]["content"][0]["text"]


def begin(server, place, **more):
    (place.repo / "began").unlink(missing_ok=True)
    said = words_of(server.call("check", {"tests": "all", "wait": 1, **more}, []))
    return said, re.search(r"handle=(\S+),", said)[1]


def processes(place):
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(path / "cwd") == str(place.repo) and b"unittest" in (path / "cmdline").read_bytes():
                found.append(int(path.name))
        except OSError:
            continue
    return found


@case
def the_profile_kaimon_asks_by_run_id():
    with opened() as place:
        (place.repo / "seconds").write_text("60")
        server = Stdio(place, "--profile", "kaimon")
        server.initialize()
        said = words_of(server.call("run_tests", {}, []))
        has(said, "Tests run on after 10 s")
        run = re.search(r"handle=(\S+),", said)[1]
        has(words_of(server.call("check_tests", {"run_id": run}, [])), "Tests run on after 1")
        has(words_of(server.call("check_tests", {"run_id": run, "action": "cancel"}, [])), "the tests were ended before they finished")
        until(lambda: not processes(place), "they are gone")
        server.end()


@both_ways
def tests_go_on_and_are_asked_for(direct):
    with opened() as place:
        server = Stdio(place, direct=direct)
        server.initialize()
        said, handle = begin(server, place)
        has(said, "Tests run on after 1 s; to go on waiting")
        lacks(said, "by earlier runs")
        other = words_of(server.call("check", {"tests": "all"}, []))
        has(other, "tests of this project run already", f"handle={handle}")
        has(words_of(server.call("check", {"handle": handle, "wait": 1}, [])), "Tests run on after")
        notes = []
        done = words_of(server.call("check", {"handle": handle}, notes, _meta={"progressToken": "p"}))
        assert re.search(r"Tests: \S*python3? -m unittest.*: passed, 0 failed, 1 passed, 0 skipped, [34]\.\d s\n", done), done
        has(words_of(server.call("check", {"handle": handle}, [])), "no tests of this project run under")
        said, handle = begin(server, place)
        assert re.search(r"Tests run on after 1 s of about [34], by earlier runs; ", said), said
        fields = server.call("check", {"handle": handle, "cancel": True}, [])
        has(words_of(fields), "the tests were ended before they finished")
        until(lambda: not processes(place), "its process is gone")
        (place.repo / "seconds").write_text("0")
        has(words_of(server.call("check", {"tests": "all"}, [])), ": passed, 0 failed, 1 passed")
        server.end()


@case
def tests_outlive_their_client():
    with opened() as place:
        server = Stdio(place, direct=False)
        server.initialize()
        server.send(message(7, "tools/call", {"name": "check", "arguments": {"tests": "all"}}))
        until(lambda: (place.repo / "began").exists(), "they began")
        server.kill()
        again = Stdio(place, direct=False)
        again.initialize()
        handle = re.search(r"handle=(\S+),", words_of(again.call("check", {"tests": "all"}, [])))[1]
        has(words_of(again.call("check", {"handle": handle}, [])), ": passed, 0 failed, 1 passed")
        again.end()


@case
def a_cancelled_call_ends_its_tests():
    with opened() as place:
        (place.repo / "seconds").write_text("60")
        server = Stdio(place)
        server.initialize()
        server.send(message(7, "tools/call", {"name": "check", "arguments": {"tests": "all"}}))
        until(lambda: (place.repo / "began").exists(), "they began")
        server.notify("notifications/cancelled", {"requestId": 7})
        until(lambda: not processes(place), "they ended with the call")
        server.end()


@case
def tests_end_with_the_server():
    with opened() as place:
        (place.repo / "seconds").write_text("60")
        server = Stdio(place, direct=False)
        server.initialize()
        begin(server, place)
        os.kill(place.daemon_pid(), signal.SIGKILL)
        until(lambda: not processes(place), "nothing is left")
        server.kill()


main()
