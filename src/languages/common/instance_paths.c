/* Ways through instances, read from expressions and followed to files. */
#include "src/languages/common/instance_paths_internal.h"

#include "src/languages/common/near_internal.h"
#include "src/languages/common/nodes_internal.h"
#include "src/languages/common/paths_internal.h"

enum { PARTS_MAX = 16, LENGTH_MAX = 512 }; /* of a way; a longer one is nobody's */

/* ---- from an expression ---- */

static NodeNo content(const LanguageBuild *build, const LanguageInstances *kinds, NodeNo text) {
  return language_kind(build, text) == kinds->string ? language_field(build, text, kinds->content) : 0;
}

/* The last part of a way, and what it is a part of: a for a.b, a["b"] and a:WaitForChild("b"). */
static NodeNo last_part(const LanguageBuild *build, const LanguageInstances *kinds, NodeNo node, NodeNo *ret_table) {
  unsigned kind = language_kind(build, node);
  NodeNo method = kind == kinds->call ? language_field(build, node, kinds->name_field) : 0;
  *ret_table = language_field(build, method ? method : node, kinds->table);
  if (kind == kinds->dot) return language_field(build, node, kinds->field);
  if (kind == kinds->bracket) return content(build, kinds, language_field(build, node, kinds->field));
  if (!method || !language_word_in("WaitForChild FindFirstChild GetService", language_text(build, language_field(build, method, kinds->method)))) return 0;
  return content(build, kinds, syntax_named(build->syntax, language_field(build, node, kinds->arguments), 0));
}

Str language_instance_path(LanguageBuild *build, const LanguageInstances *kinds, const Map *names, NodeNo node) {
  Str path = STR_EMPTY;
  for (int i = 0; node && i < PARTS_MAX && path.len < LENGTH_MAX; i++) {
    unsigned kind = language_kind(build, node);
    Str text = language_text(build, node);
    if (kind == kinds->name) {
      const Str *known = language_word_in("script game", text) ? &text : map_get(names, text);
      return known ? language_path_join(build->arena, *known, path) : STR_EMPTY;
    }
    if (kind == kinds->inner[0] || kind == kinds->inner[1]) {
      node = syntax_named(build->syntax, node, 0);
      continue;
    }
    NodeNo table, part = last_part(build, kinds, node, &table);
    if (!part) return STR_EMPTY;
    path = language_path_join(build->arena, str_eq(language_text(build, part), STR("Parent")) ? STR("..") : language_text(build, part), path);
    node = table;
  }
  return STR_EMPTY;
}

Map *language_instance_names(LanguageBuild *build, const LanguageInstances *kinds, NodeNo root) {
  Map *names = ARENA_NEW(build->arena, Map);
  map_init(names, build->arena);
  for (NodeNo c = syntax_first(build->syntax, root); c; c = syntax_next(build->syntax, c)) {
    NodeNo given = language_kind(build, c) == kinds->declare ? language_child(build, c, kinds->assign) : 0;
    NodeNo list = given ? language_child(build, given, kinds->names) : 0, value = given ? language_child(build, given, kinds->values) : 0;
    if (!list || !value || syntax_named_count(build->syntax, value) != 1) continue;
    NodeNo name = language_field(build, list, kinds->name_field);
    Str path = language_instance_path(build, kinds, names, syntax_named(build->syntax, value, 0));
    if (name && path.len) map_put(names, language_text(build, name), arena_copy(build->arena, &path, sizeof path));
  }
  return names;
}

/* ---- to a file ---- */

static bool find_from(LanguageWorld *world, Str folder, Str rest, const char *ends, LanguageModule *ret_module) {
  Str path, left = str_from_c(ends);
  WorldFile file = 0;
  if (!language_path_relative(world->arena, folder, rest, &path)) return false;
  while (left.len && !file) {
    Str end = str_cut(&left, ' ');
    file = world->file(world, str_format(world->arena, "%.*s%.*s", STR_ARG(path), STR_ARG(end)));
  }
  if (!file) return false;
  ret_module->files = arena_copy(world->arena, &file, sizeof file);
  ret_module->count = 1;
  return true;
}

/* The only file whose path ends so, or, where folders are called otherwise, ends with at least the last two parts. */
static void find_ending(LanguageWorld *world, WorldFile from, Str way, const char *ends, LanguageModule *ret_module) {
  Str patterns = STR_EMPTY, left = str_from_c(ends);
  while (left.len) {
    Str end = str_cut(&left, ' ');
    patterns = str_format(world->arena, "%.*s%s{}%.*s", STR_ARG(patterns), patterns.len ? " " : "", STR_ARG(end));
  }
  const char *all = str_to_c(world->arena, patterns);
  do {
    language_find_near(world, from, way, all, ret_module);
    str_cut(&way, '/');
  } while (!ret_module->count && str_find_byte(way, '/') != STR_NONE);
}

void language_find_instance(LanguageWorld *world, WorldFile from, Str specifier, const char *ends, LanguageModule *ret_module) {
  Str path = world->path(world, from), folder = language_path_folder(path), rest = specifier, head = str_cut(&rest, '/');
  size_t dot = str_find_last_byte(path, '.');
  bool is_init = str_starts_with(str_slice(path, folder.len ? folder.len + 1 : 0, path.len), STR("init."));
  if (str_eq(head, STR("script"))) {
    Str own = is_init ? folder : str_slice(path, 0, dot == STR_NONE ? path.len : dot);
    /* What a package manager puts there is not the project's. */
    if (!find_from(world, own, rest, ends, ret_module)) ret_module->outside = str_contains(specifier, STR("Packages/"));
  } else if (str_eq(head, STR("@self"))) {
    find_from(world, folder, rest, ends, ret_module);
  } else if (str_starts_with(head, STR("."))) {
    if (!is_init || !find_from(world, language_path_folder(folder), specifier, ends, ret_module)) find_from(world, folder, specifier, ends, ret_module);
  } else {
    bool is_game = str_eq(head, STR("game"));
    if (is_game) str_cut(&rest, '/'); /* a service, which is no folder */
    find_ending(world, from, is_game ? rest : str_starts_with(specifier, STR("@")) ? str_slice(specifier, 1, specifier.len) : specifier, ends, ret_module);
  }
}
