#!/usr/bin/env python3
"""The command line: tools and commands as a person runs them, alone and with
a daemon, and what it says when something is wrong."""
from harness import *

PLACE = Place()
VERSION = program_version()


@both_ways
def find_as_text(direct):
    start_or_stop(direct)
    done = PLACE.run("find", "main", "--repo", PLACE.repo, cwd=PLACE.home)
    same((done.status, done.out, done.err), (0, "src/main.c:4 function main  int main(void)\n", ""))


@both_ways
def find_as_json(direct):
    start_or_stop(direct)
    done = PLACE.run("find", "main", "--repo", PLACE.repo, "--json", cwd=PLACE.home)
    same((done.status, done.err), (0, ""))
    same(json.loads(done.out), {
        "matches": [{"name": "main", "kind": "function", "path": "src/main.c", "line": 4, "endLine": 6,
                     "signature": "int main(void)", "exported": True}],
        "total": 1, "truncated": False, "suggestions": []})
    assert done.out.endswith("}\n"), "one line"


@both_ways
def a_person_reads_words_also_of_tools_for_programs(direct):
    start_or_stop(direct)
    done = PLACE.run("go_to_symbol", "main")
    same((done.status, done.out, done.err), (0, "src/main.c:4:5  int main(void) {\n"
         "Next: get_symbol_source shows its text, find_references who uses it.\n", ""))


def start_or_stop(direct):
    """With `direct` no daemon runs, else one does."""
    verb = "stop" if direct else "start"
    same(PLACE.run("daemon", verb).status, 0)


@both_ways
def arguments_in_every_spelling(direct):
    start_or_stop(direct)
    for words in (["store_*", "--kind", "function", "--limit", "1"], ["--query=store_*", "--kind=function", "--limit=1"],
                  ["--limit", "1", "--kind", "function", "--", "store_*"], ["query=store_*", "kind=function", "limit=1"]):
        done = PLACE.run("find", "--json", *words)
        same(done.status, 0, repr(done))
        answer = json.loads(done.out)
        same((len(answer["matches"]), answer["truncated"]), (1, True), str(words))


@both_ways
def errors_and_exit_statuses(direct):
    """The same words and the same status, whoever does the work."""
    start_or_stop(direct)
    for words, status, parts in (
            (["find"], 2, ["query"]),
            (["find", "x", "--limit", "0"], 2, ["limit", "1 to 100"]),
            (["find", "x", "--limit", "many"], 2, ["limit"]),
            (["find", "x", "--kind", "functon"], 2, ["kind", "did you mean 'function'"]),
            (["find", "x", "--lmit", "5"], 2, ["--lmit", "--limit"]),
            (["find", "x", "--repo", "/"], 2, ["system directory", "--repo DIR"]),
            (["find", "x", "--repo", "/no/such/place"], 2, ["no directory"]),
            (["find", "x", "--disable", "find"], 3, ["disabled"]),
            (["find", "x", "--disable", "fnd"], 2, ["did you mean 'find'"]),
            (["find", "x", "--repo"], 2, ["--repo needs a value"])):
        done = PLACE.run(*words)
        same(done.status, status, f"{words}: {done}")
        has(done.err, "fathom: ", *parts)
        same(done.out, "", str(words))


@both_ways
def nothing_found_is_no_error(direct):
    start_or_stop(direct)
    done = PLACE.run("find", "nothing_like_it")
    same((done.status, done.err), (0, ""))
    assert done.out.strip(), "it says so"
    done = PLACE.run("find", "nothing_like_it", "--json")
    same(json.loads(done.out), {"matches": [], "total": 0, "truncated": False, "suggestions": []})


@case
def unknown_commands_suggest_the_nearest():
    for word, near in (("fnd", "find"), ("serv", "serve"), ("deamon", "daemon"), ("completions", "completion"), ("stats", "status")):
        done = PLACE.run(word)
        same(done.status, 2 if near in ("serve", "daemon", "completion") else done.status, repr(done))
        assert done.status in (1, 2), repr(done)
        has(done.err, f"'{near}'")
    done = PLACE.run("zzzzzzzzzz")
    assert done.status in (1, 2), repr(done)
    has(done.err, "zzzzzzzzzz")


