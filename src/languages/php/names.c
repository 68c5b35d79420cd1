/* PHP namespaces and `use`. A namespace is a package: its files share their
 * names wherever they lie, so that what composer.json says about folders does
 * not have to be read. A name with separators in it is an import that nobody
 * wrote: `A\B\c()` asks A\B for c. */
#include "src/languages/common/paths_internal.h"
#include "src/languages/php/php_internal.h"

/* ---- namespaces ---- */

/* The first namespace is the file's. A second one in the same file is kept
 * apart, so that its names are at least nobody else's. */
void language_php_namespace(LanguageBuild *build, NodeNo node) {
  PhpState *state = php_state(build);
  NodeNo body = language_field(build, node, PHP_IN_BODY);
  Str name = language_text(build, language_field(build, node, PHP_IN_NAME));
  bool is_first = !state->has_package;
  state->has_package = true;
  state->package = name;
  state->aliases.len = 0;
  if (is_first && name.len) build->facts->package = language_intern(build, name);
  if (is_first || !body) {
    language_visit_children(build, body);
    return;
  }
  LanguageOpen before;
  language_open(build, SCOPE_NAMESPACE, body, 0, &before);
  language_visit_children(build, body);
  language_close(build, &before);
}

/* ---- use ---- */

/* `a\b\c` asks a\b for c, under `local` here. */
static ImportNo add_import(LanguageBuild *build, Str whole, Str local, NodeNo node) {
  size_t slash = str_find_last_byte(whole, '\\');
  Str last = slash == STR_NONE ? whole : str_slice(whole, slash + 1, whole.len);
  Str package = slash == STR_NONE ? STR(PHP_GLOBAL_NAMESPACE) : str_slice(whole, 0, slash);
  return language_import(build, (Import){.form = IMPORT_NAMED, .scope = 1, .specifier = language_intern(build, package),
                                         .name = language_intern(build, last), .local = language_intern(build, local)},
                         node);
}

static Str without_slash(Str name) {
  return name.len && name.ptr[0] == '\\' ? str_slice(name, 1, name.len) : name;
}

static void use_clause(LanguageBuild *build, NodeNo node, Str prefix) {
  NodeNo name = language_child(build, node, PHP_QUALIFIED_NAME);
  NodeNo alias = language_field(build, node, PHP_IN_ALIAS);
  if (!name) name = language_child(build, node, PHP_NAME);
  Str whole = without_slash(language_text(build, name));
  if (!whole.len) return;
  if (prefix.len) whole = str_format(build->arena, "%.*s\\%.*s", STR_ARG(prefix), STR_ARG(whole));
  size_t slash = str_find_last_byte(whole, '\\');
  Str local = alias ? language_text(build, alias) : slash == STR_NONE ? whole : str_slice(whole, slash + 1, whole.len);
  *vec_add(build->arena, &php_state(build)->aliases) = (PhpAlias){local, whole};
  add_import(build, whole, local, node);
  NodeNo shown = name;
  for (NodeNo c = syntax_first(build->syntax, name); c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == PHP_NAME) shown = c;
  }
  ExprNo expr = language_add(build, (Expr){.kind = EXPR_NAME, .scope = 1, .name = language_intern(build, local),
                                           .at = language_node(build, shown)->from});
  language_ref(build, REF_IMPORT, expr, shown);
}

/* `use A\{B, C as D}` and `use A\B, A\C;`. */
void language_php_use(LanguageBuild *build, NodeNo node) {
  Str prefix = without_slash(language_text(build, language_child(build, node, PHP_NAMESPACE_NAME)));
  NodeNo group = language_field(build, node, PHP_IN_BODY);
  NodeNo list = group ? group : node;
  for (NodeNo c = syntax_first(build->syntax, list); c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == PHP_USE_CLAUSE) use_clause(build, c, group ? prefix : STR_EMPTY);
  }
}

/* ---- names in code ---- */

/* The whole name, without a leading separator, of one that has separators. */
static Str whole_name(LanguageBuild *build, Str name) {
  PhpState *state = php_state(build);
  if (name.ptr[0] == '\\') return without_slash(name);
  size_t slash = str_find_byte(name, '\\');
  Str first = str_slice(name, 0, slash), rest = str_slice(name, slash + 1, name.len);
  Str package = state->package;
  if (str_eq_ignore_case(first, STR("namespace"))) {
    return package.len ? str_format(build->arena, "%.*s\\%.*s", STR_ARG(package), STR_ARG(rest)) : rest;
  }
  for (size_t i = 0; i < state->aliases.len; i++) {
    const PhpAlias *alias = &state->aliases.items[i];
    if (!str_eq_ignore_case(alias->name, first)) continue;
    return str_format(build->arena, "%.*s\\%.*s", STR_ARG(alias->whole), STR_ARG(rest));
  }
  return package.len ? str_format(build->arena, "%.*s\\%.*s", STR_ARG(package), STR_ARG(name)) : name;
}

