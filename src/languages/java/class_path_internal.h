/* What a Java project is compiled with: the archives that its manifests name. */
#ifndef FATHOM_LANGUAGES_JAVA_CLASS_PATH_INTERNAL_H
#define FATHOM_LANGUAGES_JAVA_CLASS_PATH_INTERNAL_H

#include "src/base/map.h"
#include "src/languages/java/java_internal.h"

/* ---- xml.c: elements and texts, as manifests have them ---- */

#define JAVA_XML_DEPTH 16
typedef struct JavaXml {
  Str text; /* what is left */
  Str open[JAVA_XML_DEPTH]; /* names of the elements around */
  size_t depth;             /* may be more */
  Str value;   /* a text, trimmed */
  bool is_end; /* instead: the innermost element ends */
  bool closes; /* it is to be left with the next step */
} JavaXml;
/* The next text or end; false: there is no more. */
bool language_java_xml_next(JavaXml *xml);
bool language_java_xml_is(const JavaXml *xml, const char *path); /* names from the outermost, with blanks between them */

/* ---- pom.c: what Maven's manifests say ---- */

typedef struct JavaNeed {
  Str group, artifact, version; /* the version may be missing, or be what a property says */
  bool is_test, is_left_out; /* for tests; only if somebody wishes */
  bool is_import;   /* brings versions alone */
} JavaNeed;

typedef struct JavaPom {
  JavaNeed self, parent;
  VEC(JavaNeed) needs;
  VEC(JavaNeed) managed; /* versions of what others need */
  Map properties;        /* name -> Str * */
} JavaPom;
void language_java_read_pom(Arena *arena, Str text, JavaPom *ret_pom);
/* Whether it can be part of a path, and leads nowhere else. */
bool language_java_is_coordinate(Str word);

/* ---- gradle.c ---- */

/* "group:artifact:version" wherever a script or a catalogue quotes it. */
typedef VEC(JavaNeed) JavaNeeds;
void language_java_gradle_needs(Arena *arena, Str text, JavaNeeds *needs);

/* ---- class_path.c ---- */

/* The archives that have a package, by its name with slashes; for the project, or
 * for a file in an archive (`from`). */
typedef struct JavaJars {
  VEC(Str) paths;
} JavaJars;
const JavaJars *language_java_jars(LanguageWorld *world, Str from, Str package);

#endif
