/* Signatures and docs of files. Which symbols there are comes from the store,
 * their words from the file itself, by the places its facts give. */
#include "src/query/source/source.h"

#include "src/base/hash.h"
#include "src/base/vec.h"
#include "src/index/part.h"
#include "src/languages/language.h"
#include "src/query/graph/graph.h"
#include "src/query/source/facts_internal.h"

#define NESTING_MAX 64 /* deeper ones are shown at that depth */
#define BRIEF_SIGNATURE 400 /* bytes of a callable's in one line */
#define BRIEF_VALUE 160     /* of anything else's */
#define BRIEF_DOC 100
#define PURPOSE_MAX 90 /* bytes of what a file says it is for */
#define BRIEF_NAMES 12      /* re-exported by one statement */

/* ---- what is asked for ---- */

/* A member says that it is seen outside, or that it is not; the language what
 * it means to say nothing. */
static bool member_is_seen(const StoreSymbol *symbol, const Language *language) {
  if (symbol->flags & DEF_EXPORTED) return true;
  if (symbol->flags & (DEF_PRIVATE | DEF_PROTECTED)) return false;
  return !language || !language->rules.members_hidden;
}

typedef struct Open {
  size_t index; /* of the symbol */
  uint32_t to;
} Open;

/* Marks what other files can see, and gives each its container by place. */
typedef struct Nesting {
  const Language *language;
  Open open[NESTING_MAX];
  size_t depth;
} Nesting;

/* Several names of one declaration stand beside each other. */
static bool is_beside(const StoreSymbol *one, const StoreSymbol *other) {
  return one->full.from == other->full.from && one->full.to == other->full.to && other->container_id.value != one->id.value;
}

static bool is_over(const Open *open, const QueryZoomSymbol *symbols, const StoreSymbol *next) {
  return open->to <= next->full.from || is_beside(&symbols[open->index].symbol, next);
}

/* By place, since a container's id is not always known: what lies inside of
 * the span of another is in it. */
static bool enter(Nesting *nesting, QueryZoomSymbol *symbols, size_t index, size_t *ret_around) {
  StoreSymbol *symbol = &symbols[index].symbol;
  while (nesting->depth && is_over(&nesting->open[nesting->depth - 1], symbols, symbol)) nesting->depth--;
  bool is_inside = nesting->depth > 0;
  *ret_around = is_inside ? nesting->open[nesting->depth - 1].index : index;
  const QueryZoomSymbol *around = &symbols[*ret_around];
  symbols[index].is_visible = is_inside ? around->is_visible && !symbol_kind_is_callable(around->symbol.kind) &&
                                              member_is_seen(symbol, nesting->language)
                                        : symbol->flags & DEF_EXPORTED && !(symbol->flags & DEF_LOCAL);
  if (nesting->depth < NESTING_MAX) nesting->open[nesting->depth++] = (Open){index, symbol->full.to};
  return is_inside;
}

/* What encloses comes before what is in it. */
static int by_place(const void *a, const void *b) {
  const QueryZoomSymbol *x = a, *y = b;
  if (x->symbol.full.from != y->symbol.full.from) return x->symbol.full.from < y->symbol.full.from ? -1 : 1;
  if (x->symbol.full.to != y->symbol.full.to) return x->symbol.full.to > y->symbol.full.to ? -1 : 1;
  return x->symbol.def < y->symbol.def ? -1 : x->symbol.def > y->symbol.def;
}

/* By whether it is seen outside, and by kind. */
static bool is_wanted(const QueryZoom *zoom, const QueryZoomSymbol *one) {
  if (!zoom->all && !one->is_visible) return false;
  bool is_field = one->symbol.kind == SYMBOL_FIELD || one->symbol.kind == SYMBOL_ENUM_MEMBER;
  if (zoom->no_fields && is_field && one->symbol.container_id.value) return false;
  return !zoom->kinds || (zoom->kinds & 1u << one->symbol.kind);
}

/* Keeps what is wanted, and whatever it is inside of, so that members are
 * seen with their type. What was kept only for that is marked (is_context)
 * and shown without its doc. */
