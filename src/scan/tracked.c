/* What git tracks, as its index lists it: paths in order, after a header of
 * fixed size each. Versions 2 and 3 write every path out, version 4 how many
 * bytes of the path before it are replaced. An index that shares its entries
 * with another file tells too little and counts as none.
 * The file may come from anybody: nothing is read past its end, and what makes
 * no sense ends the list. */
#include "src/os/file.h"
#include "src/os/repository.h"
#include "src/scan/tracked_internal.h"

#define INDEX_MAX_BYTES (256u << 20)
#define PATH_MAX_BYTES 4096

enum { HEADER = 12, STAT = 40, ENTRY_EXTENDED = 0x4000 };

typedef struct Listing {
  Str bytes;
  size_t at;
  uint32_t version;
  size_t fixed; /* of an entry, before its path */
  char path[PATH_MAX_BYTES];
  size_t path_len;
} Listing;

static uint32_t word(Str bytes, size_t at) {
  const uint8_t *byte = (const uint8_t *)bytes.ptr + at;
  return (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 | (uint32_t)byte[2] << 8 | byte[3];
}

/* Seven bits a byte, the highest first, and one is added for each that follows. */
static bool read_number(Listing *listing, size_t *ret_number) {
  size_t number = 0;
  for (bool more = true, first = true; more; first = false) {
    if (listing->at >= listing->bytes.len || number > PATH_MAX_BYTES) return false;
    uint8_t byte = (uint8_t)listing->bytes.ptr[listing->at++];
    more = byte & 0x80;
    number = (first ? 0 : number + 1) << 7 | (byte & 0x7f);
  }
  *ret_number = number;
  return true;
}

static bool read_path(Listing *listing, size_t start) {
  size_t dropped = listing->path_len;
  if (listing->version == 4 && !read_number(listing, &dropped)) return false;
  if (dropped > listing->path_len) return false;
  size_t kept = listing->path_len - dropped;
  Str rest = str_slice(listing->bytes, listing->at, listing->bytes.len);
  size_t len = str_find_byte(rest, '\0');
  if (len == STR_NONE || kept + len > PATH_MAX_BYTES) return false;
  memcpy(listing->path + kept, rest.ptr, len);
  listing->path_len = kept + len;
  listing->at += len + 1;
  if (listing->version < 4) listing->at += (8 - (listing->at - start) % 8) % 8; /* NULs up to a multiple of eight */
  return true;
}

static bool read_entry(Listing *listing) {
  size_t start = listing->at;
  if (listing->bytes.len < listing->fixed || start > listing->bytes.len - listing->fixed) return false;
  listing->at += listing->fixed;
  bool is_extended = word(listing->bytes, listing->at - 4) & ENTRY_EXTENDED;
  if (is_extended) listing->at += 2;
  return listing->at < listing->bytes.len && read_path(listing, start);
}

static bool begin(Listing *listing, Str bytes, bool is_sha256) {
  size_t hash = is_sha256 ? 32 : 20;
  *listing = (Listing){.bytes = bytes, .at = HEADER, .fixed = STAT + hash + 2};
  if (bytes.len < HEADER || !str_starts_with(bytes, STR("DIRC"))) return false;
  listing->version = word(bytes, 4);
  return listing->version >= 2 && listing->version <= 4;
}

/* Every folder on the way to a path that has one of the names. */
static void add_folders(Arena *arena, Str path, const char *const *names, size_t name_count, Map *folders) {
  for (Str rest = path; rest.len;) {
    Str name = str_cut(&rest, '/');
    if (!name.len) continue; /* no place in the path */
    Str folder = str_slice(path, 0, (size_t)(name.ptr - path.ptr) + name.len);
    bool is_wanted = folder.len < path.len && str_is_one_of(name, names, name_count);
    if (is_wanted && !map_get(folders, folder)) map_put(folders, str_copy(arena, folder), folders);
  }
}

static bool read_index(Job *job, Str root, Repository *ret_repository, Str *ret_bytes) {
  Err err = repository_find(job, root, ret_repository);
  if (!err && ret_repository->is_foreign) return false;
  if (!err) err = file_read(job, file_join(job->arena, ret_repository->git_dir, STR("index")), INDEX_MAX_BYTES, ret_bytes);
  if (err) job_forgive(job);
  return !err;
}

void scan_tracked_read(Job *job, Str root, const char *const *names, size_t name_count, ScanTracked *ret_tracked) {
  Arena *arena = job->arena;
  JOB_SCRATCH(job);
  Repository repository;
  Str bytes;
  map_init(&ret_tracked->folders, arena);
  Listing *listing = ARENA_NEW(job->arena, Listing);
  if (!read_index(job, root, &repository, &bytes) || !begin(listing, bytes, repository.is_sha256)) return;
  size_t inside = repository.inside.len ? repository.inside.len + 1 : 0;
  for (uint32_t left = word(bytes, 8); left && read_entry(listing); left--) {
    Str path = {listing->path, listing->path_len};
    if (inside && !str_is_beneath(path, repository.inside)) continue;
    add_folders(arena, str_slice(path, inside, path.len), names, name_count, &ret_tracked->folders);
  }
}

bool scan_tracked_has(const ScanTracked *tracked, Str folder) { return map_get(&tracked->folders, folder) != NULL; }
