/* Map: against a naive list that does the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/hash.h"
#include "src/base/map.h"

enum { KEYS = 300, STEPS = 60000 };

/* The model: live pairs in the order in which they were added. */
typedef struct Model {
  int keys[KEYS];
  void *values[KEYS];
  int count;
} Model;

static Arena arena;
static Str keys[KEYS];
static int values[1000];

static int model_find(const Model *model, int key) {
  for (int i = 0; i < model->count; i++) {
    if (model->keys[i] == key) return i;
  }
  return -1;
}

static void model_put(Model *model, int key, void *value) {
  int at = model_find(model, key);
  if (at < 0) {
    at = model->count++;
    model->keys[at] = key;
  }
  model->values[at] = value;
}

static void *model_remove(Model *model, int key) {
  int at = model_find(model, key);
  if (at < 0) return NULL;
  void *value = model->values[at];
  model->count--;
  for (int i = at; i < model->count; i++) {
    model->keys[i] = model->keys[i + 1];
    model->values[i] = model->values[i + 1];
  }
  return value;
}

static void compare_all(const Map *map, const Model *model) {
  int at = 0;
  for (MapEntry *e = NULL; (e = map_next(map, e)); at++) {
    assert_true(at < model->count);
    assert_true(str_eq(e->key, keys[model->keys[at]]));
    assert_ptr_equal(e->value, model->values[at]);
  }
  assert_int_equal(at, model->count);
  assert_int_equal(map->live, model->count);
}

static uint32_t next_random(void) {
  static uint32_t random = 3;
  random = random * 1664525u + 1013904223u;
  return random >> 12;
}

static void behaves_like_the_model(void **state) {
  (void)state;
  Map map;
  map_init(&map, &arena);
  Model model = {.count = 0};
  for (int step = 0; step < STEPS; step++) {
    int key = (int)(next_random() % KEYS);
    /* Phases of growing and of shrinking. */
    bool adding = next_random() % 10 < (step / 5000 % 2 ? 3u : 7u);
    if (adding) {
      void *value = &values[next_random() % 1000];
      if (step % 2) {
        map_put(&map, keys[key], value);
      } else {
        map_put_copy(&map, keys[key], value);
      }
      model_put(&model, key, value);
      assert_ptr_equal(map_get(&map, keys[key]), value);
    } else {
      assert_ptr_equal(map_remove(&map, keys[key]), model_remove(&model, key));
      assert_null(map_get(&map, keys[key]));
    }
    if (step % 500 == 0) compare_all(&map, &model);
  }
  compare_all(&map, &model);
  /* Coming and going does not let it grow without end. */
  assert_true(map.entry_cap <= 4 * KEYS);
}

static void empty_has_nothing(void **state) {
  (void)state;
  Map map;
  map_init(&map, &arena);
  assert_null(map_get(&map, STR("a")));
  assert_null(map_remove(&map, STR("a")));
  assert_null(map_next(&map, NULL));
}

static void keys_are_bytes(void **state) {
  (void)state;
  Map map;
  map_init(&map, &arena);
  map_put(&map, STR(""), &values[0]);
  map_put(&map, STR("a\0b"), &values[1]);
  map_put(&map, STR("a\0c"), &values[2]);
  assert_ptr_equal(map_get(&map, (Str){NULL, 0}), &values[0]);
  assert_ptr_equal(map_get(&map, STR("a\0b")), &values[1]);
  assert_ptr_equal(map_get(&map, STR("a\0c")), &values[2]);
  assert_null(map_get(&map, STR("a")));
}

static void copies_keys_when_asked(void **state) {
  (void)state;
  Map map;
  map_init(&map, &arena);
  char key[] = "key";
  map_put_copy(&map, str_from_c(key), &values[0]);
  key[0] = 'X';
  assert_ptr_equal(map_get(&map, STR("key")), &values[0]);
  assert_null(map_get(&map, STR("Xey")));
}

static void removes_while_iterating(void **state) {
  (void)state;
  Map map;
  map_init(&map, &arena);
  for (int i = 0; i < KEYS; i++) map_put(&map, keys[i], &values[i]);
  int seen = 0;
  for (MapEntry *e = NULL; (e = map_next(&map, e)); seen++) {
    if (seen % 2) map_remove(&map, e->key);
  }
  assert_int_equal(seen, KEYS);
  assert_int_equal(map.live, KEYS / 2);
  for (int i = 0; i < KEYS; i++) {
    assert_ptr_equal(map_get(&map, keys[i]), i % 2 ? NULL : &values[i]);
  }
}

/* Names that were made to meet in one slot do not. */
static void spreads_chosen_keys(void **state) {
  (void)state;
  enum { CHOSEN = 500, SLOTS = 1024 };
  Map map;
  map_init(&map, &arena);
  for (uint64_t i = 0; map.live < CHOSEN; i++) {
    Str key = {(const char *)&i, sizeof i};
    if (hash_str(key) % SLOTS == 7) map_put_copy(&map, key, &arena);
  }
  bool taken[SLOTS] = {false};
  size_t distinct = 0;
  for (const MapEntry *e = NULL; (e = map_next(&map, e));) {
    distinct += !taken[e->hash % SLOTS];
    taken[e->hash % SLOTS] = true;
  }
  assert_true(distinct > CHOSEN / 2);
}

static int make_keys(void **state) {
  (void)state;
  for (int i = 0; i < KEYS; i++) keys[i] = str_format(&arena, "key %d", i);
  return 0;
}

static int clear_arena(void **state) {
  (void)state;
  arena_clear(&arena);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(behaves_like_the_model), cmocka_unit_test(empty_has_nothing),
      cmocka_unit_test(keys_are_bytes),         cmocka_unit_test(copies_keys_when_asked),
      cmocka_unit_test(removes_while_iterating), cmocka_unit_test(spreads_chosen_keys),
  };
  return cmocka_run_group_tests(tests, make_keys, clear_arena);
}
