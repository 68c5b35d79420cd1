/* How a long body goes, told by a third of its lines at most. Looks at words
 * and indentation alone: what is kept is the text as written. */
#include "src/base/hash.h"
#include "src/base/vec.h"
#include "src/query/source/source.h"

#define DOC_LINES 3        /* of the comment above */
#define SIGNATURE_LINES 12 /* at most, until a block opens */
#define LINES_LEAST 24     /* that may be shown of any body */
#define LINES_MOST 80
#define SHARE 3            /* one line of so many */
#define GAP_SHOWN 1        /* lines between: a mark would take as much room */
#define LEVELS_MAX 64
#define HABIT 4            /* statements that begin with one call so often tell little: logging, checks */
#define HEADS 1024

typedef struct Skeleton {
  const QuerySource *source;
  uint32_t from, count;
  bool *calls; /* by line - from: something of the project is called there, or a call's value is kept */
  bool *keep;
  uint32_t left; /* lines that may still be kept */
} Skeleton;

/* Words that begin a block or leave one, in most languages. */
static bool is_flow_word(Str word) {
  static const char *const words[] = {"if",     "else",    "elif",   "elsif",  "unless", "for",   "foreach", "while", "until",
                                      "loop",   "switch",  "select", "match",  "case",   "when",  "default", "try",   "catch",
                                      "except", "finally", "rescue", "ensure", "with",   "defer", "return",  "throw", "raise",
                                      "yield",  "goto",    "panic"};
  for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
    if (str_eq(word, str_from_c(words[i]))) return true;
  }
  return false;
}

static bool is_letter(char c) { return byte_is_letter(c) || c == '_'; }

bool query_source_is_comment(Str line) {
  return str_starts_with(line, STR("//")) || str_starts_with(line, STR("/*")) || str_starts_with(line, STR("*")) ||
         str_starts_with(line, STR("# "));
}

/* Opens a block, leaves one, or decides. */
static bool is_flow(Str line) {
  if (!line.len || query_source_is_comment(line)) return false;
  size_t from = 0, to;
  while (from < line.len && strchr("}) \t", line.ptr[from])) from++;
  for (to = from; to < line.len && is_letter(line.ptr[to]);) to++;
  if (is_flow_word(str_slice(line, from, to))) return true;
  char last = line.ptr[line.len - 1];
  return from < line.len && (last == '{' || (last == ':' && line.len > 3));
}

/* What a statement that is one call begins with; empty for any other line. */
static Str head_of(Str line) {
  size_t to = 0;
  while (to < line.len && (is_letter(line.ptr[to]) || strchr("0123456789.:->!", line.ptr[to]))) to++;
  return to && to < line.len && line.ptr[to] == '(' ? str_slice(line, 0, to) : (Str){0};
}

/* Also through a pointer or an object that nobody knows: what comes back matters. */
static bool keeps_a_call(Str line) {
  size_t equals = str_find_byte(line, '=');
  if (query_source_is_comment(line) || equals == STR_NONE) return false;
  for (size_t i = equals + 1; i < line.len; i++) {
    if (line.ptr[i] == '(' && is_letter(line.ptr[i - 1])) return true;
  }
  return false;
}

static Str line_at(const Skeleton *skeleton, uint32_t at) { return query_source_line(skeleton->source, skeleton->from + at); }

static void keep(Skeleton *skeleton, uint32_t at) {
  if (at >= skeleton->count || skeleton->keep[at] || !skeleton->left) return;
  skeleton->keep[at] = true;
  skeleton->left--;
}

/* The first lines of what is said above, and the signature up to where its body
 * opens. Gives the line after it. */
static uint32_t keep_head(Skeleton *skeleton, uint32_t signature) {
  uint32_t at = 0;
  for (; at < signature && at < DOC_LINES; at++) keep(skeleton, at);
  for (at = signature; at < skeleton->count && at < signature + SIGNATURE_LINES; at++) {
    Str line = str_trim(line_at(skeleton, at));
    keep(skeleton, at);
    if (line.len && strchr("{:", line.ptr[line.len - 1])) return at + 1;
  }
  return signature + 1;
}

/* How many lines of the inside a level has; level 0 is the outermost. */
typedef struct Levels {
  uint32_t indents[LEVELS_MAX];
  uint32_t len;
} Levels;

