/* Where imports lead in what is installed: each language's own way from a
 * specifier to a path, in worlds that are made of tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/map.h"
#include "src/languages/language.h"

/* A world: paths of files, and texts of those that are configuration. */
typedef struct Row {
  const char *path;
  const char *text; /* NULL: a source file */
} Row;

typedef struct Fake {
  LanguageWorld port; /* first */
  const Row *rows;
  Arena arena;
  void *state;
  const char *place;
} Fake;

static const Row *row_of(const Fake *fake, Str path) {
  for (const Row *row = fake->rows; row->path; row++) {
    if (str_eq_c(path, row->path)) return row;
  }
  return NULL;
}

static WorldFile fake_file(LanguageWorld *world, Str path) {
  const Fake *fake = (const Fake *)(const void *)world;
  const Row *row = row_of(fake, path);
  return row && !row->text ? (WorldFile)(row - fake->rows) + 1 : 0;
}

static Str fake_path(LanguageWorld *world, WorldFile file) {
  return str_from_c(((const Fake *)(const void *)world)->rows[file - 1].path);
}

static Str fake_config(LanguageWorld *world, Str path) {
  const Row *row = row_of((const Fake *)(const void *)world, path);
  return row && row->text ? str_from_c(row->text) : (Str){NULL, 0};
}

static bool is_below(Str path, Str folder) {
  return !folder.len || (str_starts_with(path, folder) && path.len > folder.len && path.ptr[folder.len] == '/');
}

static bool fake_is_folder(LanguageWorld *world, Str path) {
  for (const Row *row = ((const Fake *)(const void *)world)->rows; row->path; row++) {
    if (is_below(str_from_c(row->path), path)) return true;
  }
  return false;
}

static size_t fake_directory(LanguageWorld *world, Str path, const WorldFile **ret_files) {
  Fake *fake = (Fake *)(void *)world;
  WorldFile *files = ARENA_ARRAY(&fake->arena, WorldFile, 64);
  size_t count = 0;
  for (const Row *row = fake->rows; row->path; row++) {
    Str own = str_from_c(row->path);
    size_t slash = str_find_last_byte(own, '/');
    Str folder = slash == STR_NONE ? STR_EMPTY : str_slice(own, 0, slash);
    if (!row->text && str_eq(folder, path)) files[count++] = (WorldFile)(row - fake->rows) + 1;
  }
  *ret_files = files;
  return count;
}

static size_t fake_configs(LanguageWorld *world, Str name, const Str **ret_paths) {
  Fake *fake = (Fake *)(void *)world;
  Str *paths = ARENA_ARRAY(&fake->arena, Str, 64);
  size_t count = 0;
  for (const Row *row = fake->rows; !world->is_installed && row->path; row++) {
    Str path = str_from_c(row->path);
    bool is_it = str_eq(path, name) || (str_ends_with(path, name) && path.ptr[path.len - name.len - 1] == '/');
    if (is_it) paths[count++] = path;
  }
  *ret_paths = paths;
  return count;
}

static size_t no_package(LanguageWorld *world, Str package, const WorldFile **ret_files) {
  (void)world;
  (void)package;
  *ret_files = NULL;
  return 0;
}

static WorldFile no_library(LanguageWorld *world, Str path) {
  (void)world;
  (void)path;
  return 0;
}

static Str fake_place(LanguageWorld *world, Str name) {
  const Fake *fake = (const Fake *)(const void *)world;
  return fake->place && str_eq_c(name, "GOMODCACHE") ? str_from_c(fake->place) : STR_EMPTY;
}

static void fake_open(Fake *fake, const Row *rows, bool is_installed) {
  *fake = (Fake){.rows = rows};
  arena_init(&fake->arena);
  fake->port = (LanguageWorld){.arena = &fake->arena, .state = &fake->state, .file = fake_file, .path = fake_path,
                               .directory = fake_directory, .package = no_package, .config = fake_config,
                               .configs = fake_configs, .library = no_library, .library_package = no_package,
                               .is_folder = fake_is_folder, .place = fake_place, .is_installed = is_installed};
}

