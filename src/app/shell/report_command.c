/* fathom report: a workspace on one page, to be attached to a review. Asks the
 * queries that tools ask, and hands plain data to dashboard/report.h. */
#include "src/app/app_internal.h"
#include "src/base/clock.h"
#include "src/base/vec.h"
#include "src/dashboard/report.h"
#include "src/os/file.h"
#include "src/os/terminal.h"
#include "src/query/history/history.h"
#include "src/query/names/names.h"
#include "src/query/survey/survey.h"
#include "src/query/workspace/workspace.h"

#define REPORT_MAX ((size_t)32 << 20)
#define SPOTS 120
#define PACKAGES 60
#define CYCLES 20
#define DEAD 200

typedef struct Reporting {
  Job *job;
  Index *index;
  StoreReader *reader;
  DashReport report;
  QueryPackageGraph packages;
} Reporting;

static Err add_overview(Reporting *reporting) {
  DashReport *report = &reporting->report;
  QueryShape shape;
  TRY(query_shape(reporting->job, reporting->index, reporting->reader, true, &shape));
  const StoreCounts *counts = &shape.counts;
  report->name = file_name(index_root(reporting->index));
  report->about = shape.about;
  report->made = clock_day(reporting->job->arena, clock_wall_s());
  report->files = (int64_t)counts->files;
  report->symbols = (int64_t)counts->symbols;
  report->edges = (int64_t)counts->edges;
  report->bytes = (int64_t)counts->bytes;
  report->resolved = (int64_t)counts->resolved;
  report->external = (int64_t)counts->external;
  report->unresolved = (int64_t)counts->unresolved;
  DashLanguage *languages = ARENA_ARRAY(reporting->job->arena, DashLanguage, counts->language_count + 1);
  for (size_t i = 0; i < counts->language_count; i++) {
    const StoreLanguages *from = &counts->languages[i];
    languages[i] = (DashLanguage){from->language, (int64_t)from->files, (int64_t)from->symbols, (int64_t)from->bytes};
  }
  report->languages = languages;
  report->language_count = counts->language_count;
  return OK;
}

/* Waits for the history, too: what follows asks it. */
static Err add_hotspots(Reporting *reporting) {
  QueryHotspots found;
  TRY(query_hotspots(reporting->job, reporting->index, reporting->reader, SPOTS, &found));
  DashSpot *spots = ARENA_ARRAY(reporting->job->arena, DashSpot, found.len + 1);
  for (size_t i = 0; i < found.len; i++) {
    const QueryHotspot *from = &found.items[i];
    spots[i] = (DashSpot){from->path, (int64_t)from->commits, (int64_t)from->users, from->heat};
  }
  reporting->report.spots = spots;
  reporting->report.spot_count = found.len;
  if (!found.has_history) reporting->report.no_history = found.reason;
  return OK;
}

static Err add_packages(Reporting *reporting) {
  Arena *arena = reporting->job->arena;
  DashReport *report = &reporting->report;
  QueryPackageGraph *found = &reporting->packages;
  TRY(query_package_graph(reporting->job, reporting->index, reporting->reader, &(QueryPackageWish){.limit = PACKAGES}, found));
  DashPackage *packages = ARENA_ARRAY(arena, DashPackage, found->len + 1);
  DashNeed *needs = ARENA_ARRAY(arena, DashNeed, found->edge_count + 1);
  for (size_t i = 0; i < found->len; i++) {
    const QueryPackage *from = &found->packages[i];
    packages[i] = (DashPackage){.name = from->name, .path = from->path, .files = (int64_t)from->files, .symbols = (int64_t)from->symbols, .bytes = (int64_t)from->bytes};
  }
  for (size_t i = 0; i < found->edge_count; i++) {
    const QueryPackageEdge *from = &found->edges[i];
    needs[i] = (DashNeed){from->from, from->to, (int64_t)from->uses, (int64_t)from->test_uses, from->is_declared || found->is_by_folder};
  }
  report->packages = packages;
  report->package_count = found->len;
  report->package_total = found->total;
  report->needs = needs;
  report->need_count = found->edge_count;
  report->is_by_folder = found->is_by_folder;
  return OK;
}

static size_t package_of(void *context, Str path) { return query_package_of(context, path); }

static Err add_owners(Reporting *reporting) {
  Job *job = reporting->job;
  HistoryOwner *owners;
  HistoryGroups groups = {reporting->packages.len, package_of, &reporting->packages};
  TRY(history_owners(job, query_history(reporting->index), &groups, &owners));
  DashPackage *packages = (DashPackage *)reporting->report.packages; /* made by add_packages */
  for (size_t i = 0; i < reporting->packages.len; i++) {
    packages[i].commits = (int64_t)owners[i].commits;
    packages[i].people = (int64_t)owners[i].people;
    for (size_t o = 0; o < owners[i].author_count && o < DASH_OWNERS; o++) {
      const HistoryAuthor *author = &owners[i].authors[o];
      packages[i].owners[packages[i].owner_count++] = (DashOwner){author->name, (int64_t)author->commits, clock_day(job->arena, author->last)};
    }
  }
  return OK;
}

