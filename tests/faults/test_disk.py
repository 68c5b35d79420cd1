#!/usr/bin/env python3
"""Files and directories that fail: a full disk, a read-only workspace, places
that cannot be written or belong to somebody else, and our own files damaged.
Clear words or a way around, never a crash, never a lost source."""
import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import time

import faults
from faults import (FATHOM, INITIALIZED, SLOW, HttpServer, LineClient, Place, Skip, initialize,
                    legacy, modern, wait_until)

NOBODY = 65534


@contextlib.contextmanager
def small_disk(path, size="1m"):
    """A tmpfs; taken away again whatever happens."""
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=700", "fathom-test", str(path)],
                          capture_output=True, text=True)
    if done.returncode:
        raise Skip(f"mount is not permitted: {done.stderr.strip()}")
    try:
        yield path
    finally:
        for _ in range(100):
            if subprocess.run(["umount", str(path)], capture_output=True).returncode == 0:
                break
            time.sleep(0.05)
        else:
            subprocess.run(["umount", "-l", str(path)], capture_output=True)


def fill(path):
    """Until not one byte more fits."""
    with open(path / "filler", "wb", buffering=0) as file:
        for size in (65536, 4096, 1):
            with contextlib.suppress(OSError):
                while True:
                    file.write(b"x" * size)


class As:
    """Commands of another user, in a place of his own."""

    def __init__(self, place):
        if os.getuid() != 0 or not shutil.which("setpriv"):
            raise Skip("needs root and setpriv to act as another user")
        self.place = place
        self.program = place.path / "fathom"
        faults.copy_program(self.program)
        place.path.chmod(0o755)
        for folder in place.path.rglob("*"):
            os.lchown(folder, NOBODY, NOBODY)

    def run(self, *words, env=None, cwd=None):
        return subprocess.run(
            ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", str(self.program), *words],
            env=env or self.place.env, cwd=cwd or self.place.work, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=30 * SLOW)


def finds(place, *words, env=None, run=None):
    done = (run or place.run)("find", "answer_3", *words, env=env)
    assert done.returncode == 0 and "part3.c" in done.stdout, f"{done.returncode} {done.stdout}{done.stderr}"
    return done


def fails_with(done, *words, status=None):
    assert done.returncode != 0, f"succeeded: {done.stdout}"
    assert done.returncode < 64 if status is None else done.returncode == status, done
    for word in words:
        assert word.lower() in done.stderr.lower(), f"'{word}' is not in: {done.stderr}"
    assert done.stderr.startswith("fathom: "), done.stderr


def log_of(place):
    with contextlib.suppress(OSError):
        return (place.state / "daemon.log").read_text()
    return ""


# ---- full ----


def full_workspace_gives_a_reason_and_harms_nothing():
    with Place("full") as place, small_disk(place.path / "full") as disk:
        shutil.copytree(place.work / "src", disk / "src")
        (disk / ".git").mkdir()
        before = {p.name: p.read_bytes() for p in (disk / "src").iterdir()}
        fill(disk)
        done = place.run("find", "answer_3", "--no-daemon", cwd=disk)
        if done.returncode == 0:
            assert "part3.c" in done.stdout, done.stdout
        else:
            fails_with(done)
            assert "full" in done.stderr or "space" in done.stderr, done.stderr
        assert {p.name: p.read_bytes() for p in (disk / "src").iterdir()} == before
        (disk / "filler").unlink()
        done = place.run("find", "answer_3", "--no-daemon", cwd=disk)
        assert done.returncode == 0 and "part3.c" in done.stdout, f"{done.stdout} {done.stderr}"


def disk_fills_up_while_serving():
    """The index cannot grow any more: the server lives, answers, recovers."""
    with Place("fills") as place, small_disk(place.path / "full", "2m") as disk:
        shutil.copytree(place.work / "src", disk / "src")
        (disk / ".git").mkdir()
        client = LineClient(place, cwd=disk)
        call = {"name": "find", "arguments": {"query": "answer_3"}}
        assert "part3.c" in str(client.ask(modern(1, "tools/call", **call)))
        for i in range(200):
            (disk / "src" / f"more{i}.c").write_text(
                "".join(f"int more_{i}_{j}(void) {{ return {j}; }}\n" for j in range(3)))
        fill(disk)
        answer = client.ask(modern(2, "tools/call", **call), 20)
        assert "part3.c" in str(answer) or "space" in str(answer) or "full" in str(answer), answer
        assert "result" in client.ask(modern(3, "tools/list"))
        (disk / "filler").unlink()
        for i in range(100, 200):
            (disk / "src" / f"more{i}.c").unlink()
        answer = client.ask(modern(4, "tools/call", name="find", arguments={"query": "more_7_2"}), 20)
        assert "more7.c" in str(answer), answer
        assert client.finish() == 0
        place.stop_daemon()


