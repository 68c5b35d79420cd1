/* Pascal and Delphi: units, classes, records, interfaces and their members, routines; calls by name in
 * the unit, in the types around and in the units it uses, of members where a declared type tells whose.
 * A statement that is only a name is a call. `with`, helpers, generics' own names and the compiler's
 * conditions are not followed: a type that they choose is not known, and where a side of them is
 * nothing whole, the one is read that holds where nothing is defined. */
#include "src/languages/common/conditions_internal.h"
#include "src/languages/common/nodes_internal.h"

enum { KIND_IDENTIFIER = 1, KIND_DOT, KIND_MODULE, KIND_CLASS, KIND_INTERFACE, KIND_TYPEREF, KIND_GENERIC, KIND_GENERIC_DOT, KIND_ENUM, KIND_RECORD, KIND_PARAM, KIND_INHERITED, KIND_SPECIAL };
static const char *const kinds[] = {"identifier", "exprDot", "moduleName", "declClass", "declIntf", "typeref", "genericTpl", "genericDot", "declEnum", "kRecord", "declArg", "inherited", "exprTpl", NULL};
enum { FIELD_NAME = 1, FIELD_TYPE, FIELD_HEADER, FIELD_LHS, FIELD_RHS, FIELD_ENTITY, FIELD_ARGS, FIELD_PARENT, FIELD_DEFAULT };
static const char *const fields[] = {"name", "type", "header", "lhs", "rhs", "entity", "args", "parent", "defaultValue", NULL};

static void visit_uses(LanguageBuild *build, NodeNo node) {
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c))
    if (language_kind(build, c) == KIND_MODULE) language_import(build, (Import){.form = IMPORT_STAR, .specifier = language_name(build, c)}, c);
}
/* The name of TList<T> is TList. */
static NodeNo plain(const LanguageBuild *build, NodeNo name) { return language_kind(build, name) == KIND_GENERIC ? language_field(build, name, FIELD_ENTITY) : name; }
static void visit_type(LanguageBuild *build, NodeNo node) {
  NodeNo name = plain(build, language_field(build, node, FIELD_NAME)), type = language_field(build, node, FIELD_TYPE);
  unsigned what = language_kind(build, type);
  bool is_enum = language_child(build, type, KIND_ENUM) != 0, has_members = what == KIND_CLASS || what == KIND_INTERFACE;
  SymbolKind kind = what == KIND_INTERFACE ? SYMBOL_INTERFACE : is_enum ? SYMBOL_ENUM : !has_members ? SYMBOL_TYPE : language_child(build, type, KIND_RECORD) ? SYMBOL_STRUCT : SYMBOL_CLASS;
  if (has_members && !syntax_next(build->syntax, syntax_first(build->syntax, type))) return; /* TShop = class; says that it follows */
  LanguageExprs bases = {0};
  for (NodeNo c = has_members ? syntax_first(build->syntax, type) : 0; c; c = syntax_next(build->syntax, c))
    if (language_node(build, c)->field == FIELD_PARENT && language_kind(build, c) == KIND_TYPEREF) language_push(build, &bases, language_expr_as(build, c, REF_EXTEND));
  DefNo def = language_define(build, &(LanguageDef){.kind = kind, .flags = DEF_EXPORTED, .name = name, .whole = node, .body = has_members ? syntax_first(build->syntax, type) : 0, .bind = BIND_HOISTED});
  ExprList list = language_list(build, bases.items, bases.len);
  ExprNo same = kind == SYMBOL_TYPE ? language_type(build, type) : 0; /* TMap = TDictionary; of other types nothing comes back */
  language_def(build, def)->bases = list, language_def(build, def)->type = same;
  if (kind == SYMBOL_TYPE) return;
  LanguageOpen before;
  if (has_members) language_open(build, SCOPE_TYPE, node, def, &before);
  for (NodeNo c = type ? syntax_first(build->syntax, type) : 0; c; c = syntax_next(build->syntax, c))
    if (language_node(build, c)->field != FIELD_PARENT) language_visit(build, c);
  if (has_members) language_close(build, &before);
}
/* a, b: T = 1; fields, variables of the unit and of routines, parameters */
static void visit_variables(LanguageBuild *build, NodeNo node) {
  bool is_field = build->facts->scopes.items[build->scope].kind == SCOPE_TYPE, is_param = language_kind(build, node) == KIND_PARAM;
  ExprNo type = language_type(build, language_field(build, node, FIELD_TYPE)), value = language_expr(build, language_field(build, node, FIELD_DEFAULT));
  for (NodeNo c = syntax_first(build->syntax, node); c; c = syntax_next(build->syntax, c)) {
    if (language_node(build, c)->field != FIELD_NAME || language_kind(build, c) != KIND_IDENTIFIER) continue;
    if (build->callable && !is_field) {
      language_bind(build, (Bind){.name = language_name(build, c), .type = type, .value = value, .flags = !is_param ? BIND_HOISTED : value ? BIND_PARAM | BIND_OPTIONAL : BIND_PARAM});
      continue;
    }
    DefNo def = language_define(build, &(LanguageDef){.kind = is_field ? SYMBOL_FIELD : SYMBOL_VARIABLE, .flags = DEF_EXPORTED, .name = c, .whole = node,
                                                      .bind = BIND_HOISTED | (is_field ? BIND_MEMBER : 0u)});
    language_def(build, def)->type = type;
  }
}
/* procedure TShop.Go(a: T); begin … end; the class is of this unit, and what the
 * routine sees of it is as in a block of its own. */
