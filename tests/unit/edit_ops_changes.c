/* Renaming, changing signatures, and replacing by text, expression, pattern and
 * WorkspaceEdit, over several files. */
#include "tests/unit/edit_ops.h"

static Str rename_in(const char *path, const char *symbol, const char *new_name, EditDone *done) {
  EditOp op = {.kind = EDIT_OP_RENAME, .symbol = str_from_c(symbol), .new_name = str_from_c(new_name)};
  return ops_run(path, &op, done);
}

static Str lefts(const EditDone *done) {
  Buf out;
  buf_init(&out, &tree_arena, 10000);
  for (size_t i = 0; i < done->left.len; i++) {
    buf_add_format(&out, "%.*s:%u %.*s\n", STR_ARG(done->left.items[i].path), done->left.items[i].line, STR_ARG(done->left.items[i].why));
  }
  return buf_str(&out);
}

static void test_rename_python(void **state) {
  EditDone done;
  (void)state;
  tree_write("m.py", "def one():\n    return 1\n\n\nx = one()\n");
  tree_write("n.py", "from m import one\n\n# one is used\n\n\ndef g():\n    return one() + len(\"one\")\n");
  tree_write("o.py", "from m import one as uno\n\nuno()\n");
  tree_expect(rename_in("n.py", "m.py:one", "first", &done), "from m import first\n\n# one is used\n\n\ndef g():\n    return first() + len(\"one\")\n");
  assert_int_equal(done.places, 5);
  tree_expect(done.what, "rename one to first: 5 places in 3 files, by the graph");
  tree_expect(lefts(&done), "n.py:3 in a comment\nn.py:7 in a string\n");
  tree_expect(rename_in("o.py", "m.py:one", "first", NULL), "from m import first as uno\n\nuno()\n");
  /* A body that begins and ends with a string is none; code in braces within one is code. */
  tree_write("p.py", "from m import one\n\n\ndef g():\n    \"\"\"Of one.\"\"\"\n    one()\n    f = f\"{one()} one\"\n    return \"\"\n");
  tree_expect(rename_in("p.py", "m.py:one", "first", &done),
              "from m import first\n\n\ndef g():\n    \"\"\"Of one.\"\"\"\n    first()\n    f = f\"{first()} one\"\n    return \"\"\n");
  tree_expect(lefts(&done), "n.py:3 in a comment\nn.py:7 in a string\np.py:5 in a string\np.py:7 in a string\n");
  tree_remove_all("p.py");
  tree_expect(rename_in("m.py", "m.py:one", "first", NULL), "def first():\n    return 1\n\n\nx = first()\n");
  tree_expect(rename_in("m.py", "m.py:one", "x", NULL), "! 'x' is defined already at m.py:5; choose another name, or the tool edit with op=rename and force=true renames all the same");
  tree_expect(rename_in("m.py", "m.py:one", "a-b", NULL), "! 'a-b' is no name: letters, digits, _ and $, no digit first");
}

static void test_rename_typescript(void **state) {
  (void)state;
  tree_write("m.ts", "export class Box {\n  size() { return 1 }\n}\nexport function make() { return new Box() }\n");
  tree_write("n.ts", "import { make, Box } from './m'\nconst o = { make }\nexport const n = make().size()\nlet b: Box\n");
  tree_expect(rename_in("n.ts", "Box.size", "length", NULL), "import { make, Box } from './m'\nconst o = { make }\nexport const n = make().length()\nlet b: Box\n");
  tree_expect(rename_in("n.ts", "make", "build", NULL), "import { build, Box } from './m'\nconst o = { make: build }\nexport const n = build().size()\nlet b: Box\n");
  tree_expect(rename_in("m.ts", "Box", "Crate", NULL), "export class Crate {\n  size() { return 1 }\n}\nexport function make() { return new Crate() }\n");
}

