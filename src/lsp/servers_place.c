/* Where servers are installed, and in which directory of a workspace one is to
 * run. Looks, and starts nothing. */
#include "src/lsp/servers_internal.h"
#include "src/os/place.h"

/* ---- programs ---- */

/* Where package managers put what belongs to one project. */
static const char *const project_folders[] = {"node_modules/.bin", ".venv/bin", "venv/bin", "vendor/bin"};
/* And what belongs to one user: programs with a window seldom have them in
 * their PATH. */
static const char *const home_folders[] = {".local/bin",    "go/bin",     ".cargo/bin", ".dotnet/tools",
                                           ".ghcup/bin",    ".opam/default/bin", ".npm-global/bin",
                                           ".local/share/coursier/bin"};

/* A folder may have its bit for running set, too. */
static bool is_program(Job *job, Str path) {
  FileStat stat;
  if (file_stat(job, path, &stat)) {
    job_forgive(job);
    return false;
  }
  return stat.kind == FILE_REGULAR && file_can_run(path);
}

/* `folder/name` when it is one; folders that are not absolute mean another
 * place for everybody who asks, and are passed over. */
static Str program_in(Job *job, Str folder, Str name) {
  if (!str_starts_with(folder, STR("/"))) return STR_EMPTY;
  Str path = file_join(job->arena, folder, name);
  return is_program(job, path) ? path : STR_EMPTY;
}

/* From the directory of the file up to the workspace's own: a part of a
 * monorepo may have its own version. */
static Str find_in_project(Job *job, const LspPlaces *places, Str name) {
  Str directory = places->directory;
  for (;;) {
    Str here = file_join(job->arena, places->root, directory);
    for (size_t i = 0; i < COUNT_OF(project_folders); i++) {
      Str found = program_in(job, file_join(job->arena, here, str_from_c(project_folders[i])), name);
      if (found.len) return found;
    }
    if (!directory.len || str_eq_c(directory, ".")) return STR_EMPTY;
    directory = file_directory(directory);
  }
}

/* The project's own before the user's, since a server must fit the versions
 * that the project uses. */
static Str find_named(Job *job, const LspPlaces *places, Str name) {
  Arena *arena = job->arena;
  if (str_find_byte(name, '/') != STR_NONE) { /* the user's own: a path */
    Str path = file_join(arena, places->root, name);
    return is_program(job, path) ? path : STR_EMPTY;
  }
  Str found = places->root.len ? find_in_project(job, places, name) : STR_EMPTY;
  if (!found.len && places->virtual_env.len) found = program_in(job, file_join(arena, places->virtual_env, STR("bin")), name);
  Str rest = places->path_variable.len ? places->path_variable : place_env("PATH");
  while (!found.len && rest.len) found = program_in(job, str_cut(&rest, ':'), name);
  for (size_t i = 0; !found.len && places->home.len && i < COUNT_OF(home_folders); i++) {
    found = program_in(job, file_join(arena, places->home, str_from_c(home_folders[i])), name);
  }
  return found;
}

Str lsp_server_program(Job *job, const LspServerKind *kind, const LspPlaces *places) {
  Str found = STR_EMPTY;
  for (size_t i = 0; !found.len && i < kind->program_count; i++) found = find_named(job, places, kind->programs[i]);
  return found;
}

/* ---- roots ---- */

/* For markers like *.sln, whose name differs from project to project. */
bool lsp_folder_has(Job *job, Root *root, Str directory, Str ending) {
  FileEntries entries = {0};
  bool found = false;
  if (root_list(job, root, directory, &entries)) job_forgive(job);
  for (size_t i = 0; !found && i < entries.len; i++) found = str_ends_with(entries.items[i].name, ending);
  return found;
}

static bool has_marker(Job *job, Root *root, Str directory, Str marker) {
  FileStat stat;
  if (marker.ptr[0] == '*') return lsp_folder_has(job, root, directory, str_slice(marker, 1, marker.len));
  if (!root_stat(job, root, directory.len ? file_join(job->arena, directory, marker) : marker, &stat)) return true;
  job_forgive(job);
  return false;
}

/* Any of those that are, or are not, for the outermost directory. */
static bool has_any(Job *job, const LspServerKind *kind, Root *root, Str directory, bool outermost) {
  for (size_t i = 0; i < kind->marker_count; i++) {
    Str marker = kind->markers[i];
    bool is_outermost = marker.ptr[0] == '^';
    if (is_outermost) marker = str_slice(marker, 1, marker.len);
    if (is_outermost == outermost && has_marker(job, root, directory, marker)) return true;
  }
  return false;
}

/* Empty is the workspace itself. */
static Str parent_of(Str directory) {
  Str parent = file_directory(directory);
  return str_eq_c(parent, ".") ? STR_EMPTY : parent;
}

/* False: no directory has a marker. Markers for the outermost are looked for
 * first and on the whole way up, as for a workspace of many packages; the
 * others mean the nearest. */
static bool find_root(Job *job, const LspServerKind *kind, Root *root, Str path, Str *ret_directory) {
  bool found = false;
  Str directory = parent_of(path);
  for (Str at = directory;; at = parent_of(at)) {
    if (has_any(job, kind, root, at, true)) *ret_directory = at, found = true;
    if (!at.len) break;
  }
  for (Str at = directory; !found; at = parent_of(at)) {
    if (has_any(job, kind, root, at, false)) *ret_directory = at, found = true;
    if (!at.len) break;
  }
  return found;
}

Str lsp_server_root(Job *job, const LspServerKind *kind, Root *root, Str path) {
  Str directory = STR_EMPTY;
  return find_root(job, kind, root, path, &directory) ? directory : STR_EMPTY;
}

/* For servers that take effect only where a project says so. */
bool lsp_server_is_marked(Job *job, const LspServerKind *kind, Root *root, Str path) {
  Str directory;
  return find_root(job, kind, root, path, &directory);
}
