/* impact: what a change reaches: what is asked about, what stands around the
 * list and the fields. The list itself is impact_list.c. */
#include "src/query/graph/graph.h"
#include "src/query/workspace/workspace.h"
#include "src/tools/core/impact_internal.h"
#include "src/tools/kit/parts_internal.h"
#include "src/tools/kit/reached_internal.h"
#include "src/tools/kit/uses_internal.h"

#define WRITTEN_MAX 1000 /* symbols among the fields */
#define COCHANGED 5
#define COCHANGED_BRIEF 3
#define HISTORY_PATIENCE_MS 2000 /* the first time it is read */
#define FAN_SHOWN 3
#define ROOTS_SHOWN 10
#define ENTRIES_MAX 1000 /* of the ways that lead to it */
#define FAR_FEW 12       /* symbols further away that are shown nevertheless, */
#define TESTS_FEW 3      /* and files of tests */
#define RELATIVES_SHOWN 8
#define DOCUMENTS_SHOWN 6
#define LINKED_FROM 2000 /* symbols whose users in other repositories are looked for */
#define NAMESAKES_FEW 3  /* from so many on, besides the first, they are called by their name alone */

/* ---- what is asked about ---- */

/* False also for an argument that has a default but was not written down. */
static bool is_given(ToolCall *call, const char *name) { return tool_arg(call, name) != NULL; }

/* One name, or several with commas between. *ret_known: all have symbols. */
static Err take_names(ImpactQuestion *question, bool *ret_known) {
  ToolCall *call = question->call;
  Str rest;
  *ret_known = true;
  TRY(tool_expand_lines(call, question->graph, tool_arg_str(call, "target"), &rest));
  while (rest.len) {
    QueryTargets targets;
    QueryTarget target;
    TRY(tool_target(call, str_cut(&rest, ','), &target));
    if (!target.name.len) continue;
    TRY(tool_answer_targets(call, question->graph, &target, &targets));
    /* One unknown name ends the call: an impact of the other names alone would be
     * read as the impact of all of them. */
    *ret_known = targets.len > 0;
    if (!*ret_known) return OK;
    for (size_t i = 0; i < targets.len; i++) *vec_add(call->job->arena, &question->roots) = targets.items[i];
    question->names++;
    /* `passed_over` are namesakes beyond what a question takes; they count as
     * namesakes, so that the answer can say how many were not looked at. */
    question->namesakes += targets.distinct - 1 + targets.passed_over;
    question->passed_over += targets.passed_over;
  }
  return OK;
}

/* The roots are the symbols whose lines the diff touches; files that it
 * deletes or that are not indexed are told apart, since nothing can be found
 * for them. */
static Err take_diff(ImpactQuestion *question) {
  ToolCall *call = question->call;
  QueryDiff diff = {.staged = tool_arg_bool(call, "staged"), .range = tool_arg_str(call, "range")};
  question->is_diff = true;
  TRY(query_diff(call->job, question->graph->index, question->graph->reader, &diff, &question->changed));
  for (size_t i = 0; i < question->changed.len; i++) {
    *vec_add(call->job->arena, &question->roots) = question->changed.symbols[i];
  }
  return OK;
}

/* ---- text ---- */

/* Each name once, all of them: who asked about three must see three. What many
 * types have under one name is called by that name; the places tell which. */
static Str names_of(const ImpactQuestion *question) {
  Arena *arena = question->call->job->arena;
  Str names = STR_EMPTY;
  if (question->names == 1 && question->namesakes >= NAMESAKES_FEW) return str_shown(arena, question->roots.items[0].name, TOOL_SHOWN_NAME);
  for (size_t i = 0; i < question->roots.len; i++) {
    Str name = tool_symbol_name(arena, &question->roots.items[i]);
    bool is_known = false;
    for (size_t k = 0; k < i && !is_known; k++) is_known = str_eq(name, tool_symbol_name(arena, &question->roots.items[k]));
    if (!is_known) names = names.len ? str_format(arena, "%.*s, %.*s", STR_ARG(names), STR_ARG(name)) : name;
  }
  return names;
}

/* Several symbols may have the name: that they were taken together is said,
 * or the counts below would be misread. */
