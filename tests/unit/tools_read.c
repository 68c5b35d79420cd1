/* find, files and status, through tool_run: exact answers. */
#include "tests/unit/index_dump.h"

#include "src/model/answer.h"
#include "src/tools/tool.h"

static Index *workspace_index;
static ToolRegistry *registry;
static ToolScope scope;

static Err workspace(ToolScope *of, ToolCall *call, Str path, Index **ret_index) {
  (void)of, (void)path;
  if (!workspace_index) return job_fail(call->job, ERR_NOT_FOUND, "no workspace at '/nowhere'");
  *ret_index = workspace_index;
  return OK;
}

static void describe(ToolScope *of, Job *job, Answer *answer) {
  (void)of, (void)job;
  answer_say(answer, "server: test\n");
  answer_field_str(answer, "mode", STR("test"));
}

static int setup(void **state) {
  if (tree_setup(state)) return 1;
  tree_write("src/a.c", "/* Opens it. */\nint open_it(const char *name)\n{\n  return 0;\n}\nstruct It { int size; };\n");
  tree_write("src/a.h", "int open_it(const char *name);\n");
  tree_write("notes.txt", "x");
  tree_write("vendor/v.c", "int v;\n");
  workspace_index = dump_open();
  registry = tool_registry_open();
  scope = (ToolScope){.registry = registry, .directory = str_format(&tree_arena, "%.*s/src", STR_ARG(tree_root)),
                      .workspace = workspace};
  return 0;
}

static int teardown(void **state) {
  tool_registry_close(registry);
  if (workspace_index) index_close(workspace_index);
  return tree_teardown(state);
}

static Err run(const char *name, const char *args, ToolResult *result) {
  const Json *json;
  tree_ok(json_read(&tree_job, str_from_c(args), NULL, &json));
  return tool_run(&tree_job, &scope, NULL, str_from_c(name), json, result);
}

static ToolResult ask(const char *name, const char *args) {
  ToolResult result;
  tree_ok(run(name, args, &result));
  return result;
}

static void test_find(void **state) {
  (void)state;
  ToolResult result = ask("find", "{\"query\":\"open_it\"}");
  tree_expect(result.text, "src/a.c:2 function open_it  int open_it(const char *name)\n"
                           "src/a.h:1 function open_it  int open_it(const char *name)  (declaration)\n");
  tree_expect(result.fields,
              "{\"matches\":[{\"path\":\"src/a.c\",\"line\":2,\"kind\":\"function\",\"name\":\"open_it\",\"endLine\":5,"
              "\"signature\":\"int open_it(const char *name)\",\"exported\":true},"
              "{\"path\":\"src/a.h\",\"line\":1,\"kind\":\"function\",\"name\":\"open_it\",\"endLine\":1,"
              "\"signature\":\"int open_it(const char *name)\",\"exported\":true}],"
              "\"total\":2,\"truncated\":false,\"suggestions\":[]}");
  tree_expect(ask("find", "{\"query\":\"It.size\"}").text, "src/a.c:6 field It.size  int size\n");
  tree_expect(ask("find", "{\"query\":\"open\",\"limit\":1}").text,
              "src/a.c:2 function open_it  int open_it(const char *name)\n"
              "1 of 2 shown; narrow by kind, path or a longer name, or raise limit (at most 100).\n");
  tree_expect(ask("find", "{\"query\":\"opne_it\",\"path\":\"a.h\"}").text, /* from the client's directory */
              "Nothing is called 'opne_it'; spelled alike:\n"
              "src/a.h:1 function open_it  int open_it(const char *name)  (declaration)\n");
}

static void test_find_nothing(void **state) {
  (void)state;
  tree_expect(ask("find", "{\"query\":\"no\\u0007such\"}").text,
              "Nothing found for 'no\\x07such'.\nSearched: 4 symbols in 2 files. "
              "Not indexed: 1 unsupported language, 1 usually generated or foreign; status tells which.\n");
  ToolResult result = ask("find", "{\"query\":\"It.sise\",\"kind\":\"field\"}");
  tree_expect(result.text, "Nothing found for 'It.sise' of kind field.\nThere is: It.size\n"
                           "Searched: 4 symbols in 2 files. "
                           "Not indexed: 1 unsupported language, 1 usually generated or foreign; status tells which.\n");
  tree_expect(result.fields, "{\"matches\":[],\"total\":0,\"truncated\":false,\"suggestions\":[\"It.size\"]}");
}

/* A hostile file can name a thing as long as itself, and a path can be all
 * escapes: the answer stays within its limit all the same. */
