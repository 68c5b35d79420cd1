/* Swift declarations: types and their extensions, functions, properties. */
#include "src/languages/swift/swift_internal.h"

static bool has_modifier(const LanguageBuild *build, NodeNo node, const char *word) {
  NodeNo modifiers = language_child(build, node, SWIFT_MODIFIERS);
  for (NodeNo c = modifiers ? syntax_first(build->syntax, modifiers) : 0; c; c = syntax_next(build->syntax, c)) {
    if (str_eq_c(language_text(build, c), word)) return true;
  }
  return false;
}

static unsigned modifiers(LanguageBuild *build, NodeNo node) {
  unsigned flags = 0;
  if (has_modifier(build, node, "private") || has_modifier(build, node, "fileprivate")) flags |= DEF_PRIVATE;
  if (has_modifier(build, node, "static") || has_modifier(build, node, "class")) flags |= DEF_STATIC;
  language_visit(build, language_child(build, node, SWIFT_MODIFIERS)); /* attributes */
  return flags & DEF_PRIVATE ? flags : flags | DEF_EXPORTED;
}

static bool in_type(const LanguageBuild *build) { return build->facts->scopes.items[build->scope].kind == SCOPE_TYPE; }

/* ---- types ---- */

static ExprList bases_of(LanguageBuild *build, NodeNo node) {
  LanguageExprs bases = {0};
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) != SWIFT_INHERITANCE) continue;
    ExprNo base = language_type(build, language_field(build, c, SWIFT_IN_INHERITS_FROM));
    if (base) language_push(build, &bases, base);
  }
  return language_list(build, bases.items, bases.len);
}

static void inside(LanguageBuild *build, NodeNo node, DefNo def) {
  LanguageOpen before;
  language_open(build, SCOPE_TYPE, node, def, &before);
  language_swift_type_parameters(build, node);
  ExprList bases = bases_of(build, node);
  language_def(build, def)->bases = bases;
  language_visit_children(build, language_field(build, node, SWIFT_IN_BODY));
  language_close(build, &before);
}

/* `extension A.B`: parts of A and of B, which no name leads to. */
static void extension(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_field(build, node, SWIFT_IN_NAME);
  LanguageOpen outermost, ignored, *before = &outermost;
  DefNo def = 0;
  unsigned depth = 0;
  for (NodeNo c = name ? syntax_first(build->syntax, name) : 0; c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) != SWIFT_TYPE_IDENTIFIER) continue;
    if (def) {
      language_open(build, SCOPE_TYPE, node, def, before);
      before = &ignored;
      depth++;
    }
    ExprNo used = language_add_name(build, c);
    language_expr_at(build, used)->flags |= EXPR_IN_TYPE;
    if (!def) language_ref(build, REF_TYPE, used, c);
    def = language_define(build, &(LanguageDef){.kind = SYMBOL_CLASS, .flags = DEF_ANONYMOUS | DEF_EXPORTED, .name = c,
                                                .whole = node, .no_bind = true});
  }
  if (def) inside(build, node, def);
  else language_visit_children(build, language_field(build, node, SWIFT_IN_BODY));
  if (depth) language_close(build, &outermost);
}

void language_swift_class(LanguageBuild *build, NodeNo node) {
  Str kind = language_text(build, language_field(build, node, SWIFT_IN_DECLARATION_KIND));
  if (str_eq_c(kind, "extension")) {
    extension(build, node);
    return;
  }
  SymbolKind symbol = str_eq_c(kind, "struct") ? SYMBOL_STRUCT : str_eq_c(kind, "enum") ? SYMBOL_ENUM : SYMBOL_CLASS;
  DefNo def = language_define(build, &(LanguageDef){
      .kind = symbol, .flags = modifiers(build, node) & ~(unsigned)DEF_STATIC, .whole = node,
      .name = language_field(build, node, SWIFT_IN_NAME), .body = language_field(build, node, SWIFT_IN_BODY), .bind = BIND_HOISTED});
  inside(build, node, def);
}

void language_swift_protocol(LanguageBuild *build, NodeNo node) {
  DefNo def = language_define(build, &(LanguageDef){
      .kind = SYMBOL_PROTOCOL, .flags = modifiers(build, node), .name = language_field(build, node, SWIFT_IN_NAME), .whole = node,
      .body = language_field(build, node, SWIFT_IN_BODY), .bind = BIND_HOISTED});
  inside(build, node, def);
}

