/* Facts to bytes; see facts_code_internal.h. Every array is gone through twice:
 * once for the shapes of its entries, once to write them. */
#include "src/base/hash.h"
#include "src/base/pack.h"
#include "src/base/sort.h"
#include "src/model/facts_code_internal.h"
#include "src/model/facts_internal.h"

/* A name as this file uses it. Numbers of the process's own table mean nothing
 * on disk, so each file has a table of its names and its own numbers for them. */
typedef struct NameUse {
  uint32_t id; /* 0: free */
  uint32_t uses;
  uint32_t order; /* of first use */
  uint32_t number; /* it is written as */
} NameUse;

/* Everything is in the arena given by the caller, tables included; only the
 * bytes are of use afterwards. */
typedef struct Writer {
  Arena *arena;
  const Facts *facts;
  uint8_t *bytes;
  size_t len, cap;
  NameUse *names;
  size_t name_mask, name_count;
  uint64_t *shapes; /* of the array at hand, by entry */
  uint32_t *shape_numbers;
} Writer;

/* ---- bytes ---- */

/* Seven bits to a byte; room for the longest is made before. */
static void put64(Writer *w, uint64_t value) {
  if (w->cap - w->len < PACK_NUMBER_MAX) {
    size_t cap = w->cap * 2 + 256;
    w->bytes = arena_grow(w->arena, w->bytes, w->cap, cap);
    w->cap = cap;
  }
  w->len = (size_t)(pack_put_number(w->bytes + w->len, value) - w->bytes);
}

static void put(Writer *w, uint32_t value) { put64(w, value); }

/* Numbers that grow slowly, such as places, are written as the difference to
 * the one before, with its sign in the lowest bit: small in either direction. */
static void put_change(Writer *w, uint32_t now, uint32_t before) { put(w, code_zigzag(now, before)); }

static void put_text(Writer *w, Str text) {
  put64(w, text.len);
  if (w->cap - w->len < text.len) {
    size_t cap = w->cap * 2 + text.len;
    w->bytes = arena_grow(w->arena, w->bytes, w->cap, cap);
    w->cap = cap;
  }
  if (text.len) memcpy(w->bytes + w->len, text.ptr, text.len);
  w->len += text.len;
}

/* ---- names ---- */

/* Open addressing over a power of two; the multiplication spreads numbers that
 * follow each other, as those of names do. At most half of the table is used,
 * so that the search ends. */
static NameUse *find_use(const Writer *w, NameId name) {
  size_t at = name.value * 2654435761u;
  for (at ^= at >> 16;; at++) {
    NameUse *use = &w->names[at & w->name_mask];
    if (!use->id || use->id == name.value) return use;
  }
}

static void grow_names(Writer *w) {
  NameUse *old = w->names;
  size_t size = old ? w->name_mask + 1 : 0;
  w->name_mask = (size ? size * 4 : 256) - 1;
  w->names = ARENA_ARRAY(w->arena, NameUse, w->name_mask + 1);
  for (size_t i = 0; i < size; i++) {
    if (old[i].id) *find_use(w, (NameId){old[i].id}) = old[i];
  }
}

/* Counts how often a name is used, before any number is given out. */
static void use_name(Writer *w, NameId name) {
  if (!name.value) return;
  if (!w->names || w->name_count * 2 > w->name_mask) grow_names(w);
  NameUse *use = find_use(w, name);
  if (!use->id) *use = (NameUse){.id = name.value, .order = (uint32_t)w->name_count++};
  use->uses++;
}

/* Entry 0 of every array means "none" and is not written. */
static void use_names(Writer *w) {
  const Facts *facts = w->facts;
  use_name(w, facts->package);
  for (size_t i = 1; i < facts->defs.len; i++) {
    use_name(w, facts->defs.items[i].name);
    use_name(w, facts->defs.items[i].spelled);
    use_name(w, facts->defs.items[i].receiver);
  }
  for (size_t i = 1; i < facts->imports.len; i++) {
    use_name(w, facts->imports.items[i].local);
    use_name(w, facts->imports.items[i].specifier);
    use_name(w, facts->imports.items[i].name);
  }
  for (size_t i = 1; i < facts->binds.len; i++) use_name(w, facts->binds.items[i].name);
  for (size_t i = 1; i < facts->exprs.len; i++) use_name(w, facts->exprs.items[i].name);
}

