/* The report's page: its style, its tables and the order of its parts. */
#include "src/base/size.h"
#include "src/dashboard/report_internal.h"

#define SPOTS_SHOWN 25
#define PACKAGES_SHOWN 40
#define NEEDS_SHOWN 40
#define CYCLES_SHOWN 20
#define ROUND_SHOWN 12
#define NAME_MAX 120
#define PATH_MAX_SHOWN 200

/* ---- text ---- */

void dashboard_report_text(Buf *out, Str text, size_t max) {
  Str shown = str_shown(out->arena, text, SIZE_MAX);
  size_t count = 0;
  for (size_t i = 0; i < shown.len; i++) {
    if (((unsigned char)shown.ptr[i] & 0xC0) != 0x80 && count++ == max) {
      buf_add_c(out, "…");
      return;
    }
    switch (shown.ptr[i]) {
      case '&': buf_add_c(out, "&amp;"); break;
      case '<': buf_add_c(out, "&lt;"); break;
      case '>': buf_add_c(out, "&gt;"); break;
      case '"': buf_add_c(out, "&quot;"); break;
      case '\'': buf_add_c(out, "&#39;"); break;
      default: buf_add_byte(out, shown.ptr[i]);
    }
  }
}

void dashboard_report_number(Buf *out, int64_t number) {
  if (number >= 1000) {
    dashboard_report_number(out, number / 1000);
    buf_add_format(out, ",%03d", (int)(number % 1000));
  } else {
    buf_add_format(out, "%lld", (long long)number);
  }
}

/* ---- tables ---- */

/* A column whose name begins with # is of numbers. */
static void begin_table(Buf *out, const char *caption, const char *const *columns, size_t count) {
  buf_add_format(out, "<table><caption>%s</caption><thead><tr>", caption);
  for (size_t i = 0; i < count; i++) {
    bool is_number = columns[i][0] == '#';
    buf_add_format(out, "<th scope=\"col\"%s>%s</th>", is_number ? " class=\"number\"" : "", columns[i] + is_number);
  }
  buf_add_c(out, "</tr></thead><tbody>\n");
}
static void end_table(Buf *out) { buf_add_c(out, "</tbody></table>\n"); }

static void head_cell(Buf *out, Str text) {
  buf_add_c(out, "<tr><th scope=\"row\">");
  dashboard_report_text(out, text, PATH_MAX_SHOWN);
  buf_add_c(out, "</th>");
}
static void text_cell(Buf *out, Str text) {
  buf_add_c(out, "<td>");
  dashboard_report_text(out, text, PATH_MAX_SHOWN);
  buf_add_c(out, "</td>");
}
static void number_cell(Buf *out, int64_t number) {
  buf_add_c(out, "<td class=\"number\">");
  dashboard_report_number(out, number);
  buf_add_c(out, "</td>");
}
static void end_row(Buf *out) { buf_add_c(out, "</tr>\n"); }

/* "20 of 134 are shown." where that is so. */
static void say_rest(Buf *out, size_t shown, size_t total) {
  if (shown >= total) return;
  buf_add_c(out, "<p class=\"note\">");
  dashboard_report_number(out, (int64_t)shown);
  buf_add_c(out, " of ");
  dashboard_report_number(out, (int64_t)total);
  buf_add_c(out, " are shown.</p>\n");
}

static void say_figure(Buf *out, int64_t number, const char *words) {
  buf_add_c(out, "<li><strong>");
  dashboard_report_number(out, number);
  buf_add_format(out, "</strong> %s</li>", words);
}

/* ---- parts ---- */

