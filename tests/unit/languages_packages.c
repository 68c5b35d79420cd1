/* What manifests say of packages: names, needs, and that any text gives an answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/buf.h"
#include "src/languages/language.h"

static const Language *reader_of(Str name) {
  for (const Language *const *at = language_registry; *at; at++) {
    if ((*at)->home.read_package && language_word_in((*at)->home.described, name)) return *at;
  }
  fail_msg("nobody reads %.*s", STR_ARG(name));
  return NULL;
}

/* "name name: need need(test)"; "-": no package. */
static Str read(Arena *arena, Str path, Str text) {
  size_t slash = str_find_last_byte(path, '/');
  const Language *language = reader_of(slash == STR_NONE ? path : str_slice(path, slash + 1, path.len));
  LanguagePackage package = {0};
  Buf out;
  buf_init(&out, arena, 1u << 16);
  if (!language->home.read_package(arena, path, text, &package)) return STR("-");
  for (size_t i = 0; i < package.names.len; i++) buf_add_format(&out, "%s%.*s", i ? " " : "", STR_ARG(package.names.items[i]));
  buf_add_c(&out, ":");
  for (size_t i = 0; i < package.needs.len; i++) {
    buf_add_format(&out, " %.*s%s", STR_ARG(package.needs.items[i].name), package.needs.items[i].is_test ? "(test)" : "");
  }
  return buf_str(&out);
}

static void expect(const char *path, const char *text, const char *expected) {
  Arena arena;
  arena_init(&arena);
  Str said = read(&arena, str_from_c(path), str_from_c(text));
  if (!str_eq_c(said, expected)) fail_msg("%s: %.*s", path, STR_ARG(said));
  arena_clear(&arena);
}

static void test_names_and_needs(void **state) {
  (void)state;
  expect("packages/a/package.json",
         "{\"name\": \"@x/a\", \"dependencies\": {\"@x/b\": \"workspace:*\"}, \"devDependencies\": {\"vitest\": \"1\"}, \"peerDependencies\": {\"c\": \"*\"}}",
         "@x/a: @x/b c vitest(test)");
  expect("package.json", "{\"type\": \"module\"}", "-");
  expect("a/Cargo.toml",
         "[package]\nname = \"a-core\" # ours\nversion = \"1\"\n[dependencies]\nserde = \"1\"\nb = { path = \"../b\", package = \"b-real\" }\nlog.workspace = true\n"
         "[dependencies.c]\nversion = \"1\"\n[dev-dependencies]\nd = \"1\"\n[target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"\n",
         "a-core: serde b-real log c d(test) libc");
  expect("Cargo.toml", "[workspace]\nmembers = [\"a\"]\n[workspace.dependencies]\nserde = \"1\"\n", "-");
  expect("go.mod", "module example.com/a // the module\n\ngo 1.22\n\nrequire example.com/b v1.0.0\nrequire (\n\texample.com/c v1.2.3 // indirect\n)\nreplace example.com/b => ../b\n",
         "example.com/a: example.com/b example.com/c");
  expect("pyproject.toml",
         "[project]\nname = \"shop\"\ndependencies = [\n  \"requests[socks]>=2; python_version<'4'\", # the web\n  'ledger',\n]\n[project.optional-dependencies]\nfast = [\"uvloop\"]\n"
         "[dependency-groups]\ndev = [\"pytest>=8\"]\n",
         "shop: requests ledger uvloop pytest(test)");
  expect("pyproject.toml", "[tool.poetry]\nname = \"a\"\n[tool.poetry.dependencies]\nb = {path = \"../b\"}\n[tool.poetry.group.dev.dependencies]\nc = \"1\"\n", "a: b c(test)");
  expect("setup.cfg", "[metadata]\nname = a\n[options]\ninstall_requires =\n    b>=1\n    c\n", "a: b c");
  expect("setup.py", "from setuptools import setup\nsetup(\n    name='a',\n)\n", "a:");
  expect("core/pom.xml",
         "<?xml version=\"1.0\"?><!-- <artifactId>no</artifactId> -->\n<project>\n <parent><artifactId>all</artifactId></parent>\n <artifactId>core</artifactId>\n"
         " <dependencies>\n  <dependency><groupId>g</groupId><artifactId>api</artifactId></dependency>\n"
         "  <dependency><artifactId>junit</artifactId><scope>test</scope></dependency>\n </dependencies>\n</project>\n",
         "core: api junit(test)");
  expect("app/ui/build.gradle.kts", "dependencies {\n  implementation(project(\":core\"))\n  testImplementation(project(path = \":tools\"))\n  api \"x:y:1\"\n}\n",
         ":app:ui :ui: :core :tools(test)");
  expect("app/build.gradle.kts", "dependencies {\n  implementation(projects.core.netClient)\n  testImplementation projects.tools\n  api(myprojects.no)\n}\n",
         ":app: :core:net-client :tools(test)");
  expect("a/b/BUILD.bazel",
         "load(\"//tools:defs.bzl\", \"x\")\n# deps = [\"//no\"]\npackage(default_visibility = [\"//visibility:public\"])\n"
         "cc_library(\n    name = \"b\",\n    srcs = [\"//gen:files\"],\n    deps = [\n        \":own\",\n        \"//c:lib\",\n        \"@@//d/e\",\n"
         "        \"@zlib//:z\",\n    ] + select({\n        \"//conditions:default\": [\"//f\"],\n    }),\n)\ncc_test(name = \"t\", deps = [\"//g:lib\"])\n",
         "//a/b //b: //c //d/e //conditions //f //g(test)");
  expect("MODULE.bazel", "module(name = \"shop\", version = \"1\")\nbazel_dep(name = \"rules_cc\", version = \"0.1\")\n", "shop: rules_cc");
  expect("BUILD", "", "//:");
  expect("lib/CMakeLists.txt",
         "# add_library(no)\nproject(Lib LANGUAGES C)\nadd_library(core STATIC a.c\n  b.c)\nadd_executable(tool main.c)\n"
         "target_link_libraries(tool PRIVATE core ZLIB::z ${OTHERS} -lm)\n",
         "Lib core tool: core z");
}

/* Whatever is in such a file: it ends, and reads nothing beyond it. */
static void test_any_text(void **state) {
  (void)state;
  static const char *const names[] = {"package.json", "Cargo.toml", "go.mod", "pyproject.toml", "setup.cfg", "setup.py", "pom.xml", "build.gradle", "CMakeLists.txt", "BUILD", "MODULE.bazel"};
  static const char *const texts[] = {"", "{", "[", "[[", "]", "name", "name =", "name = [", "[project]\ndependencies = [\n\"a\n", "<", "<a", "<a><a><a>", "</a></a>", "<!--", "<?",
                                      "project(", "project(\"", "x(deps=[\"", "x(deps=\'", "(projects.", "(projects.A", "project(path", "add_library(", "add_library(#", "module", "require (", "module \"", "\"\"", "setup(name=",
                                      "[metadata]\nname\n[options]\ninstall_requires =\n  [<", "a=[[[[[[\n]"};
  Arena arena;
  for (size_t n = 0; n < COUNT_OF(names); n++) {
    for (size_t t = 0; t < COUNT_OF(texts); t++) {
      arena_init(&arena);
      size_t len = strlen(texts[t]);
      char *exact = arena_copy(&arena, texts[t], len + 1); /* sanitizers see what lies behind it */
      (void)read(&arena, str_from_c(names[n]), (Str){exact, len});
      arena_clear(&arena);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_names_and_needs), cmocka_unit_test(test_any_text)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
