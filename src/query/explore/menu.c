/* What is not shown, a line each: the other definitions of files that are
 * shown, and what ranks next elsewhere with what its file is for. A reader who
 * misses something finds here where it is. All of them compete for the same
 * room by worth, whichever file they are in. */
#include <stdlib.h>

#include "src/query/explore/explore_internal.h"
#include "src/query/explore/tuning_internal.h"

static int by_worth(const void *a, const void *b) {
  const ExploreListed *x = a, *y = b;
  if (x->worth != y->worth) return x->worth > y->worth ? -1 : 1;
  return x->unit < y->unit ? -1 : x->unit > y->unit;
}

/* "31 scheduler: tick_timeout = 2h": where it stands, by the line that is most
 * about the question; empty: none is. */
static Str describe_data(Explore *explore, uint32_t unit, const StoreSymbol *symbol) {
  Arena *arena = explore->job->arena;
  const QuerySource *source = query_explore_text(explore, unit);
  uint32_t line = source ? query_explore_best_line(explore, source, unit) : 0;
  if (!line) return STR_EMPTY;
  Str text = str_shown(arena, str_trim(query_source_line(source, line)), MENU_DATA_LINE);
  bool is_file = symbol->kind == SYMBOL_FILE, is_title = line == symbol->full.line;
  if (is_file) return str_format(arena, "%u %.*s", line, STR_ARG(text));
  Str name = str_shown(arena, query_qualified(arena, symbol), MENU_SIGNATURE);
  return is_title ? str_format(arena, "%u %.*s", line, STR_ARG(name)) : str_format(arena, "%u %.*s: %.*s", line, STR_ARG(name), STR_ARG(text));
}

/* Where the signature names its symbol: before its parameters, if it has any. */
static size_t find_name(const StoreSymbol *symbol) {
  Str text = symbol->signature, name = symbol->name;
  size_t found = STR_NONE;
  for (size_t at = 0, next; name.len && (next = str_find(str_slice(text, at, text.len), name)) != STR_NONE; at += next + name.len) {
    size_t from = at + next, to = from + name.len;
    bool is_part = (from && byte_is_name(text.ptr[from - 1])) || (to < text.len && byte_is_name(text.ptr[to]));
    if (is_part) continue;
    if (found == STR_NONE) found = from;
    if (to < text.len && strchr("(<[", text.ptr[to])) return from;
  }
  return found;
}

/* `Type.name(parameters)`: a line is too short for what stands before a name. */
static Str short_signature(Arena *arena, const StoreSymbol *symbol) {
  size_t at = symbol_kind_is_callable(symbol->kind) ? find_name(symbol) : STR_NONE;
  if (at == STR_NONE) return str_shown(arena, symbol->signature.len ? symbol->signature : symbol->name, MENU_SIGNATURE);
  Str rest = str_slice(symbol->signature, at + symbol->name.len, symbol->signature.len);
  return str_shown(arena, str_format(arena, "%.*s%.*s", STR_ARG(query_qualified(arena, symbol)), STR_ARG(rest)), MENU_SIGNATURE);
}

/* "88-120 signature  what it is for". */
static Err describe(Explore *explore, uint32_t unit, Str *ret_line) {
  Arena *arena = explore->job->arena;
  const TermsUnit *one = query_terms_unit(explore->terms, unit, NULL);
  const QuerySource *source = query_explore_text(explore, unit);
  SymbolId id;
  StoreSymbol symbol;
  TRY(query_explore_symbol(explore, unit, &id));
  TRY(query_symbol(explore->job, explore->reader, id, &symbol));
  if (one->flags & TERMS_IS_DATA) {
    *ret_line = describe_data(explore, unit, &symbol);
    return OK;
  }
  Str signature = short_signature(arena, &symbol);
  /* Where a length is asked for, bodies are wanted: lines only say what there is. */
  bool has_doc = query_explore_is_short(explore) && source && symbol.doc.to <= source->text.len;
  Str doc = has_doc ? query_source_sentence_of(arena, source, symbol.doc, symbol.name, MENU_DOC) : STR_EMPTY;
  Str lines = one->end_line > one->line ? str_format(arena, "%u-%u", one->line, one->end_line) : str_format(arena, "%u", one->line);
  *ret_line = str_format(arena, "%.*s %.*s%s%.*s", STR_ARG(lines), STR_ARG(signature), doc.len ? "  " : "", STR_ARG(doc));
  return OK;
}

/* ---- who may get a line ---- */

/* Something that is shown calls it, and not everybody does. */
static bool is_called(const Explore *explore, uint32_t node) {
  if (explore->nodes.items[node].ins > MENU_USERS_MAX) return false;
  for (uint32_t e = explore->nodes.items[node].first_edge; e; e = query_explore_next_edge(explore, node, e)) {
    const ExploreEdge *edge = &explore->edges.items[e - 1];
    if (edge->to == node && edge->kind == EDGE_CALLS && explore->nodes.items[edge->from].is_shown) return true;
  }
  return false;
}

