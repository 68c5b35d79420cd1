/* Bytes to facts; see facts_code_internal.h. Nothing is believed: every number
 * is checked before anything is found by it. A wrong one is remembered and
 * replaced by one that does no harm, so that the checks need no way out. */
#include <string.h>

#include "src/base/hash.h"
#include "src/base/pack.h"
#include "src/base/size.h"
#include "src/model/facts_code_internal.h"

/* What `in` finds wrong stays: whatever is read afterwards is zeros, and the
 * result is thrown away. So reading needs no error paths, and cannot be led
 * out of bounds either. */
typedef struct Reader {
  PackReader in;
  Arena *arena;   /* of the facts: all of them in one block */
  Arena *scratch; /* of what only reading needs */
  Facts *facts;
  NameId *names; /* by number */
  uint32_t name_count;
  uint64_t *shapes; /* of the array at hand */
  uint32_t shape_count;
  uint32_t item_count; /* of facts->lists, all of them */
} Reader;

/* ---- bytes ---- */

static inline uint32_t get(Reader *r) { return pack_read_32(&r->in); }

static inline uint32_t get_change(Reader *r, uint32_t before) { return code_unzigzag(get(r), before); }

/* A number below `limit`. */
static inline uint32_t below(Reader *r, uint32_t value, size_t limit) {
  if (value < limit) return value;
  r->in.bad = true;
  return 0;
}

static inline uint32_t get_below(Reader *r, uint32_t before, size_t limit) {
  return below(r, get_change(r, before), limit);
}

static inline void need(Reader *r, bool holds) {
  if (!holds) r->in.bad = true;
}

/* How many entries follow, of at least `each` bytes; `unwritten` ones come before. */
static uint32_t get_count(Reader *r, uint32_t unwritten, uint32_t each) {
  uint64_t count = pack_read_number(&r->in);
  bool is_good = count >= unwritten && count < UINT32_MAX &&
                 (count - unwritten) * each <= pack_left(&r->in);
  need(r, is_good);
  return is_good ? (uint32_t)count : unwritten;
}

static inline NameId get_name(Reader *r) { return r->names[below(r, get(r), r->name_count)]; }

/* Entries of one array have few distinct combinations of kind, flags and
 * which fields follow; each is written once and named by its number. */
static void read_shapes(Reader *r) {
  r->shape_count = get_count(r, 0, 1);
  r->shapes = ARENA_ARRAY(r->scratch, uint64_t, r->shape_count + 1);
  for (uint32_t i = 0; i < r->shape_count && !r->in.bad; i++) r->shapes[i] = pack_read_number(&r->in);
}

static inline uint64_t get_shape(Reader *r) {
  uint32_t number = get(r);
  if (number < r->shape_count) return r->shapes[number];
  r->in.bad = true;
  return 0;
}

/* Most numbers are none, or the next one after the last: then nothing is
 * written for them. */
static uint32_t pick(Reader *r, unsigned how, uint32_t near, uint32_t before, size_t limit) {
  if (how == FIELD_NONE) return 0;
  return how == FIELD_NEAR ? below(r, near, limit) : get_below(r, before, limit);
}

/* Lists follow each other, so that only their lengths are written. */
static ExprList get_list(Reader *r, uint32_t count, ExprNo near) {
  Facts *facts = r->facts;
  if (!count) return (ExprList){0};
  if (count > facts->lists.cap - r->item_count) {
    r->in.bad = true;
    return (ExprList){0};
  }
  ExprList list = {r->item_count, count};
  r->item_count += count;
  for (uint32_t i = 0; i < count; i++) facts->lists.items[list.first + i] = get_below(r, near, facts->exprs.len);
  return list;
}

/* ---- definitions ---- */

static Span get_span(Reader *r, uint64_t shape, const CodeState *state) {
  Span span = {.from = get_change(r, state->at)};
  span.to = get_change(r, span.from);
  span.line = span.end_line = get_change(r, state->line);
  span.column = get(r);
  span.end_column = span.column + (span.to - span.from);
  if (SHAPE_GET(shape, DEF_LINES)) {
    span.end_line = get_change(r, span.line);
    span.end_column = get(r);
  }
  need(r, span.from <= span.to);
  return span;
}

