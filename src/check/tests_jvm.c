/* What Maven's Surefire, Gradle, `dotnet test` and PHPUnit print: a title for
 * each failed test, its message, then a trace. */
#include "src/check/check_internal.h"

/* The failure under way, from its title to what ends it. Runners do not say
 * where one ends, so each reader knows what follows its own. */
typedef struct Failure {
  CheckReading *reading;
  CheckEntry entry;
  Str owner; /* the class the test belongs to */
  bool is_open;
  bool in_trace;
} Failure;

/* Adds what is open, if anything is, and begins anew. */
static void end_failure(Failure *failure) {
  if (failure->is_open) {
    check_values(&failure->entry);
    check_add(failure->reading, &failure->entry);
  }
  *failure = (Failure){.reading = failure->reading};
}

static void begin_failure(Failure *failure, Str test, Str owner) {
  end_failure(failure);
  failure->entry = (CheckEntry){.test = test, .severity = STR("failed")};
  failure->owner = owner;
  failure->is_open = true;
}

/* `at shop.CartTest.addsUp(CartTest.java:10)`: of the test's own class, as the
 * path that it has below a folder of sources. */
static void read_frame(Failure *failure, Str line) {
  CheckEntry place = {0};
  Arena *arena = failure->reading->job->arena;
  Str text = str_trim(line), rest;
  size_t open = str_find_byte(text, '(');
  size_t slash = str_find_byte(str_slice(text, 0, open), '/'); /* a module's name */
  failure->in_trace = true;
  if (failure->entry.line || open == STR_NONE) return;
  Str called = str_slice(text, slash == STR_NONE ? 3 : slash + 1, open);
  if (!str_starts_with(called, failure->owner) || !check_place(str_slice(text, open + 1, text.len), &place, &rest)) return;
  Str name = str_copy(arena, str_slice(failure->owner, 0, str_find_last_byte(failure->owner, '.')));
  bool has_package = str_find_byte(failure->owner, '.') != STR_NONE;
  char *folder = str_to_c(arena, name);
  for (size_t i = 0; i < name.len; i++) {
    if (folder[i] == '.') folder[i] = '/';
  }
  failure->entry.line = place.line;
  failure->entry.file = has_package ? str_format(arena, "%s/%.*s", folder, STR_ARG(place.file)) : place.file;
}

/* The message, up to the first frame of the trace. Names of the two usual
 * classes of errors say nothing and are taken away. */
static void read_words(Failure *failure, Str line) {
  static const Str classes[] = {STR("java.lang.AssertionError: "), STR("org.opentest4j.AssertionFailedError: ")};
  Str text = str_trim(line);
  if (!text.len || failure->in_trace) return;
  for (size_t i = 0; i < COUNT_OF(classes); i++) {
    if (str_starts_with(text, classes[i])) text = str_slice(text, classes[i].len, text.len);
  }
  check_append(failure->reading->job->arena, &failure->entry.message, text);
}

/* The number after a word: `3` of "Failures: 3" for "Failures:". */
static size_t after(Str line, Str word) {
  size_t at = str_find(line, word), number = 0;
  if (at == STR_NONE) return 0;
  Str digits = str_trim(str_slice(line, at + word.len, line.len));
  return check_number(&digits, &number) ? number : 0;
}

/* Set, not added: the last sum of an output is the one over everything. */
static void set_totals(CheckReport *report, size_t ran, size_t failed, size_t skipped) {
  report->failed = failed;
  report->skipped = skipped;
  report->passed = ran > failed + skipped ? ran - failed - skipped : 0;
  report->is_understood = true;
}

/* ---- Surefire ---- */

/* `addsUp(shop.CartTest)  Time elapsed: …  <<< FAILURE!`, or newer
 * `[ERROR] shop.CartTest.addsUp -- Time elapsed: … <<< FAILURE!`. */
