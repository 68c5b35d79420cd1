/* Reading JSON.
 * One pass without recursion. Items of containers that are still open lie on
 * one growing stack; closing a container copies them to the arena in their
 * exact size. The stack always holds the value being read in its topmost
 * slot, so the slot of a container lies right beneath its items. */
#include "src/base/json.h"

#include <stdlib.h>

#include "src/base/hash.h"
#include "src/base/json_internal.h"
#include "src/base/str_internal.h"

#define DEFAULT_MAX_BYTES ((size_t)64 << 20)
#define DEFAULT_MAX_DEPTH 64
#define FIRST_MEMBERS 24

_Static_assert(sizeof(JsonMember) == offsetof(JsonMember, value) + sizeof(Json),
               "the topmost slot is the end of a member");

/* A container that is still open. */
typedef struct Frame {
  size_t start;       /* of its items on the stack */
  const char *opened; /* its bracket in the text */
  bool is_object;
} Frame;

/* Memory of the scratch arena that only grows. */
typedef struct Room {
  void *ptr;
  size_t cap;
} Room;

typedef struct Reader {
  Job *job;
  const char *text;
  const char *at;
  const char *end;
  Arena scratch; /* dies with the reader */
  Room stack;    /* Json for items of arrays, JsonMember for those of objects; at first not the arena's */
  size_t stack_len;
  Buf decoded; /* the string with escapes being read */
  Room table;  /* of names, for finding duplicates */
  Frame *frames;
  size_t depth;
  size_t max_depth;
  size_t max_values;
  size_t values;
  const void *first; /* the stack's first room: small texts need no arena */
} Reader;

/* Doubles; what was there before stays in the scratch arena until the end. */
static inline void reserve(Reader *reader, Room *room, size_t size) {
  if (size <= room->cap) return;
  size_t cap = room->cap ? room->cap : 1024;
  while (cap < size) cap *= 2;
  room->ptr = room->ptr == reader->first ? memcpy(arena_grow(&reader->scratch, NULL, 0, cap), room->ptr, room->cap)
                                         : arena_grow(&reader->scratch, room->ptr, room->cap, cap);
  room->cap = cap;
}

/* Words */

static size_t offset_of(const Reader *reader, const char *at) {
  return (size_t)(at - reader->text);
}

static Err fail(const Reader *reader, const char *at, const char *words) {
  return job_fail(reader->job, ERR_SYNTAX, "not JSON at byte %zu: %s", offset_of(reader, at),
                  words);
}

static Err fail_expected(const Reader *reader, const char *at, const char *expected) {
  size_t offset = offset_of(reader, at);
  if (at == reader->end) {
    return job_fail(reader->job, ERR_SYNTAX,
                    "not JSON at byte %zu: expected %s, found the end of the text", offset,
                    expected);
  }
  unsigned char byte = (unsigned char)*at;
  if (byte > ' ' && byte < 0x7f) {
    return job_fail(reader->job, ERR_SYNTAX, "not JSON at byte %zu: expected %s, found '%c'",
                    offset, expected, byte);
  }
  return job_fail(reader->job, ERR_SYNTAX, "not JSON at byte %zu: expected %s, found byte 0x%02x",
                  offset, expected, byte);
}

static Err fail_duplicate(const Reader *reader, const char *opened, Str name) {
  Str shown = str_visible(reader->job->arena, str_slice(name, 0, 80));
  return job_fail(reader->job, ERR_SYNTAX,
                  "not JSON at byte %zu: the object that begins here has the name \"%.*s\"%s"
                  " twice; each name may appear once",
                  offset_of(reader, opened), STR_ARG(shown), name.len > 80 ? "..." : "");
}

/* Strings */

/* Four hexadecimal digits at reader->at. */
static Err read_hex4(Reader *reader, uint32_t *ret_unit) {
  uint32_t unit = 0;
  for (int i = 0; i < 4; i++, reader->at++) {
    int digit = reader->at < reader->end ? str_hex_digit(*reader->at) : -1;
    if (digit < 0) return fail_expected(reader, reader->at, "four hexadecimal digits after \\u");
    unit = unit << 4 | (uint32_t)digit;
  }
  *ret_unit = unit;
  return OK;
}

/* reader->at is past "\u". */
static Err read_unicode_escape(Reader *reader) {
  const char *escape = reader->at - 2;
  uint32_t unit;
  TRY(read_hex4(reader, &unit));
  if (unit >= 0xdc00 && unit <= 0xdfff) {
    return fail(reader, escape, "a low surrogate escape needs a high one before it");
  }
  if (unit >= 0xd800 && unit <= 0xdbff) {
    uint32_t low = 0;
    if (reader->end - reader->at >= 2 && memcmp(reader->at, "\\u", 2) == 0) {
      reader->at += 2;
      TRY(read_hex4(reader, &low));
    }
    if (low < 0xdc00 || low > 0xdfff) {
      return fail(reader, escape, "a high surrogate escape needs a low one right after it");
    }
    unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
  }
  buf_add_codepoint(&reader->decoded, unit);
  return OK;
}

