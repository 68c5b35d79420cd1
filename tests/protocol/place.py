"""A private place: a fixture repository, with HOME and all XDG directories
beside it, so that nothing of the user's is read or written."""
import atexit
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from checks import FATHOM, WAIT, same, show

FIXTURE = {
    "src/main.c": "/* Entry. */\n#include \"store.h\"\n\nint main(void) {\n  return store_open(\"x\");\n}\n",
    "src/store.h": "int store_open(const char *path);\nvoid store_close(int id);\n",
    "src/store.c": "#include \"store.h\"\n\nstatic int opened;\n\nint store_open(const char *path) {\n"
                   "  opened++;\n  return path ? opened : -1;\n}\n\nvoid store_close(int id) {\n"
                   "  opened -= id > 0;\n}\n",
    "include/shape.h": "struct shape {\n  int sides;\n};\n\nenum color { RED, GREEN };\n\n#define MAX_SIDES 12\n",
    "docs/notes.md": "# Notes\n\nNothing of note.\n",
    "AGENTS.md": "# For agents\n\nUse the tools.\n",
    ".gitignore": "ignored/\n",
    "ignored/skip.c": "int skipped(void) { return 0; }\n",
}

PLACES = []


class Place:
    """A temporary directory with home, XDG directories and a repository."""

    def __init__(self, files=None, name="repo"):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="fathom-proto-")).resolve()
        self.home = self.root / "home"
        for directory in ("home", "config", "cache", "state", "run"):
            (self.root / directory).mkdir(mode=0o700)
        self.repo = self.repository(name, FIXTURE if files is None else files)
        self.started = []
        PLACES.append(self)

    def repository(self, name, files):
        repo = self.root / name
        repo.mkdir()
        self.write(repo, files)
        subprocess.run(["git", "init", "-q", str(repo)], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, env={"PATH": os.environ["PATH"], "HOME": str(self.home)})
        return repo

    @staticmethod
    def write(repo, files):
        for path, text in files.items():
            target = repo / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text if isinstance(text, bytes) else text.encode())

    def env(self, **more):
        env = {name: value for name, value in os.environ.items()
               if not name.startswith(("FATHOM", "XDG_")) and name not in ("HOME",)}
        env.update(HOME=str(self.home), XDG_CONFIG_HOME=str(self.root / "config"),
                   XDG_CACHE_HOME=str(self.root / "cache"), XDG_STATE_HOME=str(self.root / "state"),
                   XDG_RUNTIME_DIR=str(self.root / "run"))
        env.update({name: str(value) for name, value in more.items()})
        return env

    def user_config(self, config):
        directory = self.root / "config" / "fathom"
        directory.mkdir(mode=0o700, exist_ok=True)
        path = directory / "config.json"
        path.write_text(config if isinstance(config, str) else json.dumps(config))
        path.chmod(0o600)

    def project_config(self, config, repo=None):
        directory = (repo or self.repo) / ".fathom"
        directory.mkdir(mode=0o700, exist_ok=True)
        (directory / "config.json").write_text(config if isinstance(config, str) else json.dumps(config))

    def run(self, *words, cwd=None, input=b"", env=None, program=FATHOM, prefix=(), timeout=None):
        """Runs the program to its end."""
        done = subprocess.run([*prefix, program, *map(str, words)], cwd=cwd or self.repo, input=input,
                              env=self.env(**(env or {})), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=timeout or WAIT)
        return Done(done.returncode, done.stdout.decode("utf-8", "replace"),
                    done.stderr.decode("utf-8", "replace"))

    def key(self, label=None):
        done = self.run("key", "create", *(["--label", label] if label else []))
        same(done.status, 0, done.err)
        return done.out.split()[0]

    def daemon_pid(self):
        done = self.run("daemon", "status", "--json")
        return json.loads(done.out)["pid"] if done.status == 0 else None

    def close(self):
        programs = {FATHOM, *(server.process.args[0] for server in self.started)}
        for server in self.started:
            server.kill()
        self.started = []
        for program in programs:
            try:
                if any((self.root / "run").rglob("*.sock")):
                    self.run("daemon", "stop", cwd=self.root, program=program)
            except subprocess.TimeoutExpired:
                print(f"a daemon of {program} does not stop", file=sys.stderr)
        said = self.sanitizers_said()
        shutil.rmtree(self.root, ignore_errors=True)
        if self in PLACES:
            PLACES.remove(self)
        return said

    def sanitizers_said(self):
        """What a sanitizer found in a daemon, whose exit nobody sees."""
        for log in (self.root / "state").rglob("*.log*"):
            text = log.read_text(errors="replace")
            found = re.search(r".*(Sanitizer|runtime error:)(.*\n){0,12}", text)
            if found:
                return found[0]
        return None

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        said = self.close()
        assert kind or not said, f"in the daemon: {said}"


class Done:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    def __repr__(self):
        return f"status {self.status}\nout: {show(self.out)}\nerr: {show(self.err)}"


@atexit.register
def _clean_up():
    for place in list(PLACES):
        place.close()
