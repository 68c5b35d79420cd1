/* How the answer reads: what was understood, then source by file. */
#include <stdlib.h>

#include "src/query/explore/explore_internal.h"
#include "src/query/explore/tuning_internal.h"
#include "src/query/names/names.h"

#define NOTES_LINE_MAX 4096 /* a longer note is none */
#define LEFT_OUT "...\n" /* what is between definitions */
#define SERVED_LINES "(lines %u-%u were shown before)\n"

/* A unit without a symbol stands for its whole file. */
Err query_explore_definition(Explore *explore, uint32_t node, StoreSymbol *ret_symbol) {
  SymbolId id;
  StoreSymbol symbol;
  uint32_t unit = explore->nodes.items[node].unit;
  TRY(query_explore_symbol(explore, unit, &id));
  TRY(store_get_symbol(explore->job, explore->reader, id, &symbol));
  Str path = query_terms_unit_path(explore->terms, unit);
  *ret_symbol = symbol.id.value ? symbol : (StoreSymbol){.kind = SYMBOL_FILE, .name = path, .path = path};
  return OK;
}

Err query_explore_label(Explore *explore, uint32_t node, Str *ret_label) {
  StoreSymbol symbol;
  TRY(query_explore_definition(explore, node, &symbol));
  *ret_label = str_shown(explore->job->arena, query_qualified(explore->job->arena, &symbol), SHOW_LABEL_MAX);
  return OK;
}

/* Takes what was written since the last note, with its marks, or drops it when
 * there is no room. What is needed is taken in any case. */
void query_explore_note(Explore *explore, ExploreParts *parts, QueryExploredKind kind, bool is_needed) {
  size_t mark_count;
  const AnswerMark *all = answer_marks(parts->words, &mark_count);
  Str text = str_slice(answer_text(parts->words), parts->from, answer_text(parts->words).len);
  size_t count = mark_count - parts->mark_from;
  bool fits = parts->used + text.len + 1 <= parts->max && text.len < NOTES_LINE_MAX;
  if (text.len && (is_needed || fits)) {
    AnswerMark *marks = ARENA_ARRAY(explore->job->arena, AnswerMark, count);
    for (size_t i = 0; i < count; i++) {
      marks[i] = all[parts->mark_from + i];
      marks[i].from -= (uint32_t)parts->from, marks[i].to -= (uint32_t)parts->from;
    }
    *vec_add(explore->job->arena, &parts->notes) =
        (QueryExploredNote){kind, str_copy(explore->job->arena, text), parts->lead, marks, count};
    parts->used += text.len + 1;
  }
  parts->from = answer_text(parts->words).len;
  parts->mark_from = mark_count;
  parts->lead = 0;
}

static bool has_text(const ExploreQuestion *question, Str name) {
  for (size_t i = 0; i < question->text_count; i++) {
    if (question->texts[i].lines && str_contains(question->texts[i].text, name)) return true;
  }
  return false;
}

static Err add_missing(Explore *explore, const ExploreName *name, ExploreParts *parts) {
  QueryTargets targets;
  Arena *arena = explore->job->arena;
  answer_say(parts->words, "Nothing is called '%.*s' here", STR_ARG(str_shown(arena, name->text, SHOW_LABEL_MAX)));
  TRY(query_targets(explore->job, explore->reader, &(QueryTarget){.name = name->text}, &targets));
  for (size_t i = 0; i < targets.suggestion_count && i < 3; i++) {
    answer_say(parts->words, "%s%.*s", i ? ", " : "; spelled alike: ", STR_ARG(str_shown(arena, targets.suggestions[i], SHOW_LABEL_MAX)));
  }
  answer_say(parts->words, ".");
  query_explore_note(explore, parts, QUERY_EXPLORED_MISSING, true);
  return OK;
}

/* In a sentence, what is spelled like a name may be none. Of a name that only
 * a text has the places are told instead. */
static Err add_missing_names(Explore *explore, ExploreParts *parts) {
  size_t told = 0, missing = 0;
  for (size_t i = 0; i < explore->question.name_count && explore->question.is_names; i++) {
    const ExploreName *name = &explore->question.names[i];
    if (name->units.len || has_text(&explore->question, name->text)) continue;
    missing++;
    if (told == SHOW_MISSING_MAX) continue;
    told++;
    TRY(add_missing(explore, name, parts));
  }
  if (missing > told) answer_say(parts->words, "%zu more names are not known.", missing - told);
  query_explore_note(explore, parts, QUERY_EXPLORED_MISSING, true);
  return OK;
}

/* Where a text of the question stands; one that is everywhere is counted. Of a
 * name that nothing has, that is told otherwise. */
