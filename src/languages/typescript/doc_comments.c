/* Doc comments of JavaScript: the tags that say of which type something is. In
 * TypeScript, where types are written, they say nothing. */
#include "src/languages/typescript/doc_internal.h"

/* One tag of a comment: `@param {T} name`. */
typedef struct Tag {
  Str word;
  Str type; /* between the braces; empty: none */
  Str name; /* behind them, without brackets and default */
  Str text; /* from there on */
} Tag;

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static Str skip(Str text, bool with_lines) {
  size_t at = 0;
  while (at < text.len && is_blank(text.ptr[at]) && (with_lines || text.ptr[at] != '\n')) at++;
  return str_slice(text, at, text.len);
}

static Str word_of(Str text) {
  size_t len = 0;
  while (len < text.len && !is_blank(text.ptr[len]) && !strchr("{}[]=,;:*", text.ptr[len])) len++;
  return str_slice(text, 0, len);
}

/* To the brace that closes the first one; STR_NONE: there is none. */
static size_t closing(Str text) {
  int open = 0;
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '{') open++;
    if (text.ptr[i] == '}' && --open == 0) return i;
  }
  return STR_NONE;
}

/* The next tag, which stands at the beginning of a line or of the comment. */
static bool next_tag(Str *rest, Tag *ret_tag) {
  for (size_t at; (at = str_find_byte(*rest, '@')) != STR_NONE;) {
    bool begins = at > 0 && (is_blank(rest->ptr[at - 1]) || rest->ptr[at - 1] == '*');
    Str text = str_slice(*rest, at + 1, rest->len);
    *rest = text;
    if (!begins) continue;
    Tag tag = {.word = word_of(text)};
    text = skip(str_slice(text, tag.word.len, text.len), false);
    bool imports = str_eq_c(tag.word, "import"); /* its braces hold names */
    size_t end = text.len && text.ptr[0] == '{' && !imports ? closing(text) : STR_NONE;
    if (end != STR_NONE) {
      tag.type = str_slice(text, 1, end);
      text = skip(str_slice(text, end + 1, text.len), false);
      *rest = text;
    }
    tag.text = text;
    if (text.len && text.ptr[0] == '[') text = str_slice(text, 1, text.len);
    tag.name = word_of(text);
    *ret_tag = tag;
    return true;
  }
  return false;
}

/* Its beginning: every parameter looks through it. */
static Str comment_of(const LanguageBuild *build, DefNo def) {
  enum { LOOKED_AT = 16384 };
  Range range = build->facts->defs.items[def].doc;
  uint32_t end = range.to - range.from > LOOKED_AT ? range.from + LOOKED_AT : range.to;
  return str_slice(build->syntax->text, range.from, end);
}

/* The doc comment directly before a place; empty: there is none. */
static Str comment_before(const LanguageBuild *build, uint32_t from) {
  enum { LOOKED_AT = 4096 };
  Str text = str_slice(build->syntax->text, from > LOOKED_AT ? from - LOOKED_AT : 0, from);
  while (text.len && is_blank(text.ptr[text.len - 1])) text.len--;
  if (!str_ends_with(text, STR("*/"))) return STR_EMPTY;
  for (size_t at = text.len - 2; at-- > 0;) {
    if (str_starts_with(str_slice(text, at, text.len), STR("/**"))) return str_slice(text, at, text.len - 2);
    if (str_starts_with(str_slice(text, at, text.len), STR("*/"))) return STR_EMPTY;
  }
  return STR_EMPTY;
}

/* ---- objects that a comment lists the members of ---- */

static bool says_object(Str type) { return !type.len || str_eq_c(type, "object") || str_eq_c(type, "Object"); }

/* Which tags are members: their words, and what stands before their names. */
typedef struct Listed {
  const char *words;
  Str before; /* "options." */
} Listed;

/* Up to the next tag that begins another list. */
static DefNo listed_object(LanguageBuild *build, NodeNo node, Str rest, const Listed *listed) {
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .whole = node, .no_bind = true});
  LanguageOpen before;
  language_open(build, SCOPE_TYPE, node, def, &before);
  for (Tag tag; next_tag(&rest, &tag);) {
    if (str_eq_c(tag.word, "typedef")) break;
    if (!language_word_in(listed->words, tag.word) || !str_starts_with(tag.name, listed->before)) continue;
    Str name = str_slice(tag.name, listed->before.len, tag.name.len);
    ExprNo type = language_ts_doc_type(build, tag.type, node);
    if (!name.len || !type || str_find_byte(name, '.') != STR_NONE) continue;
    language_bind(build, (Bind){.name = language_intern(build, name), .flags = BIND_MEMBER | BIND_HOISTED,
                                .from = build->syntax->nodes[node].from, .type = type});
  }
  language_close(build, &before);
  return def;
}

