/* What macros make where they are used: only the macro's file has their text, only the
 * use the arguments. A text is a word for what it makes (LANGUAGE_MACRO_FUNCTION
 * and the like) and a name in which "#0", "#1" stand for the arguments: used as
 * GETTER(size), "function get_#0" makes the function get_size. */
#ifndef FATHOM_RESOLVE_MACROS_INTERNAL_H
#define FATHOM_RESOLVE_MACROS_INTERNAL_H

#include "src/resolve/calls_internal.h"

/* macros.c */
/* A macro that makes something, with its texts. */
typedef struct Macro {
  const View *view;
  ExprList patterns;
} Macro;
/* The macro of another file that a call uses; false: it is none, or makes nothing. */
bool resolve_find_macro(Run *run, View *view, ExprNo call, Macro *ret_macro);
/* The same of one definition that was found. */
bool resolve_macro_of(const Found *found, Macro *ret_macro);
/* The nth text behind its word, when it begins so; empty: it does not. */
Str resolve_macro_text(const Macro *macro, uint32_t nth, const char *word);
/* The text with the arguments in it; empty: one of them is no name. */
Str resolve_macro_name(Run *run, View *view, ExprList args, Str text);

/* rows.c: what a call through a field may reach by its place in tables. */
/* Hashes of the names under which tables may put something there, besides the field's own. */
enum { PLACED_KEYS = 4 };
size_t resolve_placed_keys(Run *run, const Found *field, uint64_t *ret_hashes);
/* What a row that a macro makes puts there; false: nothing, or nobody can tell. */
bool resolve_find_in_row(Run *run, View *view, ExprNo row, const Found *field, FoundList *ret_list);
/* Names that the use of a macro joins: they are spelled nowhere. */
void resolve_edges_joined(Edges *edges, const Ref *ref, const Found *macro);

/* made.c */
/* What macros are found by whose pattern says that they make functions: what is fixed in
 * the functions' names, or, with several arguments, the longest word that is whole in it;
 * 0: nothing, or it makes none. */
uint64_t resolve_maker_hash(Str pattern);
/* What a use is found by, of the hashes of two names. */
uint64_t resolve_made_hash(uint64_t macro, uint64_t argument);
/* Functions that uses of macros in the file make. */
void resolve_edges_made(Edges *edges);
/* Leads to a function of the name that a macro makes; false: there is none. */
bool resolve_edge_made(Edges *edges, EdgeKind kind, const Ref *ref, NameId name);

#endif
