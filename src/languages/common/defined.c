/* The table is brought up to date whenever it is asked. */
#include "src/languages/common/defined_internal.h"

LanguageDefined *language_defined_open(LanguageBuild *build, uint64_t (*key_of)(const Def *def)) {
  LanguageDefined *defined = ARENA_NEW(build->arena, LanguageDefined);
  *defined = (LanguageDefined){.key_of = key_of, .until = 1};
  idmap_init(&defined->first, build->arena);
  return defined;
}

DefNo language_defined(LanguageDefined *defined, const Facts *facts, uint64_t key) {
  for (; defined->until < facts->defs.len; defined->until++) {
    uint64_t own = defined->key_of(&facts->defs.items[defined->until]);
    if (own) idmap_add(&defined->first, own, defined->until);
  }
  uint32_t found = idmap_get(&defined->first, key);
  return key && found != IDMAP_NONE ? found : 0;
}
