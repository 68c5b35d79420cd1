package shop;

class Base {
  Base(int n) { this(n, start()); }
  Base(int n, int m) { super(); keep(n); }
  static int start() { return 1; }
  static { keep(2); }
  { keep(3); }
  static void keep(int n) {}
}

class Derived extends Base {
  Derived() { super(start()); }
}
