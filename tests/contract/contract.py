#!/usr/bin/env python3
"""Runs the cases of one tool's contract.

usage: contract.py FILE.json [part of what a case says ...]

A file is tests/contract/<system>/<tool>.json:
  tool, profile   the name that is called, and the profile that lists it
  tree            a folder of tests/contract/trees: the workspace
  options         further options of the server
  env             {name: value}: further variables of its environment
  history         [[path, ...], ...]: commits that change these files together
  server          {"capabilities": {...}, "answers": {method: result}}: a language
                  server for *.fake files that says this; "does": {method: actions
                  of tests/lsp/fake_server.py}; "extensions": of other files too;
                  "info": what it says of itself
  beside          a tree that is a second workspace, which the user allows: <place>/beside
  trusted         true: the workspace is, also without a server of ours
  session         a file of tests/contract/sessions that a live Python of the user's has run;
                  <session> is its key
  list            the field that is the first text alone, all others being the second
                  one; a case that differs says it itself (null: one text of all)
  takes           {parameter: its schema without words}; * after the name: required
  hints           the annotations
  real            [{"program", "tree", "cases"}, ...]: further cases with a real
                  language server, in a workspace of their own; skipped by name
                  where the program is not installed
  other           [{"server", "tree", "trusted", "cases"}, ...]: further cases in a
                  workspace of their own; what is not said there is as in the file
  cases           one after another, in one server process:
    says          which sentence of the contract it holds
    with          the arguments
    call          another tool than the file's
    write         {path: text}: files that there are for this case only
    git           [[word, ...], ...]: commands of git in the workspace before the call
    gives         the whole structured content, or
    text          the lines of the text, or
    refuses       the text of an error, or
    picks         {"a.0.b": value, "a#": length}: parts of what is too long to say
    asked         {method: the parameters that the language server got last}
    leaves        {path: text, or null: there is none}: files after the call, by bytes
    keeps         {name: "a.0.b"}: a part of the answer that later cases of the
                  file write <name>

A long string is written {"repeat": [text, times]}. <repo> is the workspace, <place>
the directory that it lies in; <n>
stands for times and sizes that differ from run to run, <id> for numbers of
edits. FATHOM_ACCEPT=1 writes what came into the file: read each difference.
"""
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[0] / "lsp"), str(HERE.parents[0] / "gate")]
from faked import *  # noqa: E402,F401,F403

TREES = HERE / "trees"
WIDTH = 130
NUMBERS = {"durationMs", "duration_ms", "pid"}
IDS = {"undo", "undo_id"}
WORDS = [(re.compile(r"\b\d+(\.\d+)? (ms|MB|KB)\b"), r"<n> \2"), (re.compile(r"\b(handle|id)=[0-9a-f]{20,24}\b"), r"\1=<id>"),
         (re.compile(r"build [\w.-]+, up \d+ s"), "build <version>, up <n> s"),
         (re.compile(r"<eval [\w-]+>"), "<eval <id>>"), (re.compile(r"\bpython \d+(\.\d+)+\b"), "python <version>"),
         (re.compile(r"\bpython3(\.\d+)+\b"), "python3")]
EXPECTED = ("gives", "text", "refuses", "picks")


def files_of(tree):
    folder = TREES / tree
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def whole(value):
    """The value with its repeated strings written out."""
    if isinstance(value, dict):
        if list(value) == ["repeat"]:
            return value["repeat"][0] * value["repeat"][1]
        return {name: whole(one) for name, one in value.items()}
    return [whole(one) for one in value] if isinstance(value, list) else value


def steady(value, repo):
    """The value without what differs from run to run."""
    if isinstance(value, dict):
        return {steady(name, repo): "<n>" if name in NUMBERS else "<id>" if name in IDS else steady(one, repo)
                for name, one in value.items()}
    if isinstance(value, list):
        return [steady(one, repo) for one in value]
    if isinstance(value, float):
        return round(value, 6)
    if not isinstance(value, str):
        return value
    value = value.replace(str(repo), "<repo>").replace(str(repo.parent), "<place>")
    for pattern, replacement in WORDS:
        value = pattern.sub(replacement, value)
    return value


def replaced(value, change):
    """The value with its strings changed, names of members too."""
    if isinstance(value, dict):
        return {change(name): replaced(one, change) for name, one in value.items()}
    if isinstance(value, list):
        return [replaced(one, change) for one in value]
    return change(value) if isinstance(value, str) else value


def pick(value, path):
    if path.endswith("#"):
        return len(pick(value, path[:-1]))
    for part in filter(None, path.split(".")):
        if isinstance(value, list):
            value = value[int(part)] if int(part) < len(value) else None
        else:
            value = value.get(part) if value else None
    return value


