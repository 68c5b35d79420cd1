/* What the server offers besides tools: the workspace's files, its symbols and
 * fathom's state as resources, the prompts, and completion for both. */
#include "src/app/serving/prompts_internal.h"
#include "src/app/serving/server_internal.h"
#include "src/index/index.h"
#include "src/os/file.h"
#include "src/os/root.h"
#include "src/os/secret.h"

#define FILE_PREFIX "fathom://file/"
#define SYMBOL_PREFIX "fathom://symbol/"
#define FILE_MAX_BYTES ((size_t)1 << 20)
#define MAX_COMPLETIONS 100

/* ---- resources ---- */

/* The one resource that is listed; the others are templates, as there are too
 * many files and symbols to list. */
static bool resource_at(void *context, Arena *arena, size_t index, McpResource *ret_resource) {
  (void)context;
  (void)arena;
  if (index > 0) return false;
  *ret_resource = (McpResource){
      .uri = STR("fathom://status"),
      .name = STR("status"),
      .title = STR("Index status"),
      .description = STR("What is indexed, how fresh it is, and what is left out and why."),
      .mime_type = STR("text/plain"),
  };
  return true;
}

static bool template_at(void *context, Arena *arena, size_t index, McpResource *ret_template) {
  (void)context;
  (void)arena;
  static const McpResource templates[] = {
      {.uri = {FILE_PREFIX "{+path}", sizeof(FILE_PREFIX "{+path}") - 1},
       .name = {"file", 4},
       .title = {"A file of the workspace", 23},
       .description = {"The file at a path relative to the workspace root, up to 1 MB.", 62}},
      {.uri = {SYMBOL_PREFIX "{+qualified}", sizeof(SYMBOL_PREFIX "{+qualified}") - 1},
       .name = {"symbol", 6},
       .title = {"A symbol's source", 17},
       .description = {"The source of a symbol by name: name, Type.member or path/file:name.", 68},
       .mime_type = {"text/plain", 10}},
  };
  if (index >= COUNT_OF(templates)) return false;
  *ret_template = templates[index];
  return true;
}

bool app_resource_path(Arena *arena, Str uri, Str *ret_path) {
  return str_starts_with(uri, STR(FILE_PREFIX)) &&
         app_uri_decode(arena, str_slice(uri, sizeof(FILE_PREFIX) - 1, uri.len), ret_path);
}

/* Through the ToolScope, so that what the client may see is decided as for any
 * tool. */
static Err open_workspace(ToolCall *call, Str path, Root **ret_root) {
  Index *index;
  TRY(tool_workspace(call, path, &index));
  return root_open(call->job, index_root(index), ret_root);
}

/* Text as text, anything else in base64. */
static void write_contents(JsonWriter *contents, Arena *arena, Str uri, Str text) {
  bool is_text = str_is_utf8(text);
  json_begin_object(contents);
  json_field_str(contents, "uri", uri);
  json_field_str(contents, "mimeType", is_text ? STR("text/plain") : STR("application/octet-stream"));
  json_field_str(contents, is_text ? "text" : "blob", is_text ? text : secret_base64(arena, text));
  json_end_object(contents);
}

static Err read_file(ToolCall *call, Str uri, JsonWriter *contents) {
  Job *job = call->job;
  Str path, text;
  if (!app_resource_path(job->arena, uri, &path)) {
    return job_fail(job, ERR_USAGE, "'%.*s' is no well-formed URI", STR_ARG(uri));
  }
  Root *root = NULL;
  Err err = open_workspace(call, path, &root);
  if (!err) err = root_read(job, root, path, FILE_MAX_BYTES, &text);
  if (root) root_close(root);
  if (err) return err;
  write_contents(contents, job->arena, uri, text);
  return OK;
}

/* What zoom shows of it as text, when it means a symbol. */
static Err read_symbol(ToolCall *call, Str uri, JsonWriter *contents) {
  Job *job = call->job;
  Str name;
  ToolResult result;
  const Json *fields;
  if (!app_uri_decode(job->arena, str_slice(uri, sizeof(SYMBOL_PREFIX) - 1, uri.len), &name) || !name.len) {
    return job_fail(job, ERR_USAGE, "'%.*s' is no well-formed URI", STR_ARG(uri));
  }
  JsonMember members[] = {{.name = STR("target"), .value = {.type = JSON_STRING, .text = name}},
                          {.name = STR("depth"), .value = {.type = JSON_NUMBER, .text = STR("2")}}};
  Json args = {.type = JSON_OBJECT, .count = COUNT_OF(members), .members = members};
  TRY(tool_run(job, call->scope, call->client, STR("core.zoom"), &args, &result));
  TRY(json_read(job, result.fields, NULL, &fields));
  if (!str_eq_c(json_get_str(fields, STR("is"), STR_EMPTY), "symbol")) return ERR_NOT_FOUND;
  write_contents(contents, job->arena, uri, str_visible(job->arena, result.text));
  return OK;
}

