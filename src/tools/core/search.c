/* search: text, regular expressions, patterns of syntax, names. */
#include "src/query/search/search.h"

#include "src/base/hash.h"
#include "src/query/names/names.h"
#include "src/tools/kit/place_internal.h"

#define LINE_SHOWN 300     /* bytes of a line; of a longer one the part around the match */
#define LINE_BEFORE 80     /* of them before the match */
#define MINOR_SHOWN 120    /* of a line in docs or tests, where source has hits too */
#define MINOR_BEFORE 40
#define MATCH_LINES 8      /* of a match that has many */
#define REST_SHOWN 200     /* bytes of paths of which there is more than is listed: the page leaves room for so much */
#define PATTERN_SHOWN 40   /* bytes of one of several, beside the file it is in */
#define TESTS_SHARE 5      /* one hit of so many in tests: it is said how they are left out */
#define PATTERNS_MAX 20    /* at once */
#define PATIENCE_MS 3000   /* for the index: while it is built for the first time the disk answers */

/* ---- text ---- */

/* One line, safe to show, with the match in sight. */
static Str shown_line(Arena *arena, Str line, size_t column, size_t most, size_t before) {
  if (line.len <= most) return str_visible(arena, line);
  size_t from = column > before ? column - before : 0;
  while (from && from < line.len && ((unsigned char)line.ptr[from] & 0xC0) == 0x80) from--;
  Str part = str_head(str_slice(line, from, line.len), most);
  bool is_cut = from + part.len < line.len;
  return str_format(arena, "%s%.*s%s", from ? "..." : "", STR_ARG(str_visible(arena, part)), is_cut ? "..." : "");
}

/* What is being written about one file. */
typedef struct Writing {
  ToolCall *call;
  uint32_t context;
  const QueryHits *hits; /* of the file at hand */
  uint32_t last_line;    /* shown of it */
  const StoreSymbol *symbol; /* named last */
} Writing;

/* A minor file is one of docs or tests in an answer that has source too: its
 * lines are shortened and lose their indent, unless context was asked for, in
 * which the indent means something. */
static void add_line(Writing *writing, uint32_t line, const QueryHit *hit) {
  Arena *arena = writing->call->job->arena;
  Answer *out = writing->call->answer;
  bool is_match = line >= hit->line && line <= hit->end_line;
  size_t column = line == hit->line ? hit->column - 1 : 0;
  Str text_line = query_source_line(writing->hits->source, line);
  if (writing->hits->is_minor) { /* neither as wide nor as deep */
    size_t blank = 0;
    while (!writing->context && blank < text_line.len && strchr(" \t", text_line.ptr[blank])) blank++;
    text_line = str_slice(text_line, blank, text_line.len);
    column = column > blank ? column - blank : 0;
  }
  Str shown = writing->hits->is_minor ? shown_line(arena, text_line, column, MINOR_SHOWN, MINOR_BEFORE)
                                      : shown_line(arena, text_line, column, LINE_SHOWN, LINE_BEFORE);
  answer_line(out, NULL, line);
  answer_say(out, is_match ? ": " : "- ");
  answer_put(out, shown);
  answer_say(out, "\n");
  writing->last_line = line;
}

/* The symbol around the match, said once for all matches in it. */
static void add_symbol(Writing *writing, const StoreSymbol *symbol) {
  Answer *out = writing->call->answer;
  answer_say(out, " in ");
  answer_kind(out, NULL, symbol_kind_word(symbol->kind));
  answer_say(out, " ");
  answer_name(out, NULL, query_qualified(writing->call->job->arena, symbol));
  if (symbol->full.end_line > symbol->full.line) answer_say(out, " (%u-%u)", symbol->full.line, symbol->full.end_line);
  answer_say(out, "\n");
}

/* The lines around a hit that are neither there yet nor the next hit's; none
 * of a second match in one line. The first hit of a page shows its own again. */
