/* What the parts of moving to another package share: packages (packages.c), what
 * moves and what it needs (move_package.c), and who uses it, in languages that
 * qualify names (move_qualified.c) and in those that import them
 * (move_imported.c). */
#ifndef FATHOM_EDIT_OPS_MOVE_INTERNAL_H
#define FATHOM_EDIT_OPS_MOVE_INTERNAL_H

#include "src/edit/ops/ops_internal.h"

Str edit_folder_of(Str path); /* "" for a file at the root */
Str edit_last_step(Str path, char separator);

/* ---- packages.c ---- */

typedef struct EditPackage {
  Str folder;
  Str name; /* as its files declare it, */
  Str path; /* and as others import it; empty: no manifest says so */
  bool path_is_rooted; /* in a manifest; then the folder alone makes the package, else its name */
  bool is_new; /* no file of it is there yet */
} EditPackage;
/* The package of the file at `path`, which need not be there. `like`: that of
 * the file things are moved from, whose manner is kept; may be NULL where the
 * file is there. In the job's arena. */
Err edit_package_of(EditOps *ops, const Language *language, Str path, const EditPackage *like, EditPackage *ret_package) MUST_CHECK;
/* Whether the file, whose tree this is, belongs to it. */
bool edit_package_is(const EditPackage *package, Str path, const EditTree *tree);
/* All indexed files of it; tests that are a package of their own may be among
 * them. */
Err edit_package_files(EditOps *ops, const Language *language, const EditPackage *package, StoreFiles *ret_files) MUST_CHECK;
/* What its files define at their top: name -> StoreSymbol. */
Err edit_package_names(EditOps *ops, const Language *language, const EditPackage *package, Map *ret_names) MUST_CHECK;
/* How the package in the folder `from` comes to import the one in `to`: "a -> b
 * -> c"; empty: it does not. */
Err edit_package_way(EditOps *ops, const Language *language, Str from, Str to, Str *ret_way) MUST_CHECK;

/* ---- move_package.c ---- */

/* A definition that moves: the one that was asked for, or a method of it that
 * stands apart. */
typedef struct EditPiece {
  EditSymbol symbol;
  const EditTree *tree; /* of its file, before anything is changed */
  Edit *items;          /* how it is spelled at its new place; of the file's text */
  size_t len;
  size_t cap;
} EditPiece;

/* A file that changes, all at once, and what it imports then. */
typedef struct EditChange {
  EditFile *file;
  const EditTree *tree;
  Edit *items;
  size_t len;
  size_t cap;
  Str import; /* a statement to be added; empty: none */
  bool is_source; /* something moves away from it */
} EditChange;

typedef struct EditWords {
  Str *items;
  size_t len;
  size_t cap;
} EditWords;

#define EDIT_PIECES_MAX 256

typedef struct EditPackageMove {
  EditOps *ops;
  const EditOp *op;
  EditDone *done;
  const Language *language;
  EditPackage from, to;
  EditPiece pieces[EDIT_PIECES_MAX]; /* the first is what was asked for */
  size_t piece_count;
  EditUses uses;
  Map names; /* of the old package */
  Map there; /* of the new one */
  VEC(EditChange *) changes;
  EditWords imports; /* statements that the new file needs */
  EditWords dropped; /* names of imports that what moved has used */
  Map reasons;      /* why it cannot be done, each once */
  bool needs_old;   /* what moves uses the old package */
} EditPackageMove;

/* One more reason why it is refused. */
void edit_move_object(EditPackageMove *move, Str reason);
/* The file among those that change; NULL with words in the job: it cannot be. */
Err edit_move_change(EditPackageMove *move, Str path, EditChange **ret_change) MUST_CHECK;
void edit_move_put(EditPackageMove *move, EditChange *change, Range range, Str text);
/* Whether the byte of the file's present text lies in what moves. */
bool edit_move_has(const EditPackageMove *move, const EditFile *file, uint32_t byte);
/* Whether other packages may use it. */
Err edit_move_is_seen(EditPackageMove *move, const StoreSymbol *symbol, bool *ret_is_seen) MUST_CHECK;

/* ERR_DENIED with all reasons behind `what`; OK: there are none. */
Err edit_move_refuse(EditOps *ops, const Map *reasons, Str what) MUST_CHECK;

/* ---- move_included.c ---- */

/* The move of a function to another file where files include each other. */
Err edit_move_included(EditOps *ops, const EditOp *op, const EditSymbol *symbol, EditDone *done) MUST_CHECK;

/* ---- move_qualified.c, move_imported.c ---- */

/* What a piece needs: how names are spelled there, imports, reasons against it. */
Err edit_move_needs_qualified(EditPackageMove *move, EditPiece *piece) MUST_CHECK;
Err edit_move_needs_imported(EditPackageMove *move, EditPiece *piece) MUST_CHECK;
/* Every use outside of what moves. */
Err edit_move_users_qualified(EditPackageMove *move) MUST_CHECK;
Err edit_move_users_imported(EditPackageMove *move) MUST_CHECK;

/* The move of a symbol to a file of another package, into the plan. ERR_DENIED
 * with all the reasons where the result could not be right. */
Err edit_move_package(EditOps *ops, const EditOp *op, const EditSymbol *symbol, EditDone *done) MUST_CHECK;

#endif
