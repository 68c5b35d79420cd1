namespace Shop;
partial class Order { partial void Added(); void Add() { Added(); } }
partial class Order { partial void Added() { } }
static partial class Helpers { }
