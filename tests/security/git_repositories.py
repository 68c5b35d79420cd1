"""Git repositories that want more than to be read: whatever in one could make git
run a program, read another repository, or wait for ever. Every trick that would
run something leaves a mark of its own name in a folder beside the repository."""
import os
import pathlib
import subprocess

# In the order of names the one whose filter ends git comes last.
FILES = {name + ".c": f"int {name}(void) {{\n  return 1;\n}}\n" for name in ("equal", "byte", "quote", "wide", "inc", "cond", "text", "plain")}
EDIT = "int added(void) {\n  return 2;\n}\n"
HOOKS = ["post-index-change", "reference-transaction", "fsmonitor-watchman", "fsmonitorv2", "post-checkout", "pre-auto-gc",
         "update", "pre-push", "query-watchman"]


def git(folder, *words, config=(), input=None, **env):
    done = subprocess.run(["git", *[word for one in config for word in ("-c", one)], *words], cwd=folder, input=input,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env={"PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1",
                               "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@x", "GIT_COMMITTER_NAME": "Ann",
                               "GIT_COMMITTER_EMAIL": "ann@x", "GIT_AUTHOR_DATE": "1700000000 +0000",
                               "GIT_COMMITTER_DATE": "1700000000 +0000", **env})
    assert done.returncode == 0, f"git {words}: {done.stderr.decode(errors='replace')}"
    return done.stdout.decode(errors="replace").strip()


def write(folder, files):
    for path, text in files.items():
        target = pathlib.Path(folder) / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text if isinstance(text, bytes) else text.encode())


def commit(folder, files, message="change", **env):
    write(folder, files)
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", message, **env)


