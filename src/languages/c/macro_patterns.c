/* C: what a macro makes wherever it is used, kept with it as texts in which its
 * parameters have numbers; and where macros of other files are used at the top of a
 * file. Only resolving sees both: it puts the arguments into the texts. */
#include "src/languages/c/c_internal.h"

/* A hostile text costs no more than its beginning; a file has few such lines. */
enum { PARAMS_MAX = LANGUAGE_MACRO_PARAMS, PATTERN_MAX_BYTES = 200, BODY_MAX_BYTES = 8192, ITEMS_MAX = 32, USES_MAX = 256 };

typedef struct Macro {
  LanguageBuild *build;
  Str params[PARAMS_MAX];
  size_t param_count;
  Str text;
  ExprNo patterns[ITEMS_MAX];
  size_t count;
  size_t functions;
} Macro;

/* A name with numbers for parameters: `cmd_#0`. */
typedef struct Pattern {
  char text[PATTERN_MAX_BYTES];
  size_t len;
  bool has_param;
} Pattern;

/* ---- texts ---- */

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\\' || c == '\n' || c == '\r'; }

static size_t skip_blanks(Str text, size_t at) {
  while (at < text.len && is_blank(text.ptr[at])) at++;
  return at;
}

static size_t word_end(Str text, size_t at) {
  while (at < text.len && language_c_is_word_byte(text.ptr[at])) at++;
  return at;
}

/* Behind what is quoted at `at`; `at` itself when nothing is. */
static size_t quoted_end(Str text, size_t at) {
  char quote = text.ptr[at];
  if (quote != '"' && quote != '\'') return at;
  for (at++; at < text.len && text.ptr[at] != quote; at++) at += text.ptr[at] == '\\';
  return at + 1 < text.len ? at + 1 : text.len;
}

/* Behind the bracket or brace that opens at `at`; the end of a text that does not close it. */
static size_t closed_end(Str text, size_t at) {
  int depth = 0;
  while (at < text.len) {
    char c = text.ptr[at];
    size_t end = quoted_end(text, at);
    depth += (c == '(' || c == '{' || c == '[') - (c == ')' || c == '}' || c == ']');
    at = end > at ? end : at + 1;
    if (!depth) return at;
  }
  return text.len;
}

/* The words that `##` joins from `at` on; gives the end. A name that is too long is none. */
static size_t read_pattern(const Macro *macro, size_t at, Pattern *ret) {
  *ret = (Pattern){.len = 0};
  for (;;) {
    size_t end = word_end(macro->text, at), number = 0;
    Str word = str_slice(macro->text, at, end);
    while (number < macro->param_count && !str_eq(word, macro->params[number])) number++;
    bool is_param = number < macro->param_count;
    char digit[2] = {'#', (char)('0' + number)};
    if (is_param) word = (Str){digit, 2};
    if (ret->len + word.len > sizeof ret->text) return *ret = (Pattern){.len = 0}, end;
    memcpy(ret->text + ret->len, word.ptr, word.len);
    ret->len += word.len;
    ret->has_param |= is_param;
    size_t sign = skip_blanks(macro->text, end);
    if (!str_starts_with(str_slice(macro->text, sign, macro->text.len), STR("##"))) return end;
    at = skip_blanks(macro->text, sign + 2);
  }
}

static void add_pattern(Macro *macro, Str text) {
  LanguageBuild *build = macro->build;
  if (macro->count == ITEMS_MAX) return;
  macro->patterns[macro->count++] = language_add(build, (Expr){.kind = EXPR_LITERAL, .number = LITERAL_STRING, .name = language_intern(build, text)});
}

/* ---- functions ---- */

/* A declaration of the text while it is read. */
typedef struct Head {
  unsigned words; /* before the name; brackets without any are a call */
  bool is_static;
} Head;

/* `name(…) {`, or the end of the text behind the brackets: the head of a function whose
 * block the use brings along. Gives where to go on. */
static size_t read_function(Macro *macro, const Pattern *name, size_t bracket, Head *head) {
  size_t behind = closed_end(macro->text, bracket), next = skip_blanks(macro->text, behind);
  bool is_whole = next < macro->text.len && macro->text.ptr[next] == '{', is_head = next >= macro->text.len && macro->text.ptr[behind - 1] == ')' && !macro->count;
  bool fits = name->has_param && head->words && (is_whole || is_head) && macro->functions < LANGUAGE_MACRO_MADE;
  const char *kind = is_head ? LANGUAGE_MACRO_HEAD : head->is_static ? LANGUAGE_MACRO_STATIC : LANGUAGE_MACRO_FUNCTION;
  if (fits) add_pattern(macro, str_format(macro->build->arena, "%s%.*s", kind, (int)name->len, name->text));
  macro->functions += fits;
  if (!is_whole) return behind;
  *head = (Head){0};
  return closed_end(macro->text, next);
}

