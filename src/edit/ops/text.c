/* Replacing by text, regular expression, pattern of syntax, and lines. What is
 * looked for is counted before anything changes: a count that is not the
 * expected one is an error that lists the places. */
#include "src/edit/ops/ops_internal.h"

#include "src/parse/pattern.h"

#define FILES_MAX 2000    /* in which a replacement may happen */
#define PLACES_SHOWN 10
#define PLACES_MAX 20000  /* of one operation */
#define LANGUAGES_MAX 16

/* A match and what will stand there. Ranges are of the file's text as the plan
 * has it now. */
typedef struct Place {
  EditFile *file;
  Edit edit;
} Place;

/* One replacement over some files. A pattern is compiled once for each
 * language that is met; patterns are closed by edit_op_text on every way
 * out. */
typedef struct Rewrite {
  EditOps *ops;
  const EditOp *op;
  VEC(EditFile *) files;
  VEC(Place) places;
  ParsePattern *patterns[LANGUAGES_MAX]; /* by language that was met */
  const Language *languages[LANGUAGES_MAX];
  size_t pattern_count;
  bool is_loose; /* places differ from what was asked for in white space */
  size_t unread; /* files whose language cannot read the pattern */
} Rewrite;

/* ---- where to look ---- */

/* A file that several matches lead to is one. */
static void add_file(Rewrite *rewrite, EditFile *file) {
  for (size_t i = 0; i < rewrite->files.len; i++) {
    if (rewrite->files.items[i] == file) return;
  }
  *vec_add(rewrite->ops->job->arena, &rewrite->files) = file;
}

/* A file's own name may have these signs too: then it is that file. */
bool edit_is_selection(Str path) {
  if (str_eq_c(path, ".") || (path.len && path.ptr[0] == '!')) return true;
  for (size_t i = 0; i < path.len; i++) {
    if (memchr("*?{,", path.ptr[i], 4)) return true;
  }
  return false;
}

/* The next of several with commas between; those in braces belong to a glob. */
static Str cut_part(Str *rest) {
  size_t depth = 0, at = 0;
  for (; at < rest->len && (depth || rest->ptr[at] != ','); at++) {
    depth += rest->ptr[at] == '{';
    depth -= depth && rest->ptr[at] == '}';
  }
  Str part = str_trim(str_slice(*rest, 0, at));
  *rest = str_slice(*rest, at < rest->len ? at + 1 : at, rest->len);
  return part;
}

static bool is_glob(Str path) {
  for (size_t i = 0; i < path.len; i++) {
    if (memchr("*?{", path.ptr[i], 3)) return true;
  }
  return false;
}

/* Whether `!this` of the selection leaves the path out: a file, a folder with
 * all in it, or a glob. */
static bool is_left_out(Str selection, Str path) {
  for (Str rest = selection; rest.len;) {
    Str part = cut_part(&rest);
    if (!part.len || part.ptr[0] != '!') continue;
    part = str_slice(part, 1, part.len);
    if (part.len && part.ptr[part.len - 1] == '/') part.len--;
    if (str_is_within(path, part)) return true;
    if (is_glob(part) && query_glob_matches(part, path)) return true;
  }
  return false;
}

/* Files of a folder or glob that have a match on disk, found by the index. */
static Err search_part(Rewrite *rewrite, Str path) {
  EditOps *ops = rewrite->ops;
  static const QuerySearchMode modes[] = {[EDIT_OP_TEXT] = QUERY_SEARCH_TEXT, [EDIT_OP_REGEX] = QUERY_SEARCH_REGEX, [EDIT_OP_PATTERN] = QUERY_SEARCH_PATTERN};
  bool is_all = str_eq_c(path, ".") || str_eq_c(path, "*"), has_glob = !is_all && is_glob(path);
  QuerySearched found;
  QuerySearch search = {.pattern = rewrite->op->find, .mode = modes[rewrite->op->kind], .letters = TEXT_CASE_SENSITIVE, .limit = PLACES_MAX,
                        .multiline = rewrite->op->kind != EDIT_OP_PATTERN, .paths = &path, .path_count = !is_all && !has_glob,
                        .glob = has_glob ? path : STR_EMPTY};
  TRY(query_search(ops->job, ops->index, &search, &found));
  for (size_t i = 0; i < found.len; i++) {
    EditFile *file;
    if (is_left_out(rewrite->op->file, found.items[i].path)) continue;
    if (rewrite->files.len >= FILES_MAX) return job_fail(ops->job, ERR_TOO_LARGE, "it matches in more than %d files; narrow file", FILES_MAX);
    TRY(edit_plan_file(ops->plan, found.items[i].path, &file));
    add_file(rewrite, file);
  }
  return OK;
}

