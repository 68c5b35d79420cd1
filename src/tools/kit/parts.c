/* An agent that has learned five names wants five bodies, not five calls. */
#include "src/tools/kit/parts_internal.h"

#define PARTS_MAX 40
#define NAMESAKES_SHOWN 4 /* of one name */
/* Bytes of an answer: what was named is wanted, and what is left out costs
 * another call. */
#define PARTS_CHARS 30000

typedef struct Parts {
  ToolCall *call;
  ToolGraph *graph;
  size_t shown;
} Parts;

bool tool_read_range(Str part, Str *ret_path, uint32_t *ret_from, uint32_t *ret_to) {
  size_t colon = str_find_last_byte(part, ':');
  int64_t from, to;
  if (colon == STR_NONE) return false;
  Str lines = str_slice(part, colon + 1, part.len), first = str_cut(&lines, '-');
  if (!lines.len || !str_to_int(first, &from) || !str_to_int(lines, &to)) return false;
  if (from < 1 || to < from || to > INT32_MAX) return false;
  *ret_path = str_slice(part, 0, colon);
  *ret_from = (uint32_t)from;
  *ret_to = (uint32_t)to;
  return true;
}

bool tool_is_parts(Str target) {
  Str path;
  uint32_t from, to;
  return str_find_byte(target, ',') != STR_NONE || tool_read_range(target, &path, &from, &to);
}

/* The end of a path will do. */
static Err find_file(ToolCall *call, ToolGraph *graph, Str path, StoreFile *ret_file) {
  QueryTargets targets;
  TRY(query_file(call->job, graph->reader, path, ret_file));
  if (ret_file->id.value) return OK;
  TRY(query_targets(call->job, graph->reader, &(QueryTarget){.name = path}, &targets));
  if (!targets.len || targets.items[0].kind != SYMBOL_FILE) return OK;
  return query_file(call->job, graph->reader, targets.items[0].path, ret_file);
}

Err tool_expand_lines(ToolCall *call, ToolGraph *graph, Str names, Str *ret_names) {
  Buf out;
  buf_init(&out, call->job->arena, 1u << 16);
  for (Str rest = names; rest.len;) {
    Str part = str_trim(str_cut(&rest, ',')), path;
    uint32_t from, to;
    StoreSymbols found = {0};
    StoreFile file = {0};
    if (tool_read_range(part, &path, &from, &to)) TRY(find_file(call, graph, path, &file));
    if (file.id.value) TRY(query_symbols_within(call->job, graph->reader, file.id, from, to, &found));
    if (!part.len) continue;
    if (!found.len) buf_add_format(&out, "%s%.*s", out.len ? "," : "", STR_ARG(part));
    for (size_t i = 0; i < found.len; i++) {
      Str name = query_qualified(call->job->arena, &found.items[i]);
      buf_add_format(&out, "%s%.*s:%.*s", out.len ? "," : "", STR_ARG(file.path), STR_ARG(name));
    }
  }
  *ret_names = buf_str(&out);
  return OK;
}

/* ---- text ---- */

static void add_lines(Parts *parts, Str heading, const QuerySource *source, uint32_t from, uint32_t to) {
  parts->shown++;
  tool_answer_items(parts->call, heading, source, from, to);
}

static void add_words(Parts *parts, Str words) {
  answer_begin_item(parts->call->answer, &(AnswerItem){0});
  answer_put(parts->call->answer, words);
  answer_say(parts->call->answer, "\n");
  answer_end(parts->call->answer);
}

static void add_unreadable(Parts *parts, Str path) {
  Arena *arena = parts->call->job->arena;
  add_words(parts, str_format(arena, "%.*s cannot be read as text.", STR_ARG(str_shown(arena, path, SIZE_MAX))));
}

/* Binary files have no lines that a reader could use. */
static const QuerySource *text_of(Parts *parts, Str path) {
  const QuerySource *source = tool_source(parts->call, parts->graph, path);
  bool is_binary = source && memchr(source->text.len ? source->text.ptr : "", 0, source->text.len);
  return is_binary ? NULL : source;
}

static void add_file(Parts *parts, Str path, uint32_t from, uint32_t to) {
  Arena *arena = parts->call->job->arena;
  const QuerySource *source = text_of(parts, path);
  Str shown = str_shown(arena, path, SIZE_MAX);
  if (!source) {
    add_unreadable(parts, path);
  } else if (from > source->lines) {
    add_words(parts, str_format(arena, "%.*s has %u lines, no line %u.", STR_ARG(shown), source->lines, from));
  } else {
    uint32_t last = to < source->lines ? to : source->lines;
    add_lines(parts, str_format(arena, "%.*s  lines %u to %u of %u", STR_ARG(shown), from, last, source->lines), source, from, last);
  }
}

