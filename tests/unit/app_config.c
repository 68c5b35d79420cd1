/* Configuration: which source wins, what a repository's own file may do, and
 * what is said about mistakes. */
#include "tests/unit/os_scratch.h"

#include "src/app/app_internal.h"
#include "src/os/file.h"

/* What a load is made of; files are written when there is text for them. */
typedef struct Given {
  const char *user;
  const char *project;
  const char *env[8];   /* name, value, ... */
  const char *flags[8];
} Given;

static const Map *map_of(Arena *arena, const char *const *pairs) {
  Map *map = ARENA_NEW(arena, Map);
  map_init(map, arena);
  for (size_t i = 0; i < 8 && pairs[i]; i += 2) {
    Str *value = ARENA_NEW(arena, Str);
    *value = str_from_c(pairs[i + 1]);
    map_put(map, str_from_c(pairs[i]), value);
  }
  return map;
}

static Err try_load(Scratch *s, const Given *given, AppConfig **ret_config) {
  if (given->user) scratch_file(s, "user.json", given->user);
  scratch_ok(s, file_make_dir(&s->job, scratch_str(s, "project/.fathom"), false));
  if (given->project) scratch_file(s, "project/.fathom/config.json", given->project);
  AppConfigSources sources = {
      .user_path = scratch_str(s, "user.json"),
      .project = scratch_str(s, "project"),
      .env = map_of(&s->arena, given->env),
      .flags = map_of(&s->arena, given->flags),
  };
  return app_config_load(&s->job, &sources, ret_config);
}

static AppConfig *load(Scratch *s, const Given *given) {
  AppConfig *config = NULL;
  scratch_ok(s, try_load(s, given, &config));
  return config;
}

static ToolPolicy policy_of(Scratch *s, AppConfig *config) {
  AUTO(ToolRegistry) registry = tool_registry_open();
  ToolPolicy policy = {0};
  scratch_ok(s, app_config_policy(&s->job, config, registry, &policy));
  return policy;
}

static void no_warnings(const AppConfig *config) {
  size_t count;
  const Str *warnings = app_config_warnings(config, &count);
  if (count) fail_msg("warned: %.*s", STR_ARG(warnings[0]));
}

/* Exactly one warning: the file's path and `words`. */
static void warns(Scratch *s, const AppConfig *config, const char *file, const char *words) {
  size_t count;
  const Str *warnings = app_config_warnings(config, &count);
  for (size_t i = 1; i < count; i++) fail_msg("also warned: %.*s", STR_ARG(warnings[i]));
  assert_int_equal(count, 1);
  Str wanted = file ? str_format(&s->arena, "%s/%s: %s", s->path, file, words) : str_from_c(words);
  scratch_same(warnings[0], str_to_c(&s->arena, wanted));
}

static void list_is(const AppConfig *config, const char *key, const char *const *wanted) {
  size_t count;
  const Str *items = app_config_list(config, key, &count);
  size_t i = 0;
  for (; wanted[i]; i++) {
    assert_true(i < count);
    scratch_same(items[i], wanted[i]);
  }
  assert_int_equal(count, i);
}
#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})
#define NOTHING ((const char *const[]){NULL})

static void origin_is(const AppConfig *config, const char *key, const char *wanted) {
  scratch_same(app_config_origin(config, key), wanted);
}

/* ---- who wins ---- */

static void defaults_stand_alone(void **state) {
  Scratch *s = *state;
  AppConfig *config = load(s, &(Given){0});
  no_warnings(config);
  scratch_same(app_config_str(config, "tools.profile"), "core");
  assert_int_equal(app_config_int(config, "http.port"), 2828);
  scratch_same(app_config_str(config, "http.listen"), "127.0.0.1");
  scratch_same(app_config_str(config, "http.auth"), "relaxed");
  assert_false(app_config_bool(config, "tools.read_only"));
  assert_int_equal(app_config_int(config, "daemon.idle_minutes"), 30);
  list_is(config, "http.allowed_addresses", LIST("127.0.0.1", "::1"));
  list_is(config, "roots", NOTHING);
  for (size_t i = 0; i < app_option_count; i++) origin_is(config, app_options[i].key, "default");
}

