/* Cap'n Proto: structs, groups and unions with their fields, enumerations, interfaces with
 * their methods, constants and annotations. A type is found in what is around it, by other
 * names that `using` gives, and in imported files. What documents something stands behind
 * it. Not read: values, annotations of fields, what a method's own parameters of types are. */
#include "src/languages/common/near_internal.h"
#include "src/languages/common/nodes_internal.h"

enum { KIND_TYPE = 1, KIND_GENERICS, KIND_PATH, KIND_EQUALS, KIND_ALIAS, KIND_INTERFACE, KIND_BASE, KIND_OPEN, KIND_COMMENT };
static const char *const kinds[] = {"type_identifier", "generics", "import_path", "'=", "type_definition", "interface", "extend_type", "'{", "comment", NULL};

/* A.B.C is one word of the grammar's: C of B of A. */
static ExprNo read_path(LanguageBuild *build, NodeNo node, unsigned role) {
  Str rest = language_text(build, node), name = str_cut(&rest, '.');
  ExprNo expr = rest.len ? language_add_word(build, name, node) : language_use_word(build, name, node, role);
  while (rest.len) {
    name = str_cut(&rest, '.');
    expr = language_add_member_word(build, expr, name, node);
    if (!rest.len) language_ref(build, role, expr, node);
  }
  return expr;
}
static ExprNo read_use(LanguageBuild *build, NodeNo node, unsigned role) { return read_path(build, node, role == REF_TYPE || role == REF_EXTEND ? role : REF_READ); }
static ExprNo read_name(LanguageBuild *build, NodeNo node) { return read_path(build, node, REF_TYPE); }
static void visit_name(LanguageBuild *build, NodeNo node) { read_path(build, node, REF_TYPE); }

/* A(X).B: what stands in brackets are types, too. */
static ExprNo read_type(LanguageBuild *build, NodeNo node) {
  ExprNo base = 0;
  EACH(c, node) {
    bool is_member = base && language_kind(build, c) == KIND_TYPE;
    if (is_member) base = language_use_member(build, base, c, REF_TYPE);
    else if (language_is_part(build, c)) {
      ExprNo type = language_type(build, c);
      if (!base) base = type;
    }
  }
  return base;
}
static ExprNo read_type_as(LanguageBuild *build, NodeNo node, unsigned role) { return (void)role, read_type(build, node); }
static void visit_type(LanguageBuild *build, NodeNo node) { read_type(build, node); }

/* struct A(T), interface B(T) extends(C) */
static void visit_unit(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_child(build, node, KIND_TYPE), generics = language_child(build, node, KIND_GENERICS), super = language_child(build, node, KIND_BASE), open = language_child(build, node, KIND_OPEN);
  NodeNo doc = open ? syntax_next(build->syntax, open) : 0;
  LanguageOpen before;
  if (super && generics && language_node(build, generics)->from > language_node(build, super)->from) generics = 0; /* the base's */
  DefNo def = language_define(build, &(LanguageDef){.kind = language_kind(build, node) == KIND_INTERFACE ? SYMBOL_INTERFACE : SYMBOL_STRUCT, .flags = DEF_EXPORTED, .name = name,
                                                    .whole = node, .body = open, .doc = language_kind(build, doc) == KIND_COMMENT ? doc : 0, .bind = BIND_HOISTED});
  ExprNo base = super ? read_path(build, super, REF_EXTEND) : 0;
  ExprList bases = language_list(build, &base, base != 0);
  language_def(build, def)->bases = bases;
  language_open(build, SCOPE_TYPE, node, def, &before);
  language_attribute(build, def);
  for (NodeNo c = generics, end = c ? syntax_next(build->syntax, c) : 0; c && c < end; c++) {
    if (language_kind(build, c) == KIND_TYPE) language_bind_node(build, c, (Bind){.flags = BIND_TYPE_PARAM | BIND_HOISTED});
  }
  EACH(c, node) if (c != name && c != super && c != generics) language_visit(build, c);
  language_close(build, &before);
}

static Str path_of(const LanguageBuild *build, NodeNo node) {
  Str path = language_text(build, language_child(build, node, KIND_PATH));
  return path.len > 2 ? str_slice(path, 1, path.len - 1) : STR_EMPTY;
}

