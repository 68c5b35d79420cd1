/* Which languages a workspace has, most files first, and which server each has
 * here. Reads names of files alone; starts nothing. */
#include "src/app/app_internal.h"
#include "src/base/vec.h"
#include "src/lsp/servers.h"
#include "src/os/file.h"
#include "src/os/place.h"
#include "src/scan/scan.h"

/* One survey. Files of an extension that was met before cost one look into a
 * map. */
typedef struct Survey {
  Job *job;
  const LspServers *table;
  const AppServerPlaces *places;
  Root *root;
  Map by_extension; /* extension -> ToolServerFound*; one with no name: nobody reads it */
  Map by_language;
} Survey;

static Str directory_of(Str path) {
  Str directory = file_directory(path);
  return str_eq_c(directory, ".") ? STR_EMPTY : directory;
}

/* The one that a call for the file would use, else the first that could be
 * installed. */
static const LspServerKind *kind_for(Survey *survey, Str path, Str *ret_program) {
  size_t count;
  const LspServerKind **kinds = lsp_servers_for(survey->job->arena, survey->table, path, STR_EMPTY, &count);
  LspPlaces places = {.root = survey->places->root, .directory = directory_of(path),
                      .path_variable = survey->places->path_variable, .virtual_env = survey->places->virtual_env,
                      .home = survey->places->home};
  const LspServerKind *first = NULL;
  for (size_t i = 0; i < count; i++) {
    if (kinds[i]->quirks & LSP_QUIRK_LINTER) continue;
    if ((kinds[i]->quirks & LSP_QUIRK_MARKED) && !lsp_server_is_marked(survey->job, kinds[i], survey->root, path)) continue;
    *ret_program = kinds[i]->connect.len ? kinds[i]->connect : lsp_server_program(survey->job, kinds[i], &places);
    if (ret_program->len) return kinds[i];
    if (!first) first = kinds[i];
  }
  return first;
}

/* What stands for the file's kind: its extension, else its name. */
static Str key_of(Str path) {
  Str name = file_name(path);
  size_t dot = str_find_last_byte(name, '.');
  return dot == STR_NONE || !dot ? name : str_slice(name, dot + 1, name.len);
}

/* One answer for each ending of a file's name and one for each language: a tree
 * of thousands of files asks the table of servers a few times only. */
static ToolServerFound *look_up(Survey *survey, Str path) {
  Arena *arena = survey->job->arena;
  Str key = key_of(path), program = STR_EMPTY;
  ToolServerFound *found = map_get(&survey->by_extension, key);
  if (found) return found;
  const LspServerKind *kind = kind_for(survey, path, &program);
  Str language = kind ? lsp_server_language(kind, path) : STR_EMPTY;
  found = kind ? map_get(&survey->by_language, language) : NULL;
  if (!found) {
    found = ARENA_NEW(arena, ToolServerFound);
    if (kind) {
      *found = (ToolServerFound){.language = language, .extension = key, .name = kind->name, .program = program,
                                 .command = kind->command, .command_count = kind->command_count,
                                 .install = kind->install, .sample = str_copy(arena, path), .untested = kind->untested};
      map_put(&survey->by_language, language, found);
    }
  }
  map_put_copy(&survey->by_extension, key, found);
  return found;
}

static int by_files(const void *a, const void *b) {
  const ToolServerFound *x = a, *y = b;
  if (x->files != y->files) return x->files > y->files ? -1 : 1;
  return str_compare(x->language, y->language);
}

/* The workspace is walked with the usual ignore rules, without its index, so
 * that it works before anything was indexed. */
Err app_servers_survey(Job *job, const LspServers *table, const AppServerPlaces *places, ToolServersFound *ret_found) {
  AUTO(Root) root = NULL;
  ScanFiles files = {0};
  Survey survey = {.job = job, .table = table, .places = places};
  TRY(root_open(job, places->root, &root));
  TRY(scan_path(job, root, STR_EMPTY, NULL, &files));
  survey.root = root;
  map_init(&survey.by_extension, job->arena);
  map_init(&survey.by_language, job->arena);
  for (size_t i = 0; i < files.len; i++) {
    if (files.items[i].stat.kind == FILE_REGULAR && !str_ends_with(files.items[i].path, STR("/"))) {
      look_up(&survey, files.items[i].path)->files++;
    }
  }
  *ret_found = (ToolServersFound){.root = places->root, .is_trusted = app_is_trusted(job, places->root)};
  for (MapEntry *entry = NULL; (entry = map_next(&survey.by_language, entry));) {
    *vec_add(job->arena, ret_found) = *(const ToolServerFound *)entry->value;
  }
  if (ret_found->len) qsort(ret_found->items, ret_found->len, sizeof(ToolServerFound), by_files);
  return OK;
}

/* With the client's own variables: what it would get in its terminal. */
Err app_servers_find(ToolScope *scope, ToolCall *call, Str directory, ToolServersFound *ret_found) {
  const AppClient *client = scope->context;
  Index *index;
  AppConfig *config;
  const LspServers *table;
  TRY(scope->workspace(scope, call, directory, &index));
  AppServerPlaces places = {.root = index_root(index), .path_variable = app_client_env(client, "PATH"),
                            .virtual_env = app_client_env(client, "VIRTUAL_ENV"), .home = app_client_env(client, "HOME")};
  TRY(app_client_config_for(call->job, client, places.root, &config));
  TRY(app_servers_table(call->job, config, &table));
  return app_servers_survey(call->job, table, &places, ret_found);
}
