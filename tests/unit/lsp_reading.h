/* A reader over files that are only here, and its results as text. JSON is
 * written with apostrophes instead of quotation marks. */
#ifndef FATHOM_TESTS_UNIT_LSP_READING_H
#define FATHOM_TESTS_UNIT_LSP_READING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "src/lsp/ask_internal.h"

typedef struct Scene {
  Arena arena;
  Job job;
  LspReader reader;
  Buf out;
  int reads; /* of files */
} Scene;

static Scene scene;

/* The workspace is /w. */
static const struct {
  const char *path;
  const char *text;
} scene_files[] = {
    {"a.c", "int one;\nint two;\n"},
    {"b.c", "x\xF0\x9D\x84\x9Ey = one;\n"}, /* a character of two units */
    {"dir/c c.c", "last\n"},
    {"/usr/include/out.h", "\xC3\xA9\xC3\xA9 out\n"},
};

static const Text *scene_text(void *context, Str path, bool is_outside) {
  (void)context;
  scene.reads++;
  assert_int_equal(is_outside, str_starts_with(path, STR("/")));
  for (size_t i = 0; i < COUNT_OF(scene_files); i++) {
    if (!str_eq_c(path, scene_files[i].path)) continue;
    Text *text = ARENA_NEW(&scene.arena, Text);
    text_take(&scene.arena, str_from_c(scene_files[i].text), text);
    return text;
  }
  return NULL;
}

static inline const Text *text_of(const char *path) { return lsp_reader_text(&scene.reader, str_from_c(path), false); }

static int scene_setup(void **state) {
  (void)state;
  memset(&scene, 0, sizeof(scene));
  arena_init(&scene.arena);
  job_init(&scene.job, &scene.arena);
  lsp_reader_init(&scene.reader, &scene.job);
  scene.reader.root = STR("/w");
  scene.reader.whose = "the server's ";
  scene.reader.find_text = scene_text;
  buf_init(&scene.out, &scene.arena, SIZE_MAX);
  return 0;
}

static int scene_teardown(void **state) {
  (void)state;
  arena_clear(&scene.arena);
  return 0;
}

static inline const Json *json_of(const char *text) {
  Str copy = str_copy(&scene.arena, str_from_c(text));
  const Json *value = NULL;
  for (char *c = (char *)(uintptr_t)copy.ptr; c < copy.ptr + copy.len; c++) {
    if (*c == '\'') *c = '"';
  }
  if (json_read(&scene.job, copy, NULL, &value)) fail_msg("%.*s", STR_ARG(scene.job.message));
  return value;
}

static inline void show_range(const LspRange *range) {
  buf_add_format(&scene.out, "%u:%u-%u:%u[%u,%u]", range->start.line, range->start.column, range->end.line, range->end.column,
                 range->start_byte, range->end_byte);
}

static inline void show_location(const LspLocation *location) {
  buf_add_format(&scene.out, "%s%.*s ", location->is_outside ? "outside " : "", STR_ARG(location->path));
  show_range(&location->range);
  if (memcmp(&location->range, &location->whole, sizeof(LspRange))) {
    buf_add_c(&scene.out, " of ");
    show_range(&location->whole);
  }
}

/* What was shown since the last time. */
static inline void assert_shown(const char *expected) {
  assert_string_equal(str_to_c(&scene.arena, buf_str(&scene.out)), expected);
  buf_truncate(&scene.out, 0);
}

#define R(l1, c1, l2, c2) "{'start':{'line':" #l1 ",'character':" #c1 "},'end':{'line':" #l2 ",'character':" #c2 "}}"

#define TEST(name) cmocka_unit_test_setup_teardown(name, scene_setup, scene_teardown)

#endif
