package demo;

import java.util.List;

class Base {}

class Derived extends Base {}

class Overloads {
  void number(int x) {}
  void number(long x) {}
  void number(double x) {}
  void number(Integer x) {}
  void number(Object x) {}

  void text(String s) {}
  void text(char c) {}
  void text(Object o) {}
  void text(int i) {}
  void text(char[] cs) {}

  void base(Base b) {}
  void base(Derived d) {}

  void many(String first) {}
  void many(String first, Object... rest) {}
  void many(String... all) {}

  void boxed(Object o) {}
  void boxed(int... is) {}

  void wide(long l) {}
  void wide(Integer i) {}

  void list(List<String> l) {}
  void list(String[] a) {}

  void small(char a, char b) {}
  void small(int a, int b) {}
  void small(long a, long b) {}

  static <T> void rest(T t) {}
  static <T> void rest(T... ts) {}

  static <T> void any(T t) {}
  static void any(String s) {}

  void numbers(byte b, short s, long l, float f, char c, Integer boxed, Number n) {
    number(1);
    number(2L);
    number(b);
    number(s);
    number(l + 1);
    number(f);
    number(1.5);
    number(b + s);
    number(c);
    number(boxed);
    number(n);
    number(b > 1 ? 1 : 2);
    small(s, s);
    small(c, c);
    small(c, s);
    small(1, l);
    number((long) b);
    number(length());
  }

  void texts(char c, String s, Object o, char[] cs, StringBuilder sb) {
    text("a");
    text("a" + c);
    text(s + 1);
    text('c');
    text(c);
    text(o);
    text(cs);
    text(sb);
    text(name());
    text(letter());
    text(length());
    text(o == null ? "none" : s);
  }

  void others(Base base, Derived derived, int i, List<String> strings) {
    base(base);
    base(derived);
    base(new Derived());
    base((Base) derived);
    base(null);
    many("a");
    many("a", 1);
    many("a", "b");
    many();
    boxed(1);
    boxed(1, 2);
    wide(i);
    list(strings);
    list(new String[] {"a"});
    any("s");
    any(1);
    rest(derived);
    rest(new Derived[0]);
    rest(derived, derived);
    this.base(make());
  }

  int length() {
    return 1;
  }

  String name() {
    return "";
  }

  char letter() {
    return 'x';
  }

  Derived make() {
    return null;
  }
}
