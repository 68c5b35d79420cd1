/* Scoring whole files: what a question is about is often spread over the
 * definitions of a file, none of which has all of its words. */
#include <math.h>

#include "src/query/explore/explore_internal.h"
#include "src/query/explore/tuning_internal.h"

typedef struct Files {
  Explore *explore;
  uint32_t count;
  float average;     /* words of a file */
  float *lengths;
  float *weights;    /* of the term at hand */
  uint32_t *touched; /* files that have any */
  size_t len;
  float *covered;    /* worth of the terms a file has, */
  float *head;       /* and of those its head comment has; 1 for the term at hand */
} Files;

/* Counts are capped: a word that comes fifty times says little more than one
 * that comes four times. */
static float weigh(const TermsUnit *unit, uint16_t where) {
  float weight = FILES_BODY_WEIGHT * fminf(4, (float)(where >> TERMS_BODY_SHIFT & TERMS_BODY_MAX)) +
                 FILES_NAME_WEIGHT * (float)(where >> TERMS_NAME_SHIFT & TERMS_NAME_MAX) +
                 FILES_DOC_WEIGHT * fminf(3, (float)(where >> TERMS_DOC_SHIFT & TERMS_DOC_MAX));
  if (!(unit->flags & TERMS_IS_FILE)) return weight;
  weight += FILES_HEAD_WEIGHT * (float)(where >> TERMS_DOC_SHIFT & TERMS_DOC_MAX);
  if (where & TERMS_SUMMARY) weight += FILES_SUMMARY_WEIGHT;
  if (where & TERMS_FILE) weight += FILES_FILE_WEIGHT;
  if (where & TERMS_PATH) weight += FILES_PATH_WEIGHT;
  return weight;
}

/* Both segments of the index, the large one and that of recent changes; files
 * that are gone have no id. */
static void gather(Files *files, uint64_t key, float weight) {
  const TermsState *terms = files->explore->terms;
  for (size_t s = 0; s < 2; s++) {
    const TermsSegment *segment = &terms->segments[s];
    uint32_t first = s ? terms->segments[0].head.file_count : 0;
    for (TermsCursor cursor = query_terms_find(segment, key); query_terms_next(&cursor);) {
      const TermsUnit *unit = &segment->units[cursor.unit - 1];
      uint32_t file = first + unit->file;
      if (!terms->ids[s][unit->file].value) continue;
      if (files->weights[file] == 0) files->touched[files->len++] = file;
      files->weights[file] += weight * weigh(unit, cursor.where);
      if (unit->flags & TERMS_IS_FILE && cursor.where >> TERMS_DOC_SHIFT & TERMS_DOC_MAX) files->head[file] = weight;
    }
  }
}

/* The usual ranking of texts: rare words are worth more, and both repetition
 * and length are damped. Weights are cleared on the way for the next term. */
static float score_term(Files *files, const ExploreTerm *term) {
  float *scores = files->explore->files;
  files->len = 0;
  for (size_t i = 0; i < term->form_count; i++) gather(files, term->keys[i], term->weights[i]);
  float worth = logf(1 + ((float)files->count - (float)files->len + 0.5f) / ((float)files->len + 0.5f));
  for (size_t i = 0; i < files->len; i++) {
    uint32_t file = files->touched[i];
    float length = 1 - FILES_LENGTH_SHARE + FILES_LENGTH_SHARE * files->lengths[file] / files->average;
    float weight = files->weights[file] / length;
    scores[file] += worth * weight / (weight + FILES_SATURATION);
    files->covered[file] += worth;
    files->explore->heads[file] += worth * files->head[file];
    files->weights[file] = files->head[file] = 0;
  }
  return worth;
}

/* What the file's own unit says about all of it. */
float query_explore_file_factor(const Explore *explore, size_t segment, uint32_t file) {
  const TermsSegment *of = &explore->terms->segments[segment];
  TermsUnit unit = of->units[of->files[file].first];
  unit.kind = SYMBOL_FUNCTION; /* no less for being a file */
  return query_explore_unit_factor(explore, &unit, explore->asked[(segment ? explore->terms->segments[0].head.file_count : 0) + file]);
}

/* What each file gives to its units: those that fit nearly as well as the best, much; others, little. */
static void share(float *scores, uint32_t count) {
  float best = 0;
  for (uint32_t f = 0; f < count; f++) best = fmaxf(best, scores[f]);
  for (uint32_t f = 0; f < count && best > 0; f++) scores[f] *= FILES_BEST_SHARE * scores[f] / (best * best);
}

/* Files that have more of the question's words count more than in
 * proportion. */
static void finish(Files *files, float total) {
  const TermsState *terms = files->explore->terms;
  float *scores = files->explore->files;
  for (size_t s = 0; s < 2; s++) {
    const TermsSegment *segment = &terms->segments[s];
    uint32_t first = s ? terms->segments[0].head.file_count : 0;
    for (uint32_t f = 0; f < segment->head.file_count; f++) {
      files->explore->heads[first + f] /= total;
      scores[first + f] *= (0.5f + files->covered[first + f] / total) * query_explore_file_factor(files->explore, s, f);
    }
  }
  share(scores, files->count);
}

/* Whoever names a file asks about what is in it. */
static void raise_named(Explore *explore) {
  const TermsState *terms = explore->terms;
  for (size_t s = 0; s < 2 && explore->question.path_count; s++) {
    const TermsSegment *segment = &terms->segments[s];
    uint32_t first = s ? terms->segments[0].head.file_count : 0;
    for (uint32_t f = 0; f < segment->head.file_count; f++) {
      for (size_t i = 0; i < explore->question.path_count; i++) {
        bool is_it = query_explore_ends_path(query_terms_path(segment, &segment->files[f]), explore->question.paths[i]);
        if (is_it) explore->files[first + f] += FILES_NAMED_SHARE;
      }
    }
  }
}

Err query_explore_match_files(Explore *explore) {
  Arena *arena = explore->job->arena;
  const TermsState *terms = explore->terms;
  Files files = {.explore = explore, .count = terms->segments[0].head.file_count + terms->segments[1].head.file_count};
  size_t count = (size_t)files.count + 1;
  files.lengths = ARENA_ARRAY(arena, float, count);
  files.weights = ARENA_ARRAY(arena, float, count);
  files.touched = ARENA_ARRAY(arena, uint32_t, count);
  files.covered = ARENA_ARRAY(arena, float, count);
  files.head = ARENA_ARRAY(arena, float, count);
  explore->heads = ARENA_ARRAY(arena, float, count);
  files.average = (float)terms->words / (float)count + 1;
  explore->files = ARENA_ARRAY(arena, float, count);
  for (uint32_t i = 0; i < terms->unit_count; i++) {
    files.lengths[query_explore_file_of(terms, i)] += (float)query_terms_unit(terms, i, NULL)->length;
  }
  float total = 0;
  for (size_t i = 0; i < explore->question.term_count; i++) total += score_term(&files, &explore->question.terms[i]);
  if (total > 0) finish(&files, total);
  TRY(query_explore_add_history(explore));
  raise_named(explore);
  return OK;
}
