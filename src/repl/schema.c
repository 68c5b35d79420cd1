/* Schemas of a session's tools. A gate sends whatever it likes; what is kept of
 * it is a small part of JSON Schema that is bounded in every direction, spelled
 * anew by us, and checked by us before a call: types, fields, choices, bounds.
 * Keywords that are not known here are left out, so nothing refers to anything
 * outside of the schema, and no pattern is ever run. */
#include <string.h>

#include "src/repl/repl_internal.h"

#define DEPTH_MAX 6
#define NODES_MAX 200   /* schemas in one, at any depth */
#define CHOICES_MAX 100 /* of an enum */
#define UNION_MAX 8     /* of an anyOf */
#define WORDS_MAX 300   /* of a description */
#define CHOICE_MAX 200  /* bytes of one that is a text */
#define NAME_MAX_BYTES 64
#define SHOWN 60        /* of what somebody gave, in a message */

static const char *const types[] = {"string", "integer", "number", "boolean", "array", "object", "null"};

static const char *known_type(Str name) {
  for (size_t i = 0; i < COUNT_OF(types); i++) {
    if (str_eq_c(name, types[i])) return types[i];
  }
  return NULL;
}

/* Letters, digits and what the languages have besides; R's names have dots. */
bool repl_is_argument(Str name) {
  bool is_good = name.len > 0 && name.len <= NAME_MAX_BYTES;
  for (size_t i = 0; is_good && i < name.len; i++) {
    char c = name.ptr[i];
    bool is_letter = byte_is_letter(c) || c == '_' || c == '.';
    is_good = is_letter || (i > 0 && (byte_is_digit(c) || c == '-'));
  }
  return is_good;
}

/* ---- what is kept of a schema ---- */

typedef struct Cleaning {
  Job *job;
  JsonWriter *out;
  bool is_listed; /* for clients, some of which refuse unions */
  size_t nodes;
} Cleaning;

static Err clean(Cleaning *cleaning, const Json *schema, int depth);

static bool is_scalar(const Json *value) {
  return json_is(value, JSON_BOOL) || json_is(value, JSON_NUMBER) || (json_is(value, JSON_STRING) && value->text.len <= CHOICE_MAX);
}

/* Choices that are no plain values are left out rather than refused: a client
 * can still give the others. */
static Err clean_choices(Cleaning *cleaning, const Json *choices) {
  if (!json_is(choices, JSON_ARRAY)) return OK;
  if (choices->count > CHOICES_MAX) {
    return job_fail(cleaning->job, ERR_TOO_LARGE, "an enum of %zu: %d are accepted", choices->count, CHOICES_MAX);
  }
  json_field_array(cleaning->out, "enum");
  for (size_t i = 0; i < choices->count; i++) {
    if (is_scalar(&choices->items[i])) json_value(cleaning->out, &choices->items[i]);
  }
  json_end_array(cleaning->out);
  return OK;
}

/* Only names that are among the fields: one that is not could never be given. */
static void clean_required(Cleaning *cleaning, const Json *required, const Json *properties) {
  if (!json_is(required, JSON_ARRAY)) return;
  json_field_array(cleaning->out, "required");
  for (size_t i = 0; i < required->count; i++) {
    const Json *name = &required->items[i];
    if (json_is(name, JSON_STRING) && json_get(properties, name->text)) json_str(cleaning->out, name->text);
  }
  json_end_array(cleaning->out);
}

/* A name that no language has for an argument refuses the whole tool, because a
 * call could never be spelled. */
static Err clean_properties(Cleaning *cleaning, const Json *properties, int depth) {
  if (!json_is(properties, JSON_OBJECT)) return OK;
  json_field_object(cleaning->out, "properties");
  for (size_t i = 0; i < properties->count; i++) {
    const JsonMember *member = &properties->members[i];
    if (!repl_is_argument(member->name)) {
      return job_fail(cleaning->job, ERR_USAGE, "'%.*s' cannot name an argument", STR_ARG(str_shown(cleaning->job->arena, member->name, SHOWN)));
    }
    json_name(cleaning->out, member->name);
    TRY(clean(cleaning, &member->value, depth + 1));
  }
  json_end_object(cleaning->out);
  return OK;
}

