/* What follows the source: how what is shown hangs together, the way between
 * the names, who depends on it, where the graph stops, what was left out. */
#include "src/query/explore/explore_internal.h"
#include "src/query/explore/tuning_internal.h"
#include "src/query/path/path.h"

/* A note is added whole or not at all. */
static void add_note(Buf *text, Buf *note, size_t max) {
  if (note->len && !note->overflow && text->len + note->len <= max) buf_add(text, buf_str(note));
  buf_truncate(note, 0);
  note->overflow = false;
}

/* ---- relationships ---- */

static const EdgeKind told_kinds[] = {EDGE_CALLS, EDGE_LINKS, EDGE_OVERRIDES, EDGE_IMPLEMENTS, EDGE_EXTENDS, EDGE_INSTANTIATES, EDGE_REFERENCES};

static unsigned named_ends(const Explore *explore, const ExploreLink *link) {
  return (unsigned)query_explore_is_named(explore, explore->nodes.items[link->from].unit) +
         query_explore_is_named(explore, explore->nodes.items[link->to].unit);
}

static Err add_link(Explore *explore, const ExploreLink *link, bool is_first, Buf *note) {
  Str from, to;
  EdgeKind kind = (EdgeKind)link->kind;
  TRY(query_explore_label(explore, link->from, &from));
  TRY(query_explore_label(explore, link->to, &to));
  if (is_first) buf_add_format(note, "%s%s: ", edge_kind_word(kind), kind == EDGE_LINKS ? " (heuristic)" : "");
  buf_add_format(note, "%s%.*s -> %.*s", is_first ? "" : ", ", STR_ARG(from), STR_ARG(to));
  return OK;
}

/* Links between names first. */
static Err add_links(Explore *explore, EdgeKind kind, Buf *note) {
  size_t told = 0;
  for (unsigned named = 3; named-- > 0;) {
    for (size_t i = 0; i < explore->links.len && told < explore->tier->edges; i++) {
      const ExploreLink *link = &explore->links.items[i];
      if (link->kind != kind || !explore->nodes.items[link->from].is_shown || !explore->nodes.items[link->to].is_shown) continue;
      if (named_ends(explore, link) == named) TRY(add_link(explore, link, told++ == 0, note));
    }
  }
  if (told) buf_add_byte(note, '\n');
  return OK;
}

static Err add_way(Explore *explore, Buf *note) {
  for (size_t i = 0; i < explore->way.len; i++) {
    Str label;
    TRY(query_explore_label(explore, explore->way.items[i], &label));
    buf_add_format(note, "%s%.*s", i ? " -> " : "Flow: ", STR_ARG(label));
  }
  if (explore->way.len) buf_add_byte(note, '\n');
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

static Err add_blast(Explore *explore, const ExplorePack *pack, Buf *note) {
  size_t told = 0;
  for (size_t i = 0; i < pack->shown.len && told < NOTES_BLAST_MAX; i++) {
    StoreSources sources = {0};
    SymbolId id;
    Str label;
    TRY(query_explore_symbol(explore, explore->nodes.items[pack->shown.items[i]].unit, &id));
    TRY(store_sources(explore->job, explore->reader, id, STORE_ALL_KINDS & ~(STORE_KIND(EDGE_IMPORTS) | STORE_KIND(EDGE_EXPORTS)), &sources));
    if (!sources.len) continue;
    TRY(query_explore_label(explore, pack->shown.items[i], &label));
    size_t files = count_files(&sources);
    buf_add_format(note, "%s%.*s has %zu user%s in %zu file%s", told++ ? "; " : "Blast radius: ", STR_ARG(label), sources.len,
                   sources.len == 1 ? "" : "s", files, files == 1 ? "" : "s");
  }
  if (told) buf_add_byte(note, '\n');
  return OK;
}

/* ---- where the graph stops ---- */

/* Calls of values in what leads, as far as files are small enough to look. */
static Err add_open_calls(Explore *explore, const ExplorePack *pack, Buf *note) {
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
      buf_add_format(note, "%s%.*s:%u %s", told++ ? ", " : "The graph stops at ",
                     STR_ARG(str_shown(explore->job->arena, source->path, NOTES_PATH_SHOWN)), calls.items[c].line, calls.items[c].why);
    }
  }
  if (told) buf_add_byte(note, '\n');
  return OK;
}

static Err add_stops(Explore *explore, const ExplorePack *pack, Buf *note) {
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
    buf_add_format(note, "%s%.*s %zu of %zu", told++ ? ", " : "Calls that could not be resolved (dynamic, or of unknown type): ",
                   STR_ARG(str_shown(explore->job->arena, file.path, NOTES_PATH_SHOWN)), file.unresolved,
                   file.resolved + file.external + file.unresolved);
  }
  if (told) buf_add_byte(note, '\n');
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

static Err add_left(Explore *explore, const ExplorePack *pack, Buf *note) {
  Str paths[NOTES_LEFT_FILES];
  size_t told = 0;
  for (size_t i = 0; i < pack->left.len && i < NOTES_LEFT_NODES && told < NOTES_LEFT_FILES; i++) {
    uint32_t unit = explore->nodes.items[pack->left.items[i]].unit;
    Str label, path = query_terms_unit_path(explore->terms, unit);
    if (is_told(paths, told, path) || is_file_shown(pack, path)) continue;
    if (query_terms_unit(explore->terms, unit, NULL)->flags & TERMS_IS_FILE) continue;
    TRY(query_explore_label(explore, pack->left.items[i], &label));
    buf_add_format(note, "%s%.*s:%u", told ? ", " : "Not shown: ", STR_ARG(str_shown(explore->job->arena, path, NOTES_PATH_SHOWN)),
                   query_terms_unit(explore->terms, unit, NULL)->line);
    buf_add_format(note, " %.*s", STR_ARG(label));
    paths[told++] = path;
  }
  if (told) buf_add_byte(note, '\n');
  return OK;
}

Err query_explore_notes(Explore *explore, const ExplorePack *pack, size_t max, Buf *text) {
  Buf note;
  if (!pack->shown.len) return OK;
  buf_init(&note, explore->job->arena, 4096);
  buf_add_c(text, explore->request->sections ? "\n### Relationships\n" : "\n");
  TRY(add_way(explore, &note));
  add_note(text, &note, max);
  for (size_t i = 0; i < COUNT_OF(told_kinds); i++) {
    TRY(add_links(explore, told_kinds[i], &note));
    add_note(text, &note, max);
  }
  TRY(add_blast(explore, pack, &note));
  add_note(text, &note, max);
  TRY(add_open_calls(explore, pack, &note));
  add_note(text, &note, max);
  TRY(add_stops(explore, pack, &note));
  add_note(text, &note, max);
  TRY(add_left(explore, pack, &note));
  add_note(text, &note, max);
  return OK;
}
