/* What a question is taken for, what is shown for it and how much of it. */
#include "tests/unit/index_dump.h"

#include "src/query/explore/explore_internal.h"

static Index *index_of_tree;

static void write_tree(void) {
  tree_write("src/server.c",
             "#include \"store.h\"\n\n/* Accepts a connection. */\nint acceptConnection(int fd) {\n  return readRequest(fd);\n}\n\n"
             "int readRequest(int fd) {\n  return handleRequest(fd);\n}\n\nint handleRequest(int fd) {\n  return saveRecord(fd);\n}\n");
  tree_write("src/store.c",
             "#include \"store.h\"\n\nstatic int writeBlock(int x) { return x; }\n\n"
             "/* Makes a record durable. */\nint saveRecord(int x) {\n  return writeBlock(x);\n}\n\n"
             "int loadRecord(int x) { return x + 1; }\n");
  tree_write("src/store.h", "int saveRecord(int x);\nint loadRecord(int x);\nint readRequest(int fd);\nint handleRequest(int fd);\n");
  tree_write("src/other.c", "int paintButton(int color) { return color; }\nint unrelated(void) { return 0; }\n");
  tree_write("tests/test_store.c", "#include \"../src/store.h\"\nint testRecordIsSaved(void) { return saveRecord(1); }\n");
}

static int setup(void **state) {
  if (tree_setup(state)) return 1;
  write_tree();
  index_of_tree = dump_open();
  return index_refresh(&tree_job, index_of_tree) != OK;
}

static int teardown(void **state) {
  index_close(index_of_tree);
  return tree_teardown(state);
}

static QueryExplored ask_with(QueryExplore request) {
  QueryExplored explored;
  tree_ok(index_refresh(&tree_job, index_of_tree));
  tree_ok(query_explore(&tree_job, index_of_tree, &request, &explored));
  return explored;
}

/* In explore's own order. */
static Str text_of(const QueryExplored *explored) {
  Answer *answer = answer_new(&tree_arena, SIZE_MAX, 1u << 20);
  query_explored_add(&tree_job, answer, explored);
  return answer_text(answer);
}

static Str text_with(QueryExplore request) {
  QueryExplored explored = ask_with(request);
  return text_of(&explored);
}

static const char *ask(const char *query) { return str_to_c(&tree_arena, text_with((QueryExplore){.query = str_from_c(query)})); }

/* ---- reading questions ---- */

static ExploreQuestion read_question(const char *text) {
  ExploreQuestion question;
  query_explore_ask(&tree_arena, NULL, str_from_c(text), &question);
  return question;
}

/* By what the tree has. */
static ExploreQuestion read_here(const char *text) {
  ExploreQuestion question;
  StoreReader *reader;
  TermsState *terms;
  tree_ok(index_reader_take(&tree_job, index_of_tree, &reader));
  tree_ok(query_terms_take(&tree_job, index_of_tree, reader, &terms));
  query_explore_ask(&tree_arena, terms, str_from_c(text), &question);
  query_terms_release(index_of_tree, terms);
  index_reader_return(index_of_tree, reader);
  return question;
}

static void sentences_and_names_are_told_apart(void **state) {
  (void)state;
  static const char *const names[] = {"saveRecord", "saveRecord load", "Store.save store.c:load", "a_b::c x->y"};
  static const char *const sentences[] = {"how is a record saved", "save?", "where does saveRecord write the block to", "save, load, retry"};
  for (size_t i = 0; i < COUNT_OF(names); i++) assert_true(read_question(names[i]).is_names);
  for (size_t i = 0; i < COUNT_OF(sentences); i++) assert_false(read_question(sentences[i]).is_names);
  ExploreQuestion question = read_question("where does Store.saveRecord put e.g. blocks");
  assert_int_equal(question.name_count, 1);
  assert_true(str_eq_c(question.names[0].name, "saveRecord"));
  assert_true(str_eq_c(question.names[0].qualifier, "Store"));
  assert_false(question.about_tests);
  assert_true(read_question("which tests cover it").about_tests);
}

static void keywords_are_names_when_all_of_them_are_called_so(void **state) {
  (void)state;
  ExploreQuestion question = read_here("unrelated paintbutton");
  assert_true(question.is_names);
  assert_int_equal(question.name_count, 2);
  question = read_here("unrelated, colors, brushes");
  assert_false(question.is_names);
  assert_int_equal(question.name_count, 0);
  assert_int_equal(question.term_count, 3);
  question = read_here("saveRecord durability");
  assert_true(question.is_names);
  assert_int_equal(question.name_count, 1);
}

static void files_are_no_names(void **state) {
  (void)state;
  ExploreQuestion question = read_here("what does src/store.c load, and server.c?");
  assert_int_equal(question.name_count, 0);
  assert_int_equal(question.path_count, 2);
  assert_true(str_eq_c(question.paths[0], "src/store.c"));
  assert_true(str_eq_c(question.paths[1], "server.c"));
  assert_int_equal(read_here("what does ore.c load").path_count, 0);
  assert_non_null(strstr(ask("what is in src/other.c"), "\n## src/other.c\n"));
}

