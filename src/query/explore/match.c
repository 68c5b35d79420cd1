/* Scoring units by the words of the question: how rare a word is, in which
 * part of a unit it stands and how often (BM25F), how much of the question a
 * unit covers, what else its file has. */
#include <math.h>
#include <stdlib.h>

#include "src/query/explore/explore_internal.h"
#include "src/query/explore/tuning_internal.h"
#include "src/text/words.h"

/* Arrays by unit are as long as all units and cleared after each term only
 * where the term has touched them: a rare term then costs a few units. */
typedef struct Match {
  Explore *explore;
  float average;    /* words of a unit */
  float *weights;   /* by unit, of the term at hand */
  uint32_t *units;  /* that have any */
  size_t len;
  float *covered;   /* by unit: worth of the terms it has */
  uint64_t *in_name; /* by unit: terms its name has */
} Match;

static unsigned count_in(uint16_t where, unsigned shift, unsigned max) { return where >> shift & max; }

/* Also when two words of the name were written as one: a question about
 * "readfile" means the function read_file. */
static bool is_in_name(uint16_t where) { return where & TERMS_JOINED || count_in(where, TERMS_NAME_SHIFT, TERMS_NAME_MAX); }

/* What one occurrence is worth falls with the length of the part it stands in:
 * a word is more telling in a name of two words than in one of six, and in a
 * short function than in a long one. Paths and containers are short anyway and
 * count only by whether they have the word. */
static float weigh(const Match *match, const TermsUnit *unit, uint16_t where) {
  float length = 1 - MATCH_LENGTH_SHARE + MATCH_LENGTH_SHARE * (float)unit->length / match->average;
  float name = (float)count_in(where, TERMS_NAME_SHIFT, TERMS_NAME_MAX);
  if (name == 0 && where & TERMS_JOINED) name = 1;
  float weight = MATCH_NAME_WEIGHT * name / (0.7f + 0.1f * (float)unit->name_words);
  weight += MATCH_DOC_WEIGHT * (float)count_in(where, TERMS_DOC_SHIFT, TERMS_DOC_MAX) / (0.5f + 0.5f * length);
  weight += MATCH_HEAD_WEIGHT * (float)count_in(where, TERMS_HEAD_SHIFT, TERMS_HEAD_MAX);
  weight += MATCH_BODY_WEIGHT * (float)count_in(where, TERMS_BODY_SHIFT, TERMS_BODY_MAX) / length;
  if (where & TERMS_SUMMARY) weight += MATCH_SUMMARY_WEIGHT;
  if (where & TERMS_CONTAINER) weight += MATCH_CONTAINER_WEIGHT;
  if (where & TERMS_FILE) weight += MATCH_FILE_WEIGHT;
  if (where & TERMS_PATH) weight += MATCH_PATH_WEIGHT;
  return weight;
}

/* ---- one term ---- */

/* The inverse document frequency over both segments. Units of files that were
 * replaced since are counted too; they are few. */
static float rarity_of(const TermsState *terms, float with) {
  return with > 0 ? logf(1 + ((float)terms->unit_count - with + 0.5f) / (with + 0.5f)) : 0;
}

static float rarity(const TermsState *terms, uint64_t key) {
  float with = 0;
  for (size_t s = 0; s < 2; s++) with += (float)query_terms_find(&terms->segments[s], key).left;
  return rarity_of(terms, with);
}

static void gather(Match *match, uint64_t key, float weight, size_t term) {
  const TermsState *terms = match->explore->terms;
  for (size_t s = 0; s < 2; s++) {
    const TermsSegment *segment = &terms->segments[s];
    for (TermsCursor cursor = query_terms_find(segment, key); query_terms_next(&cursor);) {
      const TermsUnit *unit = &segment->units[cursor.unit - 1];
      uint32_t number = terms->first[s] + cursor.unit - 1;
      /* The file is not in the store any more, or its text is another one. */
      if (!terms->ids[s][unit->file].value) continue;
      if (match->weights[number] == 0) match->units[match->len++] = number;
      match->weights[number] += weight * weigh(match, unit, cursor.where);
      match->explore->matched[number] |= (uint64_t)1 << term;
      if (is_in_name(cursor.where)) match->in_name[number] |= (uint64_t)1 << term;
    }
  }
}

/* What a file is, is a word of each of its parts. */
static void gather_asked(Match *match, size_t term) {
  Explore *explore = match->explore;
  for (uint32_t i = 0; explore->any_asked >> term & 1 && i < explore->terms->unit_count; i++) {
    if (!(explore->asked[query_explore_file_of(explore->terms, i)] >> term & 1)) continue;
    if (match->weights[i] == 0) match->units[match->len++] = i;
    match->weights[i] += ASKED_WEIGHT;
    explore->matched[i] |= (uint64_t)1 << term;
  }
}

