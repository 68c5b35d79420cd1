/* Which servers there are for a file or a language. */
#include "src/lsp/servers_internal.h"

#include "src/base/json.h"
#include "src/os/file.h"

/* The user's entries come first. Everything lives in the job's arena, texts of
 * the table included. */
Err lsp_servers_read(Job *job, Str data, const LspServerChoice *choices, size_t choice_count,
                     const LspServers **ret_servers) {
  LspKinds table = {0};
  LspServers *servers = ARENA_NEW(job->arena, LspServers);
  TRY(lsp_table_read(job, data.len ? data : str_from_c(lsp_table), &table));
  TRY(lsp_choices_read(job, &table, choices, choice_count, &servers->kinds));
  for (size_t i = 0; i < table.len; i++) *vec_add(job->arena, &servers->kinds) = table.items[i];
  *ret_servers = servers;
  return OK;
}

const LspServerKind *lsp_servers_list(const LspServers *servers, size_t *ret_count) {
  *ret_count = servers->kinds.len;
  return servers->kinds.items;
}

/* ---- by file ---- */

/* How well an entry fits a file name; 0: not at all. The longer extension is
 * the better one, a whole name the best. */
static size_t fit(Str extension, Str name) {
  if (extension.ptr[0] == '=') return str_eq(str_slice(extension, 1, extension.len), name) ? SIZE_MAX : 0;
  if (name.len < extension.len + 2) return 0;
  Str end = str_slice(name, name.len - extension.len - 1, name.len);
  return end.ptr[0] == '.' && str_eq_ignore_case(str_slice(end, 1, end.len), extension) ? extension.len : 0;
}

/* The language is that of the extension that fits best: one server may serve
 * several. */
static size_t best_fit(const LspServerKind *kind, Str path, Str *ret_language) {
  size_t best = 0;
  Str name = file_name(path);
  for (size_t i = 0; i < kind->extension_count; i++) {
    size_t found = fit(kind->extensions[i], name);
    if (found <= best) continue;
    best = found;
    *ret_language = kind->extension_languages[i];
  }
  return best;
}

Str lsp_server_language(const LspServerKind *kind, Str path) {
  Str language = STR_EMPTY;
  (void)best_fit(kind, path, &language);
  return language;
}

/* The name of a server may be given in place of a language, and means that
 * server. */
static size_t fit_language(const LspServerKind *kind, Str language) {
  if (str_eq(kind->name, language)) return 2;
  for (size_t i = 0; i < kind->language_count; i++) {
    if (str_eq(kind->languages[i], language)) return 1;
  }
  return 0;
}

typedef struct Candidate {
  const LspServerKind *kind;
  size_t fit;
  size_t place; /* in the list */
} Candidate;

/* The user's own first, linters last: those answer few questions. */
static size_t rank_of(const LspServerKind *kind) {
  return kind->from_user ? 0 : kind->quirks & LSP_QUIRK_LINTER ? 2 : 1;
}

static int by_rank(const void *a, const void *b) {
  const Candidate *x = a, *y = b;
  size_t rank_x = rank_of(x->kind), rank_y = rank_of(y->kind);
  if (rank_x != rank_y) return rank_x < rank_y ? -1 : 1;
  if (x->fit != y->fit) return x->fit > y->fit ? -1 : 1;
  return x->place < y->place ? -1 : 1;
}

/* With room for one more, so that an empty list has a place to point to. */
const LspServerKind **lsp_servers_for(Arena *arena, const LspServers *servers, Str path, Str language_id,
                                      size_t *ret_count) {
  VEC(Candidate) found = {0};
  for (size_t i = 0; i < servers->kinds.len; i++) {
    const LspServerKind *kind = &servers->kinds.items[i];
    Str language;
    size_t how = path.len ? best_fit(kind, path, &language) : fit_language(kind, language_id);
    if (how) *vec_add(arena, &found) = (Candidate){kind, how, i};
  }
  if (found.len) qsort(found.items, found.len, sizeof(Candidate), by_rank);
  const LspServerKind **kinds = ARENA_ARRAY(arena, const LspServerKind *, found.len + 1);
  for (size_t i = 0; i < found.len; i++) kinds[i] = found.items[i].kind;
  *ret_count = found.len;
  return kinds;
}

/* Some spell out how they were built. */
Str lsp_version_shown(Job *job, Str version) {
  const Json *json;
  if (str_starts_with(version, STR("{"))) {
    if (json_read(job, version, NULL, &json)) job_forgive(job);
    else version = json_get_str(json, STR("Version"), version);
  }
  return str_shown(job->arena, version, 60);
}

/* ---- copies ---- */

static const Str *copy_list(Arena *arena, const Str *items, size_t count) {
  Str *copy = ARENA_ARRAY(arena, Str, count);
  for (size_t i = 0; i < count; i++) copy[i] = str_copy(arena, items[i]);
  return copy;
}

/* Runs outlive the job whose arena the list is in. */
const LspServerKind *lsp_server_kind_copy(Arena *arena, const LspServerKind *kind) {
  LspServerKind *copy = ARENA_NEW(arena, LspServerKind);
  *copy = *kind;
  copy->name = str_copy(arena, kind->name);
  copy->languages = copy_list(arena, kind->languages, kind->language_count);
  copy->extensions = copy_list(arena, kind->extensions, kind->extension_count);
  copy->extension_languages = copy_list(arena, kind->extension_languages, kind->extension_count);
  copy->command = copy_list(arena, kind->command, kind->command_count);
  copy->programs = copy_list(arena, kind->programs, kind->program_count);
  copy->markers = copy_list(arena, kind->markers, kind->marker_count);
  copy->settings = str_copy(arena, kind->settings);
  copy->install = str_copy(arena, kind->install);
  copy->connect = str_copy(arena, kind->connect);
  return copy;
}
