/* Reads documents of GraphQL by their words: operations, the fields they ask for
 * first, and fragments. An operation that does not end is none. */
#include "src/languages/operation_internal.h"

enum { OPERATIONS_MAX = 200, NAMES_MAX = 2000, DEPTH_MAX = 200 };

typedef struct Reader {
  Arena *arena;
  Str text;
  size_t at;
  Operations *operations;
  VEC(Range) spreads; /* of one operation */
} Reader;

static bool is_letter(char c) { return byte_is_letter(c) || c == '_'; }

static char here(const Reader *reader, size_t ahead) {
  return reader->at + ahead < reader->text.len ? reader->text.ptr[reader->at + ahead] : 0;
}

static void skip_blank(Reader *reader) {
  for (; reader->at < reader->text.len; reader->at++) {
    char c = here(reader, 0);
    if (c == '#') {
      while (reader->at < reader->text.len && here(reader, 0) != '\n') reader->at++;
    } else if (c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != ',') {
      return;
    }
  }
}

static void skip_string(Reader *reader) {
  Str rest = str_slice(reader->text, reader->at, reader->text.len);
  bool is_block = str_starts_with(rest, STR("\"\"\""));
  size_t from = is_block ? 3 : 1;
  size_t end = is_block ? str_find(str_slice(rest, from, rest.len), STR("\"\"\"")) : str_find_byte(str_slice(rest, from, rest.len), '"');
  reader->at = end == STR_NONE ? reader->text.len : reader->at + from + end + from;
}

/* Behind the bracket that ends what begins here. */
static void skip_brackets(Reader *reader) {
  size_t depth = 0;
  while (reader->at < reader->text.len) {
    skip_blank(reader);
    char c = here(reader, 0);
    if (c == '"') {
      skip_string(reader);
      continue;
    }
    reader->at++;
    if (c == '(' || c == '{' || c == '[') depth++;
    if ((c == ')' || c == '}' || c == ']') && depth-- <= 1) return;
  }
}

static bool take_word(Reader *reader, Range *ret_word) {
  skip_blank(reader);
  size_t from = reader->at;
  if (!is_letter(here(reader, 0))) return false;
  while (is_letter(here(reader, 0)) || byte_is_digit(here(reader, 0))) reader->at++;
  *ret_word = (Range){(uint32_t)from, (uint32_t)reader->at};
  return true;
}

static bool is_word(const Reader *reader, Range word, const char *text) {
  return str_eq_c(str_slice(reader->text, word.from, word.to), text);
}

/* ---- what is asked for ---- */

static void add_name(Reader *reader, Range name) {
  if (reader->operations->names.len < NAMES_MAX) *vec_add(reader->arena, &reader->operations->names) = name;
}

/* ...Name, ... on Type { */
static void read_spread(Reader *reader) {
  Range name;
  reader->at += 3;
  if (!take_word(reader, &name)) return;
  if (is_word(reader, name, "on")) (void)take_word(reader, &name);
  else if (reader->spreads.len < NAMES_MAX) *vec_add(reader->arena, &reader->spreads) = name;
}

/* name, alias: name */
static void read_field(Reader *reader, bool is_first) {
  Range name;
  if (!take_word(reader, &name)) return;
  skip_blank(reader);
  if (here(reader, 0) == ':') {
    reader->at++;
    if (!take_word(reader, &name)) return;
  }
  if (is_first && !is_word(reader, name, "__typename")) add_name(reader, name);
}

static bool read_directive(Reader *reader) {
  Range name;
  reader->at++;
  return take_word(reader, &name);
}

/* From the opening brace; false: it does not end, or is no selection. */
static bool read_selection(Reader *reader) {
  size_t depth = 0;
  while (reader->at < reader->text.len) {
    skip_blank(reader);
    char c = here(reader, 0);
    if (c == '{' && ++depth > DEPTH_MAX) return false;
    if (c == '(') skip_brackets(reader);
    else if (c == '.' && here(reader, 1) == '.' && here(reader, 2) == '.') read_spread(reader);
    else if (c == '@' && !read_directive(reader)) return false;
    else if (is_letter(c)) read_field(reader, depth == 1);
    else if (c == ';' || c == '=' || c == '"') return false;
    else if (c != '@') reader->at++;
    if (c == '}' && --depth == 0) return true;
  }
  return false;
}

/* ---- operations ---- */

/* Up to the brace: a name, variables, directives. */
static bool read_head(Reader *reader, Operation *operation) {
  Range word;
  skip_blank(reader);
  if (is_letter(here(reader, 0)) && !take_word(reader, &operation->name)) return false;
  if (operation->kind == OPERATION_FRAGMENT && !(operation->name.to && take_word(reader, &word) && is_word(reader, word, "on") && take_word(reader, &word))) return false;
  for (;;) {
    skip_blank(reader);
    char c = here(reader, 0);
    if (c == '{') return true;
    if (c == '(') {
      skip_brackets(reader);
    } else if (c != '@' || !read_directive(reader)) {
      return false;
    }
  }
}

static void read_operation(Reader *reader, Range word, OperationKind kind) {
  Operations *operations = reader->operations;
  Operation operation = {.kind = kind, .whole.from = word.from, .fields = (uint32_t)operations->names.len};
  reader->spreads.len = 0;
  if (!read_head(reader, &operation) || !read_selection(reader) || operations->list.len >= OPERATIONS_MAX) {
    operations->names.len = operation.fields;
    return;
  }
  operation.whole.to = (uint32_t)reader->at;
  operation.field_count = (uint32_t)operations->names.len - operation.fields;
  operation.spreads = (uint32_t)operations->names.len;
  for (size_t i = 0; i < reader->spreads.len; i++) add_name(reader, reader->spreads.items[i]);
  operation.spread_count = (uint32_t)operations->names.len - operation.spreads;
  *vec_add(reader->arena, &operations->list) = operation;
}

static const struct { const char *word, *method; } kinds[] = {
    [OPERATION_QUERY] = {"query", "QUERY"},
    [OPERATION_MUTATION] = {"mutation", "MUTATION"},
    [OPERATION_SUBSCRIPTION] = {"subscription", "SUBSCRIPTION"},
    [OPERATION_FRAGMENT] = {"fragment", NULL},
};

const char *language_operation_method(OperationKind kind) { return kinds[kind].method; }

static bool kind_of(const Reader *reader, Range word, OperationKind *ret_kind) {
  for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    *ret_kind = (OperationKind)i;
    if (is_word(reader, word, kinds[i].word)) return true;
  }
  return false;
}

bool language_operation_begins(Str text) {
  Reader reader = {.text = text};
  Range word;
  OperationKind kind;
  return take_word(&reader, &word) && kind_of(&reader, word, &kind);
}

void language_operations_read(Arena *arena, Str text, Operations *ret_operations) {
  Reader reader = {.arena = arena, .text = text, .operations = ret_operations};
  *ret_operations = (Operations){0};
  while (reader.at < text.len) {
    Range word;
    OperationKind kind;
    if (!take_word(&reader, &word)) {
      if (here(&reader, 0) == '{') skip_brackets(&reader);
      else if (here(&reader, 0) == '"') skip_string(&reader);
      else reader.at++;
    } else if (kind_of(&reader, word, &kind)) {
      read_operation(&reader, word, kind);
    }
  }
}