static void what_is_quoted_or_has_signs_is_taken_as_written(void **state) {
  (void)state;
  static const struct {
    const char *question, *text;
  } cases[] = {{"who prints \"no such record\"?", "no such record"}, {"where is 'a b' said", "a b"}, {"what does --max-size do?", "--max-size"},
               {"how is #(...) expanded", "#("}, {"the route /api/items/:id.", "/api/items/:id"}, {"who sets x=1, really", "x=1"},
               {"what is `@cached` for", "@cached"}};
  static const char *const none[] = {"it's the users' record, isn't it", "what (if anything) is saved", "read/write of pre-set things -- or not",
                                     "why a -> b", "saveRecord() and Store.load()", "x->y ns::f", "the \" alone"};
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    ExploreQuestion question = read_question(cases[i].question);
    assert_int_equal(question.text_count, 1);
    assert_string_equal(str_to_c(&tree_arena, question.texts[0].text), cases[i].text);
  }
  for (size_t i = 0; i < COUNT_OF(none); i++) assert_int_equal(read_question(none[i]).text_count, 0);
}

static void options_are_names_with_their_dashes(void **state) {
  (void)state;
  ExploreQuestion question = read_question("what does --max-size do, and which built-in or pre--set one is there?");
  assert_int_equal(question.name_count, 1);
  assert_true(str_eq_c(question.names[0].name, "max-size"));
  question = read_question("store-path Store->save");
  assert_true(str_eq_c(question.names[0].name, "store-path"));
  assert_int_equal(question.names[0].qualifier.len, 0);
  assert_true(str_eq_c(question.names[1].name, "save"));
  assert_true(str_eq_c(question.names[1].qualifier, "Store"));
}

static void questions_about_a_change_are_known(void **state) {
  (void)state;
  static const char *const changes[] = {"What breaks when the store is renamed?", "If I add a field, what happens?", "who depends on the store",
                                        "What is affected by the limit?", "what would stop working without it"};
  static const char *const others[] = {"What happens if the store is full?", "how do records depend upon blocks", "where would it be read",
                                       "affectedBy breaks_it"};
  for (size_t i = 0; i < COUNT_OF(changes); i++) assert_true(read_question(changes[i]).about_change);
  for (size_t i = 0; i < COUNT_OF(others); i++) assert_false(read_question(others[i]).about_change);
}

static void questions_about_values_are_known(void **state) {
  (void)state;
  assert_true(read_question("Which setting holds the size?").about_values);
  assert_true(read_question("how many records may there be").about_values);
  assert_true(read_question("Where does the Default come from").about_values);
  assert_false(read_question("how does it find many records").about_values);
  assert_true(read_question("limit setting").about_values);
  assert_false(read_question("maxLimit the_setting").about_values);
}

static void stop_words_are_no_terms_and_repeated_words_weigh_more(void **state) {
  (void)state;
  ExploreQuestion question = read_question("how does the queue of queues work");
  assert_int_equal(question.term_count, 1);
  assert_true(str_eq_c(question.terms[0].word, "queue"));
  assert_true(question.terms[0].weight > 1.2f && question.terms[0].weight < 1.4f);
  assert_int_equal(read_question("").term_count, 0);
  assert_int_equal(read_question("?! ...").term_count, 0);
}

static void more_words_than_are_told_apart_are_cut(void **state) {
  (void)state;
  Buf text;
  buf_init(&text, &tree_arena, 1u << 20);
  for (int i = 0; i < 3000; i++) buf_add_format(&text, "w_%c%c%c ", 'a' + i % 26, 'a' + i / 26 % 26, 'a' + i / 676 % 26);
  ExploreQuestion question;
  query_explore_ask(&tree_arena, NULL, buf_str(&text), &question);
  assert_int_equal(question.term_count, EXPLORE_TERMS_MAX);
  assert_int_equal(question.name_count, EXPLORE_NAMES_MAX);
}

/* ---- answers ---- */

static void a_question_shows_what_it_is_about_first(void **state) {
  (void)state;
  const char *text = ask("How is a record made durable?");
  assert_non_null(strstr(text, "Question about: record, durable;"));
  assert_non_null(strstr(text, "Entry points: saveRecord (src/store.c:6)"));
  assert_non_null(strstr(text, "## src/store.c\n"));
  assert_non_null(strstr(text, "6\tint saveRecord(int x) {\n7\t  return writeBlock(x);\n8\t}\n"));
  assert_null(strstr(text, "paintButton"));
}

static void names_are_shown_with_the_flow_between_them(void **state) {
  (void)state;
  const char *text = ask("acceptConnection handleRequest nothingSuch");
  assert_non_null(strstr(text, "Nothing is called 'nothingSuch' here"));
  assert_non_null(strstr(text, "Flow: acceptConnection -> readRequest -> handleRequest\n"));
  assert_non_null(strstr(text, "4\tint acceptConnection(int fd) {\n"));
  assert_non_null(strstr(text, "12\tint handleRequest(int fd) {\n"));
  assert_non_null(strstr(text, "8\tint readRequest(int fd) {\n"));
}

