/* What a changed file costs inside the process, beside its floor: reading and
 * parsing it and committing as many rows to SQLite as the index has of it, in a
 * database with as many of every other file. bench/update drives it.
 * usage: update DIRECTORY CACHE LIBRARY [nofloor] < paths that were just changed
 * Answers each line with microseconds: of the refresh, the CPU time in it, and
 * the same of the floor; before that one line with those of the first refresh. */
#include <sqlite3.h>
#include <stdio.h>
#include <time.h>

#include "src/index/index.h"
#include "src/os/root.h"
#include "src/parse/parse.h"
#include "src/scan/scan.h"

typedef struct Bench {
  Arena arena; /* of one line */
  Job job;
  Root *root;
  Index *index;
  Parser *parser;
  sqlite3 *db;
  sqlite3_stmt *statements[4];
} Bench;

enum { SYMBOLS_REMOVE, SYMBOL_ADD, EDGES_REMOVE, EDGE_ADD };
static const char *const texts[] = {
    "DELETE FROM symbols WHERE id >= ?1 AND id < ?2", "INSERT INTO symbols VALUES(?1, ?2, ?3)",
    "DELETE FROM edges WHERE source >= ?1 AND source < ?2", "INSERT OR IGNORE INTO edges VALUES(?1, ?2, ?3)"};

static void must(Bench *bench, Err err, const char *what) {
  if (!err) return;
  fprintf(stderr, "update: %s: %.*s\n", what, STR_ARG(job_message(&bench->job, err)));
  exit(1);
}

typedef struct Took {
  int64_t wall, cpu; /* microseconds */
} Took;

