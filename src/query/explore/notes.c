/* What follows the source: how what is shown hangs together, the way between
 * the names, where the graph stops, what was left out; with sections also who
 * depends on it. */
#include "src/query/explore/explore_internal.h"
#include "src/query/explore/tuning_internal.h"
#include "src/query/path/path.h"

/* ---- relationships ---- */

/* In the order in which they are told; what a reader asks for most comes first,
 * since notes at the end are cut when there is no room. */
static const EdgeKind told_kinds[] = {EDGE_CALLS, EDGE_LINKS, EDGE_OVERRIDES, EDGE_IMPLEMENTS, EDGE_EXTENDS, EDGE_INSTANTIATES, EDGE_REFERENCES};

/* How many of its two ends the question names. */
static unsigned named_ends(const Explore *explore, const ExploreEdge *edge) {
  return (unsigned)query_explore_is_named(explore, explore->nodes.items[edge->from].unit) +
         query_explore_is_named(explore, explore->nodes.items[edge->to].unit);
}

static Err add_edge(Explore *explore, const ExploreEdge *edge, bool is_first, ExploreParts *parts) {
  Str from, to;
  EdgeKind kind = (EdgeKind)edge->kind;
  TRY(query_explore_label(explore, edge->from, &from));
  TRY(query_explore_label(explore, edge->to, &to));
  if (is_first) answer_say(parts->words, "%s%s: ", edge_kind_word(kind), kind == EDGE_LINKS ? " (heuristic)" : "");
  if (is_first) query_explore_led(parts);
  answer_say(parts->words, "%s%.*s -> %.*s", is_first ? "" : ", ", STR_ARG(from), STR_ARG(to));
  return OK;
}

/* Edges between names first. */
static Err add_edges(Explore *explore, EdgeKind kind, ExploreParts *parts) {
  size_t told = 0, most = explore->request->sections ? explore->tier->edges : NOTES_SHORT_EDGES;
  /* Edges with both ends named in the question, then with one, then the others. */
  for (unsigned named = 3; named-- > 0;) {
    for (size_t i = 0; i < explore->edges.len && told < most; i++) {
      const ExploreEdge *edge = &explore->edges.items[i];
      if (edge->kind != kind || !explore->nodes.items[edge->from].is_shown || !explore->nodes.items[edge->to].is_shown) continue;
      if (named_ends(explore, edge) == named) TRY(add_edge(explore, edge, told++ == 0, parts));
    }
  }
  return OK;
}

/* The ways were found before (ways.c); here they are told. */
static Err add_way(Explore *explore, ExploreParts *parts) {
  for (size_t i = 0; i < explore->way.len; i++) {
    Str label;
    TRY(query_explore_label(explore, explore->way.items[i], &label));
    answer_say(parts->words, i ? " -> " : "Flow: ");
    if (!i) query_explore_led(parts);
    answer_put(parts->words, label);
  }
  return OK;
}

/* ---- who depends on it ---- */

static size_t count_files(const StoreSources *sources) {
  size_t count = 0;
  for (size_t i = 0; i < sources->len; i++) { /* they come by file */
    count += i == 0 || store_file_of(sources->items[i].symbol).value != store_file_of(sources->items[i - 1].symbol).value;
  }
  return count;
}

/* Imports are left out: whoever imports a module need not use the symbol. */
static Err add_blast(Explore *explore, const ExplorePack *pack, ExploreParts *parts) {
  size_t told = 0;
  for (size_t i = 0; i < pack->shown.len && told < NOTES_BLAST_MAX; i++) {
    StoreSources sources = {0};
    SymbolId id;
    Str label;
    TRY(query_explore_symbol(explore, explore->nodes.items[pack->shown.items[i]].unit, &id));
    TRY(store_sources(explore->job, explore->reader, id, STORE_ALL_KINDS & ~(STORE_KIND(EDGE_IMPORTS) | STORE_KIND(EDGE_EXPORTS)), &sources));
    /* Having no user is not worth a line here; it may also just be unresolved. */
    if (!sources.len) continue;
    TRY(query_explore_label(explore, pack->shown.items[i], &label));
    size_t files = count_files(&sources);
    answer_say(parts->words, told ? "; " : "Blast radius: ");
    if (!told++) query_explore_led(parts);
    answer_say(parts->words, "%.*s has %zu user%s in %zu file%s", STR_ARG(label), sources.len, sources.len == 1 ? "" : "s", files,
               files == 1 ? "" : "s");
  }
  return OK;
}

/* ---- where the graph stops ---- */

