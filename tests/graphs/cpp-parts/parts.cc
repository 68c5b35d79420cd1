struct In { void go(); };
struct Other { void go(); };
struct Both { In in; Other other; int number; };
template <class A, class B> struct Pair { A first; B second; };

Both made();
Pair<Other, In> pairs();

void apart(Both (&all)[3]) {
  auto [in, other, number] = made();
  in.go();
  other.go();
  auto &&[first, second] = pairs();
  first.go();
  second.go();
  for (auto &[one, two, three] : all) {
    one.go();
    two.go();
  }
}

/* A list of several is no plain value. */
struct Point { Point(int x, int y); };
void take(int x);
void take(const Point &point);
void take(const char *text);

void lists() {
  take({1, 2});
  take({1});
}
