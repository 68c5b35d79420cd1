#!/usr/bin/env python3
"""No answer over its budget: every tool of every profile, asked about large
files, folders and names that everybody uses. Trees are made here; real ones
are named by FATHOM_BUDGET_REPOS, separated by colons, and are copied."""
from trees import *

ORDINARY = 15000
# What contracts say otherwise, in characters.
OTHERWISE = {
    "explore": 40000, "codegraph_explore": 24000,      # by the size of the repository
    "kart_list": 5000 * 300,                           # 5,000 entries
    "format_document": 1 << 20, "format_range": 1 << 20, "rename_symbol": 1 << 20, "suggest_fixes": 1 << 20,  # edits: all or none
}
PROFILES = ("core", "full", "kart", "codegraph", "agent-lsp")
# Not asked: they start, end or change something, or wait for somebody.
LEFT_OUT = {"start_lsp", "restart_lsp_server", "close_lsp_server", "export_cache", "import_cache", "set_log_level",
            "kart_restart", "execute_command", "open_document", "close_document", "add_workspace_folder",
            "remove_workspace_folder", "did_change_watched_files", "call", "edit", "check"}


def many_calls(count):
    """A module whose functions are called by all of another one's."""
    hub = "".join(f'def part_{i}(value, other=None):\n    """Does the {i}. thing, which is long to tell."""\n'
                  f"    return value + {i}\n\n\n" for i in range(count))
    uses = "from hub import " + ", ".join(f"part_{i}" for i in range(count)) + "\n\n\n"
    for i in range(count):
        calls = "".join(f"    part_{j}(1)\n" for j in range(i % 7, count, 7))
        uses += f"def user_{i}():\n{calls}\n\n"
    return {"hub.py": hub, "uses.py": uses, "test_hub.py": uses.replace("user_", "test_")}


def many_files(count):
    """A folder of files with exports, a barrel over them, and one class that
    all extend."""
    files = {"src/base.ts": "/** The base of all. */\nexport class Base {\n" +
             "".join(f"  /** Method {i}. */\n  method{i}(a: string, b: number): string {{ return a + b + {i}; }}\n" for i in range(150)) + "}\n"}
    for i in range(count):
        files[f"src/parts/part{i}.ts"] = (
            f'import {{ Base }} from "../base";\n/** Part {i} of many. */\nexport class Part{i} extends Base {{\n'
            f"  run{i}(): string {{ return this.method0('a', 1) + this.method1('b', 2); }}\n}}\n"
            f"export const LIMIT_{i} = {i};\nexport function make{i}(): Part{i} {{ return new Part{i}(); }}\n")
    files["src/parts/index.ts"] = "".join(f'export * from "./part{i}";\n' for i in range(count))
    return files


def long_lines(count):
    """Few functions with much text, and a function that calls many."""
    text = "".join(f"int step{i}(int a) {{\n" + "".join(f"  a += {j}; /* {'x' * 200} */\n" for j in range(60)) +
                   "  return a;\n}\n" for i in range(count))
    return {"big.c": text + "int all(int a) {\n" + "".join(f"  a += step{i}(a);\n" for i in range(count)) + "  return a;\n}\n"}


MADE = [("calls", many_calls(250), {"file": "hub.py", "folder": ".", "name": "part_3", "other": "user_3", "line": 1, "column": 5}),
        ("files", many_files(300), {"file": "src/parts/index.ts", "folder": "src", "name": "Base", "other": "make3", "line": 2, "column": 14}),
        ("lines", long_lines(120), {"file": "big.c", "folder": ".", "name": "all", "other": "step7", "line": 1, "column": 5})]


def real():
    """Copies of the repositories that are named, with something large in them."""
    about = {"django": {"file": "django/db/models/query.py", "folder": "django", "name": "QuerySet", "other": "filter", "line": 279, "column": 7},
             "redis": {"file": "src/server.h", "folder": "src", "name": "addReply", "other": "main", "line": 1, "column": 1},
             "vue-core": {"file": "packages/runtime-core/src/renderer.ts", "folder": "packages", "name": "effect", "other": "watch", "line": 1, "column": 1}}
    for path in filter(None, os.environ.get("FATHOM_BUDGET_REPOS", "").split(":")):
        yield pathlib.Path(path).name, path, about.get(pathlib.Path(path).name)


