/* Words, values and structure of an answer. An answer is built once and read
 * in two ways: its text for people, its fields for programs. What is said goes
 * to the text, what has a key goes to the fields, and most calls do both.
 * Inside something hidden no fields are made, inside something muted no words.
 * Everything lies in the caller's arena. */
#include "src/model/answer_internal.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "src/base/print.h"

/* Most answers fit into what is reserved at first. */
enum { TEXT_FIRST = 2048, NODES_FIRST = 64, WORDS_SHORT = 512 };

Answer *answer_new(Arena *arena, size_t max, size_t limit) {
  Answer *answer = arena_grow(arena, NULL, 0, sizeof *answer);
  memset(answer, 0, offsetof(Answer, open));
  answer->arena = arena;
  answer->max = max;
  /* Room from the start: what grows in turns with others in one arena is
   * copied each time. Not cleared, as what grows is not. */
  size_t cap = limit < TEXT_FIRST ? limit + 1 : TEXT_FIRST;
  answer->text = (Buf){.arena = arena, .ptr = arena_grow(arena, NULL, 0, cap), .cap = cap, .max = limit};
  answer->nodes.items = arena_grow(arena, NULL, 0, NODES_FIRST * sizeof(AnswerNode));
  answer->nodes.cap = NODES_FIRST;
  answer->marks.items = arena_grow(arena, NULL, 0, NODES_FIRST * sizeof(AnswerMark));
  answer->marks.cap = NODES_FIRST;
  return answer;
}

void answer_words_alone(Answer *answer) { answer->hidden++; }

bool answer_makes_fields(const Answer *answer) { return !answer->hidden; }

Buf *answer_text_buf(Answer *answer) { return &answer->text; }

/* Text, fields and marks go together, back to where they were. */
void answer_take_back(Answer *answer, AnswerSpot spot) {
  buf_truncate(&answer->text, spot.text);
  answer->text.overflow = false; /* by what is just taken back */
  answer->nodes.len = spot.nodes;
  answer->marks.len = spot.marks;
}

/* From there to the end of the text; marks are in the order of their ends.
 * Nothing is marked for an empty piece. */
void answer_mark(Answer *answer, AnswerMarkKind kind, size_t from) {
  if (answer->text.len == from) return;
  *vec_add(answer->arena, &answer->marks) = (AnswerMark){(uint32_t)from, (uint32_t)answer->text.len, kind};
}

/* ---- words ---- */

static void add_arguments(Answer *answer, const char *format, va_list args) PRINTF_LIKE(2, 0);
/* Short texts go through the stack, without a copy in the arena. */
static void add_arguments(Answer *answer, const char *format, va_list args) {
  char words[WORDS_SHORT];
  va_list again;
  va_copy(again, args);
  int len = print_to(words, sizeof words, format, args);
  if (len >= 0 && (size_t)len < sizeof words) buf_add(&answer->text, (Str){words, (size_t)len});
  else if (len >= 0) buf_add(&answer->text, str_format_va(answer->arena, format, again));
  va_end(again);
}

/* The words are ours; what comes from elsewhere must have been made visible by
 * the caller, or goes through answer_show. */
void answer_say(Answer *answer, const char *format, ...) {
  if (answer->muted) return;
  va_list args;
  va_start(args, format);
  if (strchr(format, '%')) add_arguments(answer, format, args);
  else buf_add_c(&answer->text, format);
  va_end(args);
}

void answer_put(Answer *answer, Str text) {
  if (!answer->muted) buf_add(&answer->text, text);
}

void answer_show(Answer *answer, Str text, size_t max) {
  if (!answer->muted) buf_add(&answer->text, str_shown(answer->arena, text, max));
}

PRINTF_LIKE(3, 0)
/* The line end is not part of the mark. */
static void add_line(Answer *answer, AnswerMarkKind kind, const char *format, va_list args) {
  size_t from = answer->text.len;
  if (answer->muted) return;
  add_arguments(answer, format, args);
  answer_mark(answer, kind, from);
  buf_add_byte(&answer->text, '\n');
}

