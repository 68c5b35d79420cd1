/* Terms and values: what evaluation computes with. */
#ifndef FATHOM_RESOLVE_TERM_INTERNAL_H
#define FATHOM_RESOLVE_TERM_INTERNAL_H

#include "src/base/vec.h"
#include "src/resolve/resolve.h"

typedef uint32_t TermId;  /* 0: none */
typedef uint32_t ValueId; /* a set of terms */

enum { VALUE_UNKNOWN = 0, VALUE_NOTHING = 1 /* null, void: no term, and nothing missing */ };
#define VALUE_MAX 8 /* terms in a set; more are unknown */

typedef enum TermKind {
  TERM_UNKNOWN,   /* beside others: there may be more */
  TERM_EXT,       /* outside; number: its name, 0: none */
  TERM_NAMED,     /* a type nobody found; number: its name. Else as unknown */
  TERM_DEF,       /* a function, type or namespace as itself; args: explicit type arguments */
  TERM_INST,      /* instance of a type; args: type arguments, or none */
  TERM_SELF,      /* instance of the type around, or of one that extends it */
  TERM_SUPER,     /* the same, from its bases on */
  TERM_META,      /* the type of what args[0] holds, as a value */
  TERM_BOUND,     /* method; args: receiver, the base it was found in */
  TERM_MODULE,    /* number: in run->modules */
  TERM_FUNC,      /* function type; args: result, parameters */
  TERM_TUPLE,
  TERM_LIST,      /* args: element */
  TERM_SET,
  TERM_MAP,       /* args: key, value */
  TERM_CHAN,
  TERM_PROMISE,
  TERM_GENERATOR,
  TERM_PARAM,     /* type parameter, or parameter of unknown type; number: bind */
  TERM_LITERAL,   /* flags: LiteralKind; number: its text as a name */
  TERM_PRIMITIVE, /* number: name */
  TERM_LATER      /* depends on a type parameter; flags: LaterKind; args: of what; number: name */
} TermKind;

typedef enum LaterKind {
  LATER_MEMBER, /* T["name"] */
  LATER_ELEMENT,
  LATER_RESULT,
  LATER_MADE,
  LATER_AWAITED,
  LATER_KEYED /* T[K]; args: K, T */
} LaterKind;

enum { /* flags of TERM_FUNC */
  TERM_VARIADIC = 1,
  TERM_RECEIVER = 2 /* the first parameter is what it is called on */
};

enum { /* flags of TERM_META */
  TERM_HEIR = 1 /* or of one that builds on it: which of them is made nobody tells */
};

typedef struct Term {
  uint8_t kind;
  uint8_t flags;
  uint8_t open; /* type parameters or self inside */
  uint8_t count;
  uint32_t view; /* View.number */
  uint32_t number;
  uint32_t args; /* ValueIds in pool.items */
} Term;

typedef struct ValueRow {
  uint32_t first; /* TermIds in pool.items */
  uint8_t count;
  uint8_t open;
  uint8_t partial; /* TERM_UNKNOWN or TERM_NAMED inside */
} ValueRow;

typedef struct UnionRow {
  ValueId a, b, both;
} UnionRow;

#define POOL_UNIONS 256

typedef struct Pool {
  VEC(Term) terms;
  VEC(ValueId) alone; /* by term: the set of nothing else; 0: not made yet */
  UnionRow *unions;   /* POOL_UNIONS lately made, by hash of the two; NULL: none yet */
  VEC(ValueRow) values;
  VEC(uint32_t) items;
  uint32_t *term_slots, *value_slots;
  size_t term_slot_count, value_slot_count;
} Pool;

/* What type parameters stand for while a value is carried elsewhere. */
#define ENV_MAX 16
typedef struct Env {
  TermId params[ENV_MAX];
  ValueId values[ENV_MAX];
  uint32_t count;
  uint32_t fixed; /* the first of them are not up for inference */
  ValueId self;   /* for TERM_SELF; 0: none */
} Env;

#endif