static void write_overview(Buf *out, const DashReport *report) {
  static const char *const columns[] = {"language", "#files", "#symbols", "#bytes", "share of the bytes"};
  buf_add_c(out, "<section id=\"overview\"><h2>Overview</h2>\n");
  if (report->about.len) {
    buf_add_c(out, "<p>");
    dashboard_report_text(out, report->about, 400);
    buf_add_c(out, "</p>\n");
  }
  buf_add_c(out, "<ul class=\"figures\">");
  say_figure(out, report->files, "files of source");
  say_figure(out, report->bytes, "bytes");
  say_figure(out, report->symbols, "symbols");
  say_figure(out, report->edges, "edges between them");
  if (!report->no_history.len) say_figure(out, report->commits, report->is_cut ? "commits (the newest)" : "commits");
  buf_add_c(out, "</ul>\n");
  begin_table(out, "Languages", columns, COUNT_OF(columns));
  for (size_t i = 0; i < report->language_count; i++) {
    const DashLanguage *language = &report->languages[i];
    head_cell(out, language->name);
    number_cell(out, language->files);
    number_cell(out, language->symbols);
    number_cell(out, language->bytes);
    double share = report->bytes > 0 ? 100.0 * (double)language->bytes / (double)report->bytes : 0;
    buf_add_format(out, "<td><svg class=\"bar\" viewBox=\"0 0 100 10\" width=\"100\" height=\"10\" role=\"img\" aria-label=\"%.0f %%\">"
                        "<rect width=\"%.1f\" height=\"10\"/></svg> %.0f %%</td>", share, share, share);
    end_row(out);
  }
  end_table(out);
  buf_add_c(out, "</section>\n");
}

static void write_hotspots(Buf *out, const DashReport *report) {
  static const char *const columns[] = {"file", "#commits", "#files that depend on it", "#heat"};
  buf_add_c(out, "<section id=\"hotspots\"><h2>Hot spots</h2>\n");
  if (report->no_history.len) {
    buf_add_c(out, "<p class=\"note\">By what depends on a file alone, without a history: ");
    dashboard_report_text(out, report->no_history, 300);
    buf_add_c(out, "</p>\n");
  } else {
    buf_add_c(out, "<p>What changes often and much depends on. Area: commits; strength of colour: files that depend on it. "
                   "Heat is recent changes times the logarithm of the files that depend on it.</p>\n");
  }
  dashboard_report_treemap(out, report);
  begin_table(out, "The hottest files", columns, COUNT_OF(columns));
  for (size_t i = 0; i < size_at_most(report->spot_count, SPOTS_SHOWN); i++) {
    const DashSpot *spot = &report->spots[i];
    head_cell(out, spot->path);
    number_cell(out, spot->commits);
    number_cell(out, spot->users);
    buf_add_format(out, "<td class=\"number\">%.1f</td>", spot->heat);
    end_row(out);
  }
  end_table(out);
  buf_add_c(out, "</section>\n");
}

static void write_packages(Buf *out, const DashReport *report) {
  static const char *const columns[] = {"who", "needs", "#uses", "#from tests", "declared"};
  buf_add_format(out, "<section id=\"packages\"><h2>%s</h2>\n", report->is_by_folder ? "Folders and what they need" : "Packages and what they need");
  dashboard_report_packages(out, report);
  say_rest(out, report->package_count, report->package_total);
  if (report->need_count) {
    begin_table(out, "What needs what, most uses first", columns, COUNT_OF(columns));
    for (size_t i = 0; i < size_at_most(report->need_count, NEEDS_SHOWN); i++) {
      const DashNeed *need = &report->needs[i];
      head_cell(out, report->packages[need->from].name);
      text_cell(out, report->packages[need->to].name);
      number_cell(out, need->uses);
      number_cell(out, need->test_uses);
      text_cell(out, report->is_by_folder ? STR("–") : need->is_declared ? STR("yes") : STR("no"));
      end_row(out);
    }
    end_table(out);
    say_rest(out, size_at_most(report->need_count, NEEDS_SHOWN), report->need_count);
  }
  buf_add_c(out, "</section>\n");
}

