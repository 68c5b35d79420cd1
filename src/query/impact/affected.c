/* The tests among what a change reaches, and how they are run. The words of a
 * command come from the language's own folder. */
#include <string.h>

#include "src/base/buf.h"
#include "src/base/idmap.h"
#include "src/base/map.h"
#include "src/base/vec.h"
#include "src/index/part.h"
#include "src/languages/language.h"
#include "src/os/file.h"
#include "src/query/impact/impact.h"
#include "src/query/names/names.h"

#define COMMAND_FILES_MAX 30   /* files a command names; more would not be pasted */
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

/* In the file's directory or above it. */
static bool has_marker(Runner *runner, const LanguageTest *row, Str path) {
  if (!row->marker) return true;
  for (Str directory = file_directory(path);;) {
    bool is_top = str_eq(directory, STR("."));
    const Str *text = marker_text(runner, is_top ? str_from_c(row->marker)
                                                 : file_join(runner->job->arena, directory, str_from_c(row->marker)));
    if (text && (!row->word || str_contains(*text, str_from_c(row->word)))) return true;
    if (is_top) return false;
    directory = file_directory(directory);
  }
}

/* The first row whose marker is there: rows go from special to general. */
static const char *command_of(Runner *runner, const StoreFile *file) {
  const Language *language = language_find(file->language);
  if (!language || !language->tests) return NULL;
  for (const LanguageTest *row = language->tests; row->command; row++) {
    if (has_marker(runner, row, file->path)) return row->command;
  }
  return NULL;
}

static bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c && strchr("_-./=:@%+,", c));
}

/* As one word for a shell: paths come from the repository, and the command
 * is made to be pasted. */
static Str quoted(Arena *arena, Str text) {
  bool plain = text.len > 0;
  for (size_t i = 0; i < text.len; i++) plain = plain && is_plain(text.ptr[i]);
  if (plain && text.ptr[0] != '-') return text;
  Buf buf;
  buf_init(&buf, arena, text.len * 4 + 2);
  buf_add_byte(&buf, '\'');
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '\'') buf_add_c(&buf, "'\\''");
    else buf_add_byte(&buf, text.ptr[i]);
  }
  buf_add_byte(&buf, '\'');
  return buf_str(&buf);
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

/* The words that a placeholder stands for; false: it is none. */
static bool fill(Arena *arena, Str place, const StoreFile *const *files, size_t count, Words *words) {
  for (size_t i = 0; i < count; i++) {
    Str path = files[i]->path;
    if (str_eq(place, STR("files"))) add_word(arena, words, path);
    else if (str_eq(place, STR("names"))) add_word(arena, words, stem(path));
    else if (str_eq(place, STR("dirs"))) {
      Str directory = file_directory(path);
      add_word(arena, words, str_eq(directory, STR(".")) ? directory : str_format(arena, "./%.*s", STR_ARG(directory)));
    } else return false;
  }
  return true;
}

/* Placeholders that are not known are dropped. */
static Str spell(Arena *arena, const char *command, const StoreFile *const *files, size_t count) {
  Buf out;
  Str rest = str_from_c(command);
  buf_init(&out, arena, 1u << 16);
  while (rest.len) {
    buf_add(&out, str_cut(&rest, '{'));
    if (!rest.len) break;
    Str place = str_cut(&rest, '}');
    Words words = {0};
    if (!fill(arena, place, files, count, &words)) continue;
    for (size_t i = 0; i < words.len && i < COMMAND_FILES_MAX; i++) {
      if (i) buf_add_byte(&out, str_eq(place, STR("names")) ? ',' : ' ');
      buf_add(&out, quoted(arena, words.items[i]));
    }
    if (words.len > COMMAND_FILES_MAX) buf_add_format(&out, " # and %zu more", words.len - COMMAND_FILES_MAX);
  }
  return buf_str(&out);
}

/* Files that the same words run go into one command. */
static void add_commands(Job *job, Index *index, QueryTests *tests) {
  Runner runner = {.job = job, .index = index};
  const char **commands = ARENA_ARRAY(job->arena, const char *, tests->len + 1);
  const StoreFile **files = ARENA_ARRAY(job->arena, const StoreFile *, tests->len + 1);
  tests->commands = ARENA_ARRAY(job->arena, Str, tests->len + 1);
  map_init(&runner.texts, job->arena);
  for (size_t i = 0; i < tests->len; i++) commands[i] = command_of(&runner, &tests->files[i].file);
  for (size_t i = 0; i < tests->len; i++) {
    const char *command = commands[i];
    size_t count = 0;
    for (size_t k = i; command && k < tests->len; k++) {
      if (commands[k] != command) continue;
      files[count++] = &tests->files[k].file;
      commands[k] = NULL;
    }
    if (command) tests->commands[tests->command_count++] = spell(job->arena, command, files, count);
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
