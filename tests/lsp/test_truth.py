#!/usr/bin/env python3
"""Servers are quoted only for what they have seen.

Diagnostics that are said to be current are of the text as it is: broken,
mended, opened, closed and broken again. A text given to open_document is what
symbols, hover, source and diagnostics are about, until it is closed. A server
that is not installed is skipped by name.
"""
from servers import *

# (name, program, files, the file that is broken, how, the error's line)
ROWS = [
    ("gopls", "gopls", {"go.mod": "module shop\n\ngo 1.14\n", "main.go": "package main\n\nfunc main() {\n\tprintln(one())\n}\n\nfunc one() int { return 1 }\n"},
     "main.go", ("return 1 ", 'return "1" '), 7, "func @@one"),
    ("pyright", "pyright-langserver", {"pyproject.toml": '[project]\nname = "shop"\nversion = "1"\n',
                                       "main.py": "def one() -> int:\n    return 1\n\n\nprint(one())\n"},
     "main.py", ("return 1", 'return "1"'), 2, "def @@one"),
    ("typescript", "typescript-language-server", {"package.json": "{}\n", "tsconfig.json": '{"compilerOptions": {"strict": true}}\n',
                                                  "main.ts": "export function one(): number {\n  return 1;\n}\none();\n"},
     "main.ts", ("return 1", 'return "1"'), 2, "function @@one"),
    ("clangd", "clangd-19|clangd", {"compile_flags.txt": "-xc\n", "main.c": "int one(void) {\n  return 1;\n}\n\nint main(void) { return one(); }\n"},
     "main.c", ("return 1;", "return unknown;"), 2, "int @@one"),
]
RUST = {"Cargo.toml": '[package]\nname = "shop"\nversion = "1.0.0"\nedition = "2021"\n', "Cargo.lock": 'version = 4\n\n[[package]]\nname = "shop"\nversion = "1.0.0"\n',
        "src/main.rs": "fn one() -> u32 {\n    return 1;\n}\n\nfn main() {\n    one();\n}\n"}
# The same of current servers: (name, the row whose files they are given, how it is broken, the error's line)
TODAY = [
    ("gopls", ROWS[0], None, 7),
    ("basedpyright", ROWS[1], None, 2),
    ("ty", ROWS[1], None, 2),
    ("pyrefly", ROWS[1], None, 2),
    ("pylsp", ROWS[1], ("return 1", "return (1 +"), 2),
    ("jedi", ROWS[1], ("return 1", "return 1 +"), 2),
    ("rust-analyzer", ("", "", RUST, "src/main.rs", ("return 1;", "return true;"), 2, "fn @@one"), None, 2),
]


class Written(Project):
    def __init__(self, files, current=None):
        Place.__init__(self, files)
        self.path = path_of(NPM, current=bool(current))
        if current:
            self.user_config({"servers": choice_of(current)})
        same(self.run("trust", str(self.repo)).status, 0, "fathom trust")


def errors(server, path):
    """Lines of a file's errors, once the answer is said to be current."""
    def ask():
        (found,) = server.ask("get_diagnostics", file_path=str(path))["files"]
        return ("current", [one["line"] for one in found["diagnostics"] if one["severity"] == "error"]) if found["current"] else None
    return until(ask, f"a current report of {path.name}", 60)[1]


def broken_and_mended(row, current=None):
    _, _, files, name, (good, bad), line, _ = row
    with Written(files, current) as place:
        server = place.start()
        path = place.repo / name
        mended, broken = files[name], files[name].replace(good, bad)
        same(errors(server, path), [], "as it is")
        for turn in range(2):
            path.write_text(broken)
            same(errors(server, path), [line], f"broken, turn {turn}")
            path.write_text(mended)
            same(errors(server, path), [], f"mended, turn {turn}")
            server.ask("open_document", file_path=str(path))
            server.ask("close_document", file_path=str(path))
        path.write_text(broken)
        same(errors(server, path), [line], "broken after it was closed")
        server.end()


def broken_from_the_start(row, current=None):
    """The very first report is of what is there, not of what a server thinks before it has loaded."""
    _, _, files, name, (good, bad), line, _ = row
    with Written({**files, name: files[name].replace(good, bad)}, current) as place:
        server = place.start()
        same(errors(server, place.repo / name), [line], "as it is")
        server.end()


def texts_that_are_not_on_disk(row, current=None):
    _, _, files, name, (good, bad), line, definition = row
    with Written(files, current) as place:
        server = place.start()
        path = place.repo / name
        at = place.at(name, definition)
        text = files[name].replace(good, bad).replace("one", "uno")
        same(errors(server, path), [], "as on disk")
        same(server.ask("open_document", file_path=str(path), text=text)["on_disk"], False)
        same(errors(server, path), [line], "of the text that was given")
        listed = json.dumps(server.ask("list_symbols", file_path=str(path))["symbols"])
        assert "uno" in listed and '"one"' not in listed, listed
        has(server.ask("inspect_symbol", at)["hover"], "uno")
        has(server.ask("get_symbol_source", file_path=str(path), line=at["line"], column=at["column"])["source"], "uno", bad.split()[-1])
        found = server.places("find_references", at)
        assert found and all(one.startswith(name) for one in found), found
        server.ask("close_document", file_path=str(path))
        same(errors(server, path), [], "as on disk again")
        has(server.ask("inspect_symbol", at)["hover"], "one")
        server.end()