static void test_rename_go_java_c(void **state) {
  (void)state;
  tree_write("go.mod", "module x\n");
  tree_write("a.go", "package x\n\nfunc one() int { return 1 }\n");
  tree_write("b.go", "package x\n\nfunc two() int { return one() }\n");
  tree_expect(rename_in("b.go", "one", "first", NULL), "package x\n\nfunc two() int { return first() }\n");
  tree_write("p/A.java", "package p;\n\nclass A {\n  A() {}\n  int get() { return 1; }\n}\n");
  tree_write("p/B.java", "package p;\n\nclass B extends A {\n  int get() { return new A().get(); }\n}\n");
  tree_expect(rename_in("p/B.java", "A.get", "take", NULL), "package p;\n\nclass B extends A {\n  int take() { return new A().take(); }\n}\n");
  tree_expect(rename_in("p/Base.java", "p/A.java:A", "Base", NULL), "package p;\n\nclass Base {\n  Base() {}\n  int get() { return 1; }\n}\n");
  tree_write("l.h", "int len(int a);\n");
  tree_write("l.c", "#include \"l.h\"\n\nint len(int a) { return a; }\n");
  tree_write("u.c", "#include \"l.h\"\n\nint use(void) { return len(2); }\n");
  tree_expect(rename_in("l.h", "l.c:len", "size", NULL), "int size(int a);\n");
  tree_expect(rename_in("u.c", "l.c:len", "size", NULL), "#include \"l.h\"\n\nint use(void) { return size(2); }\n");
  tree_write("made.c", "#define COMMAND(name) int cmd_##name(int x)\n#define PLAIN(name) int name(int x)\nCOMMAND(push) { return x; }\nPLAIN(pop) { return cmd_push(x); }\nint both(void) { return pop(1); }\n");
  tree_expect(rename_in("made.c", "cmd_push", "first", NULL),
              "! 'cmd_push' is made of 'push' where it is defined, by a macro, and cannot be renamed here; edit op=text changes both by hand");
  tree_expect(rename_in("made.c", "made.c:pop", "last", NULL),
              "#define COMMAND(name) int cmd_##name(int x)\n#define PLAIN(name) int name(int x)\nCOMMAND(push) { return x; }\nPLAIN(last) { return cmd_push(x); }\nint both(void) { return last(1); }\n");
}

/* What a type extends is written in its head, not where the type is named; an
 * interface that is only met is written nowhere. */
static void test_rename_bases(void **state) {
  EditDone done;
  (void)state;
  tree_write("m.py", "class Base:\n    pass\n\n\nclass Kid(\n    object,\n    Base,\n):\n    pass\n");
  tree_write("n.py", "import m\nfrom m import Base\nfrom m import Base as B\n\n\nclass One(m.Base): pass\n\n\nclass Two(B): pass\n\n\nclass Base2(Base): pass\n");
  tree_expect(rename_in("m.py", "m.py:Base", "Root", &done), "class Root:\n    pass\n\n\nclass Kid(\n    object,\n    Root,\n):\n    pass\n");
  assert_int_equal(done.places, 6);
  assert_int_equal(done.left.len, 0);
  tree_expect(rename_in("n.py", "m.py:Base", "Root", NULL),
              "import m\nfrom m import Root\nfrom m import Root as B\n\n\nclass One(m.Root): pass\n\n\nclass Two(B): pass\n\n\nclass Base2(Root): pass\n");
  tree_write("m.ts", "export class Box<T> { t: T }\nexport interface Has { n: number }\nexport class Big<T> extends Box<T> implements Has { n = 1 }\n");
  tree_expect(rename_in("m.ts", "Box", "Crate", NULL), "export class Crate<T> { t: T }\nexport interface Has { n: number }\nexport class Big<T> extends Crate<T> implements Has { n = 1 }\n");
  tree_expect(rename_in("m.ts", "Has", "Counts", NULL), "export class Box<T> { t: T }\nexport interface Counts { n: number }\nexport class Big<T> extends Box<T> implements Counts { n = 1 }\n");
  tree_write("p/A.java", "package p;\n\nclass A {}\n");
  tree_write("p/I.java", "package p;\n\ninterface I {}\n");
  tree_write("p/B.java", "package p;\n\nclass B extends A implements I {}\n");
  tree_expect(rename_in("p/B.java", "p/A.java:A", "Base", NULL), "package p;\n\nclass B extends Base implements I {}\n");
  tree_expect(rename_in("p/B.java", "p/I.java:I", "Face", NULL), "package p;\n\nclass B extends A implements Face {}\n");
  /* Both are called so: the one that meets the other stays. */
  tree_write("go.mod", "module x\n");
  tree_write("a/a.go", "package a\n\ntype Reader interface { Read() int }\n");
  tree_write("b/b.go", "package b\n\ntype Reader struct{}\n\nfunc (r Reader) Read() int { return 1 }\n");
  tree_expect(rename_in("b/b.go", "a/a.go:Reader", "Source", NULL), "package b\n\ntype Reader struct{}\n\nfunc (r Reader) Read() int { return 1 }\n");
}

