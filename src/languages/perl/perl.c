/* Perl: packages and their subs. A call is found in its package, by a package's
 * name before it (A::b, A->b), by an import that names it (use A qw(b)), or on
 * $self in the package itself. A package that says what it inherits (use parent,
 * base, Mojo::Base, Moo and Moose) or makes objects (sub new) is a class, with
 * the accessors that `has` gives it. What other variables hold is known where
 * they are given it; what eval and AUTOLOAD make is not. */
#include <ctype.h>

#include "src/base/idmap.h"
#include "src/languages/common/forms_internal.h"

enum { KIND_PACKAGE = 1, KIND_BLOCK, KIND_SCALAR, KIND_BAREWORD, KIND_WORDS, KIND_SUB, KIND_LAMBDA, KIND_USE, KIND_LIST, KIND_ARRAY, KIND_DECLARATION };
static const char *const kinds[] = {"package_statement", "block", "scalar", "bareword", "quoted_word_list", "subroutine_declaration_statement",
                                    "anonymous_subroutine_expression", "use_statement", "list_expression", "anonymous_array_expression",
                                    "variable_declaration", NULL};
enum { FIELD_NAME = 1, FIELD_FUNCTION, FIELD_INVOCANT, FIELD_METHOD, FIELD_MODULE, FIELD_CONTENT, FIELD_ARGUMENTS, FIELD_BODY, FIELD_LEFT, FIELD_RIGHT, FIELD_VARIABLE };
static const char *const fields[] = {"name", "function", "invocant", "method", "module", "content", "arguments", "body", "left", "right", "variable", NULL};
enum { BASES_MAX = 8 };

/* ---- packages ---- */

/* The names of variables that the file declares. */
static void begin(LanguageBuild *build, NodeNo root) {
  (void)root;
  Idmap *declared = ARENA_NEW(build->arena, Idmap);
  idmap_init(declared, build->arena);
  build->state = declared;
}

static DefNo package_of(const LanguageBuild *build) {
  const Def *defs = build->facts->defs.items;
  DefNo around = build->container;
  while (around && defs[around].kind != SYMBOL_MODULE && defs[around].kind != SYMBOL_CLASS) around = defs[around].container;
  return around;
}

static const char inheriting[] = "parent base Mojo::Base Moo Moose Mouse";

/* Whether what stands from `first` on to the next package inherits or makes objects. */
static bool is_class(const LanguageBuild *build, NodeNo first) {
  for (NodeNo c = first; c && language_kind(build, c) != KIND_PACKAGE; c = syntax_next(build->syntax, c)) {
    unsigned kind = language_kind(build, c);
    if (kind == KIND_USE && language_word_in(inheriting, language_text(build, language_field(build, c, FIELD_MODULE)))) return true;
    if (kind == KIND_SUB && str_eq(language_text(build, language_field(build, c, FIELD_NAME)), STR("new"))) return true;
  }
  return false;
}

