/* Members: of instances, types, modules and what else can have some.
 *
 * A member is looked for in what is the type's own (own_members.c), then along
 * the bases in the method order. What is found carries how it was reached:
 * the receiver, so that self is known, and the owner, the type with its
 * arguments in whose scope it stands, so that the owner's type parameters
 * can be put in. */
#include <assert.h>

#include "src/base/hash.h"
#include "src/resolve/arguments_internal.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/own_members_internal.h"
#include "src/resolve/space_internal.h"
#include "src/resolve/value_internal.h"

/* ---- along the bases ---- */

/* Where functions are told apart by their parameters, those of bases stay
 * candidates as long as nothing but functions was found. */
static bool all_callable(const FoundList *list, uint32_t from) {
  for (uint32_t i = from; i < list->count; i++) {
    const Found *found = &list->items[i];
    if (!found->view || !found->def) return false;
    if (!resolve_is_callable_kind(view_def(found->view, found->def)->kind)) return false;
  }
  return true;
}

/* A bind without a definition is a field that is only assigned. */
static bool is_field(const Found *found) {
  if (!found->view) return false;
  return !found->def || view_def(found->view, found->def)->kind == SYMBOL_FIELD;
}

static bool is_declared(const Found *found) {
  if (!is_field(found)) return false;
  if (found->bind && view_bind(found->view, found->bind)->type) return true;
  return found->def && view_def(found->view, found->def)->type;
}

/* A field that a type only assigns is of the type that a base declares for it,
 * where assigning makes one. `from`: the rest of the order. */
static void prefer_declared(Own own, const View *view, const MethodOrder *order, uint32_t from, uint32_t before,
                            FoundList *out) {
  if (!view->lang->rules.fields_assigned) return;
  for (uint32_t i = before; i < out->count; i++) {
    if (!is_field(&out->items[i]) || is_declared(&out->items[i])) return;
  }
  for (uint32_t i = from; i < order->count; i++) {
    FoundList base = {.count = 0};
    own.owner = order->items[i];
    own.depth = i < 255 ? i : 255;
    resolve_own_find(&own, &base);
    if (!base.count) continue;
    if (!is_declared(&base.items[0])) return;
    out->count = before;
    resolve_found_add_all(own.run, out, base.items, base.count);
    return;
  }
}

/* Along the method order, up to the first type that has the member. `skip`:
 * how many types to leave out (1: super). `own.owner` is, on entry, the
 * instance with its arguments, which are put into each base. */
static void find_along(Run *run, Own own, View *view, DefNo def, uint32_t skip, FoundList *out) {
  const MethodOrder *order = resolve_method_order(run, view, def);
  if (!order) { /* in the making: a base may be named by what the type has itself */
    uint32_t found = out->count;
    own.owner = resolve_own_inst(run, view, def);
    if (!skip) resolve_own_find(&own, out);
    out->unknown |= out->count == found;
    return;
  }
  Env env = {0};
  if (own.owner) resolve_env_type(run, &env, own.owner);
  uint32_t before = out->count;
  bool by_signature = view->lang->rules.members == LANGUAGE_MEMBERS_BY_SIGNATURE;
  for (uint32_t i = skip; i < order->count; i++) {
    TermId terms[VALUE_MAX];
    ValueId value = resolve_substitute(run, resolve_one(run, order->items[i]), &env);
    own.owner = resolve_terms(run, value, terms) == 1 ? terms[0] : order->items[i];
    if (resolve_term_at(run, own.owner).kind != TERM_INST) own.owner = order->items[i];
    own.depth = i < 255 ? i : 255;
    resolve_own_find(&own, out);
    if (out->count > before && !(by_signature && all_callable(out, before))) {
      prefer_declared(own, view, order, i + 1, before, out);
      return;
    }
  }
  if (out->count > before) return;
  for (uint32_t i = 0; i < order->other_count && out->count == before; i++) {
    resolve_find_members(run, view, resolve_substitute(run, resolve_one(run, order->others[i]), &env), own.name, own.mode, out);
  }
  if (out->count > before) return;
  out->ext |= order->ext || view->entry->is_library;
  out->unknown |= order->unknown;
}