def arguments(schema, about, wide):
    """What a tool may be asked: what it needs, and with `wide` all that makes
    answers longer."""
    values = {"query": about["name"], "name": about["name"], "symbol": about["name"], "task": f"change {about['name']}",
              "pattern": "[a-z]", "target": about["name"], "from": about["other"], "to": about["name"],
              "path": about["folder"] if wide else about["file"], "file": about["file"], "file_path": about["file"],
              "symbol_file": about["file"], "symbol_path": about["name"], "root_dir": ".", "workspace_dir": ".", "paths": [about["file"]],
              "changed_files": [about["file"]], "consumer_roots": ["."], "line": about["line"], "column": about["column"],
              "start_line": 1, "start_column": 1, "end_line": 200, "end_column": 1, "language_id": "c", "new_name": "other",
              "workspace_root": ".", "newName": "other"}
    large = {"depth": 5, "limit": 100, "maxDepth": 10, "maxNodes": 100, "maxFiles": 20, "recursive": True, "include_transitive": True,
             "visibility": "all", "scope": "all", "includeCode": True, "max_depth": 10, "format": "json", "exported": False, "level": 1}
    chosen = {}
    for name, one in schema["properties"].items():
        if name in schema.get("required", []) or name in ("target", "symbol") or (name == "path" and wide):
            chosen[name] = values.get(name, {"integer": 1, "number": 1, "boolean": True, "array": [about["name"]], "object": {}}.get(one["type"], about["name"]))
        elif wide and name in large:
            value = large[name]
            if isinstance(value, int) and not isinstance(value, bool):
                value = min(value, one.get("maximum", value))
            if "enum" in one and value not in one["enum"]:
                continue
            chosen[name] = value
    return chosen


def sizes(place, about, profile, *options, **more):
    """(tool, arguments, characters) of every answer that is over its budget."""
    server = Stdio(place, "--profile", profile, *options, **more)
    server.initialize()
    asked, over = 0, []
    for tool in server.request("tools/list", others=[])["result"]["tools"]:
        name = tool["name"]
        if name in LEFT_OUT or not tool["annotations"]["readOnlyHint"]:
            continue
        for wide in (False, True):
            given = arguments(tool["inputSchema"], about, wide)
            result = server.call(name, given, others=[]).get("result")
            if not result:
                continue
            asked += 1
            longest = max(sum(len(block.get("text", "")) for block in result["content"]),
                          len(json.dumps(result.get("structuredContent", ""), ensure_ascii=False, separators=(",", ":"))))
            if os.environ.get("FATHOM_TRACE"):
                print(f"  {profile:10} {longest:8} {name} {json.dumps(given)}{' ERROR' if result['isError'] else ''}", flush=True)
            if longest > OTHERWISE.get(name, ORDINARY):
                over.append((name, given, longest))
    server.end()
    return asked, over


def holds(place, about, least):
    for profile in PROFILES:
        asked, over = sizes(place, about, profile)
        same(over, [], f"{profile}: over their budgets")
        assert asked >= least, f"only {asked} answers in {profile}"


PAGED = 5  # rows of a page take so much more as fields than as text, at most


def holds_in_fields(place, about):
    """Fields that a client asked for are within the budget too, and say what they leave out."""
    asked, over = sizes(place, about, "core", "--structured")
    over = [one for one in over if one[2] > (PAGED * ORDINARY if one[0] in ("zoom", "files", "search", "find") else ORDINARY)]
    same(over, [], "core, structured: over their budgets")
    assert asked >= 10, f"only {asked} answers"


def add(name, tree, about):
    def made():
        with Place(tree) as place:
            holds(place, about, 10)
            holds_in_fields(place, about)
    add_case(f"budgets_hold_in_a_tree_of_{name}", made)


for one in MADE:
    add(*one)

SERVERS = ROOT / "deps/servers/node_modules/.bin"


@case
def budgets_hold_with_a_language_server():
    """What a server says is cut like what the graph knows. Python and TypeScript, from npm."""
    if not (SERVERS / "typescript-language-server").exists() or not (SERVERS / "pyright-langserver").exists():
        print("skipped: the language servers of deps/servers are not installed")
        return
    env = {"PATH": f"{SERVERS}:{os.environ['PATH']}"}
    for _, tree, about in MADE[:2]:
        with Place(tree) as place:
            same(place.run("trust", str(place.repo)).status, 0)
            for profile in ("agent-lsp", "kart"):
                asked, over = sizes(place, about, profile, env=env)
                same(over, [], f"{profile}, with a server: over their budgets")
                assert asked >= 10, f"only {asked} answers in {profile}"


def add_real(name, path, about):
    def copied():
        with Place({}) as place:
            shutil.rmtree(place.repo)
            shutil.copytree(path, place.repo, symlinks=True, ignore=shutil.ignore_patterns(".fathom"))
            holds(place, about, 10)
    add_case(f"budgets_hold_in_{name}", copied)


for one in real():
    add_real(*one)

main()
