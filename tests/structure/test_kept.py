#!/usr/bin/env python3
"""The modules that keep files beside the index open, make, remove and rename
nothing by path: `.fathom/` is reached through os/keep alone, workspace files
through os/root. What else there is stands here, with its reason."""
import structure

MODULES = ["store", "text", "history", "query", "index", "lsp"]
CALLS = ["open", "openat", "openat2", "creat", "fopen", "freopen", "mkstemp", "unlink", "unlinkat", "remove", "rename",
         "renameat", "renameat2", "mkdir", "mkdirat", "rmdir", "link", "linkat", "symlink", "symlinkat", "truncate", "chmod",
         "mknod", "mkfifo", "file_write", "file_read", "file_remove", "file_lock", "file_make_dir", "root_write", "root_remove",
         "sqlite3_open", "sqlite3_open_v2"]
ALLOWED = {
    ("src/store/sqlite/connection.c", "sqlite3_open"): "in memory",
    ("src/store/sqlite/connection.c", "sqlite3_open_v2"): "of what store/location.c let through",
    ("src/store/foreign.c", "sqlite3_open_v2"): "another tool's database, read-only",
    ("src/store/location.c", "file_make_dir"): "the user's own cache",
    ("src/history/repository.c", "file_read"): "git's own HEAD",
    **{("src/history/shadow.c", call): "the folder for git, in the user's own cache"
       for call in ("file_read", "file_write", "unlink", "symlink", "file_make_dir")},
    ("src/lsp/ask.c", "file_read"): "a file outside that a language server named",
}
CALL = r"(?<![\w.>])(%s)\s*\(" % "|".join(CALLS)


def problems(root):
    found = []
    for path in structure.sources(root, *(f"src/{module}" for module in MODULES)):
        where = str(path.relative_to(root))
        for line, match in structure.matches(path, structure.code(path), CALL):
            if (where, match[1]) not in ALLOWED:
                found.append(f"{where}:{line}: {match[1]} opens by path; kept files go through os/keep.h, workspace files through os/root.h")
    return found


SOUND = {"src/text/a.c": "void f(void) { kind->open(1); keep_read_plain(job, keep, name, 1, &text); reopen(2); /* open(x) */ }\n",
         "src/app/a.c": "void f(void) { open(x); }\n", "src/history/repository.c": "void f(void) { file_read(job, head); }\n"}
BROKEN = [(f"a.c:2: {call} opens by path", {"src/query/terms/a.c": f"\nvoid f(void) {{ {call}(x); }}\n"}) for call in CALLS]
BROKEN += [("file_write opens by path", {"src/history/repository.c": "void f(void) { file_write(job, head); }\n"})]

structure.main(problems, SOUND, BROKEN)
