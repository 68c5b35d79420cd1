/* How symbols are used: the manner of each place. */
#include "tests/unit/query_tree.h"

#include "src/query/uses/tokens_internal.h"

/* The manner of the word in brackets of `|NAME|`. */
static Str look_as(const char *marked, EdgeKind edge, bool is_field) {
  Str text = str_from_c(marked);
  size_t from = str_find_byte(text, '@');
  assert_true(from != STR_NONE);
  Str plain = str_format(&tree_arena, "%.*s%.*s", (int)from, text.ptr, (int)(text.len - from - 1), text.ptr + from + 1);
  const QueryTokens *tokens = query_use_tokens(&tree_arena, plain);
  QueryUseSeen seen = query_use_look(tokens, (QueryUsePlace){.at = (uint32_t)from, .edge = (uint8_t)edge, .is_field = is_field});
  return str_format(&tree_arena, "%s%s%.*s%s%.*s", query_use_word(seen.form), seen.into.len ? " into " : "", STR_ARG(seen.into),
                    seen.key.len ? " as " : "", STR_ARG(seen.key));
}

#define READS(marked, expected) tree_expect(look_as(marked, EDGE_READS, false), expected)
#define TYPES(marked, expected) tree_expect(look_as(marked, EDGE_TYPE_OF, false), expected)
#define FIELDS(marked, expected) tree_expect(look_as(marked, EDGE_READS, true), expected)

static void test_labels(void **state) {
  (void)state;
  READS("switch (x) { case @RED: break; }", "switched");
  READS("switch x {\ncase pkg.Blue, pkg.@Red:\n\treturn 1\n}", "switched");
  READS("match c:\n    case Color.BLUE | Color.@RED:\n        pass\n", "switched");
  READS("match c { Color::Blue | Color::@Red => 1, _ => 2 }", "switched");
  READS("when (c) { @RED -> f() }", "switched");
  READS("switch (o->@type) { default: ; }", "switched");
}

static void test_tables(void **state) {
  (void)state;
  READS("static const char *names[] = { [@RED] = \"red\" };", "stored into names");
  READS("static struct op ops[] = { {\"get\", @on_get}, {\"set\", on_set} };", "stored into ops as get");
  READS("static struct op ops[] = { {.name = \"get\", .run = @on_get} };", "stored into ops as get");
  READS("const routes = { list: @onList, 'set-all': onSet };", "stored into routes as list");
  READS("const routes = { list: onList, 'set-all': @onSet };", "stored into routes as set-all");
  READS("var order = []Color{Blue, @Red}", "stored into order");
  READS("HANDLERS = {\n    \"get\": @on_get,  # first\n}\n", "stored into HANDLERS as get");
  READS("COLORS = [BLUE, @RED]", "stored into COLORS");
}

static void test_comparisons(void **state) {
  (void)state;
  READS("if (o->type == @RED) return;", "compared");
  READS("if (@RED != o->type) return;", "compared");
  READS("if (flags & (A | @B)) return;", "compared");
  READS("while (!@done) {}", "compared");
  READS("if color is Color.@RED:\n", "compared");
  FIELDS("if (o->@type == RED) return;", "compared");
}

static void test_values(void **state) {
  (void)state;
  READS("int x = @RED;", "assigned into x");
  READS("o->type = @RED;", "assigned into o->type");
  READS("make(1, @RED);", "passed into make");
  READS("mux.Handle(\"GET /x\", guard(http.HandlerFunc(h.@List)))", "passed into mux.Handle as GET /x");
  READS("app.get('/list', @list)", "passed into app.get as /list");
  READS("return @RED;", "returned");
  READS("x = ok ? BLUE : @RED;", "assigned into x");
  READS("return ok(1) ? @RED : BLUE;", "returned");
  READS("for x in @ALL.items():\n", "called");
  READS("for x in @ALL:\n", "read");
  READS("return @ops[i].run(i);", "called");
  READS("f(a[@RED]);", "read");
  READS("int f(void) { int y; y; @RED; }", "read");
  READS("log(\"a ( in a string\", 1); int x = @RED;", "assigned into x");
  READS("/* it's ( here */ int x = @RED;", "assigned into x");
  READS("// don't (\nint x = @RED;", "assigned into x");
  FIELDS("o->@type = RED;", "written");
  FIELDS("c->cmd->@proc(c);", "called");
  FIELDS("function f({ x: a, @y: b }) {}", "read");
  FIELDS("function f({ @y = 2 }) {}", "read");
}

