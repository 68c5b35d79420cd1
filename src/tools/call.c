/* call: one listed tool that makes the unlisted ones reachable. Without a name
 * it searches them, with a name it describes or runs one. Clients grant
 * permission by the listed name, so it runs only what changes nothing. */
#include <stdlib.h>
#include <string.h>

#include "src/tools/tool_internal.h"

enum { LIST_MAX_BYTES = 12000, QUERY_WORDS_MAX = 16 };

/* ---- searching ---- */

typedef struct Hit {
  const Tool *tool;
  int score;
} Hit;

static Str lower(Arena *arena, Str text) {
  char *copy = str_to_c(arena, text);
  for (size_t i = 0; i < text.len; i++) {
    if (copy[i] >= 'A' && copy[i] <= 'Z') copy[i] = (char)(copy[i] + ('a' - 'A'));
  }
  return (Str){copy, text.len};
}

static Str next_query_word(Str *rest) {
  size_t start = 0;
  while (start < rest->len && strchr(" \t\n,;.:?!\"'()", rest->ptr[start]))
    start++;
  size_t end = start;
  while (end < rest->len && !strchr(" \t\n,;.:?!\"'()", rest->ptr[end]))
    end++;
  Str word = str_slice(*rest, start, end);
  *rest = str_slice(*rest, end, rest->len);
  return word;
}

/* Without the endings that words take: "implementers" and "implements" meet
 * in "implement". */
static Str stem(Str word) {
  static const Str endings[] = {STR("ations"), STR("ation"), STR("ers"), STR("ing"), STR("er"), STR("ed"), STR("es"), STR("s")};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    if (word.len >= endings[i].len + 4 && str_ends_with(word, endings[i])) return str_slice(word, 0, word.len - endings[i].len);
  }
  return word;
}

/* "co-change" is written `cochange` in names. */
static Str without_dashes(Arena *arena, Str word) {
  char *copy = str_to_c(arena, word);
  size_t len = 0;
  for (size_t i = 0; i < word.len; i++) {
    if (word.ptr[i] != '-' && word.ptr[i] != '_') copy[len++] = word.ptr[i];
  }
  return (Str){copy, len};
}

/* Higher is nearer; 0: no word of the query occurs. */
static int score_tool(Arena *arena, const Tool *tool, Str query) {
  Str name = lower(arena, str_from_c(tool->name));
  Str title = lower(arena, str_from_c(tool->title));
  Str summary = lower(arena, str_from_c(tool->summary));
  Str plain = without_dashes(arena, name);
  int score = 0;
  for (int i = 0; i < QUERY_WORDS_MAX && query.len; i++) {
    Str word = next_query_word(&query);
    if (str_eq(name, word)) score += 16;
    if (word.len < 3) continue; /* "a", "of": in everything */
    word = stem(word);
    if (str_contains(name, word) || str_contains(plain, without_dashes(arena, word))) score += 4;
    if (str_contains(title, word)) score += 2;
    if (str_contains(summary, word)) score += 2;
  }
  return score;
}

static int compare_hits(const void *a, const void *b) {
  const Hit *x = a;
  const Hit *y = b;
  if (x->score != y->score) return x->score < y->score ? 1 : -1;
  return strcmp(x->tool->name, y->tool->name);
}

static bool can_run(const Tool *tool) {
  return tool->flags & TOOL_READ_ONLY;
}

/* Unlisted ones that fit the query, best first. */
static size_t find_hits(ToolCall *call, const ToolList *all, const ToolList *listed, Hit *hits) {
  Arena *arena = call->job->arena;
  Str query = lower(arena, tool_arg_str(call, "query"));
  size_t count = 0;
  for (size_t i = 0; i < all->count; i++) {
    const Tool *tool = all->items[i];
    bool is_listed = tool == call->tool;
    for (size_t j = 0; j < listed->count && !is_listed; j++)
      is_listed = listed->items[j] == tool;
    int score = query.len ? score_tool(arena, tool, query) : 1;
    if (!is_listed && score) hits[count++] = (Hit){tool, score};
  }
  qsort(hits, count, sizeof *hits, compare_hits);
  /* A word that half of the tools share says little beside better hits. */
  while (query.len && count > 1 && hits[count - 1].score * 5 < hits[0].score) count--;
  return count;
}

static void write_hits(ToolCall *call, const Hit *hits, size_t count) {
  ToolScope *scope = call->scope;
  size_t shown = 0;
  for (; shown < count && call->text->len < LIST_MAX_BYTES; shown++) {
    const Tool *tool = hits[shown].tool;
    Str name = tool_callable_name(call->job->arena, scope->registry, scope->policy, tool);
    const char *mark = can_run(tool) ? "" : " [must be listed to be used]";
    buf_add_format(call->text, "%.*s: %s%s\n", STR_ARG(name), tool->summary, mark);
    json_begin_object(call->fields);
    json_field_str(call->fields, "name", name);
    json_field_str(call->fields, "summary", str_from_c(tool->summary));
    json_field_bool(call->fields, "readOnly", can_run(tool));
    json_end_object(call->fields);
  }
  if (shown < count)
    buf_add_format(call->text, "%zu more; narrow them down with query.\n", count - shown);
}

