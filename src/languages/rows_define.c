/* Rows that define: functions, types, what else has a name, and parameters. */
#include "src/languages/rows_internal.h"

static ExprNo type_at(LanguageBuild *build, const RowPlace *place, NodeNo node) {
  return language_type(build, language_row_find(build->syntax, place, node));
}

/* ---- parameters ---- */

/* A parameter that is nothing but a name needs no row of its own. */
static void bind_parameter(LanguageBuild *build, NodeNo node) {
  const Row *row = language_row(build, node);
  NodeNo name = node, list = 0, type = 0, value = 0;
  Bind bind = {.flags = BIND_PARAM};
  if (row->row->row == LANGUAGE_ROW_PARAM) {
    name = language_row_find(build->syntax, &row->name, node);
    list = language_row_find(build->syntax, &row->items, node);
    type = language_row_find(build->syntax, &row->type, node);
    value = language_row_find(build->syntax, &row->value, node);
    bind.flags |= row->row->flags;
    bind.type = language_type(build, type);
    bind.value = language_expr(build, value);
  }
  /* a, b: T are two of them. */
  for (NodeNo c = list ? syntax_first(build->syntax, list) : name; c; c = list ? syntax_next(build->syntax, c) : 0) {
    if (list && (c == type || c == value || !language_row_is(build, c, LANGUAGE_ROW_NAME))) continue;
    bind.name = language_name(build, c);
    bind.from = build->syntax->nodes[c].from;
    language_bind(build, bind);
  }
}

static bool is_parameter(const LanguageBuild *build, NodeNo node) {
  return language_row_is(build, node, LANGUAGE_ROW_NAME) || language_row_is(build, node, LANGUAGE_ROW_PARAM);
}

/* A list, or several behind each other in the same field, or a parameter that
 * needs no list around it. Where the list is the function itself, its name is
 * no parameter. */
static void bind_parameters(LanguageBuild *build, NodeNo list, NodeNo name) {
  const Syntax *syntax = build->syntax;
  unsigned field = list ? syntax->nodes[list].field : 0;
  for (; list; list = syntax_next(syntax, list)) {
    if (is_parameter(build, list)) bind_parameter(build, list);
    else for (NodeNo c = syntax_first(syntax, list); c; c = syntax_next(syntax, c)) {
      if (c != name && is_parameter(build, c)) bind_parameter(build, c);
    }
    NodeNo next = syntax_next(syntax, list);
    if (!field || !next || syntax->nodes[next].field != field) break;
  }
}

/* ---- definitions ---- */

static bool is_inside(const Syntax *syntax, NodeNo part, NodeNo whole) {
  return part && syntax->nodes[part].from >= syntax->nodes[whole].from && syntax->nodes[part].to <= syntax->nodes[whole].to;
}

/* A definition without brackets around its body: the body is every part that
 * is not looked at by another place of the row. */
static void visit_rest(LanguageBuild *build, const Row *row, NodeNo node) {
  const Syntax *syntax = build->syntax;
  const RowPlace *places[] = {&row->name, &row->params, &row->bases, &row->more_bases, &row->type, &row->value};
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    bool is_read = false;
    for (size_t i = 0; i < COUNT_OF(places); i++) is_read |= is_inside(syntax, language_row_find(syntax, places[i], node), c);
    if (!is_read) language_visit(build, c);
  }
}

static void visit_body(LanguageBuild *build, const Row *row, NodeNo node) {
  NodeNo body = language_row_find(build->syntax, &row->body, node);
  if (body == node) visit_rest(build, row, node);
  else language_visit(build, body);
}

/* `base`: what the receiver is declared on; 0: there is none. */
static void function_inside(LanguageBuild *build, NodeNo node, DefNo def, NodeNo base, const char *self) {
  const Row *row = language_row(build, node);
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  if (base) {
    ExprNo value = language_add_name(build, base);
    language_bind(build, (Bind){.name = language_intern(build, str_from_c(self)), .flags = BIND_RECEIVER,
                                .from = build->syntax->nodes[node].from, .value = value});
  }
  bind_parameters(build, language_row_find(build->syntax, &row->params, node), language_row_find(build->syntax, &row->name, node));
  ExprNo result = type_at(build, &row->type, node);
  if (result) language_def(build, def)->type = result;
  visit_body(build, row, node);
  language_close(build, &before);
}

static bool is_in_type(const LanguageBuild *build) {
  return build->facts->scopes.items[build->scope].kind == SCOPE_TYPE;
}

