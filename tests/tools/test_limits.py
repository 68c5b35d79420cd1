#!/usr/bin/env python3
"""Every limit of the read tools: below it, at it, above it. Those of zoom's
text, of listings and of the aliases' lists stand with their tools (test_zoom,
test_files, test_kart, test_codegraph)."""
from trees import *

ANSWER = 15000  # characters of an ordinary answer


def body(lines, width=0):
    """The lines of a C function's body."""
    return "".join(f"  work += {i};{'/' * 2 + 'x' * width if width else ''}\n" for i in range(lines))


def chain(name, length):
    """Functions that call each other in a row: name0 calls name1 calls ..."""
    text = f"int {name}{length}(void) {{ return 0; }}\n"
    for i in reversed(range(length)):
        text += f"int {name}{i}(void) {{ return {name}{i + 1}(); }}\n"
    return text


def hub(name, callers):
    """A function and so many that call it."""
    return f"int {name}(void) {{ return 0; }}\n" + \
        "".join(f"int {name}_user{i}(void) {{ return {name}(); }}\n" for i in range(callers))


def lines_function(name, lines, width=0):
    """A function of exactly so many lines."""
    return f"int {name}(void) {{\n  int work = 0;\n{body(lines - 4, width)}  return work;\n}}\n"


TREE = {
    "chain.c": chain("link", 13),
    "hub10.c": hub("ten", 10),
    "hub11.c": hub("eleven", 11),
    "hub12.c": hub("dozen", 12),
    "hub13.c": hub("thirteen", 13),
}
PLACE = Place(TREE)
SERVER = Stdio(PLACE, "--structured")
SERVER.initialize()


def call(tool, server=None, **arguments):
    return text_of((server or SERVER).call(tool, arguments, others=[]))


def plain(tool, **arguments):
    """The text, from a server that sends no fields."""
    return call(tool, PLAIN, **arguments)


def fields(tool, **arguments):
    return json.loads(call(tool, **arguments))


def refused(tool, **arguments):
    return failure_of(SERVER.call(tool, arguments, others=[]))


PLAIN = Stdio(PLACE)
PLAIN.initialize()


# ---- depth ----

@case
def core_depth_is_refused_above_10():
    levels = lambda **more: max(node["depth"] for node in fields("impact", target="link13", **more)["nodes"])  # noqa: E731
    same([levels(), levels(depth=1), levels(depth=9), levels(depth=10)], [3, 1, 9, 10])
    for depth in (0, 11, -1):
        same(refused("impact", target="link13", depth=depth), f"argument 'depth' must be 1 to 10, not {depth}")


@case
def kart_depth_is_clamped_to_5():
    def depth(**more):
        answer = fields("kart_impact", path="chain.c", symbol="link13", **more)
        same(answer["maxDepth"], 5)
        return answer["depth"], answer["totalNodes"]
    same([depth(), depth(depth=0), depth(depth=1), depth(depth=4), depth(depth=5), depth(depth=6), depth(depth=99)],
         [(3, 4), (1, 2), (1, 2), (4, 5), (5, 6), (5, 6), (5, 6)])
    deps = fields("kart_deps", path="chain.c", symbol="link0", depth=6)
    same((deps["depth"], deps["totalNodes"]), (5, 6))


@case
def codegraph_depth_is_clamped_to_10():
    affected = lambda **more: int(re.search(r"affects (\d+) symbols", plain("codegraph_impact", symbol="link13", **more))[1])  # noqa: E731
    same([affected(), affected(depth=0), affected(depth=9), affected(depth=10), affected(depth=11)], [3, 2, 10, 11, 11])


@case
def high_fan_out_is_more_than_10():
    for name, count, is_high in (("ten", 10, False), ("eleven", 11, True)):
        same(fields("kart_impact", path=f"hub{count}.c", symbol=name, depth=1)["highFanOut"], is_high, f"kart, {count}")
        same(fields("impact", target=name)["highFanOut"], is_high, f"impact, {count}")
        same("High fan-out" in plain("impact", target=name, max_chars=8000), is_high)
    has(plain("impact", target="eleven", max_chars=8000), "High fan-out: eleven (11)\n")