def shown(value, indent=0):
    """JSON in which what fits into a line stands in one."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + indent <= WIDTH or not isinstance(value, (dict, list)) or not value:
        return line
    pad = "\n" + " " * (indent + 2)
    if isinstance(value, dict):
        rows = [json.dumps(name, ensure_ascii=False) + ": " + shown(one, indent + 2) for name, one in value.items()]
    else:
        rows = [shown(one, indent + 2) for one in value]
    ends = "{}" if isinstance(value, dict) else "[]"
    return ends[0] + pad + ("," + pad).join(rows) + "\n" + " " * indent + ends[1]


def text_of_file(path):
    """What is in it, line ends as they are; None: there is no such file."""
    return path.read_bytes().decode() if path.exists() else None


class Contract:
    """Cases of one place: the file's own, or those with a real server."""

    def __init__(self, said, more=None):
        self.said, self.cases = {**said, **(more or {})}, (more or said)["cases"]
        self.kept = {}
        self.place = self.make_place()
        if "beside" in self.said:
            self.add_beside(self.said["beside"])
        env = {"PATH": path_of(NPM)} if "program" in self.said else None
        if "session" in self.said:
            env = {"FATHOM_REPL": "1"}
            self.open_session()
        env = {**(env or {}), **self.said.get("env", {})}
        self.server = Stdio(self.place, "--profile", self.said["profile"], *self.said.get("options", []), env=env)
        self.server.initialize()

    def make_place(self):
        server = self.said.get("server")
        files = files_of(self.said["tree"])
        if server and "program" not in self.said:
            more = {"serverInfo": server["info"]} if "info" in server else {}
            place = Faked(files, server.get("capabilities", {}), more=more, extensions=server.get("extensions", ["fake"]))
            answers, does = (json.loads(json.dumps(whole(server.get(name, {}))).replace("<repo>", str(place.repo)))
                             for name in ("answers", "does"))
            place.says(answers, does)
        else:
            place = Place(files)
            if self.said.get("trusted") or "program" in self.said:
                same(place.run("trust", str(place.repo)).status, 0, "fathom trust")
        for day, paths in enumerate(self.said.get("history", [])):
            self.commit(place, day, paths)
        return place

    def open_session(self):
        import gate_client
        if not gate_client.LIB:
            print("skipped: libzmq is not installed")
            sys.exit(77)
        gate = HERE.parents[1] / "data/gates/python"
        code = [f"import sys; sys.path.insert(0, {str(gate)!r}); import fathom_gate", (HERE / "sessions" / self.said["session"]).read_text(),
                "fathom_gate.serve(name='lab')", "sys.stdin.read()"]
        before = os.getcwd()
        os.chdir(self.place.repo)
        self.session = gate_client.Session([sys.executable, "-c", "\n".join(code)], runtime=self.place.root / "run")
        os.chdir(before)
        self.kept["<session>"] = self.session.card["id"]
        self.place.started.append(self.session)

    def add_beside(self, tree):
        other = self.place.root / "beside"
        other.mkdir()
        Place.write(other, files_of(tree))
        self.git(self.place, "init", "-q", str(other))
        self.place.user_config({"roots": [str(other)]})

    @staticmethod
    def commit(place, day, paths):
        for path in paths:
            with open(place.repo / path, "a") as file:
                file.write(f"// {day}\n")
        when = f"{1700000000 + day * 86400} +0000"
        for words in (["add", *paths], ["commit", "-qm", "change"]):
            Contract.git(place, *words, when=when)

    @staticmethod
    def git(place, *words, when="1700000000 +0000"):
        env = place.env(GIT_AUTHOR_NAME="A", GIT_AUTHOR_EMAIL="a@b", GIT_COMMITTER_NAME="A", GIT_COMMITTER_EMAIL="a@b",
                        GIT_AUTHOR_DATE=when, GIT_COMMITTER_DATE=when, GIT_CONFIG_NOSYSTEM="1")
        subprocess.run(["git", *words], cwd=place.repo, check=True, env=env)

    # ---- what is listed ----

    def check_list(self, said):
        tools = {tool["name"]: tool for tool in self.server.request("tools/list")["result"]["tools"]}
        tool = tools.get(self.said["tool"])
        assert tool, f"{self.said['tool']} is not listed in the profile {self.said['profile']}"
        schema = tool["inputSchema"]
        takes = {name + ("*" if name in schema.get("required", []) else ""):
                 {key: value for key, value in one.items() if key != "description"}
                 for name, one in schema.get("properties", {}).items()}
        hints = sorted(name.removesuffix("Hint") for name, is_so in tool["annotations"].items() if is_so is True)
        if ACCEPT:
            said["takes"], said["hints"] = takes, hints
            self.said.update(said)
        same(takes, self.said.get("takes"), "parameters")
        same(hints, self.said.get("hints"), "annotations")

    # ---- what is called ----

    def came(self, one):
        """(what kind of answer, the answer)."""
        given = replaced(whole(one.get("with", {})), self.spelled)
        message = self.server.call(one.get("call", self.said["tool"]), given, others=[])
        if "error" in message:
            return "refuses", self.steady(message["error"]["message"])
        result = message["result"]
        text = "".join(block.get("text", "") for block in result["content"])
        if result.get("isError"):
            return "refuses", self.steady(text)
        if "structuredContent" in result:
            self.check_texts(one, [block["text"] for block in result["content"] if "text" in block], result["structuredContent"])
            for name, path in one.get("keeps", {}).items():
                self.kept[f"<{name}>"] = pick(result["structuredContent"], path)
            return "gives", self.steady(result["structuredContent"])
        return "text", self.steady(text).split("\n")

    def spelled(self, text):
        """An argument's text with what is kept and where the workspace is; kept whole, whatever it is."""
        if text in self.kept:
            return self.kept[text]
        for name, value in self.kept.items():
            text = text.replace(name, value) if isinstance(value, str) else text
        return text.replace("<repo>", str(self.place.repo)).replace("<place>", str(self.place.root))

    def steady(self, value):
        value = steady(value, self.place.repo)
        for name, kept in self.kept.items():
            if isinstance(kept, str) and kept:
                value = replaced(value, lambda text, name=name, kept=kept: text.replace(kept, name))
        return value

    def check_texts(self, one, texts, fields):
        """Who reads only texts is told the same."""
        name = one.get("list", self.said.get("list"))
        if name:
            rest = {key: value for key, value in fields.items() if key != name}
            same([json.loads(text) for text in texts], [fields[name], *([rest] if rest else [])], "the texts say the same")
        elif texts[0].startswith("{"):
            same([json.loads(text) for text in texts], [fields], "the text says the same")

    def check_case(self, one):
        before = {}
        for path, text in whole(one.get("write", {})).items():
            target = self.place.repo / path
            before[target] = target.read_bytes() if target.exists() else None
            Place.write(self.place.repo, {path: text})
        for words in one.get("git", []):
            self.git(self.place, *words)
        try:
            kind, value = self.came(one)
            if ACCEPT:
                self.accept(one, kind, value)
            if "picks" in one:
                assert kind != "refuses", show(value)
                same({path: pick(value, path) for path in one["picks"]}, one["picks"])
            else:
                wanted = next((name for name in EXPECTED if name in one), None)
                same(kind, wanted, f"{show(value)}: the kind of answer")
                assert value == one[kind], "\n" + difference(value, one[kind])
            for method, wanted in one.get("asked", {}).items():
                same(self.asked(method, wanted), wanted, method)
            for path, text in one.get("leaves", {}).items():
                same(text_of_file(self.place.repo / path), text, path)
        finally:
            for target, text in before.items():
                if text is None:
                    target.unlink(missing_ok=True)
                else:
                    target.write_bytes(text)

    def asked(self, method, wanted):
        """What the server got last; what it need not answer may come to it only after ours."""
        for _ in range(50):
            sent = self.place.sent(method)
            came = self.steady(sent[-1]) if sent else None
            if came == wanted:
                break
            time.sleep(0.1)
        return came

    def accept(self, one, kind, value):
        for name in EXPECTED[:3]:
            one.pop(name, None)
        if "picks" in one:
            one["picks"] = {path: pick(value, path) for path in one["picks"]}
        else:
            one[kind] = value
        for method, wanted in one.get("asked", {}).items():
            one["asked"][method] = self.asked(method, wanted)
        for path in one.get("leaves", {}):
            one["leaves"][path] = text_of_file(self.place.repo / path)


