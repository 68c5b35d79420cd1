#!/usr/bin/env python3
"""What servers say as resources, what clients are told of by themselves, and
the prompts that come with the tools over servers."""
from faked import *

TEXT = "one alpha\ntwo beta\n"
ALL = {"textDocumentSync": 1, "hoverProvider": True, "completionProvider": {}, "definitionProvider": True}


class News(Faked):
    def __init__(self, results=None, actions=None, trusted=True, files=None):
        super().__init__({"a.fake": TEXT, "dir/b b.fake": "three\n", "lib.py": "def used():\n    return 1\n\n\nused()\n", **(files or {})},
                         ALL, trusted)
        on = {"textDocument/didOpen": [{"notify": ["textDocument/publishDiagnostics", self.problems("a.fake", "odd")]}]}
        self.says({"textDocument/hover": {"contents": "an alpha"},
                   "textDocument/completion": [{"label": "beta", "kind": 3}], **(results or {})}, {**on, **(actions or {})})

    def problems(self, path, *words):
        return {"uri": self.uri(path), "diagnostics": [{"range": span(0, 4, 9), "severity": 2, "message": word, "source": "fake"}
                                                       for word in words]}

    def start(self, *options, profile="agent-lsp", **more):
        return super().start(*options, profile=profile, **more)


def read(server, uri, others=None):
    answer = server.request("resources/read", {"uri": uri}, [] if others is None else others)
    assert "result" in answer, show(answer)
    (only,) = answer["result"]["contents"]
    same(only["uri"], uri)
    return only


def wrong(server, uri):
    return server.request("resources/read", {"uri": uri}, [])["error"]


def heard(server, others, method, matches=lambda params: True):
    """The parameters of a notification that came before, or comes now."""
    while True:
        for index, message in enumerate(others):
            if message.get("method") == method and matches(message["params"]):
                return others.pop(index)["params"]
        others.append(server.receive())


def updated(server, others):
    return heard(server, others, "notifications/resources/updated")["uri"]


def logged(server, others, event):
    params = heard(server, others, "notifications/message", lambda params: params["data"].get("event") == event)
    return params["level"], params["logger"], params["data"]


# ---- what is listed ----

@case
def listed_with_the_tools():
    with News() as place:
        server = place.start()
        templates = [one["uriTemplate"] for one in server.request("resources/templates/list")["result"]["resourceTemplates"]]
        query = "?line={line}&column={column}&language_id={language_id}"
        same(templates, ["fathom://file/{+path}", "fathom://symbol/{+qualified}", "lsp-diagnostics:///{filePath}",
                         "lsp-hover:///{filePath}" + query, "lsp-completions:///{filePath}" + query])
        same([one["uri"] for one in server.request("resources/list")["result"]["resources"]], ["fathom://status", "lsp-diagnostics:///"])
        server.end()
        server = place.start(profile="core")
        lacks(json.dumps(server.request("resources/templates/list")["result"]), "lsp-")
        lacks(json.dumps(server.request("prompts/list")["result"]), "lsp-")
        error_of(server.request("prompts/get", {"name": "lsp-explore", "arguments": {"symbol": "used"}}), -32602)
        assert "error" in server.request("resources/read", {"uri": "lsp-diagnostics:///"})
        server.end()


# ---- what is read ----

@case
def diagnostics_of_a_file_and_of_all():
    with News() as place:
        server = place.start()
        one = read(server, "lsp-diagnostics:///")
        same((one["mimeType"], json.loads(one["text"])["files"]), ("application/json", []), "nothing runs yet")
        absolute = read(server, f"lsp-diagnostics://{place.repo}/a.fake")
        files = json.loads(absolute["text"])["files"]
        same([(one["file"], [problem["message"] for problem in one["diagnostics"]]) for one in files], [(str(place.repo / "a.fake"), ["odd"])])
        for uri in ("lsp-diagnostics:///a.fake", "lsp-diagnostics:///", "lsp-diagnostics:///" + str(place.repo / "a.fake").replace("/", "%2F")):
            same(json.loads(read(server, uri)["text"])["files"], files, uri)
        error_of(server.request("resources/read", {"uri": "lsp-diagnostics:///none.fake"}, []), -32002)
        has(wrong(server, "lsp-diagnostics:///%zz")["message"], "is no well-formed URI")
        server.end()


