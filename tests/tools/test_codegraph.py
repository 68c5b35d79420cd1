#!/usr/bin/env python3
"""CodeGraph's names: their parameters, sections and their order, clamping."""
from trees import *

PLACE = Place(TREE)
SERVER = Stdio(PLACE, "--profile", "codegraph")
SERVER.initialize()


def call(tool, **arguments):
    answer = SERVER.call(tool, arguments)
    assert "structuredContent" not in answer["result"], "text only"
    return text_of(answer)


TEXT = {"type": "string", "minLength": 1, "maxLength": 10000}
PATH = {"type": "string"}  # the type's own limit, 4,096, holds
LINE = {"type": "integer", "minimum": 1, "maximum": 100000000}


def number(low, high, default=None):
    return {"type": "integer", "minimum": low, "maximum": high} | ({} if default is None else {"default": default})


def choice(*words, **more):
    return {"type": "string", "enum": list(words), **more}


def flag(default):
    return {"type": "boolean", "default": default}


# By tool: its parameters but projectPath, which all have; with * what is required.
TOOLS = {
    "codegraph_search": {"query*": TEXT, "limit": number(1, 100, 10), "kind": choice(
        "function", "method", "class", "interface", "type", "variable", "route", "component")},
    "codegraph_context": {"task*": TEXT, "maxNodes": number(1, 100, 20), "includeCode": flag(True)},
    "codegraph_callers": {"symbol*": TEXT, "limit": number(1, 100, 20), "file": PATH},
    "codegraph_callees": {"symbol*": TEXT, "limit": number(1, 100, 20), "file": PATH},
    "codegraph_impact": {"symbol*": TEXT, "depth": number(1, 10, 2), "file": PATH},
    "codegraph_node": {"symbol": {"type": "string", "maxLength": 10000}, "includeCode": flag(False), "file": PATH, "line": LINE,
                       "offset": {**LINE, "default": 1}, "limit": number(1, 2000, 2000), "symbolsOnly": flag(False)},
    "codegraph_explore": {"query*": TEXT, "maxFiles": number(1, 20)},
    "codegraph_status": {},
    "codegraph_files": {"path": PATH, "pattern": PATH, "format": choice("tree", "flat", "grouped", default="tree"),
                        "includeMetadata": flag(True), "maxDepth": number(1, 20)},
    "codegraph_trace": {"from*": TEXT, "to*": TEXT},
}


@case
def tools_and_parameters():
    tools = {tool["name"]: tool for tool in SERVER.request("tools/list")["result"]["tools"]}
    same(sorted(tools), sorted(["call", *TOOLS]))
    for name, wanted in TOOLS.items():
        schema = tools[name]["inputSchema"]
        given = {key + ("*" if key in schema.get("required", []) else ""): {word: value for word, value in one.items() if word != "description"}
                 for key, one in schema["properties"].items()}
        same(given, wanted | {"projectPath": PATH}, name)
        same(tools[name]["annotations"], {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True,
                                          "openWorldHint": False}, name)
        assert "outputSchema" not in tools[name], "text only"


@case
def search():
    same(call("codegraph_search", query="validate"),
         "## Search Results (1 found)\n\n### validate (function)\nweb/token.ts:4\n"
         "`function validate( token: string, strict = false, ): boolean`\n")
    has(call("codegraph_search", query="Session", kind="class"), "### Session (class)\nweb/token.ts:12\n")
    has(call("codegraph_search", query="Foo"), "### Foo (class)\npy/model.py:5\n`class Foo(Base)`\n")
    text = call("codegraph_search", query="qqqqqqqq")
    has(text, "Nothing is called 'qqqqqqqq'.\n", "Searched: ")
    has(call("codegraph_search", query="validate", kind="class"), "Nothing is called 'validate' of kind class.\n")


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
def files_of_a_folder_with_the_way_there():
    web = """## Project Structure (3 files)

└── web
    ├── inner
    │   └── deep.ts
    ├── bare.ts
    └── util.ts
"""
    for path in ("web", "web/", "./web", str(PLACE.repo / "web")):
        same(call("codegraph_files", path=path, pattern="????.ts", includeMetadata=False), web, path)
    same(call("codegraph_files", path="web/inner"),
         "## Project Structure (1 files)\n\n└── web\n    └── inner\n        └── deep.ts (typescript, 1 symbols)\n")
    same(call("codegraph_files", path="web", maxDepth=1, pattern="deep.ts"),
         "## Project Structure (1 files)\n\n└── web\n    └── inner\n", "levels count from the folder")
    same(call("codegraph_files", path="web/util.ts"),
         "## Project Structure (1 files)\n\n└── web\n    └── util.ts (typescript, 2 symbols)\n", "a file")
    for path in ("/", ".", "", str(PLACE.repo)):
        same(call("codegraph_files", path=path), call("codegraph_files"), f"all: '{path}'")
    for path in ("none", "we"):
        has(call("codegraph_files", path=path), "No indexed file is there or fits.\n")
    has(failure_of(SERVER.call("codegraph_files", {"path": "/etc"})), "'/etc' is outside the workspace")


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


