/* call: one listed tool that makes the unlisted ones reachable. Without a name
 * it searches them, with a name it describes or runs one. Clients grant
 * permission by the listed name, so it runs only what changes nothing. */
#include <stdlib.h>
#include <string.h>

#include "src/model/answer.h"
#include "src/tools/kit/tool_internal.h"

enum { LIST_MAX_BYTES = 12000, QUERY_WORDS_MAX = 16, STEM_MIN = 4, HITS_MAX = 8, FEW_HITS = 3 };

/* ---- searching ---- */

/* An unlisted tool and how well it fits. Held by the list it came from, for as
 * long as that is. */
typedef struct Hit {
  const Tool *tool;
  int score;
} Hit;

/* ASCII is enough: names and summaries of tools are written in it. */
static Str lower(Arena *arena, Str text) {
  char *copy = str_to_c(arena, text);
  for (size_t i = 0; i < text.len; i++) {
    if (copy[i] >= 'A' && copy[i] <= 'Z') copy[i] = (char)(copy[i] + ('a' - 'A'));
  }
  return (Str){copy, text.len};
}

/* Cuts a word off the beginning of *rest; empty at its end. */
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

/* Without the endings that words take: "implementers", "implements" and
 * "implementation" meet in "implement". */
static Str stem(Str word) {
  static const Str endings[] = {STR("ations"), STR("ation"), STR("ings"), STR("ers"), STR("ies"), STR("ing"),
                                STR("er"), STR("ed"), STR("es"), STR("s"), STR("e"), STR("y")};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    if (word.len >= endings[i].len + STEM_MIN && str_ends_with(word, endings[i])) return str_slice(word, 0, word.len - endings[i].len);
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

/* Words that stand in every question and tell no tool from another. */
static bool is_filler(Str word) {
  static const Str fillers[] = {STR("the"), STR("and"), STR("for"), STR("that"), STR("with"), STR("which"), STR("what"),
                                STR("this"), STR("from"), STR("are"), STR("all"), STR("how"), STR("does"), STR("tool")};
  if (word.len < 3) return true;
  for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++) {
    if (str_eq(word, fillers[i])) return true;
  }
  return false;
}

/* The words of a query. How many tools have a word says how much it tells. */
typedef struct Asked {
  Str words[QUERY_WORDS_MAX]; /* stems */
  Str whole[QUERY_WORDS_MAX];
  int tools[QUERY_WORDS_MAX]; /* in which the word occurs */
  size_t count;
} Asked;

/* Further words than there is room for are dropped: a query is a few words,
 * and the rest of an essay finds nothing better. */
static Asked read_query(Str query) {
  Asked asked = {0};
  while (query.len && asked.count < QUERY_WORDS_MAX) {
    Str word = next_query_word(&query);
    if (is_filler(word)) continue;
    asked.whole[asked.count] = word;
    asked.words[asked.count++] = stem(word);
  }
  return asked;
}

/* Where a word begins a word of the text: "change" is not in "exchange". */
static bool begins_a_word(Str text, Str word) {
  for (size_t i = 0; i + word.len <= text.len; i++) {
    bool begins = i == 0 || strchr(" _-.,:('/", text.ptr[i - 1]);
    if (begins && str_starts_with(str_slice(text, i, text.len), word)) return true;
  }
  return false;
}

/* How much one word says for a tool: its name more than its words. */
static int match_word(Arena *arena, const Tool *tool, Str whole, Str word) {
  Str name = lower(arena, str_from_c(tool->name));
  if (str_eq(name, whole)) return 16;
  int score = str_contains(without_dashes(arena, name), without_dashes(arena, word)) ? 4 : 0;
  if (begins_a_word(lower(arena, str_from_c(tool->title)), word)) score += 2;
  if (begins_a_word(lower(arena, str_from_c(tool->summary)), word)) score += 2;
  return score;
}

/* A word that many tools share says little. One that stands in for another
 * system's tool comes after ours. */
