/* get_cross_repo_references: who uses a library's symbol in other projects.
 * The other projects are added to the server's folders for the time of the
 * call and taken out again. A server reads what it is given in its own time,
 * so its silence on a project proves nothing: such projects are reported
 * apart, with what the text and the graphs say of them. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/query/search/search.h"

/* Lines of one project on which the name stands, which are evidence and not an
 * answer. */
#define CANDIDATES_MAX 50

typedef struct Consumer {
  Str root;     /* absolute, real */
  Index *index;
  bool is_added; /* by this call: to be removed again */
} Consumer;

/* One call: the library's file, the projects that could be had, and why others
 * could not. */
typedef struct Crossing {
  AgentFile *file;
  Consumer *items;
  size_t len, cap;
  VEC(Str) warnings;
  Str name; /* of what stands there, by the graph; empty: not known */
  QueryPackages packages; /* that it is imported from */
} Crossing;

/* A project that cannot be had is no reason to withhold the others. */
static void warn(Crossing *crossing, Str root, Str why) {
  Arena *arena = crossing->file->call->job->arena;
  *vec_add(arena, &crossing->warnings) = str_format(arena, "%.*s: %.*s", STR_ARG(str_shown(arena, root, TOOL_SHOWN_NAME)), STR_ARG(why));
}

/* Another project is another workspace: it must be allowed and trusted by
 * itself before a server reads it. The call's workspace is changed for the
 * time of the question only; call->repo is put back on every path. Without a
 * server nothing of the project is run, and reading it needs no trust. */
static Err check_root(ToolCall *call, Str given, bool needs_trust, const Index *library, Consumer *ret_consumer) {
  ToolServersFound found = {0};
  Index *index;
  Str own = call->repo;
  call->repo = given;
  Err err = tool_workspace(call, STR_EMPTY, &index);
  if (!err && call->scope->find_servers) err = call->scope->find_servers(call->scope, call, index_root(index), &found);
  call->repo = own;
  TRY(err);
  *ret_consumer = (Consumer){.root = index_root(index), .index = index};
  if (index == library) return job_fail(call->job, ERR_USAGE, "it is the library itself");
  if (found.is_trusted || !needs_trust) return OK;
  return job_fail(call->job, ERR_UNTRUSTED, "it is not trusted; if you trust its code, run: fathom trust '%.*s'", STR_ARG(ret_consumer->root));
}

/* Somebody else may have added the project before. It is then theirs, and is
 * not taken away at the end. */
static bool has_folder(Crossing *crossing, Str root) {
  size_t count;
  Str *folders = lsp_server_folders(crossing->file->call->job->arena, crossing->file->server, &count);
  for (size_t i = 0; i < count; i++) {
    if (str_eq(folders[i], root)) return true;
  }
  return false;
}

/* An error of the project becomes a warning; one that stops the job ends the
 * call. */
static Err add_root(Crossing *crossing, Str given) {
  Job *job = crossing->file->call->job;
  Consumer consumer = {.root = given};
  bool has_server = crossing->file->server;
  Err err = check_root(crossing->file->call, given, has_server, crossing->file->graph.index, &consumer);
  bool is_there = !err && (!has_server || has_folder(crossing, consumer.root));
  if (!err && !is_there) err = lsp_server_add_folder(job, crossing->file->server, consumer.root);
  if (job_is_stopped(job)) return err ? err : job_check(job);
  if (err) {
    warn(crossing, given, str_copy(job->arena, job_message(job, err)));
    job_forgive(job);
    return OK;
  }
  consumer.is_added = !is_there;
  *vec_add(job->arena, crossing) = consumer;
  return OK;
}

/* Runs on every way out, also after an error, because the server outlives the
 * call and others would be answered with these folders in it. Its own errors
 * are forgiven: the server is gone, and its folders with it. */
static void remove_roots(Crossing *crossing) {
  Job *job = crossing->file->call->job;
  for (size_t i = 0; i < crossing->len; i++) {
    if (!crossing->items[i].is_added) continue;
    if (lsp_server_remove_folder(job, crossing->file->server, crossing->items[i].root)) job_forgive(job);
  }
}

/* ---- the answer ---- */

static void add_use(AgentFile *file, const LspLocation *location) {
  Answer *answer = file->call->answer;
  answer_begin_row(answer);
  answer_begin_words(answer);
  tool_agent_add_location(file, location);
  answer_say(answer, "\n");
  answer_end(answer);
  answer_field_str(answer, "file", location->path);
  answer_field_int(answer, "line", location->range.start.line);
  answer_field_int(answer, "column", location->range.start.column);
  answer_end(answer);
}

/* Locations in the library's own workspace have relative paths and belong to
 * no consumer, even where one project lies inside of the other. */
static bool is_in(const LspLocation *location, const Consumer *consumer) {
  Str rest;
  return location->is_outside && file_beneath(consumer->root, location->path, &rest);
}

/* The files of a consumer in which the name stands, and whether they import it
 * from the library: by its graph, since a text that has the name may mean
 * another one. */
