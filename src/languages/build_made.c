/* What is made by a text or a call: tables of a database with their columns, and
 * operations. They are in a scope of their own, so that no name of the file leads
 * there. */
#include "src/languages/build_internal.h"

static Span span_of(const Syntax *syntax, Range range) {
  return (Span){.from = range.from, .to = range.to,
                .line = syntax_line(syntax, range.from), .column = syntax_column(syntax, range.from),
                .end_line = syntax_line(syntax, range.to), .end_column = syntax_column(syntax, range.to)};
}

static ScopeNo add_scope(LanguageBuild *build, ScopeKind kind, ScopeNo parent, DefNo def, Range range) {
  *vec_add(build->arena, &build->facts->scopes) = (Scope){.kind = (uint8_t)kind, .parent = parent, .def = def, .from = range.from, .to = range.to};
  return (ScopeNo)(build->facts->scopes.len - 1);
}

static ScopeNo made_scope(LanguageBuild *build) {
  ScopeNo *scope = &build->builder->made_scope;
  if (!*scope) *scope = add_scope(build, SCOPE_NAMESPACE, 1, 0, (Range){0, (uint32_t)build->syntax->text.len});
  return *scope;
}

static DefNo add_def(LanguageBuild *build, Def def, const LanguageMade *made) {
  def.flags |= DEF_EXPORTED | DEF_EMBEDDED | (build->facts->is_test ? DEF_TEST : 0);
  def.name = language_intern(build, made->text);
  def.name_span = span_of(build->syntax, made->name);
  def.full = span_of(build->syntax, made->whole);
  *vec_add(build->arena, &build->facts->defs) = def;
  return (DefNo)(build->facts->defs.len - 1);
}

DefNo language_make_table(LanguageBuild *build, const LanguageMade *made, Range head) {
  DefNo table = add_def(build, (Def){.kind = SYMBOL_STRUCT, .scope = made_scope(build), .signature = head}, made);
  ScopeNo opens = add_scope(build, SCOPE_TYPE, build->builder->made_scope, table, made->whole);
  build->facts->defs.items[table].opens = opens;
  return table;
}

void language_make_column(LanguageBuild *build, DefNo table, const LanguageMade *made) {
  ScopeNo scope = build->facts->defs.items[table].opens;
  DefNo column = add_def(build, (Def){.kind = SYMBOL_FIELD, .container = table, .scope = scope, .signature = made->whole}, made);
  language_bind(build, (Bind){.scope = scope, .name = build->facts->defs.items[column].name, .flags = BIND_HOISTED | BIND_MEMBER,
                              .from = made->name.to, .def = column});
}

void language_add_made_column(LanguageBuild *build, Str table, const LanguageMade *made) {
  add_def(build, (Def){.kind = SYMBOL_FIELD, .scope = made_scope(build), .receiver = language_intern(build, table), .signature = made->whole}, made);
}

DefNo language_make_operation(LanguageBuild *build, const LanguageMade *made, bool is_fragment) {
  Range head = {made->whole.from, made->name.to};
  return add_def(build, (Def){.kind = SYMBOL_FUNCTION, .flags = is_fragment ? DEF_PARTIAL : 0, .scope = made_scope(build), .signature = head}, made);
}