static void write_cycles(Buf *out, const DashReport *report) {
  buf_add_c(out, "<section id=\"cycles\"><h2>Cycles</h2>\n");
  if (!report->cycle_count) buf_add_c(out, "<p>No files depend on each other.</p>\n");
  else buf_add_c(out, "<p>Files that depend on each other, with a shortest way round.</p>\n<ol>\n");
  for (size_t i = 0; i < size_at_most(report->cycle_count, CYCLES_SHOWN); i++) {
    const DashCycle *cycle = &report->cycles[i];
    buf_add_format(out, "<li>%zu files: ", cycle->len);
    for (size_t m = 0; m < size_at_most(cycle->round, ROUND_SHOWN); m++) {
      buf_add_c(out, "<code>");
      dashboard_report_text(out, cycle->members[m], PATH_MAX_SHOWN);
      buf_add_c(out, "</code> → ");
    }
    if (cycle->round > ROUND_SHOWN) buf_add_c(out, "… → ");
    if (cycle->len) {
      buf_add_c(out, "<code>");
      dashboard_report_text(out, cycle->members[0], PATH_MAX_SHOWN);
      buf_add_c(out, "</code>");
    }
    buf_add_c(out, "</li>\n");
  }
  if (report->cycle_count) buf_add_c(out, "</ol>\n");
  say_rest(out, size_at_most(report->cycle_count, CYCLES_SHOWN), report->cycle_total);
  buf_add_c(out, "</section>\n");
}

static void write_dead(Buf *out, const DashReport *report) {
  static const char *const columns[] = {"symbol", "kind", "place"};
  buf_add_c(out, "<section id=\"dead\"><h2>Dead code</h2>\n");
  if (!report->dead_count) {
    buf_add_c(out, "<p>Nothing was found that nothing refers to.</p></section>\n");
    return;
  }
  buf_add_c(out, "<p>Functions and types that nothing refers to. What is called only by name at run time, or from outside the "
                 "workspace, looks unused too.</p>\n");
  begin_table(out, "Unused", columns, COUNT_OF(columns));
  for (size_t i = 0; i < report->dead_count; i++) {
    const DashDead *dead = &report->dead[i];
    head_cell(out, dead->name);
    text_cell(out, dead->kind);
    text_cell(out, str_format(out->arena, "%.*s:%lld", STR_ARG(dead->path), (long long)dead->line));
    end_row(out);
  }
  end_table(out);
  say_rest(out, report->dead_count, report->dead_total);
  buf_add_c(out, "</section>\n");
}

static void write_ownership(Buf *out, const DashReport *report) {
  static const char *const columns[] = {"where", "#commits", "#people", "most commits by"};
  buf_add_c(out, "<section id=\"ownership\"><h2>Ownership</h2>\n");
  if (report->no_history.len) {
    buf_add_c(out, "<p class=\"note\">There is no history to tell from.</p></section>\n");
    return;
  }
  begin_table(out, "Who changed what", columns, COUNT_OF(columns));
  for (size_t i = 0; i < size_at_most(report->package_count, PACKAGES_SHOWN); i++) {
    const DashPackage *package = &report->packages[i];
    if (!package->commits) continue;
    head_cell(out, package->name);
    number_cell(out, package->commits);
    number_cell(out, package->people);
    buf_add_c(out, "<td>");
    for (size_t o = 0; o < package->owner_count; o++) {
      const DashOwner *owner = &package->owners[o];
      if (o) buf_add_c(out, ", ");
      dashboard_report_text(out, owner->name, NAME_MAX);
      buf_add_format(out, " %.0f&nbsp;%%", 100.0 * (double)owner->commits / (double)package->commits);
      if (o == 0 && owner->last.len) buf_add_format(out, " <span class=\"note\">(last %.*s)</span>", STR_ARG(owner->last));
    }
    buf_add_c(out, "</td>");
    end_row(out);
  }
  end_table(out);
  buf_add_c(out, "</section>\n");
}

static void write_trends(Buf *out, const DashReport *report) {
  buf_add_c(out, "<section id=\"trends\"><h2>Over time</h2>\n");
  if (report->month_count) dashboard_report_trend(out, report);
  else buf_add_c(out, "<p class=\"note\">There is no history to tell from.</p>\n");
  buf_add_c(out, "</section>\n");
}

/* ---- all of it ---- */

