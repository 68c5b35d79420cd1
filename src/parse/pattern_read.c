/* Reading a pattern: placeholders become identifiers, and the grammar is asked
 * in several surroundings, until it reads the text without an error. What a
 * piece of source means can depend on them (`a * b;`): each way is kept. */
#include "src/base/hash.h"
#include "src/parse/pattern_internal.h"

#define STAND_IN "qmeta" /* behind a z of either case */
#define METAS_MAX 64

/* Each may suit some languages; what does not, gives errors. */
static const struct { const char *before, *after; } surroundings[] = {
    {"", ""}, {"", ";"}, {"zqx = ", ""}, {"zqx = ", ";"}, {"{ ", " }"}, {"{ ", "; }"},
    {"void zqf() { ", " }"}, {"void zqf() { ", "; }"}, {"void zqf() { zqx = ", "; }"},
    {"package zq\nfunc zqf() {\n", "\n}"}, {"package zq\nfunc zqf() {\nzqx = ", "\n}"}, {"package zq\n", "\n"},
    {"func zqf() {\n", "\n}"}, {"fn zqf() { ", " }"}, {"fn zqf() { ", "; }"}, {"fn zqf() { let zqx = ", "; }"},
    {"function zqf() { ", " }"}, {"class Zq { ", " }"}, {"class Zq { ", "; }"}, {"class Zq { void zqf() { ", " } }"},
    {"class Zq { void zqf() { zqx = ", "; } }"}, {"class Zq { int zqx = ", "; }"}, {"interface Zq { ", " }"},
    {"struct Zq { ", " };"}, {"impl Zq { ", " }"}, {"var zqx = ", ""}, {"let zqx = ", ";"}, {"int zqx = ", ";"},
    {"(", ")"}, {"zqf(", ")"}, {"zqf(", ");"}, {"switch (zqx) { ", " }"}, {"match zqx { ", " }"},
    {"def zqf():\n  ", "\n"}, {"<?php ", ""}, {"<?php ", ";"}, {"zqx: ", ""},
};

/* A placeholder in the pattern. */
typedef struct Meta {
  size_t from, to;
  PatternMeta kind;
  uint8_t name;
} Meta;

/* Metas are found once; each attempt then spells them in its own way. */
typedef struct Reading {
  Job *job;
  ParsePattern *pattern;
  Str text;
  Meta metas[METAS_MAX];
  size_t meta_count;
  Parser *parser;
  bool upper; /* the first letter of stand-ins */
  bool ends;  /* those that can be statements get a ; */
  /* Of the attempt at hand: */
  Syntax syntax;
  Range body;
  size_t depth;
} Reading;

static bool is_name_byte(char c) { return (c >= 'A' && c <= 'Z') || byte_is_digit(c) || c == '_'; }
static bool is_word_byte(char c) { return is_name_byte(c) || (c >= 'a' && c <= 'z'); }

/* ---- placeholders ---- */

/* No name, or one that begins with an underscore: any node, and other ones
 * each time. */
static Err number_of(Reading *reading, Str name, uint8_t *ret_number) {
  ParsePattern *pattern = reading->pattern;
  *ret_number = 0;
  if (name.len == 0 || name.ptr[0] == '_') return OK;
  for (size_t i = 0; i < pattern->name_count; i++) {
    if (str_eq(pattern->names[i], name)) *ret_number = (uint8_t)(i + 1);
  }
  if (*ret_number) return OK;
  if (pattern->name_count == PATTERN_NAMES_MAX) {
    return job_fail(reading->job, ERR_USAGE, "a pattern takes at most %d names of placeholders", PATTERN_NAMES_MAX);
  }
  pattern->names[pattern->name_count++] = str_copy(&pattern->arena, name);
  *ret_number = (uint8_t)pattern->name_count;
  return OK;
}

/* A dollar within a word is what it is in that language, as in `a$b` or
 * `$lower`. */