static void show_roots(ImpactQuestion *question) {
  ToolCall *call = question->call;
  const char *what = question->direction == QUERY_CALLERS ? "What changing" : "What";
  const char *does = question->direction == QUERY_CALLERS ? "reaches" : "depends on";
  Str levels = question->depth == 1 ? STR("1 level") : str_format(call->job->arena, "%u levels", question->depth);
  if (question->is_diff) {
    answer_heading(call->answer, "%s this diff (%zu file%s, %zu symbol%s) %s, %.*s:", what, question->changed.files,
                   question->changed.files == 1 ? "" : "s", question->changed.len, question->changed.len == 1 ? "" : "s",
                   does, STR_ARG(levels));
  } else {
    answer_heading(call->answer, "%s %.*s %s, %.*s:", what, STR_ARG(names_of(question)), does, STR_ARG(levels));
  }
  answer_begin_words(call->answer);
  for (size_t i = 0; i < question->roots.len && i < ROOTS_SHOWN; i++) {
    answer_say(call->answer, "  ");
    tool_answer_place(call, &question->roots.items[i]);
    answer_say(call->answer, "\n");
  }
  answer_end(call->answer);
  if (question->roots.len > ROOTS_SHOWN) answer_more(call->answer, question->roots.len - ROOTS_SHOWN, "");
  if (question->namesakes) {
    if (question->passed_over) answer_say(call->answer, "The first %zu of ", question->namesakes + 1 - question->passed_over);
    answer_say(call->answer, "%zu symbols of one name are taken together; file and line choose one.\n",
                   question->namesakes + 1);
  }
}

static void show_paths(Answer *out, const char *what, const Str *paths, size_t count) {
  if (!count) return;
  answer_say(out, "%s: ", what);
  tool_answer_names(out, paths, count);
  answer_say(out, "\n");
}

static void show_changed(ImpactQuestion *question) {
  const QueryChanged *changed = &question->changed;
  show_paths(question->call->answer, "Deleted", changed->deleted, changed->deleted_count);
  show_paths(question->call->answer, "Changed, but not indexed", changed->unindexed, changed->unindexed_count);
}

/* Equal ones keep the order of the walk, in which nearer symbols stand first:
 * the pointers lead into one array, so comparing them compares positions. */
static int by_fan(const void *a, const void *b) {
  const QueryImpactNode *const *x = a, *const *y = b;
  if ((*x)->fan != (*y)->fan) return (*x)->fan > (*y)->fan ? -1 : 1;
  return *x < *y ? -1 : 1;
}

/* Names the symbols that most of the impact goes through. Whoever wants to
 * reduce the impact of a change looks at these first. */
static void show_fan_out(ImpactQuestion *question) {
  ToolCall *call = question->call;
  const QueryImpact *impact = &question->impact;
  if (!impact->high_fan_out || question->is_brief) return;
  VEC(const QueryImpactNode *) wide = {0};
  for (size_t i = 0; i < impact->len; i++) {
    if (impact->nodes[i].fan > QUERY_FAN_OUT) *vec_add(call->job->arena, &wide) = &impact->nodes[i];
  }
  qsort(wide.items, wide.len, sizeof(*wide.items), by_fan);
  answer_say(call->answer, "High fan-out: ");
  for (size_t i = 0; i < wide.len && i < FAN_SHOWN; i++) {
    answer_say(call->answer, "%s%.*s (%u)", i ? ", " : "", STR_ARG(tool_symbol_name(call->job->arena, &wide.items[i]->symbol)),
                   wide.items[i]->fan);
  }
  if (wide.len > FAN_SHOWN) answer_say(call->answer, " and %zu more", wide.len - FAN_SHOWN);
  answer_say(call->answer, "\n");
}

/* "No user found" is not "no user": a decorator may register the function
 * somewhere that no edge shows. */
