/* Names, symbols, trails and source in answers. One place decides how a symbol
 * looks, so that what a reader learns in one tool holds in all. */
#include "src/tools/kit/graph_internal.h"

#define CHUNK_LINES 20 /* of source, in one item of a page */

static const char *kind_of(const StoreSymbol *symbol) { return symbol_kind_word(symbol->kind); }

/* Names are cut here because generated code has some of many kilobytes; the
 * path is not, since a cut path opens nothing. */
void tool_answer_fields(Answer *answer, const StoreSymbol *symbol) {
  answer_field_str(answer, "name", str_head(symbol->name, ANSWER_NAME_MAX));
  answer_field_str(answer, "kind", str_from_c(kind_of(symbol)));
  answer_field_str(answer, "path", symbol->path);
  answer_field_int(answer, "line", symbol->name_span.line);
  if (symbol->container.len) answer_field_str(answer, "container", str_head(symbol->container, ANSWER_NAME_MAX));
}

static void add_name(ToolCall *call, const StoreSymbol *symbol) {
  answer_name(call->answer, NULL, query_qualified(call->job->arena, symbol));
}

/* Name first, for lists in which names are what differs. A file has no name
 * beside its path. */
void tool_answer_symbol(ToolCall *call, const StoreSymbol *symbol) {
  Answer *answer = call->answer;
  bool is_file = symbol->kind == SYMBOL_FILE;
  tool_answer_fields(answer, symbol);
  if (!is_file) {
    add_name(call, symbol);
    answer_column(answer, "  ");
  }
  answer_place(answer, NULL, symbol->path, NULL, is_file ? 0 : symbol->name_span.line);
}

/* Place first, in the manner of a compiler, for lists that are opened one by
 * one. */
void tool_answer_place(ToolCall *call, const StoreSymbol *symbol) {
  Answer *answer = call->answer;
  bool is_file = symbol->kind == SYMBOL_FILE;
  tool_answer_fields(answer, symbol);
  answer_place(answer, NULL, symbol->path, NULL, is_file ? 0 : symbol->name_span.line);
  answer_column(answer, " ");
  answer_kind(answer, NULL, kind_of(symbol));
  if (is_file) return;
  answer_say(answer, " ");
  add_name(call, symbol);
}

void tool_answer_symbols(Answer *answer, const char *key, const StoreSymbol *symbols, size_t count) {
  answer_begin_list(answer, key);
  for (size_t i = 0; i < count; i++) {
    answer_begin_row(answer);
    tool_answer_fields(answer, &symbols[i]);
    answer_end(answer);
  }
  answer_end(answer);
}

/* Written only where nothing was found: names that are near. */
void tool_answer_suggestions(Answer *answer, const Str *names, size_t count) {
  for (size_t i = 0; i < count; i++) {
    answer_say(answer, i ? ", " : "There is: ");
    answer_name(answer, NULL, names[i]);
  }
  if (count) answer_say(answer, "\n");
}

void tool_answer_names(Answer *answer, const Str *names, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (i) answer_say(answer, ", ");
    answer_show(answer, names[i], TOOL_SHOWN_NAME);
  }
}

/* ---- what a name means ---- */

/* A file that was named and is left out has a reason. */
static Err show_left_out(ToolCall *call, ToolGraph *graph, Str path) {
  StoreFile file;
  if (!path.len) return OK;
  TRY(query_file(call->job, graph->reader, path, &file));
  if (!file.id.value || !file.skip.len) return OK;
  answer_show(call->answer, path, TOOL_SHOWN_NAME);
  answer_say(call->answer, " is not indexed: %.*s.\n", STR_ARG(file.skip));
  return OK;
}

/* All that narrowed the question is repeated, because what is wrong is often
 * the file or the kind and not the name. */
static void show_asked(ToolCall *call, const QueryTarget *target) {
  Arena *arena = call->job->arena;
  Str name = str_shown(arena, target->name, TOOL_SHOWN_NAME), file = str_shown(arena, target->file, TOOL_SHOWN_NAME);
  Str kind = target->has_kind ? str_format(arena, " of kind %s", symbol_kind_word(target->kind)) : STR_EMPTY;
  Str line = target->line ? str_format(arena, " around line %u", target->line) : STR_EMPTY;
  answer_warn(call->answer, "Nothing is called '%.*s'%.*s%s%.*s%.*s.", STR_ARG(name), STR_ARG(kind), file.len ? " in " : "",
              STR_ARG(file), STR_ARG(line));
}

