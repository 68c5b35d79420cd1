#!/usr/bin/env python3
"""What an edit can hide behind: the size and the time of a file put back while no
daemon runs, another file moved into its place, files cut short while they are
read. Answers follow the disk, and the daemon lives."""
import os
import pathlib
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "faults"))
import faults
from faults import LineClient, Place, modern

OLD = (1_000_000_000, 1_000_000_000)
SETTLE = 2.3  # seconds: until a time of change is old enough to go by


def calm(place):
    """The workspace's files are old, by all that programs can set, and indexed."""
    for path in place.work.rglob("*.c"):
        os.utime(path, OLD)
    time.sleep(SETTLE)
    done = place.run("index", str(place.work))
    assert done.returncode == 0, done


def found(place, name):
    done = place.run("find", name, cwd=place.work)
    return f"src/{'part3.c' if name.endswith(('_3', '_7')) else 'main.c'}" in done.stdout, done.stdout + done.stderr


def size_and_time_are_put_back():
    with Place("stale") as place:
        calm(place)
        path = place.work / "src" / "part3.c"
        path.write_text(path.read_text().replace("answer_3", "forged_7"))
        os.utime(path, OLD)
        there, text = found(place, "forged_7")
        assert there, text
        there, text = found(place, "answer_3")
        assert not there, text
        done = place.run("search", "forged_7", cwd=place.work)
        assert "part3.c" in done.stdout, done


def another_file_is_moved_there():
    with Place("moved") as place:
        path = place.work / "src" / "part3.c"
        other = place.work / "other.txt"
        other.write_text(path.read_text().replace("answer_3", "forged_7"))
        os.utime(other, OLD)
        calm(place)
        os.replace(other, path)
        there, text = found(place, "forged_7")
        assert there, text


def files_are_cut_short_under_the_daemon():
    """Sources, words and segments are cut and grow again while they are used: the
    daemon is the same one afterwards."""
    with Place("cut") as place:
        sources = sorted(place.work.rglob("*.c"))
        texts = {path: path.read_bytes() * 40 for path in sources}
        for path, text in texts.items():
            path.write_bytes(text)
        client = LineClient(place)
        number = 1
        client.ask(modern(number, "tools/call", name="explore", arguments={"query": "answer question part"}), 60)
        [daemon] = place.daemons()
        stop = threading.Event()

        def cut():
            while not stop.is_set():
                beside = [path for path in place.work.glob(".fathom/**/*")
                          if path.is_file() and path.suffix in (".words", ".seg", "")]
                for path in [*sources, *beside]:
                    try:
                        text = texts.get(path) or path.read_bytes()
                        with open(path, "r+b") as file:
                            file.truncate(0)
                            time.sleep(0.0005)
                            file.write(text)
                    except OSError:
                        pass

        thread = threading.Thread(target=cut)
        thread.start()
        end = time.monotonic() + 6
        try:
            while time.monotonic() < end:
                for name, arguments in (("explore", {"query": "answer question part"}), ("search", {"query": "question"}),
                                        ("find", {"query": "answer_7"})):
                    number += 1
                    client.ask(modern(number, "tools/call", name=name, arguments=arguments), 60)
        finally:
            stop.set()
            thread.join()
        assert place.daemons() == [daemon], f"{daemon} is now {place.daemons()}"
        answer = client.ask(modern(number + 1, "tools/call", name="find", arguments={"query": "answer_7"}), 60)
        assert "part7.c" in str(answer), answer
        client.assert_each_once()
        assert client.finish() == 0
        place.stop_daemon()


def words_are_cut_short_between_questions():
    """The file of words, once it is in use, is nobody's any more."""
    with Place("words") as place:
        client = LineClient(place)
        ask = lambda number: client.ask(modern(number, "tools/call", name="explore",
                                               arguments={"query": "answer question part"}), 60)
        ask(1)
        client.finish()
        place.stop_daemon()
        client = LineClient(place)
        assert "src/part0.c" in str(ask(2))
        [daemon] = place.daemons()
        [words] = place.work.glob(".fathom/*.words")
        os.truncate(words, 0)
        answer = client.ask(modern(3, "tools/call", name="explore", arguments={"query": "question of padding main"}), 60)
        assert "src/main.c" in str(answer), answer
        assert place.daemons() == [daemon]
        assert client.finish() == 0
        place.stop_daemon()


faults.run_cases([size_and_time_are_put_back, another_file_is_moved_there,
                  files_are_cut_short_under_the_daemon, words_are_cut_short_between_questions])