static Err say_lines(Crossing *crossing, const Consumer *consumer, StoreReader *reader, const QuerySearched *found, size_t *ret_imported) {
  ToolCall *call = crossing->file->call;
  Job *job = call->job;
  *ret_imported = 0;
  for (size_t i = 0; i < found->len; i++) {
    StoreFile file;
    QueryImports imports = {0};
    TRY(query_file(job, reader, found->items[i].path, &file));
    if (file.id.value && !file.skip.len) TRY(query_imports(job, reader, file.id, &imports));
    bool is_imported = query_imports_from(&imports, &crossing->packages, crossing->name);
    *ret_imported += is_imported;
    for (size_t k = 0; k < found->items[i].len; k++) {
      answer_begin_row(call->answer);
      answer_field_str(call->answer, "file", file_join(job->arena, consumer->root, found->items[i].path));
      answer_field_int(call->answer, "line", found->items[i].items[k].line);
      answer_field_bool(call->answer, "imported", is_imported);
      answer_end(call->answer);
    }
  }
  return OK;
}

/* The server names no use: that it has read the project is not known. Where the
 * name stands in its text is, and what the graphs say of that. */
static Err say_candidates(Crossing *crossing, const Consumer *consumer) {
  ToolCall *call = crossing->file->call;
  StoreReader *reader;
  size_t imported = 0;
  QuerySearched found = {0};
  QuerySearch search = {.pattern = crossing->name, .mode = QUERY_SEARCH_TEXT, .letters = TEXT_CASE_SENSITIVE, .word = true, .limit = CANDIDATES_MAX};
  if (crossing->name.len) TRY(index_refresh(call->job, consumer->index));
  if (crossing->name.len) TRY(query_search(call->job, consumer->index, &search, &found));
  answer_begin_row(call->answer);
  answer_field_str(call->answer, "root", consumer->root);
  answer_field_int(call->answer, "files_searched", (int64_t)found.searched);
  answer_say(call->answer, "%.*s: %s; the name stands on %zu lines of %zu files\n",
             STR_ARG(str_shown(call->job->arena, consumer->root, SIZE_MAX)),
             crossing->file->server ? "the server names no use, and is not known to have read it" : "no server was asked",
             (size_t)found.matches, found.searched);
  answer_begin_fields(call->answer); /* the words above are enough to read */
  answer_begin_whole(call->answer, "candidates");
  TRY(index_reader_take(call->job, consumer->index, &reader));
  Err err = say_lines(crossing, consumer, reader, &found, &imported);
  index_reader_return(consumer->index, reader);
  TRY(err);
  answer_end(call->answer);
  answer_end(call->answer);
  answer_say(call->answer, "  %zu files of those import it from the library (%.*s)\n", imported,
             STR_ARG(tool_join_names(call->job->arena, crossing->packages.items, crossing->packages.len)));
  answer_end(call->answer);
  return OK;
}

/* One use is enough to show that the server has read the project. */
static bool is_used(const LspLocations *all, const Consumer *consumer) {
  for (size_t i = 0; i < all->len; i++) {
    if (is_in(&all->items[i], consumer)) return true;
  }
  return false;
}

/* The list is named after the project's root, as the contract has it; a
 * project without uses has an empty one. */
static void say_consumer(Crossing *crossing, const LspLocations *all, const Consumer *consumer) {
  ToolCall *call = crossing->file->call;
  size_t count = 0;
  answer_begin_whole(call->answer, str_to_c(call->job->arena, consumer->root));
  for (size_t i = 0; i < all->len; i++) {
    if (!is_in(&all->items[i], consumer)) continue;
    if (!count++) answer_heading(call->answer, "%.*s:", STR_ARG(str_shown(call->job->arena, consumer->root, SIZE_MAX)));
    add_use(crossing->file, &all->items[i]);
  }
  answer_end(call->answer);
}

/* Three answers that differ in how sure they are: uses in its own project, uses
 * that the server confirmed in consumers, and names in consumers that nobody
 * confirmed. */
static Err say(Crossing *crossing, const LspLocations *all) {
  ToolCall *call = crossing->file->call;
  size_t own = 0;
  answer_begin_whole(call->answer, "library_references");
  for (size_t i = 0; i < all->len; i++) {
    if (all->items[i].is_outside) continue;
    if (!own++) answer_heading(call->answer, "In its own project:");
    add_use(crossing->file, &all->items[i]);
  }
  answer_end(call->answer);
  answer_begin_object(call->answer, "consumer_references");
  for (size_t i = 0; i < crossing->len; i++) say_consumer(crossing, all, &crossing->items[i]);
  answer_end(call->answer);
  answer_begin_list(call->answer, "unconfirmed");
  for (size_t i = 0; i < crossing->len; i++) {
    if (!is_used(all, &crossing->items[i])) TRY(say_candidates(crossing, &crossing->items[i]));
  }
  answer_end(call->answer);
  answer_begin_list(call->answer, "warnings");
  for (size_t i = 0; i < crossing->warnings.len; i++) {
    answer_item_str(call->answer, crossing->warnings.items[i]);
    answer_warn(call->answer, "Warning: %.*s", STR_ARG(crossing->warnings.items[i]));
  }
  answer_end(call->answer);
  tool_agent_hint(call, "look at each consumer before changing what it uses.");
  return OK;
}

