/* Resources, prompts and completion: asks the providers in turn and wraps
 * what they write. */
#include "src/mcp/mcp_internal.h"

/* The protocol allows no more in one answer. */
enum { MAX_COMPLETIONS = 100 };

/* An open array for a provider to write into, and the call it is given. */
typedef struct Sheet {
  Buf items;
  JsonWriter writer;
  Buf blocks;
  ToolCall call;
} Sheet;

/* Providers write into an array that is open already; what else a call needs
 * is there, too, so that they can use what tools use. */
static void sheet_open(Sheet *sheet, McpRequest *request, const Json *arguments) {
  Arena *arena = &request->arena;
  buf_init(&sheet->items, arena, MCP_MAX_ANSWER);
  buf_init(&sheet->blocks, arena, MCP_MAX_ANSWER);
  json_writer_init(&sheet->writer, &sheet->items, 0);
  json_begin_array(&sheet->writer);
  sheet->call = (ToolCall){.job = &request->job, .args = arguments,
                           .scope = &request->peer->scope, .client = &request->client,
                           .blocks = &sheet->blocks};
}

/* The text lives in the request's arena. */
static Str sheet_close(Sheet *sheet) {
  json_end_array(&sheet->writer);
  return buf_str(&sheet->items);
}

/* A provider may have nothing for some clients; then it does not exist for
 * them. */
bool mcp_is_offered(const McpProvider *provider, const McpPeer *peer) {
  return !provider->is_offered || provider->is_offered(provider->context, &peer->scope);
}

/* False after the error was written. */
static bool is_offered(McpRequest *request, bool offered, const char *what) {
  if (!offered) mcp_error(request, MCP_METHOD_NOT_FOUND, "this server has no %s", what);
  return offered;
}

/* ---- resources ---- */

/* The code of this error differs between the eras; the words tell where to
 * look. */
static void answer_no_resource(McpRequest *request, Str uri) {
  Buf data;
  JsonWriter writer;
  bool is_modern = request->version == MCP_2026_07_28;
  buf_init(&data, &request->arena, MCP_MAX_ANSWER);
  json_writer_init(&writer, &data, 0);
  json_begin_object(&writer);
  json_field_str(&writer, "uri", uri);
  json_end_object(&writer);
  Str shown = mcp_shown(&request->arena, uri);
  mcp_error_data(request, is_modern ? MCP_INVALID_PARAMS : MCP_RESOURCE_NOT_FOUND, buf_str(&data),
                 "there is no resource '%.*s'; resources/list and resources/templates/list say "
                 "what there is", STR_ARG(shown));
}

/* The first that knows the resource; ERR_NOT_FOUND means "ask the next". */
static Err read_from_providers(McpRequest *request, Str uri, Str *ret_contents) {
  Mcp *mcp = request->mcp;
  for (size_t i = 0; i < mcp->providers.len; i++) {
    const McpProvider *provider = &mcp->providers.items[i];
    Sheet sheet;
    if (!provider->read || !mcp_is_offered(provider, request->peer)) continue;
    sheet_open(&sheet, request, NULL);
    Err err = provider->read(provider->context, &sheet.call, uri, &sheet.writer);
    if (err == ERR_NOT_FOUND) {
      job_forgive(&request->job);
      continue;
    }
    if (!err) *ret_contents = sheet_close(&sheet);
    return err;
  }
  return ERR_NOT_FOUND;
}

/* A provider that succeeds without contents is taken to have found nothing. */
void mcp_run_resources_read(McpRequest *request) {
  Str uri;
  Str contents = STR_EMPTY;
  if (!is_offered(request, request->mcp->has_resources, "resources")) return;
  if (!mcp_param_str(request, "uri", &uri) || !mcp_round_open(request)) return;
  Err err = read_from_providers(request, uri, &contents);
  if (err == ERR_NOT_FOUND || (!err && str_eq(contents, STR("[]")))) {
    answer_no_resource(request, uri);
  } else if (err) {
    mcp_error_from(request, err);
  } else {
    JsonWriter *writer = mcp_result_begin(request, STR("complete"));
    json_field_raw(writer, "contents", contents);
    mcp_result_end(request);
  }
}

/* ---- prompts ---- */

/* Prompts are told one by one, because a provider may make them up on
 * demand. */
static bool find_prompt(McpRequest *request, Str name, const McpProvider **ret_provider,
                        McpPrompt *ret_prompt) {
  Mcp *mcp = request->mcp;
  for (size_t i = 0; i < mcp->providers.len; i++) {
    const McpProvider *provider = &mcp->providers.items[i];
    if (!provider->prompt_at || !provider->get_prompt || !mcp_is_offered(provider, request->peer)) continue;
    for (size_t at = 0;; at++) {
      McpPrompt prompt = {0};
      if (!provider->prompt_at(provider->context, &request->arena, at, &prompt)) break;
      if (!str_eq(prompt.name, name)) continue;
      *ret_provider = provider;
      *ret_prompt = prompt;
      return true;
    }
  }
  return false;
}

/* Against what the prompt declares: arguments are strings, required ones are
 * there. Further ones are the provider's to judge. */
