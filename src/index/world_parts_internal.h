/* The parts of a world, for the files that make it up. */
#ifndef FATHOM_INDEX_WORLD_PARTS_INTERNAL_H
#define FATHOM_INDEX_WORLD_PARTS_INTERNAL_H

#include <stdatomic.h>

#include "src/base/lock.h"
#include "src/base/map.h"
#include "src/base/pile.h"
#include "src/base/vec.h"
#include "src/index/cache_internal.h"
#include "src/index/index_internal.h"

/* A path that the resolver can ask for. */
typedef struct IndexPath {
  FileId id;
  WorldFile file; /* 0: no source file */
  bool is_config;
  Str pending;    /* a configuration's text, until it is committed */
} IndexPath;

typedef struct IndexFile {
  FileId id; /* 0: there is none of this number */
  IndexPath *path;
  uint32_t *locals; /* by DefNo; NULL: its own number. As asks and uses in the world's pile */
  uint32_t def_count;
  Str pending;      /* facts, until they are committed */
  uint64_t hash;    /* of its facts, encoded */
  unsigned char *uses; /* files it looked at, packed: see world_uses.c */
  uint32_t use_bytes;
  uint32_t ask_count;
  uint32_t *asks;   /* sorted */
  FactsNames names; /* of its facts; ids NULL: nobody knows */
  Facts *imports;   /* facts with nothing but these; NULL: not kept */
  bool dirty;
  bool was_put;         /* since imports were last followed */
  bool surface_changed; /* likewise: files that use it are dirty */
} IndexFile;

struct IndexWorld {
  Index *index;
  bool is_loaded;
  bool is_just_loaded; /* from the store, and imports were not followed since: source files that are configuration were read as they are now */
  bool is_first; /* nothing was stored, and imports were not followed yet: no file has asks */
  bool is_restored;      /* from what was kept */
  IndexWorldState state; /* that is stored; birth 0: nothing is known of it */
  IndexWorldState saved; /* that is kept */
  Names *names;
  ResolveWorld *resolve;
  ResolveInstalled installed; /* what it asks about dependencies */
  ResolveThread *thread; /* NULL: none is kept */
  IndexCache *cache;
  Pile pile;        /* of paths, and of what files used and asked: thousands of numbers each */
  IndexFile *files; /* by WorldFile */
  size_t file_cap;
  FileId doubts[STORE_DOUBTS_MAX]; /* files that are read again */
  size_t doubt_count;
  Lock names_lock;  /* guards the pile below: any thread decodes facts, one at a time those of a file */
  Pile names_pile;  /* of numbers of names */
  WorldFile *by_id; /* by FileId */
  size_t id_cap;
  Map by_path;      /* -> IndexPath */
  size_t dirty_count;
  atomic_bool has_failed; /* facts could not be read: what was resolved since is not to be trusted */
  bool shape_changed; /* since imports were last followed: files or configuration came or went */
  Pile imports;     /* of files that were put or loaded since imports were last followed */
  Arena pending;    /* of the batch that is not committed yet: */
  VEC(WorldFile) held;
  VEC(IndexPath *) held_paths;
  VEC(uint32_t) changed_keys; /* folded, since imports were last followed */
};

/* What is known of a file or a path, made empty when it is first asked for. A file's stays
 * where it is until a higher number is asked for, a path's for good. */
IndexFile *index_world_file(IndexWorld *world, WorldFile file);
IndexPath *index_world_path(IndexWorld *world, Str path);
/* From now on the store's id means this file. */
void index_world_name_id(IndexWorld *world, FileId id, WorldFile file);
/* Keys are stored folded: two that fall together cost a file resolved in vain. */
static inline uint32_t index_world_fold_key(uint64_t key) { return (uint32_t)(key ^ (key >> 32)); }

/* world_uses.c: a set of files in few bytes, in the pile. A file that includes
 * others may have looked at thousands. Sorts them. */
void index_world_set_uses(IndexWorld *world, IndexFile *file, WorldFile *files, size_t count);
/* Sorted numbers; copied. */
void index_world_set_asks(IndexWorld *world, IndexFile *file, const uint32_t *asks, size_t count);
void index_world_set_locals(IndexWorld *world, IndexFile *file, const uint32_t *locals, size_t count);
/* The file behind `before`, which is 0 at first; 0: that was the last. */
WorldFile index_world_next_use(const unsigned char **at, WorldFile before);

/* world.c: back to nothing, but for names. */
void index_world_empty(IndexWorld *world);

/* world_saved.c: false: there is none of this state, or it makes no sense; the
 * world is good for emptying only. */
bool index_world_restore(Job *job, IndexWorld *world) MUST_CHECK;
bool index_world_read(IndexWorld *world, Str bytes, const IndexWorldState *state) MUST_CHECK;

/* world_source.c: what the resolver borrows. */
/* Following imports looks at imports alone: until then those are kept apart, in the
 * account of what grows, and no file's facts are made once more for it. */
void index_world_keep_imports(IndexWorld *world, IndexFile *file, const Facts *facts);
void index_world_forget_imports(IndexWorld *world);
/* The numbers of the names of a file's facts, so that they need not be found
 * again with each decoding. None: the facts are others now. Any thread, but one
 * at a time for a file. */
void index_world_set_names(IndexWorld *world, IndexFile *file, FactsNames names);
bool index_world_load_facts(void *context, WorldFile file, FactsPart part, Arena *arena, FactsMark *mark, Facts *facts);
const Facts *index_world_borrow(void *context, WorldFile file, FactsPart part);
const Facts *index_world_more(void *context, WorldFile file, FactsPart part);
void index_world_give_back(void *context, WorldFile file);
Str index_world_config(void *context, Arena *arena, Str path);
Str index_world_library(void *context, Arena *arena, Str family);

#endif
