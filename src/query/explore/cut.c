/* Which lines of a unit are shown: all of a short one; of a long one its
 * beginning and the lines the question is about. */
#include <stdlib.h>

#include "src/model/words.h"
#include "src/query/explore/explore_internal.h"
#include "src/query/explore/tuning_internal.h"
#include "src/text/words.h"

bool query_explore_covers(const QueryPieces *pieces, uint32_t line) {
  for (size_t i = 0; i < pieces->len; i++) {
    if (pieces->items[i].from <= line && line <= pieces->items[i].to) return true;
  }
  return false;
}

static int by_line(const void *a, const void *b) {
  const QueryPiece *x = a, *y = b;
  return x->from < y->from ? -1 : x->from > y->from;
}

/* A gap of so many lines between two pieces is shown instead of being marked. */
void query_explore_join(QueryPieces *pieces, uint32_t gap) {
  size_t kept = 0;
  if (pieces->len) qsort(pieces->items, pieces->len, sizeof(QueryPiece), by_line);
  for (size_t i = 0; i < pieces->len; i++) {
    QueryPiece *before = kept ? &pieces->items[kept - 1] : NULL;
    if (before && pieces->items[i].from <= before->to + 1 + gap) {
      if (pieces->items[i].to > before->to) before->to = pieces->items[i].to;
    } else {
      pieces->items[kept++] = pieces->items[i];
    }
  }
  pieces->len = kept;
}

/* ---- lines that matter ---- */

/* A word counts once in a line, whichever of its forms comes first: a line that
 * repeats one word must not beat a line with two different ones. */
static float word_worth(const Explore *explore, Str word, uint64_t *seen) {
  uint64_t key = text_word_term(word);
  for (size_t i = 0; key && i < explore->question.term_count; i++) {
    const ExploreTerm *term = &explore->question.terms[i];
    for (size_t f = 0; f < term->form_count; f++) {
      if (term->keys[f] != key || *seen >> i & 1) continue;
      *seen |= (uint64_t)1 << i;
      return term->rarity * term->weight * term->weights[f];
    }
  }
  return 0;
}

static float line_worth(const Explore *explore, Str line) {
  float worth = 0;
  uint64_t seen = 0;
  for (size_t at = 0; at < line.len;) worth += word_worth(explore, words_next(line, &at), &seen);
  return worth;
}

typedef struct Cut {
  Explore *explore;
  const QuerySource *source;
  uint32_t unit;   /* its number */
  bool is_function; /* in an answer of no length asked for: what decides nothing goes first */
  uint32_t first;  /* line of worths[0] */
  uint32_t count;
  float *worths;   /* by line; below 0: not to be shown */
  size_t size, max;
  QueryPieces *pieces;
  bool has_holes;  /* lines that may decide are left out */
} Cut;

static Str trimmed_line(const Cut *cut, uint32_t at) { return str_trim(query_source_line(cut->source, cut->first + at)); }

static bool is_comment(Str line) { return query_source_is_comment(line) || str_ends_with(line, STR("*/")); }

/* Says nothing without what follows: a comment that goes on, or nothing. */
static bool is_loose(const Cut *cut, uint32_t at) {
  Str line = trimmed_line(cut, at);
  return !line.len || is_comment(line);
}

/* Of what is around a line its ends are dropped that are half a comment. */
static void trim_window(const Cut *cut, uint32_t best, uint32_t *from, uint32_t *to) {
  while (*from < best && (!trimmed_line(cut, *from).len || str_ends_with(trimmed_line(cut, *from), STR("*/")))) ++*from;
  while (*to > best && is_loose(cut, *to)) --*to;
}

/* Takes the best line with what is around it, as long as there is room. Lines
 * that are taken get the worth 0, so every round either takes something or is
 * the last. */
