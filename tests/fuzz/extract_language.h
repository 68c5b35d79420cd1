/* Any text in the language FUZZED, or without one in the language that its first
 * line names: it is parsed and extracted, and the facts survive being stored.
 * Included by one file per language that is fuzzed for itself. */
#include <assert.h>

#include "src/extract/extract.h"
#include "src/parse/parse.h"
#include "tests/unit/model_facts_same.h"

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

static const Language *chosen(const uint8_t **data, size_t *size) {
#ifdef FUZZED
  (void)data, (void)size;
  return language_find(STR(FUZZED));
#else
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
  job.deadline_ms = job_now_ms() + 2000; /* grammars can take forever to recover from errors */
  Err err = parse_text(&job, parser, language, text, &arena, &syntax);
  job.deadline_ms = 0;
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
