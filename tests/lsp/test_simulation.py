#!/usr/bin/env python3
"""Edits are tried out in memory: judged rightly, seen by nobody else, and not
on disk before they are committed.

With the fake server, which complains of every "bad" in a text, and with real
ones: good and bad edits of small projects in four languages, told apart. A
server that is not installed is skipped by name.
"""
import concurrent.futures
import hashlib

from faked import *

PUSHES = {"textDocumentSync": 1, "documentSymbolProvider": True}
COMPLAINS = [{"complain": "bad"}]
WAIT = 20000


def tree_of(root):
    """A hash of all files but our own, with their names."""
    total = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        if path.is_file() and ".fathom" not in path.parts:
            total.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes() + b"\0")
    return total.hexdigest()


def fake_place(files=None, more=None):
    place = Faked(files or {"a.fake": "one\ntwo\n", "b.fake": "three\n"}, PUSHES)
    place.says({}, {"textDocument/didOpen": COMPLAINS, "textDocument/didChange": COMPLAINS, **(more or {})})
    return place


def create(server, language="fake"):
    return server.ask("create_simulation_session", workspace_root=str(server.place.repo), language=language)["session_id"]


def part(path, start, end, text):
    return {"file_path": path, "start_line": start[0], "start_column": start[1], "end_line": end[0], "end_column": end[1], "new_text": text}


WORD = part("a.fake", (1, 1), (1, 4), "bad")
BAD = {"line": 1, "col": 1, "end_line": 1, "end_col": 4, "message": "bad word", "severity": "error", "source": "fake", "code": "B1"}
FIELDS = ["confidence", "duration_ms", "errors_introduced", "errors_resolved", "files_judged", "judged_by", "net_delta", "scope",
          "server", "session_id", "timeout", "warnings_introduced", "warnings_resolved"]


@case
def the_whole_way_to_the_disk():
    with fake_place() as place:
        server = place.start(profile="agent-lsp")
        before = tree_of(place.repo)
        made = server.ask("create_simulation_session", workspace_root=str(place.repo), language="fake")
        same((len(made["session_id"]), made["status"]), (32, "created"))
        id = made["session_id"]
        edited = server.ask("simulate_edit", WORD, session_id=id)
        same({key: edited[key] for key in ("session_id", "edit_applied", "version_after")},
             {"session_id": id, "edit_applied": True, "version_after": 1})
        judged = server.ask("evaluate_session", session_id=id)
        same(sorted(judged), FIELDS)
        del judged["duration_ms"]
        same(judged, {"session_id": id, "errors_introduced": [{"file": str(place.repo / "a.fake"), **BAD}], "errors_resolved": [],
                      "warnings_introduced": [], "warnings_resolved": [], "net_delta": 1, "scope": "file", "confidence": "high",
                      "timeout": False, "judged_by": "server", "server": pathlib.Path(sys.executable).name, "files_judged": 1})
        same(server.ask("simulate_edit", part("a.fake", (1, 1), (1, 4), "good"), session_id=id)["version_after"], 2)
        judged = server.ask("evaluate_session", session_id=id, scope="workspace", timeout_ms=WAIT)
        same((judged["net_delta"], judged["confidence"], judged["scope"]), (0, "eventual", "workspace"))
        same(tree_of(place.repo), before, "the disk before it is committed")
        words, kind = server.fails("commit_session", session_id="0" * 32, apply=True)
        has(words, "there is no simulation session")
        same(kind["name"] if isinstance(kind, dict) else kind, "not_found")
        done = server.ask("commit_session", session_id=id, target="disk", apply=True)
        same((done["applied"], done["files_written"], done["files"]), (True, 1, [str(place.repo / "a.fake")]))
        same(done["patch"], "diff --git a/a.fake b/a.fake\n--- a/a.fake\n+++ b/a.fake\n@@ -1,2 +1,2 @@\n-one\n+good\n two\n")
        same((place.repo / "a.fake").read_text(), "good\ntwo\n")
        words, _ = server.fails("simulate_edit", WORD, session_id=id)
        has(words, "a session that is committed cannot be edited; create_simulation_session begins another")
        same(server.ask("destroy_session", session_id=id), {"session_id": id, "status": "destroyed"})
        same(server.ask("destroy_session", session_id=id)["status"], "already_destroyed")
        server.end()


