"""What the tests of language servers share: copies of the small projects in
trusted workspaces, and ways to ask about places in them."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "protocol"))
from harness import *  # noqa: F401,F403

PROJECTS = pathlib.Path(__file__).resolve().parent / "projects"
NPM = [ROOT / "deps" / folder / "node_modules" for folder in ("servers", "language_servers")]
CURRENT = ROOT / "build" / "servers" / "bin"  # what scripts/servers installed


def path_of(folders, current=False):
    """PATH with the programs of these npm folders first, or even before them the current servers."""
    return ":".join([*([str(CURRENT)] if current else []), *(str(folder / ".bin") for folder in folders), os.environ["PATH"]])


def pinned():
    """The current servers: version and program by name, from the table they are installed from."""
    rows = [line.split("\t") for line in (ROOT / "deps" / "current" / "servers.tsv").read_text().splitlines()
            if line and not line.startswith("#")]
    return {row[0]: (row[3].removeprefix("v"), row[4]) for row in rows}


def is_current(name):
    """Whether a current server is installed."""
    return os.access(CURRENT / pinned()[name][1], os.X_OK)


# How those are named that are not the first choice for their files.
CHOICES = {"basedpyright": ["basedpyright-langserver", "--stdio"], "ty": ["ty", "server"], "pyrefly": ["pyrefly", "lsp"],
           "ruff": ["ruff", "server"], "pylsp": ["pylsp"], "jedi": ["jedi-language-server"]}


def choice_of(name):
    """What a user writes into `servers` to have this one; nothing where it is the first choice."""
    return [{"language_id": "python", "command": CHOICES[name]}] if name in CHOICES else []


class Project(Place):
    """A copy of a project, trusted unless said otherwise, and its server."""

    def __init__(self, name, trusted=True, path=None):
        super().__init__({})
        source = PROJECTS / name
        self.write(self.repo, {str(file.relative_to(source)): file.read_bytes()
                               for file in source.rglob("*") if file.is_file()})
        self.path = path or path_of(NPM)
        if trusted:
            same(self.run("trust", str(self.repo)).status, 0, "fathom trust")

    def start(self, *options, direct=True, profile="agent-lsp"):
        server = Server(self, "--profile", profile, *options, env={"PATH": self.path}, direct=direct)
        server.initialize()
        return server

    def at(self, path, text):
        """Line and column of the mark @@ in a piece of a file's text."""
        whole = (self.repo / path).read_text()
        before = text.index("@@")
        start = whole.index(text.replace("@@", "")) + before
        line = whole.count("\n", 0, start)
        return {"file_path": str(self.repo / path), "line": line + 1,
                "column": start - (whole.rfind("\n", 0, start) + 1) + 1}


class Server(Stdio):
    def __init__(self, place, *options, **more):
        super().__init__(place, *options, **more)
        self.place = place

    def call(self, tool, arguments=None, others=None, **more):
        """Servers may have news at any time: only who asks for them sees them."""
        return super().call(tool, arguments, [] if others is None else others, **more)

    def ask(self, tool, given=None, **more):
        """The fields of an answer that must not be an error."""
        answer = self.call(tool, {**(given or {}), **more})
        result = answer.get("result")
        assert result is not None, f"{tool}: {show(answer)}"
        assert not result.get("isError"), f"{tool}: {text_of(answer)}"
        return result["structuredContent"]

    def fails(self, tool, given=None, **more):
        """The words of an answer that must be an error, and its kind."""
        result = self.modern("tools/call", {"name": tool, "arguments": {**(given or {}), **more}}, others=[])["result"]
        assert result.get("isError"), f"{tool} is no error: {show(result)}"
        return "".join(part["text"] for part in result["content"]), result["_meta"]["fathom/error"]

    def places(self, tool, given=None, **more):
        """An answer's locations as path:line:column."""
        fields = self.ask(tool, given, **more)
        root = str(self.place.repo) + "/"
        return [f"{one['file'].removeprefix(root)}:{one['line']}:{one['column']}" for one in fields["locations"]]

    def problems(self, path):
        """A file's diagnostics as line:column severity, and their words; hints aside."""
        files = self.ask("get_diagnostics", file_path=str(self.place.repo / path))["files"]
        same(len(files), 1, "files with diagnostics")
        same(files[0]["current"], True, "the server is done with it")
        return [(f"{one['line']}:{one['column']} {one['severity']}", one["message"]) for one in files[0]["diagnostics"]
                if one["severity"] != "hint"]


def children(pid):
    """All processes beneath one, with their command lines."""
    parents, found = {}, {}
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            stat = (entry / "stat").read_text()
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        parents[int(entry.name)] = int(stat.rsplit(")", 1)[1].split()[1])
        found[int(entry.name)] = b" ".join(words).decode(errors="replace").strip()

    def is_beneath(one):
        while one in parents:
            one = parents[one]
            if one == pid:
                return True
        return False
    return {one: words for one, words in found.items() if is_beneath(one)}


def names(symbols):
    """Names in a tree of symbols, nested ones after a dot."""
    found = []
    for one in symbols:
        found.append(one["name"])
        found += [f"{one['name']}.{name}" for name in names(one.get("children", []))]
    return found


def callers(fields):
    return sorted(one["from"]["name"] for one in fields["incoming"])
