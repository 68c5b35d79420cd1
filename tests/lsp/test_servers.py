#!/usr/bin/env python3
"""Real language servers: exact answers about small projects.

Each case starts the server of one language through the program and asks it
what it supports. Without the npm folder of the servers there is nothing to
test; with it every server named here must be found.
"""
from servers import *


# ---- languages with everything ----

def typescript(server, place):
    total = place.at("src/main.ts", "${@@total(books)}")
    definition = place.at("src/price.ts", "function @@total")
    same(server.places("go_to_definition", total), ["src/price.ts:15:17"])
    same(server.places("find_references", definition), ["src/main.ts:1:16", "src/main.ts:5:18"])
    same(server.places("go_to_implementation", place.at("src/price.ts", "interface @@Priced")), ["src/price.ts:6:14"])
    has(server.ask("inspect_symbol", total)["hover"], "total(items: Priced[]): number", "The sum of what all of them cost.")
    same(callers(server.ask("find_callers", definition, direction="incoming")), ["report"])
    same(server.problems("src/main.ts"), [("8:7 error", "Type 'string' is not assignable to type 'number'.")])
    same(server.problems("src/price.ts"), [])
    listed = names(server.ask("list_symbols", file_path=str(place.repo / "src/price.ts"))["symbols"])
    for name in ("Priced", "Priced.price", "Book", "Book.price", "total"):
        assert name in listed, f"{name} is not in {listed}"


def changes_are_seen(server, place):
    """What is written beside the server counts with the next question."""
    definition = place.at("src/price.ts", "function @@total")
    same(server.places("find_references", definition), ["src/main.ts:1:16", "src/main.ts:5:18"])
    (place.repo / "src/other.ts").write_text('import { total } from "./price.js";\nexport const none = total([]);\n')
    same(until(lambda: [one for one in server.places("find_references", definition) if "other" in one],
               "the new file's references", 10), ["src/other.ts:1:10", "src/other.ts:2:21"])


def python(server, place):
    total = place.at("shop/main.py", "{@@total(books)}")
    definition = place.at("shop/price.py", "def @@total")
    same(server.places("go_to_definition", total), ["shop/price.py:14:5"])
    same(server.places("find_references", definition), ["shop/main.py:1:30", "shop/main.py:6:20"])
    has(server.ask("inspect_symbol", total)["hover"], "total", "items: list[Book]", "The sum of what all of them cost.")
    same(callers(server.ask("find_callers", definition, direction="incoming")), ["report"])
    first = server.problems("shop/main.py")[0]
    same(first[0], "9:14 error")
    has(first[1], '"str"', '"int"')
    listed = names(server.ask("list_symbols", file_path=str(place.repo / "shop/price.py"))["symbols"])
    for name in ("Book", "Book.price", "total"):
        assert name in listed, f"{name} is not in {listed}"


def c(server, place):
    call = place.at("main.c", "return @@total")
    same(server.places("go_to_declaration", call), ["price.h:5:5"])
    definition = place.at("price.c", "int @@total")
    same(server.places("find_references", place.at("price.c", "int @@add")), ["price.c:7:41"])
    same(callers(server.ask("find_callers", place.at("price.c", "int @@add"), direction="incoming")), ["total"])
    has(server.ask("inspect_symbol", definition)["hover"], "total", "The sum of what all of them cost.")
    same(server.problems("main.c"), [("5:7 warning", "Unused variable 'unused'")])
    same(names(server.ask("list_symbols", file_path=str(place.repo / "price.c"))["symbols"]), ["add", "total"])
    (found,) = server.ask("get_diagnostics", file_path=str(place.repo / "main.c"), group_by="symbol")["files"]
    same([(one["symbol"], one["kind"], one["line"], len(one["diagnostics"])) for one in found["symbols"]],
         [("main", "function", 3, 1)])
    everywhere = server.ask("get_diagnostics")
    same(everywhere["counts"], {"error": 0, "warning": 1, "information": 0, "hint": 0})
    same(sorted(pathlib.Path(one["file"]).name for one in everywhere["files"]), ["main.c", "price.c", "price.h"])


def go(server, place):
    call = place.at("main.go", "price.@@Total")
    definition = place.at("price/price.go", "func @@Total")
    same(server.places("go_to_definition", call), ["price/price.go:16:6"])
    same(server.places("find_references", definition), ["main.go:10:26"])
    same(server.places("go_to_implementation", place.at("price/price.go", "type @@Priced")), ["price/price.go:10:6"])
    has(server.ask("inspect_symbol", call)["hover"], "func price.Total(items []price.Priced) int", "Total is the sum")
    same(callers(server.ask("find_callers", definition, direction="incoming")), ["report"])
    found = server.problems("main.go")
    same([one[0] for one in found], ["14:18 error"])
    has(found[0][1], "string")


