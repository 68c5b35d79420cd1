/* Which files a search is about, and the text index that goes with them. */
#include <stdlib.h>

#include "src/base/hash.h"
#include "src/base/lock.h"
#include "src/base/vec.h"
#include "src/index/part.h"
#include "src/model/glob.h"
#include "src/os/stamp.h"
#include "src/query/search/search_internal.h"
#include "src/query/workspace/workspace.h"

#define BUILD_SHARE 16 /* of the memory ceiling, for making segments */
#define BRACES_MAX 64
#define LISTED_PER_LOOK 256

/* ---- kept with the index ---- */

/* The list of files is shared by all searches of one generation: it is as
 * long as the project. */
typedef struct SearchPart {
  Lock lock;
  TextIndex *text;   /* NULL: not needed yet */
  TextFiles *files;  /* of `generation` */
  int64_t generation;
} SearchPart;

static void *open_part(Index *index) {
  (void)index;
  SearchPart *part = arena_heap_alloc(sizeof(*part));
  lock_init(&part->lock);
  return part;
}

static void close_part(void *context) {
  SearchPart *part = context;
  if (part->text) text_index_close(part->text);
  if (part->files) text_files_unref(part->files);
  lock_clear(&part->lock);
  free(part);
}

static const IndexPart search_part = {open_part, close_part};

/* ---- lists of files ---- */

/* The store keeps no stamp of a file that was written just before it was looked
 * at. Once it is old enough for any later change to show, the text index may go
 * by it, where it has no hash to go by. */
static uint64_t settled_stamp(Job *job, Root *root, Str path) {
  FileStat stat;
  if (root_stat(job, root, path, &stat)) {
    job_forgive(job);
    return 0;
  }
  return stamp_settled(&stat);
}

/* Asked for once for a list, and not at each search: it looks at every word of a
 * path. */
static unsigned flags_of(const Language *language, Str path, bool is_test) {
  return (is_test || language_is_test(language, path) ? SEARCH_TEST : 0) | (language_is_for_tests(language, path) ? SEARCH_AID : 0);
}

/* Links, directories and empty files have nothing to search. */
static TextFiles *take_files(Job *job, Root *root, const StoreFiles *stored) {
  VEC(TextFile) files = {0};
  uint64_t no_text = hash_str(STR_EMPTY);
  for (size_t i = 0; i < stored->len; i++) {
    const StoreFile *file = &stored->items[i];
    if (!file->size || !file->path.len || file->path.ptr[file->path.len - 1] == '/') continue;
    const Language *language = file->language.len ? language_find(file->language) : NULL;
    uint64_t hash = file->hash == no_text ? 0 : file->hash;
    bool is_told = file->stamp || hash || !file->id.value;
    uint64_t stamp = is_told ? file->stamp : settled_stamp(job, root, file->path);
    unsigned code = file->id.value && !file->skip.len ? SEARCH_CODE : 0;
    *vec_add(job->arena, &files) = (TextFile){
        .path = file->path, .size = file->size, .stamp = stamp, .language = language,
        .hash = hash, .id = file->id.value,
        .flags = flags_of(language, file->path, file->is_test) | code};
  }
  return text_files_open(files.items, files.len);
}

/* Locked. Of what is stored, whatever the job has open over it: the list is
 * everybody's. */
static Err follow_store(Job *job, Index *index, SearchPart *part) {
  StoreReader *reader, *taken;
  StoreFiles stored;
  int64_t generation;
  TRY(index_reader_take(job, index, &taken));
  reader = store_reader_beneath(taken) ? store_reader_beneath(taken) : taken;
  Err err = index_generation(job, reader, &generation);
  bool is_old = !err && (!part->files || generation != part->generation);
  if (is_old) err = store_list_files(job, reader, STR_EMPTY, &stored);
  index_reader_return(index, taken);
  if (err || !is_old) return err;
  if (part->files) text_files_unref(part->files);
  part->files = take_files(job, index_files(index), &stored);
  part->generation = generation;
  return OK;
}

