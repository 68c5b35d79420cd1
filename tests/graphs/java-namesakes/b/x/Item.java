package b.x;
public class Item { public static Item make() { return null; } public void go() {} }
