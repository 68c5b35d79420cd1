/* Perl: packages and their subs. A call is found in its package, by a package's
 * name before it (A::b, A->b), by an import that names it (use A qw(b)), or on
 * $self in the package itself. A package that says what it inherits (use parent,
 * base, Mojo::Base, Moo and Moose) or makes objects (sub new) is a class, with
 * the accessors that `has` gives it. What other variables hold is known where
 * they are given it; what eval and AUTOLOAD make is not. */
#include "src/base/idmap.h"
#include "src/languages/perl/perl_internal.h"

static const char *const kinds[] = {"package_statement", "package", "block", "scalar", "bareword", "quoted_word_list", "subroutine_declaration_statement",
                                    "anonymous_subroutine_expression", "use_statement", "list_expression", "anonymous_array_expression",
                                    "variable_declaration", NULL};
static const char *const fields[] = {"name", "function", "invocant", "method", "module", "content", "arguments", "body", "left", "right", "variable", NULL};

/* ---- packages ---- */

/* The names of variables that the file declares. */
static void begin(LanguageBuild *build, NodeNo root) {
  (void)root;
  Idmap *declared = ARENA_NEW(build->arena, Idmap);
  idmap_init(declared, build->arena);
  build->state = declared;
}

/* `package A;` reaches to the next one, or to the end of the file. */
static void visit_file(LanguageBuild *build, NodeNo root) {
  const Syntax *syntax = build->syntax;
  LanguageOpen before;
  bool is_open = false;
  for (NodeNo c = syntax_first(syntax, root); c; c = syntax_next(syntax, c)) {
    NodeNo name = syntax_kind(syntax, c) == PERL_PACKAGE ? syntax_field(syntax, c, PERL_FIELD_NAME) : 0;
    NodeNo block = name ? syntax_child(syntax, c, PERL_BLOCK) : 0;
    if (name) {
      if (is_open) language_close(build, &before);
      bool makes = language_perl_is_class(syntax, block ? syntax_first(syntax, block) : syntax_next(syntax, c));
      DefNo def = language_define(build, &(LanguageDef){.kind = makes ? SYMBOL_CLASS : SYMBOL_MODULE, .flags = DEF_EXPORTED, .name = name, .whole = c,
                                                        .bind = BIND_HOISTED, .scope = 1});
      language_open(build, makes ? SCOPE_TYPE : SCOPE_NAMESPACE, root, def, &before);
      is_open = true;
    }
    language_visit(build, name ? block : c);
  }
  if (is_open) language_close(build, &before);
}

/* ---- calls ---- */

/* helper(1), A::b(1) */
static ExprNo call_function(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, PERL_FIELD_FUNCTION), list = syntax_field(syntax, node, PERL_FIELD_ARGUMENTS);
  Str text = syntax_text(syntax, name);
  bool in_class = build->facts->scopes.items[build->scope].kind == SCOPE_TYPE && list;
  if (in_class && str_eq(text, STR("has"))) {
    language_perl_has(build, node, list);
    return 0;
  }
  if (in_class && str_eq(text, STR("extends"))) language_perl_bases(build, list, syntax_text(syntax, list), STR_EMPTY);
  language_visit_others(build, node, name);
  size_t colon = str_find_last_byte(text, ':');
  if (!text.len || text.ptr[0] == '$' || text.ptr[0] == '&') return 0;
  if (colon == STR_NONE || colon < 2) return language_call_name(build, name, node);
  ExprNo base = language_perl_name(build, str_slice(text, 0, colon - 1), syntax->nodes[name].from);
  ExprNo member = language_add(build, (Expr){.kind = EXPR_MEMBER, .base = base, .name = language_intern(build, str_slice(text, colon + 1, text.len)),
                                             .at = syntax->nodes[name].from});
  return language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = member, .node = node, .name = name});
}

/* In a function that is passed on, shift is whatever it is called with; in one
 * that `has` is given it is the object. */
static bool is_passed_on(const Syntax *syntax, NodeNo node) {
  while (node && syntax_kind(syntax, node) != PERL_SUB && syntax_kind(syntax, node) != PERL_LAMBDA) node = syntax_parent(syntax, node);
  if (syntax_kind(syntax, node) != PERL_LAMBDA) return false;
  NodeNo call = syntax_parent(syntax, syntax_parent(syntax, node));
  return !str_eq(syntax_text(syntax, syntax_field(syntax, call, PERL_FIELD_FUNCTION)), STR("has"));
}

/* A, $self, $class, shift, $variable, or anything that gives a value. */
static ExprNo invocant_of(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  Str text = syntax_text(syntax, node);
  uint32_t at = syntax->nodes[node].from;
  DefNo package = language_perl_package(build);
  Str own = package ? names_text(build->facts->names, build->facts->defs.items[package].name) : STR_EMPTY;
  bool is_given = language_word_in("shift $_[0]", text);
  if (is_given && is_passed_on(syntax, node)) return 0;
  if (package && (is_given || language_word_in("$self $class __PACKAGE__", text))) return language_perl_name(build, own, at);
  if (syntax_kind(syntax, node) == PERL_BAREWORD) return language_perl_name(build, text, at);
  if (syntax_kind(syntax, node) == PERL_SCALAR) return idmap_has(build->state, language_name(build, node).value) ? language_add_name(build, node) : 0;
  return language_expr(build, node);
}

/* A->b(1), $self->b(1), $self->SUPER::b(1), A->new(1)->b */
static ExprNo call_method(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo invocant = syntax_field(syntax, node, PERL_FIELD_INVOCANT), method = syntax_field(syntax, node, PERL_FIELD_METHOD);
  ExprNo base = invocant_of(build, invocant);
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (c != invocant && c != method) language_visit(build, c);
  }
  Str text = syntax_text(syntax, method);
  if (!method || str_starts_with(text, STR("$"))) return 0;
  if (str_eq(text, STR("new")) && syntax_kind(syntax, invocant) == PERL_BAREWORD) {
    return language_add_call(build, EXPR_NEW, &(LanguageCall){.callee = base, .node = node, .name = method});
  }
  ExprNo member = language_add_member(build, base, method);
  if (str_starts_with(text, STR("SUPER::"))) {
    ExprNo super = language_add(build, (Expr){.kind = EXPR_SUPER, .at = syntax->nodes[method].from});
    Expr *at = language_expr_at(build, member);
    at->base = super;
    at->name = language_intern(build, str_slice(text, 7, text.len));
  }
  return language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = member, .node = node, .name = method});
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "source_file", .handler = {.visit = visit_file}},
    {LANGUAGE_ROW_DEFINE, .node = "subroutine_declaration_statement method_declaration_statement", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED,
     .name = "name", .body = "body"},
    {LANGUAGE_ROW_OWN, .node = "function_call_expression ambiguous_function_call_expression", .handler = {.expr = call_function}},
    {LANGUAGE_ROW_OWN, .node = "method_call_expression", .handler = {.expr = call_method}},
    {LANGUAGE_ROW_OWN, .node = "use_statement", .handler = {.visit = language_perl_use}},
    {LANGUAGE_ROW_OWN, .node = "assignment_expression", .handler = {.visit = language_perl_assignment}},
    {LANGUAGE_ROW_OWN, .node = "variable_declaration signature", .handler = {.visit = language_perl_declaration}},
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
