/* Types in comments, as JavaScript has them: what a doc comment says in braces,
 * `{Array<Foo>|import("./bar").Bar}`, read into the same expressions that a
 * written type gives. What is not understood says nothing. */
#include "src/languages/typescript/doc_internal.h"

enum { DEPTH_MAX = 24, PARTS_MAX = 32 };

/* A type that is being read. */
typedef struct Reader {
  LanguageBuild *build;
  NodeNo node; /* whose place the expressions get */
  Str rest;
  int depth;
  bool failed;
} Reader;

static ExprNo read_type(Reader *reader);

static bool is_word(char c) {
  return byte_is_word(c) || c == '$';
}

/* Lines of a comment may begin with a star. */
static void skip_blanks(Reader *reader) {
  bool at_line = false;
  while (reader->rest.len) {
    char c = reader->rest.ptr[0];
    if (c == '\n') at_line = true;
    else if (c == '*' && at_line) at_line = false;
    else if (c != ' ' && c != '\t' && c != '\r') break;
    reader->rest = str_slice(reader->rest, 1, reader->rest.len);
  }
}

static bool take(Reader *reader, const char *sign) {
  skip_blanks(reader);
  Str text = str_from_c(sign);
  if (!str_starts_with(reader->rest, text)) return false;
  reader->rest = str_slice(reader->rest, text.len, reader->rest.len);
  return true;
}

static void need(Reader *reader, const char *sign) { reader->failed |= !take(reader, sign); }

static Str take_word(Reader *reader) {
  skip_blanks(reader);
  size_t len = 0;
  while (len < reader->rest.len && is_word(reader->rest.ptr[len])) len++;
  Str word = str_slice(reader->rest, 0, len);
  reader->rest = str_slice(reader->rest, len, reader->rest.len);
  return word;
}

static Str take_string(Reader *reader) {
  skip_blanks(reader);
  Str rest = reader->rest;
  char quote = rest.len ? rest.ptr[0] : 0;
  size_t end = quote == '"' || quote == '\'' ? str_find_byte(str_slice(rest, 1, rest.len), quote) : STR_NONE;
  if (end == STR_NONE) {
    reader->failed = true;
    return STR_EMPTY;
  }
  reader->rest = str_slice(rest, end + 2, rest.len);
  return str_slice(rest, 1, end + 1);
}

static ExprNo in_type(Reader *reader, ExprNo type) {
  if (type) language_expr_at(reader->build, type)->flags |= EXPR_IN_TYPE;
  return type;
}

static ExprNo literal(Reader *reader, LiteralKind kind) {
  return in_type(reader, language_add_number(reader->build, EXPR_LITERAL, 0, kind, reader->node));
}

/* ---- names ---- */

/* Words that are no names; false: it is one. */
static bool known_word(Reader *reader, Str word, ExprNo *ret_type) {
  static const struct {
    const char *word;
    LiteralKind kind;
  } words[] = {{"string", LITERAL_STRING}, {"number", LITERAL_INT}, {"boolean", LITERAL_BOOL}, {"bool", LITERAL_BOOL},
               {"void", LITERAL_NULL}, {"undefined", LITERAL_NULL}, {"null", LITERAL_NULL}, {"never", LITERAL_NULL},
               {"symbol", LITERAL_OTHER}, {"bigint", LITERAL_LONG}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (!str_eq_c(word, words[i].word)) continue;
    *ret_type = literal(reader, words[i].kind);
    return true;
  }
  *ret_type = 0;
  if (str_eq_c(word, "this")) *ret_type = language_add_base(reader->build, EXPR_SELF_TYPE, 0, reader->node);
  return str_eq_c(word, "this") || language_word_in("any unknown object Object Function function mixed true false", word);
}

static ExprNo read_members(Reader *reader, ExprNo base) {
  while (!reader->failed && str_starts_with(reader->rest, STR(".")) && !str_starts_with(reader->rest, STR(".<"))) {
    reader->rest = str_slice(reader->rest, 1, reader->rest.len);
    Str word = take_word(reader);
    reader->failed |= !word.len;
    if (!word.len || !base) continue;
    base = in_type(reader, language_ts_member(reader->build, base, language_intern(reader->build, word), reader->node));
  }
  return base;
}

/* `<A, B>` and `.<A, B>` behind a name. */
static ExprNo read_arguments(Reader *reader, ExprNo generic, bool is_array) {
  ExprNo items[PARTS_MAX];
  size_t count = 0;
  do {
    ExprNo item = read_type(reader);
    if (!item) item = language_ts_unknown(reader->build, reader->node);
    if (count < PARTS_MAX) items[count++] = item;
  } while (!reader->failed && take(reader, ","));
  need(reader, ">");
  if (is_array && count == 1) return language_add_base(reader->build, EXPR_LIST_OF, items[0], reader->node);
  if (!generic) return 0;
  return in_type(reader, language_add_list(reader->build, EXPR_APPLY, generic, items, count, reader->node));
}

