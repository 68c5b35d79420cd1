#!/usr/bin/env python3
"""The tools that write: exact files afterwards, and exact answers."""
from trees import *

TREE_OF = {
    "m.py": "def one(a):\n    return a\n\n\ndef two():\n    return one(1)\n",
    "n.py": "from m import one\n\n\ndef three():\n    return one(3)\n",
    "tests/test_m.py": "from m import two\n\n\ndef test_two():\n    two()\n",
    "a.ts": "export function f(x: number) {\n  return x\n}\n",
    "b.ts": "import { f } from './a'\nexport const g = f(1)\n",
}


def start(profile=None, tree=TREE_OF):
    place = Place(tree)
    server = Stdio(place, *(["--profile", profile] if profile else []))
    server.initialize()
    return place, server


def edit(server, **arguments):
    return server.call("edit", arguments)["result"]


def text_of(answer):
    same(answer["isError"], False, show(answer))
    return answer["content"][0]["text"]


def refused(answer):
    same(answer["isError"], True, show(answer))
    return answer["content"][0]["text"]


@case
def an_edit_is_written_told_and_undone():
    place, server = start()
    text = text_of(edit(server, op="rename", symbol="m.py:one", new_name="first"))
    has(text, "Done: rename one to first: 4 places in 2 files, by the graph\n", "+def first(a):\n", "Tests: ", "Undo: op=undo id=")
    same((place.repo / "m.py").read_text(), TREE_OF["m.py"].replace("one", "first"))
    same((place.repo / "n.py").read_text(), TREE_OF["n.py"].replace("one", "first"))
    shown = text_of(edit(server, op="undo", dry_run=True))
    has(shown, "-def first(a):\n", "+def one(a):\n", "Nothing was written: dry_run.\n")
    lacks(shown, "Undone")
    has(text_of(edit(server, op="undo")), "Undone: 2 files as before.\n")
    same((place.repo / "m.py").read_text(), TREE_OF["m.py"])
    same((place.repo / "n.py").read_text(), TREE_OF["n.py"])
    server.end()


@case
def what_breaks_is_told():
    place, server = start()
    text = text_of(edit(server, op="delete", symbol="m.py:one", force=True))
    has(text, "Led somewhere before and lead nowhere now:\n", "  m.py:2  one\n", "  n.py:1  one\n", "  n.py:5  one\n")
    has(refused(edit(server, op="delete", symbol="m.py:two")), "two is used at 2 places: tests/test_m.py:1, tests/test_m.py:5; change them first")
    has(refused(edit(server, op="replace_body", symbol="a.ts:f", text="return (")), "the edit breaks the syntax, and nothing was written", "a.ts:2")
    same((place.repo / "a.ts").read_text(), TREE_OF["a.ts"])
    server.end()


COMPONENTS = {
    "App.vue": "<template>\n  <Row v-for=\"row in rows()\" @pick=\"save\">{{ save(row) }} save</Row>\n</template>\n"
               "<script setup>\nimport Row from './Row.vue'\nimport { rows } from './rows'\nfunction save(row) {\n  return row\n}\n</script>\n",
    "Row.vue": "<template><i /></template>\n",
    "rows.ts": "export function rows(): string[] {\n  return []\n}\n",
    "List.svelte": "<script>\n  import { rows } from './rows'\n</script>\n{#each rows() as row}<b>{row}</b>{/each}\n",
    "page.html": "<script>\nfunction show() { return 1 }\n</script>\n<b onclick=\"show()\">x</b>\n",
}


