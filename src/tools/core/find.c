/* find: symbols by name. */
#include "src/index/part.h"
#include "src/model/glob.h"
#include "src/query/names/names.h"
#include "src/tools/kit/graph_internal.h"

#define SEVERAL_MAX 20  /* names in one call */
#define SUGGESTED_MAX 5 /* for one that is not there */

static void add_match(Answer *answer, const StoreSymbol *symbol) {
  answer_begin_row(answer);
  answer_place(answer, "path", symbol->path, "line", symbol->name_span.line);
  answer_column(answer, " ");
  answer_kind(answer, "kind", symbol_kind_word(symbol->kind));
  answer_say(answer, " ");
  answer_member(answer, "container", symbol->container, "name", symbol->name);
  /* Of a variable without a type the signature is the name, which stands there
   * already. */
  if (symbol->signature.len && !str_eq(symbol->signature, symbol->name)) {
    answer_say(answer, "  ");
    answer_show(answer, symbol->signature, SIZE_MAX);
  }
  if (symbol->flags & DEF_DECLARATION) answer_say(answer, "  (declaration)");
  answer_say(answer, "\n");
  answer_field_int(answer, "endLine", symbol->full.end_line);
  answer_field_str(answer, "signature", str_head(symbol->signature, ANSWER_NAME_MAX));
  answer_field_bool(answer, "exported", symbol->flags & DEF_EXPORTED);
  answer_end(answer);
}

static void add_matches(ToolCall *call, const QueryFind *find, const QueryMatches *matches) {
  Answer *answer = call->answer;
  /* Said before the matches: a reader who takes the first line must not believe
   * that it is what was asked for. */
  if (matches->fuzzy) {
    answer_warn(answer, "Nothing is called '%.*s'; spelled alike:", STR_ARG(str_shown(call->job->arena, find->query, TOOL_SHOWN_NAME)));
  }
  answer_begin_ranked(answer, "matches");
  for (size_t i = 0; i < matches->len && !answer_is_full(answer); i++) add_match(answer, &matches->items[i]);
  answer_rest(answer, &(AnswerRest){.shown = answer_end_list(answer), .total = matches->total, .is_least = matches->total_is_least,
                                    .hint = "narrow by kind, path or a longer name, or raise limit (at most 100)",
                                    .total_key = "total", .truncated_key = "truncated"});
  if (matches->passed_over) {
    answer_note(answer, "The name is very common: the best of the first %zu were chosen; kind and path look at all.",
                matches->total - matches->passed_over);
  }
  answer_field_names(answer, "suggestions", matches->suggestions, matches->suggestion_count);
}

/* What is asked for may be a file that is there and left out. */
static Err add_left_out(ToolCall *call, Index *index, Str path) {
  IndexWhy why;
  Str relative;
  bool is_path = path.len && !glob_has_magic(path) && !root_relative(call->job, index_files(index), path, &relative) && relative.len;
  if (!is_path || !tool_path_exists(call, index, relative)) {
    job_forgive(call->job);
    return OK;
  }
  TRY(index_why_left_out(call->job, index, relative, &why));
  if (!why.reason) return OK;
  answer_warn(call->answer, "'%.*s' is there, and left out: %s%s%.*s.", STR_ARG(str_shown(call->job->arena, relative, TOOL_SHOWN_NAME)), why.reason,
              why.rule.len ? ", by " : "", STR_ARG(str_shown(call->job->arena, why.rule, TOOL_SHOWN_NAME)));
  return OK;
}

