/* Read before the file of a unit test. The tests of a module are one program
 * (main.c), since linking two hundred costs more than linking twenty, so the main
 * of each gets a name of its own, UNIT_TEST. */
#pragma once

#define main(...)         \
  UNIT_TEST(__VA_ARGS__); \
  int UNIT_TEST(__VA_ARGS__)
