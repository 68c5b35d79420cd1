/* Names in a question: the units that have them. */
#include <stdlib.h>

#include "src/query/explore/explore_internal.h"
#include "src/query/explore/tuning_internal.h"
#include "src/query/graph/graph.h"
#include "src/text/words.h"

/* How well a unit agrees with what stands before the name in the question, as
 * in `Response.close`: not at all, by its file's path, as a member of a base of
 * that type, or as a member of the type itself. In order of strength. */
typedef enum Fit { FIT_NOT, FIT_PATH, FIT_INHERITED, FIT_CONTAINER } Fit;

typedef struct Found {
  uint32_t unit;
  float rank;
  Fit fit;      /* of the qualifier */
  bool is_same; /* its case too */
} Found;

static int by_rank(const void *a, const void *b) {
  const Found *x = a, *y = b;
  if (x->rank != y->rank) return x->rank > y->rank ? -1 : 1;
  return x->unit < y->unit ? -1 : x->unit > y->unit;
}

/* What stands before a name: the last part of its qualifier, and what types
 * of that name are built on. */
typedef struct Before {
  Str last;
  VEC(Str) bases;
} Before;

/* Somebody who writes `Derived.method` may mean a method that only the base
 * defines, so the bases' names count as qualifiers as well. */
static Err add_bases(Explore *explore, uint32_t unit, Before *before) {
  SymbolId id;
  QueryRelatives up;
  TRY(query_explore_symbol(explore, unit, &id));
  TRY(query_hierarchy(explore->job, explore->reader, id, (QueryClimb){true, NAMES_BASES_DEPTH, NAMES_BASES_MAX}, &up));
  for (size_t i = 0; i < up.len; i++) *vec_add(explore->job->arena, &before->bases) = up.items[i].symbol.name;
  return OK;
}

static Err read_qualifier(Explore *explore, Str qualifier, Before *ret_before) {
  size_t from = qualifier.len, types = 0;
  *ret_before = (Before){0};
  /* Of `a.b.C` the last part says most, and separators differ by language, so
   * everything that is no part of a name ends it. */
  while (from && byte_is_name(qualifier.ptr[from - 1])) from--;
  ret_before->last = str_slice(qualifier, from, qualifier.len);
  if (!ret_before->last.len) return OK;
  for (size_t s = 0; s < 2; s++) {
    const TermsSegment *segment = &explore->terms->segments[s];
    for (TermsCursor cursor = query_terms_find(segment, text_name_key(ret_before->last)); types < NAMES_TYPES_MAX && query_terms_next(&cursor);) {
      const TermsUnit *unit = &segment->units[cursor.unit - 1];
      /* Its file is not in the store any more, or it is no type. */
      if (!explore->terms->ids[s][unit->file].value || !symbol_kind_is_type(unit->kind)) continue;
      types++;
      TRY(add_bases(explore, explore->terms->first[s] + cursor.unit - 1, ret_before));
    }
  }
  return OK;
}

static Err look_at(Explore *explore, const Before *before, Str name, Found *found) {
  StoreSymbol symbol;
  SymbolId id;
  TRY(query_explore_symbol(explore, found->unit, &id));
  TRY(store_get_symbol(explore->job, explore->reader, id, &symbol));
  found->is_same = str_eq(symbol.name, name);
  if (!before->last.len) return OK;
  if (str_contains(query_terms_unit_path(explore->terms, found->unit), before->last)) found->fit = FIT_PATH;
  for (size_t i = 0; i < before->bases.len; i++) {
    if (str_eq(symbol.container, before->bases.items[i])) found->fit = FIT_INHERITED;
  }
  if (str_eq_ignore_case(symbol.container, before->last)) found->fit = FIT_CONTAINER;
  return OK;
}

static Err find_name(Explore *explore, ExploreName *name) {
  const TermsState *terms = explore->terms;
  VEC(Found) found = {0};
  Before before;
  Fit best = FIT_NOT;
  bool any_same = false;
  TRY(read_qualifier(explore, name->qualifier, &before));
  for (size_t s = 0; s < 2; s++) {
    const TermsSegment *segment = &terms->segments[s];
    for (TermsCursor cursor = query_terms_find(segment, text_name_key(name->name)); query_terms_next(&cursor);) {
      const TermsUnit *unit = &segment->units[cursor.unit - 1];
      Found one = {.unit = terms->first[s] + cursor.unit - 1};
      if (!terms->ids[s][unit->file].value) continue;
      /* The thing itself before what has a member called so. */
      one.rank = cursor.where >> TERMS_NAME_SHIFT & TERMS_NAME_MAX ? 2 : unit->flags & TERMS_IS_FILE ? 0.1f : 1;
      one.rank *= query_explore_kind_factor(explore, one.unit) * (1 + explore->scores[one.unit] / 1000);
      /* Looking at one costs a read of the store. A name with more namesakes than
       * this cannot be told apart by its qualifier anyway. */
      if (found.len < NAMES_LOOKED_AT_MAX) TRY(look_at(explore, &before, name->name, &one));
      /* A better qualifier outweighs the same case: once one fits better, only those
       * that fit as well are compared by case. */
      if (one.fit > best) any_same = false;
      if (one.fit >= best) {
        best = one.fit;
        any_same = any_same || one.is_same;
      }
      *vec_add(explore->job->arena, &found) = one;
    }
  }
  name->is_inside = !any_same;
  if (found.len) qsort(found.items, found.len, sizeof(Found), by_rank);
  for (size_t i = 0; i < found.len && name->units.len < NAMES_NAMESAKES_MAX; i++) {
    if (found.items[i].fit == best && found.items[i].is_same == any_same) *vec_add(explore->job->arena, &name->units) = found.items[i].unit;
  }
  return OK;
}

