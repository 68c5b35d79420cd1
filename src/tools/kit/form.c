/* A long definition is asked for by its name before anybody knows which of its
 * lines matter: they are chosen by who sees its outline. */
#include "src/tools/kit/form_internal.h"

#include "src/tools/kit/outline_internal.h"

#define OUTLINE_LINE 24 /* bytes of an outline's line beside signature and docs, about */

/* Types, modules and files hold definitions; an outline of next to none would
 * say nothing. */
static Err take_outline(ToolCall *call, ToolGraph *graph, const StoreSymbol *symbol, ToolForm *form) {
  QueryZoom zoom = {.all = true, .brief = true, .short_values = true, .texts = tool_unlaid(call, graph->index)};
  StoreFile file;
  if (symbol->kind == SYMBOL_FILE) {
    TRY(store_get_file(call->job, graph->reader, symbol->file, &file));
    if (!file.skip.len) TRY(query_zoom_file(call->job, graph->index, graph->reader, &zoom, &file, &form->zoomed));
  } else {
    TRY(query_zoom_symbol(call->job, graph->index, graph->reader, &zoom, symbol, &form->zoomed));
  }
  size_t own = symbol->kind == SYMBOL_FILE ? 0 : 1;
  if (form->zoomed.count <= own + 1) return OK;
  form->kind = TOOL_FORM_OUTLINE;
  for (size_t i = 0; i < form->zoomed.count; i++) form->size += form->zoomed.symbols[i].signature.len + form->zoomed.symbols[i].doc.len + OUTLINE_LINE;
  return OK;
}

/* Whether most of its lines are those of functions in it: an object or closure
 * that stands for a type. */
static bool is_holder(const StoreSymbols *inside, const ToolForm *form) {
  uint32_t lines = 0, last = 0;
  for (size_t i = 0; i < inside->len; i++) {
    const StoreSymbol *one = &inside->items[i];
    if (!symbol_kind_is_callable(one->kind) || one->full.line <= last) continue;
    last = one->full.end_line;
    lines += last - one->full.line + 1;
  }
  return lines > (form->to - form->from) / 2;
}

static Err take_skeleton(ToolCall *call, ToolGraph *graph, const StoreSymbol *symbol, const StoreSymbols *inside, ToolForm *form) {
  QuerySkeleton asked = {.from = form->from, .to = form->to, .signature = symbol->full.line};
  TRY(query_calls_with(call->job, graph->reader, symbol, inside, &asked.calls));
  form->kind = TOOL_FORM_SKELETON;
  query_source_skeleton(call->job->arena, form->source, &asked, &form->pieces);
  return OK;
}

/* What is short is shown whole. Of a longer one a type becomes an outline of
 * its members, and a function a skeleton, if one can be made that is worth the
 * name; otherwise the whole text stays. */
Err tool_form(ToolCall *call, ToolGraph *graph, const StoreSymbol *symbol, const QuerySource *source, uint32_t most, ToolForm *ret_form) {
  bool is_file = symbol->kind == SYMBOL_FILE;
  ToolForm form = {.source = source, .from = is_file ? 1 : query_source_begin(source, symbol), .to = is_file ? source->lines : symbol->full.end_line};
  if (form.to > source->lines) form.to = source->lines;
  bool is_long = form.to >= form.from && form.to - form.from >= most;
  if (is_long) {
    StoreSymbols inside;
    TRY(query_members(call->job, graph->reader, symbol, &inside));
    if (query_is_container(symbol->kind) || is_holder(&inside, &form)) TRY(take_outline(call, graph, symbol, &form));
    if (form.kind == TOOL_FORM_TEXT && !is_file) TRY(take_skeleton(call, graph, symbol, &inside, &form));
  }
  if (form.kind == TOOL_FORM_TEXT && form.from <= form.to) *vec_add(call->job->arena, &form.pieces) = (QueryPiece){form.from, form.to};
  for (size_t i = 0; i < form.pieces.len; i++) form.size += query_source_size(source, form.pieces.items[i].from, form.pieces.items[i].to);
  *ret_form = form;
  return OK;
}

Str tool_form_words(Arena *arena, const ToolForm *form) {
  if (form->kind == TOOL_FORM_TEXT) return STR_EMPTY;
  if (form->from == 1 && form->to == form->source->lines) return STR(", outline");
  return str_format(arena, "  lines %u-%u, %s", form->from, form->to, form->kind == TOOL_FORM_OUTLINE ? "outline" : "skeleton");
}

void tool_answer_form(ToolCall *call, const ToolForm *form) {
  if (form->kind == TOOL_FORM_OUTLINE) tool_outline_file(call, &form->zoomed);
  else tool_outline_text(call, &form->zoomed, form->source, &form->pieces, form->to);
}
