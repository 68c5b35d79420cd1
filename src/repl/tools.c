/* The tools that a session offers, read from its answer to ping. Whatever a
 * gate says, what comes out has names that are ours to give out, words that
 * move no cursor and schemas of bounded size; what does not fit is refused, one
 * tool at a time, with the reason. */
#include "src/repl/repl_internal.h"

#define TOOLS_LOOKED_AT 1000 /* of one answer */
#define TOOL_NAME_MAX 40     /* clients take 64, and the namespace stands before it */
#define NAMESPACE_MAX 32
#define LISTED_MAX ((size_t)64 << 10) /* bytes of all tools of a session */
#define REASON_MAX 2000
#define SHOWN 60

static bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
static bool is_namespace(Str text) {
  bool is_good = text.len > 0 && text.len <= NAMESPACE_MAX && is_lower(text.ptr[0]);
  for (size_t i = 0; is_good && i < text.len; i++) is_good = is_lower(text.ptr[i]) || byte_is_digit(text.ptr[i]) || text.ptr[i] == '_';
  return is_good;
}

/* No dot: what follows the first one would look like another owner's. */
static bool is_tool_name(Str name) {
  return name.len <= TOOL_NAME_MAX && repl_is_argument(name) && str_find_byte(name, '.') == STR_NONE;
}

static bool has_tool(const ReplTools *tools, Str name) {
  for (size_t i = 0; i < tools->len; i++) {
    if (str_eq(tools->items[i].name, name)) return true;
  }
  return false;
}

/* Lines of a docstring become one: a listing has no room for its layout. */
static Str one_line(Arena *arena, Str text) {
  Buf words;
  buf_init(&words, arena, 4 * REPL_DESCRIPTION_MAX);
  while (text.len && words.len < REPL_DESCRIPTION_MAX) {
    Str line = str_trim(str_cut(&text, '\n'));
    if (line.len) buf_add_format(&words, "%s%.*s", words.len ? " " : "", STR_ARG(str_head(line, REPL_DESCRIPTION_MAX)));
  }
  return str_shown(arena, buf_str(&words), REPL_DESCRIPTION_MAX);
}

static Err read_tool(Job *job, const Json *spelled, const ReplTools *before, ReplTool *ret_tool) {
  Str name = json_get_str(spelled, STR("name"), STR_EMPTY);
  const Json *schema = json_get(spelled, STR("schema"));
  if (!is_tool_name(name)) {
    return job_fail(job, ERR_USAGE, "1 to %d letters, digits and _ name a tool", TOOL_NAME_MAX);
  }
  if (has_tool(before, name)) return job_fail(job, ERR_EXISTS, "it is there twice");
  if (before->len == REPL_TOOLS_MAX) return job_fail(job, ERR_TOO_LARGE, "a session has at most %d tools", REPL_TOOLS_MAX);
  *ret_tool = (ReplTool){.name = name, .description = one_line(job->arena, json_get_str(spelled, STR("description"), STR_EMPTY))};
  TRY(repl_schema_clean(job, schema, true, &ret_tool->schema));
  return repl_schema_clean(job, schema, false, &ret_tool->checked);
}

static void refuse(Job *job, ReplTools *tools, Buf *reasons, const Json *spelled, Err err) {
  Str name = str_shown(job->arena, json_get_str(spelled, STR("name"), STR("?")), SHOWN);
  Str why = job_message(job, err);
  tools->refused++;
  if (!reasons->overflow) buf_add_format(reasons, "%s%.*s: %.*s", reasons->len ? "; " : "", STR_ARG(name), STR_ARG(why));
  job_forgive(job);
}

Err repl_tools_read(Job *job, const Json *answer, ReplTools *ret_tools) {
  const Json *listed = json_get(answer, STR("tools"));
  ReplTools tools = {.space = json_get_str(answer, STR("namespace"), STR_EMPTY)};
  Buf reasons;
  size_t bytes = 0;
  if (!json_is(listed, JSON_ARRAY) || !listed->count) {
    *ret_tools = (ReplTools){0};
    return OK;
  }
  if (!is_namespace(tools.space)) {
    return job_fail(job, ERR_USAGE, "'%.*s' is no namespace for tools: 1 to %d of a-z, 0-9 and _, a letter first",
                    STR_ARG(str_shown(job->arena, tools.space, SHOWN)), NAMESPACE_MAX);
  }
  buf_init(&reasons, job->arena, REASON_MAX);
  for (size_t i = 0; i < listed->count && i < TOOLS_LOOKED_AT; i++) {
    ReplTool tool;
    if (str_starts_with(json_get_str(&listed->items[i], STR("name"), STR_EMPTY), STR("__"))) continue; /* the program's own */
    Err err = read_tool(job, &listed->items[i], &tools, &tool);
    size_t size = err ? 0 : tool.schema.len + tool.description.len;
    if (!err && bytes + size > LISTED_MAX) err = job_fail(job, ERR_TOO_LARGE, "the tools of a session have %zu bytes in all", LISTED_MAX);
    bytes += err ? 0 : size;
    if (err) refuse(job, &tools, &reasons, &listed->items[i], err);
    else *vec_add(job->arena, &tools) = tool;
  }
  tools.reasons = buf_str(&reasons);
  *ret_tools = tools;
  return OK;
}

Err repl_tools(Job *job, ReplHub *hub, Str key, ReplTools *ret_tools) {
  ReplLine *line;
  ReplRequest request;
  const Json *answer;
  TRY(repl_line_take_aside(job, hub, key, &line));
  repl_request_begin(&request, job->arena, "ping");
  Err err = repl_line_ask(job, line, repl_request_end(&request), &answer);
  repl_line_give(hub, key, line, !err);
  return err ? err : repl_tools_read(job, answer, ret_tools);
}
