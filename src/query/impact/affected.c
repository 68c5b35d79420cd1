/* The tests among what a change reaches, and how they are run. The words of a
 * command come from the language's own folder. */
#include <string.h>

#include "src/base/buf.h"
#include "src/base/idmap.h"
#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/index/part.h"
#include "src/languages/language.h"
#include "src/model/answer.h"
#include "src/os/file.h"
#include "src/query/impact/impact.h"
#include "src/query/names/names.h"

#define COMMAND_NAMES_MAX 30   /* files or folders a command names; more would not be pasted */
#define COMMAND_MAX ANSWER_NAME_MAX /* bytes of a command: a field holds no more of it */
#define COMMAND_ROOM (1u << 20)
#define MARKER_MAX (256u << 10) /* bytes of a marker that are looked at */

/* ---- which ---- */

typedef struct Group {
  FileId file;
  VEC(Str) names;
} Group;
typedef VEC(Group) Groups;

/* A file whose helpers are reached is listed, too, without names. */
static void group_tests(Arena *arena, const QueryImpact *impact, Groups *groups) {
  Idmap numbers;
  idmap_init(&numbers, arena);
  for (size_t i = 0; i < impact->len; i++) {
    const StoreSymbol *symbol = &impact->nodes[i].symbol;
    if (!(symbol->flags & DEF_TEST)) continue;
    uint32_t at = idmap_add(&numbers, symbol->file.value, (uint32_t)groups->len);
    if (at == groups->len) *vec_add(arena, groups) = (Group){.file = symbol->file};
    bool is_test = symbol_kind_is_callable(symbol->kind) || symbol->kind == SYMBOL_TEST;
    if (is_test) *vec_add(arena, &groups->items[at].names) = query_qualified(arena, symbol);
  }
}

static int by_path(const void *a, const void *b) {
  return str_compare(((const QueryTestFile *)a)->file.path, ((const QueryTestFile *)b)->file.path);
}

/* ---- how ---- */

typedef struct Runner {
  Job *job;
  Index *index;
  Map texts; /* path of a marker -> its text, or `absent` */
} Runner;

static Str absent;

/* Markers are read once per question; most files share those above them. */
static const Str *marker_text(Runner *runner, Str path) {
  Arena *arena = runner->job->arena;
  Str *text = map_get(&runner->texts, path);
  if (text) return text == &absent ? NULL : text;
  text = ARENA_NEW(arena, Str);
  if (root_read(runner->job, index_files(runner->index), path, MARKER_MAX, text)) {
    job_forgive(runner->job);
    text = &absent;
  }
  map_put_copy(&runner->texts, path, text);
  return text == &absent ? NULL : text;
}

/* In the file's directory or above it; `ret_home` is where. */
static bool has_marker(Runner *runner, const LanguageTest *row, Str path, Str *ret_home) {
  *ret_home = STR_EMPTY;
  if (!row->marker) return true;
  for (Str directory = file_directory(path);;) {
    bool is_top = str_eq(directory, STR("."));
    const Str *text = marker_text(runner, is_top ? str_from_c(row->marker)
                                                 : file_join(runner->job->arena, directory, str_from_c(row->marker)));
    if (!is_top) *ret_home = directory;
    else *ret_home = STR_EMPTY;
    if (text && (!row->word || str_contains(*text, str_from_c(row->word)))) return true;
    if (is_top) return false;
    directory = file_directory(directory);
  }
}

/* A file of tests with how it is run. */
typedef struct Test {
  Str path;
  Str home; /* where the row's marker is */
  const LanguageTest *row; /* NULL: nobody knows, or it is in a command already */
} Test;

/* The first row whose marker is there: rows go from special to general. */
static Test test_of(Runner *runner, const StoreFile *file) {
  Test test = {.path = file->path};
  const Language *language = language_find(file->language);
  if (!language || !language->tests) return test;
  for (const LanguageTest *row = language->tests; row->command && !test.row; row++) {
    if (has_marker(runner, row, file->path, &test.home)) test.row = row;
  }
  return test;
}

