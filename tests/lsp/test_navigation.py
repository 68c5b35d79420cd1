#!/usr/bin/env python3
"""The tools over real servers: exact answers about small projects, and what is
said where there is no server to ask."""
from servers import *


def at(fields):
    return f"{fields['start']['line']}:{fields['start']['character']}-{fields['end']['line']}:{fields['end']['character']}"


def short(place, path):
    return str(path).removeprefix(str(place.repo) + "/")


def uses(place, rows):
    return [f"{one['name']} {short(place, one['file'])}:{one['line']}" for one in rows]


def on(name):
    """A case with a project's server."""
    def add(function):
        def run():
            with Project(name) as place:
                server = place.start()
                function(server, place)
                server.end()
        add_case(function.__name__, run)
        return function
    return add


# ---- TypeScript ----

@on("typescript")
def typescript_places(server, place):
    total = place.at("src/main.ts", "${@@total(books)}")
    definition = place.at("src/price.ts", "function @@total")
    pattern = {"file_path": "src/main.ts", "position_pattern": "${@@total(books)}"}
    same(server.places("go_to_definition", pattern), ["src/price.ts:15:17"], "a relative path and a pattern")
    same(server.places("go_to_type_definition", place.at("src/price.ts", "(items: @@Priced[]"))[0], "src/price.ts:2:18")
    same(server.places("go_to_implementation", place.at("src/price.ts", "@@price(): number;")), ["src/price.ts:9:3"])
    words, kind = server.fails("go_to_declaration", total)
    same(kind, "unavailable")
    has(words, "typescript-language-server does not support textDocument/declaration", "Instead: symbol")
    same(server.places("find_references", definition, include_declaration=True),
         ["src/main.ts:1:16", "src/main.ts:5:18", "src/price.ts:15:17"])
    marks = server.ask("get_document_highlights", place.at("src/main.ts", "const @@books"))["highlights"]
    same([at(one["range"]) for one in marks], ["4:9-4:14", "5:24-5:29"])


@on("typescript")
def typescript_renames(server, place):
    definition = place.at("src/price.ts", "function @@total")
    found = server.ask("prepare_rename", definition)
    same((found["possible"], at(found["range"]), found["placeholder"]), (True, "15:17-15:22", "total"))
    found = server.ask("prepare_rename", place.at("src/price.ts", "=> sum @@+"))
    same((found["possible"], "reason" in found), (False, True))
    found = server.ask("rename_symbol", definition, new_name="sum_of", dry_run=True)
    changes = {short(place, uri.removeprefix("file://")): [f"{one['range']['start']['line']}:{one['newText']}" for one in edits]
               for uri, edits in found["workspace_edit"]["changes"].items()}
    same(changes, {"src/price.ts": ["14:sum_of"], "src/main.ts": ["0:sum_of", "4:sum_of"]})
    same((found["preview"]["file_count"], found["preview"]["edit_count"]), (2, 3))
    found = server.ask("rename_symbol", definition, new_name="sum_of", exclude_globs=["main.*"], dry_run=True)
    same([short(place, uri.removeprefix("file://")) for uri in found["workspace_edit"]["changes"]], ["src/price.ts"])
    same((found["preview"]["file_count"], found["preview"]["excluded_files"]), (1, 1))
    has((place.repo / "src/price.ts").read_text(), "function total(")  # nothing was written


@on("typescript")
def typescript_calls_and_types(server, place):
    found = server.ask("find_callers", place.at("src/price.ts", "function @@total"))
    same([one["name"] for one in found["items"]], ["total"])
    same([(one["from"]["name"], [at(site) for site in one["fromRanges"]]) for one in found["incoming"]],
         [("report", ["5:18-5:23"])])
    assert "price" in [one["to"]["name"] for one in found["outgoing"]], show(found["outgoing"])
    same(found["source"], "server")
    found = server.ask("callers", place.at("src/price.ts", "function @@total"), direction="outgoing")
    same((len(found["incoming"]), "outgoing" in found), (1, False), "the alias asks for callers whatever it is told")
    found = server.ask("type_hierarchy", place.at("src/price.ts", "class @@Book"))
    same(found["source"], "graph", "the server cannot")
    has(found["note"], "From fathom's own graph", "prepareTypeHierarchy")
    same(([one["name"] for one in found["supertypes"]], found["subtypes"]), (["Priced"], []))
    found = server.ask("type_hierarchy", place.at("src/price.ts", "interface @@Priced"), direction="subtypes")
    same(([one["name"] for one in found["subtypes"]], "supertypes" in found), (["Book"], False))


