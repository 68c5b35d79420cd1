/* Moving definitions: what they need comes along, who used them finds them. */
#include "tests/unit/edit_ops.h"

static Str move_in(const char *path, const char *symbol, const char *to, EditDone *done) {
  EditOp op = {.kind = EDIT_OP_MOVE, .symbol = str_from_c(symbol), .to = str_from_c(to)};
  return ops_run(path, &op, done);
}

/* Members, keys and locals that are called as an import bring nothing along;
 * imports that nobody needs any more go; what is needed is exported. */
static void test_typescript(void **state) {
  (void)state;
  tree_write("a.ts", "import { emit, type Slots, on } from './lib'\nimport { uid } from './uid'\n\nlet hidden = 1\n\nexport interface Inst {\n  uid: number\n  emit(): void\n  slots: Slots\n}\n\n"
                     "export function use(on: Inst) {\n  return hidden + on.emit() + uid\n}\n\nexport const rest = emit(on)\nexport let last: Inst\n");
  tree_write("lib.ts", "export const emit = 1\nexport type Slots = {}\nexport const on = 1\n");
  tree_write("uid.ts", "export const uid = 1\n");
  tree_write("b.ts", "import {\n  type Inst,\n  use,\n} from './a'\nexport const n = (i: Inst) => use(i)\n");
  tree_write("index.ts", "export * from './a'\nexport { type Inst as Again } from './a'\n");
  tree_write("far/c.ts", "import { type Inst } from '../index'\nexport let c: Inst\n");
  tree_expect(move_in("new/inst.ts", "a.ts:Inst", "new/inst.ts", NULL),
              "import type { Slots } from '../lib'\n\nexport interface Inst {\n  uid: number\n  emit(): void\n  slots: Slots\n}\n");
  tree_expect(move_in("a.ts", "a.ts:Inst", "new/inst.ts", NULL),
              "import { emit, on } from './lib'\nimport { uid } from './uid'\nimport type { Inst } from './new/inst'\n\nlet hidden = 1\n\n"
              "export function use(on: Inst) {\n  return hidden + on.emit() + uid\n}\n\nexport const rest = emit(on)\nexport let last: Inst\n");
  tree_expect(move_in("b.ts", "a.ts:Inst", "new/inst.ts", NULL), "import {\n  use,\n} from './a'\nimport type { Inst } from './new/inst'\nexport const n = (i: Inst) => use(i)\n");
  tree_expect(move_in("index.ts", "a.ts:Inst", "new/inst.ts", NULL),
              "export * from './a'\nexport type { Inst } from './new/inst'\nexport type { Inst as Again } from './new/inst'\n");
  tree_expect(move_in("far/c.ts", "a.ts:Inst", "new/inst.ts", NULL), "import { type Inst } from '../index'\nexport let c: Inst\n");
  tree_expect(move_in("a.ts", "a.ts:use", "u.ts", NULL),
              "import { emit, type Slots, on } from './lib'\n\nexport let hidden = 1\n\nexport interface Inst {\n  uid: number\n  emit(): void\n  slots: Slots\n}\n\n"
              "export const rest = emit(on)\nexport let last: Inst\n");
  tree_expect(move_in("u.ts", "a.ts:use", "u.ts", NULL),
              "import { hidden } from './a'\nimport type { Inst } from './a'\nimport { uid } from './uid'\n\nexport function use(on: Inst) {\n  return hidden + on.emit() + uid\n}\n");
}

/* An import within a function is a statement of its own. */
static void test_python(void **state) {
  (void)state;
  tree_write("p/__init__.py", "from .a import *\n");
  tree_write("p/a.py", "import os\n\n\ndef one():\n    return os.name\n\n\ndef two():\n    return one()\n");
  tree_write("p/b.py", "def late():\n    from p.a import one, two\n    from .a import one as uno\n    return one() + two() + uno()\n");
  tree_expect(move_in("p/b.py", "p/a.py:one", "p/c.py", NULL),
              "def late():\n    from p.a import two\n    from p.c import one\n    from .c import one as uno\n    return one() + two() + uno()\n");
  tree_expect(move_in("p/a.py", "p/a.py:one", "p/c.py", NULL), "import os\nfrom p.c import one\n\n\ndef two():\n    return one()\n");
  tree_expect(move_in("p/c.py", "p/a.py:one", "p/c.py", NULL), "import os\n\n\ndef one():\n    return os.name\n");
  tree_expect(move_in("p/__init__.py", "p/a.py:one", "p/c.py", NULL), "from .a import *\nfrom .c import one\n");
}

