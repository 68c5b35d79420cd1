#!/usr/bin/env python3
"""What is made to be handed on: a report as one file, drawings as PNG, answers
in a file; and blame and packages, which the page shows."""
import html.parser
import json
import os
import pty
import re
import struct
import subprocess

from harness import *  # noqa: F401,F403

EVIL = "<img src=x onerror=alert(1)>"
EVE = 'Eve &lt;b&gt; "onload=alert(1)" y'  # git takes angle brackets out of names itself
FILES = {
    "js/one/package.json": json.dumps({"name": "@x/one", "dependencies": {"@x/two": "*"}}),
    "js/one/one.js": "import { two } from '../two/two.js'\nexport function one() { return two() }\n",
    "js/two/package.json": json.dumps({"name": "@x/two"}),
    "js/two/two.js": "export function two() { return 2 }\nfunction unused() {}\n",
    "js/three/package.json": json.dumps({"name": EVIL}),
    f"js/three/{EVIL.replace('/', '_')}.js": "export function three() { return 3 }\nfunction idle() {}\n",
}


def commit(place, author, day, **files):
    place.write(place.repo, files)
    env = place.env(GIT_AUTHOR_NAME=author, GIT_AUTHOR_EMAIL="a@b", GIT_COMMITTER_NAME="c", GIT_COMMITTER_EMAIL="c@d",
                    GIT_AUTHOR_DATE=f"{day}T12:00:00Z", GIT_COMMITTER_DATE=f"{day}T12:00:00Z", GIT_CONFIG_NOSYSTEM="1")
    subprocess.run(["git", "add", "-A"], cwd=place.repo, env=env, check=True)
    subprocess.run(["git", "commit", "-qm", f"{EVIL} by {author}"], cwd=place.repo, env=env, check=True)


