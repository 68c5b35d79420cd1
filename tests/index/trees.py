"""Copies of repositories that things are done to at random, and what their
index says. For the tests beside it."""
import json
import os
import pathlib
import random
import re
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
FATHOM = os.path.abspath(os.environ.get("FATHOM", "build/fathom"))
SOAK = bool(os.environ.get("FATHOM_SOAK"))
SOURCE = re.compile(r"\.(c|h|py|pyi|ts|tsx|js|mjs|go|java|lua|rs)$")
CONFIG = re.compile(r"(tsconfig.*\.json|package\.json|go\.mod|pyproject\.toml|setup\.cfg|\.gitignore)$")
WORD = re.compile(r"\b[A-Za-z_][A-Za-z0-9_]{2,}\b")


def sources(words=()):
    """The repositories to take: named, or those of the golden graphs; in long runs our own sources too."""
    trees = [pathlib.Path(word) for word in words]
    if not trees:
        trees = [pathlib.Path(word) for word in os.environ.get("FATHOM_TREES", "").split(":") if word]
    graphs = sorted(path for path in (HERE.parent / "graphs").iterdir() if path.is_dir())
    return trees or graphs + ([HERE.parents[1] / "src"] if SOAK else [])


def differences(left, right, names):
    """The first rows that only one of two dumps has, in words."""
    text = ""
    for name, rows in zip(names, (sorted(set(left) - set(right)), sorted(set(right) - set(left)))):
        text += f"only {name} ({len(rows)}):\n" + "".join(f"  {row.decode(errors='replace')}\n" for row in rows[:5])
    return text


