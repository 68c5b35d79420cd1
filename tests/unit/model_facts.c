/* Facts to bytes and back, and what damage does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/hash.h"
#include "tests/unit/model_facts_same.h"

static Arena arena;
static Names *names;
static uint64_t seed;

static int setup(void **state) {
  (void)state;
  arena_init(&arena);
  names = names_open();
  seed = 1;
  return 0;
}

static int teardown(void **state) {
  (void)state;
  names_close(names);
  arena_clear(&arena);
  return 0;
}

/* ---- any facts that hold together ---- */

static uint32_t any_number(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (uint32_t)(seed >> 16);
}

static uint32_t below(size_t limit) { return limit ? any_number() % (uint32_t)limit : 0; }
static uint32_t often_0(size_t limit) { return any_number() % 3 ? 0 : below(limit); }

/* Small, large, and the last one there is. */
static uint32_t wild(void) {
  switch (any_number() % 4) {
    case 0: return any_number();
    case 1: return UINT32_MAX;
    default: return any_number() % 200;
  }
}

static NameId any_name(void) {
  uint32_t number = often_0(3000);
  return number ? names_intern(names, str_format(&arena, "n%u", number)) : (NameId){0};
}

static Range any_range(void) {
  uint32_t a = wild(), b = wild();
  return (Range){a < b ? a : b, a < b ? b : a};
}

static Span any_span(void) {
  Range range = any_range();
  return (Span){range.from, range.to, wild(), wild(), wild(), wild()};
}

static ExprList any_list(Facts *facts, size_t exprs) {
  uint32_t count = any_number() % 4 ? 0 : below(12);
  if (!count) return (ExprList){0};
  ExprList list = {(uint32_t)facts->lists.len, count};
  for (uint32_t i = 0; i < count; i++) *vec_add(&arena, &facts->lists) = below(exprs);
  return list;
}

static Expr any_expr(Facts *facts, size_t exprs, size_t defs, size_t imports, size_t scopes) {
  Expr expr = {.kind = (uint8_t)below(EXPR_KIND_COUNT), .flags = (uint8_t)often_0(256), .scope = often_0(scopes),
               .at = wild(), .name = any_name(), .base = often_0(exprs), .number = any_number() % 2 ? wild() : below(20)};
  if (expr.kind == EXPR_FUNC || expr.kind == EXPR_OBJECT) expr.number = below(defs);
  if (expr.kind == EXPR_MODULE) expr.number = below(imports);
  if (expr.kind == EXPR_LITERAL) expr.number = below(LITERAL_OTHER + 1);
  expr.list = any_list(facts, exprs);
  return expr;
}