static void choose(Job *job, const QueryZoom *zoom, QueryZoomFile *zoomed, SymbolId base) {
  QueryZoomSymbol *symbols = zoomed->symbols;
  Nesting nesting = {.language = language_for_file(zoomed->file.path, STR_EMPTY)};
  size_t *around = ARENA_ARRAY(job->arena, size_t, zoomed->count + 1);
  bool *keep = ARENA_ARRAY(job->arena, bool, zoomed->count + 1);
  bool *inside = ARENA_ARRAY(job->arena, bool, zoomed->count + 1);
  size_t kept = 0;
  if (zoomed->count) qsort(symbols, zoomed->count, sizeof(*symbols), by_place);
  for (size_t i = 0; i < zoomed->count; i++) {
    inside[i] = enter(&nesting, symbols, i, &around[i]);
    if (symbols[i].symbol.id.value == base.value) symbols[i].is_visible = keep[i] = true;
    keep[i] |= is_wanted(zoom, &symbols[i]);
    symbols[i].is_context = !keep[i];
    if (!keep[i]) continue;
    for (size_t up = i; inside[up] && !keep[around[up]];) keep[up = around[up]] = true;
  }
  uint32_t *levels = ARENA_ARRAY(job->arena, uint32_t, zoomed->count + 1);
  for (size_t i = 0; i < zoomed->count; i++) {
    levels[i] = inside[i] ? levels[around[i]] + keep[around[i]] : 0;
    symbols[i].level = levels[i];
    if (keep[i]) symbols[kept++] = symbols[i];
  }
  zoomed->count = kept;
}

/* ---- words ---- */

/* The words before a declaration on its line (export, const, public) belong to
 * what is written; anything else there does not. */
static Range with_words(const QuerySource *source, const StoreSymbol *symbol, Range signature) {
  uint32_t start = source->starts[query_source_line_at(source, signature.from) - 1];
  if (symbol->flags & DEF_LOCAL) return signature;
  while (start < signature.from && strchr(" \t", source->text.ptr[start])) start++;
  for (uint32_t at = start; at < signature.from; at++) {
    char c = source->text.ptr[at];
    if (!(byte_is_letter(c) || c == '_' || c == ' ' || c == '\t')) return signature;
  }
  return (Range){start, signature.to};
}

/* Decorators stand above what they decorate; of one with many lines the first. */
static Str with_decorators(Arena *arena, Str above, Str signature) {
  Buf text;
  bool is_cut = false;
  buf_init(&text, arena, above.len + signature.len + 8 * (above.len + 1));
  while (above.len) {
    Str line = str_cut(&above, '\n'), words = str_trim(line);
    if (str_starts_with(line, STR("@"))) {
      buf_add_format(&text, "%s%.*s", is_cut ? " ...\n" : text.len ? "\n" : "", STR_ARG(words));
      is_cut = false;
    } else {
      is_cut |= text.len && words.len && words.ptr[0] != '#';
    }
  }
  if (!text.len) return signature;
  buf_add_c(&text, is_cut ? " ...\n" : "\n");
  buf_add(&text, signature);
  return buf_str(&text);
}

/* Up to the line that opens a value of many: a literal's inside is no part of
 * how a variable is declared. */
static Str without_value(Arena *arena, Str text) {
  bool has_sign = false;
  for (size_t i = 0; i + 1 < text.len; i++) {
    char c = text.ptr[i], next = text.ptr[i + 1];
    has_sign |= c == '=' && next != '>';
    if (has_sign && next == '\n' && strchr("{[(", c)) return str_format(arena, "%.*s...", STR_ARG(str_slice(text, 0, i + 1)));
  }
  return text;
}

/* Lines joined as one would write them in one. */
static Str in_one_line(Arena *arena, Str text, size_t max) {
  Buf line;
  buf_init(&line, arena, text.len + 1);
  while (text.len) {
    Str part = str_trim(str_cut(&text, '\n'));
    if (!part.len) continue;
    char last = line.len ? line.ptr[line.len - 1] : '(';
    bool opens = strchr("([", last), closes = strchr(")]>", part.ptr[0]);
    if (closes && last == ',') buf_truncate(&line, line.len - 1);
    if (!opens && !closes) buf_add_byte(&line, ' ');
    buf_add(&line, part);
  }
  return line.len <= max ? buf_str(&line) : str_format(arena, "%.*s...", STR_ARG(str_head(buf_str(&line), max)));
}

