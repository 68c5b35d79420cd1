/* Mounts: calls anywhere in the project that put an object's routes beneath a
 * path. All of them are found once for a run, when the first route asks. */
#include "src/resolve/mount_internal.h"

#include "src/base/hash.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/nest_internal.h"

#define MOUNTS_MAX 512 /* looked at, in all files */
#define NESTED_MAX 4   /* mounts inside of mounts */

typedef struct Mount {
  View *view;
  ExprNo call;
  const WiringWord *word;
  OriginPlace at;
  OriginPlace places[ORIGIN_PLACES]; /* of what is mounted */
  uint32_t place_count;
  Str module; /* its name, where it is mounted by that */
  /* An object that a function of the project is given. */
  ExprNo given; /* 0: it is none of these */
  uint32_t param;
} Mount;

struct Mounts {
  Mount *items;
  size_t count;
  unsigned nested;
  uint64_t family;
  struct Mounts *next; /* of another family */
};

/* "blog.urls", when the argument is a call of one of the row's words with it. */
static Str module_of(Run *run, View *view, ExprNo number, const FrameworkRow *row) {
  const Expr *call = view_expr(view, number);
  if (!row->modules || call->kind != EXPR_CALL || !call->list.count) return STR_EMPTY;
  const Expr *callee = view_expr(view, call->base);
  if (!language_word_in(row->modules, names_text(run->world->names, callee->name))) return STR_EMPTY;
  const Expr *name = view_expr(view, view_item(view, call->list, 0));
  return name->kind == EXPR_LITERAL ? names_text(run->world->names, name->name) : STR_EMPTY;
}

/* The file that a text names, whatever folder it is put together with: __DIR__ . '/../routes/api.php'. */
static Str file_of(Run *run, View *view, ExprNo number, const FrameworkRow *row) {
  const Expr *text = view_expr(view, number);
  if (text->kind == EXPR_LITERAL && text->list.count) text = view_expr(view, view_item(view, text->list, text->list.count - 1));
  if (!row->file || text->kind != EXPR_LITERAL || text->number != LITERAL_STRING || !text->name.value) return STR_EMPTY;
  Str name = names_text(run->world->names, text->name), pattern = str_from_c(row->file);
  size_t up = str_find(name, STR("../")), at = str_find_byte(pattern, '$');
  if (up != STR_NONE) name = str_slice(name, up + 3, name.len);
  while (name.len && name.ptr[0] == '/') name = str_slice(name, 1, name.len);
  if (!name.len) return STR_EMPTY;
  return str_format(run->arena, "%.*s%.*s%.*s", STR_ARG(str_slice(pattern, 0, at)), STR_ARG(name), STR_ARG(str_slice(pattern, at + 1, pattern.len)));
}

/* Functions and objects alike; what is made in place has calls around what was
 * mounted inside of it (inline_mount). */
static void add_mount(Run *run, View *view, const Ref *ref, const WiringWord *word) {
  struct Mounts *mounts = run->mounts;
  ExprNo other = word->row->handler ? resolve_wiring_argument(run, view, ref->expr, word->row->handler) : ref->expr;
  if (!other || mounts->count >= MOUNTS_MAX) return;
  Mount mount = {.view = view, .call = ref->expr, .word = word, .at = {view->file, ref->from, 0, ref->from != 0},
                 .module = word->row->file ? file_of(run, view, other, word->row) : module_of(run, view, other, word->row)};
  Origin origin;
  if (word->row->file) {
    if (mount.module.len) mounts->items[mounts->count++] = mount;
    return;
  }
  if (word->row->modules && !mount.module.len) {
    const Expr *call = view_expr(view, other);
    if (call->kind == EXPR_CALL && call->list.count) other = view_item(view, call->list, 0);
  }
  resolve_origin(run, view, other, &origin);
  mount.place_count = origin.place_count;
  memcpy(mount.places, origin.places, sizeof mount.places);
  if (mount.place_count || mount.module.len) mounts->items[mounts->count++] = mount;
}