static void show_counts(ImpactQuestion *question) {
  ToolCall *call = question->call;
  const QueryImpact *impact = &question->impact;
  const QueryImpactCounts *counts = &impact->counts;
  if (question->direction == QUERY_CALLERS) {
    answer_say(call->answer, "Risk: %s (", query_impact_risk(impact));
    const char *whose = counts->leaves_package ? ", not only its own" : counts->packages == 1 ? ", its own" : ", where it is defined";
    if (counts->packages) answer_say(call->answer, "used directly from %zu package%s%s", counts->packages,
                                         counts->packages == 1 ? "" : "s", whose);
    else answer_say(call->answer, "no user found outside tests");
    if (impact->decorator.len) answer_say(call->answer, ", but decorated with %.*s, which may keep or call it", STR_ARG(impact->decorator));
    answer_say(call->answer, ")\n");
  }
  answer_say(call->answer, "%s%zu symbol%s in %zu file%s: %zu direct, %zu in tests", impact->cut ? "More than " : "",
                 counts->symbols, counts->symbols == 1 ? "" : "s", counts->files, counts->files == 1 ? "" : "s",
                 counts->direct, counts->tests);
  if (counts->heuristic) answer_say(call->answer, ", %zu by heuristics only", counts->heuristic);
  answer_say(call->answer, ".\n");
  show_fan_out(question);
}

/* Of one name, callers can be told to be complete. */
static bool is_one_function(const ImpactQuestion *question) {
  return question->direction == QUERY_CALLERS && question->names == 1 &&
         symbol_kind_is_callable(question->roots.items[0].kind);
}

/* What was not followed. Callers may be anywhere; callees are in these files. */
static Err show_gaps(ImpactQuestion *question) {
  ToolCall *call = question->call;
  const QueryImpactCounts *counts = &question->impact.counts;
  QueryGaps gaps = {counts->resolved + counts->external + counts->unresolved, counts->unresolved};
  const char *where = "these files";
  if (!counts->direct && is_one_function(question)) TRY(tool_answer_uncalled(call, question->graph, &(ToolUncalled){.symbol = &question->roots.items[0]}));
  else if (!counts->direct) answer_say(call->answer, question->direction == QUERY_CALLERS ? "Nobody found who uses it.\n" : "Nothing found that it uses.\n");
  if (is_one_function(question)) return tool_answer_open_calls(call, question->graph, &question->roots.items[0], &(ToolListed){.has_callers = counts->direct > 0});
  /* With no user found, any unresolved call of the workspace might be the one
   * that was missed; with some, the files reached say enough. */
  if (question->direction == QUERY_CALLERS && !counts->direct) {
    TRY(query_gaps(call->job, question->graph->index, question->graph->reader, STR_EMPTY, &gaps));
    where = "the workspace";
  }
  if (gaps.unresolved) {
    answer_say(call->answer, "Could not resolve %zu of %zu calls in %s; what they reach is not in here.\n", gaps.unresolved,
                   gaps.calls, where);
  }
  return OK;
}

/* Names of authors come out of the repository's history, which anybody can
 * write, so they are shown with control characters made harmless. */
static Err show_owners(ImpactQuestion *question, Str path) {
  ToolCall *call = question->call;
  HistoryFile file;
  TRY(history_file(call->job, query_history(question->graph->index), path, &file));
  if (!file.commits) return OK;
  answer_say(call->answer, "Owners of %.*s: ", STR_ARG(str_shown(call->job->arena, path, SIZE_MAX)));
  for (size_t i = 0; i < file.author_count; i++) {
    answer_say(call->answer, "%s%.*s (%zu)", i ? ", " : "",
                   STR_ARG(str_shown(call->job->arena, file.authors[i].name, TOOL_SHOWN_WORD)), file.authors[i].commits);
  }
  answer_say(call->answer, "; %zu commit%s, %zu in the 90 days before the newest\n", file.commits, file.commits == 1 ? "" : "s", file.recent);
  return OK;
}

/* Waits a little for history that was never read, and says so when that is
 * not enough. Without a repository there is nothing to say. */
