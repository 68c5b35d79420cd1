/* Lua. Its only structure is the table: a module is a table that its file
 * returns, a class a table that others look names up in. So a name that was
 * given a table in this file owns the functions declared on it. */
#include "src/languages/language.h"

#define KINDS(X)                                          \
  X(ARGUMENTS, "arguments")                               \
  X(ASSIGNMENT, "assignment_statement")                   \
  X(BINARY, "binary_expression")                          \
  X(BLOCK, "block")                                       \
  X(BRACKET_INDEX, "bracket_index_expression")            \
  X(DECLARATION, "variable_declaration")                  \
  X(DOT_INDEX, "dot_index_expression")                    \
  X(EXPRESSION_LIST, "expression_list")                   \
  X(FALSE, "false")                                       \
  X(FIELD, "field")                                       \
  X(FOR_GENERIC, "for_generic_clause")                    \
  X(FOR_NUMERIC, "for_numeric_clause")                    \
  X(FOR_STATEMENT, "for_statement")                       \
  X(FUNCTION_CALL, "function_call")                       \
  X(FUNCTION_DECLARATION, "function_declaration")         \
  X(FUNCTION_DEFINITION, "function_definition")           \
  X(IDENTIFIER, "identifier")                             \
  X(LOCAL, "'local")                                      \
  X(METHOD_INDEX, "method_index_expression")              \
  X(NIL, "nil")                                           \
  X(NUMBER, "number")                                     \
  X(PARENTHESIZED, "parenthesized_expression")            \
  X(RETURN, "return_statement")                           \
  X(STRING, "string")                                     \
  X(STRING_CONTENT, "string_content")                     \
  X(TABLE, "table_constructor")                           \
  X(TRUE, "true")                                         \
  X(VARIABLE_LIST, "variable_list")

#define FIELDS(X)               \
  X(ARGUMENTS, "arguments")     \
  X(BODY, "body")               \
  X(CLAUSE, "clause")           \
  X(CONTENT, "content")         \
  X(END, "end")                 \
  X(FIELD, "field")             \
  X(LEFT, "left")               \
  X(METHOD, "method")           \
  X(NAME, "name")               \
  X(OPERATOR, "operator")       \
  X(PARAMETERS, "parameters")   \
  X(RIGHT, "right")             \
  X(START, "start")             \
  X(STEP, "step")               \
  X(TABLE, "table")             \
  X(VALUE, "value")

#define KIND_ROW(kind, text) KIND_##kind,
#define FIELD_ROW(field, text) FIELD_##field,
#define TEXT_ROW(which, text) text,
enum { KIND_NONE, KINDS(KIND_ROW) KIND_COUNT };
enum { FIELD_NONE, FIELDS(FIELD_ROW) };
static const char *const kinds[] = {KINDS(TEXT_ROW) NULL};
static const char *const fields[] = {FIELDS(TEXT_ROW) NULL};

#define VALUES_MAX 64

/* The scope of the table that `name` was given in the open scopes, or 0. */
static ScopeNo table_of(const LanguageBuild *build, NameId name) {
  const Facts *facts = build->facts;
  for (ScopeNo scope = build->scope; scope; scope = facts->scopes.items[scope].parent) {
    for (size_t i = facts->binds.len; i-- > 1;) {
      const Bind *bind = &facts->binds.items[i];
      if (bind->scope != scope || !names_same(bind->name, name) || !bind->value) continue;
      const Expr *value = &facts->exprs.items[bind->value];
      return value->kind == EXPR_OBJECT ? facts->defs.items[value->number].opens : 0;
    }
  }
  return 0;
}

/* ---- functions ---- */

static void bind_parameters(LanguageBuild *build, NodeNo parameters) {
  const Syntax *syntax = build->syntax;
  for (NodeNo node = syntax_first(syntax, parameters); node; node = syntax_next(syntax, node)) {
    if (syntax_kind(syntax, node) != KIND_IDENTIFIER) continue;
    language_bind(build, (Bind){.name = language_name(build, node), .flags = BIND_PARAM,
                                .from = syntax->nodes[node].from});
  }
}

