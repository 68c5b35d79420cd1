#!/usr/bin/env python3
"""fathom init: what it writes, what it keeps, what it asks."""
import json
import os
import shutil
import tomllib

from scene import PROGRAM, case, equal, finish

ENTRY = {"command": PROGRAM, "args": ["serve"]}
STDIO = {"type": "stdio", **ENTRY}
YAML = (f'  fathom:\n    name: fathom\n    type: stdio\n    cmd: "{PROGRAM}"\n    args:\n'
        "      - serve\n    envs: {}\n    timeout: 300\n    enabled: true\n")
OWN = (f"name: fathom\nversion: 0.0.1\nschema: v1\nmcpServers:\n  - name: fathom\n"
       f'    type: stdio\n    command: "{PROGRAM}"\n    args:\n      - serve\n')
TOML = f'[mcp_servers.fathom]\ncommand = "{PROGRAM}"\nargs = ["serve"]\n'
STORAGE = ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"
LOCAL = {"type": "local", "command": [PROGRAM, "serve"], "enabled": True}
DOC, ODD = " (from its documentation, not tried)", " (unverified: check that the client lists it)"

# client: title, what is said of it, user's file, project's file, content
CLIENTS = {
    "claude-code": ("Claude Code", "", ".claude.json", ".mcp.json", {"mcpServers": {"fathom": STDIO}}),
    "claude-desktop": ("Claude Desktop", DOC, ".config/Claude/claude_desktop_config.json", None,
                       {"mcpServers": {"fathom": ENTRY}}),
    "cursor": ("Cursor", DOC, ".cursor/mcp.json", ".cursor/mcp.json", {"mcpServers": {"fathom": ENTRY}}),
    "vscode": ("VS Code", DOC, ".config/Code/User/mcp.json", ".vscode/mcp.json",
               {"servers": {"fathom": STDIO}}),
    "windsurf": ("Windsurf", DOC, ".codeium/windsurf/mcp_config.json", None,
                 {"mcpServers": {"fathom": ENTRY}}),
    "zed": ("Zed", DOC, ".config/zed/settings.json", None,
            {"context_servers": {"fathom": {**ENTRY, "env": {}}}}),
    "codex": ("Codex", "", ".codex/config.toml", ".codex/config.toml", TOML),
    "gemini": ("Gemini CLI", "", ".gemini/settings.json", ".gemini/settings.json",
               {"mcpServers": {"fathom": ENTRY}}),
    "opencode": ("opencode", "", ".config/opencode/opencode.json", "opencode.json",
                 {"mcp": {"fathom": LOCAL}}),
    "continue": ("Continue", DOC, ".continue/mcpServers/fathom.yaml",
                 ".continue/mcpServers/fathom.yaml", OWN),
    "cline": ("Cline", DOC, STORAGE, None, {"mcpServers": {"fathom": {**ENTRY, "disabled": False}}}),
    "goose": ("Goose", DOC, ".config/goose/config.yaml", None, "extensions:\n" + YAML),
    "jetbrains": ("JetBrains Air", DOC, None, ".air/mcp.json", {"mcpServers": {"fathom": ENTRY}}),
    "amp": ("Amp", ODD, ".config/amp/settings.json", ".amp/settings.json",
            {"amp.mcpServers": {"fathom": ENTRY}}),
}
RELOAD = "Restart the client, or reload its MCP servers, to use it.\n"


def content(form):
    return form if isinstance(form, str) else json.dumps(form, indent=2) + "\n"


def every_client_gets_its_shape(scene):
    for scope in ("--user", "--project"):
        for client, (title, said, user, project, form) in CLIENTS.items():
            file = user if scope == "--user" else project
            if not file:
                kind = "per-user" if scope == "--user" else "per-project"
                equal(scene.run("init", "--client", client, scope, "--yes"),
                      (2, "", f"fathom: {title} has no {kind} file; leave out {scope}\n"), client)
                continue
            path = (scene.home if scope == "--user" else scene.project) / file
            equal(scene.run("init", "--client", client, scope, "--yes"),
                  (0, f"{title}: added to {path}{said}\n{RELOAD}", ""), client)
            equal(path.read_text(), content(form), client)
            equal(path.stat().st_mode & 0o777, 0o600 if scope == "--user" else 0o644, "mode")
            equal(scene.run("init", "--client", client, scope, "--yes"),
                  (0, f"{title}: already in {path}{said}\n", ""), client)
            equal(path.read_text(), content(form), client)


def default_scope_is_the_users_file(scene):
    scene.run("init", "--client", "cursor,air", "--yes")
    equal(scene.files(), ["home/.cursor/mcp.json", "project/.air/mcp.json"])


def no_client_is_found(scene):
    equal(scene.run("init"),
          (1, "", "fathom: no MCP client was found here; name one with --client X --yes: "
                  + ", ".join(CLIENTS) + "\n"))


