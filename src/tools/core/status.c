/* status: what the server knows about itself and the workspace. */
#include "src/index/index.h"
#include "src/query/workspace/workspace.h"
#include "src/tools/kit/place_internal.h"

#define PACKAGES_SHOWN 12 /* of a linked repository */

/* `label: value`, a line. */
static void add_labelled(Answer *out, const char *label, const char *key, Str value) {
  answer_label(out, label);
  answer_say(out, " ");
  answer_words(out, key, value);
  answer_say(out, "\n");
}

/* Whatever makes the figures below less than the truth is said before them. */
static void add_progress(Answer *out, const IndexStatus *status) {
  const IndexState *state = &status->state;
  if (state->provisional) {
    answer_warn(out, "provisional: indexing is under way (%s, %d%%)", state->phase ? state->phase : "starting",
                state->percent < 100 ? state->percent : 0);
  }
  if (state->behind) answer_warn(out, "behind: another process is indexing this workspace");
  if (status->timeless) {
    answer_note(out, "times of change cannot be trusted on this file system: files that look unchanged are compared by "
                     "contents, at most 1,000 files or 16 MB at a time; `fathom index --full` reads all");
  }
  if (status->exclusive) answer_note(out, "readers wait for the writer: this file system has no shared memory");
  answer_field_int(out, "percent", state->percent);
  answer_field_bool(out, "provisional", state->provisional);
  answer_field_bool(out, "behind", state->behind);
  answer_field_bool(out, "exclusive", status->exclusive);
  answer_field_bool(out, "timeless", status->timeless);
}

/* Begins a list in one line: its label before the first, commas between. */
static void add_between(Answer *out, const char *label, size_t at) {
  if (!at) answer_label(out, label);
  answer_say(out, at ? ", " : " ");
}

static void add_language(Answer *out, const StoreLanguages *one, Str tier) {
  answer_begin_row(out);
  answer_words(out, "language", one->language);
  answer_say(out, " ");
  answer_count(out, "files", one->files);
  answer_field_str(out, "tier", tier);
  answer_field_int(out, "symbols", (int64_t)one->symbols);
  answer_field_int(out, "resolved", (int64_t)one->resolved);
  answer_field_int(out, "external", (int64_t)one->external);
  answer_field_int(out, "unresolved", (int64_t)one->unresolved);
  answer_end(out);
}

/* Resolution is counted by language because that is how it fails: a missing
 * standard library or an unknown import form spoils one language, and the sum
 * over all would hide it. Those of which less is known come last, and it is said. */
static void add_languages(Answer *out, const StoreCounts *counts) {
  static const struct {
    const char *tier, *words;
  } groups[] = {{"types", ""}, {"calls", "by name: "}, {"structure", "structure: "}, {"", ""}};
  size_t shown = 0;
  answer_begin_list(out, "languages");
  for (size_t k = 0; k < COUNT_OF(groups); k++) {
    size_t before = shown;
    for (size_t i = 0; i < counts->language_count; i++) {
      Str tier = query_tier(counts->languages[i].language);
      if (!str_eq_c(tier, groups[k].tier)) continue;
      if (shown && shown == before) answer_say(out, "; ");
      else add_between(out, "languages", shown);
      if (shown++ == before) answer_say(out, "%s", groups[k].words);
      add_language(out, &counts->languages[i], tier);
    }
  }
  answer_end(out);
  if (shown) answer_say(out, "\n");
}

/* Calls that leave the project are no failure and are counted apart from those
 * that could not be followed. */
static void add_calls(Answer *out, const StoreCounts *counts) {
  if (counts->resolved + counts->external + counts->unresolved) {
    answer_label(out, "calls");
    answer_say(out, " %zu resolved, %zu leave the project, %zu unresolved\n", counts->resolved, counts->external, counts->unresolved);
  }
  if (counts->broken) {
    answer_warn(out, "broken: %zu file%s could be parsed in part only", counts->broken, counts->broken == 1 ? "" : "s");
  }
}

/* Without its standard library a language's calls into it stay unresolved, so
 * that one is missing explains many gaps at once. The text names all, the
 * field only those that are missing. */
static void add_libraries(Answer *out, const IndexStatus *status) {
  answer_begin_list(out, "missingLibraries");
  for (size_t i = 0; i < status->library_count; i++) {
    const IndexLibrary *one = &status->libraries[i];
    add_between(out, "standard libraries", i);
    answer_say(out, "%.*s%s", STR_ARG(one->family), one->is_there ? "" : " (missing)");
    if (!one->is_there) answer_item_str(out, one->family);
  }
  answer_end(out);
  if (status->library_count) answer_say(out, "\n");
}