/* The first of several namesakes gets the whole worth and each further one
 * less, so that one name cannot fill the answer with its namesakes. */
static float worth_of(const Explore *explore, size_t place) { return explore->exact / (1 + 0.5f * (float)place); }

static bool is_file(const Explore *explore, uint32_t unit) {
  return query_terms_unit(explore->terms, unit, NULL)->flags & TERMS_IS_FILE;
}

/* A file that is named is shown, whatever words it has. */
static void raise_named_files(Explore *explore) {
  const TermsState *terms = explore->terms;
  for (size_t i = 0; i < explore->question.path_count; i++) {
    for (uint32_t u = 0; u < terms->unit_count; u++) {
      size_t segment;
      const TermsUnit *unit = query_terms_unit(terms, u, &segment);
      if (!(unit->flags & TERMS_IS_FILE) || !terms->ids[segment][unit->file].value) continue;
      if (!query_explore_ends_path(query_terms_unit_path(terms, u), explore->question.paths[i])) continue;
      uint32_t count = terms->segments[segment].files[unit->file].count;
      for (uint32_t k = 0; k < count; k++) explore->scores[u + k] += explore->exact * NAMES_FILE_SHARE;
    }
  }
}

Err query_explore_find_names(Explore *explore) {
  /* Some names are made of no words: `_`, `a`. */
  explore->exact = explore->best > 0 ? explore->best * NAMES_EXACT_SHARE : 1;
  for (size_t i = 0; i < explore->question.name_count; i++) {
    ExploreName *name = &explore->question.names[i];
    TRY(find_name(explore, name));
    for (size_t u = 0; u < name->units.len; u++) {
      /* Files rank last as a rule; a file that merely mentions the name is of
       * use only when nothing better is called so. */
      if (u && is_file(explore, name->units.items[u])) break;
      explore->scores[name->units.items[u]] += worth_of(explore, u);
    }
  }
  raise_named_files(explore);
  return OK;
}

bool query_explore_is_named(const Explore *explore, uint32_t unit) {
  for (size_t i = 0; i < explore->question.name_count; i++) {
    if (query_explore_stands_for(&explore->question.names[i], unit)) return true;
  }
  for (size_t i = 0; i < explore->question.text_count; i++) {
    const ExploreText *text = &explore->question.texts[i];
    if (text->places.len && text->places.items[0].unit == unit) return true;
  }
  return false;
}

bool query_explore_has_name(const Explore *explore, uint32_t unit) {
  for (size_t i = 0; i < explore->question.name_count; i++) {
    const ExploreName *name = &explore->question.names[i];
    for (size_t u = 0; u < name->units.len; u++) {
      if (name->units.items[u] == unit && !is_file(explore, unit)) return true;
    }
  }
  return query_explore_is_named(explore, unit);
}

/* At first namesakes are ordered by themselves alone. Once the graph has been
 * walked, the one that is best connected to the rest of the question takes the
 * first place, and the two exchange what they were given for their places. */
void query_explore_settle_names(Explore *explore) {
  for (size_t i = 0; i < explore->question.name_count; i++) {
    ExploreName *name = &explore->question.names[i];
    size_t lead = 0;
    float most = -1;
    for (size_t u = 0; u < name->units.len; u++) {
      if (is_file(explore, name->units.items[u])) continue;
      uint32_t at = query_explore_node(explore, name->units.items[u]);
      const ExploreNode *node = &explore->nodes.items[at];
      float worth = (node->given + 0.05f) * query_explore_kind_factor(explore, node->unit) / (1 + 0.2f * (float)u);
      if (worth <= most) continue;
      most = worth;
      lead = u;
    }
    if (lead == 0) continue;
    uint32_t first = name->units.items[0], leader = name->units.items[lead];
    float gain = worth_of(explore, 0) - worth_of(explore, lead);
    uint32_t leads = query_explore_node(explore, leader), led = query_explore_node(explore, first);
    explore->nodes.items[leads].own += gain;
    explore->nodes.items[led].own -= gain;
    name->units.items[0] = leader;
    name->units.items[lead] = first;
  }
}