/* `src, web, !src/old`: what is in any of them, but for those. Of nothing
 * but what is left out: all else. */
static Err search_files(Rewrite *rewrite) {
  bool has_any = false;
  for (Str rest = rewrite->op->file; rest.len;) {
    Str part = cut_part(&rest);
    if (!part.len || part.ptr[0] == '!') continue;
    has_any = true;
    TRY(search_part(rewrite, part));
  }
  return has_any ? OK : search_part(rewrite, STR("."));
}

/* A path that is a file is that file, whether the index knows it or not; a
 * folder or a glob is searched by the index. */
static Err choose_files(Rewrite *rewrite) {
  EditOps *ops = rewrite->ops;
  EditFile *file;
  Str path = rewrite->op->file;
  if (!path.len) return job_fail(ops->job, ERR_USAGE, "%s needs file: a path, a folder, a glob, or . for everything", edit_op_word(rewrite->op->kind));
  bool is_selection = edit_is_selection(path) && !edit_plan_has(ops->plan, path);
  Err err = is_selection ? ERR_USAGE : edit_plan_file(ops->plan, path, &file);
  if (!err) {
    add_file(rewrite, file);
    return OK;
  }
  if (err != ERR_USAGE && err != ERR_DENIED) return err;
  Str words = job_message(ops->job, err);
  job_forgive(ops->job);
  TRY(search_files(rewrite)); /* a folder is no file: what is in it */
  if (!rewrite->files.len && err == ERR_DENIED) return job_fail(ops->job, err, "%.*s", STR_ARG(words));
  return OK;
}

/* ---- what is there ---- */

static Err add_place(Rewrite *rewrite, EditFile *file, Range range, Str text) {
  if (rewrite->places.len >= PLACES_MAX) return job_fail(rewrite->ops->job, ERR_TOO_LARGE, "it matches at more than %d places; narrow it", PLACES_MAX);
  *vec_add(rewrite->ops->job->arena, &rewrite->places) = (Place){file, {range, text}};
  return OK;
}

/* Both texts get the file's line ends first, so that a text with plain ones is
 * found in a file of the other kind. Matches do not overlap. */
static Err find_literal(Rewrite *rewrite, EditFile *file) {
  Arena *arena = rewrite->ops->job->arena;
  const Text *text = edit_file_text(file);
  Str find = edit_fit_lines(arena, text, rewrite->op->find), put = edit_fit_lines(arena, text, rewrite->op->text);
  for (size_t at = 0; at + find.len <= text->chars.len;) {
    size_t next = str_find(str_slice(text->chars, at, text->chars.len), find);
    if (next == STR_NONE) break;
    TRY(add_place(rewrite, file, (Range){(uint32_t)(at + next), (uint32_t)(at + next + find.len)}, put));
    at += next + find.len;
  }
  return OK;
}

/* The same but for white space; only asked for when it is nowhere as it is. */
static Err find_loosely(Rewrite *rewrite, EditFile *file) {
  Arena *arena = rewrite->ops->job->arena;
  const EditTree *tree;
  EditRanges found = edit_find_loose(arena, edit_file_text(file)->chars, rewrite->op->find);
  if (!found.len) return OK;
  TRY(edit_tree(rewrite->ops, file, &tree));
  for (size_t i = 0; i < found.len; i++) {
    Edit edit = edit_fit_loose(rewrite->ops, tree, found.items[i], rewrite->op->text);
    TRY(add_place(rewrite, file, edit.range, edit_fit_lines(arena, edit_file_text(file), edit.text)));
  }
  return OK;
}

static Err find_regex(Rewrite *rewrite, EditFile *file) {
  const Text *text = edit_file_text(file);
  TextRewrites found;
  TextRewriting what = {.pattern = rewrite->op->find, .replacement = rewrite->op->text, .letters = TEXT_CASE_SENSITIVE};
  TRY(text_rewrite(rewrite->ops->job, &what, text->chars, &found));
  for (size_t i = 0; i < found.len; i++) {
    TRY(add_place(rewrite, file, found.items[i].range, edit_fit_lines(rewrite->ops->job->arena, text, found.items[i].text)));
  }
  return OK;
}