static bool read_surefire_title(Failure *failure, Str line) {
  Arena *arena = failure->reading->job->arena;
  bool is_title = str_ends_with(line, STR("<<< FAILURE!")) || str_ends_with(line, STR("<<< ERROR!"));
  if (str_starts_with(line, STR("[ERROR] "))) line = str_slice(line, 8, line.len);
  if (!is_title || str_starts_with(line, STR("Tests run:"))) return false;
  Str name = str_trim(str_slice(line, 0, str_find(line, STR(" Time elapsed:"))));
  if (str_ends_with(name, STR(" --"))) name = str_trim(str_slice(name, 0, name.len - 3));
  size_t open = str_find_byte(name, '('), dot = str_find_last_byte(name, '.');
  if (open != STR_NONE && str_ends_with(name, STR(")"))) {
    Str owner = str_slice(name, open + 1, name.len - 1);
    begin_failure(failure, str_format(arena, "%.*s.%.*s", STR_ARG(owner), STR_ARG(str_slice(name, 0, open))), owner);
  } else {
    begin_failure(failure, name, str_slice(name, 0, dot));
  }
  return true;
}

/* Sums over all classes come after those of each: the last one counts. What
 * does not compile is told in lines. */
Err check_surefire(CheckReading *reading) {
  Failure failure = {.reading = reading};
  for (Str text = reading->output; text.len;) {
    Str line = check_line(&text), trimmed = str_trim(line);
    TRY(job_check(reading->job));
    if (str_starts_with(trimmed, STR("[ERROR] ")) || str_starts_with(trimmed, STR("[WARNING] "))) {
      Str rest = str_slice(trimmed, str_find_byte(trimmed, ' ') + 1, trimmed.len);
      if (str_starts_with(rest, STR("Tests run:"))) trimmed = rest;
    }
    if (str_starts_with(trimmed, STR("[INFO] Tests run:"))) trimmed = str_slice(trimmed, 7, trimmed.len);
    if (str_starts_with(trimmed, STR("Tests run:"))) {
      set_totals(reading->report, after(trimmed, STR("Tests run:")), after(trimmed, STR("Failures:")) + after(trimmed, STR("Errors:")),
                 after(trimmed, STR("Skipped:")));
      continue;
    }
    if (read_surefire_title(&failure, trimmed) || !failure.is_open) continue;
    if (str_starts_with(trimmed, STR("at "))) read_frame(&failure, trimmed);
    else if (!trimmed.len || str_starts_with(trimmed, STR("[")) || str_starts_with(trimmed, STR("Results"))) {
      if (failure.in_trace || failure.entry.message.len) end_failure(&failure);
    } else read_words(&failure, trimmed);
  }
  end_failure(&failure);
  return reading->report->is_understood ? OK : check_lines(reading);
}

/* ---- Gradle ---- */

/* `CartTest > addsUp FAILED`, then indented lines; sums: `4 tests completed, 1 failed`. */
Err check_gradle(CheckReading *reading) {
  Failure failure = {.reading = reading};
  CheckReport *report = reading->report;
  for (Str text = reading->output; text.len;) {
    Str line = check_line(&text), trimmed = str_trim(line);
    TRY(job_check(reading->job));
    size_t sign = str_find(line, STR(" > "));
    if (sign != STR_NONE && str_ends_with(trimmed, STR(" FAILED")) && !str_starts_with(line, STR(">"))) {
      Str test = str_slice(trimmed, 0, trimmed.len - 7);
      begin_failure(&failure, test, str_slice(line, 0, sign));
      report->is_understood = true;
    } else if (failure.is_open && str_starts_with(trimmed, STR("at "))) {
      CheckEntry place = {0};
      Str rest;
      size_t open = str_find_byte(trimmed, '(');
      failure.in_trace = true;
      bool is_own = open != STR_NONE && str_contains(str_slice(trimmed, 0, open), failure.owner);
      if (!failure.entry.line && is_own && check_place(str_slice(trimmed, open + 1, trimmed.len), &place, &rest)) {
        failure.entry.line = place.line;
        failure.entry.file = place.file;
      }
    } else if (failure.is_open && line.len && line.ptr[0] == ' ') {
      read_words(&failure, line);
    } else if (failure.is_open && trimmed.len) {
      end_failure(&failure);
    }
    if (str_contains(trimmed, STR(" tests completed"))) {
      set_totals(report, check_count(trimmed, STR(" tests completed")), check_count(trimmed, STR(" failed")), check_count(trimmed, STR(" skipped")));
    }
    report->is_understood |= str_starts_with(trimmed, STR("BUILD SUCCESSFUL"));
  }
  end_failure(&failure);
  CheckReading build = {.job = reading->job, .output = STR_EMPTY, .errors = reading->errors, .report = report};
  bool is_understood = report->is_understood;
  TRY(check_lines(&build));
  report->is_understood = is_understood || report->len;
  return OK;
}

