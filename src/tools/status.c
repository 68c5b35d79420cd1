/* status: what the server knows about itself and the workspace. */
#include "src/tools/place_internal.h"

static void show_index(ToolCall *call, const IndexStatus *status) {
  Arena *arena = call->job->arena;
  Buf *text = call->text;
  buf_add_format(text, "workspace: %.*s\n", STR_ARG(tool_shown(arena, status->root, SIZE_MAX)));
  buf_add_format(text, "index: %zu symbols in %zu files; %.1f MB in %.*s\n", status->symbols, status->files,
                 (double)status->store_bytes / 1e6, STR_ARG(tool_shown(arena, status->location, SIZE_MAX)));
  buf_add_format(text, "freshness: %s; last refresh took %lld ms\n", status->watcher, (long long)status->last_refresh_ms);
  if (status->percent < 100) {
    buf_add_format(text, "provisional: %d%% of the changed files are indexed yet; the next call goes on\n",
                   status->percent);
  }
  if (status->behind) buf_add_c(text, "behind: another process is indexing this workspace\n");
  for (size_t i = 0; i < status->reason_count; i++) {
    buf_add_format(text, "%s%zu %.*s", i ? ", " : "not indexed: ", status->reasons[i].count, STR_ARG(status->reasons[i].reason));
  }
  if (status->reason_count) buf_add_byte(text, '\n');
  for (size_t i = 0; i < status->skip_count; i++) {
    buf_add_format(text, "  %.*s  %s\n", STR_ARG(tool_shown(arena, status->skips[i].path, SIZE_MAX)), status->skips[i].reason);
  }
}

static void write_index(JsonWriter *out, const IndexStatus *status) {
  json_field_str(out, "workspace", status->root);
  json_field_str(out, "location", status->location);
  json_field_int(out, "files", (int64_t)status->files);
  json_field_int(out, "symbols", (int64_t)status->symbols);
  json_field_int(out, "bytes", (int64_t)status->store_bytes);
  json_field_str(out, "freshness", str_from_c(status->watcher));
  json_field_int(out, "refreshMs", status->last_refresh_ms);
  json_field_int(out, "percent", status->percent);
  json_field_bool(out, "behind", status->behind);
  json_field_array(out, "skipped");
  for (size_t i = 0; i < status->reason_count; i++) {
    json_begin_object(out);
    json_field_str(out, "reason", status->reasons[i].reason);
    json_field_int(out, "count", (int64_t)status->reasons[i].count);
    json_end_object(out);
  }
  json_end_array(out);
}

/* What went wrong is part of the status, unless the call itself was ended. */
static Err report_trouble(ToolCall *call, const char *what, Err err) {
  if (err == ERR_CANCELLED || err == ERR_TIMEOUT) return err;
  Str words = tool_shown(call->job->arena, job_message(call->job, err), SIZE_MAX);
  buf_add_format(call->text, "%s: %.*s\n", what, STR_ARG(words));
  json_field_str(call->fields, "problem", words);
  job_forgive(call->job);
  return OK;
}

static Err show_workspace(ToolCall *call) {
  Index *index;
  Err err = tool_workspace(call, STR_EMPTY, &index);
  if (err) return report_trouble(call, "workspace: none", err);
  Err refreshed = index_refresh(call->job, index);
  if (refreshed) TRY(report_trouble(call, "index: not up to date", refreshed));
  IndexStatus status;
  err = index_status(call->job, index, &status);
  if (err && refreshed) return OK; /* said already */
  if (err) return report_trouble(call, "index: unreadable", err);
  show_index(call, &status);
  write_index(call->fields, &status);
  return OK;
}

static Err run(ToolCall *call) {
  TRY(show_workspace(call));
  ToolScope *scope = call->scope;
  if (!scope->describe_server) return OK;
  json_field_object(call->fields, "server");
  scope->describe_server(scope, call->job, call->text, call->fields);
  json_end_object(call->fields);
  return OK;
}

static const ToolField skip_row[] = {
    {"reason", TOOL_STRING, true, .help = "why"},
    {"count", TOOL_INTEGER, true, .help = "how many"},
    {0},
};

static const ToolField result[] = {
    {"workspace", TOOL_STRING, .help = "root directory; absent: there is none"},
    {"location", TOOL_STRING, .help = "the index file"},
    {"files", TOOL_INTEGER, .help = "indexed"},
    {"symbols", TOOL_INTEGER, .help = "in them"},
    {"bytes", TOOL_INTEGER, .help = "of the index file"},
    {"freshness", TOOL_STRING, .help = "how changes are noticed"},
    {"refreshMs", TOOL_INTEGER, .help = "the last refresh took"},
    {"percent", TOOL_INTEGER, .help = "indexed of what changed; under 100: provisional"},
    {"behind", TOOL_BOOLEAN, .help = "another process is indexing"},
    {"skipped", TOOL_OBJECTS, .help = "what is not indexed", .fields = skip_row},
    {"problem", TOOL_STRING, .help = "what went wrong"},
    {"server", TOOL_OBJECT, .help = "the server's own state"},
    {0},
};

const Tool tool_status = {
    .name = "status",
    .title = "Status",
    .summary = "Show the workspace, its index and freshness, what is not indexed and why, and the server's state.",
    .result = result,
    .example = "status",
    .toolset = "read",
    .flags = TOOL_CORE | TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
