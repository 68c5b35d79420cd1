/* Symbols that resolving made: written with a file's edges, because other files
 * may change them while the file itself stays as it is. */
#include "src/store/store_internal.h"

#define PLACE_MAX 64

/* Most files have none and never had: they are not looked for then. */
static bool is_new(const Store *store) { return store->bulk; }

Err store_put_made(Job *job, Store *store, const StoreFileEdges *links) {
  StoreOlds old = {0};
  size_t at = 0;
  if (!is_new(store)) TRY(store_read_old(job, store, links->file, STORE_OLD_MADE, &old));
  for (size_t i = 0; i < links->made_count; i++) {
    const StoreMade *made = &links->made[i];
    Buf place;
    StoreOld now = {.local = made->local, .def = made->local, .kind = made->kind};
    buf_init(&place, job->arena, PLACE_MAX);
    store_pack_place(&place, &(Def){.name_span = made->name_span, .full = made->full}, STR_EMPTY);
    now.place = buf_str(&place);
    TRY(store_name_row(job, store, links->names, made->name, &now.name));
    while (at < old.len && old.items[at].local < made->local) at++;
    bool was_there = at < old.len && old.items[at].local == made->local;
    TRY(store_put_symbol(job, store, links->file, &now, was_there ? &old.items[at] : NULL));
  }
  for (size_t i = 0; i < old.len; i++) {
    if (!old.items[i].is_kept) TRY(store_remove_symbol(job, store, links->file, &old.items[i]));
  }
  return OK;
}
