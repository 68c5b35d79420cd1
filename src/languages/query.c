/* Reads statements by their words, without a grammar: texts have holes where
 * values and names are put in at run time, begin and end in the middle of a
 * statement, and belong to many dialects. What is not understood is skipped. A
 * column that no table of its own statement can be told for is left out. */
#include "src/languages/query_words_internal.h"

#include <string.h>

enum { TOKENS_MAX = 4000, LEVELS_MAX = 40, SCOPES_MAX = 64, USES_MAX = 400 };

static Str word_of(Str text, Range range) { return str_slice(text, range.from, range.to); }

/* ---- what is gathered of a statement ---- */

typedef struct Source {
  Range name;
  Str alias;
  uint32_t scope;
  bool is_written;
  bool is_other; /* what a query gives, or a name that is not known */
} Source;

typedef struct Column {
  Range name;
  Str of; /* what stands before it; empty: nothing */
  uint32_t scope;
  bool is_written;
} Column;

typedef enum Mode { MODE_SKIP, MODE_VALUES, MODE_SOURCES, MODE_SET, MODE_COLUMNS } Mode;

typedef struct Level {
  Mode mode;
  uint32_t scope;
  bool wants;     /* a source, or the column that is set, comes next */
  bool writes;    /* to that source */
  bool selects;   /* a query stands at this level */
  bool is_with;   /* names of queries are given */
} Level;

typedef struct Reader {
  QueryTokens tokens;
  Str text;
  size_t next;
  Level levels[LEVELS_MAX];
  unsigned depth;
  uint32_t scopes, outer[SCOPES_MAX]; /* the scope around each */
  uint32_t target; /* the source that is written, from 1; 0: none */
  char verb;       /* first letter of the statement's word, small; 0: none yet */
  bool is_certain; /* it says more than a sentence would */
  VEC(Source) sources;
  VEC(Column) columns;
  VEC(Str) queries; /* names that queries are given: no tables */
  VEC(Str) values;  /* names that values are given: no columns */
  Query *query;
} Reader;

static const QueryToken *peek(const Reader *reader, size_t ahead) {
  size_t i = reader->next + ahead;
  return &reader->tokens.list.items[i < reader->tokens.list.len ? i : reader->tokens.list.len - 1];
}

static const QueryToken *before(const Reader *reader, size_t back) {
  static const QueryToken none = {.kind = TOKEN_END};
  return reader->next >= back + 1 ? &reader->tokens.list.items[reader->next - back - 1] : &none;
}

static bool is_word(const Reader *reader, const QueryToken *token, const char *word) {
  return token->kind == TOKEN_WORD && str_eq_ignore_case(word_of(reader->text, token->range), str_from_c(word));
}

static bool is_any(const Reader *reader, const QueryToken *token, const char *const *words, size_t count) {
  return token->kind == TOKEN_WORD && str_is_among(word_of(reader->text, token->range), words, count);
}

/* Words that are never a name where one may stand. */
static const char *const reserved[] = {
    "select", "from",   "where",  "join",    "inner", "left",  "right",   "full",  "outer",  "cross",  "natural", "lateral", "on",
    "using",  "set",    "values", "value",   "group", "order", "by",      "having", "limit", "offset", "fetch",   "for",     "union",
    "except", "intersect", "returning", "window", "insert", "into", "update", "delete", "with", "as",   "and",     "or",      "not",
    "null",   "is",     "in",     "like",    "ilike", "between", "exists", "case", "when",   "then",   "else",    "end",     "distinct",
    "all",    "any",    "asc",    "desc",    "nulls", "do",    "nothing", "conflict", "duplicate", "key", "only", "default", "true",
    "false",  "merge",  "replace", "matched", "recursive", "ignore", "straight_join", "force", "use", "output", "tablesample"};

static bool is_name(const Reader *reader, const QueryToken *token) {
  if (token->kind == TOKEN_QUOTED) return true;
  return token->kind == TOKEN_WORD && !is_any(reader, token, reserved, sizeof reserved / sizeof *reserved);
}

static Level *level(Reader *reader) { return &reader->levels[reader->depth]; }

static uint32_t open_scope(Reader *reader, uint32_t outer) {
  if (reader->scopes + 1 >= SCOPES_MAX) return reader->scopes;
  reader->outer[++reader->scopes] = outer;
  return reader->scopes;
}

/* ---- names ---- */