def without_terminal_nothing_is_written(scene):
    (scene.home / ".cursor").mkdir()
    scene.write(scene.home / ".codex/config.toml", "model = \"x\"\n")
    cursor = scene.home / ".cursor/mcp.json"
    codex = scene.home / ".codex/config.toml"
    form = content(CLIENTS["cursor"][4])
    expected = (f"Cursor: would be added to {cursor}{DOC}\n--- /dev/null\n+++ {cursor}\n@@ -0,0 +1,10 @@\n"
                + "".join(f"+{line}\n" for line in form.splitlines())
                + f"Codex: would be added to {codex}\n--- {codex}\n+++ {codex}\n@@ -1,1 +1,5 @@\n"
                + ' model = "x"\n+\n' + "".join(f"+{line}\n" for line in TOML.splitlines()))
    said = ("fathom: nothing was written, because there is no terminal to ask on; run: fathom init "
            "--client cursor,codex --yes\n")
    equal(scene.run("init"), (2, expected, said))
    equal(scene.run("init", "--dry-run"), (0, expected, ""))
    equal(scene.files(), ["home/.codex/config.toml"])
    equal(codex.read_text(), 'model = "x"\n')
    equal(scene.run("init", "--yes")[0], 0)
    equal(tomllib.loads(codex.read_text()), {"model": "x", "mcp_servers": {"fathom": ENTRY}})
    equal(json.loads(cursor.read_text()), CLIENTS["cursor"][4])


def asks_on_a_terminal(scene):
    for name in (".cursor", ".gemini"):
        (scene.home / name).mkdir()
    cursor, gemini = scene.home / ".cursor/mcp.json", scene.home / ".gemini/settings.json"
    status, output, shown = scene.run_on_terminal(["n", "y"], "init")
    equal((status, output), (0, f"Cursor: not written to {cursor}{DOC}\n"
                                f"Gemini CLI: added to {gemini}\n{RELOAD}"))
    equal(shown.count(f"--- /dev/null\n+++ {cursor}\n@@ -0,0 +1,10 @@\n+{{\n"), 1, "diff")
    equal(shown.count("Cursor: make this? [y/N] "), 1, "question")
    equal(shown.count("Gemini CLI: make this? [y/N] "), 1, "question")
    equal(scene.files(), ["home/.gemini/settings.json"])


SETTINGS = """// Zed settings
{
\t"theme": "One Dark", // dark
\t/* servers */
\t"context_servers": {
\t\t"other": {
\t\t\t"command": "other",
\t\t\t"args": [],
\t\t},
\t},
}
"""


def comments_commas_and_tabs_survive(scene):
    path = scene.write(scene.home / ".config/zed/settings.json", SETTINGS, 0o640)
    equal(scene.run("init", "--client", "zed", "--yes")[0], 0)
    ours = (f'\t\t"fathom": {{\n\t\t\t"command": "{PROGRAM}",\n\t\t\t"args": [\n\t\t\t\t"serve"\n'
            '\t\t\t],\n\t\t\t"env": {}\n\t\t},\n')
    equal(path.read_text(), SETTINGS.replace("\t\t},\n\t},", "\t\t},\n" + ours + "\t},"))
    equal(path.stat().st_mode & 0o777, 0o640, "mode")
    equal(os.listdir(path.parent), ["settings.json"], "leftovers")


def a_broken_file_is_left_alone(scene):
    zed = scene.write(scene.home / ".config/zed/settings.json", '{"a": 1,, }')
    goose = scene.write(scene.home / ".config/goose/config.yaml", "extensions: {a: {cmd: x}}\n")
    cursor = scene.home / ".cursor/mcp.json"
    status, output, said = scene.run("init", "--client", "zed,goose,cursor", "--yes")
    equal((status, said), (1, "fathom: 2 of 3 files were left alone; see above\n"))
    lines = output.splitlines(keepends=True)
    equal(lines[0].startswith(f"Zed: {zed} is left alone: "), True, lines[0])
    snippet = content(CLIENTS["zed"][4])
    equal("".join(lines[1:]), f"Add this by hand:\n{snippet}Goose: {goose} is left alone: line 1: "
          f"the map is not written over several lines\nAdd this by hand:\nextensions:\n{YAML}"
          f"Cursor: added to {cursor}{DOC}\n{RELOAD}")
    equal((zed.read_text(), goose.read_text()), ('{"a": 1,, }', "extensions: {a: {cmd: x}}\n"))


