/* Java: Gradle's build scripts. They are programs, but what they need of their own
 * project is nearly always written as project(":name"). */
#include "src/languages/common/package_internal.h"
#include "src/languages/common/paths_internal.h"
#include "src/languages/java/class_path_internal.h"

/* "libs/core" -> ":libs:core" */
static Str project_of(Arena *arena, Str folder) {
  Str name = str_format(arena, ":%.*s", STR_ARG(folder));
  char *spelled = str_to_c(arena, name);
  for (size_t i = 0; i < name.len; i++) {
    if (spelled[i] == '/') spelled[i] = ':';
  }
  return (Str){spelled, name.len};
}

enum { CALL_MAX = 1000 }; /* bytes of a line that are looked at for each call: it may have thousands */

/* The word before a call, on its line: testImplementation(project(":x")). */
static bool is_for_tests(Str text, size_t at) {
  size_t from = at;
  while (from && at - from < CALL_MAX && text.ptr[from - 1] != '\n') from--;
  Str line = str_trim(str_slice(text, from, at));
  return str_starts_with(line, STR("test")) || str_starts_with(line, STR("androidTest"));
}

/* "core.netClient" -> ":core:net-client", as projects are spelled by accessors. */
static Str accessed(Arena *arena, Str words) {
  Buf name;
  buf_init(&name, arena, 2 * words.len + 2);
  buf_add_byte(&name, ':');
  for (size_t i = 0; i < words.len; i++) {
    char c = words.ptr[i];
    bool is_capital = c >= 'A' && c <= 'Z';
    if (is_capital) buf_add_byte(&name, '-');
    buf_add_byte(&name, c == '.' ? ':' : byte_lower(c));
  }
  return buf_str(&name);
}

/* implementation(projects.core.api) */
static void read_accessors(Arena *arena, Str text, LanguagePackage *package) {
  const Str word = STR("projects.");
  for (size_t from = 0; from < text.len;) {
    size_t at = str_find(str_slice(text, from, text.len), word);
    if (at == STR_NONE) return;
    at += from;
    from = at + word.len;
    size_t end = from;
    bool is_alone = at && strchr("( \t", text.ptr[at - 1]);
    while (is_alone && end < text.len && (text.ptr[end] == '.' || byte_is_word(text.ptr[end]))) end++;
    if (is_alone) language_package_need(arena, package, accessed(arena, str_slice(text, from, end)), is_for_tests(text, at));
  }
}

bool language_java_read_gradle(Arena *arena, Str path, Str text, LanguagePackage *ret_package) {
  const Str call = STR("project(");
  /* A build may begin in any folder above: each gives it another name. */
  for (Str folder = language_path_folder(path); folder.len; (void)str_cut(&folder, '/')) {
    language_package_name(arena, ret_package, project_of(arena, folder));
  }
  for (size_t from = 0; from < text.len;) {
    size_t at = str_find(str_slice(text, from, text.len), call);
    if (at == STR_NONE) break;
    at += from;
    from = at + call.len;
    Str rest = str_trim(str_head(str_slice(text, from, text.len), CALL_MAX));
    const Str path_key = STR("path"); /* project(path: ":x"), project(path = ":x") */
    if (str_starts_with(rest, path_key)) rest = str_trim(str_slice(rest, path_key.len + 2, rest.len));
    if (!rest.len || (rest.ptr[0] != '"' && rest.ptr[0] != '\'')) continue;
    char quote = rest.ptr[0];
    rest = str_slice(rest, 1, rest.len);
    language_package_need(arena, ret_package, str_cut(&rest, quote), is_for_tests(text, at));
  }
  read_accessors(arena, text, ret_package);
  return true;
}

/* ---- what lies outside ---- */

/* A catalogue says versions apart: `a = { module = "g:a", version.ref = "x" }`. */
static Str version_beside(Str text, Str line) {
  const Str word = STR("version");
  size_t at = str_find(line, word);
  if (at == STR_NONE) return STR_EMPTY;
  Str rest = str_slice(line, at + word.len, line.len);
  bool is_reference = str_starts_with(rest, STR(".ref"));
  str_cut(&rest, '"');
  Str said = str_cut(&rest, '"');
  while (is_reference && text.len) {
    Str row = str_cut(&text, '\n'), name = str_trim(str_cut(&row, '='));
    if (!str_eq(name, said)) continue;
    str_cut(&row, '"');
    return str_cut(&row, '"');
  }
  return is_reference ? STR_EMPTY : said;
}

static void add_need(Arena *arena, Str text, Str line, Str quoted, JavaNeeds *needs) {
  JavaNeed need = {.group = str_cut(&quoted, ':')};
  need.artifact = str_cut(&quoted, ':');
  need.version = quoted.len ? str_cut(&quoted, ':') : version_beside(text, line);
  if (language_java_is_coordinate(need.group) && language_java_is_coordinate(need.artifact)) *vec_add(arena, needs) = need;
}

void language_java_gradle_needs(Arena *arena, Str text, JavaNeeds *needs) {
  enum { MOST = 2000 };
  Str rest = text;
  while (rest.len && needs->len < MOST) {
    Str line = str_cut(&rest, '\n'), left = line;
    size_t at;
    while ((at = str_find_byte(left, '"')) != STR_NONE || (at = str_find_byte(left, '\'')) != STR_NONE) {
      char quote = left.ptr[at];
      left = str_slice(left, at + 1, left.len);
      Str quoted = str_cut(&left, quote);
      if (str_find_byte(quoted, ':') != STR_NONE && quoted.ptr[0] != ':') add_need(arena, text, line, quoted, needs);
    }
  }
}