@on("typescript")
def typescript_concurrency(server, place):
    (place.repo / "src/later.ts").write_text(
        'import { total } from "./price.js";\n\nexport function later(): void {\n  setTimeout(() => {\n    total([]);\n  }, 10);\n}\n\n'
        "export function now(): number {\n  setTimeout(() => {}, 10);\n  return total([]);\n}\n")
    found = until(lambda: [one for one in [server.ask("find_callers", place.at("src/price.ts", "function @@total"),
                                                      direction="incoming", cross_concurrent=True)]
                           if len(one["incoming"]) == 3], "the new callers", 10)[0]
    same([(one["caller"]["name"], one["pattern"], one["line"]) for one in found["concurrent_callers"]], [("later", "setTimeout(", 5)])


@on("typescript")
def typescript_words(server, place):
    found = server.ask("get_completions", place.at("src/price.ts", "item.@@price(),"))
    same([(one["label"], one["kind_name"]) for one in found["items"]], [("price", "method")])
    found = server.ask("get_signature_help", place.at("src/main.ts", 'new Book(@@"Sea"'))
    same([one["label"] for one in found["signatures"]], ["Book(title: string): Book"])
    same(found["signatures"][0]["parameters"], [{"label": "title: string"}])
    same((found["activeSignature"], found["activeParameter"]), (0, 0))
    same(server.ask("get_signature_help", place.at("src/main.ts", "@@import"))["signatures"], [])
    hover = server.ask("inspect_symbol", place.at("src/price.ts", "class @@Book"))
    same((hover["hover"], at(hover["range"])), ("\n```typescript\nclass Book\n```\n", "6:14-6:18"))
    same(server.ask("inspect_symbol", file_path="src/main.ts", line=2, column=1)["hover"], "")
    where = {"file_path": "src/main.ts", "start_line": 4, "start_column": 1, "end_line": 4, "end_column": 20}
    same([(one["line"], one["character"], one["length"], one["token_type"]) for one in server.ask("get_semantic_tokens", where)["tokens"]],
         [(4, 9, 5, "variable")])
    same(server.ask("get_inlay_hints", where)["hints"], [])


@on("typescript")
def typescript_fixes(server, place):
    (place.repo / "src/fix.ts").write_text("export class Shelf implements Priced {\n}\n")
    where = {"file_path": "src/fix.ts", "start_line": 1, "start_column": 31, "end_line": 1, "end_column": 37}
    fix = until(lambda: [one for one in server.ask("suggest_fixes", where)["actions"] if one["title"].startswith("Add import")],
                "a fix", 30)[0]
    same(fix["kind"], "quickfix")
    edits = fix["edit"]["documentChanges"][0]["edits"]
    same([one["newText"] for one in edits], ['import { Priced } from "./price.js";\n\n'])
    same((place.repo / "src/fix.ts").read_text(), "export class Shelf implements Priced {\n}\n")


@on("typescript")
def typescript_outlines(server, place):
    path = {"file_path": "src/price.ts"}
    found = server.ask("list_symbols", path)
    rows = [(one["name"], one["kind_name"], [child["name"] for child in one["children"]]) for one in found["symbols"]]
    same([row for row in rows if row[0] != "total"],
         [("Priced", "interface", ["price"]), ("Book", "class", ["constructor", "title", "price"])])
    found = server.ask("list_symbols", path, format="outline")
    has(found["outline"], "Book [class] :6\n  constructor [constructor] :7\n  title [property] :7\n  price [method] :9\n")
    assert "symbols" not in found and found["_meta"]["token_savings"]["tokens_full_file"] == 90, show(found)
    found = server.ask("get_symbol_source", path, position_pattern="return @@12")
    same((found["symbol_name"], found["symbol_kind"], found["start_line"], found["end_line"], found["source"]),
         ("price", "method", 9, 11, "  price(): number {\n    return 12;\n  }"))
    found = server.ask("find_symbol", query="Book", detail_level="hover", limit=1)
    assert [one["name"] for one in found["symbols"]] in (["Book"], ["Book", "books"]), "locals are known to a server that is ready"
    same(found["pagination"], {"offset": 0, "limit": 1, "more": found["total"] > 1})
    has(found["enriched"][0]["hover"], "class Book")


