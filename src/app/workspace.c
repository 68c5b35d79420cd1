/* Which directory a call is about.
 * Given > environment > the client's roots > walking up from the path
 * argument or the working directory. An agent stays in its own workspace: a
 * path into another one counts only when the user listed it. */
#include "src/app/app_internal.h"
#include "src/os/file.h"
#include "src/os/place.h"

/* Version control first: in a monorepo a package's manifest is nearer than
 * the root everybody means. */
static const char *const repository_markers[] = {".fathom/config.json", ".git", ".jj", ".hg",
                                                 ".svn"};
static const char *const project_markers[] = {
    "package.json",   "pyproject.toml", "setup.py",      "go.work",       "go.mod",
    "Cargo.toml",     "pom.xml",        "build.gradle",  "settings.gradle", "build.gradle.kts",
    "CMakeLists.txt", "meson.build",    "compile_commands.json", "configure.ac", "Gemfile",
    "composer.json",  "mix.exs",        "Package.swift", "build.zig",     "dune-project",
    "deno.json",      "tsconfig.json",  "Makefile"};

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

/* "/" as a tree is never meant. */
static bool is_beneath(Str path, Str tree) {
  Str rest;
  return tree.len > 1 && file_beneath(tree, path, &rest);
}

static bool is_installed(Str real) {
  for (size_t i = 0; i < COUNT_OF(installed_trees); i++) {
    if (is_beneath(real, str_from_c(installed_trees[i]))) return true;
  }
  return false;
}

/* Why a directory can't be a workspace, or NULL. */
static const char *refusal(Job *job, Str real) {
  Str home = place_home(job->arena);
  Str real_home;
  if (home.len && !file_real_path(job, home, &real_home) && str_eq(real, real_home)) {
    return "it is the home directory itself";
  }
  job_forgive(job);
  for (size_t i = 0; i < COUNT_OF(system_directories); i++) {
    if (str_eq_c(real, system_directories[i])) return "it is a system directory";
  }
  for (size_t i = 0; i < COUNT_OF(system_trees); i++) {
    if (is_beneath(real, str_from_c(system_trees[i]))) return "it is a system directory";
  }
  return NULL;
}

#define WAYS_TO_SET                                                                  \
  "set the workspace with --repo DIR, with FATHOM_REPO, or by starting fathom in a " \
  "project's directory"

/* A directory somebody named, taken as it stands. */
static Err take_directory(Job *job, Str path, const char *source, Str base, Str *ret_root) {
  Str real;
  FileStat stat;
  Str absolute = file_join(job->arena, base, path);
  TRY(file_real_path(job, absolute, &real));
  Err err = file_stat(job, real, &stat);
  if (err || stat.kind != FILE_DIRECTORY) {
    job_forgive(job);
    return job_fail(job, ERR_USAGE, "%s names '%.*s', which is no directory", source,
                    STR_ARG(absolute));
  }
  const char *why = refusal(job, real);
  if (why) {
    return job_fail(job, ERR_USAGE, "%s names '%.*s', but %s; %s", source, STR_ARG(real), why,
                    WAYS_TO_SET);
  }
  *ret_root = real;
  return OK;
}

static bool has_marker(Arena *arena, Str directory, const char *const *markers, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (file_exists(file_join(arena, directory, str_from_c(markers[i])))) return true;
  }
  return false;
}

/* Nearest directory at or above `start` with one of the markers. */
static Str climb(Job *job, Str start, const char *const *markers, size_t count) {
  for (Str at = start;; at = file_directory(at)) {
    if (!refusal(job, at) && has_marker(job->arena, at, markers, count)) return at;
    if (at.len <= 1) return STR_EMPTY;
  }
}

/* The root for a place in the tree; empty when none can be. The place itself
 * need not exist yet. */
static Err search_up(Job *job, Str place, Str *ret_root) {
  Str real;
  TRY(file_real_path(job, place, &real));
  FileStat stat;
  while (real.len > 1 && (file_stat(job, real, &stat) || stat.kind != FILE_DIRECTORY)) {
    job_forgive(job);
    real = file_directory(real);
  }
  Str root = climb(job, real, repository_markers, COUNT_OF(repository_markers));
  if (!root.len) root = climb(job, real, project_markers, COUNT_OF(project_markers));
  if (!root.len && !refusal(job, real) && !is_installed(real)) root = real;
  *ret_root = root;
  return OK;
}

