#!/usr/bin/env python3
"""Text that a client has open and has not saved is what its questions are about.

The graph has it like any other file: names, places, source, matches, callers
and callees, in files that use it as well. Another client sees what is saved,
and so does everybody once it was closed or its client has gone. Text that is
no source, too large or made to do harm changes nothing else.
"""
import re

from faked import *

FILES = {
    "lib.py": "def helper():\n    return 1\n\n\ndef other():\n    return helper()\n",
    "use.py": "from lib import helper\n\n\ndef work():\n    return helper()\n",
    "notes.md": "saved words\n",
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\n',
}
UNSAVED = "# two lines\n# more\ndef helper():\n    return assistant() + 1\n\n\ndef assistant():\n    return 2\n"


class Unsaved(Faked):
    """A server of Python that knows nothing: what is answered is the graph's."""
    def __init__(self, files=FILES):
        super().__init__(files, {"textDocumentSync": 1}, trusted=False)
        self.user_config({"servers": [{"extensions": ["py", "md"], "language_id": "python",
                                       "command": [sys.executable, "-S", str(FAKE), str(self.scenario)]}]})
        same(self.run("trust", str(self.repo)).status, 0, "fathom trust")

    def begin(self):
        return self.start(profile="agent-lsp")


ASKED = (("find", "query"), ("symbol", "name"), ("impact", "target"), ("search", "pattern"), ("zoom", "target"), ("core.explore", "query"))


def words(server, tool, **arguments):
    if tool == "core.explore":
        arguments["handle"] = "none"  # shown whole, whatever was shown before
    answer = server.call(tool, arguments, others=[])["result"]
    assert not answer.get("isError"), show(answer)
    return re.sub(r"handle=[0-9a-f]+", "handle=…", answer["content"][0]["text"])


def show_text(server, path, text):
    same(server.ask("open_document", file_path=path, text=text)["on_disk"], False)


@case
def names_and_places():
    with Unsaved() as place:
        server = place.begin()
        has(words(server, "find", query="helper"), "lib.py:1")
        has(words(server, "find", query="assistant"), "Nothing found")
        show_text(server, "lib.py", UNSAVED)
        has(words(server, "find", query="helper"), "lib.py:3")
        has(words(server, "find", query="assistant"), "lib.py:7")
        has(words(server, "find", query="asistant"), "assistant")
        lacks(words(server, "find", query="other"), "lib.py")
        lacks(words(server, "find", query="helper"), "unsaved")
        has(words(server, "symbol", name="assistant"), "lib.py:7", "def assistant():", "return 2", "lib.py: helper:3 at 4")
        has(words(server, "symbol", name="assistant", file="lib.py", line=7), "lib.py:7-8 function assistant")
        has(words(server, "zoom", target="lib.py"), "3-4\tdef helper()", "7-8\tdef assistant()")
        server.end()


@case
def callers_and_callees():
    with Unsaved() as place:
        server = place.begin()
        has(words(server, "impact", target="helper"), "other", "work")
        show_text(server, "lib.py", UNSAVED)
        found = words(server, "impact", target="assistant")
        has(found, "helper", "work")
        lacks(words(server, "impact", target="helper"), "other")
        has(words(server, "trace", **{"from": "work", "to": "assistant"}), "work", "helper", "assistant", "lib.py:4")
        show_text(server, "use.py", "from lib import assistant\n\n\ndef work():\n    return assistant()\n")
        has(words(server, "symbol", name="assistant"), "use.py: work:4 at 5")
        lacks(words(server, "impact", target="helper"), "work")
        server.end()


@case
def matches_and_words():
    with Unsaved() as place:
        server = place.begin()
        has(words(server, "search", pattern="return 1"), "lib.py", "2:")
        show_text(server, "lib.py", UNSAVED)
        has(words(server, "search", pattern="return 1"), "No match")
        found = words(server, "search", pattern="assistant")
        has(found, "4: ", "7: ")
        lacks(found, "use.py")
        has(words(server, "search", pattern="assistant($$$)", mode="pattern"), "4: ")
        show_text(server, "notes.md", "a lighthouse stands here\n")
        has(words(server, "search", pattern="lighthouse"), "notes.md", "1: ")
        has(words(server, "search", pattern="saved words"), "No match")
        show_text(server, "use.py", "from lib import helper\n\n\ndef unseen_lantern():\n    return helper()\n")
        has(words(server, "search", pattern="lantern"), "use.py", "4: ")
        has(words(server, "core.explore", query="unseen lantern"), "use.py", "return helper()")
        has(words(server, "core.explore", query="assistant helper"), "return assistant() + 1", "return 2")
        has(words(server, "symbol", name="helper"), "use.py: unseen_lantern:4 at 5")
        server.end()


