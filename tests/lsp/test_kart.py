#!/usr/bin/env python3
"""kart's names over language servers: what they ask, what they answer, and what
they say where there is no server."""
from faked import *

TEXT = "fn one\n\U0001d11e two(one)\nthree used two\n"
C = {"m.c": "int two(void) { return 1; }\nint main(void) { return two(); }\n"}  # which the graph knows, too
ALL = {"definitionProvider": True, "typeDefinitionProvider": True, "implementationProvider": True, "referencesProvider": True,
       "documentSymbolProvider": True, "workspaceSymbolProvider": True, "callHierarchyProvider": True, "inlayHintProvider": True,
       "renameProvider": True, "codeActionProvider": True}


class Kart(Faked):
    def __init__(self, files=None, capabilities=None, trusted=True):
        super().__init__({"a.fake": TEXT, "dir/b.fake": "four one\n", **(files or {})}, {**ALL, **(capabilities or {})}, trusted)

    def start(self, *options, **more):
        return super().start(*options, profile="kart", **more)

    def symbols(self):
        return {"textDocument/documentSymbol": [
            {"name": "one", "kind": 12, "range": span(0, 0, 6), "selectionRange": span(0, 3, 6)},
            {"name": "Box", "kind": 5, "range": span(1, 0, 14, 2), "selectionRange": span(1, 0, 2), "children": [
                {"name": "two(int)", "kind": 6, "range": span(1, 3, 11), "selectionRange": span(1, 3, 6)}]}]}


def refused(server, tool, **given):
    return server.fails(tool, given)[0]


def bare(server, tool, **given):
    """The fields, which the text repeats."""
    answer = server.call(tool, given, others=[])["result"]
    assert not answer.get("isError"), show(answer)
    same(json.loads(answer["content"][0]["text"]), answer["structuredContent"], "the text says the same")
    return answer["structuredContent"]


# ---- with a server that says what it is told to ----

@case
def places_from_zero():
    with Kart() as place:
        one, other = {"uri": place.uri("a.fake"), "range": span(1, 3, 6)}, {"uri": place.uri("dir/b.fake"), "range": span(0, 5, 8)}
        place.says({**place.symbols(), "textDocument/references": [other, one], "textDocument/definition": one,
                    "textDocument/typeDefinition": None,
                    "textDocument/implementation": [other, {"uri": "zip:/x", "range": span(0, 0, 1)}]})
        server = place.start()
        a, b = str(place.repo / "a.fake"), str(place.repo / "dir/b.fake")
        about = {"symbol": "two", "path": a}
        here, there = {"path": a, "line": 1, "character": 2}, {"path": b, "line": 0, "character": 5}
        same(bare(server, "kart_references", path="a.fake", symbol="two"),
             {**about, "references": [here, there], "totalReferences": 2, "includesDeclaration": True})
        same(place.sent("textDocument/references")[0]["position"], {"line": 1, "character": 3}, "of the name, as servers count")
        same(place.sent("textDocument/references")[0]["context"], {"includeDeclaration": True})
        same(bare(server, "kart_references", path=a, symbol="two", includeDeclaration=False)["includesDeclaration"], False)
        same(place.sent("textDocument/references")[1]["context"], {"includeDeclaration": False})
        same(bare(server, "kart_definition", path="a.fake", symbol="Box.two"),
             {"symbol": "Box.two", "path": a, "definitions": [here], "totalDefinitions": 1})
        same(bare(server, "kart_type_definition", path="a.fake", symbol="two"),
             {**about, "typeDefinitions": [], "totalTypeDefinitions": 0})
        same(bare(server, "kart_implementation", path="a.fake", symbol="two"),
             {**about, "implementations": [there], "totalImplementations": 1,
              "note": "left out, because in no file: 1 of the server's answers."})
        server.end()


