/* Dependencies: known by path, borrowed only where a reference leads, never a
 * target. */
#include "src/base/room.h"
#include "tests/unit/resolve_facts.h"

typedef struct Disk {
  Town town; /* first: the source's context */
  ResolveInstalled port;
  const char *paths[4]; /* what is installed */
  const Facts *facts[4];
  int borrowed[4];
} Disk;

static int place_of(const Disk *disk, Str path) {
  for (int i = 0; i < 4 && disk->paths[i]; i++) {
    if (str_eq_c(path, disk->paths[i])) return i;
  }
  return -1;
}

static bool disk_file(void *context, Arena *arena, Str path, Str *ret_path) {
  *ret_path = str_copy(arena, path);
  return place_of(context, path) >= 0;
}

static bool disk_folder(void *context, Str path) {
  (void)context;
  (void)path;
  return false;
}

static size_t disk_files(void *context, Arena *arena, Str folder, Str **ret_names) {
  (void)context;
  (void)arena;
  (void)folder;
  *ret_names = NULL;
  return 0;
}

static Str disk_config(void *context, Arena *arena, Str path) {
  (void)context;
  (void)arena;
  (void)path;
  return (Str){NULL, 0};
}

static Str disk_place(void *context, Str name) {
  (void)context;
  (void)name;
  return STR_EMPTY;
}

static const Facts *disk_borrow(void *context, WorldFile file, FactsPart part) {
  Disk *disk = context;
  if (!resolve_world_is_dependency(disk->town.world, file)) return town_borrow(&disk->town, file, part);
  int place = place_of(disk, resolve_world_path(disk->town.world, file));
  disk->borrowed[place]++;
  return disk->facts[place];
}

static const Facts *disk_more(void *context, WorldFile file, FactsPart part) {
  Disk *disk = context;
  if (!resolve_world_is_dependency(disk->town.world, file)) return town_more(&disk->town, file, part);
  return disk->facts[place_of(disk, resolve_world_path(disk->town.world, file))];
}

static void disk_give_back(void *context, WorldFile file) {
  Disk *disk = context;
  if (!resolve_world_is_dependency(disk->town.world, file)) town_give_back(&disk->town, file);
}

static void disk_open(Disk *disk, size_t files_max) {
  town_open(&disk->town);
  resolve_world_close(disk->town.world);
  disk->port = (ResolveInstalled){.file = disk_file, .folder = disk_folder, .files = disk_files, .config = disk_config,
                                  .place = disk_place, .files_max = files_max};
  ResolveSource source = {.context = disk, .borrow = disk_borrow, .more = disk_more, .give_back = disk_give_back, .installed = &disk->port};
  disk->town.world = resolve_world_open(disk->town.names, &source);
}

/* A specifier is a path: the project's, else an installed one. */
static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret) {
  (void)from;
  Str path = names_text(facts->names, import->specifier);
  WorldFile file = world->file(world, path);
  if (!file && world->installed) file = world->installed->file(world->installed, path);
  ret->outside = !file;
  if (!file) return;
  ret->files = ARENA_NEW(world->arena, WorldFile);
  ret->files[0] = file;
  ret->count = 1;
}

static const Language plain = {.name = "plain", .rules = {.called_type = LANGUAGE_CALLED_TYPE_MAKES}, .find_module = find_module};

static const Facts *has(Town *town, const char *function) {
  Maker m = town_file(town);
  make_def(&m, SYMBOL_FUNCTION, function, 1, SCOPE_FUNCTION, DEF_EXPORTED);
  return m.facts;
}

/* Imports `give` from the first path and `other` from the second; calls the first. */
static const Facts *user(Town *town, const char *first, const char *second) {
  Maker m = town_file(town);
  make_import(&m, IMPORT_NAMED, "give", first, "give", 0);
  make_import(&m, IMPORT_NAMED, "other", second, "other", 0);
  DefNo f = make_def(&m, SYMBOL_FUNCTION, "caller", 1, SCOPE_FUNCTION, DEF_EXPORTED);
  make_ref(&m, REF_CALL, call(&m, named(&m, opened(&m, f), "give")), f);
  return m.facts;
}

static bool asked(const Resolved *resolved, const char *path) {
  for (size_t i = 0; i < resolved->ask_count; i++) {
    if (resolved->asks[i] == resolve_dependency_key(str_from_c(path))) return true;
  }
  return false;
}

