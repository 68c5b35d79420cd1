/* Imports and exports, of both kinds of modules. What a file exports lives in a
 * scope of its own; a file that neither imports nor exports has none, and what
 * it declares is everybody's. */
#include "src/base/map.h"
#include "src/languages/typescript/typescript_internal.h"

/* ---- whether the file is a module ---- */

static bool has_module_statement(const LanguageBuild *build, NodeNo root) {
  for (NodeNo c = syntax_first(build->syntax, root); c; c = syntax_next(build->syntax, c)) {
    unsigned kind = language_ts_kind(build, c);
    if (kind == TS_IMPORT_STATEMENT || kind == TS_EXPORT_STATEMENT) return true;
  }
  return false;
}

/* By the text alone: reading it properly would need the scope that this
 * decides about. A comment that mentions the words makes a file a module;
 * that costs it being global and no more. */
static bool says_commonjs(Str text) {
  return str_contains(text, STR("module.exports")) || str_contains(text, STR("exports.")) ||
         str_contains(text, STR("= exports")) || str_contains(text, STR("require("));
}

static bool is_module_path(Str path) {
  static const char *const endings[] = {".mts", ".cts", ".mjs", ".cjs", ".vue", ".svelte", ".astro"};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    if (str_ends_with(path, str_from_c(endings[i]))) return true;
  }
  return false;
}

/* `var name = exports`. */
static NameId another_name(LanguageBuild *build, NodeNo statement) {
  unsigned kind = language_ts_kind(build, statement);
  if (kind != TS_LEXICAL_DECLARATION && kind != TS_VARIABLE_DECLARATION) return (NameId){0};
  for (NodeNo c = syntax_first(build->syntax, statement); c; c = syntax_next(build->syntax, c)) {
    NodeNo name = language_ts_field(build, c, TS_F_NAME), value = language_ts_field(build, c, TS_F_VALUE);
    if (language_ts_kind(build, name) == TS_IDENTIFIER && language_ts_is_exports(build, value)) return language_name(build, name);
  }
  return (NameId){0};
}

/* `module.exports = name` at the top level, wherever it stands: what is given
 * to the name before and after is exported with it. */
static NameId exported_whole(LanguageBuild *build, NodeNo root) {
  for (NodeNo c = syntax_first(build->syntax, root); c; c = syntax_next(build->syntax, c)) {
    NameId another = another_name(build, c);
    if (another.value) return another;
    NodeNo at = language_ts_kind(build, c) == TS_EXPRESSION_STATEMENT ? syntax_named(build->syntax, c, 0) : 0;
    bool is_whole = false;
    while (language_ts_kind(build, at) == TS_ASSIGNMENT) {
      is_whole |= language_ts_is_module_exports(build, language_ts_field(build, at, TS_F_LEFT));
      at = language_ts_field(build, at, TS_F_RIGHT);
    }
    if (is_whole && language_ts_kind(build, at) == TS_IDENTIFIER) return language_name(build, at);
  }
  return (NameId){0};
}

/* `exports` by itself is an object with what is exported. */
static void bind_exports(LanguageBuild *build, NodeNo root) {
  TsState *state = language_ts_state(build);
  state->exports = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .whole = root, .no_bind = true});
  language_def(build, state->exports)->opens = build->facts->exports;
  language_bind(build, (Bind){.name = state->word_exports, .flags = BIND_HOISTED | BIND_VALUE,
                              .value = language_ts_exports(build, root)});
}

ExprNo language_ts_exports(LanguageBuild *build, NodeNo node) {
  return language_add_number(build, EXPR_OBJECT, 0, language_ts_state(build)->exports, node);
}

/* The exports' scope is opened and closed at once: what it holds is added as
 * exports are met. A declaration file without imports or exports is global,
 * even if it mentions require(). */
void language_ts_begin_module(LanguageBuild *build, NodeNo root) {
  TsState *state = language_ts_state(build);
  bool is_module = has_module_statement(build, root);
  bool is_declared = str_ends_with(build->path, STR(".d.ts"));
  state->is_commonjs = !is_module && !is_declared && says_commonjs(build->syntax->text);
  if (!is_module && !state->is_commonjs && !is_module_path(build->path)) return;
  LanguageOpen before;
  language_open(build, SCOPE_EXPORTS, root, 0, &before);
  language_close(build, &before);
  if (!state->is_commonjs) return;
  bind_exports(build, root);
  state->whole = exported_whole(build, root);
}

/* ---- exports ---- */