static const Def *def_of(const Run *run, Term term) { return view_def(resolve_view_at(run, term.view), term.number); }

/* A member that is asked for: who asks, for which name, and as what. */
typedef struct Wanted {
  const View *from;
  NameId name;
  unsigned mode;
  bool is_static;
  unsigned rule; /* by which it counts as found */
} Wanted;

static void find_in_type(Run *run, const Wanted *wanted, TermId id, Term type, FoundList *out);

static Own own_of(Run *run, const Wanted *wanted, TermId owner, TermId receiver) {
  return (Own){.run = run, .owner = owner, .receiver = receiver, .name = wanted->name,
               .is_static = wanted->is_static, .mode = wanted->mode, .rule = wanted->rule};
}

/* A type that was named with arguments (Box<int>::make) keeps them. */
static TermId with_arguments(Run *run, TermId id, Term type) {
  ValueId args[8];
  uint32_t count = type.count < 8 ? type.count : 8;
  if (type.kind == TERM_INST) return id;
  for (uint32_t i = 0; i < count; i++) args[i] = resolve_arg(run, type, i);
  return resolve_term(run, (Term){.kind = TERM_INST, .view = type.view, .number = type.number}, args, count);
}

/* An alias may have methods of its own; then it has those of what it stands for. */
static void find_in_alias(Run *run, const Wanted *wanted, TermId id, Term type, FoundList *out) {
  uint32_t before = out->count;
  TermId inst = with_arguments(run, id, type);
  Own own = own_of(run, wanted, inst, id);
  resolve_own_find(&own, out);
  if (out->count > before) return;
  ValueId target = resolve_expand(run, inst);
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, target, terms);
  if (count == 1 && terms[0] == inst) return;
  if (!resolve_enter(run)) return;
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    if (wanted->is_static && term.kind == TERM_INST) {
      find_in_type(run, wanted, terms[i], term, out);
    } else {
      resolve_find_member(run, wanted->from, terms[i], wanted->name, wanted->mode, out);
    }
  }
  out->unknown |= count == 0;
  resolve_leave(run);
}

/* False: this part of the type extends no class. */
static bool find_in_extended(Run *run, const Wanted *wanted, View *view, const Def *def, FoundList *out) {
  for (uint32_t i = 0; i < def->bases.count; i++) {
    ExprNo base = view_item(view, def->bases, i);
    if (view_expr(view, base)->flags & EXPR_IMPLEMENTS) continue;
    uint32_t before = out->count;
    resolve_find_members(run, wanted->from, resolve_eval_type(run, view, base), wanted->name, wanted->mode, out);
    for (uint32_t k = before; k < out->count; k++) out->items[k].rule = RULE_SELF;
    return true;
  }
  return false;
}

/* `super` is the one class that is extended, not the interfaces; any part may say which. */
static void find_in_superclass(Run *run, const Wanted *wanted, View *view, DefNo def, FoundList *out) {
  if (find_in_extended(run, wanted, view, view_def(view, def), out)) return;
  const Parts *parts = resolve_parts(run, view, def);
  for (uint32_t i = 0; parts && i < parts->count; i++) {
    if (find_in_extended(run, wanted, parts->items[i].view, view_def(parts->items[i].view, parts->items[i].def), out)) return;
  }
  TermId object = resolve_library_type(run, view, view->lang->object, NULL, 0);
  if (object) resolve_find_member(run, wanted->from, object, wanted->name, wanted->mode, out);
  else out->ext = true;
}

static void find_in_type(Run *run, const Wanted *wanted, TermId id, Term type, FoundList *out) {
  const Def *def = def_of(run, type);
  if (def->kind == SYMBOL_TYPE && def->type && type.kind != TERM_SUPER) {
    find_in_alias(run, wanted, id, type, out);
    return;
  }
  View *view = resolve_view_at(run, type.view);
  if (type.kind == TERM_SUPER && view->lang->rules.super == LANGUAGE_SUPER_CLASS) {
    find_in_superclass(run, wanted, view, type.number, out);
    return;
  }
  bool applied = type.kind == TERM_INST || (type.kind == TERM_DEF && type.count);
  Own own = own_of(run, wanted, applied ? with_arguments(run, id, type) : 0, id);
  find_along(run, own, view, type.number, type.kind == TERM_SUPER, out);
}