/* A type that is embedded is a field of its name. */
static void test_rename_embedded(void **state) {
  (void)state;
  tree_write("go.mod", "module x\n");
  tree_write("e/e.go", "package e\n\ntype Own struct{ n int }\n\ntype All struct {\n\t*Own\n\tm int\n}\n\nfunc f(a All) int { return a.Own.n + All{Own: &Own{1}}.n }\n");
  tree_expect(rename_in("e/e.go", "e/e.go:Own", "Mine", NULL),
              "package e\n\ntype Mine struct{ n int }\n\ntype All struct {\n\t*Mine\n\tm int\n}\n\nfunc f(a All) int { return a.Mine.n + All{Mine: &Mine{1}}.n }\n");
  tree_write("e/g.go", "package e\n\ntype Other struct{ Own int }\n\nfunc g(o Other, a All) int { return o.Own + a.Own.n }\n");
  tree_expect(rename_in("e/g.go", "e/e.go:Own", "Mine", NULL), "package e\n\ntype Other struct{ Own int }\n\nfunc g(o Other, a All) int { return o.Own + a.Own.n }\n");
}

/* The file of a public type is called as it is. */
static void test_rename_file(void **state) {
  EditDone done;
  (void)state;
  tree_write("p/Tree.java", "package p;\n\npublic class Tree {\n  static Tree of() { return new Tree(); }\n}\n");
  tree_write("p/Use.java", "package p;\n\nclass Use {\n  Tree t = Tree.of();\n}\n");
  tree_expect(rename_in("p/Bush.java", "p/Tree.java:Tree", "Bush", &done), "package p;\n\npublic class Bush {\n  static Bush of() { return new Bush(); }\n}\n");
  assert_int_equal(done.note_count, 1);
  tree_expect(done.notes[0], "its file is p/Bush.java now");
  tree_expect(rename_in("p/Use.java", "p/Tree.java:Tree", "Bush", NULL), "package p;\n\nclass Use {\n  Bush t = Bush.of();\n}\n");
  tree_expect(rename_in("p/Use.java", "p/Tree.java:Tree", "Use", NULL), "! 'Use' is bound already at p/Use.java:3; choose another name, or the tool edit with op=rename and force=true renames all the same");
}

/* Overloads are one function, and are meant together. */
static void test_rename_overloads(void **state) {
  (void)state;
  tree_write("m.py", "from typing import overload\n\n\nclass A:\n    @overload\n    def get(self, k: int) -> int: ...\n    @overload\n    def get(self, k: str) -> str: ...\n    def get(self, k):\n        return k\n\n\nA().get(1)\n");
  tree_expect(rename_in("m.py", "A.get", "take", NULL),
              "from typing import overload\n\n\nclass A:\n    @overload\n    def take(self, k: int) -> int: ...\n    @overload\n    def take(self, k: str) -> str: ...\n    def take(self, k):\n        return k\n\n\nA().take(1)\n");
}

/* ---- signatures ---- */

