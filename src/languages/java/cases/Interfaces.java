package shop;

public sealed interface Shape extends Named permits Square, Circle {
  int SIDES = count();
  int area();
  default int twice() { return area() * 2 + hidden(); }
  private int hidden() { return 1; }
  static Shape make() { return new Square(2); }
}

record Square(int side) implements Shape {
  Square { check(side); }
  public int area() { return side() * side; }
}