/* Dependencies are read only as far as references lead into them; that is why
 * the number of files read is usually far below what the folder holds. */
static void add_roots(Answer *out, const IndexStatus *status) {
  answer_begin_list(out, "dependencies");
  for (size_t i = 0; i < status->root_count; i++) {
    const IndexRoot *one = &status->roots[i];
    add_between(out, "dependencies", i);
    answer_begin_row(out);
    answer_field_str(out, "kind", one->kind);
    answer_words(out, "path", one->path);
    answer_say(out, " (");
    answer_count(out, "files", one->files);
    answer_say(out, " files read");
    if (one->left_out) answer_say(out, ", %zu could not be", one->left_out);
    answer_field_int(out, "leftOut", (int64_t)one->left_out);
    answer_say(out, ")");
    answer_end(out);
  }
  answer_end(out);
  if (status->root_count) answer_say(out, "\n");
  answer_field_int(out, "dependenciesCut", (int64_t)status->roots_cut);
  if (status->roots_cut) {
    answer_note(out, "%zu more files of dependencies were left out: index.dependency_files is reached", status->roots_cut);
  }
}

static void say_packages(Answer *out, const char *key, const char *what, const Str *names, size_t count) {
  answer_begin_list(out, key);
  for (size_t i = 0; i < count; i++) answer_item_str(out, names[i]);
  answer_end(out);
  for (size_t i = 0; i < count && i < PACKAGES_SHOWN; i++) {
    answer_say(out, "%s", i ? ", " : what);
    answer_show(out, names[i], TOOL_SHOWN_NAME);
  }
  if (count > PACKAGES_SHOWN) answer_say(out, " and %zu more", count - PACKAGES_SHOWN);
}

/* Repositories that the user linked with this one. */
static void add_linked(Answer *out, const IndexStatus *status) {
  answer_begin_list(out, "linked");
  for (size_t i = 0; i < status->sibling_count; i++) {
    const IndexSibling *one = &status->siblings[i];
    answer_begin_row(out);
    answer_label(out, "linked");
    answer_say(out, " ");
    answer_words(out, "path", one->path);
    answer_field_bool(out, "isThere", one->is_there);
    answer_field_int(out, "files", (int64_t)one->files);
    if (one->is_there) answer_say(out, " (%zu files read)", one->files);
    else answer_say(out, " (not there, or not under this path any more)");
    say_packages(out, "packages", "; has ", one->packages, one->package_count);
    say_packages(out, "disputed", "; not followed, since another linked repository has it too: ", one->disputed, one->disputed_count);
    answer_say(out, "\n");
    answer_end(out);
  }
  answer_end(out);
}

/* What the index found worth telling on its way, in its own words. */
static void add_notes(Answer *out, const IndexStatus *status) {
  answer_begin_list(out, "notes");
  for (size_t i = 0; i < status->note_count; i++) {
    add_labelled(out, "note", NULL, status->notes[i]);
    answer_item_str(out, status->notes[i]);
  }
  answer_end(out);
}

static void add_skips(Answer *out, const IndexStatus *status) {
  const StoreCounts *counts = &status->counts;
  answer_begin_list(out, "skipped");
  for (size_t i = 0; i < counts->skip_count; i++) {
    add_between(out, "not indexed", i);
    answer_begin_row(out);
    answer_field_str(out, "reason", counts->skips[i].reason);
    answer_count(out, "count", counts->skips[i].count);
    answer_say(out, " %.*s", STR_ARG(counts->skips[i].reason));
    answer_end(out);
  }
  answer_end(out);
  if (counts->skip_count) answer_say(out, "\n");
  /* The counts above are complete; single files are examples of them only. */
  for (size_t i = 0; i < status->skip_count; i++) {
    Str rule = status->skips[i].rule;
    answer_say(out, "  ");
    answer_path(out, NULL, status->skips[i].path);
    answer_column(out, "  ");
    answer_say(out, "%s", status->skips[i].reason);
    if (rule.len) {
      answer_say(out, ", by ");
      answer_show(out, rule, TOOL_SHOWN_NAME);
    }
    answer_say(out, "\n");
  }
}

/* Where the index lies is told, because it is what somebody deletes or
 * moves. */
