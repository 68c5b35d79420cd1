/* How fast JSON is read and written, beside a copy of the same bytes.
 * The texts are made up here in the shape of what language servers send. */
#include <time.h>

#include "src/base/json.h"

#define ROUNDS 15

static double now_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void add_place(JsonWriter *writer, const char *name, int64_t line, int64_t column) {
  json_field_object(writer, name);
  json_field_int(writer, "line", line);
  json_field_int(writer, "character", column);
  json_end_object(writer);
}

static void add_range(JsonWriter *writer, const char *name, int64_t line) {
  json_field_object(writer, name);
  add_place(writer, "start", line, line % 80);
  add_place(writer, "end", line + 7, line % 100);
  json_end_object(writer);
}

/* textDocument/documentSymbol: many small objects. */
static void add_symbol(JsonWriter *writer, Arena *arena, int64_t i) {
  json_begin_object(writer);
  json_field_str(writer, "name", str_format(arena, "handle_request_%d", (int)i));
  json_field_str(writer, "detail", STR("static Err (Job *, const Request *)"));
  json_field_int(writer, "kind", i % 26);
  json_field_bool(writer, "deprecated", i % 9 == 0);
  add_range(writer, "range", i * 11);
  add_range(writer, "selectionRange", i * 11);
  json_field_str(writer, "uri", STR("file:///home/user/project/src/server/request.c"));
  json_end_object(writer);
}

/* textDocument/completion: longer text with escapes. */
static void add_completion(JsonWriter *writer, Arena *arena, int64_t i) {
  json_begin_object(writer);
  json_field_str(writer, "label", str_format(arena, "method%d", (int)i));
  json_field_int(writer, "kind", 2);
  json_field_str(writer, "documentation",
                 STR("Returns the number of bytes that were written.\n\n"
                     "```c\nsize_t written = stream_write(stream, \"text\", 4);\n```\n"
                     "The stream must be open \xe2\x80\x93 otherwise nothing happens.\n"));
  json_field_str(writer, "insertText", STR("stream_write(${1:stream}, $0)"));
  add_range(writer, "range", i * 3);
  json_end_object(writer);
}

static Str make_text(Arena *arena, int indent,
                     void (*add)(JsonWriter *, Arena *, int64_t)) {
  Buf buf;
  JsonWriter writer;
  buf_init(&buf, arena, SIZE_MAX);
  json_writer_init(&writer, &buf, indent);
  json_begin_object(&writer);
  json_field_str(&writer, "jsonrpc", STR("2.0"));
  json_field_int(&writer, "id", 42);
  json_field_array(&writer, "result");
  for (int64_t i = 0; i < 8000; i++) add(&writer, arena, i);
  json_end_array(&writer);
  json_end_object(&writer);
  return buf_str(&buf);
}

static void report(const char *what, size_t bytes, double seconds) {
  printf("  %-6s %8.0f MB/s\n", what, (double)bytes / seconds / 1e6);
}

/* The best of some rounds: the others were disturbed. */
static void measure(const char *title, Str text) {
  double best_read = 1e9;
  double best_write = 1e9;
  double best_copy = 1e9;
  size_t spelled_len = 0;
  Arena arena;
  arena_init(&arena);
  for (int round = 0; round < ROUNDS; round++) {
    arena_reset(&arena);
    Job job;
    job_init(&job, &arena);
    const Json *value = NULL;
    double start = now_seconds();
    if (json_read(&job, text, NULL, &value)) {
      fprintf(stderr, "%s: %.*s\n", title, STR_ARG(job.message));
      exit(1);
    }
    double read_done = now_seconds();
    Str spelled = json_spell(&arena, value);
    double write_done = now_seconds();
    const char *copy = arena_copy(&arena, spelled.ptr, spelled.len);
    double copy_done = now_seconds();
    if (copy[0] != '{') exit(1);
    spelled_len = spelled.len;
    if (read_done - start < best_read) best_read = read_done - start;
    if (write_done - read_done < best_write) best_write = write_done - read_done;
    if (copy_done - write_done < best_copy) best_copy = copy_done - write_done;
  }
  printf("%s, %.1f MB\n", title, (double)text.len / 1e6);
  report("read", text.len, best_read);
  report("write", spelled_len, best_write);
  report("copy", spelled_len, best_copy);
  arena_clear(&arena);
}

int main(void) {
  Arena arena;
  arena_init(&arena);
  measure("symbols", make_text(&arena, 0, add_symbol));
  measure("symbols, indented", make_text(&arena, 2, add_symbol));
  measure("completions", make_text(&arena, 0, add_completion));
  arena_clear(&arena);
  return 0;
}
