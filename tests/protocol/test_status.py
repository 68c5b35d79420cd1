#!/usr/bin/env python3
"""A warm `status` tells what is there at this moment: after every kind of change
its next answer is the one that a server gives which has just begun, and differs
from the one before."""
import shutil

from harness import *

# Not the same in two processes, or not the same in a second.
OF_A_PROCESS = ("uptimeSeconds", "residentBytes", "workspaces")
FILES = {**FIXTURE, "assets/logo.c": b"\0\1\2\3" * 64, "tool.py": "def tool():\n  return 1\n"}
IGNORED = "ignored/  ignored directory, by .gitignore:1 (ignored/)\n"


class Installed:
    """The program with its libraries in a place of its own, where they can be taken away."""

    def __init__(self, place):
        self.place, self.program = place, place.root / "app/bin/fathom"
        self.libraries = place.root / "app/share/fathom/library"
        self.program.parent.mkdir(parents=True)
        self.libraries.mkdir(parents=True)
        shutil.copy2(FATHOM, self.program)
        beside = pathlib.Path(FATHOM).resolve().parent
        (self.libraries.parent / "grammars").symlink_to((beside / "grammars").resolve())
        for name in ("c.facts", "python.facts"):
            shutil.copy2(beside / "library" / name, self.libraries / name)

    def serve(self):
        return Http(self.place, "--structured", program=str(self.program))


def told(server):
    """Text and fields; the size is told as the disk has it."""
    result = server.modern("tools/call", {"name": "status", "arguments": {}})["result"]
    same(result.get("isError"), False, show(result))
    fields = result["structuredContent"]
    if "location" in fields:
        same(fields["bytes"], os.stat(fields["location"]).st_size)
    return fields


def lasting(fields):
    """Without what differs from one process or moment to the next."""
    kept = {name: value for name, value in fields.items() if name not in ("refreshMs", "bytes")}
    kept["server"] = {name: value for name, value in fields["server"].items() if name not in OF_A_PROCESS}
    return kept


class Warm:
    """A server whose status has been asked for often, so that it is answered from what is kept."""

    def __init__(self, installed):
        self.installed, self.server = installed, installed.serve()
        told(self.server)
        time.sleep(2.5)  # until what is kept is old enough to be believed
        self.warm_up()

    def warm_up(self):
        for _ in range(6):
            self.last = lasting(told(self.server))

    def expect(self, changes=True):
        """The next answer is a new server's; if it `changes`, another one than before."""
        now = lasting(told(self.server))
        fresh = self.installed.serve()
        same(now, lasting(told(fresh)))
        fresh.stop()
        assert (now != self.last) == changes, f"as before: {changes}, {show(now)}"
        self.warm_up()
        return now


@case
def edits_are_told():
    with Place(FILES) as place:
        warm, repo = Warm(Installed(place)), pathlib.Path(place.repo)
        for i in range(3):
            (repo / "src/more.c").write_text("".join(f"int more_{k}(void) {{ return {k}; }}\n" for k in range(i + 1)))
            warm.expect()
        (repo / "src/more.c").write_text("int more_0( {\n")
        same(warm.expect()["broken"], 1)
        (repo / "src/more.c").unlink()
        same(warm.expect()["broken"], 0)
        (repo / "src/image.c").write_bytes(b"\0\0\0\0")
        warm.expect()
        (repo / "src/image.c").rename(repo / "src/picture.c")
        warm.expect(changes=False)  # one binary file, in fields without its name
        warm.server.stop()


def text_of(server):
    result = server.modern("tools/call", {"name": "status", "arguments": {}})["result"]
    return result["content"][0]["text"]


@case
def rules_of_ignore_files_are_told():
    with Place(FILES) as place:
        repo = pathlib.Path(place.repo)
        server = Http(place)
        for _ in range(6):
            has(text_of(server), IGNORED)
        (repo / ".gitignore").write_text("# first\nignored\n")
        has(text_of(server), "ignored/  ignored directory, by .gitignore:2 (ignored)\n")
        has(text_of(server), "ignored/  ignored directory, by .gitignore:2 (ignored)\n")
        (repo / ".git/info/exclude").write_text("/ignored/\n")
        (repo / ".gitignore").write_text("")
        has(text_of(server), "ignored/  ignored directory, by .git/info/exclude:1 (/ignored/)\n")
        (repo / ".git/info/exclude").write_text("\n\n/ignored/\n")
        has(text_of(server), "ignored/  ignored directory, by .git/info/exclude:3 (/ignored/)\n")
        (repo / ".git/info/exclude").write_text("")
        lacks(text_of(server), "ignored directory")
        server.stop()