static int score_tool(Arena *arena, const Tool *tool, const Asked *asked) {
  int score = 0;
  for (size_t i = 0; i < asked->count; i++) {
    int found = match_word(arena, tool, asked->whole[i], asked->words[i]);
    if (found) score += found * 100 / (asked->tools[i] + 2);
  }
  return tool->alias_of ? score * 2 / 3 : score;
}

/* Counted over all tools, also over listed ones: a word is as common as it is,
 * whatever this client sees. */
static void count_words(Arena *arena, const ToolList *all, Asked *asked) {
  for (size_t i = 0; i < all->count; i++) {
    for (size_t w = 0; w < asked->count; w++) {
      asked->tools[w] += match_word(arena, all->items[i], asked->whole[w], asked->words[w]) > 0;
    }
  }
}

/* By name among equals, so that the order does not change from call to call. */
static int compare_hits(const void *a, const void *b) {
  const Hit *x = a;
  const Hit *y = b;
  if (x->score != y->score) return x->score < y->score ? 1 : -1;
  return strcmp(x->tool->name, y->tool->name);
}

/* The rule that makes this tool safe to grant: what it can reach changes
 * nothing. */
static bool can_run(const Tool *tool) {
  return tool->flags & TOOL_READ_ONLY;
}

/* Unlisted ones that fit the query, best first. With a query, what fits much
 * less than the best is left out: it would only be chosen by mistake. */
static size_t find_hits(ToolCall *call, const ToolList *all, const ToolList *listed, Hit *hits) {
  Arena *arena = call->job->arena;
  Str query = lower(arena, tool_arg_str(call, "query"));
  Asked asked = read_query(query);
  size_t count = 0;
  count_words(arena, all, &asked);
  for (size_t i = 0; i < all->count; i++) {
    const Tool *tool = all->items[i];
    bool is_listed = tool == call->tool;
    for (size_t j = 0; j < listed->count && !is_listed; j++)
      is_listed = listed->items[j] == tool;
    int score = query.len ? score_tool(arena, tool, &asked) : 1;
    if (!is_listed && score) hits[count++] = (Hit){tool, score};
  }
  qsort(hits, count, sizeof *hits, compare_hits);
  while (query.len && count > 1 && hits[count - 1].score * 10 < hits[0].score * 3) count--;
  return count;
}

/* Of few, what they take is worth a line: it saves a call. */
static void add_arguments(ToolCall *call, const Tool *tool) {
  const ToolField *fields = tool_fields_of(call->job->arena, tool);
  bool is_first = true;
  for (int required = 1; required >= 0; required--) {
    for (const ToolField *field = fields; field && field->name; field++) {
      if (field->required != (bool)required) continue;
      answer_say(call->answer, "%s%s%s", is_first ? "  arguments: " : ", ", field->name, required ? " (required)" : "");
      is_first = false;
    }
  }
  if (!is_first) answer_say(call->answer, "\n");
}

static void add_hit(ToolCall *call, const Tool *tool, bool with_arguments) {
  Answer *out = call->answer;
  answer_begin_row(out);
  answer_words(out, "name", tool_callable_name(call->job->arena, call->scope->registry, call->scope->policy, tool));
  answer_say(out, ": %s%s\n", tool->summary, can_run(tool) ? "" : " [must be listed to be used]");
  if (with_arguments) add_arguments(call, tool);
  answer_field_str(out, "summary", str_from_c(tool->summary));
  answer_field_bool(out, "readOnly", can_run(tool));
  answer_end(out);
}

/* Without a query every name is worth more than a few explained ones, so only
 * the length ends the list. */
