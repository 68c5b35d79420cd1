/* The insides of resolution: the world's tables, the values that evaluation
 * computes with, and the run that resolves one file. */
#ifndef FATHOM_RESOLVE_RESOLVE_INTERNAL_H
#define FATHOM_RESOLVE_RESOLVE_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>

#include "src/base/map.h"
#include "src/resolve/resolve.h"

/* ---- tables: a key's files and definitions ---- */

typedef struct TableItem {
  uint64_t key;
  WorldFile file;
  DefNo def;
} TableItem;

/* Several items per key, in order of their files' paths. */
typedef struct Table {
  TableItem *items;
  size_t count, cap;
  size_t sorted;     /* so many are in order; the others were added since the last sort */
  uint32_t *buckets; /* by the key's first bits: where its items begin */
  unsigned bits;
} Table;

void resolve_table_clear(Table *table);
void resolve_table_add(Table *table, TableItem item);
/* Forgets what was added for the file since the last sort. */
void resolve_table_take_back(Table *table, WorldFile file);
/* As of the last sort. */
size_t resolve_table_get(const Table *table, uint64_t key, const TableItem **ret_items);
/* `some_dropped`: there are entries of files that are marked so. */
void resolve_table_sort(Table *table, struct ResolveWorld *world, bool some_dropped);

/* ---- keys: what files answer look-ups under ---- */

typedef enum KeyKind {
  KEY_PATH = 1,  /* path */
  KEY_PACKAGE,   /* a package's files */
  KEY_DIRECTORY, /* a directory's files */
  KEY_FILE_NAME, /* files of this name, anywhere */
  KEY_NAME,      /* package, top-level name */
  KEY_GLOBAL,    /* family, name with external linkage; in a library: names that are everywhere */
  KEY_METHOD,    /* package, receiver, name */
  KEY_METHODS,   /* package, receiver: all of them */
  KEY_ABSTRACT,  /* family, name of a method of an interface */
  KEY_FIELD,     /* family, name of a member that functions are assigned to */
  KEY_DEPENDENCY /* path of a file that is installed */
} KeyKind;

typedef struct Key {
  uint64_t key;
  DefNo def; /* KEY_FIELD: the bind */
} Key;

uint64_t resolve_key(KeyKind kind, uint64_t first, uint64_t second);
/* What files that see each other's top level have in common. */
uint64_t resolve_package_id(const Language *language, bool library, Str path, Str package);
uint64_t resolve_family_id(const Language *language, bool library);
Str resolve_family(const Language *language);
/* A function put into a member of something, where it will be called through. */
bool resolve_is_assignment(const Bind *bind);
/* All keys of a file, sorted. A library's names are global when its path or
 * package is among the language's `globals`. */
Key *resolve_file_keys(Arena *arena, Str path, const Language *language, const Facts *facts,
                       bool library, size_t *ret_count);

/* ---- languages, with their words interned ---- */

#define LANG_WORDS 6
typedef struct Words {
  NameId names[LANG_WORDS];
  uint32_t count;
} Words;

typedef struct Primitive {
  NameId name, box; /* box 0: none */
  uint32_t group;   /* widening stays inside */
} Primitive;
#define LANG_PRIMITIVES 24

typedef struct Lang {
  const Language *language;
  struct Family *family;
  LanguageRules rules;
  bool is_everywhere; /* all names of its library are keys of it */
  uint64_t family_id, library_id;
  Words constructors, iterate, await, promise;
  NameId literals[LITERAL_OTHER + 1];
  NameId list, set, map, tuple, function, generator, object, call, index;
  NameId default_name, whole_name; /* "default", "export=" */
  Primitive primitives[LANG_PRIMITIVES];
  uint32_t primitive_count;
  struct Lang *next;
} Lang;

/* One definition per name in the whole program, declared wherever it is used. */
static inline bool resolve_links_by_name(const Lang *lang) {
  return lang->rules.globals == LANGUAGE_GLOBALS_LINKED;
}

/* What a name is looked up as; a language may keep them apart. */
enum {
  MODE_VALUE = 1,
  MODE_TYPE = 2,
  MODE_CALL = 4, /* the name of what is called */
  MODE_ANY = 7
};

