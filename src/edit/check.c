/* Syntax: no error in a new text that the old one had not. A file that was
 * broken before may stay broken: what matters is that the edit makes nothing
 * worse. Mistakes of the old text are moved along with the edits and then
 * excuse those of the new one. */
#include <stdlib.h>

#include "src/edit/edit_internal.h"
#include "src/parse/parse.h"

#define SHOWN_MAX 20   /* problems of one file */
#define LINE_MAX 160   /* bytes of a line that is shown */
#define ERRORS_MAX 5000 /* more are as good as these */

/* A place that the grammar could not read, in bytes of its text. */
typedef struct Mistake {
  uint32_t from, to;
  bool is_missing;
  bool is_known; /* the old text has it too */
} Mistake;
typedef VEC(Mistake) Mistakes;

/* By its name, its first line and its contents, as the index decides it. */
static const Language *language_of(Str path, Str text) {
  size_t end = str_find_byte(text, '\n');
  return language_for_text(path, text, language_for_file(path, str_slice(text, 0, end == STR_NONE ? text.len : end)));
}

/* A node that is broken although nothing in it is: what is missing there is a
 * keyword or a sign that the tree does not keep. */
static void find_mistakes(Arena *arena, const Syntax *syntax, Mistakes *found) {
  const unsigned bad = SYNTAX_ERROR | SYNTAX_MISSING | SYNTAX_BROKEN;
  bool *holds = ARENA_ARRAY(arena, bool, syntax->count);
  for (uint32_t i = 1; i < syntax->count; i++) holds[i] = false;
  for (uint32_t i = syntax->count; i-- > 1;) {
    if (syntax->nodes[i].flags & bad && syntax->nodes[i].parent) holds[syntax->nodes[i].parent] = true;
  }
  for (uint32_t i = 1; i < syntax->count && found->len < ERRORS_MAX; i++) {
    const SyntaxNode *node = &syntax->nodes[i];
    if (!(node->flags & bad) || (holds[i] && !(node->flags & SYNTAX_ERROR))) continue;
    bool is_error = node->flags & SYNTAX_ERROR;
    *vec_add(arena, found) = (Mistake){.from = is_error ? node->from : node->to, .to = node->to, .is_missing = !is_error};
  }
  for (uint32_t i = 0; i < syntax->part_count; i++) find_mistakes(arena, &syntax->parts[i].syntax, found);
}

/* A text as the grammar reads it. */
typedef struct Read {
  Mistakes found;
  const char *why; /* it could not be read; NULL: it was */
  const Language *language;
  Syntax syntax;
} Read;

static Err read_text(Job *job, Parser *parser, Str path, Str text, Read *ret_read) {
  Read read = {.language = language_of(path, text)};
  *ret_read = (Read){.why = "no grammar for this kind of file"};
  if (!read.language) return OK;
  Err err = parse_text(job, parser, read.language, text, job->arena, &read.syntax);
  if (err == ERR_TOO_LARGE || err == ERR_UNAVAILABLE) {
    ret_read->why = err == ERR_TOO_LARGE ? "too large to be parsed" : "the grammar could not read it in time";
    job_forgive(job);
    return OK;
  }
  TRY(err);
  find_mistakes(job->arena, &read.syntax, &read.found);
  *ret_read = read;
  return OK;
}

/* ---- old and new ---- */

/* Touching counts: a mistake at the very end of a range belongs to it. */
static bool meets(const Mistake *a, uint32_t from, uint32_t to) { return a->from <= to && from <= a->to; }

/* One mistake of the old text excuses one of the new, at the same place: where
 * its beginning moved to, or around it. */
static void excuse(Mistakes *now, const Mistakes *old, const Edits *edits) {
  for (size_t i = 0; i < old->len; i++) {
    const Mistake *one = &old->items[i];
    uint32_t from = (uint32_t)edits_move(edits, one->from), to = (uint32_t)edits_move(edits, one->to);
    Mistake *best = NULL;
    for (size_t k = 0; k < now->len; k++) {
      Mistake *each = &now->items[k];
      if (each->is_known || each->is_missing != one->is_missing || !meets(each, from, to)) continue;
      if (!best || each->from == from) best = each;
    }
    if (best) best->is_known = true;
  }
}

/* Whether a mistake lies at something that was written: the others may be old
 * ones that the parser found elsewhere this time. */
static bool is_written(const Mistake *mistake, const Edits *edits) {
  int64_t shift = 0;
  for (size_t i = 0; i < edits->len; i++) {
    const Edit *edit = &edits->items[i];
    uint32_t from = (uint32_t)(edit->range.from + shift), to = from + (uint32_t)edit->text.len;
    if (meets(mistake, from, to)) return true;
    shift += (int64_t)edit->text.len - (edit->range.to - edit->range.from);
  }
  return false;
}

