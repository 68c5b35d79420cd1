/* What may be edited at all: by path, by what stands there, by what it says. */
#include "src/edit/edit_internal.h"

/* The tools' own: no edit of ours ever touches them. Compared without regard to
 * case, since file systems may have none. */
static const char *const never[] = {".git", ".hg", ".svn", ".fathom"};
/* Written by package managers; an edit by hand is lost with their next run. */
static const char *const locks[] = {"package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock",
                                    "Cargo.lock", "poetry.lock", "uv.lock", "Pipfile.lock", "pdm.lock", "go.sum",
                                    "composer.lock", "Gemfile.lock", "mix.lock", "pubspec.lock", "Podfile.lock",
                                    "Package.resolved", "packages.lock.json", "flake.lock", "gradle.lockfile"};

static Str shown(const EditPlan *plan, Str path) { return str_shown(plan->job->arena, path, 300); }

/* The path with links resolved is checked as well, by the caller: a link must
 * not lead to what a name forbids. */
Err edit_check_path(EditPlan *plan, Str path) {
  Job *job = plan->job;
  if (!path.len) return job_fail(job, ERR_USAGE, "the workspace itself is no file; name a file beneath it");
  for (Str rest = path; rest.len;) {
    Str part = str_cut(&rest, '/');
    if (str_is_among(part, never, COUNT_OF(never)) || str_starts_with(part, STR(FILE_TEMP_PREFIX))) {
      return job_fail(job, ERR_DENIED, "'%.*s' is not edited: %.*s belongs to another program; use that one", STR_ARG(shown(plan, path)),
                      STR_ARG(shown(plan, part)));
    }
  }
  if (plan->options.allow_ignored) return OK;
  IndexWhy why;
  TRY(index_why_left_out(job, plan->options.index, path, &why));
  if (!why.reason) return OK;
  return job_fail(job, ERR_DENIED, "'%.*s' is not edited, because it is left out of the workspace (%s%s%.*s); ask for ignored files if it is meant",
                  STR_ARG(shown(plan, path)), why.reason, why.rule.len ? ", by " : "", STR_ARG(shown(plan, why.rule)));
}

/* A file with several names would lose the others by being replaced, without
 * anybody being told. */
Err edit_check_entry(EditPlan *plan, const RootEntry *entry) {
  Job *job = plan->job;
  Str path = shown(plan, entry->path);
  if (!entry->exists) return job_fail(job, ERR_NOT_FOUND, "there is no file '%.*s'; create it, or look for its name with find or files", STR_ARG(path));
  if (entry->stat.kind == FILE_DIRECTORY) return job_fail(job, ERR_USAGE, "'%.*s' is a directory; name a file", STR_ARG(path));
  if (entry->stat.kind != FILE_REGULAR) return job_fail(job, ERR_DENIED, "'%.*s' is a pipe, socket or device; only regular files are edited", STR_ARG(path));
  if (entry->stat.names > 1) {
    return job_fail(job, ERR_DENIED, "'%.*s' has %u names (hard links), and an edit would part them; copy it over itself first, or edit it "
                    "with another tool", STR_ARG(path), entry->stat.names);
  }
  if (!entry->may_write) return job_fail(job, ERR_DENIED, "this user may not write '%.*s'; change its mode first", STR_ARG(path));
  return OK;
}

/* Asked for generated files, a caller may still not edit a binary one: there
 * is no text in it. */
Err edit_check_contents(EditPlan *plan, Str path, const Text *text) {
  Job *job = plan->job;
  const char *why = index_why_not_written(path, text->chars);
  if (why && str_eq_c(STR("binary"), why)) return job_fail(job, ERR_USAGE, "'%.*s' is binary; only text is edited", STR_ARG(shown(plan, path)));
  if (str_is_one_of(file_name(path), locks, COUNT_OF(locks))) why = "a lock file";
  if (!why || plan->options.allow_generated) return OK;
  return job_fail(job, ERR_DENIED, "'%.*s' is not edited, because a program writes it (%s): change what it is made from, or ask for generated "
                  "files if it is meant", STR_ARG(shown(plan, path)), why);
}
