/* Policies: who is listed, who is refused, what a name means. */
#include "tests/unit/tools_fakes.h"

#include "src/tools/kit/tool_internal.h"

typedef struct Case {
  ToolPolicy policy;
  const char *listed;
} Case;

static void lists_by_profile(void **state) {
  Bench *bench = *state;
  AUTO(ToolRegistry) registry = tool_registry_open_with(fakes);
  static const Case cases[] = {
      {{.read_only = false}, "call edit find"},
      {{.profile = STR("core")}, "call edit find"},
      /* The bare `find` is ours there, and `run_tests` would be two tools. */
      {{.profile = STR("full")}, "call edit find kart_replace peek shared zap"},
      {{.profile = STR("kart")}, "call find kart_replace shared"},
      {{.profile = STR("kaimon")}, "call run_tests shared"},
      {{.toolsets = STR("read")}, "call edit find peek"},
      {{.toolsets = STR(" edit, read ")}, "call edit find peek zap"},
      {{.profile = STR("kaimon"), .toolsets = STR("read")}, "call find peek run_tests shared"},
      {{.tools = STR("peek,find")}, "find peek"},
      {{.tools = STR("agent-lsp.run_tests"), .profile = STR("kaimon")}, "run_tests"},
      {{.tools = STR("peek"), .toolsets = STR("edit"), .profile = STR("full")}, "peek"},
      {{.disabled = STR("edit")}, "call find"},
      {{.read_only = true}, "call find"},
      {{.profile = STR("full"), .read_only = true}, "call find peek shared"},
      {{.profile = STR("kart"), .disabled = STR("edit")}, "call find shared"},
      {{.profile = STR("kart"), .disabled = STR("core.edit")}, "call find shared"},
      {{.profile = STR("kart"), .disabled = STR("kart.find")}, "call kart_replace shared"},
      {{.tools = STR("call"), .disabled = STR("call")}, ""},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    Str names = names_of(bench, registry, &cases[i].policy, true);
    if (!str_eq_c(names, cases[i].listed)) print_error("case %zu\n", i);
    assert_str(names, cases[i].listed);
  }
}

static void unlisted_stay_in_the_full_list(void **state) {
  Bench *bench = *state;
  AUTO(ToolRegistry) registry = tool_registry_open_with(fakes);
  const ToolPolicy plain = {0};
  assert_str(names_of(bench, registry, &plain, false),
             "call edit find find kart_replace peek run_tests run_tests shared zap");
  assert_str(names_of(bench, registry, NULL, false),
             "call edit find find kart_replace peek run_tests run_tests shared zap");
  const ToolPolicy narrow = {.read_only = true, .disabled = STR("peek")};
  assert_str(names_of(bench, registry, &narrow, false), "call find find shared");
}

/* Which tool ran, by its title. */
static Str title_of(Bench *bench, ToolRegistry *registry, const ToolPolicy *policy,
                    const char *name) {
  ToolList found;
  Err err = tool_find(&bench->job, registry, policy, str_from_c(name), &found);
  if (err) return job_message(&bench->job, err);
  Str title = str_from_c(found.items[0]->title);
  assert_int_equal(found.count, 1);
  tool_list_release(registry, &found);
  return title;
}

static void looks_names_up_in_the_profile(void **state) {
  Bench *bench = *state;
  AUTO(ToolRegistry) registry = tool_registry_open_with(fakes);
  const ToolPolicy core = {0}, kart = {.profile = STR("kart")}, kaimon = {.profile = STR("kaimon")};
  const ToolPolicy named = {.tools = STR("agent-lsp.run_tests"), .profile = STR("kaimon")};
  assert_str(title_of(bench, registry, &core, "find"), "own find");
  assert_str(title_of(bench, registry, NULL, "find"), "own find");
  assert_str(title_of(bench, registry, &kart, "find"), "kart find");
  assert_str(title_of(bench, registry, &kart, "core.find"), "own find");
  assert_str(title_of(bench, registry, &core, "kart.find"), "kart find");
  assert_str(title_of(bench, registry, &kaimon, "run_tests"), "kaimon tests");
  assert_str(title_of(bench, registry, &kaimon, "agent-lsp.run_tests"), "lsp tests");
  assert_str(title_of(bench, registry, &named, "run_tests"), "lsp tests");
  assert_str(title_of(bench, registry, &core, "kaimon.shared"), "shared");
}

