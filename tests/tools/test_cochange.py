#!/usr/bin/env python3
"""What changes together: against a plain recount over `git log`, through new
commits, rewritten history, shallow clones, folders of a repository and none at
all. Further repositories with
their history can be named on the command line."""
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile

FATHOM = os.path.abspath(os.environ.get("FATHOM", "build/fathom"))
failures = 0


def check(name, condition, detail=""):
    global failures
    print("ok" if condition else "FAIL", name, "" if condition else detail)
    failures += not condition


def environment(home):
    keep = {name: os.environ[name] for name in ("PATH", "LANG", "ASAN_OPTIONS", "UBSAN_OPTIONS") if name in os.environ}
    return dict(keep, HOME=str(home), XDG_RUNTIME_DIR=str(home), GIT_CONFIG_NOSYSTEM="1", GIT_AUTHOR_EMAIL="a@b",
                GIT_COMMITTER_NAME="c", GIT_COMMITTER_EMAIL="c@d")


def git(root, *words, **more):
    done = subprocess.run(["git", "-c", "init.defaultBranch=main", *words], cwd=root, capture_output=True, text=True,
                          env={**environment(root.parent), **more})
    if done.returncode:
        raise RuntimeError(f"git {words}: {done.stderr}")
    return done.stdout


def commit(root, day, author, *paths):
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        with open(root / path, "a") as file:
            file.write(f"int v{day}_{abs(hash(path)) % 1000};\n")
    git(root, "add", "-A")
    when = f"{1700000000 + day * 86400} +0000"
    git(root, "commit", "-qm", "change", GIT_AUTHOR_NAME=author, GIT_AUTHOR_DATE=when, GIT_COMMITTER_DATE=when)


def ask(root, path, tool="cochange", **args):
    words = [f"--{name.replace('_', '-')}={value}" for name, value in args.items()]
    done = subprocess.run([FATHOM, tool, path, *words, "--json"], cwd=root, capture_output=True, text=True,
                          env=environment(root.parent))
    if done.returncode:
        return {"failed": done.stderr}
    return json.loads(done.stdout)


def say(root, path):
    return subprocess.run([FATHOM, "cochange", path], cwd=root, capture_output=True, text=True, env=environment(root.parent)).stdout


def recount(root, path, least=2, top=100):
    """The definition, in the plainest way."""
    text = git(root, "log", "--no-merges", "--no-renames", "--name-only", "--relative", "--format=@%ct", "--", ".")
    commits = []
    for line in text.splitlines():
        if line.startswith("@"):
            commits.append((int(line[1:]), set()))
        elif line:
            commits[-1][1].add(line)
    newest = max(time for time, files in commits if files)
    tally, own = {}, 0
    for time, files in commits:
        if path not in files or len(files) > 100:
            continue
        own += 1
        for other in files - {path}:
            count, weight = tally.get(other, (0, 0.0))
            tally[other] = (count + 1, weight + 0.5 ** ((newest - time) / 86400 / 365) / (len(files) - 1))
    rows = [(other, count, weight) for other, (count, weight) in tally.items()
            if count >= least and (root / other).is_file()
            and not any(part.startswith(".") for part in pathlib.PurePath(other).parts[:-1])]  # not scanned
    return own, sorted(rows, key=lambda row: (-row[2], row[0]))[:top]


def same(got, wanted):
    own, rows = wanted
    if "neighbours" not in got or got["commits"] != own or len(got["neighbours"]) != len(rows):
        return False
    by_path = {row["path"]: row for row in got["neighbours"]}
    return all(path in by_path and by_path[path]["commits"] == count and abs(by_path[path]["weight"] - weight) < 1e-6 * max(1, weight)
               and abs(by_path[path]["confidence"] - count / own) < 1e-9 for path, count, weight in rows)


def small(base):
    root = base / "small"
    root.mkdir()
    git(root, "init", "-q")
    commit(root, 0, "Ann", "a.c", "b.c", "lib/c.c", *[f"wide/{n}.c" for n in range(101)])
    commit(root, 10, "Ann", "a.c", "b.c")
    commit(root, 20, "Ben", "a.c", "b.c", "lib/c.c")
    commit(root, 400, "Ben", "a.c", "lib/c.c", "lib/d.c")
    first = subprocess.run([FATHOM, "impact", "a.c", "--no-daemon"], cwd=root, capture_output=True, text=True, env=environment(root.parent))
    check("the first question about impact knows it", "\nChanges together with: lib/c.c (2 commits), b.c (2 commits)\n" in first.stdout, first)
    got = ask(root, "a.c")
    check("small repository", [(row["path"], row["commits"]) for row in got.get("neighbours", [])]
          == [("lib/c.c", 2), ("b.c", 2)] and got["commits"] == 3, got)
    check("equals a recount", same(got, recount(root, "a.c")), (got, recount(root, "a.c")))
    check("support of one", same(ask(root, "a.c", min_commits=1), recount(root, "a.c", 1)))
    commit(root, 401, "Ann", "a.c", "b.c")
    check("a new commit is seen", same(ask(root, "a.c"), recount(root, "a.c")))
    git(root, "reset", "-q", "--hard", "HEAD~2")
    check("rewritten history", same(ask(root, "a.c"), recount(root, "a.c")), ask(root, "a.c"))
    kart = ask(root, "a.c", "kart_cochange")
    check("kart's fields", sorted(kart) == ["neighbors", "path"] and sorted(kart["neighbors"][0]) == ["commits", "path", "score"], kart)
    part = ask(root / "lib", "c.c")
    check("a folder of a repository", part.get("path") in ("c.c", "lib/c.c") and part.get("available"), part)
    check("unknown file", ask(root, "none.c")["neighbours"] == [])
    check("and says so", say(root, "none.c") == "There is no 'none.c' in the workspace, nor in the commits that count.\n", say(root, "none.c"))
    check("a folder is none", say(root, "lib") == "'lib' is a folder: give one of its files.\n", say(root, "lib"))
    kept = root / ".fathom/history-v2"
    check("kept beside the index", kept.is_file())
    kept.write_bytes(kept.read_bytes()[:-3])
    check("a damaged file is made anew", same(ask(root, "a.c"), recount(root, "a.c")))
    return root


