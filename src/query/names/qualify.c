/* Qualified names against containers and paths. */
#include "src/query/names/qualify_internal.h"

#include "src/os/file.h"

#define CHAIN_MAX 64 /* parts of a path with the containers in it */

static bool is_separator(char c) { return c == '.' || c == ':' || c == '/' || c == '#'; }

/* Words that say "here" instead of naming something. */
static bool is_passed_over(Str part) {
  return part.len == 0 || str_eq(part, STR("crate")) || str_eq(part, STR("self")) || str_eq(part, STR("super"));
}

/* Without `()` and `/3`. */
static Str bare(Str text) {
  text = str_trim(text);
  if (text.len > 2 && str_ends_with(text, STR("()")) && !str_ends_with(text, STR("operator()"))) text.len -= 2;
  size_t slash = str_find_last_byte(text, '/');
  int64_t arity;
  if (slash != STR_NONE && slash > 0 && text.len - slash <= 3 &&
      str_to_int(str_slice(text, slash + 1, text.len), &arity)) text.len = slash;
  return text;
}

/* Separators within the name: operators may be spelled with them. */
static size_t name_start(Str text) {
  size_t operator_at = str_find(text, STR("operator"));
  if (operator_at != STR_NONE && (operator_at == 0 || is_separator(text.ptr[operator_at - 1]))) return operator_at;
  size_t at = text.len;
  while (at > 1 && is_separator(text.ptr[at - 1])) at--; /* a separator at the end separates nothing */
  if (at < text.len && at <= 1) return 0;
  while (at > 0 && !is_separator(text.ptr[at - 1])) at--;
  return at;
}

/* "GET /users/:id": slashes, dots and colons are the path's. */
static bool is_route(Str text) {
  size_t space = str_find_byte(text, ' ');
  if (space == STR_NONE || space == 0 || space + 1 >= text.len) return false;
  for (size_t i = 0; i < space; i++) {
    if ((text.ptr[i] < 'A' || text.ptr[i] > 'Z') && text.ptr[i] != '*') return false;
  }
  return text.ptr[space + 1] == '/' || text.ptr[space + 1] == '*';
}

void query_qualified_split(Str text, QueryQualified *ret_qualified) {
  QueryQualified qualified = {0};
  if (is_route(str_trim(text))) {
    *ret_qualified = (QueryQualified){.name = str_trim(text)};
    return;
  }
  text = bare(text);
  size_t start = name_start(text);
  qualified.name = str_slice(text, start, text.len);
  while (qualified.name.len > 1 && is_separator(qualified.name.ptr[qualified.name.len - 1])) qualified.name.len--;
  for (size_t from = 0; from < start;) {
    size_t to = from;
    while (to < start && !is_separator(text.ptr[to])) to++;
    Str part = str_slice(text, from, to);
    if (!is_passed_over(part) && qualified.len < QUERY_PARTS_MAX) qualified.parts[qualified.len++] = part;
    from = to + 1;
  }
  *ret_qualified = qualified;
}

/* What is around a symbol, outermost first: folders, the file's name, then
 * containers. A qualifier is a list of parts that must occur in it in order;
 * parts may be left out, since names are re-exported and folders are seldom
 * written. */
typedef struct Chain {
  Str parts[CHAIN_MAX];
  size_t len;
  size_t file; /* where the file's own name begins */
} Chain;

static void add_parts(Chain *chain, Str text) {
  for (size_t from = 0; from <= text.len && chain->len < CHAIN_MAX;) {
    size_t to = from;
    while (to < text.len && !is_separator(text.ptr[to])) to++;
    if (to > from) chain->parts[chain->len++] = str_slice(text, from, to);
    from = to + 1;
  }
}

/* Type arguments are no part of a name. */
static Str without_arguments(Str name) {
  size_t at = str_find_byte(name, '<');
  return at == STR_NONE || at == 0 ? name : str_slice(name, 0, at);
}

/* The symbol knows the name of what it is in, and the id of it, which knows
 * the next. */
static Err add_containers(Job *job, StoreReader *reader, const StoreSymbol *symbol, Chain *chain) {
  Str names[16];
  size_t count = 0;
  size_t steps = 0; /* in a damaged index they may go round */
  SymbolId outer = symbol->container_id;
  if (symbol->container.len) names[count++] = symbol->container;
  while (outer.value && store_local_of(outer) && count < COUNT_OF(names) && steps++ < COUNT_OF(names)) {
    StoreSymbol one;
    TRY(store_get_symbol(job, reader, outer, &one));
    if (!one.id.value || one.container_id.value == outer.value) break;
    outer = one.container_id;
    if (one.container.len) names[count++] = one.container;
  }
  while (count) add_parts(chain, without_arguments(names[--count]));
  return OK;
}

/* Whether the parts occur in the chain, in this order; *ret_last is where the
 * innermost one does. */
static bool occurs(const QueryQualified *qualified, const Chain *chain, size_t *ret_last) {
  size_t left = qualified->len;
  for (size_t at = chain->len; at-- > 0 && left;) {
    if (!str_eq(chain->parts[at], without_arguments(qualified->parts[left - 1]))) continue;
    if (left == qualified->len) *ret_last = at;
    left--;
  }
  return left == 0;
}

/* 0: the last part is the innermost container or the file; 1: the file,
 * although the symbol is inside of something; 2: something further out. The
 * best fits of all candidates are kept. */
Err query_qualified_fit(Job *job, StoreReader *reader, const QueryQualified *qualified, const StoreSymbol *symbol,
                        int *ret_fit) {
  Chain chain = {0};
  size_t last = 0;
  *ret_fit = 0;
  if (qualified->len == 0) return OK;
  Str file = file_name(symbol->path);
  add_parts(&chain, str_slice(symbol->path, 0, symbol->path.len - file.len));
  chain.file = chain.len;
  add_parts(&chain, file);
  size_t containers = chain.len;
  TRY(add_containers(job, reader, symbol, &chain));
  /* Parcel.Parcel rather is a constructor than the type in Parcel.java. */
  bool is_double = str_eq(qualified->name, qualified->parts[qualified->len - 1]);
  if (!occurs(qualified, &chain, &last)) *ret_fit = QUERY_NOT_THERE;
  else if (last + 1 == chain.len && last >= containers) *ret_fit = 0;
  else if (last >= chain.file && last < containers) *ret_fit = chain.len == containers && !is_double ? 0 : 1;
  else *ret_fit = 2;
  return OK;
}