/* Inside a namespace `export` is about that namespace. */
static ScopeNo export_scope(const LanguageBuild *build) {
  ScopeNo scope = language_ts_function_scope(build);
  return build->facts->scopes.items[scope].kind == SCOPE_FILE ? build->facts->exports : scope;
}

/* Hoisted: importers see a name wherever in the file it is exported. */
static void export_as(LanguageBuild *build, ScopeNo scope, Bind bind) {
  if (!scope || !bind.name.value) return;
  bind.scope = scope;
  bind.flags |= BIND_HOISTED;
  if (bind.def) language_def(build, bind.def)->flags |= DEF_EXPORTED;
  language_bind(build, bind);
}

void language_ts_export(LanguageBuild *build, NameId name, DefNo def, ExprNo value, NodeNo node) {
  ScopeNo scope = language_ts_state(build)->is_commonjs ? build->facts->exports : export_scope(build);
  export_as(build, scope, (Bind){.name = name, .def = def, .value = def ? 0 : value,
                                 .from = build->syntax->nodes[node].from});
}

/* The members of an object that is all a module exports are its exports. Their
 * binds were made while its value was looked at: after `first`. */
static void export_members(LanguageBuild *build, ExprNo value, size_t first) {
  const Expr *expr = language_expr_at(build, value);
  if (expr->kind != EXPR_OBJECT) return;
  ScopeNo members = build->facts->defs.items[expr->number].opens;
  size_t count = build->facts->binds.len;
  for (size_t i = first; i < count; i++) {
    Bind bind = build->facts->binds.items[i];
    if (bind.scope != members || !(bind.flags & BIND_MEMBER)) continue;
    bind.flags = 0;
    export_as(build, build->facts->exports, bind);
  }
}

/* `module.exports = x` and `export = x`: importing the whole, the default
 * and single names all lead here, as the tools that run such code have it. */
ExprNo language_ts_export_whole(LanguageBuild *build, NodeNo node, TsNaming *naming) {
  TsState *state = language_ts_state(build);
  size_t first = build->facts->binds.len;
  ExprNo value = naming ? language_ts_expr_named(build, node, naming) : language_expr(build, node);
  if (!value) return 0;
  if (naming) language_def(build, naming->def)->flags |= DEF_EXPORTED;
  language_ts_export(build, state->word_equals, 0, value, node);
  language_ts_export(build, state->word_default, 0, value, node);
  export_members(build, value, first);
  if (state->is_commonjs) {
    ExprNo type = language_add_base(build, EXPR_TYPE_OF, value, node);
    language_def(build, state->exports)->bases = language_list(build, &type, 1);
  }
  return value;
}

/* Every name that the declaration binds is exported. */
static void export_declaration(LanguageBuild *build, NodeNo declaration, bool is_default, ExprList decorators) {
  size_t first = build->facts->binds.len, first_def = build->facts->defs.len;
  language_visit(build, declaration);
  if (decorators.count && first_def < build->facts->defs.len) {
    build->facts->defs.items[first_def].decorators = decorators;
  }
  ScopeNo scope = export_scope(build);
  size_t count = build->facts->binds.len;
  for (size_t i = first; i < count; i++) {
    Bind bind = build->facts->binds.items[i];
    if (bind.scope != build->scope || bind.flags & BIND_NARROW) continue;
    if (is_default) bind.name = language_ts_state(build)->word_default;
    if (scope == build->scope && !is_default) {
      if (bind.def) language_def(build, bind.def)->flags |= DEF_EXPORTED;
      continue;
    }
    export_as(build, scope, bind);
  }
}

static NameId module_name(LanguageBuild *build, NodeNo name) {
  if (language_ts_kind(build, name) == TS_STRING) return language_intern(build, language_ts_string(build, name));
  return language_name(build, name);
}

/* ---- what comes from elsewhere ---- */

/* The name that an import binds is a reference too: whoever asks for uses of
 * the imported thing sees who imports it. */
static ImportNo import_from(LanguageBuild *build, Import import, NodeNo node) {
  bool type_only = import.flags & IMPORT_TYPE_ONLY;
  import.flags &= (uint8_t)~IMPORT_TYPE_ONLY; /* `typeof x` of it is allowed: the name is both */
  ImportNo no = language_import(build, import, node);
  if (type_only) build->facts->imports.items[no].flags |= IMPORT_TYPE_ONLY;
  if (!import.local.value) return no;
  ExprNo name = language_add(build, (Expr){.kind = EXPR_NAME, .scope = import.scope, .name = import.local,
                                           .at = build->syntax->nodes[node].from});
  language_ref(build, REF_IMPORT, name, node);
  return no;
}

