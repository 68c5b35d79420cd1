/* Files and their symbols as signatures and docs. */
#include "src/tools/kit/outline_internal.h"

#define BRIEF_NAMES 12 /* of what a file gives on */

/* Each line behind a tab and the blanks of its level; the first may have a
 * number before the tab. */
static void add_lines(Answer *out, Str lines, uint32_t level) {
  for (bool first = true; lines.len || first; first = false) {
    Str line = str_cut(&lines, '\n');
    answer_say(out, "\t");
    if (line.len && level) answer_say(out, "%*s", (int)(2 * level), "");
    answer_put(out, line);
    answer_say(out, "\n");
  }
}

/* The first sentence of the documentation on the same line, behind the sign
 * that most languages have for a comment. */
static void add_brief(Answer *out, const QueryZoomSymbol *one) {
  answer_say(out, "\t%*s", (int)(2 * one->level), "");
  answer_put(out, one->signature);
  if (one->doc.len) {
    answer_say(out, "  // ");
    answer_put(out, one->doc);
  }
  answer_say(out, "\n");
}

static void add_words(Answer *out, const QueryZoomSymbol *one, bool brief) {
  const Span *span = &one->symbol.full;
  /* A definition that ends at the beginning of a line ends with the line before:
   * some grammars count the line break as part of it. */
  uint32_t last = span->end_line - (span->end_column <= 1 && span->end_line > span->line);
  /* The comment stands where the language has it, above the signature or within. */
  if (!brief && one->doc.len && !one->doc_inside) add_lines(out, one->doc, one->level);
  answer_source_span(out, span->line, last);
  if (brief) {
    add_brief(out, one);
    return;
  }
  add_lines(out, one->signature, one->level);
  if (one->doc.len && one->doc_inside) add_lines(out, one->doc, one->level + 1);
}

/* The same fields for every way of showing the symbol. */
static void add_fields(Answer *out, const QueryZoomSymbol *one) {
  answer_field_str(out, "name", str_head(one->symbol.name, ANSWER_NAME_MAX));
  answer_field_str(out, "kind", str_from_c(symbol_kind_word(one->symbol.kind)));
  answer_field_int(out, "line", one->symbol.full.line);
  answer_field_int(out, "endLine", one->symbol.full.end_line);
  answer_field_int(out, "level", one->level);
  answer_field_str(out, "signature", one->signature);
  if (one->doc.len) answer_field_str(out, "doc", one->doc);
  answer_field_bool(out, "exported", one->is_visible);
}

void tool_outline_symbol(Answer *answer, const QueryZoomSymbol *one, bool brief) {
  answer_begin_row(answer);
  /* One declaration may define several names. Its text is shown once, while each
   * of the names has its own fields. */
  if (!one->is_repeated) add_words(answer, one, brief);
  add_fields(answer, one);
  answer_end(answer);
}

/* What a file gives on from another is part of its surface although it defines
 * none of it. */
void tool_outline_import(ToolCall *call, const QueryImport *import, bool brief) {
  Answer *out = call->answer;
  size_t most = brief ? BRIEF_NAMES : SIZE_MAX;
  answer_begin_row(out);
  answer_source_span(out, import->line, import->line);
  answer_say(out, "\tre-exports from ");
  answer_show(out, import->specifier, SIZE_MAX);
  answer_say(out, import->name_count ? ": " : ": all");
  for (size_t i = 0; i < import->name_count && i < most; i++) {
    if (i) answer_say(out, ", ");
    answer_show(out, import->names[i], SIZE_MAX);
  }
  if (import->name_count > most) answer_say(out, " and %zu more", import->name_count - most);
  answer_say(out, "\n");
  answer_field_str(out, "from", str_head(import->specifier, ANSWER_NAME_MAX));
  answer_field_names(out, "names", import->names, import->name_count);
  answer_end(out);
}

void tool_outline_fields(Answer *answer, const QueryZoomFile *zoomed) {
  answer_field_str(answer, "path", zoomed->file.path);
  answer_field_str(answer, "language", zoomed->file.language);
  answer_field_int(answer, "lines", zoomed->lines);
}

/* Every symbol that is shown is a part, so that a page may end between two
 * symbols of a large file. */
void tool_outline_file(ToolCall *call, const QueryZoomFile *zoomed) {
  Answer *out = call->answer;
  answer_begin_row(out);
  tool_outline_fields(out, zoomed);
  answer_begin_list(out, "symbols");
  for (size_t i = 0; i < zoomed->count; i++) {
    if (!zoomed->symbols[i].is_repeated) answer_part(out);
    tool_outline_symbol(out, &zoomed->symbols[i], zoomed->brief);
  }
  answer_end(out);
  if (zoomed->given_on.len) {
    answer_begin_list(out, "reexports");
    for (size_t i = 0; i < zoomed->given_on.len; i++) {
      answer_part(out);
      tool_outline_import(call, &zoomed->given_on.items[i], zoomed->brief && !zoomed->all_names);
    }
    answer_end(out);
  }
  answer_end(out);
}

/* Symbols come by place, so one pass over the lines meets each at its own line.
 * A page that ends within the text then has the symbols of its lines only. */
static void add_piece(ToolCall *call, const QueryZoomFile *zoomed, const QuerySource *source, QueryPiece piece, size_t *at) {
  Answer *out = call->answer;
  while (*at < zoomed->count && zoomed->symbols[*at].symbol.full.line < piece.from) ++*at;
  for (uint32_t line = piece.from; line <= piece.to && line <= source->lines; line++) {
    query_source_add(call->job, out, source, line, line);
    for (; *at < zoomed->count && zoomed->symbols[*at].symbol.full.line == line; ++*at) {
      answer_begin_fields(out);
      tool_outline_symbol(out, &zoomed->symbols[*at], zoomed->brief);
      answer_end(out);
    }
  }
}

void tool_outline_text(ToolCall *call, const QueryZoomFile *zoomed, const QuerySource *source, const QueryPieces *pieces, uint32_t to) {
  Answer *out = call->answer;
  size_t at = 0;
  answer_begin_row(out);
  tool_outline_fields(out, zoomed);
  answer_begin_list(out, "symbols");
  for (size_t i = 0; i < pieces->len; i++) {
    uint32_t next = i + 1 < pieces->len ? pieces->items[i + 1].from : to + 1, last = pieces->items[i].to;
    add_piece(call, zoomed, source, pieces->items[i], &at);
    if (next > last + 1) answer_source_left_out(out, next - last - 1);
  }
  answer_end(out);
  answer_end(out);
}
