/* Rust: modules, constants, macros, and what attributes say about items. */
#include "src/languages/rust/rust_internal.h"

static uint64_t type_key(const Def *def) {
  bool is_type = def->name.value && symbol_kind_is_type((SymbolKind)def->kind);
  return is_type ? language_rust_type_key(def->scope, def->name) : 0;
}

void language_rust_begin(LanguageBuild *build, NodeNo root) {
  (void)root;
  RustState *state = ARENA_NEW(build->arena, RustState);
  state->module = build->scope;
  map_init(&state->crates, build->arena);
  state->types = language_defined_open(build, type_key);
  build->state = state;
}

/* ---- attributes ---- */

/* `#[cfg(all(test, unix))]` is a test's, `#[cfg(not(test))]` is not. */
static bool is_for_tests(Str text) {
  if (!str_contains(text, STR("cfg("))) return false;
  if (str_contains(text, STR("not(test"))) return false;
  return str_contains(text, STR("(test")) || str_contains(text, STR(" test)")) || str_contains(text, STR(" test,"));
}

/* #[test], and those of other runners: #[tokio::test], #[test_case(…)]. */
static bool is_test(Str text) {
  return str_starts_with(text, STR("#[test")) || str_contains(text, STR("::test]")) ||
         str_contains(text, STR("::test(")) || str_starts_with(text, STR("#[rstest"));
}

/* #[get("/path")]: what macros of others make of the function is not known,
 * but what they are given is. */
static void keep_mark(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  RustState *state = language_rust_state(build);
  NodeNo attribute = syntax_named(syntax, node, 0);
  NodeNo name = attribute ? syntax_named(syntax, attribute, 0) : 0;
  NodeNo list = attribute ? syntax_field(syntax, attribute, RUST_FIELD_ARGUMENTS) : 0;
  NodeNo text = list ? syntax_named(syntax, list, 0) : 0;
  if (!text || syntax->text.ptr[syntax->nodes[text].from] != '"' || state->mark_count == COUNT_OF(state->marks)) return;
  ExprNo callee = language_expr_as(build, name, LANGUAGE_NO_REF), path = language_add_literal(build, LITERAL_STRING, text);
  if (!callee) return;
  ExprNo call = language_add_list(build, EXPR_CALL, callee, &path, 1, attribute);
  language_ref(build, REF_DECORATE, call, name);
  state->marks[state->mark_count++] = call;
}

/* #[derive(Clone, Default)] is as good as impl blocks of these traits; what the
 * others derive gives nothing that members are looked up in. */
static void keep_derived(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  RustState *state = language_rust_state(build);
  NodeNo attribute = syntax_named(syntax, node, 0);
  NodeNo list = attribute ? syntax_field(syntax, attribute, RUST_FIELD_ARGUMENTS) : 0;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (!language_word_in("Clone Default", syntax_text(syntax, c)) || state->derived_count == COUNT_OF(state->derived)) continue;
    ExprNo trait = language_add_name(build, c);
    language_expr_at(build, trait)->flags |= EXPR_IN_TYPE | EXPR_IMPLEMENTS;
    state->derived[state->derived_count++] = trait;
  }
}

/* Attributes stand before their item as siblings: they are kept for it. */
void language_rust_attribute(LanguageBuild *build, NodeNo node) {
  RustState *state = language_rust_state(build);
  Str text = syntax_text(build->syntax, node);
  if (is_for_tests(text)) state->attributes |= RUST_CFG_TEST;
  else if (str_starts_with(text, STR("#[cfg("))) state->attributes |= RUST_CFG;
  if (is_test(text)) state->attributes |= RUST_TEST;
  if (str_starts_with(text, STR("#[derive("))) keep_derived(build, node);
  keep_mark(build, node);
  if (!str_starts_with(text, STR("#[path"))) return;
  size_t open = str_find_byte(text, '"'), close = str_find_last_byte(text, '"');
  if (open != STR_NONE && close > open) state->path_attribute = str_slice(text, open + 1, close);
}

unsigned language_rust_take_attributes(LanguageBuild *build) {
  RustState *state = language_rust_state(build);
  unsigned attributes = state->attributes;
  state->attributes = 0;
  state->path_attribute = STR_EMPTY;
  state->mark_count = 0;
  state->derived_count = 0;
  return attributes;
}

/* `pub` in all its forms. */
unsigned language_rust_visibility(const Syntax *syntax, NodeNo node) {
  return syntax_child(syntax, node, RUST_VISIBILITY) ? DEF_EXPORTED : 0;
}

/* ---- modules ---- */

