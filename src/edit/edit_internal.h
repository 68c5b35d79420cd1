/* What the parts of edit share. */
#ifndef FATHOM_EDIT_EDIT_INTERNAL_H
#define FATHOM_EDIT_EDIT_INTERNAL_H

#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/edit/edit.h"
#include "src/index/part.h"
#include "src/os/keep.h"
#include "src/os/root.h"

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
};

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

#endif
