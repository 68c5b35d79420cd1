/* Which program is for which files: by their endings and by what lies in their
 * directories. Looks, and starts nothing. A row fits a directory by its
 * markers, which are files that its ecosystem keeps there. What is chosen is
 * data until check_run starts it. */
#include "src/check/check_internal.h"
#include "src/lsp/servers.h"
#include "src/os/file.h"
#include "src/os/place.h"

#define MARKER_MAX ((size_t)256 << 10) /* bytes of a manifest that are looked at */
/* Of one question; a monorepo could give one for each of its packages. */
#define RUNS_MAX 8
#define FOLDERS_MAX 40 /* looked into for files of a tool */

/* ---- markers ---- */

/* Four forms: `.` is the root of the workspace, `*.x` any file of that ending,
 * `name:text` a file that has the text in it, `name` a file or folder. Errors
 * of looking are forgiven: what cannot be seen is not there. */
static bool has_marker(Job *job, Root *root, Str directory, Str marker) {
  FileStat stat;
  Str text, name = marker;
  size_t colon = str_find_byte(marker, ':');
  if (str_eq_c(marker, ".")) return !directory.len;
  if (marker.ptr[0] == '*') return lsp_folder_has(job, root, directory, str_slice(marker, 1, marker.len));
  if (colon != STR_NONE) name = str_slice(marker, 0, colon);
  Str path = directory.len ? file_join(job->arena, directory, name) : name;
  bool is_there = !root_stat(job, root, path, &stat);
  if (is_there && colon != STR_NONE) {
    is_there = !root_read(job, root, path, MARKER_MAX, &text) && str_contains(text, str_slice(marker, colon + 1, marker.len));
  }
  if (!is_there) job_forgive(job);
  return is_there;
}

/* By the ending alone; a row with `*` takes every file. */
static bool is_for_file(const CheckTool *tool, Str path) {
  Str name = file_name(path);
  size_t dot = str_find_last_byte(name, '.');
  Str ending = dot == STR_NONE ? STR_EMPTY : str_slice(name, dot + 1, name.len);
  for (size_t i = 0; i < tool->extensions.len; i++) {
    Str extension = tool->extensions.items[i];
    if (str_eq_c(extension, "*") || (ending.len && str_eq_ignore_case(extension, ending))) return true;
  }
  return false;
}

/* "" is the root, which file_directory calls ".". */
static Str parent_of(Str directory) {
  Str parent = file_directory(directory);
  return str_eq_c(parent, ".") ? STR_EMPTY : parent;
}

static bool is_marked(Job *job, Root *root, const CheckTool *tool, Str directory) {
  for (size_t i = 0; i < tool->markers.len; i++) {
    if (has_marker(job, root, directory, tool->markers.items[i])) return true;
  }
  return false;
}

/* The nearest directory from this one up that has a marker. */
static bool find_directory(Job *job, Root *root, const CheckTool *tool, Str from, Str *ret_directory) {
  for (Str at = from;; at = parent_of(at)) {
    if (is_marked(job, root, tool, at)) {
      *ret_directory = at;
      return true;
    }
    if (!at.len) return false;
  }
}

/* ---- programs ---- */

/* PATH without the folders that lie in the workspace: what a repository brings
 * is run only from where its ecosystem keeps programs. */
static Str outside_of(Arena *arena, Str root, Str path_variable) {
  Buf out;
  buf_init(&out, arena, path_variable.len + 1);
  for (Str rest = path_variable; rest.len;) {
    Str folder = str_cut(&rest, ':'), beneath;
    if (!str_starts_with(folder, STR("/")) || str_eq(folder, root) || file_beneath(root, folder, &beneath)) continue;
    if (out.len) buf_add_byte(&out, ':');
    buf_add(&out, folder);
  }
  return buf_str(&out);
}

/* `./gradlew`: where the marker is, and nowhere else. */
static Str find_wrapper(Job *job, Root *root, Str directory, Str name) {
  FileStat stat;
  name = str_slice(name, 2, name.len);
  Str path = directory.len ? file_join(job->arena, directory, name) : name;
  if (root_stat(job, root, path, &stat)) {
    job_forgive(job);
    return STR_EMPTY;
  }
  Str whole = file_join(job->arena, root_path(root), path);
  return stat.kind == FILE_REGULAR && file_can_run(whole) ? whole : STR_EMPTY;
}

/* Programs are looked for where language servers are, by the same code: the
 * project's own folders first, then PATH. A wrapper that lies in the project
 * is a row of its own. */
static Str find_program(Job *job, const CheckPlaces *places, const CheckTool *tool, Str directory) {
  Str path = places->path_variable.len ? places->path_variable : place_env("PATH");
  LspPlaces where = {.root = root_path(places->root), .directory = directory, .virtual_env = places->virtual_env, .home = places->home};
  if (str_starts_with(tool->programs.items[0], STR("./"))) return find_wrapper(job, places->root, directory, tool->programs.items[0]);
  LspServerKind kind = {.programs = tool->programs.items, .program_count = tool->programs.len};
  where.path_variable = outside_of(job->arena, where.root, path);
  if (!where.path_variable.len) where.path_variable = STR("/nonexistent"); /* empty would mean ours */
  return lsp_server_program(job, &kind, &where);
}

/* ---- runs ---- */

