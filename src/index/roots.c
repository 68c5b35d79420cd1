/* Questions about what is installed, and their answers.
 *
 * Resolution asks whether files and folders of dependencies exist, what they
 * contain and what their configuration says. Each question is asked of the
 * disk once and remembered with a stamp, also when the answer is no. Edges
 * are made from these answers, so they are stored, and each refresh checks
 * that they still hold: if one does not, what was made from it is made anew.
 * That is cheaper than watching all of a dependency tree, of which a project
 * looks at a small part. */
#include "src/index/roots_parts_internal.h"

#include <stdlib.h>

#include "src/base/hash.h"
#include "src/os/stamp.h"

#define CONFIG_MAX ((size_t)4 << 20)
#define LIST_MAX 100000

IndexRoots *index_roots_open(Index *index) {
  IndexRoots *roots = arena_heap_alloc(sizeof *roots);
  roots->index = index;
  lock_init(&roots->lock);
  lock_init(&roots->large);
  lock_init(&roots->directories_lock);
  arena_init(&roots->arena);
  map_init(&roots->answers, &roots->arena);
  map_init(&roots->watched, &roots->arena);
  return roots;
}

/* Facts are on the heap, apart from the answers' arena: they come and go,
 * answers stay. */
void index_roots_forget_facts(IndexRoots *roots, RootsAnswer *answer) {
  roots->facts_bytes -= answer->facts.len;
  free((void *)(uintptr_t)answer->facts.ptr);
  answer->facts = (Str){NULL, 0};
}

/* An empty set of answers is a set that was loaded: nothing is known, and
 * everything will be asked. */
void index_roots_empty(IndexRoots *roots) {
  for (MapEntry *entry = NULL; (entry = map_next(&roots->answers, entry));) index_roots_forget_facts(roots, entry->value);
  arena_reset(&roots->arena);
  map_init(&roots->answers, &roots->arena);
  map_init(&roots->watched, &roots->arena);
  roots->is_watched = false;
  roots->cut = 0;
  roots->is_loaded = true;
  roots->is_changed = true;
}

void index_roots_clear(IndexRoots *roots) {
  lock_take(&roots->lock);
  index_roots_empty(roots);
  lock_give(&roots->lock);
}

void index_roots_rest(IndexRoots *roots) {
  lock_take(&roots->lock);
  while (roots->parser_count) parse_close(roots->parsers[--roots->parser_count]);
  lock_give(&roots->lock);
  index_roots_directories_forget(roots);
}

void index_roots_close(IndexRoots *roots) {
  index_roots_empty(roots);
  index_roots_rest(roots);
  lock_clear(&roots->lock);
  lock_clear(&roots->large);
  lock_clear(&roots->directories_lock);
  arena_clear(&roots->arena);
  free(roots);
}

/* ---- answers ---- */

static Str key_of(Arena *arena, RootsQuestion question, Str path) {
  return str_format(arena, "%c%.*s", (char)question, STR_ARG(path));
}

/* On the stack, because this is asked for every import and every folder
 * above it. */
RootsAnswer *index_roots_known(IndexRoots *roots, RootsQuestion question, Str path) {
  char text[FILE_PATH_MAX + 2];
  if (path.len > FILE_PATH_MAX) return NULL;
  text[0] = (char)question;
  memcpy(text + 1, path.ptr, path.len);
  return map_get(&roots->answers, (Str){text, path.len + 1});
}

RootsAnswer *index_roots_add(IndexRoots *roots, RootsQuestion question, Str path) {
  Str key = key_of(&roots->arena, question, path);
  RootsAnswer *answer = ARENA_NEW(&roots->arena, RootsAnswer);
  *answer = (RootsAnswer){.question = question, .path = str_slice(key, 1, key.len)};
  map_put(&roots->answers, key, answer);
  roots->is_changed = roots->needs_watch = true;
  return answer;
}

/* ---- where ---- */

/* Names of folders that dependencies are installed into, as the languages'
 * descriptors say. */
