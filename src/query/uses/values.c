/* Values: where statements write the value of a constant, spelled out. */
#include "src/query/uses/tokens_internal.h"

#include "src/base/buf.h"
#include "src/query/names/names.h"
#include "src/query/search/search.h"

#define COLUMNS_MAX 16
#define HITS_MAX 300
#define VALUE_MAX_LEN 60

typedef struct Columns {
  Str items[COLUMNS_MAX];
  size_t len;
} Columns;

static void add_column(Columns *columns, Str name) {
  for (size_t i = 0; i < columns->len; i++) {
    if (str_eq_ignore_case(columns->items[i], name)) return;
  }
  for (size_t i = 0; i < name.len; i++) {
    if (!byte_is_word(name.ptr[i])) return;
  }
  if (name.len && columns->len < COLUMNS_MAX) columns->items[columns->len++] = name;
}

static bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

/* pushStatus and DHPushStatus are kept as push_status and dh_push_status. */
static Str snake_case(Arena *arena, Str name) {
  Buf out;
  buf_init(&out, arena, 1u << 12);
  for (size_t i = 0; i < name.len; i++) {
    bool is_next = i && is_capital(name.ptr[i]) && (!is_capital(name.ptr[i - 1]) || (i + 1 < name.len && !is_capital(name.ptr[i + 1])));
    if (is_next && name.ptr[i - 1] != '_') buf_add_byte(&out, '_');
    buf_add_byte(&out, byte_lower(name.ptr[i]));
  }
  return buf_str(&out);
}

/* `p->state`, `order.State`: the last name, if it is a member of something. */
static Str member_of(const QueryUse *use) {
  Str name = use->to;
  size_t from = name.len;
  while (from && byte_is_word(name.ptr[from - 1])) from--;
  return from || use->form != QUERY_USE_ASSIGNED ? str_slice(name, from, name.len) : STR_EMPTY;
}

static Columns columns_of(Arena *arena, const QueryUses *uses) {
  Columns columns = {.len = 0};
  for (size_t i = 0; i < uses->len; i++) {
    const QueryUse *use = &uses->items[i];
    if (!use->to.len || use->is_test) continue;
    if (use->is_column) add_column(&columns, use->to);
    else add_column(&columns, snake_case(arena, member_of(use)));
  }
  return columns;
}

/* The one text in the definition of a constant; empty: none, or several. */
static Str text_value(const QuerySource *source, const StoreSymbol *symbol) {
  if (symbol->full.to > source->text.len) return STR_EMPTY;
  Str text = str_slice(source->text, symbol->full.from, symbol->full.to), value = STR_EMPTY;
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] != '"' && text.ptr[i] != '\'') continue;
    size_t end = i + 1;
    while (end < text.len && text.ptr[end] != text.ptr[i]) end++;
    if (value.len || end == text.len) return STR_EMPTY;
    value = str_slice(text, i + 1, end);
    i = end;
  }
  for (size_t i = 0; i < value.len; i++) {
    if (!byte_is_word(value.ptr[i]) && !strchr("-. ", value.ptr[i])) return STR_EMPTY;
  }
  return value.len <= VALUE_MAX_LEN ? value : STR_EMPTY;
}

static Str pattern_of(Arena *arena, const Columns *columns, Str value) {
  Buf out;
  buf_init(&out, arena, 1u << 14);
  buf_add_c(&out, "(?i)\\b(?:");
  for (size_t i = 0; i < columns->len; i++) buf_add_format(&out, "%s%.*s", i ? "|" : "", STR_ARG(columns->items[i]));
  buf_add_c(&out, ")\\s*=\\s*'");
  for (size_t i = 0; i < value.len; i++) {
    if (!byte_is_word(value.ptr[i])) buf_add_byte(&out, '\\');
    buf_add_byte(&out, value.ptr[i]);
  }
  buf_add_c(&out, "'");
  return buf_str(&out);
}

static bool is_comment(Str line) {
  line = str_trim(line);
  return str_starts_with(line, STR("//")) || str_starts_with(line, STR("--")) || str_starts_with(line, STR("#")) || str_starts_with(line, STR("*"));
}

static void take_hits(Job *job, const QueryHits *file, QueryValuePlaces *places) {
  for (size_t i = 0; i < file->len; i++) {
    const QueryHit *hit = &file->items[i];
    Str text = file->source->text;
    if (hit->to > text.len || is_comment(query_source_line(file->source, hit->line)) || !query_bound_is_set(text, hit->from)) continue;
    uint32_t end = hit->from;
    while (end < hit->to && byte_is_word(text.ptr[end])) end++;
    QueryValuePlace place = {.path = file->path, .line = hit->line, .column = str_slice(text, hit->from, end)};
    if (hit->symbol) place.in = *hit->symbol;
    *vec_add(job->arena, places) = place;
  }
}

static int by_place(const void *a, const void *b) {
  const QueryValuePlace *x = a, *y = b;
  int order = str_compare(x->path, y->path);
  return order ? order : x->line < y->line ? -1 : x->line > y->line;
}

Err query_value_places(Job *job, const QueryTexts *texts, const StoreSymbol *symbol, const QueryUses *uses, QueryValuePlaces *ret_places) {
  QueryValuePlaces places = {0};
  AUTO(QueryShared) shared = NULL;
  QuerySearched found;
  *ret_places = places;
  if (!query_is_variable(symbol->kind) && symbol->kind != SYMBOL_ENUM_MEMBER) return OK;
  Columns columns = columns_of(job->arena, uses);
  if (!columns.len) return OK;
  if (query_source_share(job, texts->index, texts->calm, symbol->path, &shared)) {
    job_forgive(job);
    return OK;
  }
  Str value = str_copy(job->arena, text_value(query_shared_source(shared), symbol));
  if (!value.len) return OK;
  QuerySearch search = {.pattern = pattern_of(job->arena, &columns, value), .mode = QUERY_SEARCH_REGEX, .no_tests = true, .limit = HITS_MAX};
  TRY(query_search(job, texts->index, &search, &found));
  for (size_t i = 0; i < found.len; i++) take_hits(job, &found.items[i], &places);
  if (places.len > 1) qsort(places.items, places.len, sizeof(QueryValuePlace), by_place);
  places.value = value;
  *ret_places = places;
  return OK;
}