/* `package A;` reaches to the next one, or to the end of the file; `package A {}` to its bracket. */
static void visit_file(LanguageBuild *build, NodeNo root) {
  LanguageOpen before;
  bool is_open = false;
  for (NodeNo c = syntax_first(build->syntax, root); c; c = syntax_next(build->syntax, c)) {
    NodeNo name = language_kind(build, c) == KIND_PACKAGE ? language_field(build, c, FIELD_NAME) : 0, block = name ? language_child(build, c, KIND_BLOCK) : 0;
    if (name) {
      if (is_open) language_close(build, &before);
      bool makes = is_class(build, block ? syntax_first(build->syntax, block) : syntax_next(build->syntax, c));
      DefNo def = language_define(build, &(LanguageDef){.kind = makes ? SYMBOL_CLASS : SYMBOL_MODULE, .flags = DEF_EXPORTED, .name = name, .whole = c,
                                                        .body = block, .bind = BIND_HOISTED, .scope = 1});
      language_open(build, makes ? SCOPE_TYPE : SCOPE_NAMESPACE, root, def, &before);
      is_open = true;
    }
    language_visit(build, name ? block : c);
    if (block) language_close(build, &before), is_open = false;
  }
  if (is_open) language_close(build, &before);
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

/* The package inherits from what is named in `text`; `itself` is what -base means. */
static void add_bases(LanguageBuild *build, NodeNo node, Str text, Str itself) {
  DefNo class = package_of(build);
  ExprNo bases[BASES_MAX];
  size_t count = 0;
  for (Str word; count < BASES_MAX && (word = next_word(&text)).len;) {
    if (str_eq(word, STR("-base"))) word = itself;
    if (word.len && word.ptr[0] >= 'A' && word.ptr[0] <= 'Z') bases[count++] = language_use_word(build, word, node, REF_EXTEND);
  }
  if (class && count) language_def(build, class)->bases = language_list(build, bases, count);
}

/* use A qw(b c): b is A::b here. */
static void visit_use(LanguageBuild *build, NodeNo node) {
  NodeNo module = language_field(build, node, FIELD_MODULE);
  Str name = language_text(build, module), rest = language_text(build, language_field(build, language_child(build, node, KIND_WORDS), FIELD_CONTENT));
  if (!module) return;
  language_use_word(build, name, module, REF_READ);
  if (language_word_in(inheriting, name)) {
    Str text = language_text(build, node);
    bool is_pragma = language_word_in("parent base", name);
    add_bases(build, module, str_slice(text, str_find(text, name) + name.len, text.len), is_pragma ? STR_EMPTY : name);
    return;
  }
  while (rest.len) {
    Str word = str_trim(str_cut(&rest, ' '));
    if (!word.len || strchr("$@%:&-", word.ptr[0])) continue;
    ExprNo value = language_add_member_word(build, language_add_word(build, name, module), word, module);
    language_bind(build, (Bind){.scope = 1, .name = language_intern(build, word), .flags = BIND_HOISTED, .value = value});
  }
}

/* ---- what makes a class ---- */

static DefNo add_accessor(LanguageBuild *build, NodeNo node, NodeNo whole, Str word) {
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_METHOD, .flags = DEF_EXPORTED, .name = node, .name_text = word, .whole = whole,
                                                    .bind = BIND_HOISTED | BIND_MEMBER});
  uint32_t skip = (uint32_t)(word.ptr - language_text(build, node).ptr), len = (uint32_t)word.len;
  Span *span = &language_def(build, def)->name_span;
  if (span->line != span->end_line || !def) return def;
  *span = (Span){span->from + skip, span->from + skip + len, span->line, span->column + skip, span->line, span->column + skip + len};
  return def;
}

/* has name => …, has 'name', has [qw(a b)]: what the function behind it gives last
 * is what the accessor gives at first. */
static void visit_has(LanguageBuild *build, const LanguageFormed *form) {
  NodeNo list = form->rest, first = language_kind(build, list) == KIND_LIST ? syntax_named(build->syntax, list, 0) : list, names = first;
  NodeNo lambda = first == list ? 0 : language_child(build, list, KIND_LAMBDA), body = language_field(build, lambda, FIELD_BODY);
  if (language_kind(build, first) == KIND_ARRAY) names = syntax_named(build->syntax, first, 0);
  if (language_kind(build, names) == KIND_WORDS) names = language_field(build, names, FIELD_CONTENT);
  Str text = language_text(build, names);
  DefNo def = 0;
  for (const char *sign = "$@(){"; *sign; sign++) { /* a name that is computed is nobody's */
    if (str_find_byte(text, *sign) != STR_NONE) text = STR_EMPTY;
  }
  for (Str word; (word = next_word(&text)).len;) def = add_accessor(build, names, form->node, word);
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, form->node, def, &before);
  for (NodeNo c = body ? syntax_first(build->syntax, body) : 0; c; c = syntax_next(build->syntax, c)) {
    ExprNo value = language_expr(build, c);
    if (!syntax_next(build->syntax, c)) language_return(build, value);
  }
  if (!body && first != list) language_visit_others(build, list, first);
  language_close(build, &before);
}

static void visit_extends(LanguageBuild *build, const LanguageFormed *form) {
  add_bases(build, form->rest, language_text(build, form->rest), STR_EMPTY);
  language_visit_others(build, form->node, form->head);
  language_call_name(build, form->head, form->node);
}

static const LanguageForm class_forms[] = {{"has", visit_has, 0, 0}, {"extends", visit_extends, 0, 0}, {0}};

/* ---- variables ---- */

/* my $x, which is a name of which nobody knows more; my $x = A->new. */
static void declare(LanguageBuild *build, NodeNo node, ExprNo value) {
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    NodeNo name = language_kind(build, c) == KIND_SCALAR ? c : language_child(build, c, KIND_SCALAR);
    language_bind_node(build, name, (Bind){.value = value});
    if (name) idmap_mark(build->state, language_name(build, name).value);
  }
}

static void visit_declaration(LanguageBuild *build, NodeNo node) { declare(build, node, 0); }

static void visit_assignment(LanguageBuild *build, NodeNo node) {
  NodeNo left = language_field(build, node, FIELD_LEFT);
  ExprNo value = language_expr(build, language_field(build, node, FIELD_RIGHT));
  if (language_kind(build, left) == KIND_DECLARATION && language_field(build, left, FIELD_VARIABLE)) declare(build, left, value);
  else language_visit(build, left);
}

/* ---- calls ---- */

