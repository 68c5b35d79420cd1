package shop;

public class Store {
    public Item first() { return Item.Companion.create(); }
    public void put(Item item) { item.sell(); new Item(1).sell(); }
}
