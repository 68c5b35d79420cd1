"""What people and programs do to a repository, at random: one step at a time,
each chosen by a seed."""
import collections
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile

SOURCE = re.compile(r"\.(c|h|py|pyi|ts|tsx|js|jsx|mjs|cjs|mts|cts|go|java|lua)$")
CONFIG = re.compile(r"(tsconfig.*\.json|package\.json|go\.mod|pyproject\.toml|setup\.cfg|pyvenv\.cfg|py\.typed|\.gitignore)$")
INSTALLED = ("node_modules", "site-packages", "vendor")
WORD = re.compile(r"\b[A-Za-z_][A-Za-z0-9_]{2,}\b")
NEW_CONFIG = {
    "tsconfig.json": '{"compilerOptions": {"baseUrl": ".", "paths": {"~/*": ["./src/*"]}}}',
    "package.json": '{"name": "x", "main": "index.js", "workspaces": ["packages/*"]}',
    "go.mod": "module example.com/x\n",
    ".gitignore": "inner/\n*_x/\n!keep_x/\n",
    "pyproject.toml": '[project]\nname = "x"\n[tool.setuptools]\npackage-dir = {"" = "src"}\n',
    "py.typed": "",
}


class Changes:
    def __init__(self, root, seed, branch_files=2000):
        self.root = root
        self.chance = random.Random(seed)
        self.number = 0
        self.counts = collections.Counter()
        self.branches = []
        self.branch_files = branch_files
        self.kept = tempfile.TemporaryDirectory(prefix="fathom-installed-")
        for number, folder in enumerate(self.installed()):
            shutil.copytree(folder, pathlib.Path(self.kept.name, str(number)), symlinks=True)
        self.places = self.installed()

    # ---- looking ----

    def files(self, pattern=SOURCE):
        found = []
        for folder, folders, names in os.walk(self.root):
            folders[:] = sorted(f for f in folders if f not in (".git", ".fathom"))
            found += [pathlib.Path(folder, name) for name in sorted(names) if pattern.search(name)]
        return [path for path in found if path.is_file() and not path.is_symlink()]

    def any_file(self):
        files = self.files()
        return self.chance.choice(files) if files else None

    def folders(self):
        return sorted({path.parent for path in self.files()} - {self.root})

    def read(self, path):
        return path.read_text(encoding="utf-8", errors="surrogateescape")

    def write(self, path, text):
        with open(path, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
            file.write(text)

    # ---- files ----

    def edit(self, text):
        lines = text.splitlines(keepends=True) or ["\n"]
        at = self.chance.randrange(len(lines))
        how = self.chance.randrange(5)
        if how == 0:
            del lines[at:at + self.chance.randrange(1, 30)]
        elif how == 1:
            lines[at:at] = lines[at:at + self.chance.randrange(1, 20)]
        elif how == 2:
            lines.insert(at, "\n" * self.chance.randrange(1, 5))
        elif how == 3:
            other = self.chance.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        else:
            line = lines[at]
            cut = self.chance.randrange(len(line) + 1)
            lines[at] = line[:cut] + self.chance.choice(["(", ")", "{", "}", '"', "'", " x ", ";", ":", "/*", ""]) + line[cut:]
        return "".join(lines)

    def edit_lines(self):
        path = self.any_file()
        if path:
            self.write(path, self.edit(self.read(path)))
        return f"lines of {path}"

    def edit_twice(self):
        """Within the clock's grain, with the same size in the end."""
        path = self.any_file()
        if path:
            text = self.read(path)
            self.write(path, text + " ")
            self.write(path, text.replace("e", "E", 1) if self.chance.random() < 0.7 else text)
        return f"twice {path}"

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
        return f"{old} -> {new} {'everywhere' if everywhere else 'in ' + str(path)}"

    def remove_file(self):
        path = self.any_file()
        if path:
            path.unlink()
        return f"without {path}"

    def move_file(self):
        path = self.any_file()
        if not path:
            return "nothing left"
        to = path.with_name(self.chance.choice(["moved", "index", "__init__", "util"]) + path.suffix)
        if self.chance.random() < 0.4:
            to = path.parent / "inner" / path.name
        elif self.chance.random() < 0.3 and self.folders():
            to = self.chance.choice(self.folders()) / path.name
        if to.is_dir() or (to.parent.exists() and not to.parent.is_dir()):
            return "in the way"
        to.parent.mkdir(exist_ok=True)
        path.rename(to)
        return f"{path} -> {to}"

    def copy_file(self):
        path, other = self.any_file(), self.any_file()
        to = other and other.with_name("copy_" + path.name)
        if to and not to.is_dir():
            shutil.copyfile(path, to)
        return f"copy {path} -> {to}"

    def change_case(self):
        """Of a file's or a folder's name, nothing else."""
        path = self.any_file()
        if path and self.chance.random() < 0.3 and path.parent != self.root:
            path = path.parent
        if not path:
            return "nothing left"
        to = path.with_name(path.name.swapcase() if self.chance.random() < 0.5 else path.name.capitalize())
        if to != path and not to.exists():
            path.rename(to)
        return f"{path} -> {to.name}"

    def empty_file(self):
        path = self.any_file()
        if path:
            self.write(path, self.chance.choice(["", "\n", "\0", "\ufeff", "x" * 6000]))
        return f"emptied {path}"

    def touch_file(self):
        path = self.any_file()
        if path:
            path.touch()
        return f"touched {path}"

    def link_file(self):
        """A link takes a file's place, and leads to another."""
        path, other = self.any_file(), self.any_file()
        if not path or path == other:
            return "nothing to link"
        path.unlink()
        path.symlink_to(os.path.relpath(other, path.parent))
        return f"{path} => {other}"

    # ---- folders ----

    def move_folder(self):
        if not self.folders():
            return "no folders"
        folder = self.chance.choice(self.folders())
        to = folder.with_name(self.chance.choice([folder.name + "_x", folder.name + "_x", "vendor", "dist", "src"]))
        if self.chance.random() < 0.2:
            to = self.root / folder.name
        if not to.exists():
            folder.rename(to)
        return f"{folder}/ -> {to}/"

    def copy_folder(self):
        small = [folder for folder in self.folders() if sum(1 for _ in folder.rglob("*")) < 60]
        if not small:
            return "no folders"
        folder = self.chance.choice(small)
        to = folder.with_name(f"{folder.name}_{self.number}")
        shutil.copytree(folder, to, symlinks=True)
        return f"{folder}/ copied to {to}/"

    def remove_folder(self):
        small = [folder for folder in self.folders() if sum(1 for _ in folder.rglob("*")) < 40]
        if small:
            shutil.rmtree(self.chance.choice(small))
        return "without a folder"

    def file_to_folder(self):
        path = self.any_file()
        if not path:
            return "nothing left"
        text = self.read(path)
        path.unlink()
        path.mkdir()
        self.write(path / self.chance.choice([path.name, "index" + path.suffix, "__init__" + path.suffix]), text)
        return f"{path} is a folder"

    def folder_to_file(self):
        small = [folder for folder in self.folders() if sum(1 for _ in folder.rglob("*")) < 20]
        if not small:
            return "no folders"
        folder = self.chance.choice(small)
        text = self.read(next(iter(sorted(path for path in folder.rglob("*") if SOURCE.search(path.name) and path.is_file()))))
        shutil.rmtree(folder)
        to = folder if SOURCE.search(folder.name) else folder.with_name(folder.name + ".py")
        if not to.exists():
            self.write(to, text)
        return f"{folder}/ is a file"

    # ---- configuration ----

    def edit_config(self):
        files = self.files(CONFIG)
        if not files or self.chance.random() < 0.25:
            folder = self.chance.choice([self.root] + self.folders())
            path = folder / self.chance.choice(sorted(NEW_CONFIG))
            if not path.is_dir():
                self.write(path, NEW_CONFIG[path.name])
            return f"new {path}"
        path = self.chance.choice(files)
        text = self.read(path)
        how = self.chance.randrange(4)
        if how == 0:
            path.unlink()
        elif how == 1:
            words = WORD.findall(text) or ["x"]
            self.write(path, text.replace(self.chance.choice(words), "other", 1))
        elif how == 2:
            self.write(path, text[:self.chance.randrange(len(text) + 1)])
        elif path.name == ".gitignore":
            self.write(path, text + "\n" + self.chance.choice(["*.c", "src/", "inner", "test*", "!*.py", "/packages/*", "**/_x"]) + "\n")
        else:
            self.write(path, NEW_CONFIG.get(path.name, "{}"))
        return f"config {path}"

    # ---- dependencies ----

    def installed(self):
        return sorted(path for path in self.root.rglob("*")
                      if path.name in INSTALLED and path.is_dir() and not path.is_symlink())

    def upgrade(self):
        """Another version: the same names with other types, or other text."""
        files = [path for folder in self.installed() for path in folder.rglob("*") if SOURCE.search(path.name) and path.is_file()]
        if not files:
            return "nothing is installed"
        path = self.chance.choice(sorted(files))
        text = self.read(path)
        if self.chance.random() < 0.6:
            swapped = {"T": "U", "U": "T", "value": "held", "held": "value"}
            self.write(path, re.sub(r"\b(T|U|value|held)\b", lambda found: swapped[found.group()], text))
        else:
            self.write(path, self.edit(text))
        return f"upgrade {path}"

    def uninstall(self):
        places = self.installed()
        if not places:
            return "nothing is installed"
        place = self.chance.choice(places)
        packages = sorted(place.iterdir())
        gone = self.chance.choice(packages) if packages and self.chance.random() < 0.7 else place
        if self.chance.random() < 0.5 and gone.is_dir():
            shutil.rmtree(gone)
        elif not gone.with_name(gone.name + "_old").exists():
            gone.rename(gone.with_name(gone.name + "_old"))
        return f"without {gone}"

    def install(self):
        """All as it was at first, in place of what is there."""
        if not self.places:
            return "nothing to install"
        number = self.chance.randrange(len(self.places))
        place = self.places[number]
        above = next(folder for folder in place.parents if folder.exists())
        if not above.is_dir():
            return "in the way"
        if place.is_dir() and not place.is_symlink():
            shutil.rmtree(place)
        if not place.exists() and not place.is_symlink():
            shutil.copytree(pathlib.Path(self.kept.name, str(number)), place, symlinks=True)
        return f"install {place}"

    # ---- many at once ----

    def edit_many(self):
        files = self.files()
        for path in self.chance.sample(files, min(len(files), 20)):
            self.write(path, self.edit(self.read(path)))
        return "many files"

    def git(self, *words):
        subprocess.run(["git", "-C", str(self.root), "-c", "user.name=x", "-c", "user.email=x@example.com", "-c",
                        "commit.gpgsign=false", "-c", "core.hooksPath=/dev/null", "-c", "gc.auto=0", *words], check=True,
                       capture_output=True, env={**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"})

    def commit(self, branch):
        self.git("add", "-A", "-f", ".")
        self.git("commit", "-q", "--allow-empty", "-m", branch)
        self.branches.append(branch)

    def make_branches(self):
        """Branches that differ in most of their files; `wide` has thousands more."""
        if not shutil.which("git"):
            return
        self.git("init", "-q", "-b", "plain")
        self.commit("plain")
        files = self.files()
        self.git("checkout", "-q", "-b", "edited")
        for path in files:
            if self.chance.random() < 0.8:
                self.write(path, self.edit(self.edit(self.read(path))))
        self.commit("edited")
        self.git("checkout", "-q", "-b", "moved")
        for _ in range(4):
            self.move_folder()
        for _ in range(len(files) // 4):
            self.chance.choice([self.remove_file, self.move_file])()
        self.commit("moved")
        self.git("checkout", "-q", "plain")
        self.git("checkout", "-q", "-b", "wide")
        for i in range(self.branch_files):
            path = files[i % len(files)]
            to = self.root / "wide" / str(i // len(files)) / path.relative_to(self.root)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, to)
        self.commit("wide")
        self.git("checkout", "-q", "plain")

    def switch_branch(self):
        """All that the last steps did is undone, but for new files, at times."""
        if not self.branches:
            return "no branches"
        branch = self.chance.choice(self.branches)
        clean = self.chance.random() < 0.5
        # What stands in the way of a file or folder of the branch goes, as people do it.
        self.git("reset", "-q", "--hard")
        if clean:
            self.git("clean", "-q", "-f", "-d", "-x")
        self.git("checkout", "-q", "-f", branch)
        return f"branch {branch}{', clean' if clean else ''}"

    def reset_hard(self):
        if self.branches:
            self.git("reset", "-q", "--hard")
        return "git reset --hard"

    STEPS = {"edit_lines": 20, "edit_twice": 3, "rename_word": 16, "remove_file": 5, "move_file": 8, "copy_file": 4,
             "change_case": 4, "empty_file": 2, "touch_file": 2, "link_file": 2, "move_folder": 5, "copy_folder": 2,
             "remove_folder": 1, "file_to_folder": 3, "folder_to_file": 2, "edit_config": 12, "edit_many": 3,
             "switch_branch": 5, "reset_hard": 1, "upgrade": 8, "uninstall": 3, "install": 5}

    def step(self):
        self.number += 1
        name = self.chance.choices(list(self.STEPS), list(self.STEPS.values()))[0]
        self.counts[name] += 1
        return f"{name}: " + getattr(self, name)().replace(str(self.root) + "/", "")
