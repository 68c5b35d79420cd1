#!/usr/bin/env python3
"""Gates over TCP: off unless asked for, encrypted, and closed to whoever lacks the gate's key or its token."""
import contextlib
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from live import *
from rscript import has_r

SERVE = ("import sys; sys.path.insert(0, %r)\nimport fathom_gate\nfathom_gate.serve(name='far', tcp=%r%s)\n"
         "print('READY', flush=True)\nsys.stdin.read()")
SERVE_R = "source(%s)\nfathom_serve(name = 'far', tcp = '%s', block = TRUE)"
PRINTED = re.compile(r"FATHOM_GATE_TOKEN=(\S+) fathom sessions connect (\S+) --key '(.{40})'")


def free_pair():
    """A free port whose next one is free too, below those that the system gives to connections."""
    while True:
        port = random.randrange(20000, 30000)
        with socket.socket() as one, socket.socket() as other, contextlib.suppress(OSError):
            one.bind(("127.0.0.1", port))
            other.bind(("127.0.0.1", port + 1))
            return port


class Far:
    """An interpreter of another machine, as far as folders go."""

    def __init__(self, more=""):
        self.own = tempfile.TemporaryDirectory(prefix="far")
        self.port = free_pair()
        self.process = subprocess.Popen(self.command(f"127.0.0.1:{self.port}", more),
                                        env={**os.environ, "XDG_RUNTIME_DIR": self.own.name}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, start_new_session=True)
        said = ""
        while not PRINTED.search(said):
            line = self.process.stdout.readline().decode()
            assert line, said
            said += line
        self.token, self.address, self.key = PRINTED.search(said).groups()

    @staticmethod
    def command(address, more):
        return [sys.executable, "-c", SERVE % (str(GATES / "python"), address, more)]

    def close(self):
        os.killpg(self.process.pid, signal.SIGKILL)  # R that was restarted is a child of the first
        self.process.wait()
        self.own.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class FarR(Far):
    @staticmethod
    def command(address, more):
        return ["Rscript", "-e", SERVE_R % (json.dumps(str(GATES / "r/fathom_gate.R")), address)]


FARS = [Far, *([FarR] if has_r() else [])]


