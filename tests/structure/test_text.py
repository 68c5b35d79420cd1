#!/usr/bin/env python3
"""Lines, columns and UTF-16 are counted in model/text: who needs a table of
lines takes that one. Code that only looks for the end of the line it is in may
search for a newline; each file that walks over lines by itself stands here,
with its reason, and so does each that puts pairs of UTF-16 together."""
import re

import structure

OWNERS = ("src/model/text.c", "src/model/text_place.c")
# A loop over newlines, or a table of where lines begin.
WALKS = r"=\s*memchr\([^;]*'\\n'|line_starts\s*=(?!\s*arena_copy)"
WALK_REASONS = {
    "src/parse/parse.c": "a tree keeps the table that model/text makes",
    "src/text/match.c": "lines are counted up to hits alone: most files that are searched have none",
    "src/mcp/message.c": "a message becomes one line",
    "src/query/uses/tokens.c": "the end of a comment",
}
PAIRS = r"\b0[xX][dD][89cCdD]00\b"
PAIR_REASONS = {
    "src/base/json_read.c": "escapes of JSON",
    "src/base/json_write.c": "likewise",
    "src/base/str_utf8.c": "what is no character",
    "src/lsp/frame.c": "escapes that a server got wrong",
}


def strip(text):
    return re.sub(r"/\*.*?\*/", lambda match: "\n" * match[0].count("\n"), text, flags=re.S)


def problems(root):
    found = []
    for path in structure.sources(root):
        where = str(path.relative_to(root))
        if where in OWNERS:
            continue
        text = strip(path.read_text(encoding="utf-8", errors="replace"))
        for pattern, reasons, what in ((WALKS, WALK_REASONS, "walks over lines"), (PAIRS, PAIR_REASONS, "puts UTF-16 together")):
            lines = [line for line, _ in structure.matches(path, text, pattern)]
            if lines and where not in reasons:
                found.append(f"{where}:{lines[0]}: {what} by itself; src/model/text.h does that")
            if not lines and where in reasons and root == structure.ROOT:
                found.append(f"{where}: no longer {what} by itself: take it from the list in {__file__}")
    return found


SOUND = {
    "src/model/text.c": "for (; at; at = memchr(at, '\\n', 9)) lines->starts[line++] = 1; /* 0xD800 */\nif (unit >= 0xD800) pair();\n",
    "src/parse/parse.c": "while ((at = memchr(at, '\\n', 3))) syntax->line_starts = starts;\n",
    "src/edit/a.c": "size_t end = str_find_byte(text, '\\n'); /* at = memchr(at, '\\n') */\n",
}
BROKEN = [
    ("b.c:2: walks over lines", {"src/lsp/b.c": "\nwhile (at < end && (at = memchr(at, '\\n', (size_t)(end - at)))) lines++;\n"}),
    ("b.c:1: walks over lines", {"src/query/b.c": "source->line_starts = starts;\n"}),
    ("b.c:1: puts UTF-16 together", {"src/text/b.c": "if (code >= 0xD800 && code < 0xDC00) at += 2;\n"}),
]

structure.main(problems, SOUND, BROKEN)
