/* Definitions that have no end of their own: they reach to the next one. */
#include "src/languages/build_internal.h"

/* Blanks before the next one belong to nobody. */
static void reach(LanguageBuild *build, DefNo def, uint32_t end) {
  const Syntax *syntax = build->syntax;
  Span *span = &language_def(build, def)->full;
  while (end > span->to && strchr(" \t\r\n\f", syntax->text.ptr[end - 1])) end--;
  if (end <= span->to) return;
  span->to = end;
  span->end_line = syntax_line(syntax, end - 1);
  span->end_column = syntax_column(syntax, end - 1) + 1;
}

/* A scope around the section may be closed already, and the section with it. */
static bool is_open(const LanguageBuild *build, ScopeNo section) {
  ScopeNo scope = build->scope;
  while (scope && scope != section) scope = build->facts->scopes.items[scope].parent;
  return scope != 0;
}

/* One that holds what is still open, a function in broken text that reaches over the
 * next heading, is not ended from inside of that: who opened it closes it. */
void language_end_sections(LanguageBuild *build, unsigned rank, uint32_t at) {
  LanguageBuilder *builder = build->builder;
  while (builder->sections.len && builder->sections.items[builder->sections.len - 1].rank >= rank) {
    const LanguageSection *last = &builder->sections.items[builder->sections.len - 1];
    bool is_inside = is_open(build, last->scope);
    if (is_inside && last->scope != build->scope) return;
    builder->sections.len--;
    if (!is_inside) continue;
    reach(build, last->def, at);
    build->facts->scopes.items[last->scope].to = at;
    language_close(build, &last->before);
  }
}

DefNo language_open_section(LanguageBuild *build, ScopeKind kind, const LanguageDef *def, unsigned rank) {
  LanguageSection section = {.rank = rank};
  language_end_sections(build, rank, build->syntax->nodes[def->whole].from);
  section.def = language_define(build, def);
  section.scope = language_open(build, kind, def->whole, section.def, &section.before);
  *vec_add(build->arena, &build->builder->sections) = section;
  return section.def;
}
