#!/usr/bin/env python3
"""Clients on stdio that send what they should not, or do not read what they
asked for: through the daemon and in one process. Each gets a clear error,
the next request is served, memory stays bounded, nobody else notices."""
import json
import random
import time

import faults
from faults import (INITIALIZED, SLOW, LineClient, MemoryWatch, Place, initialize, is_alive, legacy,
                    modern, wait_until)

LIMIT_MB = 160 * (4 if SLOW > 1 else 1)  # a sanitizer keeps what was freed for a while
FLOOD_MB = 64 * (4 if SLOW > 1 else 1)  # answers are not made while so many wait to be read
PARSE_ERROR, INVALID_REQUEST = -32700, -32600


class Session:
    """One hostile client, and whatever serves it."""

    def __init__(self, mode, **options):
        self.place = Place("stdio")
        words = [] if mode == "daemon" else ["--no-daemon"]
        self.client = LineClient(self.place, *words, **options)
        self.mode = mode

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.drop()
        self.place.close()

    def pids(self):
        wait_until("the server runs", 5, lambda: self.mode != "daemon" or self.place.daemons())
        return [self.client.front_pid(), *self.place.daemons()]

    def wait_line(self, test, what, seconds=10):
        def found():
            return next((line for line in self.client.lines if line is not None and test(line)), None)
        return wait_until(what, seconds, found)

    def wait_error(self, code, seconds=10):
        """The error that belongs to no request; each is taken once."""
        def is_it(line):
            return isinstance(line, dict) and line.get("id", 0) is None and "error" in line
        line = self.wait_line(is_it, f"an error {code} without id", seconds)
        self.client.lines.remove(line)
        assert line["error"]["code"] == code, line
        assert len(line["error"]["message"]) > 10, line
        return line["error"]["message"]

    def still_serves(self, number=999):
        answer = self.client.ask(modern(number, "tools/list"))
        assert "result" in answer, answer


def case(title, modes=("daemon", "one process")):
    def wrap(function):
        for mode in modes:
            def run(mode=mode):
                function(mode)
            CASES.append(faults.titled(run, f"{title}, {mode}"))
        return function
    return wrap


CASES = []


def tools_list(extra=""):
    return json.dumps(modern(5, "tools/list")).replace('"id": 5', f'"id": 5{extra}').encode()


BROKEN = {
    "half an object": b'{"jsonrpc":"2.0","id":1,',
    "two values": tools_list() + b" {}",
    "invalid UTF-8": b'{"jsonrpc":"2.0","id":1,"method":"tools/\xff\xfe"}',
    "overlong UTF-8": b'{"jsonrpc":"2.0","id":1,"method":"tools/\xc0\xaf"}',
    "surrogate bytes": b'{"jsonrpc":"2.0","id":1,"method":"\xed\xa0\x80"}',
    "NUL byte": b'{"jsonrpc":"2.0",\x00"id":1}',
    "duplicate key": tools_list(', "id": 6'),
    "deep nesting": b"[" * 100_000,
    "deep objects": b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
    "comment": b'/* hi */ {"jsonrpc":"2.0","id":1}',
    "bare word": b"GET / HTTP/1.1",
    "NaN": b'{"jsonrpc":"2.0","id":NaN,"method":"ping"}',
    "unfinished string": b'"' + b"a" * 100_000,
}
WRONG = {
    "number": b"5",
    "string": b'"hello"',
    "null": b"null",
    "empty object": b"{}",
    "empty array": b"[]",
    "object id": b'{"jsonrpc":"2.0","id":{},"method":"ping"}',
    "number method": b'{"jsonrpc":"2.0","id":7,"method":5}',
    "wrong version": b'{"jsonrpc":"1.0","id":7,"method":"ping"}',
}


@case("broken messages get -32700 and the next one is served")
def broken(mode):
    with Session(mode) as session:
        for name, line in BROKEN.items():
            session.client.send_bytes(line + b"\n")
            try:
                session.wait_error(PARSE_ERROR)
            except AssertionError as error:
                raise AssertionError(f"{name}: {error}") from error
        session.still_serves()
        assert session.client.finish() == 0