bool index_roots_is_folder(Str name) {
  for (size_t i = 0; i < language_registry_count; i++) {
    const char *installed = language_registry[i]->installed;
    if (installed && language_word_in(installed, name)) return true;
  }
  return false;
}

/* The end of the first folder in the path that holds what is installed; 0: none. */
static size_t root_end(Str path) {
  for (size_t from = 0; from < path.len;) {
    size_t slash = str_find_byte(str_slice(path, from, path.len), '/');
    size_t end = slash == STR_NONE ? path.len : from + slash;
    if (index_roots_is_folder(str_slice(path, from, end))) return end;
    from = end + 1;
  }
  return 0;
}

static const IndexPlace *place_around(const IndexRoots *roots, Str path, Str *ret_rest) {
  const IndexOptions *options = &roots->index->options;
  for (size_t i = 0; i < options->place_count; i++) {
    if (file_beneath(options->places[i].path, path, ret_rest)) return &options->places[i];
  }
  return NULL;
}

/* The one gate: only beneath a folder that holds what is installed, in a
 * place that the user named, or a configuration file. Whatever a
 * repository's imports say, nothing else is looked at. */
static bool place_of(const IndexRoots *roots, RootsQuestion question, Str path, Root **ret_root, Str *ret_relative) {
  if (!path.len || path.len > FILE_PATH_MAX) return false;
  if (path.ptr[0] == '/') {
    const IndexPlace *place = place_around(roots, path, ret_relative);
    if (!place) place = index_sibling_around(roots, path, ret_relative);
    *ret_root = place ? place->root : NULL;
    return place && place->root;
  }
  *ret_root = roots->index->root;
  *ret_relative = path;
  return root_end(path) || (question == ROOTS_TEXT && resolve_is_config(path));
}

Str index_roots_absolute(const IndexRoots *roots, Arena *arena, Str path) {
  if (path.len && path.ptr[0] == '/') return path;
  return str_format(arena, "%.*s/%.*s", STR_ARG(root_path(roots->index->root)), STR_ARG(path));
}

/* ---- asking the disk ---- */

/* What the path is called once symbolic links are followed, which must again
 * be a place that may be looked at. A link that leads elsewhere is as if the
 * file were not there. */
static bool find_real(Job *job, const IndexRoots *roots, RootsAnswer *answer) {
  Str real, rest;
  if (file_real_path(job, index_roots_absolute(roots, job->arena, answer->path), &real)) return false;
  bool is_outside = answer->path.ptr[0] == '/';
  if (!is_outside && !file_beneath(root_path(roots->index->root), real, &rest)) return false;
  Str name = is_outside ? real : rest;
  Root *root;
  if (!place_of(roots, answer->question, name, &root, &rest)) return false;
  if (answer->question == ROOTS_FILE && !language_for_file(name, STR_EMPTY)) return false;
  if (!str_eq(answer->real, name)) answer->real = str_copy((Arena *)(uintptr_t)&roots->arena, name);
  return true;
}

static bool is_source(const FileEntry *entry) {
  return entry->kind != FILE_DIRECTORY && language_for_file(entry->name, STR_EMPTY);
}

/* Of source files only: other files coming and going make no difference to
 * any import. */
static bool is_wanted(RootsQuestion question, const FileEntry *entry) {
  if (question == ROOTS_FOLDERS) return entry->kind == FILE_DIRECTORY;
  return question == ROOTS_MANIFESTS ? index_sibling_is_wanted(entry) : is_source(entry);
}

static uint64_t hash_names(RootsQuestion question, const FileEntries *entries) {
  uint64_t hash = 1;
  for (size_t i = 0; i < entries->len && i < LIST_MAX; i++) {
    if (is_wanted(question, &entries->items[i])) hash = hash_combine(hash, hash_str(entries->items[i].name));
  }
  return hash;
}