/* ---- patterns of syntax ---- */

/* $A and $$$A become what they stood for; other dollars stay. A name that the
 * pattern has not is a mistake. */
Err edit_expand_pattern(Job *job, Str from, Str text, const ParseFound *found, Str *ret_text) {
  Buf out;
  buf_init(&out, job->arena, EDIT_FILE_MAX);
  for (size_t i = 0; i < from.len;) {
    size_t start = i;
    while (i < from.len && from.ptr[i] == '$') i++;
    size_t name = i;
    while (i > start && i < from.len && ((from.ptr[i] >= 'A' && from.ptr[i] <= 'Z') || from.ptr[i] == '_' || (i > name && byte_is_digit(from.ptr[i])))) i++;
    if (i == start || i == name) {
      i = i == start ? start + 1 : i;
      buf_add(&out, str_slice(from, start, i));
      continue;
    }
    size_t k = 0;
    Str wanted = str_slice(from, name, i);
    while (k < found->capture_count && !str_eq(found->captures[k].name, wanted)) k++;
    if (k == found->capture_count) {
      return job_fail(job, ERR_USAGE, "the replacement names $%.*s, which the pattern does not have", STR_ARG(str_shown(job->arena, wanted, 60)));
    }
    buf_add(&out, edit_range_text(text, found->captures[k].range));
  }
  if (out.overflow) return job_fail(job, ERR_TOO_LARGE, "the replacement comes to more than %zu MB", EDIT_FILE_MAX >> 20);
  *ret_text = buf_str(&out);
  return OK;
}

/* NULL: this language cannot read it. */
static Err pattern_for(Rewrite *rewrite, const Language *language, const ParsePattern **ret_pattern) {
  Job *job = rewrite->ops->job;
  size_t i = 0;
  while (i < rewrite->pattern_count && rewrite->languages[i] != language) i++;
  if (i == rewrite->pattern_count && i < LANGUAGES_MAX) {
    ParsePattern *pattern = NULL;
    Err err = parse_pattern_open(job, language, rewrite->op->find, &pattern);
    if (err && err != ERR_SYNTAX) return err;
    if (err && rewrite->files.len == 1) return err; /* the one file's language decides */
    if (err) job_forgive(job);
    rewrite->languages[i] = language;
    rewrite->patterns[i] = pattern;
    rewrite->pattern_count++;
  }
  *ret_pattern = i < rewrite->pattern_count ? rewrite->patterns[i] : NULL;
  return OK;
}

/* Outermost ones: what is inside one that is replaced is not looked at. */
static Err find_pattern(Rewrite *rewrite, EditFile *file) {
  Job *job = rewrite->ops->job;
  Str text = edit_file_text(file)->chars, path = edit_file_path(file);
  const Language *by_name = language_for_file(path, STR_EMPTY), *language = by_name ? language_for_text(path, text, by_name) : NULL;
  const ParsePattern *pattern = NULL;
  Syntax syntax;
  ParseFounds found;
  bool is_cut;
  uint32_t end = 0;
  if (language) TRY(pattern_for(rewrite, language, &pattern));
  if (!pattern) {
    rewrite->unread++;
    return OK;
  }
  TRY(parse_pattern_tree(job, rewrite->ops->parser, pattern, text, job->arena, &syntax));
  TRY(parse_pattern_match(job, pattern, &syntax, job->arena, &found, &is_cut));
  if (is_cut) return job_fail(job, ERR_UNAVAILABLE, "the pattern takes too many steps in %.*s; make it simpler", STR_ARG(str_shown(job->arena, path, SIZE_MAX)));
  for (size_t i = 0; i < found.len; i++) {
    Str put;
    if (found.items[i].range.from < end) continue;
    TRY(edit_expand_pattern(job, rewrite->op->text, text, &found.items[i], &put));
    TRY(add_place(rewrite, file, found.items[i].range, edit_fit_lines(job->arena, edit_file_text(file), put)));
    end = found.items[i].range.to;
  }
  return OK;
}

/* ---- counting ---- */

