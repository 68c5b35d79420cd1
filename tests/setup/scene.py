"""A machine of its own for each case: empty home and XDG folders, one project.

`case` runs a function with a fresh Scene and prints one line for it.
"""
import os
import pathlib
import pty
import select
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM = os.path.realpath(os.environ.get("FATHOM", "build/release/fathom"))
failures = 0


class Scene:
    def __init__(self, base):
        self.base = base
        self.home = base / "home"
        self.project = base / "project"
        self.runtime = base / "run"
        for folder in (self.home, self.project, self.project / ".git", self.runtime):
            folder.mkdir(mode=0o700)
        self.env = {"HOME": str(self.home), "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8",
                    "XDG_RUNTIME_DIR": str(self.runtime)}
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS"):
            if name in os.environ:
                self.env[name] = os.environ[name]

    def run(self, *words, program=PROGRAM, cwd=None, before=()):
        """(status, stdout, stderr) without a terminal."""
        done = subprocess.run([*before, program, *words], cwd=cwd or self.project, env=self.env,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def run_on_terminal(self, answers, *words):
        """(status, stdout, what the terminal showed); answers are typed as asked."""
        main, side = pty.openpty()
        child = subprocess.Popen([PROGRAM, *words], cwd=self.project, env=self.env, stdin=side,
                                 stderr=side, stdout=subprocess.PIPE)
        os.close(side)
        shown, left = b"", list(answers)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            ready, _, _ = select.select([main], [], [], 0.1)
            if ready:
                try:
                    shown += os.read(main, 65536)
                except OSError:
                    break
            if left and shown.count(b"[y/N] ") > len(answers) - len(left):
                os.write(main, left.pop(0).encode() + b"\n")
            if not ready and child.poll() is not None:
                break
        output = child.stdout.read().decode()
        os.close(main)
        return child.wait(timeout=60), output, shown.decode().replace("\r\n", "\n")

    def write(self, path, content, mode=0o644):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        path.chmod(mode)
        return path

    def files(self):
        """Every file and link of home and project, but our own state."""
        found = []
        for top in (self.home, self.project):
            for path in top.rglob("*"):
                if not path.is_dir() and ".local/state/fathom" not in str(path):
                    found.append(str(path.relative_to(self.base)))
        return sorted(found)


def equal(actual, expected, what="result"):
    if actual != expected:
        raise AssertionError(f"{what}: expected {expected!r}, got {actual!r}")


def case(function):
    global failures
    base = pathlib.Path(os.path.realpath(tempfile.mkdtemp(prefix="fathom-setup-")))
    try:
        function(Scene(base))
        print(f"ok {function.__name__}")
    except Exception as problem:  # every kind of failure is one line
        failures += 1
        print(f"FAIL {function.__name__}: {problem}")
    finally:
        shutil.rmtree(base, ignore_errors=True)


def finish():
    sys.exit(1 if failures else 0)
