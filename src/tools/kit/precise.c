/* The argument `precise`, and how what a server says of a symbol is shown. What
 * is asked and compared is verify/'s. */
#include "src/tools/kit/precise_internal.h"

#define USES_SHOWN 12

/* ---- who is there ---- */

static bool is_required(ToolCall *call) { return str_eq_c(tool_arg_str(call, "precise"), "require"); }

static bool is_never(ToolCall *call) { return str_eq_c(tool_arg_str(call, "precise"), "never"); }

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
  return (VerifyFile){.job = call->job, .hub = call->scope->hub, .index = graph->index, .reader = graph->reader,
                      .sources = &graph->sources, .path = symbol->path};
}

/* ---- asking ---- */

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

static void show_uses(ToolCall *call, const VerifyUseList *uses) {
  Arena *arena = call->job->arena;
  for (size_t i = 0; i < uses->len && i < USES_SHOWN; i++) {
    const VerifyUse *use = &uses->items[i];
    buf_add_format(call->text, "  %.*s:%u", STR_ARG(str_shown(arena, use->path, SIZE_MAX)), use->line);
    if (use->in.id.value) buf_add_format(call->text, "  in %.*s", STR_ARG(tool_symbol_name(arena, &use->in)));
    buf_add_byte(call->text, '\n');
  }
  if (uses->len > USES_SHOWN) buf_add_format(call->text, "  and %zu more\n", uses->len - USES_SHOWN);
}

void tool_precise_show(ToolCall *call, const VerifyUses *precise) {
  if (!precise->server.len) return;
  Str server = str_shown(call->job->arena, precise->server, TOOL_SHOWN_WORD);
  Str note = precise->note ? str_format(call->job->arena, " (%s)", precise->note) : STR_EMPTY;
  buf_add_format(call->text, "Verified by %.*s: %zu of %zu places where the graph sees a use%.*s.\n", STR_ARG(server),
                 precise->verified, precise->graph, STR_ARG(note));
  if (precise->unconfirmed.len) {
    buf_add_format(call->text, "Not among its references (%zu):\n", precise->unconfirmed.len);
    show_uses(call, &precise->unconfirmed);
  }
  if (precise->added.len) {
    buf_add_format(call->text, "Uses that only %.*s sees (%zu):\n", STR_ARG(server), precise->added.len);
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

static void write_uses(ToolCall *call, const char *name, const VerifyUseList *uses) {
  JsonWriter *out = call->fields;
  json_field_array(out, name);
  for (size_t i = 0; i < uses->len; i++) {
    json_begin_object(out);
    json_field_str(out, "path", uses->items[i].path);
    json_field_int(out, "line", uses->items[i].line);
    const StoreSymbol *in = &uses->items[i].in;
    if (in->id.value) json_field_str(out, "in", tool_symbol_name(call->job->arena, in));
    json_end_object(out);
  }
  json_end_array(out);
}

void tool_precise_write(ToolCall *call, const VerifyUses *precise) {
  JsonWriter *out = call->fields;
  json_field_object(out, "precise");
  json_field_str(out, "answered_by", precise->server.len ? STR("both") : STR("graph"));
  if (precise->server.len) json_field_str(out, "server", precise->server);
  json_field_int(out, "verified", (int64_t)precise->verified);
  json_field_int(out, "graph_places", (int64_t)precise->graph);
  write_uses(call, "unconfirmed", &precise->unconfirmed);
  write_uses(call, "added", &precise->added);
  json_end_object(out);
}
