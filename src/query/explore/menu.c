/* What is not shown, a line each: the other definitions of files that are
 * shown, and what ranks next elsewhere with what its file is for. A reader who
 * misses something finds here where it is. */
#include <math.h>
#include <stdlib.h>

#include "src/query/explore/explore_internal.h"
#include "src/query/explore/tuning_internal.h"

typedef struct Listed {
  uint32_t unit;
  float worth;
} Listed;

static int by_worth(const void *a, const void *b) {
  const Listed *x = a, *y = b;
  if (x->worth != y->worth) return x->worth > y->worth ? -1 : 1;
  return x->unit < y->unit ? -1 : x->unit > y->unit;
}

/* By all that is known of it; of what was not looked at as a node by its words. */
static float worth_of(const Explore *explore, uint32_t unit) {
  float best = explore->best > 0 ? explore->best : 1;
  return explore->node_of[unit] ? explore->nodes.items[explore->node_of[unit] - 1].score : explore->scores[unit] / best;
}

/* "88-120 signature  what it is for". */
static Err describe(Explore *explore, uint32_t unit, Str *ret_line) {
  Arena *arena = explore->job->arena;
  const TermsUnit *one = query_terms_unit(explore->terms, unit, NULL);
  const QuerySource *source = query_explore_text(explore, unit);
  SymbolId id;
  StoreSymbol symbol;
  TRY(query_explore_symbol(explore, unit, &id));
  TRY(store_get_symbol(explore->job, explore->reader, id, &symbol));
  Str signature = str_shown(arena, symbol.signature.len ? symbol.signature : symbol.name, MENU_SIGNATURE);
  Str doc = source && symbol.doc.to <= source->text.len ? query_source_sentence(arena, source, symbol.doc, MENU_DOC) : STR_EMPTY;
  Str lines = one->end_line > one->line ? str_format(arena, "%u-%u", one->line, one->end_line) : str_format(arena, "%u", one->line);
  *ret_line = str_format(arena, "%.*s %.*s%s%.*s", STR_ARG(lines), STR_ARG(signature), doc.len ? "  " : "", STR_ARG(doc));
  return OK;
}

/* ---- in files that are shown ---- */

/* Its first line is not shown, nor all of it. */
static bool is_hidden(const ExploreFile *file, const TermsUnit *unit) {
  return !query_explore_covers(&file->pieces, unit->line) && !query_explore_covers(&file->served, unit->line);
}

static Listed *list_others(Explore *explore, const ExploreFile *file, size_t *ret_count) {
  const TermsState *terms = explore->terms;
  uint32_t first = file->unit, count;
  size_t segment, len = 0;
  const TermsUnit *any = query_terms_unit(terms, first, &segment);
  const TermsFile *of = &terms->segments[segment].files[any->file];
  first = terms->first[segment] + of->first, count = of->count;
  Listed *listed = ARENA_ARRAY(explore->job->arena, Listed, (size_t)count + 1);
  for (uint32_t u = first; u < first + count; u++) {
    const TermsUnit *unit = query_terms_unit(terms, u, NULL);
    bool is_aside = unit->flags & (TERMS_IS_FILE | TERMS_IS_LOCAL | (explore->question.about_tests ? 0 : TERMS_IS_TEST));
    float worth = worth_of(explore, u);
    if (!is_aside && worth > MENU_OTHERS_LEAST && is_hidden(file, unit)) listed[len++] = (Listed){u, worth};
  }
  if (len) qsort(listed, len, sizeof(Listed), by_worth);
  *ret_count = len;
  return listed;
}

static int by_line(const void *a, const void *b) {
  const Listed *x = a, *y = b;
  return x->unit < y->unit ? -1 : x->unit > y->unit;
}

/* The best of them, in the order of the file. */
Err query_explore_others(Explore *explore, const ExploreFile *file, ExploreParts *parts, QueryExploredFile *shown) {
  Arena *arena = explore->job->arena;
  size_t count, most = parts->files.len < MENU_FIRST_FILES ? MENU_OTHERS : MENU_OTHERS_LATER;
  Listed *listed = list_others(explore, file, &count);
  if (count > most) count = most;
  if (count) qsort(listed, count, sizeof(Listed), by_line);
  Str *lines = ARENA_ARRAY(arena, Str, count + 1);
  for (size_t i = 0; i < count; i++) {
    Str line;
    TRY(describe(explore, listed[i].unit, &line));
    size_t size = line.len + 3;
    if (size > parts->others) break;
    parts->others -= size;
    parts->used += size;
    lines[shown->other_count++] = line;
  }
  shown->others = lines;
  return OK;
}

