#!/usr/bin/env python3
"""The end of what scripts/fuzz prints tells which fuzzers failed, and why.

Programs made for the test stand where fuzzers are built: one that is well, one
that a sanitizer ends, one that ends without a word, one that never says it is
done. A log of a long run is often kept by its end alone."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HOME = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAMS = {
    "base_well": "echo 'Done 5 runs in 1 second(s)'",
    "edit_slow": "echo '==1== ERROR: libFuzzer: timeout after 10 seconds'; echo \"Test unit written to build/fuzz/edit_slow-timeout-1\"\n"
                 "echo 'SUMMARY: libFuzzer: timeout'; echo 'last words'; exit 70",
    "model_mute": "echo 'about to end'; exit 9",
    "text_open": "echo 'only begun'",
    "extract_any": "[ \"$FUZZ_LANGUAGE\" != lua ] || { echo 'SUMMARY: AddressSanitizer: SEGV'; exit 1; }\necho \"Done 3 runs in $FUZZ_LANGUAGE\"",
}
ENDS = [
    "edit_slow: FAILED, see build/fuzz/edit_slow.log: SUMMARY: libFuzzer: timeout (input: build/fuzz/edit_slow-timeout-1)",
    "model_mute: FAILED, see build/fuzz/model_mute.log: ended without a summary: about to end",
    "text_open: FAILED, see build/fuzz/text_open.log: ended without a summary: only begun",
    "2 passed, 3 failed",
]
LANGUAGES = ["extract_any@lua: FAILED, see build/fuzz/extract_any@lua.log: SUMMARY: AddressSanitizer: SEGV", "1 passed, 1 failed"]


def run(tree, *words):
    env = {**os.environ, "FUZZ_BUILD": "0", "FUZZ_JOBS": "2"}
    done = subprocess.run([tree / "scripts/fuzz", "1", *words], env=env, capture_output=True, text=True)
    return done.returncode, done.stdout.splitlines()


def check(name, got, wanted):
    is_same = got == wanted
    print(f"ok {name}" if is_same else f"FAIL {name}: {got}", flush=True)
    return is_same


def main():
    with tempfile.TemporaryDirectory(prefix="fathom-fuzz-") as base:
        tree = pathlib.Path(base)
        for folder in ("scripts", "tests/fuzz", "build/asan/fuzz", "src/languages/lua/cases", "src/languages/c/cases"):
            (tree / folder).mkdir(parents=True)
        shutil.copy(HOME / "scripts/fuzz", tree / "scripts/fuzz")
        for language in ("lua", "c"):
            (tree / f"src/languages/{language}/{language}.c").write_text(f"const Language language_{language} = {{\n")
        for name, words in PROGRAMS.items():
            (tree / f"tests/fuzz/{name}.c").write_text("\n")
            program = tree / "build/asan/fuzz" / name
            program.write_text(f"#!/bin/sh\n{words}\n")
            program.chmod(0o755)
        status, lines = run(tree)
        good = check("each that failed is named last", (status, lines[-len(ENDS):]), (1, ENDS))
        status, lines = run(tree, "--languages")
        good &= check("so is a language", (status, lines[-2:]), (1, LANGUAGES))
        good &= check("the one that is well", run(tree, "base_well"),
                      (0, ["base_well: Done 5 runs in 1 second(s)", "1 passed, 0 failed"]))
    return 0 if good else 1


sys.exit(main())
