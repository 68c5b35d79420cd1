/* Edit: one transaction for everything that writes source files.
 * A plan gathers changes: of texts, files that come, move and go. Nothing on
 * disk changes while it does, and each operation sees what the ones before it
 * made. It is checked (no new syntax errors), shown (a unified diff) and
 * applied: all of it or nothing, whatever fails and whenever the process is
 * killed, and only where every file still is what the plan was based on. What
 * was applied can be taken back, once and exactly.
 *
 *   plan -> check -> preview (diff) -> apply -> tell -> undo
 *
 * A plan belongs to one job and one thread and lives in the job's arena:
 * there is nothing to close. Paths are relative to the workspace's root, or
 * absolute and beneath it. Places are bytes of the characters as model/text.h
 * has them, never of the file. docs/edits.md and decision 031 say more. */
#ifndef FATHOM_EDIT_EDIT_H
#define FATHOM_EDIT_EDIT_H

#include "src/base/buf.h"
#include "src/index/index.h"
#include "src/lsp/ask.h"
#include "src/model/edits.h"
#include "src/model/text.h"

#define EDIT_FILES_MAX 2000                 /* paths that one plan may touch */
#define EDIT_FILE_MAX ((size_t)16 << 20)    /* bytes of one file, before and after */
#define EDIT_PLAN_MAX ((size_t)64 << 20)    /* bytes of all files it reads */
#define EDIT_UNDO_COUNT 20                  /* transactions that can be taken back */
#define EDIT_UNDO_BYTES ((size_t)16 << 20)  /* what they keep, together */

/* ---- plan ---- */

typedef struct EditPlan EditPlan;
typedef struct EditFile EditFile;

typedef struct EditOptions {
  Index *index;
  LspHub *hub;          /* texts that clients hold unsaved, and who is told in the end; may be NULL */
  bool allow_ignored;   /* files that ignore rules leave out */
  bool allow_generated; /* files that programs write: marked so, lock files, minified */
  Str title;            /* what it does, in a few words, for edit_list: "rename x to y" */
} EditOptions;

/* First mends what a killed process left (edit_recover). ERR_BUSY: another
 * process is just writing and did not end within some seconds. */
Err edit_plan_open(Job *job, const EditOptions *options, EditPlan **ret_plan) MUST_CHECK;
Job *edit_plan_job(const EditPlan *plan);
Index *edit_plan_index(const EditPlan *plan);
size_t edit_plan_count(const EditPlan *plan); /* files it has read or made so far */
/* A parser that knows the text that was parsed last for an edit of this
 * workspace, if nobody else has it. To be given back. Any thread. */
struct Parser *edit_parser_take(Index *index);
void edit_parser_return(Index *index, struct Parser *parser);

/* The file at `path` as the plan has it, read from disk the first time and
 * once; the same handle for every way to spell it, links included: the target
 * of a link is edited and the link stays.
 * ERR_NOT_FOUND: it is not there, or the plan deletes it. ERR_OUTSIDE: it
 * leaves the workspace. ERR_DENIED, with words: .git and .fathom always; files
 * with a second name (hard links), what is no regular file, what this user may
 * not write; ignored and generated files unless the options allow them.
 * ERR_CONFLICT: the client holds an unsaved text of it that differs.
 * ERR_TOO_LARGE: over EDIT_FILE_MAX; ERR_USAGE: it is binary. */
Err edit_plan_file(EditPlan *plan, Str path, EditFile **ret_file) MUST_CHECK;
/* Whether the plan has a file there in the end, without reading it: of this
 * plan's making, or on disk and not deleted by it. */
bool edit_plan_has(EditPlan *plan, Str path);

Str edit_file_path(const EditFile *file); /* relative, links followed; where it is in the end */
/* The text with all that this plan changed so far. Valid until the next change
 * of the file; its characters for as long as the job. `form` and `has_mark`
 * are the file's. */