static Str params_in(const char *path, const char *symbol, const Str *params, size_t count, EditDone *done) {
  EditOp op = {.kind = EDIT_OP_PARAMS, .symbol = str_from_c(symbol), .params = params, .param_count = count};
  return ops_run(path, &op, done);
}

static void test_params_python(void **state) {
  EditDone done;
  const Str added[] = {STR("+extra := 7"), STR("a->first"), STR("b"), STR("+flag=False")};
  const Str late[] = {STR("b"), STR("a")};
  const Str taken[] = {STR("a->b"), STR("b->c")};
  const Str fewer[] = {STR("b")};
  const Str wrong[] = {STR("c"), STR("+a=1")};
  (void)state;
  tree_write("m.py", "def f(a, b=2):\n    return a + b\n\n\nf(1, b=3)\nf(f(1, 4), 5)\ng = f\nf(*[1])\n");
  tree_expect(params_in("m.py", "f", added, 4, &done),
              "def f(extra, first, b=2, flag=False):\n    return first + b\n\n\nf(7, 1, b=3)\nf(7, f(7, 1, 4), 5)\ng = f\nf(*[1])\n");
  tree_expect(lefts(&done), "m.py:8 passes a spread: change it by hand\nm.py:7 used without a call: look whether it still fits\n");
  tree_expect(params_in("m.py", "f", fewer, 1, NULL), "def f(b=2):\n    return a + b\n\n\nf(b=3)\nf(5)\ng = f\nf(*[1])\n");
  tree_expect(params_in("m.py", "f", wrong, 1, NULL), "! there is no parameter 'c'; a new one begins with +");
  tree_write("k.py", "def g(o, f):\n    o.f(1, 2)\n    return h.f, zip.f\n\n\nclass K:\n    def f(self, a):\n        return a\n\n\ndef k(o):\n    return o.f(1) + len(\"f(1)\")\n");
  tree_expect(params_in("k.py", "K.f", wrong + 1, 1, &done), "def g(o, f):\n    o.f(1, 2)\n    return h.f, zip.f\n\n\nclass K:\n    def f(self, a=1):\n        return a\n\n\ndef k(o):\n    return o.f(1) + len(\"f(1)\")\n");
  tree_expect(lefts(&done), "k.py:2 not resolved: may be a call of it\nk.py:12 not resolved: may be a call of it\n");
  tree_remove_all("k.py");
  tree_expect(params_in("m.py", "f", late, 2, NULL),
              "! 'a' must be given and cannot stand behind 'b', which may be left out; list it before that one, or give it a value of its own");
  tree_expect(params_in("m.py", "f", taken, 2, NULL), "! 'b' is bound already at m.py:1; choose another name, or the tool edit with op=change_signature and force=true renames all the same");
}

