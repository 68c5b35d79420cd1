/* What a server can: said at the start, or registered and taken back since.
 * Registrations change on the loop thread while jobs ask, so they have a lock
 * of their own, and nothing that points into them leaves this file. */
#include "src/lsp/lsp_internal.h"

#define REGISTRATIONS_MAX 4096

/* ---- the table of registrations ---- */

void lsp_register_clear(LspServer *server) {
  while (server->registrations) {
    LspRegistration *registration = server->registrations;
    server->registrations = registration->next;
    arena_clear(&registration->arena);
    free(registration);
  }
}

/* By both: nothing says that an id is used for one method alone. */
static void remove_locked(LspServer *server, Str id, Str method) {
  for (LspRegistration **at = &server->registrations; *at;) {
    LspRegistration *each = *at;
    if (!str_eq(each->id, id) || !str_eq(each->method, method)) {
      at = &each->next;
      continue;
    }
    *at = each->next;
    arena_clear(&each->arena);
    free(each);
  }
}

/* The message it came in is freed soon; options are copied by spelling and
 * reading them again. */
static LspRegistration *make(const Json *from) {
  LspRegistration *made = arena_heap_alloc(sizeof *made);
  arena_init(&made->arena);
  made->id = str_copy(&made->arena, json_get_str(from, STR("id"), STR_EMPTY));
  made->method = str_copy(&made->arena, json_get_str(from, STR("method"), STR_EMPTY));
  const Json *options = json_get(from, STR("registerOptions"));
  if (json_is(options, JSON_OBJECT)) {
    Job job;
    job_init(&job, &made->arena);
    JsonLimits limits = {.max_depth = 1024};
    if (json_read(&job, json_spell(&made->arena, options), &limits, &made->options))
      made->options = NULL;
  }
  return made;
}

/* Bounded: a server that registers without end must not fill memory. One
 * that registers the same again replaces it. */
void lsp_register_add(LspServer *server, const Json *params) {
  const Json *list = json_get(params, STR("registrations"));
  size_t count = json_is(list, JSON_ARRAY) ? list->count : 0;
  lock_take(&server->registrations_lock);
  size_t known = 0;
  for (LspRegistration *each = server->registrations; each; each = each->next) known++;
  for (size_t i = 0; i < count && known < REGISTRATIONS_MAX; i++, known++) {
    LspRegistration *made = make(&list->items[i]);
    remove_locked(server, made->id, made->method);
    made->next = server->registrations;
    server->registrations = made;
  }
  lock_give(&server->registrations_lock);
}

void lsp_register_remove(LspServer *server, const Json *params) {
  /* The protocol's own spelling is wrong, and some servers correct it. */
  const Json *list = json_get(params, STR("unregisterations"));
  if (!list) list = json_get(params, STR("unregistrations"));
  size_t count = json_is(list, JSON_ARRAY) ? list->count : 0;
  lock_take(&server->registrations_lock);
  for (size_t i = 0; i < count; i++) {
    const Json *each = &list->items[i];
    remove_locked(server, json_get_str(each, STR("id"), STR_EMPTY),
                  json_get_str(each, STR("method"), STR_EMPTY));
  }
  lock_give(&server->registrations_lock);
}

/* ---- documents ---- */

/* A glob may mean the whole path or the one within the workspace. */
static bool glob_fits(const LspServer *server, Str glob, Str path) {
  Str rest;
  if (lsp_glob_match(glob, path)) return true;
  if (file_beneath(server->directory, path, &rest) && lsp_glob_match(glob, rest)) return true;
  return file_beneath(root_path(server->root), path, &rest) && lsp_glob_match(glob, rest);
}

/* A string, or {"baseUri":..., "pattern":...}. */
static bool pattern_fits(const LspServer *server, const Json *pattern, Str path) {
  if (json_is(pattern, JSON_STRING)) return glob_fits(server, pattern->text, path);
  const Json *base = json_get(pattern, STR("baseUri"));
  Str uri = json_is(base, JSON_STRING) ? base->text : json_get_str(base, STR("uri"), STR_EMPTY);
  Arena arena;
  arena_init(&arena);
  Str directory;
  Str rest;
  bool fits = lsp_uri_to_path(&arena, uri, &directory) && file_beneath(directory, path, &rest) &&
              lsp_glob_match(json_get_str(pattern, STR("pattern"), STR_EMPTY), rest);
  arena_clear(&arena);
  return fits;
}

/* Only files on disk are ever opened here: other schemes and notebooks never
 * fit. */
static bool filter_fits(const LspServer *server, const Json *filter, Str path) {
  Str language = lsp_server_language(&server->kind, path);
  if (!language.len) language = server->language_id;
  if (json_is(filter, JSON_STRING))
    return str_eq(filter->text, language) || str_eq(filter->text, STR("*"));
  if (!json_is(filter, JSON_OBJECT)) return false;
  if (json_get(filter, STR("notebook"))) return false;
  const Json *wanted = json_get(filter, STR("language"));
  if (json_is(wanted, JSON_STRING) && !str_eq(wanted->text, language) &&
      !str_eq(wanted->text, STR("*")))
    return false;
  Str scheme = json_get_str(filter, STR("scheme"), STR("file"));
  if (!str_eq(scheme, STR("file"))) return false;
  const Json *pattern = json_get(filter, STR("pattern"));
  if (!pattern || pattern->type == JSON_NULL) return true;
  return pattern_fits(server, pattern, path);
}

