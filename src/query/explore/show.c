/* How the answer reads: what was understood, then source by file. */
#include <stdlib.h>

#include "src/query/explore/explore_internal.h"
#include "src/query/explore/tuning_internal.h"
#include "src/query/names/names.h"

Err query_explore_label(Explore *explore, uint32_t node, Str *ret_label) {
  Arena *arena = explore->job->arena;
  SymbolId id;
  StoreSymbol symbol;
  uint32_t unit = explore->nodes.items[node].unit;
  TRY(query_explore_symbol(explore, unit, &id));
  TRY(store_get_symbol(explore->job, explore->reader, id, &symbol));
  *ret_label = str_shown(arena, symbol.id.value ? query_qualified(arena, &symbol) : query_terms_unit_path(explore->terms, unit), SHOW_LABEL_MAX);
  return OK;
}

static Err add_missing(Explore *explore, const ExploreName *name, Buf *text) {
  QueryTargets targets;
  Arena *arena = explore->job->arena;
  buf_add_format(text, "Nothing is called '%.*s' here", STR_ARG(str_shown(arena, name->text, SHOW_LABEL_MAX)));
  TRY(query_targets(explore->job, explore->reader, &(QueryTarget){.name = name->text}, &targets));
  if (name->text_line) {
    Str path = query_terms_unit_path(explore->terms, name->text_unit);
    buf_add_format(text, ", but the text stands in %.*s:%u", STR_ARG(str_shown(arena, path, SHOW_PATH_SHOWN)), name->text_line);
  }
  for (size_t i = 0; !name->text_line && i < targets.suggestion_count && i < 3; i++) {
    buf_add_format(text, "%s%.*s", i ? ", " : "; spelled alike: ", STR_ARG(str_shown(arena, targets.suggestions[i], SHOW_LABEL_MAX)));
  }
  buf_add_c(text, ".\n");
  return OK;
}

/* In a sentence, what is spelled like a name may be none. */
static Err add_missing_names(Explore *explore, Buf *text) {
  size_t told = 0, missing = 0;
  for (size_t i = 0; i < explore->question.name_count; i++) {
    const ExploreName *name = &explore->question.names[i];
    if (name->units.len) continue;
    missing++;
    if (!explore->question.is_names || told == SHOW_MISSING_MAX) continue;
    told++;
    TRY(add_missing(explore, name, text));
  }
  if (explore->question.is_names && missing > told) buf_add_format(text, "%zu more names are not known.\n", missing - told);
  return OK;
}

static bool leads(const Explore *explore, uint32_t a, uint32_t b) {
  const ExploreNode *x = &explore->nodes.items[a], *y = &explore->nodes.items[b];
  bool named = query_explore_is_named(explore, x->unit);
  if (named != query_explore_is_named(explore, y->unit)) return named;
  return x->score > y->score;
}

/* No file, and not the same once more: a struct and its typedef. */
static Err is_entry(Explore *explore, const ExplorePack *pack, size_t at, bool *ret_is) {
  const TermsUnit *unit = query_explore_unit_of(explore, pack->shown.items[at]);
  *ret_is = !(unit->flags & TERMS_IS_FILE) || pack->shown.len == 1;
  for (size_t i = 0; i < at && *ret_is; i++) {
    const TermsUnit *other = query_explore_unit_of(explore, pack->shown.items[i]);
    Str label, same;
    if (other->file != unit->file || other->line != unit->line) continue;
    TRY(query_explore_label(explore, pack->shown.items[at], &label));
    TRY(query_explore_label(explore, pack->shown.items[i], &same));
    *ret_is = !str_eq(label, same);
  }
  return OK;
}

/* Where to begin to read: the best of what is shown, long or short. */
static Err add_entries(Explore *explore, const ExplorePack *pack, Buf *text) {
  uint32_t entries[SHOW_ENTRIES];
  size_t count = 0;
  for (size_t i = 0; i < pack->shown.len; i++) {
    size_t at = count;
    bool is;
    TRY(is_entry(explore, pack, i, &is));
    if (!is) continue;
    while (at && leads(explore, pack->shown.items[i], entries[at - 1])) at--;
    if (at == SHOW_ENTRIES) continue;
    if (count < SHOW_ENTRIES) count++;
    for (size_t j = count - 1; j > at; j--) entries[j] = entries[j - 1];
    entries[at] = pack->shown.items[i];
  }
  for (size_t i = 0; i < count; i++) {
    Str label, path = query_terms_unit_path(explore->terms, explore->nodes.items[entries[i]].unit);
    TRY(query_explore_label(explore, entries[i], &label));
    buf_add_format(text, "%s%.*s (%.*s:%u)", i ? ", " : "Entry points: ", STR_ARG(label),
                   STR_ARG(str_shown(explore->job->arena, path, SHOW_PATH_SHOWN)), query_explore_unit_of(explore, entries[i])->line);
  }
  buf_add_byte(text, '\n');
  return OK;
}

