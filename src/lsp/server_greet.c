/* The greeting: what we say we can, and what the server says it can. Only what
 * is implemented is declared. */
#include "src/lsp/lsp_internal.h"
#include "src/os/process.h"

/* Spelled once, here: a table of JSON is easier to read than calls that make
 * it. The parts are joined in the order of the protocol's own description. */
static const char general[] =
    "\"general\":{\"positionEncodings\":[\"utf-8\",\"utf-16\",\"utf-32\"],"
    "\"staleRequestSupport\":{\"cancel\":true,\"retryOnContentModified\":[]},"
    "\"markdown\":{\"parser\":\"none\"}}";

static const char window[] =
    "\"window\":{\"workDoneProgress\":true,\"showMessage\":{},\"showDocument\":{\"support\":false}}";

#define SYMBOL_KINDS \
  "\"symbolKind\":{\"valueSet\":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26]}"
#define REFRESH "{\"refreshSupport\":true}"

static const char workspace[] =
    "\"workspace\":{\"applyEdit\":false,"
    "\"workspaceEdit\":{\"documentChanges\":true,\"resourceOperations\":[\"create\",\"rename\",\"delete\"],"
    "\"failureHandling\":\"abort\",\"normalizesLineEndings\":false,"
    "\"changeAnnotationSupport\":{\"groupsOnLabel\":false}},"
    "\"didChangeConfiguration\":{\"dynamicRegistration\":true},"
    "\"didChangeWatchedFiles\":{\"dynamicRegistration\":true,\"relativePatternSupport\":true},"
    "\"symbol\":{" SYMBOL_KINDS ",\"tagSupport\":{\"valueSet\":[1]}},"
    "\"executeCommand\":{},"
    "\"workspaceFolders\":true,\"configuration\":true,"
    "\"semanticTokens\":" REFRESH ",\"inlayHint\":" REFRESH ",\"diagnostics\":" REFRESH ","
    "\"fileOperations\":{\"willCreate\":true,\"didCreate\":true,\"willRename\":true,\"didRename\":true,"
    "\"willDelete\":true,\"didDelete\":true}}";

#define LINKS "{\"linkSupport\":true}"
#define WORDS "[\"markdown\",\"plaintext\"]"

static const char document_1[] =
    "\"textDocument\":{"
    "\"synchronization\":{\"didSave\":true},"
    "\"completion\":{\"completionItem\":{\"snippetSupport\":false,\"documentationFormat\":" WORDS ","
    "\"deprecatedSupport\":true,\"tagSupport\":{\"valueSet\":[1]},\"insertReplaceSupport\":false},"
    "\"contextSupport\":true},"
    "\"hover\":{\"contentFormat\":" WORDS "},"
    "\"signatureHelp\":{\"signatureInformation\":{\"documentationFormat\":" WORDS ","
    "\"parameterInformation\":{\"labelOffsetSupport\":true},\"activeParameterSupport\":true}},"
    "\"declaration\":" LINKS ",\"definition\":" LINKS ",\"typeDefinition\":" LINKS ",\"implementation\":" LINKS ","
    "\"references\":{},\"documentHighlight\":{},"
    "\"documentSymbol\":{\"hierarchicalDocumentSymbolSupport\":true,\"tagSupport\":{\"valueSet\":[1]}," SYMBOL_KINDS "},"
    "\"codeAction\":{\"codeActionLiteralSupport\":{\"codeActionKind\":{\"valueSet\":[\"\",\"quickfix\",\"refactor\","
    "\"refactor.extract\",\"refactor.inline\",\"refactor.rewrite\",\"source\",\"source.organizeImports\","
    "\"source.fixAll\"]}},\"isPreferredSupport\":true,\"disabledSupport\":true,\"dataSupport\":true,"
    "\"resolveSupport\":{\"properties\":[\"edit\"]},\"honorsChangeAnnotations\":true},"
    "\"formatting\":{},\"rangeFormatting\":{},"
    "\"rename\":{\"prepareSupport\":true,\"prepareSupportDefaultBehavior\":1,\"honorsChangeAnnotations\":true},";

