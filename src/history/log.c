/* Commits in memory, and how git prints them. */
#include <stdlib.h>
#include <string.h>

#include "src/history/history_internal.h"

HistoryLog *history_log_open(void) {
  HistoryLog *log = arena_heap_alloc(sizeof(*log));
  arena_init(&log->arena);
  map_init(&log->path_numbers, &log->arena);
  map_init(&log->author_numbers, &log->arena);
  return log;
}

void history_log_close(HistoryLog *log) {
  if (!log) return;
  arena_clear(&log->arena);
  free(log);
}

/* The number of a text, counted from 0; *ret_new when it was not known. */
static uint32_t number_of(Map *numbers, Str text, size_t count, bool *ret_new) {
  void *known = map_get(numbers, text);
  *ret_new = !known;
  if (known) return (uint32_t)((uintptr_t)known - 1);
  map_put(numbers, text, (void *)(uintptr_t)(count + 1));
  return (uint32_t)count;
}

/* Copied only when it is new: most paths of a commit were in others. */
uint32_t history_log_path(HistoryLog *log, Str path) {
  bool is_new;
  if (!map_get(&log->path_numbers, path)) path = str_copy(&log->arena, path);
  uint32_t number = number_of(&log->path_numbers, path, log->paths.len, &is_new);
  if (is_new) *vec_add(&log->arena, &log->paths) = path;
  return number;
}

uint32_t history_log_author(HistoryLog *log, Str name) {
  bool is_new;
  if (!map_get(&log->author_numbers, name)) name = str_copy(&log->arena, name);
  uint32_t number = number_of(&log->author_numbers, name, log->authors.len, &is_new);
  if (is_new) *vec_add(&log->arena, &log->authors) = name;
  return number;
}

/* By the exact path, relative to the workspace. */
bool history_log_find(const HistoryLog *log, Str path, uint32_t *ret_path) {
  void *known = map_get(&log->path_numbers, path);
  if (known) *ret_path = (uint32_t)((uintptr_t)known - 1);
  return known != NULL;
}

/* Commits by path: a counting sort, after all of them are known. */
void history_log_finish(HistoryLog *log) {
  size_t paths = log->paths.len;
  log->starts = ARENA_ARRAY(&log->arena, uint32_t, paths + 1);
  log->touches = ARENA_ARRAY(&log->arena, uint32_t, log->files.len + 1);
  uint32_t *next = ARENA_ARRAY(&log->arena, uint32_t, paths + 1);
  memset(log->starts, 0, (paths + 1) * sizeof(uint32_t));
  for (size_t i = 0; i < log->files.len; i++) log->starts[log->files.items[i] + 1]++;
  for (size_t i = 0; i < paths; i++) log->starts[i + 1] += log->starts[i];
  memcpy(next, log->starts, (paths + 1) * sizeof(uint32_t));
  log->newest = INT64_MIN;
  for (size_t c = 0; c < log->commits.len; c++) {
    const HistoryCommit *commit = &log->commits.items[c];
    if (commit->time > log->newest) log->newest = commit->time;
    for (uint32_t f = 0; f < commit->count; f++) log->touches[next[log->files.items[commit->first + f]]++] = (uint32_t)c;
  }
}

/* ---- git's words ---- */

/* Git's output on its way into a log; one commit at a time. */
typedef struct Reading {
  HistoryLog *log;
  bool is_shallow;
  bool is_left_out; /* the commit at hand */
} Reading;

/* A commit's name has 40 digits, or 64 with the newer hash. */
static bool is_hex(Str text) {
  for (size_t i = 0; i < text.len; i++) {
    char byte = text.ptr[i];
    if (!(byte_is_digit(byte) || (byte >= 'a' && byte <= 'f'))) return false;
  }
  return text.len >= 40;
}

/* "\1<name> <time> <parents>\2<author>\3<message>"; false: it is none. */
static bool read_commit(Reading *reading, Str token) {
  HistoryLog *log = reading->log;
  if (!token.len || token.ptr[0] != 1) return false;
  size_t split = str_find_byte(token, 2);
  if (split == STR_NONE) return false;
  Str rest = str_slice(token, 1, split);
  Str name = str_cut(&rest, ' '), time = str_cut(&rest, ' ');
  Str message = str_slice(token, split + 1, token.len), author = str_cut(&message, 3);
  int64_t seconds;
  if (!is_hex(name) || !str_to_int(time, &seconds)) return false;
  if (!log->head.len) log->head = str_copy(&log->arena, name);
  reading->is_left_out = (reading->is_shallow && !rest.len) || log->commits.len >= HISTORY_COMMITS_MAX;
  if (log->commits.len >= HISTORY_COMMITS_MAX) log->is_cut = true;
  if (reading->is_left_out) return true;
  *vec_add(&log->arena, &log->commits) =
      (HistoryCommit){.time = seconds,
                      .author = history_log_author(log, author),
                      .first = (uint32_t)log->files.len};
  history_log_words(log, message);
  return true;
}

/* The line end that git puts between a message and the first path belongs to
 * neither. */
static void read_path(Reading *reading, Str path) {
  HistoryLog *log = reading->log;
  if (path.len && path.ptr[0] == '\n') path = str_slice(path, 1, path.len);
  if (!path.len || reading->is_left_out || !log->commits.len) return;
  *vec_add(&log->arena, &log->files) = history_log_path(log, path);
  vec_last(&log->commits)->count++;
}

/* Tokens end with a zero byte. Whatever is no beginning of a commit is a path
 * of the one before; a path may hold any other byte. */
void history_log_read(HistoryLog *log, Str output, bool is_shallow) {
  Reading reading = {.log = log, .is_shallow = is_shallow};
  while (output.len) {
    Str token = str_cut(&output, '\0');
    if (!read_commit(&reading, token)) read_path(&reading, token);
  }
}

/* Numbers of the other log mean nothing in this one: paths and authors are
 * looked up by their text. */
void history_log_append(HistoryLog *log, const HistoryLog *older) {
  log->is_cut |= older->is_cut;
  for (size_t c = 0; c < older->commits.len; c++) {
    const HistoryCommit *from = &older->commits.items[c];
    if (log->commits.len >= HISTORY_COMMITS_MAX) {
      log->is_cut = true;
      return;
    }
    HistoryCommit commit = {.time = from->time,
                            .author = history_log_author(log, older->authors.items[from->author]),
                            .first = (uint32_t)log->files.len,
                            .count = from->count,
                            .first_word = (uint32_t)log->words.len,
                            .word_count = from->word_count};
    for (uint32_t f = 0; f < from->count; f++) {
      Str path = older->paths.items[older->files.items[from->first + f]];
      *vec_add(&log->arena, &log->files) = history_log_path(log, path);
    }
    for (uint32_t w = 0; w < from->word_count; w++) {
      *vec_add(&log->arena, &log->words) = older->words.items[from->first_word + w];
    }
    *vec_add(&log->arena, &log->commits) = commit;
  }
}