/* Forms count by their own rarity where that is less than the word's. */
static void score_term(Match *match, size_t at) {
  Explore *explore = match->explore;
  ExploreTerm *term = &explore->question.terms[at];
  match->len = 0;
  for (size_t i = 0; i < term->form_count; i++) {
    float rare = rarity(explore->terms, term->keys[i]);
    if (rare == 0) continue;
    if (term->rarity == 0) term->rarity = rare;
    gather(match, term->keys[i], term->weights[i] * (rare < term->rarity ? rare / term->rarity : 1), at);
  }
  gather_asked(match, at);
  if (term->rarity == 0 && match->len) term->rarity = rarity_of(explore->terms, (float)match->len);
  float worth = term->weight * term->rarity;
  for (size_t i = 0; i < match->len; i++) {
    uint32_t unit = match->units[i];
    float weight = match->weights[unit];
    /* Saturates: the tenth occurrence of one word must not outweigh the first
     * occurrence of another. */
    explore->scores[unit] += worth * weight / (weight + MATCH_SATURATION);
    match->covered[unit] += worth * fminf(1, weight / MATCH_FULL_WEIGHT);
    match->weights[unit] = 0;
  }
}

/* ---- the question as a whole ---- */

float query_explore_unit_factor(const Explore *explore, const TermsUnit *unit, bool is_asked) {
  float factor = 1;
  if (!explore->question.about_tests) {
    if (unit->flags & TERMS_IS_TEST) factor = 0.25f;
    else if (unit->flags & TERMS_IS_ASIDE && !is_asked) factor = 0.5f;
  }
  if (unit->flags & TERMS_IS_GENERATED) factor *= 0.25f;
  if (is_asked) return factor;
  if (unit->flags & TERMS_IS_ABSTRACT) factor *= 0.6f; /* it does nothing itself */
  float value = explore->question.about_values ? MATCH_VALUES_ASKED : 1;
  switch ((SymbolKind)unit->kind) {
    case SYMBOL_FILE: case SYMBOL_SECTION: case SYMBOL_MODULE: return factor * 0.4f;
    case SYMBOL_VARIABLE: case SYMBOL_CONSTANT: return factor * 0.85f * value;
    case SYMBOL_FIELD: case SYMBOL_PROPERTY: return factor * 0.5f;
    case SYMBOL_MACRO: return factor * 0.7f * value;
    default: return factor;
  }
}

float query_explore_kind_factor(const Explore *explore, uint32_t number) {
  return query_explore_unit_factor(explore, query_terms_unit(explore->terms, number, NULL), explore->asked[query_explore_file_of(explore->terms, number)] != 0);
}

static void score_unit(Match *match, uint32_t number, float total) {
  Explore *explore = match->explore;
  const TermsUnit *unit = query_terms_unit(explore->terms, number, NULL);
  float named = unit->name_words ? (float)__builtin_popcountll(match->in_name[number]) / (float)unit->name_words : 0;
  float score = explore->scores[number] * (0.3f + 1.2f * match->covered[number] / total);
  /* Tests rank low as answers, but what they test is named by them: their score
   * before that is kept, to find the code under test by. */
  if (unit->flags & TERMS_IS_TEST) explore->witnesses[number] = score;
  uint32_t file = query_explore_file_of(explore->terms, number);
  bool is_asked = explore->asked[file] && match->covered[number] >= ASKED_LEAST * total;
  score *= query_explore_unit_factor(explore, unit, is_asked) * (1 + MATCH_NAME_COVERED * fminf(1, named));
  explore->scores[number] = score * (1 + explore->files[file]);
}

static void find_best(Explore *explore) {
  explore->best = 0;
  for (uint32_t i = 0; i < explore->terms->unit_count; i++) explore->best = fmaxf(explore->best, explore->scores[i]);
}

/* Units gain from the best others of their file. */
static void raise_neighbours(const Explore *explore, float *scores, size_t count) {
  float top[3] = {0};
  for (size_t i = 0; i < count; i++) {
    float score = scores[i];
    for (size_t t = 0; t < 3; t++) {
      if (score <= top[t]) continue;
      float lower = top[t];
      top[t] = score;
      score = lower;
    }
  }
  float sum = top[0] + top[1] + top[2];
  for (size_t i = 0; i < count && sum > 0; i++) {
    /* Its own score must not raise it. One of the two best is taken out of the sum
     * of three; all others gain from the two best. */
    float others = scores[i] >= top[1] ? sum - scores[i] : top[0] + top[1];
    scores[i] *= 1 + others / explore->best / 2;
  }
}

static void raise_files(Explore *explore) {
  for (size_t s = 0; s < 2; s++) {
    const TermsSegment *segment = &explore->terms->segments[s];
    for (uint32_t f = 0; f < segment->head.file_count; f++) {
      raise_neighbours(explore, explore->scores + explore->terms->first[s] + segment->files[f].first, segment->files[f].count);
    }
  }
}