/* a, a.b, a.b.c: the last is meant; `before_last` stands before it. */
typedef struct Chain {
  Range name;
  Str before_last;
  bool is_loose;
} Chain;

static bool read_chain(Reader *reader, Chain *ret_chain) {
  Chain chain = {.before_last = STR_EMPTY};
  bool is_first = true;
  for (;; is_first = false) {
    const QueryToken *token = peek(reader, 0);
    bool is_open = token->kind == TOKEN_OPEN;
    if (!is_open && !(is_first ? is_name(reader, token) : token->kind == TOKEN_WORD || token->kind == TOKEN_QUOTED)) {
      chain.is_loose = true; /* t.* */
      if (is_first) return false;
      break;
    }
    bool has_hole = token->kind == TOKEN_QUOTED && memchr(reader->text.ptr + token->range.from, QUERY_OPEN, token->range.to - token->range.from);
    bool is_part = is_open || token->is_loose || has_hole;
    if (!is_first) chain.before_last = chain.is_loose ? STR_EMPTY : word_of(reader->text, chain.name);
    chain.name = token->range;
    chain.is_loose = is_part;
    reader->next++;
    if (!query_is_sign(peek(reader, 0), '.')) break;
    reader->next++;
  }
  *ret_chain = chain;
  return true;
}

static bool is_among(const Str *names, size_t count, Str name) {
  for (size_t i = 0; i < count; i++) {
    if (str_eq_ignore_case(names[i], name)) return true;
  }
  return false;
}

static Str read_alias(Reader *reader) {
  if (is_word(reader, peek(reader, 0), "as")) reader->next++;
  const QueryToken *token = peek(reader, 0);
  if (!is_name(reader, token)) return STR_EMPTY;
  reader->next++;
  return word_of(reader->text, token->range);
}

static void add_source(Reader *reader, Range name, bool is_other_one, bool is_written) {
  Level *here = level(reader);
  if (reader->sources.len >= USES_MAX) { /* each column is looked for in all of them */
    here->wants = false;
    return;
  }
  *vec_add(reader->tokens.arena, &reader->sources) = (Source){
      .name = name, .alias = read_alias(reader), .scope = here->scope, .is_written = is_written, .is_other = is_other_one};
  if (is_written) reader->target = (uint32_t)reader->sources.len;
  here->wants = false;
}

/* insert into t (a, b) */
static void open_columns(Reader *reader) {
  static const char *const queries[] = {"select", "with", "values"};
  if (!query_is_sign(peek(reader, 0), '(') || is_any(reader, peek(reader, 1), queries, 3) || reader->depth + 1 >= LEVELS_MAX) return;
  level(reader)->mode = MODE_SKIP;
  Level inner = *level(reader);
  inner.mode = MODE_COLUMNS;
  reader->levels[++reader->depth] = inner;
  reader->next++;
}

static void read_source(Reader *reader) {
  Chain chain;
  bool writes = level(reader)->writes;
  if (!read_chain(reader, &chain)) {
    reader->next++;
    return;
  }
  level(reader)->writes = false;
  bool is_call = query_is_sign(peek(reader, 0), '(') && !(writes && reader->verb == 'i');
  Str name = word_of(reader->text, chain.name);
  bool is_unknown = chain.is_loose || is_call || (!chain.before_last.len && is_among(reader->queries.items, reader->queries.len, name));
  add_source(reader, chain.name, is_unknown, writes);
  if (writes && reader->verb == 'i') open_columns(reader);
}

static void add_column(Reader *reader, Chain chain, bool is_written) {
  if (chain.is_loose || reader->columns.len >= USES_MAX) return;
  *vec_add(reader->tokens.arena, &reader->columns) =
      (Column){.name = chain.name, .of = chain.before_last, .scope = level(reader)->scope, .is_written = is_written};
}

/* A name behind a whole value is what that is called from then on. */
static bool is_behind_value(const Reader *reader) {
  const QueryToken *last = before(reader, 0);
  return last->kind == TOKEN_QUOTED || last->kind == TOKEN_VALUE || query_is_sign(last, ')') || (last->kind == TOKEN_WORD && is_name(reader, last)) ||
         is_word(reader, last, "end") || is_word(reader, last, "as");
}

static void read_value_name(Reader *reader) {
  bool is_alias = is_behind_value(reader), is_type = query_is_sign(before(reader, 0), ':');
  Chain chain;
  if (!read_chain(reader, &chain)) {
    reader->next++;
    return;
  }
  if (is_alias) *vec_add(reader->tokens.arena, &reader->values) = word_of(reader->text, chain.name);
  else if (!is_type && !query_is_sign(peek(reader, 0), '(')) add_column(reader, chain, false);
}

