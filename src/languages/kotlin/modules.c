/* Kotlin packages and imports. Like Java's they go by declared names, so that
 * source roots do not matter; a package may have files of both languages. */
#include "src/languages/kotlin/kotlin_internal.h"

void language_kotlin_package(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_child(build, node, KOTLIN_QUALIFIED_IDENTIFIER);
  if (!name) name = language_child(build, node, KOTLIN_IDENTIFIER);
  if (name) build->facts->package = language_intern(build, str_trim(language_text(build, name)));
}

/* `a.b.C as D` asks a.b for C. */
void language_kotlin_import(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_child(build, node, KOTLIN_QUALIFIED_IDENTIFIER);
  NodeNo alias = 0;
  if (!name) name = language_child(build, node, KOTLIN_IDENTIFIER);
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == KOTLIN_IDENTIFIER && c != name) alias = c;
  }
  Str whole = str_trim(language_text(build, name));
  if (!whole.len) return;
  if (language_child(build, node, KOTLIN_SIGN_STAR)) {
    language_import(build, (Import){.form = IMPORT_STAR, .specifier = language_intern(build, whole)}, name);
    return;
  }
  size_t dot = str_find_last_byte(whole, '.');
  Str last = dot == STR_NONE ? whole : str_slice(whole, dot + 1, whole.len);
  NodeNo shown = name;
  for (NodeNo c = syntax_first(build->syntax, name); c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == KOTLIN_IDENTIFIER) shown = c;
  }
  Str local = alias ? language_text(build, alias) : last;
  language_import(build, (Import){.form = IMPORT_NAMED, .name = language_intern(build, last),
                                  .local = language_intern(build, local),
                                  .specifier = language_intern(build, dot == STR_NONE ? STR_EMPTY : str_slice(whole, 0, dot))},
                  name);
  ExprNo expr = language_add(build, (Expr){.kind = EXPR_NAME, .name = language_intern(build, local),
                                           .at = language_node(build, shown)->from});
  language_ref(build, REF_IMPORT, expr, shown);
}

typedef size_t FindPackage(LanguageWorld *world, Str package, const WorldFile **ret_files);

/* The longest beginning that is a package; what follows is a type of it. */
static bool find_in(LanguageWorld *world, FindPackage *find, Str specifier, LanguageModule *ret_module) {
  Str package = specifier;
  while (package.len) {
    const WorldFile *files = NULL;
    size_t count = find(world, package, &files);
    Str rest = package.len < specifier.len ? str_slice(specifier, package.len + 1, specifier.len) : STR_EMPTY;
    bool is_type = !rest.len || rest.ptr[0] < 'a' || rest.ptr[0] > 'z';
    if (count && !is_type) return false;
    if (count) {
      ret_module->files = arena_copy(world->arena, files, count * sizeof *files);
      ret_module->count = count;
      ret_module->rest = str_copy(world->arena, rest);
      return true;
    }
    size_t dot = str_find_last_byte(package, '.');
    package = dot == STR_NONE ? STR_EMPTY : str_slice(package, 0, dot);
  }
  return false;
}

void language_kotlin_find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from,
                                 LanguageModule *ret_module) {
  Str specifier = names_text(facts->names, import->specifier);
  (void)from;
  *ret_module = (LanguageModule){0};
  if (find_in(world, world->package, specifier, ret_module)) return;
  if (find_in(world, world->library_package, specifier, ret_module)) return;
  ret_module->outside = true;
}
