#!/usr/bin/env python3
"""Whole answers of the read tools about five small repositories.

repos/NAME is a little program; golden/NAME/history.txt says how its commits
came about, and golden/NAME/PROFILE.txt (further ones: core) holds calls, each
with its exact answer:

    === find {"query": "Cart"}
    the answer

Lines that begin with --- change the copy between calls: `replace PATH` with
the old and the new text as JSON, `stage`, `restore`. With FATHOM_ACCEPT=1 the
answers are rewritten. An error's answer follows a line `(error)`; fields are
shown spread over lines, having been compared with the text as it was sent.
What differs from run to run is masked in `masked` and nowhere else.
"""
import difflib
import re

from trees import *

HERE = pathlib.Path(__file__).resolve().parent
FIRST_DAY = 1704103200  # 2024-01-01, 10:00 UTC
DAY = 86400
FENCE = "=== "
STEP = "--- "
PROFILES = ("core", "kart", "codegraph")

MASKS = [
    (r"cursor=[^\s,]+", "cursor=C"),
    (r'("cursor": )"[^"]*"', r'\1"C"'),
    (r'("durationMs": )\d+', r"\g<1>0"),
    (r'("score": \d+\.\d{6})\d+', r"\1"),
    (r"last refresh took \d+ ms", "last refresh took N ms"),
    (r"\d+\.\d+ MB", "N MB"),
    (r"(?m)^server: .*$", "server: S"),
    (r"(?m)^handle=\w+", "handle=H"),
]


def masked(text, repo):
    text = text.replace(str(repo), "/repo").replace(str(repo.parent), "/place")
    for pattern, instead in MASKS:
        text = re.sub(pattern, instead, text)
    return text


# ---- repositories ----

def git(place, repo, *words, day=0, author="Ann"):
    when = f"{FIRST_DAY + day * DAY} +0000"
    env = place.env(GIT_AUTHOR_NAME=author, GIT_AUTHOR_EMAIL=f"{author.lower()}@example.org", GIT_AUTHOR_DATE=when,
                    GIT_COMMITTER_NAME=author, GIT_COMMITTER_EMAIL=f"{author.lower()}@example.org",
                    GIT_COMMITTER_DATE=when, GIT_CONFIG_NOSYSTEM="1")
    return subprocess.run(["git", "-c", "init.defaultBranch=main", *words], cwd=repo, env=env, check=True,
                          stdout=subprocess.PIPE, text=True).stdout


def read_history(name):
    """[(day, author, [paths])]; lines are `DAY AUTHOR: PATH PATH`."""
    commits = []
    for line in (HERE / "golden" / name / "history.txt").read_text().splitlines():
        head, paths = line.split(":")
        day, author = head.split()
        commits.append((int(day), author, paths.split()))
    return commits


def make_repository(place, name):
    """A copy whose files grew over the commits: one that is named in three of
    them has a third of its lines after the first. What no commit names comes
    with the first one."""
    source, repo = HERE / "repos" / name, place.repo
    texts = {str(path.relative_to(source)): path.read_text() for path in sorted(source.rglob("*")) if path.is_file()}
    commits = read_history(name)
    times = {path: sum(path in paths for _, _, paths in commits) for path in texts}
    unknown = {path for _, _, paths in commits for path in paths} - set(texts)
    assert not unknown, f"{name}: history names {unknown}"
    done = dict.fromkeys(texts, 0)
    for number, (day, author, paths) in enumerate(commits):
        for path in paths + ([path for path in texts if not times[path]] if number == 0 else []):
            done[path] += 1
            lines = texts[path].splitlines(keepends=True)
            count = len(lines) * done[path] // max(times[path], 1)
            place.write(repo, {path: "".join(lines[:count])})
        git(place, repo, "add", "-A", day=day, author=author)
        git(place, repo, "commit", "-qm", f"Change {len(paths)} files", day=day, author=author)
    for path, text in texts.items():
        same((repo / path).read_text(), text, f"{name}/{path} after its last commit")
    return repo


# ---- golden files ----

def read_golden(path):
    """[(line, answer)]: calls with their answers, and steps with their text."""
    entries = []
    for line in path.read_text().splitlines(keepends=True):
        if line.startswith((FENCE, STEP)):
            entries.append((line.rstrip("\n"), []))
        else:
            assert entries, f"{path}: text before the first call"
            entries[-1][1].append(line)
    return [(head, "".join(lines)) for head, lines in entries]


