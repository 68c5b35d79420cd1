/* What language servers say about a file as resources: its diagnostics, and
 * what stands at a place of it. Read by running the tools that answer the same
 * questions, so that trust, limits and words are theirs. */
#include "src/app/serving/prompts_internal.h"
#include "src/app/serving/server_resources_internal.h"
#include "src/os/file.h"

#define QUERY "?line={line}&column={column}&language_id={language_id}"
#define DIAGNOSTICS "lsp-diagnostics:///"
#define HOVER "lsp-hover:///"
#define COMPLETIONS "lsp-completions:///"

bool app_is_diagnostics_uri(Str uri) { return str_starts_with(uri, STR(DIAGNOSTICS)); }

bool app_diagnostics_path(Arena *arena, Str uri, Str *ret_path) {
  return app_is_diagnostics_uri(uri) && app_uri_decode(arena, str_slice(uri, sizeof(DIAGNOSTICS) - 1, uri.len), ret_path);
}

/* ---- lists ---- */

/* Offered only where the tools behind it are: other clients have never heard
 * of these addresses. */
static bool is_lsp_profile(void *context, const ToolScope *scope) {
  (void)context;
  return str_eq_c(scope->policy->profile, "agent-lsp") || str_eq_c(scope->policy->profile, "full");
}

static bool resource_at(void *context, Arena *arena, size_t index, McpResource *ret_resource) {
  (void)context;
  (void)arena;
  if (index > 0) return false;
  *ret_resource = (McpResource){
      .uri = STR(DIAGNOSTICS),
      .name = STR("diagnostics"),
      .title = STR("Diagnostics of all files"),
      .description = STR("What the language servers that run say is wrong, file by file. Can be subscribed to."),
      .mime_type = STR("application/json"),
  };
  return true;
}

static bool template_at(void *context, Arena *arena, size_t index, McpResource *ret_template) {
  (void)context;
  (void)arena;
  static const struct {
    const char *uri, *name, *title, *description, *mime_type;
  } rows[] = {
      {DIAGNOSTICS "{filePath}", "file-diagnostics", "Diagnostics of a file",
       "What a file's language server says is wrong with it. Without a path: of all files. Can be subscribed to.", "application/json"},
      {HOVER "{filePath}" QUERY, "hover", "What stands at a place", "Type and documentation of what stands at a line and column, from 1.",
       "text/plain"},
      {COMPLETIONS "{filePath}" QUERY, "completions", "What fits at a place",
       "What could be written at a line and column, from 1.", "application/json"},
  };
  if (index >= COUNT_OF(rows)) return false;
  *ret_template = (McpResource){.uri = str_from_c(rows[index].uri), .name = str_from_c(rows[index].name),
                                .title = str_from_c(rows[index].title), .description = str_from_c(rows[index].description),
                                .mime_type = str_from_c(rows[index].mime_type)};
  return true;
}

/* ---- reading ---- */

/* Of a tool. */
typedef struct Arguments {
  JsonMember items[4];
  size_t len;
} Arguments;

static void add_argument(Arguments *arguments, const char *name, JsonType type, Str text) {
  arguments->items[arguments->len++] = (JsonMember){.name = str_from_c(name), .value = {.type = type, .text = text}};
}

/* A path is one of the workspace, or an absolute one that leads into it. By
 * their text: what is outside must not make a difference. */
static Err add_path(ToolCall *call, Str path, Arguments *arguments) {
  Arena *arena = call->job->arena;
  Index *index;
  if (!str_starts_with(path, STR("/"))) {
    TRY(tool_workspace(call, STR_EMPTY, &index));
    Str absolute = str_format(arena, "/%.*s", STR_ARG(path)), rest;
    bool is_within = file_beneath(index_root(index), absolute, &rest);
    path = is_within ? absolute : file_join(arena, index_root(index), path);
  }
  add_argument(arguments, "file_path", JSON_STRING, path);
  return OK;
}

/* What a template leaves out of its address is said here in full. */
static Err fail_uri(Job *job, Str uri) {
  return job_fail(job, ERR_USAGE, "'%.*s' is no well-formed URI; it takes a path, and after it %s with numbers from 1 (language_id may be "
                  "left out)", STR_ARG(str_shown(job->arena, uri, 300)), "?line=N&column=N&language_id=ID");
}