@on("typescript")
def typescript_together(server, place):
    found = server.ask("explore", place.at("src/main.ts", "${@@total(books)}"))
    has(found["type_info"], "total(items: Priced[]): number", "The sum of what all of them cost.")
    same((found["source"]["symbol_name"], found["source"]["start_line"], found["source"]["end_line"]), ("total", 15, 17))
    same((uses(place, found["callers"]), found["callers_count"], found["test_callers_count"]), (["report src/main.ts:5"], 1, 0))
    (place.repo / "src/price.test.ts").write_text('import { total } from "./price.js";\n\nfunction checks_total(): void {\n  total([]);\n}\n')
    found = until(lambda: [one for one in [server.ask("blast_radius", changed_files=["src/price.ts"])] if one["test_files"]],
                  "the test among the callers", 10)[0]
    same(uses(place, found["changed_symbols"]), ["total src/price.ts:15", "Priced src/price.ts:2", "Book src/price.ts:6"])
    total = [one for one in found["affected_symbols"] if one["name"] == "total"][0]
    assert "report src/main.ts:5" in uses(place, total["non_test_callers"]), show(total)
    assert "checks_total src/price.test.ts:4" in uses(place, total["test_callers"]), show(total)
    same([short(place, one) for one in found["test_files"]], ["src/price.test.ts"])
    same(found["source"], "server and graph")
    found = server.ask("blast_radius", changed_files=[str(place.repo / "src/price.ts")], filter="untested")
    assert "Book" in [one["name"] for one in found["changed_symbols"]], show(found)
    assert "total" not in [one["name"] for one in found["changed_symbols"]], show(found)


# ---- Python ----

@on("python")
def python_tools(server, place):
    definition = place.at("shop/price.py", "def @@total")
    same(server.places("go_to_declaration", place.at("shop/main.py", "{@@total")), ["shop/price.py:14:5"])
    same(server.places("go_to_symbol", symbol_path="Book.price"), ["shop/price.py:10:9"])
    same(server.places("go_to_symbol", symbol_path="Nothing.price"), [])
    found = server.ask("rename_symbol", definition, new_name="sum_of", dry_run=True)
    same([(short(place, one["textDocument"]["uri"].removeprefix("file://")), len(one["edits"]))
          for one in found["workspace_edit"]["documentChanges"]], [("shop/main.py", 2), ("shop/price.py", 1)])
    marks = server.ask("get_document_highlights", place.at("shop/main.py", "@@books = "))["highlights"]
    same([(at(one["range"]), one["kind"]) for one in marks], [("5:5-5:10", 3), ("6:26-6:31", 2)])
    found = server.ask("find_callers", definition, direction="incoming")
    same([(one["from"]["name"], [at(site) for site in one["fromRanges"]]) for one in found["incoming"]], [("report", ["6:20-6:25"])])
    found = server.ask("get_signature_help", place.at("shop/main.py", 'Book(@@"Sea"'))
    same(found["signatures"], [{"label": "(title: str) -> Book", "documentation": "Something to read.", "parameters": [{"label": "title: str"}]}])
    same(server.ask("get_completions", place.at("shop/price.py", "item.@@price() for"))["items"][0]["label"], "price")
    found = server.ask("explore_symbol", definition)
    same((found["source"]["source"].split("\n")[0], found["callers_count"]), ("def total(items: list[Book]) -> int:", 1))


@on("python")
def python_context(server, place):
    found = server.ask("get_editing_context", file_path="shop/main.py")
    same([(one["name"], one["signature"]) for one in found["symbols"]], [("report", "def report() -> str"), ("wrong", "wrong: int = report()")])
    same([(one["specifier"], one["path"]) for one in found["imports"]], [("shop.price", "shop/price.py")])
    report = found["symbols"][0]
    same((uses(place, report["non_test_callers"]), report["test_callers"]), (["wrong shop/main.py:9"], []))
    assert "total" in [one["name"] for one in report["callees"]], show(report)
    again = server.ask("get_editing_context", file_path="shop/main.py", if_none_match=found["etag"])
    same(again, {"etag": found["etag"], "status": "not_modified"})
    (place.repo / "shop/main.py").write_text("def other():\n    pass\n")
    changed = server.ask("get_editing_context", file_path="shop/main.py", if_none_match=found["etag"])
    same([one["name"] for one in changed["symbols"]], ["other"])
    assert changed["etag"] != found["etag"]


@on("python")
def python_documentation(server, place):
    found = server.ask("get_symbol_documentation", symbol="os.path.join", language_id="python")
    same((found["source"], found["error"]), ("toolchain", ""))
    has(found["doc"], "Join two or more pathname components")
    same(found["signature"], "os.path.join = join(a, *p)")
    found = server.ask("get_symbol_documentation", symbol="no.such.thing", language_id="python")
    same((found["source"], found["doc"]), ("error", ""))
    found = server.ask("get_symbol_documentation", symbol="total", language_id="python", file_path="shop/price.py", format="markdown")
    has(found["doc"], "The sum of what all of them cost.")
    words, kind = server.fails("get_symbol_documentation", symbol="-m pip", language_id="python")
    same(kind, "usage")


