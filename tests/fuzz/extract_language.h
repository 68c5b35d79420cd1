/* Any text in the language FUZZED, or without one in the language that the
 * environment names (FUZZ_LANGUAGE), or else the text's first line: it is parsed
 * and extracted, and the facts survive being stored. Included by one file per
 * language that is fuzzed for itself, and by one for all the others. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "src/extract/extract.h"
#include "src/parse/parse.h"
#include "tests/unit/model_facts_same.h"

/* Of CPU, so that a busy machine decides nothing: grammars can take forever to
 * recover from errors. Twice that with the parser's grace for one that does not
 * return, and twice again for a text that is repaired. */
enum { LIMIT_MS = 500, STUCK_MS = 650 };

static void check(Arena *arena, const Facts *facts, Str text) {
  Names *others = names_open();
  Facts again, reduced;
  Buf bytes, part, out;
  buf_init(&bytes, arena, SIZE_MAX);
  facts_encode(&bytes, arena, facts, false);
  assert(facts_decode(buf_str(&bytes), arena, others, &again));
  assert(!facts_difference(facts, &again));
  uint64_t surface = facts_surface(arena, facts);
  assert(surface == facts_surface(arena, &again));
  buf_init(&part, arena, SIZE_MAX);
  facts_encode(&part, arena, facts, true);
  assert(facts_decode(buf_str(&part), arena, others, &reduced));
  assert(surface == facts_surface(arena, &reduced));
  buf_init(&out, arena, 1u << 20);
  facts_dump(&out, facts, text);
  names_close(others);
}

/* Every place is inside the text. */
static void check_places(const Facts *facts, Str text) {
  for (size_t i = 1; i < facts->defs.len; i++) {
    const Def *def = &facts->defs.items[i];
    assert(def->full.to <= text.len && def->name_span.to <= text.len);
    assert(def->signature.to <= text.len && def->doc.to <= text.len);
  }
  for (size_t i = 1; i < facts->refs.len; i++) assert(facts->refs.items[i].at <= text.len);
}

/* A scanner that never returns is broken off by a signal, later than the library
 * stops by itself; FUZZ_STUCK asks for an end there, to find such texts. */
static void check_returned(const Parser *parser) {
  if (!getenv("FUZZ_STUCK") || !parse_was_cut(parser) || parse_spent_us(parser) < STUCK_MS * 1000) return;
  fprintf(stderr, "the grammar's scanner did not return\n");
  abort();
}

#ifndef FUZZED
static const Language *only; /* the one that the environment names */

/* A run that would try nothing says so at once: a name that is none fails, a
 * grammar that was not built passes with no runs. */
int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc, (void)argv;
  const char *name = getenv("FUZZ_LANGUAGE");
  if (!name || !*name) return 0;
  only = language_find(str_from_c(name));
  if (!only) {
    fprintf(stderr, "SUMMARY: there is no language '%s'\n", name);
    exit(1);
  }
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  Err err = parse_find(&job, only);
  if (err) fprintf(stderr, "Done 0 runs: %.*s\n", STR_ARG(job_message(&job, err)));
  arena_clear(&arena);
  if (err) exit(err == ERR_UNAVAILABLE ? 0 : 1);
  return 0;
}
#endif

static const Language *chosen(const uint8_t **data, size_t *size) {
#ifdef FUZZED
  (void)data, (void)size;
  return language_find(STR(FUZZED));
#else
  if (only) return only;
  Str rest = {(const char *)*data, *size}, name = str_cut(&rest, '\n');
  *data = (const uint8_t *)rest.ptr, *size = rest.len;
  return language_find(name);
#endif
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const Language *language = chosen(&data, &size);
  if (!language) return 0;
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  Names *names = names_open();
  Parser *parser = parse_open();
  /* A copy in its exact size, so that any step beyond it is noticed. */
  Str text = {arena_copy(&arena, data, size), size};
  Syntax syntax;
  Facts facts;
  parse_limit(parser, LIMIT_MS);
  Err err = parse_text(&job, parser, language, text, &arena, &syntax);
  check_returned(parser);
  if (!err) {
    err = extract_facts(&job, &arena, names, &(LanguageFile){language, &syntax, STR("folder/file")}, &facts);
    assert(!err);
    check_places(&facts, text);
    check(&arena, &facts, text);
  }
  parse_close(parser);
  names_close(names);
  arena_clear(&arena);
  return 0;
}
