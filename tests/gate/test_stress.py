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
def fifty_agents_and_none_is_lost():
    with Sessions("one") as place:
        place.eval("seen = []")
        answer = stressed(place, code="seen.append(1)", num_agents=50, timeout=60)
        result = answer["structuredContent"]
        same([result[name] for name in ("done", "failed", "late", "refused")], [50, 0, 0, 0], str(answer["content"]))
        same(place.eval("len(seen)").out, "=> 50\n")
        assert 0 <= result["p50_ms"] <= result["p95_ms"] <= result["max_ms"] <= result["total_ms"] + 1, result


@case
def what_fails_and_what_is_late_is_counted():
    with Sessions("one") as place:
        result = stressed(place, code="1/0", num_agents=3)["structuredContent"]
        same([result[name] for name in ("done", "failed", "late", "refused")], [0, 3, 0, 0])
        result = stressed(place, code="import time\nfor _ in range(200): time.sleep(0.05)", num_agents=2, timeout=1)["structuredContent"]
        same([result[name] for name in ("done", "failed", "late", "refused")], [0, 0, 2, 0])
        until(lambda: not place.open[0].ask("ping")["running"], "what was late was interrupted")


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
        for arguments, words in (({"num_agents": 51}, "1 to 50"), ({"num_agents": 0}, "1 to 50"), ({"stagger": 11}, "0 to 10 seconds"),
                                 ({"tool": "find"}, "give code"), ({"scenario": "x"}, "give code"), ({"session": "nonesuch"}, "no session")):
            result = stressed(place, **arguments)
            same(result["isError"], True, str(arguments))
            has(result["content"][0]["text"], words)
        has(place.run("stress_test").err, "is off")
    with Sessions(trusted=False) as place:
        has(place.run("stress_test", env=ON).err, "is not trusted")


main()
