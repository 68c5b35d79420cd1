/* Heads of functions that are written as calls, with types behind names and names of
 * types behind the head: f(a::T, b = 1; c...) where {T<:A}. */
#ifndef FATHOM_LANGUAGES_COMMON_HEADS_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_HEADS_INTERNAL_H

#include "src/languages/language.h"

/* Kinds of nodes, as the language numbers them. */
typedef struct LanguageHeads {
  unsigned call, name, signature; /* f(a); a; what a head may be wrapped in */
  unsigned typed, untold;         /* a::T; ::T, a parameter without a name */
  unsigned where, of, list, bound; /* h where T; S{T}; {T, U}; T<:A, its third part being A */
  unsigned value, rest, named;    /* a = 1; a...; what stands before parameters that calls name */
  unsigned given;                 /* a = 1 as a statement */
} LanguageHeads;

/* The call that the head of a function is, whatever stands around it; 0: it is none. */
NodeNo language_head_call(const LanguageBuild *build, const LanguageHeads *heads, NodeNo head);
/* Names of types in the head of a function or a type, with what they are beneath. */
void language_head_types(LanguageBuild *build, const LanguageHeads *heads, NodeNo head);
void language_head_parameters(LanguageBuild *build, const LanguageHeads *heads, NodeNo list);
/* The type that is declared for what the function gives, f(a)::T; 0: none is. */
ExprNo language_head_result(LanguageBuild *build, const LanguageHeads *heads, NodeNo head);
/* Where a module's definitions are: at the top level of their file, as those of the whole package. 0: they are where they stand. */
ScopeNo language_head_scope(const LanguageBuild *build);
/* A structure `node` with the head S{T} <: B; what it holds behind that are fields, a and a::T, also with a value. */
void language_head_struct(LanguageBuild *build, const LanguageHeads *heads, NodeNo node, NodeNo head);

#endif
