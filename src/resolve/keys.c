/* Keys: under which questions a file gives an answer. Hashes of text, so that
 * they are the same in every run and can be stored. */
#include <assert.h>

#include "src/base/hash.h"
#include "src/base/idmap.h"
#include "src/resolve/arguments_internal.h"
#include "src/resolve/foreign_internal.h"
#include "src/resolve/heard_internal.h"
#include "src/resolve/kept_internal.h"
#include "src/resolve/macros_internal.h"
#include "src/resolve/placed_internal.h"
#include "src/resolve/services_internal.h"
#include "src/resolve/tables_internal.h"
#include "src/resolve/topics_internal.h"

/* The kind goes into the hash, so that one table can hold all kinds of keys.
 * Keys are stored with the edges of files (what they asked), so the way they
 * are made is part of the store's format: change it together with the
 * revision. */
uint64_t resolve_key(KeyKind kind, uint64_t first, uint64_t second) {
  return hash_combine(hash_combine((uint64_t)kind, first), second);
}

Str resolve_family(const Language *language) {
  return str_from_c(language->family ? language->family : language->name);
}

uint64_t resolve_family_id(const Language *language, bool library) {
  return hash_combine(library, hash_str(resolve_family(language)));
}

static Str directory_of(Str path) {
  size_t slash = str_find_last_byte(path, '/');
  return slash == STR_NONE ? STR_EMPTY : str_slice(path, 0, slash);
}

static Str name_of(Str path) {
  size_t slash = str_find_last_byte(path, '/');
  return slash == STR_NONE ? path : str_slice(path, slash + 1, path.len);
}

/* A file of a language without packages is a package of its own, so that
 * generic code can always ask "the same package". */
uint64_t resolve_package_id(const Language *language, bool library, Str path, Str package) {
  uint64_t id = resolve_family_id(language, library);
  LanguagePackages packages = language->rules.packages;
  if (packages == LANGUAGE_PACKAGE_FILE) return hash_combine(id, hash_str(path));
  if (packages == LANGUAGE_PACKAGE_FOLDER) id = hash_combine(id, hash_str(directory_of(path)));
  return hash_combine(id, hash_str(package));
}

uint64_t resolve_plain_hash(Str name) {
  enum { LONGEST = 200 };
  char small[LONGEST];
  name = str_head(name, LONGEST);
  for (size_t i = 0; i < name.len; i++) small[i] = byte_lower(name.ptr[i]);
  return hash_str((Str){small, name.len});
}

uint64_t resolve_fragment_hash(Str name) { return hash_combine(hash_str(name), hash_str(STR("fragment"))); }

uint64_t resolve_test_table(Str name, Str path) { return hash_combine(resolve_plain_hash(name), hash_str(path)); }

/* The keys of one file while they are gathered. */
typedef struct Keys {
  Arena *arena;
  VEC(Key) list;
  const Language *language;
  const Facts *facts;
  Str path;
  uint64_t package_id, family_id;
  bool is_library, is_global;
  bool has_tables; /* the key for any table is there */
} Keys;

static void add(Keys *keys, KeyKind kind, uint64_t first, uint64_t second, DefNo def) {
  *vec_add(keys->arena, &keys->list) = (Key){resolve_key(kind, first, second), def};
}

static uint64_t name_hash(const Keys *keys, NameId name) {
  return hash_str(names_text(keys->facts->names, name));
}

/* The top level of scripts (files that export nothing) and of `declare global`. */
static bool is_of_script(const Keys *keys, const Def *def) {
  if (def->scope == 1) return !keys->facts->exports;
  DefNo around = keys->facts->scopes.items[def->scope].def;
  if (!around) return false;
  const Def *module = &keys->facts->defs.items[around];
  return module->kind == SYMBOL_MODULE && str_eq_c(names_text(keys->facts->names, module->name), "global");
}

/* Seen by other files without an import. */
static bool is_global(const Keys *keys, const Def *def) {
  if (keys->is_library) return false;
  switch (keys->language->rules.globals) {
    case LANGUAGE_GLOBALS_LINKED:
      return def->scope == 1 && (def->flags & DEF_EXPORTED) && !(def->flags & DEF_DECLARATION);
    case LANGUAGE_GLOBALS_SCRIPTS: return is_of_script(keys, def);
    case LANGUAGE_GLOBALS_NONE: break;
  }
  return false;
}

