#!/usr/bin/env python3
"""The user's editor: what is sent to it, who may have that done, and whose answers count."""
import pathlib
import sys
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from harness import *

PROFILE = {"FATHOM_PROFILE": "kaimon"}
FIELDS = {**PROFILE, "FATHOM_STRUCTURED": "1"}
SAVE, OPEN = "workbench.action.files.save", "vscode.open"
# Notes its arguments, and answers as the file `mode` beside it says.
EDITOR = """#!%s
import http.client, json, os, pathlib, sys, time, urllib.parse
here = pathlib.Path(__file__).parent
with open(here / "told", "a") as told:
    told.write(json.dumps({"argv": sys.argv[1:], "cwd": os.getcwd(), "env": sorted(os.environ)}) + "\\n")
mode = json.loads((here / "mode").read_text())
query = urllib.parse.parse_qs(urllib.parse.urlsplit(sys.argv[-1]).query)
if "fails" in mode:
    sys.exit(mode["fails"])
time.sleep(mode.get("sleep", 0))
if "post" in mode and "nonce" in query:
    body = json.dumps({mode.get("name", "nonce"): query["nonce"][0], **mode["post"]}).encode()
    port = int(query["mcp_port"][0])
    for _ in range(mode.get("times", 1)):
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request("POST", "/vscode-response", body, {"Content-Type": "application/json", **mode.get("headers", {})})
        reply = connection.getresponse()
        with open(here / "replies", "a") as replies:
            replies.write(json.dumps([reply.status, reply.read().decode()]) + "\\n")
"""


class Edited(Place):
    """A repository, and an editor that the user's configuration names."""

    def __init__(self, commands=(SAVE, OPEN), trusted=True, configured=True, **mode):
        super().__init__()
        self.desk = self.root / "desk"
        self.desk.mkdir()
        self.program = self.desk / "editor"
        self.program.write_text(EDITOR % sys.executable)
        self.program.chmod(0o700)
        self.mode(**mode)
        if configured:
            self.user_config({"editor": {"commands": list(commands), "open": [str(self.program), "--open-url"]}})
        if trusted:
            same(self.run("trust").status, 0)

    def mode(self, **mode):
        (self.desk / "mode").write_text(json.dumps(mode))

    def lines(self, name):
        path = self.desk / name
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def uris(self):
        return [one["argv"][-1] for one in self.lines("told")]

    def replies(self):
        return [status for status, _ in self.lines("replies")]


def stdio(place, env=None):
    server = Stdio(place, env={**PROFILE, **(env or {})})
    server.initialize()
    return server


def http(place, *options, **more):
    server = Http(place, *options, env=PROFILE, **more)
    server.initialize()
    return server


def execute(server, command=SAVE, **arguments):
    return server.call("execute_vscode_command", {"command": command, **arguments}, [])


def waiting(server, **arguments):
    """A call that waits for its value on a thread of its own; what gives its answer, and its secret."""
    found = []
    place = server.place
    before = len(place.uris())
    thread = threading.Thread(target=lambda: found.append(execute(server, wait_for_response=True, **{"timeout": 30, **arguments})))
    thread.start()
    uri = until(lambda: place.uris()[before:], "the editor is told")[0]

    def end():
        thread.join(WAIT)
        return found[0]
    return end, query(uri)["nonce"]


def query(uri):
    return {name: values[0] for name, values in urllib.parse.parse_qs(urllib.parse.urlsplit(uri).query, strict_parsing=True).items()}


def respond(server, body, **headers):
    return server.send("POST", "/vscode-response", body, headers)


# ---- what is sent ----

