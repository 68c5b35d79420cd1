#!/usr/bin/env python3
"""An index run that is broken off at any instant leaves something the next
one opens, goes on with, and brings to what an index from scratch holds:
  kills   SIGKILL, at instants spread over building and over following;
  disks   no room for one byte more, at any size of the disk or of a file;
  damage  bytes changed or cut behind the index's back, in its file and in
          those beside it: noticed, or without consequence.
usage: test_interrupted.py [SEED [ROUNDS [TREE...]]]     (a seed is printed)"""
import contextlib
import os
import pathlib
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

import made
from changes import Changes
from trees import FATHOM, SOAK, Source, Tree, differences, rows_of, sources

ROUNDS = {"kills": 20, "limits": 5, "disks": 5, "damage": 8}  # in long runs 200 of each
DEADLY = "ended the process while parsed; skipped until it changes"


def fails_well(status, errors, words):
    """An error with words about it; neither a crash nor silence."""
    assert status in (4, 5), f"{status}: {errors}"
    assert any(word in errors for word in words), errors
    assert "Assertion" not in errors, errors


class Case:
    def __init__(self, tree, seed):
        self.tree = tree
        self.changes = Changes(tree.root, seed)
        self.chance = self.changes.chance
        self.counts = {}
        self.spans = {}

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def start(self, *words, **options):
        return subprocess.Popen([FATHOM, "index", str(self.tree.root), *words], cwd=self.tree.base,
                                env=self.tree.environment("followed"), stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, text=True, **options)

    def has_integrity(self):
        with contextlib.closing(sqlite3.connect(self.tree.database("followed"))) as db:
            verdict = db.execute("PRAGMA integrity_check").fetchone()[0]
        assert verdict == "ok", verdict

    def release(self, rows):
        """Kills that twice in a row met the same file put it into quarantine, as
        they should; other contents take it out again."""
        held = [row for row in rows if DEADLY in row]
        for row in held:
            self.count("quarantined")
            path = self.tree.root / eval(row.split(" ", 1)[1])[0]
            path.write_bytes(path.read_bytes() + b"\n")
        return held

    def settle(self, what):
        """Everything in order, and equal to an index from scratch."""
        self.tree.refresh("followed")
        if self.release(rows_of(self.tree.database("followed"))):
            self.tree.refresh("followed")
        self.has_integrity()
        self.tree.check(what)

    # ---- kills ----

    def kill_once(self, *words):
        """True when the process was still at it. Each kind of run has its own
        span of instants, which follows how long such a run takes."""
        span = self.spans.setdefault(words, 0.3)
        process = self.start(*words)
        time.sleep(self.chance.random() * span)
        process.send_signal(signal.SIGKILL)
        in_time = process.wait() == -signal.SIGKILL
        process.stderr.close()
        self.spans[words] = min(max(span * (1.15 if in_time else 0.7), 0.01), 30)
        self.count("in time" if in_time else "too late, not counted")
        return in_time

    def kills(self, rounds):
        """That many that came in time."""
        self.tree.refresh("followed", "--full")
        for number in range(rounds * 5):
            if self.counts.get("in time", 0) == rounds:
                return
            words = ["--full"] if self.chance.random() < 0.5 else []
            for _ in range(0 if words else self.chance.randrange(1, 8)):
                self.changes.step()
            if self.kill_once(*words):
                self.count("while building" if words else "while following")
                self.settle(f"kill {number} {words}")
        raise AssertionError(f"too few kills came in time: {self.counts}")

    # ---- full disks ----

    def put_limit(self, size):
        """No file may grow beyond it: another way for any write to fail."""
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        return limit

    def run_short(self, what, *words, **options):
        """Ends well, or with words; then the room is there again."""
        process = self.start(*words, **options)
        _, errors = process.communicate(timeout=120)
        self.count("fit" if process.returncode == 0 else "did not fit")
        if process.returncode:
            fails_well(process.returncode, errors, ("disk is full", "could not be written", "index '"))

    def limits(self, rounds):
        self.tree.refresh("followed", "--full")
        size = self.tree.database("followed").stat().st_size
        for number in range(rounds):
            limit = int(size * 1.2 * self.chance.random())
            self.changes.step()
            words = ["--full"] if self.chance.random() < 0.5 else []
            self.run_short("limit", *words, preexec_fn=self.put_limit(limit))
            self.settle(f"limit {number} of {limit} bytes {words}")

    def disks(self, rounds):
        self.tree.refresh("followed", "--full")
        whole = self.tree.database("followed").stat().st_size
        place = self.tree.indexes / "followed"
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512m,mode=700", "fathom-test", str(place)],
                                 capture_output=True)
        if mounted.returncode:
            print("ok disks # skipped: mount is not permitted", flush=True)
            return
        try:
            self.tree.refresh("followed")
            for number in range(rounds):
                if self.chance.random() < 0.3:  # an empty one
                    shutil.rmtree(place / "fathom")
                used = shutil.disk_usage(place).used
                size = used + int(whole * 2 * self.chance.random() ** 2)
                self.changes.step()
                self.remount(place, size)
                words = ["--full"] if self.chance.random() < 0.5 else []
                self.run_short("disk", *words)
                self.remount(place, 512 << 20)
                self.settle(f"disk {number} of {size} bytes, {used} used {words}")
        finally:
            subprocess.run(["umount", "-l", str(place)], check=True)

    def remount(self, place, size):
        subprocess.run(["mount", "-o", f"remount,size={max(size, 4096)}", str(place)], check=True)

    # ---- damage ----

    def harm(self, victim):
        size = victim.stat().st_size
        with open(victim, "r+b") as file:
            if self.chance.random() < 0.25 or not size:
                file.truncate(self.chance.randrange(size + 1))
                return "cut"
            for _ in range(self.chance.choice([1, 1, 20, 400])):
                file.seek(self.chance.randrange(size))
                old = file.read(1)
                file.seek(-1, os.SEEK_CUR)
                if self.chance.random() < 0.5:
                    file.write(bytes([old[0] ^ 1 << self.chance.randrange(8)]))
                else:
                    file.write(self.chance.randbytes(self.chance.choice([1, 8, 100])))
        return "changed"

    def damage(self, rounds):
        """Every answer is right, or says that there is none yet."""
        for number in range(rounds):
            self.tree.refresh("followed")
            if self.chance.random() < 0.3:  # leaves a log behind
                self.changes.step()
                self.kill_once()
                self.tree.refresh("followed") if self.chance.random() < 0.5 else None
            path = self.tree.database("followed")
            beside = sorted(one for one in path.parent.iterdir() if one.is_file() and one.name.startswith(path.name)
                            and ".broken" not in one.name)  # set aside: nobody reads it
            victim = path if self.chance.random() < 0.7 else self.chance.choice(beside)
            what = f"damage {number}: {victim.name} {self.harm(victim)}"
            self.count(victim.name.replace(path.name, "index"))
            if self.chance.random() < 0.5:
                self.changes.step()
            expected = self.tree.full()[1]
            found = self.tree.exported("followed")
            assert found == expected, f"{what}\n" + differences(found, expected, ("followed", "fresh"))
            self.settle(what)


