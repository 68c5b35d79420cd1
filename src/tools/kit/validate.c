/* Arguments and results against their table: what was wrong, what is
 * accepted, which name was probably meant. Changes nothing and corrects
 * nothing. */
#include <stdarg.h>
#include <string.h>

#include "src/base/vec.h"
#include "src/tools/kit/tool_internal.h"

enum { PROBLEMS_MAX = 3, WORDS_MAX = 16384, MISSPELT_MAX = 16 };

/* A few problems are gathered, so that one reply is enough to mend a call;
 * more would be noise. */
typedef struct Check {
  Job *job;
  Buf words;
  int problems;
  bool is_result;
} Check;

/* Where in the value we are: "edits[2].text", from the inside out. */
typedef struct Place {
  const struct Place *parent;
  Str name;     /* of a member */
  size_t index; /* of an item, when the name is empty */
} Place;

const ToolField *tool_find_field(const ToolField *fields, Str name) {
  if (!name.len) return NULL; /* no field has none */
  for (const ToolField *field = fields; field && field->name; field++) {
    if (field->name[0] == name.ptr[0] && str_eq_c(name, field->name)) return field;
  }
  return NULL;
}

bool tool_is_path(ToolType type) { return type == TOOL_PATH || type == TOOL_WORKSPACE; }

/* A row without bounds has zeros in both; a minimum of zero therefore counts
 * only together with a maximum. */
bool tool_has_min(const ToolField *field) {
  return field->min || field->max;
}

bool tool_has_max(const ToolField *field) {
  /* A maximum below the minimum, usually zero, means that only the minimum is
   * meant: "at least 1" needs no invented upper bound. */
  return tool_has_min(field) && field->max >= field->min;
}

/* ---- words ---- */

/* The innermost place knows its parent, and words begin with the outermost, so
 * the parent is written first. Depth is that of the tool's own table, not of
 * the value given, so a hostile value cannot make this recursion deep. */
static void add_place(Check *check, const Place *place) {
  if (place->parent) add_place(check, place->parent);
  if (place->name.len == 0) {
    buf_add_format(&check->words, "[%zu]", place->index);
    return;
  }
  if (place->parent) buf_add_byte(&check->words, '.');
  buf_add(&check->words, str_shown(check->job->arena, place->name, TOOL_SHOWN_WORD));
}

/* Callers know arguments; a result that breaks its own table is a fault of the
 * tool, and its parts are called fields there. */
static const char *noun(const Check *check) {
  return check->is_result ? "field" : "argument";
}

static bool is_full(const Check *check) {
  return check->problems >= PROBLEMS_MAX;
}

/* Begins the next problem's line; false when enough was said. */
static bool begin_problem(Check *check) {
  if (is_full(check)) return false;
  if (check->problems++) buf_add_byte(&check->words, '\n');
  return true;
}

static void problem(Check *check, const Place *place, const char *format, ...) PRINTF_LIKE(3, 4);
static void problem(Check *check, const Place *place, const char *format, ...) {
  if (!begin_problem(check)) return;
  if (place) {
    buf_add_format(&check->words, "%s '", noun(check));
    add_place(check, place);
    buf_add_c(&check->words, "' ");
  }
  va_list args;
  va_start(args, format);
  buf_add(&check->words, str_format_va(check->job->arena, format, args));
  va_end(args);
}

static const char *type_name(ToolType type) {
  switch (type) {
  case TOOL_STRING:
  case TOOL_PATH:
  case TOOL_WORKSPACE:
    return "a string";
  case TOOL_INTEGER:
    return "an integer";
  case TOOL_NUMBER:
    return "a number";
  case TOOL_BOOLEAN:
    return "true or false";
  case TOOL_STRINGS:
    return "an array of strings";
  case TOOL_OBJECT:
    return "an object";
  case TOOL_OBJECTS:
    return "an array of objects";
  }
  return "something else";
}

