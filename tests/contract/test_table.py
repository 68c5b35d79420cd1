#!/usr/bin/env python3
"""docs/contract.md: a row for every tool that a profile lists, and no row that
promises what no file of cases holds."""
import contract
from contract import *

PAGE = ROOT / "docs" / "contract.md"
STATES = ("done", "better", "not")


def read(page):
    """{system: [(tool, state, reason)]}; a section's system stands in its comment."""
    sections, system = {}, None
    for line in page.split("\n"):
        if line.startswith("## "):
            system = None
        start = re.match(r"<!-- counts ([\w-]+) -->", line)
        row = re.match(r"\| `([\w.]+)` \| (.*?) \|(.*)\|$", line)
        if start:
            system = start[1]
            sections[system] = []
        elif row:
            assert system, f"a row before its section's counts: {line}"
            sections[system].append((row[1], row[2].strip(), row[3].strip()))
    return sections


def counted(rows):
    numbers = [f"{sum(state == one for _, state, _ in rows)} {one}" for one in STATES]
    return f"{len(rows)} tools: {', '.join(numbers)}."


def with_counts(page, sections):
    for system, rows in sections.items():
        page = re.sub(rf"(<!-- counts {system} -->).*", lambda found: f"{found[1]} {counted(rows)}", page)
    return page


def problems(sections, listed, files):
    """What is wrong: rows against the lists of the profiles and the files there are."""
    for system, names in listed.items():
        for name in sorted(set(names) - {row[0] for row in sections.get(system, [])}):
            yield f"{system}: {name} is listed and has no row"
    for system, rows in sections.items():
        for name, state, reason in rows:
            if state not in STATES:
                yield f"{system}: {name}: '{state}' is no state"
            if state != "not" and (system, name) not in files:
                yield f"{system}: {name} is {state} and has no tests/contract/{system}/{name}.json"
            if state != "not" and name not in listed.get(system, [name]):
                yield f"{system}: {name} is {state} and not listed"
            if state != "done" and not reason:
                yield f"{system}: {name} is {state}: say why"
        if len({row[0] for row in rows}) < len(rows):
            yield f"{system}: a tool has two rows"
    for system, name in sorted(files):
        if name not in {row[0] for row in sections.get(system, [])}:
            yield f"tests/contract/{system}/{name}.json has no row"


def listed_in(profile):
    """What a profile lists; none where there is no such profile yet."""
    with Place({}) as place:
        if place.run("serve", "--profile", profile, "--no-daemon").status != 0:
            return None
        server = Stdio(place, "--profile", profile)
        server.initialize()
        names = [tool["name"] for tool in server.request("tools/list")["result"]["tools"]]
        server.end()
        return [name for name in names if profile == "core" or name != "call"]


@case
def every_listed_tool_has_its_row():
    page = PAGE.read_text()
    sections = read(page)
    listed = {system: names for system in sections if (names := listed_in(system))}
    assert {"core", "kart", "codegraph", "agent-lsp"} <= set(listed), sorted(listed)
    files = {(path.parent.name, path.stem) for path in contract.HERE.glob("*/*.json")}
    files |= {(path.parent.name, path.stem.removeprefix("test_")) for path in contract.HERE.glob("*/test_*.py")}
    found = list(problems(sections, listed, files))
    assert not found, "\n  ".join(["", *found])
    if ACCEPT:
        PAGE.write_text(with_counts(page, sections))
    same(PAGE.read_text(), with_counts(page, sections), "FATHOM_ACCEPT=1 counts anew")
    for system, rows in sections.items():
        print(f"  {system}: {counted(rows)}")


@case
def what_is_wrong_is_found():
    page = "## X\n<!-- counts x -->\n| `a` | done |  |\n| `b` | better | more |\n| `c` | not | none |\n"
    same(read(page), {"x": [("a", "done", ""), ("b", "better", "more"), ("c", "not", "none")]})
    has(with_counts(page, read(page)), "<!-- counts x --> 3 tools: 1 done, 1 better, 1 not.\n| `a`")
    sections = {"x": [("a", "done", ""), ("b", "better", ""), ("c", "not", ""), ("d", "fine", ""), ("a", "not", "twice")]}
    same(list(problems(sections, {"x": ["a", "e"]}, {("x", "a"), ("x", "d"), ("x", "f")})),
         ["x: e is listed and has no row",
          "x: b is better and has no tests/contract/x/b.json", "x: b is better and not listed", "x: b is better: say why",
          "x: c is not: say why", "x: d: 'fine' is no state", "x: d is fine and not listed", "x: d is fine: say why",
          "x: a tool has two rows", "tests/contract/x/f.json has no row"])


main()
