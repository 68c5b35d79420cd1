/* Protocol Buffers: messages with their fields, enumerations, services and their
 * procedures. A type is found in the messages around it, in its package, and by the
 * package before its name, which may be given in part as seen from the file's own. Packages are told from messages by their small letters.
 * Files of one package see each other's types, imported or not. Options are not
 * read. */
#include "src/languages/common/near_internal.h"

enum { LEVELS_MAX = 8 }; /* of packages in each other */
enum { KIND_IDENTIFIER = 1, KIND_FULL, KIND_BODY };
static const char *const kinds[] = {"identifier", "full_ident", "message_body", NULL};

/* A package as seen from ours: in a.b, "c" may be a.b.c, a.c or c. */
static ExprNo read_package(LanguageBuild *build, Str name, NodeNo node) {
  Str around = names_text(build->facts->names, build->facts->package);
  ExprNo items[LEVELS_MAX];
  size_t count = 0;
  while (around.len && count < LEVELS_MAX - 1) {
    size_t dot = str_find_last_byte(around, '.');
    Str whole = str_format(build->arena, "%.*s.%.*s", STR_ARG(around), STR_ARG(name));
    items[count++] = language_use_module(build, whole, whole, node);
    around = str_slice(around, 0, dot == STR_NONE ? 0 : dot);
  }
  items[count++] = language_use_module(build, name, name, node);
  return count == 1 ? items[0] : language_add_list(build, EXPR_ANY, 0, items, count, node);
}

/* a.b.Outer.Inner: the package's parts are one name, each other part is a member. */
static ExprNo read_type(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  NodeNo from = 0, last = 0;
  ExprNo base = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) != KIND_IDENTIFIER) continue;
    bool is_small = syntax_text(syntax, c).len && syntax_text(syntax, c).ptr[0] >= 'a', is_space = !last && is_small && syntax_next(syntax, c);
    if (is_space && !from) from = c;
    if (last) base = base ? language_add_member(build, base, last) : language_add_name(build, last);
    else if (from && !is_space) base = read_package(build, str_slice(syntax->text, syntax->nodes[from].from, syntax->nodes[c].from - 1), from);
    last = is_space ? 0 : c;
  }
  if (!last) return 0;
  return base ? language_use_member(build, base, last, REF_TYPE) : language_type_name(build, last);
}

static ExprNo read_type_as(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  return read_type(build, node);
}

/* extend Order { … } is about another message; its fields are nobody's members. */
static void visit_extend(LanguageBuild *build, NodeNo node) {
  read_type(build, syntax_child(build->syntax, node, KIND_FULL));
  language_visit(build, syntax_child(build->syntax, node, KIND_BODY));
}

static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  Str name = names_text(facts->names, import->specifier);
  if (import->form == IMPORT_MODULE) language_find_package(world, name, ret_module);
  else language_find_near(world, from, name, "{}", ret_module);
}

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_PACKAGE, .node = "package", .name = "<full_ident>"},
    {LANGUAGE_ROW_IMPORT, .node = "import", .kind = IMPORT_EFFECT, .value = "path"},
    {LANGUAGE_ROW_DEFINE, .node = "message", .kind = SYMBOL_STRUCT, .flags = DEF_EXPORTED, .name = "<message_name>/0", .body = "<message_body>"},
    {LANGUAGE_ROW_DEFINE, .node = "enum", .kind = SYMBOL_ENUM, .flags = DEF_EXPORTED, .name = "<enum_name>/0", .body = "<enum_body>"},
    {LANGUAGE_ROW_DEFINE, .node = "enum_field", .kind = SYMBOL_ENUM_MEMBER, .flags = DEF_EXPORTED | DEF_STATIC, .name = "<identifier>"},
    {LANGUAGE_ROW_DEFINE, .node = "field oneof_field map_field", .kind = SYMBOL_FIELD, .flags = DEF_EXPORTED, .name = "<identifier>", .type = "<type>"},
    {LANGUAGE_ROW_DEFINE, .node = "service", .kind = SYMBOL_INTERFACE, .flags = DEF_EXPORTED, .name = "<service_name>/0", .body = "."},
    {LANGUAGE_ROW_DEFINE, .node = "rpc", .kind = SYMBOL_METHOD, .flags = DEF_EXPORTED | DEF_ABSTRACT, .name = "<rpc_name>/0", .body = "."},
    {LANGUAGE_ROW_OWN, .node = "extend", .handler = {.visit = visit_extend}},
    {LANGUAGE_ROW_OWN, .node = "message_or_enum_type", .handler = {.expr = read_type_as, .type = read_type}},
    {LANGUAGE_ROW_INNER, .node = "type"},
    {LANGUAGE_ROW_NOTHING, .node = "option field_options reserved extensions"},
    {LANGUAGE_ROW_COMMENT, .node = "comment"},
    {0},
};

const Language language_protobuf = {
    .name = "protobuf",
    .tier = LANGUAGE_TIER_STRUCTURE,
    .extensions = "proto",
    .kinds = kinds,
    .rows = rows,
    .rules = {.packages = LANGUAGE_PACKAGE_NAME, .type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS, .unknown_is_outside = true,
              .types_are_services = true},
    .find_module = find_module,
    .editing = {.indent = "  "},
};