static Err show_history(ImpactQuestion *question) {
  ToolCall *call = question->call;
  QueryCochanges found;
  QueryCochange request = {.path = question->roots.items[0].path, .support_min = 2, .limit = question->is_brief ? COCHANGED_BRIEF : COCHANGED,
                           .patience_ms = HISTORY_PATIENCE_MS};
  /* A diff has many files, and history speaks of one at a time. */
  if (question->is_diff) return OK;
  Err err = query_cochange(call->job, question->graph->index, &request, &found);
  /* A call that was cancelled or has run out of time must end now; every other
   * failure concerns the history alone and is only mentioned. */
  if (err && job_is_stopped(call->job)) return err;
  if (err) { /* a file of another program that is no use: the rest of the answer is */
    answer_say(call->answer, "What changes together with it is not known: %.*s\n",
                   STR_ARG(str_shown(call->job->arena, job_message(call->job, err), SIZE_MAX)));
    job_forgive(call->job);
    return OK;
  }
  if (found.state.is_reading) answer_say(call->answer, "What changes together with it is not known yet: the git history is being read; ask again.\n");
  if (!found.state.is_there) return OK;
  /* A co-change file of another program stands in place of the git history,
   * and it is the history that names authors. */
  if (!found.is_foreign && !question->is_brief) TRY(show_owners(question, request.path));
  if (!found.neighbours.len) return OK;
  answer_say(call->answer, "Changes together with: ");
  for (size_t i = 0; i < found.neighbours.len; i++) {
    answer_say(call->answer, "%s%.*s (%zu commit%s)", i ? ", " : "",
                   STR_ARG(str_shown(call->job->arena, found.neighbours.items[i].path, SIZE_MAX)), found.neighbours.items[i].support,
                   found.neighbours.items[i].support == 1 ? "" : "s");
  }
  answer_say(call->answer, "\n");
  return OK;
}

static void show_commands(ImpactQuestion *question) {
  for (size_t i = 0; i < question->tests.command_count; i++) {
    answer_say(question->call->answer, "Run its tests: %.*s\n",
                   STR_ARG(str_shown(question->call->job->arena, question->tests.commands[i], SIZE_MAX)));
    if (question->tests.notes[i].len) answer_say(question->call->answer, "  (%.*s)\n", STR_ARG(question->tests.notes[i]));
  }
}

/* Code in documents has no edges: it is found by the name, so only of one that no
 * other has. */
static Err look_at_documents(ImpactQuestion *question) {
  bool is_asked = question->direction == QUERY_CALLERS && question->names == 1 && !question->namesakes;
  return is_asked ? query_documents(question->call->job, question->graph->index, &question->roots.items[0], &question->documents) : OK;
}

static void show_documents(ImpactQuestion *question) {
  Answer *out = question->call->answer;
  const QueryDocuments *documents = &question->documents;
  if (!documents->len) return;
  answer_say(out, "Shown in documents, by its name in their code: ");
  for (size_t i = 0; i < documents->len && i < DOCUMENTS_SHOWN; i++) {
    if (i) answer_say(out, ", ");
    answer_place(out, NULL, documents->items[i].path, NULL, documents->items[i].line);
  }
  if (documents->len > DOCUMENTS_SHOWN) answer_say(out, " and %zu more", documents->len - DOCUMENTS_SHOWN);
  answer_say(out, "\n");
}

/* What crosses to other repositories: from all that is changed, or by all that is
 * reached. */
static Err look_at_linked(ImpactQuestion *question) {
  bool is_up = question->direction == QUERY_CALLERS;
  StoreSymbols symbols = {0};
  for (size_t i = 0; i < question->impact.len && symbols.len < LINKED_FROM; i++) {
    const QueryImpactNode *node = &question->impact.nodes[i];
    bool is_whole_file = node->symbol.kind == SYMBOL_FILE && !is_up; /* which would be all that is in it */
    if (!is_whole_file) *vec_add(question->call->job->arena, &symbols) = node->symbol;
  }
  ToolLinkedAsk ask = {symbols.items, symbols.len, .outward = !is_up, .inward = is_up, .depth = question->depth};
  return tool_linked_look(question->call, question->graph, &ask, &question->linked);
}

/* ---- around the list ---- */

