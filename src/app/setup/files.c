/* What is done to a client's file: planned first, so that it can be shown,
 * then carried out if the file is still the one that was looked at. Files of
 * a project are reached beneath its root alone: a repository's own links lead
 * nowhere else. */
#include "src/app/setup/setup_internal.h"

#include "src/os/file.h"
#include "src/os/root.h"

#define TARGET_MAX_BYTES ((size_t)32 << 20)

/* ---- files ---- */

/* The root is the caller's to close, only on success. */
static Err open_root(Job *job, const AppTarget *target, Root **ret_root, Str *ret_relative) {
  TRY(root_open(job, target->root, ret_root));
  Err err = root_relative(job, *ret_root, target->path, ret_relative);
  if (err) root_close(*ret_root);
  return err;
}

/* A user's own files may be reached through links (people keep their
 * settings in repositories of their own); a project's may not. */
Err app_target_read(Job *job, const AppTarget *target, Str *ret_text) {
  if (!target->root.len) return file_read(job, target->path, TARGET_MAX_BYTES, ret_text);
  Root *root;
  Str relative;
  TRY(open_root(job, target, &root, &relative));
  Err err = root_read(job, root, relative, TARGET_MAX_BYTES, ret_text);
  root_close(root);
  return err;
}

/* The user's files may hold keys of other servers: a new one is private. A
 * project's is as the umask says. */
static Err write_target(Job *job, const AppTarget *target, Str text) {
  if (!target->root.len) {
    TRY(file_make_dir(job, file_directory(target->path), false));
    return file_write(job, target->path, text, 0600);
  }
  Root *root;
  Str relative;
  TRY(open_root(job, target, &root, &relative));
  Err err = root_write(job, root, relative, text, 0666);
  root_close(root);
  return err;
}

static Err remove_file(Job *job, const AppTarget *target) {
  if (!target->root.len) return file_remove(job, target->path);
  Root *root;
  Str relative;
  TRY(open_root(job, target, &root, &relative));
  Err err = root_remove(job, root, relative);
  root_close(root);
  return err;
}

/* A folder init made for one file may hold others it made for, too: the last
 * of them takes it away. */
static void hand_over(AppRecords *records, Str directory, int64_t count) {
  for (size_t i = 0; i < records->len; i++) {
    AppRecord *record = &records->items[i];
    Str rest = str_slice(record->path, directory.len, record->path.len);
    if (!str_starts_with(record->path, directory) || !str_starts_with(rest, STR("/"))) continue;
    int64_t between = -1; /* folders from there to the file */
    while (rest.len) between += str_cut(&rest, '/').len > 0;
    if (record->directories != between) continue;
    record->directories += count;
    return;
  }
}

/* The folders that init made go with the file, while they are empty. */
static Err remove_target(Job *job, const AppPlan *plan, AppRecords *records) {
  TRY(remove_file(job, plan->target));
  Str directory = file_directory(plan->target->path);
  for (int64_t left = plan->record.directories; left > 0; left--) {
    if (file_remove_dir(job, directory)) {
      job_forgive(job);
      hand_over(records, directory, left);
      break;
    }
    directory = file_directory(directory);
  }
  return OK;
}

/* How many init is about to make, so that uninstall can take away as many. */
static int64_t count_missing_directories(Str path) {
  int64_t count = 0;
  for (Str at = file_directory(path); at.len > 1 && !file_exists(at); at = file_directory(at)) {
    count++;
  }
  return count;
}

/* ---- plans ---- */

/* A file that is not there is an empty one that did not exist. */
static Err start_plan(Job *job, const AppTarget *target, AppPlan *plan) {
  *plan = (AppPlan){.target = target, .existed = true, .remains = true};
  Err err = app_target_read(job, target, &plan->old_text);
  if (err == ERR_NOT_FOUND) {
    job_forgive(job);
    plan->existed = false;
    plan->old_text = STR_EMPTY;
    return OK;
  }
  TRY(err);
  if (str_find_byte(plan->old_text, '\0') != STR_NONE) {
    return job_fail(job, ERR_SYNTAX, "the file is not text");
  }
  return OK;
}

