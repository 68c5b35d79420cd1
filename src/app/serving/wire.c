/* Greetings between front ends and the daemon, and finding or starting it. */
#include "src/app/serving/wire_internal.h"

#include <stdatomic.h>

#include "src/base/log.h"
#include "src/os/descriptor.h"
#include "src/os/file.h"
#include "src/os/loop.h"
#include "src/os/place.h"
#include "src/os/process.h"
#include "src/os/thread.h"

#define HELLO_MAX ((size_t)256 << 10)
#define START_WAIT_MS 15000 /* longer than an ending daemon drains */
#define START_AGAIN_MS 500
#define STARTS_PER_MINUTE 20
#define ANSWER_WAIT_MS 10000

/* What a client's surroundings are made of, as far as the daemon acts on its
 * behalf. */
static const char *const passed_env[] = {"HOME", "PWD", "LANG", "TZ", APP_AGENT_MARK};

/* By the exact build: two versions, or two builds of one, have a daemon each
 * and do not meet. */
static Str build_file(Arena *arena, const char *suffix) {
  Str name = str_format(arena, "%.*s.%s", STR_ARG(app_build_id(arena)), suffix);
  return file_join(arena, place_runtime(arena), name);
}

Str app_wire_socket(Arena *arena) { return build_file(arena, "sock"); }
Str app_wire_lock(Arena *arena) { return build_file(arena, "lock"); }

Str app_wire_log(Arena *arena) {
  return file_join(arena, place_state(arena), STR("daemon.log"));
}

/* Once a process: every connection would say the same. */
void app_wire_tell_place(void) {
  static atomic_flag told = ATOMIC_FLAG_INIT;
  Arena arena;
  arena_init(&arena);
  Str trouble = place_runtime_trouble(&arena);
  if (trouble.len && !atomic_flag_test_and_set(&told)) {
    Str place = place_runtime(&arena);
    log_warn("%.*s: the daemon's socket is in '%.*s' instead", STR_ARG(str_visible(&arena, trouble)),
             STR_ARG(str_visible(&arena, place)));
  }
  arena_clear(&arena);
}

static void add_env(JsonWriter *json, const char *name) {
  Str value = place_env(name);
  if (value.len) json_field_str(json, name, value);
}

/* Flags and environment are passed as they are; the daemon makes the
 * client's configuration of them, so that there is one place which knows
 * how. */
Str app_wire_hello(Arena *arena, Str mode, const Map *flags) {
  Buf text;
  JsonWriter json;
  buf_init(&text, arena, HELLO_MAX);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  json_field_str(&json, "fathom", STR("hello"));
  json_field_str(&json, "build", app_build_id(arena));
  json_field_str(&json, "mode", mode);
  json_field_str(&json, "directory", file_working_directory(arena));
  json_field_object(&json, "flags");
  for (MapEntry *entry = NULL; flags && (entry = map_next(flags, entry));) {
    json_name(&json, entry->key);
    json_str(&json, *(const Str *)entry->value);
  }
  json_end_object(&json);
  json_field_object(&json, "env");
  for (size_t i = 0; i < COUNT_OF(passed_env); i++) add_env(&json, passed_env[i]);
  for (size_t i = 0; app_server_env[i]; i++) add_env(&json, app_server_env[i]);
  for (size_t i = 0; app_editor_env[i]; i++) add_env(&json, app_editor_env[i]);
  for (size_t i = 0; i < app_option_count; i++) {
    if (app_options[i].env) add_env(&json, app_options[i].env);
  }
  if (str_eq_c(mode, "http")) add_env(&json, "FATHOM_KEY");
  json_end_object(&json);
  json_end_object(&json);
  return buf_str(&text);
}

/* Members that are no strings are left out: nobody sends any. */
static const Map *map_of_object(Arena *arena, const Json *object) {
  Map *map = ARENA_NEW(arena, Map);
  map_init(map, arena);
  for (size_t i = 0; json_is(object, JSON_OBJECT) && i < object->count; i++) {
    Str *value = ARENA_NEW(arena, Str);
    *value = object->members[i].value.text;
    if (json_is(&object->members[i].value, JSON_STRING)) {
      map_put(map, object->members[i].name, value);
    }
  }
  return map;
}

/* The line is the stream's and goes with the next one, so it is copied. */
Err app_wire_read_hello(Job *job, Str line, AppHello *ret_hello) {
  const Json *json;
  TRY(json_read(job, str_copy(job->arena, line), &(JsonLimits){.max_bytes = HELLO_MAX}, &json));
  if (!str_eq_c(json_get_str(json, STR("fathom"), STR_EMPTY), "hello")) {
    return job_fail(job, ERR_PROTOCOL, "the first line must be a greeting");
  }
  *ret_hello = (AppHello){
      .mode = json_get_str(json, STR("mode"), STR_EMPTY),
      .build = json_get_str(json, STR("build"), STR_EMPTY),
      .directory = json_get_str(json, STR("directory"), STR("/")),
      .flags = map_of_object(job->arena, json_get(json, STR("flags"))),
      .env = map_of_object(job->arena, json_get(json, STR("env"))),
  };
  return OK;
}

/* ---- connecting ---- */

/* A daemon that takes no notice is not waited for without end. */
static Err wait_readable(Job *job, int fd, int64_t until) {
  int64_t left = until - job_now_ms();
  if (left > 0 && descriptor_wait(fd, left)) return OK;
  return job_fail(job, ERR_TIMEOUT, "the daemon does not answer");
}