static void later_sources_win(void **state) {
  Scratch *s = *state;
  Given given = {.user = "{\"http\":{\"port\":1001},\"log\":{\"level\":\"info\"}}"};
  AppConfig *config = load(s, &given);
  assert_int_equal(app_config_int(config, "http.port"), 1001);
  origin_is(config, "http.port", "user config");
  given.env[0] = "FATHOM_PORT";
  given.env[1] = "1002";
  config = load(s, &given);
  assert_int_equal(app_config_int(config, "http.port"), 1002);
  origin_is(config, "http.port", "environment");
  given.flags[0] = "port";
  given.flags[1] = "1003";
  config = load(s, &given);
  assert_int_equal(app_config_int(config, "http.port"), 1003);
  origin_is(config, "http.port", "flag");
  scratch_same(app_config_str(config, "log.level"), "info");
  no_warnings(config);
}

static void project_lies_between_user_and_environment(void **state) {
  Scratch *s = *state;
  Given given = {.user = "{\"index\":{\"location\":\"workspace\"}}",
                 .project = "{\"index\":{\"location\":\"cache\"}}"};
  AppConfig *config = load(s, &given);
  scratch_same(app_config_str(config, "index.location"), "cache");
  origin_is(config, "index.location", "project config");
  given.env[0] = "FATHOM_INDEX_LOCATION";
  given.env[1] = "workspace";
  config = load(s, &given);
  scratch_same(app_config_str(config, "index.location"), "workspace");
  origin_is(config, "index.location", "environment");
  no_warnings(config);
}

static void keys_may_be_written_with_dots(void **state) {
  Scratch *s = *state;
  AppConfig *config = load(s, &(Given){.user = "{\"http.port\":1,\"tools\":{\"disabled\":[\"a\",\"b\"]}}"});
  assert_int_equal(app_config_int(config, "http.port"), 1);
  list_is(config, "tools.disabled", LIST("a", "b"));
  no_warnings(config);
}

static void empty_variables_count_as_unset(void **state) {
  Scratch *s = *state;
  AppConfig *config = load(s, &(Given){.env = {"FATHOM_PORT", "", "FATHOM_READ_ONLY", ""}});
  assert_int_equal(app_config_int(config, "http.port"), 2828);
  origin_is(config, "tools.read_only", "default");
  no_warnings(config);
}

static void own_environment_counts_without_a_map(void **state) {
  Scratch *s = *state;
  AppConfig *config = NULL;
  AppConfigSources sources = {.user_path = scratch_str(s, "none"), .project = STR_EMPTY};
  assert_int_equal(setenv("FATHOM_PORT", "4321", 1), 0);
  scratch_ok(s, app_config_load(&s->job, &sources, &config));
  unsetenv("FATHOM_PORT");
  assert_int_equal(app_config_int(config, "http.port"), 4321);
  /* With a map this process's own does not leak in. */
  assert_int_equal(setenv("FATHOM_PORT", "4321", 1), 0);
  config = load(s, &(Given){0});
  unsetenv("FATHOM_PORT");
  assert_int_equal(app_config_int(config, "http.port"), 2828);
}

static void booleans_have_many_spellings(void **state) {
  Scratch *s = *state;
  static const char *const yes[] = {"true", "1", "yes", "on", "TRUE", "On"};
  static const char *const no[] = {"false", "0", "no", "off", "False"};
  for (size_t i = 0; i < COUNT_OF(yes); i++) {
    AppConfig *config = load(s, &(Given){.env = {"FATHOM_READ_ONLY", yes[i]}});
    assert_true(app_config_bool(config, "tools.read_only"));
  }
  for (size_t i = 0; i < COUNT_OF(no); i++) {
    AppConfig *config = load(s, &(Given){.user = "{\"tools\":{\"read_only\":true}}",
                                         .env = {"FATHOM_READ_ONLY", no[i]}});
    assert_false(app_config_bool(config, "tools.read_only"));
  }
}

