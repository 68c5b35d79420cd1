/* Imports by statement, importers, and exports without them. */
#include "src/query/graph/graph.h"

#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/query/source/facts_internal.h"

#define IMPORTS_ONLY STORE_KIND(EDGE_IMPORTS)
#define PASSING_MAX 1000 /* files that only pass on, followed for one question */

typedef VEC(FileId) FileIds;
typedef VEC(Str) Paths;

static SymbolId file_symbol(FileId file) { return store_symbol_id(file, 0); }

static bool is_file(SymbolId symbol) { return store_local_of(symbol) == 0; }

/* ---- what a file imports ---- */

/* The file a line's import leads to; the directory of several. */
static Err resolved_path(Job *job, StoreReader *reader, const StoreEdges *edges, uint32_t line, Str *ret_path) {
  Str path = STR_EMPTY;
  for (size_t i = 0; i < edges->len; i++) {
    StoreFile file;
    if (edges->items[i].line != line || !is_file(edges->items[i].to)) continue;
    TRY(store_get_file(job, reader, store_file_of(edges->items[i].to), &file));
    if (path.len && !str_eq(path, file.path)) {
      size_t slash = str_find_last_byte(path, '/');
      path = slash == STR_NONE ? STR(".") : str_slice(path, 0, slash);
      break;
    }
    path = file.path;
  }
  *ret_path = path;
  return OK;
}

/* `import { a } …; export { a as b }`: the name that is exported for what was
 * imported; 0: none. */
static NameId exported_as(const Facts *facts, const Import *import) {
  for (BindNo i = 1; facts->exports && import->local.value && i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    const Expr *value = bind->scope == facts->exports ? &facts->exprs.items[bind->value] : NULL;
    if (value && value->kind == EXPR_NAME && value->scope == import->scope && names_same(value->name, import->local)) return bind->name;
  }
  return (NameId){0};
}

static Str imported_name(const Facts *facts, const Import *import, bool as_given) {
  NameId given = as_given && !(import->flags & IMPORT_REEXPORT) ? exported_as(facts, import) : (NameId){0};
  if (given.value) return names_text(facts->names, given);
  if (as_given && import->local.value && import->form != IMPORT_STAR) return names_text(facts->names, import->local);
  if (import->form == IMPORT_DEFAULT) return STR("default");
  return import->form == IMPORT_NAMED ? names_text(facts->names, import->name) : STR_EMPTY;
}

/* What is given on counts by where it comes from. */
static bool is_same_statement(const QueryImport *one, const Import *import, Str specifier, bool as_given) {
  if (as_given && (!one->name_count || import->form == IMPORT_STAR)) return false;
  return (as_given || one->line == import->line) && str_eq(one->specifier, specifier) &&
         one->is_reexport == !!(import->flags & IMPORT_REEXPORT);
}

/* A file's imports while they are gathered. */
typedef struct Gathering {
  Job *job;
  StoreReader *reader;
  const StoreEdges *edges; /* its import edges: where the statements lead */
  const Facts *facts;
  bool as_given; /* under the names it gives them on by */
} Gathering;

static Err add_import(const Gathering *gathering, const Import *import, QueryImports *imports) {
  Job *job = gathering->job;
  const Facts *facts = gathering->facts;
  bool as_given = gathering->as_given;
  Str specifier = names_text(facts->names, import->specifier);
  bool goes_on = imports->len && is_same_statement(vec_last(imports), import, specifier, as_given);
  if (!goes_on) {
    QueryImport one = {.specifier = str_copy(job->arena, specifier), .line = import->line,
                       .is_type_only = true, .is_reexport = import->flags & IMPORT_REEXPORT};
    TRY(resolved_path(job, gathering->reader, gathering->edges, import->line, &one.path));
    *vec_add(job->arena, imports) = one;
  }
  QueryImport *one = vec_last(imports);
  one->is_type_only = one->is_type_only && (import->flags & IMPORT_TYPE_ONLY);
  Str name = imported_name(facts, import, as_given);
  if (!name.len) return OK;
  Str *names = ARENA_ARRAY(job->arena, Str, one->name_count + 1);
  if (one->name_count) memcpy(names, one->names, one->name_count * sizeof(*names));
  names[one->name_count++] = str_copy(job->arena, name);
  one->names = names;
  return OK;
}

/* `__all__`, `__version__`: about the module, not of it. */
static bool is_about_module(Str name) { return str_starts_with(name, STR("__")) && str_ends_with(name, STR("__")); }

/* Where any file can be asked for what it took, a package's own is the one
 * that is meant to be. */
