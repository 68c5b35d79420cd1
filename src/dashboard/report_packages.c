/* Packages as a picture: who needs others stands above them, in rows. A need
 * that would close a ring is drawn upwards, the least used of it; one that
 * follows from others is left out, or nobody could see anything. */
#include "src/dashboard/report_internal.h"

#define SHOWN 40
#define NEEDS 90
#define ACROSS 6 /* boxes in a row */
#define BOX_WIDTH 146
#define BOX_HEIGHT 34
#define COLUMN 160
#define ROW 78
#define SWEEPS 6
#define LETTERS 21

typedef struct Layout {
  size_t count, needs;
  size_t level[SHOWN]; /* 0: nobody needs it */
  size_t row[SHOWN];
  double x[SHOWN]; /* the place of its middle, in boxes */
  size_t rows;
  bool reaches[SHOWN][SHOWN]; /* by needs that lead downwards */
  bool is_down[NEEDS];
} Layout;

/* What only tests use says nothing about how a program is built. */
static bool is_shown(const Layout *layout, const DashNeed *need) {
  return need->from < layout->count && need->to < layout->count && (need->uses > 0 || need->is_declared);
}

/* Most uses first: each leads downwards unless those before it lead the other
 * way. */
static void find_ways(const DashReport *report, Layout *layout) {
  for (size_t i = 0; i < layout->needs; i++) {
    const DashNeed *need = &report->needs[i];
    if (!is_shown(layout, need) || layout->reaches[need->to][need->from]) continue;
    layout->is_down[i] = true;
    for (size_t above = 0; above < layout->count; above++) {
      if (above != need->from && !layout->reaches[above][need->from]) continue;
      for (size_t below = 0; below < layout->count; below++) {
        if (below == need->to || layout->reaches[need->to][below]) layout->reaches[above][below] = true;
      }
    }
  }
}

/* Longest ways from the top. */
static void find_levels(const DashReport *report, Layout *layout) {
  for (bool moved = true; moved;) {
    moved = false;
    for (size_t i = 0; i < layout->needs; i++) {
      const DashNeed *need = &report->needs[i];
      if (!layout->is_down[i] || layout->level[need->to] > layout->level[need->from]) continue;
      layout->level[need->to] = layout->level[need->from] + 1;
      moved = true;
    }
  }
}

static bool follows_from_others(const Layout *layout, const DashNeed *need) {
  for (size_t i = 0; i < layout->count; i++) {
    if (layout->reaches[need->from][i] && layout->reaches[i][need->to]) return true;
  }
  return false;
}

/* Levels may skip numbers and be wider than the page: rows are what is drawn. */
static void find_rows(Layout *layout) {
  for (size_t level = 0; level < layout->count; level++) {
    size_t in_row = 0;
    for (size_t i = 0; i < layout->count; i++) {
      if (layout->level[i] != level) continue;
      if (in_row == ACROSS) in_row = 0, layout->rows++;
      layout->row[i] = layout->rows;
      layout->x[i] = (double)in_row++;
    }
    layout->rows += in_row > 0;
  }
}

/* The mean place of what a box is connected with, in other rows. */
static double pull(const DashReport *report, const Layout *layout, size_t box) {
  double sum = 0, weight = 0;
  for (size_t i = 0; i < layout->needs; i++) {
    const DashNeed *need = &report->needs[i];
    size_t other = need->from == box ? need->to : need->to == box ? need->from : SIZE_MAX;
    if (other >= layout->count || layout->row[other] == layout->row[box]) continue;
    sum += layout->x[other];
    weight += 1;
  }
  return weight > 0 ? sum / weight : layout->x[box];
}

/* Each row in the order of what its boxes are pulled to, in the middle. */
static void order_rows(const DashReport *report, Layout *layout) {
  for (size_t sweep = 0; sweep < SWEEPS; sweep++) {
    for (size_t row = 0; row < layout->rows; row++) {
      size_t boxes[ACROSS], count = 0;
      double wish[ACROSS];
      for (size_t i = 0; i < layout->count; i++) {
        if (layout->row[i] != row || count == ACROSS) continue;
        double wanted = pull(report, layout, i);
        size_t at = count++;
        for (; at > 0 && wish[at - 1] > wanted; at--) boxes[at] = boxes[at - 1], wish[at] = wish[at - 1];
        boxes[at] = i;
        wish[at] = wanted;
      }
      for (size_t i = 0; i < count; i++) layout->x[boxes[i]] = (double)i + (double)(ACROSS - count) / 2;
    }
  }
}

