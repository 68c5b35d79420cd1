/* What fits: bodies by worth. Worth is score by length: several short
 * definitions that fit well say more than one long one. Whatever is added is
 * counted line by line, so that the length asked for is kept. */
#include <math.h>
#include <stdlib.h>

#include "src/query/explore/explore_internal.h"
#include "src/query/explore/tuning_internal.h"

typedef struct Candidate {
  uint32_t node;
  float worth;
} Candidate;

typedef struct Packing {
  Explore *explore;
  const ExploreServed *served;
  ExplorePack *pack;
  const uint32_t *order; /* nodes by score */
  size_t count;          /* of these; more nodes may come while bodies are looked for */
  size_t max, used;
} Packing;

static int by_worth(const void *a, const void *b) {
  const Candidate *x = a, *y = b;
  if (x->worth != y->worth) return x->worth > y->worth ? -1 : 1;
  return x->node < y->node ? -1 : x->node > y->node;
}

/* The power says how much length costs; names are shown at length more readily
 * than guesses, and so is what leads. */
static float worth_of(const Explore *explore, float score, float lines, bool leads) {
  bool is_sure = explore->question.is_names || leads;
  return score / powf(fminf(PACK_LENGTH_MAX, lines) + 5, is_sure ? PACK_NAMES_POWER : PACK_SENTENCE_POWER);
}

/* One of the best, where no length is asked for: an answer without the function
 * it is about is none, so that its length costs little. */
static bool leads(const Packing *packing, uint32_t node) {
  for (size_t i = 0; i < PACK_SURE && i < packing->count && query_explore_is_short(packing->explore); i++) {
    if (packing->order[i] == node) return true;
  }
  return false;
}

static Candidate *rank(const Packing *packing) {
  const Explore *explore = packing->explore;
  size_t count = packing->count;
  Candidate *order = ARENA_ARRAY(explore->job->arena, Candidate, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    const TermsUnit *unit = query_explore_unit_of(explore, i);
    float worth = worth_of(explore, explore->nodes.items[i].score, (float)(unit->end_line - unit->line + 1), leads(packing, i));
    /* Whoever is named is shown, whatever else fits better. */
    if (query_explore_is_named(explore, explore->nodes.items[i].unit)) worth += PACK_NAMED_WORTH;
    order[i] = (Candidate){i, worth};
  }
  for (size_t i = 0; i < explore->way.len; i++) order[explore->way.items[i]].worth += PACK_WAY_WORTH;
  if (count) qsort(order, count, sizeof(Candidate), by_worth);
  return order;
}

/* The worth from which on a unit is shown. Without a length that was asked
 * for, an answer ends where what is left is much weaker than what leads. */
static float least_worth(Explore *explore) {
  if (explore->request->max_chars || explore->nodes.len <= PACK_LEADING_PLACE) return 0;
  float leading = explore->nodes.items[query_explore_order(explore)[PACK_LEADING_PLACE]].score;
  return worth_of(explore, leading, PACK_LENGTH_MAX, false) * (explore->question.is_names ? PACK_WEAK_NAMES : PACK_WEAK_SENTENCE);
}

/* What has a name of the question is never weak, and a short answer takes weak
 * ones, too; but for a sentence no tests, unless they are asked for. */
static bool is_weak(const Packing *packing, const Candidate *candidate, float least) {
  const Explore *explore = packing->explore;
  uint32_t unit = explore->nodes.items[candidate->node].unit;
  bool is_test = query_terms_unit(explore->terms, unit, NULL)->flags & TERMS_IS_TEST && !explore->question.about_tests &&
                 !explore->question.is_names && query_explore_is_short(explore);
  if (!(is_test && packing->pack->shown.len) && (candidate->worth >= least || packing->used < PACK_ENOUGH)) return false;
  return !query_explore_has_name(explore, unit);
}

/* ---- files ---- */

/* Pointers to files do not survive the next call, which may add one. */
static ExploreFile *open_file(Packing *packing, uint32_t unit) {
  Job *job = packing->explore->job;
  Str path = query_terms_unit_path(packing->explore->terms, unit);
  for (size_t i = 0; i < packing->pack->files.len; i++) {
    if (str_eq(packing->pack->files.items[i].path, path)) return &packing->pack->files.items[i];
  }
  ExploreFile *file = vec_add(job->arena, &packing->pack->files);
  *file = (ExploreFile){.path = str_copy(job->arena, path), .unit = unit};
  const QuerySource *source = query_explore_text(packing->explore, unit);
  file->is_missing = !source;
  if (source) file->source = *source;
  if (source && packing->served) {
    query_explore_served_pieces(packing->served, job->arena, &file->source, &file->served);
  }
  return file;
}

