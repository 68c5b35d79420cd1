/* Facts: the empty ones, and signatures. */
#include "src/model/facts_internal.h"

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

/* Runs of white space (and line continuations) become one blank. */
Str facts_one_line(Arena *arena, Str text, size_t max) {
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

/* `typedef struct { … } Name;`: the name stands behind the body, and belongs
 * to the signature. */
Range facts_signature_end(const Def *def, Str text) {
  uint32_t from = def->name_span.from, to = def->full.to;
  if (from < def->signature.to || to > text.len || from >= to) return (Range){0};
  while (from > def->signature.to && text.ptr[from - 1] != '}') from--;
  if (from == def->signature.to) from = def->name_span.from;
  while (from < to && is_space(text.ptr[from])) from++;
  while (to > from && (is_space(text.ptr[to - 1]) || text.ptr[to - 1] == ';')) to--;
  return (Range){from, to};
}

Str facts_signature(Arena *arena, const Def *def, Str text) {
  Str words = str_slice(text, def->signature.from, def->signature.to);
  Range end = facts_signature_end(def, text);
  if (end.to) words = str_format(arena, "%.*s %.*s", STR_ARG(words), STR_ARG(str_slice(text, end.from, end.to)));
  return facts_one_line(arena, words, FACTS_SIGNATURE_MAX - 3);
}

#define COPY(arena, vec) \
  ((vec).items = arena_copy((arena), (vec).items, (vec).len * sizeof *(vec).items), (vec).cap = (vec).len)

void facts_copy(Arena *arena, const Facts *facts, Facts *ret_copy) {
  Facts copy = *facts;
  COPY(arena, copy.scopes);
  COPY(arena, copy.defs);
  COPY(arena, copy.binds);
  COPY(arena, copy.imports);
  COPY(arena, copy.exprs);
  COPY(arena, copy.lists);
  COPY(arena, copy.refs);
  *ret_copy = copy;
}

/* Entry 0 of every array means "none", and scope 1 is the file: nothing has
 * to check for empty arrays. */
void facts_init(Facts *facts, Arena *arena, Names *names) {
  *facts = (Facts){.names = names};
  *vec_add(arena, &facts->scopes) = (Scope){0};
  *vec_add(arena, &facts->scopes) = (Scope){.kind = SCOPE_FILE};
  *vec_add(arena, &facts->defs) = (Def){0};
  *vec_add(arena, &facts->binds) = (Bind){0};
  *vec_add(arena, &facts->imports) = (Import){0};
  *vec_add(arena, &facts->exprs) = (Expr){0};
  *vec_add(arena, &facts->lists) = 0;
  *vec_add(arena, &facts->refs) = (Ref){0};
}