static void both_ways_of_a_mutual_call_are_told(void **state) {
  (void)state;
  tree_write("src/turns.c", "int finishTurn(int n);\nint middleTurn(int n) { return n ? finishTurn(n) : 0; }\nint startTurn(int n) { return middleTurn(n); }\n"
                            "int finishTurn(int n) { return n > 9 ? middleTurn(n - 1) : 0; }\n");
  const char *text = ask("startTurn middleTurn finishTurn");
  assert_non_null(strstr(text, "Flow: startTurn -> middleTurn -> finishTurn\n"));
  assert_non_null(strstr(text, "finishTurn -> middleTurn"));
  QueryExplored explored = ask_with((QueryExplore){.query = STR("startTurn middleTurn finishTurn"), .sections = true});
  assert_int_equal(explored.source_count, 1);
  tree_expect(explored.sources[0].names, "middleTurn(function), startTurn(function), finishTurn(function)");
  assert_int_equal(explored.symbols, 3);
  assert_true(str_eq_c(explored.definitions[0].path, "src/turns.c"));
}

static void a_text_that_nothing_is_called_is_found(void **state) {
  (void)state;
  tree_write("src/place.c", "char *getenv(const char *name);\n\nconst char *whereTo(void) {\n  return getenv(\"STORE_DIR\");\n}\n");
  const char *text = ask("STORE_DIR");
  assert_non_null(strstr(text, "'STORE_DIR' stands in src/place.c:4.\n"));
  assert_non_null(strstr(text, "Entry points: whereTo (src/place.c:3)"));
  tree_write("src/place.c", "char *getenv(const char *name);\n\nconst char *whereTo(void) {\n  return getenv(\"STORE_DIRS\");\n}\n");
  assert_non_null(strstr(ask("STORE_DIR"), "Nothing is called 'STORE_DIR' here"));
  assert_null(strstr(ask("STORE_DIR"), "stands in"));
}

/* What is quoted was meant as it is written: that no file has it answers the question. */
static void a_quoted_text_that_is_nowhere_is_told(void **state) {
  (void)state;
  tree_write("src/place.c", "char *getenv(const char *name);\n\nconst char *whereTo(void) {\n  return getenv(\"STORE_DIR\");\n}\n");
  assert_non_null(strstr(ask("where does it say \"no such store\" about whereTo"), "'no such store' stands nowhere.\n"));
  assert_non_null(strstr(ask("where does whereTo read --store=x"), "'--store=x' stands nowhere.\n"));
  assert_null(strstr(ask("where is the store chosen, and what's whereTo for"), "stands"));
}

static void a_qualified_name_is_not_that_of_another_type(void **state) {
  (void)state;
  tree_write("src/gates.py", "class Gate:\n    def charge(self):\n        return 0\n\n\nclass Card(Gate):\n    def charge(self):\n        return 1\n\n\n"
                             "def pay(gate: Gate):\n    return gate.charge()\n");
  const char *text = ask("pay Card.charge");
  assert_non_null(strstr(text, "Flow: pay -> Gate.charge -> Card.charge\n"));
}

static void a_qualified_name_may_be_inherited(void **state) {
  (void)state;
  tree_write("src/gates.py", "class Gate:\n    def unlock(self):\n        return 0\n\n\nclass Card(Gate):\n    pass\n");
  tree_write("src/doors.py", "class Door:\n    def unlock(self):\n        return 2\n\n\n"
                             "def Unlock():\n    return 3\n\n\ndef enter():\n    return Door().unlock()\n\n\ndef leave():\n    return Door().unlock()\n");
  assert_non_null(strstr(ask("Card.unlock"), "Entry points: Gate.unlock (src/gates.py:2)"));
  assert_non_null(strstr(ask("Card.Unlock"), "Entry points: Gate.unlock (src/gates.py:2)"));
  assert_non_null(strstr(ask("Door.unlock"), "Entry points: Door.unlock (src/doors.py:2)"));
}

static void a_name_is_first_that_of_the_same_case(void **state) {
  (void)state;
  tree_write("src/kinds.py", "ATTACH = 1\nATTACH_ALL = ATTACH\n");
  tree_write("src/session.py", "def attach(session):\n    return session\n");
  assert_non_null(strstr(ask("attach"), "Entry points: attach (src/session.py:1)"));
  assert_non_null(strstr(ask("ATTACH"), "Entry points: ATTACH (src/kinds.py:1)"));
}

static void a_named_part_of_something_long_is_shown(void **state) {
  (void)state;
  Buf text;
  buf_init(&text, &tree_arena, 1u << 16);
  buf_add_c(&text, "class Settings:\n");
  for (int i = 0; i < 200; i++) buf_add_format(&text, "    option%d = 'the longest wait, when nobody says anything else'\n", i);
  buf_add_c(&text, "    longest_wait = 7\n");
  for (int i = 200; i < 300; i++) buf_add_format(&text, "    option%d = 'the longest wait, when nobody says anything else'\n", i);
  tree_write("src/settings.py", str_to_c(&tree_arena, buf_str(&text)));
  const char *shown = ask("longest_wait loadRecord");
  assert_non_null(strstr(shown, "1\tclass Settings:\n"));
  assert_non_null(strstr(shown, "202\t    longest_wait = 7\n"));
}

