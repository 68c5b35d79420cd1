/* Runs one program and reads what it says. The program is a stranger's: its
 * words are made from the table and from paths of the workspace, each one word
 * of an argument list; its time, memory, output and files are bounded; and
 * everything it started is gone when this returns. */
#include "src/check/check_internal.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/process.h"

#define OUTPUT_MAX ((size_t)8 << 20)    /* bytes kept of each output; of more, both ends */
#define WRITTEN_MAX ((uint64_t)8 << 30) /* bytes of a file that it may write */
#define CPU_MAX (2 * CHECK_MS / 1000)   /* seconds of one process */
#define COMMAND_MAX 2000                /* bytes of a command that is shown */
#define FILES_MAX 200                   /* words for files; more are asked for as all */
#define MEMORY_MAX ((uint64_t)8 << 30)  /* that all its processes have at once */

/* ---- words ---- */

/* The name without its last ending: `cart_test` of `a/cart_test.go`. */
static Str stem_of(Str file) {
  Str name = file_name(file);
  return str_slice(name, 0, str_find_last_byte(name, '.'));
}

/* A path as it is called from the directory the program runs in. One that
 * begins with a dash would be an option. */
static Str from_directory(Arena *arena, const CheckRun *run, Str file) {
  Str rest = file;
  if (run->directory.len) rest = str_slice(file, run->directory.len + 1, file.len);
  return str_starts_with(rest, STR("-")) ? str_format(arena, "./%.*s", STR_ARG(rest)) : rest;
}

/* One place of a word, at most: no row has the same twice. */
static Str replaced(Arena *arena, Str word, Str name, Str value) {
  size_t at = str_find(word, name);
  if (at == STR_NONE) return word;
  return str_format(arena, "%.*s%.*s%.*s", STR_ARG(str_slice(word, 0, at)), STR_ARG(value),
                    STR_ARG(str_slice(word, at + name.len, word.len)));
}

/* Two files of one directory give the same word for it. */
static bool has_word(const CheckWords *words, Str word) {
  for (size_t i = 0; i < words->len; i++) {
    if (str_eq(words->items[i], word)) return true;
  }
  return false;
}

/* For programs that take one expression with all names, each once. */
static Str joined_stems(Arena *arena, const CheckRun *run, char separator) {
  Buf out;
  CheckWords seen = {0};
  buf_init(&out, arena, 1u << 20);
  for (size_t i = 0; i < run->files.len; i++) {
    Str stem = stem_of(run->files.items[i]);
    if (has_word(&seen, stem)) continue;
    *vec_add(arena, &seen) = stem;
    if (out.len) buf_add_byte(&out, separator);
    buf_add(&out, stem);
  }
  return buf_str(&out);
}

static void add_each(Arena *arena, const CheckRun *run, Str pattern, CheckWords *words) {
  for (size_t i = 0; i < run->files.len; i++) {
    Str file = from_directory(arena, run, run->files.items[i]), directory = file_directory(file);
    Str word = replaced(arena, pattern, STR("{file}"), file);
    word = replaced(arena, word, STR("{directory}"), directory);
    word = replaced(arena, word, STR("{stem}"), stem_of(file));
    if (!has_word(words, word)) *vec_add(arena, words) = word;
  }
}

/* A word with a placeholder for one file becomes as many words as there are
 * files; one for all of them stays one word. */
static void add_some(Arena *arena, const CheckRun *run, CheckWords *words) {
  const CheckTool *tool = run->tool;
  for (size_t i = 0; i < tool->some.len; i++) {
    Str word = tool->some.items[i];
    bool is_each = str_contains(word, STR("{file}")) || str_contains(word, STR("{directory}")) || str_contains(word, STR("{stem}"));
    if (is_each) {
      add_each(arena, run, word, words);
      continue;
    }
    if (str_contains(word, STR("{stems,}"))) word = replaced(arena, word, STR("{stems,}"), joined_stems(arena, run, ','));
    if (str_contains(word, STR("{stems|}"))) word = replaced(arena, word, STR("{stems|}"), joined_stems(arena, run, '|'));
    *vec_add(arena, words) = word;
  }
}

/* Too many files, or a program that cannot be asked for some, mean
 * everything. */
static bool is_part(const CheckRun *run) { return run->files.len && run->files.len <= FILES_MAX && run->tool->some.len; }

static CheckWords words_of(Arena *arena, const CheckRun *run, bool for_part) {
  const CheckTool *tool = run->tool;
  CheckWords words = {0};
  for (size_t i = 0; i < tool->command.len; i++) {
    Str word = tool->command.items[i];
    if (!str_eq_c(word, "{some}")) *vec_add(arena, &words) = word;
    else if (for_part) add_some(arena, run, &words);
    else for (size_t k = 0; k < tool->all.len; k++) *vec_add(arena, &words) = tool->all.items[k];
  }
  return words;
}

/* As a shell takes it. False: too long to be pasted, or with a name that
 * cannot be shown. */
static bool spell_command(Arena *arena, const CheckWords *words, Str *ret_command) {
  Buf out;
  buf_init(&out, arena, 1u << 22);
  for (size_t i = 0; i < words->len; i++) {
    if (i) buf_add_byte(&out, ' ');
    buf_add(&out, str_shell_word(arena, words->items[i]));
  }
  *ret_command = buf_str(&out);
  return out.len <= COMMAND_MAX && str_eq(*ret_command, str_shown(arena, *ret_command, SIZE_MAX));
}

/* Whole, so that it can be run: where what was run names too much, what runs
 * everything. Those are the table's own words, and few. */
