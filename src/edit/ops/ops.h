/* Ops: the operations of editing, by symbol, text, pattern or server.
 * Each finds its place in the text as the plan has it now (parsed anew, never
 * by remembered spans) and puts its changes into the plan; nothing here writes
 * files. Several operations of one plan see each other's changes.
 * Everything returned lives in the job's arena. One thread. Errors say what was
 * wrong and what to do; then the plan must not be applied. */
#ifndef FATHOM_EDIT_OPS_OPS_H
#define FATHOM_EDIT_OPS_OPS_H

#include "src/base/json.h"
#include "src/edit/edit.h"

/* ---- surroundings ---- */

typedef struct EditOps EditOps;

/* A server that may be asked, held by who gives it until edit_ops_close; NULL:
 * none. `starts`: the operation cannot be done otherwise, so one may be
 * started. */
typedef struct EditServers {
  void *context;
  LspServer *(*take)(void *context, Job *job, Str path, bool starts);
} EditServers;

/* `servers` may be NULL. Brings the index up to date. The caller's to close;
 * the plan must live as long. */
Err edit_ops_open(EditPlan *plan, const EditServers *servers, EditOps **ret_ops) MUST_CHECK;
void edit_ops_close(EditOps *ops);
AUTO_CLOSE(EditOps, edit_ops_close)

/* ---- symbols and their ranges ---- */

/* A definition in the text as the plan has it. Ranges are of that text. */
typedef struct EditSymbol {
  EditFile *file;
  Str name;
  Str container;   /* its name; empty: the file's top level */
  SymbolKind kind;
  unsigned flags;  /* DEF_... */
  DefNo def;       /* in the file's present facts */
  StoreSymbol stored; /* as the graph has it; id 0: it does not */
  uint32_t line;   /* of the name */
  Range name_range;
  Range whole;     /* with doc comment, decorators, export and the like, and a sign that ends it */
  Range own;       /* the same without the doc comment above */
  Range signature; /* from the beginning of `own` to before the body */
  Range body;      /* what may be replaced: inside of braces, the lines of a block, an expression; empty
                      range with has_body false: there is none */
  Range block;     /* the same with its braces */
  bool has_body;
  bool has_braces;
} EditSymbol;

/* `name`, `Type.member`, `Type/member`, `Type::member`, `file:name`; behind it
 * `[n]` chooses among namesakes in the order of the text, from 0, and `(a, b)`
 * by types or names of parameters. `file` narrows it, or is empty; `line` is
 * one within the symbol, or 0. ERR_NOT_FOUND with what there is; ERR_USAGE: several are called so,
 * listed with their places. */
typedef struct EditWanted {
  Str symbol;
  Str file;
  uint32_t line;
} EditWanted;
Err edit_find_symbol(EditOps *ops, const EditWanted *wanted, EditSymbol *ret_symbol) MUST_CHECK;

/* A place that a text is fitted to. */
typedef struct EditFit {
  Str indent; /* what stands there before the first character */
  Str unit;   /* what one step is in that file: "\t", two or four blanks */
  /* Strings of the text, in order, none within another: lines that begin in one
   * are part of a value and stay as they are. */
  const Range *strings;
  size_t string_count;
} EditFit;
/* `text` with its indentation fitted to a place, in the arena or as it is. A
 * text that is indented so already is left alone. Without blank lines around it. */
Str edit_fit_indent(Arena *arena, Str text, const EditFit *fit);

/* ---- operations ---- */

#define EDIT_OPS(X)                                                                     \
  X(EDIT_OP_REPLACE, "replace")           /* symbol, text */                              \
  X(EDIT_OP_BODY, "replace_body")         /* symbol, text */                              \
  X(EDIT_OP_SIGNATURE, "replace_signature") /* symbol, text */                            \
  X(EDIT_OP_BEFORE, "insert_before")      /* symbol, or file with line; text */           \
  X(EDIT_OP_AFTER, "insert_after")        /* likewise */                                  \
  X(EDIT_OP_FIRST, "insert_first")        /* symbol that holds others, or file; text */   \
  X(EDIT_OP_LAST, "insert_last")          /* likewise */                                  \
  X(EDIT_OP_DELETE, "delete")             /* symbol; force */                             \
  X(EDIT_OP_RENAME, "rename")             /* symbol, new_name; force */                   \
  X(EDIT_OP_MOVE, "move")                 /* symbol, to */                                \
  X(EDIT_OP_PARAMS, "change_signature")   /* symbol, params */                            \
  X(EDIT_OP_TEXT, "text")                 /* file or path, find, text; expect, occurrence */ \
  X(EDIT_OP_REGEX, "regex")               /* the same */                                  \
  X(EDIT_OP_PATTERN, "pattern")           /* the same */                                  \
  X(EDIT_OP_LINES, "lines")               /* file, line, end_line, text */                \
  X(EDIT_OP_CREATE, "create_file")        /* file, text */                                \
  X(EDIT_OP_RENAME_FILE, "rename_file")   /* file, to */                                  \
  X(EDIT_OP_DELETE_FILE, "delete_file")   /* file */                                      \
  X(EDIT_OP_WORKSPACE, "workspace_edit")  /* edit */                                      \
  X(EDIT_OP_ACTION, "code_action")        /* file or symbol, title */                     \
  X(EDIT_OP_IMPORTS, "organize_imports")  /* file */                                      \
  X(EDIT_OP_FORMAT, "format")             /* file */