/* The signature as written, with what belongs to it but stands elsewhere. */
static Str signature_text(Arena *arena, const QuerySource *source, const QueryZoomFile *zoomed, const StoreSymbol *symbol, const Def *def) {
  Range end = facts_signature_end(def, source->text), above = {def->full.from, def->signature.from};
  Str text = query_source_text(arena, source, with_words(source, symbol, def->signature));
  if (end.to) text = str_format(arena, "%.*s %.*s", STR_ARG(text), STR_ARG(query_source_text(arena, source, end)));
  if (zoomed->short_values && query_is_variable(symbol->kind)) text = without_value(arena, text);
  if (above.from < above.to) text = with_decorators(arena, query_source_text(arena, source, above), text);
  if (!zoomed->brief) return text;
  return in_one_line(arena, text, symbol_kind_is_callable(symbol->kind) ? BRIEF_SIGNATURE : BRIEF_VALUE);
}

/* By the places in the facts, as long as the file is still the one they are
 * of; a file that changed since shows the signatures that are stored. */
static void take_words_of(Job *job, const QuerySource *source, const Facts *facts, QueryZoomFile *zoomed) {
  for (size_t i = 0; i < zoomed->count; i++) {
    QueryZoomSymbol *one = &zoomed->symbols[i];
    const Range doc = one->symbol.doc;
    if (!facts || one->symbol.def >= facts->defs.len) {
      one->signature = str_shown(job->arena, one->symbol.signature, SIZE_MAX);
      continue;
    }
    const Def *def = &facts->defs.items[one->symbol.def];
    if (def->signature.from >= def->signature.to || def->signature.to > source->text.len) continue;
    one->signature = signature_text(job->arena, source, zoomed, &one->symbol, def);
    one->is_repeated = i > 0 && is_beside(&one[-1].symbol, &one->symbol) && str_eq(one[-1].signature, one->signature);
    if (one->is_context) continue;
    one->doc = zoomed->brief ? query_source_sentence(job->arena, source, doc, BRIEF_DOC)
                             : query_source_text(job->arena, source, doc);
    one->doc_inside = doc.from > one->symbol.name_span.from;
  }
}

/* The hash tells whether the facts are of this text. */
static Err take_words(Job *job, StoreReader *reader, const QuerySource *source, QueryZoomFile *zoomed) {
  Facts facts;
  bool is_same = hash_str(source->text) == zoomed->file.hash;
  AUTO(Names) names = names_open();
  if (is_same) TRY(query_facts(job, reader, zoomed->file.id, names, &facts, &is_same));
  take_words_of(job, source, is_same ? &facts : NULL, zoomed);
  return OK;
}

/* The text is that of the disk now, whatever the index knows. */
static Err open_file(Job *job, Index *index, const QueryZoom *zoom, const StoreFile *file, QuerySource *ret_source,
                     QueryZoomFile *ret_zoomed) {
  TRY(query_source_open(job, index, file->path, ret_source));
  *ret_zoomed = (QueryZoomFile){.file = *file, .lines = ret_source->lines, .bytes = ret_source->text.len,
                                .short_values = zoom->short_values, .brief = zoom->brief,
                                .purpose = query_source_purpose(job->arena, ret_source, PURPOSE_MAX)};
  Str text;
  ret_zoomed->is_unsaved = index_view_text(job, index, file->path, &text);
  return OK;
}

static void take_symbols(Job *job, const StoreSymbols *symbols, QueryZoomFile *zoomed) {
  zoomed->symbols = ARENA_ARRAY(job->arena, QueryZoomSymbol, symbols->len + 1);
  zoomed->total = symbols->len;
  for (size_t i = 0; i < symbols->len; i++) zoomed->symbols[zoomed->count++] = (QueryZoomSymbol){.symbol = symbols->items[i]};
}

