/* Rows of statements: variables, returns, loops, imports. */
#include "src/languages/rows_internal.h"

/* ---- variables ---- */

/* At the top level a variable is a definition that others see. Assigning to
 * a name inside a function binds it at the top, where the language says that
 * undeclared names are global. */
static void bind_variable(LanguageBuild *build, const Row *row, NodeNo name, NodeNo whole, Bind bind) {
  bool is_new = row->row->row == LANGUAGE_ROW_DECLARE;
  bind.name = language_name(build, name);
  bind.from = build->syntax->nodes[name].from;
  if (build->scope == 1) {
    bind.def = language_define(build, &(LanguageDef){.kind = SYMBOL_VARIABLE, .name = name, .whole = whole,
        .flags = row->row->flags, .no_bind = true});
    language_def(build, bind.def)->value = bind.value;
    language_def(build, bind.def)->type = bind.type;
  } else if (!is_new) {
    bind.scope = 1;
  }
  language_bind(build, bind);
}

/* a.f = function … and a.x = value, where `a` was given an object in this file. */
static bool assign_member(LanguageBuild *build, NodeNo whole, NodeNo target, NodeNo value) {
  const Syntax *syntax = build->syntax;
  const Row *member = language_row(build, target);
  NodeNo base = language_row_find(syntax, &member->base, target), name = language_row_find(syntax, &member->name, target);
  ScopeNo owner = name ? language_row_object(build, base, false) : 0;
  if (!owner) return false;
  language_expr(build, base);
  if (language_row_is_lambda(build, value)) {
    language_row_function(build, &(RowFunction){.name = name, .whole = whole, .function = value, .owner = owner});
  } else {
    language_bind(build, (Bind){.scope = owner, .name = language_name(build, name), .flags = BIND_MEMBER | BIND_HOISTED,
                                .value = language_expr(build, value), .from = syntax->nodes[name].from});
  }
  return true;
}

/* One target and one value, which is a function or goes into an object. */
static bool assign_one(LanguageBuild *build, const Row *row, NodeNo whole, NodeNo target, NodeNo value) {
  if (language_row_is(build, target, LANGUAGE_ROW_MEMBER)) return assign_member(build, whole, target, value);
  if (!language_row_is(build, target, LANGUAGE_ROW_NAME) || !language_row_is_lambda(build, value)) return false;
  language_row_function(build, &(RowFunction){.name = target, .whole = whole, .function = value,
                                              .is_hidden = !(row->row->flags & DEF_EXPORTED)});
  return true;
}

/* How many parts a list has, and the first; what is no list is one. */
static size_t count_parts(const LanguageBuild *build, NodeNo node, NodeNo *ret_first) {
  *ret_first = node;
  if (!node || !language_row_is_list(build, node)) return node != 0;
  *ret_first = syntax_named(build->syntax, node, 0);
  return syntax_named_count(build->syntax, node);
}

/* Types may stand between declared names (local a: A, b: B): the names are in a field of the list then,
 * and what is in none is the type of the name before it. `first` is the list's first part. */
static bool is_between(const LanguageBuild *build, NodeNo first, NodeNo node) {
  return build->syntax->nodes[first].field && !build->syntax->nodes[node].field;
}

static NodeNo type_behind(const LanguageBuild *build, NodeNo first, NodeNo name) {
  NodeNo next = syntax_next(build->syntax, name);
  while (next && !language_row_counts(build, next)) next = syntax_next(build->syntax, next);
  return next && is_between(build, first, next) ? next : 0;
}

static size_t count_names(const LanguageBuild *build, NodeNo first) {
  size_t count = 0;
  for (NodeNo c = first; c; c = syntax_next(build->syntax, c)) count += language_row_counts(build, c) && !is_between(build, first, c);
  return count;
}

static void give(LanguageBuild *build, const Row *row, NodeNo whole, NodeNo target, Bind bind) {
  if (language_row_is(build, target, LANGUAGE_ROW_NAME)) bind_variable(build, row, target, whole, bind);
  else language_put(build, language_expr_as(build, target, REF_WRITE), bind.value);
}

/* The last value gives what is left over when there are more targets. */
static ExprNo nth_value(LanguageBuild *build, const ExprNo *values, size_t count, size_t targets, size_t nth, NodeNo at) {
  if (count && nth >= count - 1 && targets > count) {
    return language_add_number(build, EXPR_PART, values[count - 1], (uint32_t)(nth - (count - 1)), at);
  }
  return nth < count ? values[nth] : 0;
}

/* `a, b = f()`: targets and values are matched by place, and the last value
 * may give several. */
