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

void language_define_local(LanguageBuild *build, LanguageLists lists, NodeNo list, SymbolKind kind) {
  for (NodeNo c = list ? syntax_first(build->syntax, list) : 0; c; c = syntax_next(build->syntax, c)) {
    NodeNo name = language_kind(build, c) == lists.list ? syntax_named(build->syntax, c, 0) : 0, params = name ? syntax_named(build->syntax, c, 1) : 0;
    bool is_function = language_kind(build, name) == lists.name && params && syntax_next(build->syntax, params);
    if (!is_function) {
      if (name) language_bind_names(build, name);
      language_visit_after(build, name);
      continue;
    }
    LanguageOpen before;
    DefNo def = language_define(build, &(LanguageDef){.kind = kind, .name = name, .whole = c, .body = syntax_next(build->syntax, params), .bind = BIND_HOISTED});
    language_open(build, SCOPE_FUNCTION, c, def, &before);
    language_bind_heads(build, lists, params, 0);
    language_visit_after(build, params);
    language_close(build, &before);
  }
}

void language_visit_pattern(LanguageBuild *build, NodeNo node, NodeNo pattern) {
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  if (pattern) language_bind_names(build, pattern);
  language_visit_after(build, pattern);
  language_close(build, &before);
}

void language_visit_given(LanguageBuild *build, NodeNo node, NodeNo list) {
  LanguageOpen before;
  NodeNo name = syntax_named(build->syntax, list, 0);
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  language_visit_after(build, name);
  if (name) language_bind_names(build, name);
  language_visit_after(build, list);
  language_close(build, &before);
}

/* ---- vectors ---- */

/* Pairs in pairs are taken once: text may nest them without end. */
static void visit_pairs(LanguageBuild *build, LanguageLists lists, NodeNo vector, bool is_inner) {
  NodeNo target = 0;
  for (NodeNo c = syntax_first(build->syntax, vector); c; c = syntax_next(build->syntax, c)) {
    if (!syntax_is_named(build->syntax, c)) continue;
    if (!target) {
      target = c;
      continue;
    }
    bool is_word = language_kind(build, target) == lists.word;
    if (is_word && !is_inner && language_kind(build, c) == lists.vector) visit_pairs(build, lists, c, true);
    else language_visit(build, c);
    if (!is_word) language_bind_names(build, target);
    target = 0;
  }
}

void language_visit_pairs(LanguageBuild *build, LanguageLists lists, NodeNo vector) { visit_pairs(build, lists, vector, false); }

void language_visit_function(LanguageBuild *build, LanguageLists lists, NodeNo head) {
  bool has_params = false;
  for (NodeNo c = head ? syntax_next(build->syntax, head) : 0; c; c = syntax_next(build->syntax, c)) {
    NodeNo first = language_kind(build, c) == lists.list ? syntax_named(build->syntax, c, 0) : 0;
    if (!has_params && language_kind(build, c) == lists.vector) {
      language_bind_names(build, c);
      has_params = true;
    } else if (!has_params && language_kind(build, first) == lists.vector) {
      language_visit_scope(build, c, first);
    } else {
      language_visit(build, c);
    }
  }
}

/* ---- forms ---- */

void language_form_nothing(LanguageBuild *build, const LanguageFormed *form) { (void)build, (void)form; }
void language_form_rest(LanguageBuild *build, const LanguageFormed *form) { language_visit_after(build, form->head); }

void language_form_let(LanguageBuild *build, const LanguageFormed *form) {
  NodeNo vector = language_child(build, form->node, form->lists->vector);
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, form->node, 0, &before);
  if (vector) language_visit_pairs(build, *form->lists, vector);
  language_visit_but(build, form->node, form->head, vector);
  language_close(build, &before);
}

static void visit_lambda(LanguageBuild *build, LanguageLists lists, NodeNo node, NodeNo head) {
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  language_visit_function(build, lists, head);
  language_close(build, &before);
}

void language_form_lambda(LanguageBuild *build, const LanguageFormed *form) { visit_lambda(build, *form->lists, form->node, form->head); }

static void visit_functions(LanguageBuild *build, const LanguageFormed *form, NodeNo vector) {
  LanguageLists lists = *form->lists;
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, form->node, 0, &before);
  for (NodeNo c = syntax_first(build->syntax, vector ? vector : form->node); c; c = syntax_next(build->syntax, c)) {
    NodeNo name = language_kind(build, c) == lists.list ? syntax_named(build->syntax, c, 0) : 0;
    bool is_function = language_kind(build, name) == lists.name && language_kind(build, syntax_named(build->syntax, c, 1)) == lists.vector;
    if (is_function && vector) language_bind_names(build, name);
    if (is_function) visit_lambda(build, lists, c, name);
    else if (c != form->head) language_visit(build, c);
  }
  language_visit_after(build, vector);
  language_close(build, &before);
}

void language_form_functions(LanguageBuild *build, const LanguageFormed *form) { visit_functions(build, form, 0); }
void language_form_letfn(LanguageBuild *build, const LanguageFormed *form) {
  visit_functions(build, form, language_child(build, form->node, form->lists->vector));
}

void language_form_thread(LanguageBuild *build, const LanguageFormed *form) {
  for (NodeNo c = syntax_next(build->syntax, form->head); c; c = syntax_next(build->syntax, c)) {
    if (c != form->rest && language_kind(build, c) == form->lists->name) form->lists->call(build, c, c);
    else language_visit(build, c);
  }
}

void language_form_variable(LanguageBuild *build, const LanguageFormed *form) {
  NodeNo name = form->lists->id ? language_field(build, form->rest, form->lists->id) : form->rest;
  language_define(build, &(LanguageDef){.kind = form->kind, .flags = form->flags, .name = name, .whole = form->node, .bind = BIND_HOISTED, .scope = 1});
  language_visit_after(build, form->rest);
}
