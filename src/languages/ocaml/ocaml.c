/* OCaml: values, functions, types, modules and classes. A module of another
 * file is known by the file's name (Util is util.ml); `open` brings its names. A
 * call is an application of a name, also by |> and @@. What a functor makes, and
 * whose method an object's is, is not known. Interfaces (.mli) are not read. */
#include "src/languages/common/near_internal.h"

enum { KIND_VALUE_NAME = 1, KIND_MODULE_NAME, KIND_MODULE_PATH, KIND_VALUE_PATH, KIND_PARAMETER, KIND_FUN, KIND_FUNCTION, KIND_BINDING, KIND_MODULE_PARAMETER,
       KIND_MODULE_BINDING, KIND_INCLUDE };
static const char *const kinds[] = {"value_name", "module_name", "module_path", "value_path", "parameter", "fun_expression", "function_expression",
                                    "let_binding", "module_parameter", "module_binding", "include_module", NULL};
enum { FIELD_PATTERN = 1, FIELD_BODY, FIELD_FUNCTION, FIELD_LEFT, FIELD_RIGHT, FIELD_OPERATOR, FIELD_OBJECT, FIELD_METHOD, FIELD_MODULE, FIELD_NAME };
static const char *const fields[] = {"pattern", "body", "function", "left", "right", "operator", "object", "method", "module", "name", NULL};

/* Modules of the standard library: a file of such a name is rarely meant. */
static const char library[] = "List Array String Bytes Char Int Float Bool Option Result Map Set Hashtbl Printf Format Buffer Sys Filename Unix Str Lazy "
                              "Seq Stack Queue Stream Scanf Random Printexc Gc Obj Arg Fun Stdlib Int32 Int64 Nativeint Uchar Either Domain Mutex In_channel "
                              "Out_channel Lexing Parsing Digest Marshal Weak Ephemeron Bigarray Complex ListLabels StringLabels ArrayLabels Callback Unit";

static NodeNo root_of(const Syntax *syntax, NodeNo path) {
  while (syntax_kind(syntax, path) == KIND_MODULE_PATH) path = syntax_named(syntax, path, 0);
  return path;
}

/* Modules need no import: one that is not defined here is that of a file. */
static void begin(LanguageBuild *build, NodeNo root) {
  (void)root;
  const Syntax *syntax = build->syntax;
  VEC(Str) known = {0};
  enum { MOST = 500 }; /* names of modules in a file that are told apart */
  for (NodeNo n = 1; n < syntax->count && known.len < MOST; n++) {
    unsigned kind = syntax_kind(syntax, n);
    if (kind != KIND_MODULE_BINDING && kind != KIND_MODULE_PARAMETER) continue;
    *vec_add(build->arena, &known) = syntax_text(syntax, syntax_child(syntax, n, KIND_MODULE_NAME));
  }
  for (NodeNo n = 1; n < syntax->count && known.len < MOST; n++) {
    NodeNo name = syntax_kind(syntax, n) == KIND_MODULE_PATH ? syntax_first(syntax, n) : 0;
    if (syntax_kind(syntax, name) != KIND_MODULE_NAME) continue;
    Str text = syntax_text(syntax, name);
    bool has = false;
    for (size_t i = 0; i < known.len && !has; i++) has = str_eq(known.items[i], text);
    if (has) continue;
    *vec_add(build->arena, &known) = text;
    NameId id = language_name(build, name);
    language_import(build, (Import){.form = IMPORT_MODULE, .scope = 1, .specifier = id, .local = id}, name);
  }
}

static void visit_binding(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, FIELD_PATTERN), body = syntax_field(syntax, node, FIELD_BODY);
  unsigned given = syntax_kind(syntax, body);
  bool is_function = syntax_child(syntax, node, KIND_PARAMETER) || given == KIND_FUN || given == KIND_FUNCTION;
  bool is_name = syntax_kind(syntax, name) == KIND_VALUE_NAME && !str_eq(syntax_text(syntax, name), STR("_"));
  if (!is_name || (!is_function && build->callable)) {
    if (name) language_bind_names(build, name);
    language_visit_others(build, node, name);
    return;
  }
  LanguageOpen before;
  DefNo def = language_define(build, &(LanguageDef){.kind = is_function ? SYMBOL_FUNCTION : SYMBOL_VARIABLE, .flags = DEF_EXPORTED, .name = name,
                                                    .whole = node, .body = body, .bind = BIND_HOISTED});
  language_open(build, is_function ? SCOPE_FUNCTION : SCOPE_BLOCK, node, is_function ? def : 0, &before);
  language_visit_others(build, node, name);
  language_close(build, &before);
}

