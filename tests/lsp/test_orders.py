#!/usr/bin/env python3
"""The same question has the same answer, whatever was asked before.

Small projects whose parts a server learns of only one after the other
(several TypeScript projects side by side, C without a compilation database),
asked the same questions in random orders, each order with a fresh server; one
order is also asked twice. A language whose server is not installed is skipped
by name. FATHOM_ORDERS sets how many orders there are, FATHOM_SEED the first.
"""
import random

from servers import *

ORDERS = int(os.environ.get("FATHOM_ORDERS", "2"))
SEED = int(os.environ.get("FATHOM_SEED", "1"))

TYPESCRIPT = {
    "package.json": '{"name": "shop", "private": true}\n',
    "core/tsconfig.json": '{"compilerOptions": {"strict": true}, "include": ["src"]}\n',
    "core/src/price.ts": "export function total(items: number[]): number {\n  return items.reduce(add, 0);\n}\n"
                         "export function add(a: number, b: number): number {\n  return a + b;\n}\n",
    "core/src/report.ts": 'import { total } from "./price";\nexport function report(): string {\n  return `${total([1, 2])}`;\n}\n',
    "app/tsconfig.json": '{"compilerOptions": {"strict": true}, "include": ["src"]}\n',
    "app/src/main.ts": 'import { total } from "../../core/src/price";\nimport { report } from "../../core/src/report";\n'
                       "export function main(): number {\n  report();\n  return total([3]) + total([4]);\n}\n",
    "checks/tsconfig.json": '{"compilerOptions": {"strict": true}, "include": ["."]}\n',
    "checks/price.test.ts": 'import { add, total } from "../core/src/price";\nexport function test_total(): boolean {\n'
                            "  return total([1]) === add(0, 1);\n}\n",
    "loose/try.ts": 'import { total } from "../core/src/price";\nexport const tried = total([]);\n',
}
PYTHON = {
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\n',
    "shop/__init__.py": "",
    "shop/price.py": "def add(a: int, b: int) -> int:\n    return a + b\n\n\ndef total(items: list[int]) -> int:\n"
                     "    result = 0\n    for one in items:\n        result = add(result, one)\n    return result\n",
    "shop/report.py": "from shop.price import total\n\n\ndef report() -> str:\n    return str(total([1, 2]))\n",
    "shop/main.py": "from shop import price\nfrom shop.report import report\n\n\ndef main() -> int:\n    report()\n    return price.total([3]) + price.total([4])\n",
    "tests/test_price.py": "from shop.price import add, total\n\n\ndef test_total() -> None:\n    assert total([1]) == add(0, 1)\n",
}
GO = {
    "go.mod": "module shop\n\ngo 1.14\n",
    "price/price.go": "package price\n\nfunc Add(a, b int) int { return a + b }\n\nfunc Total(items []int) int {\n\tresult := 0\n"
                      "\tfor _, one := range items {\n\t\tresult = Add(result, one)\n\t}\n\treturn result\n}\n",
    "price/price_test.go": "package price\n\nimport \"testing\"\n\nfunc TestTotal(t *testing.T) {\n\tif Total([]int{1}) != Add(0, 1) {\n\t\tt.Fatal()\n\t}\n}\n",
    "report/report.go": "package report\n\nimport \"shop/price\"\n\nfunc Report() int { return price.Total([]int{1, 2}) }\n",
    "main.go": "package main\n\nimport (\n\t\"shop/price\"\n\t\"shop/report\"\n)\n\nfunc main() {\n\treport.Report()\n\tprintln(price.Total([]int{3}))\n}\n",
}
C = {
    "price.h": "int add(int a, int b);\nint total(const int *items, int count);\n",
    "price.c": '#include "price.h"\n\nint add(int a, int b) { return a + b; }\n\nint total(const int *items, int count) {\n  int result = 0;\n'
               "  for (int i = 0; i < count; i++) result = add(result, items[i]);\n  return result;\n}\n",
    "report.c": '#include "price.h"\n\nint report(void) {\n  int items[] = {1, 2};\n  return total(items, 2);\n}\n',
    "main.c": '#include "price.h"\n\nint report(void);\n\nint main(void) {\n  int items[] = {3};\n  report();\n  return total(items, 1);\n}\n',
    "tests/test_price.c": '#include "../price.h"\n\nint test_total(void) {\n  int items[] = {1};\n  return total(items, 1) == add(0, 1);\n}\n',
}