@case
def a_patch_and_a_discarded_one_write_nothing():
    with fake_place() as place:
        server = place.start(profile="agent-lsp")
        before = tree_of(place.repo)
        id = create(server)
        for tool in ("evaluate_session", "commit_session"):
            words, _ = server.fails(tool, session_id=id)
            has(words, "a session that is created cannot be", "it has no edits yet: call simulate_edit first")
        server.ask("simulate_edit", WORD, session_id=id)
        done = server.ask("commit_session", session_id=id)
        same((done["applied"], done["files_written"]), (False, 0))
        has(done["patch"], "-one\n+bad\n")
        id = create(server)
        server.ask("simulate_edit", WORD, session_id=id)
        same(server.ask("discard_session", session_id=id), {"session_id": id, "status": "discarded"})
        words, _ = server.fails("evaluate_session", session_id=id)
        has(words, "a session that is discarded cannot be evaluated")
        same(tree_of(place.repo), before)
        same([one["message"] for one in server.ask("get_diagnostics", file_path="a.fake")["files"][0]["diagnostics"]], [])
        server.end()


@case
def a_chain_tells_how_far_it_is_safe():
    with fake_place() as place:
        server = place.start(profile="agent-lsp")
        id = create(server)
        edits = [part("a.fake", (1, 1), (1, 1), "x"), part("a.fake", (2, 1), (2, 4), "bad"), part("b.fake", (1, 1), (1, 1), "y"),
                 part("a.fake", (2, 1), (2, 4), "fine"), part("b.fake", (1, 1), (1, 1), "bad ")]
        made = server.ask("simulate_chain", session_id=id, edits=edits, timeout_ms=WAIT)
        same(sorted(made), ["cumulative_delta", "safe_to_apply_through_step", "session_id", "steps"])
        same([(step["step"], step["net_delta"], len(step["errors_introduced"]), step["confidence"]) for step in made["steps"]],
             [(1, 0, 0, "high"), (2, 1, 1, "high"), (3, 1, 1, "high"), (4, 0, 0, "high"), (5, 1, 1, "high")])
        same((made["safe_to_apply_through_step"], made["cumulative_delta"]), (4, 1))
        server.end()


@case
def reports_due_to_a_simulation_do_not_outlive_it():
    blames = [{"blame": ["bad", "b.fake"]}]
    with Faked({"a.fake": "one\ntwo\n", "b.fake": "three\n"}, PUSHES) as place:
        place.says({}, {"textDocument/didOpen": blames, "textDocument/didChange": blames})
        server = place.start(profile="agent-lsp")

        def problems():
            (file,) = server.ask("get_diagnostics", file_path="b.fake")["files"]
            return file["current"], [one["message"] for one in file["diagnostics"]]
        same(problems(), (True, []))
        same(server.ask("preview_edit", WORD, timeout_ms=WAIT)["net_delta"], 0, "of its own file")
        same(problems(), (True, []), "b.fake has no error on disk")
        id = create(server)
        server.ask("simulate_edit", WORD, session_id=id)
        server.ask("evaluate_session", session_id=id, timeout_ms=WAIT)
        server.ask("simulate_edit", part("b.fake", (1, 1), (1, 6), "four"), session_id=id)
        judged = server.ask("evaluate_session", session_id=id, timeout_ms=WAIT)
        same((judged["net_delta"], [one["message"] for one in judged["errors_introduced"]], judged["errors_resolved"]),
             (1, ["another is to blame"], []), "compared with what was on disk")
        server.end()


@case
def one_shot_previews_leave_nothing():
    with fake_place() as place:
        server = place.start(profile="agent-lsp")
        before = tree_of(place.repo)
        seen = server.ask("preview_edit", WORD, timeout_ms=WAIT)
        same(sorted(seen), FIELDS)
        same((seen["session_id"], seen["net_delta"], seen["confidence"]), ("", 1, "high"))
        seen = server.ask("preview_edit", WORD, workspace_root=str(place.repo), language="fake", scope="workspace", timeout_ms=WAIT)
        same((seen["net_delta"], seen["confidence"]), (1, "eventual"))
        id = create(server)
        server.ask("simulate_edit", WORD, session_id=id)
        seen = server.ask("preview_edit", part("a.fake", (1, 1), (1, 4), "fine"), session_id=id, timeout_ms=WAIT)
        same((seen["session_id"], seen["net_delta"]), (id, 0))
        same(server.ask("evaluate_session", session_id=id, timeout_ms=WAIT)["net_delta"], 1, "the session as it was")
        same(tree_of(place.repo), before)
        server.end()


