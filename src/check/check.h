/* Check: what lints, builds and tests a project, as data, and how it is run and
 * read. data/checkers.tsv has a row for each program; the user's own come
 * before them. Programs are started with words (no shell), under a supervisor,
 * and what they print is read as text of a stranger.
 *
 * Knows neither tools nor trust: whoever runs something has asked whether the
 * user trusts the workspace, because all of it executes the project's code.
 * Everything returned is in the job's arena. One thread a job. */
#ifndef FATHOM_CHECK_CHECK_H
#define FATHOM_CHECK_CHECK_H

#include "src/base/job.h"
#include "src/index/index.h"
#include "src/os/root.h"
#include "src/store/store.h"

/* ---- the table ---- */

typedef enum CheckKind { CHECK_LINT, CHECK_BUILD, CHECK_TEST } CheckKind;
#define CHECK_KINDS 3

/* Words in the job's arena, or in the text that they were read from. */
typedef struct CheckWords {
  Str *items;
  size_t len, cap;
} CheckWords;

/* A row; the comment at the top of data/checkers.tsv explains the columns. */
typedef struct CheckTool {
  Str name;
  CheckKind kind;
  Str language; /* "any": where nothing else fits */
  CheckWords extensions;
  CheckWords markers;
  CheckWords programs; /* names of the first word, best first */
  CheckWords command;  /* the first word is programs.items[0] */
  CheckWords some, all;
  Str format;
  uint64_t exits[4]; /* a bit for each status that counts */
  bool untested;
  Str install;
} CheckTool;

typedef struct CheckTable {
  CheckTool *items; /* the user's first */
  size_t len, cap;
} CheckTable;

/* The built-in table with the rows of `own`, the user's text of the same form,
 * in front; a name that both have is the user's. ERR_SYNTAX says which line of
 * the user's text is wrong and what is accepted. */
Err check_table_read(Job *job, Str own, CheckTable *ret_table) MUST_CHECK;
/* The same of one text alone. */
Err check_table_parse(Job *job, Str text, CheckTable *ret_table) MUST_CHECK;

/* ---- what was found ---- */

/* One thing that a program complained about, or a test that failed. All texts
 * are a stranger's: they are shown, never interpreted. */
typedef struct CheckEntry {
  Str file; /* within the workspace, and there; empty: none that is */
  uint32_t line, column; /* from 1; 0: not told */
  Str severity; /* error, warning or info; of a test: failed */
  Str rule;     /* the program's own name for it; may be empty */
  Str test;     /* empty: it is no test's */
  Str message;
  Str expected, actual; /* may be empty */
} CheckEntry;

/* What guards against an output that never ends; what is beyond is counted. */
#define CHECK_ENTRIES_MAX 1000
#define CHECK_MESSAGE_MAX 2000 /* bytes of a message */
#define CHECK_VALUE_MAX 500    /* of what was expected, and of what was there */

typedef struct CheckReport {
  CheckEntry *items; /* in the output's order, at most CHECK_ENTRIES_MAX */
  size_t len, cap;
  bool is_understood; /* the output had the form that its format has */
  size_t total;       /* entries, those beyond the limit too */
  size_t passed, failed, skipped; /* tests, as far as told */
} CheckReport;

/* Reads what a program of this format printed. Pure: files are as printed, see
 * check_settle. Never fails: what is not understood gives no entries. ERR only
 * of a job that is stopped. */
typedef struct CheckOutput {
  Str output, errors;
} CheckOutput;
Err check_read(Job *job, Str format, const CheckOutput *output, CheckReport *ret_report) MUST_CHECK;
/* Whether the table may name that format. */
bool check_has_format(Str format);
/* Makes the files of a report paths within the workspace: those that lie
 * elsewhere, or are not there, are emptied and stay in the message. Relative
 * ones count from `directory`, in which the program ran. */
void check_settle(Job *job, Root *root, Str directory, CheckReport *report);
/* The text as a terminal would have shown it: without colours, titles and what
 * a carriage return overwrote. */
Str check_plain(Arena *arena, Str text);

/* ---- which ---- */

/* Where programs are looked for and what they are given. */
typedef struct CheckPlaces {
  Root *root;
  Str path_variable; /* PATH of whoever asks; empty: ours */
  Str virtual_env;   /* VIRTUAL_ENV of whoever asks */
  Str home;          /* HOME of whoever asks */
  const char *const *env; /* NAME=value, further variables; ends with NULL; may be NULL */
} CheckPlaces;

