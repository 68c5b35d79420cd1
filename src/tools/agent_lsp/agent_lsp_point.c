/* Places as arguments: line and column, ranges, or a pattern with a mark. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

#include "src/base/vec.h"
#include "src/index/part.h"

#define LISTED_MAX 10 /* matches named in an error */
#define MARK "@@"

/* ---- patterns ---- */

/* The literal text of a pattern, and where in it the mark is. `@@text@@` means
 * the beginning of that text. */
static Err read_mark(Job *job, Str pattern, Str *ret_literal, size_t *ret_at) {
  size_t mark = str_find(pattern, STR(MARK));
  if (mark == STR_NONE) {
    return job_fail(job, ERR_USAGE, "position_pattern has no " MARK "; put it before the character that is meant: \"def @@name(\"");
  }
  Str before = str_slice(pattern, 0, mark), after = str_slice(pattern, mark + 2, pattern.len);
  if (str_ends_with(after, STR(MARK))) after.len -= 2;
  if (str_contains(after, STR(MARK))) return job_fail(job, ERR_USAGE, "position_pattern has more than one " MARK);
  *ret_literal = str_format(job->arena, "%.*s%.*s", STR_ARG(before), STR_ARG(after));
  *ret_at = mark;
  if (!ret_literal->len) return job_fail(job, ERR_USAGE, "position_pattern has nothing but its mark; add text of the file around it");
  return OK;
}

/* Whether the literal stands at `from`; its line ends match those of the text.
 * *ret_at: the byte of its mark. */
static bool matches(Str text, size_t from, Str literal, size_t mark, size_t *ret_at) {
  size_t at = from;
  for (size_t i = 0; i < literal.len; i++, at++) {
    if (i == mark) *ret_at = at;
    if (at >= text.len) return false;
    if (literal.ptr[i] == '\n' && text.ptr[at] == '\r' && at + 1 < text.len && text.ptr[at + 1] == '\n') at++;
    if (text.ptr[at] != literal.ptr[i]) return false;
  }
  if (mark == literal.len) *ret_at = at;
  return true;
}

/* Bytes of the text where the mark would stand, in its order. */
typedef VEC(size_t) Matches;

/* The matches are listed, so that the caller can choose one by its line in the
 * next call instead of guessing a longer pattern. */
static Err say_matches(Job *job, const Text *text, const Matches *found) {
  Buf list;
  buf_init(&list, job->arena, 4096);
  for (size_t i = 0; i < found->len && i < LISTED_MAX; i++) {
    TextPoint point = text_to_point(text, found->items[i]);
    Str line = str_shown(job->arena, str_trim(text_line(text, point.line)), 120);
    buf_add_format(&list, "\n  %u:%u  %.*s", point.line, point.column, STR_ARG(line));
  }
  if (found->len > LISTED_MAX) buf_add_format(&list, "\n  and %zu more", found->len - LISTED_MAX);
  return job_fail(job, ERR_USAGE, "position_pattern matches %zu times; add text around it, or line_scope_start and line_scope_end:%.*s",
                  found->len, STR_ARG(buf_str(&list)));
}

Err tool_agent_find_pattern(Job *job, const Text *text, Str path, const AgentPattern *pattern, size_t *ret_byte) {
  Str literal;
  size_t mark, at = 0;
  Matches found = {0};
  TRY(read_mark(job, pattern->pattern, &literal, &mark));
  if (pattern->from && pattern->to && pattern->to < pattern->from) {
    return job_fail(job, ERR_USAGE, "line_scope_end (%u) is before line_scope_start (%u)", pattern->to, pattern->from);
  }
  size_t from = pattern->from ? text_from_point(text, (TextPoint){pattern->from, 1}) : 0;
  size_t to = pattern->to ? text_from_point(text, (TextPoint){pattern->to, UINT32_MAX}) : text->chars.len;
  /* Every place is tried, also ones that overlap: a pattern that matches twice is
   * ambiguous, however the matches lie. */
  for (size_t i = from; i < to; i++) {
    bool is_inside = i > from && text->chars.ptr[i] == '\n' && text->chars.ptr[i - 1] == '\r'; /* of a line end */
    if (!is_inside && matches(text->chars, i, literal, mark, &at)) *vec_add(job->arena, &found) = at;
  }
  if (found.len > 1) return say_matches(job, text, &found);
  if (!found.len) {
    return job_fail(job, ERR_NOT_FOUND, "position_pattern: '%.*s' is not in %.*s%s; it is compared as it stands, white space included",
                    STR_ARG(str_shown(job->arena, literal, 120)), STR_ARG(str_shown(job->arena, path, TOOL_SHOWN_NAME)),
                    pattern->from || pattern->to ? " between those lines" : "");
  }
  *ret_byte = found.items[0];
  return OK;
}