@case
def version_and_help():
    for word in ("--version", "version"):
        same(PLACE.run(word).out, f"fathom {VERSION}\n")
    assert re.fullmatch(r"\d+\.\d+\.\d+", VERSION), VERSION
    overview = PLACE.run("--help")
    same((overview.status, overview.err), (0, ""))
    same(PLACE.run("-h").out, overview.out)
    same(PLACE.run("help").out, overview.out)
    assert len(overview.out) <= 2500, len(overview.out)
    has(overview.out, "\n  and: blame clusters cochange cycles ", " by the names that other systems give them ")
    commands = re.search(r"\ncommands:\n(.*?)\n\n", overview.out, re.S)[1]
    tools = re.search(r"\ntools:\n(.*?)\n\n", overview.out, re.S)[1]
    assert " …" not in tools, "a tool's line is cut"
    names = [name for name in re.findall(r"^  (\S+)", tools + "\n" + commands, re.M) if name not in ("and:", "and")]
    for group in (tools, commands):
        names += re.search(r"  and: (.*)", group)[1].split()
    for name in ("find", "files", "status", "call", "serve", "init", "doctor", "key", "trust", "daemon", "docs"):
        assert name in names, name
    for name in names:
        done = PLACE.run(name, "--help")
        same((done.status, done.err), (0, ""), name)
        has(done.out, f"fathom {name}")
        same(PLACE.run("help", name).out, done.out, name)
        assert max(map(len, done.out.splitlines())) <= 400, name


@case
def options_show_up_in_help():
    text = PLACE.run("serve", "--help").out
    for flag in ("--http", "--no-daemon", "--no-auth", "--port", "--listen", "--auth", "--profile", "--toolsets",
                 "--tools", "--disable", "--read-only", "--structured", "--repo"):
        has(text, flag)


@case
def completion_scripts():
    for shell in ("bash", "zsh", "fish"):
        done = PLACE.run("completion", shell)
        same(done.status, 0, repr(done))
        has(done.out, "fathom", "find", "daemon", "json")
        if shutil.which(shell):
            subprocess.run([shell, "-n"], input=done.out.encode(), check=True, timeout=WAIT)
    done = PLACE.run("completion", "tcsh")
    same(done.status, 2)
    has(done.err, "bash", "zsh", "fish")


@case
def bash_completes_names():
    script = PLACE.run("completion", "bash").out
    probe = script + """
complete -p fathom >/dev/null || exit 9
COMP_WORDS=(fathom coc); COMP_CWORD=1; COMP_LINE="fathom coc"; COMP_POINT=10
function=$(complete -p fathom | sed 's/.*-F \\([^ ]*\\).*/\\1/')
$function fathom coc fathom
echo "${COMPREPLY[@]}"
"""
    done = subprocess.run(["bash", "--norc"], input=probe.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=PLACE.env(), timeout=WAIT)
    same(done.stdout.decode().split(), ["cochange"], done.stderr.decode())


@case
def docs_are_made_and_checked():
    with Place() as place:
        target = place.root / "docs"
        target.mkdir()
        done = place.run("docs", target, "--check")
        same(done.status, 1, repr(done))
        has(done.out, "out of step: ", "tools.md", "options.md", "commands.md", "errors.md")
        same(sorted(os.listdir(target)), [], "checking writes nothing")
        done = place.run("docs", target)
        same(done.status, 0, repr(done))
        same(sorted(os.listdir(target)), ["commands.md", "errors.md", "languages.md", "options.md", "servers.md", "tools.md"])
        done = place.run("docs", target, "--check")
        same((done.status, done.out), (0, ""))
        (target / "tools.md").write_text("edited\n")
        done = place.run("docs", target, "--check")
        same((done.status, done.out), (1, f"out of step: {target}/tools.md\n"))
        has((target / "options.md").read_text(), "FATHOM_PORT", "`--port`", "`2828`")


# ---- the daemon ----

@case
def daemon_starts_tells_and_stops():
    with Place() as place:
        done = place.run("daemon", "status")
        same((done.status, done.out), (1, "not running\n"))
        same(place.run("daemon", "stop").out, "not running\n")
        done = place.run("daemon", "start")
        same(done.status, 0, repr(done))
        pid = int(re.fullmatch(r"running, pid (\d+)\n", done.out)[1])
        same(place.run("daemon", "start").out, done.out, "a second start is the same daemon")
        status = json.loads(place.run("daemon", "status", "--json").out)
        same((status["pid"], status["clients"], status["listeners"]), (pid, 0, 0))
        has(place.run("daemon").out, f"running, pid {pid}, build {VERSION}-")
        run = place.root / "run" / "fathom"
        same(oct(run.stat().st_mode & 0o777), "0o700")
        for file in run.iterdir():
            same(oct(file.stat().st_mode & 0o777), "0o600", file.name)
        done = place.run("daemon", "stop")
        same((done.status, done.out), (0, f"stopped, pid was {pid}\n"))
        assert not is_running(pid), "it still runs"
        same([file.name for file in run.iterdir() if file.suffix == ".sock"], [], "sockets left")


