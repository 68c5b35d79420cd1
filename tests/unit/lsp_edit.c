/* Edits in all their forms: order, overlaps, confinement, versions, files. */
#include "tests/unit/lsp_reading.h"

static int64_t version_of_a = 3;

static bool find_version(void *context, Str path, int64_t *ret_version) {
  (void)context;
  *ret_version = version_of_a;
  return str_eq_c(path, "a.c");
}

static void show_edit(const LspEdit *edit) {
  static const char *const actions[] = {"edit", "create", "rename", "delete"};
  for (size_t i = 0; i < edit->len; i++) {
    const LspFileEdit *file = &edit->items[i];
    buf_add_format(&scene.out, "%s %.*s", actions[file->action], STR_ARG(file->path));
    if (file->new_path.len) buf_add_format(&scene.out, " to %.*s", STR_ARG(file->new_path));
    buf_add_format(&scene.out, "%s%s%s%s%s", file->overwrite ? " overwrite" : "", file->ignore_if_exists ? " unless-there" : "",
                   file->recursive ? " recursive" : "", file->ignore_if_not_exists ? " if-there" : "",
                   file->needs_confirmation ? " confirm" : "");
    if (file->annotation.len) buf_add_format(&scene.out, " (%.*s)", STR_ARG(file->annotation));
    buf_add_byte(&scene.out, '\n');
    for (size_t j = 0; j < file->edit_count; j++) {
      const LspTextEdit *one = &file->edits[j];
      buf_add_c(&scene.out, "  ");
      show_range(&one->range);
      buf_add_format(&scene.out, " <%.*s>%s", STR_ARG(one->text), one->needs_confirmation ? " confirm" : "");
      if (one->annotation.len) buf_add_format(&scene.out, " (%.*s)", STR_ARG(one->annotation));
      buf_add_byte(&scene.out, '\n');
    }
  }
}

static void read_edit(const char *json) {
  LspEdit edit = {0};
  Err err = lsp_read_edit(&scene.reader, STR("a.c"), json_of(json), &edit);
  if (err) {
    buf_add_format(&scene.out, "%s: %.*s\n", err_name(err), STR_ARG(job_message(&scene.job, err)));
    job_forgive(&scene.job);
  } else {
    show_edit(&edit);
  }
}

#define EDIT(range, text) "{'range':" range ",'newText':'" text "'}"
#define DOCUMENT(file, version, edits) "{'textDocument':{'uri':'file:///w/" file "','version':" version "},'edits':[" edits "]}"

static void text_edits_of_one_document(void **state) {
  (void)state;
  read_edit("null");
  read_edit("[]");
  read_edit("{}");
  read_edit("{'changes':{}}");
  assert_shown("");
  read_edit("[" EDIT(R(1, 4, 1, 7), "zwei") "," EDIT(R(0, 4, 0, 7), "eins") "]");
  assert_shown("edit a.c\n  1:5-1:8[4,7] <eins>\n  2:5-2:8[13,16] <zwei>\n");
}

static void changes_by_path(void **state) {
  (void)state;
  read_edit("{'changes':{'file:///w/b.c':[" EDIT(R(0, 3, 0, 4), "z") "],'file:///w/a.c':[" EDIT(R(0, 0, 0, 0), "//") "]}}");
  assert_shown("edit a.c\n  1:1-1:1[0,0] <//>\nedit b.c\n  1:3-1:4[5,6] <z>\n");
}

static void document_changes_in_their_order(void **state) {
  (void)state;
  read_edit("{'changes':{'file:///w/b.c':[]},'documentChanges':["
            DOCUMENT("b.c", "null", EDIT(R(0, 0, 0, 1), "X")) "," DOCUMENT("a.c", "3", EDIT(R(1, 0, 1, 3), "long")) ","
            DOCUMENT("b.c", "null", EDIT(R(0, 7, 0, 10), "two")) "]}");
  assert_shown("edit b.c\n  1:1-1:2[0,1] <X>\n  1:7-1:10[9,12] <two>\nedit a.c\n  2:1-2:4[9,12] <long>\n");
}

