#!/usr/bin/env python3
"""The dashboard in a browser (Debian's Chromium, driven by tests/browser/drive.mjs),
and everything that must be refused."""
import http.client
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "protocol"))
from harness import FATHOM, WAIT, Place, case, has, lacks, main, same, until  # noqa: E402

HOSTILE = "<img src=x onerror=window.injected=1>"
FILES = {
    "a.py": f'"""Head {HOSTILE} \u202e"""\n\n\ndef one():\n    """{HOSTILE}"""\n    return 1\n\n\ndef two():\n    return one()\n',
    f"{HOSTILE.replace('/', '_')}.py": "def three():\n    return 3\n",
    "one/package.json": json.dumps({"name": HOSTILE, "dependencies": {"needed": "*"}}),
    "one/main.js": "import { four } from '../other/main.js'\nexport function five() { return four() }\n",
    "other/package.json": json.dumps({"name": "needed"}),
    "other/main.js": "export function four() { return 4 }\n",
    "README.md": f"# {HOSTILE}\n\n<script>window.injected=1</script>\n",
}
EVE = 'Eve &lt;img src=x onerror=window.injected=1&gt; Evil'  # git takes angle brackets out of names itself
PACKAGES = ROOT / "deps" / "browser" / "node_modules"


class Page:
    """fathom ui --web, and a way to ask it things without a browser."""

    def __init__(self, place):
        self.process = subprocess.Popen([FATHOM, "ui", "--web"], cwd=place.repo, env=place.env(), stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        place.started.append(self)
        self.link = None
        while not self.link:
            line = self.process.stdout.readline().decode()
            assert line, self.process.stderr.read().decode()
            found = re.search(r"http://\S+", line)
            self.link = found and found[0]
        self.address = urllib.parse.urlsplit(self.link).netloc

    def ask(self, path, method="GET", headers=None, body=None):
        connection = http.client.HTTPConnection(self.address, timeout=WAIT)
        connection.request(method, path, body=body, headers=headers or {})
        reply = connection.getresponse()
        if "event-stream" in (reply.getheader("Content-Type") or ""):
            return reply, reply.fp.readline()
        return reply, reply.read()

    def open(self):
        """What the link gives: the cookie and the page's secret."""
        reply, _ = self.ask(urllib.parse.urlsplit(self.link).path)
        same(reply.status, 303)
        cookie = reply.getheader("Set-Cookie")
        has(cookie, "HttpOnly", "SameSite=Strict", "Path=/")
        return cookie.split(";")[0], reply.getheader("Location").split("=")[1]

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()


def call(tool, **arguments):
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                       "params": {"name": tool, "arguments": arguments, "_meta": meta}})


MCP = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2026-07-28",
       "Mcp-Method": "tools/call", "Mcp-Name": "find"}


@case
def a_link_is_good_once():
    with Place(FILES) as place:
        page = Page(place)
        page.open()
        reply, body = page.ask(urllib.parse.urlsplit(page.link).path)
        same(reply.status, 403)
        has(body.decode(), "good once")
        same(page.ask("/open/" + "0" * 48)[0].status, 403)


