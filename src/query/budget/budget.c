/* Pages of an answer. A cursor is `<key>.<item>.<byte>`: where to go on, and
 * by the key for which question, so that it cannot lead into another one. */
#include "src/query/budget/budget.h"

#include "src/base/hash.h"

#define SPLIT_MIN 400 /* bytes of room that are worth the beginning of an item */

typedef struct Place {
  size_t item;
  size_t byte; /* of its text: an item too long for one page goes on */
} Place;

static Str key_text(Arena *arena, uint64_t key) {
  return str_format(arena, "%08x", (unsigned)(hash_combine(1, key) & 0xffffffffu));
}

static bool read_number(Str text, size_t limit, size_t *ret_number) {
  int64_t number;
  if (!str_to_int(text, &number) || number < 0 || (uint64_t)number > limit) return false;
  *ret_number = (size_t)number;
  return true;
}

static bool read_cursor(Arena *arena, Str cursor, uint64_t key, const QueryItem *items, size_t count, Place *ret_place) {
  Place place = {0};
  if (cursor.len) {
    if (!str_eq(str_cut(&cursor, '.'), key_text(arena, key))) return false;
    if (!read_number(str_cut(&cursor, '.'), count, &place.item) || place.item == count) return false;
    if (!read_number(cursor, items[place.item].text.len, &place.byte)) return false;
  }
  *ret_place = place;
  return true;
}

size_t query_budget_first(Str cursor) {
  size_t item = 0;
  str_cut(&cursor, '.');
  return read_number(str_cut(&cursor, '.'), SIZE_MAX / 2, &item) ? item : 0;
}

static void add_lines(Buf *text, Str lines) {
  buf_add(text, lines);
  if (lines.len && lines.ptr[lines.len - 1] != '\n') buf_add_byte(text, '\n');
}

static size_t lines_size(Str lines) { return lines.len + (lines.len && lines.ptr[lines.len - 1] != '\n'); }

/* As many whole lines as fit into `room`, one at least. */
static Str fitting(Str lines, size_t room) {
  if (lines_size(lines) <= room) return lines;
  size_t end = str_find_last_byte(str_slice(lines, 0, room), '\n');
  if (end == STR_NONE) end = str_find_byte(lines, '\n');
  return end == STR_NONE ? lines : str_slice(lines, 0, end + 1);
}

static bool has_heading(const QueryItem *items, size_t at, size_t first) {
  return items[at].group.len && (at == first || !str_eq(items[at].group, items[at - 1].group));
}

bool query_budget_fill(Buf *text, Arena *arena, const QueryItem *items, size_t count, uint64_t key, Str cursor,
                       size_t max, QueryPage *ret_page) {
  Place place;
  if (!read_cursor(arena, cursor, key, items, count, &place)) return false;
  QueryPage page = {.first = place.item, .first_byte = place.byte};
  while (place.item < count) {
    const QueryItem *item = &items[place.item];
    if (item->is_later && !cursor.len) break;
    Str rest = str_slice(item->text, place.byte, item->text.len);
    bool headed = has_heading(items, place.item, page.first);
    size_t heading = headed ? (page.shown > 0) + lines_size(item->group) : 0;
    size_t room = text->len + heading < max ? max - text->len - heading : 0;
    if (page.shown && lines_size(rest) > room && (!item->splits || room < SPLIT_MIN)) break;
    if (headed && page.shown) buf_add_byte(text, '\n');
    if (headed) add_lines(text, item->group);
    Str part = fitting(rest, room);
    add_lines(text, part);
    page.shown++;
    page.end_byte = place.byte + part.len;
    if (part.len < rest.len) {
      place.byte += part.len;
      break;
    }
    place = (Place){.item = place.item + 1};
  }
  if (place.item < count) {
    page.cursor = str_format(arena, "%.*s.%zu.%zu", STR_ARG(key_text(arena, key)), place.item, place.byte);
    page.left = count - place.item - (place.byte > 0);
  }
  *ret_page = page;
  return true;
}
