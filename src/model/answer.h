/* Answer: what a tool found, built once and read by everybody.
 *
 * An answer is a tree of sections, lists, rows and source blocks. Its leaves
 * are words, and values that carry the name of a field: one call gives both
 * what a reader sees and what a program gets. `answer_place` writes
 * `src/a.c:12` and sets path and line; with NULL for a key only the words.
 * Readers of the same tree: the text (for models), the fields (structured
 * content), and the marks (which bytes of the text are headings, paths, line
 * numbers, kinds: a terminal colours and aligns by them).
 *
 *   answer_begin_ranked(answer, "matches");
 *   for (...) {
 *     answer_begin_row(answer);
 *     answer_place(answer, "path", path, "line", line);
 *     answer_say(answer, " ");
 *     answer_kind(answer, "kind", kind);
 *     answer_say(answer, "\n");
 *     answer_end(answer);
 *   }
 *   answer_rest(answer, &(AnswerRest){.shown = answer_end_list(answer), ...});
 *
 * The text is laid out while it is built: rows come in order of worth, so a
 * row that does not fit into the reader's budget ends its list and is taken
 * back whole, with its fields and marks. Pages go on row by row.
 *
 * Owner and lifetime: everything lies in the arena given to answer_new. Str
 * values are borrowed and must live as long as the answer; keys and formats
 * are literals. One thread at a time. Nothing here fails: what is beyond the
 * limit of the text sets `overflow` of answer_text_buf. No I/O. */
#ifndef FATHOM_MODEL_ANSWER_H
#define FATHOM_MODEL_ANSWER_H

#include "src/base/buf.h"
#include "src/base/json.h"
#include "src/base/map.h"
#include "src/model/token.h"

#define ANSWER_NAME_SHOWN 300 /* bytes of a name in the text: it can be as long as its file */
#define ANSWER_NAME_MAX 1000  /* and among the fields */

typedef struct Answer Answer;

/* `max`: bytes of text at which ranked lists end; `limit`: bytes that the text
 * can hold at all, for what is no list. */
Answer *answer_new(Arena *arena, size_t max, size_t limit);
/* Nobody reads its fields: none are made from here on, and answer_write_fields must
 * not be called. Before anything else. */
void answer_words_alone(Answer *answer);
/* False: what would be made for fields alone need not be. */
bool answer_makes_fields(const Answer *answer);

/* ---- words: text without a field ---- */

/* Words of our own. Inside answer_begin_fields they are not written. */
void answer_say(Answer *answer, const char *format, ...) PRINTF_LIKE(2, 3);
/* A text that is safe to show already, as it is. */
void answer_put(Answer *answer, Str text);
/* A text from outside, made safe, as a part of one line; "..." after `max`. */
void answer_show(Answer *answer, Str text, size_t max);
/* Whole lines, with the newline. A heading; a remark; a remark that the answer
 * may be wrong or empty and why. */
void answer_heading(Answer *answer, const char *format, ...) PRINTF_LIKE(2, 3);
void answer_note(Answer *answer, const char *format, ...) PRINTF_LIKE(2, 3);
void answer_warn(Answer *answer, const char *format, ...) PRINTF_LIKE(2, 3);
/* `freshness:`, before its value. */
void answer_label(Answer *answer, const char *words);
/* The blank between two columns: " " or "  ". A terminal gives the first
 * column of neighbouring lines one width. */
void answer_column(Answer *answer, const char *blank);
/* The text so far, to be appended to by who writes into a Buf. Valid as long
 * as the answer; it is not muted by answer_begin_fields. */
Buf *answer_text_buf(Answer *answer);

/* ---- values: words and field in one. A NULL key: words only ---- */

/* At most ANSWER_NAME_MAX bytes of it in the field; made safe in the text. */
void answer_name(Answer *answer, const char *key, Str name);
/* `Container.name`, or `name` where there is no container. */
void answer_member(Answer *answer, const char *container_key, Str container, const char *key, Str name);
void answer_kind(Answer *answer, const char *key, const char *word);
void answer_path(Answer *answer, const char *key, Str path);
/* `path:line`; line 0 is a file as a whole: `path`, and the field says 0. */
void answer_place(Answer *answer, const char *path_key, Str path, const char *line_key, uint32_t line);
/* A number in digits; of a line, and of anything else. */
void answer_line(Answer *answer, const char *key, uint32_t line);
void answer_count(Answer *answer, const char *key, size_t count);
/* Any other text from outside: made safe in the text, as it is in the field. */
void answer_words(Answer *answer, const char *key, Str words);