/* ---- with the texts of a view ---- */

static TextFile *find_path(TextFile *files, size_t count, Str path) {
  for (size_t i = 0; i < count; i++) {
    if (str_eq(files[i].path, path)) return &files[i];
  }
  return NULL;
}

static int by_path(const void *a, const void *b) { return str_compare(((const TextFile *)a)->path, ((const TextFile *)b)->path); }

/* A file that is new in a view has a number there. */
static Err find_number(Job *job, StoreReader *reader, Str path, int64_t *ret_id) {
  StoreFiles stored;
  TRY(store_list_files(job, reader, path, &stored));
  bool is_there = stored.len && str_eq(stored.items[0].path, path);
  *ret_id = is_there ? stored.items[0].id.value : 0;
  return OK;
}

/* In place of the file in the list, or behind all. */
static Err put_text(Job *job, StoreReader *reader, const IndexText *text, TextFile *files, size_t *count) {
  Str rest = text->text;
  int64_t id;
  TRY(find_number(job, reader, text->path, &id));
  TextFile *file = find_path(files, *count, text->path);
  if (!file) file = &files[(*count)++];
  const Language *language = language_for_file(text->path, str_cut(&rest, '\n'));
  *file = (TextFile){.path = text->path, .size = text->text.len, .language = language, .id = id, .own = text->text,
                     .flags = flags_of(language, text->path, false)};
  return OK;
}

/* The list of what is stored, whose text index serves for all other files. */
static Err lay_texts(Job *job, Index *index, SearchScene *scene) {
  size_t count, len;
  StoreReader *reader;
  const IndexText *texts = index_view_texts(job, index, &count);
  if (!count) return OK;
  const TextFile *saved = text_files_items(scene->files, &len);
  TextFile *files = ARENA_ARRAY(job->arena, TextFile, len + count + 1);
  for (size_t i = 0; i < len; i++) files[i] = saved[i];
  TRY(index_reader_take(job, index, &reader));
  Err err = OK;
  for (size_t i = 0; i < count && !err; i++) err = put_text(job, reader, &texts[i], files, &len);
  index_reader_return(index, reader);
  if (err) return err;
  qsort(files, len, sizeof *files, by_path);
  TextFiles *laid = text_files_open(files, len);
  text_files_unref(scene->files);
  *scene = (SearchScene){.files = laid, .text = scene->text, .is_private = true};
  return OK;
}

/* Locked. */
static void open_text(Index *index, SearchPart *part) {
  if (!part->text) part->text = text_index_open(index_keep(index));
}

/* While the index is being made, or lags behind, the disk is listed instead:
 * a search answers from what is there. */
Err query_search_scene(Job *job, Index *index, SearchScene *ret_scene) {
  IndexState state;
  StoreFiles found;
  index_state(index, &state);
  if (state.provisional || state.behind || !index_keep(index)) {
    TRY(index_list_disk(job, index, STR_EMPTY, &found));
    *ret_scene = (SearchScene){.files = take_files(job, index_files(index), &found), .is_live = true};
    return OK;
  }
  SearchPart *part = index_part(index, &search_part);
  lock_take(&part->lock);
  Err err = follow_store(job, index, part);
  if (!err) {
    open_text(index, part);
    *ret_scene = (SearchScene){.files = text_files_ref(part->files), .text = part->text};
  }
  lock_give(&part->lock);
  if (err) return err;
  err = lay_texts(job, index, ret_scene);
  if (err) query_search_leave(ret_scene);
  return err;
}

void query_search_leave(SearchScene *scene) { text_files_unref(scene->files); }

/* What a view has is never written. */
void query_search_tend(Index *index, const SearchScene *scene) {
  if (!scene->text || scene->is_private) return;
  TextBuild build = {.root = index_files(index), .memory = index_memory(index) / BUILD_SHARE};
  text_index_build_later(scene->text, scene->files, &build);
}

/* ---- filters ---- */

