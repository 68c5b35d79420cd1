/* Perl: packages and their subs. A call is found in its package, by a package's
 * name before it (A::b, A->b), by an import that names it (use A qw(b)), or on
 * $self in the package itself. A package that says what it inherits (use parent,
 * base, Mojo::Base, Moo and Moose) or makes objects (sub new) is a class, with
 * the accessors that `has` gives it. What other variables hold is known where
 * they are given it; what eval and AUTOLOAD make is not. */
#include "src/languages/common/nodes_internal.h"

enum { KIND_PACKAGE = 1, KIND_BLOCK, KIND_WORDS, KIND_SUB, KIND_LAMBDA, KIND_USE };
static const char *const kinds[] = {"package_statement", "block", "quoted_word_list", "subroutine_declaration_statement", "anonymous_subroutine_expression",
                                    "use_statement", NULL};
enum { FIELD_NAME = 1, FIELD_FUNCTION, FIELD_MODULE, FIELD_CONTENT };
static const char *const fields[] = {"name", "function", "module", "content", NULL};

static DefNo package_of(const LanguageBuild *build) {
  const Def *defs = build->facts->defs.items;
  DefNo around = build->container;
  while (around && defs[around].kind != SYMBOL_MODULE && defs[around].kind != SYMBOL_CLASS) around = defs[around].container;
  return around;
}

/* Whether what stands from `first` on to the next package inherits or makes objects. */
static bool is_class(const LanguageBuild *build, NodeNo first) {
  for (NodeNo c = first; c && language_kind(build, c) != KIND_PACKAGE; c = syntax_next(build->syntax, c)) {
    unsigned kind = language_kind(build, c);
    if (kind == KIND_USE && language_word_in("parent base Mojo::Base Moo Moose Mouse", language_text(build, language_field(build, c, FIELD_MODULE)))) return true;
    if (kind == KIND_SUB && str_eq(language_text(build, language_field(build, c, FIELD_NAME)), STR("new"))) return true;
  }
  return false;
}

/* `package A;` reaches to the next one, or to the end of the file; `package A {}` to its bracket. */
static void visit_package(LanguageBuild *build, NodeNo node) {
  NodeNo block = language_child(build, node, KIND_BLOCK);
  bool makes = is_class(build, block ? syntax_first(build->syntax, block) : syntax_next(build->syntax, node));
  ScopeKind scope = makes ? SCOPE_TYPE : SCOPE_NAMESPACE;
  LanguageDef def = {.kind = makes ? SYMBOL_CLASS : SYMBOL_MODULE, .flags = DEF_EXPORTED, .name = language_field(build, node, FIELD_NAME), .whole = node,
                     .body = block, .bind = BIND_HOISTED, .scope = 1};
  LanguageOpen before;
  if (!block) {
    language_open_section(build, scope, &def, 1);
    return;
  }
  language_open(build, scope, node, language_define(build, &def), &before);
  language_visit(build, block);
  language_close(build, &before);
}

/* use A qw(b c): b is A::b here. */
static void visit_use(LanguageBuild *build, NodeNo node) {
  NodeNo module = language_field(build, node, FIELD_MODULE);
  Str rest = language_text(build, language_field(build, language_child(build, node, KIND_WORDS), FIELD_CONTENT));
  language_visit(build, module);
  while (rest.len) {
    Str word = str_trim(str_cut(&rest, ' '));
    if (!word.len || strchr("$@%:&-", word.ptr[0])) continue;
    ExprNo value = language_add_member_word(build, language_add_name(build, module), word, module);
    language_bind(build, (Bind){.scope = 1, .name = language_intern(build, word), .flags = BIND_HOISTED, .value = value});
  }
}

/* ---- what is called ---- */

static ExprNo read_word(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return language_add_name(build, node);
}

static ExprNo read_self(LanguageBuild *build, NodeNo node, unsigned role) {
  DefNo package = package_of(build);
  return package ? language_add_word(build, names_text(build->facts->names, build->facts->defs.items[package].name), node) : read_word(build, node, role);
}