static Facts any_facts(size_t size) {
  Facts facts;
  facts_init(&facts, &arena, names);
  size_t scopes = 2 + below(size), defs = 1 + below(size), exprs = 1 + below(size * 3), imports = 1 + below(size);
  for (ScopeNo i = 2; i < scopes; i++) {
    Range range = any_range();
    *vec_add(&arena, &facts.scopes) = (Scope){.kind = (uint8_t)below(SCOPE_KIND_COUNT), .parent = below(i),
                                              .def = often_0(defs), .from = range.from, .to = range.to};
  }
  for (DefNo i = 1; i < defs; i++) {
    Def def = {.kind = (uint8_t)below(SYMBOL_KIND_COUNT), .flags = wild(), .name = any_name(),
               .container = often_0(i), .scope = 1 + below(scopes - 1), .opens = often_0(scopes),
               .type = often_0(exprs), .value = often_0(exprs), .receiver = any_name(), .full = any_span(),
               .name_span = any_span(), .signature = any_range(), .doc = any_range()};
    def.bases = any_list(&facts, exprs);
    def.decorators = any_list(&facts, exprs);
    if (any_number() % 2) def.name_span = def.full;
    if (any_number() % 2) def.doc = (Range){0};
    *vec_add(&arena, &facts.defs) = def;
  }
  for (ImportNo i = 1; i < imports; i++) {
    *vec_add(&arena, &facts.imports) = (Import){.form = (uint8_t)below(IMPORT_FORM_COUNT), .flags = (uint8_t)often_0(256),
                                                .scope = 1 + below(scopes - 1), .local = any_name(), .name = any_name(),
                                                .specifier = any_name(), .at = wild(), .line = wild()};
  }
  for (size_t i = below(size * 2); i > 0; i--) {
    Bind bind = {.scope = 1 + below(scopes - 1), .name = any_name(), .flags = below(1u << 14), .from = wild(),
                 .to = often_0(99), .type = often_0(exprs), .value = often_0(exprs), .def = often_0(defs),
                 .import = often_0(imports)};
    if (bind.def && any_number() % 2) bind.from = facts.defs.items[bind.def].name_span.to;
    *vec_add(&arena, &facts.binds) = bind;
  }
  for (ExprNo i = 1; i < exprs; i++) {
    *vec_add(&arena, &facts.exprs) = any_expr(&facts, exprs, defs, imports, scopes);
  }
  for (size_t i = exprs > 1 ? below(size * 2) : 0; i > 0; i--) {
    Ref ref = {.role = (uint8_t)below(REF_ROLE_COUNT), .flags = (uint8_t)often_0(256), .position = (uint16_t)wild(),
               .expr = 1 + below(exprs - 1), .call = often_0(exprs), .from = often_0(defs), .at = wild(),
               .line = wild(), .column = wild()};
    if (any_number() % 2) ref.at = facts.exprs.items[ref.expr].at;
    *vec_add(&arena, &facts.refs) = ref;
  }
  facts.exports = often_0(scopes);
  facts.package = any_name();
  facts.broken = any_number() % 2;
  facts.cut = any_number() % 2;
  facts.is_test = any_number() % 2;
  return facts;
}

static Str encoded(const Facts *facts, bool surface_only) {
  Buf out;
  buf_init(&out, &arena, 1u << 28);
  facts_encode(&out, &arena, facts, surface_only);
  assert_false(out.overflow);
  return buf_str(&out);
}

/* ---- tests ---- */

static void test_round_trip(void **state) {
  (void)state;
  for (size_t i = 0; i < 300; i++) {
    Facts facts = any_facts(i < 100 ? i : 40), again;
    Str bytes = encoded(&facts, false);
    AUTO(Names) others = names_open();
    names_intern(others, STR("shifts all numbers"));
    assert_true(facts_decode(bytes, &arena, others, &again));
    const char *difference = facts_difference(&facts, &again);
    if (difference) fail_msg("facts %zu: %s", i, difference);
    assert_true(str_eq(encoded(&again, false), bytes));
  }
}

/* What encoding tells of the names is what reading would find. */
static void test_encode_tells_names(void **state) {
  (void)state;
  for (size_t i = 0; i < 60; i++) {
    Facts facts = any_facts(i), again;
    Buf out;
    FactsNames found = {0};
    buf_init(&out, &arena, 1u << 28);
    FactsNames told = facts_encode_named(&out, &arena, &facts);
    assert_true(str_eq(buf_str(&out), encoded(&facts, false)));
    assert_true(facts_decode_again(buf_str(&out), &arena, facts.names, &arena, &found, &again));
    assert_int_equal(told.count, found.count);
    assert_int_equal(told.end, found.end);
    assert_memory_equal(told.ids, found.ids, found.count * sizeof *found.ids);
  }
}

/* Numbers of names that are known are taken as they are and not looked for; a
 * list of another length is not used. */
