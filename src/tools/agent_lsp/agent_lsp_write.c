/* Places in answers, for readers and as fields. */
#include "src/tools/agent_lsp/agent_lsp_internal.h"

const ToolField tool_agent_location_fields[] = {AGENT_LSP_LOCATION_ROWS, {0}};

static const ToolField point_fields[] = {
    {"line", TOOL_INTEGER, true, .help = "from 1"},
    {"character", TOOL_INTEGER, true, .help = "from 1"},
    {0},
};

const ToolField tool_agent_range_fields[] = {
    {"start", TOOL_OBJECT, true, .help = "its first character", .fields = point_fields},
    {"end", TOOL_OBJECT, true, .help = "after its last character", .fields = point_fields},
    {0},
};

const ToolField tool_agent_symbol_fields[] = {
    {"name", TOOL_STRING, true, .help = "its name"},
    {"kind", TOOL_INTEGER, true, .help = "the protocol's number; 0: not said"},
    {"kind_name", TOOL_STRING, true, .help = "what it is"},
    {"detail", TOOL_STRING, .help = "signature or type"},
    {"container", TOOL_STRING, .help = "what it belongs to"},
    {"uri", TOOL_STRING, true, .help = "of its file"},
    {"file", TOOL_STRING, true, .help = "absolute path"},
    AGENT_LSP_RESULT_RANGE("range"),
    AGENT_LSP_RESULT_RANGE("selectionRange"),
    {0},
};

Str tool_agent_absolute(const AgentFile *file, Str path) {
  if (str_starts_with(path, STR("/"))) return path;
  return str_format(file->call->job->arena, "%.*s/%.*s", STR_ARG(index_root(file->graph.index)), STR_ARG(path));
}

/* What stands on the line; of files outside the workspace nothing is shown. */
static Str line_of(AgentFile *file, const LspLocation *location) {
  return location->is_outside ? STR_EMPTY : tool_line(file->call, &file->graph, location->path, location->range.start.line);
}

void tool_agent_write_location(AgentFile *file, const LspLocation *location) {
  JsonWriter *out = file->call->fields;
  json_field_str(out, "file", tool_agent_absolute(file, location->path));
  json_field_int(out, "line", location->range.start.line);
  json_field_int(out, "column", location->range.start.column);
  json_field_int(out, "end_line", location->range.end.line);
  json_field_int(out, "end_column", location->range.end.column);
  Str line = line_of(file, location);
  if (line.len) json_field_str(out, "text", line);
}

void tool_agent_add_location(AgentFile *file, const LspLocation *location) {
  ToolCall *call = file->call;
  buf_add_format(call->text, "%.*s:%u:%u", STR_ARG(str_shown(call->job->arena, location->path, SIZE_MAX)),
                 location->range.start.line, location->range.start.column);
  Str line = line_of(file, location);
  if (line.len) buf_add_format(call->text, "  %.*s", STR_ARG(line));
  buf_add_byte(call->text, '\n');
}

void tool_agent_add_locations(AgentFile *file, const char *name, const LspLocations *locations) {
  ToolCall *call = file->call;
  size_t shown = 0;
  bool fits = true;
  json_field_array(call->fields, name);
  for (size_t i = 0; i < locations->len && i < AGENT_LSP_ITEMS_MAX; i++) {
    size_t before = call->text->len;
    json_begin_object(call->fields);
    tool_agent_write_location(file, &locations->items[i]);
    json_end_object(call->fields);
    if (!fits) continue;
    tool_agent_add_location(file, &locations->items[i]);
    fits = tool_entry_fits(call, before);
    shown += fits;
  }
  json_end_array(call->fields);
  if (shown < locations->len) buf_add_format(call->text, "and %zu more\n", locations->len - shown);
}

