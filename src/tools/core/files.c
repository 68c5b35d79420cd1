/* files: what the workspace consists of. */
#include "src/os/file.h"
#include "src/query/names/names.h"
#include "src/query/source/source.h"
#include "src/query/workspace/workspace.h"
#include "src/tools/kit/graph_internal.h"

#define ENTRIES_MAX 5000
#define PURPOSES_MAX 150 /* files of a listing that says what each is for */
#define PURPOSE_CHARS 90

/* Unsupported languages are not worth a remark on every line. */
static void add_counts(Answer *out, const QueryEntry *entry) {
  if (str_eq_c(entry->skip, index_skip_language)) return;
  answer_column(out, "  ");
  if (entry->is_directory && !entry->skip.len) answer_say(out, "%zu files, %zu symbols", entry->files, entry->symbols);
  else if (entry->skip.len) answer_say(out, "(%.*s)", STR_ARG(entry->skip));
  else answer_say(out, "%zu", entry->symbols);
}

/* What the file says of itself, else what it offers; nothing of files that
 * cannot be read any more. */
static Err add_purpose(ToolCall *call, ToolGraph *graph, const QueryEntry *entry) {
  StoreFile file;
  Str words = STR_EMPTY;
  const QuerySource *source = tool_source(call, graph, entry->path);
  if (source) words = query_source_purpose(call->job->arena, source, PURPOSE_CHARS);
  if (!words.len) {
    TRY(query_file(call->job, graph->reader, entry->path, &file));
    /* The names of tests are long, and say little beside that of their file. */
    if (file.id.value && !file.is_test) TRY(query_chief_names(call->job, graph->reader, file.id, &words));
  }
  if (!words.len) return OK;
  answer_say(call->answer, "  ");
  answer_words(call->answer, "purpose", words);
  return OK;
}

static Err add_entry(ToolCall *call, ToolGraph *graph, const QueryEntry *entry, bool tree) {
  Answer *out = call->answer;
  answer_begin_row(out);
  for (size_t i = 0; tree && i < entry->level; i++) answer_say(out, "  ");
  answer_path(out, NULL, tree ? file_name(entry->path) : entry->path);
  if (entry->is_directory) answer_say(out, "/");
  add_counts(out, entry);
  if (graph && !entry->is_directory && !entry->skip.len) TRY(add_purpose(call, graph, entry));
  answer_say(out, "\n");
  answer_field_str(out, "path", entry->path);
  answer_field_bool(out, "directory", entry->is_directory);
  answer_field_int(out, "symbols", (int64_t)entry->symbols);
  if (entry->is_directory && !entry->skip.len) answer_field_int(out, "files", (int64_t)entry->files);
  if (entry->language.len) answer_field_str(out, "language", entry->language);
  if (entry->skip.len) answer_field_str(out, "skipped", entry->skip);
  answer_end(out);
  return OK;
}

/* Files of no language are grouped by why they were skipped, so that the
 * heading is the explanation. */
static Str group_of(const QueryEntry *entry) {
  return entry->language.len ? entry->language : entry->skip.len ? entry->skip : STR("other");
}

/* Source first; within a group by path. The path makes the order total, which a
 * cursor needs to mean the same entry on the next call. */
static int by_group(const void *a, const void *b) {
  const QueryEntry *x = a, *y = b;
  bool lx = x->language.len > 0, ly = y->language.len > 0;
  if (lx != ly) return lx ? -1 : 1;
  int order = str_compare(lx ? x->language : x->skip, ly ? y->language : y->skip);
  return order ? order : str_compare(x->path, y->path);
}

/* A level of a tree lists few files, whatever is below its folders. */
static size_t count_listed(const QueryListing *listing) {
  size_t count = 0;
  for (size_t i = 0; i < listing->len; i++) count += !listing->items[i].is_directory;
  return count;
}

