/* Patterns of syntax, by a table: what they match in which language. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/parse/pattern.h"

/* The matched texts, separated by " | ", line feeds as "/"; captures as {A=…}. */
static const char *found(Arena *arena, const char *language, const char *pattern, const char *text) {
  Job job;
  ParsePattern *open;
  ParseFounds founds;
  bool cut;
  Buf out;
  job_init(&job, arena);
  buf_init(&out, arena, 100000);
  const Language *of = language_find(str_from_c(language));
  if (!of) return NULL; /* not in this build */
  Err err = parse_pattern_open(&job, of, str_from_c(pattern), &open);
  if (err) return str_to_c(arena, str_format(arena, "error: %.*s", STR_ARG(job_message(&job, err))));
  AUTO(Parser) parser = parse_open();
  Syntax tree;
  assert_int_equal(parse_pattern_tree(&job, parser, open, str_from_c(text), arena, &tree), OK);
  assert_int_equal(parse_pattern_match(&job, open, &tree, arena, &founds, &cut), OK);
  assert_false(cut);
  for (size_t i = 0; i < founds.len; i++) {
    if (i) buf_add_c(&out, " | ");
    buf_add(&out, str_slice(str_from_c(text), founds.items[i].range.from, founds.items[i].range.to));
    for (size_t k = 0; k < founds.items[i].capture_count; k++) {
      const ParseCapture *capture = &founds.items[i].captures[k];
      buf_add_format(&out, "{%.*s=%.*s}", STR_ARG(capture->name),
                     STR_ARG(str_slice(str_from_c(text), capture->range.from, capture->range.to)));
    }
  }
  parse_pattern_close(open);
  for (size_t i = 0; i < out.len; i++) {
    if (out.ptr[i] == '\n') out.ptr[i] = '/';
  }
  return buf_str(&out).ptr;
}

static const struct {
  const char *language, *pattern, *text, *expected;
} rows[] = {
    /* One node each; the same name is the same text; any. */
    {"c", "foo($A)", "void f() { foo(1); foo(g(x)); foo(1, 2); bar(1); }", "foo(1){A=1} | foo(g(x)){A=g(x)}"},
    {"c", "$A == $A", "int x = a == a; int y = a == b;", "a == a{A=a}"},
    {"c", "$_ == $_", "int x = a == a; int y = a == b;", "a == a | a == b"},
    {"c", "foo(NULL)", "void f() { foo(NULL); foo(null); }", "foo(NULL)"},
    /* Any number of neighbours. */
    {"c", "foo($A, $$$REST)", "void f() { foo(1); foo(1, 2, 3); foo(); }", "foo(1){A=1}{REST=} | foo(1, 2, 3){A=1}{REST=2, 3}"},
    {"c", "foo($$$)", "void f() { foo(); foo(1, 2); }", "foo() | foo(1, 2)"},
    {"c", "foo($$$, last)", "void f() { foo(last); foo(a, last); foo(last, a); }", "foo(last) | foo(a, last)"},
    /* Nested ones too; comments and white space do not matter, signs do. */
    {"c", "f($A)", "int x = f(f(1));", "f(f(1)){A=f(1)} | f(1){A=1}"},
    {"c", "f(a, b)", "int x = f( a, /* first */\n b);", "f( a, /* first *// b)"},
    {"c", "$A + $B", "int x = a - b + c;", "a - b + c{A=a - b}{B=c}"},
    /* Statements and declarations; what can be read two ways is. */
    {"c", "if ($A) { $$$B return $C; }", "void f() { if (x) { g(); h(); return 1; } if (y) return 2; }",
     "if (x) { g(); h(); return 1; }{A=x}{B=g(); h();}{C=1}"},
    {"c", "$A * $B;", "void f() { a * b; } int x = c * d;", "a * b;{A=a}{B=b}"},
    {"c", "return $A;", "int f() { return 1; }", "return 1;{A=1}"},
    {"c", "struct $N { $$$F };", "struct s { int a; int b; };", "struct s { int a; int b; };{N=s}{F=int a; int b;}"},
    {"c", "a(); $$$ b();", "void f() { a(); x(); b(); a(); }", "a(); x(); b();"},
    {"python", "print($A)", "print(1)\ndef f():\n  return print('x')\n", "print(1){A=1} | print('x'){A='x'}"},
    {"python", "def $F($$$P): $$$B", "def a(x, y):\n  p()\n  q()\nclass C: pass\n", "def a(x, y):/  p()/  q(){F=a}{P=x, y}{B=p()/  q()}"},
    {"python", "for $I in $X: $$$", "for i in xs:\n  f(i)\n", "for i in xs:/  f(i){I=i}{X=xs}"},
    {"python", "$A if $A else $B", "x = a if a else b\ny = a if c else b\n", "a if a else b{A=a}{B=b}"},
    {"typescript", "console.log($$$A)", "console.log('a', 1); log(2);", "console.log('a', 1){A='a', 1}"},
    {"typescript", "const $N = $V", "const a = 1; let b = 2;", "const a = 1;{N=a}{V=1}"},
    {"typescript", "async function $F($$$) { $$$ }", "async function a() { x() } function b() {}", "async function a() { x() }{F=a}"},
    {"typescript", "$F<$T>($A)", "f<number>(1); g(2);", "f<number>(1){F=f}{T=number}{A=1}"},
    {"go", "if err != nil { $$$B }", "package p\nfunc f() {\n\tif err != nil {\n\t\treturn err\n\t}\n}\n", "if err != nil {/\t\treturn err/\t}{B=return err}"},
    {"go", "$A.Lock()", "package p\nfunc f() { m.Lock(); x.mu.Lock() }\n", "m.Lock(){A=m} | x.mu.Lock(){A=x.mu}"},
    {"java", "new $T($$$)", "class A { Object o = new Foo(1, 2); }", "new Foo(1, 2){T=Foo}"},
    {"java", "$O.equals($O)", "class A { boolean b = x.equals(x); boolean c = x.equals(y); }", "x.equals(x){O=x}"},
    {"lua", "print($A)", "print(1)\nlocal x = print\n", "print(1){A=1}"},
    /* What is none. */
    {"c", "$A", "int x;", "error: the pattern is nothing but a placeholder: it would match everything"},
};