static void read_functions(Macro *macro) {
  Head head = {0};
  for (size_t at = 0; at < macro->text.len;) {
    char c = macro->text.ptr[at];
    if (language_c_is_word_byte(c)) {
      Pattern name;
      size_t end = read_pattern(macro, at, &name), next = skip_blanks(macro->text, end);
      head.is_static |= str_eq(str_slice(macro->text, at, end), STR("static"));
      bool is_called = next < macro->text.len && macro->text.ptr[next] == '(';
      at = is_called ? read_function(macro, &name, next, &head) : end;
      head.words += !is_called;
    } else if (c == '{' || c == '(') {
      at = closed_end(macro->text, at);
    } else {
      size_t end = quoted_end(macro->text, at);
      if (c == ';') head = (Head){0};
      at = end > at ? end : at + 1;
    }
  }
}

/* ---- rows of tables ---- */

static size_t item_end(Str text, size_t at) {
  while (at < text.len && text.ptr[at] != ',' && text.ptr[at] != '}') {
    char c = text.ptr[at];
    size_t end = c == '(' || c == '{' || c == '[' ? closed_end(text, at) : quoted_end(text, at);
    at = end > at ? end : at + 1;
  }
  return at;
}

static void read_row(Macro *macro) {
  Str text = macro->text;
  size_t place = 0;
  bool is_placed = true; /* behind a designator places count from there */
  for (size_t at = 1; at < text.len && text.ptr[at] != '}' && macro->count < ITEMS_MAX; place++) {
    size_t end = item_end(text, at);
    Str field = STR_EMPTY;
    Pattern name = {.len = 0};
    at = skip_blanks(text, at);
    if (at < end && text.ptr[at] == '.') {
      size_t sign = word_end(text, at + 1);
      field = str_slice(text, at, sign);
      sign = skip_blanks(text, sign);
      at = sign < end && text.ptr[sign] == '=' ? skip_blanks(text, sign + 1) : end;
    }
    is_placed &= !field.len;
    bool is_name = at < end && skip_blanks(text, read_pattern(macro, at, &name)) == end && name.has_param;
    Arena *arena = macro->build->arena;
    if (!field.len && is_placed) field = str_format(arena, "%zu", place);
    if (is_name && field.len) add_pattern(macro, str_format(arena, LANGUAGE_MACRO_ROW "%.*s=%.*s", STR_ARG(field), (int)name.len, name.text));
    at = end + (end < text.len && text.ptr[end] == ',');
  }
}

void language_c_note_patterns(LanguageBuild *build, DefNo def, NodeNo params, NodeNo body) {
  const Syntax *syntax = build->syntax;
  if (!params || !body) return;
  Macro macro = {.build = build, .text = str_trim(syntax_text(syntax, body))};
  macro.text = str_head(macro.text, BODY_MAX_BYTES);
  for (NodeNo c = syntax_first(syntax, params); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == C_IDENTIFIER && macro.param_count < PARAMS_MAX) macro.params[macro.param_count++] = syntax_text(syntax, c);
  }
  if (!macro.param_count || !macro.text.len) return;
  if (macro.text.ptr[0] == '{') read_row(&macro);
  else read_functions(&macro);
  if (macro.count) language_def(build, def)->value = language_add_list(build, EXPR_NONE, 0, macro.patterns, (uint32_t)macro.count, body);
}

/* ---- uses ---- */

static ExprNo name_at(LanguageBuild *build, size_t from, size_t to) {
  return language_add(build, (Expr){.kind = EXPR_NAME, .scope = 1, .at = (uint32_t)from,
                                    .name = language_intern(build, str_slice(build->syntax->text, from, to))});
}

void language_c_note_head(LanguageBuild *build, NodeNo macro, NodeNo argument, NodeNo text, DefNo def) {
  if (!macro || !argument || !def) return;
  const SyntaxNode *name = &build->syntax->nodes[macro], *given = &build->syntax->nodes[argument];
  ExprNo args[2] = {name_at(build, given->from, given->to), text ? language_add_literal(build, LITERAL_STRING, text) : 0};
  ExprNo callee = name_at(build, name->from, name->to);
  ExprNo call = language_add_list(build, EXPR_CALL, callee, args, text ? 2 : 1, macro);
  language_bind(build, (Bind){.scope = 1, .name = language_intern(build, STR(LANGUAGE_MACRO_USED)), .flags = BIND_HOISTED, .def = def,
                              .value = call, .from = name->from});
}

