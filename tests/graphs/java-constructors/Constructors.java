package demo;

class Plain {}

class One {
  One(int x) {}

  One(String s) {
    this(s == null ? 0 : 1);
  }

  One(Object o) {
    this("" + o);
  }
}

class Two extends One {
  Two() {
    super("two");
  }

  Two(int x) {
    super(x);
  }

  Two(Plain p) {
    this();
  }
}

class Three extends Plain {
  Three() {
    super();
  }
}

abstract class Shape {
  Shape(String name) {}

  abstract int area();

  int twice() {
    return area() * 2;
  }
}

enum Level {
  LOW(1),
  HIGH(2) {
    @Override
    int weight() {
      return base() * 10;
    }
  };

  Level(int n) {}

  int weight() {
    return base();
  }

  int base() {
    return 1;
  }
}

record Point(int x, int y) {
  Point(int both) {
    this(both, both);
  }

  Point {
    check(x);
  }

  static void check(int x) {}

  int sum() {
    return x() + y();
  }
}

class Constructors {
  class Inner {
    Inner(int i) {}
  }

  Shape field =
      new Shape("square") {
        int side = side();

        int side() {
          return 1;
        }

        @Override
        int area() {
          return side() + helper();
        }
      };

  int helper() {
    return 1;
  }

  void uses(Constructors other) {
    new Plain();
    new Two(new Plain());
    new Inner(1);
    other.new Inner(2);
    new Shape("circle") {
      @Override
      int area() {
        return twice() + helper();
      }
    }.area();
    field.area();
    Level.LOW.weight();
    Level.valueOf("LOW").weight();
    for (Level level : Level.values()) level.base();
    Point p = new Point(1);
    p.sum();
    switch (Level.HIGH) {
      case LOW:
        helper();
        break;
      default:
    }
  }
}
