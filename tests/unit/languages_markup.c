/* Files of markup with code in it, made to hurt: whatever the text is, what the
 * grammar is given for it is as long as it is, made in time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/languages/language.h"
#include "src/parse/parse.h"

enum { LONG = 256 << 10, MUTANTS = 300 };

static const char sample[] =
    "---\nconst a = 1\n---\n<template>\n<Row v-for=\"(a, b) in c\" :x=\"{ a: 1 }\" @y=\"z\" #s=\"{ t }\" on:click={f} {...g} use:h|i />\n"
    "{#each a as { b }, c (d)}{b}{#each e as f}{f}{/each}{/each}{#await g then h}{h}{:catch i}{i}{/await}{@const j = k}\n"
    "{#snippet l(m)}{@render n(`${o}`)}{/snippet}<p.q>{{ r('s') }}</p.q><!-- t --></template>\n"
    "<script lang=\"ts\">let u = 1 /* v */</script>\n<style lang=\"scss\">.w { x: y }</style>\n";

static void try_reading(const Language *language, Str text) {
  Arena arena;
  arena_init(&arena);
  Str read = language->reading(&arena, text);
  assert_int_equal(read.len, text.len);
  arena_clear(&arena);
}

/* Pages give the same for their scripts, as a part. */
static void try_parts(const Language *language, Str text) {
  Arena arena;
  arena_init(&arena);
  Syntax syntax = {.text = text};
  LanguagePart *parts = NULL;
  size_t count = language->embeds(&arena, &syntax, &parts);
  for (size_t i = 0; i < count; i++) {
    assert_true(parts[i].range.from <= parts[i].range.to && parts[i].range.to <= text.len);
    assert_true(!parts[i].text.len || parts[i].text.len == text.len);
  }
  arena_clear(&arena);
}

static void try_text(Str text) {
  for (const Language *const *at = language_registry; *at; at++) {
    if ((*at)->reading) try_reading(*at, text);
    if ((*at)->embeds) try_parts(*at, text);
  }
}

static void test_prefixes(void **state) {
  (void)state;
  for (size_t len = 0; len < sizeof sample; len++) {
    Arena arena;
    arena_init(&arena);
    try_text((Str){arena_copy(&arena, sample, len), len}); /* so that a byte behind the text is seen to be read */
    arena_clear(&arena);
  }
}

static void test_mutants(void **state) {
  (void)state;
  static const char bytes[] = "<>{}()[]'\"`/#:@=!-\\\n az";
  uint32_t seed = 7;
  for (size_t i = 0; i < MUTANTS; i++) {
    char text[sizeof sample];
    memcpy(text, sample, sizeof sample);
    for (size_t k = 0; k < 12; k++) {
      seed = seed * 1664525u + 1013904223u;
      text[(seed >> 8) % (sizeof sample - 1)] = bytes[(seed >> 4) % (sizeof bytes - 1)];
    }
    try_text((Str){text, sizeof sample - 1});
  }
}

/* Each would take hours if every beginning were looked at up to the end. */
static void test_unending(void **state) {
  (void)state;
  static const char *const pieces[] = {"{", "{{", "<a ", "<!--", "{`", "{/*", "{//", "<a></b>", "<a v-for=\"", "{#each a as b}", "{#each ",
                                       "<a x={", "<script>", "<style>", "{\"", "<a v-for=\"b in c\">", "<a b='{`", "{{ % <? <%", "<a onclick=\""};
  Arena arena;
  arena_init(&arena);
  char *text = arena_alloc(&arena, LONG);
  for (size_t i = 0; i < COUNT_OF(pieces); i++) {
    for (size_t k = 0, length = strlen(pieces[i]); k < LONG; k++) text[k] = pieces[i][k % length];
    try_text((Str){text, LONG});
  }
  arena_clear(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_prefixes), cmocka_unit_test(test_mutants), cmocka_unit_test(test_unending)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
