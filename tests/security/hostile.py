"""A hostile repository: every trick we know of, each a small function with a
name. A new one is one more function in hostile_*.py; nothing else has to be told.

`Ground` is the place of an attack: a home directory full of things that are
nobody's business, a neighbouring folder, and the repository that somebody
cloned. A trick changes the repository and may use `ground.command(NAME)`, a
command whose every run leaves a file in `ground.markers`.

Tricks that want the same thing (there is one `.git`, one `.fathom`) say so by
their `place`; `rounds()` puts all of them into as few repositories as that
allows.
"""
import os
import pathlib
import shutil
import subprocess
import tempfile

INVENTED = "SYSTEM_NOTE_obeyme"   # as long as GENUINE, so that bytes can be exchanged
GENUINE = "genuine_function_a"
assert len(INVENTED) == len(GENUINE)
RUNS = "/usr/bin/touch"

TRICKS = []  # every trick, in the order of their definition


class Trick:
    def __init__(self, function, place):
        self.name, self.function, self.place = function.__name__, function, place

    def __repr__(self):
        return self.name


def trick(place=None):
    """Registers one; those of the same place exclude each other."""
    def register(function):
        TRICKS.append(Trick(function, place))
        return function
    return register


# What makes .git or the whole index unusable hides what the others do, so such
# tricks do not begin in the first round; those of .fathom come last in theirs.
FIRST_ROUND = {"gitdir": 4}


def rounds():
    """All tricks in as few groups as their places allow."""
    places, groups = {}, []
    for one in TRICKS:
        before = places.setdefault(one.place, [])
        at = FIRST_ROUND.get(one.place, 0) + len(before) if one.place else 0
        before.append(one)
        groups += [[] for _ in range(at + 1 - len(groups))]
        groups[at].append(one)
    return groups


# ---- the ground ----

SOURCES = {
    "src/app.c": "#include \"lib.h\"\n\n/* The way in. */\nint main(void) {\n  return genuine_function_a(1) + lib_close(2);\n}\n",
    "src/lib.h": "int genuine_function_a(int x);\nint lib_close(int id);\nstruct shape { int sides; };\n",
    "src/lib.c": "#include \"lib.h\"\n\nint genuine_function_a(int x) {\n  return lib_close(x) + 1;\n}\n\nint lib_close(int id) {\n  return id;\n}\n",
    "py/model.py": "import os\n\n\nclass Base:\n    def run(self):\n        return 1\n\n\nclass Thing(Base):\n    def run(self):\n        return helper()\n\n\ndef helper():\n    return Thing().run()\n",
    "ts/main.ts": "import { Shape } from './shape';\n\nexport function area(s: Shape): number {\n  return s.sides;\n}\n",
    "ts/shape.ts": "export interface Shape { sides: number }\nexport class Square implements Shape { sides = 4 }\n",
    "go/main.go": "package main\n\nfunc helper() int { return 1 }\n\nfunc main() { helper() }\n",
    "tests/test_model.py": "from py.model import helper\n\n\ndef test_helper():\n    assert helper() == 1\n",
    "README.md": "# A project\n\nNothing of note.\n",
    "AGENTS.md": "# For agents\n\nUse the tools.\n",
}


