/* Literals: where the values of a union are told apart. No edge leads from
 * `"MSO"` to the type that lists it, so places are found by their text, and are
 * only those that decide something: a comparison, a case, a key. */
#include <stdlib.h>

#include "src/base/vec.h"
#include "src/languages/language.h"
#include "src/query/names/names.h"
#include "src/query/uses/literals_internal.h"

#define MEMBER_LEN_MAX 60
#define HITS_MAX 1000
#define SHARE 3 /* a constant is a list of values when a third of it is */
#define NAMED_MAX 8 /* constants that a type may be made from */

/* ---- what the values are ---- */

static bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

/* UINT32_MAX: none of them. */
static uint32_t member_of(const QueryLiterals *literals, Str text) {
  for (size_t i = 0; i < literals->member_count; i++) {
    if (str_eq(literals->members[i], text)) return (uint32_t)i;
  }
  return UINT32_MAX;
}

static bool has_member(const QueryLiterals *literals, Str member) { return member_of(literals, member) != UINT32_MAX; }

/* Strings of a text that could be values. Gives their bytes. */
static size_t take_members(Str text, QueryLiterals *literals) {
  size_t bytes = 0;
  for (size_t i = 0; i < text.len; i++) {
    if (!is_quote(text.ptr[i])) continue;
    size_t end = i + 1;
    while (end < text.len && text.ptr[end] != text.ptr[i] && text.ptr[end] != '\n') end++;
    Str member = str_slice(text, i + 1, end);
    bool fits = end < text.len && member.len && member.len <= MEMBER_LEN_MAX && literals->member_count < QUERY_LITERALS_MAX;
    bytes += member.len + 2;
    if (fits && !has_member(literals, member)) literals->members[literals->member_count++] = member;
    i = end;
  }
  return bytes;
}

/* What a definition spells. */
static Err text_of(Job *job, const QueryTexts *texts, const StoreSymbol *symbol, Str *ret_text) {
  AUTO(QueryShared) shared = NULL;
  *ret_text = STR_EMPTY;
  if (query_source_share(job, texts->index, texts->calm, symbol->path, &shared)) {
    job_forgive(job);
    return OK;
  }
  Str text = query_shared_source(shared)->text;
  if (symbol->full.to <= text.len) *ret_text = str_copy(job->arena, str_slice(text, symbol->full.from, symbol->full.to));
  return OK;
}

/* A constant that is little else than a list of strings. */
static Err take_constant(Job *job, const QueryTexts *texts, const StoreSymbol *symbol, QueryLiterals *literals) {
  Str text;
  QueryLiterals own = {0};
  TRY(text_of(job, texts, symbol, &text));
  if (take_members(text, &own) * SHARE < text.len || own.member_count < 2) return OK;
  for (size_t i = 0; i < own.member_count && literals->member_count < QUERY_LITERALS_MAX; i++) {
    if (!has_member(literals, own.members[i])) literals->members[literals->member_count++] = own.members[i];
  }
  return OK;
}

/* Of a type that is made from a constant, `(typeof KINDS)[number]`, its values. */
static Err take_type(Job *job, const QueryTexts *texts, StoreReader *reader, const StoreSymbol *symbol, QueryLiterals *literals) {
  Str text;
  QueryNeighbours found;
  TRY(text_of(job, texts, symbol, &text));
  take_members(text, literals);
  if (literals->member_count) return OK;
  QueryAround around = {.symbols = &symbol->id, .count = 1, .direction = QUERY_CALLEES, .kinds = QUERY_USES};
  TRY(query_neighbours(job, reader, around, &found));
  for (size_t i = 0; i < found.len && i < NAMED_MAX; i++) {
    StoreSymbol named;
    TRY(query_symbol(job, reader, found.items[i].symbol, &named));
    if (query_is_variable(named.kind)) TRY(take_constant(job, texts, &named, literals));
  }
  return OK;
}

/* Keys and texts of data are no values that code was written for: of each key in a
 * JSON file its own name and its text would be searched for everywhere. */
static bool is_data(const StoreSymbol *symbol) { return language_is_structure(language_for_file(symbol->path, STR_EMPTY)); }