static void lists_are_split_at_commas_and_trimmed(void **state) {
  Scratch *s = *state;
  AppConfig *config = load(s, &(Given){.env = {"FATHOM_ROOTS", " /a , /b c,, "}});
  list_is(config, "roots", LIST("/a", "/b c"));
}

/* A directory's name may hold a comma; in JSON that is one item. */
static void items_of_a_json_array_stay_whole(void **state) {
  Scratch *s = *state;
  AppConfig *config = load(s, &(Given){.user = "{\"roots\":[\"/a,b\",\" /c \"]}"});
  no_warnings(config);
  list_is(config, "roots", LIST("/a,b", " /c "));
}

/* ---- mistakes ---- */

static void unknown_keys_suggest_the_nearest(void **state) {
  Scratch *s = *state;
  warns(s, load(s, &(Given){.user = "{\"http\":{\"prot\":1}}"}), "user.json",
        "unknown key 'http.prot'; did you mean 'http.port'?");
  warns(s, load(s, &(Given){.user = "{\"rots\":[]}"}), "user.json",
        "unknown key 'rots'; did you mean 'roots'?");
  warns(s, load(s, &(Given){.user = "{\"completely\":{\"different\":1}}"}), "user.json",
        "unknown key 'completely'");
  warns(s, load(s, &(Given){.user = "{}", .project = "{\"tools\":{\"disable\":[]}}"}), "project/.fathom/config.json",
        "unknown key 'tools.disable'; did you mean 'tools.disabled'?");
}

static void wrong_types_change_nothing(void **state) {
  Scratch *s = *state;
  static const char *const cases[][2] = {
      {"{\"http\":{\"port\":\"80\"}}", "'http.port' takes a number; ignored"},
      {"{\"http\":{\"port\":null}}", "'http.port' takes a number; ignored"},
      {"{\"http\":{\"listen\":4}}", "'http.listen' takes a string; ignored"},
      {"{\"tools\":{\"read_only\":\"true\"}}", "'tools.read_only' takes true or false; ignored"},
      {"{\"tools\":{\"read_only\":1}}", "'tools.read_only' takes true or false; ignored"},
      {"{\"roots\":\"/a\"}", "'roots' takes an array of strings; ignored"},
      {"{\"roots\":[1]}", "'roots' takes an array of strings; ignored"},
      {"{\"roots\":{\"a\":1}}", "'roots' takes an array of strings; ignored"},
      {"{\"http\":{\"port\":70000}}", "'http.port' takes a whole number from 0 to 65535; ignored"},
      {"{\"http\":{\"port\":-1}}", "'http.port' takes a whole number from 0 to 65535; ignored"},
      {"{\"http\":{\"port\":80.5}}", "'http.port' takes a whole number from 0 to 65535; ignored"},
      {"{\"daemon\":{\"idle_minutes\":0}}",
       "'daemon.idle_minutes' takes a whole number from 1 to 10080; ignored"},
      {"{\"http\":{\"auth\":\"none\"}}", "'http.auth' takes one of strict|relaxed|lax; ignored"},
      {"{\"http\":{\"auth\":\"STRICT\"}}", "'http.auth' takes one of strict|relaxed|lax; ignored"},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    AppConfig *config = load(s, &(Given){.user = cases[i][0]});
    warns(s, config, "user.json", cases[i][1]);
    for (size_t k = 0; k < app_option_count; k++) origin_is(config, app_options[k].key, "default");
  }
}

static void group_that_is_no_object_is_told(void **state) {
  Scratch *s = *state;
  warns(s, load(s, &(Given){.user = "{\"http\":5}"}), "user.json", "'http' takes an object; ignored");
  warns(s, load(s, &(Given){.user = "{\"tools\":null}"}), "user.json", "'tools' takes an object; ignored");
}

static void one_mistake_does_not_spoil_the_rest(void **state) {
  Scratch *s = *state;
  AppConfig *config =
      load(s, &(Given){.user = "{\"http\":{\"port\":\"x\",\"listen\":\"::1\"},\"log\":{\"level\":\"debug\"}}"});
  warns(s, config, "user.json", "'http.port' takes a number; ignored");
  scratch_same(app_config_str(config, "http.listen"), "::1");
  scratch_same(app_config_str(config, "log.level"), "debug");
}

