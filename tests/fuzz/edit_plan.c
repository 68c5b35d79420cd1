/* A transaction of random edits on a file in any form: what is applied is what
 * the plan showed, places that were not touched move with it, and undo gives the
 * bytes back. Input: the file's length and bytes, then edits of six bytes each:
 * two of the beginning, one of the length, three of text. */
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/edit/edit_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[] = "/dev/shm/fathom-fuzz-XXXXXX";
static char path[64];
static Index *workspace;

static void open_workspace(Job *job) {
  if (!mkdtemp(folder)) abort();
  setenv("XDG_STATE_HOME", folder, 1);
  snprintf(path, sizeof path, "%s/tree", folder);
  mkdir(path, 0755);
  IndexOptions options = {.root = str_copy(job->arena, str_from_c(path)), .workers = 1};
  Err err = index_open(job, &options, &workspace);
  if (!err) err = index_refresh(job, workspace);
  assert(!err);
  snprintf(path, sizeof path, "%s/tree/a.c", folder);
}

static void put(Str bytes) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  assert(fd >= 0);
  ssize_t wrote = write(fd, bytes.ptr, bytes.len);
  assert(wrote == (ssize_t)bytes.len);
  close(fd);
}

static Str get(Job *job) {
  Str text;
  Err err = file_read(job, str_from_c(path), 1u << 20, &text);
  assert(!err);
  return text;
}

static void change(Job *job, EditFile *file, const uint8_t *at) {
  uint32_t size = (uint32_t)edit_file_text(file)->chars.len, from = (uint32_t)(at[0] << 8 | at[1]) % (size + 1), to = from + at[2];
  if (edit_file_replace(file, (Range){from, to > size ? size : to}, (Str){(const char *)at + 3, 3})) job_forgive(job);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena;
  Job job;
  EditPlan *plan;
  EditFile *file;
  EditReceipt receipt;
  if (!size || data[0] >= size) return 0;
  arena_init(&arena);
  job_init(&job, &arena);
  if (!workspace) open_workspace(&job);
  Str bytes = {(const char *)data + 1, data[0]}, wanted;
  put(bytes);
  Err err = edit_plan_open(&job, &(EditOptions){.index = workspace, .allow_generated = true}, &plan);
  assert(!err);
  if (!edit_plan_file(plan, STR("a.c"), &file)) {
    for (const uint8_t *at = data + 1 + data[0]; at + 6 <= data + size; at += 6) change(&job, file, at);
    Str again = edits_apply(&arena, edit_file_base(file)->chars, edit_file_edits(file));
    assert(str_eq(again, edit_file_text(file)->chars));
    bool is_fit = !edit_file_encode(file, &wanted);
    job_forgive(&job);
    err = edit_plan_apply(plan, &receipt);
    assert(err ? !is_fit : is_fit);
    if (!err) assert(str_eq(get(&job), wanted));
    else job_forgive(&job);
    if (!err && receipt.steps.len) {
      err = edit_undo(&job, workspace, NULL, receipt.id, &receipt);
      assert(!err);
    }
  }
  assert(str_eq(get(&job), bytes));
  arena_clear(&arena);
  return 0;
}
