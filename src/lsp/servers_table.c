/* Reads the table of servers. Strict: a row that is not understood is a fault
 * of the table, not something to work around. */
#include "src/base/json.h"
#include "src/lsp/servers_internal.h"

/* One row is one line; columns are separated by tabs and are all there, with
 * "-" for nothing. */
enum { COLUMN_NAME, COLUMN_LANGUAGES, COLUMN_COMMAND, COLUMN_MARKERS, COLUMN_SETTINGS, COLUMN_QUIRKS,
       COLUMN_TESTED, COLUMN_INSTALL, COLUMN_COUNT };

static const char *const column_names[] = {"name", "languages", "command", "markers", "settings", "quirks",
                                           "tested", "install"};

static const struct {
  const char *name;
  unsigned bit;
} quirks[] = {
    {"no_progress", LSP_QUIRK_NO_PROGRESS}, {"empty_first", LSP_QUIRK_EMPTY_FIRST},
    {"slow_start", LSP_QUIRK_SLOW_START},   {"scoped", LSP_QUIRK_SCOPED},
    {"linter", LSP_QUIRK_LINTER},           {"marked", LSP_QUIRK_MARKED},
    {"all_uses", LSP_QUIRK_ALL_USES}, {"silent", LSP_QUIRK_SILENT},
};

typedef VEC(Str) Words;

/* What errors need to say where they are, and what is being filled. */
typedef struct Row {
  Job *job;
  size_t line;
  Str columns[COLUMN_COUNT];
  LspServerKind *kind;
} Row;

static Err broken(const Row *row, int column, Str value, const char *accepted) {
  return job_fail(row->job, ERR_SYNTAX, "language servers, line %zu, %s '%.*s': %s", row->line,
                  column_names[column], STR_ARG(value), accepted);
}

/* ---- one column each ---- */

/* Columns beyond the last are counted but not kept, for the message. */
static Err split_columns(Row *row, Str line) {
  size_t count = str_split(line, '\t', row->columns, COLUMN_COUNT);
  for (int i = 0; i < COLUMN_COUNT && (size_t)i < count; i++) {
    if (!row->columns[i].len) return broken(row, i, STR_EMPTY, "takes '-' where there is nothing");
    if (str_eq_c(row->columns[i], "-")) row->columns[i] = STR_EMPTY;
  }
  if (count == COLUMN_COUNT) return OK;
  return job_fail(row->job, ERR_SYNTAX, "language servers, line %zu: has %zu columns instead of %d", row->line,
                  count, COLUMN_COUNT);
}

/* "id:ext,ext": two lists of the same length tell for each extension which id
 * it has. "=NAME" stands for a whole file name. */
static Err read_language(Row *row, Str word, Words *ids, Words *extensions, Words *of) {
  Arena *arena = row->job->arena;
  Str rest = word, id = str_cut(&rest, ':');
  if (!id.len || !rest.len) return broken(row, COLUMN_LANGUAGES, word, "takes id:ext,ext");
  for (size_t i = 0; i < ids->len; i++) {
    if (str_eq(ids->items[i], id)) return broken(row, COLUMN_LANGUAGES, word, "the id is there twice");
  }
  *vec_add(arena, ids) = id;
  while (rest.len) {
    Str extension = str_cut(&rest, ',');
    if (!extension.len || extension.ptr[0] == '.' || str_eq_c(extension, "=")) {
      return broken(row, COLUMN_LANGUAGES, word, "takes extensions without a dot, or =NAME");
    }
    *vec_add(arena, extensions) = extension;
    *vec_add(arena, of) = id;
  }
  return OK;
}

static Err read_languages(Row *row) {
  Words ids = {0}, extensions = {0}, of = {0};
  for (Str rest = row->columns[COLUMN_LANGUAGES]; rest.len;) {
    TRY(read_language(row, str_cut(&rest, ' '), &ids, &extensions, &of));
  }
  if (!ids.len) return broken(row, COLUMN_LANGUAGES, STR_EMPTY, "there must be one");
  row->kind->languages = ids.items;
  row->kind->language_count = ids.len;
  row->kind->extensions = extensions.items;
  row->kind->extension_languages = of.items;
  row->kind->extension_count = extensions.len;
  return OK;
}

/* Words are separated by one space; quotes hold one with spaces together.
 * Alternatives for the program are separated by bars, the first one is what is
 * shown. */