/* Where packages are files nobody can ask for the name without an import,
 * which leads to the file itself: a key would be of no use. */
static void add_top_level(Keys *keys, const Def *def, DefNo number) {
  bool is_shared = keys->language->rules.packages != LANGUAGE_PACKAGE_FILE;
  if (is_shared) add(keys, KEY_NAME, keys->package_id, name_hash(keys, def->name), number);
  if (is_global(keys, def)) add(keys, KEY_GLOBAL, keys->family_id, name_hash(keys, def->name), number);
}

/* Methods that a type elsewhere may implement without naming the interface. */
static bool is_interface_method(const Keys *keys, const Def *def) {
  if (!symbol_kind_is_callable((SymbolKind)def->kind) || !def->container) return false;
  unsigned kind = keys->facts->defs.items[def->container].kind;
  return kind == SYMBOL_INTERFACE || kind == SYMBOL_TRAIT || kind == SYMBOL_PROTOCOL;
}

/* Types inside of functions have no path. */
uint64_t resolve_type_path(const Facts *facts, DefNo number) {
  enum { DEEPEST = 64 };
  uint64_t path = facts->package.value ? hash_str(names_text(facts->names, facts->package)) : 1;
  for (int i = 0; i < DEEPEST; i++) {
    const Def *def = &facts->defs.items[number];
    if (!symbol_kind_is_type((SymbolKind)def->kind) || !def->name.value) return 0;
    path = hash_combine(path, hash_str(names_text(facts->names, def->name)));
    if (def->scope == 1) return path;
    number = facts->scopes.items[def->scope].def;
    if (!number) return 0;
  }
  return 0;
}

static void add_part(Keys *keys, DefNo number) {
  bool is_part = keys->facts->defs.items[number].flags & DEF_PARTIAL;
  if (!is_part && !keys->language->rules.types_reopen_anywhere) return;
  uint64_t path = resolve_type_path(keys->facts, number);
  if (path) add(keys, KEY_PART, keys->family_id, path, number);
}

NameId resolve_base_name(const Facts *facts, ExprNo base) {
  const Expr *expr = &facts->exprs.items[base];
  if (expr->kind == EXPR_TYPE_OF) expr = &facts->exprs.items[expr->base];
  if (expr->kind == EXPR_NEW) expr = &facts->exprs.items[expr->base];
  return expr->name;
}

/* By the last name of each base, which is what it has in the file that defines it. */
static void add_uses(Keys *keys, DefNo number) {
  if (!keys->language->rules.mixins_see_users) return;
  ExprList bases = keys->facts->defs.items[number].bases;
  for (uint32_t i = 0; i < bases.count; i++) {
    NameId base = resolve_base_name(keys->facts, keys->facts->lists.items[bases.first + i]);
    if (base.value) add(keys, KEY_USER, keys->family_id, name_hash(keys, base), number);
  }
}

/* A receiver is kept as people see it. */
static uint64_t receiver_hash(const Keys *keys, const Def *def) {
  if (keys->language->rules.name_case != LANGUAGE_CASE_IGNORED) return name_hash(keys, def->receiver);
  return resolve_plain_hash(names_text(keys->facts->names, def->receiver));
}

/* A method that stands outside of its type is found by package, receiver and
 * name, since its file may be any of the package; the second key lists all
 * methods of a receiver, which is what a type that is to be compared with
 * interfaces needs. Where blocks of methods may be in any file, it lists the
 * blocks instead. */
static void add_method(Keys *keys, const Def *def, DefNo number) {
  bool anywhere = keys->language->rules.methods == LANGUAGE_METHODS_ANYWHERE;
  uint64_t where = anywhere ? keys->family_id : keys->package_id;
  uint64_t receiver = hash_combine(where, receiver_hash(keys, def));
  if (def->name.value) add(keys, KEY_METHOD, receiver, name_hash(keys, def->name), number);
  if (anywhere == !def->name.value) add(keys, KEY_METHODS, receiver, 0, number);
}

static void add_extension(Keys *keys, const Def *def, DefNo number) {
  if (!keys->language->rules.extensions_static || !(def->flags & DEF_EXTENSION)) return;
  if (keys->facts->scopes.items[def->scope].kind == SCOPE_FUNCTION) return; /* nobody else sees it */
  add(keys, KEY_EXTENSION, keys->family_id, name_hash(keys, def->name), number);
}

