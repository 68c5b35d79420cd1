/* Libraries: written, read back, damaged, missing. Never an edge into one. */
#include "tests/unit/resolve_facts.h"

static const Language plain = {.name = "plain", .rules = {.called_type = LANGUAGE_CALLED_TYPE_MAKES}, .find_module = town_find_module,
                               .names = {.globals = "everywhere.t", .literals = {[LITERAL_STRING] = "Text"}}};

/* everywhere.t: class Text { Text trim() }; function print. other.t: function help. */
static Str library_bytes(Town *town) {
  Maker m = town_file(town);
  DefNo text = make_def(&m, SYMBOL_CLASS, "Text", 1, SCOPE_TYPE, DEF_EXPORTED);
  DefNo trim = make_def(&m, SYMBOL_METHOD, "trim", opened(&m, text), SCOPE_FUNCTION, DEF_DECLARATION);
  ExprNo result = named(&m, opened(&m, trim), "Text");
  m.facts->defs.items[trim].type = result;
  make_def(&m, SYMBOL_FUNCTION, "print", 1, SCOPE_FUNCTION, DEF_EXPORTED);
  Maker other = town_file(town);
  make_def(&other, SYMBOL_FUNCTION, "help", 1, SCOPE_FUNCTION, DEF_EXPORTED);
  ResolveLibraryEntry entries[2] = {{STR("other.t"), &plain, other.facts}, {STR("everywhere.t"), &plain, m.facts}};
  Buf out;
  buf_init(&out, &town->arena, 1 << 20);
  resolve_library_write(&out, &town->arena, entries, 2);
  assert_false(out.overflow);
  return buf_str(&out);
}

/* Calls "…".trim().trim(), print(), help() and the project's own trim(). */
static const Facts *project_facts(Town *town) {
  Maker m = town_file(town);
  make_import(&m, IMPORT_NAMED, "help", "other", "help", 0);
  make_def(&m, SYMBOL_FUNCTION, "trim", 1, SCOPE_FUNCTION, DEF_EXPORTED);
  DefNo f = make_def(&m, SYMBOL_FUNCTION, "f", 1, SCOPE_FUNCTION, 0);
  ScopeNo in = opened(&m, f);
  ExprNo once = call(&m, member(&m, literal(&m, LITERAL_STRING), "trim"));
  make_ref(&m, REF_CALL, once, f);
  make_ref(&m, REF_CALL, call(&m, member(&m, once, "trim")), f);
  make_ref(&m, REF_CALL, call(&m, named(&m, in, "print")), f);
  make_ref(&m, REF_CALL, call(&m, named(&m, in, "help")), f);
  make_ref(&m, REF_CALL, call(&m, named(&m, in, "trim")), f);
  return m.facts;
}

/* The project resolved against a library of these bytes. */
static Resolved resolve_against(Town *town, Str bytes, WorldFile *ret_file) {
  town->library = bytes;
  *ret_file = town_put(town, "a.t", &plain, project_facts(town));
  town_link(town);
  return town_resolve(town, *ret_file);
}

static void test_library_answers(void **state) {
  (void)state;
  Town town;
  town_open(&town);
  WorldFile file;
  Resolved resolved = resolve_against(&town, library_bytes(&town), &file);
  assert_true(resolve_world_has_library(town.world, &plain));
  assert_edges(&town, file, "calls scope f -> a.t:trim@3\n");
  assert_int_equal(resolved.external, 4);
  assert_int_equal(resolved.unresolved, 0);
  assert_int_equal(resolved.use_count, 0); /* libraries are left out */
  town_close(&town);
}

/* Each of many names is found, and none that is not there. */
static void test_many_names(void **state) {
  enum { KNOWN = 400, CALLED = 450 };
  (void)state;
  for (uint32_t known = 0; known <= KNOWN; known += known < 8 ? 1 : 56) {
    Town town;
    town_open(&town);
    Maker library = town_file(&town), m = town_file(&town);
    for (uint32_t i = 0; i < known; i++) {
      make_def(&library, SYMBOL_FUNCTION, str_to_c(&town.arena, str_format(&town.arena, "name%u", i)), 1, SCOPE_FUNCTION, DEF_EXPORTED);
    }
    DefNo f = make_def(&m, SYMBOL_FUNCTION, "f", 1, SCOPE_FUNCTION, 0);
    for (uint32_t i = 0; i < CALLED; i++) {
      make_ref(&m, REF_CALL, call(&m, named(&m, opened(&m, f), str_to_c(&town.arena, str_format(&town.arena, "name%u", i)))), f);
    }
    ResolveLibraryEntry entry = {STR("everywhere.t"), &plain, library.facts};
    Buf out;
    buf_init(&out, &town.arena, 1 << 20);
    resolve_library_write(&out, &town.arena, &entry, 1);
    town.library = buf_str(&out);
    WorldFile file = town_put(&town, "a.t", &plain, m.facts);
    town_link(&town);
    Resolved resolved = town_resolve(&town, file);
    assert_int_equal(resolved.external, known);
    assert_int_equal(resolved.unresolved, CALLED - known);
    town_close(&town);
  }
}

