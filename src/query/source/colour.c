/* Lines of source as a person looks at them: what is a comment, a text, a word of
 * the language is its grammar's to say, what a name stands for the index's. */
#include "src/base/hash.h"
#include "src/base/vec.h"
#include "src/languages/language.h"
#include "src/parse/tokens.h"
#include "src/query/names/names.h"
#include "src/query/source/facts_internal.h"
#include "src/query/source/source.h"

#define PARSE_MS 1500 /* of CPU: somebody waits, and reads it without colours too */

/* Of one text; in the answer for as long as it is made. */
typedef struct Colours {
  const char *text; /* whose they are */
  Tokens tokens;
} Colours;

/* ---- what names stand for ---- */

/* TOKEN_KINDS: nothing that is told apart. */
static TokenKind kind_of_role(unsigned role) {
  switch (role) {
    case REF_CALL:
    case REF_DECORATE:
    case REF_MACRO: return TOKEN_FUNCTION;
    case REF_NEW:
    case REF_TYPE:
    case REF_EXTEND:
    case REF_IMPLEMENT:
    case REF_RENDER: return TOKEN_TYPE;
    default: return TOKEN_KINDS;
  }
}

static void add_name(Arena *arena, Str text, uint32_t from, uint32_t to, TokenKind kind, Tokens *names) {
  if (from < to && to <= text.len && kind < TOKEN_KINDS) *vec_add(arena, names) = (Token){from, to, (uint8_t)kind};
}

/* Whether the place of a reference is that of a name: what a call gave is called
 * without one. */
static bool has_name(const Facts *facts, const Ref *ref) {
  const Expr *expr = &facts->exprs.items[ref->expr];
  bool is_call = ref->role == REF_CALL && expr->kind == EXPR_CALL;
  unsigned kind = is_call ? facts->exprs.items[expr->base].kind : EXPR_NAME;
  return kind == EXPR_NAME || kind == EXPR_MEMBER || kind == EXPR_APPLY || kind == EXPR_METHOD_REF;
}

static void add_names(Arena *arena, Str text, const Facts *facts, Tokens *names) {
  for (size_t i = 1; i < facts->defs.len; i++) {
    const Def *def = &facts->defs.items[i];
    if (!(def->flags & DEF_ANONYMOUS)) add_name(arena, text, def->name_span.from, def->name_span.to, TOKEN_DEFINITION, names);
  }
  for (size_t i = 1; i < facts->refs.len; i++) {
    const Ref *ref = &facts->refs.items[i];
    uint32_t to = ref->at;
    while (to < text.len && byte_is_name(text.ptr[to])) to++;
    if (has_name(facts, ref)) add_name(arena, text, ref->at, to, kind_of_role(ref->role), names);
  }
}

/* Definitions first where both are told of one place. */
static int compare_names(const void *a, const void *b) {
  const Token *one = a, *other = b;
  if (one->from != other->from) return one->from < other->from ? -1 : 1;
  return (int)other->kind - (int)one->kind;
}

/* The names of a file whose text is the one that was indexed; of any other it is
 * not known where they stand. */
static Err find_names(Job *job, StoreReader *reader, const QuerySource *source, Tokens *names) {
  Facts facts;
  StoreFile file;
  bool is_there;
  AUTO(Names) interned = names_open();
  TRY(query_file(job, reader, source->path, &file));
  if (!file.id.value || file.hash != hash_str(source->text)) return OK;
  TRY(query_facts(job, reader, file.id, interned, &facts, &is_there));
  if (is_there) add_names(job->arena, source->text, &facts, names);
  if (names->len) qsort(names->items, names->len, sizeof(Token), compare_names);
  return OK;
}

/* ---- both together ---- */

/* A name may stand in a text (a key, the title of a test) when it is defined
 * there, and is more than a type; of comments, numbers and words of the language
 * there is nothing more to say. */