/* ---- modules ---- */

/* A file of the same world as `from`. */
static WorldFile file_at(Run *run, const View *from, Str path) {
  ResolveWorld *world = run->world;
  if (from->entry->is_dependency) {
    lock_take(&world->library_lock);
    WorldFile file = resolve_dependency_file(world, run->arena, path);
    lock_give(&world->library_lock);
    return file;
  }
  const TableItem *items;
  uint64_t scope = from->entry->is_library ? from->lang->library_id : 0;
  return resolve_lookup(run, from, resolve_key(KEY_PATH, scope, hash_str(path)), &items) ? items[0].file : 0;
}

/* The file that stands for a folder, and the files beside it: `a.b`. */
static void find_submodule(Run *run, WorldFile file, NameId name, FoundList *out) {
  const WorldEntry *entry = &run->world->files[file];
  const char *package_file = entry->lang->language->names.package_file;
  if (!package_file) return;
  size_t slash = str_find_last_byte(entry->path, '/');
  Str directory = slash == STR_NONE ? STR_EMPTY : str_slice(entry->path, 0, slash + 1);
  Str own = slash == STR_NONE ? entry->path : str_slice(entry->path, slash + 1, entry->path.len);
  size_t dot = str_find_last_byte(own, '.');
  if (dot == STR_NONE || !str_eq_c(str_slice(own, 0, dot), package_file)) return;
  Str extension = str_slice(own, dot, own.len);
  Str text = names_text(run->world->names, name);
  Str paths[2] = {str_format(run->arena, "%.*s%.*s%.*s", STR_ARG(directory), STR_ARG(text), STR_ARG(extension)),
                  str_format(run->arena, "%.*s%.*s/%.*s", STR_ARG(directory), STR_ARG(text), STR_ARG(own))};
  View *from = resolve_view(run, file);
  for (int i = 0; from && i < 2; i++) {
    WorldFile found = file_at(run, from, paths[i]);
    if (!found) continue;
    resolve_found_add(run, out, (Found){.module = resolve_add_module(run, &found, 1), .rule = RULE_MEMBER});
    return;
  }
}

/* What the module exports; else a file beside the one that stands for the
 * folder. What a library's module does not have is outside: another version
 * may. */
static void find_in_module(Run *run, uint32_t number, NameId name, unsigned mode, FoundList *out) {
  Module module = run->modules.items[number];
  uint32_t before = out->count;
  resolve_find_export(run, module.files, module.count, name, mode, out);
  for (uint32_t i = 0; i < module.count && out->count == before; i++) {
    find_submodule(run, module.files[i], name, out);
  }
  if (out->count > before) return;
  bool library = module.count && run->world->files[module.files[0]].is_library;
  if (library) out->ext = true;
  else out->unknown = true;
}

/* ---- any term ---- */

/* What every object has may be of whatever else a parameter is given. */
static bool all_have(Run *run, const View *from, const View *view, NameId name) {
  TermId object = resolve_library_type(run, from, view->lang->object, NULL, 0);
  FoundList list = {.count = 0};
  if (object) resolve_find_member(run, from, object, name, MODE_ANY, &list);
  return list.count != 0;
}

/* A type parameter has the members of its bound, or what every object has. One
 * without a type has those of what calls give it, which may not be all of it. */
