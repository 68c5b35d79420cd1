/* A plan: which files it touches, and what stands where in the end. Reads each
 * file once; changes nothing on disk. */
#include <assert.h>

#include "src/base/hash.h"
#include "src/edit/edit_internal.h"

Job *edit_plan_job(const EditPlan *plan) { return plan->job; }
Index *edit_plan_index(const EditPlan *plan) { return plan->options.index; }
size_t edit_plan_count(const EditPlan *plan) { return plan->files.len; }

/* An edit that was cut off is ended first: a plan must not be made from half
 * of another one. */
Err edit_plan_open(Job *job, const EditOptions *options, EditPlan **ret_plan) {
  assert(options->index);
  TRY(edit_recover(job, options->index));
  EditPlan *plan = ARENA_NEW(job->arena, EditPlan);
  *plan = (EditPlan){.job = job, .options = *options, .root = index_files(options->index)};
  plan->options.title = str_copy(job->arena, options->title);
  map_init(&plan->on_disk, job->arena);
  map_init(&plan->at_last, job->arena);
  *ret_plan = plan;
  return OK;
}

static Str shown(const EditPlan *plan, Str path) { return str_shown(plan->job->arena, path, 300); }

/* ---- reading ---- */

/* A text that the client holds is what it means by the file: an edit of the one
 * on disk would surprise it, and be lost when it saves. */
static Err check_unsaved(EditPlan *plan, const EditFile *file) {
  Str text;
  if (!plan->options.hub) return OK;
  if (!lsp_hub_text(plan->job, plan->options.hub, index_root(plan->options.index), file->path, &text)) return OK;
  if (str_eq(text, file->base.chars)) return OK;
  return job_fail(plan->job, ERR_CONFLICT, "an unsaved text of '%.*s' is open that differs from the file; save it or close it first",
                  STR_ARG(shown(plan, file->path)));
}

static EditFile *add_file(EditPlan *plan, Str path) {
  EditFile *file = ARENA_NEW(plan->job->arena, EditFile);
  *file = (EditFile){.plan = plan, .path = path};
  *vec_add(plan->job->arena, &plan->files) = file;
  return file;
}

/* Everything of a plan is in memory, twice over; the limits are what an edit
 * by hand never reaches. */
static Err check_room(EditPlan *plan) {
  if (plan->files.len < EDIT_FILES_MAX && plan->bytes <= EDIT_PLAN_MAX) return OK;
  return job_fail(plan->job, ERR_TOO_LARGE, "one edit may touch at most %d files of together %zu MB; do it in several", EDIT_FILES_MAX,
                  EDIT_PLAN_MAX >> 20);
}

/* The entry is looked at again with what was really opened, since a link could
 * have been put there after the first look. */
static Err read_file(EditPlan *plan, const RootEntry *entry, EditFile **ret_file) {
  Job *job = plan->job;
  FileStat stat;
  Str bytes;
  TRY(check_room(plan));
  TRY(root_read_entry(job, plan->root, entry->path, EDIT_FILE_MAX, &stat, &bytes));
  RootEntry read = *entry;
  read.stat = stat; /* of what was read, should another file stand there since */
  TRY(edit_check_entry(plan, &read));
  EditFile file = {.plan = plan, .path = entry->path, .base_path = entry->path, .stat = stat, .bytes = bytes};
  text_decode(job->arena, bytes, &file.base);
  TRY(edit_check_contents(plan, entry->path, &file.base));
  TRY(check_unsaved(plan, &file));
  file.chars = file.base.chars;
  EditFile *added = add_file(plan, entry->path);
  *added = file;
  plan->bytes += bytes.len;
  map_put(&plan->on_disk, entry->path, added);
  map_put(&plan->at_last, entry->path, added);
  *ret_file = added;
  return OK;
}

/* The path by which the plan knows a place: relative, and where something is
 * there already, without links. */
static Err find_place(EditPlan *plan, Str path, RootEntry *ret_entry) {
  Str relative;
  TRY(root_relative(plan->job, plan->root, path, &relative));
  if (map_get(&plan->at_last, relative)) {
    *ret_entry = (RootEntry){.path = relative};
    return OK;
  }
  TRY(edit_check_path(plan, relative));
  TRY(root_look(plan->job, plan->root, relative, ret_entry));
  return str_eq(ret_entry->path, relative) ? OK : edit_check_path(plan, ret_entry->path);
}

/* The same file for every way to write its path. What the plan itself has
 * moved away is not there any more, although the disk still has it. */