/* ---- dotnet ---- */

/* `  Failed Shop.CartTest.AddsUp [12 ms]`, `Error Message:`, `Stack Trace:`,
 * `   at … in /a/CartTest.cs:line 10`; sums: `Failed:     1, Passed:     2, …`. */
Err check_dotnet(CheckReading *reading) {
  Failure failure = {.reading = reading};
  CheckReport *report = reading->report;
  for (Str text = reading->output; text.len;) {
    Str line = check_line(&text), trimmed = str_trim(line);
    TRY(job_check(reading->job));
    if (str_contains(trimmed, STR("Passed:")) && str_contains(trimmed, STR("Failed:"))) {
      end_failure(&failure);
      report->passed += after(trimmed, STR("Passed:"));
      report->failed += after(trimmed, STR("Failed:"));
      report->skipped += after(trimmed, STR("Skipped:"));
      report->is_understood = true;
    } else if (str_starts_with(line, STR("  Failed "))) {
      Str name = str_slice(trimmed, 7, trimmed.len);
      begin_failure(&failure, str_slice(name, 0, str_find(name, STR(" ["))), STR_EMPTY);
    } else if (failure.is_open && str_starts_with(trimmed, STR("Stack Trace:"))) {
      failure.in_trace = true;
    } else if (failure.is_open && failure.in_trace) {
      size_t in = str_find(trimmed, STR(" in ")), at = str_find(trimmed, STR(":line "));
      if (in == STR_NONE || at == STR_NONE || at < in || failure.entry.line) continue;
      failure.entry.file = str_slice(trimmed, in + 4, at);
      failure.entry.line = (uint32_t)after(trimmed, STR(":line "));
    } else if (failure.is_open && !str_starts_with(trimmed, STR("Error Message:"))) {
      read_words(&failure, line);
    }
  }
  end_failure(&failure);
  return report->is_understood ? OK : check_lines(reading);
}

/* ---- PHPUnit ---- */

/* `1) Shop\CartTest::testAdds`, its message, `/a/CartTest.php:10`; sums:
 * `Tests: 4, Assertions: 4, Failures: 1.` or `OK (3 tests, 3 assertions)`. */
Err check_phpunit(CheckReading *reading) {
  Failure failure = {.reading = reading};
  CheckReport *report = reading->report;
  for (Str text = reading->output; text.len;) {
    Str line = check_line(&text), rest = line;
    CheckEntry place = {0};
    size_t number;
    TRY(job_check(reading->job));
    if (check_number(&rest, &number) && str_starts_with(rest, STR(") "))) {
      begin_failure(&failure, str_slice(rest, 2, rest.len), STR_EMPTY);
    } else if (str_starts_with(line, STR("Tests: "))) {
      end_failure(&failure);
      set_totals(report, after(line, STR("Tests: ")), after(line, STR("Failures: ")) + after(line, STR("Errors: ")), after(line, STR("Skipped: ")));
    } else if (str_starts_with(line, STR("OK ("))) {
      set_totals(report, after(line, STR("OK (")), 0, 0);
    } else if (failure.is_open && check_place(line, &place, &rest) && !rest.len) {
      failure.in_trace = true;
      failure.entry.file = place.file;
      failure.entry.line = place.line;
    } else if (failure.is_open) {
      read_words(&failure, line);
    }
  }
  end_failure(&failure);
  return OK;
}
