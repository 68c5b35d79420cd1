/* What languages that are written as lists share: (head rest …). */
#ifndef FATHOM_LANGUAGES_COMMON_LISTS_INTERNAL_H
#define FATHOM_LANGUAGES_COMMON_LISTS_INTERNAL_H

#include "src/languages/common/forms_internal.h"

/* What lists and names are called in the grammar, by the language's own numbers. */
typedef struct LanguageLists {
  unsigned list, name;
  unsigned vector, word; /* [a b] and :a, where there are such; else 0 */
  unsigned id;           /* the field of a name that has its text without what is before it, a/b; 0: it is its own */
  void (*call)(LanguageBuild *build, NodeNo name, NodeNo node); /* for threads */
} LanguageLists;

/* All that stands behind a node of a list; 0: nothing. */
void language_visit_after(LanguageBuild *build, NodeNo node);
/* Binds the names of a list, and the heads of lists in it: (a &key (b 1)). What
 * begins with & is none. `but` is left out; 0: nothing is. */
void language_bind_heads(LanguageBuild *build, LanguageLists lists, NodeNo list, NodeNo but);
/* Clauses behind a node: lists that are no calls. Of each the first `skipped`
 * parts are what is compared, and not looked at. */
void language_visit_clauses(LanguageBuild *build, LanguageLists lists, NodeNo after, unsigned skipped);

/* Functions that hold inside of the open scope: ((f (x) …) …). One that is given a value
 * instead, (f #'g), is a name like any other. */
void language_define_local(LanguageBuild *build, LanguageLists lists, NodeNo list, SymbolKind kind);
/* A list that is a pattern, whose names hold in what follows it: ((a &rest b) (f) …). */
void language_visit_pattern(LanguageBuild *build, NodeNo node, NodeNo pattern);
/* One name and what it is given: (dolist (x (f)) …), (with-open-file (x (f)) …). */
void language_visit_given(LanguageBuild *build, NodeNo node, NodeNo list);

/* ---- functions that nobody writes down ---- */

/* Those of (defstruct HEAD slot …): constructor, predicate, copier, and one a slot,
 * as the options in the head name them. What slots begin with is looked at. */
void language_add_structure(LanguageBuild *build, LanguageLists lists, NodeNo head);
/* (define-record-type point (fields x (mutable y))): make-point, point?, point-x; the head may
 * tell the first two: (point new-point is-point?). `fields` 0: it has none. */
void language_add_record(LanguageBuild *build, LanguageLists lists, NodeNo head, NodeNo fields);
/* Those that the slots of a class name: ((name :accessor thing-name :initform (f)) …).
 * What they begin with is looked at. */
void language_add_slots(LanguageBuild *build, LanguageLists lists, NodeNo slots);

/* ---- where parameters and new names stand in vectors ---- */

/* [x (f) y (g x)]: every name behind the values before it and its own. Behind a word
 * (:when (odd? x)) stands no name; in a vector behind one (:let [z (f)]) stand pairs again. */
void language_visit_pairs(LanguageBuild *build, LanguageLists lists, NodeNo vector);
/* What is behind the head of a function: a vector of parameters and the body, or lists
 * that each have both: [x] (f x), or ([x] (f x)) ([x y] (f y)). */
void language_visit_function(LanguageBuild *build, LanguageLists lists, NodeNo head);

/* ---- handlers for tables of forms, whose `rest` is the part behind the word ---- */

void language_form_nothing(LanguageBuild *build, const LanguageFormed *form); /* it is not looked into */
void language_form_rest(LanguageBuild *build, const LanguageFormed *form);    /* a word of the language: all behind it is */
void language_form_let(LanguageBuild *build, const LanguageFormed *form);     /* (let [x (f)] …) */
void language_form_lambda(LanguageBuild *build, const LanguageFormed *form);  /* (fn [x] …) */
/* Lists in it are functions, not calls: (reify Draw (draw [this] …)). Those of a vector
 * have names for all that is inside: (letfn [(f [x] …)] …). */
void language_form_functions(LanguageBuild *build, const LanguageFormed *form);
void language_form_letfn(LanguageBuild *build, const LanguageFormed *form);
/* (-> x f (g 1)): names behind the first are called. */
void language_form_thread(LanguageBuild *build, const LanguageFormed *form);
/* A definition of the row's kind and flags that the whole file sees: (def x 1). */
void language_form_variable(LanguageBuild *build, const LanguageFormed *form);

#endif
