/* Which archives a project, or an archive, is compiled with. Maven's and Gradle's
 * own stores are looked into, for what manifests name and for what that needs in
 * turn. A version that cannot be told is the newest that is there. */
#include "src/languages/java/class_path_internal.h"

enum { JARS_MAX = 1000, PARENTS_MAX = 12, MANIFESTS_MAX = 1000 };

typedef struct ClassPath {
  Map packages; /* with slashes -> JavaJars */
} ClassPath;

/* One per world, kept while neither files nor configuration change. */
typedef struct ClassPaths {
  ClassPath *own; /* the project's */
  Map others;     /* an archive -> ClassPath */
  Map poms;       /* a manifest's path -> JavaPom: each archive's path is gathered from many of them */
} ClassPaths;

/* While a class path is gathered: needs are looked at in the order in which they
 * are met, so that the nearest counts. */
typedef struct Gathering {
  LanguageWorld *world; /* what is installed */
  Arena *arena;
  Map *poms;
  Str maven, gradle;
  JavaNeeds queue;
  Map seen;       /* group:artifact */
  Map properties; /* name -> Str *; of the manifests at hand */
  Map managed;    /* group:artifact -> Str * */
  ClassPath *path;
  size_t jars;
} Gathering;

/* ---- versions ---- */

static Str said_by_property(const Gathering *own, Str version, const JavaNeed *self) {
  if (!str_starts_with(version, STR("${")) || !str_ends_with(version, STR("}"))) return version;
  Str name = str_slice(version, 2, version.len - 1);
  if (str_eq_c(name, "project.version") || str_eq_c(name, "version") || str_eq_c(name, "revision")) return self->version;
  const Str *value = map_get(&own->properties, name);
  return value ? *value : STR_EMPTY;
}

static Str key_of(Arena *arena, const JavaNeed *need) {
  return str_format(arena, "%.*s:%.*s", STR_ARG(need->group), STR_ARG(need->artifact));
}

/* By their numbers, part for part: 1.10 is newer than 1.9. */
static int compare_versions(Str a, Str b) {
  while (a.len || b.len) {
    int64_t left = 0, right = 0;
    Str x = str_cut(&a, '.'), y = str_cut(&b, '.');
    bool are_numbers = str_to_int(x, &left) && str_to_int(y, &right);
    if (are_numbers && left != right) return left < right ? -1 : 1;
    int order = are_numbers ? 0 : str_compare(x, y);
    if (order) return order;
  }
  return 0;
}

static Str newest(LanguageWorld *world, Str folder) {
  const Str *names;
  Str best = STR_EMPTY;
  size_t count = world->folders(world, folder, &names);
  for (size_t i = 0; i < count; i++) {
    if (!best.len || compare_versions(best, names[i]) < 0) best = names[i];
  }
  return best;
}

/* ---- where things lie ---- */

static Str slashed(Arena *arena, Str dotted) {
  char *text = str_to_c(arena, dotted);
  for (size_t i = 0; i < dotted.len; i++) {
    if (text[i] == '.') text[i] = '/';
  }
  return (Str){text, dotted.len};
}

/* The folders that may hold the files of one version. */
static size_t homes_of(Gathering *own, JavaNeed *need, Str homes[16]) {
  size_t count = 0;
  for (int is_gradle = 0; is_gradle < 2 && !count; is_gradle++) {
    Str place = is_gradle ? own->gradle : own->maven;
    if (!place.len) continue;
    Str group = is_gradle ? need->group : slashed(own->arena, need->group);
    Str folder = str_format(own->arena, "%.*s/%.*s/%.*s", STR_ARG(place), STR_ARG(group), STR_ARG(need->artifact));
    Str version = language_java_is_coordinate(need->version) ? need->version : STR_EMPTY;
    Str home = str_format(own->arena, "%.*s/%.*s", STR_ARG(folder), STR_ARG(version));
    if (!version.len || !own->world->is_folder(own->world, home)) version = newest(own->world, folder);
    if (!version.len) continue;
    need->version = version;
    home = str_format(own->arena, "%.*s/%.*s", STR_ARG(folder), STR_ARG(version));
    const Str *names;
    size_t inner = is_gradle ? own->world->folders(own->world, home, &names) : 0;
    if (!is_gradle) homes[count++] = home;
    for (size_t i = 0; i < inner && count < 16; i++) homes[count++] = str_format(own->arena, "%.*s/%.*s", STR_ARG(home), STR_ARG(names[i]));
  }
  return count;
}

