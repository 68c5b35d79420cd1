package a;

/* A variable hides a package of its name. */
public class Variable {
  static class Item {
    void make() {}
  }
  static class Holder {
    Item Item = new Item();
  }

  void parameter(Holder b) {
    b.Item.make();
  }
}