static bool is_within(const StoreSymbol *symbol, Span span) {
  return symbol->full.from >= span.from && symbol->full.to <= span.to;
}

/* What is inside the symbol, and the methods of a type that stand elsewhere. */
static Err keep_parts(Job *job, StoreReader *reader, const StoreSymbol *whole, QueryZoomFile *zoomed) {
  StoreSymbols members = {0};
  size_t kept = 0, at = 0;
  if (query_is_container(whole->kind) || whole->kind == SYMBOL_TYPE) TRY(query_members(job, reader, whole, &members));
  for (size_t i = 0; i < zoomed->count; i++) {
    const StoreSymbol *one = &zoomed->symbols[i].symbol;
    bool is_member = at < members.len && members.items[at].id.value == one->id.value; /* both by place */
    at += is_member;
    if (is_member || is_within(one, whole->full)) zoomed->symbols[kept++] = zoomed->symbols[i];
  }
  zoomed->count = kept;
  return OK;
}

/* ---- a text that is not saved ---- */

/* What the store would make of them; ids are numbers within the text. */
static void take_defs(Job *job, const Facts *facts, Str text, QueryZoomFile *zoomed) {
  zoomed->symbols = ARENA_ARRAY(job->arena, QueryZoomSymbol, facts->defs.len + 1);
  for (DefNo i = 1; i < facts->defs.len; i++) {
    const Def *def = &facts->defs.items[i];
    if (!def->name.value || (def->flags & DEF_ANONYMOUS)) continue;
    zoomed->symbols[zoomed->count++].symbol = (StoreSymbol){
        .id = {i}, .file = zoomed->file.id, .path = zoomed->file.path, .name = str_copy(job->arena, names_text(facts->names, facts_spelled(def))),
        .container_id = {def->container}, .kind = (SymbolKind)def->kind, .flags = def->flags, .def = i, .name_span = def->name_span,
        .full = def->full, .doc = def->doc, .signature = facts_signature(job->arena, def, text)};
  }
  zoomed->total = zoomed->count;
}

static Err zoom_text(Job *job, StoreReader *reader, const QueryZoom *zoom, const StoreFile *file, Str text, QueryZoomFile *ret_zoomed) {
  QuerySource source;
  Facts facts;
  bool is_there;
  AUTO(Names) names = names_open();
  query_source_take(job->arena, file->path, text, &source);
  *ret_zoomed = (QueryZoomFile){.file = *file, .lines = source.lines, .bytes = text.len, .short_values = zoom->short_values,
                                .brief = zoom->brief, .is_unsaved = true};
  TRY(index_read_text(job, file->path, text, names, &facts, &is_there));
  if (!is_there) return OK;
  take_defs(job, &facts, text, ret_zoomed);
  if (!zoom->kinds) TRY(query_reexports(job, reader, file, &ret_zoomed->given_on));
  choose(job, zoom, ret_zoomed, (SymbolId){0});
  take_words_of(job, &source, &facts, ret_zoomed);
  return OK;
}

/* A text that was given in place of the file's is read anew, without the
 * store. */
Err query_zoom_file(Job *job, Index *index, StoreReader *reader, const QueryZoom *zoom, const StoreFile *file,
                    QueryZoomFile *ret_zoomed) {
  QuerySource source;
  StoreSymbols symbols;
  const Str *text = zoom->texts ? map_get(zoom->texts, file->path) : NULL;
  if (text) return zoom_text(job, reader, zoom, file, *text, ret_zoomed);
  TRY(open_file(job, index, zoom, file, &source, ret_zoomed));
  TRY(store_list_symbols(job, reader, file->id, &symbols));
  take_symbols(job, &symbols, ret_zoomed);
  if (!zoom->kinds) TRY(query_reexports(job, reader, file, &ret_zoomed->given_on));
  choose(job, zoom, ret_zoomed, (SymbolId){0});
  return take_words(job, reader, &source, ret_zoomed);
}