# ---- arguments ----

# What else a call needs, and arguments that are no free text of their own.
FILLED = {"query": "ten", "name": "ten", "symbol": "ten", "task": "ten", "pattern": "ten", "target": "ten",
          "from": "link0", "to": "link1", "path": "hub10.c", "file_path": "hub10.c", "symbol_file": "hub10.c",
          "line": 1, "column": 1, "start_line": 1, "start_column": 1, "end_line": 1, "end_column": 1,
          "root_dir": ".", "workspace_dir": ".", "dest_path": "kept.gz", "src_path": "kept.gz", "command": "none",
          "level": "error", "changes": [], "changed_files": ["hub10.c"], "consumer_roots": ["."], "new_name": "eleven",
          "language_id": "c", "symbol_path": "ten", "paths": ["hub10.c"]}
SHORT = {("explore", "handle"): 100, ("impact", "range"): 400, ("detect_changes", "range"): 400,
         ("get_editing_context", "if_none_match"): 100}
PATHS = {"path", "paths", "file", "repo", "projectPath", "glob", "file_path", "symbol_file", "root_dir", "workspace_dir",
         "workspace_root", "dest_path", "src_path"}


def string_arguments():
    """(tool, argument, is path-like, other arguments) of every read tool."""
    server = Stdio(PLACE, "--profile", "full")
    server.initialize()
    for tool in server.request("tools/list")["result"]["tools"]:
        if not tool["annotations"].get("readOnlyHint"):
            continue  # their texts are code, and longer
        schema = tool["inputSchema"]
        needed = {name: FILLED.get(name, {"integer": 1, "number": 1, "boolean": True, "array": []}.get(
            schema["properties"][name]["type"], "ten")) for name in schema.get("required", [])}
        for name, one in schema["properties"].items():
            if one["type"] == "string" and "enum" not in one and one.get("maxLength", 10000) >= 4096:
                yield tool["name"], name, needed
    server.end()


def over(tool, name, needed, limit):
    return SERVER.call(tool, {**needed, name: "q" * limit}, others=[])


@case
def free_text_of_10000_and_paths_of_4096():
    counted = 0
    for tool, name, needed in string_arguments():
        if tool == "call" or name in ("cursor", "kind") or (tool, name) in SHORT or (tool, name) == ("open_document", "text"):
            continue  # of a document: as long as a file may be
        counted += 1
        is_path = name in PATHS or (tool, name) in {("zoom", "target"), ("files", "pattern"), ("codegraph_files", "pattern")}
        limit, words = (4096, "at most 4,096") if is_path else (10000, "at most 10,000")
        message = failure_of(over(tool, name, needed, limit + 1))
        has(message, f"'{name}'", words)
        for size in (limit - 1, limit):
            answer = over(tool, name, needed, size)["result"]
            lacks(answer["content"][0]["text"], words)
    assert counted > 40, counted


@case
def shorter_texts():
    for (tool, name), limit in SHORT.items():
        needed = {"explore": {"query": "ten"}, "get_editing_context": {"file_path": "hub10.c"}}.get(tool, {})
        has(failure_of(over(tool, name, needed, limit + 1)), f"'{name}'", f"at most {limit:,} characters")
        lacks(over(tool, name, needed, limit)["result"]["content"][0]["text"], f"at most {limit:,}")


@case
def find_shows_1_to_100():
    PLACE.write(PLACE.repo, {"mass.c": "".join(f"int mass_{i:03};\n" for i in range(120))})
    shown = lambda **more: fields("find", query="mass_", **more)  # noqa: E731
    same([len(shown(**more)["matches"]) for more in ({}, {"limit": 1}, {"limit": 99}, {"limit": 100})], [10, 1, 99, 100])
    same((shown(limit=100)["total"], shown(limit=100)["truncated"]), (120, True))
    for limit in (0, 101):
        same(refused("find", query="mass_", limit=limit), f"argument 'limit' must be 1 to 100, not {limit}")
    (PLACE.repo / "mass.c").unlink()