/* ---- values without words ---- */

/* Into the object that is open; nothing appears in the text. */
void answer_field_str(Answer *answer, const char *key, Str value);
void answer_field_int(Answer *answer, const char *key, int64_t value);
void answer_field_number(Answer *answer, const char *key, double value);
void answer_field_bool(Answer *answer, const char *key, bool value);
/* The text as it is shown, from a byte of it on to where it ends now. */
void answer_field_shown(Answer *answer, const char *key, size_t from);
/* Spelled JSON, trusted to be one whole value. */
void answer_field_raw(Answer *answer, const char *key, Str spelled);
/* An array of names, each at most ANSWER_NAME_MAX bytes. */
void answer_field_names(Answer *answer, const char *key, const Str *names, size_t count);
/* Items of the list that is open, which are no rows. */
void answer_item_str(Answer *answer, Str value);

/* ---- structure: whatever was begun last is ended first ---- */

/* Belongs together for a reader; its fields belong to what is around it. */
void answer_begin_section(Answer *answer);
/* An array of rows or items. */
void answer_begin_list(Answer *answer, const char *key);
/* The same in order of worth: the row that goes beyond the answer's budget is
 * taken back, and no further one is taken. Rows without words always are. */
void answer_begin_ranked(Answer *answer, const char *key);
/* In order of worth too, but whole among the fields: the row that goes beyond
 * the budget loses its words alone, and so does every one after it. For answers
 * whose fields are a contract that knows no budget. */
void answer_begin_whole(Answer *answer, const char *key);
/* An object of the list around it. */
void answer_begin_row(Answer *answer);
/* An object with a name of its own. */
void answer_begin_object(Answer *answer, const char *key);
/* The same fields, but no words: what is inside is told otherwise in the text. */
void answer_begin_fields(Answer *answer);
/* The same words, but no fields. */
void answer_begin_words(Answer *answer);
/* Lines of source; the field is the text of the block as it is shown. */
void answer_begin_source(Answer *answer, const char *key);
void answer_end(Answer *answer);
/* Ends a list: how many rows and items it kept; of a whole one, with words. */
size_t answer_end_list(Answer *answer);
/* The innermost list takes no more rows. */
bool answer_is_full(const Answer *answer);

/* `<number><tab><line>`: `line` is shown verbatim but for control and direction
 * characters. A part of its own within an item. */
void answer_source_line(Answer *answer, uint32_t number, Str line);
/* The same line with marks for its tokens, which are counted from `from`, where
 * the line begins in its file. */
void answer_source_tokens(Answer *answer, uint32_t number, Str line, uint32_t from, const Token *tokens, size_t count);
/* Somebody looks at it on a screen: source is worth its tokens. */
void answer_colour(Answer *answer);
/* What is known of texts that are shown, for who finds tokens, by path; NULL: nobody
 * looks. */
Map *answer_colours(Answer *answer);
/* `12`, or `12-40`: lines of source that something takes, before it and a tab. */
void answer_source_span(Answer *answer, uint32_t from, uint32_t to);
/* `... lines 3-9 left out`; nothing where `to` is before `from`. */
void answer_source_gap(Answer *answer, uint32_t from, uint32_t to);
/* `… 34 lines`: so many of one definition, between lines of it that are shown;
 * nothing for 0. A part of its own. */
void answer_source_left_out(Answer *answer, uint32_t lines);

/* ---- what was left out, and what to do next ---- */

typedef struct AnswerRest {
  size_t shown, total;
  bool is_least;     /* `total` is not all */
  const char *hint;  /* how to get more: "raise limit for more" */
  const char *total_key, *truncated_key; /* may be NULL */
} AnswerRest;
/* `3 of more than 20 shown; <hint>.` where not all is shown. */
void answer_rest(Answer *answer, const AnswerRest *rest);
/* Takes back the words that do not fit into `max` bytes, from the end of a line
 * on. Fields stay, but for what a source block loses. Nothing may be open. */