static bool matches_plain(Str glob, Str path) {
  if (str_find_byte(glob, '/') == STR_NONE) return glob_match(glob, file_name(path), 0);
  if (glob.ptr[0] == '/') glob = str_slice(glob, 1, glob.len);
  return glob_match(glob, path, 0);
}

/* The first {a,b} is replaced by each of its parts in turn; `depth` bounds
 * how many there may be. */
static bool matches_braces(Arena *arena, Str glob, Str path, unsigned depth) {
  size_t open = str_find_byte(glob, '{'), close = str_find_byte(glob, '}');
  if (open == STR_NONE || close == STR_NONE || close < open || depth == BRACES_MAX) return matches_plain(glob, path);
  Str before = str_slice(glob, 0, open), after = str_slice(glob, close + 1, glob.len);
  Str parts = str_slice(glob, open + 1, close);
  for (bool more = true; more;) {
    more = str_find_byte(parts, ',') != STR_NONE;
    Str part = str_cut(&parts, ',');
    Str one = str_format(arena, "%.*s%.*s%.*s", STR_ARG(before), STR_ARG(part), STR_ARG(after));
    if (matches_braces(arena, one, path, depth + 1)) return true;
  }
  return false;
}

bool query_glob_matches(Str glob, Str path) {
  bool negated = glob.len && glob.ptr[0] == '!';
  if (negated) glob = str_slice(glob, 1, glob.len);
  if (str_find_byte(glob, '{') == STR_NONE) return matches_plain(glob, path) != negated;
  Arena arena;
  arena_init(&arena);
  bool matches = matches_braces(&arena, glob, path, 0);
  arena_clear(&arena);
  return matches != negated;
}

static bool is_in_paths(const QuerySearch *search, Str path) {
  if (!search->path_count) return true;
  for (size_t i = 0; i < search->path_count; i++) {
    if (!search->paths[i].len || query_path_matches(search->paths[i], path)) return true;
  }
  return false;
}

static bool is_of_language(Str wanted, const Language *language) {
  if (!wanted.len) return true;
  return language && (str_eq_c(wanted, language->name) || (language->family && str_eq_c(wanted, language->family)));
}

static Err check_language(Job *job, Str wanted) {
  if (!wanted.len) return OK;
  VEC(Str) names = {0};
  for (const Language *const *at = language_registry; *at; at++) {
    if (is_of_language(wanted, *at)) return OK;
    *vec_add(job->arena, &names) = str_from_c((*at)->name);
  }
  Str near = str_nearest(wanted, names.items, names.len);
  return job_fail(job, ERR_NOT_FOUND, "no language '%.*s' is known%s%.*s%s; status lists those of this workspace. For other files "
                  "use glob", STR_ARG(str_shown(job->arena, wanted, 60)), near.len ? ": did you mean '" : "", STR_ARG(near),
                  near.len ? "'" : "");
}

Err query_search_choose(Job *job, const SearchScene *scene, const QuerySearch *search, TextChoice *ret_choice) {
  size_t count;
  const TextFile *files = text_files_items(scene->files, &count);
  TRY(check_language(job, search->language));
  uint32_t *chosen = ARENA_ARRAY(job->arena, uint32_t, count + 1);
  size_t len = 0;
  const Language *last = NULL; /* files of one language often follow each other */
  bool is_wanted = is_of_language(search->language, NULL);
  for (size_t i = 0; i < count; i++) {
    const TextFile *file = &files[i];
    if (search->glob.len || i % LISTED_PER_LOOK == 0) TRY(job_check(job)); /* a glob can be costly */
    if (file->language != last) is_wanted = is_of_language(search->language, last = file->language);
    bool fits = is_wanted && is_in_paths(search, file->path) && (!search->no_tests || !(file->flags & (SEARCH_TEST | SEARCH_AID))) &&
                (!search->glob.len || query_glob_matches(search->glob, file->path));
    if (fits) chosen[len++] = (uint32_t)i;
  }
  *ret_choice = (TextChoice){chosen, len};
  return OK;
}
