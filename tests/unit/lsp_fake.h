/* A hub with one kind of server: tests/lsp/fake_server.py, doing what a
 * scenario says. What it was sent is read from its log and compared byte by
 * byte. Run with "supervise" the test program is the supervisor. */
#ifndef FATHOM_TESTS_UNIT_LSP_FAKE_H
#define FATHOM_TESTS_UNIT_LSP_FAKE_H

#include "tests/unit/os_scratch.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "src/lsp/lsp.h"
#include "src/os/file.h"
#include "src/os/process.h"
#include "src/os/thread.h"

typedef struct Fake {
  Scratch *s;
  LspHub *hub;
  Root *root;
  Str languages[1];
  Str extensions[1];
  Str command[4];
  LspServerKind kind;
  LspNeed need;
  pthread_mutex_t lock;
  char events[65536]; /* one line each */
} Fake;

static inline void fake_nap(void) { nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL); }

static inline void fake_heard(void *context, const LspEvent *event) {
  static const char *const names[] = {"ready", "crashed", "recovered", "diagnostics", "stopped"};
  Fake *fake = context;
  pthread_mutex_lock(&fake->lock);
  size_t len = strlen(fake->events);
  snprintf(fake->events + len, sizeof fake->events - len, "%s %.*s %.*s%s\n", names[event->kind],
           STR_ARG(event->server), STR_ARG(event->path), event->detail.len ? "!" : "");
  pthread_mutex_unlock(&fake->lock);
}

static inline bool fake_has_event(Fake *fake, const char *line) {
  pthread_mutex_lock(&fake->lock);
  bool has = strstr(fake->events, line) != NULL;
  pthread_mutex_unlock(&fake->lock);
  return has;
}

