/* Functions that macros of other files make. They are symbols that resolving makes: the
 * file that uses the macro does not know its text. A function is found from its name by
 * the argument that is part of it, which is words of it, as names are put together: what
 * is left of the name tells the macro, and both together the use. */
#include "src/base/hash.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/macros_internal.h"
#include "src/resolve/module_internal.h"

/* Numbers of uses beyond are not given out: each may make LANGUAGE_MACRO_MADE functions. */
enum { USES_MAX = EDGE_MADE_MAX / LANGUAGE_MACRO_MADE, SAME_KEY_MAX = 64, MAKERS_MAX = 16, WORDS_MAX = 8 };

typedef struct Made {
  WorldFile file;
  DefNo number;
} Made;

static DefNo number_of(uint32_t use, uint32_t nth) { return EDGE_MADE_FIRST + use * LANGUAGE_MACRO_MADE + nth; }

/* ---- the functions of a file ---- */

static const BindNo *uses_of(Run *run, const View *view, uint32_t *ret_count) {
  NameId used = names_find(run->world->names, STR(LANGUAGE_MACRO_USED));
  const BindNo *binds = used.value ? resolve_binds(view, 1, used, ret_count) : (*ret_count = 0, NULL);
  if (*ret_count > USES_MAX) *ret_count = USES_MAX;
  return binds;
}

static const Ref *ref_at(const View *view, uint32_t at) {
  for (RefNo i = 1; i < view->facts->refs.len; i++) {
    if (view_ref(view, i)->at == at) return view_ref(view, i);
  }
  return NULL;
}

static void make(Edges *edges, const Bind *bind, DefNo number, Str name) {
  const Expr *call = view_expr(edges->view, bind->value);
  const Ref *ref = ref_at(edges->view, call->at);
  uint32_t len = (uint32_t)names_text(edges->run->world->names, view_expr(edges->view, call->base)->name).len;
  if (!ref || !name.len) return;
  Span span = {.from = ref->at, .to = ref->at + len, .line = ref->line, .column = ref->column,
               .end_line = ref->line, .end_column = ref->column + len};
  *vec_add(edges->run->arena, &edges->made) = (ResolvedMade){.number = number, .kind = SYMBOL_FUNCTION,
      .name = names_intern(edges->run->world->names, name), .name_span = span, .full = span};
}

/* The text of the nth pattern that is a whole function; empty: it is none. */
static Str function_text(const Macro *macro, uint32_t nth, bool *ret_static) {
  Str text = resolve_macro_text(macro, nth, LANGUAGE_MACRO_STATIC);
  *ret_static = text.len > 0;
  return text.len ? text : resolve_macro_text(macro, nth, LANGUAGE_MACRO_FUNCTION);
}

void resolve_edges_made(Edges *edges) {
  Run *run = edges->run;
  View *view = edges->view;
  uint32_t count = 0;
  if (!view->lang->rules.macros_call) return;
  const BindNo *uses = uses_of(run, view, &count);
  for (uint32_t i = 0; i < count; i++) {
    const Bind *bind = view_bind(view, uses[i]);
    Macro macro;
    bool is_static;
    run->step_limit = run->steps + RUN_STEPS_PER_REF;
    if (bind->def || !resolve_find_macro(run, view, bind->value, &macro)) continue;
    for (uint32_t k = 0; k < macro.patterns.count && k < LANGUAGE_MACRO_MADE; k++) {
      Str text = function_text(&macro, k, &is_static);
      if (text.len) make(edges, bind, number_of(i, k), resolve_macro_name(run, view, view_expr(view, bind->value)->list, text));
    }
  }
}

/* ---- from a name to the use that makes it ---- */