class Tree:
    """A copy of a repository that things are done to."""

    def __init__(self, base, source, seed):
        self.base = base
        self.root = base / "tree"
        shutil.copytree(source, self.root, symlinks=True,
                        ignore=shutil.ignore_patterns(".git", ".fathom", "node_modules"))
        self.chance = random.Random(seed)
        self.server = None
        self.number = 0

    # ---- what can be done ----

    def files(self, pattern=SOURCE):
        found = []
        for folder, folders, names in os.walk(self.root):
            folders[:] = sorted(f for f in folders if f != ".fathom")
            found += [pathlib.Path(folder, name) for name in sorted(names) if pattern.search(name)]
        return [path for path in found if path.is_file() and not path.is_symlink()]

    def read(self, path):
        return path.read_text(encoding="utf-8", errors="surrogateescape")

    def write(self, path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", errors="surrogateescape")

    def any_file(self):
        files = self.files()
        return self.chance.choice(files) if files else None

    def edit_lines(self):
        path = self.any_file()
        if not path:
            return "nothing left"
        lines = self.read(path).splitlines(keepends=True) or ["\n"]
        at = self.chance.randrange(len(lines))
        how = self.chance.randrange(4)
        if how == 0:
            del lines[at:at + self.chance.randrange(1, 30)]
        elif how == 1:
            lines[at:at] = lines[at:at + self.chance.randrange(1, 20)]
        elif how == 2:
            lines.insert(at, "\n" * self.chance.randrange(1, 5))
        else:
            other = self.chance.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        self.write(path, "".join(lines))
        return f"lines of {path.name}"

    def rename_word(self):
        """A name in one file only, so that others look for it in vain; or everywhere."""
        path = self.any_file()
        words = WORD.findall(self.read(path)) if path else []
        if not words:
            return "no words"
        old = self.chance.choice(words)
        new = self.chance.choice(words) if self.chance.random() < 0.5 else old + "_" + str(self.number)
        everywhere = self.chance.random() < 0.3
        for one in self.files() if everywhere else [path]:
            text = self.read(one)
            changed = re.sub(rf"\b{old}\b", new, text)
            if changed != text:
                self.write(one, changed)
        return f"{old} -> {new} {'everywhere' if everywhere else 'in ' + path.name}"

    def remove_file(self):
        path = self.any_file()
        if path:
            path.unlink()
        return f"without {path and path.name}"

    def move_file(self):
        path = self.any_file()
        if not path:
            return "nothing left"
        to = path.with_name(self.chance.choice(["moved", "index", "__init__", "util"]) + path.suffix)
        if self.chance.random() < 0.4:
            to = path.parent / "inner" / path.name
        to.parent.mkdir(exist_ok=True)
        path.rename(to)
        return f"{path.name} -> {to.relative_to(self.root)}"

    def copy_file(self):
        path, other = self.any_file(), self.any_file()
        if path and other:
            self.write(other.with_name("copy_" + path.name), self.read(path))
        return f"copy of {path and path.name}"

    def move_folder(self):
        folders = sorted({path.parent for path in self.files()} - {self.root})
        if not folders:
            return "no folders"
        folder = self.chance.choice(folders)
        to = folder.with_name(folder.name + "_x" if self.chance.random() < 0.7 else "vendor")
        if not to.exists():
            folder.rename(to)
        return f"{folder.name}/ -> {to.name}/"

    def edit_config(self):
        files = self.files(CONFIG)
        if not files or self.chance.random() < 0.2:
            path = self.root / self.chance.choice(["tsconfig.json", "package.json", "go.mod", ".gitignore"])
            self.write(path, {"tsconfig.json": '{"compilerOptions": {"baseUrl": "."}}',
                              "package.json": '{"name": "x", "main": "index.js"}',
                              "go.mod": "module example.com/x\n",
                              ".gitignore": "inner/\n"}[path.name])
            return f"new {path.name}"
        path = self.chance.choice(files)
        text = self.read(path)
        how = self.chance.randrange(3)
        if how == 0:
            path.unlink()
        elif how == 1:
            words = WORD.findall(text) or ["x"]
            self.write(path, text.replace(self.chance.choice(words), "other", 1))
        else:
            self.write(path, text[:self.chance.randrange(len(text) + 1)])
        return f"config {path.relative_to(self.root)}"

    def swap_back(self):
        """What a change of branch does: many files at once."""
        files = self.files()
        for path in self.chance.sample(files, min(len(files), 20)):
            text = self.read(path)
            self.write(path, text[:len(text) // 2] + "\n" + text[len(text) // 2:])
        return "many files"

    def step(self):
        self.number += 1
        doing = [self.edit_lines] * 6 + [self.rename_word] * 6 + [self.remove_file, self.move_file] * 2 + \
            [self.copy_file, self.move_folder, self.edit_config, self.edit_config, self.swap_back]
        return self.chance.choice(doing)()

    # ---- what the index says ----

    def environment(self, name):
        cache = self.base / name
        return {**os.environ, "XDG_CACHE_HOME": str(cache), "XDG_CONFIG_HOME": str(cache),
                "XDG_STATE_HOME": str(cache), "XDG_RUNTIME_DIR": str(cache), "HOME": str(cache),
                "FATHOM_INDEX_LOCATION": "cache"}

    def run(self, name, *words):
        done = subprocess.run([FATHOM, *words], capture_output=True, env=self.environment(name), cwd=self.root)
        assert done.returncode == 0, f"{words}: {done.returncode} {done.stderr.decode(errors='replace')[-2000:]}"
        return done.stdout

    def ask_server(self):
        """A refresh by the process that stays."""
        if not self.server:
            self.server = subprocess.Popen([FATHOM, "serve", "--no-daemon", "--repo", str(self.root)],
                                           stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                           env=self.environment("followed"), cwd=self.root)
        request = {"jsonrpc": "2.0", "id": self.number, "method": "tools/call", "params": {
            "name": "status", "arguments": {}, "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {}}}}
        self.server.stdin.write(json.dumps(request).encode() + b"\n")
        self.server.stdin.flush()
        answer = json.loads(self.server.stdout.readline())
        assert "result" in answer, answer
        return answer

    def dump(self, name, *words):
        if words:
            self.run(name, "index", str(self.root), *words)
        return sorted(self.run(name, "export", str(self.root), "--all").splitlines())

    def check(self):
        followed = self.dump("followed")
        fresh = self.dump("fresh", "--full")
        if followed == fresh:
            return
        raise AssertionError(differences(followed, fresh, ("followed", "fresh")))

    def close(self):
        if self.server:
            self.server.stdin.close()
            self.server.wait(30)
