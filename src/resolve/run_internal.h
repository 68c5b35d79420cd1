/* The run: resolving one file, and the memo of what it evaluated. */
#ifndef FATHOM_RESOLVE_RUN_INTERNAL_H
#define FATHOM_RESOLVE_RUN_INTERNAL_H

#include "src/base/idmap.h"
#include "src/resolve/found_internal.h"
#include "src/resolve/method_order_internal.h"

typedef struct Module {
  const WorldFile *files;
  uint32_t count;
} Module;

typedef struct Params {
  TermId *items;
  uint32_t count;
} Params;

typedef struct Part {
  View *view;
  DefNo def;
} Part;

typedef struct Parts {
  Part *items; /* in an order that is the same for each of them */
  uint32_t count;
  struct PartNames *names; /* what their scopes bind; NULL: not asked yet */
} Parts;

typedef enum MemoKind {
  MEMO_VALUE = 1, /* expression as value */
  MEMO_TYPE,      /* expression as type */
  MEMO_BIND,      /* bind as value */
  MEMO_RESULT,    /* definition's result, before substitution */
  MEMO_CONTEXT,   /* type expected of an expression */
  MEMO_METHOD_ORDER,      /* definition's linearisation: in run->method_orders */
  MEMO_BASES,     /* bases of a type in all its parts, by the part that stands for it: in run->bases */
  MEMO_PARTS,     /* all parts of a definition's type: in run->parts */
  MEMO_PARAMS,    /* definition's type parameters: in run->params */
  MEMO_SIGNATURE, /* definition's parameters: in run->params */
  MEMO_LIBRARY,   /* type of the library by name: a TermId */
  MEMO_DECORATED,  /* definition as its decorators leave it */
  MEMO_GIVEN,     /* parameter, as what calls of its file give it */
  MEMO_BEYOND,    /* what a name is that the file does not have: in run->kept */
  MEMO_USERS,     /* what types that build on one have of a name, by run->users_of: in run->kept */
  MEMO_ENCLOSING, /* the module that a file's text is taken into: a name */
  MEMO_SCRIPTS,   /* what scripts of a language have of a name: in run->kept */
  MEMO_TAKERS,    /* the functions that a bind says something is handed to: in run->kept */
  MEMO_ASKED      /* what something is by what is asked of it, by run->asked_members */
} MemoKind;

typedef struct Memo {
  uint64_t key;
  uint32_t run; /* entries of other runs are free */
  uint32_t value;
  uint32_t head; /* the evaluation during which a provisional value holds; 0: it is none */
  uint32_t head_depth; /* where that was begun; 0: a bound was reached */
} Memo;

#define MEMO_BUSY 0x80000000u /* with the depth; values are smaller */
#define MEMO_NONE 0x7fffffffu

/* Of the text of a name that was asked for lately. */
typedef struct NameHash {
  NameId name; /* 0: none */
  uint64_t hash;
} NameHash;

struct ResolveThread {
  ResolveWorld *world;
  Arena arena; /* reset for every file */
  ViewIndex **indexes; /* by hash of the file */
  size_t index_slots, index_count, index_bytes, index_max;
  uint64_t clock;
  Memo *memo;
  size_t memo_slots, memo_used;
  uint32_t run_number;
  uint32_t *view_of; /* by WorldFile: View.number, of run view_run[...] */
  uint32_t *view_run;
  size_t view_cap;
  uint32_t *used_run; /* by WorldFile: the run that used it; as long as view_of */
  uint32_t *marks, mark; /* by WorldFile: for walks */
  size_t mark_cap;
  struct NameHash *name_hashes; /* by the id's last bits */
  struct Assigned **assigned; /* by hash of the file */
  size_t assigned_bytes;
  struct Stars *stars; /* what files give on whole; NULL: nobody asked yet */
  struct ResolveThread *aside; /* for runs inside of a run; NULL: none yet */
  Pool pool;
};

#define RUN_DEPTH_MAX 60
#define RUN_STEPS_PER_REF 20000
#define RUN_STEPS_EXACT 500 /* since depth 0 was left: see memo.c */

struct Run {
  ResolveThread *thread;
  ResolveWorld *world;
  Arena *arena;
  Pool *pool;
  View *root;
  bool is_whole; /* of the root all is needed: it is resolved */
  VEC(View *) views;
  VEC(WorldFile) uses; /* of the project, the root left out */
  VEC(Module) modules;
  VEC(MethodOrder *) method_orders;
  VEC(struct TypeBases *) bases;
  VEC(Parts *) parts;
  Idmap users_of; /* by type, name and mode: a number of its own */
  Idmap parts_of; /* by path of names and number of type parameters: in parts */
  VEC(Params) params;
  VEC(uint64_t) asks;
  Idmap asked; /* the same, to find them */
  VEC(KeptList) kept;
  unsigned depth;
  unsigned cut_at; /* depth of the outermost evaluation that was met again; UINT_MAX: none */
  uint32_t begun[RUN_DEPTH_MAX + 1]; /* by depth: the evaluation there; 0: none. First: the outermost since depth 0 */
  uint32_t begun_count;
  uint64_t steps, step_limit, steps_before; /* before: when depth 0 was left */
  uint64_t compared; /* see Resolved */
  VEC(uint64_t) busy_exports; /* file and name being looked up */
  struct StarsUsed *stars_used; /* see stars.c; NULL: nothing yet */
  uint32_t star_looks; /* files that walks along stars have looked at */
  struct Mounts *mounts; /* what is mounted in the project; NULL: nobody asked yet */
  struct Given *given;   /* which calls functions are given to, by file; likewise */
  Idmap wired;           /* files whose wiring, or lines, were asked about */
  struct AskedMembers *asked_members; /* what the root asks of what, see asked.c; likewise */
  struct NamedCalls *named_calls; /* calls by what they call, by file; likewise */
};

/* resolve.c */
void resolve_run_begin(ResolveThread *thread, Run *run);

/* memo.c */
void resolve_memo_shrink(ResolveThread *thread);
bool resolve_memo_get(Run *run, MemoKind kind, uint32_t view, uint32_t number, uint32_t *ret_value);
/* Goes one level deeper where nothing is memoised; false: too deep, or too much
 * was done for one reference already. */
bool resolve_enter(Run *run);
static inline void resolve_leave(Run *run) {
  assert(run->depth);
  run->depth--;
}
typedef struct MemoFrame {
  uint64_t key;
  unsigned cut_before;
} MemoFrame;
/* Begins an evaluation; false: it is under way already or too deep, the answer is unknown. */
bool resolve_memo_begin(Run *run, MemoKind kind, uint32_t view, uint32_t number, MemoFrame *ret_frame);
void resolve_memo_end(Run *run, const MemoFrame *frame, uint32_t value);

#endif
