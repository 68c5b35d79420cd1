/* kart_imports, kart_importers, kart_unused_exports: how files hang together. */
#include "src/query/graph/graph.h"
#include "src/tools/compat/kart_internal.h"

/* A library exports thousands of names on purpose; more than this is no list
 * to read. */
#define UNUSED_MAX 5000

/* ---- imports ---- */

/* A path outside of the project is null, as kart has it. */
static void write_import(Answer *out, const KartCall *kart, const QueryImport *import) {
  answer_begin_row(out);
  answer_field_str(out, "specifier", import->specifier);
  if (import->path.len) answer_field_str(out, "resolvedPath", tool_kart_absolute(kart, import->path));
  else answer_field_raw(out, "resolvedPath", STR("null"));
  answer_begin_list(out, "importedNames");
  for (size_t i = 0; i < import->name_count; i++) answer_item_str(out, import->names[i]);
  answer_end(out);
  answer_field_bool(out, "isTypeOnly", import->is_type_only);
  answer_end(out);
}

/* That nothing is named of a file that was not read is no answer about it. */
static void say_unread(KartCall *kart) {
  const StoreFile *file = &kart->file;
  if (file->id.value && !file->skip.len && file->language.len) return;
  Arena *arena = kart->call->job->arena;
  Str why = file->skip.len ? str_format(arena, " (%.*s)", STR_ARG(file->skip)) : STR_EMPTY;
  answer_field_str(kart->call->answer, "note",
                   str_format(arena, "not resolved here: imports of this kind of file are not read%.*s; kart_search finds what its text says", STR_ARG(why)));
}

static Err write_imports(KartCall *kart) {
  Answer *out = kart->call->answer;
  QueryImports imports;
  TRY(tool_kart_find_file(kart));
  TRY(query_imports(kart->call->job, kart->reader, kart->file.id, &imports));
  answer_field_str(out, "path", tool_kart_absolute(kart, kart->path));
  answer_begin_list(out, "imports");
  for (size_t i = 0; i < imports.len; i++) write_import(out, kart, &imports.items[i]);
  answer_end(out);
  answer_field_int(out, "totalImports", (int64_t)imports.len);
  if (!imports.len) say_unread(kart);
  return OK;
}

static Err run_imports(ToolCall *call) {
  KartCall kart;
  Err err = tool_kart_open(call, tool_arg_str(call, "path"), &kart);
  if (!err) err = write_imports(&kart);
  return tool_kart_end(&kart, err);
}

/* ---- importers ---- */

static void write_paths(Answer *out, const KartCall *kart, const char *name, const Str *paths, size_t count) {
  answer_begin_list(out, name);
  for (size_t i = 0; i < count; i++) answer_item_str(out, tool_kart_absolute(kart, paths[i]));
  answer_end(out);
}

/* Who imports a file through another one that gives its names on is told apart
 * from who imports it by itself. */
static Err write_importers(KartCall *kart) {
  Answer *out = kart->call->answer;
  QueryImporters importers = {0};
  TRY(tool_kart_find_file(kart));
  if (kart->file.id.value) TRY(query_importers(kart->call->job, kart->reader, kart->file.id, &importers));
  answer_field_str(out, "path", tool_kart_absolute(kart, kart->path));
  write_paths(out, kart, "directImporters", importers.direct, importers.direct_count);
  write_paths(out, kart, "barrelImporters", importers.through, importers.through_count);
  answer_field_int(out, "totalImporters", (int64_t)(importers.direct_count + importers.through_count));
  if (!importers.direct_count && !importers.through_count) say_unread(kart);
  return OK;
}

static Err run_importers(ToolCall *call) {
  KartCall kart;
  Err err = tool_kart_open(call, tool_arg_str(call, "path"), &kart);
  if (!err) err = write_importers(&kart);
  return tool_kart_end(&kart, err);
}

/* ---- unused exports ---- */