def full_state_directory_costs_the_sessions_only():
    with Place("state") as place, small_disk(place.path / "state" / "fathom") as disk:
        fill(disk)
        server = HttpServer(place, "--no-daemon")
        server.wait_healthy()
        status, headers, _ = server.post(initialize(1))
        assert status == 200
        session = {"Mcp-Session-Id": headers["mcp-session-id"]}
        assert server.post(INITIALIZED, session)[0] == 202
        time.sleep(0.4)
        status, _, body = server.post(legacy(2, "tools/list"), session)
        assert status == 200 and "result" in body
        wait_until("it is said why", 5, lambda: "sessions are not kept" in "".join(server.errors))
        assert server.stop() == 0
        left = [p.name for p in disk.iterdir() if p.name != "filler"]
        for name in left:
            if name.endswith(".json"):
                json.loads((disk / name).read_text())
        assert not [name for name in left if name.startswith(".fathom-tmp-")], left


def full_state_directory_does_not_keep_the_daemon_down():
    with Place("log") as place, small_disk(place.path / "state" / "fathom") as disk:
        fill(disk)
        finds(place)
        client = LineClient(place)
        assert "result" in client.ask(modern(1, "tools/list"))
        assert client.finish() == 0
        place.stop_daemon()


def full_config_directory_loses_no_key():
    with Place("keys") as place, small_disk(place.path / "config" / "fathom") as disk:
        assert place.run("key", "create", "--label", "first").returncode == 0
        before = (disk / "keys.json").read_bytes()
        fill(disk)
        done = place.run("key", "create", "--label", "second" * 500)
        fails_with(done)
        assert "fathom_" not in done.stdout, "a key was shown that is not kept"
        assert (disk / "keys.json").read_bytes() == before
        assert not list(disk.glob(".fathom-tmp-*")), "a temporary file is left"


# ---- not writable ----


def read_only_workspace_is_indexed_in_the_cache():
    with Place("readonly") as place:
        done = subprocess.run(["mount", "--bind", str(place.work), str(place.work)], capture_output=True)
        if done.returncode:
            raise Skip("mount is not permitted")
        try:
            subprocess.run(["mount", "-o", "remount,bind,ro", str(place.work)], check=True)
            finds(place, "--no-daemon")
            finds(place)
            assert not (place.work / ".fathom").exists()
            assert list((place.path / "cache" / "fathom").rglob("*.sqlite")), "no index in the cache"
        finally:
            place.run("daemon", "stop")
            subprocess.run(["umount", "-l", str(place.work)], check=True)


def unwritable_workspace_is_indexed_in_the_cache():
    """Another user's project."""
    with Place("foreign") as place:
        user = As(place)
        for path in [place.work, *place.work.rglob("*")]:
            os.chown(path, 0, 0)
        finds(place, "--no-daemon", run=user.run)
        assert not (place.work / ".fathom").exists()
        assert list((place.path / "cache" / "fathom").rglob("*.sqlite"))


def unreadable_files_are_left_out_with_a_word():
    with Place("unreadable") as place:
        user = As(place)
        os.chown(place.work / "src" / "part5.c", 0, 0)
        (place.work / "src" / "part5.c").chmod(0o600)
        finds(place, "--no-daemon", run=user.run)
        done = user.run("status", "--no-daemon")
        assert done.returncode == 0 and "unreadable" in done.stdout.lower().replace("not readable", "unreadable"), \
            done.stdout


def unwritable_runtime_directory_is_an_error_with_words():
    with Place("norun") as place:
        user = As(place)
        os.chown(place.path / "run", 0, 0)
        (place.path / "run").chmod(0o755)
        done = user.run("daemon", "start")
        fails_with(done, str(place.path / "run"), "permission")
        finds(place, "--no-daemon", run=user.run)


def runtime_directory_of_another_user_is_refused():
    with Place("theirs") as place:
        user = As(place)
        theirs = place.path / "run" / "fathom"
        theirs.mkdir()
        theirs.chmod(0o777)
        os.chown(theirs, 1234, 1234)
        for words in (("daemon", "start"), ("serve",), ("find", "answer_3")):
            done = user.run(*words)
            if words[0] != "find":
                fails_with(done, str(theirs))
                assert any(word in done.stderr for word in ("belongs", "owner", "owned")), done.stderr
        assert not list(theirs.iterdir()), "something was put into it"


def runtime_directory_open_to_others_is_refused():
    with Place("open") as place:
        place.runtime.mkdir()
        place.runtime.chmod(0o777)
        done = place.run("daemon", "start")
        fails_with(done, str(place.runtime))


