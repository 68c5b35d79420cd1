#!/usr/bin/env python3
"""Words of a server that would turn, hide or colour what stands around them:
made visible in the text and in the fields, whatever the server was asked."""
from faked import *

CAPABILITIES = {"hoverProvider": True, "documentSymbolProvider": True, "workspaceSymbolProvider": True, "callHierarchyProvider": True,
                "completionProvider": {}, "signatureHelpProvider": {}, "inlayHintProvider": True, "renameProvider": {"prepareProvider": True},
                "codeActionProvider": True, "definitionProvider": True, "referencesProvider": True}
TRICKS = "a\u202eb\u2066c\x1b[31md\x07e\x9bf\u200bg\x7fh\u2028i\r\nj\tk"
SHOWN = "a\\u{202E}b\\u{2066}c\\x1B[31md\\x07e\\u{009B}f\\u{200B}g\\x7Fh\\u{2028}i\nj\tk"
HIDDEN = "\u202e\u2066\x1b\x07\x9b\u200b\x7f\u2028\r"
AT = {"file_path": "a.fake", "line": 1, "column": 1}
PART = {"file_path": "a.fake", "start_line": 1, "start_column": 1, "end_line": 1, "end_column": 3}


def strings_of(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for item in value if isinstance(value, list) else [*value.keys(), *value.values()]:
            yield from strings_of(item)


def place_with(results=None, actions=None):
    place = Faked({"a.fake": "one alpha\ntwo\n"}, CAPABILITIES)
    place.says(results(place) if results else {}, actions(place) if actions else None)
    return place


def everything(place):
    symbol = {"name": TRICKS, "kind": 12, "detail": TRICKS, "containerName": TRICKS, "range": span(0, 0, 3), "selectionRange": span(0, 0, 3)}
    item = {**symbol, "uri": place.uri("a.fake")}
    return {"textDocument/hover": {"contents": {"kind": "markdown", "value": TRICKS}},
            "textDocument/documentSymbol": [symbol],
            "workspace/symbol": [{**symbol, "location": {"uri": place.uri("a.fake"), "range": span(0, 0, 3)}}],
            "textDocument/completion": [{"label": TRICKS, "detail": TRICKS, "documentation": TRICKS, "insertText": TRICKS}],
            "textDocument/signatureHelp": {"signatures": [{"label": TRICKS, "documentation": TRICKS,
                                                           "parameters": [{"label": [0, 5]}, {"label": TRICKS}]}]},
            "textDocument/inlayHint": [{"position": {"line": 0, "character": 1}, "label": [{"value": TRICKS}]}],
            "textDocument/codeAction": [{"title": TRICKS, "kind": TRICKS, "disabled": {"reason": TRICKS}}],
            "textDocument/prepareRename": {"range": span(0, 0, 3), "placeholder": TRICKS},
            "textDocument/prepareCallHierarchy": [item], "callHierarchy/incomingCalls": [{"from": item, "fromRanges": [span(0, 0, 1)]}]}


def complaints(place):
    return {"textDocument/didOpen": [{"notify": ["textDocument/publishDiagnostics", {"uri": place.uri("a.fake"), "diagnostics": [
        {"range": span(0, 0, 3), "message": TRICKS, "source": TRICKS, "code": TRICKS}]}]}]}


@case
def a_hover_is_made_visible():
    with place_with(everything) as place:
        server = place.start(profile="agent-lsp")
        result = server.call("inspect_symbol", AT)["result"]
        same(result["structuredContent"]["hover"], SHOWN)
        same(json.loads(result["content"][0]["text"])["hover"], SHOWN)
        server.end()


@case
def a_hover_is_made_visible_where_only_text_is_read():
    with place_with(everything) as place:
        server = Server(place, "--profile", "agent-lsp")
        server.initialize("2024-11-05")
        same(json.loads(text_of(server.call("inspect_symbol", AT)))["hover"], SHOWN)
        words = {"name": "inspect_symbol", "arguments": AT, "_meta": {"fathom/words": True}}
        has(text_of(server.request("tools/call", words)), SHOWN + "\n")
        server.end()


CALLS = {"agent-lsp": {"inspect_symbol": AT, "list_symbols": {"file_path": "a.fake"}, "get_completions": AT, "get_signature_help": AT,
                       "get_inlay_hints": PART, "suggest_fixes": PART, "prepare_rename": AT, "callers": AT,
                       "get_diagnostics": {"file_path": "a.fake"}, "get_symbol_documentation": {"file_path": "a.fake", "symbol": "one"},
                       "find_symbol": {"query": "a"}},
         "kart": {"kart_diagnostics": {"paths": ["a.fake"]}, "kart_inlay_hints": {"path": "a.fake"},
                  "kart_workspace_symbol": {"query": "a"}}}


def no_answer_hides_anything(profile):
    said = set()
    with place_with(everything, complaints) as place:
        server = place.start(profile=profile)
        for name, arguments in CALLS[profile].items():
            answer = server.call(name, arguments, [])
            for text in strings_of(answer["result"]):
                for hidden in HIDDEN:
                    assert hidden not in text, f"{name}: U+{ord(hidden):04X} is in {show(ascii(text))}"
            if any("\\u{202E}" in text for text in strings_of(answer["result"])):
                said.add(name)
        server.end()
    return said


@case
def no_answer_hides_anything_agent_lsp():
    said = no_answer_hides_anything("agent-lsp")
    wanted = {"inspect_symbol", "list_symbols", "get_completions", "get_signature_help", "get_inlay_hints", "suggest_fixes", "prepare_rename",
              "callers", "get_diagnostics"}
    same(sorted(wanted - said), [], "what did not pass on the server's words")


@case
def no_answer_hides_anything_kart():
    said = no_answer_hides_anything("kart")
    same(sorted({"kart_diagnostics", "kart_inlay_hints"} - said), [], "what did not pass on the server's words")


@case
def an_error_is_made_visible():
    with place_with(None, lambda place: {"textDocument/hover": [{"error": {"code": -32603, "message": TRICKS}}]}) as place:
        server = place.start(profile="agent-lsp")
        words = failure_of(server.call("inspect_symbol", AT))
        lacks(words, *HIDDEN)
        has(words, SHOWN[:40])
        server.end()


@case
def structured_text_hides_no_path():
    """A path is given as it is; whoever reads the JSON as text sees it all the same."""
    with Place({"a\u202egnp.c": "int bidi_named(void) { return 1; }\n"}) as place:
        server = Server(place, "--profile", "kart")
        server.initialize()
        result = server.call("kart_find", {"name": "bidi_named"}, [])["result"]
        has(json.dumps(result["structuredContent"], ensure_ascii=False), "a\u202egnp.c")
        lacks(result["content"][0]["text"], "\u202e")
        has(result["content"][0]["text"], "a\\u202egnp.c")
        server.end()


main()
