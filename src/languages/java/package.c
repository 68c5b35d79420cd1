/* Java: what a pom.xml or a build.gradle says of its module. */
#include "src/languages/common/package_internal.h"
#include "src/languages/java/class_path_internal.h"

static void read_pom(Arena *arena, Str text, LanguagePackage *package) {
  JavaXml xml = {.text = text};
  Str artifact = STR_EMPTY;
  bool is_test = false;
  while (language_java_xml_next(&xml)) {
    bool is_need = language_java_xml_is(&xml, "project dependencies dependency");
    if (is_need && xml.is_end) {
      language_package_need(arena, package, artifact, is_test);
      artifact = STR_EMPTY;
      is_test = false;
    }
    if (xml.is_end) continue;
    if (language_java_xml_is(&xml, "project artifactId")) language_package_name(arena, package, xml.value);
    else if (language_java_xml_is(&xml, "project dependencies dependency artifactId")) artifact = xml.value;
    else if (language_java_xml_is(&xml, "project dependencies dependency scope")) is_test = str_eq(xml.value, STR("test"));
  }
}

bool language_java_read_package(Arena *arena, Str path, Str text, LanguagePackage *ret_package) {
  if (!str_ends_with(path, STR(".xml"))) return language_java_read_gradle(arena, path, text, ret_package);
  read_pom(arena, text, ret_package);
  return ret_package->names.len > 0;
}
