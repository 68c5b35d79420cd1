/* Where symbols begin and end, in every language, as seen by what replacing,
 * inserting and deleting them gives. */
#include "tests/unit/edit_ops.h"

static void test_typescript(void **state) {
  static const OpsCase cases[] = {
      {"a.ts", "/** Adds. */\nexport function add(a: number) {\n  return a\n}\n", EDIT_OP_REPLACE, "add", "export const add = (a: number) => a",
       "/** Adds. */\nexport const add = (a: number) => a\n"},
      {"a.ts", "/** Adds. */\nexport function add(a: number) {\n  return a\n}\n", EDIT_OP_REPLACE, "add", "/** New. */\nfunction add() {}",
       "/** New. */\nfunction add() {}\n"},
      {"a.ts", "export function add(a: number) {\n  return a\n}\n", EDIT_OP_BODY, "add", "return a + 1", "export function add(a: number) {\n  return a + 1\n}\n"},
      {"a.ts", "export const add = (a: number) => {\n  return a\n}\n", EDIT_OP_BODY, "add", "const b = a\nreturn b",
       "export const add = (a: number) => {\n  const b = a\n  return b\n}\n"},
      {"a.ts", "export function add(a: number) {\n  return a\n}\n", EDIT_OP_SIGNATURE, "add", "export function add(a: string): string",
       "export function add(a: string): string {\n  return a\n}\n"},
      {"a.ts", "class A {\n  one() {\n    return 1\n  }\n}\n", EDIT_OP_LAST, "A", "two() {\n  return 2\n}",
       "class A {\n  one() {\n    return 1\n  }\n\n  two() {\n    return 2\n  }\n}\n"},
      {"a.ts", "class A {\n  one() {\n    return 1\n  }\n}\n", EDIT_OP_FIRST, "A", "x = 0", "class A {\n  x = 0\n\n  one() {\n    return 1\n  }\n}\n"},
      {"a.ts", "enum E {\n  A,\n  B,\n}\n", EDIT_OP_AFTER, "E.A", "C", "enum E {\n  A,\n  C,\n  B,\n}\n"},
      {"a.ts", "const a = 1;\n\nexport const b = 2;\n\nconst c = 3;\n", EDIT_OP_DELETE, "b", "", "const a = 1;\n\nconst c = 3;\n"},
      {"a.ts", "class A {}\n", EDIT_OP_LAST, "A", "x = 0", "class A {\n  x = 0\n}\n"},
  };
  (void)state;
  ops_check(cases, COUNT_OF(cases));
}

static void test_others_of_its_family(void **state) {
  static const OpsCase cases[] = {
      {"a.js", "function one() { return 1 }\n", EDIT_OP_AFTER, "one", "function two() { return 2 }", "function one() { return 1 }\n\nfunction two() { return 2 }\n"},
      {"a.tsx", "export function View() {\n  return <a>x</a>\n}\n", EDIT_OP_BODY, "View", "return <b/>", "export function View() {\n  return <b/>\n}\n"},
  };
  (void)state;
  ops_check(cases, COUNT_OF(cases));
}

static void test_python(void **state) {
  static const OpsCase cases[] = {
      {"a.py", "@cache\ndef one(x):\n    return x\n\n\ndef two():\n    pass\n", EDIT_OP_REPLACE, "one", "def one():\n    return 1", "def one():\n    return 1\n\n\ndef two():\n    pass\n"},
      {"a.py", "def one(x):\n    return x\n\n\ndef two():\n    pass\n", EDIT_OP_BODY, "one", "y = x\nif y:\n    return 1\nreturn y",
       "def one(x):\n    y = x\n    if y:\n        return 1\n    return y\n\n\ndef two():\n    pass\n"},
      {"a.py", "def one(x): return x\n", EDIT_OP_BODY, "one", "y = x\nreturn y", "def one(x): \n    y = x\n    return y\n"},
      {"a.py", "class A:\n    def one(self):\n        return 1\n\n    def two(self):\n        return 2\n", EDIT_OP_AFTER, "A.one", "def mid(self):\n    return 3",
       "class A:\n    def one(self):\n        return 1\n\n    def mid(self):\n        return 3\n\n    def two(self):\n        return 2\n"},
      {"a.py", "class A:\n    def one(self):\n        return 1\n\n    def two(self):\n        return 2\n", EDIT_OP_DELETE, "A/two", "",
       "class A:\n    def one(self):\n        return 1\n"},
      {"a.py", "def one(x):\n    return x\n", EDIT_OP_SIGNATURE, "one", "def one(x, y=1) -> int:", "def one(x, y=1) -> int:\n    return x\n"},
      {"a.py", "def one():\n    pass\n\n\ndef two():\n    pass\n", EDIT_OP_BEFORE, "two", "def mid():\n    pass", "def one():\n    pass\n\n\ndef mid():\n    pass\n\n\ndef two():\n    pass\n"},
      {"a.py", "if 1:\n    def one():\n        pass\nelse:\n    def one():\n        return 2\n", EDIT_OP_BODY, "one[1]", "return 3",
       "if 1:\n    def one():\n        pass\nelse:\n    def one():\n        return 3\n"},
  };
  (void)state;
  ops_check(cases, COUNT_OF(cases));
}