Err query_explore_head(Explore *explore, const ExplorePack *pack, Buf *text) {
  Arena *arena = explore->job->arena;
  if (explore->request->sections) {
    buf_add_format(text, "## Exploration: %.*s\n\n", STR_ARG(str_shown(arena, explore->question.text, SHOW_QUERY_SHOWN)));
  }
  buf_add_c(text, explore->question.is_names ? "Names" : "Question about");
  size_t told = 0;
  for (size_t i = 0; i < explore->question.term_count && told < SHOW_WORDS_TOLD && !explore->question.is_names; i++) {
    if (explore->question.terms[i].rarity == 0) continue; /* no such word here */
    buf_add_format(text, "%s%.*s", told++ ? ", " : ": ", STR_ARG(str_shown(arena, explore->question.terms[i].word, SHOW_WORD_SHOWN)));
  }
  buf_add_format(text, "%s%zu definition%s from %zu file%s.\n", told ? "; " : ": ", pack->shown.len,
                 pack->shown.len == 1 ? "" : "s", pack->file_count, pack->file_count == 1 ? "" : "s");
  TRY(add_entries(explore, pack, text));
  return add_missing_names(explore, text);
}

/* ---- source ---- */

typedef struct ExploreNamed {
  uint32_t node;
  uint32_t line;
} ExploreNamed;

static bool was_served(const ExploreFile *file, uint32_t line) { return query_explore_covers(&file->served, line); }

/* Lines that an earlier answer has are named, not repeated. */
static void show_piece(const ExploreFile *file, ExplorePiece piece, Buf *text) {
  for (uint32_t from = piece.from, to; from <= piece.to; from = to + 1) {
    bool served = was_served(file, from);
    for (to = from; to < piece.to && was_served(file, to + 1) == served; to++) {}
    if (served) buf_add_format(text, "(lines %u-%u were shown before)\n", from, to);
    else query_source_show(text, &file->source, from, to);
  }
}

static int by_line(const void *a, const void *b) {
  const ExploreNamed *x = a, *y = b;
  return x->line < y->line ? -1 : x->line > y->line;
}

/* " - name(kind), name(kind), +2 more": what is shown of the file, by place. */
static Err add_names(Explore *explore, const ExplorePack *pack, Str path, Buf *text) {
  VEC(ExploreNamed) named = {0};
  for (size_t i = 0; i < pack->shown.len; i++) {
    uint32_t node = pack->shown.items[i];
    const TermsUnit *unit = query_explore_unit_of(explore, node);
    if (unit->flags & TERMS_IS_FILE || !str_eq(query_terms_unit_path(explore->terms, explore->nodes.items[node].unit), path)) continue;
    *vec_add(explore->job->arena, &named) = (ExploreNamed){node, unit->line};
  }
  if (named.len) qsort(named.items, named.len, sizeof(ExploreNamed), by_line);
  for (size_t i = 0; i < named.len && i < explore->tier->edges; i++) {
    Str label;
    TRY(query_explore_label(explore, named.items[i].node, &label));
    buf_add_format(text, "%s%.*s(%s)", i ? ", " : " - ", STR_ARG(label), symbol_kind_word(query_explore_unit_of(explore, named.items[i].node)->kind));
  }
  if (named.len > explore->tier->edges) buf_add_format(text, ", +%zu more", named.len - explore->tier->edges);
  return OK;
}

static Err show_file(Explore *explore, const ExplorePack *pack, const ExploreFile *file, Buf *text) {
  bool sections = explore->request->sections;
  buf_add_c(text, sections ? "\n#### " : "\n## ");
  buf_add(text, str_visible(text->arena, file->path));
  if (sections) TRY(add_names(explore, pack, file->path, text));
  buf_add_byte(text, '\n');
  for (size_t i = 0; i < file->pieces.len; i++) {
    if (i) buf_add_c(text, "...\n");
    show_piece(file, file->pieces.items[i], text);
  }
  return OK;
}

Err query_explore_source(Explore *explore, const ExplorePack *pack, Buf *text) {
  if (explore->request->sections) buf_add_c(text, "\n### Source Code\n");
  for (size_t i = 0; i < pack->files.len; i++) {
    if (pack->files.items[i].is_shown) TRY(show_file(explore, pack, &pack->files.items[i], text));
  }
  return OK;
}
