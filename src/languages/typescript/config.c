/* tsconfig.json and jsconfig.json: JSON that allows comments and trailing
 * commas, and what of it says where modules are. */
#include "src/languages/typescript/find_internal.h"

#define EXTENDS_MAX 8
#define CONFIG_MAX_BYTES (1u << 20)

/* ---- reading ---- */

static size_t skip_string(Str text, size_t at) {
  for (at++; at < text.len && text.ptr[at] != '"'; at++) {
    if (text.ptr[at] == '\\') at++;
  }
  return at < text.len ? at + 1 : text.len;
}

static size_t skip_comment(Str text, size_t at) {
  if (at + 1 >= text.len || text.ptr[at] != '/') return at;
  if (text.ptr[at + 1] == '/') {
    while (at < text.len && text.ptr[at] != '\n') at++;
  } else if (text.ptr[at + 1] == '*') {
    size_t end = str_find(str_slice(text, at + 2, text.len), STR("*/"));
    at = end == STR_NONE ? text.len : at + 2 + end + 2;
  }
  return at;
}

/* Whether a comma is the last thing before a closing bracket, comments
 * aside. */
static bool closes(Str text, size_t at) {
  while (at < text.len) {
    size_t next = skip_comment(text, at);
    char c = text.ptr[at];
    if (next == at && c != ' ' && c != '\t' && c != '\n' && c != '\r') return c == '}' || c == ']';
    at = next > at ? next : at + 1;
  }
  return false;
}

/* Taken out before the parser sees it, so that there is one parser and it
 * stays strict. */
static Str plain_json(Arena *arena, Str text) {
  Buf buf;
  buf_init(&buf, arena, CONFIG_MAX_BYTES);
  if (str_starts_with(text, STR("\xEF\xBB\xBF"))) text = str_slice(text, 3, text.len);
  for (size_t at = 0; at < text.len;) {
    size_t next = skip_comment(text, at);
    if (next > at) {
      at = next;
      continue;
    }
    next = text.ptr[at] == '"' ? skip_string(text, at) : at + 1;
    bool is_trailing = text.ptr[at] == ',' && closes(text, at + 1);
    if (!is_trailing) buf_add(&buf, str_slice(text, at, next));
    at = next;
  }
  return buf_str(&buf);
}

/* NULL: not there, too large, or broken; all mean that it says nothing. */
const Json *language_ts_read_json(TsFinder *finder, Str path) {
  LanguageWorld *world = finder->world;
  Str text = world->config(world, path);
  if (!text.ptr || text.len > CONFIG_MAX_BYTES) return NULL;
  Job job;
  job_init(&job, world->arena);
  const Json *value = NULL;
  Err err = json_read(&job, plain_json(world->arena, text), NULL, &value);
  return err == OK && json_is(value, JSON_OBJECT) ? value : NULL;
}

/* ---- what it says ---- */

static void read_config(TsFinder *finder, Str path, TsConfig *config, int depth);

static Str from_folder(TsFinder *finder, Str folder, Str relative) {
  Str path = STR_EMPTY;
  return language_path_relative(finder->world->arena, folder, relative, &path) ? path : STR_EMPTY;
}

static Str with_json(TsFinder *finder, Str path) {
  if (str_ends_with(path, STR(".json"))) return path;
  return str_format(finder->world->arena, "%.*s.json", STR_ARG(path));
}

/* `extends` names a file, or one in a package of ours. */
static void read_base(TsFinder *finder, Str folder, Str name, TsConfig *config, int depth) {
  if (str_starts_with(name, STR("."))) {
    read_config(finder, with_json(finder, from_folder(finder, folder, name)), config, depth);
    return;
  }
  Str rest = name;
  Str package = str_cut(&rest, '/');
  if (str_starts_with(package, STR("@"))) {
    Str second = str_cut(&rest, '/');
    package = str_slice(name, 0, package.len + 1 + second.len);
  }
  const Str *home = language_ts_package(finder, package);
  if (!home) return;
  if (!rest.len) rest = STR("tsconfig.json");
  read_config(finder, with_json(finder, language_path_join(finder->world->arena, *home, rest)), config, depth);
}

