/* Calls that Ruby types are described with: attributes, visibility, aliases,
 * methods by name, and files that are loaded. */
#include "src/languages/common/paths_internal.h"
#include "src/languages/ruby/ruby_internal.h"

static void attributes(LanguageBuild *build, NodeNo node, NodeNo arguments, bool reads) {
  for (NodeNo c = arguments ? syntax_first(build->syntax, arguments) : 0; c; c = syntax_next(build->syntax, c)) {
    if (syntax_is_named(build->syntax, c)) language_ruby_attribute(build, node, c, reads);
  }
}

/* Paths are named without extension; `relative` are from the file itself. */
static bool load(LanguageBuild *build, NodeNo node, NodeNo arguments, unsigned nth, bool is_relative) {
  Str path = language_ruby_literal(build, arguments ? syntax_named(build->syntax, arguments, nth) : 0);
  if (!path.len) return false;
  Str specifier = is_relative ? str_format(build->arena, "./%.*s", STR_ARG(path)) : path;
  language_import(build, (Import){.form = IMPORT_EFFECT, .scope = 1, .specifier = language_intern(build, specifier)}, node);
  return true;
}

/* `private def x` and `private :x` say so of one method, `private` of all that
 * follow. */
static void visibility(LanguageBuild *build, NodeNo arguments, bool is_private) {
  RubyState *state = ruby_state(build);
  if (!arguments) {
    state->is_private = is_private;
    return;
  }
  bool before = state->is_private;
  state->is_private = is_private;
  language_visit_children(build, arguments);
  state->is_private = before;
}

static bool in_body(const LanguageBuild *build) {
  return build->facts->scopes.items[build->scope].kind == SCOPE_TYPE;
}

static bool describes_type(LanguageBuild *build, NodeNo node, Str name, NodeNo arguments, NodeNo block) {
  static const char *const readers[] = {"attr_reader", "attr_accessor", "attr", "cattr_accessor", "mattr_accessor"};
  static const char *const mixins[] = {"include", "extend", "prepend"};
  static const char *const hiding[] = {"private", "protected", "private_class_method"};
  NodeNo first = arguments ? syntax_named(build->syntax, arguments, 0) : 0;
  if (str_is_one_of(name, readers, 5)) attributes(build, node, arguments, true);
  else if (str_eq_c(name, "attr_writer")) attributes(build, node, arguments, false);
  else if (str_is_one_of(name, mixins, 3) && !block) {
    for (NodeNo c = arguments ? syntax_first(build->syntax, arguments) : 0; c; c = syntax_next(build->syntax, c)) {
      unsigned kind = language_kind(build, c); /* constants were read as bases */
      if (kind != RUBY_CONSTANT && kind != RUBY_SCOPE_RESOLUTION && kind != RUBY_SELF) language_visit(build, c);
    }
  }
  else if (str_is_one_of(name, hiding, 3)) visibility(build, arguments, true);
  else if (str_eq_c(name, "public") || str_eq_c(name, "module_function")) visibility(build, arguments, false);
  else if (str_eq_c(name, "alias_method")) {
    Str names[2] = {language_ruby_literal(build, first), language_ruby_literal(build, arguments ? syntax_named(build->syntax, arguments, 1) : 0)};
    if (!names[0].len || !names[1].len) return false;
    language_ruby_alias_names(build, names[0], names[1], node);
  } else if (str_eq_c(name, "define_method") && block && language_ruby_literal(build, first).len) {
    language_ruby_define_method(build, node, first, block);
  } else {
    return false;
  }
  return true;
}

bool language_ruby_directive(LanguageBuild *build, NodeNo node, Str name, NodeNo arguments, NodeNo block) {
  if (in_body(build) && describes_type(build, node, name, arguments, block)) return true;
  if (str_eq_c(name, "require_relative")) return load(build, node, arguments, 0, true);
  if (str_eq_c(name, "require") || str_eq_c(name, "load")) return load(build, node, arguments, 0, false);
  if (str_eq_c(name, "autoload")) return load(build, node, arguments, 1, false);
  return false;
}

/* ---- files ---- */

static bool use(LanguageWorld *world, Str path, LanguageModule *ret_module) {
  Str names[2] = {str_format(world->arena, "%.*s.rb", STR_ARG(path)), path};
  for (int i = 0; i < 2; i++) {
    WorldFile file = world->file(world, names[i]);
    if (!file) continue;
    ret_module->files = arena_copy(world->arena, &file, sizeof file);
    ret_module->count = 1;
    return true;
  }
  return false;
}

/* The load path is whatever a program makes it; by custom it is `lib`, or a
 * `lib` of one gem among several. */
void language_ruby_find_module(LanguageWorld *world, const Facts *facts, const Import *import, WorldFile from,
                               LanguageModule *ret_module) {
  Str specifier = names_text(facts->names, import->specifier), whole;
  *ret_module = (LanguageModule){0};
  if (str_starts_with(specifier, STR("./")) || str_starts_with(specifier, STR("../"))) {
    Str folder = language_path_folder(world->path(world, from));
    if (language_path_relative(world->arena, folder, specifier, &whole)) use(world, whole, ret_module);
    return;
  }
  if (use(world, language_path_join(world->arena, STR("lib"), specifier), ret_module)) return;
  if (use(world, specifier, ret_module)) return;
  const WorldFile *files = NULL;
  size_t count = 0;
  Str suffix = str_format(world->arena, "lib/%.*s.rb", STR_ARG(specifier));
  if (world->path_suffix(world, suffix, &files, &count) && count == 1) {
    ret_module->files = arena_copy(world->arena, files, sizeof *files);
    ret_module->count = 1;
    return;
  }
  ret_module->outside = true;
}