static void test_making(void **state) {
  (void)state;
  TYPES("p := &pkg.@Point{X: 1}", "made");
  TYPES("return @Point{}, nil", "made");
  TYPES("p := new(@Point)", "made");
  TYPES("p := []@Point{}", "typed");
  TYPES("p := []@Point{{X: 1}}", "made");
  TYPES("func f() @Point {\n\treturn x\n}", "typed");
  TYPES("var p @Point", "typed");
  TYPES("struct @point p = {1, 2};", "made");
  TYPES("static const @point all[2] = {{1, 2}};", "made");
  TYPES("p = (struct @point){1, 2};", "made");
  TYPES("p = zmalloc(sizeof(struct @point));", "made");
  TYPES("n = sizeof(@point);", "typed");
  TYPES("void f(@point *p)", "typed");
}

static Str registered(const char *marked) {
  Str text = str_from_c(marked);
  size_t from = str_find_byte(text, '@');
  Str plain = str_format(&tree_arena, "%.*s%.*s", (int)from, text.ptr, (int)(text.len - from - 1), text.ptr + from + 1);
  return query_use_registered(query_use_tokens(&tree_arena, plain), (uint32_t)from);
}

static void test_registered(void **state) {
  (void)state;
  tree_expect(registered("e.register(ai.Tool{Name: \"list\", Help: \"x\"}, func(c int) error { return e.@list(c) })"), "list");
  tree_expect(registered("app.get('/x', async (req) => { if (req) { @list(req); } })"), "/x");
  tree_expect(registered("void f(void) { log(\"x\", @list()); }"), "");
}

/* Signs of several characters are one, the longest first; what is no such sign is
 * read one by one. */
static void test_signs(void **state) {
  (void)state;
  static const char *const signs[] = {"===", "!==", "...", "<<=", ">>=", "**=", "==", "!=", "<=", ">=", "=>", "->", "::", ":=", "+=", "-=",
                                      "*=", "/=", "|=", "&=", "^=", "%=", "++", "--", "&&", "||", "?.", "??", "<<", ">>"};
  static const char *const loose[] = {"..", "?=", "**", "!!", "~=", "@@", "=!", "<-", "-<", "[=", "%%"};
  for (size_t i = 0; i < COUNT_OF(signs); i++) {
    const QueryTokens *tokens = query_use_tokens(&tree_arena, str_format(&tree_arena, "a%sb", signs[i]));
    if (tokens->len != 3) fail_msg("%s is %zu", signs[i], tokens->len - 2);
    tree_expect(query_token_text(tokens, 1), signs[i]);
  }
  for (size_t i = 0; i < COUNT_OF(loose); i++) {
    const QueryTokens *tokens = query_use_tokens(&tree_arena, str_format(&tree_arena, "a%sb", loose[i]));
    if (tokens->len != 4) fail_msg("%s is %zu", loose[i], tokens->len - 2);
  }
  const QueryTokens *tokens = query_use_tokens(&tree_arena, STR("a1 $x_\xC3\xA9 12ab 'c' it's \"\"\"d\n\"\"\" `e\n` /* f */ # g\n#h --i -- j\nk/l"));
  Buf out;
  buf_init(&out, &tree_arena, 1000);
  for (uint32_t i = 0; i < tokens->len; i++) buf_add_format(&out, "%u:%.*s|", tokens->items[i].kind, STR_ARG(query_token_text(tokens, i)));
  tree_expect(buf_str(&out), "0:a1|0:$x_\xC3\xA9|1:12ab|2:'c'|0:it|3:'|0:s|2:\"\"\"d\n\"\"\"|2:`e\n`|3:#|0:h|3:--|0:i|0:k|3:/|0:l|");
}