/* Who has to have the same signature. */
static Err show_bound(ImpactQuestion *question) {
  ToolCall *call = question->call;
  QueryRelatives found;
  if (question->direction != QUERY_CALLERS || question->names != 1 || question->namesakes) return OK;
  for (int up = 1; up >= 0; up--) {
    TRY(query_hierarchy(call->job, question->graph->reader, question->roots.items[0].id, (QueryClimb){up, 3, RELATIVES_SHOWN}, &found));
    if (!found.total) continue;
    answer_heading(call->answer, up ? "Bound by (%zu):" : "Must change with it (%zu):", found.total);
    answer_begin_words(call->answer);
    for (size_t i = 0; i < found.len; i++) tool_answer_relative(call, &found, i, 0, up);
    answer_end(call->answer);
    answer_more(call->answer, found.total - found.len, ": hierarchy through call");
  }
  return OK;
}

static void show_tests(ImpactQuestion *question) {
  const QueryTests *tests = &question->tests;
  if (tests->len && !question->shows_tests) answer_say(question->call->answer, "Tests that reach it: %zu in %zu file%s\n", question->impact.counts.tests, tests->len, tests->len == 1 ? "" : "s");
  show_commands(question);
}

/* What stands above the list; later pages bring the list alone. */
static Err show_head(ImpactQuestion *question) {
  show_roots(question);
  show_changed(question);
  show_counts(question);
  tool_precise_show(question->call, &question->precise);
  TRY(show_gaps(question));
  tool_linked_show(question->call, &question->linked);
  show_documents(question);
  TRY(show_bound(question));
  if (question->is_brief) return OK;
  TRY(tool_answer_ways_in(question->call, question->graph, &question->entries, ENTRIES_MAX * 2));
  show_commands(question);
  return show_history(question);
}

static Err show(ImpactQuestion *question) {
  bool is_first = !tool_arg_str(question->call, "cursor").len;
  if (is_first) TRY(show_head(question));
  TRY(tool_answer_impact_list(question));
  if (is_first && question->is_brief) {
    TRY(tool_answer_ways_in(question->call, question->graph, &question->entries, ENTRIES_MAX));
    if (!question->shows_far) tool_answer_levels(question->call, &question->impact);
    show_tests(question);
    TRY(show_history(question));
  }
  return tool_add_gaps(question->call, question->graph->index, false);
}

/* ---- fields ---- */

static void add_node_fields(Answer *out, const ImpactQuestion *question, size_t number) {
  const QueryImpactNode *node = &question->impact.nodes[number];
  bool is_candidate = node->link.is_dispatch || node->through_table;
  answer_begin_row(out);
  answer_field_int(out, "number", (int64_t)number);
  tool_answer_fields(out, &node->symbol);
  answer_field_int(out, "depth", node->depth);
  answer_field_int(out, "parent", node->parent);
  answer_field_int(out, "fanOut", node->fan);
  answer_field_bool(out, "test", node->is_test);
  answer_field_str(out, "confidence", node->is_heuristic ? STR("heuristic") : is_candidate ? STR("candidate") : STR("exact"));
  answer_end(out);
}

/* All that is reached, whatever page the text shows. */
static void add_fields(const ImpactQuestion *question) {
  tool_precise_write(question->call, &question->precise);
  tool_linked_write(question->call, &question->linked);
  answer_begin_list(question->call->answer, "documents");
  for (size_t i = 0; i < question->documents.len; i++) {
    answer_begin_row(question->call->answer);
    answer_field_str(question->call->answer, "path", question->documents.items[i].path);
    answer_field_int(question->call->answer, "line", question->documents.items[i].line);
    answer_end(question->call->answer);
  }
  answer_end(question->call->answer);
  Answer *out = question->call->answer;
  const QueryImpact *impact = &question->impact;
  const QueryTests *tests = &question->tests;
  answer_field_bool(out, "found", true);
  answer_field_str(out, "risk", str_from_c(query_impact_risk(impact)));
  answer_field_int(out, "depth", question->depth);
  answer_field_int(out, "total", (int64_t)impact->counts.symbols);
  answer_field_int(out, "files", (int64_t)impact->counts.files);
  answer_field_int(out, "direct", (int64_t)impact->counts.direct);
  answer_field_int(out, "tests", (int64_t)impact->counts.tests);
  answer_field_bool(out, "highFanOut", impact->high_fan_out);
  answer_field_int(out, "unresolved", (int64_t)impact->counts.unresolved);
  answer_field_bool(out, "truncated", impact->cut || impact->len > WRITTEN_MAX);
  answer_begin_list(out, "nodes");
  for (size_t i = 0; i < impact->len && i < WRITTEN_MAX; i++) add_node_fields(out, question, i);
  answer_end(out);
  tool_write_ways_in(out, &question->entries);
  answer_begin_list(out, "testFiles");
  for (size_t i = 0; i < tests->len; i++) answer_item_str(out, tests->files[i].file.path);
  answer_end(out);
  answer_begin_list(out, "testCommands");
  for (size_t i = 0; i < tests->command_count; i++) answer_item_str(out, tests->commands[i]);
  answer_end(out);
}

