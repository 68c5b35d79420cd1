#!/usr/bin/env python3
"""The daemon's life: who starts it, who shares it, how it ends, and what
happens when its files are taken away."""
import contextlib
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import time

import faults
from faults import (FATHOM, INITIALIZED, SLOW, SOAK, HttpServer, LineClient, Place, initialize, kill,
                    legacy, modern, wait_until)


def racing_starts_give_one_daemon():
    with Place("race") as place:
        for _ in range(10 if SOAK else 2):
            racers = [subprocess.Popen([FATHOM, "daemon", "start"], env=place.env, cwd=place.work,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                      for _ in range(20)]
            said = [racer.communicate(timeout=30 * SLOW) for racer in racers]
            assert all(racer.returncode == 0 for racer in racers), [e for _, e in said if e]
            assert len({out for out, _ in said}) == 1, f"several daemons: {said}"
            wait_until("the losers of the race ended", 5, lambda: len(place.processes()) == 1)
            assert said[0][0] == f"running, pid {place.daemons()[0]}\n", said[0]
            place.stop_daemon()
            place.assert_empty()


def racing_front_ends_share_one_daemon():
    with Place("share") as place:
        clients = [LineClient(place) for _ in range(12)]
        for client in clients:
            assert "result" in client.ask(modern(1, "tools/list"))
        wait_until("the losers of the race ended", 5, lambda: len(place.daemons()) == 1)
        assert place.daemon_status()["clients"] == 12
        for client in clients:
            assert client.finish() == 0
        wait_until("the daemon noticed", 5, lambda: place.daemon_status()["clients"] == 0)
        place.stop_daemon()
        place.assert_empty()


def another_build_has_its_own_daemon():
    with Place("build") as place:
        other = place.path / "other" / "fathom"
        faults.copy_program(other)
        first = LineClient(place)
        second = LineClient(place, program=str(other))
        assert "result" in first.ask(modern(1, "tools/list"))
        assert "result" in second.ask(modern(1, "tools/list"))
        daemons = {os.readlink(f"/proc/{pid}/exe") for pid in place.daemons()}
        assert daemons == {os.path.realpath(FATHOM), str(other)}, daemons
        place.run("daemon", "stop", program=str(other))
        assert "result" in first.ask(modern(2, "tools/list")), "the other build's end was felt here"
        first.finish(), second.finish()
        place.run("daemon", "stop", program=str(other))
        place.stop_daemon()
        place.assert_empty()


def a_replaced_program_is_another_build():
    """An upgrade while clients run: new clients get a daemon of the new file."""
    with Place("upgrade") as place:
        program = place.path / "bin" / "fathom"
        faults.copy_program(program)
        old = LineClient(place, program=str(program))
        assert "result" in old.ask(modern(1, "tools/list"))
        before = set(place.daemons())
        faults.copy_program(program.with_suffix(".new"))
        os.utime(program.with_suffix(".new"), ns=(1, 1))
        os.replace(program.with_suffix(".new"), program)
        new = LineClient(place, program=str(program))
        assert "result" in new.ask(modern(1, "tools/list"))
        assert "result" in old.ask(modern(2, "tools/list"))
        assert len(set(place.daemons()) - before) == 1, place.processes()
        old.finish(), new.finish()


def stop_by_signal(number):
    def case():
        with Place("term") as place:
            client = LineClient(place)
            client.ask(modern(1, "tools/list"))
            client.finish()
            pid = place.daemons()[0]
            assert any(p.is_socket() for p in place.runtime.iterdir())
            kill(pid, number)
            wait_until("the daemon ended", 5, lambda: not faults.is_alive(pid))
            place.assert_empty()
    return faults.titled(case, f"{signal.Signals(number).name}_stops_and_removes_the_socket")


def stop_lets_no_request_down():
    """What was asked before the stop is answered: by this daemon or the next."""
    with Place("drain") as place:
        client = LineClient(place)
        client.ask(modern(1, "tools/list"))
        for number in range(2, 60):
            client.send(modern(number, "resources/read", uri="fathom://file/large.txt"))
        done = place.run("daemon", "stop")
        assert done.returncode == 0, done.stderr
        client.assert_each_once()
        assert client.finish() == 0


def stop_drains_http():
    """What was asked is answered whole; a connection is refused or cut before
    its answer began, never in the middle of it."""
    with Place("http") as place:
        server = HttpServer(place, "--no-daemon")
        server.wait_healthy()
        message = server.post_bytes(modern(1, "resources/read", uri="fathom://file/large.txt"))
        socks = [server.connect() for _ in range(30)]
        for sock in socks:
            sock.sendall(message)
        select.select(socks, [], [], 10 * SLOW)  # the first answer is under way
        server.process.terminate()
        whole = 0
        for sock in socks:
            data = b""
            with contextlib.suppress(ConnectionError):
                while more := sock.recv(1 << 20):
                    data += more
            sock.close()
            if data:
                head, body = data.split(b"\r\n\r\n", 1)
                length = int(head.lower().split(b"content-length:")[1].split()[0])
                assert len(body) == length, f"cut off after {len(body)} of {length} bytes"
                whole += head.startswith(b"HTTP/1.1 200")
        assert whole, "no answer at all"
        assert server.process.wait(10 * SLOW) == 0
        place.assert_empty()


def stop_stays_stopped():
    """A stop is not undone by clients that are connected but ask nothing."""
    with Place("stay") as place:
        client = LineClient(place)
        client.ask(initialize(1))
        client.send(INITIALIZED)
        client.ask(legacy(2, "tools/list"))
        place.stop_daemon()
        time.sleep(0.5 * SLOW)
        assert not place.daemons(), "the daemon is back though nobody asked anything"
        assert "result" in client.ask(legacy(3, "tools/list")), "the session was not carried over"
        assert client.finish() == 0


def stop_ends_despite_a_client_that_never_reads():
    with Place("stuck") as place:
        assert place.run("daemon", "start").returncode == 0
        hello = {"fathom": "hello", "mode": "mcp", "build": place.daemon_status()["build"],
                 "directory": str(place.work), "flags": {}, "env": {}}
        stuck = socket.socket(socket.AF_UNIX)
        stuck.connect(str(next(p for p in place.runtime.iterdir() if p.is_socket())))
        stuck.sendall(json.dumps(hello).encode() + b"\n")
        for number in range(100):
            message = modern(number, "resources/read", uri="fathom://file/large.txt")
            stuck.sendall(json.dumps(message).encode() + b"\n")
        time.sleep(0.5)
        place.stop_daemon()
        place.assert_empty()
        stuck.close()


def a_start_waits_for_one_that_is_ending():
    """The old one still drains: whoever comes meanwhile gets the next one."""
    with Place("successor") as place:
        stuck = LineClient(place, reads=False)
        for number in range(100):
            stuck.send(modern(number, "resources/read", uri="fathom://file/large.txt"))
        time.sleep(0.5)
        stopping = subprocess.Popen([FATHOM, "daemon", "stop"], env=place.env, cwd=place.work,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        client = LineClient(place)
        assert "result" in client.ask(modern(1, "tools/list"), 20)
        assert stopping.wait(20 * SLOW) == 0
        assert client.finish() == 0
        stuck.drop()


def raw_connection_that_never_greets_hurts_nobody():
    with Place("mute") as place:
        assert place.run("daemon", "start").returncode == 0
        path = next(p for p in place.runtime.iterdir() if p.is_socket())
        mute = []
        for _ in range(50):
            sock = socket.socket(socket.AF_UNIX)
            sock.connect(str(path))
            mute.append(sock)
        mute[0].sendall(b"\xff" * 100_000)
        mute[1].sendall(b'{"fathom":"hello"}\n')
        mute[2].sendall(b'{"fathom":"hello","mode":"mcp","build":"0"}\n')
        mute[2].settimeout(5 * SLOW)
        assert b"another build" in mute[2].recv(4096)
        client = LineClient(place)
        assert "result" in client.ask(modern(1, "tools/list"))
        assert client.finish() == 0
        place.stop_daemon()
        place.assert_empty()
        for sock in mute:
            sock.close()


def deleted_socket_is_recovered():
    """Temporary directories get cleaned: the next client must get through."""
    with Place("deleted") as place:
        old = LineClient(place)
        old.ask(modern(1, "tools/list"))
        next(p for p in place.runtime.iterdir() if p.is_socket()).unlink()
        new = LineClient(place)
        assert "result" in new.ask(modern(1, "tools/list"), 8), "no answer"
        assert "result" in old.ask(modern(2, "tools/list"))
        old.finish(), new.finish()
        place.stop_daemon()
        place.assert_empty()


def deleted_runtime_directory_is_recovered():
    with Place("gone") as place:
        old = LineClient(place)
        old.ask(modern(1, "tools/list"))
        shutil.rmtree(place.runtime)
        new = LineClient(place)
        assert "result" in new.ask(modern(1, "tools/list"), 8), "no answer"
        assert "result" in old.ask(modern(2, "tools/list"))
        old.finish(), new.finish()


def stale_files_do_not_block_a_start():
    with Place("stale") as place:
        assert place.run("daemon", "start").returncode == 0
        path = next(p for p in place.runtime.iterdir() if p.is_socket())
        kill(place.daemons()[0])
        wait_until("it died", 5, lambda: not place.daemons())
        assert path.is_socket(), "kill -9 cannot remove it"
        done = place.run("daemon", "start")
        assert done.returncode == 0, done.stderr
        place.stop_daemon()
        path.write_text("not a socket")
        done = place.run("daemon", "start")
        assert done.returncode != 0 and "not a socket" in done.stderr + place_log(place), \
            f"{done.returncode} {done.stderr}"


def place_log(place):
    with contextlib.suppress(OSError):
        return (place.state / "daemon.log").read_text()
    return ""


def frozen_daemon_does_not_hang_the_command_line():
    """A stopped (SIGSTOP) daemon is reported, not waited for without end."""
    with Place("frozen") as place:
        assert place.run("daemon", "start").returncode == 0
        pid = place.daemons()[0]
        kill(pid, signal.SIGSTOP)
        try:
            began = time.monotonic()
            done = place.run("daemon", "status")
            assert done.returncode != 0 and "does not answer" in done.stderr, done
            assert time.monotonic() - began < 20 * SLOW
        finally:
            kill(pid, signal.SIGCONT)
        wait_until("it answers again", 5, place.daemon_status)


def supervised_children_die_with_whoever_asked_for_them():
    """Also those that left the process group or the session."""
    family = "sleep 1000 & setsid sleep 1000 & setsid sh -c 'sleep 1000 & sleep 1000' & echo up; sleep 1000"
    owner = ("import os, socket, subprocess, sys\n"
             "ours, theirs = socket.socketpair()\n"
             "subprocess.run([sys.argv[1], 'supervise', str(theirs.fileno()), '--', 'sh', '-c', sys.argv[2]],"
             " pass_fds=[theirs.fileno()])")
    for victim in ("owner", "supervisor"):
        with Place("supervise") as place:
            process = subprocess.Popen(["python3", "-c", owner, FATHOM, family], env=place.env,
                                       stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
            try:
                assert process.stdout.readline() == b"up\n"
                wait_until("the family is complete", 5,
                           lambda: list(place.processes().values()).count("sleep 1000") == 5)
                if victim == "owner":
                    kill(process.pid)
                else:
                    kill(next(pid for pid, line in place.processes().items() if " supervise " in line
                              and "python3" not in line), signal.SIGTERM)
                wait_until("all of them ended", 10, lambda: not place.processes())
            finally:
                kill(process.pid)
                process.wait()
                process.stdout.close()


def idle_daemon_ends_by_itself():
    if not SOAK:
        raise faults.Skip("takes more than a minute; FATHOM_SOAK=1 runs it")
    with Place("idle") as place:
        place.env["FATHOM_IDLE_MINUTES"] = "1"
        client = LineClient(place)
        client.ask(modern(1, "tools/list"))
        time.sleep(70)
        assert place.daemons(), "it ended although a client was connected"
        client.finish()
        time.sleep(50)
        assert place.daemons(), "it ended early"
        wait_until("the idle daemon ended", 25, lambda: not place.daemons())
        place.assert_empty()


faults.run_cases([
    racing_starts_give_one_daemon,
    racing_front_ends_share_one_daemon,
    another_build_has_its_own_daemon,
    a_replaced_program_is_another_build,
    stop_by_signal(signal.SIGTERM),
    stop_by_signal(signal.SIGINT),
    stop_lets_no_request_down,
    stop_drains_http,
    stop_stays_stopped,
    stop_ends_despite_a_client_that_never_reads,
    a_start_waits_for_one_that_is_ending,
    raw_connection_that_never_greets_hurts_nobody,
    deleted_socket_is_recovered,
    deleted_runtime_directory_is_recovered,
    stale_files_do_not_block_a_start,
    frozen_daemon_does_not_hang_the_command_line,
    supervised_children_die_with_whoever_asked_for_them,
    idle_daemon_ends_by_itself,
], at_once=3)