def save(path, said):
    """The file as it was written, cases last and each on lines of its own."""
    def listed(cases):
        return "[\n    " + ",\n    ".join(shown(one, 4) for one in cases) + "\n  ]"

    def placed(kind):
        """Cases in further places, each place one object."""
        places = [", ".join(f"{json.dumps(name)}: {listed(value) if name == 'cases' else shown(value, 2)}"
                            for name, value in one.items()) for one in said.get(kind, [])]
        return [json.dumps(kind) + ": [{" + "}, {".join(places) + "}]"] if places else []

    rows = [f"{json.dumps(name)}: {shown(value, 2)}" for name, value in said.items() if name not in ("real", "other", "cases")]
    rows += placed("real") + placed("other")
    path.write_text("{\n  " + ",\n  ".join([*rows, f'"cases": {listed(said["cases"])}']) + "\n}\n")


def run_file(path):
    said = json.loads(path.read_text())
    contracts = [Contract(said)]
    add_case("its parameters", lambda: contracts[0].check_list(said))
    for real in said.get("real", []):
        if shutil.which(real["program"], path=path_of(NPM)):
            contracts.append(Contract(said, real))
        else:
            print(f"skip {len(real['cases'])} cases: {real['program']} is not installed")
    contracts += [Contract(said, other) for other in said.get("other", [])]
    for contract in contracts:
        for one in contract.cases:
            add_case(one["says"], lambda contract=contract, one=one: contract.check_case(one))
    try:
        main()
    finally:
        if ACCEPT:
            save(path, said)


if __name__ == "__main__":
    file = pathlib.Path(sys.argv.pop(1))
    run_file(file)
