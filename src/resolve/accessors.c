/* Properties that one language of a family reads and another one calls: `x.name` and
 * `x.getName()`. Looked for where the name itself is not there, and in types of the other
 * language alone, since in its own each says what it has, unless the language does both
 * (LANGUAGE_ACCESSORS_BOTH). */
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/name_internal.h"

enum { NAME_MAX_BYTES = 200 };

/* What is asked of whom: of a value, or of the types around a name. */
typedef struct Asked {
  Run *run;
  const View *view;
  ValueId base;
  FoundList *out;
  View *around;     /* NULL: a value is asked */
  const Expr *name; /* in whose scope */
} Asked;

static bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

/* A part of a name behind a word, its first letter small or large; of too long a one 0. Asked
 * for also where nobody has it yet: somebody may, and what others have read is chance. */
static NameId joined(Run *run, const char *word, Str rest, bool large) {
  if (!rest.len || rest.len > NAME_MAX_BYTES) return (NameId){0};
  char first = rest.ptr[0];
  if (large && first >= 'a' && first <= 'z') first = (char)(first - 'a' + 'A');
  if (!large) first = byte_lower(first);
  return names_intern(run->world->names, str_format(run->arena, "%s%c%.*s", word, first, (int)(rest.len - 1), rest.ptr + 1));
}

static bool does_both(const View *view) { return view->lang->rules.accessors == LANGUAGE_ACCESSORS_BOTH; }

static bool is_of_type(const Found *found) {
  DefNo container = view_def(found->view, found->def)->container;
  return container && symbol_kind_is_type(view_def(found->view, container)->kind);
}

/* A member that may stand behind one, or be one. What is private is seen by plain names alone. */
static bool is_property(const Asked *asked, const Found *found) {
  const Def *def = found->view && found->def ? view_def(found->view, found->def) : NULL;
  if (!def || (found->view->lang == asked->view->lang && !does_both(asked->view))) return false;
  if (symbol_kind_is_type(def->kind) || def->kind == SYMBOL_ENUM_MEMBER) return false;
  return asked->around ? is_of_type(found) : !(def->flags & DEF_PRIVATE);
}

/* Members of types of another language. */
static void add_foreign(const Asked *asked, NameId name, unsigned mode, uint8_t accessor) {
  FoundList list = {.count = 0};
  if (!name.value) return;
  if (asked->around) resolve_find_name(asked->run, asked->around, (NameUse){asked->name->scope, name, asked->name->at, mode}, &list);
  else resolve_find_members(asked->run, asked->view, asked->base, name, mode, &list);
  for (uint32_t i = 0; i < list.count; i++) {
    Found found = list.items[i];
    if (!is_property(asked, &found)) continue;
    const Def *def = view_def(found.view, found.def);
    uint32_t count = 0;
    bool is_method = resolve_is_callable_kind(def->kind);
    if (is_method) resolve_signature(asked->run, found.view, found.def, &count);
    if (is_method != (mode == MODE_CALL) || (is_method && count != (accessor == ACCESSOR_SET ? 1u : 0u))) continue;
    found.accessor = accessor;
    resolve_found_add(asked->run, asked->out, found);
  }
}

/* getName() and isOpen() read, setName(x) writes. */
static void find_called(const Asked *asked, Str name) {
  bool gets = str_starts_with(name, STR("get")), sets = str_starts_with(name, STR("set"));
  Str rest = str_slice(name, 3, name.len);
  if (str_starts_with(name, STR("is")) && name.len > 2 && is_capital(name.ptr[2])) {
    NameId own = does_both(asked->view) ? joined(asked->run, "", str_slice(name, 2, name.len), false) : names_find(asked->run->world->names, name);
    add_foreign(asked, own, MODE_VALUE, ACCESSOR_GET);
  } else if ((gets || sets) && rest.len && is_capital(rest.ptr[0])) {
    uint8_t accessor = gets ? ACCESSOR_GET : ACCESSOR_SET;
    add_foreign(asked, joined(asked->run, "", rest, false), MODE_VALUE, accessor);
    if (!asked->out->count) add_foreign(asked, joined(asked->run, sets ? "is" : "", rest, true), MODE_VALUE, accessor);
  }
}

static void find_read(const Asked *asked, Str name) {
  bool is_question = str_starts_with(name, STR("is")) && name.len > 2 && is_capital(name.ptr[2]);
  NameId getter = is_question ? names_find(asked->run->world->names, name) : joined(asked->run, "get", name, true);
  add_foreign(asked, getter, MODE_CALL, ACCESSOR_GET);
  if (!asked->out->count && does_both(asked->view)) add_foreign(asked, joined(asked->run, "is", name, true), MODE_CALL, ACCESSOR_GET);
  if (asked->out->count) add_foreign(asked, joined(asked->run, "set", is_question ? str_slice(name, 2, name.len) : name, true), MODE_CALL, ACCESSOR_SET);
}

/* What another language keeps to itself is behind accessors. */
static bool is_behind(const View *view, const FoundList *list) {
  for (uint32_t i = 0; i < list->count; i++) {
    const Found *found = &list->items[i];
    if (!found->view || !found->def || found->view->lang == view->lang || !(view_def(found->view, found->def)->flags & DEF_PRIVATE)) return false;
  }
  return true;
}

static void find(const Asked *asked, NameId name, bool called) {
  Str text = names_text(asked->run->world->names, name);
  if (called) find_called(asked, text);
  else find_read(asked, text);
}

void resolve_find_accessors(Run *run, const View *view, const Expr *expr, ValueId base, bool called, FoundList *list) {
  LanguageAccessors accessors = view->lang->rules.accessors;
  FoundList own = {.count = 0};
  if (accessors == LANGUAGE_ACCESSORS_NONE || !is_behind(view, list)) return;
  Asked asked = {run, view, base, &own, NULL, NULL};
  find(&asked, expr->name, accessors == LANGUAGE_ACCESSORS_BOTH ? called : accessors == LANGUAGE_ACCESSORS_CALLED);
  if (own.count) *list = own;
}

void resolve_find_own_accessors(Run *run, View *view, const Expr *expr, bool called, FoundList *list) {
  FoundList own = {.count = 0};
  if (list->count || !does_both(view)) return;
  Asked asked = {run, view, VALUE_UNKNOWN, &own, view, expr};
  find(&asked, expr->name, called);
  if (own.count) *list = own;
}
