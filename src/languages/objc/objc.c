/* Objective-C: interfaces, protocols, categories and implementations, which are
 * one class wherever they stand, their methods under the names of messages
 * (showWith:other:), properties, and the functions of C. A message goes to the
 * class that is named, to self or super, or to the declared type of a variable;
 * one to `id` goes nowhere. Macros and conditions are not followed. */
#include "src/languages/language.h"

enum { KIND_IDENTIFIER = 1, KIND_BLOCK, KIND_PARAM, KIND_METHOD_TYPE, KIND_TYPE_NAME, KIND_TYPE_ID, KIND_POINTER, KIND_FUNCTION, KIND_INIT, KIND_STRUCT,
       KIND_STRUCT_DECLARATOR, KIND_CONTENT, KIND_PROTOCOLS, KIND_STORAGE, KIND_COLON };
static const char *const kinds[] = {"identifier", "compound_statement", "method_parameter", "method_type", "type_name", "type_identifier",
                                    "pointer_declarator", "function_declarator", "init_declarator", "struct_declaration", "struct_declarator",
                                    "string_content", "protocol_reference_list", "storage_class_specifier", "':", NULL};
enum { FIELD_SUPERCLASS = 1, FIELD_CATEGORY, FIELD_RECEIVER, FIELD_METHOD, FIELD_FUNCTION, FIELD_ARGUMENTS, FIELD_DECLARATOR, FIELD_TYPE, FIELD_BODY,
       FIELD_VALUE, FIELD_PATH, FIELD_PARAMETERS };
static const char *const fields[] = {"superclass", "category", "receiver", "method", "function", "arguments", "declarator", "type", "body", "value", "path",
                                     "parameters", NULL};

/* The name in int *a[3], through all that is put around it. */
static NodeNo declared(const Syntax *syntax, NodeNo node) {
  for (unsigned depth = 0; node && depth < 32; depth++) {
    if (syntax_kind(syntax, node) == KIND_IDENTIFIER) return node;
    NodeNo inside = syntax_field(syntax, node, FIELD_DECLARATOR);
    node = inside ? inside : syntax_named(syntax, node, 0);
  }
  return 0;
}

/* (Box *) gives Box; nothing else has methods. */
static ExprNo type_of(LanguageBuild *build, NodeNo node) {
  NodeNo name = syntax_kind(build->syntax, node) == KIND_TYPE_ID ? node : syntax_child(build->syntax, node, KIND_TYPE_ID);
  if (!name && node) name = syntax_child(build->syntax, syntax_child(build->syntax, node, KIND_TYPE_NAME), KIND_TYPE_ID);
  Str text = syntax_text(build->syntax, name);
  if (!text.len || str_eq(text, STR("id"))) return 0;
  if (str_eq(text, STR("instancetype"))) return language_add(build, (Expr){.kind = EXPR_SELF_TYPE, .at = build->syntax->nodes[name].from});
  return language_type_name(build, name);
}

static void visit_class(LanguageBuild *build, NodeNo node, SymbolKind kind) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_child(syntax, node, KIND_IDENTIFIER), base = syntax_field(syntax, node, FIELD_SUPERCLASS);
  DefNo def = language_define(build, &(LanguageDef){.kind = kind, .flags = DEF_EXPORTED, .name = name, .whole = node, .body = name ? syntax_next(syntax, name) : 0,
                                                    .bind = BIND_HOISTED});
  if (base) {
    ExprNo type = language_expr_name(build, base, REF_EXTEND);
    ExprList list = language_list(build, &type, 1);
    language_def(build, def)->bases = list;
  }
  LanguageOpen before;
  language_open(build, SCOPE_TYPE, node, def, &before);
  for (NodeNo c = name ? syntax_next(syntax, name) : 0; c; c = syntax_next(syntax, c)) {
    if (c != base && syntax->nodes[c].field != FIELD_CATEGORY && syntax_kind(syntax, c) != KIND_PROTOCOLS) language_visit(build, c);
  }
  language_close(build, &before);
}
static void visit_interface(LanguageBuild *build, NodeNo node) { visit_class(build, node, SYMBOL_CLASS); }
static void visit_protocol(LanguageBuild *build, NodeNo node) { visit_class(build, node, SYMBOL_PROTOCOL); }

