/* Writing JSON straight into a Buf.
 * Knows commas, escapes, line breaks and UTF-8 repair; nothing of what the
 * text is for. Misuse of the nesting is a fault of the caller and aborts. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/json.h"
#include "src/base/json_internal.h"
#include "src/base/str_internal.h"

/* Levels that has_items and is_object can describe, the outermost included. */
#define LEVELS 64

static uint64_t level_bit(const JsonWriter *writer) { return (uint64_t)1 << writer->depth; }

static void break_line(const JsonWriter *writer, int depth) {
  if (writer->indent == 0) return;
  buf_add_byte(writer->buf, '\n');
  for (int i = 0; i < writer->indent * depth; i++) buf_add_byte(writer->buf, ' ');
}

/* Commas and line breaks are written before items, never after: nobody knows
 * which one is the last. */
static void begin_item(JsonWriter *writer) {
  bool is_first = !(writer->has_items & level_bit(writer));
  writer->has_items |= level_bit(writer);
  if (writer->depth == 0) {
    assert(is_first && "one value per writer");
    return;
  }
  if (!is_first) buf_add_byte(writer->buf, ',');
  break_line(writer, writer->depth);
}

static void begin_value(JsonWriter *writer) {
  if (writer->after_name) {
    writer->after_name = false;
    return;
  }
  assert(!(writer->is_object & level_bit(writer)) && "members need names");
  begin_item(writer);
}

static void begin_container(JsonWriter *writer, bool is_object) {
  begin_value(writer);
  assert(writer->depth < LEVELS - 1 && "nested too deep for the writer");
  buf_add_byte(writer->buf, is_object ? '{' : '[');
  writer->depth++;
  writer->has_items &= ~level_bit(writer);
  if (is_object) writer->is_object |= level_bit(writer);
  else writer->is_object &= ~level_bit(writer);
}

static void end_container(JsonWriter *writer, bool is_object) {
  assert(writer->depth > 0 && "nothing is open");
  assert(!writer->after_name && "the last name has no value");
  assert(!(writer->is_object & level_bit(writer)) == !is_object && "another kind is open");
  bool has_items = writer->has_items & level_bit(writer);
  writer->depth--;
  if (has_items) break_line(writer, writer->depth);
  buf_add_byte(writer->buf, is_object ? '}' : ']');
}

void json_writer_init(JsonWriter *writer, Buf *buf, int indent) {
  *writer = (JsonWriter){.buf = buf, .indent = indent};
}

void json_begin_object(JsonWriter *writer) { begin_container(writer, true); }
void json_end_object(JsonWriter *writer) { end_container(writer, true); }
void json_begin_array(JsonWriter *writer) { begin_container(writer, false); }
void json_end_array(JsonWriter *writer) { end_container(writer, false); }

static void add_unit(Buf *buf, uint32_t unit) {
  static const char hex[] = "0123456789abcdef";
  char escape[6] = {'\\', 'u'};
  for (int i = 0; i < 4; i++) escape[2 + i] = hex[unit >> (12 - 4 * i) & 15];
  buf_add(buf, (Str){escape, sizeof escape});
}

/* Beyond the first plane as a pair of surrogates, which is the only way JSON
 * has. */