static Str file_of(Gathering *own, Str home, const JavaNeed *need, const char *ending) {
  return str_format(own->arena, "%.*s/%.*s-%.*s.%s", STR_ARG(home), STR_ARG(need->artifact), STR_ARG(need->version), ending);
}

/* Of an installed archive; NULL: it has none. */
static const JavaPom *find_pom(Gathering *own, JavaNeed *need) {
  Str homes[16];
  size_t count = homes_of(own, need, homes);
  for (size_t i = 0; i < count; i++) {
    Str path = file_of(own, homes[i], need, "pom");
    JavaPom *pom = map_get(own->poms, path);
    if (pom) return pom;
    Str text = own->world->config(own->world, path);
    if (!text.ptr) continue;
    pom = ARENA_NEW(own->arena, JavaPom);
    language_java_read_pom(own->arena, text, pom);
    map_put(own->poms, path, pom);
    return pom;
  }
  return NULL;
}

/* ---- manifests ---- */

static void keep(Gathering *own, Map *map, Str key, Str value) {
  if (map_get(map, key)) return;
  Str *kept = ARENA_NEW(own->arena, Str);
  *kept = value;
  map_put(map, key, kept);
}

static void take_words(Gathering *own, const JavaPom *pom) {
  for (MapEntry *entry = NULL; (entry = map_next((Map *)(uintptr_t)&pom->properties, entry));) keep(own, &own->properties, entry->key, *(Str *)entry->value);
  for (size_t i = 0; i < pom->managed.len; i++) keep(own, &own->managed, key_of(own->arena, &pom->managed.items[i]), pom->managed.items[i].version);
}

/* What is said above a manifest that lies outside, and by lists of versions. */
static void take_parents(Gathering *own, const JavaPom *pom) {
  JavaNeeds above = {0};
  if (pom->parent.artifact.len) *vec_add(own->arena, &above) = pom->parent;
  for (size_t i = 0; i < pom->managed.len; i++) {
    if (pom->managed.items[i].is_import) *vec_add(own->arena, &above) = pom->managed.items[i];
  }
  for (size_t i = 0; i < above.len && i < PARENTS_MAX; i++) {
    JavaNeed *need = &above.items[i];
    need->version = said_by_property(own, need->version, &pom->self);
    bool is_named = language_java_is_coordinate(need->group) && language_java_is_coordinate(need->artifact);
    const JavaPom *parent = is_named ? find_pom(own, need) : NULL;
    if (!parent) continue;
    take_words(own, parent);
    if (parent->parent.artifact.len) *vec_add(own->arena, &above) = parent->parent;
  }
}

static void take_needs(Gathering *own, const JavaPom *pom, bool is_outside) {
  for (size_t i = 0; i < pom->needs.len; i++) {
    JavaNeed need = pom->needs.items[i];
    if (is_outside && (need.is_test || need.is_left_out)) continue;
    const Str *managed = map_get(&own->managed, key_of(own->arena, &need));
    if (!need.version.len && managed) need.version = *managed;
    need.version = said_by_property(own, need.version, &pom->self);
    need.group = said_by_property(own, need.group, &(JavaNeed){.version = pom->self.group});
    *vec_add(own->arena, &own->queue) = need;
  }
}

/* ---- the path ---- */

static bool add_jar(Gathering *own, Str jar) {
  const Str *packages;
  size_t count = own->world->folders(own->world, jar, &packages);
  for (size_t i = 0; i < count; i++) {
    JavaJars *jars = map_get(&own->path->packages, packages[i]);
    if (!jars) {
      jars = ARENA_NEW(own->arena, JavaJars);
      map_put_copy(&own->path->packages, packages[i], jars);
    }
    *vec_add(own->arena, &jars->paths) = jar;
  }
  own->jars += count > 0;
  return count > 0;
}

/* One that is needed, and what it needs itself. */
static void follow(Gathering *own, JavaNeed need) {
  Str homes[16];
  /* First: what stands for a property may be as long as a manifest, in each of thousands. */
  if (!language_java_is_coordinate(need.group) || !language_java_is_coordinate(need.artifact)) return;
  Str key = key_of(own->arena, &need);
  if (map_get(&own->seen, key)) return;
  map_put(&own->seen, key, own);
  size_t count = homes_of(own, &need, homes);
  for (size_t i = 0; i < count; i++) {
    if (add_jar(own, file_of(own, homes[i], &need, "jar"))) break;
  }
  const JavaPom *pom = count ? find_pom(own, &need) : NULL;
  if (!pom) return;
  map_init(&own->properties, own->arena);
  map_init(&own->managed, own->arena);
  take_words(own, pom);
  take_parents(own, pom);
  take_needs(own, pom, true);
}

