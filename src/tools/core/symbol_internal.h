/* One call of `symbol`: what its files share. */
#ifndef FATHOM_TOOLS_CORE_SYMBOL_INTERNAL_H
#define FATHOM_TOOLS_CORE_SYMBOL_INTERNAL_H

#include "src/base/size.h"
#include "src/base/vec.h"
#include "src/query/graph/graph.h"
#include "src/query/source/source.h"
#include "src/tools/kit/family_internal.h"
#include "src/tools/kit/linked_internal.h"
#include "src/tools/kit/parts_internal.h"
#include "src/tools/kit/precise_internal.h"
#include "src/tools/kit/uses_internal.h"

#define SYMBOL_TRAIL_MAX 12
#define SYMBOL_LEVELS 3 /* of what it is built on, and of what is built on it */

/* One call: everything that is known of the symbol, gathered before anything
 * is written, so that text and fields say the same. */
typedef struct SymbolAbout {
  ToolCall *call;
  ToolGraph *graph;
  QueryTargets targets;
  const StoreSymbol *symbol;
  bool is_container;
  QuerySource source;
  bool has_source;
  QueryTrail callees, callers, users;
  size_t mocks; /* among what it may call by dispatch: made for tests */
  ToolFamily family; /* of a method: other declarations of what runs in its place */
  QueryTrail makers; /* of a type: who makes one; others who call it use its members */
  QueryUses uses; /* every place by its manner; of functions: those that are no calls */
  QueryStrayColumns stray; /* of a table: columns it lacks */
  QueryOmissions omissions; /* of a field: where its type is made without it */
  QueryValuePlaces values; /* of a constant: statements that spell it out */
  QueryLiterals literals; /* of a union of texts: where they decide */
  QueryLiteralLists lists; /* and what lists them */
  QueryCatches catches; /* of a type that is thrown */
  QueryTrail held; /* functions that a variable's definition names or contains */
  QueryRelatives above, below;
  StoreSymbols members; /* direct ones, then methods in other files */
  size_t here;          /* of them in its own */
  VerifyUses precise;
  ToolLinked linked;
} SymbolAbout;

/* Those who make one of a type are few among those who use its members, and
 * asked for by themselves. */
static inline bool tool_symbol_is_made(const SymbolAbout *about) { return about->is_container && about->symbol->kind != SYMBOL_FILE; }

/* Fills everything behind `symbol`, but `precise`: a few walks of one step each. */
Err tool_symbol_look(SymbolAbout *about) MUST_CHECK;

/* What it is and what it is connected with, in words. `with_code`: its code follows, whose
 * first lines say how it is declared. `told`: values that were told of another one; or
 * NULL. */
Err tool_symbol_show_facts(SymbolAbout *about, bool with_code, const QueryLiterals *told) MUST_CHECK;

/* Everything, in pages: the first one begins with the facts. */
Err tool_symbol_show(SymbolAbout *about) MUST_CHECK;

#endif
