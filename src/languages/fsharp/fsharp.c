/* F#: namespaces and modules, functions, values, types and their members. A module that a file is, or has, is a name
 * of its namespace; `open` brings names, and what is marked AutoOpen is a part of what is around it. A call is an
 * application of a name, also by |> and <|. Members are found by declared types and by the type's name, also those that are
 * added to types from outside; types that inference alone knows, operators, whole names, computation expressions and .fsi are not followed. */
#include "src/languages/common/near_internal.h"
#include "src/languages/common/receivers_internal.h"
#include "src/languages/common/nodes_internal.h"
#include "src/languages/common/words_internal.h"

enum { KIND_IDENTIFIER = 1, KIND_LONG, KIND_NAME, KIND_APPLICATION, KIND_INFIX, KIND_TYPED, KIND_FUNCTION_LEFT, KIND_VALUE_LEFT, KIND_PARAMS, KIND_NAMED_PATTERN,
       KIND_TYPED_PATTERN, KIND_FUN, KIND_FUNCTION, KIND_ATTRIBUTES, KIND_OPERATOR, KIND_NAMESPACE, KIND_DOT, KIND_TYPE_NAME, KIND_EXTENSION, KIND_TYPE };
static const char *const kinds[] = {"identifier", "long_identifier", "long_identifier_or_op", "application_expression", "infix_expression", "typed_expression",
                                    "function_declaration_left", "value_declaration_left", "argument_patterns", "identifier_pattern", "typed_pattern", "fun_expression",
                                    "function_expression", "attributes", "infix_op", "namespace", "dot_expression", "type_name", "type_extension", "type_definition", NULL};