/* ---- functions ---- */

static const char parameter_words[] = "param arg argument";

/* An object's members may follow as `@param {T} options.name`. */
static ExprNo parameter_type(LanguageBuild *build, const Tag *tag, Str rest, NodeNo node) {
  if (!says_object(tag->type) || !tag->name.len) return language_ts_doc_type(build, tag->type, node);
  Str before = str_format(build->arena, "%.*s.", STR_ARG(tag->name));
  if (!str_contains(rest, before)) return 0;
  DefNo def = listed_object(build, node, rest, &(Listed){parameter_words, before});
  return language_add_number(build, EXPR_OBJECT, 0, def, node);
}

ExprNo language_ts_doc_parameter(LanguageBuild *build, DefNo def, Str name, unsigned position, NodeNo node) {
  if (!language_ts_state(build)->is_script || !def) return 0;
  Str rest = comment_of(build, def);
  Tag tag;
  for (unsigned nth = 0; next_tag(&rest, &tag);) {
    if (!language_word_in(parameter_words, tag.word) || str_find_byte(tag.name, '.') != STR_NONE) continue;
    bool is_it = name.len ? str_eq(tag.name, name) : nth == position;
    if (is_it) return parameter_type(build, &tag, rest, node);
    nth++;
  }
  return 0;
}

/* `@template {Bound} A, B`, in the scope that is open. */
static void template_names(LanguageBuild *build, const Tag *tag, NodeNo node) {
  ExprNo bound = language_ts_doc_type(build, tag->type, node);
  Str text = tag->text;
  for (bool more = true; more;) {
    if (text.len && text.ptr[0] == '[') text = str_slice(text, 1, text.len);
    Str name = word_of(text);
    if (!name.len) return;
    language_bind(build, (Bind){.name = language_intern(build, name), .type = bound,
                                .flags = BIND_TYPE_PARAM | BIND_TYPE | BIND_HOISTED,
                                .from = build->syntax->nodes[node].from});
    text = skip(str_slice(text, name.len, text.len), false);
    more = text.len && text.ptr[0] == ',';
    if (more) text = skip(str_slice(text, 1, text.len), false);
  }
}

void language_ts_doc_templates(LanguageBuild *build, DefNo def, NodeNo node) {
  if (!language_ts_state(build)->is_script || !def) return;
  Str rest = comment_of(build, def);
  for (Tag tag; next_tag(&rest, &tag);) {
    if (str_eq_c(tag.word, "template")) template_names(build, &tag, node);
  }
}

ExprNo language_ts_doc_base(LanguageBuild *build, DefNo def, NodeNo node) {
  if (!language_ts_state(build)->is_script || !def) return 0;
  Str rest = comment_of(build, def);
  for (Tag tag; next_tag(&rest, &tag);) {
    bool is_base = str_eq_c(tag.word, "extends") || str_eq_c(tag.word, "augments");
    if (is_base && str_find_byte(tag.type, '<') != STR_NONE) return language_ts_doc_type(build, tag.type, node);
  }
  return 0;
}

/* One more value that it gives: what cannot be made out leaves the others. */
void language_ts_doc_result(LanguageBuild *build, DefNo def, NodeNo node) {
  if (!language_ts_state(build)->is_script || !def) return;
  Str rest = comment_of(build, def);
  for (Tag tag; next_tag(&rest, &tag);) {
    if (!str_eq_c(tag.word, "return") && !str_eq_c(tag.word, "returns")) continue;
    ExprNo type = language_ts_doc_type(build, tag.type, node);
    if (!type) return;
    ExprNo value = language_add_base(build, EXPR_OF_TYPE, type, node);
    if (language_def(build, def)->flags & DEF_ASYNC) value = language_add_base(build, EXPR_AWAIT, value, node);
    language_return(build, value);
    return;
  }
}

/* ---- variables, members and casts ---- */

ExprNo language_ts_doc_type_before(LanguageBuild *build, NodeNo node) {
  if (!language_ts_state(build)->is_script) return 0;
  Str rest = comment_before(build, build->syntax->nodes[node].from);
  for (Tag tag; next_tag(&rest, &tag);) {
    if (str_eq_c(tag.word, "type")) return language_ts_doc_type(build, tag.type, node);
  }
  return 0;
}

/* An object with functions says more about them than a comment. */
static bool has_functions(const LanguageBuild *build, NodeNo object) {
  if (language_ts_kind(build, object) != TS_OBJECT) return false;
  for (NodeNo c = syntax_first(build->syntax, object); c; c = syntax_next(build->syntax, c)) {
    if (language_ts_kind(build, c) == TS_METHOD_DEFINITION) return true;
    if (language_ts_named_value(build, language_ts_field(build, c, TS_F_VALUE))) return true;
  }
  return false;
}