void language_row_declare(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  const Row *row = language_row(build, node);
  NodeNo targets = language_row_find(syntax, &row->name, node), list = language_row_find(syntax, &row->value, node);
  NodeNo target, first, whole = node;
  size_t target_count = count_parts(build, targets, &target), value_count = count_parts(build, list, &first);
  /* A declaration may be a word before an assignment. */
  if (targets && syntax_parent(syntax, targets) != node) whole = syntax_parent(syntax, targets);
  bool has_list = target != targets;
  if (has_list && target) target_count = count_names(build, target);
  if (target_count == 1 && value_count == 1 && assign_one(build, row, whole, target, first)) {
    language_type(build, has_list ? type_behind(build, target, target) : 0);
    return;
  }
  ExprNo values[ROW_VALUES];
  Bind bind = {.type = language_type(build, language_row_find(syntax, &row->type, node))};
  size_t count = language_row_values(build, list, values), nth = 0;
  if (!has_list) {
    bind.value = nth_value(build, values, count, target_count, 0, target);
    if (target) give(build, row, whole, target, bind);
    return;
  }
  for (NodeNo c = syntax_first(syntax, targets); c; c = syntax_next(syntax, c)) {
    if (!language_row_counts(build, c) || is_between(build, target, c)) continue;
    Bind one = bind;
    NodeNo type = type_behind(build, target, c);
    if (type) one.type = language_type(build, type);
    one.value = nth_value(build, values, count, target_count, nth++, c);
    give(build, row, whole, c, one);
  }
}

/* ---- the way through ---- */

/* At the top level of a file that exports a value, returning is exporting. */
void language_row_return(LanguageBuild *build, NodeNo node) {
  ExprNo values[ROW_VALUES];
  size_t count = language_row_values(build, language_row_find(build->syntax, &language_row(build, node)->value, node), values);
  if (!count) return;
  if (build->callable) {
    language_return(build, count == 1 ? values[0] : language_add_list(build, EXPR_TUPLE, 0, values, count, node));
  } else if (build->facts->exports) {
    language_bind(build, (Bind){.scope = build->facts->exports, .name = language_intern(build, STR("export=")),
                                .flags = BIND_HOISTED, .value = values[0]});
  }
}

static void bind_element(LanguageBuild *build, NodeNo name, ExprNo value, ExprNo type) {
  language_bind(build, (Bind){.name = language_name(build, name), .from = build->syntax->nodes[name].from, .type = type,
                              .value = value ? language_add_base(build, EXPR_ITER, value, name) : 0});
}

/* The values come first: they are evaluated outside of the loop's own scope. */
void language_row_loop(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  const Row *row = language_row(build, node);
  LanguageOpen before;
  ExprNo value = 0;
  for (unsigned i = 0; i < row->value.count; i++) value = language_expr(build, language_row_path(syntax, &row->value, i, node));
  if (row->row->kind != EXPR_ITER) value = 0;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  NodeNo names = language_row_find(syntax, &row->name, node);
  ExprNo type = language_type(build, language_row_find(syntax, &row->type, node));
  if (language_row_is(build, names, LANGUAGE_ROW_NAME)) {
    bind_element(build, names, value, type);
  } else {
    NodeNo first = names ? syntax_named(syntax, names, 0) : 0;
    for (NodeNo c = first; c; c = syntax_next(syntax, c)) {
      if (language_row_counts(build, c) && is_between(build, first, c)) continue;
      NodeNo own = type_behind(build, first, c);
      if (language_row_is(build, c, LANGUAGE_ROW_NAME)) bind_element(build, c, value, own ? language_type(build, own) : type);
    }
  }
  language_visit(build, language_row_find(syntax, &row->body, node));
  language_close(build, &before);
}

/* ---- patterns ---- */

static NodeNo guard_of(const LanguageBuild *build, NodeNo node) {
  return language_row_is(build, node, LANGUAGE_ROW_BINDS) ? language_row_find(build->syntax, &language_row(build, node)->body, node) : 0;
}

/* Without what is in `but` and in `type`. What a part of the pattern has to fulfil is
 * looked at when the names of that part are there. */
static void bind_names(LanguageBuild *build, NodeNo place, NodeNo but, NodeNo type) {
  const Syntax *syntax = build->syntax;
  NodeNo end = place ? language_row_end(syntax, place) : 0;
  for (NodeNo c = place, guard; c && c < end;) {
    bool is_left_out = c == but || c == type;
    if (!is_left_out && language_row_is(build, c, LANGUAGE_ROW_NAME)) {
      language_bind(build, (Bind){.name = language_name(build, c), .from = syntax->nodes[c].from});
    } else if (!is_left_out && (guard = guard_of(build, c)) && guard != but) {
      bind_names(build, c, guard, type);
      language_visit(build, guard);
      is_left_out = true;
    }
    c = is_left_out ? language_row_end(syntax, c) : c + 1;
  }
}