/* `table`: the one a `self` is declared on; 0: there is no such parameter. */
static void function_inside(LanguageBuild *build, NodeNo node, DefNo def, NodeNo table) {
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  if (table) {
    ExprNo self = language_add_name(build, table);
    language_bind(build, (Bind){.name = language_intern(build, STR("self")), .flags = BIND_RECEIVER,
                                .from = build->syntax->nodes[node].from, .value = self});
  }
  bind_parameters(build, syntax_field(build->syntax, node, FIELD_PARAMETERS));
  language_visit(build, syntax_field(build->syntax, node, FIELD_BODY));
  language_close(build, &before);
}

typedef struct Function {
  NodeNo name, whole;
  NodeNo function; /* the node with parameters and body */
  ScopeNo owner;   /* the table's scope; 0: none */
  NodeNo self;     /* the table that `self` is; 0: it has none */
  bool is_local;
} Function;

static void define_function(LanguageBuild *build, const Function *function) {
  LanguageDef def = {.kind = function->owner ? SYMBOL_METHOD : SYMBOL_FUNCTION, .name = function->name,
                     .whole = function->whole, .bind = BIND_HOISTED, .scope = function->owner,
                     .body = syntax_field(build->syntax, function->function, FIELD_BODY)};
  if (function->owner) def.bind |= BIND_MEMBER;
  if (!function->is_local) def.flags |= DEF_EXPORTED;
  function_inside(build, function->function, language_define(build, &def), function->self);
}

/* function f() · function M.f() · function M:f() */
static void visit_function(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, FIELD_NAME);
  unsigned kind = syntax_kind(syntax, name);
  if (kind == KIND_IDENTIFIER) {
    define_function(build, &(Function){.name = name, .whole = node, .function = node,
                                       .is_local = syntax_child(syntax, node, KIND_LOCAL) != 0});
    return;
  }
  NodeNo table = syntax_field(syntax, name, FIELD_TABLE);
  bool is_method = kind == KIND_METHOD_INDEX;
  NodeNo last = syntax_field(syntax, name, is_method ? FIELD_METHOD : FIELD_FIELD);
  if (!last) {
    language_visit_children(build, node);
    return;
  }
  ScopeNo owner = syntax_kind(syntax, table) == KIND_IDENTIFIER
                      ? table_of(build, language_name(build, table)) : 0;
  language_expr(build, table);
  /* On a table from elsewhere it is a function all the same, under no name here. */
  if (owner) {
    define_function(build, &(Function){.name = last, .whole = node, .function = node, .owner = owner,
                                       .self = is_method ? table : 0});
  } else {
    DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .name = last, .whole = node,
        .body = syntax_field(syntax, node, FIELD_BODY), .no_bind = true});
    function_inside(build, node, def, is_method ? table : 0);
  }
}

static ExprNo expr_function(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_ANONYMOUS,
      .whole = node, .body = syntax_field(build->syntax, node, FIELD_BODY)});
  function_inside(build, node, def, 0);
  return language_add_func(build, def, node);
}

/* ---- variables ---- */

static size_t list_values(LanguageBuild *build, NodeNo list, ExprNo *values) {
  size_t count = 0;
  for (NodeNo node = syntax_first(build->syntax, list); node; node = syntax_next(build->syntax, node)) {
    if (!syntax_is_named(build->syntax, node)) continue;
    ExprNo value = language_expr(build, node);
    if (count < VALUES_MAX) values[count++] = value;
  }
  return count;
}

static bool is_top(const LanguageBuild *build) { return build->scope == 1; }

static void bind_variable(LanguageBuild *build, NodeNo name, NodeNo whole, ExprNo value, bool is_local) {
  if (is_top(build)) {
    DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_VARIABLE, .name = name, .whole = whole,
        .flags = is_local ? 0 : DEF_EXPORTED, .no_bind = true});
    language_def(build, def)->value = value;
    language_bind(build, (Bind){.name = language_name(build, name), .def = def, .value = value,
                                .from = build->syntax->nodes[name].from});
  } else {
    language_bind(build, (Bind){.name = language_name(build, name), .value = value,
                                .scope = is_local ? 0 : 1, .from = build->syntax->nodes[name].from});
  }
}

