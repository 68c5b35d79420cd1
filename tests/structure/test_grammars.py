#!/usr/bin/env python3
"""Each built grammar exports one symbol, and no two the same one.

Two grammars that define the same scanner function would link without a word,
and one of them would then parse with the other's scanner."""
import re

import structure


def problems(root, folder=None):
    found, owner = [], {}
    files = sorted((folder or root).glob("grammar_*.a")) + sorted((folder or root).glob("*.so"))
    for path in files:
        name = re.sub(r"^grammar_", "", path.stem)
        symbols = sorted({symbol for _, symbol in structure.global_symbols(path)})
        if len(symbols) != 1:
            found.append(f"{path.name}: exports {len(symbols)} symbols: {' '.join(symbols[:5])}")
        for symbol in symbols:
            if owner.setdefault(symbol, name) != name:
                found.append(f"{path.name}: {symbol} is also in the grammar {owner[symbol]}")
    return found


def grammar(name, text):
    file = f"grammar_{name}.a"
    return {file: lambda root: structure.archive(root, file, {f"{name}.c": text})}


SOUND = {**grammar("a", "void tree_sitter_a(void) {} static void scan(void) {}"),
         **grammar("b", "void tree_sitter_b(void) {} static void scan(void) {}")}
BROKEN = [
    ("tree_sitter_a is also in the grammar a", grammar("b", "void tree_sitter_a(void) {}")),
    ("exports 2 symbols", grammar("b", "void tree_sitter_b(void) {} void scan(void) {}")),
]

structure.main(problems, SOUND, BROKEN, folder=structure.BUILD / "grammars")
