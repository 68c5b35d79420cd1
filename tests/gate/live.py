"""Places with live sessions, and gates that answer whatever they are told to."""
import ctypes
import pathlib
import signal
import sys

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).parents[1] / "protocol")]
import gate_client
from harness import *

if not gate_client.LIB:
    print("skipped: libzmq is not installed")
    sys.exit(77)

GATES = pathlib.Path(__file__).resolve().parents[2] / "data/gates"
PYTHON = "import sys; sys.path.insert(0, %r)\nimport fathom_gate\nfathom_gate.serve(name=%r)\nsys.stdin.read()"
ON = {"FATHOM_REPL": "1"}


class Sessions(Place):
    """A trusted repository, and interpreters that are open there."""

    def __init__(self, *names, trusted=True):
        super().__init__()
        self.open = []
        if trusted:
            same(self.run("trust").status, 0)
        for name in names:
            self.python(name)

    def python(self, name, cwd=None):
        return self.start([sys.executable, "-c", PYTHON % (str(GATES / "python"), name)], cwd)

    def start(self, argv, cwd=None):
        here = os.getcwd()
        os.chdir(cwd or self.repo)
        try:
            session = gate_client.Session(argv, runtime=self.root / "run")
        finally:
            os.chdir(here)
        self.open.append(session)
        return session

    @property
    def gates(self):
        return self.root / "run/fathom/gates"

    def eval(self, *words, on=True):
        return self.run("eval", *words, env=ON if on else None)

    def close(self):
        for session in self.open:
            session.close()
        return super().close()


class FakeGate:
    """Answers whatever it is told to, in a process of its own."""

    def __init__(self, place, answer, key="fakefake", card=None, events=b""):
        place.gates.mkdir(parents=True, exist_ok=True)
        for folder in (place.gates.parent, place.gates):
            folder.chmod(0o700)
        self.base = place.gates / key
        self.pid = os.fork()
        if not self.pid:
            self.serve(answer, events)
        until(lambda: self.base.with_suffix(".sock").exists() and self.base.with_suffix(".pub").exists(), "the fake gate listens")
        card = card if card is not None else {"gate": 1, "id": key, "name": "fake", "language": "fake", "version": "1",
                                              "project": str(place.repo), "pid": self.pid}
        self.base.with_suffix(".json").write_text(card if isinstance(card, str) else json.dumps(card))

    def serve(self, answer, events):
        lib = gate_client.LIB
        context = lib.zmq_ctx_new()
        lib.zmq_bind.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        rep, pub = lib.zmq_socket(context, 4), lib.zmq_socket(context, 1)
        lib.zmq_bind(pub, b"ipc://" + os.fsencode(self.base.with_suffix(".pub")))
        lib.zmq_bind(rep, b"ipc://" + os.fsencode(self.base.with_suffix(".sock")))
        frame = ctypes.create_string_buffer(5 << 20)
        lib.zmq_recv.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        while True:
            size = lib.zmq_recv(rep, frame, len(frame), 0)
            request = json.loads(frame.raw[:size])
            reply = answer(request) if callable(answer) else answer
            while reply is None:
                time.sleep(60)
            for _ in range(2000 if events else 0):
                topic = request.get("id", request.get("eval", "x")).encode()
                lib.zmq_send(pub, topic, len(topic), 2)
                lib.zmq_send(pub, events, len(events), 0)
            lib.zmq_send(rep, reply, len(reply), 0)

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