/* line=3&column=5&language_id=go */
static Err add_query(Job *job, Str uri, Str query, Arguments *arguments) {
  bool has_line = false, has_column = false, has_language = false;
  while (query.len) {
    Str value = str_cut(&query, '&'), plain;
    Str name = str_cut(&value, '=');
    int64_t number;
    if (!app_uri_decode(job->arena, value, &plain)) return fail_uri(job, uri);
    bool is_line = str_eq_c(name, "line") && !has_line, is_column = str_eq_c(name, "column") && !has_column;
    if (is_line || is_column) {
      if (!str_to_int(plain, &number) || number < 1) return fail_uri(job, uri);
      add_argument(arguments, is_line ? "line" : "column", JSON_NUMBER, str_format(job->arena, "%lld", (long long)number));
      has_line |= is_line;
      has_column |= is_column;
    } else if (str_eq_c(name, "language_id") && !has_language) {
      has_language = true;
      if (plain.len) add_argument(arguments, "language_id", JSON_STRING, plain);
    } else {
      return fail_uri(job, uri);
    }
  }
  return has_line && has_column ? OK : fail_uri(job, uri);
}

/* By the qualified name, because another profile may have a tool that is
 * called the same. */
static Err run_tool(ToolCall *call, const char *tool, const Arguments *arguments, ToolResult *ret_result) {
  Json args = {.type = JSON_OBJECT, .count = arguments->len, .members = arguments->items};
  return tool_run(call->job, call->scope, call->client, str_format(call->job->arena, "agent-lsp.%s", tool), &args, ret_result);
}

static void write_text(JsonWriter *contents, Str uri, const char *mime_type, Str text) {
  json_begin_object(contents);
  json_field_str(contents, "uri", uri);
  json_field_str(contents, "mimeType", str_from_c(mime_type));
  json_field_str(contents, "text", text);
  json_end_object(contents);
}

static Err read_diagnostics(ToolCall *call, Str uri, JsonWriter *contents) {
  Arguments arguments = {0};
  ToolResult result;
  Str path;
  if (!app_diagnostics_path(call->job->arena, uri, &path)) return fail_uri(call->job, uri);
  if (path.len) TRY(add_path(call, path, &arguments));
  TRY(run_tool(call, "get_diagnostics", &arguments, &result));
  write_text(contents, uri, "application/json", result.fields);
  return OK;
}

/* A place: the path, then the question mark, which stands in no path unescaped. */
static Err read_place(ToolCall *call, Str uri, Str rest, const char *tool, ToolResult *ret_result) {
  Arguments arguments = {0};
  Str path, decoded;
  size_t mark = str_find_byte(rest, '?');
  if (mark == STR_NONE) return fail_uri(call->job, uri);
  path = str_slice(rest, 0, mark);
  if (!app_uri_decode(call->job->arena, path, &decoded) || !decoded.len) return fail_uri(call->job, uri);
  TRY(add_path(call, decoded, &arguments));
  TRY(add_query(call->job, uri, str_slice(rest, mark + 1, rest.len), &arguments));
  return run_tool(call, tool, &arguments, ret_result);
}

static Err read_hover(ToolCall *call, Str uri, JsonWriter *contents) {
  ToolResult result;
  const Json *fields;
  TRY(read_place(call, uri, str_slice(uri, sizeof(HOVER) - 1, uri.len), "inspect_symbol", &result));
  TRY(json_read(call->job, result.fields, NULL, &fields));
  write_text(contents, uri, "text/plain", json_get_str(fields, STR("hover"), STR_EMPTY));
  return OK;
}

static Err read_completions(ToolCall *call, Str uri, JsonWriter *contents) {
  ToolResult result;
  TRY(read_place(call, uri, str_slice(uri, sizeof(COMPLETIONS) - 1, uri.len), "get_completions", &result));
  write_text(contents, uri, "application/json", result.fields);
  return OK;
}

/* ERR_NOT_FOUND without words: another provider may have it. */
static Err read_resource(void *context, ToolCall *call, Str uri, JsonWriter *contents) {
  (void)context;
  if (app_is_diagnostics_uri(uri)) return read_diagnostics(call, uri, contents);
  if (str_starts_with(uri, STR(HOVER))) return read_hover(call, uri, contents);
  return str_starts_with(uri, STR(COMPLETIONS)) ? read_completions(call, uri, contents) : ERR_NOT_FOUND;
}

void app_add_server_resources(AppServer *server, AppServerNews *news) {
  McpProvider provider = {
      .context = news,
      .is_offered = is_lsp_profile,
      .resource_at = resource_at,
      .template_at = template_at,
      .read = read_resource,
      .prompt_at = app_skill_at,
      .get_prompt = app_skill_get,
      .subscribed = app_server_news_subscribed,
  };
  mcp_add_provider(server->mcp, &provider);
}
