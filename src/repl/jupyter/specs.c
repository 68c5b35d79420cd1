/* Which kernels there are: kernelspecs in the places where Jupyter keeps them,
 * and connection files of those that run. What lies in the workspace is never
 * looked at: a repository must not name a program to be started. */
#include <stdlib.h>

#include "src/os/file.h"
#include "src/os/place.h"
#include "src/os/root.h"
#include "src/repl/jupyter/jupyter_internal.h"

#define SPEC_MAX 65536
#define SPECS_MAX 100 /* of one place */
#define FILES_MAX 50
#define TEXT_MAX 200
#define PLACES_MAX 24

ReplKernelPlaces repl_kernel_places(Arena *arena, Str workspace) {
  Str venv = place_env("VIRTUAL_ENV");
  return (ReplKernelPlaces){.home = place_home(arena),
                            .data_home = place_env("XDG_DATA_HOME"),
                            .path = place_env("JUPYTER_PATH"),
                            .virtual_env = venv.len ? venv : place_env("CONDA_PREFIX"),
                            .programs = place_env("PATH"),
                            .runtime = place_env("JUPYTER_RUNTIME_DIR"),
                            .workspace = workspace};
}

/* ---- where ---- */

typedef struct Folders {
  Str items[PLACES_MAX]; /* with share/jupyter beneath them, or what that is */
  size_t count;
} Folders;

/* By its real path, so that no link leads into the workspace. */
bool repl_kernel_is_in_workspace(Job *job, const ReplKernelPlaces *places, Str path) {
  Str real, root, rest;
  if (!places->workspace.len) return false;
  if (file_real_path(job, path, &real) || file_real_path(job, places->workspace, &root)) {
    job_forgive(job);
    return true; /* nobody knows where it leads */
  }
  return file_beneath(root, real, &rest);
}

static void add_folder(Job *job, const ReplKernelPlaces *places, Folders *folders, Str base, const char *below) {
  Str path = file_join(job->arena, base, str_from_c(below));
  if (!base.len || base.ptr[0] != '/' || folders->count == PLACES_MAX || !file_exists(path)) return;
  if (!repl_kernel_is_in_workspace(job, places, path)) folders->items[folders->count++] = path;
}

/* In Jupyter's own order: what was named, the user's, the environment's, the
 * system's. */
static void find_folders(Job *job, const ReplKernelPlaces *places, Folders *ret_folders) {
  *ret_folders = (Folders){0};
  for (Str rest = places->path; rest.len;) add_folder(job, places, ret_folders, str_cut(&rest, ':'), "");
  if (places->data_home.len) add_folder(job, places, ret_folders, places->data_home, "jupyter");
  else add_folder(job, places, ret_folders, places->home, ".local/share/jupyter");
  add_folder(job, places, ret_folders, places->virtual_env, "share/jupyter");
  add_folder(job, places, ret_folders, STR("/usr/local"), "share/jupyter");
  add_folder(job, places, ret_folders, STR("/usr"), "share/jupyter");
}

/* ---- one kernelspec ---- */

/* A bare name means the program beside the environment that the kernelspec is
 * of, else the one in PATH, and never one of the workspace. */
static bool find_program(Job *job, const ReplKernelPlaces *places, Str folder, Str name, Str *ret_path) {
  if (!name.len || (str_find_byte(name, '/') != STR_NONE && name.ptr[0] != '/')) return false;
  if (name.ptr[0] == '/') {
    *ret_path = name;
    return file_can_run(name) && !repl_kernel_is_in_workspace(job, places, name);
  }
  Str share = STR("/share/jupyter"), rest = places->programs;
  if (str_ends_with(folder, share)) {
    Str prefix = str_slice(folder, 0, folder.len - share.len);
    *ret_path = file_join(job->arena, file_join(job->arena, prefix, STR("bin")), name);
    if (file_can_run(*ret_path) && !repl_kernel_is_in_workspace(job, places, *ret_path)) return true;
  }
  while (rest.len) {
    Str one = str_cut(&rest, ':');
    if (!one.len || one.ptr[0] != '/') continue;
    *ret_path = file_join(job->arena, one, name);
    if (file_can_run(*ret_path) && !repl_kernel_is_in_workspace(job, places, *ret_path)) return true;
  }
  return false;
}

static bool read_argv(Job *job, const ReplKernelPlaces *places, Str folder, const Json *argv, ReplKernel *kernel) {
  Str program;
  bool has_file = false;
  if (!json_is(argv, JSON_ARRAY) || !argv->count || argv->count > REPL_KERNEL_ARGS) return false;
  for (size_t i = 0; i < argv->count; i++) {
    const Json *word = &argv->items[i];
    if (!json_is(word, JSON_STRING) || str_find_byte(word->text, '\0') != STR_NONE) return false;
    has_file = has_file || str_contains(word->text, STR("{connection_file}"));
    kernel->argv[i] = str_to_c(job->arena, word->text);
  }
  if (!has_file || !find_program(job, places, folder, argv->items[0].text, &program)) return false;
  kernel->argv[0] = str_to_c(job->arena, program);
  return true;
}

static bool is_variable(Str name) {
  for (size_t i = 0; i < name.len; i++) {
    char c = name.ptr[i];
    if (!byte_is_word(c)) return false;
  }
  return name.len > 0;
}

static void read_env(Job *job, const Json *env, ReplKernel *kernel) {
  size_t count = 0;
  for (size_t i = 0; json_is(env, JSON_OBJECT) && i < env->count && count < REPL_KERNEL_ARGS; i++) {
    Str name = env->members[i].name, text = env->members[i].value.text;
    if (!json_is(&env->members[i].value, JSON_STRING) || !is_variable(name) || str_find_byte(text, '\0') != STR_NONE) continue;
    kernel->env[count++] = str_to_c(job->arena, str_format(job->arena, "%.*s=%.*s", STR_ARG(name), STR_ARG(text)));
  }
}