static void explains_unknown_names(void **state) {
  Bench *bench = *state;
  AUTO(ToolRegistry) registry = tool_registry_open_with(fakes);
  ToolPolicy policy = {0};
  ToolList found;
  static const char *const cases[][2] = {
      {"run_tests",
       "'run_tests' names 2 tools; say which one: agent-lsp.run_tests, kaimon.run_tests"},
      {"fnd", "there is no tool 'fnd'; did you mean 'find'?"},
      {"agent-lsp.run_test",
       "there is no tool 'agent-lsp.run_test'; did you mean 'agent-lsp.run_tests'?"},
      {"kart.peek", "there is no tool 'kart.peek'; did you mean 'core.peek'?"},
      {"",
       "there is no tool ''; the tool 'call' without arguments names those that are not listed"},
      {"a\nb\x1b",
       "there is no tool 'a\\nb\\x1B'; the tool 'call' without arguments names those that "
       "are not listed"},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    Err err = tool_find(&bench->job, registry, &policy, str_from_c(cases[i][0]), &found);
    assert_failed(bench, err, ERR_NOT_FOUND, cases[i][1]);
  }
  /* What is refused is not suggested. */
  policy.disabled = STR("find,call");
  Err err = tool_find(&bench->job, registry, &policy, STR("fnd"), &found);
  assert_failed(
      bench, err, ERR_NOT_FOUND,
      "there is no tool 'fnd'; the tool 'call' without arguments names those that are not listed");
}

static void callable_names_lead_back(void **state) {
  Bench *bench = *state;
  AUTO(ToolRegistry) registry = tool_registry_open_with(fakes);
  const ToolPolicy policies[] = {{.read_only = false},
                                 {.profile = STR("full")},
                                 {.profile = STR("kart")},
                                 {.profile = STR("kaimon")}};
  for (size_t p = 0; p < COUNT_OF(policies); p++) {
    for (size_t i = 0; fakes[i]; i++) {
      Str name = tool_callable_name(&bench->arena, registry, &policies[p], fakes[i]);
      ToolList found;
      assert_int_equal(tool_find(&bench->job, registry, &policies[p], name, &found), OK);
      assert_ptr_equal(found.items[0], fakes[i]);
      tool_list_release(registry, &found);
    }
  }
  assert_str(tool_callable_name(&bench->arena, registry, &policies[0], &fake_find), "find");
  assert_str(tool_callable_name(&bench->arena, registry, &policies[0], &fake_kart_find),
             "kart.find");
  assert_str(tool_callable_name(&bench->arena, registry, &policies[2], &fake_find), "core.find");
}

static void refuses_with_the_reason(void **state) {
  Bench *bench = *state;
  const ToolPolicy disabled = {.disabled = STR("zap, edit")};
  Err err = tool_allow(&bench->job, &disabled, &fake_edit);
  assert_failed(bench, err, ERR_DENIED,
                "the tool 'edit' is disabled (--disable or tools.disabled)");
  err = tool_allow(&bench->job, &disabled, &fake_kart_replace);
  assert_failed(bench, err, ERR_DENIED,
                "the tool 'kart_replace' is a form of 'edit', which is disabled (--disable or "
                "tools.disabled)");
  const ToolPolicy read_only = {.read_only = true};
  err = tool_allow(&bench->job, &read_only, &fake_zap);
  assert_failed(
      bench, err, ERR_DENIED,
      "the tool 'zap' can change or execute something, and only read-only tools are allowed "
      "here (--read-only or tools.read_only)");
  assert_int_equal(tool_allow(&bench->job, &read_only, &fake_peek), OK);
  assert_int_equal(tool_allow(&bench->job, NULL, &fake_zap), OK);
}

