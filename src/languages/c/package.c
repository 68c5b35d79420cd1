/* C: the targets of a CMakeLists.txt, and what they are linked with. It is a
 * program: names that it computes are not known. */
#include "src/languages/c/c_internal.h"
#include "src/languages/common/package_internal.h"

/* The next word between the brackets of a command; false: it ends. */
static bool next_word(Str *text, Str *ret_word) {
  static const char *const spaces = " \t\r\n";
  for (;;) {
    while (text->len && strchr(spaces, text->ptr[0])) *text = str_slice(*text, 1, text->len);
    if (!text->len || text->ptr[0] != '#') break;
    (void)str_cut(text, '\n');
  }
  if (!text->len || text->ptr[0] == ')') return false;
  size_t end = 0;
  while (end < text->len && !strchr(" \t\r\n)#", text->ptr[end])) end++;
  *ret_word = str_slice(*text, 0, end);
  *text = str_slice(*text, end ? end : 1, text->len);
  return true;
}

static bool is_word(Str word) {
  static const char *const keys[] = {"PUBLIC", "PRIVATE", "INTERFACE", "LINK_PUBLIC", "LINK_PRIVATE", "debug", "optimized", "general"};
  return !str_is_one_of(word, keys, COUNT_OF(keys)) && !str_contains(word, STR("$")) && word.len && word.ptr[0] != '-' && word.ptr[0] != '"';
}

/* `Name::part` is how an imported one is spelled. */
static Str plain(Str word) {
  size_t at = str_find(word, STR("::"));
  return at == STR_NONE ? word : str_slice(word, at + 2, word.len);
}

static void read_command(Arena *arena, Str command, Str *text, LanguagePackage *package) {
  bool is_target = str_eq_ignore_case(command, STR("project")) || str_eq_ignore_case(command, STR("add_library")) ||
                   str_eq_ignore_case(command, STR("add_executable"));
  bool is_link = str_eq_ignore_case(command, STR("target_link_libraries"));
  Str word;
  for (size_t i = 0; next_word(text, &word); i++) {
    if (i == 0 && is_target && is_word(word) && !str_contains(word, STR("::"))) language_package_name(arena, package, word);
    else if (i > 0 && is_link && is_word(word)) language_package_need(arena, package, plain(word), false);
  }
}

bool language_c_read_package(Arena *arena, Str path, Str text, LanguagePackage *ret_package) {
  (void)path;
  while (text.len) {
    Str line = str_slice(text, 0, str_find_byte(text, '\n'));
    size_t open = str_find_byte(line, '('), comment = str_find_byte(line, '#');
    if (open == STR_NONE || comment < open) {
      (void)str_cut(&text, '\n');
      continue;
    }
    text = str_slice(text, open + 1, text.len);
    read_command(arena, str_trim(str_slice(line, 0, open)), &text, ret_package);
  }
  return ret_package->names.len > 0;
}
