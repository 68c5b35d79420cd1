/* Nests: routes that are told inside of functions, each of which is given to a
 * call that says how the paths inside begin and whose members handle them. */
#ifndef FATHOM_RESOLVE_NEST_INTERNAL_H
#define FATHOM_RESOLVE_NEST_INTERNAL_H

#include "src/resolve/wiring_internal.h"

/* What is around a call. */
typedef struct Nest {
  Str path;   /* how paths begin */
  Str inside; /* what comes between the innermost set and paths inside of it */
  Str module; /* what names of types begin with, dots between its parts */
  RouteType type;
  Str set, key; /* the innermost set's name and key */
  bool is_set;  /* the innermost call around is a set, or a group of its paths */
} Nest;
#define NESTS_MAX 16 /* of one call */
/* What is inside of a group with users is told once for each: the `nth` of them.
 * False: there is none, or the call is not the framework's. `callee` is what it
 * calls. */
bool resolve_nest(Run *run, View *view, const Framework *framework, ExprNo callee, uint32_t nth, Nest *ret_nest);
/* Goes into what `call`, a group of `row`, gives. */
bool resolve_nest_enter(Run *run, View *view, const FrameworkRow *row, ExprNo call, Nest *nest);
/* "$1" and "$k" filled in. */
Str resolve_nest_fill(Run *run, const char *pattern, Str name, Str key);
/* The nth name of a set; its own parts of the nest are filled in. False: there is no more. */
bool resolve_nest_set(Run *run, View *view, const WiringWord *word, ExprNo call, uint32_t nth, Nest *nest);
/* "blog_posts" is "BlogPosts"; "user" is "users". */
Str resolve_nest_camel(Arena *arena, Str name);
Str resolve_nest_plural(Arena *arena, Str name);
Str resolve_nest_underscored(Arena *arena, Str name); /* "a-b" is "a_b" */
/* The type that a text or an argument names; false: none. */
bool resolve_nest_type_text(Run *run, View *view, Str text, const Framework *framework, const Nest *nest, RouteType *ret_type);
bool resolve_nest_type(Run *run, View *view, ExprNo expr, const Framework *framework, const Nest *nest, RouteType *ret_type);

#endif
