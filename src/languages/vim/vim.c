/* Vim script: functions, variables of scripts, commands; calls by name: s:names in
 * the file, all others in any file, as Vim loads them. A dictionary owns the functions
 * that are declared on it (function s:Path.str()), a copy of one at the top level is
 * another that has its functions, a copy inside of a function is one of its kind. Functions
 * are also named by texts: function('Name'), and what commands and mappings run.
 * Names that are put together are not followed, nor is Vim9's def, which the grammar
 * does not read. */
#include "src/languages/common/nodes_internal.h"

/* ---- names in texts ---- */

static bool is_word(char c) { return byte_is_word(c) || c == '#' || c == ':'; }

/* <SID>Name is s:Name. */
static Str plain(LanguageBuild *build, Str name) {
  bool is_script = name.len > 5 && (str_starts_with(name, STR("<SID>")) || str_starts_with(name, STR("<sid>")));
  return is_script ? str_format(build->arena, "s:%.*s", STR_ARG(str_slice(name, 5, name.len))) : name;
}

/* `:call <SID>Run(…)<CR>`, `:<C-u>call a#b()`, `a#b() . "\<CR>"`: the first function of a
 * script that is called in a command or a mapping; the language's own have small letters. */
static void visit_text(LanguageBuild *build, NodeNo node) {
  Str text = language_text(build, node);
  size_t bracket = str_find_byte(text, '('), from = bracket;
  if (bracket == STR_NONE) return;
  while (from > 0 && is_word(text.ptr[from - 1])) from--;
  if (from >= 5 && (str_eq(str_slice(text, from - 5, from), STR("<SID>")) || str_eq(str_slice(text, from - 5, from), STR("<sid>")))) from -= 5;
  Str name = plain(build, str_slice(text, from, bracket));
  bool is_ours = str_starts_with(name, STR("s:")) || str_find_byte(name, '#') != STR_NONE || (name.len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z');
  bool is_member = from > 0 && text.ptr[from - 1] == '.';
  if (is_ours && !is_member) language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = language_add_word(build, name, node), .node = node});
}

/* ---- calls that give what they are given ---- */

/* Another dictionary, with the functions of the first. */
static ExprNo derived(LanguageBuild *build, ExprNo base, NodeNo node) {
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_STRUCT, .flags = DEF_ANONYMOUS, .whole = node});
  LanguageOpen before;
  language_open(build, SCOPE_OBJECT, node, def, &before);
  language_close(build, &before);
  ExprNo type = language_add_base(build, EXPR_TYPE_OF, base, node);
  ExprList bases = language_list(build, &type, 1);
  language_def(build, def)->bases = bases;
  return language_add_number(build, EXPR_OBJECT, 0, def, node);
}

static ExprNo called(LanguageBuild *build, NodeNo node, Str name, ExprNo call, const ExprNo *items, size_t count) {
  if (!count || !items[0]) return call;
  if (language_word_in("copy deepcopy", name)) return build->function ? items[0] : derived(build, items[0], node);
  if (count > 1 && str_eq(name, STR("extend"))) return language_add_list(build, EXPR_ANY, 0, items, 2, node);
  const Expr *first = language_expr_at(build, items[0]);
  if (!language_word_in("function funcref call", name) || first->kind != EXPR_LITERAL || !first->name.value) return call;
  Str text = plain(build, names_text(build->facts->names, first->name));
  NodeNo named = syntax_named(build->syntax, node, 1);
  if (str_eq(name, STR("call"))) return language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = language_add_word(build, text, named), .node = named});
  return language_use_word(build, text, named, REF_READ);
}

/* a ? b : c */
static ExprNo read_either(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  language_visit(build, syntax_named(build->syntax, node, 0));
  ExprNo both[2] = {language_expr(build, syntax_named(build->syntax, node, 1)), 0};
  both[1] = language_expr(build, syntax_named(build->syntax, node, 2));
  return language_add_list(build, EXPR_ANY, 0, both, 2, node);
}

/* ---- variables ---- */