static ExprNo read_import(Reader *reader) {
  Str specifier = take_string(reader);
  need(reader, ")");
  if (reader->failed) return 0;
  LanguageBuild *build = reader->build;
  ImportNo import = language_import(build, (Import){.form = IMPORT_MODULE, .flags = IMPORT_TYPE_ONLY,
                                                    .specifier = language_intern(build, specifier)}, reader->node);
  return language_add_number(build, EXPR_MODULE, 0, import, reader->node);
}

/* What every program has, whatever types a project calls so. */
static bool is_builtin(Str word) {
  return language_word_in("Array ArrayBuffer BigInt Boolean Buffer DataView Date Error Generator Iterator Map Number Promise "
                          "Proxy RangeError RegExp Set String Symbol SyntaxError TypeError Uint8Array WeakMap WeakSet", word);
}

static ExprNo name_of(Reader *reader, Str word) {
  unsigned flags = is_builtin(word) ? 0 : EXPR_DOCUMENTED;
  return in_type(reader, language_add(reader->build, (Expr){.kind = EXPR_NAME, .flags = (uint8_t)flags, .at = reader->build->syntax->nodes[reader->node].from,
                                                            .name = language_intern(reader->build, word)}));
}

static ExprNo read_parameters(Reader *reader, bool are_named);

static ExprNo read_named(Reader *reader) {
  Str word = take_word(reader);
  if (!word.len) {
    reader->failed = true;
    return 0;
  }
  if (str_eq_c(word, "readonly")) return read_type(reader);
  if (str_eq_c(word, "typeof")) {
    Str of = take_word(reader);
    bool imports = str_eq_c(of, "import") && take(reader, "(");
    ExprNo value = read_members(reader, imports ? read_import(reader) : of.len ? name_of(reader, of) : 0);
    if (!value) return 0;
    for (ExprNo at = value; at; at = language_expr_at(reader->build, at)->base) {
      language_expr_at(reader->build, at)->flags &= (uint8_t)~EXPR_IN_TYPE;
    }
    return language_add_base(reader->build, EXPR_TYPE_OF, value, reader->node);
  }
  if (language_word_in("keyof new unique infer asserts", word)) {
    reader->failed = true;
    return 0;
  }
  ExprNo type;
  if (str_eq_c(word, "function") && take(reader, "(")) return read_parameters(reader, false);
  if (str_eq_c(word, "import") && take(reader, "(")) type = read_import(reader);
  else if (!known_word(reader, word, &type)) type = name_of(reader, word);
  type = read_members(reader, type);
  bool is_array = str_eq_c(word, "Array") || str_eq_c(word, "ReadonlyArray");
  if (take(reader, ".<") || take(reader, "<")) return read_arguments(reader, type, is_array);
  return type;
}

/* ---- functions and objects ---- */

/* Behind the bracket: `(a: A, b?: B) => R` or `function(A, B): R`. */
static ExprNo read_parameters(Reader *reader, bool are_named) {
  ExprNo items[PARTS_MAX];
  size_t count = 0;
  while (!reader->failed && !take(reader, ")")) {
    bool is_rest = take(reader, "...");
    if (are_named) {
      reader->failed |= !take_word(reader).len;
      take(reader, "?");
    }
    ExprNo item = !are_named || take(reader, ":") ? read_type(reader) : 0;
    if (!item) item = language_ts_unknown(reader->build, reader->node);
    if (is_rest) {
      Expr list = *language_expr_at(reader->build, item);
      ExprNo element = list.kind == EXPR_LIST_OF ? list.base : language_ts_unknown(reader->build, reader->node);
      item = language_add_number(reader->build, EXPR_LIST_OF, element, 1, reader->node);
    }
    if (count < PARTS_MAX) items[count++] = item;
    if (!take(reader, ",")) {
      need(reader, ")");
      break;
    }
  }
  bool has_result = take(reader, are_named ? "=>" : ":");
  if (are_named) reader->failed |= !has_result;
  ExprNo result = has_result && !reader->failed ? read_type(reader) : 0;
  return reader->failed ? 0 : language_add_list(reader->build, EXPR_FUNC_OF, result, items, count, reader->node);
}

