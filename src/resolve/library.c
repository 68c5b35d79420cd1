/* Libraries: the facts of a language's standard library in one file.
 *   "fathomL1" | entries | keys | entry rows | key rows | texts and facts
 * A row of entries: offset and length of path, package, language, facts; a row
 * of keys: key, entry, definition; rows sorted by key. All numbers are
 * little-endian and checked when read: a damaged file is no library. */
#include <assert.h>
#include <stdlib.h>

#include "src/base/pack.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/world_internal.h"

#define MAGIC "fathomL1"
enum { HEAD_BYTES = 16, ENTRY_BYTES = 32, KEY_BYTES = 16, LIBRARY_MAX = 1 << 30 };
enum { PLACE_KEYS = 4 }; /* of a file, at most: path, name, directory, package */

/* ---- writing ---- */

typedef struct KeyRow {
  uint64_t key;
  uint32_t entry, def;
} KeyRow;

static int by_row(const void *a, const void *b) {
  const KeyRow *left = a, *right = b;
  if (left->key != right->key) return left->key < right->key ? -1 : 1;
  if (left->entry != right->entry) return left->entry < right->entry ? -1 : 1;
  return (left->def > right->def) - (left->def < right->def);
}

static int by_entry_path(const void *a, const void *b) {
  return str_compare(((const ResolveLibraryEntry *)a)->path, ((const ResolveLibraryEntry *)b)->path);
}

static void put_text(Buf *rows, Buf *texts, Str text, size_t base) {
  pack_word32(rows, (uint32_t)(base + texts->len));
  pack_word32(rows, (uint32_t)text.len);
  buf_add(texts, text);
}

static void put_entry(Arena *arena, Buf *rows, Buf *texts, const ResolveLibraryEntry *entry, size_t base) {
  Buf encoded;
  buf_init(&encoded, arena, LIBRARY_MAX);
  facts_encode(&encoded, arena, entry->facts, true);
  put_text(rows, texts, entry->path, base);
  put_text(rows, texts, names_text(entry->facts->names, entry->facts->package), base);
  put_text(rows, texts, str_from_c(entry->language->name), base);
  put_text(rows, texts, buf_str(&encoded), base);
}

/* Keys are taken from the facts as they will be read: numbers may differ. */
static bool surface_of(Arena *arena, const Facts *facts, Facts *ret_surface) {
  Buf encoded;
  buf_init(&encoded, arena, LIBRARY_MAX);
  facts_encode(&encoded, arena, facts, true);
  return facts_decode(buf_str(&encoded), arena, facts->names, ret_surface);
}

void resolve_library_write(Buf *out, Arena *arena, const ResolveLibraryEntry *entries, size_t count) {
  ResolveLibraryEntry *sorted = arena_copy(arena, entries, count * sizeof *entries);
  if (count) qsort(sorted, count, sizeof *sorted, by_entry_path);
  VEC(KeyRow) keys = {0};
  for (size_t i = 0; i < count; i++) {
    Facts surface;
    if (!surface_of(arena, sorted[i].facts, &surface)) continue;
    size_t key_count;
    Key *list = resolve_file_keys(arena, sorted[i].path, sorted[i].language, &surface, true, &key_count);
    for (size_t k = 0; k < key_count; k++) {
      *vec_add(arena, &keys) = (KeyRow){list[k].key, (uint32_t)i, list[k].def};
    }
  }
  if (keys.len) qsort(keys.items, keys.len, sizeof *keys.items, by_row);
  Buf rows, texts;
  buf_init(&rows, arena, LIBRARY_MAX);
  buf_init(&texts, arena, LIBRARY_MAX);
  size_t base = HEAD_BYTES + count * ENTRY_BYTES + keys.len * KEY_BYTES;
  for (size_t i = 0; i < count; i++) put_entry(arena, &rows, &texts, &sorted[i], base);
  buf_add(out, STR(MAGIC));
  pack_word32(out, (uint32_t)count);
  pack_word32(out, (uint32_t)keys.len);
  buf_add(out, buf_str(&rows));
  for (size_t i = 0; i < keys.len; i++) {
    pack_word64(out, keys.items[i].key);
    pack_word32(out, keys.items[i].entry);
    pack_word32(out, keys.items[i].def);
  }
  buf_add(out, buf_str(&texts));
}