/* register(v1): what the function tells its parameter, it tells this object. */
static void add_given(Run *run, View *view, const Ref *ref) {
  struct Mounts *mounts = run->mounts;
  const Expr *call = view_expr(view, ref->expr);
  FoundList list;
  if (!resolve_find_callee(run, view, call->base, &list)) return;
  for (uint32_t f = 0; f < list.count; f++) {
    const Found *found = &list.items[f];
    if (!found->view || !found->def || found->view->entry->is_library) continue;
    if (!resolve_is_callable_kind(view_def(found->view, found->def)->kind)) continue;
    for (uint32_t i = 0; i < call->list.count && mounts->count < MOUNTS_MAX; i++) {
      ExprNo given = view_item(view, call->list, i);
      unsigned kind = view_expr(view, given)->kind;
      if (kind != EXPR_CALL && kind != EXPR_NAME) continue;
      mounts->items[mounts->count++] = (Mount){
          .view = view, .call = ref->expr, .at = {view->file, ref->from, 0, ref->from != 0}, .given = given, .param = i,
          .places = {{found->view->file, found->def, 0, true}}, .place_count = 1};
    }
  }
}

static void gather(Run *run, const View *from) {
  const TableItem *items;
  struct Mounts *others = run->mounts;
  run->mounts = ARENA_NEW(run->arena, struct Mounts);
  *run->mounts = (struct Mounts){.family = from->lang->family_id, .next = others};
  size_t count = resolve_lookup(run, from, resolve_key(KEY_MOUNT, from->lang->family_id, 0), &items);
  run->mounts->items = ARENA_ARRAY(run->arena, Mount, MOUNTS_MAX);
  for (size_t i = 0; i < count && run->mounts->count < MOUNTS_MAX; i++) {
    View *view = resolve_view(run, items[i].file);
    if (!view || items[i].def >= view->facts->refs.len || !view->lang->wiring) continue;
    resolve_ask_wiring(run, view);
    const Ref *ref = view_ref(view, items[i].def);
    const Expr *call = view_expr(view, ref->expr);
    if (call->kind != EXPR_CALL || !call->base) continue;
    const WiringWord *word = resolve_wiring_word(view->lang->wiring, view_expr(view, call->base)->name);
    bool is_mount = false;
    for (; word; word = resolve_wiring_next(view->lang->wiring, word)) {
      if (word->row->shape != FRAMEWORK_MOUNT) continue;
      add_mount(run, view, ref, word);
      is_mount = true;
    }
    if (!is_mount) add_given(run, view, ref);
  }
}

static struct Mounts *mounts_for(Run *run, const View *view) {
  struct Mounts *mounts = run->mounts;
  while (mounts && mounts->family != view->lang->family_id) mounts = mounts->next;
  if (mounts) return mounts;
  gather(run, view);
  return run->mounts;
}

/* ---- which of them concern an object ---- */

static bool is_same_place(const OriginPlace *a, const OriginPlace *b) {
  return a->file == b->file && a->def == b->def && a->bind == b->bind && (a->def || a->bind);
}

/* A module by its dotted name, which paths end with; or a file by its path. */
static bool is_module(const View *view, Str name) {
  Str path = view->entry->path;
  if (str_find_byte(name, '/') != STR_NONE) return str_ends_with(path, name) && (path.len == name.len || path.ptr[path.len - name.len - 1] == '/');
  size_t dot = str_find_last_byte(path, '.');
  if (dot == STR_NONE || dot < name.len) return false;
  path = str_slice(path, 0, dot);
  for (size_t i = 0; i < name.len; i++) {
    char own = path.ptr[path.len - name.len + i];
    if ((own == '/' ? '.' : own) != name.ptr[i]) return false;
  }
  return path.len == name.len || path.ptr[path.len - name.len - 1] == '/';
}

/* The object itself, by a variable that both went through; or the function it
 * is told in, where functions are mounted. */