static void find_lines(const Writing *writing, size_t at, bool is_first, uint32_t *from, uint32_t *to) {
  const QueryHits *hits = writing->hits;
  const QueryHit *hit = &hits->items[at];
  uint32_t context = writing->context, lines = hits->source->lines;
  *from = hit->line > context ? hit->line - context : 1;
  bool goes_back = at && hit->line < hits->items[at - 1].line; /* symbols come by rank */
  if (*from <= writing->last_line && !goes_back) *from = writing->last_line + 1;
  if (is_first && *from > hit->line) *from = hit->line;
  *to = lines > hit->end_line && lines - hit->end_line > context ? hit->end_line + context : lines;
  if (at + 1 < hits->len && *to >= hits->items[at + 1].line) *to = hits->items[at + 1].line - 1;
  if (*to < hit->end_line) *to = hit->end_line;
}

static void add_lines(Writing *writing, size_t at, bool is_first) {
  const QueryHit *hit = &writing->hits->items[at];
  uint32_t from, to;
  find_lines(writing, at, is_first, &from, &to);
  for (uint32_t line = from; line <= to; line++) {
    if (line >= hit->line + MATCH_LINES && line <= hit->end_line) {
      answer_note(writing->call->answer, "  ... to line %u", hit->end_line);
      line = hit->end_line;
      writing->last_line = line;
    } else {
      add_line(writing, line, hit);
    }
  }
}

/* The same line as in the text, cut in the same way: a match in a line of a
 * megabyte must not fill the answer. */
static void add_fields(Writing *writing, const QueryHit *hit) {
  Arena *arena = writing->call->job->arena;
  Answer *out = writing->call->answer;
  const QueryHits *hits = writing->hits;
  answer_field_str(out, "path", hits->path);
  answer_field_int(out, "line", hit->line);
  answer_field_int(out, "endLine", hit->end_line);
  answer_field_int(out, "column", hit->column);
  answer_field_str(out, "text", shown_line(arena, query_source_line(hits->source, hit->line), hit->column - 1, LINE_SHOWN, LINE_BEFORE));
  if (hit->symbol) answer_field_str(out, "symbol", str_head(query_qualified(arena, hit->symbol), ANSWER_NAME_MAX));
  if (hit->symbol) answer_field_str(out, "kind", str_from_c(symbol_kind_word(hit->symbol->kind)));
  answer_field_bool(out, "definition", hit->is_definition);
}

static void add_hit(Writing *writing, size_t at, bool is_first) {
  const QueryHit *hit = &writing->hits->items[at];
  answer_begin_row(writing->call->answer);
  if (hit->symbol && (is_first || hit->symbol != writing->symbol)) add_symbol(writing, hit->symbol);
  writing->symbol = hit->symbol;
  add_lines(writing, at, is_first);
  add_fields(writing, hit);
  answer_end(writing->call->answer);
}

/* The count is of all matches in the file, also of those that are not
 * listed. */
static Str heading(Arena *arena, const QueryHits *hits) {
  Str path = str_shown(arena, hits->path, SIZE_MAX);
  if (hits->matches > 1) path = str_format(arena, "%.*s (%zu)", STR_ARG(path), hits->matches);
  if (!hits->pattern.len) return path;
  return str_format(arena, "%.*s for '%.*s'", STR_ARG(path), STR_ARG(str_shown(arena, hits->pattern, PATTERN_SHOWN)));
}

/* A file that has hits on this page already, before those of others, has its
 * further ones on the next. */
static bool is_again(const QuerySearched *found, size_t at, size_t count, size_t first) {
  if (at && str_eq(found->items[at - 1].path, found->items[at].path)) return false;
  for (size_t i = at; i-- > 0 && count > first;) {
    count -= found->items[i].len < count ? found->items[i].len : count;
    if (str_eq(found->items[i].path, found->items[at].path)) return true;
  }
  return false;
}

/* An item a hit, in order. What is on an earlier page or a later one is not
 * written, but the first hit of a page shows its own lines again. */
