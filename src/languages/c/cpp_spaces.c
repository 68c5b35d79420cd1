/* C++: from where to where namespaces reach, told by the text alone: braces are
 * counted, of what #if decides the first side is taken, comments, literals and lines
 * of the preprocessor are passed over. Trees of texts with many macros end their
 * namespaces too early, or do not have them at all. */
#include "src/languages/c/cpp_internal.h"

enum { SPACES_DEEP = 64, NAME_PARTS = 8 };

typedef struct Open {
  uint32_t depth; /* of braces outside of it */
  DefNo first, count; /* the definitions that end with it: a::b are two */
} Open;

typedef struct Scan {
  LanguageBuild *build;
  Str text;
  uint32_t at, line, depth;
  uint32_t skipped; /* #if inside of a side that is not taken; 0: it is taken */
  Open open[SPACES_DEEP];
  uint32_t count;
} Scan;

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static uint32_t word_end(const Scan *scan, uint32_t at) {
  while (at < scan->text.len && language_c_is_word_byte(scan->text.ptr[at])) at++;
  return at;
}

static void skip_to(Scan *scan, size_t to) {
  for (; scan->at < to && scan->at < scan->text.len; scan->at++) scan->line += scan->text.ptr[scan->at] == '\n';
}

static void skip_blanks(Scan *scan) {
  while (scan->at < scan->text.len && is_blank(scan->text.ptr[scan->at])) skip_to(scan, scan->at + 1);
}

static void skip_line(Scan *scan) {
  const Str text = scan->text;
  size_t end = scan->at;
  while (end < text.len && !(text.ptr[end] == '\n' && (end == 0 || text.ptr[end - 1] != '\\'))) end++;
  skip_to(scan, end);
}

/* Behind #else and #elif nothing is taken until the #endif of the same #if. */
static void directive(Scan *scan) {
  uint32_t from = scan->at + 1;
  while (from < scan->text.len && (scan->text.ptr[from] == ' ' || scan->text.ptr[from] == '\t')) from++;
  Str word = str_slice(scan->text, from, word_end(scan, from));
  bool is_if = str_starts_with(word, STR("if")), is_end = str_eq(word, STR("endif"));
  if (scan->skipped) scan->skipped += is_if ? 1u : is_end ? UINT32_MAX : 0u;
  else if (language_word_in("else elif elifdef elifndef", word)) scan->skipped = 1;
  skip_line(scan);
}

static void literal(Scan *scan, char quote) {
  size_t end = scan->at + 1u;
  for (; end < scan->text.len && scan->text.ptr[end] != quote && scan->text.ptr[end] != '\n'; end++) end += scan->text.ptr[end] == '\\';
  skip_to(scan, end + 1);
}

/* R"x(…)x" */
static void raw_literal(Scan *scan) {
  size_t open = str_find_byte(str_slice(scan->text, scan->at, scan->text.len), '(');
  if (open == STR_NONE || open > 18) {
    skip_to(scan, scan->at + 1u);
    return;
  }
  Str mark = str_slice(scan->text, scan->at + 1u, scan->at + open);
  Str end = str_format(scan->build->arena, ")%.*s\"", (int)mark.len, mark.ptr);
  size_t found = str_find(str_slice(scan->text, scan->at, scan->text.len), end);
  skip_to(scan, found == STR_NONE ? scan->text.len : scan->at + found + end.len);
}

static void comment(Scan *scan) {
  if (scan->text.ptr[scan->at + 1] == '/') {
    skip_line(scan);
    return;
  }
  size_t end = str_find(str_slice(scan->text, scan->at + 2u, scan->text.len), STR("*/"));
  skip_to(scan, end == STR_NONE ? scan->text.len : scan->at + 2 + end + 2);
}

/* No symbol: the tree has that, where it has it at all. */
static DefNo add_space(Scan *scan, Str name, uint32_t from) {
  LanguageBuild *build = scan->build;
  CppState *state = language_cpp_state(build);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_NAMESPACE, .flags = DEF_ANONYMOUS, .name_text = name, .whole = 1,
                                                    .scope = 1, .bind = BIND_HOISTED | BIND_TYPE});
  if (!def) return 0;
  Span span = {.from = from, .to = (uint32_t)scan->text.len, .line = scan->line, .end_line = scan->line, .column = 1, .end_column = 1};
  Def *added = language_def(build, def);
  added->full = span;
  added->name_span = span;
  added->name = language_intern(build, name);
  map_put(&state->namespaces, name, state);
  return def;
}

/* namespace a::b { or namespace [[x]] c {; an alias and a `using` have no brace. */
static void space(Scan *scan, bool is_inline) {
  Str names[NAME_PARTS];
  uint32_t parts = 0, from = scan->at;
  for (;;) {
    skip_blanks(scan);
    if (scan->at >= scan->text.len) return;
    char c = scan->text.ptr[scan->at];
    uint32_t end = word_end(scan, scan->at);
    if (c == '{') break;
    if (c != ':' && end == scan->at) return;
    if (end > scan->at) {
      Str word = str_slice(scan->text, scan->at, end);
      if (parts < NAME_PARTS && !str_eq(word, STR("inline"))) names[parts++] = word;
    }
    skip_to(scan, end > scan->at ? end : scan->at + 1u);
  }
  if (scan->count == SPACES_DEEP) return;
  Open open = {.depth = scan->depth};
  for (uint32_t i = 0; i < parts && !is_inline; i++) {
    DefNo def = add_space(scan, names[i], from);
    if (!open.first) open.first = def;
    open.count += def != 0;
  }
  scan->open[scan->count++] = open;
}

static void close_brace(Scan *scan) {
  if (scan->depth) scan->depth--;
  if (!scan->count || scan->open[scan->count - 1].depth != scan->depth) return;
  Open open = scan->open[--scan->count];
  for (DefNo i = 0; i < open.count; i++) language_def(scan->build, open.first + i)->full.to = scan->at;
}

static void word(Scan *scan, bool *is_inline, bool *is_using) {
  uint32_t end = word_end(scan, scan->at);
  Str text = str_slice(scan->text, scan->at, end);
  skip_to(scan, end);
  if (str_eq(text, STR("namespace")) && !*is_using) space(scan, *is_inline);
  *is_inline = str_eq(text, STR("inline"));
  *is_using = str_eq(text, STR("using"));
}

void language_cpp_find_spaces(LanguageBuild *build) {
  Scan *scan = ARENA_NEW(build->arena, Scan);
  *scan = (Scan){.build = build, .text = build->syntax->text, .line = 1};
  bool is_inline = false, is_using = false;
  if (!str_contains(scan->text, STR("namespace"))) return;
  while (scan->at < scan->text.len) {
    char c = scan->text.ptr[scan->at], next = scan->at + 1 < scan->text.len ? scan->text.ptr[scan->at + 1] : 0;
    if (c == '#') directive(scan);
    else if (c == '/' && (next == '/' || next == '*')) comment(scan);
    else if (c == '"' && scan->at && scan->text.ptr[scan->at - 1] == 'R') raw_literal(scan);
    else if (c == '"' || (c == '\'' && !(scan->at && language_c_is_word_byte(scan->text.ptr[scan->at - 1])))) literal(scan, c);
    else if (language_c_is_word_byte(c) && !scan->skipped) word(scan, &is_inline, &is_using);
    else {
      if (c == '{' && !scan->skipped) scan->depth++;
      if (c == '}' && !scan->skipped) close_brace(scan);
      skip_to(scan, scan->at + 1u);
    }
  }
}