static bool concerns(const Mount *mount, const WiringUse *use, const OriginPlace *held) {
  if (held->file && !mount->given) {
    for (uint32_t i = 0; i < mount->place_count; i++) {
      if (is_same_place(&mount->places[i], held)) return true;
    }
  }
  if (mount->module.len) return !use->at.def && is_module(use->view, mount->module);
  for (uint32_t i = 0; i < mount->place_count; i++) {
    const OriginPlace *place = &mount->places[i];
    if (place->is_function && is_same_place(place, &use->at)) return true;
    for (uint32_t k = 0; k < use->origin->place_count; k++) {
      const OriginPlace *own = &use->origin->places[k];
      bool is_param = own->is_function && own->def == use->origin->param_of;
      if (is_same_place(place, own) && (!own->is_function || is_param)) return true;
    }
  }
  return false;
}

static void add(MountedList *list, Mounted mounted) {
  for (uint32_t i = 0; i < list->count; i++) {
    if (str_eq(list->items[i].prefix, mounted.prefix)) return;
  }
  if (list->count < WIRING_PREFIXES) list->items[list->count++] = mounted;
}

/* Where functions have objects of their own: what is around the call, and its own path. */
static void add_nested(Run *run, View *view, ExprNo call, const WiringWord *word, MountedList *list) {
  Nest nest;
  const Expr *callee = view_expr(view, view_expr(view, call)->base);
  Origin origin;
  if (word->row->on) { /* by an object of its own, that has no paths */
    bool is_it = resolve_origin(run, view, callee->base, &origin) && origin.package.len && resolve_wiring_is_object(run, &origin, word->row->on, origin.count);
    ExprNo path = is_it ? resolve_wiring_argument(run, view, call, word->row->path) : 0;
    Buf text;
    buf_init(&text, run->arena, 400);
    if (path && !resolve_wiring_text(run, view, path, &text)) buf_add(&text, WIRING_OPEN);
    if (is_it) add(list, (Mounted){.prefix = path ? buf_str(&text) : str_from_c(word->row->own)});
    return;
  }
  if (!resolve_nest(run, view, word->framework, view_expr(view, call)->base, 0, &nest)) return;
  if (!resolve_nest_enter(run, view, word->row, call, &nest)) return;
  add(list, (Mounted){.prefix = nest.path});
}

/* The path it gives, beneath those of the object it is a call of. */
static void add_beneath(Run *run, View *view, ExprNo call, const WiringWord *word, OriginPlace at, MountedList *list) {
  const Expr *callee = view_expr(view, view_expr(view, call)->base);
  WiringPrefixes above = {.count = 0};
  Origin origin;
  bool is_member = callee->kind == EXPR_MEMBER;
  if (word->framework->nests) {
    add_nested(run, view, call, word, list);
    return;
  }
  if (!resolve_origin(run, view, is_member ? callee->base : view_expr(view, call)->base, &origin)) return;
  if (!is_member && origin.count) origin.count--; /* the word itself */
  WiringUse use = {.word = word, .origin = &origin, .at = at, .view = view, .call = call};
  if (!resolve_wiring_object(run, &use, &above)) return;
  ExprNo place = resolve_wiring_argument(run, view, call, word->row->path);
  Buf path;
  buf_init(&path, run->arena, 400);
  bool has_path = place && resolve_wiring_text(run, view, place, &path);
  bool is_named = word->row->path && (word->row->path[0] < '0' || word->row->path[0] > '9');
  if (place && !has_path && is_named) { /* a prefix that nobody can tell is there all the same */
    buf_truncate(&path, 0);
    buf_add_c(&path, "\xE2\x80\xA6");
    has_path = true;
  }
  for (uint32_t i = 0; i < above.count; i++) {
    Str prefix = has_path ? resolve_wiring_join(run->arena, above.items[i], buf_str(&path)) : above.items[i];
    add(list, (Mounted){prefix, word->row->replaces && has_path});
  }
}

/* An object that is made where it is mounted: the calls on it end as an
 * argument of the call that mounts it. */
