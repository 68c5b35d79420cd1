/* Resolution: turns names into edges.
 * Takes the facts of files and gives edges, each with the rule that made it.
 * Reads no file, runs no SQL: index/ brings facts and configuration. A pure
 * function of those: neither order nor threads nor what was resolved before
 * make a difference. */
#ifndef FATHOM_RESOLVE_RESOLVE_H
#define FATHOM_RESOLVE_RESOLVE_H

#include "src/base/job.h"
#include "src/base/pack.h"
#include "src/languages/language.h"
#include "src/model/edge.h"

/* Everything the project consists of, as far as looking things up needs it:
 * paths, packages, global names. Facts stay outside and are borrowed. Changed
 * by one thread while nobody resolves. */
typedef struct ResolveWorld ResolveWorld;

/* Dependencies are files that nobody puts: look-ups ask for them by path, and
 * what is there gets a number of its own, whose facts are borrowed once a
 * reference leads there. Edges into them are not made. */
/* A repository that the user set beside the project: where the project has no
 * answer itself, imports of the packages that it has lead into it. */
typedef struct ResolveSibling {
  Str path; /* absolute */
  const Str *manifests; /* from there, by path */
  size_t manifest_count;
  const struct ResolvePackage {
    const Language *language; /* whose manifest says so */
    Str name;
  } *packages;
  size_t package_count;
} ResolveSibling;

typedef struct ResolveInstalled {
  /* Whether a file of some language is there; *ret_path: what it is called
   * once symbolic links are followed, in the arena. */
  bool (*file)(void *context, Arena *arena, Str path, Str *ret_path);
  bool (*folder)(void *context, Str path);
  /* Names of a folder's files, in order; in the arena. */
  size_t (*files)(void *context, Arena *arena, Str folder, Str **ret_names);
  size_t (*folders)(void *context, Arena *arena, Str folder, Str **ret_names); /* likewise; see LanguageWorld */
  Str (*config)(void *context, Arena *arena, Str path);
  Str (*place)(void *context, Str name); /* outside the project; empty: none */
  size_t files_max; /* more are as if they were not there */
  /* In the arena; asked again when dependencies are forgotten. NULL: there are none. */
  size_t (*siblings)(void *context, Arena *arena, ResolveSibling **ret_siblings);
} ResolveInstalled;

typedef struct ResolveSource {
  void *context;
  /* Borrows a file's facts until `give_back`, as far as `part` at least; any
   * thread. NULL: they cannot be read, the file is taken for empty. */
  const Facts *(*borrow)(void *context, WorldFile file, FactsPart part);
  /* More of what is borrowed; what was given before stays as it is. NULL: all of
   * it was given. */
  const Facts *(*more)(void *context, WorldFile file, FactsPart part);
  void (*give_back)(void *context, WorldFile file);
  /* Text of a configuration file beneath the root, in the arena; ptr NULL: none. */
  Str (*config)(void *context, Arena *arena, Str path);
  /* The standard library of a family of languages, as resolve_library_write
   * made it from the facts of its declarations, in the arena; ptr NULL: there is
   * none, and what belongs to it is unresolved, never an edge. Asked once, when
   * the first file of the family is put. NULL: there are no libraries. */
  Str (*library)(void *context, Arena *arena, Str family);
  /* What is installed for the project to use. One thread at a time. NULL:
   * nothing is read there; else all of them are needed. */
  const ResolveInstalled *installed;
} ResolveSource;

/* The caller's to close. `names` must outlive it, and so must the source's
 * context; the source itself is copied. Never fails. */
ResolveWorld *resolve_world_open(Names *names, const ResolveSource *source);
void resolve_world_close(ResolveWorld *world);
AUTO_CLOSE(ResolveWorld, resolve_world_close)

/* What each thread, and following imports, may keep to be faster; 0: 32 MB. */
void resolve_world_limit(ResolveWorld *world, size_t bytes);

/* Adds or replaces a file. `facts` are read, not kept: what others can look up
 * by name (package, exported top-level names) is copied out of them. */
WorldFile resolve_world_put(ResolveWorld *world, Str path, const Language *language, const Facts *facts);
/* What a file answers look-ups of others with, made apart, by any thread; in the
 * arena. */
typedef struct ResolveAnswers {
  const struct Key *keys;
  size_t count; /* 0: not made */
} ResolveAnswers;
ResolveAnswers resolve_answers(Arena *arena, Str path, const Language *language, const Facts *facts);
ResolveAnswers resolve_answers_copy(Arena *arena, ResolveAnswers answers);
/* resolve_world_put with those of the same file, which are not kept. */
WorldFile resolve_world_put_made(ResolveWorld *world, Str path, const Language *language, const Facts *facts,
                                 ResolveAnswers answers);
/* Numbers of removed files are not used again. */
void resolve_world_remove(ResolveWorld *world, WorldFile file);
/* A configuration file came, changed or went; or a file of another language
 * that look-ups may ask for by name. */
void resolve_world_put_config(ResolveWorld *world, Str path);
void resolve_world_remove_config(ResolveWorld *world, Str path);
bool resolve_is_config(Str path); /* some language reads it */
Str resolve_world_path(const ResolveWorld *world, WorldFile file);
/* Belongs to a library: edges into it are not made, references are external. */
bool resolve_world_is_library(const ResolveWorld *world, WorldFile file);