/* What a look-up may find: where names are not told apart by their use, anything. */
static inline unsigned resolve_mode(const Lang *lang, unsigned mode) {
  return lang->rules.namespaces == LANGUAGE_NAMES_TOGETHER ? MODE_ANY : mode;
}

/* Languages that share a library. */
typedef struct Family {
  Str name;
  bool tried;              /* to load the library */
  struct Library *library; /* NULL: there is none */
  struct Family *next;
} Family;

/* ---- the world ---- */

typedef struct FileList {
  struct FileList *next;
  uint64_t hash;
  uint32_t refs;
  uint32_t count;
  WorldFile files[];
} FileList;

typedef struct FileLists {
  FileList **slots;
  size_t slot_count, count;
} FileLists;

/* The one list of these files; NULL for none. */
FileList *resolve_file_list_ref(FileLists *lists, const WorldFile *files, size_t count);
void resolve_file_list_unref(FileLists *lists, FileList *list);
void resolve_file_lists_clear(FileLists *lists);

/* Files by the hash of a name they have at their top level; like a table. */
typedef struct Holders {
  uint64_t *items; /* hash, file */
  size_t count, cap, sorted;
  uint32_t *buckets;
  unsigned bits;
} Holders;

void resolve_holders_clear(Holders *holders);
void resolve_holders_add(Holders *holders, const Facts *facts, WorldFile file);
void resolve_holders_take_back(Holders *holders, WorldFile file);
size_t resolve_holders_get(const Holders *holders, uint32_t hash, const uint64_t **ret_items);
void resolve_holders_sort(Holders *holders, const struct ResolveWorld *world, bool some_dropped);

/* Where one import leads. */
typedef struct Link {
  FileList *files; /* NULL: none */
  uint32_t rest, rest_len; /* in the block's text */
  WorldFile submodule;
  bool outside;
  bool includes; /* IMPORT_INCLUDE */
} Link;

typedef struct Links {
  uint32_t count;
  uint32_t text_len;
  Link *items; /* by ImportNo */
  char *text;
} Links;

typedef struct WorldEntry {
  Str path; /* on the heap, or the library's */
  const Lang *lang;
  NameId package;
  uint64_t package_id;
  bool live;
  bool is_library;    /* of a standard library, or a dependency: outside the project */
  bool is_dependency; /* its facts are borrowed, its links found on first use */
  bool is_test;
  bool fresh;       /* put since the last link */
  bool dropped;     /* since the last link: what tables have of it is of before */
  uint32_t version; /* grows with every put */
  Links *links;
  struct LibraryFile *library_file;
  struct DependencyPackage *group; /* NULL: none */
} WorldEntry;

/* Files of dependencies that see each other's top level, and what they answer to. */
typedef struct DependencyPackage {
  const WorldFile *files;
  uint32_t count;
  atomic_bool is_ready; /* the table is there; put there under library_lock */
  TableItem *items;     /* by key, file, definition; on the heap */
  size_t item_count;
  struct DependencyPackage *next;
} DependencyPackage;

/* Files of what is installed. Their entries are set aside as one block, so that
 * workers may add to it. */
typedef struct Dependencies {
  LanguageWorld *linker; /* under library_lock; NULL: nothing is read there */
  Arena arena;
  Map paths;       /* to their numbers */
  DependencyPackage *packages;
  WorldFile first; /* of the block; 0: not set aside yet */
  uint32_t count, max;
  uint32_t version; /* the last one given */
  uint32_t cut;     /* were there and did not fit */
} Dependencies;

struct ResolveWorld {
  Names *names;
  ResolveSource source;
  WorldEntry *files; /* by WorldFile; 0 unused */
  size_t file_count, file_cap;
  Arena paths_arena;
  Map paths; /* of the project's live files, to their numbers */
  Table table;
  FileLists lists; /* of links; a library's under library_lock */
  Holders holders; /* of languages that include text */
  uint32_t epoch;  /* grows with every link */
  size_t memory;   /* each thread, and linking, may keep so many bytes */
  Lang *langs;
  Family *families;
  Arena arena;  /* languages and families */
  Str folder;   /* of the libraries; on the heap; ptr NULL: none */
  bool stale;   /* paths, packages or configuration changed: link all again */
  Arena configs_arena;
  Map configs;  /* paths of configuration files */
  LanguageWorld *linker;
  Arena link_arena;
  void *link_state[64]; /* by language's place in `langs` */
  pthread_mutex_t library_lock;
  Dependencies dependencies;
};

