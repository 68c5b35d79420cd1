/* fathom export: the graph as JSON, one object a line. */
#include <stdio.h>

#include "src/app/app_internal.h"
#include "src/base/idmap.h"
#include "src/base/vec.h"

#define LINE_MAX_BYTES ((size_t)1 << 20)
#define FLUSH_BYTES ((size_t)1 << 16)

/* What edges show of a symbol. */
typedef struct Shown {
  SymbolId id;
  uint32_t line;
  Str name;
  int64_t spelling; /* store_spelling of how calls name it */
} Shown;

typedef struct ShownFile {
  StoreFile file;
  Shown *symbols; /* by id */
  size_t count;
} ShownFile;

/* The names and lines of all symbols are held in memory, because an edge's
 * other end may be in any file; edges themselves go through file by file. */
typedef struct Export {
  Job *job;
  StoreReader *reader;
  ShownFile *files; /* by path */
  size_t file_count;
  ShownFile **by_id;
  size_t id_cap;
  Buf out;
  bool all;    /* not only what a graph of calls needs */
  bool open;   /* also calls that lead nowhere known */
  Idmap spelled; /* with `open`: places in `names` by spelling */
  VEC(Str) names;
  bool failed; /* standard output is gone */
} Export;

/* ---- lines ---- */

/* A reader that went away (`| head`) ends the export without a word. */
static void flush(Export *export) {
  if (export->out.len && fwrite(export->out.ptr, 1, export->out.len, stdout) != export->out.len) export->failed = true;
  buf_truncate(&export->out, 0);
}

/* The buffer may be a line longer than it is flushed at, and has room for
 * one. */
static void end_line(Export *export, JsonWriter *json) {
  json_end_object(json);
  buf_add_byte(&export->out, '\n');
  if (export->out.len > FLUSH_BYTES) flush(export);
}

/* Without a symbol it is the top of the file. */
static void write_end(JsonWriter *json, const char *role, Str path, const Shown *symbol) {
  json_field_object(json, role);
  json_field_str(json, "file", path);
  json_field_int(json, "line", symbol ? symbol->line : 0);
  json_field_str(json, "name", symbol ? symbol->name : STR("<module>"));
  json_end_object(json);
}

/* ---- symbols ---- */

/* No part of a graph of calls, and many. */
static bool is_local_variable(const StoreSymbol *symbol) {
  return (symbol->flags & DEF_LOCAL) && (symbol->kind == SYMBOL_VARIABLE || symbol->kind == SYMBOL_CONSTANT);
}

static void write_span(JsonWriter *json, const char *name, const Span *span) {
  json_field_array(json, name);
  const uint32_t numbers[] = {span->from, span->to, span->line, span->column, span->end_line, span->end_column};
  for (size_t i = 0; i < COUNT_OF(numbers); i++) json_int(json, numbers[i]);
  json_end_array(json);
}

static void write_details(JsonWriter *json, const StoreSymbol *symbol) {
  json_field_str(json, "container", symbol->container);
  json_field_str(json, "signature", symbol->signature);
  json_field_int(json, "flags", symbol->flags);
  json_field_int(json, "def", symbol->def);
  write_span(json, "span", &symbol->name_span);
  write_span(json, "full", &symbol->full);
  json_field_array(json, "doc");
  json_int(json, symbol->doc.from);
  json_int(json, symbol->doc.to);
  json_end_array(json);
}

static void write_def(Export *export, const StoreSymbol *symbol) {
  JsonWriter json;
  json_writer_init(&json, &export->out, 0);
  json_begin_object(&json);
  json_field_str(&json, "kind", STR("def"));
  json_field_str(&json, "file", symbol->path);
  json_field_int(&json, "line", symbol->name_span.line);
  json_field_str(&json, "name", symbol->name);
  json_field_str(&json, "symkind", str_from_c(symbol_kind_word(symbol->kind)));
  if (export->all) write_details(&json, symbol);
  end_line(export, &json);
}

static int by_id(const void *a, const void *b) {
  int64_t x = ((const Shown *)a)->id.value, y = ((const Shown *)b)->id.value;
  return x < y ? -1 : x > y;
}

/* In a scratch arena for each file: what is kept of a symbol is little. */
static Err take_symbols(Export *export, Job *scratch, ShownFile *shown) {
  StoreSymbols symbols;
  Arena *arena = export->job->arena;
  TRY(store_list_symbols(scratch, export->reader, shown->file.id, &symbols));
  shown->symbols = ARENA_ARRAY(arena, Shown, symbols.len + 1);
  shown->count = symbols.len;
  for (size_t i = 0; i < symbols.len; i++) {
    const StoreSymbol *symbol = &symbols.items[i];
    shown->symbols[i] = (Shown){symbol->id, symbol->name_span.line, str_copy(arena, symbol->name), store_spelling(store_called(scratch->arena, symbol))};
    if (export->all || !is_local_variable(symbol)) write_def(export, symbol);
  }
  qsort(shown->symbols, shown->count, sizeof(Shown), by_id);
  return OK;
}