static Err add_history(Reporting *reporting) {
  HistoryState state;
  HistoryTrend trend;
  History *history = query_history(reporting->index);
  if (reporting->report.no_history.len) return OK;
  TRY(history_update(reporting->job, history, 0, &state));
  reporting->report.commits = (int64_t)state.commits;
  reporting->report.is_cut = state.is_cut || state.is_shallow;
  TRY(add_owners(reporting));
  TRY(history_trend(reporting->job, history, &trend));
  DashMonth *months = ARENA_ARRAY(reporting->job->arena, DashMonth, trend.len + 1);
  for (size_t i = 0; i < trend.len; i++) {
    const HistoryMonth *from = &trend.items[i];
    months[i] = (DashMonth){from->year, from->month, (int64_t)from->commits, (int64_t)from->authors, (int64_t)from->files};
  }
  reporting->report.months = months;
  reporting->report.month_count = trend.len;
  return OK;
}

static Err add_cycles(Reporting *reporting) {
  QueryCycles found;
  TRY(query_cycles(reporting->job, reporting->reader, false, &found));
  size_t count = found.len < CYCLES ? found.len : CYCLES;
  DashCycle *cycles = ARENA_ARRAY(reporting->job->arena, DashCycle, count + 1);
  for (size_t i = 0; i < count; i++) cycles[i] = (DashCycle){found.items[i].members, found.items[i].len, found.items[i].round};
  reporting->report.cycles = cycles;
  reporting->report.cycle_count = count;
  reporting->report.cycle_total = found.len;
  return OK;
}

static Err add_dead(Reporting *reporting) {
  Arena *arena = reporting->job->arena;
  QueryFound found;
  TRY(query_dead_code(reporting->job, reporting->reader, &(QueryDead){.limit = DEAD}, &found));
  DashDead *dead = ARENA_ARRAY(arena, DashDead, found.len + 1);
  for (size_t i = 0; i < found.len; i++) {
    const StoreSymbol *symbol = &found.items[i];
    dead[i] = (DashDead){query_qualified(arena, symbol), str_from_c(symbol_kind_word(symbol->kind)), symbol->path, symbol->name_span.line};
  }
  reporting->report.dead = dead;
  reporting->report.dead_count = found.len;
  reporting->report.dead_total = found.total;
  return OK;
}

static Err gather(Reporting *reporting) {
  Err (*const parts[])(Reporting *) = {add_overview, add_hotspots, add_packages, add_history, add_cycles, add_dead};
  for (size_t i = 0; i < COUNT_OF(parts); i++) TRY(parts[i](reporting));
  return OK;
}

/* A page is nothing to read on a terminal. */
static Err deliver(AppRun *run, Str page) {
  Str path = app_flag_value(run, "out");
  if (!path.len) {
    buf_add(run->out, page);
    return OK;
  }
  return file_write(run->job, file_join(run->job->arena, file_working_directory(run->job->arena), path), page, 0644);
}

static Err run(AppRun *run) {
  AUTO(Index) index = NULL;
  AppProgress progress = {0};
  Reporting reporting = {.job = run->job};
  Buf page;
  if (run->word_count > 1) return job_fail(run->job, ERR_USAGE, "report takes one directory at most");
  if (!app_flag_value(run, "out").len && terminal_is(TERMINAL_OUTPUT)) {
    return job_fail(run->job, ERR_USAGE, "a report is a page for a browser: name a file for it with --out FILE, or redirect the output");
  }
  TRY(app_run_index(run, &index));
  app_progress_begin(&progress, run->job);
  Err err = index_build(run->job, index, false);
  app_progress_clear(&progress);
  if (err) return err;
  reporting.index = index;
  TRY(index_reader_take(run->job, index, &reporting.reader));
  err = gather(&reporting);
  index_reader_return(index, reporting.reader);
  if (err) return err;
  buf_init(&page, run->job->arena, REPORT_MAX);
  dashboard_report_write(&page, &reporting.report);
  if (page.overflow) return job_fail(run->job, ERR_TOO_LARGE, "the report would be larger than %zu MB", REPORT_MAX >> 20);
  return deliver(run, buf_str(&page));
}

static const AppFlag flags[] = {
    {"html", NULL, "As a page for a browser, which is the only form there is."},
    {"out", "FILE", "Write it there instead of to standard output."},
    {0}};

const AppCommand app_command_report = {
    .name = "report",
    .usage = "[DIR]",
    .summary = "Describe a workspace on one page, as a file.",
    .help = "Overview, hot spots, packages, cycles, dead code, owners and trends. Brings the index up\n"
            "to date and writes one file that loads and runs nothing, to be attached to a review,\n"
            "mailed or printed.",
    .flags = flags,
    .takes_options = true,
    .run = run,
};