static void add_symbol(Parts *parts, const StoreSymbol *symbol) {
  Arena *arena = parts->call->job->arena;
  const QuerySource *source = text_of(parts, symbol->path);
  if (symbol->kind == SYMBOL_FILE) {
    add_file(parts, symbol->path, 1, UINT32_MAX);
    return;
  }
  if (!source) {
    add_unreadable(parts, symbol->path);
    return;
  }
  Str heading = str_format(arena, "%.*s:%u %s %.*s", STR_ARG(str_shown(arena, symbol->path, SIZE_MAX)), symbol->name_span.line,
                           symbol_kind_word(symbol->kind), STR_ARG(tool_symbol_name(arena, symbol)));
  add_lines(parts, heading, source, query_source_begin(source, symbol), symbol->full.end_line);
}

/* ---- which ---- */

static Err add_named(Parts *parts, Str name) {
  Arena *arena = parts->call->job->arena;
  QueryTargets targets;
  TRY(query_targets(parts->call->job, parts->graph->reader, &(QueryTarget){.name = name}, &targets));
  for (size_t i = 0; i < targets.distinct && i < NAMESAKES_SHOWN; i++) add_symbol(parts, &targets.items[i]);
  if (targets.distinct > NAMESAKES_SHOWN) {
    add_words(parts, str_format(arena, "%zu more are called %.*s; qualify it, as in file:name or Type.name.",
                                targets.distinct - NAMESAKES_SHOWN, STR_ARG(str_shown(arena, name, TOOL_SHOWN_NAME))));
  }
  if (targets.len) return OK;
  Str alike = tool_join_names(arena, targets.suggestions, targets.suggestion_count);
  add_words(parts, str_format(arena, "Nothing is called '%.*s'.%s%.*s", STR_ARG(str_shown(arena, name, TOOL_SHOWN_NAME)),
                              alike.len ? " There is: " : "", STR_ARG(str_shown(arena, alike, TOOL_SHOWN_NAME))));
  return OK;
}

static Err add_part(Parts *parts, Str part) {
  Str path;
  uint32_t from = 1, to = UINT32_MAX;
  StoreFile file;
  bool is_range = tool_read_range(part, &path, &from, &to);
  if (!is_range) path = part;
  TRY(query_file(parts->call->job, parts->graph->reader, path, &file));
  if (file.id.value || (is_range && tool_path_exists(parts->call, parts->graph->index, path))) {
    add_file(parts, path, from, to);
    return OK;
  }
  if (!is_range) return add_named(parts, part);
  QueryTargets targets; /* the end of a path will do */
  TRY(query_targets(parts->call->job, parts->graph->reader, &(QueryTarget){.name = path}, &targets));
  if (!targets.len || targets.items[0].kind != SYMBOL_FILE) return add_named(parts, path);
  add_file(parts, targets.items[0].path, from, to);
  return OK;
}

Err tool_answer_parts(ToolCall *call, ToolGraph *graph, Str targets) {
  Parts parts = {.call = call, .graph = graph};
  AnswerPaged paged;
  size_t count = 0;
  if (call->chars < PARTS_CHARS + TOOL_TAIL_MAX) call->chars = PARTS_CHARS + TOOL_TAIL_MAX;
  tool_begin_page(call, NULL, PARTS_CHARS);
  for (Str rest = targets; rest.len;) {
    Str part = str_trim(str_cut(&rest, ','));
    if (!part.len) continue;
    if (++count > PARTS_MAX) return job_fail(call->job, ERR_USAGE, "more than %d targets: ask in several calls", PARTS_MAX);
    TRY(add_part(&parts, part));
  }
  if (!count) return job_fail(call->job, ERR_USAGE, "target is blank: give a path or a symbol's name");
  TRY(tool_end_page(call, graph->index, answer_page_hash(call->answer), &paged));
  answer_field_str(call->answer, "target", targets);
  answer_field_str(call->answer, "is", parts.shown ? STR("text") : STR("nothing"));
  answer_field_int(call->answer, "depth", 2);
  answer_field_shown(call->answer, "text", 0);
  answer_field_bool(call->answer, "truncated", paged.cursor.len > 0);
  if (paged.cursor.len) answer_field_str(call->answer, "cursor", paged.cursor);
  return OK;
}