void answer_heading(Answer *answer, const char *format, ...) {
  va_list args;
  va_start(args, format);
  add_line(answer, ANSWER_MARK_HEADING, format, args);
  va_end(args);
}

void answer_note(Answer *answer, const char *format, ...) {
  va_list args;
  va_start(args, format);
  add_line(answer, ANSWER_MARK_NOTE, format, args);
  va_end(args);
}

void answer_warn(Answer *answer, const char *format, ...) {
  va_list args;
  va_start(args, format);
  add_line(answer, ANSWER_MARK_WARNING, format, args);
  va_end(args);
}

static void put_marked(Answer *answer, AnswerMarkKind kind, Str text) {
  size_t from = answer->text.len;
  if (answer->muted) return;
  buf_add(&answer->text, text);
  answer_mark(answer, kind, from);
}

void answer_label(Answer *answer, const char *words) {
  size_t from = answer->text.len;
  if (answer->muted) return;
  buf_add_c(&answer->text, words);
  buf_add_byte(&answer->text, ':');
  answer_mark(answer, ANSWER_MARK_LABEL, from);
}

void answer_column(Answer *answer, const char *blank) {
  put_marked(answer, ANSWER_MARK_COLUMN, str_from_c(blank));
}

/* The marks of a part of a text are those of the text, moved. */
void answer_put_marked(Answer *answer, Str text, const AnswerMark *marks, size_t count) {
  uint32_t from = (uint32_t)answer->text.len;
  if (answer->muted) return;
  buf_add(&answer->text, text);
  for (size_t i = 0; i < count; i++) {
    *vec_add(answer->arena, &answer->marks) = (AnswerMark){from + marks[i].from, from + marks[i].to, marks[i].kind};
  }
}

/* ---- values without words ---- */

/* The pointer holds until the next node is added. */
static AnswerNode *add_leaf(Answer *answer, AnswerNodeKind kind, const char *key) {
  AnswerNode *node = vec_add(answer->arena, &answer->nodes);
  *node = (AnswerNode){.kind = kind, .key = key, .end = (uint32_t)answer->nodes.len, .from = (uint32_t)answer->text.len};
  node->to = node->from;
  return node;
}

/* A field without a key is none, so that callers can leave a field out by
 * giving none. */
void answer_field_str(Answer *answer, const char *key, Str value) {
  if (!answer->hidden && key) add_leaf(answer, ANSWER_STR, key)->value.str = value;
}

void answer_field_int(Answer *answer, const char *key, int64_t value) {
  if (!answer->hidden && key) add_leaf(answer, ANSWER_INT, key)->value.integer = value;
}

void answer_field_number(Answer *answer, const char *key, double value) {
  if (!answer->hidden && key) add_leaf(answer, ANSWER_NUMBER, key)->value.number = value;
}

void answer_field_bool(Answer *answer, const char *key, bool value) {
  if (!answer->hidden && key) add_leaf(answer, ANSWER_BOOL, key)->value.boolean = value;
}

void answer_field_raw(Answer *answer, const char *key, Str spelled) {
  if (!answer->hidden && key) add_leaf(answer, ANSWER_RAW, key)->value.str = spelled;
}

/* A field whose value is a piece of the text itself: from there to here. */
void answer_field_shown(Answer *answer, const char *key, size_t from) {
  if (answer->hidden || !key) return;
  AnswerNode *node = add_leaf(answer, ANSWER_SOURCE, key);
  node->from = (uint32_t)from;
}

/* The list that rows and items go into: sections do not come between. */
static AnswerOpen *open_list(Answer *answer) {
  for (size_t i = answer->depth; i > 0; i--) {
    AnswerOpen *open = &answer->open[i - 1];
    if (open->kind == ANSWER_LIST) return open;
    if (open->kind == ANSWER_ROW || open->kind == ANSWER_OBJECT) return NULL;
  }
  return NULL;
}

void answer_item_str(Answer *answer, Str value) {
  AnswerOpen *list = open_list(answer);
  assert(list); /* an item outside of a list would be a value without a name */
  list->rows++;
  if (!answer->hidden) add_leaf(answer, ANSWER_STR, NULL)->value.str = value;
}

