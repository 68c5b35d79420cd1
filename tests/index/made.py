"""Trees in which files use each other in the ways of their languages, with the
configuration that decides where a name leads."""

MANY = 24
SITE = ".venv/lib/python3.11/site-packages"


def write(to, files):
    for name, text in files.items():
        path = to / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def typescript(to):
    files = {
        "package.json": '{"name": "made", "private": true, "workspaces": ["packages/*"]}\n',
        "tsconfig.json": '{"compilerOptions": {"baseUrl": ".", "paths": {"@lib/*": ["packages/lib/src/*"]}}}\n',
        ".gitignore": "dist/\n*.log\n",
        "packages/lib/package.json": '{"name": "@made/lib", "main": "src/index.ts"}\n',
        "packages/app/package.json": '{"name": "@made/app", "main": "src/index.ts"}\n',
        "packages/app/tsconfig.json": '{"extends": "../../tsconfig.json", "compilerOptions": {"strict": true}}\n',
        "packages/lib/src/index.ts": "".join(f'export * from "./part{i}"\n' for i in range(MANY)),
        "node_modules/kit/package.json": '{"name": "kit", "types": "dist/index.d.ts"}\n',
        "node_modules/kit/dist/index.d.ts": 'export * from "./box.js"\nexport { each } from "./each"\nimport { Inner } from "inner"\n'
                                            "export declare function inner<T>(of: T): Inner<T>;\n",
        "node_modules/kit/dist/box.d.ts": "export declare class Box<T> {\n  value: T;\n  size(): number;\n}\n"
                                          "export declare function box<T>(value: T): Box<T>;\n",
        "node_modules/kit/dist/each.d.ts": "export declare function each<T, U>(list: T[], call: (item: T) => U): U;\n",
        "node_modules/inner/index.d.ts": "export interface Inner<T> { held: T }\n",
        "node_modules/plain/index.js": "module.exports = x => x\n",
        "node_modules/@types/plain/index.d.ts": "declare function plain<T>(value: T): T;\nexport = plain;\n",
        "packages/app/node_modules/kit/index.d.ts": "export declare function box<T>(value: T): { value: T };\n",
        "packages/app/src/index.tsx": 'import { Part0 } from "@made/lib"\nimport * as all from "@lib/index"\n'
                                      "export function App() { return <div>{new Part0().next().size()}{all.made1(2)}</div> }\n",
    }
    for i in range(MANY):
        j = (i * 5 + 1) % MANY
        how = ['"./part{j}"', '"@lib/part{j}"', '"@made/lib"'][i % 3].format(j=j)
        files[f"packages/lib/src/part{i}.ts"] = (
            f"import {{ Part{j}, made{j} }} from {how}\nimport {{ Box, box, each, inner }} from \"kit\"\nimport plain from \"plain\"\n"
            f"export function boxed{i}() {{ box(new Part{j}()).value.size(); inner(new Part{i}()).held.next(); plain(new Part{i}()).size() }}\n"
            f"export class Held{i} extends Box<Part{j}> {{ more() {{ this.size(); this.value.next(); each([this.value], one => one.size()) }} }}\n"
            f"export class Part{i} {{\n  held = {i}\n  next(): Part{j} {{ return new Part{j}() }}\n"
            f"  size() {{ return this.next().held + made{j}(this.held) }}\n}}\n"
            f"export function made{i}(n: number): number {{ return n > 0 ? made{j}(n - 1) : new Part{i}().size() }}\n")
        files[f"packages/app/src/use{i}.js"] = (
            f'const {{ made{i} }} = require("@made/lib")\nmodule.exports = {{ run: () => made{i}({i}) }}\n')
    write(to, files)


def python(to):
    files = {
        "pyproject.toml": '[project]\nname = "made"\n[tool.setuptools.packages.find]\nwhere = ["src"]\n',
        "setup.cfg": "[options]\npackage_dir =\n    =src\n",
        ".gitignore": "__pycache__/\nbuild/\n",
        ".venv/pyvenv.cfg": "home = /usr/bin\nversion = 3.11.2\n",
        f"{SITE}/kit/__init__.py": "from .box import Box, box\nfrom . import more\n",
        f"{SITE}/kit/box.py": "from typing import Generic, TypeVar\nfrom inner import Inner\nT = TypeVar('T')\n\n\n"
                              "class Box(Generic[T], Inner):\n    def value(self) -> T: ...\n    def size(self): return 1\n\n\n"
                              "def box(value: T) -> Box[T]: ...\n",
        f"{SITE}/kit/more.py": "def give(x): return x\n",
        f"{SITE}/kit-stubs/more.pyi": "from typing import TypeVar\nT = TypeVar('T')\ndef give(x: T) -> T: ...\n",
        f"{SITE}/inner.pyi": "class Inner:\n    def next(self) -> 'Inner': ...\n",
        "src/made/py.typed": "",
        "src/made/__init__.py": "from .part0 import Part0\nfrom . import part1 as first\n__all__ = ['Part0', 'first']\n",
        "src/made/inner/__init__.py": "from ..part2 import *\n",
        "src/made/part3.pyi": "class Part3:\n    def next(self) -> 'Part3': ...\ndef made3(n: int) -> int: ...\n",
        "tests/test_made.py": "from made import Part0, first\nimport made.inner as inner\n\n\n"
                              "def test_all():\n    assert Part0().next().size() == first.made1(2) + inner.made2(1)\n",
    }
    for i in range(MANY):
        j = (i * 7 + 1) % MANY
        how = [f"from .part{j} import Part{j}, made{j}", f"from made.part{j} import Part{j}, made{j}",
               f"import made.part{j}\nPart{j} = made.part{j}.Part{j}\nmade{j} = made.part{j}.made{j}"][i % 3]
        files[f"src/made/part{i}.py"] = (
            f"from kit import Box, box\nfrom kit.more import give\nimport kit\n{how}\n\n\n"
            f"class Held{i}(Box['Part{j}']):\n    def more(self):\n        self.size()\n        self.next().next()\n        self.value().size()\n\n\n"
            f"def boxed{i}():\n    box(Part{i}()).value().size()\n    give(Part{j}()).next()\n    kit.more.give(Part{i}()).size()\n\n\n"
            f"class Part{i}(Part{j} if {i} % 4 else object):\n    held: int = {i}\n\n"
            f"    def next(self) -> 'Part{j}':\n        return Part{j}()\n\n"
            f"    def size(self):\n        return self.next().held + made{j}(self.held)\n\n\n"
            f"def made{i}(n: int) -> int:\n    return made{j}(n - 1) if n else Part{i}().size()\n")
    write(to, files)


