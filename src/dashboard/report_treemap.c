/* A treemap: rectangles as near to squares as rows of them can be. */
#include "src/dashboard/report_internal.h"

#define WIDTH 960.0
#define HEIGHT 400.0
#define TILES 120
#define LETTER 6.6 /* width of one, about */

typedef struct Box {
  double x, y, width, height;
} Box;

static double area_of(const DashSpot *spot) { return (double)spot->commits + 1; }

/* How far from a square the worst of a row would be; 1 is one. */
static double worst(double least, double most, double sum, double side) {
  double scale = side * side, total = sum * sum;
  double tall = scale * most / total, flat = total / (scale * least);
  return tall > flat ? tall : flat;
}

static void draw_tile(Buf *out, const DashSpot *spot, const Box *box, int64_t most_users) {
  double strength = 0.15 + 0.6 * (double)spot->users / (double)(most_users > 0 ? most_users : 1);
  buf_add_format(out, "<g><title>");
  dashboard_report_text(out, spot->path, 200);
  buf_add_format(out, "\n%lld commits, %lld files depend on it</title>", (long long)spot->commits, (long long)spot->users);
  buf_add_format(out, "<rect class=\"hot\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill-opacity=\"%.2f\"/>", box->x, box->y, box->width,
                 box->height, strength);
  size_t letters = box->width > 8 ? (size_t)((box->width - 8) / LETTER) : 0;
  if (letters > 4 && box->height > 16) {
    size_t slash = str_find_last_byte(spot->path, '/');
    Str name = slash == STR_NONE ? spot->path : str_slice(spot->path, slash + 1, spot->path.len);
    buf_add_format(out, "<text x=\"%.1f\" y=\"%.1f\">", box->x + 4, box->y + 13);
    dashboard_report_text(out, name, letters - 1);
    buf_add_c(out, "</text>");
  }
  buf_add_c(out, "</g>\n");
}

typedef struct Row {
  size_t from, to;
  double sum;
} Row;

/* The longest row from `from` on along the shorter side that only gets
 * better by each tile. */
static Row find_row(const DashSpot *const *tiles, size_t from, size_t count, double side, double scale) {
  Row row = {from, from, 0};
  double least = 0, most = 0, best = 0;
  while (row.to < count) {
    double area = area_of(tiles[row.to]) * scale;
    double low = row.to == from || area < least ? area : least, high = area > most ? area : most;
    double now = worst(low, high, row.sum + area, side);
    if (row.to > from && now > best) break;
    best = now, least = low, most = high;
    row.sum += area;
    row.to++;
  }
  return row;
}

static int by_area(const void *a, const void *b) {
  const DashSpot *x = *(const DashSpot *const *)a, *y = *(const DashSpot *const *)b;
  if (x->commits != y->commits) return x->commits > y->commits ? -1 : 1;
  return str_compare(x->path, y->path);
}

void dashboard_report_treemap(Buf *out, const DashReport *report) {
  size_t count = report->spot_count < TILES ? report->spot_count : TILES;
  const DashSpot *tiles[TILES];
  double sum = 0;
  int64_t most = 0;
  if (!count) return;
  for (size_t i = 0; i < count; i++) {
    tiles[i] = &report->spots[i];
    sum += area_of(tiles[i]);
    if (tiles[i]->users > most) most = tiles[i]->users;
  }
  qsort(tiles, count, sizeof(const DashSpot *), by_area);
  Box rest = {0, 0, WIDTH, HEIGHT};
  buf_add_format(out, "<svg class=\"wide\" viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"Hot spots; the table below has the first of them\">\n", WIDTH, HEIGHT);
  for (size_t from = 0; from < count;) {
    bool is_upright = rest.width >= rest.height; /* the row stands along the shorter side */
    double side = is_upright ? rest.height : rest.width;
    Row row = find_row(tiles, from, count, side, WIDTH * HEIGHT / sum);
    double depth = row.sum / side, at = 0;
    for (size_t i = row.from; i < row.to; i++) {
      double length = area_of(tiles[i]) * (WIDTH * HEIGHT / sum) / depth;
      Box box = is_upright ? (Box){rest.x, rest.y + at, depth, length} : (Box){rest.x + at, rest.y, length, depth};
      draw_tile(out, tiles[i], &box, most);
      at += length;
    }
    if (is_upright) rest.x += depth, rest.width -= depth;
    else rest.y += depth, rest.height -= depth;
    from = row.to;
  }
  buf_add_c(out, "</svg>\n");
}
