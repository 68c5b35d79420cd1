/* What the server offers besides tools: the workspace's files and fathom's
 * state as resources, and two prompts that put a first answer in front of a
 * model. */
#include "src/app/server_internal.h"
#include "src/index/index.h"
#include "src/os/file.h"
#include "src/os/root.h"
#include "src/os/secret.h"

#define FILE_PREFIX "fathom://file/"
#define FILE_MAX_BYTES ((size_t)1 << 20)
#define MAX_COMPLETIONS 100

/* ---- resources ---- */

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
  if (index > 0) return false;
  *ret_template = (McpResource){
      .uri = STR(FILE_PREFIX "{+path}"),
      .name = STR("file"),
      .title = STR("A file of the workspace"),
      .description = STR("The file at a path relative to the workspace root, up to 1 MB."),
  };
  return true;
}

static Err run_tool(ToolCall *call, Str name, const Json *args, Str *ret_text) {
  ToolResult result;
  TRY(tool_run(call->job, call->scope, call->client, name, args, &result));
  *ret_text = result.text;
  return OK;
}

bool app_resource_path(Arena *arena, Str uri, Str *ret_path) {
  return str_starts_with(uri, STR(FILE_PREFIX)) &&
         app_uri_decode(arena, str_slice(uri, sizeof(FILE_PREFIX) - 1, uri.len), ret_path);
}

static Err open_workspace(ToolCall *call, Str path, Root **ret_root) {
  Index *index;
  TRY(tool_workspace(call, path, &index));
  return root_open(call->job, index_root(index), ret_root);
}

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

static Err read_resource(void *context, ToolCall *call, Str uri, JsonWriter *contents) {
  (void)context;
  if (str_starts_with(uri, STR(FILE_PREFIX))) return read_file(call, uri, contents);
  if (!str_eq_c(uri, "fathom://status")) return ERR_NOT_FOUND;
  Str text;
  TRY(run_tool(call, STR("status"), NULL, &text));
  write_contents(contents, call->job->arena, uri, text);
  return OK;
}

/* ---- prompts ---- */

static bool prompt_at(void *context, Arena *arena, size_t index, McpPrompt *ret_prompt) {
  (void)context;
  (void)arena;
  static const McpPromptArgument locate_arguments[] = {
      {.name = {"name", 4}, .description = {"The symbol's name, or part of it.", 33}, .required = true}};
  static const McpPrompt prompts[] = {
      {.name = {"orient", 6},
       .title = {"Get to know this codebase", 25},
       .description = {"Lays out what is where, to plan from.", 37}},
      {.name = {"locate", 6},
       .title = {"Find and explain a symbol", 25},
       .description = {"Finds a definition by name and asks for an explanation.", 55},
       .arguments = locate_arguments,
       .argument_count = 1},
  };
  if (index >= COUNT_OF(prompts)) return false;
  *ret_prompt = prompts[index];
  return true;
}

static void write_message(JsonWriter *messages, Str text) {
  json_begin_object(messages);
  json_field_str(messages, "role", STR("user"));
  json_field_object(messages, "content");
  json_field_str(messages, "type", STR("text"));
  json_field_str(messages, "text", text);
  json_end_object(messages);
  json_end_object(messages);
}

static Err locate(ToolCall *call, const Json *arguments, JsonWriter *messages) {
  Job *job = call->job;
  Str name = json_get_str(arguments, STR("name"), STR_EMPTY);
  if (!name.len) return job_fail(job, ERR_USAGE, "the prompt 'locate' needs the argument 'name'");
  JsonMember member = {.name = STR("query"), .value = {.type = JSON_STRING, .text = name}};
  Json args = {.type = JSON_OBJECT, .count = 1, .members = &member};
  Str found;
  TRY(run_tool(call, STR("find"), &args, &found));
  write_message(messages,
                str_format(job->arena,
                           "Explain what `%.*s` does in this codebase and where it is used. Its "
                           "definitions, as fathom's index has them:\n\n%.*s",
                           STR_ARG(name), STR_ARG(found)));
  return OK;
}

static Err orient(ToolCall *call, JsonWriter *messages) {
  Str files;
  TRY(run_tool(call, STR("files"), NULL, &files));
  write_message(messages, str_format(call->job->arena,
                                     "Describe how this codebase is organised: its main parts, "
                                     "where execution starts, and where to look for what. Use "
                                     "fathom's tools for anything beyond this listing:\n\n%.*s",
                                     STR_ARG(files)));
  return OK;
}

static Err get_prompt(void *context, ToolCall *call, Str name, const Json *arguments,
                      JsonWriter *messages, Str *ret_description) {
  McpPrompt prompt;
  for (size_t i = 0; prompt_at(context, call->job->arena, i, &prompt); i++) {
    if (!str_eq(prompt.name, name)) continue;
    *ret_description = prompt.description;
    return prompt.argument_count ? locate(call, arguments, messages) : orient(call, messages);
  }
  return ERR_NOT_FOUND;
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

/* Names of symbols that fit what was typed, each once. */
static Err complete_name(ToolCall *call, Str typed, JsonWriter *values, size_t *ret_total) {
  Job *job = call->job;
  if (!typed.len) return OK;
  JsonMember members[] = {{.name = STR("query"), .value = {.type = JSON_STRING, .text = typed}},
                          {.name = STR("limit"), .value = {.type = JSON_NUMBER, .text = STR("100")}}};
  Json args = {.type = JSON_OBJECT, .count = COUNT_OF(members), .members = members};
  ToolResult result;
  const Json *fields;
  TRY(tool_run(job, call->scope, call->client, STR("find"), &args, &result));
  TRY(json_read(job, result.fields, NULL, &fields));
  const Json *matches = json_get(fields, STR("matches"));
  Map seen;
  map_init(&seen, job->arena);
  for (size_t i = 0; json_is(matches, JSON_ARRAY) && i < matches->count; i++) {
    Str name = json_get_str(&matches->items[i], STR("name"), STR_EMPTY);
    if (map_get(&seen, name)) continue;
    map_put(&seen, name, call);
    json_str(values, name);
    ++*ret_total;
  }
  return OK;
}

static Err complete(void *context, ToolCall *call, bool is_prompt, Str name, Str argument,
                    Str value, const Json *context_arguments, JsonWriter *values,
                    size_t *ret_total) {
  (void)context;
  (void)context_arguments;
  bool is_name = is_prompt && str_eq_c(name, "locate") && str_eq_c(argument, "name");
  bool is_path = !is_prompt && str_eq_c(name, FILE_PREFIX "{+path}") && str_eq_c(argument, "path");
  *ret_total = 0;
  if (is_name) return complete_name(call, value, values, ret_total);
  return is_path ? complete_path(call, value, values, ret_total) : ERR_NOT_FOUND;
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
      .prompt_at = prompt_at,
      .read = read_resource,
      .get_prompt = get_prompt,
      .complete = complete,
  };
  mcp_add_provider(server->mcp, &provider);
}
