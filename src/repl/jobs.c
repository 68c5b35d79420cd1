/* Jobs: code that runs long, noted in a file each beside the folder of gates,
 * so that any process of the user can list what another one began. A note says
 * what was begun; how it is, the session is asked. */
#include <string.h>

#include "src/base/clock.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/root.h"
#include "src/repl/repl_internal.h"

#define NOTE_MAX 16384
#define JOBS_MAX 200            /* looked at; older notes are removed */
#define CODE_MAX 200            /* of a note */
#define KEPT_MS (10 * 60 * 1000) /* as gates keep results */
#define CLOCKS_MS 50 /* between a session's idea of when it began and ours: it tells its age, and the answer takes its time */
#define OTHERS_CAN_WRITE 022

const char *repl_job_state_name(ReplJobState state) {
  static const char *const names[] = {"running", "ended", "interrupted"};
  return names[state];
}

static Str jobs_folder(Arena *arena, const ReplHub *hub) {
  return file_join(arena, file_directory(hub->folder), STR("jobs"));
}

static Str note_path(Arena *arena, const ReplHub *hub, Str handle) {
  return file_join(arena, jobs_folder(arena, hub), str_format(arena, "%.*s.json", STR_ARG(handle)));
}

/* ---- one note ---- */

static Str spell_note(Arena *arena, const ReplJob *note, int64_t ended_ms) {
  Buf text;
  JsonWriter json;
  buf_init(&text, arena, NOTE_MAX);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  json_field_str(&json, "handle", note->handle);
  json_field_str(&json, "language", note->language);
  json_field_str(&json, "name", note->name);
  json_field_str(&json, "project", note->project);
  json_field_str(&json, "code", str_head(note->code, CODE_MAX));
  json_field_int(&json, "began", note->began_ms);
  if (ended_ms) json_field_int(&json, "ended", ended_ms);
  json_end_object(&json);
  return text.overflow ? STR_EMPTY : buf_str(&text);
}

static Err write_note(Job *job, ReplHub *hub, const ReplJob *note, int64_t ended_ms) {
  Str text = spell_note(job->arena, note, ended_ms);
  if (!text.len) return OK; /* only not listed */
  TRY(file_make_dir(job, jobs_folder(job->arena, hub), true));
  return file_write(job, note_path(job->arena, hub, note->handle), text, 0600);
}

void repl_job_note(Job *job, ReplHub *hub, const ReplJob *note) {
  JOB_SCRATCH(job);
  ReplJob whole = *note;
  ReplSessions sessions;
  if (repl_sessions(job, hub, &sessions)) job_forgive(job);
  for (size_t i = 0; i < sessions.len; i++) {
    const ReplSession *session = &sessions.items[i];
    if (!str_eq(session->key, note->session)) continue;
    whole.language = session->language, whole.name = session->name, whole.project = session->project;
  }
  if (write_note(job, hub, &whole, 0)) job_forgive(job);
}

void repl_job_forget(Job *job, ReplHub *hub, Str handle) {
  bool had_failed = job->err != OK; /* then that is what is told */
  JOB_SCRATCH(job);
  Str path = note_path(job->arena, hub, handle);
  if (file_exists(path) && file_remove(job, path) && !had_failed) job_forgive(job);
}

static Str text_of(Job *job, const Json *note, const char *name) {
  return str_copy(job->arena, str_shown(job->arena, json_get_str(note, str_from_c(name), STR_EMPTY), 2 * CODE_MAX));
}

bool repl_job_read(Job *job, Str text, Str handle, ReplJob *ret_note, int64_t *ret_ended_ms) {
  const Json *json;
  Str key, id;
  if (json_read(job, text, &(JsonLimits){.max_bytes = NOTE_MAX, .max_values = 100}, &json) ||
      repl_handle_split(job, handle, &key, &id)) {
    job_forgive(job);
    return false;
  }
  if (!str_eq(json_get_str(json, STR("handle"), STR_EMPTY), handle)) return false;
  *ret_note = (ReplJob){.handle = str_copy(job->arena, handle), .session = str_copy(job->arena, key),
                        .language = text_of(job, json, "language"), .name = text_of(job, json, "name"),
                        .project = text_of(job, json, "project"), .code = text_of(job, json, "code"),
                        .began_ms = json_get_int(json, STR("began"), 0)};
  *ret_ended_ms = json_get_int(json, STR("ended"), 0);
  return true;
}

/* ---- all of them ---- */

/* What a session said of all that it runs, asked once for all its jobs. */
typedef struct Told {
  Str key;
  bool is_there;
  int64_t began_ms; /* the session, by the wall clock */
  const Json *running;
  struct Told *next;
} Told;

typedef struct Listing {
  Job *job;
  ReplHub *hub;
  const ReplSessions *sessions;
  Told *told;
} Listing;

static void ask_session(Listing *listing, Told *told) {
  Job *job = listing->job;
  ReplLine *line;
  ReplRequest request;
  const Json *answer;
  Err err = repl_line_take(job, listing->hub, told->key, &line);
  if (!err) {
    repl_request_begin(&request, job->arena, "ping");
    err = repl_line_ask(job, line, repl_request_end(&request), &answer);
    repl_line_give(listing->hub, told->key, line, !err);
  }
  /* One that is there and says nothing is busy with all it has. */
  if (err) job_forgive(job);
  if (err == ERR_CLOSED || err == ERR_NOT_FOUND) told->is_there = false;
  if (err) return;
  told->running = json_get(answer, STR("running"));
  told->began_ms = clock_wall_ms() - json_get_int(answer, STR("uptime_ms"), 0);
}