@case
def an_allowed_command_is_sent_once_and_by_argv_alone():
    with Edited() as place:
        server = stdio(place, {"SECRET_TOKEN": "x", "DISPLAY": ":9"})
        same(text_of(execute(server, args=["a b", "$(touch x);`y`", "%41 100%&+#=;\"ö"])), f"{SAVE} was sent to the editor\n")
        told, = place.lines("told")
        same(told["argv"][0], "--open-url")
        same(len(told["argv"]), 2)
        same(told["cwd"], "/")
        assert "DISPLAY" in told["env"] and "SECRET_TOKEN" not in told["env"], told["env"]
        uri = told["argv"][1]
        assert re.fullmatch(r"vscode://kaimon\.vscode-remote-control\?cmd=[\w.%-]+&args=[\w.%/~-]+", uri), uri
        spelled = query(uri)
        same(set(spelled), {"cmd", "args"})
        same(spelled["cmd"], SAVE)
        wanted = ["a b", "$(touch x);`y`", "%41 100%&+#=;\"ö"]
        same(json.loads(spelled["args"]), wanted)
        same(json.loads(urllib.parse.unquote_plus(urllib.parse.unquote(spelled["args"]))), wanted, "however often escapes are taken out")
        server.end()


@case
def the_allowed_ones_are_listed():
    with Edited() as place:
        server = stdio(place)
        same(text_of(server.call("list_vscode_commands", {})), f"{SAVE}\n{OPEN}\n")
        server.end()
        server = stdio(place, FIELDS)
        same(server.call("list_vscode_commands", {})["result"]["structuredContent"], {"commands": [SAVE, OPEN]})
        same(execute(server)["result"]["structuredContent"], {"command": SAVE})
        server.end()
    with Edited(configured=False) as place:
        server = stdio(place)
        has(text_of(server.call("list_vscode_commands", {})), "none is allowed", "only the user")
        server.end()


@case
def a_file_is_shown_at_its_line():
    with Edited() as place:
        Place.write(place.repo, {"src/a b:#?%.c": "int x;\n"})
        (place.repo / "out").symlink_to(place.root / "desk")
        server = stdio(place)
        show = lambda path, **more: server.call("navigate_to_file", {"file_path": path, **more}, [])
        same(text_of(show("src/main.c", line=4, column=2)), "src/main.c:4 was sent to the editor\n")
        same(text_of(show("src/a b:#?%.c")), "src/a b:#?%.c:1 was sent to the editor\n")
        root = urllib.parse.quote(str(place.repo))
        same(place.uris(), [f"vscode://file{root}/src/main.c:4:2", f"vscode://file{root}/src/a%20b%3A%23%3F%25.c:1:1"])
        for path in ("../desk/mode", "/etc/passwd", "out/mode", "src", "nosuch.c", "src/main.c\n"):
            failure_of(show(path))
        same(len(place.uris()), 2)
        server.end()
    with Edited(commands=[SAVE]) as place:
        server = stdio(place)
        has(failure_of(server.call("navigate_to_file", {"file_path": "src/main.c"}, [])), "'vscode.open' is not allowed", SAVE)
        same(place.uris(), [])
        server.end()


# ---- what is refused ----

@case
def other_commands_are_refused_with_the_list():
    with Edited() as place:
        server = stdio(place)
        for command in ("workbench.action.terminal.sendSequence", SAVE + " ", SAVE.upper(), SAVE + "&cmd=x"):
            has(failure_of(execute(server, command)), "is not allowed; the user allows: " + SAVE, OPEN)
        same(place.uris(), [])
        server.end()


@case
def what_is_too_much_or_unseen_is_refused():
    with Edited() as place:
        server = stdio(place)
        for arguments, said in (({"args": ["a\nb"]}, "control or invisible"), ({"args": ["a\u0000"]}, "contains a NUL"),
                                ({"args": ["\u202e"]}, "control or invisible"), ({"args": ["x" * 4097]}, "longer than 4096"),
                                ({"args": ["x"] * 33}, "args"), ({"args": ["ö" * 2048] * 32}, "at most 32768 bytes"),
                                ({"timeout": 0}, "timeout must be"), ({"timeout": 61}, "timeout must be"), ({"timeout": -1}, "timeout must be"),
                                ({"args": [1]}, "args")):
            answer = execute(server, **arguments)
            has(json.dumps(answer), said)
        has(failure_of(execute(server, "x\x1b[2J")), "control or invisible")
        same(place.uris(), [])
        server.end()