/* An item an entry. */
static Err add_entries(ToolCall *call, ToolGraph *graph, const QueryListing *listing, bool tree, bool grouped) {
  Arena *arena = call->job->arena;
  bool says_purposes = count_listed(listing) <= PURPOSES_MAX;
  Answer *out = call->answer;
  AnswerPaged paged;
  tool_begin_page(call, "entries", TOOL_ANSWER_MAX);
  for (size_t i = 0; i < listing->len; i++) {
    const QueryEntry *entry = &listing->items[i];
    Str heading = grouped ? str_format(arena, "%.*s:", STR_ARG(group_of(entry))) : STR_EMPTY;
    answer_begin_item(out, &(AnswerItem){.heading = heading});
    TRY(add_entry(call, says_purposes ? graph : NULL, entry, tree));
    answer_end(out);
  }
  TRY(tool_end_page(call, graph->index, answer_page_hash(out), &paged));
  answer_field_int(out, "total", (int64_t)listing->total);
  answer_field_int(out, "files", (int64_t)listing->files);
  /* Cut by the page or by the limit: in both cases there is more. */
  answer_field_bool(out, "truncated", paged.cursor.len || listing->len < listing->total);
  if (paged.cursor.len) answer_field_str(out, "cursor", paged.cursor);
  return OK;
}

static void add_summary(ToolCall *call, Index *index, const QueryFiles *request, const QueryListing *listing) {
  Arena *arena = call->job->arena;
  Answer *out = call->answer;
  Str path = str_shown(arena, request->path, TOOL_SHOWN_NAME);
  /* An empty folder and one that does not exist give the same empty list, and
   * only the second is a mistake of the caller's. */
  if (listing->total == 0 && !tool_path_exists(call, index, request->path)) {
    answer_warn(out, "There is no '%.*s' in the workspace.", STR_ARG(path));
    return;
  }
  if (listing->total == 0) {
    answer_warn(out, "No file%s%.*s%s%.*s. Ignored files are not listed.", path.len ? " in " : "", STR_ARG(path),
                request->pattern.len ? " matches " : "", STR_ARG(str_shown(arena, request->pattern, TOOL_SHOWN_NAME)));
    return;
  }
  answer_say(out, "%zu files, %zu symbols.", listing->files, listing->symbols);
  if (count_listed(listing) > PURPOSES_MAX) answer_say(out, " A list of at most %d files says what each is for.", PURPOSES_MAX);
  if (listing->len < listing->total) {
    answer_say(out, " Of %zu entries the first %zu are listed; narrow by path, pattern or depth%s.", listing->total,
               listing->len, request->limit < ENTRIES_MAX ? ", or raise limit (at most 5000)" : "");
  }
  answer_say(out, "\n");
}

/* A page that begins inside a tree says where. */
static void add_place(ToolCall *call, const QueryListing *listing) {
  size_t first = answer_cursor_item(tool_arg_str(call, "cursor"));
  if (first >= listing->len || !listing->items[first].level) return;
  answer_say(call->answer, "(in ");
  answer_path(call->answer, NULL, file_directory(listing->items[first].path));
  answer_say(call->answer, "/)\n");
}

static Err add_listing(ToolCall *call, ToolGraph *graph, const QueryFiles *request, QueryListing *listing) {
  bool grouped = str_eq(tool_arg_str(call, "format"), STR("grouped"));
  if (grouped && listing->len) qsort(listing->items, listing->total, sizeof(*listing->items), by_group);
  if (request->tree) add_place(call, listing);
  TRY(add_entries(call, graph, listing, request->tree, grouped));
  add_summary(call, graph->index, request, listing);
  return tool_add_gaps(call, graph->index, false);
}

static Err answer(ToolCall *call, ToolGraph *graph) {
  QueryListing listing;
  Str format = tool_arg_str(call, "format");
  QueryFiles request = {.pattern = tool_arg_str(call, "pattern"), .tree = str_eq(format, STR("tree")),
                        .depth = (size_t)tool_arg_int(call, "depth"), .limit = (size_t)tool_arg_int(call, "limit")};
  request.path = graph->path;
  /* Only a tree has levels; 0 means all of them. */
  if (!request.tree) request.depth = 0;
  TRY(query_files(call->job, graph->reader, &request, &listing));
  return add_listing(call, graph, &request, &listing);
}

static Err run(ToolCall *call) { return tool_graph_run(call, tool_arg_str(call, "path"), answer); }

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
    {"purpose", TOOL_STRING, .help = "what it says it is for, or what it offers; of at most 150 files"},
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
    .brief = "[FOLDER]: what is where, and what each file is for",
    .summary = "List files as tree, flat or grouped by language, with symbol counts and what each is for; ignored ones left out.",
    .args = args,
    .result = result,
    .example = "files format=flat limit=20",
    .toolset = "read",
    .flags = TOOL_CORE | TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