static Span get_name_span(Reader *r, uint64_t shape, const Span *full) {
  Span span = {.from = get_change(r, full->from), .line = full->line, .end_line = full->line};
  span.to = get_change(r, span.from);
  span.column = full->column + (span.from - full->from);
  span.end_column = span.column + (span.to - span.from);
  if (SHAPE_GET(shape, DEF_NAME_SPAN)) {
    span.line = get_change(r, full->line);
    span.column = get(r);
    span.end_line = get_change(r, span.line);
    span.end_column = get(r);
  }
  need(r, span.from <= span.to);
  return span;
}

static Def get_def(Reader *r, DefNo no, const CodeState *state) {
  const Facts *facts = r->facts;
  uint64_t shape = get_shape(r);
  size_t exprs = facts->exprs.len, scopes = facts->scopes.len;
  Def def = {.kind = (uint8_t)SHAPE_GET(shape, DEF_KIND), .flags = (uint32_t)(shape >> DEF_FLAGS_SHIFT)};
  need(r, def.kind < SYMBOL_KIND_COUNT && shape >> DEF_FLAGS_SHIFT <= UINT32_MAX);
  def.full = get_span(r, shape, state);
  def.name_span = get_name_span(r, shape, &def.full);
  if (SHAPE_GET(shape, DEF_NAMED)) def.name = get_name(r);
  if (def.flags & DEF_ANY_CASE) def.spelled = get_name(r);
  def.container = pick(r, SHAPE_GET(shape, DEF_CONTAINER), state->container, state->container, no);
  def.scope = SHAPE_GET(shape, DEF_SCOPE) ? get_below(r, state->scope, scopes) : state->scope;
  def.opens = pick(r, SHAPE_GET(shape, DEF_OPENS), state->opened + 1, state->opened, scopes);
  if (SHAPE_GET(shape, DEF_TYPED)) def.type = get_below(r, state->expr, exprs);
  if (SHAPE_GET(shape, DEF_VALUED)) def.value = get_below(r, state->expr, exprs);
  if (SHAPE_GET(shape, DEF_BASED)) def.bases = get_list(r, get(r), state->expr);
  if (SHAPE_GET(shape, DEF_DECORATED)) def.decorators = get_list(r, get(r), state->expr);
  if (SHAPE_GET(shape, DEF_RECEIVER)) def.receiver = get_name(r);
  def.signature.from = SHAPE_GET(shape, DEF_SIGNED) ? get_change(r, def.full.from) : def.full.from;
  def.signature.to = get_change(r, def.signature.from);
  if (SHAPE_GET(shape, DEF_DOC)) {
    def.doc.from = get_change(r, def.full.from);
    def.doc.to = get_change(r, def.doc.from);
  }
  need(r, def.signature.from <= def.signature.to && def.doc.from <= def.doc.to && def.scope);
  return def;
}

static void read_defs(Reader *r) {
  Facts *facts = r->facts;
  CodeState state = {0};
  read_shapes(r);
  for (DefNo i = 1; i < facts->defs.len && !r->in.bad; i++) {
    Def def = get_def(r, i, &state);
    facts->defs.items[i] = def;
    state.container = def.container;
    state.scope = def.scope;
    if (def.opens) state.opened = def.opens;
    if (def.type) state.expr = def.type;
    if (def.value) state.expr = def.value;
    state.at = def.full.from;
    state.line = def.full.line;
  }
}

/* ---- scopes, imports, binds ---- */

static void read_scopes(Reader *r) {
  Facts *facts = r->facts;
  CodeState state = {0};
  read_shapes(r);
  for (ScopeNo i = 1; i < facts->scopes.len && !r->in.bad; i++) {
    uint64_t shape = get_shape(r);
    Scope scope = {.kind = (uint8_t)SHAPE_GET(shape, SCOPE_KIND)};
    uint32_t up = get(r);
    need(r, scope.kind < SCOPE_KIND_COUNT && up >= 1 && up <= i);
    scope.parent = up <= i ? i - up : 0;
    scope.def = pick(r, SHAPE_GET(shape, SCOPE_DEF), state.def + 1, state.def, facts->defs.len);
    const Span *full = &facts->defs.items[scope.def].full;
    scope.from = SHAPE_GET(shape, SCOPE_RANGE) ? get_change(r, state.at) : full->from;
    scope.to = SHAPE_GET(shape, SCOPE_RANGE) ? get_change(r, scope.from) : full->to;
    need(r, scope.from <= scope.to);
    facts->scopes.items[i] = scope;
    if (scope.def) state.def = scope.def;
    state.at = scope.from;
  }
}

