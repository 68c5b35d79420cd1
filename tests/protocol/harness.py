"""What the protocol and security tests share: the list of cases, and all of
checks, place, process, messages, stdio, listener and transcript."""
import faulthandler
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback

from checks import *
from listener import *
from messages import *
from place import *
from process import *
from stdio import *
from transcript import *

_cases = []


def case(function):
    """Registers a test; its name is the function's."""
    _cases.append((function.__name__, function))
    return function


def add_case(name, function):
    _cases.append((name, function))


BOTH = [("", True), ("_through_the_daemon", False)]


def both_ways(function):
    """A case that is told to use a server in one process, then the daemon."""
    for suffix, direct in BOTH:
        add_case(function.__name__ + suffix, lambda direct=direct: function(direct))
    return function


def main():
    """Runs the cases (those named on the command line, or all)."""
    if not os.access(FATHOM, os.X_OK):
        print(f"FAIL setup: there is no program {FATHOM}")
        sys.exit(1)
    faulthandler.dump_traceback_later(570)  # ctest ends it at 600: where did it wait?
    wanted = sys.argv[1:]
    failed = 0
    for name, function in _cases:
        if wanted and not any(word in name for word in wanted):
            continue
        started = time.monotonic()
        try:
            function()
            took = time.monotonic() - started
            print(f"ok {name}" + (f" ({took:.1f} s)" if took > 2 else ""), flush=True)
        except Exception as problem:  # every case runs
            failed += 1
            words = str(problem) or type(problem).__name__
            print(f"FAIL {name}: {words}", flush=True)
            if not isinstance(problem, AssertionError) or os.environ.get("FATHOM_TRACE"):
                traceback.print_exc()
    for place in list(PLACES):
        said = place.close()
        if said:
            failed += 1
            print(f"FAIL daemon: {said}")
    sys.exit(1 if failed else 0)