@case
def kart_search_finds_100():
    for count, is_cut in ((99, False), (100, False), (101, True)):
        PLACE.write(PLACE.repo, {"many.txt": "needle in hay\n" * count})
        answer = fields("kart_search", pattern="needle")
        same((len(answer["matches"]), answer["truncated"]), (min(count, 100), is_cut), str(count))
    (PLACE.repo / "many.txt").unlink()


@case
def length_arguments():
    for tool, least, needed in (("explore", 3000, {"query": "ten"}), ("search", 1000, {"pattern": "ten"}),
                                ("symbol", 1000, {"name": "ten"}), ("impact", 1000, {"target": "ten"}),
                                ("trace", 1000, {"from": "link0", "to": "link3"}), ("zoom", 1000, {"target": "ten"}),
                                ("files", 1000, {})):
        for size in (least - 1, 200001):
            same(refused(tool, **needed, max_chars=size), f"argument 'max_chars' must be {least} to 200000, not {size}")
        for size in (least, 200000):
            assert len(plain(tool, **needed, max_chars=size)) <= size, (tool, size)


# ---- how long answers are ----

@case
def ordinary_answers_have_15000_characters():
    with Place({"wide.c": hub("crowd", 700), "long.c": lines_function("giant", 1500),
                "words.txt": "a line with the word in it, and then some more to make it long\n" * 900,
                **{f"d{i:02}/file_with_a_rather_long_name_{k:03}.txt": "" for i in range(10) for k in range(60)}}) as place:
        server = Stdio(place)
        server.initialize()
        for tool, arguments in (("impact", {"target": "crowd", "depth": 1}), ("symbol", {"name": "giant"}), ("symbol", {"name": "wide.c"}),
                                ("search", {"pattern": "word", "limit": 900}), ("zoom", {"target": "wide.c"}),
                                ("zoom", {"target": "giant", "depth": 2}), ("zoom", {"target": "long.c", "depth": 2}),
                                ("files", {"format": "flat"})):
            text = call(tool, server, **arguments)
            assert ANSWER / 2 < len(text) <= ANSWER, f"{tool} {arguments}: {len(text)}"
            has(text, "cursor=", "max_chars")
            whole = call(tool, server, **arguments, max_chars=200000)
            assert len(whole) > ANSWER, f"{tool} {arguments}: {len(whole)}"
            lacks(whole, "cursor=")
        text = call("impact", server, target="crowd")
        assert 2000 < len(text) <= 4000, f"impact: {len(text)}"
        has(text, "cursor=", "Reached from (700):\n")
        for tool, arguments in (("codegraph_callers", {"symbol": "crowd", "limit": 100}), ("codegraph_impact", {"symbol": "crowd"}),
                                ("codegraph_node", {"symbol": "giant", "includeCode": True}), ("codegraph_node", {"file": "long.c"}),
                                ("codegraph_files", {"format": "flat"}), ("find", {"query": "crowd", "limit": 100})):
            assert len(call(tool, server, **arguments)) <= ANSWER, tool
        server.end()


# ---- symbol ----

@case
def trail_has_12_entries():
    text = plain("symbol", name="dozen", code=False)
    has(text, "Called by (12):\n", "; dozen_user11:13 at 13\n")
    lacks(text, "more")
    text = plain("symbol", name="thirteen", code=False)
    has(text, "Called by (13):\n")  # up to 40: tests/tools/test_symbol.py
    same(text.count("thirteen_user"), 13)
    same(plain("codegraph_node", symbol="thirteen").count("thirteen_user"), 12)
    has(plain("codegraph_node", symbol="thirteen"), ", +1 more\n")


@case
def doc_is_cut_at_200():
    for size, is_cut in ((199, False), (200, False), (201, True)):
        doc = ("word " * 50)[:size - 1] + "."
        PLACE.write(PLACE.repo, {"doc.c": f"/* {doc} */\nint documented(void) {{ return 0; }}\n"})
        text = plain("symbol", name="documented", code=False)
        same(doc in text, not is_cut, f"{size}: {text}")
        shown = text.splitlines()[2]
        assert len(shown) <= 203 and shown.endswith("...") == is_cut, f"{size}: {shown}"
    (PLACE.repo / "doc.c").unlink()


