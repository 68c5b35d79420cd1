/* kart_rename: the changes that rename a symbol everywhere. Writes none. */
#include "src/tools/compat/kart_ask_internal.h"

static void write_edits(Answer *out, const LspFileEdit *edit) {
  answer_begin_list(out, "edits");
  for (size_t i = 0; i < edit->edit_count; i++) {
    answer_begin_row(out);
    tool_kart_write_range(out, "range", &edit->edits[i].range);
    answer_field_str(out, "newText", edit->edits[i].text);
    answer_end(out);
  }
  answer_end(out);
}

static size_t write_changes(KartAsk *ask, const LspEdit *edit) {
  static const char *const actions[] = {"edit", "create", "move", "delete"};
  Answer *out = ask->call->answer;
  size_t count = 0;
  answer_begin_list(out, "changes");
  for (size_t i = 0; i < edit->len; i++) {
    const LspFileEdit *one = &edit->items[i];
    answer_begin_row(out);
    answer_field_str(out, "path", tool_agent_absolute(&ask->file, one->path));
    answer_field_str(out, "action", str_from_c(actions[one->action]));
    if (one->new_path.len) answer_field_str(out, "newPath", tool_agent_absolute(&ask->file, one->new_path));
    write_edits(out, one);
    answer_end(out);
    count += one->edit_count;
  }
  answer_end(out);
  return count;
}

static Err answer(KartAsk *ask) {
  ToolCall *call = ask->call;
  Answer *out = call->answer;
  LspEdit edit;
  const Json *raw;
  LspAt at = tool_kart_at(ask);
  Str new_name = tool_arg_str(call, "newName");
  tool_kart_write_subject(ask);
  TRY(tool_kart_ready(ask));
  TRY(lsp_ask_rename(call->job, &at, new_name, &edit, &raw));
  if (!json_is(raw, JSON_OBJECT)) {
    return job_fail(call->job, ERR_UNAVAILABLE, "%.*s does not rename '%.*s'", STR_ARG(lsp_server_name(ask->file.server)),
                    STR_ARG(str_shown(call->job->arena, ask->symbol, TOOL_SHOWN_NAME)));
  }
  answer_field_str(out, "newName", new_name);
  answer_field_bool(out, "applied", false);
  answer_begin_list(out, "filesModified");
  answer_end(out);
  answer_field_int(out, "totalEdits", (int64_t)write_changes(ask, &edit));
  answer_field_str(out, "note", STR("Nothing was written: make these changes with your own means."));
  return OK;
}

static Err run(ToolCall *call) {
  return tool_kart_ask_symbol(call, "kart_search finds the places where the name is written.", answer);
}

static const ToolField args[] = {
    KART_SYMBOL_ARGS,
    {"newName", TOOL_STRING, true, .min = 1, .max = 1000, .help = "the name it gets"},
    {0},
};

static const ToolField edit_row[] = {
    {"range", TOOL_OBJECT, true, .help = "start and end: line and character from 0"},
    {"newText", TOOL_STRING, true, .help = "what stands there then"},
    {0},
};

static const ToolField change_row[] = {
    {"path", TOOL_STRING, true, .help = "absolute path"},
    {"action", TOOL_STRING, true, .help = "edit, create, move or delete"},
    {"newPath", TOOL_STRING, .help = "of a move"},
    {"edits", TOOL_OBJECTS, true, .help = "in order of the text", .fields = edit_row},
    {0},
};

static const ToolField result[] = {
    KART_SUBJECT_ROWS,
    {"newName", TOOL_STRING, true, .help = "as asked"},
    {"applied", TOOL_BOOLEAN, true, .help = "false: nothing is written"},
    {"filesModified", TOOL_STRINGS, true, .help = "none: nothing is written"},
    {"changes", TOOL_OBJECTS, true, .help = "what the rename consists of, file by file", .fields = change_row},
    {"totalEdits", TOOL_INTEGER, true, .help = "places it changes"},
    KART_SERVER_ROWS,
    {0},
};

const Tool tool_kart_rename = {
    .name = "kart_rename",
    .title = "Preview a rename",
    .summary = "List the changes that rename a symbol in the whole workspace, by the language server. Writes nothing.",
    .args = args,
    .result = result,
    .example = "kart_rename path=src/main.ts symbol=main newName=start",
    .toolset = "kart",
    .profiles = "kart",
    .alias_of = "rename_symbol",
    .method = "textDocument/rename",
    .flags = KART_ASK_FLAGS,
    .run = run,
};
