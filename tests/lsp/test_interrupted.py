#!/usr/bin/env python3
"""A question that the end of its server cut off is asked again of the next one.

Once, and never where something is changed: the fake server dies at the request
that is named, and the one after it answers, or dies as well.
"""
from faked import *

FILES = {"main.fake": "one two one\n"}
ABLE = {"textDocumentSync": 1, "referencesProvider": True, "hoverProvider": True, "executeCommandProvider": {"commands": ["do"]}}
PLACES = lambda place: [{"uri": place.uri("main.fake"), "range": span(0, 8, 11)}]  # noqa: E731


def begun(place, dies_at):
    """A client whose server has started and will die at that request."""
    place.says({}, {dies_at: [{"exit": 3}]})
    server = place.start(profile="agent-lsp")
    server.ask("open_document", file_path="main.fake")
    return server


@case
def asked_again():
    with Faked(FILES, ABLE) as place:
        server = begun(place, "textDocument/references")
        first = place.pid()
        place.says({"textDocument/references": PLACES(place)})
        same(server.places("find_references", {"file_path": "main.fake", "line": 1, "column": 1}), ["main.fake:1:9"])
        assert place.pid() != first, "another server answered"
        same(len(place.sent("textDocument/references")), 2)
        server.end()


@case
def asked_twice_and_no_more():
    with Faked(FILES, ABLE) as place:
        server = begun(place, "textDocument/hover")
        server.call("inspect_symbol", {"file_path": "main.fake", "line": 1, "column": 1}, others=[])
        same(len(place.sent("textDocument/hover")), 2)
        server.end()


@case
def what_changes_something_is_not():
    with Faked(FILES, ABLE) as place:
        server = begun(place, "workspace/executeCommand")
        place.says({"workspace/executeCommand": None})
        words, _ = server.fails("execute_command", command="do", file_path="main.fake")
        has(words, "ended")
        same(len(place.sent("workspace/executeCommand")), 1)
        server.end()


main()