ExprNo language_ts_doc_variable(LanguageBuild *build, NodeNo declaration, NodeNo value) {
  return has_functions(build, value) ? 0 : language_ts_doc_type_before(build, declaration);
}

/* A doc comment with a type before a bracket is a cast. */
ExprNo language_ts_expr_parenthesized(LanguageBuild *build, NodeNo node, unsigned role) {
  ExprNo value = language_expr_inner(build, node, role);
  ExprNo type = language_ts_doc_type_before(build, node);
  return type ? language_add_base(build, EXPR_OF_TYPE, type, node) : value;
}

/* ---- types that comments define ---- */

/* Everybody may import them, as if they were exported. */
static void bind_type(LanguageBuild *build, Str name, DefNo def) {
  Bind bind = {.scope = 1, .name = language_intern(build, name), .flags = BIND_HOISTED | BIND_TYPE, .def = def};
  language_bind(build, bind);
  bind.scope = build->facts->exports;
  if (bind.scope) language_bind(build, bind);
}

/* Type parameters of the definition are in a scope of its own. */
static void alias_type(LanguageBuild *build, NodeNo comment, const Tag *typedef_tag) {
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .whole = comment, .no_bind = true});
  LanguageOpen before;
  language_open(build, SCOPE_TYPE, comment, def, &before);
  Str rest = syntax_text(build->syntax, comment);
  for (Tag tag; next_tag(&rest, &tag) && tag.word.ptr < typedef_tag->word.ptr;) {
    if (str_eq_c(tag.word, "template")) template_names(build, &tag, comment);
  }
  ExprNo type = language_ts_doc_type(build, typedef_tag->type, comment);
  language_close(build, &before);
  language_def(build, def)->type = type ? type : language_ts_unknown(build, comment);
  bind_type(build, typedef_tag->name, def);
}

/* ---- imports that comments make ---- */

/* What stands before `from "module"`: a name, `* as name`, `{a, b as c}`. */
static void import_names(LanguageBuild *build, NodeNo comment, Str names, NameId specifier) {
  bool in_braces = false;
  for (;;) {
    while (names.len && (is_blank(names.ptr[0]) || strchr(",{}*", names.ptr[0]))) {
      in_braces |= names.ptr[0] == '{';
      names = str_slice(names, 1, names.len);
    }
    Str name = word_of(names);
    if (!name.len) return;
    names = skip(str_slice(names, name.len, names.len), true);
    bool is_space = str_eq_c(name, "as"); /* `* as name` */
    Str local = name;
    if (is_space || str_starts_with(names, STR("as "))) {
      if (!is_space) names = skip(str_slice(names, 3, names.len), true);
      local = word_of(names);
      names = str_slice(names, local.len, names.len);
    }
    if (!local.len) return;
    ImportForm form = is_space ? IMPORT_MODULE : in_braces ? IMPORT_NAMED : IMPORT_DEFAULT;
    language_import(build, (Import){.form = (uint8_t)form, .flags = IMPORT_TYPE_ONLY, .specifier = specifier,
                                    .local = language_intern(build, local),
                                    .name = form == IMPORT_NAMED ? language_intern(build, name) : (NameId){0}}, comment);
  }
}

static void import_types(LanguageBuild *build, NodeNo comment, Str text) {
  size_t from = str_find(text, STR("from"));
  if (from == STR_NONE) return;
  Str rest = skip(str_slice(text, from + 4, text.len), true);
  char quote = rest.len ? rest.ptr[0] : 0;
  if (quote != '"' && quote != '\'') return;
  rest = str_slice(rest, 1, rest.len);
  size_t end = str_find_byte(rest, quote);
  if (end == STR_NONE) return;
  import_names(build, comment, str_slice(text, 0, from), language_intern(build, str_slice(rest, 0, end)));
}

static void types_in(LanguageBuild *build, NodeNo comment) {
  Str rest = syntax_text(build->syntax, comment);
  static const Listed properties = {"property prop", {"", 0}};
  for (Tag tag; next_tag(&rest, &tag);) {
    if (str_eq_c(tag.word, "import")) import_types(build, comment, tag.text);
    if (!str_eq_c(tag.word, "typedef") || !tag.name.len) continue;
    if (says_object(tag.type)) bind_type(build, tag.name, listed_object(build, comment, rest, &properties));
    else alias_type(build, comment, &tag);
  }
}

/* They stand at the top level. */
void language_ts_doc_define(LanguageBuild *build, NodeNo root) {
  if (!language_ts_state(build)->is_script) return;
  Str text = build->syntax->text;
  if (!str_contains(text, STR("@typedef")) && !str_contains(text, STR("@import"))) return;
  for (NodeNo c = syntax_first(build->syntax, root); c; c = syntax_next(build->syntax, c)) {
    if (language_ts_is_comment(build, c)) types_in(build, c);
  }
}
