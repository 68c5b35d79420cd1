/* OCaml: values, functions, types, modules and classes. A module of another
 * file is known by the file's name (Util is util.ml); `open` brings its names. A
 * call is an application of a name, also by |> and @@. What a functor makes has the
 * names of the functor's body; whose method an object's is, is not known. Interfaces
 * (.mli) are not read. */
#include "src/base/map.h"
#include "src/languages/common/near_internal.h"

enum { KIND_VALUE_NAME = 1, KIND_MODULE_NAME, KIND_MODULE_PATH, KIND_VALUE_PATH, KIND_PARAMETER, KIND_FUN, KIND_FUNCTION, KIND_BINDING, KIND_MODULE_PARAMETER,
       KIND_MODULE_BINDING, KIND_INCLUDE, KIND_APPLICATION };
static const char *const kinds[] = {"value_name", "module_name", "module_path", "value_path", "parameter", "fun_expression", "function_expression",
                                    "let_binding", "module_parameter", "module_binding", "include_module", "module_application", NULL};
enum { FIELD_PATTERN = 1, FIELD_BODY, FIELD_MODULE, FIELD_FUNCTOR };
static const char *const fields[] = {"pattern", "body", "module", "functor", NULL};

/* Modules of the standard library: a file of such a name is rarely meant. */
static const char library[] = "List Array String Bytes Char Int Float Bool Option Result Map Set Hashtbl Printf Format Buffer Sys Filename Unix Str Lazy "
                              "Seq Stack Queue Stream Scanf Random Printexc Gc Obj Arg Fun Stdlib Int32 Int64 Nativeint Uchar Either Domain Mutex In_channel "
                              "Out_channel Lexing Parsing Digest Marshal Weak Ephemeron Bigarray Complex ListLabels StringLabels ArrayLabels Callback Unit";

/* A path by the files it may mean: what the file gave its first module another name for
 * stands in its place. */
static NameId path_name(LanguageBuild *build, NodeNo path) {
  Str text = syntax_text(build->syntax, path), rest = text, first = str_cut(&rest, '.');
  const Str *meant = map_get(build->state, first);
  if (!meant || !meant->len) return language_intern(build, text);
  return language_intern(build, rest.len ? str_format(build->arena, "%.*s.%.*s", STR_ARG(*meant), STR_ARG(rest)) : *meant);
}

/* A module that is not defined here is that of a file. What it is another name for comes later. */
static void begin(LanguageBuild *build, NodeNo root) {
  (void)root;
  const Syntax *syntax = build->syntax;
  static const Str itself = {0};
  Map *known = build->state = ARENA_NEW(build->arena, Map);
  map_init(known, build->arena);
  for (NodeNo n = 1; n < syntax->count; n++) {
    unsigned kind = syntax_kind(syntax, n);
    if (kind == KIND_MODULE_BINDING || kind == KIND_MODULE_PARAMETER) map_put(known, syntax_text(syntax, syntax_child(syntax, n, KIND_MODULE_NAME)), (void *)(uintptr_t)&itself);
  }
  for (NodeNo n = 1; n < syntax->count; n++) {
    NodeNo name = syntax_kind(syntax, n) == KIND_MODULE_PATH ? syntax_first(syntax, n) : 0;
    if (syntax_kind(syntax, name) != KIND_MODULE_NAME || map_get(known, syntax_text(syntax, name))) continue;
    map_put(known, syntax_text(syntax, name), (void *)(uintptr_t)&itself);
    language_import(build, (Import){.form = IMPORT_MODULE, .scope = 1, .specifier = language_name(build, name), .local = language_name(build, name)}, name);
  }
}

static void visit_binding(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_field(syntax, node, FIELD_PATTERN), body = syntax_field(syntax, node, FIELD_BODY);
  unsigned given = syntax_kind(syntax, body);
  bool is_function = syntax_child(syntax, node, KIND_PARAMETER) || given == KIND_FUN || given == KIND_FUNCTION || (!build->callable && language_is_applied(build, name));
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

/* module L = List, and what a functor makes, is another name; module M = struct … end
 * has names of its own. */
static void visit_module(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo name = syntax_child(syntax, node, KIND_MODULE_NAME), body = syntax_field(syntax, node, FIELD_BODY);
  while (syntax_kind(syntax, body) == KIND_APPLICATION) body = syntax_field(syntax, body, FIELD_FUNCTOR);
  if (syntax_kind(syntax, body) == KIND_MODULE_PATH) {
    NameId meant = path_name(build, body);
    Str text = names_text(build->facts->names, meant);
    map_put(build->state, syntax_text(syntax, name), arena_copy(build->arena, &text, sizeof text));
    language_import_module(build, meant, name);
    return;
  }
  LanguageOpen before;
  DefNo def = language_define(build, &(LanguageDef){.kind = SYMBOL_MODULE, .flags = DEF_EXPORTED, .name = name, .whole = node, .body = body, .bind = BIND_HOISTED});
  language_open(build, SCOPE_NAMESPACE, node, def, &before);
  language_visit_others(build, node, name);
  language_close(build, &before);
}

static void visit_open(LanguageBuild *build, NodeNo node) {
  NodeNo path = syntax_field(build->syntax, node, FIELD_MODULE);
  unsigned flags = syntax_kind(build->syntax, node) == KIND_INCLUDE ? IMPORT_REEXPORT : 0;
  if (syntax_kind(build->syntax, path) == KIND_MODULE_PATH) language_import_all(build, path_name(build, path), flags, path);
}

/* M.(…): all that is inside sees the names of M first. */
static void visit_local_open(LanguageBuild *build, NodeNo node) {
  NodeNo path = syntax_child(build->syntax, node, KIND_MODULE_PATH);
  LanguageOpen before;
  language_open(build, SCOPE_BLOCK, node, 0, &before);
  if (path) language_import_all(build, path_name(build, path), 0, path);
  language_visit_others(build, node, path);
  language_close(build, &before);
}

static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  Str rest = names_text(facts->names, import->specifier), name = str_cut(&rest, '.');
  ret_module->outside = !name.len || language_word_in(library, name);
  if (ret_module->outside) return;
  Str file = str_format(world->arena, "%c%.*s", name.ptr[0] | ('a' - 'A'), STR_ARG(str_slice(name, 1, name.len)));
  language_find_near(world, from, file, "{}.ml", ret_module);
  ret_module->rest = rest;
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
