/* What the files of ops share. */
#ifndef FATHOM_EDIT_OPS_OPS_INTERNAL_H
#define FATHOM_EDIT_OPS_OPS_INTERNAL_H

#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/base/word.h"
#include "src/edit/ops/ops.h"
#include "src/languages/language.h"
#include "src/parse/pattern.h"
#include "src/query/search/search.h"

/* A text of the plan as tree and facts. */
typedef struct EditTree {
  Str path;
  Str text;   /* they are of */
  const Language *language; /* NULL: none; then there is no tree */
  Syntax syntax;
  Facts facts;
} EditTree;

/* One set of operations on a plan, of one job and thread. The reader is one
 * state of the graph: what the plan changes it does not see, which is why
 * places are always found anew in the texts. */
struct EditOps {
  EditPlan *plan;
  Job *job;
  Index *index;
  EditServers servers;
  StoreReader *reader; /* one state of the graph; given back at the end */
  Parser *parser;
  Names *names;
  Map trees; /* path -> EditTree */
  FileId listed; /* `symbols` are of this file; 0: of none */
  StoreSymbols symbols;
};

/* ---- ops.c ---- */

/* The symbols of a file in the reader's state, the last file's being at hand. */
Err edit_symbols_of(EditOps *ops, FileId file, StoreSymbols *ret_symbols) MUST_CHECK;
/* Gives the reader back, and all that is at hand of its state. */
void edit_leave_reader(EditOps *ops);

/* ---- tree.c ---- */

/* The file's present text, parsed once for as long as it stays the same. A
 * language without a grammar here, or too large a text: `language` is NULL. */
Err edit_tree(EditOps *ops, EditFile *file, const EditTree **ret_tree) MUST_CHECK;
/* The strings over several lines in a piece of code for a file of `language`,
 * which may be NULL, for EditFit. A piece that cannot be parsed has none. */
Err edit_find_strings(EditOps *ops, const Language *language, Str text, EditFit *ret_fit) MUST_CHECK;
/* The smallest node that holds the range; 0: no tree. */
NodeNo edit_node_at(const Syntax *syntax, Range range);
Str edit_range_text(Str text, Range range);
Str edit_def_name(const EditTree *tree, DefNo def);
/* `Type.member`; members that stand apart from their type have its name too. */
Str edit_def_container(const EditTree *tree, DefNo def);
/* Whether the byte lies in a comment or a string, by the tree; NULL: in neither. */
const char *edit_prose_at(const EditTree *tree, uint32_t byte);
/* How the operation is forced, as whoever asked for it can. */
const char *edit_force_word(EditOps *ops, const EditOp *op);
/* Whether what stands there is reached through something else: behind `.`, `->`
 * or `::`. */
bool edit_is_member_at(Str text, uint32_t byte);
/* Whether exactly this word stands there as a name that is looked up: in no
 * comment or string, no member, no key, no name of an argument. */
bool edit_is_name_at(const EditTree *tree, uint32_t byte, Str word);
/* Whether it is a name and a value in one: { a }. */
bool edit_is_shorthand_at(const EditTree *tree, Range word);
/* The innermost scope around a byte that binds the name; 0: none in this file. */
ScopeNo edit_binder_of(const EditTree *tree, uint32_t byte, Str word);
/* Whether the range has the word as a name that is bound outside of it. */
bool edit_uses_name(const EditTree *tree, Range range, Str word);
/* How large a step of indentation is in this text. */
Str edit_indent_unit(Arena *arena, const EditTree *tree);
/* What stands before the first character of the line that a byte is in. */
Str edit_indent_at(Str text, size_t byte);
size_t edit_line_start(Str text, size_t byte);
size_t edit_line_end(Str text, size_t byte); /* before its line end */

/* ---- range.c ---- */

/* Name, body, the definition with and without the comment above it. */
void edit_fill_ranges(const EditTree *tree, DefNo def, EditSymbol *symbol);
/* The symbol of a definition, with its ranges. */
EditSymbol edit_symbol_of(EditOps *ops, EditFile *file, const EditTree *tree, DefNo def);
/* Lists in brackets behind a name: parameters or arguments. */
typedef struct EditList {
  Range range; /* with the brackets */
  Range *items;
  size_t count;
} EditList;
/* The list whose opening bracket is the first thing after `name` (type
 * arguments in between do not count); false: there is none. */
bool edit_find_list(Arena *arena, const EditTree *tree, Range name, EditList *ret_list) MUST_CHECK;

/* ---- locate.c ---- */

/* The present place of a site of the graph, if `word` still stands there. */
bool edit_find_site(EditFile *file, uint32_t line, uint32_t column, Str word, uint32_t *ret_byte) MUST_CHECK;
/* `Type.name` for messages, shortened and with control characters made
 * visible. */
Str edit_shown_symbol(Arena *arena, const EditSymbol *symbol);

/* ---- uses.c: who uses a symbol ---- */

typedef struct EditUse {
  Str path;
  uint32_t line, column; /* as on disk, in bytes from 1 */
  uint8_t kind, rule;    /* EdgeKind, EdgeRule */
  bool is_definition;    /* the name where it is defined or declared */
  bool is_embedded;      /* a base that is a field of that name too */
  SymbolId of;
} EditUse;
typedef struct EditUses {
  EditUse *items; /* by path, line, column; each place once */
  size_t len;
  size_t cap;
  StoreSymbol *family; /* the symbol, its declarations, overloads, overrides, constructors */
  size_t family_count;
} EditUses;
/* In the job's arena. A symbol that the graph does not know has none, and no
 * family: whoever needs them must say so. */