static const char *const fields[] = {"name", "body", "instance", "base", "field", NULL}; enum { FIELD_NAME = 1, FIELD_BODY, FIELD_INSTANCE, FIELD_BASE, FIELD_FIELD };
static NodeNo last_word(const LanguageBuild *build, NodeNo node) {
  while (language_kind(build, node) == KIND_NAME || language_kind(build, node) == KIND_LONG || language_kind(build, node) == KIND_DOT) node = language_last(build, node);
  return node;
}
/* A name may be told from the namespace it is used in: "Util Shop.Core". */
static void visit_open(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_child(build, node, KIND_LONG);
  Str near = str_format(build->arena, "%.*s %.*s", STR_ARG(language_text(build, name)), STR_ARG(names_text(build->facts->names, build->facts->package)));
  if (name) language_import_all(build, language_intern(build, near), 0, name);
}
static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  Str near = ((void)from, names_text(facts->names, import->specifier)), name = str_cut(&near, ' ');
  language_find_package_of(world, name, ret_module);
  if (!ret_module->count && near.len) language_find_package_of(world, str_format(world->arena, "%.*s.%.*s", STR_ARG(near), STR_ARG(name)), ret_module);
}
/* namespace A.B; module A.B.C, which the file is; module C = … in it. */
static void visit_module(LanguageBuild *build, NodeNo node) {
  NodeNo path = language_field(build, node, FIELD_NAME), head = path ? path : language_child(build, node, KIND_IDENTIFIER), attributes = language_child(build, node, KIND_ATTRIBUTES);
  Str text = language_text(build, path);
  size_t dot = str_find_last_byte(text, '.');
  bool is_space = language_kind(build, node) == KIND_NAMESPACE, is_flat = is_space || str_contains(language_text(build, attributes), STR("AutoOpen"));
  Str space = is_space ? text : dot == STR_NONE ? STR("global") : str_slice(text, 0, dot);
  if (path && !build->facts->package.value) build->facts->package = language_intern(build, space);
  DefNo def = is_space ? 0 : language_define(build, &(LanguageDef){.kind = SYMBOL_MODULE, .flags = DEF_EXPORTED, .name = last_word(build, head), .whole = node,
                                                                   .body = syntax_next(build->syntax, head), .bind = BIND_HOISTED, .no_bind = is_flat});
  LanguageOpen before;
  if (!is_flat) language_open(build, SCOPE_NAMESPACE, node, def, &before);
  language_visit_but(build, node, head, attributes);
  if (!is_flat) language_close(build, &before);
}
/* To look at a pattern binds its small names; a capital one is compared with. */
static void visit_named(LanguageBuild *build, NodeNo node) {
  NodeNo first = syntax_named(build->syntax, node, 0), name = last_word(build, first ? first : node), parent = syntax_parent(build->syntax, node);
  bool is_typed = language_kind(build, parent) == KIND_TYPED_PATTERN && !language_previous(build, node), is_param = language_kind(build, parent) == KIND_PARAMS;
  unsigned flags = (build->facts->scopes.items[build->scope].kind == SCOPE_TYPE ? BIND_MEMBER : 0u) | (is_param ? BIND_PARAM : 0u);
  char begin = *language_text(build, name).ptr;
  if (language_kind(build, node) == KIND_LONG && !is_param) return;
  if (language_kind(build, name) != KIND_IDENTIFIER || (begin >= 'A' && begin <= 'Z')) language_visit(build, first);
  else language_bind_node(build, name, (Bind){.type = language_type(build, is_typed ? language_last(build, parent) : 0), .flags = flags});
  language_visit_others(build, node, first);
}
/* let f x = … and g y = …, let v = …, let (a, b) = … */
static void visit_let(LanguageBuild *build, NodeNo node) {
  NodeNo left = 0;
  EACH(c, node) {
    unsigned kind = language_kind(build, c);
    if (kind == KIND_FUNCTION_LEFT || kind == KIND_VALUE_LEFT) left = c;
    if (!left || language_node(build, c)->field != FIELD_BODY) continue;
    NodeNo params = language_child(build, left, KIND_PARAMS), pattern = language_child(build, left, KIND_NAMED_PATTERN);
    NodeNo name = params ? language_previous(build, params) : pattern && syntax_named_count(build->syntax, pattern) == 1 ? last_word(build, syntax_named(build->syntax, pattern, 0)) : 0;
    bool is_function = params || kind == KIND_FUN || kind == KIND_FUNCTION, is_defined = name && (is_function || !build->callable);
    DefNo def = !is_defined ? 0 : language_define(build, &(LanguageDef){.kind = is_function ? SYMBOL_FUNCTION : SYMBOL_VARIABLE, .flags = DEF_EXPORTED, .name = name, .whole = node,
                                                                        .body = c, .bind = BIND_HOISTED});
    LanguageOpen before;
    language_open(build, is_function ? SCOPE_FUNCTION : SCOPE_BLOCK, node, is_function ? def : 0, &before);
    language_visit(build, params);
    ExprNo value = language_expr(build, c);
    language_close(build, &before);
    if (is_defined && !is_function) language_def(build, def)->value = value;
    else if (!is_defined && name) language_bind_node(build, name, (Bind){.value = value});
    else if (!is_defined) language_visit(build, left);
    left = 0;
  }
}
/* A case of a type is also a name of what is around the type, unless that is marked. type A = B has none: A is B. */
static void visit_case(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_child(build, node, KIND_IDENTIFIER), type = language_around(build, node, KIND_TYPE);
  Scope scope = build->facts->scopes.items[build->scope];
  bool is_alias = language_is_behind(build, node, STR("=")) && syntax_named_count(build->syntax, syntax_parent(build->syntax, node)) == 1 && syntax_named_count(build->syntax, node) == 1;
  if (is_alias && scope.def) { ExprNo other = language_type(build, name); language_def(build, scope.def)->kind = SYMBOL_TYPE, language_def(build, scope.def)->type = other; return; }
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_ENUM_MEMBER, .flags = DEF_EXPORTED | DEF_STATIC, .name = name, .whole = node, .bind = BIND_HOISTED | BIND_MEMBER});
  if (!str_contains(language_text(build, language_child(build, type, KIND_ATTRIBUTES)), STR("RequireQualifiedAccess"))) language_bind(build, (Bind){.scope = scope.parent, .name = language_name(build, name), .flags = BIND_HOISTED, .def = def});
}
/* type A with …: more members of A, wherever that is defined, and no definition of it. */
static void visit_extension(LanguageBuild *build, NodeNo node) {
  NodeNo name = last_word(build, language_last(build, language_child(build, node, KIND_TYPE_NAME)));
  language_define_whole(build, SCOPE_TYPE, &(LanguageDef){.kind = SYMBOL_CLASS, .flags = DEF_ANONYMOUS | DEF_EXPORTED, .name = name, .whole = node, .no_bind = true}, 0);
}
/* member x.f(…), also of a type that lies outside; a static one that is marked is called as a member of its first parameter. */
static void visit_member(LanguageBuild *build, NodeNo node) { language_visit_member(build, node, &(LanguageMember){FIELD_NAME, FIELD_INSTANCE, KIND_ATTRIBUTES, "Extension", KIND_EXTENSION, KIND_TYPE, KIND_TYPE_NAME}); }
/* a.b.c */
static ExprNo read_words(LanguageBuild *build, NodeNo node, unsigned role, bool is_member, ExprNo base) {
  NodeNo list = language_child(build, node, KIND_LONG), first = list ? syntax_first(build->syntax, list) : syntax_named(build->syntax, node, 0);
  return language_use_words(build, &(LanguageWords){first ? first : node, list, last_word(build, node), role, is_member, base});
}
static ExprNo read_name(LanguageBuild *build, NodeNo node, unsigned role) { return read_words(build, node, role, false, 0); }
static ExprNo read_member(LanguageBuild *build, NodeNo node, unsigned role) { return read_words(build, language_field(build, node, FIELD_FIELD), role, true, language_expr(build, language_field(build, node, FIELD_BASE))); }
/* What is called with these. f x y is ((f x) y); signs are bound tighter than that,
 * so that a |> f x is ((a |> f) x), and what is applied stands last in them. */
