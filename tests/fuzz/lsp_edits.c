/* Any JSON as a server's edit: refused with words, or edits that do not
 * overlap, lie in their texts, stay in the workspace and can be applied. */
#include "tests/fuzz/lsp_reading.h"

static void check_file(Input *input, const LspFileEdit *file, bool is_first) {
  check_path(file->path, false);
  check_path(file->new_path, false);
  assert((file->action == LSP_FILE_EDIT) == (file->edit_count > 0));
  size_t added = 0, gone = 0;
  for (size_t i = 0; i < file->edit_count; i++) {
    const LspRange *range = &file->edits[i].range;
    assert(range->start_byte <= range->end_byte);
    if (i) assert(file->edits[i - 1].range.end_byte <= range->start_byte);
    if (is_first) check_range(input, range, true);
    added += file->edits[i].text.len;
    gone += range->end_byte - range->start_byte;
  }
  Str done = lsp_edit_apply(&input->arena, input->text.chars, file);
  if (is_first) assert(done.len == input->text.chars.len + added - gone);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Input input;
  LspEdit edit;
  LspActions actions;
  input_open(&input, data, size);
  input.reader.whose = "the server's ";
  if (input.json) {
    Err err = lsp_read_edit(&input.reader, STR("a"), input.json, &edit);
    if (err) assert((err == ERR_PROTOCOL || err == ERR_OUTSIDE) && input.job.message.len);
    /* Until a file was made or moved every text is the one of the input. */
    bool is_first = true;
    for (size_t i = 0; !err && i < edit.len; i++) {
      is_first = is_first && edit.items[i].action == LSP_FILE_EDIT;
      check_file(&input, &edit.items[i], is_first);
    }
    job_forgive(&input.job);
    err = lsp_read_actions(&input.reader, STR("a"), input.json, &actions);
    assert(!err && !input.job.err);
  }
  arena_clear(&input.arena);
  return 0;
}
