import java.util.function.Function;

class Expressions {
  int field;
  Runnable task = () -> run(field);

  void literals(long l, byte b) {
    take(1, 2L, 0x1F, 1.5f, 2d, 1e3, 'c', "s", true, null, """
        text
        """);
    take(1 + 2L, 'a' + 1, "a" + l, l + b, l << 2, b & 1, -b, !true, l < b, l == b && b > 1, 1 / 2.0);
  }

  Object values(Object o, int[] ints, String... words) {
    var made = new Box<String>("x").inside().get();
    int[][] grid = new int[3][];
    String[] names = {"a", word()}, more[] = new String[][] {{"b"}};
    Object cast = (Box<String>) o;
    Object both = (Runnable & java.io.Serializable) () -> {};
    field += ints[0]++;
    this.field = words.length;
    made = o == null ? new Box<>() : other(o);
    Class<?> type = int.class;
    java.util.List<String> list = java.util.Collections.<String>emptyList();
    java.util.Map.Entry<String, Integer> entry = null;
    assert list != null : "no " + list;
    return new Outer().new Inner(list) {
      int depth = level();

      int level() {
        return super.level() + Expressions.this.field;
      }
    };
  }

  void functions() {
    Function<String, Integer> f = String::length;
    use(x -> x.trim(), (a, b) -> a.join(b), (String s, int... n) -> {
      return s.repeat(n[0]);
    });
    use(Box::new, int[]::new, this::values, super::toString, new Box<String>()::get);
    outer:
    for (int i = 0, n = count(); i < n; i++) {
      if (i > 2) continue outer;
      class Local {
        void call() {
          functions();
        }
      }
      new Local().call();
    }
    synchronized (this) {
      wait();
    }
  }
}
