/* C: compile_commands.json, the list of commands that a build runs. Of a command only
 * the folders that headers are searched in are taken, and of those only what lies in
 * the project; nothing is run, and no file is opened because a command names it.
 *
 * Commands name files by absolute paths, of this machine or of the one that wrote the
 * list. Where the project begins in them is told by the files that it has. */
#include "src/base/json.h"
#include "src/languages/c/c_internal.h"
#include "src/languages/common/paths_internal.h"

#define NAME "compile_commands.json"
#define MAX_BYTES ((size_t)4 << 20)

enum { LISTS_MAX = 16, VOTES_MAX = 64, PREFIXES_MAX = 8, WORDS_MAX = 4096, FOLDERS_MAX = 256, PATH_MAX_BYTES = 4096 };

/* Usual places of it, where ignore files hide it most of the time. */
static const char *const places[] = {NAME, "build/" NAME, "out/" NAME, "builddir/" NAME, "_build/" NAME, ".build/" NAME,
                                     "cmake-build-debug/" NAME, "cmake-build-release/" NAME, "build/debug/" NAME,
                                     "build/release/" NAME, "build/Debug/" NAME, "build/Release/" NAME};

/* How a folder was named, in the order in which they are searched. */
enum { QUOTED, PLAIN, SYSTEM, AFTER, WAYS }; /* -iquote (for "x.h" alone), -I, -isystem, -idirafter */

typedef VEC(Str) Folders;

typedef struct Search {
  Folders ways[WAYS];
} Search;

typedef struct CCommands {
  LanguageWorld *world;
  Map files;   /* path -> Search */
  Map folders; /* folder -> Search: of all commands for files beneath it */
  Map names;   /* folders that are searched, each once */
} CCommands;

/* A list that is being read. */
typedef struct List {
  CCommands *commands;
  Arena *arena; /* for as long as it is read */
  Str prefix;   /* before the project's own paths in absolute ones */
  Str around;   /* the folder of the list, with the prefix once that is known */
} List;

/* ---- paths ---- */

static bool is_absolute(Str path) {
  return (path.len && path.ptr[0] == '/') || (path.len > 2 && path.ptr[1] == ':' && path.ptr[2] == '/');
}

static Str with_slashes(Arena *arena, Str path) {
  if (str_find_byte(path, '\\') == STR_NONE) return path;
  char *copy = arena_copy(arena, path.ptr, path.len);
  for (size_t i = 0; i < path.len; i++) {
    if (copy[i] == '\\') copy[i] = '/';
  }
  return (Str){copy, path.len};
}

/* A path without a leading slash and without dots, in room of its own: a list may name
 * very many long ones. */
typedef struct Place {
  char room[2 * PATH_MAX_BYTES + 2];
  Str path;
} Place;

/* Takes one part more; false: that leaves the top. */
static bool step(Place *place, size_t *len, Str part) {
  if (!part.len || str_eq(part, STR("."))) return true;
  if (str_eq(part, STR(".."))) {
    bool was_above = *len > 0;
    while (*len && place->room[--*len] != '/') {}
    return was_above;
  }
  if (*len) place->room[(*len)++] = '/';
  memcpy(place->room + *len, part.ptr, part.len);
  *len += part.len;
  return true;
}

/* `directory` is such a path; false: there is no place of that name. */
static bool go_to(Arena *arena, Str directory, Str path, Place *ret_place) {
  size_t len = 0;
  if (path.len > PATH_MAX_BYTES || directory.len > PATH_MAX_BYTES) return false;
  path = with_slashes(arena, path);
  if (!is_absolute(path)) {
    if (directory.len) memcpy(ret_place->room, directory.ptr, directory.len);
    len = directory.len;
  }
  while (path.len) {
    if (!step(ret_place, &len, str_cut(&path, '/'))) return false;
  }
  ret_place->path = (Str){ret_place->room, len};
  return true;
}

/* The directory that a command runs in; one that is not absolute is seen from the list. */
static bool directory_of(const List *list, const Json *entry, Place *ret_place) {
  return go_to(list->arena, list->around, json_get_str(entry, STR("directory"), STR_EMPTY), ret_place);
}

static bool file_of(const List *list, const Json *entry, const Place *directory, Place *ret_place) {
  return go_to(list->arena, directory->path, json_get_str(entry, STR("file"), STR_EMPTY), ret_place);
}

/* A path of the project out of one of the machine. */
static bool in_project(const List *list, Str path, Str *ret_path) {
  if (!list->prefix.len) {
    *ret_path = path;
    return true;
  }
  if (str_eq(path, list->prefix)) {
    *ret_path = STR_EMPTY;
    return true;
  }
  if (!str_starts_with(path, list->prefix) || path.ptr[list->prefix.len] != '/') return false;
  *ret_path = str_slice(path, list->prefix.len + 1, path.len);
  return true;
}

