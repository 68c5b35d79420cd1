/* Objective-C: interfaces, protocols, categories and implementations, which are
 * one class wherever they stand, their methods under the names of messages
 * (showWith:other:), properties, and the functions of C. A message goes to the
 * class that is named, to self or super, or to the declared type of a variable,
 * which may be a protocol; one to `id` goes nowhere. What macros hold is not followed. */
#include "src/languages/common/attributes_internal.h"
#include "src/languages/common/conditions_internal.h"
#include "src/languages/common/nodes_internal.h"
#include "src/languages/common/variables_internal.h"

enum { KIND_IDENTIFIER = 1, KIND_BLOCK, KIND_PARAM, KIND_COLON };
static const char *const kinds[] = {"identifier", "compound_statement", "method_parameter", "':", NULL};
enum { FIELD_RECEIVER = 1, FIELD_METHOD, FIELD_DECLARATOR, FIELD_ARGUMENT, FIELD_FIELD };
static const char *const fields[] = {"receiver", "method", "declarator", "argument", "field", NULL};

/* (Box *) gives Box; what is of any type has no methods that could be told. */
static ExprNo type_name(LanguageBuild *build, NodeNo node) {
  if (str_eq(language_text(build, node), STR("instancetype"))) return language_add(build, (Expr){.kind = EXPR_SELF_TYPE, .at = language_node(build, node)->from});
  return str_eq(language_text(build, node), STR("id")) ? 0 : language_type_name(build, node);
}

/* Behind a class's name: protocols, which are no way for `super`. */
static ExprNo base_name(LanguageBuild *build, NodeNo node, unsigned role) {
  return role != LANGUAGE_NO_REF ? 0 : language_add(build, (Expr){.kind = EXPR_NAME, .flags = EXPR_IMPLEMENTS, .name = language_name(build, node), .at = language_node(build, node)->from});
}

/* id<A, B> has what both have. */
static ExprNo protocols(LanguageBuild *build, NodeNo node) {
  ExprNo types[8];
  unsigned count = 0;
  for (NodeNo c; count < COUNT_OF(types) && (c = syntax_named(build->syntax, node, count)); count++) types[count] = language_type_name(build, c);
  return count == 1 ? types[0] : count ? language_add_list(build, EXPR_ALL, 0, types, count, node) : 0;
}

/* The parts of a message's name, with a colon for each argument. */
static Str selector(LanguageBuild *build, NodeNo node, unsigned field, bool has_arguments) {
  const Syntax *syntax = build->syntax;
  Str name = STR_EMPTY;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (language_kind(build, c) != KIND_IDENTIFIER || language_node(build, c)->field != field) continue;
    name = str_format(build->arena, "%.*s%.*s%s", STR_ARG(name), STR_ARG(language_text(build, c)), has_arguments ? ":" : "");
  }
  return name;
}

/* What an interface announces is found where it is implemented. */
static void visit_method(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_child(build, node, KIND_IDENTIFIER), body = language_child(build, node, KIND_BLOCK);
  bool is_static = str_starts_with(language_text(build, node), STR("+")), is_protocol = build->facts->defs.items[build->container].kind == SYMBOL_PROTOCOL;
  Str text = selector(build, node, 0, language_child(build, node, KIND_PARAM));
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_METHOD, .name = name, .name_text = text, .whole = node, .body = body,
      .flags = DEF_EXPORTED | (is_static ? DEF_STATIC : 0u) | (body ? 0u : DEF_DECLARATION), .no_bind = !body && !is_protocol,
      .bind = BIND_HOISTED | BIND_MEMBER | (is_static ? BIND_STATIC : 0u)});
  language_visit_inside(build, node, def);
}

/* Behind a mistake a call and a block are read as a function too. */
static void visit_function(LanguageBuild *build, NodeNo node) {
  bool is_mistaken = build->container || (language_node(build, language_field(build, node, FIELD_DECLARATOR))->flags & SYNTAX_BROKEN);
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) is_mistaken |= (language_node(build, c)->flags & SYNTAX_ERROR) != 0;
  (is_mistaken ? language_visit_children : language_visit_row)(build, node);
}

/* The class of something: what is named by a class, or what self is of. */
static ExprNo class_of(LanguageBuild *build, ExprNo value, NodeNo node) {
  unsigned kind = language_expr_at(build, value)->kind;
  if (kind == EXPR_SELF) return language_add(build, (Expr){.kind = EXPR_SELF_TYPE, .at = language_node(build, node)->from});
  return kind == EXPR_NAME ? value : 0;
}
static ExprNo member(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo name = language_field(build, node, FIELD_FIELD);
  ExprNo base = language_expr(build, language_field(build, node, FIELD_ARGUMENT));
  if (str_eq(language_text(build, name), STR("class"))) return class_of(build, base, node);
  return language_use_member(build, base, name, role);
}

/* A property x has a variable, _x, which is a plain name in the methods of its class. */
static void visit_property(LanguageBuild *build, NodeNo node) {
  DefNo def = (DefNo)build->facts->defs.len;
  language_visit_row(build, node);
  language_bind_variable(build, def, STR("_"));
}
static ExprNo read_name(LanguageBuild *build, NodeNo node, unsigned role) { return language_read_variable(build, node, role, STR("_")); }

