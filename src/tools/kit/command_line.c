/* Command lines into arguments: typed by the tool's table, so that
 * `--limit 5` is a number and `5` as a query is text. Bounds and choices are
 * validate.c's business. */
#include "src/base/vec.h"
#include "src/tools/kit/tool_internal.h"

/* One argument as far as it was given. A field has at most one of these. */
typedef struct Given {
  const ToolField *field;
  Json value;
  VEC(Json) items; /* of arrays, which may be given piece by piece */
} Given;

/* The words of one command line while they are taken. Everything made from
 * them lives in the job's arena. */
typedef struct Words {
  Job *job;
  const Tool *tool;
  const ToolField *fields;
  VEC(Given) given;
  size_t positional; /* how many positional arguments are taken */
  const ToolField *flag; /* the word before was this option, which takes no value */
} Words;

/* Required arguments are positional in the order of the table. A tool without
 * any takes its first argument so, unless that is a flag, for which a bare
 * word would be a guess. */
const ToolField *tool_positional(const ToolField *fields, size_t index) {
  bool has_required = false;
  for (const ToolField *field = fields; field && field->name; field++) {
    if (!field->required) continue;
    has_required = true;
    if (index-- == 0) return field;
  }
  for (const ToolField *field = fields; field && field->name; field++) {
    if (field->follows && index-- == 0) return field;
  }
  bool is_first_optional = !has_required && index == 0 && fields && fields->name;
  return is_first_optional && fields->type != TOOL_BOOLEAN ? fields : NULL;
}

/* A dash and an underscore are the same: the table has the names of the
 * protocol, a shell's user writes dashes. */
static bool same_name(Str typed, const char *name) {
  Str wanted = str_from_c(name);
  if (typed.len != wanted.len) return false;
  for (size_t i = 0; i < typed.len; i++) {
    char a = typed.ptr[i] == '-' ? '_' : typed.ptr[i];
    char b = wanted.ptr[i] == '-' ? '_' : wanted.ptr[i];
    if (a != b) return false;
  }
  return true;
}

const ToolField *tool_find_option(const ToolField *fields, Str name) {
  for (const ToolField *field = fields; field && field->name; field++) {
    if (same_name(name, field->name)) return field;
  }
  return NULL;
}

/* ---- values ---- */

/* Reads JSON text, or says in this argument's words why it cannot. */
static Err read_json(Words *words, const ToolField *field, Str text, const char *accepted,
                     const Json **ret_value) {
  Err err = json_read(words->job, text, NULL, ret_value);
  if (!err) return OK;
  Str why = job_message(words->job, err);
  job_forgive(words->job);
  return job_fail(words->job, ERR_USAGE, "'%s' must be %s, not '%.*s' (%.*s)", field->name,
                  accepted, STR_ARG(str_shown(words->job->arena, text, TOOL_SHOWN_WORD)), STR_ARG(why));
}

/* What was given stands in the words, since a shell may have changed it on the
 * way. */
static Err not_a(Words *words, const ToolField *field, const char *accepted, Str text) {
  return job_fail(words->job, ERR_USAGE, "'%s' must be %s, not '%.*s'", field->name, accepted,
                  STR_ARG(str_shown(words->job->arena, text, TOOL_SHOWN_WORD)));
}

/* JSON's grammar decides what a number is; what it says of a text that is none
 * would only confuse. */
static Err read_number(Words *words, const ToolField *field, Str text, Json *ret_value) {
  const char *accepted = field->type == TOOL_INTEGER ? "an integer" : "a number";
  const Json *value;
  if (json_read(words->job, text, NULL, &value)) {
    job_forgive(words->job);
    return not_a(words, field, accepted, text);
  }
  if (value->type != JSON_NUMBER) return not_a(words, field, accepted, text);
  *ret_value = *value;
  return OK;
}

/* Choices and bounds are not looked at here: validation does, with the same
 * words for every way a call can come. */
