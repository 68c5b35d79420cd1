/* The lines of a function that tell its part in a flow: the calls that lead on,
 * what decides whether they are reached, and what leaves the program. Looks at
 * words and indentation alone: what is kept is the text as written. */
#include <string.h>

#include "src/base/vec.h"
#include "src/query/path/path.h"

/* Lines of a body that is shown whole, and of the one that was asked about. */
#define WHOLE_LINES 14
#define WHOLE_BEGIN 40
/* Lines that lead on, from which on those that call what serves many are left
 * out. */
#define SHARED_LINES_UNTIL 12
/* Lines that a signature may take. */
#define HEAD_LINES 6
/* Lines of a block that leaves early, and how many of these are told. */
#define GUARD_LINES 4
#define GUARDS_MAX 6
/* Lines of a step that leave the program, and are no call of a step. */
#define LEAVING_MAX 3

/* The signature ends where its body opens, as far as lines tell. */
static uint32_t head_end(const QuerySource *source, uint32_t from, uint32_t to) {
  for (uint32_t line = from; line <= to && line < from + HEAD_LINES; line++) {
    Str text = str_trim(query_source_line(source, line));
    if (text.len && strchr("{:=", text.ptr[text.len - 1])) return line;
  }
  return from;
}

typedef struct Outline {
  const QuerySource *source;
  uint32_t from, head, to; /* lines; the head is shown in any case */
  bool *kept;              /* by line - from */
} Outline;

/* Lines above that are less indented are what a line stands under: the
 * condition, loop or case around it. */
static void keep_around(Outline *outline, uint32_t at) {
  const QuerySource *source = outline->source;
  uint32_t inner = query_source_indent(query_source_line(source, at));
  for (uint32_t line = at - 1; line > outline->head && inner; line--) {
    Str text = query_source_line(source, line);
    if (!str_trim(text).len || query_source_indent(text) >= inner) continue;
    inner = query_source_indent(text);
    /* A bracket alone opened what the line before it says. */
    outline->kept[line - outline->from - (str_trim(text).len == 1)] = true;
  }
}

static void keep_lines(Outline *outline, const QueryFlowLines *lines) {
  for (size_t i = 0; i < lines->len; i++) {
    uint32_t line = lines->items[i];
    if (line <= outline->head || line > outline->to) continue;
    outline->kept[line - outline->from] = true;
    keep_around(outline, line);
  }
}

/* ---- what decides ---- */

static bool begins_with(Str line, const char *const *words, size_t count) {
  size_t from = 0, to;
  while (from < line.len && strchr("}) \t", line.ptr[from])) from++;
  for (to = from; to < line.len && byte_is_word(line.ptr[to]);) to++;
  return str_is_one_of(str_slice(line, from, to), words, count);
}

static bool is_leaving(Str line) {
  static const char *const words[] = {"return", "continue", "break", "throw", "raise", "goto", "next", "panic", "exit"};
  return begins_with(line, words, COUNT_OF(words));
}

/* That an error is given on is the same everywhere, and tells nothing. */
static bool is_about_errors(Str line) {
  static const char *const words[] = {"err", "error"};
  for (size_t i = 0, end; i < line.len; i = end) {
    for (end = i + 1; end < line.len && byte_is_word(line.ptr[end]) == byte_is_word(line.ptr[i]);) end++;
    if (str_is_one_of(str_slice(line, i, end), words, COUNT_OF(words))) return true;
  }
  return false;
}

/* The line that leaves, of a condition whose short block ends so; 0: it does
 * not. */
static uint32_t leaves_at(const Outline *outline, uint32_t at) {
  static const char *const words[] = {"if", "unless", "guard"};
  Str own = query_source_line(outline->source, at);
  uint32_t margin = query_source_indent(own), last = 0;
  if (!begins_with(own, words, COUNT_OF(words)) || is_about_errors(own)) return 0;
  for (uint32_t line = at + 1; line <= outline->to && line <= at + GUARD_LINES; line++) {
    Str text = query_source_line(outline->source, line);
    if (!str_trim(text).len) continue;
    if (query_source_indent(text) <= margin) return last;
    last = is_leaving(text) ? line : 0;
  }
  return 0;
}

/* Whether `at` decides about `line` behind it: nothing between is further out. */
static bool is_before(const Outline *outline, uint32_t at, uint32_t line) {
  uint32_t margin = query_source_indent(query_source_line(outline->source, at));
  for (uint32_t k = at + 1; k <= line; k++) {
    Str text = query_source_line(outline->source, k);
    if (str_trim(text).len && query_source_indent(text) < margin) return false;
  }
  return true;
}

/* Conditions that leave before a line that leads on; the nearest ones. */
static void keep_guards(Outline *outline, const QueryFlowLines *lines) {
  uint32_t last = 0;
  size_t left = GUARDS_MAX;
  for (size_t i = 0; i < lines->len; i++) last = lines->items[i] > last ? lines->items[i] : last;
  if (last > outline->to) last = outline->to;
  for (uint32_t at = last; at > outline->head && left; at--) {
    uint32_t leaving = outline->kept[at - outline->from] ? 0 : leaves_at(outline, at), next = at + 1;
    if (!leaving) continue;
    while (next < last && !outline->kept[next - outline->from]) next++;
    if (!is_before(outline, at, next)) continue;
    outline->kept[at - outline->from] = outline->kept[leaving - outline->from] = true;
    left--;
  }
}