static Err search(ToolCall *call) {
  ToolScope *scope = call->scope;
  Arena *arena = call->job->arena;
  ToolList all = tool_list(arena, scope->registry, scope->policy, false);
  ToolList listed = tool_list(arena, scope->registry, scope->policy, true);
  Hit *hits = ARENA_ARRAY(arena, Hit, all.count);
  size_t count = find_hits(call, &all, &listed, hits);
  Str query = tool_arg_str(call, "query");
  if (count) {
    buf_add_format(
        call->text,
        "%zu unlisted tool%s. Give name to see one's arguments, name and arguments to run it.\n\n",
        count, count == 1 ? "" : "s");
  } else if (query.len) {
    buf_add_format(call->text, "No unlisted tool fits '%.*s'. Without query all are named.\n",
                   STR_ARG(str_shown(arena, query, TOOL_SHOWN_WORD)));
  } else {
    buf_add_c(call->text, "Every tool is listed already.\n");
  }
  json_field_array(call->fields, "tools");
  write_hits(call, hits, count);
  json_end_array(call->fields);
  tool_list_release(scope->registry, &all);
  tool_list_release(scope->registry, &listed);
  return OK;
}

/* ---- describing ---- */

static bool has_required(const ToolField *fields) {
  for (const ToolField *field = fields; field && field->name; field++) {
    if (field->required) return true;
  }
  return false;
}

static void add_example(ToolCall *call, const Tool *tool, Str name) {
  const Json *args;
  if (!tool->example || tool_args_from_example(call->job, tool, &args)) return;
  buf_add_format(call->text, "\nExample: name \"%.*s\", arguments %.*s\n", STR_ARG(name),
                 STR_ARG(json_spell(call->job->arena, args)));
}

static Err describe(ToolCall *call, const Tool *tool, Str name, const ToolField *fields) {
  buf_add_format(call->text, "%.*s: %s\n", STR_ARG(name), tool->summary);
  if (tool->help) buf_add_format(call->text, "\n%s\n", tool->help);
  buf_add_c(call->text, "\nArguments:\n");
  for (const ToolField *field = fields; field && field->name; field++) {
    buf_add_format(call->text, "- %s: ", field->name);
    tool_add_meaning(call->text, field);
    buf_add_byte(call->text, '\n');
  }
  add_example(call, tool, name);
  json_field_str(call->fields, "name", name);
  json_name(call->fields, STR("description"));
  tool_write_listing(call->fields, tool, false);
  return OK;
}

/* ---- running ---- */

static Err refuse_writing(ToolCall *call, const Tool *tool, Str name) {
  if (tool_is_listed(call->scope->policy, tool)) {
    return job_fail(
        call->job, ERR_DENIED,
        "'%.*s' can change or execute something, and call runs only read-only tools; it is "
        "listed, so use it directly",
        STR_ARG(name));
  }
  return job_fail(
      call->job, ERR_DENIED,
      "'%.*s' can change or execute something, and call runs only read-only tools; have it "
      "listed with --tools, --toolsets or --profile and use it directly",
      STR_ARG(name));
}

static Err run_other(ToolCall *call, const Tool *tool, Str name) {
  ToolResult result;
  const Json *args = tool_arg(call, "arguments");
  TRY(tool_run_found(call->job, call->scope, call->client, tool, args, &result));
  buf_add(call->text, result.text);
  if (result.blocks.len) tool_add_block(call, result.blocks);
  json_field_str(call->fields, "name", name);
  if (result.fields.len) json_field_raw(call->fields, "result", result.fields);
  return OK;
}

static Err describe_or_run(ToolCall *call, const Tool *tool, Str name) {
  if (tool == call->tool) {
    return job_fail(call->job, ERR_USAGE,
                    "call cannot run itself; name another tool, or none to see them");
  }
  TRY(tool_allow(call->job, call->scope->policy, tool));
  if (!can_run(tool)) return refuse_writing(call, tool, name);
  const ToolField *fields = tool_fields_of(call->job->arena, tool);
  if (!tool_arg(call, "arguments") && has_required(fields))
    return describe(call, tool, name, fields);
  return run_other(call, tool, name);
}

static Err run(ToolCall *call) {
  ToolScope *scope = call->scope;
  Str name = tool_arg_str(call, "name");
  if (!name.len && tool_arg(call, "arguments")) {
    return job_fail(call->job, ERR_USAGE,
                    "arguments are given but no name: name the tool they are for");
  }
  if (!name.len) return search(call);
  ToolList found;
  TRY(tool_find(call->job, scope->registry, scope->policy, name, &found));
  Err err = describe_or_run(call, found.items[0], name);
  tool_list_release(scope->registry, &found);
  return err;
}

static const ToolField args[] = {
    {"name", TOOL_STRING, .help = "tool to run; alone, shows its arguments"},
    {"arguments", TOOL_OBJECT, .help = "the tool's arguments"},
    {"query", TOOL_STRING, .help = "words to search unlisted tools by"},
    {0},
};

static const ToolField tool_row[] = {
    {"name", TOOL_STRING, true, .help = "name to call it by"},
    {"summary", TOOL_STRING, true, .help = "what it does"},
    {"readOnly", TOOL_BOOLEAN, true, .help = "whether call can run it"},
    {0},
};

static const ToolField result[] = {
    {"tools", TOOL_OBJECTS, .help = "unlisted tools, best fit first", .fields = tool_row},
    {"name", TOOL_STRING, .help = "the tool described or run"},
    {"description", TOOL_OBJECT, .help = "its entry as tools/list would show it"},
    {"result", TOOL_OBJECT, .help = "the structured result of the tool run"},
    {0},
};

const Tool tool_call = {
    .name = "call",
    .title = "Call an unlisted tool",
    .summary =
        "Find and run read-only tools that are not listed. Without name: search them by query. "
        "With name: run that tool with arguments.",
    .help =
        "A name alone shows the tool's arguments when it needs any, else runs it. Where several "
        "systems "
        "share a name, the qualified form says which: agent-lsp.run_tests. A tool that changes or "
        "executes something must be listed to be used.",
    .args = args,
    .result = result,
    .example = "call query='call hierarchy'",
    .toolset = "meta",
    .flags = TOOL_CORE | TOOL_READ_ONLY,
    .run = run,
};
