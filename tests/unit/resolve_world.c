/* The world: changes, and what they say about who must be resolved again. */
#include "src/base/room.h"
#include "src/resolve/table_internal.h"
#include "tests/unit/resolve_facts.h"

static const Language plain = {.name = "plain", .rules = {.called_type = LANGUAGE_CALLED_TYPE_MAKES}, .find_module = town_find_module};
static const Language packaged = {.name = "packaged", .rules = {.packages = LANGUAGE_PACKAGE_FOLDER}};
static const Language linked = {.name = "linked", .rules = {.globals = LANGUAGE_GLOBALS_LINKED}};
static const Language by_name = {.name = "by_name", .rules = {.packages = LANGUAGE_PACKAGE_NAME, .tests_apart = true}};

static const Facts *has(Town *town, const char *function, const char *package) {
  Maker m = town_file(town);
  make_def(&m, SYMBOL_FUNCTION, function, 1, SCOPE_FUNCTION, DEF_EXPORTED);
  m.facts->package = make_name(&m, package);
  return m.facts;
}

static const Facts *calls(Town *town, const char *function, const char *imported_from, const char *package) {
  Maker m = town_file(town);
  if (*imported_from) make_import(&m, IMPORT_NAMED, function, imported_from, function, 0);
  DefNo f = make_def(&m, SYMBOL_FUNCTION, "caller", 1, SCOPE_FUNCTION, DEF_EXPORTED);
  make_ref(&m, REF_CALL, call(&m, named(&m, opened(&m, f), function)), f);
  m.facts->package = make_name(&m, package);
  return m.facts;
}

static const Facts *gives_on(Town *town, const char *from) {
  Maker m = town_file(town);
  make_import(&m, IMPORT_STAR, "", from, "", IMPORT_REEXPORT);
  return m.facts;
}

static bool in_numbers(const uint64_t *list, size_t count, uint64_t number) {
  for (size_t i = 0; i < count; i++) {
    if (list[i] == number) return true;
  }
  return false;
}

/* Whether a file with these facts could change what was resolved. */
static bool concerns(Town *town, const Resolved *resolved, const char *path, const Language *language, const Facts *facts) {
  uint64_t *keys;
  size_t count;
  resolve_keys(&town->arena, resolve_answers(&town->arena, str_from_c(path), language, facts), &keys, &count);
  for (size_t i = 0; i < count; i++) {
    if (i) assert_true(keys[i - 1] < keys[i]); /* sorted, each once */
    if (in_numbers(resolved->asks, resolved->ask_count, keys[i])) return true;
  }
  return false;
}

static void test_order_does_not_matter(void **state) {
  (void)state;
  const char *paths[3] = {"p/a.go", "p/b.go", "p/c.go"};
  for (int reverse = 0; reverse < 2; reverse++) {
    Town town;
    town_open(&town);
    WorldFile files[3];
    for (int i = 0; i < 3; i++) {
      int at = reverse ? 2 - i : i;
      const Facts *facts = at == 0 ? calls(&town, "twice", "", "p") : has(&town, "twice", "p");
      files[at] = town_put(&town, paths[at], &packaged, facts);
    }
    town_link(&town);
    assert_edges(&town, files[0], "calls any_of caller -> p/b.go:twice@1\ncalls any_of caller -> p/c.go:twice@1\n");
    town_close(&town);
  }
}

static void test_misses_are_asked(void **state) {
  (void)state;
  Town town;
  town_open(&town);
  WorldFile a = town_put(&town, "p/a.go", &packaged, calls(&town, "later", "", "p"));
  town_link(&town);
  Resolved before = town_resolve(&town, a);
  assert_int_equal(before.edge_count, 0);
  assert_int_equal(before.unresolved, 1);
  assert_true(concerns(&town, &before, "p/new.go", &packaged, has(&town, "later", "p")));
  assert_false(concerns(&town, &before, "p/new.go", &packaged, has(&town, "other", "p")));
  assert_false(concerns(&town, &before, "q/new.go", &packaged, has(&town, "later", "p"))); /* another directory */
  assert_false(concerns(&town, &before, "p/new.go", &packaged, has(&town, "later", "q"))); /* another package */
  town_put(&town, "p/new.go", &packaged, has(&town, "later", "p"));
  town_link(&town);
  assert_edges(&town, a, "calls scope caller -> p/new.go:later@1\n");
  town_close(&town);
}

