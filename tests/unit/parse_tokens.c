/* Tokens of texts, by a table: the whole text again, with what is told apart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "src/base/buf.h"
#include "src/parse/tokens.h"

static const char letters[TOKEN_KINDS] = {'c', 't', 'n', 'k', 'y', 'f', 'd'};

static void check_order(const Tokens *tokens, Str text) {
  for (size_t i = 0; i < tokens->len; i++) {
    const Token *token = &tokens->items[i];
    assert_true(token->from < token->to && token->to <= text.len && token->kind < TOKEN_KINDS);
    if (i) assert_true(tokens->items[i - 1].to <= token->from);
  }
}

/* `[k:return] [n:1];` */
static const char *marked(Arena *arena, const char *language, Str text) {
  Job job;
  Tokens tokens;
  Buf out;
  uint32_t at = 0;
  const Language *of = language_find(str_from_c(language));
  if (!of) return NULL; /* not in this build */
  AUTO(Parser) parser = parse_open();
  job_init(&job, arena);
  buf_init(&out, arena, 100000);
  assert_int_equal(parse_tokens(&job, parser, of, text, arena, &tokens), OK);
  check_order(&tokens, text);
  for (size_t i = 0; i < tokens.len; i++) {
    const Token *token = &tokens.items[i];
    buf_add(&out, str_slice(text, at, token->from));
    buf_add_format(&out, "[%c:%.*s]", letters[token->kind], STR_ARG(str_slice(text, token->from, token->to)));
    at = token->to;
  }
  buf_add(&out, str_slice(text, at, text.len));
  buf_add_byte(&out, 0);
  return buf_str(&out).ptr;
}