/* ---- what leaves the program ---- */

/* Names of calls by which a program is left, as most languages' libraries spell
 * them. */
static QueryWayOut way_of(Str word) {
  static const char *const processes[] = {"exec", "execl", "execv", "execve", "execvp", "execFile", "execSync", "spawnSync", "system", "popen",
                                          "Popen", "fork", "posix_spawn", "Command", "CommandContext", "ProcessBuilder", "check_call",
                                          "check_output", "create_subprocess_exec", "exit", "_exit", "Exit", "abort"};
  static const char *const data[] = {"fetch", "urlopen", "connect", "sendto", "curl_easy_perform", "postMessage", "setDoc", "updateDoc",
                                     "deleteDoc", "ExecContext", "QueryContext", "QueryRowContext", "executeUpdate", "executemany", "sqlite3_step"};
  static const char *const files[] = {"fopen", "writeFile", "writeFileSync", "WriteFile", "write_text", "write_bytes", "createWriteStream",
                                      "unlink", "FileWriter", "newBufferedWriter", "writeString", "setItem"};
  if (str_is_one_of(word, processes, COUNT_OF(processes))) return QUERY_OUT_PROCESS;
  if (str_is_one_of(word, data, COUNT_OF(data))) return QUERY_OUT_DATA;
  return str_is_one_of(word, files, COUNT_OF(files)) ? QUERY_OUT_FILE : QUERY_OUT_NONE;
}

/* A statement in a text that writes: its verb, then a word. */
static bool begins_statement(Str text, size_t from, size_t to) {
  static const char *const verbs[] = {"INSERT", "UPDATE", "DELETE"};
  return to + 1 < text.len && text.ptr[to] == ' ' && byte_is_letter(text.ptr[to + 1]) && str_is_one_of(str_slice(text, from, to), verbs, COUNT_OF(verbs));
}

/* In the code of a line: what a comment says is no call. */
static QueryWayOut way_out(Str line) {
  static const char *const comments[] = {"//", "#", "*", "/*"};
  Str text = str_trim(line);
  for (size_t i = 0; i < COUNT_OF(comments); i++) {
    if (str_starts_with(text, str_from_c(comments[i]))) return QUERY_OUT_NONE;
  }
  for (size_t i = 0, end; i < text.len; i = end) {
    for (end = i + 1; end < text.len && byte_is_word(text.ptr[end]) == byte_is_word(text.ptr[i]);) end++;
    QueryWayOut way = end < text.len && text.ptr[end] == '(' ? way_of(str_slice(text, i, end)) : QUERY_OUT_NONE;
    if (way) return way;
    if (begins_statement(text, i, end)) return QUERY_OUT_DATA;
  }
  return QUERY_OUT_NONE;
}

static bool has_line(const QueryFlowLines *lines, uint32_t line) {
  for (size_t i = 0; i < lines->len; i++) {
    if (lines->items[i] == line) return true;
  }
  return false;
}

/* The head names the function itself. */
QueryWayOut query_flow_leaves(const QuerySource *source, const QueryFlowStep *step, uint32_t after, uint32_t *ret_line) {
  const Span *full = &step->symbol.full;
  uint32_t from = after ? after + 1 : full->end_line > full->line ? step->symbol.name_span.line + 1 : full->line;
  uint32_t to = full->end_line < source->lines ? full->end_line : source->lines;
  *ret_line = 0;
  for (uint32_t line = from; line <= to; line++) {
    QueryWayOut way = way_out(query_source_line(source, line));
    if (!way || has_line(&step->calls, line)) continue;
    *ret_line = line;
    return way;
  }
  return QUERY_OUT_NONE;
}

static void keep_leaving(Outline *outline, const QueryFlowStep *step) {
  uint32_t line = outline->head;
  for (size_t i = 0; i < LEAVING_MAX && query_flow_leaves(outline->source, step, line, &line) && line <= outline->to; i++) {
    outline->kept[line - outline->from] = true;
    keep_around(outline, line);
  }
}

/* ---- all of it ---- */

void query_flow_lines(Arena *arena, const QuerySource *source, const QueryFlowStep *step, QueryPieces *ret_pieces) {
  uint32_t from = step->symbol.full.line, to = step->symbol.full.end_line;
  *ret_pieces = (QueryPieces){0};
  if (to > source->lines) to = source->lines;
  if (!from || from > to) return; /* the file is shorter now */
  bool *kept = ARENA_ARRAY(arena, bool, to - from + 2);
  uint32_t whole = step->by == SIZE_MAX ? WHOLE_BEGIN : WHOLE_LINES;
  uint32_t head = to - from < whole ? to : head_end(source, from, to);
  Outline outline = {source, from, head, to, kept};
  for (uint32_t line = from; line <= head; line++) kept[line - from] = true;
  keep_lines(&outline, &step->lines);
  if (step->lines.len <= SHARED_LINES_UNTIL) keep_lines(&outline, &step->shared);
  keep_leaving(&outline, step);
  keep_guards(&outline, &step->lines);
  for (uint32_t line = from; line <= to; line++) {
    if (!kept[line - from]) continue;
    uint32_t last = line;
    while (last < to && kept[last + 1 - from]) last++;
    *vec_add(arena, ret_pieces) = (QueryPiece){line, last};
    line = last;
  }
}
