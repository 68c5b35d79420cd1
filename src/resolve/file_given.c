/* A file may be a function, which others call with an object: import ./x.nix { inherit
 * lib; }. Its parameters are members of that object. A function of the project may do so
 * with a file that it is given itself (call = file: import file { lib = self; }); one from
 * outside fills the parameters from what it is a member of, or from the set around. */
#include "src/resolve/file_given_internal.h"

#include "src/base/hash.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/member_internal.h"
#include "src/resolve/method_order_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/value_internal.h"
#include "src/resolve/wiring_internal.h"

enum { GIVERS_MOST = 12, LISTED_MOST = 256, SCOPES_MOST = 64 };

/* ---- keys ---- */

/* The last part of a path, without what follows its last dot. */
static uint64_t stem_hash(Str path) {
  size_t slash = str_find_last_byte(path, '/');
  Str name = slash == STR_NONE ? path : str_slice(path, slash + 1, path.len);
  size_t dot = str_find_last_byte(name, '.');
  return hash_combine(2, hash_str(dot == STR_NONE || !dot ? name : str_slice(name, 0, dot)));
}

/* The file that such a call concerns: what is called, `import ./x.nix { … }`, or what a
 * function is given, `call ./x.nix { … }`; 0: neither is a file. */
static ImportNo module_of(const Facts *facts, const Expr *call) {
  const Expr *base = &facts->exprs.items[call->base], *given = call->list.count ? &facts->exprs.items[facts->lists.items[call->list.first]] : base;
  return base->kind == EXPR_MODULE ? base->number : given->kind == EXPR_MODULE ? given->number : 0;
}

/* What all files are given: a name with an object. */
static uint64_t any_hash(void) { return hash_combine(2, hash_str(STR("*"))); }

static bool gives_all(const Facts *facts, const Expr *call) { return !module_of(facts, call) && facts->exprs.items[call->base].kind == EXPR_NAME; }

void resolve_file_given_keys(Arena *arena, const Language *language, const Facts *facts, ArgumentKeys *keys) {
  NameId given = language->rules.files_given ? names_find(facts->names, STR(LANGUAGE_GIVEN)) : (NameId){0};
  for (BindNo i = 1; given.value && i < facts->binds.len && keys->len < ARGUMENT_KEYS; i++) {
    const Bind *bind = &facts->binds.items[i];
    if (!names_same(bind->name, given) || !bind->value) continue;
    const Expr *call = &facts->exprs.items[bind->value];
    ImportNo module = module_of(facts, call);
    if (gives_all(facts, call)) *vec_add(arena, keys) = (ArgumentKey){any_hash(), bind->value};
    if (module) *vec_add(arena, keys) = (ArgumentKey){stem_hash(names_text(facts->names, facts->imports.items[module].specifier)), bind->value};
  }
}

/* ---- what one call gives ---- */

typedef struct Wanted {
  Run *run;
  View *view;
  NameId name;
  unsigned mode;
  FoundList *out;
  bool is_open; /* a call gives something that is not known */
} Wanted;

/* An object that is known and does not have the name gives nothing. */
static void take_member(Wanted *wanted, const View *from, ValueId object) {
  FoundList found = {.count = 0};
  if (object == VALUE_UNKNOWN || resolve_is_partial(wanted->run, object)) {
    wanted->is_open = true;
    return;
  }
  resolve_find_members(wanted->run, from, object, wanted->name, wanted->mode, &found);
  resolve_found_add_all(wanted->run, wanted->out, found.items, found.count);
}

/* Where the file gives something to others: binds at its top, one for each call. */
static const BindNo *gifts_of(const Run *run, const View *view, uint32_t *ret_count) {
  NameId given = names_find(run->world->names, STR(LANGUAGE_GIVEN));
  *ret_count = 0;
  return given.value ? resolve_binds(view, 1, given, ret_count) : NULL;
}

static bool is_param_of(Run *run, View *view, DefNo function, NameId name) {
  uint32_t count;
  const BindNo *params = resolve_signature(run, view, function, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (names_same(view_bind(view, params[i])->name, name)) return true;
  }
  return false;
}