static const Told *told_by(Listing *listing, Str key) {
  for (Told *told = listing->told; told; told = told->next) {
    if (str_eq(told->key, key)) return told;
  }
  Told *told = ARENA_NEW(listing->job->arena, Told);
  *told = (Told){.key = key, .next = listing->told};
  for (size_t i = 0; i < listing->sessions->len; i++) told->is_there |= str_eq(listing->sessions->items[i].key, key);
  listing->told = told;
  if (told->is_there) ask_session(listing, told);
  return told;
}

/* A session that began after the job is another one under the same key; one that says
 * nothing of what it runs is taken to be busy with it. */
static ReplJobState state_of(Listing *listing, const ReplJob *note) {
  const Told *told = told_by(listing, note->session);
  if (!told->is_there || told->began_ms > note->began_ms + CLOCKS_MS) return REPL_JOB_INTERRUPTED;
  if (!told->running) return REPL_JOB_RUNNING;
  Str id = str_slice(note->handle, REPL_KEY + 1, note->handle.len);
  for (size_t i = 0; json_is(told->running, JSON_ARRAY) && i < told->running->count; i++) {
    const Json *one = &told->running->items[i];
    if (json_is(one, JSON_STRING) && str_eq(one->text, id)) return REPL_JOB_RUNNING;
  }
  return REPL_JOB_ENDED;
}

/* False: its end was seen too long ago, and it is forgotten. */
static bool keep(Listing *listing, ReplJob *note, int64_t ended_ms) {
  Job *job = listing->job;
  int64_t now = clock_wall_ms();
  note->state = state_of(listing, note);
  if (note->state == REPL_JOB_RUNNING) return true;
  if (ended_ms && now - ended_ms > KEPT_MS) {
    repl_job_forget(job, listing->hub, note->handle);
    return false;
  }
  if (!ended_ms && write_note(job, listing->hub, note, now)) job_forgive(job);
  return true;
}

static bool fits(const ReplJob *note, const ReplJobFilter *filter) {
  Str rest;
  if (filter->session.len && !str_eq(note->session, filter->session)) return false;
  if (filter->project.len && !file_beneath(filter->project, note->project, &rest)) return false;
  if (filter->state.len && !str_eq_c(filter->state, repl_job_state_name(note->state))) return false;
  return note->began_ms >= filter->since_ms;
}

static Err check_filter(Job *job, const ReplJobFilter *filter) {
  if (!filter->state.len) return OK;
  for (ReplJobState state = REPL_JOB_RUNNING; state <= REPL_JOB_INTERRUPTED; state++) {
    if (str_eq_c(filter->state, repl_job_state_name(state))) return OK;
  }
  return job_fail(job, ERR_USAGE, "'%.*s' is no state of a job: running, ended and interrupted are",
                  STR_ARG(str_shown(job->arena, filter->state, 40)));
}

/* Notes that others could write would be commands of theirs: such a folder is refused. */
static Err open_folder(Job *job, ReplHub *hub, Root **ret_root) {
  Str folder = jobs_folder(job->arena, hub);
  FileStat stat;
  *ret_root = NULL;
  if (!file_exists(folder)) return OK;
  TRY(file_stat_entry(job, folder, &stat));
  if (stat.kind != FILE_DIRECTORY || stat.owner != place_user() || (stat.mode & OTHERS_CAN_WRITE)) {
    return job_fail(job, ERR_DENIED, "%.*s is not a folder of this user alone: remove it, or chmod 700", STR_ARG(folder));
  }
  return root_open(job, folder, ret_root);
}

static void put_latest_first(ReplJobs *jobs) {
  for (size_t i = 1; i < jobs->len; i++) {
    ReplJob one = jobs->items[i];
    size_t at = i;
    for (; at > 0 && jobs->items[at - 1].began_ms < one.began_ms; at--) jobs->items[at] = jobs->items[at - 1];
    jobs->items[at] = one;
  }
}

Err repl_jobs(Job *job, ReplHub *hub, const ReplJobFilter *filter, ReplJobs *ret_jobs) {
  AUTO(Root) root = NULL;
  FileEntries entries;
  ReplSessions sessions;
  *ret_jobs = (ReplJobs){0};
  TRY(check_filter(job, filter));
  TRY(open_folder(job, hub, &root));
  if (!root) return OK;
  TRY(repl_sessions(job, hub, &sessions));
  TRY(root_list(job, root, STR("."), &entries));
  Listing listing = {.job = job, .hub = hub, .sessions = &sessions};
  size_t looked = 0;
  for (size_t i = 0; i < entries.len; i++) {
    Str name = entries.items[i].name, handle = str_slice(name, 0, name.len > 5 ? name.len - 5 : 0), text;
    FileStat stat;
    ReplJob note;
    int64_t ended_ms;
    if (!str_ends_with(name, STR(".json"))) continue;
    bool is_ours = !root_read_entry(job, root, name, NOTE_MAX, &stat, &text) && stat.owner == place_user() &&
                   repl_job_read(job, text, handle, &note, &ended_ms);
    job_forgive(job);
    if (!is_ours || looked++ >= JOBS_MAX) {
      if (looked > JOBS_MAX && root_remove(job, root, name)) job_forgive(job);
      continue;
    }
    if (keep(&listing, &note, ended_ms) && fits(&note, filter)) *vec_add(job->arena, ret_jobs) = note;
  }
  put_latest_first(ret_jobs);
  return OK;
}
