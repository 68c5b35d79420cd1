#!/usr/bin/env python3
"""fathom uninstall: the bytes that were there before init, and nothing else."""
import os

from scene import case, equal, finish

USER = {
    "claude-code": ("Claude Code", ".claude.json", "mcpServers"),
    "claude-desktop": ("Claude Desktop", ".config/Claude/claude_desktop_config.json", "mcpServers"),
    "cursor": ("Cursor", ".cursor/mcp.json", "mcpServers"),
    "vscode": ("VS Code", ".config/Code/User/mcp.json", "servers"),
    "windsurf": ("Windsurf", ".codeium/windsurf/mcp_config.json", "mcpServers"),
    "zed": ("Zed", ".config/zed/settings.json", "context_servers"),
    "gemini": ("Gemini CLI", ".gemini/settings.json", "mcpServers"),
    "opencode": ("opencode", ".config/opencode/opencode.json", "mcp"),
    "amp": ("Amp", ".config/amp/settings.json", "amp.mcpServers"),
    "codex": ("Codex", ".codex/config.toml", None),
    "goose": ("Goose", ".config/goose/config.yaml", None),
}
JSON = [
    b"{}", b"{}\r\n", b"", b"\xef\xbb\xbf{\r\n\t\"x\": [1, 2] // c\r\n}",
    b'{"KEY": {}}', b'{\n  "KEY": {\n  },\n}\n',
    b'{\n    "KEY": {\n        "a": {"command": "x"}, // first\n        /* none */\n    },\n}',
    b'{"a":1,"KEY":{"b":{}},"c":"\xc3\xa9"}',
    b'{"KEY": {"fathom": {"command": "/by/hand", "args": ["mcp"]}, "z": {}}}\n',
]
TOML = [b"", b"# c", b"a = 1\r\n", b"[mcp_servers.x]\ncommand = 'x'",
        b"[mcp_servers.fathom]\ncommand = '/by/hand'\n\n[z]\n"]
YAML = [b"", b"a: 1", b"a: 1\r\nextensions:\r\n  b:\r\n    cmd: x\r\n", b"extensions: {}\n",
        b"extensions:\n  fathom:\n    cmd: /by/hand\n  z:\n    a: 1\n"]


def texts(client, key):
    if client == "codex":
        return TOML
    return YAML if client == "goose" else [text.replace(b"KEY", key.encode()) for text in JSON]


def init_then_uninstall_gives_the_same_bytes(scene):
    for client, (_, file, key) in USER.items():
        for text in texts(client, key):
            path = scene.write(scene.home / file, text, 0o640)
            equal(scene.run("init", "--client", client, "--yes")[0], 0, f"{client} {text}")
            equal(path.read_bytes() != text, True, "changed")
            equal(scene.run("uninstall", "--client", client, "--yes")[0], 0, f"{client} {text}")
            equal(path.read_bytes(), text, client)
            equal(path.stat().st_mode & 0o777, 0o640, "mode")
            equal(os.listdir(path.parent).count(path.name), 1)
            path.unlink()
    equal(list((scene.home / ".local/state/fathom").iterdir()), [], "record")
    equal(scene.files(), [])


def what_init_made_is_removed(scene):
    before = sorted(scene.base.rglob("*"))
    clients = ",".join([*USER, "continue", "cline"])
    equal(scene.run("init", "--client", clients, "--yes")[0], 0)
    equal(scene.run("init", "--client", "jetbrains", "--agents", "--yes")[0], 0, "project")
    status, output, said = scene.run("uninstall", "--yes")
    equal((status, said), (0, ""))
    equal(len(output.splitlines()), len(USER) + 4, output)
    equal(all(": removed /" in line for line in output.splitlines()), True, output)
    state = [scene.home / part for part in (".local", ".local/state", ".local/state/fathom")]
    equal(sorted(scene.base.rglob("*")), sorted(before + state))
    equal(scene.run("uninstall", "--yes"), (0, "nothing of fathom's was found\n", ""))


def it_says_what_it_does(scene):
    path = scene.write(scene.home / ".cursor/mcp.json", '{"mcpServers": {}}\n')
    scene.run("init", "--client", "cursor", "--yes")
    text = path.read_text()
    diff = (f"--- {path}\n+++ {path}\n@@ -1,1 +1,1 @@\n-{text}+" + '{"mcpServers": {}}\n')
    would = f"Cursor: would be taken out of {path}\n{diff}"
    equal(scene.run("uninstall", "--dry-run"), (0, would, ""))
    equal(scene.run("uninstall"),
          (2, would, "fathom: nothing was removed, because there is no terminal to ask on; run it "
                     "again with --yes\n"))
    equal(path.read_text(), text)
    status, output, shown = scene.run_on_terminal(["n"], "uninstall")
    equal((status, output, shown.startswith(diff + "Cursor: change this? [y/N] ")),
          (0, f"Cursor: not taken out of {path}\n", True))
    equal(path.read_text(), text)
    equal(scene.run_on_terminal(["y"], "uninstall")[:2], (0, f"Cursor: taken out of {path}\n"))
    equal(path.read_text(), '{"mcpServers": {}}\n')


def only_the_client_that_was_named(scene):
    scene.run("init", "--client", "cursor,gemini", "--agents", "--yes")
    equal(scene.run("uninstall", "--client", "gemini", "--yes"),
          (0, f"Gemini CLI: removed {scene.home}/.gemini/settings.json\n", ""))
    equal(scene.files(), ["home/.cursor/mcp.json", "project/AGENTS.md"])