/* What a case holds: fields without a name, found by their place. */
static void held_values(LanguageBuild *build, NodeNo node, DefNo entry) {
  LanguageOpen before;
  unsigned nth = 0;
  language_open(build, SCOPE_TYPE, node, entry, &before);
  EACH(c, node) {
    if (!language_swift_is_type(language_kind(build, c))) {
      if (language_kind(build, c) != SWIFT_SIMPLE_IDENTIFIER) language_visit(build, c);
      continue;
    }
    DefNo field = language_define(build, &(LanguageDef){.kind = SYMBOL_FIELD, .flags = DEF_ANONYMOUS, .whole = c});
    ExprNo type = language_type(build, c);
    language_def(build, field)->type = type;
    language_bind(build, (Bind){.name = language_intern(build, str_format(build->arena, "%u", nth++)), .flags = BIND_MEMBER | BIND_HOISTED,
                                .from = language_node(build, c)->from, .def = field});
  }
  language_close(build, &before);
}

/* `case a, b(Int)`: each name is a member. */
void language_swift_enum_entry(LanguageBuild *build, NodeNo node) {
  DefNo last = 0;
  EACH(c, node) {
    unsigned kind = language_kind(build, c);
    if (kind == SWIFT_HELD && last) held_values(build, c, last);
    else if (kind != SWIFT_SIMPLE_IDENTIFIER) language_visit(build, c);
    else last = language_define(build, &(LanguageDef){.kind = SYMBOL_ENUM_MEMBER, .flags = DEF_EXPORTED | DEF_STATIC | DEF_CONST,
                                                      .name = c, .whole = node, .bind = BIND_HOISTED | BIND_STATIC});
  }
}

void language_swift_typealias(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_child(build, node, SWIFT_TYPE_IDENTIFIER);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .flags = modifiers(build, node), .name = name,
                                                    .whole = node, .bind = BIND_HOISTED});
  LanguageOpen before;
  language_open(build, SCOPE_TYPE, node, def, &before);
  language_swift_type_parameters(build, node);
  ExprNo type = language_swift_type_in(build, node); /* the grammar gives it the same field as the name */
  language_close(build, &before);
  language_def(build, def)->type = type;
}

/* ---- functions ---- */

/* The label is what calls name the parameter by, the other what the body
 * does. Where one name stands it is both, but for what is not called by a name. */
static void parameter(LanguageBuild *build, NodeNo node, NodeNo default_value, bool is_named) {
  NodeNo label = language_field(build, node, SWIFT_IN_EXTERNAL_NAME), name = 0;
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) == SWIFT_SIMPLE_IDENTIFIER && c != label) name = c;
  }
  ExprNo type = language_swift_type_in(build, node);
  ExprNo value = language_swift_wanted(build, default_value, type);
  bool has_label = label && !str_eq_c(language_text(build, label), "_");
  bool is_variadic = str_ends_with(language_text(build, node), STR("..."));
  if (!name) name = label;
  if (!name) return;
  uint32_t from = language_node(build, name)->from;
  bool is_labelled = has_label || (is_named && !label);
  language_bind(build, (Bind){.name = language_name(build, has_label ? label : name), .from = from, .type = type, .value = value,
                              .flags = BIND_PARAM | (default_value ? BIND_OPTIONAL : 0u) | (is_variadic ? BIND_VARIADIC : 0u) |
                                       (is_labelled && !is_variadic ? BIND_KEYWORD_ONLY : 0u)});
  if (has_label) language_bind(build, (Bind){.name = language_name(build, name), .from = from, .type = type});
}

