#!/usr/bin/env python3
"""CodeGraph's names for searching, listing and status: sections, clamping."""
from trees import *

PLACE = Place(TREE)
SERVER = Stdio(PLACE, "--profile", "codegraph")
SERVER.initialize()


def call(tool, **arguments):
    answer = SERVER.call(tool, arguments)
    assert "structuredContent" not in answer["result"], "text only"
    return text_of(answer)


@case
def parameters():
    tools = {tool["name"]: tool for tool in SERVER.request("tools/list")["result"]["tools"]}
    wanted = {"codegraph_search": ["kind", "limit", "projectPath", "query"],
              "codegraph_files": ["format", "includeMetadata", "maxDepth", "path", "pattern", "projectPath"],
              "codegraph_status": ["projectPath"]}
    for name, properties in wanted.items():
        same(sorted(tools[name]["inputSchema"]["properties"]), properties, name)
    same(tools["codegraph_search"]["inputSchema"]["properties"]["kind"]["enum"],
         ["function", "method", "class", "interface", "type", "variable", "route", "component"])


@case
def search():
    same(call("codegraph_search", query="validate"),
         "## Search Results (1 found)\n\n### validate (function)\nweb/token.ts:4\n"
         "`function validate( token: string, strict = false, ): boolean`\n")
    has(call("codegraph_search", query="Session", kind="class"), "### Session (class)\nweb/token.ts:12\n")
    has(call("codegraph_search", query="Foo"), "### Foo (class)\npy/model.py:5\n`class Foo(Base)`\n")
    text = call("codegraph_search", query="qqqqqqqq")
    has(text, "Nothing is called 'qqqqqqqq'.\n", "Searched: ")


@case
def search_limits():
    PLACE.write(PLACE.repo, {"mass.c": "".join(f"int mass_{i};\n" for i in range(150))})
    for limit, wanted in ((None, 10), (0, 1), (1, 1), (-5, 1), (99, 99), (100, 100), (101, 100), (1e9, 100), (2.7, 2)):
        arguments = {} if limit is None else {"limit": limit}
        text = call("codegraph_search", query="mass_", **arguments)
        same(text.count("### "), wanted, f"limit {limit}")
        has(text, f"## Search Results ({wanted} found)")
    (PLACE.repo / "mass.c").unlink()
    call("codegraph_search", query="q" * 10000)
    has(failure_of(SERVER.call("codegraph_search", {"query": "q" * 10001})), "10,000")
    has(failure_of(SERVER.call("codegraph_search", {"query": "q", "projectPath": "p" * 4097})), "4,096")
    has(failure_of(SERVER.call("codegraph_search", {"query": " "})), "blank")


@case
def files_as_tree():
    same(call("codegraph_files"), """## Project Structure (10 files)

├── include
│   └── it.h (c, 4 symbols)
├── py
│   └── model.py (python, 5 symbols)
├── srv
│   └── run.go (go, 6 symbols)
└── web
    ├── inner
    │   └── deep.ts (typescript, 1 symbols)
    ├── app.ts (typescript, 0 symbols)
    ├── bare.ts (typescript, 1 symbols)
    ├── index.ts (typescript, 0 symbols)
    ├── token.test.ts (typescript, 0 symbols)
    ├── token.ts (typescript, 11 symbols)
    └── util.ts (typescript, 2 symbols)
""")
    same(call("codegraph_files", maxDepth=1, includeMetadata=False),
         "## Project Structure (10 files)\n\n├── include\n├── py\n├── srv\n└── web\n")
    same(call("codegraph_files", maxDepth=0), call("codegraph_files", maxDepth=1), "clamped to 1")
    same(call("codegraph_files", maxDepth=21), call("codegraph_files", maxDepth=20), "clamped to 20")


@case
def files_flat_and_grouped():
    same(call("codegraph_files", format="flat", path="web", pattern="t*.ts"),
         "## Files (2)\n\n- web/token.test.ts (typescript, 0 symbols)\n- web/token.ts (typescript, 11 symbols)\n")
    text = call("codegraph_files", format="grouped", includeMetadata=False)
    same(text, "## Files by Language (10 total)\n\n### typescript (7)\n- web/app.ts\n- web/bare.ts\n- web/index.ts\n"
         "- web/inner/deep.ts\n- web/token.test.ts\n- web/token.ts\n- web/util.ts\n\n### c (1)\n- include/it.h\n\n"
         "### go (1)\n- srv/run.go\n\n### python (1)\n- py/model.py\n\n")
    has(call("codegraph_files", pattern="*.rs"), "No indexed file is there or fits.\n")


@case
def answers_end_at_15000():
    with Place({f"d/file_with_a_longer_name_{i:04}.c": "int a;\n" for i in range(600)}) as place:
        server = Stdio(place)
        server.initialize()
        text = text_of(server.call("codegraph_files", {"format": "flat"}))
        assert 14000 < len(text) <= 15000, len(text)
        has(text, "## Files (600)", "\n... (output truncated)\n")
        server.end()


@case
def status():
    text = call("codegraph_status")
    has(text, "## CodeGraph Status\n\n**Files indexed:** 10\n**Total nodes:** 30\n**Total edges:** ", "**Database size:** ",
        "\n### Nodes by Kind:\n- class: 2\n", "\n### Languages:\n- typescript: 7\n- c: 1\n- go: 1\n- python: 1\n")


@case
def another_project_needs_the_users_word():
    with Place({"own.c": "int own;\n"}) as place:
        other = place.repository("other", {"their.c": "int theirs;\n"})
        for options, allowed in (((), False), (("--roots", str(other)), True)):
            server = Stdio(place, *options)
            server.initialize()
            answer = server.call("codegraph_search", {"query": "theirs", "projectPath": str(other)})
            if allowed:
                has(text_of(answer), "their.c:1")
            else:
                has(failure_of(answer), "another workspace")
            server.end()


main()
