/* Topics: what runs for messages and jobs that are sent to a name. */
#ifndef FATHOM_RESOLVE_TOPICS_INTERNAL_H
#define FATHOM_RESOLVE_TOPICS_INTERNAL_H

#include "src/resolve/keys_internal.h"
#include "src/resolve/wiring_internal.h"

/* Of a decorator of `def`, or of a call with `def` 0; nothing where its name is no row's. */
void resolve_topic_key(Arena *arena, const Language *language, const Facts *facts, ExprNo call, DefNo def, TopicKeys *keys);
/* Frameworks with topics whose packages the file imports: hashes of their names. */
size_t resolve_topic_packages(const Language *language, const Facts *facts, uint64_t *ret_hashes, size_t most);

/* Whether any file of the project imports one of its packages. */
bool resolve_topic_is_used(Run *run, const View *view, const Framework *framework);

/* Whether an import is of one of its packages. */
bool resolve_topic_uses(const Framework *framework, Str specifier);

/* ---- fields of root types (rooted.c) ---- */

/* Routes that fields of root types are, and the keys that their files are found by
 * (FRAMEWORK_FIELDS). */
void resolve_routes_rooted(Run *run, View *view, Routes *routes);
void resolve_rooted_keys(Arena *arena, const Language *language, const Facts *facts, TopicKeys *keys);

/* A place that may tell topics: a call, or a decorator of `def`. */
typedef struct TopicPlace {
  const Ref *ref;
  const WiringWord *word;
  ExprNo call;
  DefNo def; /* 0: it decorates nothing */
} TopicPlace;
void resolve_routes_topic(Run *run, View *view, const TopicPlace *place, Routes *routes);
/* Topics that a call sends to, and the name inside of them; none: it sends nothing, or
 * nobody can tell where. */
void resolve_topics_sent(Run *run, View *view, ExprNo call, const WiringWord *word, WiringTexts *ret_topics, Str *ret_part);
/* ---- names of topics ---- */

/* create_user: createUser. */
Str resolve_camel_case(Arena *arena, Str name);
/* Whether one is called like its handler, behind the path of its file. */
bool resolve_topic_is_by_module(const FrameworkRow *row);
/* Whether it stands for several: it is found by no name of theirs then. */
bool resolve_topic_is_wild(const FrameworkRow *row, Str topic);
/* Under which name a topic is looked up. */
uint64_t resolve_topic_hash(const FrameworkRow *row, Str topic);
/* Whether what is sent to `sent`, and to `part` inside of it, gets to a route that
 * is called `topic`. */
bool resolve_topic_is(const FrameworkRow *row, const Route *route, Str topic, Str sent, Str part);

#endif