/* The same row serves functions and methods: what stands inside of a type is
 * a member. */
static SymbolKind kind_of(const LanguageBuild *build, SymbolKind kind, bool is_member, NodeNo name) {
  if (!is_member) return kind;
  bool makes = language_word_in(build->language->names.constructors, syntax_text(build->syntax, name));
  if (kind == SYMBOL_FUNCTION || kind == SYMBOL_METHOD) return makes ? SYMBOL_CONSTRUCTOR : SYMBOL_METHOD;
  return kind == SYMBOL_VARIABLE ? SYMBOL_FIELD : kind;
}

/* Where the signature of a definition ends that has its body beside its other
 * parts: at a bracket, or with the line of its name. */
static NodeNo body_beside(const Syntax *syntax, NodeNo node, NodeNo name) {
  uint32_t end = syntax->nodes[name].to, line = syntax_line(syntax, end);
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax->nodes[c].from < end) continue;
    bool is_inside = str_find_byte(str_slice(syntax->text, end, syntax->nodes[c].from + 1), '{') != STR_NONE;
    if (is_inside || syntax_line(syntax, syntax->nodes[c].from) > line) return c;
    end = syntax->nodes[c].to;
  }
  return 0;
}

static DefNo define(LanguageBuild *build, const Row *row, const RowFunction *named) {
  bool is_member = named->owner || is_in_type(build);
  NodeNo body = language_row_find(build->syntax, &row->body, named->function);
  unsigned flags = named->is_hidden ? row->row->flags & ~(unsigned)DEF_EXPORTED : row->row->flags;
  if (row->called.count && !language_row_find(build->syntax, &row->called, named->function)) flags |= DEF_PROPERTY;
  return language_define(build, &(LanguageDef){
      .kind = kind_of(build, (SymbolKind)row->row->kind, is_member, named->name), .name = named->name,
      .whole = named->whole, .bind = BIND_HOISTED | (is_member ? BIND_MEMBER : 0u), .scope = named->owner,
      .flags = flags, .body = body == named->function ? body_beside(build->syntax, body, named->name) : body,
      .doc = language_row_find(build->syntax, &row->doc, named->function)});
}

bool language_row_is_lambda(const LanguageBuild *build, NodeNo node) {
  return language_row_is(build, node, LANGUAGE_ROW_DEFINE) && !language_row(build, node)->name.count;
}

void language_row_function(LanguageBuild *build, const RowFunction *function) {
  DefNo def = define(build, language_row(build, function->function), function);
  function_inside(build, function->function, def, 0, NULL);
}

ExprNo language_row_lambda(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Row *row = language_row(build, node);
  DefNo def = language_define(build, &(LanguageDef){.kind = (SymbolKind)row->row->kind, .flags = DEF_ANONYMOUS,
      .whole = node, .body = language_row_find(build->syntax, &row->body, node)});
  function_inside(build, node, def, 0, NULL);
  return language_add_func(build, def, node);
}

/* function a.b(): on an object from elsewhere it is a function all the same,
 * under no name here. */
static void define_on(LanguageBuild *build, const Row *row, NodeNo node, NodeNo name) {
  const Syntax *syntax = build->syntax;
  const Row *member = language_row(build, name);
  NodeNo base = language_row_find(syntax, &member->base, name), last = language_row_find(syntax, &member->name, name);
  if (!last) {
    language_visit_children(build, node);
    return;
  }
  RowFunction named = {.name = last, .whole = node, .function = node, .owner = language_row_object(build, base, true)};
  language_expr(build, base);
  DefNo def = named.owner ? define(build, row, &named) : language_define(build, &(LanguageDef){
      .kind = (SymbolKind)row->row->kind, .name = last, .whole = node, .no_bind = true,
      .body = language_row_find(syntax, &row->body, node)});
  function_inside(build, node, def, member->row->self ? base : 0, member->row->self);
}

/* ---- types ---- */

static void add_base(LanguageBuild *build, NodeNo node, ExprNo bases[ROW_VALUES], size_t *count) {
  if (!language_row_counts(build, node)) return;
  ExprNo base = language_expr_as(build, node, LANGUAGE_NO_REF);
  language_ref(build, REF_EXTEND, base, language_row_shown(build, node));
  if (base && *count < ROW_VALUES) bases[(*count)++] = base;
}

/* A list may begin with a list of the same kind, as (A & B) & C does: the
 * innermost comes first. */