/* Some clients refuse a listing that holds unions, so they see the argument
 * without a type; what is kept for checking calls has it. */
static Err clean_union(Cleaning *cleaning, const Json *any, int depth) {
  if (!json_is(any, JSON_ARRAY) || !any->count || cleaning->is_listed) return OK;
  if (any->count > UNION_MAX) return job_fail(cleaning->job, ERR_TOO_LARGE, "a choice of %zu types: %d are accepted", any->count, UNION_MAX);
  json_field_array(cleaning->out, "anyOf");
  for (size_t i = 0; i < any->count; i++) TRY(clean(cleaning, &any->items[i], depth + 1));
  json_end_array(cleaning->out);
  return OK;
}

/* What is written for a reader, and bounds that are numbers. A text of a
 * session is made visible and short before a model sees it. */
static void clean_words(Cleaning *cleaning, const Json *schema) {
  static const char *const bounds[] = {"minimum", "maximum"};
  const Json *otherwise = json_get(schema, STR("default"));
  Str words = json_get_str(schema, STR("description"), STR_EMPTY);
  double number;
  for (size_t i = 0; i < COUNT_OF(bounds); i++) {
    const Json *bound = json_get(schema, str_from_c(bounds[i]));
    if (json_to_double(bound, &number)) json_field_value(cleaning->out, bounds[i], bound);
  }
  if (is_scalar(otherwise)) json_field_value(cleaning->out, "default", otherwise);
  if (words.len) json_field_str(cleaning->out, "description", str_shown(cleaning->job->arena, words, WORDS_MAX));
}

/* What is no object says nothing: any value will do. */
static Err clean(Cleaning *cleaning, const Json *schema, int depth) {
  const char *type = known_type(json_get_str(schema, STR("type"), STR_EMPTY));
  const Json *properties = json_get(schema, STR("properties")), *more = json_get(schema, STR("additionalProperties"));
  if (depth > DEPTH_MAX || ++cleaning->nodes > NODES_MAX) {
    return job_fail(cleaning->job, ERR_TOO_LARGE, "a schema of more than %d parts or %d levels", NODES_MAX, DEPTH_MAX);
  }
  json_begin_object(cleaning->out);
  if (type) json_field_str(cleaning->out, "type", str_from_c(type));
  TRY(clean_choices(cleaning, json_get(schema, STR("enum"))));
  TRY(clean_union(cleaning, json_get(schema, STR("anyOf")), depth));
  TRY(clean_properties(cleaning, properties, depth));
  clean_required(cleaning, json_get(schema, STR("required")), properties);
  if (json_is(json_get(schema, STR("items")), JSON_OBJECT)) {
    json_name(cleaning->out, STR("items"));
    TRY(clean(cleaning, json_get(schema, STR("items")), depth + 1));
  }
  if (json_is(more, JSON_BOOL)) json_field_value(cleaning->out, "additionalProperties", more);
  clean_words(cleaning, schema);
  json_end_object(cleaning->out);
  return OK;
}

Err repl_schema_clean(Job *job, const Json *schema, bool is_listed, Str *ret_schema) {
  Buf text;
  JsonWriter out;
  buf_init(&text, job->arena, REPL_SCHEMA_MAX);
  json_writer_init(&out, &text, 0);
  Cleaning cleaning = {.job = job, .out = &out, .is_listed = is_listed};
  if (!str_eq_c(json_get_str(schema, STR("type"), STR_EMPTY), "object")) {
    return job_fail(job, ERR_USAGE, "its schema is not of type object");
  }
  TRY(clean(&cleaning, schema, 0));
  if (text.overflow) return job_fail(job, ERR_TOO_LARGE, "its schema is longer than %zu bytes", REPL_SCHEMA_MAX);
  *ret_schema = buf_str(&text);
  return OK;
}

