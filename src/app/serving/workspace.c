/* Which directory a call is about.
 * Given > environment > the client's roots > walking up from the working
 * directory. An agent stays in what the user gave it, and whether a path lies
 * there is decided by its text, before the disk is asked: so the answer about
 * anything outside is the same whether it exists or not. */
#include "src/app/app_internal.h"
#include "src/app/serving/project_internal.h"
#include "src/base/vec.h"
#include "src/os/file.h"

#define SHOWN_TREES 8
#define SHOWN_PATH 400

#define MARKERS ".git, package.json, go.mod and the like"
#define WAYS_TO_SET                                                                  \
  "set the workspace with --repo DIR, with FATHOM_REPO, or by starting fathom in a " \
  "project's directory"
#define WAYS_TO_ADD "its directory in \"roots\" of fathom's own config.json, or --roots DIR"

typedef struct Trees {
  Str *items; /* real paths */
  size_t len, cap;
} Trees;

/* What a client may reach. */
typedef struct Reach {
  Trees own;   /* where it works; the first is the workspace of calls that name none */
  Trees named; /* what it may name besides: workspaces lie there */
} Reach;

/* Paths in messages come from clients: bounded, and nothing invisible in
 * them. */
static Str shown(Job *job, Str path) { return str_shown(job->arena, path, SHOWN_PATH); }

/* ---- directories on the disk ---- */

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
  const char *why = app_project_refusal(job, real);
  if (why) {
    return job_fail(job, ERR_USAGE, "%s names '%.*s', but %s; %s", source, STR_ARG(real), why,
                    WAYS_TO_SET);
  }
  *ret_root = real;
  return OK;
}

/* The deepest directory at or above a place that is there. */
static Err existing_directory(Job *job, Str place, Str *ret_real) {
  Str real;
  FileStat stat;
  TRY(file_real_path(job, place, &real));
  while (real.len > 1 && (file_stat(job, real, &stat) || stat.kind != FILE_DIRECTORY)) {
    job_forgive(job);
    real = file_directory(real);
  }
  *ret_real = real;
  return OK;
}

/* The project around a place; empty: none. */
static Str project_at(Job *job, Str place) {
  Str real = STR_EMPTY;
  if (!existing_directory(job, place, &real)) return app_project_around(job, real);
  job_forgive(job);
  return STR_EMPTY;
}

/* The root for a place in the tree, which need not exist yet: the project
 * around it, else the directory itself; empty when none can be. */
static Err search_up(Job *job, Str place, Str *ret_root) {
  Str real;
  TRY(existing_directory(job, place, &real));
  Str root = app_project_around(job, real);
  if (!root.len && !app_project_refusal(job, real) && !app_is_installed(real)) root = real;
  *ret_root = root;
  return OK;
}

/* A directory of a tree, looked for without leaving it. */
static Err directory_within(Job *job, Str tree, Str path, Str *ret_real) {
  AUTO(Root) root = NULL;
  Str relative, real;
  FileStat stat;
  TRY(root_open(job, tree, &root));
  TRY(root_relative(job, root, path, &relative));
  TRY(root_stat(job, root, relative, &stat));
  if (stat.kind != FILE_DIRECTORY) {
    return job_fail(job, ERR_USAGE, "'%.*s' is no directory; name one", STR_ARG(shown(job, path)));
  }
  TRY(file_real_path(job, path, &real));
  if (!app_is_beneath(real, tree)) { /* swapped for a link just now */
    return job_fail(job, ERR_OUTSIDE, "'%.*s' leads out of '%.*s'", STR_ARG(shown(job, path)),
                    STR_ARG(shown(job, tree)));
  }
  *ret_real = real;
  return OK;
}

/* Refuses a path with a link that leads out of the tree (ERR_OUTSIDE, whatever
 * is or is not there) or nowhere. It need not exist. */
static Err check_within(Job *job, Str tree, Str path) {
  AUTO(Root) root = NULL;
  Str relative;
  FileStat stat;
  Err err = root_open(job, tree, &root);
  if (!err) err = root_relative(job, root, path, &relative);
  if (!err) err = root_stat(job, root, relative, &stat);
  if (err != ERR_NOT_FOUND) return err;
  job_forgive(job);
  return OK;
}

/* ---- what the user named ---- */

/* Empty: it leads nowhere, which is no error here. */
static Str real_of(Job *job, Str directory, Str path) {
  Str real = STR_EMPTY;
  if (file_real_path(job, file_join(job->arena, directory, path), &real)) job_forgive(job);
  return real;
}

