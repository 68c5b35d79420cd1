/* kart_find: every symbol whose name has a part, with kart's fields. */
#include "src/query/named.h"
#include "src/tools/compat/kart_internal.h"

#define SYMBOLS_MAX 1000

static void write_symbol(JsonWriter *out, const StoreSymbol *symbol) {
  json_begin_object(out);
  json_field_str(out, "name", str_head(symbol->name, TOOL_NAME_MAX));
  json_field_str(out, "kind", tool_kart_kind(symbol->kind));
  json_field_bool(out, "exported", symbol->flags & DEF_EXPORTED);
  json_field_int(out, "line", symbol->full.line);
  json_field_object(out, "range");
  json_field_int(out, "start", symbol->full.from);
  json_field_int(out, "end", symbol->full.to);
  json_end_object(out);
  json_field_str(out, "file", symbol->path);
  json_end_object(out);
}

static Err find(KartCall *kart, int64_t start_ms) {
  ToolCall *call = kart->call;
  QueryNamedList list;
  QueryNamed named = {.part = tool_arg_str(call, "name"), .kinds = tool_kart_kinds(tool_arg_str(call, "kind")),
                      .has_exported = tool_arg(call, "exported"), .exported = tool_arg_bool(call, "exported"),
                      .path = kart->path, .limit = SYMBOLS_MAX};
  if (kart->path.len) TRY(tool_kart_find_path(kart));
  TRY(query_named(call->job, kart->reader, &named, &list));
  json_field_array(call->fields, "symbols");
  for (size_t i = 0; i < list.len; i++) write_symbol(call->fields, &list.items[i]);
  json_end_array(call->fields);
  json_field_bool(call->fields, "truncated", list.truncated);
  json_field_int(call->fields, "fileCount", (int64_t)list.files);
  json_field_int(call->fields, "durationMs", job_now_ms() - start_ms);
  return OK;
}

static Err run(ToolCall *call) {
  KartCall kart;
  int64_t start_ms = job_now_ms();
  Err err = tool_kart_open(call, tool_arg_str(call, "path"), &kart);
  if (!err) err = find(&kart, start_ms);
  return tool_kart_end(&kart, err);
}

static const ToolField args[] = {
    {"name", TOOL_STRING, true, .help = "part of the name, with its case; empty: all"},
    {"kind", TOOL_STRING, .choices = KART_KINDS "|let|var", .help = "only this kind"},
    {"exported", TOOL_BOOLEAN, .help = "true: only exported ones; false: only others"},
    {"path", TOOL_PATH, .help = "only beneath this folder"},
    {0},
};

static const ToolField range_row[] = {
    {"start", TOOL_INTEGER, true, .help = "first byte"},
    {"end", TOOL_INTEGER, true, .help = "byte after the last"},
    {0},
};

static const ToolField symbol_row[] = {
    {"name", TOOL_STRING, true, .help = "its name"},
    {"kind", TOOL_STRING, true, .help = "what it is"},
    {"exported", TOOL_BOOLEAN, true, .help = "other files can see it"},
    {"line", TOOL_INTEGER, true, .help = "from 1"},
    {"range", TOOL_OBJECT, true, .help = "in the file", .fields = range_row},
    {"file", TOOL_STRING, true, .help = "relative to the workspace"},
    {0},
};

static const ToolField result[] = {
    {"symbols", TOOL_OBJECTS, true, .help = "by file and line", .fields = symbol_row},
    {"truncated", TOOL_BOOLEAN, true, .help = "there are more than 1,000"},
    {"fileCount", TOOL_INTEGER, true, .help = "files searched"},
    {"durationMs", TOOL_INTEGER, true, .help = "time taken"},
    {0},
};

const Tool tool_kart_find = {
    .name = "kart_find",
    .title = "Find symbols",
    .summary = "Find symbols of the workspace by a part of their names, their kind, and whether they are exported.",
    .args = args,
    .result = result,
    .example = "kart_find name=main kind=function",
    .toolset = "kart",
    .profiles = "kart",
    .alias_of = "find",
    .flags = TOOL_READ_ONLY | TOOL_IDEMPOTENT | TOOL_STRUCTURED,
    .run = run,
};
