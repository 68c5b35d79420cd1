#!/usr/bin/env python3
"""Jupyter kernels as live sessions: the real ones over the protocol's two transports, and what a hostile one, or whoever takes its
place, can do. Real kernels that are not installed (scripts/setup sessions) are named and skipped."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import conformance
import kernels
from live import *

SCRIPT = str(pathlib.Path(__file__).with_name("kernels.py"))
# For each kernel: a value, an output, an endless loop, a failure, a name to complete and what of it is known.
TEXT = {
    "python3": {"code": "21 * 2", "value": "42", "print": "print('seen')", "loop": "while True: pass", "set": "kept_name = 17", "get": "kept_name",
                "got": "17", "fail": "int('x')", "error": "ValueError", "language": "python",
                "image": "from IPython.display import Image, display\ndisplay(Image(data=bytes([137]) + b'PNG' + bytes(4), format='png'))"},
    "ir": {"code": "21 * 2", "value": "[1] 42", "print": "cat('seen\\n')", "loop": "repeat {}", "set": "kept_name <- 17", "get": "kept_name",
           "got": "[1] 17", "fail": "stop('x')", "error": "ERROR", "language": "R", "image": None},
    "deno": {"code": "21 * 2", "value": "42", "print": "console.log('seen')", "loop": "for (;;) {}", "set": "var kept_name = 17", "get": "kept_name",
             "got": "17", "fail": "null.x", "error": "TypeError", "language": "typescript",
             "image": "Deno.jupyter.display({'image/png': 'iVBORw=='}, {raw: true})"},
}


class Kernels(Sessions):
    """A trusted repository beside a folder of kernelspecs."""

    def __init__(self, **more):
        super().__init__(**more)
        self.specs = self.root / "specs"
        self.real, self.where = kernels.real_kernels(self.specs)
        self.where = {**ON, "FATHOM_STRUCTURED": "1", **self.where}

    def fake(self, how, **more):
        kernels.write_spec(self.specs, how, [sys.executable, SCRIPT, how, "{connection_file}"], **more)
        return how

    def serve(self, name, *words):
        """`fathom kernel`, as a person runs it."""
        before = dict(os.environ)
        os.environ.update(self.env(**self.where))
        try:
            return self.start([FATHOM, "kernel", name, *words])
        finally:
            os.environ.clear()
            os.environ.update(before)

    def leftovers(self):
        """Processes that run with this place's connection files, or as its kernels."""
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            try:
                words = (entry / "cmdline").read_bytes() if entry.name.isdigit() else b""
            except OSError:
                continue
            if str(self.root).encode() in words and int(entry.name) != os.getpid():
                found.append(words.replace(b"\0", b" ").decode(errors="replace"))
        return found


def fields(answer):
    assert "structuredContent" in answer["result"], show(answer)
    return answer["result"]["structuredContent"]


def words_of(answer):
    """What it says, be it an error or not."""
    return answer["result"]["content"][0]["text"]


# ---- real kernels, over both transports ----

def drive(place, server, name):
    """Started, run, interrupted, restarted, asked for names, ended: all that a client does with one."""
    text = TEXT[name]
    began = server.call("kernels", {"action": "start", "kernel": name, "name": "mine"})
    key = fields(began)["session"]
    same(fields(began)["language"], text["language"])
    has(words_of(server.call("eval", {})), key, "mine")

    def run(code, **more):
        return server.call("eval", {"code": code, "session": key, "wait": 60, **more}, [])
    same(fields(run(text["code"]))["value"], text["value"])
    same(fields(run(text["print"]))["stdout"], "seen\n")
    same(fields(run(text["fail"]))["state"], "failed")
    has(fields(run(text["fail"]))["error"], text["error"])
    run(text["set"])

    def complete():  # the first one loads what completes, which takes a slow machine its time
        return server.call("kernels", {"action": "complete", "code": "kept_na", "session": key})["result"].get("structuredContent")
    matches = until(complete, "names", 90)
    same((matches["matches"], matches["from"], matches["to"]), (["kept_name"], 0, 7))
    if text["image"]:
        images = [block for block in run(text["image"])["result"]["content"] if block["type"] == "image"]
        same([(image["mimeType"], image["data"][:6]) for image in images], [("image/png", "iVBORw")])

    handle = fields(run(text["loop"], wait=0))["handle"]
    time.sleep(0.5)
    ended = fields(server.call("eval", {"handle": handle, "cancel": True, "wait": 20}, []))
    same(ended["state"], "interrupted")
    same(fields(run(text["get"]))["value"], text["got"], "state stays after an interrupt")

    handle = fields(run(text["loop"], wait=0))["handle"]
    same(fields(server.call("kernels", {"action": "restart", "session": key}))["session"], key)
    same(fields(server.call("eval", {"handle": handle, "wait": 20}, []))["state"], "interrupted", "what ran when it was restarted")
    same(fields(run(text["get"]))["state"], "failed", "what was set is gone")
    same(fields(run(text["code"]))["value"], text["value"], "under the same key")
    server.call("kernels", {"action": "shutdown", "session": key})
    until(lambda: not list(place.gates.iterdir()), "its files are gone")


