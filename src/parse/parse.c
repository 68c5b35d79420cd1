/* The tree-sitter parser behind limits and cancellation. */
#include <assert.h>
#include <setjmp.h>

#include "src/base/clock.h"
#include "src/model/text.h"
#include "src/os/alarm.h"
#include "src/parse/parse_internal.h"

#define GRACE_MS 1000 /* for the library to notice the end by itself, */
#define SHORT_GRACE_MS 200 /* and when somebody else set the limit */
#define KEPT_NODES (1u << 20) /* of a parser's memory between files: 20 MB */
#define LAST_GROWTH 4 /* times the memory of a tree that was read whole, before it is read whole again */

/* What the library made of the last text, in the parser's memory, which is then
 * not thrown away. */
typedef struct LastTree {
  TSTree *tree; /* NULL: none is kept */
  const Language *language;
  char *text; /* heap */
  size_t len;
  size_t memory; /* what it took when it was read whole */
  TSInputEdit edit; /* from it to the text that is about to be read */
} LastTree;

/* What one thread parses with. The library's own allocations go to `memory`,
 * which is thrown away as a whole after each text; so a parse can be broken
 * off at any point without leaking. */
struct Parser {
  ParseMemory memory; /* first, so that its address is the parser's */
  jmp_buf full;       /* where to go on when the memory is used up, or the time */
  Alarm alarm;
  int64_t limit_ms; /* 0: by size */
  int64_t spent_us; /* by the last text */
  bool was_cut; /* the last text took too long, or too much */
  ParseNodes nodes;
  const Language *language; /* the last one's grammar is at hand */
  const ParseGrammar *grammar;
  const TSLanguage *tables; /* what the next text is read with */
  bool keeps_last;
  bool is_kept; /* `last` is of the text that was just read */
  LastTree last;
};

/* Asked by the library now and then; it looks at the clock only when that
 * can have moved. */
typedef struct Watchdog {
  Job *job;
  int64_t end_us;
  int64_t last_ns; /* of the coarse clock, when it was last looked at */
  bool late;
} Watchdog;

/* Leaves the library from inside one of its allocations. A few bytes of
 * hostile text can make it fork its stack and copy it many times over within
 * one step, too fast for any watchdog. Nothing is lost by that: all it holds
 * lies in the parser's memory. */
NO_RETURN static void give_up(ParseMemory *memory) { longjmp(((Parser *)memory)->full, 1); }

Parser *parse_open(void) {
  Parser *parser = arena_heap_alloc(sizeof(Parser));
  parser->memory.limit = PARSE_MAX_MEMORY;
  parser->memory.full = give_up;
  return parser;
}

/* Whatever the library made, the tree that was kept included. */
static void forget_all(Parser *parser) {
#ifndef FATHOM_FAST_CORE
  if (parser->last.tree) ts_tree_delete(parser->last.tree);
#endif
  free(parser->last.text);
  parser->last = (LastTree){0};
  parse_memory_end(&parser->memory);
}

void parse_keep_last(Parser *parser) { parser->keeps_last = true; }

void parse_close(Parser *parser) {
  forget_all(parser);
  parse_memory_close(&parser->memory);
  free(parser->nodes.items);
  free(parser);
}

/* What this thread has worked, so that a busy machine decides nothing. */
static int64_t spent_us(void) { return clock_thread_ns() / 1000; }

/* A thread's own clock is a system call: it is looked at whenever the coarsest
 * one, which is none, went on. */
static bool is_late(Watchdog *dog) {
  int64_t now_ns = clock_coarse_ns();
  if (now_ns == dog->last_ns) return false;
  dog->last_ns = now_ns;
  return spent_us() > dog->end_us;
}

/* True stops the parse. */
static bool watch_parse(TSParseState *state) {
  Watchdog *dog = state->payload;
  dog->late = dog->late || is_late(dog);
  return dog->late || job_is_stopped(dog->job);
}