/* Who named the module goes on naming one, in the manner of its import. */
static void test_python_modules(void **state) {
  (void)state;
  EditDone done;
  tree_write("p/__init__.py", "");
  tree_write("p/a.py", "def one():\n    return 1\n\n\ndef two():\n    return 2\n");
  tree_write("p/c.py", "import p.a\n\n\ndef three():\n    return p.a.one()\n");
  tree_write("p/near.py", "from . import a\n\n\ndef use():\n    return a.one() + a.two() + a.one()\n");
  tree_write("far.py", "import p.a\nfrom p import a\n\n\ndef use():\n    return p.a.one() + a.one()\n");
  tree_write("alias.py", "import p.a as other\n\n\ndef use():\n    return other.one() + other.two()\n");
  tree_write("taken.py", "from p import a\n\nc = 1\n\n\ndef use():\n    return a.one() + c\n");
  tree_expect(move_in("p/near.py", "p/a.py:one", "p/c.py", &done), "from . import a\nfrom . import c\n\n\ndef use():\n    return c.one() + a.two() + c.one()\n");
  tree_expect(move_in("far.py", "p/a.py:one", "p/c.py", NULL),
              "import p.a\nfrom p import a\nfrom p import c\nimport p.c\n\n\ndef use():\n    return p.c.one() + c.one()\n");
  tree_expect(move_in("alias.py", "p/a.py:one", "p/c.py", NULL), "import p.a as other\nimport p.c as c\n\n\ndef use():\n    return c.one() + other.two()\n");
  tree_expect(move_in("p/c.py", "p/a.py:one", "p/c.py", NULL), "import p.a\n\n\ndef three():\n    return one()\n\n\ndef one():\n    return 1\n");
  tree_expect(move_in("taken.py", "p/a.py:one", "p/c.py", NULL), "from p import a\n\nc = 1\n\n\ndef use():\n    return a.one() + c\n");
  assert_int_equal(done.left.len, 1);
  tree_expect(done.left.items[0].path, "taken.py");
  tree_expect(done.left.items[0].why, "reaches it through its module: change it by hand");
}

/* Imports that are not used are an error there. */
static void test_go(void **state) {
  (void)state;
  tree_write("go.mod", "module x\n");
  tree_write("p/a.go", "package p\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\t\"example.com/lib/v2\"\n)\n\n// One is first.\n// It is.\nfunc One() string { return fmt.Sprint(lib.X) }\n\nfunc Two() { os.Exit(1) }\n");
  tree_expect(move_in("p/a.go", "p/a.go:One", "p/b.go", NULL), "package p\n\nimport (\n\t\"os\"\n)\n\nfunc Two() { os.Exit(1) }\n");
  tree_expect(move_in("p/b.go", "p/a.go:One", "p/b.go", NULL), "package p\n\nimport \"fmt\"\nimport \"example.com/lib/v2\"\n\n// One is first.\n// It is.\nfunc One() string { return fmt.Sprint(lib.X) }\n");
}

/* Everybody names it by its new package: those left behind, those who named the
 * old one; the new package's own files name none. */