/* The policy forbids what the page does not do: loading and running anything. */
static const char head[] =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
    "<meta name=\"color-scheme\" content=\"light dark\"><meta name=\"referrer\" content=\"no-referrer\">"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n<style>\n"
    ":root{color-scheme:light dark;--ground:#fff;--ink:#16202a;--dim:#55606b;--line:#c9d1d9;--link:#0b5cad;--soft:#f2f5f8;--hot:190 75 20}\n"
    "@media screen and (prefers-color-scheme:dark){:root{--ground:#10161c;--ink:#e4e9ee;--dim:#9aa7b3;--line:#39444f;--link:#7ab8ff;--soft:#1a222b;--hot:255 150 90}}\n"
    "*{box-sizing:border-box}body{margin:0 auto;max-width:72rem;padding:1rem;background:var(--ground);color:var(--ink);font:15px/1.45 system-ui,sans-serif}\n"
    "h1{font-size:1.5rem;overflow-wrap:anywhere}h2{font-size:1.15rem;border-bottom:1px solid var(--line);margin-top:2rem}a{color:var(--link)}"
    "nav ul,.figures{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.2rem 1.4rem}\n"
    "table{border-collapse:collapse;margin:1rem 0;width:100%}caption{text-align:left;font-weight:bold;padding:.3rem 0}"
    "th,td{text-align:left;padding:.15rem .8rem .15rem 0;border-bottom:1px solid var(--line);vertical-align:top;font-weight:normal;overflow-wrap:anywhere}"
    "thead th{color:var(--dim)}.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}.note{color:var(--dim)}code{overflow-wrap:anywhere}\n"
    "svg.wide{width:100%;height:auto}svg text{fill:var(--ink);font-size:11px}svg .dim{fill:var(--dim)}.bar rect,.bars{fill:var(--link)}"
    ".hot{fill:rgb(var(--hot));stroke:var(--ground)}.box{fill:var(--soft);stroke:var(--dim)}.need{fill:none;stroke:var(--dim)}.unsaid{stroke-dasharray:5 4}.ring{stroke:rgb(var(--hot))}"
    ".tip{fill:var(--dim)}.axis{stroke:var(--line)}.people{fill:none;stroke:rgb(var(--hot));stroke-width:2}\n"
    "@media(max-width:40rem){table{display:block;overflow-x:auto}}\n"
    "@media print{nav{display:none}section{break-inside:auto}h2,caption{break-after:avoid}tr,svg{break-inside:avoid}body{font-size:11px;max-width:none}}\n"
    "</style>\n<title>";

static const char contents[] =
    "<nav aria-label=\"Contents\"><ul><li><a href=\"#overview\">Overview</a></li><li><a href=\"#hotspots\">Hot spots</a></li>"
    "<li><a href=\"#packages\">Packages</a></li><li><a href=\"#cycles\">Cycles</a></li><li><a href=\"#dead\">Dead code</a></li>"
    "<li><a href=\"#ownership\">Ownership</a></li><li><a href=\"#trends\">Over time</a></li></ul></nav>\n<main>\n";

/* How much of the code the figures stand on. */
static void write_foot(Buf *out, const DashReport *report) {
  int64_t calls = report->resolved + report->external + report->unresolved;
  buf_add_c(out, "</main>\n<footer><p class=\"note\">Made by fathom on ");
  dashboard_report_text(out, report->made, 40);
  buf_add_c(out, " from the graph of this workspace. Of ");
  dashboard_report_number(out, calls);
  buf_add_c(out, " calls in it ");
  dashboard_report_number(out, report->resolved);
  buf_add_c(out, " lead to known places, ");
  dashboard_report_number(out, report->external);
  buf_add_c(out, " leave the project and ");
  dashboard_report_number(out, report->unresolved);
  buf_add_c(out, " could not be told; what stands here about dependence is that much too little.</p></footer>\n");
}

void dashboard_report_write(Buf *out, const DashReport *report) {
  buf_add_c(out, head);
  dashboard_report_text(out, report->name, NAME_MAX);
  buf_add_c(out, " – fathom report</title></head>\n<body>\n<header><h1>");
  dashboard_report_text(out, report->name, NAME_MAX);
  buf_add_c(out, "</h1></header>\n");
  buf_add_c(out, contents);
  write_overview(out, report);
  write_hotspots(out, report);
  write_packages(out, report);
  write_cycles(out, report);
  write_dead(out, report);
  write_ownership(out, report);
  write_trends(out, report);
  write_foot(out, report);
  buf_add_c(out, "</body></html>\n");
}