typedef enum EditOpKind {
#define EDIT_OP_ROW(kind, word) kind,
  EDIT_OPS(EDIT_OP_ROW)
#undef EDIT_OP_ROW
  EDIT_OP_COUNT
} EditOpKind;
/* Constant text. */
const char *edit_op_word(EditOpKind kind);
/* Whether a file argument means several files: a glob, `!left out`, some with
 * commas between, or "." for all. */
bool edit_is_selection(Str path);
/* False: no operation is called so. */
bool edit_op_from_word(Str word, EditOpKind *ret_kind) MUST_CHECK;

typedef struct EditOp {
  EditOpKind kind;
  Str symbol;
  Str file;   /* path; of text, regex and pattern: file, folder or glob */
  Str text;   /* what is put there */
  bool has_text;
  Str find;   /* what is looked for: text, PCRE2 expression, pattern of syntax */
  Str new_name;
  Str to;     /* path */
  Str title;  /* of a code action */
  uint32_t line, end_line; /* from 1; 0: not given */
  bool has_expect;
  size_t expect;     /* how many places there must be; not given: of `text` one, of the others one or more */
  uint32_t occurrence; /* only this one, from 1; 0: all that are expected */
  const Str *params; /* the parameters afterwards: `name`, `old->new`, `+declaration`, `+declaration := value for calls` */
  size_t param_count;
  const Json *edit;  /* an LSP WorkspaceEdit */
  bool is_loose;     /* of text: where it stands nowhere, the one place that differs in white space alone is taken, and told */
  bool mentions;     /* of rename: the name in comments and strings too */
  bool force;
  bool is_spelled; /* who asks named these members himself, so messages may, too; else they tell of the tool that takes them */
} EditOp;

/* A place that was not changed and perhaps should be, or one to look at. */
typedef struct EditLeft {
  Str path;
  uint32_t line;
  Str why; /* "in a comment", "cannot be told: ..." */
} EditLeft;
typedef struct EditLefts {
  EditLeft *items;
  size_t len;
  size_t cap;
} EditLefts;

typedef struct EditDone {
  Str what;        /* "rename a to b: 12 places in 3 files, by the graph" */
  size_t places;   /* changed */
  Str symbol;      /* qualified, as found; empty: none was asked for */
  EditLefts left;
  Str *notes;
  size_t note_count;
} EditDone;

/* Into the plan. Errors: those of finding, ERR_EXISTS for collisions, ERR_DENIED for what needs force,
 * ERR_UNAVAILABLE for what nobody here can do. */
Err edit_op_run(EditOps *ops, const EditOp *op, EditDone *ret_done) MUST_CHECK;

/* ---- what an edit broke ---- */

/* Uses of the graph that lead somewhere before and nowhere afterwards. */
typedef struct EditBroken {
  Str path;
  uint32_t line;
  Str name;
} EditBroken;
typedef struct EditEffect {
  EditBroken *items; /* by path and line, at most 50 */
  size_t len;
  size_t total;
  Str *tests;        /* commands that run the tests concerned, whole */
  Str *test_notes;   /* of each: what more it runs; empty: nothing */
  size_t test_count;
  Str *test_files;
  size_t test_file_count;
} EditEffect;
typedef struct EditBefore EditBefore;
/* Remembers what resolves in the files the plan changes and in those that use
 * them: to be called before edit_plan_apply. */
Err edit_effect_before(EditOps *ops, EditBefore **ret_before) MUST_CHECK;
/* After it: brings the index up to date and compares. */
Err edit_effect_after(EditOps *ops, const EditBefore *before, EditEffect *ret_effect) MUST_CHECK;

#endif