/* The name without its last extension, as classes of tests are called. */
static Str stem(Str path) {
  Str name = file_name(path);
  size_t dot = str_find_last_byte(name, '.');
  return dot == STR_NONE || dot == 0 ? name : str_slice(name, 0, dot);
}

typedef VEC(Str) Words;

/* Once each: many files may share a folder. */
static void add_word(Arena *arena, Words *words, Str word) {
  for (size_t i = 0; i < words->len; i++) {
    if (str_eq(words->items[i], word)) return;
  }
  *vec_add(arena, words) = word;
}

/* A path that begins with a dash would be taken for an option. */
static Str no_option(Arena *arena, Str path) { return str_starts_with(path, STR("-")) ? str_format(arena, "./%.*s", STR_ARG(path)) : path; }

/* What a placeholder stands for. */
static Words words_for(Arena *arena, Str place, const Test *tests, size_t count) {
  Words words = {0};
  for (size_t i = 0; i < count; i++) {
    Str path = tests[i].path, directory = file_directory(path);
    if (str_eq(place, STR("files"))) add_word(arena, &words, no_option(arena, path));
    else if (str_eq(place, STR("folders"))) add_word(arena, &words, no_option(arena, directory));
    else if (str_eq(place, STR("homes"))) add_word(arena, &words, tests[i].home);
    else if (str_starts_with(place, STR("names"))) add_word(arena, &words, stem(path));
    else add_word(arena, &words, str_eq(directory, STR(".")) ? directory : str_format(arena, "./%.*s", STR_ARG(directory)));
  }
  return words;
}

/* A name within a regular expression means itself, a dash before it too. */
static void add_literal(Buf *out, Str name) {
  for (size_t i = 0; i < name.len; i++) {
    if (memchr(".^$*+?()[]{}|\\-", name.ptr[i], i ? 14 : 15)) buf_add_byte(out, '\\');
    buf_add_byte(out, name.ptr[i]);
  }
}

/* All of them in one word: `a,b`, or `a|b` as a regular expression. */
static Str joined(Arena *arena, const Words *words, char sign) {
  Buf out;
  buf_init(&out, arena, COMMAND_ROOM);
  for (size_t i = 0; i < words->len; i++) {
    if (i) buf_add_byte(&out, sign);
    if (sign == '|') add_literal(&out, words->items[i]);
    else buf_add(&out, words->items[i]);
  }
  return buf_str(&out);
}

/* One word of a command with what its placeholder stands for. */
typedef struct Spelling {
  Arena *arena;
  const Test *tests;
  size_t count;
  bool names_nothing; /* words with a placeholder are left out */
  Buf out;
  bool is_too_much;
} Spelling;

static void spell_word(Spelling *spelling, Str word) {
  Arena *arena = spelling->arena;
  size_t open = str_find_byte(word, '{'), close = str_find_byte(word, '}');
  bool is_plain_word = open == STR_NONE || close == STR_NONE;
  if (spelling->names_nothing && !is_plain_word) return;
  if (is_plain_word) {
    if (spelling->out.len) buf_add_byte(&spelling->out, ' ');
    buf_add(&spelling->out, word);
    return;
  }
  Str place = str_slice(word, open + 1, close);
  Words words = words_for(arena, place, spelling->tests, spelling->count);
  char sign = place.ptr[place.len - 1];
  spelling->is_too_much |= words.len > COMMAND_NAMES_MAX;
  if (sign == ',' || sign == '|') {
    Str one = joined(arena, &words, sign);
    words.len = 0;
    add_word(arena, &words, one);
  }
  for (size_t i = 0; i < words.len && !spelling->is_too_much; i++) {
    Str whole = str_format(arena, "%.*s%.*s%.*s", STR_ARG(str_slice(word, 0, open)), STR_ARG(words.items[i]), STR_ARG(str_slice(word, close + 1, word.len)));
    buf_add_byte(&spelling->out, ' ');
    buf_add(&spelling->out, str_shell_word(arena, whole));
  }
}

