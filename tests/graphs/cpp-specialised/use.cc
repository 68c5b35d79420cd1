#include "show.h"
struct Point {};
template <> struct lib::Shower<Point, char> { void show(const Point &value); };

template <typename Char> void use(Point p) {
  lib::Shower<lib::Date, Char> date;
  date.parse();
  lib::Shower<Point, char> point;
  point.show(p);
  lib::Shower<int, char>().show(1);
  auto made = lib::Shower<bool, char>(3);
  made.both();
}