/* Where init's own insertion still stands around the entry; STR_NONE when
 * somebody changed it. */
static size_t find_insertion(Str text, const AppEntry *entry, Str inserted) {
  if (!inserted.len) return STR_NONE;
  for (size_t from = 0; from <= entry->start;) {
    size_t at = str_find(str_slice(text, from, text.len), inserted);
    if (at == STR_NONE) return STR_NONE;
    at += from;
    if (at <= entry->start && at + inserted.len >= entry->end) return at;
    from = at + 1;
  }
  return STR_NONE;
}

/* The record after `edit` turned the old text into the new one. A record that
 * is there already goes on telling what was before the first init. */
static AppRecord next_record(const AppPlan *plan, const AppRecord *former, const AppEntry *entry,
                             const AppEdit *edit) {
  const AppTarget *target = plan->target;
  AppRecord record = {.id = target->id,
                      .path = target->path,
                      .root = target->root,
                      .created = !plan->existed,
                      .directories = plan->existed ? 0 : count_missing_directories(target->path),
                      .removed = edit->removed,
                      .inserted = edit->inserted};
  if (!former) return record;
  if (plan->existed) {
    record.created = former->created;
    record.directories = former->directories;
  }
  if (!entry->present) return record;
  size_t at = find_insertion(plan->old_text, entry, former->inserted);
  record.removed = record.inserted = STR_EMPTY;
  if (at != STR_NONE) {
    size_t len = former->inserted.len + edit->inserted.len - edit->removed.len;
    record.removed = former->removed;
    record.inserted = str_slice(plan->new_text, at, at + len);
  }
  return record;
}

/* The new text is read again with the format's own reader: an edit that the
 * format itself would not find is not made. */
Err app_plan_put(Job *job, const AppTarget *target, const AppRecords *records, AppPlan *ret_plan) {
  AppPlan plan;
  AppEntry entry, after;
  AppEdit edit;
  TRY(start_plan(job, target, &plan));
  TRY(target->format->find(job, target, plan.old_text, &entry));
  plan.new_text = plan.old_text;
  if (!entry.present || !entry.in_order) {
    TRY(target->format->put(job, target, plan.old_text, &edit));
    plan.action = entry.present ? APP_UPDATE : APP_ADD;
    plan.new_text = app_edit_apply(job->arena, plan.old_text, &edit);
    /* Whatever we did not understand in the file must not end in a broken one. */
    Err err = target->format->find(job, target, plan.new_text, &after);
    if (err || !after.present || !after.in_order) {
      job_forgive(job);
      return job_fail(job, ERR_SYNTAX, "there is no safe place for the entry");
    }
    const AppRecord *former = app_records_find(records, target->path);
    plan.record = next_record(&plan, former, &entry, &edit);
  }
  *ret_plan = plan;
  return OK;
}

/* Entries that other tools or people wrote under our name. */
static bool looks_ours(const AppTarget *target, const AppEntry *entry) {
  if (target->format == &app_format_section || target->format == &app_format_own) return true;
  return str_eq(entry->command, target->program) ||
         str_starts_with(file_name(entry->command), STR(APP_ENTRY_NAME));
}

/* Where init's insertion still stands as it was, the bytes before it come back
 * exactly. Otherwise the entry is cut out as the format knows it. */