@case
def places_of_a_file():
    with News() as place:
        server = place.start()
        one = read(server, f"lsp-hover://{place.repo}/a.fake?line=1&column=5&language_id=fake")
        same((one["mimeType"], one["text"]), ("text/plain", "an alpha"))
        same(place.sent("textDocument/hover")[0]["position"], {"line": 0, "character": 4})
        same(read(server, "lsp-hover:///dir/b%20b.fake?column=1&line=1")["text"], "an alpha")
        same(place.sent("textDocument/hover")[1]["textDocument"]["uri"], place.uri("dir/b%20b.fake"))
        one = read(server, "lsp-completions:///a.fake?line=2&column=1&language_id=")
        same((one["mimeType"], [item["label"] for item in json.loads(one["text"])["items"]]), ("application/json", ["beta"]))
        for tail in ("", "?line=1", "?line=x&column=1", "?line=0&column=1", "?line=1&column=1&other=1", "?line=1&line=2&column=1"):
            has(wrong(server, "lsp-hover:///a.fake" + tail)["message"], "is no well-formed URI; it takes a path", "?line=N&column=N")
        has(wrong(server, "lsp-hover:///a.fake?line=99&column=1")["message"], "line 99 is beyond the end")
        assert "error" in server.request("resources/read", {"uri": "lsp-hover:///etc/passwd?line=1&column=1"}, [])
        server.end()


@case
def nothing_is_read_without_trust():
    with News(trusted=False) as place:
        server = place.start()
        has(wrong(server, "lsp-hover:///a.fake?line=1&column=1")["message"], "is not trusted")
        has(wrong(server, "lsp-diagnostics:///a.fake")["message"], "is not trusted")
        same(place.sent("initialize"), [])
        server.end()


# ---- what is told ----

@case
def changed_diagnostics_are_told():
    with News(actions={"textDocument/hover": [{"notify": ["textDocument/publishDiagnostics", None]}, {"result": None}]}) as place:
        scenario = json.loads(place.scenario.read_text())
        scenario["on"]["textDocument/hover"][0]["notify"][1] = place.problems("a.fake", "worse")
        place.scenario.write_text(json.dumps(scenario))
        server, others = place.start(), []
        uris = [f"lsp-diagnostics://{place.repo}/a.fake", "lsp-diagnostics:///", "lsp-diagnostics:///a.fake"]
        unconcerned = "lsp-diagnostics:///dir/b%20b.fake"
        assert "result" in server.request("logging/setLevel", {"level": "info"})
        read(server, uris[0], others)
        logged(server, others, "ready")  # which is news for all
        for uri in (unconcerned, *uris):
            assert "result" in server.request("resources/subscribe", {"uri": uri}, others)
        read(server, "lsp-hover:///a.fake?line=1&column=1", others)
        same({updated(server, others) for _ in uris}, set(uris))
        server.silent()
        assert "result" in server.request("resources/unsubscribe", {"uri": uris[1]}, others)
        server.end()


@case
def others_are_not_told():
    with News() as place:
        first, second = place.start(direct=False), place.start(direct=False)
        elsewhere = place.repository("elsewhere", {"x.fake": ""})
        third = Server(place, "--profile", "agent-lsp", cwd=elsewhere, direct=False)
        third.initialize()
        heard_first = []
        for server in (first, third):
            assert "result" in server.request("resources/subscribe", {"uri": "lsp-diagnostics:///"})
        read(second, "lsp-diagnostics:///a.fake")
        same(updated(first, heard_first), "lsp-diagnostics:///")
        second.silent()
        third.silent()
        for server in (first, second, third):
            server.kill()