static Err add_text(Explore *explore, const ExploreText *text, ExploreParts *parts) {
  if (!text->lines && (!text->is_nowhere || text->is_word)) return OK;
  answer_say(parts->words, "'%.*s' stands ", STR_ARG(str_shown(explore->job->arena, text->text, SHOW_LABEL_MAX)));
  if (text->is_nowhere) answer_say(parts->words, "nowhere");
  else if (!text->places.len) answer_say(parts->words, "on %llu lines; search lists them", (unsigned long long)text->lines);
  size_t told = 0;
  for (; told < text->places.len && told < SHOW_TEXT_PLACES; told++) {
    const ExplorePlace *place = &text->places.items[told];
    answer_say(parts->words, told ? ", " : "in ");
    answer_place(parts->words, NULL, str_head(place->path, SHOW_PATH_SHOWN), NULL, place->line);
  }
  if (told && text->lines > told) answer_say(parts->words, ", +%llu more", (unsigned long long)text->lines - told);
  answer_say(parts->words, ".");
  query_explore_note(explore, parts, QUERY_EXPLORED_MISSING, true);
  return OK;
}

/* What the question names goes before what only scores higher. */
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
static Err add_entries(Explore *explore, const ExplorePack *pack, ExploreParts *parts) {
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
    const char *uncalled;
    TRY(query_explore_label(explore, entries[i], &label));
    TRY(query_explore_uncalled(explore, entries[i], &uncalled));
    answer_say(parts->words, i ? ", " : "Entry points: ");
    if (!i) query_explore_led(parts);
    answer_put(parts->words, label);
    answer_say(parts->words, " (");
    answer_place(parts->words, NULL, str_head(path, SHOW_PATH_SHOWN), NULL, query_explore_unit_of(explore, entries[i])->line);
    if (uncalled) answer_say(parts->words, "; %s", uncalled);
    answer_say(parts->words, ")");
  }
  query_explore_note(explore, parts, QUERY_EXPLORED_ENTRIES, true);
  return OK;
}

/* Sizes are counted as the answer will be laid out, with sections or
 * without. */
Err query_explore_head(Explore *explore, const ExplorePack *pack, ExploreParts *parts) {
  Arena *arena = explore->job->arena;
  const ExploreQuestion *question = &explore->question;
  if (explore->request->sections) parts->used += strlen("## Exploration: \n\n") + str_shown(arena, question->text, SHOW_QUERY_SHOWN).len;
  answer_say(parts->words, question->is_names ? "Names" : "Question about");
  size_t told = 0;
  for (size_t i = 0; i < question->term_count && told < SHOW_WORDS_TOLD && !question->is_names; i++) {
    if (question->terms[i].rarity == 0) continue; /* no such word here */
    answer_say(parts->words, "%s%.*s", told++ ? ", " : ": ", STR_ARG(str_shown(arena, question->terms[i].word, SHOW_WORD_SHOWN)));
  }
  answer_say(parts->words, "%s%zu definition%s from %zu file%s.", told ? "; " : ": ", pack->shown.len,
             pack->shown.len == 1 ? "" : "s", pack->file_count, pack->file_count == 1 ? "" : "s");
  query_explore_note(explore, parts, QUERY_EXPLORED_ABOUT, true);
  TRY(add_entries(explore, pack, parts));
  for (size_t i = 0; i < question->text_count; i++) TRY(add_text(explore, &question->texts[i], parts));
  return add_missing_names(explore, parts);
}

/* ---- source ---- */

typedef struct ExploreNamed {
  uint32_t node;
  uint32_t line;
} ExploreNamed;

static bool was_served(const ExploreFile *file, uint32_t line) { return query_explore_covers(&file->served, line); }

/* Lines that an earlier answer has are named, not repeated. */
static void add_piece(Arena *arena, const ExploreFile *file, QueryPiece piece, QueryExploredFile *shown, size_t *used) {
  for (uint32_t from = piece.from, to; from <= piece.to; from = to + 1) {
    bool served = was_served(file, from);
    for (to = from; to < piece.to && was_served(file, to + 1) == served; to++) {}
    shown->lines[shown->line_count++] = (QueryExploredLines){.from = from, .to = to, .is_served = served};
    *used += served ? str_format(arena, SERVED_LINES, from, to).len : query_source_size(&file->source, from, to);
  }
}

static int by_line(const void *a, const void *b) {
  const ExploreNamed *x = a, *y = b;
  return x->line < y->line ? -1 : x->line > y->line;
}

/* "name(kind), name(kind), +2 more": what is shown of the file, by place. */
static Err list_names(Explore *explore, const ExplorePack *pack, Str path, Str *ret_names) {
  VEC(ExploreNamed) named = {0};
  Buf text;
  buf_init(&text, explore->job->arena, 1u << 16);
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
    buf_add_format(&text, "%s%.*s(%s)", i ? ", " : "", STR_ARG(label), symbol_kind_word(query_explore_unit_of(explore, named.items[i].node)->kind));
  }
  if (named.len > explore->tier->edges) buf_add_format(&text, ", +%zu more", named.len - explore->tier->edges);
  *ret_names = buf_str(&text);
  return OK;
}

/* The most pieces that lines can be cut into, by what was served before. */
static size_t count_lines(const ExploreFile *file) {
  size_t count = 0;
  for (size_t i = 0; i < file->pieces.len; i++) count += file->pieces.items[i].to - file->pieces.items[i].from + 1;
  return count;
}

/* Lines that are left out before a piece, where both sides are of one
 * definition; 0: they are not. */