/* What does not exist now is left out; the user may mean a disk that is not
 * there. */
static void add_listed(Job *job, const AppWorkspaceRequest *request, Trees *trees) {
  for (size_t i = 0; i < request->allowed_count; i++) {
    Str real = real_of(job, request->directory, request->allowed[i]);
    if (real.len) *vec_add(job->arena, trees) = real;
  }
}

/* The first tree that holds the path by its text; empty: none. */
static Str tree_around(const Trees *trees, Str path) {
  for (size_t i = 0; i < trees->len; i++) {
    if (app_is_beneath(path, trees->items[i])) return trees->items[i];
  }
  return STR_EMPTY;
}

/* A path on the way to its real spelling; the longest name that it begins
 * with wins, as the more exact one. */
typedef struct Respelling {
  Job *job;
  const AppWorkspaceRequest *request;
  Str path;
  size_t longest; /* of the names it began with so far */
  Str real;
} Respelling;

static void respell(Respelling *respelling, const Str *names, size_t count) {
  Job *job = respelling->job;
  for (size_t i = 0; i < count; i++) {
    Str rest, real, name = file_join(job->arena, respelling->request->directory, names[i]);
    if (!names[i].len || name.len <= respelling->longest || name.len < 2) continue;
    if (!file_beneath(name, respelling->path, &rest)) continue;
    if (!(real = real_of(job, STR_EMPTY, name)).len) continue;
    respelling->longest = name.len;
    respelling->real = file_join(job->arena, real, rest);
  }
}

/* The path with its beginning by the real name, where that is one of those
 * that the user goes by and that lead through links: home, working directory,
 * roots. Only these are looked up. */
static Str real_spelling(Job *job, const AppWorkspaceRequest *request, Str path) {
  Respelling respelling = {.job = job, .request = request, .path = path, .real = path};
  const Str set[] = {request->given, request->env};
  respell(&respelling, set, COUNT_OF(set));
  respell(&respelling, request->aliases, request->alias_count);
  respell(&respelling, request->allowed, request->allowed_count);
  /* What a client elsewhere calls its root is nobody's word. */
  if (!request->is_remote) respell(&respelling, request->roots, request->root_count);
  return respelling.real;
}

/* ---- words ---- */

static Str list_trees(Job *job, const Reach *reach) {
  Buf text;
  buf_init(&text, job->arena, 16384);
  size_t count = 0;
  for (size_t i = 0; i < reach->own.len + reach->named.len; i++) {
    bool is_own = i < reach->own.len;
    Str tree = is_own ? reach->own.items[i] : reach->named.items[i - reach->own.len];
    if (!is_own && str_eq(tree_around(&reach->own, tree), tree)) continue; /* said */
    if (count++ < SHOWN_TREES) buf_add_format(&text, "%s'%.*s'", text.len ? ", " : "", STR_ARG(shown(job, tree)));
  }
  if (count > SHOWN_TREES) buf_add_format(&text, " and %zu more", count - SHOWN_TREES);
  return count ? buf_str(&text) : STR("none");
}

static Err deny(Job *job, const Reach *reach, Str path) {
  return job_fail(job, ERR_DENIED,
                  "'%.*s' lies in no workspace that is served here (%.*s); another workspace is the "
                  "user's to add: " WAYS_TO_ADD,
                  STR_ARG(shown(job, path)), STR_ARG(list_trees(job, reach)));
}

static Err fail_nowhere(Job *job, const AppWorkspaceRequest *request) {
  return job_fail(job, ERR_USAGE,
                  "no workspace: '%.*s' is the home directory or a system directory, and no "
                  "project (" MARKERS ") lies at or above it; %s",
                  STR_ARG(shown(job, request->directory)), WAYS_TO_SET);
}

/* ---- a client on this machine ---- */

/* Why a root that a client tells is not taken; NULL: it is. What the user
 * named by other ways needs no further reason. */
static const char *root_refusal(Job *job, const AppWorkspaceRequest *request, Str real) {
  const char *why = app_project_refusal(job, real);
  Trees named = {0};
  if (why) return why;
  add_listed(job, request, &named);
  if (tree_around(&named, real).len) return NULL;
  if (app_is_hidden(job, real) && !app_is_beneath(real, project_at(job, request->directory))) {
    return "it lies in a hidden folder of the home directory";
  }
  return app_project_around(job, real).len ? NULL : "it is no project (" MARKERS ")";
}