static void test_answers_stay_small(void **state) {
  (void)state;
  char *name = arena_alloc(&tree_arena, 60001);
  memset(name, 'n', 60000);
  Buf text; /* lines enough not to look minified */
  buf_init(&text, &tree_arena, 1u << 20);
  buf_add_format(&text, "int %s;\n", name);
  for (int i = 0; i < 200; i++) buf_add_c(&text, "\n");
  tree_write("src/long.c", str_to_c(&tree_arena, buf_str(&text)));
  ToolResult result = ask("find", "{\"query\":\"nnn*\"}");
  assert_true(result.text.len < 1500);
  assert_true(str_starts_with(result.text, STR("src/long.c:1 variable nnn")));
  assert_true(str_contains(result.text, STR("nnn...")));
  name[9000] = '\0';
  Str query = str_format(&tree_arena, "{\"query\":\"x%s\"}", name);
  result = ask("find", str_to_c(&tree_arena, query));
  assert_true(result.text.len < 1500);
  for (int i = 0; i < 100; i++) {
    char path[256];
    snprintf(path, sizeof path, "src/%02d%0150d.c", i, 0);
    for (char *at = path + 6; *at == '0'; at++) *at = '\x01';
    tree_write(path, "int same;\n");
  }
  result = ask("find", "{\"query\":\"same\",\"limit\":100}");
  assert_true(result.text.len > 13000 && result.text.len <= 15000);
  assert_true(str_contains(result.text, STR(" of 100 shown; ")));
  result = ask("files", "{\"path\":\"src\",\"format\":\"flat\"}");
  assert_true(result.text.len > 13000 && result.text.len <= 15000);
}

/* The fields hold what the text shows, and no name longer than 1,000 bytes. */
static void test_fields_match_text(void **state) {
  (void)state;
  const Json *fields;
  for (int i = 0; i < 400; i++) {
    tree_write(str_to_c(&tree_arena, str_format(&tree_arena, "many/a_rather_long_name_of_a_file_%04d.c", i)), "int x;\n");
  }
  ToolResult result = ask("files", "{\"format\":\"flat\",\"path\":\"many\"}");
  tree_ok(json_read(&tree_job, result.fields, NULL, &fields));
  const Json *entries = json_get(fields, STR("entries"));
  Str told = str_format(&tree_arena, "\n%zu more: go on with cursor=", 400 - entries->count);
  assert_true(entries->count > 100 && entries->count < 400);
  assert_true(str_contains(result.text, told));
  assert_true(json_get_bool(fields, STR("truncated"), false));
  char *name = arena_alloc(&tree_arena, 3001);
  for (int i = 0; i < 3000; i += 2) memcpy(name + i, "\xC3\xA9", 2);
  tree_write("src/long.c", str_to_c(&tree_arena, str_format(&tree_arena, "int n%s;\n", name)));
  result = ask("find", "{\"query\":\"n\xC3\xA9*\"}");
  tree_ok(json_read(&tree_job, result.fields, NULL, &fields));
  const Json *matches = json_get(fields, STR("matches"));
  assert_int_equal(matches->count, 1);
  assert_int_equal(json_get_str(&matches->items[0], STR("name"), STR_EMPTY).len, 999);
}

static void test_bad_input(void **state) {
  (void)state;
  ToolResult result;
  assert_int_equal(run("find", "{\"query\":\"  \"}", &result), ERR_USAGE);
  job_forgive(&tree_job);
  assert_int_equal(run("find", "{\"query\":\"x\",\"limit\":101}", &result), ERR_USAGE);
  job_forgive(&tree_job);
  assert_int_equal(run("find", "{\"query\":\"x\",\"path\":\"../..\"}", &result), ERR_OUTSIDE);
  job_forgive(&tree_job);
  assert_int_equal(run("files", "{\"path\":\"/etc\"}", &result), ERR_OUTSIDE);
  assert_int_not_equal(access(tree_path(".fathom"), F_OK), 0); /* nothing was begun */
}

/* The disk is looked at by every call. */
static void test_fresh(void **state) {
  (void)state;
  assert_true(str_starts_with(ask("find", "{\"query\":\"newcomer\"}").text, STR("Nothing found")));
  tree_write("src/b.c", "int newcomer;\n");
  tree_expect(ask("find", "{\"query\":\"newcomer\"}").text, "src/b.c:1 variable newcomer  int newcomer\n");
}

static void test_names_made_visible(void **state) {
  (void)state;
  tree_write("src/x\n\x1b[31m.c", "int odd;\n");
  tree_expect(ask("find", "{\"query\":\"odd\"}").text, "src/x\\n\\x1B[31m.c:1 variable odd  int odd\n");
}