static bool is_table(const Def *def) {
  bool is_placed = def->scope == 1 || def->flags & DEF_EMBEDDED;
  return is_placed && symbol_kind_is_type((SymbolKind)def->kind) && def->kind != SYMBOL_ENUM;
}

/* A table, or a column that a statement outside of its table adds. What a test
 * makes is there for itself alone. */
static void add_table(Keys *keys, const Def *def, DefNo number) {
  Names *names = keys->facts->names;
  bool is_made = def->flags & DEF_EMBEDDED;
  if ((!keys->language->rules.types_are_tables && !is_made) || !def->name.value || keys->is_library) return;
  if (is_made && def->flags & DEF_PARTIAL) add(keys, KEY_TABLE, resolve_fragment_hash(names_text(names, def->name)), 0, number);
  Str table = names_text(names, def->receiver.value ? def->receiver : def->name);
  uint64_t hash = is_made && def->flags & DEF_TEST ? resolve_test_table(table, keys->path) : resolve_plain_hash(table);
  if (def->receiver.value) add(keys, KEY_TABLE, hash, resolve_plain_hash(names_text(names, def->name)), number);
  else if (is_table(def)) add(keys, KEY_TABLE, hash, 0, number);
  if (!keys->has_tables && is_table(def)) add(keys, KEY_TABLE, 0, 0, number);
  keys->has_tables |= is_table(def);
}

/* A procedure of a service. */
static void add_service(Keys *keys, const Def *def, DefNo number) {
  const Def *around = &keys->facts->defs.items[def->container];
  if (!keys->language->rules.types_are_services || !def->container || around->kind != SYMBOL_INTERFACE) return;
  add(keys, KEY_SERVICE, resolve_service_hash(names_text(keys->facts->names, def->name)), 1, number);
  add(keys, KEY_SERVICE, 0, 0, number);
}

/* Classes, and functions that make instances: these are written with a capital. */
static void add_documented(Keys *keys, const Def *def, DefNo number) {
  if (!keys->language->rules.comments_name_types || keys->is_library || def->scope != 1) return;
  Str name = names_text(keys->facts->names, def->name);
  bool makes = symbol_kind_is_callable((SymbolKind)def->kind) && name.len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z';
  if (makes || def->kind == SYMBOL_CLASS) add(keys, KEY_DOCUMENTED, keys->family_id, name_hash(keys, def->name), number);
}

static void add_def(Keys *keys, DefNo number) {
  const Def *def = &keys->facts->defs.items[number];
  add_service(keys, def, number);
  add_table(keys, def, number);
  if (def->flags & DEF_EMBEDDED) return;
  if (def->receiver.value) {
    add_method(keys, def, number);
    return;
  }
  if (!def->name.value) return;
  add_part(keys, number);
  add_uses(keys, number);
  add_extension(keys, def, number);
  add_documented(keys, def, number);
  if (def->scope == 1) add_top_level(keys, def, number);
  else if (is_global(keys, def)) add(keys, KEY_GLOBAL, keys->family_id, name_hash(keys, def->name), number);
  if (keys->language->rules.interfaces == LANGUAGE_INTERFACES_METHODS && is_interface_method(keys, def)) {
    add(keys, KEY_ABSTRACT, keys->family_id, name_hash(keys, def->name), number);
  }
}

/* A case that is also a name of what is around its type, which others of the package see. */
static void add_bound(Keys *keys, const Bind *bind) {
  const Def *def = bind->def ? &keys->facts->defs.items[bind->def] : NULL;
  if (def && bind->scope == 1 && def->scope != 1) add_top_level(keys, def, bind->def);
}

/* Names of a library that are seen everywhere: whatever its file binds. */
static void add_globals(Keys *keys) {
  const Facts *facts = keys->facts;
  ScopeNo scope = facts->exports ? facts->exports : 1;
  for (BindNo i = 1; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (bind->scope != scope || !bind->name.value) continue;
    add(keys, KEY_GLOBAL, keys->family_id, name_hash(keys, bind->name), i);
  }
}

