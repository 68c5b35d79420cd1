/* The registry: what it takes in, tools that come and go at run time, and
 * calls in progress while theirs goes. */
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/tools_fakes.h"

static void refuses_broken_descriptors(void **state) {
  Bench *bench = *state;
  static const ToolField twice[] = {
      {"a", TOOL_STRING, .help = "h"}, {"a", TOOL_STRING, .help = "h"}, {0}};
  static const ToolField no_help[] = {{.name = "a", .type = TOOL_STRING}, {0}};
  static const ToolField bad_default[] = {
      {"a", TOOL_INTEGER, .min = 1, .max = 3, .otherwise = "9", .help = "h"}, {0}};
  static const ToolField bad_choices[] = {{"a", TOOL_INTEGER, .choices = "1|2", .help = "h"}, {0}};
  static const ToolField bad_fields[] = {{"a", TOOL_STRING, .fields = no_help, .help = "h"}, {0}};
  static const ToolField no_fields[] = {{"a", TOOL_OBJECTS, .help = "h"}, {0}};
  static const struct {
    Tool tool;
    const char *words;
  } cases[] = {
      {{.name = "a b"}, "'a b' cannot name a tool: 1 to 64 of A-Z a-z 0-9 _ . - are accepted"},
      {{.name = ""}, "'' cannot name a tool: 1 to 64 of A-Z a-z 0-9 _ . - are accepted"},
      {{.name = "a12345678901234567890123456789012345678901234567890123456789012345"},
       "'a12345678901234567890123456789012345678901234567890123456789012345' cannot name a tool: "
       "1 to 64 of A-Z a-z 0-9 _ . - are accepted"},
      {{.name = "a.b", .summary = "s", .run = fake_run},
       "the built-in tool 'a.b' must not have a dot in its name"},
      {{.name = "x", .run = fake_run}, "tool 'x': it has no summary"},
      {{.name = "x", .summary = "s"}, "tool 'x': it has no handler"},
      {{.name = "x", .summary = "s", .run = fake_run, .flags = TOOL_READ_ONLY | TOOL_DESTRUCTIVE},
       "tool 'x': it is both read-only and destructive"},
      {{.name = "x", .summary = "s", .run = fake_run, .seconds = 3601},
       "tool 'x': it may take 3601 seconds, of 1 to 3600"},
      {{.name = "x", .summary = "s", .run = fake_run, .args = twice},
       "tool 'x': the field 'a' appears twice"},
      {{.name = "x", .summary = "s", .run = fake_run, .args = no_help},
       "tool 'x': the argument 'a' has no help"},
      {{.name = "x", .summary = "s", .run = fake_run, .args = bad_default},
       "tool 'x': default of 'a': argument 'a' must be 1 to 3, not 9"},
      {{.name = "x", .summary = "s", .run = fake_run, .args = bad_choices},
       "tool 'x': 'a' has choices but is no string"},
      {{.name = "x", .summary = "s", .run = fake_run, .args = bad_fields},
       "tool 'x': 'a' has fields but is no object"},
      {{.name = "x", .summary = "s", .run = fake_run, .args = no_fields},
       "tool 'x': 'a' does not say of which objects"},
      {{.name = "x", .summary = "s", .run = fake_run, .example = "y"},
       "tool 'x': the example must begin with the tool's name"},
      {{.name = "x",
        .summary = "s",
        .run = fake_run,
        .args = fake_find_args,
        .example = "x kind=class"},
       "tool 'x': the example must be argument=value pairs, the required ones included"},
      {{.name = "x",
        .summary = "s",
        .run = fake_run,
        .args = fake_find_args,
        .example = "x query=a limit=0"},
       "tool 'x': example: argument 'limit' must be 1 to 100, not 0"},
      {{.name = "x", .summary = "s", .run = fake_run, .raw_schema = "{\"type\":\"array\"}"},
       "tool 'x': the schema's type must be \"object\""},
      {{.name = "find", .summary = "s", .run = fake_run}, "there is a tool 'find' already"},
      {{.name = "shared", .summary = "s", .run = fake_run, .profiles = "codegraph kaimon"},
       "there is a tool 'shared' already"},
  };
  AUTO(ToolRegistry) registry = tool_registry_open_with(fakes);
  Str before = names_of(bench, registry, NULL, false);
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    Err err = tool_registry_add_builtin(&bench->job, registry, &cases[i].tool);
    assert_str(job_message(&bench->job, err), cases[i].words);
    assert_true(err == ERR_USAGE || err == ERR_EXISTS);
    job_forgive(&bench->job);
  }
  assert_true(str_eq(names_of(bench, registry, NULL, false), before));
  static const Tool other = {
      .name = "shared", .summary = "s", .run = fake_run, .profiles = "codegraph"};
  assert_int_equal(tool_registry_add_builtin(&bench->job, registry, &other), OK);
}

