/* Languages as resolution uses them: their words as interned names. */
#include <assert.h>

#include "src/resolve/keys_internal.h"
#include "src/resolve/wiring_internal.h"
#include "src/resolve/world_internal.h"

/* An absent word becomes name 0, which nothing is called: whoever looks for
 * it finds nothing, without a test of its own. */
static NameId intern(ResolveWorld *world, const char *word) {
  return word && *word ? names_intern(world->names, str_from_c(word)) : (NameId){0};
}

static Str next_word(Str *rest) {
  Str word = STR_EMPTY;
  while (rest->len && word.len == 0) word = str_cut(rest, ' ');
  return word;
}

/* Words of a descriptor are separated by blanks; more than LANG_WORDS would
 * be a mistake in the descriptor, which the tests of languages see. */
static Words intern_words(ResolveWorld *world, const char *words) {
  Words found = {.count = 0};
  Str rest = str_from_c(words);
  for (Str word; (word = next_word(&rest)).len && found.count < LANG_WORDS;) {
    found.names[found.count++] = names_intern(world->names, word);
  }
  return found;
}

/* "byte:Byte short:Short ; float:Float": a name, behind the colon the type
 * that holds it as an object, and a semicolon between groups inside of which
 * a value widens to what follows it. */
static void read_primitives(ResolveWorld *world, Lang *lang) {
  Str rest = str_from_c(lang->language->names.primitives);
  uint32_t group = 1;
  for (Str word; (word = next_word(&rest)).len;) {
    if (str_eq_c(word, ";")) {
      group++;
      continue;
    }
    assert(lang->primitive_count < LANG_PRIMITIVES); /* descriptors are ours */
    Str box = word;
    Str name = str_cut(&box, ':');
    lang->primitives[lang->primitive_count++] = (Primitive){
        .name = names_intern(world->names, name),
        .box = box.len ? names_intern(world->names, box) : (NameId){0}, .group = group};
  }
}

/* Languages of one family (a language and its typed sister) see each other's
 * names and have one standard library. */
static Family *family_of(ResolveWorld *world, const Language *language) {
  Str name = resolve_family(language);
  for (Family *family = world->families; family; family = family->next) {
    if (str_eq(family->name, name)) return family;
  }
  Family *family = ARENA_NEW(&world->arena, Family);
  *family = (Family){.name = name, .next = world->families};
  world->families = family;
  return family;
}

/* Made once per world, on the thread that puts files; afterwards only read.
 * A dependency may be of a language that no file of the project has: then it
 * is made under library_lock, and others, who walk the list from its head,
 * see it whole or not at all. */
const Lang *resolve_lang(ResolveWorld *world, const Language *language) {
  for (Lang *lang = world->langs; lang; lang = lang->next) {
    if (lang->language == language) return lang;
  }
  const LanguageNames *names = &language->names;
  Lang *lang = ARENA_NEW(&world->arena, Lang);
  *lang = (Lang){.language = language, .family = family_of(world, language),
                 .rules = language->rules,
                 .is_everywhere = names->globals && language_word_in(names->globals, STR("*")),
                 .family_id = resolve_family_id(language, false),
                 .library_id = resolve_family_id(language, true),
                 .shared_package_id = names->shared_package
                     ? resolve_package_id(language, false, STR_EMPTY, str_from_c(names->shared_package)) : 0,
                 .constructors = intern_words(world, names->constructors),
                 .iterate = intern_words(world, names->iterate),
                 .fill = intern_words(world, names->fill),
                 .fill_made = intern_words(world, names->fill_made),
                 .await = intern_words(world, names->await),
                 .promise = intern_words(world, names->promise),
                 .list = intern(world, names->list), .set = intern(world, names->set),
                 .map = intern(world, names->map), .tuple = intern(world, names->tuple),
                 .function = intern(world, names->function),
                 .generator = intern(world, names->generator),
                 .object = intern(world, names->object), .call = intern(world, names->call),
                 .index = intern(world, names->index),
                 .pointed = intern(world, names->pointed), .arrow = intern(world, names->arrow),
                 .used_space = intern(world, LANGUAGE_USED_SPACE), .unseen_space = intern(world, LANGUAGE_UNSEEN_SPACE),
                 .last_argument = intern(world, names->last_argument),
                 .default_name = intern(world, "default"), .whole_name = intern(world, "export="),
                 .copied = intern(world, LANGUAGE_COPIED), .lent = intern(world, LANGUAGE_LENT), .injected = intern(world, LANGUAGE_INJECTED),
                 .number = world->langs ? world->langs->number + 1 : 1,
                 .next = world->langs};
  for (unsigned i = 0; i <= LITERAL_OTHER; i++) lang->literals[i] = intern(world, names->literals[i]);
  read_primitives(world, lang);
  lang->wiring = resolve_wiring_words(world, language);
  world->langs = lang;
  return lang;
}