/* Whether the bracket that was just opened is that of a function's parameters. */
static bool is_function(const Reader *reader) {
  int open = 1;
  size_t i = 0;
  for (; i < reader->rest.len && open; i++) {
    char c = reader->rest.ptr[i];
    open += (c == '(') - (c == ')');
  }
  Reader after = {.rest = str_slice(reader->rest, i, reader->rest.len)};
  return !open && take(&after, "=>");
}

static void bind_member(LanguageBuild *build, Str name, ExprNo type, NodeNo node) {
  language_bind(build, (Bind){.name = language_intern(build, name), .flags = BIND_MEMBER | BIND_HOISTED,
                              .from = build->syntax->nodes[node].from, .type = type});
}

/* `{a: A, b?: B}` */
static ExprNo read_object(Reader *reader) {
  LanguageBuild *build = reader->build;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .whole = reader->node, .no_bind = true});
  LanguageOpen before;
  language_open(build, SCOPE_TYPE, reader->node, def, &before);
  while (!reader->failed && !take(reader, "}")) {
    Str name = take_word(reader);
    take(reader, "?");
    need(reader, ":");
    ExprNo type = reader->failed ? 0 : read_type(reader);
    if (name.len && type) bind_member(build, name, type, reader->node);
    reader->failed |= !name.len;
    if (!take(reader, ",") && !take(reader, ";")) {
      need(reader, "}");
      break;
    }
  }
  language_close(build, &before);
  return reader->failed ? 0 : language_add_number(build, EXPR_OBJECT, 0, def, reader->node);
}

/* ---- all of it ---- */

static ExprNo read_tuple(Reader *reader) {
  ExprNo items[PARTS_MAX];
  size_t count = 0;
  while (!reader->failed && !take(reader, "]")) {
    ExprNo item = read_type(reader);
    if (!item) item = language_ts_unknown(reader->build, reader->node);
    if (count < PARTS_MAX) items[count++] = item;
    if (!take(reader, ",")) {
      need(reader, "]");
      break;
    }
  }
  return reader->failed ? 0 : language_add_list(reader->build, EXPR_TUPLE_OF, 0, items, count, reader->node);
}

static ExprNo read_one(Reader *reader) {
  while (take(reader, "?") || take(reader, "!") || take(reader, "...")) continue;
  if (take(reader, "*")) return 0;
  if (take(reader, "(")) {
    if (is_function(reader)) return read_parameters(reader, true);
    ExprNo type = read_type(reader);
    need(reader, ")");
    return type;
  }
  if (take(reader, "{")) return read_object(reader);
  if (take(reader, "[")) return read_tuple(reader);
  skip_blanks(reader);
  char c = reader->rest.len ? reader->rest.ptr[0] : 0;
  if (c == '"' || c == '\'') {
    take_string(reader);
    return literal(reader, LITERAL_STRING);
  }
  if (byte_is_digit(c) || c == '-') {
    take(reader, "-");
    take_word(reader);
    return literal(reader, LITERAL_INT);
  }
  return read_named(reader);
}

static ExprNo read_postfix(Reader *reader) {
  ExprNo type = read_one(reader);
  while (!reader->failed) {
    if (take(reader, "[")) {
      bool is_list = take(reader, "]");
      reader->failed |= !is_list; /* T["member"] */
      if (is_list && type) type = language_add_base(reader->build, EXPR_LIST_OF, type, reader->node);
    } else if (str_starts_with(reader->rest, STR("=>")) || (!take(reader, "=") && !take(reader, "!"))) {
      break;
    }
  }
  return type;
}

/* What nothing is known about adds nothing to a union. */
static ExprNo read_type(Reader *reader) {
  ExprNo items[PARTS_MAX];
  size_t count = 0;
  bool is_all = false;
  if (reader->failed || ++reader->depth > DEPTH_MAX) {
    reader->failed = true;
    return 0;
  }
  take(reader, "|");
  do {
    ExprNo item = read_postfix(reader);
    if (item && count < PARTS_MAX) items[count++] = item;
    is_all |= str_starts_with(reader->rest, STR("&"));
  } while (!reader->failed && (take(reader, "|") || take(reader, "&")));
  reader->depth--;
  if (reader->failed || !count) return 0;
  if (count == 1) return items[0];
  return language_add_list(reader->build, is_all ? EXPR_ALL : EXPR_ANY, 0, items, count, reader->node);
}

ExprNo language_ts_doc_type(LanguageBuild *build, Str text, NodeNo node) {
  Reader reader = {.build = build, .node = node, .rest = text};
  ExprNo type = read_type(&reader);
  skip_blanks(&reader);
  return reader.failed || reader.rest.len ? 0 : type;
}
