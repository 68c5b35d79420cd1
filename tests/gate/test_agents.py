#!/usr/bin/env python3
"""Agents that a client starts: programs that the user's own configuration names, held to limits, never for an agent."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "protocol"))
from harness import *

PROGRAM = """#!%s
import json, os, resource, subprocess, sys, time
words = sys.argv[1:]
verb, _, rest = words[-1].partition(" ")
print("begun", os.getpid(), flush=True)
if verb == "tell":
    print(json.dumps({"argv": words, "cwd": os.getcwd(), "mark": os.environ.get("FATHOM_AGENT"), "key": os.environ.get("API_KEY"),
                      "cpu": resource.getrlimit(resource.RLIMIT_CPU)[0], "stdin": sys.stdin.read()}))
elif verb == "sleep":
    child = subprocess.Popen(["sleep", "600"], start_new_session=True)
    print("child", child.pid, flush=True)
    time.sleep(600)
elif verb == "fail":
    print("no good", file=sys.stderr)
    sys.exit(3)
elif verb == "flood":
    for _ in range(200): sys.stdout.write("x" * 9999 + "\\n")
    sys.stdout.buffer.write(b"last \\xff\\x1b[31m words\\n")
elif verb == "eat":
    hoard = b"x" * (300 << 20)
    time.sleep(600)
