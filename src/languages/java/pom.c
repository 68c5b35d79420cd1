/* Maven's manifests: what they need, in which version. */
#include "src/languages/java/class_path_internal.h"

enum { NEEDS_MAX = 2000 };

bool language_java_is_coordinate(Str word) {
  if (!word.len || word.len >= 200) return false;
  for (size_t i = 0; i < word.len; i++) {
    char c = word.ptr[i];
    bool is_good = byte_is_word(c) || c == '.' || c == '-' || c == '+';
    if (!is_good) return false;
  }
  return word.ptr[0] != '.' && !str_contains(word, STR(".."));
}

static void set_part(JavaNeed *need, Str name, Str value) {
  if (str_eq_c(name, "groupId")) need->group = value;
  else if (str_eq_c(name, "artifactId")) need->artifact = value;
  else if (str_eq_c(name, "version")) need->version = value;
  else if (str_eq_c(name, "optional")) need->is_left_out |= str_eq_c(value, "true");
  else if (str_eq_c(name, "scope")) need->is_import = str_eq_c(value, "import"), need->is_test = str_eq_c(value, "test");
}

static void add_property(Arena *arena, JavaPom *pom, Str name, Str value) {
  Str *kept = ARENA_NEW(arena, Str);
  *kept = value;
  if (!map_get(&pom->properties, name)) map_put(&pom->properties, name, kept);
}

/* Of a profile nobody knows whether it holds: it is left out. */
void language_java_read_pom(Arena *arena, Str text, JavaPom *ret_pom) {
  JavaXml xml = {.text = text};
  JavaPom pom = {0};
  JavaNeed need = {0};
  map_init(&pom.properties, arena);
  while (language_java_xml_next(&xml)) {
    Str last = xml.depth && xml.depth <= JAVA_XML_DEPTH ? xml.open[xml.depth - 1] : STR_EMPTY;
    bool is_full = pom.needs.len + pom.managed.len >= NEEDS_MAX;
    if (xml.is_end) {
      if (language_java_xml_is(&xml, "project dependencies dependency") && !is_full) *vec_add(arena, &pom.needs) = need;
      if (language_java_xml_is(&xml, "project dependencyManagement dependencies dependency") && !is_full) *vec_add(arena, &pom.managed) = need;
      if (str_eq_c(last, "dependency")) need = (JavaNeed){0};
      continue;
    }
    if (!xml.depth) continue;
    xml.depth--;
    if (language_java_xml_is(&xml, "project")) set_part(&pom.self, last, xml.value);
    else if (language_java_xml_is(&xml, "project parent")) set_part(&pom.parent, last, xml.value);
    else if (language_java_xml_is(&xml, "project properties")) add_property(arena, &pom, last, xml.value);
    else if (language_java_xml_is(&xml, "project dependencies dependency") ||
             language_java_xml_is(&xml, "project dependencyManagement dependencies dependency")) set_part(&need, last, xml.value);
    xml.depth++;
  }
  if (!pom.self.group.len) pom.self.group = pom.parent.group;
  if (!pom.self.version.len) pom.self.version = pom.parent.version;
  *ret_pom = pom;
}
