/* Names, symbols and trails in answers. */
#include "src/tools/kit/graph_internal.h"

#define LINE_SHOWN 160

static Err open_at(ToolCall *call, Str path, ToolGraph *ret_graph) {
  ToolGraph graph = {0};
  TRY(tool_place(call, path, &graph.index, &graph.path));
  TRY(index_reader_take(call->job, graph.index, &graph.reader));
  map_init(&graph.sources, call->job->arena);
  *ret_graph = graph;
  return OK;
}

Err tool_graph_open(ToolCall *call, ToolGraph *ret_graph) { return open_at(call, STR_EMPTY, ret_graph); }

Err tool_graph_run(ToolCall *call, Str path, ToolGraphAnswer *answer) {
  ToolGraph graph;
  TRY(open_at(call, path, &graph));
  Err err = answer(call, &graph);
  tool_graph_close(&graph);
  return err;
}

void tool_graph_close(ToolGraph *graph) {
  if (graph->reader) index_reader_return(graph->index, graph->reader);
  graph->reader = NULL;
}

static Err wrong_kind(ToolCall *call, Str kind) {
  Arena *arena = call->job->arena;
  Str words[SYMBOL_KIND_COUNT];
  Buf accepted;
  buf_init(&accepted, arena, 2048);
  for (unsigned i = 0; i < SYMBOL_KIND_COUNT; i++) {
    words[i] = str_from_c(symbol_kind_word((SymbolKind)i));
    tool_add_comma(&accepted, words[i]);
  }
  Str nearest = str_nearest(kind, words, SYMBOL_KIND_COUNT);
  Str hint = nearest.len ? str_format(arena, "; did you mean '%.*s'?", STR_ARG(nearest)) : STR_EMPTY;
  return job_fail(call->job, ERR_USAGE, "kind must be one of %.*s, not '%.*s'%.*s", STR_ARG(buf_str(&accepted)),
                  STR_ARG(str_shown(arena, kind, TOOL_SHOWN_WORD)), STR_ARG(hint));
}

static uint32_t line_number(int64_t number) { return number < INT32_MAX ? (uint32_t)number : INT32_MAX; }

Err tool_target(ToolCall *call, Str name, QueryTarget *ret_target) {
  QueryTarget target = {.name = str_trim(name)};
  if (tool_find_field(call->tool->args, STR("file"))) target.file = tool_arg_str(call, "file");
  if (tool_find_field(call->tool->args, STR("line"))) target.line = line_number(tool_arg_int(call, "line"));
  Str kind = tool_find_field(call->tool->args, STR("kind")) ? tool_arg_str(call, "kind") : STR_EMPTY;
  target.has_kind = kind.len && symbol_kind_from_word(kind, &target.kind);
  if (kind.len && !target.has_kind) return wrong_kind(call, kind);
  *ret_target = target;
  return OK;
}

Str tool_join_names(Arena *arena, const Str *names, size_t count) {
  Buf text;
  buf_init(&text, arena, 1u << 14);
  for (size_t i = 0; i < count; i++) {
    buf_add_format(&text, "%s%.*s", i ? ", " : "", STR_ARG(str_shown(arena, names[i], TOOL_SHOWN_NAME)));
  }
  return buf_str(&text);
}

/* A file that was named and is left out has a reason. */
static Err show_left_out(ToolCall *call, ToolGraph *graph, Str path) {
  StoreFile file;
  if (!path.len) return OK;
  TRY(query_file(call->job, graph->reader, path, &file));
  if (!file.id.value || !file.skip.len) return OK;
  buf_add_format(call->text, "%.*s is not indexed: %.*s.\n", STR_ARG(str_shown(call->job->arena, path, TOOL_SHOWN_NAME)),
                 STR_ARG(file.skip));
  return OK;
}

Err tool_show_missing(ToolCall *call, ToolGraph *graph, const QueryTarget *target, const QueryTargets *targets) {
  Arena *arena = call->job->arena;
  buf_add_format(call->text, "Nothing is called '%.*s'", STR_ARG(str_shown(arena, target->name, TOOL_SHOWN_NAME)));
  if (target->has_kind) buf_add_format(call->text, " of kind %s", symbol_kind_word(target->kind));
  if (target->file.len) buf_add_format(call->text, " in %.*s", STR_ARG(str_shown(arena, target->file, TOOL_SHOWN_NAME)));
  if (target->line) buf_add_format(call->text, " around line %u", target->line);
  buf_add_c(call->text, ".\n");
  if (targets->suggestion_count) {
    buf_add_format(call->text, "There is: %.*s\n", STR_ARG(tool_join_names(arena, targets->suggestions, targets->suggestion_count)));
  }
  TRY(show_left_out(call, graph, target->file));
  TRY(show_left_out(call, graph, target->name));
  return tool_add_gaps(call, graph->index, true);
}