static bool is_package_file(Str path) {
  size_t slash = str_find_last_byte(path, '/');
  Str name = slash == STR_NONE ? path : str_slice(path, slash + 1, path.len);
  return str_starts_with(name, STR("__init__."));
}

/* Whether who imports this file may take it from there. */
static bool is_given_on(const Facts *facts, const StoreFile *file, const Import *import) {
  if (!(import->flags & IMPORT_REEXPORT)) return exported_as(facts, import).value;
  return facts->exports || import->form == IMPORT_STAR || is_package_file(file->path);
}

/* `giver`: only what that file, which it is, gives on. */
static Err list_imports(Job *job, StoreReader *reader, FileId file, const StoreFile *giver, QueryImports *ret_imports) {
  Facts facts;
  bool is_there;
  StoreEdges edges = {0};
  QueryImports imports = {0};
  AUTO(Names) names = names_open();
  TRY(query_facts(job, reader, file, names, &facts, &is_there));
  TRY(store_edges_from(job, reader, file_symbol(file), IMPORTS_ONLY, &edges));
  if (is_there) {
    Gathering gathering = {job, reader, &edges, &facts, giver != NULL};
    for (ImportNo i = 1; i < facts.imports.len; i++) {
      const Import *import = &facts.imports.items[i];
      if (giver && !is_given_on(&facts, giver, import)) continue;
      TRY(add_import(&gathering, import, &imports));
    }
  }
  *ret_imports = imports;
  return OK;
}

Err query_imports(Job *job, StoreReader *reader, FileId file, QueryImports *ret_imports) {
  return list_imports(job, reader, file, NULL, ret_imports);
}

Err query_reexports(Job *job, StoreReader *reader, const StoreFile *file, QueryImports *ret_imports) {
  return list_imports(job, reader, file->id, file, ret_imports);
}

/* ---- who imports a file ---- */

static Err add_importers(Job *job, StoreReader *reader, FileId file, FileIds *files) {
  StoreSources sources = {0};
  TRY(store_sources(job, reader, file_symbol(file), IMPORTS_ONLY, &sources));
  for (size_t i = 0; i < sources.len; i++) {
    FileId from = store_file_of(sources.items[i].symbol);
    if (from.value != file.value) *vec_add(job->arena, files) = from;
  }
  return OK;
}

/* It gives on what it imports and has nothing of its own to give. */
static Err only_passes_on(Job *job, StoreReader *reader, const StoreFile *file, bool *ret_passes) {
  Facts facts;
  bool is_there;
  StoreSymbols symbols;
  AUTO(Names) names = names_open();
  *ret_passes = false;
  TRY(store_list_symbols(job, reader, file->id, &symbols));
  for (size_t i = 0; i < symbols.len; i++) {
    if (symbols.items[i].flags & DEF_EXPORTED && !is_about_module(symbols.items[i].name)) return OK;
  }
  TRY(query_facts(job, reader, file->id, names, &facts, &is_there));
  if (!is_there) return OK;
  bool is_bare = !symbols.len && !(file->resolved + file->external + file->unresolved);
  for (ImportNo i = 1; i < facts.imports.len && !*ret_passes; i++) {
    const Import *import = &facts.imports.items[i];
    *ret_passes = is_given_on(&facts, file, import) || (is_bare && import->form == IMPORT_INCLUDE);
  }
  return OK;
}

static int by_text(const void *a, const void *b) { return str_compare(*(const Str *)a, *(const Str *)b); }

typedef struct Importers {
  Job *job;
  StoreReader *reader;
  Map seen;       /* paths that were looked at */
  FileIds passing; /* files that only pass on, to be followed */
} Importers;

/* Sorts the importers of `file` into `paths`, once each, and those that only
 * pass on into the queue. `keeps`: these are importers too. */
static Err sort_importers(Importers *work, FileId file, bool keeps, Paths *paths) {
  FileIds files = {0};
  Arena *arena = work->job->arena;
  TRY(add_importers(work->job, work->reader, file, &files));
  for (size_t i = 0; i < files.len; i++) {
    StoreFile one;
    bool passes;
    TRY(store_get_file(work->job, work->reader, files.items[i], &one));
    if (!one.id.value || map_get(&work->seen, one.path)) continue;
    map_put(&work->seen, one.path, work);
    TRY(only_passes_on(work->job, work->reader, &one, &passes));
    if (passes && work->passing.len < PASSING_MAX) *vec_add(arena, &work->passing) = one.id;
    if (keeps || !passes) *vec_add(arena, paths) = one.path;
  }
  return OK;
}

/* Files that only pass on (an index file of a package) are followed: who
 * imports them imports this one. */