/* The function calls the file that it is given; false: it does not. */
static bool take_from_function(Wanted *wanted, View *view, DefNo function) {
  uint32_t count;
  const BindNo *gifts = gifts_of(wanted->run, view, &count);
  const Def *def = view_def(view, function);
  bool is_found = false;
  for (uint32_t i = 0; i < count; i++) {
    const Expr *call = view_expr(view, view_bind(view, gifts[i])->value), *base = view_expr(view, call->base);
    bool is_inside = call->at >= def->full.from && call->at < def->full.to && base->kind == EXPR_POINTER && call->list.count;
    if (!is_inside || !is_param_of(wanted->run, view, function, view_expr(view, base->base)->name)) continue;
    take_member(wanted, view, resolve_eval(wanted->run, view, view_item(view, call->list, 0)));
    is_found = true;
  }
  return is_found;
}

/* What a function from outside is a member of, also under a name that was given it. */
static ValueId holder_of(Run *run, View *view, ExprNo callee) {
  FoundList found = {.count = 0};
  const Expr *expr = view_expr(view, callee);
  if (expr->kind == EXPR_NAME && resolve_find(run, view, callee, &found) && found.count == 1 && found.items[0].view == view && found.items[0].bind) {
    ExprNo value = view_bind(view, found.items[0].bind)->value;
    if (value) expr = view_expr(view, value);
  }
  return expr->kind == EXPR_MEMBER ? resolve_eval(run, view, expr->base) : VALUE_UNKNOWN;
}

/* The nearest set around the call that has the name. */
static bool take_around(Wanted *wanted, View *view, ExprNo callee) {
  const Expr *expr = view_expr(view, callee);
  while (expr->kind == EXPR_MEMBER && expr->base) expr = view_expr(view, expr->base);
  ScopeNo scope = expr->kind == EXPR_NAME ? expr->scope : 0;
  for (unsigned i = 0; scope && i < SCOPES_MOST; i++, scope = view_scope(view, scope)->parent) {
    const Scope *at = view_scope(view, scope);
    uint32_t count;
    if (at->kind != SCOPE_OBJECT || !at->def) continue;
    resolve_binds(view, scope, wanted->name, &count);
    if (!count) continue;
    take_member(wanted, view, resolve_one(wanted->run, resolve_own_inst(wanted->run, view, at->def)));
    return true;
  }
  return false;
}

/* From a function of the project that passes the object on to the file it is given, if
 * it does; else from what the function is a member of, or the set around the call, as
 * functions from outside fill parameters that the call leaves out. */
static void take_filled(Wanted *wanted, View *view, ExprNo callee) {
  FoundList found = {.count = 0};
  bool is_ours = false;
  resolve_find_callee(wanted->run, view, callee, &found);
  for (uint32_t i = 0; i < found.count; i++) {
    const Found *at = &found.items[i];
    bool is_function = at->view && at->def && resolve_is_callable_kind(view_def(at->view, at->def)->kind);
    if (is_function) is_ours |= take_from_function(wanted, at->view, at->def);
  }
  if (is_ours) return;
  ValueId holder = holder_of(wanted->run, view, callee);
  if (holder != VALUE_UNKNOWN && !resolve_is_partial(wanted->run, holder)) take_member(wanted, view, holder);
  else if (!take_around(wanted, view, callee)) wanted->is_open = true;
}

/* Files of the same name are many; whether the call means this one its import says. */
static bool leads_here(Wanted *wanted, View *view, const Expr *call) {
  const ImportTarget *target;
  ImportNo import = module_of(view->facts, call);
  Module module = import ? resolve_target_module(wanted->run, view, import, &target) : (Module){0};
  for (uint32_t i = 0; i < module.count; i++) {
    if (module.files[i] == wanted->view->file) return true;
  }
  return false;
}

/* ---- all of them ---- */

