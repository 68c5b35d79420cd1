enum Colour implements Named {
  RED,
  /** Not red. */
  GREEN("g") {
    @Override
    String code() {
      return "green";
    }
  };

  private final String code;

  Colour() {
    this("");
  }

  Colour(String code) {
    this.code = code;
  }

  String code() {
    return code;
  }
}

record Point<N extends Number>(N x, N... rest) implements Named {
  static final Point<Integer> ORIGIN = new Point<>(0);

  Point {
    check(x);
  }

  public N x() {
    return x;
  }
}

record Pair(int left, String right) {
  Pair(int left) {
    this(left, "");
  }
}

class Uses {
  int all(Pair pair, Colour colour) {
    for (Colour each : Colour.values()) {
      each.code();
    }
    switch (colour) {
      case RED:
        return pair.left();
      default:
        return Colour.valueOf("RED").ordinal();
    }
  }
}