static void signature(LanguageBuild *build, NodeNo node, DefNo def) {
  Str called = names_text(build->facts->names, language_def(build, def)->name);
  bool is_named = called.len && (byte_is_letter(called.ptr[0]) || called.ptr[0] == '_' || (unsigned char)called.ptr[0] >= 0x80);
  language_swift_type_parameters(build, node);
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_kind(build, c) != SWIFT_PARAMETER) continue;
    NodeNo value = 0;
    for (NodeNo d = syntax_next(build->syntax, c); d && language_kind(build, d) != SWIFT_PARAMETER; d = syntax_next(build->syntax, d)) {
      if (language_node(build, d)->field == SWIFT_IN_DEFAULT_VALUE) value = d;
    }
    if (str_contains(language_text(build, c), STR("..."))) language_def(build, def)->flags |= DEF_VARIADIC;
    parameter(build, c, value, is_named);
  }
  NodeNo result = 0; /* the grammar gives its type the same field as the name */
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_swift_is_type(language_kind(build, c))) result = c;
  }
  ExprNo type = result ? language_type(build, result) : language_add_literal(build, LITERAL_NULL, node);
  language_def(build, def)->type = type;
}

static void function(LanguageBuild *build, NodeNo node, const LanguageDef *named) {
  DefNo def = language_define(build, named);
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  signature(build, node, def);
  if (named->kind == SYMBOL_CONSTRUCTOR) language_def(build, def)->type = 0;
  NodeNo body = language_field(build, node, SWIFT_IN_BODY);
  NodeNo statements = language_child(build, body, SWIFT_STATEMENTS);
  bool is_single = statements && syntax_named_count(build->syntax, statements) == 1;
  if (is_single) language_return(build, language_swift_wanted(build, syntax_named(build->syntax, statements, 0), language_def(build, def)->type));
  else language_visit_children(build, statements ? statements : body);
  language_close(build, &before);
}

void language_swift_function(LanguageBuild *build, NodeNo node) {
  bool is_member = in_type(build);
  unsigned flags = modifiers(build, node);
  NodeNo body = language_field(build, node, SWIFT_IN_BODY), name = language_child(build, node, SWIFT_SIMPLE_IDENTIFIER);
  if (!body) flags |= DEF_ABSTRACT;
  if (!name) name = language_field(build, node, SWIFT_IN_NAME); /* an operator */
  function(build, node, &(LanguageDef){
      .kind = is_member ? SYMBOL_METHOD : SYMBOL_FUNCTION, .flags = flags, .name = name, .whole = node, .body = body,
      .bind = BIND_HOISTED | (is_member && (flags & DEF_STATIC) ? BIND_STATIC : 0u)});
}

void language_swift_init(LanguageBuild *build, NodeNo node) {
  NodeNo body = language_field(build, node, SWIFT_IN_BODY);
  unsigned flags = modifiers(build, node) | (body ? 0u : DEF_ABSTRACT);
  function(build, node, &(LanguageDef){.kind = SYMBOL_CONSTRUCTOR, .flags = flags, .name = language_field(build, node, SWIFT_IN_NAME),
                                       .whole = node, .body = body, .bind = BIND_HOISTED});
}

/* Calls in a subscript belong to what is around: it has no name. */
void language_swift_subscript(LanguageBuild *build, NodeNo node) {
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_METHOD, .flags = DEF_ANONYMOUS, .whole = node});
  LanguageOpen before;
  language_bind(build, (Bind){.name = language_intern(build, STR(SWIFT_SUBSCRIPT_NAME)), .flags = BIND_HOISTED | BIND_MEMBER, .def = def,
                              .from = language_node(build, node)->from});
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  signature(build, node, def);
  language_visit(build, language_child(build, node, SWIFT_COMPUTED));
  language_close(build, &before);
}

static const char *const implicit[] = {"$0", "$1", "$2"};

/* A closure that does not name its parameters has as many as it uses. */
static int implicit_count(Str text) {
  for (int i = COUNT_OF(implicit); i > 0; i--) {
    if (str_find(text, str_from_c(implicit[i - 1])) != STR_NONE) return i;
  }
  return 0;
}

