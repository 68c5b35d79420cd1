/* Mounts: calls anywhere in the project that put an object's routes beneath a
 * path. All of them are found once for a run, when the first route asks. */
#include "src/resolve/mount_internal.h"

#include "src/base/hash.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/kept_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/nest_internal.h"

#define MOUNTS_MAX 512 /* looked at, in all files */
#define NESTED_MAX 4   /* mounts inside of mounts */
#define EACH_MAX 64    /* elements of one list */

typedef struct Mount {
  View *view;
  ExprNo call;
  const WiringWord *word;
  OriginPlace at;
  OriginPlace places[ORIGIN_PLACES]; /* of what is mounted */
  uint32_t place_count;
  Str module; /* its name, where it is mounted by that */
  bool by_folder; /* what files of this one, and of those inside of it, tell: */
  Str folder;
  View *path_view; /* where the path is told, of an element of a list; NULL: by the call */
  ExprNo path;
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
  if (name->kind == EXPR_TUPLE && name->list.count) name = view_expr(view, view_item(view, name->list, 0)); /* with what it is called */
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

/* include(patterns): a variable that holds a list of routes. */
static void add_list(Run *run, View *view, ExprNo other, Mount *mount) {
  const Expr *expr = view_expr(view, other);
  FoundList list;
  if ((expr->kind != EXPR_NAME && expr->kind != EXPR_MEMBER) || !resolve_find(run, view, other, &list)) return;
  for (uint32_t i = 0; i < list.count && mount->place_count < ORIGIN_PLACES; i++) {
    const Found *found = &list.items[i];
    if (!found->view || found->view->entry->is_library || !(found->def || found->bind)) continue;
    mount->places[mount->place_count++] = (OriginPlace){found->view->file, found->def, found->def ? 0 : found->bind, false};
  }
}

/* Of the file that a call stands in; with a slash at its end, or empty. */
static Str own_folder(const View *view) {
  size_t slash = str_find_last_byte(view->entry->path, '/');
  return slash == STR_NONE ? STR_EMPTY : str_slice(view->entry->path, 0, slash + 1);
}

/* join(__dirname, "routes") */
static bool folder_at(Run *run, View *view, ExprNo place, Mount *mount) {
  const Expr *made = view_expr(view, place);
  if (made->kind == EXPR_CALL && made->list.count) place = view_item(view, made->list, made->list.count - 1);
  Buf text;
  buf_init(&text, run->arena, 400);
  if (!place || !resolve_wiring_text(run, view, place, &text)) return false;
  Str name = buf_str(&text);
  while (str_starts_with(name, STR("./"))) name = str_slice(name, 2, name.len);
  while (name.len && name.ptr[0] == '/') name = str_slice(name, 1, name.len);
  mount->by_folder = true;
  mount->folder = str_format(run->arena, "%.*s%.*s/", STR_ARG(own_folder(view)), STR_ARG(name));
  return name.len && str_find(name, STR("..")) == STR_NONE;
}

static void add_origin(Run *run, View *view, ExprNo other, Mount mount) {
  Origin origin;
  struct Mounts *mounts = run->mounts;
  resolve_origin(run, view, other, &origin);
  mount.place_count = origin.place_count;
  memcpy(mount.places, origin.places, sizeof mount.places);
  if (mount.word->row->modules && !mount.place_count) add_list(run, view, other, &mount);
  if ((mount.place_count || mount.module.len) && mounts->count < MOUNTS_MAX) mounts->items[mounts->count++] = mount;
}

/* routes.forEach((r) => app.use(r.path, r.router)): each element of a list that is written out. */
static bool add_each(Run *run, View *view, ExprNo other, Mount mount) {
  const Expr *member = view_expr(view, other), *path = NULL;
  KeptPart part;
  if (member->kind != EXPR_MEMBER || view_expr(view, member->base)->kind != EXPR_NAME || !resolve_kept_part(run, view, member->base, &part)) return false;
  View *source = part.view;
  const bool is_written = view_expr(source, part.container)->kind == EXPR_LIST;
  ExprNo list = is_written ? part.container : resolve_wiring_constant(run, part.view, part.container, &source);
  const Expr *items = list ? view_expr(source, list) : NULL;
  if (!items || items->kind != EXPR_LIST) return false;
  ExprNo told = mount.word->row->path ? resolve_wiring_argument(run, view, mount.call, mount.word->row->path) : 0;
  if (told) path = view_expr(view, told);
  bool of_element = path && path->kind == EXPR_MEMBER && names_same(view_expr(view, path->base)->name, view_expr(view, member->base)->name);
  for (uint32_t i = 0; i < items->list.count && i < EACH_MAX; i++) {
    ExprNo item = view_item(source, items->list, i);
    ExprNo object = resolve_wiring_member(run, source, item, names_text(run->world->names, member->name));
    mount.path = of_element ? resolve_wiring_member(run, source, item, names_text(run->world->names, path->name)) : 0;
    mount.path_view = mount.path ? source : NULL;
    if (object && (mount.path || !of_element)) add_origin(run, source, object, mount);
  }
  return true;
}

/* Functions and objects alike; what is made in place has calls around what was
 * mounted inside of it (inline_mount). */
static void add_mount(Run *run, View *view, const Ref *ref, const WiringWord *word) {
  struct Mounts *mounts = run->mounts;
  ExprNo other = word->row->handler ? resolve_wiring_argument(run, view, ref->expr, word->row->handler) : ref->expr;
  if (!other || mounts->count >= MOUNTS_MAX) return;
  Mount mount = {.view = view, .call = ref->expr, .word = word, .at = {view->file, ref->from, 0, ref->from != 0},
                 .module = word->row->file ? file_of(run, view, other, word->row) : module_of(run, view, other, word->row)};
  if (word->row->folders) {
    bool is_own = str_eq_c(str_from_c(word->row->folders), ".");
    if (is_own) mount.by_folder = true, mount.folder = own_folder(view);
    if (is_own || folder_at(run, view, other, &mount)) mounts->items[mounts->count++] = mount;
    return;
  }
  if (word->row->file) {
    if (mount.module.len) mounts->items[mounts->count++] = mount;
    return;
  }
  if (word->row->modules && !mount.module.len) {
    const Expr *call = view_expr(view, other);
    if (call->kind == EXPR_CALL && call->list.count) other = view_item(view, call->list, 0);
  }
  const Expr *wrapped = view_expr(view, other);
  if (word->row->wraps) { /* StripPrefix("/api", mux): else the object has whole paths */
    bool wraps = wrapped->kind == EXPR_CALL && wrapped->list.count && language_word_in(word->row->wraps, names_text(run->world->names, view_expr(view, wrapped->base)->name));
    if (!wraps) return;
    other = view_item(view, wrapped->list, wrapped->list.count - 1);
  }
  if (!add_each(run, view, other, mount)) add_origin(run, view, other, mount);
}

/* An extension on an object whose type is the package's own: by its name, where the project has one such. */
static bool find_extension(Run *run, const View *view, const Expr *callee, FoundList *list) {
  const TableItem *items;
  if (callee->kind != EXPR_MEMBER || !view->lang->rules.extensions_static) return false;
  uint64_t key = resolve_key(KEY_EXTENSION, view->lang->family_id, resolve_name_hash(run, callee->name));
  size_t count = resolve_lookup(run, view, key, &items);
  View *other = count == 1 ? resolve_view(run, items[0].file) : NULL;
  if (!other || items[0].def >= other->facts->defs.len) return false;
  resolve_found_add(run, list, (Found){.view = other, .def = items[0].def});
  return true;
}

/* register(v1): what the function tells its parameter, it tells this object. */
static void add_given(Run *run, View *view, const Ref *ref) {
  struct Mounts *mounts = run->mounts;
  const Expr *call = view_expr(view, ref->expr);
  FoundList list = {.count = 0};
  bool is_found = resolve_find_callee(run, view, call->base, &list) && list.count;
  if (!is_found && !find_extension(run, view, view_expr(view, call->base), &list)) return;
  for (uint32_t f = 0; f < list.count; f++) {
    const Found *found = &list.items[f];
    if (!found->view || !found->def || found->view->entry->is_library) continue;
    if (!resolve_is_callable_kind(view_def(found->view, found->def)->kind)) continue;
    const Expr *callee = view_expr(view, call->base);
    bool extends = view_def(found->view, found->def)->flags & DEF_EXTENSION && callee->kind == EXPR_MEMBER;
    for (uint32_t i = 0; i < call->list.count + extends && mounts->count < MOUNTS_MAX; i++) {
      ExprNo given = extends && !i ? callee->base : view_item(view, call->list, i - extends); /* what it is called on comes first */
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
    const WiringWord *word = resolve_wiring_word(view->lang->wiring, view_expr(view, resolve_wiring_callee(view, ref->expr))->name);
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
 * is told in, where functions are mounted: not what was made inside of that and
 * is beneath something there (`is_inner`). */
static bool concerns(const Mount *mount, const WiringUse *use, const OriginPlace *held, bool is_inner) {
  if (held->file && !mount->given) {
    for (uint32_t i = 0; i < mount->place_count; i++) {
      if (is_same_place(&mount->places[i], held)) return true;
    }
  }
  if (mount->by_folder) return str_starts_with(use->view->entry->path, mount->folder);
  if (mount->module.len) return !use->at.def && is_module(use->view, mount->module);
  for (uint32_t i = 0; i < mount->place_count; i++) {
    const OriginPlace *place = &mount->places[i];
    if (place->is_function && !is_inner && is_same_place(place, &use->at)) return true;
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

/* The path it gives, beneath those of the object it is a call of; `below` stands behind it. */
static void add_beneath(Run *run, const Mount *mount, Str below, MountedList *list) {
  View *view = mount->view;
  const WiringWord *word = mount->word;
  ExprNo call = mount->call, called = resolve_wiring_callee(view, call);
  const Expr *callee = view_expr(view, called);
  WiringPrefixes above = {.count = 0};
  Origin origin;
  bool is_member = callee->kind == EXPR_MEMBER;
  if (word->framework->nests) {
    add_nested(run, view, call, word, list);
    return;
  }
  if (!resolve_origin(run, view, is_member ? callee->base : called, &origin)) return;
  if (!is_member && origin.count) origin.count--; /* the word itself */
  WiringUse use = {.word = word, .origin = &origin, .at = mount->at, .view = view, .call = call};
  if (!resolve_wiring_object(run, &use, &above)) return;
  ExprNo place = mount->path ? mount->path : resolve_wiring_argument(run, view, call, word->row->path);
  Buf path;
  buf_init(&path, run->arena, 400);
  bool has_path = place && resolve_wiring_text(run, mount->path ? mount->path_view : view, place, &path);
  bool is_named = word->row->path && (word->row->path[0] < '0' || word->row->path[0] > '9');
  bool is_other = place && (!word->row->handler || place != resolve_wiring_argument(run, view, call, word->row->handler));
  if (place && !has_path && (is_named || is_other)) { /* a prefix that nobody can tell is there all the same */
    buf_truncate(&path, 0);
    buf_add_c(&path, "\xE2\x80\xA6");
    has_path = true;
  }
  for (uint32_t i = 0; i < above.count; i++) {
    Str prefix = has_path ? resolve_wiring_join(run->arena, above.items[i], buf_str(&path)) : above.items[i];
    if (below.len) prefix = resolve_wiring_join(run->arena, prefix, below);
    add(list, (Mounted){prefix, word->row->replaces && has_path});
  }
}

/* A call of one of the words that stand around what is mounted: include([…]). */
static bool is_module_word(Run *run, const View *view, const Expr *call, const Framework *framework) {
  NameId name = call->kind == EXPR_CALL && call->base ? view_expr(view, call->base)->name : (NameId){0};
  for (const FrameworkRow *row = framework->rows; name.value && row->shape != FRAMEWORK_END; row++) {
    if (row->modules && language_word_in(row->modules, names_text(run->world->names, name))) return true;
  }
  return false;
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
    bool is_listed = expr->kind == EXPR_LIST || expr->kind == EXPR_TUPLE || is_module_word(run, view, expr, use->word->framework);
    if (is_receiver || is_listed || expr->kind == EXPR_AWAIT) {
      at = parent;
      continue;
    }
    if (expr->kind != EXPR_CALL || !expr->base) return;
    const WiringWord *word = resolve_wiring_word(view->lang->wiring, view_expr(view, resolve_wiring_callee(view, parent))->name);
    for (; word; word = resolve_wiring_next(view->lang->wiring, word)) {
      if (word->row->shape == FRAMEWORK_MOUNT && word->framework == use->word->framework) {
        Mount mount = {.view = view, .call = parent, .word = word, .at = use->at};
        add_beneath(run, &mount, STR_EMPTY, list);
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
    bool is_receiver = expr->base == at && (expr->kind == EXPR_MEMBER || expr->kind == EXPR_CALL);
    if (!is_receiver && expr->kind != EXPR_LIST && expr->kind != EXPR_TUPLE) break;
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

/* routes/users/_id/index.ts of what routes/ mounts is at /users/:id. */
static Str path_below(Run *run, const Mount *mount, const View *view) {
  Str path = str_slice(view->entry->path, mount->folder.len, view->entry->path.len);
  size_t slash = str_find_last_byte(path, '/');
  Buf out;
  if (slash == STR_NONE || str_eq_c(str_from_c(mount->word->row->folders), ".")) return STR_EMPTY;
  buf_init(&out, run->arena, 400);
  for (Str rest = str_slice(path, 0, slash); rest.len;) {
    Str part = str_cut(&rest, '/');
    bool is_open = part.len > 1 && part.ptr[0] == '_';
    buf_add_c(&out, is_open ? "/:" : "/");
    buf_add(&out, str_slice(part, is_open, part.len));
  }
  return buf_str(&out);
}

/* What a test mounts concerns tests alone. */
static bool is_seen(const Mount *mount, const WiringUse *use) {
  if (mount->view->entry->is_test && !use->view->entry->is_test) return false;
  if (mount->given) return true;
  return mount->word->framework == use->word->framework && (mount->view != use->view || mount->call != use->call);
}

void resolve_mounted(Run *run, const WiringUse *use, MountedList *ret_list) {
  *ret_list = (MountedList){.count = 0};
  struct Mounts *mounts = mounts_for(run, use->view);
  if (mounts->nested >= NESTED_MAX) return;
  mounts->nested++;
  if (use->call) inline_mount(run, use, ret_list);
  OriginPlace held = use->call ? holder_of(use->view, use->call) : (OriginPlace){0};
  bool is_inner = ret_list->count > 0;
  for (unsigned by_module = 0; by_module < 2 && (!by_module || !ret_list->count); by_module++) { /* what is mounted by itself, is so alone */
    for (size_t i = 0; i < mounts->count; i++) {
      const Mount *mount = &mounts->items[i];
      if ((mount->module.len || mount->by_folder) != by_module || !is_seen(mount, use)) continue;
      if (mount->given) {
        if (is_given(mount, use->origin)) add_object(run, mount, use, ret_list);
      } else if (concerns(mount, use, &held, is_inner)) {
        add_beneath(run, mount, mount->by_folder ? path_below(run, mount, use->view) : STR_EMPTY, ret_list);
      }
    }
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