static Err fail_roots(Job *job, Str root, const char *why) {
  return job_fail(job, ERR_DENIED,
                  "no workspace: the client's root '%.*s' is not taken, because %s; the user can add "
                  "it: " WAYS_TO_ADD ". Or %s",
                  STR_ARG(shown(job, root)), why, WAYS_TO_SET);
}

/* Editors start us anywhere and tell by roots what is open in them: a project
 * among these is as good as one the user started us in. */
static Err reach_here(Job *job, const AppWorkspaceRequest *request, Reach *reach) {
  const char *why = NULL;
  Str refused = STR_EMPTY, here;
  for (size_t i = 0; i < request->root_count; i++) {
    Str root;
    Err err = take_directory(job, request->roots[i], "the client's root", request->directory, &root);
    const char *reason = err ? "it is no directory, or one that can't be a workspace"
                             : root_refusal(job, request, root);
    if (err) job_forgive(job);
    if (!reason) *vec_add(job->arena, &reach->own) = root;
    if (reason && !why) why = reason, refused = request->roots[i];
  }
  if (reach->own.len) return OK;
  if (why && !project_at(job, request->directory).len) return fail_roots(job, refused, why);
  TRY(search_up(job, request->directory, &here));
  if (!here.len) return fail_nowhere(job, request);
  *vec_add(job->arena, &reach->own) = here;
  return OK;
}

/* ---- a client elsewhere ---- */

static Err fail_unserved(Job *job, const AppWorkspaceRequest *request, const Reach *reach) {
  return job_fail(job, ERR_USAGE,
                  "no workspace: over HTTP only what the user named is served, and '%.*s', where it was "
                  "started, is no project (" MARKERS "). Served: %.*s. The user can add one: " WAYS_TO_ADD
                  " or --repo DIR of 'fathom serve --http'",
                  STR_ARG(shown(job, request->directory)), STR_ARG(list_trees(job, reach)));
}

static Err fail_unserved_roots(Job *job, const AppWorkspaceRequest *request, const Reach *reach) {
  return job_fail(job, ERR_DENIED,
                  "none of the client's roots ('%.*s') is served here. Served: %.*s. Over HTTP a client "
                  "chooses among what the user named; another workspace is the user's to add: " WAYS_TO_ADD
                  " of 'fathom serve --http'. With --repo DIR that one is served whatever a client's roots are",
                  STR_ARG(shown(job, request->roots[0])), STR_ARG(list_trees(job, reach)));
}

/* A key opens what the user named, and nothing else: the client's roots choose
 * from that. */
static Err reach_elsewhere(Job *job, const AppWorkspaceRequest *request, Reach *reach) {
  Str here = project_at(job, request->directory);
  if (here.len) *vec_add(job->arena, &reach->named) = here;
  add_listed(job, request, &reach->named);
  if (!request->root_count && !here.len) return fail_unserved(job, request, reach);
  if (!request->root_count) *vec_add(job->arena, &reach->own) = here;
  for (size_t i = 0; i < request->root_count; i++) {
    Str real, path = real_spelling(job, request, file_join(job->arena, STR("/"), request->roots[i]));
    Str tree = tree_around(&reach->named, path);
    if (tree.len && !directory_within(job, tree, path, &real) && !app_project_refusal(job, real)) {
      *vec_add(job->arena, &reach->own) = real;
    }
    job_forgive(job);
  }
  return reach->own.len ? OK : fail_unserved_roots(job, request, reach);
}

/* ---- which one ---- */

/* A directory given outright is the only one: no roots, no listed trees
 * besides. */
static Err find_reach(Job *job, const AppWorkspaceRequest *request, Reach *reach) {
  Str root;
  if (request->given.len || request->env.len) {
    bool is_given = request->given.len > 0;
    TRY(take_directory(job, is_given ? request->given : request->env, is_given ? "--repo" : "FATHOM_REPO",
                       request->directory, &root));
    *vec_add(job->arena, &reach->own) = root;
    return OK;
  }
  return (request->is_remote ? reach_elsewhere : reach_here)(job, request, reach);
}

/* The workspace in a tree that the user named: the project at or above the
 * path, or the tree itself where that is a part of a larger project. */
static Str workspace_within(Job *job, Str tree, Str real, Str otherwise) {
  Str root = app_project_around(job, real);
  if (root.len) return app_is_beneath(root, tree) ? root : tree;
  return otherwise;
}

/* A path may not exist yet. */
static Str workspace_of_path(Job *job, Str tree, Str path) {
  Str real = STR_EMPTY;
  Err err = existing_directory(job, path, &real);
  if (err) job_forgive(job);
  return !err && app_is_beneath(real, tree) ? workspace_within(job, tree, real, tree) : tree;
}

