/* Java packages and imports, and which files they lead to. */
#include "src/languages/java/class_path_internal.h"

/* A dotted name without the blanks and comments that may stand in it. */
static Str dotted(LanguageBuild *build, NodeNo node) {
  Str text = language_text(build, node);
  if (str_find_byte(text, ' ') == STR_NONE && str_find_byte(text, '\n') == STR_NONE &&
      str_find_byte(text, '/') == STR_NONE) {
    return text;
  }
  Buf out;
  buf_init(&out, build->arena, 4096);
  uint32_t end = language_node(build, node)->to;
  for (NodeNo n = node; n < build->syntax->count && language_node(build, n)->from < end; n++) {
    if (syntax_kind(build->syntax, n) != JAVA_IDENTIFIER) continue;
    if (out.len) buf_add_byte(&out, '.');
    buf_add(&out, language_text(build, n));
  }
  return buf_str(&out);
}

static NodeNo name_in(const LanguageBuild *build, NodeNo node) {
  NodeNo name = language_child(build, node, JAVA_SCOPED_IDENTIFIER);
  return name ? name : language_child(build, node, JAVA_IDENTIFIER);
}

/* Only package-info files have annotations here. */
void language_java_package(LanguageBuild *build, NodeNo node) {
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    unsigned kind = syntax_kind(build->syntax, c);
    if (kind == JAVA_ANNOTATION || kind == JAVA_MARKER_ANNOTATION) language_visit(build, c);
  }
  NodeNo name = name_in(build, node);
  if (name) build->facts->package = language_intern(build, dotted(build, name));
}

/* `a.b.C` asks a.b for C; the same holds for nested types and static members,
 * whose specifier ends in a type. */
void language_java_import(LanguageBuild *build, NodeNo node) {
  NodeNo name = name_in(build, node);
  if (!name) return;
  Str whole = dotted(build, name);
  Import import = {.form = IMPORT_STAR};
  if (language_child(build, node, JAVA_WORD_STATIC)) import.flags |= IMPORT_STATIC;
  if (language_child(build, node, JAVA_ASTERISK)) {
    import.specifier = language_intern(build, whole);
  } else {
    size_t dot = str_find_last_byte(whole, '.');
    Str last = dot == STR_NONE ? whole : str_slice(whole, dot + 1, whole.len);
    import.form = IMPORT_NAMED;
    import.specifier = language_intern(build, dot == STR_NONE ? STR_EMPTY : str_slice(whole, 0, dot));
    import.name = import.local = language_intern(build, last);
  }
  language_import(build, import, name);
  if (import.form == IMPORT_NAMED) {
    NodeNo last = language_kind(build, name) == JAVA_SCOPED_IDENTIFIER ? language_field(build, name, JAVA_IN_NAME) : name;
    language_ref(build, REF_IMPORT, language_add_name(build, last), last);
  }
}

/* ---- where imports lead ---- */

/* A public type lies in a file of its name; that is a rule of the language
 * for public types and a custom for the others. */
static Str file_stem(Str path) {
  size_t slash = str_find_last_byte(path, '/');
  Str name = slash == STR_NONE ? path : str_slice(path, slash + 1, path.len);
  size_t dot = str_find_byte(name, '.');
  return dot == STR_NONE ? name : str_slice(name, 0, dot);
}

/* The files of the package that are named after the type: several modules and
 * source roots may have one. Moves them to the front of a copy. */
static size_t type_files(LanguageWorld *world, const WorldFile *files, size_t count, Str type, WorldFile *out) {
  size_t found = 0;
  for (size_t i = 0; i < count; i++) {
    if (str_eq(file_stem(world->path(world, files[i])), type)) out[found++] = files[i];
  }
  return found;
}

typedef size_t FindPackage(LanguageWorld *world, Str package, const WorldFile **ret_files);

/* The longest beginning of `specifier` that is a package. What follows it
 * should be a type: in a library of many packages "a.b" often exists beside an
 * unknown "a.b.c". */
static bool find_in(LanguageWorld *world, FindPackage *find, Str specifier, Str name, LanguageModule *ret_module) {
  Str package = specifier;
  while (package.len) {
    const WorldFile *files = NULL;
    size_t count = find(world, package, &files);
    if (count) {
      Str rest = str_slice(specifier, package.len + 1, specifier.len);
      Str head = rest.len ? rest : name;
      Str type = str_cut(&head, '.');
      WorldFile *own = ARENA_ARRAY(world->arena, WorldFile, count);
      size_t own_count = type.len ? type_files(world, files, count, type, own) : 0;
      bool is_type = own_count || !rest.len || type.ptr[0] < 'a' || type.ptr[0] > 'z';
      if (!is_type) return false;
      ret_module->files = own_count ? own : arena_copy(world->arena, files, count * sizeof *files);
      ret_module->count = own_count ? own_count : count;
      ret_module->rest = str_copy(world->arena, rest);
      return true;
    }
    size_t dot = str_find_last_byte(package, '.');
    package = dot == STR_NONE ? STR_EMPTY : str_slice(package, 0, dot);
  }
  return false;
}

/* ---- archives ---- */

/* The longest beginning that is a package of some archive, as above. Where a type
 * is meant its file is asked for; a package as a whole is the files of the first. */
static bool find_packed(LanguageWorld *world, Str from, Str specifier, Str name, LanguageModule *ret_module) {
  LanguageWorld *installed = world->is_installed ? world : world->installed;
  Str whole = str_copy(world->arena, specifier);
  for (size_t i = 0; i < whole.len; i++) {
    if (whole.ptr[i] == '.') ((char *)(uintptr_t)whole.ptr)[i] = '/';
  }
  for (size_t len = whole.len; len > 0 && len != STR_NONE; len = str_find_last_byte(str_slice(whole, 0, len), '/')) {
    const JavaJars *jars = language_java_jars(world, from, str_slice(whole, 0, len));
    Str rest = len < specifier.len ? str_slice(specifier, len + 1, specifier.len) : STR_EMPTY;
    Str head = rest.len ? rest : name, type = str_cut(&head, '.');
    for (size_t i = 0; jars && i < jars->paths.len; i++) {
      Str folder = str_format(world->arena, "%.*s/%.*s", STR_ARG(jars->paths.items[i]), (int)len, whole.ptr);
      const WorldFile *files = NULL;
      WorldFile file = type.len ? installed->file(installed, str_format(world->arena, "%.*s/%.*s.java", STR_ARG(folder), STR_ARG(type))) : 0;
      size_t count = type.len ? file != 0 : installed->directory(installed, folder, &files);
      if (!count) continue;
      ret_module->files = arena_copy(world->arena, type.len ? &file : files, count * sizeof *files);
      ret_module->count = count;
      ret_module->rest = str_copy(world->arena, rest);
      return true;
    }
    if (jars) return false;
  }
  return false;
}

/* By packages, not by paths: source roots are whatever the build file says,
 * and a file's package clause tells its place without reading that. The
 * project goes before the library, as a class path would have it. */
void language_java_find_module(LanguageWorld *world, const Facts *facts, const Import *import,
                               WorldFile from, LanguageModule *ret_module) {
  Str specifier = names_text(facts->names, import->specifier);
  Str name = import->form == IMPORT_NAMED ? names_text(facts->names, import->name) : STR_EMPTY;
  *ret_module = (LanguageModule){0};
  if (find_in(world, world->package, specifier, name, ret_module)) return;
  if (find_in(world, world->library_package, specifier, name, ret_module)) return;
  ret_module->outside = !find_packed(world, world->path(world, from), specifier, name, ret_module);
}
