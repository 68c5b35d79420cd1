class P {
    string F(object o) {
        if (o is Item item && item.Ok()) return item.Name;
        if (o is Pair { Left: 1 } pair) pair.Run();
        return o switch { Item i => i.Name, string s when s.Length > 1 => s.Trim(), _ => Other() };
    }
}