@case("wrong messages get -32600 and the next one is served")
def wrong(mode):
    with Session(mode) as session:
        for name, line in WRONG.items():
            seen = len(session.client.lines)
            session.client.send_bytes(line + b"\n")
            answer = wait_until(f"an answer to {name}", 10, lambda: session.client.lines[seen:])[0]
            assert answer["error"]["code"] == INVALID_REQUEST, f"{name}: {answer}"
        session.still_serves()
        assert session.client.finish() == 0


@case("lines may end with CR LF, be empty or blank")
def line_ends(mode):
    with Session(mode) as session:
        session.client.send_bytes(b"\r\n\n\r\n" + tools_list() + b"\r\n\n")
        assert "result" in session.client.wait(5)
        assert session.client.finish() == 0
        assert session.client.lines == session.client.answers["5"], session.client.lines


@case("binary noise harms nothing")
def noise(mode):
    chance = random.Random(7)
    with Session(mode) as session:
        session.client.send_bytes(chance.randbytes(1 << 20) + b"\n")
        session.still_serves()
        assert session.client.finish() == 0
        assert not session.client.problems, session.client.problems[0]


@case("huge ids come back as they were, or are refused with words")
def huge_ids(mode):
    with Session(mode) as session:
        for number, text in enumerate((b"9" * 400, b"-0.0", b"1e400", b"123456789012345678901234567890",
                                       b'"' + b"x" * 200_000 + b'"', b'"\\u0000"', b'"\\ud83d\\ude00"')):
            seen = len(session.client.lines)
            body = tools_list().replace(b'"id": 5', b'"id": ' + text)
            session.client.send_bytes(body + b"\n")
            answer = wait_until(f"an answer to id {text[:20]}", 10,
                                lambda: session.client.lines[seen:])[0]
            same = "result" in answer and json.dumps(answer["id"]) == json.dumps(json.loads(text))
            refused = "error" in answer and len(answer["error"]["message"]) > 10
            assert same or refused, f"id {text[:40]}: {str(answer)[:200]}"
        session.still_serves()


@case("half a message, then the end: it is answered and the exit is clean")
def half_then_end(mode):
    with Session(mode) as session:
        session.client.send(modern(1, "tools/list"))
        session.client.send_bytes(b'{"jsonrpc":"2.0","id":2,"method":"too')
        assert session.client.finish() == 0
        assert "result" in session.client.answers["1"][0]
        session.wait_error(PARSE_ERROR, 0.1)


@case("the last message needs no line end")
def no_line_end(mode):
    with Session(mode) as session:
        session.client.send_bytes(tools_list())
        assert session.client.finish() == 0
        assert "result" in session.client.answers["5"][0]


@case("everything received is answered before the exit")
def answered_at_end(mode):
    with Session(mode) as session:
        for number in range(100):
            session.client.send(modern(number, "resources/read", uri="fathom://file/large.txt"))
        assert session.client.finish(30) == 0
        session.client.assert_each_once(0.1)


@case("an open subscription does not outlive the input")
def open_listen(mode):
    with Session(mode) as session:
        session.client.send(modern(1, "subscriptions/listen",
                                   notifications={"toolsListChanged": True}))
        session.wait_line(lambda line: "acknowledged" in line.get("method", ""), "an acknowledgement")
        session.still_serves()
        assert session.client.finish() == 0


@case("a message over the limit is refused, the next one served")
def too_long(mode):
    with Session(mode) as session:
        session.still_serves(1)
        with MemoryWatch(*session.pids()) as memory:
            client = session.client
            client.send_bytes(b'{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"x":"')
            for _ in range(20):
                client.send_bytes(b"a" * (1 << 20))
            client.send_bytes(b'"}}\n')
            assert "16 MB" in session.wait_error(INVALID_REQUEST)
            session.still_serves(3)
        assert memory.growth() < LIMIT_MB, f"{memory.growth():.0f} MB more"


