#!/usr/bin/env python3
"""Whatever a repository brings along in `.fathom/`, or in its place: nothing
outside the workspace is written, nothing hangs, the answers are right, and
what was in the way is set aside and told. The names are taken from the table in
src/os/keep.h, so that a new one is planted here without a line of this file."""
import pathlib
import re
import stat
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "protocol"))
from harness import *

VICTIM = "precious: do not touch\n"
FILES = {f"src/part{i}.c": f"int part_{i}(void) {{\n  return {i};\n}}\n" for i in range(9)}
FILES["src/main.c"] = ("int part_7(void);\n\nstatic int forgotten(void) {\n  return 2;\n}\n\n"
                       "/* Adds the seventh part. */\nint main(void) {\n  return part_7();\n}\n")
# So many that text segments are made.
MANY = {f"more/more{i}.c": f"int more_{i};\n" for i in range(520)}
LONG_AGO = 10**9


def version():
    return re.search(r"STORE_VERSION (\d+)", (ROOT / "src/store/store.h").read_text())[1]


def names():
    """Every name of the table; `*` filled with what the program would put there."""
    rows = re.findall(r'X\((KEEP_\w+),\s+"([^"]+)"', (ROOT / "src/os/keep.h").read_text())
    assert len(rows) > 10, rows
    parts = {"KEEP_TEMPORARY": "0123456789abcdef", "KEEP_TEXT_TEMPORARY": "0123456789abcdef", "KEEP_TEXT_SEGMENT": "1"}
    return {which: name.replace("*", parts.get(which, version())) for which, name in rows}


# Looked at only when they are needed, or not by the index at all.
QUIET = {"KEEP_STORE_BROKEN", "KEEP_TEMPORARY", "KEEP_TEXT_TEMPORARY", "KEEP_CONFIG", "KEEP_STORE_ROOTS", "KEEP_ANSWERS",
         "KEEP_TEXT_SEGMENT", "KEEP_STORE_LOG", "KEEP_STORE_JOURNAL", "KEEP_STORE_SHARED",
         # By edits: tests/unit/edit_apply.c plants things there.
         "KEEP_EDIT_LOCK", "KEEP_EDIT_STAGED", "KEEP_EDIT_JOURNAL", "KEEP_EDIT_UNDO"}


class Hostile(Place):
    """A repository beside the user's precious files."""

    def __init__(self, many=False):
        super().__init__({**FILES, **MANY} if many else FILES)
        for path in self.repo.rglob("*.c"):
            os.utime(path, (LONG_AGO, LONG_AGO))  # what has just been written is not put into segments
        self.outside = self.home / "precious"
        self.outside.mkdir()
        self.count = 0
        git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(self.repo)]
        for words in (["add", "."], ["commit", "-qm", "first"], ["commit", "-qm", "second", "--allow-empty"]):
            subprocess.run([*git, *words], check=True, env=self.env(), stdout=subprocess.DEVNULL)

    def victim(self):
        self.count += 1
        path = self.outside / f"victim{self.count}"
        path.write_text(VICTIM)
        return path

    def everything_outside(self):
        """Contents, kinds, modes and times of all that is not fathom's own."""
        found = {}
        for path in sorted(self.root.rglob("*")):
            top = path.relative_to(self.root).parts[0]
            if top in ("repo", "cache", "state", "run", "config"):
                continue
            st = path.lstat()
            body = os.readlink(path) if path.is_symlink() else path.read_bytes() if stat.S_ISREG(st.st_mode) else b""
            times = (st.st_mtime_ns,) if stat.S_ISREG(st.st_mode) else ()
            found[str(path)] = (stat.S_IFMT(st.st_mode), stat.S_IMODE(st.st_mode), body, *times)
        return found


def to_file(place, path):
    path.symlink_to(place.victim())


def to_nothing(place, path):
    place.count += 1
    path.symlink_to(place.outside / f"absent{place.count}")


def to_directory(place, path):
    place.count += 1
    target = place.outside / f"directory{place.count}"
    target.mkdir()
    (target / "kept.txt").write_text(VICTIM)
    path.symlink_to(target)


def loop(place, path):
    path.symlink_to(path.name)


def pipe(place, path):
    os.mkfifo(path)


def sock(place, path):
    here = os.getcwd()
    os.chdir(path.parent)  # the whole path may be too long for one
    try:
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(path.name)
    finally:
        os.chdir(here)


def empty_directory(place, path):
    path.mkdir()


def full_directory(place, path):
    path.mkdir()
    (path / "inside.txt").write_text(VICTIM)
    (path / "deeper").mkdir()


def second_name(place, path):
    os.link(place.victim(), path)


def device(place, path):
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 5))  # zeros without end
    except PermissionError:
        pass


def closed_file(place, path):
    path.write_text("nobody may read this")
    path.chmod(0)


def nonsense(place, path):
    path.write_bytes(b"\xff\x00nonsense\n" * 500)


KINDS = [to_file, to_nothing, to_directory, loop, pipe, sock, empty_directory, full_directory, second_name, device,
         closed_file, nonsense]


def plant(place, kind, wanted):
    for which, name in wanted.items():
        path = place.repo / ".fathom" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() or path.is_symlink():
            continue
        kind(place, path)


