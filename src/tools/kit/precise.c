/* The argument `precise`, and how what a server says of a symbol is shown. What
 * is asked and compared is verify/'s. The graph answers at once and a server
 * exactly; `auto` takes what a server that runs can add in half a second,
 * `require` waits for one, `never` asks nobody. */
#include "src/tools/kit/precise_internal.h"

#define USES_SHOWN 12

/* ---- who is there ---- */

static bool is_required(ToolCall *call) { return str_eq_c(tool_arg_str(call, "precise"), "require"); }

static bool is_never(ToolCall *call) { return str_eq_c(tool_arg_str(call, "precise"), "never"); }

/* The reason stays, with what the caller can do instead. Refusals that the
 * user must lift, and the caller's own end, are passed on as they are. */
static Err require_server(ToolCall *call, Str path, LspServer **ret_server) {
  Err err = tool_server(call, path, STR_EMPTY, ret_server);
  if (!err || err == ERR_CANCELLED || err == ERR_UNTRUSTED) return err;
  Str words = str_copy(call->job->arena, job_message(call->job, err));
  job_forgive(call->job);
  return job_fail(call->job, err == ERR_TIMEOUT ? err : ERR_DENIED, "precise=require: %.*s; precise=auto answers from the graph",
                  STR_ARG(words));
}

/* Mostly there is none at all, and that is known at once. */
static bool has_servers(ToolCall *call) {
  size_t count = 0;
  if (call->scope->hub && call->scope->ready_server) (void)lsp_hub_states(call->job->arena, call->scope->hub, &count);
  return count;
}

static Err take_server(ToolCall *call, Str path, LspServer **ret_server) {
  *ret_server = NULL;
  if (is_required(call)) return require_server(call, path, ret_server);
  if (has_servers(call) && !call->scope->ready_server(call->scope, call, path, ret_server)) *ret_server = NULL;
  return OK;
}

static VerifyFile file_of(ToolCall *call, ToolGraph *graph, const StoreSymbol *symbol) {
  return (VerifyFile){.job = call->job, .hub = call->scope->hub, .index = graph->index, .calm = graph->calm,
                      .reader = graph->reader, .sources = &graph->sources, .path = symbol->path};
}

/* ---- asking ---- */

/* A file has no uses that a server could name, and nobody is asked about
 * it. */
Err tool_precise_look(ToolCall *call, ToolGraph *graph, const StoreSymbol *symbol, VerifyUses *ret_uses) {
  VerifyFile file = file_of(call, graph, symbol);
  *ret_uses = (VerifyUses){0};
  map_init(&ret_uses->places, call->job->arena);
  if (symbol->kind == SYMBOL_FILE || is_never(call)) return OK;
  TRY(take_server(call, symbol->path, &file.server));
  Err err = verify_uses(&file, symbol, is_required(call), ret_uses);
  if (file.server) lsp_server_release(file.server);
  return err;
}

bool tool_precise_has(ToolCall *call, const VerifyUses *uses, Str path, uint32_t line) {
  return verify_has_use(call->job->arena, uses, path, line);
}

Err tool_precise_type(ToolCall *call, ToolGraph *graph, const StoreSymbol *symbol, Str *ret_server, Str *ret_type) {
  VerifyFile file = file_of(call, graph, symbol);
  *ret_server = *ret_type = STR_EMPTY;
  if (symbol->kind == SYMBOL_FILE || is_never(call)) return OK;
  TRY(take_server(call, symbol->path, &file.server));
  if (!file.server) return OK;
  Err err = verify_type(&file, symbol, is_required(call), ret_type);
  *ret_server = str_copy(call->job->arena, lsp_server_name(file.server));
  lsp_server_release(file.server);
  return err;
}

/* ---- showing ---- */

/* A use that lies in no symbol we know (generated code, a macro's body) has its
 * place alone. */
static void show_uses(ToolCall *call, const VerifyUseList *uses) {
  Answer *out = call->answer;
  for (size_t i = 0; i < uses->len && i < USES_SHOWN; i++) {
    const VerifyUse *use = &uses->items[i];
    answer_say(out, "  ");
    answer_place(out, NULL, use->path, NULL, use->line);
    if (use->in.id.value) {
      answer_column(out, "  ");
      answer_say(out, "in ");
      answer_name(out, NULL, query_qualified(call->job->arena, &use->in));
    }
    answer_say(out, "\n");
  }
  if (uses->len > USES_SHOWN) answer_more(out, uses->len - USES_SHOWN, "");
}

/* Nothing at all when nobody was heard: silence of a server is no finding. */
void tool_precise_show(ToolCall *call, const VerifyUses *precise) {
  Answer *out = call->answer;
  if (!precise->server.len) return;
  Str server = str_shown(call->job->arena, precise->server, TOOL_SHOWN_WORD);
  Str note = precise->note ? str_format(call->job->arena, " (%s)", precise->note) : STR_EMPTY;
  answer_say(out, "Verified by %.*s: %zu of %zu places where the graph sees a use%.*s.\n", STR_ARG(server), precise->verified,
             precise->graph, STR_ARG(note));
  if (precise->unconfirmed.len) {
    answer_heading(out, "Not among its references (%zu):", precise->unconfirmed.len);
    show_uses(call, &precise->unconfirmed);
  }
  if (precise->added.len) {
    answer_heading(out, "Uses that only %.*s sees (%zu):", STR_ARG(server), precise->added.len);
    show_uses(call, &precise->added);
  }
}

static const ToolField use_fields[] = {
    {"path", TOOL_STRING, true, .help = "file, relative to the workspace"},
    {"line", TOOL_INTEGER, true, .help = "from 1"},
    {"in", TOOL_STRING, .help = "the symbol around it"},
    {0},
};

const ToolField tool_precise_fields[] = {
    {"answered_by", TOOL_STRING, true, .choices = "graph|both", .help = "graph: nobody else was heard"},
    {"server", TOOL_STRING, .help = "its name"},
    {"verified", TOOL_INTEGER, true, .help = "places that both know"},
    {"graph_places", TOOL_INTEGER, true, .help = "places where the graph sees a use"},
    {"unconfirmed", TOOL_OBJECTS, true, .fields = use_fields, .help = "places that only the graph knows"},
    {"added", TOOL_OBJECTS, true, .fields = use_fields, .help = "places that only the server knows"},
    {0},
};

static void write_uses(ToolCall *call, const char *key, const VerifyUseList *uses) {
  Answer *out = call->answer;
  answer_begin_list(out, key);
  for (size_t i = 0; i < uses->len; i++) {
    const StoreSymbol *in = &uses->items[i].in;
    answer_begin_row(out);
    answer_field_str(out, "path", uses->items[i].path);
    answer_field_int(out, "line", uses->items[i].line);
    if (in->id.value) answer_field_str(out, "in", tool_symbol_name(call->job->arena, in));
    answer_end(out);
  }
  answer_end(out);
}

void tool_precise_write(ToolCall *call, const VerifyUses *precise) {
  Answer *out = call->answer;
  answer_begin_object(out, "precise");
  answer_field_str(out, "answered_by", precise->server.len ? STR("both") : STR("graph"));
  if (precise->server.len) answer_field_str(out, "server", precise->server);
  answer_field_int(out, "verified", (int64_t)precise->verified);
  answer_field_int(out, "graph_places", (int64_t)precise->graph);
  write_uses(call, "unconfirmed", &precise->unconfirmed);
  write_uses(call, "added", &precise->added);
  answer_end(out);
}
