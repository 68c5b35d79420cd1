/* Report: a workspace on one page that is a file: to be attached to a review,
 * mailed, printed. Plain data in, HTML out; pictures are drawn into it, so that
 * it loads nothing and runs nothing. Everything in it comes from a repository
 * and is shown as text. Touches no file; any thread. */
#ifndef FATHOM_DASHBOARD_REPORT_H
#define FATHOM_DASHBOARD_REPORT_H

#include "src/base/buf.h"

typedef struct DashLanguage {
  Str name;
  int64_t files, symbols, bytes;
} DashLanguage;

typedef struct DashSpot {
  Str path;
  int64_t commits, users;
  double heat;
} DashSpot;

/* Who made a package, most commits first. */
#define DASH_OWNERS 3
typedef struct DashOwner {
  Str name;
  int64_t commits;
  Str last; /* the day */
} DashOwner;

typedef struct DashPackage {
  Str name, path;
  int64_t files, symbols, bytes;
  int64_t commits, people;
  DashOwner owners[DASH_OWNERS];
  size_t owner_count;
} DashPackage;

typedef struct DashNeed {
  size_t from, to; /* packages */
  int64_t uses, test_uses;
  bool is_declared;
} DashNeed;

typedef struct DashCycle {
  const Str *members; /* the first `round` are one way round */
  size_t len, round;
} DashCycle;

typedef struct DashDead {
  Str name, kind, path;
  int64_t line;
} DashDead;

typedef struct DashMonth {
  int year, month;
  int64_t commits, authors, files;
} DashMonth;

typedef struct DashReport {
  Str name, about, made; /* of the workspace; its first sentence; the day */
  int64_t files, symbols, edges, bytes;
  int64_t resolved, external, unresolved; /* calls */
  Str no_history; /* why there is none; empty: there is one */
  int64_t commits;
  bool is_cut; /* older commits are not counted */
  bool is_by_folder; /* packages are folders */
  const DashLanguage *languages;
  size_t language_count;
  const DashSpot *spots; /* hottest first */
  size_t spot_count;
  const DashPackage *packages; /* largest first */
  size_t package_count, package_total;
  const DashNeed *needs; /* most uses first */
  size_t need_count;
  const DashCycle *cycles; /* largest first */
  size_t cycle_count, cycle_total;
  const DashDead *dead;
  size_t dead_count, dead_total;
  const DashMonth *months; /* the oldest first */
  size_t month_count;
} DashReport;

/* Appends the whole page. */
void dashboard_report_write(Buf *out, const DashReport *report);

#endif
