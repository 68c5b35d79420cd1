#!/usr/bin/env python3
"""A repository's git data runs nothing and shows nothing of other repositories,
whatever tool leads to git; and of honest repositories the answers are the same.
What is started is seen with strace where there is one."""
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "protocol"))
from harness import *
import git_repositories as hostile
from git_repositories import git

SECRET = "OutsideSecret"
NO_DIFF = "the workspace is no git repository, so there is no diff; name a target instead"

# Every question that leads to git, by profile.
QUESTIONS = {
    None: [("impact", {"diff": True}), ("impact", {"staged": True}), ("impact", {"range": "HEAD"}),
           ("impact", {"range": "HEAD~1..HEAD"}), ("impact", {"range": "HEAD~1...HEAD"}), ("impact", {"target": "plain"}),
           ("cochange", {"path": "plain.c"}), ("hotspots", {}), ("symbol", {"name": "plain"}),
           ("explore", {"question": "what does plain return"}), ("overview", {}), ("status", {})],
    "agent-lsp": [("detect_changes", {"scope": scope}) for scope in ("unstaged", "staged", "committed")],
    "kart": [("kart_cochange", {"path": "plain.c"})],
}


def has_strace():
    """Whether processes can be watched here."""
    try:
        return subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode == 0
    except OSError:
        return False


TRACED = has_strace() and not SLOW


class World(Place):
    """A place with a folder for marks, and another repository beside the workspace."""

    def __init__(self):
        super().__init__({}, name="unused")
        self.marks = self.root / "marks"
        self.marks.mkdir()
        self.aside = self.root / "aside"
        self.aside.mkdir()
        self.trace = self.root / "trace"
        self.work = self.root / "work"
        self.outside = hostile.repository(self.root / "outside", {
            "secret.c": f"int {SECRET}(void) {{\n  return 1;\n}}\n", "plain.c": f"int plain(void) {{\n  return {SECRET};\n}}\n"})
        hostile.commit(self.outside, {"plain.c": f"/* {SECRET} */\n"}, SECRET, GIT_AUTHOR_NAME=SECRET)
        write = self.root / "traced"
        write.write_text(f'#!/bin/sh\nexec strace -f -qq -s 300 -e trace=execve,execveat -o {self.trace} {FATHOM} "$@"\n')
        write.chmod(0o755)

    def mark(self, name):
        return f"touch {self.marks}/{name}".encode()

    def ask(self, folder, env=None):
        """All questions; the answers by tool and arguments (of a staged diff: True)."""
        answers = {}
        for profile, questions in QUESTIONS.items():
            server = Stdio(self, "--repo", str(folder), *(["--profile", profile] if profile else []), cwd=folder, env=env,
                           program=str(self.root / "traced") if TRACED else FATHOM)
            server.initialize()
            for tool, arguments in questions:
                given = dict(arguments, workspace_root=str(folder)) if tool == "detect_changes" else arguments
                answers[" ".join([tool, *map(str, arguments.values())]) if "diff" not in arguments else "impact diff"] = server.call(tool, given, others=[])
            server.end()
            self.check_processes()
        return answers

    def check_processes(self):
        """Nothing but ourselves and git was started."""
        if not TRACED:
            return
        for line in self.trace.read_text(errors="replace").splitlines():
            started = re.search(r'exec\w+\((?:AT_FDCWD, )?"([^"]+)"', line)
            if not started or " = -1 " in line:
                continue
            assert pathlib.Path(started[1]).name in ("git", pathlib.Path(FATHOM).name), f"was started: {line}"
            assert not re.search(r'\["git", (--[^,]*, )*"(config|fetch|status|submodule|hash-object)"', line), line

    def unmarked(self):
        same(sorted(path.name for path in self.marks.iterdir()), [], "these ran")


def words_of(answer):
    return answer["result"]["content"][0]["text"] if "result" in answer else answer["error"]["message"]