static void bad_variables_are_told_and_ignored(void **state) {
  Scratch *s = *state;
  AppConfig *config = load(s, &(Given){.user = "{\"http\":{\"port\":7}}", .env = {"FATHOM_PORT", "many"}});
  warns(s, config, NULL, "FATHOM_PORT takes a whole number from 0 to 65535; ignored");
  assert_int_equal(app_config_int(config, "http.port"), 7);
}

static void bad_flags_are_errors(void **state) {
  Scratch *s = *state;
  AppConfig *config = NULL;
  scratch_fails(s, try_load(s, &(Given){.flags = {"port", "99999"}}, &config), ERR_USAGE,
                "--port takes a whole number from 0 to 65535, not '99999'");
  scratch_fails(s, try_load(s, &(Given){.flags = {"auth", "off"}}, &config), ERR_USAGE,
                "--auth takes one of strict|relaxed|lax, not 'off'");
  scratch_fails(s, try_load(s, &(Given){.flags = {"read-only", "maybe"}}, &config), ERR_USAGE,
                "--read-only takes true or false, not 'maybe'");
  assert_null(config);
}

static void users_own_file_must_be_json(void **state) {
  Scratch *s = *state;
  AppConfig *config = NULL;
  scratch_fails(s, try_load(s, &(Given){.user = "{\"http\":"}, &config), ERR_SYNTAX, "/user.json: ");
  scratch_fails(s, try_load(s, &(Given){.user = "[]"}, &config), ERR_SYNTAX,
                "/user.json: must hold one JSON object");
  scratch_fails(s, try_load(s, &(Given){.user = "{\"roots\":[],\"roots\":[]}"}, &config), ERR_SYNTAX,
                "/user.json: ");
  assert_null(config);
}

/* ---- a repository's own file ---- */

/* Whatever a repository brings, fathom starts. */
static void broken_project_file_is_told_and_ignored(void **state) {
  Scratch *s = *state;
  static const char *const broken[] = {"", "{", "[]", "null", "\"x\"", "{\"a\":1,\"a\":2}",
                                       "{\"tools\":{\"disabled\":[\"find\"]}} trailing",
                                       "{\"x\":\"\xff\"}"};
  for (size_t i = 0; i < COUNT_OF(broken); i++) {
    AppConfig *config = load(s, &(Given){.project = broken[i]});
    size_t count;
    const Str *warnings = app_config_warnings(config, &count);
    assert_int_equal(count, 1);
    assert_true(str_ends_with(warnings[0], STR("; ignored")));
    assert_true(str_contains(warnings[0], STR("/.fathom/config.json: ")));
    list_is(config, "tools.disabled", NOTHING);
  }
  char deep[2001];
  memset(deep, '[', sizeof deep - 1);
  deep[sizeof deep - 1] = '\0';
  size_t count;
  (void)app_config_warnings(load(s, &(Given){.project = deep}), &count);
  assert_int_equal(count, 1);
}

static void unreadable_project_file_is_told_and_ignored(void **state) {
  Scratch *s = *state;
  size_t count;
  scratch_ok(s, file_make_dir(&s->job, scratch_str(s, "project/.fathom/config.json"), false));
  (void)app_config_warnings(load(s, &(Given){0}), &count);
  assert_int_equal(count, 1);
  assert_int_equal(rmdir(scratch_path(s, "project/.fathom/config.json")), 0);
  assert_int_equal(mkfifo(scratch_path(s, "project/.fathom/config.json"), 0600), 0);
  (void)app_config_warnings(load(s, &(Given){0}), &count);
  assert_int_equal(count, 1);
  assert_int_equal(unlink(scratch_path(s, "project/.fathom/config.json")), 0);
  size_t size = ((size_t)1 << 20) + 1;
  char *big = malloc(size + 1);
  memset(big, ' ', size);
  big[size] = '\0';
  (void)app_config_warnings(load(s, &(Given){.project = big}), &count);
  free(big);
  assert_int_equal(count, 1);
}

