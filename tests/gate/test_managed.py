#!/usr/bin/env python3
"""Interpreters that fathom starts: only where the user allowed it, only what the
user saw, with limits, started again when they die, gone when fathom is."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from live import *
from rscript import has_r

QUICK = {**ON, "FATHOM_REPL_RESTART_SECONDS": "1"}


class Allowed(Sessions):
    """A trusted project with an environment of its own, which may have an interpreter."""

    def __init__(self, allowed=True, venv=True, **more):
        super().__init__(**more)
        if venv:
            subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(self.repo / ".venv")], check=True)
        if allowed:
            same(self.run("sessions", "allow").status, 0)

    def server(self, **env):
        server = Stdio(self, env={**QUICK, **env}, direct=False)
        server.initialize()
        return server

    def sessions(self):
        return json.loads(self.run("sessions", "--json").out)


def beneath(pid):
    """Processes under a process, by /proc."""
    parents = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            words = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        parents.setdefault(int(words[1]), []).append(int(path.parent.name))
    found, todo = [], [pid]
    while todo:
        todo += (children := parents.get(todo.pop(), []))
        found += children
    return found


def ours(place):
    """Processes whose working directory or folder of gates is the place's: nobody else's are."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if b"FATHOM_GATE_ID=" in (path / "environ").read_bytes() and os.readlink(path / "cwd").startswith(str(place.root)):
                found.append(int(path.name))
        except OSError:
            continue
    return found


def words_of(answer):
    return answer["result"]["content"][0]["text"]


# ---- who may ----

@case
def nothing_is_started_unless_it_is_allowed():
    with Allowed(allowed=False) as place:
        done = place.eval("--language", "python", "1 + 1")
        same(done.status, 1)
        has(done.err, "no python interpreter is open to fathom", "fathom sessions allow")
        same(place.run("sessions", "allowed").out, "no project is allowed\n")
        done = place.run("sessions", "allow")
        real = (place.repo / ".venv/bin/python3").resolve()
        has(done.out, f"allowed: {place.repo}\n", f"  python: {place.repo}/.venv/bin/python3 -> {real}\n")
        same(place.eval("--language", "python", "import sys\nsys.prefix").out, f"=> '{place.repo}/.venv'\n")
        same(place.run("sessions", "deny").out, f"no longer allowed: {place.repo}; what runs there ends within half a minute\n")
        same(place.eval("--language", "python", "1").status, 1)
        same(place.run("sessions", "deny").status, 1)


@case
def nothing_is_started_without_trust():
    with Allowed(trusted=False) as place:
        has(place.run("sessions", "allow").out, "it is not trusted yet")
        done = place.eval("--language", "python", "1 + 1")
        same(done.status, 3, str(done))
        has(done.err, "is not trusted")
        same(ours(place), [])


@case
def nothing_is_started_without_permission():
    with Allowed() as place:
        same(place.eval("--language", "python", "1 + 1", on=False).status, 3)
        same(ours(place), [])


@case
def a_repository_cannot_name_an_interpreter():
    """Not by a configuration, not by a list of its own, not by what lies where an interpreter was seen."""
    with Allowed(venv=False) as place:
        evil = place.repo / "evil.sh"
        evil.write_text("#!/bin/sh\ntouch %s/ran\nexec sleep 60\n" % place.root)
        evil.chmod(0o755)
        before = place.run("sessions", "allowed").out
        lacks(before, ".venv")
        (place.repo / ".fathom").mkdir(exist_ok=True)
        place.project_config({"repl": {"allow": True, "program": str(evil), "memory_mb": 0}, "sessions": {"allowed": [str(place.repo)]}})
        (place.repo / ".fathom/sessions.json").write_text(json.dumps({"allowed": [{"path": str(place.repo), "programs": [
            {"language": "python", "program": str(evil), "real": str(evil)}]}]}))
        (place.repo / ".venv/bin").mkdir(parents=True)
        shutil.copy(evil, place.repo / ".venv/bin/python3")
        (place.repo / "bin").mkdir()
        shutil.copy(evil, place.repo / "bin/python3")
        done = place.run("eval", "--language", "python", "import sys\nsys.executable", env={**ON, "PATH": f"{place.repo}/bin:./bin:{os.environ['PATH']}"})
        same(done.status, 0, done.err)
        lacks(done.out, str(place.repo))
        assert not (place.root / "ran").exists(), "the repository's program ran"
        same(place.run("sessions", "allowed").out, before)