/* What the use makes, when it has the name and can be seen from the file. */
static bool is_made(Edges *edges, View *view, BindNo number, Str name, Made *ret_made) {
  Run *run = edges->run;
  const Bind *bind = view_bind(view, number);
  bool is_near = view == edges->view || resolve_is_included(run, edges->view, view->file), is_static = false;
  uint32_t count, use = 0;
  Macro macro;
  if (!bind->value || !resolve_find_macro(run, view, bind->value, &macro)) return false;
  const BindNo *uses = uses_of(run, view, &count);
  while (use < count && uses[use] != number) use++;
  for (uint32_t k = 0; k < macro.patterns.count && use < count; k++) {
    Str text = bind->def ? resolve_macro_text(&macro, k, LANGUAGE_MACRO_HEAD) : function_text(&macro, k, &is_static);
    if (!text.len || (!bind->def && is_static && !is_near)) continue;
    if (!str_eq(resolve_macro_name(run, view, view_expr(view, bind->value)->list, text), name)) continue;
    *ret_made = (Made){view->file, bind->def ? bind->def : number_of(use, k)};
    return true;
  }
  return false;
}

/* ---- from a name to the macros that may make it ---- */

static uint64_t shape_hash(Str before, Str behind) { return hash_combine(hash_combine(1, hash_str(before)), hash_str(behind)); }
static uint64_t word_hash(Str word) { return hash_combine(2, hash_str(word)); }
static uint64_t joined_hash(size_t underscores) { return hash_combine(3, underscores); }

static size_t underscores_of(Str name) {
  size_t count = 0;
  while (count < name.len && name.ptr[count] == '_') count++;
  return count;
}

/* Two arguments with an underscore between them, and no other word. */
static bool is_joined(Str text) { return text.len == 5 && text.ptr[0] == '#' && text.ptr[2] == '_' && text.ptr[3] == '#'; }

uint64_t resolve_maker_hash(Str pattern) {
  Str text = pattern, kind = str_cut(&text, ' '), longest = STR_EMPTY;
  size_t first = str_find_byte(text, '#'), last = str_find_last_byte(text, '#');
  if (first == STR_NONE || str_starts_with(STR(LANGUAGE_MACRO_ROW), kind)) return 0;
  if (first == last) return shape_hash(str_slice(text, 0, first), str_slice(text, first + 2, text.len));
  size_t underscores = underscores_of(text);
  if (is_joined(str_slice(text, underscores, text.len))) return joined_hash(underscores);
  while (text.len) {
    Str word = str_cut(&text, '_');
    if (word.len > longest.len && str_find_byte(word, '#') == STR_NONE) longest = word;
  }
  return longest.len ? word_hash(longest) : 0;
}

uint64_t resolve_made_hash(uint64_t macro, uint64_t argument) { return hash_combine(macro, argument); }

static bool find_use(Edges *edges, NameId macro, Str argument, Str name, Made *ret_made) {
  Run *run = edges->run;
  const TableItem *items;
  uint64_t hash = resolve_made_hash(resolve_name_hash(run, macro), hash_str(argument));
  size_t count = resolve_lookup(run, edges->view, resolve_key(KEY_MADE, edges->view->lang->family_id, hash), &items);
  for (size_t i = 0; i < count && i < SAME_KEY_MAX; i++) {
    View *view = resolve_view(run, items[i].file);
    if (view && items[i].def < view->facts->binds.len && is_made(edges, view, items[i].def, name, ret_made)) return true;
  }
  return false;
}

/* Names of macros under the hash: the same one may be in headers of many machines. */
static size_t find_makers(Edges *edges, uint64_t hash, NameId *ret_names) {
  Run *run = edges->run;
  const TableItem *items;
  size_t count = 0, all = resolve_lookup(run, edges->view, resolve_key(KEY_MAKER, edges->view->lang->family_id, hash), &items);
  for (size_t i = 0; i < all && i < SAME_KEY_MAX && count < MAKERS_MAX; i++) {
    const View *view = resolve_view(run, items[i].file);
    size_t known = 0;
    if (!view || items[i].def >= view->facts->defs.len) continue;
    NameId name = view_def(view, items[i].def)->name;
    while (known < count && !names_same(ret_names[known], name)) known++;
    if (known == count) ret_names[count++] = name;
  }
  return count;
}