static void read_set_name(Reader *reader) {
  Level *here = level(reader);
  if (!here->wants) {
    read_value_name(reader);
    return;
  }
  Chain chain;
  here->wants = false;
  if (!read_chain(reader, &chain)) {
    reader->next++;
  } else if (query_is_sign(peek(reader, 0), '=')) {
    add_column(reader, chain, true);
    reader->is_certain = true;
  }
}

static void read_written_name(Reader *reader) {
  Chain chain;
  if (read_chain(reader, &chain)) add_column(reader, chain, true);
  else reader->next++;
}

/* with x as (…), y (a, b) as (…) */
static void read_with_name(Reader *reader) {
  const QueryToken *token = peek(reader, 0);
  bool is_given = is_word(reader, peek(reader, 1), "as") || query_is_sign(peek(reader, 1), '(');
  if (is_given && is_name(reader, token)) *vec_add(reader->tokens.arena, &reader->queries) = word_of(reader->text, token->range);
  reader->next++;
}

static void read_name(Reader *reader) {
  Level *here = level(reader);
  if (here->is_with) {
    read_with_name(reader);
    return;
  }
  switch (here->mode) {
    case MODE_SOURCES:
      if (here->wants) read_source(reader);
      else reader->next++;
      break;
    case MODE_VALUES: read_value_name(reader); break;
    case MODE_SET: read_set_name(reader); break;
    case MODE_COLUMNS: read_written_name(reader); break;
    case MODE_SKIP: reader->next++; break;
  }
}

/* ---- signs ---- */

static void open_bracket(Reader *reader) {
  Level inner = *level(reader);
  if (reader->depth + 1 >= LEVELS_MAX) return;
  if (inner.mode == MODE_SET && inner.wants) inner.mode = MODE_COLUMNS; /* set (a, b) = … */
  else if (inner.mode == MODE_SET || (inner.mode == MODE_SOURCES && !inner.wants)) inner.mode = MODE_VALUES;
  if (is_word(reader, before(reader, 0), "values")) inner.mode = MODE_SKIP;
  inner.selects = inner.is_with = false;
  reader->levels[++reader->depth] = inner;
}

static void close_bracket(Reader *reader) {
  if (!reader->depth) return;
  bool is_query = level(reader)->selects;
  reader->depth--;
  Level *here = level(reader);
  if (here->mode == MODE_SOURCES && here->wants && is_query) {
    Range nothing = {0, 0};
    reader->next++;
    add_source(reader, nothing, true, false);
    reader->next--;
  } else if (here->mode == MODE_SOURCES && here->wants) {
    here->wants = false; /* (a join b …) */
  }
}

static void end_statement(Reader *reader);

static void read_sign(Reader *reader) {
  const QueryToken *token = peek(reader, 0);
  Level *here = level(reader);
  switch (token->sign) {
    case '(': open_bracket(reader); break;
    case ')': close_bracket(reader); break;
    case ',': here->wants = here->mode == MODE_SOURCES || here->mode == MODE_SET; break;
    case ';': end_statement(reader); break;
    case '*': case '=': case '?': reader->is_certain = true; break;
    default: break;
  }
  if (token->sign == ',') reader->is_certain = true;
  reader->next++;
}

/* ---- words that say what comes ---- */

static void want_source(Reader *reader, bool writes) {
  Level *here = level(reader);
  here->mode = MODE_SOURCES;
  here->wants = true;
  here->writes = writes;
}

static void begin_select(Reader *reader) {
  Level *here = level(reader);
  uint32_t outer = reader->depth ? reader->levels[reader->depth - 1].scope : 0;
  *here = (Level){.mode = MODE_VALUES, .scope = open_scope(reader, outer), .selects = true};
  if (!reader->verb) reader->verb = 's';
}

static void read_from(Reader *reader) {
  bool is_verb = reader->verb == 'd' && !reader->sources.len && !reader->depth;
  bool is_other_word = is_word(reader, before(reader, 0), "distinct") || (!level(reader)->selects && reader->depth);
  if (!is_other_word) want_source(reader, is_verb);
  else if (is_word(reader, before(reader, 2), "extract") && reader->columns.len) reader->columns.len--; /* extract(year from b) */
}

