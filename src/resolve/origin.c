/* Origins: from an object back to the package it comes from, through
 * variables, fields, results and files. Independent of what is installed: a
 * package is known by what imports call it. */
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/wiring_internal.h"

#define DEPTH_MAX 24

static bool trace(Run *run, View *view, ExprNo number, Origin *origin, unsigned depth);

static void push(Origin *origin, OriginStep step) {
  if (origin->count < ORIGIN_STEPS) origin->steps[origin->count++] = step;
}

static void cross(Origin *origin, OriginPlace place) {
  if (origin->place_count < ORIGIN_PLACES) origin->places[origin->place_count++] = place;
}

static OriginPlace place_of(const View *view, DefNo def, BindNo bind) {
  bool is_function = def && resolve_is_callable_kind(view_def(view, def)->kind);
  return (OriginPlace){view->file, def, def ? 0 : bind, is_function};
}

/* ---- packages ---- */

/* Segments have dots between them, whatever the language writes; a last
 * segment "v2" is a version. */
static Str package_name(Run *run, Str specifier) {
  size_t slash = str_find_last_byte(specifier, '/');
  if (slash != STR_NONE && slash + 2 < specifier.len && specifier.ptr[slash + 1] == 'v') {
    int64_t version;
    if (str_to_int(str_slice(specifier, slash + 2, specifier.len), &version)) specifier = str_slice(specifier, 0, slash);
  }
  if (str_find_byte(specifier, '\\') == STR_NONE && str_find(specifier, STR("::")) == STR_NONE) return specifier;
  char *copy = str_to_c(run->arena, specifier);
  size_t len = 0;
  for (size_t i = 0; i < specifier.len; i++) {
    bool pair = i + 1 < specifier.len && specifier.ptr[i] == ':' && specifier.ptr[i + 1] == ':';
    i += pair;
    copy[len++] = pair || specifier.ptr[i] == '\\' ? '.' : specifier.ptr[i];
  }
  return (Str){copy, len};
}

/* Whether an import leads out of the project; else it is followed. */
static bool is_outside(Run *run, View *view, ImportNo number) {
  const ImportTarget *target;
  Module module = resolve_target_module(run, view, number, &target);
  Str specifier = names_text(run->world->names, view->facts->imports.items[number].specifier);
  if (!target || target->submodule || (specifier.len && specifier.ptr[0] == '.')) return false;
  return !module.count || run->world->files[module.files[0]].is_library;
}

static bool take_package(Run *run, View *view, ImportNo number, Origin *origin) {
  const Import *import = &view->facts->imports.items[number];
  if (!is_outside(run, view, number)) return false;
  origin->package = package_name(run, names_text(run->world->names, import->specifier));
  origin->view = view;
  if (import->form == IMPORT_NAMED && import->name.value) push(origin, (OriginStep){.name = import->name});
  return true;
}

/* A name that a file of the project takes from a package and gives on, perhaps
 * under another name. */
static bool take_given_on(Run *run, View *view, ImportNo number, Origin *origin, unsigned depth) {
  enum { DEPTH = 6 };
  const Import *import = &view->facts->imports.items[number];
  const ImportTarget *target;
  Module module = resolve_target_module(run, view, number, &target);
  NameId name = import->form == IMPORT_NAMED ? import->name : import->form == IMPORT_DEFAULT ? view->lang->default_name : (NameId){0};
  for (uint32_t i = 0; name.value && depth < DEPTH && i < module.count; i++) {
    View *other = resolve_view(run, module.files[i]);
    uint32_t count = 0;
    if (!other || other->entry->is_library || !other->facts->exports) continue;
    const BindNo *binds = resolve_binds(other, other->facts->exports, name, &count);
    ImportNo given = count ? view_bind(other, binds[count - 1])->import : 0;
    if (!given) continue;
    origin->view = other;
    return take_package(run, other, given, origin) || take_given_on(run, other, given, origin, depth + 1);
  }
  return false;
}

