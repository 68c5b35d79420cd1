/* fathom link: repositories that are looked at together. */
#include "src/app/app_internal.h"
#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/os/place.h"

#define LINKED_MAX 32 /* with one repository */

static Err find_root(AppRun *run, Str given, Str *ret_root) {
  AppWorkspaceRequest request = {.given = given, .directory = file_working_directory(run->job->arena), .by_user = true};
  return app_workspace_find(run->job, &request, ret_root);
}

static bool is_pair(const AppLink *link, Str one, Str other) {
  return (str_eq(link->one, one) && str_eq(link->other, other)) || (str_eq(link->one, other) && str_eq(link->other, one));
}

static Err list_links(AppRun *run) {
  AppLinks links;
  Arena *arena = run->job->arena;
  TRY(app_links_read(run->job, &links));
  for (size_t i = 0; i < links.len; i++) {
    const AppLink *one = &links.items[i];
    bool is_gone = !file_exists(one->one) || !file_exists(one->other);
    buf_add_format(run->out, "%.*s  %.*s%s\n", STR_ARG(str_visible(arena, one->one)), STR_ARG(str_visible(arena, one->other)),
                   is_gone ? "  (one of them is not there)" : "");
  }
  if (!links.len) buf_add_c(run->out, "no repositories are linked\n");
  return OK;
}

/* One inside the other is read with it already. */
static Err check_pair(Job *job, const AppLinks *links, Str own, Str other) {
  size_t count = 0;
  if (str_eq(own, other)) return job_fail(job, ERR_USAGE, "'%.*s' is this repository itself; name another one", STR_ARG(other));
  if (str_is_beneath(other, own) || str_is_beneath(own, other)) {
    return job_fail(job, ERR_USAGE, "one of '%.*s' and '%.*s' lies in the other, and is indexed with it", STR_ARG(own), STR_ARG(other));
  }
  for (size_t i = 0; i < links->len; i++) count += str_eq(links->items[i].one, own) || str_eq(links->items[i].other, own);
  if (count >= LINKED_MAX) return job_fail(job, ERR_TOO_LARGE, "%d repositories are linked with '%.*s' already; take one back with 'fathom link --remove DIR'", LINKED_MAX, STR_ARG(own));
  return OK;
}

/* The path as written first: the directory may be gone by now. */
static Err unlink_from(AppRun *run) {
  Job *job = run->job;
  if (!run->word_count) return job_fail(job, ERR_USAGE, "name the repository that is no longer to be linked with this one");
  Str own, other = run->words[0];
  AppLinks links;
  TRY(find_root(run, run->word_count > 1 ? run->words[1] : STR_EMPTY, &own));
  TRY(app_links_read(job, &links));
  size_t kept = 0, before = links.len;
  for (int again = 0; again < 2 && links.len == before; again++) {
    if (again) TRY(find_root(run, run->words[0], &other));
    kept = 0;
    for (size_t i = 0; i < before; i++) {
      if (!is_pair(&links.items[i], own, other)) links.items[kept++] = links.items[i];
    }
    links.len = kept;
  }
  if (links.len == before) return job_fail(job, ERR_NOT_FOUND, "'%.*s' is not linked with '%.*s'; 'fathom link --list' shows what is", STR_ARG(other), STR_ARG(own));
  TRY(app_links_write(job, &links));
  buf_add_format(run->out, "no longer linked: %.*s with %.*s\n", STR_ARG(str_visible(job->arena, own)), STR_ARG(str_visible(job->arena, other)));
  return OK;
}

static Err link_with(AppRun *run) {
  Job *job = run->job;
  Str own, other;
  AppLinks links;
  if (app_flag(run, "remove")) return unlink_from(run);
  if (app_flag(run, "list") || !run->word_count) return list_links(run);
  TRY(find_root(run, run->words[0], &other));
  TRY(find_root(run, run->word_count > 1 ? run->words[1] : STR_EMPTY, &own));
  TRY(app_links_read(job, &links));
  TRY(check_pair(job, &links, own, other));
  bool is_known = false;
  for (size_t i = 0; i < links.len; i++) is_known |= is_pair(&links.items[i], own, other);
  if (!is_known) {
    *vec_add(job->arena, &links) = (AppLink){own, other};
    TRY(app_links_write(job, &links));
  }
  buf_add_format(run->out, "%s: %.*s with %.*s\n", is_known ? "already linked" : "linked", STR_ARG(str_visible(job->arena, own)),
                 STR_ARG(str_visible(job->arena, other)));
  return OK;
}

static const AppFlag link_flags[] = {{"list", NULL, "Show what is linked."}, {"remove", NULL, "Take the link back."}, {0}};

const AppCommand app_command_link = {
    .name = "link",
    .usage = "[DIR [REPOSITORY]]",
    .summary = "Look at two repositories together.",
    .help = "Imports of packages that the other repository has lead into it, and what is used from there is found by its "
            "callers here, both ways. Each keeps its own index. Who may ask about one of them is told names and places "
            "of the other where references cross. Only you can link: nothing in a repository does.",
    .flags = link_flags,
    .run = link_with,
};
