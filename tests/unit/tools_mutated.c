/* Every tool over a mutated index; see tests/fuzz/mutated.h. What is changed
 * and asked follows from the number of the round.
 * environment: FATHOM_ROUNDS how many (they are told), FATHOM_FIRST which is the first */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/fuzz/mutated.h"

#define ROUNDS 300

static uint64_t next(uint64_t *state) {
  uint64_t x = (*state += 0x9E3779B97F4A7C15u);
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

static void test_mutated(void **state) {
  (void)state;
  const char *count = getenv("FATHOM_ROUNDS"), *from = getenv("FATHOM_FIRST");
  uint64_t first = from ? strtoull(from, NULL, 10) : 0;
  uint64_t rounds = count ? strtoull(count, NULL, 10) : ROUNDS;
  for (uint64_t round = first; round < first + rounds; round++) {
    uint64_t seed = round;
    uint8_t bytes[256];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)next(&seed);
    bytes[0] = (uint8_t)round; /* each tool in turn */
    if (count) fprintf(stderr, "round %llu\n", (unsigned long long)round);
    mutated_round(bytes, sizeof bytes);
  }
}

static int setup(void **state) {
  (void)state;
  mutated_setup();
  return 0;
}

static int teardown(void **state) {
  (void)state;
  mutated_teardown();
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_mutated)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