typedef struct Case {
  const char *specifier;
  const char *from; /* a file of the project; "installed:…": of what is installed */
  const char *to;   /* all files, by blanks; NULL: nowhere, and known to be outside */
} Case;

static void check(const char *language, const Row *project_rows, const Row *installed_rows, const Case *cases,
                  const char *place) {
  Fake project, installed;
  Names *names = names_open();
  fake_open(&project, project_rows, false);
  fake_open(&installed, installed_rows, true);
  project.port.installed = &installed.port;
  project.place = installed.place = place;
  for (const Case *one = cases; one->specifier; one++) {
    Facts facts;
    facts_init(&facts, &project.arena, names);
    Import import = {.form = IMPORT_STAR, .specifier = names_intern(names, str_from_c(one->specifier))};
    Str from = str_from_c(one->from);
    bool is_theirs = str_starts_with(from, STR("installed:"));
    Fake *world = is_theirs ? &installed : &project;
    if (is_theirs) from = str_slice(from, 10, from.len);
    WorldFile file = fake_file(&world->port, from);
    assert_true(file);
    LanguageModule module = {0};
    language_find(str_from_c(language))->find_module(&world->port, &facts, &import, file, &module);
    Buf found;
    buf_init(&found, &project.arena, 4096);
    for (size_t i = 0; i < module.count; i++) {
      if (i) buf_add_byte(&found, ' ');
      buf_add(&found, fake_path(&installed.port, module.files[i]));
    }
    if (!str_eq_c(buf_str(&found), one->to ? one->to : "")) {
      fail_msg("%s from %s leads to '%.*s', not to '%s'", one->specifier, one->from, STR_ARG(buf_str(&found)),
               one->to ? one->to : "");
    }
    if (!one->to && !module.outside) fail_msg("%s from %s is not known to be outside", one->specifier, one->from);
  }
  names_close(names);
  arena_clear(&project.arena);
  arena_clear(&installed.arena);
}

static void test_node_modules(void **state) {
  (void)state;
  static const Row project[] = {{"a/b/main.ts", NULL}, {"package.json", "{\"name\": \"own\"}"}, {NULL, NULL}};
  static const Row installed[] = {
      {"node_modules/plain/index.d.ts", NULL},
      {"node_modules/typed/package.json", "{\"types\": \"lib/typed.d.ts\", \"main\": \"lib/other.js\"}"},
      {"node_modules/typed/lib/typed.d.ts", NULL},
      {"node_modules/typed/lib/other.d.ts", NULL},
      {"node_modules/typed/deep/part.d.ts", NULL},
      {"node_modules/mapped/package.json",
       "{\"exports\": {\".\": {\"require\": \"./r.js\", \"import\": {\"types\": \"./i.d.mts\", \"default\": \"./i.mjs\"}},"
       " \"./x/*\": {\"types\": \"./d/*.d.ts\"}}, \"types\": \"./old.d.ts\"}"},
      {"node_modules/mapped/i.d.mts", NULL},
      {"node_modules/mapped/r.d.ts", NULL},
      {"node_modules/mapped/old.d.ts", NULL},
      {"node_modules/mapped/d/one.d.ts", NULL},
      {"node_modules/main/package.json", "{\"main\": \"dist/main.js\"}"},
      {"node_modules/main/dist/main.js", NULL},
      {"node_modules/main/dist/main.d.ts", NULL},
      {"node_modules/untyped/package.json", "{\"main\": \"index.js\"}"},
      {"node_modules/untyped/index.js", NULL},
      {"node_modules/@types/untyped/index.d.ts", NULL},
      {"node_modules/@types/scope__name/index.d.ts", NULL},
      {"node_modules/bare/index.js", NULL},
      {"node_modules/small/package.json", "{\"main\": \"dist/small.min.js\"}"},
      {"node_modules/small/dist/small.min.js", NULL},
      {"a/node_modules/plain/index.d.ts", NULL},
      {"node_modules/plain/node_modules/inner/index.d.ts", NULL},
      {"node_modules/hostile/package.json", "{\"types\": \"../../src/secret.ts\", \"main\": 3, \"exports\": [[[[[[[[[[\"./x\"]]]]]]]]]]}"},
      {"node_modules/broken/package.json", "{\"types\": \"x.d.ts\""},
      {"node_modules/broken/index.d.ts", NULL},
      {"node_modules/climbing/package.json", "{\"types\": \"../../../../../etc/passwd.d.ts\"}"},
      {NULL, NULL}};
  static const Case cases[] = {
      {"plain", "a/b/main.ts", "a/node_modules/plain/index.d.ts"}, /* the nearest */
      {"typed", "a/b/main.ts", "node_modules/typed/lib/typed.d.ts"},
      {"typed/deep/part", "a/b/main.ts", "node_modules/typed/deep/part.d.ts"},
      {"mapped", "a/b/main.ts", "node_modules/mapped/i.d.mts"},
      {"mapped/x/one", "a/b/main.ts", "node_modules/mapped/d/one.d.ts"},
      {"main", "a/b/main.ts", "node_modules/main/dist/main.d.ts"}, /* beside what runs */
      {"untyped", "a/b/main.ts", "node_modules/@types/untyped/index.d.ts"},
      {"@scope/name", "a/b/main.ts", "node_modules/@types/scope__name/index.d.ts"},
      {"bare", "a/b/main.ts", "node_modules/bare/index.js"}, /* no types */
      {"small", "a/b/main.ts", NULL}, /* none, and nothing to be read */
      {"node:fs", "a/b/main.ts", NULL},
      {"..", "installed:node_modules/plain/index.d.ts", NULL},
      {"../../x", "installed:node_modules/plain/index.d.ts", NULL},
      {"plain/../../a/b/main", "a/b/main.ts", NULL},
      {"hostile", "a/b/main.ts", NULL},
      {"broken", "a/b/main.ts", "node_modules/broken/index.d.ts"},
      {"climbing", "a/b/main.ts", NULL},
      {"inner", "installed:node_modules/plain/index.d.ts", "node_modules/plain/node_modules/inner/index.d.ts"},
      {"typed", "installed:node_modules/plain/index.d.ts", "node_modules/typed/lib/typed.d.ts"},
      {"./lib/other.js", "installed:node_modules/typed/deep/part.d.ts", NULL},
      {"../lib/other.js", "installed:node_modules/typed/deep/part.d.ts", "node_modules/typed/lib/other.d.ts"},
      {NULL, NULL, NULL}};
  check("typescript", project, installed, cases, NULL);
}

