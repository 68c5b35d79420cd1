/* Types that PHP programs tell in comments: `@param`, `@return`, `@var`, and
 * `@template` for type parameters. A comment is somebody's text: what cannot be
 * read in it says nothing. */
#include "src/languages/php/php_internal.h"

enum { TYPE_DEPTH_MAX = 16, TYPE_PARTS_MAX = 32 };

/* A type while it is read; `at` is where the comment stands. */
typedef struct Reader {
  LanguageBuild *build;
  Str text;
  size_t next;
  uint32_t at;
  unsigned depth;
  bool failed;
} Reader;

/* ---- characters ---- */

static char peek(const Reader *reader) { return reader->next < reader->text.len ? reader->text.ptr[reader->next] : '\0'; }

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '*'; }

static bool is_word(char c) {
  return byte_is_word(c) || c == '\\' || c == '-' || (unsigned char)c >= 0x80;
}

/* Inside of brackets a type may go on behind blanks and on the next line. */
static void skip_blanks(Reader *reader) {
  while (reader->next < reader->text.len && is_blank(peek(reader))) reader->next++;
}

static bool take(Reader *reader, char sign) {
  if (peek(reader) != sign) return false;
  reader->next++;
  return true;
}

static ExprNo add(Reader *reader, Expr expr) {
  expr.at = reader->at;
  expr.flags |= EXPR_IN_TYPE;
  return language_add(reader->build, expr);
}

/* ---- types ---- */

static ExprNo read_union(Reader *reader);

static bool is_container(Str name) {
  static const char *const words[] = {"array", "iterable", "list", "non-empty-array", "non-empty-list", "traversable",
                                      "\\traversable", "iterator", "\\iterator", "generator", "\\generator",
                                      "\\iteratoraggregate", "iteratoraggregate", "\\arrayiterator"};
  return str_is_among(name, words, sizeof words / sizeof *words);
}

static bool is_plain(Str name) {
  static const char *const words[] = {"int", "integer", "float", "double", "string", "bool", "boolean", "true",
                                      "class-string", "numeric-string", "non-empty-string", "positive-int",
                                      "array-key", "scalar", "resource", "numeric", "key-of", "value-of"};
  return str_is_among(name, words, sizeof words / sizeof *words);
}

static bool is_nothing(Str name) {
  static const char *const words[] = {"void", "null", "never", "false", "no-return"};
  return str_is_among(name, words, sizeof words / sizeof *words);
}

/* A shape or a list of parameters, up to its end; what stands in it is lost. */
static void skip_brackets(Reader *reader, char opens, char closes) {
  int depth = 0;
  for (; reader->next < reader->text.len; reader->next++) {
    char c = peek(reader);
    if (c == opens) depth++;
    if (c == closes && --depth == 0) {
      reader->next++;
      return;
    }
  }
  reader->failed = true;
}

static size_t read_arguments(Reader *reader, ExprNo *ret_items) {
  size_t count = 0;
  if (!take(reader, '<')) return 0;
  while (!reader->failed) {
    skip_blanks(reader);
    ExprNo item = read_union(reader);
    if (count < TYPE_PARTS_MAX) ret_items[count++] = item;
    skip_blanks(reader);
    if (take(reader, '>')) return count;
    if (!take(reader, ',')) reader->failed = true;
  }
  return 0;
}

/* Of key and value the value: the last for an array, the second for a
 * generator, which also says what it is sent and returns. */
static ExprNo container_of(Reader *reader, const ExprNo *items, size_t count) {
  ExprNo element = count == 0 ? 0 : count == 1 ? items[0] : items[1];
  return add(reader, (Expr){.kind = EXPR_LIST_OF, .base = element});
}