static const struct {
  const char *language, *text, *marked;
} rows[] = {
    {"c",
     "#include <stdio.h>\n"
     "// one /* two\n"
     "static const char *s = \"/* not a comment // \\\"\"; int n = 0x1Fu; char c = '\"';\n"
     "/* \"no text\" */ unsigned long f(struct box *b) { return b->size + 12.5 + NULL; }\n"
     "#define MAX(a, b) a\n"
     "#ifdef X\n"
     "typedef int T; T t = true;\n"
     "#endif\n",
     "[k:#include] [t:<stdio.h>]\n"
     "[c:// one /* two]\n"
     "[k:static] [k:const] [y:char] *s = [t:\"/* not a comment // \\\"\"]; [y:int] n = [n:0x1Fu]; [y:char] c = [t:'\"'];\n"
     "[c:/* \"no text\" */] [k:unsigned] [k:long] f([k:struct] [y:box] *b) { [k:return] b->size + [n:12.5] + [k:NULL]; }\n"
     "[k:#define] MAX(a, b) a\n"
     "[k:#ifdef] X\n"
     "[k:typedef] [y:int] [y:T]; [y:T] t = [k:true];\n"
     "[k:#endif]\n"},
    {"python",
     "#!/usr/bin/env python\n"
     "\"\"\"A # docstring 'with' signs.\n"
     "\n"
     "if x: return\n"
     "\"\"\"\n"
     "import os\n"
     "\n"
     "\n"
     "def f(x: int = 3) -> str:\n"
     "    '''inner'''\n"
     "    s = f\"a {x + 1!r:>{n}} # {g('b')} \" + r'\\d#'\n"
     "    return None if not x else s is not self.y  # \"end\"\n"
     "\n"
     "class A(B):\n"
     "    async def g(self): await True\n",
     "[c:#!/usr/bin/env python]\n"
     "[t:\"\"\"A # docstring 'with' signs.\n"
     "\n"
     "if x: return\n"
     "\"\"\"]\n"
     "[k:import] os\n"
     "\n"
     "\n"
     "[k:def] f(x: [y:int] = [n:3]) -> [y:str]:\n"
     "    [t:'''inner''']\n"
     "    s = [t:f\"a ]{x + [n:1]!r:>{n}}[t: # ]{g([t:'b'])}[t: \"] + [t:r'\\d#']\n"
     "    [k:return] [k:None] [k:if] [k:not] x [k:else] s [k:is] [k:not] self.y  [c:# \"end\"]\n"
     "\n"
     "[k:class] A(B):\n"
     "    [k:async] [k:def] g(self): [k:await] [k:True]\n"},
    {"typescript",
     "// `no`\n"
     "const s: string = `a ${f(`b ${c /* d */} \"e\"`)} // f`;\n"
     "export async function f<T extends Foo>(x?: T): Promise<void> { return /a\\/[\"]b/g.test(x) ? null : this.x; }\n"
     "type A = 'a' | number; let n = 1_000n + .5;\n"
     "import { a } from \"./b\";\n",
     "[c:// `no`]\n"
     "[k:const] s: [k:string] = [t:`a ]${f([t:`b ]${c [c:/* d */]}[t: \"e\"`])}[t: // f`];\n"
     "[k:export] [k:async] [k:function] f<[y:T] [k:extends] [y:Foo]>(x?: [y:T]): [y:Promise]<[k:void]> { [k:return] [t:/a\\/[\"]b/g].test(x) ? [k:null] : [k:this].x; }\n"
     "[k:type] [y:A] = [t:'a'] | [k:number]; [k:let] n = [n:1_000n] + [n:.5];\n"
     "[k:import] { a } [k:from] [t:\"./b\"];\n"},
    {"javascript",
     "const a = `x${`y${1}`}`; // c\n"
     "let identifier = undefined; new Foo(); a.default(true);\n",
     "[k:const] a = [t:`x]${[t:`y]${[n:1]}[t:`]}[t:`]; [c:// c]\n"
     "[k:let] identifier = [k:undefined]; [k:new] Foo(); a.default([k:true]);\n"},
    {"tsx",
     "const a = <div class=\"x\" onClick={() => f(1)}>if 3 text {b}</div>;\n",
     "[k:const] a = <div class=[t:\"x\"] onClick={() => f([n:1])}>if 3 text {b}</div>;\n"},
    {"go",
     "package main\n"
     "\n"
     "import \"fmt\"\n"
     "\n"
     "// c \"x\"\n"
     "type T struct{ a int }\n"
     "\n"
     "func (t *T) F(m map[string]bool) error {\n"
     "\tfmt.Println(`raw // \"x\"\n"
     "line`, 'x', 3i, nil)\n"
     "\treturn nil /* c */\n"
     "}\n",
     "[k:package] main\n"
     "\n"
     "[k:import] [t:\"fmt\"]\n"
     "\n"
     "[c:// c \"x\"]\n"
     "[k:type] [y:T] [k:struct]{ a [y:int] }\n"
     "\n"
     "[k:func] (t *[y:T]) F(m [k:map][[y:string]][y:bool]) [y:error] {\n"
     "\tfmt.Println([t:`raw // \"x\"\n"
     "line`], [t:'x'], [n:3i], [k:nil])\n"
     "\t[k:return] [k:nil] [c:/* c */]\n"
     "}\n"},
    {"rust",
     "//! doc\n"
     "/// \"quoted\"\n"
     "pub fn f<'a>(x: &'a str, n: u8) -> Option<String> { let s = r#\"a // \"b\" \"#; let c = 'c'; println!(\"{}\", n); /* a /* nested */ b */ Some(s.into()) }\n"
     "impl Foo for Bar { const N: usize = 0xff_u8 as usize; fn g(&self) -> bool { true } }\n",
     "[c://! doc\n"
     "/// \"quoted\"\n"
     "][k:pub] [k:fn] f<'a>(x: &'a [y:str], n: [y:u8]) -> [y:Option]<[y:String]> { [k:let] s = [t:r#\"a // \"b\" \"#]; [k:let] c = [t:'c']; println!([t:\"{}\"], n); [c:/* a /* nested */ b */] Some(s.into()) }\n"
     "[k:impl] [y:Foo] [k:for] [y:Bar] { [k:const] N: [y:usize] = [n:0xff_u8] [k:as] [y:usize]; [k:fn] g(&[k:self]) -> [y:bool] { [k:true] } }\n"},
    {"java",
     "/** \"doc\" */\n"
     "@Override public class A extends B { private int n = 0x1L; String s = \"// no \" + 'c' + \"\"\"\n"
     "  block /* \"\"\"; void f() { return this.n == null ? super.f() : new A(); } } // end\n",
     "[c:/** \"doc\" */]\n"
     "@Override [k:public] [k:class] A [k:extends] [y:B] { [k:private] [k:int] n = [n:0x1L]; [y:String] s = [t:\"// no \"] + [t:'c'] + [t:\"\"\"\n"
     "  block /* \"\"\"]; [y:void] f() { [k:return] [k:this].n == [k:null] ? [k:super].f() : [k:new] [y:A](); } } [c:// end]\n"},
    {"ruby",
     "# \"c\"\n"
     "class A < B\n"
     "  def f(x) = \"a #{x + \"b #{c} #\"} #\"\n"
     "  S = %w[a b]; R = /a#b/; y = :sym; puts <<~T\n"
     "    here #{x} # no\n"
     "  T\n"
     "end\n"
     "return nil unless self.x\n",
     "[c:# \"c\"]\n"
     "[k:class] A < B\n"
     "  [k:def] f(x) = [t:\"a ]#{x + [t:\"b ]#{c}[t: #\"]}[t: #\"]\n"
     "  S = [t:%w[a b]]; R = [t:/a#b/]; y = :sym; puts [t:<<~T\n"
     "    here ]#{x}[t: # no\n"
     "  T]\n"
     "[k:end]\n"
     "[k:return] [k:nil] [k:unless] [k:self].x\n"},
    {"php",
     "<?php\n"
     "// \"c\"\n"
     "function f(int $x): ?string { return \"a {$x->y} $z // \" . 'b # $c' . null; }\n"
     "# end\n",
     "[k:<?php]\n"
     "[c:// \"c\"]\n"
     "[k:function] f([k:int] $x): ?[k:string] { [k:return] [t:\"a {]$x->y[t:} ]$z[t: // \"] . [t:'b # $c'] . [k:null]; }\n"
     "[c:# end]\n"},
    {"bash",
     "#!/bin/bash\n"
     "if [ \"$x\" = \"a # ${y:-b} $(ls \"q\")\" ]; then echo 'c # $x' # end\n"
     "fi\n"
     "cat <<E\n"
     "here # $x\n"
     "E\n",
     "[c:#!/bin/bash]\n"
     "[k:if] [ [t:\"]$x[t:\"] = [t:\"a # ]${y:-b} $(ls [t:\"q\"])[t:\"] ]; [k:then] echo [t:'c # $x'] [c:# end]\n"
     "[k:fi]\n"
     "cat <<[t:E]\n"
     "[t:here # ]$x[t:\n"
     "E]\n"},
    {"csharp",
     "// c\n"
     "var s = $\"a {x + \"b\"} // c\"; string t = @\"c:\\\"; if (s is null) return; int n = 1;\n",
     "[c:// c]\n"
     "[k:var] s = $[t:\"a ]{x + [t:\"b\"]}[t: // c\"]; [y:string] t = [t:@\"c:\\\"]; [k:if] (s [k:is] [k:null]) [k:return]; [y:int] n = [n:1];\n"},
    {"kotlin",
     "// c\n"
     "val s = \"a $x ${f(\"b\")} // c\"; fun f(n: Int): String? = null\n",
     "[c:// c]\n"
     "[k:val] s = [t:\"a $x ]${f([t:\"b\"])}[t: // c\"]; [k:fun] f(n: [y:Int]): [y:String]? = null\n"},
    {"swift",
     "// c\n"
     "let s = \"a \\(x + \"b\") // c\"; func f(n: Int) -> String? { return nil }\n",
     "[c:// c]\n"
     "[k:let] s = [t:\"a \\(]x + [t:\"b\") // c\"]; [k:func] f(n: [y:Int]) -> [y:String]? { [k:return] [k:nil] }\n"},
    {"json",
     "{\"a\": 1, \"b\": [true, null, \"// c\"]}\n",
     "{[t:\"a\"]: [n:1], [t:\"b\"]: [[k:true], [k:null], [t:\"// c\"]]}\n"},
    {"yaml",
     "# c\n"
     "a: b # d\n"
     "n: 3\n"
     "t: true\n"
     "s: \"x # y\"\n"
     "b: |\n"
     "  text # no\n",
     "[c:# c]\n"
     "[t:a]: [t:b] [c:# d]\n"
     "[t:n]: [n:3]\n"
     "[t:t]: [k:true]\n"
     "[t:s]: [t:\"x # y\"]\n"
     "[t:b]: [t:|\n"
     "  text # no\n"
     "]"},
    {"html",
     "<!-- c --><p class=\"x\">if 3 text</p><script>let a = 1; // c\n"
     "</script><style>p { color: red /* x */ }</style>\n",
     "[c:<!-- c -->]<[k:p] class=[t:\"x\"]>if 3 text</[k:p]><[k:script]>[k:let] a = [n:1]; [c:// c]\n"
     "</[k:script]><[k:style]>[k:p] { color: red [c:/* x */] }</[k:style]>\n"},
    {"css",
     "/* c */ .a:hover { color: #fff; width: 10px; content: \"/* x\" } @media print { }\n",
     "[c:/* c */] .a:hover { color: #fff; width: [n:10px]; content: [t:\"/* x\"] } [k:@media] [k:print] { }\n"},
    {"sql",
     "-- c\n"
     "SELECT a, 'b -- c' FROM t WHERE n = 3 AND x IS NULL;\n",
     "[c:-- c]\n"
     "[k:SELECT] a, [t:'b -- c'] [k:FROM] t [k:WHERE] n = [n:3] [k:AND] x [k:IS] [k:NULL];\n"},
    {"lua",
     "-- c\n"
     "local s = \"a -- b\" .. [[ long -- ]] ; if not x then return nil end --[[ b ]]\n",
     "[c:-- c]\n"
     "[k:local] s = [t:\"a -- b\"] .. [t:[[ long -- ]]] ; [k:if] [k:not] x [k:then] [k:return] [k:nil] [k:end] [c:--[[ b ]]]\n"},
    {"markdown",
     "# Title\n"
     "\n"
     "Some `code` and 3 words.\n"
     "\n"
     "```c\n"
     "int x;\n"
     "```\n",
     "# Title\n"
     "\n"
     "Some `code` and 3 words.\n"
     "\n"
     "[t:```c]\n"
     "int x;\n"
     "[t:```]\n"},
    {"vue",
     "<template><p :a=\"b\">{{ c }}</p></template>\n"
     "<script setup>\n"
     "const a = 'b' // c\n"
     "</script>\n",
     "<template><p :a=\"b\">{{ c }}</p></template>\n"
     "<script setup>\n"
     "[k:const] a = [t:'b'] [c:// c]\n"
     "</script>\n"},
    {"svelte",
     "<script>\n"
     "let a = 'b'; // c\n"
     "</script>\n"
     "<p class=\"x\">{a}</p>\n",
     "<script>\n"
     "[k:let] a = [t:'b']; [c:// c]\n"
     "</script>\n"
     "<p class=\"x\">{a}</p>\n"},
    {"toml",
     "# c\n"
     "[a]\n"
     "b = \"x # y\" # d\n"
     "n = 3\n",
     "[c:# c]\n"
     "[a]\n"
     "b = [t:\"x # y\"] [c:# d]\n"
     "n = [n:3]\n"},
    {"haskell",
     "-- c\n"
     "module A where\n"
     "f :: Int -> String\n"
     "f x = if x > 3 then \"a -- b\" else show x {- d -}\n",
     "[c:-- c]\n"
     "[k:module] A [k:where]\n"
     "f :: Int -> String\n"
     "f x = [k:if] x > [n:3] [k:then] [t:\"a -- b\"] [k:else] show x [c:{- d -}]\n"},
    {"elixir",
     "# c\n"
     "defmodule A do\n"
     "  def f(x), do: \"a #{x + 1} # b\"\n"
     "  @doc \"\"\"\n"
     "  text\n"
     "  \"\"\"\n"
     "  nil\n"
     "end\n",
     "[c:# c]\n"
     "defmodule A [k:do]\n"
     "  def f(x), [k:do: ][t:\"a ]#{x + [n:1]}[t: # b\"]\n"
     "  @doc [t:\"\"\"\n"
     "  text\n"
     "  \"\"\"]\n"
     "  [k:nil]\n"
     "[k:end]\n"},
    {"scala",
     "// c\n"
     "val s = s\"a $x ${f(\"b\")} // c\"; def f(n: Int): String = null\n",
     "[c:// c]\n"
     "[k:val] s = s[t:\"a ]$x[t: ]${f([t:\"b\"])}[t: // c\"]; [k:def] f(n: [y:Int]): [y:String] = [k:null]\n"},
    {"cpp",
     "// c\n"
     "template <class T> auto f(std::string s) -> T { return R\"(a // b)\" \"c\" + nullptr; } namespace a { using b = int; }\n",
     "[c:// c]\n"
     "[k:template] <[k:class] [y:T]> [k:auto] f(std::[y:string] s) -> [y:T] { [k:return] [t:R\"(a // b)\" \"c\"] + [k:nullptr]; } [k:namespace] a { [k:using] [y:b] = [y:int]; }\n"},
};