/* reader->at is at the backslash. */
static Err read_escape(Reader *reader) {
  static const char letters[] = "\"\\/bfnrt";
  static const char meanings[] = "\"\\/\b\f\n\r\t";
  reader->at++;
  if (reader->at < reader->end) {
    char letter = *reader->at;
    if (letter == 'u') {
      reader->at++;
      return read_unicode_escape(reader);
    }
    const char *known = memchr(letters, letter, sizeof(letters) - 1);
    if (known) {
      reader->at++;
      buf_add_byte(&reader->decoded, meanings[known - letters]);
      return OK;
    }
  }
  return fail_expected(reader, reader->at, "one of \" \\ / b f n r t u after a backslash");
}

/* Passes over UTF-8 sequences; whatever else is at reader->at is an error. */
static Err read_special(Reader *reader, const char *quote) {
  if (reader->at == reader->end) {
    return fail(reader, quote, "the string that begins here has no closing '\"'");
  }
  if ((unsigned char)*reader->at < 0x20) {
    return fail(reader, reader->at,
                "a control character in a string has to be escaped, as in \\n or \\u001b");
  }
  while (reader->at < reader->end && (unsigned char)*reader->at >= 0x7F) {
    Str rest = {reader->at, (size_t)(reader->end - reader->at)};
    size_t length;
    uint32_t codepoint;
    if (!str_utf8_step(rest, &length, &codepoint)) {
      return fail(reader, reader->at, "the string is not UTF-8 here");
    }
    reader->at += length;
  }
  return OK;
}

/* The rest of a string whose first special byte, at reader->at, is not the
 * closing quote. */
static __attribute__((noinline)) Err read_string_rest(Reader *reader, const char *quote,
                                                      Str *ret_text) {
  const char *run = quote + 1; /* what is not yet decoded begins here */
  bool escaped = false;
  while (reader->at == reader->end || *reader->at != '"') {
    if (reader->at < reader->end && *reader->at == '\\') {
      if (!reader->decoded.arena) buf_init(&reader->decoded, &reader->scratch, SIZE_MAX);
      if (!escaped) buf_truncate(&reader->decoded, 0);
      escaped = true;
      buf_add(&reader->decoded, (Str){run, (size_t)(reader->at - run)});
      TRY(read_escape(reader));
      run = reader->at;
    } else {
      TRY(read_special(reader, quote));
    }
    reader->at = json_plain_end(reader->at, reader->end);
  }
  *ret_text = (Str){run, (size_t)(reader->at++ - run)};
  if (escaped) {
    buf_add(&reader->decoded, *ret_text);
    *ret_text = str_copy(reader->job->arena, buf_str(&reader->decoded));
  }
  return OK;
}

/* reader->at is at the opening quote. */
static inline Err read_string(Reader *reader, Str *ret_text) {
  const char *quote = reader->at;
  const char *end = json_plain_end(quote + 1, reader->end);
  reader->at = end;
  if (end == reader->end || *end != '"') return read_string_rest(reader, quote, ret_text);
  reader->at++;
  *ret_text = (Str){quote + 1, (size_t)(end - quote - 1)};
  return OK;
}

/* Numbers and words */

static inline bool is_digit(const char *at, const char *end) {
  return at < end && *at >= '0' && *at <= '9';
}

static inline const char *skip_digits(const char *at, const char *end) {
  while (is_digit(at, end)) at++;
  return at;
}

/* Checked here, converted by whoever wants a number: a client's id of forty
 * digits is given back as it came. */
static Err read_number(Reader *reader, Json *slot) {
  const char *start = reader->at;
  const char *end = reader->end;
  const char *at = start + (*start == '-');
  if (!is_digit(at, end)) return fail_expected(reader, at, "a digit after '-'");
  if (*at == '0') {
    at++;
    if (is_digit(at, end)) return fail(reader, start, "a number must not begin with extra zeros");
  } else {
    at = skip_digits(at, end);
  }
  if (at < end && *at == '.') {
    at++;
    if (!is_digit(at, end)) return fail_expected(reader, at, "a digit after the decimal point");
    at = skip_digits(at, end);
  }
  if (at < end && (*at == 'e' || *at == 'E')) {
    at++;
    if (at < end && (*at == '+' || *at == '-')) at++;
    if (!is_digit(at, end)) return fail_expected(reader, at, "a digit in the exponent");
    at = skip_digits(at, end);
  }
  slot->type = JSON_NUMBER;
  slot->text = (Str){start, (size_t)(at - start)};
  reader->at = at;
  return OK;
}