/* The whole rest at once: the text is in memory. */
static const char *read_text(void *payload, uint32_t at, TSPoint place, uint32_t *ret_len) {
  (void)place;
  const Str *text = payload;
  *ret_len = at < text->len ? (uint32_t)(text->len - at) : 0;
  return *ret_len ? text->ptr + at : "";
}

/* The last grammar is kept at hand: files of one language come in runs. */
static Err use_language(Job *job, Parser *parser, const Language *language) {
  if (parser->language == language) return OK;
  parser->language = NULL;
  TRY(parse_grammar(job, language, &parser->grammar));
  parser->language = language;
  return OK;
}

static size_t bytes_of(const ParseInput *input) {
  size_t bytes = input->range_count ? 0 : input->text.len;
  for (size_t i = 0; i < input->range_count; i++) bytes += input->ranges[i].to - input->ranges[i].from;
  return bytes;
}

static void find_lines(Arena *arena, Str text, Syntax *syntax) {
  TextLines lines = text_find_lines(arena, text);
  syntax->line_starts = lines.starts;
  syntax->line_count = lines.count;
}

/* The library counts from zero. */
static TSPoint point_of(const Syntax *syntax, uint32_t byte) {
  return (TSPoint){syntax_line(syntax, byte) - 1, syntax_column(syntax, byte) - 1};
}

/* Checked, because they come from a language's own reading of the text. */
static Err convert_ranges(Job *job, const Syntax *syntax, const ParseInput *input,
                          TSRange **ret_ranges) {
  TSRange *ranges = ARENA_ARRAY(job->arena, TSRange, input->range_count);
  uint32_t last = 0;
  for (size_t i = 0; i < input->range_count; i++) {
    Range range = input->ranges[i];
    if (range.from < last || range.from > range.to || range.to > input->text.len) {
      return job_fail(job, ERR_USAGE, "the ranges to parse are not in order, or outside the text");
    }
    last = range.to;
    ranges[i] = (TSRange){
        .start_byte = range.from,
        .end_byte = range.to,
        .start_point = point_of(syntax, range.from),
        .end_point = point_of(syntax, range.to),
    };
  }
  *ret_ranges = ranges;
  return OK;
}

/* What a quick core made lies in the parser's memory and goes with it; only
 * the scanner of a loaded grammar holds more, until it is reset. */
static void forget(TSParser *reader, TSTree *tree) {
#ifdef FATHOM_FAST_CORE
  if (!tree) ts_parser_reset(reader);
#else
  if (tree) ts_tree_delete(tree);
  ts_parser_delete(reader);
#endif
}

/* A few bytes that take seconds are made for it. */
static int64_t limit_of(const Parser *parser, Str text) {
  int64_t by_size = PARSE_MIN_MS + (int64_t)(text.len >> 10) * PARSE_MS_PER_KB;
  if (parser->limit_ms) return parser->limit_ms;
  return by_size < PARSE_MAX_MS ? by_size : PARSE_MAX_MS;
}

/* Not an error of the job: the file is left out, and `was_cut` tells why. */
static Err fail_late(Job *job, Parser *parser, Str text) {
  parser->was_cut = true;
  return job_fail(job, ERR_UNAVAILABLE, "parsing took longer than %lld ms", (long long)limit_of(parser, text));
}

static Err fail_full(Job *job, Parser *parser) {
  parser->was_cut = true;
  return job_fail(job, ERR_UNAVAILABLE, "parsing took more than %u bytes of memory", PARSE_MAX_MEMORY);
}

/* ---- what the last text was read as ---- */

static void step(TSPoint *at, Str text, uint32_t from, uint32_t to) {
  for (const char *line; from < to && (line = memchr(text.ptr + from, '\n', to - from)); from = (uint32_t)(line + 1 - text.ptr)) {
    *at = (TSPoint){at->row + 1, 0};
  }
  at->column += to - from;
}