const Text *edit_file_text(EditFile *file);
/* The text as it is on disk; of a file that the plan creates: empty. */
const Text *edit_file_base(const EditFile *file);
/* Of the bytes on disk, as StoreFile.hash; 0: it is not there yet. */
uint64_t edit_file_hash(const EditFile *file);
bool edit_file_is_changed(const EditFile *file); /* its text differs from the one on disk */
/* A byte of the base's characters in the present ones; within what was
 * replaced: the end of the replacement. */
size_t edit_file_move(const EditFile *file, size_t byte);
/* The same of a byte of the FILE, which is what the graph's spans are. */
size_t edit_file_place(const EditFile *file, size_t file_byte);
/* Everything this plan changed, as edits of the base. Borrowed. */
const Edits *edit_file_edits(const EditFile *file);

/* Replaces a range of the present text; an empty range inserts, an empty text
 * deletes. The text is taken as it is: edit_fit_lines gives it the file's line
 * ends. ERR_USAGE: the range lies outside, splits a character, or the text is
 * no UTF-8 or has characters that the file's form (Latin-1) cannot hold;
 * nothing is changed then. */
Err edit_file_replace(EditFile *file, Range range, Str text) MUST_CHECK;
/* Several at once, in any order, all of them places of the present text.
 * ERR_USAGE also: two overlap. All or none. */
Err edit_file_replace_all(EditFile *file, const Edit *edits, size_t count) MUST_CHECK;
/* The whole text; told apart line by line, so that other places still move. */
Err edit_file_rewrite(EditFile *file, Str text) MUST_CHECK;

/* A new file with this text, UTF-8; folders above it are made. The handle may
 * be edited further. ERR_EXISTS: something is there and the plan does not
 * delete it. Refused like edit_plan_file. `ret_file` may be NULL. */
Err edit_plan_create(EditPlan *plan, Str path, Str text, EditFile **ret_file) MUST_CHECK;
/* The file, with what the plan changed in it, is at `to` in the end; handles
 * stay good. A link is not moved: ERR_DENIED. ERR_EXISTS as above. */
Err edit_plan_rename(EditPlan *plan, Str from, Str to) MUST_CHECK;
Err edit_plan_delete(EditPlan *plan, Str path) MUST_CHECK;
/* For callers that bring the hash of what they looked at (edit_file_hash).
 * ERR_CONFLICT: the file is another by now. */
Err edit_plan_expect(EditPlan *plan, Str path, uint64_t hash) MUST_CHECK;
/* Everything of an edit that a language server gave and lsp/ask.h read and
 * checked, in its order. `confirms`: also what it wants confirmed first;
 * ERR_DENIED otherwise. After an error the plan is of no use. */
Err edit_plan_take(EditPlan *plan, const LspEdit *edit, bool confirms) MUST_CHECK;

/* What the plan does, a path each, by path. */
typedef enum EditAction { EDIT_CHANGE, EDIT_CREATE, EDIT_RENAME, EDIT_DELETE } EditAction;
typedef struct EditStep {
  EditAction action;
  Str path;     /* in the end; of a deleted one: where it was */
  Str old_path; /* of a rename */
  EditFile *file;
  size_t edits; /* places changed; of a create: 1 */
} EditStep;
typedef struct EditSteps {
  EditStep *items;
  size_t len;
  size_t cap;
} EditSteps;
/* Files that are as they were are not in it: none, the plan does nothing. */
EditSteps edit_plan_steps(EditPlan *plan);

/* `text` with all its line ends as the usual one of the file, and nothing else
 * changed; in the arena. */
Str edit_fit_lines(Arena *arena, const Text *like, Str text);

/* ---- check ---- */

/* A syntax error that was not there before. */
typedef struct EditProblem {
  Str path;
  TextPoint at; /* in the new text */
  Range range;  /* likewise */
  bool is_missing; /* something the grammar wants is not there; else: text it cannot read */
  Str line;     /* that line, cut and made visible */
} EditProblem;
typedef struct EditProblems {
  EditProblem *items; /* by path and place, at most 20 of a file */
  size_t len;
  size_t cap;
  size_t total;       /* with those that are left out */
  Str *unchecked;     /* "path: why": no grammar, too large */
  size_t unchecked_count;
} EditProblems;
/* Parses each changed file as it was and as it will be. A file that was broken
 * may stay as broken as it was. Problems are no error: OK. */
