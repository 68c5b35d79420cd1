/* C#: which files a namespace or a type's full name means. A namespace is
 * whatever files declare it; of `A.B.C` the longest beginning that is one, and
 * what is left is a type in it. */
#include "src/languages/csharp/csharp_internal.h"

void language_csharp_find_module(LanguageWorld *world, const Facts *facts, const Import *import,
                                 WorldFile from, LanguageModule *ret_module) {
  (void)from;
  Str whole = names_text(facts->names, import->specifier), name = whole;
  for (;;) {
    const WorldFile *files;
    size_t count = world->package(world, name, &files);
    if (count) {
      ret_module->files = arena_copy(world->arena, files, count * sizeof *files);
      ret_module->count = count;
      if (name.len < whole.len) ret_module->rest = str_slice(whole, name.len + 1, whole.len);
      const WorldFile *theirs; /* the library has more than is written down of it */
      ret_module->outside = world->library_package(world, name, &theirs) > 0;
      return;
    }
    size_t dot = str_find_last_byte(name, '.');
    bool names_type = import->form != IMPORT_STAR || (import->flags & IMPORT_STATIC);
    if (dot == STR_NONE || !names_type) break;
    name = str_slice(name, 0, dot);
  }
  ret_module->outside = true;
}
