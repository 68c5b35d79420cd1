#!/usr/bin/env python3
"""Includes follow src/layers.txt, so dependencies run one way."""
import re

import structure

# Free for all: what ISO C has and does not touch the system. Its clock, its
# signals and its errors of the system have owners like everything else.
FREE = ("assert.h complex.h ctype.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h stdalign.h "
        "stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h tgmath.h uchar.h "
        "wchar.h wctype.h").split()


def check_rows(rows, root):
    names = [module for module, _ in rows]
    for index, (module, uses) in enumerate(rows):
        for used in uses:
            if used not in names[:index]:
                yield f"src/layers.txt: {module} uses {used}, which is not above it"
    for folder in sorted((root / "src").iterdir()):
        if folder.is_dir() and folder.name not in names and any(structure.sources(folder, ".")):
            yield f"src/{folder.name}: has no row in src/layers.txt"


def check_project_include(module, where, include, rows):
    match = re.match(r"src/([^/]+)/(.*)$", include)
    if not match:
        yield f'{where}: "{include}" does not start at src/'
        return
    target, rest = match.groups()
    if target == module:
        return
    if target not in rows[module]:
        yield f"{where}: {module} may not include {target}"
    if rest.endswith("_internal.h"):
        yield f'{where}: "{include}" is private to {target}'


def check_language_include(path, root, where, include):
    """A language stands on the port and on common/, never on another language."""
    parts = path.relative_to(root / "src").parts
    match = re.match(r"src/languages/([^/]+)/", include)
    if parts[0] != "languages" or not match:
        return
    own = parts[1] if len(parts) > 2 else None
    if match[1] not in ("common", own):
        yield f'{where}: "{include}" belongs to another language'


def check_system_include(module, where, include, owners):
    if include in owners:
        if module not in owners[include]:
            yield f"{where}: <{include}> belongs to {' '.join(owners[include])}"
    elif include not in FREE:
        yield f"{where}: <{include}> has no owner in src/layers.txt"


def problems(root):
    rows, owners = structure.layers(root)
    found = list(check_rows(rows, root))
    allowed = dict(rows)
    for path in structure.sources(root):
        module = path.relative_to(root / "src").parts[0]
        if module not in allowed:
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        for line, match in structure.matches(path, text, r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]'):
            where = f"{path.relative_to(root)}:{line}"
            if match[1] == "<":
                found += check_system_include(module, where, match[2], owners)
            else:
                found += check_project_include(module, where, match[2], allowed)
                found += check_language_include(path, root, where, match[2])
    return found


ROWS = ("base:\nos: base\nlanguages: base\nstore: base os\n<sqlite3.h>: store\n"
        "<sys/mman.h>: os\n<pthread.h>: base os\n")
SOUND = {
    "src/layers.txt": ROWS,
    "src/base/str.h": "#include <string.h>\n#include <stdatomic.h>\n#include <pthread.h>\n",
    "src/os/fault.c": "#include <sys/mman.h>\n#include <pthread.h>\n",
    "src/store/store.c": '#include "src/base/str.h"\n#include <sqlite3.h>\n'
                         '#include "src/store/store_internal.h"\n',
    "src/languages/c/c.c": '#include "src/languages/language.h"\n#include "src/languages/common/x.h"\n',
    "src/languages/c/cases/odd.c": '#include "anything.h"\n',
}
BROKEN = [
    ("base may not include store", {"src/base/str.c": '#include "src/store/store.h"\n'}),
    ("os may not include store", {"src/os/file.c": '  #  include "src/store/store.h"\n'}),
    ("os uses store, which is not above it", {"src/layers.txt": ROWS.replace("os: base", "os: base store")}),
    ("base uses base, which is not above it", {"src/layers.txt": ROWS.replace("base:\n", "base: base\n", 1)}),
    ("<sqlite3.h> belongs to store", {"src/os/file.c": "#include <sqlite3.h>\n"}),
    ("<zmq.h> has no owner", {"src/os/file.c": "#include <zmq.h>\n"}),
    ("<sys/mman.h> belongs to os", {"src/store/a.c": "#include <sys/mman.h>\n"}),
    ("<pthread.h> belongs to base os", {"src/store/a.c": "#include <pthread.h>\n"}),
    ("<unistd.h> has no owner", {"src/os/file.c": "#include <unistd.h>\n"}),
    ("<time.h> has no owner", {"src/base/str.c": "#include <time.h>\n"}),
    ("is private to os", {"src/store/a.c": '#include "src/os/os_internal.h"\n'}),
    ("does not start at src/", {"src/os/file.c": '#include "../base/str.h"\n'}),
    ("has no row", {"src/extra/extra.c": "int x;\n"}),
    ("belongs to another language", {"src/languages/zig/zig.c": '#include "src/languages/c/c.h"\n'}),
    ("belongs to another language", {"src/languages/all.c": '#include "src/languages/c/c.h"\n'}),
]

structure.main(problems, SOUND, BROKEN)