Err tool_find_targets(ToolCall *call, ToolGraph *graph, const QueryTarget *target, QueryTargets *ret_targets) {
  TRY(query_targets(call->job, graph->reader, target, ret_targets));
  if (ret_targets->len) return OK;
  json_field_bool(call->fields, "found", false);
  tool_write_names(call->fields, "suggestions", ret_targets->suggestions, ret_targets->suggestion_count);
  return tool_show_missing(call, graph, target, ret_targets);
}

Str tool_symbol_name(Arena *arena, const StoreSymbol *symbol) {
  return str_shown(arena, query_qualified(arena, symbol), TOOL_SHOWN_NAME);
}

void tool_add_symbol(Buf *text, Arena *arena, const StoreSymbol *symbol) {
  if (symbol->kind != SYMBOL_FILE) {
    buf_add(text, tool_symbol_name(arena, symbol));
    buf_add_c(text, "  ");
  }
  buf_add(text, str_shown(arena, symbol->path, SIZE_MAX));
  if (symbol->kind != SYMBOL_FILE) buf_add_format(text, ":%u", symbol->name_span.line);
}

void tool_add_place(Buf *text, Arena *arena, const StoreSymbol *symbol) {
  buf_add(text, str_shown(arena, symbol->path, SIZE_MAX));
  if (symbol->kind == SYMBOL_FILE) {
    buf_add_c(text, " file");
    return;
  }
  buf_add_format(text, ":%u %s %.*s", symbol->name_span.line, symbol_kind_word(symbol->kind),
                 STR_ARG(tool_symbol_name(arena, symbol)));
}

void tool_write_symbol(JsonWriter *out, const StoreSymbol *symbol) {
  json_field_str(out, "name", str_head(symbol->name, TOOL_NAME_MAX));
  json_field_str(out, "kind", str_from_c(symbol_kind_word(symbol->kind)));
  json_field_str(out, "path", symbol->path);
  json_field_int(out, "line", symbol->name_span.line);
  if (symbol->container.len) json_field_str(out, "container", str_head(symbol->container, TOOL_NAME_MAX));
}

void tool_write_symbols(JsonWriter *out, const char *name, const StoreSymbol *symbols, size_t count) {
  json_field_array(out, name);
  for (size_t i = 0; i < count; i++) {
    json_begin_object(out);
    tool_write_symbol(out, &symbols[i]);
    json_end_object(out);
  }
  json_end_array(out);
}

/* Kinds that the heading does not say. */
static const char *kind_note(uint32_t kinds) {
  if (kinds & STORE_KIND(EDGE_INSTANTIATES)) return "makes one";
  if (kinds & STORE_KIND(EDGE_RENDERS)) return "renders it";
  if (kinds & STORE_KIND(EDGE_EXPANDS)) return "expands it";
  if (kinds & STORE_KIND(EDGE_DECORATES)) return "decorates";
  return NULL;
}

static void add_lines(Buf *text, const QueryTrailEntry *entry) {
  if (!entry->edge.line) return;
  for (size_t i = 0; i < entry->line_count; i++) buf_add_format(text, "%s%u", i ? ", " : "at ", entry->lines[i]);
  if (entry->sites > entry->line_count) buf_add_format(text, " and %zu more", entry->sites - entry->line_count);
}

/* Implementations of one method that is called at the same places. */
static bool is_same_dispatch(const QueryTrailEntry *a, const QueryTrailEntry *b) {
  if (!str_eq(a->via, b->via) || a->sites != b->sites) return false;
  for (size_t i = 0; i < a->line_count; i++) {
    if (a->lines[i] != b->lines[i]) return false;
  }
  return true;
}

void tool_add_dispatched(ToolCall *call, const QueryTrailGroup *group) {
  Arena *arena = call->job->arena;
  for (size_t i = 0; i < group->len; i++) {
    const QueryTrailEntry *entry = &group->items[i];
    if (!i || !is_same_dispatch(entry - 1, entry)) {
      buf_add_format(call->text, "  for %.*s ", STR_ARG(str_shown(arena, entry->via, TOOL_SHOWN_NAME)));
      add_lines(call->text, entry);
      buf_add_c(call->text, ":\n");
    }
    buf_add_c(call->text, "    ");
    tool_add_symbol(call->text, arena, &entry->symbol);
    buf_add_byte(call->text, '\n');
  }
}

