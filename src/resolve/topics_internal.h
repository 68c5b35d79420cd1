/* Topics: what runs for messages and jobs that are sent to a name. */
#ifndef FATHOM_RESOLVE_TOPICS_INTERNAL_H
#define FATHOM_RESOLVE_TOPICS_INTERNAL_H

#include "src/resolve/keys_internal.h"
#include "src/resolve/wiring_internal.h"

/* Of a decorator of `def`, or of a call with `def` 0; nothing where its name is no row's. */
void resolve_topic_key(Arena *arena, const Language *language, const Facts *facts, ExprNo call, DefNo def, TopicKeys *keys);
/* Frameworks with topics whose packages the file imports: hashes of their names. */
size_t resolve_topic_packages(const Language *language, const Facts *facts, uint64_t *ret_hashes, size_t most);

/* A place that may tell topics: a call, or a decorator of `def`. */
typedef struct TopicPlace {
  const Ref *ref;
  const WiringWord *word;
  ExprNo call;
  DefNo def; /* 0: it decorates nothing */
} TopicPlace;
void resolve_routes_topic(Run *run, View *view, const TopicPlace *place, Routes *routes);
/* Topics that a call sends to; none: it sends nothing, or nobody can tell where. */
void resolve_topics_sent(Run *run, View *view, ExprNo call, const WiringWord *word, WiringTexts *ret_topics);
/* Under which name a topic is looked up. */
uint64_t resolve_topic_hash(const FrameworkRow *row, Str topic);
/* Whether what is sent to `sent` gets to `topic`. */
bool resolve_topic_is(const FrameworkRow *row, Str topic, Str sent);

#endif