static void test_go_packages(void **state) {
  (void)state;
  tree_write("go.mod", "module example.com/x // the module\n\ngo 1.22\n");
  tree_write("p/a.go", "// A licence.\n\npackage p\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\n\t\"example.com/x/q\"\n)\n\n// Tree is a tree.\ntype Tree struct {\n\tName string\n\tleft *Tree\n\tq.Leaf\n}\n\n"
                       "func (t *Tree) Grow(Limit int) string {\n\tt.left = &Tree{Name: q.Word}\n\tlimit := Limit\n\treturn fmt.Sprint(t.left.Name, limit, q.Leaf{})\n}\n\n"
                       "func Name() string { return \"Tree\" }\n\nfunc Plant() *Tree { return &Tree{} }\n\nfunc End() { os.Exit(1) }\n");
  tree_write("p/b.go", "package p\n\nvar all = map[string]*Tree{\"a\": new(Tree)}\n\nfunc (t *Tree) Fall() { t.left = nil }\n\nfunc leaf(q string) *Tree { return new(Tree) }\n");
  tree_write("q/q.go", "package q\n\ntype Leaf struct{}\n\nconst Word = \"w\"\n");
  tree_write("r/r.go", "package r\n\nimport (\n\t\"example.com/x/p\"\n)\n\ntype Wood struct {\n\t*p.Tree\n\tall []p.Tree\n}\n");
  tree_write("r/s.go", "package r\n\nimport wood \"example.com/x/p\"\n\nvar T wood.Tree\nvar N = wood.Name()\n");
  tree_expect(move_in("q/tree.go", "p/a.go:Tree", "q/tree.go", NULL),
              "// A licence.\n\npackage q\n\nimport \"fmt\"\n\n// Tree is a tree.\ntype Tree struct {\n\tName string\n\tleft *Tree\n\tLeaf\n}\n\n"
              "func (t *Tree) Grow(Limit int) string {\n\tt.left = &Tree{Name: Word}\n\tlimit := Limit\n\treturn fmt.Sprint(t.left.Name, limit, Leaf{})\n}\n\nfunc (t *Tree) Fall() { t.left = nil }\n");
  tree_expect(move_in("p/a.go", "p/a.go:Tree", "q/tree.go", NULL),
              "// A licence.\n\npackage p\n\nimport (\n\t\"os\"\n\n\t\"example.com/x/q\"\n)\n\n"
              "func Name() string { return \"Tree\" }\n\nfunc Plant() *q.Tree { return &q.Tree{} }\n\nfunc End() { os.Exit(1) }\n");
  tree_expect(move_in("p/b.go", "p/a.go:Tree", "q/tree.go", NULL),
              "package p\n\nimport qpkg \"example.com/x/q\"\n\nvar all = map[string]*qpkg.Tree{\"a\": new(qpkg.Tree)}\n\nfunc leaf(q string) *qpkg.Tree { return new(qpkg.Tree) }\n");
  tree_expect(move_in("r/r.go", "p/a.go:Tree", "q/tree.go", NULL), "package r\n\nimport (\n\t\"example.com/x/q\"\n)\n\ntype Wood struct {\n\t*q.Tree\n\tall []q.Tree\n}\n");
  tree_expect(move_in("r/s.go", "p/a.go:Tree", "q/tree.go", NULL),
              "package r\n\nimport wood \"example.com/x/p\"\nimport \"example.com/x/q\"\n\nvar T q.Tree\nvar N = wood.Name()\n");
}

