#!/usr/bin/env python3
"""A grammar that crashes, and one that never returns: a module made for this
(grammar/harmful.c) stands where Lua's is loaded from. The file that does it is
left out with the reason, everything else is indexed."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time

import faults
from faults import SLOW, LineClient, Place, Skip, modern

HERE = pathlib.Path(__file__).resolve().parent
HEADERS = HERE.parents[1] / "deps/grammars/node_modules/@tree-sitter-grammars/tree-sitter-lua/src"
DEADLY = "ended the process while parsed; left out until it changes or `fathom index --full` tries again"
GOOD = 40


# A crash is what is tested: no sanitizer's report instead of it; and a parse that is
# broken off cannot free what the parser had.
os.environ["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":handle_segv=0:handle_sigbus=0:detect_leaks=0"


def program_with(place):
    """A copy of the program, with the harmful module beside it."""
    program = place.path / "bin" / "fathom"
    faults.copy_program(program)
    beside = pathlib.Path(faults.FATHOM).resolve().parent
    grammars = program.parent / "grammars"
    grammars.mkdir()
    if not shutil.which("cc") or not (beside / "grammars" / "lua.so").exists():
        raise Skip("no compiler, or no module to stand in for")
    shutil.copyfile(beside / "grammars" / "lua.so", grammars / "real.so")
    subprocess.run(["cc", "-std=gnu11", "-shared", "-fPIC", "-O1", "-w", "-D_GNU_SOURCE", f"-I{HEADERS}", "-include", "tree_sitter/parser.h", "-o", str(grammars / "lua.so"),
                    str(HERE / "grammar" / "harmful.c")], check=True)
    for i in range(GOOD):
        (place.work / f"good{i}.lua").write_text(f"function lua_{i}()\n  return {i}\nend\n")
    return str(program)


def index(place, program, seconds=120):
    return place.run("index", str(place.work), "--json", program=program, seconds=seconds)


def is_whole(done, reason):
    """All but the one file; GOOD in Lua and 21 in C."""
    report = json.loads(done.stdout)
    assert report["files"] == GOOD + 21 and report["skipped"].get(reason) == 1, report


def crashes(character):
    with Place("crash") as place:
        program = program_with(place)
        bad = place.work / "bad.lua"
        bad.write_text(character + "\nlocal x = 1\n")
        ends = 0
        while (done := index(place, program)).returncode != 0:
            assert done.returncode < 0, f"no crash: {done}"
            ends += 1
            assert ends <= 2, "a third end of the process"
        assert ends == 2, f"{ends} ends"
        is_whole(done, DEADLY)
        bad.write_text("function mended()\nend\n")
        done = index(place, program)
        assert done.returncode == 0 and json.loads(done.stdout)["files"] == GOOD + 22, done


def write_where_nothing_is():
    crashes("$")


def abort_is_called():
    crashes("`")


def stack_without_end():
    crashes("!")


def client_of_a_crashing_daemon_gets_its_answer():
    with Place("served") as place:
        program = program_with(place)
        (place.work / "bad.lua").write_text("$\n")
        client = LineClient(place, program=program)
        answer = client.ask(modern(1, "tools/call", name="find", arguments={"query": "lua_7"}), 60)
        assert "good7.lua" in str(answer), answer
        client.assert_each_once()
        assert client.finish() == 0
        assert place.run("daemon", "stop", program=program).returncode == 0


def never_returns(character):
    with Place("loop") as place:
        program = program_with(place)
        (place.work / "bad.lua").write_text(character + "\n")
        began = time.monotonic()
        done = index(place, program, 150)
        assert done.returncode == 0, done
        is_whole(done, "took too long or too much memory to parse")
        cpu = json.loads(done.stdout)["cpuSeconds"]
        assert 1 < cpu < 6 * SLOW, f"{cpu} s of CPU, {time.monotonic() - began:.0f} s"


def loop_without_end():
    never_returns("@")


def loop_without_end_that_allocates():
    never_returns("?")


def full_index_tries_again():
    with Place("pardon") as place:
        program = program_with(place)
        bad = place.work / "bad.lua"
        bad.write_text("$\nlocal x = 1\n")
        ends = []
        for turn in range(8):
            done = place.run("index", str(place.work), "--json", *(["--full"] if turn > 2 else []), program=program, seconds=120)
            ends.append(done.returncode)
            if done.returncode == 0:
                is_whole(done, DEADLY)
        # Two ends and it is left out; asked to try again, the same once more.
        assert [code == 0 for code in ends] == [False, False, True, False, False, True, False, False], ends
        text = place.run("status", program=program, seconds=60, cwd=place.work).stdout
        assert f"  bad.lua  {DEADLY}\n" in text, text


def killed_while_at_hand(number):
    """Whoever ends the process: the file at hand did not."""
    with Place("kills") as place:
        program = program_with(place)
        hold = place.path / "hold"
        hold.write_text("")
        place.env["HARMFUL_HOLD"] = str(hold)
        (place.work / "bad.lua").write_text("\\\nfunction held()\nend\n")
        for _ in range(4):
            # Whoever runs tests in the background has interrupts ignored, and so would the child.
            child = subprocess.Popen([program, "index", str(place.work)], env=place.env, cwd=place.work,
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                     preexec_fn=lambda: signal.signal(number, signal.SIG_DFL)
                                     if number != signal.SIGKILL else None)
            faults.wait_until("a file is at hand", 30, lambda: any(
                any(path.read_bytes()[:64 * 32]) for path in (place.work / ".fathom").glob("*.parsing")))
            time.sleep(0.3)
            child.send_signal(number)
            child.wait(30)
            assert child.returncode != 0, child.returncode
        hold.unlink()
        done = index(place, program)
        assert done.returncode == 0, done
        report = json.loads(done.stdout)
        assert report["files"] == GOOD + 22 and DEADLY not in report["skipped"], report


def interrupted_by_hand():
    killed_while_at_hand(signal.SIGINT)


def ended_by_another_program():
    killed_while_at_hand(signal.SIGTERM)


def killed_by_another_program():
    killed_while_at_hand(signal.SIGKILL)


def hung_up():
    killed_while_at_hand(signal.SIGHUP)


faults.run_cases([write_where_nothing_is, abort_is_called, stack_without_end,
                  client_of_a_crashing_daemon_gets_its_answer, loop_without_end,
                  loop_without_end_that_allocates, full_index_tries_again, interrupted_by_hand,
                  ended_by_another_program, killed_by_another_program, hung_up])