static void test_virtual_environments(void **state) {
  (void)state;
  static const Row project[] = {{"app/main.py", NULL}, {"tool/pyproject.toml", ""}, {"tool/run.py", NULL},
                                {"pkg/__init__.py", NULL}, {NULL, NULL}};
  static const Row installed[] = {
      {".venv/pyvenv.cfg", "home = /usr/bin\nversion = 3.11.2\n"},
      {".venv/lib/python3.11/site-packages/web/__init__.py", NULL},
      {".venv/lib/python3.11/site-packages/web/views.py", NULL},
      {".venv/lib/python3.11/site-packages/both.py", NULL},
      {".venv/lib/python3.11/site-packages/both.pyi", NULL},
      {".venv/lib/python3.11/site-packages/half/__init__.py", NULL},
      {".venv/lib/python3.11/site-packages/half/more.py", NULL},
      {".venv/lib/python3.11/site-packages/half-stubs/__init__.pyi", NULL},
      {".venv/lib/python3.11/site-packages/pkg/__init__.py", NULL},
      {"tool/venv/pyvenv.cfg", "version_info = 3.12.0.final.0\n"},
      {"tool/venv/lib/python3.12/site-packages/web/__init__.pyi", NULL},
      {"env/pyvenv.cfg", "version = 3.../../../secret\n"},
      {"env/lib/python3.11/site-packages/never.py", NULL},
      {NULL, NULL}};
  static const Case cases[] = {
      {"web", "app/main.py", ".venv/lib/python3.11/site-packages/web/__init__.py"},
      {"web.views", "app/main.py", ".venv/lib/python3.11/site-packages/web/views.py"},
      {"web", "tool/run.py", "tool/venv/lib/python3.12/site-packages/web/__init__.pyi"}, /* the innermost */
      {"web.views", "tool/run.py", ".venv/lib/python3.11/site-packages/web/views.py"},
      {"both", "app/main.py", ".venv/lib/python3.11/site-packages/both.pyi"},
      {"half", "app/main.py", ".venv/lib/python3.11/site-packages/half-stubs/__init__.pyi"},
      {"half.more", "app/main.py", ".venv/lib/python3.11/site-packages/half/more.py"}, /* stubs in part */
      {"never", "app/main.py", NULL},
      {"missing", "app/main.py", NULL},
      {".views", "installed:.venv/lib/python3.11/site-packages/web/__init__.py",
       ".venv/lib/python3.11/site-packages/web/views.py"},
      {"both", "installed:.venv/lib/python3.11/site-packages/web/views.py", ".venv/lib/python3.11/site-packages/both.pyi"},
      {NULL, NULL, NULL}};
  check("python", project, installed, cases, NULL);
}