@case
def nothing_is_told_without_both_secrets():
    with Place(FILES) as place:
        page = Page(place)
        cookie, secret = page.open()
        good = {"Cookie": cookie, "X-Fathom-Page": secret, **MCP}
        body = call("find", query="one")
        reply, text = page.ask("/mcp", "POST", good, body)
        same(reply.status, 200)
        same([one["name"] for one in json.loads(text)["result"]["structuredContent"]["matches"]][:1], ["one"])
        wrong = [
            {"X-Fathom-Page": secret}, {"Cookie": cookie}, {"Cookie": cookie, "X-Fathom-Page": "0" * 48},
            {"Cookie": "fathom_page=" + "0" * 48, "X-Fathom-Page": secret}, {"Cookie": cookie, "X-Fathom-Page": ""},
            {"Cookie": cookie, "X-Fathom-Page": secret, "Origin": "http://127.0.0.1:1"},
            {"Cookie": cookie, "X-Fathom-Page": secret, "Origin": "http://localhost:3000"},
            {"Cookie": cookie, "X-Fathom-Page": secret, "Origin": "null"},
            {"Cookie": cookie, "X-Fathom-Page": secret, "Sec-Fetch-Site": "same-site"},
            {"Cookie": cookie, "X-Fathom-Page": secret, "Sec-Fetch-Site": "cross-site"},
            {"Cookie": cookie, "X-Fathom-Page": secret, "Host": "evil.example"},
            {"Authorization": "Bearer " + secret}, {},
        ]
        for headers in wrong:
            for path, method in (("/mcp", "POST"), ("/api/events", "GET"), ("/api/calls/1", "GET")):
                reply, text = page.ask(path, method, {**MCP, **headers}, body if method == "POST" else None)
                same(reply.status, 403, f"{method} {path} {headers}: {text}")
        for path in ("/", "/app.js", "/app.css"):
            same(page.ask(path)[0].status, 403, path)
            same(page.ask(path, headers={"Cookie": cookie})[0].status, 200, path)