/* M.f = function … and M.x = value, where M is a table of this file. */
static bool assign_member(LanguageBuild *build, NodeNo statement, NodeNo target, NodeNo value) {
  const Syntax *syntax = build->syntax;
  NodeNo table = syntax_field(syntax, target, FIELD_TABLE), name = syntax_field(syntax, target, FIELD_FIELD);
  if (syntax_kind(syntax, table) != KIND_IDENTIFIER || !name) return false;
  ScopeNo owner = table_of(build, language_name(build, table));
  if (!owner) return false;
  language_expr(build, table);
  if (syntax_kind(syntax, value) == KIND_FUNCTION_DEFINITION) {
    define_function(build, &(Function){.name = name, .whole = statement, .function = value, .owner = owner});
  } else {
    language_bind(build, (Bind){.scope = owner, .name = language_name(build, name), .flags = BIND_MEMBER | BIND_HOISTED,
                                .value = language_expr(build, value), .from = syntax->nodes[name].from});
  }
  return true;
}

static void assign(LanguageBuild *build, NodeNo statement, bool is_local) {
  const Syntax *syntax = build->syntax;
  NodeNo targets = syntax_child(syntax, statement, KIND_VARIABLE_LIST);
  NodeNo list = syntax_child(syntax, statement, KIND_EXPRESSION_LIST);
  NodeNo target = syntax_named(syntax, targets, 0), first = syntax_named(syntax, list, 0);
  size_t target_count = syntax_named_count(syntax, targets);
  bool single = target_count == 1 && syntax_named_count(syntax, list) == 1;
  if (single && syntax_kind(syntax, target) == KIND_DOT_INDEX && assign_member(build, statement, target, first)) return;
  if (single && syntax_kind(syntax, target) == KIND_IDENTIFIER && syntax_kind(syntax, first) == KIND_FUNCTION_DEFINITION) {
    define_function(build, &(Function){.name = target, .whole = statement, .function = first, .is_local = is_local});
    return;
  }
  ExprNo values[VALUES_MAX];
  size_t count = list_values(build, list, values), at = 0;
  for (target = syntax_first(syntax, targets); target; target = syntax_next(syntax, target)) {
    if (!syntax_is_named(syntax, target)) continue;
    ExprNo value = at < count ? values[at] : 0;
    /* The last call gives what is left over. */
    if (count && at >= count - 1 && target_count > count) {
      value = language_add_number(build, EXPR_PART, values[count - 1], (uint32_t)(at - (count - 1)), target);
    }
    at++;
    if (syntax_kind(syntax, target) == KIND_IDENTIFIER) bind_variable(build, target, statement, value, is_local);
    else language_expr_as(build, target, REF_WRITE);
  }
}

static void visit_assignment(LanguageBuild *build, NodeNo node) { assign(build, node, false); }

static void visit_declaration(LanguageBuild *build, NodeNo node) {
  NodeNo inner = syntax_child(build->syntax, node, KIND_ASSIGNMENT);
  assign(build, inner ? inner : node, true);
}

/* for k, v in pairs(t): what a table holds is not known. */
static void visit_for(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo clause = syntax_field(syntax, node, FIELD_CLAUSE);
  LanguageOpen before;
  language_visit(build, syntax_child(syntax, clause, KIND_EXPRESSION_LIST));
  language_expr(build, syntax_field(syntax, clause, FIELD_START));
  language_expr(build, syntax_field(syntax, clause, FIELD_END));
  language_expr(build, syntax_field(syntax, clause, FIELD_STEP));
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  NodeNo names = syntax_child(syntax, clause, KIND_VARIABLE_LIST);
  for (NodeNo name = syntax_first(syntax, names); name; name = syntax_next(syntax, name)) {
    if (syntax_kind(syntax, name) != KIND_IDENTIFIER) continue;
    language_bind(build, (Bind){.name = language_name(build, name), .from = syntax->nodes[name].from});
  }
  NodeNo number = syntax_field(syntax, clause, FIELD_NAME);
  if (number) language_bind(build, (Bind){.name = language_name(build, number), .from = syntax->nodes[number].from});
  language_visit(build, syntax_field(syntax, node, FIELD_BODY));
  language_close(build, &before);
}