static void add_hits(ToolCall *call, const QuerySearched *found) {
  Answer *out = call->answer;
  size_t first = answer_cursor_item(tool_arg_str(call, "cursor")), count = 0;
  bool is_over = false;
  for (size_t i = 0; i < found->len; i++) {
    Writing writing = {.call = call, .context = (uint32_t)tool_arg_int(call, "context"), .hits = &found->items[i]};
    Str group = heading(call->job->arena, writing.hits);
    is_over = is_over || (found->mode != QUERY_SEARCH_SYMBOL && count > first && is_again(found, i, count, first)); /* symbols come by rank */
    for (size_t k = 0; k < writing.hits->len; k++, count++) {
      if (is_over || !answer_page_wants(out)) {
        answer_skip_items(out, 1);
        continue;
      }
      answer_begin_item(out, &(AnswerItem){.heading = group});
      add_hit(&writing, k, k == 0 || count == first);
      answer_end(out);
    }
  }
}

/* What the hits are; where a page begins is none of it. */
static uint64_t state_of(const QuerySearched *found) {
  uint64_t state = found->matches;
  for (size_t i = 0; i < found->len; i++) {
    const QueryHits *hits = &found->items[i];
    state = hash_combine(state, hash_str(hits->path));
    for (size_t k = 0; k < hits->len; k++) {
      Str text = query_source_line(hits->source, hits->items[k].line);
      state = hash_combine(hash_combine(state, hits->items[k].from), hash_str(text));
    }
  }
  return state;
}

/* ---- what is said below ---- */

/* Text is counted by lines, a pattern of syntax by matches, which may begin
 * several times in a line. */
static const char *noun_of(const QuerySearch *search, const QuerySearched *found) {
  if (found->mode == QUERY_SEARCH_SYMBOL) return "symbol";
  return found->mode == QUERY_SEARCH_PATTERN || search->multiline ? "match" : "line";
}

/* What was seen of a file up to the end of this page. */
typedef struct Seen {
  Str path;
  size_t seen, matches;
} Seen;

static size_t list_seen(Arena *arena, const QuerySearched *found, const AnswerPaged *paged, Seen **ret_seen) {
  size_t end = paged->first + paged->shown, at = 0, len = 0;
  Seen *seen = ARENA_ARRAY(arena, Seen, found->len + 1);
  for (size_t i = 0; i < found->len && at < end; i++) {
    const QueryHits *hits = &found->items[i];
    size_t count = hits->len < end - at ? hits->len : end - at, k = 0;
    while (k < len && !str_eq(seen[k].path, hits->path)) k++;
    if (k == len) seen[len++] = (Seen){.path = hits->path, .matches = hits->matches};
    seen[k].seen += count;
    at += count;
  }
  *ret_seen = seen;
  return len;
}

/* Of which files there is more, and how many files are not there at all: nobody
 * should take what is listed for everything. Paths are told as far as there is
 * room below a page; all others are counted. */
static void add_rest(ToolCall *call, const QuerySearched *found, const AnswerPaged *paged) {
  Answer *out = call->answer;
  Seen *seen;
  size_t count = list_seen(call->job->arena, found, paged, &seen), told = 0, room = REST_SHOWN, others = 0, more = 0;
  for (size_t i = 0; i < count; i++) {
    size_t left = seen[i].matches - seen[i].seen;
    Str path = str_shown(call->job->arena, seen[i].path, SIZE_MAX);
    if (!left) continue;
    if (path.len > room) {
      others++;
      more += left;
      continue;
    }
    room -= path.len;
    answer_say(out, "%s+%zu more in %.*s", told++ ? ", " : " ", left, STR_ARG(path));
  }
  if (others) answer_say(out, "%s+%zu more in %zu %s%s", told ? ", " : " ", more, others, told ? "other" : "file", others == 1 ? "" : "s");
  count += found->aside_tests.files + found->aside_data.files; /* told apart */
  size_t unseen = found->files > count ? found->files - count : 0;
  if (unseen) answer_say(out, "%s%zu file%s not listed", told || others ? ", " : " ", unseen, unseen == 1 ? "" : "s");
  if (told || others || unseen) answer_say(out, ".");
}

