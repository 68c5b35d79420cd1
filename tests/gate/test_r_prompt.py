#!/usr/bin/env python3
"""R at its prompt: a person types, and code of others runs between two keys; and
nothing is left of it when R is killed."""
import pty
import tty

from live import *
from rscript import has_r

if not has_r():
    print("skipped: R with pbdZMQ and jsonlite is not installed")
    sys.exit(77)


class Prompt(Sessions):
    """R with a terminal of its own."""

    def __enter__(self):
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        env = {**os.environ, "XDG_RUNTIME_DIR": str(self.root / "run"), "TERM": "dumb", "R_HISTFILE": "/dev/null"}
        self.r = subprocess.Popen(["R", "--no-save", "--no-restart", "-q"], stdin=slave, stdout=slave, stderr=slave, cwd=self.repo, env=env,
                                  start_new_session=True)
        os.close(slave)
        self.screen = ""
        threading.Thread(target=self.watch, daemon=True).start()
        self.type(f"source({json.dumps(str(GATES / 'r/fathom_gate.R'))})")
        self.type("fit <- function(steps, kind = c('line', 'curve')) paste(steps, match.arg(kind))")
        self.type("fathom_serve(name = 'prompt', namespace = 'lab', tools = list(fit = fit))")
        until(lambda: list(self.gates.glob("*.json")), "the gate serves")
        until(lambda: "fathom: this R is session" in self.screen, "it says so")
        return self

    def watch(self):
        while True:
            try:
                self.screen += os.read(self.master, 65536).decode(errors="replace")
            except OSError:
                return

    def type(self, line):
        os.write(self.master, line.encode() + b"\n")

    def close(self):
        if self.r.poll() is None:
            self.r.kill()
            self.r.wait()
        return super().close()


@case
def code_runs_between_two_keys():
    with Prompt() as place:
        same(place.eval("x <- 20; x + 1").out, "=> [1] 21\n")
        until(lambda: "[fathom] > x <- 20; x + 1" in place.screen and "[1] 21" in place.screen, "the person sees it")
        place.type("y <- x * 2; cat('typed', y, '\\n')")
        until(lambda: "typed 40" in place.screen, "the person goes on")
        same(place.eval("y").out, "=> [1] 40\n")
        same(place.eval("fit(3)").out, '=> [1] "3 line"\n')


@case
def what_the_person_runs_goes_first():
    with Prompt() as place:
        place.type("{ until <- Sys.time() + 2; while (Sys.time() < until) 1; busy <- 'mine' }")
        time.sleep(0.3)
        done = place.eval("--wait", "0", "busy")
        handle = re.search(r"handle=(\S+),", done.out)[1]
        same(place.eval("--handle", handle).out, '=> [1] "mine"\n')


@case
def an_interrupt_ends_the_code_alone():
    with Prompt() as place:
        handle = re.search(r"handle=(\S+),", place.eval("--wait", "0", "repeat {}").out)[1]
        time.sleep(0.3)
        has(place.eval("--handle", handle, "--cancel").out, "interrupted after")
        same(place.eval("1").out, "=> [1] 1\n")
        place.type("cat('still', 'here\\n')")
        until(lambda: "still here" in place.screen, "the prompt is there")


@case
def nothing_is_left_when_r_is_killed():
    with Prompt() as place:
        place.eval("1")
        own = str(place.root / "run").encode()
        place.r.kill()
        place.r.wait()

        def left():
            found = []
            for pid in filter(str.isdigit, os.listdir("/proc")):
                try:
                    is_r = "exec/R" in os.readlink(f"/proc/{pid}/exe")
                    found += [pid] if is_r and own in pathlib.Path(f"/proc/{pid}/environ").read_bytes() else []
                except OSError:
                    continue
            return found
        until(lambda: not left(), "its copy is gone")
        until(lambda: "no interpreter is open" in place.eval().out, "it is gone")
        same([path.name for path in place.gates.iterdir()], [], "its files are removed by who finds them")


main()