/* What was given instead: "the string 'ten'", "an array". */
static Str given(Check *check, const Json *value) {
  Arena *arena = check->job->arena;
  switch (value->type) {
  case JSON_NULL:
    return STR("null");
  case JSON_BOOL:
    return value->boolean ? STR("true") : STR("false");
  case JSON_NUMBER:
    return str_shown(arena, value->text, TOOL_SHOWN_WORD);
  case JSON_STRING:
    return str_format(arena, "the string '%.*s'", STR_ARG(str_shown(arena, value->text, TOOL_SHOWN_WORD)));
  case JSON_ARRAY:
    return STR("an array");
  case JSON_OBJECT:
    return STR("an object");
  }
  return STR_EMPTY;
}

static void wrong_type(Check *check, const Place *place, ToolType type, const Json *value) {
  problem(check, place, "must be %s, not %.*s", type_name(type), STR_ARG(given(check, value)));
}

/* ---- values ---- */

/* All choices are named, and the nearest one again: whoever misspelt it sees it
 * without reading the list. */
static void check_choice(Check *check, const Place *place, const ToolField *field, Str text) {
  VEC(Str) choices = {0};
  Arena *arena = check->job->arena;
  Str rest = str_from_c(field->choices);
  while (rest.len) {
    Str choice = str_cut(&rest, '|');
    if (str_eq(choice, text)) return;
    *vec_add(arena, &choices) = choice;
  }
  Buf accepted;
  buf_init(&accepted, arena, 2048);
  for (size_t i = 0; i < choices.len; i++)
    tool_add_comma(&accepted, choices.items[i]);
  Str nearest = str_nearest(text, choices.items, choices.len);
  Str hint =
      nearest.len ? str_format(arena, "; did you mean '%.*s'?", STR_ARG(nearest)) : STR_EMPTY;
  problem(check, place, "must be one of %.*s, not '%.*s'%.*s", STR_ARG(buf_str(&accepted)),
          STR_ARG(str_shown(arena, text, TOOL_SHOWN_WORD)), STR_ARG(hint));
}

/* The row's bounds speak of the string itself, or of an array's item count;
 * items of arrays have only the type's own limit. */
static void check_text(Check *check, const Place *place, const ToolField *field, Str text) {
  bool is_item = field->type == TOOL_STRINGS;
  Arena *arena = check->job->arena;
  /* The system limits paths by bytes; other text is limited by what its writer
   * counts, which are characters. */
  bool is_path = tool_is_path(field->type);
  const char *unit = is_path ? "bytes" : "characters";
  int64_t len = (int64_t)(is_path ? text.len : str_characters(text));
  int64_t max = is_path ? TOOL_PATH_MAX : TOOL_STRING_MAX;
  /* Limits protect us from callers. What a tool answers is bounded elsewhere, by
   * the room of the answer as a whole. */
  if (check->is_result) max = INT64_MAX;
  if (!is_item && tool_has_max(field)) max = field->max;
  if (len > max) {
    problem(check, place, "must be at most %.*s %s long, not %.*s", STR_ARG(tool_count(arena, max)),
            unit, STR_ARG(tool_count(arena, len)));
  } else if (!is_item && len < field->min) {
    if (field->min == 1)
      problem(check, place, "must not be empty");
    else
      problem(check, place, "must be at least %.*s %s long", STR_ARG(tool_count(arena, field->min)),
              unit);
  /* JSON can spell a NUL, but a path or a name that is handed to the system ends
   * there: "a\u0000b" would be checked as one name and opened as another. */
  } else if (memchr(text.len ? text.ptr : "", 0, text.len)) {
    problem(check, place, "contains a NUL character");
  } else if (field->choices) {
    check_choice(check, place, field, text);
  }
}

static void out_of_bounds(Check *check, const Place *place, const ToolField *field,
                          const Json *value) {
  Str shown = given(check, value);
  if (tool_has_max(field)) {
    problem(check, place, "must be %lld to %lld, not %.*s", (long long)field->min,
            (long long)field->max, STR_ARG(shown));
  } else {
    problem(check, place, "must be at least %lld, not %.*s", (long long)field->min, STR_ARG(shown));
  }
}

