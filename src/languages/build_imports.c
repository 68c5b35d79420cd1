/* Imports: what a file takes from others, under which names. */
#include "src/languages/build_internal.h"

/* An import with a local name is a bind of that name; the names of `import
 * *` are only known to resolution. */
ImportNo language_import(LanguageBuild *build, Import import, NodeNo node) {
  if (build->builder->is_foreign) return 0;
  if (!import.scope) import.scope = build->scope;
  import.at = build->syntax->nodes[node].from;
  import.line = syntax_line(build->syntax, import.at);
  *vec_add(build->arena, &build->facts->imports) = import;
  ImportNo no = (ImportNo)(build->facts->imports.len - 1);
  if (import.local.value) {
    language_bind(build, (Bind){.scope = import.scope, .name = import.local, .from = import.at, .import = no,
                                .flags = import.flags & IMPORT_TYPE_ONLY ? BIND_TYPE : 0});
  }
  return no;
}

ExprNo language_import_value(LanguageBuild *build, NameId module, NodeNo node) {
  ImportNo import = language_import(build, (Import){.form = IMPORT_MODULE, .specifier = module}, node);
  return language_add_number(build, EXPR_MODULE, 0, import, node);
}

void language_export_value(LanguageBuild *build, NodeNo root, ExprNo value) {
  LanguageOpen before;
  ScopeNo exports = language_open(build, SCOPE_EXPORTS, root, 0, &before);
  language_close(build, &before);
  language_bind(build, (Bind){.scope = exports, .name = language_intern(build, STR("export=")), .flags = BIND_HOISTED, .value = value});
}

/* How far back is looked, so that no text makes it long: a file names few
 * modules. */
enum { NAMED_MODULES = 500 };

ExprNo language_use_module(LanguageBuild *build, Str name, Str specifier, NodeNo node) {
  NameId id = language_name_of(build, name);
  bool is_known = !id.value;
  for (size_t i = build->facts->imports.len, left = NAMED_MODULES; !is_known && i-- > 1 && left--;) {
    is_known = names_same(build->facts->imports.items[i].local, id);
  }
  if (!is_known) language_import(build, (Import){.form = IMPORT_MODULE, .scope = 1, .specifier = language_name_of(build, specifier), .local = id}, node);
  return language_add_word(build, name, node);
}

/* ---- forms ---- */

void language_import_name(LanguageBuild *build, NameId module, NodeNo name, NodeNo as) {
  language_import(build, (Import){.form = IMPORT_NAMED, .specifier = module, .name = language_name(build, name), .local = language_name(build, as ? as : name)}, name);
}

void language_import_module(LanguageBuild *build, NameId module, NodeNo as) {
  language_import(build, (Import){.form = IMPORT_MODULE, .specifier = module, .local = language_name(build, as)}, as);
}

void language_import_all(LanguageBuild *build, NameId module, unsigned flags, NodeNo node) {
  language_import(build, (Import){.form = IMPORT_STAR, .flags = (uint8_t)flags, .specifier = module}, node);
}
