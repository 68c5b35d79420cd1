/* The command line: words into flags and positional arguments. */
#include "tests/unit/os_scratch.h"

#include "src/app/app_internal.h"

static const AppFlag flags[] = {
    {"label", "TEXT", "Text."}, {"force", NULL, "Do it."}, {"yes", NULL, "No question."}, {0}};
static const AppCommand plain = {.name = "thing", .flags = flags};
static const AppCommand with_options = {.name = "thing", .flags = flags, .takes_options = true};
static const AppCommand without = {.name = "thing"};

static Err parse(Scratch *s, const AppCommand *command, AppRun *ret_run, const char *const *words) {
  size_t count = 0;
  while (words[count]) count++;
  Str *list = ARENA_ARRAY(&s->arena, Str, count);
  for (size_t i = 0; i < count; i++) list[i] = str_from_c(words[i]);
  return app_parse(&s->job, command, list, count, ret_run);
}
#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void flags_and_words_are_told_apart(void **state) {
  Scratch *s = *state;
  AppRun run;
  scratch_ok(s, parse(s, &plain, &run, WORDS("one", "--label", "a b", "two", "--force", "three")));
  assert_int_equal(run.word_count, 3);
  scratch_same(run.words[0], "one");
  scratch_same(run.words[2], "three");
  scratch_same(app_flag_value(&run, "label"), "a b");
  scratch_same(app_flag_value(&run, "force"), "true");
  assert_true(app_flag(&run, "force"));
  assert_false(app_flag(&run, "yes"));
  scratch_same(app_flag_value(&run, "yes"), "");
  assert_ptr_equal(run.command, &plain);
}

static void values_may_follow_an_equals_sign(void **state) {
  Scratch *s = *state;
  AppRun run;
  scratch_ok(s, parse(s, &plain, &run, WORDS("--label=x=y", "--force=false")));
  scratch_same(app_flag_value(&run, "label"), "x=y");
  assert_false(app_flag(&run, "force"));
  scratch_ok(s, parse(s, &plain, &run, WORDS("--label=")));
  scratch_same(app_flag_value(&run, "label"), "");
  assert_int_equal(run.word_count, 0);
}

static void value_may_look_like_a_flag(void **state) {
  Scratch *s = *state;
  AppRun run;
  scratch_ok(s, parse(s, &plain, &run, WORDS("--label", "--force")));
  scratch_same(app_flag_value(&run, "label"), "--force");
  assert_false(app_flag(&run, "force"));
}

static void after_two_dashes_all_is_positional(void **state) {
  Scratch *s = *state;
  AppRun run;
  scratch_ok(s, parse(s, &plain, &run, WORDS("--", "--force", "-x", "--")));
  assert_int_equal(run.word_count, 3);
  scratch_same(run.words[0], "--force");
  scratch_same(run.words[2], "--");
  assert_false(app_flag(&run, "force"));
  /* One dash alone is a word: standard input. */
  scratch_ok(s, parse(s, &plain, &run, WORDS("-")));
  scratch_same(run.words[0], "-");
}

static void last_of_several_counts(void **state) {
  Scratch *s = *state;
  AppRun run;
  scratch_ok(s, parse(s, &plain, &run, WORDS("--label", "a", "--label", "b")));
  scratch_same(app_flag_value(&run, "label"), "b");
}

static void help_and_short_forms(void **state) {
  Scratch *s = *state;
  AppRun run;
  scratch_ok(s, parse(s, &without, &run, WORDS("--help")));
  assert_true(app_flag(&run, "help"));
  scratch_ok(s, parse(s, &without, &run, WORDS("-h")));
  assert_true(app_flag(&run, "help"));
  scratch_ok(s, parse(s, &plain, &run, WORDS("-y")));
  assert_true(app_flag(&run, "yes"));
}

static void unknown_flags_suggest_the_nearest(void **state) {
  Scratch *s = *state;
  AppRun run;
  scratch_fails(s, parse(s, &plain, &run, WORDS("--lable", "x")), ERR_USAGE,
                "unknown option --lable; did you mean --label?");
  scratch_fails(s, parse(s, &plain, &run, WORDS("--zzzzzzz")), ERR_USAGE,
                "unknown option --zzzzzzz; see 'fathom thing --help'");
  /* Options of the configuration only where they are taken. */
  scratch_fails(s, parse(s, &plain, &run, WORDS("--profile", "full")), ERR_USAGE, "unknown option --profile");
  scratch_fails(s, parse(s, &with_options, &run, WORDS("--profil", "full")), ERR_USAGE,
                "unknown option --profil; did you mean --profile?");
  scratch_fails(s, parse(s, &without, &run, WORDS("-y")), ERR_USAGE, "unknown option --yes");
}

static void missing_values_are_told(void **state) {
  Scratch *s = *state;
  AppRun run;
  scratch_fails(s, parse(s, &plain, &run, WORDS("--label")), ERR_USAGE, "--label needs a value");
  scratch_fails(s, parse(s, &with_options, &run, WORDS("--port")), ERR_USAGE, "--port needs a value");
}

static void every_option_with_a_flag_is_taken(void **state) {
  Scratch *s = *state;
  for (size_t i = 0; i < app_option_count; i++) {
    const AppOption *option = &app_options[i];
    if (!option->flag) continue;
    AppRun run;
    const char *dashed = str_to_c(&s->arena, str_format(&s->arena, "--%s", option->flag));
    if (option->type == APP_BOOLEAN) {
      scratch_ok(s, parse(s, &with_options, &run, WORDS(dashed, "word")));
      scratch_same(app_flag_value(&run, option->flag), "true");
      assert_int_equal(run.word_count, 1);
    } else {
      scratch_ok(s, parse(s, &with_options, &run, WORDS(dashed, "value")));
      scratch_same(app_flag_value(&run, option->flag), "value");
      assert_int_equal(run.word_count, 0);
    }
  }
}

static void commands_are_whole(void **state) {
  Scratch *s = *state;
  for (size_t i = 0; app_commands[i]; i++) {
    const AppCommand *command = app_commands[i];
    assert_non_null(command->run);
    assert_true(str_ends_with(str_from_c(command->summary), STR(".")) ||
                str_ends_with(str_from_c(command->summary), STR(")")));
    for (size_t k = 0; k < i; k++) assert_string_not_equal(command->name, app_commands[k]->name);
    Buf help;
    buf_init(&help, &s->arena, 1 << 20);
    app_write_command_help(&help, command);
    Str first = str_format(&s->arena, "usage: fathom %s", command->name);
    assert_true(str_starts_with(buf_str(&help), first));
    for (const AppFlag *flag = command->flags; flag && flag->name; flag++) {
      Str shown = str_format(&s->arena, "  --%s", flag->name);
      assert_true(str_contains(buf_str(&help), shown));
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(flags_and_words_are_told_apart),    SCRATCH_TEST(values_may_follow_an_equals_sign),
      SCRATCH_TEST(value_may_look_like_a_flag),        SCRATCH_TEST(after_two_dashes_all_is_positional),
      SCRATCH_TEST(last_of_several_counts),            SCRATCH_TEST(help_and_short_forms),
      SCRATCH_TEST(unknown_flags_suggest_the_nearest), SCRATCH_TEST(missing_values_are_told),
      SCRATCH_TEST(every_option_with_a_flag_is_taken), SCRATCH_TEST(commands_are_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
