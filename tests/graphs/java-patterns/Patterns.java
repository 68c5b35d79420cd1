package demo;

sealed interface Shape permits Circle, Square, Pair {}

record Circle(Point centre, int radius) implements Shape {
  int area() {
    return radius;
  }
}

record Square(int side) implements Shape {
  int area() {
    return side;
  }
}

record Pair(Shape left, Shape right) implements Shape {}

record Point(int x) {
  int twice() {
    return x * 2;
  }
}

class Problem extends RuntimeException {
  int code() {
    return 1;
  }
}

class Resource implements AutoCloseable {
  Resource copy() {
    return this;
  }

  void read() {}

  @Override
  public void close() {}
}

class Patterns {
  int test(Object o) {
    if (o instanceof Circle c && c.area() > 1) {
      return c.area();
    } else if (o instanceof Square s) {
      return s.area();
    }
    if (!(o instanceof Point p)) {
      return 0;
    }
    int kind = o instanceof Circle c ? c.area() : p.twice();
    return p.twice() + ((Circle) o).area();
  }

  int choose(Shape shape) {
    Point point = switch (kind(shape)) {
      case 1 -> new Point(1);
      case 2 -> {
        yield other();
      }
      default -> null;
    };
    return point.twice();
  }

  Point other() {
    return null;
  }

  int kind(Shape shape) {
    return 0;
  }

  void tries() {
    try (Resource r = new Resource(); var copy = r.copy()) {
      copy.read();
    } catch (Problem | IllegalStateException e) {
      e.getMessage();
    } catch (RuntimeException e) {
      if (e instanceof Problem problem) problem.code();
    } finally {
      test(null);
    }
  }
}
