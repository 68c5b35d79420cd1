#!/usr/bin/env python3
"""`precise` of the core tools: what a language server confirms, adds and does
not confirm, who answered, what is kept of it and for how long; with a server
that does what it is told."""
from servers import *

FAKE = str(pathlib.Path(__file__).resolve().parent / "fake_server.py")
CODE = {"lib.py": "def used():\n    return 1\n\n\ndef first():\n    return used()\n",
        "app.py": "from lib import used\n\n\ndef second():\n    return used()\n\n\ndef third(f):\n    return f()\n\n\nthird(used)\n"}


def range_of(line, column, length=4):
    return {"start": {"line": line - 1, "character": column - 1}, "end": {"line": line - 1, "character": column - 1 + length}}


class Snakes(Place):
    """A Python workspace whose server names these places as references."""

    def __init__(self, places, trusted=True):
        super().__init__(CODE)
        self.log = self.root / "log"
        self.tell(places)
        self.user_config({"servers": [{"extensions": ["py"], "command": ["python3", FAKE, str(self.root / "scenario.json")],
                                       "language_id": "python"}]})
        if trusted:
            same(self.run("trust", str(self.repo)).status, 0, "fathom trust")

    def tell(self, places, first=None):
        """`first`: what it answers the first time instead."""
        turns = [[{"uri": f"file://{self.repo}/{path}", "range": range_of(line, column)} for path, line, column in turn]
                 for turn in ([] if first is None else [first]) + [places]]
        (self.root / "scenario.json").write_text(json.dumps({
            "log": str(self.log), "serverInfo": {"name": "snakes", "version": "1"},
            "capabilities": {"textDocumentSync": 1, "referencesProvider": True, "hoverProvider": True},
            "on": {"textDocument/references": [[{"result": turn}] for turn in turns],
                   "textDocument/hover": [{"result": {"contents": {"kind": "markdown", "value": "```python\n(function) used() -> int\n```"}}}],
                   "shutdown": [{"result": None}], "exit": [{"exit": 0}]}}))

    def start(self, **more):
        server = Server(self, "--structured", direct=True, **more)
        server.initialize()
        return server

    def asked(self):
        if not self.log.exists():
            return 0
        return sum('"textDocument/references"' in line for line in self.log.read_text().splitlines())


def precise(server, **more):
    return server.ask("symbol", name="used", file="lib.py", code=False, **more)["precise"]


ALL = [("lib.py", 6, 12), ("app.py", 1, 17), ("app.py", 5, 12), ("app.py", 12, 7)]


@case
def a_server_confirms_adds_and_leaves_out():
    with Snakes([("lib.py", 6, 12), ("app.py", 5, 12), ("app.py", 9, 12)]) as place:
        server = place.start()
        fields = precise(server, precise="require")
        same(fields["answered_by"], "both")
        same(fields["server"], "python3")
        same(fields["verified"], 2)
        same([(one["path"], one["line"]) for one in fields["unconfirmed"]], [("app.py", 1), ("app.py", 12)])
        same([(one["path"], one["line"], one["in"]) for one in fields["added"]], [("app.py", 9, "third")])
        has(place.run("symbol", "used", "--no-code", "--precise", "require").out,
            "Verified by python3: 2 of 4 places where the graph sees a use.\n",
            "Not among its references (2):\n  app.py:1\n  app.py:12\n", "Uses that only python3 sees (1):\n  app.py:9  in third\n")


@case
def callers_both_know_are_verified():
    with Snakes(ALL) as place:
        answer = place.start().ask("symbol", name="used", file="lib.py", code=False, precise="require")
        same({(one["name"], one["confidence"]) for one in answer["calledBy"] if one["name"] in ("first", "second")},
             {("first", "verified"), ("second", "verified")})


@case
def a_server_that_knows_only_what_it_was_shown_is_shown_the_users():
    with Snakes(ALL) as place:
        place.tell(ALL, first=[("lib.py", 6, 12)])
        same(precise(place.start(), precise="require")["verified"], 4)
        opened = [json.loads(line)["params"]["textDocument"]["uri"].rsplit("/", 1)[1] for line in place.log.read_text().splitlines()
                  if '"textDocument/didOpen"' in line]
        same(opened, ["lib.py", "app.py"])
        same(place.asked(), 2)


@case
def auto_starts_nothing_and_uses_who_is_there():
    with Snakes(ALL) as place:
        server = place.start()
        same(precise(server)["answered_by"], "graph")
        same(place.asked(), 0)
        same(precise(server, precise="require")["verified"], 4)
        same(precise(server, precise="never")["answered_by"], "graph")
        same(precise(server)["answered_by"], "both")


@case
def whole_answers_are_kept_until_a_file_changes():
    with Snakes(ALL) as place:
        server = place.start()
        for _ in range(3):
            same(precise(server, precise="require")["verified"], 4)
        same(place.asked(), 1, "the second answer was kept")
        (place.repo / "new.py").write_text("x = 1\n")
        same(precise(server, precise="require")["verified"], 4)
        same(place.asked(), 2, "a new file might use it")


@case
def verified_places_outlive_the_server_but_not_their_file():
    with Snakes(ALL) as place:
        same(precise(place.start(), precise="require")["verified"], 4)
        server = place.start()
        fields = precise(server)
        same((fields["answered_by"], fields["verified"], fields["unconfirmed"]), ("both", 4, []))
        with open(place.repo / "app.py", "a", encoding="utf-8") as file:
            file.write("# changed\n")
        fields = precise(server)
        same((fields["answered_by"], fields["verified"], fields["unconfirmed"]), ("both", 1, []))
        with open(place.repo / "lib.py", "a", encoding="utf-8") as file:
            file.write("# changed\n")
        same(precise(server)["answered_by"], "graph")
        same(place.asked(), 1, "nobody was asked again")


@case
def hops_and_impact_say_who_confirms_them():
    with Snakes(ALL) as place:
        server = place.start()
        hops = server.ask("trace", {"from": "second", "to": "used"}, precise="require")["hops"]
        same([one.get("confidence") for one in hops], [None, "verified"])
        has(place.run("trace", "second", "used", "--precise", "require").out, "calls at app.py:5: return used() (verified by python3)\n")
        same(server.ask("impact", target="used", precise="require")["precise"]["verified"], 4)
        zoomed = server.ask("zoom", target="lib.py:used", precise="require")
        same((zoomed["server"], zoomed["type"]), ("python3", "(function) used() -> int"))


@case
def what_is_required_and_cannot_be_had_is_an_error_with_the_remedy():
    with Snakes(ALL, trusted=False) as place:
        server = place.start()
        words, kind = server.fails("symbol", name="used", precise="require")
        same(kind, "untrusted")
        has(words, f"run: fathom trust '{place.repo}'")
        same(precise(server)["answered_by"], "graph")
        same(place.run("symbol", "used", "--precise", "require").status, 3)
    with Snakes(ALL) as place:
        place.user_config({"servers": [{"extensions": ["py"], "command": ["no-such-program"], "language_id": "python"}]})
        done = place.run("symbol", "used", "--precise", "require", env={"PATH": "/usr/bin:/bin"})
        same(done.status, 3)
        has(done.err, "precise=require: ", "no-such-program", "precise=auto answers from the graph")
        same(place.run("symbol", "used").status, 0)


main()