/* The commonest get the shortest numbers. Ties by first use, for the same facts
 * must always give the same bytes. */
static FactsNames write_names(Writer *w) {
  use_names(w);
  size_t count = w->name_count;
  uint32_t most = 0;
  NameUse **by_order = ARENA_ARRAY(w->arena, NameUse *, count + 1);
  for (size_t i = 0; w->names && i <= w->name_mask; i++) {
    NameUse *use = &w->names[i];
    if (use->id) by_order[use->order] = use;
    if (use->uses > most) most = use->uses;
  }
  uint64_t *sorted = ARENA_ARRAY(w->arena, uint64_t, 2 * count);
  for (size_t i = 0; i < count; i++) sorted[i] = (uint64_t)(most - by_order[i]->uses) << 32 | i;
  sort_by_bits(sorted, sorted + count, count, 32, 32 + sort_bits_of(most));
  FactsNames names = {.ids = ARENA_ARRAY(w->arena, NameId, count + 1), .count = (uint32_t)count + 1};
  put64(w, count);
  for (size_t i = 0; i < count; i++) {
    NameUse *use = by_order[(uint32_t)sorted[i]];
    use->number = (uint32_t)i + 1;
    names.ids[use->number].value = use->id;
    put_text(w, names_text(w->facts->names, names.ids[use->number]));
  }
  names.end = (uint32_t)w->len;
  return names;
}

static void put_name(Writer *w, NameId name) { put(w, name.value ? find_use(w, name)->number : 0); }

/* ---- shapes ---- */

/* A shape says which fields an entry has and holds its small numbers. Entries
 * of one file have few different ones, so each entry begins with the number of
 * its shape. */
typedef struct ShapeUse {
  uint64_t shape;
  uint32_t uses;
  uint32_t order;
} ShapeUse;

