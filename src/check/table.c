/* Reads the table of checkers. Strict: a row that is not understood is a fault
 * of the table, not something to work around. */
#include "src/check/check_internal.h"

enum { COLUMN_NAME, COLUMN_DOES, COLUMN_LANGUAGE, COLUMN_FILES, COLUMN_MARKERS, COLUMN_COMMAND, COLUMN_SOME, COLUMN_ALL,
       COLUMN_FORMAT, COLUMN_EXITS, COLUMN_TESTED, COLUMN_INSTALL, COLUMN_COUNT };

static const char *const column_names[] = {"name", "does", "language", "files", "markers", "command", "some", "all",
                                           "format", "exits", "tested", "install"};
static const char *const kind_names[CHECK_KINDS] = {"lint", "build", "test"};

/* A line being read. `tool` is filled column by column and taken into the
 * table only when all of them were understood. */
typedef struct Row {
  Job *job;
  size_t line;
  Str columns[COLUMN_COUNT];
  CheckTool *tool;
} Row;

/* The line's number and the column's name, because the user's own table is
 * mended by hand. */
static Err broken(const Row *row, int column, const char *accepted) {
  return job_fail(row->job, ERR_SYNTAX, "checkers, line %zu, %s '%.*s': %s", row->line, column_names[column],
                  STR_ARG(str_shown(row->job->arena, row->columns[column], 200)), accepted);
}

/* Every column must be written, `-` where it has nothing: a tab that an editor
 * ate is found this way. */
static Err split_columns(Row *row, Str line) {
  size_t count = str_split(line, '\t', row->columns, COLUMN_COUNT);
  for (int i = 0; i < COLUMN_COUNT && (size_t)i < count; i++) {
    if (!row->columns[i].len) return broken(row, i, "takes '-' where there is nothing");
    if (str_eq_c(row->columns[i], "-")) row->columns[i] = STR_EMPTY;
  }
  if (count == COLUMN_COUNT) return OK;
  return job_fail(row->job, ERR_SYNTAX, "checkers, line %zu: has %zu columns instead of %d", row->line, count, COLUMN_COUNT);
}

/* Words with one separator between; none is empty. */
static Err split_words(const Row *row, int column, char separator, CheckWords *words) {
  for (Str rest = row->columns[column]; rest.len;) {
    Str word = str_cut(&rest, separator);
    if (!word.len) return broken(row, column, "has an empty word");
    *vec_add(row->job->arena, words) = word;
  }
  return OK;
}

static Err read_kind(Row *row) {
  for (int i = 0; i < CHECK_KINDS; i++) {
    if (!str_eq_c(row->columns[COLUMN_DOES], kind_names[i])) continue;
    row->tool->kind = (CheckKind)i;
    return OK;
  }
  return broken(row, COLUMN_DOES, "takes lint, build or test");
}

/* The first word may name several programs, best first; it is the only word
 * that is looked up. A path is refused: a program is found by its name, or
 * beside the marker. */
static Err read_command(Row *row) {
  CheckTool *tool = row->tool;
  bool has_some = false;
  TRY(split_words(row, COLUMN_COMMAND, ' ', &tool->command));
  if (!tool->command.len) return broken(row, COLUMN_COMMAND, "there must be one");
  for (Str rest = tool->command.items[0]; rest.len;) *vec_add(row->job->arena, &tool->programs) = str_cut(&rest, '|');
  tool->command.items[0] = tool->programs.items[0];
  for (size_t i = 0; i < tool->programs.len; i++) {
    Str name = tool->programs.items[i];
    if (str_starts_with(name, STR("./"))) name = str_slice(name, 2, name.len);
    if (!name.len || str_find_byte(name, '/') != STR_NONE) return broken(row, COLUMN_COMMAND, "takes a program's name, or ./NAME");
  }
  for (size_t i = 1; i < tool->command.len; i++) has_some |= str_eq_c(tool->command.items[i], "{some}");
  TRY(split_words(row, COLUMN_SOME, ' ', &tool->some));
  TRY(split_words(row, COLUMN_ALL, ' ', &tool->all));
  if (has_some == (tool->some.len > 0)) return OK;
  return broken(row, COLUMN_SOME, "goes together with {some} in the command");
}