static bool accept_word(Reader *reader, Str word) {
  if ((size_t)(reader->end - reader->at) < word.len) return false;
  if (memcmp(reader->at, word.ptr, word.len) != 0) return false;
  reader->at += word.len;
  return true;
}

/* Containers */

static inline void skip_space(Reader *reader) {
  const char *at = reader->at;
  while (at < reader->end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) at++;
  reader->at = at;
}

static inline bool accept(Reader *reader, char byte) {
  if (reader->at == reader->end || *reader->at != byte) return false;
  reader->at++;
  return true;
}

static inline Json *top_slot(Reader *reader) {
  return (Json *)((char *)reader->stack.ptr + reader->stack_len) - 1;
}

static inline void *push(Reader *reader, size_t size) {
  reserve(reader, &reader->stack, reader->stack_len + size);
  void *slot = (char *)reader->stack.ptr + reader->stack_len;
  reader->stack_len += size;
  return memset(slot, 0, size);
}

/* Makes the slot for the next item; in objects, reads its name. */
static Err begin_item(Reader *reader) {
  if (!reader->frames[reader->depth - 1].is_object) {
    push(reader, sizeof(Json));
    return OK;
  }
  JsonMember *member = push(reader, sizeof(JsonMember));
  skip_space(reader);
  if (reader->at == reader->end || *reader->at != '"') {
    return fail_expected(reader, reader->at, "a member name in double quotes");
  }
  TRY(read_string(reader, &member->name));
  skip_space(reader);
  if (!accept(reader, ':')) return fail_expected(reader, reader->at, "':' after a member name");
  return OK;
}

static bool find_duplicate_sorted(const JsonMember *members, size_t count, Str *ret_name) {
  const JsonMember **sorted = json_sort_members(members, count);
  bool found = false;
  for (size_t i = 1; i < count && !found; i++) {
    found = str_eq(sorted[i - 1]->name, sorted[i]->name);
    if (found) *ret_name = sorted[i]->name;
  }
  free(sorted);
  return found;
}

/* Open addressing. Names chosen to collide would make it quadratic, so long
 * searches are counted and too many of them lead to sorting instead. */
static bool find_duplicate_hashed(Reader *reader, const JsonMember *members, size_t count,
                                  Str *ret_name) {
  size_t slot_count = 32;
  while (slot_count < count * 2) slot_count *= 2;
  reserve(reader, &reader->table, slot_count * sizeof(size_t));
  size_t *slots = reader->table.ptr; /* index + 1; 0: free */
  memset(slots, 0, slot_count * sizeof(size_t));
  size_t patience = count * 8;
  for (size_t i = 0; i < count; i++) {
    size_t slot = (size_t)hash_str(members[i].name) & (slot_count - 1);
    for (; slots[slot]; slot = (slot + 1) & (slot_count - 1)) {
      if (str_eq(members[slots[slot] - 1].name, members[i].name)) {
        *ret_name = members[i].name;
        return true;
      }
      if (--patience == 0) return find_duplicate_sorted(members, count, ret_name);
    }
    slots[slot] = i + 1;
  }
  return false;
}

static bool find_duplicate(Reader *reader, const JsonMember *members, size_t count,
                           Str *ret_name) {
  if (count > JSON_SMALL_OBJECT) return find_duplicate_hashed(reader, members, count, ret_name);
  for (size_t i = 1; i < count; i++) {
    Str name = members[i].name;
    for (size_t j = 0; j < i; j++) {
      if (members[j].name.len == name.len && memcmp(members[j].name.ptr, name.ptr, name.len) == 0) {
        *ret_name = name;
        return true;
      }
    }
  }
  return false;
}

/* Items are copied out in their exact number; the stack's slot beneath them
 * becomes the container. */
static Err close_container(Reader *reader) {
  const Frame *frame = &reader->frames[--reader->depth];
  size_t size = reader->stack_len - frame->start;
  const void *items = (char *)reader->stack.ptr + frame->start;
  size_t count = size / (frame->is_object ? sizeof(JsonMember) : sizeof(Json));
  Str name;
  if (frame->is_object && find_duplicate(reader, items, count, &name)) {
    return fail_duplicate(reader, frame->opened, name);
  }
  reader->stack_len = frame->start;
  Json *slot = top_slot(reader);
  slot->type = frame->is_object ? JSON_OBJECT : JSON_ARRAY;
  slot->count = count;
  if (count == 0) return OK;
  const void *kept = arena_copy(reader->job->arena, items, size);
  if (frame->is_object) slot->members = kept;
  else slot->items = kept;
  return OK;
}