def shallow(base, origin):
    git(base, "clone", "-q", "--depth=1", f"file://{origin}", "shallow")
    got = ask(base / "shallow", "a.c")
    check("depth of one", got.get("available") is False and "shallow" in got.get("reason", ""), got)
    shutil.rmtree(base / "shallow")
    git(base, "clone", "-q", "--depth=2", f"file://{origin}", "shallow")
    got = ask(base / "shallow", "a.c", min_commits=1)
    check("the cut is not a commit", got.get("available") and got["commits"] == 1, got)


def none(base):
    root = base / "none"
    root.mkdir()
    (root / "a.c").write_text("int a;\n")
    got = ask(root, "a.c")
    check("no repository", got.get("available") is False and "git" in got.get("reason", ""), got)
    kart = ask(root, "a.c", "kart_cochange")
    check("kart's word for it", kart.get("error") == "co_change_data_unavailable", kart)
    git(root, "init", "-q")
    check("no commit", ask(root, "a.c").get("available") is False)


def hostile(base):
    """Nothing that a repository's own configuration names is run."""
    root = base / "hostile"
    root.mkdir()
    git(root, "init", "-q")
    commit(root, 0, "Ann", "a.c", "b.c")
    commit(root, 1, "Ann", "a.c", "b.c")
    mark = base / "was-run"
    program = base / "program"
    program.write_text(f"#!/bin/sh\ntouch {mark}\n")
    program.chmod(0o755)
    for name in ("core.fsmonitor", "core.pager", "diff.external", "core.sshCommand", "filter.x.clean", "filter.x.process",
                 "diff.x.textconv", "gpg.program"):
        git(root, "config", name, str(program))
    git(root, "config", "log.showSignature", "true")
    (root / ".gitattributes").write_text("*.c filter=x diff=x\n")
    got = ask(root, "a.c")
    check("a hostile configuration runs nothing", got.get("commits") == 2 and not mark.exists(), got)


def foreign(base, origin):
    root = base / "foreign"
    shutil.copytree(origin, root, ignore=shutil.ignore_patterns(".fathom", ".cache"))
    (root / ".varp").mkdir()
    db = sqlite3.connect(root / ".varp/cochange.db")
    db.executescript("create table artifacts(id integer primary key, path text);"
                     "create table co_change_edges(artifact_a integer, artifact_b integer, weight real);"
                     "insert into artifacts values(1, 'a.c'), (2, 'b.c'), (3, 'gone.c'), (4, 'lib/c.c');"
                     "insert into co_change_edges values(1, 2, 0.5), (1, 3, 9), (1, 4, 2.0), (1, 2, 0.25);")
    db.commit()
    db.close()
    before = (root / ".varp/cochange.db").read_bytes()
    kart = ask(root, "a.c", "kart_cochange")
    check("a co-change file is read", kart.get("neighbors") == [{"path": "lib/c.c", "score": 2, "commits": 1},
                                                                {"path": "b.c", "score": 0.75, "commits": 2}], kart)
    check("and not written", (root / ".varp/cochange.db").read_bytes() == before and os.listdir(root / ".varp") == ["cochange.db"])


def real(path):
    """Files with the most commits of a repository with history."""
    log = git(path, "log", "--no-merges", "--name-only", "--format=", "-n", "3000")
    counts = {}
    for line in log.splitlines():
        counts[line] = counts.get(line, 0) + 1
    paths = sorted((name for name in counts if (path / name).is_file()), key=lambda name: (-counts[name], name))
    wrong = [name for name in paths[:10] if not same(ask(path, name, limit=100), recount(path, name))]
    check(f"{path.name}: ten files equal a recount", not wrong and paths, wrong)


def main():
    with tempfile.TemporaryDirectory(prefix="fathom-cochange-") as folder:
        base = pathlib.Path(folder).resolve()
        origin = small(base)
        shallow(base, origin)
        none(base)
        hostile(base)
        foreign(base, origin)
    for word in sys.argv[1:]:
        real(pathlib.Path(word).resolve())
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