static Err list(Job *job, IndexRoots *roots, Root *root, RootsQuestion question, Str relative, FileEntries *ret_entries) {
  RootsPacked packed;
  FileStat stat;
  if (!index_roots_packed(relative, &packed)) return root_list(job, root, relative, ret_entries);
  TRY(root_stat(job, root, packed.archive, &stat));
  return index_roots_packed_list(job, &(RootsOpened){roots, root, &stat}, &packed, question == ROOTS_FOLDERS, ret_entries);
}

static void set_stamp(RootsAnswer *answer, const FileStat *stat) {
  answer->inode = stat->inode;
  answer->stamp = stamp_settled(stat);
}

/* In an archive, whose stamp stands for all that is in it. */
static Err ask_packed(Job *job, const RootsOpened *opened, const RootsPacked *packed, RootsAnswer *answer, Str *ret_text) {
  FileEntries entries = {0};
  if (answer->question == ROOTS_TEXT || answer->question == ROOTS_MANIFESTS) return OK;
  if (answer->question == ROOTS_FILE) {
    TRY(index_roots_packed_has(job, opened, packed, &answer->is_there));
    if (answer->is_there) answer->real = answer->path;
  } else if (answer->question == ROOTS_SOURCE) {
    TRY(index_roots_packed_read(job, opened, packed, ret_text));
    answer->hash = hash_str(*ret_text);
    answer->is_there = true;
  } else {
    TRY(index_roots_packed_list(job, opened, packed, answer->question == ROOTS_FOLDERS, &entries));
    answer->hash = hash_names(answer->question, &entries);
    answer->is_there = entries.len;
  }
  return OK;
}

/* The stamp is taken before the contents: what changes in between is found
 * when the answer is checked. */
static Err ask(Job *job, IndexRoots *roots, RootsAnswer *answer, Str *ret_text) {
  FileStat stat;
  Root *root;
  Str relative;
  FileEntries entries;
  if (answer->question == ROOTS_SIBLINGS) {
    answer->hash = index_siblings_hash(roots);
    answer->is_there = true;
    return OK;
  }
  if (!place_of(roots, answer->question, answer->path, &root, &relative)) return OK;
  RootsPacked packed;
  bool is_packed = index_roots_packed(relative, &packed);
  TRY(root_stat(job, root, is_packed ? packed.archive : relative, &stat));
  if (is_packed && stat.kind == FILE_REGULAR) {
    TRY(ask_packed(job, &(RootsOpened){roots, root, &stat}, &packed, answer, ret_text));
    set_stamp(answer, &stat);
    return OK;
  }
  switch (answer->question) {
    case ROOTS_FILE: answer->is_there = stat.kind == FILE_REGULAR && find_real(job, roots, answer); break;
    case ROOTS_FOLDER: answer->is_there = stat.kind == FILE_DIRECTORY; break;
    case ROOTS_LIST: case ROOTS_MANIFESTS: case ROOTS_FOLDERS:
      TRY(root_list(job, root, relative, &entries));
      answer->is_there = find_real(job, roots, answer);
      answer->hash = hash_names(answer->question, &entries);
      break;
    case ROOTS_SIBLINGS: break;
    case ROOTS_TEXT: case ROOTS_SOURCE:
      TRY(root_read(job, root, relative, answer->question == ROOTS_TEXT ? CONFIG_MAX : SCAN_MAX_BYTES, ret_text));
      answer->is_there = true;
      answer->hash = hash_str(*ret_text);
      break;
  }
  set_stamp(answer, &stat);
  return OK;
}

/* Errors are answers: what cannot be read is not there. */
void index_roots_ask(Job *job, IndexRoots *roots, RootsAnswer *answer, Str *ret_text) {
  *ret_text = (Str){NULL, 0};
  answer->is_there = false;
  if (!ask(job, roots, answer, ret_text)) return;
  job_forgive(job);
  *ret_text = (Str){NULL, 0};
}

/* ---- what resolution asks ---- */

