/* Wiring: what the arguments of a call say, which objects a row is for, and
 * how the paths of an object begin. */
#include "src/resolve/wiring_internal.h"

#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/mount_internal.h"
#include "src/resolve/name_internal.h"

#define PATH_MAX_BYTES 400

/* ---- arguments ---- */

static const Bind *bind_in(Run *run, View *view, ExprNo object, Str name) {
  const Expr *expr = view_expr(view, object);
  ScopeNo opens = expr->kind == EXPR_OBJECT ? view_def(view, expr->number)->opens : 0;
  uint32_t count = 0;
  const BindNo *binds = opens ? resolve_binds(view, opens, names_intern(run->world->names, name), &count) : NULL;
  return count ? view_bind(view, binds[0]) : NULL;
}

ExprNo resolve_wiring_member(Run *run, View *view, ExprNo object, Str name) {
  const Bind *bind = bind_in(run, view, object, name);
  if (!bind) return 0;
  if (bind->value) return bind->value;
  return bind->def ? resolve_def_expr(view, bind->def) : 0;
}

/* `via:` and `:via =>` are the same; a parameter's name may begin with its sign. */
static bool is_named(Run *run, const Expr *expr, Str name) {
  Str own = names_text(run->world->names, expr->name);
  if (expr->kind != EXPR_KEYWORD || !own.len) return false;
  return str_eq(own.ptr[0] == ':' || own.ptr[0] == '$' ? str_slice(own, 1, own.len) : own, name);
}

static ExprNo named_argument(Run *run, View *view, ExprList list, Str name) {
  for (uint32_t i = 0; i < list.count; i++) {
    ExprNo item = view_item(view, list, i);
    const Expr *expr = view_expr(view, item);
    if (is_named(run, expr, name)) return expr->base;
    ExprNo member = expr->kind == EXPR_OBJECT ? resolve_wiring_member(run, view, item, name) : 0;
    if (expr->kind == EXPR_LIST) member = named_argument(run, view, expr->list, name);
    if (member) return member;
  }
  return 0;
}

static ExprNo plain_argument(const View *view, ExprList list, Str place) {
  ExprNo last = 0;
  uint32_t nth = 0;
  int64_t wanted = -1;
  bool is_last = str_eq_c(place, "last");
  if (!is_last && !str_to_int(place, &wanted)) return 0;
  for (uint32_t i = 0; i < list.count; i++) {
    ExprNo item = view_item(view, list, i);
    if (view_expr(view, item)->kind == EXPR_KEYWORD) continue;
    if (nth++ == wanted) return item;
    last = item;
  }
  return is_last ? last : 0;
}

/* A pair whose key is a text: "/users" => "users#index". */
static ExprNo pair_argument(Run *run, const View *view, ExprList list) {
  for (uint32_t i = 0; i < list.count; i++) {
    ExprNo item = view_item(view, list, i);
    const Expr *expr = view_expr(view, item);
    if (expr->kind == EXPR_KEYWORD && resolve_wiring_key(names_text(run->world->names, expr->name)).len) return item;
  }
  return 0;
}

ExprNo resolve_wiring_argument(Run *run, View *view, ExprNo call, const char *places) {
  const Expr *expr = view_expr(view, call);
  Str rest = str_from_c(places);
  if (expr->kind != EXPR_CALL && expr->kind != EXPR_NEW) return 0;
  while (rest.len) {
    Str place = str_cut(&rest, ' ');
    if (str_eq_c(place, "=>")) {
      ExprNo pair = pair_argument(run, view, expr->list);
      if (pair) return pair;
      continue;
    }
    bool is_plain = str_eq_c(place, "last") || (place.len && byte_is_digit(place.ptr[0]));
    ExprNo found = is_plain ? plain_argument(view, expr->list, place) : named_argument(run, view, expr->list, place);
    if (found) return found;
  }
  return 0;
}