def add_real(name):
    def over_stdio():
        with Kernels() as place:
            if name not in place.real:
                print(f"skipped: {name} is not installed")
                return
            server = Stdio(place, env=place.where)
            server.initialize()
            drive(place, server, name)
            server.end()
            same(place.leftovers(), [])

    def over_http():
        with Kernels() as place:
            if name not in place.real:
                print(f"skipped: {name} is not installed")
                return
            server = Http(place, env=place.where)
            server.initialize()
            drive(place, server, name)
            server.kill()
            until(lambda: not [words for words in place.leftovers() if "kernel" in words], "nothing is left")

    def keeps_to_the_protocol():
        with Kernels() as place:
            if name not in place.real:
                return
            session = place.serve(name)
            words = dict(conformance.SNIPPETS[{"python3": "python", "ir": "r", "deno": "javascript"}[name]])
            words.update({"ir": {"value": "[1] 42", "got": "[1] 17", "end": '[1] "end"', "type": "ERROR"},
                          "deno": {"end": '"end"'}}.get(name, {}))
            if name == "ir":
                words["print"] = "cat('out\\n'); cat('err\\n', file = stderr()); 6 * 7"
            here = os.getcwd()
            os.chdir(place.repo)
            try:
                for check in ("card", "eval", "no_value", "state_stays", "failure", "syntax_error", "async", "streams", "busy_answers",
                              "interrupt", "refusals", "twice", "order", "restart", "shutdown"):
                    if (name, check) == ("ir", "eval"):
                        continue  # what R calls stderr is another stream there
                    try:
                        getattr(conformance, "check_" + check)(session, words)
                    except conformance.Failed as wrong:
                        raise AssertionError(f"{check}: {wrong}") from None
            finally:
                os.chdir(here)

    add_case(f"{name}_over_stdio", over_stdio)
    add_case(f"{name}_over_http", over_http)
    add_case(f"{name}_keeps_to_the_protocol", keeps_to_the_protocol)


for real in TEXT:
    add_real(real)


