/* The builder, with a toy language whose trees are written out as text:
 * <kind …> is a node, everything else is the source. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/languages/build_internal.h"

enum { PROGRAM = 1, COMMENT, FUNC, NAME, BODY, CALL, RETURN, LET, LAMBDA, BLOCK, EXPORT, TYPE, STRING, WITH, UNKNOWN, PARAM };
static const char *const kinds[] = {"program", "comment", "func", "name", "body", "call", "return", "let",
                                    "lambda", "block", "export", "type", "string", "with", "unknown", "param", NULL};

static Arena arena;
static Job job;
static Names *names;
static int depth_seen;

/* ---- the toy language ---- */

static void bind_params(LanguageBuild *build, NodeNo node) {
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (syntax_kind(build->syntax, c) != PARAM) continue;
    language_bind(build, (Bind){.name = language_name(build, c), .flags = BIND_PARAM});
  }
}

static void visit_func(LanguageBuild *build, NodeNo node) {
  NodeNo body = syntax_child(build->syntax, node, BODY);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED,
                                                    .name = syntax_child(build->syntax, node, NAME),
                                                    .whole = node, .body = body, .bind = BIND_HOISTED});
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  bind_params(build, node);
  language_visit(build, body);
  language_close(build, &before);
}

static void visit_type(LanguageBuild *build, NodeNo node) {
  NodeNo body = syntax_child(build->syntax, node, BODY);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_CLASS, .whole = node, .body = body,
                                                    .name = syntax_child(build->syntax, node, NAME)});
  LanguageOpen before;
  language_open(build, SCOPE_TYPE, body, def, &before);
  language_visit(build, body);
  language_close(build, &before);
}

static ExprNo expr_lambda(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo body = syntax_child(build->syntax, node, BODY);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .whole = node, .body = body});
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  language_visit(build, body);
  language_close(build, &before);
  return language_add_func(build, def, node);
}

static ExprNo expr_call(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo callee = syntax_named(build->syntax, node, 0);
  ExprNo base = language_expr_as(build, callee, LANGUAGE_NO_REF);
  ExprNo items[8];
  size_t count = 0;
  for (NodeNo c = syntax_next(build->syntax, callee); c && count < 8; c = syntax_next(build->syntax, c)) {
    items[count++] = language_expr(build, c);
  }
  return language_add_call(build, EXPR_CALL, &(LanguageCall){base, items, count, node, callee});
}

static void visit_return(LanguageBuild *build, NodeNo node) {
  language_return(build, language_expr(build, syntax_named(build->syntax, node, 0)));
}

/* <let <name x> = value>: a local without a symbol. */
static void visit_let(LanguageBuild *build, NodeNo node) {
  NodeNo name = syntax_named(build->syntax, node, 0);
  ExprNo value = language_expr(build, syntax_named(build->syntax, node, 1));
  language_bind(build, (Bind){.name = language_name(build, name), .value = value,
                              .from = build->syntax->nodes[node].to});
}

static void visit_with(LanguageBuild *build, NodeNo node) {
  if ((int)build->depth > depth_seen) depth_seen = (int)build->depth;
  language_visit_children(build, node);
}

static const LanguageHandler handlers[PARAM + 1] = {
    [FUNC] = {.visit = visit_func},      [TYPE] = {.visit = visit_type},
    [LAMBDA] = {.expr = expr_lambda},    [CALL] = {.expr = expr_call},
    [RETURN] = {.visit = visit_return},  [LET] = {.visit = visit_let},
    [NAME] = {.expr = language_expr_name, .type = language_type_name},
    [BLOCK] = {.visit = language_visit_block}, [STRING] = {.expr = language_expr_string},
    [WITH] = {.visit = visit_with}, [COMMENT] = {.is_comment = true}};

static const Language toy = {.name = "toy", .kinds = kinds, .handlers = handlers};

/* ---- trees ---- */

typedef struct Tree {
  Buf text;
  VEC(SyntaxNode) nodes;
  VEC(uint32_t) lines;
} Tree;

static unsigned kind_of(Str word) {
  for (unsigned i = 0; kinds[i]; i++) {
    if (str_eq_c(word, kinds[i])) return i + 1;
  }
  fail_msg("no kind %.*s", STR_ARG(word));
  return 0;
}