static void project_may_not_decide_for_the_user(void **state) {
  Scratch *s = *state;
  static const char *const files[][2] = {
      {"{\"repo\":\"/\"}", "repo"},
      {"{\"roots\":[\"/\"]}", "roots"},
      {"{\"tools\":{\"toolsets\":[\"edit\"]}}", "tools.toolsets"},
      {"{\"tools\":{\"structured\":true}}", "tools.structured"},
      {"{\"http\":{\"listen\":\"0.0.0.0\"}}", "http.listen"},
      {"{\"http\":{\"port\":1}}", "http.port"},
      {"{\"http\":{\"allowed_hosts\":[\"evil.example\"]}}", "http.allowed_hosts"},
      {"{\"http\":{\"allowed_origins\":[\"https://evil.example\"]}}", "http.allowed_origins"},
      {"{\"daemon\":{\"idle_minutes\":9999}}", "daemon.idle_minutes"},
      {"{\"log\":{\"level\":\"debug\"}}", "log.level"},
  };
  for (size_t i = 0; i < COUNT_OF(files); i++) {
    AppConfig *config = load(s, &(Given){.project = files[i][0]});
    Str words = str_format(&s->arena, "'%s' is ignored in a project's file; set it in your own config",
                           files[i][1]);
    warns(s, config, "project/.fathom/config.json", str_to_c(&s->arena, words));
    origin_is(config, files[i][1], "default");
  }
}

static void project_may_only_tighten_authentication(void **state) {
  Scratch *s = *state;
  const char *only_stricter = "'http.auth' may only be made stricter by a project; ignored";
  AppConfig *config = load(s, &(Given){.project = "{\"http\":{\"auth\":\"strict\"}}"});
  no_warnings(config);
  scratch_same(app_config_str(config, "http.auth"), "strict");
  origin_is(config, "http.auth", "project config");
  config = load(s, &(Given){.project = "{\"http\":{\"auth\":\"lax\"}}"});
  warns(s, config, "project/.fathom/config.json", only_stricter);
  scratch_same(app_config_str(config, "http.auth"), "relaxed");
  config = load(s, &(Given){.project = "{\"http\":{\"auth\":\"relaxed\"}}", .flags = {"auth", "strict"}});
  warns(s, config, "project/.fathom/config.json", only_stricter);
  scratch_same(app_config_str(config, "http.auth"), "strict");
  /* Even against what was asked for on the command line. */
  config = load(s, &(Given){.project = "{\"http\":{\"auth\":\"relaxed\"}}", .flags = {"auth", "lax"}});
  no_warnings(config);
  scratch_same(app_config_str(config, "http.auth"), "relaxed");
}

static void project_may_only_shorten_the_address_list(void **state) {
  Scratch *s = *state;
  AppConfig *config = load(s, &(Given){.project = "{\"http\":{\"allowed_addresses\":[\"::1\"]}}"});
  no_warnings(config);
  list_is(config, "http.allowed_addresses", LIST("::1"));
  /* An empty list would stand for the default one, which may be wider. */
  config = load(s, &(Given){.user = "{\"http\":{\"allowed_addresses\":[\"10.0.0.1\"]}}",
                            .project = "{\"http\":{\"allowed_addresses\":[]}}"});
  list_is(config, "http.allowed_addresses", LIST("10.0.0.1"));
  assert_int_equal(unlink(scratch_path(s, "user.json")), 0);
  config = load(s, &(Given){.project = "{\"http\":{\"allowed_addresses\":[\"::1\",\"10.0.0.1\"]}}"});
  warns(s, config, "project/.fathom/config.json", "'http.allowed_addresses' may only be made stricter by a project; ignored");
  list_is(config, "http.allowed_addresses", LIST("127.0.0.1", "::1"));
}

static void project_narrows_the_policy(void **state) {
  Scratch *s = *state;
  AppConfig *config = load(s, &(Given){.project = "{\"tools\":{\"disabled\":[\"files\"],\"read_only\":true}}",
                                       .flags = {"disable", "find"}});
  no_warnings(config);
  ToolPolicy policy = policy_of(s, config);
  scratch_same(policy.disabled, "find,files");
  assert_true(policy.read_only);
}