/* Where a relative path counts from the workspace's root, because the client's
 * directory lies elsewhere. */
static bool is_in_own(Job *job, const Reach *reach, Str path) {
  if (!reach->own.len || str_starts_with(path, STR("/"))) return false;
  Str own = reach->own.items[0];
  return app_is_beneath(file_join(job->arena, own, path), own);
}

/* The refusal names what was asked and what may be, never whether it exists. */
static Err choose_named(Job *job, const Reach *reach, Str asked, Str path, Str *ret_root) {
  Str real, own = tree_around(&reach->own, path), tree = own;
  if (!tree.len) tree = tree_around(&reach->named, path);
  if (!tree.len) return deny(job, reach, asked);
  TRY(directory_within(job, tree, path, &real));
  *ret_root = own.len ? own : workspace_within(job, tree, real, real);
  return OK;
}

static Err choose_by_path(Job *job, const Reach *reach, Str asked, Str path, Str *ret_root) {
  Str tree = tree_around(&reach->own, path), root = tree;
  if (!tree.len && is_in_own(job, reach, asked)) {
    root = tree = reach->own.items[0];
    path = file_join(job->arena, tree, asked);
  }
  if (!tree.len) tree = tree_around(&reach->named, path);
  if (!tree.len) return deny(job, reach, asked);
  TRY(check_within(job, tree, path));
  *ret_root = root.len ? root : workspace_of_path(job, tree, path);
  return OK;
}

/* The user said which one it is, on the command line or in the environment. */
static bool is_set(const AppWorkspaceRequest *request) { return request->given.len || request->env.len; }

/* Its own comes first, whatever is listed. */
static Err choose(Job *job, const AppWorkspaceRequest *request, const Reach *reach, Str *ret_root) {
  Str asked = request->named.len ? request->named : request->path, real;
  Str path = file_join(job->arena, request->directory, asked);
  if (path.len > FILE_PATH_MAX || str_find_byte(path, '\0') != STR_NONE) return file_real_path(job, path, &real);
  if (!tree_around(&reach->own, path).len) path = real_spelling(job, request, path);
  return (request->named.len ? choose_named : choose_by_path)(job, reach, asked, path, ret_root);
}

/* A call may name what the user gave: the client's own, or a listed one. `err`
 * says why there is no own one, which another may do without. */
static Err find_for_agent(Job *job, const AppWorkspaceRequest *request, Reach *reach, Err err, Str *ret_root) {
  if (!request->is_remote || is_set(request)) add_listed(job, request, &reach->named);
  bool is_absolute = request->named.len || str_starts_with(request->path, STR("/"));
  if (err && !(is_absolute && reach->named.len)) return err;
  job_forgive(job);
  return choose(job, request, reach, ret_root);
}

/* A person names any workspace: by name, or by a path in it. */
static Err find_for_person(Job *job, const AppWorkspaceRequest *request, const Reach *reach, Str *ret_root) {
  Str real, root, own = reach->own.len ? reach->own.items[0] : STR_EMPTY;
  Str asked = file_join(job->arena, request->directory, request->named.len ? request->named : request->path);
  if (request->named.len) TRY(take_directory(job, asked, "the argument", request->directory, &real));
  else TRY(file_real_path(job, asked, &real));
  if (own.len && app_is_beneath(real, own)) {
    *ret_root = own;
    return OK;
  }
  TRY(search_up(job, real, &root));
  if (!root.len && request->named.len) root = real;
  if (!root.len) {
    return job_fail(job, ERR_USAGE, "no workspace at or above '%.*s' (searched for " MARKERS "); %s",
                    STR_ARG(shown(job, asked)), WAYS_TO_SET);
  }
  *ret_root = root;
  return OK;
}

Err app_workspace_find(Job *job, const AppWorkspaceRequest *request, Str *ret_root) {
  Reach reach = {0};
  Err err = find_reach(job, request, &reach);
  /* One that was set stands for every path: the tools say what is outside. */
  if (!request->named.len && (!request->path.len || is_set(request))) {
    TRY(err);
    *ret_root = reach.own.items[0];
    return OK;
  }
  if (!request->by_user) return find_for_agent(job, request, &reach, err, ret_root);
  job_forgive(job);
  return find_for_person(job, request, &reach, ret_root);
}

bool app_workspace_is_project(Job *job, Str root) { return app_project_around(job, root).len > 0; }
