/* Listings of files, with directories made from their paths. */
#include "src/base/vec.h"
#include "src/model/glob.h"
#include "src/query/workspace/workspace.h"

typedef struct Entries {
  QueryEntry *items;
  size_t len;
  size_t cap;
} Entries;

static Str last_name(Str path) {
  size_t slash = str_find_last_byte(path, '/');
  return slash == STR_NONE ? path : str_slice(path, slash + 1, path.len);
}

/* A pattern without a slash is about names, wherever they are. */
static bool matches_glob(Str glob, Str path) {
  return glob_match(glob, str_find_byte(glob, '/') == STR_NONE ? last_name(path) : path, 0);
}

/* A file, a folder and all beneath it, or a pattern. Nothing, or a dot, is
 * everything. */
bool query_path_matches(Str place, Str path) {
  while (place.len && place.ptr[place.len - 1] == '/') place.len--;
  if (place.len == 0 || str_eq(place, STR("."))) return true;
  if (str_is_within(path, place)) return true;
  return glob_has_magic(place) && matches_glob(place, path);
}

/* How deep beneath the folder that was asked about. */
static size_t count_levels(Str inner) { return str_count_byte(inner, '/'); }

/* A listing in the making. */
typedef struct Listing {
  Arena *arena;
  const QueryFiles *request;
  Entries entries;
  VEC(size_t) open; /* the directories the last file was in, by level */
} Listing;

/* Enters the directories of `path`, down to the depth, and counts it in them. */
static void enter_directories(Listing *listing, Str path, size_t base, const StoreFile *file, bool counts) {
  size_t level = 0, depth = listing->request->depth;
  for (size_t i = base; i < path.len && (!depth || level < depth); i++) {
    if (path.ptr[i] != '/') continue;
    Str directory = str_slice(path, 0, i);
    if (level < listing->open.len && !str_eq(listing->entries.items[listing->open.items[level]].path, directory)) {
      listing->open.len = level;
    }
    if (level == listing->open.len) {
      *vec_add(listing->arena, &listing->open) = listing->entries.len;
      *vec_add(listing->arena, &listing->entries) = (QueryEntry){
          .path = directory, .is_directory = true, .level = level, .is_folded = depth && level + 1 >= depth};
    }
    QueryEntry *entry = &listing->entries.items[listing->open.items[level]];
    entry->files += counts;
    entry->symbols += file->symbols;
    level++;
  }
}

/* A path that ends with a slash is a folder that was left out as a whole. */
static void add_file(Listing *listing, const StoreFile *file, size_t base) {
  const QueryFiles *request = listing->request;
  bool left_out = file->path.ptr[file->path.len - 1] == '/';
  Str path = str_slice(file->path, 0, file->path.len - left_out);
  size_t level = request->tree ? count_levels(str_slice(path, base, path.len)) : 0;
  if (request->tree) enter_directories(listing, path, base, file, !left_out);
  if (request->depth && level >= request->depth) return;
  *vec_add(listing->arena, &listing->entries) = (QueryEntry){
      .path = path, .is_directory = left_out, .is_folded = left_out, .level = level,
      .symbols = file->symbols, .size = file->size, .language = file->language, .skip = file->skip};
}

/* Files come by path, so that each directory is entered once. */
Err query_files(Job *job, StoreReader *reader, const QueryFiles *request, QueryListing *ret_listing) {
  StoreFiles files;
  Listing making = {.arena = job->arena, .request = request};
  QueryListing listing = {0};
  TRY(store_list_files(job, reader, request->path, &files));
  size_t base = request->path.len ? request->path.len + 1 : 0;
  for (size_t i = 0; i < files.len; i++) {
    StoreFile *file = &files.items[i];
    TRY(job_check(job)); /* a pattern can be costly */
    if (request->indexed && file->skip.len) continue;
    if (request->pattern.len && !matches_glob(request->pattern, file->path)) continue;
    if (file->path.ptr[file->path.len - 1] != '/') {
      listing.files++;
      listing.symbols += file->symbols;
    }
    /* A path that is the file itself has no part beneath it. */
    size_t from = base < file->path.len ? base : 0;
    add_file(&making, file, from);
  }
  listing.items = making.entries.items;
  listing.total = making.entries.len;
  listing.len = listing.total < request->limit ? listing.total : request->limit;
  *ret_listing = listing;
  return OK;
}
