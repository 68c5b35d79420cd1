#!/usr/bin/env python3
"""What differs between languages is decided by named rules (src/languages/rules.h).

A function looks at one of them: to look at two and draw a conclusion from both
is to find out which language it is. Nor is the struct taken by a pointer, behind
which nobody would see how many are looked at. Every rule is used, says what it
means in a whole sentence, and names no language.
"""
import re

import structure

HEADER = "src/languages/rules.h"
WHOLE = "src/extract/extract.c"  # a sum over everything that a descriptor says


def fields(text):
    """The names of LanguageRules' fields."""
    body = re.search(r"typedef struct LanguageRules \{(.*?)^\}", text, flags=re.S | re.M)
    return re.findall(r"^  \w+ (\w+);", body[1], flags=re.M) if body else []


def functions(text):
    """(line, text) of what stands between closing braces at column 0, or behind a function of one line."""
    start = 0
    for match in re.finditer(r"^\}|^\w.*\{.*\}$", text, flags=re.M):
        yield text.count("\n", 0, start) + 1, text[start:match.end()]
        start = match.end()


def unexplained(raw):
    """Rules and values of rules without a sentence: (name, what is there)."""
    for line in raw.splitlines():
        value = re.match(r"  (LANGUAGE_\w+),?(.*)", line) or re.match(r"  bool (\w+);(.*)", line)
        if value and not re.search(r"/\* [A-Zx].*\. \*/$", value[2]):
            yield value[1]
    for match in re.finditer(r"^typedef enum (\w+) \{", raw, flags=re.M):
        if not re.search(r"\. \*/\n\Z", raw[:match.start()]):
            yield match[1]


def problems(root):
    header = root / HEADER
    if not header.is_file():
        return []
    raw = header.read_text()
    known, used, found = fields(structure.code(header)), set(), []
    for name in unexplained(raw):
        found.append(f"{HEADER}: {name} does not say what it means in a whole sentence")
    folders = [path.name for path in (root / "src/languages").glob("*") if path.is_dir()]
    for word in re.findall(r"\b[A-Z]\w*\b", raw):
        if word.lower() in folders:
            found.append(f"{HEADER}: {word} is a language: say what is decided")
    for path in structure.sources(root, "src"):
        for line, match in structure.matches(path, structure.code(path), r"&[\w>.\-\[\]]*\brules\b(?!\.|\[)|\brules->"):
            if str(path.relative_to(root)) not in (HEADER, WHOLE):
                found.append(f"{path.relative_to(root)}:{line}: {match[0]}: ask for the one rule that is meant")
        for line, text in functions(structure.code(path)):
            seen = sorted(set(re.findall(r"\brules\.(\w+)", text)) & set(known))
            if not re.search(r"\brules = \{|\(LanguageRules\)\{", text):
                used.update(seen)
            if len(seen) > 1:
                found.append(f"{path.relative_to(root)}:{line}: {' and '.join(seen)} are looked at together")
    return found + [f"{HEADER}: {name} is a rule that nothing looks at" for name in known if name not in used]


RULES = """/* What is decided. */
typedef enum LanguageOrder {
  LANGUAGE_ORDER_WHOLE, /* Anything. */
  LANGUAGE_ORDER_DECLARED /* What was declared before. */
} LanguageOrder;

typedef struct LanguageRules {
  LanguageOrder order;
  bool types_reopen; /* Namesakes are one. */
} LanguageRules;
"""
ORDER = "static bool f(Lang *lang) {\n  return lang->rules.order == LANGUAGE_ORDER_WHOLE;\n}\n"
REOPEN = "static bool g(Lang *lang) {\n  return lang->rules.types_reopen;\n}\n"
SOUND = {
    HEADER: RULES,
    "src/languages/zig/zig.c": "const Language language_zig = {\n    .rules = {.order = 1, .types_reopen = true},\n};\n",
    "src/resolve/name.c": ORDER + REOPEN,
    "src/query/path/one.c": "static bool a(Lang *x) { return x->rules.order; }\n\nstatic bool b(Lang *x) { return x->rules.types_reopen; }\n",
    WHOLE: "uint64_t f(Lang *x) {\n  return hash_bytes(&x->rules, sizeof x->rules);\n}\n",
}
BROKEN = [
    ("name.c:3: order and types_reopen are looked at together",
     {"src/resolve/name.c": ORDER + "\nbool h(Lang *a) {\n  return a->rules.order && !a->rules.types_reopen;\n}\n"}),
    ("order and types_reopen", {"src/resolve/name.c":
     "bool h(Lang *a) {\n  bool first = a->rules.order;\n  if (first) return a->rules.types_reopen;\n  return false;\n}\n"}),
    ("order and types_reopen", {"src/query/source/zoom.c":
     "bool h(Language *a) {\n  switch (a->rules.order) {\n    default: return !a->rules.types_reopen;\n  }\n}\n"}),
    ("name.c:2: &lang->rules: ask for the one", {"src/resolve/name.c": "bool h(Lang *lang) {\n  const LanguageRules *all = &lang->rules;\n}\n"}),
    ("name.c:2: rules->: ask for the one", {"src/resolve/name.c": "bool h(LanguageRules *rules) {\n  return rules->order;\n}\n"}),
    ("one.c:1: order and types_reopen", {"src/query/path/one.c": "bool a(Lang *x) { return x->rules.order && x->rules.types_reopen; }\n"}),
    ("types_reopen is a rule that nothing looks at", {"src/resolve/name.c": ORDER, "src/query/path/one.c": ""}),
    ("types_reopen does not say", {HEADER: RULES.replace(" /* Namesakes are one. */", " /* namesakes */")}),
    ("LANGUAGE_ORDER_WHOLE does not say", {HEADER: RULES.replace(" /* Anything. */", "")}),
    ("LanguageOrder does not say", {HEADER: RULES.replace("/* What is decided. */\n", "")}),
    ("Zig is a language", {HEADER: RULES.replace("are one.", "are one (Zig).")}),
]

if __name__ == "__main__":
    structure.main(problems, SOUND, BROKEN)
