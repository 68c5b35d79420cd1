/* codegraph_files: the indexed files, in CodeGraph's three layouts. */
#include "src/os/file.h"
#include "src/query/workspace/workspace.h"
#include "src/tools/compat/codegraph_graph_internal.h"

/* How lines are written, for all three layouts. */
typedef struct Showing {
  ToolCall *call;
  bool has_metadata;
  bool has_language; /* part of the metadata */
} Showing;

/* Folders have no language, and their counts are those of what is in them. */
static void add_metadata(const Showing *showing, const QueryEntry *entry) {
  Answer *text = showing->call->answer;
  if (showing->has_metadata && !entry->is_directory) {
    answer_say(text, " (");
    if (showing->has_language) answer_say(text, "%.*s, ", STR_ARG(entry->language));
    answer_say(text, "%zu symbols)", entry->symbols);
  }
  answer_say(text, "\n");
}

static void show_line(const Showing *showing, const QueryEntry *entry) {
  answer_say(showing->call->answer, "- ");
  answer_path(showing->call->answer, NULL, entry->path);
  add_metadata(showing, entry);
}

/* ---- flat and grouped ---- */

static void show_flat(const Showing *showing, const QueryListing *listing) {
  answer_heading(showing->call->answer, "## Files (%zu)", listing->len);
  answer_say(showing->call->answer, "\n");
  for (size_t i = 0; i < listing->len; i++) show_line(showing, &listing->items[i]);
}

/* Counted anew for each language: there are a few of those, and the list is in
 * memory. */
static size_t count_language(const QueryListing *listing, Str language) {
  size_t count = 0;
  for (size_t i = 0; i < listing->len; i++) count += str_eq(listing->items[i].language, language);
  return count;
}

/* The language with most files that was not shown yet; empty: none. */
static Str next_language(const QueryListing *listing, const Str *shown, size_t shown_count) {
  Str best = STR_EMPTY;
  size_t most = 0;
  for (size_t i = 0; i < listing->len; i++) {
    Str language = listing->items[i].language;
    bool is_new = !str_eq(language, best);
    for (size_t k = 0; k < shown_count && is_new; k++) is_new = !str_eq(shown[k], language);
    size_t count = is_new ? count_language(listing, language) : 0;
    if (count > most || (count == most && count && str_compare(language, best) < 0)) most = count, best = language;
  }
  return best;
}

static void show_grouped(Showing *showing, const QueryListing *listing) {
  enum { LANGUAGES_MAX = 64 };
  Str shown[LANGUAGES_MAX];
  answer_heading(showing->call->answer, "## Files by Language (%zu total)", listing->len);
  answer_say(showing->call->answer, "\n");
  /* The heading says it for all of the group. */
  showing->has_language = false;
  for (size_t count = 0; count < LANGUAGES_MAX; count++) {
    Str language = shown[count] = next_language(listing, shown, count);
    if (!language.len) return;
    answer_heading(showing->call->answer, "### %.*s (%zu)", STR_ARG(language), count_language(listing, language));
    for (size_t i = 0; i < listing->len; i++) {
      if (str_eq(listing->items[i].language, language)) show_line(showing, &listing->items[i]);
    }
    answer_say(showing->call->answer, "\n");
  }
}

/* ---- tree ---- */

/* Whether nothing follows on the entry's level within its directory. The list
 * is in the order of the tree, so the first entry that is not deeper
 * decides. */
static bool is_last(const QueryListing *listing, size_t at) {
  for (size_t i = at + 1; i < listing->len; i++) {
    if (listing->items[i].level < listing->items[at].level) return true;
    if (listing->items[i].level == listing->items[at].level) return false;
  }
  return true;
}

/* The folders that lead to what was asked for, one beneath the other. */
static size_t show_way(const Showing *showing, Str folder) {
  Answer *text = showing->call->answer;
  size_t levels = 0;
  while (folder.len) {
    Str name = str_cut(&folder, '/');
    for (size_t k = 0; k < levels; k++) answer_say(text, "    ");
    answer_say(text, "└── %.*s\n", STR_ARG(str_shown(showing->call->job->arena, name, SIZE_MAX)));
    levels++;
  }
  return levels;
}

/* The folder whose inside is listed. Of a file the way to it is listed, too. */
static Str folder_of(const QueryListing *listing, Str path) {
  const QueryEntry *last = &listing->items[listing->len - 1];
  return str_eq(last->path, path) && !last->is_directory ? STR_EMPTY : path;
}

