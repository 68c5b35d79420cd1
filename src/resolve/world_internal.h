/* The world: which files there are and what they answer to. */
#ifndef FATHOM_RESOLVE_WORLD_INTERNAL_H
#define FATHOM_RESOLVE_WORLD_INTERNAL_H

#include "src/base/lock.h"
#include "src/resolve/dependency_internal.h"
#include "src/resolve/library_internal.h"
#include "src/resolve/sibling_internal.h"

typedef struct WorldEntry {
  Str path; /* in the world's pile, or the library's */
  const Lang *lang;
  NameId package;
  uint64_t package_id;
  bool live;
  bool is_library;    /* of a standard library, or a dependency: outside the project */
  bool is_dependency; /* its facts are borrowed, its import targets found on first use */
  uint8_t sibling;  /* of a dependency: in which one it lies, from 1; 0: in none */
  bool is_test;
  bool fresh;       /* put since imports were last followed */
  bool dropped;     /* since then: what tables have of it is of before */
  uint32_t version; /* grows with every put */
  ImportTargets *targets;
  struct LibraryFile *library_file;
  struct DependencyPackage *group; /* NULL: none */
} WorldEntry;

/* Whether what the file `giver` puts somewhere counts for a use in `asker`: what a
 * test registers, provides or passes on concerns tests alone. */
static inline bool resolve_counts_for(const WorldEntry *giver, const WorldEntry *asker) { return asker->is_test || !giver->is_test; }

/* What files include directly, side by side, so that following it through
 * thousands of files touches little memory (include.c). */
typedef struct Includes {
  uint32_t epoch;      /* of the world that it is of; 0: there is none */
  uint32_t file_count; /* files that came later are not in it */
  uint32_t *first;     /* by file, and one more: where its own begin */
  WorldFile *items;    /* in the order of the text */
  uint32_t item_count;
  bool *is_library;    /* by file; what those include is not in it */
} Includes;

struct ResolveWorld {
  Names *names;
  ResolveSource source;
  WorldEntry *files; /* by WorldFile; 0 unused */
  size_t file_count, file_cap;
  Pile pile; /* of paths, those of removed files included */
  Map paths; /* of the project's live files, to their numbers */
  Table table;
  FileLists lists; /* of import targets; a library's under library_lock */
  Holders holders; /* of languages that include text */
  uint32_t epoch;  /* grows each time imports are followed */
  Includes includes;
  size_t memory;   /* each thread, and following imports, may keep so many bytes */
  Lang *langs;
  Family *families;
  Arena arena;  /* languages and families */
  bool stale;   /* paths, packages or configuration changed: follow all imports again */
  Arena configs_arena;
  Map configs;  /* paths of configuration files */
  LanguageWorld *finder;
  Lock library_lock;
  Dependencies dependencies;
  Siblings siblings; /* under library_lock, or while nobody resolves */
};

Str resolve_keep_path(ResolveWorld *world, Str path); /* a copy that lives as long as the world */
WorldFile resolve_world_add_entry(ResolveWorld *world, Str path, const Lang *lang);

/* Of a standard library: facts that came with the program. */
static inline bool resolve_is_standard(const WorldEntry *entry) { return entry->is_library && !entry->is_dependency; }

#endif