/* By all that is known of it; of what was not looked at as a node by its words. */
static float worth_of(const Explore *explore, uint32_t unit) {
  float best = explore->best > 0 ? explore->best : 1;
  if (!explore->node_of[unit]) return explore->scores[unit] / best;
  uint32_t node = explore->node_of[unit] - 1;
  return explore->nodes.items[node].score * (is_called(explore, node) ? MENU_CALLED : 1);
}

static bool is_aside(const Explore *explore, const TermsUnit *unit) {
  if (unit->flags & TERMS_IS_DATA) return unit->flags & TERMS_IS_TEST && !explore->question.about_tests;
  return unit->flags & (TERMS_IS_FILE | TERMS_IS_LOCAL | (explore->question.about_tests ? 0 : TERMS_IS_TEST));
}

static void list_one(Explore *explore, ExploreParts *parts, uint32_t unit, float least, bool is_file_shown) {
  float worth = worth_of(explore, unit) * (query_terms_unit(explore->terms, unit, NULL)->flags & TERMS_IS_DATA ? MENU_DATA : 1);
  if (worth <= least || is_aside(explore, query_terms_unit(explore->terms, unit, NULL))) return;
  *vec_add(explore->job->arena, &parts->listed) =
      (ExploreListed){.unit = unit, .worth = worth, .file = query_explore_file_of(explore->terms, unit), .is_file_shown = is_file_shown};
}

/* Of a shown file all whose first line is not shown. */
static void list_file(Explore *explore, const ExploreFile *file, ExploreParts *parts) {
  const TermsState *terms = explore->terms;
  size_t segment;
  const TermsUnit *any = query_terms_unit(terms, file->unit, &segment);
  const TermsFile *of = &terms->segments[segment].files[any->file];
  for (uint32_t u = terms->first[segment] + of->first, end = u + of->count; u < end; u++) {
    uint32_t line = query_terms_unit(terms, u, NULL)->line;
    if (query_explore_covers(&file->pieces, line) || query_explore_covers(&file->served, line)) continue;
    list_one(explore, parts, u, MENU_OTHERS_LEAST, true);
  }
}

static bool is_file_shown(const Explore *explore, const ExplorePack *pack, uint32_t unit) {
  uint32_t number = query_explore_file_of(explore->terms, unit);
  for (size_t i = 0; i < pack->files.len; i++) {
    if (pack->files.items[i].is_shown && query_explore_file_of(explore->terms, pack->files.items[i].unit) == number) return true;
  }
  return false;
}

static void list_all(Explore *explore, const ExplorePack *pack, ExploreParts *parts) {
  float least = pack->shown.len ? explore->nodes.items[query_explore_order(explore)[0]].score * MENU_NEXT_LEAST : 0;
  for (size_t i = 0; i < pack->files.len; i++) {
    if (pack->files.items[i].is_shown) list_file(explore, &pack->files.items[i], parts);
  }
  for (uint32_t i = 0; i < explore->nodes.len; i++) {
    const ExploreNode *node = &explore->nodes.items[i];
    if (!node->is_shown && !is_file_shown(explore, pack, node->unit)) list_one(explore, parts, node->unit, least, false);
  }
  if (parts->listed.len) qsort(parts->listed.items, parts->listed.len, sizeof(ExploreListed), by_worth);
}

/* ---- who gets one ---- */

/* What a file is for, beside its path. */
static Str purpose_of(Explore *explore, uint32_t unit) {
  const QuerySource *source = query_explore_is_short(explore) ? query_explore_text(explore, unit) : NULL;
  return source ? query_source_purpose(explore->job->arena, source, MENU_PURPOSE) : STR_EMPTY;
}

/* Bytes that a file which is not shown takes before its definitions. */
static size_t heading_size(Explore *explore, const ExploreListed *one) {
  Str purpose = purpose_of(explore, one->unit);
  return query_terms_unit_path(explore->terms, one->unit).len + (purpose.len ? purpose.len + 2 : 0) + 1;
}

/* How many of its file are chosen already. */
static size_t count_chosen(const ExploreParts *parts, uint32_t file) {
  size_t count = 0;
  for (size_t i = 0; i < parts->listed.len && i < MENU_LOOKED_AT; i++) count += parts->listed.items[i].line.len && parts->listed.items[i].file == file;
  return count;
}

static bool is_data(const Explore *explore, const ExploreListed *one) {
  return query_terms_unit(explore->terms, one->unit, NULL)->flags & TERMS_IS_DATA;
}

/* Among code they are few, and where they are what is asked for their files are
 * shown. */
static bool has_enough_data(const Explore *explore, const ExploreParts *parts) {
  size_t count = 0;
  for (size_t i = 0; i < parts->listed.len && i < MENU_LOOKED_AT; i++) {
    count += parts->listed.items[i].line.len && !parts->listed.items[i].is_file_shown && is_data(explore, &parts->listed.items[i]);
  }
  return count >= MENU_DATA_MAX;
}

