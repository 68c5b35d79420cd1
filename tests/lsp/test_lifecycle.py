#!/usr/bin/env python3
"""When servers are started, with what, shared by whom, and how they end; with
a server that does what it is told."""
import concurrent.futures

from servers import *

FAKE = str(pathlib.Path(__file__).resolve().parent / "fake_server.py")
CAPABILITIES = {"textDocumentSync": 1, "hoverProvider": True,
                "executeCommandProvider": {"commands": ["toy.wind"]},
                "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}}}
HOVER = {"result": {"contents": "a toy"}}


def folder(path):
    return {"uri": f"file://{path}", "name": str(path)}


class Toys(Place):
    """A workspace with files in a language that only a fake server knows."""

    def __init__(self, scenario=None, trusted=True, files=None, config=True):
        super().__init__({"one.toy": "one\ntwo\n", "lib.py": "def used():\n    return 1\n\n\nused()\n", **(files or {})})
        self.log = self.root / "log"
        self.scenario = self.root / "scenario.json"
        self.scenario.write_text(json.dumps({
            "log": str(self.log), "pid": str(self.root / "pid"), "capabilities": CAPABILITIES,
            "serverInfo": {"name": "toys", "version": "7"},
            "on": {"textDocument/hover": [HOVER], "workspace/executeCommand": [{"result": {"wound": 3}}],
                   "shutdown": [{"result": None}], "exit": [{"exit": 0}]}, **(scenario or {})}))
        self.command = ["python3", FAKE, str(self.scenario)]
        if config:
            self.user_config({"servers": [{"extensions": ["toy"], "command": self.command, "language_id": "toy"}]})
        if trusted:
            same(self.run("trust", str(self.repo)).status, 0, "fathom trust")

    def start(self, *options, direct=True, env=None):
        server = Server(self, "--profile", "agent-lsp", *options, direct=direct, env=env)
        server.initialize()
        return server

    def hover(self, server, path="one.toy"):
        return server.ask("inspect_symbol", file_path=str(self.repo / path), line=1, column=1)["hover"]

    def told(self, method=None):
        """What the server was told, in order."""
        if not self.log.exists():
            return []
        messages = [json.loads(line) for line in self.log.read_text().splitlines() if line.startswith("{")]
        return [one for one in messages if method in (None, one.get("method"))]

    def pid(self):
        return int((self.root / "pid").read_text())


# ---- who may ----

@case
def nothing_is_started_without_trust():
    with Toys(trusted=False) as place:
        server = place.start()
        words, kind = server.fails("inspect_symbol", file_path=str(place.repo / "one.toy"), line=1, column=1)
        same(kind, "untrusted")
        has(words, "is not trusted: language servers execute code", f"run: fathom trust '{place.repo}'")
        words, kind = server.fails("start_lsp", root_dir=str(place.repo), language_id="toy")
        same(kind, "untrusted")
        found = server.ask("detect_lsp_servers", workspace_dir=str(place.repo))
        same(found["trusted"], False)
        has(text_of(server.call("find", {"query": "used"})), "lib.py:1")
        same(place.told(), [], "the server was not started")
        same([words for words in children(server.process.pid).values() if "fake_server" in words], [])
        server.end()


@case
def trust_that_is_taken_back_ends_what_runs():
    with Toys() as place:
        server = place.start()
        same(place.hover(server), "a toy")
        same(place.run("untrust", str(place.repo)).status, 0)
        words, kind = server.fails("inspect_symbol", file_path=str(place.repo / "one.toy"), line=1, column=1)
        same(kind, "untrusted")
        until(lambda: not is_running(place.pid()), "the server ends")
        server.end()


@case
def a_project_names_no_servers():
    with Toys(config=False) as place:
        place.project_config({"servers": [{"extensions": ["toy"], "command": place.command}]})
        server = place.start()
        has(text_of(server.call("status", {})), "'servers' is ignored in a project's file; set it in your own config")
        words, kind = server.fails("inspect_symbol", file_path=str(place.repo / "one.toy"), line=1, column=1)
        has(words, "no language server is known for 'one.toy'", '"servers": [{"extensions"')
        same(place.told(), [])
        server.end()


@case
def a_wrong_entry_is_told():
    with Toys(config=False) as place:
        place.user_config({"servers": [{"extensions": ["toy"]}]})
        server = place.start()
        has(text_of(server.call("status", {})), "'servers' has an entry without command and connect; ignored")
        server.end()


@case
def what_is_not_installed_is_told_how_to_get():
    with Toys(config=False) as place:
        place.user_config({"servers": [{"extensions": ["toy"], "command": ["no-such-toys", "--stdio"]}]})
        server = place.start()
        words, kind = server.fails("inspect_symbol", file_path=str(place.repo / "one.toy"), line=1, column=1)
        same(kind, "unavailable")
        has(words, "no-such-toys is not installed")
        server.end()


# ---- how it is chosen and started ----

@case
def words_on_the_command_line_name_servers():
    for words in (["toy:" + ",".join(["python3", FAKE, "{scenario}"])], ["toy", "python3", FAKE, "{scenario}"]):
        with Toys(config=False, files={"two.t": ""}) as place:
            # a language that the table does not know has no extensions: it is named
            server = place.start(*[word.format(scenario=place.scenario) for word in words])
            answer = server.ask("inspect_symbol", file_path=str(place.repo / "one.toy"), language_id="toy", line=1, column=1)
            same(answer["hover"], "a toy")
            server.end()
    with Toys(config=False) as place:
        done = place.run("serve", "toys")
        same(done.status, 2)
        has(done.err, "'toys' names no language server; it takes LANG:SERVER,ARG... or LANG SERVER")


@case
def it_gets_the_surroundings_of_the_client():
    with Toys(files={".venv/pyvenv.cfg": ""}) as place:
        server = place.start(env={"GOFLAGS": "-mod=mod", "TOP_SECRET": "1", "VIRTUAL_ENV": ""})
        same(place.hover(server), "a toy")
        env = pathlib.Path(f"/proc/{place.pid()}/environ").read_bytes().decode().split("\0")
        env = dict(one.split("=", 1) for one in env if one)
        same(env.get("GOFLAGS"), "-mod=mod")
        same(env.get("VIRTUAL_ENV"), f"{place.repo}/.venv", "the project's own")
        same(env["PATH"], f"{place.repo}/.venv/bin:{os.environ['PATH']}")
        assert "TOP_SECRET" not in env, "a secret was passed on"
        first = place.told("initialize")[0]["params"]
        same(first["rootUri"], f"file://{place.repo}")
        server.end()


@case
def a_large_monorepo_is_opened_by_packages():
    files = {f"packages/a/m{i}.py": "" for i in range(500)}
    files.update({"pyproject.toml": "", "packages/a/pyproject.toml": "", "packages/b/pyproject.toml": "", "packages/b/x.py": "x = 1\n"})
    with Toys(config=False, files=files) as place:
        program = place.root / "bin/pyright-langserver"
        program.parent.mkdir()
        program.write_text(f"#!/bin/sh\nexec python3 {FAKE} {place.scenario}\n")
        program.chmod(0o755)
        server = place.start(env={"PATH": f"{program.parent}:{os.environ['PATH']}"})
        same(place.hover(server, "packages/b/x.py"), "a toy")
        first = json.dumps(place.told("initialize")[0]["params"])
        has(first, "packages/b")
        lacks(first, "packages/a")
        server.end()


@case
def a_scope_is_chosen_by_hand():
    with Toys(files={"packages/a/x.toy": "", "packages/b/y.toy": "", "packages/c/z.toy": ""}) as place:
        server = place.start()
        server.ask("start_lsp", root_dir=str(place.repo), language_id="toy", scope='["packages/a", "packages/b"]')
        first = json.dumps(place.told("initialize")[0]["params"]["workspaceFolders"])
        has(first, "packages/a", "packages/b")
        lacks(first, "packages/c")
        words, kind = server.fails("start_lsp", root_dir=str(place.repo), language_id="toy", scope="packages/none")
        same(kind, "not_found")
        words, kind = server.fails("start_lsp", root_dir=str(place.repo), language_id="toy", scope="../elsewhere")
        same(kind, "outside")
        server.end()


@case
def attaching_to_one_that_runs():
    with Toys({"listen": 0, "port": None}, config=False) as place:
        scenario = json.loads(place.scenario.read_text())
        scenario["port"] = str(place.root / "port")
        place.scenario.write_text(json.dumps(scenario))
        theirs = subprocess.Popen(["python3", FAKE, str(place.scenario)])
        try:
            until(lambda: (place.root / "port").exists() and (place.root / "port").read_text(), "the port")
            port = (place.root / "port").read_text().strip()
            place.user_config({"servers": [{"extensions": ["toy"], "command": ["never-started"], "language_id": "toy"}]})
            server = place.start()
            words, kind = server.fails("start_lsp", root_dir=str(place.repo), language_id="toy", connect="192.0.2.1:9999")
            same(kind, "denied")
            has(words, "a call may name servers of this machine alone")
            words, kind = server.fails("start_lsp", root_dir=str(place.repo), language_id="toy", connect="nowhere")
            same(kind, "usage")
            started = server.ask("start_lsp", root_dir=str(place.repo), language_id="toy", connect=f"127.0.0.1:{port}")
            same([one["language_id"] for one in started["servers"]], ["toy"])
            same(place.hover(server), "a toy")
            server.end()
            same(place.told("exit"), [], "it is not ours to end")
        finally:
            theirs.kill()
            theirs.wait()


# ---- sharing ----

@case
def ten_clients_share_one_server():
    with Toys() as place:
        servers = [place.start(direct=False) for _ in range(10)]
        with concurrent.futures.ThreadPoolExecutor(10) as pool:
            same(list(pool.map(lambda server: place.hover(server), servers)), ["a toy"] * 10)
        daemon = place.daemon_pid()
        running = [words for words in children(daemon).values() if "fake_server" in words and " supervise " not in words]
        same(len(running), 1, "servers for ten clients")
        same(len(place.told("initialize")), 1)
        for server in servers[1:]:
            server.end()
        same(place.hover(servers[0]), "a toy")
        pid = place.pid()
        servers[0].end()
        same(place.run("daemon", "stop").status, 0, "daemon stop")
        until(lambda: not is_running(pid), "the server ends with the daemon")
        same(len(place.told("shutdown")), 1, "politely")


@case
def clients_that_mean_different_programs_get_both():
    with Toys(config=False) as place:
        words = [f"toy:python3,{FAKE},{place.scenario}{more}" for more in ("", ",again")]
        first, second = (place.start(word, direct=False) for word in words)
        for server in (first, second):
            given = {"file_path": str(place.repo / "one.toy"), "language_id": "toy", "line": 1, "column": 1}
            same(server.ask("inspect_symbol", given)["hover"], "a toy")
        same(len(place.told("initialize")), 2)
        same(sorted(one["name"] for one in first.ask("get_server_capabilities")["servers"]), ["python3", "python3-2"])
        first.end()
        second.end()


# ---- trouble ----

@case
def one_that_fails_blocks_nothing():
    with Toys(config=False) as place:
        place.user_config({"servers": [{"extensions": ["toy"], "command": ["false"]}]})
        server = place.start()
        words, kind = server.fails("inspect_symbol", file_path=str(place.repo / "one.toy"), line=1, column=1)
        assert kind in ("closed", "unavailable"), f"{kind}: {words}"
        has(text_of(server.call("find", {"query": "used"})), "lib.py:1")
        has(text_of(server.call("search", {"pattern": "return 1"})), "lib.py")
        has(text_of(server.call("symbol", {"name": "used"})), "used")
        server.end()


@case
def one_that_never_answers_blocks_nothing():
    with Toys({"on": {"initialize": []}}) as place:
        server = place.start()
        server.send(message(901, "tools/call", {"name": "inspect_symbol", "arguments": {
            "file_path": str(place.repo / "one.toy"), "line": 1, "column": 1}}))
        until(lambda: place.told("initialize"), "the server is being started")
        has(text_of(server.call("find", {"query": "used"})), "lib.py:1")
        server.kill()
        until(lambda: not is_running(place.pid()), "it ends with us")


@case
def restarting():
    with Toys() as place:
        server = place.start()
        same(place.hover(server), "a toy")
        before = place.pid()
        same(server.ask("restart_lsp_server")["stopped"], 1)
        same(place.hover(server), "a toy")
        assert place.pid() != before, "it is another process"
        until(lambda: not is_running(before), "the former one is gone")
        server.end()


# ---- what it is told and asked ----

@case
def changes_on_disk_are_told_before_the_next_question():
    watchers = {"registrations": [{"id": "w", "method": "workspace/didChangeWatchedFiles",
                                   "registerOptions": {"watchers": [{"globPattern": "**/*.toy"}]}}]}
    scenario = {"on": {"initialized": [{"ask": ["client/registerCapability", watchers]}], "textDocument/hover": [HOVER]}}
    with Toys(scenario) as place:
        server = place.start()
        same(place.hover(server), "a toy")
        same(place.hover(server), "a toy")  # by now it has registered
        (place.repo / "new.toy").write_text("new\n")
        (place.repo / "not.txt").write_text("of no interest\n")
        same(place.hover(server), "a toy")
        told = place.told("workspace/didChangeWatchedFiles")
        same([one["params"]["changes"] for one in told], [[{"uri": f"file://{place.repo}/new.toy", "type": 1}]])
        (place.repo / "new.toy").unlink()
        same(place.hover(server), "a toy")
        methods = [one.get("method") for one in place.told()]
        same(methods[-2:], ["workspace/didChangeWatchedFiles", "textDocument/hover"], "told first, asked then")
        same(place.told("workspace/didChangeWatchedFiles")[-1]["params"]["changes"],
             [{"uri": f"file://{place.repo}/new.toy", "type": 3}])
        same(server.ask("did_change_watched_files", changes=[{"uri": f"file://{place.repo}/one.toy", "type": 2}]),
             {"changes": 1, "servers": 1})
        same(place.hover(server), "a toy")
        same(place.told("workspace/didChangeWatchedFiles")[-1]["params"]["changes"],
             [{"uri": f"file://{place.repo}/one.toy", "type": 2}])
        words, kind = server.fails("did_change_watched_files", changes=[{"uri": "file:///etc/passwd", "type": 2}])
        same(kind, "outside")
        server.end()


@case
def documents_are_shown_and_closed():
    with Toys() as place:
        server = place.start()
        shown = server.ask("open_document", file_path=str(place.repo / "one.toy"))
        same((shown["language_id"], shown["lines"], shown["on_disk"]), ("toy", 3, True))
        shown = server.ask("open_document", file_path=str(place.repo / "one.toy"), text="other")
        same((shown["lines"], shown["on_disk"]), (1, False))
        same(server.ask("close_document", file_path=str(place.repo / "one.toy"))["closed"], True)
        server.ask("get_server_capabilities")
        until(lambda: place.told("textDocument/didClose"), "didClose")
        same([one["params"]["textDocument"]["text"] for one in place.told("textDocument/didOpen")], ["one\ntwo\n"])
        server.end()


@case
def capabilities_and_commands():
    with Toys() as place:
        server = place.start()
        (only,) = server.ask("start_lsp", root_dir=str(place.repo), language_id="toy", ready_timeout_seconds=60)["servers"]
        same((only["name"], only["version"], only["root"], only["ready"]), ("python3", "7", str(place.repo), True))
        only = server.ask("get_server_capabilities")
        same((only["capabilities"], only["server_name"], only["server_version"]), (CAPABILITIES, "python3", "7"))
        assert "inspect_symbol" in only["supported_tools"], only["supported_tools"]
        assert "go_to_definition" in only["unsupported_tools"], only["unsupported_tools"]
        same(server.ask("execute_command", command="toy.wind", arguments=["up", {"by": 3}])["result"], '{"wound":3}')
        same(place.told("workspace/executeCommand")[0]["params"], {"command": "toy.wind", "arguments": ["up", {"by": 3}]})
        words, kind = server.fails("execute_command", command="toy.break")
        has(words, "has a command 'toy.break'; there are: toy.wind")
        words, kind = server.fails("go_to_definition", file_path=str(place.repo / "one.toy"), line=1, column=1)
        same(kind, "unavailable")
        has(text_of(server.call("status", {})), "language server: python3 7, ready, ")
        server.end()


@case
def folders():
    with Toys() as place:
        other = place.repository("other", {"two.toy": ""})
        server = place.start("--roots", str(other))
        same(server.ask("list_workspace_folders"), {"workspace_folders": [folder(place.repo)], "servers": 0})
        words, kind = server.fails("add_workspace_folder", path=str(other))
        same(kind, "untrusted")
        same(place.run("trust", str(other)).status, 0)
        same(place.hover(server), "a toy")
        same(server.ask("add_workspace_folder", path=str(other))["workspace_folders"], [folder(place.repo), folder(other)])
        same(server.ask("remove_workspace_folder", path=str(other))["workspace_folders"], [folder(place.repo)])
        until(lambda: len(place.told("workspace/didChangeWorkspaceFolders")) == 2, "both changes")
        words, kind = server.fails("add_workspace_folder", path="/etc")
        assert kind in ("denied", "usage", "outside"), kind
        server.end()


@case
def levels_of_the_log():
    with Toys() as place:
        server = place.start()
        same(server.ask("set_log_level", level="notice"), {"level": "notice", "logged": "info"})
        words, kind = server.fails("set_log_level", level="loud")
        same(kind, "usage")
        server.end()


# ---- without a server ----

@case
def tests_of_a_file():
    files = {"shop/price.py": "def total():\n    return 1\n", "shop/test_price.py": "def test_other():\n    pass\n",
             "checks/test_all.py": "from shop.price import total\n\n\ndef test_sum():\n    assert total() == 1\n",
             "web/cart.ts": "", "web/cart.spec.tsx": "", "web/__tests__/cart.ts": "", "java/Book.java": "", "java/BookTest.java": "",
             "shop/__init__.py": ""}
    with Toys(files=files) as place:
        server = place.start()

        def found(path):
            answer = server.ask("get_tests_for_file", file_path=str(place.repo / path))
            return [(one["file"].removeprefix(f"{place.repo}/"), one["found_by"], one["tests"]) for one in answer["found"]]
        same(found("shop/price.py"), [("shop/test_price.py", ["name"], []), ("checks/test_all.py", ["graph"], ["test_sum"])])
        same(found("web/cart.ts"), [("web/__tests__/cart.ts", ["name"], []), ("web/cart.spec.tsx", ["name"], [])])
        same(found("java/Book.java"), [("java/BookTest.java", ["name"], [])])
        same(found("lib.py"), [])
        server.end()


@case
def kept_answers_are_handed_on():
    with Toys(files={"taken.gz": "of somebody"}) as place:
        server = place.start()
        out = server.ask("export_cache", dest_path=str(place.repo / "answers.gz"))
        same((out["file"], out["entries"]), (f"{place.repo}/answers.gz", 0))
        server.ask("export_cache", dest_path=str(place.repo / "answers.gz"))  # an earlier export
        same(server.ask("import_cache", src_path=str(place.repo / "answers.gz"))["entries"], 0)
        words, kind = server.fails("export_cache", dest_path=str(place.repo / "taken.gz"))
        same(kind, "exists")
        same((place.repo / "taken.gz").read_text(), "of somebody")
        words, kind = server.fails("import_cache", src_path=str(place.repo / "taken.gz"))
        same(kind, "syntax")
        words, kind = server.fails("export_cache", dest_path="/tmp/elsewhere.gz")
        assert kind in ("outside", "denied", "usage"), kind
        server.end()


# ---- doctor ----

@case
def doctor_starts_what_is_trusted():
    python = shutil.which("python3")
    with Toys(trusted=False) as place:
        done = place.run("doctor")
        has(done.out, f"ok    toy: 1 file; python3 is {python}, not started\n",
            "because the workspace is not trusted\n      -> if you trust its code, run: fathom trust\n")
        same(place.told(), [])
        same(place.run("trust", str(place.repo)).status, 0)
        done = place.run("doctor")
        has(done.out, f"ok    toy: 1 file; python3 7 starts ({python}) and supports ", "      -> does not support: ")
        same(len(place.told("initialize")), 1)
        until(lambda: not is_running(place.pid()), "doctor ends it")
        same(sorted(path.name for path in place.repo.iterdir() if path.name != ".git"), ["lib.py", "one.toy"], "nothing is made")


main()
