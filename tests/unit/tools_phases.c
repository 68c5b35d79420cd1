/* Phases: what each skill lets through, refuses and remarks on, and that one
 * client's order is nobody else's. */
#include "tests/unit/tools_fakes.h"

#include "src/tools/kit/phases_internal.h"

typedef struct Try {
  const char *tool;
  const char *phase; /* after the call; NULL: it was refused */
} Try;

/* Descriptors as the program has them, by name. */
static const Tool *tool_named(const char *name) {
  for (size_t i = 0; tool_registry[i]; i++) {
    bool is_agents = tool_registry[i]->profiles && strstr(tool_registry[i]->profiles, "agent-lsp");
    if (is_agents && !strcmp(tool_registry[i]->name, name)) return tool_registry[i];
  }
  fail_msg("no tool %s", name);
  return NULL;
}

static void assert_course(const char *skill, const Try *tries, size_t count) {
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  ToolPhases *phases = tool_phases_open();
  assert_int_equal(tool_phases_activate(&job, phases, str_from_c(skill), true), OK);
  for (size_t i = 0; i < count; i++) {
    Str warning;
    Err err = tool_phases_check(&job, phases, tool_named(tries[i].tool), &warning);
    if (err != (tries[i].phase ? OK : ERR_DENIED)) fail_msg("%s, step %zu: %s", skill, i, tries[i].tool);
    if (err) job_forgive(&job);
    ToolPhaseStatus status = tool_phases_status(&job, phases);
    if (!err) assert_string_equal(status.skill->phases[status.phase].name, tries[i].phase);
    assert_int_equal(status.step_count, i + 1);
    assert_int_equal(status.steps[i].was_refused, err != OK);
  }
  tool_phases_close(phases);
  arena_clear(&arena);
}
#define COURSE(skill, ...) assert_course(skill, (const Try[]){__VA_ARGS__}, COUNT_OF(((const Try[]){__VA_ARGS__})))

static void each_skill_leads_through_its_phases(void **state) {
  (void)state;
  COURSE("lsp-rename", {"start_lsp", "prerequisites"}, {"rename_symbol", "preview"}, {"apply_edit", NULL}, {"get_diagnostics", "execute"},
         {"apply_edit", "execute"}, {"run_build", NULL}, {"format_document", NULL});
  COURSE("lsp-refactor", {"blast_radius", "blast_radius"}, {"rename_symbol", NULL}, {"apply_edit", NULL}, {"preview_edit", "speculative_preview"},
         {"apply_edit", "apply"}, {"run_build", "build_verification"}, {"run_tests", "test_execution"});
  COURSE("lsp-safe-edit", {"get_diagnostics", "setup"}, {"apply_edit", NULL}, {"simulate_chain", "speculative_preview"}, {"apply_edit", "apply"},
         {"suggest_fixes", "verify_and_fix"}, {"blast_radius", NULL});
  COURSE("lsp-verify", {"get_tests_for_file", "test_correlation"}, {"simulate_edit", NULL}, {"get_diagnostics", "diagnostics"}, {"run_build", "build"},
         {"run_tests", "tests"}, {"apply_edit", "fix_and_format"});
}

static void what_no_phase_speaks_of_is_free(void **state) {
  (void)state;
  COURSE("lsp-safe-edit", {"go_to_definition", "setup"}, {"list_symbols", "setup"});
}

static void a_refusal_tells_what_to_do(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  ToolPhases *phases = tool_phases_open();
  Str warning;
  assert_int_equal(tool_phases_activate(&job, phases, STR("lsp-verify"), true), OK);
  assert_int_equal(tool_phases_check(&job, phases, tool_named("preview_edit"), &warning), ERR_DENIED);
  const char *wanted = "{\"error\":\"phase_violation\",\"tool\":\"preview_edit\",\"skill\":\"lsp-verify\",\"current_phase\":\"test_correlation\","
                       "\"reason\":\"the skill does not use this tool in any phase\",\"recovery\":\"in phase 'test_correlation' use "
                       "get_tests_for_file; then 'diagnostics' begins with start_lsp,get_diagnostics; deactivate_skill ends the order\"}";
  assert_string_equal(str_to_c(&arena, job_message(&job, ERR_DENIED)), wanted);
  job_forgive(&job);
  assert_int_equal(tool_phases_activate(&job, phases, STR("lsp-rename"), false), ERR_USAGE);
  assert_string_equal(str_to_c(&arena, job_message(&job, ERR_USAGE)),
                      "the skill 'lsp-verify' is active; deactivate_skill ends it, then another can be activated");
  job_forgive(&job);
  assert_string_equal(tool_phases_deactivate(&job, phases).ptr, "lsp-verify");
  assert_int_equal(tool_phases_activate(&job, phases, STR("lsp-verify"), false), OK);
  assert_int_equal(tool_phases_check(&job, phases, tool_named("preview_edit"), &warning), OK);
  assert_true(str_starts_with(warning, STR("preview_edit is out of order in lsp-verify, phase 'test_correlation': ")));
  assert_int_equal(tool_phases_activate(&job, phases, STR("lsp-docs"), false), ERR_USAGE);
  tool_phases_close(phases);
  arena_clear(&arena);
}

static void one_client_s_order_is_nobody_else_s(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  Job one, other;
  job_init(&one, &arena);
  job_init(&other, &arena);
  one.owner = (JobOwner){1, 1};
  other.owner = (JobOwner){1, 2};
  ToolPhases *phases = tool_phases_open();
  Str warning;
  assert_int_equal(tool_phases_activate(&one, phases, STR("lsp-verify"), true), OK);
  assert_int_equal(tool_phases_check(&other, phases, tool_named("preview_edit"), &warning), OK);
  assert_null(tool_phases_status(&other, phases).skill);
  assert_int_equal(tool_phases_deactivate(&other, phases).len, 0);
  assert_string_equal(tool_phases_status(&one, phases).skill->name, "lsp-verify");
  assert_string_equal(tool_phases_deactivate(&one, phases).ptr, "lsp-verify");
  assert_null(tool_phases_status(&one, phases).skill);
  /* However many come, the table stays small, and the newest has its order. */
  for (uint64_t i = 0; i < 1000; i++) {
    one.owner.member = 10 + i;
    assert_int_equal(tool_phases_activate(&one, phases, STR("lsp-verify"), true), OK);
  }
  assert_non_null(tool_phases_status(&one, phases).skill);
  one.owner.member = 10;
  assert_null(tool_phases_status(&one, phases).skill);
  tool_phases_close(phases);
  arena_clear(&arena);
}

static void patterns_end_in_anything(void **state) {
  (void)state;
  assert_true(tool_phase_lists("a,simulate_*", "simulate_edit"));
  assert_true(tool_phase_lists("a,simulate_*", "simulate_"));
  assert_false(tool_phase_lists("a,simulate_*", "simulat"));
  assert_false(tool_phase_lists("a,simulate_*", "ab"));
  assert_false(tool_phase_lists(NULL, "a"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_skill_leads_through_its_phases), cmocka_unit_test(what_no_phase_speaks_of_is_free),
      cmocka_unit_test(a_refusal_tells_what_to_do),          cmocka_unit_test(one_client_s_order_is_nobody_else_s),
      cmocka_unit_test(patterns_end_in_anything),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
