/* Trusted workspaces: where language servers, builds, tests and REPLs may
 * execute the project's code. Kept in the user's config folder, never in the
 * repository itself, by real path and by which directory that was: one that
 * was deleted and cloned again, put in its place or mounted over it has not
 * been looked at by anybody. */
#include "src/app/app_internal.h"
#include "src/base/vec.h"
#include "src/os/file.h"
#include "src/os/place.h"

#define TRUST_MAX_BYTES ((size_t)4 << 20)

/* Which directory it was: its inode, and when it was made, since numbers of
 * inodes are used again. Not its device, whose number is another after the
 * next start of the machine. */
typedef struct Trusted {
  Str path;
  bool is_bound; /* the rest is known */
  uint64_t inode;
  int64_t birth_ns; /* 0: the file system does not say */
} Trusted;

typedef struct TrustList {
  VEC(Trusted) entries;
} TrustList;

static Str trust_file(Arena *arena) {
  return file_join(arena, place_config(arena), STR("trusted.json"));
}

static void read_entry(Job *job, const Json *json, TrustList *list) {
  if (json_is(json, JSON_STRING)) { /* by an earlier version */
    *vec_add(job->arena, &list->entries) = (Trusted){.path = json->text};
    return;
  }
  int64_t inode, birth_ns;
  Trusted entry = {.path = json_get_str(json, STR("path"), STR_EMPTY)};
  entry.is_bound = json_to_int(json_get(json, STR("inode")), &inode) && json_to_int(json_get(json, STR("born")), &birth_ns);
  if (entry.is_bound) entry.inode = (uint64_t)inode, entry.birth_ns = birth_ns;
  if (entry.path.len) *vec_add(job->arena, &list->entries) = entry;
}

/* A file that is not there is an empty list; one that cannot be read is an
 * error, which app_trust_of takes for nobody. */
static Err read_list(Job *job, TrustList *ret_list) {
  *ret_list = (TrustList){0};
  const Json *json;
  TRY(app_read_json(job, trust_file(job->arena), TRUST_MAX_BYTES, &json));
  const Json *trusted = json_get(json, STR("trusted"));
  for (size_t i = 0; json_is(trusted, JSON_ARRAY) && i < trusted->count; i++) {
    read_entry(job, &trusted->items[i], ret_list);
  }
  return OK;
}

static void write_entry(JsonWriter *json, const Trusted *entry) {
  if (!entry->is_bound) {
    json_str(json, entry->path);
    return;
  }
  json_begin_object(json);
  json_field_str(json, "path", entry->path);
  json_field_int(json, "inode", (int64_t)entry->inode);
  json_field_int(json, "born", entry->birth_ns);
  json_end_object(json);
}

static Err write_list(Job *job, const TrustList *list) {
  AppListFile file;
  app_list_begin(&file, job->arena, TRUST_MAX_BYTES, "trusted");
  for (size_t i = 0; i < list->entries.len; i++) write_entry(&file.json, &list->entries.items[i]);
  return app_list_end(&file, job, trust_file(job->arena), "too many trusted workspaces");
}

static Trusted *find_entry(const TrustList *list, Str path) {
  for (size_t i = 0; i < list->entries.len; i++) {
    if (str_eq(list->entries.items[i].path, path)) return &list->entries.items[i];
  }
  return NULL;
}

bool app_is_same_directory(Job *job, Str path, uint64_t inode, int64_t birth_ns) {
  FileStat now;
  if (file_stat(job, path, &now)) {
    job_forgive(job);
    return false;
  }
  return now.kind == FILE_DIRECTORY && now.inode == inode && now.birth_ns == birth_ns;
}

/* Looked at anew each time: trust must end with the directory it was given
 * to. */
static AppTrust judge(Job *job, const Trusted *entry) {
  if (!entry->is_bound) return APP_TRUST_OLD;
  return app_is_same_directory(job, entry->path, entry->inode, entry->birth_ns) ? APP_TRUSTED : APP_TRUST_CHANGED;
}

AppTrust app_trust_of(Job *job, Str root) {
  TrustList list;
  if (read_list(job, &list)) { /* unreadable: nobody is trusted */
    job_forgive(job);
    return APP_UNTRUSTED;
  }
  const Trusted *entry = find_entry(&list, root);
  return entry ? judge(job, entry) : APP_UNTRUSTED;
}

