/* Languages as resolution uses them: rules, and words as interned names. */
#ifndef FATHOM_RESOLVE_LANG_INTERNAL_H
#define FATHOM_RESOLVE_LANG_INTERNAL_H

#include "src/resolve/resolve.h"

#define LANG_WORDS 6
typedef struct Words {
  NameId names[LANG_WORDS];
  uint32_t count;
} Words;

typedef struct Primitive {
  NameId name, box; /* box 0: none */
  uint32_t group;   /* widening stays inside */
} Primitive;
#define LANG_PRIMITIVES 64

typedef struct Lang {
  const Language *language;
  struct Family *family;
  LanguageRules rules;
  bool is_everywhere; /* all names of its library are keys of it */
  uint64_t family_id, library_id;
  uint64_t shared_package_id; /* of the package that all others see; 0: none */
  Words constructors, iterate, fill, fill_made, await, promise;
  NameId literals[LITERAL_OTHER + 1];
  NameId list, set, map, tuple, function, generator, object, call, index;
  NameId last_argument, used_space, unseen_space, pointed, arrow;
  NameId default_name, whole_name; /* "default", "export=" */
  NameId copied, lent, injected; /* LANGUAGE_COPIED, LANGUAGE_LENT, LANGUAGE_INJECTED */
  Primitive primitives[LANG_PRIMITIVES];
  uint32_t primitive_count;
  struct WiringWords *wiring; /* of its frameworks; NULL: there are none */
  uint32_t number; /* from 1 */
  struct Lang *next;
} Lang;

/* One definition per name in the whole program, declared wherever it is used. */
static inline bool resolve_has_linkage(const Lang *lang) {
  return lang->rules.globals == LANGUAGE_GLOBALS_LINKED;
}

/* Functions of one name are functions of their own. */
static inline bool resolve_overloads_apart(const Lang *lang) { return lang->rules.overloads != LANGUAGE_OVERLOADS_FIRST; }

/* What a name is looked up as; a language may keep them apart. */
enum {
  MODE_VALUE = 1,
  MODE_TYPE = 2,
  MODE_CALL = 4, /* the name of what is called */
  MODE_ANY = 7
};

/* What a look-up may find: where names are not told apart by their use, anything. */
static inline unsigned resolve_mode(const Lang *lang, unsigned mode) {
  return lang->rules.namespaces == LANGUAGE_NAMES_TOGETHER ? MODE_ANY : mode;
}

/* Languages that share a library. */
typedef struct Family {
  Str name;
  bool tried;              /* to load the library */
  struct Library *library; /* NULL: there is none */
  struct Family *next;
} Family;

/* The one for the language, made when it is first met; lives as long as the world. */
const Lang *resolve_lang(ResolveWorld *world, const Language *language);

#endif
