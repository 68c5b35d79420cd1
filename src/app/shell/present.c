/* Alignment, colours and links, by the patterns of lines. Knows no tool. */
#include "src/app/shell/present_internal.h"

#include "src/base/percent.h"
#include "src/base/vec.h"
#include "src/os/file.h"

#define CELL_MAX 56 /* wider first cells are left as they are */

#define BOLD "\033[1m"
#define DIM "\033[2m"
#define GREEN "\033[32m"
#define YELLOW "\033[33m"
#define CYAN "\033[36m"
#define PLAIN "\033[0m"

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_path_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || strchr("_./@+-~$", c) || (unsigned char)c >= 0x80;
}

/* ---- alignment ---- */

static size_t indent_of(Str line) {
  size_t indent = 0;
  while (indent < line.len && line.ptr[indent] == ' ') indent++;
  return indent;
}

/* Where the first cell ends: before two blanks, or after path:line. 0: the
 * line is not made of cells. */
static size_t first_cell(Str line) {
  size_t from = indent_of(line);
  if (from == line.len || line.ptr[from] == '\t' || is_digit(line.ptr[from])) return 0;
  for (size_t i = from; i + 1 < line.len; i++) {
    if (line.ptr[i] == '\t') return 0;
    if (line.ptr[i] == ' ' && line.ptr[i + 1] == ' ') return i;
    bool ends_place = line.ptr[i] == ' ' && i > from && is_digit(line.ptr[i - 1]);
    size_t at = i;
    while (ends_place && at > from && is_digit(line.ptr[at - 1])) at--;
    if (ends_place && at > from + 1 && line.ptr[at - 1] == ':') return i;
    if (line.ptr[i] == ' ') {
      /* a sentence, unless two blanks follow later on */
      size_t wide = str_find(str_slice(line, i, line.len), STR("  "));
      return wide == STR_NONE ? 0 : i + wide;
    }
  }
  return 0;
}

typedef struct Cell {
  Str line;
  size_t end; /* of the first cell; 0: none */
} Cell;

static void add_block(Buf *out, const Cell *cells, size_t count) {
  size_t widest = 0;
  for (size_t i = 0; i < count; i++) {
    size_t width = str_characters(str_slice(cells[i].line, 0, cells[i].end));
    if (width <= CELL_MAX && width > widest) widest = width;
  }
  for (size_t i = 0; i < count; i++) {
    Str cell = str_slice(cells[i].line, 0, cells[i].end), rest = str_slice(cells[i].line, cells[i].end, cells[i].line.len);
    size_t width = str_characters(cell);
    rest = str_slice(rest, indent_of(rest), rest.len);
    buf_add(out, cell);
    buf_add_format(out, "%*s", (int)((width < widest ? widest - width : 0) + 2), "");
    buf_add(out, rest);
    buf_add_byte(out, '\n');
  }
}

Str app_present_align(Arena *arena, Str text) {
  Buf out;
  VEC(Cell) block = {0};
  buf_init(&out, arena, text.len * 3 + 4096);
  while (text.len) {
    Str line = str_cut(&text, '\n');
    Cell cell = {line, first_cell(line)};
    bool goes_on = cell.end && (!block.len || indent_of(vec_last(&block)->line) == indent_of(line));
    if (!goes_on && block.len) {
      add_block(&out, block.items, block.len);
      block.len = 0;
    }
    if (cell.end) {
      *vec_add(arena, &block) = cell;
      continue;
    }
    buf_add(&out, line);
    buf_add_byte(&out, '\n');
  }
  if (block.len) add_block(&out, block.items, block.len);
  return buf_str(&out);
}

/* ---- links ---- */

/* A file of the workspace opens where it is clicked; others stay words. */
static void add_place(Buf *out, const AppPresent *present, Str path, Str line) {
  Str whole = file_join(out->arena, present->root, path);
  bool is_link = present->root.len && path.len < 512 && file_exists(whole);
  if (is_link) {
    buf_add_format(out, "\033]8;;file://%.*s", STR_ARG(present->host));
    percent_add(out, whole);
    if (line.len) buf_add_format(out, "#%.*s", STR_ARG(line));
    buf_add_c(out, "\033\\");
  }
  buf_add_format(out, CYAN "%.*s" PLAIN, STR_ARG(path));
  if (line.len) buf_add_format(out, ":" GREEN "%.*s" PLAIN, STR_ARG(line));
  if (is_link) buf_add_c(out, "\033]8;;\033\\");
}

