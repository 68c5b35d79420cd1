/* The parts of an answer. Nodes stand in an array in the order they were
 * begun, each with the number of the first one after its subtree, so that the
 * end of an answer can be taken back by shortening three arrays. */
#ifndef FATHOM_MODEL_ANSWER_INTERNAL_H
#define FATHOM_MODEL_ANSWER_INTERNAL_H

#include "src/base/vec.h"
#include "src/model/answer.h"

typedef enum AnswerNodeKind {
  /* with nodes inside */
  ANSWER_SECTION,
  ANSWER_LIST,
  ANSWER_ROW,
  ANSWER_OBJECT,
  ANSWER_SOURCE,
  ANSWER_ITEM,
  /* leaves */
  ANSWER_STR,
  ANSWER_INT,
  ANSWER_NUMBER,
  ANSWER_BOOL,
  ANSWER_RAW
} AnswerNodeKind;

typedef struct AnswerNode {
  AnswerNodeKind kind;
  uint32_t end;      /* the node after its subtree */
  uint32_t from, to; /* bytes of the text it takes */
  const char *key;   /* NULL: of an item in a list, or transparent */
  union {
    Str str;
    int64_t integer;
    double number;
    bool boolean;
  } value;
} AnswerNode;

/* How far an answer was built: what came later can be taken back. */
typedef struct AnswerSpot {
  size_t text, nodes, marks;
} AnswerSpot;

#define ANSWER_DEPTH_MAX 48 /* symbols in symbols take two each */

typedef struct AnswerOpen {
  AnswerNodeKind kind;
  uint32_t node; /* number + 1; 0: it has none, for nothing inside gives fields */
  AnswerSpot begin;
  size_t rows;   /* of a list: kept */
  bool is_ranked, is_whole, is_full;
  bool mutes, hides; /* words; fields */
} AnswerOpen;

/* A page being filled. */
typedef struct AnswerPaging {
  Str cursor;
  size_t max;
  size_t first, first_part; /* where it begins */
  size_t count; /* items begun or skipped */
  size_t shown;
  bool is_open, is_full, is_later, is_wrong;
  bool has_rows; /* the items are rows of fields too */
  size_t next_item, next_part; /* once it is full */
  bool next_is_later;
  uint64_t hash;
  Str heading; /* of the item before */
  /* the item at hand */
  size_t number, parts, kept, room;
  AnswerSpot part;
  size_t part_depth;
  bool splits, in_item, in_part, is_cut;
} AnswerPaging;

struct Answer {
  Arena *arena;
  Buf text;
  size_t max;
  VEC(AnswerNode) nodes;
  VEC(AnswerMark) marks;
  Map *colours; /* NULL: tokens of source are not wanted */
  size_t depth;
  unsigned muted, hidden; /* how many of what is open want it so */
  AnswerPaging page;
  AnswerOpen open[ANSWER_DEPTH_MAX]; /* last: made when it is opened, and not cleared before */
};

static inline AnswerSpot answer_spot(const Answer *answer) {
  return (AnswerSpot){answer->text.len, answer->nodes.len, answer->marks.len};
}
/* Everything that came after the spot: text, fields and marks. */
void answer_take_back(Answer *answer, AnswerSpot spot);
/* Begins something with a node, unless fields are hidden. */
AnswerOpen *answer_open(Answer *answer, AnswerNodeKind kind, const char *key);
void answer_mark(Answer *answer, AnswerMarkKind kind, size_t from);

/* ---- answer_page.c: called when something is ended ---- */

/* Whatever the parts of an item lie in ends: so does the last part. */
void answer_end_parts(Answer *answer);
void answer_end_item(Answer *answer, const AnswerOpen *item);

#endif