static void test_decode_again(void **state) {
  (void)state;
  Facts facts = any_facts(40), first, again;
  Str bytes = encoded(&facts, false);
  AUTO(Names) others = names_open();
  FactsNames known = {0};
  names_intern(others, STR("shifts all numbers"));
  assert_true(facts_decode_again(bytes, &arena, others, &arena, &known, &first));
  assert_true(known.count > 2 && known.ids[1].value > 1);
  assert_int_equal(known.ids[0].value, 0);
  size_t count = names_count(others);
  FactsNames kept = {arena_copy(&arena, known.ids, known.count * sizeof *known.ids), known.count, known.end};
  NameId *ids = kept.ids;
  assert_true(facts_decode_again(bytes, &arena, others, &arena, &kept, &again));
  assert_null(facts_difference(&facts, &again));
  assert_true(str_eq(encoded(&again, false), bytes));
  assert_ptr_equal(kept.ids, ids);
  AUTO(Names) empty = names_open();
  assert_true(facts_decode_again(bytes, &arena, empty, &arena, &kept, &again));
  assert_int_equal(names_count(empty), 0); /* nothing was looked for */
  FactsNames early = {ids, known.count, 0}, late = {ids, known.count, (uint32_t)bytes.len};
  assert_false(facts_decode_again(bytes, &arena, empty, &arena, &early, &again));
  assert_false(facts_decode_again(bytes, &arena, empty, &arena, &late, &again));
  kept.count--;
  assert_true(facts_decode_again(bytes, &arena, others, &arena, &kept, &again));
  assert_ptr_not_equal(kept.ids, ids);
  assert_int_equal(kept.count, known.count);
  assert_null(facts_difference(&facts, &again));
  assert_int_equal(names_count(others), count);
}

static void assert_nothing(const Facts *facts) {
  Expr no_expr = {0};
  Ref no_ref = {0};
  for (size_t i = 0; i < facts->exprs.len; i++) assert_memory_equal(&facts->exprs.items[i], &no_expr, sizeof no_expr);
  for (size_t i = 0; i < facts->refs.len; i++) assert_memory_equal(&facts->refs.items[i], &no_ref, sizeof no_ref);
}

/* Part by part it is the same as at once, and nothing moves; names may be known
 * or not. */
static void test_decode_parts(void **state) {
  (void)state;
  for (size_t i = 0; i < 60; i++) {
    Facts facts = any_facts(i), again, before;
    Str bytes = encoded(&facts, false);
    FactsNames known = {0}, unknown = {0};
    FactsMark mark = {0};
    FactsDecoding with = {&arena, &arena, names, &known};
    assert_true(facts_decode_part(bytes, FACTS_BINDS, &with, &mark, &again));
    assert_null(again.exprs.items);
    assert_null(again.refs.items);
    assert_int_equal(again.exprs.len, facts.exprs.len);
    assert_int_equal(again.refs.len, facts.refs.len);
    before = again;
    if (i % 2) with.known = &unknown;
    if (i % 3) assert_true(facts_decode_part(bytes, FACTS_EXPRS, &with, &mark, &again));
    if (i % 3) assert_null(again.refs.items);
    assert_true(facts_decode_part(bytes, FACTS_REFS, &with, &mark, &again));
    assert_true(facts_decode_part(bytes, FACTS_BINDS, &with, &mark, &again)); /* is there */
    assert_ptr_equal(again.binds.items, before.binds.items);
    assert_ptr_equal(again.lists.items, before.lists.items);
    assert_null(facts_difference(&facts, &again));
    assert_true(str_eq(encoded(&again, false), bytes));
  }
}

/* Other bytes, or none, when more is asked for: what was read stays good, and the
 * rest is there and empty. */
static void test_rest_is_damaged(void **state) {
  (void)state;
  Facts facts = any_facts(40), others = any_facts(30), again;
  Str bytes = encoded(&facts, false), wrong[] = {encoded(&others, false), STR_EMPTY, str_slice(bytes, 0, bytes.len - 1)};
  for (size_t i = 0; i < COUNT_OF(wrong); i++) {
    FactsNames known = {0};
    FactsMark mark = {0};
    FactsDecoding with = {&arena, &arena, names, &known};
    assert_true(facts_decode_part(bytes, FACTS_BINDS, &with, &mark, &again));
    assert_false(facts_decode_part(wrong[i], FACTS_REFS, &with, &mark, &again));
    assert_int_equal(again.binds.len, facts.binds.len);
    assert_memory_equal(again.binds.items, facts.binds.items, facts.binds.len * sizeof(Bind));
    assert_nothing(&again);
  }
}