static void add_count(Answer *out, const char *what, const QuerySearchCount *counted, const char *noun, const char *how) {
  const char *plural = counted->matches == 1 ? "" : str_eq_c(STR("match"), noun) ? "es" : "s";
  if (counted->files) answer_note(out, "%s: %zu %s%s in %zu file%s, not listed: %s.", what, counted->matches, noun, plural, counted->files, counted->files == 1 ? "" : "s", how);
}

/* What is counted only, and how it is listed; where tests take room that others
 * lack, how they are left out. */
static void add_asides(ToolCall *call, const QuerySearch *search, const QuerySearched *found, const AnswerPaged *paged) {
  const char *noun = noun_of(search, found);
  bool is_cut = paged->first + paged->shown < found->matches;
  add_count(call->answer, "Tests", &found->aside_tests, noun, "tests=true lists them");
  add_count(call->answer, "Data", &found->aside_data, noun, "give a path or glob to list them");
  bool takes_room = is_cut && !search->with_tests && !found->aside_tests.files && found->tests.matches < found->matches &&
                    found->tests.matches * TESTS_SHARE >= found->matches;
  if (takes_room) answer_note(call->answer, "%zu of them in %zu test%s: tests=false leaves these out.", found->tests.matches, found->tests.files, found->tests.files == 1 ? "" : "s");
}

/* How many there are in all, and what to do to see fewer or more. */
static void add_totals(ToolCall *call, const QuerySearch *search, const QuerySearched *found, const AnswerPaged *paged) {
  Answer *out = call->answer;
  const char *noun = noun_of(search, found);
  size_t aside = found->aside_tests.matches + found->aside_data.matches;
  bool is_cut = found->hits + aside < found->matches || found->matches_is_least, is_symbol = found->mode == QUERY_SEARCH_SYMBOL;
  answer_say(out, "%s%.*s %s%s", found->matches_is_least ? "More than " : "",
             STR_ARG(tool_count(call->job->arena, (int64_t)found->matches)), noun,
             found->matches == 1 ? "" : str_eq_c(STR("match"), noun) ? "es" : "s");
  /* The files of symbols that are not listed are not known. */
  if (!is_symbol || !is_cut) answer_say(out, " in %zu file%s", found->files, found->files == 1 ? "" : "s");
  if (found->mode == QUERY_SEARCH_REGEX && search->mode == QUERY_SEARCH_AUTO && !search->other_count) {
    answer_say(out, " (as a regular expression; as text it is nowhere)");
  }
  answer_say(out, ".");
  if (!is_symbol) add_rest(call, found, paged);
  if (is_cut && is_symbol) answer_say(out, " The first %zu are listed;", found->hits);
  if (is_cut) answer_say(out, " %s by path, glob or language, or raise limit.", is_symbol ? "narrow" : "Narrow");
  answer_say(out, "\n");
}

/* How it was looked for, at the end of a sentence. */
static const char *manner(const QuerySearch *search, const QuerySearched *found) {
  if (found->mode == QUERY_SEARCH_SYMBOL) return "";
  if (found->mode == QUERY_SEARCH_PATTERN) return ", as a pattern of syntax";
  if (found->mode != QUERY_SEARCH_REGEX) return ", as text";
  return search->mode == QUERY_SEARCH_AUTO ? ", neither as text nor as a regular expression" : ", as a regular expression";
}

static Str shown_argument(ToolCall *call, const char *before, Str value) {
  Arena *arena = call->job->arena;
  return value.len ? str_format(arena, "%s%.*s", before, STR_ARG(str_shown(arena, value, TOOL_SHOWN_NAME))) : STR_EMPTY;
}