/* Opens the container at reader->at; an empty one is closed at once. */
static Err open_container(Reader *reader, bool is_object) {
  if (reader->depth == reader->max_depth) {
    return job_fail(reader->job, ERR_TOO_LARGE,
                    "the JSON text nests deeper than %zu levels at byte %zu", reader->max_depth,
                    offset_of(reader, reader->at));
  }
  reader->frames[reader->depth++] = (Frame){reader->stack_len, reader->at, is_object};
  reader->at++;
  skip_space(reader);
  if (accept(reader, is_object ? '}' : ']')) return close_container(reader);
  return begin_item(reader);
}

/* Reads a value that holds no others into the topmost slot. */
static Err read_scalar(Reader *reader) {
  Json *slot = top_slot(reader);
  switch (reader->at < reader->end ? *reader->at : 0) {
    case '"':
      slot->type = JSON_STRING;
      return read_string(reader, &slot->text);
    case '-': case '0': case '1': case '2': case '3': case '4':
    case '5': case '6': case '7': case '8': case '9':
      return read_number(reader, slot);
    case 't':
      slot->type = JSON_BOOL;
      slot->boolean = true;
      if (accept_word(reader, STR("true"))) return OK;
      break;
    case 'f':
      slot->type = JSON_BOOL;
      if (accept_word(reader, STR("false"))) return OK;
      break;
    case 'n':
      if (accept_word(reader, STR("null"))) return OK;
      break;
    default:
      break;
  }
  return fail_expected(reader, reader->at,
                       "a value (object, array, string, number, true, false or null)");
}

/* A value is complete: closes what ends here. Stops before the next value,
 * or with depth 0 when the outermost one is complete. */
static Err end_item(Reader *reader) {
  while (reader->depth > 0) {
    bool is_object = reader->frames[reader->depth - 1].is_object;
    skip_space(reader);
    if (accept(reader, ',')) return begin_item(reader);
    if (!accept(reader, is_object ? '}' : ']')) {
      return fail_expected(reader, reader->at,
                           is_object ? "',' or '}' after a member" : "',' or ']' after an item");
    }
    TRY(close_container(reader));
  }
  return OK;
}

/* One turn per value, in any depth: no recursion, so a text of brackets
 * cannot exhaust the stack of the thread. */
static Err read_text(Reader *reader) {
  push(reader, sizeof(Json));
  do {
    if (reader->values++ == reader->max_values) {
      return job_fail(reader->job, ERR_TOO_LARGE, "the JSON text holds more than %zu values",
                      reader->max_values);
    }
    skip_space(reader);
    char byte = reader->at < reader->end ? *reader->at : 0;
    if (byte == '{' || byte == '[') {
      size_t depth = reader->depth;
      TRY(open_container(reader, byte == '{'));
      if (reader->depth > depth) continue; /* not empty: its first item is next */
    } else {
      TRY(read_scalar(reader));
    }
    TRY(end_item(reader));
  } while (reader->depth > 0);
  skip_space(reader);
  if (reader->at < reader->end) {
    return fail_expected(reader, reader->at, "nothing more after the value");
  }
  return OK;
}

Err json_read(Job *job, Str text, const JsonLimits *limits, const Json **ret_value) {
  size_t max_bytes = limits && limits->max_bytes ? limits->max_bytes : DEFAULT_MAX_BYTES;
  size_t max_depth = limits && limits->max_depth ? limits->max_depth : DEFAULT_MAX_DEPTH;
  if (max_depth > JSON_DEPTH_MAX) max_depth = JSON_DEPTH_MAX;
  if (text.len > max_bytes) {
    return job_fail(job, ERR_TOO_LARGE, "the JSON text has %zu bytes; at most %zu are read",
                    text.len, max_bytes);
  }
  if (!text.ptr) text = STR_EMPTY;
  Frame frames[JSON_DEPTH_MAX];
  JsonMember first[FIRST_MEMBERS];
  Reader reader = {.first = first, .stack = {first, sizeof first}, .job = job, .text = text.ptr,
                   .at = text.ptr, .end = text.ptr + text.len, .frames = frames, .max_depth = max_depth,
                   .max_values = limits && limits->max_values ? limits->max_values : SIZE_MAX};
  Err err;
  if (str_starts_with(text, STR("\xef\xbb\xbf"))) {
    err = fail(&reader, text.ptr, "the text begins with a byte order mark; leave it out");
  } else {
    err = read_text(&reader);
  }
  if (!err) *ret_value = arena_copy(job->arena, reader.stack.ptr, sizeof(Json));
  arena_clear(&reader.scratch);
  return err;
}
