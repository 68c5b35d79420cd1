/* Alignment, colours and links, by the marks of an answer. Knows no tool. */
#include "src/app/shell/present_internal.h"

#include "src/base/percent.h"
#include "src/base/vec.h"
#include "src/os/file.h"

#define CELL_MAX 56 /* wider first columns are left as they are */

#define BOLD "\033[1m"
#define DIM "\033[2m"
#define GREEN "\033[32m"
#define YELLOW "\033[33m"
#define MAGENTA "\033[35m"
#define CYAN "\033[36m"
#define PLAIN "\033[0m"

/* ---- alignment ---- */

static size_t indent_of(Str line) {
  size_t indent = 0;
  while (indent < line.len && line.ptr[indent] == ' ') indent++;
  return indent;
}

/* A line, and the marks that begin in it. */
typedef struct Line {
  size_t from, to;
  size_t first, end; /* marks */
  size_t cell, rest; /* where its first column ends and what follows begins; 0, 0: it has none */
} Line;

/* The text as it is rewritten: marks are moved along with it. */
typedef struct Aligning {
  Arena *arena;
  const AppShown *shown;
  Buf out;
  VEC(AnswerMark) marks;
  VEC(Line) block;
} Aligning;

/* Marks are in the order of the text, so those of a line follow those of the
 * one before. */
static Line next_line(const AppShown *shown, size_t from, size_t first) {
  Line line = {.from = from, .first = first, .end = first};
  size_t end = str_find_byte(str_slice(shown->text, from, shown->text.len), '\n');
  line.to = end == STR_NONE ? shown->text.len : from + end;
  for (; line.end < shown->count && shown->marks[line.end].from <= line.to; line.end++) {
    const AnswerMark *mark = &shown->marks[line.end];
    if (mark->kind == ANSWER_MARK_COLUMN && !line.rest && mark->to <= line.to) line.cell = mark->from, line.rest = mark->to;
  }
  return line;
}

static size_t width_of(const Aligning *aligning, const Line *line) {
  return str_characters(str_slice(aligning->shown->text, line->from, line->cell));
}

/* A part of the text, with its marks. */
static void add_part(Aligning *aligning, const Line *line, size_t from, size_t to) {
  size_t at = aligning->out.len;
  for (size_t i = line->first; i < line->end; i++) {
    AnswerMark mark = aligning->shown->marks[i];
    if (mark.kind == ANSWER_MARK_COLUMN || mark.from < from || mark.to > to) continue;
    mark.to = (uint32_t)(at + mark.to - from), mark.from = (uint32_t)(at + mark.from - from);
    *vec_add(aligning->arena, &aligning->marks) = mark;
  }
  buf_add(&aligning->out, str_slice(aligning->shown->text, from, to));
}

/* Lines with the same indentation whose first columns are brought to one
 * width; wider ones than CELL_MAX do not push the others. */
static void add_block(Aligning *aligning) {
  size_t widest = 0;
  for (size_t i = 0; i < aligning->block.len; i++) {
    size_t width = width_of(aligning, &aligning->block.items[i]);
    if (width <= CELL_MAX && width > widest) widest = width;
  }
  for (size_t i = 0; i < aligning->block.len; i++) {
    const Line *line = &aligning->block.items[i];
    size_t width = width_of(aligning, line);
    add_part(aligning, line, line->from, line->cell);
    buf_add_format(&aligning->out, "%*s", (int)((width < widest ? widest - width : 0) + 2), "");
    add_part(aligning, line, line->rest, line->to);
    buf_add_byte(&aligning->out, '\n');
  }
  aligning->block.len = 0;
}

static size_t line_indent(const Aligning *aligning, const Line *line) {
  return indent_of(str_slice(aligning->shown->text, line->from, line->to));
}

/* A block ends with a line that has no column, or another indentation. */
AppShown app_present_align(Arena *arena, const AppShown *shown) {
  Aligning aligning = {.arena = arena, .shown = shown};
  buf_init(&aligning.out, arena, shown->text.len * 3 + 4096);
  for (size_t from = 0, mark = 0; from < shown->text.len;) {
    Line line = next_line(shown, from, mark);
    bool goes_on = line.rest && aligning.block.len &&
                   line_indent(&aligning, vec_last(&aligning.block)) == line_indent(&aligning, &line);
    if (!goes_on && aligning.block.len) add_block(&aligning);
    if (line.rest) {
      *vec_add(arena, &aligning.block) = line;
    } else {
      add_part(&aligning, &line, line.from, line.to);
      buf_add_byte(&aligning.out, '\n');
    }
    from = line.to + 1;
    mark = line.end;
  }
  add_block(&aligning);
  return (AppShown){buf_str(&aligning.out), aligning.marks.items, aligning.marks.len};
}

/* ---- colours and links ---- */

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

static const char *colour_of(AnswerMarkKind kind) {
  switch ((unsigned)kind) {
    case ANSWER_MARK_HEADING:
    case ANSWER_MARK_LABEL: return BOLD;
    case ANSWER_MARK_LINE: return GREEN;
    case ANSWER_MARK_NUMBER:
    case ANSWER_MARK_NOTE: return DIM;
    case ANSWER_MARK_WARNING: return YELLOW;
    case ANSWER_MARK_TOKENS + TOKEN_COMMENT: return DIM;
    case ANSWER_MARK_TOKENS + TOKEN_TEXT: return GREEN;
    case ANSWER_MARK_TOKENS + TOKEN_NUMBER: return YELLOW;
    case ANSWER_MARK_TOKENS + TOKEN_KEYWORD: return MAGENTA;
    case ANSWER_MARK_TOKENS + TOKEN_TYPE: return CYAN;
    case ANSWER_MARK_TOKENS + TOKEN_DEFINITION: return BOLD;
    default: return NULL;
  }
}

/* `path:line`: the number belongs to the path before it. */
static bool is_line_of(const AppShown *shown, const AnswerMark *path, const AnswerMark *line) {
  return line->kind == ANSWER_MARK_LINE && line->from == path->to + 1 && shown->text.ptr[path->to] == ':';
}

/* Marks that overlap one that was drawn, or lie outside of the text, are
 * passed over: they come from another process. */
Str app_present_colour(Arena *arena, const AppPresent *present, const AppShown *shown) {
  Buf out;
  Str text = shown->text;
  size_t at = 0;
  if (!present->has_colour) return text;
  buf_init(&out, arena, text.len * 16 + 4096);
  for (size_t i = 0; i < shown->count; i++) {
    const AnswerMark *mark = &shown->marks[i];
    const char *colour = colour_of(mark->kind);
    if (mark->from < at || mark->to > text.len || (!colour && mark->kind != ANSWER_MARK_PATH)) continue;
    Str part = str_slice(text, mark->from, mark->to);
    buf_add(&out, str_slice(text, at, mark->from));
    at = mark->to;
    if (mark->kind == ANSWER_MARK_PATH) {
      bool has_line = i + 1 < shown->count && mark->to < text.len && is_line_of(shown, mark, mark + 1);
      add_place(&out, present, part, has_line ? str_slice(text, mark[1].from, mark[1].to) : STR_EMPTY);
      if (has_line) at = mark[1].to;
    } else {
      buf_add_format(&out, "%s%.*s" PLAIN, colour, STR_ARG(part));
    }
  }
  buf_add(&out, str_slice(text, at, text.len));
  return buf_str(&out);
}
