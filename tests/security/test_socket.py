#!/usr/bin/env python3
"""The daemon's socket: for one user only, in both directions, and patient with
whoever connects."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "protocol"))
from harness import *

AS_NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
CAN_BE_NOBODY = os.geteuid() == 0 and shutil.which("setpriv")


def socket_of(place):
    return until(lambda: next(iter((place.root / "run" / "fathom").glob("*.sock")), None), "the socket")


def connect(path):
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(WAIT)
    connection.connect(str(path))
    return connection


def hello_of(place):
    """A greeting as the program itself would send it, taken from a stand-in."""
    build = socket_of(place).name[:-len(".sock")]
    return {"fathom": "hello", "build": build, "mode": "mcp", "directory": str(place.repo), "flags": {}, "env": {}}


def talk(path, *lines):
    """What comes back until the other side closes or falls silent."""
    with connect(path) as connection:
        came = b""
        try:
            for line in lines:
                connection.sendall(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n")
        except (BrokenPipeError, ConnectionResetError):
            pass  # it has heard enough
        connection.settimeout(10 if SLOW else 5)
        try:
            while (part := connection.recv(65536)):
                came += part
        except ConnectionResetError:
            pass
        except TimeoutError:
            came += b"(still open)"
        return came


@case
def other_users_are_turned_away():
    if not CAN_BE_NOBODY:
        return
    with Place() as place:
        same(place.run("daemon", "start").status, 0)
        path = socket_of(place)
        hello = json.dumps(hello_of(place))
        script = ("import socket, sys\n"
                  "s = socket.socket(socket.AF_UNIX)\ns.settimeout(20)\n"
                  "try:\n  s.connect(sys.argv[1])\n  s.sendall(sys.argv[2].encode() + b'\\n')\n  print(s.recv(1000))\n"
                  "except OSError as e:\n  print('refused', e.errno)\n")

        def try_it():
            return subprocess.run([*AS_NOBODY, sys.executable, "-c", script, str(path), hello], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=WAIT, cwd="/").stdout.decode()

        lacks(try_it(), "welcome")  # the directory's and the file's modes
        for directory in (place.root, place.root / "run", place.root / "run" / "fathom"):
            os.chmod(directory, 0o755)
        os.chmod(path, 0o666)
        said = try_it()  # and who it is
        lacks(said, "welcome")
        assert said.strip() in ("b''", "refused 104", "refused 32"), said
        os.chmod(place.root / "run" / "fathom", 0o700)
        same(json.loads(place.run("daemon", "status", "--json").out)["clients"], 0)


@case
def socket_of_another_user_is_not_talked_to():
    """Somebody else answers where our daemon should be."""
    if not CAN_BE_NOBODY:
        return
    with Place() as place:
        place.run("daemon", "start")
        path = socket_of(place)
        place.run("daemon", "stop")
        for directory in (place.root, place.root / "run"):
            os.chmod(directory, 0o755)
        os.chmod(path.parent, 0o777)
        script = ("import socket, sys, json\n"
                  "s = socket.socket(socket.AF_UNIX)\ns.bind(sys.argv[1])\ns.listen()\nprint('ready', flush=True)\n"
                  "while True:\n  c, _ = s.accept()\n  c.settimeout(5)\n"
                  "  try:\n    got = c.recv(100000)\n"
                  "    c.sendall(b'{\"fathom\":\"welcome\",\"pid\":1}\\n')\n"
                  "  except OSError:\n    got = b''\n  print(len(got), flush=True)\n")
        fake = subprocess.Popen([*AS_NOBODY, sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, cwd="/")
        try:
            same(fake.stdout.readline(), b"ready\n")
            os.chmod(path, 0o666)
            os.chmod(path.parent, 0o700)
            done = place.run("find", "main")
            if done.status == 0:
                has(done.out, "src/main.c:4")  # in this process instead
            else:
                same(done.status, 3, repr(done))
            same(place.run("daemon", "status").status == 0, False)
            server = place.run("serve", input=b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
            assert server.status != 0 or '"result"' in server.out, repr(server)
            lacks(server.out, "welcome")
        finally:
            fake.kill()
        heard = fake.stdout.read().decode().split()
        fake.stdout.close()
        assert all(count == "0" for count in heard), f"it was told {heard} bytes"


@case
def runtime_directory_of_another_user_is_refused():
    if not CAN_BE_NOBODY:
        return
    with Place() as place:
        directory = place.root / "run" / "fathom"
        directory.mkdir(mode=0o700)
        os.chown(directory, 65534, 65534)
        done = place.run("daemon", "start")
        same(done.status, 3, repr(done))
        has(done.err, "another user", str(directory))
        os.chown(directory, 0, 0)
        os.chmod(directory, 0o755)
        done = place.run("daemon", "start")
        same(done.status, 3, repr(done))
        has(done.err, "chmod 700")


def shared_temporary(place):
    """A temporary directory for everybody, and the environment in which the
    socket's folder lies there."""
    shared = place.root / "tmp"
    shared.mkdir()
    os.chmod(shared, 0o1777)
    os.chmod(place.root, 0o711)
    return shared, {"TMPDIR": str(shared), "XDG_RUNTIME_DIR": ""}


