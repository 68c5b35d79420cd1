/* Mentions: where a name stands that no edge leads from. Whoever asks wants the
 * first few, so files are put in order before any is read: a search that counts
 * everything first reads hundreds of them for a common word. */
#include "src/base/buf.h"
#include "src/index/part.h"
#include "src/query/names/names.h"
#include "src/query/search/search_internal.h"

#define LOOKED_FIRST 64 /* files; all others that have it are found by several threads then */

typedef struct Mentioning {
  Job *job;
  Index *index;
  StoreReader *reader;
  SearchScene scene;
  Str name;
  TextMatcher *quoted, *word; /* in code, and elsewhere */
  SearchFile *files;
  size_t file_count, limit;
  QueryMentions found;
} Mentioning;

/* ---- what is looked for ---- */

static Str quoted_pattern(Arena *arena, Str name) {
  static const char quotes[] = {'"', '\'', '`'};
  Buf out;
  buf_init(&out, arena, 6 * name.len + 16);
  for (size_t i = 0; i < sizeof quotes; i++) {
    if (i) buf_add_byte(&out, '|');
    buf_add_byte(&out, quotes[i]);
    for (size_t k = 0; k < name.len; k++) {
      unsigned char c = (unsigned char)name.ptr[k];
      if (c < 0x80 && c > 0x20 && !byte_is_word((char)c)) buf_add_byte(&out, '\\');
      buf_add_byte(&out, (char)c);
    }
    buf_add_byte(&out, quotes[i]);
  }
  return buf_str(&out);
}

static Err open_matchers(Mentioning *mentioning) {
  bool has_lines = str_find_byte(mentioning->name, '\n') != STR_NONE;
  TextQuery quoted = {.pattern = quoted_pattern(mentioning->job->arena, mentioning->name), .mode = TEXT_REGEX, .letters = TEXT_CASE_SENSITIVE, .multiline = has_lines};
  TextQuery word = {.pattern = mentioning->name, .mode = TEXT_LITERAL, .letters = TEXT_CASE_SENSITIVE, .word = true};
  TRY(text_matcher_open(mentioning->job, &quoted, &mentioning->quoted));
  return text_matcher_open(mentioning->job, &word, &mentioning->word);
}

static TextSearch search_with(const Mentioning *mentioning, const TextMatcher *matcher) {
  return (TextSearch){.root = index_files(mentioning->index), .files = mentioning->scene.files, .matcher = matcher, .index = mentioning->scene.text};
}

/* ---- in which files ---- */

static void add_files(Mentioning *mentioning, bool is_code) {
  size_t count, len = 0;
  const TextFile *files = text_files_items(mentioning->scene.files, &count);
  Arena *arena = mentioning->job->arena;
  TextSearch search = search_with(mentioning, is_code ? mentioning->quoted : mentioning->word);
  TextChoice choice;
  search.choice.items = ARENA_ARRAY(arena, uint32_t, count + 1);
  for (size_t i = 0; i < count; i++) {
    if (is_code == ((files[i].flags & SEARCH_CODE) != 0)) search.choice.items[len++] = (uint32_t)i;
  }
  search.choice.count = len;
  text_narrow(mentioning->job, &search, &choice);
  for (size_t i = 0; i < choice.count; i++) {
    mentioning->files[mentioning->file_count++] = (SearchFile){.file = &files[choice.items[i]], .number = choice.items[i]};
  }
}

/* The order is that of the files that have it, as each stands by itself. */
static Err choose_files(Mentioning *mentioning) {
  size_t count;
  QuerySearch search = {.pattern = mentioning->name};
  text_files_items(mentioning->scene.files, &count);
  mentioning->files = ARENA_ARRAY(mentioning->job->arena, SearchFile, count + 1);
  add_files(mentioning, true);
  add_files(mentioning, false);
  return query_search_rank(mentioning->job, mentioning->reader, &search, mentioning->files, mentioning->file_count);
}

/* ---- where ---- */

static bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

/* The match has its quotes, or is the word between them. */
static bool is_quoted(Str text, const TextHit *hit, bool has_quotes) {
  if (has_quotes) return true;
  return hit->from && hit->to < text.len && text.ptr[hit->from - 1] == text.ptr[hit->to] && is_quote(text.ptr[hit->to]);
}

/* What a list of the disk says nothing about may be stored as code all the same. */
static Err is_code(Mentioning *mentioning, const TextFile *file, bool *ret_is) {
  StoreFile stored = {0};
  *ret_is = file->flags & SEARCH_CODE;
  if (*ret_is) return OK;
  TRY(query_file(mentioning->job, mentioning->reader, file->path, &stored));
  *ret_is = stored.id.value && !stored.skip.len;
  return OK;
}