/* NAME(word, word) is a whole line, with no block behind it. What it is only
 * the macro tells; the grammar wants a semicolon and takes it for many things. */
static size_t read_use(LanguageBuild *build, size_t from, ExprNo *ret_args) {
  Str text = build->syntax->text;
  size_t count = 0, at = skip_blanks(text, word_end(text, from));
  if (at >= text.len || text.ptr[at] != '(') return 0;
  do {
    size_t word = skip_blanks(text, at + 1), end = word_end(text, word);
    if (end == word || byte_is_digit(text.ptr[word]) || count == PARAMS_MAX) return 0;
    ret_args[count++] = name_at(build, word, end);
    at = skip_blanks(text, end);
  } while (at < text.len && text.ptr[at] == ',');
  if (at >= text.len || text.ptr[at] != ')') return 0;
  for (at++; at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t');) at++;
  bool ends = at >= text.len || text.ptr[at] == '\n' || text.ptr[at] == '\r' || text.ptr[at] == ';' || text.ptr[at] == '/';
  at = skip_blanks(text, at);
  return !ends ? 0 : at < text.len && (text.ptr[at] == '{' || text.ptr[at] == '=') ? 0 : count;
}

static bool is_defined_at(const Facts *facts, uint32_t at) {
  for (DefNo i = 1; i < facts->defs.len; i++) {
    if (facts->defs.items[i].name_span.from == at && facts->defs.items[i].kind == SYMBOL_FUNCTION) return true;
  }
  return false;
}

static const Ref *ref_at(const Facts *facts, uint32_t at) {
  for (RefNo i = 1; i < facts->refs.len; i++) {
    if (facts->refs.items[i].at == at) return &facts->refs.items[i];
  }
  return NULL;
}

/* Comments, and lines that a define goes on in, are no uses. */
static bool is_text(const Syntax *syntax, uint32_t byte) {
  if (byte >= 2 && syntax->text.ptr[byte - 2] == '\\') return true;
  for (NodeNo node = 1; node < syntax->count && syntax->nodes[node].from <= byte; node++) {
    if (syntax_kind(syntax, node) == C_COMMENT && syntax->nodes[node].to > byte) return true;
  }
  return false;
}

static bool is_shouted(Str word) {
  for (size_t i = 0; i < word.len; i++) {
    if (word.ptr[i] >= 'a' && word.ptr[i] <= 'z') return false;
  }
  return true;
}

/* Where the grammar did not see it, it is referred to as well, if it is a macro by custom. */
static void note_use(LanguageBuild *build, uint32_t from, uint32_t line, const ExprNo *args, size_t count) {
  Facts *facts = build->facts;
  size_t end = word_end(build->syntax->text, from);
  const Ref *seen = ref_at(facts, from);
  if (seen ? seen->from : !is_shouted(str_slice(build->syntax->text, from, end))) return;
  bool is_seen = seen != NULL;
  ExprNo call = language_add_list(build, EXPR_CALL, name_at(build, from, end), args, (uint32_t)count, 1);
  facts->exprs.items[call].at = from;
  language_bind(build, (Bind){.scope = 1, .name = language_intern(build, STR(LANGUAGE_MACRO_USED)), .flags = BIND_HOISTED, .value = call, .from = from});
  RefNo ref = is_seen ? 0 : language_ref(build, REF_CALL, call, 1);
  if (!ref) return;
  facts->refs.items[ref].at = from;
  facts->refs.items[ref].line = line;
  facts->refs.items[ref].column = 1;
}

void language_c_note_uses(LanguageBuild *build) {
  const Syntax *syntax = build->syntax;
  unsigned left = USES_MAX;
  for (uint32_t line = 1; line <= syntax->line_count && left; line++) {
    size_t from = syntax->line_starts[line - 1];
    if (from >= syntax->text.len || !byte_is_letter(syntax->text.ptr[from])) continue;
    size_t end = word_end(syntax->text, from);
    Str word = str_slice(syntax->text, from, end);
    if (end >= syntax->text.len || (syntax->text.ptr[end] != '(' && syntax->text.ptr[end] != ' ') || language_c_is_keyword(word)) continue;
    ExprNo args[PARAMS_MAX];
    if (language_c_has_shape(build, word)) continue;
    size_t count = read_use(build, from, args);
    if (!count) continue;
    left--;
    if (is_defined_at(build->facts, (uint32_t)from) || is_text(syntax, (uint32_t)from)) continue;
    note_use(build, (uint32_t)from, line, args, count);
  }
}