/* Success must be among them, or no run could ever have worked. */
static Err read_exits(Row *row) {
  CheckWords words = {0};
  TRY(split_words(row, COLUMN_EXITS, ',', &words));
  for (size_t i = 0; i < words.len; i++) {
    int64_t status;
    if (!str_to_int(words.items[i], &status) || status < 0 || status > 255) return broken(row, COLUMN_EXITS, "takes statuses from 0 to 255");
    row->tool->exits[status / 64] |= 1ull << (status % 64);
  }
  if (row->tool->exits[0] & 1) return OK;
  return broken(row, COLUMN_EXITS, "0 must be among them");
}

static Err read_tested(Row *row) {
  Str word = row->columns[COLUMN_TESTED];
  row->tool->untested = str_eq_c(word, "untested");
  if (row->tool->untested || str_eq_c(word, "tested")) return OK;
  return broken(row, COLUMN_TESTED, "takes tested or untested");
}

/* Columns that may be empty are checked where they are read. */
static Err read_row(Row *row, Str line) {
  static const int needed[] = {COLUMN_NAME, COLUMN_LANGUAGE, COLUMN_FILES, COLUMN_MARKERS, COLUMN_INSTALL};
  CheckTool *tool = row->tool;
  TRY(split_columns(row, line));
  for (size_t i = 0; i < COUNT_OF(needed); i++) {
    if (!row->columns[needed[i]].len) return broken(row, needed[i], "there must be one");
  }
  tool->name = row->columns[COLUMN_NAME];
  tool->language = row->columns[COLUMN_LANGUAGE];
  tool->format = row->columns[COLUMN_FORMAT];
  tool->install = row->columns[COLUMN_INSTALL];
  if (!check_has_format(tool->format)) return broken(row, COLUMN_FORMAT, "there is no such format");
  TRY(read_kind(row));
  TRY(split_words(row, COLUMN_FILES, ',', &tool->extensions));
  TRY(split_words(row, COLUMN_MARKERS, ' ', &tool->markers));
  TRY(read_command(row));
  TRY(read_exits(row));
  return read_tested(row);
}

static const CheckTool *find(const CheckTable *table, Str name) {
  for (size_t i = 0; i < table->len; i++) {
    if (str_eq(table->items[i].name, name)) return &table->items[i];
  }
  return NULL;
}

Err check_table_parse(Job *job, Str text, CheckTable *ret_table) {
  Row row = {.job = job};
  *ret_table = (CheckTable){0};
  while (text.len) {
    Str line = str_cut(&text, '\n');
    CheckTool tool = {0};
    row.line++;
    if (str_ends_with(line, STR("\r"))) line = str_slice(line, 0, line.len - 1);
    if (!line.len || line.ptr[0] == '#') continue;
    row.tool = &tool;
    TRY(read_row(&row, line));
    if (find(ret_table, tool.name)) return broken(&row, COLUMN_NAME, "is there twice");
    *vec_add(job->arena, ret_table) = tool;
  }
  return OK;
}

/* The user's rows stand first and thereby win among equals; a built-in one of
 * the same name is replaced as a whole. */
Err check_table_read(Job *job, Str own, CheckTable *ret_table) {
  CheckTable builtin;
  TRY(check_table_parse(job, own, ret_table));
  TRY(check_table_parse(job, str_from_c(check_builtin), &builtin));
  size_t owned = ret_table->len;
  for (size_t i = 0; i < builtin.len; i++) {
    CheckTable users = {.items = ret_table->items, .len = owned};
    if (!find(&users, builtin.items[i].name)) *vec_add(job->arena, ret_table) = builtin.items[i];
  }
  return OK;
}
