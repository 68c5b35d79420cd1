/* What a session knows of itself, under the names of the profile kaimon. The
 * work is done by code in the session, which lies beside its gate. */
#include "src/tools/kaimon/kaimon_internal.h"

static Err run_environment(ToolCall *call) { return tool_kaimon_ask(call, "environment"); }
static Err run_methods(ToolCall *call) { return tool_kaimon_ask(call, "methods"); }
static Err run_macro(ToolCall *call) { return tool_kaimon_ask(call, "macro"); }
static Err run_type(ToolCall *call) { return tool_kaimon_ask(call, "type"); }
static Err run_profile(ToolCall *call) { return tool_kaimon_ask(call, "profile"); }
static Err run_names(ToolCall *call) { return tool_kaimon_ask(call, "names"); }
static Err run_lowered(ToolCall *call) { return tool_kaimon_ask(call, "lowered"); }
static Err run_typed(ToolCall *call) { return tool_kaimon_ask(call, "typed"); }
static Err run_symbols(ToolCall *call) { return tool_kaimon_ask(call, "symbols"); }
static Err run_exfiltrate(ToolCall *call) { return tool_kaimon_ask(call, "exfiltrate"); }
static Err run_pkg_add(ToolCall *call) { return tool_kaimon_ask(call, "pkg_add"); }
static Err run_pkg_rm(ToolCall *call) { return tool_kaimon_ask(call, "pkg_rm"); }
static Err run_safehouse(ToolCall *call) { return tool_kaimon_ask(call, "safehouse"); }

/* ---- code that is paused ---- */

static Err debug(ToolCall *call, const ReplDebugAsk *ask) {
  ReplSession session;
  ReplDebug found;
  TRY(tool_live_allowed(call));
  TRY(tool_live_choose(call, tool_arg_str(call, "session"), STR_EMPTY, &session));
  if (ask->action != REPL_DEBUG_STATUS) tool_mark_writing(call);
  TRY(repl_debug(call->job, call->scope->repl, session.key, ask, &found));
  if (ask->action == REPL_DEBUG_STATUS) answer_say(call->answer, found.is_paused ? "paused\n" : "");
  tool_kaimon_add_lines(call->answer, found.text);
  return OK;
}

static Err run_ctrl(ToolCall *call) {
  bool goes_on = str_eq(tool_arg_str(call, "action"), STR("continue"));
  return debug(call, &(ReplDebugAsk){.action = goes_on ? REPL_DEBUG_CONTINUE : REPL_DEBUG_STATUS});
}

static Err run_debug_eval(ToolCall *call) {
  return debug(call, &(ReplDebugAsk){.action = REPL_DEBUG_EVAL, .expression = tool_arg_str(call, "expression")});
}

/* ---- descriptors ---- */

static const ToolField session_args[] = {KAIMON_ARG_SESSION, {0}};
static const ToolField query_args[] = {{"query", TOOL_STRING, true, .min = 1, .help = "a function, or a type"}, KAIMON_ARG_SESSION, {0}};
static const ToolField macro_args[] = {{"expression", TOOL_STRING, true, .min = 1, .help = "that uses the macro"}, KAIMON_ARG_SESSION, {0}};
static const ToolField type_args[] = {{"type_expr", TOOL_STRING, true, .min = 1, .help = "a type, or a value of one"}, KAIMON_ARG_SESSION, {0}};
static const ToolField profile_args[] = {{"code", TOOL_STRING, true, .min = 1, .max = 100000, .help = "to run and to measure"}, KAIMON_ARG_SESSION, {0}};
static const ToolField names_args[] = {{"module_name", TOOL_STRING, true, .min = 1, .help = "a module that is loaded; Main: what the session defined"},
                                       {"all", TOOL_BOOLEAN, .otherwise = "false", .help = "with what it does not export"}, KAIMON_ARG_SESSION, {0}};
static const ToolField code_args[] = {{"function_expr", TOOL_STRING, true, .min = 1, .help = "a function of the session"},
                                      {"types", TOOL_STRING, true, .help = "of its arguments, where the language chooses by them"}, KAIMON_ARG_SESSION, {0}};
static const ToolField symbols_args[] = {{"query", TOOL_STRING, true, .min = 1, .help = "a part of the name"}, KAIMON_ARG_SESSION, {0}};
static const ToolField exfiltrate_args[] = {{"code", TOOL_STRING, true, .min = 1, .max = 100000, .help = "that calls exfiltrate() where variables are to be kept"},
                                            KAIMON_ARG_SESSION, {0}};
static const ToolField safehouse_args[] = {{"action", TOOL_STRING, .choices = "inspect|clear", .otherwise = "\"inspect\"", .help = "what to do with what was kept"},
                                           {"expression", TOOL_STRING, .help = "evaluated with the kept variables"}, KAIMON_ARG_SESSION, {0}};
