/* Shadow: a git folder of our own that stands for a repository's.
 * Git does what the configuration beside the data says, and that came with the
 * repository: filters, monitors, text conversions, transports, pagers, files to
 * include. Switching off each by name is a race against the next one. So git is
 * given a folder that holds our own configuration, with links to the branches
 * and the index of the repository; that one's settings, hooks and attributes are
 * never read. It lies in this user's cache, private, and is made anew when lost. */
#include "src/base/hash.h"
#include "src/history/shadow_internal.h"
#include "src/os/place.h"
#include "src/os/root.h"

#define HEAD_MAX 4096
#define CONFIG_MAX 4096

/* Where lines are converted, `input` makes their ends no difference; to have it
 * everywhere would double the time for files that git has to look into. */
static const char settings[] =
    "[core]\n\trepositoryformatversion = %d\n\tbare = false\n\tfilemode = false\n\tautocrlf = %s\n"
    "\tsafecrlf = false\n\tquotePath = false\n\tfsmonitor = false\n\tuntrackedCache = false\n\thooksPath = /dev/null\n"
    "\tattributesFile = /dev/null\n\texcludesFile = /dev/null\n\tpager = cat\n\tlogAllRefUpdates = false\n"
    "[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n[protocol]\n\tallow = never\n[log]\n\tshowSignature = false\n"
    "[diff]\n\tautoRefreshIndex = false\n[safe]\n\tbareRepository = explicit\n%s";

/* Written only when it says something else, as it seldom does. */
static Err put_file(Job *job, Str path, size_t max, Str text) {
  Str old;
  Err err = file_read(job, path, max, &old);
  if (!err && str_eq(old, text)) return OK;
  job_forgive(job);
  return file_write(job, path, text, 0600);
}

/* Links to what is not there yet are made as well: it may appear between two
 * calls. */
static Err put_named(Job *job, Str shadow, Str name, Str folder) {
  return file_link(job, file_join(job->arena, shadow, name), file_join(job->arena, folder, name));
}

/* A split index has a part that git looks for beside its configuration. */
static Err put_shared_index(Job *job, Str shadow, Str git_dir) {
  AUTO(Root) root = NULL;
  FileEntries entries;
  if (root_open(job, git_dir, &root) || root_list(job, root, STR_EMPTY, &entries)) {
    TRY(job_check(job));
    job_forgive(job);
    return OK;
  }
  for (size_t i = 0; i < entries.len; i++) {
    const FileEntry *entry = &entries.items[i];
    bool is_part = entry->kind == FILE_REGULAR && str_starts_with(entry->name, STR("sharedindex."));
    if (is_part) TRY(put_named(job, shadow, entry->name, git_dir));
  }
  return OK;
}

/* Branches are shared by all working trees; where each of them stands is its
 * own. */
static Err put_links(Job *job, Str shadow, const Repository *repository) {
  static const char *const shared[] = {"refs", "packed-refs", "shallow", "logs/refs"};
  static const char *const own[] = {"logs/HEAD", "ORIG_HEAD", "FETCH_HEAD", "MERGE_HEAD", "CHERRY_PICK_HEAD"};
  for (size_t i = 0; i < COUNT_OF(shared); i++) TRY(put_named(job, shadow, str_from_c(shared[i]), repository->common_dir));
  for (size_t i = 0; i < COUNT_OF(own); i++) TRY(put_named(job, shadow, str_from_c(own[i]), repository->git_dir));
  return put_shared_index(job, shadow, repository->git_dir);
}

/* HEAD is a copy: git takes no link there that leads out of its folder. */
static Err put_files(Job *job, Str shadow, const Repository *repository) {
  Str head;
  TRY(file_read(job, file_join(job->arena, repository->git_dir, STR("HEAD")), HEAD_MAX, &head));
  TRY(put_file(job, file_join(job->arena, shadow, STR("HEAD")), HEAD_MAX, head));
  Str text = str_format(job->arena, settings, repository->is_sha256 ? 1 : 0, repository->converts_lines ? "input" : "false",
                        repository->is_sha256 ? "[extensions]\n\tobjectFormat = sha256\n" : "");
  return put_file(job, file_join(job->arena, shadow, STR("config")), CONFIG_MAX, text);
}

/* Named by the folders it stands for, so that several working trees of one
 * repository have one each. Made again with every call, which costs a few
 * looks at the disk and mends what was lost. */
static Err make_shadow(Job *job, const Repository *repository, Str home, Str *ret_shadow) {
  uint64_t name = hash_combine(hash_str(repository->git_dir), hash_str(repository->common_dir));
  Str shadow = file_join(job->arena, home, str_format(job->arena, "%016llx", (unsigned long long)name));
  TRY(file_make_dir(job, home, true));
  TRY(file_make_dir(job, file_join(job->arena, shadow, STR("logs")), true));
  TRY(put_files(job, shadow, repository));
  TRY(put_links(job, shadow, repository));
  *ret_shadow = shadow;
  return OK;
}

/* A home that cannot be written is no reason to have no history. */
Err history_shadow(Job *job, const Repository *repository, Str *ret_shadow) {
  Str cache = file_join(job->arena, place_cache(job->arena), STR("git"));
  if (!make_shadow(job, repository, cache, ret_shadow)) return OK;
  TRY(job_check(job));
  job_forgive(job);
  return make_shadow(job, repository, file_join(job->arena, place_runtime(job->arena), STR("git")), ret_shadow);
}
