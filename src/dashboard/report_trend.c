/* Commits as bars and people as a line, over months or years. */
#include "src/dashboard/report_internal.h"

#define WIDTH 960
#define HEIGHT 220
#define LEFT 50
#define RIGHT 50
#define TOP 14
#define BOTTOM 24
#define BARS 180 /* more months than this are shown as years */

typedef struct Bar {
  int year, month; /* 0: the whole year */
  int64_t commits, people;
} Bar;

/* A year's people are those of its busiest month: who was there in two of them
 * is not known here. */
static size_t make_bars(const DashReport *report, Bar *bars) {
  bool by_year = report->month_count > BARS;
  size_t count = 0;
  for (size_t i = 0; i < report->month_count; i++) {
    const DashMonth *month = &report->months[i];
    if (!by_year || !count || bars[count - 1].year != month->year) bars[count++] = (Bar){month->year, by_year ? 0 : month->month, 0, 0};
    Bar *bar = &bars[count - 1];
    bar->commits += month->commits;
    if (month->authors > bar->people) bar->people = month->authors;
  }
  return count;
}

static void label(Buf *out, double x, double y, const char *anchor, int64_t number) {
  buf_add_format(out, "<text class=\"dim\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
  dashboard_report_number(out, number);
  buf_add_c(out, "</text>");
}

/* Years below the bars, as many as have room. */
static void draw_years(Buf *out, const Bar *bars, size_t count, double step) {
  double last = -100;
  for (size_t i = 0; i < count; i++) {
    double x = LEFT + (double)i * step;
    if (bars[i].month > 1 || x - last < 44) continue;
    buf_add_format(out, "<text class=\"dim\" x=\"%.1f\" y=\"%d\">%d</text>", x, HEIGHT - 8, bars[i].year);
    last = x;
  }
  buf_add_c(out, "\n");
}

void dashboard_report_trend(Buf *out, const DashReport *report) {
  Bar *bars = ARENA_ARRAY(out->arena, Bar, report->month_count + 1);
  size_t count = make_bars(report, bars);
  int64_t most = 1, crowd = 1;
  for (size_t i = 0; i < count; i++) {
    if (bars[i].commits > most) most = bars[i].commits;
    if (bars[i].people > crowd) crowd = bars[i].people;
  }
  double step = (double)(WIDTH - LEFT - RIGHT) / (double)count, high = HEIGHT - TOP - BOTTOM;
  buf_add_format(out, "<svg class=\"wide\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Commits and people over time\">\n", WIDTH, HEIGHT);
  buf_add_format(out, "<path class=\"axis\" d=\"M%d %dH%d\"/>", LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT);
  for (size_t i = 0; i < count; i++) {
    double tall = high * (double)bars[i].commits / (double)most;
    buf_add_format(out, "<rect class=\"bars\" x=\"%.1f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\"><title>%d", LEFT + (double)i * step,
                   HEIGHT - BOTTOM - tall, step > 3 ? step - 1 : step * 0.8, tall, bars[i].year);
    if (bars[i].month) buf_add_format(out, "-%02d", bars[i].month);
    buf_add_format(out, ": %lld commits, %lld people</title></rect>\n", (long long)bars[i].commits, (long long)bars[i].people);
  }
  buf_add_c(out, "<path class=\"people\" d=\"");
  for (size_t i = 0; i < count; i++) {
    buf_add_format(out, "%s%.1f %.1f", i ? "L" : "M", LEFT + ((double)i + 0.5) * step, HEIGHT - BOTTOM - high * (double)bars[i].people / (double)crowd);
  }
  buf_add_c(out, "\"/>\n");
  label(out, LEFT - 6, TOP + 8, "end", most);
  label(out, WIDTH - RIGHT + 6, TOP + 8, "start", crowd);
  draw_years(out, bars, count, step);
  buf_add_format(out, "</svg>\n<p class=\"note\">Bars: commits a %s, merges left out; line: people who made them%s.</p>\n", report->month_count > BARS ? "year" : "month",
                 report->month_count > BARS ? ", in the busiest month of the year" : "");
}
