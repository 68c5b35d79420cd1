/* Names that are used where it could not be told what they mean: a definition
 * of that name may be meant. */
#include <string.h>

#include "src/base/map.h"
#include "src/query/source/facts_internal.h"
#include "src/query/survey/survey_internal.h"

#define NAMES_SOUGHT 48 /* names that are looked for before facts are read */

/* A name that symbols have. */
typedef struct Name {
  uint32_t number; /* from 1 */
  uint32_t first;  /* symbol of it, + 1 */
  int64_t marker;  /* the file that marked it: those of all others are marked. EVERYBODY: all are. 0: none */
} Name;

#define EVERYBODY (-1)

typedef struct Mentions {
  StoreReader *reader;
  const StoreSymbols *symbols;
  bool *is_mentioned; /* by symbol */
  uint32_t *next;     /* the next symbol of the same name, + 1 */
  uint32_t *next_own; /* and in the same file */
  Map names;          /* -> Name */
  Idmap own;     /* name and file -> the first symbol, + 1 */
  Idmap files;   /* that have a symbol */
  bool anywhere;      /* some of them can be used in other files */
} Mentions;

/* Only its own file can mean it. */
static bool is_of_file(const StoreSymbol *symbol) {
  return symbol->flags & DEF_PRIVATE || (symbol->kind == SYMBOL_FUNCTION && symbol->flags & DEF_STATIC);
}

static int64_t own_key(const Name *name, FileId file) { return (int64_t)((uint64_t)name->number << 25 | (uint64_t)file.value); }

static void take_names(Mentions *mentions, Arena *arena) {
  size_t count = mentions->symbols->len;
  map_init(&mentions->names, arena);
  idmap_init(&mentions->own, arena);
  idmap_init(&mentions->files, arena);
  mentions->next = ARENA_ARRAY(arena, uint32_t, count + 1);
  mentions->next_own = ARENA_ARRAY(arena, uint32_t, count + 1);
  for (uint32_t i = (uint32_t)count; i-- > 0;) { /* from behind, so that what comes first is first */
    const StoreSymbol *symbol = &mentions->symbols->items[i];
    Name *name = map_get(&mentions->names, symbol->name);
    if (!name) {
      name = ARENA_NEW(arena, Name);
      map_put(&mentions->names, symbol->name, name);
      name->number = (uint32_t)mentions->names.live;
    }
    uint32_t before = idmap_set(&mentions->own, own_key(name, symbol->file), i + 1);
    mentions->next_own[i] = before == IDMAP_NONE ? 0 : before;
    mentions->next[i] = name->first;
    name->first = i + 1;
    idmap_mark(&mentions->files, symbol->file.value);
    mentions->anywhere |= !is_of_file(symbol);
  }
}

/* Whether it is worth reading the facts. */
static bool may_mention(const Mentions *mentions, Str data) {
  if (mentions->names.live > NAMES_SOUGHT) return true;
  for (MapEntry *e = NULL; (e = map_next(&mentions->names, e));) {
    if (memmem(data.ptr, data.len, e->key.ptr, e->key.len)) return true;
  }
  return false;
}

/* Those of its own file but for the one it stands in; of other files once: who
 * comes second has nothing to add but to the first one's. */
static void mark(Mentions *mentions, FileId file, const Ref *ref, Name *name) {
  uint32_t own = idmap_get(&mentions->own, own_key(name, file));
  for (uint32_t i = own == IDMAP_NONE ? 0 : own; i; i = mentions->next_own[i - 1]) {
    const StoreSymbol *symbol = &mentions->symbols->items[i - 1];
    if (ref->at < symbol->full.from || ref->at >= symbol->full.to) mentions->is_mentioned[i - 1] = true;
  }
  if (name->marker == EVERYBODY || name->marker == file.value) return;
  for (uint32_t i = name->first; i; i = mentions->next[i - 1]) {
    const StoreSymbol *symbol = &mentions->symbols->items[i - 1];
    if (symbol->file.value != file.value && !is_of_file(symbol)) mentions->is_mentioned[i - 1] = true;
  }
  name->marker = name->marker ? EVERYBODY : file.value;
}

static int64_t site_key(uint32_t line, uint32_t column) { return (int64_t)((uint64_t)line << 32 | column); }

/* Sites that edges start from. */
static Err take_sites(Mentions *mentions, Job *job, FileId file, Idmap *sites) {
  StoreEdges edges = {0};
  TRY(store_edges_of(job, mentions->reader, file, STORE_ALL_KINDS, &edges));
  idmap_init(sites, job->arena);
  for (size_t i = 0; i < edges.len; i++) idmap_mark(sites, site_key(edges.items[i].line, edges.items[i].column));
  return OK;
}

static bool is_known(const SurveyLook *look, const Expr *expr) {
  const Bind *bind = expr->kind == EXPR_NAME ? query_look_bind(look, expr) : NULL;
  return bind && !bind->import;
}

/* A reference that has an edge is known to mean something else, or was
 * counted already. */
static Err look_at(Mentions *mentions, Job *job, FileId file, const Facts *facts) {
  SurveyLook look;
  Idmap sites;
  bool has_sites = false;
  for (size_t i = 1; i < facts->refs.len; i++) {
    const Ref *ref = &facts->refs.items[i];
    const Expr *expr = query_look_named(facts, ref);
    Name *name = expr ? map_get(&mentions->names, names_text(facts->names, expr->name)) : NULL;
    if (!name) continue;
    if (!has_sites) {
      query_look_init(job->arena, facts, &look);
      TRY(take_sites(mentions, job, file, &sites));
      has_sites = true;
    }
    if (is_known(&look, expr)) continue;
    if (!idmap_has(&sites, site_key(ref->line, ref->column))) mark(mentions, file, ref, name);
  }
  return OK;
}

static Err look_into(void *context, Job *job, const StoreFile *file) {
  Mentions *mentions = context;
  Str data;
  Facts facts;
  bool is_there;
  if (file->skip.len) return OK;
  if (!mentions->anywhere && !idmap_has(&mentions->files, file->id.value)) return OK;
  TRY(store_get_content(job, mentions->reader, file->id, &data));
  if (!data.ptr || !may_mention(mentions, data)) return OK;
  AUTO(Names) names = names_open();
  TRY(query_facts_from(job, mentions->reader, (QueryContent){file->id, data}, names, &facts, &is_there));
  return is_there ? look_at(mentions, job, file->id, &facts) : OK;
}

Err query_survey_mentions(Job *job, StoreReader *reader, const StoreFiles *files, const StoreSymbols *symbols, bool *is_mentioned) {
  Mentions mentions = {.reader = reader, .symbols = symbols, .is_mentioned = is_mentioned};
  if (!symbols->len) return OK;
  take_names(&mentions, job->arena);
  return query_survey_visit(job, files, look_into, &mentions);
}