def refused(world, folder, words):
    """No history, with the same words everywhere; nothing runs, nothing is shown."""
    started = time.monotonic()
    answers = world.ask(folder)
    took = time.monotonic() - started
    world.unmarked()
    lacks(json.dumps(list(answers.values())), SECRET)
    for key in ("impact diff", "impact True", "impact HEAD", "impact HEAD~1..HEAD", "impact HEAD~1...HEAD", "detect_changes unstaged",
                "detect_changes staged", "detect_changes committed", "cochange plain.c"):
        has(words_of(answers[key]), words)
    assert took < 60, f"took {took:.0f} s"
    return answers


@case
def a_configuration_with_every_program_runs_none():
    with World() as world:
        folder = hostile.armed(world.work, world.mark, world.aside)
        answers = world.ask(folder)
        world.unmarked()
        changed = text_of(answers["impact diff"]).split("\n")
        same(changed[0], "What changing this diff (8 files, 8 symbols) reaches, 3 levels:")
        symbols = json.loads(text_of(answers["detect_changes unstaged"]))["changed_symbols"]
        same(sorted((one["name"], one["line"]) for one in symbols),
             sorted(("added_" + name[:-2], 7 if name == "plain.c" else 4) for name in hostile.FILES))
        same(text_of(answers["impact HEAD~1..HEAD"]).split("\n")[0], "The diff is empty: nothing changed.")
        has(text_of(answers["cochange plain.c"]), "2 commits")


@case
def marks_are_made_where_git_itself_looks():
    """The repository above is a real attack: git alone falls for it."""
    with World() as world:
        folder = hostile.armed(world.work, world.mark, world.aside)
        for words in (["diff"], ["diff", "--", "text.c"], ["log", "-p"]):
            subprocess.run(["git", *words], cwd=folder, capture_output=True)
        made = {path.name for path in world.marks.iterdir()}
        missing = {"filter-equal", "filter-byte", "filter-quote", "filter-process", "filter-include", "filter-include-if", "fsmonitor",
                   "diff-command", "textconv", "gpg", "submodule-filter", "submodule-fsmonitor"} - made
        same(sorted(missing), [], "the fixture is harmless")


@case
def an_embedded_bare_repository_is_none():
    with World() as world:
        world.work.mkdir()
        folder = hostile.embedded(world.work / "sub", world.mark)
        answers = world.ask(folder)
        world.unmarked()
        same(failure_of(answers["impact diff"]), NO_DIFF)


@case
def an_embedded_bare_repository_belongs_to_the_one_around_it():
    with World() as world:
        hostile.repository(world.work)
        folder = hostile.embedded(world.work / "sub", world.mark)
        git(world.work, "add", "-f", "sub/equal.c")
        hostile.edit(folder, ["equal.c"])
        answers = world.ask(folder)
        world.unmarked()
        same(text_of(answers["impact diff"]).split("\n")[0], "What changing this diff (1 file, 1 symbol) reaches, 3 levels:")


@case
def a_partial_clone_fetches_nothing():
    with World() as world:
        answers = world.ask(hostile.promisor(world.work, world.mark))
        world.unmarked()
        has(failure_of(answers["impact HEAD~1..HEAD"]), "git diff: ")


# ---- what leads elsewhere ----

ELSEWHERE = "/.git' names a folder elsewhere that does not lead back here"


def leads_out(name):
    return f".git/{name}' leads out of it"


def git_file(world, folder):
    shutil.rmtree(folder / ".git")
    (folder / ".git").write_text(f"gitdir: {world.outside}/.git\n")
    return ELSEWHERE


def git_file_to_nothing(world, folder):
    shutil.rmtree(folder / ".git")
    (folder / ".git").write_text(f"gitdir: {world.root}/absent\n")
    return ELSEWHERE


def git_link(world, folder):
    shutil.rmtree(folder / ".git")
    (folder / ".git").symlink_to(world.outside / ".git")
    return ELSEWHERE


def worktree_setting(world, folder):
    git(folder, "config", "core.worktree", str(world.outside))
    return "core.worktree says that its files are not those of"


def common_dir(world, folder):
    (folder / ".git" / "commondir").write_text(f"{world.outside}/.git\n")
    return ELSEWHERE


