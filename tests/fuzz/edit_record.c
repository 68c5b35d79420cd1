/* Records of edits with bytes changed behind their back, the seal made right
 * again or not: each is refused, or what it says is safe to act on, and packs to
 * the same bytes again. Any other bytes under a seal of ours: likewise.
 * Input: the first byte tells what the rest is: 0 changes of a whole record, as
 * groups of three of a place and one to put there; 1 a record; 2 names. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/edit/edit_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[] = "/dev/shm/fathom-fuzz-XXXXXX";
static Keep *keep;

static void open_keep(Job *job) {
  if (!mkdtemp(folder)) abort();
  setenv("XDG_STATE_HOME", folder, 1);
  KeepOptions options = {.directory = str_from_c(folder), .folder = STR("kept"), .root = str_from_c(folder)};
  Err err = keep_open(job, &options, &keep);
  assert(!err);
}

static Str whole_record(Job *job) {
  EditRecord record = {.id = STR("0123"), .title = STR("x"), .time_ms = 5, .has_bytes = true};
  EditPart part = {.path = STR("a/b.c"), .beside = STR("a/.fathom-tmp-1"), .made = 1,
                   .before = {.exists = true, .bytes = STR("old"), .stat = {.mode = 0644}}, .after = {.exists = true, .bytes = STR("new")}};
  edit_content_seal(keep, &part.before);
  edit_content_seal(keep, &part.after);
  *vec_add(job->arena, &record.parts) = part;
  part.after.exists = false;
  *vec_add(job->arena, &record.parts) = part;
  *vec_add(job->arena, &record.steps) = (EditStep){.action = EDIT_RENAME, .path = STR("p"), .old_path = STR("q"), .edits = 2};
  return edit_record_pack(job, keep, &record);
}

static Str sealed(Job *job, KeepFile file, Str body) {
  char *all = arena_alloc(job->arena, KEEP_TAG + body.len + 1);
  unsigned char tag[KEEP_TAG];
  keep_tag(keep, file, body, tag);
  memcpy(all, tag, KEEP_TAG);
  if (body.len) memcpy(all + KEEP_TAG, body.ptr, body.len);
  return (Str){all, KEEP_TAG + body.len};
}

static void check_part(const EditPart *part) {
  assert(edit_is_beside(part->path, part->beside));
  assert(part->path.ptr[0] != '/' && !str_contains(part->path, STR("../")) && !str_contains(part->beside, STR("../")));
  assert(str_starts_with(file_name(part->beside), STR(FILE_TEMP_PREFIX)));
}

static void ask(Job *job, Str bytes) {
  EditRecord record, again;
  EditParts names;
  if (edit_record_unpack(job, keep, bytes, &record)) {
    assert(record.parts.len);
    for (size_t i = 0; i < record.parts.len; i++) check_part(&record.parts.items[i]);
    bool is_read = edit_record_unpack(job, keep, edit_record_pack(job, keep, &record), &again);
    assert(is_read && again.parts.len == record.parts.len && again.steps.len == record.steps.len && str_eq(again.id, record.id));
  }
  if (edit_staged_unpack(job, keep, bytes, &names)) {
    for (size_t i = 0; i < names.len; i++) check_part(&names.items[i]);
  }
}

static void change_whole(Job *job, Str input, bool reseals) {
  Str whole = whole_record(job);
  char *copy = arena_copy(job->arena, whole.ptr, whole.len);
  for (size_t i = 0; i + 4 <= input.len; i += 4) {
    size_t at = ((size_t)(unsigned char)input.ptr[i] << 16 | (size_t)(unsigned char)input.ptr[i + 1] << 8 | (unsigned char)input.ptr[i + 2]) % whole.len;
    copy[at] = input.ptr[i + 3];
  }
  Str bytes = {copy, whole.len};
  EditRecord record;
  bool is_changed = !str_eq(bytes, whole);
  bool is_read = edit_record_unpack(job, keep, bytes, &record);
  assert(!is_changed || !is_read); /* the seal holds for nothing else */
  if (reseals) ask(job, sealed(job, KEEP_EDIT_UNDO, str_slice(bytes, KEEP_TAG, bytes.len)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena;
  Job job;
  if (!size) return 0;
  arena_init(&arena);
  job_init(&job, &arena);
  if (!keep) open_keep(&job);
  Str rest = {arena_copy(&arena, data + 1, size - 1), size - 1};
  if (data[0] % 4 < 2) change_whole(&job, rest, data[0] % 4);
  else ask(&job, sealed(&job, data[0] % 4 == 2 ? KEEP_EDIT_UNDO : KEEP_EDIT_STAGED, rest));
  ask(&job, rest);
  arena_clear(&arena);
  return 0;
}