Err edit_plan_file(EditPlan *plan, Str path, EditFile **ret_file) {
  RootEntry entry;
  TRY(find_place(plan, path, &entry));
  EditFile *file = map_get(&plan->at_last, entry.path);
  if (file) {
    *ret_file = file;
    return OK;
  }
  if (map_get(&plan->on_disk, entry.path)) {
    return job_fail(plan->job, ERR_NOT_FOUND, "'%.*s' is not there any more: this edit itself moves or deletes it", STR_ARG(shown(plan, path)));
  }
  TRY(edit_check_entry(plan, &entry));
  return read_file(plan, &entry, ret_file);
}

/* In the end, not on disk: what the plan makes is there, what it deletes is
 * not. */
bool edit_plan_has(EditPlan *plan, Str path) {
  RootEntry entry;
  if (find_place(plan, path, &entry)) {
    job_forgive(plan->job);
    return false;
  }
  if (map_get(&plan->at_last, entry.path)) return true;
  return entry.exists && !map_get(&plan->on_disk, entry.path);
}

/* ---- files that come, move and go ---- */

/* A place where nothing is, or nothing will be. */
static Err find_free(EditPlan *plan, Str path, Str *ret_path) {
  RootEntry entry;
  TRY(find_place(plan, path, &entry));
  bool is_taken = map_get(&plan->at_last, entry.path) || (entry.exists && !map_get(&plan->on_disk, entry.path));
  if (is_taken || entry.is_link) {
    return job_fail(plan->job, ERR_EXISTS, "'%.*s' exists already; edit it, or choose another name", STR_ARG(shown(plan, path)));
  }
  if (!entry.may_write && !entry.exists) {
    return job_fail(plan->job, ERR_DENIED, "this user may not make '%.*s'; change the mode of the folder first", STR_ARG(shown(plan, path)));
  }
  *ret_path = entry.path;
  return OK;
}

/* Whatever is put into a file comes through here: a NUL would make it binary
 * for every other program. */
static Err check_text(EditPlan *plan, Str text) {
  Job *job = plan->job;
  if (text.len > EDIT_FILE_MAX) return job_fail(job, ERR_TOO_LARGE, "a text of %zu bytes is larger than the limit of %zu", text.len, EDIT_FILE_MAX);
  if (!str_is_utf8(text)) return job_fail(job, ERR_USAGE, "the new text is not valid UTF-8");
  if (str_find_byte(text, '\0') != STR_NONE) return job_fail(job, ERR_USAGE, "the new text has a NUL byte; only text is written");
  return OK;
}

/* Made from its text as a whole, so it has no edits; its base is an empty text
 * of the usual form. */
Err edit_plan_create(EditPlan *plan, Str path, Str text, EditFile **ret_file) {
  Str place;
  TRY(check_text(plan, text));
  TRY(check_room(plan));
  TRY(find_free(plan, path, &place));
  EditFile *file = add_file(plan, place);
  text_take(plan->job->arena, STR_EMPTY, &file->base);
  file->chars = str_copy(plan->job->arena, text);
  map_put(&plan->at_last, place, file);
  if (ret_file) *ret_file = file;
  return OK;
}

/* A link is not followed here: renaming what it leads to would surprise, and
 * renaming the link is not what the file's path says. */
Err edit_plan_rename(EditPlan *plan, Str from, Str to) {
  EditFile *file;
  Str relative, place;
  FileStat stat;
  TRY(edit_plan_file(plan, from, &file));
  TRY(root_relative(plan->job, plan->root, from, &relative));
  if (root_stat_entry(plan->job, plan->root, relative, &stat)) job_forgive(plan->job);
  else if (stat.kind == FILE_LINK && !map_get(&plan->at_last, relative)) {
    return job_fail(plan->job, ERR_DENIED, "'%.*s' is a link to '%.*s'; rename that, or the link with another tool", STR_ARG(shown(plan, from)),
                    STR_ARG(shown(plan, file->path)));
  }
  TRY(find_free(plan, to, &place));
  map_remove(&plan->at_last, file->path);
  file->path = place;
  map_put(&plan->at_last, place, file);
  return OK;
}

Err edit_plan_delete(EditPlan *plan, Str path) {
  EditFile *file;
  TRY(edit_plan_file(plan, path, &file));
  map_remove(&plan->at_last, file->path);
  file->is_deleted = true;
  return OK;
}

