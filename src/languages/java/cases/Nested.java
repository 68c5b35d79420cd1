package shop;

class Outer {
  int side;
  class Inner { int twice() { return side + Outer.this.side + help(); } }
  static class Deep { interface Loud { void shout(); } }
  Object made = new Object() { public String toString() { return help() + ""; } };
  int help() { class Local { int go() { return help(); } } return new Local().go(); }
  Inner make(Outer o) { return o.new Inner(); }
}
