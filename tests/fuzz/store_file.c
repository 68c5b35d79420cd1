/* A store's file with bytes changed behind its back, and a mark that says it
 * is as its writer left it: nothing is checked beforehand. Never a crash: each
 * question is answered, or the file is said to be damaged.
 * Input: groups of four bytes, three of a place and one to put there; a last
 * odd byte cuts the file. */
#include <assert.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/os/file.h"
#include "src/store/store_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define FILES 6

static char folder[] = "/dev/shm/fathom-fuzz-XXXXXX";
static char state[] = "/dev/shm/fathom-fuzz-XXXXXX"; /* the user's key */
static char path[64];
static char *whole;
static size_t whole_size;

static int remove_entry(const char *name, const struct stat *stat, int flag, struct FTW *walk) {
  (void)stat, (void)flag;
  return walk->level ? remove(name) : 0;
}

static void put_file(Job *job, Store *store, Names *names, int number) {
  Facts facts;
  StorePlaced placed;
  facts_init(&facts, job->arena, names);
  for (int i = 0; i < 40; i++) {
    *vec_add(job->arena, &facts.defs) = (Def){.kind = SYMBOL_FUNCTION, .container = (DefNo)i / 2,
        .name = names_intern(names, str_format(job->arena, "name_%d_%d", number % 3, i)),
        .name_span = {.from = 3, .to = 9, .line = 2}, .full = {.to = 100, .line = 1, .end_line = 9}};
  }
  StoreFile file = {.path = str_format(job->arena, "d/f%d.c", number), .language = STR("c")};
  const uint64_t keys[] = {1, 2, 3};
  StoreContent content = {.facts = &facts, .data = STR("some facts"), .keys = keys, .key_count = 3};
  Err err = store_put_file(job, store, &file, &content, &placed);
  assert(!err);
  StoreEdge edges[120];
  for (uint32_t i = 0; i < 120; i++) {
    edges[i] = (StoreEdge){.kind = i % EDGE_KIND_COUNT, .from = store_symbol_id(placed.file, i / 3),
                           .to = store_symbol_id((FileId){1 + i % FILES}, i % 41), .line = i};
  }
  StoreFileEdges links = {.file = placed.file, .edges = edges, .edge_count = 120, .uses = &placed.file, .use_count = 1};
  err = store_put_file_edges(job, store, &links);
  assert(!err);
}

static Store *open_store(Job *job) {
  Store *store;
  StoreOptions options = {.root = STR("/"), .in_cache = true, .cache_dir = str_from_c(folder)};
  return store_open(job, &options, &store) ? NULL : store;
}

static void make_whole(Job *job) {
  if (!mkdtemp(folder) || !mkdtemp(state) || setenv("XDG_STATE_HOME", state, 1)) abort();
  snprintf(path, sizeof(path), "%s/" STORE_FILE, folder);
  Store *store = open_store(job);
  assert(store);
  AUTO(Names) names = names_open();
  Err err = store_lock(job, store);
  if (!err) err = store_begin(job, store);
  for (int i = 0; i < FILES; i++) put_file(job, store, names, i);
  if (!err) err = store_commit(job, store);
  assert(!err);
  store_close(store);
  struct stat stat_of;
  int fd = open(path, O_RDONLY);
  fstat(fd, &stat_of);
  whole_size = (size_t)stat_of.st_size;
  whole = malloc(whole_size);
  ssize_t got = read(fd, whole, whole_size);
  assert(got == (ssize_t)whole_size);
  close(fd);
}

/* The user's own seal over what is there now, as if a writer had left it so. */
static void mark(Job *job) {
  Keep *keep;
  Str whole_path = str_from_c(folder);
  KeepOptions options = {.directory = file_directory(whole_path), .folder = file_name(whole_path), .root = STR("/")};
  Err err = keep_open(job, &options, &keep);
  assert(!err);
  Store store = {.keep = keep, .part = STR(STORE_SPELL(STORE_VERSION)), .lock_fd = -1};
  err = keep_lock(job, keep, store_name(&store, KEEP_STORE_LOCK), &store.lock_fd);
  assert(!err);
  store_mark_clean(&store);
  file_unlock(store.lock_fd);
  keep_close(keep);
}

static void write_changed(Job *job, const uint8_t *data, size_t size) {
  nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
  int fd = open(path, O_RDWR | O_CREAT, 0600);
  ssize_t put = pwrite(fd, whole, whole_size, 0);
  for (; size >= 4; data += 4, size -= 4) {
    off_t at = (off_t)(((size_t)data[0] | (size_t)data[1] << 8 | (size_t)data[2] << 16) % whole_size);
    put = pwrite(fd, data + 3, 1, at);
  }
  if (size && ftruncate(fd, (off_t)(whole_size * data[0] / 256))) abort();
  (void)put;
  close(fd);
  mark(job);
}

static void see_name(void *context, int64_t name, Str text) {
  (void)text;
  *(int64_t *)context ^= name;
}

static Err see_links(void *context, Job *job, const StoreFileEdges *links) {
  (void)context, (void)job, (void)links;
  return OK;
}

static Err ask_file(Job *job, StoreReader *reader, FileId file) {
  StoreSymbols symbols;
  StoreEdges edges = {0};
  Str data;
  uint64_t *keys;
  uint32_t *locals;
  size_t count;
  TRY(store_list_symbols(job, reader, file, &symbols));
  TRY(store_edges_of(job, reader, file, STORE_ALL_KINDS, &edges));
  TRY(store_get_content(job, reader, file, &data));
  TRY(store_get_keys(job, reader, file, &keys, &count));
  TRY(store_get_locals(job, reader, file, 50, &locals));
  for (size_t i = 0; i < symbols.len; i += 7) {
    StoreEdges into = {0};
    TRY(store_edges_into(job, reader, symbols.items[i].id, STORE_ALL_KINDS, &into));
  }
  return OK;
}

static Err ask_everything(Job *job, StoreReader *reader) {
  StoreFiles files;
  StoreCounts counts;
  StoreEdgeCounts edge_counts;
  int64_t seen = 0;
  TRY(store_count(job, reader, &counts));
  TRY(store_list_files(job, reader, STR_EMPTY, &files));
  TRY(store_each_name(job, reader, see_name, &seen));
  TRY(store_each_prefixed(job, reader, STR("name_1"), 100, see_name, &seen));
  TRY(store_each_worded(job, reader, STR("name"), 100, see_name, &seen));
  TRY(store_each_file_edges(job, reader, see_links, NULL));
  TRY(store_count_edges(job, reader, &edge_counts));
  for (size_t i = 0; i < files.len && i < 20; i++) TRY(ask_file(job, reader, files.items[i].id));
  return OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena;
  Job job;
  arena_init(&arena);
  job_init(&job, &arena);
  if (!whole) make_whole(&job);
  write_changed(&job, data, size);
  Store *store = open_store(&job);
  job_forgive(&job);
  StoreReader *reader;
  if (store && !store_reader_open(&job, store, &reader)) {
    Err err = store_read_begin(&job, reader);
    if (!err) err = ask_everything(&job, reader);
    assert(!err || err == ERR_IO || err == ERR_DENIED || err == ERR_NO_SPACE);
    store_read_end(reader);
    store_reader_close(reader);
  }
  if (store) store_close(store);
  arena_clear(&arena);
  return 0;
}