/* What was searched for is repeated with all that narrowed it. A path that
 * does not exist explains everything, and is said alone. */
static void add_nothing(ToolCall *call, const QuerySearch *search, const QuerySearched *found, bool path_exists) {
  Arena *arena = call->job->arena;
  Answer *out = call->answer;
  Str path = search->path_count ? search->paths[0] : STR_EMPTY, pattern = str_shown(arena, search->pattern, TOOL_SHOWN_NAME);
  for (size_t i = 0; i < search->other_count; i++) {
    pattern = str_format(arena, "%.*s' or '%.*s", STR_ARG(pattern), STR_ARG(str_shown(arena, search->others[i], TOOL_SHOWN_NAME)));
  }
  if (!path_exists) {
    answer_warn(out, "There is no '%.*s' in the workspace.", STR_ARG(str_shown(arena, path, TOOL_SHOWN_NAME)));
    return;
  }
  bool is_symbol = found->mode == QUERY_SEARCH_SYMBOL;
  Str what = is_symbol ? str_format(arena, "No symbol '%.*s'", STR_ARG(pattern))
                       : str_format(arena, "No match for '%.*s' in %zu files", STR_ARG(pattern), found->searched);
  answer_warn(out, "%.*s%.*s%.*s%.*s%s.", STR_ARG(what), STR_ARG(shown_argument(call, " in ", path)),
              STR_ARG(shown_argument(call, " matching ", search->glob)), STR_ARG(shown_argument(call, " of ", search->language)),
              manner(search, found));
  bool has_meta = str_find_byte(search->pattern, '$') != STR_NONE;
  if (has_meta && search->mode == QUERY_SEARCH_AUTO) answer_note(out, "mode=pattern matches syntax: foo($A, $$$REST).");
}

/* Whatever may be missing is said: an agent takes silence for completeness. */
static void add_notes(ToolCall *call, const QuerySearched *found) {
  Answer *out = call->answer;
  for (size_t i = 0; found->hits && i < found->missing_count; i++) {
    answer_note(out, "No match for '%.*s'.", STR_ARG(str_shown(call->job->arena, found->missing[i], TOOL_SHOWN_NAME)));
  }
  if (found->too_large) {
    answer_note(out, "%zu file%s over %zu MB not searched.", found->too_large, found->too_large == 1 ? "" : "s", TEXT_MAX_BYTES >> 20);
  }
  if (found->too_costly) {
    answer_note(out, "At %zu place%s the pattern took too many steps; matches there may be missing.", found->too_costly,
                found->too_costly == 1 ? "" : "s");
  }
  if (found->is_live) answer_note(out, "Files as on disk now; symbols are known as far as they are indexed.");
}

/* Truncated also where only the page is full: what is beyond it has not been
 * given. */
static void add_counts(Answer *out, const QuerySearched *found, const AnswerPaged *paged) {
  static const char *const modes[] = {"auto", "text", "regex", "pattern", "symbol"};
  answer_field_int(out, "total", (int64_t)found->matches);
  answer_field_int(out, "files", (int64_t)found->files);
  answer_field_int(out, "leftOut", (int64_t)(found->aside_tests.matches + found->aside_data.matches));
  answer_field_bool(out, "truncated", paged->first + paged->shown < found->matches || found->matches_is_least);
  answer_field_str(out, "mode", str_from_c(modes[found->mode]));
  answer_field_bool(out, "usedIndex", found->used_index);
  answer_field_int(out, "filesRead", (int64_t)found->read);
  if (paged->cursor.len) answer_field_str(out, "cursor", paged->cursor);
}

/* ---- */

/* In the order of the enum, as the field `mode` spells it above. */
static QuerySearchMode mode_of(Str word) {
  static const char *const words[] = {"auto", "text", "regex", "pattern", "symbol"};
  for (size_t i = 0; i < COUNT_OF(words); i++) {
    if (str_eq_c(word, words[i])) return (QuerySearchMode)i;
  }
  return QUERY_SEARCH_AUTO;
}

