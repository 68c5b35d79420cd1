#!/usr/bin/env python3
"""Renaming through `edit` where a server is there: what it leaves the graph does."""
from faked import *


@case
def a_rename_that_leaves_uses_is_done_by_the_graph():
    """A server may know fewer files than the graph: what it would leave is worth more than what it offers."""
    files = {"m.py": "def one():\n    return 1\n", "n.py": "from m import one\n\n\ndef two():\n    return one()\n"}
    able = {"textDocumentSync": 1, "renameProvider": True, "hoverProvider": True, "referencesProvider": True}
    whole = lambda place: {"changes": {place.uri("m.py"): [{"range": span(0, 4, 7), "newText": "uno"}],  # noqa: E731
                                       place.uri("n.py"): [{"range": span(0, 14, 17), "newText": "uno"}, {"range": span(4, 11, 14), "newText": "uno"}]}}
    for leaves in (True, False):
        with Faked(files, able, extensions=("py",)) as place:
            edit = whole(place)
            if leaves:
                del edit["changes"][place.uri("n.py")]
            place.says({"textDocument/rename": edit, "textDocument/references": []})
            server = place.start(profile="full")
            server.call("symbol", {"name": "one", "precise": "require", "code": False})  # which starts it
            answer = server.call("edit", {"op": "rename", "symbol": "m.py:one", "new_name": "uno", "dry_run": True})["result"]
            text = answer["content"][0]["text"]
            if leaves:
                has(text, "Would do: rename one to uno: 3 places in 2 files, by the graph\n", " would have left 2 of the places as they are: it was done by the graph\n")
            else:
                has(text, "Would do: rename one to uno: 3 places in 2 files, by ")
                lacks(text, "by the graph")
            same(len(place.sent("textDocument/rename")), 1)
            has(text, "+def uno():\n", "+from m import uno\n", "+    return uno()\n")
            server.end()


@case
def a_server_that_fails_is_named_with_its_words():
    """Whoever relies on the server learns that it did not do it, and why, in words that cannot run away."""
    files = {"m.py": "def one():\n    return 1\n"}
    able = {"textDocumentSync": 1, "renameProvider": True, "hoverProvider": True, "referencesProvider": True}
    for answer, words in (({"error": {"code": -32803, "message": "no \u001b[1mmodule\nhere " + "x" * 5000}}, "no \\x1B[1mmodule\\nhere xxx"),
                          ({"result": None}, "it gave no edit for it): it was done by the graph\n"),
                          ({"result": {"changes": {}}}, "it gave no edit for it): it was done by the graph\n")):
        with Faked(files, able, extensions=("py",)) as place:
            place.says({"textDocument/references": []}, {"textDocument/rename": [answer]})
            server = place.start(profile="full")
            server.call("symbol", {"name": "one", "precise": "require", "code": False})  # which starts it
            text = server.call("edit", {"op": "rename", "symbol": "m.py:one", "new_name": "uno", "dry_run": True})["result"]["content"][0]["text"]
            has(text, "Would do: rename one to uno: 1 place in 1 file, by the graph\n", " did not rename it (", words)
            note = next(line for line in text.splitlines() if " did not rename it (" in line)
            same(note.endswith("): it was done by the graph") and len(note) < 400, True, note)
            server.end()


main()