/* At the top of a file, what `require` gives to others. */
static void visit_return(LanguageBuild *build, NodeNo node) {
  ExprNo values[VALUES_MAX];
  size_t count = list_values(build, syntax_child(build->syntax, node, KIND_EXPRESSION_LIST), values);
  if (!count) return;
  if (build->callable) {
    language_return(build, count == 1 ? values[0]
                                      : language_add_list(build, EXPR_TUPLE, 0, values, count, node));
  } else if (build->facts->exports) {
    language_bind(build, (Bind){.scope = build->facts->exports, .name = language_intern(build, STR("export=")),
                                .flags = BIND_HOISTED, .value = values[0]});
  }
}

/* ---- expressions ---- */

/* t.x and t:x */
static ExprNo expr_member(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo name = syntax_field(build->syntax, node, FIELD_METHOD);
  if (!name) name = syntax_field(build->syntax, node, FIELD_FIELD);
  ExprNo table = language_expr(build, syntax_field(build->syntax, node, FIELD_TABLE));
  return language_use_member(build, table, name, role);
}

/* The name that a call shows: f, m of t.m and t:m. */
static NodeNo called_name(const Syntax *syntax, NodeNo callee) {
  NodeNo last = syntax_field(syntax, callee, FIELD_METHOD);
  if (!last && syntax_kind(syntax, callee) == KIND_DOT_INDEX) last = syntax_field(syntax, callee, FIELD_FIELD);
  return last ? last : callee;
}

static ExprNo require_module(LanguageBuild *build, NodeNo node, NodeNo argument) {
  Str specifier = syntax_text(build->syntax, syntax_field(build->syntax, argument, FIELD_CONTENT));
  ImportNo import = language_import(build, (Import){.form = IMPORT_MODULE,
      .specifier = language_intern(build, specifier)}, node);
  return language_add_number(build, EXPR_MODULE, 0, import, node);
}

static ExprNo expr_call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo callee = syntax_field(syntax, node, FIELD_NAME), arguments = syntax_field(syntax, node, FIELD_ARGUMENTS);
  Str name = syntax_text(syntax, callee);
  NodeNo first = syntax_named(syntax, arguments, 0);
  if (str_eq(name, STR("require")) && syntax_kind(syntax, first) == KIND_STRING) {
    return require_module(build, node, first);
  }
  ExprNo base = language_expr_as(build, callee, LANGUAGE_NO_REF);
  ExprNo values[VALUES_MAX];
  size_t count = list_values(build, arguments, values);
  ExprNo call = language_add_call(build, EXPR_CALL, base, values, count, node, called_name(syntax, callee));
  /* An object and what its missing names are looked up in. */
  if (str_eq(name, STR("setmetatable")) && count == 2) return language_add_list(build, EXPR_ANY, 0, values, 2, node);
  return call;
}

static ExprNo expr_table(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_STRUCT, .flags = DEF_ANONYMOUS, .whole = node});
  LanguageOpen before;
  ScopeNo scope = language_open(build, SCOPE_OBJECT, node, def, &before);
  for (NodeNo entry = syntax_first(syntax, node); entry; entry = syntax_next(syntax, entry)) {
    if (syntax_kind(syntax, entry) != KIND_FIELD) continue;
    NodeNo name = syntax_field(syntax, entry, FIELD_NAME), value = syntax_field(syntax, entry, FIELD_VALUE);
    if (syntax_kind(syntax, name) != KIND_IDENTIFIER) {
      language_expr(build, name);
      language_expr(build, value);
    } else if (syntax_kind(syntax, value) == KIND_FUNCTION_DEFINITION) {
      define_function(build, &(Function){.name = name, .whole = entry, .function = value, .owner = scope});
    } else {
      language_bind(build, (Bind){.scope = scope, .name = language_name(build, name), .value = language_expr(build, value),
                                  .flags = BIND_MEMBER | BIND_HOISTED, .from = syntax->nodes[name].from});
    }
  }
  language_close(build, &before);
  return language_add_number(build, EXPR_OBJECT, 0, def, node);
}

