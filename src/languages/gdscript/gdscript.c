/* GDScript: a file is a class, with a name that all files know (class_name) or
 * without one; inner classes, constants, variables and signals. preload() and
 * load() give another file's class. Members are found through those, declared
 * types, what new() makes, and self, inherited ones too; nodes of a scene and
 * the classes of the engine are outside. */
#include "src/languages/common/near_internal.h"

enum { KIND_IDENTIFIER = 1, KIND_CALL, KIND_CLASS_NAME, KIND_EXTENDS, KIND_STRING };
static const char *const kinds[] = {"identifier", "attribute_call", "class_name_statement", "extends_statement", "string", NULL};
enum { FIELD_NAME = 1 };
static const char *const fields[] = {"name", NULL};

/* What follows `extends`: a class, or the file at a path. */
static ExprNo read_extends(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo what = syntax_named(build->syntax, node, 0);
  if (syntax_kind(build->syntax, what) != KIND_STRING) return language_type(build, what);
  return language_import_value(build, language_name(build, what), what);
}

/* What a variable with a getter gives is not what it was given. */
static ExprNo read_accessors(LanguageBuild *build, NodeNo node) {
  language_visit_children(build, node);
  return language_add_base(build, EXPR_CONDITIONAL, 0, node);
}

/* It is read with the class that it belongs to. */
static void pass_by(LanguageBuild *build, NodeNo node) {
  (void)build;
  (void)node;
}

/* The class that a file is; it is what those get that load the file. One without
 * a name is called as the file is, and known by that to nobody else. */
static DefNo define_class(LanguageBuild *build, NodeNo root, NodeNo named, NodeNo base) {
  const Syntax *syntax = build->syntax;
  Str file = build->path;
  size_t slash = str_find_last_byte(file, '/');
  if (slash != STR_NONE) file = str_slice(file, slash + 1, file.len);
  NodeNo head = named ? named : base;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_CLASS, .flags = named ? DEF_EXPORTED : 0u, .whole = root, .bind = BIND_HOISTED,
                                                    .name = named ? syntax_field(syntax, named, FIELD_NAME) : root,
                                                    .name_text = named ? STR_EMPTY : str_slice(file, 0, str_find_last_byte(file, '.'))});
  Def *made = language_def(build, def);
  if (!named) made->name_span = (Span){.line = 1, .column = 1, .end_line = 1, .end_column = 1};
  if (head) made->signature = (Range){syntax->nodes[head].from, syntax->nodes[head].to};
  return def;
}

static void visit_file(LanguageBuild *build, NodeNo root) {
  const Syntax *syntax = build->syntax;
  NodeNo named = syntax_child(syntax, root, KIND_CLASS_NAME), base = syntax_child(syntax, root, KIND_EXTENDS);
  if (!base && named) base = syntax_child(syntax, named, KIND_EXTENDS);
  DefNo def = define_class(build, root, named, base);
  if (!def) return;
  LanguageOpen before;
  ExprNo value = language_add(build, (Expr){.kind = EXPR_NAME, .name = build->facts->defs.items[def].name, .scope = 1});
  language_export_value(build, root, value);
  ExprNo extended = base ? read_extends(build, base, REF_EXTEND) : 0;
  language_ref(build, REF_EXTEND, extended, base);
  language_def(build, def)->bases = language_list(build, &extended, extended ? 1 : 0);
  language_open(build, SCOPE_TYPE, root, def, &before);
  language_visit_children(build, root);
  language_close(build, &before);
}

static ExprNo read_first(LanguageBuild *build, NodeNo node) {
  Str text = syntax_text(build->syntax, node);
  bool is_self = str_eq(text, STR("self"));
  if (!is_self && !str_eq(text, STR("super"))) return language_expr(build, node);
  return language_add(build, (Expr){.kind = is_self ? EXPR_SELF : EXPR_SUPER, .at = build->syntax->nodes[node].from});
}

