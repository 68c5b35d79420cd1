package b;

public class Item {
  public static Item make() { return new Item(); }
  public void go() {}
  public static Item ONE = make();
  public static class In {
    public static void deep() {}
  }
}