static uint8_t type_flag(const LanguageBuild *build, NodeNo node) {
  return syntax_child(build->syntax, node, TS_WORD_TYPE) ? IMPORT_TYPE_ONLY : 0;
}

/* What all names of one import or re-export statement share. */
typedef struct From {
  NameId specifier;
  uint8_t flags;
  ScopeNo scope;
} From;

/* `name as alias` of an import or a re-export. */
static void named(LanguageBuild *build, NodeNo node, const From *from) {
  NodeNo name = language_ts_field(build, node, TS_F_NAME);
  NodeNo alias = language_ts_field(build, node, TS_F_ALIAS);
  if (!name) return;
  NameId there = module_name(build, name);
  NameId here = alias ? module_name(build, alias) : there;
  bool is_default = names_same(there, language_ts_state(build)->word_default);
  import_from(build, (Import){.form = is_default ? IMPORT_DEFAULT : IMPORT_NAMED, .scope = from->scope,
                              .flags = (uint8_t)(from->flags | type_flag(build, node)), .local = here,
                              .specifier = from->specifier, .name = is_default ? (NameId){0} : there},
              alias ? alias : name);
}

static void each_named(LanguageBuild *build, NodeNo list, TsKind kind, const From *from) {
  for (NodeNo c = syntax_first(build->syntax, list); c; c = syntax_next(build->syntax, c)) {
    if (language_ts_kind(build, c) == kind) named(build, c, from);
  }
}

static void whole(LanguageBuild *build, NodeNo name, ImportForm form, const From *from) {
  if (!name) return;
  import_from(build, (Import){.form = (uint8_t)form, .flags = from->flags, .scope = from->scope,
                              .local = module_name(build, name), .specifier = from->specifier}, name);
}

/* ---- import statements ---- */

static void import_clause(LanguageBuild *build, NodeNo clause, const From *from) {
  for (NodeNo c = syntax_first(build->syntax, clause); c; c = syntax_next(build->syntax, c)) {
    switch (language_ts_kind(build, c)) {
      case TS_IDENTIFIER: whole(build, c, IMPORT_DEFAULT, from); break;
      case TS_NAMESPACE_IMPORT: whole(build, syntax_named(build->syntax, c, 0), IMPORT_MODULE, from); break;
      case TS_NAMED_IMPORTS: each_named(build, c, TS_IMPORT_SPECIFIER, from); break;
      default: break;
    }
  }
}

void language_ts_visit_import(LanguageBuild *build, NodeNo node) {
  NodeNo source = language_ts_field(build, node, TS_F_SOURCE);
  NodeNo clause = syntax_child(build->syntax, node, TS_IMPORT_CLAUSE);
  NodeNo require = syntax_child(build->syntax, node, TS_IMPORT_REQUIRE);
  if (require) source = language_ts_field(build, require, TS_F_SOURCE);
  if (!source) return;
  From from = {.specifier = language_intern(build, language_ts_string(build, source)),
               .flags = type_flag(build, node), .scope = build->scope};
  if (clause) import_clause(build, clause, &from);
  else if (require) whole(build, syntax_named(build->syntax, require, 0), IMPORT_MODULE, &from);
  else language_import(build, (Import){.form = IMPORT_EFFECT, .specifier = from.specifier}, source);
}

/* `import A = B.C`: another name for something that is already here. */
void language_ts_visit_import_alias(LanguageBuild *build, NodeNo node) {
  NodeNo name = syntax_named(build->syntax, node, 0);
  NodeNo target = syntax_named(build->syntax, node, 1);
  if (!name || !target) return;
  language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_HOISTED,
                              .value = language_ts_path(build, target), .from = build->syntax->nodes[node].from});
}

/* `require("x")`, `import("x")`: the module as a value. */
ExprNo language_ts_module(LanguageBuild *build, NodeNo source) {
  ImportNo import = language_import(build, (Import){.form = IMPORT_MODULE,
      .specifier = language_intern(build, language_ts_string(build, source))}, source);
  return language_add_number(build, EXPR_MODULE, 0, import, source);
}

/* ---- export statements ---- */

/* A re-export is an import that binds in the exports' scope and nowhere
 * else. */