/* Where words of the name begin, and its end: `list_newItem` has four such places. */
static size_t word_starts(Str name, size_t *ret_starts) {
  size_t count = 0;
  for (size_t i = 0; i < name.len && count < WORDS_MAX; i++) {
    bool is_capital = name.ptr[i] >= 'A' && name.ptr[i] <= 'Z';
    bool was_small = i && name.ptr[i - 1] >= 'a' && name.ptr[i - 1] <= 'z';
    if (i == 0 || name.ptr[i - 1] == '_' || (is_capital && was_small)) ret_starts[count++] = i;
  }
  ret_starts[count] = name.len;
  return count;
}

/* Words of the name, one or more in a row. */
static size_t list_parts(Str name, Str *ret_parts) {
  size_t starts[WORDS_MAX + 1], words = word_starts(name, starts), count = 0;
  for (size_t from = 0; from < words; from++) {
    for (size_t to = from + 1; to <= words; to++) {
      Str part = str_slice(name, starts[from], starts[to]);
      if (to < words && part.ptr[part.len - 1] == '_') part.len--;
      if (part.len) ret_parts[count++] = part;
    }
  }
  return count;
}

/* A name, and which of its parts may be an argument. */
typedef struct Sought {
  Str name;
  const Str *parts;
  size_t part_count;
} Sought;

static bool find_by(Edges *edges, uint64_t hash, const Sought *sought, Made *ret_made) {
  NameId makers[MAKERS_MAX];
  size_t count = find_makers(edges, hash, makers);
  for (size_t m = 0; m < count; m++) {
    for (size_t i = 0; i < sought->part_count; i++) {
      if (find_use(edges, makers[m], sought->parts[i], sought->name, ret_made)) return true;
    }
  }
  return false;
}

/* One part is the only argument, or any of them is one of several. */
static bool find_made(Edges *edges, Str name, Made *ret_made) {
  Str parts[WORDS_MAX * (WORDS_MAX + 1) / 2], rest = name;
  const TableItem *items;
  if (!resolve_lookup(edges->run, edges->view, resolve_key(KEY_MAKER, edges->view->lang->family_id, 0), &items)) return false;
  Sought any = {name, parts, list_parts(name, parts)};
  for (size_t i = 0; i < any.part_count; i++) {
    size_t from = (size_t)(parts[i].ptr - name.ptr), to = from + parts[i].len;
    uint64_t hash = shape_hash(str_slice(name, 0, from), str_slice(name, to, name.len));
    if (find_by(edges, hash, &(Sought){name, &parts[i], 1}, ret_made)) return true;
  }
  for (size_t words = 0; rest.len && words < WORDS_MAX; words++) {
    Str word = str_cut(&rest, '_');
    if (word.len && find_by(edges, word_hash(word), &any, ret_made)) return true;
  }
  return find_by(edges, joined_hash(underscores_of(name)), &any, ret_made);
}

/* Asked for each call of a name that is nowhere, so it is found once for all of them. */
bool resolve_edge_made(Edges *edges, EdgeKind kind, const Ref *ref, NameId name) {
  enum { NOT_MADE = UINT32_MAX - 1 };
  Run *run = edges->run;
  if (!name.value) return false;
  if (!edges->has_made_names) idmap_init(&edges->made_names, run->arena);
  edges->has_made_names = true;
  uint32_t known = idmap_get(&edges->made_names, name.value);
  if (known == IDMAP_NONE) {
    Made made;
    known = NOT_MADE;
    if (find_made(edges, names_text(run->world->names, name), &made)) {
      known = (uint32_t)edges->made_found.len;
      *vec_add(run->arena, &edges->made_found) = (Edge){.file = made.file, .to = made.number};
    }
    idmap_set(&edges->made_names, name.value, known);
  }
  if (known == NOT_MADE) return false;
  Edge edge = edges->made_found.items[known];
  edge.kind = (uint8_t)kind;
  edge.rule = RULE_MACRO;
  edge.from = ref->from;
  edge.line = ref->line;
  edge.column = ref->column;
  *vec_add(run->arena, &edges->list) = edge;
  return true;
}