/* Bound once per file under the whole name, which no declaration can have. */
static NameId qualified(LanguageBuild *build, Str name, uint32_t at) {
  PhpState *state = php_state(build);
  Str whole = whole_name(build, name);
  Str local = str_format(build->arena, "\\%.*s", STR_ARG(whole));
  for (size_t i = 0; i < state->qualified.len; i++) {
    if (str_eq(state->qualified.items[i], local)) return language_intern(build, local);
  }
  *vec_add(build->arena, &state->qualified) = local;
  ImportNo added = add_import(build, whole, local, 1);
  Import *import = &build->facts->imports.items[added]; /* only now: adding may move them */
  import->at = at;
  import->line = syntax_line(build->syntax, at);
  return language_intern(build, local);
}

ExprNo language_php_named(LanguageBuild *build, Str name, uint32_t at, bool is_type) {
  enum { LONGEST = 512 }; /* of a name that is worth an import */
  if (!name.len || name.len > LONGEST) return 0;
  unsigned flags = is_type ? EXPR_IN_TYPE : 0;
  if (str_find_byte(name, '\\') != STR_NONE) {
    return language_add(build, (Expr){.kind = EXPR_NAME, .flags = (uint8_t)flags, .scope = 1, .at = at,
                                      .name = qualified(build, name, at)});
  }
  return language_add(build, (Expr){.kind = EXPR_NAME, .flags = (uint8_t)flags, .at = at,
                                    .name = language_intern(build, name)});
}

static NodeNo last_name(const LanguageBuild *build, NodeNo node) {
  NodeNo last = node;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == PHP_NAME) last = c;
  }
  return last;
}

ExprNo language_php_name_node(LanguageBuild *build, NodeNo node, unsigned role, bool is_type) {
  NodeNo last = last_name(build, node);
  ExprNo expr = language_php_named(build, language_text(build, node), language_node(build, last)->from, is_type);
  language_ref(build, role, expr, last);
  return expr;
}

/* ---- files ---- */

/* The text that ends the path: `require __DIR__ . '/a.php'`. */
static Str literal_in(const LanguageBuild *build, NodeNo node) {
  for (int guard = 0; node && guard < 4; guard++) {
    switch (language_kind(build, node)) {
      case PHP_STRING: return language_text(build, language_child(build, node, PHP_STRING_CONTENT));
      case PHP_BINARY: node = language_field(build, node, PHP_IN_RIGHT); break;
      default: node = syntax_named(build->syntax, node, 0); break;
    }
  }
  return STR_EMPTY;
}

void language_php_include(LanguageBuild *build, NodeNo node) {
  Str path = literal_in(build, syntax_named(build->syntax, node, 0));
  if (path.len) {
    Str specifier = str_format(build->arena, "%s%.*s", path.ptr[0] == '/' ? "." : "./", STR_ARG(path));
    language_import(build, (Import){.form = IMPORT_EFFECT, .scope = 1, .specifier = language_intern(build, specifier)}, node);
  }
  language_visit_children(build, node);
}

static Str file_stem(Str path) {
  size_t slash = str_find_last_byte(path, '/');
  Str name = slash == STR_NONE ? path : str_slice(path, slash + 1, path.len);
  size_t dot = str_find_byte(name, '.');
  return dot == STR_NONE ? name : str_slice(name, 0, dot);
}

/* A type lies in a file of its name, as autoloading wants it; functions and
 * constants may be in any file of the namespace. */
static void find_named(LanguageWorld *world, Str package, Str name, LanguageModule *ret_module) {
  const WorldFile *files = NULL;
  size_t count = world->package(world, package, &files), own = 0;
  ret_module->outside = !count || str_eq_c(package, PHP_GLOBAL_NAMESPACE); /* PHP's own names are there too */
  if (!count) return;
  WorldFile *found = ARENA_ARRAY(world->arena, WorldFile, count);
  for (size_t i = 0; i < count; i++) {
    if (str_eq_ignore_case(file_stem(world->path(world, files[i])), name)) found[own++] = files[i];
  }
  ret_module->files = own ? found : arena_copy(world->arena, files, count * sizeof *files);
  ret_module->count = own ? own : count;
}

static void find_file(LanguageWorld *world, Str specifier, WorldFile from, LanguageModule *ret_module) {
  Str folder = language_path_folder(world->path(world, from));
  Str whole;
  if (!language_path_relative(world->arena, folder, specifier, &whole)) return;
  WorldFile file = world->file(world, whole);
  if (!file) return;
  ret_module->files = arena_copy(world->arena, &file, sizeof file);
  ret_module->count = 1;
}

void language_php_find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from,
                              LanguageModule *ret_module) {
  Str specifier = names_text(facts->names, import->specifier);
  *ret_module = (LanguageModule){0};
  if (import->form == IMPORT_NAMED) {
    find_named(world, specifier, names_text(facts->names, import->name), ret_module);
  } else {
    find_file(world, specifier, from, ret_module);
  }
}
