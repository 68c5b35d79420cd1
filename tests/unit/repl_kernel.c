/* Messages of kernels and their connection files, without a kernel. */
#include "tests/unit/os_scratch.h"

#include "src/repl/jupyter/jupyter_internal.h"

#define KEY STR("a-key-of-some-length")

static void spell(Scratch *s, Str type, Str id, Str content, ReplFrames *ret_frames) {
  ReplKernelMessage message = {.type = type, .id = id};
  repl_kernel_message_spell(&s->arena, KEY, &message, STR("session"), content, ret_frames);
}

static Err read_frames(Scratch *s, const ReplFrames *frames, ReplKernelSeen *seen, ReplKernelMessage *ret_message) {
  job_forgive(&s->job);
  return repl_kernel_message_read(&s->job, KEY, frames, seen, ret_message);
}

/* The signature by an implementation that is not ours: python3 -c "import hmac;
 * print(hmac.new(b'a-key-of-some-length', header + b'{}{}' + b'{\"a\":1}', 'sha256').hexdigest())" */
static void signs_as_others_do(void **state) {
  Scratch *s = *state;
  ReplFrames frames;
  spell(s, STR("kernel_info_request"), STR("id1"), STR("{\"a\":1}"), &frames);
  assert_int_equal(frames.count, 6);
  scratch_same(frames.items[0], "<IDS|MSG>");
  scratch_same(frames.items[2], "{\"msg_id\":\"id1\",\"session\":\"session\",\"username\":\"fathom\",\"date\":\"1970-01-01T00:00:00.000000Z\","
                                "\"msg_type\":\"kernel_info_request\",\"version\":\"5.3\"}");
  scratch_same(frames.items[1], "972e66617ac2fa640dffa7ea3e183240d745b6e2de1fa8a26ca2890ef656197d");
}

static void a_changed_byte_anywhere_is_refused(void **state) {
  Scratch *s = *state;
  ReplFrames frames;
  ReplKernelMessage message;
  ReplKernelSeen *seen = arena_alloc(&s->arena, sizeof *seen);
  spell(s, STR("stream"), STR("id1"), STR("{\"text\":\"x\"}"), &frames);
  for (size_t frame = 1; frame < frames.count; frame++) {
    for (size_t at = 0; at < frames.items[frame].len; at++) {
      ReplFrames changed = frames;
      char *text = str_to_c(&s->arena, frames.items[frame]);
      text[at] ^= 1;
      changed.items[frame].ptr = text;
      assert_int_equal(read_frames(s, &changed, seen, &message), ERR_DENIED);
    }
  }
  for (size_t count = 0; count < frames.count; count++) {
    ReplFrames fewer = frames;
    fewer.count = count;
    assert_int_equal(read_frames(s, &fewer, seen, &message), ERR_DENIED);
  }
  assert_int_equal(read_frames(s, &frames, seen, &message), OK);
  scratch_same(message.type, "stream");
  assert_int_equal(read_frames(s, &frames, seen, &message), ERR_DENIED); /* it came before */
}

/* Also after so many others that half of them are forgotten. */
static void a_message_counts_once_among_many(void **state) {
  Scratch *s = *state;
  ReplKernelMessage message;
  ReplKernelSeen *seen = arena_alloc(&s->arena, sizeof *seen);
  ReplFrames latest;
  for (int i = 0; i < 3 * REPL_SEEN; i++) {
    spell(s, STR("stream"), str_format(&s->arena, "id%d", i), STR("{}"), &latest);
    assert_int_equal(read_frames(s, &latest, seen, &message), OK);
    assert_int_equal(read_frames(s, &latest, seen, &message), ERR_DENIED);
  }
}

static void output_keeps_its_beginning_and_its_end(void **state) {
  Scratch *s = *state;
  ReplEvals evals = {0};
  ReplEval *eval = repl_evals_add(&evals, STR("e"), STR("c"));
  Buf text;
  JsonWriter json;
  const Json *answer;
  for (int i = 0; i < 100000; i++) repl_eval_print(eval, false, str_format(&s->arena, "%06d é\n", i));
  buf_init(&text, &s->arena, 10 << 20);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  repl_eval_spell(&json, eval);
  json_end_object(&json);
  scratch_ok(s, json_read(&s->job, buf_str(&text), NULL, &answer));
  Str out = json_get_str(answer, STR("stdout"), STR_EMPTY);
  assert_true(str_is_utf8(out) && str_starts_with(out, STR("000000 é\n")) && str_ends_with(out, STR("\n099999 é\n")));
  assert_true(str_contains(out, STR(" bytes left out ")) && out.len < 300000);
  assert_int_equal(json_get_int(answer, STR("cut"), 0), 1000000 - 2 * (int64_t)REPL_EVAL_HALF + (int64_t)(REPL_EVAL_HALF - eval->streams[0].head_len));
  repl_evals_clear(&evals);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      SCRATCH_TEST(signs_as_others_do),
      SCRATCH_TEST(a_changed_byte_anywhere_is_refused),
      SCRATCH_TEST(a_message_counts_once_among_many),
      SCRATCH_TEST(output_keeps_its_beginning_and_its_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
