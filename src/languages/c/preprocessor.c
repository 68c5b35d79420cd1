/* C: includes, macros, conditions. A macro's body is text to the grammar; its
 * words are read here: what it calls is referred to by the macro, and a macro
 * that only says another name is that name. */
#include "src/languages/c/c_internal.h"

static ImportNo add_include(LanguageBuild *build, Str quoted, NodeNo node) {
  if (quoted.len < 3) return 0;
  Import import = {.form = IMPORT_INCLUDE, .scope = 1, .flags = quoted.ptr[0] == '<' ? IMPORT_SYSTEM : 0,
                   .specifier = language_intern(build, str_slice(quoted, 1, quoted.len - 1))};
  return language_import(build, import, node);
}

void language_c_include(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo path = syntax_field(syntax, node, C_FIELD_PATH);
  unsigned kind = path ? syntax_kind(syntax, path) : 0;
  if (kind == C_STRING || kind == C_SYSTEM_STRING) add_include(build, syntax_text(syntax, path), node);
  else if (kind == C_IDENTIFIER) language_c_macro_use(build, path);
}

/* What a line includes, with its quotes; empty when it does not. */
static Str included(Str line) {
  line = str_trim(line);
  if (!line.len || line.ptr[0] != '#') return STR_EMPTY;
  line = str_trim(str_slice(line, 1, line.len));
  if (!str_starts_with(line, STR("include"))) return STR_EMPTY;
  line = str_trim(str_slice(line, 7, line.len));
  if (!line.len || (line.ptr[0] != '"' && line.ptr[0] != '<')) return STR_EMPTY;
  size_t end = str_find_byte(str_slice(line, 1, line.len), line.ptr[0] == '<' ? '>' : '"');
  return end == STR_NONE ? STR_EMPTY : str_slice(line, 0, end + 2);
}

/* Nodes are in the order of the text; it is enough to look at those that
 * begin before the byte. */
static bool is_in_comment(const Syntax *syntax, uint32_t byte) {
  for (NodeNo node = 1; node < syntax->count && syntax->nodes[node].from <= byte; node++) {
    if (syntax_kind(syntax, node) == C_COMMENT && syntax->nodes[node].to > byte) return true;
  }
  return false;
}

#define HIDDEN_INCLUDES 32

/* Goes over the lines beside the imports already known, both in the order of
 * the text, and adds what the tree has not. Bounded, so that a generated
 * table of includes cannot grow the import list without end. */
void language_c_hidden_includes(LanguageBuild *build) {
  const Syntax *syntax = build->syntax;
  Facts *facts = build->facts;
  size_t known = 1, count = facts->imports.len;
  unsigned added = 0;
  for (uint32_t line = 1; line <= syntax->line_count && added < HIDDEN_INCLUDES; line++) {
    uint32_t from = syntax->line_starts[line - 1];
    uint32_t to = line < syntax->line_count ? syntax->line_starts[line] : (uint32_t)syntax->text.len;
    while (known < count && facts->imports.items[known].line < line) known++;
    if (known < count && facts->imports.items[known].line == line) continue;
    Str quoted = included(str_slice(syntax->text, from, to));
    if (!quoted.len || is_in_comment(syntax, from)) continue;
    ImportNo import = add_include(build, quoted, 1);
    if (!import) continue;
    facts->imports.items[import].at = from;
    facts->imports.items[import].line = line;
    added++;
  }
}

void language_c_macro_use(LanguageBuild *build, NodeNo name) {
  if (!name || syntax_kind(build->syntax, name) != C_IDENTIFIER) return;
  language_ref(build, REF_MACRO, language_add_name(build, name), name);
}

/* ---- conditions ---- */

/* Names that a condition asks about, in no nesting worth a limit. */
static void condition_names(LanguageBuild *build, NodeNo condition) {
  const Syntax *syntax = build->syntax;
  if (!condition) return;
  uint32_t end = syntax->nodes[condition].to;
  for (NodeNo at = condition; at < syntax->count && syntax->nodes[at].from < end; at++) {
    language_c_macro_use(build, at);
  }
}

