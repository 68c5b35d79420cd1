#!/usr/bin/env python3
"""Names of languages that take them in any case: found, listed and renamed so; in others not."""
import os
import pathlib
import subprocess
import sys
import tempfile

FATHOM = os.path.abspath(os.environ.get("FATHOM", "build/fathom"))
FILES = {
    "Stock.pas": "unit Stock;\ninterface\nimplementation\nprocedure Twice(A: Integer);\nbegin\nend;\n"
                 "procedure Go;\nbegin\n  TWICE(1);\nend;\nend.\n",
    "native.c": "int Get_Stock(void) { return 1; }\nint use(void) { return Get_Stock(); }\n",
}
failures = 0


def check(name, found, wanted):
    global failures
    print("ok" if wanted in found else "FAIL", name, "" if wanted in found else f": {found!r}")
    failures += wanted not in found


with tempfile.TemporaryDirectory() as folder:
    root = pathlib.Path(folder) / "tree"
    root.mkdir()
    for path, text in FILES.items():
        (root / path).write_text(text)

    def ask(*words):
        env = dict(os.environ, HOME=folder, XDG_RUNTIME_DIR=folder, FATHOM_DAEMON_IDLE_MINUTES="1")
        return subprocess.run([FATHOM, *words], cwd=root, env=env, capture_output=True, text=True).stdout

    check("a_symbol_is_found_in_another_case", ask("symbol", "name=tWICE"), "Stock.pas:4-6 function Twice")
    check("its_callers_are_all_told", ask("symbol", "name=tWICE"), "No caller is missing: every call spelled Twice was resolved.")
    check("where_case_matters_it_is_another_name", ask("symbol", "name=get_stock"), "Nothing is called 'get_stock'.")
    ask("edit", "op=rename", "symbol=Twice", "new_name=Thrice")
    check("renaming_takes_uses_in_any_case", (root / "Stock.pas").read_text(), "  Thrice(1);")
sys.exit(failures > 0)
