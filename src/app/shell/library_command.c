/* fathom library: makes the facts of a language's standard library from its
 * declarations. For the build; people have no use for it. */
#include "src/app/app_internal.h"
#include "src/base/vec.h"
#include "src/extract/extract.h"
#include "src/model/glob.h"
#include "src/os/file.h"
#include "src/os/root.h"
#include "src/parse/parse.h"
#include "src/resolve/resolve.h"

#define LIBRARY_BYTES_MAX ((size_t)1 << 30)
#define DEPTH_MAX 64

/* Facts and names live until everything is written; the text and the tree of a
 * file are gone before the next one is read. */
typedef struct Making {
  Job *job;
  const Language *language;
  const Str *excluded; /* globs on paths, or on names when they have no '/' */
  size_t excluded_count;
  Root *root; /* of the folder at hand */
  Parser *parser;
  Names *names;
  Arena facts;
  Arena scratch; /* of the file at hand */
  VEC(ResolveLibraryEntry) entries;
  size_t failed;
} Making;

static bool is_excluded(const Making *making, Str path) {
  for (size_t i = 0; i < making->excluded_count; i++) {
    Str glob = making->excluded[i];
    Str shown = str_find_byte(glob, '/') == STR_NONE ? file_name(path) : path;
    if (glob_match(glob, shown, 0)) return true;
  }
  return false;
}

/* Languages of one family share a library: one may use what the other declares. */
static const char *family_of(const Language *language) { return language->family ? language->family : language->name; }

static Err read_file(Making *making, Job *scratch, Str path, const Language *language, Facts *ret_facts) {
  Str text;
  Syntax syntax;
  TRY(root_read(scratch, making->root, path, PARSE_MAX_BYTES, &text));
  TRY(parse_text(scratch, making->parser, language, text, &making->scratch, &syntax));
  return extract_facts(scratch, &making->facts, making->names, &(LanguageFile){language, &syntax, path}, ret_facts);
}

/* A file that cannot be read is left out: the rest is of use without it. */
static void add_file(Making *making, Str path) {
  const Language *language = language_for_file(path, STR_EMPTY);
  if (!language || is_excluded(making, path) || !str_eq_c(str_from_c(family_of(language)), family_of(making->language))) return;
  Job scratch;
  job_init(&scratch, &making->scratch);
  Facts *facts = ARENA_NEW(&making->facts, Facts);
  Err err = read_file(making, &scratch, path, language, facts);
  if (err) making->failed++;
  else *vec_add(&making->facts, &making->entries) = (ResolveLibraryEntry){str_copy(&making->facts, path), language, facts};
  arena_reset(&making->scratch);
}

static Err add_folder(Making *making, Str path, unsigned depth) {
  Arena *arena = making->job->arena;
  FileEntries entries = {0};
  TRY(job_check(making->job));
  TRY(root_list(making->job, making->root, path, &entries));
  for (size_t i = 0; i < entries.len; i++) {
    const FileEntry *entry = &entries.items[i];
    Str inner = path.len ? file_join(arena, path, entry->name) : entry->name;
    if (entry->kind == FILE_REGULAR) add_file(making, inner);
    /* Links are neither kind and are not followed, so there is no way in circles. */
    if (entry->kind == FILE_DIRECTORY && depth < DEPTH_MAX && !is_excluded(making, inner)) {
      TRY(add_folder(making, inner, depth + 1));
    }
  }
  return OK;
}

/* Paths in the library are relative to the folder, so that the same
 * declarations give the same library wherever they lie. */
static Err add_root(Making *making, Str folder) {
  Job *job = making->job;
  AUTO(Root) root = NULL;
  TRY(root_open(job, file_join(job->arena, file_working_directory(job->arena), folder), &root));
  making->root = root;
  Err err = add_folder(making, STR_EMPTY, 0);
  making->root = NULL;
  return err;
}

static Err write_library(Making *making, Str path, Buf *out) {
  Job *job = making->job;
  Buf bytes;
  buf_init(&bytes, &making->facts, LIBRARY_BYTES_MAX);
  resolve_library_write(&bytes, &making->facts, making->entries.items, making->entries.len);
  if (bytes.overflow) return job_fail(job, ERR_TOO_LARGE, "the library is too large");
  Str target = file_join(job->arena, file_working_directory(job->arena), path);
  TRY(file_write(job, target, buf_str(&bytes), 0644));
  buf_add_format(out, "%s: %zu files, %.1f MB", family_of(making->language), making->entries.len, (double)bytes.len / 1e6);
  if (making->failed) buf_add_format(out, ", %zu left out", making->failed);
  buf_add_byte(out, '\n');
  return OK;
}

static Err make_library(Making *making, const Str *folders, size_t count, Str output, Buf *out) {
  for (size_t i = 0; i < count; i++) TRY(add_root(making, folders[i]));
  /* An empty library would build, be installed and resolve nothing: a wrong path
   * must fail here. */
  if (!making->entries.len) return job_fail(making->job, ERR_NOT_FOUND, "no %s files there", family_of(making->language));
  return write_library(making, output, out);
}

static Err run(AppRun *run) {
  Job *job = run->job;
  if (run->word_count < 3) return job_fail(job, ERR_USAGE, "give a language, the file to write and folders to read");
  Making making = {.job = job, .language = language_find(run->words[0])};
  if (!making.language) return job_fail(job, ERR_USAGE, "no language is called '%.*s'", STR_ARG(run->words[0]));
  VEC(Str) excluded = {0};
  for (Str rest = app_flag_value(run, "exclude"); rest.len;) *vec_add(job->arena, &excluded) = str_cut(&rest, ',');
  making.excluded = excluded.items;
  making.excluded_count = excluded.len;
  arena_init(&making.facts);
  arena_init(&making.scratch);
  making.names = names_open();
  making.parser = parse_open();
  Err err = make_library(&making, run->words + 2, run->word_count - 2, run->words[1], run->out);
  parse_close(making.parser);
  names_close(making.names);
  arena_clear(&making.scratch);
  arena_clear(&making.facts);
  return err;
}

static const AppFlag flags[] = {
    {"exclude", "GLOB,...", "Paths and names that are left out."},
    {0}};

const AppCommand app_command_library = {
    .name = "library",
    .usage = "LANGUAGE FILE FOLDER...",
    .summary = "Make a standard library's facts from its declarations.",
    .help = "For the build: what it makes is installed beside the program.",
    .flags = flags,
    .is_hidden = true,
    .run = run,
};