/* Long enough for the slowest machine; ends as soon as it is so. */
#define FAKE_UNTIL(condition)                                            \
  do {                                                                   \
    for (int fake_i = 0; fake_i < 30000 && !(condition); fake_i++) fake_nap(); \
    if (!(condition)) fail_msg("still not: %s", #condition);             \
  } while (0)

static inline bool fake_is_alive(pid_t pid) {
  char path[64];
  char text[512] = "";
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  FILE *file = fopen(path, "r");
  if (!file) return false;
  size_t len = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[len] = '\0';
  const char *after = strrchr(text, ')');
  return after && after[2] != 'Z';
}

/* `members`: of the scenario, after those that every one has. */
static inline void fake_scenario(Fake *fake, const char *members) {
  Scratch *s = fake->s;
  Str text = str_format(&s->arena, "{\"log\":\"%s\",\"pid\":\"%s\"%s%s}", scratch_path(s, "log"),
                        scratch_path(s, "pid"), members[0] ? "," : "", members);
  scratch_file(s, "scenario.json", text.ptr);
}

static inline Fake *fake_open_with(Scratch *s, const char *members, const LspHubOptions *options) {
  Fake *fake = calloc(1, sizeof *fake);
  fake->s = s;
  pthread_mutex_init(&fake->lock, NULL);
  scratch_dir(s, "w");
  scratch_ok(s, root_open(&s->job, scratch_str(s, "w"), &fake->root));
  fake->languages[0] = STR("toy");
  fake->extensions[0] = STR("toy");
  fake->command[0] = file_exists(STR("/usr/bin/python3")) ? STR("/usr/bin/python3") : STR("python3");
  fake->command[1] = STR("-SB");
  fake->command[2] = str_format(&s->arena, "%.*s/tests/lsp/fake_server.py",
                                STR_ARG(file_working_directory(&s->arena)));
  fake->command[3] = scratch_str(s, "scenario.json");
  fake->kind = (LspServerKind){.name = STR("fake"), .languages = fake->languages, .language_count = 1,
                               .extensions = fake->extensions, .extension_languages = fake->languages,
                               .extension_count = 1, .command = fake->command, .command_count = 4};
  fake->need = (LspNeed){.root = fake->root, .server_root = STR_EMPTY, .kind = &fake->kind,
                         .language_id = STR("toy"), .program = fake->command[0]};
  fake_scenario(fake, members);
  LspHubOptions own = options ? *options : (LspHubOptions){0};
  own.listener = fake_heard;
  own.context = fake;
  fake->hub = lsp_hub_open(&own);
  return fake;
}

static inline Fake *fake_open(Scratch *s, const char *members) { return fake_open_with(s, members, NULL); }

static inline void fake_close(Fake *fake) {
  lsp_hub_close(fake->hub);
  root_close(fake->root);
  pthread_mutex_destroy(&fake->lock);
  free(fake);
}

static inline LspServer *fake_take(Fake *fake) {
  LspServer *server = NULL;
  scratch_ok(fake->s, lsp_hub_take(&fake->s->job, fake->hub, &fake->need, &server));
  return server;
}

/* ---- what it was sent ---- */

static inline Str fake_file(Fake *fake, const char *name) {
  Str text;
  if (file_read(&fake->s->job, scratch_str(fake->s, name), 64 << 20, &text)) {
    job_forgive(&fake->s->job);
    return STR_EMPTY;
  }
  return text;
}

static inline size_t fake_count(Fake *fake, const char *part) {
  Str log = fake_file(fake, "log");
  size_t count = 0;
  for (size_t at; (at = str_find(log, str_from_c(part))) != STR_NONE; count++) {
    log = str_slice(log, at + strlen(part), log.len);
  }
  return count;
}

/* The n-th message (from 0) that has this text in it; waits for it. */
static inline Str fake_message(Fake *fake, const char *part, size_t n) {
  FAKE_UNTIL(fake_count(fake, part) > n);
  Str log = fake_file(fake, "log");
  while (log.len) {
    Str line = str_cut(&log, '\n');
    if (str_contains(line, str_from_c(part)) && n-- == 0) return line;
  }
  fail_msg("no message with %s", part);
  return STR_EMPTY;
}

static inline pid_t fake_number(Fake *fake, const char *name) {
  int64_t number = 0;
  FAKE_UNTIL(str_ends_with(fake_file(fake, name), STR("\n")));
  assert_true(str_to_int(str_trim(fake_file(fake, name)), &number));
  return (pid_t)number;
}

/* ---- asking ---- */

static inline void fake_gives(Fake *fake, LspServer *server, const char *method, const char *params,
                              const char *wanted) {
  const Json *result = NULL;
  scratch_ok(fake->s, lsp_server_request(&fake->s->job, server, method, str_from_c(params), &result));
  scratch_same(json_spell(&fake->s->arena, result), wanted);
}

/* A request the server answers once all before it were handled. */
static inline void fake_sync(Fake *fake, LspServer *server) {
  fake_gives(fake, server, "fake/sync", "", "null");
}

static inline void fake_refuses(Fake *fake, LspServer *server, const char *method, Err wanted,
                                const char *words) {
  const Json *result = NULL;
  scratch_fails(fake->s, lsp_server_request(&fake->s->job, server, method, STR_EMPTY, &result), wanted, words);
}

/* Of a file in the workspace. */
static inline const char *fake_uri(Fake *fake, const char *path) {
  return str_format(&fake->s->arena, "file://%s/w/%s", fake->s->path, path).ptr;
}

static inline int fake_supervise(int argc, char **argv) {
  int64_t lifeline = -1;
  if (argc < 4 || !str_to_int(str_from_c(argv[2]), &lifeline)) return 2;
  return process_supervise((int)lifeline, (const char *const *)argv + 4);
}

#define FAKE_MAIN(...)                                                                    \
  int main(int argc, char **argv) {                                                       \
    if (argc > 1 && !strcmp(argv[1], "supervise")) return fake_supervise(argc, argv);     \
    const struct CMUnitTest tests[] = {__VA_ARGS__};                                      \
    return cmocka_run_group_tests(tests, NULL, NULL);                                     \
  }

#endif