static void test_params_others(void **state) {
  EditDone done;
  const Str swapped[] = {STR("b"), STR("a")};
  const Str typed[] = {STR("a"), STR("b"), STR("+int c := 0")};
  const Str needs[] = {STR("a"), STR("b"), STR("+int c")};
  (void)state;
  tree_write("m.ts", "export function f(a: number, b: string) { return a }\nf(1, 'x')\n");
  tree_expect(params_in("m.ts", "f", swapped, 2, NULL), "export function f(b: string, a: number) { return a }\nf('x', 1)\n");
  tree_write("l.h", "int len(int a, int b);\n");
  tree_write("l.c", "#include \"l.h\"\n\nint len(int a, int b) { return a + b; }\n\nint u(void) { return len(1,\n                          2); }\n");
  tree_expect(params_in("l.c", "l.c:len", typed, 3, NULL),
              "#include \"l.h\"\n\nint len(int a, int b, int c) { return a + b; }\n\nint u(void) { return len(1,\n                          2, 0); }\n");
  tree_expect(params_in("l.h", "l.c:len", typed, 3, NULL), "int len(int a, int b, int c);\n");
  tree_expect(params_in("l.h", "l.c:len", needs, 3, &done), "int len(int a, int b, int c);\n");
  tree_expect(lefts(&done), "l.c:5 needs a value for the new parameter: give \":= value\"\n");
  tree_write("A.java", "class A {\n  int get(int a, String b) { return a; }\n  int u() { return get(1, \"x\"); }\n}\n");
  tree_expect(params_in("A.java", "A.get", swapped, 2, NULL), "class A {\n  int get(String b, int a) { return a; }\n  int u() { return get(\"x\", 1); }\n}\n");
  tree_write("go.mod", "module x\n");
  tree_write("a.go", "package x\n\nfunc f(a int, b string) int { return a }\n\nfunc u() int { return f(1, \"x\") }\n");
  tree_expect(params_in("a.go", "a.go:f", swapped, 2, NULL), "package x\n\nfunc f(b string, a int) int { return a }\n\nfunc u() int { return f(\"x\", 1) }\n");
  tree_write("m.go", "package x\n\ntype C struct{}\n\nfunc (c *C) get(a int, b string) int { return a }\n\nfunc v(c *C) int { return c.get(1, \"x\") }\n");
  tree_expect(params_in("m.go", "C.get", swapped, 2, NULL),
              "package x\n\ntype C struct{}\n\nfunc (c *C) get(b string, a int) int { return a }\n\nfunc v(c *C) int { return c.get(\"x\", 1) }\n");
}

/* A parameter gets its new name where it is meant, and nowhere else. */
static void test_params_scopes(void **state) {
  const Str renamed[] = {STR("a->n"), STR("b")};
  const Str free_name[] = {STR("a->len"), STR("b")};
  const Str more[] = {STR("a"), STR("b"), STR("+c: number := 0")};
  (void)state;
  tree_write("m.py", "def f(a, b):\n    x = lambda a: a + b\n    def g():\n        a = 1\n        return a\n    h(a=a, b=len(b))\n    return [a for a in b] + o.a + a\n");
  tree_expect(params_in("m.py", "f", renamed, 2, NULL),
              "def f(n, b):\n    x = lambda a: a + b\n    def g():\n        a = 1\n        return a\n    h(a=n, b=len(b))\n    return [a for a in b] + o.a + n\n");
  tree_expect(params_in("m.py", "f", free_name, 2, NULL), "! the body of f means something else by 'len'; choose another name, or the tool edit with op=change_signature and force=true renames all the same");
  tree_write("m.ts", "export function f(a: number, b: number) {\n  const o = { a, b: a, c: { a: 1 } }\n  { const a = 2; b += a }\n  return g(...a) + o.a + a\n}\nf(1, // one\n  2 /* two */)\n");
  tree_expect(params_in("m.ts", "m.ts:f", renamed, 2, NULL),
              "export function f(n: number, b: number) {\n  const o = { a: n, b: n, c: { a: 1 } }\n  { const a = 2; b += a }\n  return g(...n) + o.a + n\n}\nf(1, // one\n  2 /* two */)\n");
  tree_expect(params_in("m.ts", "m.ts:f", more, 3, NULL),
              "export function f(a: number, b: number, c: number) {\n  const o = { a, b: a, c: { a: 1 } }\n  { const a = 2; b += a }\n  return g(...a) + o.a + a\n}\nf(1, // one\n  2, 0 /* two */)\n");
  tree_write("go.mod", "module x\n");
  tree_write("a.go", "package x\n\nfunc f(a int, b int) int {\n\tif b > 0 {\n\t\ta := a + 1\n\t\tb = a\n\t}\n\treturn a\n}\n");
  tree_expect(params_in("a.go", "a.go:f", renamed, 2, NULL), "package x\n\nfunc f(n int, b int) int {\n\tif b > 0 {\n\t\ta := n + 1\n\t\tb = a\n\t}\n\treturn n\n}\n");
}