static void add_windows(Cut *cut) {
  for (;;) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < cut->count; i++) {
      if (cut->worths[i] > cut->worths[best]) best = i;
    }
    if (!cut->count || cut->worths[best] <= 0) return;
    uint32_t from = best, to = best;
    while (from && best - from < CUT_PADDING && cut->worths[from - 1] >= 0) from--;
    while (to + 1 < cut->count && to - best < CUT_PADDING && cut->worths[to + 1] >= 0) to++;
    trim_window(cut, best, &from, &to);
    size_t more = query_source_size(cut->source, cut->first + from, cut->first + to) + CUT_MARK_SIZE;
    if (cut->size + more > cut->max) return;
    cut->size += more;
    for (uint32_t i = from; i <= to; i++) cut->worths[i] = 0;
    *vec_add(cut->explore->job->arena, cut->pieces) = (QueryPiece){cut->first + from, cut->first + to};
  }
}

/* What stands for a name because the name is in it is shown where that is, and
 * what has a text of the question where it has it. */
static void add_named_lines(Cut *cut) {
  const ExploreQuestion *question = &cut->explore->question;
  for (size_t n = 0; n < question->name_count; n++) {
    const ExploreName *name = &question->names[n];
    unsigned times = 0;
    if (!name->is_inside || !query_explore_stands_for(name, cut->unit)) continue;
    for (uint32_t i = 0; i < cut->count && times < CUT_NAMED_TIMES; i++) {
      if (!query_explore_has_text(query_source_line(cut->source, cut->first + i), name->name)) continue;
      cut->worths[i] += CUT_NAMED_LINE / (float)++times;
    }
  }
  for (size_t t = 0; t < question->text_count; t++) {
    const ExploreText *text = &question->texts[t];
    unsigned times = 0;
    for (size_t p = 0; p < text->places.len && times < CUT_NAMED_TIMES; p++) {
      uint32_t line = text->places.items[p].line;
      if (text->places.items[p].unit != cut->unit || line < cut->first || line - cut->first >= cut->count) continue;
      cut->worths[line - cut->first] += CUT_NAMED_LINE / (float)++times;
    }
  }
}

/* Lines that use what is shown tell how it hangs together. */
static void add_shown_names(Cut *cut) {
  const Explore *explore = cut->explore;
  if (!query_explore_is_short(explore)) return;
  for (uint32_t i = 1; i < cut->count; i++) {
    Str line = query_source_line(cut->source, cut->first + i);
    for (size_t n = 0; n < explore->shown.len && n < CUT_SHOWN_MAX; n++) {
      Str name = explore->shown.items[n];
      if (name.len > 2 && query_explore_has_text(line, name)) cut->worths[i] += CUT_SHOWN_NAME;
    }
  }
}

static void look_at_lines(Cut *cut, uint32_t from, uint32_t to) {
  cut->first = from;
  /* Every line is looked at word by word; a generated function of a hundred
   * thousand lines must not take seconds. */
  cut->count = to - from + 1 < CUT_LINES_MAX ? to - from + 1 : CUT_LINES_MAX;
  cut->worths = ARENA_ARRAY(cut->explore->job->arena, float, (size_t)cut->count + 1);
  for (uint32_t i = 0; i < cut->count; i++) {
    cut->worths[i] = line_worth(cut->explore, query_source_line(cut->source, from + i));
  }
  add_named_lines(cut);
  add_shown_names(cut);
}

/* ---- lines that go first ---- */

/* But for what was asked for by name. */
static void hide(Cut *cut, uint32_t from, uint32_t to) {
  for (uint32_t i = from; i < to && i < cut->count; i++) {
    if (cut->worths[i] < CUT_NAMED_LINE / CUT_NAMED_TIMES) cut->worths[i] = -1;
  }
}

/* How what opens at the beginning of a line ends; NULL: no comment or doc
 * string does. */
static const char *end_of_doc(Str line) {
  if (str_starts_with(line, STR("/*"))) return "*/";
  if (str_starts_with(line, STR("r\"\"\""))) return "\"\"\"";
  if (str_starts_with(line, STR("\"\"\""))) return "\"\"\"";
  return str_starts_with(line, STR("'''")) ? "'''" : NULL;
}

/* Of inner docs the first lines: arguments are told by the signature. */
static void hide_docs(Cut *cut) {
  for (uint32_t i = 0; i < cut->count; i++) {
    Str line = trimmed_line(cut, i);
    const char *end = end_of_doc(line);
    if (!end || str_contains(str_slice(line, 3, line.len), str_from_c(end))) continue;
    uint32_t last = i + 1;
    while (last < cut->count && !str_contains(trimmed_line(cut, last), str_from_c(end))) last++;
    if (last > i + 2 * CUT_DOC_LINES) hide(cut, i + CUT_DOC_LINES, last);
    i = last;
  }
}