static void test_go(void **state) {
  static const OpsCase cases[] = {
      {"a.go", "package a\n\n// Box holds.\ntype Box struct {\n\tn int\n}\n\nfunc (b *Box) Get() int {\n\treturn b.n\n}\n", EDIT_OP_BODY, "Box.Get", "    x := b.n\n    return x",
       "package a\n\n// Box holds.\ntype Box struct {\n\tn int\n}\n\nfunc (b *Box) Get() int {\n\tx := b.n\n\treturn x\n}\n"},
      {"a.go", "package a\n\n// Box holds.\ntype Box struct {\n\tn int\n}\n\nfunc f() {}\n", EDIT_OP_DELETE, "Box", "", "package a\n\nfunc f() {}\n"},
      {"a.go", "package a\n\nfunc f() {}\n", EDIT_OP_AFTER, "f", "func g() {\n    f()\n}", "package a\n\nfunc f() {}\n\nfunc g() {\n\tf()\n}\n"},
  };
  (void)state;
  ops_check(cases, COUNT_OF(cases));
}

static void test_java(void **state) {
  static const OpsCase cases[] = {
      {"A.java", "class A {\n  /** Doc. */\n  @Override\n  public int one() {\n    return 1;\n  }\n}\n", EDIT_OP_REPLACE, "A.one", "public int one() {\n  return 2;\n}",
       "class A {\n  /** Doc. */\n  public int one() {\n    return 2;\n  }\n}\n"},
      {"A.java", "class A {\n  int one(int a) { return 1; }\n\n  int one(String a) { return 2; }\n}\n", EDIT_OP_BODY, "A.one(String)", "return 3;",
       "class A {\n  int one(int a) { return 1; }\n\n  int one(String a) {\n    return 3;\n  }\n}\n"},
      {"A.java", "class A {\n  int one(int a) { return 1; }\n\n  int one(String a) { return 2; }\n}\n", EDIT_OP_DELETE, "A.one", "",
       "! 2 symbols are called 'A.one': A.java:2 method A.one, A.java:4 method A.one; choose one by file and line, by Type.name, or by A.one[0] in this order"},
      {"A.java", "enum E { ONE, TWO }\n", EDIT_OP_AFTER, "E.TWO", "THREE", "enum E { ONE, TWO,\nTHREE }\n"},
  };
  (void)state;
  ops_check(cases, COUNT_OF(cases));
}

static void test_c(void **state) {
  static const OpsCase cases[] = {
      {"a.c", "/* Adds. */\nstatic int add(int a)\n{\n  return a;\n}\n", EDIT_OP_BODY, "add", "return a + 1;", "/* Adds. */\nstatic int add(int a)\n{\n  return a + 1;\n}\n"},
      {"a.c", "int one;\nint two;\nint three;\n", EDIT_OP_DELETE, "two", "", "int one;\nint three;\n"},
      {"a.c", "struct S {\n  int a;\n};\n", EDIT_OP_LAST, "S", "int b;", "struct S {\n  int a;\n  int b;\n};\n"},
      {"a.c", "int f(void);\n\nint f(void) {\n  return 1;\n}\n", EDIT_OP_SIGNATURE, "f", "int f(int a)", "int f(void);\n\nint f(int a) {\n  return 1;\n}\n"},
  };
  (void)state;
  ops_check(cases, COUNT_OF(cases));
}

static void test_lua(void **state) {
  static const OpsCase cases[] = {
      {"a.lua", "local function one(x)\n  return x\nend\n", EDIT_OP_BODY, "one", "local y = x\nreturn y", "local function one(x)\n  local y = x\n  return y\nend\n"},
      {"a.lua", "local function one(x)\n  return x\nend\n", EDIT_OP_AFTER, "one", "local function two()\nend", "local function one(x)\n  return x\nend\n\nlocal function two()\nend\n"},
  };
  (void)state;
  ops_check(cases, COUNT_OF(cases));
}

