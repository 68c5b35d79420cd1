#!/usr/bin/env python3
"""The code map of ARCHITECTURE.md shows the tree there is: each module with what
src/layers.txt lets it use, and each room of a module by its name. And every file
that the document names is there."""
import re

import structure

MANY = ("languages",)  # a folder a language; docs/languages.md lists those


NO_FILES = r"tools/call|tree_sitter\w*/.*"  # a method; headers of packages


def missing_files(root):
    """Paths between ticks that are neither in the tree nor in src/, with an ending or without."""
    for path in sorted(set(re.findall(r"`([a-z_]+(?:/[a-z_0-9*<>]+)+(?:\.\w+)?)`", (root / "ARCHITECTURE.md").read_text(encoding="utf-8")))):
        plain = re.sub(r"<\w+>", "*", path)
        places = (plain, f"src/{plain}", f"src/{plain}.c", f"src/{plain}.h")
        if not re.fullmatch(NO_FILES, path) and not any(any(root.glob(place)) for place in places):
            yield f"ARCHITECTURE.md: there is no {path}"


def rows_of_map(root):
    """{module: (uses, the whole row)} of the table with five columns."""
    found = {}
    for line in (root / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("| ") and len(cells) == 5 and cells[0] not in ("module", "---"):
            found[cells[0]] = (cells[1], line)
    return found


def problems(root):
    found = []
    rows, _ = structure.layers(root)
    shown = rows_of_map(root)
    for module, uses in rows:
        if module not in shown:
            found.append(f"ARCHITECTURE.md: no row for {module}")
            continue
        said, row = shown[module]
        if said != "all" and (said.split() if said != "–" else []) != uses:
            found.append(f"ARCHITECTURE.md: {module} uses '{' '.join(uses)}' by src/layers.txt, not '{said}'")
        for room in sorted((root / "src" / module).glob("*/")) if module not in MANY else ():
            if any(structure.sources(room, ".")) and not re.search(rf"`{room.name}/?`", row):
                found.append(f"ARCHITECTURE.md: the row of {module} does not name its room {room.name}")
    found += [f"ARCHITECTURE.md: {module} is no module" for module in shown if module not in dict(rows)]
    return found + list(missing_files(root))


HEAD = "| module | uses | does | never | invariant |\n|---|---|---|---|---|\n"
SOUND = {
    "src/layers.txt": "base:\nquery: base\nlanguages: base\n",
    "ARCHITECTURE.md": HEAD + "| base | – | x | y | z |\n| query | base | `names` | y | z |\n| languages | base | x | y | z |\n`base/str` `base/str.c` `tests/unit/<module>_<topic>.c` `tools/call`\n",
    "src/base/str.c": "",
    "tests/unit/base_str.c": "",
    "src/query/names/names.c": "",
    "src/languages/odd/odd.c": "",
}
BROKEN = [
    ("no row for extra", {"src/layers.txt": "base:\nquery: base\nlanguages: base\nextra:\n"}),
    ("query uses '' by src/layers.txt", {"src/layers.txt": "base:\nquery:\nlanguages: base\n"}),
    ("does not name its room graph", {"src/query/graph/graph.c": ""}),
    ("there is no base/buf", {"ARCHITECTURE.md": HEAD + "| base | – | x | y | z |\n| query | base | `names` | y | z |\n| languages | base | `base/buf` | y | z |\n"}),
    ("languages is no module", {"src/layers.txt": "base:\nquery: base\n"}),
]

structure.main(problems, SOUND, BROKEN)