static void files_are_as_many_as_the_workspace_allows(void **state) {
  (void)state;
  for (int i = 0; i < 9; i++) {
    char path[32], text[64];
    snprintf(path, sizeof(path), "src/gear%d.c", i);
    snprintf(text, sizeof(text), "int turnGear%d(int x) { return x; }\n", i);
    tree_write(path, text);
  }
  assert_int_equal(ask_with((QueryExplore){.query = STR("how does a gear turn")}).shown_files, 5);
  assert_int_equal(ask_with((QueryExplore){.query = STR("how does a gear turn"), .max_files = 7}).shown_files, 7);
  assert_int_equal(ask_with((QueryExplore){.query = STR("how does a gear turn"), .max_chars = 18000}).shown_files, 9);
  QueryExplore names = {.query = STR("turnGear0 turnGear1 turnGear2 turnGear3 turnGear4 turnGear5 turnGear6")};
  assert_int_equal(ask_with(names).shown_files, 7);
}

static void tests_are_shown_only_when_asked_for(void **state) {
  (void)state;
  const char *asked = ask("which tests check that a record is saved");
  assert_non_null(strstr(asked, "testRecordIsSaved (tests/test_store.c:2)"));
  assert_non_null(strstr(asked, "2\tint testRecordIsSaved(void) { return saveRecord(1); }\n"));
  assert_non_null(strstr(ask("how is a record saved"), "Entry points: saveRecord (src/store.c:6)"));
}

static void tests_that_are_the_subject_are_no_wish_for_tests(void **state) {
  (void)state;
  tree_write("tests/test_order.c", "int testOrderOfTests(void) { return 1; }\nint testOrderOfTestRuns(void) { return 2; }\n");
  assert_non_null(strstr(ask("in which order are tests run"), "Entry points: testOrder"));
  tree_write("src/runner.c", "int orderTests(int x) { return x; }\n\nint runTests(int x) { return orderTests(x); }\n");
  assert_non_null(strstr(ask("in which order are tests run"), "Entry points: orderTests (src/runner.c:1), runTests (src/runner.c:3)"));
}

static void nothing_known_gives_no_text(void **state) {
  (void)state;
  assert_int_equal(text_with((QueryExplore){.query = STR("zebra xylophone")}).len, 0);
  assert_int_equal(text_with((QueryExplore){.query = STR("the of and")}).len, 0);
}

static void answers_follow_the_disk(void **state) {
  (void)state;
  assert_non_null(strstr(ask("unrelated"), "2\tint unrelated(void) { return 0; }\n"));
  tree_write("src/other.c", "int changed(void) { return 9; }\n\nint unrelated(void) { return 7; }\n");
  assert_non_null(strstr(ask("unrelated"), "3\tint unrelated(void) { return 7; }\n"));
  tree_remove("src/other.c");
  assert_null(strstr(ask("unrelated saveRecord"), "src/other.c"));
}

/* ---- limits ---- */

static void write_large(void) {
  Buf text;
  buf_init(&text, &tree_arena, 1u << 20);
  for (int i = 0; i < 120; i++) {
    buf_add_format(&text, "int gadget%d(int x) {\n", i);
    for (int line = 0; line < 20; line++) buf_add_format(&text, "  x += gadgetStep(x, %d, %d); /* gadget */\n", i, line);
    buf_add_c(&text, "  return x;\n}\n\n");
  }
  tree_write("src/large.c", str_to_c(&tree_arena, buf_str(&text)));
}

static void answers_keep_within_their_limit(void **state) {
  (void)state;
  write_large();
  QueryExplored leading = ask_with((QueryExplore){.query = STR("how does a gadget step")});
  assert_in_range(text_of(&leading).len, 6000, 13000);
  QueryExplored by_tier = ask_with((QueryExplore){.query = STR("how does a gadget step"), .sections = true});
  assert_in_range(text_of(&by_tier).len, 14000, 18000);
  assert_ptr_equal(by_tier.tier, query_explore_tier(5));
  size_t limits[] = {1, QUERY_EXPLORE_LEAST, QUERY_EXPLORE_LEAST + 1, 24000, 40000, QUERY_EXPLORE_MOST + 1};
  for (size_t i = 0; i < COUNT_OF(limits); i++) {
    QueryExplored one = ask_with((QueryExplore){.query = STR("how does a gadget step"), .max_chars = limits[i]});
    size_t limit = limits[i] < QUERY_EXPLORE_LEAST ? QUERY_EXPLORE_LEAST : limits[i];
    assert_in_range(text_of(&one).len, 1, limit);
    assert_int_equal(text_of(&one).ptr[text_of(&one).len - 1], '\n');
  }
  QueryExplored few = ask_with((QueryExplore){.query = STR("how does a gadget step"), .max_symbols = 2});
  assert_int_equal(few.symbols, 2);
  QueryExplored one_file = ask_with((QueryExplore){.query = STR("gadget3 saveRecord"), .max_files = 1});
  assert_int_equal(one_file.shown_files, 1);
}

