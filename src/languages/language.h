/* The language port: all that generic code knows about a language.
 * A language is one folder with a descriptor: how its files are recognised,
 * which grammar reads them, which of the grammar's nodes mean something, what
 * they mean (a table of handlers that build facts), and how its names and
 * modules work (data, and a hook for modules). Languages do no I/O and see one
 * file's tree at a time; what two of them need lies in common/. */
#ifndef FATHOM_LANGUAGES_LANGUAGE_H
#define FATHOM_LANGUAGES_LANGUAGE_H

#include <stddef.h>

#include "src/base/job.h"
#include "src/languages/rows.h"
#include "src/languages/rules.h"
#include "src/languages/table_calls.h"
#include "src/model/facts.h"
#include "src/model/syntax.h"

typedef struct TSLanguage TSLanguage; /* a grammar's tables */
typedef struct Language Language;
typedef struct LanguageBuilder LanguageBuilder; /* what the functions below keep to themselves */

/* ---- from a tree to facts ---- */

#define LANGUAGE_NO_REF 255u
#define LANGUAGE_MAX_DEPTH 1500 /* of nested handlers; deeper text is left out and facts.cut set */

/* The extraction of one file. Handlers read all of it and change it only
 * through the functions below, but for `state`. */
struct LanguageBuild {
  const Language *language;
  const Syntax *syntax;
  Arena *arena; /* of the file */
  Facts *facts;
  ScopeNo scope;    /* innermost open one */
  DefNo container;  /* innermost definition that is a symbol; 0: the file */
  DefNo function;   /* innermost named function; 0: none */
  DefNo callable;   /* innermost function, named or not: takes the returns */
  Str path;         /* of the file, relative to its root */
  unsigned depth;
  unsigned flags;   /* DEF_DEPENDENT, DEF_TEST: put on what is defined meanwhile; handlers set them */
  void *state;      /* the language's own */
  LanguageBuilder *builder;
};