@case
def nothing_is_sent_without_trust():
    with Edited(trusted=False) as place:
        server = stdio(place)
        has(failure_of(execute(server)), "is not trusted")
        has(failure_of(server.call("navigate_to_file", {"file_path": "src/main.c"}, [])), "is not trusted")
        same(place.uris(), [])
        server.end()


@case
def it_is_off_until_the_user_says_so():
    with Edited(configured=False) as place:
        server = stdio(place)
        has(failure_of(execute(server)), "no command of the editor is", "Only the user")
        place.user_config({"editor": {"commands": [SAVE]}})
        has(failure_of(execute(server)), "no program is named", "--open-url", "xdg-open")
        for program in ("./editor", "desk/editor", "../desk/editor"):
            place.user_config({"editor": {"commands": [SAVE], "open": [program]}})
            has(failure_of(execute(server)), "absolute path")
        place.user_config({"editor": {"commands": [SAVE], "open": [str(place.program)]}})
        text_of(execute(server))
        same(len(place.uris()), 1)
        server.end()
    with Edited() as place:
        server = stdio(place, {"FATHOM_READ_ONLY": "1"})
        assert execute(server).get("result", {}).get("isError", True)
        same(place.uris(), [])
        server.end()


@case
def a_repository_settles_nothing():
    with Edited(commands=[SAVE]) as place:
        evil = place.repo / "evil"
        evil.write_text(EDITOR % sys.executable)
        evil.chmod(0o755)
        place.project_config({"editor": {"commands": ["evil.command"], "open": [str(evil)], "extension": "evil://x"}})
        server = stdio(place)
        has(failure_of(execute(server, "evil.command")), "is not allowed; the user allows: " + SAVE)
        text_of(execute(server))
        same([uri.split("?")[0] for uri in place.uris()], ["vscode://kaimon.vscode-remote-control"])
        assert not (place.repo / "told").exists()
        server.end()
    with Edited(configured=False) as place:
        place.project_config({"editor": {"commands": [SAVE], "open": [str(place.program)]}})
        server = stdio(place)
        has(failure_of(execute(server)), "no command of the editor is")
        has(text_of(server.call("list_vscode_commands", {})), "none is allowed")
        same(place.uris(), [])
        server.end()


@case
def a_program_that_fails_is_told_of():
    with Edited(fails="no display") as place:
        server = stdio(place)
        has(failure_of(execute(server)), "ended with status 1: no display")
        place.user_config({"editor": {"commands": [SAVE], "open": ["nosuch-editor"]}})
        has(failure_of(execute(server)), "there is no program 'nosuch-editor'")
        server.end()


# ---- answers ----

@case
def without_a_listener_nobody_waits():
    with Edited() as place:
        server = stdio(place)
        has(failure_of(execute(server, wait_for_response=True)), "no listener is open", "without wait_for_response")
        same(place.uris(), [])
        server.end()


@case
def a_value_is_waited_for():
    for direct in (True, False):
        with Edited() as place:
            key = place.key()
            headers = {"Authorization": "Bearer " + key}
            server = http(place, auth=True, key=key, direct=direct)
            place.mode(post={"result": {"b": [1, None, "\u202ex"]}}, headers=headers, times=2)
            same(text_of(execute(server, args=["x"], wait_for_response=True)), '{"b":[1,null,"\\u202ex"]}\n')
            same(place.replies(), [204, 410], "the second time it is used")
            place.mode(post={"result": None, "error": None, "timestamp": 1}, name="request_id", headers=headers)
            same(text_of(execute(server, wait_for_response=True)), "null\n")
            place.mode(post={"result": None, "error": "it\nbroke\u001b[2J"}, headers=headers)
            same(failure_of(execute(server, wait_for_response=True)), "the editor says: it\\nbroke\\x1B[2J")
            place.mode(post={"result": "y" * 900000}, headers=headers)
            text = text_of(execute(server, wait_for_response=True))
            assert 12000 < len(text) < 13000, len(text)
            has(text, "the value has 900002 bytes")
            spelled = query(place.uris()[0])
            same(spelled["nonce"], spelled["request_id"])
            same(int(spelled["mcp_port"]), server.port)
            assert re.fullmatch("[0-9a-f]{48}", spelled["nonce"])
            same(len({query(uri)["nonce"] for uri in place.uris()}), 4)
            server.stop()