class Page(html.parser.HTMLParser):
    """What is in a page: its elements, their attributes and its text."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.attributes, self.text = {}, [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.elements[tag] = self.elements.get(tag, 0) + 1
        self.attributes += [(tag, name, value) for name, value in attributes]

    def handle_data(self, data):
        self.text.append(data)


@case
def a_report_is_one_closed_file():
    with Place(FILES) as place:
        commit(place, EVE, "2026-01-05")
        commit(place, "Ben", "2026-03-05", **{"js/two/two.js": FILES["js/two/two.js"] + "\n"})
        done = place.run("report", "--html", "--out", "../report.html")
        same((done.status, done.out), (0, ""), done.err)
        text = (place.root / "report.html").read_text()
        page = Page(text)
        lacks(set(page.elements), "script", "img", "iframe", "link", "object", "embed", "form")
        same([one for one in page.attributes if one[1].startswith("on") or one[1] in ("src", "style")], [], "nothing runs or is loaded")
        same([value for _, name, value in page.attributes if name == "href" and not value.startswith("#")], [], "links stay in the page")
        words = " ".join(page.text)
        has(words, EVIL, "unused", "js/two/two.js:2", "@x/one", f"{EVE} 100", "Ben 50", "2026-01: 1 commits, 1 people", "2026-02: 0 commits, 0 people",
            "2 commits")
        same(page.elements["section"], 7)
        # Once more, to standard output: the same page.
        same(place.run("report").out, text)


@case
def a_report_of_nothing_says_so():
    with Place({"notes.txt": "nothing to see\n"}) as place:
        done = place.run("report")
        same(done.status, 0, done.err)
        has(done.out, "There is no history to tell from.", "No files depend on each other.", "Nothing was found that nothing refers to.")
        refused = place.run("report", "--out", "no/such/folder/x.html")
        same(refused.status != 0, True, "a folder that is not there")
        same(place.run("report", "a", "b").status, 2)


def on_terminal(place, *words):
    """What a command prints on a terminal."""
    master, slave = pty.openpty()
    process = subprocess.Popen([FATHOM, *words], cwd=place.repo, env=place.env(), stdout=slave, stderr=subprocess.PIPE, stdin=slave)
    os.close(slave)
    error = process.stderr.read().decode()
    process.stderr.close()
    process.wait(WAIT)
    os.close(master)
    return process.returncode, error


@case
def a_picture_is_a_png():
    with Place(FILES) as place:
        done = place.run("impact", "two", "--format", "png", "--out", "two.png", "--no-daemon")
        if "librsvg" in done.err:
            same(done.status, 6, done.err)
            has(done.err, "apt install librsvg2-2")
            return
        same((done.status, done.out), (0, ""), done.err)
        data = (place.repo / "two.png").read_bytes()
        same(data[:8], b"\x89PNG\r\n\x1a\n")
        svg = place.run("impact", "two", "--format", "svg", "--no-daemon").out
        size = tuple(int(number) for number in re.search(r'width="(\d+)" height="(\d+)"', svg).groups())
        same(struct.unpack(">II", data[16:24]), size)
        piped = subprocess.run([FATHOM, "trace", "one", "two", "--format=png", "--no-daemon"], cwd=place.repo, env=place.env(), stdout=subprocess.PIPE)
        same((piped.returncode, piped.stdout[:4]), (0, b"\x89PNG"))


@case
def a_terminal_is_not_sent_a_file():
    with Place(FILES) as place:
        for words, part in ((("impact", "two", "--format", "png"), "a PNG is nothing to read on a terminal"),
                            (("report", "--html"), "a report is a page for a browser")):
            status, error = on_terminal(place, *words)
            same(status, 2, error)
            has(error, part, "--out FILE")


@case
def what_cannot_be_drawn_is_said():
    with Place(FILES) as place:
        for words, part in ((("impact", "nonesuch", "--format", "png"), "nothing to draw"),
                            (("impact", "two", "--format", "png", "--json"), "a PNG is no JSON"),
                            (("find", "two", "--format", "png"), "unknown option '--format'"),
                            (("impact", "two", "--format", "gif"), "gif")):
            done = place.run(*words, "--no-daemon")
            same((done.status != 0, done.out), (True, ""), words)
            has(done.err, part)
        same(place.run("find", "two", "--out", "found.txt", "--no-daemon").out, "")
        has((place.repo / "found.txt").read_text(), "js/two/two.js:1")


@case
def packages_of_manifests_and_graph():
    with Place(FILES) as place:
        done = place.run("packages", "--json", "--no-daemon")
        same(done.status, 0, done.err)
        said = json.loads(done.out)
        same((said["level"], said["total"]), ("packages", 3))
        same([(one["name"], one["path"], one["manifest"], one["files"]) for one in said["packages"]],
             [(EVIL, "js/three", "js/three/package.json", 1), ("@x/two", "js/two", "js/two/package.json", 1), ("@x/one", "js/one", "js/one/package.json", 1)])
        same(said["edges"], [{"from": "@x/one", "to": "@x/two", "fromNumber": 2, "toNumber": 1, "uses": 3, "testUses": 0, "declared": True, "forTests": False}])
        has(place.run("packages", "--no-daemon").out, "@x/one -> @x/two  3 uses, declared\n")
        has(place.run("packages", "--limit", "0", "--no-daemon").err, "argument 'limit' must be 1 to 500")
        has(place.run("packages", "--level", "files", "--no-daemon").err, "packages, folders")


@case
def blame_tells_each_line():
    with Place(FILES) as place:
        has(place.run("blame", "js/two/two.js", "--no-daemon").err, "git blame")
        commit(place, "Ann", "2026-01-05")
        commit(place, EVE, "2026-03-05", **{"js/two/two.js": "export function two() { return 2 }\n// new\nfunction unused() {}\n"})
        place.write(place.repo, {"js/two/two.js": "export function two() { return 2 }\n// new\nfunction unused() {}\n// now\n"})
        said = json.loads(place.run("blame", "js/two/two.js", "--json", "--no-daemon").out)
        same([(one["from"], one["to"], one.get("author"), one.get("day")) for one in said["runs"]],
             [(1, 1, "Ann", "2026-01-05"), (2, 2, EVE, "2026-03-05"), (3, 3, "Ann", "2026-01-05"), (4, 4, None, None)])
        same((said["runs"][1]["summary"], len(said["runs"][1]["commit"]), said["runs"][3]["commit"]), (f"{EVIL} by {EVE}", 40, ""))
        refused = {("--from", "99"): "has only 4 lines", ("--from", "1", "--to", "2001"): "at most 2000 at once", ("--from", "3", "--to", "2"): "lines 3 to 2",
                   ("--from", "0"): "argument 'from'"}
        for words, part in refused.items():
            has(place.run("blame", "js/two/two.js", *words, "--no-daemon").err, part)
        has(place.run("blame", "../outside", "--no-daemon").err, "outside the workspace")
        has(place.run("blame", "nonesuch.js", "--no-daemon").err, "git blame")
        # Nothing that a repository configures is run.
        marker = place.root / "ran"
        (place.repo / ".gitattributes").write_text("*.js diff=evil filter=evil\n")
        for key in ("diff.evil.textconv", "filter.evil.clean", "filter.evil.smudge", "core.pager", "core.fsmonitor"):
            subprocess.run(["git", "config", key, f"touch {marker}; cat"], cwd=place.repo, env=place.env(), check=True)
        same(place.run("blame", "js/two/two.js", "--no-daemon").status, 0)
        same(marker.exists(), False, "no program of the repository was run")


main()
