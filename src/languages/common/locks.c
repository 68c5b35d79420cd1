/* Lock files: exact versions and sums by the thousand, written by a tool and
 * read by the same tool. Their keys would drown what people wrote. */
#include "src/languages/common/locks_internal.h"

int language_claims_no_lock(Str path, Str text) {
  (void)text;
  size_t slash = str_find_last_byte(path, '/'), dot = str_find_last_byte(path, '.');
  Str stem = str_slice(path, slash == STR_NONE ? 0 : slash + 1, dot == STR_NONE ? path.len : dot);
  bool is_lock = str_eq(stem, STR("lock")) || str_ends_with(stem, STR("-lock")) || str_ends_with(stem, STR(".lock")) ||
                 str_ends_with(stem, STR("_lock")) || str_eq(stem, STR("npm-shrinkwrap"));
  return !is_lock;
}