/* The class begins with an @ as attributes do: a comment above it is not about
 * its members. */
static void drop_doc(LanguageBuild *build, DefNo def, NodeNo node) {
  Def *made = language_def(build, def);
  if (made->doc.from < build->syntax->nodes[syntax_parent(build->syntax, node)].from) made->doc = (Range){0, 0};
}

/* The parts of a message's name, with a colon for each argument. */
static Str selector(LanguageBuild *build, NodeNo node, unsigned field, bool has_arguments) {
  const Syntax *syntax = build->syntax;
  Str name = STR_EMPTY;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != KIND_IDENTIFIER || syntax->nodes[c].field != field) continue;
    name = str_format(build->arena, "%.*s%.*s%s", STR_ARG(name), STR_ARG(syntax_text(syntax, c)), has_arguments ? ":" : "");
  }
  return name;
}

/* What an interface announces is found where it is implemented. */
static void visit_method(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_child(syntax, node, KIND_IDENTIFIER), body = syntax_child(syntax, node, KIND_BLOCK);
  bool is_static = str_starts_with(syntax_text(syntax, node), STR("+")), is_protocol = build->facts->defs.items[build->container].kind == SYMBOL_PROTOCOL;
  Str text = selector(build, node, 0, syntax_child(syntax, node, KIND_PARAM));
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_METHOD, .name = name, .name_text = text, .whole = node, .body = body,
      .flags = DEF_EXPORTED | (is_static ? DEF_STATIC : 0u) | (body ? 0u : DEF_DECLARATION), .no_bind = !body && !is_protocol,
      .bind = BIND_HOISTED | BIND_MEMBER | (is_static ? BIND_STATIC : 0u)});
  drop_doc(build, def, node);
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  ExprNo result = type_of(build, syntax_child(syntax, node, KIND_METHOD_TYPE));
  language_def(build, def)->type = result;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != KIND_PARAM) continue;
    NodeNo param = syntax_child(syntax, c, KIND_IDENTIFIER);
    ExprNo type = type_of(build, syntax_child(syntax, c, KIND_METHOD_TYPE));
    language_bind_node(build, param, (Bind){.flags = BIND_PARAM, .type = type});
  }
  language_visit(build, body);
  language_close(build, &before);
}

static void visit_property(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo inside = syntax_child(syntax, node, KIND_STRUCT), name = declared(syntax, syntax_child(syntax, inside, KIND_STRUCT_DECLARATOR));
  if (!name) return;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_PROPERTY, .flags = DEF_EXPORTED, .name = name, .whole = node, .bind = BIND_HOISTED | BIND_MEMBER});
  drop_doc(build, def, node);
  ExprNo type = type_of(build, inside);
  language_def(build, def)->type = type;
}

/* Behind a mistake a call and a block are read as a function too. */
static bool is_mistaken(const Syntax *syntax, NodeNo node) {
  if (syntax->nodes[syntax_field(syntax, node, FIELD_DECLARATOR)].flags & SYNTAX_BROKEN) return true;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax->nodes[c].flags & SYNTAX_ERROR) return true;
  }
  return false;
}

static void visit_function(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  if (build->container || is_mistaken(syntax, node)) {
    language_visit_children(build, node);
    return;
  }
  NodeNo head = syntax_field(syntax, node, FIELD_DECLARATOR), body = syntax_field(syntax, node, FIELD_BODY);
  while (head && syntax_kind(syntax, head) == KIND_POINTER) head = syntax_field(syntax, head, FIELD_DECLARATOR);
  bool is_own = str_eq(syntax_text(syntax, syntax_child(syntax, node, KIND_STORAGE)), STR("static"));
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_FUNCTION, .flags = is_own ? DEF_STATIC : DEF_EXPORTED, .name = declared(syntax, head), .whole = node, .body = body,
                                                    .bind = BIND_HOISTED});
  ExprNo result = type_of(build, syntax_field(syntax, node, FIELD_TYPE));
  language_def(build, def)->type = result;
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  language_visit(build, syntax_field(syntax, head, FIELD_PARAMETERS));
  language_visit(build, body);
  language_close(build, &before);
}

