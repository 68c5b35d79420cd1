#!/usr/bin/env python3
"""What ARCHITECTURE.md says a module never does, where the layers cannot see it:
words its code may not use. And docs/rules.md names, for every "never" and every
invariant there, and for what its text promises, a test that exists."""
import re

import structure

STREAMS = r"\b(fopen|freopen|fdopen|popen|system|remove|rename|tmpfile|getenv|setenv)\("
FILES = r"\b(file_(read|write|remove|make_dir|link|lock)|root_(write|remove)|keep_(write|append|create|remove))\w*\("
# (module, what it never does, words that would be it)
NEVERS = [
    ("base", "touches the system beyond memory and clock", STREAMS),
    ("model", "does I/O", STREAMS + r"|\b(f?printf|fputs|fwrite|puts)\("),
    ("languages", "does I/O", STREAMS + r"|\b(f?printf|fputs|fwrite|puts)\("),
    ("languages", "sees a parser", r"\b(TS(Parser|Tree|Node|TreeCursor)\b|ts_\w+\()"),
    ("extract", "looks at a second file", STREAMS),
    ("resolve", "reads files", STREAMS),
    ("parse", "knows symbols", r"\b(SYMBOL_[A-Z]+|SymbolKind|Facts|DefNo)\b"),
    ("query", "speaks a protocol", r"\b(mcp|lsp|transport)_\w+\("),
    ("lsp", "writes files", r"\b(file|root)_(write|remove|make_dir|link)\w*\("),
    ("edit", "starts a server", r"\blsp_hub_(take|restart)\("),
    ("tools", "holds engine logic", r"\b(store_(edges|sources|expect|put|write)_?\w*|facts_\w+|index_build|index_world_\w+)\("),
    ("tools", "knows a protocol", r"\b(mcp|transport)_\w+\("),
    ("mcp", "sees files", FILES + r"|\broot_\w+\("),
    ("mcp", "sees bytes on a wire", r"\b(loop_stream|loop_listen|descriptor)_\w+\("),
    ("transport", "knows MCP", r"\b(mcp_\w+|tool_\w+|Mcp\w+)\b"),
]
# What one place does for all: words, modules and files that may, and the rule.
EVERYWHERE = [
    (r"\b(pthread_\w+|clock_gettime|nanosleep|usleep)\(", ("base", "os"), "the system is asked by base and os"),
    # Last words where there is no job and no log any more, and the log's own line.
    (r"\b(v?f?printf|fputs|puts|putchar|perror)\(", ("app", "base/arena.c", "base/log.c", "os/fault.c", "os/process_supervise.c", "tools/kit/registry.c"),
     "only app prints"),
]


def check_words(root):
    for path in structure.sources(root):
        module = path.relative_to(root / "src").parts[0]
        if path.name == "banned.h":
            continue  # names them to forbid them
        text = structure.code(path)
        where = path.relative_to(root)
        for owner, never, words in NEVERS:
            if module == owner:
                for line, match in structure.matches(path, text, words):
                    yield f"{where}:{line}: {module} never {never}: {match[0]}"
        for words, owners, rule in EVERYWHERE:
            if module not in owners and path.relative_to(root / "src").as_posix() not in owners:
                for line, match in structure.matches(path, text, words):
                    yield f"{where}:{line}: {rule}: {match[0]}"