class Ground:
    def __init__(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="fathom-hostile-")).resolve()
        self.home, self.outside = self.root / "home", self.root / "outside"
        self.markers, self.run = self.root / "markers", self.root / "run"
        self.repo = self.root / "work" / "repo"
        for directory in (self.home, self.outside, self.markers, self.run, self.repo, *(self.home / d for d in (".config", ".cache", ".local/state"))):
            directory.mkdir(parents=True, mode=0o700)
        self.words, self.config = [], None
        self.work = self.repo  # what is opened as the workspace
        self._furnish()

    def secret(self):
        """A word that must never be in an answer."""
        word = f"DECOY{len(self.words):03d}{os.urandom(6).hex()}"
        self.words.append(word)
        return word

    def put(self, path, text, mode=0o644):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape"))
        path.chmod(mode)

    def _furnish(self):
        for name in (".ssh/id_rsa", ".ssh/config", ".ssh/authorized_keys", ".aws/credentials", ".netrc", ".bashrc", ".profile",
                     ".git-credentials", ".npmrc", ".pypirc", ".docker/config.json", ".kube/config", ".gnupg/secring.gpg",
                     ".config/gh/hosts.yml", ".local/share/keyrings/login.keyring", "notes.txt", "project/private.c"):
            self.put(self.home / name, f"{self.secret()}\n", 0o600)
        self.put(self.home / ".gitconfig", "[user]\n\tname = A\n\temail = a@b.c\n[init]\n\tdefaultBranch = main\n")
        for name, text in {"secret.c": "int {w}(void) {{ return 1; }}\n", "secret.py": "def {w}():\n    pass\n",
                           "secret.ts": "export function {w}() {{ return 1; }}\n", "secret.go": "package outside\n\nfunc {w}() {{}}\n",
                           "secret.txt": "{w}\n", "deep/secret.h": "int {w};\n", "package.json": '{{"name":"{w}","types":"secret.ts"}}\n',
                           "tsconfig.json": '{{"compilerOptions":{{"paths":{{"{w}":["./secret.ts"]}}}}}}\n',
                           "index.d.ts": "export declare function {w}(): void;\n", "ignore": "{w}\n", "mailmap": "{w} <a@b.c>\n",
                           "go.mod": "module {w}\n", "__init__.py": "{w} = 1\n", "lib/secret.py": "{w} = 1\n"}.items():
            self.put(self.outside / name, text.format(w=self.secret()), 0o600)
        for name, text in SOURCES.items():
            self.put(self.repo / name, text)
        git(self.repo, "init", "-q")
        self.commit("first")
        self.put(self.repo / "src/lib.c", SOURCES["src/lib.c"] + "\nint added(void) { return 1; }\n")
        self.commit("second")

    def commit(self, words):
        git(self.repo, "add", "-A")
        git(self.repo, "commit", "-q", "--no-verify", "-m", words)

    def give_config(self, text):
        """A .fathom/config.json, put there when the rest has been done."""
        self.config = text

    def command(self, name):
        """A shell command that tells that it was run."""
        return f"{RUNS} {self.markers}/{name}"

    def program(self, name):
        """The same as an executable file outside of every workspace."""
        path = self.root / "programs" / name
        if not path.exists():
            self.put(path, f"#!/bin/sh\n{self.command(name)}\nexec cat\n", 0o755)
        return path

    def env(self):
        """Of a user whose home this is; only what a login has."""
        return {"HOME": str(self.home), "XDG_RUNTIME_DIR": str(self.run), "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
                "USER": "victim", "TMPDIR": str(self.root / "tmp")}

    def own(self):
        """Where the program may keep things of its own."""
        return [self.home / ".config/fathom", self.home / ".cache/fathom", self.home / ".local/state/fathom",
                self.home / ".local/share/fathom", self.run]

    def close(self):
        shutil.rmtree(self.root, ignore_errors=True)


def git(repo, *words, env=None):
    """Our own use of git while the repository is still harmless."""
    done = subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main",
                           "-c", "commit.gpgSign=false", "-c", "protocol.file.allow=always", *words], cwd=repo, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env={"PATH": os.environ["PATH"], "HOME": "/nonexistent",
                                                       "GIT_CONFIG_NOSYSTEM": "1", **(env or {})})
    assert done.returncode == 0, f"git {words}: {done.stderr.decode(errors='replace')}"
    return done.stdout.decode(errors="replace")


def link(path, to):
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_symlink() or path.exists():
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    path.symlink_to(to)


def append(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "ab") as file:
        file.write(text if isinstance(text, bytes) else text.encode())


def change_files(ground):
    """Something for git to compare, and to run filters over."""
    for name in ("src/app.c", "src/lib.c"):
        append(ground.repo / name, "\n/* changed */\n")


# ---- making one ----

def deliverer(ground, make_index):
    """ground.deliver(edit): a copy of .fathom as another user has it, edited."""
    def deliver(edit):
        made = make_index(ground)
        shutil.rmtree(ground.repo / ".fathom", ignore_errors=True)
        (ground.repo / ".fathom").mkdir(mode=0o700)
        for name, data in made.items():
            if not name.endswith(("-shm", "-wal", ".lock")):
                ground.put(ground.repo / ".fathom" / name, edit(data))
    return deliver


def build(tricks, names=(), make_index=None):
    """A ground with these tricks in its repository. `names` are those below
    .fathom, `make_index` gives {name: bytes} of an index as another user makes it."""
    ground = Ground()
    ground.names = set(names) | {"config.json"}
    ground.deliver = deliverer(ground, make_index) if make_index else lambda edit: None
    (ground.root / "tmp").mkdir()
    # An index is of the files as they are when the rest has been done, and
    # what becomes of .git is done to the .git of the others.
    for one in sorted(tricks, key=lambda one: {"gitdir": 1, "fathom": 2}.get(one.place, 0)):
        one.function(ground)
    for marker in ground.markers.iterdir():  # of our own use of git
        marker.unlink()
    config = ground.repo / ".fathom/config.json"
    if ground.config and not ground.repo.joinpath(".fathom").is_symlink() and not os.path.lexists(config):
        if ground.repo.joinpath(".fathom").is_dir() or not os.path.lexists(ground.repo / ".fathom"):
            ground.put(config, ground.config)
    return ground


# In the order in which they are tried.
import hostile_git  # noqa: E402
import hostile_kept  # noqa: E402
import hostile_tree  # noqa: E402,F401
