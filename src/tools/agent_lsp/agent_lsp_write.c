/* Places in answers, for readers and as fields. All numbers count from 1 and
 * columns in characters, as the tools' arguments do: what an answer names can
 * be given back as it stands. */
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

/* Files outside the workspace have absolute paths already. */
Str tool_agent_absolute(const AgentFile *file, Str path) {
  if (str_starts_with(path, STR("/"))) return path;
  return str_format(file->call->job->arena, "%.*s/%.*s", STR_ARG(index_root(file->graph.index)), STR_ARG(path));
}

/* What stands on the line; of files outside the workspace nothing is shown. */
static Str line_of(AgentFile *file, const LspLocation *location) {
  return location->is_outside ? STR_EMPTY : tool_line(file->call, &file->graph, location->path, location->range.start.line);
}

void tool_agent_add_location(AgentFile *file, const LspLocation *location) {
  Answer *answer = file->call->answer;
  Str line = line_of(file, location);
  answer_field_str(answer, "file", tool_agent_absolute(file, location->path));
  answer_path(answer, NULL, location->path);
  answer_say(answer, ":");
  answer_line(answer, "line", location->range.start.line);
  answer_say(answer, ":");
  answer_count(answer, "column", location->range.start.column);
  answer_field_int(answer, "end_line", location->range.end.line);
  answer_field_int(answer, "end_column", location->range.end.column);
  /* The file may have changed since the server read it; a place without its text
   * is still a place. */
  if (!line.len) return;
  answer_say(answer, "  ");
  answer_words(answer, "text", line);
}

/* The list is cut twice: here at a number of rows, and by the answer at a
 * length in characters. What is said to be missing counts from what was really
 * shown. */
static void add_locations(AgentFile *file, const char *name, const LspLocations *locations) {
  Answer *answer = file->call->answer;
  answer_begin_whole(answer, name);
  for (size_t i = 0; i < locations->len && i < AGENT_LSP_ITEMS_MAX; i++) {
    answer_begin_row(answer);
    tool_agent_add_location(file, &locations->items[i]);
    answer_say(answer, "\n");
    answer_end(answer);
  }
  size_t shown = answer_end_list(answer);
  if (shown < locations->len) answer_note(answer, "and %zu more", locations->len - shown);
}

Err tool_agent_say_locations(AgentFile *file, const LspLocations *locations, const AgentSaying *saying) {
  ToolCall *call = file->call;
  add_locations(file, "locations", locations);
  call->list = "locations";
  /* That there is nothing is said only when the server said so, not when all it
   * named had to be left out. */
  if (!locations->len && !locations->dropped) tool_agent_note(call, str_from_c(saying->nothing));
  if (locations->len > AGENT_LSP_ITEMS_MAX) {
    tool_agent_note(call, str_format(call->job->arena, "%zu in all; the first %d are listed.", locations->len, AGENT_LSP_ITEMS_MAX));
  } else if (locations->dropped) {
    tool_agent_note(call, str_format(call->job->arena, "left out, because in no file: %zu of the server's answers.", locations->dropped));
  }
  if (locations->len) tool_agent_hint(call, saying->hint);
  return OK;
}

void tool_agent_add_title(Answer *answer, const LspSymbol *symbol) {
  answer_name(answer, "name", symbol->name);
  answer_field_int(answer, "kind", symbol->kind);
  answer_say(answer, " [");
  answer_kind(answer, "kind_name", lsp_symbol_kind_name(symbol->kind));
  answer_say(answer, "] ");
}

/* `range` is the whole definition and `selectionRange` its name alone, by the
 * protocol's own names, because that is what callers of this profile read. */
void tool_agent_add_symbol(AgentFile *file, const LspSymbol *symbol) {
  Answer *answer = file->call->answer;
  Str path = tool_agent_absolute(file, symbol->location.path);
  tool_agent_add_title(answer, symbol);
  answer_place(answer, NULL, symbol->location.path, NULL, symbol->location.range.start.line);
  if (symbol->detail.len) answer_field_str(answer, "detail", str_head(symbol->detail, TOOL_NAME_MAX));
  if (symbol->container.len) answer_field_str(answer, "container", str_head(symbol->container, TOOL_NAME_MAX));
  answer_field_str(answer, "uri", lsp_uri_from_path(file->call->job->arena, path));
  answer_field_str(answer, "file", path);
  tool_agent_add_range(answer, "range", &symbol->location.whole);
  tool_agent_add_range(answer, "selectionRange", &symbol->location.range);
}

