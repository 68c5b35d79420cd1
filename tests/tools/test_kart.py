#!/usr/bin/env python3
"""kart's names: its parameters, its fields, its errors."""
from trees import *

PLACE = Place(TREE)
SERVER = Stdio(PLACE, "--profile", "kart")
SERVER.initialize()


def kart(tool, **arguments):
    """The structured content, which the text repeats."""
    answer = SERVER.call(tool, arguments)["result"]
    same(answer["isError"], False, show(answer))
    same(json.loads(answer["content"][0]["text"]), answer["structuredContent"], "the text says the same")
    return answer["structuredContent"]


def refused(tool, **arguments):
    answer = SERVER.call(tool, arguments)["result"]
    same(answer["isError"], True, show(answer))
    return answer["content"][0]["text"]


def at(path):
    return str(PLACE.repo / path)


def names(symbols):
    return [symbol["name"] for symbol in symbols]


TEXT = {"type": "string"}
NAME = {"type": "string", "minLength": 1, "maxLength": 10000}
PATH = {"type": "string", "minLength": 1, "maxLength": 4096}
FILE = {"type": "string", "minLength": 1}  # the type's own limit, 4,096, holds
KINDS = ["function", "class", "interface", "type", "const", "enum"]
DEPTH = {"type": "integer", "minimum": 1, "maximum": 5, "default": 3}
LINE = {"type": "integer", "minimum": 0}
ABOUT = {"path*": FILE, "symbol*": NAME}


def choice(*words, **more):
    return {"type": "string", "enum": list(words), **more}


def flag(default):
    return {"type": "boolean", "default": default}


# By tool: its parameters (with * those that are required) and the fields of its
# results; None: no schema can say them.
TOOLS = {
    "kart_zoom": ({"path*": PATH, "level": {"type": "integer", "minimum": 0, "maximum": 2},
                   "depth": {"type": "integer", "minimum": 0, "maximum": 2, "default": 0},
                   "visibility": choice("exported", "all", default="exported"),
                   "kind": {"type": "array", "items": choice(*KINDS)}, "deep": flag(False)}, None),
    "kart_impact": ({"path*": PATH, "symbol*": NAME, "depth": DEPTH},
                    "symbol* path* depth* maxDepth* totalNodes* highFanOut* root* source* truncated"),
    "kart_deps": ({"path*": PATH, "symbol*": NAME, "depth": DEPTH},
                  "symbol* path* depth* maxDepth* totalNodes* highFanOut* root* source* truncated"),
    "kart_find": ({"name*": TEXT, "kind": choice(*KINDS, "let", "var"), "exported": {"type": "boolean"}, "path": TEXT},
                  "symbols* truncated* fileCount* durationMs*"),
    "kart_search": ({"pattern*": NAME, "glob": {"type": "string", "maxLength": 4096}, "paths": {"type": "array", "items": TEXT}},
                    "matches* truncated* durationMs*"),
    "kart_list": ({"path*": PATH, "recursive": flag(False), "glob": {"type": "string", "maxLength": 4096}}, "entries* truncated*"),
    "kart_cochange": ({"path*": PATH}, "path* neighbors error message"),
    "kart_references": ({**ABOUT, "includeDeclaration": flag(True)},
                        "symbol* path* references* totalReferences* includesDeclaration* truncated indexing note partial"),
    "kart_definition": (ABOUT, "symbol* path* definitions* totalDefinitions* truncated indexing note"),
    "kart_type_definition": (ABOUT, "symbol* path* typeDefinitions* totalTypeDefinitions* truncated indexing note"),
    "kart_implementation": (ABOUT, "symbol* path* implementations* totalImplementations* truncated indexing note"),
    "kart_code_actions": (ABOUT, "symbol* path* actions* totalActions* indexing note"),
    "kart_expand_macro": (ABOUT, "symbol* path* name* expansion* indexing note"),
    "kart_inlay_hints": ({"path*": FILE, "startLine": LINE, "endLine": LINE}, "path* hints* totalHints* indexing note"),
    "kart_diagnostics": ({"paths*": {"type": "array", "items": TEXT, "minItems": 1, "maxItems": 200}},
                         "diagnostics* oxlintAvailable* clippyAvailable typeAware servers truncated pathsSkipped note"),
    "kart_imports": ({"path*": PATH}, None),
    "kart_importers": ({"path*": PATH}, "path* directImporters* barrelImporters* totalImporters* note"),
    "kart_unused_exports": ({}, "unusedExports* totalUnused* totalExports* fileCount* durationMs*"),
    "kart_workspace_symbol": ({"query*": TEXT}, "query* symbols* totalSymbols* truncated indexing note"),
    "kart_rename": ({"path*": FILE, "symbol*": {"type": "string", "minLength": 1, "maxLength": 1000},
                     "newName*": {"type": "string", "minLength": 1, "maxLength": 1000}},
                    "symbol* newName* path* filesModified* totalEdits* indexing note"),
    **{f"kart_{what}": ({"file*": FILE, "symbol*": {"type": "string", "minLength": 1, "maxLength": 1000},
                         "content*": {"type": "string", "minLength": 1, "maxLength": 200000}, "format": flag(False)},
                        "success* path* symbol* diagnostics* syntaxError* note") for what in ("replace", "insert_after", "insert_before")},
    "kart_restart": ({}, "restarted* rootDir* stopped*"),
}