@case
def a_late_answer_is_none():
    with Edited() as place:
        server = http(place)
        began = time.monotonic()
        has(failure_of(execute(server, wait_for_response=True, timeout=0.3)), "did not answer in time")
        assert time.monotonic() - began < 10
        nonce = query(place.uris()[0])["nonce"]
        same(respond(server, {"nonce": nonce, "result": 1}).status, 410)
        end, other = waiting(server)
        same(respond(server, {"nonce": nonce, "result": "old"}).status, 410)
        same(respond(server, {"nonce": other, "result": "new"}).status, 204)
        same(text_of(end()), '"new"\n')
        same(respond(server, {"nonce": other, "result": "again"}).status, 410)
        place.mode(post={"result": 1}, sleep=1)
        has(failure_of(execute(server, wait_for_response=True, timeout=0.3)), "did not answer in time")
        same(place.replies(), [410], "it comes while the program still runs, and is too late as well")
        server.stop()


@case
def wrong_answers_are_refused_and_change_nothing():
    with Edited() as place:
        key = place.key()
        server = http(place, auth=True, key=key)
        end, nonce = waiting(server)
        good = {"nonce": nonce, "result": "forged"}
        for body, status in (({"nonce": "0" * 48, "result": 1}, 404), ({"nonce": nonce[:-1], "result": 1}, 404), ({"nonce": "", "result": 1}, 404),
                             ({"nonce": nonce.upper() + "x", "result": 1}, 404), ({"nonce": nonce + "\0", "result": 1}, 404),
                             ({"nonce": 1, "result": 1}, 400), ({"nonce": nonce}, 400), ({"nonce": nonce, "result": 1, "error": "x"}, 400),
                             ([nonce], 400), (b"{", 400), (b'{"nonce":"' + nonce.encode() + b'","result":1,"result":2}', 400),
                             ({"nonce": nonce, "result": "x" * (1 << 20)}, 413)):
            same(respond(server, body).status, status, repr(body)[:100])
        same(respond(server, good, **{"Content-Type": "text/plain"}).status, 415)
        same(respond(server, good, Origin="https://evil.example").status, 403)
        assert respond(server, good, Host="evil.example").status in (400, 403, 421)
        same(respond(server, good, Authorization=None).status, 401)
        same(respond(server, good, Authorization="Bearer " + nonce).status, 401, "the secret is no key")
        same(server.send("GET", "/vscode-response").status, 405)
        same(respond(server, {"nonce": nonce, "result": "true"}).status, 204)
        same(text_of(end()), '"true"\n')
        server.stop()


@case
def a_secret_is_good_on_its_own_listener_alone():
    with Edited() as place:
        one, two = http(place, direct=False), http(place, direct=False)
        end, nonce = waiting(one)
        same(int(query(place.uris()[-1])["mcp_port"]), one.port)
        same(respond(two, {"nonce": nonce, "result": "wrong door"}).status, 404)
        same(respond(one, {"nonce": nonce, "result": "right"}).status, 204)
        same(text_of(end()), '"right"\n')
        two.stop()
        one.stop()


@case
def many_wait_and_each_gets_its_own():
    with Edited() as place:
        server = http(place)
        calls = []
        for i in range(8):
            calls.append(waiting(server))
        for i, (_, nonce) in reversed(list(enumerate(calls))):
            same(respond(server, {"nonce": nonce, "result": i}).status, 204)
        for i, (end, _) in enumerate(calls):
            same(text_of(end()), f"{i}\n")
        server.stop()


@case
def a_listener_that_closes_leaves_nobody_waiting():
    with Edited() as place:
        server = http(place)
        end, _ = waiting(server, timeout=60)
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        has(failure_of(end()), "the listener was closed")
        assert time.monotonic() - began < 10
        same(server.process.wait(WAIT), 0)  # not told again: a process at its end has no ears left


main()