static Err find_metas(Reading *reading) {
  Str text = reading->text;
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] != '$' || (i && (is_word_byte(text.ptr[i - 1]) || text.ptr[i - 1] == '$'))) continue;
    bool is_many = str_starts_with(str_slice(text, i, text.len), STR("$$$"));
    size_t from = i + (is_many ? 3 : 1), to = from;
    while (to < text.len && is_name_byte(text.ptr[to])) to++;
    bool is_name = to > from && !byte_is_digit(text.ptr[from]);
    if ((to < text.len && is_word_byte(text.ptr[to])) || (!is_name && !is_many)) continue; /* a word with a dollar */
    if (reading->meta_count == METAS_MAX) {
      return job_fail(reading->job, ERR_USAGE, "a pattern takes at most %d placeholders", METAS_MAX);
    }
    Meta *meta = &reading->metas[reading->meta_count++];
    *meta = (Meta){.from = i, .to = to, .kind = is_many ? PATTERN_MANY : PATTERN_ONE};
    TRY(number_of(reading, str_slice(text, from, to), &meta->name));
    i = to - 1;
  }
  return OK;
}

/* It stands where a statement could: at the end of a block, line or text; of
 * any number of them also before another one. */
static bool may_end(Str text, const Meta *meta) {
  size_t at = meta->to;
  while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t')) at++;
  if (at == text.len || text.ptr[at] == '}' || text.ptr[at] == '\n') return true;
  return meta->kind == PATTERN_MANY && is_word_byte(text.ptr[at]);
}

/* Nobody writes such a name; the underscore at its end keeps number 1 from
 * being the beginning of number 10. */
static Str stand_in(Reading *reading, size_t number) {
  return str_format(reading->job->arena, "%c" STAND_IN "%zu_", reading->upper ? 'Z' : 'z', number);
}

/* The pattern with stand-ins. */
static Str spell(Reading *reading) {
  Buf out;
  size_t at = 0;
  buf_init(&out, reading->job->arena, reading->text.len + METAS_MAX * 32);
  for (size_t i = 0; i < reading->meta_count; i++) {
    const Meta *meta = &reading->metas[i];
    buf_add(&out, str_slice(reading->text, at, meta->from));
    buf_add(&out, stand_in(reading, i));
    if (reading->ends && may_end(reading->text, meta)) buf_add_byte(&out, ';');
    at = meta->to;
  }
  buf_add(&out, str_slice(reading->text, at, reading->text.len));
  return buf_str(&out);
}

/* The placeholder a text is, with or without an end of statement; NULL: none. */
static const Meta *meta_of(Reading *reading, Str text) {
  if (text.len && text.ptr[text.len - 1] == ';') text = str_trim(str_slice(text, 0, text.len - 1));
  for (size_t i = 0; i < reading->meta_count; i++) {
    if (str_eq(text, stand_in(reading, i))) return &reading->metas[i];
  }
  return NULL;
}

/* Stand-ins inside strings and the like are what was typed. */
static Str typed_text(Reading *reading, Str text) {
  if (!str_contains(text, STR(STAND_IN))) return text;
  Buf out;
  buf_init(&out, &reading->pattern->arena, text.len * 4 + 64);
  for (size_t i = 0; i < text.len;) {
    Str rest = str_slice(text, i, text.len);
    size_t m = 0;
    while (m < reading->meta_count && !str_starts_with(rest, stand_in(reading, m))) m++;
    if (m == reading->meta_count) {
      buf_add_byte(&out, text.ptr[i++]);
      continue;
    }
    buf_add(&out, str_slice(reading->text, reading->metas[m].from, reading->metas[m].to));
    i += stand_in(reading, m).len;
  }
  return buf_str(&out);
}

/* ---- trees ---- */

static bool is_extra(const Syntax *syntax, NodeNo node) { return syntax->nodes[node].flags & SYNTAX_EXTRA; }

/* What has none is compared as text: a literal, an operator, an identifier. */
static bool has_named_child(const Syntax *syntax, NodeNo node) {
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_is_named(syntax, c) && !is_extra(syntax, c)) return true;
  }
  return false;
}

typedef struct PatternNodes {
  PatternNode *items;
  size_t len;
  size_t cap;
} PatternNodes;