/* for update, do update, on duplicate key update; else it begins a statement. */
static void read_update(Reader *reader) {
  Level *here = level(reader);
  const QueryToken *last = before(reader, 0);
  if (is_word(reader, last, "for") || is_word(reader, last, "then") || is_word(reader, last, "do")) {
    here->mode = MODE_SKIP;
  } else if (is_word(reader, last, "key")) {
    here->mode = MODE_SET;
    here->wants = true;
  } else if (!reader->verb) {
    reader->verb = 'u';
    here->is_with = false;
    want_source(reader, true);
  }
}

static void read_insert(Reader *reader, const QueryToken *token) {
  if (is_word(reader, before(reader, 0), "then")) {
    reader->next++;
    open_columns(reader);
    reader->next--;
    return;
  }
  bool is_call = is_word(reader, token, "replace") && query_is_sign(peek(reader, 1), '(');
  if (reader->verb || is_call) return;
  reader->verb = is_word(reader, token, "merge") ? 'm' : 'i';
  level(reader)->is_with = false;
}

static void read_into(Reader *reader) {
  if (reader->verb == 'i' || reader->verb == 'm') want_source(reader, !reader->target);
  else level(reader)->mode = MODE_SKIP; /* select a into b from c */
}

static void read_using(Reader *reader) {
  if (query_is_sign(peek(reader, 1), '(') && reader->verb != 'm') level(reader)->mode = MODE_VALUES;
  else want_source(reader, false);
}

static bool read_verb(Reader *reader, const QueryToken *token) {
  static const char *const inserts[] = {"insert", "replace", "merge"};
  if (is_word(reader, token, "select")) {
    begin_select(reader);
  } else if (is_any(reader, token, inserts, 3)) {
    read_insert(reader, token);
  } else if (is_word(reader, token, "update")) {
    read_update(reader);
  } else if (is_word(reader, token, "delete")) {
    if (!reader->verb) reader->verb = 'd';
    level(reader)->is_with = false;
  } else if (is_word(reader, token, "with") && !reader->verb) {
    level(reader)->is_with = true;
  } else {
    return false;
  }
  return true;
}

static void read_word(Reader *reader) {
  static const char *const conditions[] = {"where", "on", "having", "by", "returning", "when", "output"};
  static const char *const rest[] = {"limit", "offset", "fetch", "window", "for", "union", "except", "intersect"};
  const QueryToken *token = peek(reader, 0);
  Level *here = level(reader);
  if (is_name(reader, token)) {
    read_name(reader);
    return;
  }
  if (reader->text.ptr[token->range.from] <= 'Z') reader->is_certain = true;
  if (read_verb(reader, token)) {
  } else if (is_word(reader, token, "from")) {
    read_from(reader);
  } else if (is_word(reader, token, "join")) {
    want_source(reader, false);
  } else if (is_word(reader, token, "into")) {
    read_into(reader);
  } else if (is_word(reader, token, "using")) {
    read_using(reader);
  } else if (is_word(reader, token, "set")) {
    here->mode = MODE_SET;
    here->wants = true;
  } else if (is_word(reader, token, "values")) {
    if (here->mode != MODE_SET) here->mode = MODE_SKIP; /* set a = values(a) */
    reader->is_certain = true;
  } else if (is_any(reader, token, conditions, 7)) {
    here->mode = MODE_VALUES;
    here->wants = false;
    reader->is_certain = true;
  } else if (is_any(reader, token, rest, 8)) {
    here->mode = MODE_SKIP;
  }
  reader->next++;
}

/* ---- what a statement says ---- */

static bool is_called(const Reader *reader, const Source *source, Str name) {
  if (source->alias.len) return str_eq_ignore_case(source->alias, name);
  return source->name.to && str_eq_ignore_case(word_of(reader->text, source->name), name);
}

/* a.x: of what is called a, in its own query or in those around it. */
static bool find_qualified(Reader *reader, const Column *column) {
  uint32_t scope = column->scope;
  for (int guard = 0; guard < SCOPES_MAX; guard++, scope = reader->outer[scope]) {
    for (size_t i = 0; i < reader->sources.len; i++) {
      const Source *source = &reader->sources.items[i];
      if (source->scope != scope || !is_called(reader, source, column->of)) continue;
      if (source->is_other) return false;
      *vec_add(reader->tokens.arena, &reader->query->tables) = source->name;
      return true;
    }
    if (!scope) break;
  }
  return false;
}