DefNo resolve_wiring_function(Run *run, View *view, ExprNo call, const char *places) {
  const Expr *expr = view_expr(view, call);
  Str rest = str_from_c(places);
  while (rest.len && expr->kind == EXPR_CALL) {
    Str place = str_cut(&rest, ' ');
    for (uint32_t i = 0; i < expr->list.count; i++) {
      const Bind *bind = bind_in(run, view, view_item(view, expr->list, i), place);
      if (bind && bind->def && resolve_is_callable_kind(view_def(view, bind->def)->kind)) return bind->def;
    }
  }
  return 0;
}

/* ---- paths ---- */

/* What a name certainly is: the value of the one constant it leads to. */
ExprNo resolve_wiring_constant(Run *run, View *view, ExprNo number, View **ret_view) {
  const Expr *expr = view_expr(view, number);
  FoundList list;
  if ((expr->kind != EXPR_NAME && expr->kind != EXPR_MEMBER) || !resolve_find(run, view, number, &list) || list.count != 1) return 0;
  const Found *found = &list.items[0];
  const Def *def = found->view && found->def ? view_def(found->view, found->def) : NULL;
  const Bind *bind = found->view && found->bind ? view_bind(found->view, found->bind) : NULL;
  bool is_constant = def && (def->kind == SYMBOL_CONSTANT || def->kind == SYMBOL_ENUM_MEMBER || (def->kind == SYMBOL_FIELD && def->flags & (DEF_CONST | DEF_FINAL)));
  bool is_part = expr->kind == EXPR_MEMBER && bind && !def && view_scope(found->view, bind->scope)->kind == SCOPE_OBJECT; /* EVENTS.END */
  *ret_view = found->view;
  if (is_part) return bind->value;
  return is_constant ? def->value : 0;
}

/* `open`: stands for parts that nobody knows; empty: all have to be known. */
static bool text_of(Run *run, View *view, ExprNo number, Buf *out, Str open, unsigned depth) {
  enum { DEPTH = 8 };
  const Expr *expr = view_expr(view, number);
  bool is_sum = expr->kind == EXPR_OP && str_eq_c(names_text(run->world->names, expr->name), "+");
  View *other;
  if (!number || depth > DEPTH) return false;
  if (is_sum || (expr->kind == EXPR_LITERAL && expr->list.count)) {
    for (uint32_t i = 0; i < expr->list.count; i++) {
      size_t before = out->len;
      if (text_of(run, view, view_item(view, expr->list, i), out, open, depth + 1)) continue;
      if (!open.len) return false;
      buf_truncate(out, before);
      buf_add(out, open);
    }
    return expr->list.count > 0;
  }
  if (expr->kind == EXPR_LITERAL) {
    if (expr->flags & EXPR_EMPTY) return true;
    if (expr->number != LITERAL_STRING || !expr->name.value) return false;
    buf_add(out, names_text(run->world->names, expr->name));
    return true;
  }
  if (expr->kind == EXPR_KEYWORD) { /* a pair, whose key is meant */
    Str key = resolve_wiring_key(names_text(run->world->names, expr->name));
    buf_add(out, key);
    return key.len > 0;
  }
  ExprNo value = resolve_wiring_constant(run, view, number, &other);
  return value && text_of(run, other, value, out, open, depth + 1);
}

bool resolve_wiring_text(Run *run, View *view, ExprNo expr, Buf *out) { return text_of(run, view, expr, out, STR_EMPTY, 0); }

bool resolve_wiring_open_text(Run *run, View *view, ExprNo expr, Buf *out) { return text_of(run, view, expr, out, WIRING_OPEN, 0); }

/* One slash between them; a path that is only a slash adds none. */
Str resolve_wiring_join(Arena *arena, Str prefix, Str path) {
  char plain[WIRING_PATTERN];
  path = resolve_wiring_plain(path, plain);
  while (prefix.len && prefix.ptr[prefix.len - 1] == '/') prefix.len--;
  bool is_open = str_starts_with(prefix, WIRING_OPEN);
  if (prefix.len && (!path.len || str_eq_c(path, "/"))) path = STR_EMPTY;
  bool begins_open = !prefix.len && str_starts_with(path, WIRING_OPEN);
  const char *before = !prefix.len || prefix.ptr[0] == '/' || is_open ? "" : "/";
  const char *between = (path.len && path.ptr[0] != '/' && !begins_open) || (!prefix.len && !path.len) ? "/" : "";
  return str_format(arena, "%s%.*s%s%.*s", before, STR_ARG(prefix), between, STR_ARG(path));
}

