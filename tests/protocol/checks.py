"""What a test asserts with, which program it is about, and how long it waits.
Nothing here knows what the right answers are."""
import json
import os
import pathlib
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
FATHOM = os.environ.get("FATHOM", str(ROOT / "build" / "release" / "fathom"))
CONFORMANCE = os.environ.get("FATHOM_CONFORMANCE", FATHOM + "-conformance")
CONFIG = os.environ.get("FATHOM_CONFIG", "release")
SLOW = CONFIG in ("asan", "tsan", "coverage")
# Seconds until a missing answer is a failure. No expectation: a busy machine has
# language servers that take a minute to begin.
WAIT = 120


def show(value):
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) < 1500 else text[:1500] + " ..."


def same(got, wanted, what=""):
    assert got == wanted, f"{what}{': ' if what else ''}got {show(got)}, wanted {show(wanted)}"


def has(text, *parts):
    for part in parts:
        assert part in text, f"'{part}' is not in {show(text)}"


def lacks(text, *parts):
    for part in parts:
        assert part not in text, f"'{part}' is in {show(text)}"


def until(condition, what, seconds=None):
    """Waits for something to become true."""
    end = time.monotonic() + (seconds or WAIT)
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f"waited in vain: {what}")