/* A row of a literal: begins with a value and ends with a comma. */
static bool is_row(Str line) {
  return line.len > 1 && line.ptr[line.len - 1] == ',' && strchr("\"'`{[(0123456789-", line.ptr[0]);
}

/* Of a long literal the first rows, and those with words of the question. */
static void hide_rows(Cut *cut) {
  for (uint32_t i = 0; i < cut->count; i++) {
    uint32_t end = i;
    while (end < cut->count && is_row(trimmed_line(cut, end))) end++;
    for (uint32_t k = i + CUT_ROWS_SHOWN; end - i >= CUT_ROWS_LONG && k < end; k++) {
      if (cut->worths[k] <= 0) cut->worths[k] = -1;
    }
    if (end > i) i = end - 1;
  }
}

/* ---- the beginning ---- */

/* How many lines from the first on fit into a share of the room; at least one. */
static uint32_t count_head(const Cut *cut, float share, size_t *ret_size) {
  uint32_t lines = 0;
  for (*ret_size = 0; lines < cut->count; lines++) {
    if (cut->worths[lines] < 0) continue;
    size_t more = query_source_size(cut->source, cut->first + lines, cut->first + lines);
    if (lines && (float)(*ret_size + more) > (float)cut->max * share) break;
    *ret_size += more;
  }
  return lines;
}

/* Without the lines that go first. */
static void take_head(Cut *cut, uint32_t lines) {
  for (uint32_t i = 0; i < lines; i++) {
    uint32_t end = i;
    while (end < lines && cut->worths[end] >= 0) cut->worths[end++] = 0;
    if (end > i) *vec_add(cut->explore->job->arena, cut->pieces) = (QueryPiece){cut->first + i, cut->first + end - 1};
    if (end > i) i = end - 1;
  }
}

static bool has_name_behind(const Cut *cut, uint32_t lines) {
  for (uint32_t i = lines; i < cut->count; i++) {
    if (cut->worths[i] >= CUT_NAMED_LINE) return true;
  }
  return false;
}

/* ---- without what decides nothing ---- */

/* Hides runs of lines that decide nothing: of logging all, of rows and comments
 * those that are not about the question; `all`: them, too. */
static void hide_idle(Cut *cut, const uint8_t *kinds, bool all) {
  for (uint32_t i = 0; i < cut->count; i++) {
    uint32_t end = i;
    for (; end < cut->count; end++) {
      bool is_idle = kinds[end] == IDLE_LOG || cut->worths[end] < 0 || (kinds[end] == IDLE_ROW && (all || cut->worths[end] == 0)) ||
                     (all && end && cut->worths[end] == 0 && (!trimmed_line(cut, end).len || query_source_is_comment(trimmed_line(cut, end))));
      if (!is_idle) break;
    }
    if (end - i >= CUT_IDLE_LEAST) hide(cut, i, end);
    if (end > i) i = end - 1;
  }
}

static size_t visible_size(const Cut *cut) {
  size_t size = 0;
  for (uint32_t i = 0; i < cut->count; i++) {
    bool is_hidden = cut->worths[i] < 0;
    if (!is_hidden) size += query_source_size(cut->source, cut->first + i, cut->first + i);
    else if (i && cut->worths[i - 1] >= 0) size += CUT_MARK_SIZE;
  }
  return size;
}

/* Whether that is enough to show all the rest. */
static bool cut_idle(Cut *cut) {
  IdleLines lines = {cut->source, cut->first, cut->count, ARENA_ARRAY(cut->explore->job->arena, uint8_t, (size_t)cut->count + 1)};
  query_explore_find_idle(&lines);
  for (int all = 0; all < 2; all++) {
    hide_idle(cut, lines.kinds, all);
    if (visible_size(cut) > cut->max) continue;
    take_head(cut, cut->count);
    return true;
  }
  return false;
}