const Lang *resolve_lang(ResolveWorld *world, const Language *language);
WorldFile resolve_world_add_entry(ResolveWorld *world, Str path, const Lang *lang);
/* The file's links; a library's are found on first use. */
const Links *resolve_links(ResolveWorld *world, WorldFile file, const Facts *facts);
/* Asks the language about every import. */
Links *resolve_links_make(ResolveWorld *world, LanguageWorld *linker, const Lang *lang, const Facts *facts,
                          WorldFile from);
void resolve_links_free(ResolveWorld *world, Links *links);
typedef enum LinkerKind {
  LINKER_PROJECT,
  LINKER_LIBRARY,  /* does not see the project */
  LINKER_INSTALLED /* nor does this: it sees dependencies */
} LinkerKind;
LanguageWorld *resolve_linker_open(ResolveWorld *world, LinkerKind kind);
void resolve_linker_close(LanguageWorld *linker);
void resolve_linker_forget(LanguageWorld *linker); /* its state and answers */
/* Forgets them when they have grown by more than that since they were begun. */
void resolve_linker_limit(LanguageWorld *linker, size_t bytes);
void resolve_linker_for(LanguageWorld *linker, const Lang *lang);

/* ---- libraries ---- */

typedef struct LibraryFile {
  _Atomic(const Facts *) facts; /* decoded on first use */
  _Atomic(Links *) links;
  Facts decoded;
  Str bytes;
} LibraryFile;

typedef struct Library {
  unsigned char *bytes;
  size_t size;
  LibraryFile *files;
  uint32_t count;
  WorldFile first;
  const unsigned char *keys; /* sorted */
  uint32_t key_count;
  bool has_names; /* there are keys of names, not of files alone */
  Arena arena;
  LanguageWorld *linker;
} Library;

void resolve_library_load(ResolveWorld *world, Lang *lang);
void resolve_library_close(ResolveWorld *world, Library *library);
const Facts *resolve_library_facts(ResolveWorld *world, WorldFile file);
const Links *resolve_library_links(ResolveWorld *world, WorldFile file, const Facts *facts);
/* Up to `max` items, in the library's order. */
size_t resolve_library_get(const Library *library, uint64_t key, TableItem *ret_items, size_t max);

/* ---- dependencies ---- */

typedef struct Run Run;
typedef struct View View;
/* The file's number; 0: it is not there, or no more fit. With library_lock,
 * or while nobody resolves. */
WorldFile resolve_dependency_file(ResolveWorld *world, Arena *arena, Str path);
/* They are one package, unless they are in one already. Likewise. */
void resolve_dependency_group(ResolveWorld *world, const WorldFile *files, size_t count);
/* Who in the package of `from` answers to the key. */
size_t resolve_dependency_get(Run *run, const View *from, uint64_t key, const TableItem **ret_items);
void resolve_dependencies_close(ResolveWorld *world);
/* Of a standard library: facts that came with the program. */
static inline bool resolve_is_standard(const WorldEntry *entry) { return entry->is_library && !entry->is_dependency; }

/* ---- views: a file's facts with an index over them ---- */

typedef struct ViewIndex {
  WorldFile file;
  uint32_t version;
  uint64_t used; /* run in which it was last needed */
  size_t bytes;
  size_t *total; /* bytes of all the thread's indexes */
  uint32_t *first; /* by scope: where its binds begin in `order` */
  BindNo *order;   /* by scope, name, place */
  BindNo *listed;  /* by scope, number: an order that no name's number decides */
  ImportNo *stars; /* star imports and includes */
  uint32_t star_count;
  uint32_t *parents; /* by expression, made on demand: see resolve_parent */
  ExprNo *def_exprs; /* by definition: the expression that is it */
  uint64_t *closure; /* file, place: all it includes, by file; made on demand */
  uint32_t closure_count, closure_epoch;
  struct ViewIndex *next;
} ViewIndex;