/* ---- */

static Err nothing_changed(ImpactQuestion *question) {
  ToolCall *call = question->call;
  answer_field_bool(call->answer, "found", question->changed.files > 0);
  answer_warn(call->answer, question->changed.files ? "Nothing that is indexed changed." : "The diff is empty: nothing changed.");
  show_changed(question);
  return tool_add_gaps(call, question->graph->index, false);
}

static size_t count_far(const QueryImpact *impact) {
  size_t count = 0;
  for (size_t i = 0; i < impact->len; i++) count += impact->nodes[i].depth > 1 && !impact->nodes[i].is_test;
  return count;
}

static Err answer(ToolCall *call, ToolGraph *graph) {
  ImpactQuestion *question = &(ImpactQuestion){.call = call, .graph = graph};
  bool diff = tool_arg_bool(call, "diff") || tool_arg_bool(call, "staged") || is_given(call, "range"), known = true;
  bool named = str_trim(tool_arg_str(call, "target")).len > 0;
  Str format = tool_arg_str(call, "format");
  if (is_given(call, "range") && !str_trim(tool_arg_str(call, "range")).len) {
    return job_fail(call->job, ERR_USAGE, "range is blank: give e.g. HEAD~3, main or main..topic");
  }
  if (named == diff) {
    return job_fail(call->job, ERR_USAGE, "%s: give target (a symbol or file), or one of diff, staged and range",
                    named ? "both a target and a diff" : "neither a target nor a diff");
  }
  TRY(named ? take_names(question, &known) : take_diff(question));
  if (!known) return OK;
  if (!question->roots.len) return nothing_changed(question);
  question->direction = str_eq(tool_arg_str(call, "direction"), STR("callees")) ? QUERY_CALLEES : QUERY_CALLERS;
  question->depth = (unsigned)tool_arg_int(call, "depth");
  question->request = (QueryImpactRequest){.roots = question->roots.items, .root_count = question->roots.len, .bare_files = question->is_diff,
                                .direction = question->direction, .kinds = QUERY_CALLS | QUERY_LINKS | QUERY_USES,
                                .depth = question->depth};
  TRY(query_impact(call->job, question->graph->reader, &question->request, &question->impact));
  if (question->direction == QUERY_CALLERS) {
    TRY(query_impact_tests(call->job, question->graph->index, question->graph->reader, &question->impact, &question->tests));
    TRY(tool_precise_look(call, question->graph, &question->roots.items[0], &question->precise));
    TRY(query_ways_in(call->job, &(QueryTexts){question->graph->index, question->graph->calm}, question->graph->reader, &question->roots, &question->entries));
  }
  TRY(look_at_linked(question));
  TRY(look_at_documents(question));
  /* One level is asked for by who wants all of it. */
  question->is_brief = !is_given(call, "max_chars") && question->depth > 1;
  question->shows_far = count_far(&question->impact) <= FAR_FEW;
  question->shows_tests = question->shows_far && question->tests.len <= TESTS_FEW;
  add_fields(question);
  if (str_eq(format, STR("text"))) return show(question);
  tool_draw_impact(call, &question->impact, question->direction, query_draw_format(format));
  return OK;
}

static Err run(ToolCall *call) { return tool_graph_run(call, STR_EMPTY, answer); }