static void a_broken_table_ends_the_process(void **state) {
  (void)state;
  static const Tool *const broken[] = {&fake_find, &fake_peek, &fake_find, NULL};
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    if (!freopen("/dev/null", "w", stderr)) _exit(2);
    tool_registry_open_with(broken);
    _exit(0);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) != 0);
}

static void the_programs_own_table_opens(void **state) {
  Bench *bench = *state;
  AUTO(ToolRegistry) registry = tool_registry_open();
  ToolList list = tool_list(&bench->arena, registry, NULL, false);
  assert_int_equal(list.count, tool_registry_count);
  tool_list_release(registry, &list);
}

/* ---- a provider of tools that come and go ---- */

typedef struct Provided {
  Tool tool;
  atomic_int released;
} Provided;

static void count_release(const Tool *tool) {
  Provided *provided = (Provided *)(uintptr_t)tool;
  atomic_fetch_add(&provided->released, 1);
}

static Err eval_run(ToolCall *call) {
  const char *greeting = call->tool->context;
  answer_say(call->answer, "%s, %.*s", greeting, STR_ARG(tool_arg_str(call, "code")));
  return OK;
}

static Provided provided(const char *name, unsigned flags) {
  static const ToolField code[] = {{"code", TOOL_STRING, true, .help = "what to say"}, {0}};
  return (Provided){.tool = {.name = name,
                             .title = "t",
                             .summary = "Says something.",
                             .args = code,
                             .flags = flags,
                             .run = eval_run,
                             .context = "hello"}};
}

static void count_change(void *context) {
  ++*(int *)context;
}

static void tools_come_and_go(void **state) {
  Bench *bench = *state;
  Job *job = &bench->job;
  int changes = 0; /* closing the registry writes into these: they are declared before it */
  Provided eval = provided("repl1.eval", 0), show = provided("repl1.a_show", TOOL_READ_ONLY);
  Provided other = provided("repl2.eval", TOOL_READ_ONLY);
  AUTO(ToolRegistry) registry = tool_registry_open_with(fakes);
  tool_registry_on_change(registry, count_change, &changes);
  assert_int_equal(tool_registry_add(job, registry, STR("repl1"), &eval.tool, count_release), OK);
  assert_int_equal(tool_registry_add(job, registry, STR("repl1"), &show.tool, count_release), OK);
  assert_int_equal(tool_registry_add(job, registry, STR("repl2"), &other.tool, count_release), OK);
  assert_int_equal(changes, 3);

  const ToolPolicy core = {0}, kart = {.profile = STR("kart")},
                   only = {.tools = STR("find,repl2.eval")};
  const ToolPolicy read_only = {.read_only = true}, disabled = {.disabled = STR("repl1.eval")};
  assert_str(names_of(bench, registry, &core, true),
             "call edit find repl1.a_show repl1.eval repl2.eval");
  assert_str(names_of(bench, registry, &kart, true),
             "call find kart_replace shared repl1.a_show repl1.eval repl2.eval");
  assert_str(names_of(bench, registry, &only, true), "find repl2.eval");
  assert_str(names_of(bench, registry, &read_only, true), "call find repl1.a_show repl2.eval");
  assert_str(names_of(bench, registry, &disabled, true), "call edit find repl1.a_show repl2.eval");

  ToolScope scope = {.policy = &core, .registry = registry};
  ToolResult result;
  const Json *args = read_json(bench, "{\"code\":\"1+1\"}");
  assert_int_equal(tool_run(job, &scope, NULL, STR("repl1.eval"), args, &result), OK);
  assert_str(result.text, "hello, 1+1");
  Err err = tool_run(job, &scope, NULL, STR("repl1.eval"), NULL, &result);
  assert_failed(bench, err, ERR_USAGE, "missing argument 'code', which must be a string");
  scope.policy = &read_only;
  err = tool_run(job, &scope, NULL, STR("repl1.eval"), args, &result);
  assert_failed(
      bench, err, ERR_DENIED,
      "the tool 'repl1.eval' can change or execute something, and only read-only tools are "
      "allowed here (--read-only or tools.read_only)");

  tool_registry_remove_owner(registry, STR("repl1"));
  assert_int_equal(changes, 4);
  assert_int_equal(eval.released, 1);
  assert_int_equal(show.released, 1);
  assert_int_equal(other.released, 0);
  scope.policy = &core;
  err = tool_run(job, &scope, NULL, STR("repl1.eval"), args, &result);
  assert_failed(bench, err, ERR_NOT_FOUND,
                "there is no tool 'repl1.eval'; did you mean 'repl2.eval'?");
  tool_registry_remove_owner(registry, STR("repl1"));
  assert_int_equal(changes, 4);
  tool_registry_on_change(registry, NULL, NULL);
  assert_int_equal(tool_registry_add(job, registry, STR("repl1"), &eval.tool, NULL), OK);
  assert_int_equal(changes, 4);
}