# What can be longer than an answer may be takes max_chars.
LENGTH = {"max_chars": {"type": "integer", "minimum": 1000, "maximum": 200000}}
LONG = {"kart_zoom", "kart_impact", "kart_deps", "kart_find", "kart_search", "kart_references", "kart_inlay_hints", "kart_imports",
        "kart_importers", "kart_unused_exports", "kart_workspace_symbol"}


def properties(schema):
    """Its properties without their words; those that are required with a *."""
    return {name + ("*" if name in schema.get("required", []) else ""): {key: value for key, value in one.items() if key != "description"}
            for name, one in schema.get("properties", {}).items()}


@case
def tools_parameters_and_fields():
    tools = {tool["name"]: tool for tool in SERVER.request("tools/list")["result"]["tools"]}
    same(sorted(tools), sorted(["call", *TOOLS]))
    same([name for name, tool in tools.items() if "outputSchema" in tool], [], "only for who asks for structured results")
    server = Stdio(PLACE, "--profile", "kart", "--structured")
    server.initialize()
    described = {tool["name"]: tool for tool in server.request("tools/list")["result"]["tools"]}
    server.end()
    for name, (arguments, fields) in TOOLS.items():
        same(properties(tools[name]["inputSchema"]), {**arguments, **(LENGTH if name in LONG else {})}, name)
        same(sorted(properties(described[name]["outputSchema"])) if fields else described[name].get("outputSchema"),
             sorted([*fields.split(), "left_out"]) if fields else None, name)
        writes = name in ("kart_replace", "kart_insert_after", "kart_insert_before", "kart_rename")
        same(tools[name]["annotations"], {"readOnlyHint": not writes and name != "kart_restart", "destructiveHint": False,
                                          "idempotentHint": not writes, "openWorldHint": False}, name)


@case
def zoom_by_level():
    same(kart("kart_zoom", path="srv/run.go", level=0), {
        "path": at("srv/run.go"), "level": 0, "truncated": True, "symbols": [
            {"name": "Run", "kind": "function", "signature": "func Run(a int) error", "doc": "// Run runs.", "exported": True},
            {"name": "T", "kind": "struct", "signature": "type T struct", "doc": None, "exported": True, "children": [
                {"name": "Name", "kind": "field", "signature": "Name string", "doc": "// Name it has.", "exported": True}]},
            {"name": "Do", "kind": "method", "signature": "func (t *T) Do()", "doc": None, "exported": True}]})
    same(names(kart("kart_zoom", path="web/token.ts", level=1)["symbols"]), ["validate", "helper", "Session", "LIMIT", "Color"])
    same(names(kart("kart_zoom", path="web/token.ts", level=0)["symbols"]), ["validate", "Session", "LIMIT"])
    same(kart("kart_zoom", path="include/it.h", level=2), {
        "path": at("include/it.h"), "level": 2, "truncated": False, "symbols": [
            {"name": "it.h", "kind": "file", "signature": TREE["include/it.h"], "doc": None, "exported": False}]})