Err tool_agent_say_locations(AgentFile *file, const LspLocations *locations, const AgentSaying *saying) {
  ToolCall *call = file->call;
  tool_agent_add_locations(file, "locations", locations);
  if (!locations->len && !locations->dropped) tool_agent_note(call, str_from_c(saying->nothing));
  if (locations->len > AGENT_LSP_ITEMS_MAX) {
    tool_agent_note(call, str_format(call->job->arena, "%zu in all; the first %d are listed.", locations->len, AGENT_LSP_ITEMS_MAX));
  } else if (locations->dropped) {
    tool_agent_note(call, str_format(call->job->arena, "%zu of the server's answers are not in files and left out.", locations->dropped));
  }
  if (locations->len) tool_agent_hint(call, saying->hint);
  return OK;
}

void tool_agent_write_symbol(AgentFile *file, const LspSymbol *symbol) {
  JsonWriter *out = file->call->fields;
  Str path = tool_agent_absolute(file, symbol->location.path);
  json_field_str(out, "name", str_head(symbol->name, TOOL_NAME_MAX));
  json_field_int(out, "kind", symbol->kind);
  json_field_str(out, "kind_name", str_from_c(lsp_symbol_kind_name(symbol->kind)));
  if (symbol->detail.len) json_field_str(out, "detail", str_head(symbol->detail, TOOL_NAME_MAX));
  if (symbol->container.len) json_field_str(out, "container", str_head(symbol->container, TOOL_NAME_MAX));
  json_field_str(out, "uri", lsp_uri_from_path(file->call->job->arena, path));
  json_field_str(out, "file", path);
  tool_agent_write_range(out, "range", &symbol->location.whole);
  tool_agent_write_range(out, "selectionRange", &symbol->location.range);
}

void tool_agent_add_symbol(AgentFile *file, const LspSymbol *symbol) {
  ToolCall *call = file->call;
  Arena *arena = call->job->arena;
  buf_add_format(call->text, "%.*s [%s] %.*s:%u", STR_ARG(str_shown(arena, symbol->name, TOOL_SHOWN_NAME)),
                 lsp_symbol_kind_name(symbol->kind), STR_ARG(str_shown(arena, symbol->location.path, SIZE_MAX)),
                 symbol->location.range.start.line);
}

static void write_point(JsonWriter *out, const char *name, TextPoint point) {
  json_field_object(out, name);
  json_field_int(out, "line", point.line);
  json_field_int(out, "character", point.column);
  json_end_object(out);
}

void tool_agent_write_ends(JsonWriter *out, const LspRange *range) {
  write_point(out, "start", range->start);
  write_point(out, "end", range->end);
}

void tool_agent_write_range(JsonWriter *out, const char *name, const LspRange *range) {
  json_field_object(out, name);
  tool_agent_write_ends(out, range);
  json_end_object(out);
}

void tool_agent_note(ToolCall *call, Str note) {
  json_field_str(call->fields, "note", note);
  buf_add_format(call->text, "%.*s\n", STR_ARG(note));
}

void tool_agent_hint(ToolCall *call, const char *hint) {
  json_field_str(call->fields, "hint", str_from_c(hint));
  buf_add_format(call->text, "Next: %s\n", hint);
}

void tool_agent_source(AgentFile *file, bool is_server, bool is_graph) {
  ToolCall *call = file->call;
  json_field_str(call->fields, "source", !is_graph ? STR("server") : is_server ? STR("server and graph") : STR("graph"));
  if (!is_graph) return;
  tool_agent_note(call, str_format(call->job->arena, "%s fathom's own graph%s%.*s", is_server ? "Partly from" : "From",
                                   file->words.len ? ": " : ".", STR_ARG(file->words)));
}

/* Four bytes are about one token. */
void tool_agent_savings(ToolCall *call, size_t full) {
  int64_t returned = (int64_t)(call->text->len + 3) / 4, whole = (int64_t)(full + 3) / 4;
  json_field_object(call->fields, "_meta");
  json_field_object(call->fields, "token_savings");
  json_field_int(call->fields, "tokens_returned", returned);
  json_field_int(call->fields, "tokens_full_file", whole);
  json_field_int(call->fields, "tokens_saved", whole > returned ? whole - returned : 0);
  json_end_object(call->fields);
  json_end_object(call->fields);
}
