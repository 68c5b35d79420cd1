#!/usr/bin/env python3
"""The dashboard over a slow line: a terminal that takes 960 bytes a second, as
one of 9,600 baud does, with any amount of room in between."""
import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import threading
import time

from harness import FATHOM, SLOW, Place, Stdio, case, cpu_seconds, main, same

FILES = {"a.c": "int one(void) { return 1; }\nint two(void) { return one(); }\n"}
BYTES_A_SECOND = 960
ASKED, SAID = b"\x1b[5n", b"\x1b[0n"


class Line:
    """A pseudo-terminal and who reads it: slowly, keeping what is on its way in a
    buffer without end, as ssh and the network do."""

    def __init__(self, place, rows=24, columns=80, answers=True, speed=BYTES_A_SECOND):
        self.master, slave = pty.openpty()
        self.name = os.ttyname(slave)
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen([FATHOM, "ui"], stdin=slave, stdout=slave, stderr=slave, cwd=place.repo,
                                        env=place.env(LC_ALL="C.UTF-8", TERM="xterm-256color"), start_new_session=True)
        os.close(slave)
        self.answers, self.speed = answers, speed
        self.waiting = bytearray()  # on the line
        self.shown = bytearray()    # that reached the terminal
        self.most = 0
        self.is_over = False
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        began, taken = time.monotonic(), 0
        while not self.is_over:
            if select.select([self.master], [], [], 0.02)[0]:
                try:
                    self.waiting += os.read(self.master, 65536)
                except OSError:
                    return
            self.most = max(self.most, len(self.waiting))
            allowed = int((time.monotonic() - began) * self.speed)
            part = bytes(self.waiting[:max(0, allowed - taken)])
            if not self.waiting:
                taken = allowed  # a line that rests saves nothing up
            del self.waiting[:len(part)]
            taken += len(part)
            before = len(self.shown)
            self.shown += part
            for _ in range(self.shown.count(ASKED, max(0, before - len(ASKED) + 1))):
                if self.answers:
                    os.write(self.master, SAID)

    def shows(self, text, since, seconds=60):
        """Seconds until a text was drawn that was sent after `since` bytes."""
        began = time.monotonic()
        while text.encode() not in bytes(self.shown[since:]):
            assert time.monotonic() < began + seconds, f"waited for {text!r} in {bytes(self.shown[since:][:2000])!r}"
            time.sleep(0.01)
        return time.monotonic() - began

    def press(self, key, text):
        since = len(self.shown)
        os.write(self.master, key.encode())
        return self.shows(text, since)

    def close(self):
        self.is_over = True
        self.thread.join()
        self.process.kill()
        self.process.wait()
        os.close(self.master)


def calls(client, stop):
    """A hundred calls a second, until it is told to stop."""
    began, count = time.monotonic(), 0
    while not stop.is_set():
        client.call("find", {"query": "one"})
        count += 1
        time.sleep(max(0, began + count / 100 - time.monotonic()))


def with_line(function, **options):
    def run():
        with Place(FILES) as place:
            client = Stdio(place, direct=False)
            client.initialize()
            client.call("find", {"query": "one"})
            line = Line(place, **options)
            stop = threading.Event()
            busy = threading.Thread(target=calls, args=(client, stop), daemon=True)
            try:
                line.shows("pid ", 0)
                function(line, busy)
            finally:
                stop.set()
                line.close()
                if busy.is_alive():
                    busy.join()
                client.end()
    run.__name__ = function.__name__
    return case(run)


@with_line
def a_key_gives_its_frame(line, busy):
    waits = [line.press(key, text) for key, text in
             (("6", "What clients may do"), ("7", "edits that can be taken back"), ("3", "state  tool"), ("?", "q, Ctrl-C"), ("q", "state  tool"))]
    same(max(waits) < (10 if SLOW else 2.5), True, f"waited {waits}")


@with_line
def calls_that_come_in_do_not_pile_up(line, busy):
    line.press("3", "state  tool")
    busy.start()
    time.sleep(6)
    waits = []
    for key, text in (("7", "edits that can be taken back"), ("3", "state  tool"), ("6", "What clients may do"), ("3", "state  tool")):
        waits.append(line.press(key, text))
        time.sleep(1.5)
    same(max(waits) < (10 if SLOW else 3.5), True, f"waited {waits}")
    same(line.most < 3000, True, f"{line.most} bytes were on the line at once")


def who_does_not_answer_is_served(line, busy):
    line.press("3", "state  tool")
    time.sleep(5.5)
    line.press("7", "edits that can be taken back")
    before = cpu_seconds(line.process.pid)
    time.sleep(2)
    same(cpu_seconds(line.process.pid) - before < 0.5, True, "it does not spin")


def nothing_is_sent_when_nothing_happens(line, busy):
    line.press("3", "state  tool")
    time.sleep(1)
    since = len(line.shown)
    time.sleep(4)
    # At first the last row counts the seconds.
    same(bytes(line.shown[since:]).count(ASKED) <= 5, True, f"{bytes(line.shown[since:])}")


quiet_case = with_line(nothing_is_sent_when_nothing_happens, speed=20000)
silent_case = with_line(who_does_not_answer_is_served, answers=False, speed=100000)


def one_that_does_not_read_is_waited_for(line, busy):
    """The terminal was stopped (Ctrl-S): nothing is poured into it meanwhile."""
    line.press("3", "state  tool")
    line.speed = 0
    busy.start()
    time.sleep(4)
    same(len(line.waiting) < 10000, True, f"{len(line.waiting)} bytes wait")
    before = cpu_seconds(line.process.pid)
    time.sleep(2)
    same(cpu_seconds(line.process.pid) - before < (2 if SLOW else 0.2), True, "it does not spin")


def nothing_is_typed_into_the_shell(line, busy):
    """The answer to the last question comes while it ends."""
    line.press("7", "edits that can be taken back")
    os.write(line.master, b"61q")
    line.process.wait(20)
    time.sleep(0.5)
    line.is_over = True
    line.thread.join()
    slave = os.open(line.name, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
    modes = termios.tcgetattr(slave)
    modes[3] &= ~termios.ICANON
    termios.tcsetattr(slave, termios.TCSANOW, modes)
    left = os.read(slave, 100) if select.select([slave], [], [], 0.2)[0] else b""
    os.close(slave)
    same((line.process.returncode, left.decode()), (0, ""))


shell_case = with_line(nothing_is_typed_into_the_shell, speed=20000)
stopped_case = with_line(one_that_does_not_read_is_waited_for, speed=100000)

main()