static void what_is_weak_is_left_out_unless_a_length_is_asked_for(void **state) {
  (void)state;
  Buf text;
  buf_init(&text, &tree_arena, 1u << 16);
  for (int i = 0; i < 4; i++) {
    buf_add_format(&text, "/* Paints the border of a widget. */\nint paintWidgetBorder%d(int w) {\n", i);
    for (int line = 0; line < 50; line++) buf_add_c(&text, "  w = paint(w); /* the border of a widget */\n");
    buf_add_c(&text, "  return w;\n}\n\n");
  }
  tree_write("src/widget.c", str_to_c(&tree_arena, buf_str(&text)));
  buf_truncate(&text, 0);
  buf_add_c(&text, "/* Counts what the border of a widget costs. */\nint countSheep(int x) {\n");
  for (int i = 0; i < 60; i++) buf_add_c(&text, "  x = x * 3 + 1;\n");
  buf_add_c(&text, "  return border(x) + border(x + 1);\n}\n");
  tree_write("src/sheep.c", str_to_c(&tree_arena, buf_str(&text)));
  Str query = STR("how is the border of a widget painted");
  Str without = text_with((QueryExplore){.query = query});
  assert_true(str_contains(without, STR("\tint paintWidgetBorder2(int w) {\n")));
  assert_false(str_contains(without, STR("\tint countSheep(int x) {\n")));
  assert_true(str_contains(without, STR("\nNot shown, by worth:\nsrc/sheep.c  Counts what the border of a widget costs.\n  2-64 countSheep(int x)  Counts what the border of a widget costs.\n")));
  Str with = text_with((QueryExplore){.query = query, .max_chars = 24000});
  assert_true(str_contains(with, STR("\tint countSheep(int x) {\n")));
}

static void what_has_a_name_is_not_left_out_as_weak(void **state) {
  (void)state;
  Buf text;
  buf_init(&text, &tree_arena, 1u << 16);
  for (int i = 0; i < 12; i++) {
    buf_add_format(&text, "export class Shape%d {\n  outline(x: number) {\n    x += %d;\n", i, i);
    for (int line = 0; line < 4; line++) buf_add_format(&text, "    x = x * %d + 1;\n", line);
    buf_add_c(&text, "    return x;\n  }\n}\n");
  }
  for (int i = 0; i < 3; i++) {
    buf_add_format(&text, "export function drawOutline%d(shape: Shape0) {\n", i);
    for (int line = 0; line < 45; line++) buf_add_c(&text, "  drawLine(shape.outline(1)); // outline\n");
    buf_add_c(&text, "}\n");
  }
  tree_write("src/shapes.ts", str_to_c(&tree_arena, buf_str(&text)));
  Str answer = text_with((QueryExplore){.query = STR("outline drawOutline0 drawOutline1 drawOutline2")});
  size_t shown = 0;
  for (size_t at; (at = str_find(answer, STR("\t  outline(x: number) {\n"))) != STR_NONE; shown++) {
    answer = str_slice(answer, at + 1, answer.len);
  }
  assert_int_equal(shown, 12);
}

static void tiers_change_at_their_borders(void **state) {
  static const struct {
    size_t files, chars, shown, per_file, edges;
    unsigned calls;
  } cases[] = {
      {0, 18000, 5, 3800, 6, 1},       {499, 18000, 5, 3800, 6, 1},     {500, 28000, 10, 6500, 10, 2},
      {4999, 28000, 10, 6500, 10, 2},  {5000, 35000, 12, 7000, 15, 3},  {14999, 35000, 12, 7000, 15, 3},
      {15000, 38000, 14, 7000, 15, 4}, {24999, 38000, 14, 7000, 15, 4}, {25000, 38000, 14, 7000, 15, 5},
  };
  (void)state;
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    const QueryExploreTier *tier = query_explore_tier(cases[i].files);
    assert_int_equal(tier->chars, cases[i].chars);
    assert_int_equal(tier->files, cases[i].shown);
    assert_int_equal(tier->per_file, cases[i].per_file);
    assert_int_equal(tier->edges, cases[i].edges);
    assert_int_equal(tier->calls, cases[i].calls);
  }
}

static void long_bodies_are_cut_to_what_matters(void **state) {
  (void)state;
  Buf text;
  buf_init(&text, &tree_arena, 1u << 20);
  buf_add_c(&text, "int giant(int x) {\n");
  for (int i = 0; i < 400; i++) buf_add_c(&text, i == 300 ? "  x = frobnicate(x);\n" : "  x = x * 3 + 1; /* nothing to see here */\n");
  buf_add_c(&text, "  return x;\n}\n");
  tree_write("src/giant.c", str_to_c(&tree_arena, buf_str(&text)));
  const char *shown = ask("where does giant frobnicate");
  assert_non_null(strstr(shown, "1\tint giant(int x) {\n2\t"));
  assert_non_null(strstr(shown, "302\t  x = frobnicate(x);\n"));
  assert_non_null(strstr(shown, "\u2026 262 lines\n"));
  assert_null(strstr(shown, "\n200\t"));
}

/* Where only what leads is shown, the rest has a line each. */
static void what_is_not_shown_has_a_line(void **state) {
  (void)state;
  Buf text;
  buf_init(&text, &tree_arena, 1u << 20);
  buf_add_c(&text, "/* Ships: what they carry. */\n#define CARGO_MAX 7\n\n");
  for (int i = 0; i < 12; i++) {
    buf_add_format(&text, "/* Loads cargo number %d. */\nint loadCargo%d(int x) {\n", i, i);
    for (int line = 0; line < 30; line++) buf_add_c(&text, "  x = x + CARGO_MAX; /* load the cargo */\n");
    buf_add_c(&text, "  return x;\n}\n\n");
  }
  tree_write("src/ship.c", str_to_c(&tree_arena, buf_str(&text)));
  const char *shown = ask("how does a ship load cargo");
  assert_non_null(strstr(shown, "2\t#define CARGO_MAX 7\n"));
  assert_non_null(strstr(shown, "  355-387 loadCargo10(int x)  Loads cargo number 10.\n"));
}

