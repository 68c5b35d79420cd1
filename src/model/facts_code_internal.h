/* The bytes of facts: what writer and reader agree on.
 *
 * A hash of all that follows, the format's number, counts, names, then the
 * arrays. Numbers are those of base/pack, mostly differences to what came before. What is
 * usual about an entry (its kind and flags, which fields it has, which of them
 * can be told from others) is its shape; an array begins with the list of its
 * shapes, the commonest first, and each entry with the number of its own. */
#ifndef FATHOM_MODEL_FACTS_CODE_INTERNAL_H
#define FATHOM_MODEL_FACTS_CODE_INTERNAL_H

#include "src/model/facts.h"

#define FACTS_FORMAT 2
#define FACTS_HASH_BYTES 8

/* A part of a shape: `bits` bits from `shift`. */
#define SHAPE_GET(shape, part) ((uint32_t)((shape) >> part##_SHIFT & ((1u << part##_BITS) - 1)))
#define SHAPE_PUT(value, part) ((uint64_t)(value) << part##_SHIFT)

/* How a field is written. */
enum {
  FIELD_NONE = 0, /* it is 0 */
  FIELD_NEAR = 1, /* as expected */
  FIELD_FAR = 2   /* its difference to what is expected */
};

/* Where a position is. */
enum {
  AT_FAR = 0,   /* the difference to the entry before */
  AT_FIRST = 1, /* expressions: as before; references: as the expression's; binds: where the definition begins */
  AT_BASE = 2,  /* as the base's; binds: where the definition's name ends */
  AT_IMPORT = 3 /* binds: as the import's */
};

enum {
  EXPR_KIND_SHIFT = 0, EXPR_KIND_BITS = 6,
  EXPR_FLAGS_SHIFT = 6, EXPR_FLAGS_BITS = 8,
  EXPR_SCOPE_SHIFT = 14, EXPR_SCOPE_BITS = 2,   /* FIELD_...; near: the last one's */
  EXPR_BASE_SHIFT = 16, EXPR_BASE_BITS = 2,     /* FIELD_...; near: the expression before */
  EXPR_NAMED_SHIFT = 18, EXPR_NAMED_BITS = 1,
  EXPR_AT_SHIFT = 19, EXPR_AT_BITS = 2,         /* AT_... */
  EXPR_COUNT_SHIFT = 21, EXPR_COUNT_BITS = 3,   /* SHAPE_MORE_ITEMS: written */
  EXPR_NUMBER_SHIFT = 24, EXPR_NUMBER_BITS = 4, /* SHAPE_MORE_NUMBER: written */
  SHAPE_MORE_ITEMS = 7,
  SHAPE_MORE_NUMBER = 15
};

enum {
  REF_ROLE_SHIFT = 0, REF_ROLE_BITS = 4,
  REF_FLAGS_SHIFT = 4, REF_FLAGS_BITS = 8,
  REF_FROM_SHIFT = 12, REF_FROM_BITS = 1,  /* 1: not the last one's */
  REF_AT_SHIFT = 13, REF_AT_BITS = 2,
  REF_LINE_SHIFT = 15, REF_LINE_BITS = 1,  /* 1: not on the last one's line */
  REF_CALL_SHIFT = 16, REF_CALL_BITS = 1,  /* has call and position */
  REF_POSITION_SHIFT = 17, REF_POSITION_BITS = 3 /* SHAPE_MORE_ITEMS: written */
};

enum {
  DEF_KIND_SHIFT = 0, DEF_KIND_BITS = 8,
  DEF_NAMED_SHIFT = 8, DEF_NAMED_BITS = 1,
  DEF_CONTAINER_SHIFT = 9, DEF_CONTAINER_BITS = 2, /* near: the last one's */
  DEF_SCOPE_SHIFT = 11, DEF_SCOPE_BITS = 1,        /* 1: not the last one's */
  DEF_OPENS_SHIFT = 12, DEF_OPENS_BITS = 2,        /* near: after the last one that was opened */
  DEF_TYPED_SHIFT = 14, DEF_TYPED_BITS = 1,
  DEF_VALUED_SHIFT = 15, DEF_VALUED_BITS = 1,
  DEF_BASED_SHIFT = 16, DEF_BASED_BITS = 1,
  DEF_DECORATED_SHIFT = 17, DEF_DECORATED_BITS = 1,
  DEF_RECEIVER_SHIFT = 18, DEF_RECEIVER_BITS = 1,
  DEF_DOC_SHIFT = 19, DEF_DOC_BITS = 1,
  DEF_SIGNED_SHIFT = 20, DEF_SIGNED_BITS = 1,     /* the signature begins elsewhere */
  DEF_NAME_SPAN_SHIFT = 21, DEF_NAME_SPAN_BITS = 1, /* 1: the name is not one word on the first line */
  DEF_LINES_SHIFT = 22, DEF_LINES_BITS = 1,       /* 1: more than one line */
  DEF_FLAGS_SHIFT = 23                            /* 32 bits */
};

enum {
  SCOPE_KIND_SHIFT = 0, SCOPE_KIND_BITS = 4,
  SCOPE_DEF_SHIFT = 4, SCOPE_DEF_BITS = 2,    /* near: after the last one */
  SCOPE_RANGE_SHIFT = 6, SCOPE_RANGE_BITS = 1 /* 1: not the whole definition */
};

enum {
  BIND_FLAGS_SHIFT = 0, BIND_FLAGS_BITS = 31,
  BIND_SCOPE_SHIFT = 32, BIND_SCOPE_BITS = 1, /* 1: not the last one's */
  BIND_TO_SHIFT = 33, BIND_TO_BITS = 1,
  BIND_TYPED_SHIFT = 34, BIND_TYPED_BITS = 1,
  BIND_VALUED_SHIFT = 35, BIND_VALUED_BITS = 1,
  BIND_DEF_SHIFT = 36, BIND_DEF_BITS = 2,     /* near: after the last one */
  BIND_FROM_SHIFT = 38, BIND_FROM_BITS = 2,   /* AT_... */
  BIND_IMPORT_SHIFT = 40, BIND_IMPORT_BITS = 2
};

enum {
  IMPORT_FORM_SHIFT = 0, IMPORT_FORM_BITS = 4,
  IMPORT_FLAGS_SHIFT = 4, IMPORT_FLAGS_BITS = 8,
  IMPORT_SCOPE_SHIFT = 12, IMPORT_SCOPE_BITS = 1, /* 1: not the last one's */
  IMPORT_SPECIFIER_SHIFT = 13, IMPORT_SPECIFIER_BITS = 1, /* 1: not the last one's */
  IMPORT_NAMED_SHIFT = 14, IMPORT_NAMED_BITS = 2, /* near: as the local name */
  IMPORT_LOCAL_SHIFT = 16, IMPORT_LOCAL_BITS = 1
};

/* What the next entries are compared with; both sides keep it alike. */
typedef struct CodeState {
  uint32_t at, line, column;
  ScopeNo scope;
  DefNo def;
  DefNo container;
  ScopeNo opened;
  ExprNo expr;
  ImportNo import;
  NameId specifier;
} CodeState;

/* Differences wrap, so that any number can follow any other. */
static inline uint32_t code_zigzag(uint32_t now, uint32_t before) {
  uint32_t d = now - before;
  return (d << 1) ^ (0u - (d >> 31));
}
static inline uint32_t code_unzigzag(uint32_t z, uint32_t before) { return before + ((z >> 1) ^ (0u - (z & 1))); }

#endif
