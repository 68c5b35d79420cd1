/* The history as a part of the index. */
#include "src/query/history/history.h"

#include "src/index/part.h"

static void *open_history(Index *index) { return history_open(index_root(index), index_keep(index)); }

static void close_history(void *history) { history_close(history); }

History *query_history(Index *index) {
  static const IndexPart kind = {open_history, close_history};
  return index_part(index, &kind);
}
