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


main()