KINDS = {"kills": Case.kills, "limits": Case.limits, "disks": Case.disks, "damage": Case.damage}


def play(source, seed, kind, rounds):
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="fathom-interrupted-") as base:
        tree = Tree(pathlib.Path(base), source)
        case = Case(tree, seed)
        try:
            KINDS[kind](case, rounds)
        except AssertionError as error:
            print(f"FAIL {source.name} {kind}, kept in {tree.keep(f'{kind}-{source.name}')}: {error}", flush=True)
            return 1
        finally:
            tree.close()
    counts = ", ".join(f"{count} {what}" for what, count in sorted(case.counts.items()))
    print(f"ok {source.name} {kind}: {rounds} rounds, {counts} ({time.monotonic() - began:.0f} s)", flush=True)
    return 0


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else random.SystemRandom().randrange(10**6)
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 200 if SOAK else None
    named = sys.argv[3:] or os.environ.get("FATHOM_TREES")
    trees = sources(sys.argv[3:]) if named else [Source("wide", lambda to: made.wide(to, 200))]
    print(f"# seed {seed}", flush=True)
    failed = 0
    for kind in KINDS:  # each its full number of rounds, spread over the trees
        count = rounds or ROUNDS[kind]
        for i, tree in enumerate(trees):
            failed += play(tree, f"{seed} {tree.name} {kind}", kind, count // len(trees) + (i < count % len(trees)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
