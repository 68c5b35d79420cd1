/* Containers that put objects into parameters by name: a function says which it wants
 * (`f.$inject = ['files', 'config']`), and an object says what they are
 * (`{ files: ['factory', makeFiles], config: ['value', config] }`). Both are noted at the
 * top of the file, where other files see them; resolving brings them together. */
#include "src/languages/typescript/typescript_internal.h"

static void note(LanguageBuild *build, Str name, ExprNo type, ExprNo value) {
  language_bind(build, (Bind){.scope = 1, .name = language_intern(build, name), .type = type, .value = value,
                              .flags = BIND_NARROW | BIND_VALUE | BIND_HOISTED});
}

/* A function by its name, or as a member of something or of instances of it; without
 * references, which the assignment has made. */
static ExprNo function_at(LanguageBuild *build, NodeNo node) {
  NodeNo object = language_ts_kind(build, node) == TS_MEMBER ? language_ts_field(build, node, TS_F_OBJECT) : 0;
  ExprNo instance = language_ts_expr_prototype(build, object);
  return instance ? language_add_member(build, instance, language_ts_field(build, node, TS_F_PROPERTY)) : language_ts_path(build, node);
}

void language_ts_inject(LanguageBuild *build, NodeNo left, ExprNo list) {
  bool is_it = language_ts_state(build)->is_script && language_expr_at(build, list)->kind == EXPR_LIST &&
               str_eq_c(syntax_text(build->syntax, language_ts_field(build, left, TS_F_PROPERTY)), "$inject");
  ExprNo function = is_it ? function_at(build, language_ts_field(build, left, TS_F_OBJECT)) : 0;
  if (function) note(build, STR(LANGUAGE_INJECTED), function, list);
}

/* What is put where the name is wanted: the thing itself, what a function gives, or an
 * instance of a type. */
void language_ts_provide(LanguageBuild *build, NodeNo pair, Str name, ExprNo list) {
  Expr expr = *language_expr_at(build, list);
  if (!language_ts_state(build)->is_script || expr.kind != EXPR_LIST || expr.list.count != 2) return;
  Expr word = *language_expr_at(build, build->facts->lists.items[expr.list.first]);
  ExprNo value = build->facts->lists.items[expr.list.first + 1];
  if (word.kind != EXPR_LITERAL || word.number != LITERAL_STRING || !word.name.value || !value) return;
  Str way = names_text(build->facts->names, word.name);
  if (str_eq_c(way, "factory")) value = language_add_base(build, EXPR_CALL, value, pair);
  else if (str_eq_c(way, "type")) value = language_add_base(build, EXPR_NEW, value, pair);
  else if (!str_eq_c(way, "value")) return;
  note(build, STR(LANGUAGE_PROVIDED), 0, language_add(build, (Expr){.kind = EXPR_KEYWORD, .base = value, .name = language_intern(build, name)}));
}