/* Hits without those that are the names of definitions. */
static Err take_hits(Mentioning *mentioning, const TextFile *file, const TextHits *hits, bool code) {
  Job *job = mentioning->job;
  QueryHit *named = ARENA_ARRAY(job->arena, QueryHit, hits->count + 1);
  size_t count = 0;
  bool has_quotes = file->flags & SEARCH_CODE;
  for (size_t i = 0; i < hits->count; i++) {
    const TextHit *hit = &hits->items[i];
    if (code && !is_quoted(hits->text, hit, has_quotes)) continue;
    named[count++] = (QueryHit){.line = hit->line, .end_line = hit->end_line, .column = hit->column, .from = hit->from, .to = hit->to};
  }
  if (code && count && file->id) TRY(query_search_name_hits(job, mentioning->reader, (FileId){file->id}, named, count));
  for (size_t i = 0; i < count && mentioning->found.len < mentioning->limit; i++) {
    if (!named[i].is_definition) *vec_add(job->arena, &mentioning->found) = (QueryMention){str_copy(job->arena, file->path), named[i].line};
  }
  return OK;
}

static Err look_into(Mentioning *mentioning, const TextFile *file) {
  TextSearch search = search_with(mentioning, file->flags & SEARCH_CODE ? mentioning->quoted : mentioning->word);
  TextHits hits;
  bool code;
  TRY(job_check(mentioning->job));
  TRY(text_hits(mentioning->job, &search, file, SEARCH_FILE_HITS_MAX, &hits));
  if (!hits.count) return OK;
  TRY(is_code(mentioning, file, &code));
  return take_hits(mentioning, file, &hits, code);
}

/* Marks those of the files from `first` on, which are code or are not, that have
 * it. */
static Err mark_matches(Mentioning *mentioning, size_t first, bool code, bool *has) {
  size_t count;
  const TextFile *files = text_files_items(mentioning->scene.files, &count);
  Arena *arena = mentioning->job->arena;
  bool *is_left = ARENA_ARRAY(arena, bool, count + 1);
  TextSearch search = search_with(mentioning, code ? mentioning->quoted : mentioning->word);
  TextTally tally;
  for (size_t i = first; i < mentioning->file_count; i++) is_left[mentioning->files[i].number] = true;
  search.workers = index_workers(mentioning->index);
  search.choice.items = ARENA_ARRAY(arena, uint32_t, count + 1);
  for (size_t i = 0; i < count; i++) {
    if (is_left[i] && code == ((files[i].flags & SEARCH_CODE) != 0)) search.choice.items[search.choice.count++] = (uint32_t)i;
  }
  TRY(text_search(mentioning->job, &search, &tally));
  for (size_t i = 0; i < tally.count; i++) has[tally.items[i].file] = true;
  return OK;
}

/* Where the first files do not have enough, or the index of texts says nothing yet,
 * many are left: who looks into them one by one waits for one processor. */
static Err drop_others(Mentioning *mentioning, size_t first) {
  size_t count, kept = first;
  text_files_items(mentioning->scene.files, &count);
  bool *has = ARENA_ARRAY(mentioning->job->arena, bool, count + 1);
  TRY(mark_matches(mentioning, first, true, has));
  TRY(mark_matches(mentioning, first, false, has));
  for (size_t i = first; i < mentioning->file_count; i++) {
    if (has[mentioning->files[i].number]) mentioning->files[kept++] = mentioning->files[i];
  }
  mentioning->file_count = kept;
  return OK;
}

static Err look(Mentioning *mentioning) {
  TRY(open_matchers(mentioning));
  TRY(choose_files(mentioning));
  for (size_t i = 0; i < mentioning->file_count && mentioning->found.len < mentioning->limit; i++) {
    if (i == LOOKED_FIRST) TRY(drop_others(mentioning, i));
    if (i < mentioning->file_count) TRY(look_into(mentioning, mentioning->files[i].file));
  }
  return OK;
}

Err query_mentions(Job *job, Index *index, StoreReader *reader, Str name, size_t limit, QueryMentions *ret_mentions) {
  Mentioning mentioning = {.job = job, .index = index, .reader = reader, .name = name, .limit = limit};
  TRY(query_search_scene(job, index, &mentioning.scene));
  Err err = look(&mentioning);
  if (mentioning.quoted) text_matcher_close(mentioning.quoted);
  if (mentioning.word) text_matcher_close(mentioning.word);
  if (!err) query_search_tend(index, &mentioning.scene);
  query_search_leave(&mentioning.scene);
  if (!err) *ret_mentions = mentioning.found;
  return err;
}
