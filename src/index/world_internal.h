/* The world of one workspace in memory: which files there are for the
 * resolver, under which ids they are stored, what each of them looked at, and
 * which have to be resolved again. Changed by the thread that does the
 * index's work; workers only borrow facts. */
#ifndef FATHOM_INDEX_WORLD_INTERNAL_H
#define FATHOM_INDEX_WORLD_INTERNAL_H

#include "src/index/index.h"
#include "src/resolve/resolve.h"

typedef struct IndexWorld IndexWorld;

/* Which state of which store a world is of. */
typedef struct IndexWorldState {
  int64_t birth;        /* of the store: drawn when it was filled from nothing; 0: there is none to go by */
  int64_t generation;   /* raised with every change */
  int64_t revision;     /* of the program, and of libraries */
  int64_t dependencies; /* the mark of answers about them */
} IndexWorldState;

/* Nothing is in it yet; `is_empty`: nothing is stored either. */
IndexWorld *index_world_open(Index *index, bool is_empty);
void index_world_close(IndexWorld *world);
AUTO_CLOSE(IndexWorld, index_world_close)
/* What is stored of these files is damaged, and they are put before imports
 * are followed: until then they have no facts. At most STORE_DOUBTS_MAX. */
void index_world_doubt(IndexWorld *world, const FileId *files, size_t count);
/* What is stored is complete and of this state. */
void index_world_is_of(IndexWorld *world, const IndexWorldState *state);
/* world_saved.c: keeps the world beside the store, when nothing about it is to
 * be done and it is not too large. */
Err index_world_save(Job *job, IndexWorld *world, const IndexWorldState *state) MUST_CHECK;
bool index_world_can_save(const IndexWorld *world);
bool index_world_is_saved(const IndexWorld *world, const IndexWorldState *state);
bool index_world_was_restored(const IndexWorld *world); /* for tests */
/* Everything as it is stored, once, before the first change: as it was kept, else
 * from the facts of all files. A file whose facts
 * make no sense is doubted (store_doubt), and the world not to be used. */
Err index_world_need(Job *job, IndexWorld *world) MUST_CHECK;
bool index_world_is_loaded(const IndexWorld *world);

/* Borrowed from the world: the table of all names, and what look-ups are answered from. */
Names *index_world_names(IndexWorld *world);
ResolveWorld *index_world_resolve(IndexWorld *world);
/* One thread's memory, kept from change to change. Taken, it is the caller's;
 * NULL: there is none. */
ResolveThread *index_world_take_thread(IndexWorld *world);
void index_world_keep_thread(IndexWorld *world, ResolveThread *thread);

/* A file was put into the store, in a batch that is not committed yet. */
typedef struct IndexPut {
  Str path;
  const Language *language;
  const Facts *facts;
  Str data; /* facts, encoded */
  FactsNames names; /* of those, copied; or none */
  uint64_t surface;
  ResolveAnswers answers; /* or none */
  const uint64_t *keys;
  size_t key_count;
  const StorePlaced *placed;
} IndexPut;
void index_world_put(IndexWorld *world, const IndexPut *put);
/* A configuration file likewise; one that is a source file too has no text. */
void index_world_put_config(IndexWorld *world, Str path, FileId id, Str text);
/* A path is gone, or is neither of the two any more. */
void index_world_remove(IndexWorld *world, Str path, const StorePlaced *before);
/* The batch is committed: what it holds can be read from the store. */
void index_world_committed(IndexWorld *world);

/* A dependency has other text; or other dependencies are there, and everything
 * that is not put anew has to be marked dirty. */
void index_world_dependency_changed(IndexWorld *world, Str path);
void index_world_forget_dependencies(IndexWorld *world);
struct IndexRoots *index_world_roots(IndexWorld *world);

/* Nothing is to be done for now: memory that only makes things fast is given
 * back in part. */
void index_world_rest(IndexWorld *world);

/* Finds out what is dirty after the changes. */
Err index_world_follow_imports(Job *job, IndexWorld *world) MUST_CHECK;
void index_world_all_dirty(IndexWorld *world);
/* Since imports were last followed, or not everything was resolved after it. */
bool index_world_is_changed(const IndexWorld *world);
/* Ordered by path; in the arena. */
WorldFile *index_world_dirty(IndexWorld *world, Arena *arena, size_t *ret_count);
/* Facts or texts could not be read: what was resolved with them is wrong. */
bool index_world_has_failed(IndexWorld *world);
/* As it is stored; in the arena. The file is not dirty any more. */
void index_world_resolved(IndexWorld *world, Arena *arena, WorldFile file, const Resolved *resolved,
                          StoreFileEdges *ret_links);
/* world_trial.c: files are put that are not stored, resolved, and taken back. */
/* The largest id of a source file. */
FileId index_world_highest(const IndexWorld *world);
/* What a file looked at, out of the world's hands. */
typedef struct IndexLent {
  WorldFile file;
  unsigned char *uses; /* the pile's */
  uint32_t use_bytes;
  uint32_t *asks;
  uint32_t ask_count;
} IndexLent;
void index_world_lend(IndexWorld *world, WorldFile file, IndexLent *ret_lent);
void index_world_take_back(IndexWorld *world, IndexLent *lent);
/* Everything is again what is stored: nothing is dirty, and nothing pending. */
void index_world_all_clean(IndexWorld *world);

/* Of the facts as they are stored: tells one state of a file from another. */
uint64_t index_world_file_hash(const IndexWorld *world, WorldFile file);

#endif