struct View {
  uint32_t number; /* in the run; from 1 */
  WorldFile file;
  const WorldEntry *entry;
  const Lang *lang;
  const Facts *facts;
  const Links *links;
  ViewIndex *index;
  VEC(uint64_t) libraries; /* those of the closure that are a library's */
  bool included;           /* the closure is there and counted as used */
};

/* ---- values ---- */

typedef uint32_t TermId;  /* 0: none */
typedef uint32_t ValueId; /* a set of terms */

enum { VALUE_UNKNOWN = 0, VALUE_NOTHING = 1 /* null, void: no term, and nothing missing */ };
#define VALUE_MAX 8 /* terms in a set; more are unknown */

typedef enum TermKind {
  TERM_UNKNOWN,   /* beside others: there may be more */
  TERM_EXT,       /* outside; number: its name, 0: none */
  TERM_NAMED,     /* a type nobody found; number: its name. Else as unknown */
  TERM_DEF,       /* a function, type or namespace as itself; args: explicit type arguments */
  TERM_INST,      /* instance of a type; args: type arguments, or none */
  TERM_SELF,      /* instance of the type around, or of one that extends it */
  TERM_SUPER,     /* the same, from its bases on */
  TERM_META,      /* the type of what args[0] holds, as a value */
  TERM_BOUND,     /* method; args: receiver, the base it was found in */
  TERM_MODULE,    /* number: in run->modules */
  TERM_FUNC,      /* function type; args: result, parameters */
  TERM_TUPLE,
  TERM_LIST,      /* args: element */
  TERM_SET,
  TERM_MAP,       /* args: key, value */
  TERM_CHAN,
  TERM_PROMISE,
  TERM_GENERATOR,
  TERM_PARAM,     /* type parameter, or parameter of unknown type; number: bind */
  TERM_LITERAL,   /* flags: LiteralKind; number: its text as a name */
  TERM_PRIMITIVE, /* number: name */
  TERM_LATER      /* depends on a type parameter; flags: LaterKind; args: of what; number: name */
} TermKind;

typedef enum LaterKind {
  LATER_MEMBER, /* T["name"] */
  LATER_ELEMENT,
  LATER_RESULT,
  LATER_MADE,
  LATER_AWAITED
} LaterKind;

enum { TERM_VARIADIC = 1 }; /* flags of TERM_FUNC */

typedef struct Term {
  uint8_t kind;
  uint8_t flags;
  uint8_t open; /* type parameters or self inside */
  uint8_t count;
  uint32_t view; /* View.number */
  uint32_t number;
  uint32_t args; /* ValueIds in pool.items */
} Term;

typedef struct ValueRow {
  uint32_t first; /* TermIds in pool.items */
  uint8_t count;
  uint8_t open;
  uint8_t partial; /* TERM_UNKNOWN or TERM_NAMED inside */
} ValueRow;

typedef struct Pool {
  VEC(Term) terms;
  VEC(ValueRow) values;
  VEC(uint32_t) items;
  uint32_t *term_slots, *value_slots;
  size_t term_slot_count, value_slot_count;
} Pool;

/* What type parameters stand for while a value is carried elsewhere. */
#define ENV_MAX 16
typedef struct Env {
  TermId params[ENV_MAX];
  ValueId values[ENV_MAX];
  uint32_t count;
  uint32_t fixed; /* the first of them are not up for inference */
  ValueId self;   /* for TERM_SELF; 0: none */
} Env;

/* ---- what names lead to ---- */

typedef struct Found {
  View *view;    /* NULL: a module */
  BindNo bind;   /* 0: found through a table */
  DefNo def;     /* 0: a plain bind */
  uint32_t module;
  TermId receiver; /* what it is a member of; 0: of nothing */
  TermId owner;    /* the type, with arguments, whose scope holds it */
  uint8_t rule;    /* EdgeRule */
  uint8_t depth;   /* of the base it was found in */
} Found;