static void inline_mount(Run *run, const WiringUse *use, MountedList *list) {
  View *view = use->view;
  ExprNo at = use->call;
  for (unsigned guard = 0; at && guard < 40; guard++) {
    uint32_t parent;
    if (resolve_parent(view, at, &parent) != PARENT_EXPR) return;
    const Expr *expr = view_expr(view, parent);
    bool is_receiver = expr->base == at && (expr->kind == EXPR_MEMBER || expr->kind == EXPR_CALL);
    if (is_receiver || expr->kind == EXPR_AWAIT) {
      at = parent;
      continue;
    }
    if (expr->kind != EXPR_CALL || !expr->base) return;
    const WiringWord *word = resolve_wiring_word(view->lang->wiring, view_expr(view, expr->base)->name);
    for (; word; word = resolve_wiring_next(view->lang->wiring, word)) {
      if (word->row->shape == FRAMEWORK_MOUNT && word->framework == use->word->framework) {
        add_beneath(run, view, parent, word, use->at, list);
      }
    }
    return;
  }
}

/* The variable that what is made by the calls is kept in. */
static OriginPlace holder_of(View *view, ExprNo call) {
  ExprNo at = call;
  for (unsigned guard = 0; at && guard < 40; guard++) {
    uint32_t parent;
    ParentKind kind = resolve_parent(view, at, &parent);
    if (kind == PARENT_DEF) return (OriginPlace){view->file, parent, 0, false};
    if (kind == PARENT_BIND) {
      DefNo def = view_bind(view, parent)->def;
      return (OriginPlace){view->file, def, def ? 0 : parent, false};
    }
    if (kind != PARENT_EXPR) break;
    const Expr *expr = view_expr(view, parent);
    if (expr->base != at || (expr->kind != EXPR_MEMBER && expr->kind != EXPR_CALL)) break;
    at = parent;
  }
  return (OriginPlace){0};
}

static bool is_given(const Mount *mount, const Origin *origin) {
  return origin->param_view && origin->param_view->file == mount->places[0].file && origin->param_of == mount->places[0].def &&
         origin->param == mount->param;
}

static void add_object(Run *run, const Mount *mount, const WiringUse *use, MountedList *list) {
  Origin origin;
  WiringPrefixes prefixes;
  if (!resolve_origin(run, mount->view, mount->given, &origin)) return;
  WiringUse other = {.word = use->word, .origin = &origin, .at = mount->at, .view = mount->view};
  if (!resolve_wiring_object(run, &other, &prefixes)) return;
  for (uint32_t i = 0; i < prefixes.count; i++) add(list, (Mounted){.prefix = prefixes.items[i]});
}

void resolve_mounted(Run *run, const WiringUse *use, MountedList *ret_list) {
  *ret_list = (MountedList){.count = 0};
  struct Mounts *mounts = mounts_for(run, use->view);
  if (mounts->nested >= NESTED_MAX) return;
  mounts->nested++;
  if (use->call) inline_mount(run, use, ret_list);
  OriginPlace held = use->call ? holder_of(use->view, use->call) : (OriginPlace){0};
  for (size_t i = 0; i < mounts->count; i++) {
    const Mount *mount = &mounts->items[i];
    if (mount->given) {
      if (is_given(mount, use->origin)) add_object(run, mount, use, ret_list);
      continue;
    }
    if (mount->word->framework != use->word->framework || (mount->view == use->view && mount->call == use->call)) continue;
    if (concerns(mount, use, &held)) add_beneath(run, mount->view, mount->call, mount->word, mount->at, ret_list);
  }
  mounts->nested--;
}

bool resolve_is_mounted(Run *run, const WiringUse *use) {
  const struct Mounts *mounts = mounts_for(run, use->view);
  for (size_t i = 0; i < mounts->count; i++) {
    const Mount *mount = &mounts->items[i];
    if (mount->word && mount->word->framework == use->word->framework && mount->module.len && is_module(use->view, mount->module)) return true;
  }
  return false;
}