def take_step(place, words, text):
    verb, _, path = words.partition(" ")
    if verb == "replace":
        old, new = json.loads(text)
        before = (place.repo / path).read_text()
        same(before.count(old), 1, f"'{old}' in {path}")
        (place.repo / path).write_text(before.replace(old, new))
    elif verb == "stage":
        git(place, place.repo, "add", "-A")
    elif verb == "restore":
        git(place, place.repo, "reset", "-q", "--hard")
    else:
        raise AssertionError(f"unknown step: {words}")


def spread(value, indent=""):
    """JSON for a reader: what is short stays on one line."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= 160 or not isinstance(value, (dict, list)) or not value:
        return line
    inner = indent + " "
    if isinstance(value, dict):
        parts = [f"{inner}{json.dumps(name)}: {spread(one, inner)}" for name, one in value.items()]
    else:
        parts = [inner + spread(one, inner) for one in value]
    ends = "{}" if isinstance(value, dict) else "[]"
    return f"{ends[0]}\n" + ",\n".join(parts) + f"\n{indent}{ends[1]}"


def answer_text(answer):
    """What a client is shown, and the fields where there are some."""
    result = answer.get("result")
    assert result is not None, f"no result: {show(answer)}"
    text = "".join(part["text"] for part in result["content"])
    fields = result.get("structuredContent")
    if fields is not None:
        same(text, json.dumps(fields, separators=(",", ":"), ensure_ascii=False), "the text repeats the fields")
        text = spread(fields) + "\n"
    if result.get("isError"):
        return f"(error)\n{text}\n"
    assert text.endswith("\n"), f"does not end its last line: {show(text[-200:])}"
    return text


def play(place, server, entries):
    """The entries with the answers that come now."""
    played = []
    for head, text in entries:
        if head.startswith(STEP):
            take_step(place, head[len(STEP):], text)
            played.append((head, text))
            continue
        tool, _, arguments = head[len(FENCE):].partition(" ")
        given = json.loads(arguments or "{}")
        if tool == "explore":  # each answer as if it were the first of its session
            given.setdefault("handle", "none")
        answer = answer_text(server.call(tool, given, others=[]))
        answer = masked(answer, place.repo)
        assert not re.search(f"(?m)^({FENCE}|{STEP})", answer), f"{head}: the answer looks like a call"
        played.append((head, answer))
    return played


def compare(path, wanted, got):
    wrong = [(head, old, new) for (head, old), (_, new) in zip(wanted, got) if old != new]
    if not wrong:
        return
    if ACCEPT:
        path.write_text("".join(f"{head}\n{text}" for head, text in got))
        return
    head, old, new = wrong[0]
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), "accepted", "now", lineterm="", n=2)
    raise AssertionError(f"{len(wrong)} of {len(wanted)} answers differ, the first: {head}\n" + "\n".join(list(lines)[:60]))


def golden(name, path):
    def run():
        with Place({}) as place:
            make_repository(place, name)
            profile = ["--profile", path.stem] if path.stem in PROFILES else []
            server = Stdio(place, "--repo", str(place.repo), *profile, cwd=place.root)
            server.initialize()
            server.call("cochange", {"path": read_history(name)[0][2][0]})  # symbol never waits for the history
            if "(missing)" in text_of(server.call("status", {})):
                print(f"{name}: its standard library is not here, so answers differ and are not compared")
                return
            entries = read_golden(path)
            played = play(place, server, entries)
            server.end()
            same(git(place, place.repo, "status", "--porcelain"), "", "nothing is written")
            compare(path, entries, played)
    return run


for folder in sorted((HERE / "golden").iterdir()):
    for path in sorted(folder.glob("*.txt")):
        if path.stem != "history":
            add_case(f"{folder.name}_{path.stem}", golden(folder.name, path))


@case
def every_read_tool_is_asked_about_every_repository():
    """What is listed in a profile has answers in each folder, but for what
    language servers answer, which has tests of its own."""
    served = set(re.findall(r"\bkart_\w+", (HERE.parent / "lsp/test_kart.py").read_text()))
    with Place({"a.c": "int a;\n"}) as place:
        for profile in PROFILES:
            server = Stdio(place, "--profile", profile)
            server.initialize()
            listed = {tool["name"] for tool in server.request("tools/list")["result"]["tools"]
                      if tool["annotations"]["readOnlyHint"]} - {"call"}
            server.end()
            for folder in sorted((HERE / "golden").iterdir()):
                asked = {head[len(FENCE):].split(" ")[0] for head, _ in read_golden(folder / f"{profile}.txt")}
                assert listed <= asked | served, f"{folder.name}/{profile}: nothing about {sorted(listed - asked - served)}"


main()
