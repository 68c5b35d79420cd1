#!/usr/bin/env python3
"""fathom config and init --list: what they write, and that a refusal writes nothing."""
import json

from harness import Place, case, has, main, same

FILES = {"a.c": "int one;\n"}


def config_of(place):
    folder = place.root / "config" / "fathom"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder / "config.json"


@case
def one_option_is_set_and_all_else_stays():
    with Place(FILES) as place:
        path = config_of(place)
        path.write_text('{"z": {"b": 1}, "http": {"port": 1, "auth": "relaxed"}, "http.auth": "strict", "a": null}')
        done = place.run("config", "set", "http.auth", "lax")
        same((done.status, done.out.split("\n")[0]), (0, f"http.auth = lax, in {path}"))
        same(json.loads(path.read_text()), {"z": {"b": 1}, "http": {"port": 1, "auth": "lax"}, "http.auth": "lax", "a": None})
        same(list(json.loads(path.read_text())), ["z", "http", "http.auth", "a"], "in its order")
        same(place.run("config", "get", "http.auth").out, "lax\n")
        place.run("config", "unset", "http.auth")
        same(json.loads(path.read_text()), {"z": {"b": 1}, "http": {"port": 1}, "a": None})


@case
def without_a_file_one_is_made():
    with Place(FILES) as place:
        dry = place.run("config", "set", "repl.allow", "yes", "--dry-run")
        has(dry.out, "--- /dev/null", '+    "allow": true')
        same(config_of(place).exists(), False)
        same(place.run("config", "set", "repl.allow", "yes").status, 0)
        same(json.loads(config_of(place).read_text()), {"repl": {"allow": True}})
        same(config_of(place).stat().st_mode & 0o777, 0o600)


@case
def lists_have_items_added_and_removed():
    with Place(FILES) as place:
        place.run("config", "add", "roots", "/a,b")
        place.run("config", "add", "roots", "/c")
        place.run("config", "add", "roots", "/c")
        same(json.loads(config_of(place).read_text()), {"roots": ["/a,b", "/c"]}, "a path may hold a comma")
        place.run("config", "remove", "roots", "/a,b")
        same(json.loads(config_of(place).read_text()), {"roots": ["/c"]})
        same(place.run("config", "remove", "roots", "/x").status != 0, True)


@case
def what_is_wrong_is_refused_and_changes_nothing():
    with Place(FILES) as place:
        path = config_of(place)
        for text in ('{"http": {"port": 1}}', '[1]', '{', '{"http": 7}'):
            path.write_text(text)
            for words, why in ((("set", "http.prt", "1"), "did you mean 'http.port'?"), (("set", "http.port", "x"), "takes a whole number"),
                               (("set", "http.port"), "name the value"), (("add", "http.port", "1"), "is no list"), (("put",), "is no config command"),
                               (("set",), "no option is called ''")):
                done = place.run("config", *words)
                same((done.status != 0, path.read_text()), (True, text))
                if text == '{"http": {"port": 1}}':
                    has(done.err, why)
        for text in ("[1]", "{"):
            path.write_text(text)
            has(place.run("config", "set", "http.port", "2").err, "is left alone")
            same(path.read_text(), text)


@case
def what_is_outranked_is_said():
    with Place(FILES) as place:
        config_of(place)
        done = place.run("config", "set", "http.port", "4000", env={"FATHOM_PORT": "5000"})
        has(done.out, "but FATHOM_PORT is set, and counts instead")


@case
def clients_are_listed_as_they_stand():
    with Place(FILES) as place:
        home = place.root / "home"
        (home / ".cursor").mkdir(parents=True)
        (home / ".codex").mkdir()
        (home / ".codex" / "config.toml").write_text("= broken")
        states = lambda: {row["id"]: row["state"] for row in json.loads(place.run("init", "--list", "--json").out)}
        found = states()
        same((found["cursor"], found["codex"], found["zed"]), ("found", "unreadable", "absent"))
        place.run("init", "--client", "cursor", "--yes")
        same(states()["cursor"], "connected")
        same([path.name for path in (home / ".codex").iterdir()], ["config.toml"], "looking writes nothing")


main()