/* A line begins with the name, whatever stands before it in the text; what is said
 * about it has no room where bodies are asked for. */
static void a_line_begins_with_the_name(void **state) {
  (void)state;
  Buf text;
  buf_init(&text, &tree_arena, 1u << 20);
  buf_add_c(&text, "package ship\n\ntype CargoShipWithALongName struct{}\n\n");
  for (int i = 0; i < 40; i++) {
    buf_add_format(&text, "// LoadCargo%d loads cargo.\nfunc (aReceiverWithALongName *CargoShipWithALongName) LoadCargo%d(x int) int {\n", i, i);
    for (int line = 0; line < 30; line++) buf_add_c(&text, "\tx = x + 1 // load the cargo\n");
    buf_add_c(&text, "\treturn x\n}\n\n");
  }
  tree_write("src/ship.go", str_to_c(&tree_arena, buf_str(&text)));
  const char *shown = ask("how does a ship load cargo");
  assert_non_null(strstr(shown, " CargoShipWithALongName.LoadCargo"));
  assert_non_null(strstr(shown, "(x int) int  loads cargo.\n"));
  const char *longer = str_to_c(&tree_arena, text_with((QueryExplore){.query = STR("how does a ship load cargo"), .max_chars = 12000}));
  assert_non_null(strstr(longer, " CargoShipWithALongName.LoadCargo"));
  assert_non_null(strstr(longer, "(x int) int\n"));
}

static void a_head_explains_what_is_in_its_file(void **state) {
  (void)state;
  const char *question = "how are impatient customers kept from asking too often";
  tree_write("src/bucket.c", "/* Copyright of customers. */\n/* Throttling: keeps impatient customers from asking too often. */\n#include \"x.h\"\n\n"
                             "int bucketTake(int x) {\n  return x;\n}\n");
  tree_write("src/list.c", "int customersList(int x) {\n  return x;\n}\n");
  assert_non_null(strstr(ask(question), "Entry points: bucketTake (src/bucket.c:5), customersList (src/list.c:1)"));
  tree_write("src/bucket.c", "/* Copyright: keeps impatient customers from asking too often. */\n#include \"x.h\"\n\n"
                             "int bucketTake(int x) {\n  return x;\n}\n");
  assert_non_null(strstr(ask(question), "Entry points: customersList (src/list.c:1)"));
}

static void docs_and_rows_go_first(void **state) {
  (void)state;
  Buf text;
  buf_init(&text, &tree_arena, 1u << 20);
  buf_add_c(&text, "def melt(x):\n    \"\"\"Melts it.\n\n");
  for (int i = 0; i < 9; i++) buf_add_format(&text, "    arg%d: what it is\n", i);
  buf_add_c(&text, "    \"\"\"\n    table = [\n");
  for (int i = 0; i < 40; i++) buf_add_format(&text, "        (%d, \"a row of it\"),\n", i);
  buf_add_c(&text, "    ]\n");
  for (int i = 0; i < 150; i++) buf_add_format(&text, "    x = step%d(x, table) + another_step_of_it(x)\n", i);
  buf_add_c(&text, "    return x\n");
  tree_write("src/melt.py", str_to_c(&tree_arena, buf_str(&text)));
  const char *shown = ask("where does melt take its steps from");
  assert_non_null(strstr(shown, "1\tdef melt(x):\n2\t    \"\"\"Melts it.\n\u2026 10 lines\n13\t"));
  assert_non_null(strstr(shown, "17\t        (2, \"a row of it\"),\n\u2026 37 lines\n55\t    ]\n"));
}

/* What is cut out of a function that leads would be asked for. */
static void functions_that_lead_are_whole(void **state) {
  (void)state;
  Buf text;
  buf_init(&text, &tree_arena, 1u << 20);
  buf_add_c(&text, "int meltGold(int x) {\n");
  for (int i = 0; i < 130; i++) buf_add_format(&text, "  x = stepNumber%03d(x) + x * %d;\n", i, i);
  buf_add_c(&text, "  return x;\n}\n");
  tree_write("src/melt.c", str_to_c(&tree_arena, buf_str(&text)));
  const char *shown = ask("where do we melt gold");
  assert_null(strstr(shown, "\u2026"));
  for (int line = 1; line <= 133; line++) assert_non_null(strstr(shown, str_to_c(&tree_arena, str_format(&tree_arena, "\n%d\t", line))));
  buf_truncate(&text, 0);
  buf_add_c(&text, "int meltGold(int x) {\n");
  for (int i = 0; i < 160; i++) buf_add_format(&text, "  x = stepNumber%03d(x) + x * %d;\n", i, i);
  buf_add_c(&text, "  return x;\n}\n");
  tree_write("src/melt.c", str_to_c(&tree_arena, buf_str(&text)));
  assert_non_null(strstr(ask("where do we melt gold"), "\u2026"));
}

