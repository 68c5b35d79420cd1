/* The text of what leads, read once. A name that no definition has may stand
 * in it: an option, a variable of the environment. */
#include "src/query/explore/explore_internal.h"
#include "src/query/explore/tuning_internal.h"

typedef struct ExploreText {
  struct ExploreText *next;
  Str path;
  QuerySource source;
  bool is_missing;
} ExploreText;

/* A list is enough: dozens of files at most. NULL: it cannot be read. */
const QuerySource *query_explore_text(Explore *explore, uint32_t unit) {
  Job *job = explore->job;
  Str path = query_terms_unit_path(explore->terms, unit);
  ExploreText *text = explore->texts;
  while (text && !str_eq(text->path, path)) text = text->next;
  if (!text) {
    text = ARENA_NEW(job->arena, ExploreText);
    *text = (ExploreText){.next = explore->texts, .path = str_copy(job->arena, path)};
    explore->texts = text;
    if (query_source_open(job, explore->index, text->path, &text->source)) {
      job_forgive(job); /* gone since the index was made */
      text->is_missing = true;
    }
  }
  return text->is_missing ? NULL : &text->source;
}

/* The file may be shorter by now than the index says. */
static uint32_t last_line(const QuerySource *source, const TermsUnit *unit) {
  uint32_t last = unit->end_line < source->lines ? unit->end_line : source->lines;
  return last < unit->line + TEXTS_LINES_MAX ? last : unit->line + TEXTS_LINES_MAX;
}

/* As a whole word. */
bool query_explore_has_text(Str line, Str text) {
  for (size_t at = 0; at + text.len <= line.len; at++) {
    if (line.ptr[at] != text.ptr[0] || !str_eq(str_slice(line, at, at + text.len), text)) continue;
    bool begins = at == 0 || !query_explore_is_name_byte(line.ptr[at - 1]);
    if (begins && (at + text.len == line.len || !query_explore_is_name_byte(line.ptr[at + text.len]))) return true;
  }
  return false;
}

static uint32_t find_text(Explore *explore, uint32_t number, Str text) {
  const TermsUnit *unit = query_terms_unit(explore->terms, number, NULL);
  const QuerySource *source = query_explore_text(explore, number);
  for (uint32_t line = unit->line; source && line <= last_line(source, unit); line++) {
    if (query_explore_has_text(query_source_line(source, line), text)) return line;
  }
  return 0;
}

/* Only what leads is looked at: reading files is the most expensive step of an
 * answer. The place that is told prefers a definition to a whole file. */
void query_explore_find_texts(Explore *explore) {
  const uint32_t *order = NULL;
  for (size_t i = 0; i < explore->question.name_count; i++) {
    ExploreName *name = &explore->question.names[i];
    if (name->units.len || name->text.len < TEXTS_NAME_LEAST) continue;
    size_t places = 0;
    if (!order) order = query_explore_order(explore);
    for (size_t n = 0; n < explore->nodes.len && n < TEXTS_LOOKED_AT; n++) {
      ExploreNode *node = &explore->nodes.items[order[n]];
      uint32_t line = find_text(explore, node->unit, name->text);
      if (!line) continue;
      const TermsUnit *unit = query_terms_unit(explore->terms, node->unit, NULL);
      node->own += explore->exact * TEXTS_SHARE * query_explore_kind_factor(explore, unit) / (1 + (float)places++);
      if (name->text_line && !(query_terms_unit(explore->terms, name->text_unit, NULL)->flags & TERMS_IS_FILE)) continue;
      name->text_unit = node->unit;
      name->text_line = line;
    }
  }
}