/* Dispatch by the node's kind; 0 is allowed and gives nothing. */
void language_visit(LanguageBuild *build, NodeNo node);
void language_visit_children(LanguageBuild *build, NodeNo node);
void language_visit_others(LanguageBuild *build, NodeNo node, NodeNo but); /* children, without that one */
void language_visit_but(LanguageBuild *build, NodeNo node, NodeNo one, NodeNo other); /* without these two */
ExprNo language_expr(LanguageBuild *build, NodeNo node); /* role REF_READ */
ExprNo language_expr_as(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_type(LanguageBuild *build, NodeNo node);

typedef struct LanguageDef {
  SymbolKind kind;
  unsigned flags;
  NodeNo name;   /* 0 with `name_text` empty: anonymous */
  Str name_text; /* instead of the name's own text */
  bool is_part;  /* that stands in the name's text, in one line with it: nothing but it is the name */
  Str bound;     /* the name it is found by, where that is another one than is shown */
  NodeNo whole;
  NodeNo body;   /* where the signature ends; 0: at the end of `whole` */
  NodeNo doc;    /* instead of the comments above */
  unsigned bind; /* BIND_... for the name it gets; BIND_HOISTED is usual */
  ScopeNo scope; /* instead of the open one */
  uint32_t from; /* byte from which the name holds; 0: functions and types from the start of
                    `whole`, others from the end of the name */
  bool no_bind;  /* the name is not bound (methods with receivers, members bound elsewhere) */
} LanguageDef;
/* Adds the definition, its doc comment, container and bind. Its container is
 * the one of its scope. Gives 0 when the name's node is empty (the parser made
 * it up): language_open and language_def take that. */
DefNo language_define(LanguageBuild *build, const LanguageDef *def);
/* The same, and what is inside of it, in a scope of this kind: the names of the
 * pattern `params` (0: none) are new, all of `whole` is looked at but that and the
 * name. */
DefNo language_define_whole(LanguageBuild *build, ScopeKind kind, const LanguageDef *def, NodeNo params);
/* A definition that reaches, with its scope, to the next one of its rank (1 and up) or of a
 * smaller one, or to the end of what it is in: a heading, package A. */
DefNo language_open_section(LanguageBuild *build, ScopeKind kind, const LanguageDef *def, unsigned rank);
/* What the row of a definition says, for a handler that looks at it first. */
void language_visit_row(LanguageBuild *build, NodeNo node);
/* The same for a function that the handler defined itself: what is inside of it. */
void language_visit_inside(LanguageBuild *build, NodeNo node, DefNo def);
/* The definition reaches to the end of this node. */
void language_extend(LanguageBuild *build, DefNo def, NodeNo node);
/* The definition that this node is a further clause of: the last one of the open
 * scope, if it is found by this name; it reaches to the node's end then. 0: none. */
DefNo language_continue(LanguageBuild *build, Str bound, NodeNo node);
Def *language_def(LanguageBuild *build, DefNo def); /* until the next one is added; never NULL */

/* Opens a scope; everything until language_close lives in it. With a `def` it
 * is that definition's: it becomes the container when it is a symbol, and, in a
 * SCOPE_FUNCTION or for a kind that is callable, the function (when it is a
 * symbol) and the callable. The first SCOPE_EXPORTS becomes facts.exports. */
typedef struct LanguageOpen {
  ScopeNo scope;
  DefNo container, function, callable;
} LanguageOpen;
/* *ret_before is the caller's, to be given to language_close: scopes nest as
 * handlers do. Gives the scope's number. */
ScopeNo language_open(LanguageBuild *build, ScopeKind kind, NodeNo node, DefNo def,
                      LanguageOpen *ret_before);
void language_close(LanguageBuild *build, const LanguageOpen *before);

/* What follows is from this definition, though nobody can call it, until the
 * scope that was opened last is closed. */
void language_attribute(LanguageBuild *build, DefNo def);

BindNo language_bind(LanguageBuild *build, Bind bind); /* scope 0: the open one */
/* An assignment to part of a container: noted where it may put a function there. */
void language_put(LanguageBuild *build, ExprNo part, ExprNo value);
/* The same for a member of something, where calls go through members (LanguageRules.fields). */
void language_put_member(LanguageBuild *build, ExprNo member, ExprNo value);
/* A value stands where something of this type is expected: the members of an object
 * and the parameters of a function get theirs from it. Nobody finds it by a name. */
void language_expect(LanguageBuild *build, ExprNo value, ExprNo type);
/* The literal, or the call that makes something, writes the member of this name,
 * which stands at the node. */
void language_slot(LanguageBuild *build, ExprNo literal, Str name, NodeNo node);
/* The same under the name that this node is, from where it stands; node 0: nothing happens. */
void language_bind_node(LanguageBuild *build, NodeNo name, Bind bind);
ImportNo language_import(LanguageBuild *build, Import import, NodeNo node); /* and its bind, when it has a local name */
/* The forms of imports by their parts. `as` is the local name's node; 0: the name's own. */
void language_import_name(LanguageBuild *build, NameId module, NodeNo name, NodeNo as);
void language_import_module(LanguageBuild *build, NameId module, NodeNo as);
void language_import_all(LanguageBuild *build, NameId module, unsigned flags, NodeNo node); /* IMPORT_… */
/* The module itself as a value, imported at `node`. */
ExprNo language_import_value(LanguageBuild *build, NameId module, NodeNo node);
/* What a file gives to those who import it, where that is one value. */
void language_export_value(LanguageBuild *build, NodeNo root, ExprNo value);
/* For modules that are used by their name without being imported: the name, and an
 * import of the whole module under it, made at the first use. */
ExprNo language_use_module(LanguageBuild *build, Str name, Str specifier, NodeNo node);
/* A value that the innermost callable returns or yields. At the end they become
 * its Def.value, unless that is set or a result is declared. */
void language_return(LanguageBuild *build, ExprNo value);
/* `node` is the name that is used: its place becomes the reference's. Nothing
 * happens for LANGUAGE_NO_REF and for expression 0. */
RefNo language_ref(LanguageBuild *build, unsigned role, ExprNo expr, NodeNo node);

NameId language_name(LanguageBuild *build, NodeNo node); /* the node's text, as a name */
NameId language_name_of(LanguageBuild *build, Str text); /* in small letters, where the language takes names in any case */
NameId language_intern(LanguageBuild *build, Str text);  /* as it is: paths, texts, signs */
/* In small letters: ASCII's, as compilers compare names. The text itself where it has no
 * capital, else a copy in the build's arena. */
Str language_fold(const LanguageBuild *build, Str text);

/* Expressions. `at` is the byte where the name or the whole begins. */
ExprNo language_add(LanguageBuild *build, Expr expr); /* scope 0: the open one, where it has one */
Expr *language_expr_at(LanguageBuild *build, ExprNo expr); /* until the next one is added; never NULL */
ExprNo language_add_name(LanguageBuild *build, NodeNo node); /* EXPR_NAME of the node's text */
ExprNo language_add_word(LanguageBuild *build, Str name, NodeNo node); /* of another name, at the node */
ExprNo language_use_word(LanguageBuild *build, Str name, NodeNo node, unsigned role); /* and the reference to it */
ExprNo language_add_member(LanguageBuild *build, ExprNo base, NodeNo name);
ExprNo language_add_member_word(LanguageBuild *build, ExprNo base, Str name, NodeNo node); /* of another name, at the node */
/* The same with the reference to it. */
ExprNo language_use_member(LanguageBuild *build, ExprNo base, NodeNo name, unsigned role);
ExprNo language_add_base(LanguageBuild *build, ExprKind kind, ExprNo base, NodeNo node);
ExprNo language_add_number(LanguageBuild *build, ExprKind kind, ExprNo base, uint32_t number, NodeNo node);
ExprNo language_add_list(LanguageBuild *build, ExprKind kind, ExprNo base, const ExprNo *items,
                         size_t count, NodeNo node);
ExprNo language_add_literal(LanguageBuild *build, LiteralKind kind, NodeNo node);
/* A text that is no value, as language_add_literal and language_add_template see
 * theirs: looked at for a statement that a database is sent. */
void language_note_text(LanguageBuild *build, NodeNo node);
/* A text that is put together from these. */
ExprNo language_add_text(LanguageBuild *build, const ExprNo *parts, size_t count, NodeNo node);
/* One with computed parts in it: the values are looked into. */
ExprNo language_add_template(LanguageBuild *build, NodeNo node);
/* EXPR_OP of two values, under its sign. */
ExprNo language_add_operation(LanguageBuild *build, Str sign, const ExprNo both[2], NodeNo node);
ExprNo language_add_func(LanguageBuild *build, DefNo def, NodeNo node);
ExprList language_list(LanguageBuild *build, const ExprNo *items, size_t count);
/* A call's expression and its reference (REF_NEW for EXPR_NEW) at `name`, or at
 * `node` when that is 0. Arguments that are names, members or functions, also
 * as EXPR_KEYWORD or EXPR_POINTER, get REF_ARGUMENT: on the reference they have
 * already, or on a new one. */
typedef struct LanguageCall {
  ExprNo callee;
  const ExprNo *items; /* arguments, in order */
  size_t count;
  NodeNo node; /* the call itself */
  NodeNo name; /* what is shown as its place; 0: the node */
} LanguageCall;
/* `parts` and the items are only read. Gives the expression of the call, 0
 * never. */
ExprNo language_add_call(LanguageBuild *build, ExprKind kind, const LanguageCall *parts);
/* A function that a call is given beside its arguments, such as a block, at
 * the position behind them. */
void language_pass(LanguageBuild *build, ExprNo call, ExprNo item, size_t position);
/* The same for a plain name, for a member of a value, and for anything that is
 * shown at a name; no argument is told. */
ExprNo language_call_name(LanguageBuild *build, NodeNo name, NodeNo node);
ExprNo language_call_member(LanguageBuild *build, ExprNo base, NodeNo name, NodeNo node);
ExprNo language_call_value(LanguageBuild *build, ExprNo callee, NodeNo name, NodeNo node);
/* Whether the function that is open, or else the file, calls this name without brackets
 * anywhere (LANGUAGE_ROW_APPLY, LANGUAGE_ROW_PIPE): what is defined without parameters is
 * a function then. */
bool language_is_applied(LanguageBuild *build, NodeNo name);
/* Binds every name (by its row) in a pattern, in the open scope. */
void language_bind_names(LanguageBuild *build, NodeNo pattern);
/* A scope with the names of the pattern (0: none), in which all else of the node is looked at. */
void language_visit_scope(LanguageBuild *build, NodeNo node, NodeNo pattern);

/* Ready-made handlers for tables. */
ExprNo language_expr_name(LanguageBuild *build, NodeNo node, unsigned role);  /* an identifier */
ExprNo language_expr_inner(LanguageBuild *build, NodeNo node, unsigned role); /* (x): its first named child */
ExprNo language_type_name(LanguageBuild *build, NodeNo node);                 /* and a REF_TYPE */
ExprNo language_type_inner(LanguageBuild *build, NodeNo node);
void language_visit_expr(LanguageBuild *build, NodeNo node); /* an expression as a statement */
void language_visit_block(LanguageBuild *build, NodeNo node); /* children in a SCOPE_BLOCK */
ExprNo language_expr_string(LanguageBuild *build, NodeNo node, unsigned role); /* literals by kind: */
ExprNo language_expr_int(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_expr_double(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_expr_bool(LanguageBuild *build, NodeNo node, unsigned role);
ExprNo language_expr_null(LanguageBuild *build, NodeNo node, unsigned role);

/* A file whose facts are made. Only read; it must live as long as the walk. */
typedef struct LanguageFile {
  const Language *language;
  const Syntax *syntax;
  Str path; /* relative to its root */
} LanguageFile;

/* Around the walk; for extract/. `facts` are initialised. */
void language_build_begin(LanguageBuild *build, Job *job, Arena *arena, const LanguageFile *file, Facts *facts);
/* The facts of a part, after those of the file around it. */
void language_build_part(LanguageBuild *build, const Language *language, const Syntax *syntax);
/* Gathers the returns, drops reads and writes of locals and expressions that
 * nothing uses any more, sets BIND_CALLED, orders the references by place. */
void language_build_end(LanguageBuild *build);
/* What handlers and rows say, by the numbers of the kinds. Ends the process
 * when a row cannot be read. */
typedef struct LanguageTable {
  const LanguageHandler *handlers;
  size_t count;
  const char *const *kinds, *const *fields; /* Language.kinds and fields, and what only rows name */
  const struct LanguageRowPlaces *const *rows; /* NULL: none at all */
} LanguageTable;
const LanguageTable *language_table(const Language *language); /* any thread; kept for good */

/* The name of binds whose type is a namespace that is used where they are. */
#define LANGUAGE_USED_SPACE "(using)"
/* Behind the name of a template: the definitions that it has for some arguments. */
#define LANGUAGE_SPECIAL "<>"
/* A definition that is only there while something else is not defined is bound once
 * more, under its name behind this; the value names what has to be missing. */
#define LANGUAGE_UNLESS "unless "
/* What a macro makes where it is used is a list of texts, the value of its definition:
 * a word for what it is, then a name in which `#0` stands for the first argument. Of an
 * item of a row, "2=" or ".field=" stands before the name. */
#define LANGUAGE_MACRO_FUNCTION "function "
#define LANGUAGE_MACRO_STATIC "static "
#define LANGUAGE_MACRO_HEAD "head "
#define LANGUAGE_MACRO_ROW "row "
enum { LANGUAGE_MACRO_PARAMS = 8, LANGUAGE_MACRO_MADE = 4 }; /* parameters that are looked at, functions that one makes */
/* The name of binds that say that a macro of another file is used at the top of this
 * one: the value is the call, the definition what it is the head of. */
#define LANGUAGE_MACRO_USED "(macro)"
/* The name of binds of what fills a place of a struct of another file: the struct's name
 * as it is spelled, this, and the number of the place; or, of a whole row that a macro
 * makes, nothing. */
#define LANGUAGE_PLACE "#"
/* The name of binds that say what a file is given which is a function: a call of the
 * module, or of what calls a file (EXPR_POINTER), with an object; a call of a function
 * with the module; or of a name with an object that all such files are given. */
#define LANGUAGE_GIVEN "(given)"
/* The names of binds at the top of a file that say of a function, the type, which names
 * its parameters are put in by, a list of texts; and what a name provides, an
 * EXPR_KEYWORD of it. */
#define LANGUAGE_INJECTED "(injected)"
#define LANGUAGE_PROVIDED "(provided)"
/* The names of binds among the members of something that say where it has others from: a
 * value whose members are copied to it; and an argument, the nth part (EXPR_PART) of a
 * call, by which it is handed to a function that may give it some. BIND_STATIC: of the
 * type itself, which of what is handed over has both sides. */
#define LANGUAGE_COPIED "(copied)"
#define LANGUAGE_LENT "(lent to)"
/* The name of binds that say that the file's names lie in a namespace which only a
 * macro tells. */
#define LANGUAGE_UNSEEN_SPACE "(unseen)"

/* ---- from facts to edges: what differs between languages ---- */

/* Words are separated by blanks; NULL: none. The type names are looked up in
 * the standard library's facts. */
typedef struct LanguageNames {
  const char *constructors; /* members that run when an instance is made */
  const char *literals[LITERAL_OTHER + 1]; /* type of a literal, by LiteralKind */
  const char *list, *set, *map, *tuple, *function, *promise, *generator, *object;
  const char *iterate; /* members that lead to an element, one after the other: "__iter__ __next__" */
  const char *index;   /* member that a subscript calls */
  const char *fill;    /* members that put what they are given into a list */
  const char *fill_made; /* members that put their first argument into what has one type parameter, their
                            second into what has two: "add set" */
  const char *pointed; /* member that a dereference (EXPR_OP "*") calls; what has none is what it points to */
  const char *arrow;   /* likewise before a member that is reached by EXPR_ARROW */
  const char *operators; /* what stands before an operator's sign in the name of a function for it */
  const char *joins;   /* the operator that joins texts, where that is not + */
  const char *call;    /* member that calling an instance calls */
  const char *package_file; /* the file, without extension, that stands for its folder and has the files
                               beside it as members: "__init__" */
  const char *await;   /* members that lead to the awaited value; of `promise` the first type argument */
  const char *globals; /* modules (paths) or packages of the library whose names are everywhere:
                          "builtins.pyi", "java.lang"; "*": all of them */
  const char *last_argument; /* name of an argument (EXPR_KEYWORD) that goes to the last parameter, whatever that is called */
  const char *shared_package; /* where packages go by names: the one whose names all others see, after everything else */
  /* Types without a definition, with their boxes where they have any; a value of
   * one may stand for a later one up to the next ";":
   * "byte:Byte short:Short int:Integer long:Long ; boolean:Boolean". */
  const char *primitives;
  /* What stands before a name that would else be a word of the language, and is
   * no part of it; a quote stands behind it, too: "r#", "`". */
  const char *raw;
  /* Functions and fields of what comes with every program and the library does not list. */
  const char *usual, *usual_fields;
} LanguageNames;

/* A file of the world; 0: none. */
typedef uint32_t WorldFile;

/* What module look-ups may ask; every question is remembered, misses too. */
typedef struct LanguageWorld LanguageWorld;
struct LanguageWorld {
  Arena *arena; /* lives as long as the answers */
  void **state; /* the language's own, kept while neither files nor configuration change */
  WorldFile (*file)(LanguageWorld *world, Str path); /* indexed, of the project */
  Str (*path)(LanguageWorld *world, WorldFile file);
  /* Files directly in a directory ("" is the root), in order of names. */
  size_t (*directory)(LanguageWorld *world, Str path, const WorldFile **ret_files);
  /* Files that declare the package (Facts.package), project's first. */
  size_t (*package)(LanguageWorld *world, Str package, const WorldFile **ret_files);
  /* Text of a configuration file; ptr NULL: there is none. */
  Str (*config)(LanguageWorld *world, Str path);
  /* Paths of all files with this name in the project, configuration included: "package.json". */
  size_t (*configs)(LanguageWorld *world, Str name, const Str **ret_paths);
  /* A module of the standard library, by the path it has in its facts file. */
  WorldFile (*library)(LanguageWorld *world, Str path);
  size_t (*library_package)(LanguageWorld *world, Str package, const WorldFile **ret_files);
  bool (*path_suffix)(LanguageWorld *world, Str suffix, const WorldFile **ret_files, size_t *ret_count); /* files whose path ends with "/suffix" */
  bool (*is_folder)(LanguageWorld *world, Str path);
  /* Names of the folders in a folder; of those in an archive (Language.archives)
   * all that hold files, as paths in it. Only of what is installed. */
  size_t (*folders)(LanguageWorld *world, Str path, const Str **ret_names);
  /* A place outside the project that look-ups may ask about, by what it is
   * called ("GOMODCACHE"); empty: there is none. */
  Str (*place)(LanguageWorld *world, Str name);
  /* What is installed for the project to use: the same questions, answered for
   * files in folders that the language names (Language.installed) and in places.
   * To be asked where the project has no answer. NULL: nothing is read there.
   * Imports of those files are looked up in that world itself: `is_installed`. */
  LanguageWorld *installed;
  bool is_installed;
};

/* What an import leads to. */
typedef struct LanguageModule {
  WorldFile *files; /* one, or all files of a package; in the world's arena */
  size_t count;
  bool outside;     /* known not to be the project's: external, not unresolved */
  /* The specifier named something inside the module: what is left ("Outer.Inner",
   * or the attribute in `import a.b.c` where b is a file). */
  Str rest;
  /* IMPORT_NAMED: the module that `name` is when the files above do not have
   * that name (`from package import module`); 0: none. */
  WorldFile submodule;
} LanguageModule;

/* How tests are run. `marker` is a file in the test's directory or above it
 * (NULL: none is needed) that contains `word` (NULL: whatever it contains). In a
 * command stand {files} for the paths of the test files, {dirs} for their
 * directories as ./a/b, {folders} for the same as a/b, {homes} for those of
 * their markers, empty for the root, {names} for the files' names without
 * extension. The word that holds one is written once for each; {names,} is all
 * of them in one word with commas between, {names|} the same as a regular
 * expression. */
typedef struct LanguageTest {
  const char *marker;
  const char *word;
  const char *command; /* NULL ends a table */
  const char *many;    /* when that would name too much; NULL: there is no such */
  const char *all;     /* when that would, too; NULL: the command without the words that name */
} LanguageTest;

/* What a manifest says of the package that begins in its folder. */
typedef struct LanguageNeed {
  Str name;
  bool is_test; /* for tests and development alone */
} LanguageNeed;
typedef struct LanguagePackage {
  VEC(Str) names; /* under which others need it; the first is shown. None: it is called after its folder */
  VEC(LanguageNeed) needs; /* as they are written, inside the project and outside of it */
} LanguagePackage;

/* A place outside of projects that dependencies are read from: its name
 * (LanguageWorld.place), and where it is: the first of the paths whose variable is
 * set, "~" being the user's home: "$GOPATH/pkg/mod ~/go/pkg/mod". */
#define LANGUAGE_PLACES 2
typedef struct LanguagePlace {
  const char *name, *paths;
} LanguagePlace;

/* What a language's own tools keep where. Names are separated by blanks. */
typedef struct LanguageHome {
  const char *manifests; /* files that stand where a project begins: "go.work go.mod" */
  const char *packages;  /* files that stand where one package of a project with many begins */
  /* Reads one of the files of `described`. False: no package begins there. Any text
   * gives an answer; strings borrow from it or lie in the arena. NULL: nobody does. */
  bool (*read_package)(Arena *arena, Str path, Str text, LanguagePackage *ret_package);
  const char *described; /* names of manifests that say which packages they need */
  /* Whether an import of this specifier may lead into a package of this name in
   * another repository; `is_needed`: the project's manifests ask for the package.
   * NULL: names of packages tell nothing about imports, and any may. */
  bool (*leads)(Str specifier, Str package, bool is_needed);
  const char *sources; /* where the folders of declared packages begin, beside a manifest: "src/main/java" */
  /* An environment is a folder of the project under one of these names that has
   * this file; programs are told of it by the variable. */
  const char *environments, *environment_file, *environment_variable;
  LanguagePlace places[LANGUAGE_PLACES]; /* those with a name */
} LanguageHome;

/* A part of a file that is in a language of its own. */
typedef struct LanguagePart {
  const char *language; /* one that is not known: the part is left out */
  Range range;
  Str text; /* what its grammar reads, as long as the file's; empty: the file's */
} LanguagePart;

/* What editing must know of a language, words separated by blanks. */
typedef struct LanguageEditing {
  /* Words that may stand before a definition and belong to it, outside of the
   * node that defines it: "export default const". */
  const char *heads;
  const char *indent; /* one step, where a file shows none; NULL: four blanks */
  /* How a name of another module is imported, with {module} and {name}. NULL:
   * definitions cannot be moved from file to file. */
  const char *import_name;
  const char *import_type; /* the same of a type alone, where that is told apart; NULL: it is not */
  const char *export_head; /* what a definition begins with that other files may import; NULL: all may be */
  /* How modules are named: by the path from the importing file ("./a/b"), by
   * folders with dots between them ("a.b"), by the package that a folder is; or
   * not at all, since files are joined by including them. */
  enum { LANGUAGE_MODULES_PATHS, LANGUAGE_MODULES_DOTS, LANGUAGE_MODULES_FOLDERS, LANGUAGE_MODULES_INCLUDES } modules;
  const char *headers;        /* extensions of files that are made to be included; with LANGUAGE_MODULES_INCLUDES */
  const char *own_word;       /* likewise: what keeps a definition in its file: "static" */
  /* The file, and the word that a line of it begins with, that say what the
   * folders beneath it are imported by: "go.mod module". NULL: packages are
   * called as files declare it. */
  const char *rooted_at;
  const char *public_word;    /* what is used by other packages bears it; NULL: DEF_EXPORTED says so */
  bool file_has_types_name;   /* a type that others see is in the file of its name */
  bool has_keyword_arguments; /* f(name=value) */
  bool has_defaults;          /* parameters may have values that calls leave out */
  const char *shorthand;      /* kinds of nodes that are a name and a value at once: { a } */
  const char *keys;           /* kinds of nodes that are a word of their own and nobody's name: { key: 1 } */
  /* Where a parameter may be left out, by which sign it is known, and that none
   * which must be given may stand behind it: "=". NULL: they may. */
  const char *optional_sign;
} LanguageEditing;

/* What questions call files that are no code: one that has such a word asks for
 * them. Words in their plainest form, separated by blanks. */
typedef struct LanguageSubject {
  const char *paths; /* parts of a path, one of which it has: ".github/ compose"; NULL: any path */
  const char *words; /* NULL ends a table */
} LanguageSubject;

/* How much of a language is understood. */
typedef enum LanguageTier {
  LANGUAGE_TIER_TYPES,    /* Definitions, imports, and calls by the types of what they are called on. */
  LANGUAGE_TIER_CALLS,    /* Definitions and calls by name; of members only where the text itself says whose. */
  LANGUAGE_TIER_STRUCTURE /* What a text consists of; names in it lead nowhere, or to such parts. */
} LanguageTier;

struct Language {
  const char *name;
  LanguageTier tier;
  const char *family;     /* whose library facts and names it shares ("typescript" for tsx); NULL: its own */
  const char *extensions; /* without dot */
  const char *filenames;  /* whole file names, or how one begins: "Makefile Dockerfile.*" */
  const char *shebangs;   /* interpreters: "python3 python" */
  const TSLanguage *(*grammar)(void); /* linked in; NULL: the module grammars/<name>.so */
  /* The kinds and fields that handlers look at, by the grammar's names, in the
   * order of the language's own enums, which start at 1; end with NULL. Names
   * that this grammar lacks are allowed where `shared` (several grammars, one table). */
  const char *const *kinds;
  const char *const *fields;
  bool shared;
  /* Parts of the text that the grammar is to read, in order, in the arena; 0:
   * all of it. For text that a grammar cannot take as it is. May be NULL. */
  size_t (*parts)(Arena *arena, Str text, Range **ret_parts);
  /* The text as the grammar is to read it, as long as it is and every byte at its
   * own place, in the arena, or the text itself where nothing is to be changed: for
   * text with markup around its code, or what the grammar is known not to read.
   * Nodes give the text itself all the same. May be NULL. */
  Str (*reading)(Arena *arena, Str text);
  bool is_read_whole; /* its grammar's scanner sees more of a text than the library knows: no tree of an earlier one is used */
  /* Parts of the text that are in other languages, in the arena. Their facts are
   * added to the file's: those of languages whose names the file shares as if
   * they stood in it, of others the definitions alone. May be NULL. */
  size_t (*embeds)(Arena *arena, const Syntax *syntax, LanguagePart **ret_parts);
  const char *resolved_as; /* the language by whose rules and modules names are resolved; NULL: its own */
  const LanguageHandler *handlers; /* by the same numbers, as many */
  const LanguageRow *rows;         /* instead of a handler, or of all of them; may be NULL */
  void (*begin)(LanguageBuild *build, NodeNo root);  /* before the walk; may be NULL */
  void (*finish)(LanguageBuild *build);              /* after it; may be NULL */
  /* A text that did not parse, changed in `copy` (the same bytes at first, and as
   * many) to what the grammar can read; false: nothing was changed. May be NULL. */
  bool (*repair)(Str text, char *copy);
  /* Which files hold tests; the first that fits decides: "test/" is a folder
   * above the file ("src/test/" one in another), all else the file's name, of
   * which "*" leaves out the beginning or the end: "test_* *_test.py". With "!"
   * in front it holds none. */
  const char *test_names;
  unsigned revision;         /* raised whenever the handlers give other facts than before */
  /* How well a text whose name several languages share fits this one: 0 not at
   * all, 1 perhaps, more: better. NULL: 1. */
  int (*claims)(Str path, Str text);

  LanguageRules rules;
  LanguageNames names;
  /* The paths that an import's specifier may mean, best first, with "{}" for
   * the specifier: "{}.lua {}/init.lua". Dots in it are folders, unless it begins
   * with one: then it is a path from the file that imports. */
  const char *modules;
  /* The same where an import is the path of a file: "{} {}.sh {/}_{.}.scss", the
   * whole, its folders, its last part. It is looked for from the importing file's
   * folder, from the root, and then as the only file whose path ends so. */
  const char *near;
  bool by_declared; /* an import is the name that a file declares (Facts.package) */
  void (*find_module)(LanguageWorld *world, const Facts *facts, const Import *import,
                      WorldFile from, LanguageModule *ret_module); /* what that cannot say; may be NULL */
  const char *configs; /* names of files that find_module reads: "tsconfig.json package.json" */
  /* What is installed may be compiled, and packed: the ending of such archives
   * ("jar"), that of what is in them ("class"), and the source that would declare
   * what these parts do, those of one file; in the arena, ptr NULL: nothing. Any
   * bytes give an answer. An archive is seen as a folder of such sources. */
  const char *archives, *compiled;
  Str (*declared)(Arena *arena, const Str *parts, size_t count);
  const char *installed; /* names of folders that hold what is installed, nothing of the project: "node_modules" */
  LanguageHome home;
  /* Of documents with code in them: whether the byte at `at` is in a block of code,
   * which one, and what it says its language is; empty: nothing. NULL: no code is
   * shown in such files. */
  bool (*shows_code)(Str text, size_t at, Range *ret_block, Str *ret_language);
  const char *documenter; /* the command that documents a name, with "{}" for it; NULL: there is none */
  bool test_folders_join; /* folders of helpers for tests join the word to another: promqltest, teststorage */
  LanguageEditing editing;
  const LanguageTest *tests; /* the first row that fits is the one; NULL: nobody knows */
  const LanguageTableCall *table_calls; /* a row without calls ends them; NULL: there are none */
  const LanguageSubject *subjects; /* likewise */
};

/* Made by the build from the folders; ends with NULL. */
extern const Language *const language_registry[];
extern const size_t language_registry_count;
/* Languages that this build does not read, since nobody wanted them or their
 * grammars were not to be had when it was made; ends with NULL. */
extern const Language *const language_left_out[];

/* By file name, then extension, then the interpreter in `first_line` (may be
 * empty); NULL when no language claims the file. */
const Language *language_for_file(Str path, Str first_line);
/* The same among those that are left out. */
const Language *language_left_out_for_file(Str path, Str first_line);
/* The same with the contents at hand: where the languages that claim the name
 * have a `claims`, the one most sure of the text; `by_name` when nobody is.
 * NULL: the text is surely in a language that is not here. */
const Language *language_for_text(Str path, Str text, const Language *by_name);
const Language *language_find(Str name);
/* types, calls or structure: what is known of files in a language. */
const char *language_tier_word(LanguageTier tier);
/* Whether files in it are documents or data (headings, keys, tables), which are
 * told apart from code wherever uses are counted or ranked. NULL, a language
 * that is not here, is not known to be either: false. */
bool language_is_structure(const Language *language);
/* The language whose rules hold for names in files of this one. */
const Language *language_resolved(const Language *language);
/* Whether the file at this path holds tests, as the language names them; NULL:
 * as most languages do, for files in one that is not here. */
bool language_is_test(const Language *language, Str path);
/* Whether it lies in a folder of tests or of what they need: helpers, mocks,
 * fixtures. Wider, for what is only ranked by it; `language` as above. */
bool language_is_for_tests(const Language *language, Str path);
/* Whether `path` is named as a test of `source` would be: test_util.py of
 * util.py, FooTest.kt of Foo.java. */
bool language_is_test_of(Str path, Str source);
/* Whether it says anything about where imports lead. */
bool language_has_modules(const Language *language);
/* Where an import leads, by what the language says of that. */
void language_find_module(const Language *language, LanguageWorld *world, const Facts *facts, const Import *import,
                          WorldFile from, LanguageModule *ret_module);
/* What questions call such a file (LanguageSubject.words); NULL: nothing of its
 * own. */
const char *language_subject(const Language *language, Str path);
/* Whether `word` is one of the blank-separated `words`. */
bool language_word_in(const char *words, Str word);

#endif