def repository(folder, files=None, *options):
    """Two commits; afterwards plain.c has a function more."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "-q", "-b", "main", *options)
    files = dict(FILES if files is None else files)
    commit(folder, files, "one")
    name = "plain.c" if "plain.c" in files else sorted(path for path in files if path.endswith(".c"))[0]
    commit(folder, {name: files[name] + "int second(void) {\n  return 2;\n}\n"}, "two")
    return folder


def edit(folder, names):
    for name in names:
        with open(pathlib.Path(folder) / name, "a") as file:
            file.write(EDIT.replace("added", "added_" + name.removesuffix(".c")))


def filters(mark):
    """Configuration whose filters have names that are hard to name."""
    return b"".join([
        b'[filter "a=b"]\n\tclean = ' + mark("filter-equal") + b'; cat\n\tsmudge = ' + mark("smudge") + b'; cat\n',
        b'[filter "x\xff"]\n\tclean = ' + mark("filter-byte") + b'; cat\n',
        b'[filter "q\\"q"]\n\tclean = ' + mark("filter-quote") + b'; cat\n',
        b'[filter "long"]\n\tprocess = ' + mark("filter-process") + b'\n',
    ])


ATTRIBUTES = b'equal.c filter=a=b\nbyte.c filter=x\xff\nquote.c filter=q"q\nwide.c filter=long\ninc.c filter=inc\ncond.c filter=cond\n' \
             b'text.c diff=ext\nplain.c diff=driver merge=own\n'


def programs(mark, aside):
    """Every other setting that names a program or a file. `aside` is a folder that
    may hold more of them."""
    write(aside, {"inc.cfg": b'[filter "inc"]\n\tclean = ' + mark("filter-include") + b'; cat\n',
                  "cond.cfg": b'[filter "cond"]\n\tclean = ' + mark("filter-include-if") + b'; cat\n',
                  "attributes": "*.c diff=ext\n", "order": "*.c\n"})
    for hook in HOOKS:
        write(aside, {f"hooks/{hook}": b"#!/bin/sh\n" + mark("hook-" + hook) + b"\n"})
        (pathlib.Path(aside) / "hooks" / hook).chmod(0o755)
    for program in ("gpg", "gpg-ssh", "askpass"):
        write(aside, {f"bin/{program}": b"#!/bin/sh\n" + mark(program) + b"\n"})
        (pathlib.Path(aside) / "bin" / program).chmod(0o755)
    here = str(aside).encode()
    one = lambda section, key, name: b"[" + section + b"]\n\t" + key + b" = " + mark(name) + b"\n"  # noqa: E731
    return b"".join([
        b"[include]\n\tpath = " + here + b"/inc.cfg\n",
        b'[includeIf "gitdir:**"]\n\tpath = ' + here + b"/cond.cfg\n",
        b"[core]\n\thooksPath = " + here + b"/hooks\n\tattributesFile = " + here + b"/attributes\n",
        one(b"core", b"fsmonitor", "fsmonitor"), one(b"core", b"pager", "core-pager"), one(b"core", b"editor", "editor"),
        one(b"core", b"sshCommand", "ssh"), one(b"core", b"gitProxy", "proxy"), b"[core]\n\taskPass = " + here + b"/bin/askpass\n",
        one(b"core", b"alternateRefsCommand", "alternate-refs"), one(b"diff", b"external", "diff-external"),
        one(b'diff "ext"', b"command", "diff-command"), one(b'diff "driver"', b"textconv", "textconv"),
        one(b'merge "own"', b"driver", "merge-driver"), b"[gpg]\n\tprogram = " + here + b'/bin/gpg\n[gpg "ssh"]\n\tprogram = ' + here + b"/bin/gpg-ssh\n",
        one(b"uploadpack", b"packObjectsHook", "pack-objects"), one(b"credential", b"helper", "credential"),
        one(b"pager", b"log", "pager-log"), one(b"pager", b"diff", "pager-diff"), one(b"sequence", b"editor", "sequence"),
        b"".join(b"[alias]\n\t" + word + b' = "!' + mark("alias-" + word.decode()) + b'"\n' for word in (b"diff", b"log", b"rev-parse", b"merge-base")),
        b"[log]\n\tshowSignature = true\n[diff]\n\tsubmodule = log\n\torderFile = " + here + b"/order\n[submodule]\n\trecurse = true\n",
    ])


def sign(folder):
    """The newest commit claims to be signed, so that whoever looks asks gpg."""
    text = git(folder, "cat-file", "commit", "HEAD") + "\n"
    head, body = text.split("\n\n", 1)
    lines = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----"
    name = git(folder, "hash-object", "-t", "commit", "-w", "--stdin", input=f"{head}\n{lines}\n\n{body}".encode())
    git(folder, "update-ref", "refs/heads/main", name)


def add_submodule(folder, mark):
    """A gitlink whose folder has a repository with filters of its own."""
    inner = repository(pathlib.Path(folder) / "inner", {"equal.c": FILES["equal.c"], ".gitattributes": "* filter=deep\n"})
    git(folder, "add", "inner")
    git(folder, "commit", "-q", "-m", "submodule")
    with open(inner / ".git" / "config", "ab") as config:
        config.write(b'[filter "deep"]\n\tclean = ' + mark("submodule-filter") + b"; cat\n[core]\n\tfsmonitor = "
                     + mark("submodule-fsmonitor") + b"\n")
    # As long as before: a file of another size is changed for sure, and git asks
    # no filter, unless it was written within the clock's grain of the index.
    path = inner / "equal.c"
    path.write_text(path.read_text().replace("return 1", "return 3"))
    os.utime(path, (1, 1))


def armed(folder, mark, aside):
    """A repository with all of that at once, and changes that ask for it."""
    folder = repository(folder, {**FILES, ".gitattributes": ATTRIBUTES})
    add_submodule(folder, mark)
    sign(folder)
    with open(folder / ".git" / "config", "ab") as config:
        config.write(filters(mark) + programs(mark, aside))
    for hook in HOOKS:
        write(folder / ".git" / "hooks", {hook: b"#!/bin/sh\n" + mark("own-hook-" + hook) + b"\n"})
        (folder / ".git" / "hooks" / hook).chmod(0o755)
    edit(folder, FILES)
    for made in pathlib.Path(mark("").decode().split()[1]).iterdir():
        made.unlink()
    return folder


def embedded(folder, mark):
    """What a plain clone can deliver: a bare repository among the files, whose
    working tree is the folder it lies in."""
    made = repository(pathlib.Path(folder).parent / "made", {"equal.c": FILES["equal.c"], ".gitattributes": "*.c filter=a=b\n"})
    folder = pathlib.Path(folder)
    (made / ".git").rename(folder)
    for path in ("equal.c", ".gitattributes"):
        (made / path).rename(folder / path)
    (folder / "config").write_bytes(b"[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n" + filters(mark))
    edit(folder, ["equal.c"])
    return folder


def promisor(folder, mark):
    """A partial clone that lacks a text, and says how to fetch it."""
    folder = repository(folder)
    blob = git(folder, "rev-parse", "HEAD:plain.c")
    (folder / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    with open(folder / ".git" / "config", "ab") as config:
        config.write(b"[extensions]\n\tpartialClone = evil\n[remote \"evil\"]\n\tpromisor = true\n\turl = \"ext::sh -c '"
                     + mark("remote-ext") + b"'\"\n\tuploadpack = " + mark("uploadpack") + b"\n\tvcs = evil\n")
    config = folder / ".git" / "config"
    config.write_text(config.read_text().replace("repositoryformatversion = 0", "repositoryformatversion = 1"))
    edit(folder, ["plain.c"])
    return folder
