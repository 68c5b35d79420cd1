"""Watching the program: which processes it starts, which files it opens and
changes, whom it connects to. Two independent ways: strace, where it is
installed and may be used, and a comparison of everything around the workspace
before and after. Nothing here knows a trick."""
import hashlib
import os
import pathlib
import re
import shutil
import signal
import stat
import subprocess
import time

CALLS = ("execve,execveat,open,openat,openat2,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,rmdir,link,linkat,symlink,"
         "symlinkat,chmod,fchmodat,chown,lchown,fchownat,truncate,utimensat,mknod,mknodat,setxattr,lsetxattr,removexattr,connect,bind,sendto,ptrace,mount,"
         "chdir,fchdir,clone,clone3,fork,vfork,swapon,chroot,pivot_root,bpf,init_module")
NAMED = {"unlink", "unlinkat", "rename", "renameat", "renameat2", "mkdir", "mkdirat", "rmdir", "link", "linkat", "symlink", "symlinkat", "chmod",
         "fchmodat", "chown", "lchown", "fchownat", "truncate", "utimensat", "mknod", "mknodat", "setxattr", "lsetxattr", "removexattr", "creat"}


def strace_works():
    """Whether there is one and it may trace."""
    program = shutil.which("strace")
    if not program:
        return False
    done = subprocess.run([program, "-f", "-qq", "-e", "trace=execve", "-o", "/dev/null", "true"], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL)
    return done.returncode == 0


WORKS = strace_works()


def prefix(log):
    """What stands before a command to have it watched; its log gets all."""
    if not WORKS:
        return []
    return ["strace", "-f", "-qq", "-y", "-s", "8192", "-o", str(log), "--seccomp-bpf", "-e", "trace=" + CALLS, "-e", "signal=none"]


# ---- reading the log ----

STRING = re.compile(r'"((?:[^"\\]|\\.)*)"(?:\.\.\.)?')
RETURNED = re.compile(r"\) += (-?\d+)(?:<((?:[^<>\\]|\\.)*)>)?(?: (E[A-Z0-9]+))?")
BASE = re.compile(r"(?:AT_FDCWD|-?\d+)(?:<((?:[^<>\\]|\\.)*)>)?")


def unescape(text):
    """A string as strace spells it, as bytes."""
    simple = {"n": b"\n", "t": b"\t", "r": b"\r", "v": b"\v", "f": b"\f", "\\": b"\\", '"': b'"'}

    def one(match):
        word = match[1]
        if word[0] == "x":
            return bytes([int(word[1:], 16)]).decode("latin-1")
        if word[0] in "01234567":
            return bytes([int(word, 8) & 255]).decode("latin-1")
        return simple.get(word, word.encode()).decode("latin-1")
    return re.sub(r"\\(x[0-9a-f]{2}|[0-7]{1,3}|.)", one, text).encode("latin-1", "replace")


class Call:
    def __init__(self, pid, name, words, returned, where, error):
        self.pid, self.name, self.words = pid, name, words
        self.returned, self.where, self.error = returned, where, error

    def __repr__(self):
        return f"{self.name}({self.words[:200]}) = {self.error or self.returned}"

    def strings(self):
        return [unescape(s) for s in STRING.findall(self.words)]

    def paths(self):
        """The paths it names, absolute where that is known."""
        found = []
        base = None
        for match in re.finditer(r'(?:AT_FDCWD|-?\d+)<((?:[^<>\\]|\\.)*)>|"((?:[^"\\]|\\.)*)"', self.words):
            if match[1] is not None:
                base = unescape(match[1])
            else:
                path = unescape(match[2])
                if not path.startswith(b"/") and base:
                    path = base + b"/" + path
                found.append(os.path.normpath(os.fsdecode(path)))
        return found


def read_log(path):
    """Whole calls; those that were interrupted by others are put together."""
    open_calls, calls = {}, []
    try:
        text = pathlib.Path(path).read_text("latin-1")
    except FileNotFoundError:
        return calls
    for line in text.split("\n"):
        match = re.match(r"(\d+) +(.*)", line)
        if not match:
            continue
        pid, rest = int(match[1]), match[2]
        if rest.endswith("<unfinished ...>"):
            open_calls[pid] = rest[:-len("<unfinished ...>")].rstrip()
            continue
        resumed = re.match(r"<\.\.\. (\w+) resumed>,? ?(.*)", rest)
        if resumed:
            before = open_calls.pop(pid, resumed[1] + "(")
            rest = before + resumed[2]
        name = re.match(r"(\w+)\(", rest)
        if not name:
            continue
        result = None
        for result in RETURNED.finditer(rest):
            pass
        words = rest[name.end():result.start() if result else len(rest)]
        returned = int(result[1]) if result else None
        calls.append(Call(pid, name[1], words, returned, unescape(result[2]) if result and result[2] else None, result[3] if result else None))
    for pid, rest in open_calls.items():
        name = re.match(r"(\w+)\(", rest)
        if name:
            calls.append(Call(pid, name[1], rest[name.end():], None, None, "UNFINISHED"))
    return calls


# ---- judging ----

def beneath(path, folders):
    path = str(path)
    return any(path == str(folder) or path.startswith(str(folder).rstrip("/") + "/") for folder in folders)


