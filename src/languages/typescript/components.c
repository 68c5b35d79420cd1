/* Components that are files: each is a symbol, what others import as its
 * default and render; what its template uses is used by it. */
#include "src/base/map.h"
#include "src/languages/typescript/typescript_internal.h"

static Str file_name(Str path) {
  size_t slash = str_find_last_byte(path, '/');
  Str name = slash == STR_NONE ? path : str_slice(path, slash + 1, path.len);
  return str_slice(name, 0, str_find_last_byte(name, '.'));
}

/* The whole file, markup too, of which the tree has no node; its name stands
 * nowhere in it. */
void language_ts_begin_component(LanguageBuild *build, NodeNo root) {
  const Syntax *syntax = build->syntax;
  uint32_t end = (uint32_t)syntax->text.len;
  while (end && (syntax->text.ptr[end - 1] == '\n' || syntax->text.ptr[end - 1] == '\r')) end--;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_COMPONENT, .flags = DEF_EXPORTED, .name = root,
      .name_text = file_name(build->path), .whole = root, .no_bind = true});
  language_ts_state(build)->component = def;
  if (!def) return;
  Def *component = language_def(build, def);
  component->full = (Span){.from = 0, .to = end, .line = 1, .column = 1, .end_line = syntax_line(syntax, end), .end_column = syntax_column(syntax, end)};
  component->name_span = (Span){.line = 1, .column = 1, .end_line = 1, .end_column = 1};
  component->signature = (Range){0, (uint32_t)str_cut(&(Str){syntax->text.ptr, end}, '\n').len};
  component->doc = (Range){0, 0};
  language_attribute(build, def);
}

/* item-list -> ItemList */
static Str capitals(Arena *arena, Str tag) {
  char *name = arena_alloc(arena, tag.len + 1);
  size_t len = 0;
  for (size_t i = 0; i < tag.len; i++) {
    char c = tag.ptr[i];
    bool is_first = !i || tag.ptr[i - 1] == '-';
    if (c != '-') name[len++] = (char)(is_first && c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  }
  return (Str){name, len};
}

/* A tag is read as a statement that begins behind its `<`. */
void language_ts_visit_statement(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  uint32_t from = syntax->nodes[node].from;
  if (!build->language->reading || !from || syntax->text.ptr[from - 1] != '<') {
    language_visit_expr(build, node);
    return;
  }
  NodeNo tag = syntax_named(syntax, node, 0);
  Str text = syntax_text(syntax, tag);
  if (str_find_byte(text, '-') == STR_NONE) {
    language_expr_as(build, tag, REF_RENDER);
    return;
  }
  NameId name = language_intern(build, capitals(build->arena, text));
  language_ref(build, REF_RENDER, language_add(build, (Expr){.kind = EXPR_NAME, .name = name, .at = from}), tag);
}

/* ---- components that are objects of options ---- */

static Str key_of(Arena *arena, NameId name) { return (Str){arena_copy(arena, &name.value, sizeof name.value), sizeof name.value}; }

/* What the template sees beside the script's own names, which come first. */
static void show(LanguageBuild *build, Map *known, Bind bind) {
  Str key = key_of(build->arena, bind.name);
  if (map_get(known, key)) return;
  map_put(known, key, known);
  bind.scope = 1;
  bind.flags = BIND_HOISTED;
  language_bind(build, bind);
}

static void show_members(LanguageBuild *build, Map *known, ScopeNo scope) {
  size_t count = build->facts->binds.len;
  for (size_t i = 1; scope && i < count; i++) {
    Bind bind = build->facts->binds.items[i];
    if (bind.scope == scope && bind.flags & BIND_MEMBER) show(build, known, bind);
  }
}

/* The members of what setup() returns: which of its objects that is, is found
 * out by asking the call for each name. */
static void show_returned(LanguageBuild *build, Map *known, DefNo setup) {
  Facts *facts = build->facts;
  ScopeNo inside = facts->defs.items[setup].opens;
  size_t count = facts->binds.len;
  ExprNo function = language_add_number(build, EXPR_FUNC, 0, setup, 1);
  ExprNo call = language_add_list(build, EXPR_CALL, function, NULL, 0, 1);
  for (size_t i = 1; i < count; i++) {
    Bind bind = facts->binds.items[i];
    ScopeNo around = facts->scopes.items[bind.scope].parent;
    if (facts->scopes.items[bind.scope].kind != SCOPE_OBJECT || around != inside || !(bind.flags & BIND_MEMBER)) continue;
    ExprNo member = language_add(build, (Expr){.kind = EXPR_MEMBER, .base = call, .name = bind.name, .at = bind.from});
    show(build, known, (Bind){.name = bind.name, .from = bind.from, .value = member});
  }
}

/* The object in `export default {…}` or `export default defineComponent({…})`. */
static ScopeNo options_scope(const LanguageBuild *build, ExprNo value) {
  const Facts *facts = build->facts;
  const Expr *expr = &facts->exprs.items[value];
  if (expr->kind == EXPR_CALL && expr->list.count) expr = &facts->exprs.items[facts->lists.items[expr->list.first]];
  return expr->kind == EXPR_OBJECT ? facts->defs.items[expr->number].opens : 0;
}

static void show_options(LanguageBuild *build, ExprNo value) {
  Facts *facts = build->facts;
  ScopeNo scope = options_scope(build, value);
  if (!scope) return;
  Map known;
  map_init(&known, build->arena);
  size_t count = facts->binds.len;
  for (size_t i = 1; i < count; i++) {
    if (facts->binds.items[i].scope == 1) map_put(&known, key_of(build->arena, facts->binds.items[i].name), &known);
  }
  for (size_t i = 1; i < count; i++) {
    Bind bind = facts->binds.items[i];
    if (bind.scope != scope) continue;
    Str name = names_text(facts->names, bind.name);
    if (str_eq(name, STR("setup")) && bind.def) show_returned(build, &known, bind.def);
    else if (str_eq(name, STR("methods")) || str_eq(name, STR("computed"))) show_members(build, &known, options_scope(build, bind.value));
  }
}

/* What the script exports as default is what the component is made from; a
 * class has a name of its own and is the component. */
void language_ts_finish_component(LanguageBuild *build) {
  TsState *state = language_ts_state(build);
  Facts *facts = build->facts;
  if (!state->component) return;
  for (size_t i = 1; i < facts->binds.len; i++) {
    Bind *bind = &facts->binds.items[i];
    if (bind->scope != facts->exports || !names_same(bind->name, state->word_default)) continue;
    if (bind->def) return;
    bind->def = state->component;
    language_def(build, state->component)->value = bind->value;
    show_options(build, bind->value);
    return;
  }
  language_bind(build, (Bind){.scope = facts->exports, .name = state->word_default, .flags = BIND_HOISTED, .def = state->component});
}
