/* Locations, highlights, diagnostics and rename places in all their forms. */
#include "tests/unit/lsp_reading.h"

static void show_locations(const char *json) {
  LspLocations locations;
  lsp_read_locations(&scene.reader, json ? json_of(json) : NULL, &locations);
  for (size_t i = 0; i < locations.len; i++) {
    show_location(&locations.items[i]);
    buf_add_byte(&scene.out, '\n');
  }
  if (locations.dropped) buf_add_format(&scene.out, "dropped %zu\n", locations.dropped);
}

static void locations_in_each_form(void **state) {
  (void)state;
  show_locations(NULL);
  show_locations("null");
  show_locations("[]");
  assert_shown("");
  show_locations("{'uri':'file:///w/a.c','range':" R(1, 4, 1, 7) "}");
  assert_shown("a.c 2:5-2:8[13,16]\n");
  show_locations("[{'uri':'file:///w/a.c','range':" R(0, 4, 0, 7) "}]");
  assert_shown("a.c 1:5-1:8[4,7]\n");
  show_locations("[{'targetUri':'file:///w/a.c','targetRange':" R(0, 0, 1, 8) ",'targetSelectionRange':" R(1, 4, 1, 7) "}]");
  assert_shown("a.c 2:5-2:8[13,16] of 1:1-2:9[0,17]\n");
  show_locations("[{'targetUri':'file:///w/a.c','targetRange':" R(0, 0, 0, 8) "}]");
  assert_shown("a.c 1:1-1:9[0,8]\n");
}

static void orders_and_keeps_one_of_each(void **state) {
  (void)state;
  show_locations("[{'uri':'file:///w/b.c','range':" R(0, 0, 0, 1) "},{'uri':'file:///w/a.c','range':" R(1, 0, 1, 3) "},"
                 "{'uri':'file:///w/a.c','range':" R(0, 4, 0, 7) "},{'uri':'file:///w/b.c','range':" R(0, 0, 0, 1) "},"
                 "{'uri':'file:///usr/include/out.h','range':" R(0, 0, 0, 2) "}]");
  assert_shown("a.c 1:5-1:8[4,7]\n"
               "a.c 2:1-2:4[9,12]\n"
               "b.c 1:1-1:2[0,1]\n"
               "outside /usr/include/out.h 1:1-1:3[0,4]\n");
  assert_int_equal(scene.reads, 3);
}

static void counts_as_the_server_does(void **state) {
  (void)state;
  const char *utf16 = "[{'uri':'file:///w/b.c','range':" R(0, 3, 0, 4) "}]";
  show_locations(utf16);
  assert_shown("b.c 1:3-1:4[5,6]\n");
  scene.reader.encoding = TEXT_UNIT_BYTE;
  show_locations("[{'uri':'file:///w/b.c','range':" R(0, 5, 0, 6) "}]");
  assert_shown("b.c 1:3-1:4[5,6]\n");
  scene.reader.encoding = TEXT_UNIT_CHARACTER;
  show_locations("[{'uri':'file:///w/b.c','range':" R(0, 2, 0, 3) "}]");
  assert_shown("b.c 1:3-1:4[5,6]\n");
}

static void paths_stay_confined(void **state) {
  (void)state;
  show_locations("{'uri':'file:///w/dir/c%20c.c','range':" R(0, 0, 0, 4) "}");
  assert_shown("dir/c c.c 1:1-1:5[0,4]\n");
  show_locations("{'uri':'file:///w/../etc/passwd','range':" R(2, 7, 2, 9) "}"); /* not read: as it stands */
  assert_shown("outside /etc/passwd 3:8-3:10[0,0]\n");
  show_locations("{'uri':'file:///wrong/a.c','range':" R(0, 0, 0, 0) "}");
  assert_shown("outside /wrong/a.c 1:1-1:1[0,0]\n");
}

static void counts_what_it_does_not_understand(void **state) {
  (void)state;
  show_locations("[1,null,{},{'uri':'jdt://x/a','range':" R(0, 0, 0, 0) "},{'uri':'file:///w/a.c'},"
                 "{'uri':'file:///w/a.c','range':" R(1, 0, 0, 0) "},{'uri':'file:///w/a.c','range':" R(-1, 0, 0, 0) "},"
                 "{'uri':'file:///w/a.c','range':" R(0, 0, 'x', 0) "}]");
  assert_shown("dropped 8\n");
  show_locations("'text'");
  assert_shown("dropped 1\n");
}