static bool find_plain(Reader *reader, const Column *column) {
  size_t first = reader->query->tables.len;
  if (is_among(reader->values.items, reader->values.len, word_of(reader->text, column->name))) return false;
  for (size_t i = 0; i < reader->sources.len; i++) {
    const Source *source = &reader->sources.items[i];
    if (source->scope != column->scope) continue;
    if (source->is_other || reader->query->tables.len - first == QUERY_COLUMN_TABLES) {
      reader->query->tables.len = first;
      return false;
    }
    *vec_add(reader->tokens.arena, &reader->query->tables) = source->name;
  }
  return reader->query->tables.len > first;
}

static void add_use(Reader *reader, QueryUse use) {
  if (reader->query->uses.len < USES_MAX) *vec_add(reader->tokens.arena, &reader->query->uses) = use;
}

static void give_column(Reader *reader, const Column *column) {
  uint32_t first = (uint32_t)reader->query->tables.len;
  const Source *target = reader->target ? &reader->sources.items[reader->target - 1] : NULL;
  bool is_found;
  if (column->of.len) {
    is_found = find_qualified(reader, column);
  } else if (column->is_written) {
    is_found = target && !target->is_other;
    if (is_found) *vec_add(reader->tokens.arena, &reader->query->tables) = target->name;
  } else {
    is_found = find_plain(reader, column);
  }
  if (is_found) {
    add_use(reader, (QueryUse){column->name, true, column->is_written, first, (uint32_t)reader->query->tables.len - first});
  }
}

/* "select users from disk" is English: nothing but words, in small letters. */
static bool is_statement(const Reader *reader) {
  switch (reader->verb) {
    case 's': case 'i': case 'u': return reader->is_certain;
    case 'd': case 'm': return true;
    default: return false;
  }
}

static void end_statement(Reader *reader) {
  bool is_kept = is_statement(reader);
  for (size_t i = 0; is_kept && i < reader->sources.len; i++) {
    const Source *source = &reader->sources.items[i];
    if (!source->is_other) add_use(reader, (QueryUse){.name = source->name, .is_written = source->is_written});
  }
  for (size_t i = 0; is_kept && i < reader->columns.len; i++) give_column(reader, &reader->columns.items[i]);
  reader->sources.len = reader->columns.len = reader->queries.len = reader->values.len = 0;
  reader->depth = reader->scopes = reader->target = 0;
  reader->levels[0] = (Level){.mode = MODE_SKIP};
  reader->verb = 0;
  reader->is_certain = false;
}

void language_query_read(Arena *arena, Str text, Query *ret_query) {
  Reader reader = {.tokens = {.arena = arena, .text = text}, .text = text, .query = ret_query};
  *ret_query = (Query){0};
  language_query_words(&reader.tokens, TOKENS_MAX);
  while (peek(&reader, 0)->kind != TOKEN_END) {
    const QueryToken *token = peek(&reader, 0);
    size_t was = reader.next;
    if (token->kind == TOKEN_WORD) read_word(&reader);
    else if (token->kind == TOKEN_QUOTED || (token->kind == TOKEN_OPEN && level(&reader)->wants)) read_name(&reader);
    else if (token->kind == TOKEN_SIGN) read_sign(&reader);
    else reader.next++;
    if (reader.next == was) reader.next++;
  }
  end_statement(&reader);
}

/* The first word; empty: its letters are not of one case. A sentence begins with
 * a capital. */
static Str first_word(Str text) {
  size_t from = language_query_blank(text, 0), to, capitals = 0;
  while (query_at(text, from) == '(') from = language_query_blank(text, from + 1);
  for (to = from; query_is_letter(query_at(text, to)); to++) capitals += text.ptr[to] >= 'A' && text.ptr[to] <= 'Z';
  bool is_word = (!capitals || capitals == to - from) && (query_is_blank(query_at(text, to)) || to == text.len);
  return is_word ? str_slice(text, from, to) : STR_EMPTY;
}

/* What tables are made with, or what stands before that. */
bool language_query_makes(Str text) {
  static const char *const verbs[] = {"create", "alter", "drop", "pragma", "begin"};
  return str_is_among(first_word(text), verbs, sizeof verbs / sizeof *verbs);
}

bool language_query_begins(Str text) {
  static const char *const verbs[] = {"select", "insert", "update", "delete", "replace", "with", "merge"};
  return str_is_among(first_word(text), verbs, sizeof verbs / sizeof *verbs);
}
