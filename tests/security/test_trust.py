#!/usr/bin/env python3
"""Trust is for the directory that was there when it was given: what comes into
its place is not trusted, and the user is told."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "protocol"))
from harness import *

WHY = ("language servers execute code of the project they work on. If you trust it, run: fathom trust '{0}'. Search, the graph and "
       "everything else work without")
UNTRUSTED = "'{0}' is not trusted: " + WHY
CHANGED = ("'{0}' is not trusted any more, because it changed: another directory is there than when it was trusted (cloned anew, "
           "replaced or mounted over): " + WHY)
OLD = "'{0}' is not trusted any more: an earlier version trusted it without noting which directory it was: " + WHY
RENEW = "'fathom trust DIR' trusts what is there now, 'fathom untrust DIR' forgets it\n"
GONE = "  (no longer: another directory is there now, or none)\n"
BEFORE = "  (no longer: an earlier version did not note which directory it was)\n"


def refusal(server):
    """What starting a server there is answered with; there is none to start."""
    return failure_of(server.modern("tools/call", {"name": "agent-lsp.start_lsp", "arguments": {"root_dir": ".", "language_id": "go"}}))


def serve(place, **more):
    return Stdio(place, env={"PATH": "/nowhere"}, **more)


def replace(place, how):
    """Puts another repository where the trusted one was."""
    if how == "cloned":
        shutil.rmtree(place.repo)
        place.repository("repo", {"evil.go": "package evil\n"})
    else:
        evil = place.repository("evil", {"evil.go": "package evil\n"})
        place.repo.rename(place.root / "before")
        evil.rename(place.repo) if how == "moved" else place.repo.symlink_to(evil)


@both_ways
def trust_is_for_what_was_there(direct):
    for how in ("cloned", "moved"):
        with Place() as place:
            server = serve(place, direct=direct)
            same(refusal(server), UNTRUSTED.format(place.repo))
            same(place.run("trust", place.repo).out, f"trusted: {place.repo}\n")
            lacks(refusal(server), "is not trusted")
            replace(place, how)
            same(refusal(server), CHANGED.format(place.repo), how)
            server.end()
            same(place.run("trust", "--list").out, f"{place.repo}{GONE}{RENEW}")
            same(place.run("trust", place.repo).out, f"trusted again: {place.repo}\n")
            same(place.run("trust", place.repo).out, f"already trusted: {place.repo}\n")
            server = serve(place, direct=direct)
            lacks(refusal(server), "is not trusted")
            server.end()


@case
def a_link_in_its_place_is_not_trusted():
    with Place() as place:
        place.run("trust", place.repo)
        replace(place, "linked")
        server = serve(place)
        same(refusal(server), UNTRUSTED.format(place.root / "evil"))
        server.end()
        same(place.run("trust", "--list").out, f"{place.repo}{GONE}{RENEW}")
        same(place.run("untrust", str(place.repo)).out, f"no longer trusted: {place.repo}\n")


@case
def what_is_mounted_over_it_is_not_trusted():
    """In a mount name space of its own, where the system lets us."""
    with Place() as place:
        place.run("trust", place.repo)
        evil = place.repository("evil", {"evil.go": "package evil\n"})
        script = f'mount --bind {evil} {place.repo} || exit 77; exec {FATHOM} trust --list'
        done = subprocess.run(["unshare", "-m", "sh", "-c", script], env=place.env(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode == 0:
            same(done.stdout.decode(), f"{place.repo}{GONE}{RENEW}")
        same(place.run("trust", "--list").out, f"{place.repo}\n")


@case
def work_in_it_changes_nothing():
    with Place() as place:
        place.run("trust", place.repo)
        for path in ("new.c", "src/new.c"):
            (place.repo / path).write_text("int x;\n")
        shutil.rmtree(place.repo / "src")
        os.utime(place.repo, (1, 1))
        os.chmod(place.repo, 0o750)
        same(place.run("trust", place.repo).out, f"already trusted: {place.repo}\n")


@case
def entries_of_earlier_versions_are_renewed_by_the_user_alone():
    with Place() as place:
        directory = place.root / "config" / "fathom"
        directory.mkdir(mode=0o700)
        (directory / "trusted.json").write_text(json.dumps({"trusted": [str(place.repo)]}))
        server = serve(place)
        same(refusal(server), OLD.format(place.repo))
        server.end()
        same(place.run("trust", "--list").out, f"{place.repo}{BEFORE}{RENEW}")
        same(json.loads((directory / "trusted.json").read_text()), {"trusted": [str(place.repo)]})
        same(place.run("trust", place.repo).out, f"trusted again: {place.repo}\n")
        about = place.repo.stat()
        kept = json.loads((directory / "trusted.json").read_text())["trusted"]
        same([(entry["path"], entry["inode"], sorted(entry)) for entry in kept], [(str(place.repo), about.st_ino, ["born", "inode", "path"])])
        same(place.run("untrust", place.repo).out, f"no longer trusted: {place.repo}\n")


if __name__ == "__main__":
    main()