static Err write_defs(Export *export) {
  Arena arena;
  Job scratch;
  arena_init(&arena);
  Err err = OK;
  for (size_t i = 0; i < export->file_count && !err && !export->failed; i++) {
    job_init(&scratch, &arena);
    err = take_symbols(export, &scratch, &export->files[i]);
    if (err) err = job_fail(export->job, err, "%.*s", STR_ARG(job_message(&scratch, err)));
    arena_reset(&arena);
  }
  arena_clear(&arena);
  return err;
}

/* ---- edges ---- */

/* False for what is not there (any more). */
static bool find_end(const Export *export, SymbolId id, Str *ret_path, const Shown **ret_symbol) {
  size_t file = (size_t)store_file_of(id).value;
  const ShownFile *shown = file < export->id_cap ? export->by_id[file] : NULL;
  if (!shown) return false;
  *ret_path = shown->file.path;
  *ret_symbol = NULL;
  if (!store_local_of(id)) return true;
  Shown key = {.id = id};
  *ret_symbol = bsearch(&key, shown->symbols, shown->count, sizeof(Shown), by_id);
  return *ret_symbol != NULL;
}

/* Where a heuristic edge was wired, when that is not the site. */
static void write_wired(const Export *export, JsonWriter *json, const StoreEdge *edge) {
  size_t file = (size_t)edge->wired_file.value;
  const ShownFile *shown = file && file < export->id_cap ? export->by_id[file] : NULL;
  if (!shown) return;
  json_field_object(json, "wired");
  json_field_str(json, "file", shown->file.path);
  json_field_int(json, "line", edge->wired_line);
  json_end_object(json);
}

/* Calls and what is only wired; with --all every kind. An edge whose other end
 * is gone is left out, as a reader could do nothing with it. */
static void write_edge(Export *export, const StoreEdge *edge) {
  const char *confidence = edge_rule_confidence(edge->rule);
  bool is_call = edge->kind == EDGE_CALLS || edge->kind == EDGE_INSTANTIATES;
  bool is_link = edge->kind == EDGE_LINKS || str_eq_c(STR("heuristic"), confidence);
  if (!export->all && ((!is_call && !is_link) || !store_local_of(edge->to))) return;
  Str from_path, to_path;
  const Shown *from, *to;
  if (!find_end(export, edge->from, &from_path, &from) || !find_end(export, edge->to, &to_path, &to)) return;
  JsonWriter json;
  json_writer_init(&json, &export->out, 0);
  json_begin_object(&json);
  json_field_str(&json, "kind", is_link ? STR("link") : is_call ? STR("call") : STR("edge"));
  write_end(&json, "caller", from_path, from);
  write_end(&json, "callee", to_path, to);
  json_field_object(&json, "site");
  json_field_str(&json, "file", from_path);
  json_field_int(&json, "line", edge->line);
  if (export->all) json_field_int(&json, "column", edge->column);
  json_end_object(&json);
  write_wired(export, &json, edge);
  if (is_link || export->all) json_field_str(&json, "edge", str_from_c(edge_kind_word(edge->kind)));
  json_field_str(&json, "rule", str_from_c(edge_rule_word(edge->rule)));
  json_field_str(&json, "confidence", str_from_c(confidence));
  end_line(export, &json);
}

/* After all definitions, so that a reader that goes through once knows both
 * ends. */
static Err write_edges(Export *export) {
  Arena arena;
  Job scratch;
  arena_init(&arena);
  Err err = OK;
  for (size_t i = 0; i < export->file_count && !err && !export->failed; i++) {
    StoreEdges edges = {0};
    job_init(&scratch, &arena);
    err = store_edges_of(&scratch, export->reader, export->files[i].file.id, STORE_ALL_KINDS, &edges);
    if (err) err = job_fail(export->job, err, "%.*s", STR_ARG(job_message(&scratch, err)));
    for (size_t e = 0; e < edges.len; e++) write_edge(export, &edges.items[e]);
    arena_reset(&arena);
  }
  arena_clear(&arena);
  return err;
}

/* ---- calls that lead nowhere ---- */

/* The store keeps how a call is spelled as a number; what no definition is
 * called has no name here, and then is hardly one of the project. */
static void note_spellings(Export *export) {
  idmap_init(&export->spelled, export->job->arena);
  for (size_t i = 0; i < export->file_count; i++) {
    for (size_t k = 0; k < export->files[i].count; k++) {
      Str name = export->files[i].symbols[k].name;
      uint64_t spelling = (uint64_t)export->files[i].symbols[k].spelling;
      if (idmap_has(&export->spelled, spelling)) continue;
      idmap_add(&export->spelled, spelling, (uint32_t)export->names.len);
      *vec_add(export->job->arena, &export->names) = name;
    }
  }
}

static int by_line(const void *a, const void *b) {
  const StoreOpenCall *x = a, *y = b;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  return (x->name > y->name) - (x->name < y->name);
}