static void add_hits(ToolCall *call, const Hit *hits, size_t count) {
  Answer *out = call->answer;
  bool is_asked = tool_arg_str(call, "query").len > 0;
  size_t shown = 0, most = is_asked && count > HITS_MAX ? HITS_MAX : count;
  answer_begin_list(out, "tools");
  for (; shown < most && answer_text(out).len < LIST_MAX_BYTES; shown++) add_hit(call, hits[shown].tool, is_asked && count <= FEW_HITS);
  answer_end(out);
  if (shown < count) answer_note(out, "%zu more; narrow them down with query.", count - shown);
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
    answer_say(call->answer, "%zu unlisted tool%s. Give name to see one's arguments, name and arguments to run it.\n\n", count,
               count == 1 ? "" : "s");
  } else if (query.len) {
    answer_warn(call->answer, "No unlisted tool fits '%.*s'. Without query all are named.",
                STR_ARG(str_shown(arena, query, TOOL_SHOWN_WORD)));
  } else {
    answer_note(call->answer, "Every tool is listed already.");
  }
  add_hits(call, hits, count);
  tool_list_release(scope->registry, &all);
  tool_list_release(scope->registry, &listed);
  return OK;
}

/* ---- describing ---- */

/* Decides what a name without arguments means: a question about the tool, or a
 * call of it. */
static bool has_required(const ToolField *fields) {
  for (const ToolField *field = fields; field && field->name; field++) {
    if (field->required) return true;
  }
  return false;
}

static void add_example(ToolCall *call, const Tool *tool, Str name) {
  const Json *args;
  if (!tool->example || tool_args_from_example(call->job, tool, &args)) return;
  answer_say(call->answer, "\nExample: name \"%.*s\", arguments %.*s\n", STR_ARG(name), STR_ARG(json_spell(call->job->arena, args)));
}

/* Its entry as tools/list would show it. */
static Str listing_of(Arena *arena, const Tool *tool) {
  Buf spelled;
  JsonWriter writer;
  buf_init(&spelled, arena, 1u << 20);
  json_writer_init(&writer, &spelled, 0);
  tool_write_listing(&writer, tool, false);
  return buf_str(&spelled);
}

/* The words for a reader, and the entry as it would be listed for a client
 * that builds the call from it. */
static Err describe(ToolCall *call, const Tool *tool, Str name, const ToolField *fields) {
  Answer *out = call->answer;
  answer_words(out, "name", name);
  answer_say(out, ": %s\n", tool->summary);
  if (tool->help) answer_say(out, "\n%s\n", tool->help);
  answer_say(out, "\n");
  answer_heading(out, "Arguments:");
  for (const ToolField *field = fields; field && field->name; field++) {
    answer_say(out, "- %s: ", field->name);
    tool_add_meaning(answer_text_buf(out), field);
    answer_say(out, "\n");
  }
  add_example(call, tool, name);
  answer_field_raw(out, "description", listing_of(call->job->arena, tool));
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

/* Run as if called directly, with its own checks and limits; text, marks and
 * fields are passed on. */
static Err run_other(ToolCall *call, const Tool *tool, Str name) {
  ToolResult result;
  const Json *args = tool_arg(call, "arguments");
  TRY(tool_run_found(call->job, call->scope, call->client, tool, args, &result));
  answer_put_marked(call->answer, result.text, result.marks, result.mark_count);
  if (result.blocks.len) tool_add_block(call, result.blocks);
  answer_field_str(call->answer, "name", name);
  if (result.fields.len) answer_field_raw(call->answer, "result", result.fields);
  return OK;
}

/* A name without arguments is a question about the tool, unless it needs
 * none. */
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

/* The list holds the tool until the call has ended, so one that is removed
 * meanwhile stays valid. */
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
    {"arguments", TOOL_OBJECT, .help = "the tool's arguments", .listed = ""},
    {"query", TOOL_STRING, .help = "words to search unlisted tools by", .listed = ""},
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
    .brief = "--query WORDS finds tools that are not listed, NAME runs one",
    .summary =
        "Find and run tools that are not listed: query searches them, name and arguments run one.",
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
    .seconds = TOOL_SECONDS_MAX, /* the tool it runs has its own */
    .run = run,
};