/* By the graph of the library; without it only the server is asked. */
static Err find_name(Crossing *crossing, TextPoint point) {
  StoreSymbol symbol = {0};
  Job *job = crossing->file->call->job;
  Err err = tool_agent_graph(crossing->file);
  if (!err) err = tool_agent_symbol_at(crossing->file, point, &symbol);
  TRY(job_check(job));
  job_forgive(job);
  if (!err && symbol.id.value && symbol.kind != SYMBOL_FILE) crossing->name = symbol.name;
  return query_packages(job, crossing->file->graph.index, crossing->file->path, &crossing->packages);
}

/* Without a server the library's own uses are the graph's. */
static Err ask(AgentFile *file, TextPoint point, LspLocations *ret_all) {
  VerifyPlaces places;
  LspAt at = {.server = file->server, .path = file->path, .point = point};
  if (file->server) {
    TRY(tool_agent_ready(file));
    return lsp_ask_references(file->call->job, &at, false, ret_all);
  }
  tool_agent_note(file->call, str_format(file->call->job->arena, "No language server was asked: %.*s", STR_ARG(file->words)));
  TRY(tool_agent_references(file, point, false, &places));
  *ret_all = places.all;
  return OK;
}

/* The point is checked before any project is opened: a mistake in the
 * arguments must not cost the start of several indexes. */
static Err cross(Crossing *crossing) {
  AgentFile *file = crossing->file;
  const Json *roots = tool_arg(file->call, "consumer_roots");
  TextPoint point;
  LspLocations all;
  TRY(tool_agent_point(file, &point));
  for (size_t i = 0; i < roots->count; i++) TRY(add_root(crossing, roots->items[i].text));
  TRY(find_name(crossing, point));
  TRY(ask(file, point, &all));
  return say(crossing, &all);
}

static Err run(ToolCall *call) {
  AgentFile file;
  TRY(tool_agent_open(call, tool_arg_str(call, "symbol_file"), &file));
  Crossing crossing = {.file = &file};
  Err err = tool_agent_take(&file, tool_arg_str(call, "language_id"));
  if (err && tool_agent_forgive(&file, err)) err = OK;
  if (!err) err = cross(&crossing);
  if (file.server) remove_roots(&crossing);
  tool_agent_close(&file);
  return err ? tool_agent_fail(call, err, "symbol lists the uses within one workspace; ask it with repo for each of the others.") : OK;
}

static const ToolField args[] = {
    {"symbol_file", TOOL_PATH, true, .min = 1, .max = 0, .help = "the library's file; absolute, or relative to its workspace"},
    AGENT_LSP_ARGS_POINT,
    {"consumer_roots", TOOL_STRINGS, true, .min = 1, .max = 20, .help = "projects that use the library; each allowed and trusted"},
    AGENT_LSP_ARG_LANGUAGE,
    TOOL_ARG_MAX_CHARS,
    {0},
};

static const ToolField use_row[] = {
    {"file", TOOL_STRING, true, .help = "relative to the library's workspace"},
    {"line", TOOL_INTEGER, true, .help = "from 1"},
    {"column", TOOL_INTEGER, true, .help = "from 1, in characters"},
    {0},
};

static const ToolField candidate_row[] = {
    {"file", TOOL_STRING, true, .help = "absolute path"},
    {"line", TOOL_INTEGER, true, .help = "from 1"},
    {"imported", TOOL_BOOLEAN, true, .help = "its file imports the name, or all, from the library's package"},
    {0},
};

static const ToolField unconfirmed_row[] = {
    {"root", TOOL_STRING, true, .help = "the consumer"},
    {"files_searched", TOOL_INTEGER, true, .help = "of its index, for the name; 0: the name is not known"},
    {"candidates", TOOL_OBJECTS, true, .help = "lines where the name stands", .fields = candidate_row},
    {0},
};

static const ToolField result[] = {
    {"library_references", TOOL_OBJECTS, true, .help = "in its own project", .fields = use_row},
    {"consumer_references", TOOL_OBJECT, true, .help = "by consumer root: file, line and column of each use"},
    {"unconfirmed", TOOL_OBJECTS, true, .help = "consumers in which the server names no use: it may not have read them", .fields = unconfirmed_row},
    {"warnings", TOOL_STRINGS, true, .help = "roots that could not be read, and why"},
    AGENT_LSP_RESULT_INDEXING,
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_get_cross_repo_references = {
    .name = "get_cross_repo_references",
    .title = "Uses in other projects",
    .summary = "Uses of a library's symbol in its own project and in the projects named as consumers.",
    .args = args,
    .result = result,
    .example = "get_cross_repo_references symbol_file=src/main.c line=3 column=5 consumer_roots=../other",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/references",
    .flags = AGENT_LSP_FLAGS | TOOL_ANYHOW,
    .run = run,
};
