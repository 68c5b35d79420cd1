/* Trusted workspaces: where language servers, builds, tests and REPLs may
 * execute the project's code. Kept in the user's config folder by real path,
 * never in the repository itself. */
#include "src/app/app_internal.h"
#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/os/place.h"

#define TRUST_MAX_BYTES ((size_t)4 << 20)

typedef struct TrustList {
  VEC(Str) paths;
} TrustList;

static Str trust_file(Arena *arena) {
  return file_join(arena, place_config(arena), STR("trusted.json"));
}

static Err read_list(Job *job, TrustList *ret_list) {
  *ret_list = (TrustList){0};
  const Json *json;
  TRY(app_read_json(job, trust_file(job->arena), TRUST_MAX_BYTES, &json));
  const Json *trusted = json_get(json, STR("trusted"));
  for (size_t i = 0; json_is(trusted, JSON_ARRAY) && i < trusted->count; i++) {
    if (json_is(&trusted->items[i], JSON_STRING)) {
      *vec_add(job->arena, &ret_list->paths) = trusted->items[i].text;
    }
  }
  return OK;
}

static Err write_list(Job *job, const TrustList *list) {
  Buf text;
  JsonWriter json;
  buf_init(&text, job->arena, TRUST_MAX_BYTES);
  json_writer_init(&json, &text, 2);
  json_begin_object(&json);
  json_field_array(&json, "trusted");
  for (size_t i = 0; i < list->paths.len; i++) json_str(&json, list->paths.items[i]);
  json_end_array(&json);
  json_end_object(&json);
  buf_add_byte(&text, '\n');
  if (text.overflow) return job_fail(job, ERR_TOO_LARGE, "too many trusted workspaces");
  TRY(file_make_dir(job, place_config(job->arena), true));
  return file_write(job, trust_file(job->arena), buf_str(&text), 0600);
}

static size_t find_path(const TrustList *list, Str path) {
  for (size_t i = 0; i < list->paths.len; i++) {
    if (str_eq(list->paths.items[i], path)) return i;
  }
  return STR_NONE;
}

bool app_is_trusted(Job *job, Str root) {
  TrustList list;
  if (read_list(job, &list)) { /* unreadable: nobody is trusted */
    job_forgive(job);
    return false;
  }
  return find_path(&list, root) != STR_NONE;
}

/* The directory given is the root as it stands; without one it is searched. */
static Err chosen_root(AppRun *run, Str *ret_root) {
  Arena *arena = run->job->arena;
  AppWorkspaceRequest request = {
      .given = run->word_count ? run->words[0] : STR_EMPTY,
      .directory = file_working_directory(arena),
      .by_user = true,
  };
  return app_workspace_find(run->job, &request, ret_root);
}

static Err list_trusted(AppRun *run) {
  TrustList list;
  TRY(read_list(run->job, &list));
  for (size_t i = 0; i < list.paths.len; i++) {
    buf_add(run->out, str_visible(run->job->arena, list.paths.items[i]));
    buf_add_byte(run->out, '\n');
  }
  if (!list.paths.len) buf_add_c(run->out, "no workspace is trusted\n");
  return OK;
}

static Err trust(AppRun *run) {
  if (app_flag(run, "list")) return list_trusted(run);
  Str root;
  TrustList list;
  TRY(chosen_root(run, &root));
  TRY(read_list(run->job, &list));
  bool known = find_path(&list, root) != STR_NONE;
  if (!known) {
    *vec_add(run->job->arena, &list.paths) = root;
    TRY(write_list(run->job, &list));
  }
  buf_add_format(run->out, "%s: %.*s\n", known ? "already trusted" : "trusted", STR_ARG(root));
  return OK;
}

static Err untrust(AppRun *run) {
  Str root;
  TrustList list;
  TRY(read_list(run->job, &list));
  /* The path as written first: a trusted directory may be gone by now. */
  size_t at = run->word_count ? find_path(&list, run->words[0]) : STR_NONE;
  if (at == STR_NONE) {
    TRY(chosen_root(run, &root));
    at = find_path(&list, root);
  } else {
    root = list.paths.items[at];
  }
  if (at == STR_NONE) {
    return job_fail(run->job, ERR_NOT_FOUND, "'%.*s' is not trusted; 'fathom trust --list' shows "
                    "what is", STR_ARG(root));
  }
  for (size_t i = at; i + 1 < list.paths.len; i++) list.paths.items[i] = list.paths.items[i + 1];
  list.paths.len--;
  TRY(write_list(run->job, &list));
  buf_add_format(run->out, "no longer trusted: %.*s\n", STR_ARG(root));
  return OK;
}

static const AppFlag trust_flags[] = {{"list", NULL, "Show the trusted workspaces."}, {0}};

const AppCommand app_command_trust = {
    .name = "trust",
    .usage = "[DIR]",
    .summary = "Allow a workspace's own code to be executed.",
    .help = "Language servers, builds, tests and REPLs execute code of the project they work on. "
            "They run only in trusted workspaces. Indexing, queries and edits need no trust.",
    .flags = trust_flags,
    .run = trust,
};

const AppCommand app_command_untrust = {
    .name = "untrust",
    .usage = "[DIR]",
    .summary = "Take trust back.",
    .run = untrust,
};
