/* Keep: the folder of a workspace where its index lies, `.fathom` or one in
 * the user's cache. Whatever stands there may have come with a repository: this
 * is the one way to open, read, write or remove anything in it.
 *
 * - The folder is a real directory of this user, reached from a descriptor of
 *   the directory above it at each use; links are not followed anywhere.
 * - A file is a regular one of this user with one name that can be read and
 *   written. What else stands at a name (a link, a pipe, a socket, a device, a
 *   directory, a file with a second name, somebody else's) is set aside as
 *   NAME.refused, and keep_list_refused tells; where that cannot be done the
 *   call fails with words. Nothing is opened before it was looked at, so
 *   nothing waits.
 * - New files are made exclusively, 0600.
 * - Contents count only under the seal of this user, for this very workspace
 *   (os/seal.h): what somebody else made is as if it were not there.
 *
 * Thread-safe; shared by counting. Errors: ERR_NOT_FOUND, ERR_DENIED (the
 * folder is not ours or cannot be written), ERR_NO_SPACE, ERR_IO. */
#ifndef FATHOM_OS_KEEP_H
#define FATHOM_OS_KEEP_H

#include "src/base/vec.h"
#include "src/os/file.h"

/* Every name that is ever opened there. `*` is filled by KeepName.part. One
 * folder above a name is made when it is needed. tests/security plants every
 * kind of thing at each of them. */
/*          which                name                       what it is */
#define KEEP_NAMES(X)                                                                               \
  X(KEEP_STORE,            "index-v*.sqlite",         "the index")                                  \
  X(KEEP_STORE_LOG,        "index-v*.sqlite-wal",     "its log")                                    \
  X(KEEP_STORE_SHARED,     "index-v*.sqlite-shm",     "memory that its readers share")              \
  X(KEEP_STORE_JOURNAL,    "index-v*.sqlite-journal", "its log where no memory can be shared")      \
  X(KEEP_STORE_LOCK,       "index-v*.sqlite.lock",    "who writes, and how it was left")            \
  X(KEEP_STORE_PARSING,    "index-v*.sqlite.parsing", "the files at hand")                          \
  X(KEEP_STORE_STRIKES,    "index-v*.sqlite.strikes", "files that ended the process")               \
  X(KEEP_STORE_ROOTS,      "index-v*.sqlite.roots",   "answers about dependencies")                 \
  X(KEEP_STORE_WORLD,      "index-v*.sqlite.world",   "what look-ups need, as the index left it")   \
  X(KEEP_STORE_BROKEN,     "index-v*.sqlite.broken",  "an index that was set aside")                \
  X(KEEP_HISTORY,          "history-v2",              "commits")                                    \
  X(KEEP_WORDS,            "explore-v1.words",        "words of definitions")                       \
  X(KEEP_SHOWN,            "explore-v1.shown",        "what answers of explore have shown")         \
  X(KEEP_ANSWERS,          "answers",                 "answers of language servers")                \
  X(KEEP_EDIT_LOCK,        "edit.lock",               "who changes source files")                   \
  X(KEEP_EDIT_STAGED,      "edit.staged",             "names of files that an edit could not remove")\
  X(KEEP_EDIT_JOURNAL,     "edit.journal",            "an edit that is being done")                 \
  X(KEEP_EDIT_UNDO,        "edit-*.undo",             "an edit that can be taken back")             \
  X(KEEP_IGNORE,           ".gitignore",              "keeps the folder out of the repository")     \
  X(KEEP_TEXT_LOCK,        "text/lock",               "who makes segments")                         \
  X(KEEP_TEXT_SEGMENT,     "text/*.seg",              "a segment of the text index")                \
  X(KEEP_TEMPORARY,        ".fathom-tmp-*",           "a file that is being written")               \
  X(KEEP_TEXT_TEMPORARY,   "text/.fathom-tmp-*",      "a segment that is being written")            \
  X(KEEP_CONFIG,           "config.json",             "the project's own file: read by app/config") 

typedef enum KeepFile {
#define KEEP_ROW(which, name, what) which,
  KEEP_NAMES(KEEP_ROW)
#undef KEEP_ROW
  KEEP_FILE_COUNT
} KeepFile;

typedef struct KeepName {
  KeepFile file;
  Str part; /* in place of `*`: digits, lower-case letters and '-', at most 40 */
} KeepName;
#define KEEP(which) ((KeepName){.file = (which)})
#define KEEP_PART(which, text) ((KeepName){.file = (which), .part = (text)})

/* A file as a seal can hold on to it: none of it can be had by putting other
 * bytes at the name. */
typedef struct KeepStat {
  uint64_t device, inode, size;
  int64_t born_ns; /* 0: this file system does not tell */
  int64_t mtime_ns, ctime_ns;
} KeepStat;

typedef struct Keep Keep;