@case
def names_of_a_file():
    with Kart() as place:
        place.says({**place.symbols(), "textDocument/definition": None})
        server = place.start()
        asked = lambda: place.sent("textDocument/definition")[-1]["position"]  # noqa: E731
        bare(server, "kart_definition", path="a.fake", symbol="used")
        same(asked(), {"line": 2, "character": 6}, "not listed: where it first stands")
        same(refused(server, "kart_definition", path="a.fake", symbol="used2"),
             "Error: FileNotFoundError: symbol 'used2' is not in 'a.fake'; there is: one, Box")
        has(refused(server, "kart_definition", path="a.fake", symbol="Bax"), "is not in 'a.fake'; there is: Box")
        has(refused(server, "kart_definition", path="a.fake", symbol="Nobody.two"), "symbol 'Nobody.two' is not in 'a.fake'")
        has(refused(server, "kart_definition", path="no.fake", symbol="two"), "Error: FileNotFoundError: there is no file 'no.fake'")
        has(refused(server, "kart_definition", path="dir", symbol="two"), "Error: 'dir' is not a file")
        has(refused(server, "kart_definition", path="/etc/passwd", symbol="root"), "Error: FileNotFoundError: '/etc/passwd' ")
        server.end()


@case
def names_of_servers_that_list_flat_or_not_at_all():
    with Kart(capabilities={"documentSymbolProvider": None}) as place:
        place.says({"textDocument/definition": None})
        server = place.start()
        bare(server, "kart_definition", path="a.fake", symbol="two")
        same(place.sent("textDocument/definition")[0]["position"], {"line": 1, "character": 3})
        server.end()
    with Kart() as place:
        flat = [{"name": "two", "kind": 12, "location": {"uri": place.uri("a.fake"), "range": span(1, 0, 11)}}]
        place.says({"textDocument/documentSymbol": flat, "textDocument/definition": None})
        server = place.start()
        bare(server, "kart_definition", path="a.fake", symbol="two")
        same(place.sent("textDocument/definition")[0]["position"], {"line": 1, "character": 3}, "the name within the whole")
        server.end()


@case
def renaming_is_done_at_once():
    with Kart() as place:
        edit = {"changes": {place.uri("a.fake"): [{"range": span(2, 11, 14), "newText": "too"}, {"range": span(1, 3, 6), "newText": "too"}]}}
        place.says({**place.symbols(), "textDocument/rename": edit})
        server = place.start()
        path = str(place.repo / "a.fake")
        same(bare(server, "kart_rename", path="a.fake", symbol="two", newName="too"), {
            "symbol": "two", "path": path, "newName": "too", "filesModified": [path], "totalEdits": 2, "note": "rename by python3"})
        same(place.sent("textDocument/rename")[0]["newName"], "too")
        same((place.repo / "a.fake").read_text(), TEXT.replace("two", "too"))
        server.end()
    with Kart() as place:
        place.says({**place.symbols(), "textDocument/rename": None})
        server = place.start()
        has(refused(server, "kart_rename", path="a.fake", symbol="two", newName="too"), "Error: LspError: ", "does not rename 'two'")
        server.end()
    with Kart() as place:
        place.says({**place.symbols(), "textDocument/rename": {"changes": {"file:///etc/passwd": [{"range": span(0, 0, 1), "newText": "x"}]}}})
        server = place.start()
        has(refused(server, "kart_rename", path="a.fake", symbol="two", newName="too"), "Error: ")
        server.end()


