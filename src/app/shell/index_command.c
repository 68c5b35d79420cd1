/* fathom index: builds the index now, and tells what is in it. */
#include "src/app/app_internal.h"
#include "src/os/file.h"
#include "src/os/process.h"
#include "src/scan/scan.h"

/* The configuration is read twice: which workspace is meant may itself be
 * configured, and the workspace then has settings of its own. */
Err app_run_index(AppRun *run, Index **ret_index) {
  Job *job = run->job;
  AppConfig *config;
  IndexOptions options;
  Str root;
  TRY(app_run_config(run, STR_EMPTY, &config));
  Str repo = app_config_str(config, "repo");
  /* What was given by an option is taken as it stands. What the environment says
   * is a weaker wish, so the search must know which of the two it has. */
  bool from_env = str_eq_c(app_config_origin(config, "repo"), "environment");
  AppWorkspaceRequest request = {.directory = file_working_directory(job->arena), .by_user = true};
  if (run->word_count) request.given = run->words[0];
  else *(from_env ? &request.env : &request.given) = repo;
  TRY(app_workspace_find(job, &request, &root));
  TRY(app_run_config(run, root, &config));
  app_config_tell(config);
  TRY(app_index_options(job, root, config, &options));
  options.is_for_once = true;
  TRY(index_open(job, &options, ret_index));
  app_link_index(job, *ret_index);
  return OK;
}

/* What a build came to. */
typedef struct Report {
  IndexStatus status;
  StoreEdgeCounts edges;
  double wall_s, cpu_s;
  int64_t peak_bytes;
} Report;

/* CPU and memory are of the whole process, which did nothing but index. */
static Err make_report(Job *job, Index *index, int64_t began_ms, Report *report) {
  StoreReader *reader;
  TRY(index_status(job, index, &report->status));
  TRY(index_reader_take(job, index, &reader));
  Err err = store_count_edges(job, reader, &report->edges);
  index_reader_return(index, reader);
  report->wall_s = (double)(job_now_ms() - began_ms) / 1e3;
  report->cpu_s = process_cpu_seconds();
  report->peak_bytes = (int64_t)process_peak_bytes();
  return err;
}

/* ---- as text ---- */

/* Kinds that do not occur are left out, and without any the line is too. */
static void add_counts(Buf *out, const char *title, const size_t *counts, size_t count,
                       const char *(*word)(size_t)) {
  bool is_first = true;
  for (size_t i = 0; i < count; i++) {
    if (!counts[i]) continue;
    buf_add_format(out, "%s%s %zu", is_first ? title : ", ", word(i), counts[i]);
    is_first = false;
  }
  if (!is_first) buf_add_byte(out, '\n');
}

static const char *kind_word(size_t kind) { return edge_kind_word((EdgeKind)kind); }
static const char *rule_word(size_t rule) { return edge_rule_word((EdgeRule)rule); }

static void show_report(Buf *out, const Report *report) {
  const IndexStatus *status = &report->status;
  const StoreCounts *counts = &status->counts;
  buf_add_format(out, "%zu files, %.1f MB of source, %zu symbols, %zu edges\n", counts->files,
                 (double)counts->bytes / 1e6, counts->symbols, counts->edges);
  add_counts(out, "edges by kind: ", report->edges.kinds, EDGE_KIND_COUNT, kind_word);
  add_counts(out, "edges by rule: ", report->edges.rules, EDGE_RULE_COUNT, rule_word);
  buf_add_format(out, "calls: %zu resolved, %zu leave the project, %zu unresolved\n", counts->resolved,
                 counts->external, counts->unresolved);
  for (size_t i = 0; i < counts->skip_count; i++) {
    buf_add_format(out, "%s%zu %.*s", i ? ", " : "not indexed: ", counts->skips[i].count,
                   STR_ARG(counts->skips[i].reason));
  }
  if (counts->skip_count) buf_add_byte(out, '\n');
  buf_add_format(out, "%.2f s, %.2f s of CPU, at most %.0f MB of memory; %.1f MB in %.*s\n", report->wall_s,
                 report->cpu_s, (double)report->peak_bytes / 1e6, (double)status->store_bytes / 1e6,
                 STR_ARG(str_visible(out->arena, status->location)));
  if (status->state.behind) buf_add_c(out, "another process is indexing this workspace\n");
  for (size_t i = 0; i < status->note_count; i++) buf_add_format(out, "note: %.*s\n", STR_ARG(str_visible(out->arena, status->notes[i])));
}

