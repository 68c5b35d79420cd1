/* Patterns of syntax over texts. */
#include "src/base/hash.h"
#include "src/text/match_internal.h"

/* What all of the languages' readings have in common is needed; a text is of
 * one language, so a file needs the words of its own: any of them will do. */
static const TextNeed *need_of(Arena *arena, const ParsePattern *pattern) {
  const Str *words;
  size_t count = parse_pattern_words(pattern, &words);
  const TextNeed **needs = ARENA_ARRAY(arena, const TextNeed *, count + 1);
  for (size_t i = 0; i < count; i++) needs[i] = text_need_literal(arena, (TextLiteral){words[i], false});
  return text_need_all(arena, needs, count);
}

Err text_matcher_open_syntax(Job *job, const TextQuery *query, TextMatcher *matcher) {
  Arena *arena = &matcher->arena;
  const TextNeed **needs = ARENA_ARRAY(arena, const TextNeed *, query->language_count + 1);
  matcher->way = TEXT_BY_TREE;
  matcher->patterns = ARENA_ARRAY(arena, ParsePattern *, query->language_count + 1);
  Err err = OK;
  for (size_t i = 0; i < query->language_count; i++) {
    if (matcher->pattern_count) job_forgive(job); /* it is source somewhere */
    ParsePattern *pattern;
    err = parse_pattern_open(job, query->languages[i], query->pattern, &pattern);
    /* That it is no source of one language is expected when several are tried. A
     * pattern that is wrong in itself is wrong in all of them. */
    if (err == ERR_CANCELLED || err == ERR_TIMEOUT || err == ERR_USAGE) return err;
    if (err) continue;
    needs[matcher->pattern_count] = need_of(arena, pattern);
    matcher->patterns[matcher->pattern_count++] = pattern;
  }
  if (!query->language_count) return job_fail(job, ERR_USAGE, "no file here is in a language with syntax to match");
  if (!matcher->pattern_count) return err;
  job_forgive(job);
  matcher->need = text_need_any(arena, needs, matcher->pattern_count);
  TextLiteral picked[TEXT_PICK_MAX];
  size_t count = text_need_pick(matcher->need, picked);
  matcher->has_finder = count > 0;
  if (count) text_finder_init(&matcher->finder, picked, count);
  return OK;
}

static const ParsePattern *pattern_for(const TextMatcher *matcher, const Language *language) {
  for (size_t i = 0; i < matcher->pattern_count; i++) {
    if (parse_pattern_language(matcher->patterns[i]) == language) return matcher->patterns[i];
  }
  return NULL;
}

/* Counts lines from the beginning for each hit. Hits of a pattern are few, and
 * a table of lines for every file that is searched would cost more. */
static TextHit hit_of(Str text, Range range) {
  Str before = str_slice(text, 0, range.from);
  size_t newline = str_find_last_byte(before, '\n'), start = newline == STR_NONE ? 0 : newline + 1;
  TextHit hit = {.line = 1 + (uint32_t)str_count_byte(before, '\n'), .from = range.from, .to = range.to};
  hit.column = (uint32_t)(range.from - start) + 1;
  hit.end_line = hit.line; /* a line's end is in the line */
  if (range.to > range.from) hit.end_line += (uint32_t)str_count_byte(str_slice(text, range.from, range.to - 1), '\n');
  return hit;
}

/* ---- trees ---- */

#define PACKED_MAX ((size_t)16 << 20) /* bytes of one tree: the largest file's has fewer */

static Err parse(TextMatch *match, const ParsePattern *pattern, const TextTreeKey *key, Syntax *ret_tree) {
  TextBench *bench = match->bench;
  if (!bench->parser) bench->parser = parse_open();
  TRY(parse_pattern_tree(match->job, bench->parser, pattern, match->text, &bench->arena, ret_tree));
  if (!match->trees) return OK;
  Buf packed;
  buf_init(&packed, &bench->arena, PACKED_MAX);
  syntax_pack(&packed, ret_tree);
  /* A tree that is too large to keep is parsed again next time. */
  if (!packed.overflow) text_trees_put(match->trees, key, buf_str(&packed));
  return OK;
}

/* The tree that is kept, else one that is made now. */
static Err tree_of(TextMatch *match, const ParsePattern *pattern, Syntax *ret_tree) {
  TextTreeKey key = {match->path, match->language, match->trees ? hash_str(match->text) : 0};
  TextKept *kept = match->trees ? text_trees_take(match->trees, &key) : NULL;
  bool is_tree = kept && syntax_unpack(text_kept_bytes(kept), match->text, &match->bench->arena, ret_tree);
  if (kept) text_kept_give_back(kept);
  return is_tree ? OK : parse(match, pattern, &key, ret_tree);
}

/* What parsing leaves in the job's arena goes with the tree. */
static Err find_in_tree(TextMatch *match, const ParsePattern *pattern, ParseFounds *founds, bool *ret_cut) {
  Syntax tree;
  JOB_ARENA(match->job, &match->bench->arena);
  TRY(tree_of(match, pattern, &tree));
  return parse_pattern_match(match->job, pattern, &tree, &match->bench->arena, founds, ret_cut);
}

Err text_match_tree(TextMatch *match) {
  const TextMatcher *matcher = match->matcher;
  const ParsePattern *pattern = pattern_for(matcher, match->language);
  const char *from = match->text.ptr;
  TextFound found;
  if (!pattern) return OK;
  if (matcher->has_finder && !text_finder_next(&matcher->finder, from, from, from + match->text.len, &found)) return OK;
  TextBench *bench = match->bench;
  ParseFounds founds = {0};
  bool is_cut = false;
  Err err = find_in_tree(match, pattern, &founds, &is_cut);
  if (err && err != ERR_CANCELLED && err != ERR_TIMEOUT) { /* too large or too slow: as when indexed */
    job_forgive(match->job);
    err = OK;
  }
  match->too_costly += is_cut;
  for (size_t i = 0; i < founds.len && !err; i++) {
    TextHit hit = hit_of(match->text, founds.items[i].range);
    match->count++;
    if (match->each && !match->each(match->context, &hit)) break;
  }
  arena_reset(&bench->arena);
  return err;
}