/* A file whose head explains the words is about them, whatever words its
 * definitions use. */
static void raise_explained(Explore *explore) {
  for (uint32_t i = 0; i < explore->terms->unit_count; i++) {
    size_t segment;
    const TermsUnit *unit = query_terms_unit(explore->terms, i, &segment);
    float share = explore->heads[query_explore_file_of(explore->terms, i)];
    bool is_chief = unit->flags & TERMS_IS_EXPORTED || explore->scores[i] > 0;
    if (share < MATCH_HEAD_LEAST || !is_chief || !explore->terms->ids[segment][unit->file].value) continue;
    explore->scores[i] += MATCH_HEAD_SHARE * explore->best * share * share * query_explore_kind_factor(explore, i);
  }
}

/* ---- the best ---- */

typedef struct Ranked {
  uint32_t unit;
  float score;
} Ranked;

/* Ties go by the number of the unit, so that equal questions get equal answers. */
static int by_score(const void *a, const void *b) {
  const Ranked *x = a, *y = b;
  if (x->score != y->score) return x->score > y->score ? -1 : 1;
  return x->unit < y->unit ? -1 : x->unit > y->unit;
}

static size_t rank(const Explore *explore, const float *scores, float least, Ranked *order) {
  size_t count = 0;
  for (uint32_t i = 0; i < explore->terms->unit_count; i++) {
    if (scores[i] > least) order[count++] = (Ranked){i, scores[i]};
  }
  if (count) qsort(order, count, sizeof(Ranked), by_score);
  return count;
}

static void make_nodes(Explore *explore) {
  Ranked *order = ARENA_ARRAY(explore->job->arena, Ranked, (size_t)explore->terms->unit_count + 1);
  size_t count = rank(explore, explore->scores, explore->best * 0.05f, order);
  for (size_t i = 0; i < count && i < MATCH_BEST_MAX; i++) query_explore_node(explore, order[i].unit);
  if (explore->question.about_tests) return; /* they stand for themselves */
  count = rank(explore, explore->witnesses, explore->best * 0.3f, order);
  for (size_t i = 0; i < count && i < MATCH_WITNESSES_MAX; i++) {
    uint32_t node = query_explore_node(explore, order[i].unit); /* may move them all */
    explore->nodes.items[node].is_witness = true;
  }
}

/* Where tests are what the code itself is about, a question with that word asks for no tests. */
static bool tests_are_the_subject(const TermsState *terms) {
  uint64_t term = text_word_term(STR("test"));
  size_t with = 0, all = 0;
  for (size_t s = 0; s < 2; s++) {
    const TermsSegment *segment = &terms->segments[s];
    for (TermsCursor cursor = query_terms_find(segment, term); query_terms_next(&cursor);) {
      with += !(segment->units[cursor.unit - 1].flags & TERMS_IS_TEST);
    }
    for (uint32_t i = 0; i < segment->head.unit_count; i++) all += !(segment->units[i].flags & TERMS_IS_TEST);
  }
  return (float)with > MATCH_SUBJECT_SHARE * (float)all;
}

Err query_explore_match(Explore *explore) {
  Arena *arena = explore->job->arena;
  size_t units = (size_t)explore->terms->unit_count + 1;
  Match match = {.explore = explore, .average = (float)explore->terms->words / (float)units + 1,
                 .weights = ARENA_ARRAY(arena, float, units), .units = ARENA_ARRAY(arena, uint32_t, units),
                 .covered = ARENA_ARRAY(arena, float, units), .in_name = ARENA_ARRAY(arena, uint64_t, units)};
  float total = 0;
  if (explore->question.about_tests) explore->question.about_tests = !tests_are_the_subject(explore->terms);
  query_explore_find_asked(explore);
  explore->scores = ARENA_ARRAY(arena, float, units);
  explore->witnesses = ARENA_ARRAY(arena, float, units);
  explore->matched = ARENA_ARRAY(arena, uint64_t, units);
  explore->node_of = ARENA_ARRAY(arena, uint32_t, units);
  for (size_t i = 0; i < explore->question.term_count; i++) {
    TRY(job_check(explore->job));
    score_term(&match, i);
    total += explore->question.terms[i].weight * explore->question.terms[i].rarity;
  }
  TRY(query_explore_match_files(explore));
  for (uint32_t i = 0; i < explore->terms->unit_count; i++) {
    if (explore->scores[i] > 0) score_unit(&match, i, total);
  }
  find_best(explore);
  if (explore->best > 0) raise_files(explore);
  find_best(explore);
  if (!explore->question.is_names) raise_explained(explore);
  find_best(explore);
  TRY(query_explore_find_names(explore));
  TRY(query_explore_find_texts(explore));
  find_best(explore);
  make_nodes(explore);
  return OK;
}