def forged_worktree(world, folder):
    """Data inside that claims to be a working tree of the other repository."""
    (folder / ".git").rename(folder / "data")
    (folder / ".git").write_text("gitdir: data\n")
    (folder / "data" / "commondir").write_text(f"{world.outside}/.git\n")
    (folder / "data" / "gitdir").write_text(f"{folder}/.git\n")
    return ELSEWHERE


def borrowed_worktree(world, folder):
    """A working tree of the other repository that is not this one."""
    git(world.outside, "worktree", "add", "-q", str(world.root / "theirs"))
    shutil.rmtree(folder / ".git")
    (folder / ".git").write_text((world.root / "theirs" / ".git").read_text())
    return ELSEWHERE


def take_head(world, folder):
    (folder / ".git" / "refs" / "heads" / "main").write_text(git(world.outside, "rev-parse", "HEAD") + "\n")


def alternates(world, folder):
    (folder / ".git" / "objects" / "info" / "alternates").write_text(f"{world.outside}/.git/objects\n")
    take_head(world, folder)
    return "info/alternates' has it take objects from outside; after `git repack -a -d` that file can be removed"


def alternates_in_two_steps(world, folder):
    near = folder / "near"
    (near / "info").mkdir(parents=True)
    (near / "info" / "alternates").write_text(f"# theirs\n{world.outside}/.git/objects\n")
    (folder / ".git" / "objects" / "info" / "alternates").write_text("../../near\n")
    take_head(world, folder)
    return "near/info/alternates' has it take objects from outside"


def alternates_quoted(world, folder):
    (folder / ".git" / "objects" / "info" / "alternates").write_text(f'"{world.outside}/.git/objects"\n')
    take_head(world, folder)
    return "info/alternates' has it take objects from outside"


def linked(path):
    def plant(world, folder):
        target = folder / ".git" / path
        if target.is_dir() and not target.is_symlink():
            shutil.rmtree(target)
        elif target.exists():
            target.unlink()
        target.parent.mkdir(parents=True, exist_ok=True)
        target.symlink_to(world.outside / ".git" / path)
        return leads_out(path)
    plant.__name__ = "link_at_" + re.sub(r"\W", "_", path)
    return plant


def pipe(path):
    def plant(world, folder):
        target = folder / ".git" / path
        target.unlink(missing_ok=True)
        os.mkfifo(target)
        return f".git/{path}' is neither file nor folder"
    plant.__name__ = "pipe_at_" + re.sub(r"\W", "_", path)
    return plant


for plant in (git_file, git_file_to_nothing, git_link, worktree_setting, common_dir, forged_worktree, borrowed_worktree, alternates,
              alternates_in_two_steps, alternates_quoted,
              *map(linked, ("objects", "objects/pack", "objects/info/alternates", "refs", "refs/heads", "refs/heads/main", "packed-refs",
                            "index", "config", "HEAD", "logs", "logs/HEAD")),
              *map(pipe, ("index", "packed-refs", "objects/info/alternates", "refs/heads/main", "config", "HEAD"))):
    def run(plant=plant):
        with World() as world:
            folder = hostile.repository(world.work)
            hostile.edit(folder, ["plain.c"])
            git(world.outside, "pack-refs", "--all")
            refused(world, folder, plant(world, folder))
    add_case("refused_" + plant.__name__, run)


@case
def a_mailmap_elsewhere_is_not_read():
    with World() as world:
        folder = hostile.repository(world.work)
        (world.outside / "names").write_text(f"{SECRET} <ann@x>\n")
        git(folder, "config", "mailmap.file", str(world.outside / "names"))
        hostile.edit(folder, ["plain.c"])
        lacks(json.dumps(list(world.ask(folder).values())), SECRET)


@case
def a_mailmap_that_is_a_link_is_not_read():
    with World() as world:
        folder = hostile.repository(world.work)
        (world.outside / "names").write_text(f"{SECRET} <ann@x>\n")
        (folder / ".mailmap").symlink_to(world.outside / "names")
        lacks(json.dumps(list(world.ask(folder).values())), SECRET)