static const ToolField packages_args[] = {{"packages", TOOL_STRINGS, true, .max = 50, .help = "names, as the language's package manager takes them"}, KAIMON_ARG_SESSION, {0}};
static const ToolField ctrl_args[] = {{"action", TOOL_STRING, .choices = "status|continue", .otherwise = "\"status\"", .help = "tell where code is paused, or let it go on"},
                                      KAIMON_ARG_SESSION, {0}};
static const ToolField debug_eval_args[] = {{"expression", TOOL_STRING, true, .min = 1, .help = "evaluated where code is paused"}, KAIMON_ARG_SESSION, {0}};

const Tool tool_kaimon_investigate_environment = {.name = "investigate_environment", .title = "Environment",
    .summary = "Version, directory and packages of a live session.", .args = session_args, .example = "investigate_environment",
    KAIMON_LIVE, .run = run_environment};
const Tool tool_kaimon_search_methods = {.name = "search_methods", .title = "Methods",
    .summary = "Signatures of a function, or methods of a type, as a live session has them.", .args = query_args,
    .example = "search_methods query=fit", KAIMON_LIVE, .run = run_methods};
const Tool tool_kaimon_macro_expand = {.name = "macro_expand", .title = "Expand a macro",
    .summary = "What a macro becomes, in languages that have them.", .args = macro_args, .example = "macro_expand expression=@time",
    KAIMON_LIVE, .run = run_macro};
const Tool tool_kaimon_type_info = {.name = "type_info", .title = "Type",
    .summary = "Order of bases, fields and subclasses of a type in a live session.", .args = type_args, .example = "type_info type_expr=Point",
    KAIMON_LIVE, .run = run_type};
const Tool tool_kaimon_profile_code = {.name = "profile_code", .title = "Profile",
    .summary = "Runs code in a live session and tells where its time went.", .args = profile_args, .example = "profile_code code=fit(3)",
    KAIMON_LIVE, .run = run_profile};
const Tool tool_kaimon_list_names = {.name = "list_names", .title = "Names of a module",
    .summary = "Names in a module of a live session, with what they are.", .args = names_args, .example = "list_names module_name=Main",
    KAIMON_LIVE, .run = run_names};
const Tool tool_kaimon_code_lowered = {.name = "code_lowered", .title = "Lowered code",
    .summary = "What a function is compiled to, where the language shows it.", .args = code_args, .example = "code_lowered function_expr=fit types=()",
    KAIMON_LIVE, .run = run_lowered};
const Tool tool_kaimon_code_typed = {.name = "code_typed", .title = "Typed code",
    .summary = "The same after types were inferred, where the language does that.", .args = code_args, .example = "code_typed function_expr=fit types=()",
    KAIMON_LIVE, .run = run_typed};
const Tool tool_kaimon_workspace_symbols = {.name = "workspace_symbols", .title = "Names across modules",
    .summary = "Functions and types of all modules that a live session has loaded.", .args = symbols_args, .example = "workspace_symbols query=fit",
    KAIMON_LIVE, .run = run_symbols};
const Tool tool_kaimon_debug_exfiltrate = {.name = "debug_exfiltrate", .title = "Capture variables",
    .summary = "Runs code that calls exfiltrate() where its variables are to be kept.", .args = exfiltrate_args,
    .example = "debug_exfiltrate code=fit(3)", KAIMON_LIVE, .run = run_exfiltrate};
const Tool tool_kaimon_debug_safehouse = {.name = "debug_safehouse", .title = "Captured variables",
    .summary = "Shows what exfiltrate() kept, evaluates with it, or clears it.", .args = safehouse_args, .example = "debug_safehouse",
    KAIMON_LIVE, .run = run_safehouse};
const Tool tool_kaimon_debug_ctrl = {.name = "debug_ctrl", .title = "Paused code",
    .summary = "Where code is paused at a breakpoint, or lets it go on.", .args = ctrl_args, .example = "debug_ctrl", KAIMON_LIVE, .run = run_ctrl};
const Tool tool_kaimon_debug_eval = {.name = "debug_eval", .title = "Evaluate where paused",
    .summary = "Evaluates an expression where code is paused.", .args = debug_eval_args, .example = "debug_eval expression=x",
    KAIMON_LIVE, .run = run_debug_eval};
const Tool tool_kaimon_pkg_add = {.name = "pkg_add", .title = "Add packages",
    .summary = "Installs packages with the package manager of a live session's language, where that session has them.", .args = packages_args,
    .example = "pkg_add packages=numpy", KAIMON_LIVE, .run = run_pkg_add};
const Tool tool_kaimon_pkg_rm = {.name = "pkg_rm", .title = "Remove packages",
    .summary = "Removes packages with the package manager of a live session's language.", .args = packages_args, .example = "pkg_rm packages=numpy",
    KAIMON_LIVE, .run = run_pkg_rm};
