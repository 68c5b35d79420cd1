/* Erlang: functions by name and number of parameters (all clauses are one),
 * records, macros and types of a module. A call is found in its module, in those
 * that are named before it, and in what is imported; headers bring their macros
 * and records. What a variable holds, and whom a behaviour calls, is not known. */
#include "src/languages/common/near_internal.h"
#include "src/languages/common/nodes_internal.h"

enum { KIND_ATOM = 1, KIND_REMOTE, KIND_FA };
static const char *const kinds[] = {"atom", "remote", "fa", NULL};
enum { FIELD_NAME = 1, FIELD_CLAUSE, FIELD_ARGS, FIELD_BODY, FIELD_EXPR, FIELD_MODULE, FIELD_FUN, FIELD_LHS, FIELD_ARITY, FIELD_VALUE, FIELD_REPLACEMENT };
static const char *const fields[] = {"name", "clause", "args", "body", "expr", "module", "fun", "lhs", "arity", "value", "replacement", NULL};

typedef VEC(NameId) Exported;
enum { EXPORTED_MAX = 2000 };

static void begin(LanguageBuild *build, NodeNo root) { (void)root, build->state = ARENA_NEW(build->arena, Exported); }

/* total/2, by which functions are known. */
static Str with_arity(LanguageBuild *build, NodeNo name, NodeNo args) {
  return str_format(build->arena, "%.*s/%u", STR_ARG(language_text(build, name)), args ? syntax_named_count(build->syntax, args) : 0);
}
static Str written_arity(LanguageBuild *build, NodeNo node) {
  Str name = language_text(build, language_field(build, node, FIELD_FUN));
  Str arity = language_text(build, language_field(build, language_field(build, node, FIELD_ARITY), FIELD_VALUE));
  return str_format(build->arena, "%.*s/%.*s", STR_ARG(name), STR_ARG(arity));
}

/* -export([f/1]), and -import(m, [f/1]), which names a module. */
static void visit_listed(LanguageBuild *build, NodeNo node) {
  Exported *exported = build->state;
  NameId module = language_name(build, language_field(build, node, FIELD_MODULE));
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) != KIND_FA) continue;
    NameId name = language_intern(build, written_arity(build, c));
    if (module.value) language_import(build, (Import){.form = IMPORT_NAMED, .specifier = module, .name = name, .local = name}, c);
    else if (exported->len < EXPORTED_MAX) *vec_add(build->arena, exported) = name;
  }
}
static unsigned export_flag(const LanguageBuild *build, NameId name) {
  const Exported *exported = build->state;
  for (size_t i = 0; i < exported->len; i++) {
    if (names_same(exported->items[i], name)) return DEF_EXPORTED;
  }
  return 0;
}

static void visit_function(LanguageBuild *build, NodeNo node) {
  NodeNo clause = language_field(build, node, FIELD_CLAUSE), name = language_field(build, clause, FIELD_NAME), args = language_field(build, clause, FIELD_ARGS);
  Str bound = with_arity(build, name, args);
  DefNo def = language_continue(build, bound, node);
  if (!def) def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = export_flag(build, language_intern(build, bound)), .name = name, .bound = bound,
                                                        .whole = node, .body = language_field(build, clause, FIELD_BODY), .bind = BIND_HOISTED});
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  language_visit_others(build, clause, name);
  language_close(build, &before);
}

/* ?NAME and #name, as they are used: neither is in the way of a function. */
static Str signed_name(LanguageBuild *build, char sign, NodeNo name) {
  return str_format(build->arena, "%c%.*s", sign, STR_ARG(language_text(build, name)));
}
static void define(LanguageBuild *build, NodeNo node, NodeNo name, SymbolKind kind, char sign) {
  language_define(build, &(LanguageDef){.kind = kind, .flags = DEF_EXPORTED, .name = name, .bound = signed_name(build, sign, name), .whole = node, .bind = BIND_HOISTED});
  language_visit(build, language_field(build, node, FIELD_REPLACEMENT));
}
static void visit_define(LanguageBuild *build, NodeNo node) {
  define(build, node, language_field(build, language_field(build, node, FIELD_LHS), FIELD_NAME), SYMBOL_MACRO, '?');
}
static void visit_record(LanguageBuild *build, NodeNo node) { define(build, node, language_field(build, node, FIELD_NAME), SYMBOL_STRUCT, '#'); }