static void visit_routine(LanguageBuild *build, NodeNo node) {
  NodeNo header = language_field(build, node, FIELD_HEADER), name = language_field(build, header, FIELD_NAME), owner = 0;
  LanguageOpen block, before;
  if (language_kind(build, name) == KIND_GENERIC_DOT) {
    owner = plain(build, language_field(build, name, FIELD_LHS));
    name = language_field(build, name, FIELD_RHS);
    DefNo around = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .flags = DEF_ANONYMOUS, .whole = node, .no_bind = true});
    language_open(build, SCOPE_TYPE, node, around, &block);
    ExprNo type = language_type(build, owner);
    language_def(build, around)->type = type, language_def(build, around)->receiver = language_intern(build, language_text(build, owner));
  }
  DefNo def = language_define(build, &(LanguageDef){.kind = owner ? SYMBOL_METHOD : SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = plain(build, name), .whole = node,
                                                    .body = syntax_next(build->syntax, header), .bind = BIND_HOISTED, .no_bind = owner != 0});
  if (owner) language_def(build, def)->receiver = language_intern(build, language_text(build, owner));
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  language_visit(build, language_field(build, header, FIELD_ARGS));
  ExprNo result = language_type(build, language_field(build, header, FIELD_TYPE));
  language_def(build, def)->type = result;
  language_visit_others(build, node, header);
  language_close(build, &before);
  if (owner) language_close(build, &block);
}
/* What a class or a unit only announces is defined further down; of an interface,
 * and of what is abstract, there is nothing else. */