/* Texts that are no code, or are cut, are read to their end. */
static void test_any_text(void **state) {
  (void)state;
  tree_expect(look_as("@x", EDGE_READS, false), "read");
  tree_expect(look_as("((((@x", EDGE_READS, false), "read");
  tree_expect(look_as("}}})@x\"", EDGE_READS, false), "read");
  tree_expect(look_as("case , | , @x", EDGE_TYPE_OF, false), "typed");
  tree_expect(look_as("= @", EDGE_READS, true), "read");
  tree_expect(look_as("f(\"a\", g(@x", EDGE_READS, true), "passed into f as a"); /* a call that never ends */
}

static void add_use(Buf *out, const QueryUse *use) {
  buf_add_format(out, "%s %.*s:%u %.*s%s%.*s%s%.*s%s\n", query_use_word(use->form), STR_ARG(use->in.path), use->line, STR_ARG(use->in.name),
                 use->into.len ? " into " : "", STR_ARG(use->into), use->key.len ? " as " : "", STR_ARG(use->key), use->is_test ? " (test)" : "");
}

static Str uses_of(const char *name, size_t most) {
  StoreSymbol symbol = graph_symbol(name);
  QueryUses uses;
  Buf out;
  buf_init(&out, &tree_arena, 1u << 14);
  tree_ok(query_uses(&tree_job, graph_index, graph_reader, &(QueryUsesRequest){.symbols = &symbol, .count = 1, .most = most}, &uses));
  for (size_t i = 0; i < uses.len; i++) add_use(&out, &uses.items[i]);
  if (uses.is_cut) buf_add_format(&out, "of %zu\n", uses.total);
  return buf_str(&out);
}

static void test_of_a_tree(void **state) {
  (void)state;
  tree_expect(uses_of("RED", 100),
              "switched paint.c:8 name_of\n"
              "stored paint.c:3 names into names\n"
              "compared paint.c:12 is_red\n"
              "compared paint.c:13 is_red\n");
  tree_expect(uses_of("on_open", 100), "stored paint.c:16 ops into ops as open\n");
  tree_expect(uses_of("RED", 1), "stored paint.c:3 names into names\nof 4\n");
}

static int setup(void **state) {
  if (tree_setup(state)) return 1;
  tree_write("paint.c",
             "enum color { RED, BLUE };\n"
             "static const char *const names[] = {\n"
             "  [RED] = \"red\", [BLUE] = \"blue\",\n"
             "};\n"
             "const char *name_at(int i) { return names[i]; }\n"
             "const char *name_of(enum color c) {\n"
             "  switch (c) {\n"
             "    case RED: return \"r\";\n"
             "    default: return \"\";\n"
             "  }\n"
             "}\n"
             "int is_red(int c) { if (c == RED) return 1;\n"
             "  return c == RED && c; }\n"
             "static int on_open(int x) { return x; }\n"
             "struct op { const char *name; int (*run)(int); };\n"
             "static const struct op ops[] = {{\"open\", on_open}};\n"
             "int dispatch(int i) { return ops[i].run(i); }\n");
  graph_open();
  return 0;
}

static int teardown(void **state) {
  graph_close();
  return tree_teardown(state);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_labels),   cmocka_unit_test(test_tables),     cmocka_unit_test(test_comparisons), cmocka_unit_test(test_values),
      cmocka_unit_test(test_making),   cmocka_unit_test(test_registered), cmocka_unit_test(test_signs),      cmocka_unit_test(test_any_text),    cmocka_unit_test(test_of_a_tree),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
