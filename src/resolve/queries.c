/* Queries: from functions to the tables and columns that their statements read
 * and write. Tables go by name alone, in the whole project: a database has one of
 * each. Where several files define it (migrations, dialects), any of them is. */
#include "src/base/hash.h"
#include "src/resolve/eval_internal.h"
#include "src/resolve/keys_internal.h"
#include "src/resolve/name_internal.h"
#include "src/resolve/tables_internal.h"
#include "src/resolve/topics_internal.h"
#include "src/resolve/value_internal.h"

static Str text_of(const Run *run, NameId name) { return names_text(run->world->names, name); }

static void add_place(TablePlaces *places, View *view, DefNo def) {
  places->is_known = true;
  for (uint32_t i = 0; i < places->count; i++) {
    if (places->items[i].view == view && places->items[i].def == def) return;
  }
  if (places->count < TABLE_PLACES) places->items[places->count++] = (TablePlace){view, def};
}

static void find_defined(Run *run, const View *view, uint64_t key, TablePlaces *places) {
  const TableItem *items;
  size_t count = resolve_lookup(run, view, key, &items);
  places->is_known |= count > 0;
  if (count > TABLE_PLACES) return;
  for (size_t i = 0; i < count; i++) {
    View *other = resolve_view(run, items[i].file);
    if (other) add_place(places, other, items[i].def);
  }
}

void resolve_find_table(Run *run, const View *view, Str name, TablePlaces *ret_places) {
  *ret_places = (TablePlaces){.count = 0};
  find_defined(run, view, resolve_key(KEY_TABLE, resolve_plain_hash(name), 0), ret_places);
}

/* A table, or with `column` what adds that to it. What a test makes stands before
 * what others do, for its own statements. */
static void find_key(Run *run, const View *view, Str table, uint64_t column, TablePlaces *places) {
  if (view->facts->is_test) find_defined(run, view, resolve_key(KEY_TABLE, resolve_test_table(table, view->entry->path), column), places);
  if (!places->is_known) find_defined(run, view, resolve_key(KEY_TABLE, resolve_plain_hash(table), column), places);
}

/* Where no file defines the table as such, the types that stand for it do. */
static void find_table(Run *run, const View *view, NameId name, TablePlaces *ret_places) {
  enum { MOST = 32 };
  Str text = text_of(run, name);
  const TableItem *items;
  *ret_places = (TablePlaces){.count = 0};
  find_key(run, view, text, 0, ret_places);
  if (ret_places->is_known) return;
  size_t count = resolve_lookup(run, view, resolve_key(KEY_MODEL, resolve_plain_hash(text), 0), &items);
  for (size_t i = 0; i < count && i < MOST; i++) {
    View *other = resolve_view(run, items[i].file);
    if (other && resolve_is_model_of(run, other, items[i].def, text)) add_place(ret_places, other, items[i].def);
  }
}

/* firstName is kept as first_name. */
static bool is_column(Run *run, const View *view, NameId member, Str column) {
  Str name = text_of(run, member);
  if (str_eq_ignore_case(name, column)) return true;
  return !view->lang->rules.types_are_tables && str_eq_ignore_case(resolve_snake_case(run->arena, name), column);
}

/* Of a table's own definitions, and of what adds columns to it. */
static void find_column(Run *run, const View *view, NameId table, NameId column, TablePlaces *ret_places) {
  TablePlaces tables;
  find_table(run, view, table, &tables);
  *ret_places = (TablePlaces){.count = 0};
  Str name = text_of(run, column);
  for (uint32_t i = 0; i < tables.count; i++) {
    View *other = tables.items[i].view;
    ScopeNo opens = view_def(other, tables.items[i].def)->opens;
    uint32_t count = 0;
    const BindNo *binds = opens ? resolve_scope_binds(other, opens, &count) : NULL;
    for (uint32_t k = 0; k < count; k++) {
      const Bind *bind = view_bind(other, binds[k]);
      if (bind->def && is_column(run, other, bind->name, name)) add_place(ret_places, other, bind->def);
    }
  }
  if (!tables.is_known) return;
  TablePlaces added = {.count = 0};
  find_key(run, view, text_of(run, table), resolve_plain_hash(name), &added);
  ret_places->is_known |= added.is_known;
  for (uint32_t i = 0; i < added.count; i++) add_place(ret_places, added.items[i].view, added.items[i].def);
}