/* What a node is by itself. */
static PatternNode describe(Reading *reading, NodeNo node) {
  const Syntax *syntax = &reading->syntax;
  PatternNode made = {.kind = (uint16_t)syntax_kind(syntax, node), .is_named = syntax_is_named(syntax, node)};
  const Meta *meta = made.is_named ? meta_of(reading, syntax_text(syntax, node)) : NULL;
  if (meta) {
    made.meta = (uint8_t)meta->kind;
    made.name = meta->name;
  } else if (!has_named_child(syntax, node)) {
    made.by_text = true;
    made.text = str_copy(&reading->pattern->arena, typed_text(reading, syntax_text(syntax, node)));
  }
  return made;
}

/* Describes the children of items[at], consecutively, and what is beneath. */
static Err describe_children(Reading *reading, PatternNodes *nodes, size_t at, NodeNo node) {
  const Syntax *syntax = &reading->syntax;
  Arena *arena = &reading->pattern->arena;
  if (nodes->items[at].meta || nodes->items[at].by_text) return OK;
  if (++reading->depth > PATTERN_DEPTH_MAX) return job_fail(reading->job, ERR_USAGE, "the pattern nests too deeply");
  size_t first = nodes->len;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (!is_extra(syntax, c)) *vec_add(arena, nodes) = describe(reading, c);
  }
  nodes->items[at].first = (uint32_t)first;
  nodes->items[at].count = (uint32_t)(nodes->len - first);
  size_t child = first;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (!is_extra(syntax, c)) TRY(describe_children(reading, nodes, child++, c));
  }
  reading->depth--;
  return OK;
}

/* ---- which nodes the pattern is ---- */

typedef struct Roots {
  NodeNo first; /* 0: the pattern is no whole nodes */
  size_t count; /* neighbours */
} Roots;

/* The smallest node around all of the pattern. */
static NodeNo around(const Syntax *syntax, Range body) {
  NodeNo node = 1;
  for (NodeNo c = syntax_first(syntax, node); c;) {
    const SyntaxNode *child = &syntax->nodes[c];
    bool covers = child->from <= body.from && child->to >= body.to && (child->flags & SYNTAX_NAMED);
    if (covers) node = c;
    c = covers ? syntax_first(syntax, c) : syntax_next(syntax, c);
  }
  return node;
}

/* One node that is exactly the pattern, or neighbours that together are. */
static Roots roots_of(const Syntax *syntax, Range body) {
  NodeNo node = around(syntax, body);
  if (syntax->nodes[node].from == body.from && syntax->nodes[node].to == body.to && node != 1) return (Roots){node, 1};
  Roots roots = {0};
  uint32_t end = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax->nodes[c].from < body.from || syntax->nodes[c].to > body.to || is_extra(syntax, c)) continue;
    if (!roots.first && syntax->nodes[c].from != body.from) return (Roots){0};
    if (!roots.first) roots.first = c;
    roots.count++;
    end = syntax->nodes[c].to;
  }
  return end == body.to ? roots : (Roots){0};
}

/* A reading with an error is a wrong one, however small the error. */
static bool is_sound(const Syntax *syntax) {
  for (uint32_t i = 1; i < syntax->count; i++) {
    if (syntax->nodes[i].flags & (SYNTAX_ERROR | SYNTAX_MISSING)) return false;
  }
  return syntax->count > 1;
}

/* Surroundings differ, but the tree they give is mostly the same: it is kept
 * once. */
static uint64_t shape_of(const PatternWay *way) {
  uint64_t shape = way->root_count;
  for (size_t i = 0; i < way->count; i++) {
    const PatternNode *node = &way->nodes[i];
    shape = hash_combine(shape, node->kind);
    shape = hash_combine(shape, (uint64_t)node->meta << 16 | (uint64_t)node->name << 8 | node->count);
    if (node->by_text) shape = hash_combine(shape, hash_str(node->text));
  }
  return shape;
}

static void keep_way(ParsePattern *pattern, PatternWay way) {
  way.shape = shape_of(&way);
  for (size_t i = 0; i < pattern->way_count; i++) {
    if (pattern->ways[i].shape == way.shape) return;
  }
  pattern->ways[pattern->way_count++] = way;
}

