/* Imports that are paths of names. */
#include "src/languages/common/import_paths_internal.h"

#include "src/languages/common/nodes_internal.h"

static NameId specifier(LanguageBuild *build, const LanguageImportPaths *paths, NodeNo first, NodeNo last) {
  const Syntax *syntax = build->syntax;
  return language_intern(build, paths->specifier(build, str_slice(syntax->text, syntax->nodes[first].from, syntax->nodes[last].to)));
}

static void import_choice(LanguageBuild *build, const LanguageImportPaths *paths, NameId whole, NodeNo choice) {
  const Syntax *syntax = build->syntax;
  for (NodeNo c = choice ? syntax_first(syntax, choice) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == paths->part) language_import_name(build, whole, c, 0);
    else if (syntax_kind(syntax, c) == paths->all) language_import_all(build, whole, 0, c);
    else if (syntax_kind(syntax, c) == paths->renamed) language_import_name(build, whole, syntax_field(syntax, c, paths->name), syntax_field(syntax, c, paths->alias));
  }
}

void language_import_path(LanguageBuild *build, const LanguageImportPaths *paths, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo first = syntax_field(syntax, node, paths->path), last = first, before = 0, tail = 0;
  for (NodeNo c = first; c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == paths->part) before = last, last = c;
    else if (syntax_is_named(syntax, c)) tail = c;
  }
  if (!first) return;
  NameId whole = specifier(build, paths, first, last);
  if (!tail && last != first) language_import_name(build, specifier(build, paths, first, before), last, 0);
  else if (tail && syntax_kind(syntax, tail) == paths->all) language_import_all(build, whole, 0, node);
  else import_choice(build, paths, whole, tail);
}