Err edit_find_uses(EditOps *ops, const EditSymbol *symbol, EditUses *ret_uses) MUST_CHECK;
/* Uses from outside the symbol's own text: who would miss it. */
Err edit_find_users(EditOps *ops, const EditSymbol *symbol, EditUses *ret_uses) MUST_CHECK;

/* A file in which a name is written as a word: its text and tree as the plan
 * has them, and the lines as they are on disk. */
typedef struct EditMention {
  EditFile *file;
  const EditTree *tree;
  const QueryHits *hits;
} EditMention;
typedef Err EditSeeMention(void *context, const EditMention *mention);
#define EDIT_LEFT_MAX 200 /* places of one operation that are listed for a reader */
typedef struct EditMentions {
  Str name;
  size_t limit;          /* lines that are looked at */
  const EditLefts *left; /* once it is full nothing more is looked at; NULL: whatever */
  EditSeeMention *see;
  void *context;
} EditMentions;
/* Goes through them, files that are not ours to change left out. A file may
 * come again with its further lines. */
Err edit_each_mention(EditOps *ops, const EditMentions *mentions) MUST_CHECK;

/* Each place once, by the surest rule. */
void edit_sort_uses(EditUses *uses);

/* ---- embedded.c ---- */

/* Adds the places that name the fields by which others embed the type. */
Err edit_add_embedded(EditOps *ops, const EditSymbol *symbol, EditUses *uses) MUST_CHECK;

/* ---- rename.c ---- */

/* "path:line:column", for maps of places. */
Str edit_place_key(Arena *arena, Str path, uint32_t line, uint32_t column);
/* The places of a file, under an empty path, at which the graph has a definition
 * or an edge: they are resolved, to one symbol or another. */
Err edit_known_sites(EditOps *ops, Str path, Map *ret_sites) MUST_CHECK;

/* ---- symbol.c ---- */

/* All of a symbol's lines with the blank lines on one side, and a comma behind
 * it: what goes when it does. */
Range edit_lines_of(const EditTree *tree, const EditSymbol *symbol);

/* ---- modules.c: how a file names another ---- */

typedef struct EditModule {
  const Language *language;
  Str from;          /* path of the file that imports */
  Str path;          /* that it imports */
  Str old_path;      /* what it imported before, under */
  Str old_specifier; /* this name: its manner is kept; empty: there is none */
} EditModule;
Str edit_module_name(EditOps *ops, const EditModule *module);
/* What `old_specifier` in the file `old_path` means, named from `from`. */
Str edit_module_rebase(EditOps *ops, const EditModule *module);

/* Whether `old_specifier` in the file `from` means the file `old_path`. */
bool edit_module_is(EditOps *ops, const EditModule *module);
/* The word by which others name the file, last of all. */
Str edit_module_stem(const Language *language, Str path);

/* ---- imports.c: import statements ---- */

typedef struct EditImport {
  Str module;
  Str name, local; /* `local` empty: the same */
  bool is_type;    /* a type alone, where the language tells them apart */
  bool is_export;  /* handed on */
} EditImport;
/* A statement as the file of `like` would write it. */
Str edit_import_spell(Arena *arena, const EditTree *like, const EditImport *import);
/* One more statement, unless it is there. */
Err edit_import_add(EditOps *ops, EditFile *file, Str statement, size_t *places) MUST_CHECK;
/* The statement around an import; empty: there is none that is one. */
Range edit_statement_at(const EditTree *tree, uint32_t byte);
/* What goes when one import does: its statement with its lines, where it is the
 * only one of it, else its part of the list. */
Range edit_import_range(const EditTree *tree, const Import *import, bool *ret_alone);

/* ---- loose.c: texts whose white space differs ---- */

typedef struct EditRanges {
  Range *items; /* in order, none overlapping */
  size_t len;
  size_t cap;
} EditRanges;
/* Where `find` stands when each run of white space counts as one blank, and
 * what is around it as nothing. White space alone is nowhere. In the arena. */
EditRanges edit_find_loose(Arena *arena, Str text, Str find);
/* `put` in place of what was found so, in the indentation that the file has
 * there. */
Edit edit_fit_loose(EditOps *ops, const EditTree *tree, Range range, Str put);

/* ---- text.c ---- */

/* A replacement with what the pattern's names stand for in one match of `text`.
 * ERR_USAGE: it has a name that the pattern has not. */
Err edit_expand_pattern(Job *job, Str from, Str text, const ParseFound *found, Str *ret_text) MUST_CHECK;

/* ---- done ---- */

/* What an operation could not do and a reader should look at; and what else
 * there is to know of it. */
void edit_add_left(EditOps *ops, EditDone *done, EditLeft left);
void edit_add_note(EditOps *ops, EditDone *done, Str note);

/* ---- the operations ---- */

Err edit_op_symbol(EditOps *ops, const EditOp *op, EditDone *done) MUST_CHECK; /* replace .. delete */
Err edit_op_rename(EditOps *ops, const EditOp *op, EditDone *done) MUST_CHECK;
Err edit_op_move(EditOps *ops, const EditOp *op, EditDone *done) MUST_CHECK;
Err edit_op_params(EditOps *ops, const EditOp *op, EditDone *done) MUST_CHECK;
Err edit_op_text(EditOps *ops, const EditOp *op, EditDone *done) MUST_CHECK; /* text, regex, pattern, lines */
Err edit_op_files(EditOps *ops, const EditOp *op, EditDone *done) MUST_CHECK;
Err edit_op_server(EditOps *ops, const EditOp *op, EditDone *done) MUST_CHECK; /* workspace_edit .. format */

#endif