/* Where nobody calls the file by name, it may be a module, of which programs take what
 * all of them are given. What else is in there need not be known. */
static void take_for_all(Wanted *wanted) {
  Run *run = wanted->run;
  const TableItem *items;
  size_t count = resolve_lookup(run, wanted->view, resolve_key(KEY_CALLED, wanted->view->lang->family_id, any_hash()), &items);
  for (size_t i = 0; i < count && count <= GIVERS_MOST; i++) {
    View *view = resolve_counts_for(&run->world->files[items[i].file], wanted->view->entry) ? resolve_view(run, items[i].file) : NULL;
    if (!view || items[i].def >= view->facts->exprs.len || view_expr(view, items[i].def)->kind != EXPR_CALL) continue;
    const Expr *call = view_expr(view, items[i].def);
    FoundList found = {.count = 0};
    resolve_ask_wiring(run, view);
    if (!call->list.count || !gives_all(view->facts, call)) continue;
    resolve_find_members(run, view, resolve_eval(run, view, view_item(view, call->list, 0)), wanted->name, wanted->mode, &found);
    resolve_found_add_all(run, wanted->out, found.items, found.count);
  }
}

/* From all that call a file of this name. One giver that is not known, or more of them
 * than are looked at, and nothing is known. */
static void take_under(Wanted *wanted, uint64_t stem) {
  Run *run = wanted->run;
  const TableItem *items;
  size_t count = resolve_lookup(run, wanted->view, resolve_key(KEY_CALLED, wanted->view->lang->family_id, stem), &items), givers = 0;
  for (size_t i = 0; i < count && count <= LISTED_MOST && !wanted->is_open; i++) {
    bool counts = items[i].file != wanted->view->file && resolve_counts_for(&run->world->files[items[i].file], wanted->view->entry);
    View *view = counts ? resolve_view(run, items[i].file) : NULL;
    if (!view || items[i].def >= view->facts->exprs.len || view_expr(view, items[i].def)->kind != EXPR_CALL) continue;
    const Expr *call = view_expr(view, items[i].def);
    resolve_ask_wiring(run, view);
    if (!call->list.count || !leads_here(wanted, view, call)) continue;
    if (++givers > GIVERS_MOST) wanted->is_open = true;
    else if (view_expr(view, call->base)->kind == EXPR_MODULE) take_member(wanted, view, resolve_eval(run, view, view_item(view, call->list, 0)));
    else take_filled(wanted, view, call->base);
  }
}

bool resolve_is_of_file(const View *view, BindNo number) {
  const Bind *bind = number ? view_bind(view, number) : NULL;
  return bind && view->lang->rules.files_given && (bind->flags & BIND_PARAM) && view_scope(view, bind->scope)->kind == SCOPE_FILE;
}

/* A file that stands for its folder is called like that. */
void resolve_find_file_given(Run *run, View *view, BindNo bind, unsigned mode, FoundList *out) {
  Str path = view->entry->path;
  size_t slash = str_find_last_byte(path, '/');
  FoundList found = {.count = 0};
  Wanted wanted = {.run = run, .view = view, .name = view_bind(view, bind)->name, .mode = mode, .out = &found};
  if (!resolve_enter(run)) return;
  take_under(&wanted, stem_hash(path));
  if (slash != STR_NONE) take_under(&wanted, stem_hash(str_slice(path, 0, slash)));
  if (!found.count && !wanted.is_open) take_for_all(&wanted);
  resolve_leave(run);
  if (wanted.is_open) return;
  for (uint32_t i = 0; i < found.count; i++) found.items[i].rule = RULE_FLOW;
  resolve_found_add_all(run, out, found.items, found.count);
}

void resolve_follow_given(Run *run, unsigned mode, FoundList *found) {
  const Found *only = found->count == 1 ? &found->items[0] : NULL;
  FoundList given = {.count = 0};
  if (!only || !only->view || !resolve_is_of_file(only->view, only->bind)) return;
  resolve_find_file_given(run, only->view, only->bind, mode, &given);
  if (given.count) *found = given;
}