static Err read_command(Row *row) {
  Arena *arena = row->job->arena;
  Words words = {0}, programs = {0};
  for (Str rest = row->columns[COLUMN_COMMAND]; rest.len;) {
    bool is_quoted = rest.ptr[0] == '"';
    if (is_quoted) rest = str_slice(rest, 1, rest.len);
    Str word = str_cut(&rest, is_quoted ? '"' : ' ');
    if (is_quoted) rest = str_trim(rest);
    if (!word.len) return broken(row, COLUMN_COMMAND, row->columns[COLUMN_COMMAND], "takes words with one space between");
    *vec_add(arena, &words) = word;
  }
  if (!words.len) return broken(row, COLUMN_COMMAND, STR_EMPTY, "there must be one");
  for (Str rest = words.items[0]; rest.len;) *vec_add(arena, &programs) = str_cut(&rest, '|');
  words.items[0] = programs.items[0];
  row->kind->programs = programs.items;
  row->kind->program_count = programs.len;
  row->kind->command = words.items;
  row->kind->command_count = words.len;
  return OK;
}

/* "^" before a marker: the outermost directory that has it. "*" at its
 * beginning: any name with that ending. */
static Err read_markers(Row *row) {
  Words markers = {0};
  for (Str rest = row->columns[COLUMN_MARKERS]; rest.len;) {
    Str marker = str_cut(&rest, ' ');
    if (!marker.len || str_eq_c(marker, "^")) return broken(row, COLUMN_MARKERS, row->columns[COLUMN_MARKERS], "takes names with one space between");
    *vec_add(row->job->arena, &markers) = marker;
  }
  row->kind->markers = markers.items;
  row->kind->marker_count = markers.len;
  return OK;
}

/* Kept as text: servers are sent it as it stands, or with a scope put in. */
static Err read_settings(Row *row) {
  const Json *settings;
  row->kind->settings = row->columns[COLUMN_SETTINGS];
  if (!row->kind->settings.len) return OK;
  Err err = json_read(row->job, row->kind->settings, NULL, &settings);
  if (!err && json_is(settings, JSON_OBJECT)) return OK;
  job_forgive(row->job);
  return broken(row, COLUMN_SETTINGS, row->kind->settings, "takes one JSON object");
}

static Err read_quirks(Row *row) {
  for (Str rest = row->columns[COLUMN_QUIRKS]; rest.len;) {
    Str word = str_cut(&rest, ',');
    unsigned bit = 0;
    for (size_t i = 0; i < COUNT_OF(quirks); i++) {
      if (str_eq_c(word, quirks[i].name)) bit = quirks[i].bit;
    }
    if (!bit) return broken(row, COLUMN_QUIRKS, word, "there is no such quirk");
    row->kind->quirks |= bit;
  }
  return OK;
}

static Err read_tested(Row *row) {
  Str word = row->columns[COLUMN_TESTED];
  row->kind->untested = str_eq_c(word, "untested");
  if (row->kind->untested || str_eq_c(word, "tested")) return OK;
  return broken(row, COLUMN_TESTED, word, "takes tested or untested");
}

static Err read_row(Row *row, Str line) {
  TRY(split_columns(row, line));
  row->kind->name = row->columns[COLUMN_NAME];
  row->kind->install = row->columns[COLUMN_INSTALL];
  if (!row->kind->name.len) return broken(row, COLUMN_NAME, STR_EMPTY, "there must be one");
  if (!row->kind->install.len) return broken(row, COLUMN_INSTALL, STR_EMPTY, "there must be one");
  TRY(read_languages(row));
  TRY(read_command(row));
  TRY(read_markers(row));
  TRY(read_settings(row));
  TRY(read_quirks(row));
  return read_tested(row);
}

/* Names must differ, because a server is chosen by them. */
Err lsp_table_read(Job *job, Str text, LspKinds *kinds) {
  Row row = {.job = job};
  while (text.len) {
    Str line = str_cut(&text, '\n');
    row.line++;
    if (!line.len || line.ptr[0] == '#') continue;
    LspServerKind kind = {0};
    row.kind = &kind;
    TRY(read_row(&row, line));
    for (size_t i = 0; i < kinds->len; i++) {
      if (str_eq(kinds->items[i].name, kind.name)) return broken(&row, COLUMN_NAME, kind.name, "is there twice");
    }
    *vec_add(job->arena, kinds) = kind;
  }
  return OK;
}