static void a_project_only_narrows(void **state) {
  Bench *bench = *state;
  AUTO(ToolRegistry) registry = tool_registry_open_with(fakes);
  static const struct {
    ToolPolicy base, project;
    const char *listed;
  } cases[] = {
      {{.read_only = false}, {.disabled = STR("find")}, "call edit"},
      {{.disabled = STR("edit")}, {.disabled = STR("find")}, "call"},
      {{.read_only = false}, {.read_only = true}, "call find"},
      {{.read_only = true}, {.read_only = false}, "call find"},
      {{.read_only = false}, {.profile = STR("full")}, "call edit find"},
      {{.read_only = false}, {.toolsets = STR("edit,read")}, "call edit find"},
      {{.read_only = false}, {.tools = STR("find,peek,zap")}, "find"},
      {{.profile = STR("full")}, {.profile = STR("core")}, "call edit find"},
      {{.profile = STR("full")},
       {.profile = STR("core"), .toolsets = STR("edit")},
       "call edit find zap"},
      {{.profile = STR("full")}, {.profile = STR("kart")}, "call kart_replace shared"},
      {{.profile = STR("full")},
       {.disabled = STR("peek")},
       "call edit find kart_replace shared zap"},
      {{.tools = STR("find,zap")}, {.tools = STR("zap,peek")}, "zap"},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    ToolPolicy narrow = tool_policy_narrow(&bench->arena, &cases[i].base, &cases[i].project);
    Str names = names_of(bench, registry, &narrow, true);
    if (!str_eq_c(names, cases[i].listed)) print_error("case %zu\n", i);
    assert_str(names, cases[i].listed);
  }
}

static void narrowing_twice_keeps_both(void **state) {
  Bench *bench = *state;
  AUTO(ToolRegistry) registry = tool_registry_open_with(fakes);
  const ToolPolicy base = {.profile = STR("full"), .structured = true};
  const ToolPolicy first = {.tools = STR("find,peek,zap"), .structured = false};
  const ToolPolicy second = {.tools = STR("peek,zap,edit"), .read_only = true};
  ToolPolicy narrow = tool_policy_narrow(&bench->arena, &base, &first);
  narrow = tool_policy_narrow(&bench->arena, &narrow, &second);
  assert_str(names_of(bench, registry, &narrow, true), "peek");
  assert_true(narrow.structured);
}

static void checks_names_in_policies(void **state) {
  Bench *bench = *state;
  AUTO(ToolRegistry) registry = tool_registry_open_with(fakes);
  static const ToolPolicy good[] = {
      {.read_only = false},
      {.profile = STR("kart"),
       .toolsets = STR("read, edit"),
       .disabled = STR("run_tests,kart.find,core.find,")},
      {.tools = STR("find,agent-lsp.run_tests,repl1.eval")},
      {.tools = STR("run_tests"), .profile = STR("kaimon")},
  };
  for (size_t i = 0; i < COUNT_OF(good); i++) {
    assert_int_equal(tool_policy_check(&bench->job, registry, &good[i]), OK);
  }
  static const struct {
    ToolPolicy policy;
    const char *words;
  } bad[] = {
      {{.profile = STR("cart")},
       "there is no profile 'cart'; did you mean 'kart'? known: core, full, kart, agent-lsp, "
       "kaimon"},
      {{.profile = STR("core,kart")},
       "there is no profile 'core,kart'; known: core, full, kart, agent-lsp, kaimon"},
      {{.toolsets = STR("read,edti")},
       "there is no toolset 'edti'; did you mean 'edit'? known: meta, edit, read"},
      {{.tools = STR("fnid")},
       "there is no tool 'fnid'; did you mean 'find'? known: call, edit, find, "
       "kart_replace, peek, run_tests, shared, zap"},
      {{.disabled = STR("kart.zap")},
       "there is no tool 'kart.zap'; known: call, edit, find, kart_replace, peek, "
       "run_tests, shared, zap"},
      {{.tools = STR("run_tests")},
       "'run_tests' can stand for one tool only; name one of agent-lsp.run_tests, "
       "kaimon.run_tests, or "
       "choose a profile"},
      {{.tools = STR("kaimon.run_tests,agent-lsp.run_tests")},
       "'run_tests' can stand for one tool only; name one of agent-lsp.run_tests, "
       "kaimon.run_tests, or "
       "choose a profile"},
  };
  for (size_t i = 0; i < COUNT_OF(bad); i++) {
    Err err = tool_policy_check(&bench->job, registry, &bad[i].policy);
    assert_failed(bench, err, ERR_USAGE, bad[i].words);
  }
  const ToolPolicy base = {0};
  ToolPolicy narrow =
      tool_policy_narrow(&bench->arena, &base, &(ToolPolicy){.profile = STR("cart")});
  assert_int_equal(tool_policy_check(&bench->job, registry, &narrow), ERR_USAGE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(lists_by_profile, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(unlisted_stay_in_the_full_list, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(looks_names_up_in_the_profile, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(explains_unknown_names, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(callable_names_lead_back, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(refuses_with_the_reason, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(a_project_only_narrows, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(narrowing_twice_keeps_both, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(checks_names_in_policies, bench_open, bench_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