/* What could not be right is refused, with everything that is in the way. */
static void test_go_refusals(void **state) {
  (void)state;
  tree_write("go.mod", "module example.com/x\n");
  tree_write("p/a.go", "package p\n\ntype T struct{ hidden int }\n\nfunc (t T) M() {}\n\nfunc small() {}\n\nfunc One(t T) int {\n\tsmall()\n\treturn t.hidden\n}\n\nfunc Two() int { return One(T{hidden: 1}) }\n\n"
                       "func Used() {}\n\nfunc Uses() { Used() }\n\nfunc tiny() { Used() }\n\nfunc caller() { tiny() }\n\nfunc Free() int { return 1 }\n\nfunc Shy() int { return Free() }\n\nconst (\n\tA = iota\n\tB\n)\n\n//go:embed x.txt\nvar Text string\n");
  tree_write("q/q.go", "package q\n\nimport \"example.com/x/p\"\n\nfunc Q() { p.Used() }\n\nfunc Free() {}\n");
  tree_write("r/r.go", "package r\n\nfunc R() {}\n");
  tree_write("cmd/main.go", "package main\n\nimport \"example.com/x/p\"\n\nfunc main() { p.Used() }\n");
  tree_write("a/internal/i/i.go", "package i\n");
  tree_expect(move_in("r/o.go", "p/a.go:One", "r/o.go", NULL),
              "! One cannot move to package r: it uses small, which only package p sees (p/a.go:10); it uses .hidden, which only package p sees (p/a.go:11); "
              "the packages would import each other: p/a.go uses it, and it uses p");
  tree_expect(move_in("r/o.go", "p/a.go:T", "r/o.go", NULL), "! T cannot move to package r: T.hidden, which other packages do not see, is used at p/a.go:11; T.hidden, which other packages do not see, is used at p/a.go:14");
  tree_expect(move_in("r/o.go", "p/a.go:tiny", "r/o.go", NULL), "! tiny cannot move to package r: tiny, which other packages do not see, is used at p/a.go:22; the packages would import each other: p/a.go uses it, and it uses p");
  tree_expect(move_in("q/q.go", "p/a.go:Used", "q/q.go", NULL), "! Used cannot move to package q: p/a.go would import it, which makes a circle: q imports that package (q -> p)");
  tree_expect(move_in("q/q.go", "p/a.go:Free", "q/q.go", NULL), "! package q has a Free already, at q/q.go:7");
  tree_expect(move_in("cmd/main.go", "p/a.go:Used", "cmd/main.go", NULL), "! Used cannot move to package main: p/a.go uses it and cannot import a program; p/a.go would import it, which makes a circle: cmd imports that package (cmd -> p); q/q.go uses it and cannot import a program");
  tree_expect(move_in("a/internal/i/i.go", "p/a.go:Used", "a/internal/i/i.go", NULL),
              "! Used cannot move to package i: example.com/x/a/internal/i is internal and cmd/main.go, which uses it, may not import it; example.com/x/a/internal/i is internal and p/a.go, which uses it, may not import it; "
              "example.com/x/a/internal/i is internal and q/q.go, which uses it, may not import it");
  tree_expect(move_in("r/r_test.go", "p/a.go:Used", "r/r_test.go", NULL), "! Used cannot move to package r: cmd/main.go uses it and cannot import what is in a test; p/a.go uses it and cannot import what is in a test; q/q.go uses it and cannot import what is in a test");
  tree_expect(move_in("r/r.go", "p/a.go:T.M", "r/r.go", NULL), "! T.M belongs to something; only what stands at the top of a file can be moved");
  tree_expect(move_in("r/r.go", "p/a.go:B", "r/r.go", NULL), "! B cannot move to package r: it stands in a group of declarations; take it out of the group first");
  tree_expect(move_in("r/r.go", "p/a.go:Text", "r/r.go", NULL), "! Text cannot move to package r: it embeds files, whose paths begin at its folder");
  tree_expect(move_in("r/r.go", "p/a.go:Shy", "r/r.go", NULL), "package r\n\nimport \"example.com/x/p\"\n\nfunc R() {}\n\nfunc Shy() int { return p.Free() }\n");
}

static void test_java(void **state) {
  (void)state;
  tree_write("p/A.java", "package p;\n\nimport java.util.List;\nimport java.util.Map;\n\npublic class A {\n  List<B> all;\n}\n\nclass B {\n  Map<String, A> m;\n}\n");
  tree_expect(move_in("p/B.java", "p/A.java:B", "p/B.java", NULL), "package p;\n\nimport java.util.Map;\n\nclass B {\n  Map<String, A> m;\n}\n");
  tree_expect(move_in("p/A.java", "p/A.java:B", "p/B.java", NULL), "package p;\n\nimport java.util.List;\n\npublic class A {\n  List<B> all;\n}\n");
  tree_expect(move_in("p/A.java", "p/A.java:A", "p/B.java", NULL), "! A is seen from outside, so its file must be called as it is; move to a file of that name");
}

/* Who shared the package imports it now, who imported it does from elsewhere,
 * and who is in the new package need not any more. */
