/* Looks around in the daemon for those who watch it: everything that is open,
 * connected or running, as a snapshot. What takes long to count is counted again
 * only when it has changed. */
#include "src/app/serving/watch_internal.h"

#include "src/app/serving/audit_internal.h"
#include "src/app/serving/feed_internal.h"
#include "src/base/vec.h"
#include "src/edit/edit.h"
#include "src/index/part.h"
#include "src/lsp/lsp.h"
#include "src/os/file.h"
#include "src/os/process.h"
#include "src/repl/repl.h"

#define WORKSPACES_MAX 64
#define EDITS_MAX 20 /* of one workspace */
#define RESIDENT_STEP ((int64_t)1 << 20)

/* What counting gave, and for which state of the store. */
typedef struct Counted {
  Index *index;
  int64_t generation;
  DashWorkspace counts; /* texts in the arena of this */
  Arena arena;
  uint64_t edits_mark;
  Arena edits_arena;
  EditUndoables edits;
  struct Counted *next;
} Counted;

struct AppSurvey {
  AppServer *server;
  AppSettings *settings;
  Counted *counted;
};

AppSurvey *app_survey_open(AppServer *server) {
  AppSurvey *survey = arena_heap_alloc(sizeof(*survey));
  survey->server = server;
  survey->settings = app_settings_open();
  return survey;
}

void app_survey_close(AppSurvey *survey) {
  while (survey->counted) {
    Counted *one = survey->counted;
    survey->counted = one->next;
    arena_clear(&one->arena);
    arena_clear(&one->edits_arena);
    free(one);
  }
  app_settings_close(survey->settings);
  free(survey);
}

/* ---- clients ---- */

void app_survey_clients(AppSurvey *survey, Arena *arena, DashSnapshot *snapshot) {
  const Mcp *mcp = survey->server->mcp;
  for (const McpPeer *peer = mcp_peer_next(mcp, NULL); peer; peer = mcp_peer_next(mcp, peer)) {
    const AppClient *client = mcp_peer_scope(peer)->context;
    *vec_add(arena, &snapshot->clients) = (DashClient){
        .number = app_client_number(client),
        .name = str_copy(arena, mcp_peer_client(peer)),
        .root = str_copy(arena, app_client_root(client)),
        .mode = str_from_c(app_client_mode(client)),
        .calls = app_client_calls(client),
        .active = (int64_t)mcp_peer_active(peer),
    };
  }
  snapshot->server.clients = (int64_t)snapshot->clients.len;
}

/* ---- workspaces ---- */

static Counted *counted_of(AppSurvey *survey, Index *index) {
  Counted *one = survey->counted;
  while (one && one->index != index) one = one->next;
  if (one) return one;
  one = arena_heap_alloc(sizeof(*one));
  *one = (Counted){.index = index, .generation = -1, .next = survey->counted};
  arena_init(&one->arena);
  arena_init(&one->edits_arena);
  survey->counted = one;
  return one;
}

static Str languages_in(Arena *arena, const StoreCounts *counts) {
  Buf text;
  buf_init(&text, arena, 4096);
  for (size_t i = 0; i < counts->language_count; i++) {
    const StoreLanguages *one = &counts->languages[i];
    buf_add_format(&text, "%s%.*s %zu", i ? ", " : "", STR_ARG(one->language), one->files);
  }
  return buf_str(&text);
}

/* Counts everything in the store. */
static Err count(Job *job, Counted *one) {
  IndexStatus status;
  TRY(index_status(job, one->index, &status));
  arena_reset(&one->arena);
  one->counts = (DashWorkspace){
      .watcher = str_copy(&one->arena, str_from_c(status.watcher)),
      .languages = languages_in(&one->arena, &status.counts),
      .files = (int64_t)status.counts.files,
      .symbols = (int64_t)status.counts.symbols,
      .edges = (int64_t)status.counts.edges,
      .store_bytes = (int64_t)status.store_bytes,
      .refresh_ms = status.last_refresh_ms,
  };
  return OK;
}

/* Before the first refresh there is no store to be read. */
static Err bring_up_to_date(Job *job, Counted *one) {
  int64_t generation;
  StoreReader *reader;
  if (!index_keep(one->index)) return OK;
  TRY(index_reader_take(job, one->index, &reader));
  Err err = index_generation(job, reader, &generation);
  index_reader_return(one->index, reader);
  if (err || generation == one->generation) return err;
  TRY(count(job, one));
  one->generation = generation;
  return OK;
}

/* Their records hold whole files, and are read when there are others. */
static void list_edits(Job *job, Counted *one) {
  uint64_t mark = edit_list_mark(job, one->index);
  if (mark == one->edits_mark) return;
  Job own;
  arena_reset(&one->edits_arena);
  job_init(&own, &one->edits_arena);
  one->edits = (EditUndoables){0};
  one->edits_mark = edit_list(&own, one->index, &one->edits) ? 0 : mark;
}

static void survey_edits(Job *job, Counted *one, DashSnapshot *snapshot) {
  if (!index_keep(one->index)) return;
  list_edits(job, one);
  for (size_t i = 0; i < one->edits.len && i < EDITS_MAX; i++) {
    const EditUndoable *edit = &one->edits.items[i];
    *vec_add(job->arena, &snapshot->edits) = (DashEdit){
        .id = edit->id, .title = edit->title, .root = index_root(one->index), .time_ms = edit->time_ms, .files = (int64_t)edit->steps.len};
  }
}