static const ToolField args[] = {
    {"target", TOOL_STRING, .help = "name, Type.member, file.c:name, file.c:120-180 or a file; several with commas"},
    {"direction", TOOL_STRING, .choices = "callers|callees", .otherwise = "\"callers\"", .help = "way to look", .listed = ""},
    {"depth", TOOL_INTEGER, .min = 1, .max = 10, .otherwise = "3", .help = "levels", .listed = ""},
    {"diff", TOOL_BOOLEAN, .help = "instead of target: unstaged changes"},
    {"staged", TOOL_BOOLEAN, .help = "instead: staged ones"},
    {"range", TOOL_STRING, .max = 400, .help = "instead: a git revision or range"},
    {"file", TOOL_PATH, .help = "chooses among several"},
    {"line", TOOL_INTEGER, .min = 1, .max = 0, .help = "likewise"},
    {"format", TOOL_STRING, .choices = "text|" QUERY_DRAW_FORMATS, .otherwise = "\"text\"", .help = "drawings", .listed = ""},
    TOOL_ARG_PRECISE,
    TOOL_ARGS_PAGE,
    TOOL_ARG_REPO,
    {0},
};

static const ToolField node_row[] = {
    {"number", TOOL_INTEGER, true, .help = "its place in this list"},
    TOOL_SYMBOL_ROWS,
    {"depth", TOOL_INTEGER, true, .help = "0: asked about, or a member of it"},
    {"parent", TOOL_INTEGER, true, .help = "the number it is reached through"},
    {"fanOut", TOOL_INTEGER, true, .help = "direct connections; 0 at the last level"},
    {"test", TOOL_BOOLEAN, true, .help = "it is test code"},
    {"confidence", TOOL_STRING, true, .help = "exact, candidate (by dispatch) or heuristic"},
    {0},
};

static const ToolField document_row[] = {
    {"path", TOOL_STRING, true, .help = "of the document"},
    {"line", TOOL_INTEGER, true, .help = "where its name stands"},
    {0},
};

static const ToolField result[] = {
    {"found", TOOL_BOOLEAN, true, .help = "there is such a target"},
    {"suggestions", TOOL_STRINGS, .help = "when there is none: names spelled alike"},
    {"risk", TOOL_STRING, .help = "high: used from several packages or another one; medium: its own; low: tests alone"},
    {"depth", TOOL_INTEGER, .help = "levels looked at"},
    {"total", TOOL_INTEGER, .help = "symbols reached"},
    {"files", TOOL_INTEGER, .help = "they are in"},
    {"direct", TOOL_INTEGER, .help = "of them at level 1"},
    {"tests", TOOL_INTEGER, .help = "of them in tests"},
    {"highFanOut", TOOL_BOOLEAN, .help = "a symbol has more than 10 direct connections"},
    {"unresolved", TOOL_INTEGER, .help = "calls in these files whose target could not be told"},
    TOOL_OPEN_CALLS_ROW,
    {"truncated", TOOL_BOOLEAN, .help = "there are more nodes than listed"},
    {"nodes", TOOL_OBJECTS, .help = "level by level, at most 1,000", .fields = node_row},
    TOOL_PRECISE_ROW,
    TOOL_LINKED_ROWS,
    {"documents", TOOL_OBJECTS, .help = "places in documents whose code has its name", .fields = document_row},
    TOOL_WAYS_IN_ROW,
    {"testFiles", TOOL_STRINGS, .help = "tests that reach it"},
    {"testCommands", TOOL_STRINGS, .help = "that run them"},
    {0},
};

const Tool tool_impact = {
    .name = "impact",
    .title = "Impact of a change",
    .brief = "NAME, FILE or --diff: what a change reaches, who must change, which tests to run",
    .summary = "What changing symbols, files or a git diff reaches: direct users with lines, routes, commands and exports that "
               "lead to it, levels, risk, tests and how to run them. direction=callees: what it depends on.",
    .help = "About 4,000 characters: direct users, and what is further away in counts; max_chars, depth=1 or the cursor "
            "bring more. Risk is high when the direct users outside tests are in several packages (directories) or in another one "
            "than the target, medium when they are in its own, low when there are none. Methods called through what they "
            "override are marked as dispatch; heuristic links (callbacks, tables, events) stand apart.",
    .args = args,
    .result = result,
    .example = "impact target=main depth=2",
    .toolset = "read",
    .flags = TOOL_CORE | TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