static void test_go_modules(void **state) {
  (void)state;
#define MOD                                                                             \
  "module example.com/own\n\nrequire (\n\texample.org/Kit v1.2.0\n\texample.org/Kit/deep v0.1.0 // indirect\n" \
  "\texample.org/old v1.0.0\n\texample.org/bad v1.0/../../x\n)\n\nreplace example.org/old => example.net/new v2.0.0\n"
  static const Row project[] = {{"go.mod", MOD}, {"app/main.go", NULL}, {NULL, NULL}};
  static const Row installed[] = {
      {"go.mod", MOD},
      {"vendor/example.org/first/a.go", NULL},
      {"vendor/example.org/first/a_test.go", NULL},
      {"vendor/example.org/first/b.go", NULL},
      {"vendor/modules.txt", ""},
      {"/cache/example.org/first@v1.0.0/never.go", NULL},
      {"/cache/example.org/!kit@v1.2.0/kit.go", NULL},
      {"/cache/example.org/!kit@v1.2.0/go.mod", "module example.org/Kit\nrequire example.org/hidden v3.0.0\n"},
      {"/cache/example.org/hidden@v3.0.0/hidden.go", NULL},
      {"/cache/example.org/!kit@v1.2.0/sub/sub.go", NULL},
      {"/cache/example.org/!kit@v1.2.0/deep/old.go", NULL},
      {"/cache/example.org/!kit/deep@v0.1.0/deep.go", NULL},
      {"/cache/example.net/new@v2.0.0/new.go", NULL},
      {"/cache/example.org/old@v1.0.0/old.go", NULL},
      {NULL, NULL}};
  static const Case cases[] = {
      {"example.org/first", "app/main.go", "vendor/example.org/first/a.go vendor/example.org/first/b.go"},
      {"example.org/Kit", "app/main.go", "/cache/example.org/!kit@v1.2.0/kit.go"},
      {"example.org/Kit/sub", "app/main.go", "/cache/example.org/!kit@v1.2.0/sub/sub.go"},
      {"example.org/Kit/deep", "app/main.go", "/cache/example.org/!kit/deep@v0.1.0/deep.go"}, /* the longest */
      {"example.org/old", "app/main.go", "/cache/example.net/new@v2.0.0/new.go"},
      {"example.org/bad", "app/main.go", NULL},
      {"example.org/missing", "app/main.go", NULL},
      {"example.org/../secret", "app/main.go", NULL},
      {"example.org/Kit/sub", "installed:/cache/example.org/!kit@v1.2.0/kit.go", "/cache/example.org/!kit@v1.2.0/sub/sub.go"},
      {"example.org/hidden", "installed:/cache/example.org/!kit@v1.2.0/sub/sub.go", "/cache/example.org/hidden@v3.0.0/hidden.go"},
      {"example.org/hidden", "app/main.go", NULL}, /* nobody here requires it */
      {"example.org/first", "installed:vendor/example.org/first/a.go",
       "vendor/example.org/first/a.go vendor/example.org/first/b.go"},
      {NULL, NULL, NULL}};
  check("go", project, installed, cases, "/cache");
  static const Case without[] = {{"example.org/Kit", "app/main.go", NULL}, {NULL, NULL, NULL}};
  check("go", project, installed, without, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_node_modules), cmocka_unit_test(test_virtual_environments),
                                     cmocka_unit_test(test_go_modules)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
