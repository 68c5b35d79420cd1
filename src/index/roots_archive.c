/* Archives among what is installed: seen as folders of the sources that would
 * declare what is compiled in them. */
#include "src/base/map.h"
#include "src/index/roots_parts_internal.h"

#define PART_MAX ((size_t)4 << 20) /* bytes of the compiled parts of one source, packed and unpacked */
#define PARTS_MAX 1000             /* of one source */

/* Asked for every part of every path that is known, so most are told by having
 * no dot. */
static const Language *language_of(Str archive) {
  size_t dot = str_find_last_byte(archive, '.');
  for (size_t i = 0; dot != STR_NONE && i < language_registry_count; i++) {
    const Language *language = language_registry[i];
    if (language->archives && language_word_in(language->archives, str_slice(archive, dot + 1, archive.len))) return language;
  }
  return NULL;
}

bool index_roots_packed(Str path, RootsPacked *ret_packed) {
  for (size_t from = 0; from < path.len;) {
    size_t slash = str_find_byte(str_slice(path, from, path.len), '/');
    size_t end = slash == STR_NONE ? path.len : from + slash;
    Str archive = str_slice(path, 0, end);
    const Language *language = language_of(str_slice(path, from, end));
    if (language) {
      *ret_packed = (RootsPacked){language, archive, end < path.len ? str_slice(path, end + 1, path.len) : STR_EMPTY};
      return true;
    }
    from = end + 1;
  }
  return false;
}

/* "a/b/C.class" -> "C", where it lies in the folder and is compiled. */
static bool is_part(const RootsPacked *packed, Str name, Str folder, Str *ret_stem) {
  Str ending = str_from_c(packed->language->compiled);
  Str file = file_name(name);
  bool is_compiled = file.len > ending.len + 1 && str_ends_with(file, ending) && file.ptr[file.len - ending.len - 1] == '.';
  if (!is_compiled || !str_eq(str_slice(name, 0, name.len - file.len), folder)) return false;
  *ret_stem = str_slice(file, 0, file.len - ending.len - 1);
  return true;
}

/* The parts of one file are told apart behind a dollar sign. */
static Str outermost(Str stem) {
  size_t dollar = str_find_byte(stem, '$');
  return dollar == STR_NONE || !dollar ? stem : str_slice(stem, 0, dollar);
}

static Str with_slash(Arena *arena, Str folder) { return folder.len ? str_format(arena, "%.*s/", STR_ARG(folder)) : folder; }

static Str source_ending(const Language *language) {
  Str endings = str_from_c(language->extensions);
  return str_cut(&endings, ' ');
}

static void list_sources(Job *job, const RootsDirectory *directory, const RootsPacked *packed, FileEntries *ret_entries) {
  Str folder = with_slash(job->arena, packed->inner), ending = source_ending(packed->language);
  for (size_t i = index_roots_directory_first(directory, packed->inner, true); i; i = directory->beside[i - 1]) {
    Str stem;
    if (!is_part(packed, directory->archive.entries[i - 1].name, folder, &stem) || !str_eq(stem, outermost(stem))) continue;
    *vec_add(job->arena, ret_entries) = (FileEntry){.name = str_format(job->arena, "%.*s.%.*s", STR_ARG(stem), STR_ARG(ending)), .kind = FILE_REGULAR};
  }
}

/* What is about the archive itself, or a second form of what it has, is hidden
 * behind capitals and a dash: META-INF. */
static void list_folders(Job *job, const Archive *archive, const RootsPacked *packed, FileEntries *ret_entries) {
  Map known;
  map_init(&known, job->arena);
  for (size_t i = 0; i < archive->count; i++) {
    Str name = archive->entries[i].name, folder = file_directory(name), stem;
    bool is_wanted = is_part(packed, name, with_slash(job->arena, str_eq(folder, STR(".")) ? STR_EMPTY : folder), &stem) && str_find_byte(folder, '-') == STR_NONE;
    if (!is_wanted || map_get(&known, folder)) continue;
    folder = str_copy(job->arena, folder); /* the directory may be given back before the list is read */
    map_put(&known, folder, job);
    *vec_add(job->arena, ret_entries) = (FileEntry){.name = folder, .kind = FILE_DIRECTORY};
  }
}

