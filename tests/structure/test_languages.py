#!/usr/bin/env python3
"""No language is named outside its own folder: generic code cannot switch on one."""
import re

import structure


def problems(root):
    folder = root / "src/languages"
    names = [path.name for path in sorted(folder.glob("*")) if path.is_dir() and path.name != "common"]
    if not names:
        return []
    pattern = r"\blanguage_(%s)\b" % "|".join(map(re.escape, names))
    found = []
    for path in structure.sources(root, "src", "tests"):
        text = structure.code(path)
        for line, match in structure.matches(path, text, pattern):
            if folder / match[1] not in path.parents:
                found.append(f"{path.relative_to(root)}:{line}: {match[0]} is named outside its folder")
    return found


SOUND = {
    "src/languages/c/c.c": "const Language language_c = {0};\n",
    "src/languages/common/chain.c": "int language_chain; /* unlike language_c */\n",
    "src/index/index.c": "Language *l = language_find(name);\n",
}
BROKEN = [
    ("index.c:2: language_c", {"src/index/index.c": "\nif (l == &language_c) return;\n"}),
    ("zig.c:1: language_c", {"src/languages/zig/zig.c": "extern const Language language_c;\n"}),
    ("a.c:1: language_c", {"tests/unit/a.c": "extern const Language language_c;\n"}),
]

structure.main(problems, SOUND, BROKEN)