/* Bytes that showing the pieces adds to what the file shows already. */
static size_t added_size(const ExploreFile *file, const QueryPieces *pieces) {
  size_t size = file->is_shown ? 0 : file->path.len + PACK_HEADING_SIZE;
  for (size_t i = 0; i < pieces->len; i++) {
    size += PACK_MARK_SIZE;
    for (uint32_t line = pieces->items[i].from; line <= pieces->items[i].to; line++) {
      if (query_explore_covers(&file->pieces, line) || query_explore_covers(&file->served, line)) continue;
      size += query_source_size(&file->source, line, line);
    }
  }
  return size;
}

/* All of them or none: half a definition would be worse than another one. */
static bool add_pieces(Packing *packing, ExploreFile *file, const QueryPieces *pieces) {
  size_t size = added_size(file, pieces);
  if (pieces->len == 0 || packing->used + size > packing->max) return false;
  packing->used += size;
  file->size += size;
  if (!file->is_shown) packing->pack->file_count++;
  file->is_shown = true;
  for (size_t i = 0; i < pieces->len; i++) *vec_add(packing->explore->job->arena, &file->pieces) = pieces->items[i];
  query_explore_join(&file->pieces, 0); /* a line between them would not be counted */
  return true;
}

/* ---- units ---- */

/* Where no length is asked for, what is named and what is first may be long:
 * the rest of the answer is about it. */
static size_t body_size(const Packing *packing, uint32_t node, bool is_named) {
  const Explore *explore = packing->explore;
  if (!query_explore_is_short(explore)) return PACK_BODY_SIZE;
  if (is_named) {
    size_t share = PACK_NAMED_SIZE / (explore->question.name_count ? explore->question.name_count : 1);
    return share > PACK_BODY_SIZE ? share : PACK_BODY_SIZE;
  }
  for (size_t i = 0; i < PACK_LEADERS && i < packing->count; i++) {
    if (packing->order[i] == node) return PACK_LEADER_SIZE;
  }
  return PACK_SHORT_BODY_SIZE;
}

/* Implementations of the same thing look alike: after two, the others are
 * shown by their beginning. */
static Err room_for(Packing *packing, uint32_t node, size_t *ret_size) {
  Explore *explore = packing->explore;
  size_t alike = 0;
  SymbolId id;
  StoreSymbol symbol;
  bool is_named = query_explore_is_named(explore, explore->nodes.items[node].unit);
  TRY(query_explore_symbol(explore, explore->nodes.items[node].unit, &id));
  TRY(store_get_symbol(explore->job, explore->reader, id, &symbol));
  for (size_t i = 0; i < explore->shown.len; i++) alike += symbol.name.len && str_eq(explore->shown.items[i], symbol.name);
  *vec_add(explore->job->arena, &explore->shown) = symbol.name;
  *ret_size = body_size(packing, node, is_named);
  if (alike >= PACK_SIBLINGS && !is_named) *ret_size = PACK_SKELETON_SIZE;
  return OK;
}

/* Files are bounded by the size of the workspace, unless a number of them or a
 * length is asked for; what is named is shown all the same. */
static bool has_too_many_files(const Packing *packing, const ExploreFile *file, uint32_t node) {
  const Explore *explore = packing->explore;
  size_t most = explore->request->max_files, count = packing->pack->file_count;
  if (file->is_shown) return false;
  if (most || explore->request->max_chars) return most && count >= most;
  return count >= explore->tier->files && !query_explore_is_named(explore, explore->nodes.items[node].unit);
}

/* A rest that no definition fits into is left to the notes. */
static bool has_enough(const Packing *packing) {
  size_t most = packing->explore->request->max_symbols;
  return (most && packing->pack->shown.len >= most) || packing->used + PACK_LEAST_ROOM >= packing->max;
}

/* With sections a file's heading names what is shown of it. */
static Err count_heading(Packing *packing, uint32_t node) {
  Str label;
  TRY(query_explore_label(packing->explore, node, &label));
  packing->used += label.len + PACK_KIND_SIZE;
  return OK;
}

/* In at most so many bytes. What does not fit is told as left out. Its name is
 * forgotten again, as it was not shown. */