static void read_imports(Reader *r) {
  Facts *facts = r->facts;
  CodeState state = {0};
  read_shapes(r);
  for (ImportNo i = 1; i < facts->imports.len && !r->in.bad; i++) {
    uint64_t shape = get_shape(r);
    Import import = {.form = (uint8_t)SHAPE_GET(shape, IMPORT_FORM),
                     .flags = (uint8_t)SHAPE_GET(shape, IMPORT_FLAGS), .scope = state.scope,
                     .specifier = state.specifier};
    need(r, import.form < IMPORT_FORM_COUNT);
    if (SHAPE_GET(shape, IMPORT_SCOPE)) import.scope = get_below(r, state.scope, facts->scopes.len);
    if (SHAPE_GET(shape, IMPORT_LOCAL)) import.local = get_name(r);
    if (SHAPE_GET(shape, IMPORT_SPECIFIER)) import.specifier = get_name(r);
    unsigned named = SHAPE_GET(shape, IMPORT_NAMED);
    if (named) import.name = named == FIELD_FAR ? get_name(r) : import.local;
    import.at = get_change(r, state.at);
    import.line = get_change(r, state.line);
    need(r, import.scope);
    facts->imports.items[i] = import;
    state = (CodeState){.scope = import.scope, .specifier = import.specifier, .at = import.at, .line = import.line};
  }
}

static uint32_t bind_from(Reader *r, unsigned how, const Bind *bind, const CodeState *state) {
  const Def *def = &r->facts->defs.items[bind->def];
  if (how == AT_FIRST) return def->full.from;
  if (how == AT_BASE) return def->name_span.to;
  if (how == AT_IMPORT) return r->facts->imports.items[bind->import].at;
  return get_change(r, state->at);
}

static void read_binds(Reader *r) {
  Facts *facts = r->facts;
  CodeState state = {0};
  read_shapes(r);
  for (BindNo i = 1; i < facts->binds.len && !r->in.bad; i++) {
    uint64_t shape = get_shape(r);
    Bind bind = {.flags = SHAPE_GET(shape, BIND_FLAGS), .name = get_name(r), .scope = state.scope};
    if (SHAPE_GET(shape, BIND_SCOPE)) bind.scope = get_below(r, state.scope, facts->scopes.len);
    bind.def = pick(r, SHAPE_GET(shape, BIND_DEF), state.def + 1, state.def, facts->defs.len);
    bind.import = pick(r, SHAPE_GET(shape, BIND_IMPORT), state.import + 1, state.import, facts->imports.len);
    bind.from = bind_from(r, SHAPE_GET(shape, BIND_FROM), &bind, &state);
    if (SHAPE_GET(shape, BIND_TO)) bind.to = get_change(r, bind.from);
    if (SHAPE_GET(shape, BIND_TYPED)) bind.type = get_below(r, state.expr, facts->exprs.len);
    if (SHAPE_GET(shape, BIND_VALUED)) bind.value = get_below(r, state.expr, facts->exprs.len);
    need(r, bind.scope);
    facts->binds.items[i] = bind;
    state.scope = bind.scope;
    state.at = bind.from;
    if (bind.def) state.def = bind.def;
    if (bind.import) state.import = bind.import;
    if (bind.type) state.expr = bind.type;
    if (bind.value) state.expr = bind.value;
  }
}

/* ---- expressions ---- */

/* `number` means another thing by kind; where it is an index it must be one. */
static void check_number(Reader *r, const Expr *expr) {
  const Facts *facts = r->facts;
  if (expr->kind == EXPR_FUNC || expr->kind == EXPR_OBJECT) need(r, expr->number < facts->defs.len);
  if (expr->kind == EXPR_MODULE) need(r, expr->number < facts->imports.len);
  if (expr->kind == EXPR_LITERAL) need(r, expr->number <= LITERAL_OTHER);
}

