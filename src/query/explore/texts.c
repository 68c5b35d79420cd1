/* Files that are shown, read once; and texts of the question, looked for in all
 * files as they are written: something quoted, an option, a variable of the
 * environment, a name that no definition has. */
#include "src/query/explore/explore_internal.h"
#include "src/query/explore/tuning_internal.h"
#include "src/query/search/search.h"

typedef struct ExploreRead {
  struct ExploreRead *next;
  Str path;
  QuerySource source;
  bool is_missing;
} ExploreRead;

/* A list is enough: dozens of files at most. NULL: it cannot be read. */
const QuerySource *query_explore_text(Explore *explore, uint32_t unit) {
  Job *job = explore->job;
  Str path = query_terms_unit_path(explore->terms, unit);
  ExploreRead *text = explore->read;
  while (text && !str_eq(text->path, path)) text = text->next;
  if (!text) {
    text = ARENA_NEW(job->arena, ExploreRead);
    *text = (ExploreRead){.next = explore->read, .path = str_copy(job->arena, path)};
    explore->read = text;
    if (query_source_open(job, explore->index, text->path, &text->source)) {
      job_forgive(job); /* gone since the index was made */
      text->is_missing = true;
    }
  }
  return text->is_missing ? NULL : &text->source;
}

/* As a whole word. */
bool query_explore_has_text(Str line, Str text) {
  for (size_t at = 0; at + text.len <= line.len; at++) {
    if (line.ptr[at] != text.ptr[0] || !str_eq(str_slice(line, at, at + text.len), text)) continue;
    bool begins = at == 0 || !byte_is_name(line.ptr[at - 1]);
    if (begins && (at + text.len == line.len || !byte_is_name(line.ptr[at + text.len]))) return true;
  }
  return false;
}

/* ---- places ---- */

/* The innermost unit of the file around the line; EXPLORE_NO_UNIT: the file has
 * no language. */
static uint32_t unit_at(const TermsState *terms, Str path, uint32_t line) {
  uint32_t best = EXPLORE_NO_UNIT;
  for (size_t s = 0; s < 2; s++) {
    const TermsSegment *segment = &terms->segments[s];
    for (uint32_t f = 0; f < segment->head.file_count; f++) {
      const TermsFile *file = &segment->files[f];
      if (!terms->ids[s][f].value || !str_eq(query_terms_path(segment, file), path)) continue;
      best = terms->first[s] + file->first; /* of the file itself */
      for (uint32_t u = file->first + 1; u < file->first + file->count; u++) {
        /* They come by place, outer ones first. */
        if (segment->units[u].line <= line && line <= segment->units[u].end_line) best = terms->first[s] + u;
      }
    }
  }
  return best;
}

/* What the question is about otherwise, before tests and files without units. */
static float place_worth(const Explore *explore, const ExplorePlace *place) {
  if (place->unit == EXPLORE_NO_UNIT) return -1;
  return (1 + explore->scores[place->unit]) * query_explore_kind_factor(explore, place->unit);
}

/* Stable: what search puts first stays first among equals. */
static void put_best_first(const Explore *explore, ExploreText *text) {
  for (size_t i = 1; i < text->places.len; i++) {
    ExplorePlace one = text->places.items[i];
    size_t at = i;
    for (; at && place_worth(explore, &text->places.items[at - 1]) < place_worth(explore, &one); at--) {
      text->places.items[at] = text->places.items[at - 1];
    }
    text->places.items[at] = one;
  }
}

/* A text that is everywhere tells nothing: it is counted, and raises nothing. */
static Err look_up(Explore *explore, ExploreText *text) {
  QuerySearched found;
  QuerySearch search = {.pattern = text->text, .mode = QUERY_SEARCH_TEXT, .letters = TEXT_CASE_SMART, .word = text->is_word,
                        .limit = TEXTS_PLACES_MAX};
  Err err = query_search(explore->job, explore->index, &search, &found);
  if (err == ERR_USAGE || err == ERR_SYNTAX) {
    job_forgive(explore->job);
    return OK;
  }
  TRY(err);
  text->lines = found.matches;
  text->is_nowhere = !found.matches;
  for (size_t i = 0; i < found.len && text->lines <= TEXTS_COMMON; i++) {
    for (size_t h = 0; h < found.items[i].len; h++) {
      uint32_t line = found.items[i].items[h].line;
      *vec_add(explore->job->arena, &text->places) = (ExplorePlace){found.items[i].path, line, unit_at(explore->terms, found.items[i].path, line)};
    }
  }
  put_best_first(explore, text);
  return OK;
}

/* Each unit once for each text, the first most. */
static void raise_places(Explore *explore, const ExploreText *text) {
  size_t raised = 0;
  for (size_t i = 0; i < text->places.len; i++) {
    uint32_t unit = text->places.items[i].unit;
    bool again = unit == EXPLORE_NO_UNIT;
    for (size_t k = 0; k < i && !again; k++) again = text->places.items[k].unit == unit;
    if (again) continue;
    float factor = query_explore_kind_factor(explore, unit);
    explore->scores[unit] += explore->exact * TEXTS_SHARE * factor / (1 + (float)raised++);
  }
}

/* A name that nothing has may be an option or a variable of the environment. */
static void add_missing_names(ExploreQuestion *question) {
  for (size_t i = 0; i < question->name_count && question->text_count < EXPLORE_TEXTS_MAX; i++) {
    const ExploreName *name = &question->names[i];
    bool is_known = name->units.len || name->text.len < TEXTS_NAME_LEAST;
    for (size_t t = 0; t < question->text_count && !is_known; t++) is_known = str_contains(question->texts[t].text, name->text);
    if (!is_known) question->texts[question->text_count++] = (ExploreText){.text = name->text, .is_word = true};
  }
}

Err query_explore_find_texts(Explore *explore) {
  ExploreQuestion *question = &explore->question;
  add_missing_names(question);
  for (size_t i = 0; i < question->text_count; i++) {
    TRY(look_up(explore, &question->texts[i]));
    raise_places(explore, &question->texts[i]);
  }
  return OK;
}
