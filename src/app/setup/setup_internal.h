/* Set-up: writing ourselves into the configuration of MCP clients, and out
 * again. A client is a row of the table in clients.c; a target is one file
 * that has or gets an entry; a format knows how to find, put and cut an entry
 * in a text and touches nothing else in it. Formats read and write no file:
 * files.c does, and remembers what it changed (the record), so that
 * taking it back gives the same bytes. */
#ifndef FATHOM_APP_SETUP_SETUP_INTERNAL_H
#define FATHOM_APP_SETUP_SETUP_INTERNAL_H

#include "src/app/app_internal.h"

#define APP_ENTRY_NAME "fathom"

/* ---- texts ---- */

/* One change of a text: `removed` stands at `at`, `inserted` takes its place. */
typedef struct AppEdit {
  size_t at;
  Str removed;
  Str inserted;
} AppEdit;

/* The text with the change made; what is to be removed must stand there. In the arena. */
Str app_edit_apply(Arena *arena, Str text, const AppEdit *edit);
/* "\r\n" when the text's first line ends so, else "\n". */
Str app_text_newline(Str text);
/* With every "\n" as `newline`. */
Str app_text_with_newline(Arena *arena, Str text, Str newline);
/* What must precede a block at the end of `text`, so that it begins a line
 * after an empty one. */
Str app_text_gap(Arena *arena, Str text);
size_t app_text_line_start(Str text, size_t at);
size_t app_text_line_end(Str text, size_t at); /* of its newline, or the end */
size_t app_text_next_line(Str text, size_t at);
bool app_text_is_blank(Str text); /* white space and a byte order mark only */
size_t app_text_skip_mark(Str text); /* bytes of the byte order mark: 3 or 0 */

/* Old and new as a unified diff with one hunk; empty when they are equal. */
void app_diff(Buf *out, Str path, bool existed, Str old_text, bool remains, Str new_text);

/* ---- formats ---- */

typedef struct AppTarget AppTarget;

/* An entry found in a text. */
typedef struct AppEntry {
  bool present;
  size_t start, end; /* its value, table, block or section */
  bool in_order;     /* says what we would write; what the user added counts as such */
  Str command;       /* the program it starts; empty: none */
} AppEntry;

typedef struct AppFormat {
  /* ERR_SYNTAX: the text is not well formed, or not as we know it. */
  Err (*find)(Job *job, const AppTarget *target, Str text, AppEntry *ret_entry);
  /* Adds the entry, or puts the one that is there in order. */
  Err (*put)(Job *job, const AppTarget *target, Str text, AppEdit *ret_edit);
  /* Takes out an entry that is there, without knowing what was before. */
  Err (*cut)(Job *job, const AppTarget *target, Str text, AppEdit *ret_edit);
  /* Nothing is left that is not ours. */
  bool (*is_bare)(Job *job, const AppTarget *target, Str text);
  /* The whole thing, to be added by hand. */
  Str (*snippet)(Job *job, const AppTarget *target);
} AppFormat;

extern const AppFormat app_format_json;    /* comments and trailing commas survive */
extern const AppFormat app_format_toml;
extern const AppFormat app_format_yaml;    /* a member of a top-level map */
extern const AppFormat app_format_own;     /* a YAML file that is all ours */
extern const AppFormat app_format_section; /* between marks, in Markdown */

/* ---- clients ---- */

typedef enum AppStanding {
  APP_TRIED,      /* the client itself was run on what we write */
  APP_DOCUMENTED, /* from its documentation */
  APP_UNVERIFIED
} AppStanding;

typedef struct AppClientRow {
  const char *id;
  const char *alias; /* or NULL */
  const char *title;
  /* Files, alternatives separated by '|'. Project ones are relative to the
   * root; user ones begin with '~' or with "$VARIABLE(otherwise)". */
  const char *project; /* or NULL */
  const char *user;    /* or NULL */
  const char *signs;   /* any of these exists: the client is used here */
  const AppFormat *format;
  const char *key;   /* the object that holds the servers */
  const char *entry; /* spelled in the format; "@" is the program */
  AppStanding standing;
} AppClientRow;

extern const AppClientRow app_clients[];
extern const size_t app_client_count;

