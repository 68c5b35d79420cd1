/* Files that are no code, by what a question calls them: who asks for a table
 * asks for the schema, who asks for a target for the makefile, though neither
 * text has that word. Languages say what their files are called. */
#include "src/languages/language.h"
#include "src/query/explore/explore_internal.h"
#include "src/query/explore/tuning_internal.h"
#include "src/text/words.h"

/* The terms of the question that are among the words; bits as in `matched`. */
static uint64_t terms_among(const ExploreQuestion *question, const char *words) {
  uint64_t found = 0;
  for (Str rest = str_from_c(words); rest.len;) {
    uint64_t key = text_word_term(str_cut(&rest, ' '));
    for (size_t i = 0; i < question->term_count; i++) found |= (uint64_t)(question->terms[i].keys[0] == key) << i;
  }
  return found;
}

/* Words are compared once for each kind of file: they lie at one place. */
typedef struct Kinds {
  const char *words[ASKED_KINDS_MAX];
  uint64_t terms[ASKED_KINDS_MAX];
  size_t count;
} Kinds;

static uint64_t terms_of(const Explore *explore, Kinds *kinds, Str path) {
  const char *words = language_subject(language_for_file(path, STR_EMPTY), path);
  if (!words) return 0;
  for (size_t i = 0; i < kinds->count; i++) {
    if (kinds->words[i] == words) return kinds->terms[i];
  }
  uint64_t terms = terms_among(&explore->question, words);
  if (kinds->count == ASKED_KINDS_MAX) return terms;
  kinds->words[kinds->count] = words;
  kinds->terms[kinds->count++] = terms;
  return terms;
}

void query_explore_find_asked(Explore *explore) {
  const TermsState *terms = explore->terms;
  Kinds kinds = {.count = 0};
  size_t count = (size_t)terms->segments[0].head.file_count + terms->segments[1].head.file_count;
  explore->asked = ARENA_ARRAY(explore->job->arena, uint64_t, count + 1);
  /* A list of names calls nothing by what it is. */
  if (explore->question.is_names) return;
  for (size_t s = 0; s < 2; s++) {
    const TermsSegment *segment = &terms->segments[s];
    uint32_t first = s ? terms->segments[0].head.file_count : 0;
    for (uint32_t f = 0; f < segment->head.file_count; f++) {
      if (!(segment->units[segment->files[f].first].flags & TERMS_IS_DATA) || !terms->ids[s][f].value) continue;
      explore->asked[first + f] = terms_of(explore, &kinds, query_terms_path(segment, &segment->files[f]));
      explore->any_asked |= explore->asked[first + f];
    }
  }
}