# (name, files, program, the file with the function, its definition, the name, who calls it)
PROJECTS_ASKED = [
    ("typescript", TYPESCRIPT, "typescript-language-server", "core/src/price.ts", "function @@total", "total",
     ["app/src/main.ts:1", "app/src/main.ts:5", "checks/price.test.ts:1", "checks/price.test.ts:3",
      "core/src/report.ts:1", "core/src/report.ts:3", "loose/try.ts:1", "loose/try.ts:2"]),
    ("pyright", PYTHON, "pyright-langserver", "shop/price.py", "def @@total", "total",
     ["shop/main.py:7", "shop/report.py:1", "shop/report.py:5", "tests/test_price.py:1", "tests/test_price.py:5"]),
    ("gopls", GO, "gopls", "price/price.go", "func @@Total", "Total",
     ["main.go:10", "price/price_test.go:6", "report/report.go:5"]),
    ("clangd", C, "clangd-19|clangd", "price.c", "int @@total", "total",
     ["main.c:8", "report.c:5", "tests/test_price.c:5"]),
]
RUST = {
    "Cargo.toml": '[package]\nname = "shop"\nversion = "1.0.0"\nedition = "2021"\n',
    "Cargo.lock": 'version = 4\n\n[[package]]\nname = "shop"\nversion = "1.0.0"\n',
    "src/price.rs": "pub fn add(a: u32, b: u32) -> u32 {\n    a + b\n}\n\npub fn total(items: [u32; 2]) -> u32 {\n    add(items[0], items[1])\n}\n",
    "src/report.rs": "use crate::price::total;\n\npub fn report() -> u32 {\n    total([1, 2])\n}\n",
    "src/main.rs": "mod price;\nmod report;\n\nfn main() {\n    report::report();\n    price::total([3, 4]);\n}\n",
}
# The same of current servers: (name, project, uses where they differ)
TODAY = [
    ("gopls", PROJECTS_ASKED[2], None),
    ("basedpyright", PROJECTS_ASKED[1], None),
    ("ty", PROJECTS_ASKED[1], None),
    ("pyrefly", PROJECTS_ASKED[1], None),
    ("pylsp", PROJECTS_ASKED[1], None),
    ("jedi", PROJECTS_ASKED[1], None),
    ("rust-analyzer", ("", RUST, "", "src/price.rs", "fn @@total", "total", []), ["src/main.rs:6", "src/report.rs:1", "src/report.rs:4"]),
]


class Asked(Project):
    """A project that is written here."""

    def __init__(self, files, current=None):
        Place.__init__(self, files)
        self.path = path_of(NPM, current=bool(current))
        if current:
            self.user_config({"servers": choice_of(current)})
        same(self.run("trust", str(self.repo)).status, 0, "fathom trust")


def clean(value, root):
    """An answer without what may differ: times, and where the copy lies."""
    if isinstance(value, dict):
        return {key: clean(one, root) for key, one in value.items() if key not in ("_meta", "hint", "note", "source", "answered_by")}
    if isinstance(value, list):
        return [clean(one, root) for one in value]
    return value.replace(root, "") if isinstance(value, str) else value


def questions(place, path, definition, name):
    at = place.at(path, definition)
    file = str(place.repo / path)
    others = sorted(one for one in place.repo.rglob("*") if one.suffix in (".ts", ".py", ".go", ".c", ".rs"))
    return {
        "find_references": ("find_references", at),
        "with_declaration": ("find_references", {**at, "include_declaration": True}),
        "blast_radius": ("blast_radius", {"changed_files": [file], "scope": "all"}),
        "explore_symbol": ("explore_symbol", at),
        "find_callers": ("find_callers", {**at, "direction": "incoming"}),
        "kart_references": ("kart_references", {"path": file, "symbol": name}),
        "kart_impact": ("kart_impact", {"path": file, "symbol": name}),
        "other": ("list_symbols", {"file_path": str(others[-1])}),
        "third": ("get_diagnostics", {"file_path": str(others[0])}),
    }


KEYS = ["find_references", "with_declaration", "blast_radius", "explore_symbol", "find_callers", "kart_references", "kart_impact",
        "other", "third"]
UNCOMPARED = {"other", "third"}  # they are asked to make a difference


def ask(server, root, tool, arguments):
    fields = server.ask(tool, arguments)
    return clean(fields, root)


def one_order(row, order, seen, current):
    _, files, _, path, definition, name, uses = row
    with Asked(files, current) as place:
        server = place.start()
        asked = questions(place, path, definition, name)
        for number, key in enumerate(order):
            answer = ask(server, str(place.repo) + "/", *asked[key])
            before = order[:number]
            if key in UNCOMPARED:
                continue
            if key == "find_references":
                same(sorted({f"{one['file']}:{one['line']}" for one in answer["locations"]}), uses, f"uses of {name} after {before}")
                same(answer["partial"], False, f"partial after {before}")
            first, then = seen.setdefault(key, (answer, before))
            same(answer, first, f"{key} after {before}, against after {then}")
        server.end()


def add_orders(row, current=None):
    def run():
        seen = {}
        for number in range(ORDERS):
            order = KEYS[:]
            random.Random(SEED + number).shuffle(order)
            one_order(row, order, seen, current)
    add_case(f"orders_today_{current}" if current else f"orders_{row[0]}", run)


for row in PROJECTS_ASKED:
    if any(shutil.which(program, path=path_of(NPM)) for program in row[2].split("|")):
        add_orders(row)
    else:
        print(f"skipped orders_{row[0]}: {row[2]} is not installed")
for name, row, uses in TODAY:
    if is_current(name):
        add_orders((*row[:6], uses or row[6]), name)
    else:
        print(f"skipped orders_today_{name}: it is not in build/servers (scripts/servers)")
main()