/* No selector means every document the server is used for. */
static bool selector_fits(const LspServer *server, const Json *options, Str path) {
  const Json *selector = json_get(options, STR("documentSelector"));
  if (!json_is(selector, JSON_ARRAY) || !path.len) return true;
  for (size_t i = 0; i < selector->count; i++) {
    if (filter_fits(server, &selector->items[i], path)) return true;
  }
  return false;
}

/* ---- methods ---- */

/* Which capability a method belongs to, what of its options it needs, and
 * under which name it is registered, when that is another. */
typedef struct Feature {
  const char *method;
  const char *capability;
  const char *option;
  const char *registered;
} Feature;

/* Methods that are not here can only be registered under their own name. */
static const Feature features[] = {
    {"textDocument/definition", "definitionProvider", NULL, NULL},
    {"textDocument/declaration", "declarationProvider", NULL, NULL},
    {"textDocument/typeDefinition", "typeDefinitionProvider", NULL, NULL},
    {"textDocument/implementation", "implementationProvider", NULL, NULL},
    {"textDocument/references", "referencesProvider", NULL, NULL},
    {"textDocument/hover", "hoverProvider", NULL, NULL},
    {"textDocument/documentHighlight", "documentHighlightProvider", NULL, NULL},
    {"textDocument/documentSymbol", "documentSymbolProvider", NULL, NULL},
    {"textDocument/completion", "completionProvider", NULL, NULL},
    {"completionItem/resolve", "completionProvider", "resolveProvider", "textDocument/completion"},
    {"textDocument/signatureHelp", "signatureHelpProvider", NULL, NULL},
    {"textDocument/codeAction", "codeActionProvider", NULL, NULL},
    {"codeAction/resolve", "codeActionProvider", "resolveProvider", "textDocument/codeAction"},
    {"textDocument/codeLens", "codeLensProvider", NULL, NULL},
    {"textDocument/formatting", "documentFormattingProvider", NULL, NULL},
    {"textDocument/rangeFormatting", "documentRangeFormattingProvider", NULL, NULL},
    {"textDocument/rename", "renameProvider", NULL, NULL},
    {"textDocument/prepareRename", "renameProvider", "prepareProvider", "textDocument/rename"},
    {"textDocument/inlayHint", "inlayHintProvider", NULL, NULL},
    {"textDocument/diagnostic", "diagnosticProvider", NULL, NULL},
    {"workspace/diagnostic", "diagnosticProvider", "workspaceDiagnostics",
     "textDocument/diagnostic"},
    {"textDocument/prepareCallHierarchy", "callHierarchyProvider", NULL, NULL},
    {"callHierarchy/incomingCalls", "callHierarchyProvider", NULL,
     "textDocument/prepareCallHierarchy"},
    {"callHierarchy/outgoingCalls", "callHierarchyProvider", NULL,
     "textDocument/prepareCallHierarchy"},
    {"textDocument/prepareTypeHierarchy", "typeHierarchyProvider", NULL, NULL},
    {"typeHierarchy/supertypes", "typeHierarchyProvider", NULL,
     "textDocument/prepareTypeHierarchy"},
    {"typeHierarchy/subtypes", "typeHierarchyProvider", NULL, "textDocument/prepareTypeHierarchy"},
    {"textDocument/semanticTokens", "semanticTokensProvider", NULL, NULL},
    {"textDocument/semanticTokens/full", "semanticTokensProvider", "full",
     "textDocument/semanticTokens"},
    {"textDocument/semanticTokens/full/delta", "semanticTokensProvider", "full.delta",
     "textDocument/semanticTokens"},
    {"textDocument/semanticTokens/range", "semanticTokensProvider", "range",
     "textDocument/semanticTokens"},
    {"workspace/symbol", "workspaceSymbolProvider", NULL, NULL},
    {"workspaceSymbol/resolve", "workspaceSymbolProvider", "resolveProvider", "workspace/symbol"},
    {"workspace/executeCommand", "executeCommandProvider", NULL, NULL},
    {"workspace/didChangeWorkspaceFolders", "workspace.workspaceFolders", "supported", NULL},
    {"workspace/willCreateFiles", "workspace.fileOperations.willCreate", NULL, NULL},
    {"workspace/didCreateFiles", "workspace.fileOperations.didCreate", NULL, NULL},
    {"workspace/willRenameFiles", "workspace.fileOperations.willRename", NULL, NULL},
    {"workspace/didRenameFiles", "workspace.fileOperations.didRename", NULL, NULL},
    {"workspace/willDeleteFiles", "workspace.fileOperations.willDelete", NULL, NULL},
    {"workspace/didDeleteFiles", "workspace.fileOperations.didDelete", NULL, NULL},
};

