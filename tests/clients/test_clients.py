#!/usr/bin/env python3
"""Real clients connect, list, and where they can call a tool: both SDKs,
the Inspector, Claude Code, Gemini CLI and opencode; on stdio and HTTP."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

NODE = os.environ.get("FATHOM_NODE", "")
CLIENTS = pathlib.Path(os.environ.get("FATHOM_CLIENTS", ""))
FATHOM = os.environ.get("FATHOM", "")
HERE = pathlib.Path(__file__).resolve().parent
INSPECTOR = CLIENTS / "@modelcontextprotocol/inspector/clients/launcher/build/index.js"
TOOLS = ["call", "check", "edit", "explore", "files", "find", "impact", "search", "status", "symbol", "trace", "zoom"]

failures = 0


def check(name, run):
    """A case is a function that raises AssertionError with what it saw."""
    global failures
    try:
        run()
        print(f"ok {name}", flush=True)
    except (AssertionError, subprocess.TimeoutExpired, OSError, ValueError, KeyError) as problem:
        failures += 1
        print(f"FAIL {name}: {problem}", flush=True)


class Place:
    """An empty home, a small project, and servers for it."""

    def __init__(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="fathom-clients-"))
        self.work = self.root / "work"
        self.work.mkdir()
        (self.work / "main.c").write_text("/* Starts. */\nint main(void) {\n  return 0;\n}\n")
        subprocess.run(["git", "init", "-q", str(self.work)], check=True)
        self.env = {"PATH": os.environ["PATH"], "HOME": str(self.root), "FATHOM_CLIENTS": str(CLIENTS),
                    "XDG_RUNTIME_DIR": str(self.root), "TERM": "dumb", "NO_COLOR": "1",
                    "GEMINI_CLI_TRUST_WORKSPACE": "true", "DISABLE_AUTOUPDATER": "1",
                    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "OPENCODE_DISABLE_AUTOUPDATE": "1"}
        made = self.run(FATHOM, "key", "create", "--label", "clients").stdout
        self.key = made.split()[0]

    def run(self, *command, timeout=120, **extra):
        return subprocess.run([str(c) for c in command], cwd=self.work, env={**self.env, **extra},
                              capture_output=True, text=True, timeout=timeout,
                              stdin=subprocess.DEVNULL)

    def start_http(self):
        self.http = subprocess.Popen([FATHOM, "serve", "--http", "--port", "0"], cwd=self.work,
                                     env=self.env, stdin=subprocess.DEVNULL,
                                     stderr=subprocess.PIPE, text=True)
        self.url = re.search(r"http://\S+", self.http.stderr.readline()).group(0)

    def close(self):
        self.http.terminate()
        self.http.wait(timeout=20)
        self.run(FATHOM, "daemon", "stop")
        # Some clients pass on little of their environment: their daemon is elsewhere.
        bare = {"PATH": self.env["PATH"], "HOME": self.env["HOME"]}
        subprocess.run([FATHOM, "daemon", "stop"], env=bare, capture_output=True)
        shutil.rmtree(self.root, ignore_errors=True)


def sdk_case(place, mode, target):
    def run():
        done = place.run(NODE, HERE / "sdk.mjs", mode, *target, FATHOM_KEY=place.key)
        assert done.returncode == 0, done.stdout + done.stderr
        seen = json.loads(done.stdout.strip().splitlines()[-1])
        assert seen["server"] == "fathom" and seen["instructions"], seen
        assert sorted(seen["tools"]) == TOOLS, seen["tools"]
        assert "main.c:2" in seen["found"], seen["found"]
        assert seen["isError"] is True, seen
        assert seen["unknown"] == {"code": -32602}, seen["unknown"]
    return run


def inspector_case(place, target, era):
    def run():
        base = [NODE, INSPECTOR, "--cli", "--protocol-era", era, *target]
        listed = place.run(*base, "--method", "tools/list", "--strict", "--format", "json")
        assert listed.returncode == 0, listed.stdout + listed.stderr
        for tool in TOOLS:
            assert f'"{tool}"' in listed.stdout, listed.stdout
        called = place.run(*base, "--method", "tools/call", "--tool-name", "find",
                           "--tool-args-json", '{"query":"main"}')
        assert called.returncode == 0 and "main.c:2" in called.stdout, called.stdout + called.stderr
        wrong = place.run(*base, "--method", "tools/call", "--tool-name", "find",
                          "--tool-args-json", '{"qurey":"main"}')
        assert wrong.returncode == 5, f"exit status {wrong.returncode}: {wrong.stdout}{wrong.stderr}"
    return run


def claude_case(place):
    def run():
        claude = CLIENTS / "@anthropic-ai/claude-code-linux-x64/claude"
        stdio = place.run(claude, "mcp", "add", "-s", "user", "fathom", "--", FATHOM, "serve")
        http = place.run(claude, "mcp", "add", "-s", "user", "-t", "http", "fathom-http", place.url,
                         "-H", f"Authorization: Bearer {place.key}")
        assert stdio.returncode == 0 and http.returncode == 0, stdio.stderr + http.stderr
        listed = place.run(claude, "mcp", "list")
        lines = [line for line in listed.stdout.splitlines() if line.startswith("fathom")]
        assert len(lines) == 2 and all("Connected" in line for line in lines), \
            listed.stdout + listed.stderr
    return run


def gemini_case(place):
    def run():
        folder = place.root / ".gemini"
        folder.mkdir(exist_ok=True)
        (folder / "settings.json").write_text(json.dumps({"mcpServers": {
            "fathom": {"command": FATHOM, "args": ["serve"]},
            "fathom-http": {"httpUrl": place.url,
                            "headers": {"Authorization": f"Bearer {place.key}"}}}}))
        listed = place.run(NODE, CLIENTS / "@google/gemini-cli/bundle/gemini.js", "mcp", "list")
        text = listed.stdout + listed.stderr
        assert len(re.findall(r"fathom\S*:.*Connected", text)) == 2, text
    return run


def opencode_case(place):
    def run():
        (place.work / "opencode.json").write_text(json.dumps({"mcp": {
            "fathom": {"type": "local", "command": [FATHOM, "serve"], "enabled": True},
            "fathom-http": {"type": "remote", "url": place.url, "enabled": True,
                            "headers": {"Authorization": f"Bearer {place.key}"}}}}))
        listed = place.run(CLIENTS / "opencode-linux-x64/bin/opencode", "mcp", "list")
        text = re.sub(r"\x1b\[[0-9;]*m", "", listed.stdout + listed.stderr)
        assert len(re.findall(r"fathom\S*\s+connected", text)) == 2, text
    return run


def main():
    if not (NODE and INSPECTOR.is_file()):
        print("skipped: needs 'make clients', which installs them")
        return 77
    place = Place()
    place.start_http()
    stdio, direct = [FATHOM, "serve"], [FATHOM, "serve", "--no-daemon"]
    try:
        for mode in ("v1", "legacy", "auto", "modern"):
            check(f"SDK {mode}, stdio", sdk_case(place, mode, stdio))
            check(f"SDK {mode}, stdio without daemon", sdk_case(place, mode, direct))
            check(f"SDK {mode}, HTTP", sdk_case(place, mode, [place.url]))
        for era in ("legacy", "auto", "modern"):
            check(f"Inspector {era}, stdio", inspector_case(place, stdio, era))
            remote = [place.url, "--transport", "http", "--header",
                      f"Authorization: Bearer {place.key}"]
            check(f"Inspector {era}, HTTP", inspector_case(place, remote, era))
        check("Claude Code, stdio and HTTP", claude_case(place))
        check("Gemini CLI, stdio and HTTP", gemini_case(place))
        check("opencode, stdio and HTTP", opencode_case(place))
    finally:
        place.close()
    return 1 if failures else 0


sys.exit(main())
