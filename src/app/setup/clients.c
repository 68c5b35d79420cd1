/* The MCP clients we can write ourselves into: one row each. */
#include "src/app/setup/setup_internal.h"
#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/os/place.h"

/* Forms of paths are expanded below; a bar separates alternatives, the first of
 * which is used where none exists yet. "@" in an entry is our own program. */
#define CONFIG "$XDG_CONFIG_HOME(~/.config)"
#define CLINE CONFIG "/Code/User/globalStorage/saoudrizwan.claude-dev"
#define COMMAND_ARGS "{\"command\":\"@\",\"args\":[\"serve\"]}"
#define STDIO_COMMAND_ARGS "{\"type\":\"stdio\",\"command\":\"@\",\"args\":[\"serve\"]}"

const AppClientRow app_clients[] = {
    {.id = "claude-code", .title = "Claude Code", .project = ".mcp.json",
     .user = "$CLAUDE_CONFIG_DIR(~)/.claude.json", .signs = "$CLAUDE_CONFIG_DIR(~/.claude)",
     .format = &app_format_json, .key = "mcpServers", .entry = STDIO_COMMAND_ARGS,
     .standing = APP_TRIED},
    {.id = "claude-desktop", .title = "Claude Desktop",
     .user = CONFIG "/Claude/claude_desktop_config.json|"
             "~/Library/Application Support/Claude/claude_desktop_config.json",
     .signs = CONFIG "/Claude|~/Library/Application Support/Claude",
     .format = &app_format_json, .key = "mcpServers", .entry = COMMAND_ARGS,
     .standing = APP_DOCUMENTED},
    {.id = "cursor", .title = "Cursor", .project = ".cursor/mcp.json",
     .user = "~/.cursor/mcp.json", .signs = "~/.cursor|.cursor",
     .format = &app_format_json, .key = "mcpServers", .entry = COMMAND_ARGS,
     .standing = APP_DOCUMENTED},
    {.id = "vscode", .title = "VS Code", .project = ".vscode/mcp.json",
     .user = CONFIG "/Code/User/mcp.json", .signs = CONFIG "/Code",
     .format = &app_format_json, .key = "servers", .entry = STDIO_COMMAND_ARGS,
     .standing = APP_DOCUMENTED},
    {.id = "windsurf", .title = "Windsurf",
     .user = "~/.codeium/windsurf/mcp_config.json|~/.codeium/mcp_config.json",
     .signs = "~/.codeium",
     .format = &app_format_json, .key = "mcpServers", .entry = COMMAND_ARGS,
     .standing = APP_DOCUMENTED},
    {.id = "zed", .title = "Zed", .user = CONFIG "/zed/settings.json", .signs = CONFIG "/zed",
     .format = &app_format_json, .key = "context_servers",
     .entry = "{\"command\":\"@\",\"args\":[\"serve\"],\"env\":{}}", .standing = APP_DOCUMENTED},
    {.id = "codex", .title = "Codex", .project = ".codex/config.toml",
     .user = "$CODEX_HOME(~/.codex)/config.toml", .signs = "$CODEX_HOME(~/.codex)",
     .format = &app_format_toml, .key = "mcp_servers",
     .entry = "command = @\nargs = [\"serve\"]\n", .standing = APP_TRIED},
    {.id = "gemini", .title = "Gemini CLI", .project = ".gemini/settings.json",
     .user = "~/.gemini/settings.json", .signs = "~/.gemini",
     .format = &app_format_json, .key = "mcpServers", .entry = COMMAND_ARGS,
     .standing = APP_TRIED},
    {.id = "opencode", .title = "opencode", .project = "opencode.json|opencode.jsonc",
     .user = CONFIG "/opencode/opencode.json|" CONFIG "/opencode/opencode.jsonc",
     .signs = CONFIG "/opencode",
     .format = &app_format_json, .key = "mcp",
     .entry = "{\"type\":\"local\",\"command\":[\"@\",\"serve\"],\"enabled\":true}",
     .standing = APP_TRIED},
    {.id = "continue", .title = "Continue", .project = ".continue/mcpServers/fathom.yaml",
     .user = "~/.continue/mcpServers/fathom.yaml", .signs = "~/.continue|.continue",
     .format = &app_format_own,
     .entry = "name: fathom\nversion: 0.0.1\nschema: v1\nmcpServers:\n  - name: fathom\n"
              "    type: stdio\n    command: @\n    args:\n      - serve\n",
     .standing = APP_DOCUMENTED},
    {.id = "cline", .title = "Cline", .user = CLINE "/settings/cline_mcp_settings.json",
     .signs = CLINE,
     .format = &app_format_json, .key = "mcpServers",
     .entry = "{\"command\":\"@\",\"args\":[\"serve\"],\"disabled\":false}",
     .standing = APP_DOCUMENTED},
    {.id = "goose", .title = "Goose", .user = CONFIG "/goose/config.yaml",
     .signs = CONFIG "/goose",
     .format = &app_format_yaml, .key = "extensions",
     .entry = "fathom:\n  name: fathom\n  type: stdio\n  cmd: @\n  args:\n    - serve\n"
              "  envs: {}\n  timeout: 300\n  enabled: true\n",
     .standing = APP_DOCUMENTED},
    {.id = "jetbrains", .alias = "air", .title = "JetBrains Air", .project = ".air/mcp.json",
     .signs = ".air",
     .format = &app_format_json, .key = "mcpServers", .entry = COMMAND_ARGS,
     .standing = APP_DOCUMENTED},
    {.id = "amp", .title = "Amp", .project = ".amp/settings.json|.amp/settings.jsonc",
     .user = CONFIG "/amp/settings.json|" CONFIG "/amp/settings.jsonc",
     .signs = CONFIG "/amp|.amp",
     .format = &app_format_json, .key = "amp.mcpServers", .entry = COMMAND_ARGS,
     .standing = APP_UNVERIFIED},
};