def runtime_directory_is_a_link_elsewhere():
    """In the shared temporary directory somebody may have put a link."""
    with Place("link") as place:
        user = As(place)
        target = place.path / "target"
        target.mkdir(mode=0o700)
        os.chown(target, 1234, 1234)
        (place.path / "run" / "fathom").symlink_to(target)
        fails_with(user.run("daemon", "start"))
        assert not list(target.iterdir())


def no_home_is_no_crash():
    with Place("nohome") as place:
        env = {key: value for key, value in place.env.items()
               if not key.startswith("XDG_") and key != "HOME"}
        env["TMPDIR"] = str(place.path / "run")
        finds(place, "--no-daemon", env=env)
        client = LineClient(place, env=env)
        assert "result" in client.ask(modern(1, "tools/list"))
        assert client.finish() == 0
        assert place.run("daemon", "stop", env=env).returncode == 0
        env["HOME"] = "/nonexistent/home"
        done = place.run("daemon", "start", env=env)
        if done.returncode:
            fails_with(done)
        place.run("daemon", "stop", env=env)


def very_long_runtime_directory_works():
    """A socket's name has room for 107 bytes; paths are longer than that."""
    with Place("long") as place:
        deep = place.path / "run" / ("d" * 100) / ("e" * 100)
        deep.mkdir(parents=True, mode=0o700)
        place.env["XDG_RUNTIME_DIR"] = str(deep)
        client = LineClient(place)
        assert "result" in client.ask(modern(1, "tools/list"))
        assert client.finish() == 0
        assert place.run("daemon", "stop").returncode == 0
        wait_until("no process left", 5, lambda: not place.processes())


def no_descriptors_left_is_no_crash():
    with Place("nofile") as place:
        done = subprocess.run(["prlimit", "--nofile=64:64", FATHOM, "find", "answer_3", "--no-daemon"],
                              env=place.env, cwd=place.work, capture_output=True, text=True)
        assert done.returncode == 0 and "part3.c" in done.stdout, done
        for limit in (3, 6, 9, 12):
            done = subprocess.run(["prlimit", f"--nofile={limit}:{limit}", FATHOM, "find", "answer_3",
                                   "--no-daemon"], env=place.env, cwd=place.work, capture_output=True,
                                  text=True, timeout=30 * SLOW)
            assert 0 <= done.returncode < 128, f"limit {limit}: {done}"
            if done.returncode == 0:
                assert "part3.c" in done.stdout, f"limit {limit}: a wrong answer: {done.stdout}"


# ---- damaged ----

