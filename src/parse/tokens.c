/* From a tree with all of its nodes to tokens, in one walk. */
#include "src/parse/tokens.h"

#include <stdlib.h>

#include "src/base/vec.h"
#include "src/parse/full_internal.h"

/* What a node of some name is for. Those up to USE_CODE hold for all that is
 * inside, the others for nodes without anything inside. */
typedef enum NodeUse {
  USE_NONE,
  USE_COMMENT,
  USE_TEXT,
  USE_NUMBER,
  USE_CODE, /* inside of a text: what is put into it when the program runs */
  USE_KEYWORD,
  USE_TYPE
} NodeUse;

static const uint8_t kind_of_use[] = {
    [USE_COMMENT] = TOKEN_COMMENT, [USE_TEXT] = TOKEN_TEXT, [USE_NUMBER] = TOKEN_NUMBER, [USE_KEYWORD] = TOKEN_KEYWORD, [USE_TYPE] = TOKEN_TYPE};

/* ---- names of nodes ---- */

/* Whether one of the name's words, between underscores, is one of these. */
static bool has_word(const char *name, const char *words) {
  for (Str rest = str_from_c(name), word; rest.len;) {
    word = str_cut(&rest, '_');
    for (Str others = str_from_c(words); others.len;) {
      if (str_eq(word, str_cut(&others, ' '))) return true;
    }
  }
  return false;
}

static bool is_letter(char c) { return byte_is_letter(c) || c == '_'; }

/* Keywords, also of several words ("not in") and with a sign before them
 * ("#include", "@interface"); not signs. */
static bool is_word(const char *token) {
  Str word = str_from_c(token);
  if (word.len && strchr("#@$%.:\\", word.ptr[0])) word = str_slice(word, 1, word.len);
  if (word.len < 1 || !is_letter(word.ptr[0])) return false;
  for (size_t i = 1; i < word.len; i++) {
    char c = word.ptr[i];
    if (!is_letter(c) && !byte_is_digit(c) && !strchr("_- ", c)) return false;
  }
  return true;
}

/* By words that grammars of any language use for the same things. A type of
 * texts or an operator between them is none, however it is called. */
static NodeUse use_of(const char *name) {
  if (name[0] == '\'') return is_word(name + 1) ? USE_KEYWORD : USE_NONE;
  if (has_word(name, "comment shebang hashbang bang")) return USE_COMMENT;
  if (has_word(name, "operator operators conversion redirect")) return USE_NONE;
  if (has_word(name, "type types typename")) return USE_TYPE;
  if (has_word(name, "true false null nil none undefined boolean bool this self super auto keyword directive tag")) return USE_KEYWORD;
  if (has_word(name, "identifier declaration definition")) return USE_CODE;
  if (has_word(name, "interpolation substitution expansion")) return USE_CODE;
  if (has_word(name, "number integer int float floating numeric imaginary")) return USE_NUMBER;
  if (has_word(name, "string strings char character rune heredoc nowdoc regex regexp quoted sigil scalar str")) return USE_TEXT;
  if (has_word(name, "attribute") && has_word(name, "value")) return USE_TEXT;
  return has_word(name, "interpolated name variable access call command expression subscript") ? USE_CODE : USE_NONE;
}

const uint8_t *parse_node_uses(const char *const *names) {
  size_t count = 0;
  while (names[count]) count++;
  uint8_t *uses = arena_heap_alloc(count + 1);
  for (size_t i = 0; i < count; i++) uses[i + 1] = (uint8_t)use_of(names[i]);
  return uses;
}

/* ---- the walk ---- */

/* A node that holds for what is inside it. */
typedef struct Region {
  uint32_t from, to;
  NodeUse use;
} Region;

typedef struct Walk {
  Arena *arena;
  const Syntax *syntax;
  const uint8_t *uses;
  Tokens *tokens;
  VEC(Region) open;
  uint32_t at; /* what is before it is told */
} Walk;

/* Where the grammar was given something else, its nodes say nothing of the text. */
static bool is_text_itself(const Syntax *syntax, uint32_t from, uint32_t to) {
  return syntax->read.ptr == syntax->text.ptr || !memcmp(syntax->read.ptr + from, syntax->text.ptr + from, to - from);
}

static void tell(Walk *walk, uint32_t from, uint32_t to, NodeUse use) {
  if (from < walk->at) from = walk->at;
  if (from >= to) return;
  walk->at = to;
  if (use == USE_NONE || use == USE_CODE || !is_text_itself(walk->syntax, from, to)) return;
  Token *last = walk->tokens->len ? &walk->tokens->items[walk->tokens->len - 1] : NULL;
  if (last && last->to == from && last->kind == kind_of_use[use]) last->to = to;
  else *vec_add(walk->arena, walk->tokens) = (Token){from, to, kind_of_use[use]};
}

static NodeUse use_around(const Walk *walk) { return walk->open.len ? walk->open.items[walk->open.len - 1].use : USE_CODE; }

/* What is left of the regions that end there, innermost first. */
static void close_until(Walk *walk, uint32_t end) {
  while (walk->open.len && walk->open.items[walk->open.len - 1].to <= end) {
    Region region = walk->open.items[--walk->open.len];
    tell(walk, walk->at, region.to, region.use);
  }
}

static void open_region(Walk *walk, const SyntaxNode *node, NodeUse use) {
  tell(walk, walk->at, node->from, use_around(walk));
  *vec_add(walk->arena, &walk->open) = (Region){node->from, node->to, use};
}

