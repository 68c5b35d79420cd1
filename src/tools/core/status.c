/* status: what the server knows about itself and the workspace. */
#include "src/tools/kit/place_internal.h"

static void show_progress(Buf *text, const IndexStatus *status) {
  if (status->state.provisional) {
    buf_add_format(text, "provisional: indexing is under way (%s, %d%%)\n", status->state.phase ? status->state.phase : "starting",
                   status->state.percent < 100 ? status->state.percent : 0);
  }
  if (status->state.behind) buf_add_c(text, "behind: another process is indexing this workspace\n");
  if (status->timeless) {
    buf_add_c(text, "times of change cannot be trusted on this file system: files that look unchanged are compared by "
                    "contents, at most 1,000 files or 16 MB at a time; `fathom index --full` reads all\n");
  }
  if (status->exclusive) buf_add_c(text, "readers wait for the writer: this file system has no shared memory\n");
}

static void show_languages(Buf *text, const StoreCounts *counts) {
  for (size_t i = 0; i < counts->language_count; i++) {
    const StoreLanguages *one = &counts->languages[i];
    buf_add_format(text, "%s%.*s %zu", i ? ", " : "languages: ", STR_ARG(one->language), one->files);
  }
  if (counts->language_count) buf_add_byte(text, '\n');
  if (counts->resolved + counts->external + counts->unresolved) {
    buf_add_format(text, "calls: %zu resolved, %zu leave the project, %zu unresolved\n", counts->resolved,
                   counts->external, counts->unresolved);
  }
  if (counts->broken) {
    buf_add_format(text, "broken: %zu file%s could be parsed in part only\n", counts->broken,
                   counts->broken == 1 ? "" : "s");
  }
}

static void show_libraries(Buf *text, const IndexStatus *status) {
  for (size_t i = 0; i < status->library_count; i++) {
    const IndexLibrary *one = &status->libraries[i];
    buf_add_format(text, "%s%.*s%s", i ? ", " : "standard libraries: ", STR_ARG(one->family),
                   one->is_there ? "" : " (missing)");
  }
  if (status->library_count) buf_add_byte(text, '\n');
}

static void show_roots(ToolCall *call, const IndexStatus *status) {
  Buf *text = call->text;
  for (size_t i = 0; i < status->root_count; i++) {
    const IndexRoot *one = &status->roots[i];
    Str path = str_shown(call->job->arena, one->path, SIZE_MAX);
    buf_add_format(text, "%s%.*s (%zu files read", i ? ", " : "dependencies: ", STR_ARG(path), one->files);
    if (one->left_out) buf_add_format(text, ", %zu could not be", one->left_out);
    buf_add_byte(text, ')');
  }
  if (status->root_count) buf_add_byte(text, '\n');
  if (status->roots_cut) {
    buf_add_format(text, "%zu more files of dependencies were left out: index.dependency_files is reached\n", status->roots_cut);
  }
}

static void show_notes(ToolCall *call, const IndexStatus *status) {
  for (size_t i = 0; i < status->note_count; i++) {
    buf_add_format(call->text, "note: %.*s\n", STR_ARG(str_shown(call->job->arena, status->notes[i], SIZE_MAX)));
  }
}

static void show_skips(ToolCall *call, const IndexStatus *status) {
  Arena *arena = call->job->arena;
  Buf *text = call->text;
  const StoreCounts *counts = &status->counts;
  for (size_t i = 0; i < counts->skip_count; i++) {
    buf_add_format(text, "%s%zu %.*s", i ? ", " : "not indexed: ", counts->skips[i].count, STR_ARG(counts->skips[i].reason));
  }
  if (counts->skip_count) buf_add_byte(text, '\n');
  for (size_t i = 0; i < status->skip_count; i++) {
    buf_add_format(text, "  %.*s  %s\n", STR_ARG(str_shown(arena, status->skips[i].path, SIZE_MAX)), status->skips[i].reason);
  }
}

