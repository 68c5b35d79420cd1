/* Facts: what one file says by itself, language-neutral.
 * Flat arrays of numbers and interned names, without pointers into the
 * syntax tree or the text, so that they can be stored and compared. */
#ifndef FATHOM_MODEL_FACTS_H
#define FATHOM_MODEL_FACTS_H

#include "src/base/buf.h"
#include "src/base/names.h"
#include "src/base/vec.h"
#include "src/model/span.h"
#include "src/model/symbol.h"

enum {
  DEF_EXPORTED = 1 << 0,   /* other files can see it */
  DEF_DECLARATION = 1 << 1 /* announced here, defined elsewhere */
};

typedef struct Def {
  SymbolKind kind;
  unsigned flags;
  NameId name;
  uint32_t container; /* index + 1 of the definition around it; 0: the file */
  Span name_span;
  Span full;
  Range signature; /* without body or value */
  Range doc;       /* the comment directly above */
} Def;

typedef struct Facts {
  Names *names; /* borrowed: the table the names are in */
  VEC(Def) defs; /* in order of appearance; containers first */
  bool broken;   /* some part of the text could not be parsed */
} Facts;

/* A definition's signature in one line, at most FACTS_SIGNATURE_MAX bytes. */
#define FACTS_SIGNATURE_MAX 240
Str facts_signature(Arena *arena, const Def *def, Str text);
/* One line per definition, the same for equal facts: for golden files. */
void facts_dump(Buf *out, const Facts *facts, Str text);

#endif