static double left_of(const Layout *layout, size_t box) { return 4 + layout->x[box] * COLUMN; }
static double top_of(const Layout *layout, size_t box) { return 4 + (double)layout->row[box] * ROW; }

static void draw_need(Buf *out, const Layout *layout, const DashNeed *need, bool is_ring) {
  bool is_down = layout->row[need->from] < layout->row[need->to], is_level = layout->row[need->from] == layout->row[need->to];
  double x1 = left_of(layout, need->from) + BOX_WIDTH / 2.0, x2 = left_of(layout, need->to) + BOX_WIDTH / 2.0;
  double y1 = top_of(layout, need->from) + (is_down || is_level ? BOX_HEIGHT : 0), y2 = top_of(layout, need->to) + (is_down ? 0 : BOX_HEIGHT);
  double bend = is_down ? 26 : is_level ? 30 : -26, width = 0.7;
  for (int64_t uses = need->uses; uses > 0; uses /= 10) width += 0.7; /* by its digits */
  double bend2 = is_down ? -26 : is_level ? 30 : 26;
  buf_add_format(out, "<path class=\"need%s%s\" stroke-width=\"%.1f\" stroke-opacity=\"0.7\" d=\"M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f\" marker-end=\"url(#tip)\"/>\n",
                 need->is_declared ? "" : " unsaid", is_ring ? " ring" : "", width, x1, y1, x1, y1 + bend, x2, y2 + bend2, x2, y2);
}

static void draw_box(Buf *out, const Layout *layout, const DashPackage *package, size_t box) {
  double x = left_of(layout, box), y = top_of(layout, box);
  buf_add_c(out, "<g><title>");
  dashboard_report_text(out, package->name, 200);
  buf_add_c(out, "\n");
  dashboard_report_text(out, package->path, 200);
  buf_add_format(out, "</title><rect class=\"box\" x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\" rx=\"5\"/><text x=\"%.1f\" y=\"%.1f\">", x, y, BOX_WIDTH,
                 BOX_HEIGHT, x + 7, y + 14);
  dashboard_report_text(out, package->name, LETTERS);
  buf_add_format(out, "</text><text class=\"dim\" x=\"%.1f\" y=\"%.1f\">", x + 7, y + 27);
  dashboard_report_number(out, package->symbols);
  buf_add_c(out, " symbols</text></g>\n");
}

void dashboard_report_packages(Buf *out, const DashReport *report) {
  Layout layout = {.count = report->package_count < SHOWN ? report->package_count : SHOWN,
                   .needs = report->need_count < NEEDS ? report->need_count : NEEDS};
  if (!layout.count) return;
  find_ways(report, &layout);
  find_levels(report, &layout);
  find_rows(&layout);
  order_rows(report, &layout);
  buf_add_format(out, "<svg class=\"wide\" viewBox=\"0 0 %d %zu\" role=\"img\" aria-label=\"%s; the table below has it in words\">\n", ACROSS * COLUMN,
                 layout.rows * ROW, report->is_by_folder ? "Folders and what they need" : "Packages and what they need");
  buf_add_c(out, "<marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">"
                 "<path class=\"tip\" d=\"M0 0L8 4L0 8z\"/></marker>\n");
  for (size_t i = 0; i < layout.needs; i++) {
    const DashNeed *need = &report->needs[i];
    if (!is_shown(&layout, need) || (layout.is_down[i] && follows_from_others(&layout, need))) continue;
    draw_need(out, &layout, need, !layout.is_down[i]);
  }
  for (size_t i = 0; i < layout.count; i++) draw_box(out, &layout, &report->packages[i], i);
  buf_add_c(out, "</svg>\n<p class=\"note\">Who needs others stands above them; a thicker line is more uses. "
                 "Needs that follow from others are not drawn; those that lead round are coloured.");
  if (!report->is_by_folder) buf_add_c(out, " Dashed: used, but no manifest says so.");
  buf_add_c(out, "</p>\n");
}