/* With the lock; the job's arena is for what is not kept. */
static RootsAnswer *answer_with(Job *job, IndexRoots *roots, RootsQuestion question, Str path) {
  RootsAnswer *answer = index_roots_known(roots, question, path);
  if (answer) return answer;
  Str text;
  answer = index_roots_add(roots, question, path);
  index_roots_ask(job, roots, answer, &text);
  return answer;
}

static void read_names(Job *job, IndexRoots *roots, RootsAnswer *answer) {
  FileEntries entries;
  Root *root;
  Str relative;
  answer->names = ARENA_NEW(&roots->arena, Map);
  map_init(answer->names, &roots->arena);
  bool is_there = answer->is_there && place_of(roots, answer->question, answer->path, &root, &relative);
  if (!is_there || list(job, roots, root, answer->question, relative, &entries)) return;
  for (size_t i = 0; i < entries.len && i < LIST_MAX; i++) {
    const FileEntry *entry = &entries.items[i];
    if (!is_wanted(answer->question, entry)) continue;
    Str name = entry->kind == FILE_DIRECTORY ? str_format(job->arena, "%.*s/", STR_ARG(entry->name)) : entry->name;
    map_put_copy(answer->names, name, roots);
  }
}

RootsAnswer *index_roots_named(Job *job, IndexRoots *roots, RootsQuestion question, Str path) {
  RootsAnswer *list = answer_with(job, roots, question, path);
  if (!list->names) read_names(job, roots, list);
  return list;
}

/* Most files that are asked for are not there: what is in their folder says so
 * for all of them at once. */
static bool is_listed(Job *job, IndexRoots *roots, Str path) {
  Str folder = file_directory(path);
  if (str_eq(folder, STR("."))) return false;
  RootsAnswer *list = index_roots_named(job, roots, ROOTS_LIST, folder);
  return map_get(list->names, file_name(path));
}

/* A copy, so that the lock is not held while the caller works with it. */
static RootsAnswer answer_of(IndexRoots *roots, RootsQuestion question, Str path) {
  Arena scratch;
  Job job;
  RootsAnswer answer = {0};
  if (!path.len || path.len > FILE_PATH_MAX) return answer;
  arena_init(&scratch);
  job_init(&job, &scratch);
  lock_take(&roots->lock);
  if (question != ROOTS_FILE || is_listed(&job, roots, path)) answer = *answer_with(&job, roots, question, path);
  lock_give(&roots->lock);
  arena_clear(&scratch);
  return answer;
}

static IndexRoots *roots_of(void *context) { return index_world_roots(context); }

static bool ask_file(void *context, Arena *arena, Str path, Str *ret_path) {
  (void)arena;
  RootsAnswer answer = answer_of(roots_of(context), ROOTS_FILE, path);
  *ret_path = answer.real; /* kept until the answers are forgotten, and with them all dependencies */
  return answer.is_there;
}

static bool ask_folder(void *context, Str path) { return answer_of(roots_of(context), ROOTS_FOLDER, path).is_there; }

static size_t ask_names(void *context, Arena *arena, RootsQuestion question, Str folder, Str **ret_names) {
  IndexRoots *roots = roots_of(context);
  Job job;
  size_t count = 0;
  if (!folder.len || folder.len > FILE_PATH_MAX) return 0;
  job_init(&job, arena);
  lock_take(&roots->lock);
  RootsAnswer *list = index_roots_named(&job, roots, question, folder);
  Str *names = ARENA_ARRAY(arena, Str, list->names->live + 1);
  for (MapEntry *entry = NULL; (entry = map_next(list->names, entry));) names[count++] = entry->key;
  lock_give(&roots->lock);
  *ret_names = names;
  return count;
}

static size_t ask_files(void *context, Arena *arena, Str folder, Str **ret_names) {
  return ask_names(context, arena, ROOTS_LIST, folder, ret_names);
}

