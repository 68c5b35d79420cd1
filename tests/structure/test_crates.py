#!/usr/bin/env python3
"""Grammars of the Rust crate registry: what scripts/crates fetches, refuses and
leaves out, and what a build makes of it. The client here is a script of ours."""
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUM = hashlib.sha256(b"x").hexdigest()
CLIENT = """#!/bin/sh
echo run >> "$CALLS"
mkdir -p vendor/tree-sitter-x/src vendor/cc
echo '#define LANGUAGE_VERSION 15' > vendor/tree-sitter-x/src/parser.c
echo '{"files":{},"package":"%s"}' > vendor/tree-sitter-x/.cargo-checksum.json
"""
failures = 0


def run_crates(tree, client, path="/usr/bin:/bin"):
    """(status, what it said) with a client of this text; None: there is none."""
    env = {"PATH": path, "CARGO": "no-such-cargo", "CALLS": str(tree / "calls")}
    if client is not None:
        (tree / "client").write_text(client)
        (tree / "client").chmod(0o755)
        env["CARGO"] = str(tree / "client")
    done = subprocess.run([tree / "scripts/crates"], env=env, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def configure(tree, arguments, version="15"):
    """What fathom_grammar_source says of a call, or its complaint."""
    source = tree / "crates/tree-sitter-x/src"
    if version:
        source.mkdir(parents=True, exist_ok=True)
        (source / "parser.c").write_text(f"/* made */\n#define LANGUAGE_VERSION {version}\n")
    (tree / "CMakeLists.txt").write_text(
        f"cmake_minimum_required(VERSION 3.25)\nproject(x NONE)\ninclude({ROOT}/cmake/third_party/source.cmake)\n"
        f"fathom_grammar_source(found {arguments})\nmessage(STATUS \"found=[${{found}}]\")\n")
    done = subprocess.run(["cmake", "-S", tree, "-B", tree / "b", f"-DFATHOM_CRATES={tree}/crates"], capture_output=True, text=True)
    found = re.search(r"found=\[(.*)\]", done.stdout)
    return found.group(1).replace(str(tree), "").replace("//", "/") if found and done.returncode == 0 else " ".join(done.stderr.split())


def case(name, function):
    global failures
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder)
        for part in ("scripts", "deps/crates", "build"):
            (tree / part).mkdir(parents=True)
        shutil.copy(ROOT / "scripts/crates", tree / "scripts/crates")
        (tree / "deps/crates/crates.tsv").write_text(f"# a comment\ntree-sitter-x\t1.0.0\t{SUM}\n")
        try:
            function(tree)
            print(f"ok {name}")
        except AssertionError as error:
            failures += 1
            print(f"FAIL {name}: {error}")


def equal(found, wanted):
    assert found == wanted, f"expected {wanted!r}, got {found!r}"


def names(tree):
    return sorted(path.name for path in (tree / "build/crates").iterdir())


def without_client(tree):
    equal(run_crates(tree, None), (0, "crates: no cargo here; built without the grammars that only the Rust crate registry has: tree-sitter-x\n"))
    equal(names(tree), [])


def fetched_once(tree):
    equal(run_crates(tree, CLIENT % SUM), (0, ""))
    equal(run_crates(tree, CLIENT % SUM), (0, ""))
    equal((tree / "calls").read_text(), "run\n")
    equal(names(tree), ["tree-sitter-x"])


def kept_without_client(tree):
    run_crates(tree, CLIENT % SUM)
    equal(run_crates(tree, None), (0, ""))


def other_checksum(tree):
    other = "0" * 64
    equal(run_crates(tree, CLIENT % other),
          (1, f"crates: tree-sitter-x 1.0.0 is not what deps/crates/crates.tsv lists: sha256 {other} instead of {SUM}\n"))
    equal(names(tree), [])


def no_checksum(tree):
    status, said = run_crates(tree, "#!/bin/sh\nmkdir -p vendor/tree-sitter-x\necho '{}' > vendor/tree-sitter-x/.cargo-checksum.json\n")
    equal((status, "sha256 unknown instead of" in said, names(tree)), (1, True, []))


def failing_client(tree):
    equal(run_crates(tree, "#!/bin/sh\necho no network >&2\nexit 101\n"),
          (0, "crates: built without these grammars, which could not be fetched: tree-sitter-x\n  no network\n"))


def new_version(tree):
    run_crates(tree, CLIENT % SUM)
    (tree / "deps/crates/crates.tsv").write_text(f"tree-sitter-x\t1.0.1\t{SUM}\n")
    run_crates(tree, CLIENT % SUM)
    equal((tree / "calls").read_text(), "run\nrun\n")


def unlisted(tree):
    run_crates(tree, CLIENT % SUM)
    (tree / "deps/crates/crates.tsv").write_text("# nothing\n")
    equal(run_crates(tree, None), (0, ""))
    equal(names(tree), [])


def source_found(tree):
    equal(configure(tree, "CRATE tree-sitter-x MODULE"), "/crates/tree-sitter-x/src")


def source_missing(tree):
    equal(configure(tree, "CRATE tree-sitter-x MODULE", version=None), "")


def source_old(tree):
    said = configure(tree, "CRATE tree-sitter-x MODULE", version="9")
    assert "the parser takes no grammar of this form (#define LANGUAGE_VERSION 9)" in said, said


def source_linked(tree):
    said = configure(tree, "CRATE tree-sitter-x")
    assert "a grammar that may be missing has to be a MODULE" in said, said


def list_fits(_):
    rows = [line.split("\t") for line in (ROOT / "deps/crates/crates.tsv").read_text().splitlines() if not line.startswith("#")]
    used = {package for path in (ROOT / "src/languages").glob("*/grammar.cmake") for package in re.findall(r"CRATE (\S+)", path.read_text())}
    equal([row for row in rows if not (len(row) == 3 and re.fullmatch(r"[0-9.]+", row[1]) and re.fullmatch(r"[0-9a-f]{64}", row[2]))], [])
    equal({row[0] for row in rows}, used)


for name, function in [("without cargo it says what is left out", without_client), ("a package is fetched once", fetched_once),
                       ("what is there stays without cargo", kept_without_client), ("another checksum ends the build", other_checksum),
                       ("no checksum ends the build", no_checksum), ("a client that gets nothing leaves out", failing_client),
                       ("another version is fetched anew", new_version), ("what is not listed goes away", unlisted),
                       ("sources are found", source_found), ("a missing one gives nothing", source_missing),
                       ("a form that the parser does not take is refused", source_old),
                       ("one that may be missing is never linked in", source_linked), ("the list is what languages use", list_fits)]:
    case(name, function)
sys.exit(1 if failures else 0)
