class T {
    Item field = new(1);
    Item Property { get; } = new() { Name = Make() };
    Item F(bool b) { Item local = new(2); field = new(3); return b ? new(4) : new Item(5); }
    Item G() => new(6);
}
