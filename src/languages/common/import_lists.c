/* Imports that are lists. */
#include "src/languages/common/import_lists_internal.h"

#include "src/languages/common/nodes_internal.h"

/* The name itself, or what stands last where dots or modules are before it. */
static NodeNo last_name(const LanguageBuild *build, NodeNo name) {
  NodeNo last = language_last(build, name);
  return last ? last : name;
}

/* From where the file stands, as ..A is: a module of the package, which leads to no file. What is taken
 * from it is said without a local name, since the package's names are known anyway. */
static bool is_near(const LanguageBuild *build, NodeNo module) { return str_starts_with(language_text(build, module), STR(".")); }

void language_import_list(LanguageBuild *build, const LanguageImportLists *lists, NodeNo node, bool all) {
  const Syntax *syntax = build->syntax;
  NodeNo chosen = syntax_child(syntax, node, lists->chosen), from = chosen ? syntax_named(syntax, chosen, 0) : 0;
  for (NodeNo c = syntax_first(syntax, chosen ? chosen : node); c; c = syntax_next(syntax, c)) {
    if (c == from || !language_is_part(build, c)) continue;
    bool is_alias = language_kind(build, c) == lists->alias;
    NodeNo name = is_alias ? syntax_named(syntax, c, 0) : c, as = is_alias ? language_last(build, c) : 0;
    bool is_inside = language_kind(build, name) == lists->inside;
    NodeNo module = from ? from : is_inside ? syntax_named(syntax, name, 0) : name;
    bool near = is_near(build, module);
    if (near && !as && (from || !all)) language_import(build, (Import){.form = IMPORT_NAMED, .specifier = language_name(build, module), .name = language_name(build, last_name(build, name))}, name);
    else if (from || (is_inside && !near)) language_import_name(build, language_name(build, module), last_name(build, name), as);
    else if (!near || as) language_import_module(build, language_name(build, module), as ? as : last_name(build, name));
    if (!from && all) language_import_all(build, language_name(build, near ? name : module), 0, name);
  }
}