/* ---- arguments against it ---- */

/* Where a value stands: "a.b[2]". Lives on the stack of who looks at it. */
typedef struct Spot {
  const struct Spot *around;
  Str name;
  size_t index;
  bool is_item;
} Spot;

static void add_spot(Buf *words, const Spot *spot) {
  if (!spot) return;
  add_spot(words, spot->around);
  if (spot->is_item) buf_add_format(words, "[%zu]", spot->index);
  else buf_add_format(words, "%s%.*s", words->len ? "." : "", STR_ARG(spot->name));
}

static Str spelled_spot(Job *job, const Spot *spot) {
  Buf words;
  buf_init(&words, job->arena, 1000);
  add_spot(&words, spot);
  return str_shown(job->arena, buf_str(&words), 200);
}

/* Names the place, what is taken there and what was given, so that whoever
 * called can mend the call without seeing the schema. */
static Err wrong(Job *job, const Spot *spot, const char *wanted, const Json *value) {
  Str where = spelled_spot(job, spot), given = str_shown(job->arena, json_spell(job->arena, value), SHOWN);
  return job_fail(job, ERR_USAGE, "argument '%.*s' must be %s, not %.*s", STR_ARG(where), wanted, STR_ARG(given));
}

/* The words of JSON Schema, where an integer is any number without a fraction.
 * A type that is not known was not kept, and so takes everything. */
static bool has_type(const Json *value, Str type) {
  static const JsonType plain[] = {JSON_STRING, JSON_NULL, JSON_NUMBER, JSON_BOOL, JSON_ARRAY, JSON_OBJECT};
  double number;
  int64_t whole;
  if (str_eq_c(type, "null")) return json_is(value, JSON_NULL);
  if (str_eq_c(type, "integer")) return json_to_int(value, &whole);
  if (str_eq_c(type, "number")) return json_to_double(value, &number);
  for (size_t i = 0; i < COUNT_OF(plain); i++) {
    if (str_eq_c(type, types[i])) return json_is(value, plain[i]);
  }
  return true;
}

static const char *type_words(Str type) {
  static const char *const words[] = {"a text", "a whole number", "a number", "true or false", "a list", "an object", "null"};
  for (size_t i = 0; i < COUNT_OF(types); i++) {
    if (str_eq_c(type, types[i])) return words[i];
  }
  return "something else";
}

static Err check(Job *job, const Json *schema, const Json *value, const Spot *spot);

static Err check_choices(Job *job, const Json *choices, const Json *value, const Spot *spot) {
  if (!json_is(choices, JSON_ARRAY)) return OK;
  for (size_t i = 0; i < choices->count; i++) {
    if (json_equal(&choices->items[i], value)) return OK;
  }
  Str listed = str_shown(job->arena, json_spell(job->arena, choices), 400);
  return wrong(job, spot, str_to_c(job->arena, str_format(job->arena, "one of %.*s", STR_ARG(listed))), value);
}

/* Each alternative is tried for itself; why one did not fit is forgotten, since
 * the answer names all of them together. */
static Err check_union(Job *job, const Json *any, const Json *value, const Spot *spot) {
  if (!json_is(any, JSON_ARRAY)) return OK;
  for (size_t i = 0; i < any->count; i++) {
    if (!check(job, &any->items[i], value, spot)) return OK;
    job_forgive(job);
  }
  return wrong(job, spot, "of one of the types that it takes", value);
}

/* Bounds say something about numbers alone, as in JSON Schema. */
static Err check_bounds(Job *job, const Json *schema, const Json *value, const Spot *spot) {
  double number, bound;
  if (!json_to_double(value, &number)) return OK;
  const Json *least = json_get(schema, STR("minimum")), *most = json_get(schema, STR("maximum"));
  if (json_to_double(least, &bound) && number < bound) {
    return wrong(job, spot, str_to_c(job->arena, str_format(job->arena, "at least %.*s", STR_ARG(least->text))), value);
  }
  if (json_to_double(most, &bound) && number > bound) {
    return wrong(job, spot, str_to_c(job->arena, str_format(job->arena, "at most %.*s", STR_ARG(most->text))), value);
  }
  return OK;
}

