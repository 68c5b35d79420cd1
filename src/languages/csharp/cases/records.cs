public record Point(int X, Item Y) : Shape(X) { public int Sum() => X + Y.Size(); }
public record struct Small(int A);
class Service(Store store) { void Run() { store.Open(); } }
class Use { void F(Point p) { var q = p with { X = Next() }; q.Y.Run(); } }
