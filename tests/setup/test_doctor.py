#!/usr/bin/env python3
"""fathom doctor: what it finds, what it advises, how it ends."""
import json
import os
import re
import shutil

from scene import PROGRAM, case, equal, finish


def lines(output):
    """The lines, with what depends on the machine masked."""
    output = re.sub(r"build \S+", "build B", output)
    output = re.sub(r"(max_user_\w+) \d+", r"\1 N", output)
    output = re.sub(r"git version \S+", "git version V", output)
    output = re.sub(r"^(ok|warn)(  +)inotify: (.*)\n(      -> .*\n)?", r"ok    inotify: \3\n", output,
                    flags=re.M)
    return output.splitlines()


def fresh(scene):
    home, state = scene.home, scene.home / ".local/state/fathom"
    return [
        f"ok    program: {PROGRAM}, build B",
        f"ok    config folder: {home}/.config/fathom is not there yet",
        f"ok    state folder: {state} is not there yet",
        f"ok    cache folder: {home}/.cache/fathom is not there yet",
        f"ok    runtime folder: {scene.runtime}/fathom is not there yet",
        "ok    configuration: the defaults",
        "ok    keys: none; only HTTP needs one ('fathom key create')",
        "ok    daemon: not running; the first call starts it",
        "ok    inotify: max_user_watches N",
        "ok    inotify: max_user_instances N",
        "ok    git: git version V",
        f"ok    workspace: {scene.project}",
        f"ok    index: {scene.project}/.fathom",
        "ok    language servers: no file here has one",
        "warn  clients: no client is set up to use fathom",
        "      -> run: fathom init",
    ]


def doctor(scene, *words, **options):
    status, output, said = scene.run("doctor", *words, **options)
    equal(said, "", "stderr")
    return status, output


def a_fresh_machine(scene):
    status, output = doctor(scene)
    found = lines(output)
    equal(found[:-1], fresh(scene))
    equal(re.fullmatch(r"\d+ ok, \d+ to look at, 0 wrong", found[-1]) is not None, True, found[-1])
    equal(status, 0)
    equal(scene.files(), [], "nothing is made")
    equal(list(scene.runtime.iterdir()), [], "nothing is started")


def has(scene, *expected, status=1):
    """All of these lines, next to each other."""
    code, output = doctor(scene)
    text = "\n".join(expected) + "\n"
    if text not in output:
        raise AssertionError(f"{text!r} is not in {output!r}")
    equal(code, status, "status")


def folders_open_to_others(scene):
    config, keys = scene.home / ".config/fathom", scene.home / ".config/fathom/keys.json"
    config.mkdir(parents=True, mode=0o700)
    config.chmod(0o755)
    has(scene, f"fail  config folder: {config} is open to other users (mode 755)",
        f"      -> run: chmod 700 '{config}'")
    config.chmod(0o700)
    equal(scene.run("key", "create")[0], 0, "key create")
    has(scene, f"ok    key file: {keys}", "ok    keys: 1", status=0)
    keys.chmod(0o644)
    code, output = doctor(scene)
    equal(f"fail  key file: {keys} is open to other users (mode 644)\n"
          f"      -> run: chmod 600 '{keys}'\n" in output, True, output)
    equal(code, 1)


def folders_of_others(scene):
    if os.geteuid() != 0:
        return
    runtime = scene.runtime / "fathom"
    runtime.mkdir(mode=0o700)
    os.chown(runtime, 65534, 65534)
    has(scene, f"fail  runtime folder: {runtime} belongs to another user (65534)",
        "      -> remove it, or make it yours")


def configuration(scene):
    path = scene.home / ".config/fathom/config.json"
    path.parent.mkdir(parents=True, mode=0o700)
    scene.write(path, '{"http": {"prot": 1}, "log": {"level": "loud"}}', 0o600)
    has(scene, f"warn  configuration: {path}: unknown key 'http.prot'; did you mean 'http.port'?",
        "      -> docs/options.md lists the options",
        f"warn  configuration: {path}: 'log.level' takes one of error|warn|info|debug; ignored",
        "      -> docs/options.md lists the options", status=0)
    path.write_text('{"http": {"port": 1}}')
    has(scene, f"ok    configuration: {path}", status=0)
    scene.write(scene.project / ".fathom/config.json", '{"http": {"port": 1}}')
    has(scene, f"warn  configuration: {scene.project}/.fathom/config.json: 'http.port' is ignored in a "
        "project's file; set it in your own config", "      -> docs/options.md lists the options",
        status=0)
    path.write_text("{")
    code, output = doctor(scene)
    equal(f"\nfail  configuration: {path}: " in output, True, output)
    equal("\n      -> repair the file, or remove it to use the defaults\n" in output, True, output)
    equal(code, 1)


