/* Places as servers give them: URIs, positions, ranges, locations and links.
 * Servers count lines and columns from zero, columns in units that were agreed
 * on; here everything counts from one and columns in bytes, and ranges have
 * byte offsets besides wherever the text is known. */
#include <stdlib.h>

#include "src/base/vec.h"
#include "src/lsp/ask_internal.h"
#include "src/os/file.h"

static Text missing; /* in reader->texts: asked for and not there */

void lsp_reader_init(LspReader *reader, Job *job) {
  *reader = (LspReader){.job = job};
  map_init(&reader->texts, job->arena);
}

void lsp_reader_add_text(LspReader *reader, Str path, const Text *text) {
  map_put(&reader->texts, path, (void *)(uintptr_t)text);
}

/* What is missing is remembered too: an answer may name one file ten thousand
 * times. */
const Text *lsp_reader_text(LspReader *reader, Str path, bool is_outside) {
  const Text *text = map_get(&reader->texts, path);
  if (!text) {
    text = reader->find_text ? reader->find_text(reader->context, path, is_outside) : NULL;
    lsp_reader_add_text(reader, path, text ? text : &missing);
  }
  return text == &missing ? NULL : text;
}

/* Paths beneath the workspace become relative; all others stay absolute and
 * are marked, because nothing outside may ever be written. */
bool lsp_read_uri(LspReader *reader, const Json *uri, LspLocation *ret_location) {
  Str path;
  if (!json_is(uri, JSON_STRING) || !lsp_uri_to_path(reader->job->arena, uri->text, &path)) return false;
  *ret_location = (LspLocation){.path = path};
  ret_location->is_outside = !file_beneath(reader->root, path, &ret_location->path);
  if (ret_location->is_outside) ret_location->path = path;
  return true;
}

/* A number of the protocol; servers say "to the end" with huge ones. */
static bool read_count(const Json *value, uint32_t *ret_count) {
  double count;
  if (!json_to_double(value, &count) || count < 0) return false;
  *ret_count = count < UINT32_MAX - 1 ? (uint32_t)count : UINT32_MAX - 1;
  return true;
}

/* Doubles, because some servers write 3.0; what is larger than any text is cut
 * to the text's end later on. */
static bool read_position(const Json *value, TextPosition *ret_position) {
  return read_count(json_get(value, STR("line")), &ret_position->line) &&
         read_count(json_get(value, STR("character")), &ret_position->character);
}

bool lsp_read_point(LspReader *reader, const Text *text, const Json *position, TextPoint *ret_point) {
  TextPosition place;
  if (!read_position(position, &place)) return false;
  *ret_point = text ? text_to_point(text, text_from_position(text, place, reader->encoding))
                    : (TextPoint){place.line + 1, place.character + 1};
  return true;
}

/* Without a text there are no bytes: start_byte and end_byte stay zero. */
LspRange lsp_range_of(LspReader *reader, const Text *text, TextPosition start, TextPosition end) {
  if (!text) {
    return (LspRange){.start = {start.line + 1, start.character + 1}, .end = {end.line + 1, end.character + 1}};
  }
  size_t from = text_from_position(text, start, reader->encoding);
  size_t to = text_from_position(text, end, reader->encoding);
  return (LspRange){.start = text_to_point(text, from), .end = text_to_point(text, to),
                    .start_byte = (uint32_t)from, .end_byte = (uint32_t)to};
}

/* Inverted ranges are refused here, so that everybody behind may rely on start
 * <= end, in points and in bytes. */
bool lsp_read_range(LspReader *reader, const Text *text, const Json *range, LspRange *ret_range) {
  TextPosition start, end;
  if (!read_position(json_get(range, STR("start")), &start)) return false;
  if (!read_position(json_get(range, STR("end")), &end)) return false;
  if (end.line < start.line || (end.line == start.line && end.character < start.character)) return false;
  *ret_range = lsp_range_of(reader, text, start, end);
  return true;
}

int lsp_compare_points(TextPoint a, TextPoint b) {
  if (a.line != b.line) return a.line < b.line ? -1 : 1;
  return a.column < b.column ? -1 : a.column > b.column;
}