/* a.b(c).d(e): a part at a time. */
static ExprNo read_chain(LanguageBuild *build, NodeNo node, unsigned role) {
  const Syntax *syntax = build->syntax;
  NodeNo first = syntax_named(syntax, node, 0);
  ExprNo base = read_first(build, first);
  for (NodeNo c = first ? syntax_next(syntax, first) : 0; c; c = syntax_next(syntax, c)) {
    NodeNo name = syntax_kind(syntax, c) == KIND_CALL ? syntax_child(syntax, c, KIND_IDENTIFIER) : c;
    if (syntax_kind(syntax, c) == KIND_CALL && name) {
      language_visit_others(build, c, name);
      bool makes = base && str_eq(syntax_text(syntax, name), STR("new"));
      ExprNo callee = makes ? base : language_add_member(build, base, name);
      base = language_add_call(build, makes ? EXPR_NEW : EXPR_CALL, &(LanguageCall){.callee = callee, .node = c, .name = name});
    } else if (syntax_kind(syntax, c) == KIND_IDENTIFIER) {
      base = language_use_member(build, base, c, role);
    } else {
      language_visit(build, c);
      base = 0;
    }
  }
  return base;
}

static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  Str path = names_text(facts->names, import->specifier);
  if (path.len >= 2 && (path.ptr[0] == '"' || path.ptr[0] == '\'')) path = str_slice(path, 1, path.len - 1);
  if (str_starts_with(path, STR("res://"))) path = str_slice(path, 6, path.len);
  language_find_near(world, from, path, "{}", ret_module);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_DEFINE, .node = "function_definition", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "name", .params = "parameters",
     .type = "return_type", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "constructor_definition", .kind = SYMBOL_FUNCTION, .flags = DEF_EXPORTED, .name = "name|<'_init>", .params = "parameters", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "class_definition", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED, .name = "name",
     .bases = "extends|body/<extends_statement>", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "enum_definition", .kind = SYMBOL_ENUM, .flags = DEF_EXPORTED, .name = "name", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "enumerator", .kind = SYMBOL_ENUM_MEMBER, .flags = DEF_EXPORTED | DEF_STATIC, .name = "left"},
    {LANGUAGE_ROW_DEFINE, .node = "variable_statement const_statement export_variable_statement onready_variable_statement", .kind = SYMBOL_VARIABLE,
     .flags = DEF_EXPORTED, .name = "name", .type = "type|setget", .value = "value", .body = "setget"},
    {LANGUAGE_ROW_DEFINE, .node = "signal_statement", .kind = SYMBOL_PROPERTY, .flags = DEF_EXPORTED, .name = "name"},
    {LANGUAGE_ROW_DEFINE, .node = "lambda", .kind = SYMBOL_FUNCTION, .params = "parameters", .type = "return_type", .body = "body"},
    {LANGUAGE_ROW_BLOCK, .node = "set_body", .name = "<parameters>"},
    {LANGUAGE_ROW_PARAM, .node = "typed_parameter typed_default_parameter default_parameter", .name = "<identifier>", .type = "type", .value = "value"},
    {LANGUAGE_ROW_CALL, .node = "call", .base = "<identifier>", .items = "arguments", .imports = "preload load", .value = "arguments/0"},
    {LANGUAGE_ROW_OWN, .node = "setget", .handler = {.type = read_accessors}},
    {LANGUAGE_ROW_OWN, .node = "source", .handler = {.visit = visit_file}},
    {LANGUAGE_ROW_OWN, .node = "attribute", .handler = {.expr = read_chain}},
    {LANGUAGE_ROW_LOOP, .node = "for_statement", .name = "left", .value = "right", .body = "body"},
    {LANGUAGE_ROW_RETURN, .node = "return_statement", .value = "0"},
    {LANGUAGE_ROW_INNER, .node = "type parenthesized_expression"},
    {LANGUAGE_ROW_NAME, .node = "identifier name"},
    {LANGUAGE_ROW_LITERAL, .node = "string", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_OWN, .node = "extends_statement", .handler = {.visit = pass_by, .expr = read_extends}},
    {LANGUAGE_ROW_NOTHING, .node = "class_name_statement annotation"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_gdscript = {
    .name = "gdscript",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "gd",
    .kinds = kinds,
    .fields = fields,
    .shared = true,
    .rows = rows,
    .rules = {.type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS, .globals = LANGUAGE_GLOBALS_LINKED, .unknown_is_outside = true,
              .declaration_holds = true},
    .names = {.constructors = "_init"},
    .find_module = find_module,
    .home = {.manifests = "project.godot"},
    .editing = {.indent = "\t"},
};