/* ---- telling ---- */

static void tell(Job *job, Str path, const Text *text, const Mistake *mistake, EditProblems *problems) {
  TextPoint at = text_to_point(text, mistake->from);
  *vec_add(job->arena, problems) = (EditProblem){
      .path = path, .at = at, .range = {mistake->from, mistake->to}, .is_missing = mistake->is_missing,
      .line = str_shown(job->arena, str_trim(text_line(text, at.line)), LINE_MAX)};
}

/* All are counted, the first few of a file are shown. */
static void tell_all(Job *job, Str path, const Text *text, const Mistakes *now, EditProblems *problems) {
  size_t shown = 0;
  for (size_t i = 0; i < now->len; i++) {
    if (now->items[i].is_known) continue;
    problems->total++;
    if (shown++ < SHOWN_MAX) tell(job, path, text, &now->items[i], problems);
  }
}

/* One check of a plan. The parser is used for all files, one after the
 * other. */
typedef struct Check {
  Job *job;
  Parser *parser;
  VEC(Str) unchecked;
  EditProblems problems;
} Check;

/* A file that no grammar knows is written all the same, and the answer says
 * that nobody looked at it. */
static void leave_unchecked(Check *check, Str path, const char *why) {
  *vec_add(check->job->arena, &check->unchecked) = str_format(check->job->arena, "%.*s: %s", STR_ARG(path), why);
}

/* The old text is parsed only where the new one has anything to excuse. When
 * there are no more mistakes than before, those that do not touch what was
 * written are old ones that the parser placed anew. */
static Err compare(Check *check, EditFile *file, Mistakes *now) {
  Read old;
  TRY(read_text(check->job, check->parser, file->base_path, file->base.chars, &old));
  excuse(now, &old.found, &file->edits);
  for (size_t i = 0; now->len <= old.found.len && i < now->len; i++) {
    if (!is_written(&now->items[i], &file->edits)) now->items[i].is_known = true;
  }
  return OK;
}

static Err check_file(Check *check, EditFile *file) {
  Read now;
  TRY(read_text(check->job, check->parser, file->path, file->chars, &now));
  if (now.why) leave_unchecked(check, file->path, now.why);
  file->checked_as = now.language;
  file->checked = now.syntax;
  if (!now.found.len) return OK;
  if (file->base_path.len) TRY(compare(check, file, &now.found));
  tell_all(check->job, file->path, edit_file_text(file), &now.found, &check->problems);
  return OK;
}

static Err check_files(Check *check, const EditTouches *touches) {
  for (size_t i = 0; i < touches->len; i++) {
    TRY(job_check(check->job));
    if (touches->items[i].after) TRY(check_file(check, touches->items[i].after));
  }
  return OK;
}

Err edit_plan_check(EditPlan *plan, EditProblems *ret_problems) {
  Check check = {.job = plan->job, .parser = edit_parser_take(plan->options.index)};
  EditTouches touches = edit_plan_touches(plan);
  Err err = check_files(&check, &touches);
  edit_parser_return(plan->options.index, check.parser);
  TRY(err);
  check.problems.unchecked = check.unchecked.items;
  check.problems.unchecked_count = check.unchecked.len;
  *ret_problems = check.problems;
  return OK;
}

/* For a text that replaces a whole definition: nothing around it can hide what
 * is missing in it. */
Err edit_check_fragment(Job *job, Str path, Str text, EditProblems *ret_problems, bool *ret_checked) {
  AUTO(Parser) parser = parse_open();
  EditProblems problems = {0};
  Read now;
  Text lines;
  TRY(read_text(job, parser, path, text, &now));
  text_take(job->arena, text, &lines);
  tell_all(job, path, &lines, &now.found, &problems);
  *ret_checked = !now.why;
  *ret_problems = problems;
  return OK;
}

void edit_show_problems(Buf *out, const EditProblems *problems) {
  for (size_t i = 0; i < problems->len; i++) {
    const EditProblem *one = &problems->items[i];
    buf_add_format(out, "%.*s:%u:%u: %s: `%.*s`\n", STR_ARG(str_visible(out->arena, one->path)), one->at.line, one->at.column,
                   one->is_missing ? "something is missing here" : "not read by the grammar", STR_ARG(one->line));
  }
  if (problems->total > problems->len) buf_add_format(out, "and %zu more\n", problems->total - problems->len);
}