/* The workspace's own files come before those of libraries. */
int lsp_compare_locations(const LspLocation *a, const LspLocation *b) {
  if (a->is_outside != b->is_outside) return a->is_outside ? 1 : -1;
  int order = str_compare(a->path, b->path);
  if (!order) order = lsp_compare_points(a->range.start, b->range.start);
  return order ? order : lsp_compare_points(a->range.end, b->range.end);
}

static int compare_locations(const void *a, const void *b) { return lsp_compare_locations(a, b); }

/* Location, or LocationLink with the name's range beside the whole. Some
 * servers leave the name's range out, though the protocol wants it. */
static bool read_location(LspReader *reader, const Json *value, LspLocation *ret_location) {
  const Json *target = json_get(value, STR("targetUri"));
  if (!lsp_read_uri(reader, target ? target : json_get(value, STR("uri")), ret_location)) return false;
  const Text *text = lsp_reader_text(reader, ret_location->path, ret_location->is_outside);
  if (!target) {
    if (!lsp_read_range(reader, text, json_get(value, STR("range")), &ret_location->range)) return false;
    ret_location->whole = ret_location->range;
    return true;
  }
  if (!lsp_read_range(reader, text, json_get(value, STR("targetRange")), &ret_location->whole)) return false;
  if (!lsp_read_range(reader, text, json_get(value, STR("targetSelectionRange")), &ret_location->range)) {
    ret_location->range = ret_location->whole;
  }
  return true;
}

/* What is dropped is counted, so that an answer can say that it is not all. */
static void add_location(LspReader *reader, const Json *value, LspLocations *locations) {
  LspLocation location;
  if (read_location(reader, value, &location)) *vec_add(reader->job->arena, locations) = location;
  else locations->dropped++;
}

/* Several projects of one server may each report the same place: equal ones
 * become one. */
void lsp_read_locations(LspReader *reader, const Json *result, LspLocations *ret_locations) {
  LspLocations all = {0};
  if (json_is(result, JSON_ARRAY)) {
    for (size_t i = 0; i < result->count; i++) add_location(reader, &result->items[i], &all);
  } else if (result && result->type != JSON_NULL) {
    add_location(reader, result, &all);
  }
  if (all.len) qsort(all.items, all.len, sizeof(*all.items), compare_locations);
  size_t kept = 0;
  for (size_t i = 0; i < all.len; i++) {
    if (!kept || lsp_compare_locations(&all.items[kept - 1], &all.items[i])) all.items[kept++] = all.items[i];
  }
  all.len = kept;
  *ret_locations = all;
}

static int compare_highlights(const void *a, const void *b) {
  const LspHighlight *left = a, *right = b;
  int order = lsp_compare_points(left->range.start, right->range.start);
  return order ? order : lsp_compare_points(left->range.end, right->range.end);
}

/* Kinds are text, read, write; an unknown one is plain text. */
void lsp_read_highlights(LspReader *reader, const Text *text, const Json *result, LspHighlights *ret_highlights) {
  LspHighlights all = {0};
  for (size_t i = 0; json_is(result, JSON_ARRAY) && i < result->count; i++) {
    LspHighlight highlight = {0};
    if (!lsp_read_range(reader, text, json_get(&result->items[i], STR("range")), &highlight.range)) continue;
    int64_t kind = json_get_int(&result->items[i], STR("kind"), 1);
    highlight.kind = kind >= 1 && kind <= 3 ? (int)kind : 1;
    *vec_add(reader->job->arena, &all) = highlight;
  }
  if (all.len) qsort(all.items, all.len, sizeof(*all.items), compare_highlights);
  *ret_highlights = all;
}

/* Range | {range, placeholder} | {defaultBehavior: true} | null Null means
 * that nothing can be renamed here. A placeholder that is not given is the
 * text at the range. */
void lsp_read_rename_place(LspReader *reader, const Text *text, const Json *result, LspRenamePlace *ret_place) {
  LspRenamePlace place = {0};
  if (json_is(result, JSON_OBJECT)) {
    const Json *range = json_get(result, STR("range"));
    place.has_range = lsp_read_range(reader, text, range ? range : result, &place.range);
    place.placeholder = lsp_get_words(reader->job->arena, result, "placeholder");
    place.is_possible = place.has_range || json_get_bool(result, STR("defaultBehavior"), false);
  }
  if (place.has_range && !place.placeholder.len && text) {
    place.placeholder = str_slice(text->chars, place.range.start_byte, place.range.end_byte);
  }
  *ret_place = place;
}