# ---- trace ----

@case
def hops_have_60_lines():
    PLACE.write(PLACE.repo, {"hop.c": "int leaf(void);\n" + "".join(
        lines_function(f"lines{n}", n).replace("return work", "return leaf()") for n in (59, 60, 61)) + "int leaf(void) { return 1; }\n"})
    for count, is_cut in ((59, False), (60, False), (61, True)):
        text = plain("trace", **{"from": f"lines{count}", "to": "leaf"})
        has(text, "1 hop from ")
        same(" left out\n" in text, is_cut, f"{count}: {text[-300:]}")
        # of a longer one its beginning and what stands around the call
        same(len(re.findall(r"(?m)^\d+\t", text)), (12 if is_cut else count) + 1)
    (PLACE.repo / "hop.c").unlink()


def sized_function(name, size, lines, result="1", before=""):
    """A function of so many lines that is shown with exactly so many bytes,
    numbers included, when it begins on line 1."""
    text = [f"{before}int {name}(void) {{"] + ["  int work = 0; //"] * (lines - 3) + [f"  return {result};", "}"]
    missing = size - sum(len(f"{i}\t{line}\n") for i, line in enumerate(text, 1))
    for i in range(missing):
        text[1 + i % (lines - 3)] += "x"
    return "\n".join(text) + "\n"


@case
def hops_have_1800_characters():
    for size, is_cut in ((1799, False), (1800, False), (1801, True)):
        PLACE.write(PLACE.repo, {"hop.c": sized_function("sized", size, 40, "leaf()", "int leaf(void); "), "leaf.c": "int leaf(void) { return 1; }\n"})
        text = plain("trace", **{"from": "sized", "to": "leaf"})
        has(text, "1 hop from sized to leaf.\n")
        same(" left out\n" in text, is_cut, f"{size}")
    for name in ("hop.c", "leaf.c"):
        (PLACE.repo / name).unlink()


@case
def destination_shows_6_callees():
    def text(count, lines=4):
        PLACE.write(PLACE.repo, {"ends.c": "".join(lines_function(f"after{i}", lines) for i in range(count)) +
                                 "int target(void) { return " + " + ".join(f"after{i}()" for i in range(count)) + "; }\n"
                                 "int origin(void) { return target(); }\n"})
        return plain("trace", **{"from": "origin", "to": "target"})
    for count, wanted in ((5, 5), (6, 6), (7, 6)):
        same(text(count).count("\n- after"), wanted, str(count))
    for lines, is_cut in ((15, False), (16, False), (17, True)):
        same(" left out\n" in text(1, lines), is_cut, f"{lines} lines")
    (PLACE.repo / "ends.c").unlink()


@case
def callees_have_600_characters():
    for size, is_cut in ((599, False), (600, False), (601, True)):
        PLACE.write(PLACE.repo, {"after.c": sized_function("after", size, 16), "ends.c": "int after(void);\n"
                                 "int target(void) { return after(); }\nint origin(void) { return target(); }\n"})
        same(" left out\n" in plain("trace", **{"from": "origin", "to": "target"}), is_cut, str(size))
    for name in ("after.c", "ends.c"):
        (PLACE.repo / name).unlink()


@case
def flows_have_7_hops():
    for hops, is_wander in ((6, False), (7, False), (8, True)):
        text = plain("trace", **{"from": "link0", "to": f"link{hops}"})
        same(text.startswith(f"Only a long way connects them, {hops} hops"), is_wander, text[:200])
        same(re.search(r"(?m)^\d+\t", text) is None, is_wander, "a wander has no code")
        same(fields("trace", **{"from": "link0", "to": f"link{hops}"})["wander"], is_wander)


# ---- explore ----

def budget(server):
    """(calls, files) that codegraph_explore tells."""
    found = re.search(r"Explore budget: (\d+) calls? for this project \((\d+) files indexed\)",
                      call("codegraph_explore", server, query="needle"))
    return int(found[1]), int(found[2])