static void inserts_at_one_place_keep_their_order(void **state) {
  (void)state;
  read_edit("[" EDIT(R(0, 0, 0, 3), "I") "," EDIT(R(0, 0, 0, 0), "b") "," EDIT(R(0, 0, 0, 0), "a") "]");
  assert_shown("edit a.c\n  1:1-1:1[0,0] <b>\n  1:1-1:1[0,0] <a>\n  1:1-1:4[0,3] <I>\n");
}

static void overlaps_are_refused(void **state) {
  (void)state;
  read_edit("[" EDIT(R(0, 0, 0, 5), "x") "," EDIT(R(0, 4, 0, 7), "y") "]");
  assert_shown("protocol: the server's edit of a.c cannot be used: two of its changes overlap\n");
  read_edit("[" EDIT(R(0, 0, 0, 5), "x") "," EDIT(R(0, 2, 0, 2), "y") "]");
  assert_shown("protocol: the server's edit of a.c cannot be used: two of its changes overlap\n");
  read_edit("[" EDIT(R(0, 0, 0, 4), "x") "," EDIT(R(0, 0, 0, 4), "x") "," EDIT(R(0, 4, 0, 7), "y") "]");
  assert_shown("edit a.c\n  1:1-1:5[0,4] <x>\n  1:5-1:8[4,7] <y>\n");
}

static void broken_edits_are_refused(void **state) {
  (void)state;
  read_edit("7");
  assert_shown("protocol: the server's edit cannot be used: it is neither an object nor a list\n");
  read_edit("[{'range':" R(0, 0, 0, 1) "}]");
  assert_shown("protocol: the server's edit of a.c cannot be used: a change without a text\n");
  read_edit("[" EDIT(R(1, 0, 0, 0), "") "]");
  assert_shown("protocol: the server's edit of a.c cannot be used: a change with a broken range\n");
  read_edit("{'changes':{'file:///w/none.c':[" EDIT(R(0, 0, 0, 0), "") "]}}");
  assert_shown("protocol: the server's edit of none.c cannot be used: the file cannot be read\n");
  read_edit("{'changes':{'file:///w/a.c':{}}}");
  assert_shown("protocol: the server's edit of a.c cannot be used: its changes are no list\n");
  read_edit("{'documentChanges':[{'kind':'move','uri':'file:///w/a.c'}]}");
  assert_shown("protocol: the server's edit cannot be used: it wants something other than create, rename and delete\n");
  read_edit("{'documentChanges':[{}]}");
  assert_shown("protocol: the server's edit cannot be used: it names something that is no file of this machine\n");
}

static void leaving_the_workspace_is_refused(void **state) {
  (void)state;
  read_edit("{'changes':{'file:///usr/include/out.h':[" EDIT(R(0, 0, 0, 0), "") "]}}");
  assert_shown("outside: the server's edit leaves the workspace: it would change '/usr/include/out.h'\n");
  read_edit("{'documentChanges':[{'kind':'create','uri':'file:///w/../x'}]}");
  assert_shown("outside: the server's edit leaves the workspace: it would change '/x'\n");
  read_edit("{'documentChanges':[{'kind':'rename','oldUri':'file:///w/a.c','newUri':'file:///x'}]}");
  assert_shown("outside: the server's edit leaves the workspace: it would change '/x'\n");
}

static void versions_must_be_the_shown_ones(void **state) {
  (void)state;
  scene.reader.find_version = find_version;
  read_edit("{'documentChanges':[" DOCUMENT("a.c", "3", EDIT(R(0, 0, 0, 3), "x")) "," DOCUMENT("b.c", "9", EDIT(R(0, 0, 0, 1), "x")) "]}");
  assert_shown("edit a.c\n  1:1-1:4[0,3] <x>\nedit b.c\n  1:1-1:2[0,1] <x>\n");
  read_edit("{'documentChanges':[" DOCUMENT("a.c", "2", EDIT(R(0, 0, 0, 3), "x")) "]}");
  assert_shown("protocol: the server's edit of a.c cannot be used: it was made for another version of the text\n");
  read_edit("{'documentChanges':[" DOCUMENT("a.c", "'3'", EDIT(R(0, 0, 0, 3), "x")) "]}");
  assert_shown("protocol: the server's edit of a.c cannot be used: a version that is no number\n");
}