/* `a or b` is one of the two; other signs give numbers and strings. */
static ExprNo expr_binary(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  ExprNo sides[2] = {language_expr(build, syntax_field(syntax, node, FIELD_LEFT)),
                     language_expr(build, syntax_field(syntax, node, FIELD_RIGHT))};
  Str sign = syntax_text(syntax, syntax_field(syntax, node, FIELD_OPERATOR));
  if (str_eq(sign, STR("or"))) return language_add_list(build, EXPR_ANY, 0, sides, 2, node);
  if (str_eq(sign, STR("and"))) return sides[1];
  return language_add_literal(build, str_eq(sign, STR("..")) ? LITERAL_STRING : LITERAL_DOUBLE, node);
}

static void begin(LanguageBuild *build, NodeNo root) {
  LanguageOpen before;
  build->facts->exports = language_open(build, SCOPE_EXPORTS, root, 0, &before);
  language_close(build, &before);
}

/* a.b -> a/b.lua or a/b/init.lua, wherever a source folder begins. */
static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from,
                        LanguageModule *ret_module) {
  (void)from;
  Str specifier = names_text(facts->names, import->specifier);
  char *path = str_to_c(world->arena, specifier);
  for (char *at = path; *at; at++) {
    if (*at == '.') *at = '/';
  }
  for (size_t i = 0; i < 2; i++) {
    Str wanted = str_format(world->arena, i ? "%s/init.lua" : "%s.lua", path);
    WorldFile file = world->file(world, wanted);
    const WorldFile *found;
    size_t count;
    if (!file && world->path_suffix(world, wanted, &found, &count) && count == 1) file = found[0];
    if (!file) continue;
    ret_module->files = arena_copy(world->arena, &file, sizeof(file));
    ret_module->count = 1;
    return;
  }
  ret_module->outside = true;
}

static bool is_test(Str path) {
  return str_ends_with(path, STR("_spec.lua")) || str_ends_with(path, STR("_test.lua"));
}

static const LanguageHandler handlers[KIND_COUNT] = {
    [KIND_FUNCTION_DECLARATION] = {.visit = visit_function},
    [KIND_DECLARATION] = {.visit = visit_declaration},
    [KIND_ASSIGNMENT] = {.visit = visit_assignment},
    [KIND_FOR_STATEMENT] = {.visit = visit_for},
    [KIND_RETURN] = {.visit = visit_return},
    [KIND_BLOCK] = {.visit = language_visit_block},
    [KIND_FUNCTION_CALL] = {.expr = expr_call},
    [KIND_FUNCTION_DEFINITION] = {.expr = expr_function},
    [KIND_IDENTIFIER] = {.expr = language_expr_name},
    [KIND_DOT_INDEX] = {.expr = expr_member},
    [KIND_METHOD_INDEX] = {.expr = expr_member},
    [KIND_TABLE] = {.expr = expr_table},
    [KIND_BINARY] = {.expr = expr_binary},
    [KIND_PARENTHESIZED] = {.expr = language_expr_inner},
    [KIND_STRING] = {.expr = language_expr_string},
    [KIND_NUMBER] = {.expr = language_expr_double},
    [KIND_TRUE] = {.expr = language_expr_bool},
    [KIND_FALSE] = {.expr = language_expr_bool},
    [KIND_NIL] = {.expr = language_expr_null},
};

static const LanguageTest tests[] = {{NULL, NULL, "busted {files}"}, {0}};

const Language language_lua = {
    .name = "lua",
    .extensions = "lua",
    .shebangs = "lua luajit lua5.1 lua5.2 lua5.3 lua5.4",
    .kinds = kinds,
    .fields = fields,
    .handlers = handlers,
    .begin = begin,
    .is_test = is_test,
    .tests = tests,
    .find_module = find_module,
};
