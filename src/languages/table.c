/* What a language says about its grammar's nodes, made ready for the walk:
 * handlers by kind, rows with numbers for names; once per language and process. */

#include "src/base/lock.h"
#include "src/base/log.h"
#include "src/languages/rows_internal.h"

typedef VEC(Str) Words;

typedef struct Compiler {
  Arena *arena;
  const Language *language;
  Words kinds, fields; /* from number 1 on */
  VEC(uint16_t) behind; /* kinds of bodies that stand behind their definitions */
} Compiler;

/* A row that cannot be read is a mistake of the program, found by its first
 * test: the process ends instead of indexing with half a language. */
_Noreturn static void refuse(const Compiler *compiler, const char *what, Str text) {
  log_error("language %s: %s: '%.*s'", compiler->language->name, what, STR_ARG(text));
  abort();
}

/* ---- numbers for names ---- */

/* Numbers start at 1, since 0 is a node without a meaning. The language's
 * own enums come first, in their order, so that handlers can use them. */
static uint16_t number_of(Arena *arena, Words *words, Str word) {
  for (size_t i = 0; i < words->len; i++) {
    if (str_eq(word, words->items[i])) return (uint16_t)(i + 1);
  }
  *vec_add(arena, words) = word;
  return (uint16_t)words->len;
}

static uint16_t kind_number(Compiler *compiler, Str name) {
  return number_of(compiler->arena, &compiler->kinds, name);
}

static uint16_t field_number(Compiler *compiler, Str name) {
  return number_of(compiler->arena, &compiler->fields, name);
}

/* "<kind>" is a child of that kind, "<<kind>>" the first one inwards, "+kind" the next
 * one, a digit the nth named child, ".." what the node is in, anything else a field. */
static RowStep read_step(Compiler *compiler, Str text) {
  if (text.len > 4 && str_starts_with(text, STR("<<")) && str_ends_with(text, STR(">>"))) {
    return (RowStep){ROW_STEP_INSIDE, kind_number(compiler, str_slice(text, 2, text.len - 2))};
  }
  if (text.len > 1 && text.ptr[0] == '+') return (RowStep){ROW_STEP_NEXT, kind_number(compiler, str_slice(text, 1, text.len))};
  if (text.len > 2 && text.ptr[0] == '<' && text.ptr[text.len - 1] == '>') {
    return (RowStep){ROW_STEP_CHILD, kind_number(compiler, str_slice(text, 1, text.len - 1))};
  }
  if (text.len == 1 && byte_is_digit(text.ptr[0])) {
    return (RowStep){ROW_STEP_NTH, (uint16_t)(text.ptr[0] - '0')};
  }
  if (!text.len) refuse(compiler, "a place has an empty step", text);
  if (str_eq(text, STR(".."))) return (RowStep){ROW_STEP_UP, 0};
  if (str_eq(text, STR("."))) return (RowStep){ROW_STEP_NONE, 0};
  return (RowStep){ROW_STEP_FIELD, field_number(compiler, text)};
}

/* "a/b|c": the first path that leads somewhere counts. A place of one step,
 * which most are, is noted apart, so that the walk need not loop. */
static RowPlace read_place(Compiler *compiler, const char *text) {
  RowPlace place = {.count = 0};
  Str rest = str_from_c(text);
  while (rest.len) {
    Str path = str_cut(&rest, '|'), whole = path;
    if (place.count == ROW_PATHS) refuse(compiler, "too many places", str_from_c(text));
    for (unsigned i = 0; path.len; i++) {
      if (i == ROW_STEPS) refuse(compiler, "too many steps", whole);
      place.paths[place.count][i] = read_step(compiler, str_cut(&path, '/'));
    }
    place.count++;
  }
  if (place.count == 1 && !place.paths[0][1].kind) place.only = place.paths[0][0];
  return place;
}

/* "or:any": what the sign gives. */
static RowOperator read_operator(const Compiler *compiler, Str text) {
  size_t colon = str_find_last_byte(text, ':');
  if (colon == STR_NONE) refuse(compiler, "an operator says nothing", text);
  Str sign = str_slice(text, 0, colon), result = str_slice(text, colon + 1, text.len);
  RowOperator read = {.sign = str_eq_c(sign, "*") ? STR_EMPTY : sign};
  if (str_eq_c(result, "any")) read.result = ROW_RESULT_ANY;
  else if (str_eq_c(result, "left")) read.result = ROW_RESULT_LEFT;
  else if (str_eq_c(result, "right")) read.result = ROW_RESULT_RIGHT;
  else if (str_eq_c(result, "string")) read.literal = LITERAL_STRING;
  else if (str_eq_c(result, "bool")) read.literal = LITERAL_BOOL;
  else if (str_eq_c(result, "double")) read.literal = LITERAL_DOUBLE;
  else refuse(compiler, "an operator gives nothing that is known", text);
  return read;
}

static void read_operators(const Compiler *compiler, Row *row) {
  Str words = str_from_c(row->row->words);
  while (words.len) {
    if (row->operator_count == ROW_OPERATORS) refuse(compiler, "too many operators", words);
    row->operators[row->operator_count++] = read_operator(compiler, str_cut(&words, ' '));
  }
}