/* helper(1), A::b(1) */
static ExprNo call_function(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo name = language_field(build, node, FIELD_FUNCTION), list = language_field(build, node, FIELD_ARGUMENTS);
  Str text = language_text(build, name);
  LanguageFormed form = {.node = node, .head = name, .rest = list, .word = text};
  if (list && build->facts->scopes.items[build->scope].kind == SCOPE_TYPE && language_visit_form(build, class_forms, form)) return 0;
  language_visit_others(build, node, name);
  size_t colon = str_find_last_byte(text, ':');
  if (!text.len || text.ptr[0] == '$' || text.ptr[0] == '&') return 0;
  if (colon == STR_NONE || colon < 2) return language_call_name(build, name, node);
  ExprNo base = language_add_word(build, str_slice(text, 0, colon - 1), name);
  return language_call_value(build, language_add_member_word(build, base, str_slice(text, colon + 1, text.len), name), name, node);
}

/* In a function that is passed on, shift is whatever it is called with; in one
 * that `has` is given it is the object. */
static bool is_passed_on(const LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  while (node && language_kind(build, node) != KIND_SUB && language_kind(build, node) != KIND_LAMBDA) node = syntax_parent(syntax, node);
  if (language_kind(build, node) != KIND_LAMBDA) return false;
  NodeNo call = syntax_parent(syntax, syntax_parent(syntax, node));
  return !str_eq(language_text(build, language_field(build, call, FIELD_FUNCTION)), STR("has"));
}

/* A, $self, $class, shift, $variable, or anything that gives a value. */
static ExprNo invocant_of(LanguageBuild *build, NodeNo node) {
  Str text = language_text(build, node);
  DefNo package = package_of(build);
  bool is_given = language_word_in("shift $_[0]", text);
  if (is_given && is_passed_on(build, node)) return 0;
  if (package && (is_given || language_word_in("$self $class __PACKAGE__", text))) {
    return language_add_word(build, names_text(build->facts->names, build->facts->defs.items[package].name), node);
  }
  if (language_kind(build, node) == KIND_BAREWORD) return language_add_word(build, text, node);
  if (language_kind(build, node) != KIND_SCALAR) return language_expr(build, node);
  return idmap_has(build->state, language_name(build, node).value) ? language_add_name(build, node) : 0;
}

/* A->b(1), $self->b(1), $self->SUPER::b(1), A->new(1)->b */
static ExprNo call_method(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo invocant = language_field(build, node, FIELD_INVOCANT), method = language_field(build, node, FIELD_METHOD);
  ExprNo base = invocant_of(build, invocant);
  language_visit_but(build, node, invocant, method);
  Str text = language_text(build, method);
  if (!method || str_starts_with(text, STR("$"))) return 0;
  if (str_eq(text, STR("new")) && language_kind(build, invocant) == KIND_BAREWORD) {
    return language_add_call(build, EXPR_NEW, &(LanguageCall){.callee = base, .node = node, .name = method});
  }
  if (!str_starts_with(text, STR("SUPER::"))) return language_call_member(build, base, method, node);
  ExprNo super = language_add(build, (Expr){.kind = EXPR_SUPER, .at = language_node(build, method)->from});
  return language_call_value(build, language_add_member_word(build, super, str_slice(text, 7, text.len), method), method, node);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "source_file", .handler = {.visit = visit_file}},
    {LANGUAGE_ROW_DEFINE, .node = "subroutine_declaration_statement method_declaration_statement", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED,
     .name = "name", .body = "body"},
    {LANGUAGE_ROW_OWN, .node = "function_call_expression ambiguous_function_call_expression", .handler = {.expr = call_function}},
    {LANGUAGE_ROW_OWN, .node = "method_call_expression", .handler = {.expr = call_method}},
    {LANGUAGE_ROW_OWN, .node = "use_statement", .handler = {.visit = visit_use}},
    {LANGUAGE_ROW_OWN, .node = "assignment_expression", .handler = {.visit = visit_assignment}},
    {LANGUAGE_ROW_OWN, .node = "variable_declaration signature", .handler = {.visit = visit_declaration}},
    {LANGUAGE_ROW_RETURN, .node = "return_expression", .value = "0"},
    {LANGUAGE_ROW_INNER, .node = "expression_statement"},
    {LANGUAGE_ROW_NOTHING, .node = "pod"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_perl = {
    .name = "perl",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "pl pm t",
    .shebangs = "perl",
    .kinds = kinds,
    .fields = fields,
    .shared = true,
    .rows = rows,
    .begin = begin,
    .rules = {.globals = LANGUAGE_GLOBALS_LINKED, .type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS, .unknown_is_outside = true},
    .names = {.constructors = "new"},
    .test_names = "*.t",
};