static void test_read_where_references_lead(void **state) {
  (void)state;
  Disk disk = {.paths = {"dep/a.py", "dep/b.py"}};
  disk_open(&disk, 8);
  disk.facts[0] = has(&disk.town, "give");
  disk.facts[1] = has(&disk.town, "other");
  WorldFile main_file = town_put(&disk.town, "main.plain", &plain, user(&disk.town, "dep/a.py", "dep/b.py"));
  town_link(&disk.town);
  assert_int_equal(disk.borrowed[0], 0); /* a link alone reads nothing */
  Resolved resolved = town_resolve(&disk.town, main_file);
  assert_int_equal(disk.borrowed[0], 1);
  assert_int_equal(disk.borrowed[1], 0); /* nor does an import that nothing uses */
  assert_int_equal(resolved.edge_count, 0);
  assert_int_equal(resolved.external, 1);
  assert_int_equal(resolved.unresolved, 0);
  assert_int_equal(resolved.use_count, 0);
  assert_true(asked(&resolved, "dep/a.py"));
  assert_false(asked(&resolved, "dep/b.py"));
  WorldFile first = resolve_world_dependency(disk.town.world, 0);
  assert_true(resolve_world_is_dependency(disk.town.world, first));
  assert_true(resolve_world_is_library(disk.town.world, first));
  assert_false(resolve_world_is_dependency(disk.town.world, main_file));
  assert_int_equal(resolve_world_dependency_changed(disk.town.world, STR("dep/a.py")), first);
  assert_int_equal(resolve_world_dependency_changed(disk.town.world, STR("dep/none.py")), 0);
  town_close(&disk.town);
}

static void test_come_and_go(void **state) {
  (void)state;
  Disk disk = {.paths = {NULL}};
  disk_open(&disk, 8);
  WorldFile main_file = town_put(&disk.town, "main.plain", &plain, user(&disk.town, "dep/a.py", "x"));
  town_link(&disk.town);
  assert_int_equal(town_resolve(&disk.town, main_file).external, 1); /* outside, whatever it is */
  assert_int_equal(resolve_world_dependency(disk.town.world, 0), 0);
  disk.paths[0] = "dep/a.py";
  disk.facts[0] = has(&disk.town, "give");
  resolve_world_forget_dependencies(disk.town.world);
  assert_int_equal(town_link(&disk.town), 1); /* the import leads elsewhere */
  Resolved resolved = town_resolve(&disk.town, main_file);
  assert_true(asked(&resolved, "dep/a.py"));
  disk.paths[0] = NULL;
  resolve_world_forget_dependencies(disk.town.world);
  assert_int_equal(town_link(&disk.town), 1);
  resolved = town_resolve(&disk.town, main_file);
  assert_false(asked(&resolved, "dep/a.py"));
  town_put(&disk.town, "dep/a.py", &plain, has(&disk.town, "give")); /* the project's own comes first */
  disk.paths[0] = "dep/a.py";
  resolve_world_forget_dependencies(disk.town.world);
  town_link(&disk.town);
  assert_edges(&disk.town, main_file, "imports import - -> dep/a.py:\ncalls import caller -> dep/a.py:give@1\n");
  town_close(&disk.town);
}

static void test_ceiling(void **state) {
  (void)state;
  Disk disk = {.paths = {"dep/a.py", "dep/b.py"}};
  disk_open(&disk, 1);
  disk.facts[0] = has(&disk.town, "give");
  WorldFile main_file = town_put(&disk.town, "main.plain", &plain, user(&disk.town, "dep/a.py", "dep/b.py"));
  town_link(&disk.town);
  assert_int_equal(resolve_world_dependencies_cut(disk.town.world), 1);
  assert_true(resolve_world_dependency(disk.town.world, 0));
  assert_int_equal(resolve_world_dependency(disk.town.world, 1), 0);
  assert_int_equal(town_resolve(&disk.town, main_file).external, 1);
  town_close(&disk.town);
}

static void *take_outside(size_t size) { return calloc(1, size); }

static void give_outside(void *bytes, size_t size) {
  (void)size;
  free(bytes);
}

/* The entries set aside are in the account of what grows, as those before them
 * are: one that lies outside is no block of the heap. */
static void test_entries_may_lie_outside(void **state) {
  (void)state;
  static const RoomOutside outside = {take_outside, give_outside};
  room_outside(&outside);
  room_limit(1);
  RoomCounts before = room_counts();
  Disk disk = {.paths = {"dep/a.py"}};
  disk_open(&disk, 10000);
  disk.facts[0] = has(&disk.town, "give");
  WorldFile main_file = town_put(&disk.town, "main.plain", &plain, user(&disk.town, "dep/a.py", "x"));
  town_link(&disk.town);
  assert_true(room_counts().outside - before.outside >= 10000 * sizeof(void *));
  Resolved resolved = town_resolve(&disk.town, main_file);
  assert_true(asked(&resolved, "dep/a.py"));
  town_close(&disk.town);
  assert_int_equal(room_counts().outside, before.outside);
  assert_int_equal(room_counts().heap, before.heap);
  room_limit(0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_read_where_references_lead),
                                     cmocka_unit_test(test_come_and_go), cmocka_unit_test(test_ceiling),
                                     cmocka_unit_test(test_entries_may_lie_outside)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