/* A copy needs nothing of what it was made from. */
static void test_copy(void **state) {
  (void)state;
  Arena own;
  arena_init(&own);
  Facts facts = any_facts(40), copy;
  Str bytes = encoded(&facts, false);
  facts_copy(&own, &facts, &copy);
  assert_null(facts_difference(&facts, &copy));
  memset(facts.defs.items, 0xFF, facts.defs.len * sizeof(Def));
  memset(facts.exprs.items, 0xFF, facts.exprs.len * sizeof(Expr));
  memset(facts.refs.items, 0xFF, facts.refs.len * sizeof(Ref));
  assert_true(str_eq(encoded(&copy, false), bytes));
  arena_clear(&own);
}

static void test_empty(void **state) {
  (void)state;
  Facts facts, again;
  facts_init(&facts, &arena, names);
  Str bytes = encoded(&facts, false);
  assert_true(bytes.len < 48);
  assert_true(facts_decode(bytes, &arena, names, &again));
  assert_null(facts_difference(&facts, &again));
  assert_false(facts_decode(STR_EMPTY, &arena, names, &again));
  assert_false(facts_decode(STR("not facts at all"), &arena, names, &again));
}

/* What is observable does not depend on what was left out. */
static void test_surface_only(void **state) {
  (void)state;
  for (size_t i = 0; i < 100; i++) {
    Facts facts = any_facts(i), again;
    uint64_t surface = facts_surface(&arena, &facts);
    Str bytes = encoded(&facts, true);
    assert_true(facts_decode(bytes, &arena, names, &again));
    assert_int_equal(again.refs.len, 1);
    assert_true(facts_surface(&arena, &again) == surface);
    assert_true(str_eq(encoded(&again, true), bytes));
    assert_true(bytes.len <= encoded(&facts, false).len + 16);
  }
}

/* Any changed byte is noticed. */
static void test_damage(void **state) {
  (void)state;
  Facts facts = any_facts(20), again;
  Str bytes = encoded(&facts, false);
  char *damaged = arena_copy(&arena, bytes.ptr, bytes.len);
  for (size_t i = 0; i < bytes.len; i++) {
    damaged[i] ^= 1;
    assert_false(facts_decode((Str){damaged, bytes.len}, &arena, names, &again));
    damaged[i] ^= 1;
    assert_false(facts_decode((Str){damaged, i}, &arena, names, &again));
  }
}

/* The reader believes no number even where the hash is right. */
static void test_lies(void **state) {
  (void)state;
  size_t accepted = 0;
  for (size_t i = 0; i < 3000; i++) {
    Facts facts = any_facts(6), again;
    Str bytes = encoded(&facts, false);
    char *damaged = arena_copy(&arena, bytes.ptr, bytes.len);
    for (int n = 0; n < 3; n++) damaged[8 + below(bytes.len - 8)] = (char)any_number();
    uint64_t hash = hash_str((Str){damaged + 8, bytes.len - 8});
    for (int n = 0; n < 8; n++) damaged[n] = (char)(hash >> (8 * n));
    FactsMark mark = {0};
    FactsNames known = {0};
    FactsDecoding with = {&arena, &arena, names, &known};
    Str lies = {damaged, bytes.len};
    bool in_parts = facts_decode_part(lies, FACTS_BINDS, &with, &mark, &again) && facts_decode_part(lies, FACTS_EXPRS, &with, &mark, &again) &&
                    facts_decode_part(lies, FACTS_REFS, &with, &mark, &again);
    bool is_good = facts_decode(lies, &arena, names, &again);
    assert_int_equal(in_parts, is_good);
    if (!is_good) continue;
    accepted++;
    encoded(&again, false);
    encoded(&again, true);
    Buf out;
    buf_init(&out, &arena, 1u << 20);
    facts_dump(&out, &again, STR("text"));
  }
  assert_true(accepted > 0); /* names and places may be anything */
}

