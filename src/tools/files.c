/* files: what the workspace consists of. */
#include "src/os/file.h"
#include "src/query/query.h"
#include "src/tools/place_internal.h"

static void add_counts(Buf *text, const QueryEntry *entry) {
  if (entry->is_directory && !entry->skip.len) buf_add_format(text, "  %zu files, %zu symbols", entry->files, entry->symbols);
  else if (entry->skip.len) buf_add_format(text, "  (%.*s)", STR_ARG(entry->skip));
  else buf_add_format(text, "  %zu", entry->symbols);
  buf_add_byte(text, '\n');
}

/* Unsupported languages are not worth a remark on every line. */
static void show_entry(ToolCall *call, const QueryEntry *entry, bool tree) {
  Arena *arena = call->job->arena;
  Str name = tree ? file_name(entry->path) : entry->path;
  for (size_t i = 0; tree && i < entry->level; i++) buf_add_c(call->text, "  ");
  buf_add(call->text, tool_shown(arena, name, SIZE_MAX));
  if (entry->is_directory) buf_add_byte(call->text, '/');
  if (str_eq_c(entry->skip, index_skip_language)) buf_add_byte(call->text, '\n');
  else add_counts(call->text, entry);
}

static const char *group_of(const QueryEntry *entry, Arena *arena) {
  if (entry->language.len) return str_to_c(arena, entry->language);
  return entry->skip.len ? str_to_c(arena, entry->skip) : "other";
}

static int by_group(const void *a, const void *b) {
  const QueryEntry *x = a, *y = b;
  bool lx = x->language.len > 0, ly = y->language.len > 0;
  if (lx != ly) return lx ? -1 : 1;
  int order = str_compare(lx ? x->language : x->skip, ly ? y->language : y->skip);
  return order ? order : str_compare(x->path, y->path);
}

static size_t show_entries(ToolCall *call, const QueryListing *listing, Str format) {
  bool grouped = str_eq(format, STR("grouped")), tree = str_eq(format, STR("tree"));
  const char *group = "";
  size_t shown = 0;
  for (; shown < listing->len; shown++) {
    size_t before = call->text->len;
    const QueryEntry *entry = &listing->items[shown];
    const char *own = group_of(entry, call->job->arena);
    if (grouped && strcmp(own, group) != 0) buf_add_format(call->text, "%s:\n", own);
    group = own;
    show_entry(call, entry, tree);
    if (!tool_entry_fits(call, before)) break;
  }
  return shown;
}

/* The same entries that the text shows. */
static void write_entries(ToolCall *call, const QueryListing *listing, size_t shown) {
  JsonWriter *out = call->fields;
  json_field_array(out, "entries");
  for (size_t i = 0; i < shown; i++) {
    const QueryEntry *entry = &listing->items[i];
    json_begin_object(out);
    json_field_str(out, "path", entry->path);
    json_field_bool(out, "directory", entry->is_directory);
    json_field_int(out, "symbols", (int64_t)entry->symbols);
    if (entry->is_directory && !entry->skip.len) json_field_int(out, "files", (int64_t)entry->files);
    if (entry->language.len) json_field_str(out, "language", entry->language);
    if (entry->skip.len) json_field_str(out, "skipped", entry->skip);
    json_end_object(out);
  }
  json_end_array(out);
  json_field_int(out, "total", (int64_t)listing->total);
  json_field_int(out, "files", (int64_t)listing->files);
  json_field_bool(out, "truncated", shown < listing->total);
}

static void show_summary(ToolCall *call, const QueryFiles *request, const QueryListing *listing, size_t shown) {
  Arena *arena = call->job->arena;
  if (listing->total == 0) {
    buf_add_format(call->text, "No file%s%.*s%s%.*s. Ignored files are not listed.\n",
                   request->path.len ? " in " : "", STR_ARG(tool_shown(arena, request->path, TOOL_SHOWN_NAME)),
                   request->pattern.len ? " matches " : "", STR_ARG(tool_shown(arena, request->pattern, TOOL_SHOWN_NAME)));
    return;
  }
  buf_add_format(call->text, "%zu files, %zu symbols.", listing->files, listing->symbols);
  if (shown < listing->total) {
    buf_add_format(call->text, " %zu of %zu entries shown; narrow by path, pattern or depth%s.", shown, listing->total,
                   shown < listing->len ? "" : ", or raise limit (at most 5000)");
  }
  buf_add_byte(call->text, '\n');
}

static Err run(ToolCall *call) {
  Index *index;
  StoreReader *reader;
  QueryListing listing;
  Str format = tool_arg_str(call, "format");
  QueryFiles request = {.pattern = tool_arg_str(call, "pattern"), .tree = str_eq(format, STR("tree")),
                        .depth = (size_t)tool_arg_int(call, "depth"), .limit = (size_t)tool_arg_int(call, "limit")};
  TRY(tool_place(call, tool_arg_str(call, "path"), &index, &request.path));
  if (!request.tree) request.depth = 0;
  TRY(index_reader_take(call->job, index, &reader));
  Err err = query_files(call->job, reader, &request, &listing);
  index_reader_return(index, reader);
  if (err) return err;
  if (str_eq(format, STR("grouped")) && listing.len) qsort(listing.items, listing.total, sizeof(*listing.items), by_group);
  size_t shown = show_entries(call, &listing, format);
  show_summary(call, &request, &listing, shown);
  write_entries(call, &listing, shown);
  return tool_add_gaps(call, index, false);
}

static const ToolField args[] = {
    {"path", TOOL_PATH, .help = "directory or file; default: all"},
    {"format", TOOL_STRING, .choices = "tree|flat|grouped", .otherwise = "\"tree\"", .help = "grouped: by language"},
    {"pattern", TOOL_STRING, .max = 4096, .help = "glob: *.h, src/**/test_*"},
    {"depth", TOOL_INTEGER, .min = 0, .max = 64, .otherwise = "0", .help = "levels of the tree; 0: all"},
    {"limit", TOOL_INTEGER, .min = 1, .max = 5000, .otherwise = "500", .help = "entries to show"},
    {0},
};

static const ToolField entry_row[] = {
    {"path", TOOL_STRING, true, .help = "relative to the workspace"},
    {"directory", TOOL_BOOLEAN, true, .help = "it is one"},
    {"symbols", TOOL_INTEGER, true, .help = "defined in it"},
    {"files", TOOL_INTEGER, .help = "in a directory, all levels"},
    {"language", TOOL_STRING, .help = "of an indexed file"},
    {"skipped", TOOL_STRING, .help = "why it is not indexed"},
    {0},
};

static const ToolField result[] = {
    {"entries", TOOL_OBJECTS, true, .help = "files and directories by path", .fields = entry_row},
    {"total", TOOL_INTEGER, true, .help = "entries before the limit"},
    {"files", TOOL_INTEGER, true, .help = "files that match"},
    {"truncated", TOOL_BOOLEAN, true, .help = "there are more than shown"},
    {0},
};

const Tool tool_files = {
    .name = "files",
    .title = "List files",
    .summary = "List the workspace's files as tree, flat or grouped by language, with symbol counts. Ignored files are left out.",
    .args = args,
    .result = result,
    .example = "files format=flat limit=20",
    .toolset = "read",
    .flags = TOOL_CORE | TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