/* False for file 0 and for numbers that were never given out. */
bool resolve_world_is_dependency(const ResolveWorld *world, WorldFile file);
/* Other text may be there now: who has looked at it asked this key. */
WorldFile resolve_world_dependency_changed(ResolveWorld *world, Str path); /* 0: nobody led to it yet */
WorldFile resolve_world_dependency(const ResolveWorld *world, size_t nth); /* 0: there are no more */
uint64_t resolve_dependency_key(Str path);
/* Other files may be there now: all numbers of dependencies lose their meaning,
 * and all files have to be resolved again. */
void resolve_world_forget_dependencies(ResolveWorld *world);
/* How many did not fit. */
size_t resolve_world_dependencies_cut(const ResolveWorld *world);

/* Whether the language's library was there, and whole. */
bool resolve_world_has_library(const ResolveWorld *world, const Language *language);

typedef struct ResolveLibraryEntry {
  Str path; /* as module look-ups ask for it */
  const Language *language;
  const Facts *facts;
} ResolveLibraryEntry;
/* Appends to `out`, the same bytes for the same entries in any order.
 * `arena` is for scratch. */
void resolve_library_write(Buf *out, Arena *arena, const ResolveLibraryEntry *entries, size_t count);

/* Finds where every import leads. Call after changes, before resolving.
 * *ret_changed lists the files, put before and not since, whose imports now lead
 * elsewhere: they must be resolved again, and so must all files that used one of
 * them (Resolved.uses), since they may have looked through its imports. In all,
 * a file is resolved again when it was put, is listed here, used a file that is
 * listed here, was put with another surface or was removed, or asked one of the
 * keys (resolve_keys) that a put or removed file had before or has now. */
Err resolve_imports(Job *job, ResolveWorld *world, WorldFile **ret_changed, size_t *ret_count) MUST_CHECK;

/* ---- a world that outlives the process ---- */

/* Everything that was put, and where imports lead, as bytes: the facts stay
 * where they are. False: imports have to be followed first, or it does not fit
 * into `out`. */
bool resolve_world_save(const ResolveWorld *world, Buf *out) MUST_CHECK;
size_t resolve_world_bytes(const ResolveWorld *world); /* about so many */
/* Into an empty world of a program with the same languages and libraries, with
 * the same numbers. Nothing is looked up, no facts are borrowed. False: the bytes
 * make no sense; the world is good for closing only. */
bool resolve_world_restore(ResolveWorld *world, PackReader *in) MUST_CHECK;
uint64_t resolve_world_form(void); /* tells bytes of another form apart */
size_t resolve_world_count(const ResolveWorld *world); /* files that are put, not libraries' */

/* What one thread needs to resolve: memory it reuses. */
typedef struct ResolveThread ResolveThread;
/* The caller's to close, before the world. For one thread at a time; it may
 * serve any number of files, and any number of threads may have one each. */
ResolveThread *resolve_thread_open(ResolveWorld *world);
void resolve_thread_close(ResolveThread *thread);
AUTO_CLOSE(ResolveThread, resolve_thread_close)

/* A call whose target nobody could tell, under the name it is spelled with. */
typedef struct ResolvedOpen {
  NameId name;
  uint32_t line;
} ResolvedOpen;

/* A symbol that resolving made: no definition is it. */
typedef struct ResolvedMade {
  DefNo number; /* from EDGE_MADE_FIRST on */
  uint8_t kind; /* SymbolKind */
  NameId name;
  Span name_span, full;
} ResolvedMade;

/* A reference that leads into a sibling: an edge whose end is told in words. */
typedef struct ResolvedOutward {
  Edge edge; /* `file` and `to` mean nothing outside of resolving */
  Str root, path; /* of the sibling, and from there */
  Str name;  /* with that of what it is in and a dot before it; empty: the file */
  uint8_t kind; /* SymbolKind */
  uint32_t line;
} ResolvedOutward;

typedef struct Resolved {
  Edge *edges; /* by `from`, site, kind, target: the same in every run */
  size_t edge_count;
  ResolvedOpen *open;  /* of the unresolved calls those with a name, by place */
  size_t open_count;
  ResolvedMade *made;  /* by number */
  size_t made_count;
  ResolvedOutward *outward; /* by edge, as `edges` are */
  size_t outward_count;
  uint32_t unresolved; /* calls nobody could tell the target of */
  uint32_t external;   /* calls known to leave the project */
  uint32_t resolved;   /* calls with at least one edge */
  WorldFile *uses;     /* files whose facts were looked at, libraries left out */
  size_t use_count;
  uint64_t *asks;      /* keys of global look-ups, misses included; each once, in any order */
  size_t ask_count;
  uint64_t compared; /* evaluations, and binds and what was found that were looked at and compared: how much work it was */
} Resolved;

/* All edges out of one file. The result lives in the job's arena. */
Err resolve_file(Job *job, ResolveThread *thread, WorldFile file, Resolved *ret_resolved) MUST_CHECK;

/* Keys under which a file answers global look-ups: a change of one of them
 * concerns every file that asked. Sorted, without duplicates; in the arena. */
void resolve_keys(Arena *arena, ResolveAnswers answers, uint64_t **ret_keys, size_t *ret_count);

#endif