static void test_java_packages(void **state) {
  (void)state;
  tree_write("src/a/p/A.java", "/* Licence. */\npackage a.p;\n\nimport java.util.List;\nimport java.util.Map;\nimport a.q.Side;\n\n/** An A. */\npublic class A {\n  public static final int ONE = 1;\n  List<B> all;\n  Side side;\n\n"
                                 "  public B b() { return new B(); }\n}\n");
  tree_write("src/a/p/B.java", "package a.p;\n\npublic class B {\n  A back;\n  String a = \"A\";\n}\n");
  tree_write("src/a/q/Side.java", "package a.q;\n\nimport a.p.A;\n\npublic class Side {\n  A a;\n}\n");
  tree_write("src/a/r/R.java", "package a.r;\n\nimport a.p.A;\nimport static a.p.A.ONE;\nimport java.util.Set;\n\nclass R {\n  Set<A> s;\n  a.p.A whole;\n  int one = ONE;\n}\n");
  tree_write("src/a/r/S.java", "package a.r;\n\nimport a.p.*;\n\nclass S {\n  A a;\n  B b;\n}\n");
  tree_write("services.txt", "a.p.A\n");
  EditDone done;
  tree_expect(move_in("src/a/q/A.java", "src/a/p/A.java:A", "src/a/q/A.java", &done),
              "/* Licence. */\npackage a.q;\n\nimport java.util.List;\nimport a.p.B;\n\n/** An A. */\npublic class A {\n  public static final int ONE = 1;\n  List<B> all;\n  Side side;\n\n"
              "  public B b() { return new B(); }\n}\n");
  assert_int_equal(done.left.len, 1);
  tree_expect(done.left.items[0].path, "services.txt");
  tree_expect(done.notes[0], "src/a/p/A.java has nothing left and is deleted");
  tree_expect(move_in("src/a/p/B.java", "src/a/p/A.java:A", "src/a/q/A.java", NULL), "package a.p;\n\nimport a.q.A;\n\npublic class B {\n  A back;\n  String a = \"A\";\n}\n");
  tree_expect(move_in("src/a/q/Side.java", "src/a/p/A.java:A", "src/a/q/A.java", NULL), "package a.q;\n\npublic class Side {\n  A a;\n}\n");
  tree_expect(move_in("src/a/r/R.java", "src/a/p/A.java:A", "src/a/q/A.java", NULL),
              "package a.r;\n\nimport a.q.A;\nimport static a.q.A.ONE;\nimport java.util.Set;\n\nclass R {\n  Set<A> s;\n  a.q.A whole;\n  int one = ONE;\n}\n");
  tree_expect(move_in("src/a/r/S.java", "src/a/p/A.java:A", "src/a/q/A.java", NULL), "package a.r;\n\nimport a.p.*;\nimport a.q.A;\n\nclass S {\n  A a;\n  B b;\n}\n");
  tree_expect(move_in("src/b/New.java", "src/a/p/A.java:A", "src/b/New.java", NULL), "! A is seen from outside, so its file must be called as it is; move to a file of that name");
}

static void test_java_refusals(void **state) {
  (void)state;
  tree_write("p/A.java", "package p;\n\npublic class A {\n  int near;\n  @Deprecated(since = \"1\") public int far;\n  protected int heir;\n\n  void go(C c) { c.near(); c.far(); }\n}\n\nclass Low {}\n\nclass Alone { Low low; }\n");
  tree_write("p/C.java", "package p;\n\npublic class C {\n  A a;\n  void near() { a.near = a.far; a.heir = 1; }\n  public void far() {}\n  Low low;\n}\n");
  tree_write("p/D.java", "package p;\n\nclass D extends A {\n  void go() { this.heir = 1; }\n}\n");
  tree_write("q/A.java", "package q;\n\nclass Q {}\n");
  tree_write("r/R.java", "package r;\n\nimport s.*;\n\nclass R {\n  A other;\n}\n");
  tree_expect(move_in("q/A.java", "p/A.java:A", "q/A.java", NULL),
              "! A cannot move to package q: A.near, which other packages do not see, is used at p/C.java:5; A.heir, which other packages do not see, is used at p/C.java:5; "
              "it uses C.near at line 8, which only package p sees");
  tree_expect(move_in("q/Low.java", "p/A.java:Low", "q/Low.java", NULL), "! Low cannot move to package q: Low, which other packages do not see, is used at p/A.java:13; Low, which other packages do not see, is used at p/C.java:7");
  tree_write("p/E.java", "package p;\n\npublic class E {\n  E(int a) {}\n}\n\nclass F extends E {\n  F() { super(1); }\n}\n");
  index_close(ops_index);
  ops_index = NULL;
  tree_expect(move_in("q/E.java", "p/E.java:E", "q/E.java", NULL), "! E cannot move to package q: E.E, which other packages do not see, is used at p/E.java:8");
  tree_expect(move_in("q/Alone.java", "p/A.java:Alone", "q/Alone.java", NULL), "! Alone cannot move to package q: it uses Low, which only package p sees (p/A.java:11)");
  tree_expect(move_in("q/A.java", "p/C.java:C", "q/A.java", NULL), "! C is seen from outside, so its file must be called as it is; move to a file of that name");
}