static void add_counts(ToolCall *call, const IndexStatus *status) {
  Answer *out = call->answer;
  const StoreCounts *counts = &status->counts;
  add_labelled(out, "workspace", "workspace", status->root);
  answer_label(out, "index");
  answer_say(out, " %zu symbols and %zu edges in %zu files; %.1f MB in ", counts->symbols, counts->edges, counts->files,
             (double)status->store_bytes / 1e6);
  answer_words(out, "location", status->location);
  answer_say(out, "\n");
  answer_field_int(out, "files", (int64_t)counts->files);
  answer_field_int(out, "symbols", (int64_t)counts->symbols);
  answer_field_int(out, "edges", (int64_t)counts->edges);
  answer_field_int(out, "broken", (int64_t)counts->broken);
  answer_field_int(out, "bytes", (int64_t)status->store_bytes);
  answer_label(out, "freshness");
  answer_say(out, " ");
  answer_words(out, "freshness", str_from_c(status->watcher));
  answer_say(out, "; last refresh took %lld ms\n", (long long)status->last_refresh_ms);
  answer_field_int(out, "refreshMs", status->last_refresh_ms);
}

static void add_index(ToolCall *call, const IndexStatus *status) {
  Answer *out = call->answer;
  add_counts(call, status);
  add_progress(out, status);
  add_languages(out, &status->counts);
  add_calls(out, &status->counts);
  add_libraries(out, status);
  add_roots(out, status);
  add_linked(out, status);
  add_notes(out, status);
  add_skips(out, status);
}

/* What went wrong is part of the status, unless the call itself was ended. */
static Err report_trouble(ToolCall *call, const char *what, Err err) {
  if (err == ERR_CANCELLED || err == ERR_TIMEOUT || job_is_stopped(call->job)) return err;
  Str words = str_shown(call->job->arena, job_message(call->job, err), SIZE_MAX);
  answer_warn(call->answer, "%s: %.*s", what, STR_ARG(words));
  answer_field_str(call->answer, "problem", words);
  job_forgive(call->job);
  return OK;
}

/* A status is asked for when something is wrong, so whatever can still be told
 * is told: neither a missing workspace nor an index that cannot be refreshed
 * or read makes the call fail. */
static Err add_workspace(ToolCall *call) {
  Index *index;
  Err err = tool_workspace(call, STR_EMPTY, &index);
  if (err) return report_trouble(call, "workspace: none", err);
  Err refreshed = index_refresh(call->job, index);
  if (refreshed) TRY(report_trouble(call, "index: not up to date", refreshed));
  IndexStatus status;
  err = index_status(call->job, index, &status);
  if (err && refreshed) return OK; /* said already */
  if (err) return report_trouble(call, "index: unreadable", err);
  add_index(call, &status);
  return OK;
}

static Err run(ToolCall *call) {
  TRY(add_workspace(call));
  ToolScope *scope = call->scope;
  /* A tool that runs from the command line has no server around it. */
  if (!scope->describe_server) return OK;
  answer_begin_object(call->answer, "server");
  scope->describe_server(scope, call->job, call->answer);
  answer_end(call->answer);
  return OK;
}

static const ToolField args[] = {TOOL_ARG_REPO, {0}};

static const ToolField skip_row[] = {
    {"reason", TOOL_STRING, true, .help = "why"},
    {"count", TOOL_INTEGER, true, .help = "how many"},
    {0},
};

static const ToolField linked_row[] = {
    {"path", TOOL_STRING, true, .help = "of the repository"},
    {"isThere", TOOL_BOOLEAN, true, .help = "it can be read"},
    {"files", TOOL_INTEGER, true, .help = "of it read: those that references lead to"},
    {"packages", TOOL_STRINGS, true, .help = "that imports lead into"},
    {"disputed", TOOL_STRINGS, true, .help = "that another linked repository has too: imports of them lead nowhere"},
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
    {"tier", TOOL_STRING, true, .help = "what is known: types, calls (by name), structure"},
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
    {"linked", TOOL_OBJECTS, .help = "repositories that the user linked with this one", .fields = linked_row},
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
    .brief = "what is indexed, how fresh, what is not and why",
    .summary = "Show the workspace, its index and freshness, what is not indexed and why, and the server's state.",
    .args = args,
    .result = result,
    .example = "status",
    .toolset = "read",
    .flags = TOOL_CORE | TOOL_READ_ONLY | TOOL_IDEMPOTENT,
    .run = run,
};
