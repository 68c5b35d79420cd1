/* Rust: `use`, in all its forms. A path becomes an import of its last name
 * from the module that the names before it lead to; what "self", "super" and
 * "crate" mean of a file is found when imports are followed, inline modules
 * are counted off here. */
#include "src/languages/rust/rust_internal.h"

enum { PATH_MAX_BYTES = 2048 };

/* A path as it is put together on the way into the groups. */
typedef struct Path {
  Str text;   /* "a::b" */
  NodeNo at;
} Path;

static Str join(LanguageBuild *build, Str prefix, Str name) {
  if (!prefix.len) return name;
  return str_slice(str_format(build->arena, "%.*s::%.*s", STR_ARG(prefix), STR_ARG(name)), 0, PATH_MAX_BYTES);
}

/* The names of a path, whatever blanks stand between them. */
static Str path_text(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  if (!node) return STR_EMPTY;
  if (syntax_kind(syntax, node) != RUST_SCOPED_IDENTIFIER) return syntax_text(syntax, node);
  Str name = syntax_text(syntax, syntax_field(syntax, node, RUST_FIELD_NAME));
  NodeNo path = syntax_field(syntax, node, RUST_FIELD_PATH);
  if (!path || build->depth >= LANGUAGE_MAX_DEPTH) return name;
  build->depth++;
  Str before = path_text(build, path);
  build->depth--;
  return join(build, before, name);
}

/* Where a path begins: `self` and `super` of inline modules are taken off,
 * so that what is left is told from the file. `ret_around`: it leads to no
 * more than a module around, which is seen anyway. */
static Str from_file(LanguageBuild *build, Str path, bool *ret_around) {
  const RustState *state = language_rust_state(build);
  Str around = state->inline_path, rest = path, supers = STR_EMPTY;
  bool relative = false;
  *ret_around = false;
  if (!str_starts_with(path, STR("self")) && !str_starts_with(path, STR("super"))) return path;
  while (rest.len) {
    size_t end = str_find(rest, STR("::"));
    Str word = end == STR_NONE ? rest : str_slice(rest, 0, end);
    bool up = str_eq(word, STR("super"));
    if (!up && !str_eq(word, STR("self"))) break;
    relative = true;
    if (up && around.len) {
      size_t last = STR_NONE;
      for (size_t i = 0; i + 1 < around.len; i++) {
        if (around.ptr[i] == ':') last = i;
      }
      around = last == STR_NONE ? STR_EMPTY : str_slice(around, 0, last ? last - 1 : 0);
    } else if (up) {
      supers = join(build, supers, STR("super"));
    }
    rest = end == STR_NONE ? STR_EMPTY : str_slice(rest, end + 2, rest.len);
  }
  if (!relative) return path;
  *ret_around = !supers.len && !rest.len && state->inline_depth;
  Str start = supers.len ? supers : STR("self");
  if (around.len) start = join(build, start, around);
  return rest.len ? join(build, start, rest) : start;
}

/* The last name of a path; what is before it. */
static Str cut_last(Str path, Str *ret_before) {
  size_t last = STR_NONE;
  for (size_t i = 0; i + 1 < path.len; i++) {
    if (path.ptr[i] == ':' && path.ptr[i + 1] == ':') last = i;
  }
  if (last == STR_NONE) {
    *ret_before = STR_EMPTY;
    return path;
  }
  *ret_before = str_slice(path, 0, last);
  return str_slice(path, last + 2, path.len);
}

static void hoist(LanguageBuild *build, const Import *import) {
  if (import->local.value) vec_last(&build->facts->binds)->flags |= BIND_HOISTED;
}

static void import_star(LanguageBuild *build, Str path, NodeNo node, unsigned flags) {
  bool around;
  Str spec = from_file(build, path, &around);
  if (around || !spec.len) return; /* names of modules around are seen anyway */
  language_import(build, (Import){.form = IMPORT_STAR, .specifier = language_intern(build, spec),
                                  .flags = (uint8_t)flags}, node);
}

/* One name, under its own or another one. `_` brings a trait in without a
 * name. */
static void import_name(LanguageBuild *build, Str path, NodeNo alias, NodeNo node, unsigned flags) {
  bool around;
  Str before, spec = from_file(build, path, &around), name = cut_last(spec, &before);
  Str local = alias ? syntax_text(build->syntax, alias) : name;
  bool is_root = str_eq(name, STR("crate")) || str_eq(name, STR("self")) || str_eq(name, STR("super"));
  if (!name.len || around) return;
  Import import = {.form = before.len && !is_root ? IMPORT_NAMED : IMPORT_MODULE, .flags = (uint8_t)flags,
                   .specifier = language_intern(build, before.len && !is_root ? before : spec)};
  if (import.form == IMPORT_NAMED) import.name = language_intern(build, name);
  if (!str_eq(local, STR("_"))) import.local = language_intern(build, local);
  bool seen_anyway = language_rust_state(build)->inline_depth && str_eq(before, STR("self")) && !alias;
  if (seen_anyway) return;
  language_import(build, import, node);
  hoist(build, &import);
  if (!import.local.value) return;
  ExprNo used = language_add(build, (Expr){.kind = EXPR_NAME, .name = import.local,
                                           .at = build->syntax->nodes[node].from});
  language_ref(build, REF_IMPORT, used, node);
}

static void import_tree(LanguageBuild *build, NodeNo node, Str prefix, unsigned flags);

static void import_list(LanguageBuild *build, NodeNo list, Str prefix, unsigned flags) {
  const Syntax *syntax = build->syntax;
  if (build->depth >= LANGUAGE_MAX_DEPTH) return;
  build->depth++;
  for (NodeNo c = list ? syntax_first(syntax, list) : 0; c; c = syntax_next(syntax, c)) {
    if (syntax_is_named(syntax, c)) import_tree(build, c, prefix, flags);
  }
  build->depth--;
}

