/* What names were given so far, asked while the walk still adds to it: the last
 * bind with a value, by scope and name. A table with open addressing that takes in
 * new binds when it is asked, so that a file that never asks does not pay for it. */
#include "src/languages/build_internal.h"

static BindNo *slot_of(const LanguageGiven *given, const Facts *facts, ScopeNo scope, NameId name) {
  size_t at = (scope * 2654435761u) ^ (name.value * 2246822519u);
  for (at ^= at >> 15;; at++) {
    BindNo *slot = &given->slots[at & (given->size - 1)];
    if (!*slot) return slot;
    const Bind *bind = &facts->binds.items[*slot];
    if (bind->scope == scope && names_same(bind->name, name)) return slot;
  }
}

static void note(const LanguageGiven *given, const Facts *facts, BindNo no) {
  const Bind *bind = &facts->binds.items[no];
  if (!bind->value) return;
  BindNo *slot = slot_of(given, facts, bind->scope, bind->name);
  if (*slot < no) *slot = no;
}

/* Doubled before it is half full, and then filled anew from the beginning. */
static void take_in(LanguageBuild *build, LanguageGiven *given) {
  const Facts *facts = build->facts;
  if (!given->size || facts->binds.len * 2 > given->size) {
    if (!given->size) given->size = 64;
    while (facts->binds.len * 2 > given->size) given->size *= 2;
    given->slots = ARENA_ARRAY(build->arena, BindNo, given->size);
    given->until = 1;
  }
  for (; given->until < facts->binds.len; given->until++) note(given, facts, given->until);
}

ExprNo language_given_to(LanguageBuild *build, ScopeNo scope, NameId name) {
  LanguageGiven *given = &build->builder->given;
  take_in(build, given);
  return build->facts->binds.items[*slot_of(given, build->facts, scope, name)].value;
}

void language_give_late(LanguageBuild *build, BindNo no, ExprNo value) {
  LanguageGiven *given = &build->builder->given;
  build->facts->binds.items[no].value = value;
  if (no < given->until) note(given, build->facts, no);
}
