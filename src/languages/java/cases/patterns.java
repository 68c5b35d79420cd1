class Patterns {
  void flow(Object o, Shape shape) {
    if (o instanceof String s && s.isEmpty()) {
      s.trim();
    } else if (!(o instanceof Box b)) {
      return;
    } else {
      b.open();
    }
    if (!(o instanceof Integer n)) throw new Failure(o);
    n.intValue();
    while (!(o instanceof Long l) || l.longValue() > 1) {
      o = next();
    }
    int size = o instanceof Circle c ? c.size() : 0;
    if (shape instanceof Line(Point(int x, var y), var end)) {
      end.draw(x, y);
    }
  }

  int choose(Shape shape, int k) {
    return switch (shape) {
      case Circle c when c.size() > 1 -> c.size();
      case Line(var from, Point to) -> {
        yield to.distance(from);
      }
      case null, default -> 0;
    };
  }

  void tries() {
    try (Reader reader = open(); var other = reader.copy(); shared) {
      other.read();
    } catch (final Failure | Error e) {
      e.print();
    } finally {
      done();
    }
    for (final var each : readers()) {
      each.close();
    }
  }
}