static Err take_values(Job *job, const QueryTexts *texts, StoreReader *reader, const StoreSymbol *symbol, QueryLiterals *literals) {
  if (is_data(symbol)) return OK;
  if (symbol->kind == SYMBOL_TYPE) return take_type(job, texts, reader, symbol, literals);
  return query_is_variable(symbol->kind) ? take_constant(job, texts, symbol, literals) : OK;
}

Err query_literal_add_text(Job *job, const QueryTexts *texts, const StoreSymbol *symbol, QueryLiterals *literals) {
  Str text;
  QueryLiterals own = {0};
  TRY(text_of(job, texts, symbol, &text));
  take_members(text, &own);
  bool is_one = own.member_count == 1 && literals->member_count < QUERY_LITERALS_MAX && !has_member(literals, own.members[0]);
  if (is_one) literals->members[literals->member_count++] = own.members[0];
  return OK;
}

/* ---- where they stand ---- */

/* With its quotes each: the index of texts knows which files have such a word
 * between quotes, which are far fewer than have the word. */
static Str pattern_of(Arena *arena, const QueryLiterals *literals) {
  Buf out;
  buf_init(&out, arena, 1u << 14);
  for (size_t i = 0; i < literals->member_count; i++) {
    buf_add_c(&out, i ? "|[\"'`]" : "[\"'`]");
    for (size_t k = 0; k < literals->members[i].len; k++) {
      char c = literals->members[i].ptr[k];
      if (c && strchr("\\^$.|?*+()[]{}-/#", c)) buf_add_byte(&out, '\\');
      buf_add_byte(&out, c);
    }
    buf_add_c(&out, "[\"'`]");
  }
  return buf_str(&out);
}

Err query_literal_search(Job *job, Index *index, const QueryLiterals *literals, QuerySearched *ret_found) {
  QuerySearch search = {.pattern = pattern_of(job->arena, literals), .mode = QUERY_SEARCH_REGEX, .letters = TEXT_CASE_SENSITIVE, .no_tests = true, .limit = HITS_MAX, .unnamed = true};
  return query_search(job, index, &search, ret_found);
}

static bool ends_with_sign(Str before) {
  return str_ends_with(before, STR("==")) || str_ends_with(before, STR("!=")) || str_ends_with(before, STR("<>"));
}

/* How a value decides where it stands; false: it is only made or named. */
static bool decides(Str line, size_t from, size_t to, QueryUseForm *ret_form) {
  Str before = str_trim(str_slice(line, 0, from)), after = str_trim(str_slice(line, to, line.len));
  *ret_form = QUERY_USE_COMPARED;
  if (str_eq(before, STR("case")) || str_eq(before, STR("when")) || str_ends_with(before, STR(" case")) ||
      (str_starts_with(before, STR("case ")) && str_ends_with(before, STR(",")))) {
    *ret_form = QUERY_USE_SWITCHED;
    return true;
  }
  bool is_among = str_contains(after, STR("].includes(")) || str_contains(before, STR(" in [")) || str_contains(before, STR(" in (")) ||
                  str_contains(before, STR(" in {"));
  if (is_among || ends_with_sign(before) || str_starts_with(after, STR("==")) || str_starts_with(after, STR("!="))) return true;
  *ret_form = QUERY_USE_STORED;
  return str_starts_with(after, STR(":")) && (!before.len || strchr("{,", before.ptr[before.len - 1]));
}

bool query_literal_next(const QueryLiterals *literals, Str line, size_t *at, QueryLiteralSpot *ret_spot) {
  while (*at < line.len) {
    size_t from = (*at)++;
    if (!is_quote(line.ptr[from])) continue;
    size_t end = from + 1;
    while (end < line.len && line.ptr[end] != line.ptr[from]) end++;
    *at = end + 1;
    uint32_t member = end < line.len ? member_of(literals, str_slice(line, from + 1, end)) : UINT32_MAX;
    if (member == UINT32_MAX) continue;
    ret_spot->member = member;
    ret_spot->decides = decides(line, from, end + 1, &ret_spot->form);
    return true;
  }
  return false;
}