static TextCase case_of(Str word) {
  return str_eq(word, STR("sensitive")) ? TEXT_CASE_SENSITIVE : str_eq(word, STR("ignore")) ? TEXT_CASE_IGNORED
                                                                                           : TEXT_CASE_SMART;
}

/* A pattern that is no regular expression was most likely meant as text. */
static Err explain(Job *job, const QuerySearch *search, Err err) {
  if (err != ERR_SYNTAX || search->mode != QUERY_SEARCH_REGEX) return err;
  Str words = job_message(job, err);
  job_forgive(job);
  return job_fail(job, err, "%.*s; mode=text takes it as it is", STR_ARG(words));
}

/* Further patterns, besides the first. */
static void read_patterns(ToolCall *call, QuerySearch *search) {
  const Json *given = tool_arg(call, "or");
  if (!given || !given->count) return;
  Str *others = ARENA_ARRAY(call->job->arena, Str, given->count);
  for (size_t i = 0; i < given->count; i++) others[i] = given->items[i].text;
  search->others = others;
  search->other_count = given->count;
}

/* A glob in place of a path is taken for one. */
static bool is_glob(Str path) { return str_find_byte(path, '*') != STR_NONE || str_find_byte(path, '{') != STR_NONE; }

/* The index is waited for a few seconds only: while it is built for the first
 * time the files themselves are searched. */
static Err run(ToolCall *call) {
  Index *index;
  Str path;
  QuerySearched found;
  AnswerPaged paged;
  QuerySearch search = {.pattern = tool_arg_str(call, "pattern"), .mode = mode_of(tool_arg_str(call, "mode")),
                        .letters = case_of(tool_arg_str(call, "case")), .word = tool_arg_bool(call, "word"),
                        .multiline = tool_arg_bool(call, "multiline"), .no_tests = tool_arg(call, "tests") && !tool_arg_bool(call, "tests"),
                        .may_count = true, .with_tests = tool_arg(call, "tests") && tool_arg_bool(call, "tests"), .glob = tool_arg_str(call, "glob"),
                        .language = tool_arg_str(call, "language"), .limit = (size_t)tool_arg_int(call, "limit")};
  search.page = (tool_arg(call, "max_chars") ? (size_t)tool_arg_int(call, "max_chars") : TOOL_ANSWER_MAX) / (1 + 2 * (size_t)tool_arg_int(call, "context"));
  search.page -= search.page < TOOL_TAIL_MAX ? search.page : TOOL_TAIL_MAX;
  Str where = tool_arg_str(call, "path");
  if (!search.glob.len && is_glob(where)) search.glob = where, where = STR_EMPTY;
  read_patterns(call, &search);
  TRY(tool_locate(call, where, &index, &path));
  search.paths = &path;
  search.path_count = path.len > 0;
  TRY(index_refresh_within(call->job, index, PATIENCE_MS));
  TRY(explain(call->job, &search, query_search(call->job, index, &search, &found)));
  tool_begin_page(call, "matches", TOOL_ANSWER_MAX);
  add_hits(call, &found);
  TRY(tool_end_page(call, index, state_of(&found), &paged));
  if (found.hits) add_totals(call, &search, &found, &paged);
  else add_nothing(call, &search, &found, tool_path_exists(call, index, path));
  if (found.hits && found.mode != QUERY_SEARCH_SYMBOL) add_asides(call, &search, &found, &paged);
  add_notes(call, &found);
  add_counts(call->answer, &found, &paged);
  return found.hits || found.is_live ? OK : tool_add_gaps(call, index, false);
}