/* What there is to say about it beside its name. */
static void add_notes(ToolCall *call, ToolGraph *graph, const QueryTrailEntry *entry) {
  Arena *arena = call->job->arena;
  Str note = query_edge_note(call->job, graph->reader, &entry->edge);
  const char *kind = entry->kinds & STORE_KIND(EDGE_CALLS) ? NULL : kind_note(entry->kinds);
  if (entry->edge.line) buf_add_byte(call->text, ' ');
  add_lines(call->text, entry);
  if (kind) buf_add_format(call->text, ", %s", kind);
  if (entry->member.len && !entry->via.len) {
    bool is_callee = entry->edge.to.value == entry->symbol.id.value;
    buf_add_format(call->text, ", %s %.*s", is_callee ? "in" : "its", STR_ARG(str_shown(arena, entry->member, TOOL_SHOWN_NAME)));
  }
  if (entry->via.len) buf_add_format(call->text, ", via %.*s", STR_ARG(str_shown(arena, entry->via, TOOL_SHOWN_NAME)));
  if (note.len) buf_add_format(call->text, ", %.*s", STR_ARG(note));
}

void tool_add_entries(ToolCall *call, ToolGraph *graph, const QueryTrailGroup *group) {
  Arena *arena = call->job->arena;
  Str path = STR_EMPTY;
  for (size_t i = 0; i < group->len; i++) {
    const StoreSymbol *symbol = &group->items[i].symbol;
    bool is_same = i && str_eq(path, symbol->path);
    path = symbol->path;
    if (is_same) buf_add_c(call->text, "; ");
    else buf_add_format(call->text, "%s  %.*s", i ? "\n" : "", STR_ARG(str_shown(arena, path, SIZE_MAX)));
    if (symbol->kind != SYMBOL_FILE) {
      buf_add_format(call->text, "%s%.*s:%u", is_same ? "" : ": ", STR_ARG(tool_symbol_name(arena, symbol)), symbol->name_span.line);
    } else if (is_same) buf_add_c(call->text, "(top level)");
    add_notes(call, graph, &group->items[i]);
  }
  if (group->len) buf_add_byte(call->text, '\n');
}

static const char *relation(EdgeKind kind, bool up) {
  switch (kind) {
    case EDGE_EXTENDS: return up ? "extends" : "extended by";
    case EDGE_IMPLEMENTS: return up ? "implements" : "implemented by";
    default: return up ? "overrides" : "overridden by";
  }
}

Str tool_relation(const QueryRelative *relative, bool up) { return str_from_c(relation(relative->kind, up)); }

static bool is_like(const QueryRelative *a, const QueryRelative *b) { return a->kind == b->kind && a->depth == b->depth; }

void tool_add_relative(Buf *text, Arena *arena, const QueryRelatives *relatives, size_t at, size_t first, bool up) {
  const QueryRelative *one = &relatives->items[at];
  bool goes_on = at > first && is_like(one - 1, one), has_more = at + 1 < relatives->len && is_like(one + 1, one);
  buf_add_c(text, "  ");
  if (!goes_on) {
    buf_add_c(text, relation(one->kind, up));
    if (one->depth > 1) buf_add_format(text, ", level %u", one->depth);
    buf_add_c(text, has_more ? ":\n  " : " ");
  }
  if (goes_on || has_more) buf_add_c(text, "  ");
  tool_add_symbol(text, arena, &one->symbol);
  buf_add_byte(text, '\n');
}

const QuerySource *tool_source(ToolCall *call, ToolGraph *graph, Str path) {
  return query_source_once(call->job, graph->index, &graph->sources, path);
}

Str tool_line(ToolCall *call, ToolGraph *graph, Str path, uint32_t line) {
  const QuerySource *source = tool_source(call, graph, path);
  return source ? str_shown(call->job->arena, str_trim(query_source_line(source, line)), LINE_SHOWN) : STR_EMPTY;
}

uint32_t tool_last_line(const QuerySource *source, uint32_t from, uint32_t to, size_t max_bytes) {
  size_t used = query_source_size(source, from, from);
  uint32_t last = from;
  while (last < to && (used += query_source_size(source, last + 1, last + 1)) <= max_bytes) last++;
  return last;
}

Str tool_body(ToolCall *call, ToolGraph *graph, const StoreSymbol *symbol, uint32_t max_lines, size_t max_bytes) {
  const QuerySource *source = symbol->kind == SYMBOL_FILE ? NULL : tool_source(call, graph, symbol->path);
  if (!source) return STR_EMPTY;
  uint32_t from = symbol->full.line, end = symbol->full.end_line, to = end;
  if (to - from >= max_lines) to = from + max_lines - 1;
  to = tool_last_line(source, from, to < source->lines ? to : source->lines, max_bytes);
  Buf text;
  buf_init(&text, call->job->arena, max_bytes + 8192);
  query_source_show(&text, source, from, to);
  if (to < end) buf_add_format(&text, "... lines %u-%u left out\n", to + 1, end);
  return buf_str(&text);
}