static void owners_keep_to_their_namespace(void **state) {
  Bench *bench = *state;
  Provided first = provided("repl9.x", 0);
  AUTO(ToolRegistry) registry = tool_registry_open_with(fakes);
  static const struct {
    Str owner;
    const char *name, *words;
    Err err;
  } cases[] = {
      {STR("repl1"), "eval", "a tool of 'repl1' must be named 'repl1.<something>', not 'eval'",
       ERR_USAGE},
      {STR("repl1"), "repl1.", "a tool of 'repl1' must be named 'repl1.<something>', not 'repl1.'",
       ERR_USAGE},
      {STR("repl1"), "repl10.x",
       "a tool of 'repl1' must be named 'repl1.<something>', not 'repl10.x'", ERR_USAGE},
      {STR("a.b"), "a.b.c", "'a.b' cannot own tools: 1 to 62 of A-Z a-z 0-9 _ - are accepted",
       ERR_USAGE},
      {STR(""), ".c", "'' cannot own tools: 1 to 62 of A-Z a-z 0-9 _ - are accepted", ERR_USAGE},
      {STR("kart"), "kart.find", "'kart' is a profile and cannot own tools", ERR_USAGE},
      {STR("core"), "core.find", "'core' is a profile and cannot own tools", ERR_USAGE},
      {STR("repl9"), "repl9.x", "there is a tool 'repl9.x' already", ERR_EXISTS},
  };
  assert_int_equal(
      tool_registry_add(&bench->job, registry, STR("repl9"), &first.tool, count_release), OK);
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    Provided tool = provided(cases[i].name, 0);
    Err err = tool_registry_add(&bench->job, registry, cases[i].owner, &tool.tool, count_release);
    assert_failed(bench, err, cases[i].err, cases[i].words);
    assert_int_equal(tool.released, 0);
  }
}

/* ---- removed during a call ---- */

typedef struct Meeting {
  pthread_mutex_t lock;
  pthread_cond_t moved;
  bool is_inside, may_leave;
} Meeting;

static void meeting_set(Meeting *meeting, bool *flag) {
  pthread_mutex_lock(&meeting->lock);
  *flag = true;
  pthread_cond_broadcast(&meeting->moved);
  pthread_mutex_unlock(&meeting->lock);
}

static void meeting_await(Meeting *meeting, const bool *flag) {
  pthread_mutex_lock(&meeting->lock);
  while (!*flag)
    pthread_cond_wait(&meeting->moved, &meeting->lock);
  pthread_mutex_unlock(&meeting->lock);
}

static Err slow_run(ToolCall *call) {
  Meeting *meeting = call->tool->context;
  meeting_set(meeting, &meeting->is_inside);
  meeting_await(meeting, &meeting->may_leave);
  answer_say(call->answer, "%s is still here", call->tool->name);
  return OK;
}

typedef struct Caller {
  ToolScope *scope;
  Err err;
  char text[64];
} Caller;

static void *call_slow(void *context) {
  Caller *caller = context;
  Arena arena;
  arena_init(&arena);
  Job job;
  job_init(&job, &arena);
  ToolResult result;
  caller->err = tool_run(&job, caller->scope, NULL, STR("repl1.slow"), NULL, &result);
  if (!caller->err) snprintf(caller->text, sizeof caller->text, "%.*s", STR_ARG(result.text));
  arena_clear(&arena);
  return NULL;
}