static ClassPath *gathered(Gathering *own) {
  for (size_t i = 0; i < own->queue.len && own->jars < JARS_MAX; i++) follow(own, own->queue.items[i]);
  return own->path;
}

static Gathering gathering(LanguageWorld *installed, Arena *arena, Map *poms) {
  Gathering own = {.world = installed, .arena = arena, .poms = poms, .maven = installed->place(installed, STR("MAVEN")), .gradle = installed->place(installed, STR("GRADLE"))};
  map_init(&own.seen, arena);
  map_init(&own.properties, arena);
  map_init(&own.managed, arena);
  own.path = ARENA_NEW(arena, ClassPath);
  map_init(&own.path->packages, arena);
  return own;
}

static ClassPath *of_project(LanguageWorld *world, Map *known) {
  Gathering own = gathering(world->installed, world->arena, known);
  if (!own.maven.len && !own.gradle.len) return own.path;
  const Str *paths;
  size_t count = world->configs(world, STR("pom.xml"), &paths);
  if (count > MANIFESTS_MAX) count = MANIFESTS_MAX;
  JavaPom *poms = ARENA_ARRAY(world->arena, JavaPom, count + 1);
  for (size_t i = 0; i < count; i++) {
    language_java_read_pom(world->arena, world->config(world, paths[i]), &poms[i]);
    take_words(&own, &poms[i]);
  }
  for (size_t i = 0; i < count; i++) take_parents(&own, &poms[i]);
  for (size_t i = 0; i < count; i++) take_needs(&own, &poms[i], false);
  static const char *const scripts[] = {"build.gradle", "build.gradle.kts", "libs.versions.toml"};
  for (size_t n = 0; n < COUNT_OF(scripts); n++) {
    count = world->configs(world, str_from_c(scripts[n]), &paths);
    for (size_t i = 0; i < count && i < MANIFESTS_MAX; i++) language_java_gradle_needs(world->arena, world->config(world, paths[i]), &own.queue);
  }
  return gathered(&own);
}

/* What an archive is compiled with: itself, and what its own manifest needs. Its
 * path says what it is called: …/group/artifact/version/artifact-version.jar, with
 * one more folder for Gradle, which spells the group with dots. */
static ClassPath *of_jar(LanguageWorld *installed, Str jar, Map *known) {
  Gathering own = gathering(installed, installed->arena, known);
  bool is_maven = own.maven.len && str_is_beneath(jar, own.maven);
  Str place = is_maven ? own.maven : own.gradle, parts[64], rest = str_is_beneath(jar, place) ? str_slice(jar, place.len + 1, jar.len) : STR_EMPTY;
  size_t count = 0, behind = is_maven ? 3 : 4; /* artifact, version, file */
  while (rest.len && count < COUNT_OF(parts)) parts[count++] = str_cut(&rest, '/');
  if (count <= behind || !parts[0].len || !parts[count - behind].len) return own.path; /* an empty part is no place in the path */
  Str group = (Str){parts[0].ptr, (size_t)(parts[count - behind].ptr - 1 - parts[0].ptr)};
  char *dotted = str_to_c(own.arena, group);
  for (size_t i = 0; i < group.len; i++) {
    if (dotted[i] == '/') dotted[i] = '.';
  }
  *vec_add(own.arena, &own.queue) = (JavaNeed){.group = {dotted, group.len}, .artifact = parts[count - behind], .version = parts[count - behind + 1]};
  return gathered(&own);
}

static ClassPaths *paths_of(LanguageWorld *world) {
  if (*world->state) return *world->state;
  ClassPaths *paths = ARENA_NEW(world->arena, ClassPaths);
  map_init(&paths->others, world->arena);
  map_init(&paths->poms, world->arena);
  *world->state = paths;
  return paths;
}

const JavaJars *language_java_jars(LanguageWorld *world, Str from, Str package) {
  if (!world->is_installed && !world->installed) return NULL;
  ClassPaths *paths = paths_of(world);
  if (!world->is_installed) {
    if (!paths->own) paths->own = of_project(world, &paths->poms);
    return map_get(&paths->own->packages, package);
  }
  size_t end = str_find(from, STR(".jar/"));
  if (end == STR_NONE) return NULL;
  Str jar = str_slice(from, 0, end + 4);
  ClassPath *path = map_get(&paths->others, jar);
  if (!path) {
    path = of_jar(world, jar, &paths->poms);
    map_put_copy(&paths->others, jar, path);
  }
  return map_get(&path->packages, package);
}