static void test_imports_that_lead_elsewhere_are_told(void **state) {
  (void)state;
  Town town;
  town_open(&town);
  WorldFile a = town_put(&town, "a.t", &plain, calls(&town, "f", "b", ""));
  WorldFile other = town_put(&town, "other.t", &plain, has(&town, "g", ""));
  (void)other;
  assert_int_equal(town_link(&town), 0); /* all new: nothing was known before */
  assert_int_equal(town_link(&town), 0); /* nothing happened */
  assert_int_equal(town_resolve(&town, a).external, 1);
  WorldFile b = town_put(&town, "b.t", &plain, has(&town, "f", ""));
  assert_int_equal(town_link(&town), 1); /* a alone */
  assert_edges(&town, a, "imports import - -> b.t:\ncalls import caller -> b.t:f@1\n");
  resolve_world_remove(town.world, b);
  town.lent[b] = NULL;
  assert_int_equal(town_link(&town), 1);
  assert_edges(&town, a, "");
  WorldFile again = town_put(&town, "b.t", &plain, has(&town, "f", ""));
  assert_int_not_equal(again, b); /* numbers are not used again */
  town_close(&town);
}

/* All files of the directory the specifier names. */
static void find_directory(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from,
                           LanguageModule *ret_module) {
  (void)from;
  const WorldFile *files;
  ret_module->count = world->directory(world, names_text(facts->names, import->specifier), &files);
  ret_module->files = arena_copy(world->arena, files, ret_module->count * sizeof *files);
}

static void test_a_longer_list_is_another_one(void **state) {
  (void)state;
  static const Language folders = {.name = "folders", .rules = {.packages = LANGUAGE_PACKAGE_FOLDER}, .find_module = find_directory};
  Town town;
  town_open(&town);
  Maker m = town_file(&town);
  make_import(&m, IMPORT_MODULE, "p", "p", "", 0);
  DefNo f = make_def(&m, SYMBOL_FUNCTION, "caller", 1, SCOPE_FUNCTION, 0);
  make_ref(&m, REF_CALL, call(&m, member(&m, named(&m, opened(&m, f), "p"), "late")), f);
  WorldFile a = town_put(&town, "a.x", &folders, m.facts);
  town_put(&town, "p/one.x", &folders, has(&town, "early", "p"));
  town_link(&town);
  assert_int_equal(town_resolve(&town, a).resolved, 0);
  town_put(&town, "p/two.x", &folders, has(&town, "late", "p"));
  assert_int_equal(town_link(&town), 1);
  assert_edges(&town, a, "imports import - -> p/one.x:\nimports import - -> p/two.x:\ncalls member caller -> p/two.x:late@1\n");
  town_close(&town);
}

/* a sees c only through b. When c comes it is b whose import changes: a is
 * found by having used b. */
static void test_users_of_relinked_files_are_known(void **state) {
  (void)state;
  Town town;
  town_open(&town);
  WorldFile a = town_put(&town, "a.t", &plain, calls(&town, "f", "b", ""));
  WorldFile b = town_put(&town, "b.t", &plain, gives_on(&town, "c"));
  town_link(&town);
  Resolved before = town_resolve(&town, a);
  assert_int_equal(before.resolved, 0);
  bool used = false;
  for (size_t i = 0; i < before.use_count; i++) used |= before.uses[i] == b;
  assert_true(used);
  const Facts *facts = has(&town, "f", "");
  town_put(&town, "c.t", &plain, facts);
  Job job;
  job_init(&job, &town.arena);
  WorldFile *changed;
  size_t count;
  assert_int_equal(resolve_imports(&job, town.world, &changed, &count), OK);
  assert_int_equal(count, 1);
  assert_int_equal(changed[0], b);
  assert_edges(&town, a, "imports import - -> b.t:\ncalls import caller -> c.t:f@1\n");
  town_close(&town);
}

/* One definition per name in the program: but members are no such names. */
static void test_globals_are_top_level_only(void **state) {
  (void)state;
  static const Language c_like = {.name = "c_like", 
      .rules = {.globals = LANGUAGE_GLOBALS_LINKED, .namespaces = LANGUAGE_NAMES_TYPES_APART}};
  Town town;
  town_open(&town);
  Maker other = town_file(&town);
  DefNo type = make_def(&other, SYMBOL_STRUCT, "record", 1, SCOPE_TYPE, DEF_EXPORTED);
  make_def(&other, SYMBOL_FIELD, "flags", opened(&other, type), -1, DEF_EXPORTED);
  make_def(&other, SYMBOL_FUNCTION, "linked", 1, SCOPE_FUNCTION, DEF_EXPORTED);
  make_def(&other, SYMBOL_FUNCTION, "hidden", 1, SCOPE_FUNCTION, DEF_STATIC);
  town_put(&town, "other.c", &c_like, other.facts);
  Maker m = town_file(&town);
  DefNo f = make_def(&m, SYMBOL_FUNCTION, "f", 1, SCOPE_FUNCTION, DEF_EXPORTED);
  make_ref(&m, REF_READ, named(&m, opened(&m, f), "flags"), f);
  make_ref(&m, REF_CALL, call(&m, named(&m, opened(&m, f), "linked")), f);
  make_ref(&m, REF_CALL, call(&m, named(&m, opened(&m, f), "hidden")), f);
  WorldFile file = town_put(&town, "a.c", &c_like, m.facts);
  town_link(&town);
  assert_edges(&town, file, "calls global f -> other.c:linked@5\n");
  town_close(&town);
}