/* Of what a component is given, its type is the component itself, as a value. */
bool resolve_is_assignment(const Language *language, const Bind *bind) {
  if (!(bind->flags & BIND_MEMBER) || !bind->type || !bind->value || bind->def) return false;
  return language->rules.fields != LANGUAGE_FIELDS_GIVEN || bind->flags & BIND_NARROW;
}

/* Names of members that the file calls. */
static void find_called(const Facts *facts, Idmap *ret_names) {
  for (RefNo i = 1; i < facts->refs.len; i++) {
    const Expr *call = &facts->exprs.items[facts->refs.items[i].expr];
    const Expr *callee = facts->refs.items[i].role == REF_CALL && call->kind == EXPR_CALL ? &facts->exprs.items[call->base] : NULL;
    if (callee && callee->kind == EXPR_MEMBER) idmap_mark(ret_names, callee->name.value);
  }
}

/* From field to field most of what is assigned is no function: it counts where
 * the file calls such a field. */
static void add_fields(Keys *keys) {
  const Facts *facts = keys->facts;
  Idmap called;
  bool is_known = false;
  if (keys->language->rules.fields == LANGUAGE_FIELDS_UNKNOWN) return;
  idmap_init(&called, keys->arena);
  for (BindNo i = 1; i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (!resolve_is_assignment(keys->language, bind)) continue;
    bool is_member = facts->exprs.items[bind->value].kind == EXPR_MEMBER;
    if (is_member && !is_known) find_called(facts, &called);
    is_known |= is_member;
    if (!is_member || idmap_has(&called, bind->name.value)) add(keys, KEY_FIELD, keys->family_id, name_hash(keys, bind->name), i);
  }
}

/* Uses of macros of other files, by what they are given. */
static void add_uses_of_macros(Keys *keys) {
  const Facts *facts = keys->facts;
  if (!keys->language->rules.macros_call) return;
  NameId used = names_find(facts->names, STR(LANGUAGE_MACRO_USED));
  for (BindNo i = 1; used.value && i < facts->binds.len; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (!names_same(bind->name, used) || !bind->value) continue;
    const Expr *call = &facts->exprs.items[bind->value];
    uint64_t macro = call->base ? name_hash(keys, facts->exprs.items[call->base].name) : 0;
    for (uint32_t k = 0; k < call->list.count; k++) {
      const Expr *arg = &facts->exprs.items[facts->lists.items[call->list.first + k]];
      if (arg->name.value) add(keys, KEY_MADE, keys->family_id, resolve_made_hash(macro, name_hash(keys, arg->name)), i);
    }
  }
}

/* Macros that make functions, by what is fixed in the names of these. */
static void add_makers(Keys *keys) {
  const Facts *facts = keys->facts;
  bool has_any = false;
  if (!keys->language->rules.macros_call) return;
  for (DefNo i = 1; i < facts->defs.len; i++) {
    const Def *def = &facts->defs.items[i];
    const Expr *value = def->kind == SYMBOL_MACRO && def->value ? &facts->exprs.items[def->value] : NULL;
    for (uint32_t k = 0; value && value->kind == EXPR_NONE && k < value->list.count; k++) {
      Str text = names_text(facts->names, facts->exprs.items[facts->lists.items[value->list.first + k]].name);
      uint64_t hash = resolve_maker_hash(text);
      if (hash) add(keys, KEY_MAKER, keys->family_id, hash, i);
      has_any |= hash != 0;
    }
  }
  if (has_any) add(keys, KEY_MAKER, keys->family_id, 0, 0);
}

static void add_foreign(Keys *keys) {
  ForeignKeys given;
  resolve_foreign_keys(keys->arena, keys->language, keys->facts, &given);
  for (size_t i = 0; i < given.len; i++) add(keys, KEY_FOREIGN, given.items[i].family, given.items[i].name, given.items[i].call);
  if (given.len) add(keys, KEY_WIRED, hash_str(keys->path), resolve_wiring_hash(keys->facts), 0);
}

static bool has_queries(const Facts *facts) {
  for (DefNo i = 1; i < facts->defs.len; i++) {
    if (facts->defs.items[i].flags & DEF_QUERY) return true;
  }
  return false;
}

/* What is wired for other files is no part of what they see of this one, so a
 * key says when it changed. */