static void test_table(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT_OF(rows); i++) {
    Arena arena;
    arena_init(&arena);
    const char *got = found(&arena, rows[i].language, rows[i].pattern, rows[i].text);
    if (got && strcmp(got, rows[i].expected) != 0) {
      print_error("%s, %s:\n  %s\nexpected\n  %s\n", rows[i].language, rows[i].pattern, got, rows[i].expected);
      fail();
    }
    arena_clear(&arena);
  }
}

static void test_refused(void **state) {
  (void)state;
  Arena arena;
  arena_init(&arena);
  const char *words = found(&arena, "c", "if (", "");
  assert_true(!words || strstr(words, "error: 'if (' is no expression, statement or declaration of c"));
  Buf deep;
  buf_init(&deep, &arena, 20000);
  for (int i = 0; i < 2000; i++) buf_add_c(&deep, "(");
  buf_add_c(&deep, "x");
  for (int i = 0; i < 2000; i++) buf_add_c(&deep, ")");
  words = found(&arena, "c", buf_str(&deep).ptr, "");
  assert_true(!words || strstr(words, "error: the pattern nests too deeply"));
  arena_clear(&arena);
}

static void test_words(void **state) {
  (void)state;
  Arena arena;
  Job job;
  ParsePattern *pattern;
  const Str *words;
  arena_init(&arena);
  job_init(&job, &arena);
  const Language *c = language_find(STR("c"));
  if (!c) skip();
  assert_int_equal(parse_pattern_open(&job, c, STR("if (!foo_bar($A)) return -EINVAL;"), &pattern), OK);
  size_t count = parse_pattern_words(pattern, &words);
  Buf all;
  buf_init(&all, &arena, 1000);
  for (size_t i = 0; i < count; i++) buf_add_format(&all, "%.*s ", STR_ARG(words[i]));
  assert_string_equal(buf_str(&all).ptr, "if foo_bar return EINVAL ");
  parse_pattern_close(pattern);
  arena_clear(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_table), cmocka_unit_test(test_refused), cmocka_unit_test(test_words)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