ExprNo language_swift_lambda(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = DEF_ANONYMOUS, .whole = node});
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  NodeNo type = language_field(build, node, SWIFT_IN_TYPE), list = language_child(build, type, SWIFT_LAMBDA_PARAMETERS);
  uint32_t at = language_node(build, node)->from;
  for (NodeNo c = list ? syntax_first(build->syntax, list) : 0; c; c = syntax_next(build->syntax, c)) {
    NodeNo name = language_kind(build, c) == SWIFT_LAMBDA_PARAMETER ? language_child(build, c, SWIFT_SIMPLE_IDENTIFIER) : 0;
    if (!name) continue;
    language_bind(build, (Bind){.name = language_name(build, name), .flags = BIND_PARAM, .from = at,
                                .type = language_swift_type_in(build, c)});
  }
  ExprNo result = language_swift_type_in(build, type);
  language_def(build, def)->type = result;
  for (int i = 0, count = list ? 0 : implicit_count(language_text(build, node)); i < count; i++) {
    language_bind(build, (Bind){.name = language_intern(build, str_from_c(implicit[i])), .flags = BIND_PARAM, .from = at});
  }
  NodeNo statements = language_child(build, node, SWIFT_STATEMENTS);
  if (statements && syntax_named_count(build->syntax, statements) == 1) {
    language_return(build, language_expr(build, syntax_named(build->syntax, statements, 0)));
  } else {
    language_visit_children(build, statements);
  }
  language_close(build, &before);
  return language_add_func(build, def, node);
}

void language_swift_return(LanguageBuild *build, NodeNo node) {
  bool is_return = str_starts_with(language_text(build, node), STR("return"));
  ExprNo value = 0, wanted = is_return && build->callable ? language_def(build, build->callable)->type : 0;
  EACH(c, node) {
    if (language_is_part(build, c)) value = language_swift_wanted(build, c, wanted);
  }
  if (value && is_return && build->callable) language_return(build, value);
}

/* ---- properties ---- */

/* The code of a computed property is the property's. */
static void computed(LanguageBuild *build, NodeNo node, DefNo def) {
  LanguageOpen before;
  if (!node) return;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  language_attribute(build, def);
  language_visit_children(build, node);
  language_close(build, &before);
}

/* `let a: A = x, (b, c) = y` is one declaration of several. */
typedef struct Declared {
  NodeNo pattern, whole;
  bool is_member, is_local;
  unsigned flags;
  DefNo def;
  ExprNo type, value;
} Declared;

static void declare(LanguageBuild *build, Declared *declared, NodeNo pattern) {
  NodeNo name = language_field(build, pattern, SWIFT_IN_BOUND_IDENTIFIER);
  unsigned static_bind = declared->flags & DEF_STATIC ? BIND_STATIC : 0u;
  declared->pattern = pattern;
  declared->def = 0;
  declared->type = declared->value = 0;
  if (!name || declared->is_local) return;
  declared->def = language_define(build, &(LanguageDef){
      .kind = declared->is_member ? SYMBOL_FIELD : SYMBOL_VARIABLE, .flags = declared->flags, .name = name, .whole = declared->whole,
      .bind = BIND_HOISTED | (declared->is_member ? BIND_MEMBER | static_bind : 0u)});
}

static void settle(LanguageBuild *build, const Declared *declared, uint32_t from) {
  if (!declared->pattern) return;
  if (declared->def) {
    language_def(build, declared->def)->type = declared->type;
    language_def(build, declared->def)->value = declared->value;
    return;
  }
  language_swift_match(build, declared->pattern, (SwiftMatched){.value = declared->value, .type = declared->type, .from = from, .binds = true});
}

void language_swift_property(LanguageBuild *build, NodeNo node) {
  unsigned around = build->facts->scopes.items[build->scope].kind;
  Declared declared = {.whole = node, .is_member = around == SCOPE_TYPE, .flags = modifiers(build, node)};
  declared.is_local = !declared.is_member && around != SCOPE_FILE;
  EACH(c, node) {
    const SyntaxNode *at = language_node(build, c);
    unsigned kind = language_kind(build, c);
    if (!language_is_part(build, c) || kind == SWIFT_MODIFIERS) continue;
    if (kind == SWIFT_PATTERN && at->field == SWIFT_IN_NAME) {
      settle(build, &declared, at->from);
      declare(build, &declared, c);
    } else if (kind == SWIFT_TYPE_ANNOTATION) {
      declared.type = language_swift_type_in(build, c);
    } else if (at->field == SWIFT_IN_COMPUTED_VALUE) {
      computed(build, c, declared.def);
    } else if (at->field == SWIFT_IN_VALUE) {
      declared.value = language_swift_wanted(build, c, declared.type);
    } else {
      language_visit(build, c);
    }
  }
  settle(build, &declared, language_node(build, node)->to);
}