/* A column of one of several tables: the one that has it, when all are known. */
static void find_column_of(Run *run, View *view, ExprNo number, NameId column, TablePlaces *ret_places) {
  const Expr *base = view_expr(view, number);
  *ret_places = (TablePlaces){.count = 0};
  if (base->kind == EXPR_TABLE) find_column(run, view, base->name, column, ret_places);
  for (uint32_t i = 0; base->kind == EXPR_ANY && i < base->list.count; i++) {
    NameId table = view_expr(view, view_item(view, base->list, i))->name;
    TablePlaces own, places;
    find_table(run, view, table, &own);
    find_column(run, view, table, column, &places);
    if (!own.is_known || (ret_places->is_known && places.is_known)) {
      *ret_places = (TablePlaces){.count = 0};
      return;
    }
    if (places.is_known) *ret_places = places;
  }
}

/* One of the same file stands before those of others. */
static void find_fragment(Run *run, const View *view, NameId name, TablePlaces *places) {
  enum { MOST = 512 };
  const TableItem *items;
  size_t count = resolve_lookup(run, view, resolve_key(KEY_TABLE, resolve_fragment_hash(text_of(run, name)), 0), &items);
  if (count > MOST) return;
  for (int own = 1; own >= 0 && !places->count; own--) {
    for (size_t i = 0; i < count && (own || count <= TABLE_PLACES); i++) {
      View *other = !own || items[i].file == view->file ? resolve_view(run, items[i].file) : NULL;
      if (other) add_place(places, other, items[i].def);
    }
  }
}

/* `site`: where the function does it; `told`: the reference in the statement. */
static void link_use(Edges *edges, const Ref *site, View *view, const Ref *told) {
  const Expr *expr = view_expr(view, told->expr);
  TablePlaces places = {.count = 0};
  if (expr->kind == EXPR_MEMBER && view_expr(view, expr->base)->flags & EXPR_IN_TYPE) {
    resolve_link_asked(edges, site, view, told);
    return;
  }
  if (expr->flags & EXPR_IN_TYPE) find_fragment(edges->run, view, expr->name, &places);
  else if (expr->kind == EXPR_TABLE) find_table(edges->run, view, expr->name, &places);
  else find_column_of(edges->run, view, expr->base, expr->name, &places);
  EdgeKind kind = told->role == REF_STORE ? EDGE_WRITES : EDGE_READS;
  for (uint32_t i = 0; i < places.count; i++) {
    size_t before = edges->list.len;
    resolve_edge(edges, kind, places.count > 1 ? RULE_QUERY_ANY : RULE_QUERY, site, places.items[i].view, places.items[i].def);
    if (site != told) resolve_edges_wired(edges, before, view, told->line);
  }
}

/* ---- through a client that has a member for each table ---- */

/* An object of the package, or of a type of the project that extends one. */
static bool is_client(Run *run, View *view, ExprNo object, const char *on) {
  Origin origin;
  TermId terms[VALUE_MAX];
  if (resolve_origin(run, view, object, &origin) && origin.package.len && resolve_wiring_is_object(run, &origin, on, origin.count)) return true;
  uint32_t count = resolve_terms(run, resolve_expand_all(run, resolve_eval(run, view, object)), terms);
  for (uint32_t i = 0; i < count; i++) {
    Term term = resolve_term_at(run, terms[i]);
    View *other = term.kind == TERM_INST ? resolve_view_at(run, term.view) : NULL;
    if (other && !other->entry->is_library && resolve_wiring_extends(run, other, term.number, on, 0)) return true;
  }
  return false;
}