static const ToolField args[] = {
    {"pattern", TOOL_STRING, true, .min = 1, .help = "what to look for", .listed = ""},
    {"or", TOOL_STRINGS, .max = PATTERNS_MAX, .whole = true, .help = "further patterns"},
    {"mode", TOOL_STRING, .choices = "auto|text|regex|pattern|symbol", .otherwise = "\"auto\"",
     .help = "auto: text, else PCRE2 regex; pattern: foo($A, $$$REST)"},
    {"path", TOOL_PATH, .help = "file or directory", .listed = ""},
    {"glob", TOOL_PATH, .help = "*.{ts,tsx}, !*_test.go"},
    {"language", TOOL_STRING, .help = "of the files", .listed = ""},
    {"case", TOOL_STRING, .choices = "smart|sensitive|ignore", .otherwise = "\"smart\"", .help = "smart: capitals matter if given"},
    {"word", TOOL_BOOLEAN, .help = "whole words", .listed = ""},
    {"tests", TOOL_BOOLEAN, .help = "in tests, mocks and fixtures: true all, false none; else counted where they would take the room of source", .listed = ""},
    {"multiline", TOOL_BOOLEAN, .help = "may cross lines"},
    {"context", TOOL_INTEGER, .min = 0, .max = 50, .otherwise = "0", .help = "lines around", .listed = ""},
    {"limit", TOOL_INTEGER, .min = 1, .max = 1000, .otherwise = "200", .help = "matches to list", .listed = ""},
    TOOL_ARGS_PAGE,
    TOOL_ARG_REPO,
    {0},
};

static const ToolField match_row[] = {
    {"path", TOOL_STRING, true, .help = "file, relative to the workspace"},
    {"line", TOOL_INTEGER, true, .help = "from 1"},
    {"endLine", TOOL_INTEGER, true, .help = "where the match ends"},
    {"column", TOOL_INTEGER, true, .help = "byte in the line, from 1"},
    {"text", TOOL_STRING, true, .help = "the line, or the part around the match"},
    {"symbol", TOOL_STRING, .help = "what it is in"},
    {"kind", TOOL_STRING, .help = "of that symbol"},
    {"definition", TOOL_BOOLEAN, true, .help = "the match is the name of what is defined there"},
    {0},
};

static const ToolField result[] = {
    {"matches", TOOL_OBJECTS, true, .help = "as shown", .fields = match_row},
    {"total", TOOL_INTEGER, true, .help = "lines that match; of patterns and multiline: matches; symbols: those looked at"},
    {"files", TOOL_INTEGER, true, .help = "files with matches; symbols: with those shown"},
    {"leftOut", TOOL_INTEGER, true, .help = "of them, in tests and data that are counted only"},
    {"truncated", TOOL_BOOLEAN, true, .help = "there are more than shown"},
    {"mode", TOOL_STRING, true, .help = "how it was searched"},
    {"usedIndex", TOOL_BOOLEAN, true, .help = "the text index left files out"},
    {"filesRead", TOOL_INTEGER, true, .help = "files looked into"},
    {"cursor", TOOL_STRING, .help = "goes on from here"},
    {0},
};

const Tool tool_search = {
    .name = "search",
    .title = "Search text and syntax",
    .brief = "TEXT [--or TEXT2 ...] [--no-tests]: like rg, each hit with the function it is in",
    .summary = "Like rg, but each hit comes with the function it is in; several patterns in one call (or). Text, regex or "
               "syntax; definitions first, tests last or counted (tests=false: none).",
    .help = "Files are searched as they are on disk now; ignored and binary ones are left out. A plain pattern is looked "
            "for as text; only when that is nowhere and it reads as a regular expression (PCRE2) it is matched as one; "
            "so is each of several. "
            "A pattern of syntax is source text in which $A stands for one node (the same name for the same text), $_ for "
            "any node and $$$ for any number of them; it is read with the grammar of each file's language. All files have "
            "their turn before one file has many hits, and so have several patterns that hit different files; generated and "
            "foreign code comes last. Where not all fits, tests and data that would take more than a third of the room are counted.",
    .args = args,
    .result = result,
    .example = "search pattern=main glob=*.c",
    .toolset = "read",
    .flags = TOOL_CORE | TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
