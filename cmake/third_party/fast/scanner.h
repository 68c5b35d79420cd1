/* Included before the scanner of a grammar that is linked in: it takes its
 * memory where the core does, so that all of it can be forgotten at once. */
#include <stdlib.h>

#include "src/parse/memory_internal.h"

#define malloc parse_memory_take
#define calloc parse_memory_take_zeroed
#define realloc parse_memory_grow
#define free parse_memory_give