# ---- nodes ----

FLOW = {"flow/one.c": "/* Starts it. */\nint start(int n) { return middle(n); }\n",
        "flow/two.c": "int middle(int n) { return n ? finish(n) : 0; }\n",
        "flow/three.c": "int helper(int n) { return n; }\nint finish(int n) { return n > 9 ? middle(n - 1) : helper(n); }\n",
        "other/one.c": "int lonely;\n"}


def flow(function):
    def run():
        with Place(FLOW) as place:
            server = Stdio(place, "--profile", "codegraph")
            server.initialize()
            function(lambda tool, **arguments: text_of(server.call(tool, arguments)), place)
            server.end()
    add_case(function.__name__, run)
    return function


@flow
def lines_of_a_file(ask, place):
    two = "1\tint helper(int n) { return n; }\n2\tint finish(int n) { return n > 9 ? middle(n - 1) : helper(n); }\n"
    used = "\n> Used by: flow/two.c\n"
    same(ask("codegraph_node", file="flow/three.c"), two + used)
    same(ask("codegraph_node", file="three.c", limit=0), two.split("2\t")[0] + "... 1 more lines; go on with offset=2\n" + used)
    same(ask("codegraph_node", file="three.c", offset=0, limit=2001), two + used, "clamped")
    same(ask("codegraph_node", file="three.c", offset=2), "2\t" + two.split("2\t")[1] + used)
    same(ask("codegraph_node", file="three.c", offset=3), "'flow/three.c' has 2 lines: offset 3 is behind its end.\n" + used)
    has(ask("codegraph_node", file="none.c"), "Nothing is called 'none.c' of kind file.\n")
    text = ask("codegraph_node", file="one.c", limit=1)
    has(text, "\n> This is flow/one.c; give more of the path for another: other/one.c\n")
    has(ask("codegraph_node", file="one.c", symbolsOnly=True), "## flow/one.c\n\n**Members (1):**\n", "for another: other/one.c\n")
    lacks(ask("codegraph_node", file="other/one.c"), "for another")
    place.write(place.repo, {"long.txt": "x\n" * 2001})
    for limit in ({}, {"limit": 2000}, {"limit": 9999}):
        has(ask("codegraph_node", file="long.txt", **limit), "\n2000\tx\n... 1 more lines; go on with offset=2001\n")
    lacks(ask("codegraph_node", file="long.txt", limit=1999), "2000\tx")


@flow
def every_body_up_to_20(ask, place):
    for count in (19, 20, 21):
        place.write(place.repo, {f"same/{i:02}.c": "int same(void) { return 1; }\n" for i in range(count)})
        text = ask("codegraph_node", symbol="same", includeCode=True)
        same((text.count("## same (function)\n"), text.count("```c\n")), (min(count, 20),) * 2, str(count))
        same(re.findall("> (.*) of this name; file and line choose one:\n- same ", text), ["1 more"] if count > 20 else [], str(count))
    same(ask("codegraph_node", symbol="same").count("## same"), 1, "without code the best")