def svelte(server, place):
    shout = place.at("Book.svelte", "{@@shout(title)}")
    same(server.places("go_to_definition", shout), ["Book.svelte:3:12"])
    same(server.places("find_references", place.at("Book.svelte", "function @@shout")),
         ["Book.svelte:6:25", "Book.svelte:9:6"])
    has(server.ask("inspect_symbol", shout)["hover"], "shout(text: string): string")
    has(json.dumps(server.problems("Book.svelte")), "Type 'string' is not assignable to type 'number'")


# ---- languages with less ----

def bash(server, place):
    same(server.places("go_to_definition", place.at("main.sh", "\n@@greet\ngreet\n")), ["main.sh:4:1"])
    same(server.places("find_references", place.at("main.sh", "@@greet() {")), ["main.sh:8:1", "main.sh:9:1"])
    same(server.places("go_to_definition", place.at("main.sh", "$(@@total")), ["price.sh:3:1"])
    assert "total" in names(server.ask("list_symbols", file_path=str(place.repo / "price.sh"))["symbols"])


def yaml(server, place):
    listed = names(server.ask("list_symbols", file_path=str(place.repo / "service.yaml"))["symbols"])
    for name in ("service", "service.name", "service.ports", "replicas"):
        assert name in listed, f"{name} is not in {listed}"
    same([one[0] for one in server.problems("broken.yaml")], ["3:3 error"])
    same(server.problems("service.yaml"), [])


def json_files(server, place):
    same(names(server.ask("list_symbols", file_path=str(place.repo / "shop.json"))["symbols"]), ["$schema", "name", "books"])
    has(server.ask("inspect_symbol", place.at("shop.json", '"@@name"'))["hover"], "What the shop is called")
    same(server.problems("shop.json"), [("4:12 warning", 'Incorrect type. Expected "integer".')])
    path = str(place.repo / "shop.json")
    deeper = server.ask("format_document", file_path=path, tab_size=4)
    same([(f"{one['range']['start']['line']}:{one['range']['start']['character']}", one["newText"]) for one in deeper["edits"]],
         [("0:1", "\n    "), ("1:34", "\n    "), ("2:16", "\n    "), ("4:1", "")])
    part = server.ask("format_range", file_path=path, start_line=3, start_column=1, end_line=3, end_column=10, tab_size=4)
    same([one["range"] for one in part["edits"]], [{"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 2}}])


def css(server, place):
    use = place.at("shop.css", "color: var(@@--sea)")
    same(server.places("go_to_definition", use), ["shop.css:2:3"])
    same(server.places("find_references", use, include_declaration=True), ["shop.css:2:3", "shop.css:6:14", "shop.css:10:21"])
    same(server.problems("shop.css"), [("11:3 warning", "Unknown property: 'colour'")])
    same(names(server.ask("list_symbols", file_path=str(place.repo / "shop.css"))["symbols"]), [":root", ".book", ".book:hover"])


def html(server, place):
    listed = server.ask("list_symbols", file_path=str(place.repo / "index.html"))["symbols"]
    assert "html.body.ul#books.list.li" in names(listed), f"{names(listed)}"
    has(server.ask("inspect_symbol", place.at("index.html", "<@@ul"))["hover"], "list of items")


# (name of the case, project, server, program, questions)
SERVERS = [
    ("typescript", "typescript", "typescript-language-server", typescript),
    ("typescript_changes", "typescript", "typescript-language-server", changes_are_seen),
    ("tsgo", "typescript", "tsgo", typescript),
    ("pyright", "python", "pyright", python),
    ("basedpyright", "python", "basedpyright", python),
    ("clangd", "c", "clangd", c),
    ("gopls", "go", "gopls", go),
    ("svelte", "svelte", "svelte", svelte),
    ("bash", "bash", "bash", bash),
    ("yaml", "yaml", "yaml", yaml),
    ("json", "json", "json", json_files),
    ("css", "css", "css", css),
    ("html", "html", "html", html),
]
# Programs of servers that are not the first choice for their files.
OTHERS = {"tsgo": {"language_id": "typescript", "command": ["tsgo", "--lsp", "--stdio"]},
          "basedpyright": {"language_id": "python", "command": ["basedpyright-langserver", "--stdio"]}}


def add_server(name, project, kind, questions):
    def run():
        with Project(project) as place:
            if kind in OTHERS:
                place.user_config({"servers": [OTHERS[kind]]})
            server = place.start()
            found = server.ask("detect_lsp_servers", workspace_dir=str(place.repo))["languages"]
            wanted = [one for one in found if one["server"] == kind]
            assert wanted and wanted[0]["installed"], f"{kind} is not installed: {show(found)}"
            same(wanted[0]["tested"], True, f"{kind} is marked as tested")
            questions(server, place)
            running = server.ask("get_server_capabilities")["servers"]
            same([one["name"] for one in running], [kind], "only this one was started")
            server.end()
    add_case(name, run)


for row in SERVERS:
    add_server(*row)

if not NPM[1].exists():
    print("the language servers are not installed (scripts/setup servers)")
    sys.exit(77)
main()