@case
def zoom_by_visibility():
    answer = kart("kart_zoom", path="py/model.py")
    same((answer["depth"], names(answer["symbols"])), (0, ["Foo"]))
    same(names(kart("kart_zoom", path="py/model.py", visibility="all")["symbols"]), ["Foo", "_private"])
    same(names(kart("kart_zoom", path="web/token.ts", kind=["class", "const"])["symbols"]), ["Session", "LIMIT"])
    same(kart("kart_zoom", path="web/token.ts", depth=1)["referencedFiles"], [])
    answer = kart("kart_zoom", path="web/app.ts", depth=1, deep=True)
    assert "referencedFiles" in answer, answer


@case
def zoom_follows_types():
    PLACE.write(PLACE.repo, {
        "types/a.ts": 'import { B } from "./b";\nexport function f(b: B): void {}\n',
        "types/b.ts": 'import { C } from "./c";\nexport interface B { c: C }\n',
        "types/c.ts": "export interface C { n: number }\n"})
    files = lambda depth: [pathlib.Path(one["path"]).name for one in  # noqa: E731
                           kart("kart_zoom", path="types/a.ts", depth=depth).get("referencedFiles", [])]
    same((files(0), files(1), files(2)), ([], ["b.ts"], ["b.ts", "c.ts"]))
    has(kart("kart_zoom", path="types/a.ts", depth=1)["referencedFiles"][0]["content"], "export interface B")
    shutil.rmtree(PLACE.repo / "types")


@case
def zoom_clamps():
    same(kart("kart_zoom", path="include/it.h", level=7)["level"], 2)
    same(kart("kart_zoom", path="include/it.h", level=-3)["level"], 0)
    same(kart("kart_zoom", path="include/it.h", depth=99)["depth"], 2)


@case
def zoom_of_a_folder():
    exported = [("index.ts", []), ("token.ts", ["validate", "Session", "LIMIT"]), ("util.ts", ["x", "unused"])]
    rows = lambda answer: [(pathlib.Path(one["path"]).name, names(one["symbols"])) for one in answer["files"]]  # noqa: E731
    for level in (0, 1, 2):
        answer = kart("kart_zoom", path="web", level=level)
        same({key: answer[key] for key in answer if key != "files"}, {"path": at("web"), "level": 0, "symbols": [], "truncated": True})
        same(rows(answer), exported, "the first level, whatever is asked for")
        same([sorted(one) for one in answer["files"]], [["level", "path", "reexports", "symbols", "truncated"], *[["level", "path", "symbols", "truncated"]] * 2])
    answer = kart("kart_zoom", path="web", depth=2)
    same({key: answer[key] for key in answer if key != "files"}, {"path": at("web"), "level": 0, "depth": 2, "symbols": [], "truncated": True})
    same((rows(answer), [one["depth"] for one in answer["files"]]), (exported, [2, 2, 2]))
    answer = kart("kart_zoom", path="web", visibility="all")
    same((answer["level"], answer["depth"], rows(answer)), (1, 0, [("bare.ts", ["hidden"]), ("index.ts", []), (
        "token.ts", ["validate", "helper", "Session", "LIMIT", "Color"]), ("util.ts", ["x", "unused"])]))
    same(rows(kart("kart_zoom", path="web", kind=["class"])), [("token.ts", ["Session"])])
    same(rows(kart("kart_zoom", path="web/inner")), [("deep.ts", ["deep"])])


@case
def text_over_100_kb_is_told_by_its_size():
    for size, is_cut in ((102399, False), (102400, False), (102401, True)):
        PLACE.write(PLACE.repo, {"large.ts": "x" * size})
        answer = kart("kart_zoom", path="large.ts", level=2)
        same(answer["truncated"], is_cut, str(size))
        same(answer.get("size"), size if is_cut else None)
    has(answer["symbols"][0]["signature"], "102,401 bytes")
    (PLACE.repo / "large.ts").unlink()


