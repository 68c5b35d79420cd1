#!/usr/bin/env python3
"""Today's language servers, of other registries than Debian's and npm's: exact
answers about the same small projects.

They are those of deps/current/servers.tsv, installed by scripts/servers. One
that is not installed is skipped by name.
"""
from servers import *


# ---- Python ----

TOTAL = ["shop/main.py:1:30", "shop/main.py:6:20"]


def python(server, place):
    """What every Python server can say."""
    total = place.at("shop/main.py", "{@@total(books)}")
    definition = place.at("shop/price.py", "def @@total")
    same(server.places("go_to_definition", total), ["shop/price.py:14:5"])
    same(server.places("find_references", definition), TOTAL)
    has(server.ask("inspect_symbol", total)["hover"], "total", "items: list[Book]", "The sum of what all of them cost.")
    listed = names(server.ask("list_symbols", file_path=str(place.repo / "shop/price.py"))["symbols"])
    for name in ("Book", "Book.price", "total"):
        assert name in listed, f"{name} is not in {listed}"


def wrong(server, path):
    """Errors alone; some have an opinion about style as well."""
    return [one for one in server.problems(path) if one[0].endswith(" error")]


def checker(words):
    """One that checks types, with the words of its complaint."""
    def run(server, place):
        python(server, place)
        same(callers(server.ask("find_callers", place.at("shop/price.py", "def @@total"), direction="incoming")), ["report"])
        same(wrong(server, "shop/main.py"), [("9:14 error", words)])
        same(wrong(server, "shop/price.py"), [])
    return run


def without_types(broken_at):
    """One that checks syntax, and where it sees it broken."""
    def run(server, place):
        python(server, place)
        same(server.problems("shop/main.py"), [])
        (place.repo / "shop/main.py").write_text("def broken(:\n")
        same([one[0] for one in server.problems("shop/main.py")], [broken_at])
    return run


def ruff(server, place):
    """A linter: diagnostics, fixes and a format, and nothing else."""
    (place.repo / "shop/main.py").write_text("import os\n\nx = {  'a':1}\n")
    same(server.problems("shop/main.py"), [("1:8 warning", "`os` imported but unused\n\nhelp: Remove unused import: `os`")])
    path = str(place.repo / "shop/main.py")
    same([one["newText"] for one in server.ask("format_document", file_path=path)["edits"]], ['x = {"a": 1}\n'])


# ---- Go and Rust ----

def go(server, place):
    call = place.at("main.go", "price.@@Total")
    definition = place.at("price/price.go", "func @@Total")
    same(server.places("go_to_definition", call), ["price/price.go:16:6"])
    same(server.places("find_references", definition), ["main.go:10:26"])
    same(server.places("go_to_implementation", place.at("price/price.go", "type @@Priced")), ["price/price.go:10:6"])
    has(server.ask("inspect_symbol", call)["hover"], "func price.Total(items []price.Priced) int", "Total is the sum")
    same(callers(server.ask("find_callers", definition, direction="incoming")), ["report"])
    same(server.problems("main.go"),
         [("14:18 error", "cannot use report() (value of type string) as int value in variable declaration")])
    same(server.problems("price/price.go"), [])
    same(names(server.ask("list_symbols", file_path=str(place.repo / "price/price.go"))["symbols"]),
         ["Priced", "Priced.Price", "Book", "Book.Title", "(Book).Price", "Total"])


def rust(server, place):
    call = place.at("src/main.rs", "price::@@total")
    definition = place.at("src/price.rs", "fn @@total")
    same(server.places("go_to_definition", call), ["src/price.rs:18:8"])
    same(server.places("find_references", definition), ["src/main.rs:4:12"])
    same(server.places("go_to_implementation", place.at("src/price.rs", "trait @@Priced")), ["src/price.rs:11:17"])
    has(server.ask("inspect_symbol", call)["hover"], "fn total(items: &[Book]) -> u32", "The sum of what all of them cost.")
    same(callers(server.ask("find_callers", definition, direction="incoming")), ["report"])
    same(server.problems("src/main.rs"), [("8:22 error", "expected u32, found i64")])


# (name, project, questions)
SERVERS = [
    ("gopls", "go", go),
    ("rust-analyzer", "rust", rust),
    ("basedpyright", "python", checker('Type "str" is not assignable to declared type "int"\n\u00a0\u00a0"str" is not assignable to "int"')),
    ("ty", "python", checker("Object of type `str` is not assignable to `int`: Incompatible value of type `str`")),
    ("pyrefly", "python", checker("`str` is not assignable to `int`")),
    ("ruff", "python", ruff),
    ("pylsp", "python", without_types("1:13 error")),
    ("jedi", "python", without_types("1:12 error")),
]


# Could not be built yet where these tests were written: what is wanted of it
# has never been compared with what it says, so it is not marked as tested.
UNTRIED = {"rust-analyzer"}


def add_server(name, project, questions):
    def run():
        with Project(project, path=path_of(NPM, current=True)) as place:
            place.user_config({"servers": choice_of(name)})
            server = place.start()
            found = server.ask("detect_lsp_servers", workspace_dir=str(place.repo))["languages"]
            wanted = [one for one in found if one["server"] == name]
            assert wanted and wanted[0]["installed"], f"{name} is not installed: {show(found)}"
            same(wanted[0]["tested"], name not in UNTRIED, f"{name} is marked as tested")
            questions(server, place)
            running = server.ask("get_server_capabilities")["servers"]
            same([one["name"] for one in running], [name], "only this one was started")
            server.end()
    add_case(name, run)


@case
def pinned_versions_agree():
    """Every server that is installed is known, marked as tested, tried here, and has one version."""
    wanted = dict(line.split("==") for line in (ROOT / "deps/current/requirements.txt").read_text().split())
    rows = [line.split("\t") for line in (ROOT / "deps/current/servers.tsv").read_text().splitlines() if not line.startswith("#")]
    known = {line.split("\t")[0]: line.split("\t")[6] for line in (ROOT / "data/language_servers.tsv").read_text().splitlines()
             if line and not line.startswith("#")}
    same([row[0] for row in rows], [row[0] for row in SERVERS], "servers tried here")
    for name, client, package, version, _ in rows:
        same(known.get(name), "untested" if name in UNTRIED else "tested", f"{name} in data/language_servers.tsv")
        if client == "pip":
            same(wanted.get(package), version, f"{package} in requirements.txt")


missing = [row[0] for row in SERVERS if not is_current(row[0])]
for row in SERVERS:
    if row[0] in missing:
        print(f"skipped {row[0]}: {pinned()[row[0]][1]} is not in build/servers (scripts/servers)")
    else:
        add_server(*row)
print(f"{len(SERVERS) - len(missing)} of today's servers are installed, {len(missing)} skipped")
main()
