"""A workspace of a language that only the fake server knows, and what that
server is told and says."""
from servers import *

FAKE = pathlib.Path(__file__).resolve().parent / "fake_server.py"


def span(line, start, end, end_line=None):
    return {"start": {"line": line, "character": start}, "end": {"line": line if end_line is None else end_line, "character": end}}


class Faked(Place):
    def __init__(self, files, capabilities, trusted=True, more=None, extensions=("fake",)):
        super().__init__(files)
        self.scenario, self.log = self.root / "scenario.json", self.root / "log"
        self.capabilities, self.more = capabilities, more or {}
        self.says({})
        self.user_config({"servers": [{"extensions": list(extensions), "language_id": "fake",
                                       "command": [sys.executable, "-S", str(FAKE), str(self.scenario)]}]})
        if trusted:
            same(self.run("trust", str(self.repo)).status, 0, "fathom trust")

    def says(self, results, actions=None):
        """What it answers, and what else it does when it gets something."""
        on = {method: [{"result": value}] for method, value in results.items()}
        self.scenario.write_text(json.dumps({"capabilities": self.capabilities, "log": str(self.log), "pid": str(self.root / "pid"),
                                             "on": {**on, **(actions or {})}, **self.more}))

    def pid(self):
        return int((self.root / "pid").read_text())

    def uri(self, path):
        return "file://" + str(self.repo / path)

    def start(self, *options, profile, **more):
        server = Server(self, "--profile", profile, *options, **more)
        server.initialize()
        return server

    def sent(self, method):
        """The parameters of what was sent to the server."""
        if not self.log.exists():
            return []
        messages = [json.loads(line) for line in self.log.read_text().splitlines() if line.startswith("{")]
        return [one.get("params") for one in messages if one.get("method") == method]
