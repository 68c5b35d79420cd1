#!/usr/bin/env python3
"""The folder is the prefix of what it exports, read from the built libraries.

In base/, os/ and model/ each header is a subject of its own, so there the
file name is the prefix: str.c exports str_*, str_split.c str_* or str_split_*.
"""
import structure

BY_FILE = ("base", "os", "model")


def singular(word):
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def prefixes(module, member):
    if module not in BY_FILE:
        return [singular(module)]
    stem = member.split(".")[0]
    words = stem.split("_")
    heads = {"_".join(words[:count]) for count in range(1, len(words) + 1)}
    return sorted(heads | {singular(head) for head in heads})


def problems(root, build=None):
    build = build or root
    modules = [module for module, _ in structure.layers(root)[0]]
    found = []
    for module in modules:
        library = build / "lib" / f"libfathom_{module}.a"
        if not library.exists():
            continue
        for member, symbol in structure.global_symbols(library):
            allowed = prefixes(module, member)
            if not any(symbol == one or symbol.startswith(one + "_") for one in allowed):
                wanted = " or ".join(one + "_" for one in allowed)
                found.append(f"{module}: {member} exports {symbol}, which does not begin with {wanted}")
    return found


def library(module, file, text):
    name = f"lib/libfathom_{module}.a"
    return {name: lambda root: structure.archive(root, name, {file: text})}


SOUND = {
    "src/layers.txt": "base:\nlanguages: base\nstore: base\n",
    **library("base", "str_split.c", "int str_a; void str_split_b(void) {} static int other;"),
    **library("store", "rows.c", "void store_open(void) {}"),
    **library("languages", "c.c", "const int language_c = 1;"),
}
BROKEN = [
    ("exports open_store", library("store", "rows.c", "void open_store(void) {}")),
    ("exports counter", library("store", "rows.c", "int counter = 1;")),
    ("exports split", library("base", "str_split.c", "void split(void) {}")),
    ("exports storey", library("store", "rows.c", "void storey(void) {}")),
    ("does not begin with language_", library("languages", "c.c", "void languages_x(void) {}")),
]

structure.main(problems, SOUND, BROKEN, build=structure.BUILD)