static bool gives_way(const Token *token, const Token *name) {
  if (token->kind == TOKEN_TYPE) return token->from >= name->from && token->to <= name->to;
  return token->kind == TOKEN_TEXT && name->kind == TOKEN_DEFINITION && token->from <= name->from && name->to <= token->to;
}

/* Both in order. What is left of a token behind a name is looked at again, with
 * the names that follow. */
static Tokens merge(Arena *arena, Tokens tokens, const Tokens *names) {
  Tokens merged = {0};
  size_t t = 0;
  uint32_t behind = 0;
  for (size_t n = 0; n < names->len; n++) {
    Token name = names->items[n];
    if (name.from < behind) continue;
    for (; t < tokens.len && tokens.items[t].to <= name.from; t++) *vec_add(arena, &merged) = tokens.items[t];
    Token *over = t < tokens.len && tokens.items[t].from < name.to ? &tokens.items[t] : NULL;
    if (over && !gives_way(over, &name)) continue;
    if (over && over->from < name.from) *vec_add(arena, &merged) = (Token){over->from, name.from, over->kind};
    *vec_add(arena, &merged) = name;
    behind = name.to;
    if (over) over->from = name.to;
    while (t < tokens.len && tokens.items[t].to <= name.to) t++;
    if (t < tokens.len && tokens.items[t].from < name.to) tokens.items[t].from = name.to;
  }
  for (; t < tokens.len; t++) *vec_add(arena, &merged) = tokens.items[t];
  return merged;
}

static Err find_tokens(Job *job, const QuerySource *source, Tokens *ret_tokens) {
  AUTO(Parser) parser = NULL;
  Str text = source->text;
  StoreReader *reader;
  Tokens names = {0};
  const Language *language = language_for_file(source->path, str_slice(text, 0, str_find_byte(text, '\n')));
  if (language) language = language_for_text(source->path, text, language);
  if (!language) return OK;
  parser = parse_open();
  parse_limit(parser, PARSE_MS);
  TRY(parse_tokens(job, parser, language, text, job->arena, ret_tokens));
  if (!source->index) return OK;
  TRY(index_reader_take(job, source->index, &reader));
  Err err = find_names(job, reader, source, &names);
  index_reader_return(source->index, reader);
  if (!err) *ret_tokens = merge(job->arena, *ret_tokens, &names);
  return err;
}

/* Once for all pieces of a text. Colours are no part of an answer: whatever keeps
 * them from being found leaves it as it is. */
static const Tokens *tokens_of(Job *job, Answer *answer, const QuerySource *source) {
  Map *known = answer_colours(answer);
  Colours *colours = map_get(known, source->path);
  if (colours && colours->text == source->text.ptr) return &colours->tokens;
  colours = ARENA_NEW(job->arena, Colours);
  colours->text = source->text.ptr;
  if (find_tokens(job, source, &colours->tokens)) {
    colours->tokens = (Tokens){0};
    job_forgive(job);
  }
  map_put_copy(known, source->path, colours);
  return &colours->tokens;
}

/* The first that ends behind a byte. */
static size_t find_first(const Tokens *tokens, uint32_t from) {
  size_t low = 0, high = tokens->len;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (tokens->items[middle].to <= from) low = middle + 1;
    else high = middle;
  }
  return low;
}

void query_source_add(Job *job, Answer *answer, const QuerySource *source, uint32_t from, uint32_t to) {
  const Tokens *tokens = answer_colours(answer) && from <= source->lines ? tokens_of(job, answer, source) : NULL;
  if (from < 1) from = 1;
  for (uint32_t line = from; line <= to && line <= source->lines; line++) {
    uint32_t begin = source->starts[line - 1];
    Str shown = query_source_shown(job->arena, source, line);
    size_t first = tokens ? find_first(tokens, begin) : 0;
    answer_source_tokens(answer, line, shown, begin, tokens ? tokens->items + first : NULL, tokens ? tokens->len - first : 0);
  }
}
