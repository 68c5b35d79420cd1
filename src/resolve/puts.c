/* Binds of a file that put something into a container (BIND_PUT), listed once for
 * its view: whoever asks for those of one literal would else go through all
 * binds for each. */
#include <assert.h>

#include "src/resolve/view_internal.h"

static bool is_put(const Bind *bind) { return (bind->flags & BIND_PUT) && bind->type; }

static void list_puts(ViewIndex *index, const Facts *facts) {
  uint32_t count = 0;
  for (BindNo i = 1; i < facts->binds.len; i++) count += is_put(&facts->binds.items[i]);
  BindNo *puts = arena_heap_alloc((count + 1) * sizeof *puts);
  count = 0;
  for (BindNo i = 1; i < facts->binds.len; i++) {
    if (is_put(&facts->binds.items[i])) puts[count++] = i;
  }
  index->puts = puts;
  index->put_count = count;
  index->bytes += (count + 1) * sizeof *puts;
  *index->total += (count + 1) * sizeof *puts;
}

const BindNo *resolve_puts(const View *view, uint32_t *ret_count) {
  assert(view->index && view->index->total);
  if (!view->index->puts) list_puts(view->index, view->facts);
  *ret_count = view->index->put_count;
  return view->index->puts;
}