@case
def only_safe_edits_are_applied():
    with fake_place({"a.fake": "one\ntwo two\nbad\n"}) as place:
        server = place.start(profile="agent-lsp")
        for tool in ("safe_apply_edit", "safe_edit"):
            made = server.ask(tool, file_path="a.fake", old_text="one", new_text="bad")
            same((made["applied"], made["net_delta"], made["reason"], len(made["errors_introduced"])), (False, 1, "it introduces errors", 1))
        same((place.repo / "a.fake").read_text(), "one\ntwo two\nbad\n")
        words, _ = server.fails("safe_apply_edit", file_path="a.fake", old_text="two", new_text="x")
        has(words, "old_text stands in the file 2 times, first in lines 2 and 2")
        words, _ = server.fails("safe_apply_edit", file_path="a.fake", old_text="three", new_text="x")
        has(words, "old_text does not stand in the file")
        words, _ = server.fails("safe_apply_edit", file_path="../x", old_text="three", new_text="x")
        made = server.ask("safe_apply_edit", file_path="a.fake", old_text="bad", new_text="good")
        same((made["applied"], made["net_delta"], len(made["errors_resolved"])), (False, -1, 1))
        made = server.ask("safe_edit", file_path="a.fake", old_text="one\n", new_text="1\n2\n")
        same((made["applied"], made["net_delta"], made["judged_by"]), (True, 0, "server"))
        same((place.repo / "a.fake").read_text(), "1\n2\ntwo two\nbad\n")
        server.end()


@case
def a_file_that_changed_meanwhile_is_not_overwritten():
    with fake_place() as place:
        server = place.start(profile="agent-lsp")
        id = create(server)
        server.ask("simulate_edit", part("a.fake", (1, 1), (1, 4), "1"), session_id=id)
        (place.repo / "a.fake").write_text("one\nTWO\n")
        words, kind = server.fails("commit_session", session_id=id, apply=True)
        has(words, "-two\n+TWO\n", "the session is dirty")
        same((place.repo / "a.fake").read_text(), "one\nTWO\n")
        words, _ = server.fails("commit_session", session_id=id, apply=True)
        has(words, "a session that is dirty cannot be committed")
        same(server.ask("destroy_session", session_id=id)["status"], "destroyed")
        server.end()


@case
def paths_and_ranges_that_lead_astray():
    with fake_place() as place:
        (place.root / "outside.fake").write_text("secret\n")
        os.symlink(place.root / "outside.fake", place.repo / "link.fake")
        server = place.start(profile="agent-lsp")
        before = tree_of(place.repo)
        id = create(server)
        for path in ("../outside.fake", str(place.root / "outside.fake"), "link.fake", "/etc/passwd", "a.fake/../../outside.fake", ".git/config", "none.fake"):
            words, _ = server.fails("simulate_edit", part(path, (1, 1), (1, 1), "x"), session_id=id)
            lacks(words, "secret")
        for start, end in (((9, 1), (9, 1)), ((1, 1), (9, 1)), ((2, 1), (1, 1)), ((1, 3), (1, 2)), ((2**40, 1), (2**40, 2)),
                           ((0, 1), (1, 1)), ((-1, 1), (1, 1)), ((1, 1), (2**53, 2**53))):
            server.fails("simulate_edit", part("a.fake", start, end, "x"), session_id=id)
        words, _ = server.fails("evaluate_session", session_id=id)
        has(words, "it has no edits yet")
        server.fails("preview_edit", part("../outside.fake", (1, 1), (1, 1), "x"))
        server.fails("simulate_chain", session_id=id, edits=[])
        same(tree_of(place.repo), before)
        same((place.root / "outside.fake").read_text(), "secret\n")
        server.end()


@case
def too_many_sessions_are_refused():
    with fake_place() as place:
        server = place.start(profile="agent-lsp")
        ids = [create(server) for _ in range(16)]
        same(len(set(ids)), 16)
        words, _ = server.fails("create_simulation_session", workspace_root=str(place.repo), language="fake")
        has(words, "you have 16 simulation sessions", "destroy_session")
        server.ask("destroy_session", session_id=ids[0])
        create(server)
        server.end()