static const char document_2[] =
    "\"publishDiagnostics\":{\"relatedInformation\":true,\"tagSupport\":{\"valueSet\":[1,2]},"
    "\"versionSupport\":true,\"codeDescriptionSupport\":true,\"dataSupport\":true},"
    "\"diagnostic\":{\"relatedDocumentSupport\":true},"
    "\"callHierarchy\":{},\"typeHierarchy\":{},\"inlayHint\":{},"
    "\"semanticTokens\":{\"requests\":{\"range\":true,\"full\":{\"delta\":true}},"
    "\"tokenTypes\":[\"namespace\",\"type\",\"class\",\"enum\",\"interface\",\"struct\",\"typeParameter\","
    "\"parameter\",\"variable\",\"property\",\"enumMember\",\"event\",\"function\",\"method\",\"macro\","
    "\"keyword\",\"modifier\",\"comment\",\"string\",\"number\",\"regexp\",\"operator\",\"decorator\"],"
    "\"tokenModifiers\":[\"declaration\",\"definition\",\"readonly\",\"static\",\"deprecated\",\"abstract\","
    "\"async\",\"modification\",\"documentation\",\"defaultLibrary\"],"
    "\"formats\":[\"relative\"],\"multilineTokenSupport\":true,\"overlappingTokenSupport\":true,"
    "\"serverCancelSupport\":true,\"augmentsSyntaxTokens\":false}}";

Str lsp_greet_params(Arena *arena, LspServer *server) {
  Buf buf;
  JsonWriter writer;
  buf_init(&buf, arena, 16 << 20);
  json_writer_init(&writer, &buf, 0);
  Str uri = lsp_uri_from_path(arena, server->directory);
  json_begin_object(&writer);
  /* A server that watches for our end must not see another's. */
  if (server->is_process) {
    json_field_int(&writer, "processId", process_self());
  } else {
    json_field_raw(&writer, "processId", STR("null"));
  }
  json_field_object(&writer, "clientInfo");
  json_field_str(&writer, "name", STR("fathom"));
  json_field_str(&writer, "version", STR(FATHOM_VERSION));
  json_end_object(&writer);
  json_field_str(&writer, "rootPath", server->directory);
  json_field_str(&writer, "rootUri", uri);
  json_field_raw(&writer, "capabilities",
                 str_format(arena, "{%s,%s%s,%s,%s}", workspace, document_1, document_2, window, general));
  lock_take(&server->hub->lock);
  if (server->settings.len) json_field_raw(&writer, "initializationOptions", server->settings);
  json_name(&writer, STR("workspaceFolders"));
  lsp_folders_spell_locked(server, &writer);
  lock_give(&server->hub->lock);
  json_field_str(&writer, "trace", STR("off"));
  json_end_object(&writer);
  return buf_str(&buf);
}

/* ---- what the server says ---- */

static bool read_encoding(LspServer *server) {
  static const struct {
    const char *name;
    TextUnit encoding;
  } known[] = {{"utf-8", TEXT_UNIT_BYTE}, {"utf-16", TEXT_UNIT_UTF16}, {"utf-32", TEXT_UNIT_CHARACTER}};
  Str name = json_get_str(server->capabilities, STR("positionEncoding"), STR("utf-16"));
  for (size_t i = 0; i < COUNT_OF(known); i++) {
    if (!str_eq_c(name, known[i].name)) continue;
    server->encoding = known[i].encoding;
    return true;
  }
  lsp_server_break(server, ERR_PROTOCOL, "chose the position encoding '%.*s', which was not offered", STR_ARG(name));
  return false;
}

/* A number, or an object. One that says nothing is told all the same: servers
 * that do not want documents ignore them. */
static void read_sync(LspServer *server) {
  const Json *sync = json_get(server->capabilities, STR("textDocumentSync"));
  int64_t change = 1;
  server->wants_open = json_get_bool(sync, STR("openClose"), true);
  if (!json_to_int(sync, &change)) change = json_get_int(sync, STR("change"), json_is(sync, JSON_OBJECT) ? 0 : 1);
  server->wants_change = change == 1 || change == 2;
  const Json *save = json_get(sync, STR("save"));
  server->wants_save = json_is(save, JSON_OBJECT) || (json_is(save, JSON_BOOL) && save->boolean);
  server->wants_saved_text = json_get_bool(save, STR("includeText"), false);
}

bool lsp_greet_take(LspServer *server, const Json *result) {
  if (!json_is(result, JSON_OBJECT) || !json_is(json_get(result, STR("capabilities")), JSON_OBJECT)) {
    lsp_server_break(server, ERR_PROTOCOL, "answered 'initialize' without capabilities");
    return false;
  }
  LspMessage *greeting = arena_heap_alloc(sizeof *greeting);
  arena_init(&greeting->arena);
  greeting->body = json_spell(&greeting->arena, result);
  Job job;
  job_init(&job, &greeting->arena);
  Err err = lsp_message_read(&job, greeting);
  server->greeting = greeting;
  if (err) {
    lsp_server_break(server, err, "answered 'initialize' with something too large");
    return false;
  }
  server->capabilities = json_get(greeting->value, STR("capabilities"));
  read_sync(server);
  return read_encoding(server);
}