/* Later edits see the files as the earlier ones leave them. */
static void files_are_made_moved_and_removed(void **state) {
  (void)state;
  read_edit("{'documentChanges':[{'kind':'create','uri':'file:///w/new.c','options':{'ignoreIfExists':true}},"
            DOCUMENT("new.c", "null", EDIT(R(0, 0, 9, 0), "text")) ","
            DOCUMENT("a.c", "null", EDIT(R(0, 0, 0, 3), "short")) ","
            "{'kind':'rename','oldUri':'file:///w/a.c','newUri':'file:///w/d.c','options':{'overwrite':true}},"
            DOCUMENT("d.c", "null", EDIT(R(0, 6, 0, 9), "uno")) ","
            "{'kind':'delete','uri':'file:///w/dir','options':{'recursive':true,'ignoreIfNotExists':true}}]}");
  assert_shown("create new.c unless-there\n"
               "edit new.c\n  1:1-1:1[0,0] <text>\n"
               "edit a.c\n  1:1-1:4[0,3] <short>\n"
               "rename a.c to d.c overwrite\n"
               "edit d.c\n  1:7-1:10[6,9] <uno>\n"
               "delete dir recursive if-there\n");
}

static void annotations_are_kept(void **state) {
  (void)state;
  read_edit("{'changeAnnotations':{'1':{'label':'Risky','needsConfirmation':true},'2':{'label':'Plain'}},'documentChanges':["
            "{'kind':'delete','uri':'file:///w/b.c','annotationId':'1'},"
            DOCUMENT("a.c", "null", "{'range':" R(0, 0, 0, 3) ",'newText':'x','annotationId':'2'},"
                                    "{'range':" R(0, 4, 0, 7) ",'newText':'y','annotationId':'1'},"
                                    "{'range':" R(1, 0, 1, 3) ",'newText':'z','annotationId':'none'}") "]}");
  assert_shown("delete b.c confirm (Risky)\n"
               "edit a.c\n  1:1-1:4[0,3] <x> (Plain)\n  1:5-1:8[4,7] <y> confirm (Risky)\n  2:1-2:4[9,12] <z> (none)\n");
}

static void applied_to_a_text(void **state) {
  (void)state;
  LspEdit edit;
  const char *json = "[" EDIT(R(1, 4, 1, 7), "zwei") "," EDIT(R(0, 3, 0, 3), "64") "," EDIT(R(0, 3, 0, 3), "_t") "," EDIT(R(9, 0, 9, 0), "end") "]";
  assert_int_equal(lsp_read_edit(&scene.reader, STR("a.c"), json_of(json), &edit), OK);
  Str text = lsp_edit_apply(&scene.arena, text_of("a.c")->chars, &edit.items[0]);
  assert_string_equal(str_to_c(&scene.arena, text), "int64_t one;\nint zwei;\nend");
  /* A text that became shorter in the meantime is no reason to step beyond it. */
  text = lsp_edit_apply(&scene.arena, STR("int"), &edit.items[0]);
  assert_string_equal(str_to_c(&scene.arena, text), "int64_tzweiend");
  assert_string_equal(str_to_c(&scene.arena, lsp_edit_apply(&scene.arena, STR("same"), &(LspFileEdit){0})), "same");
}

static void actions_in_each_form(void **state) {
  (void)state;
  LspActions read;
  assert_int_equal(lsp_read_actions(&scene.reader, STR("a.c"),
      json_of("[{'title':'Run','command':'do.it','arguments':[1]},"
              "{'title':'Fix','kind':'quickfix','isPreferred':true,'edit':{'changes':{'file:///w/a.c':[" EDIT(R(0, 0, 0, 3), "x") "]}},"
              "'command':{'title':'t','command':'then.this'}},"
              "{'title':'Not now','disabled':{'reason':'because'}},{'kind':'nameless'},"
              "{'title':'Bad','edit':{'changes':{'file:///etc/x':[]}}},{'title':'Later','data':7}]"), &read), OK);
  for (size_t i = 0; i < read.len; i++) {
    const LspAction *one = &read.items[i];
    buf_add_format(&scene.out, "%.*s|%.*s|%.*s|%.*s%s%s\n", STR_ARG(one->title), STR_ARG(one->kind), STR_ARG(one->command),
                   STR_ARG(one->disabled), one->is_preferred ? " preferred" : "", one->has_edit ? " edit" : "");
    show_edit(&one->edit);
    assert_true(str_eq(json_get_str(one->raw, STR("title"), STR_EMPTY), one->title));
  }
  assert_shown("Run||do.it|\n"
               "Fix|quickfix|then.this| preferred edit\nedit a.c\n  1:1-1:4[0,3] <x>\n"
               "Not now|||because\n"
               "Bad|||the server's edit leaves the workspace: it would change '/etc/x'\n"
               "Later|||\n");
  assert_int_equal(scene.job.err, OK);
}