static inline void get_expr(Reader *r, ExprNo no, CodeState *state) {
  Facts *facts = r->facts;
  uint64_t shape = get_shape(r);
  Expr expr = {.kind = (uint8_t)SHAPE_GET(shape, EXPR_KIND), .flags = (uint8_t)SHAPE_GET(shape, EXPR_FLAGS)};
  need(r, expr.kind < EXPR_KIND_COUNT);
  bool is_def = expr.kind == EXPR_FUNC || expr.kind == EXPR_OBJECT;
  unsigned at = SHAPE_GET(shape, EXPR_AT);
  expr.at = at == AT_FAR ? get_change(r, state->at) : state->at;
  if (SHAPE_GET(shape, EXPR_NAMED)) expr.name = get_name(r);
  expr.scope = pick(r, SHAPE_GET(shape, EXPR_SCOPE), state->scope, state->scope, facts->scopes.len);
  expr.base = pick(r, SHAPE_GET(shape, EXPR_BASE), no - 1, no, facts->exprs.len);
  if (at == AT_BASE) expr.at = facts->exprs.items[below(r, expr.base, no)].at;
  expr.number = SHAPE_GET(shape, EXPR_NUMBER);
  if (expr.number == SHAPE_MORE_NUMBER) expr.number = get_change(r, is_def ? state->def : 0);
  check_number(r, &expr);
  uint32_t count = SHAPE_GET(shape, EXPR_COUNT);
  if (count == SHAPE_MORE_ITEMS) count = get(r);
  expr.list = get_list(r, count, no);
  facts->exprs.items[no] = expr;
  state->at = expr.at;
  if (expr.scope) state->scope = expr.scope;
  if (is_def) state->def = expr.number;
}

static void read_exprs(Reader *r) {
  CodeState state = {0};
  read_shapes(r);
  for (ExprNo i = 1; i < r->facts->exprs.len && !r->in.bad; i++) get_expr(r, i, &state);
}

/* ---- references ---- */

static inline void get_ref(Reader *r, RefNo no, CodeState *state) {
  const Facts *facts = r->facts;
  uint64_t shape = get_shape(r);
  Ref ref = {.role = (uint8_t)SHAPE_GET(shape, REF_ROLE), .flags = (uint8_t)SHAPE_GET(shape, REF_FLAGS)};
  ref.expr = get_below(r, state->expr, facts->exprs.len);
  need(r, ref.role < REF_ROLE_COUNT && ref.expr);
  const Expr *expr = &facts->exprs.items[ref.expr];
  unsigned at = SHAPE_GET(shape, REF_AT);
  if (at == AT_FAR) ref.at = get_change(r, state->at);
  else ref.at = at == AT_BASE ? facts->exprs.items[expr->base].at : expr->at;
  if (SHAPE_GET(shape, REF_LINE)) {
    ref.line = get_change(r, state->line);
    ref.column = get(r);
  } else {
    ref.line = state->line;
    ref.column = state->column + (ref.at - state->at);
  }
  ref.from = SHAPE_GET(shape, REF_FROM) ? get_below(r, state->def, facts->defs.len) : state->def;
  if (SHAPE_GET(shape, REF_CALL)) ref.call = get_below(r, ref.expr, facts->exprs.len);
  uint32_t position = SHAPE_GET(shape, REF_POSITION);
  if (position == SHAPE_MORE_ITEMS) position = below(r, get(r), UINT16_MAX + 1);
  ref.position = (uint16_t)position;
  facts->refs.items[no] = ref;
  *state = (CodeState){.at = ref.at, .line = ref.line, .column = ref.column, .def = ref.from, .expr = ref.expr};
}

static void read_refs(Reader *r) {
  CodeState state = {0};
  read_shapes(r);
  for (RefNo i = 1; i < r->facts->refs.len && !r->in.bad; i++) get_ref(r, i, &state);
}

/* ---- all of it ---- */