def git(place, *words):
    identity = {"GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@t", "GIT_COMMITTER_NAME": "t", "GIT_COMMITTER_EMAIL": "t@t"}
    subprocess.run(["git", "-C", str(place.repo), *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   env={**place.env(), **identity})


@case
def commits_and_checkouts_are_told():
    with Place(FILES) as place:
        warm, repo = Warm(Installed(place)), pathlib.Path(place.repo)
        git(place, "add", ".")
        git(place, "commit", "-qm", "first")
        warm.expect(changes=False)
        git(place, "checkout", "-qb", "other")
        (repo / "src/other.c").write_text("int other(void) { return 1; }\n")
        warm.expect()
        git(place, "add", ".")
        git(place, "commit", "-qm", "second")
        warm.expect(changes=False)
        git(place, "checkout", "-q", "-")
        warm.expect()
        git(place, "merge", "-q", "other")
        warm.expect()
        warm.server.stop()


@case
def configuration_counts_at_once():
    with Place(FILES) as place:
        server = Http(place)
        for _ in range(6):
            has(text_of(server), "workspace:")
        place.project_config({"tools": {"disabled": ["status"]}})
        has(text_of(server), "workspace: none", "disabled")
        place.project_config({})
        has(text_of(server), "workspace:")
        server.stop()


@case
def an_index_that_was_deleted_or_made_anew_is_told():
    with Place(FILES) as place:
        installed = Installed(place)
        warm = Warm(installed)
        shutil.rmtree(place.repo / ".fathom")
        warm.expect(changes=False)
        same(place.run("index", "--full", program=str(installed.program)).status, 0)
        warm.expect(changes=False)
        (place.repo / "src/other.c").write_text("int other(void) { return 1; }\n")
        same(place.run("index", program=str(installed.program)).status, 0)
        warm.expect()
        warm.server.stop()


@case
def what_stands_in_the_way_is_told():
    """In the index's folder, and in the one of texts, which comes later."""
    with Place(FILES) as place:
        warm = Warm(Installed(place))
        for folder in ("", "text/"):
            (place.repo / f".fathom/{folder}").mkdir(exist_ok=True)
            planted = place.repo / f".fathom/{folder}edit.lock.refused"
            warm.expect(changes=False)
            planted.write_text("")
            has(show(warm.expect()["notes"]), f"{folder}edit.lock.refused")
            planted.unlink()
            warm.expect()
        warm.server.stop()


@case
def libraries_that_come_and_go_are_told():
    """Or the folder they are in, or one above it, or a link in their stead."""
    with Place(FILES) as place:
        installed = Installed(place)
        warm, library = Warm(installed), installed.libraries / "python.facts"

        def is_missing(*wanted):
            same(told(warm.server)["missingLibraries"], list(wanted))
            if len(wanted) < 2:
                time.sleep(2.1)  # until the folder is old enough to be believed
            warm.warm_up()

        is_missing()
        library.rename(place.root / "away")
        is_missing("python")
        (place.root / "away").rename(library)
        is_missing()
        share = place.root / "app/share"
        for path in (installed.libraries, installed.libraries.parent, share):
            path.rename(place.root / "away")
            is_missing("c", "python")
            (place.root / "away").rename(path)
            is_missing()
        share.rename(place.root / "real")
        share.symlink_to(place.root / "real")
        is_missing()
        share.unlink()
        is_missing("c", "python")
        (place.root / "empty/fathom/library").mkdir(parents=True)
        share.symlink_to(place.root / "empty")
        is_missing("c", "python")
        share.unlink()
        share.symlink_to(place.root / "real")
        is_missing()
        warm.server.stop()


@case
def another_program_is_told():
    """Replaced as an installation does it, touched, moved away and back, gone."""
    with Place(FILES) as place:
        installed = Installed(place)
        warm, program = Warm(installed), installed.program
        builds = [warm.last["server"]["build"]]

        def expect_another():
            build = told(warm.server)["server"]["build"]
            assert build not in builds, f"{build} is one of {builds}"
            builds.append(build)
            warm.warm_up()

        shutil.copyfile(program, program.with_name("new"))
        program.with_name("new").chmod(0o755)
        program.with_name("new").rename(program)
        expect_another()
        fresh = installed.serve()
        same(told(fresh)["server"]["build"], builds[-1])
        fresh.stop()
        os.utime(program, (1, 1))
        expect_another()
        program.unlink()
        expect_another()
        warm.server.stop()
        # A program that is moved is another one from where it lies.
        shutil.copy2(FATHOM, program)
        warm = Warm(installed)
        builds = [warm.last["server"]["build"]]
        program.rename(program.with_name("moved"))
        expect_another()
        (place.root / "app").rename(place.root / "app2")
        expect_another()
        (place.root / "app2").rename(place.root / "app")
        program.with_name("moved").rename(program)
        same(told(warm.server)["server"]["build"], builds[0])
        warm.server.stop()


@case
def the_process_is_told_as_it_is():
    with Place(FILES) as place:
        server = Http(place, "--structured")
        began = time.monotonic()
        for _ in range(6):
            told(server)
        with open(f"/proc/{server.process.pid}/status") as status:
            resident = int(re.search(r"VmRSS:\s*(\d+) kB", status.read())[1]) * 1024
        fields = told(server)["server"]
        assert abs(fields["residentBytes"] - resident) < 4 << 20, (fields, resident)
        time.sleep(1.1)
        up = told(server)["server"]["uptimeSeconds"]
        assert fields["uptimeSeconds"] < up <= time.monotonic() - began + 2, (fields, up)
        server.stop()


if __name__ == "__main__":
    main()