static Err take_line(Job *job, StoreReader *reader, QueryHits *file, const QueryHit *hit, QueryLiterals *literals) {
  Str line = query_source_line(file->source, hit->line);
  QueryLiteralSpot spot;
  for (size_t at = 0; query_literal_next(literals, line, &at, &spot);) {
    if (!spot.decides) continue;
    TRY(query_search_name(job, reader, file));
    QueryLiteral place = {.path = file->path, .line = hit->line, .member = spot.member, .form = spot.form, .indent = query_source_indent(line)};
    if (hit->symbol) place.in = *hit->symbol;
    place.source = file->source;
    *vec_add(job->arena, literals) = place;
  }
  return OK;
}

static int by_place(const void *a, const void *b) {
  const QueryLiteral *x = a, *y = b;
  int order = str_compare(x->path, y->path);
  if (order) return order;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  return x->member < y->member ? -1 : x->member > y->member;
}

/* A line that two hits gave is there twice. */
static void drop_repeated(QueryLiterals *literals) {
  size_t kept = 0;
  if (literals->len) qsort(literals->items, literals->len, sizeof(QueryLiteral), by_place);
  for (size_t i = 0; i < literals->len; i++) {
    if (!kept || by_place(&literals->items[kept - 1], &literals->items[i])) literals->items[kept++] = literals->items[i];
  }
  literals->len = kept;
}

/* ---- which switches lack one ---- */

/* Lines of one switch stand at one margin, and nothing further out is between. */
static bool is_same_switch(const QueryLiteral *a, const QueryLiteral *b) {
  if (!str_eq(a->path, b->path) || a->indent != b->indent) return false;
  for (uint32_t line = a->line + 1; line < b->line; line++) {
    Str text = query_source_line(a->source, line);
    if (str_trim(text).len && query_source_indent(text) < a->indent) return false;
  }
  return true;
}

/* The line of what takes all others; 0: there is none. `ret_end`: the line behind
 * the last one of the switch. */
static uint32_t default_line(const QueryLiteral *last, uint32_t *ret_end) {
  uint32_t found = 0, line = last->line + 1;
  bool is_open = str_ends_with(str_trim(query_source_line(last->source, last->line)), STR("{")); /* `case A: {` */
  for (; line <= last->source->lines; line++) {
    Str text = query_source_line(last->source, line), words = str_trim(text);
    if (!words.len || query_source_indent(text) > last->indent) continue;
    if (query_source_indent(text) < last->indent) break;
    bool closes = is_open && str_starts_with(words, STR("}"));
    is_open = str_ends_with(words, STR("{"));
    if (closes) continue;
    if (found || str_starts_with(words, STR("}"))) break;
    if (str_starts_with(words, STR("default")) || str_starts_with(words, STR("else")) || str_starts_with(words, STR("case _"))) found = line;
  }
  *ret_end = line;
  return found;
}

/* ---- what a further value does to a switch ---- */

static bool says_in(const QuerySource *source, uint32_t from, uint32_t end, const char *word) {
  for (uint32_t line = from; line < end && line <= source->lines; line++) {
    if (str_contains(query_source_line(source, line), str_from_c(word))) return true;
  }
  return false;
}

/* Every case ends with giving something back, and nothing stands behind the switch:
 * without one of them the declared result would be missing. */
static bool gives_everywhere(const QueryLiteralSwitch *one, uint32_t end) {
  const QuerySource *source = one->first->source;
  const StoreSymbol *in = &one->first->in;
  uint32_t margin = one->first->indent;
  bool is_given = true;
  if (!in->id.value || !symbol_kind_is_callable(in->kind)) return false;
  size_t close = str_find_last_byte(in->signature, ')');
  Str behind = close == STR_NONE ? STR_EMPTY : str_slice(in->signature, close, in->signature.len);
  bool has_result = str_find_byte(behind, ':') != STR_NONE && !str_contains(behind, STR("void")) && !str_contains(behind, STR("undefined"));
  for (uint32_t line = one->first->line; line < end; line++) {
    Str text = query_source_line(source, line), words = str_trim(text);
    bool is_label = query_source_indent(text) == margin && str_starts_with(words, STR("case"));
    if (is_label && line > one->first->line && !is_given) return false;
    if (is_label) is_given = str_ends_with(words, STR(":")); /* several labels of one case */
    if (str_contains(words, STR("return ")) || str_contains(words, STR("throw "))) is_given = true;
    else if (!is_label && words.len && query_source_indent(text) > margin && str_starts_with(words, STR("break"))) return false;
  }
  for (uint32_t line = end + 1; line < in->full.end_line; line++) {
    if (str_trim(query_source_line(source, line)).len) return false;
  }
  return has_result && is_given;
}