/* The definition of X in #ifndef X, #define X around a whole header; or 0. */
static NodeNo guard_of(const Syntax *syntax, NodeNo node) {
  if (syntax_kind(syntax, node) != C_IFDEF) return 0;
  NodeNo name = syntax_field(syntax, node, C_FIELD_NAME);
  NodeNo define = name ? syntax_next(syntax, name) : 0;
  while (define && syntax_kind(syntax, define) == C_COMMENT) define = syntax_next(syntax, define);
  bool is_guard = define && syntax_kind(syntax, define) == C_DEFINE && !syntax_field(syntax, define, C_FIELD_VALUE) &&
                  str_eq(syntax_text(syntax, syntax_field(syntax, define, C_FIELD_NAME)), syntax_text(syntax, name));
  return is_guard ? define : 0;
}

/* It says nothing about the code around it; alone it is a setting of the user's. */
static bool is_mere_guard(const Syntax *syntax, NodeNo define) {
  for (NodeNo c = define ? syntax_next(syntax, define) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_is_named(syntax, c) && syntax_kind(syntax, c) != C_COMMENT) return true;
  }
  return false;
}

/* The macro that a condition asks for; *ret_not: whether it wants it missing. Empty: it
 * asks for more than one. */
static Str asked_for(const Syntax *syntax, NodeNo node, bool *ret_not) {
  if (syntax_kind(syntax, node) == C_IFDEF) {
    Str text = syntax_text(syntax, node);
    *ret_not = str_starts_with(str_trim(str_slice(text, 1, text.len)), STR("ifndef"));
    return syntax_text(syntax, syntax_field(syntax, node, C_FIELD_NAME));
  }
  NodeNo condition = syntax_field(syntax, node, C_FIELD_CONDITION);
  *ret_not = condition && syntax_kind(syntax, condition) == C_UNARY;
  NodeNo defined = *ret_not ? syntax_field(syntax, condition, C_FIELD_ARGUMENT) : condition;
  if (!defined || syntax_kind(syntax, defined) != C_PREPROC_DEFINED) return STR_EMPTY;
  NodeNo name = syntax_child(syntax, defined, C_IDENTIFIER);
  return name ? syntax_text(syntax, name) : STR_EMPTY;
}

/* The macro that must be missing for this part of a condition; `outer` else. */
static Str absent_in(const Syntax *syntax, NodeNo node, NodeNo part, Str outer) {
  bool is_not = false;
  unsigned kind = syntax_kind(syntax, node), own = syntax_kind(syntax, part);
  if (kind == C_ELSE || own == C_ELIF || own == C_ELIFDEF) return outer;
  Str name = asked_for(syntax, node, &is_not);
  return name.len && is_not != (own == C_ELSE) ? name : outer;
}

void language_c_note_absent(LanguageBuild *build, NodeNo name, DefNo def) {
  Str absent = language_c_state(build)->absent;
  if (!absent.len || !def) return;
  Str text = str_format(build->arena, LANGUAGE_UNLESS "%.*s", STR_ARG(syntax_text(build->syntax, name)));
  ExprNo macro = language_add(build, (Expr){.kind = EXPR_NAME, .scope = 1, .name = language_intern(build, absent),
                                            .at = build->syntax->nodes[name].from});
  language_bind(build, (Bind){.scope = 1, .name = language_intern(build, text), .flags = BIND_HOISTED, .def = def, .value = macro,
                              .from = build->syntax->nodes[name].from});
}

/* Both sides are read; what they define depends. */
void language_c_condition(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo condition = syntax_field(syntax, node, C_FIELD_CONDITION);
  NodeNo name = syntax_field(syntax, node, C_FIELD_NAME);
  NodeNo guard = guard_of(syntax, node), left_out = is_mere_guard(syntax, guard) ? guard : 0;
  unsigned before = build->flags;
  bool is_cplusplus = syntax_kind(syntax, node) == C_IFDEF && str_eq(syntax_text(syntax, name), STR("__cplusplus"));
  if (!guard && !is_cplusplus) {
    build->flags |= DEF_DEPENDENT;
    condition_names(build, condition ? condition : name);
  }
  Str outer = language_c_state(build)->absent;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (c == condition || c == name || c == left_out) continue;
    if (!guard && !is_cplusplus) language_c_state(build)->absent = absent_in(syntax, node, c, outer);
    language_visit(build, c);
  }
  language_c_state(build)->absent = outer;
  build->flags = before;
}