static Err try_unit(Packing *packing, uint32_t node, size_t most) {
  Explore *explore = packing->explore;
  QueryPieces pieces = {0};
  size_t room;
  ExploreFile *file = open_file(packing, explore->nodes.items[node].unit);
  if (file->is_missing) return OK;
  TRY(room_for(packing, node, &room));
  if (room > most) room = most;
  query_explore_cut(explore, &file->source, explore->nodes.items[node].unit, room, &pieces);
  if (has_too_many_files(packing, file, node) || !add_pieces(packing, file, &pieces)) {
    explore->shown.len--;
    *vec_add(explore->job->arena, &packing->pack->left) = node;
    return OK;
  }
  if (explore->request->sections) TRY(count_heading(packing, node));
  explore->nodes.items[node].is_shown = true;
  *vec_add(explore->job->arena, &packing->pack->shown) = node;
  return OK;
}

/* ---- what runs in place of a declaration ---- */

static bool is_body_of(const Explore *explore, const ExploreEdge *edge, uint32_t declared) {
  const TermsUnit *unit = query_explore_unit_of(explore, edge->from);
  bool is_test = unit->flags & TERMS_IS_TEST && !explore->question.about_tests;
  return edge->to == declared && edge->kind == EDGE_OVERRIDES && !is_test && unit->end_line - unit->line >= PACK_DECLARED_LINES;
}

/* The line of an interface says nothing by itself: what implements it is shown
 * behind it, however long that is, where it is one function or few. */
static Err add_bodies_of(Packing *packing, uint32_t declared, size_t most) {
  Explore *explore = packing->explore;
  uint32_t bodies[PACK_BODIES_MAX];
  size_t count = 0;
  const TermsUnit *unit = query_explore_unit_of(explore, declared);
  if (!symbol_kind_is_callable(unit->kind) || unit->end_line - unit->line >= PACK_DECLARED_LINES) return OK;
  TRY(query_explore_expand(explore, declared));
  for (uint32_t e = explore->nodes.items[declared].first_edge; e; e = query_explore_next_edge(explore, declared, e)) {
    const ExploreEdge *edge = &explore->edges.items[e - 1];
    if (!is_body_of(explore, edge, declared)) continue;
    if (count == PACK_BODIES_MAX) return OK;
    bodies[count++] = edge->from;
  }
  for (size_t i = 0; i < count; i++) {
    if (!explore->nodes.items[bodies[i]].is_shown) TRY(try_unit(packing, bodies[i], most));
  }
  return OK;
}

/* Of what leads also behind the declarations that it calls. A sentence with a length
 * has room for what ranks high without that, and who asks about a change asks for
 * users. */
static Err add_bodies(Packing *packing, uint32_t node) {
  Explore *explore = packing->explore;
  if (!explore->nodes.items[node].is_shown || explore->question.about_change) return OK;
  if (!query_explore_is_short(explore) && !explore->question.is_names) return OK;
  TRY(add_bodies_of(packing, node, SIZE_MAX));
  if (explore->question.is_names || !leads(packing, node)) return OK;
  TRY(query_explore_expand(explore, node));
  for (uint32_t e = explore->nodes.items[node].first_edge; e; e = query_explore_next_edge(explore, node, e)) {
    const ExploreEdge *edge = &explore->edges.items[e - 1];
    if (edge->from == node && edge->kind == EDGE_CALLS) TRY(add_bodies_of(packing, edge->to, PACK_CALLED_BODY_SIZE));
  }
  return OK;
}

/* ---- constants ---- */

static bool is_value(const TermsUnit *unit) {
  return (unit->kind == SYMBOL_CONSTANT || unit->kind == SYMBOL_MACRO) && unit->end_line - unit->line < PACK_VALUES_LINES;
}

/* Those that a function uses, with their values; none is shown for them alone. */
static Err add_values_of(Packing *packing, uint32_t node) {
  Explore *explore = packing->explore;
  TRY(query_explore_expand(explore, node));
  for (uint32_t e = explore->nodes.items[node].first_edge; e; e = query_explore_next_edge(explore, node, e)) {
    uint32_t to = explore->edges.items[e - 1].to;
    const TermsUnit *unit = query_explore_unit_of(explore, to);
    if (to == node || explore->nodes.items[to].is_shown || !is_value(unit) || (float)explore->nodes.items[to].ins > GRAPH_HUB_DEGREE) continue;
    ExploreFile *file = open_file(packing, explore->nodes.items[to].unit);
    QueryPiece piece = {unit->line, unit->end_line};
    if (file->is_missing || piece.to > file->source.lines || query_explore_covers(&file->pieces, piece.from)) continue;
    explore->nodes.items[to].is_shown = add_pieces(packing, file, &(QueryPieces){.items = &piece, .len = 1});
  }
  return OK;
}