/* ERR_NOT_FOUND without words: another provider may have it. */
static Err read_resource(void *context, ToolCall *call, Str uri, JsonWriter *contents) {
  (void)context;
  ToolResult result;
  if (str_starts_with(uri, STR(FILE_PREFIX))) return read_file(call, uri, contents);
  if (str_starts_with(uri, STR(SYMBOL_PREFIX))) return read_symbol(call, uri, contents);
  if (!str_eq_c(uri, "fathom://status")) return ERR_NOT_FOUND;
  TRY(tool_run(call->job, call->scope, call->client, STR("core.status"), NULL, &result));
  write_contents(contents, call->job->arena, uri, result.text);
  return OK;
}

/* ---- completion ---- */

/* Entries of the directory that the path typed so far lies in. */
static Err complete_path(ToolCall *call, Str typed, JsonWriter *values, size_t *ret_total) {
  size_t slash = str_find_last_byte(typed, '/');
  Str directory = slash == STR_NONE ? STR_EMPTY : str_slice(typed, 0, slash);
  Str start = slash == STR_NONE ? typed : str_slice(typed, slash + 1, typed.len);
  FileEntries entries = {0};
  Root *root = NULL;
  Err err = open_workspace(call, STR_EMPTY, &root);
  if (!err) err = root_list(call->job, root, directory, &entries);
  if (root) root_close(root);
  if (err == ERR_NOT_FOUND || err == ERR_OUTSIDE) {
    job_forgive(call->job); /* nothing to offer there */
    return OK;
  }
  if (err) return err;
  for (size_t i = 0; i < entries.len; i++) {
    const FileEntry *entry = &entries.items[i];
    bool hidden = entry->name.ptr[0] == '.' && !str_starts_with(start, STR("."));
    if (hidden || !str_starts_with(entry->name, start) || !str_is_utf8(entry->name)) continue;
    Str value = str_format(call->job->arena, "%.*s%s%.*s%s", STR_ARG(directory),
                           directory.len ? "/" : "", STR_ARG(entry->name),
                           entry->kind == FILE_DIRECTORY ? "/" : "");
    if (++*ret_total <= MAX_COMPLETIONS) json_str(values, value);
  }
  return OK;
}

/* Names of symbols that fit what was typed, each once; with what they belong
 * to where the name alone would not do. */
static Err complete_name(ToolCall *call, Str typed, bool qualified, JsonWriter *values, size_t *ret_total) {
  Job *job = call->job;
  if (!typed.len) return OK;
  JsonMember members[] = {{.name = STR("query"), .value = {.type = JSON_STRING, .text = typed}},
                          {.name = STR("limit"), .value = {.type = JSON_NUMBER, .text = STR("100")}}};
  Json args = {.type = JSON_OBJECT, .count = COUNT_OF(members), .members = members};
  ToolResult result;
  const Json *fields;
  TRY(tool_run(job, call->scope, call->client, STR("core.find"), &args, &result));
  TRY(json_read(job, result.fields, NULL, &fields));
  const Json *matches = json_get(fields, STR("matches"));
  Map seen;
  map_init(&seen, job->arena);
  for (size_t i = 0; json_is(matches, JSON_ARRAY) && i < matches->count; i++) {
    Str name = json_get_str(&matches->items[i], STR("name"), STR_EMPTY);
    Str container = json_get_str(&matches->items[i], STR("container"), STR_EMPTY);
    if (qualified && container.len) name = str_format(job->arena, "%.*s.%.*s", STR_ARG(container), STR_ARG(name));
    if (map_get(&seen, name)) continue;
    map_put(&seen, name, call);
    json_str(values, name);
    ++*ret_total;
  }
  return OK;
}

/* Only what we can complete well: paths and names. Everything else has no
 * values, which is an answer. */
static Err complete(void *context, ToolCall *call, const McpCompletion *wanted, JsonWriter *values, size_t *ret_total) {
  (void)context;
  Str name = wanted->name, argument = wanted->argument, value = wanted->value;
  *ret_total = 0;
  if (wanted->is_prompt) return app_prompt_names_symbol(name, argument) ? complete_name(call, value, false, values, ret_total) : ERR_NOT_FOUND;
  if (str_eq_c(name, FILE_PREFIX "{+path}") && str_eq_c(argument, "path")) return complete_path(call, value, values, ret_total);
  bool is_symbol = str_eq_c(name, SYMBOL_PREFIX "{+qualified}") && str_eq_c(argument, "qualified");
  return is_symbol ? complete_name(call, value, true, values, ret_total) : ERR_NOT_FOUND;
}

static void subscribed(void *context, ToolScope *scope, Str uri) {
  AppServer *server = context;
  app_updates_add(server->updates, scope->context, uri);
}

void app_add_resources(AppServer *server) {
  McpProvider provider = {
      .context = server,
      .subscribed = subscribed,
      .resource_at = resource_at,
      .template_at = template_at,
      .prompt_at = app_prompt_at,
      .read = read_resource,
      .get_prompt = app_prompt_get,
      .complete = complete,
  };
  mcp_add_provider(server->mcp, &provider);
}
