/* Pages: as many items as fit, from a cursor on. What cannot be on the page is
 * taken back as soon as that is known, so that an answer of many pages takes
 * the room of one. */
#include <assert.h>

#include "src/base/hash.h"
#include "src/model/answer_internal.h"

#define SPLIT_MIN 400 /* bytes of room that are worth the beginning of an item */
#define CURSOR_MOST (SIZE_MAX / 2)

/* A cursor begins with this, so that one of another question is noticed. */
static Str key_text(Arena *arena, uint64_t key) {
  return str_format(arena, "%08x", (unsigned)(hash_combine(1, key) & 0xffffffffu));
}

/* Half of the range, so that adding to it cannot wrap around. */
static bool read_number(Str text, size_t *ret_number) {
  int64_t number;
  if (!str_to_int(text, &number) || number < 0 || (uint64_t)number > CURSOR_MOST) return false;
  *ret_number = (size_t)number;
  return true;
}

/* Lets callers skip making what is on earlier pages. A broken cursor is told
 * later, by answer_end_page. */
size_t answer_cursor_item(Str cursor) {
  size_t item = 0;
  str_cut(&cursor, '.');
  return read_number(str_cut(&cursor, '.'), &item) ? item : 0;
}

/* One page at a time; whether the cursor is right is known only at the end. */
void answer_begin_page(Answer *answer, const AnswerPage *page) {
  AnswerPaging *paging = &answer->page;
  Str cursor = page->cursor;
  assert(!paging->is_open);
  *paging = (AnswerPaging){.cursor = cursor, .max = page->max, .is_open = true, .has_rows = !page->is_words};
  if (cursor.len) {
    str_cut(&cursor, '.');
    paging->is_wrong = !read_number(str_cut(&cursor, '.'), &paging->first) || !read_number(cursor, &paging->first_part);
  }
  if (page->is_words) answer_begin_words(answer);
  else if (page->key) answer_begin_list(answer, page->key);
  else answer_begin_section(answer);
}

bool answer_pages_rows(const Answer *answer) { return answer->page.has_rows; }

/* Kept from this page, although it comes after what is on it. */
static bool is_kept_back(const AnswerPaging *page) { return page->is_later && !page->cursor.len; }

/* False: the next item would be taken back, and need not be made, only
 * counted. */
bool answer_page_wants(const Answer *answer) {
  const AnswerPaging *page = &answer->page;
  return !page->is_full && page->count >= page->first && !is_kept_back(page);
}

/* The first thing that does not fit decides where the next page begins. */
static void fill_up(AnswerPaging *page, size_t item, size_t part) {
  if (page->is_full) return;
  page->is_full = true;
  page->next_item = item;
  page->next_part = part;
  page->next_is_later = page->is_later;
}

void answer_skip_items(Answer *answer, size_t count) {
  AnswerPaging *page = &answer->page;
  if (page->count + count > page->first) fill_up(page, page->count > page->first ? page->count : page->first, 0);
  page->count += count;
}

void answer_page_later(Answer *answer) { answer->page.is_later = true; }

/* The heading is written where it changes, and on each page once more. */
void answer_begin_item(Answer *answer, const AnswerItem *item) {
  AnswerPaging *page = &answer->page;
  assert(page->is_open);
  assert(!page->in_item);
  bool is_new = page->shown == 0 || !str_eq(item->heading, page->heading);
  answer_open(answer, ANSWER_ITEM, NULL);
  page->number = page->count++;
  page->splits = item->splits;
  page->parts = page->kept = 0;
  page->in_part = page->is_cut = false;
  page->in_item = true;
  page->heading = item->heading;
  page->hash = hash_combine(page->hash, hash_str(item->heading));
  if (item->heading.len && is_new) {
    if (page->shown) answer_say(answer, "\n");
    size_t from = answer->text.len;
    answer_put(answer, item->heading);
    answer_mark(answer, ANSWER_MARK_HEADING, from);
    answer_say(answer, "\n");
  }
  page->part = answer_spot(answer);
  page->room = answer->text.len < page->max ? page->max - answer->text.len : 0;
}

/* The part that ends here is on this page, on an earlier one, or on the next. */
static void end_part(Answer *answer) {
  AnswerPaging *page = &answer->page;
  page->hash = hash_combine(page->hash, hash_str(str_slice(buf_str(&answer->text), page->part.text, answer->text.len)));
  if (!page->in_part) return;
  size_t part = page->parts++;
  page->in_part = false;
  bool is_before = page->number < page->first || (page->number == page->first && part < page->first_part);
  bool is_needed = !page->shown && !page->kept; /* no page is empty */
  if (is_before || page->is_full) {
    answer_take_back(answer, page->part);
  } else if (answer->text.len > page->max && !is_needed) {
    answer_take_back(answer, page->part);
    page->is_cut = page->kept && (!page->shown || (page->splits && page->room >= SPLIT_MIN));
    fill_up(page, page->number, page->is_cut ? part : 0);
  } else {
    page->kept++;
  }
}

/* Where an item may be divided: it ends the part before. */
void answer_part(Answer *answer) {
  AnswerPaging *page = &answer->page;
  if (!page->in_item || answer->muted) return;
  assert(!page->in_part || answer->depth == page->part_depth); /* what a part opens it closes */
  end_part(answer);
  page->in_part = true;
  page->part = answer_spot(answer);
  page->part_depth = answer->depth;
}

void answer_end_parts(Answer *answer) {
  AnswerPaging *page = &answer->page;
  if (page->in_part && answer->depth == page->part_depth) {
    end_part(answer);
    page->part = answer_spot(answer);
  }
}

/* An item without parts is on the page whole or not at all. */
void answer_end_item(Answer *answer, const AnswerOpen *item) {
  AnswerPaging *page = &answer->page;
  Str text = buf_str(&answer->text);
  page->in_item = false;
  end_part(answer); /* what is left after the last one */
  if (page->number == page->first && page->first_part && page->first_part >= page->parts) page->is_wrong = true;
  if (text.len > item->begin.text && text.ptr[text.len - 1] != '\n') answer_say(answer, "\n");
  bool is_too_long = !page->parts && page->shown && answer->text.len > page->max;
  if (page->number >= page->first && (is_too_long || is_kept_back(page))) fill_up(page, page->number, 0);
  if (page->number < page->first || (page->is_full && !page->is_cut)) answer_take_back(answer, item->begin);
  else page->shown++;
}

uint64_t answer_page_hash(const Answer *answer) { return hash_combine(answer->page.hash, answer->page.count); }

/* Whether the page's cursor was made for this key. */
static bool is_right(Answer *answer, uint64_t key) {
  AnswerPaging *page = &answer->page;
  Str cursor = page->cursor;
  if (!cursor.len) return true;
  return !page->is_wrong && page->first < page->count && str_eq(str_cut(&cursor, '.'), key_text(answer->arena, key));
}

/* False: the cursor was not made for this question; the caller tells it. */
bool answer_end_page(Answer *answer, uint64_t key, AnswerPaged *ret_paged) {
  AnswerPaging *page = &answer->page;
  assert(page->is_open && !page->in_item);
  answer_end(answer);
  page->is_open = false;
  if (!is_right(answer, key)) return false;
  AnswerPaged paged = {.first = page->first, .shown = page->shown};
  if (page->is_full) {
    paged.cursor = str_format(answer->arena, "%.*s.%zu.%zu", STR_ARG(key_text(answer->arena, key)), page->next_item, page->next_part);
    paged.left = page->count - page->next_item - (page->next_part > 0);
    paged.is_later = page->next_is_later;
  }
  *ret_paged = paged;
  return true;
}
