/* Routes by the path of a file: what a file exports from a certain place is
 * what handles them. Segments in brackets are open, those in round brackets or
 * behind an at-sign are no part of the path, those behind an underscore, and
 * all beneath, no routes. */
#include "src/resolve/placed_internal.h"

#include "src/base/hash.h"
#include "src/resolve/call_internal.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/module_internal.h"
#include "src/resolve/name_internal.h"

/* The part of the path behind the first of the folders that is there whole;
 * `ret_above` is where that folder lies. */
static bool cut_folder(Str path, const char *folders, Str *ret_above, Str *ret_rest) {
  Str all = str_from_c(folders);
  while (all.len) {
    Str folder = str_cut(&all, ' ');
    for (size_t at = 0; at + folder.len < path.len; at++) {
      bool begins = !at || path.ptr[at - 1] == '/';
      if (!begins || path.ptr[at + folder.len] != '/' || !str_eq(str_slice(path, at, at + folder.len), folder)) continue;
      *ret_above = str_slice(path, 0, at ? at - 1 : 0);
      *ret_rest = str_slice(path, at + folder.len + 1, path.len);
      return true;
    }
  }
  return false;
}

/* "[id]" is ":id", "[...path]" and "[[...path]]" are "*path". False: the file is
 * no route. */
static bool add_segment(Buf *out, Str segment) {
  if (!segment.len || segment.ptr[0] == '@') return true;
  if (segment.ptr[0] == '_' || str_starts_with(segment, STR("(."))) return false; /* private; shown in another's place */
  if (segment.ptr[0] == '(' && segment.ptr[segment.len - 1] == ')') return true;
  buf_add_byte(out, '/');
  if (segment.ptr[0] != '[') {
    buf_add(out, segment);
    return true;
  }
  while (segment.len && segment.ptr[0] == '[') segment = str_slice(segment, 1, segment.len);
  while (segment.len && segment.ptr[segment.len - 1] == ']') segment.len--;
  bool is_rest = str_starts_with(segment, STR("..."));
  buf_add_byte(out, is_rest ? '*' : ':');
  buf_add(out, is_rest ? str_slice(segment, 3, segment.len) : segment);
  return true;
}

static bool path_of(const FrameworkRow *row, Str rest, Buf *out) {
  Str first = rest;
  buf_add(out, str_from_c(row->own));
  if (row->except && language_word_in(row->except, str_cut(&first, '/'))) return false;
  while (rest.len) {
    Str segment = str_cut(&rest, '/');
    if (rest.len) {
      if (!add_segment(out, segment)) return false;
      continue;
    }
    /* the file's own name: "route.ts", "[id].ts", not "page.test.tsx" */
    size_t dot = str_find_last_byte(segment, '.');
    Str name = dot == STR_NONE ? segment : str_slice(segment, 0, dot);
    if (row->files) return language_word_in(row->files, name) && (buf_str(out).len || (buf_add_byte(out, '/'), true));
    if (row->except && language_word_in(row->except, name)) return false;
    bool is_open = name.len && name.ptr[0] == '[';
    if (!is_open && str_find_byte(name, '.') != STR_NONE) return false;
    if (!str_eq_c(name, "index") && !add_segment(out, name)) return false;
  }
  if (!buf_str(out).len) buf_add_byte(out, '/');
  return true;
}

/* The route that a row makes of a file's path, by its words alone. What has to
 * lie beside is looked for in the folder `ret_above`. */
static bool placed_path(Arena *arena, const FrameworkRow *row, Str path, Str *ret_path, Str *ret_above) {
  Str rest;
  Buf out;
  if (row->shape != FRAMEWORK_FILE || !cut_folder(path, row->folders, ret_above, &rest)) return false;
  buf_init(&out, arena, 400);
  if (!path_of(row, rest, &out) || out.overflow) return false;
  *ret_path = buf_str(&out);
  return true;
}

/* A framework goes by paths or not at all, so its first row tells. */
static bool is_placed(const Framework *framework, const Language *language) {
  return framework->rows[0].shape == FRAMEWORK_FILE && language_word_in(framework->families, resolve_family(language));
}

size_t resolve_placed_segments(Arena *arena, const Language *language, Str path, uint64_t *ret_segments, size_t most) {
  size_t found = 0;
  Str placed, above;
  for (const Framework *const *at = framework_registry; *at; at++) {
    if (!is_placed(*at, language)) continue;
    for (const FrameworkRow *row = (*at)->rows; row->shape != FRAMEWORK_END && found < most; row++) {
      if (placed_path(arena, row, path, &placed, &above)) ret_segments[found++] = resolve_wiring_segment(placed);
    }
  }
  return found;
}

static bool is_beside(Run *run, const View *view, const char *files, Str above) {
  Str rest = str_from_c(files);
  bool is_there = false;
  while (rest.len) { /* all of them are asked for, so that any that comes is noticed */
    Str name = str_cut(&rest, ' ');
    Str path = above.len ? str_format(run->arena, "%.*s/%.*s", STR_ARG(above), STR_ARG(name)) : name;
    const TableItem *items;
    is_there |= resolve_lookup(run, view, resolve_key(KEY_PATH, 0, hash_str(path)), &items) > 0;
  }
  return is_there;
}

/* A route stands where its handler has its name; where that is in another file,
 * at the beginning. */
static Ref *place_of(Run *run, const View *view, const Found *found) {
  Ref *ref = ARENA_NEW(run->arena, Ref);
  *ref = (Ref){.role = REF_READ, .line = 1, .column = 1};
  if (found->view != view || !found->def) return ref;
  const Def *def = view_def(view, found->def);
  const Span *span = def->flags & DEF_ANONYMOUS ? &def->full : &def->name_span;
  ref->at = span->from;
  ref->line = span->line;
  ref->column = span->column;
  return ref;
}

static void add_exported(Run *run, View *view, Str name, Str method, Str path, Routes *routes) {
  FoundList list = {.count = 0};
  resolve_find_export(run, &view->file, 1, names_intern(run->world->names, name), MODE_ANY, &list);
  if (!list.count || !list.items[0].view) return;
  const Found *found = &list.items[0];
  Route route = {.ref = place_of(run, view, found), .view = view, .handled_by = found->def, .handled_in = found->view};
  const Def *def = found->def ? view_def(found->view, found->def) : NULL;
  ExprNo value = def ? def->value : found->bind ? view_bind(found->view, found->bind)->value : 0;
  bool is_made = value && (!def || !resolve_is_callable_kind(def->kind));
  if (is_made && found->view == view) route.handler = value; /* a function that others wrap */
  resolve_route_add(run, routes, route, method, path);
}

void resolve_routes_placed(Run *run, View *view, Routes *routes) {
  Str path, above;
  for (const Framework *const *at = framework_registry; *at; at++) {
    if (!is_placed(*at, view->lang->language)) continue;
    for (const FrameworkRow *row = (*at)->rows; row->shape != FRAMEWORK_END; row++) {
      if (!placed_path(run->arena, row, view->entry->path, &path, &above) || !is_beside(run, view, row->beside, above)) continue;
      Str rest = str_from_c(row->words);
      while (rest.len) {
        Str method = str_cut(&rest, ' '), name = str_cut(&method, ':');
        add_exported(run, view, name, method.len ? method : name, path, routes);
      }
    }
  }
}
