/* Entry: finds the command or tool that was named, runs it, prints what it
 * said and turns errors into words and an exit status. */
#include <stdio.h>

#include "src/app/app_internal.h"
#include "src/os/process.h"
#include "src/os/terminal.h"

/* What a command prints is gathered and written at once; only `export` of a
 * very large project comes near. */
#define OUT_MAX ((size_t)64 << 20)

static const AppCommand *find_command(Str name) {
  for (size_t i = 0; app_commands[i]; i++) {
    if (str_eq_c(name, app_commands[i]->name)) return app_commands[i];
  }
  return NULL;
}

/* The words are read first: a line that cannot be read is an error even with
 * --help in it. */
static Err run_command(Job *job, const AppCommand *command, const Str *words, size_t count,
                       Buf *out, int *ret_status) {
  AppRun run;
  TRY(app_parse(job, command, words, count, &run));
  run.out = out;
  if (app_flag(&run, "help")) {
    app_write_command_help(out, command);
    return OK;
  }
  TRY(command->run(&run));
  *ret_status = run.exit_status;
  return OK;
}

static Err print_overview(Job *job, Buf *out) {
  AUTO(ToolRegistry) registry = tool_registry_open();
  app_write_overview(out, registry, job->arena);
  return OK;
}

/* What the words ask for. No words: an MCP client started us, unless a person
 * sits there. */
static Err dispatch(Job *job, const Str *words, size_t count, Buf *out, int *ret_status) {
  bool on_terminal = terminal_is(TERMINAL_INPUT) && terminal_is(TERMINAL_OUTPUT);
  if (!count && on_terminal) return print_overview(job, out);
  Str first = count ? words[0] : STR("serve");
  if (str_eq_c(first, "--help") || str_eq_c(first, "-h") || str_eq_c(first, "help")) {
    if (count > 1 && find_command(words[1])) {
      app_write_command_help(out, find_command(words[1]));
      return OK;
    }
    return count > 1 ? app_run_tool(job, words[1], &(Str){"--help", 6}, 1, out, ret_status)
                     : print_overview(job, out);
  }
  if (str_eq_c(first, "--version") || str_eq_c(first, "version")) {
    buf_add_format(out, "fathom %s\n", app_version);
    return OK;
  }
  bool only_flags = count && str_starts_with(first, STR("-"));
  const AppCommand *command = find_command(only_flags ? STR("serve") : first);
  size_t skip = count && !only_flags ? 1 : 0;
  if (command) return run_command(job, command, words + skip, count - skip, out, ret_status);
  return app_run_tool(job, first, words + 1, count - 1, out, ret_status);
}

/* Output first, then the error: what a command found before it failed is still
 * worth having. */
static int finish(Job *job, Err err, int status, const Buf *out) {
  if (out->len && (fwrite(out->ptr, 1, out->len, stdout) != out->len || fflush(stdout))) {
    return err_exit_status(ERR_IO);
  }
  if (!err) return status;
  Str message = str_visible(job->arena, job_message(job, err));
  fprintf(stderr, "fathom: %.*s\n", STR_ARG(message));
  return err_exit_status(err);
}

int main(int argc, char **argv) {
  process_return_memory();
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  Buf out;
  buf_init(&out, &arena, OUT_MAX);
  size_t count = argc > 1 ? (size_t)argc - 1 : 0;
  Str *words = ARENA_ARRAY(&arena, Str, count);
  for (size_t i = 0; i < count; i++) words[i] = str_from_c(argv[i + 1]);
  int status = 0;
  Err err = dispatch(&job, words, count, &out, &status);
  int exit_status = finish(&job, err, status, &out);
  arena_clear(&arena);
  return exit_status;
}