/* ---- reading ---- */

/* Offsets come from a file: they are added in 64 bits, so that none of them
 * wraps around. */
static bool get_text(const Library *library, const unsigned char *at, Str *ret_text) {
  uint64_t from = pack_load32(at), len = pack_load32(at + 4);
  if (from + len > library->size) return false;
  *ret_text = (Str){(const char *)library->bytes + from, (size_t)len};
  return true;
}

/* A language that this build does not have, or that is of another family, is
 * read as the one the library was opened for. */
static const Language *language_of(const Lang *lang, Str name) {
  const Language *language = language_find(name);
  return language && str_eq(resolve_family(language), lang->family->name) ? language : lang->language;
}

/* What an entry has in common with the one before it, mostly. */
typedef struct Before {
  Str language;
  const Lang *lang;
} Before;

/* Entries are added while the library is loaded; read_library takes them
 * back when one of them makes no sense. */
static bool read_entry(ResolveWorld *world, Library *library, const Lang *lang, Before *before, uint32_t number) {
  const unsigned char *row = (const unsigned char *)library->bytes + HEAD_BYTES + (size_t)number * ENTRY_BYTES;
  Str path, package, language, bytes;
  if (!get_text(library, row, &path) || !get_text(library, row + 8, &package) ||
      !get_text(library, row + 16, &language) || !get_text(library, row + 24, &bytes)) {
    return false;
  }
  if (!before->lang || !str_eq(before->language, language)) *before = (Before){language, resolve_lang(world, language_of(lang, language))};
  const Lang *own = before->lang;
  WorldFile file = resolve_world_add_entry(world, path, own);
  WorldEntry *entry = &world->files[file];
  entry->is_library = true;
  entry->package = package.len ? names_intern(world->names, package) : (NameId){0};
  entry->package_id = resolve_package_id(own->language, true, path, package);
  entry->library_file = &library->files[number];
  library->files[number].bytes = bytes;
  return true;
}

/* Counts are checked against the file's size before anything is read by
 * them. All or nothing: a library of which half can be read would make
 * references external by one run and unresolved by another. */
static bool read_library(ResolveWorld *world, Library *library, const Lang *lang) {
  const unsigned char *bytes = library->bytes;
  if (library->size < HEAD_BYTES || library->size >= LIBRARY_MAX || memcmp(bytes, MAGIC, 8) != 0) return false;
  library->count = pack_load32(bytes + 8);
  library->key_count = pack_load32(bytes + 12);
  uint64_t need = HEAD_BYTES + (uint64_t)library->count * ENTRY_BYTES + (uint64_t)library->key_count * KEY_BYTES;
  if (need > library->size) return false;
  library->keys = bytes + HEAD_BYTES + (size_t)library->count * ENTRY_BYTES;
  library->files = ARENA_ARRAY(&library->arena, LibraryFile, library->count);
  library->has_names = library->key_count > (uint64_t)PLACE_KEYS * library->count;
  library->first = (WorldFile)world->file_count;
  size_t first = world->file_count;
  Before before = {0};
  for (uint32_t i = 0; i < library->count; i++) {
    if (read_entry(world, library, lang, &before, i)) continue;
    world->file_count = first;
    return false;
  }
  return true;
}

/* A library that is missing or damaged is no error: its names stay
 * unresolved, and `status` says that it is not there. Tried once per family
 * and world. */
void resolve_library_load(ResolveWorld *world, Lang *lang) {
  assert(!lang->family->library);
  lang->family->tried = true;
  if (!world->source.library) return;
  Library *library = arena_heap_alloc(sizeof *library);
  arena_init(&library->arena);
  Str bytes = world->source.library(world->source.context, &library->arena, lang->family->name);
  if (!bytes.ptr) {
    arena_clear(&library->arena);
    free(library);
    return;
  }
  library->bytes = (const unsigned char *)bytes.ptr;
  library->size = bytes.len;
  library->finder = resolve_finder_open(world, FINDER_LIBRARY);
  if (read_library(world, library, lang)) {
    lang->family->library = library;
  } else {
    resolve_library_close(world, library);
  }
}