static void find_in_param(Run *run, const View *from, Term term, NameId name, unsigned mode, FoundList *out) {
  View *view = resolve_view_at(run, term.view);
  const Bind *bind = view_bind(view, term.number);
  if (!(bind->flags & BIND_TYPE_PARAM)) {
    ValueId given = resolve_given_value(run, view, term.number);
    bool is_told = given != VALUE_UNKNOWN && !(resolve_is_partial(run, given) && all_have(run, from, view, name));
    if (is_told) resolve_find_members(run, from, given, name, mode, out);
    for (uint32_t i = 0; i < out->count; i++) out->items[i].rule = RULE_FLOW;
    out->unknown = true;
    return;
  }
  if (bind->type) {
    resolve_find_members(run, from, resolve_eval_type(run, view, bind->type), name, mode, out);
    return;
  }
  TermId object = resolve_library_type(run, from, view->lang->object, NULL, 0);
  if (object) resolve_find_member(run, from, object, name, mode, out);
  else out->unknown = true;
}

static void find_in_namespace(Run *run, const Wanted *wanted, View *view, const Def *def, FoundList *out) {
  Own own = {.run = run, .name = wanted->name, .mode = wanted->mode, .rule = RULE_MEMBER};
  uint32_t before = out->count;
  resolve_own_in_scope(&own, view, def->opens, out);
  if (out->count > before) return;
  if (view->entry->is_library) out->ext = true;
  else out->unknown = true;
}

/* What the functions are given that it inherits from. Members of their instances
 * are none of its own. */
static void find_above(Run *run, Own own, View *view, DefNo number, FoundList *out) {
  const MethodOrder *order = view_def(view, number)->bases.count ? resolve_method_order(run, view, number) : NULL;
  for (uint32_t i = 1; order && i < order->count && !out->count; i++) {
    own.owner = order->items[i];
    own.depth = i < 255 ? i : 255;
    resolve_own_static(&own, out);
  }
}

/* Whether every function has it. */
static bool is_of_functions(Run *run, const View *from, const View *view, NameId name) {
  TermId function = resolve_library_type(run, from, view->lang->function, NULL, 0);
  FoundList list = {.count = 0};
  if (function) resolve_find_member(run, from, function, name, MODE_ANY, &list);
  return list.count != 0 || all_have(run, from, view, name);
}

static void find_in_function(Run *run, const Wanted *wanted, TermId id, Term term, FoundList *out) {
  const Def *def = def_of(run, term);
  View *view = resolve_view_at(run, term.view);
  Own own = own_of(run, wanted, id, id);
  if (view->lang->rules.function_types) {
    if (def->opens) resolve_own_in_scope(&own, view, def->opens, out);
    resolve_own_in_namesakes(&own, view, term.number, out);
    if (!out->count) find_above(run, own, view, term.number, out);
    if (!out->count) resolve_find_lent(&own, view, term.number, out);
    if (!out->count && !is_of_functions(run, wanted->from, view, wanted->name)) resolve_find_in_users(run, wanted->from, term, wanted->name, wanted->mode, out);
  }
  if (!out->count) out->ext = true; /* functions have what the language gives them */
}

/* Members of a function, type or namespace itself, not of an instance. */
static void find_static(Run *run, const Wanted *wanted, TermId id, Term term, FoundList *out) {
  const Def *def = def_of(run, term);
  View *view = resolve_view_at(run, term.view);
  if (symbol_kind_is_type(def->kind)) {
    find_in_type(run, wanted, id, term, out);
  } else if (resolve_is_callable_kind(def->kind)) {
    find_in_function(run, wanted, id, term, out);
  } else if (view->lang->rules.namespaces_flat) {
    View *from = resolve_view(run, wanted->from->file);
    FoundList own = {.count = 0};
    if (from) resolve_find_all(run, from, wanted->name, wanted->mode, &own);
    resolve_keep_in_space(run, view, term.number, &own);
    resolve_found_add_all(run, out, own.items, own.count);
    TermId library = own.count ? 0 : resolve_library_type(run, wanted->from, def->name, NULL, 0);
    if (library) find_in_type(run, wanted, library, resolve_term_at(run, library), out);
    out->ext |= !own.count;
  } else if (def->opens) {
    find_in_namespace(run, wanted, view, def, out);
  }
}

