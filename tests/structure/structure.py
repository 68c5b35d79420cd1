"""What the structure tests share: reading the tree, and proving each rule.

A test is a function `problems(root)` that returns sentences, and a list of
broken trees that it must complain about. `main` first proves the rule on those
(a rule that cannot fail protects nothing), then applies it to the real tree.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("FATHOM_BUILD", ROOT / "build" / "release"))


def sources(root, *folders, suffixes=(".c", ".h")):
    """The project's own C files; cases/ holds sources in other people's style."""
    for folder in folders or ("src",):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in suffixes and "cases" not in path.parts and path.is_file():
                yield path


def code(path):
    """The text with comments, strings and characters blanked, lines kept."""
    text = path.read_text(encoding="utf-8", errors="replace")
    pattern = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''

    def blank(match):
        token = match.group()
        if token[0] == "/":
            return re.sub(r"[^\n]", " ", token)
        return token[0] + " " * (len(token) - 2) + token[0]

    return re.sub(pattern, blank, text, flags=re.S)


def matches(path, text, pattern):
    """(line number, match) for each match of the pattern in the text."""
    for match in re.finditer(pattern, text, flags=re.M):
        yield text.count("\n", 0, match.start()) + 1, match


def layers(root):
    """The rows of src/layers.txt: [(module, [modules])], {header: [owners]}."""
    rows, owners = [], {}
    for line in (root / "src/layers.txt").read_text().splitlines():
        line = line.split("#")[0].strip()
        if not line:
            continue
        subject, words = line.rsplit(":", 1)
        subject = subject.strip()
        if subject.startswith("<"):
            owners[subject.strip("<>")] = words.split()
        else:
            rows.append((subject, words.split()))
    return rows, owners


def global_symbols(path):
    """[(member, symbol)] defined for others by an archive or a shared object."""
    command = ["nm", "--defined-only", "--extern-only", "--print-file-name"]
    if path.suffix == ".so":
        command.append("--dynamic")
    output = subprocess.run(command + [str(path)], check=True, capture_output=True, text=True).stdout
    found = []
    for line in output.splitlines():
        where, rest = line.rsplit(": ", 1) if ": " in line else line.rsplit(":", 1)
        symbol = rest.split()[-1]
        if not symbol.startswith("_"):  # _init, sanitizer and coverage bookkeeping
            found.append((where.split(":")[-1], symbol))
    return found


def archive(folder, name, files):
    """Compiles {file name: C text} into a static library, for the proofs."""
    objects = []
    for file, text in files.items():
        source = folder / file
        source.write_text(text)
        objects.append(str(source) + ".o")
        subprocess.run(["cc", "-c", "-o", objects[-1], str(source)], check=True)
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["ar", "crs", str(path)] + objects, check=True)
    return path


def tree(root, files):
    """Writes {path: text} beneath root; a callable instead of a text gets root."""
    for path, text in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if callable(text):
            text(root)
        else:
            target.write_text(text)


def prove(problems, sound, broken):
    """Fails unless the sound tree passes and each broken one is complained about.
    `broken` is a list of (what the complaint must contain, {path: text} added
    to the sound tree)."""
    for expected, change in [(None, {})] + list(broken):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            tree(root, {**sound, **change})
            found = problems(root)
        if expected is None:
            assert not found, f"a sound tree is refused: {found}"
        else:
            assert any(expected in one for one in found), (
                f"not noticed: {expected!r}; the complaints were {found}")


def main(problems, sound, broken, **real):
    """`real` are further arguments for the real tree, such as where it was built."""
    prove(problems, sound, broken)
    found = problems(ROOT, **real)
    for problem in found:
        print(problem)
    print(f"{len(broken)} ways to break it are noticed; {len(found)} problems in this tree")
    sys.exit(1 if found else 0)
