#!/usr/bin/env python3
"""stress_test: many simulated agents in one session, and what is told of them."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from live import *

ENV = {**ON, "FATHOM_STRUCTURED": "1"}


def stressed(place, **arguments):
    server = Stdio(place, env=ENV)
    server.initialize()
    answer = server.call("stress_test", arguments, [])
    server.end()
    return answer["result"]


@case
def a_hundred_agents_and_none_is_lost():
    with Sessions("one") as place:
        place.eval("seen = []")
        answer = stressed(place, code="seen.append(1)", num_agents=100, timeout=60)
        result = answer["structuredContent"]
        same([result[name] for name in ("done", "failed", "late", "refused")], [100, 0, 0, 0], str(answer["content"]))
        same(place.eval("len(seen)").out, "=> 100\n")
        assert 0 <= result["p50_ms"] <= result["p95_ms"] <= result["max_ms"] <= result["total_ms"] + 1, result


@case
def what_fails_and_what_is_late_is_counted():
    with Sessions("one") as place:
        result = stressed(place, code="1/0", num_agents=3)["structuredContent"]
        same([result[name] for name in ("done", "failed", "late", "refused")], [0, 3, 0, 0])
        result = stressed(place, code="import time\nfor _ in range(200): time.sleep(0.05)", num_agents=2, timeout=1)["structuredContent"]
        same([result[name] for name in ("done", "failed", "late", "refused")], [0, 0, 2, 0])
        until(lambda: not place.open[0].ask("ping")["running"], "what was late was interrupted")


TOOLS = """import sys; sys.path.insert(0, %r)
import fathom_gate, time
calls = []
def slow_task(duration_secs: int) -> int:
    calls.append(duration_secs)
    return duration_secs
fathom_gate.serve(name="lab", tools=[slow_task], namespace="lab")
sys.stdin.read()""" % str(GATES / "python")


@case
def tools_and_scenarios_are_called():
    with Sessions("one") as place:
        lab = place.start([sys.executable, "-c", TOOLS])
        result = stressed(place, tool="lab.slow_task", tool_args={"duration_secs": 7}, num_agents=8)["structuredContent"]
        same([result[name] for name in ("done", "failed", "late", "refused")], [8, 0, 0, 0])
        result = stressed(place, scenario="slow_task (3s)", session=lab.card["id"], num_agents=2)["structuredContent"]
        same(result["done"], 2)
        same(lab.ask("eval", code="calls")["value"], str([7] * 8 + [3] * 2))
        wrong = stressed(place, tool="lab.slow_task", tool_args={"duration_secs": "x"})
        has(wrong["content"][0]["text"], "duration_secs")
        same(lab.ask("eval", code="len(calls)")["value"], "10", "nothing was called")


@case
def agents_begin_one_after_the_other():
    with Sessions("one") as place:
        place.eval("import time; times = []")
        result = stressed(place, code="times.append(time.time())", num_agents=4, stagger=0.3)["structuredContent"]
        same(result["done"], 4)
        same(place.eval("max(times) - min(times) > 0.8").out, "=> True\n")


@case
def what_is_refused():
    with Sessions("one") as place:
        for arguments, words in (({"num_agents": 101}, "1 to 100"), ({"num_agents": 0}, "1 to 100"), ({"stagger": 11}, "0 to 10 seconds"),
                                 ({"tool": "find"}, "has no tool 'find'"), ({"tool": "lab.fit"}, "no session has the namespace 'lab'"),
                                 ({"scenario": "x"}, "slow_task (3s)"), ({"scenario": "slow_task (3s)"}, "has no tool 'slow_task'"),
                                 ({"session": "nonesuch"}, "no session")):
            result = stressed(place, **arguments)
            same(result["isError"], True, str(arguments))
            has(result["content"][0]["text"], words)
        has(place.run("stress_test").err, "is off")
    with Sessions(trusted=False) as place:
        has(place.run("stress_test", env=ON).err, "is not trusted")


main()
