/* C: from where to where a macro holds. A macro is there from its line on, and until
 * #undef. */
#include "src/base/idmap.h"
#include "src/languages/c/c_internal.h"

/* Taken back under a condition it may still be there. */
void language_c_directive(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo directive = syntax_child(syntax, node, C_PREPROC_DIRECTIVE), argument = syntax_field(syntax, node, C_FIELD_ARGUMENT);
  Str word = directive ? syntax_text(syntax, directive) : STR_EMPTY;
  if (!argument || !str_ends_with(word, STR("undef")) || (build->flags & DEF_DEPENDENT)) return;
  NameId name = language_intern(build, str_trim(syntax_text(syntax, argument)));
  *vec_add(build->arena, &language_c_state(build)->undefined) = (CUndefined){name, syntax->nodes[node].from};
}

/* Macros see each other wherever they stand, because what their text names is looked up
 * where they are used. Only one that has the name of a function is kept to its lines:
 * elsewhere the function is meant; unless it is there under a condition, in place of
 * the function. From the end to the beginning, so that the #undef
 * that is met last is the next one behind the macro. */
void language_c_order_macros(LanguageBuild *build) {
  Facts *facts = build->facts;
  const CState *state = language_c_state(build);
  size_t left = state->undefined.len;
  Idmap functions, ends;
  idmap_init(&functions, build->arena);
  idmap_init(&ends, build->arena);
  for (DefNo i = 1; i < facts->defs.len; i++) {
    const Def *def = &facts->defs.items[i];
    if (def->kind == SYMBOL_FUNCTION && def->scope == 1) idmap_mark(&functions, def->name.value);
  }
  for (BindNo i = (BindNo)facts->binds.len; i-- > 1;) {
    Bind *bind = &facts->binds.items[i];
    const Def *def = bind->scope == 1 && bind->def ? &facts->defs.items[bind->def] : NULL;
    if (!def || def->kind != SYMBOL_MACRO) continue;
    for (; left && state->undefined.items[left - 1].at > bind->from; left--) {
      idmap_set(&ends, state->undefined.items[left - 1].name.value, state->undefined.items[left - 1].at);
    }
    uint32_t end = idmap_get(&ends, bind->name.value);
    if (end != IDMAP_NONE) bind->to = end;
    if (!(def->flags & DEF_DEPENDENT) && idmap_has(&functions, bind->name.value)) bind->flags &= ~(uint32_t)BIND_HOISTED;
  }
}
