/* What a package takes from others, and what makes it a class: what it inherits,
 * and the accessors that `has` gives it; what variables are given. */
#include <ctype.h>

#include "src/base/idmap.h"
#include "src/languages/perl/perl_internal.h"

enum { BASES_MAX = 8 };

ExprNo language_perl_name(LanguageBuild *build, Str name, uint32_t at) {
  return language_add(build, (Expr){.kind = EXPR_NAME, .name = language_intern(build, name), .at = at});
}

DefNo language_perl_package(const LanguageBuild *build) {
  const Facts *facts = build->facts;
  DefNo around = build->container;
  while (around && facts->defs.items[around].kind != SYMBOL_MODULE && facts->defs.items[around].kind != SYMBOL_CLASS) {
    around = facts->defs.items[around].container;
  }
  return around;
}

/* Names that stand in a text: 'A', qw(A B), -base, extends 'A'. */
static Str next_word(Str *text) {
  size_t i = 0;
  while (i < text->len && !isalpha((unsigned char)text->ptr[i]) && text->ptr[i] != '-' && text->ptr[i] != '_') i++;
  size_t from = i;
  while (i < text->len && (isalnum((unsigned char)text->ptr[i]) || strchr(":_-", text->ptr[i]))) i++;
  Str word = str_slice(*text, from, i);
  *text = str_slice(*text, i, text->len);
  return word;
}

void language_perl_bases(LanguageBuild *build, NodeNo node, Str text, Str itself) {
  DefNo class = language_perl_package(build);
  ExprNo bases[BASES_MAX];
  size_t count = 0;
  for (Str word; count < BASES_MAX && (word = next_word(&text)).len;) {
    if (str_eq(word, STR("-base"))) word = itself;
    if (!word.len || word.ptr[0] < 'A' || word.ptr[0] > 'Z') continue;
    bases[count++] = language_perl_name(build, word, build->syntax->nodes[node].from);
    language_ref(build, REF_EXTEND, bases[count - 1], node);
  }
  if (class && count) language_def(build, class)->bases = language_list(build, bases, count);
}

static const char inheriting[] = "parent base Mojo::Base Moo Moose Mouse";

bool language_perl_is_class(const Syntax *syntax, NodeNo first) {
  for (NodeNo c = first; c && syntax_kind(syntax, c) != PERL_PACKAGE; c = syntax_next(syntax, c)) {
    unsigned kind = syntax_kind(syntax, c);
    if (kind == PERL_USE && language_word_in(inheriting, syntax_text(syntax, syntax_field(syntax, c, PERL_FIELD_MODULE)))) return true;
    if (kind == PERL_SUB && str_eq(syntax_text(syntax, syntax_field(syntax, c, PERL_FIELD_NAME)), STR("new"))) return true;
  }
  return false;
}

void language_perl_use(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo module = syntax_field(syntax, node, PERL_FIELD_MODULE), words = syntax_child(syntax, node, PERL_WORDS);
  if (!module) return;
  Str name = syntax_text(syntax, module), rest = syntax_text(syntax, words ? syntax_field(syntax, words, PERL_FIELD_CONTENT) : 0);
  uint32_t at = syntax->nodes[module].from;
  language_ref(build, REF_READ, language_perl_name(build, name, at), module);
  if (language_word_in(inheriting, name)) {
    Str text = syntax_text(syntax, node);
    bool is_pragma = language_word_in("parent base", name);
    language_perl_bases(build, module, str_slice(text, str_find(text, name) + name.len, text.len), is_pragma ? STR_EMPTY : name);
    return;
  }
  while (rest.len) {
    Str word = str_trim(str_cut(&rest, ' '));
    if (!word.len || strchr("$@%:&-", word.ptr[0])) continue;
    NameId id = language_intern(build, word);
    ExprNo value = language_add(build, (Expr){.kind = EXPR_MEMBER, .base = language_perl_name(build, name, at), .name = id, .at = at});
    language_bind(build, (Bind){.scope = 1, .name = id, .flags = BIND_HOISTED, .value = value});
  }
}

/* ---- accessors ---- */

static DefNo add_accessor(LanguageBuild *build, NodeNo node, NodeNo whole, Str word) {
  Str text = syntax_text(build->syntax, node);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_METHOD, .flags = DEF_EXPORTED, .name = node, .name_text = word, .whole = whole,
                                                    .bind = BIND_HOISTED | BIND_MEMBER});
  uint32_t skip = (uint32_t)(word.ptr - text.ptr);
  Span *span = &language_def(build, def)->name_span;
  if (span->line != span->end_line || !def) return def;
  *span = (Span){span->from + skip, span->from + skip + (uint32_t)word.len, span->line, span->column + skip, span->line,
                 span->column + skip + (uint32_t)word.len};
  return def;
}

void language_perl_has(LanguageBuild *build, NodeNo node, NodeNo list) {
  const Syntax *syntax = build->syntax;
  NodeNo first = syntax_kind(syntax, list) == PERL_LIST ? syntax_named(syntax, list, 0) : list, names = first;
  NodeNo lambda = first == list ? 0 : syntax_child(syntax, list, PERL_LAMBDA);
  if (syntax_kind(syntax, first) == PERL_ARRAY) names = syntax_named(syntax, first, 0);
  if (syntax_kind(syntax, names) == PERL_WORDS) names = syntax_field(syntax, names, PERL_FIELD_CONTENT);
  Str text = syntax_text(syntax, names);
  DefNo def = 0;
  /* A name that is computed is nobody's. */
  for (const char *sign = "$@(){"; *sign; sign++) {
    if (str_find_byte(text, *sign) != STR_NONE) text = STR_EMPTY;
  }
  for (Str word; (word = next_word(&text)).len;) def = add_accessor(build, names, node, word);
  LanguageOpen before;
  NodeNo body = lambda ? syntax_field(syntax, lambda, PERL_FIELD_BODY) : 0;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  for (NodeNo c = body ? syntax_first(syntax, body) : 0; c; c = syntax_next(syntax, c)) {
    ExprNo value = language_expr(build, c);
    if (!syntax_next(syntax, c)) language_return(build, value);
  }
  if (!body && first != list) language_visit_others(build, list, first);
  language_close(build, &before);
}

/* ---- variables ---- */

static void declare(LanguageBuild *build, NodeNo node, ExprNo value) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    NodeNo name = syntax_kind(syntax, c) == PERL_SCALAR ? c : syntax_child(syntax, c, PERL_SCALAR);
    if (!name) continue;
    NameId id = language_name(build, name);
    language_bind(build, (Bind){.name = id, .from = syntax->nodes[name].from, .value = value});
    idmap_mark(build->state, id.value);
  }
}

void language_perl_declaration(LanguageBuild *build, NodeNo node) { declare(build, node, 0); }

void language_perl_assignment(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo left = syntax_field(syntax, node, PERL_FIELD_LEFT), right = syntax_field(syntax, node, PERL_FIELD_RIGHT);
  bool is_one = syntax_kind(syntax, left) == PERL_DECLARATION && syntax_field(syntax, left, PERL_FIELD_VARIABLE);
  ExprNo value = language_expr(build, right);
  if (is_one) declare(build, left, value);
  else language_visit(build, left);
}
