class Shape {
  final double r;
  Shape(this.r);
  Shape.unit() : r = 1;
  double area() => square(r);
  int get size => 1;
}
double square(double x) { return x * x; }
