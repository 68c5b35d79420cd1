/* SQL: tables with their columns, views, functions, types, indexes and
 * triggers. A table that is read, written or referred to is a reference to the
 * one of that name in any file; a schema before the name is not compared. A
 * column that is added later belongs to its table.
 * Columns in queries are not followed, because a query's own names hide them. */
#include "src/languages/language.h"

enum { KIND_REFERENCE = 1, KIND_CTE };
static const char *const kinds[] = {"object_reference", "cte", NULL};
enum { FIELD_NAME = 1 };
static const char *const fields[] = {"name", NULL};

static ExprNo read_table(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo name = syntax_field(build->syntax, node, FIELD_NAME);
  return name ? language_expr_name(build, name, role) : 0;
}

/* with x as (…): x is no table, here. */
static void visit_cte(LanguageBuild *build, NodeNo node) {
  NodeNo name = syntax_named(build->syntax, node, 0);
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (c != name) language_visit(build, c);
  }
  if (name) language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_HOISTED});
}

/* Such names end with their statement; what a statement creates does not. */
static void visit_statement(LanguageBuild *build, NodeNo node) {
  if (syntax_child(build->syntax, node, KIND_CTE)) language_visit_block(build, node);
  else language_visit_children(build, node);
}

/* alter table t add column c …: a column of t, wherever that is. */
static void visit_alter(LanguageBuild *build, NodeNo node) {
  DefNo first = (DefNo)build->facts->defs.len;
  NodeNo table = syntax_field(build->syntax, syntax_child(build->syntax, node, KIND_REFERENCE), FIELD_NAME);
  language_visit_children(build, node);
  for (DefNo i = first; table && i < build->facts->defs.len; i++) {
    Def *def = language_def(build, i);
    if (def->kind == SYMBOL_FIELD) def->receiver = language_intern(build, syntax_text(build->syntax, table));
  }
}

static ExprNo call_function(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo callee = syntax_child(build->syntax, node, KIND_REFERENCE), name = syntax_field(build->syntax, callee, FIELD_NAME);
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (c != callee) language_visit(build, c);
  }
  if (!name) return 0;
  return language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = language_add_name(build, name), .node = node, .name = name});
}

/* "users", `users` and [users] are users. */
static bool unquote(LanguageBuild *build, NameId *name) {
  Str text = names_text(build->facts->names, *name);
  bool is_quoted = text.len > 2 && (text.ptr[0] == '"' || text.ptr[0] == '`' || text.ptr[0] == '[');
  if (is_quoted) *name = language_intern(build, str_slice(text, 1, text.len - 1));
  return is_quoted;
}

static void finish(LanguageBuild *build) {
  Facts *facts = build->facts;
  for (DefNo i = 1; i < facts->defs.len; i++) {
    Def *def = &facts->defs.items[i];
    unquote(build, &def->receiver);
    unquote(build, &def->spelled);
    if (!unquote(build, &def->name)) continue;
    def->name_span.from++;
    def->name_span.column++;
    def->name_span.to--;
    def->name_span.end_column--;
  }
  for (BindNo i = 1; i < facts->binds.len; i++) unquote(build, &facts->binds.items[i].name);
  for (ExprNo i = 1; i < facts->exprs.len; i++) unquote(build, &facts->exprs.items[i].name);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "statement", .handler = {.visit = visit_statement}},
    {LANGUAGE_ROW_DEFINE, .node = "create_table", .kind = SYMBOL_STRUCT, .flags = DEF_EXPORTED,
     .name = "<object_reference>/name", .body = "<column_definitions>|<create_query>"},
    {LANGUAGE_ROW_DEFINE, .node = "create_view create_materialized_view", .kind = SYMBOL_STRUCT, .flags = DEF_EXPORTED,
     .name = "<object_reference>/name", .body = "<create_query>"},
    {LANGUAGE_ROW_DEFINE, .node = "create_function create_procedure", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED,
     .name = "<object_reference>/name", .params = "<function_arguments>|<procedure_arguments>", .body = "<function_body>"},
    {LANGUAGE_ROW_PARAM, .node = "function_argument procedure_argument", .name = "<identifier>"},
    {LANGUAGE_ROW_DEFINE, .node = "create_trigger", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "<object_reference>/name", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "create_type", .kind = SYMBOL_ENUM, .flags = DEF_EXPORTED, .name = "<object_reference>/name"},
    {LANGUAGE_ROW_DEFINE, .node = "create_index", .kind = SYMBOL_PROPERTY, .flags = DEF_EXPORTED, .name = "column", .value = "<object_reference>"},
    {LANGUAGE_ROW_DEFINE, .node = "column_definition", .kind = SYMBOL_FIELD, .flags = DEF_EXPORTED, .name = "name", .value = "<object_reference>"},
    {LANGUAGE_ROW_OWN, .node = "alter_table", .handler = {.visit = visit_alter}},
    {LANGUAGE_ROW_OWN, .node = "object_reference", .handler = {.expr = read_table}},
    {LANGUAGE_ROW_OWN, .node = "cte", .handler = {.visit = visit_cte}},
    {LANGUAGE_ROW_OWN, .node = "invocation", .handler = {.expr = call_function}},
    {LANGUAGE_ROW_NOTHING, .node = "field all_fields column ordered_columns"},
    {LANGUAGE_ROW_COMMENT, .node = "comment marginalia"},
    {0},
};

static const LanguageSubject subjects[] = {
    {NULL, "schema table column database migration index sql view trigger"},
    {0},
};

const Language language_sql = {
    .name = "sql",
    .tier = LANGUAGE_TIER_STRUCTURE,
    .extensions = "sql ddl pgsql",
    .kinds = kinds,
    .fields = fields,
    .shared = true,
    .rows = rows,
    .finish = finish,
    .rules = {.name_case = LANGUAGE_CASE_IGNORED, .globals = LANGUAGE_GLOBALS_LINKED, .types_are_tables = true, .unknown_is_outside = true},
    .subjects = subjects,
};