/* `-` for a line that may decide, `l` for one of a log, `r` for a row. */
static const char *idle_lines(const char *text) {
  QuerySource source;
  query_source_take(&tree_arena, STR("x.c"), str_from_c(text), &source);
  IdleLines lines = {.source = &source, .from = 1, .count = source.lines, .kinds = ARENA_ARRAY(&tree_arena, uint8_t, source.lines)};
  query_explore_find_idle(&lines);
  char *shown = ARENA_ARRAY(&tree_arena, char, source.lines + 1);
  for (uint32_t i = 0; i < source.lines; i++) shown[i] = "-lr"[lines.kinds[i]];
  return shown;
}

static void what_decides_nothing_is_known(void **state) {
  (void)state;
  assert_string_equal(idle_lines("int f(int a,\n      int b,\n      int c,\n      int d) {\n  return a;\n}\n"), "------");
  assert_string_equal(idle_lines("f() {\n  log.warn(\"a (\",\n    x(1),\n    2);\n  if (x) return;\n  s.logger.Info(1)\n  LOG_DEBUG(1);\n  login(1);\n}\n"), "-lll-ll--");
  /* What is in the brackets of a log may be more than that. */
  assert_string_equal(idle_lines("f() {\n  log(() => {\n    if (x) {\n      return g(x);\n    }\n  });\n}\n"), "-------");
  assert_string_equal(idle_lines("f() {\n  log(1,\n"), "--");
  assert_string_equal(idle_lines("f() {\n  make((Gold){\n    .a = x,\n    .b = 'y',\n    c: z,\n    d: price(z),\n  });\n}\n"), "--rrr---");
  assert_string_equal(idle_lines("f() {\n  match x {\n    A => 1,\n    B => 2,\n    C => 3,\n  }\n  let a = 1,\n      b = 2,\n      c = 3,\n}\n"), "----------");
  assert_string_equal(idle_lines(""), "");
  /* A line that would be looked at again from each of its quotes is not. */
  Buf text;
  buf_init(&text, &tree_arena, 1u << 24);
  buf_add_c(&text, "f() {\n  log(");
  for (int i = 0; i < 1000000; i++) buf_add_c(&text, "\\'");
  buf_add_c(&text, ");\n}\n");
  assert_string_equal(idle_lines(str_to_c(&tree_arena, buf_str(&text))), "---");
}

static void what_nothing_calls_is_told(void **state) {
  (void)state;
  const char *gold = "int meltGold(int x) {\n  return x;\n}\n";
  tree_write("src/melt.c", gold);
  assert_non_null(strstr(ask("where do we melt gold"), "meltGold (src/melt.c:1)"));
  /* Others may call it, unless this is a program. */
  tree_write("src/main.c", "int main(void) { return 0; }\n");
  assert_non_null(strstr(ask("where do we melt gold"), "meltGold (src/melt.c:1; nothing here calls it)"));
  tree_write("src/main.c", "int meltGold(int x);\nint main(void) { return meltGold(0); }\n");
  assert_non_null(strstr(ask("where do we melt gold"), "meltGold (src/melt.c:1)"));
  tree_write("src/main.c", "int meltGold(int x);\nint (*melters[])(int) = {meltGold};\nint main(void) { return 0; }\n");
  assert_non_null(strstr(ask("where do we melt gold"), "meltGold (src/melt.c:1)"));
  tree_write("src/main.c", "int main(void) { return 0; }\n");
  tree_write("src/melters.def", "MELTER(\"gold\", meltGold)\n");
  assert_non_null(strstr(ask("where do we melt gold"), "meltGold (src/melt.c:1)"));
  tree_write("src/melters.def", "\n");
  tree_write("src/melt.c", "#define MELTER(name) {RM_##name}\nint RM_meltGold(int x) {\n  return x;\n}\nint (*all[])(int) = MELTER(meltGold);\n");
  assert_non_null(strstr(ask("where do we melt gold"), "RM_meltGold (src/melt.c:2)"));
  tree_write("src/melt.ts", "register({\n  meltGold(x) {\n    return x;\n  },\n});\n");
  assert_null(strstr(ask("where do we melt gold"), "calls it"));
  tree_write("src/melt.ts", "\n");
  tree_write("src/main.c", "int x;\n");
  tree_write("src/melt.c", "static int meltGold(int x) {\n  return meltGold(x - 1);\n}\n");
  assert_non_null(strstr(ask("where do we melt gold"), "meltGold (src/melt.c:1; nothing calls it)"));
  tree_write("src/melt.py", "import web\n\n\n@web.route('/')\ndef melt_gold(x):\n    return x\n");
  assert_non_null(strstr(ask("where do we melt gold"), "melt_gold (src/melt.py:4)"));
}

/* ---- handles ---- */