def daemon_sockets(place):
    return sorted(str(path.parent.relative_to(place.root)) for path in place.root.rglob("*.sock"))


def goes_elsewhere(place, env, why, state="state"):
    """Everything works from the state folder, and says once why."""
    run = place.root / state / "fathom" / "run"
    warning = f"{why}: the daemon's socket is in '{run}' instead"
    done = place.run("daemon", "start", env=env)
    same(done.status, 0, repr(done))
    same(done.err.count(warning), 1, done.err)
    same(daemon_sockets(place), [str(run.relative_to(place.root))])
    same(oct(run.stat().st_mode & 0o7777), "0o700")
    # Every process comes to the same: front ends, the shell, the daemon itself.
    first = json.loads(place.run("daemon", "status", "--json", env=env).out)["pid"]
    has(place.run("find", "main", env=env).out, "src/main.c:4")
    server = Stdio(place, direct=False, env=env)
    has(text_of(server.modern("tools/call", {"name": "find", "arguments": {"query": "main"}})), "src/main.c:4")
    server.end()
    same(json.loads(place.run("daemon", "status", "--json", env=env).out)["pid"], first)
    same(daemon_sockets(place), [str(run.relative_to(place.root))])
    has((place.root / state / "fathom" / "daemon.log").read_text(), warning)
    doctor = place.run("doctor", env=env).out
    has(doctor, why, "set XDG_RUNTIME_DIR to choose another")
    same(place.run("daemon", "stop", env=env).status, 0)


@case
def folder_squatted_by_another_user():
    if not CAN_BE_NOBODY:
        return
    with Place() as place:
        shared, env = shared_temporary(place)
        folder = shared / f"fathom-{os.getuid()}"
        for make in (["mkdir", "-m", "0700"], ["mkdir", "-m", "0777"], ["touch"], ["mkfifo"], ["ln", "-s", str(place.root / "target")]):
            subprocess.run([*AS_NOBODY, *make, str(folder)], check=True, cwd="/")
            goes_elsewhere(place, env, f"'{folder}' belongs to another user (65534)")
            if folder.is_dir():
                same(os.listdir(folder), [])
                folder.rmdir()
            else:
                folder.unlink()
        assert not (place.root / "target").exists()
        # Once it is free it is used again.
        same(place.run("daemon", "start", env=env).status, 0)
        same(daemon_sockets(place), [f"tmp/{folder.name}"])
        same(place.run("daemon", "stop", env=env).status, 0)


@case
def folder_that_others_could_get_at():
    with Place() as place:
        shared, env = shared_temporary(place)
        folder = shared / f"fathom-{os.getuid()}"
        for mode in (0o777, 0o770, 0o755):
            folder.mkdir()
            folder.chmod(mode)
            goes_elsewhere(place, env, f"'{folder}' is open to other users (mode {mode:o})")
            same(os.listdir(folder), [])
            folder.rmdir()
        (place.root / "target").mkdir(mode=0o700)
        folder.symlink_to(place.root / "target")
        goes_elsewhere(place, env, f"'{folder}' is no directory")
        same(os.listdir(place.root / "target"), [])
        folder.unlink()
        # Where others may rename it, it is not even made.
        os.chmod(shared, 0o777)
        goes_elsewhere(place, env, f"others may rename what is in '{shared}' (mode 777, not sticky)")
        same(os.listdir(shared), [])