static void cut_body(Cut *cut, uint32_t from, uint32_t to, float share) {
  look_at_lines(cut, from, to);
  if (query_explore_is_short(cut->explore)) {
    hide_docs(cut);
    hide_rows(cut);
    if (cut->is_function && cut_idle(cut)) return;
    if (share > CUT_SHORT_SHARE) share = CUT_SHORT_SHARE;
  }
  uint32_t lines = count_head(cut, share, &cut->size);
  /* A name that was asked for stands further below: the beginning gives up room
   * for it. */
  if (share > CUT_NAMED_SHARE && has_name_behind(cut, lines)) lines = count_head(cut, CUT_NAMED_SHARE, &cut->size);
  take_head(cut, lines);
  add_windows(cut);
  cut->has_holes = true;
}

/* ---- what is between ---- */

/* Opens a block (a condition, a loop, a case), leaves one, or sets a field. */
static bool decides(Str line) {
  if (line.len <= 3 || is_comment(line)) return false;
  if (line.ptr[line.len - 1] == '{' || line.ptr[line.len - 1] == ':' || query_explore_is_step(line)) return true;
  size_t equals = str_find(line, STR(" = "));
  Str target = str_slice(line, 0, equals == STR_NONE ? 0 : equals);
  return !str_contains(target, STR(" ")) && (str_contains(target, STR(".")) || str_contains(target, STR("->")));
}

/* How deep the shallowest block of a gap is that is deeper than another. */
static uint32_t depth_below(const Cut *cut, QueryPiece gap, uint32_t above) {
  uint32_t least = UINT32_MAX;
  for (uint32_t line = gap.from; line <= gap.to; line++) {
    Str text = query_source_line(cut->source, line);
    uint32_t indent = query_source_indent(text);
    if (indent >= above && indent < least && decides(str_trim(text))) least = indent;
  }
  return least;
}

/* A long gap in a body keeps the lines that open its outermost blocks, so that
 * a reader knows whether what is missing matters; where that is one loop around
 * everything, those in it too. */
static void outline_gap(Cut *cut, QueryPiece gap, QueryPieces *added) {
  uint32_t depth = depth_below(cut, gap, 0), last = 0, found = 0;
  for (uint32_t line = gap.from; line <= gap.to; line++) {
    Str text = query_source_line(cut->source, line);
    found += query_source_indent(text) == depth && decides(str_trim(text));
  }
  if (found <= CUT_OUTLINE_FEW) depth = depth_below(cut, gap, depth + 1);
  for (uint32_t line = gap.from; line <= gap.to && added->len < CUT_OUTLINE_MAX; line++) {
    Str text = query_source_line(cut->source, line);
    if ((last && line - last < CUT_OUTLINE_APART) || !decides(str_trim(text)) || query_source_indent(text) > depth) continue;
    *vec_add(cut->explore->job->arena, added) = (QueryPiece){line, line};
    last = line;
  }
}

/* Only gaps of at least so many lines. */
static void outline_gaps(Cut *cut, uint32_t least) {
  QueryPieces added = {0};
  for (size_t i = 0; i + 1 < cut->pieces->len; i++) {
    QueryPiece gap = {cut->pieces->items[i].to + 1, cut->pieces->items[i + 1].from - 1};
    if (gap.to - gap.from + 1 >= least) outline_gap(cut, gap, &added);
  }
  uint32_t last = cut->pieces->len ? cut->pieces->items[cut->pieces->len - 1].to : 0, end = cut->first + cut->count - 1;
  if (last && end >= last + least) outline_gap(cut, (QueryPiece){last + 1, end}, &added);
  for (size_t i = 0; i < added.len; i++) *vec_add(cut->explore->job->arena, cut->pieces) = added.items[i];
  query_explore_join(cut->pieces, CUT_OUTLINE_APART);
}

/* Of a table the beginning says most: entries are alike. */
static bool is_table(const TermsUnit *unit) {
  return unit->kind == SYMBOL_VARIABLE || unit->kind == SYMBOL_CONSTANT || unit->kind == SYMBOL_FIELD || unit->kind == SYMBOL_PROPERTY;
}