static void find_in_meta(Run *run, const View *from, TermId id, NameId name, unsigned mode, FoundList *out) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, resolve_arg(run, resolve_term_at(run, id), 0), terms);
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    if (term.kind == TERM_INST || term.kind == TERM_SELF) {
      uint32_t before = out->count;
      Wanted wanted = {from, name, mode, true, term.kind == TERM_SELF ? RULE_SELF : RULE_TYPE};
      find_in_type(run, &wanted, terms[i], term, out);
      for (uint32_t k = before; k < out->count; k++) out->items[k].receiver = id;
    } else {
      resolve_find_member(run, from, terms[i], name, mode, out);
    }
  }
  out->unknown |= count == 0;
}

/* `this` of an object literal has what is expected of the object too. */
static void find_in_context(Run *run, const View *from, Term self, NameId name, unsigned mode, FoundList *out) {
  View *view = resolve_view_at(run, self.view);
  ScopeNo scope = view_def(view, self.number)->opens;
  if (!scope || view_scope(view, scope)->kind != SCOPE_OBJECT) return;
  ValueId expected = resolve_context(run, view, resolve_def_expr(view, self.number));
  if (expected != VALUE_UNKNOWN) resolve_find_members(run, from, expected, name, mode, out);
}

static void find_in_self(Run *run, const View *from, TermId id, NameId name, unsigned mode, FoundList *out) {
  Term self = resolve_term_at(run, id);
  Wanted wanted = {from, name, mode, false, RULE_SELF};
  uint32_t before = out->count;
  find_in_type(run, &wanted, id, self, out);
  if (out->count == before) find_in_context(run, from, self, name, mode, out);
}

/* Nothing that only runs later is asked: whoever builds on the type gives it
 * functions, never names to be written in it. */
void resolve_find_inside(Run *run, const View *from, TermId self, NameId name, unsigned mode, FoundList *out) {
  if ((mode & MODE_CALL) || resolve_term_at(run, self).kind != TERM_SELF) {
    resolve_find_member(run, from, self, name, mode, out);
    return;
  }
  if (!resolve_enter(run)) {
    out->unknown = true;
    return;
  }
  find_in_self(run, from, self, name, mode, out);
  resolve_leave(run);
}

void resolve_find_enclosed(Run *run, TermId self, NameId name, unsigned mode, FoundList *out) {
  Term type = resolve_term_at(run, self);
  Own own = {.run = run, .receiver = self, .name = name, .mode = mode & ~(unsigned)MODE_CALL, .rule = RULE_SELF};
  if (!own.mode) return;
  own.owner = resolve_own_inst(run, resolve_view_at(run, type.view), type.number);
  resolve_own_find(&own, out);
}

/* What the library says of a type, or what the project adds to it. */
static void find_outside(Run *run, const View *from, TermId id, NameId name, unsigned mode, FoundList *out) {
  Term term = resolve_term_at(run, id);
  TermId library = resolve_library_term(run, from, id);
  uint32_t before = out->count;
  if (library) resolve_find_member(run, from, library, name, mode, out);
  else resolve_find_in_opened(run, from, term, name, mode, out);
  if (library || out->count > before) return;
  out->unknown |= term.kind == TERM_NAMED;
  out->ext |= term.kind != TERM_NAMED;
}

/* One row per kind of term. Nothing found, `ext`: it lies outside;
 * `unknown`: it could be anything. */
