/* Code actions as servers give them: commands, or actions with edits. */
#include "src/base/vec.h"
#include "src/lsp/ask_internal.h"

/* `command` is text in a Command and an object in a CodeAction. */
static Str command_name(const Json *value) {
  const Json *command = json_get(value, STR("command"));
  if (json_is(command, JSON_STRING)) return command->text;
  return json_get_str(command, STR("command"), STR_EMPTY);
}

/* An edit that is broken or leads out of the workspace makes the action one
 * that cannot be done, with the reason; it stays in the list, because a reader
 * may wonder where it went. Other errors are of the job. */
Err lsp_read_action(LspReader *reader, Str path, const Json *value, LspAction *ret_action) {
  Arena *arena = reader->job->arena;
  LspAction action = {.title = lsp_get_words(arena, value, "title"), .kind = lsp_get_words(arena, value, "kind"),
                      .is_preferred = json_get_bool(value, STR("isPreferred"), false),
                      .disabled = lsp_get_words(arena, json_get(value, STR("disabled")), "reason"),
                      .command = command_name(value), .raw = value};
  const Json *edit = json_get(value, STR("edit"));
  if (json_is(edit, JSON_OBJECT)) {
    Err err = lsp_read_edit(reader, path, edit, &action.edit);
    if (err && err != ERR_PROTOCOL && err != ERR_OUTSIDE) return err;
    action.has_edit = !err;
    if (err) action.disabled = job_message(reader->job, err);
    if (err) job_forgive(reader->job);
  }
  *ret_action = action;
  return OK;
}

/* What has no title cannot be chosen and is left out. */
Err lsp_read_actions(LspReader *reader, Str path, const Json *result, LspActions *ret_actions) {
  LspActions all = {0};
  for (size_t i = 0; json_is(result, JSON_ARRAY) && i < result->count; i++) {
    LspAction action;
    if (!json_is(json_get(&result->items[i], STR("title")), JSON_STRING)) continue;
    TRY(lsp_read_action(reader, path, &result->items[i], &action));
    *vec_add(reader->job->arena, &all) = action;
  }
  *ret_actions = all;
  return OK;
}
