#!/usr/bin/env python3
"""Linters, builds and tests are the project's own code: who may start them, which
program is meant, what becomes of it, and what its output can do."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "protocol"))
from harness import *

FILES = {"pytest.ini": "[pytest]\n", "cart.py": "def total(prices):\n    return sum(prices)\n",
         "test_cart.py": "from cart import total\n\n\ndef test_total():\n    assert total([1]) == 1\n"}
REFUSAL = "'{0}' is not trusted: linters, builds, tests and live sessions execute its code. If you trust it, run: fathom trust '{0}'"
READ_ONLY = "builds, tests and linters execute something, and only reading is allowed here (--read-only or tools.read_only)"


class Checked:
    """A place with programs of its own in PATH."""

    def __init__(self, trusted=True, files=None):
        self.place = Place({**FILES, **(files or {})})
        self.bin = self.place.root / "bin"
        self.bin.mkdir()
        self.mark = self.place.root / "ran"
        self.env = {"PATH": f"{self.bin}:/usr/bin:/bin"}
        if trusted:
            self.place.run("trust", self.place.repo)

    def install(self, name, text, folder=None):
        path = (folder or self.bin) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n" + text.replace("MARK", str(self.mark)))
        path.chmod(0o755)

    def server(self, *options, **more):
        return Stdio(self.place, *options, env=self.env, **more)

    def __enter__(self):
        return self

    def __exit__(self, *what):
        return self.place.__exit__(*what)


def ask(server, tool, **arguments):
    return server.modern("tools/call", {"name": tool, "arguments": arguments})


PASSING = "echo ran >> MARK\necho '1 passed in 0.01s'\n"


@both_ways
def nothing_runs_without_trust(direct):
    with Checked(trusted=False) as it:
        it.install("pytest", PASSING)
        server = it.server(direct=direct)
        refusal = REFUSAL.format(it.place.repo)
        for arguments in ({"tests": "all"}, {"build": True}, {"target": "cart.py", "tests": "affected"}):
            same(failure_of(ask(server, "check", **arguments)), refusal)
        same(failure_of(ask(server, "agent-lsp.run_tests", workspace_dir=".")), refusal)
        same(failure_of(ask(server, "agent-lsp.run_build", workspace_dir=".", language="python")), refusal)
        has(text_of(ask(server, "check", target="cart.py")), "cart.py (text ", "0 findings", f"Syntax alone was looked at: {refusal}")
        assert not it.mark.exists(), "it was run"
        it.place.run("trust", it.place.repo)
        has(text_of(ask(server, "check", tests="all")), "passed, 0 failed, 1 passed, 0 skipped")
        assert it.mark.exists(), "it was not run"
        it.mark.unlink()
        it.place.run("untrust", it.place.repo)
        same(failure_of(ask(server, "check", tests="all")), refusal)
        assert not it.mark.exists(), "it was run after trust was taken back"
        server.end()


@both_ways
def read_only_still_diagnoses(direct):
    with Checked(files={"broken.py": "def f(:\n    pass\n"}) as it:
        it.install("pytest", PASSING)
        it.install("pyflakes", PASSING)
        it.place.write(it.place.repo, {".flake8": "[flake8]\n"})
        server = it.server("--read-only", direct=direct)
        text = text_of(ask(server, "check", target="broken.py"))
        has(text, "broken.py:1", "error: something is missing in: '('", "[syntax]", "No linter was run: only reading is allowed here")
        same(failure_of(ask(server, "check", tests="all")), READ_ONLY)
        same(failure_of(ask(server, "check", build=True)), READ_ONLY)
        has(failure_of(ask(server, "agent-lsp.run_tests", workspace_dir=".")), "only read-only tools are allowed here")
        assert not it.mark.exists(), "something was run"
        server.end()
        it.place.project_config({"tools": {"read_only": True}})
        server = it.server(direct=direct)
        same(failure_of(ask(server, "check", tests="all")), READ_ONLY, "a project's own narrowing counts")
        assert not it.mark.exists(), "something was run"
        server.end()


@case
def call_does_not_run_it():
    with Checked() as it:
        it.install("pytest", PASSING)
        server = it.server("--profile", "kart")
        for name in ("check", "agent-lsp.run_tests"):
            has(failure_of(ask(server, "call", name=name, arguments={"workspace_dir": "."} if "." in name else {"tests": "all"})), "listed")
        assert not it.mark.exists(), "it was run"
        server.end()


@case
def a_repositorys_own_programs_are_not_meant():
    with Checked() as it:
        it.install("pytest", PASSING, it.place.repo)
        it.install("pytest", PASSING, it.place.repo / "tools")
        it.install("python3", PASSING, it.place.repo)
        it.install("pytest.py", PASSING, it.place.repo)
        it.env["PATH"] = f".:{it.place.repo}:{it.place.repo}/tools::{it.bin}"
        server = it.server()
        words = failure_of(ask(server, "agent-lsp.run_tests", workspace_dir="."))
        has(words, "is not installed", "To install it:")
        assert not it.mark.exists(), "a planted program was run"
        it.install("pytest", PASSING, it.place.repo / ".venv" / "bin")
        same(json.loads(text_of(ask(server, "agent-lsp.run_tests", workspace_dir=".")))["passed"], True)
        assert it.mark.exists(), "the project's own environment is meant"
        server.end()


@case
def a_repository_brings_no_rows():
    with Checked() as it:
        row = "pytest\ttest\tpython\tpy\t.\tevil\t-\t-\tlines\t0\ttested\tx\n"
        it.place.write(it.place.repo, {"checkers.tsv": row, ".fathom/checkers.tsv": row, "data/checkers.tsv": row})
        it.install("pytest", PASSING)
        it.install("evil", "echo evil >> MARK\n")
        server = it.server()
        has(text_of(ask(server, "check", tests="all")), "Tests: pytest")
        same(it.mark.read_text(), "ran\n")
        directory = it.place.root / "config" / "fathom"
        directory.mkdir(mode=0o700, exist_ok=True)
        (directory / "checkers.tsv").write_text(row)
        has(text_of(ask(server, "check", tests="all")), "Tests: evil: passed")
        (directory / "checkers.tsv").write_text("half a row\n")
        has(failure_of(ask(server, "check", tests="all")), "your own table of checkers", "line 1: has 1 columns instead of 12")
        server.end()


@case
def output_is_only_data():
    with Checked() as it:
        it.install("pytest", "printf '=== FAILURES ===\\n___ \\033]0;owned\\007test_\\033[2J\\033[31mx ___\\n../../../etc/passwd:1: in x\\n"
                             "E   \\342\\200\\256evil \\001 words\\n/etc/shadow:3: in y\\ntest_cart.py:4: in z\\n=== short test summary info ===\\n"
                             "1 failed in 0.1s\\n'\nexit 1\n")
        server = it.server()
        text = text_of(ask(server, "check", tests="all"))
        has(text, "test_cart.py:4 test_x: ", "FAILED, 1 failed, 0 passed, 0 skipped")
        for bad in ("\033", "\x01", "\u202e", "\x07"):
            lacks(text, bad)
        fields = json.loads(text_of(ask(server, "agent-lsp.run_tests", workspace_dir=".")))
        same(fields["failures"][0]["file"], str(it.place.repo / "test_cart.py"))
        it.install("pytest", "printf '=== FAILURES ===\\n___ t ___\\n/etc/passwd:1: in x\\nE   words\\n1 failed in 0.1s\\n'\nexit 1\n")
        fields = json.loads(text_of(ask(server, "agent-lsp.run_tests", workspace_dir=".")))
        same((fields["failures"][0]["file"], fields["failures"][0]["message"]), ("", "/etc/passwd:1: words"))
        server.end()


@case
def what_is_not_understood_is_shown():
    with Checked() as it:
        it.install("pytest", "echo all is lost >&2\nexit 4\n")
        server = it.server()
        has(text_of(ask(server, "check", tests="all")), "could not run", "Nothing could be read from its output, which ends so:", "| all is lost")
        fields = json.loads(text_of(ask(server, "agent-lsp.run_tests", workspace_dir=".")))
        same((fields["passed"], fields["raw"], fields["exit_status"], fields["failures"]), (False, "all is lost", 4, []))
        server.end()


def running(it):
    """Processes that a fake runner has left."""
    found = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True).stdout
    return [line for line in found.splitlines() if "sleep 98765" in line]


SLEEPING = "trap '' TERM\nsetsid sleep 98765 &\nsleep 98765 &\necho started > MARK\nwait\n"


@case
def a_killed_daemon_leaves_nobody():
    with Checked() as it:
        it.install("pytest", SLEEPING)
        server = it.server(direct=False)
        server.send(message(77, "tools/call", modern({"name": "check", "arguments": {"tests": "all"}})))
        until(it.mark.exists, "the runner began")
        assert running(it), "nothing runs"
        os.kill(it.place.daemon_pid(), signal.SIGKILL)
        until(lambda: not running(it), "all of it ended")
        has(json.dumps(server.answer(77)), "interrupted")
        server.end()


@both_ways
def cancelling_ends_all_of_it(direct):
    with Checked() as it:
        it.install("pytest", SLEEPING)
        server = it.server(direct=direct)
        server.initialize()
        server.send(message(5, "tools/call", {"name": "check", "arguments": {"tests": "all"}, "_meta": {"progressToken": 9}}))
        until(it.mark.exists, "the runner began")
        server.notify("notifications/cancelled", {"requestId": 5})
        until(lambda: not running(it), "all of it ended")
        server.end()


if __name__ == "__main__":
    main()
