/* What the parts of edit share. */
#ifndef FATHOM_EDIT_EDIT_INTERNAL_H
#define FATHOM_EDIT_EDIT_INTERNAL_H

#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/edit/edit.h"
#include "src/index/part.h"
#include "src/os/keep.h"
#include "src/os/root.h"

/* A file as a plan sees it, in the job's arena. `base` is what was read from
 * disk and never changes; `edits` leads from it to `chars`, composed anew with
 * each change, so that a place of the base can be followed at any time. `now`
 * is made when somebody asks for it. */
struct EditFile {
  EditPlan *plan;
  Str path;      /* in the end */
  Str base_path; /* on disk; empty: the plan makes it */
  FileStat stat; /* of what was read */
  Str bytes;     /* on disk, as read */
  Text base;     /* of them */
  Edits edits;   /* of the base */
  Str chars;     /* the base with the edits done */
  Text now;      /* of them, when is_made */
  bool is_made;
  bool is_deleted;
  const struct Language *checked_as; /* `checked` is the tree of `chars` in this language; NULL: there is none */
  Syntax checked;
};

/* What stands where before and after. A file that moves is in both maps, under
 * two paths; one that is made is only in at_last, one that is deleted only in
 * on_disk. Nothing on disk changes before edit_plan_apply. */
struct EditPlan {
  Job *job;
  EditOptions options;
  Root *root;
  VEC(EditFile *) files;
  Map on_disk;  /* path -> EditFile that was read there */
  Map at_last;  /* path -> EditFile that is there in the end */
  size_t bytes; /* read so far */
  bool is_applied;
};

/* ---- steps.c: what a plan comes to ---- */

/* A path that is not as it was: before and after, NULL where nothing is. */
typedef struct EditTouch {
  Str path;
  EditFile *before, *after;
} EditTouch;
typedef struct EditTouches {
  EditTouch *items; /* by path */
  size_t len;
  size_t cap;
} EditTouches;
/* Every path whose contents differ in the end, in the plan's arena. A file
 * that moves touches two paths. Never fails. */
EditTouches edit_plan_touches(EditPlan *plan);
/* The bytes of a file with all changes; of an unchanged one those on disk.
 * ERR_USAGE: its form cannot hold the text, or would be taken for another. */
Err edit_file_encode(EditFile *file, Str *ret_bytes) MUST_CHECK;

/* ---- rules.c: what may be edited ---- */

/* .git, .fathom and the like; what ignore rules leave out, unless allowed. */
Err edit_check_path(EditPlan *plan, Str path) MUST_CHECK;
/* What stands there: regular, one name, writable. */
Err edit_check_entry(EditPlan *plan, const RootEntry *entry) MUST_CHECK;
/* What its contents and its name say: binary, generated. */
Err edit_check_contents(EditPlan *plan, Str path, const Text *text) MUST_CHECK;

/* ---- record.c: what is kept of a transaction ---- */

/* What stands at a path: nothing, or bytes. The tag is enough to recognise
 * contents after a kill; the bytes are kept only of what an undo needs. */
typedef struct EditContent {
  bool exists;
  unsigned char tag[KEEP_TAG]; /* of the bytes, under the user's seal */
  Str bytes;                   /* of old contents that are kept for undo; else empty or at hand */
  FileStat stat;               /* mode, owner and group count */
} EditContent;

/* One path of a transaction. `is_staged`: the file beside it may exist and is
 * to be removed; `is_done`: the path holds the new contents; `is_theirs`: the
 * file beside holds what somebody else wrote, and is kept as `saved`. The files
 * are held between the exchange and the end, as many as there may be. */
typedef struct EditPart {
  Str path;
  Str beside; /* the file that changes places with it */
  unsigned made;   /* folders that were made for it, */
  unsigned unmade; /* and that go with it where this takes an edit back */
  EditContent before, after;
  bool is_staged, is_done, is_theirs;
  Str saved;
  RootHold old, new;
} EditPart;
typedef VEC(EditPart) EditParts;

