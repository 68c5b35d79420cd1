/* The floor of indexing a tree: read its files, parse them with the parser as
 * it comes (gcc -O2, malloc, one parser), put symbols and edges into SQLite with
 * indexes and FTS5. Nothing is extracted or resolved: the rows are made up, in
 * the amounts and with the names that such code has. CPU seconds per phase,
 * the least of the rounds; our own parse of the same files stands beside it, and
 * what extracting takes. --bare leaves those two out, so that a profiler, and
 * "process", which is all of this process with its start, count the floor alone.
 * Files whose grammar is a module are left out, unless --modules is given; with
 * --language only files of that language count. --list prints their paths and
 * does nothing else.
 * usage: floor [--rounds N] [--symbols N] [--edges N] [--modules] [--language NAME] [--bare] [--json | --list] DIRECTORY
 *        floor [options] - < list of files */
#include "tests/unit/parse_stock.h"

#include <sqlite3.h>
#include <time.h>
#include <unistd.h>

#include "src/extract/extract.h"
#include "src/os/root.h"
#include "src/parse/parse_internal.h"
#include "src/scan/scan.h"

/* As in indexes of real code: a symbol per 400 bytes, an edge per 120. */
enum { BYTES_PER_SYMBOL = 400, BYTES_PER_EDGE = 120 };

typedef struct Source {
  Str path;
  Str text;
  Str plain; /* what the stock grammar can take of the text */
  const Language *language;
  const TSLanguage *stock;
} Source;

typedef enum { READ, PARSE, INSERT, INDEX, PARSE_OURS, EXTRACT, PHASES } Phase;
static const char *const phase_names[PHASES] = {"read", "parse", "insert", "index", "parse_ours", "extract"};

typedef struct Options {
  const char *place; /* a directory, or "-" */
  const Language *language; /* NULL: all */
  uint64_t rounds, symbols, edges;
  bool modules, bare, json, list;
} Options;

typedef struct Floor {
  Arena lasting;
  VEC(Str) listed; /* paths from the standard input */
  Arena arena;     /* of a round, as all that follows */
  Job job;
  VEC(Source) sources;
  size_t bytes;
  uint64_t symbols, edges;
  double seconds[PHASES];
  size_t database; /* bytes */
  const Language *wanted; /* NULL: all */
  bool has_modules;
} Floor;

static double cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void note_seconds(Floor *floor, Phase phase, double took) {
  if (floor->seconds[phase] == 0 || took < floor->seconds[phase]) floor->seconds[phase] = took;
}

static void note(Floor *floor, Phase phase, double from) {
  note_seconds(floor, phase, cpu_seconds() - from);
}

static void fail(const char *what) {
  fprintf(stderr, "floor: %s\n", what);
  exit(1);
}

/* ---- the files ---- */

/* A language without a grammar of its own name is read with another one's. */
static const TSLanguage *stock_of(Floor *floor, const Language *language, bool *ret_lent) {
  const StockGrammar *lent = NULL;
  for (size_t i = 0; language->grammar && i < COUNT_OF(stock_grammars); i++) {
    const Language *other = language_find(str_from_c(stock_grammars[i].name));
    if (other == language) return stock_grammars[i].stock();
    if (other && other->grammar == language->grammar) lent = &stock_grammars[i];
  }
  *ret_lent = lent;
  if (lent) return lent->stock();
  const TSLanguage *tables = NULL;
  if (floor->has_modules && !language->grammar && parse_load_module(&floor->job, language->name, &tables)) job_forgive(&floor->job);
  return tables;
}

static void add_source(Floor *floor, Str path, Str text, const Language *language) {
  if (scan_judge_text(path, text, &language)) return;
  if (floor->wanted && language != floor->wanted) return;
  bool lent = false;
  const TSLanguage *stock = language ? stock_of(floor, language, &lent) : NULL;
  if (!stock) return;
  Str plain = lent && language->reading ? language->reading(&floor->arena, text) : text;
  *vec_add(&floor->arena, &floor->sources) = (Source){path, text, plain, language, stock};
  floor->bytes += text.len;
}

