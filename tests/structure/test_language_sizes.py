#!/usr/bin/env python3
"""A language that is made of rows stays small, and every language has cases.

A language of tier "calls" or "structure" has at most 150 lines in its folder:
what more of them need is a row or lies in common/, and what common/ holds for
one of them alone is counted for it by scripts/languages (decision 138). One of tier "types" has 15 cases of text
and its facts, all others 5; languages of one folder share them.
"""
import re

import structure

LINES = 150
CASES, CASES_OF_TYPES = 5, 15


def folders(root):
    """(folder, is of tier types, lines, cases) of each language's folder."""
    for folder in sorted((root / "src/languages").glob("*")):
        text = "".join(path.read_text() for path in sorted(folder.glob("*.[ch]")))
        if not re.search(r"^const Language language_\w+ = ", text, flags=re.M):
            continue
        others = set(re.findall(r"LANGUAGE_TIER_(?:CALLS|STRUCTURE)", text))
        yield folder.name, not others, text.count("\n"), len(list(folder.glob("cases/*.facts")))


def problems(root):
    found = []
    for name, has_types, lines, cases in folders(root):
        if not has_types and lines > LINES:
            found.append(f"src/languages/{name}: {lines} lines, {LINES} are allowed: make what others need too a row or a part of common/")
        wanted = CASES_OF_TYPES if has_types else CASES
        if cases < wanted:
            found.append(f"src/languages/{name}: {cases} cases, {wanted} are wanted: one for each thing that its file says it reads")
    return found


def language(name, tier="", lines=1, cases=CASES):
    files = {f"src/languages/{name}/{name}.c": f"const Language language_{name} = {{{tier}}};\n" + "\n" * (lines - 1)}
    return files | {f"src/languages/{name}/cases/{i}.x.facts": "" for i in range(cases)}


ROWS = ".tier = LANGUAGE_TIER_CALLS"
SOUND = language("whole", "", 900, CASES_OF_TYPES) | language("small", ROWS, LINES)
BROKEN = [
    ("small: 151 lines, 150 are allowed", language("small", ROWS, LINES + 1)),
    ("tiny: 4 cases, 5 are wanted", language("tiny", ROWS, 1, 4)),
    ("new: 14 cases, 15 are wanted", language("new", "", 1, 14)),
]

if __name__ == "__main__":
    structure.main(problems, SOUND, BROKEN)
