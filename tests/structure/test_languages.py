#!/usr/bin/env python3
"""No language is named outside its own folder: generic code cannot switch on one.

Neither by its descriptor, nor by a word in the code, nor as an example in a
comment: what is meant is a rule or a part of the descriptor. Sentences for
users may name languages.
"""
import re

import structure

# Words that mean something else where they stand, although a language is called
# so too: they are not counted there, in that file and in no other.
SOMETHING_ELSE = {
    ("src/tools/kit/completion.c", "bash"): "the shell that is completed for",
    ("src/tools/kit/completion.c", "fish"): "another one",
    ("src/app/serving/editor.c", "scheme"): "what an address begins with",
    ("src/app/serving/redact.c", "scheme"): "likewise",
    ("src/lsp/ask_files.c", "scheme"): "likewise",
    ("src/lsp/register.c", "scheme"): "likewise",
    ("src/transport/gate.c", "scheme"): "likewise",
    ("src/text/regex.c", "perl"): "the kind of patterns",
    ("src/text/words_lists.c", "go"): "the English word",
    ("src/languages/common/markup.c", "javascript"): "what documents call their scripts",
    ("src/languages/common/markup.c", "typescript"): "likewise",
    ("src/languages/common/markup.c", "tsx"): "likewise",
}
# What names a language and cannot be said otherwise, and how often.
ALLOWED = {
    "src/lsp/server_scope.c": 2,  # a server's setting, and the servers that have it
    "src/tools/agent_lsp/agent_lsp_concurrent.c": 2,  # the statement
    "src/tools/compat/kart_diagnostics.c": 4,  # endings of files' names
}
ALLOWED_AT_MOST = 10


def folders(root):
    found = sorted((root / "src/languages").glob("*"))
    return [path.name for path in found if path.is_dir() and path.name != "common"]


def names(root):
    """What languages are called; single letters are no names."""
    found, formats = set(folders(root)), set()
    for path in (root / "src/languages").glob("*/*.c"):
        text = path.read_text()
        here = re.findall(r"^const Language language_(\w+) = ", text, flags=re.M)
        found.update(here)
        if "LANGUAGE_TIER_STRUCTURE" in text:
            formats.update(here)
    # The program itself reads and writes formats; nothing is resolved by them.
    return sorted(name for name in found - formats if len(name) > 1)


def named(text, words):
    """How often the text names a language: a whole string, a comment's word, a part of an identifier."""
    pattern = "|".join(map(re.escape, words))
    comments = " ".join(re.findall(r"/\*.*?\*/|//[^\n]*", text, flags=re.S))
    code = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)
    plain = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', code)
    found = re.findall(rf'"\.?({pattern})"', code, flags=re.I)
    found += [word for word in re.findall(r"\b[A-Z][A-Za-z]+\b", comments) if word.lower() in words]
    longer = "|".join(re.escape(word) for word in words if len(word) > 2)
    found += re.findall(rf"\b(?:\w+_)?((?:{longer})|(?<=is_)(?:{pattern}))(?:_\w+)?\b", plain) if longer else []
    return found


def counted(where, text, words):
    """Those of them that mean the language."""
    return [word for word in named(text, words) if (where, word.lower()) not in SOMETHING_ELSE]


def stale(root, words):
    """Exceptions that nothing needs any more; only in this tree, the small ones have none of these files."""
    for (where, word), meaning in SOMETHING_ELSE.items():
        path = root / where
        if path.exists() and word not in (found.lower() for found in named(path.read_text(), words)):
            yield f"{where}: '{word}' ({meaning}) is no exception any more: take it from the list"


def is_of_one(folder, path):
    """Whether the file is a language's own: the port and what languages share name none either."""
    parts = path.relative_to(folder).parts if folder in path.parents else ()
    return len(parts) > 1 and parts[0] != "common"


def problems(root):
    known, words, found = folders(root), names(root), []
    if not known:
        return []
    folder = root / "src/languages"
    pattern = r"\blanguage_(%s)\b" % "|".join(map(re.escape, known))
    for path in structure.sources(root, "src", "tests"):
        text = structure.code(path)
        for line, match in structure.matches(path, text, pattern):
            if folder / match[1] not in path.parents:
                found.append(f"{path.relative_to(root)}:{line}: {match[0]} is named outside its folder")
    for path in structure.sources(root, "src"):
        where = path.relative_to(root).as_posix()
        if is_of_one(folder, path) or not words or where.startswith("src/frameworks/"):
            continue  # a framework's rows say which languages they are for
        seen = counted(where, path.read_text(encoding="utf-8", errors="replace"), words)
        if len(seen) > ALLOWED.get(where, 0):
            found.append(f"{where}: names {', '.join(seen)}: make it a rule, or a part of the descriptor")
    found.extend(stale(root, words))
    if sum(ALLOWED.values()) > ALLOWED_AT_MOST:
        found.append(f"more than {ALLOWED_AT_MOST} names are allowed")
    return found


SOUND = {
    "src/text/words_lists.c": 'const char *words[] = {"go", "goes"};\n',
    "src/languages/c/c.c": "const Language language_c = {0};\n",
    "src/languages/zig/zig.c": "const Language language_zig = {0};\n",
    "src/languages/go/go.c": "const Language language_go = {0};\n",
    "src/languages/common/chain.c": "int language_chain; /* unlike language_c */\n",
    "src/index/index.c": "Language *l = language_find(name); /* go on */\n"
                         'const char *help = "as in zig or go"; void go_on(void) {}\n',
}
BROKEN = [
    ("index.c:2: language_c", {"src/index/index.c": "\nif (l == &language_c) return;\n"}),
    ("odin.c:1: language_c", {"src/languages/odin/odin.c": "extern const Language language_c;\n"}),
    ("a.c:1: language_c", {"tests/unit/a.c": "extern const Language language_c;\n"}),
    ("names zig", {"src/index/index.c": 'bool is = str_eq_c(language->name, "zig");\n'}),
    ("names go", {"src/index/index.c": 'bool is = str_ends_with(path, STR(".go"));\n'}),
    ("names zig", {"src/index/index.c": "static bool has_zig_modules(void);\n"}),
    ("names go", {"src/index/index.c": "static bool is_go(Str path);\n"}),
    ("names go", {"src/text/other_lists.c": 'const char *words[] = {"go", "goes"};\n'}),
    ("is no exception any more", {"src/text/words_lists.c": 'const char *words[] = {"goes"};\n'}),
    ("names Zig", {"src/index/index.c": "/* Where packages are folders (Zig). */\n"}),
    ("calls.c: names zig", {"src/languages/calls.c": 'static const Row rows[] = {{"zig", "create"}};\n'}),
    ("chain.c: names Zig", {"src/languages/common/chain.c": "/* As in Zig. */\n"}),
]

if __name__ == "__main__":
    structure.main(problems, SOUND, BROKEN)
