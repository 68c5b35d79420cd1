#!/usr/bin/env python3
"""Fine print of other systems' profiles: what counts as a statement, a doc, a
name, and what is said where there is nothing to say."""
from trees import *

FILES = {
    "src/a.ts": "// eslint-disable-next-line no-x\nexport function one(): number { return two(); }\n"
                "/** Adds.\n * eslint-disable no-y\n */\nexport default class Add {\n  add(x: number): number { return x; }\n}\n"
                "export const LIMIT = 3;\nfunction two() { return 1; }\n",
    "src/b.ts": "import Add from './a';\nexport class Add2 { add(): void {} }\nexport class Add3 { add(): void {} }\n"
                "export function rateLimit(): void {}\nexport function middleware(h: any): void {\n  h[0]();\n}\n",
    "src/index.ts": "export * from './a';\nexport { rateLimit as limit } from './b';\n",
    "notes.txt": "hello\n",
}
PLACE = Place(FILES)
SERVER = Stdio(PLACE, "--profile", "full")
SERVER.initialize()


def text(tool, **arguments):
    return text_of(SERVER.call(tool, arguments, others=[]))


def fields(tool, **arguments):
    return json.loads(text(tool, **arguments))


def at(path):
    return str(PLACE.repo / path)


@case
def ranges_begin_with_export():
    source = FILES["src/a.ts"].encode()
    found = {one["name"]: source[one["range"]["start"]:one["range"]["end"]].decode() for one in fields("kart_find", name="", path="src/a.ts")["symbols"]}
    same(found, {"one": "export function one(): number { return two(); }",
                 "Add": "export default class Add {\n  add(x: number): number { return x; }\n}",
                 "add": "add(x: number): number { return x; }", "LIMIT": "export const LIMIT = 3", "two": "function two() { return 1; }"})


@case
def docs_are_no_orders_to_linters():
    same([(one["name"], one["doc"]) for one in fields("kart_zoom", path="src/a.ts", level=0)["symbols"]],
         [("one", None), ("Add", "/** Adds.\n */"), ("LIMIT", None)])


@case
def barrels_show_what_they_give_on():
    given = [{"from": "./a", "path": at("src/a.ts"), "names": []}, {"from": "./b", "path": at("src/b.ts"), "names": ["limit"]}]
    same(fields("kart_zoom", path="src/index.ts", level=0),
         {"path": at("src/index.ts"), "level": 0, "symbols": [], "reexports": given, "truncated": True})
    same([(one["path"], one.get("reexports")) for one in fields("kart_zoom", path="src")["files"]],
         [(at("src/a.ts"), None), (at("src/b.ts"), None), (at("src/index.ts"), given)])


@case
def kinds_that_are_not_extracted_are_told():
    same(text("codegraph_search", query="one", kind="component"),
         "Symbols of kind component are not extracted from source yet, so this finds none, whatever there is. "
         "Search without kind: a component is a function or class.\n")
    has(text("codegraph_search", query="one", kind="route"), "Nothing is called 'one' of kind route.")


@case
def verbs_of_a_task_are_no_names():
    answer = text("codegraph_context", task="add rate limiting middleware", maxNodes=8, includeCode=False)
    has(answer, "## Exploration: add rate limiting middleware\n",
        "Entry points: rateLimit (src/b.ts:4), middleware (src/b.ts:5), LIMIT (src/a.ts:9)\n")
    lacks(answer, "add (", "Add2.add", "Add3.add")
    has(text("codegraph_context", task="add", includeCode=False), "add (")  # a word alone is a name


@case
def a_trace_names_where_it_breaks():
    has(text("codegraph_trace", **{"from": "middleware", "to": "one"}),
        "\nThe chain may break at **dynamic dispatch**:\nsrc/b.ts:6: h[0](); (calls an element of a collection)\n")
    has(text("codegraph_trace", **{"from": "rateLimit", "to": "one"}),
        "\nEvery call in rateLimit is resolved: the chain does not break there, it leads elsewhere.\n")


@case
def files_that_are_not_read_say_so():
    note = "not resolved here: imports of this kind of file are not read (unsupported language); kart_search finds what its text says"
    same(fields("kart_imports", path="notes.txt"), {"path": at("notes.txt"), "imports": [], "totalImports": 0, "note": note})
    same(fields("kart_importers", path="notes.txt"),
         {"path": at("notes.txt"), "directImporters": [], "barrelImporters": [], "totalImporters": 0, "note": note})
    same(fields("kart_imports", path="src/a.ts"), {"path": at("src/a.ts"), "imports": [], "totalImports": 0})


@case
def uses_in_other_projects_are_resolved_by_imports():
    library = {"package.json": '{"name": "@shop/core"}', "src/price.ts": "export function total(): number { return 1; }\nexport const t = total();\n"}
    with Place(library) as place:
        other = place.repository("other", {"a.ts": 'import { total } from "@shop/core";\n\ntotal();\n', "b.ts": "function total() {}\n"})
        server = Stdio(place, "--profile", "agent-lsp", "--roots", str(other))
        server.initialize()
        found = json.loads(text_of(server.call("get_cross_repo_references", {"symbol_file": "src/price.ts", "line": 1, "column": 17,
                                                                             "consumer_roots": [str(other)]}, others=[])))
        same([(one["file"], one["line"]) for one in found["library_references"]], [("src/price.ts", 2)])
        same(found["unconfirmed"], [{"root": str(other), "files_searched": 2, "candidates": [
            {"file": str(other / "b.ts"), "line": 1, "imported": False}, {"file": str(other / "a.ts"), "line": 1, "imported": True},
            {"file": str(other / "a.ts"), "line": 3, "imported": True}]}])
        has(found["note"], "No language server was asked: ")
        server.end()


@case
def tools_that_are_missing_explain_themselves():
    for name in ("qdrant_search", "kaimon.qdrant_list_collections"):
        has(failure_of(SERVER.call(name, {}, others=[])), "is not available: there is no vector store here")


main()