/* What consists of placeholders and signs alone would match nearly everything,
 * and is no reading. */
static Err keep_roots(Reading *reading, Roots roots) {
  PatternNodes nodes = {0};
  NodeNo node = roots.first;
  for (size_t i = 0; i < roots.count; node = syntax_next(&reading->syntax, node)) {
    if (is_extra(&reading->syntax, node)) continue;
    *vec_add(&reading->pattern->arena, &nodes) = describe(reading, node);
    i++;
  }
  node = roots.first;
  reading->depth = 0;
  bool is_plain = false;
  for (size_t i = 0; i < roots.count; node = syntax_next(&reading->syntax, node)) {
    if (is_extra(&reading->syntax, node)) continue;
    is_plain |= !nodes.items[i].meta && nodes.items[i].is_named;
    TRY(describe_children(reading, &nodes, i++, node));
  }
  if (is_plain) {
    keep_way(reading->pattern, (PatternWay){.nodes = nodes.items, .count = nodes.len, .root_count = (uint32_t)roots.count});
  }
  return OK;
}

/* One attempt. */
static Err attempt(Reading *reading, Str spelled, const char *before, const char *after) {
  Arena *arena = reading->job->arena;
  Str text = str_format(arena, "%s%.*s%s", before, STR_ARG(spelled), after);
  Str head = str_from_c(before);
  reading->body = (Range){(uint32_t)head.len, (uint32_t)(head.len + spelled.len)};
  Err err = parse_text(reading->job, reading->parser, reading->pattern->full, text, arena, &reading->syntax);
  if (err) return err;
  if (!is_sound(&reading->syntax)) return OK;
  Roots roots = roots_of(&reading->syntax, reading->body);
  return roots.count ? keep_roots(reading, roots) : OK;
}

/* The ways of one spelling, at most `most` of all. */
static Err try_spelling(Reading *reading, bool upper, bool ends, size_t most) {
  reading->upper = upper;
  reading->ends = ends;
  Str spelled = spell(reading);
  for (size_t i = 0; i < COUNT_OF(surroundings) && reading->pattern->way_count < most; i++) {
    TRY(attempt(reading, spelled, surroundings[i].before, surroundings[i].after));
  }
  return OK;
}

/* Half of the ways are left for the spelling with ends of statements, which
 * reads `$A` as a statement of its own. */
static Err try_all(Reading *reading) {
  bool may_be_statements = false;
  for (size_t i = 0; i < reading->meta_count; i++) may_be_statements |= may_end(reading->text, &reading->metas[i]);
  TRY(try_spelling(reading, false, false, may_be_statements ? PATTERN_WAYS_MAX / 2 : PATTERN_WAYS_MAX));
  if (may_be_statements) TRY(try_spelling(reading, false, true, PATTERN_WAYS_MAX));
  if (reading->pattern->way_count) return OK;
  /* Some languages tell types and constants by their capitals. */
  TRY(try_spelling(reading, true, false, PATTERN_WAYS_MAX));
  return try_spelling(reading, true, true, PATTERN_WAYS_MAX);
}

Err parse_pattern_read(Job *job, Str text, ParsePattern *pattern) {
  Reading reading = {.job = job, .pattern = pattern, .text = str_trim(text)};
  TRY(find_metas(&reading));
  if (reading.meta_count == 1 && reading.metas[0].from == 0 && reading.metas[0].to == reading.text.len) {
    return job_fail(job, ERR_USAGE, "the pattern is nothing but a placeholder: it would match everything");
  }
  AUTO(Parser) parser = parse_open();
  reading.parser = parser;
  TRY(try_all(&reading));
  if (pattern->way_count) return OK;
  return job_fail(job, ERR_SYNTAX, "'%.*s' is no expression, statement or declaration of %s; placeholders are $A for "
                  "one node and $$$A for any number", STR_ARG(str_visible(job->arena, str_slice(text, 0, 200))),
                  pattern->language->name);
}