@case
def actions_and_hints():
    with Kart() as place:
        actions = [{"title": "Mend it", "kind": "quickfix", "isPreferred": True, "diagnostics": [
                        {"range": span(1, 3, 6), "message": "is broken", "severity": 1}]},
                   {"title": "Run it", "command": "run"}, {"title": "Not now", "disabled": {"reason": "no"}}]
        hints = [{"position": {"line": 1, "character": 6}, "label": [{"value": ": "}, {"value": "int"}], "kind": 1},
                 {"position": {"line": 2, "character": 0}, "label": "x:"}]
        place.says({**place.symbols(), "textDocument/codeAction": actions, "textDocument/inlayHint": hints})
        server = place.start()
        path = str(place.repo / "a.fake")
        same(bare(server, "kart_code_actions", path="a.fake", symbol="two"), {
            "symbol": "two", "path": path, "totalActions": 2, "actions": [
                {"title": "Mend it", "kind": "quickfix", "isPreferred": True, "diagnostics": [{"message": "is broken", "severity": 1}]},
                {"title": "Run it", "isPreferred": False}]})
        same(place.sent("textDocument/codeAction")[0]["range"], span(1, 3, 6))
        same(bare(server, "kart_inlay_hints", path="a.fake"), {"path": path, "totalHints": 2, "hints": [
            {"position": {"line": 1, "character": 5}, "label": ": int", "kind": 1},
            {"position": {"line": 2, "character": 0}, "label": "x:"}]})
        same(place.sent("textDocument/inlayHint")[0]["range"], span(0, 0, 0, end_line=3))
        bare(server, "kart_inlay_hints", path="a.fake", startLine=1, endLine=1)
        same(place.sent("textDocument/inlayHint")[1]["range"], span(1, 0, 11))
        bare(server, "kart_inlay_hints", path="a.fake", startLine=2, endLine=2 ** 40)
        same(place.sent("textDocument/inlayHint")[2]["range"], span(2, 0, 0, end_line=3))
        has(refused(server, "kart_inlay_hints", path="a.fake", startLine=4), "startLine 4 is beyond the end: the file has 4 lines")
        has(refused(server, "kart_inlay_hints", path="a.fake", startLine=2, endLine=1), "endLine 1 is before startLine 2")
        server.end()


@case
def symbols_of_the_workspace():
    with Kart() as place:
        found = [{"name": "two", "kind": 12, "containerName": "Box", "location": {"uri": place.uri("a.fake"), "range": span(1, 3, 6)}},
                 {"name": "far", "kind": 5, "location": {"uri": "file:///usr/far.fake", "range": span(4, 0, 3)}}]
        place.says({"workspace/symbol": found})
        server = place.start()
        fields = bare(server, "kart_workspace_symbol", query="t")
        same(fields.pop("note"), "Asked: python3; 1 of 1 servers answered.")
        same(fields, {"query": "t", "totalSymbols": 2, "symbols": [
            {"name": "two", "kind": 12, "kindName": "function", "uri": place.uri("a.fake"), "range": span(1, 2, 5), "containerName": "Box"},
            {"name": "far", "kind": 5, "kindName": "class", "uri": "file:///usr/far.fake", "range": span(4, 0, 3)}]})
        same(place.sent("workspace/symbol"), [{"query": "t"}])
        server.end()


# ---- trees ----

def node(place, name, path, line, start, end):
    return {"name": name, "kind": 12, "uri": place.uri(path), "range": span(line, 0, end), "selectionRange": span(line, start, end)}


def shape(tree, children):
    return (tree["name"], tree["fanOut"], [shape(one, children) for one in tree[children]])


@case
def trees_are_the_graphs_whether_a_server_runs_or_not():
    with Kart(C) as place:
        place.user_config({"servers": [{"extensions": ["c"], "language_id": "c",
                                        "command": [sys.executable, "-S", str(FAKE), str(place.scenario)]}]})
        two, four = node(place, "two", "m.c", 0, 4, 7), node(place, "four", "dir/b.fake", 0, 0, 4)
        place.says({"textDocument/definition": None}, {
            "textDocument/prepareCallHierarchy": [{"result": [two]}],
            "callHierarchy/incomingCalls": [{"result": [{"from": four, "fromRanges": []}]}]})
        server = place.start()
        before = bare(server, "kart_impact", path="m.c", symbol="two")
        same((before["source"], shape(before["root"], "callers")), ("graph", ("two", 1, [("main", 0, [])])))
        bare(server, "kart_definition", path="m.c", symbol="two")  # starts it
        same(bare(server, "kart_impact", path="m.c", symbol="two"), before)
        same({name: before[name] for name in ("symbol", "path", "depth", "maxDepth", "totalNodes", "highFanOut")},
             {"symbol": "two", "path": str(place.repo / "m.c"), "depth": 3, "maxDepth": 5, "totalNodes": 2, "highFanOut": False})
        same((before["root"]["kind"], before["root"]["kindName"], before["root"]["path"]), (12, "function", "m.c"))
        server.end()


