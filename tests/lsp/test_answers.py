#!/usr/bin/env python3
"""The tools over a server that says what a test wants: every form an answer may
have, what is sent, and what is said when the server does something wrong."""
from servers import *

FAKE = pathlib.Path(__file__).resolve().parent / "fake_server.py"
# The second line has a character of two UTF-16 units and four bytes before `two`.
TEXT = "one alpha\n\U0001d11e two beta\nthree\n"
ALL = {"definitionProvider": True, "typeDefinitionProvider": True, "implementationProvider": True, "declarationProvider": True,
       "referencesProvider": True, "hoverProvider": True, "documentHighlightProvider": True, "documentSymbolProvider": True,
       "workspaceSymbolProvider": True, "callHierarchyProvider": True, "typeHierarchyProvider": True,
       "completionProvider": {}, "signatureHelpProvider": {}, "inlayHintProvider": True,
       "semanticTokensProvider": {"legend": {"tokenTypes": ["noun", "verb"], "tokenModifiers": ["big", "small"]}, "full": True},
       "renameProvider": {"prepareProvider": True}, "codeActionProvider": {"resolveProvider": True},
       "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}}}


def span(line, start, end, end_line=None):
    return {"start": {"line": line, "character": start}, "end": {"line": line if end_line is None else end_line, "character": end}}


class Scene(Place):
    """A workspace of a language that only the fake server knows."""

    def __init__(self, on=None, capabilities=None, encoding=None, extension="fake"):
        super().__init__({f"a.{extension}": TEXT, f"dir/b.{extension}": "four one\n"})
        self.scenario = self.root / "scenario.json"
        self.log = self.root / "log"
        known = {**ALL, **(capabilities or {}), **({"positionEncoding": encoding} if encoding else {})}
        self.known = {name: value for name, value in known.items() if value is not None}
        self.says(on or {})
        self.user_config({"servers": [{"extensions": [extension], "language_id": "fake",
                                       "command": [sys.executable, "-S", str(FAKE), str(self.scenario)]}]})
        same(self.run("trust", str(self.repo)).status, 0, "fathom trust")

    def says(self, results, actions=None):
        """What it answers, and what else it does when it gets something."""
        on = {method: [{"result": value}] for method, value in results.items()}
        self.scenario.write_text(json.dumps({"capabilities": self.known, "serverInfo": {"name": "fake", "version": "1"}, "log": str(self.log), "on": {**on, **(actions or {})}}))

    def uri(self, path):
        return "file://" + str(self.repo / path)

    def start(self, *options):
        server = Server(self, "--profile", "agent-lsp", *options)
        server.initialize()
        return server

    def sent(self, method):
        """The parameters of what was sent to the server."""
        found = []
        for line in self.log.read_text().splitlines():
            if line.startswith("{") and json.loads(line).get("method") == method:
                found.append(json.loads(line)["params"])
        return found


AT = {"file_path": "a.fake", "line": 2, "column": 3}  # `two`


def rows(place, locations):
    return [f"{one['file'].removeprefix(str(place.repo) + '/')}:{one['line']}:{one['column']}-{one['end_line']}:{one['end_column']}"
            for one in locations]


def ends(fields):
    return f"{fields['start']['line']}:{fields['start']['character']}-{fields['end']['line']}:{fields['end']['character']}"


# ---- places ----

@case
def places_in_utf16():
    with Scene() as place:
        link = [{"targetUri": place.uri("a.fake"), "targetRange": span(1, 0, 10), "targetSelectionRange": span(1, 3, 6)}]
        place.says({"textDocument/definition": link,
                    "textDocument/declaration": {"uri": place.uri("dir/b.fake"), "range": span(0, 5, 8)},
                    "textDocument/typeDefinition": None,
                    "textDocument/implementation": [{"uri": "zip:/x", "range": span(0, 0, 1)}]})
        server = place.start()
        same(rows(place, server.ask("go_to_definition", AT)["locations"]), ["a.fake:2:3-2:6"])
        same(place.sent("textDocument/definition")[0]["position"], {"line": 1, "character": 3})
        same(rows(place, server.ask("go_to_declaration", AT)["locations"]), ["dir/b.fake:1:6-1:9"])
        found = server.ask("go_to_type_definition", AT)
        same((found["locations"], found["note"]), ([], "Nothing that has a declared type stands there."))
        found = server.ask("go_to_implementation", AT)
        same((found["locations"], found["note"]), ([], "left out, because in no file: 1 of the server's answers."))
        opened = place.sent("textDocument/didOpen")
        same([(one["textDocument"]["text"], one["textDocument"]["languageId"]) for one in opened], [(TEXT, "fake")])
        server.end()


@case
def places_in_utf8():
    with Scene(encoding="utf-8") as place:
        place.says({"textDocument/references": [{"uri": place.uri("a.fake"), "range": span(1, 5, 8)},
                                                {"uri": place.uri("a.fake"), "range": span(1, 5, 8)},
                                                {"uri": "file:///usr/share/x.fake", "range": span(4, 1, 2)}]})
        server = place.start()
        found = server.ask("find_references", AT)
        same(rows(place, found["locations"]), ["a.fake:2:3-2:6", "/usr/share/x.fake:5:2-5:3"])
        same(found["count"], 2)
        same(place.sent("textDocument/references")[0]["position"], {"line": 1, "character": 5})
        same(place.sent("textDocument/references")[0]["context"], {"includeDeclaration": False})
        server.end()


# ---- words ----

@case
def words_in_their_forms():
    on = {"textDocument/hover": {"contents": [{"language": "fake", "value": "two()"}, "about two"], "range": span(1, 3, 6)},
          "textDocument/completion": {"isIncomplete": True, "items": [{"label": "zeta", "sortText": "1", "kind": 3},
                                                                      {"label": "beta", "sortText": "2", "detail": "a word"}]},
          "textDocument/signatureHelp": {"signatures": [{"label": "two(a, b)", "parameters": [{"label": [4, 5]}, {"label": [7, 8]}]}],
                                         "activeParameter": 1},
          "textDocument/inlayHint": [{"position": {"line": 1, "character": 6}, "label": [{"value": ": "}, {"value": "int"}], "kind": 1}],
          "textDocument/semanticTokens/full": {"data": [0, 0, 3, 0, 1, 1, 3, 3, 1, 2]},
          "textDocument/documentHighlight": [{"range": span(1, 3, 6), "kind": 3}, {"range": span(0, 0, 3)}]}
    with Scene(on) as place:
        server = place.start()
        found = server.ask("inspect_symbol", AT)
        same((found["hover"], ends(found["range"])), ("```fake\ntwo()\n```\n\nabout two", "2:3-2:6"))
        found = server.ask("get_completions", AT)
        same(found["items"], [{"label": "zeta", "kind": 3, "kind_name": "function", "insertText": "zeta"},
                              {"label": "beta", "kind": 0, "kind_name": "unknown", "detail": "a word", "insertText": "beta"}])
        same((found["total"], found["isIncomplete"]), (2, True))
        found = server.ask("get_signature_help", AT)
        same((found["signatures"], found["activeParameter"]), ([{"label": "two(a, b)", "parameters": [{"label": "a"}, {"label": "b"}]}], 1))
        whole = {"file_path": "a.fake", "start_line": 2, "start_column": 1, "end_line": 99, "end_column": 1}
        same(server.ask("get_inlay_hints", whole)["hints"], [{"position": {"line": 2, "character": 6}, "label": ": int", "kind": 1}])
        same(place.sent("textDocument/inlayHint")[0]["range"], span(1, 0, 0, end_line=3))
        same(server.ask("get_semantic_tokens", whole)["tokens"],
             [{"line": 2, "character": 3, "length": 3, "token_type": "verb", "token_modifiers": ["small"]}], "the first is before the range")
        same([(ends(one["range"]), one["kind"]) for one in server.ask("get_document_highlights", AT)["highlights"]],
             [("1:1-1:4", 1), ("2:3-2:6", 3)])
        server.end()


# ---- symbols and hierarchies ----

def symbol(name, line, children=()):
    return {"name": name, "kind": 12, "range": span(line, 0, 5), "selectionRange": span(line, 0, 3), "children": list(children)}


def walk(symbols, above=()):
    for one in symbols:
        yield (*above, one["name"])
        yield from walk(one["children"], (*above, one["name"]))


@case
def symbols_come_in_pages():
    """Each page is a tree of its own, within the length; together they have all."""
    tree = [symbol("first", 0), symbol("Wide", 1, [symbol(f"method{i:03}", 1, [symbol(f"inner{i:03}", 1)]) for i in range(150)])] + \
           [symbol(f"last{i:03}", 2) for i in range(100)]
    expected = list(walk(tree))
    with Scene({"textDocument/documentSymbol": tree}) as place:
        server = place.start()
        for more in ({}, {"max_chars": 3000}, {"format": "outline", "max_chars": 2000}):
            found, pages, cursor = [], 0, {}
            while True:
                page = server.ask("list_symbols", file_path="a.fake", **more, **cursor)
                same(page["count"], len(expected))
                length = len(json.dumps(page, separators=(",", ":")))
                assert length <= more.get("max_chars", 15000) + 400, length
                if "outline" in more.values():
                    found += [line.strip().split(" ")[0] for line in page["outline"].splitlines()]
                else:
                    rows = list(walk(page["symbols"]))
                    found += [row for row in rows if row not in found]
                pages += 1
                if "cursor" not in page:
                    break
                cursor = {"cursor": page["cursor"]}
            same(found, [path[-1] for path in expected] if "outline" in more.values() else expected)
            assert pages > 1, (more, pages)
        refused = server.call("list_symbols", {"file_path": "dir/b.fake", "cursor": cursor["cursor"]})
        has(failure_of(refused), "the cursor belongs to another question")
        server.end()


def item(place, name, path, line, start, end):
    return {"name": name, "kind": 12, "uri": place.uri(path), "range": span(line, 0, end), "selectionRange": span(line, start, end)}


@case
def symbols_and_hierarchies():
    with Scene() as place:
        two, four = item(place, "two", "a.fake", 1, 3, 6), item(place, "four", "dir/b.fake", 0, 0, 4)
        on = {"textDocument/documentSymbol": [{"name": "inner", "kind": 6, "containerName": "outer",
                                               "location": {"uri": place.uri("a.fake"), "range": span(1, 3, 6)}},
                                              {"name": "outer", "kind": 5, "location": {"uri": place.uri("a.fake"), "range": span(0, 0, 5, end_line=2)}}],
              "workspace/symbol": [{"name": "two", "kind": 12, "containerName": "outer", "location": {"uri": place.uri("a.fake"), "range": span(1, 3, 6)}}],
              "textDocument/prepareCallHierarchy": [two], "textDocument/prepareTypeHierarchy": [two],
              "callHierarchy/incomingCalls": [{"from": four, "fromRanges": [span(0, 5, 8)]}],
              "callHierarchy/outgoingCalls": [{"to": four, "fromRanges": [span(1, 7, 11)]}],
              "typeHierarchy/supertypes": [four], "typeHierarchy/subtypes": None,
              "textDocument/references": [{"uri": place.uri("dir/b.fake"), "range": span(0, 5, 8)}]}
        place.says(on)
        server = place.start()
        found = server.ask("list_symbols", file_path="a.fake")["symbols"]
        same([(one["name"], [child["name"] for child in one["children"]]) for one in found], [("outer", ["inner"])])
        same(server.ask("get_symbol_source", AT)["symbol_name"], "inner")
        found = server.ask("find_callers", AT)
        same([(one["from"]["name"], [ends(site) for site in one["fromRanges"]]) for one in found["incoming"]], [("four", ["1:6-1:9"])])
        same([(one["to"]["name"], [ends(site) for site in one["fromRanges"]]) for one in found["outgoing"]], [("four", ["2:7-2:11"])])
        same(place.sent("callHierarchy/incomingCalls")[0]["item"], two, "the server's own item")
        found = server.ask("type_hierarchy", AT)
        same((found["source"], [one["name"] for one in found["supertypes"]], found["subtypes"]), ("server", ["four"], []))
        found = server.ask("find_symbol", query="two")
        same([(one["name"], one["containerName"], ends(one["location"]["range"])) for one in found["symbols"]], [("two", "outer", "2:3-2:6")])
        same(rows(place, server.ask("go_to_symbol", symbol_path="outer.two")["locations"]), ["a.fake:2:3-2:6"])
        same(server.ask("go_to_symbol", symbol_path="other.two")["locations"], [])
        found = server.ask("blast_radius", changed_files=["a.fake"])
        same([(one["name"], one["line"]) for one in found["changed_symbols"]], [("outer", 1), ("inner", 2)], "the graph does not know the language")
        same([one["line"] for one in found["non_test_callers"]], [1, 1])
        found = server.ask("get_editing_context", file_path="a.fake")
        same((found["source"], [one["name"] for one in found["symbols"]]), ("server", ["outer", "inner"]))
        server.end()


# ---- edits ----

def rename_with(edit, expect):
    with Scene() as place:
        place.says({"textDocument/rename": edit(place)})
        server = place.start()
        expect(server, place)
        same((place.repo / "a.fake").read_text(), TEXT, "nothing was written")
        server.end()


@case
def a_rename_with_files():
    def edit(place):
        return {"documentChanges": [{"textDocument": {"uri": place.uri("a.fake"), "version": 1}, "edits": [
                    {"range": span(1, 3, 6), "newText": "zwei", "annotationId": "x"}]},
                {"kind": "rename", "oldUri": place.uri("dir/b.fake"), "newUri": place.uri("dir/c.fake")}],
                "changeAnnotations": {"x": {"label": "Risky", "needsConfirmation": True}}}

    def expect(server, place):
        found = server.ask("rename_symbol", AT, new_name="zwei", dry_run=True)
        same(found["workspace_edit"], edit(place))
        same({name: found["preview"][name] for name in ("file_count", "edit_count", "excluded_files", "needs_confirmation")},
             {"file_count": 2, "edit_count": 1, "excluded_files": 0, "needs_confirmation": 1})
        found = server.ask("rename_symbol", AT, new_name="zwei", exclude_globs=["dir/**"], dry_run=True)
        same((len(found["workspace_edit"]["documentChanges"]), found["preview"]["excluded_files"]), (1, 1))
    rename_with(edit, expect)


@case
def edits_that_cannot_be_used():
    def refused(edit, kind, *words):
        def expect(server, place):
            said = server.fails("rename_symbol", AT, new_name="zwei")
            same(said[1], kind)
            has(said[0], *words)
        rename_with(edit, expect)
    refused(lambda place: {"changes": {"file:///etc/hosts": [{"range": span(0, 0, 1), "newText": "x"}]}}, "outside",
            "the server's edit leaves the workspace: it would change '/etc/hosts'")
    refused(lambda place: {"changes": {place.uri("a.fake"): [{"range": span(0, 0, 3), "newText": "x"}, {"range": span(0, 2, 5), "newText": "y"}]}},
            "unavailable", "the server's edit of a.fake cannot be used: two of its changes overlap")
    refused(lambda place: {"documentChanges": [{"textDocument": {"uri": place.uri("a.fake"), "version": 77}, "edits": [
        {"range": span(0, 0, 3), "newText": "x"}]}]}, "unavailable", "another version of the text")


@case
def actions_are_resolved():
    with Scene() as place:
        edit = {"changes": {place.uri("a.fake"): [{"range": span(0, 0, 3), "newText": "eins"}]}}
        published = {"uri": place.uri("a.fake"), "version": 1, "diagnostics": [
            {"range": span(0, 0, 3), "message": "first"}, {"range": span(2, 0, 3), "message": "far away"}]}
        place.says({"textDocument/codeAction": [{"title": "Later", "kind": "quickfix", "data": 5}, {"title": "Run", "command": "do", "arguments": [1]},
                                                {"title": "Never", "disabled": {"reason": "not here"}}],
                    "codeAction/resolve": {"title": "Later", "kind": "quickfix", "data": 5, "edit": edit}},
                   {"textDocument/didOpen": [{"notify": ["textDocument/publishDiagnostics", published]}]})
        server = place.start()
        found = server.ask("suggest_fixes", file_path="a.fake", start_line=1, start_column=1, end_line=1, end_column=4)
        same(found["actions"], [{"title": "Later", "kind": "quickfix", "isPreferred": False, "edit": edit},
                                {"title": "Run", "isPreferred": False, "command": {"title": "Run", "command": "do", "arguments": [1]}}])
        same(found["disabled"], [{"title": "Never", "reason": "not here"}])
        same(place.sent("codeAction/resolve"), [{"title": "Later", "kind": "quickfix", "data": 5}])
        same([one["message"] for one in place.sent("textDocument/codeAction")[0]["context"]["diagnostics"]], ["first"])
        server.end()


# ---- when the server does not do its part ----

@case
def servers_that_cannot_or_will_not():
    with Scene(capabilities={"implementationProvider": None}) as place:
        place.says({"textDocument/rename": None},
                   {"textDocument/hover": [{"error": {"code": -32603, "message": "no idea"}}],
                    "textDocument/prepareRename": [{"error": {"code": -32602, "message": "a keyword"}}],
                    "textDocument/definition": [{"stderr": ["out of paper\n", 1]}, {"exit": 3}]})
        server = place.start()
        words, kind = server.fails("inspect_symbol", AT)
        same(kind, "unavailable")
        has(words, "no idea", "Instead: symbol shows signature and documentation")
        found = server.ask("prepare_rename", AT)
        same(found["possible"], False)
        has(found["reason"], "a keyword")
        same(server.ask("rename_symbol", AT, new_name="x"), {"note": "What stands there cannot be renamed."})
        words, kind = server.fails("go_to_implementation", AT)
        same(kind, "unavailable")
        has(words, "does not support textDocument/implementation")
        words, kind = server.fails("go_to_definition", AT)
        same(kind, "closed")
        has(words, "out of paper", "Instead: ")
        server.end()


# ---- what was asked before ----

@case
def the_same_question_is_asked_once():
    with Scene(extension="py") as place:
        place.says({"textDocument/references": [{"uri": place.uri("dir/b.py"), "range": span(0, 5, 8)}]})
        question = {"file_path": "a.py", "line": 2, "column": 3}
        for repeat in range(2):
            server = place.start()
            for again in range(2):
                same(rows(place, server.ask("find_references", question)["locations"]), ["dir/b.py:1:6-1:9"])
            same(len(place.sent("textDocument/references")), 1, "kept, for the next process too")
            server.end()
        server = place.start()
        server.ask("find_references", question, include_declaration=True)
        same(len(place.sent("textDocument/references")), 2, "another question")
        (place.repo / "dir/b.py").write_text("five one\n")  # of the same size
        server.ask("find_references", question)
        same(len(place.sent("textDocument/references")), 3, "another state of the files")
        server.end()


# ---- other projects ----

@case
def uses_in_other_projects():
    with Scene() as place:
        other, third = place.repository("other", {"use.fake": "two\n"}), place.repository("third", {"use.fake": "two\n"})
        same(place.run("trust", str(other)).status, 0)
        place.says({"textDocument/references": [{"uri": place.uri("dir/b.fake"), "range": span(0, 5, 8)},
                                                {"uri": f"file://{other}/use.fake", "range": span(0, 0, 3)}]})
        server = place.start("--roots", f"{other},{third}")
        found = server.ask("get_cross_repo_references", symbol_file="a.fake", line=2, column=3,
                           consumer_roots=[str(other), str(third), "/nowhere"])
        same([f"{one['file']}:{one['line']}:{one['column']}" for one in found["library_references"]], ["dir/b.fake:1:6"])
        same({root: [f"{one['file']}:{one['line']}" for one in uses] for root, uses in found["consumer_references"].items()},
             {str(other): [f"{other}/use.fake:1"]})
        same(len(found["warnings"]), 2)
        has(found["warnings"][0], str(third), "trust")
        has(found["warnings"][1], "/nowhere")
        changes = until(lambda: [one for one in [place.sent("workspace/didChangeWorkspaceFolders")] if len(one) == 2], "both changes")[0]
        same([[len(one["event"]["added"]), len(one["event"]["removed"])] for one in changes], [[1, 0], [0, 1]])
        server.end()


main()
