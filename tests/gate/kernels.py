"""Jupyter kernels to try sessions on: the real ones that are installed, and one that says whatever it is told to."""
import ctypes
import hashlib
import hmac
import json
import os
import pathlib
import shutil
import sys
import time

import gate_client

ROOT = pathlib.Path(__file__).resolve().parents[2]
MARK = b"<IDS|MSG>"
PYTHON_ENV = ROOT / "build/kernels"
DENO = next(iter(sorted((ROOT / "deps/kernels/node_modules/@deno").glob("*/deno"))), None)


def write_spec(folder, name, argv, language="fake", **more):
    target = pathlib.Path(folder) / "kernels" / name
    target.mkdir(parents=True, exist_ok=True)
    (target / "kernel.json").write_text(json.dumps({"argv": argv, "display_name": name.title(), "language": language, **more}))


def real_kernels(folder):
    """Names of the kernels that are here, and the environment in which they are found."""
    env, found = {"JUPYTER_PATH": str(folder), "DENO_NO_UPDATE_CHECK": "1"}, []
    if (PYTHON_ENV / "share/jupyter/kernels/python3").is_dir():
        env["VIRTUAL_ENV"] = str(PYTHON_ENV)
        found.append("python3")
    if pathlib.Path("/usr/share/jupyter/kernels/ir").is_dir() and shutil.which("R"):
        found.append("ir")
    if DENO:
        write_spec(folder, "deno", [str(DENO), "jupyter", "--kernel", "--conn", "{connection_file}"], "typescript")
        found.append("deno")
    return found, env


# ---- a kernel of our own: `kernels.py HOW CONNECTION_FILE` ----

class Fake:
    """Speaks as much of the protocol as a client needs; HOW says in which way it is wrong."""

    def __init__(self, how, path):
        self.how, self.info = how, json.loads(pathlib.Path(path).read_text())
        self.key, self.number, self.first = self.info["key"].encode(), 0, None
        lib = self.lib = gate_client.LIB
        lib.zmq_bind.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        self.sockets = {}
        for name, kind in (("shell", 6), ("iopub", 1), ("control", 6), ("stdin", 6), ("hb", 4)):
            socket = lib.zmq_socket(gate_client.CONTEXT, kind)
            assert lib.zmq_bind(socket, f"tcp://127.0.0.1:{self.info[name + '_port']}".encode()) == 0, name
            self.sockets[name] = gate_client.Socket.__new__(gate_client.Socket)
            self.sockets[name].socket = socket

    def frames(self, kind, parent, content, key=None):
        self.number += 1
        parts = [json.dumps({"msg_id": f"k{self.number}", "msg_type": kind, "session": "s", "username": "k", "version": "5.3",
                             "date": "2020-01-01T00:00:00Z"}).encode(), json.dumps(parent).encode(), b"{}",
                 content if isinstance(content, bytes) else json.dumps(content).encode()]
        signature = hmac.new(key or self.key, b"".join(parts), hashlib.sha256).hexdigest().encode()
        return [MARK, signature, *parts]

    def tell(self, kind, parent, content, **more):
        self.sockets["iopub"].send(b"topic", *self.frames(kind, parent, content, **more))

    def reply(self, routes, kind, parent, content, **more):
        self.sockets["shell"].send(*routes, *self.frames(kind, parent, content, **more))

    def run(self):
        while True:
            parts = self.sockets["shell"].receive()
            if not parts:
                continue
            at = parts.index(MARK)
            header, content = json.loads(parts[at + 2]), json.loads(parts[at + 5])
            signed = hmac.compare_digest(parts[at + 1], hmac.new(self.key, b"".join(parts[at + 2:at + 6]), hashlib.sha256).hexdigest().encode())
            assert signed, "the client did not sign"
            if header["msg_type"] == "kernel_info_request":
                self.tell("status", header, {"execution_state": "busy"})
                self.reply(parts[:at], "kernel_info_reply", header, {"status": "ok", "language_info": {"name": "fake", "version": "1"}},
                           **({"key": b"x" * 64} if self.how == "stranger" else {}))
                self.tell("status", header, {"execution_state": "idle"})
            elif header["msg_type"] == "execute_request":
                getattr(self, "do_" + self.how.replace("stranger", "echo"))(parts, parts[:at], header, content["code"])

    def finish(self, routes, header, value="'real'"):
        self.tell("execute_result", header, {"data": {"text/plain": value}, "metadata": {}, "execution_count": 1})
        self.reply(routes, "execute_reply", header, {"status": "ok", "execution_count": 1})
        self.tell("status", header, {"execution_state": "idle"})

    def do_echo(self, parts, routes, header, code):
        self.finish(routes, header, code)

    def do_forged(self, parts, routes, header, code):
        """Somebody without the key speaks first."""
        self.tell("stream", header, {"name": "stdout", "text": "forged\n"}, key=b"y" * 64)
        frames = self.frames("stream", header, {"name": "stdout", "text": "unsigned\n"})
        self.sockets["iopub"].send(b"topic", MARK, b"", *frames[2:])
        self.sockets["iopub"].send(b"topic", *frames[2:])
        changed = self.frames("stream", header, {"name": "stdout", "text": "changed\n"})
        self.sockets["iopub"].send(b"topic", *changed[:5], changed[5].replace(b"changed", b"chanGed"))
        self.reply(routes, "execute_reply", header, {"status": "error", "ename": "Forged", "evalue": ""}, key=b"y" * 64)
        self.finish(routes, header)

    def do_replayed(self, parts, routes, header, code):
        frames = self.frames("stream", header, {"name": "stdout", "text": "once\n"})
        for _ in range(3):
            self.sockets["iopub"].send(b"topic", *frames)
        self.sockets["shell"].send(*routes, *parts[len(routes):])  # our own words, with our own signature
        self.sockets["iopub"].send(b"topic", *parts[len(routes):])
        self.finish(routes, header)

    def do_odd(self, parts, routes, header, code):
        """Signed, and nonsense all the same."""
        for content in (b"[]", b"{", b"\xff", b"7", b'{"data": 7}', b'{"data": {"image/png": 7, "text/plain": []}}', b'{"text": {}}',
                        b'{"name": 1, "text": 2}', b'{"execution_state": []}', b'{"traceback": [1, {}], "ename": 3}', b"{" + b'"a":[' * 5000):
            for kind in ("stream", "execute_result", "display_data", "status", "nothing", "x" * 5000):
                self.tell(kind, header, content)
        self.tell("stream", {"msg_id": "another"}, {"name": "stdout", "text": "another's\n"})
        for count in (0, 1, 2, 5):
            self.sockets["iopub"].send(*([b"x"] * count + [b""]))
        self.sockets["iopub"].send(*([b"x"] * 60))
        self.finish(routes, header)

    def do_flood(self, parts, routes, header, code):
        for _ in range(1500):
            self.tell("stream", header, {"name": "stdout", "text": "z" * 60000 + "\n"})
        self.finish(routes, header)

    def do_hang(self, parts, routes, header, code):
        while True:
            time.sleep(60)

    def do_die(self, parts, routes, header, code):
        print("out of luck", file=sys.stderr, flush=True)
        os._exit(3)


if __name__ == "__main__":
    if sys.argv[1] == "at_once":
        sys.exit("no such module: fake")
    Fake(sys.argv[1], sys.argv[2]).run()