static Err plan_removal(Job *job, const AppRecord *record, const AppEntry *entry, AppPlan *plan) {
  const AppTarget *target = plan->target;
  AppEdit edit;
  size_t at = find_insertion(plan->old_text, entry, record ? record->inserted : STR_EMPTY);
  if (at != STR_NONE) {
    edit = (AppEdit){.at = at, .removed = record->inserted, .inserted = record->removed};
  } else {
    TRY(target->format->cut(job, target, plan->old_text, &edit));
  }
  plan->new_text = app_edit_apply(job->arena, plan->old_text, &edit);
  AppEntry after;
  TRY(target->format->find(job, target, plan->new_text, &after));
  if (after.present && at == STR_NONE) {
    return job_fail(job, ERR_SYNTAX, "the entry cannot be taken out safely");
  }
  plan->action = after.present ? APP_RESTORE : APP_REMOVE;
  bool made_here = target->format == &app_format_own ? !record || record->created
                                                     : record && record->created;
  plan->remains = !(made_here && target->format->is_bare(job, target, plan->new_text));
  if (!plan->remains) plan->new_text = STR_EMPTY;
  return OK;
}

/* An entry of our name that nobody recorded and that starts another program is
 * left alone. */
Err app_plan_cut(Job *job, const AppTarget *target, const AppRecords *records, AppPlan *ret_plan) {
  AppPlan plan;
  AppEntry entry = {0};
  TRY(start_plan(job, target, &plan));
  const AppRecord *record = app_records_find(records, target->path);
  if (record) plan.record = *record;
  plan.new_text = plan.old_text;
  if (plan.existed) TRY(target->format->find(job, target, plan.old_text, &entry));
  if (entry.present && !record && !looks_ours(target, &entry)) plan.action = APP_FOREIGN;
  if (entry.present && plan.action != APP_FOREIGN) TRY(plan_removal(job, record, &entry, &plan));
  *ret_plan = plan;
  return OK;
}

/* ---- carrying out ---- */

/* Somebody may have answered the question an hour later. */
static Err check_unchanged(Job *job, const AppPlan *plan) {
  Str now = STR_EMPTY;
  Err err = app_target_read(job, plan->target, &now);
  if (err && err != ERR_NOT_FOUND) return err;
  if (err) job_forgive(job);
  bool exists = err == OK;
  if (exists == plan->existed && str_eq(now, plan->old_text)) return OK;
  return job_fail(job, ERR_BUSY, "'%.*s' was changed by somebody else just now; run this again",
                  STR_ARG(str_visible(job->arena, plan->target->path)));
}

/* The record is written first: one about a change that did not come about
 * does no harm, a change without record cannot be taken back exactly. */
static Err carry_out_put(Job *job, const AppPlan *plan, AppRecords *records) {
  AppRecords before = {0};
  for (size_t i = 0; i < records->len; i++) {
    app_records_put(job->arena, &before, &records->items[i]);
  }
  app_records_put(job->arena, records, &plan->record);
  TRY(app_records_save(job, records));
  Err err = write_target(job, plan->target, plan->new_text);
  if (!err) return OK;
  Job undo;
  job_init(&undo, job->arena);
  *records = before;
  (void)!app_records_save(&undo, records);
  return err;
}

/* The file first, then the record: a record that is left over does no harm. */
Err app_plan_carry_out(Job *job, const AppPlan *plan, AppRecords *records) {
  bool puts = plan->action == APP_ADD || plan->action == APP_UPDATE;
  bool cuts = plan->action == APP_REMOVE || plan->action == APP_RESTORE;
  if (puts || cuts) TRY(check_unchanged(job, plan));
  if (puts) return carry_out_put(job, plan, records);
  if (plan->action == APP_FOREIGN) return OK;
  if (cuts && plan->remains) TRY(write_target(job, plan->target, plan->new_text));
  /* Dropped first: it must not be handed its own folders. */
  app_records_drop(records, plan->target->path);
  if (cuts && !plan->remains) TRY(remove_target(job, plan, records));
  if (!plan->record.path.len) return OK;
  return app_records_save(job, records);
}

void app_plan_diff(Buf *out, const AppPlan *plan) {
  app_diff(out, plan->target->path, plan->existed, plan->old_text, plan->remains, plan->new_text);
}