static Syntax make_syntax(const char *written) {
  static Tree tree;
  tree = (Tree){0};
  buf_init(&tree.text, &arena, 1u << 22);
  *vec_add(&arena, &tree.nodes) = (SyntaxNode){0};
  *vec_add(&arena, &tree.lines) = 0;
  VEC(uint32_t) open = {0}, last = {0};
  *vec_add(&arena, &open) = 0;
  *vec_add(&arena, &last) = 0;
  for (const char *at = written; *at; at++) {
    if (*at == '<') {
      const char *end = at + 1;
      while (*end >= 'a' && *end <= 'z') end++;
      uint32_t parent = *vec_last(&open), no = (uint32_t)tree.nodes.len;
      unsigned kind = kind_of((Str){at + 1, (size_t)(end - at - 1)});
      *vec_add(&arena, &tree.nodes) = (SyntaxNode){.from = (uint32_t)tree.text.len, .parent = parent,
                                                   .kind = (uint16_t)kind, .flags = SYNTAX_NAMED};
      if (kind == COMMENT) tree.nodes.items[no].flags |= SYNTAX_EXTRA;
      if (parent) tree.nodes.items[parent].flags |= SYNTAX_PARENT;
      if (*vec_last(&last)) tree.nodes.items[*vec_last(&last)].next = no;
      *vec_last(&last) = no;
      *vec_add(&arena, &open) = no;
      *vec_add(&arena, &last) = 0;
      at = *end == ' ' ? end : end - 1;
    } else if (*at == '>') {
      tree.nodes.items[*vec_last(&open)].to = (uint32_t)tree.text.len;
      open.len--;
      last.len--;
    } else {
      buf_add_byte(&tree.text, *at);
      if (*at == '\n') *vec_add(&arena, &tree.lines) = (uint32_t)tree.text.len;
    }
  }
  return (Syntax){.text = buf_str(&tree.text), .nodes = tree.nodes.items, .count = (uint32_t)tree.nodes.len,
                  .line_starts = tree.lines.items, .line_count = (uint32_t)tree.lines.len};
}

static Facts build_facts(const Syntax *syntax) {
  Facts facts;
  LanguageBuild build;
  facts_init(&facts, &arena, names);
  language_build_begin(&build, &job, &arena, &(LanguageFile){&toy, syntax, STR("a.toy")}, &facts);
  language_visit(&build, 1);
  assert_int_equal(build.depth, 0);
  assert_int_equal(build.scope, 1);
  language_build_end(&build);
  return facts;
}

static const char *dump(const char *written) {
  Syntax syntax = make_syntax(written);
  Facts facts = build_facts(&syntax);
  Buf out;
  buf_init(&out, &arena, 1u << 20);
  facts_dump(&out, &facts, syntax.text);
  return str_to_c(&arena, buf_str(&out));
}

static int setup(void **state) {
  (void)state;
  arena_init(&arena);
  job_init(&job, &arena);
  names = names_open();
  depth_seen = 0;
  return 0;
}

static int teardown(void **state) {
  (void)state;
  names_close(names);
  arena_clear(&arena);
  return 0;
}

/* ---- tests ---- */

static void test_functions(void **state) {
  (void)state;
  assert_string_equal(
      dump("<program <comment // Adds.>\n<func fn <name f>() <body {<return <call <name g>(<name h>)>>}>>\n>"),
      "function f 2:4-2:5 in 2:1-2:14 exported\n"
      "  fn f()\n"
      "  doc: // Adds.\n"
      "  value: g(h)\n"
      "call 2:9 g(h) in f\n"
      "read 2:11 h argument 0 of g in f\n");
}

/* Functions inside functions are local; returns belong to the innermost one,
 * references to the innermost with a name. */
static void test_nesting(void **state) {
  (void)state;
  assert_string_equal(
      dump("<program <func <name f> <body <return <name a>><func <name in> <body <return <name b>>>>"
           "<return <lambda <body <return <call <name c>>>>>>>>>"),
      "function f 1:1-1:2 in 1:1-1:9 exported\n"
      "  f\n"
      "  value: (a | func@1)\n"
      "function f.in 1:4-1:6 in 1:4-1:8 exported local\n"
      "  in\n"
      "  value: b\n"
      "function @1:8 local\n"
      "  value: c()\n"
      "read 1:3 a in f\n"
      "read 1:7 b in in\n"
      "call 1:8 c() in f\n");
}

static void test_members(void **state) {
  (void)state;
  assert_string_equal(
      dump("<program <type class <name T> <body {<func <name m> <body {}>>}>>>"),
      "class T 1:7-1:8 in 1:1-1:15\n"
      "  class T\n"
      "function T.m 1:10-1:11 in 1:10-1:14 exported\n"
      "  m\n");
}

/* Reads of locals go, unless they are passed on; reads of other names stay. */
static void test_locals(void **state) {
  (void)state;
  assert_string_equal(
      dump("<program <let <name top> = <string \"s\">><func <name f> <body "
           "<let <name x> = <name y>>;<name x>;<name top>;<block {<name x>}>;<call <name f>(<name x>)>>>>"),
      "function f 1:10-1:11 in 1:10-1:32 exported\n"
      "  f\n"
      "bind file/top = \"s\"\n"
      "bind f/x = y\n"
      "read 1:16 y in f\n"
      "read 1:20 top in f\n"
      "call 1:28 f(x) in f\n"
      "read 1:30 x argument 0 of f in f\n");
}

