"""A gate: lets fathom run code in this interpreter, and you see what it runs.

    import fathom_gate
    fathom_gate.serve(tools=[my_function], namespace="lab")

Needs libzmq (Debian: libzmq5) and nothing else. docs/gate.md has the protocol.
"""
import ast
import atexit
import base64
import builtins
import collections
import ctypes
import ctypes.util
import dataclasses
import enum
import hashlib
import inspect as _inspect
import io
import json
import keyword
import os
import queue
import re
import secrets
import signal
import stat
import sys
import tempfile
import threading
import time
import traceback
import types
import typing

VERSION = 1
MAX_MESSAGE = 4 << 20
MAX_OUTPUT = 256 << 10  # of each stream, kept
MAX_HELD = 1000         # pieces of code that wait or run, and results that nobody asked for yet
MAX_HELD_SIZE = 64 << 20
KEEP_SECONDS = 600
FLUSH_SECONDS = 0.03
ID = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")

_gate = None


class Refused(Exception):
    """A request that is answered with an error."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


# ---- ZeroMQ, as far as a gate needs it ----

class Zmq:
    REP, PUB = 4, 1
    LINGER, MAXMSGSIZE, SNDHWM, CURVE_SERVER, CURVE_SECRETKEY = 17, 22, 23, 47, 49
    SNDMORE = 2

    def __init__(self):
        name = ctypes.util.find_library("zmq") or "libzmq.so.5"
        try:
            self.lib = ctypes.CDLL(name, use_errno=True)
        except OSError as error:
            raise RuntimeError(f"fathom_gate needs libzmq (Debian: apt install libzmq5): {error}") from None
        lib = self.lib
        for function in (lib.zmq_ctx_new, lib.zmq_socket):
            function.restype = ctypes.c_void_p
        lib.zmq_socket.argtypes = [ctypes.c_void_p, ctypes.c_int]
        lib.zmq_setsockopt.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t]
        lib.zmq_bind.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        lib.zmq_send.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int]
        for function in (lib.zmq_msg_init, lib.zmq_msg_close, lib.zmq_msg_data, lib.zmq_msg_size, lib.zmq_msg_more):
            function.argtypes = [ctypes.c_void_p]
        lib.zmq_msg_data.restype = ctypes.c_void_p
        lib.zmq_msg_size.restype = ctypes.c_size_t
        lib.zmq_msg_recv.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int]
        lib.zmq_strerror.restype = ctypes.c_char_p
        lib.zmq_close.argtypes = [ctypes.c_void_p]
        self.context = lib.zmq_ctx_new()

    def bind(self, kind, path, **options):
        socket = self.lib.zmq_socket(self.context, kind)
        for option, value in {"LINGER": 200, **options}.items():
            wide = ctypes.c_int64(value) if option == "MAXMSGSIZE" else ctypes.c_int(value)
            self.lib.zmq_setsockopt(socket, getattr(self, option), ctypes.byref(wide), ctypes.sizeof(wide))
        if self.lib.zmq_bind(socket, b"ipc://" + os.fsencode(path)) != 0:
            raise RuntimeError(f"cannot listen at {path}: {self.lib.zmq_strerror(ctypes.get_errno()).decode()}")
        return socket

    def send(self, socket, *frames):
        for number, frame in enumerate(frames):
            more = self.SNDMORE if number + 1 < len(frames) else 0
            self.lib.zmq_send(socket, frame, len(frame), more)

    def bind_tcp(self, socket, address, secret):
        """The same socket at an address of the network, encrypted: what is set now holds for that address alone."""
        yes = ctypes.c_int(1)
        self.lib.zmq_setsockopt(socket, self.CURVE_SERVER, ctypes.byref(yes), ctypes.sizeof(yes))
        self.lib.zmq_setsockopt(socket, self.CURVE_SECRETKEY, secret, len(secret) + 1)
        if self.lib.zmq_bind(socket, b"tcp://" + address.encode()) != 0:
            raise RuntimeError(f"cannot listen at {address}: {self.lib.zmq_strerror(ctypes.get_errno()).decode()}")

    def curve_public(self, secret):
        """The public key, 40 characters, that belongs to a secret one."""
        public = ctypes.create_string_buffer(41)
        if not self.lib.zmq_has(b"curve") or self.lib.zmq_curve_public(public, secret) != 0:
            raise RuntimeError("this libzmq cannot encrypt (it was built without CURVE): nothing is served over TCP")
        return public.value

    def as_text(self, key):
        """32 bytes of a key as the 40 characters that ZeroMQ writes them in."""
        text = ctypes.create_string_buffer(41)
        self.lib.zmq_z85_encode.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t]
        self.lib.zmq_z85_encode(text, key, 32)
        return text.value

    def receive(self, socket):
        """All frames of the next message as one; None when there was none after all."""
        parts = self.receive_frames(socket)
        return None if parts is None else b"".join(parts)

    def receive_frames(self, socket):
        message = (ctypes.c_ubyte * 64)()
        parts, more = [], True
        while more:
            self.lib.zmq_msg_init(message)
            if self.lib.zmq_msg_recv(message, socket, 0) < 0:
                self.lib.zmq_msg_close(message)
                return None
            parts.append(ctypes.string_at(self.lib.zmq_msg_data(message), self.lib.zmq_msg_size(message)))
            more = self.lib.zmq_msg_more(message)
            self.lib.zmq_msg_close(message)
        return parts


# ---- gates over TCP: who has the token gets in, nobody else sees or says anything ----

class Network:
    """Both sides know the token: the key that a client must have is made from it, so that ZeroMQ itself keeps strangers out."""

    def __init__(self, zmq, address, token, secret):
        self.zmq = zmq
        host, _, port = address.rpartition(":")
        if not host or not port.isdigit() or not 0 < int(port) < 65535:
            raise ValueError("tcp must be an address and a port, as in 127.0.0.1:9876; the port after it is used, too")
        self.address, self.events = address, f"{host}:{int(port) + 1}"
        self.token = token or secrets.token_hex(32)
        if len(self.token) < 32:
            raise ValueError("token must have at least 32 characters that nobody can guess; without one, one is made")
        self.secret = secret.encode() if secret else zmq.as_text(secrets.token_bytes(32))
        self.key = zmq.curve_public(self.secret).decode()
        self.client = zmq.curve_public(zmq.as_text(hashlib.sha256(self.token.encode()).digest()))
        # First, because without somebody who judges them ZeroMQ lets every client in.
        self.judge = zmq.lib.zmq_socket(zmq.context, Zmq.REP)
        if zmq.lib.zmq_bind(self.judge, b"inproc://zeromq.zap.01") != 0:
            raise RuntimeError("something else in this process judges ZeroMQ's clients: nothing is served over TCP")
        threading.Thread(target=self.decide, name="fathom-gate-network", daemon=True).start()

    def decide(self):
        """Answers ZeroMQ's questions who may connect (its RFC 27): version, number, domain, address, identity, mechanism, key."""
        while True:
            parts = self.zmq.receive_frames(self.judge) or []
            known = len(parts) == 7 and parts[5] == b"CURVE" and len(parts[6]) == 32
            allowed = known and secrets.compare_digest(self.zmq.as_text(parts[6]), self.client)
            number = parts[1] if len(parts) > 1 else b""
            self.zmq.send(self.judge, b"1.0", number, b"200" if allowed else b"400", b"" if allowed else b"no", b"", b"")

    def open(self, requests, events):
        self.zmq.bind_tcp(requests, self.address, self.secret)
        self.zmq.bind_tcp(events, self.events, self.secret)


