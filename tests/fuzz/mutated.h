/* A workspace whose index is changed behind its back while it is open, row by
 * row and byte by byte, and every tool that only reads asked about it. The
 * store has no reason to doubt its file: nothing is checked beforehand.
 * What is changed, and what is asked, comes from bytes: a fuzzer's, or those
 * of a seed. For the fuzzer tools_mutated and the unit test of the same name. */
#ifndef FATHOM_TESTS_MUTATED_H
#define FATHOM_TESTS_MUTATED_H

#include <fcntl.h>
#include <ftw.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/hash.h"
#include "src/base/vec.h"
#include "src/index/index.h"
#include "src/tools/kit/tool_internal.h"

#define MUTATED_OPS_MAX 12 /* changes at once */

/* Small repositories of the other tests, in several languages. */
static const char *const mutated_sources[] = {
    "tests/tools/repos/shop", "tests/tools/repos/ledger", "tests/tools/repos/relay", "tests/graphs/c-tables",
    "tests/graphs/c-macros", "tests/graphs/java-lookup", "tests/graphs/go-packages", "tests/graphs/typescript-classes",
    "tests/graphs/python-methods"};

typedef struct MutatedColumn {
  Str table, name;
} MutatedColumn;

typedef struct Mutated {
  Arena arena;
  Job job;
  char base[32];
  Str root, database, copy; /* `copy`: what a build made of the tree */
  Index *index;
  ToolRegistry *registry;
  ToolScope scope;
  VEC(MutatedColumn) columns;
  VEC(Str) words, paths; /* to ask for */
} Mutated;

static Mutated mutated;

/* ---- bytes that decide ---- */

typedef struct MutatedInput {
  const uint8_t *at, *end;
} MutatedInput;

static uint32_t mutated_take(MutatedInput *input, uint32_t limit) {
  uint32_t value = 0;
  for (uint32_t reach = 1; reach < limit && reach; reach <<= 8) {
    value = value << 8 | (input->at < input->end ? *input->at++ : 0);
  }
  return limit ? value % limit : 0;
}

/* ---- the workspace ---- */

static void mutated_must(Err err, const char *what) {
  if (!err) return;
  fprintf(stderr, "%s: %s: %.*s\n", what, err_name(err), STR_ARG(job_message(&mutated.job, err)));
  abort();
}

static int mutated_copy_entry(const char *path, const struct stat *stat, int flag, struct FTW *walk) {
  char to[512];
  (void)stat, (void)walk;
  snprintf(to, sizeof to, "%.*s/%s", STR_ARG(mutated.root), strchr(path + strlen("tests/"), '/') + 1);
  if (flag == FTW_D) return mkdir(to, 0755) && access(to, F_OK);
  char bytes[65536];
  FILE *in = fopen(path, "rb"), *out = fopen(to, "wb");
  if (!in || !out) return 1;
  size_t len = fread(bytes, 1, sizeof bytes, in);
  fwrite(bytes, 1, len, out);
  fclose(in);
  return fclose(out);
}

static int mutated_remove_entry(const char *path, const struct stat *stat, int flag, struct FTW *walk) {
  (void)stat, (void)flag, (void)walk;
  return remove(path);
}

static Err mutated_workspace(ToolScope *scope, ToolCall *call, Str path, Index **ret_index) {
  (void)scope, (void)call, (void)path;
  *ret_index = mutated.index;
  return OK;
}

/* ---- the file behind the index's back ---- */

static sqlite3 *mutated_open(void) {
  sqlite3 *db;
  if (sqlite3_open_v2(str_to_c(&mutated.arena, mutated.database), &db, SQLITE_OPEN_READWRITE, NULL)) abort();
  sqlite3_busy_timeout(db, 5000);
  return db;
}