@case
def daemon_counts_its_clients():
    with Place() as place:
        server = Stdio(place, direct=False)
        server.request("ping")
        status = json.loads(place.run("daemon", "status", "--json").out)
        same((status["clients"], status["workspaces"]), (1, 0))
        server.modern("tools/call", {"name": "files"})
        same(json.loads(place.run("daemon", "status", "--json").out)["workspaces"], 1)
        server.end()
        until(lambda: json.loads(place.run("daemon", "status", "--json").out)["clients"] == 0, "no client")


@case
def unknown_daemon_verbs():
    done = PLACE.run("daemon", "strat")
    same(done.status, 2)
    has(done.err, "start, stop, status")


@case
def cli_uses_the_daemon_only_when_there_is_one():
    with Place() as place:
        same(place.run("find", "main").status, 0)
        same(place.daemon_pid(), None, "the CLI started a daemon")
        place.run("daemon", "start")
        has(place.run("status").out, "server: daemon")
        lacks(place.run("status", "--no-daemon").out, "server: daemon")


@case
def daemon_sees_the_environment_of_its_client():
    with Place() as place:
        place.run("daemon", "start", env={"FATHOM_DISABLE": "find"})
        same(place.run("find", "main").status, 0, "the daemon's own environment does not count")
        done = place.run("find", "main", env={"FATHOM_DISABLE": "find"})
        same(done.status, 3, repr(done))
        server = Stdio(place, direct=False, env={"FATHOM_DISABLE": "find"})
        has(failure_of(server.modern("tools/call", {"name": "find", "arguments": {"query": "x"}})), "disabled")
        server.end()


@case
def daemon_that_dies_is_replaced_and_nothing_is_lost():
    with Place() as place:
        server = Stdio(place, direct=False)
        server.initialize("2025-06-18")
        first = place.daemon_pid()
        os.kill(first, signal.SIGKILL)
        has(text_of(server.call("find", {"query": "main"})), "src/main.c:4")
        second = place.daemon_pid()
        assert second and second != first
        # The next one knows the session: its version, and that it is open.
        same(server.request("ping")["result"], {})
        assert "title" in server.request("tools/list")["result"]["tools"][0]
        same(server.end(), [])


@case
def daemon_is_stopped_under_a_client():
    with Place() as place:
        server = Stdio(place, direct=False)
        server.initialize()
        same(place.run("daemon", "stop").status, 0)
        has(text_of(server.call("find", {"query": "main"})), "src/main.c:4")
        same(server.end(), [])


@case
def front_end_dies_with_its_parent():
    with Place() as place:
        # Somebody else holds its input open, so that only the parent's death tells.
        read, write = os.pipe()
        script = ("import subprocess, sys, time\n"
                  "p = subprocess.Popen([sys.argv[1], 'serve'], stdin=int(sys.argv[2]), stdout=subprocess.DEVNULL)\n"
                  "print(p.pid, flush=True)\ntime.sleep(600)\n")
        parent = subprocess.Popen([sys.executable, "-c", script, FATHOM, str(read)], stdout=subprocess.PIPE,
                                  cwd=place.repo, env=place.env(), pass_fds=(read,))
        pid = int(parent.stdout.readline())
        until(lambda: place.daemon_pid(), "the daemon")
        parent.kill()
        parent.wait()
        parent.stdout.close()
        until(lambda: not is_running(pid), "the front end's end")
        os.close(read)
        os.close(write)


# ---- keys ----

@case
def keys_are_made_listed_and_revoked():
    with Place() as place:
        has(place.run("key", "list").out, "no keys", "fathom key create")
        done = place.run("key", "create", "--label", "laptop \x1b[31m")
        same(done.status, 0, repr(done))
        key = done.out.split()[0]
        assert re.fullmatch(r"fathom_[0-9a-f]{40}", key), key
        assert place.key() != key
        listing = place.run("key", "list").out
        same(len(listing.splitlines()), 2, listing)
        lacks(listing, key, key[7:], "\x1b")
        has(listing, "laptop")
        path = place.root / "config" / "fathom" / "keys.json"
        same(oct(path.stat().st_mode & 0o777), "0o600")
        lacks(path.read_text(), key, key[7:])
        id = listing.split()[0]
        done = place.run("key", "revoke", id)
        same((done.status, done.out), (0, f"revoked {id}; running servers refuse it from now on\n"))
        same(len(place.run("key", "list").out.splitlines()), 1)
        done = place.run("key", "revoke", id)
        same(done.status, 1, repr(done))
        for words in (["revoke"], ["remove", id]):
            same(place.run("key", *words).status, 2)