Err edit_plan_check(EditPlan *plan, EditProblems *ret_problems) MUST_CHECK;
/* A piece of text alone, as a file of that name would hold it: `path` decides
 * the language. `ret_checked` false: there is no grammar for it. */
Err edit_check_fragment(Job *job, Str path, Str text, EditProblems *ret_problems, bool *ret_checked) MUST_CHECK;
/* "a.c:3:5: not read by the grammar: `line`", a line each. */
void edit_show_problems(Buf *out, const EditProblems *problems);

/* ---- preview ---- */

/* A unified diff of everything as `patch -p1` and `git apply` take it, in
 * UTF-8 whatever the files are in. Nothing to do: nothing. */
void edit_plan_diff(EditPlan *plan, Buf *out);

/* ---- apply, tell ---- */

typedef struct EditReceipt {
  Str id;          /* for edit_undo; empty: nothing was kept, it cannot be taken back */
  EditSteps steps; /* what was done; `file` is NULL after an undo */
  Str note;        /* what is unusual: "cannot be undone: ..."; empty: nothing */
} EditReceipt;
/* All of it or nothing. Then index and language servers know, as edit_tell
 * does. ERR_CONFLICT: a file is not what the plan was based on any more; the
 * words end with the difference between that and what is there now. Others:
 * ERR_DENIED, ERR_NO_SPACE, ERR_IO, ERR_BUSY: nothing was changed. ERR_INTERNAL
 * never. A plan is applied once. Whoever calls marks the request as writing
 * before (tools: mark_writing). */
Err edit_plan_apply(EditPlan *plan, EditReceipt *ret_receipt) MUST_CHECK;
/* Brings the index up to date and tells the language servers that run about
 * the files. For those who wrote by other ways. */
void edit_tell(Job *job, Index *index, LspHub *hub, const EditSteps *steps);

/* ---- undo ---- */

typedef struct EditUndoable {
  Str id;
  Str title;
  int64_t time_ms; /* of the clock on the wall */
  EditSteps steps;
} EditUndoable;
typedef struct EditUndoables {
  EditUndoable *items; /* the latest first */
  size_t len;
  size_t cap;
} EditUndoables;
/* What can be taken back: nothing where nothing can be kept. */
Err edit_list(Job *job, Index *index, EditUndoables *ret_undoables) MUST_CHECK;
/* Another number when that has changed: for who asks often. Reads a directory. */
uint64_t edit_list_mark(Job *job, Index *index);
/* Takes one back, `id` empty: the latest. Exact: bytes, modes, names. Once.
 * ERR_NOT_FOUND: no such; ERR_CONFLICT: a file changed since, with the
 * difference; nothing is changed then. `hub` may be NULL. */
Err edit_undo(Job *job, Index *index, LspHub *hub, Str id, EditReceipt *ret_receipt) MUST_CHECK;
/* What that would do, as a unified diff that is appended to `out`, and its
 * steps; changes nothing. Errors likewise. */
Err edit_undo_diff(Job *job, Index *index, Str id, Buf *out, EditSteps *ret_steps) MUST_CHECK;

/* Ends what a killed process began: all of it or nothing. Cheap when there is
 * nothing to do: one look. Called when a workspace is opened and by every
 * plan. ERR_BUSY: it is under way in another process. */
Err edit_recover(Job *job, Index *index) MUST_CHECK;
/* The same, unless this process has looked since it opened the workspace: for
 * who asks often. Who is killed while others go on working is made good by the
 * process that comes in its place, or by the next edit. */
Err edit_recover_first(Job *job, Index *index) MUST_CHECK;

#endif
