#!/usr/bin/env python3
"""The audit log: every call is written down, whichever way it came, and no
secret is; off means off, and a repository has no say in it."""
import json
import os

from harness import Place, Stdio, both_ways, case, main, same, until

FILES = {"a.c": "int one(void) { return 1; }\n"}


def log_of(place):
    path = os.path.join(place.env()["XDG_STATE_HOME"], "fathom", "audit.jsonl")
    if not os.path.exists(path):
        return []
    same(oct(os.stat(path).st_mode & 0o777), "0o600", "mode")
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def shape(record):
    """What is the same whenever it runs."""
    return {key: value for key, value in record.items() if key not in ("timestamp", "duration_ms", "answered_bytes", "workspace")}


@both_ways
def every_call_is_written_down(direct):
    with Place(FILES) as place:
        client = Stdio(place, direct=direct)
        client.initialize()
        client.call("find", {"query": "one"})
        client.call("zoom", {"target": "missing.c"})
        client.call("find", {"query": ""})
        client.end()
        records = until(lambda: len(log_of(place)) == 3 and log_of(place), "three lines")
        same([record["tool"] for record in records], ["find", "zoom", "find"])
        same([record["success"] for record in records], [True, True, False])
        same(shape(records[0]), {"tool": "find", "files": [], "success": True})
        same("query" in records[2]["error_message"], True, "the error's words")


@case
def the_shell_s_own_calls_are_written_down():
    with Place(FILES) as place:
        place.run("find", "one", "--no-daemon")
        same([shape(record) for record in log_of(place)], [{"tool": "find", "files": [], "success": True}])


@case
def an_edit_names_the_files_it_changed():
    with Place(FILES) as place:
        place.run("edit", "rename", "--symbol", "one", "--new-name", "two", "--no-daemon")
        place.run("edit", "undo", "--no-daemon")
        summary = {"mode": "rename", "old_name": "one", "new_name": "two"}
        same([shape(record) for record in log_of(place)], [
            {"tool": "edit", "files": ["a.c"], "edit_summary": summary, "success": True},
            {"tool": "edit", "files": ["a.c"], "edit_summary": {"mode": "other"}, "success": True}])


@case
def a_secret_is_not():
    with Place(FILES) as place:
        place.run("search", "password=\"hunter22hunter\"", "--path", "https://me:hunter22@host/x", "--no-daemon")
        with open(os.path.join(place.env()["XDG_STATE_HOME"], "fathom", "audit.jsonl"), encoding="utf-8") as log:
            same("hunter22" in log.read(), False, "the secret is there")


@case
def off_means_off_and_a_repository_has_no_say():
    with Place(FILES) as place:
        elsewhere = os.path.join(place.root, "elsewhere.jsonl")
        place.project_config({"audit": {"log": elsewhere}})
        place.run("find", "one", "--no-daemon")
        same(os.path.exists(elsewhere), False, "a repository chose the place")
        same(len(log_of(place)), 1)
        place.run("find", "one", "--no-daemon", "--audit-log", "off")
        same(len(log_of(place)), 1)
        place.run("find", "one", "--no-daemon", env={"FATHOM_AUDIT_LOG": elsewhere})
        same(len(log_of(place)), 1)
        with open(elsewhere, encoding="utf-8") as lines:
            same([json.loads(line)["tool"] for line in lines], ["find"])


if __name__ == "__main__":
    main()
