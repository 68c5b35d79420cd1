/* kernels: Jupyter kernels as live sessions. Lists those that can be started or
 * run already, begins one, and looks after it; running code in it is eval's. */
#include "src/index/index.h"
#include "src/model/answer.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/repl/jupyter/jupyter.h"
#include "src/tools/kit/live_internal.h"

#define LINE_SHOWN 2000

static const ToolField args[] = {
    {"action", TOOL_STRING, .choices = "list|start|attach|interrupt|restart|shutdown|complete|inspect", .otherwise = "\"list\"",
     .help = "start: by kernelspec; attach: to one that runs, by its connection file; the others are about a session"},
    {"kernel", TOOL_STRING, .max = 100, .help = "name of a kernelspec to start"},
    {"file", TOOL_STRING, .max = 4096, .help = "connection file to attach to: the path of one, as list shows them"},
    {"name", TOOL_STRING, .max = 100, .help = "what the session is to be called"},
    {"session", TOOL_STRING, .max = 8, .help = "key of a session, when several could be meant"},
    {"code", TOOL_STRING, .max = 100000, .help = "to complete, or with a name to inspect"},
    {"cursor", TOOL_INTEGER, .min = -1, .max = 100000, .otherwise = "-1", .help = "characters before it in code; -1: at the end"},
    TOOL_ARG_MAX_CHARS,
    TOOL_ARG_REPO,
    {0},
};

static const ToolField kernel_fields[] = {
    {"name", TOOL_STRING, .required = true, .help = "to start it by"},
    {"title", TOOL_STRING, .help = "as it calls itself"},
    {"language", TOOL_STRING, .help = "as it says"},
    {"folder", TOOL_STRING, .help = "of its kernelspec"},
    {0},
};

static const ToolField result[] = {
    {"kernels", TOOL_OBJECTS, .fields = kernel_fields, .help = "that can be started"},
    {"files", TOOL_STRINGS, .help = "connection files of kernels that run, the latest first"},
    {"session", TOOL_STRING, .help = "key of the session that began or is meant"},
    {"language", TOOL_STRING, .help = "of that session"},
    {"version", TOOL_STRING, .help = "of the language"},
    {"from", TOOL_INTEGER, .help = "complete: characters before what a match stands for"},
    {"to", TOOL_INTEGER, .help = "complete: where that ends"},
    {"matches", TOOL_STRINGS, .help = "complete: how the code could go on"},
    {"found", TOOL_BOOLEAN, .help = "inspect: whether the session knows the name"},
    {"text", TOOL_STRING, .help = "inspect: what it says"},
    {0},
};

/* ---- where kernels are, for this client ---- */

static Str variable(const ToolRunning *running, Str name) {
  for (const char *const *each = running->env; each && *each; each++) {
    Str rest = str_from_c(*each);
    if (str_eq(str_cut(&rest, '='), name)) return rest;
  }
  return STR_EMPTY;
}

static Err find_places(ToolCall *call, ToolRunning *ret_running, ReplKernelPlaces *ret_places) {
  TRY(call->scope->running(call->scope, call, ret_running));
  Str venv = ret_running->virtual_env;
  *ret_places = (ReplKernelPlaces){.home = ret_running->home,
                                   .data_home = place_env("XDG_DATA_HOME"),
                                   .path = variable(ret_running, STR("JUPYTER_PATH")),
                                   .virtual_env = venv.len ? venv : variable(ret_running, STR("CONDA_PREFIX")),
                                   .programs = ret_running->path_variable,
                                   .runtime = variable(ret_running, STR("JUPYTER_RUNTIME_DIR")),
                                   .workspace = index_root(call->index)};
  return OK;
}

/* ---- what can be done ---- */

static void add_kernel(Answer *out, const ReplKernel *kernel) {
  answer_begin_row(out);
  answer_name(out, "name", kernel->name);
  answer_say(out, "  ");
  answer_words(out, "title", kernel->title);
  answer_field_str(out, "language", kernel->language);
  answer_say(out, "  ");
  answer_words(out, "folder", kernel->folder);
  answer_say(out, "\n");
  answer_end(out);
}

static Err list(ToolCall *call) {
  Answer *out = call->answer;
  ReplKernelPlaces places;
  ToolRunning running;
  ReplKernels kernels;
  ReplKernelFiles files;
  TRY(find_places(call, &running, &places));
  TRY(repl_kernels(call->job, &places, &kernels));
  TRY(repl_kernel_files(call->job, &places, &files));
  answer_begin_ranked(out, "kernels");
  for (size_t i = 0; i < kernels.len; i++) add_kernel(out, &kernels.items[i]);
  answer_end_list(out);
  answer_field_names(out, "files", files.items, files.len);
  for (size_t i = 0; i < files.len; i++) {
    answer_say(out, "runs: ");
    answer_show(out, files.items[i], LINE_SHOWN);
    answer_say(out, "\n");
  }
  if (!kernels.len) answer_note(out, "no kernelspec was found outside of the workspace (those inside of it are never used)");
  return OK;
}