/* ---- in others ---- */

static bool is_file_shown(const ExplorePack *pack, Str path) {
  for (size_t i = 0; i < pack->files.len; i++) {
    if (pack->files.items[i].is_shown && str_eq(pack->files.items[i].path, path)) return true;
  }
  return false;
}

/* What is shown calls it: that is where a reader goes next. */
static bool is_called(const Explore *explore, uint32_t node) {
  if (explore->nodes.items[node].ins > MENU_USERS_MAX) return false;
  for (uint32_t l = explore->nodes.items[node].first_link; l; l = query_explore_next_link(explore, node, l)) {
    const ExploreLink *link = &explore->links.items[l - 1];
    bool is_call = link->kind == EDGE_CALLS || link->kind == EDGE_LINKS || link->kind == EDGE_INSTANTIATES;
    if (is_call && link->to == node && explore->nodes.items[link->from].is_shown) return true;
  }
  return false;
}

static Listed *list_next(Explore *explore, const ExplorePack *pack, size_t *ret_count) {
  Listed *listed = ARENA_ARRAY(explore->job->arena, Listed, explore->nodes.len + 1);
  size_t len = 0;
  float least = pack->shown.len ? explore->nodes.items[query_explore_order(explore)[0]].score * MENU_NEXT_LEAST : 0;
  for (uint32_t i = 0; i < explore->nodes.len; i++) {
    const ExploreNode *node = &explore->nodes.items[i];
    const TermsUnit *unit = query_explore_unit_of(explore, i);
    bool is_aside = unit->flags & (TERMS_IS_FILE | TERMS_IS_LOCAL | (explore->question.about_tests ? 0 : TERMS_IS_TEST));
    if (node->is_shown || is_aside || node->score <= least) continue;
    if (is_file_shown(pack, query_terms_unit_path(explore->terms, node->unit))) continue;
    listed[len++] = (Listed){node->unit, node->score * (is_called(explore, i) ? MENU_CALLED : 1)};
  }
  if (len) qsort(listed, len, sizeof(Listed), by_worth);
  *ret_count = len < MENU_LOOKED_AT ? len : MENU_LOOKED_AT;
  return listed;
}

/* The file and what it is for, then up to a few of its definitions. */
static Err add_file(Explore *explore, const Listed *listed, size_t count, size_t at, ExploreParts *parts) {
  Arena *arena = explore->job->arena;
  Str path = query_terms_unit_path(explore->terms, listed[at].unit);
  const QuerySource *source = query_explore_text(explore, listed[at].unit);
  Str purpose = source ? query_source_purpose(arena, source, MENU_PURPOSE) : STR_EMPTY;
  size_t told = 0;
  answer_path(parts->words, NULL, str_head(path, NOTES_PATH_SHOWN));
  if (purpose.len) answer_say(parts->words, "  %.*s", STR_ARG(purpose));
  for (size_t i = at; i < count && told < MENU_OF_FILE; i++) {
    Str line;
    if (!str_eq(query_terms_unit_path(explore->terms, listed[i].unit), path)) continue;
    TRY(describe(explore, listed[i].unit, &line));
    answer_say(parts->words, "\n  %.*s", STR_ARG(line));
    told++;
  }
  query_explore_note(explore, parts, QUERY_EXPLORED_LEFT_OUT, false);
  return OK;
}

Err query_explore_menu(Explore *explore, const ExplorePack *pack, ExploreParts *parts) {
  size_t count;
  const Listed *listed = list_next(explore, pack, &count);
  if (count) answer_say(parts->words, "Not shown, by worth:");
  if (count) query_explore_note(explore, parts, QUERY_EXPLORED_LEFT_OUT, false);
  for (size_t i = 0, files = 0; i < count && files < MENU_FILES && parts->used < parts->max; i++) {
    Str path = query_terms_unit_path(explore->terms, listed[i].unit);
    bool again = false;
    for (size_t k = 0; k < i && !again; k++) again = str_eq(query_terms_unit_path(explore->terms, listed[k].unit), path);
    TRY(job_check(explore->job));
    if (again) continue;
    files++;
    TRY(add_file(explore, listed, count, i, parts));
  }
  return OK;
}