static Str shown_command(Arena *arena, const CheckRun *run, const CheckWords *words, bool *ret_is_wider) {
  Str command;
  *ret_is_wider = !spell_command(arena, words, &command) && is_part(run);
  if (!*ret_is_wider) return str_shown(arena, command, COMMAND_MAX);
  CheckWords all = words_of(arena, run, false);
  (void)spell_command(arena, &all, &command);
  return str_shown(arena, command, COMMAND_MAX);
}

/* ---- the environment ---- */

/* The scrubbed one, with the client's PATH behind the folder that the program
 * was found in, so that what it starts by name is its own. */
static const char *const *environment(Job *job, const CheckPlaces *places, const CheckRun *run) {
  static const char *const settled[] = {"CI=1", "NO_COLOR=1", "TERM=dumb", "GIT_TERMINAL_PROMPT=0", "PYTHONDONTWRITEBYTECODE=1",
                                        "CARGO_TERM_COLOR=never", "DOTNET_CLI_TELEMETRY_OPTOUT=1", "RUST_BACKTRACE=0",
                                        "NPM_CONFIG_UPDATE_NOTIFIER=false"};
  Arena *arena = job->arena;
  Str path = places->path_variable.len ? places->path_variable : place_env("PATH");
  VEC(const char *) env = {0};
  for (size_t i = 0; i < COUNT_OF(settled); i++) *vec_add(arena, &env) = settled[i];
  for (size_t i = 0; places->env && places->env[i]; i++) {
    if (!str_starts_with(str_from_c(places->env[i]), STR("PATH="))) *vec_add(arena, &env) = places->env[i];
  }
  Str folder = file_directory(run->program);
  *vec_add(arena, &env) = str_to_c(arena, str_format(arena, "PATH=%.*s:%.*s", STR_ARG(folder), STR_ARG(path)));
  *vec_add(arena, &env) = NULL;
  return env.items;
}

/* ---- running ---- */

/* A status that the table lists says that the program did its work, whatever
 * it found. Signals have statuses beyond these. */
static bool counts(const CheckTool *tool, int status) {
  return status >= 0 && status < 256 && (tool->exits[status / 64] >> (status % 64) & 1);
}

/* The end of the output, from the beginning of a line; of both, the one that
 * says something: errors first where it could not run. */
static Str tail_of(Arena *arena, const ProcessResult *result, bool could_run) {
  Str output = str_trim(check_plain(arena, result->output)), errors = str_trim(check_plain(arena, result->errors));
  Str text = could_run ? (output.len ? output : errors) : (errors.len ? errors : output);
  if (text.len <= CHECK_TAIL_MAX) return text;
  text = str_slice(text, text.len - CHECK_TAIL_MAX, text.len);
  size_t line = str_find_byte(text, '\n');
  if (line != STR_NONE && line < CHECK_TAIL_MAX / 2) text = str_slice(text, line + 1, text.len);
  while (text.len && ((unsigned char)text.ptr[0] & 0xC0) == 0x80) text = str_slice(text, 1, text.len);
  return text;
}

static Err fail_missing(Job *job, const CheckTool *tool) {
  return job_fail(job, ERR_UNAVAILABLE, "%.*s is not installed: neither in the project's own folders nor in PATH is there a "
                  "program '%.*s'. To install it: %.*s", STR_ARG(tool->name), STR_ARG(tool->programs.items[0]), STR_ARG(tool->install));
}

/* The words are what the table says, but the program is started by its
 * absolute path: what PATH means to it decides nothing. */
Err check_run(Job *job, const CheckPlaces *places, const CheckRun *run, CheckOutcome *ret_outcome) {
  Arena *arena = job->arena;
  CheckOutcome outcome = {.run = run};
  ProcessResult result;
  if (!run->program.len) return fail_missing(job, run->tool);
  outcome.is_all = run->files.len && !is_part(run);
  CheckWords words = words_of(arena, run, is_part(run));
  const char **argv = ARENA_ARRAY(arena, const char *, words.len + 1);
  outcome.command = shown_command(arena, run, &words, &outcome.is_wider);
  argv[0] = str_to_c(arena, run->program);
  for (size_t i = 1; i < words.len; i++) argv[i] = str_to_c(arena, words.items[i]);
  argv[words.len] = NULL;
  Str root = root_path(places->root);
  ProcessOptions options = {.argv = argv, .directory = run->directory.len ? file_join(arena, root, run->directory) : root,
                            .env = environment(job, places, run), .max_output = OUTPUT_MAX, .timeout_ms = CHECK_MS,
                            .supervised = true, .keeps_end = true, .max_memory = MEMORY_MAX, .progress = str_shown(arena, outcome.command, 300),
                            .limits = {.cpu_seconds = CPU_MAX, .file_bytes = WRITTEN_MAX}};
  int64_t start = job_now_ms();
  Err err = process_run(job, &options, &result);
  outcome.ms = job_now_ms() - start;
  bool is_stopped = err == ERR_TIMEOUT || err == ERR_TOO_LARGE;
  if (is_stopped && !job_is_stopped(job)) { /* its own limits, not the call's */
    outcome.is_late = true;
    outcome.tail = str_copy(arena, job_message(job, err));
    job_forgive(job);
    *ret_outcome = outcome;
    return OK;
  }
  TRY(err);
  outcome.exit_status = result.exit_status;
  outcome.is_good = result.exit_status == 0;
  outcome.could_run = counts(run->tool, result.exit_status);
  outcome.is_cut = result.output_cut;
  outcome.tail = tail_of(arena, &result, outcome.could_run);
  TRY(check_read(job, run->tool->format, &(CheckOutput){result.output, result.errors}, &outcome.report));
  check_settle(job, places->root, run->directory, &outcome.report);
  *ret_outcome = outcome;
  return OK;
}