/* Names that an import brings under another one, and types that it brings. */
static void test_rename_imports(void **state) {
  (void)state;
  tree_write("a.ts", "export interface Inst { n: number }\nexport const make = 1\n");
  tree_write("b.ts", "import { type Inst, make as m } from './a'\nimport type { Inst as I2 } from './a'\nexport { type Inst as Inst3, make } from './a'\nexport function f(i: Inst, j: I2) { return m }\n");
  tree_expect(rename_in("b.ts", "a.ts:Inst", "Own", NULL),
              "import { type Own, make as m } from './a'\nimport type { Own as I2 } from './a'\nexport { type Own as Inst3, make } from './a'\nexport function f(i: Own, j: I2) { return m }\n");
  tree_expect(rename_in("b.ts", "a.ts:make", "build", NULL),
              "import { type Inst, build as m } from './a'\nimport type { Inst as I2 } from './a'\nexport { type Inst as Inst3, build } from './a'\nexport function f(i: Inst, j: I2) { return m }\n");
}

/* `name as name` hands a name on: who has it from there is renamed too. */
static void test_rename_handed_on(void **state) {
  (void)state;
  tree_write("p/__init__.py", "from .h import Headers as Headers\nfrom .h import Headers as Other\n");
  tree_write("p/h.py", "class Headers:\n    pass\n");
  tree_write("u.py", "from p import Headers, Other\n\nHeaders()\nOther()\n");
  tree_expect(rename_in("p/__init__.py", "p/h.py:Headers", "Map", NULL), "from .h import Map as Map\nfrom .h import Map as Other\n");
  tree_expect(rename_in("u.py", "p/h.py:Headers", "Map", NULL), "from p import Map, Other\n\nMap()\nOther()\n");
  tree_write("h.ts", "export const one = 1\n");
  tree_write("i.ts", "export { one as one } from './h'\n");
  tree_expect(rename_in("i.ts", "h.ts:one", "two", NULL), "export { two as two } from './h'\n");
}

/* ---- text ---- */

static Str replace(EditOpKind kind, const char *find, const char *text, size_t expect) {
  EditOp op = {.kind = kind, .file = STR("t.py"), .find = str_from_c(find), .text = str_from_c(text), .has_text = true, .has_expect = expect != 0, .expect = expect};
  return ops_run("t.py", &op, NULL);
}

static void test_text(void **state) {
  (void)state;
  tree_write("t.py", "a = f(1, 2)\nb = f(3,  g(4))\n");
  tree_expect(replace(EDIT_OP_TEXT, "f(1, 2)", "0", 0), "a = 0\nb = f(3,  g(4))\n");
  tree_expect(replace(EDIT_OP_TEXT, "f(", "h(", 0), "! 2 places have this text: t.py:1, t.py:2; give more of it");
  tree_expect(replace(EDIT_OP_TEXT, "f(", "h(", 2), "a = h(1, 2)\nb = h(3,  g(4))\n");
  tree_expect(replace(EDIT_OP_TEXT, "f(", "h(", 3), "! 3 places expected, 2 there: t.py:1, t.py:2; nothing was changed");
  tree_expect(replace(EDIT_OP_TEXT, " b = f(3", "x", 0), "! ' b = f(3' is nowhere in t.py; line 2 of t.py begins alike, but white space or a later line differs");
  tree_expect(replace(EDIT_OP_REGEX, "f\\((\\d), *(?<rest>[^)]*)", "f(${rest}, $1$$", 0), "broken: a = f(2, 1$)\nb = f(g(4, 3$))\n");
  tree_expect(replace(EDIT_OP_REGEX, "^", "# ", 2), "# a = f(1, 2)\n# b = f(3,  g(4))\n");
  tree_expect(replace(EDIT_OP_REGEX, "f", "$2", 0), "! the replacement names a group that the expression does not have; it has 0");
  tree_expect(replace(EDIT_OP_REGEX, "(", "x", 0), "! the regular expression cannot be read at byte 1: missing closing parenthesis");
  tree_expect(replace(EDIT_OP_PATTERN, "f($A, $B)", "f($B, $A)", 0), "a = f(2, 1)\nb = f(g(4), 3)\n");
  tree_expect(replace(EDIT_OP_PATTERN, "f($A, $B)", "f($C)", 0), "! the replacement names $C, which the pattern does not have");
}