/* The symbol itself is kept whatever is asked for. */
Err query_zoom_symbol(Job *job, Index *index, StoreReader *reader, const QueryZoom *zoom, const StoreSymbol *symbol,
                      QueryZoomFile *ret_zoomed) {
  QuerySource source;
  StoreSymbols symbols;
  StoreFile file;
  TRY(store_get_file(job, reader, symbol->file, &file));
  TRY(open_file(job, index, zoom, &file, &source, ret_zoomed));
  TRY(store_list_symbols(job, reader, file.id, &symbols));
  take_symbols(job, &symbols, ret_zoomed);
  TRY(keep_parts(job, reader, symbol, ret_zoomed));
  choose(job, zoom, ret_zoomed, symbol->id);
  for (size_t i = 0; i < ret_zoomed->count; i++) {
    ret_zoomed->symbols[i].level += !is_within(&ret_zoomed->symbols[i].symbol, symbol->full);
  }
  return take_words(job, reader, &source, ret_zoomed);
}

/* The members that stand in one file. */
static Err zoom_members(Job *job, Index *index, StoreReader *reader, const QueryZoom *zoom, const StoreSymbols *members,
                        QueryZoomFile *ret_zoomed) {
  QuerySource source;
  StoreFile file;
  TRY(store_get_file(job, reader, members->items[0].file, &file));
  TRY(open_file(job, index, zoom, &file, &source, ret_zoomed));
  take_symbols(job, members, ret_zoomed);
  choose(job, zoom, ret_zoomed, (SymbolId){0});
  for (size_t i = 0; i < ret_zoomed->count; i++) ret_zoomed->symbols[i].level++;
  return take_words(job, reader, &source, ret_zoomed);
}

/* One entry for each file; members come by file. */
Err query_zoom_elsewhere(Job *job, Index *index, StoreReader *reader, const QueryZoom *zoom, const StoreSymbol *type,
                         QueryZoomFiles *ret_files) {
  StoreSymbols members;
  QueryZoomFiles files = {0};
  TRY(query_members_elsewhere(job, reader, type, &members));
  files.items = ARENA_ARRAY(job->arena, QueryZoomFile, members.len + 1);
  for (size_t from = 0, to; from < members.len; from = to) {
    for (to = from + 1; to < members.len && members.items[to].file.value == members.items[from].file.value;) to++;
    StoreSymbols here = {.items = members.items + from, .len = to - from, .total = to - from};
    TRY(zoom_members(job, index, reader, zoom, &here, &files.items[files.len]));
    files.len += files.items[files.len].count > 0;
  }
  *ret_files = files;
  return OK;
}

/* ---- showing ---- */

/* Each line behind a tab and the blanks of its level; the first may have a
 * number before the tab. */
static void show_lines(Buf *text, Str lines, uint32_t level) {
  for (bool first = true; lines.len || first; first = false) {
    Str line = str_cut(&lines, '\n');
    buf_add_byte(text, '\t');
    if (line.len) buf_add_format(text, "%*s", (int)(2 * level), "");
    buf_add(text, line);
    buf_add_byte(text, '\n');
  }
}

/* All in one line. */
static void show_brief(Buf *text, const QueryZoomSymbol *one) {
  buf_add_format(text, "\t%*s%.*s", (int)(2 * one->level), "", STR_ARG(one->signature));
  if (one->doc.len) buf_add_format(text, "  // %.*s", STR_ARG(one->doc));
  buf_add_byte(text, '\n');
}

/* An extent that ends at the beginning of a line does not reach into it. */
static void show_symbol(Buf *text, const QueryZoomSymbol *one, bool brief) {
  const Span *span = &one->symbol.full;
  uint32_t last = span->end_line - (span->end_column <= 1 && span->end_line > span->line);
  if (one->is_repeated) return;
  if (!brief && one->doc.len && !one->doc_inside) show_lines(text, one->doc, one->level);
  buf_add_format(text, "%u", span->line);
  if (last > span->line) buf_add_format(text, "-%u", last);
  if (brief) {
    show_brief(text, one);
    return;
  }
  show_lines(text, one->signature, one->level);
  if (one->doc.len && one->doc_inside) show_lines(text, one->doc, one->level + 1);
}