static void check_integer(Check *check, const Place *place, const ToolField *field,
                          const Json *value) {
  int64_t number;
  double real;
  if (!json_to_int(value, &number)) {
    /* 1e30 is an integer and yet fits into no int64_t. "must be an integer" would
     * be false of it, so the bound that it breaks is named instead. */
    bool is_huge = json_is(value, JSON_NUMBER) &&
                   (!json_to_double(value, &real) || real >= 0x1p63 || real < -0x1p63);
    if (is_huge && tool_has_min(field))
      out_of_bounds(check, place, field, value);
    else if (is_huge)
      problem(check, place, "must fit into 64 bits, not %.*s", STR_ARG(given(check, value)));
    else
      wrong_type(check, place, field->type, value);
    return;
  }
  bool is_low = tool_has_min(field) && number < field->min;
  bool is_high = tool_has_max(field) && number > field->max;
  if (is_low || is_high) out_of_bounds(check, place, field, value);
}

static void check_number(Check *check, const Place *place, const ToolField *field,
                         const Json *value) {
  double number;
  if (!json_to_double(value, &number)) {
    /* A number that is no double either, such as 1e999. */
    if (json_is(value, JSON_NUMBER))
      problem(check, place, "must be a smaller number than %.*s", STR_ARG(given(check, value)));
    else
      wrong_type(check, place, field->type, value);
    return;
  }
  bool is_low = tool_has_min(field) && number < (double)field->min;
  bool is_high = tool_has_max(field) && number > (double)field->max;
  if (is_low || is_high) out_of_bounds(check, place, field, value);
}

static void check_object(Check *check, const Place *place, const ToolField *fields,
                         const Json *object);

/* The type's own name is "an array of strings"; the item is named as the
 * single string or object that it should have been. */
static void check_item(Check *check, const Place *place, const ToolField *field, const Json *item) {
  bool is_text = field->type == TOOL_STRINGS;
  if (!json_is(item, is_text ? JSON_STRING : JSON_OBJECT)) {
    wrong_type(check, place, is_text ? TOOL_STRING : TOOL_OBJECT, item);
  } else if (is_text) {
    check_text(check, place, field, item->text);
  } else {
    check_object(check, place, field->fields, item);
  }
}

static void check_array(Check *check, const Place *place, const ToolField *field,
                        const Json *value) {
  if (!json_is(value, JSON_ARRAY)) {
    wrong_type(check, place, field->type, value);
    return;
  }
  int64_t count = (int64_t)value->count;
  int64_t max = check->is_result ? INT64_MAX : TOOL_ITEMS_MAX;
  if (tool_has_max(field)) max = field->max;
  /* Counted before any item is looked at: a million items cost no more than one. */
  if (count > max) {
    problem(check, place, "has %lld items; the limit is %lld", (long long)count, (long long)max);
    return;
  }
  if (count < field->min) {
    problem(check, place, "must have at least %lld item%s", (long long)field->min,
            field->min == 1 ? "" : "s");
    return;
  }
  for (size_t i = 0; i < value->count && !is_full(check); i++) {
    Place inner = {.parent = place, .index = i};
    check_item(check, &inner, field, &value->items[i]);
  }
}

static void check_value(Check *check, const Place *place, const ToolField *field,
                        const Json *value) {
  switch (field->type) {
  case TOOL_STRING:
  case TOOL_PATH:
  case TOOL_WORKSPACE:
    if (json_is(value, JSON_STRING))
      check_text(check, place, field, value->text);
    else
      wrong_type(check, place, field->type, value);
    break;
  case TOOL_INTEGER:
    check_integer(check, place, field, value);
    break;
  case TOOL_NUMBER:
    check_number(check, place, field, value);
    break;
  case TOOL_BOOLEAN:
    if (!json_is(value, JSON_BOOL)) wrong_type(check, place, field->type, value);
    break;
  case TOOL_STRINGS:
  case TOOL_OBJECTS:
    check_array(check, place, field, value);
    break;
  case TOOL_OBJECT:
    if (!json_is(value, JSON_OBJECT))
      wrong_type(check, place, field->type, value);
    /* An object without a table of fields is free in form, such as the arguments
     * of another tool that are passed on and checked there. */
    else if (field->fields)
      check_object(check, place, field->fields, value);
    break;
  }
}

/* ---- objects ---- */

/* The field that an unknown name was probably meant to be. */
static Str nearest_field(Arena *arena, const ToolField *fields, Str name) {
  VEC(Str) names = {0};
  for (const ToolField *field = fields; field && field->name; field++) {
    *vec_add(arena, &names) = str_from_c(field->name);
  }
  return str_nearest(name, names.items, names.len);
}

