/// A shape with a side.
abstract class Shape {
  final int side;
  static int count = 0;
  Shape(this.side);
  Shape.unit() : side = 1;
  factory Shape.of(int n) => Square(n);
  int get area => side * side;
  set width(int w) { grow(w); }
  void grow(int by);
  static Shape make() => Shape.unit();
}

class Square extends Shape {
  Square(int n) : super(n);
  @override
  void grow(int by) { super.grow(by); this.area; }
}
class Pair {
  final Box left;
  Pair.of(this.left, {int size = 1});
  bool operator ==(Object other) => same(left, other);
  static Pair empty() => Pair.of(Box());
}