/* A transaction as it is kept: in the journal while it is under way, under its
 * id afterwards, for as long as it can be taken back. */
typedef struct EditRecord {
  Str id;
  Str undoes; /* the id of the one that this takes back; empty: it does not */
  Str title;
  int64_t time_ms;
  bool has_bytes; /* old contents are kept: it can be taken back */
  EditParts parts;
  EditSteps steps;
} EditRecord;

/* As bytes under a seal of their own; reading checks that and everything in
 * it, since a fault of ours would be sealed too. Texts borrow. */
Str edit_record_pack(Job *job, const Keep *keep, const EditRecord *record);
bool edit_record_unpack(Job *job, const Keep *keep, Str bytes, EditRecord *ret_record) MUST_CHECK;
/* The same of the paths that are about to be written. */
Str edit_staged_pack(Job *job, const Keep *keep, const EditParts *parts);
bool edit_staged_unpack(Job *job, const Keep *keep, Str bytes, EditParts *ret_parts) MUST_CHECK;
/* The name of a file of ours beside a path, in its folder. */
bool edit_is_beside(Str path, Str beside);
/* Sets tag and existence of contents at hand. */
void edit_content_seal(const Keep *keep, EditContent *content);

/* ---- apply.c: doing one ---- */

/* A transaction under way, of one thread. `lock` is the file lock around it,
 * -1 without one; it belongs to who took it. `note` says why the edit cannot
 * be undone; empty: it can. */
typedef struct EditWork {
  Job *job;
  Index *index;
  Root *root;
  Keep *keep; /* NULL: nothing can be kept here */
  int lock;
  EditRecord record;
  Str note;
} EditWork;

/* The folder where records are kept; NULL: there is none. */
Keep *edit_keep(Job *job, Index *index);
/* Waits some seconds. ERR_BUSY after that. Give it back with file_unlock. */
Err edit_lock(Job *job, Keep *keep, int *ret_fd) MUST_CHECK;
/* Does record.parts, whose contents are all at hand: all of them or none. */
Err edit_work_run(EditWork *work) MUST_CHECK;
/* Its names are on disk afterwards, or the log says why not. */
void edit_work_sync(EditWork *work);
/* Ends one that is done and synced: kept for undo, files beside gone. */
Err edit_work_finish(EditWork *work) MUST_CHECK;
/* Takes parts that are done back, then everything that was staged. */
void edit_work_back(EditWork *work);

/* ---- exchange.c: one path of it ---- */

/* ERR_CONFLICT with the difference between what the part is based on and `now`. */
Err edit_part_conflict(EditWork *work, const EditPart *part, bool exists, Str now);
/* ERR_CONFLICT: the path does not hold what the part is based on. */
Err edit_part_compare(EditWork *work, const EditPart *part) MUST_CHECK;
/* Puts the new contents in place of the old ones, or nothing in place of them,
 * and holds both. is_done also when it fails after that. */
Err edit_part_change(EditWork *work, EditPart *part) MUST_CHECK;
/* ERR_CONFLICT: somebody came between, and it is to be taken back. */
Err edit_part_verify(EditWork *work, EditPart *part) MUST_CHECK;
/* The old contents back in place; what others wrote since stays. */
void edit_part_take_back(EditWork *work, EditPart *part);
void edit_part_release(EditPart *part);
/* Keeps the file beside under a name that is seen. False: not possible yet. */
bool edit_part_save(EditWork *work, EditPart *part);

/* ---- recover.c ---- */

/* Under the lock. *ret_did: there was something to do. */
Err edit_recover_locked(Job *job, Index *index, Keep *keep, bool *ret_did) MUST_CHECK;

/* ---- undo.c ---- */

/* Removes the oldest records beyond what may be kept. */
void edit_forget_old(Job *job, Keep *keep);

#endif