/* A tool for some files, ready to be run. */
typedef struct CheckRun {
  const CheckTool *tool;
  Str program;   /* absolute; empty: it is not installed */
  Str directory; /* within the workspace, in which it runs; "" the root */
  CheckWords files; /* within the workspace; none: everything there */
} CheckRun;
typedef struct CheckRuns {
  CheckRun *items;
  size_t len, cap;
} CheckRuns;

/* What of a kind is for these files (within the workspace): of linters all that
 * are installed, of builds and tests the nearest for each file, installed or
 * not; files that share a tool and a directory are one run. `language` not
 * empty: that language's alone. Without files: for the directory `under`, and
 * everything there. */
typedef struct CheckWanted {
  CheckKind kind;
  Str language;
  Str under;
  const Str *files;
  size_t file_count;
} CheckWanted;
Err check_choose(Job *job, const CheckTable *table, const CheckPlaces *places, const CheckWanted *wanted,
                 CheckRuns *ret_runs) MUST_CHECK;

/* ---- running ---- */

/* What became of one run. `is_good` is the program's own opinion, `could_run`
 * ours: a linter that finds something ends with 1 and has done its work, one
 * that crashed ends with something else. */
typedef struct CheckOutcome {
  const CheckRun *run;
  Str command;   /* as a shell takes it, whole */
  bool is_wider; /* that is what runs everything: what was run names too much to be shown */
  int exit_status;
  bool is_good;  /* it ended with 0 */
  bool could_run; /* it ended as it does when it did its work */
  bool is_cut;   /* it printed more than is kept */
  bool is_all;   /* it was asked for everything, although files were given */
  bool is_late;  /* it took too long, or too much, and was stopped: why is in tail; nothing was read */
  int64_t ms;
  CheckReport report;
  Str tail;      /* the end of what it printed, as plain text */
} CheckOutcome;

#define CHECK_TAIL_MAX 3000     /* bytes of the raw output's end */
#define CHECK_MS (10 * 60 * 1000) /* for one run, at most */

/* Runs it and reads what it printed. ERR_UNAVAILABLE: it is not installed, with
 * how to get it. ERR_CANCELLED, ERR_TIMEOUT: the job's own; all that was started
 * is gone then. */
Err check_run(Job *job, const CheckPlaces *places, const CheckRun *run, CheckOutcome *ret_outcome) MUST_CHECK;

/* ---- runs that go on when the call ends ---- */

/* What became of it so far. */
typedef struct CheckProgress {
  Str handle;
  bool is_over; /* then there are outcomes */
  CheckOutcome *outcomes;
  size_t count;
  int64_t ms;          /* since it began */
  int64_t expected_ms; /* that it takes in all, by earlier runs; 0: nobody knows */
} CheckProgress;

/* Begins runs of tests on a thread of their own and waits for at most `wait_ms`
 * (< 0: until the job ends); the job's progress tells how far they are. What
 * came of them is given once, for ten minutes. The job's cancellation ends them,
 * its deadline and a client that went away do not; they end with the process.
 * ERR_BUSY: tests of this project run already, under the handle that is told.
 * Otherwise as check_run. */
Err check_begin(Job *job, const CheckPlaces *places, const CheckRuns *runs, int64_t wait_ms, CheckProgress *ret_progress) MUST_CHECK;
/* The same for what was begun before; `cancel` ends it first, and it is
 * ERR_INTERRUPTED. ERR_NOT_FOUND: it was given, or is too old. */
Err check_wait(Job *job, Str root, Str handle, int64_t wait_ms, bool cancel, CheckProgress *ret_progress) MUST_CHECK;

/* ---- which tests a change needs ---- */

/* Why a test file is needed, as bits: it is part of the change, its tests
 * reach it, it is named after it, or it changed with it before. */
enum { CHECK_BY_ITSELF = 1, CHECK_BY_GRAPH = 2, CHECK_BY_NAME = 4, CHECK_BY_HISTORY = 8 };

typedef struct CheckTest {
  Str path;
  unsigned by;
  Str *names; /* of its tests that the graph found */
  size_t name_count;
} CheckTest;
typedef struct CheckTests {
  CheckTest *items; /* by how sure it is, then by path */
  size_t len, cap;
  Str *commands; /* that would run those the graph found, whole */
  Str *notes;    /* of each: what more it runs; empty: nothing */
  size_t command_count;
} CheckTests;

/* What changed: symbols, or whole files. */
typedef struct CheckChange {
  const StoreSymbol *symbols;
  size_t symbol_count;
  bool bare_files; /* a file among the symbols is its top level alone */
  const Str *paths;
  size_t path_count;
} CheckChange;
/* By the graph (three levels of users), by name, and by what changed together
 * with it before. */
Err check_affected(Job *job, Index *index, StoreReader *reader, const CheckChange *change, CheckTests *ret_tests) MUST_CHECK;

#endif