/* What it needs is included where it goes; who still uses it finds it declared. */
static void test_c(void **state) {
  (void)state;
  tree_write("s.h", "#ifndef S_H\n#define S_H\n\nint shown(int a);\n\n#endif\n");
  tree_write("util.h", "#define LIMIT 3\nstruct box { int a; };\nint help(struct box *b);\n");
  tree_write("a.c", "#include <string.h>\n#include \"s.h\"\n#include \"util.h\"\n\nstatic int part(const char *s);\n\nstatic int hidden = 1;\n\n/* Part of it. */\nstatic int part(const char *s) {\n  struct box b = {LIMIT};\n  return help(&b) + (int)strlen(s);\n}\n\n"
                    "int shown(int a) { return part(\"x\") + a; }\n\nstatic int alone(int b) { return shown(b); }\n\nint bad(void) { return hidden + alone(1); }\n\n#ifdef X\nint cond(void) { return 1; }\n#endif\n");
  tree_write("b.c", "#include \"s.h\"\n\nint other(void) { return shown(2); }\n");
  tree_write("lib/far.h", "int help(int);\n"); /* a namesake that nobody here includes */
  tree_write("c.c", "int lonely(void) { return 1; }\n");
  EditDone done;
  tree_expect(move_in("b.c", "a.c:part", "b.c", &done),
              "#include \"s.h\"\n#include \"util.h\"\n#include <string.h>\n\nint other(void) { return shown(2); }\n\n/* Part of it. */\nint part(const char *s) {\n  struct box b = {LIMIT};\n  return help(&b) + (int)strlen(s);\n}\n");
  tree_expect(done.notes[0], "s.h declares it now, since a.c still uses it");
  tree_expect(move_in("s.h", "a.c:part", "b.c", NULL), "#ifndef S_H\n#define S_H\n\nint shown(int a);\n\nint part(const char *s);\n\n#endif\n");
  tree_expect(move_in("a.c", "a.c:part", "b.c", NULL),
              "#include <string.h>\n#include \"s.h\"\n#include \"util.h\"\n\nstatic int hidden = 1;\n\nint shown(int a) { return part(\"x\") + a; }\n\nstatic int alone(int b) { return shown(b); }\n\n"
              "int bad(void) { return hidden + alone(1); }\n\n#ifdef X\nint cond(void) { return 1; }\n#endif\n");
  tree_expect(move_in("b.c", "a.c:shown", "b.c", NULL), "! shown cannot move to b.c: it uses part, which only a.c sees (line 15)");
  tree_expect(move_in("b.c", "a.c:bad", "b.c", NULL), "! bad cannot move to b.c: it uses hidden, which only a.c sees (line 19); it uses alone, which only a.c sees (line 19)");
  tree_expect(move_in("b.c", "a.c:cond", "b.c", NULL), "! cond cannot move to b.c: it stands behind a condition (#if), which its new place has not");
  tree_expect(move_in("c.c", "a.c:alone", "c.c", NULL), "! alone cannot move to c.c: a.c still uses it, and the two files share no header to declare it in");
  tree_expect(move_in("a.c", "c.c:lonely", "a.h", NULL), "! what a header defines is in every file that includes it; functions are moved between other files");
  tree_expect(move_in("b.c", "a.c:hidden", "b.c", NULL), "! only functions with a body are moved between files of c; use insert_last and delete");
  tree_expect(move_in("new.c", "b.c:other", "new.c", NULL), "#include \"s.h\"\n\nint other(void) { return shown(2); }\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_typescript, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_python, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_python_modules, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_go, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_go_packages, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_go_refusals, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_c, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_java, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_java_packages, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_java_refusals, ops_setup, ops_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