Err query_importers(Job *job, StoreReader *reader, FileId file, QueryImporters *ret_importers) {
  Importers work = {.job = job, .reader = reader};
  Paths direct = {0}, through = {0};
  StoreFile own;
  map_init(&work.seen, job->arena);
  TRY(store_get_file(job, reader, file, &own));
  map_put(&work.seen, own.path, &work);
  TRY(sort_importers(&work, file, true, &direct));
  for (size_t i = 0; i < work.passing.len; i++) TRY(sort_importers(&work, work.passing.items[i], false, &through));
  if (direct.len) qsort(direct.items, direct.len, sizeof(Str), by_text);
  if (through.len) qsort(through.items, through.len, sizeof(Str), by_text);
  *ret_importers = (QueryImporters){direct.items, direct.len, through.items, through.len};
  return OK;
}

/* ---- exports without importers ---- */

static Str id_key(Arena *arena, FileId file) { return str_format(arena, "%lld", (long long)file.value); }

static int by_line(const void *a, const void *b) {
  uint32_t x = ((const StoreEdge *)a)->line, y = ((const StoreEdge *)b)->line;
  return x < y ? -1 : x > y;
}

/* An import that names nothing takes the file as a whole, unless it leads to
 * several files: then it takes a package, and uses tell. */
static void mark_wholes(Job *job, const StoreEdges *edges, Map *wholes) {
  if (edges->len) qsort(edges->items, edges->len, sizeof(*edges->items), by_line);
  for (size_t i = 0, end; i < edges->len; i = end) {
    SymbolId to = edges->items[i].to;
    bool is_whole = is_file(to);
    for (end = i + 1; end < edges->len && edges->items[end].line == edges->items[i].line; end++) {
      is_whole = is_whole && edges->items[end].to.value == to.value;
    }
    if (is_whole) map_put(wholes, id_key(job->arena, store_file_of(to)), wholes);
  }
}

/* Looks at every import of the project once. */
static Err find_wholes(Job *job, StoreReader *reader, const StoreFiles *files, Map *wholes) {
  for (size_t i = 0; i < files->len; i++) {
    StoreEdges edges = {0};
    if (files->items[i].skip.len) continue;
    TRY(job_check(job));
    TRY(store_edges_of(job, reader, files->items[i].id, IMPORTS_ONLY, &edges));
    mark_wholes(job, &edges, wholes);
  }
  return OK;
}

static bool is_export(const StoreSymbol *symbol) {
  /* Run or read by what is not code of the project. */
  bool is_entry = (symbol_kind_is_callable(symbol->kind) && str_eq(symbol->name, STR("main"))) ||
                  is_about_module(symbol->name);
  return (symbol->flags & DEF_EXPORTED) && !(symbol->flags & (DEF_LOCAL | DEF_DECLARATION | DEF_TEST)) &&
         !symbol->container.len && !is_entry;
}

static Err is_used(Job *job, StoreReader *reader, const StoreSymbol *symbol, bool *ret_used) {
  StoreSources sources = {0};
  *ret_used = false;
  TRY(store_sources(job, reader, symbol->id, STORE_ALL_KINDS, &sources));
  for (size_t i = 0; i < sources.len && !*ret_used; i++) {
    *ret_used = store_file_of(sources.items[i].symbol).value != symbol->file.value;
  }
  return OK;
}

/* Uses are looked for by edges, then by imports of the whole file, whose
 * names nobody can follow further. */
Err query_unused_exports(Job *job, StoreReader *reader, QueryUnused *ret_unused) {
  StoreFiles files;
  Map wholes;
  QueryUnused unused = {0};
  map_init(&wholes, job->arena);
  TRY(store_list_files(job, reader, STR_EMPTY, &files));
  TRY(find_wholes(job, reader, &files, &wholes));
  for (size_t i = 0; i < files.len; i++) {
    const StoreFile *file = &files.items[i];
    StoreSymbols symbols;
    if (file->skip.len) continue;
    unused.files++;
    if (file->is_test || !file->symbols) continue;
    TRY(job_check(job));
    TRY(store_list_symbols(job, reader, file->id, &symbols));
    bool is_whole = map_get(&wholes, id_key(job->arena, file->id));
    for (size_t s = 0; s < symbols.len; s++) {
      bool used = is_whole;
      if (!is_export(&symbols.items[s])) continue;
      unused.exports++;
      if (!used) TRY(is_used(job, reader, &symbols.items[s], &used));
      if (!used) *vec_add(job->arena, &unused) = symbols.items[s];
    }
  }
  *ret_unused = unused;
  return OK;
}
