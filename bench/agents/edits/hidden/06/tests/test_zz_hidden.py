import ast
import subprocess
from pathlib import Path

import rsched
from rsched import libgit
from rsched.workflows import library


def test_lives_in_libgit(tmp_path):
    assert libgit.head_commit.__module__ == "rsched.libgit"
    assert not hasattr(library, "head_commit")
    assert libgit.head_commit(tmp_path) == ""
    libgit.init_repo(tmp_path, push_hook=False)
    (tmp_path / "a").write_text("x")
    assert libgit.commit(tmp_path, "one")
    want = subprocess.run(["git", "-C", str(tmp_path), "rev-parse", "--short", "HEAD"],
                          capture_output=True, text=True, check=True).stdout.strip()
    assert want and libgit.head_commit(tmp_path) == want


def test_no_importer_left_on_the_old_module():
    bad, defs = [], 0
    root = Path(rsched.__file__).parent
    for f in list(root.rglob("*.py")) + list(Path(__file__).parent.rglob("*.py")):
        if f.name == "test_zz_hidden.py":
            continue
        tree = ast.parse(f.read_text(encoding="utf-8"))
        for n in ast.walk(tree):
            if isinstance(n, ast.FunctionDef) and n.name == "head_commit":
                defs += 1
            if isinstance(n, ast.ImportFrom) and any(a.name == "head_commit" for a in n.names) \
                    and (n.module or "").split(".")[-1] != "libgit":
                bad.append(f"{f.name}:{n.lineno}")
            if isinstance(n, ast.Attribute) and n.attr == "head_commit" \
                    and "library" in ast.unparse(n.value):
                bad.append(f"{f.name}:{n.lineno}")
    assert not bad
    assert defs == 1