/* Known numbers of another count are of other bytes, and nobody uses them. Where
 * they are used their texts are passed by. */
static void read_names(Reader *r, const uint8_t *start, Names *names, FactsNames *known) {
  uint32_t count = get_count(r, 0, 1);
  r->name_count = count + 1;
  if (known->ids && known->count == r->name_count) {
    r->names = known->ids;
    need(r, known->end >= (size_t)(r->in.at - start) && known->end <= (size_t)(r->in.end - start));
    if (!r->in.bad) r->in.at = start + known->end;
    return;
  }
  r->names = ARENA_ARRAY(r->scratch, NameId, r->name_count);
  for (uint32_t i = 1; i <= count && !r->in.bad; i++) {
    Str name = pack_read_text(&r->in);
    if (!r->in.bad) r->names[i] = names_intern(names, name);
  }
  *known = (FactsNames){r->names, r->name_count, (uint32_t)(r->in.at - start)};
}

/* The arrays in their order, and how many bytes an entry has at least. Lists
 * are filled as whoever has them is read, from definitions on. */
#define ARRAYS_TO_BINDS(X) X(defs, 8) X(scopes, 2) X(imports, 3) X(binds, 2)
#define ARRAYS(X) ARRAYS_TO_BINDS(X) X(exprs, 1) X(refs, 2) X(lists, 1)

/* What an array takes; the unused first entry counts. */
#define ARRAY_BYTES(array) (((array).len * sizeof(*(array).items) + 15) & ~(size_t)15)

static void read_counts(Reader *r) {
  Facts *facts = r->facts;
#define COUNT_ARRAY(array, each) facts->array.len = facts->array.cap = get_count(r, 1, each);
  ARRAYS(COUNT_ARRAY)
#undef COUNT_ARRAY
}

/* One block for all arrays that are read now, as long as they will be. Every
 * entry will be written but the first, and lists, of which some may wait. */
static void place_arrays(Reader *r, FactsPart have, FactsPart want) {
  Facts *facts = r->facts;
  size_t bytes = 0;
  bool is_first = have < FACTS_BINDS, has_exprs = have < FACTS_EXPRS && want >= FACTS_EXPRS, has_refs = want >= FACTS_REFS;
#define COUNT_ARRAY(array, each) bytes += ARRAY_BYTES(facts->array);
  if (is_first) { ARRAYS_TO_BINDS(COUNT_ARRAY) COUNT_ARRAY(lists, 1) }
  if (has_exprs) { COUNT_ARRAY(exprs, 1) }
  if (has_refs) { COUNT_ARRAY(refs, 2) }
#undef COUNT_ARRAY
  char *at = arena_grow(r->arena, NULL, 0, size_rounded(bytes));
#define PLACE_ARRAY(array, each)                                  \
  facts->array.items = (void *)at;                                \
  memset(facts->array.items, 0, sizeof(*facts->array.items));     \
  at += ARRAY_BYTES(facts->array);
  if (is_first) { ARRAYS_TO_BINDS(PLACE_ARRAY) PLACE_ARRAY(lists, 1) }
  if (has_exprs) { PLACE_ARRAY(exprs, 1) }
  if (has_refs) { PLACE_ARRAY(refs, 2) }
#undef PLACE_ARRAY
  if (is_first) memset(facts->lists.items, 0, facts->lists.len * sizeof *facts->lists.items);
}

/* Format and flags, then the names, before anything that uses them. */
static void read_start(Reader *r, Names *names, FactsNames *known) {
  Facts *facts = r->facts;
  const uint8_t *start = r->in.at;
  need(r, get(r) == FACTS_FORMAT);
  uint32_t flags = get(r);
  need(r, flags < 8);
  facts->broken = flags & 1;
  facts->cut = flags & 2;
  facts->is_test = flags & 4;
  read_names(r, start, names, known);
}

/* Definitions before scopes, and so on: each part may refer to the counts of
 * all, and to the contents of those before it. */