/* What a row of one column holds, or the whole of it; errors are as good as no change. */
static bool mutated_run(sqlite3 *db, Str text, const Str *blob, int64_t number) {
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(db, text.ptr, (int)text.len, &statement, NULL)) return false;
  if (blob) sqlite3_bind_blob64(statement, 1, blob->len ? blob->ptr : "", blob->len, SQLITE_STATIC);
  else sqlite3_bind_int64(statement, 1, number);
  int code;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {}
  sqlite3_finalize(statement);
  return code == SQLITE_DONE;
}

static void mutated_each(sqlite3 *db, const char *text, void (*each)(sqlite3_stmt *row)) {
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(db, text, -1, &statement, NULL)) abort();
  while (sqlite3_step(statement) == SQLITE_ROW) each(statement);
  sqlite3_finalize(statement);
}

static Str mutated_column(sqlite3_stmt *row, int at) {
  return str_copy(&mutated.arena, str_from_c((const char *)sqlite3_column_text(row, at)));
}

static void mutated_add_column(sqlite3_stmt *row) {
  *vec_add(&mutated.arena, &mutated.columns) = (MutatedColumn){mutated_column(row, 0), mutated_column(row, 1)};
}

static void mutated_add_word(sqlite3_stmt *row) { *vec_add(&mutated.arena, &mutated.words) = mutated_column(row, 0); }
static void mutated_add_path(sqlite3_stmt *row) { *vec_add(&mutated.arena, &mutated.paths) = mutated_column(row, 0); }

/* Every table as a build left it, but of a generation of its own: what the
 * index keeps in memory is of another. */
static bool mutated_restore(sqlite3 *db) {
  static int64_t generation = 1000;
  Arena arena;
  Str last = STR_EMPTY;
  arena_init(&arena);
  Str attach = str_format(&arena, "ATTACH '%.*s' AS whole; BEGIN IMMEDIATE", STR_ARG(mutated.copy));
  bool is_good = !sqlite3_exec(db, str_to_c(&arena, attach), NULL, NULL, NULL);
  for (size_t i = 0; i < mutated.columns.len && is_good; i++) {
    Str table = mutated.columns.items[i].table;
    if (str_eq(table, last)) continue;
    last = table;
    Str text = str_format(&arena, "DELETE FROM main.%.*s; INSERT INTO main.%.*s SELECT * FROM whole.%.*s", STR_ARG(table),
                          STR_ARG(table), STR_ARG(table));
    is_good = !sqlite3_exec(db, str_to_c(&arena, text), NULL, NULL, NULL);
  }
  Str text = str_format(&arena, "UPDATE numbers SET value = %lld WHERE name = 'generation'; COMMIT; DETACH whole",
                        (long long)++generation);
  is_good = is_good && !sqlite3_exec(db, str_to_c(&arena, text), NULL, NULL, NULL);
  arena_clear(&arena);
  return is_good;
}

/* ---- changes ---- */

static const int64_t mutated_numbers[] = {
    0, 1, -1, 2, 3, 7, 255, 65535, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, INT32_MAX, (int64_t)INT32_MAX + 1, UINT32_MAX,
    (int64_t)UINT32_MAX + 1, (int64_t)1 << 43, ((int64_t)1 << 43) - 1, (int64_t)1 << 44, INT64_MAX, INT64_MAX - 1, INT64_MIN,
    INT64_MIN + 1, -(1 << 20), -((int64_t)1 << 43), (int64_t)1 << 62};

static const char *const mutated_texts[] = {
    "", "\x1b[31m\r\n\t", "../../../etc/passwd", "/etc/passwd", "\xff\xfe\xc0\xaf", ".", "/", "python", "nothing",
    "__init__.py", "\xe2\x80\xae", "9223372036854775807"};

/* Bytes of a row's column changed: flipped, cut, longer, others. A hash in
 * front, if it had one, is made right again half of the times. */