/* Never ignored: an argument that does nothing would look as if it had done
 * something. */
static void unknown_member(Check *check, const Place *place, const ToolField *fields, Str name) {
  if (!begin_problem(check)) return;
  Buf *words = &check->words;
  Place inner = {.parent = place, .name = name};
  buf_add_format(words, "unknown %s '", noun(check));
  add_place(check, &inner);
  buf_add_byte(words, '\'');
  if (!fields || !fields->name) {
    buf_add_c(words, "; none are accepted");
    return;
  }
  Str nearest = nearest_field(check->job->arena, fields, name);
  if (nearest.len)
    buf_add_format(words, "; did you mean '%.*s'? accepted: ", STR_ARG(nearest));
  else
    buf_add_c(words, "; accepted: ");
  for (const ToolField *field = fields; field->name; field++) {
    if (field != fields) buf_add_c(words, ", ");
    buf_add_c(words, field->name);
  }
}

/* A missing name that was only misspelt has been reported already. */
static bool is_misspelt(Check *check, const ToolField *fields, const Json *object,
                        const char *missing) {
  for (size_t i = 0; object && i < object->count && i < MISSPELT_MAX; i++) {
    Str name = object->members[i].name;
    if (tool_find_field(fields, name)) continue;
    if (str_eq_c(nearest_field(check->job->arena, fields, name), missing)) return true;
  }
  return false;
}

static void check_missing(Check *check, const Place *place, const ToolField *fields,
                          const Json *object) {
  for (const ToolField *field = fields; field && field->name; field++) {
    if (!field->required) continue;
    const Json *value = json_get(object, str_from_c(field->name));
    /* Clients that fill in a form often send null for what was left empty, so null
     * is the same as absent in arguments. A result has no such excuse. */
    bool is_given = value && (check->is_result || value->type != JSON_NULL);
    if (is_given || is_misspelt(check, fields, object, field->name)) continue;
    if (!begin_problem(check)) return;
    Place inner = {.parent = place, .name = str_from_c(field->name)};
    buf_add_format(&check->words, "missing %s '", noun(check));
    add_place(check, &inner);
    buf_add_format(&check->words, "', which must be %s", type_name(field->type));
  }
}

static void check_object(Check *check, const Place *place, const ToolField *fields,
                         const Json *object) {
  for (size_t i = 0; object && i < object->count && !is_full(check); i++) {
    const JsonMember *member = &object->members[i];
    const ToolField *field = tool_find_field(fields, member->name);
    Place inner = {.parent = place, .name = member->name};
    if (!field)
      unknown_member(check, place, fields, member->name);
    else if (check->is_result || member->value.type != JSON_NULL)
      check_value(check, &inner, field, &member->value);
  }
  check_missing(check, place, fields, object);
}

static Check check_begin(Job *job, bool is_result) {
  Check check = {.job = job, .is_result = is_result};
  buf_init(&check.words, job->arena, WORDS_MAX);
  return check;
}

static Err check_end(Check *check) {
  if (!check->problems) return OK;
  return job_fail(check->job, ERR_USAGE, "%.*s", STR_ARG(buf_str(&check->words)));
}

static Err validate(Job *job, const ToolField *fields, const Json *object, bool is_result) {
  Check check = check_begin(job, is_result);
  if (object && object->type != JSON_OBJECT) {
    problem(&check, NULL, "%ss must be an object, not %.*s", noun(&check),
            STR_ARG(given(&check, object)));
  } else {
    check_object(&check, NULL, fields, object);
  }
  return check_end(&check);
}

Err tool_validate(Job *job, const ToolField *fields, const Json *args) {
  return validate(job, fields, args, false);
}

Err tool_validate_result(Job *job, const ToolField *fields, const Json *result) {
  return validate(job, fields, result, true);
}

/* For a default against its own row: its name is all there is of a place. */
Err tool_validate_field(Job *job, const ToolField *field, const Json *value) {
  Check check = check_begin(job, false);
  Place place = {.name = str_from_c(field->name)};
  check_value(&check, &place, field, value);
  return check_end(&check);
}