/* The next path:line at or after *at: its parts; false: none. */
static bool find_place(Str line, size_t from, size_t *ret_start, Str *ret_path, Str *ret_line) {
  for (size_t colon = from; colon + 1 < line.len; colon++) {
    if (line.ptr[colon] != ':' || !is_digit(line.ptr[colon + 1])) continue;
    size_t start = colon, end = colon + 1;
    while (start > from && is_path_char(line.ptr[start - 1])) start--;
    while (end < line.len && is_digit(line.ptr[end])) end++;
    Str path = str_slice(line, start, colon);
    if (path.len < 2 || (str_find_byte(path, '.') == STR_NONE && str_find_byte(path, '/') == STR_NONE)) continue;
    *ret_start = start, *ret_path = path, *ret_line = str_slice(line, colon + 1, end);
    return true;
  }
  return false;
}

static void add_with_places(Buf *out, const AppPresent *present, Str line) {
  size_t at = 0, start;
  Str path, number;
  while (find_place(line, at, &start, &path, &number)) {
    buf_add(out, str_slice(line, at, start));
    add_place(out, present, path, number);
    at = start + path.len + 1 + number.len;
  }
  buf_add(out, str_slice(line, at, line.len));
}

/* ---- colours ---- */

/* "12\t", "12-40\t", "\t": lines of source. */
static size_t source_number(Str line) {
  size_t at = 0;
  while (at < line.len && (is_digit(line.ptr[at]) || line.ptr[at] == '-')) at++;
  return at < line.len && line.ptr[at] == '\t' ? at + 1 : 0;
}

/* "freshness: watching" */
static size_t label(Str line) {
  size_t at = 0;
  while (at < line.len && ((line.ptr[at] >= 'a' && line.ptr[at] <= 'z') || line.ptr[at] == ' ')) at++;
  return at > 2 && at < 30 && at + 1 < line.len && line.ptr[at] == ':' && line.ptr[at + 1] == ' ' ? at + 1 : 0;
}

static bool is_heading(Str line) {
  bool is_marked = str_starts_with(line, STR("## ")) || str_starts_with(line, STR("### "));
  bool is_title = line.len > 1 && line.len < 60 && line.ptr[line.len - 1] == ':' && line.ptr[0] >= 'A' && line.ptr[0] <= 'Z';
  return is_marked || is_title;
}

static bool is_warning(Str line) {
  static const char *const starts[] = {"Provisional:", "Behind:", "Nothing ", "No ", "provisional:", "behind:", "broken:"};
  for (size_t i = 0; i < COUNT_OF(starts); i++) {
    if (str_starts_with(line, str_from_c(starts[i]))) return true;
  }
  return false;
}

static void add_line(Buf *out, const AppPresent *present, Str line) {
  size_t number = source_number(line), key = label(line);
  if (number) {
    buf_add_format(out, DIM "%.*s" PLAIN, STR_ARG(str_slice(line, 0, number)));
    buf_add(out, str_slice(line, number, line.len));
  } else if (is_heading(line)) {
    buf_add_format(out, BOLD "%.*s" PLAIN, STR_ARG(line));
  } else if (is_warning(line)) {
    buf_add_format(out, YELLOW "%.*s" PLAIN, STR_ARG(line));
  } else {
    if (key) buf_add_format(out, BOLD "%.*s" PLAIN, STR_ARG(str_slice(line, 0, key)));
    add_with_places(out, present, str_slice(line, key, line.len));
  }
}

Str app_present_colour(Arena *arena, const AppPresent *present, Str text) {
  Buf out;
  buf_init(&out, arena, text.len * 16 + 4096);
  if (!present->has_colour) return text;
  while (text.len) {
    add_line(&out, present, str_cut(&text, '\n'));
    buf_add_byte(&out, '\n');
  }
  return buf_str(&out);
}
