/* Parameters that nothing types, by what they are given. */
#ifndef FATHOM_RESOLVE_ARGUMENTS_INTERNAL_H
#define FATHOM_RESOLVE_ARGUMENTS_INTERNAL_H

#include "src/resolve/run_internal.h"

/* What calls give the parameter, where the language lets parameters be without a
 * type; unknown: nothing that could be told. */
ValueId resolve_given_value(Run *run, View *view, BindNo bind);

/* Calls of a file by the name of what they call, in the order of the text: the one after
 * `before`, 0 for the first; 0: there is no further one. */
ExprNo resolve_next_call(Run *run, const View *view, NameId name, ExprNo before);

/* What a function gives to the function that its parameter holds, as its nth argument;
 * unknown: it does not call it, or with what it was given itself. */
ValueId resolve_handed_on(Run *run, View *view, BindNo param, uint32_t nth);

/* What is put into a list that is empty where it is made, by the file that makes it;
 * unknown: nothing that could be told. */
ValueId resolve_filled_with(Run *run, View *view, ExprNo list);

/* The same of an instance of a library's type that is made without anything; the value
 * itself where nothing tells. */
ValueId resolve_filled_type(Run *run, View *view, ExprNo made, ValueId value);

/* What the file puts into what is subscripted; unknown: nothing that could be told. */
ValueId resolve_put_into(Run *run, View *view, const Expr *index);

/* Whether others may ask the file for one of these: it calls what it is given, puts
 * something under a key, or makes an empty list or instance. It then has a key of its wiring, whatever else it wires. */
bool resolve_is_looked_into(const Language *language, const Facts *facts);

/* Whether a declared type tells nothing about members: it leads nowhere, or out of the
 * project, where others may say what is given in its place. */
bool resolve_says_nothing(const Run *run, ValueId type);

/* Calls of a file that may give objects to functions of others, by what they name. */
#define ARGUMENT_KEYS 4096 /* of one file */
typedef struct ArgumentKey {
  uint64_t name;
  ExprNo call;
} ArgumentKey;
typedef struct ArgumentKeys {
  ArgumentKey *items;
  size_t len, cap;
} ArgumentKeys;
void resolve_argument_keys(Arena *arena, const Language *language, const Facts *facts, ArgumentKeys *ret_keys);

/* Of a file that is imported as a whole: the last part of its path, of an index that of
 * its folder, without extensions. No name has the same hash. */
uint64_t resolve_stem_hash(const Language *language, Str path);
/* Names of a file that lead to others, NameId to a place in the list: hashes of what they
 * are called there. */
typedef struct Origins {
  uint64_t *items;
  size_t len, cap;
} Origins;
void resolve_find_origins(Arena *arena, const Language *language, const Facts *facts, Idmap *ret_by_name, Origins *ret_origins);

/* lent.c */
/* The type without a name whose members a function gives to its parameter; 0: none. */
DefNo resolve_members_given(const View *view, BindNo param);
/* Types that something is copied to, by where that comes from. */
void resolve_copier_keys(Arena *arena, const Language *language, const Facts *facts, ArgumentKeys *ret_keys);

/* asked.c */
/* Members by their names: of a file of the project functions, with their binds; of a
 * library all, each name once. */
typedef struct MemberKey {
  uint64_t name;
  BindNo bind;
} MemberKey;
typedef struct MemberKeys {
  MemberKey *items;
  size_t len, cap;
} MemberKeys;
void resolve_member_keys(Arena *arena, const Language *language, const Facts *facts, MemberKeys *ret_keys);
void resolve_library_member_keys(Arena *arena, const Language *language, const Facts *facts, MemberKeys *ret_keys);
/* The one type that has all that the file asks of what the expression names; unknown:
 * nothing that could be told. Of the file that is resolved alone. */
ValueId resolve_asked_value(Run *run, View *view, ExprNo receiver);
/* A member of a receiver that nothing else tells. */
void resolve_find_asked(Run *run, View *view, const Expr *member, unsigned mode, FoundList *out);

/* injected.c */
/* What a container puts into the nth parameter of the function, by the name that is
 * wanted for it; unknown: nothing that could be told. */
ValueId resolve_injected(Run *run, View *view, DefNo function, uint32_t nth);
/* Binds that say what such names are. */
void resolve_supplied_keys(Arena *arena, const Language *language, const Facts *facts, ArgumentKeys *ret_keys);

#endif