elif verb == "recurse":
    env = {name: value for name, value in os.environ.items() if not (rest.startswith("bare") and name == "FATHOM_AGENT")}
    env["FATHOM_AGENTS"] = "1"
    daemon = [] if rest.endswith("daemon") else ["--no-daemon"]
    server = subprocess.Popen([%r, "serve", *daemon, "--profile", "kaimon"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, text=True)
    def ask(id, method, params):
        server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}) + "\\n")
        server.stdin.flush()
        while (answer := json.loads(server.stdout.readline())).get("id") != id: pass
        return answer["result"]
    ask(1, "initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}})
    for id, (name, given) in enumerate((("agent_list", {}), ("agent_open", {"cwd": "."}), ("agent_governor_status", {})), 2):
        print(ask(id, "tools/call", {"name": name, "arguments": given})["content"][0]["text"].strip())
    server.kill()
"""
REFUSED = "an agent that fathom started asks"


class Agents(Place):
    def __init__(self, trusted=True, allow=True, commands=None, **limits):
        super().__init__()
        if trusted:
            same(self.run("trust").status, 0)
        self.program = self.root / "helper"
        self.program.write_text(PROGRAM % (sys.executable, FATHOM))
        self.program.chmod(0o700)
        self.commands = commands if commands is not None else {"helper": [str(self.program), "-p", "{prompt}"]}
        self.user_config({"agents": {"allow": allow, "commands": self.commands, **limits}})

    def server(self, direct=True, **env):
        server = Stdio(self, "--profile", "kaimon", direct=direct, env={"FATHOM_STRUCTURED": "1", **env})
        server.initialize()
        return server


def ask(server, name, **given):
    return server.call(name, given, [])["result"]


def fields(result):
    assert not result.get("isError"), words(result)
    return result["structuredContent"]


def words(result):
    return result["content"][0]["text"]


def refused(result, *said):
    same(result.get("isError"), True, words(result))
    has(words(result), *said)


def opened(server, **given):
    return fields(ask(server, "agent_open", cwd=".", **given))["agent_id"]


def output(server, agent, **given):
    return fields(ask(server, "agent_output", agent_id=agent, **given))


def pids(server, agent):
    """Of the agent and its child, which has a session of its own."""
    until(lambda: "child" in output(server, agent)["text"], "it has begun")
    lines = output(server, agent)["text"].split()
    return int(lines[1]), int(lines[3])


def gone(*ids):
    until(lambda: not any(is_running(pid) for pid in ids), "nobody is left")


def run_turn(place, text, **env):
    server = place.server(**env)
    result = fields(ask(server, "agent_run", agent_id=opened(server), text=text))
    server.end()
    return result


@both_ways
def turns_are_run_and_read(direct):
    with Agents() as place:
        server = place.server(direct, API_KEY="secret")
        agent = opened(server, id="mine")
        same(re.fullmatch(r"mine\.[0-9a-f]{8}\.1", agent) is not None, True, agent)
        same(fields(ask(server, "agent_status", agent_id=agent))["status"], "idle")
        result = fields(ask(server, "agent_run", agent_id=agent, text="tell me; $(id) {prompt}"))
        same((result["status"], result["turn"], result["done"], result["truncated"], result["dropped_chars"]), ("done", 1, True, False, 0))
        same(json.loads(result["text"].splitlines()[1]), {"argv": ["-p", "tell me; $(id) {prompt}"], "cwd": str(place.repo), "mark": "1", "key": None,
                                                          "cpu": 3600, "stdin": ""})
        result = fields(ask(server, "agent_run", agent_id=agent, text="fail"))
        same((result["status"], result["turn"], result["reason"], result["errors"]), ("failed", 2, "it ended with status 3", "no good\n"))
        same(json.loads(output(server, agent, turn=1)["text"].splitlines()[1])["mark"], "1", "an earlier turn is kept")
        refused(ask(server, "agent_output", agent_id=agent, turn=9), "turn 9 is not kept: the last one is 2")
        same([(one["agent_id"], one["turn"], one["status"]) for one in fields(ask(server, "agent_list"))["agents"]], [(agent, 2, "failed")])
        same(words(ask(server, "agent_close", agent_id=agent)), f"{agent} was closed\n")
        refused(ask(server, "agent_status", agent_id=agent), "this workspace has no agent")
        server.end()


@case
def output_is_bounded_and_made_safe():
    with Agents() as place:
        server = place.server()
        agent = opened(server)
        fields(ask(server, "agent_run", agent_id=agent, text="flood"))
        one = output(server, agent)
        same((one["truncated"], len(one["text"].encode()) < 21000), (True, True))
        same(one["dropped_chars"] > 1_900_000, True, str(one["dropped_chars"]))
        has(one["text"], "last ", " words")
        lacks(words(ask(server, "agent_output", agent_id=agent)), "\x1b")
        same(len(output(server, agent, max_chars=5)["text"]) <= 20, True)
        server.end()


@case
def a_turn_is_told_while_it_runs_and_outlives_its_client():
    with Agents() as place:
        first = place.server(direct=False)
        agent = opened(first)
        told = []
        first.send(message(99, "tools/call", {"name": "agent_run", "arguments": {"agent_id": agent, "text": "sleep"}, "_meta": {"progressToken": "p"}}))
        told.append(first.receive())
        same(told[0]["method"], "notifications/progress")
        has(told[0]["params"]["message"], "begun ")
        first.kill()
        second = place.server(direct=False)
        ids = pids(second, agent)
        same((output(second, agent)["status"], is_running(ids[0])), ("running", True))
        refused(ask(second, "agent_send", agent_id=agent, text="tell"), "its last turn still runs")
        same(fields(ask(second, "agent_interrupt", agent_id=agent))["status"], "interrupted")
        gone(*ids)
        refused(ask(second, "agent_interrupt", agent_id=agent), "it has no turn that runs")
        second.end()


@case
def closing_and_ending_leave_nobody():
    with Agents() as place:
        server = place.server()
        agent = opened(server)
        fields(ask(server, "agent_send", agent_id=agent, text="sleep"))
        ids = pids(server, agent)
        ask(server, "agent_close", agent_id=agent)
        gone(*ids)
        agent = opened(server)
        fields(ask(server, "agent_send", agent_id=agent, text="sleep"))
        ids = pids(server, agent)
        server.end()
        gone(*ids)


@case
def kills_leave_nobody():
    with Agents() as place:
        server = place.server(direct=False)
        agent = opened(server)
        fields(ask(server, "agent_send", agent_id=agent, text="sleep"))
        ids = pids(server, agent)
        os.kill(ids[0], signal.SIGKILL)
        gone(*ids)
        until(lambda: output(server, agent)["done"], "it has ended")
        one = output(server, agent)
        same((one["status"], one["reason"]), ("failed", "it was ended by signal 9"))
        fields(ask(server, "agent_send", agent_id=agent, text="sleep"))
        ids = pids(server, agent)
        supervisor = int(pathlib.Path(f"/proc/{ids[0]}/stat").read_text().rpartition(")")[2].split()[1])
        os.kill(supervisor, signal.SIGKILL)
        gone(*ids, supervisor)
        until(lambda: output(server, agent)["done"], "it has ended")
        fields(ask(server, "agent_send", agent_id=agent, text="sleep"))
        ids = pids(server, agent)
        os.kill(place.daemon_pid(), signal.SIGKILL)
        gone(*ids)
        server.kill()
        server = place.server(direct=False)
        refused(ask(server, "agent_output", agent_id=agent), f"{agent} was interrupted: the fathom that ran it has ended")
        server.end()


@case
def limits_hold():
    with Agents(memory_mb=100, wall_seconds=600, cpu_minutes=2) as place:
        server = place.server()
        agent = opened(server)
        one = fields(ask(server, "agent_run", agent_id=agent, text="eat"))
        same((one["status"], one["reason"]), ("ended", "it had more memory than agents.memory_mb allows"))
        has(fields(ask(server, "agent_run", agent_id=agent, text="tell"))["text"], '"cpu": 120,')
        agents = [opened(server) for _ in range(5)]
        for one in agents[:4]:
            fields(ask(server, "agent_send", agent_id=one, text="sleep"))
        refused(ask(server, "agent_send", agent_id=agents[4], text="tell"), "4 agents run already")
        same({name: fields(ask(server, "agent_governor_status"))[name] for name in ("running", "max_running", "open", "memory_mb")},
             {"running": 4, "max_running": 4, "open": 6, "memory_mb": 100})
        for _ in range(10):
            opened(server)
        refused(ask(server, "agent_open", cwd="."), "16 agents are open already")
        server.end()
    with Agents(wall_seconds=1) as place:
        one = run_turn(place, "sleep")
        same((one["status"], one["reason"]), ("ended", "it took longer than agents.wall_seconds allows"))
        gone(*[int(word) for word in one["text"].split() if word.isdigit()])


@case
def off_untrusted_and_unnamed_are_refused():
    names = {"agent_open": {"cwd": "."}, "agent_send": {"agent_id": "x", "text": "y"}, "agent_run": {"agent_id": "x", "text": "y"},
             "agent_interrupt": {"agent_id": "x"}, "agent_close": {"agent_id": "x"}, "agent_status": {"agent_id": "x"},
             "agent_output": {"agent_id": "x"}, "agent_list": {}, "agent_governor_status": {}}
    for trusted, allow, said in ((True, False, "starting agents is off"), (False, True, "is not trusted")):
        with Agents(trusted=trusted, allow=allow) as place:
            server = place.server()
            for name, given in names.items():
                refused(ask(server, name, **given), said)
            server.end()
    with Agents() as place:
        server = place.server()
        refused(ask(server, "agent_open", cwd=".", model="sonnet"), "no agent is called 'sonnet'; there are: helper")
        refused(ask(server, "agent_open", cwd=".."), "is not in the workspace")
        refused(ask(server, "agent_open", cwd="/"), "is not in the workspace")
        for name in ("permission", "permission_mode"):
            refused(ask(server, "agent_open", cwd=".", **{name: "auto"}), f"{name} is not accepted")
        refused(ask(server, "agent_open", cwd=".", allowed_tools=["x"]), "allowed_tools is not accepted")
        refused(ask(server, "agent_open", cwd=".", id="a.b"), "id must be")
        agent = opened(server)
        refused(ask(server, "agent_run", agent_id=agent, text="--yolo"), "must not begin with '-'")
        refused(ask(server, "agent_run", agent_id=agent, text="a\0b"), "contains a NUL character")
        refused(ask(server, "agent_output", agent_id=agent, include_tools=True), "include_tools is not accepted")
        place.user_config({"agents": {"allow": False, "commands": place.commands}})
        refused(ask(server, "agent_run", agent_id=agent, text="tell"), "starting agents is off")
        server.end()
    with Agents(commands={}) as place:
        server = place.server()
        refused(ask(server, "agent_open", cwd="."), "no agent is named")
        server.end()


@case
def a_repository_says_nothing():
    with Agents(allow=False, commands={}) as place:
        place.project_config({"agents": {"allow": True, "commands": {"helper": [str(place.program), "{prompt}"]}}})
        server = place.server()
        refused(ask(server, "agent_open", cwd="."), "starting agents is off")
        server.end()
        place.user_config({"agents": {"allow": True}})
        server = place.server()
        refused(ask(server, "agent_open", cwd="."), "no agent is named")
        server.end()
        inside = place.repo / "helper"
        shutil.copy(place.program, inside)
        link = place.root / "link"
        link.symlink_to(inside)
        for program in (inside, link):
            place.user_config({"agents": {"allow": True, "commands": {"helper": [str(program), "{prompt}"]}}})
            server = place.server()
            refused(ask(server, "agent_open", cwd="."), "lies in the workspace")
            server.end()


@case
def broken_commands_name_nobody():
    for commands in ({"helper": ["helper", "{prompt}"]}, {"helper": ["/bin/echo"]}, {"helper": ["/bin/echo", "x"]}, {"a b": ["/bin/echo", "{prompt}"]},
                     {"helper": ["/bin/echo", "{prompt}", "{prompt}"]}, {"helper": "/bin/echo {prompt}"}, ["x"], {"helper": ["/bin/echo", 1, "{prompt}"]}):
        with Agents(commands=commands) as place:
            server = place.server()
            refused(ask(server, "agent_open", cwd="."), "no agent is named")
            server.end()


@both_ways
def an_agent_starts_none(direct):
    """Not with its mark, not without it, neither by the daemon that runs it nor by a server of its own."""
    for text in ("recurse own", "recurse bare own", "recurse daemon", "recurse bare daemon"):
        with Agents() as place:
            said = run_turn(place, text, direct=direct)["text"].splitlines()[1:]
            same(len(said), 3, text)
            for line in said:
                has(line, REFUSED)


@case
def a_client_with_the_mark_gets_none():
    with Agents() as place:
        for direct in (True, False):
            server = place.server(direct, FATHOM_AGENT="1")
            refused(ask(server, "agent_list"), REFUSED)
            server.end()


@case
def a_greeting_with_the_mark_gets_none():
    """Whatever the environment was that its process was started with."""
    with Agents() as place:
        server = place.server(direct=False)
        fields(ask(server, "agent_list"))
        path = next((place.root / "run/fathom").glob("*.sock"))
        for env, said in (({}, "no agent is open"), ({"FATHOM_AGENT": "1"}, REFUSED)):
            hello = {"fathom": "hello", "build": path.name.removesuffix(".sock"), "mode": "mcp", "directory": str(place.repo),
                     "flags": {"profile": "kaimon"}, "env": {"HOME": str(place.home), **env}}
            with socket.socket(socket.AF_UNIX) as line:
                line.settimeout(WAIT)
                line.connect(str(path))
                talk = line.makefile("rw")
                calls = (message(1, "initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}),
                         message(2, "tools/call", {"name": "agent_list", "arguments": {}}))
                talk.write("".join(json.dumps(one) + "\n" for one in (hello, *calls)))
                talk.flush()
                while (answer := json.loads(talk.readline())).get("id") != 2:
                    pass
                has(words(answer["result"]), said)
        server.end()


@case
def over_http_there_are_none():
    with Agents() as place:
        server = Http(place, "--profile", "kaimon")
        server.initialize()
        refused(server.call("agent_list")["result"], "over HTTP nobody can tell")


main()
