/* What changes a file's surface, and what does not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/extract/extract.h"
#include "src/parse/parse.h"

static Arena arena;
static Job job;

static int setup(void **state) {
  (void)state;
  arena_init(&arena);
  job_init(&job, &arena);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  arena_clear(&arena);
  return 0;
}

static uint64_t surface(const char *path, const char *text) {
  const Language *language = language_for_file(str_from_c(path), STR_EMPTY);
  if (!language) skip();
  AUTO(Parser) parser = parse_open();
  AUTO(Names) names = names_open();
  Syntax syntax;
  Facts facts;
  assert_int_equal(parse_text(&job, parser, language, str_from_c(text), &arena, &syntax), OK);
  assert_int_equal(extract_facts(&job, &arena, names, &(LanguageFile){language, &syntax, str_from_c(path)}, &facts), OK);
  return facts_surface(&arena, &facts);
}

static void same(const char *path, const char *before, const char *after) {
  if (surface(path, before) == surface(path, after)) return;
  fail_msg("%s: the surface must not change between\n%s\nand\n%s", path, before, after);
}

static void differs(const char *path, const char *before, const char *after) {
  if (surface(path, before) != surface(path, after)) return;
  fail_msg("%s: the surface must change between\n%s\nand\n%s", path, before, after);
}

static void test_c(void **state) {
  (void)state;
  const char *before = "struct s { A a; };\nA f(A x) { return g(x); }\n";
  same("a.c", before, "/* moved */\n\nstruct s { A a; };\n\nA f(A x)\n{ int y = 3; h(y); return k(x); }\n");
  differs("a.c", before, "struct s { B a; };\nA f(A x) { return g(x); }\n");
  differs("a.c", before, "struct s { A b; };\nA f(A x) { return g(x); }\n");
  differs("a.c", before, "struct s { A a; };\nA f(B x) { return g(x); }\n");
  differs("a.c", before, "struct s { A a; };\nB f(A x) { return g(x); }\n");
  differs("a.c", before, "struct s { A a; };\nstatic A f(A x) { return g(x); }\n");
  differs("a.c", before, "struct s { A a; };\nA f(A x) { return g(x); }\nint more;\n");
  differs("a.c", before, "#include \"x.h\"\nstruct s { A a; };\nA f(A x) { return g(x); }\n");
}

static void test_python(void **state) {
  (void)state;
  const char *before = "import a\ndef f(x: int) -> int:\n    return a.g(x)\n";
  same("a.py", before, "import a\n# says what\n\ndef f(x: int) -> int:\n    y = a.k()\n    for z in y: pass\n    return 1\n");
  differs("a.py", before, "import b\ndef f(x: int) -> int:\n    return a.g(x)\n");
  differs("a.py", before, "import a\ndef f(x: int) -> str:\n    return a.g(x)\n");
  differs("a.py", before, "import a\ndef f(x: int, y=1) -> int:\n    return a.g(x)\n");
  /* Without a declared result, what is returned counts, and what that is made from. */
  const char *inferred = "def f(x):\n    y = A()\n    z = C()\n    return y\n";
  same("a.py", inferred, "def f(x):\n    y = A()\n    z = D()\n    other(z)\n    return y\n");
  differs("a.py", inferred, "def f(x):\n    y = B()\n    z = C()\n    return y\n");
  differs("a.py", inferred, "def f(x):\n    y = A()\n    z = C()\n    return z\n");
  /* Which of several binds is meant is a question of order. */
  differs("a.py", "def f():\n    y = A()\n    y = B()\n    return y\n", "def f():\n    y = A()\n    return y\n    y = B()\n");
  differs("a.py", "def f():\n    y = A()\n    y = B()\n    return y\n", "def f():\n    y = B()\n    y = A()\n    return y\n");
  /* Attributes come from bodies. */
  const char *members = "class A:\n    def __init__(self, q: int) -> None:\n        self.x = B()\n        p = q\n";
  same("a.py", members, "class A:\n    def __init__(self, q: int) -> None:\n        self.x = B()\n        p = 1\n        go(p)\n");
  differs("a.py", members, "class A:\n    def __init__(self, q: int) -> None:\n        self.x = C()\n        p = q\n");
  differs("a.py", members, "class A(B):\n    def __init__(self, q: int) -> None:\n        self.x = B()\n        p = q\n");
}

static void test_typescript(void **state) {
  (void)state;
  const char *before = "export function f(x: number): number { return g(x) }\nexport const t = { a: 1, m() { return 2 } }\n";
  same("a.ts", before, "// c\nexport function f(x: number): number {\n  const y = () => k(x); return y() }\nexport const t = { a: 1, m() { return 2 } }\n");
  differs("a.ts", before, "export function f(x: string): number { return g(x) }\nexport const t = { a: 1, m() { return 2 } }\n");
  differs("a.ts", before, "function f(x: number): number { return g(x) }\nexport const t = { a: 1, m() { return 2 } }\n");
  differs("a.ts", before, "export function f(x: number): number { return g(x) }\nexport const t = { b: 1, m() { return 2 } }\n");
  /* A lambda's parameter has its type from the call around it. */
  differs("a.ts", "export function f(xs) { let r; xs.each(x => { r = x }); return r }",
          "export function f(xs) { let r; xs.map(x => { r = x }); return r }");
  differs("a.ts", "export function use() { const api = { go() { return A() } }; return api }",
          "export function use() { const api = { go() { return B() } }; return api }");
  /* Whether a parameter is called: others pass functions to it. */
  differs("a.ts", "export function on(f: F): void { f() }", "export function on(f: F): void { g(f) }");
  same("a.ts", "export function use(): T { const api = { go() { return A() } }; return api }",
       "export function use(): T { const api = { go() { return B() } }; return api }");
}

static void test_go(void **state) {
  (void)state;
  const char *before = "package p\ntype T struct { a int }\nfunc (t *T) M() int { return t.a }\n";
  same("a.go", before, "package p\n\n// T is.\ntype T struct { a int }\nfunc (t *T) M() int { x := f(); return x.y() }\n");
  differs("a.go", before, "package q\ntype T struct { a int }\nfunc (t *T) M() int { return t.a }\n");
  differs("a.go", before, "package p\ntype T struct { b int }\nfunc (t *T) M() int { return t.a }\n");
  differs("a.go", before, "package p\ntype T struct { a int }\nfunc (t *T) N() int { return t.a }\n");
  differs("a.go", before, "package p\ntype T struct { a int }\nfunc (t *U) M() int { return t.a }\n");
  differs("a.go", before, "package p\ntype T struct { a int }\nfunc (t *T) M() string { return t.a }\n");
}

static void test_java(void **state) {
  (void)state;
  const char *before = "package p; class A { int x; int f(int a) { return g(a); } }";
  same("A.java", before, "package p;\n/** Doc. */\nclass A { int x; int f(int a) { int b = h(); Runnable r = () -> k(b); return b; } }");
  differs("A.java", before, "package p; class A { int x; int f(long a) { return g(a); } }");
  differs("A.java", before, "package p; class A { int x; private int f(int a) { return g(a); } }");
  differs("A.java", before, "package p; class A extends B { int x; int f(int a) { return g(a); } }");
  differs("A.java", before, "package p; class A { long x; int f(int a) { return g(a); } }");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_c, setup, teardown),
      cmocka_unit_test_setup_teardown(test_python, setup, teardown),
      cmocka_unit_test_setup_teardown(test_typescript, setup, teardown),
      cmocka_unit_test_setup_teardown(test_go, setup, teardown),
      cmocka_unit_test_setup_teardown(test_java, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