static void read_directory(Floor *floor, Str directory) {
  Root *root;
  ScanFiles files = {0};
  if (root_open(&floor->job, directory, &root)) fail("no such directory");
  if (scan_path(&floor->job, root, STR(""), NULL, &files)) fail("the directory cannot be scanned");
  for (size_t i = 0; i < files.len; i++) {
    Str text;
    if (files.items[i].skip) continue;
    if (root_read(&floor->job, root, files.items[i].path, SCAN_MAX_BYTES, &text)) {
      job_forgive(&floor->job);
    } else {
      add_source(floor, files.items[i].path, text, files.items[i].language);
    }
  }
  root_close(root);
}

static void list_files(Floor *floor) {
  char line[4096];
  while (fgets(line, sizeof line, stdin)) {
    *vec_add(&floor->lasting, &floor->listed) = str_copy(&floor->lasting, str_trim(str_from_c(line)));
  }
}

static void read_listed(Floor *floor) {
  for (size_t i = 0; i < floor->listed.len; i++) {
    Str path = floor->listed.items[i];
    const Language *language = language_for_file(path, STR_EMPTY);
    Str text;
    if (!language) continue;
    if (file_read(&floor->job, path, SCAN_MAX_BYTES, &text)) {
      job_forgive(&floor->job);
    } else {
      add_source(floor, path, text, language);
    }
  }
}

/* ---- the parsers ---- */

static void parse_stock(Floor *floor) {
  TSParser *parser = ts_parser_new();
  for (size_t i = 0; i < floor->sources.len; i++) {
    const Source *source = &floor->sources.items[i];
    ts_parser_set_language(parser, source->stock);
    TSTree *tree =
        ts_parser_parse_string(parser, NULL, source->plain.ptr, (uint32_t)source->plain.len);
    if (!tree) fail("a file was not parsed");
    ts_tree_delete(tree);
  }
  ts_parser_delete(parser);
}

/* With the flat tree that everything else in the program walks, and then the
 * walk that makes facts of it. */
static void read_as_ours(Floor *floor) {
  Arena arena;
  arena_init(&arena);
  AUTO(Parser) parser = parse_open();
  AUTO(Names) names = names_open();
  double parsing = 0, extracting = 0;
  for (size_t i = 0; i < floor->sources.len; i++) {
    const Source *source = &floor->sources.items[i];
    Job job;
    Syntax syntax;
    Facts facts;
    job_init(&job, &arena);
    double from = cpu_seconds();
    Err err = parse_text(&job, parser, source->language, source->text, &arena, &syntax);
    double parsed = cpu_seconds();
    parsing += parsed - from;
    if (!err) err = extract_facts(&job, &arena, names, &(LanguageFile){source->language, &syntax, source->path}, &facts);
    extracting += cpu_seconds() - parsed;
    if (err) fprintf(stderr, "%.*s: %.*s\n", STR_ARG(source->path), STR_ARG(job.message));
    arena_reset(&arena);
  }
  arena_clear(&arena);
  note_seconds(floor, PARSE_OURS, parsing);
  note_seconds(floor, EXTRACT, extracting);
}

/* ---- the database ---- */

static void run(sqlite3 *db, const char *sql) {
  char *message = NULL;
  if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK) fail(message);
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql) {
  sqlite3_stmt *statement;
  if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) fail(sqlite3_errmsg(db));
  return statement;
}

static void step(sqlite3_stmt *statement) {
  if (sqlite3_step(statement) != SQLITE_DONE) fail("a row was not inserted");
  sqlite3_reset(statement);
}

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The first word from a place on: names are as long and as repetitive as real ones. */
static Str word_at(Str text, size_t at) {
  while (at < text.len && is_word(text.ptr[at])) at++;
  while (at < text.len && !is_word(text.ptr[at])) at++;
  size_t end = at;
  while (end < text.len && is_word(text.ptr[end])) end++;
  return at < end ? str_slice(text, at, end) : STR("main");
}