class Connected:
    """`fathom sessions connect`, as a person runs it."""

    def __init__(self, place, far, **more):
        values = {"address": far.address, "key": far.key, "token": far.token, **more}
        self.process = subprocess.Popen([FATHOM, "sessions", "connect", values["address"], "--key", values["key"]], cwd=place.repo,
                                        env=place.env(FATHOM_GATE_TOKEN=values["token"]), stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def ended(self, seconds=30):
        _, errors = self.process.communicate(timeout=seconds)
        return self.process.returncode, errors.decode()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def cards(place):
    return list(place.gates.glob("*.json")) if place.gates.exists() else []


@case
def code_runs_far_away():
    with Sessions() as place, Far() as far, Connected(place, far):
        until(lambda: cards(place), "the session is there")
        listed = place.eval().out
        has(listed, "far", "python", far.address)
        same(place.eval("import os; os.getpid()").out, f"=> {far.process.pid}\n")
        server, told = Stdio(place, env=ON), []
        server.initialize()
        same(text_of(server.call("eval", {"code": "import time\nprint('first', flush=True)\ntime.sleep(0.5)\n2"}, told, _meta={"progressToken": "p"})),
             "first\n=> 2\n")
        has(str([note["params"]["message"] for note in told]), "first")
        handle = re.search(r"handle=(\S+),", text_of(server.call("eval", {"code": "while True: pass", "wait": 0}, [])))[1]
        has(text_of(server.call("eval", {"handle": handle, "cancel": True}, [])), "interrupted after")
        server.end()


@case
def r_runs_far_away():
    """The same of R, whose copy has the sockets."""
    if FarR not in FARS:
        print("skipped: R with pbdZMQ and jsonlite is not installed")
        return
    with Sessions() as place, FarR() as far, Connected(place, far):
        until(lambda: cards(place), "the session is there")
        has(place.eval().out, "far", " r ", far.address)
        same(place.eval("cat('seen\\n'); 6 * 7").out, "seen\n=> [1] 42\n")
        place.eval("kept <- 1")
        same(place.run("sessions", "restart").status, 0)
        until(lambda: "object 'kept' not found" in place.eval("kept").out, "it begins anew, with the same keys", 40)


@case
def leaving_does_not_end_it():
    with Sessions() as place, Far() as far, Connected(place, far) as one:
        until(lambda: cards(place), "the session is there")
        same(place.run("sessions", "stop").status, 0)
        same(one.ended()[0], 0)
        same((list(place.gates.iterdir()), far.process.poll()), ([], None))


@case
def restarting_keeps_who_is_connected():
    with Sessions() as place, Far() as far, Connected(place, far):
        until(lambda: cards(place), "the session is there")
        place.eval("kept = 1")
        same(place.run("sessions", "restart").status, 0)
        until(lambda: "NameError" in place.eval("kept").out, "it begins anew, with the same keys")


WRONG = {
    "token": {"token": "0" * 64},
    "key": {"key": "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"},
    "address": {"address": "tcp://127.0.0.1:1"},
}


def add_wrong(name, change, kind):
    def check():
        with Sessions() as place, kind() as far, Connected(place, far, **change) as one:
            status, words = one.ended()
            same(status, 3, words)
            has(words, "nobody at", "has that key and takes that token")
            same(list(place.gates.iterdir()), [])
    add_case(f"a_wrong_{name}_is_refused_by_{kind.__name__.lower()}", check)


for wrong, change in WRONG.items():
    for kind in FARS:
        add_wrong(wrong, change, kind)


@case
def who_has_no_token_hears_nothing():
    for kind in FARS:
        hears_nothing(kind)


def hears_nothing(kind):
    """A socket with the gate's key and a key of its own, and one in the clear: neither is answered nor told."""
    with kind() as far:
        lib, context = gate_client.LIB, gate_client.CONTEXT
        for is_encrypted in (True, False):
            heard = []
            for kind, port in ((gate_client.REQ, far.port), (gate_client.SUB, far.port + 1)):
                one = lib.zmq_socket(context, kind)
                public, secret = ctypes.create_string_buffer(41), ctypes.create_string_buffer(41)
                lib.zmq_curve_keypair(public, secret)
                for option, value in ((48, public.raw), (49, secret.raw), (50, far.key.encode() + b"\0")) if is_encrypted else ():
                    same(lib.zmq_setsockopt(one, option, value, 41), 0)
                for option, value in ((17, 0), (27, 1500)):
                    lib.zmq_setsockopt(one, option, value.to_bytes(4, "little"), 4)
                if kind == gate_client.SUB:
                    lib.zmq_setsockopt(one, 6, b"", 0)
                lib.zmq_connect(one, f"tcp://127.0.0.1:{port}".encode())
                heard.append(one)
            lib.zmq_send(heard[0], b'{"v":1,"do":"ping"}', 19, 0)
            frame = ctypes.create_string_buffer(1000)
            lib.zmq_recv.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
            run_far(far)
            same([lib.zmq_recv(one, frame, 1000, 0) for one in heard], [-1, -1])
            for one in heard:
                lib.zmq_close(one)


def run_far(far):
    """Somebody who may makes it print."""
    with Sessions() as place, Connected(place, far):
        until(lambda: cards(place), "the session is there")
        has(place.eval("print('secret')").out, "secret")


@case
def nothing_listens_unless_asked():
    with Sessions("one") as place:
        inodes = {os.readlink(entry)[8:-1] for entry in pathlib.Path(f"/proc/{place.open[0].process.pid}/fd").iterdir()
                  if os.readlink(entry).startswith("socket:")}
        rows = [line.split() for name in ("tcp", "tcp6") for line in pathlib.Path(f"/proc/net/{name}").read_text().splitlines()[1:]]
        same([row[1] for row in rows if row[9] in inodes and row[3] == "0A"], [])


@case
def what_is_no_address_key_or_token():
    with Sessions() as place:
        key = WRONG["key"]["key"]
        for words, env, said in ((["connect"], {}, "where to"), (["connect", "ipc:///tmp/x", "--key", key], {}, "no address"),
                                 (["connect", "tcp://h:0", "--key", key], {}, "no address"), (["connect", "tcp://h:x", "--key", key], {}, "no address"),
                                 (["connect", "tcp://127.0.0.1:9", "--key", key], {}, "token"),
                                 (["connect", "tcp://127.0.0.1:9", "--key", key], {"FATHOM_GATE_TOKEN": "short"}, "token"),
                                 (["connect", "tcp://127.0.0.1:9", "--key", "short"], {"FATHOM_GATE_TOKEN": "0" * 64}, "no CURVE key"),
                                 (["connect", "tcp://127.0.0.1:9"], {"FATHOM_GATE_TOKEN": "0" * 64}, "no CURVE key")):
            done = place.run("sessions", *words, env=env)
            same(done.status, 2, str(words))
            has(done.err, said)
        file = place.root / "token"
        file.write_text("0" * 64)
        file.chmod(0o644)
        done = place.run("sessions", "connect", "tcp://127.0.0.1:9", "--key", key, "--token-file", file)
        same(done.status, 3)
        has(done.err, "closed to others")


main()