/* Whether files that it is for lie in a directory, or in a folder there. */
static bool has_files(Job *job, Root *root, const CheckTool *tool, Str directory, bool with_folders) {
  FileEntries entries = {0};
  size_t folders = 0;
  bool found = false;
  if (root_list(job, root, directory, &entries)) job_forgive(job);
  for (size_t i = 0; !found && i < entries.len; i++) {
    Str name = entries.items[i].name;
    if (str_starts_with(name, STR("."))) continue;
    found = is_for_file(tool, name) && str_find_byte(name, '.') != STR_NONE;
    bool is_folder = str_find_byte(name, '.') == STR_NONE && with_folders && folders++ < FOLDERS_MAX;
    if (!found && is_folder) found = has_files(job, root, tool, directory.len ? file_join(job->arena, directory, name) : name, false);
  }
  return found;
}

/* A tool that every root is good enough for says nothing about one without
 * files of its own. */
static bool is_real(Job *job, Root *root, const CheckTool *tool, Str directory) {
  for (size_t i = 0; i < tool->markers.len; i++) {
    if (!str_eq_c(tool->markers.items[i], ".") && has_marker(job, root, directory, tool->markers.items[i])) return true;
  }
  return false;
}

/* One question and its answer under way. */
typedef struct Choice {
  Job *job;
  const CheckTable *table;
  const CheckPlaces *places;
  const CheckWanted *wanted;
  CheckRuns *runs;
} Choice;

/* By kind, and by one of the row's languages where one was named. */
static bool is_asked(const Choice *choice, const CheckTool *tool) {
  if (tool->kind != choice->wanted->kind) return false;
  Str language = choice->wanted->language;
  if (!language.len) return true;
  for (Str rest = tool->language; rest.len;) {
    if (str_eq(str_cut(&rest, ','), language)) return true;
  }
  return false;
}

/* Files that share a program and a directory are one run of it. NULL: there
 * are as many runs as one question may have. */
static CheckRun *run_of(const Choice *choice, const CheckTool *tool, Str directory) {
  for (size_t i = 0; i < choice->runs->len; i++) {
    CheckRun *run = &choice->runs->items[i];
    if (run->tool == tool && str_eq(run->directory, directory)) return run;
  }
  if (choice->runs->len >= RUNS_MAX) return NULL;
  CheckRun *run = vec_add(choice->job->arena, choice->runs);
  *run = (CheckRun){.tool = tool, .directory = directory, .program = find_program(choice->job, choice->places, tool, directory)};
  return run;
}

static void add_file(const Choice *choice, const CheckTool *tool, Str directory, Str file) {
  CheckRun *run = run_of(choice, tool, directory);
  if (run && file.len) *vec_add(choice->job->arena, &run->files) = file;
}

/* The depth of a directory: nearer ones are deeper. */
static size_t depth_of(Str directory) { return directory.len ? 1 + str_count_byte(directory, '/') : 0; }

/* The nearest; the one that is installed among equals, else the first; what
 * fits anything comes after what fits this. `file` may be empty. The rank is
 * one number in which each reason outweighs all later ones together: a row for
 * this language, a real marker, a deeper directory, an installed program.
 * Depths are far below the thousand between them. */
static void add_nearest(const Choice *choice, Str from, Str file) {
  const CheckTool *best = NULL;
  Str where = STR_EMPTY;
  size_t best_rank = 0;
  for (size_t i = 0; i < choice->table->len; i++) {
    const CheckTool *tool = &choice->table->items[i];
    Str directory;
    if (!is_asked(choice, tool) || (file.len && !is_for_file(tool, file))) continue;
    if (!find_directory(choice->job, choice->places->root, tool, from, &directory)) continue;
    bool is_any = str_eq_c(tool->language, "any");
    bool is_installed = find_program(choice->job, choice->places, tool, directory).len > 0;
    bool is_marked_there = is_real(choice->job, choice->places->root, tool, directory);
    if (!file.len && !is_marked_there && !has_files(choice->job, choice->places->root, tool, directory, true)) continue;
    size_t rank = 1 + (is_any ? 0 : 4000) + (is_marked_there ? 2000 : 0) + 2 * depth_of(directory) + is_installed;
    if (rank <= best_rank) continue;
    best = tool, where = directory, best_rank = rank;
  }
  if (best) add_file(choice, best, where, file);
}

/* All of them, each where its own configuration lies; what is not installed is
 * left out, because nobody asked for it by name. */
static void add_linters(const Choice *choice, Str from, Str file) {
  for (size_t i = 0; i < choice->table->len; i++) {
    const CheckTool *tool = &choice->table->items[i];
    Str directory;
    if (!is_asked(choice, tool) || (file.len && !is_for_file(tool, file))) continue;
    if (!file.len && tool->some.len && !tool->all.len) continue; /* it needs files */
    if (!find_directory(choice->job, choice->places->root, tool, from, &directory)) continue;
    if (find_program(choice->job, choice->places, tool, directory).len) add_file(choice, tool, directory, file);
  }
}

Err check_choose(Job *job, const CheckTable *table, const CheckPlaces *places, const CheckWanted *wanted, CheckRuns *ret_runs) {
  *ret_runs = (CheckRuns){0};
  Choice choice = {.job = job, .table = table, .places = places, .wanted = wanted, .runs = ret_runs};
  bool is_lint = wanted->kind == CHECK_LINT;
  for (size_t i = 0; i < wanted->file_count; i++) {
    Str file = wanted->files[i];
    TRY(job_check(job));
    if (is_lint) add_linters(&choice, parent_of(file), file);
    else add_nearest(&choice, parent_of(file), file);
  }
  if (wanted->file_count) return OK;
  if (is_lint) add_linters(&choice, wanted->under, STR_EMPTY);
  else add_nearest(&choice, wanted->under, STR_EMPTY);
  return job_check(job);
}
