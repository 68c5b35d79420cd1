/* Java: what a pom.xml or a build.gradle says of its module. */
#include "src/languages/common/package_internal.h"
#include "src/languages/java/java_internal.h"

#define DEPTH_MAX 16

/* Where in a pom.xml a text stands: the names of the elements around it. */
typedef struct Pom {
  Str open[DEPTH_MAX];
  size_t depth; /* may be more than DEPTH_MAX */
  Str artifact; /* of the dependency at hand */
  bool is_test;
} Pom;

static bool is_at(const Pom *pom, size_t depth, const char *name) {
  return pom->depth > depth && depth < DEPTH_MAX && str_eq_c(pom->open[depth], name);
}

static void on_text(Arena *arena, Pom *pom, Str text, LanguagePackage *package) {
  bool is_need = is_at(pom, 1, "dependencies") && is_at(pom, 2, "dependency") && pom->depth == 4;
  if (pom->depth == 2 && is_at(pom, 1, "artifactId")) language_package_name(arena, package, text);
  else if (is_need && is_at(pom, 3, "artifactId")) pom->artifact = text;
  else if (is_need && is_at(pom, 3, "scope")) pom->is_test = str_eq(text, STR("test"));
}

static void on_close(Arena *arena, Pom *pom, LanguagePackage *package) {
  if (!pom->depth) return;
  if (pom->depth == 3 && is_at(pom, 1, "dependencies") && is_at(pom, 2, "dependency")) {
    language_package_need(arena, package, pom->artifact, pom->is_test);
    pom->artifact = STR_EMPTY;
    pom->is_test = false;
  }
  pom->depth--;
}

/* What `<!-- … -->`, `<?…?>` and `<!…>` end with. */
static const char *end_of_aside(Str text) {
  if (str_starts_with(text, STR("!--"))) return "-->";
  return text.len && (text.ptr[0] == '!' || text.ptr[0] == '?') ? ">" : NULL;
}

static void read_pom(Arena *arena, Str text, LanguagePackage *package) {
  Pom pom = {0};
  while (text.len) {
    Str before = str_trim(str_cut(&text, '<'));
    if (before.len) on_text(arena, &pom, before, package);
    const char *aside = end_of_aside(text);
    if (aside) {
      size_t end = str_find(text, str_from_c(aside));
      text = end == STR_NONE ? STR_EMPTY : str_slice(text, end + strlen(aside), text.len);
      continue;
    }
    Str tag = str_cut(&text, '>');
    if (str_starts_with(tag, STR("/"))) {
      on_close(arena, &pom, package);
    } else if (tag.len && !str_ends_with(tag, STR("/"))) {
      if (pom.depth < DEPTH_MAX) pom.open[pom.depth] = str_trim(str_cut(&tag, ' '));
      pom.depth++;
    }
  }
}

bool language_java_read_package(Arena *arena, Str path, Str text, LanguagePackage *ret_package) {
  if (!str_ends_with(path, STR(".xml"))) return language_java_read_gradle(arena, path, text, ret_package);
  read_pom(arena, text, ret_package);
  return ret_package->names.len > 0;
}