static void show_index(ToolCall *call, const IndexStatus *status) {
  Arena *arena = call->job->arena;
  Buf *text = call->text;
  const StoreCounts *counts = &status->counts;
  buf_add_format(text, "workspace: %.*s\n", STR_ARG(str_shown(arena, status->root, SIZE_MAX)));
  buf_add_format(text, "index: %zu symbols and %zu edges in %zu files; %.1f MB in %.*s\n", counts->symbols, counts->edges,
                 counts->files, (double)status->store_bytes / 1e6,
                 STR_ARG(str_shown(arena, status->location, SIZE_MAX)));
  buf_add_format(text, "freshness: %s; last refresh took %lld ms\n", status->watcher, (long long)status->last_refresh_ms);
  show_progress(text, status);
  show_languages(text, counts);
  show_libraries(text, status);
  show_roots(call, status);
  show_notes(call, status);
  show_skips(call, status);
}

static void write_languages(JsonWriter *out, const StoreCounts *counts) {
  json_field_array(out, "languages");
  for (size_t i = 0; i < counts->language_count; i++) {
    const StoreLanguages *one = &counts->languages[i];
    json_begin_object(out);
    json_field_str(out, "language", one->language);
    json_field_int(out, "files", (int64_t)one->files);
    json_field_int(out, "symbols", (int64_t)one->symbols);
    json_field_int(out, "resolved", (int64_t)one->resolved);
    json_field_int(out, "external", (int64_t)one->external);
    json_field_int(out, "unresolved", (int64_t)one->unresolved);
    json_end_object(out);
  }
  json_end_array(out);
}

static void write_skips(JsonWriter *out, const StoreCounts *counts) {
  json_field_array(out, "skipped");
  for (size_t i = 0; i < counts->skip_count; i++) {
    json_begin_object(out);
    json_field_str(out, "reason", counts->skips[i].reason);
    json_field_int(out, "count", (int64_t)counts->skips[i].count);
    json_end_object(out);
  }
  json_end_array(out);
}

static void write_libraries(JsonWriter *out, const IndexStatus *status) {
  json_field_array(out, "missingLibraries");
  for (size_t i = 0; i < status->library_count; i++) {
    if (!status->libraries[i].is_there) json_str(out, status->libraries[i].family);
  }
  json_end_array(out);
}

static void write_roots(JsonWriter *out, const IndexStatus *status) {
  json_field_array(out, "dependencies");
  for (size_t i = 0; i < status->root_count; i++) {
    const IndexRoot *one = &status->roots[i];
    json_begin_object(out);
    json_field_str(out, "kind", one->kind);
    json_field_str(out, "path", one->path);
    json_field_int(out, "files", (int64_t)one->files);
    json_field_int(out, "leftOut", (int64_t)one->left_out);
    json_end_object(out);
  }
  json_end_array(out);
  json_field_int(out, "dependenciesCut", (int64_t)status->roots_cut);
}

static void write_notes(JsonWriter *out, const IndexStatus *status) {
  json_field_array(out, "notes");
  for (size_t i = 0; i < status->note_count; i++) json_str(out, status->notes[i]);
  json_end_array(out);
}

static void write_index(JsonWriter *out, const IndexStatus *status) {
  const StoreCounts *counts = &status->counts;
  json_field_str(out, "workspace", status->root);
  json_field_str(out, "location", status->location);
  json_field_int(out, "files", (int64_t)counts->files);
  json_field_int(out, "symbols", (int64_t)counts->symbols);
  json_field_int(out, "edges", (int64_t)counts->edges);
  json_field_int(out, "broken", (int64_t)counts->broken);
  json_field_int(out, "bytes", (int64_t)status->store_bytes);
  json_field_str(out, "freshness", str_from_c(status->watcher));
  json_field_int(out, "refreshMs", status->last_refresh_ms);
  json_field_int(out, "percent", status->state.percent);
  json_field_bool(out, "provisional", status->state.provisional);
  json_field_bool(out, "behind", status->state.behind);
  json_field_bool(out, "exclusive", status->exclusive);
  json_field_bool(out, "timeless", status->timeless);
  write_languages(out, counts);
  write_libraries(out, status);
  write_roots(out, status);
  write_notes(out, status);
  write_skips(out, counts);
}

