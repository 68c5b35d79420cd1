/* What finding the file behind a module specifier needs: paths, configuration
 * files, packages. All of it is kept while files and configuration stay. */
#ifndef FATHOM_LANGUAGES_TYPESCRIPT_FIND_INTERNAL_H
#define FATHOM_LANGUAGES_TYPESCRIPT_FIND_INTERNAL_H

#include "src/base/json.h"
#include "src/base/map.h"
#include "src/languages/common/paths_internal.h"
#include "src/languages/language.h"

/* `paths` of a tsconfig: "@app/" "*" -> "src/app/" "*". */
typedef struct TsAlias {
  Str pattern;
  Str target; /* from the root */
} TsAlias;

typedef struct TsConfig {
  VEC(TsAlias) aliases; /* in order of preference */
  bool has_base;
  Str base; /* where bare names may begin */
  VEC(Str) roots; /* folders that are laid over one another */
} TsConfig;

typedef struct TsFinder {
  LanguageWorld *world;
  Map configs;  /* folder -> TsConfig */
  Map packages; /* name -> folder (Str *) */
  Map manifests; /* folder -> Json of its package.json */
  Map answers;  /* folder and specifier -> LanguageModule */
  Map packaged; /* specifier of a package of the project -> WorldFile */
  bool takes_plain; /* of what is installed: also files without types, since there are none with */
} TsFinder;

/* paths.c */
/* `pattern` may hold one "*"; what it stands for. */
bool language_ts_match(Str pattern, Str text, Str *ret_star);
Str language_ts_fill(Arena *arena, Str target, Str star);
/* The file that a path means, with endings guessed; 0: none. */
WorldFile language_ts_file(TsFinder *finder, Str path);
/* The file, or what the folder stands for. */
WorldFile language_ts_file_or_folder(TsFinder *finder, Str path);
Str language_ts_without_ending(Str path);

/* config.c */
/* JSON with comments and trailing commas; NULL: there is none or it is broken. */
const Json *language_ts_read_json(TsFinder *finder, Str path);
/* NULL: the folder has no configuration. */
const TsConfig *language_ts_config(TsFinder *finder, Str folder);

/* packages.c */
void language_ts_read_packages(TsFinder *finder);
const Json *language_ts_manifest(TsFinder *finder, Str folder);
/* The folder of the package with this name; NULL: none of ours. */
const Str *language_ts_package(TsFinder *finder, Str name);
/* The file that `rest` ("": the package itself) names in a package. */
WorldFile language_ts_package_file(TsFinder *finder, Str folder, Str rest);
/* `imports` of the package around: "#x". */
WorldFile language_ts_private_import(TsFinder *finder, Str folder, Str specifier);
bool language_ts_package_around(TsFinder *finder, Str folder, Str *ret_folder);

/* installed.c */
/* "name/rest" or "@scope/name/rest" in its two parts. */
Str language_ts_package_name(Str specifier, Str *ret_rest);
/* The declarations of a package that is installed around `folder`, or what runs
 * where it has none; the finder is that of the installed world. */
WorldFile language_ts_installed(TsFinder *finder, Str folder, Str specifier);

#endif