/* Nested repetition takes exponential time: it is refused, not waited for. */
static void test_costly_expression(void **state) {
  char line[200];
  (void)state;
  memset(line, 'a', sizeof line - 2);
  line[sizeof line - 2] = '\n';
  line[sizeof line - 1] = '\0';
  tree_write("t.py", line);
  tree_expect(replace(EDIT_OP_REGEX, "(a+)+[bc]", "x", 0), "! the regular expression takes too many steps; make it simpler: no nested repetition");
}

static Str workspace(const char *json) {
  const Json *edit;
  tree_ok(json_read(&tree_job, str_from_c(json), NULL, &edit));
  EditOp op = {.kind = EDIT_OP_WORKSPACE, .edit = edit};
  return ops_run("t.py", &op, NULL);
}

static void test_workspace_edit(void **state) {
  (void)state;
  tree_write("t.py", "a = 1\n");
  ops_index = dump_open();
  Str uri = str_format(&tree_arena, "{\"changes\":{\"file://%.*s/t.py\":[{\"range\":{\"start\":{\"line\":0,\"character\":0},\"end\":{\"line\":0,\"character\":1}},\"newText\":\"b\"}]}}",
                       STR_ARG(index_root(ops_index)));
  tree_expect(workspace(str_to_c(&tree_arena, uri)), "b = 1\n");
  Str outside = workspace("{\"changes\":{\"file:///etc/passwd\":[{\"range\":{\"start\":{\"line\":0,\"character\":0},\"end\":{\"line\":0,\"character\":1}},\"newText\":\"b\"}]}}");
  if (!str_starts_with(outside, STR("! "))) fail_msg("%.*s", STR_ARG(outside));
  tree_expect(workspace("{\"documentChanges\":[{\"kind\":\"delete\",\"uri\":\"http://x/y\"}]}"), "! the edit cannot be used: it names something that is no file of this machine");
}

static void test_lines(void **state) {
  (void)state;
  tree_write("t.py", "a\nb\nc");
  EditOp op = {.kind = EDIT_OP_LINES, .file = STR("t.py"), .line = 2, .text = STR("x\ny"), .has_text = true};
  tree_expect(ops_run("t.py", &op, NULL), "a\nx\ny\nc");
  op.line = 3, op.text = STR("");
  tree_expect(ops_run("t.py", &op, NULL), "a\nb\n");
  op.line = 9;
  tree_expect(ops_run("t.py", &op, NULL), "! lines 9 to 9: t.py has 3");
  tree_write("w.txt", "a\r\nb\r\n");
  op = (EditOp){.kind = EDIT_OP_LINES, .file = STR("w.txt"), .line = 1, .text = STR("x\ny"), .has_text = true};
  tree_expect(ops_run("w.txt", &op, NULL), "x\r\ny\r\nb\r\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_rename_python, ops_setup, ops_teardown),     cmocka_unit_test_setup_teardown(test_rename_typescript, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_rename_bases, ops_setup, ops_teardown),      cmocka_unit_test_setup_teardown(test_rename_file, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_rename_handed_on, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_rename_overloads, ops_setup, ops_teardown),  cmocka_unit_test_setup_teardown(test_rename_embedded, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_rename_imports, ops_setup, ops_teardown),    cmocka_unit_test_setup_teardown(test_params_scopes, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_rename_go_java_c, ops_setup, ops_teardown),  cmocka_unit_test_setup_teardown(test_params_python, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_params_others, ops_setup, ops_teardown),     cmocka_unit_test_setup_teardown(test_text, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_costly_expression, ops_setup, ops_teardown), cmocka_unit_test_setup_teardown(test_workspace_edit, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_lines, ops_setup, ops_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
