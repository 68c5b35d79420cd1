"""The questions of bench/questions, and what an answer to one is worth: how
much of the source it needs is there, word for word. Knows no tool: every
answer is text in which lines of source stand with their numbers."""
import json
import os
import pathlib
import re

QUESTIONS = pathlib.Path(__file__).resolve().parent / "questions"
HEAD_LINES = 60  # of a longer definition its first lines are asked for
BODY_SHARE = 0.5  # a definition counts as found when this much of them is there
WHOLE_SHARE = 0.9  # an answer counts as complete from this coverage on
RECENT_FILES = 8  # of the files an answer named, how many a numbered line may belong to
KINDS = ("flow", "constant", "where", "interface", "impact")
IGNORED = {".git", ".fathom", ".codegraph", "node_modules"}
NUMBERED = re.compile(r"^\s*(\d+)(?=\s|[|:→]|$)\s?[|:→]?(.*)$")
PATH = re.compile(r"[\w@$+~.\-\[\]/]+")
MENU_LINE = re.compile(r"^\s+(\d+)(?:-(\d+))? (.*)$")


def read_questions(name):
    with open(QUESTIONS / f"{name}.jsonl", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def names_of_repositories():
    return sorted(path.stem for path in QUESTIONS.glob("*.jsonl"))


def plain(text):
    return " ".join(text.split())


class Checkout:
    """The files of a repository, their lines read when first asked for."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.lines_of = {}
        for place, directories, files in os.walk(self.root):
            directories[:] = [name for name in directories if name not in IGNORED]
            for name in files:
                self.lines_of[os.path.relpath(os.path.join(place, name), self.root)] = None

    def lines(self, file):
        if self.lines_of[file] is None:
            text = (self.root / file).read_text(encoding="utf-8", errors="replace")
            self.lines_of[file] = text.split("\n")
        return self.lines_of[file]

    def has(self, file, number, text):
        lines = self.lines(file)
        return 0 < number <= len(lines) and plain(lines[number - 1]) == plain(text)

    def files_in(self, line):
        """The files of the repository that a line of an answer names."""
        found = (word.rstrip(".") for word in PATH.findall(line.replace(str(self.root) + "/", "")))
        return [word for word in found if word in self.lines_of]


def lines_shown(answer, checkout):
    """(file, line number) of all source in an answer. A numbered line counts
    only if its text is that line of a file named above it, so that neither
    numbers nor names alone are worth anything."""
    shown, recent = set(), []
    for line in answer.split("\n"):
        numbered = NUMBERED.match(line)
        file = numbered and next((name for name in recent if checkout.has(name, int(numbered[1]), numbered[2])), None)
        if file:
            shown.add((file, int(numbered[1])))
        for name in [file] if file else checkout.files_in(line):
            recent = [name] + [other for other in recent if other != name][:RECENT_FILES - 1]
    return shown


def lines_listed(answer, checkout):
    """(file, first line, last line, text) of what an answer has only a line
    about: "88-120 signature  what it is for" below the file it is in."""
    listed, file = [], None
    for line in answer.split("\n"):
        entry = MENU_LINE.match(line)
        if entry and file:
            listed.append((file, int(entry[1]), int(entry[2] or entry[1]), entry[3]))
        elif names := checkout.files_in(line):
            file = names[0]
    return listed


def is_listed(need, listed):
    """Its name, its file and a line of it are in one line of a list."""
    name = re.split(r"[^\w$]+", need["symbol"].strip())[-1]
    return any(file == need["file"] and first <= need["end"] and need["line"] <= last and name in text
               for file, first, last, text in listed)


def score(question, answer, checkout):
    """Coverage: the share of a needed definition's first lines that is shown,
    averaged over the definitions. Recall: the share of definitions of which
    at least half is shown. Told: the share of those that are shown so or have
    a line in a list, so that a reader can ask for them by name."""
    shown, listed = lines_shown(answer, checkout), lines_listed(answer, checkout)
    shares, told = [], 0
    for need in question["needs"]:
        wanted = range(need["line"], min(need["end"], need["line"] + HEAD_LINES - 1) + 1)
        shares.append(sum((need["file"], number) in shown for number in wanted) / len(wanted))
        told += shares[-1] >= BODY_SHARE or is_listed(need, listed)
    coverage = sum(shares) / len(shares)
    return {"coverage": coverage, "recall": sum(share >= BODY_SHARE for share in shares) / len(shares),
            "told": told / len(shares), "whole": coverage >= WHOLE_SHARE, "characters": len(answer), "shares": shares}
