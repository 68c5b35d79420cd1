/* kart_expand_macro: what a macro becomes. A request of rust-analyzer's
 * own; no other server has one like it. */
#include "src/tools/compat/kart_ask_internal.h"

#define METHOD "rust-analyzer/expandMacro"
#define PARAMS_MAX ((size_t)64 << 10)

/* A use says what it expands to, its definition does not: `name!` goes first.
 * `otherwise`: where the symbol was found, when the file has no use of it. */
static size_t find_use(const Text *text, Str name, size_t otherwise) {
  Str rest = text->chars;
  for (size_t from = 0; from < rest.len;) {
    size_t at = str_find(str_slice(rest, from, rest.len), name);
    if (at == STR_NONE) break;
    at += from;
    from = at + name.len;
    char before = at ? rest.ptr[at - 1] : ' ';
    bool is_tail = before == '_' || byte_is_digit(before) || ((before | 32) >= 'a' && (before | 32) <= 'z');
    if (!is_tail && from < rest.len && rest.ptr[from] == '!') return at;
  }
  return otherwise;
}

/* The position is in the server's own encoding, not in ours. */
static Str spell_params(KartAsk *ask, const LspDocument *document, size_t byte) {
  Buf buf;
  JsonWriter json;
  TextPosition position = text_to_position(&document->text, byte, lsp_server_encoding(ask->file.server));
  buf_init(&buf, ask->call->job->arena, PARAMS_MAX);
  json_writer_init(&json, &buf, 0);
  json_begin_object(&json);
  json_field_object(&json, "textDocument");
  json_field_str(&json, "uri", document->uri);
  json_end_object(&json);
  json_field_object(&json, "position");
  json_field_int(&json, "line", position.line);
  json_field_int(&json, "character", position.character);
  json_end_object(&json);
  json_end_object(&json);
  return buf_str(&buf);
}

static Err answer(KartAsk *ask) {
  ToolCall *call = ask->call;
  LspDocument document;
  const Json *result;
  if (!str_eq_c(lsp_server_name(ask->file.server), "rust-analyzer")) {
    return job_fail(call->job, ERR_UNAVAILABLE, "macros are expanded by rust-analyzer alone; the server of this file is %.*s",
                    STR_ARG(lsp_server_name(ask->file.server)));
  }
  tool_kart_write_subject(ask);
  TRY(tool_kart_ready(ask));
  TRY(lsp_server_show(call->job, ask->file.server, ask->file.path, &document));
  size_t byte = find_use(&document.text, ask->symbol, ask->range.start_byte);
  TRY(lsp_server_request(call->job, ask->file.server, METHOD, spell_params(ask, &document, byte), &result));
  answer_field_str(call->answer, "name", json_get_str(result, STR("name"), ask->symbol));
  answer_field_str(call->answer, "expansion", json_get_str(result, STR("expansion"), STR_EMPTY));
  if (!json_is(result, JSON_OBJECT)) answer_field_str(call->answer, "note", STR("No macro is used there."));
  return OK;
}

/* Files of other languages are refused before any server is started for
 * them. */
static Err run(ToolCall *call) {
  if (!str_ends_with(tool_arg_str(call, "path"), STR(".rs"))) {
    Err err = job_fail(call->job, ERR_USAGE, "macros are expanded by rust-analyzer alone: path must be a Rust file (.rs)");
    return job_prefix(call->job, err, "Error");
  }
  return tool_kart_ask_symbol(call, "kart_find names where a macro is defined.", answer);
}

static const ToolField args[] = {
    {"path", TOOL_PATH, true, .min = 1, .max = 0, .help = "Rust file (.rs)"},
    {"symbol", TOOL_STRING, true, .min = 1, .max = 10000, .help = "name of the macro, without !"},
    {0},
};

static const ToolField result[] = {
    KART_SUBJECT_ROWS,
    {"name", TOOL_STRING, true, .help = "of the macro, as the server says it"},
    {"expansion", TOOL_STRING, true, .help = "what it becomes; empty: no macro is used there"},
    KART_SERVER_ROWS,
    {0},
};

const Tool tool_kart_expand_macro = {
    .name = "kart_expand_macro",
    .title = "Expand a macro",
    .summary = "Show what the first use of a Rust macro in a file becomes, by rust-analyzer.",
    .args = args,
    .result = result,
    .example = "kart_expand_macro path=src/main.rs symbol=vec",
    .toolset = "kart",
    .profiles = "kart",
    .flags = KART_ASK_FLAGS,
    .seconds = TOOL_SECONDS_SERVER,
    .run = run,
};