DAMAGE = {
    "empty": lambda text: b"",
    "cut": lambda text: text[:len(text) // 2],
    "noise": lambda text: os.urandom(4096),
    "zeros": lambda text: b"\0" * 4096,
    "another shape": lambda text: b'[1, {"sessions": 5}]',
    "wrong types": lambda text: b'{"sessions":[5,{"id":7},{"id":"x","peer":"y"}],"keys":[1,{"id":{}}]}',
}


def damaged_sessions_are_forgotten():
    with Place("sessions") as place:
        server = HttpServer(place, "--no-daemon")
        server.wait_healthy()
        server.post(initialize(1))
        assert server.stop() == 0
        path = next(place.state.glob("sessions-*.json"))
        assert path.stat().st_mode & 0o777 == 0o600, oct(path.stat().st_mode)
        whole = path.read_bytes()
        assert json.loads(whole)["sessions"], "the session was not kept"
        for name, damage in DAMAGE.items():
            path.write_bytes(damage(whole))
            server = HttpServer(place, "--no-daemon", port=server.port)
            server.wait_healthy()
            status, headers, _ = server.post(initialize(1))
            assert status == 200 and headers["mcp-session-id"], f"{name}: {status}"
            assert server.stop() == 0, name
            json.loads(path.read_text())


def damaged_keys_open_nothing():
    """Neither a crash nor a way in; nothing is overwritten."""
    with Place("badkeys") as place:
        assert place.run("key", "create").returncode == 0
        path = place.config / "keys.json"
        assert path.stat().st_mode & 0o777 == 0o600
        whole = path.read_bytes()
        for name, damage in DAMAGE.items():
            broken = damage(whole)
            path.write_bytes(broken)
            done = place.run("key", "create")
            if done.returncode:
                assert done.returncode < 64 and str(path) in done.stderr, f"{name}: {done}"
                assert path.read_bytes() == broken, f"{name}: the file was changed"
            done = place.run("serve", "--http", "--no-daemon", "--port", "0", seconds=5) \
                if done.returncode else None
            if done:
                fails_with(done)


def damaged_config_is_reported():
    with Place("badconfig") as place:
        place.config.mkdir()
        path = place.config / "config.json"
        for name, damage in DAMAGE.items():
            broken = damage(b'{"http": {"port": 2829}, "log": {"level": "warn"}}')
            path.write_bytes(broken)
            done = place.run("find", "answer_3", "--no-daemon")
            if done.returncode:
                fails_with(done, str(path))
            else:
                assert "part3.c" in done.stdout, f"{name}: {done}"
                assert name in ("another shape", "wrong types") or done.stderr, f"{name}: said nothing"
            assert path.read_bytes() == broken, name
        path.write_text('{"http": {"prot": 1}}')
        finds(place, "--no-daemon")
        done = place.run("status", "--no-daemon")
        assert "http.port" in done.stderr + done.stdout, f"no near name offered: {done}"


def damaged_project_config_harms_no_other_project():
    with Place("badproject") as place:
        (place.work / ".fathom").mkdir()
        (place.work / ".fathom" / "config.json").write_text('{"tools": {"read_only": tru')
        other = place.make_workspace("other")
        finds(place, run=lambda *words, env=None: place.run(*words, cwd=other))
        finds(place)
        done = place.run("status")
        assert ".fathom/config.json" in done.stderr + done.stdout, f"nobody is told: {done}"
        place.stop_daemon()


def damaged_index_is_rebuilt():
    with Place("badindex") as place:
        finds(place, "--no-daemon")
        path = next((place.work / ".fathom").glob("*.sqlite"))
        whole = path.read_bytes()
        for name, damage in DAMAGE.items():
            path.write_bytes(damage(whole))
            finds(place, "--no-daemon")
        path.write_bytes(whole[:4096] + os.urandom(len(whole) - 4096))
        finds(place, "--no-daemon")
        with contextlib.closing(sqlite3.connect(path)) as db:
            assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"


def index_damaged_while_serving():
    with Place("live") as place:
        client = LineClient(place)
        call = {"name": "find", "arguments": {"query": "answer_3"}}
        assert "part3.c" in str(client.ask(modern(1, "tools/call", **call)))
        path = next((place.work / ".fathom").glob("*.sqlite"))
        with open(path, "r+b") as file:
            file.write(os.urandom(path.stat().st_size))
        for number in range(2, 6):
            (place.work / "src" / "part3.c").write_text(f"/* {number} */\nint answer_3(int q) {{ return q; }}\n")
            answer = client.ask(modern(number, "tools/call", **call), 15)
        assert "part3.c" in str(answer), answer
        shutil.rmtree(place.work / ".fathom")
        for number in range(6, 10):
            (place.work / "src" / "part3.c").write_text(f"/* {number} */\nint answer_3(int q) {{ return q; }}\n")
            answer = client.ask(modern(number, "tools/call", **call), 15)
        assert "part3.c" in str(answer), answer
        assert client.finish() == 0
        place.stop_daemon()


def workspace_vanishes_while_serving():
    with Place("vanish") as place:
        client = LineClient(place)
        call = {"name": "find", "arguments": {"query": "answer_3"}}
        assert "part3.c" in str(client.ask(modern(1, "tools/call", **call)))
        shutil.rmtree(place.work)
        for number in range(2, 5):
            answer = client.ask(modern(number, "tools/call", **call))
            assert "part3.c" not in str(answer), "found in a directory that is gone"
        assert "result" in client.ask(modern(9, "tools/list"))
        assert client.finish() == 0
        assert place.run("daemon", "stop", cwd=place.path).returncode == 0


def leftover_temporary_files_harm_nothing():
    with Place("leftover") as place:
        place.config.mkdir(mode=0o700)
        place.state.mkdir(mode=0o700)
        for folder in (place.config, place.state):
            (folder / ".fathom-tmp-123").write_text("half a fi")
        assert place.run("key", "create").returncode == 0
        assert place.run("key", "list").returncode == 0
        server = HttpServer(place, "--no-daemon")
        server.wait_healthy()
        assert server.stop() == 0


faults.run_cases([
    full_workspace_gives_a_reason_and_harms_nothing,
    disk_fills_up_while_serving,
    full_state_directory_costs_the_sessions_only,
    full_state_directory_does_not_keep_the_daemon_down,
    full_config_directory_loses_no_key,
    read_only_workspace_is_indexed_in_the_cache,
    unwritable_workspace_is_indexed_in_the_cache,
    unreadable_files_are_left_out_with_a_word,
    unwritable_runtime_directory_is_an_error_with_words,
    runtime_directory_of_another_user_is_refused,
    runtime_directory_open_to_others_is_refused,
    runtime_directory_is_a_link_elsewhere,
    no_home_is_no_crash,
    very_long_runtime_directory_works,
    no_descriptors_left_is_no_crash,
    damaged_sessions_are_forgotten,
    damaged_keys_open_nothing,
    damaged_config_is_reported,
    damaged_project_config_harms_no_other_project,
    damaged_index_is_rebuilt,
    index_damaged_while_serving,
    workspace_vanishes_while_serving,
    leftover_temporary_files_harm_nothing,
], at_once=3)