class Judge:
    """What a run under strace did that it must not do.

    workspace: may be read and written; own: the program's
    own folders; forbidden: folders of which nothing may be opened; programs:
    what may be started; listens: whether it may bind to a loopback port."""

    def __init__(self, workspace, own, forbidden, programs, reads=(), listens=False):
        self.workspace, self.own, self.forbidden = workspace, [str(o) for o in own], forbidden
        self.programs, self.reads, self.listens = {os.path.realpath(p) for p in programs}, reads, listens

    def may_write(self, path):
        # In the workspace a tool may write what it was told to; a snapshot tells what.
        kept = [self.workspace, *self.own]
        # A relative way that the log could not complete says nothing.
        return beneath(path, kept) or path in ("/dev/null", "/dev/tty") or path.startswith("/proc/self/") or not path.startswith("/")

    def may_read(self, path):
        if not beneath(path, self.forbidden) or beneath(path, self.own) or beneath(path, self.reads):
            return True
        # The way to what it may read is no secret.
        return any(str(kept).startswith(path.rstrip("/") + "/") for kept in [*self.own, *self.reads, self.workspace])

    def of_open(self, call):
        if call.returned is None or call.returned < 0:
            return None
        path = os.fsdecode(call.where) if call.where else (call.paths() or [""])[-1]
        path = path.removesuffix("(deleted)").removesuffix(" (deleted)")
        is_writing = re.search(r"O_(WRONLY|RDWR|CREAT|TRUNC|APPEND|TMPFILE)", call.words)
        if is_writing and not self.may_write(path):
            return f"opened for writing: {path}"
        if not self.may_read(path):
            return f"opened: {path}"
        return None

    def of_exec(self, call):
        program = os.fsdecode((call.strings() or [b"?"])[0])
        if call.error == "ENOENT" and os.path.basename(program) == "git":
            return None
        real = os.path.realpath(program)
        if real in self.programs or real.startswith("/usr/lib/git-core/"):
            return None
        return f"started: {program} {[os.fsdecode(s) for s in call.strings()[1:8]]}"

    def of_change(self, call):
        if call.returned is None or call.returned < 0:
            return None
        paths = call.paths()
        if call.name in ("symlink", "symlinkat"):
            paths = paths[-1:]
        bad = [path for path in paths if not self.may_write(path)]
        return f"{call.name}: {', '.join(bad)}" if bad else None

    def of_connection(self, call):
        if "AF_UNIX" in call.words or "AF_LOCAL" in call.words:
            path = re.search(r'sun_path=(@?)"((?:[^"\\]|\\.)*)"', call.words)
            name = os.fsdecode(unescape(path[2])) if path else ""
            fine = not name or beneath(name, self.own) or "nscd" in name or not name.startswith("/")
            return None if fine else f"{call.name}: {name}"
        if "AF_INET" not in call.words:
            return None
        loopback = "127.0.0.1" in call.words or '"::1"' in call.words
        if call.name == "bind" and loopback and self.listens:
            return None
        return f"{call.name}: {call.words[:200]}" if call.name != "sendto" or "sin" in call.words else None

    def judge(self, calls):
        found, doing = [], {}
        for call in calls:
            if call.name in ("execve", "execveat") and call.returned == 0:
                doing[call.pid] = " ".join(os.fsdecode(s) for s in call.strings()[1:40])
            elif call.name in ("clone", "clone3", "fork", "vfork") and call.returned:
                doing.setdefault(call.returned, doing.get(call.pid, ""))
            if call.name in ("open", "openat", "openat2"):
                said = self.of_open(call)
            elif call.name in ("execve", "execveat"):
                said = self.of_exec(call)
            elif call.name in NAMED:
                said = self.of_change(call)
            elif call.name in ("connect", "bind", "sendto"):
                said = self.of_connection(call)
            elif call.name in ("ptrace", "mount", "chroot", "pivot_root", "bpf", "init_module", "swapon"):
                said = f"{call.name} was called"
            else:
                said = None
            if said and call.name not in ("execve", "execveat") and "git" in doing.get(call.pid, ""):
                said += f" (by {re.sub(r' -c [^ ]*| --[a-z-]+', '', doing[call.pid])[:80]})"
            if said and said not in found:
                found.append(said)
        return found


# ---- snapshots ----

def one_file(path):
    info = os.lstat(path)
    shape = (stat.S_IFMT(info.st_mode), stat.S_IMODE(info.st_mode), info.st_uid, info.st_gid, info.st_ino)
    if stat.S_ISLNK(info.st_mode):
        return (*shape, os.readlink(path))
    if not stat.S_ISREG(info.st_mode):
        return shape
    digest = hashlib.sha256()
    if info.st_size < 64 << 20:
        with open(path, "rb") as file:
            digest.update(file.read())
    return (*shape, info.st_size, info.st_mtime_ns, digest.hexdigest())


def snapshot(folders, but=()):
    """Everything beneath these folders except what may change."""
    seen = {}
    for folder in folders:
        for at, dirs, files in os.walk(os.fsencode(folder)):
            dirs[:] = [d for d in dirs if not beneath(os.fsdecode(os.path.join(at, d)), but)]
            for name in [*dirs, *files]:
                path = os.path.join(at, name)
                if beneath(os.fsdecode(path), but):
                    continue
                try:
                    seen[path] = one_file(path)
                except OSError as problem:
                    seen[path] = (str(problem.errno),)
    return seen


def changes(before, after):
    words = [f"made: {os.fsdecode(path)}" for path in sorted(after.keys() - before.keys())]
    words += [f"removed: {os.fsdecode(path)}" for path in sorted(before.keys() - after.keys())]
    words += [f"changed: {os.fsdecode(path)}" for path in sorted(before.keys() & after.keys()) if before[path] != after[path]]
    return words


def end(process, seconds=10):
    """Ends a watched process: the tracer goes when the traced is gone."""
    deadline = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    if process.poll() is None:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