/* Of a parameter that something unknown is given to, what every object has is not told:
 * function show(value) { value.quote(); value.toString(); }, of which a Text has both,
 * with show(new Text) and, where it is open, show(given). */
static void show_text(bool is_open, const char *expected) {
  static const Language shown = {.name = "shown", .rules = {.parameters_given = true}, .find_module = town_find_module,
                                 .names = {.globals = "everywhere.t", .object = "Object"}};
  Town town;
  town_open(&town);
  Maker library = town_file(&town), m = town_file(&town);
  DefNo object = make_def(&library, SYMBOL_CLASS, "Object", 1, SCOPE_TYPE, DEF_EXPORTED);
  make_def(&library, SYMBOL_METHOD, "toString", opened(&library, object), SCOPE_FUNCTION, DEF_DECLARATION);
  ResolveLibraryEntry entry = {STR("everywhere.t"), &shown, library.facts};
  Buf out;
  buf_init(&out, &town.arena, 1 << 20);
  resolve_library_write(&out, &town.arena, &entry, 1);
  town.library = buf_str(&out);
  DefNo text = make_def(&m, SYMBOL_CLASS, "Text", 1, SCOPE_TYPE, 0);
  make_def(&m, SYMBOL_METHOD, "quote", opened(&m, text), SCOPE_FUNCTION, 0);
  make_def(&m, SYMBOL_METHOD, "toString", opened(&m, text), SCOPE_FUNCTION, 0);
  DefNo show = make_def(&m, SYMBOL_FUNCTION, "show", 1, SCOPE_FUNCTION, 0), f = make_def(&m, SYMBOL_FUNCTION, "f", 1, SCOPE_FUNCTION, 0);
  make_param(&m, show, "value", 0, 0);
  make_param(&m, f, "given", 0, 0);
  make_ref(&m, REF_CALL, call(&m, member(&m, named(&m, opened(&m, show), "value"), "quote")), show);
  make_ref(&m, REF_CALL, call(&m, member(&m, named(&m, opened(&m, show), "value"), "toString")), show);
  ExprNo made = call_with(&m, EXPR_NEW, named(&m, opened(&m, f), "Text"), NULL, 0), given = named(&m, opened(&m, f), "given");
  make_ref(&m, REF_CALL, call_with(&m, EXPR_CALL, named(&m, opened(&m, f), "show"), &made, 1), f);
  if (is_open) make_ref(&m, REF_CALL, call_with(&m, EXPR_CALL, named(&m, opened(&m, f), "show"), &given, 1), f);
  WorldFile file = town_put(&town, "a.t", &shown, m.facts);
  town_link(&town);
  town_resolve(&town, file);
  assert_edges(&town, file, expected);
  town_close(&town);
}

static void test_what_all_have_is_not_told(void **state) {
  (void)state;
  show_text(false, "calls flow show -> a.t:quote@3\ncalls flow show -> a.t:toString@5\ncalls scope f -> a.t:show@7\n");
  show_text(true, "calls flow show -> a.t:quote@3\ncalls scope f -> a.t:show@7\ncalls scope f -> a.t:show@7\n");
}

static void test_missing_library_makes_no_edges(void **state) {
  (void)state;
  Town town;
  town_open(&town);
  WorldFile file = town_put(&town, "a.t", &plain, project_facts(&town));
  town_link(&town);
  assert_false(resolve_world_has_library(town.world, &plain));
  assert_edges(&town, file, "calls scope f -> a.t:trim@3\n");
  town_close(&town);
}

/* Whatever is wrong with the file: the project's own edge stays, none is added. */
static void test_damage_is_survived(void **state) {
  (void)state;
  Town first;
  town_open(&first);
  Str whole = library_bytes(&first);
  for (size_t at = 0; at < whole.len; at++) {
    for (int how = 0; how < 2; how++) {
      Town town;
      town_open(&town);
      char *copy = arena_copy(&town.arena, whole.ptr, whole.len);
      size_t len = how ? at : whole.len; /* cut there, or one byte turned round */
      if (!how) copy[at] = (char)~copy[at];
      WorldFile file;
      Resolved resolved = resolve_against(&town, (Str){copy, len}, &file);
      assert_int_equal(resolved.edge_count, 1);
      assert_int_equal(resolved.resolved, 1);
      town_close(&town);
    }
  }
  town_close(&first);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_library_answers),
      cmocka_unit_test(test_many_names),
      cmocka_unit_test(test_what_all_have_is_not_told),
      cmocka_unit_test(test_missing_library_makes_no_edges),
      cmocka_unit_test(test_damage_is_survived),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
