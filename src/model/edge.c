/* The words of edges. */
#include "src/model/edge.h"

static const char *const kinds[] = {
#define EDGE_WORD_ROW(kind, word) word,
    EDGE_KINDS(EDGE_WORD_ROW)
#undef EDGE_WORD_ROW
};

static const char *const rules[] = {
#define EDGE_RULE_WORD_ROW(rule, word, confidence) word,
    EDGE_RULES(EDGE_RULE_WORD_ROW)
#undef EDGE_RULE_WORD_ROW
};

static const char *const confidences[] = {
#define EDGE_CONFIDENCE_ROW(rule, word, confidence) confidence,
    EDGE_RULES(EDGE_CONFIDENCE_ROW)
#undef EDGE_CONFIDENCE_ROW
};

const char *edge_kind_word(EdgeKind kind) { return (size_t)kind < COUNT_OF(kinds) ? kinds[kind] : "unknown"; }

const char *edge_rule_word(EdgeRule rule) { return (size_t)rule < COUNT_OF(rules) ? rules[rule] : "unknown"; }

const char *edge_rule_confidence(EdgeRule rule) {
  return (size_t)rule < COUNT_OF(confidences) ? confidences[rule] : "unknown";
}
