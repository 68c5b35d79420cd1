#!/usr/bin/env python3
"""Which headers a folder shows, and that they say what they promise.

A module that is divided into rooms shows one header for each of them, called
as the room is; everything else is for inside. So the list of rooms is the
list of what can be asked of the module.

Every function of a header has its contract there, whether all may call it or
its folder alone: who owns what it gives, for how long, on which thread, which
errors. Whether a contract is good a reader decides; that there is one is
decided here: a comment stands in the same paragraph before the declaration, or
on its line.
"""
import re

import structure

DIVIDED = ["query"]
# Headers with functions that still have none, and how many. The list may only shrink.
STILL = {
    "src/languages/c/c_internal.h": 1,
    "src/mcp/mcp_internal.h": 8,
    "src/parse/parse_internal.h": 1,
    "src/transport/http_internal.h": 6,
    "src/transport/keys_internal.h": 1,
}
# Not a type, not a macro, not an inline function: what others link against.
DECLARATION = re.compile(r"^(?!typedef|static|return|else|AUTO_CLOSE|_Static_assert)[A-Za-z_][\w *]*?\b(\w+)\s*\(")


def is_public(path):
    return path.suffix == ".h" and not path.name.endswith("_internal.h")


def check_rooms(root):
    for module in DIVIDED:
        folder = root / "src" / module
        if not folder.is_dir():
            continue
        for header in sorted(filter(is_public, folder.glob("*.h"))):
            yield f"src/{module}/{header.name}: lies in no room"
        for room in sorted(path for path in folder.iterdir() if path.is_dir()):
            for header in sorted(filter(is_public, room.glob("*.h"))):
                if header.name != f"{room.name}.h":
                    yield f"src/{module}/{room.name}/{header.name}: the room shows {room.name}.h alone"


def bare_functions(text, code):
    """(line, name) of declarations without a comment in their paragraph, up to
    the end of their line. `code` is the text with comments blanked."""
    lines, plain = text.split("\n"), code.split("\n")
    commented = False
    number = 0
    while number < len(lines):
        if not lines[number].strip():
            commented = False
        commented |= plain[number] != lines[number] and bool(re.search(r"/\*|\*/|//", lines[number]))
        match = DECLARATION.match(plain[number])
        if match:
            end = number
            while end < len(lines) - 1 and ";" not in plain[end] and "{" not in plain[end]:
                end += 1
            commented |= any("/*" in line for line in lines[number:end + 1])
            if not commented:
                yield number + 1, match[1]
            number = end
        number += 1


def check_contracts(root):
    for path in structure.sources(root, suffixes=(".h",)):
        if path.name == "banned.h":
            continue
        where = path.relative_to(root).as_posix()
        found = list(bare_functions(path.read_text(encoding="utf-8", errors="replace"), structure.code(path)))
        if len(found) <= STILL.get(where, 0):
            if len(found) < STILL.get(where, 0) and root == structure.ROOT:
                yield f"{where}: {len(found)} functions without a contract, no longer {STILL[where]}: lower its number in {__file__}"
            continue
        for line, name in found:
            yield f"{where}:{line}: {name} stands under no comment: say what it promises"


def problems(root):
    return list(check_rooms(root)) + list(check_contracts(root))


SOUND = {"src/query/names/names.h": "/* Finds. */\nErr query_find(Job *job,\n               Str name) MUST_CHECK;\n"
                                    "Err query_more(Job *job);\n\nvoid query_trail(void); /* in order */\n"
                                    "\n/* A thing. */\ntypedef struct Thing {\n  int (*call)(int);\n} Thing;\nvoid query_thing(Thing *thing);\n"
                                    "\nstatic inline int twice(int x) { return 2 * x; }\n",
         "src/query/names/rank_internal.h": "/* Ranks. */\nvoid query_rank(void);\n", "src/query/names/find.c": "void query_hidden(void);\n",
         "src/query/terms/terms_internal.h": "", "src/query/idmap_internal.h": "", "src/base/a.h": "", "src/base/b.h": ""}
BROKEN = [("src/query/find.h: lies in no room", {"src/query/find.h": ""}),
          ("the room shows names.h alone", {"src/query/names/target.h": ""}),
          ("a.h:1: base_do", {"src/base/a.h": "void base_do(int x);\n"}),
          ("a.h:4: base_do", {"src/base/a.h": "/* One. */\nvoid base_one(void);\n\nErr base_do(Job *job,\n            int x);\n"}),
          ("a_internal.h:1: base_do", {"src/base/a_internal.h": "Err base_do(Job *job);\n"}),
          ("a.h:3: base_do", {"src/base/a.h": "/* About the header. */\n\nconst char *base_do(void);\n"})]

structure.main(problems, SOUND, BROKEN)