Err edit_plan_expect(EditPlan *plan, Str path, uint64_t hash) {
  EditFile *file;
  TRY(edit_plan_file(plan, path, &file));
  if (edit_file_hash(file) == hash) return OK;
  return job_fail(plan->job, ERR_CONFLICT, "'%.*s' is not what it was when it was looked at; look at it again", STR_ARG(shown(plan, path)));
}

/* ---- one file ---- */

Str edit_file_path(const EditFile *file) { return file->path; }
const Text *edit_file_base(const EditFile *file) { return &file->base; }
uint64_t edit_file_hash(const EditFile *file) { return file->base_path.len ? hash_str(file->bytes) : 0; }
bool edit_file_is_changed(const EditFile *file) { return !str_eq(file->chars, file->base.chars); }
const Edits *edit_file_edits(const EditFile *file) { return &file->edits; }
size_t edit_file_move(const EditFile *file, size_t byte) { return edits_move(&file->edits, byte); }

size_t edit_file_place(const EditFile *file, size_t file_byte) {
  return edit_file_move(file, text_from_file_byte(&file->base, file_byte));
}

const Text *edit_file_text(EditFile *file) {
  if (!file->is_made) {
    text_take(file->plan->job->arena, file->chars, &file->now);
    file->now.form = file->base.form;
    file->now.has_mark = file->base.has_mark;
    file->is_made = true;
  }
  return &file->now;
}

/* An edit there would leave two halves that are no characters. */
static bool is_within_character(Str chars, uint32_t byte) { return byte < chars.len && ((unsigned char)chars.ptr[byte] & 0xC0) == 0x80; }

/* A form with few characters is asked at once whether it has those of the new
 * text, so that the error names the edit and not the whole file. */
static Err check_edit(const EditFile *file, const Edit *edit) {
  Job *job = file->plan->job;
  Str bytes;
  TRY(check_text(file->plan, edit->text));
  if (is_within_character(file->chars, edit->range.from) || is_within_character(file->chars, edit->range.to)) {
    return job_fail(job, ERR_USAGE, "an edit of bytes %u to %u splits a character", edit->range.from, edit->range.to);
  }
  if (file->base.form != TEXT_LATIN1) return OK;
  Err err = text_encode(job, &file->base, edit->text, &bytes);
  return err ? job_prefix(job, err, "'%.*s'", STR_ARG(shown(file->plan, file->path))) : OK;
}

/* Ranges are of the text as it is now and must not overlap; all of them are
 * done at once, or none. The texts are copied, so the caller's may go. */
Err edit_file_replace_all(EditFile *file, const Edit *edits, size_t count) {
  Arena *arena = file->plan->job->arena;
  Edits list = {0};
  size_t more = 0;
  for (size_t i = 0; i < count; i++) {
    TRY(check_edit(file, &edits[i]));
    *vec_add(arena, &list) = (Edit){edits[i].range, str_copy(arena, edits[i].text)};
    more += edits[i].text.len;
  }
  if (!list.len) return OK;
  if (more + file->chars.len > 2 * EDIT_FILE_MAX) return check_text(file->plan, (Str){"", EDIT_FILE_MAX + more});
  TRY(edits_order(file->plan->job, &list, file->chars.len));
  file->chars = edits_apply(arena, file->chars, &list);
  /* What a created file is made from is its text as a whole. */
  if (file->base_path.len) file->edits = edits_compose(arena, &file->edits, &list);
  file->is_made = false;
  return OK;
}

Err edit_file_replace(EditFile *file, Range range, Str text) {
  Edit edit = {range, text};
  return edit_file_replace_all(file, &edit, 1);
}

/* By the differences, so that places outside of them can still be followed. */
Err edit_file_rewrite(EditFile *file, Str text) {
  Edits list = edits_between(file->plan->job->arena, file->chars, text);
  return edit_file_replace_all(file, list.items, list.len);
}

/* A text with line ends of its own kind in the middle of a file of another
 * would be a change of every line to some programs. */
Str edit_fit_lines(Arena *arena, const Text *like, Str text) {
  Str end = text_usual_end(like);
  Buf out;
  buf_init(&out, arena, 2 * text.len + 2);
  for (Str rest = text; rest.len;) {
    size_t at = str_find_byte(rest, '\n');
    if (at == STR_NONE) {
      buf_add(&out, rest);
      break;
    }
    bool is_crlf = at && rest.ptr[at - 1] == '\r';
    buf_add(&out, str_slice(rest, 0, at - is_crlf));
    buf_add(&out, end);
    rest = str_slice(rest, at + 1, rest.len);
  }
  return buf_str(&out);
}