static ExprNo named(Reader *reader, Str name) {
  ExprNo items[TYPE_PARTS_MAX];
  size_t count = read_arguments(reader, items);
  if (peek(reader) == '{') skip_brackets(reader, '{', '}');
  if (peek(reader) == '(') { /* callable(A): B */
    skip_brackets(reader, '(', ')');
    if (take(reader, ':')) {
      skip_blanks(reader);
      ExprNo result = read_union(reader);
      return add(reader, (Expr){.kind = EXPR_FUNC_OF, .base = result});
    }
    return 0;
  }
  if (is_container(name)) return container_of(reader, items, count);
  static const char *const own[] = {"self", "static"};
  if (str_is_among(name, own, 2)) return add(reader, (Expr){.kind = EXPR_SELF_TYPE});
  if (is_nothing(name)) return add(reader, (Expr){.kind = EXPR_LITERAL, .number = LITERAL_NULL});
  static const char *const any[] = {"mixed", "object", "callable", "closure", "\\closure"};
  if (str_is_among(name, any, 5)) return 0;
  if (is_plain(name)) {
    return add(reader, (Expr){.kind = EXPR_NAME, .scope = 1, .name = language_intern(reader->build, STR("string"))});
  }
  ExprNo type = language_php_named(reader->build, name, reader->at, true);
  if (!count || !type) return type;
  return add(reader, (Expr){.kind = EXPR_APPLY, .base = type, .list = language_list(reader->build, items, count)});
}

/* One type without its union, with the brackets of arrays behind it. */
static ExprNo read_one(Reader *reader) {
  bool is_optional = take(reader, '?');
  (void)is_optional; /* null has no members */
  ExprNo type = 0;
  if (take(reader, '(')) {
    type = read_union(reader);
    if (!take(reader, ')')) reader->failed = true;
  } else if (peek(reader) == '$') { /* $this */
    size_t from = reader->next++;
    while (is_word(peek(reader))) reader->next++;
    if (str_eq(str_slice(reader->text, from, reader->next), STR("$this"))) type = add(reader, (Expr){.kind = EXPR_SELF_TYPE});
    else reader->failed = true;
  } else if (peek(reader) == '\'' || peek(reader) == '"') {
    char quote = reader->text.ptr[reader->next++];
    while (peek(reader) && peek(reader) != quote) reader->next++;
    if (!take(reader, quote)) reader->failed = true;
    type = add(reader, (Expr){.kind = EXPR_LITERAL, .number = LITERAL_STRING});
  } else {
    size_t from = reader->next;
    while (is_word(peek(reader))) reader->next++;
    Str name = str_slice(reader->text, from, reader->next);
    if (!name.len) reader->failed = true;
    else type = named(reader, name);
  }
  while (!reader->failed && peek(reader) == '[' && reader->next + 1 < reader->text.len &&
         reader->text.ptr[reader->next + 1] == ']') {
    reader->next += 2;
    type = add(reader, (Expr){.kind = EXPR_LIST_OF, .base = type});
  }
  return type;
}

static ExprNo read_union(Reader *reader) {
  ExprNo parts[TYPE_PARTS_MAX];
  size_t count = 0;
  bool unknown = false;
  if (++reader->depth > TYPE_DEPTH_MAX) reader->failed = true;
  while (!reader->failed) {
    ExprNo part = read_one(reader);
    if (part && count < TYPE_PARTS_MAX) parts[count++] = part;
    unknown |= !part;
    if (!take(reader, '|') && !take(reader, '&')) break;
  }
  reader->depth--;
  if (reader->failed || (unknown && !count)) return 0;
  if (count == 1) return parts[0];
  return count ? add(reader, (Expr){.kind = EXPR_ANY, .list = language_list(reader->build, parts, count)}) : 0;
}

/* ---- tags ---- */

static Str comment_text(const LanguageBuild *build, Range comment) {
  return str_slice(build->syntax->text, comment.from, comment.to);
}

/* What follows the next `tag` from `*at` on, up to the next tag; empty: none. */
static Str next_tag(Str text, Str tag, size_t *at) {
  while (*at < text.len) {
    size_t found = str_find(str_slice(text, *at, text.len), tag);
    if (found == STR_NONE) break;
    size_t from = *at + found + tag.len;
    *at = from;
    bool is_whole = from < text.len && (is_blank(text.ptr[from]));
    if (!is_whole) continue;
    size_t end = str_find(str_slice(text, from, text.len), STR("\n * @"));
    Str rest = str_slice(text, from, end == STR_NONE ? text.len : from + end);
    if (str_ends_with(rest, STR("*/"))) rest = str_slice(rest, 0, rest.len - 2);
    return rest;
  }
  *at = text.len;
  return STR_EMPTY;
}