/* One of everything, each pointing at the others. */
static Facts one_of_each(void) {
  Facts facts;
  facts_init(&facts, &arena, names);
  NameId name = names_intern(names, STR("x"));
  *vec_add(&arena, &facts.scopes) = (Scope){.kind = SCOPE_FUNCTION, .parent = 1, .def = 1, .from = 10, .to = 90};
  *vec_add(&arena, &facts.lists) = 1;
  *vec_add(&arena, &facts.defs) = (Def){.kind = SYMBOL_FUNCTION, .name = name, .scope = 1, .opens = 2, .value = 1,
                                        .bases = {1, 1}, .full = {.to = 99}};
  *vec_add(&arena, &facts.imports) = (Import){.scope = 1, .specifier = name};
  *vec_add(&arena, &facts.binds) = (Bind){.scope = 2, .name = name, .from = 20, .type = 2};
  *vec_add(&arena, &facts.binds) = (Bind){.scope = 2, .name = name, .from = 30, .value = 3};
  *vec_add(&arena, &facts.exprs) = (Expr){.kind = EXPR_NAME, .scope = 2, .name = name, .at = 25};
  *vec_add(&arena, &facts.exprs) = (Expr){.kind = EXPR_FUNC, .number = 1};
  *vec_add(&arena, &facts.exprs) = (Expr){.kind = EXPR_MODULE, .number = 1};
  *vec_add(&arena, &facts.refs) = (Ref){.role = REF_CALL, .expr = 1, .call = 2, .from = 1};
  return facts;
}

