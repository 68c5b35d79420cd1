/* Several patterns that hit different files are several questions: each gets
 * its part of the answer. */
#include "src/query/search/search_internal.h"

#define SHARED_SHARE 3 /* where more than one file of so many is hit by several, they are one question */

/* Both are in the order of the files. */
static bool has_file(const SearchGroup *group, uint32_t number) {
  size_t from = 0, to = group->count;
  while (from < to) {
    size_t at = from + (to - from) / 2;
    if (group->files[at].file == number) return true;
    if (group->files[at].file < number) from = at + 1;
    else to = at;
  }
  return false;
}

/* A file that several hit is for the one that hits fewest. */
static size_t choose_group(const SearchGroups *groups, SearchFile *file) {
  size_t hits = 0;
  for (size_t g = 0; g < groups->len; g++) {
    if (!has_file(&groups->items[g], file->number)) continue;
    if (!hits++ || groups->items[g].count < groups->items[file->group].count) file->group = g;
  }
  if (hits == 1) file->pattern = groups->items[file->group].pattern;
  return hits;
}

size_t query_search_group(const SearchGroups *groups, SearchFile *files, size_t count) {
  size_t shared = 0;
  if (groups->len < 2) return 1;
  for (size_t i = 0; i < count; i++) shared += choose_group(groups, &files[i]) > 1;
  if (shared * SHARED_SHARE <= count) return groups->len;
  for (size_t i = 0; i < count; i++) files[i].group = 0, files[i].pattern = STR_EMPTY;
  return 1;
}