@case
def what_a_project_puts_into_path_is_no_interpreter():
    with Allowed(venv=False, allowed=False) as place:
        (place.repo / "bin").mkdir()
        for name in ("python3", "node"):
            (place.repo / "bin" / name).write_text("#!/bin/sh\n")
            (place.repo / "bin" / name).chmod(0o755)
        (place.root / "links").symlink_to(place.repo / "bin")
        path = f"{place.repo}/bin:bin:{place.root}/links:{os.environ['PATH']}"
        done = place.run("sessions", "allow", env={"PATH": path})
        has(done.out, "  python: /")
        lacks(done.out, "/bin/python3".join((str(place.repo), "")), f"{place.root}/links")


@case
def a_program_that_changed_is_not_what_was_allowed():
    with Allowed() as place:
        python = place.repo / ".venv/bin/python3"
        python.unlink()
        python.write_text("#!/bin/sh\ntouch %s/ran\nexec sleep 60\n" % place.root)
        python.chmod(0o755)
        done = place.eval("--language", "python", "1")
        same(done.status, 3, str(done))
        has(done.err, "is not the program any more that was allowed")
        assert not (place.root / "ran").exists()
        has(place.run("sessions", "allow").out, "allowed again", "(a program of the project itself)")
        python.write_text("#!/bin/sh\nexit 0\n")
        same(place.eval("--language", "python", "1").status, 3, "one inside is known by what it holds")


@case
def another_directory_is_not_what_was_allowed():
    with Allowed(venv=False) as place:
        place.repo.rename(place.root / "old")
        shutil.copytree(place.root / "old", place.repo)
        same(place.run("trust").status, 0)
        done = place.eval("--language", "python", "1")
        same(done.status, 3, str(done))
        has(done.err, "is another directory than the one that was allowed")
        has(place.run("sessions", "allowed").out, "(no longer: another directory is there now, or none)")


@case
def the_list_is_the_users_alone():
    with Allowed() as place:
        file = place.root / "config/fathom/sessions.json"
        same(oct(file.stat().st_mode & 0o777), "0o600")
        same([entry["path"] for entry in json.loads(file.read_text())["allowed"]], [str(place.repo)])


# ---- how it runs ----

@case
def it_has_the_projects_environment_and_main_thread():
    with Allowed() as place:
        server = place.server()
        (place.repo / "mine.py").write_text("value = 42\n")
        (place.repo / "queue.py").write_text("raise RuntimeError('the project hides a module of ours')\n")
        same(text_of(server.call("eval", {"language": "python", "code": "import mine, os\n(mine.value, os.getcwd())"}, [])),
             f"=> (42, '{place.repo}')\n")
        session, = place.sessions()
        same((session["name"], session["language"], session["project"]), ("repo", "python", str(place.repo)))
        same(text_of(server.call("eval", {"code": "import threading\nthreading.current_thread() is threading.main_thread()"}, [])), "=> True\n")
        answer = text_of(server.call("eval", {"code": "import time\ntime.sleep(60)", "wait": 0}, []))
        handle = re.search(r"handle=(\S+),", answer)[1]
        has(text_of(server.call("eval", {"handle": handle, "cancel": True}, [])), "interrupted after 0.")
        same(text_of(server.call("eval", {"code": "mine.value"}, [])), "=> 42\n", "the same session")
        server.end()