@case
def code_in_markup_is_edited_as_code():
    place, server = start(tree=COMPONENTS)
    text = text_of(edit(server, op="rename", symbol="rows.ts:rows", new_name="lines"))
    has(text, "Done: rename rows to lines: 5 places in 3 files, by the graph\n")
    same((place.repo / "List.svelte").read_text(), COMPONENTS["List.svelte"].replace("rows }", "lines }").replace("rows()", "lines()"))
    text_of(edit(server, op="rename", symbol="App.vue:save", new_name="store"))
    written = (place.repo / "App.vue").read_text()
    has(written, "row in lines()", '@pick="store">{{ store(row) }} save</Row>', "import { lines } from", "function store(row) {\n")
    for file, find, text in (("App.vue", '@pick="store"', '@pick="store("'), ("App.vue", "return row", "return (row"),
                             ("List.svelte", "{row}", "{row(}"), ("page.html", "return 1", "return (1")):
        has(refused(edit(server, op="text", file=file, find=find, text=text)), "the edit breaks the syntax, and nothing was written", file)
    same((place.repo / "App.vue").read_text(), written)
    server.end()


@case
def a_use_with_its_module_before_it_is_not_broken():
    """A call that is written anew as module.name is at another column, and still the same use."""
    place, server = start(tree={"pkg/__init__.py": "", "pkg/old.py": "def head():\n    return 1\n", "pkg/git.py": "def log():\n    return 2\n",
                                "pkg/use.py": "from .old import head\n\n\ndef go():\n    return head()\n"})
    text = text_of(edit(server, op="batch", max_chars=0, ops=[
        {"op": "text", "file": "pkg/old.py", "find": "def head():\n    return 1\n", "text": "def rest():\n    return 1\n"},
        {"op": "insert_last", "file": "pkg/git.py", "text": "def head():\n    return 1\n"},
        {"op": "text", "file": "pkg/use.py", "find": "from .old import head", "text": "from . import git"},
        {"op": "regex", "file": "pkg/use.py", "find": "\\bhead\\(", "text": "git.head("}]))
    lacks(text, "lead nowhere now", "diff --git")
    has(text, "Done: text: 1 place in 1 file\n")
    text = text_of(edit(server, op="text", file="pkg/use.py", find="git.head()", text="git.tail()"))
    has(text, "diff --git a/pkg/use.py b/pkg/use.py\n")
    server.end()


@case
def names_in_comments_and_strings_go_with_it():
    tree = {"m.py": "# one is first\ndef one(a):\n    return a\n\n\ndef oneness():\n    return one(\"one, oneness\")\n", "notes.md": "one\n"}
    place, server = start(tree=tree)
    has(text_of(edit(server, op="rename", symbol="one", new_name="first", dry_run=True)), "m.py:1  in a comment\n")
    text = text_of(edit(server, op="rename", symbol="one", new_name="first", mentions=True))
    has(text, "Done: rename one to first: 4 places in 1 file, by the graph\n", "2 of them in comments and strings\n", "notes.md:1  in a file that is no code\n")
    same((place.repo / "m.py").read_text(), "# first is first\ndef first(a):\n    return a\n\n\ndef oneness():\n    return first(\"first, oneness\")\n")
    text_of(edit(server, op="undo"))
    same((place.repo / "m.py").read_text(), tree["m.py"])
    server.end()


@case
def several_folders_and_what_is_left_out():
    files = {"a/x.py": "v = 1\n", "a/old/y.py": "v = 1\n", "b/z.py": "v = 1\n", "c/w.py": "v = 1\n", "we,ird{1}.py": "v = 1\n"}
    place, server = start(tree=files)

    def changed(file, expect):
        text_of(edit(server, op="text", file=file, find="v = 1", text="v = 2", expect=expect))
        found = sorted(path for path in files if (place.repo / path).read_text() != files[path])
        text_of(edit(server, op="undo"))
        return found

    same(changed("a, b", 3), ["a/old/y.py", "a/x.py", "b/z.py"])
    same(changed("a,b,!a/old", 2), ["a/x.py", "b/z.py"])
    same(changed("{a,c}/*.py", 2), ["a/x.py", "c/w.py"])
    same(changed("!a, !*ird*", 2), ["b/z.py", "c/w.py"])
    same(changed("a/x.py,c/w.py", 2), ["a/x.py", "c/w.py"])
    same(changed("we,ird{1}.py", 1), ["we,ird{1}.py"])
    has(refused(edit(server, op="text", file="../a,/etc", find="v", text="w", expect=1)), "'../a,/etc' is outside the workspace")
    server.end()