static void source_is_not_repeated_for_a_handle(void **state) {
  (void)state;
  QueryExplored first = ask_with((QueryExplore){.query = STR("saveRecord")});
  assert_int_equal(first.handle.len, 24);
  QueryExplored again = ask_with((QueryExplore){.query = STR("saveRecord"), .handle = first.handle});
  assert_false(again.is_handle_lost);
  assert_false(str_eq(again.handle, first.handle));
  assert_true(str_contains(text_of(&first), STR("6\tint saveRecord(int x) {\n")));
  assert_false(str_contains(text_of(&again), STR("6\tint saveRecord(int x) {\n")));
  assert_true(str_contains(text_of(&again), STR(" were shown before)\n")));
  /* A file that changed is shown again. */
  tree_write("src/store.c", "int other;\n\n/* Makes a record durable. */\nint saveRecord(int x) {\n  return x;\n}\n");
  QueryExplored changed = ask_with((QueryExplore){.query = STR("saveRecord"), .handle = again.handle});
  assert_true(str_contains(text_of(&changed), STR("4\tint saveRecord(int x) {\n")));
  assert_true(ask_with((QueryExplore){.query = STR("saveRecord"), .handle = STR("0123456789abcdef01234567")}).is_handle_lost);
}

static void old_handles_make_room_for_new_ones(void **state) {
  (void)state;
  QueryExplored first = ask_with((QueryExplore){.query = STR("saveRecord")});
  for (int i = 0; i < 70; i++) ask_with((QueryExplore){.query = STR("paintButton")});
  /* Out of memory, but kept beside the index. */
  assert_false(ask_with((QueryExplore){.query = STR("saveRecord"), .handle = first.handle}).is_handle_lost);
  tree_remove(".fathom/explore-v1.shown");
  assert_true(ask_with((QueryExplore){.query = STR("saveRecord"), .handle = first.handle}).is_handle_lost);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(sentences_and_names_are_told_apart, setup, teardown),
      cmocka_unit_test_setup_teardown(keywords_are_names_when_all_of_them_are_called_so, setup, teardown),
      cmocka_unit_test_setup_teardown(files_are_no_names, setup, teardown),
      cmocka_unit_test_setup_teardown(what_is_quoted_or_has_signs_is_taken_as_written, setup, teardown),
      cmocka_unit_test_setup_teardown(options_are_names_with_their_dashes, setup, teardown),
      cmocka_unit_test_setup_teardown(questions_about_a_change_are_known, setup, teardown),
      cmocka_unit_test_setup_teardown(questions_about_values_are_known, setup, teardown),
      cmocka_unit_test_setup_teardown(stop_words_are_no_terms_and_repeated_words_weigh_more, setup, teardown),
      cmocka_unit_test_setup_teardown(more_words_than_are_told_apart_are_cut, setup, teardown),
      cmocka_unit_test_setup_teardown(a_question_shows_what_it_is_about_first, setup, teardown),
      cmocka_unit_test_setup_teardown(names_are_shown_with_the_flow_between_them, setup, teardown),
      cmocka_unit_test_setup_teardown(a_text_that_nothing_is_called_is_found, setup, teardown),
      cmocka_unit_test_setup_teardown(a_quoted_text_that_is_nowhere_is_told, setup, teardown),
      cmocka_unit_test_setup_teardown(a_qualified_name_is_not_that_of_another_type, setup, teardown),
      cmocka_unit_test_setup_teardown(both_ways_of_a_mutual_call_are_told, setup, teardown),
      cmocka_unit_test_setup_teardown(a_named_part_of_something_long_is_shown, setup, teardown),
      cmocka_unit_test_setup_teardown(a_qualified_name_may_be_inherited, setup, teardown),
      cmocka_unit_test_setup_teardown(a_name_is_first_that_of_the_same_case, setup, teardown),
      cmocka_unit_test_setup_teardown(tests_that_are_the_subject_are_no_wish_for_tests, setup, teardown),
      cmocka_unit_test_setup_teardown(files_are_as_many_as_the_workspace_allows, setup, teardown),
      cmocka_unit_test_setup_teardown(tests_are_shown_only_when_asked_for, setup, teardown),
      cmocka_unit_test_setup_teardown(nothing_known_gives_no_text, setup, teardown),
      cmocka_unit_test_setup_teardown(answers_follow_the_disk, setup, teardown),
      cmocka_unit_test_setup_teardown(answers_keep_within_their_limit, setup, teardown),
      cmocka_unit_test_setup_teardown(what_is_weak_is_left_out_unless_a_length_is_asked_for, setup, teardown),
      cmocka_unit_test_setup_teardown(what_has_a_name_is_not_left_out_as_weak, setup, teardown),
      cmocka_unit_test_setup_teardown(tiers_change_at_their_borders, setup, teardown),
      cmocka_unit_test_setup_teardown(long_bodies_are_cut_to_what_matters, setup, teardown),
      cmocka_unit_test_setup_teardown(what_is_not_shown_has_a_line, setup, teardown),
      cmocka_unit_test_setup_teardown(a_line_begins_with_the_name, setup, teardown),
      cmocka_unit_test_setup_teardown(a_head_explains_what_is_in_its_file, setup, teardown),
      cmocka_unit_test_setup_teardown(docs_and_rows_go_first, setup, teardown),
      cmocka_unit_test_setup_teardown(functions_that_lead_are_whole, setup, teardown),
      cmocka_unit_test_setup_teardown(what_decides_nothing_is_known, setup, teardown),
      cmocka_unit_test_setup_teardown(what_nothing_calls_is_told, setup, teardown),
      cmocka_unit_test_setup_teardown(source_is_not_repeated_for_a_handle, setup, teardown),
      cmocka_unit_test_setup_teardown(old_handles_make_room_for_new_ones, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