static QuerySwitchFate fate_of(const QueryLiteralSwitch *one, uint32_t other, uint32_t end) {
  const Language *language = language_for_file(one->first->path, STR_EMPTY);
  const QuerySource *source = one->first->source;
  switch (language ? language_resolved(language)->rules.switches : LANGUAGE_SWITCHES_UNKNOWN) {
    case LANGUAGE_SWITCHES_UNKNOWN: return QUERY_SWITCH_UNKNOWN;
    case LANGUAGE_SWITCHES_SILENT: return QUERY_SWITCH_SILENT;
    case LANGUAGE_SWITCHES_WARNED: return other ? QUERY_SWITCH_SILENT : QUERY_SWITCH_WARNED;
    case LANGUAGE_SWITCHES_CHECKED: return other ? QUERY_SWITCH_SILENT : QUERY_SWITCH_FLAGGED;
    case LANGUAGE_SWITCHES_TYPED: break;
  }
  bool takes_none = other && (says_in(source, other, end, "never") || says_in(source, other, end, "Never"));
  return takes_none || (!other && gives_everywhere(one, end)) ? QUERY_SWITCH_FLAGGED : QUERY_SWITCH_SILENT;
}

/* Cases of the source only: a table may be meant to hold a few. */
static void find_switches(Job *job, QueryLiterals *literals) {
  const QueryLiteral *before = NULL;
  for (size_t i = 0; i < literals->len; i++) {
    const QueryLiteral *one = &literals->items[i];
    if (one->form != QUERY_USE_SWITCHED) continue;
    bool goes_on = before && is_same_switch(before, one);
    if (!goes_on) *vec_add(job->arena, &literals->switches) = (QueryLiteralSwitch){.first = one};
    QueryLiteralSwitch *last = &literals->switches.items[literals->switches.len - 1];
    last->has |= (uint64_t)1 << one->member;
    last->last = before = one;
  }
  for (size_t i = 0; i < literals->switches.len; i++) {
    QueryLiteralSwitch *one = &literals->switches.items[i];
    uint32_t end, other = default_line(one->last, &end);
    one->has_default = other != 0;
    one->fate = fate_of(one, other, end);
  }
}

/* ---- enumerations ---- */

/* Cases over constants, which the graph knows. */
Err query_enum_switches(Job *job, const QueryTexts *texts, const StoreSymbols *members, const QueryUses *uses, QueryLiterals *ret_literals) {
  QueryLiterals literals = {0};
  Map sources;
  map_init(&sources, job->arena);
  for (size_t i = 0; i < members->len && literals.member_count < QUERY_LITERALS_MAX; i++) {
    if (members->items[i].kind == SYMBOL_ENUM_MEMBER) literals.members[literals.member_count++] = members->items[i].name;
  }
  for (size_t i = 0; i < uses->len; i++) {
    const QueryUse *use = &uses->items[i];
    uint32_t member = use->form == QUERY_USE_SWITCHED && !use->is_test ? member_of(&literals, use->of.name) : UINT32_MAX;
    const QuerySource *source = member == UINT32_MAX ? NULL : query_source_once(job, texts->index, texts->calm, &sources, use->in.path);
    if (!source || !str_starts_with(str_trim(query_source_line(source, use->line)), STR("case"))) continue;
    *vec_add(job->arena, &literals) = (QueryLiteral){.path = use->in.path, .line = use->line, .member = member, .form = use->form, .in = use->in,
                                                     .indent = query_source_indent(query_source_line(source, use->line)), .source = source};
  }
  drop_repeated(&literals);
  find_switches(job, &literals);
  *ret_literals = literals;
  return OK;
}