@case
def a_dry_run_writes_nothing():
    place, server = start()
    same(text_of(edit(server, op="replace_body", symbol="a.ts:f", text="return x + 1", dry_run=True)),
         "Would do: replace_body f at a.ts:1\n"
         "diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1,3 +1,3 @@\n export function f(x: number) {\n-  return x\n+  return x + 1\n }\n"
         "Nothing was written: dry_run.\n")
    same((place.repo / "a.ts").read_text(), TREE_OF["a.ts"])
    server.end()


@case
def a_batch_is_done_whole_or_not_at_all():
    place, server = start()
    has(refused(edit(server, op="batch", ops=[{"op": "insert_last", "file": "m.py", "text": "x = 1\n"}, {"op": "delete", "symbol": "nobody"}])),
        "operation 2: no symbol is called 'nobody'")
    same((place.repo / "m.py").read_text(), TREE_OF["m.py"])
    text_of(edit(server, op="batch", ops=[{"op": "create_file", "file": "new/k.py", "text": "def k():\n    pass\n"},
                                          {"op": "replace_body", "symbol": "new/k.py:k", "file": "new/k.py", "text": "return 4"}]))
    same((place.repo / "new/k.py").read_text(), "def k():\n    return 4\n")
    text_of(edit(server, op="batch", ops=[{"op": "create_file", "file": "new/l.py", "text": "def k():\n    pass\n"},
                                          {"op": "create_file", "file": "new/m.py", "text": "def k():\n    pass\n"},
                                          {"op": "replace_body", "symbol": "new/m.py:k", "text": "return 5"}]))
    same((place.repo / "new/l.py").read_text(), "def k():\n    pass\n")
    same((place.repo / "new/m.py").read_text(), "def k():\n    return 5\n")
    has(refused(edit(server, op="delete", symbol="new/m.py:k", file="new/l.py")), "'new/m.py:k' is in another file than file=new/l.py; leave one of them out")
    server.end()


@case
def hostile_arguments_are_refused():
    place, server = start()
    for arguments in ({"op": "create_file", "file": "../out.py", "text": "x"}, {"op": "create_file", "file": ".git/hooks/x", "text": "x"},
                      {"op": "text", "file": "../../etc/passwd", "find": "root", "text": "x"}, {"op": "rename_file", "file": "m.py", "to": "/tmp/x.py"},
                      {"op": "replace", "symbol": "m.py:one", "text": "a\x00b"}, {"op": "rename", "symbol": "m.py:one", "new_name": "a b"},
                      {"op": "workspace_edit", "edit": {"changes": {"file:///etc/passwd": []}}},
                      {"op": "rename", "symbol": "x" * 999, "new_name": "y"}):
        refused(edit(server, **arguments))
    same(sorted(path.name for path in place.repo.glob("*.py")), ["m.py", "n.py"])
    has(refused(server.call("call", {"name": "edit", "arguments": {"op": "undo"}})["result"]), "edit")
    server.end()


@case
def writing_is_refused_where_only_reading_is_allowed():
    place = Place(TREE_OF)
    server = Stdio(place, "--read-only")
    server.initialize()
    answer = edit(server, op="delete", symbol="m.py:two", force=True)
    has(refused(answer), "read-only")
    same((place.repo / "m.py").read_text(), TREE_OF["m.py"])
    server.end()