static void link_client(Edges *edges, const Ref *ref, const WiringWord *word) {
  View *view = edges->view;
  const Expr *table = view_expr(view, view_expr(view, view_expr(view, ref->expr)->base)->base);
  TablePlaces places;
  if (table->kind != EXPR_MEMBER) return;
  edges->run->step_limit = edges->run->steps + RUN_STEPS_PER_REF;
  resolve_find_table(edges->run, view, text_of(edges->run, table->name), &places);
  if (!places.count || !is_client(edges->run, view, table->base, word->framework->objects)) return;
  EdgeKind kind = str_eq_c(word->method, "WRITE") ? EDGE_WRITES : EDGE_READS;
  for (uint32_t i = 0; i < places.count; i++) {
    resolve_edge(edges, kind, places.count > 1 ? RULE_QUERY_ANY : RULE_QUERY, ref, places.items[i].view, places.items[i].def);
  }
}

/* ---- through calls that are given the table's name ---- */

/* The object, or something that calls on it gave. */
static bool is_builder(Run *run, View *view, ExprNo callee, const WiringWord *word) {
  const char *on = word->row->on ? word->row->on : word->framework->objects;
  ExprNo object = word->row->object ? callee : view_expr(view, callee)->base;
  Origin origin;
  if (!object || !resolve_origin(run, view, object, &origin) || !origin.package.len) return false;
  for (uint32_t steps = 0; steps <= origin.count; steps++) {
    if (resolve_wiring_is_object(run, &origin, on, steps)) return true;
  }
  return false;
}

/* Whether one of `words` is called on what the call gave, in the same chain. */
static bool is_followed_by(Run *run, const View *view, ExprNo call, const char *words) {
  enum { CHAIN = 16 };
  for (RefNo i = 1; words && i < view->facts->refs.len; i++) {
    const Ref *ref = view_ref(view, i);
    ExprNo at = ref->role == REF_CALL ? ref->expr : 0;
    const Expr *callee = at ? view_expr(view, view_expr(view, at)->base) : NULL;
    if (!callee || callee->kind != EXPR_MEMBER || !language_word_in(words, text_of(run, callee->name))) continue;
    for (int k = 0; at && at != call && k < CHAIN; k++) {
      const Expr *expr = view_expr(view, at);
      at = expr->kind == EXPR_CALL || expr->kind == EXPR_MEMBER || expr->kind == EXPR_AWAIT ? expr->base : 0;
    }
    if (at == call) return true;
  }
  return false;
}

static void link_builder(Edges *edges, const Ref *ref, const WiringWord *word, size_t *references) {
  Run *run = edges->run;
  View *view = edges->view;
  TablePlaces places;
  Buf text;
  ExprNo name = resolve_wiring_argument(run, view, ref->expr, word->row->path);
  buf_init(&text, run->arena, 200);
  run->step_limit = run->steps + RUN_STEPS_PER_REF;
  if (!resolve_topic_is_used(run, view, word->framework) || !name || !resolve_wiring_text(run, view, name, &text)) return;
  Str table = buf_str(&text);
  size_t dot = str_find_last_byte(table, '.'); /* "public.users" */
  if (dot != STR_NONE) table = str_slice(table, dot + 1, table.len);
  find_table(run, view, names_intern(run->world->names, table), &places);
  if (!places.count || *references < view->facts->refs.len || !is_builder(run, view, view_expr(view, ref->expr)->base, word)) return;
  *references -= view->facts->refs.len;
  bool writes = str_eq_c(word->method, "WRITE") || is_followed_by(run, view, ref->expr, word->row->by);
  for (uint32_t i = 0; i < places.count; i++) {
    resolve_edge(edges, writes ? EDGE_WRITES : EDGE_READS, places.count > 1 ? RULE_QUERY_ANY : RULE_QUERY, ref, places.items[i].view, places.items[i].def);
  }
}