/* False: it would name too much to be pasted, or a name that cannot be shown. */
static bool spell(Arena *arena, const char *command, const Test *tests, size_t count, Str *ret_command) {
  Spelling spelling = {.arena = arena, .tests = tests, .count = count, .names_nothing = !count};
  buf_init(&spelling.out, arena, COMMAND_ROOM);
  for (Str rest = str_from_c(command); rest.len;) spell_word(&spelling, str_cut(&rest, ' '));
  Str text = buf_str(&spelling.out);
  *ret_command = text;
  return !spelling.is_too_much && text.len <= COMMAND_MAX && str_eq(text, str_shown(arena, text, SIZE_MAX));
}

/* Whole at any rate: rather folders than files, rather everything than a list
 * that is cut, which nobody can run. The note says what it is then. */
static Str whole_command(Arena *arena, const Test *tests, size_t count, Str *ret_note) {
  const LanguageTest *row = tests[0].row;
  Str command;
  *ret_note = STR_EMPTY;
  if (spell(arena, row->command, tests, count, &command)) return command;
  *ret_note = str_format(arena, "all tests of the folders: %zu test files are too many to name", count);
  if (row->many && spell(arena, row->many, tests, count, &command)) return command;
  *ret_note = str_format(arena, "all tests: %zu test files are too many to name", count);
  if (!spell(arena, row->all ? row->all : row->command, tests, 0, &command)) return STR_EMPTY;
  return command;
}

/* Files that the same words run go into one command. */
static void add_commands(Job *job, Index *index, QueryTests *tests) {
  Runner runner = {.job = job, .index = index};
  Test *all = ARENA_ARRAY(job->arena, Test, tests->len + 1), *some = ARENA_ARRAY(job->arena, Test, tests->len + 1);
  tests->commands = ARENA_ARRAY(job->arena, Str, tests->len + 1);
  tests->notes = ARENA_ARRAY(job->arena, Str, tests->len + 1);
  map_init(&runner.texts, job->arena);
  for (size_t i = 0; i < tests->len; i++) all[i] = test_of(&runner, &tests->files[i].file);
  for (size_t i = 0; i < tests->len; i++) {
    const LanguageTest *row = all[i].row;
    size_t count = 0;
    for (size_t k = i; row && k < tests->len; k++) {
      if (all[k].row != row) continue;
      some[count++] = all[k];
      all[k].row = NULL;
    }
    if (!row) continue;
    tests->commands[tests->command_count] = whole_command(job->arena, some, count, &tests->notes[tests->command_count]);
    tests->command_count++;
  }
}

Err query_impact_tests(Job *job, Index *index, StoreReader *reader, const QueryImpact *impact, QueryTests *ret_tests) {
  Groups groups = {0};
  QueryTests tests = {0};
  group_tests(job->arena, impact, &groups);
  tests.files = ARENA_ARRAY(job->arena, QueryTestFile, groups.len + 1);
  FileId *ids = ARENA_ARRAY(job->arena, FileId, groups.len + 1);
  StoreFile *files = ARENA_ARRAY(job->arena, StoreFile, groups.len + 1);
  for (size_t i = 0; i < groups.len; i++) ids[i] = groups.items[i].file;
  TRY(store_get_files(job, reader, ids, groups.len, files));
  for (size_t i = 0; i < groups.len; i++) {
    QueryTestFile *file = &tests.files[tests.len++];
    file->file = files[i];
    file->names = groups.items[i].names.items;
    file->name_count = groups.items[i].names.len;
  }
  if (tests.len > 1) qsort(tests.files, tests.len, sizeof(*tests.files), by_path);
  add_commands(job, index, &tests);
  *ret_tests = tests;
  return OK;
}

/* By customs of naming alone, for files that no edge leads to. */
Err query_tests_named(Job *job, StoreReader *reader, Str path, Str **ret_paths, size_t *ret_count) {
  StoreFiles files = {0};
  VEC(Str) found = {0};
  TRY(store_list_files(job, reader, STR_EMPTY, &files));
  for (size_t i = 0; i < files.len; i++) {
    if (language_is_test_of(files.items[i].path, path)) *vec_add(job->arena, &found) = files.items[i].path;
  }
  *ret_paths = found.items;
  *ret_count = found.len;
  return OK;
}