/* There was something to read, and this program could read nothing of it. */
static bool is_useless(const StoreCounts *counts) {
  bool has_unread = false;
  for (size_t i = 0; i < counts->skip_count; i++) {
    Str reason = counts->skips[i].reason;
    has_unread |= str_starts_with(reason, STR(SCAN_SKIP_GRAMMAR)) || str_starts_with(reason, STR(SCAN_SKIP_LEFT_OUT));
  }
  return !counts->files && has_unread;
}

/* ---- as JSON ---- */

static void write_counts(JsonWriter *json, const char *name, const size_t *counts, size_t count,
                         const char *(*word)(size_t)) {
  json_field_object(json, name);
  for (size_t i = 0; i < count; i++) {
    if (counts[i]) json_field_int(json, word(i), (int64_t)counts[i]);
  }
  json_end_object(json);
}

static void write_report(Buf *out, const Report *report) {
  const IndexStatus *status = &report->status;
  const StoreCounts *counts = &status->counts;
  JsonWriter json;
  json_writer_init(&json, out, 2);
  json_begin_object(&json);
  json_field_str(&json, "workspace", status->root);
  json_field_str(&json, "location", status->location);
  json_field_int(&json, "files", (int64_t)counts->files);
  json_field_int(&json, "sourceBytes", (int64_t)counts->bytes);
  json_field_int(&json, "databaseBytes", (int64_t)status->store_bytes);
  json_field_int(&json, "symbols", (int64_t)counts->symbols);
  json_field_int(&json, "edges", (int64_t)counts->edges);
  json_field_int(&json, "broken", (int64_t)counts->broken);
  write_counts(&json, "edgesByKind", report->edges.kinds, EDGE_KIND_COUNT, kind_word);
  write_counts(&json, "edgesByRule", report->edges.rules, EDGE_RULE_COUNT, rule_word);
  json_field_object(&json, "calls");
  json_field_int(&json, "resolved", (int64_t)counts->resolved);
  json_field_int(&json, "external", (int64_t)counts->external);
  json_field_int(&json, "unresolved", (int64_t)counts->unresolved);
  json_end_object(&json);
  json_field_object(&json, "skipped");
  for (size_t i = 0; i < counts->skip_count; i++) {
    json_field_int(&json, str_to_c(out->arena, counts->skips[i].reason), (int64_t)counts->skips[i].count);
  }
  json_end_object(&json);
  json_name(&json, STR("seconds"));
  json_double(&json, report->wall_s);
  json_name(&json, STR("cpuSeconds"));
  json_double(&json, report->cpu_s);
  json_field_int(&json, "peakBytes", report->peak_bytes);
  json_field_bool(&json, "behind", status->state.behind);
  json_field_array(&json, "notes");
  for (size_t i = 0; i < status->note_count; i++) json_str(&json, status->notes[i]);
  json_end_array(&json);
  json_end_object(&json);
  buf_add_byte(out, '\n');
}

static Err run(AppRun *run) {
  AUTO(Index) index = NULL;
  AppProgress progress = {0};
  Report report = {0};
  int64_t began_ms = job_now_ms();
  if (run->word_count > 1) return job_fail(run->job, ERR_USAGE, "index takes one directory at most");
  TRY(app_run_index(run, &index));
  app_progress_begin(&progress, run->job);
  Err err = index_build(run->job, index, app_flag(run, "full"));
  /* Also after an error: its words must not be written behind a half-drawn line. */
  app_progress_clear(&progress);
  if (err) return err;
  TRY(make_report(run->job, index, began_ms, &report));
  if (app_flag(run, "json")) write_report(run->out, &report);
  else show_report(run->out, &report);
  if (is_useless(&report.status.counts)) run->exit_status = 1;
  return OK;
}

static const AppFlag flags[] = {
    {"full", NULL, "Make everything anew instead of what changed."},
    {"json", NULL, "Print the report as JSON."},
    {0}};

const AppCommand app_command_index = {
    .name = "index",
    .usage = "[DIR]",
    .summary = "Index a workspace.",
    .help = "Nobody has to: every tool brings the index up to date by itself. This waits for the\n"
            "end of it and shows what it came to.",
    .flags = flags,
    .takes_options = true,
    .run = run,
};