/* Unknown nodes are looked into, whatever they were asked for. */
static void test_default(void **state) {
  (void)state;
  assert_string_equal(
      dump("<program <unknown <unknown <call <name a>>>><let <name v> = <unknown <call <name b>>>>>"),
      "bind file/v\n"
      "call 1:1 a()\n"
      "call 1:6 b()\n");
}

static bool has_doc(const char *written) { return strstr(dump(written), "  doc: ") != NULL; }

static void test_docs(void **state) {
  (void)state;
  assert_non_null(strstr(dump("<program <comment // a>\n<comment // b>\n<func <name f> <body {}>>>"), "doc: // a // b\n"));
  /* Only the run that touches the definition. */
  assert_non_null(strstr(dump("<program <comment // a>\n\n<comment // b>\n<func <name f> <body {}>>>"), "doc: // b\n"));
  assert_true(has_doc("<program <comment /* a */> <func <name f> <body {}>>>"));
  assert_false(has_doc("<program <comment // a>\n\n<func <name f> <body {}>>>"));
  /* What trails code is about that code. */
  assert_false(has_doc("<program <name x>; <comment // a>\n<func <name f> <body {}>>>"));
  assert_false(has_doc("<program <comment // a>\n<name x>;\n<func <name f> <body {}>>>"));
  /* Above what wraps the definition, or above its decorators. */
  assert_true(has_doc("<program <comment // a>\n<export export <func <name f> <body {}>>>>"));
  assert_true(has_doc("<program <comment // a>\n<unknown @<name x>(1)>\n<func <name f> <body {}>>>"));
  assert_true(has_doc("<program <comment // a>\n<unknown <unknown @x(1)>\n<func <name f> <body {}>>>>"));
  const char *two = dump("<program <comment // a>\n<func @<name f> <body {}>>\n<func <name g> <body {}>>>");
  assert_null(strstr(strstr(two, "function g"), "doc"));
  /* Not what is above the block, or above the container. */
  assert_false(has_doc("<program <comment // a>\n<block {<func <name f> <body {}>>}>>"));
  const char *nested = dump("<program <comment // a>\n<type <name T> <body <func <name f> <body {}>>>>>");
  assert_non_null(strstr(nested, "class T 2:1-2:2 in 2:1-2:7\n  T\n  doc: // a\n"));
  assert_null(strstr(strstr(nested, "function T.f"), "doc"));
}

/* An argument that is a function, a name or a keyword's value has one reference. */
static void test_arguments(void **state) {
  (void)state;
  assert_string_equal(
      dump("<program <call <name on>(<string 'go'>, <lambda <body <name z>>>, <call <name g>>)>>"),
      "function @1:10\n"
      "call 1:1 on(\"go\", func@1, g())\n"
      "read 1:10 z\n"
      "read 1:10 func@1 argument 1 of on\n"
      "call 1:13 g()\n");
}

/* Parameters that are called, here or by whom they are handed to. */
static void test_called(void **state) {
  (void)state;
  assert_string_equal(
      dump("<program <func <name on> <param k><param p> <body <call <name p>>>>"
           "<func <name via> <param q> <body <call <name on>(<string ''>,<name q>)>>>"
           "<func <name not> <param r> <body <call <name on>(<name r>,<string ''>)>>>>"),
      "function on 1:1-1:3 in 1:1-1:8 exported\n"
      "  on kp\n"
      "function via 1:8-1:11 in 1:8-1:22 exported\n"
      "  via q\n"
      "function not 1:22-1:25 in 1:22-1:36 exported\n"
      "  not r\n"
      "bind on/k param\n"
      "bind on/p param called\n"
      "bind via/q param called\n"
      "bind not/r param\n"
      "call 1:7 p() in on\n"
      "call 1:14 on(string, q) in via\n"
      "read 1:20 q argument 1 of on in via\n"
      "call 1:28 on(r, string) in not\n"
      "read 1:31 r argument 0 of on in not\n");
}

static void test_missing_name(void **state) {
  (void)state;
  assert_string_equal(dump("<program <func <name > <body {<call <name a>>}>>>"), "call 1:3 a()\n");
}

static void test_depth(void **state) {
  (void)state;
  Buf text;
  buf_init(&text, &arena, 1u << 22);
  buf_add_c(&text, "<program ");
  for (int i = 0; i < LANGUAGE_MAX_DEPTH + 50; i++) buf_add_c(&text, "<with ");
  for (int i = 0; i < LANGUAGE_MAX_DEPTH + 50; i++) buf_add_c(&text, ">");
  buf_add_c(&text, "<call <name after>>>");
  Syntax syntax = make_syntax(buf_str(&text).ptr);
  Facts facts = build_facts(&syntax);
  assert_true(facts.cut);
  assert_int_equal(depth_seen, LANGUAGE_MAX_DEPTH);
  assert_int_equal(facts.refs.len, 2); /* what follows is still seen */
}

