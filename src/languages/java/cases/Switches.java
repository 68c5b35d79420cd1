package shop;

class Switches {
  int kind(Object o, Side side) {
    int a = switch (side) { case LEFT -> one(); case RIGHT, TOP -> { yield two(); } default -> throw new Wrong(); };
    switch (a) { case 1: keep(a); break; default: tidy(); }
    if (o instanceof Box b && b.valid()) return b.size();
    return switch (o) { case Point(int x, var y) when x > limit() -> x + y; case String s -> s.length(); default -> 0; };
  }
}