static Str text_of(Job *job, const Json *spec, const char *name) {
  return str_copy(job->arena, str_shown(job->arena, json_get_str(spec, str_from_c(name), STR_EMPTY), TEXT_MAX));
}

/* False: there is none that can be started. */
static bool read_spec(Job *job, const ReplKernelPlaces *places, Str folder, Str name, ReplKernel *ret_kernel) {
  Str own = file_join(job->arena, file_join(job->arena, folder, STR("kernels")), name), text;
  Str path = file_join(job->arena, own, STR("kernel.json"));
  const Json *spec;
  if (repl_kernel_is_in_workspace(job, places, path) || file_read(job, path, SPEC_MAX, &text) ||
      json_read(job, text, &(JsonLimits){.max_bytes = SPEC_MAX, .max_values = 2000}, &spec)) {
    job_forgive(job);
    return false;
  }
  ReplKernel kernel = {.name = str_copy(job->arena, name), .title = text_of(job, spec, "display_name"),
                       .language = text_of(job, spec, "language"), .folder = own,
                       .interrupt_mode = text_of(job, spec, "interrupt_mode")};
  if (!read_argv(job, places, folder, json_get(spec, STR("argv")), &kernel)) return false;
  read_env(job, json_get(spec, STR("env")), &kernel);
  *ret_kernel = kernel;
  return true;
}

/* As Jupyter lets them be called, so that none leads elsewhere. */
static bool is_name(Str name) {
  for (size_t i = 0; i < name.len; i++) {
    char c = name.ptr[i];
    bool is_word = byte_is_plain(c) || c == '-' || c == '_' || c == '.';
    if (!is_word) return false;
  }
  return name.len > 0 && name.len <= 100 && name.ptr[0] != '.';
}

static bool has_kernel(const ReplKernels *kernels, Str name) {
  for (size_t i = 0; i < kernels->len; i++) {
    if (str_eq_ignore_case(kernels->items[i].name, name)) return true;
  }
  return false;
}

static void add_specs(Job *job, const ReplKernelPlaces *places, Str folder, ReplKernels *kernels) {
  AUTO(Root) root = NULL;
  FileEntries entries;
  if (root_open(job, folder, &root) || root_list(job, root, STR("kernels"), &entries)) {
    job_forgive(job);
    return;
  }
  for (size_t i = 0; i < entries.len && i < SPECS_MAX; i++) {
    ReplKernel kernel;
    Str name = entries.items[i].name;
    if (!is_name(name) || has_kernel(kernels, name) || !read_spec(job, places, folder, name, &kernel)) continue;
    *vec_add(job->arena, kernels) = kernel;
  }
}

Err repl_kernels(Job *job, const ReplKernelPlaces *places, ReplKernels *ret_kernels) {
  Folders folders;
  *ret_kernels = (ReplKernels){0};
  find_folders(job, places, &folders);
  for (size_t i = 0; i < folders.count; i++) add_specs(job, places, folders.items[i], ret_kernels);
  return OK;
}

Err repl_kernel_find(Job *job, const ReplKernelPlaces *places, Str name, ReplKernel *ret_kernel) {
  ReplKernels all;
  Buf words;
  TRY(repl_kernels(job, places, &all));
  buf_init(&words, job->arena, 2000);
  for (size_t i = 0; i < all.len; i++) {
    if (str_eq_ignore_case(all.items[i].name, name)) {
      *ret_kernel = all.items[i];
      return OK;
    }
    buf_add_format(&words, "%s%.*s", i ? ", " : "", STR_ARG(all.items[i].name));
  }
  Str listed = buf_str(&words), shown = str_shown(job->arena, name, 80);
  if (!listed.len) listed = STR("none (jupyter kernelspec list shows where they lie; those inside of the workspace are not used)");
  return job_fail(job, ERR_NOT_FOUND, "there is no kernel '%.*s' here; there are: %.*s", STR_ARG(shown), STR_ARG(listed));
}

/* ---- kernels that run ---- */

static int by_age(const void *a, const void *b) {
  const FileEntry *one = a, *other = b;
  return (one->stat.mtime_ns < other->stat.mtime_ns) - (one->stat.mtime_ns > other->stat.mtime_ns);
}

Err repl_kernel_files(Job *job, const ReplKernelPlaces *places, ReplKernelFiles *ret_files) {
  AUTO(Root) root = NULL;
  FileEntries entries;
  *ret_files = (ReplKernelFiles){0};
  Str data = places->data_home.len ? places->data_home : file_join(job->arena, places->home, STR(".local/share"));
  Str folder = places->runtime.len ? places->runtime : file_join(job->arena, data, STR("jupyter/runtime"));
  if (folder.ptr[0] != '/' || !file_exists(folder) || repl_kernel_is_in_workspace(job, places, folder)) return OK;
  TRY(root_open(job, folder, &root));
  TRY(root_list_stats(job, root, STR("."), &entries));
  qsort(entries.items, entries.len, sizeof entries.items[0], by_age);
  for (size_t i = 0; i < entries.len && ret_files->len < FILES_MAX; i++) {
    Str name = entries.items[i].name;
    if (!str_starts_with(name, STR("kernel-")) || !str_ends_with(name, STR(".json"))) continue;
    *vec_add(job->arena, ret_files) = file_join(job->arena, root_path(root), name);
  }
  return OK;
}