static void insert_symbols(const Floor *floor, sqlite3 *db) {
  sqlite3_stmt *statement = prepare(db, "INSERT INTO symbols VALUES (?,?,?,?,?,?)");
  uint64_t done = 0;
  for (size_t i = 0; i < floor->sources.len; i++) {
    Str text = floor->sources.items[i].text;
    uint64_t until = (i + 1 == floor->sources.len) ? floor->symbols
                     : done + floor->symbols * text.len / (floor->bytes ? floor->bytes : 1);
    uint64_t count = until > done ? until - done : 0;
    for (uint64_t k = 0; k < count; k++) {
      size_t at = (size_t)(k * text.len / count);
      Str name = word_at(text, at);
      sqlite3_bind_int64(statement, 1, (sqlite3_int64)++done);
      sqlite3_bind_text(statement, 2, name.ptr, (int)name.len, SQLITE_STATIC);
      sqlite3_bind_int64(statement, 3, (sqlite3_int64)(k % 20));
      sqlite3_bind_int64(statement, 4, (sqlite3_int64)i);
      sqlite3_bind_int64(statement, 5, (sqlite3_int64)(at / 30));
      sqlite3_bind_int64(statement, 6, (sqlite3_int64)(at / 30 + 12));
      step(statement);
    }
  }
  sqlite3_finalize(statement);
}

/* Most edges stay near their source; some lead anywhere. */
static void insert_edges(const Floor *floor, sqlite3 *db) {
  sqlite3_stmt *statement = prepare(db, "INSERT OR IGNORE INTO edges VALUES (?,?,?,?)");
  uint64_t random = 88172645463325252u;
  for (uint64_t i = 0; i < floor->edges; i++) {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    uint64_t source = i * floor->symbols / floor->edges;
    uint64_t target = random % 4 ? source + random % 200 : random / 4;
    sqlite3_bind_int64(statement, 1, (sqlite3_int64)(source + 1));
    sqlite3_bind_int64(statement, 2, (sqlite3_int64)(target % floor->symbols + 1));
    sqlite3_bind_int64(statement, 3, (sqlite3_int64)(random >> 40 & 3));
    sqlite3_bind_int64(statement, 4, (sqlite3_int64)(i % 2000));
    step(statement);
  }
  sqlite3_finalize(statement);
}

static void fill_database(Floor *floor) {
  char path[] = "/tmp/fathom-floor-XXXXXX";
  int fd = mkstemp(path);
  if (fd < 0) fail("no temporary file");
  close(fd);
  sqlite3 *db;
  if (sqlite3_open(path, &db) != SQLITE_OK) fail("no database");
  double from = cpu_seconds();
  run(db, "PRAGMA page_size=8192; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
          "CREATE TABLE symbols(id INTEGER PRIMARY KEY, name TEXT, kind INT, file INT, line INT, end INT);"
          "CREATE TABLE edges(source INT, target INT, kind INT, line INT,"
          " PRIMARY KEY(source, target, kind, line)) WITHOUT ROWID;"
          "BEGIN");
  insert_symbols(floor, db);
  if (floor->symbols) insert_edges(floor, db);
  run(db, "COMMIT");
  note(floor, INSERT, from);
  from = cpu_seconds();
  run(db, "BEGIN;"
          "CREATE INDEX symbols_name ON symbols(name); CREATE INDEX symbols_file ON symbols(file);"
          "CREATE INDEX edges_target ON edges(target, source);"
          "CREATE VIRTUAL TABLE names USING fts5(name, content='symbols', content_rowid='id');"
          "INSERT INTO names(names) VALUES('rebuild');"
          "COMMIT");
  note(floor, INDEX, from);
  sqlite3_close(db);
  FILE *file = fopen(path, "rb");
  long size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : 0;
  if (file) fclose(file);
  unlink(path);
  floor->database = (size_t)size;
}

/* ---- the report ---- */