/* module L = List is another name; module M = struct … end has names of its own. */
static void visit_module(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_child(syntax, node, KIND_MODULE_NAME), body = syntax_field(syntax, node, FIELD_BODY), first = root_of(syntax, body);
  if (syntax_kind(syntax, body) == KIND_MODULE_PATH && syntax_parent(syntax, first) == body) {
    language_import(build, (Import){.form = IMPORT_MODULE, .specifier = language_name(build, first), .local = language_name(build, name)}, node);
    return;
  }
  LanguageOpen before;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_MODULE, .flags = DEF_EXPORTED, .name = name, .whole = node, .body = body, .bind = BIND_HOISTED});
  language_open(build, SCOPE_NAMESPACE, node, def, &before);
  language_visit_others(build, node, name);
  language_close(build, &before);
}

static void visit_open(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo path = syntax_field(syntax, node, FIELD_MODULE), name = root_of(syntax, path);
  if (syntax_kind(syntax, name) == KIND_MODULE_NAME && syntax_parent(syntax, name) == path) {
    language_import(build, (Import){.form = IMPORT_STAR, .flags = syntax_kind(syntax, node) == KIND_INCLUDE ? IMPORT_REEXPORT : 0, .specifier = language_name(build, name)}, name);
  }
}

/* M.(…): all that is inside sees the names of M first. */
static void visit_local_open(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo path = syntax_child(syntax, node, KIND_MODULE_PATH), name = root_of(syntax, path);
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  if (name) language_import(build, (Import){.form = IMPORT_STAR, .specifier = language_name(build, name)}, name);
  language_visit_others(build, node, path);
  language_close(build, &before);
}

static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  Str name = names_text(facts->names, import->specifier);
  ret_module->outside = true;
  if (!name.len || language_word_in(library, name)) return;
  char first = name.ptr[0] >= 'A' && name.ptr[0] <= 'Z' ? (char)(name.ptr[0] + ('a' - 'A')) : name.ptr[0];
  Str file = str_format(world->arena, "%c%.*s", first, STR_ARG(str_slice(name, 1, name.len)));
  ret_module->outside = false;
  language_find_near(world, from, file, "{}.ml", ret_module);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_OWN, .node = "let_binding", .handler = {.visit = visit_binding}},
    {LANGUAGE_ROW_OWN, .node = "module_binding", .handler = {.visit = visit_module}},
    {LANGUAGE_ROW_OWN, .node = "open_module include_module", .handler = {.visit = visit_open}},
    {LANGUAGE_ROW_OWN, .node = "local_open_expression", .handler = {.visit = visit_local_open}},
    {LANGUAGE_ROW_BLOCK, .node = "match_case for_expression", .name = "pattern|name"},
    {LANGUAGE_ROW_APPLY, .node = "application_expression", .base = "function"},
    {LANGUAGE_ROW_PIPE, .node = "infix_expression", .base = "left", .name = "operator", .value = "right", .words = "|>:right @@:left"},
    {LANGUAGE_ROW_CALL, .node = "method_invocation", .base = "object", .name = "method"},
    {LANGUAGE_ROW_PATH, .node = "module_path", .base = "<module_path>", .name = "<module_name>"},
    {LANGUAGE_ROW_PATH, .node = "value_path", .base = "<module_path>", .name = "<value_name>"},
    {LANGUAGE_ROW_BINDS, .node = "parameter", .name = "pattern", .value = "default"},
    {LANGUAGE_ROW_DEFINE, .node = "type_binding", .kind = SYMBOL_TYPE, .flags = DEF_EXPORTED, .name = "name", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "field_declaration", .kind = SYMBOL_FIELD, .flags = DEF_EXPORTED, .name = "<field_name>"},
    {LANGUAGE_ROW_DEFINE, .node = "class_binding", .kind = SYMBOL_CLASS, .flags = DEF_EXPORTED, .name = "<class_name>", .body = "body"},
    {LANGUAGE_ROW_DEFINE, .node = "method_definition", .kind = SYMBOL_METHOD, .flags = DEF_EXPORTED, .name = "<method_name>", .body = "."},
    {LANGUAGE_ROW_BLOCK, .node = "let_expression fun_expression let_open_expression"},
    {LANGUAGE_ROW_NOTHING, .node = "field_path constructor_path signature module_type_definition"},
    {LANGUAGE_ROW_NAME, .node = "value_name value_pattern field_name"},
    {LANGUAGE_ROW_LITERAL, .node = "string", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_ocaml = {
    .name = "ocaml",
    .tier = LANGUAGE_TIER_CALLS,
    .extensions = "ml",
    .shebangs = "ocaml",
    .kinds = kinds,
    .fields = fields,
    .shared = true,
    .rows = rows,
    .begin = begin,
    .rules = {.order = LANGUAGE_ORDER_AROUND},
    .find_module = find_module,
    .home = {.manifests = "dune-project"},
};