@case
def node_is_started_too():
    if not shutil.which("node"):
        return
    with Allowed(venv=False) as place:
        server = place.server()
        same(text_of(server.call("eval", {"language": "javascript", "code": "globalThis.x = 20; x + 1"}, [])), "=> 21\n")
        same(text_of(server.call("eval", {"language": "javascript", "code": "require('path').basename(process.cwd()) + x"}, [])), "=> 'repo20'\n")
        server.end()


@case
def r_is_started_too():
    if not has_r():
        return
    with Allowed(venv=False) as place:
        (place.repo / ".Rprofile").write_text("from_profile <- 7\n")
        server = place.server()
        same(text_of(server.call("eval", {"language": "r", "code": "x <- from_profile + 1; x"}, [])), "=> [1] 8\n")
        same(text_of(server.call("eval", {"language": "r", "code": "basename(getwd())"}, [])), '=> [1] "repo"\n')
        os.kill(place.daemon_pid(), signal.SIGKILL)
        server.kill()
        until(lambda: not ours(place), "nothing is left, the copy that answers neither")


@case
def a_language_is_asked_for_where_several_could_be_meant():
    with Allowed(venv=False) as place:
        languages = [line.split(":")[0].strip() for line in place.run("sessions", "allowed").out.splitlines()[1:]]
        done = place.eval("1")
        if len(languages) > 1:
            same(done.status, 2)
            has(done.err, "give a language", *languages)
        has(place.eval("--language", "cobol", "1").err, "none of that language")


@case
def the_profile_kaimon_lists_and_names_them():
    with Allowed() as place:
        server = Stdio(place, "--profile", "kaimon", env=ON)
        server.initialize()
        has(text_of(server.call("start_session", {}, [])), f"{place.repo}  ")
        has(text_of(server.call("start_session", {"name": "my lab", "language": "python"}, [])), "  my lab  ")
        same([(one["name"], one["language"]) for one in json.loads(place.run("sessions", "--json").out)], [("my lab", "python")])
        for name in ("-c", "a\nb", "$(x)", "\u202e"):
            has(failure_of(server.call("start_session", {"name": name}, [])), "name must be")
        has(failure_of(server.call("start_session", {"project_path": str(place.repo), "language": "cobol"}, [])), "none of that language")
        server.end()


@case
def its_key_is_always_the_same():
    with Allowed() as place:
        keys = set()
        for _ in range(2):
            server = place.server()
            server.call("eval", {"language": "python", "code": "1"}, [])
            keys |= {session["key"] for session in place.sessions()}
            os.kill(place.daemon_pid(), signal.SIGKILL)
            server.kill()
            until(lambda: not ours(place), "nothing is left")
        same(len(keys), 1)


@case
def it_dies_and_is_started_again():
    with Allowed() as place:
        server = place.server()
        same(text_of(server.call("eval", {"language": "python", "code": "x = 1\nx"}, [])), "=> 1\n")
        first, = place.sessions()
        answer = text_of(server.call("eval", {"code": "import time\ntime.sleep(60)", "wait": 0}, []))
        handle = re.search(r"handle=(\S+),", answer)[1]
        os.kill(first["pid"], signal.SIGKILL)
        until(lambda: "started again in" in words_of(server.call("eval", {"language": "python", "code": "1"}, [])), "it is waited for")
        until(lambda: place.sessions() and place.sessions()[0]["pid"] != first["pid"], "it is there again")
        second, = place.sessions()
        same(second["key"], first["key"])
        has(words_of(server.call("eval", {"handle": handle}, [])), "began anew since, and what ran there was interrupted")
        has(text_of(server.call("eval", {"language": "python", "code": "x"}, [])), "NameError")
        server.end()