static Err read_value(Words *words, const ToolField *field, Str text, Json *ret_value) {
  switch (field->type) {
  case TOOL_INTEGER:
  case TOOL_NUMBER:
    return read_number(words, field, text, ret_value);
  case TOOL_BOOLEAN: {
    bool is_true = str_eq(text, STR("true"));
    if (!is_true && !str_eq(text, STR("false"))) return not_a(words, field, "true or false", text);
    *ret_value = (Json){.type = JSON_BOOL, .boolean = is_true};
    return OK;
  }
  case TOOL_OBJECT: {
    const Json *value;
    TRY(read_json(words, field, text, "an object written as JSON", &value));
    *ret_value = *value;
    return OK;
  }
  default:
    *ret_value = (Json){.type = JSON_STRING, .text = text};
    return OK;
  }
}

static void add_items(Words *words, Given *given, const Json *array) {
  for (size_t i = 0; i < array->count; i++)
    *vec_add(words->job->arena, &given->items) = array->items[i];
}

/* An array in JSON when it reads as one, else items between commas, or one. */
static void add_strings(Words *words, Given *given, Str text) {
  const Json *array;
  if (str_starts_with(text, STR("["))) {
    if (!json_read(words->job, text, NULL, &array)) {
      add_items(words, given, array);
      return;
    }
    job_forgive(words->job);
  }
  while (text.len) {
    Str item = str_cut(&text, given->field->whole ? '\0' : ',');
    if (item.len)
      *vec_add(words->job->arena, &given->items) = (Json){.type = JSON_STRING, .text = item};
  }
}

static Err add_objects(Words *words, Given *given, Str text) {
  const Json *value;
  TRY(read_json(words, given->field, text, "an array of objects written as JSON", &value));
  if (value->type == JSON_ARRAY)
    add_items(words, given, value);
  else
    *vec_add(words->job->arena, &given->items) = *value;
  return OK;
}

static Given *find_given(Words *words, const ToolField *field) {
  for (size_t i = 0; i < words->given.len; i++) {
    if (words->given.items[i].field == field) return &words->given.items[i];
  }
  return NULL;
}

/* One way for positional words, options and assignments alike, so that "given
 * twice" and the encoding are judged in one place. */
static Err give(Words *words, const ToolField *field, Str text) {
  if (!str_is_utf8(text)) {
    return job_fail(words->job, ERR_USAGE, "'%s' must be UTF-8 text", field->name);
  }
  bool is_array = field->type == TOOL_STRINGS || field->type == TOOL_OBJECTS;
  Given *given = find_given(words, field);
  if (given && !is_array)
    return job_fail(words->job, ERR_USAGE, "'%s' is given twice", field->name);
  if (!given) {
    given = vec_add(words->job->arena, &words->given);
    *given = (Given){.field = field, .value = {.type = JSON_ARRAY}};
  }
  if (field->type == TOOL_OBJECTS) return add_objects(words, given, text);
  if (!is_array) return read_value(words, field, text, &given->value);
  add_strings(words, given, text);
  return OK;
}

/* ---- words ---- */

/* The nearest name is looked for without the dashes, which would make every
 * option resemble every other. */
static Err unknown_option(Words *words, Str name) {
  Arena *arena = words->job->arena;
  VEC(Str) names = {0}; /* without the dashes, which all have in common */
  Buf accepted;
  buf_init(&accepted, arena, 4096);
  for (const ToolField *field = words->fields; field && field->name; field++) {
    Buf option;
    buf_init(&option, arena, 256);
    tool_add_option_name(&option, field->name);
    *vec_add(arena, &names) = str_slice(buf_str(&option), 2, option.len);
    tool_add_comma(&accepted, buf_str(&option));
  }
  Str shown = str_shown(arena, name, TOOL_SHOWN_WORD);
  if (!names.len) {
    return job_fail(words->job, ERR_USAGE, "unknown option '--%.*s'; %s takes no arguments",
                    STR_ARG(shown), words->tool->name);
  }
  Str nearest = str_nearest(name, names.items, names.len);
  Str hint =
      nearest.len ? str_format(arena, " did you mean '--%.*s'?", STR_ARG(nearest)) : STR_EMPTY;
  return job_fail(words->job, ERR_USAGE, "unknown option '--%.*s';%.*s accepted: %.*s",
                  STR_ARG(shown), STR_ARG(hint), STR_ARG(buf_str(&accepted)));
}