bool app_is_trusted(Job *job, Str root) { return app_trust_of(job, root) == APP_TRUSTED; }

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

Err app_trust_list(Job *job, AppTrustEntries *ret_entries) {
  TrustList list;
  AppTrustEntries entries = {0};
  TRY(read_list(job, &list));
  for (size_t i = 0; i < list.entries.len; i++) {
    *vec_add(job->arena, &entries) = (AppTrustEntry){list.entries.items[i].path, judge(job, &list.entries.items[i])};
  }
  *ret_entries = entries;
  return OK;
}

const char *app_trust_note(AppTrust trust) {
  static const char *const notes[] = {
      [APP_UNTRUSTED] = "not trusted",
      [APP_TRUSTED] = "",
      [APP_TRUST_CHANGED] = "no longer: another directory is there now, or none",
      [APP_TRUST_OLD] = "no longer: an earlier version did not note which directory it was",
  };
  return notes[trust];
}

static Err list_trusted(AppRun *run) {
  AppTrustEntries entries;
  bool is_any_gone = false;
  TRY(app_trust_list(run->job, &entries));
  for (size_t i = 0; i < entries.len; i++) {
    const AppTrustEntry *one = &entries.items[i];
    bool is_gone = one->trust != APP_TRUSTED;
    is_any_gone |= is_gone;
    buf_add_format(run->out, "%.*s%s%s%s\n", STR_ARG(str_visible(run->job->arena, one->path)), is_gone ? "  (" : "", app_trust_note(one->trust), is_gone ? ")" : "");
  }
  if (!entries.len) buf_add_c(run->out, "no workspace is trusted\n");
  if (is_any_gone) buf_add_c(run->out, "'fathom trust DIR' trusts what is there now, 'fathom untrust DIR' forgets it\n");
  return OK;
}

/* Trust is bound to the directory itself, by inode and time of birth, and
 * not to its name: whoever can replace a directory must not inherit what was
 * trusted. */
static Err trust(AppRun *run) {
  if (app_flag(run, "list")) return list_trusted(run);
  Job *job = run->job;
  Str root;
  FileStat stat;
  TrustList list;
  TRY(chosen_root(run, &root));
  TRY(file_stat(job, root, &stat));
  TRY(read_list(job, &list));
  Trusted *known = find_entry(&list, root);
  AppTrust before = known ? judge(job, known) : APP_UNTRUSTED;
  if (before != APP_TRUSTED) {
    Trusted entry = {.path = root, .is_bound = true, .inode = stat.inode, .birth_ns = stat.birth_ns};
    *(known ? known : vec_add(job->arena, &list.entries)) = entry;
    TRY(write_list(job, &list));
  }
  const char *done = before == APP_TRUSTED ? "already trusted" : known ? "trusted again" : "trusted";
  buf_add_format(run->out, "%s: %.*s\n", done, STR_ARG(root));
  return OK;
}

static Err untrust(AppRun *run) {
  Str root;
  TrustList list;
  TRY(read_list(run->job, &list));
  /* The path as written first: a trusted directory may be gone by now. */
  Trusted *entry = run->word_count ? find_entry(&list, run->words[0]) : NULL;
  if (!entry) {
    TRY(chosen_root(run, &root));
    entry = find_entry(&list, root);
  } else {
    root = entry->path;
  }
  if (!entry) {
    return job_fail(run->job, ERR_NOT_FOUND, "'%.*s' is not trusted; 'fathom trust --list' shows "
                    "what is", STR_ARG(root));
  }
  const Trusted *end = list.entries.items + list.entries.len;
  for (; entry + 1 < end; entry++) entry[0] = entry[1];
  list.entries.len--;
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
            "They run only in trusted workspaces. Indexing, queries and edits need no trust. Trust is for "
            "the directory that is there now: after it was cloned anew or replaced, run this again.",
    .flags = trust_flags,
    .run = trust,
};

const AppCommand app_command_untrust = {
    .name = "untrust",
    .usage = "[DIR]",
    .summary = "Take trust back.",
    .is_rare = true,
    .run = untrust,
};