def compiled(to):
    """Go, Java, C and Lua side by side."""
    files = {"go.mod": "module example.com/made\n\ngo 1.21\n\nrequire example.org/kit v1.0.0\n", ".gitignore": "*.o\nbin/\n",
             "vendor/modules.txt": "# example.org/kit v1.0.0\n## explicit\nexample.org/kit\n",
             "vendor/example.org/kit/kit.go": 'package kit\n\nimport "example.org/kit/inner"\n\ntype Box[T any] struct {\n\tinner.Base\n\tHeld T\n}\n\n'
                                              "func Of[T any](value T) *Box[T] { return &Box[T]{Held: value} }\n",
             "vendor/example.org/kit/get.go": "package kit\n\nfunc (b *Box[T]) Get() T { return b.Held }\n",
             "vendor/example.org/kit/inner/base.go": "package inner\n\ntype Base struct{}\n\nfunc (b *Base) Size() int { return 1 }\n",
             "main.go": 'package main\n\nimport "example.com/made/part0"\n\nfunc main() { part0.New().Size() }\n',
             "c/all.h": "".join(f'#include "part{i}.h"\n' for i in range(MANY // 2)),
             "lua/main.lua": 'local part0 = require("lua.part0")\nprint(part0.made(3))\n'}
    for i in range(MANY // 2):
        j = (i * 5 + 1) % (MANY // 2)
        files[f"part{i}/part.go"] = (
            f'package part{i}\n\nimport (\n\tother "example.com/made/part{j}"\n\t"example.org/kit"\n)\n\ntype Part struct{{ held int }}\n\n'
            f"func boxed() int {{ return kit.Of(New()).Get().Size() + kit.Of(other.New()).Size() }}\n\n"
            f"func New() *Part {{ return &Part{{{i}}} }}\n\nfunc (p *Part) Size() int {{ return p.held + grow(p) }}\n\n"
            f"func use() int {{ return other.New().Size() }}\n")
        files[f"part{i}/grow.go"] = f"package part{i}\n\nfunc grow(p *Part) int {{ return p.held + use() }}\n"
        files[f"java/made/p{i % 3}/Part{i}.java"] = (
            f"package made.p{i % 3};\n\nimport made.p{j % 3}.Part{j};\n\npublic class Part{i} {{\n"
            f"  private int held = {i};\n  public Part{j} next() {{ return new Part{j}(); }}\n"
            f"  public int size() {{ return next().size() + size(held); }}\n  int size(int n) {{ return n; }}\n}}\n")
        files[f"c/part{i}.h"] = f"#ifndef P{i}\n#define P{i}\ntypedef struct Part{i} {{ int held; }} Part{i};\nint made{i}(Part{i} *p);\n#endif\n"
        files[f"c/part{i}.c"] = (f'#include "part{i}.h"\n#include "all.h"\n\nstatic int grow(Part{i} *p) {{ return p->held; }}\n\n'
                                 f"int made{i}(Part{i} *p) {{ Part{j} q = {{0}}; return grow(p) + made{j}(&q); }}\n")
        files[f"lua/part{i}.lua"] = (f'local M = {{}}\nlocal other = require("lua.part{j}")\n\n'
                                     f"function M.made(n) return n > 0 and other.made(n - 1) or {i} end\n\nreturn M\n")
    write(to, files)


def wide(to, count=400):
    """Enough of it to be interrupted, in files that lead to each other."""
    files = {"main.c": "int used(void) { return 1; }\nint main(void) { return used(); }\n"}
    for i in range(count):
        j = (i * 7 + 1) % count
        files[f"p{i % 17}/m{i}.py"] = (
            f"from p{j % 17}.m{j} import f{j} as g\n\n\nclass C{i}:\n    def go(self):\n        return g(self)\n\n\n"
            f"def f{i}(x):\n    return C{i}().go() + x.go()\n")
    write(to, files)


TREES = {"typescript": typescript, "python": python, "compiled": compiled}
