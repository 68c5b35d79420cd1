/* A generated tree of files, and searches over it. */
#ifndef FATHOM_TESTS_UNIT_TEXT_TREE_H
#define FATHOM_TESTS_UNIT_TEXT_TREE_H

#include "src/base/vec.h"
#include "src/os/root.h"
#include "src/os/stamp.h"
#include "src/text/text.h"
#include "tests/unit/os_scratch.h"

static uint32_t tree_seed = 1;
static inline uint32_t tree_below(uint32_t limit) {
  tree_seed = tree_seed * 1664525u + 1013904223u;
  return (tree_seed >> 8) % limit;
}

typedef struct TextTree {
  Scratch *scratch;
  Root *root;
  VEC(TextFile) list;
  VEC(Str) texts; /* of the files, by number */
  TextFiles *files;
  uint32_t *all;
} TextTree;

static inline void tree_add(TextTree *tree, const char *name, Str text) {
  Job *job = &tree->scratch->job;
  FileStat stat;
  Str path = str_copy(job->arena, str_from_c(name));
  assert_int_equal(root_write(job, tree->root, path, text, 0644), OK);
  assert_int_equal(root_stat(job, tree->root, path, &stat), OK);
  *vec_add(job->arena, &tree->list) = (TextFile){.path = path, .size = stat.size, .stamp = stamp_of(&stat),
                                                 .language = language_for_file(path, STR_EMPTY)};
  *vec_add(job->arena, &tree->texts) = str_copy(job->arena, text);
}

static inline TextTree tree_open(Scratch *scratch) {
  TextTree tree = {.scratch = scratch};
  mkdir(scratch_path(scratch, "tree"), 0700);
  assert_int_equal(root_open(&scratch->job, scratch_str(scratch, "tree"), &tree.root), OK);
  return tree;
}

/* The files as they are listed now. */
static inline void tree_list(TextTree *tree) {
  if (tree->files) text_files_unref(tree->files);
  tree->files = text_files_open(tree->list.items, tree->list.len);
  tree->all = ARENA_ARRAY(tree->scratch->job.arena, uint32_t, tree->list.len + 1);
  for (size_t i = 0; i < tree->list.len; i++) tree->all[i] = (uint32_t)i;
}

static inline void tree_close(TextTree *tree) {
  if (tree->files) text_files_unref(tree->files);
  root_close(tree->root);
}

/* Matches of one file; the whole search's when `file` is SIZE_MAX. */
static inline size_t tree_count(const TextTally *tally, size_t file) {
  size_t count = 0;
  for (size_t i = 0; i < tally->count; i++) {
    if (file == SIZE_MAX || tally->items[i].file == file) count += tally->items[i].matches;
  }
  return count;
}

/* A pattern that takes too many steps is counted in too_costly. */
static inline TextTally tree_search(TextTree *tree, TextIndex *index, const TextMatcher *matcher, size_t workers) {
  TextTally tally = {0};
  TextSearch search = {.root = tree->root, .files = tree->files, .choice = {tree->all, tree->list.len},
                       .matcher = matcher, .index = index, .workers = workers};
  Err err = text_search(&tree->scratch->job, &search, &tally);
  if (err == ERR_UNAVAILABLE) {
    job_forgive(&tree->scratch->job);
    return (TextTally){.too_costly = SIZE_MAX};
  }
  assert_int_equal(err, OK);
  return tally;
}

#endif
