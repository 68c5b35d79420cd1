/* Starlark: Bazel's packages. A BUILD file is a program whose labels are nearly
 * always written out; what macros make of them is not known. */
#include "src/languages/common/package_internal.h"
#include "src/languages/common/paths_internal.h"
#include "src/languages/starlark/starlark_internal.h"

/* Where the reader is. */
typedef struct Build {
  Str text;
  size_t at;
  Str rule;  /* the call at the outermost level */
  Str key;   /* the last word before a sign of equality */
  int depth; /* of round brackets */
} Build;

/* The text of a string; `at` moves behind it. One that does not end in its line is
 * taken up to there. */
static Str read_string(Build *build) {
  char quote = build->text.ptr[build->at];
  size_t from = ++build->at;
  while (build->at < build->text.len && build->text.ptr[build->at] != quote && build->text.ptr[build->at] != '\n') build->at++;
  Str string = str_slice(build->text, from, build->at);
  if (build->at < build->text.len) build->at++;
  return string;
}

/* "//a/b:c" and "@@//a/b" are of the package a/b of this build; others are outside
 * or of the file's own package. */
static Str package_of(Str label) {
  while (label.len && label.ptr[0] == '@') label = str_slice(label, 1, label.len);
  if (!str_starts_with(label, STR("//"))) return STR_EMPTY;
  return str_slice(label, 0, str_find_byte(label, ':'));
}

static void on_string(Arena *arena, Build *build, Str string, bool is_module, LanguagePackage *package) {
  if (is_module) {
    bool is_name = build->depth == 1 && str_eq(build->key, STR("name"));
    if (is_name && str_eq(build->rule, STR("module"))) language_package_name(arena, package, string);
    else if (is_name && str_eq(build->rule, STR("bazel_dep"))) language_package_need(arena, package, string, false);
    return;
  }
  bool is_need = str_ends_with(build->key, STR("deps")) || str_eq(build->key, STR("exports")) || str_eq(build->key, STR("embed")) || str_eq(build->key, STR("actual"));
  if (build->depth && is_need) language_package_need(arena, package, package_of(string), str_ends_with(build->rule, STR("_test")));
}

static void read_all(Arena *arena, Build *build, bool is_module, LanguagePackage *package) {
  Str word = STR_EMPTY;
  while (build->at < build->text.len) {
    char c = build->text.ptr[build->at];
    if (c == '"' || c == '\'') {
      on_string(arena, build, read_string(build), is_module, package);
      continue;
    }
    if (byte_is_word(c)) {
      size_t from = build->at;
      while (build->at < build->text.len && byte_is_word(build->text.ptr[build->at])) build->at++;
      word = str_slice(build->text, from, build->at);
      continue;
    }
    build->at++;
    if (c == '#') {
      while (build->at < build->text.len && build->text.ptr[build->at] != '\n') build->at++;
    } else if (c == '(') {
      if (!build->depth++) build->rule = word, build->key = STR_EMPTY;
    } else if (c == ')') {
      if (build->depth) build->depth--;
    } else if (c == '=' && build->depth == 1) {
      build->key = word;
    }
  }
}

bool language_starlark_read_package(Arena *arena, Str path, Str text, LanguagePackage *ret_package) {
  Build build = {.text = text};
  bool is_module = str_eq(path, STR("MODULE.bazel")) || str_ends_with(path, STR("/MODULE.bazel"));
  Str folder = language_path_folder(path);
  if (!is_module && !folder.len) language_package_name(arena, ret_package, STR("//"));
  /* A build may begin in any folder above: each gives it another name. */
  for (; !is_module && folder.len; (void)str_cut(&folder, '/')) {
    language_package_name(arena, ret_package, str_format(arena, "//%.*s", STR_ARG(folder)));
  }
  read_all(arena, &build, is_module, ret_package);
  return ret_package->names.len > 0;
}