@case
def one_that_cannot_start_says_why():
    with Allowed() as place:
        (place.repo / ".venv/lib").rename(place.repo / ".venv/lib.away")
        site = next((place.repo / ".venv/lib.away").glob("python*"))
        (place.repo / ".venv/lib" / site.name / "site-packages").mkdir(parents=True)
        (place.repo / ".venv/lib" / site.name / "site-packages/broken.pth").write_text("import sys; sys.stderr.write('broken environment'); sys.stderr.flush(); import os; os._exit(3)\n")
        server = place.server()
        answer = words_of(server.call("eval", {"language": "python", "code": "1"}, []))
        has(answer, "cannot be used", "status 3", "broken environment")
        server.end()


@case
def stopped_is_not_started_again():
    with Allowed() as place:
        server = place.server()
        server.call("eval", {"language": "python", "code": "1"}, [])
        same(place.run("sessions", "stop").status, 0)
        until(lambda: not ours(place), "it ended")
        time.sleep(2)
        same(place.sessions(), [])
        same(text_of(server.call("eval", {"language": "python", "code": "2"}, [])), "=> 2\n", "unless it is asked for")
        server.end()


@case
def too_much_memory_ends_it():
    with Allowed() as place:
        server = place.server(FATHOM_REPL_MEMORY_MB="100")
        server.call("eval", {"language": "python", "code": "1"}, [])
        server.call("eval", {"code": "x = b'y' * (300 << 20)"}, [])
        until(lambda: "more memory than repl.memory_mb" in words_of(server.call("eval", {"language": "python", "code": "1"}, [])),
              "it was ended", 20)
        server.end()


@case
def too_much_time_ends_it():
    with Allowed() as place:
        place.user_config({"repl": {"cpu_minutes": 1}})
        server = place.server()
        same(text_of(server.call("eval", {"language": "python", "code": "import resource\nresource.getrlimit(resource.RLIMIT_CPU)[0]"}, [])), "=> 60\n")
        server.end()


@case
def what_it_prints_fills_nothing():
    """10 MB on the streams of the process itself, which nobody reads but the manager."""
    with Allowed() as place:
        server = place.server()
        code = "import os\nfor _ in range(160): os.write(1, b'z' * 65536)\n'printed'"
        same(text_of(server.call("eval", {"language": "python", "code": code}, [])), "=> 'printed'\n")
        server.end()


# ---- no orphan ----

@case
def it_ends_with_the_daemon():
    with Allowed() as place:
        server = place.server()
        code = "import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', 'import time, os; os.setsid(); time.sleep(600)']).pid"
        server.call("eval", {"language": "python", "code": code}, [])
        assert len(ours(place)) >= 2, ours(place)
        os.kill(place.daemon_pid(), signal.SIGKILL)
        until(lambda: not ours(place), "all of it ended")
        server.kill()


@case
def it_ends_in_order_with_the_server():
    with Allowed() as place:
        server = Stdio(place, env=QUICK)
        server.initialize()
        server.call("eval", {"language": "python", "code": "1"}, [])
        server.end()
        same(ours(place), [])
        same([path.name for path in place.gates.iterdir()], [], "it took its files away")


# ---- standalone ----

@case
def server_and_interpreter_together():
    with Allowed() as place:
        server = Stdio(place, "--repl", "python", direct=False)
        server.initialize()
        same(text_of(server.call("eval", {"code": "6 * 7"}, [])), "=> 42\n")
        session, = place.sessions()
        os.kill(session["pid"], signal.SIGKILL)
        until(lambda: server.process.poll() is not None, "the server ended with it")
        same(ours(place), [])
        server = Stdio(place, "--repl", "python", direct=False)
        server.initialize()
        server.end()
        same(ours(place), [], "and it with the server")


@case
def standalone_needs_what_all_need():
    with Allowed(allowed=False) as place:
        done = place.run("serve", "--repl", "python")
        same(done.status, 1, str(done))
        has(done.err, "fathom sessions allow")
        same(place.run("sessions", "allow").status, 0)
        same(place.run("untrust").status, 0)
        same(place.run("serve", "--repl", "python").status, 3)


main()