static Str mutated_bytes(Arena *arena, MutatedInput *input, Str old) {
  Buf bytes;
  buf_init(&bytes, arena, (size_t)1 << 24);
  bool is_hashed = old.len > 8 && mutated_take(input, 2);
  Str head = str_head(old, is_hashed ? 8 : 0), body = str_slice(old, head.len, old.len);
  char *copy = arena_copy(arena, body.len ? body.ptr : "", body.len);
  uint32_t how = mutated_take(input, 6), at = mutated_take(input, (uint32_t)body.len + 1);
  if (how <= 2 && body.len) copy[at % body.len] = (char)mutated_take(input, 256);
  if (how == 1 && body.len) copy[(at + 1) % body.len] = (char)mutated_take(input, 256);
  size_t len = how == 3 ? at : body.len;
  if (is_hashed) {
    uint64_t hash = hash_str((Str){copy, len});
    for (int i = 0; i < 8; i++) buf_add_byte(&bytes, (char)(hash >> (8 * i)));
  }
  buf_add(&bytes, (Str){copy, len});
  for (uint32_t i = 0; how == 4 && i < 1 + at % 16; i++) buf_add_byte(&bytes, (char)mutated_take(input, 256));
  for (uint32_t i = 0; how == 5 && i < 5; i++) buf_add_byte(&bytes, (char)0xff);
  return buf_str(&bytes);
}

/* Tables without numbers of their own for their rows. */
static const struct {
  const char *table, *key;
} mutated_keys[] = {{"words", "word, name"}, {"reverse", "target, file"}, {"numbers", "name"}};

static const char *mutated_key(Str table) {
  for (size_t i = 0; i < COUNT_OF(mutated_keys); i++) {
    if (str_eq_c(table, mutated_keys[i].table)) return mutated_keys[i].key;
  }
  return "rowid";
}

/* Some row: how to name it, and what it holds. False: there is none. */
static bool mutated_find(sqlite3 *db, Arena *arena, const MutatedColumn *column, MutatedInput *input, Str *ret_where,
                         Str *ret_old) {
  sqlite3_stmt *statement = NULL;
  int64_t rows = 0;
  Str text = str_format(arena, "SELECT count(*) FROM %.*s", STR_ARG(column->table));
  if (sqlite3_prepare_v2(db, text.ptr, (int)text.len, &statement, NULL)) return false;
  if (sqlite3_step(statement) == SQLITE_ROW) rows = sqlite3_column_int64(statement, 0);
  sqlite3_finalize(statement);
  if (!rows) return false;
  uint32_t nth = mutated_take(input, (uint32_t)rows);
  const char *key = mutated_key(column->table);
  *ret_where = str_format(arena, " WHERE (%s) = (SELECT %s FROM %.*s LIMIT 1 OFFSET %u)", key, key, STR_ARG(column->table), nth);
  text = str_format(arena, "SELECT %.*s FROM %.*s LIMIT 1 OFFSET %u", STR_ARG(column->name), STR_ARG(column->table), nth);
  if (sqlite3_prepare_v2(db, text.ptr, (int)text.len, &statement, NULL)) return false;
  if (sqlite3_step(statement) == SQLITE_ROW) {
    const char *bytes = sqlite3_column_blob(statement, 0);
    int len = sqlite3_column_bytes(statement, 0);
    *ret_old = bytes ? str_copy(arena, (Str){bytes, (size_t)len}) : STR_EMPTY;
  }
  sqlite3_finalize(statement);
  return true;
}

/* Each table as often as another, however many columns it has. */
static const MutatedColumn *mutated_choose(MutatedInput *input) {
  size_t from = mutated_take(input, (uint32_t)mutated.columns.len), first, end;
  const MutatedColumn *all = mutated.columns.items;
  uint32_t tables = 1, wanted;
  for (size_t i = 1; i < mutated.columns.len; i++) tables += !str_eq(all[i].table, all[i - 1].table);
  wanted = mutated_take(input, tables);
  for (first = 0; wanted; first++) wanted -= !str_eq(all[first + 1].table, all[first].table);
  for (end = first; end < mutated.columns.len && str_eq(all[end].table, all[first].table);) end++;
  return &all[first + from % (end - first)];
}