COMMANDS = [
    (["index"], " files"),
    (["find", "part_7"], "src/part7.c:1"),
    (["search", "return 8"], "src/part8.c"),
    (["explore", "where is the seventh part added"], "part_7"),
    (["symbol", "part_7"], "src/part7.c"),
    (["impact", "part_7"], "src/main.c"),
    (["dead_code", "--limit", "3"], "forgotten"),
    (["cochange", "src/main.c"], ""),
    (["status"], "symbols"),
]


def ask_all(place):
    """The commands one by one, as somebody at a shell would."""
    for words, expected in COMMANDS:
        done = place.run(*words, "--no-daemon") if words[0] != "index" else place.run(*words)
        same(done.status, 0, f"{words}: {done.err}{done.out}")
        has(done.out, expected)


def serve_all(place):
    """The same in one process that lives long enough to make text segments."""
    server = Stdio(place, direct=True)
    try:
        for tool, arguments, expected in (("search", {"pattern": "return 8"}, "src/part8.c"),
                                          ("explore", {"query": "seventh part"}, "part_7"),
                                          ("cochange", {"path": "src/main.c"}, ""),
                                          ("export_cache", {"path": "kept.gz"}, "")):
            answer = server.modern("tools/call", {"name": tool, "arguments": arguments})
            has(json.dumps(answer), expected)
        if not (place.repo / ".fathom").is_symlink() and (place.repo / ".fathom").is_dir():
            until(lambda: any(real(path) for path in (place.repo / ".fathom" / "text").glob("*.seg")), "a text segment")
    finally:
        server.kill()
    (place.repo / "kept.gz").unlink(missing_ok=True)


def real(path):
    st = path.lstat()
    return stat.S_ISREG(st.st_mode) and st.st_nlink == 1


def is_ours(place, name):
    path = place.repo / ".fathom" / name
    st = path.lstat()
    assert stat.S_ISREG(st.st_mode) and st.st_nlink == 1 and st.st_uid == os.geteuid(), f"{name} is {oct(st.st_mode)}"


def check(kind, wanted):
    place = Hostile(many=True)
    plant(place, kind, wanted)
    before = place.everything_outside()
    ask_all(place)
    serve_all(place)
    after = place.everything_outside()
    for path in sorted(set(before) | set(after)):
        same(after.get(path), before.get(path), f"{kind.__name__}: {path}")
    for which in ("KEEP_STORE", "KEEP_STORE_LOCK", "KEEP_HISTORY", "KEEP_WORDS", "KEEP_IGNORE"):
        is_ours(place, names()[which])
    told(place, kind, wanted)
    place.close()


def told(place, kind, wanted):
    """What was set aside is told by status and by doctor, by name."""
    if kind in (nonsense,) or (kind is device and os.geteuid() != 0) or (kind is closed_file and os.geteuid() == 0):
        return
    status = place.run("status", "--no-daemon").out
    doctor = place.run("doctor").out
    for which, name in wanted.items():
        if which not in QUIET:
            has(status, f"note: set aside: '{place.repo}/.fathom/{name}.refused")
            has(doctor, f".fathom/{name}.refused was set aside")
            assert os.path.lexists(place.repo / ".fathom" / f"{name}.refused"), name


for kind in KINDS:
    add_case(f"every_name_is_{kind.__name__}", lambda kind=kind: check(kind, names()))


def alone():
    """One name at a time, so that none hides behind another."""
    for which, name in names().items():
        for kind in (to_file, to_nothing, pipe):
            place = Hostile()
            plant(place, kind, {which: name})
            before = place.everything_outside()
            for words in (["find", "part_7"], ["cochange", "src/main.c"], ["explore", "the seventh part"]):
                done = place.run(*words, "--no-daemon")
                same(done.status, 0, f"{kind.__name__} at {name}: {done.err}")
            same(place.everything_outside(), before, f"{kind.__name__} at {name}")
            if which not in ("KEEP_TEXT_LOCK", "KEEP_STORE_PARSING", "KEEP_STORE_STRIKES"):  # too little to do for these
                told(place, kind, {which: name})
            place.close()


add_case("each_name_alone", alone)


def folder_itself(kind):
    """`.fathom` is something else: the index goes to the cache, and that is told."""
    place = Hostile()
    kind(place, place.repo / ".fathom")
    before = place.everything_outside()
    ask_all(place)
    same(place.everything_outside(), before, kind.__name__)
    status = place.run("status", "--no-daemon").out
    if kind not in (empty_directory, full_directory) and os.path.lexists(place.repo / ".fathom"):
        has(status, f"{place.root}/cache/fathom/index/", f"note: kept in the cache: '{place.repo}/.fathom' is a")
        has(place.run("doctor").out, ".fathom is no directory: the index goes to the cache")
    # Taking the index away takes nothing else away.
    place.run("uninstall", "--indexes", "--yes")
    same(place.everything_outside(), before, f"{kind.__name__}: uninstall")
    place.close()


for kind in KINDS:
    add_case(f"folder_is_{kind.__name__}", lambda kind=kind: folder_itself(kind))


@case
def inner_folder_is_a_link():
    for kind in (to_directory, to_file, pipe):
        place = Hostile(many=True)
        (place.repo / ".fathom").mkdir()
        kind(place, place.repo / ".fathom" / "text")
        before = place.everything_outside()
        serve_all(place)
        same(place.everything_outside(), before, kind.__name__)
        has(place.run("status", "--no-daemon").out, f"set aside: '{place.repo}/.fathom/text.refused'")
        place.close()


main()