static Err add_nothing(ToolCall *call, Index *index, const QueryFind *find, const QueryMatches *matches) {
  Arena *arena = call->job->arena;
  Answer *answer = call->answer;
  Str path = str_shown(arena, find->path, TOOL_SHOWN_NAME);
  answer_warn(answer, "Nothing found for '%.*s'%s%s%s%s%.*s.", STR_ARG(str_shown(arena, find->query, TOOL_SHOWN_NAME)),
              find->has_kind ? " of kind " : "", find->has_kind ? symbol_kind_word(find->kind) : "",
              find->exported ? ", exported" : "", path.len ? " in " : "", STR_ARG(path));
  /* A mistyped folder explains an empty result better than any suggestion. */
  bool is_there = glob_has_magic(find->path) || tool_path_exists(call, index, find->path);
  if (!is_there) answer_warn(answer, "There is no file or folder '%.*s' in the workspace.", STR_ARG(path));
  else tool_answer_suggestions(answer, matches->suggestions, matches->suggestion_count);
  TRY(add_left_out(call, index, find->query));
  TRY(add_left_out(call, index, find->path));
  return tool_add_gaps(call, index, true);
}

/* ---- several names ---- */

/* What each name gave, in the order they were asked for. */
typedef struct Several {
  QueryFind *finds;
  QueryMatches *matches;
  size_t len;
} Several;

/* Who lists names knows them: what only contains one is in the way, unless
 * more is asked for. */
static void keep_exact(Str query, QueryMatches *matches) {
  size_t kept = 0;
  for (size_t i = 0; i < matches->len; i++) {
    Str name = matches->items[i].name;
    if (name.len <= query.len && str_eq_ignore_case(str_slice(query, query.len - name.len, query.len), name)) matches->items[kept++] = matches->items[i];
  }
  if (kept && !matches->fuzzy) matches->len = matches->total = kept;
}

static Err find_each(ToolCall *call, StoreReader *reader, const QueryFind *like, Several *several) {
  several->finds = ARENA_ARRAY(call->job->arena, QueryFind, SEVERAL_MAX);
  several->matches = ARENA_ARRAY(call->job->arena, QueryMatches, SEVERAL_MAX);
  for (Str rest = like->query; rest.len;) {
    Str name = str_trim(str_cut(&rest, ','));
    if (!name.len) continue;
    if (several->len == SEVERAL_MAX) return job_fail(call->job, ERR_USAGE, "more than %d names: ask in several calls", SEVERAL_MAX);
    QueryFind *find = &several->finds[several->len];
    *find = *like;
    find->query = name;
    QueryMatches *matches = &several->matches[several->len++];
    TRY(query_find(call->job, reader, find, matches));
    if (!tool_arg(call, "limit")) keep_exact(find->query, matches);
  }
  return several->len ? OK : job_fail(call->job, ERR_USAGE, "query is blank: give a name or a part of one");
}

/* A name nothing has is said in its place, with what is spelled alike: the
 * others are worth their answer. */
static void add_missing(ToolCall *call, const QueryFind *find, const QueryMatches *matches) {
  Answer *answer = call->answer;
  answer_warn(answer, "Nothing is called '%.*s'.", STR_ARG(str_shown(call->job->arena, find->query, TOOL_SHOWN_NAME)));
  answer_begin_words(answer);
  if (matches->fuzzy) {
    Str *names = ARENA_ARRAY(call->job->arena, Str, matches->len + 1);
    size_t count = matches->len < SUGGESTED_MAX ? matches->len : SUGGESTED_MAX;
    for (size_t i = 0; i < count; i++) names[i] = matches->items[i].name;
    tool_answer_suggestions(answer, names, count);
  } else {
    tool_answer_suggestions(answer, matches->suggestions, matches->suggestion_count);
  }
  answer_end(answer);
}

static void add_several(ToolCall *call, const Several *several) {
  Answer *answer = call->answer;
  size_t total = 0;
  answer_begin_ranked(answer, "matches");
  for (size_t n = 0; n < several->len; n++) {
    const QueryMatches *matches = &several->matches[n];
    if (matches->fuzzy) continue;
    total += matches->total;
    for (size_t i = 0; i < matches->len && !answer_is_full(answer); i++) add_match(answer, &matches->items[i]);
  }
  answer_rest(answer, &(AnswerRest){.shown = answer_end_list(answer), .total = total, .hint = "narrow by kind or path, or raise limit (of each name, at most 100)",
                                    .total_key = "total", .truncated_key = "truncated"});
  for (size_t n = 0; n < several->len; n++) {
    if (several->matches[n].fuzzy || !several->matches[n].total) add_missing(call, &several->finds[n], &several->matches[n]);
  }
  answer_field_names(answer, "suggestions", NULL, 0);
}

