/* Glob matching by backtracking, with a bound on the steps so that no
 * pattern can take long: one that reaches it does not match. */
#include "src/model/glob.h"

#define STEPS_MAX 200000

/* One question; the steps are counted over all of its branches. */
typedef struct Match {
  Str glob;
  Str path;
  unsigned flags;
  size_t steps;
} Match;

/* Of ASCII alone. */
static char fold(const Match *match, char c) {
  return (match->flags & GLOB_IGNORE_CASE) && c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static bool is_border(const Match *match, char c) { return c == '/' && !(match->flags & GLOB_NAME); }

/* The class at glob[at] == '['; `ret_end` is behind its ']'. A class without
 * an end is a plain '['. */
static bool class_has(const Match *match, size_t at, char byte, size_t *ret_end) {
  Str glob = match->glob;
  size_t i = at + 1;
  bool negated = i < glob.len && (glob.ptr[i] == '!' || glob.ptr[i] == '^');
  if (negated) i++;
  unsigned char wanted = (unsigned char)fold(match, byte);
  bool found = false;
  for (size_t first = i; i < glob.len && (glob.ptr[i] != ']' || i == first); i++) {
    if (glob.ptr[i] == '\\' && i + 1 < glob.len) i++;
    unsigned char low = (unsigned char)fold(match, glob.ptr[i]), high = low;
    if (i + 2 < glob.len && glob.ptr[i + 1] == '-' && glob.ptr[i + 2] != ']') {
      high = (unsigned char)fold(match, glob.ptr[i + 2]);
      i += 2;
    }
    if (wanted >= low && wanted <= high) found = true;
  }
  if (i >= glob.len) {
    *ret_end = at + 1;
    return byte == '[';
  }
  *ret_end = i + 1;
  return found != negated && !is_border(match, byte);
}

/* One glob element other than a star against one byte. */
static bool match_one(const Match *match, size_t at, char byte, size_t *ret_next) {
  char c = match->glob.ptr[at];
  if (c == '?') {
    *ret_next = at + 1;
    return !is_border(match, byte);
  }
  if (c == '[') return class_has(match, at, byte, ret_next);
  if (c == '\\' && at + 1 < match->glob.len) c = match->glob.ptr[++at];
  *ret_next = at + 1;
  return fold(match, c) == fold(match, byte);
}

static bool match_from(Match *match, size_t g, size_t p);

/* `**` at glob[g]: any number of whole components. */
static bool match_deep(Match *match, size_t g, size_t p) {
  Str glob = match->glob, path = match->path;
  size_t after = g + 2;
  while (after < glob.len && glob.ptr[after] == '*') after++;
  if (after == glob.len) return p < path.len || g == 0;
  if (glob.ptr[after] == '/' && (g == 0 || glob.ptr[g - 1] == '/')) {
    if (match_from(match, after + 1, p)) return true;
    for (size_t i = p; i < path.len; i++) {
      if (path.ptr[i] == '/' && match_from(match, after + 1, i + 1)) return true;
    }
    return false;
  }
  for (size_t i = p; i <= path.len; i++) {
    if (match_from(match, after, i)) return true;
  }
  return false;
}

/* Recursion only at `**`; a single star is retried in the loop. */
static bool match_from(Match *match, size_t g, size_t p) {
  Str glob = match->glob, path = match->path;
  size_t star = STR_NONE, star_path = 0;
  while (g < glob.len || p < path.len) {
    if (match->steps++ > STEPS_MAX) return false;
    if (g < glob.len && glob.ptr[g] == '*') {
      if (g + 1 < glob.len && glob.ptr[g + 1] == '*') {
        if (match_deep(match, g, p)) return true;
      } else {
        star = ++g;
        star_path = p;
        continue;
      }
    } else if (g < glob.len && p < path.len) {
      size_t next;
      if (match_one(match, g, path.ptr[p], &next)) {
        g = next;
        p++;
        continue;
      }
    }
    if (star == STR_NONE || star_path >= path.len || is_border(match, path.ptr[star_path])) return false;
    g = star;
    p = ++star_path;
  }
  return true;
}

bool glob_match(Str glob, Str path, unsigned flags) {
  Match match = {.glob = glob, .path = path, .flags = flags};
  return match_from(&match, 0, 0);
}

/* A text without any names one path. */
bool glob_has_magic(Str text) {
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '*' || text.ptr[i] == '?' || text.ptr[i] == '[') return true;
  }
  return false;
}