static void test_refusals(void **state) {
  static const OpsCase cases[] = {
      {"a.py", "def one():\n    pass\n", EDIT_OP_BODY, "onee", "pass", "! a.py has no symbol 'onee'; did you mean 'one'?"},
      {"a.py", "def one():\n    pass\n", EDIT_OP_BODY, "..", "pass", "! '..' names no symbol; give name, Type.member or file:name"},
      {"a.py", "def one():\n    pass\n", EDIT_OP_BODY, "one[4]", "pass", "! there is 1 of 'one': the last is [0]"},
      {"a.py", "def one():\n    pass\n\n\none()\n", EDIT_OP_DELETE, "one", "", "! one is used at 1 place: a.py:5; change them first, or the tool edit with op=delete and force=true deletes it all the same"},
      {"a.py", "def one():\n    pass\n", EDIT_OP_REPLACE, "one", "def one(\xff):\n    pass", "! the text is no valid UTF-8; give it as text"},
      {"a.txt", "one\n", EDIT_OP_REPLACE, "one", "two", "! a.txt: there is no grammar for it here, so symbols cannot be found; edit op=text or op=lines can be used"},
      {"a.py", "def one():\n    pass\n", EDIT_OP_BODY, "../../etc/passwd", "x", "! a.py has no symbol '../../etc/passwd'; it has one"},
  };
  (void)state;
  ops_check(cases, COUNT_OF(cases));
}

/* What a string holds does not depend on where its code stands. */
static void test_lines_of_strings_stay(void **state) {
  static const OpsCase cases[] = {
      {"a.py", "class A:\n    def one(self):\n        pass\n", EDIT_OP_BODY, "A.one", "x = \"\"\"a\n  b\n   \nc\n\"\"\"\nif x:\n    return x",
       "class A:\n    def one(self):\n        x = \"\"\"a\n  b\n   \nc\n\"\"\"\n        if x:\n            return x\n"},
      {"a.py", "class A:\n    def one(self):\n        pass\n", EDIT_OP_AFTER, "A.one", "def two(self):\n    \"\"\"Says.\n\n    More.\n    \"\"\"\n    return f'''\n{self}\n'''",
       "class A:\n    def one(self):\n        pass\n\n    def two(self):\n        \"\"\"Says.\n\n        More.\n        \"\"\"\n        return f'''\n{self}\n'''\n"},
      {"a.ts", "class A {\n  one() {\n    return 1\n  }\n}\n", EDIT_OP_BODY, "A.one", "const x = `a\n b ${\n1}\n`\nreturn x",
       "class A {\n  one() {\n    const x = `a\n b ${\n1}\n`\n    return x\n  }\n}\n"},
      {"a.ts", "class A {\n  one() {\n    return 1\n  }\n}\n", EDIT_OP_AFTER, "A.one", "two() {\n  return 'a' +\n    `b\n  c`\n}",
       "class A {\n  one() {\n    return 1\n  }\n\n  two() {\n    return 'a' +\n      `b\n  c`\n  }\n}\n"},
      {"a.go", "package a\n\nfunc one() string {\n\treturn \"\"\n}\n", EDIT_OP_BODY, "one", "x := `a\n  b\n    c`\nif x != \"\" {\n  return x\n}\nreturn x",
       "package a\n\nfunc one() string {\n\tx := `a\n  b\n    c`\n\tif x != \"\" {\n\t\treturn x\n\t}\n\treturn x\n}\n"},
  };
  (void)state;
  ops_check(cases, COUNT_OF(cases));
}

static void test_indentation(void **state) {
  (void)state;
  tree_expect(edit_fit_indent(&tree_arena, STR("a\n  b\n\nc\n"), &(EditFit){.indent = STR("    "), .unit = STR("  ")}), "    a\n      b\n\n    c");
  tree_expect(edit_fit_indent(&tree_arena, STR("    a\n      b\n    c"), &(EditFit){.indent = STR("    "), .unit = STR("  ")}), "    a\n      b\n    c");
  tree_expect(edit_fit_indent(&tree_arena, STR("a {\n      b\n    }"), &(EditFit){.indent = STR("    "), .unit = STR("  ")}), "    a {\n      b\n    }");
  tree_expect(edit_fit_indent(&tree_arena, STR("        a\n            b"), &(EditFit){.indent = STR("\t"), .unit = STR("\t")}), "\ta\n\t\tb");
  tree_expect(edit_fit_indent(&tree_arena, STR("a\n\f\nb"), &(EditFit){.indent = STR("  "), .unit = STR("  ")}), "  a\n  \f\n  b");
  tree_expect(edit_fit_indent(&tree_arena, STR("\n\n"), &(EditFit){.indent = STR("  "), .unit = STR("  ")}), "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_typescript, ops_setup, ops_teardown), cmocka_unit_test_setup_teardown(test_others_of_its_family, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_python, ops_setup, ops_teardown),     cmocka_unit_test_setup_teardown(test_go, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_java, ops_setup, ops_teardown),       cmocka_unit_test_setup_teardown(test_c, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_lua, ops_setup, ops_teardown),        cmocka_unit_test_setup_teardown(test_refusals, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_indentation, ops_setup, ops_teardown),
      cmocka_unit_test_setup_teardown(test_lines_of_strings_stay, ops_setup, ops_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