/* let g:a = …, b:a, s:a inside of a function: the first of a file is its definition. */
static void visit_shared(LanguageBuild *build, NodeNo node) {
  NodeNo name = syntax_named(build->syntax, node, 0), value = syntax_named(build->syntax, node, 1);
  ExprNo given = language_expr(build, value);
  unsigned kind = given ? language_expr_at(build, given)->kind : 0;
  if (build->scope != 1 && (!kind || kind == EXPR_LITERAL)) return;
  bool is_own = str_starts_with(language_text(build, name), STR("s:"));
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_VARIABLE, .flags = is_own ? 0 : DEF_EXPORTED, .name = name, .whole = node, .scope = 1, .no_bind = true});
  language_def(build, def)->value = given;
  language_bind(build, (Bind){.scope = 1, .name = language_name(build, name), .from = language_node(build, name)->from, .flags = build->scope == 1 ? 0 : BIND_HOISTED, .value = given, .def = def});
}

/* l:a is a, in functions; a parameter is used as a:a. */
static void finish(LanguageBuild *build) {
  Facts *facts = build->facts;
  for (size_t i = 1; i < facts->binds.len; i++) {
    Bind *bind = &facts->binds.items[i];
    Str name = names_text(facts->names, bind->name);
    bool is_lambda = facts->defs.items[facts->scopes.items[bind->scope].def].flags & DEF_ANONYMOUS;
    if (bind->flags & BIND_PARAM && !is_lambda) bind->name = language_intern(build, str_format(build->arena, "a:%.*s", STR_ARG(name)));
    else if (str_starts_with(name, STR("l:"))) bind->name = language_intern(build, str_slice(name, 2, name.len));
  }
  for (size_t i = 1; i < facts->exprs.len; i++) {
    Expr *expr = &facts->exprs.items[i];
    Str name = expr->kind == EXPR_NAME ? names_text(facts->names, expr->name) : STR_EMPTY;
    if (str_starts_with(name, STR("l:"))) expr->name = language_intern(build, str_slice(name, 2, name.len));
  }
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "function_definition", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .hidden = "<function_declaration>/name/<scope>",
     .name = "<function_declaration>/name", .params = "<function_declaration>/parameters", .body = "<body>"},
    {LANGUAGE_ROW_DEFINE, .node = "command_statement", .kind = SYMBOL_CONSTANT, .name = "name", .value = "repl"},
    {LANGUAGE_ROW_OWN, .node = "command map_side", .handler = {.visit = visit_text}},
    {LANGUAGE_ROW_OWN, .node = "let_statement const_statement", .when = "0/<scope>", .is = "g: b: w: t: s:", .handler = {.visit = visit_shared}},
    {LANGUAGE_ROW_DECLARE, .node = "let_statement const_statement", .name = "0", .value = "1"},
    {LANGUAGE_ROW_LOOP, .node = "for_loop", .name = "variable", .value = "iter", .body = "<body>", .kind = EXPR_ITER},
    {LANGUAGE_ROW_DEFINE, .node = "lambda_expression", .kind = SYMBOL_FUNCTION, .body = "."},
    {LANGUAGE_ROW_CALL, .node = "call_expression", .base = "function", .items = ".", .result = called},
    {LANGUAGE_ROW_MEMBER, .node = "field_expression", .base = "value", .name = "field", .kind = EXPR_SELF},
    {LANGUAGE_ROW_OBJECT, .node = "dictionnary"},
    {LANGUAGE_ROW_ENTRY, .node = "dictionnary_entry", .name = "key", .value = "value"},
    {LANGUAGE_ROW_EXPR, .node = "index_expression", .kind = EXPR_INDEX, .base = "value", .items = "index"},
    {LANGUAGE_ROW_OWN, .node = "ternary_expression", .handler = {.expr = read_either}},
    {LANGUAGE_ROW_IMPORT, .node = "source_statement", .kind = IMPORT_EFFECT, .value = "file"},
    {LANGUAGE_ROW_RETURN, .node = "return_statement", .value = "0"},
    {LANGUAGE_ROW_NAME, .node = "identifier scoped_identifier argument", .self = "self"},
    {LANGUAGE_ROW_LITERAL, .node = "string_literal", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_LITERAL, .node = "integer_literal", .kind = LITERAL_INT},
    {LANGUAGE_ROW_NOTHING, .node = "augroup_statement set_statement highlight_statement"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_vim = {
    .name = "vim", .revision = 1,
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "vim",
    .filenames = ".vimrc _vimrc vimrc .gvimrc",
    .rows = rows, .finish = finish,
    .rules = {.globals = LANGUAGE_GLOBALS_LINKED, .unknown_is_outside = true, .library_unlisted = true, .parameters_given = true, .called_by_alias = true},
    .near = "{}",
    .test_names = "test/ tests/ *.vader",
    .editing = {.indent = "  "},
};
