/* Python: what pyproject.toml, setup.cfg or setup.py says of its package. */
#include "src/languages/common/package_internal.h"
#include "src/languages/common/toml_internal.h"
#include "src/languages/python/python_internal.h"

/* "requests[socks]>=2; python_version<'4'" is about requests. */
static Str distribution(Str requirement) {
  requirement = str_trim(requirement);
  size_t end = 0;
  while (end < requirement.len && !strchr("[]<>=!~;@ ,()#", requirement.ptr[end])) end++;
  return str_slice(requirement, 0, end);
}

static void add_list(Arena *arena, LanguagePackage *package, Str list, bool is_test) {
  Str item;
  while (language_toml_item(&list, &item)) language_package_need(arena, package, distribution(item), is_test);
}

static void read_toml(Arena *arena, Str text, LanguagePackage *package) {
  LanguageTomlLine line = {0};
  while (language_toml_next(&text, &line)) {
    bool is_project = str_eq(line.section, STR("project")), is_poetry = str_eq(line.section, STR("tool.poetry"));
    bool is_group = str_starts_with(line.section, STR("tool.poetry.")) && str_ends_with(line.section, STR("dependencies"));
    if ((is_project || is_poetry) && str_eq(line.key, STR("name"))) language_package_name(arena, package, language_toml_text(line.value));
    else if (is_project && str_eq(line.key, STR("dependencies"))) add_list(arena, package, line.value, false);
    else if (str_eq(line.section, STR("project.optional-dependencies"))) add_list(arena, package, line.value, false);
    else if (str_eq(line.section, STR("dependency-groups"))) add_list(arena, package, line.value, true);
    else if (is_group) language_package_need(arena, package, line.key, !str_eq(line.section, STR("tool.poetry.dependencies")));
  }
}

/* Values go on over indented lines. */
static void read_cfg(Arena *arena, Str text, LanguagePackage *package) {
  Str key = STR_EMPTY;
  while (text.len) {
    Str line = str_cut(&text, '\n'), trimmed = str_trim(line);
    bool is_indented = line.len && (line.ptr[0] == ' ' || line.ptr[0] == '\t');
    if (!trimmed.len || trimmed.ptr[0] == '#' || trimmed.ptr[0] == ';') continue;
    Str value = trimmed;
    if (!is_indented) key = str_trim(str_cut(&value, '='));
    if (str_eq(key, STR("name")) && !is_indented && !package->names.len) language_package_name(arena, package, str_trim(value));
    else if (str_eq(key, STR("install_requires"))) language_package_need(arena, package, distribution(value), false);
  }
}

/* A program; its name is nearly always written out. */
static void read_script(Arena *arena, Str text, LanguagePackage *package) {
  while (text.len && !package->names.len) {
    Str line = str_trim(str_cut(&text, '\n'));
    size_t at = str_find(line, STR("name="));
    bool is_key = at != STR_NONE && (at == 0 || strchr("( ,", line.ptr[at - 1]));
    if (is_key) language_package_name(arena, package, language_toml_text(str_slice(line, at + 5, line.len)));
  }
}

bool language_python_read_package(Arena *arena, Str path, Str text, LanguagePackage *ret_package) {
  if (str_ends_with(path, STR(".toml"))) read_toml(arena, text, ret_package);
  else if (str_ends_with(path, STR(".cfg"))) read_cfg(arena, text, ret_package);
  else read_script(arena, text, ret_package);
  return ret_package->names.len > 0;
}

/* A distribution is mostly called as its module; where it is not, whoever needs it
 * says so. */
bool language_python_leads(Str specifier, Str package, bool is_needed) {
  size_t end = str_find_byte(specifier, '.');
  Str module = end == STR_NONE ? specifier : str_slice(specifier, 0, end);
  bool is_same = module.len == package.len;
  for (size_t i = 0; is_same && i < module.len; i++) {
    char here = package.ptr[i] == '-' || package.ptr[i] == '.' ? '_' : package.ptr[i];
    is_same = (module.ptr[i] | 32) == (here | 32);
  }
  return is_same || is_needed;
}