static void add_mounts(Keys *keys, Str path) {
  WiringKeys wired;
  resolve_wiring_keys(keys->arena, keys->language, keys->facts, &wired);
  wired.segment_count += resolve_placed_segments(keys->arena, keys->language, path, wired.segments + wired.segment_count,
                                                 WIRING_KEYS - wired.segment_count);
  for (size_t i = 0; i < wired.mount_count; i++) add(keys, KEY_MOUNT, keys->family_id, 0, wired.mounts[i]);
  for (size_t i = 0; i < wired.segment_count; i++) add(keys, KEY_ROUTE, 0, wired.segments[i], 0);
  for (size_t i = 0; i < wired.event_count; i++) add(keys, KEY_EVENT, keys->family_id, wired.events[i], wired.listens[i]);
  for (size_t i = 0; i < wired.topics.len; i++) add(keys, KEY_TOPIC, wired.topics.items[i].method, wired.topics.items[i].name, 0);
  uint64_t brokers[16];
  size_t broker_count = resolve_topic_packages(keys->language, keys->facts, brokers, COUNT_OF(brokers));
  for (size_t i = 0; i < broker_count; i++) add(keys, KEY_TOPIC, 0, brokers[i], 0);
  KeptKeys kept;
  resolve_kept_keys(keys->arena, keys->language, keys->facts, &kept);
  for (size_t i = 0; i < kept.len; i++) add(keys, kept.items[i].kind, keys->family_id, kept.items[i].name, kept.items[i].number);
  HeardKeys heard;
  resolve_heard_keys(keys->arena, keys->language, keys->facts, path, &heard);
  for (size_t i = 0; i < heard.len; i++) add(keys, KEY_HEARD, keys->family_id, heard.items[i].name, heard.items[i].def);
  ArgumentKeys given;
  resolve_argument_keys(keys->arena, keys->language, keys->facts, &given);
  for (size_t i = 0; i < given.len; i++) add(keys, KEY_CALLED, keys->family_id, given.items[i].name, given.items[i].call);
  ArgumentKeys supplied, copied;
  resolve_copier_keys(keys->arena, keys->language, keys->facts, &copied);
  for (size_t i = 0; i < copied.len; i++) add(keys, KEY_USER, keys->family_id, copied.items[i].name, copied.items[i].call);
  resolve_supplied_keys(keys->arena, keys->language, keys->facts, &supplied);
  for (size_t i = 0; i < supplied.len; i++) add(keys, KEY_SUPPLIED, keys->family_id, supplied.items[i].name, supplied.items[i].call);
  bool is_wired = given.len || resolve_is_looked_into(keys->language, keys->facts) || wired.mount_count || wired.segment_count || wired.event_count || wired.topics.len || kept.len || heard.len || has_queries(keys->facts);
  if (is_wired) add(keys, KEY_WIRED, hash_str(path), resolve_wiring_hash(keys->facts), 0);
  if (is_wired || resolve_has_wiring(keys->language)) add(keys, KEY_LINES, hash_str(path), resolve_lines_hash(keys->facts), 0);
}

static void add_served(Keys *keys) {
  ServiceKeys served;
  bool is_wired = false;
  resolve_service_keys(keys->arena, keys->language, keys->facts, &served);
  for (size_t i = 0; i < served.len; i++) {
    const ServiceKey *key = &served.items[i];
    add(keys, key->is_call ? KEY_PROVIDED : KEY_SERVED, key->name, 0, key->number);
    is_wired |= key->is_call || symbol_kind_is_callable((SymbolKind)keys->facts->defs.items[key->number].kind);
  }
  if (is_wired) add(keys, KEY_WIRED, hash_str(keys->path), resolve_wiring_hash(keys->facts), 0);
}

static void add_models(Keys *keys, Str path) {
  ModelKeys models;
  resolve_model_keys(keys->arena, keys->language, keys->facts, path, &models);
  for (size_t i = 0; i < models.len; i++) add(keys, KEY_MODEL, resolve_plain_hash(models.items[i].name), 0, models.items[i].def);
}

/* What is given on whole is the text of another file; what is not are the names of a module. */
static void add_imported(Keys *keys) {
  if (keys->language->rules.overloads != LANGUAGE_OVERLOADS_OPEN) return;
  for (ImportNo i = 1; i < keys->facts->imports.len; i++) {
    const Import *import = &keys->facts->imports.items[i];
    bool is_text = import->flags & IMPORT_REEXPORT;
    if (import->form == IMPORT_NAMED) add(keys, KEY_ADDED, keys->package_id, name_hash(keys, import->name), i);
    else if (import->form == IMPORT_STAR && is_text) add(keys, KEY_INCLUDED, keys->package_id, hash_str(name_of(names_text(keys->facts->names, import->specifier))), i);
    else if (import->form == IMPORT_STAR) add(keys, KEY_USED, keys->package_id, 0, i);
  }
}