@case
def sessions_and_questions_at_once_do_not_mix():
    """Two sessions of one client, another client, all asking about one file."""
    with fake_place(more={"textDocument/documentSymbol": [{"sleep": 0.02}, {"result": []}]}) as place:
        first, second = place.start(profile="agent-lsp", direct=False), place.start(profile="agent-lsp", direct=False)
        good, bad = create(first), create(second)
        first.ask("simulate_edit", part("a.fake", (1, 1), (1, 4), "fine"), session_id=good)
        second.ask("simulate_edit", WORD, session_id=bad)

        def ask(server, id, turns=4):
            return [server.ask("evaluate_session", session_id=id, timeout_ms=WAIT)["net_delta"] for _ in range(turns)]

        def look(server, turns=4):
            return [len(server.ask("get_diagnostics", file_path="a.fake")["files"][0]["diagnostics"]) for _ in range(turns)]
        third = place.start(profile="agent-lsp", direct=False)
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            answers = [pool.submit(ask, first, good), pool.submit(ask, second, bad), pool.submit(look, third)]
            same([one.result() for one in answers], [[0] * 4, [1] * 4, [0] * 4])
        same(second.ask("evaluate_session", session_id=good, timeout_ms=WAIT)["net_delta"], 0, "who knows the id may use it")
        for server in (first, second, third):
            server.end()


@case
def a_server_that_dies_leaves_the_session():
    with fake_place() as place:
        server = place.start(profile="agent-lsp")
        before = tree_of(place.repo)
        id = create(server)
        server.ask("simulate_edit", WORD, session_id=id)
        place.says({}, {"textDocument/didOpen": [{"kill": True}], "textDocument/didChange": [{"kill": True}]})
        os.kill(place.pid(), 9)
        words, _ = server.fails("evaluate_session", session_id=id)
        same(tree_of(place.repo), before)
        place.says({}, {"textDocument/didOpen": COMPLAINS, "textDocument/didChange": COMPLAINS})

        def again():
            answer = server.call("evaluate_session", {"session_id": id, "timeout_ms": WAIT})["result"]
            return None if answer.get("isError") else answer["structuredContent"]
        same(until(again, "an answer of the next server", 60)["net_delta"], 1)
        server.end()


@case
def without_trust_grammar_and_graph_judge():
    files = {"a.py": "def add(a, b):\n    return a + b\n\n\nprint(add(1, 2))\n"}
    with Place(files) as place:
        server = Server(place, "--profile", "agent-lsp")
        server.initialize()
        seen = server.ask("preview_edit", part("a.py", (5, 7), (5, 16), "add(1)"))
        same((seen["judged_by"], seen["confidence"], seen["net_delta"], "server" in seen), ("syntax and graph", "partial", 1, False))
        same((seen["errors_introduced"][0]["line"], seen["errors_introduced"][0]["message"]), (5, "'add' takes 2 arguments; 1 is given"))
        assert seen["note"], "why there is no server"
        seen = server.ask("preview_edit", part("a.py", (2, 5), (2, 17), "return a - b"))
        same((seen["net_delta"], seen["judged_by"]), (0, "syntax and graph"))
        made = server.ask("safe_apply_edit", file_path="a.py", old_text="return a + b", new_text="return (a + b")
        same(made["applied"], False)
        same((place.repo / "a.py").read_text(), files["a.py"])
        server.end()


# ---- real servers: what is replaced, by what, and whether that is well ----