static void test_stopped(void **state) {
  (void)state;
  Buf text;
  buf_init(&text, &arena, 1u << 22);
  buf_add_c(&text, "<program ");
  for (int i = 0; i < 10000; i++) buf_add_c(&text, "<call <name f>>");
  buf_add_c(&text, ">");
  Syntax syntax = make_syntax(buf_str(&text).ptr);
  assert_int_equal(build_facts(&syntax).refs.len, 10001);
  job_cancel(&job, ERR_CANCELLED);
  assert_true(build_facts(&syntax).refs.len < 5000);
}

/* What the language wrote into definition 0 or expression 0 is gone. */
static void test_nothing(void **state) {
  (void)state;
  Syntax syntax = make_syntax("<program >");
  Facts facts;
  LanguageBuild build;
  facts_init(&facts, &arena, names);
  language_build_begin(&build, &job, &arena, &(LanguageFile){&toy, &syntax, STR("a.toy")}, &facts);
  language_def(&build, 0)->flags = 7;
  language_expr_at(&build, 0)->kind = EXPR_NAME;
  assert_int_equal(language_def(&build, 0)->flags, 0);
  assert_int_equal(language_ref(&build, LANGUAGE_NO_REF, 1, 1), 0);
  assert_int_equal(language_ref(&build, REF_READ, 0, 1), 0);
  language_visit(&build, 0);
  language_visit_children(&build, 0);
  assert_int_equal(language_expr(&build, 0), 0);
  assert_int_equal(language_type(&build, 999), 0);
  language_return(&build, 1);
  language_build_end(&build);
  assert_int_equal(facts.defs.items[0].flags, 0);
  assert_int_equal(facts.exprs.len, 1);
  assert_int_equal(facts.refs.len, 1);
}

/* The last value counts, of that very scope, however many binds there are and whenever it is given. */
static void test_given(void **state) {
  (void)state;
  enum { MANY = 1000 };
  Syntax syntax = make_syntax("<program >");
  Facts facts;
  LanguageBuild build;
  facts_init(&facts, &arena, names);
  language_build_begin(&build, &job, &arena, &(LanguageFile){&toy, &syntax, STR("a.toy")}, &facts);
  NameId a = language_intern(&build, STR("a")), b = language_intern(&build, STR("b"));
  ExprNo one = language_add_literal(&build, LITERAL_INT, 1), two = language_add_literal(&build, LITERAL_INT, 1);
  assert_int_equal(language_given_to(&build, 1, a), 0);
  BindNo first = language_bind(&build, (Bind){.name = a});
  assert_int_equal(language_given_to(&build, 1, a), 0);
  language_bind(&build, (Bind){.name = a, .value = one});
  assert_int_equal(language_given_to(&build, 1, a), one);
  language_give_late(&build, first, two); /* an earlier bind does not outweigh a later one */
  assert_int_equal(language_given_to(&build, 1, a), one);
  language_bind(&build, (Bind){.name = a, .value = two});
  BindNo plain = language_bind(&build, (Bind){.name = a});
  for (int i = 0; i < MANY; i++) {
    NameId name = language_intern(&build, str_format(&arena, "n%d", i));
    language_bind(&build, (Bind){.name = name, .value = i % 2 ? one : 0});
    assert_int_equal(language_given_to(&build, 1, name), i % 2 ? one : 0);
    assert_int_equal(language_given_to(&build, 1, a), two);
  }
  language_give_late(&build, plain, one);
  assert_int_equal(language_given_to(&build, 1, a), one);
  assert_int_equal(language_given_to(&build, 2, a), 0);
  assert_int_equal(language_given_to(&build, 1, b), 0);
  language_build_end(&build);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_functions, setup, teardown),
      cmocka_unit_test_setup_teardown(test_nesting, setup, teardown),
      cmocka_unit_test_setup_teardown(test_members, setup, teardown),
      cmocka_unit_test_setup_teardown(test_locals, setup, teardown),
      cmocka_unit_test_setup_teardown(test_default, setup, teardown),
      cmocka_unit_test_setup_teardown(test_docs, setup, teardown),
      cmocka_unit_test_setup_teardown(test_arguments, setup, teardown),
      cmocka_unit_test_setup_teardown(test_called, setup, teardown),
      cmocka_unit_test_setup_teardown(test_missing_name, setup, teardown),
      cmocka_unit_test_setup_teardown(test_depth, setup, teardown),
      cmocka_unit_test_setup_teardown(test_stopped, setup, teardown),
      cmocka_unit_test_setup_teardown(test_nothing, setup, teardown),
      cmocka_unit_test_setup_teardown(test_given, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