static size_t ask_folders(void *context, Arena *arena, Str folder, Str **ret_names) {
  size_t count = ask_names(context, arena, ROOTS_FOLDERS, folder, ret_names);
  for (size_t i = 0; i < count; i++) (*ret_names)[i].len--; /* the slash */
  return count;
}

/* A text that is another one by now is noticed by the next refresh: the answer
 * stays as it was. */
static Str ask_config(void *context, Arena *arena, Str path) {
  IndexRoots *roots = roots_of(context);
  Job job;
  Root *root;
  Str relative, text;
  if (!answer_of(roots, ROOTS_TEXT, path).is_there) return (Str){NULL, 0};
  job_init(&job, arena);
  if (!place_of(roots, ROOTS_TEXT, path, &root, &relative)) return (Str){NULL, 0};
  return root_read(&job, root, relative, CONFIG_MAX, &text) ? (Str){NULL, 0} : text;
}

static Str ask_place(void *context, Str name) {
  const IndexOptions *options = &roots_of(context)->index->options;
  for (size_t i = 0; i < options->place_count; i++) {
    if (options->places[i].root && str_eq(options->places[i].name, name)) return options->places[i].path;
  }
  return STR_EMPTY;
}

ResolveInstalled index_roots_port(const Index *index) {
  return (ResolveInstalled){.file = ask_file, .folder = ask_folder, .files = ask_files, .folders = ask_folders, .config = ask_config,
                            .place = ask_place, .siblings = index_siblings_ask, .files_max = index->options.dependency_files};
}

/* ---- status ---- */

static IndexRoot *root_row(Job *job, IndexStatus *status, size_t *cap, Str kind, Str path) {
  for (size_t i = 0; i < status->root_count; i++) {
    if (str_eq(status->roots[i].path, path)) return &status->roots[i];
  }
  if (status->root_count == *cap) {
    IndexRoot *grown = ARENA_ARRAY(job->arena, IndexRoot, *cap * 2 + 4);
    if (*cap) memcpy(grown, status->roots, *cap * sizeof *grown);
    status->roots = grown;
    *cap = *cap * 2 + 4;
  }
  IndexRoot *row = &status->roots[status->root_count++];
  *row = (IndexRoot){.kind = str_copy(job->arena, kind), .path = str_copy(job->arena, path)};
  return row;
}

static int by_path(const void *a, const void *b) {
  return str_compare(((const IndexRoot *)a)->path, ((const IndexRoot *)b)->path);
}

bool index_roots_find(Job *job, IndexRoots *roots, uint64_t hash, Str *ret_path) {
  bool is_there = false;
  lock_take(&roots->lock);
  for (MapEntry *entry = NULL; !is_there && (entry = map_next(&roots->answers, entry));) {
    const RootsAnswer *answer = entry->value;
    is_there = answer->question == ROOTS_SOURCE && hash_str(answer->path) == hash;
    if (is_there) *ret_path = str_copy(job->arena, answer->path);
  }
  lock_give(&roots->lock);
  return is_there;
}

void index_roots_list(Job *job, IndexRoots *roots, IndexStatus *status) {
  size_t cap = 0;
  lock_take(&roots->lock);
  for (MapEntry *entry = NULL; (entry = map_next(&roots->answers, entry));) {
    const RootsAnswer *answer = entry->value;
    if (answer->question != ROOTS_SOURCE) continue;
    Str rest;
    const IndexPlace *place = answer->path.ptr[0] == '/' ? place_around(roots, answer->path, &rest) : NULL;
    if (!place && answer->path.ptr[0] == '/') continue; /* a sibling's */
    size_t end = root_end(answer->path);
    Str path = place ? place->path : str_slice(answer->path, 0, end);
    IndexRoot *row = root_row(job, status, &cap, place ? place->name : file_name(path), path);
    if (answer->is_left_out) row->left_out++;
    else row->files++;
  }
  status->roots_cut = roots->cut;
  lock_give(&roots->lock);
  if (status->root_count) qsort(status->roots, status->root_count, sizeof *status->roots, by_path);
}
