/* Imports. What is imported from typing is remembered under its name there. */
#include "src/languages/python/python_internal.h"

/* Modules whose names are special forms when they stand in an annotation. */
static bool is_typing(Str module) {
  return language_word_in("typing typing_extensions collections.abc", module);
}

/* Alternatives of one name (try: import … except ImportError: …) end with their block. */
static ImportNo add_import(LanguageBuild *build, Import import, NodeNo node) {
  const PythonState *state = python_state(build);
  import.scope = language_python_home(build);
  ImportNo no = language_import(build, import, node);
  if (import.local.value) {
    Bind *bind = vec_last(&build->facts->binds);
    bind->from = build->syntax->nodes[node].to;
    bind->to = state->block_to;
    if (state->function && !state->type) *vec_add(build->arena, &state->function->seen) = import.local;
  }
  return no;
}

/* `import a.b.c`: each of a.b and a.b.c may be used by that name. */
static void add_dotted(LanguageBuild *build, Str text, NodeNo node) {
  PythonState *state = python_state(build);
  for (size_t i = 0; i <= text.len; i++) {
    if (i < text.len && text.ptr[i] != '.') continue;
    Str module = str_slice(text, 0, i);
    if (str_find_byte(module, '.') == STR_NONE || map_get(&state->modules, module)) continue;
    ImportNo *no = ARENA_NEW(build->arena, ImportNo);
    *no = add_import(build, (Import){.form = IMPORT_MODULE, .specifier = language_intern(build, module)}, node);
    map_put(&state->modules, module, no);
  }
}

/* `import a.b` binds `a`, not `b`; `import a.b as c` binds `c` to the inner
 * module. The reference is placed at the bound name but evaluated at the end
 * of the import, from where on the name holds: earlier it would mean what
 * the name meant before. */
static void import_module(LanguageBuild *build, NodeNo name, NodeNo alias) {
  const Syntax *syntax = build->syntax;
  PythonState *state = python_state(build);
  Str text = syntax_text(syntax, name);
  Str rest = text, first = str_cut(&rest, '.');
  Str module = alias ? text : first;
  Str local = alias ? syntax_text(syntax, alias) : first;
  add_import(build, (Import){.form = IMPORT_MODULE, .local = language_intern(build, local),
                             .specifier = language_intern(build, module)}, name);
  if (!alias && rest.len) add_dotted(build, text, name);
  if (is_typing(module)) {
    Str *word = ARENA_NEW(build->arena, Str);
    *word = STR("typing.");
    map_put(&state->special, local, word);
  }
  NodeNo place = alias ? alias : syntax_named(syntax, name, 0);
  ExprNo expr = language_add_name(build, place);
  language_expr_at(build, expr)->at = syntax->nodes[name].to; /* where it holds */
  language_ref(build, REF_IMPORT, expr, place);
}

/* The alias node, or 0; the imported name either way. */
static NodeNo read_alias(const Syntax *syntax, NodeNo node, NodeNo *ret_name) {
  bool has_alias = syntax_kind(syntax, node) == KIND_ALIASED_IMPORT;
  *ret_name = has_alias ? syntax_field(syntax, node, FIELD_NAME) : node;
  return has_alias ? syntax_field(syntax, node, FIELD_ALIAS) : 0;
}

void language_python_import(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    NodeNo name = 0;
    if (syntax->nodes[c].field != FIELD_NAME || !syntax_is_named(syntax, c)) continue;
    NodeNo alias = read_alias(syntax, c, &name);
    import_module(build, name, alias);
  }
}

/* `from m import n [as l]`. Whether n is a name in m or a module beneath it
 * is not known here; finding the module answers for both. */
static void import_name(LanguageBuild *build, NodeNo node, Str module) {
  const Syntax *syntax = build->syntax;
  PythonState *state = python_state(build);
  NodeNo name = 0, alias = read_alias(syntax, node, &name);
  NodeNo place = alias ? alias : name;
  Str text = syntax_text(syntax, name), local = syntax_text(syntax, place);
  /* In stubs only `import x as x` is given on. */
  bool is_given_on = !state->is_stub || (alias && str_eq(text, local));
  add_import(build, (Import){.form = IMPORT_NAMED, .flags = is_given_on ? IMPORT_REEXPORT : 0,
                             .local = language_intern(build, local), .name = language_intern(build, text),
                             .specifier = language_intern(build, module)}, node);
  if (is_typing(module)) map_put(&state->special, local, arena_copy(build->arena, &text, sizeof text));
  if (language_python_looks_like_type_var(local)) language_python_note_type_var(build, local);
  ExprNo expr = language_add(build, (Expr){.kind = EXPR_NAME, .at = syntax->nodes[node].to,
                                           .name = language_intern(build, local)});
  language_ref(build, REF_IMPORT, expr, name);
}

/* A relative module keeps its dots in the specifier: how many folders up
 * they lead depends on the file, which modules.c knows. */
void language_python_import_from(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  Str module = syntax_text(syntax, syntax_field(syntax, node, FIELD_MODULE_NAME));
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == KIND_WILDCARD_IMPORT) {
      add_import(build, (Import){.form = IMPORT_STAR, .flags = IMPORT_REEXPORT,
                                 .specifier = language_intern(build, module)}, c);
    } else if (syntax->nodes[c].field == FIELD_NAME && syntax_is_named(syntax, c)) {
      import_name(build, c, module);
    }
  }
}