static void write_open(Export *export, Str path, const StoreOpenCall *call) {
  uint32_t named = idmap_get(&export->spelled, (uint64_t)call->name);
  JsonWriter json;
  json_writer_init(&json, &export->out, 0);
  json_begin_object(&json);
  json_field_str(&json, "kind", STR("unresolved"));
  json_field_object(&json, "site");
  json_field_str(&json, "file", path);
  json_field_int(&json, "line", call->line);
  json_end_object(&json);
  if (named != IDMAP_NONE) json_field_str(&json, "name", export->names.items[named]);
  end_line(export, &json);
}

static Err write_open_calls(Export *export) {
  Err err = OK;
  note_spellings(export);
  for (size_t i = 0; i < export->file_count && !err && !export->failed; i++) {
    JOB_SCRATCH(export->job);
    StoreOpenCalls calls = {0};
    err = store_open_calls_in(export->job, export->reader, export->files[i].file.id, &calls);
    if (!err && calls.len) qsort(calls.items, calls.len, sizeof(*calls.items), by_line);
    for (size_t k = 0; !err && k < calls.len; k++) write_open(export, export->files[i].file.path, &calls.items[k]);
  }
  return err;
}

/* ---- all of it ---- */

/* By path, in which order everything is written: two exports of the same
 * graph are the same text, which is how they are compared. */
static Err list_files(Export *export) {
  StoreFiles files;
  Arena *arena = export->job->arena;
  TRY(store_list_files(export->job, export->reader, STR_EMPTY, &files));
  export->files = ARENA_ARRAY(arena, ShownFile, files.len + 1);
  for (size_t i = 0; i < files.len; i++) {
    if (files.items[i].skip.len) continue;
    export->files[export->file_count++].file = files.items[i];
    if ((size_t)files.items[i].id.value >= export->id_cap) export->id_cap = (size_t)files.items[i].id.value + 1;
  }
  export->by_id = ARENA_ARRAY(arena, ShownFile *, export->id_cap + 1);
  for (size_t i = 0; i < export->file_count; i++) export->by_id[export->files[i].file.id.value] = &export->files[i];
  return OK;
}

/* Only with --all, and first. */
static void write_files(Export *export) {
  for (size_t i = 0; i < export->file_count; i++) {
    const StoreFile *file = &export->files[i].file;
    JsonWriter json;
    json_writer_init(&json, &export->out, 0);
    json_begin_object(&json);
    json_field_str(&json, "kind", STR("file"));
    json_field_str(&json, "file", file->path);
    json_field_str(&json, "language", file->language);
    json_field_bool(&json, "test", file->is_test);
    json_field_bool(&json, "broken", file->broken);
    json_field_int(&json, "symbols", (int64_t)file->symbols);
    json_field_int(&json, "edges", (int64_t)file->edges);
    json_field_int(&json, "resolved", (int64_t)file->resolved);
    json_field_int(&json, "external", (int64_t)file->external);
    json_field_int(&json, "unresolved", (int64_t)file->unresolved);
    end_line(export, &json);
  }
}

static Err write_all(Export *export) {
  TRY(list_files(export));
  if (export->all) write_files(export);
  TRY(write_defs(export));
  TRY(write_edges(export));
  if (export->open) TRY(write_open_calls(export));
  flush(export);
  if (fflush(stdout)) export->failed = true;
  return export->failed ? job_fail(export->job, ERR_IO, "standard output could not be written") : OK;
}

static Err run(AppRun *run) {
  AUTO(Index) index = NULL;
  AppProgress progress = {0};
  Export export = {.job = run->job, .all = app_flag(run, "all"), .open = app_flag(run, "unresolved")};
  Str format = app_flag_value(run, "format");
  if (run->word_count > 1) return job_fail(run->job, ERR_USAGE, "export takes one directory at most");
  if (format.len && !str_eq(format, STR("jsonl"))) {
    return job_fail(run->job, ERR_USAGE, "--format %.*s: only jsonl is known", STR_ARG(format));
  }
  TRY(app_run_index(run, &index));
  app_progress_begin(&progress, run->job);
  Err err = index_build(run->job, index, false);
  app_progress_clear(&progress);
  if (err) return err;
  buf_init(&export.out, run->job->arena, LINE_MAX_BYTES);
  TRY(index_reader_take(run->job, index, &export.reader));
  err = write_all(&export);
  index_reader_return(index, export.reader);
  return err;
}

static const AppFlag flags[] = {
    {"format", "NAME", "How it is written: jsonl, one JSON object a line."},
    {"unresolved", NULL, "Also the places of calls whose target nobody could tell, where a definition bears their name with it."},
    {"all", NULL, "Files, edges of every kind (kind edge) and all that is known about each."},
    {0}};

const AppCommand app_command_export = {
    .name = "export",
    .usage = "[DIR]",
    .summary = "Write the graph to standard output.",
    .help = "Brings the index up to date and writes what it holds, one JSON object a line:\n"
            "definitions (kind def), calls (kind call, with the rule that found them and how sure it\n"
            "is) and what is only wired by convention (kind link). Paths are relative to DIR.",
    .flags = flags,
    .takes_options = true,
    .run = run,
};