/* What stands before the longest end of the path that is a file of ours. */
static bool prefix_of(LanguageWorld *world, Str path, Str *ret_prefix) {
  for (size_t from = 0; from < path.len;) {
    if (world->file(world, str_slice(path, from, path.len))) {
      *ret_prefix = str_slice(path, 0, from ? from - 1 : 0);
      return true;
    }
    size_t slash = str_find_byte(str_slice(path, from, path.len), '/');
    if (slash == STR_NONE) return false;
    from += slash + 1;
  }
  return false;
}

/* By what most of the first entries say, so that one namesake decides nothing. */
static bool find_prefix(List *list, const Json *entries) {
  struct { Str prefix; unsigned votes; } seen[PREFIXES_MAX] = {0};
  size_t count = 0, best = 0;
  for (size_t i = 0; i < entries->count && i < VOTES_MAX; i++) {
    Place directory, file;
    Str prefix;
    if (!directory_of(list, &entries->items[i], &directory) || !file_of(list, &entries->items[i], &directory, &file)) continue;
    if (!prefix_of(list->commands->world, file.path, &prefix)) continue;
    size_t at = 0;
    while (at < count && !str_eq(seen[at].prefix, prefix)) at++;
    if (at == count && count < PREFIXES_MAX) seen[count++].prefix = str_copy(list->arena, prefix);
    if (at < count && ++seen[at].votes > seen[best].votes) best = at;
  }
  list->prefix = count ? seen[best].prefix : STR_EMPTY;
  list->around = language_path_join(list->arena, list->prefix, list->around);
  return count > 0;
}

/* ---- words of a command ---- */

typedef struct Words {
  Str items[WORDS_MAX];
  size_t count;
} Words;

/* As a shell would part it, and no more than that: nothing is expanded. All words of a
 * command lie in one room of its length. */
static void read_command(Arena *arena, Str text, Words *words) {
  char *room = arena_alloc(arena, text.len + 1);
  for (size_t at = 0; at < text.len && words->count < WORDS_MAX;) {
    char quote = 0, *word = room;
    bool is_blank = false;
    for (; at < text.len && !is_blank; at++) {
      char c = text.ptr[at];
      is_blank = !quote && (c == ' ' || c == '\t' || c == '\n');
      if (is_blank) continue;
      if (quote ? c == quote : c == '"' || c == '\'') quote = quote ? 0 : c;
      else *room++ = c == '\\' && quote != '\'' && at + 1 < text.len ? text.ptr[++at] : c;
    }
    if (room > word) words->items[words->count++] = (Str){word, (size_t)(room - word)};
  }
}

static void read_words(Arena *arena, const Json *entry, Words *words) {
  const Json *list = json_get(entry, STR("arguments"));
  words->count = 0;
  for (size_t i = 0; json_is(list, JSON_ARRAY) && i < list->count && words->count < WORDS_MAX; i++) {
    if (json_is(&list->items[i], JSON_STRING)) words->items[words->count++] = list->items[i].text;
  }
  Str command = json_get_str(entry, STR("command"), STR_EMPTY);
  if (!words->count && command.len < MAX_BYTES / 16) read_command(arena, command, words);
}

/* ---- what it says ---- */

/* False: it is there already, or there are too many. */
static bool add_folder(Arena *arena, Folders *list, Str folder) {
  for (size_t i = 0; i < list->len; i++) {
    if (list->items[i].ptr == folder.ptr) return false;
  }
  if (list->len == FOLDERS_MAX) return false;
  *vec_add(arena, list) = folder;
  return true;
}

/* One copy of each, so that comparing pointers compares folders. */
static Str kept(CCommands *commands, Str folder) {
  const Str *known = map_get(&commands->names, folder);
  if (known) return *known;
  Str *copy = ARENA_NEW(commands->world->arena, Str);
  *copy = str_copy(commands->world->arena, folder.len ? folder : STR("."));
  copy->len = folder.len;
  map_put(&commands->names, *copy, copy);
  return *copy;
}

/* The folder that an option names, in its own word or in the next. */
static bool option(const Words *words, size_t *at, const char *name, Str *ret_value) {
  Str word = words->items[*at], flag = str_from_c(name);
  if (!str_starts_with(word, flag)) return false;
  if (word.len > flag.len) {
    *ret_value = str_slice(word, flag.len, word.len);
    return true;
  }
  if (*at + 1 >= words->count) return false;
  *ret_value = words->items[++*at];
  return true;
}

/* Whether it says anything new. */
static bool read_search(const List *list, const Words *words, Str directory, Search *search) {
  static const struct { const char *name; unsigned way; } options[] = {
      {"-iquote", QUOTED}, {"-isystem", SYSTEM}, {"-idirafter", AFTER}, {"-I", PLAIN}, {"/I", PLAIN}};
  bool is_new = false;
  for (size_t i = 0; i < words->count; i++) {
    Str value, folder;
    Place place;
    size_t k = 0;
    while (k < COUNT_OF(options) && !option(words, &i, options[k].name, &value)) k++;
    if (k == COUNT_OF(options) || !go_to(list->arena, directory, value, &place) || !in_project(list, place.path, &folder)) continue;
    is_new |= add_folder(list->commands->world->arena, &search->ways[options[k].way], kept(list->commands, folder));
  }
  return is_new;
}