typedef struct KeepOptions {
  Str directory; /* absolute and real: the folder's parent */
  Str folder;    /* its name there */
  Str root;      /* the workspace that seals are for: absolute and real */
} KeepOptions;

/* ---- the folder ---- */

/* Makes the folder, 0700, when it is not there. ERR_DENIED with words: what
 * stands there is not a directory of this user, or none can be made. */
Err keep_open(Job *job, const KeepOptions *options, Keep **ret_keep) MUST_CHECK;
Keep *keep_ref(Keep *keep);
void keep_close(Keep *keep); /* with the last reference */
AUTO_CLOSE(Keep, keep_close)
Str keep_path(const Keep *keep); /* of the folder: for words, and for libraries that open by path */
/* Why seals hold in this process alone; empty: they do not. Borrowed. */
Str keep_trouble(const Keep *keep);
/* The name, without the folder; in the arena. */
Str keep_spell(Arena *arena, KeepName name);
/* Whether a name in the folder is of this kind; *ret_part is borrowed. */
bool keep_is(KeepFile file, Str name, Str *ret_part) MUST_CHECK;

typedef VEC(Str) KeepParts;
/* The parts of all regular files of a kind, in order of their bytes. No folder
 * has none. */
Err keep_list(Job *job, Keep *keep, KeepFile file, KeepParts *ret_parts) MUST_CHECK;
/* Names of what was set aside here, now or by an earlier process. */
Err keep_list_refused(Job *job, Keep *keep, KeepParts *ret_names) MUST_CHECK;

/* ---- files ---- */

/* Sets aside whatever stands at the name and is no file of ours; *ret_there:
 * one is. For libraries that open by path. */
Err keep_clear(Job *job, Keep *keep, KeepName name, bool *ret_there) MUST_CHECK;
/* ERR_NOT_FOUND: no file of ours stands there. Changes nothing. */
Err keep_stat(Job *job, Keep *keep, KeepName name, KeepStat *ret_stat) MUST_CHECK;
/* The same for who hears of all that happens to the folder's names and to itself
 * (watch_names), and has heard nothing since the last keep_stat: the folder is not
 * looked at again. */
Err keep_stat_heard(Job *job, Keep *keep, KeepName name, KeepStat *ret_stat) MUST_CHECK;
/* Makes a file of these bytes, which nobody waits for. ERR_BUSY: there is one. */
Err keep_create(Job *job, Keep *keep, KeepName name, Str bytes) MUST_CHECK;
/* To read and write piece by piece; the descriptor is the caller's to close.
 * `makes`: an empty one is made when there is none. */
Err keep_open_file(Job *job, Keep *keep, KeepName name, bool makes, int *ret_fd) MUST_CHECK;
/* As file_lock; ERR_BUSY when somebody else holds it. file_unlock ends it. */
Err keep_lock(Job *job, Keep *keep, KeepName name, int *ret_fd) MUST_CHECK;
Err keep_remove(Job *job, Keep *keep, KeepName name) MUST_CHECK; /* absent is OK; directories are set aside */
/* In place of `to`, of which nothing stays. */
Err keep_rename(Job *job, Keep *keep, KeepName name, KeepName to) MUST_CHECK;

/* Whole files as they are: for contents that carry seals of their own, as those of
 * os/segment.h do, or need none. Writing is atomic. ERR_TOO_LARGE names the limit. */
Err keep_read_plain(Job *job, Keep *keep, KeepName name, size_t max, Str *ret_text) MUST_CHECK;
Err keep_write_plain(Job *job, Keep *keep, KeepName name, Str text) MUST_CHECK;
/* The same of texts one behind the other. Without `waits` nobody waits for the disk: a
 * failure of the machine's power may leave a file that is not whole, or none. */
Err keep_write_parts(Job *job, Keep *keep, KeepName name, const Str *parts, size_t count, bool waits) MUST_CHECK;
/* The same as keep_write_plain without waiting for the disk: after keep_sync the
 * contents and the name are there. A failure of the machine's power in between
 * may leave a file that is not whole. */
Err keep_write_begin(Job *job, Keep *keep, KeepName name, Str text) MUST_CHECK;
Err keep_sync(Job *job, Keep *keep, KeepName name) MUST_CHECK;
/* By one write to a file that is there, so that several processes can. */
Err keep_append(Job *job, Keep *keep, KeepName name, Str bytes) MUST_CHECK;

/* ---- seals of parts of a file ---- */

#define KEEP_TAG 16 /* bytes */
void keep_tag(const Keep *keep, KeepFile file, Str bytes, unsigned char ret_tag[KEEP_TAG]);
bool keep_holds(const Keep *keep, KeepFile file, Str bytes, const unsigned char tag[KEEP_TAG]) MUST_CHECK;
/* 64 bits of it: for what is written or read often. */
uint64_t keep_quick(const Keep *keep, KeepFile file, Str bytes);

#endif