typedef struct FoundList {
  uint32_t count;
  bool ext;     /* known to be elsewhere */
  bool unknown; /* something on the way could not be told */
  Found *items; /* in the run's arena */
  uint32_t cap;
} FoundList;

/* A FoundList that is kept. */
typedef struct KeptList {
  Found *items;
  uint32_t count;
  bool ext, unknown;
} KeptList;

/* ---- the run: resolving one file ---- */

typedef struct Module {
  const WorldFile *files;
  uint32_t count;
} Module;

typedef struct Line { /* linearisation of a type */
  TermId *items;
  uint32_t count;
  TermId *others; /* bases that are no types: modules, objects spread into a literal */
  uint32_t other_count;
  bool ext, unknown; /* some base is */
} Line;

typedef struct Params {
  TermId *items;
  uint32_t count;
} Params;

typedef enum MemoKind {
  MEMO_VALUE = 1, /* expression as value */
  MEMO_TYPE,      /* expression as type */
  MEMO_BIND,      /* bind as value */
  MEMO_RESULT,    /* definition's result, before substitution */
  MEMO_CONTEXT,   /* type expected of an expression */
  MEMO_LINE,      /* definition's linearisation: in run->lines */
  MEMO_PARAMS,    /* definition's type parameters: in run->params */
  MEMO_SIGNATURE, /* definition's parameters: in run->params */
  MEMO_LIBRARY,   /* type of the library by name: a TermId */
  MEMO_DECORATED,  /* definition as its decorators leave it */
  MEMO_BEYOND     /* what a name is that the file does not have: in run->kept */
} MemoKind;

typedef struct Memo {
  uint64_t key;
  uint32_t run; /* entries of other runs are free */
  uint32_t value;
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
  struct ResolveThread *aside; /* for runs inside of a run; NULL: none yet */
  Pool pool;
};

struct Run {
  ResolveThread *thread;
  ResolveWorld *world;
  Arena *arena;
  Pool *pool;
  View *root;
  VEC(View *) views;
  VEC(WorldFile) uses; /* of the project, the root left out */
  VEC(Module) modules;
  VEC(Line *) lines;
  VEC(Params) params;
  VEC(uint64_t) asks;
  uint64_t *ask_slots; /* the same, to find them */
  size_t ask_slot_count;
  VEC(KeptList) kept;
  unsigned depth;
  unsigned cut_at; /* depth of the outermost evaluation that was met again; UINT_MAX: none */
  uint64_t steps, step_limit;
  VEC(uint64_t) busy_exports; /* file and name being looked up */
  bool looked_outside; /* a header's name was looked for in what the root includes */
};

#define RUN_DEPTH_MAX 60
#define RUN_STEPS_PER_REF 20000

/* resolve.c */
void resolve_run_begin(ResolveThread *thread, Run *run);

/* view.c */
View *resolve_view(Run *run, WorldFile file); /* NULL: no facts */
View *resolve_view_at(const Run *run, uint32_t number);
void resolve_use(Run *run, WorldFile file); /* the result depends on it */
void resolve_views_return(Run *run);
void resolve_index_free_all(ResolveThread *thread);
/* Binds of a name in a scope, by place. */
const BindNo *resolve_binds(const View *view, ScopeNo scope, NameId name, uint32_t *ret_count);
/* Binds of a scope, in order of their numbers. */
const BindNo *resolve_scope_binds(const View *view, ScopeNo scope, uint32_t *ret_count);
/* What an expression is part of: another one, a bind's or a definition's value. */
typedef enum ParentKind { PARENT_NONE, PARENT_EXPR, PARENT_BIND, PARENT_DEF } ParentKind;
ParentKind resolve_parent(View *view, ExprNo expr, uint32_t *ret_number);
ExprNo resolve_def_expr(View *view, DefNo def); /* 0: none is it */
uint64_t resolve_name_hash(Run *run, NameId name);