void resolve_library_close(ResolveWorld *world, Library *library) {
  for (uint32_t i = 0; library->files && i < library->count; i++) {
    resolve_targets_free(world, atomic_load(&library->files[i].targets));
  }
  resolve_finder_close(library->finder);
  arena_clear(&library->arena);
  free(library);
}

/* Decoded when first needed, which for most files of a library is never. The
 * first look goes without the lock; a thread that loses the race finds the
 * facts there. Facts that cannot be decoded are empty facts, so that nobody
 * tries again. */
const Facts *resolve_library_facts(ResolveWorld *world, WorldFile file) {
  assert(resolve_is_standard(&world->files[file]));
  WorldEntry *entry = &world->files[file];
  LibraryFile *own = entry->library_file;
  const Facts *facts = atomic_load_explicit(&own->facts, memory_order_acquire);
  if (facts) return facts;
  lock_take(&world->library_lock);
  facts = atomic_load(&own->facts);
  if (!facts) {
    Arena *arena = &entry->lang->family->library->arena;
    Facts *decoded = ARENA_NEW(arena, Facts);
    if (!facts_decode(own->bytes, arena, world->names, decoded)) facts_init(decoded, arena, world->names);
    facts = decoded;
    atomic_store_explicit(&own->facts, facts, memory_order_release);
  }
  lock_give(&world->library_lock);
  return facts;
}

/* As with facts. A dependency's targets are found with the finder that sees
 * what is installed, and its memory is kept within bounds here, because
 * nobody else comes by. */
const ImportTargets *resolve_library_targets(ResolveWorld *world, WorldFile file, const Facts *facts) {
  WorldEntry *entry = &world->files[file];
  LibraryFile *own = entry->library_file;
  ImportTargets *targets = atomic_load_explicit(&own->targets, memory_order_acquire);
  if (targets) return targets;
  lock_take(&world->library_lock);
  targets = atomic_load(&own->targets);
  if (!targets) {
    LanguageWorld *finder = entry->sibling ? resolve_sibling_finder(world, entry->sibling)
                            : entry->is_dependency ? world->dependencies.finder : entry->lang->family->library->finder;
    targets = resolve_targets_make(world, finder, entry->lang, facts, file);
    if (entry->is_dependency) resolve_finder_limit(finder, world->memory / 4);
    atomic_store_explicit(&own->targets, targets, memory_order_release);
  }
  lock_give(&world->library_lock);
  return targets;
}

/* Rows are not aligned: a number is put together from its bytes. */
static uint64_t key_at(const Library *library, uint32_t row) {
  return pack_load64(library->keys + (size_t)row * KEY_BYTES);
}

/* The first row whose key is not smaller. Keys are hashes: where one is follows
 * nearly from its value, so that a few rows around that place are looked at
 * instead of some all over the table. */
static uint32_t lower_bound(const Library *library, uint64_t key) {
  uint32_t count = library->key_count, low = 0, high = count;
  uint32_t guess = (uint32_t)((key >> 32) * count >> 32), step = 8;
  if (!count) return 0;
  if (key_at(library, guess) < key) {
    low = guess + 1;
    while (step < count - low && key_at(library, low + step) < key) low += step + 1, step *= 2;
    high = step < count - low ? low + step : count;
  } else {
    high = guess;
    while (step < high && key_at(library, high - step) >= key) high -= step, step *= 2;
    low = step < high ? high - step + 1 : 0;
  }
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (key_at(library, middle) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* Entries beyond the count are passed over: rows are not all checked when a
 * library is loaded, which would read pages that nobody asks for. */
size_t resolve_library_get(const Library *library, uint64_t key, TableItem *ret_items, size_t max) {
  uint32_t low = lower_bound(library, key);
  size_t count = 0;
  for (; low < library->key_count && count < max; low++) {
    const unsigned char *row = library->keys + (size_t)low * KEY_BYTES;
    if (key_at(library, low) != key) break;
    uint32_t entry = pack_load32(row + 8);
    if (entry >= library->count) continue;
    ret_items[count++] = (TableItem){key, library->first + entry, pack_load32(row + 12)};
  }
  return count;
}
