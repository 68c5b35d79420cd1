/* File operations: who asked to know of which files is asked and told. */
#include "tests/unit/lsp_fake.h"

#include "src/lsp/ask.h"

#define TOYS "{\"filters\":[{\"scheme\":\"file\",\"pattern\":{\"glob\":\"**/*.{toy,game}\"}}]}"
#define EDITS                                                                                        \
  "\"on\":{\"workspace/willRenameFiles\":[{\"result\":{\"changes\":{\"%s\":[{\"range\":"             \
  "{\"start\":{\"line\":0,\"character\":4},\"end\":{\"line\":0,\"character\":7}},\"newText\":\"new\"}]}}}]}"

static Fake *open_with_edits(Scratch *s) {
  Fake *fake = fake_open(s, "");
  scratch_file(s, "w/user.toy", "use old\n");
  scratch_file(s, "w/old.toy", "x\n");
  Str members = str_format(&s->arena,
                           "\"capabilities\":{\"workspace\":{\"fileOperations\":{\"willRename\":" TOYS ",\"didRename\":" TOYS
                           ",\"didDelete\":" TOYS "}}}," EDITS,
                           fake_uri(fake, "user.toy"));
  fake_scenario(fake, members.ptr);
  return fake;
}

static void a_rename_brings_edits_and_is_told(void **state) {
  Fake *fake = open_with_edits(*state);
  LspServer *server = fake_take(fake);
  LspMove moves[] = {{STR("old.toy"), STR("new.toy")}, {STR("notes.txt"), STR("words.txt")}};
  LspEdit edit;
  scratch_ok(fake->s, lsp_ask_moves(&fake->s->job, server, LSP_FILE_RENAME, moves, 2, &edit));
  assert_int_equal(edit.len, 1);
  scratch_same(edit.items[0].path, "user.toy");
  scratch_same(lsp_edit_apply(&fake->s->arena, STR("use old\n"), &edit.items[0]), "use new\n");
  Str files = str_format(&fake->s->arena, "\"params\":{\"files\":[{\"oldUri\":\"%s\",\"newUri\":\"%s\"}]}",
                         fake_uri(fake, "old.toy"), fake_uri(fake, "new.toy"));
  assert_true(str_contains(fake_message(fake, "workspace/willRenameFiles", 0), files));
  scratch_ok(fake->s, lsp_tell_moves(&fake->s->job, server, LSP_FILE_RENAME, moves, 2));
  assert_true(str_contains(fake_message(fake, "workspace/didRenameFiles", 0), files));
  lsp_server_release(server);
  fake_close(fake);
}

static void nobody_is_asked_who_did_not_want_to_know(void **state) {
  Fake *fake = open_with_edits(*state);
  LspServer *server = fake_take(fake);
  LspMove gone = {.path = STR("sub/a.game")}, other = {.path = STR("a.txt")};
  LspEdit edit = {.len = 7};
  scratch_ok(fake->s, lsp_ask_moves(&fake->s->job, server, LSP_FILE_DELETE, &gone, 1, &edit));
  assert_int_equal(edit.len, 0);
  scratch_ok(fake->s, lsp_tell_moves(&fake->s->job, server, LSP_FILE_DELETE, &other, 1));
  scratch_ok(fake->s, lsp_tell_moves(&fake->s->job, server, LSP_FILE_CREATE, &gone, 1));
  scratch_ok(fake->s, lsp_tell_moves(&fake->s->job, server, LSP_FILE_DELETE, &gone, 1));
  Str told = fake_message(fake, "workspace/didDeleteFiles", 0);
  assert_true(str_contains(told, str_format(&fake->s->arena, "{\"files\":[{\"uri\":\"%s\"}]}", fake_uri(fake, "sub/a.game"))));
  fake_sync(fake, server);
  assert_int_equal(fake_count(fake, "workspace/willDeleteFiles"), 0);
  assert_int_equal(fake_count(fake, "workspace/didDeleteFiles"), 1);
  assert_int_equal(fake_count(fake, "workspace/didCreateFiles"), 0);
  lsp_server_release(server);
  fake_close(fake);
}

FAKE_MAIN(SCRATCH_TEST(a_rename_brings_edits_and_is_told), SCRATCH_TEST(nobody_is_asked_who_did_not_want_to_know))