@case
def the_page_is_closed_to_everything_else():
    with Place(FILES) as place:
        page = Page(place)
        cookie, secret = page.open()
        reply, text = page.ask("/", headers={"Cookie": cookie})
        policy = reply.getheader("Content-Security-Policy")
        same(policy, "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
        same((reply.getheader("Referrer-Policy"), reply.getheader("Cross-Origin-Opener-Policy"), reply.getheader("X-Content-Type-Options")),
             ("no-referrer", "same-origin", "nosniff"))
        lacks(text.decode(), "http://", "https://")
        headers = {"Cookie": cookie, "X-Fathom-Page": secret}
        for path in ("/../etc/passwd", "/..%2f..%2fetc/passwd", "/app.js/../../x", "/web/app.js", "/keys.json", "/api", "/api/calls/x", "/api/calls/-1"):
            same(page.ask(path, headers=headers)[0].status in (400, 404), True, path)
        same(page.ask("/mcp", "GET", headers)[0].status, 404)
        same(page.ask("/mcp", "DELETE", headers)[0].status, 404)


@case
def events_are_told_and_end_with_their_reader():
    with Place(FILES) as place:
        page = Page(place)
        cookie, secret = page.open()
        reply, line = page.ask("/api/events", headers={"Cookie": cookie, "X-Fathom-Page": secret})
        same(reply.status, 200)
        until(lambda: b'"snapshot"' in reply.fp.readline(), "a snapshot")
        reply.close()
        same(page.ask("/api/calls/999", headers={"Cookie": cookie, "X-Fathom-Page": secret})[0].status, 404)


@case
def the_page_goes_with_its_command():
    with Place(FILES) as place:
        page = Page(place)
        page.kill()
        def is_gone():
            try:
                page.ask("/")
                return False
            except OSError:
                return True
        until(is_gone, "the listener ends")


def browser_case(function):
    chromium = shutil.which("chromium")
    if chromium and PACKAGES.exists() and shutil.which("node"):
        return case(function)
    print(f"skipped {function.__name__}: Chromium, node or deps/browser is missing (scripts/setup browser)")
    return function


@browser_case
def every_view_in_a_browser():
    with Place(FILES) as place:
        env = place.env(GIT_AUTHOR_NAME=EVE, GIT_AUTHOR_EMAIL="a@b", GIT_COMMITTER_NAME="a", GIT_COMMITTER_EMAIL="a@b")
        subprocess.run('git add -A && git commit -qm "$MESSAGE" && echo "# two" >> a.py && git commit -qam two', shell=True, cwd=place.repo,
                       env={**env, "MESSAGE": HOSTILE}, check=True)
        (place.repo / "blob.bin").write_bytes(b"a\0b")
        same(place.run("edit", "rename", "--symbol", "two", "--new-name", "deux").status, 0)
        page = Page(place)
        shots = os.environ.get("FATHOM_SCREENSHOTS", "")
        report = place.root / "report.html"
        done = place.run("report", "--html", "--out", report)
        same(done.status, 0, done.err)
        done = subprocess.run(["node", str(ROOT / "tests" / "browser" / "drive.mjs"), page.link, "one", str(report), shots], timeout=400,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**env, "PACKAGES": str(PACKAGES), "CHROMIUM": shutil.which("chromium")})
        assert done.returncode == 0, done.stderr.decode()[-3000:]
        seen = json.loads(done.stdout)
        same(seen["address"], "/#/overview", "the secret is gone from the address")
        same(seen["requests"], [], "nothing leaves the machine")
        same([error for error in seen["errors"] if "403" not in error], [], "errors of the page")
        same({name: found for name, found in seen["axe"].items() if found}, {}, "what axe finds serious")
        has(seen["views"]["overview"], "7 files,", "python", "Hot spots", "Packages in words")
        has(seen["views"]["files"], "a.py", HOSTILE.replace("/", "_"))
        has(seen["views"]["code"], "def one():", HOSTILE, "Outline")
        has(seen["views"]["ask"], "a.py")
        head = f'text: """Head {HOSTILE} \\u{{202E}}"""'
        one = ["kept: def", "word own: one", f'text: """{HOSTILE}"""', "kept: return", "number: 1"]
        two = ["kept: def", "word own: deux", "kept: return", "word called: one", "comment: # two"]
        same(seen["tokens"], [head, *one, *two], "source is coloured by its grammar and its index")
        same(set(one) <= set(seen["explored"]), True, seen["explored"])
        has(seen["views"]["graph"], "Called by (1)", "deux")
        has(seen["filtered"], "Called by (0)", "1 box.")
        lacks(seen["filtered"], "deux")
        has(seen["missing"], "Nothing is called “threee” here.", f"Spelled alike: {HOSTILE.replace('/', '_')}.py:three", "Searched")
        same(urllib.parse.unquote(seen["alike"]), f"/#/graph/{HOSTILE.replace('/', '_')}.py:three", "what is spelled alike leads on")
        has(seen["unreached"], "Nothing is called “threee” here.")
        has(seen["views"]["gone"], "There is no file “gone.py” here.", "What there is")
        has(seen["views"]["binary"], "It is no text: 3 B.")
        has(seen["users"], "Called from 1 places", "a.py:10", "in deux")
        same(seen["blamed"], 0, "nobody is blamed unasked")
        same(len(seen["who"]), 4, seen["who"])
        has(seen["who"][0], f" {EVE} | ", HOSTILE)
        same(seen["who"][1].startswith("not committed"), True, seen["who"])
        same((seen["spoken"], seen["above"]), ("one, line 10", "deux, line 9"), "arrows walk from name to name")
        has(seen["report"]["text"], HOSTILE, EVE, "Hot spots", "2 commits")
        same((seen["report"]["injected"], seen["report"]["wide"], seen["report"]["axe"]), (True, False, []), "the report")
        has(seen["views"]["impact"], "1 direct user,", "in 1 file,", "deux")
        has(seen["views"]["activity"], "symbol", "done")
        has(seen["views"]["server"], str(place.repo), "Clients")
        has(seen["views"]["edits"], "rename")
        has(seen["difference"], "-def deux():\n", "+def two():\n")
        same(seen["injected"], True, "nothing of the repository was run")
        same(seen["dialogs"][0].startswith("Take back"), True, "a question before the undo")
        same((place.repo / "a.py").read_text(), FILES["a.py"] + "# two\n", "taken back")
        same(seen["word"], "/#/code/a.py:4", "a call leads to its definition")
        same((seen["skip"], seen["focused"], seen["keyboard"]), ("To the content", "Activity", "/#/activity"), "by keyboard")
        same(seen["foreign"], "refused", "another origin")
        same(seen["framed"], "closed", "in a frame")
        same(seen["wide"], [], "nothing is wider than a phone")


main()
