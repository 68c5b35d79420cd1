#!/usr/bin/env python3
"""A framework is rows: one file that runs nothing, named nowhere else, with a graph of its own.

Named nowhere else in what is for all languages: no descriptor, no word of the
code and none of a comment. A language's own folder may name what its programs
are written with, and a few names are words that mean something else.
"""
import re

import structure

# Frameworks whose names are words of our own, or begin with one.
WORDS = {"containers", "express", "fetch", "graphql", "react", "requests", "schedules", "signals"}
# And where a name means something else: (file, name): what.
SOMETHING_ELSE = {
    ("src/query/names/rank.c", "grpc"): "how names of generated files end",
}


def own_words(path, names):
    """The names of frameworks in the text, in words and in parts of identifiers."""
    text = re.sub(r"[^a-z]+", " ", path.read_text(encoding="utf-8", errors="replace").lower())
    return sorted(names & set(text.split()))


def is_general(root, path):
    """Not a framework's file and not in a language's own folder."""
    parts = path.relative_to(root / "src").parts
    return parts[0] != "frameworks" and not (parts[0] == "languages" and len(parts) > 2 and parts[1] != "common")


def problems(root):
    found, names = [], []
    for path in sorted((root / "src/frameworks").glob("*.c")):
        where = path.relative_to(root).as_posix()
        text = path.read_text()
        here = re.findall(r"^const Framework framework_(\w+) = ", text, flags=re.M)
        if here != [path.stem]:
            found.append(f"{where}: has the descriptors {', '.join(here) or 'of nothing'} instead of framework_{path.stem}")
            continue
        names.append(path.stem)
        code = re.sub(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"', " ", text, flags=re.S)
        if re.search(r"\)\s*\{", code):
            found.append(f"{where}: has a function; rows say it, or resolve/ for all frameworks")
        graphs = [p for p in (root / "tests/graphs").glob(f"*-{path.stem}.expected")]
        if not any(re.search("  route |by (request|event|table|model|query|service|macro)", p.read_text()) for p in graphs):
            found.append(f"{where}: there is no tests/graphs/<language>-{path.stem} with a route or a link")
    for path in structure.sources(root, "src"):
        where = path.relative_to(root).as_posix()
        if where.startswith("src/frameworks/") or not names:
            continue
        for line, match in structure.matches(path, structure.code(path), r"\bframework_(%s)\b" % "|".join(names)):
            found.append(f"{where}:{line}: {match[0]} is named outside its file")
        if is_general(root, path):
            words = {name for name in names if "_" not in name and len(name) > 3} - WORDS
            found += [f"{where}: names {word}: rows of src/frameworks or of a language say what is a framework's"
                      for word in own_words(path, words) if (where, word) not in SOMETHING_ELSE]
    return found


ROWS = """const Framework framework_%s = {.name = "%s (x) {"};\n"""
SOUND = {
    "src/frameworks/alpha.c": ROWS % ("alpha", "alpha"),
    "tests/graphs/lisp-alpha.expected": "a.l lisp\n  route GET / 1:1 [1-1] | \n",
    "src/languages/lisp/calls.c": "/* As Alpha has them. */\n",
}

if __name__ == "__main__":
    structure.main(problems, SOUND, [
        ("descriptors beta instead of framework_alpha", {"src/frameworks/alpha.c": ROWS % ("beta", "beta")}),
        ("has a function", {"src/frameworks/alpha.c": ROWS % ("alpha", "alpha") + "int f(void) { return 1; }\n"}),
        ("no tests/graphs/<language>-beta", {"src/frameworks/beta.c": ROWS % ("beta", "beta")}),
        ("no tests/graphs/<language>-alpha", {"tests/graphs/lisp-alpha.expected": "a.l lisp\n"}),
        ("framework_alpha is named outside", {"src/resolve/a.c": "int x = framework_alpha;\n"}),
        ("a.c: names alpha", {"src/resolve/a.c": "/* As Alpha has them. */\n"}),
        ("a.c: names alpha", {"src/languages/a.c": "#define ALPHA_SKIPS 1\n"}),
        ("a.c: names alpha", {"src/languages/common/a.c": 'static const char *is = "alpha";\n'}),
    ])
