#!/usr/bin/env python3
"""That the tests themselves wait for nobody without end."""
from harness import *

PLACE = Place()


def left_behind(kind):
    """A program that is killed and leaves a child with all its pipes."""
    program = PLACE.root / "program"
    program.write_text("#!/bin/sh\nsleep 600 &\necho $! > $HOME/child\necho 'fathom: listening on http://127.0.0.1:1/mcp' >&2\nwait\n")
    program.chmod(0o700)
    server = kind(PLACE, program=str(program))
    child = int(until(lambda: (PLACE.home / "child").exists() and (PLACE.home / "child").read_text().strip(), "a child"))
    server.kill()
    assert is_running(child), "it was waited for"
    os.kill(child, signal.SIGKILL)
    (PLACE.home / "child").unlink()


@case
def who_is_left_behind_by_a_killed_server_on_pipes_is_not_waited_for():
    left_behind(Stdio)


@case
def who_is_left_behind_by_a_killed_listener_is_not_waited_for():
    left_behind(Http)


main()