static int by_shape_uses(const void *a, const void *b) {
  const ShapeUse *x = a, *y = b;
  if (x->uses != y->uses) return x->uses > y->uses ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

/* Writes the distinct shapes of `count` entries and numbers the entries'. */
static void write_shapes(Writer *w, size_t count) {
  VEC(ShapeUse) uses = {0};
  size_t mask = 63;
  while (mask < count * 2) mask = mask * 2 + 1;
  uint32_t *slots = ARENA_ARRAY(w->arena, uint32_t, mask + 1);
  w->shape_numbers = ARENA_ARRAY(w->arena, uint32_t, count);
  for (size_t i = 1; i < count; i++) {
    size_t at = (size_t)((w->shapes[i] * 0x9E3779B97F4A7C15u) >> 40);
    while (slots[at & mask] && uses.items[slots[at & mask] - 1].shape != w->shapes[i]) at++;
    uint32_t *slot = &slots[at & mask];
    if (!*slot) {
      uint32_t order = (uint32_t)uses.len;
      *vec_add(w->arena, &uses) = (ShapeUse){.shape = w->shapes[i], .order = order};
      *slot = order + 1;
    }
    w->shape_numbers[i] = *slot - 1;
    uses.items[*slot - 1].uses++;
  }
  uint32_t *numbers = ARENA_ARRAY(w->arena, uint32_t, uses.len + 1);
  if (uses.len) qsort(uses.items, uses.len, sizeof(ShapeUse), by_shape_uses);
  put64(w, uses.len);
  for (size_t i = 0; i < uses.len; i++) {
    numbers[uses.items[i].order] = (uint32_t)i;
    put64(w, uses.items[i].shape);
  }
  for (size_t i = 1; i < count; i++) w->shape_numbers[i] = numbers[w->shape_numbers[i]];
}

/* Index 0 stays unused, as in the arrays themselves. */
static void begin_shapes(Writer *w, size_t count) { w->shapes = ARENA_ARRAY(w->arena, uint64_t, count); }

/* Most references are to nothing or to what is expected next; neither needs a
 * number of its own. */
static unsigned field(uint32_t value, uint32_t near) {
  return !value ? FIELD_NONE : value == near ? FIELD_NEAR : FIELD_FAR;
}

/* Items are near the entry that has them. */
static void put_list(Writer *w, ExprList list, ExprNo near) {
  for (uint32_t i = 0; i < list.count; i++) put_change(w, w->facts->lists.items[list.first + i], near);
}

/* ---- definitions ---- */

/* The name stands on the first line of its definition, with nothing before it
 * that makes columns differ from bytes. Then its line and columns follow from
 * the definition's, and are not written. */
static bool is_name_plain(const Def *def) {
  const Span *name = &def->name_span, *full = &def->full;
  return name->line == full->line && name->end_line == name->line && name->from >= full->from &&
         name->column == full->column + (name->from - full->from) &&
         name->end_column == name->column + (name->to - name->from);
}

/* Then the end follows from the beginning and the length. */
static bool is_one_line(const Span *span) {
  return span->line == span->end_line && span->end_column == span->column + (span->to - span->from);
}

static uint64_t shape_def(const Def *def, const CodeState *state) {
  return SHAPE_PUT(def->kind, DEF_KIND) | SHAPE_PUT(def->name.value != 0, DEF_NAMED) |
         SHAPE_PUT(field(def->container, state->container), DEF_CONTAINER) |
         SHAPE_PUT(def->scope != state->scope, DEF_SCOPE) |
         SHAPE_PUT(field(def->opens, state->opened + 1), DEF_OPENS) |
         SHAPE_PUT(def->type != 0, DEF_TYPED) | SHAPE_PUT(def->value != 0, DEF_VALUED) |
         SHAPE_PUT(def->bases.count != 0, DEF_BASED) | SHAPE_PUT(def->decorators.count != 0, DEF_DECORATED) |
         SHAPE_PUT(def->receiver.value != 0, DEF_RECEIVER) |
         SHAPE_PUT(def->doc.from != 0 || def->doc.to != 0, DEF_DOC) |
         SHAPE_PUT(def->signature.from != def->full.from, DEF_SIGNED) |
         SHAPE_PUT(!is_name_plain(def), DEF_NAME_SPAN) | SHAPE_PUT(!is_one_line(&def->full), DEF_LINES) |
         SHAPE_PUT(def->flags, DEF_FLAGS);
}

/* What the next entry is compared with. The reader keeps the same state by the
 * same steps; a change here is a change of the format. */
static void after_def(CodeState *state, const Def *def) {
  state->container = def->container;
  state->scope = def->scope;
  if (def->opens) state->opened = def->opens;
  if (def->type) state->expr = def->type;
  if (def->value) state->expr = def->value;
  state->at = def->full.from;
  state->line = def->full.line;
}

static void put_span(Writer *w, const Span *span, uint64_t shape, const CodeState *state) {
  put_change(w, span->from, state->at);
  put_change(w, span->to, span->from);
  put_change(w, span->line, state->line);
  put(w, span->column);
  if (!SHAPE_GET(shape, DEF_LINES)) return;
  put_change(w, span->end_line, span->line);
  put(w, span->end_column);
}

/* From and to are always written: the name may stand anywhere in its
 * definition. */
static void put_name_span(Writer *w, const Def *def, uint64_t shape) {
  const Span *name = &def->name_span;
  put_change(w, name->from, def->full.from);
  put_change(w, name->to, name->from);
  if (!SHAPE_GET(shape, DEF_NAME_SPAN)) return;
  put_change(w, name->line, def->full.line);
  put(w, name->column);
  put_change(w, name->end_line, name->line);
  put(w, name->end_column);
}

static void put_def(Writer *w, const Def *def, uint64_t shape, const CodeState *state) {
  put_span(w, &def->full, shape, state);
  put_name_span(w, def, shape);
  if (SHAPE_GET(shape, DEF_NAMED)) put_name(w, def->name);
  if (def->flags & DEF_ANY_CASE) put_name(w, def->spelled);
  if (SHAPE_GET(shape, DEF_CONTAINER) == FIELD_FAR) put_change(w, def->container, state->container);
  if (SHAPE_GET(shape, DEF_SCOPE)) put_change(w, def->scope, state->scope);
  if (SHAPE_GET(shape, DEF_OPENS) == FIELD_FAR) put_change(w, def->opens, state->opened);
  if (SHAPE_GET(shape, DEF_TYPED)) put_change(w, def->type, state->expr);
  if (SHAPE_GET(shape, DEF_VALUED)) put_change(w, def->value, state->expr);
  if (SHAPE_GET(shape, DEF_BASED)) put(w, def->bases.count);
  put_list(w, def->bases, state->expr);
  if (SHAPE_GET(shape, DEF_DECORATED)) put(w, def->decorators.count);
  put_list(w, def->decorators, state->expr);
  if (SHAPE_GET(shape, DEF_RECEIVER)) put_name(w, def->receiver);
  if (SHAPE_GET(shape, DEF_SIGNED)) put_change(w, def->signature.from, def->full.from);
  put_change(w, def->signature.to, def->signature.from);
  if (!SHAPE_GET(shape, DEF_DOC)) return;
  put_change(w, def->doc.from, def->full.from);
  put_change(w, def->doc.to, def->doc.from);
}

/* The state is run through twice by the same steps, so that shapes and values
 * agree. */
static void write_defs(Writer *w) {
  const Def *defs = w->facts->defs.items;
  size_t count = w->facts->defs.len;
  CodeState state = {0};
  begin_shapes(w, count);
  for (size_t i = 1; i < count; after_def(&state, &defs[i++])) w->shapes[i] = shape_def(&defs[i], &state);
  write_shapes(w, count);
  state = (CodeState){0};
  for (size_t i = 1; i < count; after_def(&state, &defs[i++])) {
    put(w, w->shape_numbers[i]);
    put_def(w, &defs[i], w->shapes[i], &state);
  }
}

/* ---- scopes ---- */

/* Most scopes are exactly their definition's extent, and the next
 * definition's. */
static uint64_t shape_scope(const Facts *facts, const Scope *scope, const CodeState *state) {
  const Span *full = &facts->defs.items[scope->def].full;
  bool is_whole = scope->def && scope->from == full->from && scope->to == full->to;
  return SHAPE_PUT(scope->kind, SCOPE_KIND) | SHAPE_PUT(field(scope->def, state->def + 1), SCOPE_DEF) |
         SHAPE_PUT(!is_whole, SCOPE_RANGE);
}

static void after_scope(CodeState *state, const Scope *scope) {
  if (scope->def) state->def = scope->def;
  state->at = scope->from;
}

static void write_scopes(Writer *w) {
  const Scope *scopes = w->facts->scopes.items;
  size_t count = w->facts->scopes.len;
  CodeState state = {0};
  begin_shapes(w, count);
  for (size_t i = 1; i < count; after_scope(&state, &scopes[i++])) {
    w->shapes[i] = shape_scope(w->facts, &scopes[i], &state);
  }
  write_shapes(w, count);
  state = (CodeState){0};
  for (size_t i = 1; i < count; after_scope(&state, &scopes[i++])) {
    const Scope *scope = &scopes[i];
    put(w, w->shape_numbers[i]);
    put(w, (uint32_t)i - scope->parent);
    if (SHAPE_GET(w->shapes[i], SCOPE_DEF) == FIELD_FAR) put_change(w, scope->def, state.def);
    if (!SHAPE_GET(w->shapes[i], SCOPE_RANGE)) continue;
    put_change(w, scope->from, state.at);
    put_change(w, scope->to, scope->from);
  }
}

/* ---- imports ---- */

/* Imports of several names from one module share its specifier. */
static uint64_t shape_import(const Import *import, const CodeState *state) {
  unsigned named = field(import->name.value, import->local.value);
  return SHAPE_PUT(import->form, IMPORT_FORM) | SHAPE_PUT(import->flags, IMPORT_FLAGS) |
         SHAPE_PUT(import->scope != state->scope, IMPORT_SCOPE) |
         SHAPE_PUT(!names_same(import->specifier, state->specifier), IMPORT_SPECIFIER) |
         SHAPE_PUT(named, IMPORT_NAMED) | SHAPE_PUT(import->local.value != 0, IMPORT_LOCAL);
}

static void after_import(CodeState *state, const Import *import) {
  state->scope = import->scope;
  state->specifier = import->specifier;
  state->at = import->at;
  state->line = import->line;
}

static void write_imports(Writer *w) {
  const Import *imports = w->facts->imports.items;
  size_t count = w->facts->imports.len;
  CodeState state = {0};
  begin_shapes(w, count);
  for (size_t i = 1; i < count; after_import(&state, &imports[i++])) {
    w->shapes[i] = shape_import(&imports[i], &state);
  }
  write_shapes(w, count);
  state = (CodeState){0};
  for (size_t i = 1; i < count; after_import(&state, &imports[i++])) {
    const Import *import = &imports[i];
    put(w, w->shape_numbers[i]);
    if (SHAPE_GET(w->shapes[i], IMPORT_SCOPE)) put_change(w, import->scope, state.scope);
    if (SHAPE_GET(w->shapes[i], IMPORT_LOCAL)) put_name(w, import->local);
    if (SHAPE_GET(w->shapes[i], IMPORT_SPECIFIER)) put_name(w, import->specifier);
    if (SHAPE_GET(w->shapes[i], IMPORT_NAMED) == FIELD_FAR) put_name(w, import->name);
    put_change(w, import->at, state.at);
    put_change(w, import->line, state.line);
  }
}

/* ---- binds ---- */

/* From where on a bind holds is nearly always a place that is known
 * already. */
static unsigned bind_at(const Facts *facts, const Bind *bind) {
  const Def *def = &facts->defs.items[bind->def];
  if (bind->def && bind->from == def->full.from) return AT_FIRST;
  if (bind->def && bind->from == def->name_span.to) return AT_BASE;
  if (bind->import && bind->from == facts->imports.items[bind->import].at) return AT_IMPORT;
  return AT_FAR;
}

static uint64_t shape_bind(const Facts *facts, const Bind *bind, const CodeState *state) {
  return SHAPE_PUT(bind->flags, BIND_FLAGS) | SHAPE_PUT(bind->scope != state->scope, BIND_SCOPE) |
         SHAPE_PUT(bind->to != 0, BIND_TO) | SHAPE_PUT(bind->type != 0, BIND_TYPED) |
         SHAPE_PUT(bind->value != 0, BIND_VALUED) | SHAPE_PUT(field(bind->def, state->def + 1), BIND_DEF) |
         SHAPE_PUT(field(bind->import, state->import + 1), BIND_IMPORT) |
         SHAPE_PUT(bind_at(facts, bind), BIND_FROM);
}

static void after_bind(CodeState *state, const Bind *bind) {
  state->scope = bind->scope;
  state->at = bind->from;
  if (bind->def) state->def = bind->def;
  if (bind->import) state->import = bind->import;
  if (bind->type) state->expr = bind->type;
  if (bind->value) state->expr = bind->value;
}

static void write_binds(Writer *w) {
  const Bind *binds = w->facts->binds.items;
  size_t count = w->facts->binds.len;
  CodeState state = {0};
  begin_shapes(w, count);
  for (size_t i = 1; i < count; after_bind(&state, &binds[i++])) {
    w->shapes[i] = shape_bind(w->facts, &binds[i], &state);
  }
  write_shapes(w, count);
  state = (CodeState){0};
  for (size_t i = 1; i < count; after_bind(&state, &binds[i++])) {
    const Bind *bind = &binds[i];
    uint64_t shape = w->shapes[i];
    put(w, w->shape_numbers[i]);
    put_name(w, bind->name);
    if (SHAPE_GET(shape, BIND_SCOPE)) put_change(w, bind->scope, state.scope);
    if (SHAPE_GET(shape, BIND_DEF) == FIELD_FAR) put_change(w, bind->def, state.def);
    if (SHAPE_GET(shape, BIND_IMPORT) == FIELD_FAR) put_change(w, bind->import, state.import);
    if (SHAPE_GET(shape, BIND_FROM) == AT_FAR) put_change(w, bind->from, state.at);
    if (SHAPE_GET(shape, BIND_TO)) put_change(w, bind->to, bind->from);
    if (SHAPE_GET(shape, BIND_TYPED)) put_change(w, bind->type, state.expr);
    if (SHAPE_GET(shape, BIND_VALUED)) put_change(w, bind->value, state.expr);
  }
}

/* ---- expressions ---- */

/* The number of these kinds is that of a definition. */
static bool is_def_number(unsigned kind) { return kind == EXPR_FUNC || kind == EXPR_OBJECT; }

static uint64_t shape_expr(const Facts *facts, ExprNo no, const CodeState *state) {
  const Expr *expr = &facts->exprs.items[no];
  unsigned at = AT_FAR;
  if (expr->at == state->at) at = AT_FIRST;
  else if (expr->base && expr->base < no && expr->at == facts->exprs.items[expr->base].at) at = AT_BASE;
  bool is_long = expr->number >= SHAPE_MORE_NUMBER || (expr->number && is_def_number(expr->kind));
  return SHAPE_PUT(expr->kind, EXPR_KIND) | SHAPE_PUT(expr->flags, EXPR_FLAGS) |
         SHAPE_PUT(field(expr->scope, state->scope), EXPR_SCOPE) |
         SHAPE_PUT(field(expr->base, no - 1), EXPR_BASE) | SHAPE_PUT(expr->name.value != 0, EXPR_NAMED) |
         SHAPE_PUT(at, EXPR_AT) |
         SHAPE_PUT(expr->list.count < SHAPE_MORE_ITEMS ? expr->list.count : SHAPE_MORE_ITEMS, EXPR_COUNT) |
         SHAPE_PUT(is_long ? SHAPE_MORE_NUMBER : expr->number, EXPR_NUMBER);
}

static void after_expr(CodeState *state, const Expr *expr) {
  state->at = expr->at;
  if (expr->scope) state->scope = expr->scope;
  if (is_def_number(expr->kind)) state->def = expr->number;
}

static void put_expr(Writer *w, ExprNo no, uint64_t shape, const CodeState *state) {
  const Expr *expr = &w->facts->exprs.items[no];
  if (SHAPE_GET(shape, EXPR_AT) == AT_FAR) put_change(w, expr->at, state->at);
  if (SHAPE_GET(shape, EXPR_NAMED)) put_name(w, expr->name);
  if (SHAPE_GET(shape, EXPR_SCOPE) == FIELD_FAR) put_change(w, expr->scope, state->scope);
  if (SHAPE_GET(shape, EXPR_BASE) == FIELD_FAR) put_change(w, expr->base, no);
  if (SHAPE_GET(shape, EXPR_NUMBER) == SHAPE_MORE_NUMBER) {
    put_change(w, expr->number, is_def_number(expr->kind) ? state->def : 0);
  }
  if (SHAPE_GET(shape, EXPR_COUNT) == SHAPE_MORE_ITEMS) put(w, expr->list.count);
  put_list(w, expr->list, no);
}

static void write_exprs(Writer *w) {
  const Expr *exprs = w->facts->exprs.items;
  size_t count = w->facts->exprs.len;
  CodeState state = {0};
  begin_shapes(w, count);
  for (ExprNo i = 1; i < count; after_expr(&state, &exprs[i++])) w->shapes[i] = shape_expr(w->facts, i, &state);
  write_shapes(w, count);
  state = (CodeState){0};
  for (ExprNo i = 1; i < count; after_expr(&state, &exprs[i++])) {
    put(w, w->shape_numbers[i]);
    put_expr(w, i, w->shapes[i], &state);
  }
}

/* ---- references ---- */

static uint64_t shape_ref(const Facts *facts, const Ref *ref, const CodeState *state) {
  const Expr *expr = &facts->exprs.items[ref->expr];
  unsigned at = AT_FAR;
  if (ref->at == expr->at) at = AT_FIRST;
  else if (expr->base && ref->at == facts->exprs.items[expr->base].at) at = AT_BASE;
  bool same_line = ref->line == state->line && ref->column == state->column + (ref->at - state->at);
  unsigned position = ref->position < SHAPE_MORE_ITEMS ? ref->position : SHAPE_MORE_ITEMS;
  return SHAPE_PUT(ref->role, REF_ROLE) | SHAPE_PUT(ref->flags, REF_FLAGS) |
         SHAPE_PUT(ref->from != state->def, REF_FROM) | SHAPE_PUT(at, REF_AT) |
         SHAPE_PUT(!same_line, REF_LINE) | SHAPE_PUT(ref->call != 0, REF_CALL) |
         SHAPE_PUT(position, REF_POSITION);
}

/* References are in the order of the text: line and column follow from the one
 * before mostly. */
static void after_ref(CodeState *state, const Ref *ref) {
  state->at = ref->at;
  state->line = ref->line;
  state->column = ref->column;
  state->def = ref->from;
  state->expr = ref->expr;
}

static void write_refs(Writer *w) {
  const Ref *refs = w->facts->refs.items;
  size_t count = w->facts->refs.len;
  CodeState state = {0};
  begin_shapes(w, count);
  for (size_t i = 1; i < count; after_ref(&state, &refs[i++])) w->shapes[i] = shape_ref(w->facts, &refs[i], &state);
  write_shapes(w, count);
  state = (CodeState){0};
  for (size_t i = 1; i < count; after_ref(&state, &refs[i++])) {
    const Ref *ref = &refs[i];
    uint64_t shape = w->shapes[i];
    put(w, w->shape_numbers[i]);
    put_change(w, ref->expr, state.expr);
    if (SHAPE_GET(shape, REF_AT) == AT_FAR) put_change(w, ref->at, state.at);
    if (SHAPE_GET(shape, REF_LINE)) {
      put_change(w, ref->line, state.line);
      put(w, ref->column);
    }
    if (SHAPE_GET(shape, REF_FROM)) put_change(w, ref->from, state.def);
    if (SHAPE_GET(shape, REF_CALL)) put_change(w, ref->call, ref->expr);
    if (SHAPE_GET(shape, REF_POSITION) == SHAPE_MORE_ITEMS) put(w, ref->position);
  }
}

/* ---- all of it ---- */

/* Of all lists together, so that the reader allocates once. */
static uint32_t count_items(const Facts *facts) {
  uint32_t count = 1;
  for (size_t i = 1; i < facts->exprs.len; i++) count += facts->exprs.items[i].list.count;
  for (size_t i = 1; i < facts->defs.len; i++) {
    count += facts->defs.items[i].bases.count + facts->defs.items[i].decorators.count;
  }
  return count;
}

/* Begins with a hash of the rest, by which damage is noticed before anything
 * is read. */
FactsNames facts_encode_named(Buf *out, Arena *arena, const Facts *facts) {
  Writer w = {.arena = arena, .facts = facts};
  put(&w, FACTS_FORMAT);
  put(&w, (facts->broken ? 1u : 0) | (facts->cut ? 2u : 0) | (facts->is_test ? 4u : 0));
  FactsNames names = write_names(&w);
  put64(&w, facts->defs.len);
  put64(&w, facts->scopes.len);
  put64(&w, facts->imports.len);
  put64(&w, facts->binds.len);
  put64(&w, facts->exprs.len);
  put64(&w, facts->refs.len);
  put(&w, count_items(facts));
  put(&w, facts->exports);
  put_name(&w, facts->package);
  write_defs(&w);
  write_scopes(&w);
  write_imports(&w);
  write_binds(&w);
  write_exprs(&w);
  write_refs(&w);
  Str bytes = {(const char *)w.bytes, w.len};
  pack_word64(out, hash_str(bytes));
  buf_add(out, bytes);
  return names;
}

void facts_encode(Buf *out, Arena *arena, const Facts *facts, bool surface_only) {
  Facts reduced;
  if (surface_only) facts_reduce(arena, facts, &reduced);
  facts_encode_named(out, arena, surface_only ? &reduced : facts);
}