/* One --option; `next` is the following word or NULL. */
static Err take_option(Words *words, Str word, const Str *next, bool *ret_took_next) {
  Str value = str_slice(word, 2, word.len);
  bool has_value = str_find_byte(value, '=') != STR_NONE;
  Str name = str_cut(&value, '=');
  *ret_took_next = false;
  const ToolField *field = tool_find_option(words->fields, name);
  if (!field && !has_value && str_starts_with(name, STR("no-"))) {
    field = tool_find_option(words->fields, str_slice(name, 3, name.len));
    if (field && field->type == TOOL_BOOLEAN) return give(words, field, STR("false"));
    field = NULL;
  }
  if (!field) return unknown_option(words, name);
  if (has_value) return give(words, field, value);
  if (field->type == TOOL_BOOLEAN) {
    words->flag = field;
    return give(words, field, STR("true"));
  }
  if (!next || str_starts_with(*next, STR("--"))) {
    Buf accepted;
    buf_init(&accepted, words->job->arena, 1024);
    tool_add_type(&accepted, field);
    return job_fail(words->job, ERR_USAGE, "--%.*s needs a value: %.*s%s", STR_ARG(name),
                    STR_ARG(buf_str(&accepted)),
                    next ? " (one that begins with -- is written --name=value)" : "");
  }
  *ret_took_next = true;
  return give(words, field, *next);
}

/* `--code false` */
static Err no_value_for(Words *words, Str word) {
  Buf option;
  buf_init(&option, words->job->arena, 256);
  tool_add_option_name(&option, words->flag->name);
  return job_fail(words->job, ERR_USAGE, "unexpected word '%.*s': %.*s takes no value; --no-%.*s switches it off", STR_ARG(word),
                  STR_ARG(buf_str(&option)), STR_ARG(str_slice(buf_str(&option), 2, option.len)));
}

/* Most words without a place are options written in a manner of other
 * programs; the two that can be recognised are answered with how it is written
 * here. */
static Err no_place_for(Words *words, Str word) {
  Arena *arena = words->job->arena;
  Str shown = str_shown(arena, word, TOOL_SHOWN_WORD);
  if (words->flag && (str_eq(word, STR("false")) || str_eq(word, STR("true")))) return no_value_for(words, word);
  Str value = word;
  const ToolField *field = tool_find_option(words->fields, str_cut(&value, '='));
  if (field && value.len) {
    Buf option;
    buf_init(&option, arena, 256);
    tool_add_option_name(&option, field->name);
    return job_fail(words->job, ERR_USAGE, "unexpected word '%.*s'; write %.*s=%.*s",
                    STR_ARG(shown), STR_ARG(buf_str(&option)), STR_ARG(str_shown(arena, value, TOOL_SHOWN_WORD)));
  }
  Buf takes;
  buf_init(&takes, arena, 1024);
  for (size_t i = 0; (field = tool_positional(words->fields, i)); i++) {
    buf_add_format(&takes, " <%s>", field->name);
  }
  return job_fail(
      words->job, ERR_USAGE,
      "unexpected word '%.*s': %s takes%.*s; put quotes around words that belong together",
      STR_ARG(shown), words->tool->name,
      STR_ARG(takes.len ? buf_str(&takes) : STR(" only --options")));
}

static Err take_positional(Words *words, Str word) {
  const ToolField *field = tool_positional(words->fields, words->positional);
  /* Given by name before: the word is for the next one. */
  while (field && field->type != TOOL_STRINGS && find_given(words, field)) {
    field = tool_positional(words->fields, ++words->positional);
  }
  if (!field) return no_place_for(words, word);
  return give(words, field, word);
}

/* After `--` everything is positional, also what begins with dashes. `flag`
 * remembers the option just before, for the message about `--code false`. */
static Err take_command_line(Words *words, const Str *list, size_t count) {
  bool is_positional = false;
  for (size_t i = 0; i < count; i++) {
    if (!is_positional && str_eq(list[i], STR("--"))) {
      is_positional = true;
    } else if (!is_positional && str_starts_with(list[i], STR("--"))) {
      bool took_next;
      words->flag = NULL;
      TRY(take_option(words, list[i], i + 1 < count ? &list[i + 1] : NULL, &took_next));
      if (took_next) i++;
    } else {
      TRY(take_positional(words, list[i]));
      words->flag = NULL;
    }
  }
  return OK;
}

/* Every word is argument=value, and nothing required is missing. A lone
 * `limit=5` is thus still a text to search for. */
