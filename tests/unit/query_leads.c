/* Where the graph stops: calls of values, those first that may lead to the end. */
#include "tests/unit/query_tree.h"

#include "src/query/path/path.h"

static int teardown(void **state) {
  graph_close();
  return tree_teardown(state);
}

static Str show(const char *from, const char *to) {
  static const char *const words[] = {"kept", "handed", "type", "name", "file", "folder", "-"};
  QueryBridge bridge;
  StoreSymbol start = graph_symbol(from), end = graph_symbol(to);
  QueryPathRequest request = {.from = &start, .from_count = 1, .to = &end, .to_count = 1};
  Buf out;
  tree_ok(query_bridge(&tree_job, graph_reader, &request, &bridge));
  assert_int_equal(bridge.len, 0);
  buf_init(&out, &tree_arena, 1u << 14);
  for (size_t i = 0; i < bridge.break_count; i++) {
    const QueryBreak *one = &bridge.breaks[i];
    buf_add_format(&out, "%.*s:%u %s", STR_ARG(query_qualified(&tree_arena, &one->symbol)), one->call.line, words[one->lead.kind]);
    if (one->lead.kind != QUERY_LEAD_NONE) {
      buf_add_format(&out, " %s%.*s %.*s:%u", one->lead.is_around ? "around " : "", STR_ARG(one->lead.function),
                     STR_ARG(one->lead.path), one->lead.line);
    }
    buf_add_byte(&out, '\n');
  }
  return buf_str(&out);
}

/* ---- C ---- */

static int setup_c(void **state) {
  if (tree_setup(state)) return 1;
  tree_write("events.h",
             "typedef int (*event_fn)(int);\n"
             "typedef void (*log_fn)(const char *);\n"
             "struct ops { int (*open)(int); int (*done)(int); };\n"
             "void on_event(event_fn fn);\n"
             "int pump(int n);\nint later(event_fn one);\nint drive(struct ops *ops, int n);\n");
  tree_write("events.c",
             "#include \"events.h\"\n"
             "static event_fn hooks[8];\n"
             "static int count;\n"
             "void on_event(event_fn fn) { hooks[count++] = fn; }\n"
             "int pump(int n) {\n"
             "  for (int i = 0; i < count; i++) n += hooks[i](n);\n"
             "  return n;\n"
             "}\n"
             "int later(event_fn one) { return one(2); }\n"
             "int drive(struct ops *ops, int n) {\n"
             "  ops->open(n);\n"
             "  return ops->done(n);\n"
             "}\n");
  tree_write("start.c",
             "#include \"events.h\"\n"
             "extern event_fn chosen(void);\n"
             "static int wait(int n) { return later(chosen()) + pump(n); }\n"
             "int start(log_fn note, int n) {\n"
             "  note(\"start\");\n"
             "  return wait(n);\n"
             "}\n"
             "static int turn(struct ops *ops, int n) { return drive(ops, n); }\n"
             "int begin(struct ops *ops, log_fn note, int n) {\n"
             "  note(\"begin\");\n"
             "  return turn(ops, n);\n"
             "}\n");
  tree_write("sub/setup.c",
             "#include \"../events.h\"\n"
             "int goal(int n) { return n + 1; }\n"
             "static int on_click(int n) { return goal(n); }\n"
             "void setup(void) { on_event(on_click); }\n");
  /* by place alone: the header's struct tells which member it is */
  tree_write("sub/table.c",
             "#include \"../events.h\"\n"
             "extern int finish(int n);\n"
             "static int file_done(int n) { return finish(n); }\n"
             "struct ops file_ops = {0, file_done};\n");
  graph_open();
  return 0;
}

static void test_c(void **state) {
  (void)state;
  /* the table that the function's taker uses, then its type, then what is near */
  tree_expect(show("start", "goal"), "pump:6 handed on_click sub/setup.c:4\n"
                                     "later:9 type on_click sub/setup.c:4\n"
                                     "start:5 -\n");
  /* what stands in a row is linked with the member of its place: what is left leads nowhere */
  tree_expect(show("begin", "finish"), "begin:10 -\n"
                                       "drive:11 -\n");
}

/* ---- Go ---- */

static int setup_go(void **state) {
  if (tree_setup(state)) return 1;
  tree_write("go.mod", "module example.com/app\n");
  tree_write("run.go",
             "package app\n\n"
             "type Handler func(n int) int\n"
             "type Printer func(s string)\n\n"
             "type Server struct {\n\troutes map[string]Handler\n\tprint  Printer\n\tcheck  func(n int) int\n\tother  func(n int) int\n}\n\n"
             "func (s *Server) Handle(name string, h Handler) { s.routes[name] = h }\n\n"
             "func Start(s *Server, p Printer) int {\n\tp(\"start\")\n\ts.print(\"x\")\n\treturn s.serve(\"a\")\n}\n\n"
             "func (s *Server) serve(name string) int { return dispatch(s, name) }\n\n"
             "func dispatch(s *Server, name string) int {\n\th := s.routes[name]\n\ts.other(2)\n\ts.check(3)\n\treturn h(1)\n}\n");
  tree_write("setup.go",
             "package app\n\n"
             "func Goal(n int) int { return n + 1 }\n\n"
             "func Setup(s *Server) {\n\ts.Handle(\"click\", func(n int) int { return Goal(n) })\n}\n\n"
             "func Verify(n int) int { return n }\n\n"
             "func Wire(s *Server) {\n\ts.check = Verify\n}\n");
  graph_open();
  return 0;
}

static void test_go(void **state) {
  (void)state;
  /* what was put into the table and the field is linked: what is left leads nowhere */
  tree_expect(show("Start", "Goal"), "Start:16 -\nStart:17 -\ndispatch:25 -\n");
  tree_expect(show("Start", "Verify"), "Start:16 -\nStart:17 -\ndispatch:25 -\n");
}

/* ---- TypeScript ---- */

static int setup_ts(void **state) {
  if (tree_setup(state)) return 1;
  tree_write("bus.ts",
             "export type Listener = (n: number) => number;\n"
             "export type Log = (s: string) => void;\n"
             "export class Bus {\n"
             "  private listeners: Listener[] = [];\n"
             "  on(listener: Listener) { this.listeners.push(listener); }\n"
             "  emit(n: number) {\n"
             "    for (const one of this.listeners) n += one(n);\n"
             "    return n;\n"
             "  }\n"
             "}\n"
             "export function start(bus: Bus, log: Log, options) {\n"
             "  log(\"start\");\n"
             "  step(bus);\n"
             "  return rest(options);\n"
             "}\n"
             "function step(bus: Bus) { return bus.emit(1); }\n"
             "function rest(options) { return finish(options); }\n"
             "function finish(options) { options.other(1); options.onDone(2); }\n");
  tree_write("app/setup.ts",
             "import { Bus } from \"../bus\";\n"
             "export function goal(n: number) { return n + 1; }\n"
             "export function click(n: number) { return goal(n); }\n"
             "export function setup(bus: Bus) { bus.on(click); }\n"
             "export function last(n: number) { return n; }\n"
             "export const options = () => ({ onDone: last });\n");
  graph_open();
  return 0;
}

static void test_ts(void **state) {
  (void)state;
  tree_expect(show("start", "goal"), "start:12 -\n"); /* listeners in a list are linked */
  /* a member of that name, of an object without a type */
  tree_expect(show("start", "last"), "finish:18 name last app/setup.ts:6\nstart:12 -\n");
}

#define LEADS_TEST(language) cmocka_unit_test_setup_teardown(test_##language, setup_##language, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {LEADS_TEST(c), LEADS_TEST(go), LEADS_TEST(ts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
