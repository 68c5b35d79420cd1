/* Any bytes as a saved world: they are refused, or give a world that can be
 * saved again to the same bytes, changed and closed. */
#include <assert.h>
#include <string.h>

#include "src/resolve/resolve.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const Facts *borrow(void *context, WorldFile file, FactsPart part) {
  (void)part;
  (void)context, (void)file;
  return NULL;
}

static void give_back(void *context, WorldFile file) { (void)context, (void)file; }

static Str config(void *context, Arena *arena, Str path) {
  (void)context, (void)arena, (void)path;
  return (Str){NULL, 0};
}

/* Something that is put later finds its place among what was restored. */
static void change(ResolveWorld *world, Names *names, Arena *arena) {
  Job job;
  Facts facts;
  WorldFile *changed;
  size_t count;
  job_init(&job, arena);
  facts_init(&facts, arena, names);
  resolve_world_put(world, STR("new.py"), language_registry[0], &facts);
  assert(!resolve_imports(&job, world, &changed, &count));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena;
  arena_init(&arena);
  Names *names = names_open();
  ResolveSource source = {.borrow = borrow, .give_back = give_back, .config = config};
  ResolveWorld *world = resolve_world_open(names, &source);
  PackReader in = pack_reader((Str){(const char *)data, size});
  if (resolve_world_restore(world, &in)) {
    Buf out;
    buf_init(&out, &arena, 1u << 24);
    assert(resolve_world_count(world) <= size);
    if (resolve_world_save(world, &out)) assert(out.len <= size + 16);
    change(world, names, &arena);
  }
  resolve_world_close(world);
  names_close(names);
  arena_clear(&arena);
  return 0;
}