static ExprNo apply(LanguageBuild *build, NodeNo node, LanguageExprs args) {
  if (++build->depth > LANGUAGE_MAX_DEPTH) return build->depth--, 0;
  NodeNo first = syntax_named(build->syntax, node, 0), last = language_last(build, node);
  LanguageExprs all = {0};
  unsigned kind = language_kind(build, node);
  Str sign = kind == KIND_INFIX ? language_text(build, language_child(build, node, KIND_OPERATOR)) : STR_EMPTY;
  bool to_left = str_eq_c(sign, "<|"), to_right = str_eq_c(sign, "|>");
  if (kind == KIND_APPLICATION) EACH(c, node) if (c != first && language_is_part(build, c)) language_push(build, &all, language_expr(build, c));
  for (size_t i = 0; i < args.len && !to_left; i++) language_push(build, &all, args.items[i]);
  ExprNo call = 0, value = kind == KIND_INFIX && !to_left && first != last ? language_expr(build, first) : 0;
  if (to_right) language_push(build, &all, value); else if (to_left) language_push(build, &all, args.len ? apply(build, last, args) : language_expr(build, last));
  if (kind == KIND_APPLICATION || kind == KIND_TYPED || to_left) call = apply(build, first, all);
  else if (kind == KIND_INFIX) call = args.len || to_right ? apply(build, last, all) : language_expr(build, last);
  else if (kind != KIND_NAME && kind != KIND_DOT) language_visit(build, node);
  else call = language_add_call(build, EXPR_CALL, &(LanguageCall){language_expr_as(build, node, LANGUAGE_NO_REF), args.items, args.len, node, last_word(build, node)});
  return build->depth--, call;
}
static ExprNo read_applied(LanguageBuild *build, NodeNo node, unsigned role) { return (void)role, apply(build, node, (LanguageExprs){0}); }
#define DEFINE(node_name, kind_name) {LANGUAGE_ROW_DEFINE, .node = node_name, .kind = kind_name, .flags = DEF_EXPORTED, .name = "<type_name>/type_name|exception_name/0", \
  .bases = "<class_inherits_decl>/<simple_type>|<type_extension_elements>/<interface_implementation>/<simple_type>", .body = "."}