static inline const Def *view_def(const View *view, DefNo def) { return &view->facts->defs.items[def]; }
static inline const Bind *view_bind(const View *view, BindNo bind) { return &view->facts->binds.items[bind]; }
static inline const Expr *view_expr(const View *view, ExprNo expr) { return &view->facts->exprs.items[expr]; }
static inline const Scope *view_scope(const View *view, ScopeNo scope) { return &view->facts->scopes.items[scope]; }
static inline ExprNo view_item(const View *view, ExprList list, uint32_t nth) {
  return view->facts->lists.items[list.first + nth];
}

/* later.c */
ValueId resolve_later(Run *run, View *view, LaterKind kind, ValueId base, NameId name);
ValueId resolve_now(Run *run, TermId later);
/* Type parameters nobody said anything about are what they are by default. */
void resolve_env_defaults(Run *run, View *view, DefNo def, Env *env);

/* value.c */
void resolve_pool_reset(Run *run);
TermId resolve_term(Run *run, TermKind kind, uint32_t view, uint32_t number, unsigned flags,
                    const ValueId *args, uint32_t count);
ValueId resolve_value(Run *run, const TermId *terms, uint32_t count);
ValueId resolve_one(Run *run, TermId term); /* the set of it alone */
ValueId resolve_union(Run *run, ValueId a, ValueId b);
ValueId resolve_without_unknown(Run *run, ValueId value);
ValueId resolve_ext(Run *run);
/* What a dependency does not tell about its own is outside all the same. */
ValueId resolve_told_by(Run *run, const View *view, ValueId value);
/* By value: the pool moves when it grows. */
static inline Term resolve_term_at(const Run *run, TermId term) { return run->pool->terms.items[term]; }
uint32_t resolve_terms(const Run *run, ValueId value, TermId ret_terms[VALUE_MAX]);
static inline ValueId resolve_arg(const Run *run, Term term, uint32_t nth) {
  return nth < term.count ? run->pool->items.items[term.args + nth] : VALUE_UNKNOWN;
}
/* An instance; the library's lists and the like become the terms for them. */
TermId resolve_inst(Run *run, View *view, DefNo def, const ValueId *args, uint32_t count);
bool resolve_is_open(const Run *run, ValueId value);
bool resolve_is_partial(const Run *run, ValueId value);
bool resolve_has_kind(const Run *run, ValueId value, TermKind kind);
ValueId resolve_substitute(Run *run, ValueId value, const Env *env);
void resolve_env_add(Run *run, Env *env, TermId param, ValueId value); /* joins what is there */
/* The type arguments of an instance, and what self is. */
void resolve_env_type(Run *run, Env *env, TermId owner);

/* eval.c: expressions as values */
ValueId resolve_eval(Run *run, View *view, ExprNo expr);
bool resolve_memo_get(Run *run, MemoKind kind, uint32_t view, uint32_t number, uint32_t *ret_value);
/* Begins an evaluation; false: it is under way already or too deep, the answer is unknown. */
/* Goes one level deeper where nothing is memoised; false: too deep, or too much
 * was done for one reference already. */
bool resolve_enter(Run *run);
static inline void resolve_leave(Run *run) { run->depth--; }
typedef struct MemoFrame {
  uint64_t key;
  unsigned cut_before;
} MemoFrame;
bool resolve_memo_begin(Run *run, MemoKind kind, uint32_t view, uint32_t number, MemoFrame *ret_frame);
void resolve_memo_end(Run *run, const MemoFrame *frame, uint32_t value);
ValueId resolve_value_of(Run *run, const Found *found);
ValueId resolve_value_of_all(Run *run, const FoundList *list);
ValueId resolve_bind_value(Run *run, View *view, BindNo bind);

/* eval_part.c: what is inside of values */
ValueId resolve_iter(Run *run, const View *view, ValueId value, bool key);
ValueId resolve_part(Run *run, const View *view, ValueId value, uint32_t nth);
ValueId resolve_rest(Run *run, ValueId value, uint32_t from);
ValueId resolve_index_of(Run *run, View *view, ValueId base); /* any element */
/* What a member of any name is, where a type says so. */
ValueId resolve_any_member(Run *run, View *view, ValueId base);
ValueId resolve_index_value(Run *run, View *view, const Expr *expr);
ValueId resolve_await(Run *run, const View *view, ValueId value);
ValueId resolve_op(Run *run, View *view, const Expr *expr);
/* `f(x)` as a guard: what x is when f's result says so (`x is T`). */
bool resolve_is_predicate(const View *view, ExprNo expr);
bool resolve_predicate_type(Run *run, View *view, ExprNo expr, ValueId *ret_type);