@case
def a_running_kernel_is_attached_to_and_left_alone():
    with Kernels() as place:
        fake = place.fake("echo")
        runtime = place.root / "jupyter"
        runtime.mkdir(mode=0o700)
        ports = [free_port() for _ in range(5)]
        info = {"transport": "tcp", "ip": "127.0.0.1", "key": "k" * 32, "signature_scheme": "hmac-sha256",
                **dict(zip(("shell_port", "iopub_port", "stdin_port", "control_port", "hb_port"), ports))}
        file = runtime / "kernel-1.json"
        file.write_text(json.dumps(info))
        file.chmod(0o600)
        kernel = subprocess.Popen([sys.executable, SCRIPT, fake, str(file)], stderr=subprocess.DEVNULL)
        try:
            server = Stdio(place, env={**place.where, "JUPYTER_RUNTIME_DIR": runtime})
            server.initialize()
            same(fields(server.call("kernels", {}))["files"], [str(file)])
            until(lambda: is_listening(ports), "the kernel listens")
            began = server.call("kernels", {"action": "attach", "file": str(file)})
            key = fields(began)["session"]
            same(fields(server.call("eval", {"code": "hello"}, []))["value"], "hello")
            has(words_of(server.call("kernels", {"action": "restart"})), "was not started here")
            server.call("kernels", {"action": "shutdown", "session": key})
            until(lambda: not list(place.gates.iterdir()), "the session is gone")
            same(kernel.poll(), None, "the kernel is not ours to end")
            for number, (change, words) in enumerate((
                    ({"ip": "0.0.0.0"}, "other machines"), ({"ip": "localhost"}, "numeric"), ({"ip": "10.1.2.3"}, "other machines"),
                    ({"transport": "udp"}, "tcp or ipc"), ({"key": ""}, "no key"), ({"key": "short"}, "no key"), ({"shell_port": 0}, "shell_port"),
                    ({"signature_scheme": "none"}, "hmac-sha256"), ({"transport": "ipc", "ip": "relative"}, "absolute path"))):
                bad = runtime / f"kernel-bad{number}.json"
                bad.write_text(json.dumps({**info, **change}))
                bad.chmod(0o600)
                has(words_of(server.call("kernels", {"action": "attach", "file": str(bad)})), words)
            file.chmod(0o644)
            has(words_of(server.call("kernels", {"action": "attach", "file": str(file)})), "others may read")
            file.chmod(0o600)
            inside = place.repo / "kernel-9.json"
            inside.write_text(json.dumps(info))
            inside.chmod(0o600)
            has(words_of(server.call("kernels", {"action": "attach", "file": str(inside)})), "inside of the workspace")
            link = runtime / "kernel-link.json"
            link.symlink_to(file)
            same(server.call("kernels", {"action": "attach", "file": str(link)})["result"]["isError"], True, "a link")
            if os.geteuid() == 0:
                os.chown(file, 65534, 65534)
                has(words_of(server.call("kernels", {"action": "attach", "file": str(file)})), "another user")
                os.chown(file, 0, 0)
                os.chown(runtime, 65534, 65534)
                has(words_of(server.call("kernels", {"action": "attach", "file": str(file)})), "its folder belongs to another user")
            server.end()
        finally:
            kernel.kill()
            kernel.wait()


def is_listening(ports):
    for port in ports:
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)):
                return False
    return True


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


# ---- who may, and what is used ----

@case
def needs_trust_and_permission():
    for trusted, on, words in ((False, True, "is not trusted"), (True, False, "is off")):
        with Kernels(trusted=trusted) as place:
            place.fake("echo")
            env = {**place.where, "FATHOM_REPL": "1" if on else "0"}
            for call in ([], ["--action", "start", "--kernel", "echo"]):
                has(place.run("kernels", *call, env=env).err, words)


@case
def a_repository_brings_no_kernel():
    with Kernels() as place:
        inside = place.repo / "share/jupyter"
        (place.repo / "bin").mkdir()
        planted = place.repo / "bin/planted"
        planted.write_text("#!/bin/sh\ntouch ran\n")
        planted.chmod(0o755)
        kernels.write_spec(inside, "planted", [str(planted), "{connection_file}"])
        kernels.write_spec(place.specs, "bare", ["planted", "{connection_file}"])
        kernels.write_spec(place.specs, "relative", ["./bin/planted", "{connection_file}"])
        kernels.write_spec(place.specs, "inner", [str(planted), "{connection_file}"])
        kernels.write_spec(place.specs, "fileless", [sys.executable, "-c", "1"])
        (place.specs / "kernels/linked").symlink_to(inside / "kernels/planted")
        (place.specs / "kernels/..evil").mkdir()
        env = {**place.where, "JUPYTER_PATH": f"{inside}:{place.specs}:relative", "VIRTUAL_ENV": str(place.repo),
               "PATH": f"{place.repo}/bin:{os.environ['PATH']}"}
        listed = place.run("kernels", env=env).out
        lacks(listed, "planted", "bare", "relative", "inner", "fileless", "linked", "evil")
        for name in ("planted", "bare", "relative", "inner", "linked", "fileless", "../up"):
            done = place.run("kernels", "--action", "start", "--kernel", name, env=env)
            has(done.err, "there is no kernel")
        same((place.repo / "ran").exists(), False)


# ---- hostile kernels ----

def begun(place, how, **more):
    server = Stdio(place, env=place.where)
    server.initialize()
    answer = server.call("kernels", {"action": "start", "kernel": place.fake(how, **more)})
    return server, answer