void answer_field_names(Answer *answer, const char *key, const Str *names, size_t count) {
  answer_begin_list(answer, key);
  for (size_t i = 0; i < count; i++) answer_item_str(answer, str_head(names[i], ANSWER_NAME_MAX));
  answer_end(answer);
}

/* ---- values ---- */

/* Digits by hand: thousands of line numbers would otherwise go through
 * printf. */
static void put_number(Answer *answer, AnswerMarkKind kind, bool is_marked, uint64_t number) {
  char digits[24];
  size_t at = sizeof digits, from = answer->text.len;
  if (answer->muted) return;
  do {
    digits[--at] = (char)('0' + number % 10);
  } while (number /= 10);
  buf_add(&answer->text, (Str){digits + at, sizeof digits - at});
  if (is_marked) answer_mark(answer, kind, from);
}

/* Shown shortened and kept longer: a program can use a name that a reader
 * cannot. */
void answer_name(Answer *answer, const char *key, Str name) {
  if (!answer->muted) put_marked(answer, ANSWER_MARK_NAME, str_shown(answer->arena, name, ANSWER_NAME_SHOWN));
  answer_field_str(answer, key, str_head(name, ANSWER_NAME_MAX));
}

void answer_member(Answer *answer, const char *container_key, Str container, const char *key, Str name) {
  size_t from = answer->text.len;
  if (!answer->muted) {
    if (container.len) answer_show(answer, container, ANSWER_NAME_SHOWN);
    if (container.len) buf_add_byte(&answer->text, '.');
    answer_show(answer, name, ANSWER_NAME_SHOWN);
    answer_mark(answer, ANSWER_MARK_NAME, from);
  }
  answer_field_str(answer, key, str_head(name, ANSWER_NAME_MAX));
  if (container.len) answer_field_str(answer, container_key, str_head(container, ANSWER_NAME_MAX));
}

void answer_kind(Answer *answer, const char *key, const char *word) {
  put_marked(answer, ANSWER_MARK_KIND, str_from_c(word));
  answer_field_str(answer, key, str_from_c(word));
}

void answer_path(Answer *answer, const char *key, Str path) {
  if (!answer->muted) put_marked(answer, ANSWER_MARK_PATH, str_shown(answer->arena, path, SIZE_MAX));
  answer_field_str(answer, key, path);
}

/* A line of 0 means the file as a whole, and is not shown. */
void answer_place(Answer *answer, const char *path_key, Str path, const char *line_key, uint32_t line) {
  answer_path(answer, path_key, path);
  if (line && !answer->muted) buf_add_byte(&answer->text, ':');
  if (line) put_number(answer, ANSWER_MARK_LINE, true, line);
  answer_field_int(answer, line_key, line);
}

void answer_line(Answer *answer, const char *key, uint32_t line) {
  put_number(answer, ANSWER_MARK_LINE, true, line);
  answer_field_int(answer, key, line);
}

void answer_count(Answer *answer, const char *key, size_t count) {
  put_number(answer, ANSWER_MARK_LINE, false, count);
  answer_field_int(answer, key, (int64_t)count);
}

void answer_words(Answer *answer, const char *key, Str words) {
  answer_show(answer, words, SIZE_MAX);
  answer_field_str(answer, key, words);
}

/* ---- structure ---- */

/* What is open forms a stack of fixed depth: structure is written by code,
 * never by data. */
AnswerOpen *answer_open(Answer *answer, AnswerNodeKind kind, const char *key) {
  assert(answer->depth < ANSWER_DEPTH_MAX);
  AnswerOpen *open = &answer->open[answer->depth++];
  *open = (AnswerOpen){.kind = kind, .begin = answer_spot(answer)};
  if (answer->hidden) return open;
  add_leaf(answer, kind, key);
  open->node = (uint32_t)answer->nodes.len;
  return open;
}

static void hide(Answer *answer, AnswerOpen *open) {
  open->hides = true;
  answer->hidden++;
}

void answer_begin_section(Answer *answer) { answer_open(answer, ANSWER_SECTION, NULL); }