static Str list_places(const Rewrite *rewrite) {
  Arena *arena = rewrite->ops->job->arena;
  Buf out;
  buf_init(&out, arena, 4000);
  for (size_t i = 0; i < rewrite->places.len && i < PLACES_SHOWN; i++) {
    const Place *place = &rewrite->places.items[i];
    buf_add_format(&out, "%s%.*s:%u", i ? ", " : "", STR_ARG(str_shown(arena, edit_file_path(place->file), SIZE_MAX)),
                   text_line_at(edit_file_text(place->file), place->edit.range.from));
  }
  if (rewrite->places.len > PLACES_SHOWN) buf_add_format(&out, " and %zu more", rewrite->places.len - PLACES_SHOWN);
  return buf_str(&out);
}

/* A line that is the same but for white space is what was most likely meant. */
static Str find_alike(const Rewrite *rewrite) {
  Arena *arena = rewrite->ops->job->arena;
  Str rest = rewrite->op->find, first = STR_EMPTY;
  while (rest.len && !first.len) first = str_trim(str_cut(&rest, '\n'));
  for (size_t i = 0; first.len && i < rewrite->files.len; i++) {
    const Text *text = edit_file_text(rewrite->files.items[i]);
    for (uint32_t line = 1; line <= text->lines.count; line++) {
      if (!str_contains(text_line(text, line), first)) continue;
      return str_format(arena, "; line %u of %.*s begins alike, but white space or a later line differs", line,
                        STR_ARG(str_shown(arena, edit_file_path(rewrite->files.items[i]), SIZE_MAX)));
    }
  }
  return STR_EMPTY;
}

/* A text that matches more than once is refused unless the caller said how
 * many, or which: silently changing all of them is what nobody can undo by
 * looking. */
static Err check_count(Rewrite *rewrite) {
  const EditOp *op = rewrite->op;
  Job *job = rewrite->ops->job;
  size_t found = rewrite->places.len;
  if (!found && !(op->has_expect && !op->expect)) {
    return job_fail(job, ERR_NOT_FOUND, "'%.*s' is nowhere in %.*s%.*s", STR_ARG(str_shown(job->arena, op->find, 120)),
                    STR_ARG(str_shown(job->arena, op->file, 200)), STR_ARG(find_alike(rewrite)));
  }
  if (op->has_expect && op->expect != found) {
    return job_fail(job, ERR_USAGE, "%zu place%s expected, %zu there: %.*s; nothing was changed", op->expect, op->expect == 1 ? "" : "s", found, STR_ARG(list_places(rewrite)));
  }
  if (op->occurrence && op->occurrence > found) {
    return job_fail(job, ERR_USAGE, "occurrence %u of %zu", op->occurrence, found);
  }
  if (op->kind == EDIT_OP_TEXT && !op->has_expect && !op->occurrence && found > 1) {
    Str further = op->is_spelled ? str_format(job->arena, ", occurrence=N for one, or expect=%zu for all", found) : STR_EMPTY;
    return job_fail(job, ERR_USAGE, "%zu places have this text%s: %.*s; give more of it%.*s", found, rewrite->is_loose ? " but for white space" : "", STR_ARG(list_places(rewrite)), STR_ARG(further));
  }
  return OK;
}

/* ---- changing ---- */

/* All places of a file at once, since ranges are of one state of its text. */
static Err apply(Rewrite *rewrite, EditDone *done) {
  Arena *arena = rewrite->ops->job->arena;
  size_t files = 0;
  if (rewrite->op->occurrence) {
    rewrite->places.items[0] = rewrite->places.items[rewrite->op->occurrence - 1];
    rewrite->places.len = 1;
  }
  for (size_t i = 0; i < rewrite->files.len; i++) {
    VEC(Edit) edits = {0};
    for (size_t k = 0; k < rewrite->places.len; k++) {
      if (rewrite->places.items[k].file == rewrite->files.items[i]) *vec_add(arena, &edits) = rewrite->places.items[k].edit;
    }
    if (!edits.len) continue;
    TRY(edit_file_replace_all(rewrite->files.items[i], edits.items, edits.len));
    files++;
  }
  done->places = rewrite->places.len;
  done->what = str_format(arena, "%s: %zu place%s in %zu file%s", edit_op_word(rewrite->op->kind), done->places, done->places == 1 ? "" : "s", files,
                          files == 1 ? "" : "s");
  if (rewrite->unread) edit_add_note(rewrite->ops, done, str_format(arena, "%zu files are in languages that cannot read the pattern", rewrite->unread));
  return OK;
}

