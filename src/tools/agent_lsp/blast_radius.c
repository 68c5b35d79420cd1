/* blast_radius: who uses the symbols of files that are about to change. Words
 * and fields are written apart here: a reader wants a symbol with its users
 * beneath it, the contract wants three lists. */
#include "src/tools/agent_lsp/blast_internal.h"

#include "src/base/vec.h"

/* ---- the second order ---- */

/* Calls alone, and of the graph alone: asking a server about every caller
 * would take longer than a call may. A caller of several symbols is followed
 * once; tests are not followed, since nobody calls them. */
static Err add_transitive(AgentBlast *blast) {
  ToolCall *call = blast->file.call;
  VEC(SymbolId) seen = {0};
  size_t count = 0;
  answer_begin_list(call->answer, "transitive_callers");
  for (size_t i = 0; i < blast->len; i++) {
    for (size_t j = 0; j < blast->items[i].uses.len; j++) {
      const AgentUse *use = &blast->items[i].uses.items[j];
      StoreSymbol symbol;
      QueryTrail trail;
      bool is_seen = !use->id.value || use->is_test;
      for (size_t k = 0; k < seen.len && !is_seen; k++) is_seen = seen.items[k].value == use->id.value;
      if (is_seen) continue;
      *vec_add(call->job->arena, &seen) = use->id;
      TRY(query_symbol(call->job, blast->file.graph.reader, use->id, &symbol));
      QueryTrailRequest request = {.symbols = &symbol, .count = 1, .direction = QUERY_CALLERS, .kinds = QUERY_CALLS, .limit = 100};
      TRY(query_trail(call->job, blast->file.graph.reader, &request, &trail));
      for (size_t k = 0; k < trail.direct.len; k++) {
        const StoreSymbol *caller = &trail.direct.items[k].symbol;
        answer_begin_row(call->answer);
        tool_agent_field_use(blast, query_qualified(call->job->arena, caller), caller->path, caller->name_span.line);
        answer_field_str(call->answer, "uses", str_head(use->name, TOOL_NAME_MAX));
        answer_end(call->answer);
        count++;
      }
    }
  }
  answer_end(call->answer);
  answer_say(call->answer, "Callers of those callers, from the graph: %zu\n", count);
  return OK;
}

/* ---- the answer ---- */

/* Untested means used by something and by no test. A symbol that nobody uses
 * is not missing a test, it may be dead. */
static bool is_kept(const AgentChanged *changed, bool untested) { return !untested || (changed->others && !changed->tests); }

static void write_uses(AgentBlast *blast, const char *name, const AgentChanged *changed, bool tests) {
  Answer *out = blast->file.call->answer;
  size_t count = 0;
  answer_begin_list(out, name);
  for (size_t i = 0; i < changed->uses.len && count < AGENT_BLAST_USES; i++) {
    const AgentUse *use = &changed->uses.items[i];
    if (use->is_test != tests) continue;
    count++;
    answer_begin_row(out);
    tool_agent_field_use(blast, use->name, use->path, use->line);
    answer_end(out);
  }
  answer_end(out);
}

/* Both lists have the same symbols in the same order, so that callers may walk
 * them side by side. */
static void write_symbols(AgentBlast *blast, bool untested) {
  Answer *out = blast->file.call->answer;
  answer_begin_list(out, "changed_symbols");
  for (size_t i = 0; i < blast->len; i++) {
    if (!is_kept(&blast->items[i], untested)) continue;
    answer_begin_row(out);
    tool_agent_field_use(blast, blast->items[i].name, blast->items[i].path, blast->items[i].line);
    answer_end(out);
  }
  answer_end(out);
  answer_begin_list(out, "affected_symbols");
  for (size_t i = 0; i < blast->len; i++) {
    const AgentChanged *changed = &blast->items[i];
    if (!is_kept(changed, untested)) continue;
    answer_begin_row(out);
    tool_agent_field_use(blast, changed->name, changed->path, changed->line);
    answer_field_int(out, "test_count", (int64_t)changed->tests);
    answer_field_int(out, "non_test_count", (int64_t)changed->others);
    write_uses(blast, "test_callers", changed, true);
    write_uses(blast, "non_test_callers", changed, false);
    if (changed->sync_guarded) answer_field_bool(out, "sync_guarded", true);
    answer_end(out);
  }
  answer_end(out);
}