static bool check_arguments(McpRequest *request, const McpPrompt *prompt, const Json *arguments) {
  if (arguments && arguments->type != JSON_OBJECT) {
    mcp_error(request, MCP_INVALID_PARAMS, "params.arguments must be an object");
    return false;
  }
  for (size_t i = 0; arguments && i < arguments->count; i++) {
    if (arguments->members[i].value.type == JSON_STRING) continue;
    Str shown = mcp_shown(&request->arena, arguments->members[i].name);
    mcp_error(request, MCP_INVALID_PARAMS, "params.arguments.%.*s must be a string",
              STR_ARG(shown));
    return false;
  }
  for (size_t i = 0; i < prompt->argument_count; i++) {
    const McpPromptArgument *argument = &prompt->arguments[i];
    if (!argument->required || json_get(arguments, argument->name)) continue;
    mcp_error(request, MCP_INVALID_PARAMS, "the prompt '%.*s' needs the argument '%.*s'",
              STR_ARG(prompt->name), STR_ARG(argument->name));
    return false;
  }
  return true;
}

/* The description is the prompt's own, unless the provider has a better one
 * for these arguments. */
void mcp_run_prompts_get(McpRequest *request) {
  const Json *arguments = json_get(request->params, STR("arguments"));
  const McpProvider *provider = NULL;
  McpPrompt prompt = {0};
  Str name;
  if (!is_offered(request, request->mcp->has_prompts, "prompts")) return;
  if (!mcp_param_str(request, "name", &name)) return;
  if (!find_prompt(request, name, &provider, &prompt)) {
    Str shown = mcp_shown(&request->arena, name);
    mcp_error(request, MCP_INVALID_PARAMS,
              "there is no prompt '%.*s'; prompts/list says what there is", STR_ARG(shown));
    return;
  }
  if (!check_arguments(request, &prompt, arguments) || !mcp_round_open(request)) return;
  Sheet sheet;
  Str description = prompt.description;
  sheet_open(&sheet, request, arguments);
  Err err = provider->get_prompt(provider->context, &sheet.call, name, arguments, &sheet.writer,
                                 &description);
  if (err) {
    mcp_error_from(request, err);
    return;
  }
  JsonWriter *writer = mcp_result_begin(request, STR("complete"));
  if (description.len) json_field_str(writer, "description", description);
  json_field_raw(writer, "messages", sheet_close(&sheet));
  mcp_result_end(request);
}

/* ---- completion ---- */

/* False after the error was written. */
static bool read_wanted(McpRequest *request, McpCompletion *ret_wanted) {
  const Json *ref = json_get(request->params, STR("ref"));
  const Json *argument = json_get(request->params, STR("argument"));
  Str type = json_get_str(ref, STR("type"), STR_EMPTY);
  bool is_prompt = str_eq(type, STR("ref/prompt"));
  const Json *name = json_get(ref, is_prompt ? STR("name") : STR("uri"));
  const Json *argument_name = json_get(argument, STR("name"));
  const Json *value = json_get(argument, STR("value"));
  const Json *context = json_get_path(request->params, "context.arguments");
  if ((!is_prompt && !str_eq(type, STR("ref/resource"))) || !json_is(name, JSON_STRING)) {
    mcp_error(request, MCP_INVALID_PARAMS,
              "params.ref must be {\"type\":\"ref/prompt\",\"name\":...} or "
              "{\"type\":\"ref/resource\",\"uri\":...}");
    return false;
  }
  if (!json_is(argument_name, JSON_STRING) || !json_is(value, JSON_STRING) ||
      (context && context->type != JSON_OBJECT)) {
    mcp_error(request, MCP_INVALID_PARAMS, "params.argument must hold the strings name and value, "
              "and params.context.arguments, when given, an object");
    return false;
  }
  *ret_wanted = (McpCompletion){is_prompt, name->text, argument_name->text, value->text, context};
  return true;
}

/* Providers are asked in turn until one has something to say. The values are
 * read back to count them: a provider writes as many as it has. */
static Err complete_from_providers(McpRequest *request, const McpCompletion *wanted,
                                   const Json **ret_values, size_t *ret_total) {
  Mcp *mcp = request->mcp;
  for (size_t i = 0; i < mcp->providers.len; i++) {
    const McpProvider *provider = &mcp->providers.items[i];
    Sheet sheet;
    size_t total = 0;
    if (!provider->complete || !mcp_is_offered(provider, request->peer)) continue;
    sheet_open(&sheet, request, NULL);
    Err err = provider->complete(provider->context, &sheet.call, wanted, &sheet.writer, &total);
    if (err == ERR_NOT_FOUND) {
      job_forgive(&request->job);
      continue;
    }
    TRY(err);
    TRY(json_read(&request->job, sheet_close(&sheet), NULL, ret_values));
    *ret_total = total > (*ret_values)->count ? total : (*ret_values)->count;
    return OK;
  }
  Str shown = mcp_shown(&request->arena, wanted->name);
  return job_fail(&request->job, ERR_NOT_FOUND, "there is no %s '%.*s' to complete",
                  wanted->is_prompt ? "prompt" : "resource template", STR_ARG(shown));
}

/* `total` is what there is, though only a hundred are told. */
void mcp_run_complete(McpRequest *request) {
  McpCompletion wanted;
  const Json *values = NULL;
  size_t total = 0;
  if (!is_offered(request, request->mcp->has_completion, "completion")) return;
  if (!read_wanted(request, &wanted)) return;
  Err err = complete_from_providers(request, &wanted, &values, &total);
  if (err) {
    mcp_error_from(request, err);
    return;
  }
  size_t count = values->count < MAX_COMPLETIONS ? values->count : MAX_COMPLETIONS;
  JsonWriter *writer = mcp_result_begin(request, STR("complete"));
  json_field_object(writer, "completion");
  json_field_array(writer, "values");
  for (size_t i = 0; i < count; i++) json_value(writer, &values->items[i]);
  json_end_array(writer);
  json_field_int(writer, "total", (int64_t)total);
  json_field_bool(writer, "hasMore", total > count);
  json_end_object(writer);
  mcp_result_end(request);
}