static void test_table(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    Arena arena;
    arena_init(&arena);
    const char *got = marked(&arena, rows[i].language, str_from_c(rows[i].text));
    if (got) assert_string_equal(got, rows[i].marked);
    arena_clear(&arena);
  }
}

/* Whatever a repository holds: nesting that is deeper than a stack, halves of
 * literals, bytes that are no text, nothing at all. */
static void test_hostile(void **state) {
  (void)state;
  Arena arena;
  Buf deep;
  arena_init(&arena);
  buf_init(&deep, &arena, 1u << 20);
  for (int i = 0; i < 5000; i++) buf_add_c(&deep, "`${");
  marked(&arena, "javascript", buf_str(&deep));
  for (int i = 0; i < 5000; i++) buf_add_c(&deep, "}`");
  marked(&arena, "javascript", buf_str(&deep));
  marked(&arena, "c", STR("/* never ends \"\n"));
  marked(&arena, "python", STR("f\"{f\"{f\"{"));
  marked(&arena, "python", (Str){"\xff\xfe\0'\x80", 5});
  static const char *const languages[] = {"c", "python", "typescript", "html", "yaml", "vue", "svelte", "php", "markdown"};
  for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++) {
    const char *nothing = marked(&arena, languages[i], STR_EMPTY);
    if (nothing) assert_string_equal(nothing, "");
    marked(&arena, languages[i], STR("<script>`${\n'\"\"\"#{{{ <!-- /* \xc3"));
  }
  arena_clear(&arena);
}

/* As for any other tree. */
static void test_too_large(void **state) {
  (void)state;
  Arena arena;
  Job job;
  Tokens tokens;
  const Language *c = language_find(STR("c"));
  if (!c) skip();
  AUTO(Parser) parser = parse_open();
  arena_init(&arena);
  job_init(&job, &arena);
  char *blanks = arena_alloc(&arena, PARSE_MAX_BYTES + 1);
  memset(blanks, ' ', PARSE_MAX_BYTES + 1);
  assert_int_equal(parse_tokens(&job, parser, c, (Str){blanks, PARSE_MAX_BYTES + 1}, &arena, &tokens), ERR_TOO_LARGE);
  arena_clear(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_table), cmocka_unit_test(test_hostile), cmocka_unit_test(test_too_large)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