struct AppTarget {
  Str id; /* of the client, or "agents" */
  Str title;
  Str path; /* absolute */
  Str root; /* project that confines it; empty: the user's own file */
  const AppFormat *format;
  const char *key;
  Str entry;   /* template */
  Str program; /* what "@" stands for */
  AppStanding standing;
};

typedef struct AppTargets {
  AppTarget *items;
  size_t len;
  size_t cap;
} AppTargets;

/* ERR_USAGE suggests the nearest id and lists them all. */
Err app_client_find(Job *job, Str id, const AppClientRow **ret_row) MUST_CHECK;
bool app_client_is_present(Arena *arena, const AppClientRow *row, Str root);
/* Every file the client may read, in the project at `root` (empty: none) or
 * of the user. */
void app_client_add_targets(Arena *arena, const AppClientRow *row, bool project, Str root,
                            Str program, AppTargets *targets);
/* The one to write: the file that exists, else the one whose folder does,
 * else the first. ERR_USAGE: the client has no file in that scope. */
Err app_client_target(Job *job, const AppClientRow *row, bool project, Str root, Str program,
                      AppTarget *ret_target) MUST_CHECK;

/* ---- the section for agents ---- */

/* AGENTS.md and CLAUDE.md of a project, whether they exist or not. */
void app_section_add_targets(Arena *arena, Str root, AppTargets *targets);

/* ---- the record ---- */

/* What init did to a file. */
typedef struct AppRecord {
  Str id;
  Str path;
  Str root;
  bool created;        /* the file did not exist */
  int64_t directories; /* nor did so many folders above it */
  Str removed;         /* as in AppEdit; both empty: not known any more */
  Str inserted;
} AppRecord;

typedef struct AppRecords {
  AppRecord *items;
  size_t len;
  size_t cap;
} AppRecords;

/* All that is recorded; no file is an empty record. Strings are in the job's arena. */
Err app_records_load(Job *job, AppRecords *ret_records) MUST_CHECK;
/* Writes the file whole, or removes it when nothing is left. ERR_TOO_LARGE. */
Err app_records_save(Job *job, const AppRecords *records) MUST_CHECK;
const AppRecord *app_records_find(const AppRecords *records, Str path); /* NULL: none */
/* Replaces the one of the same path. */
void app_records_put(Arena *arena, AppRecords *records, const AppRecord *record);
void app_records_drop(AppRecords *records, Str path);

/* ---- plans: what would be done to a file ---- */

typedef enum AppAction {
  APP_NOTHING,
  APP_ADD,
  APP_UPDATE,
  APP_REMOVE,
  APP_RESTORE, /* the entry that init replaced comes back */
  APP_FOREIGN  /* an entry of our name that is not ours: left alone */
} AppAction;

typedef struct AppPlan {
  const AppTarget *target;
  AppAction action;
  bool existed;
  bool remains; /* the file, afterwards */
  Str old_text;
  Str new_text;
  AppRecord record; /* after APP_ADD and APP_UPDATE; of the file, for the others */
} AppPlan;

/* What putting our entry into the target's file, or taking it out, would do; nothing is
 * written. ERR_SYNTAX: the file is not understood, and is left alone. */
Err app_plan_put(Job *job, const AppTarget *target, const AppRecords *records,
                 AppPlan *ret_plan) MUST_CHECK;
Err app_plan_cut(Job *job, const AppTarget *target, const AppRecords *records,
                 AppPlan *ret_plan) MUST_CHECK;
/* Does it, and keeps the record in step. ERR_BUSY: the file changed since. */
Err app_plan_carry_out(Job *job, const AppPlan *plan, AppRecords *records) MUST_CHECK;
void app_plan_diff(Buf *out, const AppPlan *plan);
/* ERR_NOT_FOUND: there is no such file. */
Err app_target_read(Job *job, const AppTarget *target, Str *ret_text) MUST_CHECK;

/* ---- shared by init and uninstall ---- */

bool app_is_on_terminal(void); /* a person can be asked */
/* The project of the working directory; empty, with the words why, when
 * there is none. */
Str app_setup_root(Job *job, Str *ret_why_not);
/* What --list prints. */
Err app_setup_list(AppRun *run, Str root, Str program) MUST_CHECK;
/* Splits --client; nothing given: no rows. */
Err app_setup_clients(AppRun *run, const AppClientRow ***ret_rows, size_t *ret_count) MUST_CHECK;

#endif