/* Where two texts differ, as one edit, at borders of characters. */
static TSInputEdit difference(Str old, Str new) {
  uint32_t most = (uint32_t)(old.len < new.len ? old.len : new.len), from = 0, same = 0;
  while (from < most && old.ptr[from] == new.ptr[from]) from++;
  while (from && (new.ptr[from - 1] & 0x80)) from--;
  while (same < most - from && old.ptr[old.len - 1 - same] == new.ptr[new.len - 1 - same]) same++;
  while (same && (new.ptr[new.len - same] & 0x80)) same--;
  TSInputEdit edit = {.start_byte = from, .old_end_byte = (uint32_t)old.len - same, .new_end_byte = (uint32_t)new.len - same};
  step(&edit.start_point, new, 0, from);
  edit.old_end_point = edit.new_end_point = edit.start_point;
  step(&edit.old_end_point, old, from, edit.old_end_byte);
  step(&edit.new_end_point, new, from, edit.new_end_byte);
  return edit;
}

/* Where more than half is another text, looking for what is the same costs more
 * than reading it. */
static bool fits_last(Parser *parser, Str text) {
  LastTree *last = &parser->last;
  bool is_near = last->tree && last->language == parser->language && text.len && text.len <= PARSE_KEPT_BYTES &&
                 parser->memory.total <= LAST_GROWTH * last->memory;
  if (!is_near) return false;
  last->edit = difference((Str){last->text, last->len}, text);
  return last->edit.old_end_byte - last->edit.start_byte <= last->len / 2;
}

/* The tree of the last text with its places moved to those of this one, of which
 * the library then reads only what is not the same. NULL: there is none. */
static TSTree *last_for(Parser *parser) {
  LastTree *last = &parser->last;
  if (last->tree) ts_tree_edit(last->tree, &last->edit);
  return last->tree;
}

/* One with errors is not: how the library gets over them depends on what it has
 * read before. */
static bool is_to_keep(const Parser *parser, Str text) {
  return parser->keeps_last && !parser->language->is_read_whole && text.len <= PARSE_KEPT_BYTES && !(parser->nodes.items[1].flags & SYNTAX_BROKEN);
}

static void keep_tree(Parser *parser, TSParser *reader, TSTree *tree, Str text) {
  LastTree *last = &parser->last;
  size_t memory = last->tree ? last->memory : parser->memory.total;
  if (last->tree) ts_tree_delete(last->tree);
  ts_parser_delete(reader);
  last->text = arena_heap_grow(last->text, text.len);
  memcpy(last->text, text.ptr, text.len);
  *last = (LastTree){.tree = tree, .language = parser->language, .text = last->text, .len = text.len, .memory = memory};
  parser->is_kept = true;
}

/* ---- reading ---- */

/* The alarm is for what never comes back to ask the watchdog: it jumps out
 * of the library by a signal, after a grace. */
static Err read_tree(Job *job, Parser *parser, Str text, const TSRange *ranges, size_t range_count) {
  Watchdog dog = {.job = job, .end_us = spent_us() + limit_of(parser, text) * 1000};
  TSInput input = {.payload = &text, .read = read_text, .encoding = TSInputEncodingUTF8};
  TSParseOptions options = {.payload = &dog, .progress_callback = watch_parse};
  TSParser *reader = ts_parser_new();
  ts_parser_set_language(reader, parser->tables);
  ts_parser_set_included_ranges(reader, ranges, (uint32_t)range_count);
  /* A grammar's scanner that never returns asks no watchdog. */
  alarm_set(&parser->alarm, limit_of(parser, text) + (parser->limit_ms ? SHORT_GRACE_MS : GRACE_MS), &parser->full);
  TSTree *tree = ts_parser_parse_with_options(reader, last_for(parser), input, options);
  alarm_clear(&parser->alarm);
  if (tree) parse_walk(parser->grammar, tree, &parser->nodes);
  if (tree && is_to_keep(parser, text)) {
    keep_tree(parser, reader, tree, text);
    return OK;
  }
  forget(reader, tree);
  if (tree) return OK;
  TRY(job_check(job));
  return fail_late(job, parser, text);
}