static Search *search_at(CCommands *commands, Map *map, Str path) {
  Search *search = map_get(map, path);
  if (search) return search;
  search = ARENA_NEW(commands->world->arena, Search);
  map_put_copy(map, path, search);
  return search;
}

static void unite(CCommands *commands, Search *with, const Search *own) {
  for (unsigned way = 0; way < WAYS; way++) {
    for (size_t i = 0; i < own->ways[way].len; i++) add_folder(commands->world->arena, &with->ways[way], own->ways[way].items[i]);
  }
}

/* Headers have no command of their own: they are read as the files of their folder are,
 * or those beneath the nearest folder around that has some. */
static void add_command(List *list, const Json *entry, Words *words) {
  CCommands *commands = list->commands;
  Place directory, place;
  Str file;
  if (!directory_of(list, entry, &directory) || !file_of(list, entry, &directory, &place)) return;
  if (!in_project(list, place.path, &file) || !commands->world->file(commands->world, file)) return;
  read_words(list->arena, entry, words);
  Search *search = search_at(commands, &commands->files, file); /* several commands for one file are united */
  if (!read_search(list, words, directory.path, search)) return;
  for (Str folder = language_path_folder(file);; folder = language_path_folder(folder)) {
    unite(commands, search_at(commands, &commands->folders, folder), search);
    if (!folder.len) break;
  }
}

/* A list that is broken, or of another shape, says nothing. */
static void read_list(CCommands *commands, Str path, Str text) {
  static const JsonLimits limits = {.max_bytes = MAX_BYTES, .max_values = 400000, .max_depth = 8};
  Arena arena;
  Job job;
  const Json *entries;
  if (!text.ptr || text.len > MAX_BYTES) return;
  arena_init(&arena);
  job_init(&job, &arena);
  List list = {.commands = commands, .arena = &arena, .around = language_path_folder(path)};
  if (!json_read(&job, text, &limits, &entries) && json_is(entries, JSON_ARRAY) && find_prefix(&list, entries)) {
    Words *words = ARENA_NEW(&arena, Words);
    for (size_t i = 0; i < entries->count; i++) add_command(&list, &entries->items[i], words);
  }
  arena_clear(&arena);
}

/* Lists in the usual places, then those that are files of the project like others. */
static CCommands *commands_of(LanguageWorld *world) {
  if (*world->state) return *world->state;
  CCommands *commands = ARENA_NEW(world->arena, CCommands);
  commands->world = world;
  map_init(&commands->files, world->arena);
  map_init(&commands->folders, world->arena);
  map_init(&commands->names, world->arena);
  *world->state = commands;
  const Str *others;
  size_t count = world->configs(world, STR(NAME), &others);
  for (size_t i = 0; i < COUNT_OF(places) && world->installed; i++) {
    bool is_other = false;
    for (size_t k = 0; k < count; k++) is_other |= str_eq_c(others[k], places[i]);
    if (!is_other) read_list(commands, str_from_c(places[i]), world->installed->config(world->installed, str_from_c(places[i])));
  }
  for (size_t i = 0; i < count && i < LISTS_MAX; i++) read_list(commands, others[i], world->config(world, others[i]));
  return commands;
}

/* ---- looking up ---- */

static WorldFile file_in(LanguageWorld *world, Str folder, Str spec) {
  char text[PATH_MAX_BYTES];
  Str path;
  bool is_plain = str_find(spec, STR("./")) == STR_NONE && folder.len + spec.len + 1 < sizeof text;
  if (!is_plain) return language_path_relative(world->arena, folder, spec, &path) ? world->file(world, path) : 0;
  size_t len = folder.len;
  if (len) memcpy(text, folder.ptr, len);
  if (len) text[len++] = '/';
  memcpy(text + len, spec.ptr, spec.len);
  return world->file(world, (Str){text, len + spec.len});
}

static const Search *search_of(CCommands *commands, Str path) {
  const Search *search = commands->folders.live ? map_get(&commands->files, path) : NULL;
  while (!search && commands->folders.live && path.len) {
    path = language_path_folder(path);
    search = map_get(&commands->folders, path);
  }
  return search;
}

WorldFile language_c_searched(LanguageWorld *world, Str from, Str spec, bool is_system) {
  const Search *search = search_of(commands_of(world), from);
  WorldFile file = 0;
  if (is_absolute(spec)) return 0;
  for (unsigned way = is_system ? PLAIN : QUOTED; search && way < WAYS && !file; way++) {
    for (size_t i = 0; i < search->ways[way].len && !file; i++) file = file_in(world, search->ways[way].items[i], spec);
  }
  return file;
}
