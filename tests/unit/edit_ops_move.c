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

/* Imports that are not used are an error there. */
static void test_go(void **state) {
  (void)state;
  tree_write("go.mod", "module x\n");
  tree_write("p/a.go", "package p\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\t\"example.com/lib/v2\"\n)\n\n// One is first.\n// It is.\nfunc One() string { return fmt.Sprint(lib.X) }\n\nfunc Two() { os.Exit(1) }\n");
  tree_expect(move_in("p/a.go", "p/a.go:One", "p/b.go", NULL), "package p\n\nimport (\n\t\"os\"\n)\n\nfunc Two() { os.Exit(1) }\n");
  tree_expect(move_in("p/b.go", "p/a.go:One", "p/b.go", NULL), "package p\n\nimport \"fmt\"\nimport \"example.com/lib/v2\"\n\n// One is first.\n// It is.\nfunc One() string { return fmt.Sprint(lib.X) }\n");
  tree_expect(move_in("p/b.go", "p/a.go:One", "q/b.go", NULL),
              "! a move to another package changes how everybody names it, which is not done here; move it within its folder");
}

static void test_java(void **state) {
  (void)state;
  tree_write("p/A.java", "package p;\n\nimport java.util.List;\nimport java.util.Map;\n\npublic class A {\n  List<B> all;\n}\n\nclass B {\n  Map<String, A> m;\n}\n");
  tree_expect(move_in("p/B.java", "p/A.java:B", "p/B.java", NULL), "package p;\n\nimport java.util.Map;\n\nclass B {\n  Map<String, A> m;\n}\n");
  tree_expect(move_in("p/A.java", "p/A.java:B", "p/B.java", NULL), "package p;\n\nimport java.util.List;\n\npublic class A {\n  List<B> all;\n}\n");
  tree_expect(move_in("p/A.java", "p/A.java:A", "p/B.java", NULL), "! A is seen from outside, so its file must be called as it is; move to a file of that name");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_typescript, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_python, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_go, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_java, ops_setup, ops_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
