/* A diff for people: one hunk, because a set-up changes one place. */
#include "src/app/setup/setup_internal.h"
#include "src/base/vec.h"

enum { CONTEXT_LINES = 3, SHOWN_BYTES = 240, BYTES_BEFORE = 60 };

typedef struct Lines {
  Str *items; /* without their newline */
  size_t len;
  size_t cap;
  bool ends_open; /* the last one has no newline */
} Lines;

static Lines split(Arena *arena, Str text) {
  Lines lines = {0};
  lines.ends_open = text.len && !str_ends_with(text, STR("\n"));
  for (Str rest = text; rest.len;) *vec_add(arena, &lines) = str_cut(&rest, '\n');
  return lines;
}

/* Whether the lines are the same to a reader of the file: their ends count. */
static bool same_line(const Lines *a, size_t i, const Lines *b, size_t j) {
  bool a_open = a->ends_open && i + 1 == a->len;
  bool b_open = b->ends_open && j + 1 == b->len;
  return a_open == b_open && str_eq(a->items[i], b->items[j]);
}

/* Where two lines begin to differ. */
static size_t common_bytes(Str a, Str b) {
  size_t at = 0;
  while (at < a.len && at < b.len && a.ptr[at] == b.ptr[at]) at++;
  return at;
}

/* A line that is a whole minified document is shown around the change. */
static void add_line(Buf *out, char sign, const Lines *lines, size_t at, size_t from) {
  Str line = lines->items[at];
  size_t start = line.len > SHOWN_BYTES && from > BYTES_BEFORE ? from - BYTES_BEFORE : 0;
  Str shown = str_slice(line, start, start + SHOWN_BYTES);
  bool cut = start + SHOWN_BYTES < line.len;
  if (!cut && str_ends_with(shown, STR("\r"))) shown.len--;
  buf_add_byte(out, sign);
  if (start) buf_add_c(out, "...");
  buf_add(out, str_visible(out->arena, shown));
  buf_add_c(out, cut ? "...\n" : "\n");
  if (lines->ends_open && at + 1 == lines->len) buf_add_c(out, "\\ no newline at the end\n");
}

static void add_range(Buf *out, char sign, size_t from, size_t count) {
  /* An empty range is named by the line before it. */
  size_t first = count ? from + 1 : from;
  buf_add_format(out, " %c%zu,%zu", sign, first, count);
}

/* `head` and `tail` lines are the same on both sides; what is between is the
 * change. */
static void add_hunk(Buf *out, const Lines *a, const Lines *b, size_t head, size_t tail) {
  size_t before = head < CONTEXT_LINES ? head : CONTEXT_LINES;
  size_t after = tail < CONTEXT_LINES ? tail : CONTEXT_LINES;
  size_t from = head - before;
  buf_add_c(out, "@@");
  add_range(out, '-', from, a->len - tail + after - from);
  add_range(out, '+', from, b->len - tail + after - from);
  buf_add_c(out, " @@\n");
  size_t differ = 0;
  if (head < a->len - tail && head < b->len - tail) {
    differ = common_bytes(a->items[head], b->items[head]);
  }
  for (size_t i = from; i < head; i++) add_line(out, ' ', a, i, 0);
  for (size_t i = head; i < a->len - tail; i++) add_line(out, '-', a, i, differ);
  for (size_t i = head; i < b->len - tail; i++) add_line(out, '+', b, i, differ);
  for (size_t i = a->len - tail; i < a->len - tail + after; i++) add_line(out, ' ', a, i, 0);
}

/* Not for programs: long lines are shortened and control characters are made
 * visible. */
void app_diff(Buf *out, Str path, bool existed, Str old_text, bool remains, Str new_text) {
  if (existed == remains && str_eq(old_text, new_text)) return;
  Lines a = split(out->arena, old_text);
  Lines b = split(out->arena, new_text);
  size_t head = 0, tail = 0;
  while (head < a.len && head < b.len && same_line(&a, head, &b, head)) head++;
  while (tail < a.len - head && tail < b.len - head &&
         same_line(&a, a.len - 1 - tail, &b, b.len - 1 - tail)) {
    tail++;
  }
  Str shown = str_visible(out->arena, path);
  buf_add_format(out, "--- %.*s\n", STR_ARG(existed ? shown : STR("/dev/null")));
  buf_add_format(out, "+++ %.*s\n", STR_ARG(remains ? shown : STR("/dev/null")));
  add_hunk(out, &a, &b, head, tail);
}