/* ---- lines and columns ---- */

/* Tools share this file but not all of its arguments, and asking for one that
 * is not in a tool's table is a fault of the program. */
static bool has_arg(ToolCall *call, const char *name) {
  return tool_find_field(call->tool->args, str_from_c(name)) && tool_arg(call, name);
}

/* Larger numbers than a line can have become the largest, which is then beyond
 * the end of any text and is refused as that. */
static uint32_t number(ToolCall *call, const char *name) {
  int64_t value = tool_find_field(call->tool->args, str_from_c(name)) ? tool_arg_int(call, name) : 0;
  return value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
}

/* A place that is not there is a miscount: better said than guessed. */
static Err check_point(AgentFile *file, const Text *text, TextPoint point, const char *line_name, const char *column_name) {
  Job *job = file->call->job;
  Str path = str_shown(job->arena, file->path, TOOL_SHOWN_NAME);
  if (point.line > text->lines.count) {
    return job_fail(job, ERR_USAGE, "%s %u is beyond the end: %.*s has %u lines", line_name, point.line, STR_ARG(path), text->lines.count);
  }
  Str line = text_line(text, point.line);
  size_t width = str_characters(line);
  /* One behind the last character is a place: the end of the line. */
  if (point.column <= width + 1) return OK;
  return job_fail(job, ERR_USAGE, "%s %u is beyond the end: line %u of %.*s has %zu characters: %.*s", column_name, point.column,
                  point.line, STR_ARG(path), width, STR_ARG(str_shown(job->arena, line, 160)));
}

/* The pattern outranks line and column where both are given: it is what a
 * caller writes who does not trust its own counting. */
Err tool_agent_point(AgentFile *file, TextPoint *ret_point) {
  ToolCall *call = file->call;
  Text text;
  size_t byte;
  TRY(tool_agent_text(file, &text));
  if (has_arg(call, "position_pattern")) {
    AgentPattern pattern = {tool_arg_str(call, "position_pattern"), number(call, "line_scope_start"), number(call, "line_scope_end")};
    TRY(tool_agent_find_pattern(call->job, &text, file->path, &pattern, &byte));
    *ret_point = text_to_point(&text, byte);
    return OK;
  }
  TextPoint point = {number(call, "line"), number(call, "column")};
  if (!point.line || !point.column) {
    return job_fail(call->job, ERR_USAGE, "give line and column, both from 1, or position_pattern: text of the file with " MARK
                                          " before the character that is meant");
  }
  TRY(check_point(file, &text, point, "line", "column"));
  *ret_point = point;
  return OK;
}

Err tool_agent_at(AgentFile *file, LspAt *ret_at) {
  *ret_at = (LspAt){.server = file->server, .path = file->path};
  return tool_agent_point(file, &ret_at->point);
}

/* An end beyond the text means the text's end, which callers often do not know. */
Err tool_agent_extent(AgentFile *file, LspExtent *ret_extent) {
  ToolCall *call = file->call;
  Text text;
  TextPoint from = {number(call, "start_line"), number(call, "start_column")};
  TextPoint to = {number(call, "end_line"), number(call, "end_column")};
  TRY(tool_agent_text(file, &text));
  /* Only the beginning must be there. The end is brought back to the text below. */
  TRY(check_point(file, &text, from, "start_line", "start_column"));
  if (to.line < from.line || (to.line == from.line && to.column < from.column)) {
    return job_fail(call->job, ERR_USAGE, "the range ends (%u:%u) before it begins (%u:%u)", to.line, to.column, from.line, from.column);
  }
  to = text_to_point(&text, text_from_point(&text, to));
  *ret_extent = (LspExtent){.server = file->server, .path = file->path, .from = from, .to = to};
  return OK;
}
