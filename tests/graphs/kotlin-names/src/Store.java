package shop;

public class Store {
    private String title;
    public String getTitle() { return title; }
    public void setTitle(String title) { this.title = title; }
    public boolean isFull() { return false; }
    public Person getBoss() { return null; }
    public Person gettysburg() { return null; }
    public String getWith(int x) { return title; }

    void use(Item item) {
        MainKt.start("x");
        MainKt.setTotal(MainKt.getTotal());
        MainKt.label(item);
        Tools.clean(1);
        Item.create().getName();
        Item.Companion.other().getOwner().greet();
        Named.Factory.make();
        item.setOwner(null);
        item.isOpen();
        Engine.INSTANCE.boot();
        Engine.INSTANCE.getLevel();
    }
    void no_use(Item item) {
        MainKt.hidden();
        ToolsKt.clean(1);
        item.getSecret();
        item.getMissing();
        item.getname();
    }
}