/* A path that some call gives; what cannot be told is said so. */
static Str path_of(Run *run, View *view, ExprNo call, const FrameworkRow *row) {
  ExprNo path = row->path ? resolve_wiring_argument(run, view, call, row->path) : 0;
  Buf out;
  if (!path) return STR_EMPTY;
  buf_init(&out, run->arena, PATH_MAX_BYTES);
  return resolve_wiring_text(run, view, path, &out) ? buf_str(&out) : WIRING_OPEN;
}

/* ---- objects ---- */

static bool is_word(const char *words, Str text) { return words && text.len && language_word_in(words, text); }

/* What is not imported by name may be of any package that the file takes all
 * names of. */
static bool is_of_star(Run *run, const Origin *origin, const char *on, uint32_t steps) {
  const Facts *facts = origin->view->facts;
  Str rest = resolve_origin_text(run, origin, steps);
  if (is_word(on, rest)) return true;
  for (ImportNo i = 1; i < facts->imports.len; i++) {
    const Import *import = &facts->imports.items[i];
    if (import->form != IMPORT_STAR) continue;
    Origin other = *origin;
    other.package = names_text(run->world->names, import->specifier);
    if (is_word(on, resolve_origin_text(run, &other, steps))) return true;
  }
  return false;
}

bool resolve_wiring_is_object(Run *run, const Origin *origin, const char *on, uint32_t steps) {
  if (str_eq_c(origin->package, "*")) return is_of_star(run, origin, on, steps);
  return is_word(on, resolve_origin_text(run, origin, steps));
}

static const WiringWord *row_of(const View *view, const Framework *framework, NameId name, FrameworkShapes shapes) {
  const WiringWords *words = view->lang->wiring;
  for (const WiringWord *word = words ? resolve_wiring_word(words, name) : NULL; word; word = resolve_wiring_next(words, word)) {
    if (word->framework == framework && (shapes & FRAMEWORK_SHAPE(word->row->shape))) return word;
  }
  return NULL;
}

/* The calls from the object on, each of which has to give an object again. */
static bool follow_calls(Run *run, const WiringUse *use, uint32_t from, Str *ret_prefix) {
  const Origin *origin = use->origin;
  Str prefix = STR_EMPTY;
  for (uint32_t i = from; i < origin->count; i += 2) {
    const OriginStep *step = &origin->steps[i];
    if (!step->name.value || i + 1 >= origin->count || origin->steps[i + 1].name.value) return false;
    const OriginStep *call = &origin->steps[i + 1];
    const FrameworkShapes gives = FRAMEWORK_SHAPE(FRAMEWORK_GROUP) | FRAMEWORK_SHAPE(FRAMEWORK_KEEP) | FRAMEWORK_SHAPE(FRAMEWORK_ROUTE) | FRAMEWORK_SHAPE(FRAMEWORK_MOUNT);
    const WiringWord *word = row_of(use->view, use->word->framework, step->name, gives);
    if (!word) return false;
    const FrameworkShapes begins = call->is_given ? FRAMEWORK_SHAPE(FRAMEWORK_GROUP) | FRAMEWORK_SHAPE(FRAMEWORK_MOUNT) : FRAMEWORK_SHAPE(FRAMEWORK_GROUP);
    const WiringWord *group = row_of(use->view, use->word->framework, step->name, begins);
    if (!group) continue;
    Str path = path_of(run, call->view, call->call, group->row);
    if (path.len) prefix = resolve_wiring_join(run->arena, prefix, path);
  }
  *ret_prefix = prefix;
  return true;
}