/* The type, and that the variable behind it is the one asked for. */
static ExprNo read_told(LanguageBuild *build, Str text, Str variable, uint32_t at, Str *ret_variable) {
  Reader reader = {.build = build, .text = text, .at = at};
  skip_blanks(&reader);
  size_t before = reader.next;
  if (variable.len || ret_variable) { /* `@var $x Foo` is written too */
    if (peek(&reader) == '$' && !str_starts_with(str_slice(text, before, text.len), STR("$this"))) return 0;
  }
  /* Read once without keeping anything, to see whose it is. */
  ExprNo type = read_union(&reader);
  if (reader.failed) return 0;
  skip_blanks(&reader);
  while (peek(&reader) == '.' || peek(&reader) == '&') reader.next++;
  size_t from = reader.next;
  if (peek(&reader) == '$') reader.next++;
  while (is_word(peek(&reader)) && peek(&reader) != '-') reader.next++;
  Str found = str_slice(text, from, reader.next);
  if (ret_variable) *ret_variable = found;
  if (variable.len && !str_eq(found, variable)) return 0;
  return type;
}

ExprNo language_php_told(LanguageBuild *build, Range comment, Str tag, Str variable) {
  enum { LONGEST = 16 * 1024, TAGS_MAX = 64 };
  Str text = comment_text(build, comment);
  if (!text.len || text.len > LONGEST) return 0;
  size_t at = 0;
  for (int i = 0; i < TAGS_MAX && at < text.len; i++) {
    Str told = next_tag(text, tag, &at);
    if (!told.len) break;
    /* Most tags are another parameter's; the name tells without reading the type. */
    if (variable.len && str_find(told, variable) == STR_NONE) continue;
    ExprNo type = read_told(build, told, variable, comment.from, NULL);
    if (type) return type;
  }
  return 0;
}

void language_php_templates(LanguageBuild *build, Range comment) {
  enum { LONGEST = 16 * 1024, TAGS_MAX = 8 };
  Str text = comment_text(build, comment);
  if (!text.len || text.len > LONGEST) return;
  static const char *const tags[] = {"@template", "@template-covariant"};
  for (int k = 0; k < 2; k++) {
    size_t at = 0;
    for (int i = 0; i < TAGS_MAX && at < text.len; i++) {
      Str rest = str_trim(next_tag(text, str_from_c(tags[k]), &at));
      if (!rest.len) break;
      size_t end = 0;
      while (end < rest.len && is_word(rest.ptr[end])) end++;
      Str name = str_slice(rest, 0, end);
      rest = str_trim(str_slice(rest, end, rest.len));
      if (!name.len) continue;
      ExprNo bound = 0;
      if (str_starts_with(rest, STR("of "))) bound = read_told(build, str_slice(rest, 3, rest.len), STR_EMPTY, comment.from, NULL);
      language_bind(build, (Bind){.name = language_intern(build, name), .flags = BIND_TYPE_PARAM | BIND_HOISTED,
                                  .from = comment.from, .type = bound});
    }
  }
}

/* `@var Foo $x` inside of a function says what $x is from there on, and what
 * an assignment that follows gives it. */
void language_php_comment(LanguageBuild *build, NodeNo node) {
  PhpState *state = php_state(build);
  Str text = language_text(build, node);
  size_t at = 0;
  if (!build->callable || !str_starts_with(text, STR("/**"))) return;
  Str told = next_tag(text, STR("@var"), &at), variable = STR_EMPTY;
  if (!told.len) return;
  uint32_t end = language_node(build, node)->to;
  ExprNo type = read_told(build, told, STR_EMPTY, language_node(build, node)->from, &variable);
  if (!type) return;
  state->announced = (PhpAnnounced){.variable = variable, .type = type, .at = end};
  NodeNo around = syntax_parent(build->syntax, node);
  if (variable.len < 2 || variable.ptr[0] != '$' || !around) return;
  language_bind(build, (Bind){.scope = state->variables, .name = language_intern(build, variable), .flags = BIND_NARROW,
                              .from = end, .to = language_node(build, around)->to, .type = type});
}