void answer_begin_list(Answer *answer, const char *key) {
  if (!key) answer->hidden++; /* before: the list itself is no field either */
  answer_open(answer, ANSWER_LIST, key)->hides = !key;
}

void answer_begin_ranked(Answer *answer, const char *key) {
  answer_begin_list(answer, key);
  answer->open[answer->depth - 1].is_ranked = true;
}

/* A list whose rows are all fields, though only those that fit are words. */
void answer_begin_whole(Answer *answer, const char *key) {
  answer_begin_ranked(answer, key);
  answer->open[answer->depth - 1].is_whole = true;
}

void answer_begin_row(Answer *answer) {
  assert(open_list(answer)); /* a row is an object without a name */
  answer_open(answer, ANSWER_ROW, NULL);
}

void answer_begin_object(Answer *answer, const char *key) { answer_open(answer, ANSWER_OBJECT, key); }

/* Until its end only fields are made; answer_begin_words does the opposite. */
void answer_begin_fields(Answer *answer) {
  answer_open(answer, ANSWER_SECTION, NULL)->mutes = true;
  answer->muted++;
}

void answer_begin_words(Answer *answer) { hide(answer, answer_open(answer, ANSWER_SECTION, NULL)); }

void answer_begin_source(Answer *answer, const char *key) { answer_open(answer, ANSWER_SOURCE, key); }

/* The words alone: what was built since keeps its fields. */
static void take_words_back(Answer *answer, AnswerSpot spot) {
  size_t nodes = answer->nodes.len;
  for (size_t i = spot.nodes; i < nodes; i++) {
    AnswerNode *node = &answer->nodes.items[i];
    assert(node->kind != ANSWER_SOURCE || !node->key); /* its field is its words */
    node->from = node->to = (uint32_t)spot.text;
  }
  answer_take_back(answer, spot);
  answer->nodes.len = nodes;
}

/* A row of a ranked list has to fit; of any other it is only counted. */
static void end_row(Answer *answer, const AnswerOpen *row) {
  AnswerOpen *list = open_list(answer);
  bool has_words = answer->text.len > row->begin.text;
  if (list->is_ranked && has_words && answer->text.len > answer->max) list->is_full = true;
  if (!list->is_full || !has_words) list->rows++;
  else if (list->is_whole) take_words_back(answer, row->begin);
  else answer_take_back(answer, row->begin);
}

/* Ends whatever was begun last. */
void answer_end(Answer *answer) {
  assert(answer->depth);
  answer_end_parts(answer);
  AnswerOpen open = answer->open[--answer->depth];
  if (open.hides) answer->hidden--;
  if (open.mutes) answer->muted--;
  if (open.node) {
    AnswerNode *node = &answer->nodes.items[open.node - 1];
    node->end = (uint32_t)answer->nodes.len;
    node->to = (uint32_t)answer->text.len;
  }
  if (open.kind == ANSWER_ROW) end_row(answer, &open);
  if (open.kind == ANSWER_ITEM) answer_end_item(answer, &open);
}

size_t answer_end_list(Answer *answer) {
  assert(answer->depth && answer->open[answer->depth - 1].kind == ANSWER_LIST);
  size_t rows = answer->open[answer->depth - 1].rows;
  answer_end(answer);
  return rows;
}

/* Callers look before they make a row: from then on rows would be taken
 * back. */
bool answer_is_full(const Answer *answer) {
  for (size_t i = answer->depth; i > 0; i--) {
    if (answer->open[i - 1].kind == ANSWER_LIST) return answer->open[i - 1].is_full;
  }
  return false;
}

/* ---- source ---- */

void answer_source_line(Answer *answer, uint32_t number, Str line) {
  if (answer->muted) return;
  answer_part(answer);
  put_number(answer, ANSWER_MARK_NUMBER, true, number);
  buf_add_byte(&answer->text, '\t');
  buf_add(&answer->text, str_visible(answer->arena, line));
  buf_add_byte(&answer->text, '\n');
}

/* Where a byte of a line is once the line was made visible. */
static uint32_t shown_at(Str line, bool is_changed, uint32_t at) {
  if (at > line.len) at = (uint32_t)line.len;
  return is_changed ? (uint32_t)str_visible_size(str_slice(line, 0, at)) : at;
}

