#!/usr/bin/env python3
"""Runs the cases of one tool's contract.

usage: contract.py FILE.json [part of what a case says ...]

A file is tests/contract/<system>/<tool>.json:
  tool, profile   the name that is called, and the profile that lists it
  tree            a folder of tests/contract/trees: the workspace
  options         further options of the server
  history         [[path, ...], ...]: commits that change these files together
  server          {"capabilities": {...}, "answers": {method: result}}: a language
                  server for *.fake files that says this
  takes           {parameter: its schema without words}; * after the name: required
  hints           the annotations
  cases           one after another, in one server process:
    says          which sentence of the contract it holds
    with          the arguments
    call          another tool than the file's
    write         {path: text}: files that there are for this case only
    gives         the whole structured content, or
    text          the lines of the text, or
    refuses       the text of an error, or
    picks         {"a.0.b": value, "a#": length}: parts of what is too long to say
    asked         {method: the parameters that the language server got last}
    leaves        {path: text, or null: there is none}: files after the call

A long string is written {"repeat": [text, times]}. <repo> is the workspace; <n>
stands for times and sizes that differ from run to run. FATHOM_ACCEPT=1 writes
what came into the file: read each difference.
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[0] / "lsp"))
from faked import *  # noqa: E402,F401,F403

TREES = HERE / "trees"
WIDTH = 130
NUMBERS = {"durationMs"}
WORDS = [(re.compile(r"\b\d+(\.\d+)? (ms|MB|KB)\b"), r"<n> \2"), (re.compile(r"\b(handle|id)=[0-9a-f]{20,24}\b"), r"\1=<id>"),
         (re.compile(r"build [\w.-]+, up \d+ s"), "build <version>, up <n> s")]
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
        return {name: "<n>" if name in NUMBERS else steady(one, repo) for name, one in value.items()}
    if isinstance(value, list):
        return [steady(one, repo) for one in value]
    if isinstance(value, float):
        return round(value, 6)
    if not isinstance(value, str):
        return value
    value = value.replace(str(repo), "<repo>")
    for pattern, replacement in WORDS:
        value = pattern.sub(replacement, value)
    return value


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


class Contract:
    def __init__(self, path):
        self.path = path
        self.said = json.loads(path.read_text())
        self.place = self.make_place()
        self.server = Stdio(self.place, "--profile", self.said["profile"], *self.said.get("options", []))
        self.server.initialize()

    def make_place(self):
        server = self.said.get("server")
        files = files_of(self.said["tree"])
        if server:
            place = Faked(files, server.get("capabilities", {}))
            place.says(json.loads(json.dumps(whole(server.get("answers", {}))).replace("<repo>", str(place.repo))))
        else:
            place = Place(files)
        for day, paths in enumerate(self.said.get("history", [])):
            self.commit(place, day, paths)
        return place

    @staticmethod
    def commit(place, day, paths):
        for path in paths:
            with open(place.repo / path, "a") as file:
                file.write(f"// {day}\n")
        when = f"{1700000000 + day * 86400} +0000"
        env = place.env(GIT_AUTHOR_NAME="A", GIT_AUTHOR_EMAIL="a@b", GIT_COMMITTER_NAME="A", GIT_COMMITTER_EMAIL="a@b",
                        GIT_AUTHOR_DATE=when, GIT_COMMITTER_DATE=when, GIT_CONFIG_NOSYSTEM="1")
        for words in (["add", *paths], ["commit", "-qm", "change"]):
            subprocess.run(["git", *words], cwd=place.repo, check=True, env=env)

    # ---- what is listed ----

    def check_list(self):
        tools = {tool["name"]: tool for tool in self.server.request("tools/list")["result"]["tools"]}
        tool = tools.get(self.said["tool"])
        assert tool, f"{self.said['tool']} is not listed in the profile {self.said['profile']}"
        schema = tool["inputSchema"]
        takes = {name + ("*" if name in schema.get("required", []) else ""):
                 {key: value for key, value in one.items() if key != "description"}
                 for name, one in schema.get("properties", {}).items()}
        hints = sorted(name.removesuffix("Hint") for name, is_so in tool["annotations"].items() if is_so is True)
        if ACCEPT:
            self.said["takes"], self.said["hints"] = takes, hints
        same(takes, self.said.get("takes"), "parameters")
        same(hints, self.said.get("hints"), "annotations")

    # ---- what is called ----

    def came(self, one):
        """(what kind of answer, the answer)."""
        given = replace_strings(whole(one.get("with", {})), lambda text: text.replace("<repo>", str(self.place.repo)))
        message = self.server.call(one.get("call", self.said["tool"]), given, others=[])
        if "error" in message:
            return "refuses", steady(message["error"]["message"], self.place.repo)
        result = message["result"]
        text = "".join(block.get("text", "") for block in result["content"])
        if result.get("isError"):
            return "refuses", steady(text, self.place.repo)
        if "structuredContent" in result:
            if text.startswith("{"):
                same(json.loads(text), result["structuredContent"], "the text says the same")
            return "gives", steady(result["structuredContent"], self.place.repo)
        return "text", steady(text, self.place.repo).split("\n")

    def check_case(self, one):
        before = {}
        for path, text in whole(one.get("write", {})).items():
            target = self.place.repo / path
            before[target] = target.read_bytes() if target.exists() else None
            Place.write(self.place.repo, {path: text})
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
                same(self.asked(method), wanted, method)
            for path, text in one.get("leaves", {}).items():
                target = self.place.repo / path
                same(target.read_text() if target.exists() else None, text, path)
        finally:
            for target, text in before.items():
                if text is None:
                    target.unlink(missing_ok=True)
                else:
                    target.write_bytes(text)

    def asked(self, method):
        sent = self.place.sent(method)
        return steady(sent[-1], self.place.repo) if sent else None

    def accept(self, one, kind, value):
        for name in EXPECTED[:3]:
            one.pop(name, None)
        if "picks" in one:
            one["picks"] = {path: pick(value, path) for path in one["picks"]}
        else:
            one[kind] = value
        for method in one.get("asked", {}):
            one["asked"][method] = self.asked(method)
        for path in one.get("leaves", {}):
            target = self.place.repo / path
            one["leaves"][path] = target.read_text() if target.exists() else None

    def save(self):
        cases = self.said.pop("cases")
        self.said["cases"] = cases  # last
        head = {name: value for name, value in self.said.items() if name != "cases"}
        rows = [f'  {json.dumps(name)}: {shown(value, 2)},' for name, value in head.items()]
        self.path.write_text("{\n" + "\n".join(rows) + '\n  "cases": [\n    '
                             + ",\n    ".join(shown(one, 4) for one in cases) + "\n  ]\n}\n")


def run_file(path):
    contract = Contract(path)
    add_case("its parameters", contract.check_list)
    for one in contract.said["cases"]:
        add_case(one["says"], lambda one=one: contract.check_case(one))
    try:
        main()
    finally:
        if ACCEPT:
            contract.save()


if __name__ == "__main__":
    file = pathlib.Path(sys.argv.pop(1))
    run_file(file)