static Str made_with(Run *run, const WiringUse *use, uint32_t steps) {
  const Origin *origin = use->origin;
  if (steps < 2 || origin->steps[steps - 1].name.value || !origin->steps[steps - 2].name.value) return STR_EMPTY;
  const WiringWord *made = row_of(use->view, use->word->framework, origin->steps[steps - 2].name, FRAMEWORK_SHAPE(FRAMEWORK_MADE));
  return made ? path_of(run, origin->steps[steps - 1].view, origin->steps[steps - 1].call, made->row) : STR_EMPTY;
}

/* ---- all of it ---- */

static void add_prefix(WiringPrefixes *prefixes, Str prefix) {
  for (uint32_t i = 0; i < prefixes->count; i++) {
    if (str_eq(prefixes->items[i], prefix)) return;
  }
  if (prefixes->count < WIRING_PREFIXES) prefixes->items[prefixes->count++] = prefix;
}

static void compose(Run *run, const WiringUse *use, Str made, Str own, WiringPrefixes *ret) {
  MountedList mounts;
  resolve_mounted(run, use, &mounts);
  for (uint32_t i = 0; i < mounts.count; i++) {
    const Mounted *mount = &mounts.items[i];
    Str begin = mount->replaces ? mount->prefix : resolve_wiring_join(run->arena, mount->prefix, made);
    add_prefix(ret, own.len ? resolve_wiring_join(run->arena, begin, own) : begin);
  }
  if (!mounts.count) add_prefix(ret, own.len ? resolve_wiring_join(run->arena, made, own) : made);
}

/* Api(blueprint): what is made for another object begins as that does. */
static void made_for(Run *run, const WiringUse *use, uint32_t steps, WiringPrefixes *ret) {
  static const FrameworkRow any = {.shape = FRAMEWORK_ROUTE};
  const OriginStep *call = steps >= 2 ? &use->origin->steps[steps - 1] : NULL;
  const NameId word = call && !call->name.value ? use->origin->steps[steps - 2].name : (NameId){0};
  const WiringWord *made = word.value ? row_of(use->view, use->word->framework, word, FRAMEWORK_SHAPE(FRAMEWORK_MADE)) : NULL;
  ExprNo object = made && made->row->object ? resolve_wiring_argument(run, call->view, call->call, made->row->object) : 0;
  WiringWord other = {.framework = use->word->framework, .row = &any};
  Origin origin;
  *ret = (WiringPrefixes){.count = 0};
  if (!object || !resolve_origin(run, call->view, object, &origin) || !resolve_enter(run)) return;
  resolve_wiring_object(run, &(WiringUse){.word = &other, .origin = &origin, .at = use->at, .view = call->view}, ret);
  resolve_leave(run);
}

bool resolve_wiring_object(Run *run, const WiringUse *use, WiringPrefixes *ret_prefixes) {
  const Origin *origin = use->origin;
  const char *on = use->word->row->on ? use->word->row->on : use->word->framework->objects;
  *ret_prefixes = (WiringPrefixes){.count = 0};
  if (!origin->package.len) { /* a parameter: of a framework's when somebody gave the function to one */
    MountedList mounts;
    if (!origin->param_of || origin->param || !resolve_enter(run)) return false;
    resolve_mounted(run, use, &mounts);
    resolve_leave(run);
    for (uint32_t i = 0; i < mounts.count; i++) add_prefix(ret_prefixes, mounts.items[i].prefix);
    return mounts.count > 0;
  }
  for (uint32_t steps = origin->count + 1; steps-- > 0;) {
    Str prefix;
    if (!resolve_wiring_is_object(run, origin, on, steps) || !follow_calls(run, use, steps, &prefix)) continue;
    Str made = made_with(run, use, steps);
    WiringPrefixes around;
    made_for(run, use, steps, &around);
    ret_prefixes->is_grouped = made.len || prefix.len;
    for (uint32_t i = 0; i < around.count; i++) compose(run, use, resolve_wiring_join(run->arena, around.items[i], made), prefix, ret_prefixes);
    if (around.count) return true;
    compose(run, use, made, prefix, ret_prefixes);
    return true;
  }
  return false;
}
