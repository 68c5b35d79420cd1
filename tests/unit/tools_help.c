/* Help, documents and completion scripts. */
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/tools_fakes.h"

static const ToolField odd_args[] = {
    {"path", TOOL_PATH,
     .help = "Where to look, which may be any directory beneath the root of the workspace."},
    {"max_chars", TOOL_INTEGER, .min = 100, .max = 0, .help = "it's [the] budget: cut | there"},
    {"recursive", TOOL_BOOLEAN, .otherwise = "true", .help = "go deeper"},
    {0},
};
static const Tool odd = {.name = "odd",
                         .title = "Odd",
                         .summary = "Lists what's odd. Twice.",
                         .help = "A paragraph of help.\n\nAnother one.",
                         .args = odd_args,
                         .run = fake_run,
                         .profiles = "kart kaimon",
                         .alias_of = "files",
                         .example = "odd max_chars=200 path='a b' recursive=false"};
static const Tool foreign = {
    .name = "o.x",
    .summary = "Foreign.",
    .run = fake_run,
    .raw_schema = "{\"type\":\"object\",\"properties\":{\"code\":{\"type\":\"string\","
                  "\"description\":\"to run\"}},\"required\":[\"code\"]}"};

static Str text_of(Bench *bench, void (*write)(Buf *, const Tool *), const Tool *tool) {
  Buf buf;
  buf_init(&buf, &bench->arena, 65536);
  write(&buf, tool);
  return buf_str(&buf);
}

static void helps_on_a_terminal(void **state) {
  Bench *bench = *state;
  assert_str(text_of(bench, tool_write_help, &fake_find),
             "usage: fathom find <query> [--kind NAME] [--limit N] [--exported] [--paths A,B]\n"
             "\n"
             "Finds symbols by name.\n"
             "\n"
             "Arguments:\n"
             "  <query>               name to look for (text, required)\n"
             "  --kind NAME           only this kind (one of any, function, class, default\n"
             "                        any)\n"
             "  --limit N             how many to show (integer 1 to 100, default 10)\n"
             "  --exported            only what other files see (true or false, default false)\n"
             "  --paths A,B           only beneath these (list of text of at most 5 items)\n"
             "\n"
             "Example:\n"
             "  fathom find main --kind function\n");
  assert_str(text_of(bench, tool_write_help, &odd),
             "usage: fathom odd [<path>] [--max-chars N] [--[no-]recursive]\n"
             "\n"
             "Lists what's odd. Twice.\n"
             "\n"
             "A paragraph of help.\n"
             "\n"
             "Another one.\n"
             "\n"
             "Arguments:\n"
             "  <path>                Where to look, which may be any directory beneath the\n"
             "                        root of the workspace (path)\n"
             "  --max-chars N         it's [the] budget: cut | there (integer from 100)\n"
             "  --[no-]recursive      go deeper (true or false, default true); --no-recursive\n"
             "                        switches it off\n"
             "\n"
             "Example:\n"
             "  fathom odd --max-chars 200 'a b' --recursive=false\n");
  assert_str(text_of(bench, tool_write_help, &foreign),
             "usage: fathom o.x <code>\n\nForeign.\n\nArguments:\n  <code>                to run "
             "(text, required)\n");
  assert_str(text_of(bench, tool_write_help, &fake_peek),
             "usage: fathom peek\n\nLooks at a symbol. Quickly.\n");
}

static void names_limits_in_their_unit(void **state) {
  Bench *bench = *state;
  static const ToolField fields[] = {
      {"query", TOOL_STRING, true, .min = 1, .max = 10000, .help = "words"},
      {"path", TOOL_PATH, .max = 4096, .help = "where"},
      {0},
  };
  const Tool tool = {.name = "t", .summary = "Does it.", .args = fields};
  assert_str(text_of(bench, tool_write_help, &tool),
             "usage: fathom t <query> [--path PATH]\n\nDoes it.\n\nArguments:\n"
             "  <query>               words (text of at most 10,000 characters, required)\n"
             "  --path PATH           where (path of at most 4,096 bytes)\n");
}

static void documents(void **state) {
  Bench *bench = *state;
  assert_str(text_of(bench, tool_write_markdown, &odd),
             "## odd\n"
             "\n"
             "**Odd** — writes or executes, profile `kart`, profile `kaimon`, a form of `files`\n"
             "\n"
             "Lists what's odd. Twice.\n"
             "\n"
             "A paragraph of help.\n\nAnother one.\n"
             "\n"
             "| argument | type | default | meaning |\n"
             "|---|---|---|---|\n"
             "| `path` | path |  | Where to look, which may be any directory beneath the root of "
             "the workspace. |\n"
             "| `max_chars` | integer from 100 |  | it's [the] budget: cut \\| there |\n"
             "| `recursive` | true or false | `true` | go deeper |\n"
             "\n"
             "```sh\n"
             "fathom odd --max-chars 200 'a b' --recursive=false\n"
             "```\n");
  static const ToolField row[] = {{"line", TOOL_INTEGER, true, .help = "line"}, {0}};
  static const ToolField rows[] = {{"hits", TOOL_OBJECTS, true, .fields = row, .help = "hits"},
                                   {0}};
  static const Tool nested = {.name = "n",
                              .summary = "S.",
                              .result = rows,
                              .run = fake_run,
                              .toolset = "read",
                              .flags = TOOL_CORE | TOOL_READ_ONLY};
  assert_str(text_of(bench, tool_write_markdown, &nested),
             "## n\n\nread-only, toolset `read`, profile `core`\n\nS.\n"
             "\n"
             "| field of the structured result | type | default | meaning |\n"
             "|---|---|---|---|\n"
             "| `hits` * | list of objects |  | hits |\n"
             "| `hits[].line` * | integer |  | line |\n");
}

