#!/usr/bin/env python3
"""After an edit of each kind the index of the process that made it holds row for
row, and exports line for line, what one made from scratch holds."""
import pathlib
import sys
import tempfile

from trees import Source, Tree

FILES = {
    "p/__init__.py": "",
    "p/a.py": "from p.c import helper\n\nLIMIT = 3\n\n\ndef work(x, y):\n    return helper(x, LIMIT)\n\n\ndef rest():\n    return work(1, 2)\n",
    "p/b.py": "class Box:\n    def open(self):\n        return 1\n",
    "p/c.py": "def helper(a, b):\n    return a\n",
    "u.py": "from p.a import rest, work\nfrom p.b import Box\n\nwork(2, 3)\nrest()\nBox().open()\n",
    "w/k.ts": "export const k = 1\n",
    "w/a.ts": "import { k } from './k'\n\nexport function f() {\n  return k\n}\n\nexport class Shape {\n  area() {\n    return f()\n  }\n}\n",
    "w/u.ts": "import { f, Shape } from './a'\n\nf()\nnew Shape().area()\n",
    "go.mod": "module example.org/m\n\ngo 1.21\n",
    "g/g.go": "package g\n\ntype T struct{}\n\nfunc (t T) Run() int {\n\treturn One()\n}\n\nfunc One() int {\n\treturn 1\n}\n",
    "main.go": "package main\n\nimport \"example.org/m/g\"\n\nfunc main() {\n\tg.T{}.Run()\n\tg.One()\n}\n",
}

# One after the other in the same tree.
EDITS = [
    {"op": "replace", "symbol": "p/c.py:helper", "text": "def helper(a, b):\n    return inner(b)\n\n\ndef inner(b):\n    return b"},
    {"op": "replace_body", "symbol": "w/a.ts:f", "text": "return k + 1"},
    {"op": "replace_signature", "symbol": "g/g.go:One", "text": "func One() int64"},
    {"op": "insert_before", "symbol": "w/a.ts:f", "text": "function before() {\n  return f()\n}"},
    {"op": "insert_after", "symbol": "g/g.go:One", "text": "func Two() int {\n\treturn One()\n}"},
    {"op": "insert_first", "symbol": "p/b.py:Box", "text": "def first(self):\n    return self.open()"},
    {"op": "insert_last", "symbol": "w/a.ts:Shape", "text": "last() {\n  return this.area()\n}"},
    {"op": "delete", "symbol": "g/g.go:Two"},
    {"op": "delete", "symbol": "w/a.ts:Shape", "force": True},
    {"op": "rename", "symbol": "g/g.go:One", "new_name": "First"},
    {"op": "rename", "symbol": "p/b.py:Box", "new_name": "Chest"},
    {"op": "change_signature", "symbol": "p/a.py:work", "params": ["y", "x"]},
    {"op": "move", "symbol": "p/a.py:work", "to": "p/b.py"},
    {"op": "move", "symbol": "w/a.ts:f", "to": "w/deep/n.ts"},
    {"op": "text", "file": "p/a.py", "find": "LIMIT = 3", "text": "LIMIT = 4\nMORE = LIMIT"},
    {"op": "regex", "file": "w/k.ts", "find": "const (\\w+) = 1", "text": "const $1 = 2, j = 3"},
    {"op": "pattern", "file": "u.py", "find": "rest()", "text": "print(rest())"},
    {"op": "lines", "file": "u.py", "line": 1, "end_line": 1, "text": "from p.a import LIMIT, rest\n"},
    {"op": "create_file", "file": "p/d.py", "text": "from p.c import helper\n\nhelper(1, 2)\n"},
    {"op": "rename_file", "file": "w/k.ts", "to": "w/key.ts"},
    {"op": "delete_file", "file": "p/d.py"},
    {"op": "batch", "ops": [{"op": "create_file", "file": "g/h.go", "text": "package g\n\nfunc Three() int {\n\treturn First()\n}\n"},
                            {"op": "replace_body", "symbol": "g/h.go:Three", "text": "return First() + 1"}]},
    {"op": "undo"},
]


def put(root):
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


def main():
    failed = rows = 0
    with tempfile.TemporaryDirectory(prefix="fathom-edits-") as base:
        tree = Tree(pathlib.Path(base), Source("edits", put))
        try:
            tree.ask_server()
            for number, edit in enumerate(EDITS, 1):
                what = f"{number} {edit['op']} {edit.get('symbol', edit.get('file', ''))}"
                answer = tree.ask_tool("edit", edit)
                assert answer["applied"], f"{what}: {answer}"
                tree.ask_server()
                rows = tree.check(what, is_fresh=False)
        except AssertionError as error:
            print(f"FAIL {error}")
            failed = 1
        finally:
            tree.close()
    if not failed:
        print(f"ok {len(EDITS)} edits, each compared: {rows} rows at last")
    return failed


if __name__ == "__main__":
    sys.exit(main())