/* Of several that may be called so, gin and gin-swagger, the one that says it. */
static ImportNo import_said(const View *view, NameId name, const BindNo *binds, uint32_t count) {
  Str wanted = names_text(view->facts->names, name);
  for (uint32_t i = count; i-- > 0;) {
    ImportNo import = view_bind(view, binds[i])->import;
    Str specifier = import ? names_text(view->facts->names, view->facts->imports.items[import].specifier) : STR_EMPTY;
    size_t slash = str_find_last_byte(specifier, '/');
    if (import && str_eq(slash == STR_NONE ? specifier : str_slice(specifier, slash + 1, specifier.len), wanted)) return import;
  }
  return view_bind(view, binds[count - 1])->import;
}

/* The import that a name is bound by where it stands; 0: it is no import. */
static ImportNo import_of(const View *view, const Expr *name) {
  ScopeNo scope = name->scope;
  for (unsigned guard = 0; scope && guard < 200; guard++, scope = view_scope(view, scope)->parent) {
    uint32_t count;
    const BindNo *binds = resolve_binds(view, scope, name->name, &count);
    ImportNo import = count ? import_said(view, name->name, binds, count) : 0;
    bool is_member = count && !import && view_scope(view, scope)->kind == SCOPE_TYPE; /* http *http.Client */
    if (count && !is_member) return import;
  }
  return 0;
}

/* ---- through the project ---- */

/* What a file gives to who takes all of it: module.exports, export default. */
static bool trace_module(Run *run, View *view, const WorldFile *files, uint32_t count, Origin *origin, unsigned depth) {
  FoundList list = {.count = 0};
  resolve_find_export(run, files, count, view->lang->whole_name, MODE_ANY, &list);
  if (!list.count) resolve_find_export(run, files, count, view->lang->default_name, MODE_ANY, &list);
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    if (!found->view || !found->bind) continue;
    const Bind *bind = view_bind(found->view, found->bind);
    ExprNo value = found->def ? view_def(found->view, found->def)->value : bind->value;
    cross(origin, place_of(found->view, found->def, found->bind));
    if (found->def && resolve_is_callable_kind(view_def(found->view, found->def)->kind)) return true;
    if (value && trace(run, found->view, value, origin, depth + 1)) return true;
  }
  return false;
}

/* A parameter of a function without a name is what the call gives that the
 * function is passed to: the object itself, which the call's own step says. */
static bool trace_lambda(Run *run, View *view, DefNo def, Origin *origin, unsigned depth) {
  ExprNo expr = resolve_def_expr(view, def);
  uint32_t parent = 0;
  if (!expr || resolve_parent(view, expr, &parent) != PARENT_EXPR) return false;
  const Expr *call = view_expr(view, parent);
  if (call->kind != EXPR_CALL || view_expr(view, call->base)->kind != EXPR_MEMBER) return false;
  const Expr *callee = view_expr(view, call->base);
  if (!trace(run, view, callee->base, origin, depth + 1)) return false;
  push(origin, (OriginStep){.name = callee->name});
  push(origin, (OriginStep){.view = view, .call = parent, .is_given = true});
  return true;
}

/* Which parameter of which function it is; false: of none. */
static bool note_param(Run *run, View *view, BindNo number, Origin *origin) {
  DefNo def = view_scope(view, view_bind(view, number)->scope)->def;
  if (!def) return false;
  uint32_t count, nth = 0;
  const BindNo *params = resolve_signature(run, view, def, &count);
  while (nth < count && params[nth] != number) nth++;
  if (nth == count) return false;
  origin->param_view = view;
  origin->param_of = def;
  origin->param = nth;
  return true;
}

