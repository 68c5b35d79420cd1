/* Names by their spelling: the store finds them by how they begin, without case. */
#include "src/base/vec.h"
#include "src/query/names/names.h"

typedef struct Spelled {
  Arena *arena;
  const QuerySpelling *spelling;
  QuerySpelled *names;
} Spelled;

static void take_name(void *context, int64_t name, Str text) {
  const Spelled *spelled = context;
  Str word = spelled->spelling->word;
  bool is_it = spelled->spelling->any_case ? str_eq_ignore_case(text, word) : str_eq(text, word);
  if (is_it) *vec_add(spelled->arena, spelled->names) = name;
}

Err query_spelled(Job *job, StoreReader *reader, const QuerySpelling *spelling, QuerySpelled *ret_names) {
  *ret_names = (QuerySpelled){0};
  Spelled spelled = {.arena = job->arena, .spelling = spelling, .names = ret_names};
  return store_each_prefixed(job, reader, spelling->word, spelling->looked_at, take_name, &spelled);
}