/* Leaves the nodes in the parser. After an alarm the memory is closed for
 * good: the library may have been interrupted in the middle of an
 * allocation. */
static Err read_in_memory(Job *job, Parser *parser, Str text, const TSRange *ranges,
                          size_t range_count) {
  Err err;
  bool uses_last = fits_last(parser, text);
  if (!uses_last) forget_all(parser);
  parser->is_kept = false;
  parse_memory_begin(&parser->memory);
  int jumped = setjmp(parser->full);
  if (!jumped) {
    err = read_tree(job, parser, text, ranges, range_count);
  } else {
    alarm_clear(&parser->alarm);
    err = jumped == ALARM_RANG ? fail_late(job, parser, text) : fail_full(job, parser);
  }
  parse_memory_begin(NULL);
  if (!parser->is_kept) forget_all(parser);
  if (jumped == ALARM_RANG) parse_memory_close(&parser->memory);
  /* Errors are told as who reads the whole text finds them. */
  bool is_doubtful = uses_last && !err && !parser->is_kept;
  return is_doubtful ? read_in_memory(job, parser, text, ranges, range_count) : err;
}

/* Of the kept nodes; node 0 is none. */
static size_t count_errors(const ParseNodes *nodes) {
  size_t count = 0;
  for (size_t i = 1; i < nodes->count; i++) {
    count += (nodes->items[i].flags & (SYNTAX_ERROR | SYNTAX_MISSING)) != 0;
  }
  return count;
}

/* Reads a broken text once more as the language would rather have written it,
 * and keeps what has fewer errors. */
static Err read_repaired(Job *job, Parser *parser, const Language *language, Str text) {
  if (!language->repair || !(parser->nodes.items[1].flags & SYNTAX_BROKEN)) return OK;
  size_t errors = count_errors(&parser->nodes);
  char *copy = arena_copy(job->arena, text.ptr, text.len);
  if (!errors || !language->repair(text, copy)) return OK;
  ParseNodes first = parser->nodes;
  parser->nodes = (ParseNodes){0};
  Err err = read_in_memory(job, parser, (Str){copy, text.len}, NULL, 0);
  bool is_better = !err && count_errors(&parser->nodes) < errors;
  if (is_better) {
    free(first.items);
  } else {
    free(parser->nodes.items);
    parser->nodes = first;
  }
  if (err) job_forgive(job);
  return job_check(job);
}

/* Junk at the border of two ranges is counted twice by the library, which ends
 * some nodes behind the text. The root ends last, so it alone is looked at; a
 * limit on both ends keeps nodes inside each other and in order. */
static void keep_inside(ParseNodes *nodes, uint32_t end) {
  if (nodes->items[1].to <= end) return;
  for (size_t i = 1; i < nodes->count; i++) {
    SyntaxNode *node = &nodes->items[i];
    if (node->from > end) node->from = end;
    if (node->to > end) node->to = end;
  }
}

/* One huge file must not be paid for until the parser is closed. */
static void trim_nodes(ParseNodes *nodes) {
  if (nodes->cap <= KEPT_NODES) return;
  free(nodes->items);
  *nodes = (ParseNodes){0};
}

bool parse_was_cut(const Parser *parser) { return parser->was_cut; }
void parse_limit(Parser *parser, int64_t cpu_ms) { parser->limit_ms = cpu_ms; }
int64_t parse_spent_us(const Parser *parser) { return parser->spent_us; }

/* Limits first, so that refused texts cost nothing. Nodes are copied out in
 * the end: the parser's own array serves the next text. */