def haystack(count):
    """Files of which some are long and about the same thing."""
    text = "".join(f"/* The needle number {i}. */\nint needle_{{0}}_{i}(int hay) {{{{\n" + "  hay += 1;\n" * 10 + "  return hay;\n}}\n"
                   for i in range(40))
    files = {f"many/f{i:05}.c": f"int filler{i};\n" for i in range(count - 12)}
    return {**files, **{f"src/needle{k}.c": text.format(k) for k in range(12)}}


@case
def explore_answers_with_what_leads_in_any_workspace():
    sizes = [(500, 1, 2), (5000, 2, 3)]
    if not SLOW:
        sizes.append((15000, 3, 4))
    for files, below, above in sizes:
        with Place(haystack(files - 1)) as place:
            server = Stdio(place)
            server.initialize()
            for count, calls in (files - 1, below), (files, above):
                same(budget(server), (calls, count))
                text = call("explore", server, query="how does the needle work")
                assert 7000 < len(text) <= 13500, f"{count} files: {len(text)} characters"
                if count < files:
                    place.write(place.repo, {"one_more.c": "int one_more;\n"})
            text = call("explore", server, query="how does the needle work", max_chars=60000)
            assert 40000 < len(text) <= 60000, f"asked for 60000: {len(text)}"
            server.end()


@case
def explore_cuts_at_a_line_end():
    with Place(haystack(20)) as place:
        server = Stdio(place)
        server.initialize()
        for size in (3000, 3001, 5000, 18000):
            text = call("explore", server, query="how does the needle work", max_chars=size)
            assert len(text) <= size, (size, len(text))
            for line in text.splitlines():
                if re.match(r"\d+\t", line):
                    number, shown = line.split("\t", 1)
                    assert shown in ("  hay += 1;", "  return hay;", "}") or "needle" in shown, f"a broken line: {line}"
        server.end()


@case
def explore_shows_files_of_220_lines_whole():
    for count, is_whole in ((219, True), (220, True), (221, False)):
        text = "/* The lever. */\nint lever(void) { return 0; }\n" + "/* z */\n" * (count - 3) + "/* last */\n"
        with Place({"lever.c": text}) as place:
            server = Stdio(place)
            server.initialize()
            answer = call("explore", server, query="lever")
            same(f"\n{count}\t/* last */" in answer, is_whole, f"{count} lines")
            server.end()


@case
def explore_pads_with_3_lines():
    text = lines_function("machine", 2000).replace("  work += 1500;\n", "  work += gearwheel;\n")
    with Place({"machine.c": "int gearwheel;\n" + text}) as place:
        server = Stdio(place)
        server.initialize()
        answer = call("explore", server, query="what does the machine do with the gearwheel")
        shown = [int(line.split("\t")[0]) for line in answer.splitlines() if re.match(r"\d+\t", line)]
        at = text.splitlines().index("  work += gearwheel;") + 2
        same([line for line in shown if at - 10 < line < at + 10], list(range(at - 3, at + 4)))
        server.end()


@case
def explore_names_10_files_that_are_left_out():
    for count in (9, 10, 11):
        files = {f"sprocket{i:02}.c": lines_function(f"sprocket{i:02}", 150, 20) for i in range(count + 4)}
        with Place(files) as place:
            server = Stdio(place)
            server.initialize()
            answer = call("codegraph_explore", server, query="how does a sprocket turn", maxFiles=4)
            same(len(re.findall(r"(?m)^#### ", answer)), 4)
            left = re.search(r"(?m)^### Not shown above\n(.*)$", answer)
            left = [one.split(":")[0] for one in left[1].split(", ")]
            same(len(left), min(count, 10), str(left))
            same([name for name in left if f"#### {name}\n" in answer], [], "shown and called not shown")
            server.end()


@case
def explore_takes_1_to_20_files():
    with Place(haystack(40)) as place:
        server = Stdio(place)
        server.initialize()
        shown = lambda files: len(re.findall(r"(?m)^#### ", call("codegraph_explore", server, query="needle", maxFiles=files)))  # noqa: E731
        same([shown(0), shown(1), shown(2)], [1, 1, 2])
        same(shown(21), shown(20), "clamped")
        server.end()


main()