void answer_cut(Answer *answer, size_t max);
/* `  and 4 more<how>`; nothing for 0. */
void answer_more(Answer *answer, size_t left, const char *how);
/* A question that could come next, and the call that answers it. */
void answer_next(Answer *answer, const char *words_key, Str words, const char *call_key, Str call);

/* ---- pages ---- */

/* A page takes items from its cursor on until `max` bytes of text are used. An
 * item is taken whole, unless it has parts and may split; the first item of a
 * page is always taken, as far as its parts fit. Cursors are
 * `<key>.<item>.<part>`; the key tells for which question. */
typedef struct AnswerPage {
  const char *key; /* of the array its rows are in; NULL: they are in lists of what is around it */
  bool is_words;   /* it has no fields at all */
  Str cursor;      /* empty: the first page */
  size_t max;
} AnswerPage;

typedef struct AnswerItem {
  Str heading;  /* a line, shown once for neighbours that share it; may be empty */
  bool splits;  /* its parts may begin on one page and go on with the next */
} AnswerItem;

typedef struct AnswerPaged {
  size_t first;  /* number of the item it begins with */
  size_t shown;  /* items */
  size_t left;   /* after them */
  bool is_later; /* what follows was kept from this page on purpose */
  Str cursor;    /* to go on with; empty: that was all */
} AnswerPaged;

/* One page an answer at a time. Lists may be begun within it, and within an
 * item, but not around several pages. */
void answer_begin_page(Answer *answer, const AnswerPage *page);
/* Whether the next item can be on this page; if not, answer_skip_items counts
 * it without its text being made. */
bool answer_page_wants(const Answer *answer);
void answer_skip_items(Answer *answer, size_t count);
/* Items from here on are not on the first page, whatever room there is. */
void answer_page_later(Answer *answer);
void answer_begin_item(Answer *answer, const AnswerItem *item);
/* A part of the item begins here. Nothing may be open that the part before
 * opened. What stands before the first part is on every page of the item. */
void answer_part(Answer *answer);
/* Whether the fields are those of a page: what is not on it comes with the
 * next one, so nothing of them may be left out. */
bool answer_pages_rows(const Answer *answer);
/* A number for headings and texts of all items that were built, on this page
 * or not: another state of the answer gives another one. */
uint64_t answer_page_hash(const Answer *answer);
/* Ends it. False: its cursor is none of this key, or leads nowhere; the answer
 * must not be used then. */
bool answer_end_page(Answer *answer, uint64_t key, AnswerPaged *ret_paged) MUST_CHECK;
/* The item and part that a cursor goes on with; whether it is one of this
 * question is told at the end. 0 for what is no cursor. */
size_t answer_cursor_item(Str cursor);

/* ---- reading: everything that was begun is ended ---- */

typedef enum AnswerMarkKind {
  ANSWER_MARK_HEADING,
  ANSWER_MARK_LABEL,
  ANSWER_MARK_PATH,
  ANSWER_MARK_LINE,   /* of a place; after its path and a colon */
  ANSWER_MARK_NAME,
  ANSWER_MARK_KIND,
  ANSWER_MARK_NUMBER, /* of a line of source, before it */
  ANSWER_MARK_NOTE,
  ANSWER_MARK_WARNING,
  ANSWER_MARK_COLUMN, /* the blank after the first cell of a line */
  ANSWER_MARK_TOKENS, /* in a line of source; and the TokenKind */
  ANSWER_MARK_KINDS = ANSWER_MARK_TOKENS + TOKEN_KINDS
} AnswerMarkKind;

typedef struct AnswerMark {
  uint32_t from, to; /* bytes of the text */
  AnswerMarkKind kind;
} AnswerMark;

/* Borrowed; moves when the answer grows. */
Str answer_text(const Answer *answer);
/* In order of their beginnings; borrowed. */
const AnswerMark *answer_marks(const Answer *answer, size_t *ret_count);
/* Writes the fields into the object that is open. */
void answer_write_fields(const Answer *answer, JsonWriter *out);
/* Adds a text with its marks, as another answer gave them. */
void answer_put_marked(Answer *answer, Str text, const AnswerMark *marks, size_t count);

#endif