static void add_level(Levels *levels, uint32_t indent) {
  uint32_t at = 0;
  while (at < levels->len && levels->indents[at] < indent) at++;
  if ((at < levels->len && levels->indents[at] == indent) || levels->len == LEVELS_MAX) return;
  for (uint32_t i = levels->len++; i > at; i--) levels->indents[i] = levels->indents[i - 1];
  levels->indents[at] = indent;
}

static bool is_telling(const Skeleton *skeleton, uint32_t at, bool flow) {
  return flow ? is_flow(str_trim(line_at(skeleton, at))) : skeleton->calls[at];
}

/* Whole levels from the outside in, flow before calls; of the first that has no
 * room the lines are taken evenly, so that the end of a body is told as well as
 * its beginning. */
static void keep_level(Skeleton *skeleton, uint32_t first, uint32_t indent, bool flow) {
  uint32_t count = 0, seen = 0, room = skeleton->left;
  for (uint32_t at = first; at < skeleton->count; at++) {
    count += !skeleton->keep[at] && query_source_indent(line_at(skeleton, at)) == indent && is_telling(skeleton, at, flow);
  }
  for (uint32_t at = first; at < skeleton->count && room; at++) {
    if (skeleton->keep[at] || query_source_indent(line_at(skeleton, at)) != indent || !is_telling(skeleton, at, flow)) continue;
    if (count <= room || (uint64_t)(seen + 1) * room / count > (uint64_t)seen * room / count) keep(skeleton, at);
    seen++;
  }
}

static void keep_inside(Skeleton *skeleton, uint32_t first) {
  Levels levels = {0};
  for (uint32_t at = first; at < skeleton->count; at++) {
    if (is_telling(skeleton, at, true) || is_telling(skeleton, at, false)) add_level(&levels, query_source_indent(line_at(skeleton, at)));
  }
  for (uint32_t i = 0; i < levels.len && skeleton->left; i++) {
    keep_level(skeleton, first, levels.indents[i], true);
    keep_level(skeleton, first, levels.indents[i], false);
  }
}

static void take_pieces(Arena *arena, const Skeleton *skeleton, QueryPieces *pieces) {
  for (uint32_t at = 0; at < skeleton->count; at++) {
    QueryPiece *last = pieces->len ? &pieces->items[pieces->len - 1] : NULL;
    uint32_t line = skeleton->from + at;
    if (!skeleton->keep[at]) continue;
    if (last && line <= last->to + 1 + GAP_SHOWN) last->to = line;
    else *vec_add(arena, pieces) = (QueryPiece){line, line};
  }
}

static void choose_calls(Skeleton *skeleton) {
  uint8_t counts[HEADS] = {0}; /* by hash: of two heads that share one, both tell less */
  for (uint32_t at = 0; at < skeleton->count; at++) {
    Str head = head_of(str_trim(line_at(skeleton, at)));
    uint8_t *count = &counts[hash_str(head) % HEADS];
    if (head.len && *count < HABIT) ++*count;
  }
  for (uint32_t at = 0; at < skeleton->count; at++) {
    Str line = str_trim(line_at(skeleton, at)), head = head_of(line);
    if (keeps_a_call(line)) skeleton->calls[at] = true;
    else if (head.len && counts[hash_str(head) % HEADS] == HABIT) skeleton->calls[at] = false;
  }
}

void query_source_skeleton(Arena *arena, const QuerySource *source, const QuerySkeleton *asked, QueryPieces *ret_pieces) {
  uint32_t to = asked->to < source->lines ? asked->to : source->lines;
  ret_pieces->len = 0;
  if (asked->from < 1 || asked->from > to) return;
  Skeleton skeleton = {.source = source, .from = asked->from, .count = to - asked->from + 1};
  skeleton.calls = ARENA_ARRAY(arena, bool, skeleton.count);
  skeleton.keep = ARENA_ARRAY(arena, bool, skeleton.count);
  skeleton.left = skeleton.count / SHARE;
  if (skeleton.left < LINES_LEAST) skeleton.left = LINES_LEAST;
  if (skeleton.left > LINES_MOST) skeleton.left = LINES_MOST;
  for (size_t i = 0; i < asked->calls.len; i++) {
    uint32_t line = asked->calls.items[i].line;
    if (line >= skeleton.from && line <= to) skeleton.calls[line - skeleton.from] = true;
  }
  choose_calls(&skeleton);
  uint32_t signature = asked->signature > asked->from ? asked->signature - asked->from : 0;
  keep_inside(&skeleton, keep_head(&skeleton, signature < skeleton.count ? signature : 0));
  take_pieces(arena, &skeleton, ret_pieces);
}