REAL = [
    ("typescript", "typescript-language-server", "main.ts",
     {"package.json": "{}\n", "tsconfig.json": '{"compilerOptions": {"strict": true, "noEmit": true}}\n',
      "main.ts": "export interface Item { name: string; price: number }\n\nexport function total(items: Item[], tax: number): number {\n"
                 "  let sum = 0;\n  for (const item of items) sum += item.price;\n  return sum + tax;\n}\n\n"
                 "const list: Item[] = [{ name: 'a', price: 1 }];\nconsole.log(total(list, 2).toFixed(2));\n"},
     [("return sum + tax;", "return sum * (1 + tax);", True), ("return sum + tax;", "return 'sum';", False),
      ("let sum = 0;", "let sum: number = 0;", True), ("let sum = 0;", "let sum = '';", False),
      ("item.price;", "item.price * 2;", True), ("item.price;", "item.cost;", False),
      ("price: 1 }", "price: 3.5 }", True), ("price: 1 }", "price: 'x' }", False),
      ("toFixed(2)", "toFixed(3)", True), ("total(list, 2)", "total(list)", False)]),
    ("python", "pyright-langserver", "main.py",
     {"pyproject.toml": '[project]\nname = "shop"\nversion = "1"\n',
      "main.py": "from dataclasses import dataclass\n\n\n@dataclass\nclass Item:\n    name: str\n    price: int\n\n\n"
                 "def total(items: list[Item], tax: int) -> int:\n    result = 0\n    for item in items:\n        result += item.price\n"
                 "    return result + tax\n\n\nprint(total([Item('a', 1)], 2))\n"},
     [("return result + tax", "return result - tax", True), ("return result + tax", "return str(result)", False),
      ("result = 0", "result: int = 0", True), ("result += item.price", "result += item.cost", False),
      ("Item('a', 1)", "Item('b', 7)", True), ("Item('a', 1)", "Item('a')", False),
      ("print(total(", "print('sum', total(", True), ("print(total(", "print(totals(", False),
      ("for item in items:", "for item in reversed(items):", True), ("for item in items:", "for item in items", False)]),
    ("c", "clangd-19|clangd", "main.c",
     {"compile_flags.txt": "-xc\n-Wall\n",
      "main.c": "struct item { const char *name; int price; };\n\nstatic int total(const struct item *items, int count) {\n  int sum = 0;\n"
                "  for (int i = 0; i < count; i++) sum += items[i].price;\n  return sum;\n}\n\nint main(void) {\n"
                "  struct item list[] = {{\"a\", 1}};\n  return total(list, 1);\n}\n"},
     [("return sum;", "return sum + 1;", True), ("return sum;", "return sun;", False),
      ("int sum = 0;", "int sum = 1 - 1;", True), ("int sum = 0;", "int sum = 0", False),
      ("items[i].price", "items[i].price * 2", True), ("items[i].price", "items[i].cost", False),
      ("total(list, 1)", "total(&list[0], 1)", True), ("total(list, 1)", "total(list)", False),
      ("{\"a\", 1}", "{\"b\", 2}", True), ("struct item list[]", "struct thing list[]", False)]),
    ("go", "gopls", "main.go",
     {"go.mod": "module shop\n\ngo 1.14\n",
      "main.go": "package main\n\ntype item struct {\n\tname  string\n\tprice int\n}\n\nfunc total(items []item, tax int) int {\n\tsum := 0\n"
                 "\tfor _, one := range items {\n\t\tsum += one.price\n\t}\n\treturn sum + tax\n}\n\nfunc main() {\n"
                 "\tprintln(total([]item{{\"a\", 1}}, 2))\n}\n"},
     [("return sum + tax", "return sum - tax", True), ("return sum + tax", "return \"sum\"", False),
      ("sum := 0", "var sum int", True), ("sum := 0", "sum := \"\"", False),
      ("one.price", "one.price + len(one.name)", True), ("one.price", "one.cost", False),
      ("{\"a\", 1}", "{\"b\", 2}, {\"c\", 3}", True), ("{\"a\", 1}", "{1, 1}", False),
      ("\tprintln(", "\tprintln(\"sum\", ", True), ("total([]item{{\"a\", 1}}, 2)", "total([]item{{\"a\", 1}})", False)]),
]


class Written(Project):
    def __init__(self, files):
        Place.__init__(self, files)
        self.path = path_of(NPM)
        same(self.run("trust", str(self.repo)).status, 0, "fathom trust")


def place_in(whole, old):
    same(whole.count(old), 1, f"how often {old!r} stands there")
    start = whole.index(old)

    def point(at):
        return whole.count("\n", 0, at) + 1, at - (whole.rfind("\n", 0, at) + 1) + 1
    return point(start), point(start + len(old))


