/* Names: from where they stand to what they mean. */
#ifndef FATHOM_RESOLVE_NAME_INTERNAL_H
#define FATHOM_RESOLVE_NAME_INTERNAL_H

#include "src/resolve/run_internal.h"

/* A name without anything before it, where it stands. */
typedef struct NameUse {
  ScopeNo scope;
  NameId name;
  uint32_t at;   /* byte in the text: some languages do not see what is declared later */
  unsigned mode; /* MODE_VALUE, …: what it is looked up as */
} NameUse;
/* From its scope outwards, then what lies beyond the file. Adds to `out`. */
void resolve_find_name(Run *run, View *view, NameUse use, FoundList *out);
/* What resolve_find looks for, where the expression is a name and nothing else decides. */
bool resolve_plain_name(const View *view, ExprNo number, NameUse *ret_use);
/* Whatever the top level of the file and what it includes have under the name. */
void resolve_find_all(Run *run, View *view, NameId name, unsigned mode, FoundList *out);
void resolve_found_add(Run *run, FoundList *out, Found found);
/* The same of one that can be equal to the first `apart_from` ones alone. */
void resolve_found_add_apart(Run *run, FoundList *out, Found found, uint32_t apart_from);
/* All of a list, which are different ones already. */
void resolve_found_add_all(Run *run, FoundList *out, const Found *items, uint32_t count);
/* Nothing that is added changes it any more. */
bool resolve_found_is_full(const FoundList *list);
/* How many type parameters it has. */
uint32_t resolve_arity_of(Run *run, const Found *found);
/* A macro that is taken back further on is not there behind that, nor for other files. */
bool resolve_is_taken_back(const View *view, const Bind *bind, uint32_t at);
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

#endif