static int64_t clock_us(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static Took now(void) { return (Took){clock_us(CLOCK_MONOTONIC), clock_us(CLOCK_PROCESS_CPUTIME_ID)}; }

static Took since(Took began) {
  Took end = now();
  return (Took){end.wall - began.wall, end.cpu - began.cpu};
}

static void run(Bench *bench, const char *sql) {
  if (sqlite3_exec(bench->db, sql, NULL, NULL, NULL) == SQLITE_OK) return;
  fprintf(stderr, "update: %s: %s\n", sql, sqlite3_errmsg(bench->db));
  exit(1);
}

static void run_statement(Bench *bench, int which, int64_t a, int64_t b, Str text, int64_t c) {
  sqlite3_stmt *s = bench->statements[which];
  sqlite3_bind_int64(s, 1, a);
  sqlite3_bind_int64(s, 2, b);
  if (text.ptr) sqlite3_bind_text(s, 3, text.ptr, (int)text.len, SQLITE_STATIC);
  else if (which == EDGE_ADD) sqlite3_bind_int64(s, 3, c);
  if (sqlite3_step(s) != SQLITE_DONE) must(bench, ERR_IO, sqlite3_errmsg(bench->db));
  sqlite3_reset(s);
}

/* Symbols by name, edges by both ends: as plain as it can be. */
static void open_floor(Bench *bench, const char *path) {
  if (sqlite3_open(path, &bench->db) != SQLITE_OK) must(bench, ERR_IO, "the floor's database cannot be opened");
  run(bench, "PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
             "CREATE TABLE symbols(id INTEGER PRIMARY KEY, line INTEGER, name TEXT);"
             "CREATE INDEX by_name ON symbols(name);"
             "CREATE TABLE edges(source INTEGER, target INTEGER, line INTEGER, PRIMARY KEY(source, target, line)) WITHOUT ROWID;"
             "CREATE INDEX by_target ON edges(target)");
  for (size_t i = 0; i < COUNT_OF(texts); i++) {
    if (sqlite3_prepare_v2(bench->db, texts[i], -1, &bench->statements[i], NULL)) must(bench, ERR_IO, texts[i]);
  }
}

static void put_rows(Bench *bench, FileId file, const StoreSymbols *symbols, const StoreEdges *edges) {
  int64_t first = store_symbol_id(file, 0).value, last = store_symbol_id((FileId){file.value + 1}, 0).value;
  run_statement(bench, SYMBOLS_REMOVE, first, last, (Str){NULL, 0}, 0);
  run_statement(bench, EDGES_REMOVE, first, last, (Str){NULL, 0}, 0);
  for (size_t i = 0; i < symbols->len; i++) {
    const StoreSymbol *one = &symbols->items[i];
    run_statement(bench, SYMBOL_ADD, one->id.value, one->name_span.line, one->name, 0);
  }
  for (size_t i = 0; i < edges->len; i++) {
    const StoreEdge *one = &edges->items[i];
    run_statement(bench, EDGE_ADD, one->from.value, one->to.value, (Str){NULL, 0}, one->line);
  }
}

static void read_rows(Bench *bench, FileId file, StoreSymbols *symbols, StoreEdges *edges) {
  StoreReader *reader;
  must(bench, index_reader_take(&bench->job, bench->index, &reader), "the index cannot be read");
  must(bench, store_list_symbols(&bench->job, reader, file, symbols), "symbols");
  must(bench, store_edges_of(&bench->job, reader, file, STORE_ALL_KINDS, edges), "edges");
  index_reader_return(bench->index, reader);
}

static void list_files(Bench *bench, Str path, StoreFiles *files) {
  StoreReader *reader;
  must(bench, index_reader_take(&bench->job, bench->index, &reader), "the index cannot be read");
  must(bench, store_list_files(&bench->job, reader, path, files), "files");
  index_reader_return(bench->index, reader);
}

static void fill_floor(Bench *bench) {
  StoreFiles files;
  list_files(bench, STR_EMPTY, &files);
  run(bench, "BEGIN");
  for (size_t i = 0; i < files.len; i++) {
    StoreSymbols symbols;
    StoreEdges edges = {0};
    read_rows(bench, files.items[i].id, &symbols, &edges);
    put_rows(bench, files.items[i].id, &symbols, &edges);
  }
  run(bench, "COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
}

static Took time_index(Bench *bench) {
  Took began = now();
  must(bench, index_refresh(&bench->job, bench->index), "the refresh failed");
  return since(began);
}

static Took time_floor(Bench *bench, Str path) {
  StoreFiles files;
  StoreSymbols symbols;
  StoreEdges edges = {0};
  Str text;
  Syntax syntax;
  list_files(bench, path, &files);
  if (files.len != 1) must(bench, ERR_NOT_FOUND, "a path is not indexed");
  read_rows(bench, files.items[0].id, &symbols, &edges);
  Took began = now();
  must(bench, root_read(&bench->job, bench->root, path, SCAN_MAX_BYTES, &text), "read");
  const Language *language = language_for_file(path, text);
  must(bench, parse_text(&bench->job, bench->parser, language, text, &bench->arena, &syntax), "parse");
  run(bench, "BEGIN IMMEDIATE");
  put_rows(bench, files.items[0].id, &symbols, &edges);
  run(bench, "COMMIT");
  return since(began);
}

static void open_index(Bench *bench, char **argv) {
  IndexOptions options = {.root = str_from_c(argv[1]), .in_cache = true, .cache_dir = str_from_c(argv[2]),
                          .library_folder = str_from_c(argv[3]), .patience_ms = 600000};
  must(bench, root_open(&bench->job, options.root, &bench->root), "no such directory");
  must(bench, index_open(&bench->job, &options, &bench->index), "the index cannot be opened");
  bench->parser = parse_open();
}

static void tell(Took ours, Took floor) {
  printf("%lld %lld %lld %lld\n", (long long)ours.wall, (long long)ours.cpu, (long long)floor.wall, (long long)floor.cpu);
  fflush(stdout);
}

static void next_line(Bench *bench) {
  arena_reset(&bench->arena);
  job_init(&bench->job, &bench->arena);
}

int main(int argc, char **argv) {
  static Bench bench;
  char line[4096];
  if (argc < 4) {
    fprintf(stderr, "usage: update DIRECTORY CACHE LIBRARY [nofloor] < paths\n");
    return 2;
  }
  arena_init(&bench.arena);
  next_line(&bench);
  open_index(&bench, argv);
  Took start = time_index(&bench);
  open_floor(&bench, str_to_c(&bench.arena, str_format(&bench.arena, "%s/floor.sqlite", argv[2])));
  if (argc == 4) fill_floor(&bench);
  tell(start, (Took){0});
  while (next_line(&bench), fgets(line, sizeof line, stdin)) {
    Took ours = time_index(&bench);
    tell(ours, time_floor(&bench, str_trim(str_from_c(line))));
  }
  for (size_t i = 0; i < COUNT_OF(texts); i++) sqlite3_finalize(bench.statements[i]);
  sqlite3_close(bench.db);
  parse_close(bench.parser);
  index_close(bench.index);
  root_close(bench.root);
  arena_clear(&bench.arena);
  return 0;
}