# ---- diagnostics ----

OXLINT = """#!/usr/bin/env python3
import json, pathlib, sys
pathlib.Path({log!r}).write_text(json.dumps(sys.argv[1:]))
print(json.dumps({said}))
sys.exit(1)
"""


def install(place, name, text):
    program = place.repo / "node_modules/.bin" / name
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(text)
    program.chmod(0o755)


@case
def diagnostics_by_oxlint():
    entry = {"message": "no debugger", "code": "eslint(no-debugger)", "severity": "error", "filename": "src/a.ts",
             "labels": [{"span": {"offset": 0, "length": 8, "line": 3, "column": 5}}]}
    flat = {"filename": "src/a.ts", "line": 1, "column": 2, "message": "old", "ruleId": "old-rule"}
    wanted = {"line": 3, "column": 5, "severity": "error", "message": "no debugger", "ruleId": "eslint(no-debugger)"}
    with Kart(files={"src/a.ts": "debugger;\n"}) as place:
        log = place.root / "words"
        install(place, "oxlint", OXLINT.format(log=str(log), said=json.dumps({"diagnostics": [entry]})))
        server = place.start()
        path = str(place.repo / "src/a.ts")
        same(bare(server, "kart_diagnostics", paths=["src/a.ts", "/etc/passwd"]), {
            "diagnostics": [{"file": path, **wanted}], "oxlintAvailable": True, "typeAware": False, "pathsSkipped": ["/etc/passwd"]})
        same(json.loads(log.read_text()), ["--format=json", "--", "src/a.ts"])
        install(place, "tsgolint", "")
        install(place, "oxlint", OXLINT.format(log=str(log), said=json.dumps([flat])))
        found = bare(server, "kart_diagnostics", paths=["src"])
        same((found["typeAware"], found["diagnostics"]), (True, [
            {"file": path, "line": 1, "column": 2, "severity": "warning", "message": "old", "ruleId": "old-rule"}]))
        same(json.loads(log.read_text()), ["--type-aware", "--format=json", "--", "src"])
        install(place, "oxlint", "#!/bin/sh\necho bad options >&2\nexit 2\n")
        has(refused(server, "kart_diagnostics", paths=["src"]), "Error: oxlint ended with status 2: bad options")
        has(refused(server, "kart_diagnostics", paths=["none"]), "Error: FileNotFoundError: there is no 'none'")
        log.unlink()
        install(place, "oxlint", OXLINT.format(log=str(log), said="[]"))
        same(place.run("untrust", str(place.repo)).status, 0)
        words, kind = server.fails("kart_diagnostics", {"paths": ["src"]})
        same(kind, "untrusted")
        has(words, "its linter is its own code", "fathom trust")
        assert not log.exists(), "it was run without trust"
        server.end()


@case
def diagnostics_by_a_server():
    with Kart(capabilities={"diagnosticProvider": {"interFileDependencies": False, "workspaceDiagnostics": False}}) as place:
        problem = {"range": span(1, 3, 6), "severity": 2, "message": "odd", "code": 7, "source": "fake"}
        place.says({"textDocument/diagnostic": {"kind": "full", "items": [problem]}})
        server = place.start()
        same(bare(server, "kart_diagnostics", paths=["a.fake"]), {
            "diagnostics": [{"file": str(place.repo / "a.fake"), "line": 2, "column": 3, "severity": "warning", "message": "odd", "ruleId": "7"}],
            "oxlintAvailable": False, "servers": pathlib.Path(sys.executable).name})
        (place.repo / "notes.none").write_text("")
        found = bare(server, "kart_diagnostics", paths=["notes.none"])
        same((found["diagnostics"], found["oxlintAvailable"]), ([], False))
        has(found["note"], "Some files were not looked at: no language server is known for 'notes.none'")
        (place.repo / "lib.rs").write_text("")
        same(bare(server, "kart_diagnostics", paths=["lib.rs"])["clippyAvailable"], False)
        server.end()