/* ---- macro bodies ---- */

/* Text that is read word by word, and how far. */
typedef struct Words {
  Str text;
  size_t at;
} Words;

static void skip_quoted(Words *words) {
  char quote = words->text.ptr[words->at++];
  while (words->at < words->text.len && words->text.ptr[words->at] != quote) {
    words->at += words->text.ptr[words->at] == '\\' ? 2 : 1;
  }
  words->at++;
}

static bool skip_comment(Words *words) {
  Str rest = str_slice(words->text, words->at, words->text.len);
  bool line = str_starts_with(rest, STR("//"));
  if (!line && !str_starts_with(rest, STR("/*"))) return false;
  size_t end = line ? str_find_byte(rest, '\n') : str_find(str_slice(rest, 2, rest.len), STR("*/"));
  words->at = end == STR_NONE ? words->text.len : words->at + end + (line ? 1 : 4);
  return true;
}

/* The next word outside quotes and comments; *ret_called: a bracket follows,
 * *ret_member: a dot or arrow precedes. */
static bool next_word(Words *words, Str *ret_word, bool *ret_called, bool *ret_member) {
  Str text = words->text;
  char before = 0, before_that = 0;
  while (words->at < text.len) {
    char c = text.ptr[words->at];
    if (c == '"' || c == '\'') {
      skip_quoted(words);
    } else if (c == '/' && skip_comment(words)) {
      continue;
    } else if (language_c_is_word_byte(c)) {
      size_t from = words->at;
      while (words->at < text.len && language_c_is_word_byte(text.ptr[words->at])) words->at++;
      *ret_member = before == '.' || (before == '>' && before_that == '-');
      *ret_word = str_slice(text, from, words->at);
      size_t next = words->at;
      while (next < text.len && (text.ptr[next] == ' ' || text.ptr[next] == '\t')) next++;
      *ret_called = next < text.len && text.ptr[next] == '(';
      if (byte_is_digit(c)) {
        before = 0;
        continue;
      }
      return true;
    } else {
      words->at++;
    }
    if (c != ' ' && c != '\t' && c != '\\' && c != '\n' && c != '\r') {
      before_that = before;
      before = c;
    }
  }
  return false;
}

/* Words that may stand before a bracket and call nothing. */
bool language_c_is_keyword(Str word) {
  return language_word_in("if for while switch return sizeof do else case typeof __typeof__ defined "
                          "_Generic _Alignof alignof __attribute__ __asm__ asm void int char long "
                          "unsigned short struct union enum const static",
                          word);
}

static bool is_parameter(const Syntax *syntax, NodeNo params, Str word) {
  for (NodeNo c = params ? syntax_first(syntax, params) : 0; c; c = syntax_next(syntax, c)) {
    if (str_eq(syntax_text(syntax, c), word)) return true;
  }
  return false;
}

/* A name in text that has no nodes, placed by where its bytes lie in the
 * file. It is looked up at the file's level: a macro sees what is there
 * where it is used, which no definition can know. */
static ExprNo name_at(LanguageBuild *build, Str word) {
  return language_add(build, (Expr){.kind = EXPR_NAME, .scope = 1, .name = language_intern(build, word),
                                    .at = (uint32_t)(word.ptr - build->syntax->text.ptr)});
}

/* The macro's parameters; those that the body calls are marked later. */
static BindNo bind_parameters(LanguageBuild *build, NodeNo params) {
  const Syntax *syntax = build->syntax;
  BindNo first = (BindNo)build->facts->binds.len;
  for (NodeNo c = syntax_first(syntax, params); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != C_IDENTIFIER) continue;
    language_bind(build, (Bind){.name = language_name(build, c), .flags = BIND_PARAM,
                                .from = syntax->nodes[c].from});
  }
  return first;
}

/* `#define EACH(f) f(1) f(2)`: whoever passes a function to EACH has it
 * called. */
static void mark_called(LanguageBuild *build, BindNo first, NameId name) {
  for (BindNo i = first; i < build->facts->binds.len; i++) {
    Bind *bind = &build->facts->binds.items[i];
    if (names_same(bind->name, name)) bind->flags |= BIND_CALLED;
  }
}