static void show_given_on(Buf *text, const QueryImport *import, bool brief) {
  size_t most = brief ? BRIEF_NAMES : SIZE_MAX;
  buf_add_format(text, "%u\tre-exports from %.*s: ", import->line, STR_ARG(str_shown(text->arena, import->specifier, SIZE_MAX)));
  if (!import->name_count) buf_add_c(text, "all");
  for (size_t i = 0; i < import->name_count && i < most; i++) {
    buf_add_format(text, "%s%.*s", i ? ", " : "", STR_ARG(str_shown(text->arena, import->names[i], SIZE_MAX)));
  }
  if (import->name_count > most) buf_add_format(text, " and %zu more", import->name_count - most);
  buf_add_byte(text, '\n');
}

void query_zoom_show(Buf *text, const QueryZoomFile *zoomed) {
  for (size_t i = 0; i < zoomed->count; i++) show_symbol(text, &zoomed->symbols[i], zoomed->brief);
  for (size_t i = 0; i < zoomed->given_on.len; i++) show_given_on(text, &zoomed->given_on.items[i], zoomed->brief && !zoomed->all_names);
}

/* ---- folders ---- */

/* Directly in the folder, not beneath it. */
static bool is_direct(Str folder, Str path) {
  size_t from = folder.len ? folder.len + 1 : 0;
  return str_find_byte(str_slice(path, from, path.len), '/') == STR_NONE;
}

/* A file without symbols may still give on those of others. */
static Err gives_on(Job *job, StoreReader *reader, const QueryZoom *zoom, const StoreFile *file, bool *ret_gives) {
  QueryImports imports = {0};
  if (!zoom->kinds && !file->skip.len) TRY(query_reexports(job, reader, file, &imports));
  *ret_gives = imports.len > 0;
  return OK;
}

/* The cheap answers first: without a choice, having symbols is enough. */
static Err has_wanted(Job *job, StoreReader *reader, const QueryZoom *zoom, const StoreFile *file, bool *ret_has) {
  StoreSymbols symbols;
  *ret_has = false;
  if (!file->symbols) return gives_on(job, reader, zoom, file, ret_has);
  if (zoom->all && !zoom->kinds) {
    *ret_has = true;
    return OK;
  }
  TRY(store_list_symbols(job, reader, file->id, &symbols));
  QueryZoomFile zoomed = {.file = *file};
  take_symbols(job, &symbols, &zoomed);
  choose(job, zoom, &zoomed, (SymbolId){0});
  *ret_has = zoomed.count > 0;
  return *ret_has ? OK : gives_on(job, reader, zoom, file, ret_has);
}

/* Tests are counted, not listed, unless the folder has nothing else. */
Err query_zoom_folder(Job *job, StoreReader *reader, const QueryZoom *zoom, Str path, bool recursive,
                      QueryZoomFolder *ret_folder) {
  StoreFiles files;
  QueryZoomFolder folder = {0};
  Str inner = STR_EMPTY;
  TRY(store_list_files(job, reader, path, &files));
  folder.files = ARENA_ARRAY(job->arena, StoreFile, files.len + 1);
  bool tests_alone = true;
  for (size_t i = 0; i < files.len; i++) {
    if (recursive || is_direct(path, files.items[i].path)) tests_alone &= files.items[i].is_test || files.items[i].skip.len;
  }
  for (size_t i = 0; i < files.len; i++) {
    StoreFile *file = &files.items[i];
    bool wanted;
    if (file->path.ptr[file->path.len - 1] == '/') continue;
    if (!recursive && !is_direct(path, file->path)) {
      Str rest = str_slice(file->path, path.len ? path.len + 1 : 0, file->path.len);
      Str first = str_cut(&rest, '/');
      folder.folders += !str_eq(first, inner);
      inner = first;
      continue;
    }
    TRY(job_check(job));
    TRY(has_wanted(job, reader, zoom, file, &wanted));
    if (file->skip.len) folder.unindexed++;
    else if (file->is_test && !tests_alone) folder.tests++;
    else if (!wanted) folder.bare++;
    else folder.files[folder.len++] = *file;
  }
  *ret_folder = folder;
  return OK;
}
