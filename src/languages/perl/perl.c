/* Perl: packages and their subs. A call is found in its package, by a package's
 * name before it (A::b, A->b), by an import that names it (use A qw(b)), or on
 * $self in the package itself. What another object is, and what is inherited or
 * made by eval and AUTOLOAD, is not known. */
#include "src/languages/language.h"

enum { KIND_PACKAGE = 1, KIND_NAME, KIND_BLOCK, KIND_SCALAR, KIND_BAREWORD, KIND_WORDS };
static const char *const kinds[] = {"package_statement", "package", "block", "scalar", "bareword", "quoted_word_list", NULL};
enum { FIELD_NAME = 1, FIELD_FUNCTION, FIELD_INVOCANT, FIELD_METHOD, FIELD_MODULE, FIELD_CONTENT };
static const char *const fields[] = {"name", "function", "invocant", "method", "module", "content", NULL};

static ExprNo named(LanguageBuild *build, Str name, uint32_t at) {
  return language_add(build, (Expr){.kind = EXPR_NAME, .name = language_intern(build, name), .at = at});
}

/* `package A;` reaches to the next one, or to the end of the file. */
static void visit_file(LanguageBuild *build, NodeNo root) {
  const Syntax *syntax = build->syntax;
  LanguageOpen before;
  bool is_open = false;
  for (NodeNo c = syntax_first(syntax, root); c; c = syntax_next(syntax, c)) {
    NodeNo name = syntax_kind(syntax, c) == KIND_PACKAGE ? syntax_field(syntax, c, FIELD_NAME) : 0;
    if (name) {
      if (is_open) language_close(build, &before);
      DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_MODULE, .flags = DEF_EXPORTED, .name = name, .whole = c, .bind = BIND_HOISTED});
      language_open(build, SCOPE_NAMESPACE, root, def, &before);
      is_open = true;
    }
    language_visit(build, name ? syntax_child(syntax, c, KIND_BLOCK) : c);
  }
  if (is_open) language_close(build, &before);
}

/* helper(1), A::b(1) */
static ExprNo call_function(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, FIELD_FUNCTION);
  language_visit_others(build, node, name);
  Str text = syntax_text(syntax, name);
  size_t colon = str_find_last_byte(text, ':');
  if (!text.len || text.ptr[0] == '$' || text.ptr[0] == '&') return 0;
  if (colon == STR_NONE || colon < 2) return language_call_name(build, name, node);
  ExprNo base = named(build, str_slice(text, 0, colon - 1), syntax->nodes[name].from);
  ExprNo member = language_add(build, (Expr){.kind = EXPR_MEMBER, .base = base, .name = language_intern(build, str_slice(text, colon + 1, text.len)),
                                             .at = syntax->nodes[name].from});
  return language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = member, .node = node, .name = name});
}

/* A->b(1), $self->b(1), $other->b(1) */
static ExprNo call_method(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo invocant = syntax_field(syntax, node, FIELD_INVOCANT), method = syntax_field(syntax, node, FIELD_METHOD);
  uint32_t at = syntax->nodes[invocant].from;
  ExprNo base = 0;
  const Facts *facts = build->facts;
  DefNo around = build->container;
  while (around && facts->defs.items[around].kind != SYMBOL_MODULE) around = facts->defs.items[around].container;
  Str text = syntax_text(syntax, invocant);
  if (syntax_kind(syntax, invocant) == KIND_BAREWORD) base = named(build, text, at);
  else if (around && (str_eq(text, STR("$self")) || str_eq(text, STR("$class")))) base = named(build, names_text(facts->names, facts->defs.items[around].name), at);
  language_visit_others(build, node, method);
  if (!method || str_starts_with(syntax_text(syntax, method), STR("$"))) return 0;
  return language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = language_add_member(build, base, method), .node = node, .name = method});
}

/* use A qw(b c): b is A::b here. */
static void visit_use(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo module = syntax_field(syntax, node, FIELD_MODULE), words = syntax_child(syntax, node, KIND_WORDS);
  if (!module) return;
  Str name = syntax_text(syntax, module), rest = syntax_text(syntax, words ? syntax_field(syntax, words, FIELD_CONTENT) : 0);
  uint32_t at = syntax->nodes[module].from;
  language_ref(build, REF_READ, named(build, name, at), module);
  while (rest.len) {
    Str word = str_trim(str_cut(&rest, ' '));
    if (!word.len || strchr("$@%:&-", word.ptr[0])) continue;
    NameId id = language_intern(build, word);
    ExprNo value = language_add(build, (Expr){.kind = EXPR_MEMBER, .base = named(build, name, at), .name = id, .at = at});
    language_bind(build, (Bind){.name = id, .flags = BIND_HOISTED, .value = value});
  }
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "source_file", .handler = {.visit = visit_file}},
    {LANGUAGE_ROW_DEFINE, .node = "subroutine_declaration_statement method_declaration_statement", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED,
     .name = "name", .body = "body"},
    {LANGUAGE_ROW_OWN, .node = "function_call_expression ambiguous_function_call_expression", .handler = {.expr = call_function}},
    {LANGUAGE_ROW_OWN, .node = "method_call_expression", .handler = {.expr = call_method}},
    {LANGUAGE_ROW_OWN, .node = "use_statement", .handler = {.visit = visit_use}},
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
    .rules = {.globals = LANGUAGE_GLOBALS_LINKED, .unknown_is_outside = true},
    .test_names = "*.t",
};