/* ---- handlers for rows ---- */

static LanguageHandler literal_handler(unsigned kind) {
  switch (kind) {
    case LITERAL_STRING: return (LanguageHandler){.expr = language_expr_string};
    case LITERAL_INT: return (LanguageHandler){.expr = language_expr_int};
    case LITERAL_DOUBLE: return (LanguageHandler){.expr = language_expr_double};
    case LITERAL_BOOL: return (LanguageHandler){.expr = language_expr_bool};
    case LITERAL_NULL: return (LanguageHandler){.expr = language_expr_null};
    default: return (LanguageHandler){.expr = language_row_literal};
  }
}

static void visit_nothing(LanguageBuild *build, NodeNo node) {
  (void)build;
  (void)node;
}

/* What a row is compiled to: the same handlers that a language could name
 * itself. */
static LanguageHandler handler_for(const Row *row) {
  switch (row->row->row) {
    case LANGUAGE_ROW_COMMENT: return (LanguageHandler){.is_comment = true};
    case LANGUAGE_ROW_NOTHING: return (LanguageHandler){.visit = visit_nothing};
    case LANGUAGE_ROW_NAME: {
      bool has_words = row->row->self || row->row->super || row->row->words;
      LanguageHandler own = row->row->handler, name = {.expr = has_words ? language_row_name : language_expr_name, .type = language_type_name};
      return (LanguageHandler){.expr = own.expr ? own.expr : name.expr, .type = own.type ? own.type : name.type};
    }
    case LANGUAGE_ROW_INNER:
      if (row->value.count) return (LanguageHandler){.expr = language_row_part};
      return (LanguageHandler){.expr = language_expr_inner, .type = language_type_inner};
    case LANGUAGE_ROW_OWN: return row->row->handler;
    case LANGUAGE_ROW_LITERAL: return literal_handler(row->row->kind);
    case LANGUAGE_ROW_BLOCK: return (LanguageHandler){.visit = row->name.count || row->when.count ? language_row_block : language_visit_block};
    case LANGUAGE_ROW_DEFINE:
      if (row->row->handler.visit) return row->row->handler;
      if (!row->name.count && !row->items.count) return (LanguageHandler){.expr = language_row_lambda};
      return (LanguageHandler){.visit = language_row_define};
    case LANGUAGE_ROW_BASES: return (LanguageHandler){.visit = language_row_bases};
    case LANGUAGE_ROW_CALL:
    case LANGUAGE_ROW_NEW: return (LanguageHandler){.expr = language_row_call};
    case LANGUAGE_ROW_APPLY: return (LanguageHandler){.expr = language_row_apply};
    case LANGUAGE_ROW_PIPE: return (LanguageHandler){.expr = language_row_pipe};
    case LANGUAGE_ROW_PATH: return (LanguageHandler){.expr = language_row_named};
    case LANGUAGE_ROW_MEMBER: return (LanguageHandler){.expr = row->row->handler.expr ? row->row->handler.expr : language_row_member};
    case LANGUAGE_ROW_EXPR: return (LanguageHandler){.expr = language_row_expr};
    case LANGUAGE_ROW_TYPE: return (LanguageHandler){.expr = language_row_type_value, .type = language_row_type};
    case LANGUAGE_ROW_CAST: return (LanguageHandler){.expr = language_row_cast};
    case LANGUAGE_ROW_OPERATOR: return (LanguageHandler){.expr = language_row_operator};
    case LANGUAGE_ROW_OBJECT: return (LanguageHandler){.expr = language_row_object_literal};
    case LANGUAGE_ROW_DECLARE:
    case LANGUAGE_ROW_ASSIGN: return (LanguageHandler){.visit = language_row_declare};
    case LANGUAGE_ROW_LOCAL: return (LanguageHandler){.visit = language_row_local};
    case LANGUAGE_ROW_RETURN: return (LanguageHandler){.visit = language_row_return};
    case LANGUAGE_ROW_LOOP: return (LanguageHandler){.visit = language_row_loop};
    case LANGUAGE_ROW_IMPORT: return (LanguageHandler){.visit = language_row_import};
    case LANGUAGE_ROW_PACKAGE: return (LanguageHandler){.visit = language_row_package};
    case LANGUAGE_ROW_BINDS: return (LanguageHandler){.expr = language_row_binds};
    case LANGUAGE_ROW_KEY: return (LanguageHandler){.visit = language_row_key};
    /* Read by the row of what they are inside of. */
    case LANGUAGE_ROW_PARAM:
    case LANGUAGE_ROW_ENTRY:
    case LANGUAGE_ROW_IMPORTED:
    case LANGUAGE_ROW_END: break;
  }
  return (LanguageHandler){0};
}