static bool trace_param(Run *run, View *view, BindNo number, Origin *origin, unsigned depth) {
  Origin noted = *origin;
  if (!note_param(run, view, number, &noted)) return false;
  DefNo def = noted.param_of;
  uint32_t nth = noted.param;
  if (view_def(view, def)->flags & DEF_ANONYMOUS && nth == 0 && trace_lambda(run, view, def, origin, depth)) return true;
  *origin = noted;
  cross(origin, place_of(view, def, 0));
  return true;
}

/* Else it is the package, or what makes objects: a variable that holds that is
 * none that two uses of one object have in common. */
static bool is_made(const Origin *origin) {
  for (uint32_t i = 0; i < origin->count; i++) {
    if (!origin->steps[i].name.value) return true;
  }
  return false;
}

static ExprNo type_of_bind(const Def *def, const Bind *bind) { return def && def->type ? def->type : bind ? bind->type : 0; }

static bool trace_found(Run *run, const Found *found, Origin *origin, unsigned depth) {
  View *view = found->view;
  if (!view) {
    Module module = run->modules.items[found->module];
    return trace_module(run, run->root, module.files, module.count, origin, depth);
  }
  if (view->entry->is_library) return false;
  const Def *def = found->def ? view_def(view, found->def) : NULL;
  const Bind *bind = found->bind ? view_bind(view, found->bind) : NULL;
  cross(origin, place_of(view, found->def, found->bind));
  if (def && (resolve_is_callable_kind(def->kind) || symbol_kind_is_type(def->kind))) return true;
  Origin before = *origin;
  DefNo around = bind && (bind->flags & BIND_PARAM) ? view_scope(view, bind->scope)->def : 0;
  if (around && view_def(view, around)->flags & DEF_ANONYMOUS && trace_param(run, view, found->bind, origin, depth) && origin->package.len) return true;
  ExprNo type = type_of_bind(def, bind), value = def && def->value ? def->value : bind ? bind->value : 0;
  *origin = before;
  if (around && type_of_bind(def, bind)) note_param(run, view, found->bind, origin);
  before = *origin;
  if (value && trace(run, view, value, origin, depth + 1) && origin->package.len) {
    if (!is_made(origin)) origin->place_count = before.place_count - 1;
    return true;
  }
  if (value) *origin = before;
  if (type && trace(run, view, type, origin, depth + 1)) return true;
  if (type) *origin = before;
  return bind && (bind->flags & BIND_PARAM) && !type && trace_param(run, view, found->bind, origin, depth);
}

static bool trace_list(Run *run, const FoundList *list, Origin *origin, unsigned depth) {
  Origin before = *origin;
  for (uint32_t i = 0; i < list->count; i++) {
    *origin = before;
    if (trace_found(run, &list->items[i], origin, depth)) return true;
  }
  *origin = before;
  return false;
}

/* Of a library; or a type that is opened here again, perhaps only to declare it. */
static bool is_elsewhere(const Found *found) {
  if (!found->view || found->view->entry->is_library) return found->view != NULL;
  bool is_type = found->def && symbol_kind_is_type((SymbolKind)view_def(found->view, found->def)->kind);
  return is_type && found->view->lang->rules.types_reopen_anywhere;
}

static bool trace_name(Run *run, View *view, ExprNo number, Origin *origin, unsigned depth) {
  const Expr *name = view_expr(view, number);
  ImportNo import = import_of(view, name);
  if (import && (take_package(run, view, import, origin) || take_given_on(run, view, import, origin, 0))) return true;
  FoundList list = {.count = 0};
  resolve_find_name(run, view, (NameUse){name->scope, name->name, name->at, MODE_ANY}, &list);
  uint32_t ours = 0;
  for (uint32_t i = 0; i < list.count; i++) ours += !is_elsewhere(&list.items[i]);
  if (ours) return trace_list(run, &list, origin, depth);
  origin->package = STR("*");
  origin->view = view;
  push(origin, (OriginStep){.name = name->name});
  return true;
}

