/* Languages that are written as lists: clauses, parameters, and what follows. */
#include "src/languages/common/lists_internal.h"

void language_visit_after(LanguageBuild *build, NodeNo node) {
  for (NodeNo c = node ? syntax_next(build->syntax, node) : 0; c; c = syntax_next(build->syntax, c)) language_visit(build, c);
}

void language_bind_heads(LanguageBuild *build, LanguageLists lists, NodeNo list, NodeNo but) {
  for (NodeNo c = list ? syntax_first(build->syntax, list) : 0; c; c = syntax_next(build->syntax, c)) {
    NodeNo name = language_kind(build, c) == lists.list ? syntax_named(build->syntax, c, 0) : c;
    Str text = language_kind(build, name) == lists.name ? language_text(build, name) : STR_EMPTY;
    bool is_name = c != but && text.len && text.ptr[0] != '&';
    if (is_name) language_bind(build, (Bind){.name = language_name(build, name), .from = language_node(build, name)->from});
  }
}

void language_visit_clauses(LanguageBuild *build, LanguageLists lists, NodeNo after, unsigned skipped) {
  for (NodeNo c = after ? syntax_next(build->syntax, after) : 0; c; c = syntax_next(build->syntax, c)) {
    NodeNo first = language_kind(build, c) == lists.list ? syntax_named(build->syntax, c, 0) : 0;
    if (first && !skipped) language_visit(build, first);
    if (first) language_visit_after(build, skipped > 1 ? syntax_named(build->syntax, c, skipped - 1) : first);
    else language_visit(build, c);
  }
}