@case
def diagnostics_without_anybody_to_ask_are_no_error():
    with Kart(C, trusted=False) as place:
        server = place.start()
        found = bare(server, "kart_diagnostics", paths=["a.fake", "m.c"])
        has(found.pop("note"), "Some files were not looked at: ", "is not trusted", "fathom trust")
        same(found, {"diagnostics": [], "oxlintAvailable": False})
        same(place.sent("initialize"), [])
        same(refused(server, "kart_diagnostics", paths=[]), "argument 'paths' must have at least 1 item")
        same(refused(server, "kart_diagnostics", paths=["a.fake"] * 201), "argument 'paths' has 201 items; the limit is 200")
        same(bare(server, "kart_diagnostics", paths=["a.fake"] * 200)["diagnostics"], [])
        server.end()


# ---- others ----

@case
def restarting_and_macros():
    with Kart() as place:
        place.says({**place.symbols(), "textDocument/definition": None})
        server = place.start()
        same(bare(server, "kart_restart"), {"restarted": True, "rootDir": str(place.repo), "stopped": 0})
        bare(server, "kart_definition", path="a.fake", symbol="two")
        before = place.pid()
        same(bare(server, "kart_restart")["stopped"], 1)
        until(lambda: not is_running(before), "it ends")
        has(refused(server, "kart_expand_macro", path="a.fake", symbol="two"), "Error: macros are expanded by rust-analyzer alone")
        server.end()


@case
def macros_by_rust_analyzer():
    text = "macro_rules! twice { ($x:expr) => { $x + $x } }\nfn main() { twice!(1); }\n"
    with Kart({"Cargo.toml": "[package]\nname = \"m\"\n", "src/main.rs": text}) as place:
        program = place.root / "bin/rust-analyzer"
        program.parent.mkdir()
        program.write_text(f"#!/bin/sh\nexec {sys.executable} -S {FAKE} {place.scenario}\n")
        program.chmod(0o755)
        place.says({"rust-analyzer/expandMacro": {"name": "twice", "expansion": "1 + 1"}})
        server = place.start(env={"PATH": f"{program.parent}:{os.environ['PATH']}"})
        path = str(place.repo / "src/main.rs")
        wanted = {"symbol": "twice", "path": path, "name": "twice", "expansion": "1 + 1"}
        found = bare(server, "kart_expand_macro", path="src/main.rs", symbol="twice")
        found.pop("indexing", None)
        same(found, wanted)
        same(place.sent("rust-analyzer/expandMacro"), [{"textDocument": {"uri": place.uri("src/main.rs")},
                                                        "position": {"line": 1, "character": 12}}], "where it is used")
        has(refused(server, "kart_expand_macro", path="src/main.rs", symbol="thrice"), "symbol 'thrice' is not in 'src/main.rs'")
        server.end()


@case
def without_trust_nothing_is_started():
    with Kart(C, trusted=False) as place:
        server = place.start()
        for tool, more, instead in (("references", {}, "kart_impact"), ("definition", {}, "kart_find"), ("rename", {"newName": "x"}, "kart_search")):
            words, kind = server.fails("kart_" + tool, path="a.fake", symbol="two", **more)
            same(kind, "untrusted")
            has(words, "Error: LspError: ", "is not trusted", "\nInstead: " + instead)
        words, kind = server.fails("kart_references", path="m.c", symbol="two")
        same(kind, "untrusted")
        same(bare(server, "kart_impact", path="m.c", symbol="two")["source"], "graph")
        same(place.sent("initialize"), [])
        server.end()


