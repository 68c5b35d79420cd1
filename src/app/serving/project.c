/* What makes a directory a project, and what is never one. Knows nothing of
 * who asks. */
#include "src/app/serving/project_internal.h"
#include "src/languages/language.h"
#include "src/os/file.h"
#include "src/os/place.h"

/* Version control first: in a monorepo a package's manifest is nearer than
 * the root everybody means. */
static const char repository_markers[] = ".fathom/config.json .git .jj .hg .svn";
/* Beside the manifests of the languages that are indexed. */
static const char other_manifests[] = "Cargo.toml Gemfile composer.json mix.exs Package.swift build.zig dune-project";

static const char *const system_directories[] = {
    "/",        "/home",    "/root",     "/usr",       "/usr/bin",   "/usr/lib", "/usr/local",
    "/usr/share", "/usr/include", "/usr/src", "/var",  "/var/tmp",   "/var/lib", "/tmp",
    "/opt",     "/srv",     "/mnt",      "/media",     "/run",       "/lost+found"};
/* Nothing beneath these is a project either. */
static const char *const system_trees[] = {"/proc", "/sys", "/dev", "/boot", "/etc", "/bin",
                                           "/sbin", "/lib", "/lib32", "/lib64"};

/* A project may lie here, but not every directory is one. */
static const char *const installed_trees[] = {"/usr", "/opt", "/run", "/var/lib", "/var/log",
                                              "/var/cache", "/var/spool"};

bool app_is_beneath(Str path, Str tree) {
  Str rest;
  return tree.len > 1 && file_beneath(tree, path, &rest);
}

static bool is_in_one_of(Str real, const char *const *trees, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (app_is_beneath(real, str_from_c(trees[i]))) return true;
  }
  return false;
}

bool app_is_installed(Str real) {
  return is_in_one_of(real, installed_trees, COUNT_OF(installed_trees));
}

/* Empty when there is no home. */
static Str real_home(Job *job) {
  Str home = place_home(job->arena), real = STR_EMPTY;
  if (home.len && file_real_path(job, home, &real)) job_forgive(job);
  return real;
}

/* Directly beneath the home directory: a hidden folder there is some program's
 * own. */
bool app_is_hidden(Job *job, Str real) {
  Str home = real_home(job), rest;
  return home.len > 1 && file_beneath(home, real, &rest) && rest.len && rest.ptr[0] == '.';
}

/* NULL: it may be one. The reason is the end of a sentence. */
const char *app_project_refusal(Job *job, Str real) {
  Str home = real_home(job);
  if (home.len && str_eq(real, home)) return "it is the home directory itself";
  for (size_t i = 0; i < COUNT_OF(system_directories); i++) {
    if (str_eq_c(real, system_directories[i])) return "it is a system directory";
  }
  bool is_system = is_in_one_of(real, system_trees, COUNT_OF(system_trees));
  return is_system ? "it is a system directory" : NULL;
}

static bool has_any(Arena *arena, Str directory, const char *names) {
  Str rest = str_from_c(names);
  while (rest.len) {
    if (file_exists(file_join(arena, directory, str_cut(&rest, ' ')))) return true;
  }
  return false;
}

bool app_is_repository(Arena *arena, Str directory) { return has_any(arena, directory, repository_markers); }

/* By the manifests that the languages themselves name, and a few of languages
 * that are not indexed. */
static bool is_project(Arena *arena, Str directory) {
  for (const Language *const *at = language_registry; *at; at++) {
    if (has_any(arena, directory, (*at)->home.manifests)) return true;
  }
  return has_any(arena, directory, other_manifests);
}

/* Nearest directory at or above `start` that is one. */
static Str climb(Job *job, Str start, bool (*is_one)(Arena *arena, Str directory)) {
  for (Str at = start;; at = file_directory(at)) {
    if (is_one(job->arena, at) && !app_project_refusal(job, at)) return at;
    if (at.len <= 1) return STR_EMPTY;
  }
}

/* Empty: there is none. A repository outranks every manifest, however near. */
Str app_project_around(Job *job, Str real) {
  Str root = climb(job, real, app_is_repository);
  return root.len ? root : climb(job, real, is_project);
}