@case
def kart_writes():
    place, server = start("kart")
    def kart(tool, **arguments):
        answer = server.call(tool, arguments)["result"]
        same(answer["isError"], False, show(answer))
        return answer["structuredContent"]
    path = str(place.repo / "a.ts")
    same(kart("kart_replace", file=path, symbol="f", content="export function f(y: number) {\n  return y\n}"),
         {"success": True, "path": path, "symbol": "f", "diagnostics": [], "syntaxError": False})
    same((place.repo / "a.ts").read_text(), "export function f(y: number) {\n  return y\n}\n")
    answer = kart("kart_replace", file=path, symbol="f", content="export function f( {")
    same((answer["success"], answer["syntaxError"], len(answer["diagnostics"]) > 0), (False, True, True))
    same(kart("kart_insert_after", file=path, symbol="f", content="export const h = 2")["success"], True)
    same(kart("kart_insert_before", file=path, symbol="f", content="const first = 1")["success"], True)
    same((place.repo / "a.ts").read_text(), "const first = 1\n\nexport function f(y: number) {\n  return y\n}\n\nexport const h = 2\n")
    same(kart("kart_rename", path=path, symbol="f", newName="k"),
         {"symbol": "f", "newName": "k", "path": path, "filesModified": [path, str(place.repo / "b.ts")], "totalEdits": 3,
          "note": "rename f to k: 3 places in 2 files, by the graph"})
    same((place.repo / "b.ts").read_text(), "import { k } from './a'\nexport const g = k(1)\n")
    has(server.call("kart_replace", {"file": path, "symbol": "nobody", "content": "x"})["result"]["content"][0]["text"], "Error: ", "nobody")
    server.end()


@case
def agent_lsp_writes():
    place, server = start("agent-lsp")
    def agent(tool, **arguments):
        answer = server.call(tool, arguments)["result"]
        same(answer["isError"], False, show(answer))
        return answer["structuredContent"]
    path = str(place.repo / "m.py")
    answer = agent("replace_symbol_body", file_path=path, symbol_path="one", new_body="return a + 1")
    same((answer["applied"], answer["symbol"], answer["files"], answer["errors_after"], answer["warnings_after"]), (True, "one", [path], 0, 0))
    agent("insert_after_symbol", file_path=path, symbol_path="one", code="def mid():\n    pass")
    agent("insert_before_symbol", file_path=path, symbol_path="one", code="def zero():\n    pass")
    same((place.repo / "m.py").read_text(), "def zero():\n    pass\n\n\ndef one(a):\n    return a + 1\n\n\ndef mid():\n    pass\n\n\ndef two():\n    return one(1)\n")
    agent("safe_delete_symbol", file_path=path, symbol_path="zero")
    has(refused(server.call("safe_delete_symbol", {"file_path": path, "symbol_path": "one"})["result"]), "one is used at ")
    agent("apply_edit", file_path=path, old_text="one(1)", new_text="one(2)")
    uri = "file://" + path
    agent("apply_edit", workspace_edit={"changes": {uri: [{"range": {"start": {"line": 0, "character": 8}, "end": {"line": 0, "character": 9}}, "newText": "b"},
                                                          {"range": {"start": {"line": 1, "character": 11}, "end": {"line": 1, "character": 12}}, "newText": "b"}]}})
    same((place.repo / "m.py").read_text(), "def one(b):\n    return b + 1\n\n\ndef mid():\n    pass\n\n\ndef two():\n    return one(2)\n")
    has(refused(server.call("apply_edit", {"file_path": path})["result"]), "give workspace_edit, or file_path with old_text and new_text")
    server.end()