@case
def a_submodule_that_leads_elsewhere_shows_nothing():
    with World() as world:
        folder = hostile.repository(world.work)
        hostile.add_submodule(folder, world.mark)
        for made in world.marks.iterdir():
            made.unlink()
        shutil.rmtree(folder / "inner" / ".git")
        (folder / "inner" / ".git").write_text(f"gitdir: {world.outside}/.git\n")
        hostile.edit(folder, ["plain.c"])
        answers = world.ask(folder)
        world.unmarked()
        lacks(json.dumps(list(answers.values())), SECRET)
        same(text_of(answers["impact diff"]).split("\n")[:2], [ONE[0], "  " + ONE[1]])


@case
def an_exclude_file_elsewhere_hides_nothing():
    """The scanner looks for a working tree's own rules, by the same judgement."""
    with World() as world:
        folder = hostile.repository(world.work)
        (world.outside / ".git" / "info" / "exclude").write_text("plain.c\n")
        git_file(world, folder)
        has(words_of(world.ask(folder)["symbol plain"]), "plain.c:1-3 function plain")


@case
def the_clients_environment_does_not_reach_git():
    with World() as world:
        folder = hostile.repository(world.work)
        hostile.edit(folder, ["plain.c"])
        env = {"GIT_DIR": str(world.outside / ".git"), "GIT_WORK_TREE": str(world.outside), "GIT_EXTERNAL_DIFF": world.mark("env").decode(),
               "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "diff.external", "GIT_CONFIG_VALUE_0": world.mark("env-config").decode(),
               "GIT_TRACE": str(world.marks / "trace"), "GIT_PAGER": world.mark("env-pager").decode(), "GIT_SSH": "/bin/false"}
        answers = world.ask(folder, env)
        world.unmarked()
        lacks(json.dumps(list(answers.values())), SECRET)
        has(text_of(answers["impact diff"]), "plain.c:7 function added_plain")


@case
def settings_of_the_user_run_no_filter():
    """The user's own filters are not for a stranger's attributes."""
    with World() as world:
        folder = hostile.repository(world.work, {**hostile.FILES, ".gitattributes": "*.c filter=lfs diff=own\n"})
        hostile.edit(folder, ["plain.c"])
        (world.home / ".gitconfig").write_bytes(b'[filter "lfs"]\n\tclean = ' + world.mark("user-filter") + b'; cat\n[diff "own"]\n\ttextconv = '
                                                + world.mark("user-textconv") + b"\n[diff]\n\tnoprefix = false\n\tmnemonicPrefix = true\n")
        answers = world.ask(folder)
        world.unmarked()
        has(text_of(answers["impact diff"]), "plain.c:7 function added_plain")


@case
def nothing_of_the_repository_is_written():
    with World() as world:
        folder = hostile.armed(world.work, world.mark, world.aside)
        look = lambda: {str(path): (path.lstat().st_mtime_ns, path.lstat().st_size) for path in (folder / ".git").rglob("*")}  # noqa: E731
        before = look()
        world.ask(folder)
        same(look(), before)


# ---- honest repositories ----

def changed(world, folder, **arguments):
    """What a diff changed, as the lines that name it."""
    server = Stdio(world, "--repo", str(folder), cwd=folder)
    server.initialize()
    text = words_of(server.call("impact", arguments or {"diff": True}, others=[]))
    about = words_of(server.call("cochange", {"path": "plain.c"}, others=[]))
    server.end()
    lines = text.split("\n")
    return [lines[0], *[line.strip() for line in lines[1:] if re.match(r"  \S+:\d+ \w+ \w+$|Deleted:|Changed, but", line)]], about


ONE = ["What changing this diff (1 file, 1 symbol) reaches, 3 levels:", "plain.c:7 function added_plain"]


def honest(function):
    def run():
        with World() as world:
            got, about = changed(world, function(world))
            same(got, ONE)
            has(about, "2 commits")
    add_case("read_" + function.__name__, run)