static bool is_required(const Json *schema, Str name) {
  const Json *required = json_get(schema, STR("required"));
  for (size_t i = 0; json_is(required, JSON_ARRAY) && i < required->count; i++) {
    if (str_eq(required->items[i].text, name)) return true;
  }
  return false;
}

static Err check_required(Job *job, const Json *schema, const Json *value, const Spot *spot) {
  const Json *required = json_get(schema, STR("required"));
  for (size_t i = 0; json_is(required, JSON_ARRAY) && i < required->count; i++) {
    Str name = required->items[i].text;
    if (json_get(value, name)) continue;
    Spot missing = {.around = spot, .name = name};
    return job_fail(job, ERR_USAGE, "argument '%.*s' is missing", STR_ARG(spelled_spot(job, &missing)));
  }
  return OK;
}

/* A null for what need not be given counts as not given, as everywhere. */
static Err check_members(Job *job, const Json *schema, const Json *value, const Spot *spot) {
  const Json *properties = json_get(schema, STR("properties"));
  bool is_closed = !json_get_bool(schema, STR("additionalProperties"), true);
  if (!json_is(value, JSON_OBJECT)) return OK;
  TRY(check_required(job, schema, value, spot));
  for (size_t i = 0; i < value->count; i++) {
    const JsonMember *member = &value->members[i];
    Spot inner = {.around = spot, .name = member->name};
    const Json *wanted = json_get(properties, member->name);
    if (!wanted && is_closed) {
      return job_fail(job, ERR_USAGE, "there is no argument '%.*s'", STR_ARG(spelled_spot(job, &inner)));
    }
    bool is_absent = json_is(&member->value, JSON_NULL) && !is_required(schema, member->name);
    if (wanted && !is_absent) TRY(check(job, wanted, &member->value, &inner));
  }
  return OK;
}

/* As deep as the schema, which is bounded: what it does not describe is not
 * looked into. */
static Err check(Job *job, const Json *schema, const Json *value, const Spot *spot) {
  Str type = json_get_str(schema, STR("type"), STR_EMPTY);
  const Json *items = json_get(schema, STR("items"));
  if (type.len && !has_type(value, type)) return wrong(job, spot, type_words(type), value);
  TRY(check_choices(job, json_get(schema, STR("enum")), value, spot));
  TRY(check_union(job, json_get(schema, STR("anyOf")), value, spot));
  TRY(check_bounds(job, schema, value, spot));
  TRY(check_members(job, schema, value, spot));
  for (size_t i = 0; items && json_is(value, JSON_ARRAY) && i < value->count; i++) {
    TRY(check(job, items, &value->items[i], &(Spot){.around = spot, .index = i, .is_item = true}));
  }
  return OK;
}

Err repl_arguments_spell(Job *job, Str schema, const Json *arguments, Str *ret_spelled) {
  const Json *read;
  Buf text;
  JsonWriter out;
  TRY(json_read(job, schema, NULL, &read));
  if (!json_is(arguments, JSON_OBJECT)) return job_fail(job, ERR_USAGE, "arguments must be an object");
  TRY(check(job, read, arguments, NULL));
  buf_init(&text, job->arena, REPL_MESSAGE_MAX);
  json_writer_init(&out, &text, 0);
  json_begin_object(&out);
  for (size_t i = 0; i < arguments->count; i++) {
    const JsonMember *member = &arguments->members[i];
    if (json_is(&member->value, JSON_NULL) && !is_required(read, member->name)) continue;
    json_name(&out, member->name);
    json_value(&out, &member->value);
  }
  json_end_object(&out);
  if (text.overflow) return job_fail(job, ERR_TOO_LARGE, "the arguments are longer than %zu bytes", REPL_MESSAGE_MAX);
  *ret_spelled = buf_str(&text);
  return OK;
}
