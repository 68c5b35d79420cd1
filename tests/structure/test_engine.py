#!/usr/bin/env python3
"""What keeps the store's rows is known in one folder: nobody else includes the
library or spells a statement, but for the reader of other tools' databases."""
import re

import structure

FOLDER = "src/store/sqlite/"
FOREIGN = ("src/store/foreign.c",)  # databases that are not ours
STATEMENT = r"^\s*(?:SELECT\s.+\sFROM\s|INSERT\s+(?:OR\s+\w+\s+)?INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|CREATE\s+(?:TABLE|INDEX)\s|DROP\s+(?:TABLE|INDEX)\s|PRAGMA\s+\w)"
TEXT = r'"((?:\\.|[^"\\\n])*)"'


def problems(root):
    found = []
    for path in structure.sources(root):
        where = str(path.relative_to(root))
        if where.startswith(FOLDER) or where in FOREIGN:
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        for line, match in structure.matches(path, text, r'^\s*#\s*include\s+(<sqlite3\.h>|"src/store/sqlite/[^"]*")'):
            found.append(f"{where}:{line}: includes {match[1]}, which belongs to {FOLDER}")
        for line, match in structure.matches(path, text, TEXT):
            if re.search(STATEMENT, match[1]):
                found.append(f"{where}:{line}: spells SQL, which belongs to {FOLDER}")
    return found


SOUND = {"src/store/sqlite/rows.c": '#include <sqlite3.h>\nstatic const char *a = "SELECT x FROM t";\n',
         "src/store/foreign.c": '#include <sqlite3.h>\nstatic const char *a = "PRAGMA quick_check";\n',
         "src/app/a.c": 'static const char *a = "select what you want from the list", *b = "UPDATE AND SET";\n'}
BROKEN = [("includes <sqlite3.h>", {"src/store/store.c": "#include <sqlite3.h>\n"}),
          ("includes \"src/store/sqlite/", {"src/store/store.c": '#include "src/store/sqlite/sqlite_internal.h"\n'}),
          *((f"{where}:2: spells SQL", {where: f'\nconst char *a = "{statement}";\n'})
            for where in ("src/store/names.c", "src/index/a.c")
            for statement in ("SELECT a FROM b WHERE c", "INSERT OR REPLACE INTO a(b) VALUES(?1)", "UPDATE a SET b = 1",
                              "DELETE FROM a", "CREATE TABLE a(b)", "DROP INDEX a", "PRAGMA cache_size = 1"))]

structure.main(problems, SOUND, BROKEN)