@flow
def traces_do_not_repeat_the_way(ask, place):
    same(ask("codegraph_trace", **{"from": "start", "to": "finish"}), """## Trace: start → finish

3 hops:

1. start (flow/one.c:2-2)
2	int start(int n) { return middle(n); }
   ↓ calls@2  int start(int n) { return middle(n); }
2. middle (flow/two.c:1-1)
1	int middle(int n) { return n ? finish(n) : 0; }
   ↓ calls@1  int middle(int n) { return n ? finish(n) : 0; }
3. finish (flow/three.c:2-2)
2	int finish(int n) { return n > 9 ? middle(n - 1) : helper(n); }

### `finish` then calls:

- helper (flow/three.c:1-1)
1	int helper(int n) { return n; }
""")
    calls = "".join(f"int leaf{i}(void) {{ return {i}; }}\n" for i in range(7))
    for count in (5, 6, 7):
        place.write(place.repo, {"leaves.c": calls + "int stem(void) { return " + " + ".join(f"leaf{i}()" for i in range(count)) + "; }\n"
                                 "int root(void) { return stem(); }\n"})
        same(ask("codegraph_trace", **{"from": "root", "to": "stem"}).count("\n- leaf"), min(count, 6), str(count))


# ---- explore and context ----

def headings(text):
    return re.findall("(?m)^#+ [^#\n]*$", text)


@flow
def sections_of_explore(ask, place):
    place.write(place.repo, {"flow/three.c": "int helper(int n) { return n; }\nint finish(int n) { return helper(n); }\n"})
    text = ask("codegraph_explore", query="start middle finish")
    same([one for one in headings(text) if not one.startswith("####")],
         ["## Flow", "## Exploration: start middle finish", "### Relationships", "### Source Code"])
    same(text.split("\n\n")[:2], ["## Flow", "start -> middle -> finish"])
    assert text.index("### Relationships\ncalls: ") < text.index("### Source Code\n\n#### "), text
    assert text.endswith("\n> Explore budget: 1 call for this project (4 files indexed).\n"), text
    lacks(text, "\nFlow: ", "\nNot shown: ")
    text = ask("codegraph_explore", query="start middle finish", maxFiles=1)
    same([one.split("/")[0] for one in headings(text)],
         ["## Flow", "## Exploration: start middle finish", "### Relationships", "### Source Code", "#### flow", "### Not shown above"])
    lacks(text, "\nFlow: ", "\nNot shown: ")
    place.write(place.repo, {"heads.md": "### Relationships\nFlow: none\n", "odd.py": '"""\n### Relationships\nFlow: none\n"""\ndef odd(): pass\n'})
    text = ask("codegraph_explore", query="odd")
    has(text, "2\t### Relationships\n3\tFlow: none\n")
    lacks(text, "## Flow")


@flow
def context_asks_about_features(ask, place):
    def asks(task):
        text = ask("codegraph_context", task=task)
        has(text, f"## Exploration: {task}\n\n", "\n### Source Code\n")
        return "ask the user" in text
    for task in ("add a step to finish", "We want to let start accept text: implement it", "Support negative numbers in middle"):
        same(asks(task), True, task)
    for task in ("fix the crash in middle when adding", "how does start build a number", "where would I add a step to finish",
                 "add a check to middle, which is broken", "start and finish"):
        same(asks(task), False, task)


@case
def context_ends_at_15000():
    body = "".join(f"/* The needle {i}. */\nint needle{i}(int hay) {{\n" + f"  hay += {i};\n" * 20 + "  return hay;\n}\n" for i in range(60))
    with Place({f"n{k}.c": body.replace("needle", f"needle{k}_") for k in range(4)}) as place:
        server = Stdio(place, "--profile", "codegraph")
        server.initialize()
        for count in (20, 100, 101):
            text = text_of(server.call("codegraph_context", {"task": "needle", "maxNodes": count}))
            assert 10000 < len(text.encode()) <= 15000 or count == 20, len(text)
            assert len(text.encode()) <= 15000, len(text)
        few = text_of(server.call("codegraph_context", {"task": "needle", "maxNodes": 0}))
        has(few, "1 definition from 1 file.")
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