Err tool_answer_missing(ToolCall *call, ToolGraph *graph, const QueryTarget *target, const QueryTargets *targets) {
  show_asked(call, target);
  tool_answer_suggestions(call->answer, targets->suggestions, targets->suggestion_count);
  TRY(show_left_out(call, graph, target->file));
  TRY(show_left_out(call, graph, target->name));
  return tool_add_gaps(call, graph->index, true);
}

Err tool_answer_targets(ToolCall *call, ToolGraph *graph, const QueryTarget *target, QueryTargets *ret_targets) {
  TRY(query_targets(call->job, graph->reader, target, ret_targets));
  if (ret_targets->len) return OK;
  answer_field_bool(call->answer, "found", false);
  answer_field_names(call->answer, "suggestions", ret_targets->suggestions, ret_targets->suggestion_count);
  return tool_answer_missing(call, graph, target, ret_targets);
}

/* ---- trails ---- */

/* Kinds that the heading does not say. */
static const char *kind_note(uint32_t kinds) {
  if (kinds & STORE_KIND(EDGE_INSTANTIATES)) return "makes one";
  if (kinds & STORE_KIND(EDGE_RENDERS)) return "renders it";
  if (kinds & STORE_KIND(EDGE_EXPANDS)) return "expands it";
  if (kinds & STORE_KIND(EDGE_DECORATES)) return "decorates";
  return NULL;
}

/* Line 0 means that the edge has no place of its own, as with relations that
 * follow from others. `sites` counts all, `lines` holds the first few. */
static void add_lines(Answer *answer, const QueryTrailEntry *entry) {
  if (!entry->edge.line) return;
  for (size_t i = 0; i < entry->line_count; i++) {
    answer_say(answer, i ? ", " : "at ");
    answer_line(answer, NULL, entry->lines[i]);
  }
  if (entry->sites > entry->line_count) answer_say(answer, " and %zu more", entry->sites - entry->line_count);
}

/* Implementations of one method that is called at the same places. */
static bool is_same_dispatch(const QueryTrailEntry *a, const QueryTrailEntry *b) {
  if (!str_eq(a->via, b->via) || a->sites != b->sites) return false;
  for (size_t i = 0; i < a->line_count; i++) {
    if (a->lines[i] != b->lines[i]) return false;
  }
  return true;
}

/* An interface with twenty implementations gives twenty entries for one call.
 * Neighbours of the same call share one heading that names it. */
void tool_answer_dispatched(ToolCall *call, const QueryTrailGroup *group) {
  Answer *answer = call->answer;
  answer_begin_words(answer);
  for (size_t i = 0; i < group->len; i++) {
    const QueryTrailEntry *entry = &group->items[i];
    if (!i || !is_same_dispatch(entry - 1, entry)) {
      answer_say(answer, "  for ");
      answer_name(answer, NULL, entry->via);
      answer_say(answer, " ");
      add_lines(answer, entry);
      answer_say(answer, ":\n");
    }
    answer_say(answer, "    ");
    tool_answer_symbol(call, &entry->symbol);
    answer_say(answer, "\n");
  }
  answer_end(answer);
}

/* What there is to say about it beside its name. */
static void add_notes(ToolCall *call, ToolGraph *graph, const QueryTrailEntry *entry) {
  Answer *answer = call->answer;
  Str note = query_edge_note(call->job, graph->reader, &entry->edge);
  const char *kind = entry->kinds & STORE_KIND(EDGE_CALLS) ? NULL : kind_note(entry->kinds);
  if (entry->edge.line) answer_say(answer, " ");
  add_lines(answer, entry);
  if (kind) answer_say(answer, ", %s", kind);
  if (entry->member.len && !entry->via.len) {
    answer_say(answer, entry->edge.to.value == entry->symbol.id.value ? ", in " : ", its ");
    answer_name(answer, NULL, entry->member);
  }
  if (entry->via.len) {
    /* The method's name is that of what was asked about; of a type's members it
     * tells which. */
    size_t dot = entry->member.len ? STR_NONE : str_find_last_byte(entry->via, '.');
    answer_say(answer, ", via ");
    answer_name(answer, NULL, dot == STR_NONE ? entry->via : str_slice(entry->via, 0, dot));
  }
  if (note.len) answer_say(answer, ", %.*s", STR_ARG(note));
}

