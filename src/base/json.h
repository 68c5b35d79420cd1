/* JSON: an arena reader and a streaming writer; the only place that knows
 * how JSON is spelled.
 * Reading is strict RFC 8259: UTF-8 only, no duplicate keys, no trailing
 * text, bounded depth and size. Values are immutable once read. Numbers keep
 * their text, so that a huge id or a decimal survives a round trip.
 * Writing spells what str_visible would show (control, bidirectional and
 * invisible characters) as \u escapes: the same value, seen by whoever reads
 * it as text. */
#ifndef FATHOM_BASE_JSON_H
#define FATHOM_BASE_JSON_H

#include "src/base/buf.h"
#include "src/base/job.h"

typedef enum JsonType {
  JSON_NULL,
  JSON_BOOL,
  JSON_NUMBER,
  JSON_STRING,
  JSON_ARRAY,
  JSON_OBJECT
} JsonType;

typedef struct Json Json;
typedef struct JsonMember JsonMember;

struct Json {
  JsonType type;
  bool boolean;  /* JSON_BOOL */
  Str text;      /* JSON_STRING: decoded; JSON_NUMBER: as written */
  size_t count;  /* array items or object members */
  const Json *items;          /* JSON_ARRAY */
  const JsonMember *members;  /* JSON_OBJECT, in order of appearance */
};

struct JsonMember {
  Str name;
  Json value;
};

/* A hostile text takes up to some 50 times its bytes in memory while it is
 * read: choose max_bytes and max_values by how much the peer is trusted. */
typedef struct JsonLimits {
  size_t max_bytes;  /* 0: 64 MB */
  size_t max_values; /* in all, at any depth; 0: no limit */
  size_t max_depth;  /* 0: 64; never more than 1024 */
} JsonLimits;

/* ERR_SYNTAX says what was wrong and at which byte, counted from 0;
 * ERR_TOO_LARGE names the limit. The value lives in job->arena; numbers and
 * strings without escapes borrow from `text`, which must therefore live as
 * long. NULL limits: the defaults. */
Err json_read(Job *job, Str text, const JsonLimits *limits, const Json **ret_value) MUST_CHECK;

/* Lookups accept NULL and wrong types and then say absent, so they chain. */
const Json *json_get(const Json *object, Str name);
const Json *json_get_path(const Json *object, const char *dotted); /* "a.b.c" */
Str json_get_str(const Json *object, Str name, Str otherwise);
int64_t json_get_int(const Json *object, Str name, int64_t otherwise);
bool json_get_bool(const Json *object, Str name, bool otherwise);
bool json_is(const Json *value, JsonType type); /* false for NULL */
/* A number that is whole and fits (1e2 and 3.0 count); false otherwise. */
bool json_to_int(const Json *value, int64_t *ret_value) MUST_CHECK;
/* The nearest double; false for what is not a number or too large for one. */
bool json_to_double(const Json *value, double *ret_value) MUST_CHECK;
/* Equal as JSON values: object member order is ignored, numbers by value. */
bool json_equal(const Json *a, const Json *b);

/* Writer: commas, escapes and UTF-8 repair (broken bytes become U+FFFD) are
 * its business; nesting mistakes are caught by assertions.
 * One value per writer, in up to 63 levels of begin and end; json_value may
 * nest deeper. Indent 0 writes one line. */
typedef struct JsonWriter {
  Buf *buf;
  int indent;
  int depth;
  bool after_name;
  uint64_t has_items; /* bit per depth: something was written at this level */
  uint64_t is_object; /* bit per depth */
} JsonWriter;

/* Writes into `buf`, which the caller owns and checks for overflow in the
 * end. `indent` blanks per level; 0: one line. */
void json_writer_init(JsonWriter *writer, Buf *buf, int indent);
/* Inside of an object every value needs a name before it (json_name, or
 * json_field_… for both at once); inside of an array none may have one.
 * Mistakes are assertions, not errors: they are the program's. */
void json_begin_object(JsonWriter *writer);
void json_end_object(JsonWriter *writer);
void json_begin_array(JsonWriter *writer);
void json_end_array(JsonWriter *writer);
void json_name(JsonWriter *writer, Str name);
void json_str(JsonWriter *writer, Str value);
void json_int(JsonWriter *writer, int64_t value);
void json_double(JsonWriter *writer, double value); /* NaN, inf: null */
void json_bool(JsonWriter *writer, bool value);
void json_null(JsonWriter *writer);
void json_value(JsonWriter *writer, const Json *value); /* NULL: null */
/* Already spelled JSON, trusted to be one whole value. */
void json_raw(JsonWriter *writer, Str spelled);

/* name + value in one go */
void json_field_str(JsonWriter *writer, const char *name, Str value);
void json_field_int(JsonWriter *writer, const char *name, int64_t value);
void json_field_bool(JsonWriter *writer, const char *name, bool value);
void json_field_value(JsonWriter *writer, const char *name, const Json *value);
void json_field_raw(JsonWriter *writer, const char *name, Str spelled);
void json_field_object(JsonWriter *writer, const char *name); /* begins it */
void json_field_array(JsonWriter *writer, const char *name);  /* begins it */

/* One value spelled on one line, in the arena. */
Str json_spell(Arena *arena, const Json *value);
/* An object with one member, whose value is spelled already. */
Str json_spell_one(Arena *arena, const char *name, Str spelled);
Str json_spell_str(Arena *arena, Str value);
Str json_spell_int(Arena *arena, int64_t value);

#endif