/* ---- completion ---- */

static Str completion_of(Bench *bench, const char *shell) {
  const Tool *items[] = {&fake_find, &odd, &fake_peek, NULL};
  static const Str commands[] = {STR("serve"), STR("doctor")};
  static const Str options[] = {STR("--json")};
  const ToolCompletion completion = {.tools = {.items = items, .count = 3},
                                     .commands = commands,
                                     .command_count = 2,
                                     .options = options,
                                     .option_count = 1};
  Buf buf;
  buf_init(&buf, &bench->arena, 65536);
  assert_int_equal(tool_write_completion(&bench->job, &buf, str_from_c(shell), &completion), OK);
  return buf_str(&buf);
}

static int run_program(const char *const *argv) {
  pid_t child = fork();
  if (child == 0) {
    execvp(argv[0], (char *const *)(uintptr_t)argv);
    _exit(127);
  }
  int status;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The shell itself reads the script without running it. */
static void assert_syntax(Str script, const char *shell) {
  char path[] = "/tmp/fathom-completion-XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(write(file, script.ptr, script.len), script.len);
  close(file);
  int status = run_program((const char *const[]){shell, "-n", path, NULL});
  unlink(path);
  if (status == 127)
    print_message("%s is not installed: its script was not checked\n", shell);
  else
    assert_int_equal(status, 0);
}

static void completes(void **state) {
  Bench *bench = *state;
  Str bash = completion_of(bench, "bash");
  assert_true(str_contains(
      bash, STR("COMPREPLY=($(compgen -W \"serve doctor find odd peek \" -- \"$cur\"))\n")));
  assert_true(str_contains(bash, STR("    \"find --kind\")\n      COMPREPLY=($(compgen -W \"any "
                                     "function class\" -- \"$cur\"))\n")));
  assert_true(str_contains(bash, STR("    odd)\n      COMPREPLY=($(compgen -W \"--path --max-chars "
                                     "--recursive --json \" -- \"$cur\"))\n")));
  Str zsh = completion_of(bench, "zsh");
  assert_true(str_contains(zsh, STR("    'odd:Lists what'\\''s odd'\n")));
  assert_true(
      str_contains(zsh, STR("'--max-chars[it'\\''s \\[the\\] budget\\: cut | there]:max_chars:'")));
  assert_true(str_contains(zsh, STR("'--kind[only this kind]:kind:(any function class)'")));
  assert_true(str_contains(zsh, STR("'*--paths[only beneath these]:paths:'")));
  Str fish = completion_of(bench, "fish");
  assert_true(str_contains(
      fish,
      STR("complete -c fathom -f -n __fish_use_subcommand -a odd -d 'Lists what\\'s odd'\n")));
  assert_true(str_contains(fish, STR("complete -c fathom -n '__fish_seen_subcommand_from find' -l "
                                     "kind -x -a 'any function class' -d 'only this kind'\n")));
  assert_true(
      str_contains(fish, STR("complete -c fathom -n '__fish_seen_subcommand_from odd' -l json\n")));
  assert_syntax(bash, "bash");
  assert_syntax(zsh, "zsh");
  assert_syntax(fish, "fish");
}

/* bash, asked what it would offer. */
static void bash_offers_what_fits(void **state) {
  Bench *bench = *state;
  Str script =
      str_format(&bench->arena,
                 "%.*s\n"
                 "ask() { COMP_WORDS=(\"$@\"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _fathom; }\n"
                 "ask fathom f; [ \"${COMPREPLY[*]}\" = find ] || exit 11\n"
                 "ask fathom find --kind fu; [ \"${COMPREPLY[*]}\" = function ] || exit 12\n"
                 "ask fathom find --l; [ \"${COMPREPLY[*]}\" = --limit ] || exit 13\n"
                 "ask fathom odd --j; [ \"${COMPREPLY[*]}\" = --json ] || exit 14\n"
                 "ask fathom find sr; [ \"${COMPREPLY[*]}\" = '' ] || exit 15\n",
                 STR_ARG(completion_of(bench, "bash")));
  assert_int_equal(run_program((const char *const[]){"bash", "--norc", "-c", script.ptr, NULL}), 0);
}

static void unknown_shells_are_refused(void **state) {
  Bench *bench = *state;
  Buf buf;
  buf_init(&buf, &bench->arena, 1024);
  Err err =
      tool_write_completion(&bench->job, &buf, STR("tcsh"), &(ToolCompletion){.command_count = 0});
  assert_failed(bench, err, ERR_USAGE,
                "no completion for the shell 'tcsh'; known: bash, zsh, fish");
  assert_int_equal(buf.len, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(helps_on_a_terminal, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(names_limits_in_their_unit, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(documents, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(completes, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(bash_offers_what_fits, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(unknown_shells_are_refused, bench_open, bench_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