/* In a function that is passed on, shift is whatever it is called with; in one
 * that `has` is given it is the object. */
static ExprNo read_given(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo function = node;
  while (function && language_kind(build, function) != KIND_SUB && language_kind(build, function) != KIND_LAMBDA) function = syntax_parent(build->syntax, function);
  if (language_kind(build, function) != KIND_LAMBDA) return read_self(build, node, role);
  NodeNo call = syntax_parent(build->syntax, syntax_parent(build->syntax, function));
  return str_eq(language_text(build, language_field(build, call, FIELD_FUNCTION)), STR("has")) ? read_self(build, node, role) : 0;
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "package_statement", .handler = {.visit = visit_package}},
    {LANGUAGE_ROW_DEFINE, .node = "subroutine_declaration_statement method_declaration_statement", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED,
     .name = "name", .body = "body"},
    {LANGUAGE_ROW_BASES, .node = "use_statement", .when = "module", .is = "parent base", .items = "."},
    {LANGUAGE_ROW_BASES, .node = "use_statement", .when = "module", .is = "Mojo::Base Moo Moose Mouse", .items = ".", .self = "-base"},
    {LANGUAGE_ROW_OWN, .node = "use_statement", .handler = {.visit = visit_use}},
    {LANGUAGE_ROW_DEFINE, .node = "function_call_expression ambiguous_function_call_expression", .when = "function", .is = "has", .kind = SYMBOL_METHOD,
     .flags = DEF_EXPORTED, .items = "arguments/0|arguments", .body = "arguments/<anonymous_subroutine_expression>/body", .gives_last = true},
    {LANGUAGE_ROW_BASES, .node = "function_call_expression ambiguous_function_call_expression", .when = "function", .is = "extends with", .items = "arguments"},
    {LANGUAGE_ROW_APPLY, .node = "function_call_expression ambiguous_function_call_expression", .base = "function"},
    {LANGUAGE_ROW_NEW, .node = "method_call_expression", .when = "<bareword>/+method", .is = "new", .base = "invocant", .name = "method", .items = "."},
    {LANGUAGE_ROW_OWN, .node = "method_call_expression", .when = "method/<scalar>"},
    {LANGUAGE_ROW_CALL, .node = "method_call_expression", .base = "invocant", .name = "method", .items = "."},
    {LANGUAGE_ROW_LOCAL, .node = "assignment_expression", .when = "left/variable", .name = "left/<scalar>", .value = "right"},
    {LANGUAGE_ROW_BINDS, .node = "variable_declaration signature"},
    {LANGUAGE_ROW_BLOCK, .node = "for_statement", .name = "variable"},
    {LANGUAGE_ROW_OWN, .node = "return_expression", .when = "0", .is = "$self"}, /* of a setter; what gets the value has the same name */
    {LANGUAGE_ROW_RETURN, .node = "return_expression", .value = "0"},
    {LANGUAGE_ROW_INNER, .node = "expression_statement"},
    {LANGUAGE_ROW_OWN, .node = "function method", .when = "0"}, /* &f, ->$f */
    {LANGUAGE_ROW_NAME, .node = "function method", .words = "::", .super = "SUPER"},
    {LANGUAGE_ROW_NAME, .node = "package"},
    {LANGUAGE_ROW_OWN, .node = "func1op_call_expression array_element_expression", .when = "../invocant", .is = "shift $_[0]", .handler = {.expr = read_given}},
    {LANGUAGE_ROW_NAME, .node = "scalar func0op_call_expression", .when = ".", .is = "$self $class __PACKAGE__", .handler = {.expr = read_self}},
    {LANGUAGE_ROW_NAME, .node = "scalar bareword", .handler = {.expr = read_word}},
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
    .rules = {.globals = LANGUAGE_GLOBALS_LINKED, .type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS, .unknown_is_outside = true},
    .names = {.constructors = "new"},
    .test_names = "*.t",
};
