/* Views: texts in place of files, for the questions of one job. What was laid
 * over the store is kept for the next job with the same texts; who has others
 * finds nothing of it. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/hash.h"
#include "src/index/index_internal.h"
#include "src/resolve/resolve.h"

#define LAID_MAX 8
#define LAID_BYTES ((size_t)64 << 20) /* of all, but for the newest */
#define PATIENCE_MS 10000
#define REFRESH_MS 3000 /* without an index at rest a view has texts alone */

/* ---- what is kept ---- */

static void drop_locked(IndexLaid *laid) {
  if (!laid || --laid->users) return;
  if (laid->layer) store_layer_close(laid->layer);
  arena_clear(&laid->arena);
  free(laid);
}

static size_t weigh(const IndexLaid *laid) { return laid->arena.used + (laid->layer ? store_layer_bytes(laid->layer) : 0); }

static void make_room_locked(Index *index) {
  size_t count = 0, bytes = 0;
  for (IndexLaid **at = &index->laid; *at;) {
    IndexLaid *laid = *at;
    bytes += weigh(laid);
    if (++count == 1 || (count <= LAID_MAX && bytes <= LAID_BYTES)) {
      at = &laid->next;
      continue;
    }
    *at = laid->next;
    drop_locked(laid);
  }
}

void index_laid_keep(Index *index, IndexLaid *laid) {
  assert(laid->users == 1);
  lock_take(&index->lock);
  laid->next = index->laid;
  index->laid = laid;
  make_room_locked(index);
  lock_give(&index->lock);
}

void index_order_free(IndexOrder *order) {
  arena_clear(&order->arena);
  free(order);
}

/* Nobody has a view any more, and the thread is gone. */
void index_views_close(Index *index) {
  assert(!index->views);
  while (index->laid) {
    IndexLaid *laid = index->laid;
    index->laid = laid->next;
    drop_locked(laid);
  }
  while (index->orders) {
    IndexOrder *order = index->orders;
    index->orders = order->next;
    index_order_free(order);
  }
}

/* By their bytes and not by a hash: a client that could make two texts fall
 * together would be shown another's. */
static bool is_same(const IndexLaid *laid, const IndexText *texts, size_t count) {
  if (laid->count != count) return false;
  for (size_t i = 0; i < count; i++) {
    if (!str_eq(laid->texts[i].path, texts[i].path) || !str_eq(laid->texts[i].text, texts[i].text)) return false;
  }
  return true;
}

static void find_laid(IndexView *view, int64_t generation) {
  Index *index = view->index;
  lock_take(&index->lock);
  IndexLaid *laid = index->laid;
  while (laid && (laid->generation != generation || !is_same(laid, view->texts, view->count))) laid = laid->next;
  if (laid) laid->users++;
  view->laid = laid;
  lock_give(&index->lock);
}

/* ---- reading the texts ---- */

/* Without a language: none reads it. With a reason to skip it: it may not be
 * part of the workspace. */
static Err read_source(Job *job, IndexOrder *order, size_t at, Index *index) {
  IndexText text = order->texts[at];
  IndexSource *source = &order->sources[at];
  IndexWhy why;
  bool is_there = false;
  Facts *facts = ARENA_NEW(&order->arena, Facts);
  Str rest = text.text;
  source->file = (StoreFile){.path = text.path, .size = text.text.len, .hash = hash_str(text.text)};
  TRY(index_why_left_out(job, index, text.path, &why));
  source->file.skip = why.reason ? str_from_c(why.reason) : STR_EMPTY;
  if (why.reason || index_why_not_written(text.path, text.text)) return OK;
  source->language = language_for_file(text.path, str_cut(&rest, '\n'));
  source->text = text.text;
  Names *names = names_open();
  Err err = index_read_text(job, text.path, text.text, names, facts, &is_there);
  source->facts = facts;
  if (!err && is_there) index_fill_source(&order->arena, source);
  if (err || !is_there) source->language = NULL;
  source->facts = source->content.facts = NULL; /* their names go; the encoded ones have their own */
  names_close(names);
  return err;
}

