#!/usr/bin/env python3
"""Extensions: programs that the user's own configuration names, and nobody else's."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from live import *

PROGRAM = """#!%s
import sys
sys.path.insert(0, %r)
import fathom_gate, os
def add(a: int, b: int = 2) -> int:
    "Adds two numbers."
    return a + b
def who() -> str:
    return os.environ.get("GREETING", "nobody")
fathom_gate.serve(name="ext", tools=[add, who], namespace="lab", main=True)
fathom_gate.run()
"""
MANIFEST = {"namespace": "lab", "description": "Sums.", "command": ["./serve"], "tools": ["add", "who"], "env": {"GREETING": "hello"}}
ENV = {**ON, "FATHOM_STRUCTURED": "1"}


class Extended(Sessions):
    def add(self, name="lab", manifest=MANIFEST, under=None):
        folder = (under or self.root / "config/fathom/extensions") / name
        folder.mkdir(parents=True, mode=0o700)
        for part in (folder.parent, folder.parent.parent):
            part.chmod(0o700)
        (folder / "serve").write_text(PROGRAM % (sys.executable, str(GATES / "python")))
        (folder / "serve").chmod(0o700)
        (folder / "extension.json").write_text(json.dumps(manifest))
        (folder / "extension.json").chmod(0o600)
        return folder


def server_of(place, env=ENV):
    server = Stdio(place, env=env)
    server.initialize()
    return server


def manage(server, name, action):
    return server.call("manage_extension", {"name": name, "action": action}, [])["result"]


def words(result):
    return result["content"][0]["text"]


def listed(server):
    return server.call("extension_info", {}, [])["result"]["structuredContent"]["extensions"]


@case
def started_used_restarted_and_ended():
    with Extended() as place:
        place.add()
        server = server_of(place)
        same([(one["name"], one["namespace"], one["description"], one["enabled"], one["running"]) for one in listed(server)],
             [("lab", "lab", "Sums.", True, False)])
        same(manage(server, "lab", "stop").get("isError"), True, "it does not run")
        has(words(manage(server, "lab", "start")), "lab runs")
        key = listed(server)[0]["session"]
        same(listed(server)[0]["tools"], ["lab.add", "lab.who"])
        run = lambda code: server.call("eval", {"code": code, "session": key}, [])["result"]["structuredContent"]["value"]
        same(run("who()"), "'hello'", "its environment")
        same(words(manage(server, "lab", "start")).split(",")[0], f"lab runs: session {key}", "starting it twice gives the same")
        pid = run("os.getpid()")
        assert not manage(server, "lab", "restart").get("isError")
        until(lambda: not server.call("eval", {"code": "1", "session": key}, [])["result"].get("isError"), "it is back under its key")
        same(run("os.getpid()"), pid, "by exec")
        same(words(manage(server, "lab", "stop")), "lab was ended\n")
        until(lambda: not listed(server)[0]["running"], "it is gone")
        server.end()
        same(list(place.gates.glob("*.json")), [])


@case
def only_the_user_switches_one_on():
    with Extended() as place:
        place.add(manifest={**MANIFEST, "enabled": False})
        server = server_of(place)
        for action, said in (("start", "is switched off"), ("enable", "only the user"), ("disable", "only the user"), ("enable_auto_start", "only the user")):
            result = manage(server, "lab", action)
            same(result["isError"], True)
            has(words(result), said)
        server.end()


@case
def needs_trust_and_permission():
    for trusted, env, said in ((False, ON, "is not trusted"), (True, None, "is off")):
        with Extended(trusted=trusted) as place:
            place.add()
            has(place.run("manage_extension", "lab", "start", env=env).err, said)
            has(place.run("extension_info", env=env).err, said)


@case
def a_repository_brings_none():
    with Extended() as place:
        place.add(under=place.repo / ".fathom/extensions")
        place.add(name="lab2", under=place.repo / "extensions")
        server = server_of(place)
        same(listed(server), [])
        for name in ("lab", "lab2", "../../repo/extensions/lab2", "/etc", "..", "LAB"):
            has(words(manage(server, name, "start")), "there is no extension")
        server.end()


@case
def one_that_offers_something_else_is_ended():
    for change, said in (({"namespace": "other"}, "serves the namespace 'lab'"), ({"tools": ["add"]}, "offers 2 tools"), ({"tools": ["add", "fly"]}, "no tool 'fly'")):
        with Extended() as place:
            place.add(manifest={**MANIFEST, **change})
            server = server_of(place)
            result = manage(server, "lab", "start")
            same(result["isError"], True)
            has(words(result), "was ended again", said)
            until(lambda: not listed(server)[0]["running"], "it is gone")
            server.end()


@case
def broken_and_foreign_ones_are_told():
    with Extended() as place:
        for name, change, said in (("a", {"command": ["python3"]}, "absolute path"), ("b", {"command": []}, "1 to 32 words"), ("c", {"namespace": "X"}, "namespace"),
                                   ("d", {"env": {"FATHOM_REPL": "1"}}, "FATHOM_"), ("e", {"tools": "add"}, "list of names"), ("f", {"command": [1]}, "texts")):
            place.add(name, {**MANIFEST, **change})
            server = server_of(place)
            has(next(one["problem"] for one in listed(server) if one["name"] == name), said)
            has(words(manage(server, name, "start")), said)
            server.end()
        open_one = place.add("open")
        open_one.chmod(0o777)
        server = server_of(place)
        has(words(manage(server, "open", "start")), "others than you can write")
        open_one.parent.chmod(0o777)
        has(words(manage(server, "a", "start")), "not a folder of this user alone")
        server.end()


main()