@case
def profiles():
    with Unsaved() as place:
        server = place.begin()
        show_text(server, "lib.py", UNSAVED)
        for tool, arguments, wanted in (
                ("kart_find", {"name": "assistant"}, "lib.py"),
                ("kart_zoom", {"path": "lib.py"}, "assistant"),
                ("kart_search", {"pattern": "return 2"}, "lib.py"),
                ("codegraph_search", {"query": "assistant"}, "lib.py:7"),
                ("codegraph_callers", {"symbol": "assistant"}, "helper"),
                ("codegraph_callees", {"symbol": "helper"}, "assistant"),
                ("codegraph_node", {"symbol": "assistant", "includeCode": True}, "return 2"),
                ("codegraph_explore", {"query": "assistant"}, "return 2")):
            has(words(server, tool, **arguments), wanted)
        same([one["name"] for one in server.ask("find_symbol", query="assistant")["symbols"]], ["assistant"])
        server.end()


@case
def one_client_alone():
    with Unsaved() as place:
        first, second = place.begin(), place.begin()
        everything = lambda server: {tool: words(server, tool, **{argument: "helper"}) for tool, argument in ASKED}  # noqa: E731
        saved = everything(second)
        show_text(first, "lib.py", UNSAVED)
        mine = everything(first)
        for tool, text in mine.items():
            assert text != saved[tool], f"{tool} is not about the unsaved text: {text}"
        same(everything(second), saved, "another client sees what is saved")
        show_text(second, "lib.py", UNSAVED.replace("assistant", "companion"))
        has(words(second, "find", query="companion"), "lib.py:7")
        has(words(second, "find", query="assistant"), "Nothing found")
        has(words(first, "find", query="companion"), "Nothing found")
        same(everything(first), mine, "whatever others have open")
        second.ask("close_document", file_path="lib.py")
        same(everything(second), saved, "closed")
        first.ask("close_document", file_path="lib.py")
        same(everything(first), saved, "closed")
        show_text(first, "lib.py", UNSAVED)
        first.end()
        for _ in range(3):  # whatever memory a new client gets
            third = place.begin()
            same(everything(third), saved, "gone with its client")
            third.end()
        second.end()
        has((place.repo / "lib.py").read_text(), "def other")


@case
def saving_changes_nothing():
    """What was laid over the file is what saving it gives."""
    with Unsaved() as place:
        server = place.begin()
        show_text(server, "lib.py", UNSAVED)
        asked = [("find", {"query": "helper"}), ("symbol", {"name": "assistant"}), ("impact", {"target": "assistant"}),
                 ("search", {"pattern": "assistant"}), ("zoom", {"target": "lib.py"}), ("core.explore", {"query": "assistant"})]
        before = [words(server, tool, **arguments) for tool, arguments in asked]
        (place.repo / "lib.py").write_text(UNSAVED)
        same([words(server, tool, **arguments) for tool, arguments in asked], before)
        server.ask("close_document", file_path="lib.py")
        same([words(server, tool, **arguments) for tool, arguments in asked], before)
        server.end()


@case
def text_made_to_do_harm():
    note = "lib.py has unsaved text that cannot be looked into: zoom shows it; symbols, calls and matches are of the saved file."
    with Unsaved() as place:
        server, other = place.begin(), place.begin()
        has(server.fails("open_document", file_path="lib.py", text="def helper():\x00\n")[0], "NUL")
        for text in ("x = " + "(" * 200000, "x = 1" + " + 1" * 240000, "\x01\x02\x7f" * 100, "", "\n" * 100000,
                     "def f():\n" + "".join(" " * depth + "if x:\n" for depth in range(1, 1300)),
                     "".join(f"def f{n}():\n    return f{n + 1}()\n" for n in range(20000))):
            show_text(server, "lib.py", text)
            for tool, argument in ASKED:
                server.call(tool, {argument: "helper"}, others=[])
            has(words(other, "find", query="helper"), "lib.py:1")
        show_text(server, "lib.py", "x = 1" + " + 1" * 240000)
        has(words(server, "find", query="helper"), "lib.py:1", note)
        server.ask("close_document", file_path="lib.py")
        lacks(words(server, "find", query="helper"), note)
        server.end()
        other.end()


@case
def many_texts():
    """As many as there may be, and more: the oldest are dropped, the rest is as it was given."""
    files = {**FILES, **{f"m{n}.py": f"def saved{n}():\n    return {n}\n" for n in range(80)}}
    with Unsaved(files) as place:
        server = place.begin()
        for n in range(80):
            show_text(server, f"m{n}.py", f"\ndef open{n}():\n    return {n}\n")
        has(words(server, "find", query="open79"), "m79.py:2")
        has(words(server, "find", query="open20"), "m20.py:2")
        has(words(server, "find", query="saved0"), "m0.py:1")
        has(words(server, "find", query="open0"), "Nothing is called 'open0'")
        server.end()


main()