static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "namespace named_module module_defn", .handler = {.visit = visit_module}},
    {LANGUAGE_ROW_IMPORT, .node = "module_abbrev", .value = "<long_identifier>", .name = "<identifier>"}, {LANGUAGE_ROW_OWN, .node = "import_decl", .handler = {.visit = visit_open}},
    {LANGUAGE_ROW_OWN, .node = "function_or_value_defn", .handler = {.visit = visit_let}}, DEFINE("union_type_defn enum_type_defn", SYMBOL_ENUM), DEFINE("record_type_defn", SYMBOL_STRUCT), DEFINE("interface_type_defn", SYMBOL_INTERFACE),
    DEFINE("anon_type_defn exception_definition", SYMBOL_CLASS), {LANGUAGE_ROW_OWN, .node = "type_extension", .handler = {.visit = visit_extension}}, DEFINE("type_abbrev_defn delegate_type_defn", SYMBOL_TYPE),
    {LANGUAGE_ROW_DEFINE, .node = "method_or_prop_defn", .kind = SYMBOL_METHOD, .flags = DEF_EXPORTED, .name = "name/method|name/0", .called = "args", .body = ".", .handler = {.visit = visit_member}},
    {LANGUAGE_ROW_DEFINE, .node = "additional_constr_defn", .kind = SYMBOL_CONSTRUCTOR, .flags = DEF_EXPORTED, .name = "<'new>", .body = "."},
    {LANGUAGE_ROW_OWN, .node = "union_type_case enum_type_case", .handler = {.visit = visit_case}}, {LANGUAGE_ROW_DEFINE, .node = "record_field", .kind = SYMBOL_FIELD, .flags = DEF_EXPORTED, .name = "<identifier>", .type = "1"},
    {LANGUAGE_ROW_DEFINE, .node = "member_signature", .kind = SYMBOL_METHOD, .flags = DEF_EXPORTED | DEF_ABSTRACT, .name = "<identifier>"},
    {LANGUAGE_ROW_OWN, .node = "identifier_pattern long_identifier", .handler = {.visit = visit_named}},
    {LANGUAGE_ROW_INNER, .node = "typed_pattern", .value = "0"}, {LANGUAGE_ROW_BINDS, .node = "as_pattern", .name = "<identifier>"},
    {LANGUAGE_ROW_OWN, .node = "application_expression infix_expression", .handler = {.expr = read_applied}}, {LANGUAGE_ROW_OWN, .node = "dot_expression", .handler = {.expr = read_member}},
    {LANGUAGE_ROW_OWN, .node = "long_identifier_or_op simple_type", .handler = {.expr = read_name}},
    {LANGUAGE_ROW_BLOCK, .node = "fun_expression rule for_expression short_comp_expression"}, {LANGUAGE_ROW_INNER, .node = "paren_expression prefixed_expression typed_expression"},
    {LANGUAGE_ROW_NAME, .node = "identifier", .self = "this self", .super = "base"}, {LANGUAGE_ROW_LITERAL, .node = "string", .kind = LITERAL_STRING}, {LANGUAGE_ROW_NOTHING, .node = "attributes property_or_ident"},
    {LANGUAGE_ROW_COMMENT, .node = "line_comment block_comment xml_doc"}, {0},
};

const Language language_fsharp = {
    .name = "fsharp", .revision = 2, .is_read_whole = true, .tier = LANGUAGE_TIER_CALLS, .extensions = "fs fsx", .kinds = kinds, .fields = fields, .rows = rows,
    .rules = {.type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS, .packages = LANGUAGE_PACKAGE_NAME, .order = LANGUAGE_ORDER_AROUND, .called_type = LANGUAGE_CALLED_TYPE_MAKES, .cases_make = true,
              .types_reopen = true, .types_reopen_anywhere = true, .extensions_static = true, .stars_stay = true, .unknown_is_outside = true},
    .names = {.constructors = "new", .shared_package = "global"}, .find_module = find_module, .home = {.manifests = "paket.dependencies"}, .test_names = "tests/ test/ *Tests.fs *Test.fs",
};