/* Takes the best that fit; in a second round only of files that are not shown,
 * whose place is behind everything. */
static Err choose(Explore *explore, ExploreParts *parts, size_t room, bool is_last) {
  for (size_t i = 0; i < parts->listed.len && i < MENU_LOOKED_AT && room > MENU_LEAST; i++) {
    ExploreListed *one = &parts->listed.items[i];
    Str line;
    TRY(job_check(explore->job));
    if (one->line.len || (is_last && one->is_file_shown)) continue;
    size_t of_file = count_chosen(parts, one->file);
    if (of_file >= MENU_OF_FILE) continue;
    if (!one->is_file_shown && is_data(explore, one) && has_enough_data(explore, parts)) continue;
    TRY(describe(explore, one->unit, &line));
    if (!line.len) continue;
    size_t size = line.len + 3 + (one->is_file_shown || of_file ? 0 : heading_size(explore, one));
    if (size > room) continue;
    room -= size;
    one->line = line;
  }
  return OK;
}

Err query_explore_choose(Explore *explore, const ExplorePack *pack, size_t room, ExploreParts *parts) {
  list_all(explore, pack, parts);
  return choose(explore, parts, room, false);
}

/* ---- in files that are shown ---- */

static int by_place(const void *a, const void *b) {
  const ExploreListed *x = a, *y = b;
  return x->unit < y->unit ? -1 : x->unit > y->unit;
}

/* Those that were chosen, in the order of the file. */
void query_explore_others(Explore *explore, const ExploreFile *file, ExploreParts *parts, QueryExploredFile *shown) {
  Arena *arena = explore->job->arena;
  uint32_t number = query_explore_file_of(explore->terms, file->unit);
  ExploreListed *chosen = ARENA_ARRAY(arena, ExploreListed, MENU_OF_FILE);
  size_t count = 0;
  for (size_t i = 0; i < parts->listed.len && count < MENU_OF_FILE; i++) {
    const ExploreListed *one = &parts->listed.items[i];
    if (one->is_file_shown && one->line.len && one->file == number) chosen[count++] = *one;
  }
  if (count) qsort(chosen, count, sizeof(ExploreListed), by_place);
  Str *lines = ARENA_ARRAY(arena, Str, count + 1);
  for (size_t i = 0; i < count; i++) {
    parts->used += chosen[i].line.len + 3;
    lines[i] = chosen[i].line;
  }
  shown->others = lines;
  shown->other_count = count;
}

/* ---- in others ---- */

/* The file and what it is for, then those of its definitions that were chosen. */
static void add_file(Explore *explore, ExploreParts *parts, size_t at) {
  const ExploreListed *first = &parts->listed.items[at];
  Str purpose = purpose_of(explore, first->unit);
  answer_path(parts->words, NULL, str_head(query_terms_unit_path(explore->terms, first->unit), NOTES_PATH_SHOWN));
  if (purpose.len) answer_say(parts->words, "  %.*s", STR_ARG(purpose));
  for (size_t i = at; i < parts->listed.len; i++) {
    const ExploreListed *one = &parts->listed.items[i];
    if (one->file == first->file && one->line.len) answer_say(parts->words, "\n  %.*s", STR_ARG(one->line));
  }
  query_explore_note(explore, parts, QUERY_EXPLORED_LEFT_OUT, false);
}

static bool is_first_of_file(const ExploreParts *parts, size_t at) {
  for (size_t i = 0; i < at; i++) {
    if (parts->listed.items[i].file == parts->listed.items[at].file && parts->listed.items[i].line.len) return false;
  }
  return true;
}

#define MENU_TITLE "Not shown, by worth:"

/* What notes left of the room is filled with further ones. */
Err query_explore_menu(Explore *explore, ExploreParts *parts) {
  size_t left = parts->max > parts->used + sizeof(MENU_TITLE) ? parts->max - parts->used - sizeof(MENU_TITLE) : 0, taken = 0;
  for (size_t i = 0; i < parts->listed.len; i++) {
    const ExploreListed *one = &parts->listed.items[i];
    if (!one->line.len || one->is_file_shown) continue;
    taken += one->line.len + 3 + (is_first_of_file(parts, i) ? heading_size(explore, one) : 0);
  }
  TRY(choose(explore, parts, left > taken ? left - taken : 0, true));
  bool is_told = false;
  for (size_t i = 0; i < parts->listed.len; i++) {
    const ExploreListed *one = &parts->listed.items[i];
    if (!one->line.len || one->is_file_shown || !is_first_of_file(parts, i)) continue;
    if (!is_told) answer_say(parts->words, MENU_TITLE);
    if (!is_told) query_explore_note(explore, parts, QUERY_EXPLORED_LEFT_OUT, false);
    is_told = true;
    add_file(explore, parts, i);
  }
  return OK;
}
