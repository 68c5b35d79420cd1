"""Conversations that are kept in files, and what differs from run to run in them."""
import json
import os
import pathlib
import re
import subprocess

from checks import FATHOM, show

TRANSCRIPTS = pathlib.Path(__file__).resolve().parent / "transcripts"
ACCEPT = os.environ.get("FATHOM_ACCEPT") == "1"


class Transcript:
    """A conversation in a file: {"to": message} or {"raw": line} is sent, the
    {"from": message} lines after it are what must come back, in order. Values
    that change from run to run are replaced before they are compared."""

    def __init__(self, name, folder=TRANSCRIPTS):
        self.path = folder / (name + ".jsonl")
        self.steps = []
        for line in self.path.read_text().split("\n"):
            if not line:
                continue
            entry = json.loads(line)
            if "from" in entry:
                self.steps[-1][1].append(entry["from"])
            else:
                self.steps.append((entry, []))

    def play(self, converse, place, version):
        """`converse(entry)` sends a step and gives the messages that came."""
        played = [(entry, [settle(m, place, version) for m in converse(unsettle(entry, place))])
                  for entry, _ in self.steps]
        if ACCEPT:
            lines = []
            for entry, messages in played:
                lines.append(entry)
                lines.extend({"from": m} for m in messages)
            self.path.write_text("".join(json.dumps(e) + "\n" for e in lines))
            return
        for (entry, wanted), (_, got) in zip(self.steps, played):
            assert got == wanted, (f"after {show(entry)}\n{difference(got, wanted)}\n"
                                   f"  (FATHOM_ACCEPT=1 rewrites {self.path.name})")


def difference(got, wanted):
    """The two around the place where they part."""
    texts = [json.dumps(value, ensure_ascii=False) for value in (got, wanted)]
    at = next((i for i, (a, b) in enumerate(zip(*texts)) if a != b), min(map(len, texts)))
    start = max(0, at - 60)
    return "\n".join(f"  {name} ...{text[start:at + 100]}" for name, text in zip(("got   ", "wanted"), texts))


def program_version():
    return subprocess.run([FATHOM, "--version"], stdout=subprocess.PIPE).stdout.decode().split()[-1]


def replace_strings(value, change):
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [replace_strings(item, change) for item in value]
    if isinstance(value, dict):
        return {name: replace_strings(item, change) for name, item in value.items()}
    return value


VOLATILE = [
    (re.compile(r"handle=[0-9a-f]{24}"), "handle=<handle>"),
    (re.compile(r"data:image/[^\"]+"), "<icon>"),
    (re.compile(r"server: .*"), "server: <server>"),
    (re.compile(r"; \d+(\.\d+)? MB in "), "; <n> MB in "),
    (re.compile(r"took \d+ ms\b"), "took <n> ms"),
]


def settle(value, place, version):
    def change(text):
        text = text.replace(str(place.repo), "<repo>").replace(str(place.root), "<place>")
        for pattern, replacement in VOLATILE:
            text = pattern.sub(replacement, text)
        return "<version>" if text == version else text
    return replace_strings(value, change)


def unsettle(value, place):
    return replace_strings(value, lambda text: text.replace("<repo>", str(place.repo)))