@case
def readiness_crashes_and_recoveries_are_logged():
    with News(actions={"textDocument/definition": [{"stderr": ["out of toys\n", 1]}, {"exit": 3}]}) as place:
        server, others = place.start(), []
        assert "result" in server.request("logging/setLevel", {"level": "info"})
        name = pathlib.Path(sys.executable).name
        read(server, "lsp-hover:///a.fake?line=1&column=1", others)
        level, logger, data = logged(server, others, "ready")
        same((level, logger, data), ("info", "language-servers", {
            "event": "ready", "root": str(place.repo), "server": name, "message": f"{name} has read the workspace"}))
        assert "result" in server.request("resources/subscribe", {"uri": "lsp-diagnostics:///"}, others)
        answer = server.call("go_to_definition", {"file_path": "a.fake", "line": 1, "column": 1}, others)
        assert answer["result"]["isError"], show(answer)
        level, logger, data = logged(server, others, "crashed")
        same((level, data["message"]), ("warning", f"{name} crashed; the next question starts it again"))
        has(data["detail"], "out of toys")
        same(updated(server, others), "lsp-diagnostics:///")
        read(server, "lsp-hover:///a.fake?line=1&column=1", others)
        same(logged(server, others, "recovered")[2]["message"], f"{name} runs again")
        server.end()


@case
def files_that_change_are_told():
    with News() as place:
        server, others = place.start(), []
        assert "result" in server.request("logging/setLevel", {"level": "info"})
        assert "result" in server.request("resources/subscribe", {"uri": "lsp-diagnostics:///a.fake"}, others)
        read(server, "lsp-hover:///a.fake?line=1&column=1", others)
        logged(server, others, "ready")
        (place.repo / "lib.py").write_text("def used():\n    return 2\n")
        level, logger, data = logged(server, others, "files_changed")
        same((level, data["root"], data["files"], data["count"]), ("info", str(place.repo), ["lib.py"], 1))
        others = [one for one in others if one["method"] != "notifications/resources/updated"]
        same(updated(server, others), "lsp-diagnostics:///a.fake")
        server.end()


@case
def where_no_server_runs_nothing_is_out_of_date():
    with News() as place:
        server, others = place.start(), []
        assert "result" in server.request("logging/setLevel", {"level": "debug"})
        text_of(server.call("find", {"query": "used"}, others))
        (place.repo / "lib.py").write_text("def used():\n    return 2\n")
        text_of(server.call("find", {"query": "used"}, others))
        server.silent(4)
        server.end()


# ---- prompts ----

@case
def ways_to_work_are_prompts():
    with News() as place:
        server = place.start()
        listed = {one["name"]: one for one in server.request("prompts/list")["result"]["prompts"]}
        skills = sorted(name for name in listed if name.startswith("lsp-"))
        same(skills, ["lsp-" + name for name in (
            "architecture", "concurrency-audit", "cross-repo", "dead-code", "docs", "edit-export", "edit-symbol",
            "explore", "extract-function", "fix-all", "format-code", "generate", "impact", "implement", "inspect",
            "local-symbols", "onboard", "refactor", "rename", "safe-edit", "simulate", "test-correlation", "understand", "verify")])
        given = {"symbol": "used", "target": "used", "new_name": "needed", "file": "lib.py", "question": "how used is used", "what": "another use"}
        tools = {one["name"] for one in server.request("tools/list")["result"]["tools"]}
        for name in skills:
            arguments = {one["name"]: given[one["name"]] for one in listed[name].get("arguments", [])}
            answer = server.request("prompts/get", {"name": name, "arguments": arguments})
            assert "result" in answer, show(answer)
            text = answer["result"]["messages"][0]["content"]["text"]
            has(text, "\n")
            named = set(re.findall(r"\b(?:get|go_to|find|list|blast|explore|prepare|rename|inspect|type|detect|simulate|preview|apply|safe|run|insert|replace"
                                   r"|evaluate|commit|discard|destroy|create|suggest|format|activate)_\w+", text.split("\n")[0]))
            assert named <= tools, f"{name} speaks of {named - tools}"
        has(server.request("prompts/get", {"name": "lsp-rename", "arguments": given})["result"]["messages"][0]["content"]["text"],
            "Rename `used` to `needed`", "lib.py")
        values = server.request("completion/complete", {"ref": {"type": "ref/prompt", "name": "lsp-explore"},
                                                        "argument": {"name": "symbol", "value": "us"}})["result"]["completion"]["values"]
        same(values, ["used"])
        server.end()


main()
