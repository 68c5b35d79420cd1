#!/usr/bin/env python3
"""kill -9 at random instants of building and of following a tree: the next
process opens what is there, goes on, and comes to what a build from scratch
comes to. Bytes that change behind the index's back cost a rebuild at most.
usage: test_interrupted.py [SEED [ROUNDS [TREE...]]]     (a seed is printed)"""
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from trees import FATHOM, SOAK, Tree, differences, sources


def many(base, count):
    """A tree that takes long enough to be interrupted."""
    source = base / "many"
    for i in range(count):
        folder = source / f"p{i % 17}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"m{i}.py").write_text(
            f"from p{(i * 7 + 1) % count % 17}.m{(i * 7 + 1) % count} import f{(i * 7 + 1) % count} as g\n\n\n"
            f"class C{i}:\n    def go(self):\n        return g(self)\n\n\n"
            f"def f{i}(x):\n    return C{i}().go() + x.go()\n")
    (source / "main.c").write_text("int used(void) { return 1; }\nint main(void) { return used(); }\n")
    return source


class Case:
    def __init__(self, base, source, seed):
        self.tree = Tree(base, source, seed)
        self.chance = self.tree.chance

    def database(self):
        return next(iter((self.tree.base / "followed").rglob("index-v*.sqlite")), None)

    def run_killed(self, *words):
        """Ends the process at some instant, or lets it finish when it is faster."""
        process = subprocess.Popen([FATHOM, "index", str(self.tree.root), *words], cwd=self.tree.root,
                                   env=self.tree.environment("followed"), stdout=subprocess.DEVNULL)
        time.sleep(self.chance.random() ** 2 * self.longest)
        process.send_signal(signal.SIGKILL)
        process.wait()

    def check(self, what):
        followed, fresh = self.tree.dump("followed"), self.tree.dump("fresh", "--full")
        assert followed == fresh, what + "\n" + differences(followed, fresh, ("followed", "fresh"))
        with sqlite3.connect(self.database()) as db:
            verdict = db.execute("PRAGMA integrity_check").fetchone()[0]
        assert verdict == "ok", f"{what}: {verdict}"

    def kills(self, rounds):
        began = time.monotonic()
        self.tree.dump("followed")
        self.longest = max(0.05, time.monotonic() - began)
        for number in range(rounds):
            if number % 3 == 0:
                for _ in range(self.chance.randrange(1, 3)):
                    self.run_killed("--full")
            for _ in range(self.chance.randrange(3)):
                self.tree.step()
                self.run_killed()
            self.check(f"after kill {number}")

    def damage(self, rounds):
        """Changed or cut bytes, also in what lies beside the file."""
        for number in range(rounds):
            path = self.database()
            beside = [one for one in path.parent.iterdir() if one.is_file() and one.name.startswith(path.name)]
            victim = path if self.chance.random() < 0.7 else self.chance.choice(beside)
            size = victim.stat().st_size
            with open(victim, "r+b") as file:
                if self.chance.random() < 0.3 or not size:
                    file.truncate(self.chance.randrange(size + 1))
                else:
                    for _ in range(self.chance.choice([1, 20, 400])):
                        file.seek(self.chance.randrange(size))
                        file.write(os.urandom(self.chance.choice([1, 8, 100])))
            if self.chance.random() < 0.5:
                self.tree.step()
            try:
                self.tree.dump("followed")
            except AssertionError as error:  # met while it answers: the next call makes it anew
                assert "damaged" in str(error), error
            # What was changed without breaking a rule of the format may stay until it
            # is met; made anew, everything is right again.
            self.tree.run("followed", "index", str(self.tree.root), "--full")
            self.check(f"after damage {number} of {victim.name}")


def play(source, seed, rounds):
    with tempfile.TemporaryDirectory(prefix="fathom-interrupted-") as base:
        base = pathlib.Path(base)
        case = Case(base, source or many(base, 400), seed)
        name = source.name if source else "many"
        try:
            case.kills(rounds)
            case.damage(rounds)
        except AssertionError as error:
            kept = pathlib.Path(tempfile.gettempdir()) / f"fathom-interrupted-failed-{name}"
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(base, kept, symlinks=True)
            print(f"FAIL {name}, kept in {kept}: {error}")
            return 1
    print(f"ok {name}: {rounds} rounds of each", flush=True)
    return 0


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else random.SystemRandom().randrange(10**6)
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 60 if SOAK else 6
    trees = sources(sys.argv[3:]) if len(sys.argv) > 3 or os.environ.get("FATHOM_TREES") else [None]
    print(f"# seed {seed}, {rounds} rounds", flush=True)
    return 1 if sum(play(tree, f"{seed} {tree}", rounds) for tree in trees) else 0


if __name__ == "__main__":
    sys.exit(main())
