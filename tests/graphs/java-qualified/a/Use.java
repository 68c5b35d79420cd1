package a;

public class Use {
  void uses() {
    b.Item.make();
    b.Item.make().go();
    b.Item item = new b.Item();
    item.go();
    b.Item.In.deep();
    b.Item.ONE.go();
  }

  void outside() {
    z.Item.make();
  }
}