static void show_tree(const Showing *showing, const QueryListing *listing, Str path) {
  enum { LEVELS_MAX = 128 };
  bool ended[LEVELS_MAX] = {0}; /* by level: no line goes on */
  Answer *text = showing->call->answer;
  answer_heading(text, "## Project Structure (%zu files)", listing->files);
  answer_say(text, "\n");
  size_t above = show_way(showing, folder_of(listing, path));
  for (size_t i = 0; i < listing->len; i++) {
    const QueryEntry *entry = &listing->items[i];
    /* Deeper entries are drawn at the last level: the array must hold, whatever
     * depth somebody gave his folders. */
    size_t level = entry->level < LEVELS_MAX ? entry->level : LEVELS_MAX - 1;
    for (size_t k = 0; k < above; k++) answer_say(text, "    ");
    for (size_t k = 0; k < level; k++) answer_say(text, "%s", ended[k] ? "    " : "│   ");
    ended[level] = is_last(listing, i);
    answer_say(text, "%s", ended[level] ? "└── " : "├── ");
    answer_path(text, NULL, file_name(entry->path));
    add_metadata(showing, entry);
  }
}

/* Of each directory its directories first, then its files. The common
 * beginning is skipped up to the last slash in it: from there on the two paths
 * lie in the same directory, and their next parts decide. */
static int by_tree(const void *a, const void *b) {
  const QueryEntry *x = a, *y = b;
  size_t at = 0, from = 0;
  while (at < x->path.len && at < y->path.len && x->path.ptr[at] == y->path.ptr[at]) {
    if (x->path.ptr[at] == '/') from = at + 1;
    at++;
  }
  Str rest_x = str_slice(x->path, from, x->path.len), rest_y = str_slice(y->path, from, y->path.len);
  bool ends_x = str_find_byte(rest_x, '/') == STR_NONE, ends_y = str_find_byte(rest_y, '/') == STR_NONE;
  bool is_file_x = ends_x && !x->is_directory, is_file_y = ends_y && !y->is_directory;
  Str name_x = str_cut(&rest_x, '/'), name_y = str_cut(&rest_y, '/');
  if (!str_eq(name_x, name_y)) return is_file_x != is_file_y ? (is_file_x ? 1 : -1) : str_compare(name_x, name_y);
  return ends_x == ends_y ? 0 : ends_x ? -1 : 1; /* the directory before what is in it */
}

static Err answer(CodegraphCall *cg) {
  ToolCall *call = cg->call;
  QueryListing listing;
  Str format = tool_arg_str(call, "format");
  bool tree = str_eq(format, STR("tree"));
  Showing showing = {call, tool_arg_bool(call, "includeMetadata"), true};
  QueryFiles request = {.pattern = tool_arg_str(call, "pattern"), .tree = tree, .indexed = true, .limit = SIZE_MAX,
                        .depth = tree && tool_arg(call, "maxDepth") ? (size_t)tool_arg_int(call, "maxDepth") : 0};
  Str path = tool_arg_str(call, "path");
  if (!str_eq(path, STR("/"))) TRY(tool_relative_path(call, cg->graph.index, path, &request.path)); /* "/": all, for CodeGraph */
  TRY(query_files(call->job, cg->graph.reader, &request, &listing));
  if (!listing.files) {
    answer_say(call->answer, "No indexed file is there or fits.\n");
    return tool_add_gaps(call, cg->graph.index, true);
  }
  if (tree) qsort(listing.items, listing.len, sizeof(*listing.items), by_tree);
  if (tree) show_tree(&showing, &listing, request.path);
  else if (str_eq(format, STR("grouped"))) show_grouped(&showing, &listing);
  else show_flat(&showing, &listing);
  return tool_codegraph_finish(cg);
}

static Err run(ToolCall *call) { return tool_codegraph_run(call, answer); }

static const ToolField args[] = {
    {"path", TOOL_PATH, .help = "only beneath this folder; maxDepth counts from it"},
    {"pattern", TOOL_PATH, .help = "glob: *.ts, src/**/*.test.ts"},
    {"format", TOOL_STRING, .choices = "tree|flat|grouped", .otherwise = "\"tree\"", .help = "grouped: by language"},
    {"includeMetadata", TOOL_BOOLEAN, .otherwise = "true", .help = "language and number of symbols"},
    {"maxDepth", TOOL_INTEGER, .min = 1, .max = 20, .help = "levels of the tree; default: all"},
    CODEGRAPH_ARG_PROJECT,
    {0},
};

const Tool tool_codegraph_files = {
    .name = "codegraph_files",
    .title = "List indexed files",
    .summary = "List the indexed files as tree, flat or grouped by language, with their languages and symbol counts.",
    .args = args,
    .example = "codegraph_files format=flat",
    .toolset = "codegraph",
    .profiles = "codegraph",
    .alias_of = "files",
    .flags = CODEGRAPH_FLAGS,
    .run = run,
};