/* The listed directory that `real` lies in; empty: none. */
static Str listed_around(Job *job, const AppWorkspaceRequest *request, Str real) {
  for (size_t i = 0; i < request->allowed_count; i++) {
    Str listed;
    if (!file_real_path(job, request->allowed[i], &listed) && is_beneath(real, listed)) return listed;
    job_forgive(job);
  }
  return STR_EMPTY;
}

/* The first usable one of the client's roots; of several, the one that holds
 * the path. */
static Str from_roots(Job *job, const AppWorkspaceRequest *request) {
  Str first = STR_EMPTY, real_path = STR_EMPTY;
  Str absolute = file_join(job->arena, request->directory, request->path);
  if (request->path.len && file_real_path(job, absolute, &real_path)) job_forgive(job);
  for (size_t i = 0; i < request->root_count; i++) {
    Str root;
    if (take_directory(job, request->roots[i], "the client's root", request->directory, &root)) {
      job_forgive(job);
      continue;
    }
    if (real_path.len && is_beneath(real_path, root)) return root;
    if (!first.len) first = root;
  }
  return first;
}

static Err from_path(Job *job, const AppWorkspaceRequest *request, Str own_root, Str *ret_root) {
  Str absolute = file_join(job->arena, request->directory, request->path);
  Str real, root;
  TRY(file_real_path(job, absolute, &real));
  if (own_root.len && is_beneath(real, own_root)) {
    *ret_root = own_root;
    return OK;
  }
  TRY(search_up(job, absolute, &root));
  if (root.len && (request->by_user || listed_around(job, request, root).len)) {
    *ret_root = root;
    return OK;
  }
  if (!root.len) {
    return job_fail(job, ERR_USAGE,
                    "no workspace at or above '%.*s' (searched for %s and the like); %s",
                    STR_ARG(absolute), ".git, package.json, go.mod", WAYS_TO_SET);
  }
  return job_fail(job, ERR_DENIED,
                  "'%.*s' lies in another workspace, '%.*s'; the user can allow it by adding that "
                  "directory to \"roots\" in fathom's own config.json",
                  STR_ARG(request->path), STR_ARG(root));
}

/* A workspace that a call names is the client's own, or one the user listed:
 * the project at or above it, or the listed directory itself. */
static Err from_name(Job *job, const AppWorkspaceRequest *request, Str *ret_root) {
  AppWorkspaceRequest own = *request;
  Str real, own_root = STR_EMPTY, root;
  own.named = own.path = STR_EMPTY;
  if (app_workspace_find(job, &own, &own_root)) job_forgive(job);
  TRY(take_directory(job, request->named, "the argument", request->directory, &real));
  if (own_root.len && is_beneath(real, own_root)) {
    *ret_root = own_root;
    return OK;
  }
  Str listed = listed_around(job, request, real);
  if (!listed.len && !request->by_user) {
    return job_fail(job, ERR_DENIED,
                    "'%.*s' is another workspace than this one; the user can allow it by adding it to \"roots\" in "
                    "fathom's own config.json, or with --roots",
                    STR_ARG(request->named));
  }
  TRY(search_up(job, real, &root));
  bool is_within = root.len && (request->by_user || is_beneath(root, listed));
  *ret_root = is_within ? root : listed.len ? listed : real;
  return OK;
}

Err app_workspace_find(Job *job, const AppWorkspaceRequest *request, Str *ret_root) {
  if (request->named.len) return from_name(job, request, ret_root);
  if (request->given.len) {
    return take_directory(job, request->given, "--repo", request->directory, ret_root);
  }
  if (request->env.len) {
    return take_directory(job, request->env, "FATHOM_REPO", request->directory, ret_root);
  }
  Str own_root = from_roots(job, request);
  if (!own_root.len) TRY(search_up(job, request->directory, &own_root));
  if (request->path.len) return from_path(job, request, own_root, ret_root);
  if (!own_root.len) {
    return job_fail(job, ERR_USAGE,
                    "no workspace: '%.*s' is the home directory or a system directory, and no "
                    "project (.git, package.json, go.mod and the like) lies at or above it; %s",
                    STR_ARG(request->directory), WAYS_TO_SET);
  }
  *ret_root = own_root;
  return OK;
}