/* What a pattern takes apart is not told: the names are of no type. */
ExprNo language_row_binds(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  const Row *row = language_row(build, node);
  NodeNo type = language_row_find(syntax, &row->type, node), place = row->name.count ? language_row_find(syntax, &row->name, node) : node;
  language_type(build, type);
  language_expr(build, language_row_find(syntax, &row->value, node));
  bind_names(build, place, 0, type);
  return 0;
}

void language_bind_names(LanguageBuild *build, NodeNo pattern) { bind_names(build, pattern, 0, 0); }

static void visit_scope(LanguageBuild *build, NodeNo node, NodeNo pattern, NodeNo but) {
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  if (pattern) bind_names(build, pattern, 0, 0);
  language_visit_but(build, node, pattern, but);
  language_close(build, &before);
}

void language_visit_scope(LanguageBuild *build, NodeNo node, NodeNo pattern) { visit_scope(build, node, pattern, 0); }

/* The word that tells it from others is no name. */
void language_row_block(LanguageBuild *build, NodeNo node) {
  const Row *row = language_row(build, node);
  visit_scope(build, node, language_row_find(build->syntax, &row->name, node), language_row_find(build->syntax, &row->when, node));
}

/* ---- imports ---- */

/* Imported names may be nested in lists and clauses; they are found by their
 * rows, wherever they stand inside of the statement. */
static size_t import_names(LanguageBuild *build, NodeNo node, Import import) {
  const Syntax *syntax = build->syntax;
  size_t count = 0;
  NodeNo module = language_row_find(syntax, &language_row(build, node)->value, node);
  NodeNo end = language_row_end(syntax, node);
  for (NodeNo c = node + 1; c < end; c++) {
    bool is_module = module >= c && module < language_row_end(syntax, c);
    if (is_module || !language_row_is(build, c, LANGUAGE_ROW_IMPORTED)) continue;
    const Row *row = language_row(build, c);
    NodeNo name = language_row_find(syntax, &row->name, c), alias = language_row_find(syntax, &row->alias, c);
    import.form = row->row->kind == IMPORT_MODULE ? IMPORT_MODULE : IMPORT_NAMED;
    if (import.form == IMPORT_NAMED) import.name = language_name(build, name);
    import.local = language_name(build, alias ? alias : name);
    language_import(build, import, c);
    count++;
  }
  return count;
}

/* { a as b, c }: what stands in the field behind a name, before the next one. */
static NodeNo alias_behind(const Syntax *syntax, const Row *row, NodeNo item) {
  const SyntaxNode *nodes = syntax->nodes;
  for (NodeNo c = syntax_next(syntax, item); c && row->alias.count && nodes[c].field != nodes[item].field; c = syntax_next(syntax, c)) {
    if (row->alias.only.kind == ROW_STEP_FIELD && nodes[c].field == row->alias.only.number) return c;
  }
  return 0;
}

/* Names that stand beside each other in the statement, without a node for each. */
static size_t import_items(LanguageBuild *build, const Row *row, NodeNo node, Import import) {
  const Syntax *syntax = build->syntax;
  NodeNo first = language_row_find(syntax, &row->items, node);
  const SyntaxNode *like = &syntax->nodes[first];
  size_t count = 0;
  for (NodeNo c = first; c; c = syntax_next(syntax, c)) {
    const SyntaxNode *at = &syntax->nodes[c];
    if (!(at->flags & SYNTAX_NAMED) || at->field != like->field || at->kind != like->kind) continue;
    language_import_name(build, import.specifier, c, alias_behind(syntax, row, c));
    count++;
  }
  return count;
}

/* "a", 'a' and <a> are a. */
static Str unquoted(Str text) {
  bool is_quoted = text.len >= 2 && strchr("\"'<", text.ptr[0]);
  return is_quoted ? str_slice(text, 1, text.len - 1) : text;
}

void language_row_import(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  const Row *row = language_row(build, node);
  Str specifier = unquoted(syntax_text(syntax, language_row_find(syntax, &row->value, node)));
  ImportForm form = row->row->kind ? (ImportForm)row->row->kind : row->name.count ? IMPORT_MODULE : IMPORT_EFFECT;
  Import import = {.form = (uint8_t)form, .flags = (uint8_t)row->row->flags,
                   .specifier = build->language->by_declared ? language_name_of(build, specifier) : language_intern(build, specifier),
                   .local = language_name(build, language_row_find(syntax, &row->name, node))};
  if (import.local.value) import.form = IMPORT_MODULE;
  if (!specifier.len && row->when.count) language_visit_children(build, node); /* what it names is computed */
  if (!specifier.len || import_items(build, row, node, import)) return;
  if (row->row->kind || import.local.value || !import_names(build, node, import)) language_import(build, import, node);
}

void language_row_package(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_row_find(build->syntax, &language_row(build, node)->name, node);
  if (name) build->facts->package = language_name(build, name);
}
