/* Circles: types and files that lead to each other in every direction take work that
 * grows with how many there are, not with how many ways lead through them. */
#define TOWN_MAX 3100
#include "tests/unit/resolve_facts.h"

static const Language stars = {.name = "stars", .find_module = town_find_module};

/* Types that any file reopens; names in them lead to the nearest, with all it inherits. */
static const Language open_types = {.name = "open",
                                    .rules = {.type_scope = LANGUAGE_TYPE_SCOPE_NEAREST, .globals = LANGUAGE_GLOBALS_SCRIPTS,
                                              .namespaces = LANGUAGE_NAMES_KINDS_APART, .types_reopen = true,
                                              .types_reopen_anywhere = true, .mixins_see_users = true}};

/* Types whose names show in the types inside, with all that is inherited. */
static const Language nested = {.name = "nested",
                                .rules = {.type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS, .globals = LANGUAGE_GLOBALS_SCRIPTS}};

static const char *numbered(Town *town, const char *word, uint32_t number) {
  return str_to_c(&town->arena, str_format(&town->arena, "%s%u", word, number));
}

static void set_bases(Maker *m, DefNo type, const ExprNo *bases, uint32_t count) {
  m->facts->defs.items[type].bases = make_list(m, bases, count);
}

/* ---- files that give each other on ---- */

/* Each of `count` files gives on all; only the last has the name. */
static uint64_t star_work(uint32_t count) {
  Town town;
  town_open(&town);
  WorldFile first = 0;
  for (uint32_t i = 0; i < count; i++) {
    Maker m = town_file(&town);
    for (uint32_t k = 0; k < count; k++) make_import(&m, IMPORT_STAR, "", numbered(&town, "f", k), "", IMPORT_REEXPORT);
    if (i == 0) {
      DefNo f = make_def(&m, SYMBOL_FUNCTION, "f", 1, SCOPE_FUNCTION, 0);
      make_ref(&m, REF_CALL, call(&m, named(&m, opened(&m, f), "deep")), f);
      make_ref(&m, REF_CALL, call(&m, named(&m, opened(&m, f), "absent")), f);
    }
    if (i == count - 1) make_def(&m, SYMBOL_FUNCTION, "deep", 1, SCOPE_FUNCTION, DEF_EXPORTED);
    WorldFile file = town_put(&town, str_to_c(&town.arena, str_format(&town.arena, "f%u.t", i)), &stars, m.facts);
    if (!first) first = file;
  }
  town_link(&town);
  Resolved resolved = town_resolve(&town, first);
  assert_int_equal(resolved.resolved, 1);
  assert_int_equal(resolved.unresolved, 1);
  town_close(&town);
  return resolved.compared;
}

static void test_files_give_each_other_on(void **state) {
  (void)state;
  uint64_t once = star_work(20), twice = star_work(40);
  assert_true(once >= 2 * 20);
  assert_true(twice <= 3 * once); /* each of the first file's stars is asked once for each name */
}

/* ---- thousands of files that give each other on ---- */

enum { GIVEN_ON = 4 };

typedef struct Circle {
  Town town;
  uint32_t count, several; /* files; names that two of them have */
  WorldFile *files;
} Circle;

static void put_caller(Circle *circle, Maker *m) {
  DefNo f = make_def(m, SYMBOL_FUNCTION, "f", 1, SCOPE_FUNCTION, 0);
  make_ref(m, REF_CALL, call(m, named(m, opened(m, f), "deep")), f);
  make_ref(m, REF_CALL, call(m, named(m, opened(m, f), "absent")), f);
  for (uint32_t i = 0; i < circle->several; i++) {
    make_ref(m, REF_CALL, call(m, named(m, opened(m, f), numbered(&circle->town, "several", i))), f);
  }
}

/* Files in one circle, each of which gives on the next ones and calls a name that one
 * file has, one that nobody has, and those that two have. */
static void circle_open(Circle *circle, uint32_t count, uint32_t several) {
  Town *town = &circle->town;
  town_open(town);
  circle->count = count;
  circle->several = several;
  circle->files = ARENA_ARRAY(&town->arena, WorldFile, count);
  for (uint32_t i = 0; i < count; i++) {
    Maker m = town_file(town);
    for (uint32_t k = 1; k <= GIVEN_ON; k++) {
      make_import(&m, IMPORT_STAR, "", numbered(town, "f", (i + k) % count), "", IMPORT_REEXPORT);
    }
    put_caller(circle, &m);
    if (i == count / 2) make_def(&m, SYMBOL_FUNCTION, "deep", 1, SCOPE_FUNCTION, DEF_EXPORTED);
    for (uint32_t k = 0; k < several && (i == count / 3 || i == count / 2); k++) {
      make_def(&m, SYMBOL_FUNCTION, numbered(town, "several", k), 1, SCOPE_FUNCTION, DEF_EXPORTED);
    }
    circle->files[i] = town_put(town, str_to_c(&town->arena, str_format(&town->arena, "f%u.t", i)), &stars, m.facts);
  }
  town_link(town);
}

/* What one file or none has is found by a look-up, however large the circle is. */
static void test_a_circle_of_many_files(void **state) {
  (void)state;
  static Circle circle;
  circle_open(&circle, 3000, 0);
  for (uint32_t i = 0; i < circle.count; i++) {
    Resolved resolved = town_resolve(&circle.town, circle.files[i]);
    assert_int_equal(resolved.resolved, 1);
    assert_int_equal(resolved.unresolved, 1);
    assert_int_equal(resolved.use_count, circle.count - 1); /* the names may come to any of them */
    assert_true(resolved.compared < 40);
  }
  town_close(&circle.town);
}

