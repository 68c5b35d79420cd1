/* Texts and places in them, for the formats. */
#include "src/app/setup/setup_internal.h"

Str app_edit_apply(Arena *arena, Str text, const AppEdit *edit) {
  Buf out;
  buf_init(&out, arena, text.len + edit->inserted.len);
  buf_add(&out, str_slice(text, 0, edit->at));
  buf_add(&out, edit->inserted);
  buf_add(&out, str_slice(text, edit->at + edit->removed.len, text.len));
  return buf_str(&out);
}

/* Of the first line; a file that mixes them is left as it is. */
Str app_text_newline(Str text) {
  size_t at = str_find_byte(text, '\n');
  return at != STR_NONE && at > 0 && text.ptr[at - 1] == '\r' ? STR("\r\n") : STR("\n");
}

Str app_text_with_newline(Arena *arena, Str text, Str newline) {
  if (newline.len == 1) return text;
  Buf out;
  buf_init(&out, arena, text.len * 2);
  for (Str rest = text; rest.len;) {
    size_t end = str_find_byte(rest, '\n');
    buf_add(&out, str_cut(&rest, '\n'));
    if (end != STR_NONE) buf_add(&out, newline);
  }
  return buf_str(&out);
}

/* What has to stand between the end of the text and a new block, so that there
 * is one empty line. */
Str app_text_gap(Arena *arena, Str text) {
  Str newline = app_text_newline(text);
  if (text.len == app_text_skip_mark(text)) return STR_EMPTY;
  if (!str_ends_with(text, STR("\n"))) {
    return str_format(arena, "%.*s%.*s", STR_ARG(newline), STR_ARG(newline));
  }
  bool has_empty_line = str_ends_with(text, STR("\n\n")) || str_ends_with(text, STR("\n\r\n"));
  return has_empty_line ? STR_EMPTY : newline;
}

size_t app_text_line_start(Str text, size_t at) {
  while (at > 0 && text.ptr[at - 1] != '\n') at--;
  return at;
}

size_t app_text_line_end(Str text, size_t at) {
  while (at < text.len && text.ptr[at] != '\n') at++;
  return at;
}

size_t app_text_next_line(Str text, size_t at) {
  at = app_text_line_end(text, at);
  return at < text.len ? at + 1 : at;
}

/* The byte order mark, which some editors write and every format here must
 * pass over. */
size_t app_text_skip_mark(Str text) {
  return str_starts_with(text, STR("\xef\xbb\xbf")) ? 3 : 0;
}

bool app_text_is_blank(Str text) {
  return str_trim(str_slice(text, app_text_skip_mark(text), text.len)).len == 0;
}