@on("python")
def changes_of_a_diff(server, place):
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@t", "-C", str(place.repo)]
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "one"]):
        subprocess.run([*git, *words], check=True)
    text = (place.repo / "shop/price.py").read_text()
    (place.repo / "shop/price.py").write_text(text.replace("return 12", "return 13"))
    found = server.ask("detect_changes")
    same([(one["name"], one["risk"]) for one in found["changed_symbols"]], [("Book.price", "medium")])
    same([short(place, one) for one in found["changed_files"]], ["shop/price.py"])
    same(server.ask("detect_changes", scope="staged")["changed_symbols"], [])
    subprocess.run([*git, "commit", "-q", "-am", "two"], check=True)
    same([one["name"] for one in server.ask("detect_changes", scope="committed", range="HEAD")["changed_symbols"]], ["Book.price"])


# ---- C ----

@on("c")
def c_tools(server, place):
    total = place.at("price.c", "int @@total")
    found = server.ask("find_callers", place.at("price.c", "int @@add"))
    same([(one["from"]["name"], [at(site) for site in one["fromRanges"]]) for one in found["incoming"]], [("total", ["7:41-7:44"])])
    same(server.ask("prepare_rename", total)["placeholder"], "total")
    where = {"file_path": "price.c", "start_line": 3, "start_column": 1, "end_line": 3, "end_column": 28}
    tokens = server.ask("get_semantic_tokens", where)["tokens"]
    same([(one["character"], one["length"], one["token_type"]) for one in tokens], [(12, 3, "function"), (20, 1, "parameter"), (27, 1, "parameter")])
    found = server.ask("get_symbol_source", file_path="price.c", line=7)
    same((found["symbol_name"], found["start_line"], found["end_line"]), ("total", 5, 9))


# ---- without a server, and mistakes ----

@case
def nobody_trusted_it():
    with Project("python", trusted=False) as place:
        server = place.start()
        definition = place.at("shop/price.py", "def @@total")
        words, kind = server.fails("find_references", definition)
        same(kind, "untrusted")
        has(words, "is not trusted", "fathom trust", "Instead: symbol lists the uses of a name, from the graph.")
        found = server.ask("find_callers", definition, direction="incoming")
        same((found["source"], [(one["from"]["name"], [at(site) for site in one["fromRanges"]]) for one in found["incoming"]]),
             ("graph", [("report", ["6:20-6:25"])]))
        has(found["note"], "From fathom's own graph", "fathom trust")
        found = server.ask("blast_radius", changed_files=["shop/price.py"])
        same(found["source"], "graph")
        has(found["warnings"][0], "fathom trust")
        same(server.ask("find_symbol", query="Book")["source"], "graph")
        same(server.places("go_to_symbol", symbol_path="Book.price"), ["shop/price.py:10:9"])
        same(server.ask("get_symbol_source", file_path="shop/price.py", line=15)["symbol_name"], "total")
        same(server.ask("explore_symbol", place.at("shop/main.py", "{@@total"))["source"]["symbol_name"], "total")
        same(server.ask("type_hierarchy", place.at("shop/price.py", "class @@Book"))["source"], "graph")
        same(server.fails("get_symbol_documentation", symbol="os.path", language_id="python")[1], "untrusted")
        same(children(server.process.pid), {}, "nothing was started")
        server.end()


@on("python")
def mistakes_are_explained(server, place):
    path = {"file_path": "shop/price.py"}
    has(server.fails("inspect_symbol", path, line=99, column=1)[0], "line 99 is beyond the end: shop/price.py has 17 lines")
    has(server.fails("inspect_symbol", path, line=11, column=40)[0], "line 11 of shop/price.py has 17 characters:         return 12")
    has(server.fails("inspect_symbol", path)[0], "give line and column, both from 1, or position_pattern")
    has(server.fails("inspect_symbol", path, position_pattern="total")[0], "position_pattern has no @@")
    has(server.fails("inspect_symbol", path, position_pattern="@@none of it")[0], "'none of it' is not in shop/price.py")
    has(server.fails("inspect_symbol", path, position_pattern="pri@@ce(")[0], "matches 2 times", "10:12  def price(self) -> int:", "16:24  return")
    found = server.ask("inspect_symbol", path, position_pattern="pri@@ce(", line_scope_end=12)
    has(found["hover"], "price")
    has(server.fails("inspect_symbol", path, position_pattern="pri@@ce(", line_scope_start=17)[0], "between those lines")
    has(server.fails("inspect_symbol", file_path="shop/none.py", line=1, column=1)[0], "there is no file 'shop/none.py'")
    has(server.fails("inspect_symbol", file_path="/etc/passwd", line=1, column=1)[0], "'/etc/passwd' lies in no workspace that is served here ('")
    has(server.fails("inspect_symbol", file_path="shop", line=1, column=1)[0], "'shop' is not a file")
    has(server.fails("go_to_type_definition", path, line=0, column=1)[0], "argument 'line' must be at least 1, not 0")


if not NPM[0].exists():
    print("the language servers are not installed")
    sys.exit(77)
main()
