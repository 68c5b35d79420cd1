#!/usr/bin/env python3
"""Live sessions among strangers: other users reach none, and put none before us; a gate
that floods or hangs is a nuisance to who waits for it alone."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from live import *

AS_NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
CAN_BE_NOBODY = os.geteuid() == 0 and shutil.which("setpriv")


def as_nobody(function):
    """A case that needs a second user."""
    if CAN_BE_NOBODY:
        case(function)
    return function


def run_as_nobody(script, *words):
    done = subprocess.run([*AS_NOBODY, "/usr/bin/python3", "-c", script, *map(str, words)], capture_output=True, text=True, timeout=60)
    return done.stdout.strip() or done.stderr.strip().splitlines()[-1]


# ---- other users ----

@as_nobody
def other_users_reach_no_session():
    with Sessions("one") as place:
        place.root.chmod(0o755)  # nothing but the folders of gates keeps them out
        (place.root / "run").chmod(0o755)
        script = "import socket, sys\ns = socket.socket(socket.AF_UNIX)\ns.connect(sys.argv[1])\nprint('connected')"
        has(run_as_nobody(script, place.open[0].path("sock")), "PermissionError")
        same(oct(place.gates.stat().st_mode & 0o777), "0o700")
        for ending in ("sock", "pub", "json"):
            same(oct(place.open[0].path(ending).stat().st_mode & 0o777), "0o600", ending)


@as_nobody
def a_socket_planted_by_another_user_is_not_talked_to():
    """Even inside of our folder, under a card of our own: who listens is asked before anything is said."""
    with Sessions("one") as place:
        outside = pathlib.Path(tempfile.mkdtemp())
        outside.chmod(0o777)
        script = ("import select, socket, sys, time\nsockets = []\n"
                  "for name in sys.argv[1:]:\n    s = socket.socket(socket.AF_UNIX); s.bind(name); s.listen(5); sockets.append(s)\n"
                  "print('listening', flush=True)\nheard = b''\nend = time.monotonic() + 6\n"
                  "while time.monotonic() < end:\n"
                  "    for s in select.select(sockets, [], [], 0.2)[0]:\n"
                  "        c, _ = s.accept(); c.settimeout(1)\n"
                  "        try: heard += c.recv(1000)\n"
                  "        except OSError: pass\n"
                  "print(repr(heard))")
        listener = subprocess.Popen([*AS_NOBODY, "/usr/bin/python3", "-c", script, str(outside / "a"), str(outside / "b")], stdout=subprocess.PIPE)
        same(listener.stdout.readline(), b"listening\n")
        key = "planted0"
        (outside / "a").rename(place.gates / f"{key}.sock")
        (outside / "b").rename(place.gates / f"{key}.pub")
        (place.gates / f"{key}.json").write_text(json.dumps({**place.open[0].card, "id": key}))
        same([one["key"] for one in json.loads(place.run("sessions", "--json").out)], [place.open[0].card["id"]])
        same(place.eval("--session", key, "'secret'").status, 1)
        same(place.eval("--handle", f"{key}.f00-1-1").status in (3, 5), True)
        same(listener.stdout.readline(), b"b''\n", "it heard something")
        listener.wait()
        shutil.rmtree(outside)


@as_nobody
def another_users_folder_is_not_looked_into():
    with Sessions("one") as place:
        os.chown(place.gates, 65534, 65534)
        done = place.eval("1")
        same(done.status, 3)
        has(done.err, "not a folder of this user alone")
        same(place.run("sessions").status, 3)
        os.chown(place.gates, 0, 0)


@as_nobody
def another_users_note_is_no_job():
    with Sessions("one") as place:
        handle = re.search(r"handle=(\S+),", place.eval("--wait", "0", "while True: pass").out)[1]
        note = place.root / f"run/fathom/jobs/{handle}.json"
        os.chown(note, 65534, 65534)
        same(json.loads(place.eval("--json", "--jobs", "all").out)["jobs"], [])


@as_nobody
def another_users_list_allows_nothing():
    """The list of allowed projects is read where the user's configuration is, nowhere else; nobody's says nothing for root."""
    with Sessions() as place:
        same(place.run("sessions", "allow").status, 0)
        config = place.root / "config/fathom/sessions.json"
        (place.repo / ".fathom").mkdir(exist_ok=True)
        shutil.move(config, place.repo / ".fathom/sessions.json")
        done = place.eval("--language", "python", "1")
        same(done.status, 1, str(done))
        has(done.err, "fathom sessions allow")


# ---- gates that flood and hang ----

class Flood(FakeGate):
    """Prints without end, as fast as it can, and never says that it is done."""

    def serve(self, answer, events):
        lib = gate_client.LIB
        context = lib.zmq_ctx_new()
        lib.zmq_bind.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        lib.zmq_recv.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        rep, pub = lib.zmq_socket(context, 4), lib.zmq_socket(context, 1)
        lib.zmq_bind(pub, b"ipc://" + os.fsencode(self.base.with_suffix(".pub")))
        lib.zmq_bind(rep, b"ipc://" + os.fsencode(self.base.with_suffix(".sock")))
        frame = ctypes.create_string_buffer(5 << 20)
        topic, event, sent, began = b"", b"", 0, time.monotonic()
        while True:
            size = lib.zmq_recv(rep, frame, len(frame), 0 if not topic else 1)
            if size >= 0:
                request = json.loads(frame.raw[:size])
                topic = request.get("id", request.get("eval", "x")).encode()
                reply = json.dumps({"v": 1, "ok": True, "eval": topic.decode(), "state": "running", "running": []}).encode()
                lib.zmq_send(rep, reply, len(reply), 0)
                event = json.dumps({"v": 1, "eval": topic.decode(), "event": "output", "stream": "stdout", "text": "y" * 1000000}).encode()
            lib.zmq_send(pub, topic, len(topic), 2)
            lib.zmq_send(pub, event, len(event), 0)
            sent += len(event)
            beside = pathlib.Path(str(self.base) + ".rate.new")
            beside.write_text(str(sent / (time.monotonic() - began) / 1e6))
            beside.rename(str(self.base) + ".rate")


@case
def a_flood_harms_nobody():
    with Sessions("good") as place:
        gate = Flood(place, None)
        try:
            server = Stdio(place, env=ON, direct=False)
            server.initialize()
            for number in range(3):
                server.send(message(700 + number, "tools/call", {"name": "eval", "arguments": {"session": "fakefake", "code": "1", "wait": 4},
                                                                 "_meta": {"progressToken": number}}))
            time.sleep(0.5)
            slowest, peak = 0, 0
            good = Stdio(place, env=ON, direct=False)
            good.initialize()
            for number in range(20):
                began = time.monotonic()
                same(text_of(good.call("eval", {"session": place.open[0].card["id"], "code": str(number)}, [])), f"=> {number}\n")
                slowest = max(slowest, time.monotonic() - began)
                peak = max(peak, resident_mb(place.daemon_pid()))
                time.sleep(0.1)
            answers = set()
            while len(answers) < 3:
                came = server.receive()
                answers |= {came["id"]} & {700, 701, 702} if "id" in came else set()
            rate = float(pathlib.Path(str(gate.base) + ".rate").read_text())
            print(f"    {rate:.0f} MB/s, the daemon has {peak} MB, others wait {slowest * 1000:.0f} ms")
            assert peak < 300, f"{peak} MB"
            assert slowest < 5, f"{slowest} s"
            good.end()
            server.kill()
        finally:
            gate.close()


@case
def a_hanging_gate_harms_nobody():
    with Sessions("good") as place:
        gate = FakeGate(place, lambda request: None)
        try:
            server = Stdio(place, env=ON, direct=False)
            server.initialize()
            sent = time.monotonic()
            for number in range(10):
                server.send(message(800 + number, "tools/call", {"name": "eval", "arguments": {"session": "fakefake", "code": "1"}}))
            time.sleep(0.2)
            good = Stdio(place, env=ON, direct=False)
            good.initialize()
            for number in range(10):
                began = time.monotonic()
                same(text_of(good.call("eval", {"session": place.open[0].card["id"], "code": str(number)}, [])), f"=> {number}\n")
                assert time.monotonic() - began < 2, "the good one waited"
            for number in range(10):
                has(server.receive()["result"]["content"][0]["text"], "does not answer")
            assert time.monotonic() - sent < 12, "they waited for each other"
            good.end()
            server.end()
        finally:
            gate.close()


def resident_mb(pid):
    return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text())[1]) // 1024


main()