static void mutated_change_row(sqlite3 *db, Arena *arena, MutatedInput *input) {
  const MutatedColumn *column = mutated_choose(input);
  Str where, old = STR_EMPTY, bytes;
  uint32_t how = mutated_take(input, 8);
  if (!mutated_find(db, arena, column, input, &where, &old)) return;
  Str set = str_format(arena, "UPDATE OR IGNORE %.*s SET %.*s = ", STR_ARG(column->table), STR_ARG(column->name));
  switch (how) {
  case 0: /* a number that is too much for somebody */
    mutated_run(db, str_format(arena, "%.*s?1%.*s", STR_ARG(set), STR_ARG(where)), NULL,
                mutated_numbers[mutated_take(input, COUNT_OF(mutated_numbers))]);
    break;
  case 1: /* what is there, and a little more or less */
    mutated_run(db, str_format(arena, "%.*s%.*s + ?1%.*s", STR_ARG(set), STR_ARG(column->name), STR_ARG(where)), NULL,
                (int64_t)mutated_take(input, 256) - 128);
    break;
  case 2: /* another row's: the same twice, itself, round in a circle */
    mutated_run(db, str_format(arena, "%.*s(SELECT %.*s FROM %.*s LIMIT 1 OFFSET ?1)%.*s", STR_ARG(set), STR_ARG(column->name),
                               STR_ARG(column->table), STR_ARG(where)), NULL, mutated_take(input, 64));
    break;
  case 3: /* another type, or nothing */
    if (mutated_take(input, 2)) mutated_run(db, str_format(arena, "%.*sNULL%.*s", STR_ARG(set), STR_ARG(where)), NULL, 0);
    else {
      Str text = str_from_c(mutated_texts[mutated_take(input, COUNT_OF(mutated_texts))]);
      mutated_run(db, str_format(arena, "%.*sCAST(?1 AS TEXT)%.*s", STR_ARG(set), STR_ARG(where)), &text, 0);
    }
    break;
  case 4:
    mutated_run(db, str_format(arena, "DELETE FROM %.*s%.*s", STR_ARG(column->table), STR_ARG(where)), NULL, 0);
    break;
  default:
    bytes = mutated_bytes(arena, input, old);
    mutated_run(db, str_format(arena, "%.*s?1%.*s", STR_ARG(set), STR_ARG(where)), &bytes, 0);
  }
}

/* Bytes of the file itself; what connections have in memory stays. */
static void mutated_change_file(sqlite3 *db, Arena *arena, MutatedInput *input) {
  struct stat stat_of;
  sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
  int fd = open(str_to_c(arena, mutated.database), O_RDWR | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &stat_of)) abort();
  for (uint32_t i = 1 + mutated_take(input, 8); i; i--) {
    uint8_t byte = (uint8_t)mutated_take(input, 256);
    off_t at = (off_t)mutated_take(input, (uint32_t)stat_of.st_size);
    if (pwrite(fd, &byte, 1, at) != 1) abort();
  }
  close(fd);
}

static void mutated_change(sqlite3 *db, MutatedInput *input) {
  Arena arena;
  arena_init(&arena);
  uint32_t count = 1 + mutated_take(input, MUTATED_OPS_MAX);
  bool in_file = mutated_take(input, 16) == 0;
  if (in_file) mutated_change_file(db, &arena, input);
  sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
  for (uint32_t i = 0; i < count && !in_file; i++) mutated_change_row(db, &arena, input);
  sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
  arena_clear(&arena);
}