def judge_all(row):
    language, _, name, files, edits = row
    with Written(files) as place:
        server = place.start()
        path, whole = str(place.repo / name), files[name]
        before, wrong = tree_of(place.repo), []
        for old, new, is_good in edits:
            edit = part(path, *place_in(whole, old), new)
            seen = server.ask("preview_edit", edit, timeout_ms=60000)
            same((seen["judged_by"], seen["timeout"], seen["confidence"]), ("server", False, "high"), f"{old!r} to {new!r}")
            if (seen["net_delta"] == 0) != is_good:
                wrong.append((old, new, seen["net_delta"], [one["message"] for one in seen["errors_introduced"]]))
        same(wrong, [], f"edits in {language} that were judged wrongly")
        same(tree_of(place.repo), before, "the disk")
        session = create(server, language)
        made = server.ask("simulate_chain", session_id=session, timeout_ms=60000,
                          edits=[part(path, *place_in(whole, edits[0][0]), edits[0][1])])
        same(made["safe_to_apply_through_step"], 1)
        same(tree_of(place.repo), before, "the disk after a chain")
        server.ask("commit_session", session_id=session, target="disk", apply=True)
        same((place.repo / name).read_text(), whole.replace(edits[0][0], edits[0][1]))
        made = server.ask("safe_apply_edit", file_path=path, old_text=edits[3][0], new_text=edits[3][1])
        same(made["applied"], False, show(made))
        (found,) = until(lambda: [one for one in server.ask("get_diagnostics", file_path=path)["files"] if one["current"]] or None, "a current report", 60)
        same([one["message"] for one in found["diagnostics"] if one["severity"] == "error"], [], "of the file as it is on disk")
        server.end()


# Another file that uses what the edit changes: what it needs, and what breaks it.
# clangd does not report anew on a file whose header changed without being saved.
ACROSS = {
    "typescript": ({"other.ts": "import { total } from './main';\n\nexport const twice = (): number => total([], 1) * 2;\n"},
                   ("export function total(items: Item[], tax: number): number {", "export function total(items: Item[], tax: string): number {"),
                   ("export function total(items: Item[], tax: number): number {", "export function total(items: Item[], tax: number, by = 1): number {")),
    "python": ({"other.py": "from main import total\n\n\ndef twice() -> int:\n    return total([], 1) * 2\n"},
               ("def total(items: list[Item], tax: int)", "def total(items: list[Item], tax: str)"),
               ("def total(items: list[Item], tax: int)", "def total(items: list[Item], tax: int, by: int = 1)")),
    "go": ({"other.go": "package main\n\nfunc twice() int {\n\treturn total(nil, 1) * 2\n}\n"},
           ("func total(items []item, tax int) int {", "func total(items []item, tax int, more int) int {"),
           ("func total(items []item, tax int) int {", "func total(items []item, tax int, more ...int) int {")),
}


def judge_across(row):
    """With scope=workspace the files that depend on the edited one are judged too."""
    language, _, name, files, _ = row
    more, bad, good = ACROSS[language]
    files = {**files, **more}
    edited = next(path for path in (*more, name) if bad[0] in files[path])
    other = next(path for path in more if path.startswith("other"))
    with Written(files) as place:
        server = place.start()
        path, whole = str(place.repo / edited), files[edited]
        before = tree_of(place.repo)
        for (old, new), breaks in ((bad, True), (good, False)):
            seen = server.ask("preview_edit", part(path, *place_in(whole, old), new), scope="workspace", timeout_ms=60000)
            same((seen["judged_by"], seen["timeout"], seen["confidence"]), ("server", False, "eventual"), new)
            hit = sorted({pathlib.Path(one["file"]).name for one in seen["errors_introduced"]})
            same((seen["net_delta"] > 0, other in hit), (breaks, breaks), f"{new!r} breaks {hit}")
        same(tree_of(place.repo), before, "the disk")
        server.end()


for row in REAL:
    if row[0] in ACROSS and any(shutil.which(program, path=path_of(NPM)) for program in row[1].split("|")):
        add_case(f"an_edit_that_breaks_another_file_{row[0]}", lambda row=row: judge_across(row))
    if any(shutil.which(program, path=path_of(NPM)) for program in row[1].split("|")):
        add_case(f"good_and_bad_edits_{row[0]}", lambda row=row: judge_all(row))
    else:
        print(f"skipped {row[0]}: {row[1]} is not installed")
main()