/* Box *a = …, and a parameter. */
static void visit_declaration(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo head = syntax_field(syntax, node, FIELD_DECLARATOR), name = declared(syntax, head);
  ExprNo type = type_of(build, syntax_field(syntax, node, FIELD_TYPE)), value = language_expr(build, syntax_field(syntax, head, FIELD_VALUE));
  language_bind_node(build, name, (Bind){.type = type, .value = value});
}

/* [receiver part:a part:b]; alloc and init give what they are sent to. */
static ExprNo message(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo receiver = syntax_field(syntax, node, FIELD_RECEIVER), method = syntax_field(syntax, node, FIELD_METHOD);
  ExprNo base = language_expr(build, receiver);
  for (NodeNo c = syntax_next(syntax, receiver); c; c = syntax_next(syntax, c)) {
    if (syntax->nodes[c].field != FIELD_METHOD) language_visit(build, c);
  }
  Str text = selector(build, node, FIELD_METHOD, syntax_child(syntax, node, KIND_COLON));
  if (str_eq(text, STR("alloc"))) return base ? language_add_base(build, EXPR_OF_TYPE, base, node) : 0;
  if (!base || !text.len) return 0;
  ExprNo call = language_call_value(build, language_add_member_word(build, base, text, method), method, node);
  return str_starts_with(text, STR("init")) ? base : call;
}

/* .h belongs to others too, .m to others that are not here. */
static int claims(Str path, Str text) {
  Str head = str_slice(text, 0, 65536);
  bool is_sure = str_contains(head, STR("@interface")) || str_contains(head, STR("@protocol")) || str_contains(head, STR("@implementation"));
  if (!str_ends_with(path, STR(".h"))) return is_sure || str_contains(head, STR("#import")) || str_contains(head, STR("#include"));
  return is_sure ? 3 : 0;
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "class_interface class_implementation", .handler = {.visit = visit_interface}},
    {LANGUAGE_ROW_OWN, .node = "protocol_declaration", .handler = {.visit = visit_protocol}},
    {LANGUAGE_ROW_OWN, .node = "method_declaration method_definition", .handler = {.visit = visit_method}},
    {LANGUAGE_ROW_OWN, .node = "property_declaration", .handler = {.visit = visit_property}},
    {LANGUAGE_ROW_OWN, .node = "function_definition", .handler = {.visit = visit_function}},
    {LANGUAGE_ROW_OWN, .node = "declaration parameter_declaration", .handler = {.visit = visit_declaration}},
    {LANGUAGE_ROW_OWN, .node = "message_expression", .handler = {.expr = message}},
    {LANGUAGE_ROW_IMPORT, .node = "preproc_include", .kind = IMPORT_STAR, .flags = IMPORT_REEXPORT, .value = "path/<string_content>"},
    {LANGUAGE_ROW_NAME, .node = "identifier", .self = "self", .super = "super"},
    {LANGUAGE_ROW_CALL, .node = "call_expression", .base = "function", .items = "arguments"},
    {LANGUAGE_ROW_MEMBER, .node = "field_expression", .base = "argument", .name = "field"},
    {LANGUAGE_ROW_RETURN, .node = "return_statement", .value = "0"},
    {LANGUAGE_ROW_BLOCK, .node = "compound_statement for_statement block_literal"},
    {LANGUAGE_ROW_INNER, .node = "parenthesized_expression"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_objc = {
    .name = "objc",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "m mm h",
    .kinds = kinds,
    .fields = fields,
    .rows = rows,
    .claims = claims,
    .rules = {.globals = LANGUAGE_GLOBALS_LINKED, .types_reopen = true, .types_reopen_anywhere = true, .unknown_is_outside = true},
    .near = "{}",
    .test_names = "*Tests.m *Test.m *Spec.m tests/ Tests/",
};