def key_file(scene):
    keys = scene.home / ".config/fathom/keys.json"
    keys.parent.mkdir(parents=True, mode=0o700)
    scene.write(keys, "{", 0o600)
    code, output = doctor(scene)
    equal("\nfail  keys: " in output, True, output)
    equal("\n      -> repair the file, or remove it and make new keys\n" in output, True, output)
    equal(code, 1)


def daemon(scene):
    equal(scene.run("daemon", "start")[0], 0, "daemon start")
    try:
        code, output = doctor(scene)
        equal(re.search(r"^ok    daemon: running, process [1-9]\d*$", output, flags=re.M) is not None,
              True, output)
        equal(code, 0)
    finally:
        equal(scene.run("daemon", "stop")[0], 0, "daemon stop")


def no_workspace(scene):
    code, output = doctor(scene, cwd=scene.home)
    equal(f"\nwarn  workspace: no workspace: '{scene.home}' is the home directory" in output, True, output)
    equal("\nok    index: " in output, False, output)
    equal(code, 0)


def index_in_the_cache(scene):
    scene.write(scene.project / ".fathom/config.json", '{"index": {"location": "cache"}}')
    has(scene, f"ok    index: in the cache, {scene.home}/.cache/fathom", status=0)


def workspace_that_cannot_be_written(scene):
    if os.geteuid() != 0 or not shutil.which("setpriv"):
        return
    scene.base.chmod(0o755)
    for path in (scene.home, scene.runtime):
        os.chown(path, 65534, 65534)
    scene.project.chmod(0o755)
    as_nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    if scene.run("--version", before=as_nobody)[0] != 0:
        return  # the program lies where that user cannot reach it
    code, output = doctor(scene, before=as_nobody)
    equal(f"\nok    index: in the cache, {scene.home}/.cache/fathom, because the workspace cannot be "
          "written\n" in output, True, output)
    equal(code, 0)
    os.chown(scene.home, 0, 0)
    scene.home.chmod(0o755)
    code, output = doctor(scene, before=as_nobody)
    equal(f"\nfail  index: neither {scene.project}/.fathom nor {scene.home}/.cache/fathom can be "
          "written\n      -> make one of them writable for this user\n" in output, True, output)
    equal(code, 1)


def clients(scene):
    cursor, codex = scene.home / ".cursor/mcp.json", scene.home / ".codex/config.toml"
    project = scene.project / ".mcp.json"
    scene.run("init", "--client", "cursor,codex", "--yes")
    has(scene, f"ok    Cursor: {cursor}", f"ok    Codex: {codex}", status=0)
    other = scene.base / "other/fathom"
    other.parent.mkdir()
    shutil.copy2(PROGRAM, other)
    scene.write(codex, f"[mcp_servers.fathom]\ncommand = '{other}'\nargs = ['serve']\n")
    scene.write(cursor, '{"mcpServers": {"fathom": {"command": "/gone/fathom", "args": ["serve"]}}}')
    scene.write(project, json.dumps({"mcpServers": {"fathom": {"type": "http", "url": "http://x"}}}))
    has(scene, f"ok    Claude Code: {project} has an entry that starts no program",
        f"fail  Cursor: {cursor} starts '/gone/fathom', which is not there or not executable",
        "      -> run: fathom init --client cursor --user",
        f"warn  Codex: {codex} starts another build, {other}",
        "      -> run: fathom init --client codex --user")
    scene.write(cursor, json.dumps({"mcpServers": {"fathom": {"command": PROGRAM, "args": ["mcp"]}}}))
    has(scene, f"warn  Cursor: {cursor} does not start 'fathom serve'",
        "      -> run: fathom init --client cursor --user", status=0)
    scene.write(cursor, "{")
    code, output = doctor(scene)
    equal(f"\nwarn  Cursor: {cursor} cannot be read: " in output, True, output)
    equal(code, 0)


def as_json(scene):
    status, output = doctor(scene, "--json")
    answer = json.loads(output)
    equal(sorted(answer), ["checks", "fail", "ok", "warn"])
    equal(status, 0)
    equal(answer["checks"][-1], {"level": "warn", "what": "clients",
                                 "detail": "no client is set up to use fathom",
                                 "advice": "run: fathom init"})
    counts = [check["level"] for check in answer["checks"]]
    equal([answer[level] for level in ("ok", "warn", "fail")],
          [counts.count(level) for level in ("ok", "warn", "fail")])
    text = [f"{check['level']:<4}  {check['what']}: {check['detail']}" for check in answer["checks"]]
    plain = [line for line in doctor(scene)[1].splitlines()[:-1] if not line.startswith(" ")]
    equal(text, plain)
    scene.write(scene.home / ".cursor/mcp.json", '{"mcpServers": {"fathom": {"command": "/gone"}}}')
    equal(doctor(scene, "--json")[0], 1)


for one in (a_fresh_machine, folders_open_to_others, folders_of_others, configuration, key_file,
            daemon, no_workspace, index_in_the_cache, workspace_that_cannot_be_written, clients,
            as_json):
    case(one)
finish()
