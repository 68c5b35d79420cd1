#!/usr/bin/env python3
"""JSON is spelled in src/base/json alone: elsewhere it is written by calls, or
lies in a file of data/. Words for people may show some, with a space after the
colon as people write it."""
import re

import structure

OWNER = "src/base/json"
# Texts for other programs' files and one schema that no table can say. The
# list may only shrink.
STILL = {
    "src/app/setup/clients.c": 5,
    "src/mcp/provide.c": 2,
    "src/tools/agent_lsp/execute_command.c": 4,
}
# In a string: an object that begins with a name, or a name and its value.
SPELLED = re.compile(r'"(?:[^"\\\n]|\\.)*(?:\\"[\w.$/]*\\":(?! )|\{\\"(?:[^"\\\n]|\\[^"])*\\":(?! ))(?:[^"\\\n]|\\.)*"')


def count(path):
    text = re.sub(r"/\*.*?\*/", lambda match: "\n" * match[0].count("\n"), path.read_text(encoding="utf-8"), flags=re.S)
    return [number for number, line in enumerate(text.splitlines(), 1) if SPELLED.search(line)]


def problems(root):
    found = []
    for path in structure.sources(root):
        name = str(path.relative_to(root))
        if name.startswith(OWNER):
            continue
        lines = count(path)
        allowed = STILL.get(name, 0)
        if len(lines) > allowed:
            found.append(f"{name}:{lines[-1]}: spells JSON by hand; src/base/json.h does that")
        elif len(lines) < allowed and root == structure.ROOT:
            found.append(f"{name}: spells JSON {len(lines)} times, no longer {allowed}: lower its number in {__file__}")
    return found


SOUND = {
    "src/base/json_write.c": 'buf_add_c(buf, "{\\"a\\":1}");\n',
    "src/app/a.c": 'fail("put {\\"a\\": 1} into your file");\nwrite("\\"quoted\\"");\n'
                   '/* "{\\"a\\":1}" */\nconst char *c = "a:b";\n',
}
BROKEN = [
    ("src/app/b.c:1: spells JSON", {"src/app/b.c": 'str_format(arena, "{\\"id\\":%d}", id);\n'}),
    ("src/lsp/b.c:2: spells JSON", {"src/lsp/b.c": '\nconst char *t = "\\"a\\":{";\n'}),
    ("src/mcp/b.c:1: spells JSON", {"src/mcp/b.c": 'send(STR("{\\"jsonrpc\\":\\"2.0\\"}"));\n'}),
]

structure.main(problems, SOUND, BROKEN)