static void visit_announced(LanguageBuild *build, NodeNo node) {
  if (language_kind(build, syntax_parent(build->syntax, node)) != KIND_INTERFACE && !str_contains(language_text(build, node), STR("abstract"))) return;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_METHOD, .flags = DEF_EXPORTED | DEF_ABSTRACT, .name = language_field(build, node, FIELD_NAME), .whole = node,
                                                    .bind = BIND_HOISTED | BIND_MEMBER});
  LanguageOpen before;
  language_open(build, SCOPE_FUNCTION, node, def, &before);
  language_visit(build, language_field(build, node, FIELD_ARGS));
  language_close(build, &before);
}
/* T.Create makes one of T, with or without brackets; all else is called. */
static ExprNo call(LanguageBuild *build, NodeNo entity, NodeNo args, NodeNo node) {
  NodeNo called = language_kind(build, entity) == KIND_SPECIAL ? language_field(build, entity, FIELD_ENTITY) : entity; /* Pick of Pick<T>(1) */
  bool is_member = language_kind(build, called) == KIND_DOT;
  NodeNo name = is_member ? language_field(build, called, FIELD_RHS) : called;
  bool makes = is_member && str_eq_ignore_case(language_text(build, name), STR("Create"));
  ExprNo callee = language_expr_as(build, makes ? language_field(build, called, FIELD_LHS) : entity, LANGUAGE_NO_REF);
  LanguageExprs items = {0};
  for (NodeNo c = args ? syntax_first(build->syntax, args) : 0; c; c = syntax_next(build->syntax, c))
    if (language_is_part(build, c)) language_push(build, &items, language_expr(build, c));
  return language_add_call(build, makes ? EXPR_NEW : EXPR_CALL, &(LanguageCall){callee, items.items, items.len, node, language_kind(build, name) == KIND_IDENTIFIER ? name : 0});
}
static ExprNo read_call(LanguageBuild *build, NodeNo node, unsigned role) { return (void)role, call(build, language_field(build, node, FIELD_ENTITY), language_field(build, node, FIELD_ARGS), node); }
static ExprNo read_dot(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo name = language_field(build, node, FIELD_RHS);
  if (role != LANGUAGE_NO_REF && str_eq_ignore_case(language_text(build, name), STR("Create"))) return call(build, node, 0, node);
  ExprNo base = language_expr(build, language_field(build, node, FIELD_LHS));
  return language_kind(build, name) == KIND_IDENTIFIER ? language_use_member(build, base, name, role) : language_expr(build, name);
}
/* Horse.Instance.TShop: a type of the unit that is called as all before it is; TOuter.TInner */
static ExprNo read_path(LanguageBuild *build, NodeNo node, unsigned role) {
  NodeNo left = language_field(build, node, FIELD_LHS), name = language_field(build, node, FIELD_RHS);
  Str text = language_text(build, left);
  return language_use_member(build, str_find_byte(text, '.') == STR_NONE ? language_expr_as(build, left, role) : language_use_module(build, text, text, left), name, role);
}
static ExprNo only_type(LanguageBuild *build, NodeNo node) {
  if (syntax_named(build->syntax, node, 1)) return language_visit_children(build, node), 0; /* several, between which a condition chooses */
  return language_type(build, syntax_named(build->syntax, node, 0));
}
static void visit_statement(LanguageBuild *build, NodeNo node) {
  NodeNo only = syntax_named(build->syntax, node, 0);
  unsigned kind = language_kind(build, only);
  if (kind == KIND_INHERITED && build->callable && !language_child(build, only, KIND_IDENTIFIER)) { /* of the name of the routine itself */
    ExprNo bases = language_expr(build, syntax_first(build->syntax, only));
    ExprNo callee = language_add(build, (Expr){.kind = EXPR_MEMBER, .base = bases, .name = language_def(build, build->callable)->name, .at = language_node(build, only)->from});
    language_add_call(build, EXPR_CALL, &(LanguageCall){.callee = callee, .node = only});
  } else if (kind == KIND_IDENTIFIER || kind == KIND_DOT || kind == KIND_INHERITED) call(build, only, 0, only);
  else language_visit_children(build, node);
}
static const LanguageRow rows[] = {
    {LANGUAGE_ROW_PACKAGE, .node = "moduleName", .name = "."}, {LANGUAGE_ROW_OWN, .node = "declUses", .handler = {.visit = visit_uses}}, {LANGUAGE_ROW_OWN, .node = "declType", .handler = {.visit = visit_type}},
    {LANGUAGE_ROW_DEFINE, .node = "declEnumValue", .kind = SYMBOL_ENUM_MEMBER, .flags = DEF_EXPORTED | DEF_STATIC, .name = "name"},
    {LANGUAGE_ROW_OWN, .node = "declProc", .handler = {.visit = visit_announced}}, {LANGUAGE_ROW_DEFINE, .node = "declProp", .kind = SYMBOL_PROPERTY, .flags = DEF_EXPORTED | DEF_PROPERTY, .name = "name", .type = "type"},
    {LANGUAGE_ROW_DEFINE, .node = "declConst", .kind = SYMBOL_CONSTANT, .flags = DEF_EXPORTED, .name = "name", .type = "type", .value = "defaultValue"},
    {LANGUAGE_ROW_OWN, .node = "declVar declField declArg", .handler = {.visit = visit_variables}}, {LANGUAGE_ROW_OWN, .node = "defProc", .handler = {.visit = visit_routine}}, {LANGUAGE_ROW_OWN, .node = "exprCall", .handler = {.expr = read_call}},
    {LANGUAGE_ROW_OWN, .node = "exprDot", .handler = {.expr = read_dot}}, {LANGUAGE_ROW_OWN, .node = "typerefDot", .handler = {.expr = read_path}},
    {LANGUAGE_ROW_OWN, .node = "type", .handler = {.expr = language_expr_only, .type = only_type}}, {LANGUAGE_ROW_OWN, .node = "statement", .handler = {.visit = visit_statement}},
    {LANGUAGE_ROW_MEMBER, .node = "inherited", .base = "<kInherited>", .name = "<identifier>"}, {LANGUAGE_ROW_INNER, .node = "exprParens typeref defaultValue exprTpl declString"},
    {LANGUAGE_ROW_NAME, .node = "identifier kInherited kString", .self = "self", .super = "inherited"}, {LANGUAGE_ROW_NOTHING, .node = "with genericTpl declHelper pp procAttribute"}, {LANGUAGE_ROW_LITERAL, .node = "literalString", .kind = LITERAL_STRING}, {LANGUAGE_ROW_LITERAL, .node = "literalNumber", .kind = LITERAL_INT},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_pascal = {
    .name = "pascal", .revision = 1, .tier = LANGUAGE_TIER_CALLS, .extensions = "pas dpr lpr pp", .kinds = kinds, .fields = fields, .rows = rows,
    .rules = {.name_case = LANGUAGE_CASE_IGNORED, .type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS, .methods = LANGUAGE_METHODS_ANYWHERE, .base_is_one = true, .called_type = LANGUAGE_CALLED_TYPE_CONVERTS, .super = LANGUAGE_SUPER_CLASS,
              .reading_calls = true, .overloads = LANGUAGE_OVERLOADS_BEST, .stars_stay = true, .unknown_is_outside = true, .declaration_holds = true},
    .names = {.constructors = "create", .literals = {[LITERAL_INT] = "integer", [LITERAL_STRING] = "string"},
              .primitives = "byte:byte word:word smallint:smallint integer:integer cardinal:cardinal longint:longint int64:int64 uint64:uint64 single:single double:double extended:extended ; char:char string:string ; boolean:boolean"},
    .by_declared = true, .reading = language_read_directives, .test_names = "test/ tests/ *Tests.pas *Test.pas",
};