/* `mod x;`: the file is found by the names of the modules around and its own. */
static void import_module(LanguageBuild *build, NodeNo node, NodeNo name, Str path_attribute) {
  const RustState *state = language_rust_state(build);
  Str text = syntax_text(build->syntax, name), spec;
  if (path_attribute.len) {
    spec = str_format(build->arena, "path::%.*s", STR_ARG(path_attribute));
  } else if (state->inline_path.len) {
    spec = str_format(build->arena, "mod::%.*s::%.*s", STR_ARG(state->inline_path), STR_ARG(text));
  } else {
    spec = str_format(build->arena, "mod::%.*s", STR_ARG(text));
  }
  language_import(build, (Import){.form = IMPORT_MODULE, .specifier = language_intern(build, spec),
                                  .local = language_name(build, name)}, node);
  Bind *bind = vec_last(&build->facts->binds);
  bind->flags |= BIND_TYPE | BIND_HOISTED;
}

/* A module with its text here is a namespace whose names the file's own
 * names are seen from: stricter rules would need every `use` of a parent. */
static void inline_module(LanguageBuild *build, NodeNo node, NodeNo name, NodeNo body) {
  RustState *state = language_rust_state(build);
  RustState before = *state;
  Str text = syntax_text(build->syntax, name);
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_MODULE, .flags = language_rust_visibility(build->syntax, node), .name = name, .whole = node,
      .body = body, .bind = BIND_HOISTED | BIND_TYPE});
  LanguageOpen open;
  state->module = language_open(build, SCOPE_NAMESPACE, body, def, &open);
  state->inline_depth++;
  state->inline_path = state->inline_path.len
                           ? str_format(build->arena, "%.*s::%.*s", STR_ARG(state->inline_path), STR_ARG(text))
                           : text;
  language_visit_children(build, body);
  language_close(build, &open);
  state->module = before.module;
  state->inline_depth = before.inline_depth;
  state->inline_path = before.inline_path;
}

void language_rust_module(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  Str path = language_rust_state(build)->path_attribute;
  unsigned attributes = language_rust_take_attributes(build), flags = build->flags;
  NodeNo name = syntax_field(syntax, node, RUST_FIELD_NAME), body = syntax_field(syntax, node, RUST_FIELD_BODY);
  if (!name) {
    language_visit_children(build, node);
    return;
  }
  if (attributes & RUST_CFG_TEST) build->flags |= DEF_TEST;
  if (body) inline_module(build, node, name, body);
  else import_module(build, node, name, path);
  build->flags = flags;
}

/* ---- constants and macros ---- */

/* `_` has no name to be found by. */
void language_rust_constant(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  language_rust_take_attributes(build);
  NodeNo name = syntax_field(syntax, node, RUST_FIELD_NAME), value = syntax_field(syntax, node, RUST_FIELD_VALUE);
  uint32_t end = syntax->nodes[name ? name : node].from;
  bool is_static = str_contains(str_slice(syntax->text, syntax->nodes[node].from, end), STR("static"));
  bool is_named = name && !str_eq(syntax_text(syntax, name), STR("_"));
  unsigned flags = language_rust_visibility(syntax, node) | DEF_CONST;
  if (language_rust_state(build)->block_name.value || language_rust_state(build)->in_trait) flags |= DEF_STATIC;
  DefNo def = !is_named ? 0 : language_define(build, &(LanguageDef){
      .kind = is_static ? SYMBOL_VARIABLE : SYMBOL_CONSTANT, .flags = flags, .name = name, .whole = node,
      .body = value, .bind = BIND_HOISTED | BIND_VALUE});
  ExprNo type = language_type(build, syntax_field(syntax, node, RUST_FIELD_TYPE));
  ExprNo given = language_expr(build, value);
  Def *added = language_def(build, def);
  added->type = type;
  added->value = given;
  const RustState *state = language_rust_state(build);
  if (state->block_name.value && build->facts->scopes.items[build->scope].kind == SCOPE_TYPE) {
    added->receiver = state->block_name;
    if (state->block_type) added->container = state->block_type;
  }
}

/* What a macro's text would call is told by its uses alone: it is not looked
 * into. Macros have names of their own: "name!" is nobody else's. */
void language_rust_macro_definition(LanguageBuild *build, NodeNo node) {
  language_rust_take_attributes(build);
  NodeNo name = syntax_field(build->syntax, node, RUST_FIELD_NAME);
  if (!name) return;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_MACRO, .flags = DEF_EXPORTED, .name = name,
                                                    .whole = node, .no_bind = true});
  Str text = str_format(build->arena, "%.*s!", STR_ARG(syntax_text(build->syntax, name)));
  language_bind(build, (Bind){.name = language_intern(build, text), .flags = BIND_HOISTED,
                              .from = build->syntax->nodes[node].from, .def = def});
}
