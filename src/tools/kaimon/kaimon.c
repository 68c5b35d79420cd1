/* The two ways in which tools of this profile get their answers: from code in a
 * live session, and from another tool of ours. */
#include "src/tools/kaimon/kaimon_internal.h"

#include "src/index/index.h"

#define LINE_SHOWN 2000
#define WAIT_MS 50000 /* a question that takes longer goes on without us */
#define ARGUMENTS_MAX ((size_t)1 << 20)

void tool_kaimon_add_lines(Answer *out, Str text) {
  while (text.len) {
    answer_show(out, str_cut(&text, '\n'), LINE_SHOWN);
    answer_say(out, "\n");
  }
}

static bool is_among(const char *names, Str name) {
  Str rest = str_from_c(names);
  while (rest.len) {
    if (str_eq(str_cut(&rest, ' '), name)) return true;
  }
  return false;
}

Str tool_kaimon_arguments(const ToolCall *call, const char *without) {
  Buf text;
  JsonWriter json;
  buf_init(&text, call->job->arena, ARGUMENTS_MAX);
  json_writer_init(&json, &text, 0);
  json_begin_object(&json);
  for (size_t i = 0; i < call->args->count; i++) {
    const JsonMember *member = &call->args->members[i];
    if (json_is(&member->value, JSON_NULL) || is_among(without, member->name)) continue;
    json_name(&json, member->name);
    json_value(&json, &member->value);
  }
  json_end_object(&json);
  return buf_str(&text);
}

/* A question about a session is code in its language that finds the answer
 * there. Where a language has no such code the session says so, and that is an
 * error of ours, not of the code. */
Err tool_kaimon_ask(ToolCall *call, const char *question) {
  Job *job = call->job;
  ToolTold told = {.call = call};
  ReplSession session;
  ReplResult found;
  Str code;
  TRY(tool_live_allowed(call));
  TRY(tool_live_choose(call, tool_arg_str(call, "session"), STR_EMPTY, &session));
  TRY(repl_introspection(job, session.language, str_from_c(question), tool_kaimon_arguments(call, "session"), &code));
  ReplAsk ask = {.session = session.key, .code = code, .wait_ms = WAIT_MS, .heard = tool_live_heard(&told)};
  tool_mark_writing(call);
  TRY(repl_eval(job, call->scope->repl, &ask, &found));
  if (found.state == REPL_FAILED && str_eq(found.error_type, STR("Unsupported"))) {
    return job_fail(job, ERR_UNAVAILABLE, "%.*s", STR_ARG(str_shown(job->arena, found.error_message, LINE_SHOWN)));
  }
  tool_kaimon_add_lines(call->answer, found.out);
  tool_kaimon_add_lines(call->answer, found.errors);
  if (found.error_type.len) {
    tool_kaimon_add_lines(call->answer, str_format(job->arena, "%.*s: %.*s", STR_ARG(found.error_type), STR_ARG(found.error_message)));
  }
  if (!repl_has_ended(found.state)) answer_say(call->answer, "still running: check_eval eval_id=%.*s\n", STR_ARG(found.handle));
  return OK;
}

Err tool_kaimon_forward(ToolCall *call, const char *name, Str arguments) {
  ToolScope *scope = call->scope;
  ToolList found;
  ToolResult result;
  const Json *args;
  TRY(json_read(call->job, arguments, NULL, &args));
  TRY(tool_find(call->job, scope->registry, scope->policy, str_from_c(name), &found));
  Err err = tool_run_found(call->job, scope, call->client, found.items[0], args, &result);
  if (!err) {
    answer_put_marked(call->answer, result.text, result.marks, result.mark_count);
    if (result.blocks.len) tool_add_block(call, result.blocks);
  }
  tool_list_release(scope->registry, &found);
  return err;
}
