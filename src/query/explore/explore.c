/* Explore as a whole: how long an answer is, and its parts in order. */
#include "src/query/explore/explore.h"

#include "src/query/explore/explore_internal.h"
#include "src/query/explore/tuning_internal.h"

/* Larger workspaces get longer answers from more files, since what belongs
 * together is spread further. */
const QueryExploreTier *query_explore_tier(size_t files) {
  static const struct {
    size_t below;
    QueryExploreTier tier;
  } tiers[] = {
      {500, {18000, 5, 3800, 8, 6, 1}},      {5000, {28000, 10, 6500, 12, 10, 2}},
      {15000, {35000, 12, 7000, 15, 15, 3}}, {25000, {38000, 14, 7000, 15, 15, 4}},
      {SIZE_MAX, {38000, 14, 7000, 15, 15, 5}},
  };
  size_t at = 0;
  while (files >= tiers[at].below) at++;
  return &tiers[at].tier;
}

/* Several questions that are asked together have twice the room of one. */
static size_t short_share(const Explore *explore, size_t bytes) {
  size_t count = explore->request->shared;
  return count > 1 ? 2 * bytes / count : bytes;
}

/* What the caller adds at the end is taken off here. */
static size_t limit_of(const Explore *explore) {
  size_t asked = explore->request->max_chars, tier = explore->tier->chars;
  if (query_explore_is_short(explore)) return short_share(explore, QUERY_EXPLORE_LEADING + EXPLORE_MENU) + EXPLORE_SHORT_NOTES;
  if (!asked) asked = tier < QUERY_EXPLORE_INLINE ? tier : QUERY_EXPLORE_INLINE;
  if (asked < QUERY_EXPLORE_LEAST) asked = QUERY_EXPLORE_LEAST;
  return (asked < QUERY_EXPLORE_MOST ? asked : QUERY_EXPLORE_MOST) - EXPLORE_TAIL;
}

/* Source first: what else there is to say gets what is left of its share. */
static Err take_parts(Explore *explore, const ExploreServed *served, ExplorePack *pack, ExploreParts *parts) {
  bool is_short = query_explore_is_short(explore);
  size_t max = limit_of(explore), notes = is_short ? EXPLORE_SHORT_NOTES : max / EXPLORE_NOTES_SHARE;
  size_t menu = explore->request->sections ? 0 : is_short ? short_share(explore, EXPLORE_MENU) : max / EXPLORE_MENU_SHARE;
  if (notes < EXPLORE_NOTES_LEAST) notes = EXPLORE_NOTES_LEAST;
  TRY(query_explore_pack(explore, served, max - notes - menu, is_short ? short_share(explore, PACK_WHOLE_LEADERS_SIZE) : 0, pack));
  size_t given = pack->beyond < menu / EXPLORE_MENU_GIVES ? pack->beyond : menu / EXPLORE_MENU_GIVES;
  menu -= given;
  max += pack->beyond - given;
  *parts = (ExploreParts){.max = max, .words = answer_new(explore->job->arena, max, QUERY_EXPLORE_MOST)};
  if (!pack->shown.len) return OK;
  TRY(query_explore_head(explore, pack, parts));
  if (menu) TRY(query_explore_choose(explore, pack, menu, parts));
  if (!explore->request->no_source) TRY(query_explore_source(explore, pack, parts));
  return query_explore_notes(explore, pack, parts);
}

static Err list_definitions(Explore *explore, const ExplorePack *pack, const StoreSymbol **ret_symbols) {
  StoreSymbol *symbols = ARENA_ARRAY(explore->job->arena, StoreSymbol, pack->shown.len);
  for (size_t i = 0; i < pack->shown.len; i++) TRY(query_explore_definition(explore, pack->shown.items[i], &symbols[i]));
  *ret_symbols = symbols;
  return OK;
}

static bool has_served_lines(const QueryExplored *explored) {
  for (size_t i = 0; i < explored->source_count; i++) {
    for (size_t k = 0; k < explored->sources[i].line_count; k++) {
      if (explored->sources[i].lines[k].is_served) return true;
    }
  }
  return false;
}

/* An earlier answer that is not known any more is no error: everything is
 * shown again, and that is told. */
static Err explore_all(Explore *explore, QueryExplored *ret_explored) {
  ExplorePack pack;
  ExploreParts parts;
  QueryExplored explored = {.files = explore->terms->file_count, .is_names = explore->question.is_names};
  const ExploreServed *served = NULL;
  Str handle = explore->request->handle, session = explore->request->session;
  if (!handle.len && session.len) served = query_explore_served_session(explore->job, explore->index, session);
  if (handle.len && !str_eq_c(handle, QUERY_EXPLORE_AFRESH)) {
    served = query_explore_served(explore->job, explore->index, handle);
    explored.is_handle_lost = !served;
  }
  explored.tier = explore->tier = query_explore_tier(explored.files);
  TRY(query_explore_match(explore));
  TRY(query_explore_graph(explore));
  TRY(take_parts(explore, served, &pack, &parts));
  TRY(list_definitions(explore, &pack, &explored.definitions));
  explored.notes = parts.notes.items, explored.note_count = parts.notes.len;
  explored.sources = parts.files.items, explored.source_count = parts.files.len;
  explored.symbols = pack.shown.len;
  explored.shown_files = pack.file_count;
  explored.used = parts.used;
  if (pack.shown.len && !explore->request->no_source) {
    explored.handle = query_explore_serve(explore->job, explore->index, served, &pack);
    if (session.len) query_explore_serve_session(explore->job, explore->index, session, served, &pack);
  }
  explored.is_session_shown = !handle.len && session.len && has_served_lines(&explored);
  *ret_explored = explored;
  return OK;
}

/* The reader and the terms are held for the whole question, so that all parts
 * speak of one state. */
Err query_explore(Job *job, Index *index, const QueryExplore *request, QueryExplored *ret_explored) {
  Explore explore = {.job = job, .index = index, .request = request};
  TRY(index_reader_take(job, index, &explore.reader));
  Err err = query_terms_take(job, index, explore.reader, &explore.terms);
  if (!err) {
    query_explore_ask(job->arena, explore.terms, request->query, &explore.question);
    err = explore_all(&explore, ret_explored);
    query_terms_release(index, explore.terms);
  }
  index_reader_return(index, explore.reader);
  return err;
}
