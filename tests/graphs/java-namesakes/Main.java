// Types of one name in two packages tell overloads apart; where an argument cannot be told, any may be meant.
package app;
import a.x.Item;
class Main {
  void put(int x) {}
  void put(String x) {}
  void put(Item x) {}
  void put(b.x.Item x) {}
  void run(Ext unknown, b.x.Item other) {
    put(unknown.value());
    put(new Item());
    put(new b.x.Item());
    put(other);
    put(Item.make());
    put(b.x.Item.make());
    Item one = new Item();
    one.go();
    other.go();
  }
}