static bool leaves_a(void *context, Str uri) {
  assert_ptr_equal(context, &scene);
  return str_eq_c(uri, "file:///w/a.c");
}

static void spell(TextUnit unit, const char *json, bool leaves_out) {
  LspEditSpelling how = {leaves_out ? leaves_a : NULL, &scene};
  Str text;
  scene.reader.encoding = unit;
  assert_int_equal(lsp_spell_edit(&scene.reader, json_of(json), leaves_out ? &how : NULL, &text), OK);
  buf_add_format(&scene.out, "%.*s\n", STR_ARG(text));
}

/* b.c begins with x and a character of four bytes and two units. */
static void handed_on_in_units_that_everybody_means(void **state) {
  (void)state;
#define OF_B(range) "{'changes':{'file:///w/b.c':[{'annotationId':'n','range':" range ",'newText':'z'}]},'changeAnnotations':{'n':{}}}"
#define SPELLED(start, end) "{\"changes\":{\"file:///w/b.c\":[{\"annotationId\":\"n\",\"range\":{\"start\":{\"line\":0,\"character\":" start \
  "},\"end\":{\"line\":0,\"character\":" end "}},\"newText\":\"z\"}]},\"changeAnnotations\":{\"n\":{}}}\n"
  spell(TEXT_UNIT_BYTE, OF_B(R(0, 5, 0, 6)), false);
  assert_shown(SPELLED("3", "4"));
  spell(TEXT_UNIT_CHARACTER, OF_B(R(0, 2, 0, 3)), false);
  assert_shown(SPELLED("3", "4"));
  spell(TEXT_UNIT_UTF16, OF_B(R(0, 3, 0, 99)), false); /* word for word */
  assert_shown(SPELLED("3", "99"));
  spell(TEXT_UNIT_BYTE, "{'documentChanges':[" DOCUMENT("a.c", "3", EDIT(R(0, 0, 0, 1), "X")) "," DOCUMENT("b.c", "null", EDIT(R(0, 5, 0, 6), "z"))
        ",{'kind':'create','uri':'file:///w/n.c'}," DOCUMENT("n.c", "null", EDIT(R(0, 0, 0, 0), "new")) "]}", true);
  assert_shown("{\"documentChanges\":[{\"textDocument\":{\"uri\":\"file:///w/b.c\",\"version\":null},\"edits\":[{\"range\":{\"start\":"
               "{\"line\":0,\"character\":3},\"end\":{\"line\":0,\"character\":4}},\"newText\":\"z\"}]},{\"kind\":\"create\",\"uri\":\"file:///w/n.c\"},"
               "{\"textDocument\":{\"uri\":\"file:///w/n.c\",\"version\":null},\"edits\":[{\"range\":{\"start\":{\"line\":0,\"character\":0},\"end\":"
               "{\"line\":0,\"character\":0}},\"newText\":\"new\"}]}]}\n");
  spell(TEXT_UNIT_BYTE, "{'changes':[1],'documentChanges':{'a':1},'x':null}", false);
  assert_shown("{\"changes\":[1],\"documentChanges\":{\"a\":1},\"x\":null}\n");
  spell(TEXT_UNIT_BYTE, "null", false);
  assert_shown("{}\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(text_edits_of_one_document),     TEST(changes_by_path),
      TEST(document_changes_in_their_order), TEST(inserts_at_one_place_keep_their_order),
      TEST(overlaps_are_refused),           TEST(broken_edits_are_refused),
      TEST(leaving_the_workspace_is_refused), TEST(versions_must_be_the_shown_ones),
      TEST(files_are_made_moved_and_removed), TEST(annotations_are_kept),
      TEST(applied_to_a_text),              TEST(actions_in_each_form),
      TEST(handed_on_in_units_that_everybody_means),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