static void add_members(Keys *keys) {
  MemberKeys members;
  if (keys->is_library) resolve_library_member_keys(keys->arena, keys->language, keys->facts, &members);
  else resolve_member_keys(keys->arena, keys->language, keys->facts, &members);
  for (size_t i = 0; i < members.len; i++) add(keys, KEY_MEMBER, keys->family_id, members.items[i].name, members.items[i].bind);
}

static int by_key(const void *a, const void *b) {
  const Key *left = a, *right = b;
  if (left->key != right->key) return left->key < right->key ? -1 : 1;
  return (left->def > right->def) - (left->def < right->def);
}

/* "*" in the descriptor: every file of the library; else the paths or
 * packages that are seen without an import. */
static bool is_global_library(const Language *language, Str path, Str package) {
  const char *globals = language->names.globals;
  if (!globals) return false;
  return language_word_in(globals, STR("*")) || language_word_in(globals, path) ||
         (package.len && language_word_in(globals, package));
}

/* Order and duplicates: sorted by key, then definition. A namesake
 * definition is an item of its own, which look-ups want; resolve_keys, which
 * only asks what may have changed, drops them. */
Key *resolve_file_keys(Arena *arena, Str path, const Language *language, const Facts *facts,
                       bool library, size_t *ret_count) {
  assert(arena && language && facts && facts->names);
  Str package = names_text(facts->names, facts->package);
  Keys keys = {.arena = arena, .language = language, .facts = facts, .path = path, .is_library = library,
               .package_id = resolve_package_id(language, library, path, package),
               .family_id = resolve_family_id(language, library),
               .is_global = library && is_global_library(language, path, package)};
  add(&keys, KEY_PATH, library ? keys.family_id : 0, hash_str(path), 0);
  add(&keys, KEY_FILE_NAME, library ? keys.family_id : 0, hash_str(name_of(path)), 0);
  add(&keys, KEY_DIRECTORY, library ? keys.family_id : 0, hash_str(directory_of(path)), 0);
  if (package.len) add(&keys, KEY_PACKAGE, keys.family_id, hash_str(package), 0);
  for (DefNo i = 1; i < facts->defs.len; i++) add_def(&keys, i);
  for (BindNo i = 1; language->rules.cases_make && i < facts->binds.len; i++) add_bound(&keys, &facts->binds.items[i]);
  if (keys.is_global) add_globals(&keys);
  add_members(&keys);
  if (!library) add_fields(&keys);
  if (!library) add_uses_of_macros(&keys);
  if (!library) add_makers(&keys);
  if (!library) add_foreign(&keys);
  if (!library) add_mounts(&keys, path);
  if (!library) add_served(&keys);
  if (!library) add_models(&keys, path);
  if (!library) add_imported(&keys);
  qsort(keys.list.items, keys.list.len, sizeof *keys.list.items, by_key);
  *ret_count = keys.list.len;
  return keys.list.items;
}

ResolveAnswers resolve_answers(Arena *arena, Str path, const Language *language, const Facts *facts) {
  ResolveAnswers answers;
  answers.keys = resolve_file_keys(arena, path, language_resolved(language), facts, false, &answers.count);
  return answers;
}

ResolveAnswers resolve_answers_copy(Arena *arena, ResolveAnswers answers) {
  return (ResolveAnswers){arena_copy(arena, answers.keys, answers.count * sizeof *answers.keys), answers.count};
}

void resolve_keys(Arena *arena, ResolveAnswers answers, uint64_t **ret_keys, size_t *ret_count) {
  uint64_t *list = ARENA_ARRAY(arena, uint64_t, answers.count);
  size_t kept = 0;
  for (size_t i = 0; i < answers.count; i++) {
    if (kept == 0 || list[kept - 1] != answers.keys[i].key) list[kept++] = answers.keys[i].key;
  }
  *ret_keys = list;
  *ret_count = kept;
}