static Err add_values(Packing *packing) {
  for (size_t i = 0; i < packing->pack->shown.len && i < PACK_VALUES_OF; i++) {
    uint32_t node = packing->pack->shown.items[i];
    if (symbol_kind_is_callable(query_explore_unit_of(packing->explore, node)->kind)) TRY(add_values_of(packing, node));
  }
  return OK;
}

/* ---- functions that lead ---- */

/* The best are shown whole, with room of their own: what was cut out of them is
 * asked for again. What they take beyond the room is told. */
static void complete_leaders(Packing *packing, size_t room) {
  Explore *explore = packing->explore;
  size_t before = packing->max;
  packing->max += room;
  for (size_t i = 0; i < PACK_WHOLE_LEADERS && i < packing->count; i++) {
    const ExploreNode *node = &explore->nodes.items[packing->order[i]];
    const TermsUnit *unit = query_terms_unit(explore->terms, node->unit, NULL);
    bool is_close = node->score >= PACK_WHOLE_LEADER_SHARE * explore->nodes.items[packing->order[0]].score;
    if (!node->is_shown || !is_close || !symbol_kind_is_callable(unit->kind) || unit->end_line - unit->line >= PACK_WHOLE_LEADER_LINES) continue;
    ExploreFile *file = open_file(packing, node->unit);
    QueryPiece all = {unit->line, unit->end_line};
    if (file->is_shown && all.to <= file->source.lines) add_pieces(packing, file, &(QueryPieces){.items = &all, .len = 1});
  }
  packing->max = before;
  packing->pack->beyond = packing->used > before ? packing->used - before : 0;
}

/* ---- what room is left for ---- */

/* A file of which most is shown may as well be shown whole. */
static void complete_small_file(Packing *packing, ExploreFile *file) {
  const Explore *explore = packing->explore;
  if (!file->is_shown || file->source.lines > PACK_WHOLE_LINES) return;
  size_t whole = query_source_size(&file->source, 1, file->source.lines);
  size_t most = explore->tier->per_file * PACK_WHOLE_SHARE;
  if (!explore->request->max_chars && packing->used + whole > PACK_ENOUGH) most = file->size * PACK_MOSTLY_SHOWN;
  if (whole > most) return;
  QueryPiece all = {1, file->source.lines};
  add_pieces(packing, file, &(QueryPieces){.items = &all, .len = 1});
}

/* Pieces that lie close together are shown as one. */
static void close_gaps(Packing *packing, ExploreFile *file, uint32_t most) {
  for (size_t i = 0; file->is_shown && i + 1 < file->pieces.len; i++) {
    QueryPiece gap = {file->pieces.items[i].to + 1, file->pieces.items[i + 1].from - 1};
    if (gap.to - gap.from + 1 > most) continue;
    if (add_pieces(packing, file, &(QueryPieces){.items = &gap, .len = 1})) i--;
  }
}

/* Gaps are closed at last, with the room that is left; but for single lines,
 * whose mark would take as much. */
Err query_explore_pack(Explore *explore, const ExploreServed *served, size_t max, size_t leaders, ExplorePack *ret_pack) {
  size_t values = query_explore_is_short(explore) ? max / PACK_VALUES_SHARE : 0;
  Packing packing = {.explore = explore, .served = served, .pack = ret_pack, .order = query_explore_order(explore), .count = explore->nodes.len,
                     .max = max - values};
  *ret_pack = (ExplorePack){0};
  const Candidate *order = rank(&packing);
  float least = least_worth(explore);
  for (size_t i = 0; i < packing.count && i < PACK_TRIED_MAX && !has_enough(&packing); i++) {
    TRY(job_check(explore->job));
    if (order[i].worth <= 0) break;
    if (is_weak(&packing, &order[i], least)) *vec_add(explore->job->arena, &ret_pack->left) = order[i].node;
    else if (!explore->nodes.items[order[i].node].is_shown) TRY(try_unit(&packing, order[i].node, SIZE_MAX));
    TRY(add_bodies(&packing, order[i].node));
  }
  for (size_t i = 0; i < ret_pack->files.len; i++) close_gaps(&packing, &ret_pack->files.items[i], 1);
  packing.max = max;
  if (!explore->request->max_symbols && !explore->request->sections) TRY(add_values(&packing));
  for (size_t i = 0; i < ret_pack->files.len; i++) close_gaps(&packing, &ret_pack->files.items[i], explore->tier->gap);
  for (size_t i = 0; i < ret_pack->files.len; i++) complete_small_file(&packing, &ret_pack->files.items[i]);
  complete_leaders(&packing, leaders);
  return OK;
}
