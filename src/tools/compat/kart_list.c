/* kart_list: files with kart's fields and the folders it passes over. */
#include "src/model/glob.h"
#include "src/os/file.h"
#include "src/query/workspace/workspace.h"
#include "src/tools/compat/kart_internal.h"

#define ENTRIES_MAX 5000

/* Only beneath the folder that was asked for: whoever names `build` itself
 * wants to see it. */
static bool is_passed_over(Str path, Str below) {
  static const char *const folders[] = {"node_modules", ".git", "dist", "build", ".varp"};
  Str rest = str_slice(path, below.len ? below.len + 1 : 0, path.len);
  while (rest.len) {
    if (str_is_one_of(str_cut(&rest, '/'), folders, COUNT_OF(folders))) return true;
  }
  return false;
}

static void write_entry(Answer *out, const QueryEntry *entry) {
  answer_begin_row(out);
  answer_field_str(out, "name", file_name(entry->path));
  answer_field_str(out, "path", entry->path);
  answer_field_bool(out, "isDirectory", entry->is_directory);
  if (!entry->is_directory) answer_field_int(out, "size", (int64_t)entry->size);
  answer_end(out);
}

/* A listing of one level has folders, one of all levels has files alone. The
 * pattern is compared with the name, not with the path. */
static Err list(KartCall *kart) {
  ToolCall *call = kart->call;
  Answer *out = call->answer;
  bool recursive = tool_arg_bool(call, "recursive");
  Str glob = tool_arg_str(call, "glob");
  QueryListing listing;
  QueryFiles request = {.path = kart->path, .tree = !recursive, .depth = recursive ? 0 : 1, .limit = SIZE_MAX};
  size_t count = 0;
  TRY(tool_kart_find_folder(kart));
  TRY(query_files(call->job, kart->reader, &request, &listing));
  answer_begin_list(out, "entries");
  for (size_t i = 0; i < listing.len; i++) {
    const QueryEntry *entry = &listing.items[i];
    if (is_passed_over(entry->path, kart->path) || (recursive && entry->is_directory)) continue;
    if (glob.len && !glob_match(glob, file_name(entry->path), 0)) continue;
    if (++count <= ENTRIES_MAX) write_entry(out, entry);
  }
  answer_end(out);
  answer_field_bool(out, "truncated", count > ENTRIES_MAX);
  return OK;
}

static Err run(ToolCall *call) {
  KartCall kart;
  Err err = tool_kart_open(call, tool_arg_str(call, "path"), &kart);
  if (!err) err = list(&kart);
  return tool_kart_end(&kart, err);
}

static const ToolField args[] = {
    {"path", TOOL_PATH, true, .min = 1, .max = 4096, .help = "folder"},
    {"recursive", TOOL_BOOLEAN, .otherwise = "false", .help = "files of all folders inside"},
    {"glob", TOOL_STRING, .max = 4096, .help = "only names that match: *.ts"},
    {0},
};

static const ToolField entry_row[] = {
    {"name", TOOL_STRING, true, .help = "last part of the path"},
    {"path", TOOL_STRING, true, .help = "relative to the workspace"},
    {"isDirectory", TOOL_BOOLEAN, true, .help = "it is one"},
    {"size", TOOL_INTEGER, .help = "of a file, in bytes"},
    {0},
};

static const ToolField result[] = {
    {"entries", TOOL_OBJECTS, true, .help = "by path", .fields = entry_row},
    {"truncated", TOOL_BOOLEAN, true, .help = "there are more than 5,000"},
    {0},
};

const Tool tool_kart_list = {
    .name = "kart_list",
    .title = "List files",
    .summary = "List a folder, or with recursive all files beneath it. Ignored files, node_modules, dist and build are left out.",
    .args = args,
    .result = result,
    .example = "kart_list path=src",
    .toolset = "kart",
    .profiles = "kart",
    .alias_of = "files",
    .chars = 2u << 20, /* 5,000 entries are its limit */
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT | TOOL_STRUCTURED,
    .run = run,
};