static void link_clients(Edges *edges) {
  const View *view = edges->view;
  size_t references = HANDLED_REFERENCES;
  for (RefNo i = 1; view->lang->wiring && i < view->facts->refs.len; i++) {
    const Ref *ref = view_ref(view, i);
    const Expr *call = ref->role == REF_CALL && ref->expr ? view_expr(view, ref->expr) : NULL;
    const Expr *callee = call && call->kind == EXPR_CALL && call->base ? view_expr(view, call->base) : NULL;
    if (!callee || !callee->name.value) continue;
    const WiringWord *word = resolve_wiring_word(view->lang->wiring, callee->name);
    for (; word; word = resolve_wiring_next(view->lang->wiring, word)) {
      if (word->row->shape != FRAMEWORK_QUERY) continue;
      if (word->row->path) link_builder(edges, ref, word, &references);
      else if (callee->kind == EXPR_MEMBER && callee->base) link_client(edges, ref, word);
    }
  }
}

/* ---- all of it ---- */

/* From who reads constants to what these say, in one file: a statement of hundreds of
 * tables may be read at thousands of places. */
#define CONSTANT_EDGES 50000

static bool is_query(const Ref *ref) { return ref->role == REF_FETCH || ref->role == REF_STORE; }

/* What the statements of a file say, in order of who says it. */
typedef struct Told {
  RefNo *refs;
  size_t count;
} Told;

typedef struct Constants {
  Edges *edges;
  Idmap known; /* file + 1 -> place in `files` */
  VEC(Told) files;
  size_t left; /* edges that may still be made */
} Constants;

static int by_teller(const void *a, const void *b, void *view) {
  DefNo left = view_ref(view, *(const RefNo *)a)->from, right = view_ref(view, *(const RefNo *)b)->from;
  if (left != right) return left < right ? -1 : 1;
  return *(const RefNo *)a < *(const RefNo *)b ? -1 : 1;
}

static Told told_in(Constants *constants, View *view) {
  Arena *arena = constants->edges->run->arena;
  uint32_t known = idmap_get(&constants->known, (uint64_t)view->file + 1);
  if (known != IDMAP_NONE) return constants->files.items[known];
  Told told = {.refs = ARENA_ARRAY(arena, RefNo, view->facts->refs.len)};
  for (RefNo i = 1; i < view->facts->refs.len; i++) {
    if (is_query(view_ref(view, i))) told.refs[told.count++] = i;
  }
  if (told.count) qsort_r(told.refs, told.count, sizeof *told.refs, by_teller, view);
  idmap_set(&constants->known, (uint64_t)view->file + 1, (uint32_t)constants->files.len);
  *vec_add(arena, &constants->files) = told;
  return told;
}

/* Who reads a constant that holds a statement does what that says. */
static void link_constant(Constants *constants, Edge edge) {
  Edges *edges = constants->edges;
  View *view = resolve_view(edges->run, edge.file);
  if (!view || !edge.to || edge.to >= view->facts->defs.len || !(view_def(view, edge.to)->flags & DEF_QUERY)) return;
  resolve_ask_wiring(edges->run, view);
  Ref site = {.from = edge.from, .line = edge.line, .column = edge.column};
  Told told = told_in(constants, view);
  size_t low = 0, high = told.count, before = edges->list.len;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (view_ref(view, told.refs[middle])->from < edge.to) low = middle + 1;
    else high = middle;
  }
  for (; low < told.count && edges->list.len - before < constants->left; low++) {
    const Ref *ref = view_ref(view, told.refs[low]);
    if (ref->from != edge.to) break;
    link_use(edges, &site, view, ref);
  }
  size_t made = edges->list.len - before;
  constants->left -= made < constants->left ? made : constants->left;
}

void resolve_edges_queries(Edges *edges) {
  View *view = edges->view;
  Constants constants = {.edges = edges, .left = CONSTANT_EDGES};
  size_t count = edges->list.len;
  idmap_init(&constants.known, edges->run->arena);
  for (RefNo i = 1; i < view->facts->refs.len; i++) {
    const Ref *ref = view_ref(view, i);
    if (is_query(ref)) link_use(edges, ref, view, ref);
  }
  link_clients(edges);
  for (size_t i = 0; i < count; i++) {
    Edge edge = edges->list.items[i];
    if (edge.kind == EDGE_READS && edge.from && edge.to < EDGE_MADE_FIRST) link_constant(&constants, edge);
  }
}