@case("a message over the limit that never ends")
def endless(mode):
    with Session(mode) as session:
        session.still_serves(1)
        with MemoryWatch(*session.pids()) as memory:
            for _ in range(200):
                session.client.send_bytes(b"a" * (1 << 20))
            assert session.client.finish() == 0
            assert "16 MB" in session.wait_error(INVALID_REQUEST)
        assert memory.growth() < LIMIT_MB, f"{memory.growth():.0f} MB more"


@case("messages made to be costly to read stay bounded")
def costly(mode):
    """Many tiny values: what a parser needs most memory for."""
    with Session(mode) as session:
        session.still_serves(1)
        with MemoryWatch(*session.pids()) as memory:
            for number in range(2, 6):
                text = json.dumps(modern(number, "tools/call", name="find", arguments={"query": "PLACE"}))
                junk = "[" + "0," * 1_000_000 + "0]"
                session.client.send_bytes(text.replace('"PLACE"', junk).encode() + b"\n")
            lines = wait_until("four answers", 20, lambda: session.client.lines[4:] and session.client.lines)
            for answer in lines[1:]:
                assert "error" in answer or answer["result"]["isError"], answer
            session.still_serves()
        assert memory.growth() < LIMIT_MB, f"{memory.growth():.0f} MB more"


@case("a flood from a client that never reads stays bounded, others are served")
def never_reads(mode):
    with Session(mode, reads=False) as session:
        client, place = session.client, session.place
        other = LineClient(place)
        other.ask(modern(1, "tools/list"))
        pids = session.pids()
        with MemoryWatch(*pids) as memory:
            flood = b"".join(json.dumps(modern(number, "resources/read", uri="fathom://file/large.txt"))
                             .encode() + b"\n" for number in range(4000))
            faults.threading.Thread(target=send_quietly, args=(client, flood), daemon=True).start()
            slowest = 0
            end = time.monotonic() + 5
            number = 1
            while time.monotonic() < end:
                number += 1
                began = time.monotonic()
                assert "result" in other.ask(modern(number, "tools/list"))
                slowest = max(slowest, time.monotonic() - began)
                time.sleep(0.02)
        for pid in pids:
            assert memory.growth(pid) < FLOOD_MB, (
                f"{'front end' if pid == client.front_pid() else 'daemon'}: "
                f"{memory.growth(pid):.0f} MB more")
        assert slowest < 2 * SLOW, f"another client waited {slowest:.1f} s"
        client.process.terminate()
        wait_until("it ends when told to", 5, lambda: not is_alive(client.process.pid))


def send_quietly(client, data):
    with faults.contextlib.suppress(OSError, ValueError):
        client.send_bytes(data)


@case("input that ends while nothing is read: the process ends")
def ends_unread(mode):
    with Session(mode, reads=False) as session:
        for number in range(50):
            session.client.send(modern(number, "resources/read", uri="fathom://file/large.txt"))
        session.client.process.stdin.close()
        wait_until("it gives up after its grace", 12, lambda: session.client.process.poll() is not None)


@case("a batch with a very large answer is answered")
def large_batch(mode):
    with Session(mode) as session:
        session.client.ask(initialize(1, "2025-03-26"))
        session.client.send(INITIALIZED)
        batch = [legacy(100 + i, "resources/read", uri="fathom://file/large.txt") for i in range(20)]
        session.client.send(batch)
        for message in batch:
            answer = session.client.wait(message["id"], 15)
            assert "result" in answer or len(answer["error"]["message"]) > 10, answer
        session.still_serves()
        assert session.client.finish() == 0


@case("the client's output closes: the process ends")
def closed_output(mode):
    with Session(mode, reads=False) as session:
        session.client.process.stdout.close()

        def asked_and_ended():  # noticed when the next answer is written
            send_quietly(session.client, tools_list() + b"\n")
            return session.client.process.poll() is not None
        wait_until("it ended", 5, asked_and_ended)


faults.run_cases(CASES, at_once=3)