/* using A = import "a.capnp"; using import "a.capnp".A; and, which the grammar lacks, using A = import "a.capnp".B */
static void visit_import(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_child(build, node, KIND_TYPE), behind = syntax_next(build->syntax, node);
  NameId path = language_intern(build, path_of(build, node));
  if (!path_of(build, node).len) return;
  bool has_name = name && language_child(build, node, KIND_EQUALS);
  Str inner = behind && (language_node(build, behind)->flags & SYNTAX_ERROR) ? str_trim(language_text(build, behind)) : STR_EMPTY;
  if (has_name && str_starts_with(inner, STR(".")) && str_find_last_byte(inner, '.') == 0) {
    language_import(build, (Import){.form = IMPORT_NAMED, .specifier = path, .name = language_intern(build, str_slice(inner, 1, inner.len)), .local = language_name(build, name)}, node);
  } else if (has_name) {
    language_import_module(build, path, name);
  } else if (name) {
    language_import_name(build, path, name, 0);
  } else {
    language_import(build, (Import){.form = IMPORT_EFFECT, .specifier = path}, node);
  }
}

/* using T = A.B, using A.B */
static void visit_alias(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_child(build, node, KIND_ALIAS), type = language_child(build, node, KIND_TYPE);
  size_t dot = str_find_last_byte(language_text(build, type), '.');
  if (!type || (!name && dot == STR_NONE)) {
    language_visit_children(build, node);
    return;
  }
  Str last = str_slice(language_text(build, type), dot + 1, language_text(build, type).len);
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_TYPE, .flags = DEF_EXPORTED, .name = name ? name : type, .name_text = name ? STR_EMPTY : last, .is_part = !name, .whole = node, .bind = BIND_HOISTED});
  ExprNo meant = read_path(build, type, REF_TYPE);
  language_def(build, def)->type = meant;
  EACH(c, node) if (language_kind(build, c) == KIND_GENERICS) language_visit(build, c);
}

static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  Str path = names_text(facts->names, import->specifier);
  language_find_near(world, from, str_starts_with(path, STR("/")) ? str_slice(path, 1, path.len) : path, "{}", ret_module);
}

#define DEFINE(node_name, kind_name, place) {LANGUAGE_ROW_DEFINE, .node = node_name, .kind = kind_name, .flags = DEF_EXPORTED, .name = place, .doc = "+comment", .type = "<field_type>"}
static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "struct interface", .handler = {.visit = visit_unit}},
    {LANGUAGE_ROW_DEFINE, .node = "group union", .when = "<type_identifier>", .kind = SYMBOL_STRUCT, .flags = DEF_EXPORTED, .name = "<type_identifier>", .doc = "<'{>/+comment", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "enum", .kind = SYMBOL_ENUM, .flags = DEF_EXPORTED, .name = "<enum_identifier>", .doc = "<'{>/+comment", .body = "."},
    DEFINE("enum_field", SYMBOL_ENUM_MEMBER, "<enum_member>"), DEFINE("field union_field", SYMBOL_FIELD, "<field_identifier>"),
    DEFINE("const", SYMBOL_CONSTANT, "<const_identifier>"), DEFINE("annotation", SYMBOL_CONSTANT, "<annotation_definition_identifier>"),
    {LANGUAGE_ROW_DEFINE, .node = "method", .kind = SYMBOL_METHOD, .flags = DEF_EXPORTED | DEF_ABSTRACT, .name = "<method_identifier>", .doc = "+comment",
     .params = "<method_parameters>/<parameters>", .body = "."},
    {LANGUAGE_ROW_PARAM, .node = "parameter", .name = "<param_identifier>", .type = "<field_type>"},
    {LANGUAGE_ROW_OWN, .node = "import_using import", .handler = {.visit = visit_import}},
    {LANGUAGE_ROW_OWN, .node = "using_directive replace_using", .handler = {.visit = visit_alias}},
    {LANGUAGE_ROW_OWN, .node = "field_type custom_type list_type generics generic_parameters generic_identifier", .handler = {.visit = visit_type, .expr = read_type_as, .type = read_type}},
    {LANGUAGE_ROW_OWN, .node = "type_identifier extend_type", .handler = {.visit = visit_name, .expr = read_use, .type = read_name}},
    {LANGUAGE_ROW_OWN, .node = "annotation_identifier _type_identifier", .handler = {.expr = read_use}},
    {LANGUAGE_ROW_NOTHING, .node = "const_value annotation_array annotation_literal primitive_type implicit_generics"},
    {0},
};

const Language language_capnp = {
    .name = "capnp", .tier = LANGUAGE_TIER_STRUCTURE,
    .extensions = "capnp",
    .kinds = kinds, .rows = rows,
    .rules = {.type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS, .unknown_is_outside = true},
    .find_module = find_module,
    .editing = {.indent = "  "},
};