/* What the body calls, each name once, and which parameters. */
static void body_calls(LanguageBuild *build, NodeNo params, NodeNo body, BindNo first) {
  const Syntax *syntax = build->syntax;
  Words words = {.text = syntax_text(syntax, body)};
  Map seen;
  map_init(&seen, build->arena);
  Str word;
  bool called, member;
  while (next_word(&words, &word, &called, &member)) {
    if (!called || member || language_c_is_keyword(word) || map_get(&seen, word)) continue;
    map_put(&seen, word, build);
    if (is_parameter(syntax, params, word)) {
      mark_called(build, first, language_intern(build, word));
      continue;
    }
    RefNo ref = language_ref(build, REF_READ, name_at(build, word), body);
    if (ref) build->facts->refs.items[ref].at = (uint32_t)(word.ptr - syntax->text.ptr);
  }
}

/* A function-like macro is a scope: it has parameters, and refers to things. */
static void visit_macro(LanguageBuild *build, NodeNo node, DefNo def, NodeNo params, NodeNo body) {
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  BindNo first = params ? bind_parameters(build, params) : (BindNo)build->facts->binds.len;
  if (body) body_calls(build, params, body, first);
  language_close(build, &before);
}

/* A body that is one name, in brackets or not. */
static Str only_word(Str body) {
  body = str_trim(body);
  while (body.len > 2 && body.ptr[0] == '(' && body.ptr[body.len - 1] == ')') {
    body = str_trim(str_slice(body, 1, body.len - 1));
  }
  size_t end = 0;
  while (end < body.len && language_c_is_word_byte(body.ptr[end])) end++;
  Str rest = str_trim(str_slice(body, end, body.len));
  bool comment = str_starts_with(rest, STR("//")) || str_starts_with(rest, STR("/*"));
  if (!end || (rest.len && !comment) || byte_is_digit(body.ptr[0])) return STR_EMPTY;
  return str_slice(body, 0, end);
}

/* A macro is the file's, even where it is written inside a function or a
 * struct. One whose body is a single name is an alias of it: uses go on to
 * what it names. Everything else gets a scope, in which its parameters and
 * calls are found. */
void language_c_define(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, C_FIELD_NAME);
  NodeNo params = syntax_field(syntax, node, C_FIELD_PARAMETERS);
  NodeNo body = syntax_field(syntax, node, C_FIELD_VALUE);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_MACRO, .flags = DEF_EXPORTED, .name = name,
                                                    .whole = node, .body = params ? body : 0, .scope = 1,
                                                    .bind = BIND_HOISTED});
  language_def(build, def)->container = 0;
  if (!def) return;
  Str word = params || !body ? STR_EMPTY : only_word(syntax_text(syntax, body));
  if (!word.len || language_c_is_keyword(word)) {
    if (params || body) visit_macro(build, node, def, params, body);
    language_c_note_shape(build, name, params, body);
    language_c_note_patterns(build, def, params, body);
    return;
  }
  ExprNo value = name_at(build, word);
  language_def(build, def)->value = value;
  RefNo ref = language_ref(build, REF_READ, value, body);
  if (ref) build->facts->refs.items[ref].from = def;
}

/* ---- text that the grammar did not understand ---- */

/* The last resort: every word with a bracket behind it that is no keyword
 * and no member. Some are not calls; a call that is missing would cost more,
 * as whoever asks for callers trusts the list. */
void language_c_scan_calls(LanguageBuild *build, uint32_t from, uint32_t to, NodeNo node) {
  const Syntax *syntax = build->syntax;
  Words words = {.text = str_slice(syntax->text, from, to)};
  Str word;
  bool called, member;
  while (next_word(&words, &word, &called, &member)) {
    if (!called || member || language_c_is_keyword(word)) continue;
    Expr name = {.kind = EXPR_NAME, .name = language_intern(build, word),
                 .at = (uint32_t)(word.ptr - syntax->text.ptr)};
    ExprNo callee = language_add(build, name);
    ExprNo call = language_add(build, (Expr){.kind = EXPR_CALL, .base = callee, .at = name.at});
    RefNo ref = language_ref(build, REF_CALL, call, node);
    if (ref) build->facts->refs.items[ref].at = name.at;
  }
}