@honest
def plain_repository(world):
    folder = hostile.repository(world.work)
    hostile.edit(folder, ["plain.c"])
    return folder


@honest
def linked_working_tree(world):
    git(hostile.repository(world.root / "main"), "worktree", "add", "-q", str(world.work))
    hostile.edit(world.work, ["plain.c"])
    return world.work


@honest
def submodule(world):
    source, top = hostile.repository(world.root / "source"), hostile.repository(world.root / "top")
    git(top, "submodule", "add", "-q", str(source), "sub", config=["protocol.file.allow=always"])
    hostile.edit(top / "sub", ["plain.c"])
    assert (top / "sub" / ".git").is_file()
    return top / "sub"


@case
def data_in_a_folder_of_its_own():
    """Nothing but the `.git` file says whose it is."""
    with World() as world:
        hostile.repository(world.work, None, "--separate-git-dir", str(world.root / "data"))
        git(world.work, "config", "core.worktree", str(world.work))
        hostile.edit(world.work, ["plain.c"])
        has(changed(world, world.work)[0][0], ELSEWHERE)


@honest
def folder_of_a_repository(world):
    inner = {f"deep/{name}": text for name, text in hostile.FILES.items()}
    top = hostile.repository(world.work, inner)
    hostile.commit(top, {"deep/plain.c": hostile.FILES["plain.c"] + "int second(void) {\n  return 2;\n}\n", "else.c": "int other;\n"}, "three")
    hostile.edit(top, ["else.c"])
    hostile.edit(top / "deep", ["plain.c"])
    return top / "deep"