@case
def unsaved_text_is_what_is_answered_about():
    """Of the client that gave it, until it is closed; by the graph as by a server."""
    _, _, files, name, *_ = ROWS[1]
    text = "import os\n\n\n" + files[name].replace("one", "uno") + "def more():\n    pass\n"
    with Written(files) as place:
        server = place.start()
        zoomed = lambda: [(one["name"], one["signature"]) for one in server.ask("kart_zoom", path=name, visibility="all")["symbols"]]  # noqa: E731
        words = lambda tool, **more: server.call(tool, more, others=[])["result"]["content"][0]["text"]  # noqa: E731
        same(zoomed(), [("one", "def one() -> int")])
        server.ask("open_document", file_path=name, text=text)
        same(zoomed(), [("uno", "def uno() -> int"), ("more", "def more()")])
        same(server.ask("kart_zoom", path=name)["unsaved"], True)
        same(server.ask("kart_zoom", path=name, level=2)["symbols"][0]["signature"], text)
        same(words("zoom", target=name), f"{name}  python, {text.count(chr(10))} lines; 2 of 2 symbols\n4-5\tdef uno() -> int\n9-10\tdef more()\n")
        has(words("zoom", target=name, depth=2), "4\tdef uno() -> int:\n")
        has(words("symbol", name="uno"), f"{name}:4-5 function uno, exported", "def uno() -> int")
        has(words("symbol", name="one", precise="never"), "Nothing")
        other = place.start()
        same([one["name"] for one in other.ask("kart_zoom", path=name)["symbols"]], ["one"], "another client sees the file")
        other.end()
        server.ask("close_document", file_path=name)
        same(zoomed(), [("one", "def one() -> int")])
        lacks(words("zoom", target=name), "unsaved")
        server.end()


@case
def symbols_come_from_the_graph_at_once():
    with Written(ROWS[1][2]) as place:
        server = place.start()
        found = server.ask("find_symbol", query="one")
        same((found["source"], [one["name"] for one in found["symbols"]]), ("graph", ["one"]))
        same(children(server.process.pid), {}, "nothing was started")
        server.end()


@case
def another_root_that_the_user_allowed():
    """--repo settles the workspace; a folder of another one counts where --roots allows it."""
    with Written(ROWS[1][2]) as place:
        other = place.repository("other", {"pyproject.toml": '[project]\nname = "use"\nversion = "1"\n',
                                           "use.py": "from main import one\n\nprint(one())\n"})
        same(place.run("trust", str(other)).status, 0)
        server = place.start("--repo", str(place.repo))
        words, _ = server.fails("add_workspace_folder", path=str(other))
        has(words, "--roots")
        server.end()
        server = place.start("--repo", str(place.repo), "--roots", str(other))
        at = place.at("main.py", "def @@one")
        server.ask("open_document", file_path=at["file_path"])
        assert {"uri": f"file://{other}", "name": str(other)} in server.ask("add_workspace_folder", path=str(other))["workspace_folders"]
        server.ask("remove_workspace_folder", path=str(other))
        found = server.ask("get_cross_repo_references", symbol_file=at["file_path"], line=at["line"], column=at["column"],
                           consumer_roots=[str(other)])
        named = [one["line"] for one in found["consumer_references"][str(other)]]
        guessed = [one["line"] for row in found["unconfirmed"] for one in row["candidates"]]
        assert 3 in named + guessed, show(found)
        same((bool(named), [row["root"] for row in found["unconfirmed"]]), (not guessed, [str(other)] if guessed else []))
        server.end()


for row in ROWS:
    if any(shutil.which(program, path=path_of(NPM)) for program in row[1].split("|")):
        add_case(f"current_is_current_{row[0]}", lambda row=row: broken_and_mended(row))
        add_case(f"broken_from_the_start_{row[0]}", lambda row=row: broken_from_the_start(row))
        add_case(f"text_not_on_disk_{row[0]}", lambda row=row: texts_that_are_not_on_disk(row))
    else:
        print(f"skipped {row[0]}: {row[1]} is not installed")
for name, row, bad, line in TODAY:
    if is_current(name):
        row = (*row[:4], bad or row[4], line, row[6])
        add_case(f"current_is_current_today_{name}", lambda row=row, name=name: broken_and_mended(row, name))
        add_case(f"broken_from_the_start_today_{name}", lambda row=row, name=name: broken_from_the_start(row, name))
        add_case(f"text_not_on_disk_today_{name}", lambda row=row, name=name: texts_that_are_not_on_disk(row, name))
    else:
        print(f"skipped today's {name}: it is not in build/servers (scripts/servers)")
main()