static const Feature *find_feature(const char *method) {
  for (size_t i = 0; i < COUNT_OF(features); i++) {
    if (!strcmp(features[i].method, method)) return &features[i];
  }
  return NULL;
}

/* A capability is `true` or an object of options; null and false are none. */
static bool is_on(const Json *value) {
  return value && value->type != JSON_NULL && !(value->type == JSON_BOOL && !value->boolean);
}

/* Some methods are part of another's capability: "resolve" beside what it
 * resolves. */
static bool has_option(const Json *options, const Feature *feature) {
  return !feature || !feature->option || is_on(json_get_path(options, feature->option));
}

/* The options under which a method is offered for an absolute path (empty: any),
 * `true` as an empty object; NULL: it is not offered. Registrations are locked. */
static const Json *find(LspServer *server, const char *method, Str path) {
  static const Json plain = {.type = JSON_OBJECT};
  const Feature *feature = find_feature(method);
  if (feature) {
    const Json *said = json_get_path(server->capabilities, feature->capability);
    if (is_on(said) && has_option(said, feature) && selector_fits(server, said, path)) {
      return said->type == JSON_OBJECT ? said : &plain;
    }
  }
  Str name = str_from_c(feature && feature->registered ? feature->registered : method);
  for (LspRegistration *each = server->registrations; each; each = each->next) {
    if (!str_eq(each->method, name)) continue;
    /* What is registered under its own name is all there by that. */
    if (feature && feature->registered && !has_option(each->options, feature)) continue;
    if (selector_fits(server, each->options, path)) return each->options ? each->options : &plain;
  }
  return NULL;
}

/* Selectors are written against whole paths. */
static Str absolute(Arena *arena, const LspServer *server, Str path) {
  return path.len ? file_join(arena, root_path(server->root), path) : path;
}

/* Asked each time and not kept: a server may register or take back at any
 * moment. */
bool lsp_server_can(LspServer *server, const char *method, Str path) {
  Arena arena;
  arena_init(&arena);
  Str whole = absolute(&arena, server, path);
  lock_take(&server->registrations_lock);
  bool can = find(server, method, whole) != NULL;
  lock_give(&server->registrations_lock);
  arena_clear(&arena);
  return can;
}

/* A copy, as a registration may be taken back while it is looked at. */
const Json *lsp_server_options(Job *job, LspServer *server, const char *method, Str path) {
  Str whole = absolute(job->arena, server, path);
  lock_take(&server->registrations_lock);
  const Json *options = find(server, method, whole);
  Str spelled = options ? json_spell(job->arena, options) : STR_EMPTY;
  lock_give(&server->registrations_lock);
  const Json *copy = NULL;
  if (spelled.len && json_read(job, spelled, &(JsonLimits){.max_depth = 1024}, &copy))
    job_forgive(job);
  return copy;
}

/* The message names server and method: callers pass it on as it is. */
Err lsp_server_need(Job *job, LspServer *server, const char *method, Str path) {
  if (lsp_server_can(server, method, path)) return OK;
  return job_fail(job, ERR_UNAVAILABLE, "%.*s does not support %s%s%.*s",
                  STR_ARG(server->kind.name), method, path.len ? " for " : "", STR_ARG(path));
}

/* ---- watched files ---- */

/* The kinds are bits, in the order of the numbers that changes have. */
static bool watcher_fits(const LspServer *server, const Json *watcher, Str path,
                         LspChangeKind kind) {
  int64_t kinds = json_get_int(watcher, STR("kind"), 7); /* 1 created, 2 changed, 4 deleted */
  if (!(kinds & (1 << (kind - 1)))) return false;
  return pattern_fits(server, json_get(watcher, STR("globPattern")), path);
}

/* With the lock. Servers are told of no file that they did not ask for. */
static bool is_watched(LspServer *server, Str path, LspChangeKind kind) {
  for (LspRegistration *each = server->registrations; each; each = each->next) {
    if (!str_eq(each->method, STR("workspace/didChangeWatchedFiles"))) continue;
    const Json *watchers = json_get(each->options, STR("watchers"));
    for (size_t i = 0; json_is(watchers, JSON_ARRAY) && i < watchers->count; i++) {
      if (watcher_fits(server, &watchers->items[i], path, kind)) return true;
    }
  }
  return false;
}

/* Under the registrations' lock alone, which comes after all others: spelling
 * thousands of changes must not hold up the hub. */
void lsp_register_watched(LspServer *server, Str root, const LspChange *changes, size_t count,
                          JsonWriter *writer, size_t *ret_count) {
  Arena arena;
  arena_init(&arena);
  *ret_count = 0;
  json_begin_array(writer);
  lock_take(&server->registrations_lock);
  for (size_t i = 0; i < count; i++, arena_reset(&arena)) {
    Str path = file_join(&arena, root, changes[i].path);
    if (!is_watched(server, path, changes[i].kind)) continue;
    json_begin_object(writer);
    json_field_str(writer, "uri", lsp_uri_from_path(&arena, path));
    json_field_int(writer, "type", changes[i].kind);
    json_end_object(writer);
    ++*ret_count;
  }
  lock_give(&server->registrations_lock);
  json_end_array(writer);
  arena_clear(&arena);
}