static void read_to_binds(Reader *r, FactsPart want) {
  Facts *facts = r->facts;
  read_counts(r);
  place_arrays(r, 0, want);
  need(r, facts->scopes.len >= 2);
  r->item_count = 1;
  facts->exports = below(r, get(r), facts->scopes.len);
  facts->package = get_name(r);
  if (!r->in.bad) read_defs(r);
  if (!r->in.bad) read_scopes(r);
  if (!r->in.bad) read_imports(r);
  if (!r->in.bad) read_binds(r);
  if (!r->in.bad) need(r, facts->scopes.items[1].kind == SCOPE_FILE);
}

/* Of what was read before only the names are needed; where they are known they
 * need not be passed by either. */
static void skip_to(Reader *r, Names *names, FactsNames *known, const FactsMark *mark) {
  const uint8_t *start = r->in.at;
  if (known->ids && known->count == mark->names) {
    r->names = known->ids;
    r->name_count = known->count;
  } else {
    read_start(r, names, known);
    need(r, r->name_count == mark->names);
  }
  need(r, mark->at <= (size_t)(r->in.end - start));
  if (!r->in.bad) r->in.at = start + mark->at;
  r->item_count = mark->items;
}

bool facts_is_whole(Str bytes) {
  if (bytes.len < FACTS_HASH_BYTES) return false;
  return hash_str(str_slice(bytes, FACTS_HASH_BYTES, bytes.len)) == pack_load64(bytes.ptr);
}

/* So that whoever has what was read before can go on with it. */
static void give_empty(Reader *r) {
  Facts *facts = r->facts;
  if (facts->exprs.items) memset(facts->exprs.items, 0, facts->exprs.len * sizeof *facts->exprs.items);
  if (facts->refs.items) memset(facts->refs.items, 0, facts->refs.len * sizeof *facts->refs.items);
}

static bool read_part(Reader *r, Names *names, FactsNames *known, FactsPart want, FactsMark *mark) {
  const uint8_t *start = r->in.at;
  FactsPart have = mark->part;
  if (!have) {
    r->facts->names = names;
    read_start(r, names, known);
    read_to_binds(r, want);
  } else {
    place_arrays(r, have, want);
    skip_to(r, names, known, mark);
  }
  if (have < FACTS_EXPRS && want >= FACTS_EXPRS && !r->in.bad) read_exprs(r);
  if (want >= FACTS_REFS && !r->in.bad) read_refs(r);
  if (want >= FACTS_EXPRS) need(r, r->item_count == r->facts->lists.len);
  if (want >= FACTS_REFS) need(r, pack_is_done(&r->in));
  *mark = (FactsMark){.hash = mark->hash, .at = (size_t)(r->in.at - start), .items = r->item_count, .names = r->name_count, .part = want};
  return !r->in.bad;
}

/* The hash first: it finds rot at a fraction of the cost, and says nothing
 * about malice, for which everything is checked. */
bool facts_decode_part(Str bytes, FactsPart part, const FactsDecoding *with, FactsMark *mark, Facts *facts) {
  if (mark->part >= part) return true;
  bool is_good = facts_is_whole(bytes) && (!mark->part || mark->hash == pack_load64(bytes.ptr));
  Str body = is_good ? str_slice(bytes, FACTS_HASH_BYTES, bytes.len) : STR_EMPTY;
  if (!mark->part) {
    *facts = (Facts){0};
    if (!is_good) return false;
    mark->hash = pack_load64(bytes.ptr);
  }
  Reader r = {.in = pack_reader(body), .arena = with->arena, .scratch = with->scratch, .facts = facts};
  is_good = read_part(&r, with->names, with->known, part, mark);
  if (!is_good) give_empty(&r);
  return is_good;
}

bool facts_decode_again(Str bytes, Arena *arena, Names *names, Arena *scratch, FactsNames *names_of,
                        Facts *ret_facts) {
  FactsMark mark = {0};
  return facts_decode_part(bytes, FACTS_REFS, &(FactsDecoding){arena, scratch, names, names_of}, &mark, ret_facts);
}

bool facts_decode(Str bytes, Arena *arena, Names *names, Facts *ret_facts) {
  Arena scratch;
  FactsNames unknown = {0};
  arena_init(&scratch);
  bool is_good = facts_decode_again(bytes, arena, names, &scratch, &unknown, ret_facts);
  arena_clear(&scratch);
  return is_good;
}