/* Each test once, however many symbols it uses. */
static size_t write_tests(AgentBlast *blast, size_t *ret_files) {
  Arena *arena = blast->file.call->job->arena;
  Answer *out = blast->file.call->answer;
  Map files, functions;
  map_init(&files, arena);
  map_init(&functions, arena);
  answer_begin_list(out, "test_functions");
  for (size_t i = 0; i < blast->len; i++) {
    for (size_t j = 0; j < blast->items[i].uses.len; j++) {
      AgentUse *use = &blast->items[i].uses.items[j];
      if (!use->is_test) continue;
      map_put(&files, use->path, use);
      Str key = str_format(arena, "%.*s:%.*s", STR_ARG(use->path), STR_ARG(use->name));
      if (!use->name.len || map_get(&functions, key)) continue;
      map_put(&functions, key, use);
      answer_begin_row(out);
      tool_agent_field_use(blast, use->name, use->path, use->line);
      answer_end(out);
    }
  }
  answer_end(out);
  answer_begin_list(out, "test_files");
  for (MapEntry *entry = NULL; (entry = map_next(&files, entry));) answer_item_str(out, tool_agent_absolute(&blast->file, entry->key));
  answer_end(out);
  *ret_files = files.live;
  return functions.live;
}

/* A symbol with its users for a reader; fields have them in lists of their own. */
static void say_symbol(AgentBlast *blast, const AgentChanged *changed) {
  Answer *answer = blast->file.call->answer;
  answer_begin_row(answer);
  answer_name(answer, NULL, changed->name);
  answer_say(answer, " ");
  answer_place(answer, NULL, changed->path, NULL, changed->line);
  answer_say(answer, "  %zu callers, %zu tests%s\n", changed->others, changed->tests, changed->sync_guarded ? ", sync_guarded" : "");
  for (size_t i = 0; i < changed->uses.len; i++) {
    const AgentUse *use = &changed->uses.items[i];
    answer_say(answer, "  %s", use->is_test ? "test " : "");
    answer_place(answer, NULL, use->path, NULL, use->line);
    answer_say(answer, " ");
    answer_name(answer, NULL, use->name);
    answer_say(answer, "\n");
  }
  answer_end(answer);
}

/* Those that most depend on come first: of a long answer the end is left out. */
static int by_users(const void *a, const void *b) {
  const AgentChanged *first = a, *second = b;
  size_t left = first->others + first->tests, right = second->others + second->tests;
  if (left != right) return left < right ? 1 : -1;
  int by_path = str_compare(first->path, second->path);
  return by_path ? by_path : (first->line > second->line) - (first->line < second->line);
}

/* Most used first: whoever stops reading has read what matters most. */
static Err say(AgentBlast *blast) {
  ToolCall *call = blast->file.call;
  if (blast->len) qsort(blast->items, blast->len, sizeof *blast->items, by_users);
  bool untested = str_eq_c(tool_arg_str(call, "filter"), "untested");
  size_t kept = 0, test_files;
  answer_begin_ranked(call->answer, NULL);
  for (size_t i = 0; i < blast->len; i++) {
    if (!is_kept(&blast->items[i], untested)) continue;
    say_symbol(blast, &blast->items[i]);
    kept++;
  }
  answer_end(call->answer);
  write_symbols(blast, untested);
  size_t tests = write_tests(blast, &test_files);
  if (tool_arg_bool(call, "include_transitive")) TRY(add_transitive(blast));
  tool_agent_add_blast(blast);
  Str summary = str_format(call->job->arena, "%zu %ssymbols, used by %zu tests in %zu test files.", kept, untested ? "untested " : "", tests, test_files);
  answer_words(call->answer, "summary", summary);
  answer_say(call->answer, "\n");
  if (blast->left_out) {
    tool_agent_note(call, str_format(call->job->arena, "%zu more symbols were not looked at: name fewer files.", blast->left_out));
  }
  for (size_t i = 0; i < blast->warning_count; i++) answer_warn(call->answer, "Warning: %.*s", STR_ARG(blast->warnings[i]));
  if (blast->used_graph) {
    answer_note(call->answer, "%s", blast->used_server ? "Uses are what servers and fathom's own graph know, united."
                                                       : "Uses are from fathom's own graph.");
  }
  tool_agent_hint(call, "look at symbols with many callers and no tests before changing them.");
  return OK;
}

/* A file that is not there ends the call before any answer is given: a radius
 * that silently lacks one file is taken for the whole. */