Err parse_ranges(Job *job, Parser *parser, const Language *language, const ParseInput *input,
                 Arena *arena, Syntax *ret_syntax) {
  assert(parser && language && arena);
  parser->was_cut = false;
  parser->spent_us = 0;
  if (input->text.len > PARSE_MAX_BYTES) {
    return job_fail(job, ERR_TOO_LARGE, "files over %u bytes are not parsed", PARSE_MAX_BYTES);
  }
  TRY(job_check(job));
  TRY(use_language(job, parser, language));
  Syntax syntax = {.text = input->text};
  if (input->lines) syntax = *input->lines;
  else find_lines(arena, input->text, &syntax);
  syntax.read = input->text;
  TSRange *ranges = NULL;
  TRY(convert_ranges(job, &syntax, input, &ranges));
  parser->tables = parse_quick_tables(parser->grammar->quick, bytes_of(input));
  int64_t began_us = spent_us();
  Err err = read_in_memory(job, parser, input->text, ranges, input->range_count);
  if (!err && !input->range_count) err = read_repaired(job, parser, language, input->text);
  parser->spent_us = spent_us() - began_us;
  if (err) return err;
  keep_inside(&parser->nodes, (uint32_t)input->text.len);
  syntax.count = parser->nodes.count;
  syntax.nodes = arena_copy(arena, parser->nodes.items, syntax.count * sizeof(SyntaxNode));
  trim_nodes(&parser->nodes);
  *ret_syntax = syntax;
  return OK;
}

/* Each in what is left of the file's time; a part that cannot be read is left
 * out. */
static Err read_parts(Job *job, Parser *parser, const Language *language, Arena *arena, Syntax *syntax) {
  LanguagePart *parts = NULL;
  size_t count = language->embeds(job->arena, syntax, &parts), made = 0;
  int64_t limit_ms = parser->limit_ms, spent = parser->spent_us, left_us = limit_of(parser, syntax->text) * 1000 - spent;
  SyntaxPart *trees = ARENA_ARRAY(arena, SyntaxPart, count);
  Syntax lines = {.text = syntax->text, .line_starts = syntax->line_starts, .line_count = syntax->line_count};
  for (size_t i = 0; i < count && left_us > 0; i++) {
    const Language *inner = language_find(str_from_c(parts[i].language));
    if (!inner || parts[i].range.from >= parts[i].range.to) continue;
    ParseInput input = {.text = parts[i].text.len ? parts[i].text : syntax->text, .ranges = &parts[i].range, .range_count = 1, .lines = &lines};
    parser->limit_ms = left_us / 1000 + 1;
    Err err = parse_ranges(job, parser, inner, &input, arena, &trees[made].syntax);
    parser->limit_ms = limit_ms;
    left_us -= parser->spent_us;
    spent += parser->spent_us;
    if (err) {
      job_forgive(job);
      TRY(job_check(job));
      continue;
    }
    trees[made].syntax.text = syntax->text;
    trees[made++].language = inner->name;
  }
  parser->spent_us = spent;
  parser->was_cut = false;
  syntax->parts = trees;
  syntax->part_count = (uint32_t)made;
  return OK;
}

Err parse_text(Job *job, Parser *parser, const Language *language, Str text, Arena *arena,
               Syntax *ret_syntax) {
  ParseInput input = {.text = text};
  Range *parts = NULL;
  if (language->parts && text.len <= PARSE_MAX_BYTES) {
    input.range_count = language->parts(job->arena, text, &parts);
    input.ranges = parts;
  }
  if (language->reading && text.len <= PARSE_MAX_BYTES) input.text = language->reading(arena, text);
  assert(input.text.len == text.len); /* or no place would be the text's */
  Syntax lines = {.text = text}; /* the text's own, too: its reading may have joined some */
  if (input.text.ptr != text.ptr) {
    find_lines(arena, text, &lines);
    input.lines = &lines;
  }
  TRY(parse_ranges(job, parser, language, &input, arena, ret_syntax));
  ret_syntax->text = text;
  return language->embeds ? read_parts(job, parser, language, arena, ret_syntax) : OK;
}
