/* A text that stands in a file with other white space than was asked for:
 * finding it, and fitting what comes in its place to how the file is written. */
#include "src/edit/ops/ops_internal.h"

/* A text with each run of white space as one blank, and where in the original
 * each of its bytes is. */
typedef struct Plain {
  Str text;
  uint32_t *places;
} Plain;

static Plain make_plain(Arena *arena, Str text) {
  char *bytes = arena_alloc(arena, text.len + 1);
  Plain plain = {.places = ARENA_ARRAY(arena, uint32_t, text.len + 1)};
  size_t len = 0;
  for (size_t i = 0; i < text.len; i++) {
    if (byte_is_blank(text.ptr[i]) && len && bytes[len - 1] == ' ') continue;
    plain.places[len] = (uint32_t)i;
    bytes[len++] = byte_is_blank(text.ptr[i]) ? ' ' : text.ptr[i];
  }
  plain.text = (Str){bytes, len};
  return plain;
}

/* Both are made plain first, so that the search itself is an ordinary one and
 * takes no longer than that, whatever the texts are. */
EditRanges edit_find_loose(Arena *arena, Str text, Str find) {
  EditRanges found = {0};
  Plain there = make_plain(arena, text);
  Str wanted = str_trim(make_plain(arena, find).text);
  for (size_t at = 0; wanted.len && at + wanted.len <= there.text.len;) {
    size_t next = str_find(str_slice(there.text, at, there.text.len), wanted);
    if (next == STR_NONE) break;
    at += next + wanted.len;
    *vec_add(arena, &found) = (Range){there.places[at - wanted.len], there.places[at - 1] + 1};
  }
  return found;
}

/* What stands there takes whole lines where it does, so that what comes in its
 * place can bring its own. */
Edit edit_fit_loose(EditOps *ops, const EditTree *tree, Range range, Str put) {
  Arena *arena = ops->job->arena;
  Str text = tree->text, indent = edit_indent_at(text, range.from);
  size_t start = edit_line_start(text, range.from), end = edit_line_end(text, range.to);
  bool begins = start + indent.len == range.from, ends = !str_trim(str_slice(text, range.to, end)).len;
  if (!str_trim(put).len) { /* nothing comes: its lines go with it */
    if (!begins || !ends) return (Edit){range, STR_EMPTY};
    while (end < text.len && text.ptr[end] != '\n') end++;
    return (Edit){{(uint32_t)start, (uint32_t)(end < text.len ? end + 1 : end)}, STR_EMPTY};
  }
  if (!begins) return (Edit){range, str_trim(put)};
  EditFit fit = {0};
  if (edit_find_strings(ops, tree->language, put, &fit)) job_forgive(ops->job);
  fit.indent = indent;
  fit.unit = edit_indent_unit(arena, tree);
  return (Edit){{(uint32_t)start, range.to}, edit_fit_indent(arena, put, &fit)};
}
