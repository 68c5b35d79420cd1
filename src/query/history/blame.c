/* Who wrote which line: git's own answer, for a part of one file. */
#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/history/git.h"
#include "src/query/history/history.h"

#define OUTPUT_MAX ((size_t)8 << 20)
#define TIMEOUT_MS 20000
#define NAME_LEAST 40 /* digits of a commit's name */

typedef struct Reading {
  Job *job;
  Map known; /* name -> number of the commit + 1 */
  VEC(QueryBlameCommit) commits;
  VEC(QueryBlameRun) runs;
  size_t at; /* the commit that lines are about; SIZE_MAX: none yet */
} Reading;

/* "<name> <line before> <line> [<count>]" */
static bool read_header(Reading *reading, Str line) {
  Str name = str_cut(&line, ' '), before = str_cut(&line, ' '), now = str_cut(&line, ' ');
  int64_t number, old;
  if (name.len < NAME_LEAST || !str_to_int(before, &old) || !str_to_int(now, &number) || number < 1 || number > UINT32_MAX) return false;
  for (size_t i = 0; i < name.len; i++) {
    if (str_hex_digit(name.ptr[i]) < 0) return false;
  }
  const void *known = map_get(&reading->known, name);
  reading->at = known ? (size_t)((uintptr_t)known - 1) : reading->commits.len;
  if (!known) {
    bool is_real = false;
    for (size_t i = 0; i < name.len; i++) is_real |= name.ptr[i] != '0';
    *vec_add(reading->job->arena, &reading->commits) = (QueryBlameCommit){.id = is_real ? name : STR_EMPTY};
    map_put(&reading->known, name, (void *)(uintptr_t)(reading->at + 1));
  }
  uint32_t line_number = (uint32_t)number;
  QueryBlameRun *last = reading->runs.len ? vec_last(&reading->runs) : NULL;
  if (last && last->commit == reading->at && last->to + 1 == line_number) last->to = line_number;
  else *vec_add(reading->job->arena, &reading->runs) = (QueryBlameRun){line_number, line_number, reading->at};
  return true;
}

static bool take(Str line, const char *key, Str *ret_value) {
  Str prefix = str_from_c(key);
  if (!str_starts_with(line, prefix)) return false;
  *ret_value = str_slice(line, prefix.len, line.len);
  return true;
}

/* What is told of a commit the first time it is met. Lines of the file begin
 * with a tab, so that nothing of them is taken for a word of git's. */
static void read_detail(Reading *reading, Str line) {
  if (reading->at == SIZE_MAX) return;
  QueryBlameCommit *commit = &reading->commits.items[reading->at];
  Str value;
  if (take(line, "author ", &value)) commit->author = value;
  else if (take(line, "summary ", &value)) commit->summary = value;
  else if (take(line, "author-time ", &value) && !str_to_int(value, &commit->time)) commit->time = 0;
}

Err query_blame(Job *job, Index *index, Str path, uint32_t from, uint32_t to, QueryBlame *ret_blame) {
  Str output;
  Reading reading = {.job = job, .at = SIZE_MAX};
  if (from < 1 || to < from || to - from >= QUERY_BLAME_LINES) {
    return job_fail(job, ERR_USAGE, "lines %u to %u: from 1 on, and at most %d at once", from, to, QUERY_BLAME_LINES);
  }
  const char *range = str_to_c(job->arena, str_format(job->arena, "-L%u,%u", from, to));
  const char *const args[] = {"blame", "--porcelain", range, "--", str_to_c(job->arena, path), NULL};
  TRY(history_git(job, &(HistoryGit){.directory = index_root(index), .args = args, .max_output = OUTPUT_MAX, .timeout_ms = TIMEOUT_MS}, &output));
  map_init(&reading.known, job->arena);
  while (output.len) {
    Str line = str_cut(&output, '\n');
    if (line.len && line.ptr[0] != '\t' && !read_header(&reading, line)) read_detail(&reading, line);
  }
  *ret_blame = (QueryBlame){reading.commits.items, reading.commits.len, reading.runs.items, reading.runs.len};
  return OK;
}
