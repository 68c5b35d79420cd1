/* Tools that a live session brings: functions of somebody's running program,
 * called under their own names. A descriptor is made from what the session says
 * of each, checked before (src/repl/tools.c); arguments are checked here before
 * the session hears of them, and what it returns is data, as with eval. */
#include <assert.h>
#include <stdlib.h>

#include "src/tools/kit/live_internal.h"

#define WAIT_MS 50000 /* then it is asked for by its handle; clients seldom wait for longer */

/* One block: the tool and all that it points to. */
typedef struct SessionTool {
  Tool tool;
  Arena arena;
  Str key;     /* of the session */
  Str name;    /* of the tool, there */
  Str checked; /* what arguments must satisfy */
} SessionTool;

static Err run(ToolCall *call) {
  const SessionTool *own = call->tool->context;
  ToolTold told = {.call = call};
  ReplResult found;
  ReplAsk ask = {.session = own->key, .tool = own->name, .wait_ms = WAIT_MS, .heard = tool_live_heard(&told)};
  TRY(tool_live_allowed(call));
  TRY(repl_arguments_spell(call->job, own->checked, call->args, &ask.arguments));
  tool_mark_writing(call);
  TRY(repl_eval(call->job, call->scope->repl, &ask, &found));
  tool_live_add_result(call, &found);
  return OK;
}

static void release(const Tool *tool) {
  SessionTool *own = tool->context;
  arena_clear(&own->arena);
  free(own);
}

/* The words are the program's, so whose they are comes first. */
static const char *summary_of(Arena *arena, const ReplSession *session, const ReplTool *tool) {
  Str words = tool->description.len ? tool->description : STR("it has no description");
  return str_to_c(arena, str_format(arena, "In the live %.*s session %.*s (%.*s): %.*s", STR_ARG(session->language), STR_ARG(session->key),
                                    STR_ARG(str_head(session->name, TOOL_SHOWN_WORD)), STR_ARG(words)));
}

Err tool_registry_add_session(Job *job, ToolRegistry *registry, Str owner, const ReplSession *session, const ReplTool *tool) {
  SessionTool *own = arena_heap_alloc(sizeof(*own));
  assert(session->key.len == REPL_KEY);
  *own = (SessionTool){0};
  arena_init(&own->arena);
  own->key = str_copy(&own->arena, session->key);
  own->name = str_copy(&own->arena, tool->name);
  own->checked = str_copy(&own->arena, tool->checked);
  own->tool = (Tool){
      .name = str_to_c(&own->arena, str_format(&own->arena, "%.*s.%.*s", STR_ARG(owner), STR_ARG(tool->name))),
      .title = str_to_c(&own->arena, tool->name),
      .summary = summary_of(&own->arena, session, tool),
      .toolset = "repl",
      .alias_of = "eval",
      .flags = TOOL_DESTRUCTIVE | TOOL_OPEN_WORLD,
      .seconds = TOOL_LIVE_SECONDS,
      .run = run,
      .context = own,
      .raw_schema = str_to_c(&own->arena, tool->schema),
  };
  Err err = tool_registry_add(job, registry, owner, &own->tool, release);
  if (err) release(&own->tool);
  return err;
}