/* A literal by its own signs, for grammars that have one name for all of them. */
static NodeUse use_of_text(Str text) {
  char first = text.ptr[0];
  bool is_quote = first == '"' || first == '\'' || first == '`', is_digit = byte_is_digit(first);
  if (is_quote && text.len > 1 && text.ptr[text.len - 1] == first) return USE_TEXT;
  return is_digit && str_find_byte(text, ' ') == STR_NONE && str_find_byte(text, '\n') == STR_NONE ? USE_NUMBER : USE_NONE;
}

/* A node without anything inside, in code. A name is that of a type where nothing
 * but a type can stand. */
static NodeUse use_of_leaf(const Walk *walk, const SyntaxNode *node) {
  const Syntax *syntax = walk->syntax;
  NodeUse use = (NodeUse)walk->uses[node->kind];
  if (!(node->flags & SYNTAX_NAMED)) return use;
  if (use == USE_NONE) return use_of_text(str_slice(syntax->text, node->from, node->to));
  return use == USE_CODE && walk->uses[syntax_kind(syntax, node->parent)] == USE_TYPE ? USE_TYPE : use;
}

/* What a grammar first takes for any text, and then for something else. */
static bool is_all_of_region(const Walk *walk, const SyntaxNode *node) {
  const Region *region = &walk->open.items[walk->open.len - 1];
  return region->from == node->from && region->to == node->to;
}

/* A comment is one to its end. Within a text only code makes a difference, within
 * code everything does. */
static void visit(Walk *walk, const SyntaxNode *node) {
  NodeUse use = (NodeUse)walk->uses[node->kind], around = use_around(walk);
  bool is_leaf = !(node->flags & SYNTAX_PARENT);
  if (around == USE_TEXT && use == USE_CODE) {
    open_region(walk, node, use);
  } else if (around == USE_TEXT && (use == USE_NUMBER || use == USE_KEYWORD) && is_all_of_region(walk, node)) {
    walk->open.items[walk->open.len - 1].use = use;
  } else if (around == USE_CODE && (use == USE_COMMENT || use == USE_TEXT || use == USE_NUMBER)) {
    open_region(walk, node, use);
  } else if (around == USE_CODE && is_leaf) {
    tell(walk, walk->at, node->from, USE_CODE);
    tell(walk, node->from, node->to, use_of_leaf(walk, node));
  }
}

static void add_tokens(const ParseFull *full, const Syntax *syntax, Arena *arena, Tokens *tokens) {
  Walk walk = {.arena = arena, .syntax = syntax, .uses = full->uses, .tokens = tokens};
  for (NodeNo node = 1; node < syntax->count; node++) {
    const SyntaxNode *one = &syntax->nodes[node];
    if (one->from >= one->to || one->to > syntax->text.len) continue;
    close_until(&walk, one->from);
    visit(&walk, one);
  }
  close_until(&walk, UINT32_MAX);
}

/* ---- parts in other languages ---- */

static Err add_part(Job *job, Parser *parser, const SyntaxPart *part, Arena *arena, Tokens *tokens) {
  const ParseFull *full;
  Syntax syntax;
  const Language *language = language_find(str_from_c(part->language));
  Range range = {part->syntax.nodes[1].from, part->syntax.nodes[1].to};
  ParseInput input = {.text = part->syntax.read, .ranges = &range, .range_count = 1};
  if (!language || range.from >= range.to) return OK;
  TRY(parse_full(job, language, &full));
  TRY(parse_ranges(job, parser, &full->language, &input, arena, &syntax));
  syntax.text = part->syntax.text;
  add_tokens(full, &syntax, arena, tokens);
  return OK;
}

static int compare_places(const void *a, const void *b) {
  const Token *one = a, *other = b;
  return one->from < other->from ? -1 : one->from > other->from;
}

/* What begins inside of another is dropped: it is not known which of the two
 * languages is right. */
static void put_in_order(Tokens *tokens) {
  size_t kept = 0;
  qsort(tokens->items, tokens->len, sizeof(Token), compare_places);
  for (size_t i = 0; i < tokens->len; i++) {
    if (!kept || tokens->items[i].from >= tokens->items[kept - 1].to) tokens->items[kept++] = tokens->items[i];
  }
  tokens->len = kept;
}

/* Where they are is told by the language itself, which reads the text once more. */
static Err add_parts(Job *job, Parser *parser, const Language *language, Str text, Arena *arena, Tokens *tokens) {
  Syntax syntax;
  TRY(parse_text(job, parser, language, text, arena, &syntax));
  for (uint32_t i = 0; i < syntax.part_count; i++) TRY(add_part(job, parser, &syntax.parts[i], arena, tokens));
  if (tokens->len) put_in_order(tokens);
  return OK;
}

Err parse_tokens(Job *job, Parser *parser, const Language *language, Str text, Arena *arena, Tokens *ret_tokens) {
  const ParseFull *full;
  Syntax syntax;
  Tokens tokens = {0};
  TRY(parse_full(job, language, &full));
  TRY(parse_text(job, parser, &full->language, text, arena, &syntax));
  add_tokens(full, &syntax, arena, &tokens);
  if (language->embeds) TRY(add_parts(job, parser, language, text, arena, &tokens));
  *ret_tokens = tokens;
  return OK;
}