static Err run(ToolCall *call) {
  Index *index;
  StoreReader *reader;
  QueryMatches matches;
  Several several = {0};
  QueryFind find = {.query = str_trim(tool_arg_str(call, "query")), .exported = tool_arg_bool(call, "exported"),
                    .limit = (size_t)tool_arg_int(call, "limit")};
  if (find.query.len == 0) return job_fail(call->job, ERR_USAGE, "query is blank: give a name or a part of one");
  /* An absent kind is an empty word, which is none; others were checked before. */
  find.has_kind = symbol_kind_from_word(tool_arg_str(call, "kind"), &find.kind);
  TRY(tool_place(call, tool_arg_str(call, "path"), &index, &find.path));
  find.index = index;
  TRY(index_reader_take(call->job, index, &reader));
  bool is_several = str_find_byte(find.query, ',') != STR_NONE;
  Err err = is_several ? find_each(call, reader, &find, &several) : query_find(call->job, reader, &find, &matches);
  /* Given back before the answer is written, which may take a while and needs
   * the store no more. */
  index_reader_return(index, reader);
  if (err) return err;
  if (is_several) {
    add_several(call, &several);
    return tool_add_gaps(call, index, false);
  }
  add_matches(call, &find, &matches);
  return matches.total ? tool_add_gaps(call, index, false) : add_nothing(call, index, &find, &matches);
}

static const ToolField args[] = {
    {"query", TOOL_STRING, true, .help = "name, part, glob (get_*), or file.c:name, Type.member; several with commas"},
    {"kind", TOOL_STRING, .choices = SYMBOL_CHOICES, .help = "only this kind", .listed = "function, class, ..."},
    {"exported", TOOL_BOOLEAN, .help = "only what other files can see"},
    {"path", TOOL_PATH, .help = "only in this file, directory or glob"},
    {"limit", TOOL_INTEGER, .min = 1, .max = 100, .otherwise = "10", .help = "matches to show", .listed = ""},
    TOOL_ARG_REPO,
    {0},
};

static const ToolField match_row[] = {
    {"name", TOOL_STRING, true, .help = "its name"},
    {"kind", TOOL_STRING, true, .help = "what it is"},
    {"path", TOOL_STRING, true, .help = "file, relative to the workspace"},
    {"line", TOOL_INTEGER, true, .help = "line of the name, from 1"},
    {"endLine", TOOL_INTEGER, true, .help = "last line of the definition"},
    {"container", TOOL_STRING, .help = "what it belongs to"},
    {"signature", TOOL_STRING, true, .help = "declaration without body"},
    {"exported", TOOL_BOOLEAN, true, .help = "other files can see it"},
    {0},
};

static const ToolField result[] = {
    {"matches", TOOL_OBJECTS, true, .help = "best first", .fields = match_row},
    {"total", TOOL_INTEGER, true, .help = "matches before the limit"},
    {"truncated", TOOL_BOOLEAN, true, .help = "there are more than shown"},
    {"suggestions", TOOL_STRINGS, true, .help = "names spelled alike, when nothing matches"},
    {0},
};

const Tool tool_find_symbols = {
    .name = "find",
    .title = "Find symbols",
    .brief = "NAME: where it is defined; exact, partial, glob or misspelt",
    .summary = "Find symbols by name: exact, partial, glob or misspelt. Gives path:line, kind and signature, best first.",
    .help = "Exact names come first, then names that begin with the query or contain its words; within these, what is "
            "exported and much used before the rest, tests and generated code last. When there is "
            "none, names that contain it as a part are shown, or else names spelled alike, marked as such. A qualified query is "
            "never answered with another name: near ones are only suggested.",
    .args = args,
    .result = result,
    .example = "find query=main kind=function",
    .toolset = "read",
    .flags = TOOL_CORE | TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