static Row *read_row(Compiler *compiler, const LanguageRow *row) {
  Row *read = ARENA_NEW(compiler->arena, Row);
  *read = (Row){.row = row,
                .name = read_place(compiler, row->name), .alias = read_place(compiler, row->alias),
                .body = read_place(compiler, row->body), .params = read_place(compiler, row->params),
                .pattern = read_place(compiler, row->pattern), .when = read_place(compiler, row->when), .of_type = read_place(compiler, row->of_type),
                .bases = read_place(compiler, row->bases), .more_bases = read_place(compiler, row->more_bases), .base = read_place(compiler, row->base),
                .items = read_place(compiler, row->items), .value = read_place(compiler, row->value),
                .type = read_place(compiler, row->type), .hidden = read_place(compiler, row->hidden),
                .called = read_place(compiler, row->called), .doc = read_place(compiler, row->doc)};
  if (row->row == LANGUAGE_ROW_OPERATOR || row->row == LANGUAGE_ROW_PIPE) read_operators(compiler, read);
  read->handler = handler_for(read);
  for (unsigned i = 0; i < read->body.count * ROW_STEPS; i++) {
    RowStep step = read->body.paths[i / ROW_STEPS][i % ROW_STEPS];
    if (step.kind == ROW_STEP_NEXT) *vec_add(compiler->arena, &compiler->behind) = step.number;
  }
  return read;
}

/* A row by the number of its kind; of all first, for the arrays are as long as
 * there are kinds. */
typedef struct Numbered {
  uint16_t kind;
  Row *row;
} Numbered;

typedef VEC(Numbered) NumberedRows;

static void number_rows(Compiler *compiler, NumberedRows *ret_rows) {
  for (const LanguageRow *row = compiler->language->rows; row && row->row; row++) {
    Str nodes = str_from_c(row->node);
    while (nodes.len) {
      uint16_t kind = kind_number(compiler, str_cut(&nodes, ' '));
      *vec_add(compiler->arena, ret_rows) = (Numbered){kind, read_row(compiler, row)};
    }
  }
}

static const char *const *names_of(Arena *arena, const Words *words) {
  const char **names = ARENA_ARRAY(arena, const char *, words->len + 1);
  for (size_t i = 0; i < words->len; i++) names[i] = str_to_c(arena, words->items[i]);
  return names;
}

/* Rows that count only sometimes are asked in their order. */
static void add_row(const Compiler *compiler, Row **rows, LanguageHandler *handlers, uint16_t kind, Row *row) {
  if (!rows[kind]) {
    rows[kind] = row;
    handlers[kind] = row->when.count ? language_row_choosing : row->handler;
    return;
  }
  Row *last = rows[kind];
  while (last->next) last = last->next;
  if (!last->when.count) refuse(compiler, "a node has two rows", compiler->kinds.items[kind - 1]);
  last->next = row;
}

/* Handlers of the language's own and rows share one array by kind. A kind
 * may have rows or a handler. */
static void compile(const Language *language, Arena *arena, LanguageTable *table) {
  Compiler compiler = {.arena = arena, .language = language};
  NumberedRows read = {0};
  for (const char *const *at = language->kinds; at && *at; at++) *vec_add(arena, &compiler.kinds) = str_from_c(*at);
  for (const char *const *at = language->fields; at && *at; at++) *vec_add(arena, &compiler.fields) = str_from_c(*at);
  size_t own = compiler.kinds.len;
  number_rows(&compiler, &read);
  *table = (LanguageTable){.kinds = language->kinds, .fields = language->fields, .handlers = language->handlers,
                           .count = language->handlers || language->rows ? compiler.kinds.len + 1 : 0};
  if (!language->rows) return;
  LanguageHandler *handlers = ARENA_ARRAY(arena, LanguageHandler, table->count);
  Row **rows = ARENA_ARRAY(arena, Row *, table->count);
  for (size_t i = 0; language->handlers && i <= own; i++) handlers[i] = language->handlers[i];
  for (size_t i = 0; i < read.len; i++) {
    add_row(&compiler, rows, handlers, read.items[i].kind, read.items[i].row);
  }
  for (size_t i = 0; i < compiler.behind.len; i++) {
    if (!rows[compiler.behind.items[i]]) handlers[compiler.behind.items[i]].visit = language_row_behind;
  }
  table->kinds = names_of(arena, &compiler.kinds);
  table->fields = names_of(arena, &compiler.fields);
  table->handlers = handlers;
  table->rows = (const Row *const *)rows;
}

/* Made on first use and kept for ever: there are as many as there are
 * languages. */
const LanguageTable *language_table(const Language *language) {
  typedef struct Entry {
    Arena arena;
    LanguageTable table;
    const Language *language;
    struct Entry *next;
  } Entry;
  static Lock lock = LOCK_READY;
  static Entry *entries;
  lock_take(&lock);
  Entry *entry = entries;
  while (entry && entry->language != language) entry = entry->next;
  if (!entry) {
    entry = arena_heap_alloc(sizeof *entry);
    entry->language = language;
    entry->next = entries;
    arena_init(&entry->arena);
    compile(language, &entry->arena, &entry->table);
    entries = entry;
  }
  lock_give(&lock);
  return &entry->table;
}