static void import_tree(LanguageBuild *build, NodeNo node, Str prefix, unsigned flags) {
  const Syntax *syntax = build->syntax;
  switch (syntax_kind(syntax, node)) {
    case RUST_LINE_COMMENT: case RUST_BLOCK_COMMENT: break;
    case RUST_USE_LIST: import_list(build, node, prefix, flags); break;
    case RUST_SCOPED_USE_LIST: {
      Str path = path_text(build, syntax_field(syntax, node, RUST_FIELD_PATH));
      import_list(build, syntax_field(syntax, node, RUST_FIELD_LIST), path.len ? join(build, prefix, path) : prefix, flags);
      break;
    }
    case RUST_USE_WILDCARD: {
      Str path = path_text(build, syntax_named(syntax, node, 0));
      import_star(build, path.len ? join(build, prefix, path) : prefix, node, flags);
      break;
    }
    case RUST_USE_AS: {
      Str path = path_text(build, syntax_field(syntax, node, RUST_FIELD_PATH));
      bool is_self = prefix.len && str_eq(path, STR("self"));
      import_name(build, is_self ? prefix : join(build, prefix, path), syntax_field(syntax, node, RUST_FIELD_ALIAS),
                  node, flags);
      break;
    }
    case RUST_SELF: /* {self, …}: the module itself; `use self` is none */
      if (prefix.len) import_name(build, prefix, 0, node, flags);
      break;
    default: import_name(build, join(build, prefix, path_text(build, node)), 0, node, flags);
  }
}

void language_rust_use(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  language_rust_take_attributes(build);
  unsigned flags = syntax_child(syntax, node, RUST_VISIBILITY) ? IMPORT_REEXPORT : 0;
  NodeNo argument = syntax_field(syntax, node, RUST_FIELD_ARGUMENT);
  if (argument) import_tree(build, argument, STR_EMPTY, flags);
}

void language_rust_extern_crate(LanguageBuild *build, NodeNo node) {
  const Syntax *syntax = build->syntax;
  language_rust_take_attributes(build);
  NodeNo name = syntax_field(syntax, node, RUST_FIELD_NAME), alias = syntax_field(syntax, node, RUST_FIELD_ALIAS);
  if (!name) return;
  Import import = {.form = IMPORT_MODULE, .specifier = language_name(build, name),
                   .local = language_name(build, alias ? alias : name)};
  language_import(build, import, node);
  hoist(build, &import);
}

/* ---- crates that are named by paths alone ---- */

static bool is_bound(const Facts *facts, NameId name) {
  for (BindNo i = 1; i < facts->binds.len; i++) {
    if (names_same(facts->binds.items[i].name, name)) return true;
  }
  return false;
}

/* Modules are written in lower case: `use Kind::*` of an enum brings in none. */
static bool has_star(const Facts *facts) {
  for (ImportNo i = 1; i < facts->imports.len; i++) {
    Str path = names_text(facts->names, facts->imports.items[i].specifier);
    size_t last = str_find_last_byte(path, ':');
    Str name = last == STR_NONE ? path : str_slice(path, last + 1, path.len);
    bool is_type = name.len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z';
    if (facts->imports.items[i].form == IMPORT_STAR && !is_type) return true;
  }
  return false;
}

/* Names at the file's top: what each is bound by first, and those that are bound by
 * something else as well. */
typedef struct Tops {
  Idmap first, others;
} Tops;

static void gather_tops(const LanguageBuild *build, Tops *tops) {
  const Facts *facts = build->facts;
  idmap_init(&tops->first, build->arena);
  idmap_init(&tops->others, build->arena);
  for (BindNo i = 1; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (bind->scope == 1 && idmap_add(&tops->first, bind->name.value, bind->import) != bind->import) idmap_mark(&tops->others, bind->name.value);
  }
}

/* Whether the file has the name at its top, other than by this import. */
static bool is_own_name(const Facts *facts, const Tops *tops, ImportNo import, Str text) {
  NameId name = names_find(facts->names, text);
  uint32_t first = idmap_get(&tops->first, name.value);
  return first != IDMAP_NONE && (first != import || idmap_has(&tops->others, name.value));
}

/* `use module::Name` of a module that the file itself has, which is told
 * from a crate's name only now. */
static void settle_imports(LanguageBuild *build) {
  Facts *facts = build->facts;
  Tops tops;
  gather_tops(build, &tops);
  for (ImportNo i = 1; i < facts->imports.len; i++) {
    Str spec = names_text(facts->names, facts->imports.items[i].specifier);
    size_t end = str_find(spec, STR("::"));
    Str first = end == STR_NONE ? spec : str_slice(spec, 0, end);
    if (language_word_in("mod path crate self super std core alloc", first) || !is_own_name(facts, &tops, i, first)) continue;
    facts->imports.items[i].specifier = language_intern(build, join(build, STR("self"), spec));
  }
}

/* A path may begin with the name of a crate that nothing imports. Where all
 * names of some module were brought in, it may as well be one of those. */
void language_rust_finish(LanguageBuild *build) {
  const RustState *state = language_rust_state(build);
  settle_imports(build);
  if (has_star(build->facts)) return;
  for (size_t i = 0; i < state->crate_names.len; i++) {
    NodeNo node = state->crate_names.items[i];
    Str text = syntax_text(build->syntax, node);
    NameId name = language_intern(build, text);
    if (is_bound(build->facts, name)) continue;
    language_import(build, (Import){.form = IMPORT_MODULE, .specifier = name, .local = name, .scope = 1}, node);
    vec_last(&build->facts->binds)->flags |= BIND_HOISTED | BIND_TYPE;
  }
}