/* A file changes: what is stored has to be loaded, and written to. */
static void mutated_edit(MutatedInput *input) {
  Arena arena;
  arena_init(&arena);
  Str name = mutated.words.items[mutated_take(input, (uint32_t)mutated.words.len)];
  FILE *file = fopen(str_to_c(&arena, str_format(&arena, "%.*s/edited.py", STR_ARG(mutated.root))), "wb");
  if (!file) abort();
  fprintf(file, "def edited_%u():\n    return %.*s()\n", mutated_take(input, 256), STR_ARG(name));
  fclose(file);
  arena_clear(&arena);
}

/* ---- questions ---- */

static void mutated_fields(JsonWriter *writer, const ToolField *fields, MutatedInput *input);

static bool mutated_is_path(const ToolField *field) {
  Str name = str_from_c(field->name);
  return tool_is_path(field->type) || str_contains(name, STR("file")) || str_contains(name, STR("path"));
}

static void mutated_value(JsonWriter *writer, const ToolField *field, MutatedInput *input) {
  Str choices = field->choices ? str_from_c(field->choices) : STR_EMPTY;
  Str word = mutated_is_path(field) ? mutated.paths.items[mutated_take(input, (uint32_t)mutated.paths.len)]
                                    : mutated.words.items[mutated_take(input, (uint32_t)mutated.words.len)];
  int64_t number = field->min + (int64_t)mutated_take(input, 30);
  if (field->max >= field->min && field->max && number > field->max) number = field->max;
  for (uint32_t skip = choices.len ? mutated_take(input, 8) : 0; skip && str_find_byte(choices, '|') != STR_NONE; skip--) str_cut(&choices, '|');
  if (choices.len) word = str_cut(&choices, '|');
  switch (field->type) {
  case TOOL_STRING: case TOOL_PATH: case TOOL_WORKSPACE: json_str(writer, word); break;
  case TOOL_INTEGER: json_int(writer, number); break;
  case TOOL_NUMBER: json_int(writer, number > 1 ? 1 : number); break;
  case TOOL_BOOLEAN: json_bool(writer, mutated_take(input, 2)); break;
  case TOOL_STRINGS: json_begin_array(writer); json_str(writer, word); json_end_array(writer); break;
  case TOOL_OBJECT: json_begin_object(writer); mutated_fields(writer, field->fields, input); json_end_object(writer); break;
  case TOOL_OBJECTS:
    json_begin_array(writer);
    json_begin_object(writer);
    mutated_fields(writer, field->fields, input);
    json_end_object(writer);
    json_end_array(writer);
  }
}

/* What is needed, and some of what is not. */
static void mutated_fields(JsonWriter *writer, const ToolField *fields, MutatedInput *input) {
  for (const ToolField *field = fields; field && field->name; field++) {
    bool is_wanted = field->required || mutated_take(input, 4) == 0;
    if (!is_wanted || field->type == TOOL_WORKSPACE || str_eq(str_from_c(field->name), STR("cursor"))) continue;
    json_name(writer, str_from_c(field->name));
    mutated_value(writer, field, input);
  }
}

/* What the tool says does not matter: it says something, or what is wrong. */
static void mutated_ask(const Tool *tool, MutatedInput *input) {
  Arena arena;
  Job job;
  Buf text;
  JsonWriter writer;
  const Json *args;
  ToolResult result;
  arena_init(&arena);
  job_init(&job, &arena);
  buf_init(&text, &arena, 1u << 20);
  json_writer_init(&writer, &text, 0);
  json_begin_object(&writer);
  mutated_fields(&writer, tool->args, input);
  json_end_object(&writer);
  mutated_must(json_read(&job, buf_str(&text), NULL, &args), "arguments");
  Err err = tool_run_found(&job, &mutated.scope, NULL, tool, args, &result);
  if (err && !job_message(&job, err).len) abort();
  arena_clear(&arena);
}