/* What went wrong is part of the status, unless the call itself was ended. */
static Err report_trouble(ToolCall *call, const char *what, Err err) {
  if (err == ERR_CANCELLED || err == ERR_TIMEOUT) return err;
  Str words = str_shown(call->job->arena, job_message(call->job, err), SIZE_MAX);
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

static const ToolField args[] = {TOOL_ARG_REPO, {0}};

static const ToolField skip_row[] = {
    {"reason", TOOL_STRING, true, .help = "why"},
    {"count", TOOL_INTEGER, true, .help = "how many"},
    {0},
};

static const ToolField root_row[] = {
    {"kind", TOOL_STRING, true, .help = "what kind of folder it is"},
    {"path", TOOL_STRING, true, .help = "from the workspace's root, or absolute"},
    {"files", TOOL_INTEGER, true, .help = "read: those that references lead to"},
    {"leftOut", TOOL_INTEGER, true, .help = "could not be read or parsed"},
    {0},
};

static const ToolField language_row[] = {
    {"language", TOOL_STRING, true, .help = "its name"},
    {"files", TOOL_INTEGER, true, .help = "indexed"},
    {"symbols", TOOL_INTEGER, true, .help = "in them"},
    {"resolved", TOOL_INTEGER, true, .help = "calls whose target is known"},
    {"external", TOOL_INTEGER, true, .help = "calls that leave the project"},
    {"unresolved", TOOL_INTEGER, true, .help = "calls nobody could tell the target of"},
    {0},
};

static const ToolField result[] = {
    {"workspace", TOOL_STRING, .help = "root directory; absent: there is none"},
    {"location", TOOL_STRING, .help = "the index file"},
    {"files", TOOL_INTEGER, .help = "indexed"},
    {"symbols", TOOL_INTEGER, .help = "in them"},
    {"edges", TOOL_INTEGER, .help = "between symbols, of all kinds"},
    {"broken", TOOL_INTEGER, .help = "files parsed in part only"},
    {"bytes", TOOL_INTEGER, .help = "of the index file"},
    {"freshness", TOOL_STRING, .help = "how changes are noticed"},
    {"refreshMs", TOOL_INTEGER, .help = "the last refresh took"},
    {"percent", TOOL_INTEGER, .help = "done of what is under way"},
    {"provisional", TOOL_BOOLEAN, .help = "not everything is indexed yet"},
    {"behind", TOOL_BOOLEAN, .help = "another process is indexing"},
    {"exclusive", TOOL_BOOLEAN, .help = "readers wait for the writer"},
    {"timeless", TOOL_BOOLEAN, .help = "times of change cannot be trusted here"},
    {"languages", TOOL_OBJECTS, .help = "what is indexed", .fields = language_row},
    {"missingLibraries", TOOL_STRINGS, .help = "languages whose standard library is not installed"},
    {"dependencies", TOOL_OBJECTS, .help = "folders that signatures of dependencies were read from", .fields = root_row},
    {"dependenciesCut", TOOL_INTEGER, .help = "files beyond index.dependency_files"},
    {"notes", TOOL_STRINGS, .help = "what is unusual about the index's files"},
    {"skipped", TOOL_OBJECTS, .help = "what is not indexed", .fields = skip_row},
    {"problem", TOOL_STRING, .help = "what went wrong"},
    {"server", TOOL_OBJECT, .help = "the server's own state"},
    {0},
};

const Tool tool_status = {
    .name = "status",
    .title = "Status",
    .summary = "Show the workspace, its index and freshness, what is not indexed and why, and the server's state.",
    .args = args,
    .result = result,
    .example = "status",
    .toolset = "read",
    .flags = TOOL_CORE | TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