@case
def missing_files_are_errors():
    for tool in ("kart_zoom", "kart_list", "kart_imports", "kart_importers", "kart_cochange"):
        same(refused(tool, path="web/none.ts"), "Error: FileNotFoundError: there is no 'web/none.ts' in the workspace")
    for tool in ("kart_zoom", "kart_list", "kart_imports", "kart_importers", "kart_cochange"):
        same(refused(tool, path="../home"), f"Error: FileNotFoundError: '../home' is outside the workspace '{PLACE.repo}'; give a path beneath it")
        same(refused(tool, path=""), "argument 'path' must not be empty")
    has(refused("kart_search", pattern="x", paths=["web", "../home"]), "Error: FileNotFoundError: '../home' is outside the workspace ")
    same(refused("kart_search", pattern="x", paths=["web", "none"]), "Error: FileNotFoundError: there is no 'none' in the workspace")
    has(refused("kart_zoom", path="x" * 4097), "4,096")


@case
def files_and_folders_are_told_apart():
    for tool in ("kart_imports", "kart_importers", "kart_cochange"):
        same(refused(tool, path="web"), "Error: 'web' is a folder: give the path of a file")
        same(refused(tool, path="."), "Error: '.' is a folder: give the path of a file")
    for path in ("notes.txt", "web/token.ts"):
        same(refused("kart_list", path=path), f"Error: '{path}' is a file: give the path of a folder")


@case
def find():
    answer = kart("kart_find", name="idat")
    same(answer.pop("durationMs") >= 0, True)
    text = TREE["web/token.ts"]
    same(answer, {"symbols": [{"name": "validate", "kind": "function", "exported": True, "line": 4, "file": "web/token.ts",
                               "range": {"start": text.index("export function validate"), "end": text.index("\n\nfunction helper")}}],
                  "truncated": False, "fileCount": 10})
    same(names(kart("kart_find", name="", path="srv")["symbols"]), ["Run", "small", "T", "Name", "age", "Do"])
    same(names(kart("kart_find", name="", path="srv", exported=False)["symbols"]), ["small", "age"])
    same(names(kart("kart_find", name="", path="web/token.ts", kind="const")["symbols"]), ["LIMIT"])
    same(kart("kart_find", name="Validate")["symbols"], [], "case counts")
    has(refused("kart_find", name="x", path="none"), "FileNotFoundError")
    has(refused("kart_find", name="x", kind="method"), "must be one of")
    same(kart("kart_find", name="Nobody", path="web")["symbols"], [])


@case
def find_tells_var_from_let():
    PLACE.write(PLACE.repo, {"decl.ts": "var a = 1, b = 2;\nlet c = 3;\nexport var d = 4;\nexport let e = 5;\n"
                                        "export declare var f: number;\nconst g = 6;\nlet variant = 7;\n"})
    kinds = lambda **more: {one["name"]: one["kind"] for one in kart("kart_find", name="", path="decl.ts", **more)["symbols"]}  # noqa: E731
    both = {"a": "var", "b": "var", "d": "var", "f": "var"}, {"c": "let", "e": "let", "variant": "let"}
    same(kinds(), both[0] | both[1] | {"g": "const"})
    same((kinds(kind="var"), kinds(kind="let"), kinds(kind="const")), (*both, {"g": "const"}))
    (PLACE.repo / "decl.ts").unlink()


@case
def find_names_a_thousand():
    for count, is_cut in ((999, False), (1000, False), (1001, True)):
        PLACE.write(PLACE.repo, {"mass.c": "".join(f"int mass_{i};\n" for i in range(count))})
        for name in ("mass_", ""):
            answer = kart("kart_find", name=name, path="mass.c", max_chars=200000)
            same((len(answer["symbols"]), answer["truncated"]), (min(count, 1000), is_cut), f"{name}{count}")
    (PLACE.repo / "mass.c").unlink()


@case
def list_entries():
    PLACE.write(PLACE.repo, {"web/dist/out.ts": "export const o = 1;\n"})
    answer = kart("kart_list", path="web")
    same([(one["name"], one["isDirectory"]) for one in answer["entries"]],
         [("app.ts", False), ("bare.ts", False), ("index.ts", False), ("inner", True), ("token.test.ts", False),
          ("token.ts", False), ("util.ts", False)])
    same(answer["entries"][5], {"name": "token.ts", "path": "web/token.ts", "isDirectory": False,
                                "size": len(TREE["web/token.ts"].encode())})
    answer = kart("kart_list", path="web", recursive=True, glob="*e*.ts")
    same([one["path"] for one in answer["entries"]], ["web/bare.ts", "web/index.ts", "web/inner/deep.ts", "web/token.test.ts",
                                                      "web/token.ts"])
    same(answer["truncated"], False)
    shutil.rmtree(PLACE.repo / "web/dist")