/* [receiver part:a part:b]; alloc and init give what they are sent to, and new is both. */
static ExprNo message(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  const Syntax *syntax = build->syntax;
  NodeNo receiver = language_field(build, node, FIELD_RECEIVER), method = language_field(build, node, FIELD_METHOD);
  ExprNo base = language_expr(build, receiver);
  for (NodeNo c = syntax_next(syntax, receiver); c; c = syntax_next(syntax, c)) {
    if (language_node(build, c)->field != FIELD_METHOD) language_visit(build, c);
  }
  Str text = selector(build, node, FIELD_METHOD, language_child(build, node, KIND_COLON));
  bool is_new = str_eq(text, STR("new"));
  if (base && (is_new || str_eq(text, STR("alloc")))) base = language_add_base(build, EXPR_OF_TYPE, base, node);
  if (str_eq(text, STR("alloc")) || !text.len) return base;
  if (str_eq(text, STR("class"))) return class_of(build, base, node);
  if (is_new) text = STR("init");
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
    {LANGUAGE_ROW_DEFINE, .node = "class_interface class_implementation", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED, .name = "<identifier>",
     .alias = "category", .bases = "superclass", .more_bases = "<parameterized_arguments>/0", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "protocol_declaration", .kind = SYMBOL_PROTOCOL, .flags = DEF_EXPORTED, .name = "<identifier>", .bases = "<protocol_reference_list>/0", .body = "."},
    {LANGUAGE_ROW_INNER, .node = "method_type type_name type_descriptor typedefed_specifier generic_specifier"},
    {LANGUAGE_ROW_CAST, .node = "cast_expression", .base = "value", .type = "type"}, {LANGUAGE_ROW_TYPE, .node = "typeof_specifier", .kind = EXPR_TYPE_OF, .base = "0"},
    {LANGUAGE_ROW_DEFINE, .node = "method_declaration method_definition", .kind = SYMBOL_METHOD, .name = "<identifier>", .params = "<method_parameter>",
     .type = "<method_type>", .body = "<compound_statement>", .handler = {.visit = visit_method}},
    {LANGUAGE_ROW_DEFINE, .node = "property_declaration", .kind = SYMBOL_PROPERTY, .flags = DEF_EXPORTED,
     .name = "<struct_declaration>/<struct_declarator>/<<identifier>>", .type = "<struct_declaration>/0", .handler = {.visit = visit_property}},
    {LANGUAGE_ROW_DEFINE, .node = "instance_variable", .kind = SYMBOL_FIELD, .name = "<struct_declaration>/<struct_declarator>/<<identifier>>", .type = "<struct_declaration>/0"},
    {LANGUAGE_ROW_DEFINE, .node = "function_definition", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "declarator/<<identifier>>",
     .type = "type/<type_identifier>|type", .body = ".", .hidden = "<storage_class_specifier>/<'static>",
     .of_type = "<storage_class_specifier>/<'static>", .handler = {.visit = visit_function}},
    {LANGUAGE_ROW_LOCAL, .node = "declaration parameter_declaration", .name = "declarator/<<identifier>>", .type = "type/<type_identifier>|type", .value = "declarator/value"},
    {LANGUAGE_ROW_OWN, .node = "message_expression", .handler = {.expr = message}}, {LANGUAGE_ROW_OWN, .node = "protocol_reference_list", .handler = {.type = protocols}},
    {LANGUAGE_ROW_NAME, .node = "identifier", .self = "self", .super = "super", .handler = {.expr = read_name}}, {LANGUAGE_ROW_IMPORT, .node = "preproc_include", .kind = IMPORT_STAR, .flags = IMPORT_REEXPORT, .value = "path/<string_content>"},
    {LANGUAGE_ROW_CALL, .node = "call_expression", .base = "function", .items = "arguments"}, {LANGUAGE_ROW_PARAM, .node = "method_parameter", .name = "<identifier>", .type = "<method_type>"},
    {LANGUAGE_ROW_MEMBER, .node = "field_expression", .base = "argument", .name = "field", .handler = {.expr = member}},
    {LANGUAGE_ROW_LOOP, .node = "for_statement", .when = "type", .name = "<pointer_declarator>/declarator|<identifier>", .type = "type", .value = "2", .body = "3"},
    {LANGUAGE_ROW_RETURN, .node = "return_statement", .value = "0"}, {LANGUAGE_ROW_INNER, .node = "parenthesized_expression"},
    {LANGUAGE_ROW_BLOCK, .node = "compound_statement for_statement block_literal"}, {LANGUAGE_ROW_OWN, .node = "type_identifier", .handler = {.expr = base_name, .type = type_name}},
    {LANGUAGE_ROW_DEFINE, .node = "preproc_function_def", .kind = SYMBOL_MACRO, .flags = DEF_EXPORTED, .name = "name"}, {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

static const LanguageAttributes attributes = {
    .enums = "NS_ENUM NS_OPTIONS NS_CLOSED_ENUM NS_ERROR_ENUM",
    .beginnings = "API_ NS_SWIFT_ NS_TYPED_ NS_STRING_ENUM NS_EXTENSIBLE_ NS_ASSUME_NONNULL_ NS_REFINED_ NS_REQUIRES_ NS_DESIGNATED_ NS_UNAVAILABLE NS_AVAILABLE NS_DEPRECATED NS_NOESCAPE",
};
static Str reading(Arena *arena, Str text) { return language_read_attributes(arena, language_read_conditions(arena, text), &attributes); }

const Language language_objc = {
    .name = "objc", .tier = LANGUAGE_TIER_CALLS, .extensions = "m mm h",
    .kinds = kinds, .fields = fields, .rows = rows, .reading = reading, .revision = 1, .claims = claims,
    .rules = {.globals = LANGUAGE_GLOBALS_LINKED, .super = LANGUAGE_SUPER_CLASS, .types_reopen = true, .types_reopen_anywhere = true, .reading_calls = true, .unknown_is_outside = true},
    .near = "{}",
    .test_names = "*Tests.m *Test.m *Spec.m tests/ Tests/",
};
