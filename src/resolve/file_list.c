/* Lists of files that imports lead to, each distinct one kept once: thousands
 * of imports lead to the same few packages. */
#include <assert.h>
#include <string.h>

#include "src/base/hash.h"
#include "src/base/room.h"
#include "src/resolve/imports_internal.h"

/* By the numbers in their order: lists are equal only when they are in the
 * same order, which is the order members are looked up in. */
static uint64_t list_hash(const WorldFile *files, size_t count) {
  return hash_str((Str){(const char *)files, count * sizeof *files});
}

static size_t bytes_of(const FileList *list) { return sizeof *list + list->count * sizeof *list->files; }

static void grow(FileLists *lists) {
  FileList **old = lists->slots;
  size_t old_count = lists->slot_count;
  lists->slot_count = old_count ? old_count * 2 : 64;
  lists->slots = room_grow(NULL, 0, lists->slot_count * sizeof *lists->slots);
  for (size_t i = 0; i < old_count; i++) {
    for (FileList *list = old[i], *next; list; list = next) {
      next = list->next;
      FileList **slot = &lists->slots[list->hash & (lists->slot_count - 1)];
      list->next = *slot;
      *slot = list;
    }
  }
  room_free(old, old_count * sizeof *old);
}

/* Equal lists are one list, so that comparing where two imports lead is
 * comparing two pointers (imports.c), and so that a package of a thousand
 * files that a thousand files import is kept once. */
FileList *resolve_file_list_ref(FileLists *lists, const WorldFile *files, size_t count) {
  assert(count <= UINT32_MAX);
  if (!count) return NULL;
  if (lists->count >= lists->slot_count) grow(lists);
  uint64_t hash = list_hash(files, count);
  FileList **slot = &lists->slots[hash & (lists->slot_count - 1)];
  for (FileList *list = *slot; list; list = list->next) {
    if (list->hash != hash || list->count != count || memcmp(list->files, files, count * sizeof *files)) continue;
    list->refs++;
    return list;
  }
  FileList *list = pile_take(&lists->pile, sizeof *list + count * sizeof *files);
  *list = (FileList){.next = *slot, .hash = hash, .refs = 1, .count = (uint32_t)count};
  memcpy(list->files, files, count * sizeof *files);
  *slot = list;
  lists->count++;
  return list;
}

void resolve_file_list_unref(FileLists *lists, FileList *list) {
  assert(!list || list->refs);
  if (!list || --list->refs) return;
  FileList **at = &lists->slots[list->hash & (lists->slot_count - 1)];
  while (*at != list) at = &(*at)->next;
  *at = list->next;
  lists->count--;
  pile_give(&lists->pile, list, bytes_of(list));
}

/* Whatever still refers to a list is not used any more: the world is being
 * closed. */
void resolve_file_lists_clear(FileLists *lists) {
  pile_clear(&lists->pile);
  room_free(lists->slots, lists->slot_count * sizeof *lists->slots);
  *lists = (FileLists){0};
}