static void reexport(LanguageBuild *build, NodeNo node, NodeNo source) {
  From from = {.specifier = language_intern(build, language_ts_string(build, source)),
               .flags = (uint8_t)(IMPORT_REEXPORT | type_flag(build, node)), .scope = export_scope(build)};
  NodeNo clause = syntax_child(build->syntax, node, TS_EXPORT_CLAUSE);
  NodeNo name_space = syntax_child(build->syntax, node, TS_NAMESPACE_EXPORT);
  if (clause) {
    each_named(build, clause, TS_EXPORT_SPECIFIER, &from);
  } else if (name_space) {
    whole(build, syntax_named(build->syntax, name_space, 0), IMPORT_MODULE, &from);
  } else {
    language_import(build, (Import){.form = IMPORT_STAR, .flags = from.flags, .scope = from.scope,
                                    .specifier = from.specifier}, source);
  }
}

/* `export { a }` may stand above the declaration of a; the value is the
 * name, and is looked up later. */
static void export_names(LanguageBuild *build, NodeNo clause) {
  for (NodeNo c = syntax_first(build->syntax, clause); c; c = syntax_next(build->syntax, c)) {
    if (language_ts_kind(build, c) != TS_EXPORT_SPECIFIER) continue;
    NodeNo name = language_ts_field(build, c, TS_F_NAME);
    NodeNo alias = language_ts_field(build, c, TS_F_ALIAS);
    if (!name) continue;
    NameId given = module_name(build, alias ? alias : name);
    ScopeNo scope = export_scope(build);
    if (scope == build->scope && names_same(given, language_name(build, name))) continue;
    ExprNo value = language_expr_name(build, name, REF_READ);
    export_as(build, scope, (Bind){.name = given, .value = value, .from = build->syntax->nodes[c].from});
  }
}

/* `export = x` has its expression without a field. */
static void export_whole(LanguageBuild *build, NodeNo node) {
  NodeNo last = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (syntax_is_named(build->syntax, c) && !language_ts_is_comment(build, c)) last = c;
  }
  if (last) language_ts_export_whole(build, last, NULL);
}

void language_ts_visit_export(LanguageBuild *build, NodeNo node) {
  NodeNo source = language_ts_field(build, node, TS_F_SOURCE);
  NodeNo declaration = language_ts_field(build, node, TS_F_DECLARATION);
  NodeNo value = language_ts_field(build, node, TS_F_VALUE);
  NodeNo clause = syntax_child(build->syntax, node, TS_EXPORT_CLAUSE);
  ExprList decorators = language_ts_decorators(build, node);
  bool is_default = syntax_child(build->syntax, node, TS_WORD_DEFAULT);
  if (source) {
    reexport(build, node, source);
  } else if (declaration) {
    export_declaration(build, declaration, is_default, decorators);
  } else if (value) {
    ExprNo made = language_expr(build, value);
    language_ts_export(build, language_ts_state(build)->word_default, 0, made, value);
  } else if (clause) {
    export_names(build, clause);
  } else if (syntax_child(build->syntax, node, TS_SIGN_EQUALS)) {
    export_whole(build, node);
  }
}

/* ---- at the end ---- */

static Str key_of(Arena *arena, NameId name) {
  return (Str){arena_copy(arena, &name.value, sizeof name.value), sizeof name.value};
}

/* The names that `export { a }` mentions. */
static void exported_names(const LanguageBuild *build, Map *names) {
  const Facts *facts = build->facts;
  map_init(names, build->arena);
  for (size_t i = 1; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (bind->scope != facts->exports || bind->def || !bind->value) continue;
    const Expr *expr = &facts->exprs.items[bind->value];
    if (expr->kind == EXPR_NAME) map_put(names, key_of(build->arena, expr->name), names);
  }
}

/* In JavaScript whatever makes instances names their type, in comments. */
static void join_names(LanguageBuild *build) {
  Facts *facts = build->facts;
  for (size_t i = 1; i < facts->binds.len; i++) {
    if (facts->binds.items[i].scope == 1) facts->binds.items[i].flags &= ~(uint32_t)BIND_VALUE;
  }
}

/* What a script declares is everybody's. */
void language_ts_finish_module(LanguageBuild *build) {
  Facts *facts = build->facts;
  if (language_ts_state(build)->is_script) join_names(build);
  Map names;
  exported_names(build, &names);
  for (size_t i = 1; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (bind->scope != 1 || !bind->def) continue;
    NameId name = bind->name;
    Str key = {(const char *)&name.value, sizeof name.value};
    if (!facts->exports || map_get(&names, key)) facts->defs.items[bind->def].flags |= DEF_EXPORTED;
  }
}