/* eval_type.c: expressions as types; the value is what an instance is */
ValueId resolve_eval_type(Run *run, View *view, ExprNo expr);
ValueId resolve_to_instance(Run *run, ValueId value); /* types to instances of them */
ValueId resolve_expand(Run *run, TermId term); /* an alias: what it stands for; else the term */
ValueId resolve_expand_all(Run *run, ValueId value);
bool resolve_is_callable_kind(unsigned kind);
/* Type parameters as terms. */
const TermId *resolve_type_params(Run *run, View *view, DefNo def, uint32_t *ret_count);
TermId resolve_self_term(Run *run, View *view, ScopeNo scope, bool *ret_static);
/* A type of the standard library by its name; 0: not there. */
TermId resolve_library_type(Run *run, const View *view, NameId name, const ValueId *args, uint32_t count);
/* The library's type for lists, literals and the like; 0: none. */
TermId resolve_library_term(Run *run, const View *view, TermId term);

/* name.c */
void resolve_find_name(Run *run, View *view, ScopeNo scope, NameId name, uint32_t at, unsigned mode,
                       FoundList *out);
void resolve_found_add(Run *run, FoundList *out, Found found);
/* Adds what a bind stands for, following imports. */
void resolve_found_bind(Run *run, View *view, BindNo bind, unsigned rule, unsigned mode, FoundList *out);
/* NAME and MEMBER and what wraps them; false: another kind of expression. */
bool resolve_find(Run *run, View *view, ExprNo expr, FoundList *out);
/* The same for the callee of a call. */
bool resolve_find_callee(Run *run, View *view, ExprNo expr, FoundList *out);
bool resolve_fits(const View *view, const Bind *bind, unsigned mode);
bool resolve_library_names(Run *run, const Lang *lang, NameId name, unsigned mode, FoundList *out);
void resolve_ask(Run *run, uint64_t key);
size_t resolve_lookup(Run *run, const View *from, uint64_t key, const TableItem **ret_items);

/* module.c */
void resolve_find_import(Run *run, View *view, ImportNo import, unsigned mode, FoundList *out);
void resolve_find_export(Run *run, const WorldFile *files, uint32_t count, NameId name, unsigned mode,
                         FoundList *out);
void resolve_find_included(Run *run, View *view, NameId name, unsigned mode, FoundList *out);
bool resolve_is_included(Run *run, View *view, WorldFile file);
Module resolve_link_module(Run *run, View *view, ImportNo import, const Link **ret_link);
uint32_t resolve_add_module(Run *run, const WorldFile *files, uint32_t count);
/* Of namesakes at the top level of several files, from `first` on, those that
 * share the longest leading directories with the file that asks. */
void resolve_keep_nearest(const View *from, FoundList *list, uint32_t first);
/* Definitions of what is only declared. */
void resolve_definitions(Run *run, const View *from, FoundList *list);

/* member.c */
void resolve_find_member(Run *run, const View *from, TermId term, NameId name, unsigned mode,
                         FoundList *out);
void resolve_find_members(Run *run, const View *from, ValueId value, NameId name, unsigned mode,
                          FoundList *out);
/* Members of the type's own scope only. */
void resolve_find_own(Run *run, TermId owner, TermId receiver, NameId name, bool is_static,
                      unsigned mode, FoundList *out);
ValueId resolve_member_value(Run *run, const View *from, ValueId value, NameId name);
/* The constructors that making an instance may run. */
void resolve_find_constructors(Run *run, const View *from, TermId type, FoundList *out);

/* line.c */
const Line *resolve_line(Run *run, View *view, DefNo def);
/* The base `def` of an instance, with its arguments; 0: it has no such base. */
TermId resolve_as_base(Run *run, TermId inst, uint32_t view, DefNo def);
TermId resolve_own_inst(Run *run, View *view, DefNo def); /* with its own parameters */