/* Calls of values in what leads, as far as files are small enough to look. */
static Err add_open_calls(Explore *explore, const ExplorePack *pack, ExploreParts *parts) {
  size_t told = 0, looked_at = 0;
  for (size_t i = 0; i < pack->shown.len && told < NOTES_STOPS_MAX && looked_at < NOTES_STOPS_LOOKED_AT; i++) {
    uint32_t unit = explore->nodes.items[pack->shown.items[i]].unit;
    const TermsUnit *one = query_terms_unit(explore->terms, unit, NULL);
    const QuerySource *source = query_explore_text(explore, unit);
    SymbolId id;
    StoreSymbol symbol;
    QueryOpenCalls calls;
    if (!symbol_kind_is_callable(one->kind) || !source || source->text.len > NOTES_STOPS_TEXT_MAX) continue;
    looked_at++;
    TRY(query_explore_symbol(explore, unit, &id));
    TRY(store_get_symbol(explore->job, explore->reader, id, &symbol));
    TRY(query_open_calls(explore->job, explore->reader, &symbol, NOTES_STOPS_MAX - told, &calls));
    for (size_t c = 0; c < calls.len; c++) {
      answer_say(parts->words, told ? ", " : "The graph stops at ");
      if (!told++) query_explore_led(parts);
      answer_place(parts->words, NULL, str_head(source->path, NOTES_PATH_SHOWN), NULL, calls.items[c].line);
      answer_say(parts->words, " %s", calls.items[c].why);
    }
  }
  return OK;
}

/* Unresolved calls are counted by file, so each file is named once although
 * several of its symbols are shown. */
static Err add_stops(Explore *explore, const ExplorePack *pack, ExploreParts *parts) {
  size_t told = 0;
  for (size_t i = 0; i < pack->shown.len && told < NOTES_STOPS_MAX; i++) {
    SymbolId id;
    StoreFile file;
    bool again = false;
    TRY(query_explore_symbol(explore, explore->nodes.items[pack->shown.items[i]].unit, &id));
    for (size_t j = 0; j < i && !again; j++) {
      again = str_eq(query_terms_unit_path(explore->terms, explore->nodes.items[pack->shown.items[i]].unit),
                     query_terms_unit_path(explore->terms, explore->nodes.items[pack->shown.items[j]].unit));
    }
    if (again) continue;
    TRY(store_get_file(explore->job, explore->reader, store_file_of(id), &file));
    if (!file.unresolved) continue;
    answer_say(parts->words, told ? ", " : "Calls that could not be resolved (dynamic, or of unknown type): ");
    if (!told++) query_explore_led(parts);
    answer_path(parts->words, NULL, str_head(file.path, NOTES_PATH_SHOWN));
    answer_say(parts->words, " %zu of %zu", file.unresolved, file.resolved + file.external + file.unresolved);
  }
  return OK;
}

/* ---- what was left out ---- */

static bool is_file_shown(const ExplorePack *pack, Str path) {
  for (size_t i = 0; i < pack->files.len; i++) {
    if (pack->files.items[i].is_shown && str_eq(pack->files.items[i].path, path)) return true;
  }
  return false;
}

static bool is_told(const Str *paths, size_t count, Str path) {
  for (size_t i = 0; i < count; i++) {
    if (str_eq(paths[i], path)) return true;
  }
  return false;
}

/* What was ranked but did not fit, so that a reader can ask for it. */
static Err add_left(Explore *explore, const ExplorePack *pack, ExploreParts *parts) {
  Str paths[NOTES_LEFT_FILES];
  size_t told = 0;
  for (size_t i = 0; i < pack->left.len && i < NOTES_LEFT_NODES && told < NOTES_LEFT_FILES; i++) {
    uint32_t unit = explore->nodes.items[pack->left.items[i]].unit;
    Str label, path = query_terms_unit_path(explore->terms, unit);
    /* One symbol for each file that is missing altogether is enough to go on from. */
    if (is_told(paths, told, path) || is_file_shown(pack, path)) continue;
    if (query_terms_unit(explore->terms, unit, NULL)->flags & TERMS_IS_FILE) continue;
    TRY(query_explore_label(explore, pack->left.items[i], &label));
    answer_say(parts->words, told ? ", " : "Not shown: ");
    if (!told) query_explore_led(parts);
    answer_place(parts->words, NULL, str_head(path, NOTES_PATH_SHOWN), NULL, query_terms_unit(explore->terms, unit, NULL)->line);
    answer_say(parts->words, " ");
    answer_put(parts->words, label);
    paths[told++] = path;
  }
  return OK;
}

/* Each note is taken or dropped as a whole, in this order, until there is no
 * room. */
Err query_explore_notes(Explore *explore, const ExplorePack *pack, ExploreParts *parts) {
  parts->used += explore->request->sections ? strlen("\n### Relationships\n") : strlen("\n");
  TRY(add_way(explore, parts));
  query_explore_note(explore, parts, QUERY_EXPLORED_FLOW, false);
  for (size_t i = 0; i < COUNT_OF(told_kinds); i++) {
    TRY(add_edges(explore, told_kinds[i], parts));
    query_explore_note(explore, parts, QUERY_EXPLORED_RELATION, false);
  }
  if (!explore->request->sections) {
    TRY(add_open_calls(explore, pack, parts));
    query_explore_note(explore, parts, QUERY_EXPLORED_STOPS, false);
    return query_explore_menu(explore, parts);
  }
  TRY(add_blast(explore, pack, parts));
  query_explore_note(explore, parts, QUERY_EXPLORED_USERS, false);
  TRY(add_open_calls(explore, pack, parts));
  query_explore_note(explore, parts, QUERY_EXPLORED_STOPS, false);
  TRY(add_stops(explore, pack, parts));
  query_explore_note(explore, parts, QUERY_EXPLORED_UNRESOLVED, false);
  TRY(add_left(explore, pack, parts));
  query_explore_note(explore, parts, QUERY_EXPLORED_LEFT_OUT, false);
  return OK;
}