void answer_source_tokens(Answer *answer, uint32_t number, Str line, uint32_t from, const Token *tokens, size_t count) {
  if (answer->muted) return;
  answer_source_line(answer, number, line);
  size_t size = str_visible_size(line), begin = answer->text.len - 1 - size;
  if (answer->text.overflow) return;
  for (size_t i = 0; i < count; i++) {
    if (tokens[i].to <= from) continue;
    uint32_t start = tokens[i].from > from ? tokens[i].from - from : 0;
    if (start >= line.len) break;
    AnswerMark mark = {.from = (uint32_t)begin + shown_at(line, size != line.len, start),
                       .to = (uint32_t)begin + shown_at(line, size != line.len, tokens[i].to - from),
                       .kind = (AnswerMarkKind)(ANSWER_MARK_TOKENS + tokens[i].kind)};
    if (mark.from < mark.to) *vec_add(answer->arena, &answer->marks) = mark;
  }
}

void answer_colour(Answer *answer) {
  answer->colours = ARENA_NEW(answer->arena, Map);
  map_init(answer->colours, answer->arena);
}

Map *answer_colours(Answer *answer) { return answer->colours; }

void answer_source_span(Answer *answer, uint32_t from, uint32_t to) {
  size_t at = answer->text.len;
  if (answer->muted) return;
  put_number(answer, ANSWER_MARK_NUMBER, false, from);
  if (to > from) buf_add_byte(&answer->text, '-');
  if (to > from) put_number(answer, ANSWER_MARK_NUMBER, false, to);
  answer_mark(answer, ANSWER_MARK_NUMBER, at);
}

void answer_source_gap(Answer *answer, uint32_t from, uint32_t to) {
  if (to < from || answer->muted) return;
  answer_part(answer);
  answer_note(answer, "... lines %u-%u left out", from, to);
}

void answer_source_left_out(Answer *answer, uint32_t lines) {
  if (!lines || answer->muted) return;
  answer_part(answer);
  answer_say(answer, "\u2026 %u line%s\n", lines, lines == 1 ? "" : "s");
}

/* ---- what was left out, and what to do next ---- */

/* Both fields are there even if nothing was left out: a program relies on
 * them. */
void answer_rest(Answer *answer, const AnswerRest *rest) {
  answer_field_int(answer, rest->total_key, (int64_t)rest->total);
  answer_field_bool(answer, rest->truncated_key, rest->shown < rest->total || rest->is_least);
  if (rest->shown >= rest->total) return;
  answer_note(answer, "%zu of %s%zu shown; %s.", rest->shown, rest->is_least ? "more than " : "", rest->total, rest->hint);
}

/* At the end of a line. Fields keep their values, and lose only the place in
 * the text. */
void answer_cut(Answer *answer, size_t max) {
  assert(!answer->depth);
  size_t marks = answer->marks.len;
  if (answer->text.len <= max) return;
  Str kept = str_slice(buf_str(&answer->text), 0, max);
  size_t newline = str_find_last_byte(kept, '\n');
  size_t end = newline == STR_NONE ? 0 : newline + 1;
  while (marks && answer->marks.items[marks - 1].to > end) marks--;
  for (size_t i = 0; i < answer->nodes.len; i++) {
    AnswerNode *node = &answer->nodes.items[i];
    if (node->from > end) node->from = (uint32_t)end;
    if (node->to > end) node->to = (uint32_t)end;
  }
  answer_take_back(answer, (AnswerSpot){.text = end, .nodes = answer->nodes.len, .marks = marks});
}

void answer_more(Answer *answer, size_t left, const char *how) {
  if (left) answer_note(answer, "  and %zu more%s", left, how);
}

void answer_next(Answer *answer, const char *words_key, Str words, const char *call_key, Str call) {
  answer_begin_row(answer);
  answer_say(answer, "  ");
  answer_words(answer, words_key, words);
  answer_say(answer, "\n    ");
  answer_words(answer, call_key, call);
  answer_say(answer, "\n");
  answer_end(answer);
}