static ExprNo use_macro(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo name = language_field(build, node, FIELD_NAME), args = language_field(build, node, FIELD_ARGS);
  language_visit(build, args);
  ExprNo macro = language_use_word(build, signed_name(build, '?', name), name, args ? LANGUAGE_NO_REF : role);
  return args ? language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = macro, .node = node, .name = name}) : macro;
}
static ExprNo use_record(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo name = language_field(build, node, FIELD_NAME);
  return language_use_word(build, signed_name(build, '#', name), name, role == REF_READ ? REF_TYPE : role);
}

/* A function of this module, or a member of the one that is named. 0: only the
 * running program knows which. */
static ExprNo function_of(LanguageBuild *build, NodeNo module, Str function, NodeNo at) {
  Str name = language_text(build, module);
  if (!module || str_eq(name, STR("?MODULE")) || str_eq(name, names_text(build->facts->names, build->facts->package))) return language_add_word(build, function, at);
  if (language_kind(build, module) != KIND_ATOM) return 0;
  ExprNo base = language_use_module(build, name, name, module);
  return language_add(build, (Expr){.kind = EXPR_MEMBER, .base = base, .name = language_intern(build, function), .at = language_node(build, at)->from});
}

/* f(X), and m:f(X), which has the module around it */
static ExprNo call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo name = language_field(build, node, FIELD_EXPR), args = language_field(build, node, FIELD_ARGS), around = syntax_parent(build->syntax, node);
  NodeNo remote = language_kind(build, around) == KIND_REMOTE ? language_field(build, around, FIELD_MODULE) : 0;
  language_visit(build, args);
  if (language_kind(build, name) != KIND_ATOM) language_visit(build, name);
  ExprNo callee = language_kind(build, name) != KIND_ATOM ? 0 : function_of(build, language_field(build, remote, FIELD_MODULE), with_arity(build, name, args), name);
  return callee ? language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = callee, .node = node, .name = name}) : 0;
}

/* fun f/1, fun m:f/1 */
static ExprNo function_value(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo name = language_field(build, node, FIELD_FUN), module = language_field(build, language_field(build, node, FIELD_MODULE), FIELD_NAME);
  ExprNo value = function_of(build, module, written_arity(build, node), name);
  language_ref(build, role, value, name);
  return value;
}

static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  Str name = names_text(facts->names, import->specifier);
  if (import->form == IMPORT_STAR) language_find_near(world, from, name, "{} ../include/{} {.}", ret_module);
  else language_find_declared(world, name, ret_module);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_PACKAGE, .node = "module_attribute", .name = "name"},
    {LANGUAGE_ROW_OWN, .node = "import_attribute export_attribute", .handler = {.visit = visit_listed}},
    {LANGUAGE_ROW_IMPORT, .node = "pp_include pp_include_lib", .kind = IMPORT_STAR, .flags = IMPORT_REEXPORT, .value = "file"},
    {LANGUAGE_ROW_OWN, .node = "fun_decl", .handler = {.visit = visit_function}},
    {LANGUAGE_ROW_OWN, .node = "pp_define", .handler = {.visit = visit_define}},
    {LANGUAGE_ROW_OWN, .node = "record_decl", .handler = {.visit = visit_record}},
    {LANGUAGE_ROW_DEFINE, .node = "type_alias opaque", .kind = SYMBOL_TYPE, .flags = DEF_EXPORTED, .name = "name/name"},
    {LANGUAGE_ROW_OWN, .node = "macro_call_expr", .handler = {.expr = use_macro}},
    {LANGUAGE_ROW_OWN, .node = "record_name", .handler = {.expr = use_record}},
    {LANGUAGE_ROW_OWN, .node = "call", .handler = {.expr = call}},
    {LANGUAGE_ROW_OWN, .node = "internal_fun external_fun", .handler = {.expr = function_value}},
    {LANGUAGE_ROW_NOTHING, .node = "spec callback behaviour_attribute remote_module"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_erlang = {
    .name = "erlang",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "erl hrl",
    .shebangs = "escript",
    .kinds = kinds,
    .fields = fields,
    .rows = rows,
    .begin = begin,
    .rules = {.unknown_is_outside = true},
    .find_module = find_module,
    .home = {.manifests = "rebar.config"},
    .test_names = "*_SUITE.erl *_tests.erl test/",
};