static bool trace_member(Run *run, View *view, ExprNo number, Origin *origin, unsigned depth) {
  const Expr *expr = view_expr(view, number);
  Origin before = *origin;
  if (view_expr(view, expr->base)->kind != EXPR_SELF && trace(run, view, expr->base, origin, depth + 1) && origin->package.len) {
    push(origin, (OriginStep){.name = expr->name});
    return true;
  }
  *origin = before;
  FoundList list;
  return resolve_find(run, view, number, &list) && trace_list(run, &list, origin, depth);
}

/* A function of the project gives what it says, or what it returns. */
static bool trace_call(Run *run, View *view, ExprNo number, Origin *origin, unsigned depth) {
  const Expr *call = view_expr(view, number);
  Origin before = *origin;
  if (trace(run, view, call->base, origin, depth + 1) && origin->package.len) {
    push(origin, (OriginStep){.view = view, .call = number});
    return true;
  }
  *origin = before;
  FoundList list;
  if (!resolve_find_callee(run, view, call->base, &list)) return false;
  for (uint32_t i = 0; i < list.count; i++) {
    const Found *found = &list.items[i];
    const Def *def = found->view && found->def ? view_def(found->view, found->def) : NULL;
    if (!def || found->view->entry->is_library || !resolve_is_callable_kind(def->kind)) continue;
    *origin = before;
    cross(origin, place_of(found->view, found->def, 0));
    ExprNo gives = def->value ? def->value : def->type;
    if (gives && trace(run, found->view, gives, origin, depth + 1)) return true;
    return true; /* which function made it is worth knowing */
  }
  *origin = before;
  return false;
}

static bool trace(Run *run, View *view, ExprNo number, Origin *origin, unsigned depth) {
  if (!number || depth > DEPTH_MAX || !resolve_enter(run)) return false;
  const Expr *expr = view_expr(view, number);
  bool known = false;
  switch (expr->kind) {
    case EXPR_NAME: known = trace_name(run, view, number, origin, depth); break;
    case EXPR_MEMBER: known = trace_member(run, view, number, origin, depth); break;
    case EXPR_CALL: case EXPR_NEW: known = trace_call(run, view, number, origin, depth); break;
    case EXPR_MODULE: {
      const ImportTarget *target;
      known = take_package(run, view, expr->number, origin);
      Module module = resolve_target_module(run, view, expr->number, &target);
      if (!known && module.count) known = trace_module(run, view, module.files, module.count, origin, depth);
      break;
    }
    case EXPR_FUNC:
      cross(origin, place_of(view, expr->number, 0));
      known = true;
      break;
    case EXPR_ANY:
      for (uint32_t i = 0; !known && i < expr->list.count; i++) {
        Origin before = *origin;
        known = trace(run, view, view_item(view, expr->list, i), origin, depth + 1) && origin->package.len;
        if (!known) *origin = before;
      }
      break;
    case EXPR_PART: known = !expr->number && trace(run, view, expr->base, origin, depth + 1); break;
    case EXPR_POINTER: case EXPR_AWAIT: case EXPR_OF_TYPE: case EXPR_APPLY:
      known = trace(run, view, expr->base, origin, depth + 1);
      break;
    default: break;
  }
  resolve_leave(run);
  return known;
}

bool resolve_origin(Run *run, View *view, ExprNo expr, Origin *ret_origin) {
  *ret_origin = (Origin){.view = view};
  return trace(run, view, expr, ret_origin, 0);
}

Str resolve_origin_text(Run *run, const Origin *origin, uint32_t steps) {
  Buf out;
  buf_init(&out, run->arena, 1024);
  buf_add(&out, origin->package);
  for (uint32_t i = 0; i < steps && i < origin->count; i++) {
    const OriginStep *step = &origin->steps[i];
    if (!step->name.value) buf_add_c(&out, "()");
    else {
      buf_add_byte(&out, '.');
      buf_add(&out, names_text(run->world->names, step->name));
    }
  }
  return buf_str(&out);
}