static Err find_all(Rewrite *rewrite) {
  for (size_t i = 0; i < rewrite->files.len; i++) {
    EditFile *file = rewrite->files.items[i];
    TRY(job_check(rewrite->ops->job));
    if (rewrite->op->kind == EDIT_OP_TEXT) TRY(find_literal(rewrite, file));
    else if (rewrite->op->kind == EDIT_OP_REGEX) TRY(find_regex(rewrite, file));
    else TRY(find_pattern(rewrite, file));
  }
  return OK;
}

/* Nowhere as it is given: then where it differs in white space alone. One such
 * place is taken, several are refused like several of any text. */
static Err find_all_loosely(Rewrite *rewrite) {
  for (size_t i = 0; i < rewrite->files.len; i++) {
    TRY(job_check(rewrite->ops->job));
    TRY(find_loosely(rewrite, rewrite->files.items[i]));
  }
  rewrite->is_loose = rewrite->places.len > 0;
  return OK;
}

/* Said before the text is changed, since the lines are of the old one. */
static void tell_loose(Rewrite *rewrite, EditDone *done) {
  Arena *arena = rewrite->ops->job->arena;
  const Place *place = &rewrite->places.items[0];
  const Text *text = edit_file_text(place->file);
  edit_add_note(rewrite->ops, done, str_format(arena, "the text is not there as it was given: what differs in white space alone, lines %u to %u of %.*s, was taken",
                                               text_line_at(text, place->edit.range.from), text_line_at(text, place->edit.range.to - 1),
                                               STR_ARG(str_shown(arena, edit_file_path(place->file), SIZE_MAX))));
}

static Err run(Rewrite *rewrite, EditDone *done) {
  TRY(choose_files(rewrite));
  TRY(find_all(rewrite));
  if (rewrite->op->is_loose && rewrite->op->kind == EDIT_OP_TEXT && !rewrite->places.len) TRY(find_all_loosely(rewrite));
  TRY(check_count(rewrite));
  if (rewrite->is_loose) tell_loose(rewrite, done);
  return apply(rewrite, done);
}

/* ---- lines ---- */

/* A line end is added where the text has none, except at an end of the file
 * that had none either. */
static Err replace_lines(EditOps *ops, const EditOp *op, EditDone *done) {
  EditFile *file;
  Arena *arena = ops->job->arena;
  if (!op->file.len || !op->line) return job_fail(ops->job, ERR_USAGE, "lines needs file, line and, for several, end_line");
  TRY(edit_plan_file(ops->plan, op->file, &file));
  const Text *text = edit_file_text(file);
  uint32_t last = op->end_line ? op->end_line : op->line;
  if (last < op->line || last > text->lines.count) {
    return job_fail(ops->job, ERR_USAGE, "lines %u to %u: %.*s has %u", op->line, last, STR_ARG(str_shown(arena, edit_file_path(file), SIZE_MAX)), text->lines.count);
  }
  uint32_t from = text->lines.starts[op->line - 1], to = text->lines.starts[last];
  bool is_open = to == text->chars.len && to && text->chars.ptr[to - 1] != '\n';
  Str put = edit_fit_lines(arena, text, op->text);
  if (put.len && put.ptr[put.len - 1] != '\n' && !is_open) put = str_format(arena, "%.*s%.*s", STR_ARG(put), STR_ARG(text_usual_end(text)));
  done->places = 1;
  done->what = str_format(arena, "lines %u-%u of %.*s", op->line, last, STR_ARG(str_shown(arena, edit_file_path(file), SIZE_MAX)));
  return edit_file_replace(file, (Range){from, to}, put);
}

Err edit_op_text(EditOps *ops, const EditOp *op, EditDone *done) {
  Rewrite rewrite = {.ops = ops, .op = op};
  if (!op->has_text) return job_fail(ops->job, ERR_USAGE, "%s needs text, what stands there afterwards (empty deletes)", edit_op_word(op->kind));
  if (op->kind == EDIT_OP_LINES) return replace_lines(ops, op, done);
  if (!op->find.len) return job_fail(ops->job, ERR_USAGE, "%s needs find, what is looked for", edit_op_word(op->kind));
  Err err = run(&rewrite, done);
  for (size_t i = 0; i < rewrite.pattern_count; i++) parse_pattern_close(rewrite.patterns[i]);
  return err;
}
