/* The parser that the edits of one workspace hand to each other, one at a time:
 * who edits a file often edits it again, and of a text that was parsed a moment
 * ago only what changed is parsed again. */
#include <stdlib.h>

#include "src/base/lock.h"
#include "src/edit/edit_internal.h"
#include "src/parse/parse.h"

typedef struct Shared {
  Lock lock;
  Parser *idle; /* NULL: somebody has it, or nobody needed one yet */
} Shared;

static void *open_shared(Index *index) {
  (void)index;
  Shared *shared = arena_heap_alloc(sizeof *shared);
  lock_init(&shared->lock);
  return shared;
}

static void close_shared(void *part) {
  Shared *shared = part;
  if (shared->idle) parse_close(shared->idle);
  lock_clear(&shared->lock);
  free(shared);
}

static Parser *swap(Index *index, Parser *parser) {
  static const IndexPart kind = {open_shared, close_shared};
  Shared *shared = index_part(index, &kind);
  lock_take(&shared->lock);
  Parser *idle = shared->idle;
  shared->idle = parser;
  lock_give(&shared->lock);
  return idle;
}

Parser *edit_parser_take(Index *index) {
  Parser *parser = swap(index, NULL);
  if (parser) return parser;
  parser = parse_open();
  parse_keep_last(parser);
  return parser;
}

void edit_parser_return(Index *index, Parser *parser) {
  Parser *other = swap(index, parser);
  if (other) parse_close(other);
}