# ---- trust ----

@case
def workspaces_are_trusted_and_untrusted():
    with Place() as place:
        same(place.run("trust", "--list").out, "no workspace is trusted\n")
        same(place.run("trust", cwd=place.repo / "src").out, f"trusted: {place.repo}\n")
        same(place.run("trust", place.repo / "docs").out, f"trusted: {place.repo}/docs\n", "given, as it stands")
        same(place.run("trust", "--list").out, f"{place.repo}\n{place.repo}/docs\n")
        same(place.run("untrust", place.repo / "docs").out, f"no longer trusted: {place.repo}/docs\n")
        same(place.run("untrust", place.repo / "docs").status, 1)
        same(place.run("trust", "/").status, 2)
        same(place.run("trust", place.home).status, 2)
        path = place.root / "config" / "fathom" / "trusted.json"
        same(oct(path.stat().st_mode & 0o777), "0o600")


# ---- configuration ----

@case
def sources_of_configuration():
    with Place() as place:
        find = ["find", "main", "--no-daemon"]
        place.user_config({"tools": {"disabled": ["find"]}})
        same(place.run(*find).status, 3, "user config")
        same(place.run(*find, env={"FATHOM_DISABLE": "files"}).status, 0, "the environment outranks it")
        same(place.run(*find, "--disable", "find", env={"FATHOM_DISABLE": "files"}).status, 3, "a flag outranks both")
        place.user_config({})
        place.project_config({"tools": {"disabled": ["find"]}})
        same(place.run(*find, env={"FATHOM_DISABLE": "files"}).status, 3, "a project narrows, whatever was said")


@case
def broken_user_config_is_told():
    with Place() as place:
        place.user_config("{broken")
        done = place.run("find", "main", "--no-daemon")
        same(done.status, 1, repr(done))
        has(done.err, "config.json", "byte")


@both_ways
def broken_user_config_is_told_at_once(direct):
    """Whoever starts us as an MCP server sees what is wrong, not a timeout."""
    with Place() as place:
        place.user_config("{broken")
        started = time.monotonic()
        done = place.run("serve", *(["--no-daemon"] if direct else []), input=b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
        took = time.monotonic() - started
        same(done.status, 1, repr(done))
        has(done.err, "config.json", "byte")
        assert took < 10, f"it took {took:.0f} s"


@case
def warnings_reach_the_user():
    with Place() as place:
        place.user_config({"http": {"prot": 1}})
        server = Stdio(place)
        server.initialize()
        server.end()
        has("".join(server.errors), "unknown key 'http.prot'", "did you mean 'http.port'?")


@case
def project_cannot_lock_anybody_out():
    """Whatever a repository brings, its files can be looked at."""
    with Place() as place:
        for config in ("{broken", "[]", "", '{"tools":{"disabled":["nosuch"]}}', '{"tools":{"profile":"nosuch"}}',
                       '{"tools":{"list":["nosuch"]}}', '{"tools":{"disabled":5}}', "\xff", "[" * 5000):
            place.project_config(config)
            done = place.run("find", "main", "--no-daemon")
            same((done.status, done.out), (0, "src/main.c:4 function main  int main(void)\n"), f"{config[:40]}: {done}")
        (place.repo / ".fathom" / "config.json").unlink()
        (place.repo / ".fathom" / "config.json").mkdir()
        done = place.run("find", "main", "--no-daemon")
        same(done.status, 0, repr(done))


@case
def serve_takes_no_words():
    done = PLACE.run("serve", str(PLACE.repo))
    same(done.status, 2)
    has(done.err, "--repo")


@case
def output_that_cannot_be_written():
    done = subprocess.run(f"{FATHOM} files --no-daemon > /dev/full", shell=True, cwd=PLACE.repo, env=PLACE.env(),
                          stderr=subprocess.PIPE, timeout=WAIT)
    same(done.returncode, 4)


if __name__ == "__main__":
    main()
