#!/usr/bin/env python3
"""Manifests and archives made to hurt: a property as long as a manifest that thousands of
needs name, archives that need each other in circles, classes whose members share one
signature of 60 KB, and whatever else may lie where an archive should. Each tree is indexed
within bounds of time and memory, and what leads elsewhere leads nowhere: a good
archive beside a bad one is read all the same.
usage: test_hostile_archives.py [WORD...]     (only cases whose name has the word)"""
import os
import struct
import subprocess
import sys
import time
import zipfile

from test_hostile import one_tree

SECONDS = 5  # of CPU: several times what each takes
PEAK_MB = 500
NEED = "<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>1</version></dependency>\n"
OWN = "package own;\nimport g.B;\nclass A {\n  void f(B b) { b.same(this).g(); }\n  void g() {}\n}\n"


def pom(needs, more=""):
    return f"<project><groupId>x</groupId><artifactId>y</artifactId><version>1</version>{more}<dependencies>{needs}</dependencies></project>"


def class_file(name, members, base="java/lang/Object", interfaces=()):
    constants, known = [], {}

    def put(bytes_):
        if bytes_ not in known:
            constants.append(bytes_)
            known[bytes_] = len(constants)
        return known[bytes_]

    def text(word):  # a long one is spelled once
        if word not in known:
            known[word] = put(b"\x01" + struct.pack(">H", len(word)) + word.encode())
        return known[word]

    def type_(word):
        return put(b"\x07" + struct.pack(">H", text(word)))

    head = struct.pack(">HHHH", 0x21, type_(name), type_(base), len(interfaces))
    head += b"".join(struct.pack(">H", type_(word)) for word in interfaces)
    body = b""
    for own, said, *generic in members:
        body += struct.pack(">HHHH", 1, text(own), text(said), len(generic))
        body += b"".join(struct.pack(">HIH", text("Signature"), 2, text(word)) for word in generic)
    count = struct.pack(">H", len(members))
    return (b"\xca\xfe\xba\xbe\0\0\0\x34" + struct.pack(">H", len(constants) + 1) + b"".join(constants) + head + b"\0\0" + count +
            body + b"\0\0")


def place(tree, artifact="a"):
    folder = tree.parent / ".m2/repository/g" / artifact / "1"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{artifact}-1.jar"


def put_jar(path, entries):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in entries:
            archive.writestr(zipfile.ZipInfo(name), text)


def write(tree, needs, text=OWN, more=""):
    (tree / "pom.xml").write_text(pom(needs, more))
    (tree / "own").mkdir()
    (tree / "own/A.java").write_text(text)
    return 2


GOOD = class_file("g/B", [("same", "(Ljava/lang/Object;)Ljava/lang/Object;", "<T:Ljava/lang/Object;>(TT;)TT;")])


def property_as_long_as_a_manifest(tree):
    place(tree)
    return write(tree, NEED.format("${p}", "a") * 2000, more="<properties><p>" + "a\n" * 500_000 + "</p></properties>\n")


def archives_in_circles(tree):
    count = 300
    for n in range(count):
        jar = place(tree, f"a{n}")
        put_jar(jar, [(f"g{n}/B.class", class_file(f"g{n}/B", [("m", "()V")], f"g{(n + 1) % count}/B"))])
        above = f"<parent><groupId>g</groupId><artifactId>a{(n + 1) % count}</artifactId><version>1</version></parent>"
        jar.with_suffix(".pom").write_text(pom("".join(NEED.format("g", f"a{(n + k) % count}") for k in range(5)), above))
    return write(tree, NEED.format("g", "a0"), "import g0.B;\nclass A extends B { void f() { m(); other(); } }\n")


def members_that_share_a_signature(tree):
    words, arrays, name = "(" + "Lg/A;" * 12_000 + ")V", "(" + "[" * 60_000 + ")V", "a" * 60_000
    long, bad = [(f"m{n}", words) for n in range(8000)], [(f"m{n}", arrays) for n in range(8000)]
    put_jar(place(tree), [("g/B.class", class_file("g/B", long, interfaces=[name] * 5000))] +
            [(f"g/B${n}.class", class_file(f"g/B${n}", bad)) for n in range(15)])
    return write(tree, NEED.format("g", "a"))


def names_that_lead_elsewhere(tree):
    names = ["../../../../../../A.class", "/g/C.class", "g//C.class", "./g/C.class", "g/\x01.class", ".class", "$.class", "g/$C.class",
             "g/C$.class", "C.class", "g/B.class"]
    put_jar(place(tree), [(name, GOOD) for name in names])
    return write(tree, NEED.format("g", "a"))


def archives_cut_and_changed(tree):
    put_jar(place(tree), [("g/B.class", GOOD)])
    whole = place(tree).read_bytes()
    end = b"PK\5\6" + bytes(18)
    changed = [b"", whole[:-5], whole[:len(whole) // 2], whole + end, whole[:-12] + b"\xff\xff\xff\x7f" + whole[-8:],
               whole[:-22] + b"PK\6\6" + b"\xff" * 52 + b"PK\6\7" + b"\xff" * 16 + b"PK\5\6" + bytes(4) + b"\xff" * 12 + bytes(2)]
    for n, text in enumerate(changed):
        place(tree, f"bad{n}").write_bytes(text)
    return write(tree, "".join(NEED.format("g", f"bad{n}") for n in range(len(changed))) + NEED.format("g", "a"))


def other_things_in_an_archives_place(tree):
    os.mkfifo(place(tree, "fifo"))
    place(tree, "folder").mkdir()
    place(tree, "zero").symlink_to("/dev/zero")
    place(tree, "text").symlink_to("/etc/passwd")
    place(tree, "itself").symlink_to(place(tree, "itself").name)
    put_jar(place(tree), [("g/B.class", GOOD)])
    return write(tree, "".join(NEED.format("g", name) for name in ("fifo", "folder", "zero", "text", "itself", "a")))


# The good archive says what `same` gives, so that the call behind it is found.
CASES = {property_as_long_as_a_manifest: 0, archives_in_circles: 0, members_that_share_a_signature: 0,
         names_that_lead_elsewhere: 1, archives_cut_and_changed: 1, other_things_in_an_archives_place: 1}


def run(case, calls):
    expected = []

    def within(report):
        assert report["edgesByKind"].get("calls", 0) == calls, report["edgesByKind"]
        assert report["cpuSeconds"] < SECONDS, f"{report['cpuSeconds']} s of CPU"
        assert report["peakBytes"] >> 20 < PEAK_MB, f"{report['peakBytes'] >> 20} MB"

    class Count(int):
        """Known once the tree is written."""
        def __add__(self, other):
            return expected[0] + other
    return one_tree(lambda tree: expected.append(case(tree)), Count(), within)


def main():
    failed = 0
    for case, calls in CASES.items():
        title = case.__name__.replace("_", " ")
        if len(sys.argv) > 1 and not all(word in title.split() for word in sys.argv[1:]):
            continue
        began = time.monotonic()
        try:
            print(f"ok {title}: {run(case, calls)} ({time.monotonic() - began:.1f} s)", flush=True)
        except (AssertionError, subprocess.TimeoutExpired) as error:
            failed += 1
            print(f"FAIL {title}: {error}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