static void test_files(void **state) {
  (void)state;
  tree_expect(ask("files", "{}").text, "notes.txt\nsrc/  2 files, 4 symbols\n  a.c  3  Opens it.\n  a.h  1  open_it\n"
                                       "vendor/  (usually generated or foreign)\n3 files, 4 symbols.\n");
  tree_expect(ask("files", "{\"depth\":1}").text, "notes.txt\nsrc/  2 files, 4 symbols\n"
                                                  "vendor/  (usually generated or foreign)\n3 files, 4 symbols.\n");
  tree_expect(ask("files", "{\"format\":\"flat\",\"pattern\":\"*.h\"}").text, "src/a.h  1  open_it\n1 files, 1 symbols.\n");
  tree_expect(ask("files", "{\"format\":\"grouped\",\"limit\":2}").text,
              "c:\nsrc/a.c  3  Opens it.\nsrc/a.h  1  open_it\n3 files, 4 symbols. Of 4 entries the first 2 are listed; narrow by path, pattern or depth, "
              "or raise limit (at most 5000).\n");
  tree_expect(ask("files", "{\"path\":\"nowhere\",\"pattern\":\"*.x\"}").text,
              "There is no 'nowhere' in the workspace.\n");
  tree_expect(ask("files", "{\"path\":\"src\",\"pattern\":\"*.x\"}").text,
              "No file in src matches *.x. Ignored files are not listed.\n");
  tree_expect(ask("files", "{\"path\":\"src\",\"format\":\"flat\",\"pattern\":\"a.c\"}").fields,
              "{\"entries\":[{\"purpose\":\"Opens it.\",\"path\":\"src/a.c\",\"directory\":false,\"symbols\":3,\"language\":\"c\"}],"
              "\"total\":1,\"files\":1,\"truncated\":false}");
}

/* Answers stay within 15,000 bytes and say what is missing. */
static void test_long_answers(void **state) {
  (void)state;
  for (int i = 0; i < 1200; i++) {
    tree_write(str_to_c(&tree_arena, str_format(&tree_arena, "many/file_%04d.c", i)), "int same_name_everywhere_in_all_of_them;\n");
  }
  ToolResult result = ask("files", "{\"limit\":5000}");
  assert_true(result.text.len <= 15000);
  assert_true(str_contains(result.text, STR(" more: go on with cursor=")));
  result = ask("find", "{\"query\":\"same\",\"limit\":100}");
  assert_true(result.text.len <= 15000);
  assert_true(str_contains(result.text, STR("100 of 1200 shown")));
}

static void test_status(void **state) {
  (void)state;
  scope.describe_server = describe;
  ToolResult result = ask("status", "{}");
  assert_true(str_starts_with(result.text, str_format(&tree_arena, "workspace: %.*s\nindex: 4 symbols and 0 edges in 2 files; ", STR_ARG(tree_root))));
  assert_true(str_ends_with(result.text, STR("not indexed: 1 unsupported language, 1 usually generated or foreign\n"
                                             "  vendor/  usually generated or foreign\nserver: test\n")));
  assert_true(str_contains(result.fields, STR("\"skipped\":[{\"reason\":\"unsupported language\",\"count\":1},"
                                              "{\"reason\":\"usually generated or foreign\",\"count\":1}]")));
  assert_true(str_ends_with(result.fields, STR("\"server\":{\"mode\":\"test\"}}")));
  index_close(workspace_index);
  workspace_index = NULL;
  result = ask("status", "{}");
  tree_expect(result.text, "workspace: none: no workspace at '/nowhere'\nserver: test\n");
  tree_expect(result.fields, "{\"problem\":\"no workspace at '/nowhere'\",\"server\":{\"mode\":\"test\"}}");
}

static void test_examples(void **state) {
  (void)state;
  static const char *const names[] = {"find", "files", "status"};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    ToolList list;
    const Json *args, *fields;
    ToolResult result;
    tree_ok(tool_find(&tree_job, registry, NULL, str_from_c(names[i]), &list));
    tree_ok(tool_args_from_example(&tree_job, list.items[0], &args));
    tree_ok(tool_run(&tree_job, &scope, NULL, str_from_c(names[i]), args, &result));
    tree_ok(json_read(&tree_job, result.fields, NULL, &fields));
    tree_ok(tool_validate_result(&tree_job, list.items[0]->result, fields));
    tool_list_release(registry, &list);
  }
}

static void test_cancelled(void **state) {
  (void)state;
  ToolResult result;
  job_cancel(&tree_job, ERR_CANCELLED);
  assert_int_equal(tool_run(&tree_job, &scope, NULL, STR("status"), NULL, &result), ERR_CANCELLED);
}

#define answers(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
      answers(test_find), answers(test_find_nothing), answers(test_answers_stay_small), answers(test_fields_match_text), answers(test_bad_input), answers(test_fresh),
      answers(test_names_made_visible), answers(test_files), answers(test_long_answers), answers(test_status),
      answers(test_examples), answers(test_cancelled)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