# ---- one piece of code that runs ----

class Output:
    """The first and the last half of what was written."""

    def __init__(self):
        self.head, self.tail, self.size = [], collections.deque(), 0
        self.head_len = self.tail_len = 0

    def add(self, text):
        self.size += len(text)
        room = MAX_OUTPUT // 2 - self.head_len
        if room > 0:
            self.head.append(text[:room])
            self.head_len += len(self.head[-1])
            text = text[room:]
        if text:
            self.tail.append(text[-(MAX_OUTPUT // 2):])
            self.tail_len += len(self.tail[-1])
            while self.tail_len - len(self.tail[0]) >= MAX_OUTPUT // 2:
                self.tail_len -= len(self.tail.popleft())

    def text(self):
        tail = "".join(self.tail)[-(MAX_OUTPUT // 2):]
        cut = self.size - self.head_len - len(tail)
        return "".join(self.head) + (f"\n… {cut} characters left out …\n" if cut else "") + tail, cut


class Eval:
    def __init__(self, name, work, words):
        self.name, self.work, self.words = name, work, words
        self.state = "queued"
        self.streams = {"stdout": Output(), "stderr": Output()}
        self.display, self.value, self.error, self.progress = [], None, None, None
        self.began = self.ended = None
        self.done = threading.Event()
        self.size = len(words)

    def result(self):
        stdout, cut_out = self.streams["stdout"].text()
        stderr, cut_err = self.streams["stderr"].text()
        made = {"eval": self.name, "state": self.state, "stdout": stdout, "stderr": stderr,
                "display": self.display, "cut": cut_out + cut_err}
        if self.began is not None:
            made["ms"] = round(((self.ended or time.monotonic()) - self.began) * 1000, 3)
        if self.value is not None:
            made["value"] = self.value
        if self.progress is not None:
            made["progress"] = self.progress
        if self.error is not None:
            made["error"] = self.error
        return made


class Tee(io.TextIOBase):
    """Stands for a stream of the process: what the gate's thread writes also goes to the eval."""

    def __init__(self, gate, name, under):
        self.gate, self.stream_name, self.under = gate, name, under

    def write(self, text):
        if threading.get_ident() == self.gate.worker_id and self.gate.current:
            self.gate.wrote(self.stream_name, text)
        return self.under.write(text)

    def flush(self):
        self.under.flush()

    def isatty(self):
        return self.under.isatty()

    def fileno(self):
        return self.under.fileno()

    @property
    def encoding(self):
        return getattr(self.under, "encoding", "utf-8")

    def __getattr__(self, name):
        return getattr(self.under, name)


def cut_trace(error, code_name):
    """The trace from the user's own code on, innermost last."""
    entries = traceback.extract_tb(error.__traceback__)
    first = next((n for n, entry in enumerate(entries) if entry.filename == code_name), None)
    if first is None:
        first = next((n for n, entry in enumerate(entries) if entry.filename != __file__), len(entries))
    return [f'File "{entry.filename}", line {entry.lineno}, in {entry.name}' + (f": {entry.line}" if entry.line else "")
            for entry in entries[first:]][-40:]


def displays_of(value):
    """What a value offers besides its repr, as notebooks ask for it."""
    found = []
    for method, kind in (("_repr_png_", "image/png"), ("_repr_html_", "text/html"), ("_repr_json_", "application/json")):
        try:
            data = getattr(type(value), method, None)
            data = data(value) if data else None
        except Exception:  # a broken display is no failure of the code
            data = None
        if isinstance(data, bytes):
            data = base64.b64encode(data).decode("ascii")
        elif data is not None and not isinstance(data, str):
            data = json.dumps(data, default=str)
        if data is not None and len(data) <= MAX_MESSAGE // 4:
            found.append({"type": kind, "data": data})
    return found


# ---- tools: what a function takes, as a schema ----

PRIMITIVES = {str: "string", int: "integer", float: "number", bool: "boolean"}


def schema_of(hint):
    """JSON Schema of a type hint, and whether None will do."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        schema, optional = schema_of(parts[0])
        words = next((part for part in parts[1:] if isinstance(part, str)), None)
        return ({**schema, "description": words} if words else schema), optional
    if origin in (typing.Union, getattr(types, "UnionType", typing.Union)):
        others = [part for part in parts if part is not type(None)]
        optional = len(others) < len(parts)
        if len(others) == 1:
            return schema_of(others[0])[0], optional
        return {"anyOf": [schema_of(part)[0] for part in others]}, optional
    if origin is typing.Literal:
        return {"enum": list(parts)}, False
    if hint in PRIMITIVES:
        return {"type": PRIMITIVES[hint]}, False
    if origin in (list, set, tuple, collections.abc.Sequence, collections.abc.Iterable) or hint in (list, tuple, set):
        inner = [part for part in parts if part is not Ellipsis]
        return {"type": "array", **({"items": schema_of(inner[0])[0]} if len(set(inner)) == 1 else {})}, False
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return {"enum": [member.value if isinstance(member.value, (str, int)) else member.name for member in hint]}, False
    if dataclasses.is_dataclass(hint) or typing.is_typeddict(hint):
        return schema_of_fields(hint), False
    if hint is dict or origin is dict:
        return {"type": "object"}, False
    return {}, False


def schema_of_fields(hint):
    hints = typing.get_type_hints(hint, include_extras=True)
    if dataclasses.is_dataclass(hint):
        missing = dataclasses.MISSING
        required = {field.name for field in dataclasses.fields(hint)
                    if field.default is missing and field.default_factory is missing}
    else:
        required = set(hint.__required_keys__)
    made, needed = {}, []
    for name, part in hints.items():
        made[name], optional = schema_of(part)
        if name in required and not optional:
            needed.append(name)
    return {"type": "object", "properties": made, "required": needed, "additionalProperties": False}


class Tool:
    def __init__(self, function, name=None):
        self.function = function
        self.name = name or function.__name__
        self.description = _inspect.getdoc(function) or ""
        try:
            self.hints = typing.get_type_hints(function, include_extras=True)
        except Exception:  # a hint that cannot be read is no hint
            self.hints = {}
        properties, required = {}, []
        for parameter in _inspect.signature(function).parameters.values():
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                continue
            schema, optional = schema_of(self.hints.get(parameter.name, object))
            if parameter.default is not parameter.empty:
                optional = True
                if isinstance(parameter.default, (str, int, float, bool)):
                    schema = {**schema, "default": parameter.default}
            properties[parameter.name] = schema
            if not optional:
                required.append(parameter.name)
        self.schema = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}

    def listing(self):
        return {"name": self.name, "description": self.description, "schema": self.schema}

    def call(self, arguments):
        unknown = sorted(set(arguments) - set(self.schema["properties"]))
        missing = [name for name in self.schema["required"] if name not in arguments]
        if unknown or missing:
            raise Refused("bad", f"{self.name}: " + "; ".join(
                ([f"no argument {', '.join(unknown)}"] if unknown else []) +
                ([f"{', '.join(missing)} is missing"] if missing else [])))
        return self.function(**{name: self.made(value, self.hints.get(name)) for name, value in arguments.items()})

    def made(self, value, hint):
        """A JSON value as the type that the function asks for."""
        if typing.get_origin(hint) is typing.Annotated:
            hint = typing.get_args(hint)[0]
        if typing.get_origin(hint) in (typing.Union, getattr(types, "UnionType", typing.Union)):
            others = [part for part in typing.get_args(hint) if part is not type(None)]
            hint = others[0] if len(others) == 1 and value is not None else None
        if isinstance(hint, type) and issubclass(hint, enum.Enum):
            by_value = {member.value: member for member in hint}
            return by_value[value] if value in by_value else hint[value]
        if dataclasses.is_dataclass(hint) and isinstance(value, dict):
            hints = typing.get_type_hints(hint)
            return hint(**{name: self.made(part, hints.get(name)) for name, part in value.items()})
        if typing.get_origin(hint) is list and isinstance(value, list) and typing.get_args(hint):
            return [self.made(part, typing.get_args(hint)[0]) for part in value]
        return value


# ---- the gate ----

def runtime_folder():
    base = os.environ.get("XDG_RUNTIME_DIR")
    root = os.path.join(base, "fathom") if base and os.path.isabs(base) else \
        os.path.join(tempfile.gettempdir(), f"fathom-{os.getuid()}")
    folder = os.path.join(root, "gates")
    for part in (root, folder):
        os.makedirs(part, mode=0o700, exist_ok=True)
        seen = os.lstat(part)
        if not stat.S_ISDIR(seen.st_mode) or seen.st_uid != os.getuid() or stat.S_IMODE(seen.st_mode) & 0o022:
            raise RuntimeError(f"{part} is not a folder of yours alone: sockets there could be somebody else's")
    return folder


class Gate:
    def __init__(self, name, tools, namespace, variables, show, tcp=None, token=None):
        self.folder = runtime_folder()
        self.id = os.environ.pop("FATHOM_GATE_ID", "")
        if not re.fullmatch(r"[a-z0-9]{8}", self.id):
            self.id = "".join(secrets.choice("abcdefghijklmnopqrstuvwxyz0123456789") for _ in range(8))
        self.name = name or os.path.basename(os.getcwd()) or "python"
        self.namespace = namespace
        self.tools = {tool.name: tool for tool in (item if isinstance(item, Tool) else Tool(item) for item in tools)}
        self.variables = variables
        self.show = show
        self.born = time.monotonic()
        self.evals = collections.OrderedDict()
        self.queue = queue.Queue()
        self.current, self.worker_id = None, 0
        self.lock = threading.Lock()      # evals and their state
        self.pub_lock = threading.Lock()  # the PUB socket, which two threads write to
        self.has_output = threading.Event()
        self.pending = {}                 # output that is not told yet, by stream
        self.count = 0
        self.zmq = Zmq()
        self.rep = self.zmq.bind(Zmq.REP, self.path("sock"), MAXMSGSIZE=MAX_MESSAGE)
        self.pub = self.zmq.bind(Zmq.PUB, self.path("pub"), SNDHWM=10000)
        for ending in ("sock", "pub"):
            os.chmod(self.path(ending), 0o600)
        again = os.environ.pop("FATHOM_GATE_SECRETS", "").split(" ")
        kept = again if len(again) == 2 else (token, None)
        self.network = Network(self.zmq, tcp, kept[0], kept[1]) if tcp else None
        if self.network:
            self.network.open(self.rep, self.pub)

    def path(self, ending):
        return os.path.join(self.folder, f"{self.id}.{ending}")

    def card(self):
        return {"gate": VERSION, "id": self.id, "name": self.name, "language": "python",
                "version": ".".join(map(str, sys.version_info[:3])), "project": os.getcwd(), "pid": os.getpid()}

    def start(self, main):
        self.paused, self.own_hook = None, sys.breakpointhook
        sys.breakpointhook = self.pause
        sys.stdout = Tee(self, "stdout", sys.stdout)
        sys.stderr = Tee(self, "stderr", sys.stderr)
        for work in (self.listen, self.tell_output, *(() if main else (self.run_evals,))):
            threading.Thread(target=work, name=f"fathom-gate-{work.__name__}", daemon=True).start()
        beside = self.path("json") + ".new"
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(self.card(), file)
        os.rename(beside, self.path("json"))
        atexit.register(self.remove_files)

    def remove_files(self):
        for ending in ("json", "sock", "pub"):
            try:
                os.unlink(self.path(ending))
            except OSError:
                pass

    # -- requests --

    def listen(self):
        while True:
            frame = self.zmq.receive(self.rep)
            if frame is None:
                continue
            after = None
            try:
                answer = self.answer(frame)
                after = answer.pop("after", None)
                answer = {"v": VERSION, "ok": True, **answer}
            except Refused as error:
                answer = {"v": VERSION, "ok": False, "error": {"code": error.code, "message": str(error)}}
            except Exception as error:  # a fault of the gate must not end it
                answer = {"v": VERSION, "ok": False, "error": {"code": "failed", "message": f"{type(error).__name__}: {error}"}}
            spelled = json.dumps(answer, default=str).encode("utf-8", "replace")
            if len(spelled) > MAX_MESSAGE:
                spelled = json.dumps({"v": VERSION, "ok": False, "error": {
                    "code": "failed", "message": f"the answer has {len(spelled)} bytes, {MAX_MESSAGE} are allowed"}}).encode()
            self.zmq.send(self.rep, spelled)
            if after:
                time.sleep(0.1)  # the answer leaves on a thread of the library
                after()

    def answer(self, frame):
        try:
            request = json.loads(frame.decode("utf-8"))
        except (ValueError, RecursionError) as error:
            raise Refused("bad", f"no JSON: {error}") from None
        if not isinstance(request, dict):
            raise Refused("bad", "a request is an object")
        if request.get("v") != VERSION:
            raise Refused("version", f"this gate speaks version {VERSION}")
        do = request.get("do")
        handler = getattr(self, f"do_{do}", None) if isinstance(do, str) and do.isidentifier() else None
        if not handler:
            raise Refused("unknown", f"{do!r}: ping, eval, eval_async, result, interrupt, tool_call, complete, inspect, "
                                     "restart and shutdown are known")
        return handler(request)

    @staticmethod
    def text_of(request, name):
        value = request.get(name)
        if not isinstance(value, str):
            raise Refused("bad", f"{name} must be a text")
        return value

    def do_ping(self, _):
        with self.lock:
            running = [item.name for item in self.evals.values() if not item.done.is_set()]
        return {**self.card(), "uptime_ms": int((time.monotonic() - self.born) * 1000), "reload": "none",
                "running": running, "namespace": self.namespace, "tools": [tool.listing() for tool in self.tools.values()]}

    def begin(self, request, work, words):
        name = request.get("id")
        if name is not None and not (isinstance(name, str) and ID.match(name)):
            raise Refused("bad", "id must be 1 to 64 letters, digits, - and _")
        with self.lock:
            self.make_room(len(words))
            self.count += 1
            name = name or f"e{self.count}"
            if name in self.evals:
                raise Refused("bad", f"there is an eval {name} already")
            item = Eval(name, work, words)
            self.evals[name] = item
        self.queue.put(item)
        return item

    def make_room(self, size):
        """What is too old is forgotten, and nothing else: whoever comes too fast waits, instead of losing a result."""
        now = time.monotonic()
        for item in list(self.evals.values()):
            if item.ended is not None and now - item.ended > KEEP_SECONDS:
                del self.evals[item.name]
        held = size + sum(item.size for item in self.evals.values())
        if len(self.evals) >= MAX_HELD or held > MAX_HELD_SIZE:
            raise Refused("busy", f"{len(self.evals)} pieces of code and results are held, with {held >> 20} MB: ask for results, which are given "
                                  f"once, or come later; each is kept for {KEEP_SECONDS // 60} minutes")

    def do_eval(self, request):
        code = self.text_of(request, "code")
        item = self.begin(request, lambda: self.run_code(item, code), code)
        item.done.wait()
        return self.take(item)

    def do_eval_async(self, request):
        code = self.text_of(request, "code")
        item = self.begin(request, lambda: self.run_code(item, code), code)
        return {"eval": item.name, "state": item.state}

    def do_tool_call(self, request):
        tool = self.tools.get(self.text_of(request, "tool"))
        arguments = request.get("arguments", {})
        if not tool:
            raise Refused("unknown", f"no tool {request['tool']}: {', '.join(self.tools) or 'there are none'}")
        if not isinstance(arguments, dict):
            raise Refused("bad", "arguments must be an object")
        item = self.begin(request, lambda: tool.call(arguments), f"{tool.name}({json.dumps(arguments)[:200]})")
        return {"eval": item.name, "state": item.state}

    def take(self, item):
        result = item.result()
        if item.done.is_set():
            with self.lock:
                self.evals.pop(item.name, None)
        return result

    def find(self, name):
        with self.lock:
            item = self.evals.get(name)
        if not item:
            raise Refused("unknown", f"no eval {name}: it was asked for before, or too long ago")
        return item

    def do_result(self, request):
        return self.take(self.find(self.text_of(request, "eval")))

    def do_interrupt(self, request):
        if "eval" in request:
            items = [self.find(self.text_of(request, "eval"))]
        else:
            items = [self.current] if self.current else []
        told = []
        for item in items:
            with self.lock:
                if item.state == "queued":
                    item.state, item.ended = "interrupted", time.monotonic()
                    item.work, item.words, item.size = None, "", 0  # the queue has it for a while still
                    item.done.set()
                elif item.state == "running" and item is self.current:
                    self.stop_worker()
                else:
                    continue
            told.append(item.name)
        return {"interrupted": told}

    def stop_worker(self):
        if self.worker_id == threading.main_thread().ident:  # reaches code that waits, too
            signal.pthread_kill(self.worker_id, signal.SIGINT)
        else:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.worker_id), ctypes.py_object(KeyboardInterrupt))

    def do_complete(self, request):
        code, cursor = self.text_of(request, "code"), request.get("cursor")
        cursor = cursor if isinstance(cursor, int) and 0 <= cursor <= len(code) else len(code)
        found = re.search(r"[\w.]*\Z", code[:cursor])
        chain = found.group(0).split(".")
        try:
            names = self.names_of(chain[:-1])
        except Exception:  # what cannot be looked at has no names
            names = []
        matches = sorted({name for name in names if name.startswith(chain[-1])})[:200]
        return {"from": cursor - len(chain[-1]), "to": cursor, "matches": matches}

    def names_of(self, chain):
        if not chain:
            return [*self.variables, *dir(builtins), *keyword.kwlist]
        return dir(self.value_of(chain))

    def value_of(self, chain):
        """Looked up without running a property: as far as names and modules lead, by what is stored."""
        value = self.variables[chain[0]] if chain[0] in self.variables else getattr(builtins, chain[0])
        for name in chain[1:]:
            stored = _inspect.getattr_static(value, name)
            if isinstance(stored, property):
                raise AttributeError(name)
            value = getattr(value, name)
        return value

    def do_inspect(self, request):
        code, cursor = self.text_of(request, "code"), request.get("cursor")
        cursor = cursor if isinstance(cursor, int) and 0 <= cursor <= len(code) else len(code)
        start = re.search(r"[\w.]*\Z", code[:cursor]).group(0)
        end = re.match(r"\w*", code[cursor:]).group(0)
        chain = (start + end).split(".")
        try:
            value = self.value_of(chain)
        except Exception:
            return {"found": False, "text": ""}
        lines = [f"{'.'.join(chain)}: {type(value).__name__}"]
        if callable(value):
            try:
                lines[0] = f"{'.'.join(chain)}{_inspect.signature(value)}"
            except (TypeError, ValueError):
                pass
        doc = _inspect.getdoc(value)
        if doc:
            lines.append(doc[:4000])
        return {"found": True, "text": "\n".join(lines)}

    # -- code that is paused: breakpoint() in code of an agent; the person's own goes to the person's debugger --

    def pause(self, *args, **more):
        if threading.get_ident() != self.worker_id or not self.current:
            return self.own_hook(*args, **more)
        self.paused, self.go_on = sys._getframe(1), threading.Event()
        where = self.where(self.paused)
        self.publish(self.current.name, {"event": "progress", "fraction": None, "text": f"paused at {where}"})
        try:
            while not self.go_on.wait(0.1):  # an interrupt ends it as well
                pass
        finally:
            self.paused = None

    @staticmethod
    def where(frame):
        return f'File "{frame.f_code.co_filename}", line {frame.f_lineno}, in {frame.f_code.co_name}'

    def do_debug(self, request):
        frame, action = self.paused, request.get("action", "status")
        if frame is None:
            return {"paused": False, "text": "nothing is paused: code that calls breakpoint() pauses there"}
        if action == "continue":
            self.go_on.set()
            return {"paused": False, "text": "it goes on"}
        if action == "eval":
            try:
                return {"paused": True, "text": self.shown(eval(self.text_of(request, "expression"), frame.f_globals, frame.f_locals))}
            except Refused:
                raise
            except Exception as error:  # belongs to the expression
                return {"paused": True, "text": f"{type(error).__name__}: {error}"}
        frames, one = [], frame
        while one and one.f_code.co_filename != __file__:
            frames.append(self.where(one))
            one = one.f_back
        held = [f"  {name} = {repr(value)[:200]}" for name, value in list(frame.f_locals.items())[:50] if not name.startswith("__")]
        return {"paused": True, "text": "\n".join([*frames[:20], *(held if frame.f_locals is not frame.f_globals else [])])}

    def do_restart(self, _):
        def again():
            os.environ["FATHOM_GATE_ID"] = self.id
            if self.network:  # who was connected stays so
                os.environ["FATHOM_GATE_SECRETS"] = f"{self.network.token} {self.network.secret.decode()}"
            self.remove_files()
            os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
        return {"after": again}

    def do_shutdown(self, _):
        def end():
            self.remove_files()
            os._exit(0)
        return {"after": end}

    # -- running --

    def run_evals(self):
        self.worker_id = threading.get_ident()
        while True:
            item = self.queue.get()
            with self.lock:
                if item.state != "queued":
                    continue
                item.state, item.began = "running", time.monotonic()
                self.current = item
            if self.show:
                self.show_code(item.words)
            state = "done"
            try:
                value = item.work()
                if value is not None:
                    self.variables["_"] = value
                    item.value = self.shown(value)
                    item.display.extend(displays_of(value))
            except KeyboardInterrupt:
                state = "interrupted"
            except SystemExit as error:
                state, item.error = "failed", {"type": "SystemExit", "message": f"the code asked to end the interpreter ({error.code})", "trace": []}
            except Refused as error:
                state, item.error = "failed", {"type": "ArgumentError", "message": str(error), "trace": []}
            except BaseException as error:  # whatever it is belongs to the code
                state, item.error = "failed", {"type": type(error).__name__, "message": str(error)[:20000],
                                               "trace": cut_trace(error, f"<eval {item.name}>")}
            item.work, item.words = None, ""
            self.finish(item, state)

    @staticmethod
    def show_code(code):
        """For the person: what is about to run, without what could move a terminal's cursor."""
        lines = code.rstrip().split("\n")
        for number, line in enumerate(lines[:200]):
            safe = "".join(c if c.isprintable() or c == "\t" else f"\\x{ord(c):02x}" for c in line)
            sys.__stdout__.write(f"{'' if number else chr(10)}[fathom] {'...' if number else '>>>'} {safe}\n")
        if len(lines) > 200:
            sys.__stdout__.write(f"[fathom] ... {len(lines) - 200} more lines\n")
        sys.__stdout__.flush()

    @staticmethod
    def shown(value):
        text = repr(value)
        return text if len(text) <= MAX_OUTPUT else text[:MAX_OUTPUT] + "…"

    def finish(self, item, state):
        while True:
            try:  # an interrupt that comes too late must not end the thread
                self.tell_pending()
                item.size = sum(stream.head_len + stream.tail_len for stream in item.streams.values()) + len(item.value or "") + \
                    sum(len(shown["data"]) for shown in item.display)
                with self.lock:
                    item.state, item.ended = state, time.monotonic()
                    self.current = None
                item.done.set()
                self.publish(item.name, {"event": "done", **item.result()})
                return
            except KeyboardInterrupt:
                continue

    def run_code(self, item, code):
        name = f"<eval {item.name}>"
        tree = ast.parse(code, name)
        last = tree.body[-1] if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        if last:
            tree.body.pop()
        exec(compile(tree, name, "exec"), self.variables)
        if last:
            return eval(compile(ast.Expression(last.value), name, "eval"), self.variables)
        return None

    # -- what is told while code runs --

    def wrote(self, stream, text):
        item = self.current
        item.streams[stream].add(text)
        with self.pub_lock:
            waiting = self.pending.setdefault((item.name, stream), [])
            waiting.append(text)
        self.has_output.set()

    def tell_output(self):
        while True:  # costs nothing while nothing is written
            self.has_output.wait()
            time.sleep(FLUSH_SECONDS)
            self.has_output.clear()
            self.tell_pending()

    def tell_pending(self):
        with self.pub_lock:
            pending, self.pending = self.pending, {}
            for (name, stream), texts in pending.items():
                text = "".join(texts)
                if len(text) > MAX_OUTPUT:
                    text = text[-MAX_OUTPUT:]
                self.send_event(name, {"event": "output", "stream": stream, "text": text})

    def publish(self, name, event):
        with self.pub_lock:
            self.send_event(name, event)

    def send_event(self, name, event):
        spelled = json.dumps({"v": VERSION, "eval": name, **event}, default=str).encode("utf-8", "replace")
        if len(spelled) <= MAX_MESSAGE:
            self.zmq.send(self.pub, name.encode(), spelled)


def serve(name=None, tools=(), namespace=None, variables=None, show=True, main=False, tcp=None, token=None):
    """Opens this interpreter to fathom; gives the session's id. A second call gives the same gate.
    With main, code waits until the main thread calls run(). With tcp ("ADDRESS:PORT") also over the network, encrypted,
    for whoever has the token."""
    global _gate
    if _gate is None:
        if namespace is not None and not re.fullmatch(r"[a-z][a-z0-9_]{0,31}", namespace):
            raise ValueError("namespace must be a-z, 0-9 and _, beginning with a letter")
        if variables is None:
            import __main__
            variables = __main__.__dict__
        gate = Gate(name, tools, namespace or "session", variables, show, tcp, token)
        gate.start(main)
        _gate = gate
        if show:
            sys.__stdout__.write(f"fathom: this interpreter is session {gate.id} ({gate.name})\n")
        if gate.network:
            sys.__stdout__.write(f"fathom: elsewhere: FATHOM_GATE_TOKEN={gate.network.token} "
                                 f"fathom sessions connect tcp://{gate.network.address} --key '{gate.network.key}'\n")
            sys.__stdout__.flush()
    return _gate.id


def run():
    """Runs what is asked for on this thread, the main one, and does not return: there code that
    waits can be interrupted."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    while True:
        try:
            _gate.run_evals()
        except KeyboardInterrupt:  # came when the code had ended already
            continue


def close():
    """Takes away what the gate has in the folder of gates; the process is to end then."""
    if _gate:
        _gate.remove_files()


def progress(fraction=None, text=""):
    """Tells whoever waits for the code that runs how far it is."""
    if _gate and _gate.current and threading.get_ident() == _gate.worker_id:
        if fraction is not None:
            fraction = min(1.0, max(0.0, float(fraction)))
        _gate.current.progress = {"fraction": fraction, "text": str(text)[:1000]}
        _gate.publish(_gate.current.name, {"event": "progress", **_gate.current.progress})


safehouse = {}  # what exfiltrate() kept


def exfiltrate():
    """Keeps the variables of where it is called, to be looked at later."""
    safehouse.update(sys._getframe(1).f_locals)


def display(value):
    """Shows a picture or a table of the code that runs to whoever asked for it."""
    if _gate and _gate.current and threading.get_ident() == _gate.worker_id:
        shown = displays_of(value) or [{"type": "text/plain", "data": Gate.shown(value)}]
        _gate.current.display.extend(shown)