static void survey_workspace(AppSurvey *survey, Job *job, Index *index, DashSnapshot *snapshot) {
  IndexState state;
  index_state(index, &state);
  Counted *one = counted_of(survey, index);
  /* While it is written, and after damage, the counts of before are shown. */
  if (bring_up_to_date(job, one)) job_forgive(job);
  DashWorkspace *row = vec_add(job->arena, &snapshot->workspaces);
  *row = one->counts;
  row->root = index_root(index);
  row->phase = state.phase ? str_from_c(state.phase) : STR_EMPTY;
  row->percent = state.percent;
  row->is_behind = state.behind;
  row->is_trusted = app_settings_trust(survey->settings, row->root);
  survey_edits(job, one, snapshot);
}

/* ---- what runs beside ---- */

/* What nobody can see is not told: a snapshot that differs by a second of
 * running would be sent each second. */
static int64_t rounded(int64_t value, int64_t step) { return value > step ? value - value % step : value; }

static Str last_line(Str text) {
  text = str_trim(text);
  size_t at = text.len;
  while (at > 0 && text.ptr[at - 1] != '\n') at--;
  return str_slice(text, at, text.len);
}

/* What a server last said may hold a secret of the project's, so it is made
 * unreadable where it looks like one. Memory is rounded: a figure that always
 * moves would make every snapshot a new one. */
static void survey_servers(const AppSurvey *survey, Arena *arena, DashSnapshot *snapshot) {
  size_t server_count;
  LspHub *hub = app_servers_hub(app_workspaces_servers(survey->server->workspaces));
  const LspServerState *states = lsp_hub_states(arena, hub, &server_count);
  for (size_t i = 0; i < server_count; i++) {
    const LspServerState *one = &states[i];
    *vec_add(arena, &snapshot->servers) = (DashLanguageServer){
        .name = one->name,
        .version = one->version,
        .language = one->language_id,
        .workspace = one->root,
        .root = file_join(arena, one->root, one->server_root),
        .state = str_from_c(one->state),
        .last_error = app_redact(arena, last_line(one->errors)),
        .pid = one->pid,
        .resident = rounded((int64_t)process_resident_bytes_of(one->pid), RESIDENT_STEP),
        .open_documents = (int64_t)one->open_documents,
        .crashes = (int64_t)one->crashes,
        .idle_ms = one->idle_ms,
    };
  }
}

/* A folder of gates that cannot be read is no reason to show nothing else. */
static void survey_sessions(const AppSurvey *survey, Job *job, DashSnapshot *snapshot) {
  ReplSessions sessions;
  ReplHub *hub = app_servers_repl(app_workspaces_servers(survey->server->workspaces));
  if (repl_sessions(job, hub, &sessions)) {
    job_forgive(job);
    return;
  }
  for (size_t i = 0; i < sessions.len; i++) {
    const ReplSession *one = &sessions.items[i];
    *vec_add(job->arena, &snapshot->sessions) = (DashSession){
        .key = one->key,
        .name = one->name,
        .language = one->language,
        .version = one->version,
        .project = one->project,
        .pid = one->pid,
        .calls = (int64_t)one->calls,
        .running = (int64_t)one->running,
        .seen_ago_ms = one->seen_ms ? job_now_ms() - one->seen_ms : -1,
    };
  }
}

static void survey_process(const AppServer *server, Arena *arena, DashServer *ret_server) {
  ret_server->build = app_build_id(arena);
  ret_server->mode = server->is_daemon ? STR("daemon") : STR("process");
  ret_server->pid = process_self();
  ret_server->up_s = rounded((job_now_ms() - server->started_ms) / 1000, 60);
  ret_server->resident = rounded((int64_t)process_resident_bytes(), RESIDENT_STEP);
  ret_server->audit_dropped = (int64_t)app_audit_dropped(server->audit);
}

void app_survey_rest(AppSurvey *survey, Arena *arena, DashSnapshot *snapshot) {
  AppServer *server = survey->server;
  Index *indexes[WORKSPACES_MAX];
  Job job;
  job_init(&job, arena);
  survey_process(server, arena, &snapshot->server);
  app_settings_look(survey->settings, &job, snapshot);
  size_t open = app_workspaces_list(server->workspaces, indexes, WORKSPACES_MAX);
  for (size_t i = 0; i < open; i++) survey_workspace(survey, &job, indexes[i], snapshot);
  survey_servers(survey, arena, snapshot);
  survey_sessions(survey, &job, snapshot);
  app_feed_lines(arena, server->feed, snapshot);
}

/* ---- one workspace ---- */

/* Keeps the items of a list that are about the root. */
#define KEEP_OF(list, member, root)                                                              \
  do {                                                                                           \
    size_t kept = 0;                                                                             \
    for (size_t i = 0; i < (list).len; i++) {                                                    \
      if (str_eq((list).items[i].member, root)) (list).items[kept++] = (list).items[i];          \
    }                                                                                            \
    (list).len = kept;                                                                           \
  } while (0)

void app_survey_one(AppServer *server, Arena *arena, Index *index, DashSnapshot *snapshot) {
  AppSurvey *survey = app_survey_open(server);
  DashSnapshot found = {0};
  Job job;
  job_init(&job, arena);
  app_settings_look(survey->settings, &job, &found);
  found.options.len = found.grants.len = 0; /* the user's own business */
  survey_process(server, arena, &found.server);
  survey_workspace(survey, &job, index, &found);
  survey_servers(survey, arena, &found);
  survey_sessions(survey, &job, &found);
  KEEP_OF(found.servers, workspace, index_root(index));
  KEEP_OF(found.sessions, project, index_root(index));
  /* What is remembered goes with the survey. */
  const Json *json;
  if (!json_read(&job, dashboard_snapshot_spell(arena, &found), NULL, &json)) dashboard_snapshot_read(arena, json, snapshot);
  app_survey_close(survey);
}