/* call.c */
typedef struct Call {
  View *view;
  ExprNo expr;
  ExprList args;
  bool makes; /* written as `new` */
} Call;
ValueId resolve_call(Run *run, View *view, ExprNo expr);
ValueId resolve_call_value(Run *run, ValueId callee, const Call *call);
/* Result of a callable, with what is known of receiver and arguments; `call` may be NULL. */
ValueId resolve_result(Run *run, const Found *found, const Call *call);
/* Parameters in order, the receiver left out. */
const BindNo *resolve_signature(Run *run, View *view, DefNo def, uint32_t *ret_count);
/* The nth of them, or by its name; 0: none. A variadic one serves all that follow. */
BindNo resolve_param(Run *run, View *view, DefNo def, uint32_t nth, NameId keyword);
/* What an argument for it should be: a variadic one's element. */
ValueId resolve_param_type(Run *run, View *view, BindNo param);
/* Receiver and the type it was found in. */
void resolve_env_found(Run *run, Env *env, const Found *found);
/* The callables among what a call's callee leads to; the best ones by arguments. */
void resolve_callees(Run *run, View *view, ExprNo expr, FoundList *out);

/* decorate.c */
/* What the function is once decorated, when it gives `result` as written; unknown: the same. */
ValueId resolve_decorated(Run *run, View *view, DefNo def, ValueId result);

/* infer.c */
/* Type parameters from the arguments; functions among them only when wanted,
 * since their own types may depend on the answer. */
void resolve_infer(Run *run, View *view, DefNo def, const Call *call, bool functions, Env *env);
void resolve_unify(Run *run, ValueId param, ValueId arg, Env *env, unsigned depth);
/* The one abstract method of a functional interface, found in `inst`. */
bool resolve_single_method(Run *run, TermId inst, Found *ret_found);

/* context.c */
ValueId resolve_context(Run *run, View *view, ExprNo expr); /* type expected of it; unknown: none */
ValueId resolve_lambda_param(Run *run, View *view, BindNo bind);
/* Parameter `nth` (or named) of the call's callee. */
ValueId resolve_expected(Run *run, View *view, ExprNo call, uint32_t nth, NameId keyword);
ValueId resolve_func_param(Run *run, ValueId functions, uint32_t nth);

/* overload.c */
void resolve_choose(Run *run, const Call *call, FoundList *list);
/* How well a value fits a type: 0 not at all … FIT_EXACT. */
enum { FIT_NO, FIT_BOX, FIT_UNKNOWN, FIT_SUBTYPE, FIT_WIDEN, FIT_EXACT };
unsigned resolve_fit(Run *run, const View *from, ValueId param, ValueId arg);
/* Whether a function given as `arg` rather means `left` than `right`, both
 * being types with one method: by what that gives. */
bool resolve_fits_function_better(Run *run, const View *from, ValueId left, ValueId right, ValueId arg);

/* edges.c */
typedef struct Edges {
  Run *run;
  View *view;
  VEC(Edge) list;
  VEC(Edge) tests; /* EDGE_TESTS: one per function and target is kept */
  uint32_t unresolved, external, resolved;
} Edges;
void resolve_edge(Edges *edges, EdgeKind kind, unsigned rule, const Ref *ref, const View *to, DefNo def);
void resolve_edges_refs(Edges *edges);
void resolve_edges_imports(Edges *edges);
/* assigned.c */
typedef struct Assigned Assigned;
/* Whether a function that the file puts into a member may be put into one of
 * `owner`; `bind` is what resolve_is_assignment says. */
bool resolve_may_be_assigned(Run *run, WorldFile file, BindNo bind, WorldFile owner_file, DefNo owner);
void resolve_assigned_free_all(ResolveThread *thread);
/* override.c, callback.c, table_link.c */
void resolve_edges_bases(Edges *edges);
void resolve_edges_overrides(Edges *edges);
void resolve_edges_callback(Edges *edges, const Ref *ref, const FoundList *functions);
void resolve_edges_table(Edges *edges, const Ref *ref, const FoundList *fields);
/* The definition an edge should point at: implementation instead of signature. */
DefNo resolve_canonical(const View *view, DefNo def);

#endif
