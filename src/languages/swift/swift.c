/* Swift: how its files are recognised and what its nodes mean.
 *
 * Resolved: modules as targets, extensions, protocols and what extensions give
 * them, initialisers, overloads by labels, optional chaining, computed
 * properties, declared types and what variables are given, what cases hold,
 * elements of collections, implicit members (.make()) where a declaration
 * or a call says what is wanted. Not resolved: key paths, operators, what other closures of the library are given, extensions of types
 * from outside. */
#include "src/languages/swift/swift_internal.h"

#define KIND_WORD(kind, node) node,
static const char *const kinds[] = {SWIFT_KINDS(KIND_WORD) NULL};
static const char *const fields[] = {SWIFT_FIELDS(KIND_WORD) NULL};

/* `import struct A.B` and `import A` bring all of A. */
static void import(LanguageBuild *build, NodeNo node) {
  NodeNo name = language_child(build, node, SWIFT_IDENTIFIER);
  Str text = language_text(build, name);
  Str module = str_cut(&text, '.');
  if (module.len) {
    language_import(build, (Import){.form = IMPORT_STAR, .specifier = language_intern(build, module)}, name);
  }
}

static const LanguageHandler handlers[SWIFT_KIND_COUNT] = {
    [SWIFT_IMPORT] = {.visit = import},
    [SWIFT_CLASS] = {.visit = language_swift_class},
    [SWIFT_PROTOCOL] = {.visit = language_swift_protocol},
    [SWIFT_ENUM_ENTRY] = {.visit = language_swift_enum_entry},
    [SWIFT_TYPEALIAS] = {.visit = language_swift_typealias},
    [SWIFT_PROPERTY] = {.visit = language_swift_property},
    [SWIFT_PROTOCOL_PROPERTY] = {.visit = language_swift_property},
    [SWIFT_FUNCTION] = {.visit = language_swift_function},
    [SWIFT_PROTOCOL_FUNCTION] = {.visit = language_swift_function},
    [SWIFT_INIT] = {.visit = language_swift_init},
    [SWIFT_SUBSCRIPT] = {.visit = language_swift_subscript},
    [SWIFT_RETURN] = {.visit = language_swift_return},
    [SWIFT_IF] = {.visit = language_swift_branch},
    [SWIFT_WHILE] = {.visit = language_swift_branch},
    [SWIFT_GUARD] = {.visit = language_swift_conditions},
    [SWIFT_FOR] = {.visit = language_swift_for},
    [SWIFT_PATTERN] = {.visit = language_swift_pattern},
    [SWIFT_DO] = {.visit = language_visit_block},
    [SWIFT_CATCH] = {.visit = language_visit_block},
    [SWIFT_SWITCH] = {.visit = language_swift_switch},
    [SWIFT_SWITCH_ENTRY] = {.visit = language_visit_block},
    [SWIFT_SWITCH_PATTERN] = {.visit = language_swift_switch_pattern},
    [SWIFT_SIMPLE_IDENTIFIER] = {.expr = language_swift_name},
    [SWIFT_TUPLE] = {.expr = language_swift_tuple},
    [SWIFT_ARRAY] = {.expr = language_swift_array},
    [SWIFT_DICTIONARY] = {.expr = language_swift_dictionary},
    [SWIFT_NAVIGATION] = {.expr = language_swift_navigation},
    [SWIFT_CALL] = {.expr = language_swift_call},
    [SWIFT_CONSTRUCTOR] = {.expr = language_swift_constructor},
    [SWIFT_SELF] = {.expr = language_swift_self},
    [SWIFT_SUPER] = {.expr = language_swift_super},
    [SWIFT_AS] = {.expr = language_swift_as},
    [SWIFT_NIL_COALESCING] = {.expr = language_swift_either},
    [SWIFT_TERNARY] = {.expr = language_swift_either},
    [SWIFT_ADDITIVE] = {.expr = language_swift_sum},
    [SWIFT_MULTIPLICATIVE] = {.expr = language_swift_sum},
    [SWIFT_TRY] = {.expr = language_swift_last},
    [SWIFT_AWAIT] = {.expr = language_swift_last},
    [SWIFT_POSTFIX] = {.expr = language_swift_last},
    [SWIFT_PREFIX] = {.expr = language_swift_prefix},
    [SWIFT_ASSIGNMENT] = {.expr = language_swift_assignment},
    [SWIFT_LAMBDA] = {.expr = language_swift_lambda},
    [SWIFT_USER_TYPE] = {.type = language_swift_user_type},
    [SWIFT_ARRAY_TYPE] = {.type = language_swift_array_type},
    [SWIFT_DICTIONARY_TYPE] = {.type = language_swift_dictionary_type},
    [SWIFT_OPTIONAL_TYPE] = {.type = language_swift_optional_type},
    [SWIFT_OPAQUE_TYPE] = {.type = language_swift_inner_type},
    [SWIFT_EXISTENTIAL_TYPE] = {.type = language_swift_inner_type},
    [SWIFT_METATYPE] = {.type = language_swift_inner_type},
    [SWIFT_TUPLE_TYPE] = {.type = language_swift_tuple_type},
    [SWIFT_FUNCTION_TYPE] = {.type = language_swift_function_type},
    [SWIFT_COMMENT] = {.is_comment = true},
    [SWIFT_MULTILINE_COMMENT] = {.is_comment = true},
};