static Err write_unused(KartCall *kart, int64_t start_ms) {
  Answer *out = kart->call->answer;
  QueryUnused unused;
  TRY(query_unused_exports(kart->call->job, kart->reader, &unused));
  answer_begin_list(out, "unusedExports");
  for (size_t i = 0; i < unused.len && i < UNUSED_MAX; i++) {
    answer_begin_row(out);
    answer_field_str(out, "path", tool_kart_absolute(kart, unused.items[i].path));
    answer_field_str(out, "name", str_head(unused.items[i].name, TOOL_NAME_MAX));
    answer_end(out);
  }
  answer_end(out);
  answer_field_int(out, "totalUnused", (int64_t)unused.len);
  answer_field_int(out, "totalExports", (int64_t)unused.exports);
  answer_field_int(out, "fileCount", (int64_t)unused.files);
  answer_field_int(out, "durationMs", job_now_ms() - start_ms);
  return OK;
}

static Err run_unused(ToolCall *call) {
  KartCall kart;
  int64_t start_ms = job_now_ms();
  Err err = tool_kart_open(call, STR_EMPTY, &kart);
  if (!err) err = write_unused(&kart, start_ms);
  return tool_kart_end(&kart, err);
}

/* ---- descriptors ---- */

static const ToolField unused_args[] = {TOOL_ARG_MAX_CHARS, {0}};
static const ToolField path_args[] = {
    {"path", TOOL_PATH, true, .min = 1, .max = 4096, .help = "file"},
    TOOL_ARG_MAX_CHARS,
    {0},
};

static const ToolField importers_result[] = {
    {"path", TOOL_STRING, true, .help = "the file asked about"},
    {"directImporters", TOOL_STRINGS, true, .help = "files that import it"},
    {"barrelImporters", TOOL_STRINGS, true, .help = "files that import it through files which only give it on"},
    {"totalImporters", TOOL_INTEGER, true, .help = "both together"},
    {"note", TOOL_STRING, .help = "why there are none, where the file was not read"},
    {0},
};

static const ToolField unused_row[] = {
    {"path", TOOL_STRING, true, .help = "its file"},
    {"name", TOOL_STRING, true, .help = "its name"},
    {0},
};

static const ToolField unused_result[] = {
    {"unusedExports", TOOL_OBJECTS, true, .help = "by file, at most 5,000", .fields = unused_row},
    {"totalUnused", TOOL_INTEGER, true, .help = "all of them"},
    {"totalExports", TOOL_INTEGER, true, .help = "that were looked at"},
    {"fileCount", TOOL_INTEGER, true, .help = "files of the workspace"},
    {"durationMs", TOOL_INTEGER, true, .help = "time taken"},
    {0},
};

/* A path that cannot be resolved is null, which a table cannot say: no schema. */
const Tool tool_kart_imports = {
    .name = "kart_imports",
    .title = "Imports of a file",
    .summary = "List what a file imports: specifiers, the files they lead to, names, and whether only types.",
    .args = path_args,
    .example = "kart_imports path=src/index.ts",
    .toolset = "kart",
    .profiles = "kart",
    .alias_of = "files",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT | TOOL_STRUCTURED,
    .run = run_imports,
};

const Tool tool_kart_importers = {
    .name = "kart_importers",
    .title = "Importers of a file",
    .summary = "List the files that import a file, directly or through files that only give it on.",
    .args = path_args,
    .result = importers_result,
    .example = "kart_importers path=src/index.ts",
    .toolset = "kart",
    .profiles = "kart",
    .alias_of = "files",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT | TOOL_STRUCTURED,
    .run = run_importers,
};

const Tool tool_kart_unused_exports = {
    .name = "kart_unused_exports",
    .title = "Unused exports",
    .summary = "List exported symbols that no other file of the workspace uses. A file that is imported as a whole counts as used.",
    .args = unused_args,
    .result = unused_result,
    .example = "kart_unused_exports",
    .toolset = "kart",
    .profiles = "kart",
    .alias_of = "find",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT | TOOL_STRUCTURED,
    .run = run_unused,
};
