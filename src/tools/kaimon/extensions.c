/* extension_info, manage_extension: programs of the user's that bring tools. */
#include "src/model/answer.h"
#include "src/tools/kit/live_internal.h"

static const ToolField info_args[] = {
    {"name", TOOL_STRING, .max = 32, .help = "of one; all otherwise"},
    TOOL_ARG_REPO,
    {0},
};

static const ToolField manage_args[] = {
    {"name", TOOL_STRING, .required = true, .max = 32, .help = "of the extension"},
    {"action", TOOL_STRING, .required = true, .choices = "start|stop|restart|enable|disable|enable_auto_start|disable_auto_start",
     .help = "to enable or disable one is for the user alone"},
    TOOL_ARG_REPO,
    {0},
};

static const ToolField fields[] = {
    {"name", TOOL_STRING, .required = true, .help = "of its folder"},
    {"namespace", TOOL_STRING, .help = "that its tools are called by"},
    {"description", TOOL_STRING, .help = "as its manifest says"},
    {"enabled", TOOL_BOOLEAN, .help = "whether the user lets it be started"},
    {"running", TOOL_BOOLEAN, .help = "whether its session is there"},
    {"session", TOOL_STRING, .help = "key of that"},
    {"tools", TOOL_STRINGS, .help = "that it offers now"},
    {"problem", TOOL_STRING, .help = "why it cannot be started"},
    {0},
};
static const ToolField info_result[] = {{"extensions", TOOL_OBJECTS, .fields = fields, .help = "those in the user's folder"}, {0}};

/* Names alone: their schemas are in the client's own list. One that does not
 * answer has none to tell. */
static void add_tools(ToolCall *call, const ToolExtension *one) {
  ReplTools offered;
  if (repl_tools(call->job, call->scope->repl, one->session, &offered)) {
    job_forgive(call->job);
    return;
  }
  Str *names = ARENA_ARRAY(call->job->arena, Str, offered.len);
  for (size_t i = 0; i < offered.len; i++) names[i] = str_format(call->job->arena, "%.*s.%.*s", STR_ARG(offered.space), STR_ARG(offered.items[i].name));
  answer_field_names(call->answer, "tools", names, offered.len);
  for (size_t i = 0; i < offered.len; i++) answer_say(call->answer, "%s%.*s", i ? ", " : "; tools: ", STR_ARG(names[i]));
}

static void add(ToolCall *call, const ToolExtension *one) {
  Answer *out = call->answer;
  answer_begin_row(out);
  answer_name(out, "name", one->name);
  answer_say(out, "  %s  ", one->problem.len ? "broken" : !one->is_enabled ? "switched off" : one->runs ? "runs" : "does not run");
  answer_field_str(out, "namespace", one->space);
  answer_words(out, "description", one->description);
  answer_field_bool(out, "enabled", one->is_enabled);
  answer_field_bool(out, "running", one->runs);
  if (one->session.len) answer_field_str(out, "session", one->session);
  if (one->session.len && one->runs) add_tools(call, one);
  if (one->problem.len) answer_words(out, "problem", one->problem);
  answer_say(out, "\n");
  answer_end(out);
}

static Err run_info(ToolCall *call) {
  Answer *out = call->answer;
  ToolExtensions all;
  Str name = tool_arg_str(call, "name");
  size_t count = 0;
  TRY(tool_live_allowed(call));
  if (!call->scope->find_extensions) return job_fail(call->job, ERR_UNAVAILABLE, "there are no extensions here");
  TRY(call->scope->find_extensions(call->scope, call, &all));
  answer_begin_ranked(out, "extensions");
  for (size_t i = 0; i < all.len; i++) {
    if (name.len && !str_eq(name, all.items[i].name)) continue;
    add(call, &all.items[i]);
    count++;
  }
  answer_end_list(out);
  if (!count) answer_note(out, "no such extension: each is a folder with an extension.json in the folder extensions of the user's configuration");
  return OK;
}

static Err run_manage(ToolCall *call) {
  ToolExtension one;
  Str action = tool_arg_str(call, "action");
  TRY(tool_live_allowed(call));
  if (!call->scope->manage_extension) return job_fail(call->job, ERR_UNAVAILABLE, "there are no extensions here");
  if (str_contains(action, STR("able"))) {
    return job_fail(call->job, ERR_DENIED, "only the user can do that: \"enabled\" in its extension.json. Nothing is started by itself; start it when it is needed");
  }
  tool_mark_writing(call);
  TRY(call->scope->manage_extension(call->scope, call, tool_arg_str(call, "name"), action, &one));
  answer_say(call->answer, "%.*s %s", STR_ARG(one.name), one.runs ? "runs" : "was ended");
  answer_say(call->answer, one.runs ? ": session %.*s, tools %.*s.…\n" : "\n", STR_ARG(one.session), STR_ARG(one.space));
  return OK;
}

const Tool tool_kaimon_extension_info = {
    .name = "extension_info",
    .title = "Extensions",
    .summary = "Programs of the user's that bring tools: which there are, and whether they run.",
    .args = info_args,
    .result = info_result,
    .example = "extension_info",
    .toolset = "kaimon",
    .profiles = "kaimon",
    .flags = TOOL_READ_ONLY,
    .run = run_info,
};
const Tool tool_kaimon_manage_extension = {
    .name = "manage_extension",
    .title = "Start or end an extension",
    .summary = "Starts, ends or restarts a program of the user's that brings tools.",
    .args = manage_args,
    .example = "manage_extension name=lab action=start",
    .toolset = "kaimon",
    .profiles = "kaimon",
    .flags = TOOL_DESTRUCTIVE | TOOL_OPEN_WORLD,
    .seconds = TOOL_LIVE_SECONDS,
    .run = run_manage,
};