/* Those that ask a language server first ask the graph when there is none. */
static const Tool *mutated_tool(MutatedInput *input) {
  uint32_t at = mutated_take(input, (uint32_t)tool_registry_count);
  while (!(tool_registry[at]->flags & TOOL_READ_ONLY)) at = (at + 1) % (uint32_t)tool_registry_count;
  return tool_registry[at];
}

/* ---- all of it ---- */

static void mutated_setup(void) {
  arena_init(&mutated.arena);
  job_init(&mutated.job, &mutated.arena);
  snprintf(mutated.base, sizeof mutated.base, "/tmp/fathom-mutated-XXXXXX");
  if (!mkdtemp(mutated.base)) abort();
  mutated.root = str_format(&mutated.arena, "%s/tree", mutated.base);
  mutated.copy = str_format(&mutated.arena, "%s/whole.sqlite", mutated.base);
  mkdir(str_to_c(&mutated.arena, mutated.root), 0755);
  mkdir(str_to_c(&mutated.arena, str_format(&mutated.arena, "%.*s/repos", STR_ARG(mutated.root))), 0755);
  for (size_t i = 0; i < COUNT_OF(mutated_sources); i++) {
    if (nftw(mutated_sources[i], mutated_copy_entry, 16, FTW_PHYS)) abort();
  }
  IndexOptions options = {.root = mutated.root, .in_cache = true, .cache_dir = str_from_c(mutated.base), .workers = 1,
                          .dependency_files = 200};
  IndexStatus status;
  mutated_must(index_open(&mutated.job, &options, &mutated.index), "open");
  mutated_must(index_refresh(&mutated.job, mutated.index), "refresh");
  mutated_must(index_status(&mutated.job, mutated.index, &status), "status");
  mutated.database = str_copy(&mutated.arena, status.location);
  mutated.registry = tool_registry_open();
  mutated.scope = (ToolScope){.registry = mutated.registry, .directory = mutated.root, .workspace = mutated_workspace};
  sqlite3 *db = mutated_open();
  Str keep = str_format(&mutated.arena, "VACUUM INTO '%.*s'", STR_ARG(mutated.copy));
  if (sqlite3_exec(db, str_to_c(&mutated.arena, keep), NULL, NULL, NULL)) abort();
  mutated_each(db, "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' ORDER BY 1",
               mutated_add_column);
  mutated_each(db, "SELECT text FROM names ORDER BY text", mutated_add_word);
  mutated_each(db, "SELECT path FROM files WHERE skip = '' ORDER BY path", mutated_add_path);
  sqlite3_close(db);
}

static void mutated_teardown(void) {
  index_close(mutated.index);
  tool_registry_close(mutated.registry);
  nftw(mutated.base, mutated_remove_entry, 16, FTW_DEPTH | FTW_PHYS);
  arena_clear(&mutated.arena);
}

/* As it was built. A file that cannot even be written to goes, and is made anew. */
static sqlite3 *mutated_whole(Job *job) {
  if (index_refresh(job, mutated.index)) job_forgive(job);
  sqlite3 *db = mutated_open();
  if (mutated_restore(db)) return db;
  sqlite3_close(db);
  unlink(str_to_c(job->arena, mutated.database));
  mutated_must(index_refresh(job, mutated.index), "refresh without a file");
  db = mutated_open();
  if (!mutated_restore(db)) abort();
  return db;
}

/* One input: the index as it was built, changed, and asked twice. What the
 * first answer noticed the second one finds mended. */
static void mutated_round(const uint8_t *data, size_t size) {
  MutatedInput input = {data, data + size};
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  sqlite3 *db = mutated_whole(&job);
  const Tool *tool = mutated_tool(&input);
  bool is_edited = mutated_take(&input, 4) == 0;
  mutated_change(db, &input);
  if (is_edited) mutated_edit(&input);
  MutatedInput again = input;
  mutated_ask(tool, &input);
  mutated_ask(tool, &again);
  sqlite3_close(db);
  arena_clear(&arena);
}

#endif
