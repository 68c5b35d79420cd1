/* Files of Zig: what @import and @This give, a file that is a struct, and where
 * imports lead. */
#include "src/languages/common/near_internal.h"
#include "src/languages/zig/zig_internal.h"

NodeNo language_zig_last(const Syntax *syntax, NodeNo node) {
  NodeNo last = 0;
  for (NodeNo c = syntax_first(syntax, node); c; c = syntax_next(syntax, c)) {
    if (syntax_is_named(syntax, c)) last = c;
  }
  return last;
}

/* The path in @import("path"); 0: it is something else. */
static NodeNo imported(const Syntax *syntax, NodeNo value) {
  if (syntax_kind(syntax, value) != ZIG_BUILTIN || !str_starts_with(syntax_text(syntax, value), STR("@import"))) return 0;
  NodeNo list = syntax_child(syntax, value, ZIG_ARGUMENTS), string = list ? syntax_child(syntax, list, ZIG_STRING) : 0;
  return string ? syntax_child(syntax, string, ZIG_CONTENT) : 0;
}

static bool is_this(const Syntax *syntax, NodeNo value) {
  return syntax_kind(syntax, value) == ZIG_BUILTIN && str_starts_with(syntax_text(syntax, value), STR("@This"));
}

ExprNo language_zig_builtin(LanguageBuild *build, NodeNo node, unsigned role) {
  (void)role;
  NodeNo path = imported(build->syntax, node);
  if (is_this(build->syntax, node)) return language_add(build, (Expr){.kind = EXPR_SELF_TYPE, .at = build->syntax->nodes[node].from});
  language_visit_children(build, node);
  if (!path) return 0;
  ImportNo import = language_import(build, (Import){.form = IMPORT_MODULE, .specifier = language_name(build, path)}, path);
  return language_add_number(build, EXPR_MODULE, 0, import, node);
}

/* The declaration by which a file names itself; 0: it does not. */
static NodeNo naming(const Syntax *syntax, NodeNo root) {
  for (NodeNo c = syntax_first(syntax, root); c; c = syntax_next(syntax, c)) {
    if (syntax_kind(syntax, c) == ZIG_VARIABLE && is_this(syntax, language_zig_last(syntax, c))) return c;
  }
  return 0;
}

void language_zig_file(LanguageBuild *build, NodeNo root) {
  NodeNo named = naming(build->syntax, root), name = named ? syntax_child(build->syntax, named, ZIG_IDENTIFIER) : 0;
  LanguageOpen before;
  DefNo def = !name ? 0 : language_define(build, &(LanguageDef){.kind = SYMBOL_STRUCT, .flags = DEF_EXPORTED | DEF_STATIC, .name = name, .whole = named,
                                                                .bind = BIND_HOISTED});
  if (!def) {
    language_visit_children(build, root);
    return;
  }
  ScopeNo exports = language_open(build, SCOPE_EXPORTS, root, 0, &before);
  language_close(build, &before);
  language_bind(build, (Bind){.scope = exports, .name = language_intern(build, STR("export=")), .flags = BIND_HOISTED, .value = language_add_name(build, name)});
  language_open(build, SCOPE_TYPE, root, def, &before);
  language_visit_others(build, root, named);
  language_close(build, &before);
}

/* Modules that the build names are files that it names, and are mostly called
 * after them. */
void language_zig_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from, LanguageModule *ret_module) {
  Str path = names_text(facts->names, import->specifier);
  bool is_file = str_ends_with(path, STR(".zig"));
  Str named = str_format(world->arena, "/%.*s.zig\"", STR_ARG(path)), manifest = is_file ? STR_EMPTY : world->config(world, STR("build.zig"));
  if (is_file) language_find_near(world, from, path, "{}", ret_module);
  else if (manifest.len && str_find(manifest, named) != STR_NONE) language_find_near(world, from, path, "{}.zig", ret_module);
  else ret_module->outside = true;
}
