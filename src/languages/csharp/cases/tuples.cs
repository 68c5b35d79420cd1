class T {
    (Item, string name) F() => (new Item(), "x");
    void G(List<(int, Item)> all) {
        var (item, name) = F();
        item.Run();
        foreach (var (n, one) in all) one.Run();
        F().Item1.Run();
    }
}
