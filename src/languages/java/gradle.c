/* Java: Gradle's build scripts. They are programs, but what they need of their own
 * project is nearly always written as project(":name"). */
#include "src/languages/common/package_internal.h"
#include "src/languages/common/paths_internal.h"
#include "src/languages/java/java_internal.h"

/* "libs/core" -> ":libs:core" */
static Str project_of(Arena *arena, Str folder) {
  Str name = str_format(arena, ":%.*s", STR_ARG(folder));
  char *spelled = str_to_c(arena, name);
  for (size_t i = 0; i < name.len; i++) {
    if (spelled[i] == '/') spelled[i] = ':';
  }
  return (Str){spelled, name.len};
}

/* The word before a call, on its line: testImplementation(project(":x")). */
static bool is_for_tests(Str text, size_t at) {
  size_t from = at;
  while (from && text.ptr[from - 1] != '\n') from--;
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
    buf_add_byte(&name, c == '.' ? ':' : is_capital ? (char)(c - 'A' + 'a') : c);
  }
  return buf_str(&name);
}

static bool is_name_byte(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

/* implementation(projects.core.api) */
static void read_accessors(Arena *arena, Str text, LanguagePackage *package) {
  const Str word = STR("projects.");
  for (size_t from = 0; from < text.len;) {
    size_t at = str_find(str_slice(text, from, text.len), word);
    if (at == STR_NONE) return;
    at += from;
    from = at + word.len;
    size_t end = from;
    while (end < text.len && (text.ptr[end] == '.' || is_name_byte(text.ptr[end]))) end++;
    bool is_alone = at && strchr("( \t", text.ptr[at - 1]);
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
    Str rest = str_trim(str_slice(text, from, text.len));
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