const size_t app_client_count = COUNT_OF(app_clients);

/* Names are gathered while looking, so that the error can list them all. */
Err app_client_find(Job *job, Str id, const AppClientRow **ret_row) {
  Buf known;
  buf_init(&known, job->arena, 4096);
  Str *ids = ARENA_ARRAY(job->arena, Str, app_client_count);
  for (size_t i = 0; i < app_client_count; i++) {
    const AppClientRow *row = &app_clients[i];
    if (str_eq_c(id, row->id) || (row->alias && str_eq_c(id, row->alias))) {
      *ret_row = row;
      return OK;
    }
    ids[i] = str_from_c(row->id);
    buf_add_format(&known, "%s%s", i ? ", " : "", row->id);
  }
  Str near = str_nearest(id, ids, app_client_count);
  return job_fail(job, ERR_USAGE, "no client is called '%.*s'%s%.*s%s; known: %.*s", STR_ARG(id),
                  near.len ? "; did you mean '" : "", STR_ARG(near), near.len ? "'?" : "",
                  STR_ARG(buf_str(&known)));
}

/* ---- places ---- */

/* "~/x", "$VARIABLE(otherwise)/x" or "x" beneath `root`; empty when it can't
 * be told. */
static Str expand(Arena *arena, Str form, Str root) {
  if (str_starts_with(form, STR("$"))) {
    size_t open = str_find_byte(form, '(');
    size_t close = str_find_byte(form, ')');
    Str value = place_env(str_to_c(arena, str_slice(form, 1, open)));
    /* A relative value would mean another place in every directory, and is treated
     * as if it were not set. */
    bool told = str_starts_with(value, STR("/"));
    Str base = told ? value : expand(arena, str_slice(form, open + 1, close), root);
    if (!base.len) return STR_EMPTY;
    Str rest = str_slice(form, close + 1, form.len);
    return file_join(arena, base, rest.len ? str_slice(rest, 1, rest.len) : STR("."));
  }
  if (str_starts_with(form, STR("~"))) {
    Str home = place_home(arena);
    if (!home.len) return STR_EMPTY;
    return file_join(arena, home, form.len > 2 ? str_slice(form, 2, form.len) : STR("."));
  }
  return root.len ? file_join(arena, root, form) : STR_EMPTY;
}

static bool any_exists(Arena *arena, const char *forms, Str root) {
  for (Str rest = str_from_c(forms); rest.len;) {
    Str path = expand(arena, str_cut(&rest, '|'), root);
    if (path.len && file_exists(path)) return true;
  }
  return false;
}

/* By a folder of its own, or a file that we would write: whoever has one has,
 * or had, the client. */
bool app_client_is_present(Arena *arena, const AppClientRow *row, Str root) {
  return any_exists(arena, row->signs, root) || any_exists(arena, row->user, root) ||
         any_exists(arena, row->project, root);
}

/* All alternatives, the first one first, for commands that look wherever an
 * entry could be. */
void app_client_add_targets(Arena *arena, const AppClientRow *row, bool project, Str root,
                            Str program, AppTargets *targets) {
  for (Str rest = str_from_c(project ? row->project : row->user); rest.len;) {
    Str path = expand(arena, str_cut(&rest, '|'), root);
    if (!path.len) continue;
    *vec_add(arena, targets) = (AppTarget){
        .id = str_from_c(row->id),
        .title = str_from_c(row->title),
        .path = path,
        .root = project ? root : STR_EMPTY,
        .format = row->format,
        .key = row->key,
        .entry = str_from_c(row->entry),
        .program = program,
        .standing = row->standing,
    };
  }
}

/* A file that exists is certainly the one the client reads; failing that, a
 * folder that exists shows which of several variants is installed. */
static size_t choose(const AppTargets *all) {
  for (size_t i = 0; i < all->len; i++) {
    if (file_exists(all->items[i].path)) return i;
  }
  for (size_t i = 0; i < all->len; i++) {
    if (file_exists(file_directory(all->items[i].path))) return i;
  }
  return 0;
}

/* The one file that init writes. */
Err app_client_target(Job *job, const AppClientRow *row, bool project, Str root, Str program,
                      AppTarget *ret_target) {
  if (!(project ? row->project : row->user)) {
    return job_fail(job, ERR_USAGE, "%s has no %s file; leave out --%s", row->title,
                    project ? "per-project" : "per-user", project ? "project" : "user");
  }
  AppTargets all = {0};
  app_client_add_targets(job->arena, row, project, root, program, &all);
  if (!all.len) {
    return job_fail(job, ERR_UNAVAILABLE, "%s: there is no %s to put its file in", row->title,
                    project ? "project" : "home directory");
  }
  *ret_target = all.items[choose(&all)];
  return OK;
}
