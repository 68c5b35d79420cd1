/* The insides of dependency roots. */
#ifndef FATHOM_INDEX_ROOTS_PARTS_INTERNAL_H
#define FATHOM_INDEX_ROOTS_PARTS_INTERNAL_H


#include "src/base/lock.h"
#include "src/base/map.h"
#include "src/index/roots_internal.h"
#include "src/os/archive.h"
#include "src/parse/parse.h"

typedef enum RootsQuestion {
  ROOTS_FILE = 'f',   /* is it a source file, and what is it called */
  ROOTS_FOLDER = 'd', /* is it a folder */
  ROOTS_LIST = 'l',   /* the names of its files */
  ROOTS_TEXT = 't',   /* a configuration file's text */
  ROOTS_SOURCE = 's', /* a source file's text */
  ROOTS_MANIFESTS = 'm', /* the names of its manifests, and of its folders with a slash behind them */
  ROOTS_FOLDERS = 'o',   /* the names of its folders; in an archive all that hold something */
  ROOTS_SIBLINGS = 'n' /* which there are; its path is "/" */
} RootsQuestion;

/* A question and its answer. */
typedef struct RootsAnswer {
  RootsQuestion question;
  bool is_there;
  bool is_left_out; /* ROOTS_SOURCE: it could not be read or parsed */
  Str path;
  Str real;         /* ROOTS_FILE, ROOTS_LIST: its path once symbolic links are followed */
  uint64_t inode;
  uint64_t stamp;   /* 0: so young that it may change without another one */
  uint64_t hash;    /* of the text or the names */
  Str facts;        /* ROOTS_SOURCE: encoded, on the heap; ptr NULL: not kept */
  Map *names;       /* ROOTS_LIST, ROOTS_MANIFESTS; NULL: not read since the answer was stored */
} RootsAnswer;

struct IndexRoots {
  Index *index;
  Lock lock; /* guards what follows */
  Arena arena;
  Map answers;       /* by question and path */
  size_t facts_bytes;
  Map watched;       /* folders; all the workspace's */
  bool is_watched;   /* all that there is to watch */
  bool needs_watch;  /* answers came, or folders may have come and gone, since it was done */
  Parser *parsers[INDEX_QUARANTINE_SLOTS]; /* that nobody uses */
  size_t parser_count;
  size_t cut;        /* files beyond the ceiling */
  int64_t mark;      /* of what is stored; 0: nothing */
  bool is_loaded;
  bool is_changed;   /* since it was stored */
  Lock large; /* held while a large file is parsed */
  Lock directories_lock; /* taken last; guards those of archives, and who uses them */
  struct RootsDirectory *directories;
};

/* roots.c; with the lock, where they change something. */
void index_roots_empty(IndexRoots *roots);
RootsAnswer *index_roots_known(IndexRoots *roots, RootsQuestion question, Str path); /* NULL: not asked yet */
RootsAnswer *index_roots_add(IndexRoots *roots, RootsQuestion question, Str path);
Str index_roots_absolute(const IndexRoots *roots, Arena *arena, Str path);
void index_roots_forget_facts(IndexRoots *roots, RootsAnswer *answer);
/* Asks the disk and fills in the rest. The text, where there is one, is in the
 * job's arena. For ROOTS_SOURCE and ROOTS_TEXT the lock is not needed. */
void index_roots_ask(Job *job, IndexRoots *roots, RootsAnswer *answer, Str *ret_text);
bool index_roots_is_folder(Str name); /* one that dependencies are installed into */
/* The answer, asked now if it is not known; with the lock, and with its names. */
RootsAnswer *index_roots_named(Job *job, IndexRoots *roots, RootsQuestion question, Str path);

/* roots_archive.c: a path into an archive, "x.jar/a/B.java". */
typedef struct RootsPacked {
  const Language *language;
  Str archive, inner;
} RootsPacked;
bool index_roots_packed(Str path, RootsPacked *ret_packed); /* false: it leads into none */
/* Where the archive lies, and its state as it was when the question was asked. */
typedef struct RootsOpened {
  IndexRoots *roots;
  Root *root;
  const FileStat *stat;
} RootsOpened;
/* The sources of a folder in it, or all its folders. */
Err index_roots_packed_list(Job *job, const RootsOpened *opened, const RootsPacked *packed, bool are_folders, FileEntries *ret_entries) MUST_CHECK;
Err index_roots_packed_has(Job *job, const RootsOpened *opened, const RootsPacked *packed, bool *ret_is_there) MUST_CHECK; /* such a source */
Err index_roots_packed_read(Job *job, const RootsOpened *opened, const RootsPacked *packed, Str *ret_text) MUST_CHECK;
/* "a/b/C$D.class" -> "a/b/C", a beginning of it: whose part that is; empty: nobody's. */
Str index_roots_packed_key(const RootsPacked *packed, Str name);

/* roots_directory.c: an archive's directory, read once for all that is asked of it. */
typedef struct RootsDirectory RootsDirectory;
struct RootsDirectory {
  Arena arena;
  Archive archive;  /* closed */
  Map sources, folders; /* "a/b/C" and "a/b" -> the first entry of a chain, as its address */
  uint32_t *next, *beside; /* by entry: the next of the same source, and of the same folder, plus one; 0: the last */
  Root *root;
  Str path;
  FileStat stat;
  RootsDirectory *older; /* the list has those first that were asked last */
  unsigned users;
  bool is_listed;
};
/* Any thread, with the lock or without it. Until it is given back. */
Err index_roots_directory_take(Job *job, const RootsOpened *opened, const RootsPacked *packed, RootsDirectory **ret_directory) MUST_CHECK;
void index_roots_directory_give(IndexRoots *roots, RootsDirectory *directory);
/* One more than the number of the first entry, in the archive's order; 0: there is none. */
size_t index_roots_directory_first(const RootsDirectory *directory, Str key, bool is_folder);
void index_roots_directories_forget(IndexRoots *roots); /* those that nobody uses */

/* siblings.c; with the lock. */
const IndexPlace *index_sibling_around(const IndexRoots *roots, Str path, Str *ret_rest); /* NULL: none, or hidden there */
uint64_t index_siblings_hash(const IndexRoots *roots); /* of which there are */
bool index_sibling_is_wanted(const FileEntry *entry); /* a manifest, or a folder to look into */
size_t index_siblings_ask(void *context, Arena *arena, ResolveSibling **ret_siblings);

#endif