void resolve_find_member(Run *run, const View *from, TermId id, NameId name, unsigned mode, FoundList *out) {
  assert(id);
  if (!resolve_enter(run)) {
    out->unknown = true;
    return;
  }
  Term term = resolve_term_at(run, id);
  Wanted of_type = {from, name, mode, false, RULE_TYPE}, of_self = {from, name, mode, term.flags, RULE_SELF};
  Wanted as_itself = {from, name, mode, true, RULE_MEMBER};
  switch ((TermKind)term.kind) {
    case TERM_INST: {
      uint32_t before = out->count;
      find_in_type(run, &of_type, id, term, out);
      if (out->count == before) resolve_find_in_users(run, from, term, name, mode, out);
      break;
    }
    case TERM_SELF: {
      uint32_t before = out->count;
      find_in_self(run, from, id, name, mode, out);
      if (out->count == before) resolve_find_in_users(run, from, term, name, mode, out);
      if (out->count == before) resolve_find_in_copiers(run, from, term, name, mode, out);
      break;
    }
    case TERM_SUPER: find_in_type(run, &of_self, id, term, out); break;
    case TERM_DEF: find_static(run, &as_itself, id, term, out); break;
    case TERM_META: find_in_meta(run, from, id, name, mode, out); break;
    case TERM_MODULE: find_in_module(run, term.number, name, mode, out); break;
    case TERM_PARAM: find_in_param(run, from, term, name, mode, out); break;
    case TERM_LATER: resolve_find_members(run, from, resolve_now(run, id), name, mode, out); break;
    case TERM_UNKNOWN: out->unknown = true; break;
    default: find_outside(run, from, id, name, mode, out);
  }
  resolve_leave(run);
}

void resolve_find_members(Run *run, const View *from, ValueId value, NameId name, unsigned mode,
                          FoundList *out) {
  TermId terms[VALUE_MAX];
  uint32_t count = resolve_terms(run, value, terms);
  if (resolve_is_partial(run, value)) out->unknown = true;
  for (uint32_t i = 0; i < count; i++) {
    /* Each part of a union has a say of its own. */
    FoundList own = {.count = 0};
    resolve_find_member(run, from, terms[i], name, mode, &own);
    out->ext |= own.ext && own.count == 0;
    out->unknown |= own.unknown && own.count == 0;
    if (out->count) resolve_found_add_all(run, out, own.items, own.count);
    else out->items = own.items, out->count = own.count, out->cap = own.cap;
  }
}

ValueId resolve_member_value(Run *run, const View *from, ValueId value, NameId name) {
  FoundList list = {.count = 0};
  resolve_find_members(run, from, value, name, MODE_VALUE | MODE_CALL, &list);
  return resolve_value_of_all(run, &list);
}

/* ---- constructors ---- */

/* Constructors that have no name of their own are found by their kind. */
static void find_constructor_defs(Run *run, TermId inst, FoundList *out) {
  Term term = resolve_term_at(run, inst);
  View *view = resolve_view_at(run, term.view);
  uint32_t count;
  const BindNo *binds = resolve_scope_binds(view, view_def(view, term.number)->opens, &count);
  for (uint32_t i = 0; i < count; i++) {
    DefNo def = view_bind(view, binds[i])->def;
    if (!def || view_def(view, def)->kind != SYMBOL_CONSTRUCTOR) continue;
    resolve_found_add(run, out, (Found){.view = view, .bind = binds[i], .def = def, .receiver = inst,
                                   .owner = inst, .rule = RULE_MEMBER});
  }
}

/* By the names that the language gives constructors, of which several may
 * run (allocation, initialisation): the one written nearest to the type
 * counts. Where they are not inherited only the type's own do. */
void resolve_find_constructors(Run *run, const View *from, TermId type, FoundList *out) {
  Term term = resolve_term_at(run, type);
  if (term.kind != TERM_DEF && term.kind != TERM_INST && term.kind != TERM_SELF) return;
  TermId inst = term.kind == TERM_DEF ? with_arguments(run, type, term) : type;
  const Lang *lang = resolve_view_at(run, term.view)->lang;
  bool inherited = !lang->rules.own_constructors;
  for (uint32_t i = 0; i < lang->constructors.count && !(out->count && !inherited); i++) {
    NameId name = lang->constructors.names[i];
    FoundList own = {.count = 0};
    if (!inherited) {
      resolve_find_own(run, inst, name, MODE_CALL, out);
      continue;
    }
    resolve_find_member(run, from, inst, name, MODE_VALUE | MODE_CALL, &own);
    /* Of several the one that is written nearest to the type. */
    if (own.count && (!out->count || own.items[0].depth < out->items[0].depth)) *out = own;
  }
  if (out->count == 0) find_constructor_defs(run, inst, out);
}