/* The same package in two source roots: each file means the one of its own. */
static void test_nearest_of_namesakes(void **state) {
  (void)state;
  Town town;
  town_open(&town);
  WorldFile one = town_put(&town, "one/src/A.x", &by_name, calls(&town, "f", "", "p"));
  town_put(&town, "one/src/B.x", &by_name, has(&town, "f", "p"));
  town_put(&town, "two/src/B.x", &by_name, has(&town, "f", "p"));
  WorldFile far = town_put(&town, "tests/C.x", &by_name, calls(&town, "f", "", "p"));
  town_link(&town);
  assert_edges(&town, one, "calls scope caller -> one/src/B.x:f@1\n");
  assert_edges(&town, far, "calls any_of caller -> one/src/B.x:f@1\ncalls any_of caller -> two/src/B.x:f@1\n");
  town_close(&town);
}

static void test_unreadable_facts_are_empty(void **state) {
  (void)state;
  Town town;
  town_open(&town);
  WorldFile a = town_put(&town, "a.t", &plain, calls(&town, "f", "b", ""));
  WorldFile b = town_put(&town, "b.t", &plain, has(&town, "f", ""));
  town_link(&town);
  town.lent[b] = NULL; /* cannot be read any more */
  Resolved resolved = town_resolve(&town, a);
  assert_int_equal(resolved.edge_count, 0);
  assert_int_equal(resolved.unresolved, 1);
  town.lent[a] = NULL;
  assert_int_equal(town_resolve(&town, a).edge_count, 0);
  town.borrowed[a] = town.borrowed[b] = 0; /* nothing was lent: nothing to give back */
  town_close(&town);
}

/* One that was read back has room for what it held alone. */
static void test_a_full_table_of_one_grows(void **state) {
  (void)state;
  enum { COUNT = 600 };
  Table table = {.items = room_grow(NULL, 0, sizeof(TableItem)), .cap = 1};
  for (size_t i = 0; i < COUNT; i++) {
    resolve_table_add(&table, (TableItem){.key = i});
    assert_true(table.count <= table.cap);
  }
  for (size_t i = 0; i < COUNT; i++) assert_int_equal(table.items[i].key, i);
  resolve_table_clear(&table);
}

/* A name that every program has: whoever asks looks into the nearest alone, but all
 * count as used. */
static void test_nearest_namesake_is_looked_into(void **state) {
  (void)state;
  enum { PROGRAMS = 40 };
  Town town;
  town_open(&town);
  for (int i = 0; i < PROGRAMS; i++) {
    Str path = str_format(&town.arena, "tool%d/main.t", i);
    town_put(&town, str_to_c(&town.arena, path), &linked, has(&town, "run", ""));
  }
  WorldFile near = town_put(&town, "tool7/other.t", &linked, calls(&town, "run", "", ""));
  town_link(&town);
  town.borrows = 0;
  Resolved resolved = town_resolve(&town, near);
  assert_int_equal(town.borrows, 2); /* itself and the one beside it */
  assert_int_equal(resolved.use_count, PROGRAMS);
  assert_edges(&town, near, "calls global caller -> tool7/main.t:run@1\n");
  town_close(&town);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order_does_not_matter),
      cmocka_unit_test(test_misses_are_asked),
      cmocka_unit_test(test_imports_that_lead_elsewhere_are_told),
      cmocka_unit_test(test_a_longer_list_is_another_one),
      cmocka_unit_test(test_users_of_relinked_files_are_known),
      cmocka_unit_test(test_globals_are_top_level_only),
      cmocka_unit_test(test_nearest_of_namesakes),
      cmocka_unit_test(test_unreadable_facts_are_empty),
      cmocka_unit_test(test_nearest_namesake_is_looked_into),
      cmocka_unit_test(test_a_full_table_of_one_grows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