static Err answer(AgentBlast *blast) {
  ToolCall *call = blast->file.call;
  const Json *files = tool_arg(call, "changed_files");
  bool exported_only = !str_eq_c(tool_arg_str(call, "scope"), "all");
  for (size_t i = 0; i < files->count; i++) {
    Str path;
    TRY(tool_relative_path(call, blast->file.graph.index, files->items[i].text, &path));
    if (!tool_path_exists(call, blast->file.graph.index, path) || !path.len) {
      return job_fail(call->job, ERR_NOT_FOUND, "there is no file '%.*s' in the workspace; changed_files are absolute or relative to it",
                      STR_ARG(str_shown(call->job->arena, files->items[i].text, TOOL_SHOWN_NAME)));
    }
    job_progress(call->job, (double)i, (double)files->count, path);
    TRY(tool_agent_blast_file(blast, path, exported_only));
  }
  return say(blast);
}

static Err run(ToolCall *call) {
  const Json *files = tool_arg(call, "changed_files");
  AgentBlast blast;
  TRY(tool_agent_blast_open(call, files->items[0].text, &blast));
  Err err = answer(&blast);
  tool_agent_blast_close(&blast);
  return err ? tool_agent_fail(call, err, NULL) : OK;
}

static const ToolField args[] = {
    {"changed_files", TOOL_STRINGS, true, .min = 1, .max = 100, .help = "absolute, or relative to the workspace"},
    {"include_transitive", TOOL_BOOLEAN, .otherwise = "false", .help = "callers of the callers too"},
    {"scope", TOOL_STRING, .choices = "exported|all", .otherwise = "\"exported\"", .help = "which symbols of the files"},
    {"filter", TOOL_STRING, .choices = "untested", .help = "untested: used by other code, by no test"},
    TOOL_ARG_MAX_CHARS,
    {0},
};

static const ToolField affected[] = {
    AGENT_BLAST_USE_ROWS,
    {"test_count", TOOL_INTEGER, true, .help = "tests that use it"},
    {"non_test_count", TOOL_INTEGER, true, .help = "others that use it"},
    {"test_callers", TOOL_OBJECTS, true, .help = "the first 100 tests", .fields = tool_agent_use_fields},
    {"non_test_callers", TOOL_OBJECTS, true, .help = "the first 100 others", .fields = tool_agent_use_fields},
    {"sync_guarded", TOOL_BOOLEAN, .help = "it belongs to a type with a lock or atomic"},
    {0},
};

static const ToolField transitive[] = {AGENT_BLAST_USE_ROWS, {"uses", TOOL_STRING, true, .help = "the caller it calls"}, {0}};

static const ToolField result[] = {
    {"changed_symbols", TOOL_OBJECTS, true, .help = "that were looked at", .fields = tool_agent_use_fields},
    {"affected_symbols", TOOL_OBJECTS, true, .help = "the same with who uses them", .fields = affected},
    {"test_functions", TOOL_OBJECTS, true, .help = "tests that use any of them", .fields = tool_agent_use_fields},
    {"test_files", TOOL_STRINGS, true, .help = "their files"},
    {"transitive_callers", TOOL_OBJECTS, .help = "with include_transitive", .fields = transitive},
    {"non_test_callers", TOOL_OBJECTS, true, .help = "others that use any of them", .fields = tool_agent_caller_fields},
    {"warnings", TOOL_STRINGS, true, .help = "questions that servers did not answer"},
    AGENT_LSP_RESULT_SOURCE,
    {"summary", TOOL_STRING, true, .help = "in one sentence"},
    AGENT_LSP_RESULT_HINT,
    {0},
};

const Tool tool_agent_lsp_blast_radius = {
    .name = "blast_radius",
    .title = "Who uses a file",
    .summary = "Every exported symbol of the named files with who uses it, tests and others apart: by the language server, else by the graph.",
    .help = "sync_guarded marks members of types that hold a lock or atomic by its usual spelling (sync.Mutex, std::mutex, "
            "pthread_mutex_t, Mutex<, threading.Lock, ReentrantLock, synchronized and the like).",
    .args = args,
    .result = result,
    .example = "blast_radius changed_files=src/main.c",
    .toolset = "lsp",
    .profiles = "agent-lsp",
    .method = "textDocument/references",
    .flags = AGENT_LSP_FLAGS | TOOL_ANYHOW,
    .run = run,
};