#define CHECK_REFUSED(change)                                            \
  do {                                                                   \
    Facts facts = one_of_each(), again;                                  \
    assert_true(facts_decode(encoded(&facts, false), &arena, names, &again)); \
    change;                                                              \
    if (facts_decode(encoded(&facts, false), &arena, names, &again)) fail_msg("read: %s", #change); \
  } while (0)

/* Every number that leads nowhere is refused by itself. */
static void test_wrong_numbers(void **state) {
  (void)state;
  CHECK_REFUSED(facts.scopes.items[2].parent = 2);
  CHECK_REFUSED(facts.scopes.items[1].parent = 1);
  CHECK_REFUSED(facts.scopes.items[2].kind = SCOPE_KIND_COUNT);
  CHECK_REFUSED(facts.scopes.items[1].kind = SCOPE_BLOCK);
  CHECK_REFUSED(facts.scopes.items[2].to = 9);
  CHECK_REFUSED(facts.defs.items[1].kind = SYMBOL_KIND_COUNT);
  CHECK_REFUSED(facts.defs.items[1].container = 1);
  CHECK_REFUSED(facts.defs.items[1].scope = 0);
  CHECK_REFUSED(facts.defs.items[1].scope = 3);
  CHECK_REFUSED(facts.defs.items[1].opens = 3);
  CHECK_REFUSED(facts.defs.items[1].type = 4);
  CHECK_REFUSED(facts.defs.items[1].value = 4);
  CHECK_REFUSED(facts.defs.items[1].full.to = 0; facts.defs.items[1].full.from = 1);
  CHECK_REFUSED(facts.defs.items[1].signature.from = 1);
  CHECK_REFUSED(facts.defs.items[1].doc.from = 1);
  CHECK_REFUSED(facts.lists.items[1] = 4);
  CHECK_REFUSED(facts.imports.items[1].form = IMPORT_FORM_COUNT);
  CHECK_REFUSED(facts.imports.items[1].scope = 3);
  CHECK_REFUSED(facts.binds.items[1].scope = 3);
  CHECK_REFUSED(facts.binds.items[1].scope = 0);
  CHECK_REFUSED(facts.binds.items[1].type = 4);
  CHECK_REFUSED(facts.binds.items[1].value = 4);
  CHECK_REFUSED(facts.exprs.items[1].kind = EXPR_KIND_COUNT);
  CHECK_REFUSED(facts.exprs.items[1].scope = 3);
  CHECK_REFUSED(facts.exprs.items[1].base = 4);
  CHECK_REFUSED(facts.exprs.items[2].number = 2);
  CHECK_REFUSED(facts.exprs.items[3].number = 2);
  CHECK_REFUSED(facts.exprs.items[3].kind = EXPR_LITERAL; facts.exprs.items[3].number = LITERAL_OTHER + 1);
  CHECK_REFUSED(facts.refs.items[1].role = REF_ROLE_COUNT);
  CHECK_REFUSED(facts.refs.items[1].expr = 0);
  CHECK_REFUSED(facts.refs.items[1].call = 4);
  CHECK_REFUSED(facts.refs.items[1].from = 2);
  CHECK_REFUSED(facts.exports = 3);
}

static uint64_t moved_surface(uint32_t first, uint32_t second, uint32_t use) {
  Facts facts = one_of_each();
  facts.binds.items[1].from = first;
  facts.binds.items[2].from = second;
  facts.exprs.items[1].at = use;
  return facts_surface(&arena, &facts);
}

/* Places count only as far as they decide what a name means. */
static void test_surface_order(void **state) {
  (void)state;
  assert_true(moved_surface(20, 30, 25) == moved_surface(120, 150, 149));
  assert_true(moved_surface(20, 30, 25) != moved_surface(20, 30, 35));
  assert_true(moved_surface(20, 30, 25) != moved_surface(30, 20, 25));
  assert_true(moved_surface(20, 30, 5) != moved_surface(20, 30, 25));
}

static void test_expressions(void **state) {
  (void)state;
  Facts facts;
  facts_init(&facts, &arena, names);
  *vec_add(&arena, &facts.exprs) = (Expr){.kind = EXPR_NAME, .name = names_intern(names, STR("a"))};
  *vec_add(&arena, &facts.exprs) = (Expr){.kind = EXPR_MEMBER, .base = 1, .name = names_intern(names, STR("b"))};
  *vec_add(&arena, &facts.exprs) = (Expr){.kind = EXPR_LITERAL, .number = LITERAL_INT, .name = names_intern(names, STR("0"))};
  *vec_add(&arena, &facts.lists) = 3;
  *vec_add(&arena, &facts.exprs) = (Expr){.kind = EXPR_CALL, .base = 2, .list = {1, 1}};
  *vec_add(&arena, &facts.exprs) = (Expr){.kind = EXPR_INDEX, .base = 4, .list = {1, 1}, .flags = EXPR_OPTIONAL};
  *vec_add(&arena, &facts.exprs) = (Expr){.kind = EXPR_AWAIT, .base = 6}; /* itself */
  Buf out;
  buf_init(&out, &arena, 1000);
  facts_dump_expr(&out, &facts, 5);
  assert_string_equal(out.ptr, "a.b(0)?.[0]");
  buf_truncate(&out, 0);
  facts_dump_expr(&out, &facts, 6);
  assert_true(str_starts_with(buf_str(&out), STR("await(await(")));
  buf_truncate(&out, 0);
  facts_dump_expr(&out, &facts, 0);
  assert_string_equal(out.ptr, "_");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_round_trip, setup, teardown),
      cmocka_unit_test_setup_teardown(test_encode_tells_names, setup, teardown),
      cmocka_unit_test_setup_teardown(test_decode_again, setup, teardown),
      cmocka_unit_test_setup_teardown(test_decode_parts, setup, teardown),
      cmocka_unit_test_setup_teardown(test_rest_is_damaged, setup, teardown),
      cmocka_unit_test_setup_teardown(test_copy, setup, teardown),
      cmocka_unit_test_setup_teardown(test_empty, setup, teardown),
      cmocka_unit_test_setup_teardown(test_surface_only, setup, teardown),
      cmocka_unit_test_setup_teardown(test_damage, setup, teardown),
      cmocka_unit_test_setup_teardown(test_lies, setup, teardown),
      cmocka_unit_test_setup_teardown(test_wrong_numbers, setup, teardown),
      cmocka_unit_test_setup_teardown(test_surface_order, setup, teardown),
      cmocka_unit_test_setup_teardown(test_expressions, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