def an_entry_that_differs_is_updated(scene):
    other = scene.base / "other" / "fathom"
    other.parent.mkdir()
    shutil.copy2(PROGRAM, other)
    path = scene.home / ".cursor/mcp.json"
    scene.write(path, '{"mcpServers": {"fathom": {"command": "/gone", "args": ["serve", "--read-only"], '
                      '"env": {"A": "1"}}}}\n')
    equal(scene.run("init", "--client", "cursor", "--dry-run")[1],
          f"Cursor: would be updated in {path}{DOC}\n--- {path}\n+++ {path}\n@@ -1,1 +1,1 @@\n"
          '-{"mcpServers": {"fathom": {"command": "/gone", "args": ["serve", "--read-only"], '
          '"env": {"A": "1"}}}}\n'
          f'+{{"mcpServers": {{"fathom": {{"command": "{PROGRAM}", "args": ["serve", "--read-only"], '
          '"env": {"A": "1"}}}}\n')
    for program in (PROGRAM, str(other)):
        equal(scene.run("init", "--client", "cursor", "--yes", program=program),
              (0, f"Cursor: updated in {path}{DOC}\n{RELOAD}", ""))
        equal(path.read_text(), f'{{"mcpServers": {{"fathom": {{"command": "{program}", '
              '"args": ["serve", "--read-only"], "env": {"A": "1"}}}}\n')


def wrong_words_change_nothing(scene):
    known = ", ".join(CLIENTS)
    equal(scene.run("init", "--client", "cursr", "--yes"),
          (2, "", f"fathom: no client is called 'cursr'; did you mean 'cursor'?; known: {known}\n"))
    equal(scene.run("init", "--client", "cursor", "--project", "--user", "--yes"),
          (2, "", "fathom: --project and --user exclude each other; give one\n"))
    equal(scene.run("init", "cursor", "--yes"),
          (2, "", "fathom: 'cursor' is not expected here; name clients with --client\n"))
    equal(scene.run("init", "--client", "jetbrains", "--yes", cwd=scene.home)[0], 2, "no project")
    equal(scene.files(), [])


BEGIN, END = "<!-- fathom:begin -->\n", "<!-- fathom:end -->\n"


def section_of(path, before):
    text = path.read_text()
    equal(text.startswith(before + BEGIN), True, f"{path.name} begins {text[:80]!r}")
    equal(text.endswith(END), True, f"{path.name} ends {text[-80:]!r}")
    for tool in ("find", "files", "status"):
        equal(text.count(f"- `{tool}`: "), 1, tool)
    return text


def agents_are_told(scene):
    agents, claude = scene.project / "AGENTS.md", scene.project / "CLAUDE.md"
    run = lambda: scene.run("init", "--client", "cursor", "--agents", "--yes")
    scene.run("init", "--client", "cursor", "--yes")
    cursor = f"Cursor: already in {scene.home}/.cursor/mcp.json{DOC}\n"
    equal(run(), (0, f"{cursor}AGENTS.md: added to {agents}\n", ""))
    text = section_of(agents, "")
    equal(run(), (0, f"{cursor}AGENTS.md: already in {agents}\n", ""))
    equal(agents.read_text(), text)
    equal(claude.exists(), False)
    agents.unlink()
    claude.write_text("# Mine\n")
    equal(run(), (0, f"{cursor}CLAUDE.md: added to {claude}\n", ""))
    section_of(claude, "# Mine\n\n")
    equal(agents.exists(), False)
    claude.write_text(f"# Mine\n{BEGIN}old\n{END}rest\n")
    equal(run(), (0, f"{cursor}CLAUDE.md: updated in {claude}\n", ""))
    equal(claude.read_text(), f"# Mine\n{text}rest\n")


def agents_files_that_are_one(scene):
    agents, claude = scene.project / "AGENTS.md", scene.project / "CLAUDE.md"
    agents.write_text("# Mine")
    claude.symlink_to("AGENTS.md")
    equal(scene.run("init", "--agents", "--yes"),
          (0, f"AGENTS.md: added to {agents}\nCLAUDE.md: already in {claude}\n", ""))
    section_of(agents, "# Mine\n\n")
    equal(claude.is_symlink(), True)


def a_repository_cannot_lead_us_out(scene):
    outside = scene.write(scene.base / "outside.md", "secret\n")
    (scene.project / "AGENTS.md").symlink_to(outside)
    status, output, said = scene.run("init", "--agents", "--yes")
    equal((status, said), (1, "fathom: 1 of 1 files was left alone; see above\n"))
    equal(output.startswith(f"AGENTS.md: {scene.project}/AGENTS.md is left alone: "), True, output)
    equal(outside.read_text(), "secret\n")


for one in (every_client_gets_its_shape, default_scope_is_the_users_file, no_client_is_found,
            without_terminal_nothing_is_written, asks_on_a_terminal,
            comments_commas_and_tabs_survive, a_broken_file_is_left_alone,
            an_entry_that_differs_is_updated, wrong_words_change_nothing, agents_are_told,
            agents_files_that_are_one, a_repository_cannot_lead_us_out):
    case(one)
finish()