static void report(const Floor *floor, bool json) {
  double total = 0;
  for (Phase phase = READ; phase <= INDEX; phase++) total += floor->seconds[phase];
  if (json) {
    printf("{\"files\":%zu,\"bytes\":%zu,\"symbols\":%llu,\"edges\":%llu,\"database\":%zu",
           floor->sources.len, floor->bytes, (unsigned long long)floor->symbols,
           (unsigned long long)floor->edges, floor->database);
    for (int phase = 0; phase < PHASES; phase++) {
      printf(",\"%s\":%.4f", phase_names[phase], floor->seconds[phase]);
    }
    printf(",\"total\":%.4f,\"process\":%.4f}\n", total, cpu_seconds());
    return;
  }
  printf("%zu files, %.2f MB, %llu symbols, %llu edges, database %.1f MB; CPU seconds:\n",
         floor->sources.len, (double)floor->bytes / 1e6, (unsigned long long)floor->symbols,
         (unsigned long long)floor->edges, (double)floor->database / 1e6);
  for (Phase phase = READ; phase <= INDEX; phase++) {
    printf("  %-10s %8.3f\n", phase_names[phase], floor->seconds[phase]);
  }
  printf("  %-10s %8.3f\n", "total", total);
  if (floor->seconds[PARSE_OURS] == 0) return;
  printf("  our parse  %8.3f (%.2f times as fast, %.1f MB/s)\n", floor->seconds[PARSE_OURS],
         floor->seconds[PARSE] / floor->seconds[PARSE_OURS],
         (double)floor->bytes / 1e6 / floor->seconds[PARSE_OURS]);
  printf("  extracting %8.3f (%.1f %% of our parse)\n", floor->seconds[EXTRACT],
         100 * floor->seconds[EXTRACT] / floor->seconds[PARSE_OURS]);
}

static uint64_t number(const char *digits) {
  int64_t value;
  if (!digits || !str_to_int(str_from_c(digits), &value) || value < 0) fail("a number is expected");
  return (uint64_t)value;
}

static Options read_options(int argc, char **argv) {
  Options options = {.rounds = 3};
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--rounds") == 0) {
      options.rounds = number(argv[++i]);
    } else if (strcmp(argv[i], "--symbols") == 0) {
      options.symbols = number(argv[++i]);
    } else if (strcmp(argv[i], "--edges") == 0) {
      options.edges = number(argv[++i]);
    } else if (strcmp(argv[i], "--json") == 0) {
      options.json = true;
    } else if (strcmp(argv[i], "--modules") == 0) {
      options.modules = true;
    } else if (strcmp(argv[i], "--language") == 0) {
      options.language = language_find(str_from_c(argv[++i] ? argv[i] : ""));
      if (!options.language) fail("no such language");
    } else if (strcmp(argv[i], "--bare") == 0) {
      options.bare = true;
    } else if (strcmp(argv[i], "--list") == 0) {
      options.list = true;
    } else {
      options.place = argv[i];
    }
  }
  if (!options.place) fail("usage: floor [--rounds N] [--symbols N] [--edges N] [--modules] [--language NAME] [--bare] [--json | --list] DIRECTORY|-");
  return options;
}

static void run_round(Floor *floor, const Options *options) {
  arena_clear(&floor->arena);
  job_init(&floor->job, &floor->arena);
  floor->sources.items = NULL;
  floor->sources.len = floor->sources.cap = floor->bytes = 0;

  double from = cpu_seconds();
  if (strcmp(options->place, "-") == 0) {
    read_listed(floor);
  } else {
    read_directory(floor, str_from_c(options->place));
  }
  note(floor, READ, from);
  if (options->list) {
    for (size_t i = 0; i < floor->sources.len; i++) printf("%.*s\n", STR_ARG(floor->sources.items[i].path));
    return;
  }
  floor->symbols = options->symbols ? options->symbols : floor->bytes / BYTES_PER_SYMBOL;
  floor->edges = options->edges ? options->edges : floor->bytes / BYTES_PER_EDGE;

  from = cpu_seconds();
  parse_stock(floor);
  note(floor, PARSE, from);
  if (!options->bare) read_as_ours(floor);
  fill_database(floor);
}

int main(int argc, char **argv) {
  static Floor floor;
  Options options = read_options(argc, argv);
  floor.has_modules = options.modules;
  floor.wanted = options.language;
  arena_init(&floor.lasting);
  arena_init(&floor.arena);
  if (strcmp(options.place, "-") == 0) list_files(&floor);
  uint64_t rounds = options.list ? 1 : options.rounds;
  for (uint64_t round = 0; round < rounds; round++) run_round(&floor, &options);
  if (!options.list) report(&floor, options.json);
  arena_clear(&floor.arena);
  arena_clear(&floor.lasting);
  return 0;
}