static void places_beyond_the_text_are_its_end(void **state) {
  (void)state;
  show_locations("{'uri':'file:///w/a.c','range':" R(0, 4, 99999999999, 2147483647) "}");
  assert_shown("a.c 1:5-3:1[4,18]\n");
}

static void highlights(void **state) {
  (void)state;
  LspHighlights read;
  lsp_read_highlights(&scene.reader, text_of("a.c"),
                      json_of("[{'range':" R(1, 4, 1, 7) ",'kind':3},{'range':" R(0, 4, 0, 7) "},{'kind':2},"
                              "{'range':" R(1, 0, 1, 3) ",'kind':9},{'range':" R(0, 0, 0, 3) ",'kind':2}]"),
                      &read);
  for (size_t i = 0; i < read.len; i++) {
    show_range(&read.items[i].range);
    buf_add_format(&scene.out, " %d\n", read.items[i].kind);
  }
  assert_shown("1:1-1:4[0,3] 2\n1:5-1:8[4,7] 1\n2:1-2:4[9,12] 1\n2:5-2:8[13,16] 3\n");
  lsp_read_highlights(&scene.reader, NULL, json_of("null"), &read);
  assert_int_equal(read.len, 0);
}

static void show_rename(const char *json) {
  LspRenamePlace place;
  lsp_read_rename_place(&scene.reader, text_of("a.c"), json_of(json), &place);
  buf_add_format(&scene.out, "%s '%.*s' ", place.is_possible ? "possible" : "impossible", STR_ARG(place.placeholder));
  if (place.has_range) show_range(&place.range);
}

static void rename_places_in_each_form(void **state) {
  (void)state;
  show_rename("null");
  assert_shown("impossible '' ");
  show_rename(R(0, 4, 0, 7));
  assert_shown("possible 'one' 1:5-1:8[4,7]");
  show_rename("{'range':" R(1, 4, 1, 7) ",'placeholder':'zwei'}");
  assert_shown("possible 'zwei' 2:5-2:8[13,16]");
  show_rename("{'defaultBehavior':true}");
  assert_shown("possible '' ");
  show_rename("{'defaultBehavior':false}");
  assert_shown("impossible '' ");
  show_rename("[]");
  assert_shown("impossible '' ");
}

static void diagnostics(void **state) {
  (void)state;
  LspDiagnostics read;
  lsp_read_diagnostics(&scene.reader, text_of("a.c"),
                       json_of("[{'range':" R(1, 4, 1, 7) ",'message':'late','severity':2,'code':6133,'source':'ts','tags':[1,2]},"
                               "{'range':" R(0, 4, 0, 7) ",'message':'early','code':{'value':'E1','target':'http://x'},"
                               "'relatedInformation':[{'location':{'uri':'file:///w/b.c','range':" R(0, 0, 0, 1) "},'message':'see'},"
                               "{'location':{'uri':'x:y'},'message':'lost'}]},"
                               "{'message':{'kind':'markdown','value':'no place'},'severity':7},3]"),
                       &read);
  for (size_t i = 0; i < read.len; i++) {
    const LspDiagnostic *one = &read.items[i];
    show_range(&one->range);
    buf_add_format(&scene.out, " %s %.*s [%.*s/%.*s]%s%s", lsp_severity_name(one->severity), STR_ARG(one->message),
                   STR_ARG(one->source), STR_ARG(one->code), one->is_unnecessary ? " unnecessary" : "",
                   one->is_deprecated ? " deprecated" : "");
    for (size_t j = 0; j < one->related.len; j++) {
      buf_add_format(&scene.out, " (%.*s: ", STR_ARG(one->related_messages[j]));
      show_location(&one->related.items[j]);
      buf_add_byte(&scene.out, ')');
    }
    buf_add_byte(&scene.out, '\n');
  }
  assert_shown("1:1-1:1[0,0] error no place [/]\n"
               "1:5-1:8[4,7] error early [/E1] (see: b.c 1:1-1:2[0,1])\n"
               "2:5-2:8[13,16] warning late [ts/6133] unnecessary deprecated\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(locations_in_each_form),     TEST(orders_and_keeps_one_of_each),
      TEST(counts_as_the_server_does),  TEST(paths_stay_confined),
      TEST(counts_what_it_does_not_understand), TEST(places_beyond_the_text_are_its_end),
      TEST(highlights),                 TEST(rename_places_in_each_form),
      TEST(diagnostics),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