static bool are_assignments(const ToolField *fields, const Str *list, size_t count) {
  for (size_t i = 0; i < count; i++) {
    Str value = list[i];
    bool has_value = str_find_byte(value, '=') != STR_NONE;
    if (!has_value || !tool_find_option(fields, str_cut(&value, '='))) return false;
  }
  for (const ToolField *field = fields; field && field->name; field++) {
    bool is_there = !field->required;
    for (size_t i = 0; i < count && !is_there; i++) {
      Str rest = list[i];
      is_there = same_name(str_cut(&rest, '='), field->name);
    }
    if (!is_there) return false;
  }
  return true;
}

static Err take_assignments(Words *words, const Str *list, size_t count) {
  for (size_t i = 0; i < count; i++) {
    Str value = list[i];
    const ToolField *field = tool_find_option(words->fields, str_cut(&value, '='));
    TRY(give(words, field, value));
  }
  return OK;
}

/* Arrays were gathered beside their values and are put in now. An array that
 * was given and is empty stays an empty array. */
static const Json *to_object(Words *words) {
  Arena *arena = words->job->arena;
  JsonMember *members = ARENA_ARRAY(arena, JsonMember, words->given.len);
  for (size_t i = 0; i < words->given.len; i++) {
    Given *given = &words->given.items[i];
    if (given->value.type == JSON_ARRAY && given->items.len) {
      given->value.items = given->items.items;
      given->value.count = given->items.len;
    }
    members[i] = (JsonMember){.name = str_from_c(given->field->name), .value = given->value};
  }
  Json *object = ARENA_NEW(arena, Json);
  *object = (Json){.type = JSON_OBJECT, .count = words->given.len, .members = members};
  return object;
}

Err tool_args_from_words(Job *job, const Tool *tool, const Str *words, size_t count,
                         const Json **ret_args) {
  Words taken = {.job = job, .tool = tool, .fields = tool_fields_of(job->arena, tool)};
  if (are_assignments(taken.fields, words, count))
    TRY(take_assignments(&taken, words, count));
  else
    TRY(take_command_line(&taken, words, count));
  *ret_args = to_object(&taken);
  return OK;
}

/* ---- examples ---- */

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n';
}

/* One word from *at on; quotes group and are dropped. */
static Err next_word(Job *job, Str text, size_t *at, Str *ret_word) {
  Buf word;
  buf_init(&word, job->arena, text.len);
  char quote = 0;
  for (; *at < text.len && (quote || !is_space(text.ptr[*at])); ++*at) {
    char c = text.ptr[*at];
    if (c == quote)
      quote = 0;
    else if (!quote && (c == '"' || c == '\''))
      quote = c;
    else
      buf_add_byte(&word, c);
  }
  if (quote) return job_fail(job, ERR_USAGE, "the example's %c quote is not closed", quote);
  *ret_word = buf_str(&word);
  return OK;
}

/* A small shell's grammar: blanks and quotes, no escapes. Examples are part of
 * the program and are written so that this is enough. */
Err tool_split_example(Job *job, const Tool *tool, Str **ret_words, size_t *ret_count) {
  Str text = str_from_c(tool->example);
  VEC(Str) words = {0};
  size_t at = 0;
  for (;;) {
    while (at < text.len && is_space(text.ptr[at]))
      at++;
    if (at == text.len) break;
    Str word;
    TRY(next_word(job, text, &at, &word));
    *vec_add(job->arena, &words) = word;
  }
  if (!words.len || !str_eq_c(words.items[0], tool->name)) {
    return job_fail(job, ERR_USAGE, "the example must begin with the tool's name");
  }
  *ret_words = words.items;
  *ret_count = words.len;
  return OK;
}

/* Examples are assignments, because tests and documents show them in every
 * form, and only assignments can be turned into each. */
Err tool_args_from_example(Job *job, const Tool *tool, const Json **ret_args) {
  Str *words;
  size_t count;
  TRY(tool_split_example(job, tool, &words, &count));
  if (!are_assignments(tool_fields_of(job->arena, tool), words + 1, count - 1)) {
    return job_fail(job, ERR_USAGE,
                    "the example must be argument=value pairs, the required ones included");
  }
  return tool_args_from_words(job, tool, words + 1, count - 1, ret_args);
}
