/* Kotlin as Java sees it: what stands at the top of a file is static in a class that is
 * called after the file, a companion and an object are fields. Properties, which are
 * methods there, are found by resolving (rule `accessors`). */
#include "src/languages/kotlin/kotlin_internal.h"

/* @file:JvmName("Tools"); empty: the file does not say. */
static Str told_name(const LanguageBuild *build) {
  for (NodeNo c = syntax_first(build->syntax, 1); c; c = syntax_next(build->syntax, c)) {
    Str text = language_text(build, c);
    size_t at = str_starts_with(text, STR("@file:")) ? str_find(text, STR("JvmName(\"")) : STR_NONE;
    if (at == STR_NONE) continue;
    text = str_slice(text, at + 9, text.len);
    size_t end = str_find_byte(text, '"');
    if (end != STR_NONE) return str_slice(text, 0, end);
  }
  return STR_EMPTY;
}

/* src/main.kt: MainKt. Empty: no file of a program. */
static Str usual_name(LanguageBuild *build) {
  size_t slash = str_find_last_byte(build->path, '/');
  Str name = str_slice(build->path, slash == STR_NONE ? 0 : slash + 1, build->path.len);
  if (!str_ends_with(name, STR(".kt")) || name.len < 4) return STR_EMPTY;
  char first = name.ptr[0];
  if (first >= 'a' && first <= 'z') first = (char)(first - 'a' + 'A');
  return str_format(build->arena, "%c%.*sKt", first, (int)(name.len - 4), name.ptr + 1);
}

static bool is_seen(const Def *def) {
  bool is_member = def->kind == SYMBOL_FUNCTION || def->kind == SYMBOL_VARIABLE || def->kind == SYMBOL_CONSTANT || def->kind == SYMBOL_PROPERTY;
  return is_member && def->scope == 1 && def->name.value && !(def->flags & (DEF_PRIVATE | DEF_ANONYMOUS));
}

/* The class has no text and is nobody's symbol. */
void language_kotlin_finish(LanguageBuild *build) {
  Facts *facts = build->facts;
  DefNo first = 1, count = (DefNo)facts->defs.len;
  while (first < count && !is_seen(&facts->defs.items[first])) first++;
  if (first == count) return;
  Str name = told_name(build);
  if (!name.len) name = usual_name(build);
  if (!name.len) return;
  LanguageOpen before;
  DefNo facade = language_define(build, &(LanguageDef){.kind = SYMBOL_CLASS, .flags = DEF_ANONYMOUS | DEF_EXPORTED, .name = 1, .name_text = name,
                                                       .whole = 1, .scope = 1, .bind = BIND_HOISTED});
  language_open(build, SCOPE_TYPE, 1, facade, &before);
  for (DefNo i = first; i < count; i++) {
    if (!is_seen(&facts->defs.items[i])) continue;
    language_bind(build, (Bind){.name = facts->defs.items[i].name, .flags = BIND_STATIC | BIND_HOISTED, .def = i, .from = facts->defs.items[i].name_span.from});
  }
  language_close(build, &before);
}

void language_kotlin_static_self(LanguageBuild *build, Str name, NodeNo node) {
  DefNo type = kotlin_state(build)->type;
  NameId own = type ? build->facts->defs.items[type].name : (NameId){0};
  if (!own.value) return;
  uint32_t from = language_node(build, node)->from;
  ExprNo value = language_add(build, (Expr){.kind = EXPR_NAME, .name = own, .at = from});
  language_bind(build, (Bind){.name = language_intern(build, name), .flags = BIND_STATIC | BIND_MEMBER | BIND_HOISTED, .value = value, .from = from});
}