/* What is said about a definition stands above it and belongs to it. */
static void hide_unit(Cut *cut, const TermsUnit *inner) {
  for (uint32_t line = inner->line; line <= inner->end_line && line <= cut->count; line++) cut->worths[line - 1] = -1;
  for (uint32_t line = inner->line - 1; line && line <= cut->count && is_comment(trimmed_line(cut, line - 1)); line--) cut->worths[line - 1] = -1;
}

/* Of a file only what no other unit has. */
static void cut_file(Cut *cut, const TermsUnit *unit, uint32_t to) {
  const TermsState *terms = cut->explore->terms;
  uint32_t number, count;
  const TermsSegment *segment = &terms->segments[0];
  /* The unit's own segment is told by its address. */
  if (unit < segment->units || unit >= segment->units + segment->head.unit_count) segment = &terms->segments[1];
  number = (uint32_t)(unit - segment->units);
  count = segment->files[unit->file].count;
  look_at_lines(cut, 1, to);
  for (uint32_t i = number + 1; i < number + count; i++) hide_unit(cut, &segment->units[i]);
  cut->max /= CUT_LOOSE_SHARE;
  add_windows(cut);
}

/* Short gaps are shown, but for what was hidden because it decides nothing. */
static void close_gaps(Cut *cut) {
  query_explore_join(cut->pieces, 0);
  for (size_t i = 0; i + 1 < cut->pieces->len; i++) {
    QueryPiece gap = {cut->pieces->items[i].to + 1, cut->pieces->items[i + 1].from - 1};
    bool is_hidden = cut->is_function && gap.to - gap.from + 1 >= CUT_IDLE_LEAST;
    for (uint32_t line = gap.from; line <= gap.to && is_hidden; line++) is_hidden = cut->worths[line - cut->first] < 0;
    if (!is_hidden && gap.to - gap.from < CUT_GAP_SHOWN) cut->pieces->items[i].to = gap.to;
  }
  query_explore_join(cut->pieces, 0);
}

void query_explore_cut(Explore *explore, const QuerySource *source, uint32_t number, size_t max, QueryPieces *ret_pieces) {
  const TermsUnit *unit = query_terms_unit(explore->terms, number, NULL);
  uint32_t to = unit->end_line < source->lines ? unit->end_line : source->lines;
  Cut cut = {.explore = explore, .source = source, .unit = number, .max = max, .pieces = ret_pieces,
             .is_function = symbol_kind_is_callable(unit->kind) && query_explore_is_short(explore)};
  ret_pieces->len = 0;
  if (unit->line > to) return; /* the file is shorter now */
  if (unit->flags & TERMS_IS_FILE) cut_file(&cut, unit, to);
  else if (query_source_size(source, unit->line, to) > max) cut_body(&cut, unit->line, to, is_table(unit) ? CUT_TABLE_SHARE : CUT_HEAD_SHARE);
  else *vec_add(explore->job->arena, ret_pieces) = (QueryPiece){unit->line, to};
  close_gaps(&cut);
  if (cut.has_holes && cut.is_function) {
    outline_gaps(&cut, CUT_OUTLINE_LEAST);
    outline_gaps(&cut, CUT_OUTLINE_LONG); /* what one block of them still hides */
  }
}

uint32_t query_explore_best_line(Explore *explore, const QuerySource *source, uint32_t number) {
  const TermsState *terms = explore->terms;
  const TermsUnit *unit = query_terms_unit(terms, number, NULL);
  uint32_t best = 0, next = number + 1;
  float most = 0;
  for (uint32_t line = unit->line; line <= unit->end_line && line <= source->lines && line - unit->line < CUT_LINES_MAX; line++) {
    while (next < terms->unit_count && query_explore_file_of(terms, next) == query_explore_file_of(terms, number) &&
           query_terms_unit(terms, next, NULL)->end_line < line) next++;
    bool is_of_file = next < terms->unit_count && query_explore_file_of(terms, next) == query_explore_file_of(terms, number);
    if (is_of_file && query_terms_unit(terms, next, NULL)->line <= line) continue;
    float worth = line_worth(explore, query_source_line(source, line));
    if (worth <= most) continue;
    most = worth;
    best = line;
  }
  return best;
}