@case
def folder_with_a_long_name_instead():
    """Longer than a socket's address can be."""
    with Place() as place:
        shared, env = shared_temporary(place)
        folder = shared / f"fathom-{os.getuid()}"
        folder.mkdir()
        folder.chmod(0o777)
        long = "x" * 60 + "/" + "y" * 60
        (place.root / long).mkdir(parents=True)
        goes_elsewhere(place, {**env, "XDG_STATE_HOME": str(place.root / long)}, f"'{folder}' is open to other users (mode 777)", long)


@case
def nobody_elses_files_without_a_home():
    """Without any folder of its own the user's files would be in the squatted
    one too: they are not read there."""
    if not CAN_BE_NOBODY:
        return
    with Place() as place:
        shared, env = shared_temporary(place)
        script = (f"mkdir -m 0777 {shared}/fathom-4242 && mkdir -m 0777 {shared}/fathom-4242/config && "
                  f"echo '{{\"tools\":{{\"disabled\":[\"find\"]}}}}' > {shared}/fathom-4242/config/config.json")
        subprocess.run([*AS_NOBODY, "sh", "-c", script], check=True, cwd="/")
        os.chmod(place.repo, 0o755)
        env = {"TMPDIR": str(shared), "PATH": os.environ["PATH"]}
        as_stranger = ["setpriv", "--reuid=4242", "--regid=4242", "--clear-groups"]
        if subprocess.run([*as_stranger, "test", "-x", FATHOM], cwd="/").returncode:
            return  # the program lies where only this user gets
        done = subprocess.run([*as_stranger, FATHOM, "find", "main", "--no-daemon"], cwd=place.repo, env=env, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
        lacks(done.stderr.decode(), "disabled")


@case
def first_line_must_be_a_greeting():
    with Place() as place:
        place.run("daemon", "start")
        path = socket_of(place)
        for line in (b"GET / HTTP/1.1\r\n", b"{}\n", b"[]\n", b'{"jsonrpc":"2.0","id":1,"method":"initialize"}\n', b"\xff\xfe\n",
                     b'{"fathom":"hello"' + b" " * 300000 + b"}\n"):
            said = talk(path, line)
            answer = json.loads(said.split(b"\n")[0])
            same(answer["fathom"], "refused", repr(line[:40]))
            lacks(said.decode(), "(still open)")
        for change, words in (({"build": "0.0.0-0"}, "another build"), ({"mode": "nonsense"}, "unknown mode")):
            said = talk(path, {**hello_of(place), **change}, message(1, "ping"))
            has(json.loads(said.split(b"\n")[0])["error"], words)
            lacks(said.decode(), '"result"', "(still open)")
        same(place.run("find", "main").status, 0)


@case
def silent_and_half_greetings_hold_up_nobody():
    with Place() as place:
        place.run("daemon", "start")
        path = socket_of(place)
        quiet = [connect(path) for _ in range(50)]
        for connection in quiet[:25]:
            connection.sendall(b'{"fathom":"hel')
        started = time.monotonic()
        same(place.run("find", "main").status, 0)
        assert time.monotonic() - started < 10
        done = place.run("daemon", "stop")
        same(done.status, 0, repr(done))
        for connection in quiet:
            connection.close()


@case
def greeting_cannot_make_an_agent_a_person():
    """Only who greets as a person may name any workspace by path."""
    with Place() as place:
        other = place.repository("other", {"elsewhere.c": "int elsewhere;\n"})
        place.run("daemon", "start")
        call = message(1, "tools/call", modern({"name": "find", "arguments": {"query": "elsewhere", "path": str(other)}}))
        server = Stdio(place, direct=False)
        has(failure_of(server.modern("tools/call", call["params"])), "another workspace")
        server.end()


@case
def leftovers_do_not_block_the_next_start():
    with Place() as place:
        place.run("daemon", "start")
        path = socket_of(place)
        os.kill(place.daemon_pid(), signal.SIGKILL)
        assert path.exists(), "a killed daemon leaves its socket"
        same(place.run("find", "main").status, 0, "the CLI works without")
        same(place.run("daemon", "start").status, 0)
        place.run("daemon", "stop")


if __name__ == "__main__":
    main()