@case
def a_text_with_other_white_space_is_taken_and_told():
    tree = {"t.go": "package t\r\n\r\nfunc One(a int) int {\r\n\tif a > 1 {\r\n\t\treturn a\r\n\t}\r\n\treturn 0\r\n}\r\n",
            "m.py": "def one(a):\n    if a:\n        return  a\n    return 0\n\n\ndef two(a):\n    if a:\n        return a\n    return 0\n"}
    place, server = start("agent-lsp", tree)
    ask = lambda **more: server.call("apply_edit", more)["result"]  # noqa: E731
    note = lambda lines: ("the text is not there as it was given: what differs in white space alone, lines %s of t.go, was taken. "  # noqa: E731
                          "No language server is running for these files: only their syntax was checked." % lines)
    answer = ask(file_path="t.go", old_text="    if a > 1 {\n        return a\n    }\n", new_text="    if a > 2 {\n        return a + 1\n    }\n")
    same((answer["structuredContent"]["note"], answer["structuredContent"]["edit_count"]), (note("4 to 6"), 1))
    has(answer["content"][0]["text"], "white space alone")
    same((place.repo / "t.go").read_bytes(), tree["t.go"].replace("a > 1", "a > 2").replace("return a", "return a + 1").encode())
    answer = ask(file_path="t.go", old_text="if a > 2 { return a + 1 }", new_text="")
    same(answer["structuredContent"]["note"], note("4 to 6"))
    same((place.repo / "t.go").read_bytes(), b"package t\r\n\r\nfunc One(a int) int {\r\n\treturn 0\r\n}\r\n")
    answer = ask(file_path="t.go", old_text="(a  int)", new_text=" (b int) ")
    same((place.repo / "t.go").read_bytes(), b"package t\r\n\r\nfunc One(b int) int {\r\n\treturn 0\r\n}\r\n")
    has(refused(ask(file_path="m.py", old_text="if  a:\n return a", new_text="pass")), "2 places have this text but for white space: m.py:2, m.py:8; give more of it")
    has(refused(ask(file_path="m.py", old_text="  \n\t \n  \n", new_text="pass")), "is nowhere in m.py")
    has(refused(ask(file_path="m.py", old_text="re turn a", new_text="pass")), "is nowhere in m.py")
    same((place.repo / "m.py").read_text(), tree["m.py"])
    server.end()


@case
def a_definition_moves_with_its_imports():
    tree = {"p/__init__.py": "", "p/a.py": "import os\nfrom p.c import helper\n\nLIMIT = 3\n\n\ndef work(x):\n    return helper(os.getcwd(), LIMIT)\n\n\ndef rest():\n    return work(1)\n",
            "p/b.py": "def other():\n    pass\n", "p/c.py": "def helper(a, b):\n    return a\n",
            "u.py": "from p.a import rest, work\n\nwork(2)\nrest()\n",
            "w/a.ts": "import { k } from './k'\nexport function f() {\n  return k\n}\n\nexport const other = 1\n", "w/k.ts": "export const k = 1\n",
            "w/u.ts": "import { f, other } from './a'\nf()\nother\n"}
    place, server = start(tree=tree)
    text_of(edit(server, op="move", symbol="p/a.py:work", to="p/b.py"))
    same((place.repo / "p/b.py").read_text(),
         "from p.a import LIMIT\nimport os\nfrom p.c import helper\n\n\ndef other():\n    pass\n\n\ndef work(x):\n    return helper(os.getcwd(), LIMIT)\n")
    same((place.repo / "p/a.py").read_text(), "import os\nfrom p.c import helper\nfrom p.b import work\n\nLIMIT = 3\n\n\ndef rest():\n    return work(1)\n")
    same((place.repo / "u.py").read_text(), "from p.a import rest\nfrom p.b import work\n\nwork(2)\nrest()\n")
    text_of(edit(server, op="move", symbol="w/a.ts:f", to="w/deep/n.ts"))
    same((place.repo / "w/a.ts").read_text(), "export const other = 1\n")
    same((place.repo / "w/u.ts").read_text(), "import { other } from './a'\nimport { f } from './deep/n'\nf()\nother\n")
    same((place.repo / "w/deep/n.ts").read_text(), "import { k } from '../k'\n\nexport function f() {\n  return k\n}\n")
    server.end()


main()
