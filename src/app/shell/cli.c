/* The command line: words into flags and positional arguments, and the
 * configuration that follows from them. */
#include <stdio.h>

#include "src/app/app_internal.h"
#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/terminal.h"

/* What the parser has to know of a flag before it can read the next word. */
typedef struct FlagShape {
  bool known;
  bool takes_value;
  bool is_list;
} FlagShape;

/* The value's name in the help says it: "GLOB,..." may be given several times. */
static FlagShape shape_of(const char *value) {
  return (FlagShape){true, value != NULL, str_ends_with(str_from_c(value), STR("..."))};
}

static FlagShape flag_shape(const AppCommand *command, Str name) {
  for (const AppFlag *flag = command->flags; flag && flag->name; flag++) {
    if (str_eq_c(name, flag->name)) return shape_of(flag->value);
  }
  for (size_t i = 0; command->takes_options && i < app_option_count; i++) {
    const AppOption *option = &app_options[i];
    if (option->flag && str_eq_c(name, option->flag)) {
      return (FlagShape){true, option->type != APP_BOOLEAN, option->type == APP_LIST};
    }
  }
  return (FlagShape){0};
}

/* Flags of the command and those of the options alike, since the user does not
 * tell them apart. */
static Err unknown_flag(Job *job, const AppCommand *command, Str name) {
  VEC(Str) known = {0};
  for (const AppFlag *flag = command->flags; flag && flag->name; flag++) {
    *vec_add(job->arena, &known) = str_from_c(flag->name);
  }
  for (size_t i = 0; command->takes_options && i < app_option_count; i++) {
    if (app_options[i].flag) *vec_add(job->arena, &known) = str_from_c(app_options[i].flag);
  }
  Str near = str_nearest(name, known.items, known.len);
  if (near.len) {
    return job_fail(job, ERR_USAGE, "unknown option --%.*s; did you mean --%.*s?", STR_ARG(name),
                    STR_ARG(near));
  }
  return job_fail(job, ERR_USAGE, "unknown option --%.*s; see 'fathom %s --help'", STR_ARG(name),
                  command->name);
}

/* -h and -y are the only short ones; everything else is spelled out, with one
 * dash or two. Which words are values is known from the command's own
 * tables. */
Err app_parse(Job *job, const AppCommand *command, const Str *words, size_t count,
              AppRun *ret_run) {
  VEC(Str) positional = {0};
  Map *flags = ARENA_NEW(job->arena, Map);
  map_init(flags, job->arena);
  bool only_positional = false;
  for (size_t i = 0; i < count; i++) {
    Str word = words[i];
    /* A lone dash is a value: by custom it stands for standard input. */
    if (only_positional || !str_starts_with(word, STR("-")) || word.len == 1) {
      *vec_add(job->arena, &positional) = word;
      continue;
    }
    if (str_eq_c(word, "--")) {
      only_positional = true;
      continue;
    }
    if (str_eq_c(word, "-h")) word = STR("--help");
    if (str_eq_c(word, "-y")) word = STR("--yes");
    Str rest = str_slice(word, str_starts_with(word, STR("--")) ? 2 : 1, word.len);
    bool has_equals = str_find_byte(rest, '=') != STR_NONE;
    Str name = str_cut(&rest, '=');
    Str *value = ARENA_NEW(job->arena, Str);
    *value = rest;
    FlagShape shape = flag_shape(command, name);
    if (str_eq_c(name, "help")) shape.known = true;
    if (!shape.known) return unknown_flag(job, command, name);
    if (!shape.takes_value && !has_equals) *value = STR("true");
    if (shape.takes_value && !has_equals) {
      if (i + 1 == count) {
        return job_fail(job, ERR_USAGE, "--%.*s needs a value", STR_ARG(name));
      }
      *value = words[++i];
    }
    /* A list that is given twice adds up. Of anything else the last one counts, so
     * that a flag can be appended to a command that has it already. */
    const Str *before = shape.is_list ? map_get(flags, name) : NULL;
    if (before) *value = str_format(job->arena, "%.*s,%.*s", STR_ARG(*before), STR_ARG(*value));
    map_put(flags, name, value);
  }
  *ret_run = (AppRun){.job = job,
                      .command = command,
                      .words = positional.items,
                      .word_count = positional.len,
                      .flags = flags};
  return OK;
}

bool app_flag(const AppRun *run, const char *name) {
  const Str *value = map_get(run->flags, str_from_c(name));
  return value && !str_eq_c(*value, "false");
}

Str app_flag_value(const AppRun *run, const char *name) {
  const Str *value = map_get(run->flags, str_from_c(name));
  return value ? *value : STR_EMPTY;
}

/* With this process's environment: a command acts for whoever typed it. */
Err app_run_config(AppRun *run, Str root, AppConfig **ret_config) {
  Arena *arena = run->job->arena;
  AppConfigSources sources = {
      .user_path = app_config_path(arena),
      .project = root,
      .flags = run->flags,
  };
  return app_config_load(run->job, &sources, ret_config);
}

/* Without a terminal on both sides nobody can answer, and no is the answer that
 * changes nothing. The whole line is read, so that the rest of it does not
 * answer the next question. */
bool app_confirm(AppRun *run, const char *question) {
  if (app_flag(run, "yes")) return true;
  if (!terminal_is(TERMINAL_INPUT) || !terminal_is(TERMINAL_ERRORS)) return false;
  fprintf(stderr, "%s [y/N] ", question);
  int answer = getchar();
  for (int c = answer; c != '\n' && c != EOF;) c = getchar();
  return answer == 'y' || answer == 'Y';
}