/* What several have is walked to, once from each star, and by one file not for ever. */
static void test_names_that_several_files_of_a_circle_have(void **state) {
  (void)state;
  static Circle few, many;
  circle_open(&few, 300, 2);
  for (uint32_t i = 0; i < few.count; i++) {
    Resolved resolved = town_resolve(&few.town, few.files[i]);
    assert_int_equal(resolved.resolved, 3);
    assert_true(resolved.compared <= 2 * GIVEN_ON * 300 + 100);
  }
  town_close(&few.town);
  circle_open(&many, 3000, 100);
  Resolved resolved = town_resolve(&many.town, many.files[0]);
  assert_true(resolved.compared > 1 << 16 && resolved.compared < (1 << 16) + 5000);
  assert_true(resolved.resolved > 5 && resolved.unresolved > 50);
  assert_int_equal(resolved.resolved + resolved.unresolved, 102);
  town_close(&many.town);
}

/* ---- a type in many files ---- */

/* Each of `count` parts of M mixes in a type of its own, which M has inside, by its
 * name alone. */
static uint64_t part_work(uint32_t count) {
  Town town;
  town_open(&town);
  WorldFile first = 0;
  for (uint32_t i = 0; i < count; i++) {
    Maker m = town_file(&town);
    DefNo type = make_def(&m, SYMBOL_TRAIT, "M", 1, SCOPE_TYPE, DEF_EXPORTED);
    DefNo inner = make_def(&m, SYMBOL_TRAIT, numbered(&town, "Inner", i), opened(&m, type), SCOPE_TYPE, DEF_EXPORTED);
    make_def(&m, SYMBOL_METHOD, numbered(&town, "m", i), opened(&m, inner), SCOPE_FUNCTION, 0);
    ExprNo base = make_expr(&m, (Expr){.kind = EXPR_NAME, .scope = opened(&m, type), .flags = EXPR_IN_TYPE,
                                       .name = make_name(&m, numbered(&town, "Inner", (i + 1) % count))});
    set_bases(&m, type, &base, 1);
    DefNo f = make_def(&m, SYMBOL_METHOD, "f", opened(&m, type), SCOPE_FUNCTION, 0);
    make_ref(&m, REF_CALL, call(&m, named(&m, opened(&m, f), "m3")), f);
    WorldFile file = town_put(&town, numbered(&town, "p", i), &open_types, m.facts);
    if (!first) first = file;
  }
  town_link(&town);
  Resolved resolved = town_resolve(&town, first);
  assert_int_equal(resolved.resolved, 1);
  town_close(&town);
  return resolved.compared;
}

static void test_parts_name_bases_through_each_other(void **state) {
  (void)state;
  uint64_t once = part_work(8), twice = part_work(16);
  assert_true(once >= 8);
  assert_true(twice <= 3 * once);
}

/* ---- types that are named through each other ---- */

/* Each of `count` types is built on what three others have inside, each of which is
 * built on what another one has. */
static uint64_t nest_work(uint32_t count) {
  Town town;
  town_open(&town);
  WorldFile first = 0;
  for (uint32_t i = 0; i < count; i++) {
    Maker m = town_file(&town);
    DefNo type = make_def(&m, SYMBOL_CLASS, numbered(&town, "O", i), 1, SCOPE_TYPE, DEF_EXPORTED);
    DefNo inner = make_def(&m, SYMBOL_CLASS, "I", opened(&m, type), SCOPE_TYPE, DEF_EXPORTED);
    ExprNo bases[3];
    for (uint32_t k = 0; k < 3; k++) bases[k] = member(&m, named(&m, 1, numbered(&town, "O", (i + k + 1) % count)), "I");
    set_bases(&m, type, bases, 3);
    ExprNo base = member(&m, named(&m, opened(&m, type), numbered(&town, "O", (i + 5) % count)), "I");
    set_bases(&m, inner, &base, 1);
    DefNo f = make_def(&m, SYMBOL_METHOD, "f", opened(&m, type), SCOPE_FUNCTION, 0);
    for (uint32_t k = 0; k < 10; k++) make_ref(&m, REF_CALL, call(&m, named(&m, opened(&m, f), numbered(&town, "absent", k))), f);
    WorldFile file = town_put(&town, numbered(&town, "o", i), &nested, m.facts);
    if (!first) first = file;
  }
  town_link(&town);
  Resolved resolved = town_resolve(&town, first);
  assert_int_equal(resolved.unresolved + resolved.external, 10);
  town_close(&town);
  return resolved.compared;
}

static void test_bases_named_through_bases(void **state) {
  (void)state;
  uint64_t once = nest_work(20), twice = nest_work(40);
  assert_true(twice <= 2 * once + 20000); /* one reference may take so much */
  assert_true(twice <= 60000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_files_give_each_other_on),
      cmocka_unit_test(test_a_circle_of_many_files),
      cmocka_unit_test(test_names_that_several_files_of_a_circle_have),
      cmocka_unit_test(test_parts_name_bases_through_each_other),
      cmocka_unit_test(test_bases_named_through_bases),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