def other_projects_are_cleaned_too(scene):
    other = scene.base / "other"
    (other / ".git").mkdir(parents=True)
    scene.run("init", "--client", "claude-code", "--project", "--agents", "--yes", cwd=other)
    equal(sorted(os.listdir(other)), [".git", ".mcp.json", "AGENTS.md"])
    equal(scene.run("uninstall", "--yes"),
          (0, f"Claude Code: removed {other}/.mcp.json\nAGENTS.md: removed {other}/AGENTS.md\n", ""))
    equal(os.listdir(other), [".git"])


def a_project_that_is_gone_is_forgotten(scene):
    other = scene.base / "other"
    (other / ".git").mkdir(parents=True)
    scene.run("init", "--client", "claude-code", "--project", "--yes", cwd=other)
    (other / ".mcp.json").unlink()
    (other / ".git").rmdir()
    other.rmdir()
    equal(scene.run("uninstall", "--yes"), (0, "nothing of fathom's was found\n", ""))
    equal(os.listdir(scene.home / ".local/state/fathom"), [])


def a_former_entry_comes_back(scene):
    text = '{"mcpServers": {"fathom": {"command": "/by/hand"}}}'
    path = scene.write(scene.home / ".cursor/mcp.json", text)
    scene.run("init", "--client", "cursor", "--yes")
    equal(scene.run("uninstall", "--yes"),
          (0, f"Cursor: put back the former entry in {path}\n", ""))
    equal(path.read_text(), text)


def an_entry_of_others_stays(scene):
    text = '{"mcpServers": {"fathom": {"command": "npx", "args": ["another"]}}}'
    path = scene.write(scene.home / ".cursor/mcp.json", text)
    equal(scene.run("uninstall", "--yes"),
          (0, f"Cursor: left alone in {path}: the entry 'fathom' there is not from init\n", ""))
    equal(path.read_text(), text)


def without_record_the_entry_still_goes(scene):
    path = scene.write(scene.project / ".mcp.json",
                       '{"mcpServers": {"a": {}, "fathom": {"command": "/elsewhere/fathom"}}}\n')
    agents = scene.write(scene.project / "AGENTS.md",
                         "# A\n\n<!-- fathom:begin -->\nx\n<!-- fathom:end -->\n\n# B\n")
    equal(scene.run("uninstall", "--yes"),
          (0, f"Claude Code: taken out of {path}\nAGENTS.md: taken out of {agents}\n", ""))
    equal((path.read_text(), agents.read_text()),
          ('{"mcpServers": {"a": {}}}\n', "# A\n\n# B\n"))


def a_broken_file_is_left_alone(scene):
    cursor = scene.write(scene.home / ".cursor/mcp.json", '{"mcpServers": {"fathom": }}')
    scene.write(scene.home / ".gemini/settings.json", "{ broken")
    status, output, said = scene.run("uninstall", "--yes")
    equal((status, said), (1, "fathom: 1 file was left alone; see above\n"))
    equal(output.startswith(f"Cursor: {cursor} is left alone: "), True, output)
    equal(output.endswith("\nTake the 'fathom' entry out by hand.\n"), True, output)
    equal(output.count("\n"), 2)
    equal(cursor.read_text(), '{"mcpServers": {"fathom": }}')


def caches_and_indexes(scene):
    cache = scene.home / ".cache/fathom"
    index = scene.project / ".fathom"
    scene.write(cache / "deep/er/file", "x")
    scene.write(scene.base / "outside/file", "x")
    (cache / "deep/link").symlink_to(scene.base / "outside")
    scene.write(index / "config.json", "{}")
    scene.write(index / "index-1.db", "x")
    scene.write(index / ".gitignore", "*\n")
    equal(scene.run("uninstall", "--caches", "--indexes"),
          (2, f"index: would remove {index}\ncaches: would remove {cache}\n",
           "fathom: nothing was removed, because there is no terminal to ask on; run it again with "
           "--yes\n"))
    equal(scene.run("uninstall", "--caches", "--indexes", "--yes"),
          (0, f"index: removed {index}\ncaches: removed {cache}\n", ""))
    equal(scene.files(), ["project/.fathom/config.json"])
    equal((scene.base / "outside/file").read_text(), "x")
    equal(cache.exists(), False)
    equal(scene.run("uninstall", "--caches", "--yes"),
          (0, f"caches: there is none at {cache}\nnothing of fathom's was found\n", ""))


def a_running_daemon_keeps_its_index(scene):
    scene.write(scene.project / ".fathom/index-1.db", "x")
    equal(scene.run("daemon", "start")[0], 0, "daemon start")
    try:
        index = scene.project / ".fathom"
        equal(scene.run("uninstall", "--indexes", "--yes"),
              (5, "", f"fathom: index: the daemon is using {index}; run 'fathom daemon stop' first\n"))
        equal((index / "index-1.db").read_text(), "x")
    finally:
        equal(scene.run("daemon", "stop")[0], 0, "daemon stop")
    equal(scene.run("uninstall", "--indexes", "--yes"), (0, f"index: removed {index}\n", ""))
    equal(index.exists(), False)


for one in (init_then_uninstall_gives_the_same_bytes, what_init_made_is_removed,
            it_says_what_it_does, only_the_client_that_was_named, other_projects_are_cleaned_too,
            a_project_that_is_gone_is_forgotten, a_former_entry_comes_back,
            an_entry_of_others_stays, without_record_the_entry_still_goes,
            a_broken_file_is_left_alone, caches_and_indexes, a_running_daemon_keeps_its_index):
    case(one)
finish()
