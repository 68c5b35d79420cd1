"""A client of the gate protocol (docs/gate.md) over libzmq, and sessions to try it on."""
import ctypes
import ctypes.util
import json
import os
import pathlib
import subprocess
import tempfile
import time

NAME = ctypes.util.find_library("zmq")
LIB = ctypes.CDLL(NAME, use_errno=True) if NAME else None
REQ, SUB, DEALER = 3, 2, 5
SUBSCRIBE, LINGER, RCVTIMEO = 6, 17, 27

if LIB:
    LIB.zmq_ctx_new.restype = LIB.zmq_socket.restype = LIB.zmq_msg_data.restype = ctypes.c_void_p
    LIB.zmq_msg_size.restype = ctypes.c_size_t
    LIB.zmq_socket.argtypes = [ctypes.c_void_p, ctypes.c_int]
    LIB.zmq_setsockopt.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t]
    LIB.zmq_connect.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    LIB.zmq_send.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int]
    LIB.zmq_msg_recv.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int]
    LIB.zmq_close.argtypes = [ctypes.c_void_p]
    for function in (LIB.zmq_msg_init, LIB.zmq_msg_close, LIB.zmq_msg_data, LIB.zmq_msg_size, LIB.zmq_msg_more):
        function.argtypes = [ctypes.c_void_p]
    CONTEXT = LIB.zmq_ctx_new()


class Socket:
    def __init__(self, kind, path, timeout=10.0, subscribe=None):
        self.socket = LIB.zmq_socket(CONTEXT, kind)
        for option, value in ((LINGER, 0), (RCVTIMEO, int(timeout * 1000))):
            LIB.zmq_setsockopt(self.socket, option, ctypes.c_int(value).value.to_bytes(4, "little", signed=True), 4)
        if subscribe is not None:
            LIB.zmq_setsockopt(self.socket, SUBSCRIBE, subscribe, len(subscribe))
        assert LIB.zmq_connect(self.socket, b"ipc://" + os.fsencode(path)) == 0

    def send(self, *frames):
        for number, frame in enumerate(frames):
            LIB.zmq_send(self.socket, frame, len(frame), 2 if number + 1 < len(frames) else 0)

    def receive(self):
        """The frames of the next message; None when none came in time."""
        message, parts, more = (ctypes.c_ubyte * 64)(), [], True
        while more:
            LIB.zmq_msg_init(message)
            if LIB.zmq_msg_recv(message, self.socket, 0) < 0:
                return None
            parts.append(ctypes.string_at(LIB.zmq_msg_data(message), LIB.zmq_msg_size(message)))
            more = LIB.zmq_msg_more(message)
            LIB.zmq_msg_close(message)
        return parts

    def close(self):
        LIB.zmq_close(self.socket)


class Session:
    """A process with a gate, in a runtime folder of its own."""

    def __init__(self, argv, env=None, runtime=None):
        self.own = tempfile.TemporaryDirectory(prefix="gate") if runtime is None else None
        self.runtime = pathlib.Path(runtime or self.own.name)
        self.argv, self.env = argv, {**os.environ, **(env or {}), "XDG_RUNTIME_DIR": str(self.runtime)}
        before = set(self.cards())
        self.screen = tempfile.TemporaryFile()  # what the person sees; a pipe would fill up
        self.process = subprocess.Popen(argv, env=self.env, stdin=subprocess.PIPE, stdout=self.screen, stderr=subprocess.STDOUT)
        self.card = None
        deadline = time.monotonic() + 30
        while not self.card and time.monotonic() < deadline and self.process.poll() is None:
            new = [path for path in self.cards() if path not in before]
            self.card = json.loads(new[0].read_text()) if new else None
            time.sleep(0.02)
        if not self.card:
            self.process.kill()
            raise RuntimeError("no card: " + self.seen()[-2000:])
        self.requests = Socket(REQ, self.path("sock"))
        self.events = Socket(SUB, self.path("pub"), subscribe=b"")
        time.sleep(0.2)  # a subscription takes a moment to arrive

    def seen(self):
        self.screen.seek(0)
        return self.screen.read().decode(errors="replace")

    def cards(self):
        return sorted(path for path in (self.runtime / "fathom/gates").glob("*.json"))

    def path(self, ending):
        return self.runtime / "fathom/gates" / f"{self.card['id']}.{ending}"

    def raw(self, frame):
        self.requests.send(frame)
        got = self.requests.receive()
        return json.loads(got[0]) if got else None

    def ask(self, do, **more):
        return self.raw(json.dumps({"v": 1, "do": do, **more}).encode())

    def event(self):
        got = self.events.receive()
        return (got[0].decode(), json.loads(got[1])) if got else None

    def kill(self):
        self.close()

    def close(self):
        if self.screen.closed:
            return
        self.requests.close()
        self.events.close()
        self.process.kill()
        self.process.wait()
        self.screen.close()
        if self.own:
            self.own.cleanup()
