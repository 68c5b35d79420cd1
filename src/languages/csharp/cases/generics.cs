class Box<T> where T : Item, new() { T value; T Get() => value; }
class Box { static Box<U> Of<U>(U value) where U : Item { return new Box<U>(); } }
interface IPair<in A, out B> { B Make(A a); }
class Use { void F(Box<Item> b, Box plain) { b.Get().Run(); Box.Of<Item>(null).Get(); } }