static Err make_order(Job *job, const IndexView *view, IndexOrder **ret_order) {
  IndexOrder *order = arena_heap_alloc(sizeof *order);
  arena_init(&order->arena);
  IndexText *texts = ARENA_ARRAY(&order->arena, IndexText, view->count + 1);
  order->texts = texts;
  order->count = view->count;
  order->sources = ARENA_ARRAY(&order->arena, IndexSource, view->count + 1);
  Err err = OK;
  for (size_t i = 0; i < view->count && !err; i++) {
    texts[i] = (IndexText){str_copy(&order->arena, view->texts[i].path), str_copy(&order->arena, view->texts[i].text)};
    err = read_source(job, order, i, view->index);
  }
  if (err) index_order_free(order);
  else *ret_order = order;
  return err;
}

/* ---- a view ---- */

IndexView *index_view_of_locked(const Index *index, const Job *job) {
  IndexView *view = index->views;
  while (view && view->job != job) view = view->next;
  return view;
}

/* Only the job itself opens and closes its view, so that it stays. */
static const IndexView *view_of(Job *job, Index *index) {
  lock_take(&index->lock);
  const IndexView *view = index_view_of_locked(index, job);
  lock_give(&index->lock);
  return view;
}

static Err find_generation(Job *job, Index *index, int64_t *ret_generation) {
  StoreReader *reader;
  TRY(index_reader_take(job, index, &reader));
  Err err = index_generation(job, reader, ret_generation);
  index_reader_return(index, reader);
  return err;
}

/* Nothing is laid over what is not whole: symbols come and go there. */
static Err lay(Job *job, IndexView *view) {
  IndexState state;
  IndexOrder *order;
  int64_t generation;
  index_state(view->index, &state);
  if (state.provisional || state.behind) return OK;
  TRY(find_generation(job, view->index, &generation));
  find_laid(view, generation);
  if (view->laid) return OK;
  TRY(make_order(job, view, &order));
  TRY(index_thread_order(job, view->index, order, PATIENCE_MS));
  TRY(find_generation(job, view->index, &generation));
  find_laid(view, generation);
  return OK;
}

static void free_view(IndexView *view) {
  lock_take(&view->index->lock);
  drop_locked(view->laid);
  lock_give(&view->index->lock);
  free(view);
}

Err index_view_open(Job *job, Index *index, const IndexText *texts, size_t count, IndexView **ret_view) {
  *ret_view = NULL;
  if (view_of(job, index)) return OK;
  IndexView *view = arena_heap_alloc(sizeof *view);
  *view = (IndexView){.job = job, .index = index, .texts = texts, .count = count};
  Err err = index_refresh_within(job, index, REFRESH_MS);
  if (!err) err = lay(job, view);
  if (err) {
    free_view(view);
    return err;
  }
  lock_take(&index->lock);
  view->next = index->views;
  index->views = view;
  lock_give(&index->lock);
  *ret_view = view;
  return OK;
}

void index_view_close(IndexView *view) {
  lock_take(&view->index->lock);
  IndexView **at = &view->index->views;
  while (*at != view) at = &(*at)->next;
  *at = view->next;
  lock_give(&view->index->lock);
  free_view(view);
}

static IndexTextState state_of(const IndexView *view, size_t at) { return view->laid ? view->laid->states[at] : INDEX_TEXT_NOT; }

IndexTextState index_view_state(const IndexView *view, Str path) {
  for (size_t i = 0; i < view->count; i++) {
    if (str_eq(view->texts[i].path, path)) return state_of(view, i);
  }
  return INDEX_TEXT_NOT;
}

bool index_view_is_whole(const IndexView *view) { return view->laid && view->laid->is_whole; }

bool index_view_text(Job *job, Index *index, Str path, Str *ret_text) {
  const IndexView *view = view_of(job, index);
  for (size_t i = 0; view && i < view->count; i++) {
    if (!state_of(view, i) || !str_eq(view->texts[i].path, path)) continue;
    *ret_text = view->texts[i].text;
    return true;
  }
  return false;
}

IndexText *index_view_texts(Job *job, Index *index, size_t *ret_count) {
  const IndexView *view = view_of(job, index);
  IndexText *texts = ARENA_ARRAY(job->arena, IndexText, view ? view->count + 1 : 1);
  *ret_count = 0;
  for (size_t i = 0; view && i < view->count; i++) {
    if (state_of(view, i)) texts[(*ret_count)++] = view->texts[i];
  }
  return texts;
}
