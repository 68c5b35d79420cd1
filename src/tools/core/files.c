/* files: what the workspace consists of. */
#include "src/os/file.h"
#include "src/query/workspace/workspace.h"
#include "src/tools/kit/place_internal.h"

#define ENTRIES_MAX 5000

static void add_counts(Buf *text, const QueryEntry *entry) {
  if (entry->is_directory && !entry->skip.len) buf_add_format(text, "  %zu files, %zu symbols", entry->files, entry->symbols);
  else if (entry->skip.len) buf_add_format(text, "  (%.*s)", STR_ARG(entry->skip));
  else buf_add_format(text, "  %zu", entry->symbols);
  buf_add_byte(text, '\n');
}

/* Unsupported languages are not worth a remark on every line. */
static void show_entry(Buf *text, const QueryEntry *entry, bool tree) {
  Str name = tree ? file_name(entry->path) : entry->path;
  for (size_t i = 0; tree && i < entry->level; i++) buf_add_c(text, "  ");
  buf_add(text, str_shown(text->arena, name, SIZE_MAX));
  if (entry->is_directory) buf_add_byte(text, '/');
  if (str_eq_c(entry->skip, index_skip_language)) buf_add_byte(text, '\n');
  else add_counts(text, entry);
}

static Str group_of(const QueryEntry *entry) {
  return entry->language.len ? entry->language : entry->skip.len ? entry->skip : STR("other");
}

static int by_group(const void *a, const void *b) {
  const QueryEntry *x = a, *y = b;
  bool lx = x->language.len > 0, ly = y->language.len > 0;
  if (lx != ly) return lx ? -1 : 1;
  int order = str_compare(lx ? x->language : x->skip, ly ? y->language : y->skip);
  return order ? order : str_compare(x->path, y->path);
}

static QueryItem *make_items(ToolCall *call, const QueryListing *listing, bool tree, bool grouped) {
  Arena *arena = call->job->arena;
  QueryItem *items = ARENA_ARRAY(arena, QueryItem, listing->len + 1);
  for (size_t i = 0; i < listing->len; i++) {
    Buf text;
    buf_init(&text, arena, 8192);
    show_entry(&text, &listing->items[i], tree);
    items[i].text = buf_str(&text);
    if (grouped) items[i].group = str_format(arena, "%.*s:", STR_ARG(group_of(&listing->items[i])));
  }
  return items;
}

/* The same entries that the text shows. */
static void write_entries(ToolCall *call, const QueryListing *listing, size_t first, const QueryPage *page) {
  JsonWriter *out = call->fields;
  json_field_array(out, "entries");
  for (size_t i = first; i < first + page->shown; i++) {
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
  json_field_bool(out, "truncated", page->cursor.len || listing->len < listing->total);
  if (page->cursor.len) json_field_str(out, "cursor", page->cursor);
}

static void show_summary(ToolCall *call, Index *index, const QueryFiles *request, const QueryListing *listing) {
  Arena *arena = call->job->arena;
  if (listing->total == 0 && !tool_path_exists(call, index, request->path)) {
    buf_add_format(call->text, "There is no '%.*s' in the workspace.\n",
                   STR_ARG(str_shown(arena, request->path, TOOL_SHOWN_NAME)));
    return;
  }
  if (listing->total == 0) {
    buf_add_format(call->text, "No file%s%.*s%s%.*s. Ignored files are not listed.\n",
                   request->path.len ? " in " : "", STR_ARG(str_shown(arena, request->path, TOOL_SHOWN_NAME)),
                   request->pattern.len ? " matches " : "", STR_ARG(str_shown(arena, request->pattern, TOOL_SHOWN_NAME)));
    return;
  }
  buf_add_format(call->text, "%zu files, %zu symbols.", listing->files, listing->symbols);
  if (listing->len < listing->total) {
    buf_add_format(call->text, " Of %zu entries the first %zu are listed; narrow by path, pattern or depth%s.", listing->total,
                   listing->len, request->limit < ENTRIES_MAX ? ", or raise limit (at most 5000)" : "");
  }
  buf_add_byte(call->text, '\n');
}

/* A page that begins inside a tree says where. */
static void show_place(ToolCall *call, const QueryListing *listing, size_t first) {
  if (first >= listing->len || !listing->items[first].level) return;
  Str inside = file_directory(listing->items[first].path);
  buf_add_format(call->text, "(in %.*s/)\n", STR_ARG(str_shown(call->job->arena, inside, SIZE_MAX)));
}

static Err show(ToolCall *call, Index *index, const QueryFiles *request, QueryListing *listing) {
  bool grouped = str_eq(tool_arg_str(call, "format"), STR("grouped"));
  size_t first = query_budget_first(tool_arg_str(call, "cursor"));
  QueryPage page;
  if (grouped && listing->len) qsort(listing->items, listing->total, sizeof(*listing->items), by_group);
  if (request->tree) show_place(call, listing, first);
  const QueryItem *items = make_items(call, listing, request->tree, grouped);
  TRY(tool_add_page(call, index, items, listing->len, TOOL_ANSWER_MAX, &page));
  show_summary(call, index, request, listing);
  write_entries(call, listing, first, &page);
  return tool_add_gaps(call, index, false);
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
  return err ? err : show(call, index, &request, &listing);
}

static const ToolField args[] = {
    {"path", TOOL_PATH, .help = "directory or file; default: all", .listed = ""},
    {"format", TOOL_STRING, .choices = "tree|flat|grouped", .otherwise = "\"tree\"", .help = "grouped: by language"},
    {"pattern", TOOL_PATH, .help = "glob: *.h, src/**/test_*"},
    {"depth", TOOL_INTEGER, .min = 0, .max = 64, .otherwise = "0", .help = "levels of the tree; 0: all"},
    {"limit", TOOL_INTEGER, .min = 1, .max = ENTRIES_MAX, .otherwise = "5000", .help = "entries to list", .listed = ""},
    TOOL_ARGS_PAGE,
    TOOL_ARG_REPO,
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
    {"cursor", TOOL_STRING, .help = "to go on with"},
    {0},
};

const Tool tool_files = {
    .name = "files",
    .title = "List files",
    .summary = "List files as tree, flat or grouped by language, with symbol counts; ignored ones left out.",
    .args = args,
    .result = result,
    .example = "files format=flat limit=20",
    .toolset = "read",
    .flags = TOOL_CORE | TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
