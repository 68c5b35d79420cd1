/* Any text as what a gate answers, as the card of a session, as the tools it
 * offers and as the note of a job: a value within limits, or an error, and no text beyond the message it
 * came in. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/repl/repl_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_as_result(Job *job, Str text) {
  const Json *answer;
  ReplResult result;
  if (json_read(job, text, &(JsonLimits){.max_values = 10000}, &answer)) return;
  if (repl_result_read(job, answer, STR("abcdefgh.e1"), &result)) return;
  assert(result.state <= REPL_INTERRUPTED && repl_state_name(result.state));
  assert(result.trace_count <= REPL_TRACE && result.display_count <= REPL_DISPLAYS);
  assert(result.out.len + result.errors.len + result.value.len <= text.len);
  for (size_t i = 0; i < result.display_count; i++) assert(result.displays[i].type.len && result.displays[i].data.len);
}

static void read_as_card(Job *job, Str text) {
  ReplSession session;
  if (!repl_card_read(job, text, STR("abcdefgh"), &session)) return;
  assert(str_eq(session.key, STR("abcdefgh")));
  /* Shown to people: nothing in it moves a cursor. */
  for (size_t i = 0; i < session.name.len; i++) assert((unsigned char)session.name.ptr[i] >= ' ');
}

/* The same text as arguments of each tool: checked, or refused. */
static void read_as_tools(Job *job, Str text) {
  const Json *answer;
  ReplTools tools;
  Str spelled;
  if (json_read(job, text, &(JsonLimits){.max_values = 10000}, &answer)) return;
  if (repl_tools_read(job, answer, &tools)) return;
  assert(tools.len <= REPL_TOOLS_MAX);
  for (size_t i = 0; i < tools.len; i++) {
    const ReplTool *tool = &tools.items[i];
    assert(repl_is_argument(tool->name) && tool->schema.len <= REPL_SCHEMA_MAX && tool->checked.len <= REPL_SCHEMA_MAX);
    for (size_t c = 0; c < tool->description.len; c++) assert((unsigned char)tool->description.ptr[c] >= ' ');
    if (repl_arguments_spell(job, tool->checked, answer, &spelled)) job_forgive(job);
  }
}

static void read_as_note(Job *job, Str text) {
  ReplJob note;
  int64_t ended_ms;
  if (!repl_job_read(job, text, STR("abcdefgh.e1"), &note, &ended_ms)) return;
  assert(str_eq(note.session, STR("abcdefgh")) && note.code.len <= 4096);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Arena arena;
  Job job;
  char *copy = malloc(size ? size : 1); /* of its exact size */
  memcpy(copy, data, size);
  arena_init(&arena);
  job_init(&job, &arena);
  read_as_result(&job, (Str){copy, size});
  job_forgive(&job);
  read_as_card(&job, (Str){copy, size});
  read_as_note(&job, (Str){copy, size});
  job_forgive(&job);
  read_as_tools(&job, (Str){copy, size});
  arena_clear(&arena);
  free(copy);
  return 0;
}