@case
def list_caps_at_5000():
    folder = PLACE.repo / "heap"
    folder.mkdir()
    for i in range(4999):
        (folder / f"f{i:04}.txt").touch()
    for count, is_cut in ((4999, False), (5000, False), (5001, True)):
        while len(list(folder.iterdir())) < count:
            (folder / f"g{len(list(folder.iterdir()))}.txt").touch()
        answer = kart("kart_list", path="heap", recursive=True)
        same((len(answer["entries"]), answer["truncated"]), (min(count, 5000), is_cut), str(count))
    shutil.rmtree(folder)


@case
def imports():
    same(kart("kart_imports", path="web/app.ts"), {"path": at("web/app.ts"), "totalImports": 2, "imports": [
        {"specifier": "./index", "resolvedPath": at("web/index.ts"), "importedNames": ["validate"], "isTypeOnly": False},
        {"specifier": "./token", "resolvedPath": at("web/token.ts"), "importedNames": ["Session"], "isTypeOnly": True}]})
    same(kart("kart_imports", path="py/model.py")["imports"],
         [{"specifier": "os", "resolvedPath": None, "importedNames": [], "isTypeOnly": False}])
    PLACE.write(PLACE.repo, {"go.mod": "module example.com/m\n",
                             "cmd/main.go": 'package main\n\nimport "example.com/m/srv"\n\nfunc main() { srv.Run(1) }\n'})
    same(kart("kart_imports", path="cmd/main.go")["imports"][0]["resolvedPath"], at("srv/run.go"))


@case
def importers():
    same(kart("kart_importers", path="web/token.ts"), {
        "path": at("web/token.ts"), "directImporters": [at("web/app.ts"), at("web/index.ts"), at("web/token.test.ts")],
        "barrelImporters": [], "totalImporters": 3})
    PLACE.write(PLACE.repo, {"web/second.ts": 'export * from "./index";\n', "web/user.ts": 'import { LIMIT } from "./second";\n'})
    same(kart("kart_importers", path="web/token.ts")["barrelImporters"], [at("web/user.ts")])
    for name in ("second", "user"):
        (PLACE.repo / f"web/{name}.ts").unlink()
    same(kart("kart_importers", path="notes.txt")["totalImporters"], 0)
    PLACE.write(PLACE.repo, {"pack/__init__.py": '"""A pack."""\nfrom .one import One\n\n__all__ = ["One"]\n',
                             "pack/one.py": "class One: pass\n", "user.py": "from pack import One\n"})
    same(kart("kart_importers", path="pack/one.py")["barrelImporters"], [at("user.py")])
    for name in ("pack/__init__.py", "pack/one.py", "user.py"):
        (PLACE.repo / name).unlink()


@case
def unused_exports():
    with Place({"a.ts": "export function used(): void {}\nexport function lost(): void {}\n",
                "b.ts": 'import { used } from "./a";\nused();\n',
                "whole.ts": "export const one = 1;\n",
                "c.ts": 'import * as w from "./whole";\nconsole.log(w);\n',
                "barrel.ts": 'export * from "./a2";\n', "a2.ts": "export const passed = 1;\n",
                "m.py": "def unheard(): pass\n", "n.py": "from o import heard\nheard()\n", "o.py": "def heard(): pass\ndef main(): pass\n",
                "a.test.ts": "export const inTest = 1;\n"}) as place:
        server = Stdio(place)
        server.initialize()
        answer = server.call("kart_unused_exports", {})["result"]["structuredContent"]
        same(sorted((pathlib.Path(one["path"]).name, one["name"]) for one in answer["unusedExports"]),
             [("a.ts", "lost"), ("m.py", "unheard")])
        same((answer["totalUnused"], answer["fileCount"]), (2, 10))
        server.end()


@case
def a_name_that_there_is_not_is_an_error():
    error_of(SERVER.call("kart_nothing", {}), -32602)


main()