Err query_literals(Job *job, const QueryTexts *texts, StoreReader *reader, const StoreSymbol *symbol, QueryLiterals *ret_literals) {
  QueryLiterals literals = {0};
  QuerySearched *found = ARENA_NEW(job->arena, QuerySearched);
  TRY(take_values(job, texts, reader, symbol, &literals));
  *ret_literals = literals;
  if (literals.member_count < 2) return OK;
  TRY(query_literal_search(job, texts->index, &literals, found));
  literals.found = found;
  literals.is_cut = found->matches > found->hits;
  for (size_t i = 0; i < found->len; i++) {
    for (size_t k = 0; k < found->items[i].len && !found->items[i].is_minor; k++) TRY(take_line(job, reader, &found->items[i], &found->items[i].items[k], &literals));
  }
  drop_repeated(&literals);
  find_switches(job, &literals);
  *ret_literals = literals;
  return OK;
}

/* ---- tables over all values ---- */

/* `Record<Kind, …>` and `[K in Kind]: …`; Partial takes it back. */
static bool is_whole_table(Arena *arena, Str line, Str name) {
  Str record = str_format(arena, "Record<%.*s,", STR_ARG(name)), mapped = str_format(arena, " in %.*s]:", STR_ARG(name));
  return (str_contains(line, record) || str_contains(line, mapped)) && !str_contains(line, STR("Partial<"));
}

/* A name that stands for itself in a pattern. */
static bool is_plain(Str name) {
  for (size_t i = 0; i < name.len; i++) {
    if (!byte_is_word(name.ptr[i])) return false;
  }
  return name.len > 0;
}

static bool is_field(const StoreSymbol *symbol) {
  return (symbol->kind == SYMBOL_FIELD || symbol->kind == SYMBOL_PROPERTY) && symbol->container.len;
}

/* The same over the type of a field: `Record<Task["kind"], …>`. */
static Err add_keyed(Job *job, Index *index, const StoreSymbol *field, QueryLiterals *literals) {
  QuerySearched found;
  Str pattern = str_format(job->arena, "(?:\\bRecord<\\s*|\\bin\\s+)%.*s\\[[\"']%.*s[\"']\\]\\s*[,\\]]", STR_ARG(field->container), STR_ARG(field->name));
  QuerySearch search = {.pattern = pattern, .mode = QUERY_SEARCH_REGEX, .letters = TEXT_CASE_SENSITIVE, .no_tests = true, .limit = HITS_MAX};
  if (!is_plain(field->container) || !is_plain(field->name)) return OK;
  TRY(query_search(job, index, &search, &found));
  for (size_t i = 0; i < found.len; i++) {
    for (size_t k = 0; k < found.items[i].len && !found.items[i].is_minor; k++) {
      const QueryHit *hit = &found.items[i].items[k];
      if (str_contains(query_source_line(found.items[i].source, hit->line), STR("Partial<"))) continue;
      QueryLiteralTable table = {{.path = found.items[i].path, .name = found.items[i].path}, hit->line};
      if (hit->symbol) table.in = *hit->symbol;
      *vec_add(job->arena, &literals->tables) = table;
    }
  }
  return OK;
}

Err query_literal_tables(Job *job, const QueryTexts *texts, const StoreSymbol *type, const QueryUses *uses, QueryLiterals *literals) {
  Map sources;
  size_t fields = 0;
  map_init(&sources, job->arena);
  for (size_t i = 0; i < uses->len; i++) {
    const QueryUse *use = &uses->items[i];
    if (use->form != QUERY_USE_TYPED || use->is_test || use->of.id.value != type->id.value) continue;
    const QuerySource *source = query_source_once(job, texts->index, texts->calm, &sources, use->in.path);
    if (!source || use->line > source->lines) continue;
    if (is_whole_table(job->arena, query_source_line(source, use->line), type->name)) *vec_add(job->arena, &literals->tables) = (QueryLiteralTable){use->in, use->line};
    else if (is_field(&use->in) && fields++ < NAMED_MAX) TRY(add_keyed(job, texts->index, &use->in, literals));
  }
  return is_field(type) ? add_keyed(job, texts->index, type, literals) : OK;
}