static NodeNo innermost(const Syntax *syntax, NodeNo list) {
  for (;;) {
    NodeNo first = syntax_named(syntax, list, 0);
    if (!first || !syntax_kind(syntax, list) || syntax_kind(syntax, first) != syntax_kind(syntax, list)) return list;
    list = first;
  }
}

/* A list, or one base with others of its kind behind it. */
static void add_bases(LanguageBuild *build, NodeNo list, ExprNo bases[ROW_VALUES], size_t *count) {
  const Syntax *syntax = build->syntax;
  if (list && !language_row_is_list(build, list)) {
    for (NodeNo c = list; c; c = syntax_next(syntax, c)) {
      if (syntax_kind(syntax, c) == syntax_kind(syntax, list)) add_base(build, c, bases, count);
    }
    return;
  }
  NodeNo done = 0;
  for (NodeNo at = list ? innermost(syntax, list) : 0; at; at = at == list ? 0 : syntax_parent(syntax, at)) {
    for (NodeNo c = syntax_first(syntax, at); c; c = syntax_next(syntax, c)) {
      if (c != done) add_base(build, c, bases, count);
    }
    done = at;
  }
}

static ExprList bases_of(LanguageBuild *build, const Row *row, NodeNo node) {
  ExprNo bases[ROW_VALUES];
  size_t count = 0;
  add_bases(build, language_row_find(build->syntax, &row->bases, node), bases, &count);
  add_bases(build, language_row_find(build->syntax, &row->more_bases, node), bases, &count);
  return language_list(build, bases, count);
}

/* Bases are evaluated outside of the type's scope: they do not see its
 * members. */
static void type_inside(LanguageBuild *build, const Row *row, NodeNo node, DefNo def) {
  LanguageOpen before;
  ExprList bases = bases_of(build, row, node);
  language_def(build, def)->bases = bases;
  language_open(build, SCOPE_TYPE, node, def, &before);
  bind_parameters(build, language_row_find(build->syntax, &row->params, node), language_row_find(build->syntax, &row->name, node));
  /* Where nothing runs, what refers to a table or a block is another one. */
  if (build->language->tier == LANGUAGE_TIER_STRUCTURE) language_attribute(build, def);
  visit_body(build, row, node);
  language_close(build, &before);
}

/* A variable inside of a function is no symbol; one that is a pattern is as
 * many as there are names in it. */
static void define_local(LanguageBuild *build, const Row *row, NodeNo node, NodeNo name) {
  Bind bind = {.type = type_at(build, &row->type, node), .from = build->syntax->nodes[name].from};
  bind.value = language_expr(build, language_row_find(build->syntax, &row->value, node));
  bind.name = language_name(build, name);
  if (language_row_is(build, name, LANGUAGE_ROW_NAME)) language_bind(build, bind);
  else language_bind_names(build, name);
}

void language_row_define(LanguageBuild *build, NodeNo node) {
  const Row *row = language_row(build, node);
  NodeNo name = language_row_find(build->syntax, &row->name, node);
  if (row->row->kind == SYMBOL_VARIABLE && !name) { /* it declares something else */
    language_visit_children(build, node);
    return;
  }
  if (row->row->kind == SYMBOL_VARIABLE && build->callable && !is_in_type(build)) {
    define_local(build, row, node, name);
    return;
  }
  if (language_row_is(build, name, LANGUAGE_ROW_MEMBER)) {
    define_on(build, row, node, name);
    return;
  }
  bool is_hidden = language_row_find(build->syntax, &row->hidden, node) != 0;
  RowFunction named = {.name = name, .whole = node, .function = node, .is_hidden = is_hidden};
  DefNo def = define(build, row, &named);
  if (symbol_kind_is_type((SymbolKind)row->row->kind)) {
    type_inside(build, row, node, def);
  } else if (symbol_kind_is_callable((SymbolKind)row->row->kind)) {
    function_inside(build, node, def, 0, NULL);
  } else {
    NodeNo body = language_row_find(build->syntax, &row->body, node);
    ExprNo type = type_at(build, &row->type, node);
    ExprNo value = language_expr(build, language_row_find(build->syntax, &row->value, node));
    language_def(build, def)->type = type;
    language_def(build, def)->value = value;
    if (row->row->kind == SYMBOL_VARIABLE && body != language_row_find(build->syntax, &row->type, node)) visit_body(build, row, node);
  }
}
