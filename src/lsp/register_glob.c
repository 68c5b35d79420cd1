/* Globs as servers write them: those of the workspace with {a,b} on top. */
#include "src/lsp/lsp_internal.h"
#include "src/model/glob.h"

/* A server sends these patterns and every changed file is matched against them,
 * so length, nesting and the number of variants are all bounded. Beyond the
 * bounds a glob matches nothing: the server misses news, and nothing hangs. */
#define GLOB_MAX 4096
#define DEPTH_MAX 8       /* braces within and after braces */
#define VARIANTS_MAX 1024 /* tried for one glob */

/* Each opened brace multiplies what has to be tried; `left` bounds the
 * product. */
typedef struct Variants {
  Str path;
  size_t left;
  Arena arena;
} Variants;

/* The place behind the brace that closes the one at `open`, or STR_NONE. */
static size_t find_close(Str glob, size_t open) {
  size_t depth = 0;
  for (size_t i = open; i < glob.len; i++) {
    if (glob.ptr[i] == '{') depth++;
    if (glob.ptr[i] == '}' && --depth == 0) return i;
  }
  return STR_NONE;
}

/* The end of the choice that begins at `from`: a comma of this level, or `to`. */
static size_t find_comma(Str glob, size_t from, size_t to) {
  size_t depth = 0;
  for (size_t i = from; i < to; i++) {
    if (glob.ptr[i] == '{') depth++;
    if (glob.ptr[i] == '}') depth--;
    if (glob.ptr[i] == ',' && depth == 0) return i;
  }
  return to;
}

/* Opens the first brace and tries each choice with the rest; what has no brace
 * left is matched. */
static bool match_variants(Variants *variants, Str glob, int depth) {
  if (!variants->left) return false;
  variants->left--;
  size_t open = str_find_byte(glob, '{');
  size_t close = open == STR_NONE ? STR_NONE : find_close(glob, open);
  /* A brace that is never closed is an ordinary character. */
  if (close == STR_NONE || depth == DEPTH_MAX) return glob_match(glob, variants->path, 0);
  Str before = str_slice(glob, 0, open);
  Str after = str_slice(glob, close + 1, glob.len);
  for (size_t from = open + 1; from <= close;) {
    size_t to = find_comma(glob, from, close);
    Str choice = str_slice(glob, from, to);
    Str variant = str_format(&variants->arena, "%.*s%.*s%.*s", STR_ARG(before), STR_ARG(choice),
                             STR_ARG(after));
    if (match_variants(variants, variant, depth + 1)) return true;
    from = to + 1;
  }
  return false;
}

bool lsp_glob_match(Str glob, Str path) {
  if (glob.len > GLOB_MAX) return false;
  if (str_find_byte(glob, '{') == STR_NONE) return glob_match(glob, path, 0);
  Variants variants = {.path = path, .left = VARIANTS_MAX};
  arena_init(&variants.arena);
  bool is_match = match_variants(&variants, glob, 0);
  arena_clear(&variants.arena);
  return is_match;
}