def clauses(root):
    """(module, clause) of the columns "never" and "invariant"."""
    for line in (root / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("| ") and len(cells) == 5 and cells[0] not in ("module", ""):
            yield from ((cells[0], part.strip()) for cell in cells[3:] for part in cell.split(";") if part.strip())


def check_document(root):
    rules = (root / "docs/rules.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in rules.splitlines() if line.startswith("| ")]
    known = {(row[0], row[1]): row[2] for row in rows if len(row) == 3}
    wanted = list(clauses(root))
    promises = [row for row in rows if len(row) == 2 and row[0] not in ("promise", "---")]
    text = " ".join((root / "ARCHITECTURE.md").read_text(encoding="utf-8").split())
    yield from (f"docs/rules.md: ARCHITECTURE.md does not promise '{row[0]}'" for row in promises if row[0] not in text)
    known.update({("the text", row[0]): row[1] for row in promises})
    wanted += [("the text", row[0]) for row in promises]
    for module, clause in wanted:
        if (module, clause) not in known:
            yield f"docs/rules.md: has no row for {module}: {clause}"
    for row in known:
        if row[0] not in ("module", "---") and row not in wanted:
            yield f"docs/rules.md: {row[0]}: '{row[1]}' is not what ARCHITECTURE.md says"
    for (module, clause), tests in known.items():
        for file, case in re.findall(r"`(tests/[\w./]+)`(?: `(\w+)`)?", tests):
            path = root / file
            if not path.exists():
                yield f"docs/rules.md: {module}: there is no {file}"
            elif case and not re.search(rf"\b{case}\b", path.read_text(encoding="utf-8", errors="replace")):
                yield f"docs/rules.md: {module}: {file} has no {case}"
        if (module, clause) in wanted and "`tests/" not in tests:
            yield f"docs/rules.md: {module}: nothing enforces '{clause}'"


def problems(root):
    return list(check_words(root)) + list(check_document(root))


TABLE = "| module | uses | does | never | invariant |\n|---|---|---|---|---|\n| base | – | x | does I/O | a; b |\n"
ROWS = "| base | does I/O | `tests/t.py` |\n| base | a | `tests/t.py` `f` |\n| base | b | `tests/t.py` |\n"
PROMISES = "\n| promise | enforced by |\n|---|---|\n| nothing is lost | `tests/t.py` `f` |\n"
SOUND = {
    "ARCHITECTURE.md": TABLE + "\nHere nothing is\nlost.\n",
    "docs/rules.md": "| module | rule | test |\n|---|---|---|\n" + ROWS + PROMISES,
    "tests/t.py": "def f(): pass\n",
    "src/base/lock.h": "pthread_mutex_lock(&m);\n",
    "src/model/a.c": '/* fopen( */ const char *words = "fopen(";\n',
    "src/mcp/a.c": "json_write(file_name);\n",
}
BROKEN = [
    ("model never does I/O", {"src/model/b.c": "f = fopen(path, mode);\n"}),
    ("base never touches the system", {"src/base/b.c": "getenv(name);\n"}),
    ("mcp never sees files", {"src/mcp/b.c": "file_read(job, path, 1, &text);\n"}),
    ("transport never knows MCP", {"src/transport/b.c": "McpPeer *peer;\n"}),
    ("lsp never writes files", {"src/lsp/b.c": "root_write(job, root, path, text, 0600);\n"}),
    ("tools never holds engine logic", {"src/tools/core/b.c": "TRY(store_edges_into(job, reader, id, kinds, &edges));\n"}),
    ("parse never knows symbols", {"src/parse/b.c": "x = SYMBOL_CLASS;\n"}),
    ("the system is asked by base and os", {"src/store/b.c": "pthread_mutex_lock(&m);\n"}),
    ("only app prints", {"src/query/b.c": 'fprintf(stderr, "%d", n);\n'}),
    ("does not promise 'nothing is lost'", {"ARCHITECTURE.md": TABLE + "\nHere much is lost.\n"}),
    ("the text: tests/t.py has no g", {"docs/rules.md": ROWS + PROMISES.replace("`f`", "`g`")}),
    ("has no row for base: c", {"ARCHITECTURE.md": TABLE.replace("a; b", "a; b; c")}),
    ("is not what ARCHITECTURE.md says", {"ARCHITECTURE.md": TABLE.replace("a; b", "a")}),
    ("there is no tests/t.py", {"docs/rules.md": ROWS, "tests/t.py": lambda root: None}),
    ("has no f", {"tests/t.py": "def g(): pass\n"}),
    ("nothing enforces 'b'", {"docs/rules.md": ROWS.replace("| b | `tests/t.py` |", "| b | somebody |")}),
]

structure.main(problems, SOUND, BROKEN)