@case
def forged_unsigned_and_changed_messages_count_for_nothing():
    with Kernels() as place:
        server, _ = begun(place, "forged")
        answer = fields(server.call("eval", {"code": "x"}, []))
        same((answer["state"], answer["value"], answer.get("stdout"), answer.get("error")), ("done", "'real'", None, None))
        server.end()


@case
def a_replayed_message_counts_once():
    with Kernels() as place:
        server, _ = begun(place, "replayed")
        for _ in range(3):
            answer = fields(server.call("eval", {"code": "x"}, []))
            same((answer["state"], answer["value"], answer["stdout"]), ("done", "'real'", "once\n"))
        server.end()


@case
def no_code_is_sent_to_who_does_not_sign():
    with Kernels() as place:
        place.fake("stranger")
        server = Stdio(place, env=place.where)
        server.initialize()
        server.send(message(900, "tools/call", {"name": "kernels", "arguments": {"action": "start", "kernel": "stranger"}}))
        time.sleep(3)
        same([path.name for path in place.gates.iterdir() if path.suffix == ".json"], [], "no session is offered")
        server.notify("notifications/cancelled", {"requestId": 900})
        until(lambda: not place.leftovers(), "it is ended with the call that began it")
        server.end()


@case
def nonsense_is_passed_over():
    with Kernels() as place:
        server, _ = begun(place, "odd")
        answer = fields(server.call("eval", {"code": "x"}, []))
        same(answer["value"], "'real'")
        lacks(str(answer), "another's")
        server.end()


@case
def a_flood_is_bounded():
    with Kernels() as place:
        server, _ = begun(place, "flood")
        answer = fields(server.call("eval", {"code": "x", "wait": 120, "max_chars": 200000}, []))
        same((answer["state"], answer["value"]), ("done", "'real'"))
        assert len(answer["stdout"]) < 300000, len(answer["stdout"])
        assert server.resident_mb() < 300, f"{server.resident_mb()} MB"
        server.end()


@case
def a_kernel_that_hangs_is_ended():
    with Kernels() as place:
        server, answer = begun(place, "hang")
        handle = fields(server.call("eval", {"code": "x", "wait": 0}, []))["handle"]
        same(fields(server.call("eval", {"handle": handle, "wait": 1}, []))["state"], "running")
        server.call("kernels", {"action": "restart"})
        same(fields(server.call("eval", {"handle": handle, "wait": 20}, []))["state"], "interrupted")
        server.call("kernels", {"action": "shutdown"})
        until(lambda: not list(place.gates.iterdir()), "its files are gone")
        server.end()
        same(place.leftovers(), [])


@case
def a_kernel_that_dies_takes_its_session_with_it():
    with Kernels() as place:
        server, answer = begun(place, "die")
        same(server.call("eval", {"code": "x"}, [])["result"]["isError"], True)
        until(lambda: not list(place.gates.iterdir()), "its files are gone")
        same(fields(server.call("eval", {}, []))["sessions"], [])
        server.end()


@case
def a_kernel_that_cannot_start_says_why():
    with Kernels() as place:
        server, answer = begun(place, "at_once")
        has(words_of(answer), "did not start", "no such module: fake")
        server.end()


@case
def no_kernel_outlives_a_killed_server():
    with Kernels() as place:
        for victim in ("server", "bridge", "kernel"):
            server, answer = begun(place, "echo")
            card = json.loads(next(place.gates.glob("*.json")).read_text())
            if victim == "server":
                server.process.kill()
                server.process.wait()
            elif victim == "bridge":
                os.kill(card["pid"], signal.SIGKILL)
            else:
                found = [entry for entry in pathlib.Path("/proc").iterdir() if entry.name.isdigit() and is_kernel(entry)]
                same(len(found), 1, "kernels")
                os.kill(int(found[0].name), signal.SIGKILL)
            until(lambda: not [words for words in place.leftovers() if SCRIPT in words], f"no kernel without its {victim}")
            if victim != "server":
                until(lambda: not fields(server.call("eval", {}, []))["sessions"], "the session is gone")
                server.end()
            place.eval()  # removes what a killed one left
        same(list(place.gates.iterdir()), [])


def is_kernel(entry):
    try:
        words = (entry / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return len(words) > 2 and words[0] == sys.executable.encode() and words[1] == SCRIPT.encode()


main()