/* Neighbouring entries of one file share a line, and the path is said once:
 * answers are paid for by their length. */
void tool_answer_entries(ToolCall *call, ToolGraph *graph, const QueryTrailGroup *group) {
  Answer *answer = call->answer;
  Str path = STR_EMPTY;
  for (size_t i = 0; i < group->len; i++) {
    const StoreSymbol *symbol = &group->items[i].symbol;
    bool is_same = i && str_eq(path, symbol->path);
    path = symbol->path;
    if (is_same) {
      answer_say(answer, "; ");
    } else {
      answer_say(answer, i ? "\n  " : "  ");
      answer_path(answer, NULL, path);
    }
    if (symbol->kind != SYMBOL_FILE) {
      if (!is_same) answer_say(answer, ": ");
      add_name(call, symbol);
      answer_say(answer, ":");
      answer_line(answer, NULL, symbol->name_span.line);
    } else if (is_same) {
      answer_say(answer, "(top level)");
    }
    add_notes(call, graph, &group->items[i]);
  }
  if (group->len) answer_say(answer, "\n");
}

/* ---- relatives ---- */

/* Relatives of one kind and level stand under one heading. */
static bool is_like(const QueryRelative *a, const QueryRelative *b) { return a->kind == b->kind && a->depth == b->depth; }

void tool_answer_relative(ToolCall *call, const QueryRelatives *relatives, size_t at, size_t first, bool up) {
  Answer *answer = call->answer;
  const QueryRelative *one = &relatives->items[at];
  /* `first` is the first entry on this page: a heading is repeated there, since
   * the one before it is on a page that the reader may not have. */
  bool goes_on = at > first && is_like(one - 1, one), has_more = at + 1 < relatives->len && is_like(one + 1, one);
  answer_say(answer, "  ");
  if (!goes_on) {
    answer_put(answer, tool_relation(one, up));
    if (one->depth > 1) answer_say(answer, ", level %u", one->depth);
    answer_say(answer, has_more ? ":\n  " : " ");
  }
  if (goes_on || has_more) answer_say(answer, "  ");
  tool_answer_symbol(call, &one->symbol);
  answer_say(answer, "\n");
}

/* ---- source ---- */

void tool_answer_items(ToolCall *call, Str heading, const QuerySource *source, uint32_t from, uint32_t to) {
  Answer *out = call->answer;
  if (to > source->lines) to = source->lines;
  for (uint32_t line = from; line <= to; line += CHUNK_LINES) {
    uint32_t last = to - line < CHUNK_LINES ? to : line + CHUNK_LINES - 1;
    answer_begin_item(out, &(AnswerItem){.heading = heading});
    query_source_add(call->job, out, source, line, last);
    answer_end(out);
  }
}

/* The index may be older than the text: the end is never beyond the file's. */
bool tool_find_body(ToolCall *call, ToolGraph *graph, const StoreSymbol *symbol, ToolRoom room, ToolBody *ret_body) {
  const QuerySource *source = symbol->kind == SYMBOL_FILE ? NULL : tool_source(call, graph, symbol->path);
  if (!source) return false;
  uint32_t from = symbol->full.line, to = symbol->full.end_line;
  if (to - from >= room.lines) to = from + room.lines - 1;
  to = tool_last_line(source, from, to < source->lines ? to : source->lines, room.bytes);
  *ret_body = (ToolBody){.source = source, .from = from, .to = to, .end = symbol->full.end_line};
  return true;
}

void tool_answer_body(ToolCall *call, ToolGraph *graph, const StoreSymbol *symbol, ToolRoom room) {
  ToolBody body;
  if (!tool_find_body(call, graph, symbol, room, &body)) return;
  query_source_add(call->job, call->answer, body.source, body.from, body.to);
  answer_source_gap(call->answer, body.to + 1, body.end);
}