Err index_roots_packed_list(Job *job, const RootsOpened *opened, const RootsPacked *packed, bool are_folders, FileEntries *ret_entries) {
  RootsDirectory *directory;
  *ret_entries = (FileEntries){0};
  TRY(index_roots_directory_take(job, opened, packed, &directory));
  if (are_folders) list_folders(job, &directory->archive, packed, ret_entries);
  else list_sources(job, directory, packed, ret_entries);
  index_roots_directory_give(opened->roots, directory);
  return OK;
}

/* "a/b/C.java" -> "a/b/C", by which its parts are found; empty: it is no source's path. */
static Str source_key(const RootsPacked *packed) {
  Str name = file_name(packed->inner), ending = source_ending(packed->language);
  if (name.len <= ending.len + 1 || !str_ends_with(name, ending) || name.ptr[name.len - ending.len - 1] != '.') return STR_EMPTY;
  return str_slice(packed->inner, 0, packed->inner.len - ending.len - 1);
}

/* What is compiled of it, without the parts inside, is there. */
static bool is_declared(const RootsDirectory *directory, const RootsPacked *packed) {
  Str key = source_key(packed), wanted = file_name(key), folder = str_slice(key, 0, key.len - wanted.len);
  if (!key.len || !str_eq(wanted, outermost(wanted))) return false;
  for (size_t i = index_roots_directory_first(directory, key, false); i; i = directory->next[i - 1]) {
    Str stem;
    if (is_part(packed, directory->archive.entries[i - 1].name, folder, &stem) && str_eq(stem, wanted)) return true;
  }
  return false;
}

Err index_roots_packed_has(Job *job, const RootsOpened *opened, const RootsPacked *packed, bool *ret_is_there) {
  RootsDirectory *directory;
  TRY(index_roots_directory_take(job, opened, packed, &directory));
  *ret_is_there = is_declared(directory, packed);
  index_roots_directory_give(opened->roots, directory);
  return OK;
}

static Err read_parts(Job *job, const RootsDirectory *directory, const Archive *archive, const RootsPacked *packed, Str *ret_text) {
  Str parts[PARTS_MAX], key = source_key(packed);
  size_t count = 0, bytes = 0;
  for (size_t i = index_roots_directory_first(directory, key, false); i && count < PARTS_MAX && bytes < PART_MAX; i = directory->next[i - 1]) {
    const ArchiveEntry *entry = &archive->entries[i - 1];
    TRY(archive_read(job, archive, entry, PART_MAX, &parts[count]));
    /* Entries can share one place in the archive and unpack to nothing, so what
     * was read counts as well. */
    bytes += entry->packed + parts[count++].len;
  }
  *ret_text = packed->language->declared(job->arena, parts, count);
  return ret_text->ptr ? OK : job_fail(job, ERR_SYNTAX, "nothing of the archive declares '%.*s'", STR_ARG(packed->inner));
}

Err index_roots_packed_read(Job *job, const RootsOpened *opened, const RootsPacked *packed, Str *ret_text) {
  RootsDirectory *directory;
  Archive archive;
  if (!source_key(packed).len) return job_fail(job, ERR_NOT_FOUND, "no source");
  TRY(index_roots_directory_take(job, opened, packed, &directory));
  Err err = archive_reopen(job, opened->root, packed->archive, &directory->archive, &archive);
  if (!err) {
    err = read_parts(job, directory, &archive, packed, ret_text);
    archive_close(&archive);
  }
  index_roots_directory_give(opened->roots, directory);
  return err;
}

Str index_roots_packed_key(const RootsPacked *packed, Str name) {
  Str folder = str_slice(name, 0, name.len - file_name(name).len), stem;
  if (!is_part(packed, name, folder, &stem)) return STR_EMPTY;
  return str_slice(name, 0, folder.len + outermost(stem).len);
}