static void add_escape(Buf *buf, uint32_t codepoint) {
  static const char letters[] = {['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f',
                                 ['\r'] = 'r', ['"'] = '"',  ['\\'] = '\\'};
  if (codepoint < sizeof letters && letters[codepoint]) {
    buf_add(buf, (Str){(char[]){'\\', letters[codepoint]}, 2});
  } else if (codepoint < 0x10000) {
    add_unit(buf, codepoint);
  } else {
    add_unit(buf, 0xD800 + ((codepoint - 0x10000) >> 10));
    add_unit(buf, 0xDC00 + ((codepoint - 0x10000) & 0x3FF));
  }
}

/* Names and most values: nothing in them needs an escape, and there is room. */
static bool add_plain(Buf *buf, Str value) {
  if (buf->overflow || buf->cap - buf->len < value.len + 3) return false;
  if (json_plain_end(value.ptr, value.ptr + value.len) != value.ptr + value.len) return false;
  char *to = buf->ptr + buf->len;
  to[0] = '"';
  memcpy(to + 1, value.ptr, value.len);
  to[value.len + 1] = '"';
  to[value.len + 2] = '\0';
  buf->len += value.len + 2;
  return true;
}

/* JSON is also read as text, by models and on terminals: what would turn or
 * hide the words around it is spelled as an escape, which is the same value. */
static void add_string(Buf *buf, Str value) {
  if (!value.ptr) value = STR_EMPTY;
  const char *end = value.ptr + value.len;
  const char *run = value.ptr; /* what is not yet written begins here */
  if (add_plain(buf, value)) return;
  buf_add_byte(buf, '"');
  for (const char *at = json_plain_end(run, end); at < end; at = json_plain_end(at, end)) {
    size_t length;
    uint32_t codepoint;
    bool valid = str_utf8_step((Str){at, (size_t)(end - at)}, &length, &codepoint);
    bool stays = valid && codepoint >= 0x80 && !str_is_hidden(codepoint);
    if (!stays) {
      buf_add(buf, (Str){run, (size_t)(at - run)});
      if (valid) add_escape(buf, codepoint);
      else buf_add(buf, STR("\xef\xbf\xbd"));
      run = at + length;
    }
    at += length;
  }
  buf_add(buf, (Str){run, (size_t)(end - run)});
  buf_add_byte(buf, '"');
}

/* Comma, name and colon at once. */
static bool add_plain_name(JsonWriter *writer, Str name) {
  Buf *buf = writer->buf;
  bool has_room = !buf->overflow && buf->cap - buf->len >= name.len + 5;
  if (!has_room || writer->indent || json_plain_end(name.ptr, name.ptr + name.len) != name.ptr + name.len) return false;
  char *to = buf->ptr + buf->len;
  if (writer->has_items & level_bit(writer)) *to++ = ',';
  *to++ = '"';
  memcpy(to, name.ptr, name.len);
  memcpy(to + name.len, "\":", 3);
  buf->len = (size_t)(to + name.len + 2 - buf->ptr);
  writer->has_items |= level_bit(writer);
  return true;
}

void json_name(JsonWriter *writer, Str name) {
  assert(writer->is_object & level_bit(writer) && "names belong in objects");
  assert(!writer->after_name && "the last name has no value");
  writer->after_name = true;
  if (add_plain_name(writer, name)) return;
  begin_item(writer);
  add_string(writer->buf, name);
  buf_add_byte(writer->buf, ':');
  if (writer->indent) buf_add_byte(writer->buf, ' ');
}

void json_raw(JsonWriter *writer, Str spelled) {
  begin_value(writer);
  buf_add(writer->buf, spelled);
}

void json_str(JsonWriter *writer, Str value) {
  begin_value(writer);
  add_string(writer->buf, value);
}

void json_int(JsonWriter *writer, int64_t value) {
  char digits[24];
  char *at = digits + sizeof(digits);
  uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
  do *--at = (char)('0' + rest % 10);
  while (rest /= 10);
  if (value < 0) *--at = '-';
  json_raw(writer, (Str){at, (size_t)(digits + sizeof(digits) - at)});
}

/* The fewest digits that give the same number when read again. */
void json_double(JsonWriter *writer, double value) {
  char text[40];
  int length = 0;
  if (!isfinite(value)) {
    json_null(writer);
    return;
  }
  for (int precision = 15; precision <= 17; precision++) {
    length = snprintf(text, sizeof(text), "%.*g", precision, value);
    if (strtod(text, NULL) == value) break;
  }
  json_raw(writer, (Str){text, (size_t)length});
}

void json_bool(JsonWriter *writer, bool value) {
  json_raw(writer, value ? STR("true") : STR("false"));
}

void json_null(JsonWriter *writer) { json_raw(writer, STR("null")); }

/* Values */

static void add_value(const JsonWriter *writer, const Json *value, int depth);

static void add_items(const JsonWriter *writer, const Json *value, int depth) {
  bool is_object = value->type == JSON_OBJECT;
  buf_add_byte(writer->buf, is_object ? '{' : '[');
  for (size_t i = 0; i < value->count; i++) {
    if (i > 0) buf_add_byte(writer->buf, ',');
    break_line(writer, depth + 1);
    if (is_object) {
      add_string(writer->buf, value->members[i].name);
      buf_add(writer->buf, writer->indent ? STR(": ") : STR(":"));
    }
    add_value(writer, is_object ? &value->members[i].value : &value->items[i], depth + 1);
  }
  if (value->count > 0) break_line(writer, depth);
  buf_add_byte(writer->buf, is_object ? '}' : ']');
}

/* Needs no bits of the writer: a value that was read may be nested deeper
 * than what our own code writes. */
static void add_value(const JsonWriter *writer, const Json *value, int depth) {
  switch (value->type) {
    case JSON_NULL:
      buf_add(writer->buf, STR("null"));
      break;
    case JSON_BOOL:
      buf_add(writer->buf, value->boolean ? STR("true") : STR("false"));
      break;
    case JSON_NUMBER:
      buf_add(writer->buf, value->text);
      break;
    case JSON_STRING:
      add_string(writer->buf, value->text);
      break;
    case JSON_ARRAY:
    case JSON_OBJECT:
      add_items(writer, value, depth);
      break;
  }
}

void json_value(JsonWriter *writer, const Json *value) {
  static const Json null = {.type = JSON_NULL};
  begin_value(writer);
  add_value(writer, value ? value : &null, writer->depth);
}

/* Fields */

void json_field_str(JsonWriter *writer, const char *name, Str value) {
  json_name(writer, str_from_c(name));
  json_str(writer, value);
}

void json_field_int(JsonWriter *writer, const char *name, int64_t value) {
  json_name(writer, str_from_c(name));
  json_int(writer, value);
}

void json_field_bool(JsonWriter *writer, const char *name, bool value) {
  json_name(writer, str_from_c(name));
  json_bool(writer, value);
}

void json_field_value(JsonWriter *writer, const char *name, const Json *value) {
  json_name(writer, str_from_c(name));
  json_value(writer, value);
}

void json_field_raw(JsonWriter *writer, const char *name, Str spelled) {
  json_name(writer, str_from_c(name));
  json_raw(writer, spelled);
}

void json_field_object(JsonWriter *writer, const char *name) {
  json_name(writer, str_from_c(name));
  json_begin_object(writer);
}

void json_field_array(JsonWriter *writer, const char *name) {
  json_name(writer, str_from_c(name));
  json_begin_array(writer);
}

Str json_spell(Arena *arena, const Json *value) {
  Buf buf;
  JsonWriter writer;
  buf_init(&buf, arena, SIZE_MAX / 2);
  json_writer_init(&writer, &buf, 0);
  json_value(&writer, value);
  return buf_str(&buf);
}

Str json_spell_one(Arena *arena, const char *name, Str spelled) {
  Buf buf;
  JsonWriter writer;
  buf_init(&buf, arena, SIZE_MAX / 2);
  json_writer_init(&writer, &buf, 0);
  json_begin_object(&writer);
  json_field_raw(&writer, name, spelled);
  json_end_object(&writer);
  return buf_str(&buf);
}

Str json_spell_str(Arena *arena, Str value) { return json_spell(arena, &(Json){.type = JSON_STRING, .text = value}); }

Str json_spell_int(Arena *arena, int64_t value) { return str_format(arena, "%lld", (long long)value); }