@case
def a_server_that_cannot_says_so():
    with Kart(capabilities={"referencesProvider": None, "workspaceSymbolProvider": None}) as place:
        place.says(place.symbols())
        server = place.start()
        words, kind = server.fails("kart_references", path="a.fake", symbol="two")
        same(kind, "unavailable")
        has(words, "Error: LspError: ", "does not support textDocument/references", "Instead: kart_impact with depth 1")
        words, kind = server.fails("kart_workspace_symbol", query="x")
        has(words, "Error: LspError: ", "Instead: kart_find")
        (place.repo / "c.other").write_text("two")
        words, kind = server.fails("kart_references", path="c.other", symbol="two")
        same(kind, "unavailable")
        has(words, "Error: LspError: no language server is known for 'c.other'")
        server.end()


# ---- with real servers ----

def typescript(function):
    def run():
        if not NPM[0].exists():
            return
        with Project("typescript") as place:
            server = place.start(profile="kart")
            function(server, place)
            server.end()
    add_case(function.__name__, run)
    return function


def rows(place, places):
    return [f"{one['path'].removeprefix(str(place.repo) + '/')}:{one['line']}:{one['character']}" for one in places]


@typescript
def typescript_answers(server, place):
    found = bare(server, "kart_references", path="src/price.ts", symbol="total")
    same(rows(place, found["references"]), ["src/main.ts:0:15", "src/main.ts:4:17", "src/price.ts:14:16"])
    same(rows(place, bare(server, "kart_references", path="src/price.ts", symbol="total", includeDeclaration=False)["references"]),
         ["src/main.ts:0:15", "src/main.ts:4:17"])
    same(rows(place, bare(server, "kart_definition", path="src/main.ts", symbol="total")["definitions"]), ["src/price.ts:14:16"])
    same(rows(place, bare(server, "kart_implementation", path="src/price.ts", symbol="Priced.price")["implementations"]), ["src/price.ts:8:2"])
    same(rows(place, bare(server, "kart_type_definition", path="src/price.ts", symbol="items")["typeDefinitions"])[:1], ["src/price.ts:1:17"])
    found = bare(server, "kart_rename", path="src/price.ts", symbol="total", newName="sum")
    same((sorted(pathlib.Path(one).name for one in found["filesModified"]), found["totalEdits"]), (["main.ts", "price.ts"], 3))
    assert "sum(" in (place.repo / "src/price.ts").read_text()
    same(bare(server, "kart_rename", path="src/price.ts", symbol="sum", newName="total")["totalEdits"], 3)
    assert "total(" in (place.repo / "src/price.ts").read_text()
    found = bare(server, "kart_workspace_symbol", query="Book")
    assert ("Book", 5) in [(one["name"], one["kind"]) for one in found["symbols"]], show(found)
    found = bare(server, "kart_workspace_symbol", query="NothingIsCalledSo")
    same(found["totalSymbols"], 0)
    has(found["note"], "servers answered, with nothing", "kart_find")
    found = bare(server, "kart_impact", path="src/price.ts", symbol="total", depth=2)
    same((found["source"], [one["name"] for one in found["root"]["callers"]]), ("graph", ["report"]))
    same([one["name"] for one in bare(server, "kart_deps", path="src/main.ts", symbol="report", depth=1)["root"]["callees"]], ["Book", "constructor", "total"])
    found = bare(server, "kart_diagnostics", paths=["src"])
    same(([(pathlib.Path(one["file"]).name, one["line"], one["severity"], one["ruleId"]) for one in found["diagnostics"]
           if one["severity"] == "error"], found["oxlintAvailable"], found["servers"]),
         ([("main.ts", 8, "error", "2322")], False, "typescript-language-server"))
    titles = [one["title"] for one in bare(server, "kart_code_actions", path="src/main.ts", symbol="report")["actions"]]
    assert titles, "it offers something"
    same(bare(server, "kart_inlay_hints", path="src/main.ts")["hints"], [])


main()