static void read_bases(TsFinder *finder, Str folder, const Json *extends, TsConfig *config, int depth) {
  if (json_is(extends, JSON_STRING)) read_base(finder, folder, extends->text, config, depth);
  if (!json_is(extends, JSON_ARRAY)) return;
  for (size_t i = 0; i < extends->count && i < EXTENDS_MAX; i++) {
    if (json_is(&extends->items[i], JSON_STRING)) read_base(finder, folder, extends->items[i].text, config, depth);
  }
}

/* `paths` replaces what a base said, it does not add to it. Targets count
 * from baseUrl, or from the file that says so. */
static void read_paths(TsFinder *finder, Str folder, const Json *paths, TsConfig *config) {
  if (!json_is(paths, JSON_OBJECT)) return;
  config->aliases.len = 0;
  for (size_t i = 0; i < paths->count; i++) {
    const JsonMember *member = &paths->members[i];
    for (size_t j = 0; json_is(&member->value, JSON_ARRAY) && j < member->value.count; j++) {
      const Json *target = &member->value.items[j];
      if (!json_is(target, JSON_STRING)) continue;
      *vec_add(finder->world->arena, &config->aliases) =
          (TsAlias){.pattern = member->name, .target = from_folder(finder, folder, target->text)};
    }
  }
}

static void read_options(TsFinder *finder, Str folder, const Json *options, TsConfig *config) {
  const Json *base = json_get(options, STR("baseUrl"));
  if (json_is(base, JSON_STRING)) {
    config->has_base = true;
    config->base = from_folder(finder, folder, base->text);
  }
  read_paths(finder, config->has_base ? config->base : folder, json_get(options, STR("paths")), config);
  const Json *roots = json_get(options, STR("rootDirs"));
  if (!json_is(roots, JSON_ARRAY)) return;
  config->roots.len = 0;
  for (size_t i = 0; i < roots->count; i++) {
    if (!json_is(&roots->items[i], JSON_STRING)) continue;
    *vec_add(finder->world->arena, &config->roots) = from_folder(finder, folder, roots->items[i].text);
  }
}

/* A file that only refers to others stands for all of them. */
static void read_references(TsFinder *finder, Str folder, const Json *references, TsConfig *config, int depth) {
  if (!json_is(references, JSON_ARRAY) || config->aliases.len) return;
  TsConfig all = *config;
  for (size_t i = 0; i < references->count && i < EXTENDS_MAX; i++) {
    Str name = json_get_str(&references->items[i], STR("path"), STR_EMPTY);
    if (!str_ends_with(name, STR(".json"))) continue;
    TsConfig one = {0};
    read_config(finder, from_folder(finder, folder, name), &one, depth);
    for (size_t j = 0; j < one.aliases.len; j++) {
      *vec_add(finder->world->arena, &all.aliases) = one.aliases.items[j];
    }
    if (one.has_base && !all.has_base) all.has_base = true, all.base = one.base;
  }
  *config = all;
}

/* Bases first, so that the file's own options win. The depth ends cycles of
 * `extends`. */
static void read_config(TsFinder *finder, Str path, TsConfig *config, int depth) {
  if (++depth > EXTENDS_MAX) return;
  const Json *json = language_ts_read_json(finder, path);
  if (!json) return;
  Str folder = language_path_folder(path);
  read_bases(finder, folder, json_get(json, STR("extends")), config, depth);
  read_options(finder, folder, json_get(json, STR("compilerOptions")), config);
  read_references(finder, folder, json_get(json, STR("references")), config, depth);
}

const TsConfig *language_ts_config(TsFinder *finder, Str folder) {
  static TsConfig none;
  TsConfig *config = map_get(&finder->configs, folder);
  if (config) return config == &none ? NULL : config;
  Arena *arena = finder->world->arena;
  static const char *const names[] = {"tsconfig.json", "jsconfig.json"};
  for (size_t i = 0; i < sizeof names / sizeof *names && !config; i++) {
    Str path = language_path_join(arena, folder, str_from_c(names[i]));
    if (!language_ts_read_json(finder, path)) continue;
    config = ARENA_NEW(arena, TsConfig);
    read_config(finder, path, config, 0);
  }
  map_put_copy(&finder->configs, folder, config ? config : &none);
  return config;
}