@honest
def line_ends_that_git_converts(world):
    folder = hostile.repository(world.work)
    git(folder, "config", "core.autocrlf", "true")
    hostile.edit(folder, ["plain.c"])
    for path in folder.glob("*.c"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    return folder


@honest
def line_ends_that_the_user_has_converted(world):
    (world.home / ".gitconfig").write_text("[core]\n\tautocrlf = true\n")
    folder = hostile.repository(world.work)
    hostile.edit(folder, ["plain.c"])
    for path in folder.glob("*.c"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    return folder


@honest
def split_index(world):
    folder = hostile.repository(world.work)
    git(folder, "update-index", "--split-index")
    git(folder, "update-index", "--chmod=+x", "text.c")
    assert list((folder / ".git").glob("sharedindex.*"))
    hostile.edit(folder, ["plain.c"])
    return folder


@honest
def packed_branches_and_objects(world):
    folder = hostile.repository(world.work)
    git(folder, "gc", "-q")
    hostile.edit(folder, ["plain.c"])
    return folder


@honest
def long_names_of_objects(world):
    folder = hostile.repository(world.work, None, "--object-format=sha256")
    hostile.edit(folder, ["plain.c"])
    return folder


@honest
def sparse_checkout(world):
    folder = hostile.repository(world.work, {**hostile.FILES, "far/away.c": "int away;\n"})
    git(folder, "sparse-checkout", "set", "--cone", "--sparse-index")
    assert not (folder / "far").exists()
    hostile.edit(folder, ["plain.c"])
    return folder


@honest
def hooks_by_link_and_a_socket(world):
    """What others keep in .git is their business."""
    folder = hostile.repository(world.work)
    shutil.rmtree(folder / ".git" / "hooks")
    (folder / ".git" / "hooks").symlink_to(world.outside)
    here = socket.socket(socket.AF_UNIX)
    here.bind(str(folder / ".git" / "fsmonitor--daemon.ipc"))
    here.close()
    hostile.edit(folder, ["plain.c"])
    return folder


@honest
def objects_of_its_own_elsewhere_inside(world):
    folder = hostile.repository(world.work)
    (folder / ".git" / "objects").rename(folder / ".git" / "store")
    (folder / ".git" / "objects" / "info").mkdir(parents=True)
    (folder / ".git" / "objects" / "info" / "alternates").write_text("../store\n")
    hostile.edit(folder, ["plain.c"])
    return folder


@case
def read_every_kind_of_change():
    with World() as world:
        folder = hostile.repository(world.work)
        (folder / "text.c").unlink()
        (folder / "inc.c").rename(folder / "moved.c")
        (folder / "new.bin").write_bytes(b"\0\1")
        (folder / "equal.c").unlink()
        (folder / "equal.c").symlink_to("quote.c")
        (folder / "quote.c").touch()
        hostile.edit(folder, ["plain.c"])
        git(folder, "add", "-N", "moved.c")
        got, _ = changed(world, folder)
        same(got, ["What changing this diff (6 files, 2 symbols) reaches, 3 levels:", "moved.c:1 function inc", "plain.c:7 function added_plain",
                   "Deleted: equal.c, inc.c, text.c", "Changed, but not indexed: equal.c"])


@case
def read_revisions_of_all_kinds():
    with World() as world:
        folder = hostile.repository(world.work)
        git(folder, "tag", "v1", "HEAD~1")
        git(folder, "branch", "side", "HEAD~1")
        second = ["What changing this diff (1 file, 1 symbol) reaches, 3 levels:", "plain.c:4 function second"]
        for range in ("HEAD~1..HEAD", "v1..main", "side...HEAD", "HEAD@{1}..HEAD", "HEAD~1", "v1"):
            same(changed(world, folder, range=range)[0], second, range)
        git(folder, "pack-refs", "--all")
        same(changed(world, folder, range="v1..main")[0], second, "packed")
        git(folder, "checkout", "-q", "--detach")
        same(changed(world, folder, range="side..HEAD")[0], second, "detached")
        hostile.edit(folder, ["plain.c"])
        git(folder, "add", "-A")
        same(changed(world, folder, staged=True)[0], ONE, "staged")
        same(changed(world, folder)[0], ["The diff is empty: nothing changed."], "nothing unstaged")


@case
def read_a_mailmap_that_is_committed():
    with World() as world:
        folder = hostile.repository(world.work)
        hostile.commit(folder, {".mailmap": "Anna Long <ann@x>\n"}, "names")
        server = Stdio(world, "--repo", str(folder), cwd=folder)
        server.initialize()
        has(words_of(server.call("impact", {"target": "plain.c", "max_chars": 15000}, others=[])), "Owners of plain.c: Anna Long (2)")
        server.end()


@case
def a_head_that_moves_is_seen():
    with World() as world:
        folder = hostile.repository(world.work)
        git(folder, "branch", "side", "HEAD~1")
        server = Stdio(world, "--repo", str(folder), cwd=folder)
        server.initialize()
        for branch, words in (("main", "2 commits"), ("side", "1 commit")):
            git(folder, "checkout", "-q", branch)
            has(words_of(server.call("cochange", {"path": "plain.c"}, others=[])), words)
        server.end()


@case
def a_repository_that_was_mended_is_read():
    with World() as world:
        folder = hostile.repository(world.work)
        alternates(world, folder)
        server = Stdio(world, "--repo", str(folder), cwd=folder)
        server.initialize()
        has(words_of(server.call("cochange", {"path": "plain.c"}, others=[])), "has it take objects from outside")
        git(folder, "repack", "-a", "-d", "-q")
        (folder / ".git" / "objects" / "info" / "alternates").unlink()
        has(words_of(server.call("cochange", {"path": "plain.c"}, others=[])), "commit")
        server.end()


@case
def another_users_repository_needs_safe_directory():
    if os.geteuid() != 0:
        return
    with World() as world:
        folder = hostile.repository(world.work)
        hostile.edit(folder, ["plain.c"])
        os.chown(folder / ".git", 12345, 12345)
        has(changed(world, folder)[0][0], "it belongs to another user; if you trust it, `git config --global --add safe.directory")
        (world.home / ".gitconfig").write_text(f"[safe]\n\tdirectory = {folder}\n")
        same(changed(world, folder)[0], ONE)


@case
def no_repository_at_all():
    with World() as world:
        hostile.write(world.work, {"plain.c": "int plain;\n", "package.json": "{}\n"})
        same(changed(world, world.work)[0], [NO_DIFF])


main()