static void project_cannot_widen_the_policy(void **state) {
  Scratch *s = *state;
  AppConfig *config = load(
      s, &(Given){.project = "{\"tools\":{\"disabled\":[],\"read_only\":false,\"profile\":\"full\"}}",
                  .flags = {"disable", "find", "read-only", "true"}});
  ToolPolicy policy = policy_of(s, config);
  scratch_same(policy.disabled, "find");
  assert_true(policy.read_only);
  /* What the user's profile does not list stays unlisted. */
  scratch_same(policy.profile, "core");
  assert_non_null(policy.within);
  scratch_same(policy.within->profile, "full");
  scratch_same(app_config_str(config, "tools.profile"), "core");
}

static void policy_of_the_user_alone(void **state) {
  Scratch *s = *state;
  AppConfig *config = load(s, &(Given){.user = "{\"tools\":{\"toolsets\":[\"read\"]}}",
                                       .flags = {"profile", "full", "structured", "true"}});
  ToolPolicy policy = policy_of(s, config);
  scratch_same(policy.profile, "full");
  scratch_same(policy.toolsets, "read");
  scratch_same(policy.tools, "");
  assert_true(policy.structured);
  assert_false(policy.read_only);
  assert_null(policy.within);
}

/* ---- the table ---- */

static void every_option_is_whole(void **state) {
  Scratch *s = *state;
  for (size_t i = 0; i < app_option_count; i++) {
    const AppOption *option = &app_options[i];
    assert_non_null(option->key);
    assert_non_null(option->otherwise);
    assert_true(str_starts_with(str_from_c(option->env), STR("FATHOM_")));
    assert_true(str_ends_with(str_from_c(option->help), STR(".")));
    for (size_t k = 0; k < i; k++) {
      assert_string_not_equal(option->key, app_options[k].key);
      assert_string_not_equal(option->env, app_options[k].env);
      if (option->flag && app_options[k].flag) assert_string_not_equal(option->flag, app_options[k].flag);
    }
    /* Its own default is accepted. */
    if (!option->otherwise[0]) continue;
    AppConfig *config = load(s, &(Given){.env = {option->env, option->otherwise}});
    no_warnings(config);
    origin_is(config, option->key, "environment");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(defaults_stand_alone),
      SCRATCH_TEST(later_sources_win),
      SCRATCH_TEST(project_lies_between_user_and_environment),
      SCRATCH_TEST(keys_may_be_written_with_dots),
      SCRATCH_TEST(empty_variables_count_as_unset),
      SCRATCH_TEST(own_environment_counts_without_a_map),
      SCRATCH_TEST(booleans_have_many_spellings),
      SCRATCH_TEST(lists_are_split_at_commas_and_trimmed),
      SCRATCH_TEST(items_of_a_json_array_stay_whole),
      SCRATCH_TEST(unknown_keys_suggest_the_nearest),
      SCRATCH_TEST(wrong_types_change_nothing),
      SCRATCH_TEST(group_that_is_no_object_is_told),
      SCRATCH_TEST(one_mistake_does_not_spoil_the_rest),
      SCRATCH_TEST(bad_variables_are_told_and_ignored),
      SCRATCH_TEST(bad_flags_are_errors),
      SCRATCH_TEST(users_own_file_must_be_json),
      SCRATCH_TEST(broken_project_file_is_told_and_ignored),
      SCRATCH_TEST(unreadable_project_file_is_told_and_ignored),
      SCRATCH_TEST(project_may_not_decide_for_the_user),
      SCRATCH_TEST(project_may_only_tighten_authentication),
      SCRATCH_TEST(project_may_only_shorten_the_address_list),
      SCRATCH_TEST(project_narrows_the_policy),
      SCRATCH_TEST(project_cannot_widen_the_policy),
      SCRATCH_TEST(policy_of_the_user_alone),
      SCRATCH_TEST(every_option_is_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
