/* Packages inside of packages, by their names alone: the files need not lie together. */
#include "src/languages/common/parents_internal.h"

void language_import_as(LanguageBuild *build, NodeNo node, Str package, Str local) {
  language_import(build, (Import){.form = IMPORT_MODULE, .specifier = language_name_of(build, package), .local = language_name_of(build, local)}, node);
}

/* In the first brackets a generic package has what it is made with. */
static Str path_of(const LanguageBuild *build, NodeNo of) {
  Str text = syntax_text(build->syntax, of);
  return str_trim(str_slice(text, 0, str_find_byte(text, '(')));
}

/* What the brackets stand behind. */
static NodeNo head_of(const LanguageBuild *build, NodeNo of) {
  bool is_made = str_find_byte(syntax_text(build->syntax, of), '(') != STR_NONE;
  return is_made ? syntax_named(build->syntax, of, 0) : of;
}

void language_name_package(LanguageBuild *build, NodeNo node, NodeNo name, NodeNo of) {
  Str path = path_of(build, of);
  bool is_path = str_find_byte(path, '.') != STR_NONE;
  ExprNo value = is_path ? language_import_value(build, language_name_of(build, path), of) : language_expr(build, head_of(build, of));
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_NAMESPACE, .flags = DEF_EXPORTED, .name = name, .whole = node, .bind = BIND_HOISTED});
  language_def(build, def)->value = value;
}

/* How far back is looked, so that no text makes it long. */
enum { LOOKED_AT = 256 };

/* The package that a definition is another name for; 0: none, or one that has no path. */
static NameId named_by(const LanguageBuild *build, const Def *def) {
  const Expr *value = def->kind == SYMBOL_NAMESPACE && def->value ? &build->facts->exprs.items[def->value] : NULL;
  return value && value->kind == EXPR_MODULE ? build->facts->imports.items[value->number].specifier : (NameId){0};
}

static NameId package_called(const LanguageBuild *build, NameId name) {
  const Facts *facts = build->facts;
  for (size_t i = facts->defs.len, looked = 0; i-- > 1 && looked < LOOKED_AT; looked++) {
    const Def *def = &facts->defs.items[i];
    if (names_same(def->name, name) && named_by(build, def).value) return named_by(build, def);
  }
  for (size_t i = facts->imports.len, looked = 0; i-- > 1 && looked < LOOKED_AT; looked++) {
    if (names_same(facts->imports.items[i].local, name)) return facts->imports.items[i].specifier;
  }
  return name;
}

void language_use_package(LanguageBuild *build, NodeNo name) {
  NameId package = package_called(build, language_name(build, name));
  language_import(build, (Import){.form = IMPORT_STAR, .specifier = package}, name);
}

/* Of the first `count` imports. */
static void shorten(LanguageBuild *build, Str parent, size_t count, NodeNo node) {
  Str inside = str_format(build->arena, "%.*s.", STR_ARG(parent));
  for (size_t i = 1; i < count; i++) {
    Import import = build->facts->imports.items[i];
    Str name = names_text(build->facts->names, import.specifier);
    if (import.form == IMPORT_MODULE && str_starts_with(name, inside)) language_import_as(build, node, name, str_slice(name, inside.len, name.len));
  }
}

/* Each parent adds as many imports at most as were written: what was added for another
 * parent is not looked at again, and parts of a name beyond a few are left alone. */
void language_see_parents(LanguageBuild *build, Str package, NodeNo node) {
  enum { MOST = 8 };
  size_t dot, count = build->facts->imports.len;
  shorten(build, package, count, node);
  for (int i = 0; i < MOST && (dot = str_find_last_byte(package, '.')) != STR_NONE; i++) {
    package = str_slice(package, 0, dot);
    shorten(build, package, count, node);
    language_import(build, (Import){.form = IMPORT_STAR, .specifier = language_name_of(build, package)}, node);
  }
}

bool language_begins_package(const LanguageBuild *build, Str path) {
  Str root = language_fold(build, str_slice(path, 0, str_find_byte(path, '.') + 1));
  bool found = str_starts_with(names_text(build->facts->names, build->facts->package), root);
  for (size_t i = 1; i < build->facts->imports.len && !found; i++) found = str_starts_with(names_text(build->facts->names, build->facts->imports.items[i].specifier), root);
  return found;
}
