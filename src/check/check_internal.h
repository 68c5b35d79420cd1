/* What the files of check share. */
#ifndef FATHOM_CHECK_CHECK_INTERNAL_H
#define FATHOM_CHECK_CHECK_INTERNAL_H

#include "src/base/buf.h"
#include "src/base/json.h"
#include "src/base/vec.h"
#include "src/check/check.h"

extern const char check_builtin[]; /* data/checkers.tsv */

#define CHECK_LINE_MAX 8192 /* bytes of a line that are looked at */

/* One output being read. */
typedef struct CheckReading {
  Job *job;
  Str output, errors; /* plain */
  CheckReport *report;
} CheckReading;
/* A reader of one format. It fails only with the job's own end: an output that
 * it does not understand is one without entries and with is_understood
 * false. */
typedef Err CheckReader(CheckReading *reading);

/* Adds an entry, its texts cut; only counted beyond the limit. */
void check_add(CheckReading *reading, const CheckEntry *entry);
/* The next line without its end, cut to CHECK_LINE_MAX. */
Str check_line(Str *rest);
/* `path:12:5` or `path:12` at the start of a text: its parts, and the rest. False: it is none. */
bool check_place(Str text, CheckEntry *entry, Str *ret_rest);
/* A number at the start of a text, and the rest. */
bool check_number(Str *text, size_t *ret_number);
/* The number before a word: `3` of "1 failed, 3 passed" for " passed". */
size_t check_count(Str text, Str word);
/* The last JSON object or array of an output that may have other lines before
 * it. NULL: there is none. */
const Json *check_json(CheckReading *reading, Str text);
/* A text of a JSON object at "a.b"; empty: absent. */
Str check_text(const Json *object, const char *dotted);
/* 0: absent, no number, or none that a line can have. */
uint32_t check_natural(const Json *object, const char *dotted);
/* Adds a line to a message under way. */
void check_append(Arena *arena, Str *message, Str line);
/* `expected:<4> but was:<3>` and its like, into the entry's values. */
void check_values(CheckEntry *entry);

CheckReader check_lines, check_github, check_oxlint, check_eslint, check_ruff, check_golangci, check_shellcheck, check_cargo;
CheckReader check_pytest, check_unittest, check_go_test, check_cargo_test, check_tap, check_surefire, check_gradle, check_ctest,
    check_jest, check_mocha, check_rspec, check_phpunit, check_dotnet;

/* ---- times.c: how long runs took before ---- */

/* Of all of them together; 0: of one it is not known. */
int64_t check_times_guess(Job *job, Str root, const CheckRuns *runs);
void check_times_note(Job *job, Str root, const CheckRun *run, int64_t ms);

#endif