static void calls_in_progress_keep_their_tool(void **state) {
  Bench *bench = *state;
  Provided next = provided("repl1.slow", 0);
  AUTO(ToolRegistry) registry = tool_registry_open_with(fakes);
  Meeting meeting = {.lock = PTHREAD_MUTEX_INITIALIZER, .moved = PTHREAD_COND_INITIALIZER};
  Provided *slow = calloc(1, sizeof *slow);
  slow->tool = (Tool){
      .name = "repl1.slow", .title = "t", .summary = "s", .run = slow_run, .context = &meeting};
  assert_int_equal(
      tool_registry_add(&bench->job, registry, STR("repl1"), &slow->tool, count_release), OK);
  const ToolPolicy policy = {0};
  ToolScope scope = {.policy = &policy, .registry = registry};
  Caller caller = {.scope = &scope};
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, call_slow, &caller), 0);
  meeting_await(&meeting, &meeting.is_inside);
  tool_registry_remove_owner(registry, STR("repl1"));
  assert_str(names_of(bench, registry, &policy, true), "call edit find");
  assert_int_equal(slow->released, 0);
  /* The name is free again while the old one still works. */
  assert_int_equal(
      tool_registry_add(&bench->job, registry, STR("repl1"), &next.tool, count_release), OK);
  meeting_set(&meeting, &meeting.may_leave);
  pthread_join(thread, NULL);
  assert_int_equal(caller.err, OK);
  assert_string_equal(caller.text, "repl1.slow is still here");
  assert_int_equal(slow->released, 1);
  assert_int_equal(next.released, 0);
  free(slow);
}

static void lists_keep_their_tools(void **state) {
  Bench *bench = *state;
  Provided eval = provided("repl1.eval", 0);
  AUTO(ToolRegistry) registry = tool_registry_open_with(fakes);
  assert_int_equal(
      tool_registry_add(&bench->job, registry, STR("repl1"), &eval.tool, count_release), OK);
  ToolList list = tool_list(&bench->arena, registry, NULL, false);
  tool_registry_remove_owner(registry, STR("repl1"));
  assert_int_equal(eval.released, 0);
  assert_ptr_equal(list.items[list.count - 1], &eval.tool);
  tool_list_release(registry, &list);
  assert_int_equal(eval.released, 1);
  assert_int_equal(list.count, 0);
}

/* ---- many threads ---- */

enum { ROUNDS = 200 };

/* Whoever lets go last gives the memory back: a wrong count is then a use
 * after free. */
static void free_provided(const Tool *tool) {
  free((void *)(uintptr_t)tool);
}

static void *come_and_go(void *context) {
  ToolRegistry *registry = context;
  Arena arena;
  arena_init(&arena);
  for (int i = 0; i < ROUNDS; i++) {
    Job job;
    job_init(&job, &arena);
    Provided *tool = malloc(sizeof *tool);
    *tool = provided("repl1.eval", TOOL_READ_ONLY);
    if (tool_registry_add(&job, registry, STR("repl1"), &tool->tool, free_provided)) abort();
    tool_registry_remove_owner(registry, STR("repl1"));
    arena_reset(&arena);
  }
  arena_clear(&arena);
  return NULL;
}

static void *use_and_list(void *context) {
  ToolRegistry *registry = context;
  const ToolPolicy policy = {0};
  ToolScope scope = {.policy = &policy, .registry = registry};
  Arena arena;
  arena_init(&arena);
  for (int i = 0; i < ROUNDS; i++) {
    Job job;
    job_init(&job, &arena);
    const Json *args;
    if (json_read(&job, STR("{\"code\":\"x\"}"), NULL, &args)) abort();
    ToolResult result;
    Err err = tool_run(&job, &scope, NULL, STR("repl1.eval"), args, &result);
    if (err && err != ERR_NOT_FOUND) abort();
    if (!err && !str_eq(result.text, STR("hello, x"))) abort();
    ToolList list = tool_list(&arena, registry, &policy, true);
    for (size_t j = 0; j < list.count; j++) {
      if (!list.items[j]->name[0]) abort();
    }
    tool_list_release(registry, &list);
    arena_reset(&arena);
  }
  arena_clear(&arena);
  return NULL;
}

static void count_change_atomically(void *context) {
  atomic_fetch_add((atomic_int *)context, 1);
}

static void threads_do_not_disturb_each_other(void **state) {
  (void)state;
  atomic_int changes = 0;
  AUTO(ToolRegistry) registry = tool_registry_open_with(fakes);
  tool_registry_on_change(registry, count_change_atomically, &changes);
  pthread_t threads[4];
  for (size_t i = 0; i < COUNT_OF(threads); i++) {
    void *(*body)(void *) = i == 0 ? come_and_go : use_and_list;
    assert_int_equal(pthread_create(&threads[i], NULL, body, registry), 0);
  }
  for (size_t i = 0; i < COUNT_OF(threads); i++)
    pthread_join(threads[i], NULL);
  assert_int_equal(changes, 2 * ROUNDS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(refuses_broken_descriptors, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(a_broken_table_ends_the_process, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(the_programs_own_table_opens, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(tools_come_and_go, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(owners_keep_to_their_namespace, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(calls_in_progress_keep_their_tool, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(lists_keep_their_tools, bench_open, bench_close),
      cmocka_unit_test_setup_teardown(threads_do_not_disturb_each_other, bench_open, bench_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
