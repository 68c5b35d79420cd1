/* New text in the indentation of its place. Pure. */
#include "src/edit/ops/ops_internal.h"

/* A form feed is something to keep. */
static bool is_blank(Str line) {
  for (size_t i = 0; i < line.len; i++) {
    if (line.ptr[i] != ' ' && line.ptr[i] != '\t' && line.ptr[i] != '\r') return false;
  }
  return true;
}

/* Blank lines around it are the place's business, not the text's. */
static Str trim_lines(Str text) {
  while (text.len) {
    Str rest = text, line = str_cut(&rest, '\n');
    if (!is_blank(line)) break;
    text = rest;
  }
  while (text.len && (text.ptr[text.len - 1] == '\n' || text.ptr[text.len - 1] == '\r' || text.ptr[text.len - 1] == ' ' ||
                      text.ptr[text.len - 1] == '\t')) text.len--;
  return text;
}

/* Blanks and tabs at the beginning of a line. */
static Str leading(Str line) {
  size_t end = 0;
  while (end < line.len && (line.ptr[end] == ' ' || line.ptr[end] == '\t')) end++;
  return str_slice(line, 0, end);
}

/* A text, and what of it lies within strings. */
typedef struct Piece {
  Str text;
  const char *start; /* that the places of the strings count from */
  const EditFit *fit;
} Piece;

/* Whether a line begins within a string: in the last one that begins before it. One
 * that is empty has no place in the text, nor blanks to keep. */
static bool is_fixed(const Piece *piece, Str line) {
  if (!line.len) return false;
  size_t at = (size_t)(line.ptr - piece->start), low = 0, high = piece->fit->string_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (piece->fit->strings[middle].from < at) low = middle + 1;
    else high = middle;
  }
  return low && at < piece->fit->strings[low - 1].to;
}

/* The least indentation of all lines but the first; STR_NONE: there are none. */
static size_t least_of_rest(const Piece *piece) {
  size_t least = STR_NONE;
  Str text = piece->text;
  (void)str_cut(&text, '\n');
  while (text.len) {
    Str line = str_cut(&text, '\n');
    if (!is_blank(line) && !is_fixed(piece, line) && leading(line).len < least) least = leading(line).len;
  }
  return least;
}

/* The step of a text that is indented by blanks, beyond what all of it is; 0: it
 * is not. */
static size_t step_of(const Piece *piece, size_t off) {
  size_t step = 0;
  Str text = piece->text;
  while (text.len) {
    Str line = str_cut(&text, '\n');
    Str lead = leading(line);
    if (is_blank(line) || is_fixed(piece, line) || lead.len <= off) continue;
    if (str_find_byte(lead, '\t') != STR_NONE) return 0;
    if (!step || lead.len - off < step) step = lead.len - off;
  }
  return step;
}

/* The first line lost its indentation on the way, because it was cut out of a
 * file from its first character on: the others are where they belong. */
static bool is_torn(Str text, size_t others, Str indent, Str unit) {
  if (others == STR_NONE || !indent.len) return false;
  if (others >= indent.len + unit.len) return true;
  size_t last = str_find_last_byte(text, '\n');
  Str line = last == STR_NONE ? text : str_slice(text, last + 1, text.len), tail = str_trim(line);
  bool closes = tail.len && (tail.ptr[0] == '}' || tail.ptr[0] == ')' || tail.ptr[0] == ']' || str_starts_with(tail, STR("end")));
  return closes && others == indent.len && str_starts_with(line, indent);
}

/* One line's own indentation, beyond what is taken off, in the file's units. */
static void add_lead(Buf *out, Str lead, size_t step, Str unit) {
  if (!step || unit.ptr[0] != '\t') {
    buf_add(out, lead);
    return;
  }
  size_t width = lead.len;
  for (; width >= step; width -= step) buf_add(out, unit);
  for (; width; width--) buf_add_byte(out, ' ');
}

/* The place's indentation, then what the line has beyond the least of its
 * text. */
static void add_line(Buf *out, Str line, size_t off, size_t step, const EditFit *fit) {
  Str lead = leading(line);
  buf_add(out, fit->indent);
  add_lead(out, str_slice(lead, off < lead.len ? off : lead.len, lead.len), step, fit->unit);
  buf_add(out, str_slice(line, lead.len, line.len));
}

/* Three steps: what all lines have in common is taken off, the rest is turned
 * into the file's own units, and the place's indentation goes before each.
 * Lines within strings are left alone, since their blanks are contents. */
Str edit_fit_indent(Arena *arena, Str text, const EditFit *fit) {
  Piece piece = {.text = trim_lines(text), .start = text.ptr, .fit = fit};
  Str rest = piece.text, first = str_cut(&rest, '\n'), indent = fit->indent;
  size_t own = leading(first).len, others = least_of_rest(&piece);
  Buf out;
  buf_init(&out, arena, SIZE_MAX);
  if (!own && is_torn(piece.text, others, indent, fit->unit)) {
    buf_add(&out, indent);
    buf_add(&out, piece.text); /* whole, whatever bytes it has */
    return buf_str(&out);
  }
  size_t off = others != STR_NONE && others < own ? others : own;
  size_t step = fit->unit.len && fit->unit.ptr[0] == '\t' ? step_of(&piece, off) : 0;
  if (str_eq(str_slice(first, 0, off), indent) && !step) return piece.text;
  rest = piece.text;
  for (bool is_first = true; rest.len; is_first = false) {
    bool ends = str_find_byte(rest, '\n') != STR_NONE;
    Str line = str_cut(&rest, '\n');
    if (is_fixed(&piece, line)) buf_add(&out, line);
    else if (!is_blank(line) || is_first) add_line(&out, line, off, step, fit);
    if (ends) buf_add_byte(&out, '\n');
  }
  return buf_str(&out);
}
