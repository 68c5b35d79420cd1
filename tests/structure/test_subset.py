#!/usr/bin/env python3
"""A build of some languages alone (make build LANGUAGES="lua python").

It is configured in a folder of its own, and its register has those languages and no
other; a name that is none is refused."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HOME = pathlib.Path(__file__).resolve().parent.parent.parent
WANTED = {"lua", "python"}  # folders
ALONE = {"lua", "python"}   # and the languages in them
KNOWN = {name for path in (HOME / "src/languages").glob("*/*.c") for name in re.findall(r"^const Language language_(\w+)", path.read_text(), re.M)}


def run(*words, **options):
    done = subprocess.run(words, capture_output=True, text=True, **options)
    assert done.returncode == 0, f"{' '.join(map(str, words))}: {(done.stdout + done.stderr)[-500:]}"
    return done.stdout


def configured(build):
    run("cmake", "-S", HOME, "-B", build, "-G", "Ninja", "-DFATHOM_CONFIG=release", f"-DFATHOM_LANGUAGES={';'.join(sorted(WANTED))}")
    run("ninja", "--quiet", "-C", build, "generated/language_registry.c")
    listed = set(re.findall(r"language_(\w+)", (build / "generated/language_registry.c").read_text()))
    assert listed & KNOWN == ALONE, f"registered: {sorted(listed & KNOWN)}"


def misspelt(build):
    done = subprocess.run(["cmake", "-S", HOME, "-B", build / "other", "-G", "Ninja", "-DFATHOM_CONFIG=release", "-DFATHOM_LANGUAGES=pyton"],
                          capture_output=True, text=True)
    assert done.returncode and "there is no 'pyton' here" in " ".join(done.stderr.split()), done.stderr[-300:]


def main():
    if not shutil.which("cmake") or not shutil.which("ninja"):
        return 77
    cases = [("some languages are configured", configured), ("a name that is none", misspelt)]
    with tempfile.TemporaryDirectory(prefix="fathom-subset-") as base:
        for title, case in cases:
            try:
                case(pathlib.Path(base))
                print(f"ok {title}", flush=True)
            except AssertionError as error:
                print(f"FAIL {title}: {error}", flush=True)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