/* Whatever the system says: the daemon is not there any more. */
static Err failed_to_talk(Job *job, Err err, const char *doing) {
  Str words = str_copy(job->arena, job_message(job, err));
  job_forgive(job);
  return job_fail(job, ERR_CLOSED, "%s%.*s", doing, STR_ARG(words));
}

/* Byte by byte: what follows the line belongs to whoever reads next. */
static Err read_line(Job *job, int fd, Str *ret_line) {
  Buf line;
  buf_init(&line, job->arena, HELLO_MAX);
  int64_t until = job_now_ms() + ANSWER_WAIT_MS;
  while (!line.overflow) {
    char byte;
    TRY(wait_readable(job, fd, until));
    size_t count;
    Err err = descriptor_read(job, fd, &byte, 1, &count);
    if (err == ERR_BUSY) {
      job_forgive(job);
      continue;
    }
    if (err) return failed_to_talk(job, err, "reading from the daemon: ");
    if (count == 0) return job_fail(job, ERR_CLOSED, "the daemon closed the connection");
    if (byte == '\n') {
      *ret_line = buf_str(&line);
      return OK;
    }
    buf_add_byte(&line, byte);
  }
  return job_fail(job, ERR_PROTOCOL, "the daemon's answer is too long");
}

static Err write_all(Job *job, int fd, Str text) {
  Err err = descriptor_write(job, fd, text);
  return err ? failed_to_talk(job, err, "writing to the daemon: ") : OK;
}

/* A refusal comes back as the error that it was in the daemon, with its
 * words. */
static Err greet(Job *job, int fd, Str mode, const Map *flags, const Json **ret_answer) {
  Str line;
  TRY(write_all(job, fd, app_wire_hello(job->arena, mode, flags)));
  TRY(write_all(job, fd, STR("\n")));
  TRY(read_line(job, fd, &line));
  const Json *answer;
  TRY(json_read(job, line, NULL, &answer));
  if (str_eq_c(json_get_str(answer, STR("fathom"), STR_EMPTY), "welcome")) {
    const Json *warnings = json_get(answer, STR("warnings"));
    for (size_t i = 0; json_is(warnings, JSON_ARRAY) && i < warnings->count; i++) {
      log_warn("%.*s", STR_ARG(warnings->items[i].text));
    }
    *ret_answer = answer;
    return OK;
  }
  Str why = json_get_str(answer, STR("error"), STR("the daemon refused without a reason"));
  Str kind = json_get_str(answer, STR("kind"), STR_EMPTY);
  Err err = err_from_name(kind.ptr, kind.len);
  /* Not what this function itself says with them: that nobody is there. */
  if (err == ERR_NOT_FOUND || err == ERR_CLOSED) err = ERR_UNAVAILABLE;
  return job_fail(job, err, "%.*s", STR_ARG(why));
}

/* Detached: it must outlive us, and our terminal's signals are not for it. */
static Err start_daemon(Job *job) {
  Arena *arena = job->arena;
  TRY(file_make_dir(job, place_runtime(arena), true));
  TRY(file_make_dir(job, place_state(arena), true));
  const char *argv[] = {str_to_c(arena, place_program(arena)), "daemon", "run", NULL};
  return process_detach(job, argv, app_wire_log(arena));
}

/* A daemon that crashes on a request would be started and given the same
 * request again, for ever. */
Err app_wire_count_start(Job *job, AppRestarts *restarts) {
  int64_t now = job_now_ms();
  if (!restarts->count || now - restarts->window_ms > 60000) {
    *restarts = (AppRestarts){.window_ms = now};
  }
  if (++restarts->count <= STARTS_PER_MINUTE) return OK;
  return job_fail(job, ERR_UNAVAILABLE,
                  "the daemon ended %d times within a minute; see %.*s, or use --no-daemon",
                  STARTS_PER_MINUTE, STR_ARG(app_wire_log(job->arena)));
}

/* Short pauses at first, because a daemon is usually there within a few
 * milliseconds. */
Err app_wire_connect(Job *job, Str mode, const Map *flags, bool start, int *ret_fd,
                     const Json **ret_answer) {
  int64_t until = job_now_ms() + START_WAIT_MS;
  app_wire_tell_place();
  Str socket = app_wire_socket(job->arena);
  int64_t start_at = 0;
  for (int64_t pause_ms = 1;; pause_ms = pause_ms < 50 ? pause_ms * 2 : 50) {
    int fd = -1;
    Err err = loop_connect_unix(job, socket, &fd);
    if (!err) err = greet(job, fd, mode, flags, ret_answer);
    if (!err) {
      *ret_fd = fd;
      return OK;
    }
    descriptor_close(fd);
    /* Closed during the greeting: it was just ending. Its successor comes. */
    bool absent = err == ERR_NOT_FOUND || err == ERR_CLOSED;
    if (!absent || !start) return err;
    job_forgive(job);
    if (job_now_ms() > until) {
      return job_fail(job, ERR_UNAVAILABLE, "the daemon does not start; its log, %.*s, may say why",
                      STR_ARG(app_wire_log(job->arena)));
    }
    /* Again and again: one that started while its predecessor was ending
     * has gone, and one too many goes by itself. */
    if (job_now_ms() >= start_at) {
      TRY(start_daemon(job));
      start_at = job_now_ms() + START_AGAIN_MS;
    }
    thread_sleep_ms(pause_ms);
  }
}
