/* Cache: answers that language servers gave, kept beside the index by what
 * they were made from, so that asking again costs nothing and a team can hand
 * them on. A key holds everything an answer depends on, contents included: an
 * entry is never wrong, only unused. Thread-safe; several processes may use
 * one file. */
#ifndef FATHOM_LSP_CACHE_H
#define FATHOM_LSP_CACHE_H

#include "src/base/job.h"
#include "src/os/keep.h"

typedef struct LspCache LspCache;

/* How exports are named. Files that are named so are not part of the workspace
 * as keys know it: else an export in it would make its own answers void. */
#define LSP_CACHE_SUFFIX ".gz"

/* `keep`: the folder of the file, which it holds on to. Nothing is read before
 * the first question. Records that this user did not write count for nothing,
 * but for those that lsp_cache_import was handed. */
LspCache *lsp_cache_open(Keep *keep);
void lsp_cache_close(LspCache *cache);
AUTO_CLOSE(LspCache, lsp_cache_close)

/* What an answer depends on. */
typedef struct LspCacheKey {
  Str server;     /* name and version */
  Str question;   /* method and options */
  Str path;       /* relative to the workspace */
  uint32_t byte;  /* place in that file */
  uint64_t world; /* of all files that the server may have looked at */
} LspCacheKey;

/* The answer in the job's arena; false: none is kept. A file that is damaged
 * counts as far as it is whole. */
bool lsp_cache_find(Job *job, LspCache *cache, const LspCacheKey *key, Str *ret_answer);
/* Keeps an answer of at most 4 MB; larger ones and those that the disk has no
 * room for are not kept, and that is no error. Beyond 64 MB the older half is
 * dropped. */
void lsp_cache_add(Job *job, LspCache *cache, const LspCacheKey *key, Str answer);

typedef struct LspCacheCounts {
  size_t entries;
  size_t bytes;
} LspCacheCounts;
/* As of now, of this process and others; zeros when it cannot be read. */
LspCacheCounts lsp_cache_counts(Job *job, LspCache *cache);

/* Whether nothing is kept. `calm`: a number that stays the same while no name in
 * the folder changes, under which a missing file need not be looked for twice; 0:
 * it is looked for. */
bool lsp_cache_is_empty(Job *job, LspCache *cache, uint64_t calm);

/* A place to remember LspCacheKey.world for a state of the index, which takes a
 * look at every file. */
bool lsp_cache_world(LspCache *cache, int64_t generation, uint64_t *ret_world);
void lsp_cache_set_world(LspCache *cache, int64_t generation, uint64_t world);

/* All entries as one compressed text with a check sum. */
Err lsp_cache_export(Job *job, LspCache *cache, Str *ret_packed, LspCacheCounts *ret_counts) MUST_CHECK;
/* Whether it is such a text, and what is in it; changes nothing. */
Err lsp_cache_check(Job *job, Str packed, LspCacheCounts *ret_counts) MUST_CHECK;
/* Puts the entries of such a text in the place of all there are. Nothing
 * changes when it is no such text, is damaged, or unpacks to more than 64 MB
 * (ERR_SYNTAX, ERR_TOO_LARGE). */
Err lsp_cache_import(Job *job, LspCache *cache, Str packed, LspCacheCounts *ret_counts) MUST_CHECK;

#endif