void tool_agent_add_symbols(AgentFile *file, const char *name, const LspSymbols *symbols) {
  Answer *answer = file->call->answer;
  answer_begin_list(answer, name);
  for (size_t i = 0; i < symbols->len; i++) {
    answer_begin_row(answer);
    tool_agent_add_symbol(file, &symbols->items[i]);
    answer_say(answer, "\n");
    answer_end(answer);
  }
  answer_end(answer);
}

static void add_point(Answer *answer, const char *name, TextPoint point) {
  answer_begin_object(answer, name);
  answer_field_int(answer, "line", point.line);
  answer_field_int(answer, "character", point.column);
  answer_end(answer);
}

void tool_agent_add_ends(Answer *answer, const LspRange *range) {
  add_point(answer, "start", range->start);
  add_point(answer, "end", range->end);
}

void tool_agent_add_range(Answer *answer, const char *name, const LspRange *range) {
  answer_begin_object(answer, name);
  tool_agent_add_ends(answer, range);
  answer_end(answer);
}

void tool_agent_note(ToolCall *call, Str note) {
  answer_field_str(call->answer, "note", note);
  answer_note(call->answer, "%.*s", STR_ARG(note));
}

void tool_agent_hint(ToolCall *call, const char *hint) {
  answer_field_str(call->answer, "hint", str_from_c(hint));
  answer_note(call->answer, "Next: %s", hint);
}

/* A reader has to know when the graph answered alone: it sees what is written,
 * not what a compiler would conclude. */
static void field_source(AgentFile *file, bool is_server, bool is_graph) {
  answer_field_str(file->call->answer, "source", !is_graph ? STR("server") : is_server ? STR("server and graph") : STR("graph"));
}

void tool_agent_nothing(AgentFile *file, bool is_server, bool is_graph, const char *nothing) {
  Arena *arena = file->call->job->arena;
  bool is_explained = is_graph && file->words.len;
  field_source(file, is_server, is_graph);
  tool_agent_note(file->call, str_format(arena, "%s%s%.*s", nothing, is_explained ? " From fathom's own graph: " : "",
                                         STR_ARG(is_explained ? file->words : STR_EMPTY)));
}

void tool_agent_source(AgentFile *file, bool is_server, bool is_graph) {
  ToolCall *call = file->call;
  field_source(file, is_server, is_graph);
  /* Who gave the answer is told in words only where it is not the server, which
   * is what the caller expects. */
  if (!is_graph) return;
  tool_agent_note(call, str_format(call->job->arena, "%s fathom's own graph%s%.*s", is_server ? "Partly from" : "From",
                                   file->words.len ? ": " : ".", STR_ARG(file->words)));
}

/* How long the fields so far are, which is what a client of the profile gets. */
static size_t fields_length(ToolCall *call) {
  enum { MOST = 4 << 20 };
  Buf fields;
  JsonWriter writer;
  buf_init(&fields, call->job->arena, MOST);
  json_writer_init(&writer, &fields, 0);
  json_begin_object(&writer);
  answer_write_fields(call->answer, &writer);
  json_end_object(&writer);
  return fields.len;
}

/* Four bytes are about one token. */
void tool_agent_savings(ToolCall *call, size_t full) {
  int64_t returned = (int64_t)(fields_length(call) + 3) / 4, whole = (int64_t)(full + 3) / 4;
  answer_begin_object(call->answer, "_meta");
  answer_begin_object(call->answer, "token_savings");
  answer_field_int(call->answer, "tokens_returned", returned);
  answer_field_int(call->answer, "tokens_full_file", whole);
  answer_field_int(call->answer, "tokens_saved", whole > returned ? whole - returned : 0);
  answer_end(call->answer);
  answer_end(call->answer);
}