static uint32_t gap_inside(const Explore *explore, const ExplorePack *pack, const ExploreFile *file, size_t at) {
  QueryPiece before = file->pieces.items[at - 1], piece = file->pieces.items[at];
  for (size_t i = 0; i < pack->shown.len; i++) {
    const TermsUnit *unit = query_explore_unit_of(explore, pack->shown.items[i]);
    bool is_here = query_explore_file_of(explore->terms, explore->nodes.items[pack->shown.items[i]].unit) == query_explore_file_of(explore->terms, file->unit);
    if (is_here && !(unit->flags & TERMS_IS_FILE) && unit->line <= before.to && piece.from <= unit->end_line) return piece.from - before.to - 1;
  }
  return 0;
}

/* Only ranges and sizes are gathered; lines are written when the answer is
 * laid out. */
static Err take_file(Explore *explore, const ExplorePack *pack, const ExploreFile *file, ExploreParts *parts) {
  Arena *arena = explore->job->arena;
  bool sections = explore->request->sections;
  QueryExploredFile shown = {.path = file->path, .source = file->source};
  shown.lines = ARENA_ARRAY(arena, QueryExploredLines, count_lines(file));
  if (sections) TRY(list_names(explore, pack, file->path, &shown.names));
  parts->used += strlen(sections ? "\n#### \n" : "\n## \n") + str_visible_size(file->path) + (shown.names.len ? 3 + shown.names.len : 0);
  for (size_t i = 0; i < file->pieces.len; i++) {
    size_t first = shown.line_count;
    add_piece(arena, file, file->pieces.items[i], &shown, &parts->used);
    if (!i) continue;
    shown.lines[first].after_gap = true;
    shown.lines[first].gap = gap_inside(explore, pack, file, i);
    parts->used += shown.lines[first].gap ? CUT_MARK_SIZE : strlen(LEFT_OUT);
  }
  if (!sections) query_explore_others(explore, file, parts, &shown);
  *vec_add(arena, &parts->files) = shown;
  return OK;
}

Err query_explore_source(Explore *explore, const ExplorePack *pack, ExploreParts *parts) {
  if (explore->request->sections) parts->used += strlen("\n### Source Code\n");
  for (size_t i = 0; i < pack->files.len; i++) {
    if (pack->files.items[i].is_shown) TRY(take_file(explore, pack, &pack->files.items[i], parts));
  }
  return OK;
}

/* ---- laid out ---- */

/* Bare notes come without the words that lead them, where a heading says the
 * same; marks move with the text. */
void query_explored_add_note(Answer *answer, const QueryExploredNote *note, bool bare) {
  size_t lead = bare ? note->lead : 0, skipped = 0;
  AnswerMark *marks = ARENA_ARRAY(answer_text_buf(answer)->arena, AnswerMark, note->mark_count);
  while (skipped < note->mark_count && note->marks[skipped].from < lead) skipped++;
  for (size_t i = skipped; i < note->mark_count; i++) {
    marks[i] = note->marks[i];
    marks[i].from -= (uint32_t)lead, marks[i].to -= (uint32_t)lead;
  }
  answer_put_marked(answer, str_slice(note->text, lead, note->text.len), marks + skipped, note->mark_count - skipped);
  answer_say(answer, "\n");
}

/* Lines that were cut out are counted, lines of an earlier answer by
 * their numbers. */
void query_explored_add_source(Job *job, Answer *answer, const QueryExploredFile *file) {
  for (size_t i = 0; i < file->line_count; i++) {
    const QueryExploredLines *lines = &file->lines[i];
    answer_source_left_out(answer, lines->gap);
    if (lines->after_gap && !lines->gap) answer_say(answer, LEFT_OUT);
    if (lines->is_served) {
      answer_say(answer, SERVED_LINES, lines->from, lines->to);
      continue;
    }
    answer_begin_row(answer);
    answer_field_str(answer, "path", file->path);
    answer_field_int(answer, "from", lines->from);
    answer_field_int(answer, "to", lines->to);
    answer_begin_source(answer, "text");
    query_source_add(job, answer, &file->source, lines->from, lines->to);
    answer_end(answer);
    answer_end(answer);
  }
}

/* What was understood first, then the source, then how it hangs together. */
void query_explored_add(Job *job, Answer *answer, const QueryExplored *explored) {
  size_t note = 0;
  for (; note < explored->note_count && explored->notes[note].kind < QUERY_EXPLORED_FLOW; note++) {
    query_explored_add_note(answer, &explored->notes[note], false);
  }
  answer_begin_list(answer, "sources");
  for (size_t i = 0; i < explored->source_count; i++) {
    answer_say(answer, "\n");
    answer_heading(answer, "## %.*s", STR_ARG(str_visible(job->arena, explored->sources[i].path)));
    query_explored_add_source(job, answer, &explored->sources[i]);
    for (size_t k = 0; k < explored->sources[i].other_count; k++) answer_say(answer, "  %.*s\n", STR_ARG(explored->sources[i].others[k]));
  }
  answer_end(answer);
  if (explored->note_count) answer_say(answer, "\n");
  for (; note < explored->note_count; note++) query_explored_add_note(answer, &explored->notes[note], false);
}