static const LanguageRow rows[] = {
    {LANGUAGE_ROW_LITERAL, .node = "line_string_literal multi_line_string_literal raw_string_literal", .kind = LITERAL_STRING},
    {LANGUAGE_ROW_LITERAL, .node = "integer_literal hex_literal oct_literal bin_literal", .kind = LITERAL_INT},
    {LANGUAGE_ROW_LITERAL, .node = "real_literal", .kind = LITERAL_DOUBLE},
    {LANGUAGE_ROW_LITERAL, .node = "boolean_literal", .kind = LITERAL_BOOL},
    {LANGUAGE_ROW_NOTHING, .node = "operator_declaration precedence_group_declaration statement_label"},
    {0},
};

/* The target that a path belongs to: the folder beneath Sources or Tests, else
 * the project's first folder. Source, without an s, is one target with folders in
 * it, as projects have it that are older than packages. */
static Str target_of(Str path) {
  static const char *const roots[] = {"Sources/", "Tests/", "Plugins/", "Examples/"};
  if (str_starts_with(path, STR("Source/"))) return STR("Source");
  for (size_t i = 0; i < COUNT_OF(roots); i++) {
    Str root = str_from_c(roots[i]);
    size_t at = str_find(path, root);
    if (at == STR_NONE || (at && path.ptr[at - 1] != '/')) continue;
    Str rest = str_slice(path, at + root.len, path.len), target = str_cut(&rest, '/');
    if (rest.len) return target;
  }
  Str rest = path, first = str_cut(&rest, '/');
  return rest.len ? first : STR("main");
}

static void begin(LanguageBuild *build, NodeNo root) {
  (void)root;
  build->state = ARENA_NEW(build->arena, SwiftState);
  build->facts->package = language_intern(build, target_of(build->path));
}

/* A module that the package names and no folder is called after is in Source. */
static void find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  const WorldFile *files = NULL;
  (void)from;
  Str name = names_text(facts->names, import->specifier);
  size_t count = world->package(world, name, &files);
  Str manifest = count ? STR_EMPTY : world->config(world, STR("Package.swift"));
  Str quoted = str_format(world->arena, "\"%.*s\"", STR_ARG(name));
  if (manifest.len && str_find(manifest, quoted) != STR_NONE) count = world->package(world, STR("Source"), &files);
  *ret_module = (LanguageModule){.outside = !count, .count = count};
  if (count) ret_module->files = arena_copy(world->arena, files, count * sizeof *files);
}

static const LanguageTest tests[] = {{.marker = "Package.swift", .command = "swift test --filter {names}"}, {0}};

const Language language_swift = {
    .name = "swift", .revision = 1,
    .extensions = "swift",
    .kinds = kinds,
    .fields = fields,
    .handlers = handlers,
    .rows = rows,
    .begin = begin,
    .reading = language_swift_reading,
    .test_names = "Tests/ *Tests.swift *Test.swift",
    .tests = tests,
    .home = {.manifests = "Package.swift"},
    .rules = {.switches = LANGUAGE_SWITCHES_CHECKED, .type_scope = LANGUAGE_TYPE_SCOPE_MEMBERS,
              .namespaces = LANGUAGE_NAMES_KINDS_APART,
              .order = LANGUAGE_ORDER_DECLARED,
              .packages = LANGUAGE_PACKAGE_NAME,
              .unknown_is_outside = true,
              .library_unlisted = true,
              .members = LANGUAGE_MEMBERS_BY_SIGNATURE,
              .types_reopen = true,
              .types_reopen_anywhere = true, .outside_reopens = true,
              .overloads = LANGUAGE_OVERLOADS_BEST,
              .called_type = LANGUAGE_CALLED_TYPE_MAKES,
              .maps_give_pairs = true,
              .values_called = true, .absence_declared = true,
              .declaration_holds = true,
              .unsolved_is_unknown = true},
    .names = {.constructors = "init", .raw = "`", .call = "callAsFunction", .index = SWIFT_SUBSCRIPT_NAME,
              .list = "Array", .map = "Dictionary", .set = "Set",
              .last_argument = SWIFT_LAST_ARGUMENT,
              .literals = {[LITERAL_BOOL] = "Bool", [LITERAL_INT] = "Int", [LITERAL_DOUBLE] = "Double", [LITERAL_STRING] = "String"},
              .primitives = "Int Double ; Bool ; String"},
    .find_module = find_module,
    .editing = {.heads = "public private internal fileprivate open static final override mutating"},
};