static void tell_session(ToolCall *call, const ReplSession *session, const char *what) {
  Answer *out = call->answer;
  answer_field_str(out, "session", session->key);
  answer_field_str(out, "language", session->language);
  answer_field_str(out, "version", session->version);
  answer_say(out, "%s: session %.*s (%.*s %.*s)\n", what, STR_ARG(session->key), STR_ARG(session->language), STR_ARG(session->version));
}

static Err start(ToolCall *call, bool attaches) {
  ReplKernelPlaces places;
  ToolRunning running;
  ReplSession session;
  const char *wanted = attaches ? "file" : "kernel";
  Str given = tool_arg_str(call, wanted), root = index_root(call->index);
  if (!given.len) return job_fail(call->job, ERR_USAGE, "which one: give %s (action=list shows those there are)", wanted);
  if (!call->scope->kernels) return job_fail(call->job, ERR_UNAVAILABLE, "no kernels are started here");
  TRY(find_places(call, &running, &places));
  if (running.is_read_only) return job_fail(call->job, ERR_DENIED, "a policy allows reading alone, and kernels write");
  ReplKernelServe serve = {.places = places, .name = tool_arg_str(call, "name"), .directory = root};
  if (attaches) serve.file = file_join(call->job->arena, root, given);
  else serve.kernel = given;
  tool_mark_writing(call);
  TRY(repl_kernel_begin(call->job, call->scope->kernels, &serve, running.env, &session));
  tell_session(call, &session, attaches ? "attached" : "started");
  return OK;
}

static Err order(ToolCall *call, ReplOrder what, const char *words) {
  ReplSession session;
  TRY(tool_live_choose(call, tool_arg_str(call, "session"), STR_EMPTY, &session));
  tool_mark_writing(call);
  TRY(repl_order(call->job, call->scope->repl, session.key, what));
  tell_session(call, &session, words);
  return OK;
}

static Err ask_words(ToolCall *call, ReplWords *ret_words) {
  ReplSession session;
  Str code = tool_arg_str(call, "code");
  if (!code.len) return job_fail(call->job, ERR_USAGE, "give the code with the name");
  TRY(tool_live_choose(call, tool_arg_str(call, "session"), STR_EMPTY, &session));
  *ret_words = (ReplWords){.session = session.key, .code = code, .cursor = tool_arg_int(call, "cursor")};
  return OK;
}

static Err complete(ToolCall *call) {
  Answer *out = call->answer;
  ReplWords words;
  ReplMatches matches;
  TRY(ask_words(call, &words));
  TRY(repl_complete(call->job, call->scope->repl, &words, &matches));
  answer_field_int(out, "from", matches.from);
  answer_field_int(out, "to", matches.to);
  answer_field_names(out, "matches", matches.items, matches.len);
  for (size_t i = 0; i < matches.len; i++) {
    answer_show(out, matches.items[i], LINE_SHOWN);
    answer_say(out, "\n");
  }
  if (!matches.len) answer_say(out, "nothing fits\n");
  return OK;
}

static Err inspect(ToolCall *call) {
  Answer *out = call->answer;
  ReplWords words;
  Str text;
  TRY(ask_words(call, &words));
  TRY(repl_inspect(call->job, call->scope->repl, &words, &text));
  answer_field_bool(out, "found", text.len > 0);
  if (!text.len) answer_say(out, "the session does not know it\n");
  else answer_field_str(out, "text", text);
  while (text.len) {
    answer_show(out, str_cut(&text, '\n'), LINE_SHOWN);
    answer_say(out, "\n");
  }
  return OK;
}

static Err run(ToolCall *call) {
  Str action = tool_arg_str(call, "action");
  TRY(tool_live_allowed(call));
  if (str_eq(action, STR("list"))) return list(call);
  if (str_eq(action, STR("start"))) return start(call, false);
  if (str_eq(action, STR("attach"))) return start(call, true);
  if (str_eq(action, STR("interrupt"))) return order(call, REPL_STOP_CODE, "interrupted");
  if (str_eq(action, STR("restart"))) return order(call, REPL_RESTART, "begins anew");
  if (str_eq(action, STR("shutdown"))) return order(call, REPL_SHUTDOWN, "ends");
  return str_eq(action, STR("complete")) ? complete(call) : inspect(call);
}

const Tool tool_kernels = {
    .name = "kernels",
    .title = "Jupyter kernels",
    .summary = "Lists, starts, attaches to, interrupts, restarts and ends Jupyter kernels as live sessions for eval.",
    .help = "A kernel is started by the name of its kernelspec, or attached to by the connection file of one that runs (a notebook's). "
            "It is a session like one with a gate: eval runs code in it. One that was started here ends with the server; one that was "
            "attached to is only left. Kernelspecs and connection files inside of the workspace are never used. Needs a trusted workspace "
            "and the option repl.allow.",
    .args = args,
    .result = result,
    .example = "kernels action=start kernel=python3",
    .toolset = "kernels", /* not listed beside eval: `call` reaches it */
    .flags = TOOL_DESTRUCTIVE | TOOL_OPEN_WORLD,
    .seconds = TOOL_LIVE_SECONDS,
    .run = run,
};
