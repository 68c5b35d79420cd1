/* Read before the file of a unit test. The tests of a module are one program
 * (main.c), since linking two hundred costs more than linking twenty, so the main
 * of each gets a name of its own, UNIT_TEST. */
#pragma once

#define main(...)         \
  UNIT_TEST(__VA_ARGS__); \
  int UNIT_TEST(__VA_ARGS__)

/* Defined where a sanitizer watches, which makes everything slower; gcc and clang
 * have different ways of saying so. */
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define UNIT_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define UNIT_SANITIZED
#endif
#endif
