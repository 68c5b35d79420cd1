/* Facts as text. */
#include "src/model/facts.h"

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

/* Runs of white space (and line continuations) become one blank. */
static Str one_line(Arena *arena, Str text, size_t max) {
  Buf line;
  buf_init(&line, arena, max + 8);
  bool blank = false;
  for (size_t i = 0; i < text.len && line.len <= max + 3; i++) {
    char c = text.ptr[i];
    if (is_space(c) || (c == '\\' && i + 1 < text.len && (text.ptr[i + 1] == '\n' || text.ptr[i + 1] == '\r'))) {
      blank = line.len > 0;
      continue;
    }
    if (blank) buf_add_byte(&line, ' ');
    blank = false;
    buf_add_byte(&line, c);
  }
  if (line.len <= max) return buf_str(&line);
  /* Cut before a UTF-8 sequence, not inside it. */
  size_t end = max;
  while (end > 0 && ((unsigned char)line.ptr[end] & 0xC0) == 0x80) end--;
  buf_truncate(&line, end);
  buf_add_c(&line, "...");
  return buf_str(&line);
}

Str facts_signature(Arena *arena, const Def *def, Str text) {
  return one_line(arena, str_slice(text, def->signature.from, def->signature.to),
                  FACTS_SIGNATURE_MAX - 3);
}

static void dump_place(Buf *out, const Span *span) {
  buf_add_format(out, " %u:%u-%u:%u", span->line, span->column, span->end_line, span->end_column);
}

static void dump_def(Buf *out, const Facts *facts, const Def *def, Str text) {
  buf_add_format(out, "%s ", symbol_kind_word(def->kind));
  if (def->container) {
    buf_add(out, names_text(facts->names, facts->defs.items[def->container - 1].name));
    buf_add_byte(out, '.');
  }
  buf_add(out, names_text(facts->names, def->name));
  dump_place(out, &def->name_span);
  buf_add_c(out, " in");
  dump_place(out, &def->full);
  if (def->flags & DEF_EXPORTED) buf_add_c(out, " exported");
  if (def->flags & DEF_DECLARATION) buf_add_c(out, " declaration");
  buf_add_c(out, "\n  ");
  buf_add(out, facts_signature(out->arena, def, text));
  buf_add_byte(out, '\n');
  if (def->doc.to > def->doc.from) {
    buf_add_c(out, "  doc: ");
    buf_add(out, one_line(out->arena, str_slice(text, def->doc.from, def->doc.to), 160));
    buf_add_byte(out, '\n');
  }
}

void facts_dump(Buf *out, const Facts *facts, Str text) {
  if (facts->broken) buf_add_c(out, "broken\n");
  for (size_t i = 0; i < facts->defs.len; i++) dump_def(out, facts, &facts->defs.items[i], text);
}
