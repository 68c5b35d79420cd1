/* Modules that are named by a way through a tree of instances instead of a path:
 * script.Parent.Name, game:GetService("Shared").Name. Such a tree mirrors the folders. */
#ifndef FATHOM_LANGUAGES_COMMON_INSTANCE_PATHS_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_INSTANCE_PATHS_INTERNAL_H

#include "src/base/map.h"
#include "src/languages/language.h"

/* Kinds of nodes and fields, as the language numbers them. */
typedef struct LanguageInstances {
  unsigned name, dot, bracket, call, string;  /* a; a.b; a["b"]; a:f("b"); "b" */
  unsigned inner[2];                          /* what only stands around its first part: (a), a :: T */
  unsigned declare, assign, names, values;    /* local a = b: the whole, the part behind the word, both of its lists */
  unsigned name_field, table, field, method, arguments, content;
} LanguageInstances;

/* Names of the file's top level that stand for instances, with their ways: language_instance_path
 * knows them. In the build's arena. */
Map *language_instance_names(LanguageBuild *build, const LanguageInstances *kinds, NodeNo root);
/* The way that an expression says, as a path: "script/../Name", "game/Shared/Name". Empty: it
 * says none, or begins with something that is computed. */
Str language_instance_path(LanguageBuild *build, const LanguageInstances *kinds, const Map *names, NodeNo node);
/* The file that a specifier means: such a way, or a path, "./a", "@self/a" or "a/b". Files end in one of
 * the blank-separated `ends`. In a file called init, `script` is its folder, and "./a" lies beside that. From
 * `game` on only the end of a way is known; it has to be that of one file alone. */
void language_find_instance(LanguageWorld *world, WorldFile from, Str specifier, const char *ends, LanguageModule *ret_module);

#endif
